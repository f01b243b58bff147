//! How v/n approaches its limits: α, β and γ as n grows, next to the limits that
//! theorem 4 of Akiyama predicts under assumption (16) and those of theorem 13
//! of Thesis-A from the measured share of exceptions.

use super::data::ThreePiles;
use crate::error::Result;
use crate::run::RunStatistics;
use crate::run::limits::RatioLimits;
use nimlab::stream::mex::MexRule;
use nimlab_figures::{Axis, Colour, Figure, Layer, Panel, PanelShape};

/// The number from which on quotients are drawn.
const FROM: u64 = 100;

/// v₁/n, v₂/n and v₃/n, a panel each.
///
/// ```
/// use nimlab::games::wythoff3::rule::Variant;
/// use nimlab_lab::figures::{self, ThreePiles};
/// let counted = ThreePiles::compute(Variant::Lex, 2000)?;
/// assert!(figures::limits(&counted)?.svg()?.starts_with("<svg"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn limits(data: &ThreePiles) -> Result<Figure> {
    let steps = data.steps().max(2);
    let from = FROM.min(steps / 2).max(1);
    let measured = three(&RatioLimits::measured(data.steps(), data.last()));
    let (predicted, cubic) = match &data.statistics {
        RunStatistics::Mex(statistics) => {
            let share = (statistics.kappa[1] + statistics.kappa[2]) as f64 / steps as f64;
            // Theorem 4 is about the list of Akiyama's algorithm.
            let predicted = (statistics.rule == MexRule::Wytlex).then(RatioLimits::predicted);
            (predicted.as_ref().map(three), Some(three(&RatioLimits::from_share(share))))
        }
        RunStatistics::Positive(_) => (None, None),
    };
    let samples = data.samples();
    let mut figure = Figure::new(format!("v(n)/n for the P-positions v(n) of {}", data.game));
    for i in 0..3 {
        let quotient = |&(n, position): &(u64, [u64; 3])| [n as f64, position[i] as f64 / n as f64];
        let mut points: Vec<[f64; 2]> = samples.iter().filter(|sample| sample.0 >= from).map(quotient).collect();
        points.push([steps as f64, measured[i]]);
        let lines = [predicted.map(|limits| limits[i]), cubic.map(|limits| limits[i])];
        let values = || points.iter().map(|point| point[1]).chain(lines.iter().flatten().copied());
        let [low, high] = [values().fold(f64::MAX, f64::min), values().fold(f64::MIN, f64::max)];
        let margin = ((high - low) * 0.1).max(1e-6);
        let across = |y: f64| vec![[from as f64, y], [steps as f64, y]];
        let x = Axis::new(if i == 2 { "n" } else { "" }, from as f64, steps as f64).logarithmic();
        let label = ["v₁/n (α)", "v₂/n (β)", "v₃/n (γ)"][i];
        let mut panel = Panel::new(x, Axis::new(label, low - margin, high + margin));
        panel = panel.shaped(PanelShape::Ratio(0.36));
        if let Some(limit) = lines[0] {
            panel = panel.with(Layer::dashed(across(limit), Colour::VERMILION).named(format!("theorem 4: {limit:.5}")));
        }
        if let Some(limit) = lines[1] {
            panel = panel.with(Layer::dotted(across(limit), Colour::GREEN).named(format!("theorem 13: {limit:.5}")));
        }
        let last = measured[i];
        let label = format!("last {last:.5}");
        figure = figure.with(panel.with(Layer::line(points, Colour::BLUE).named(label)));
    }
    Ok(figure)
}

fn three(limits: &RatioLimits) -> [f64; 3] {
    [limits.alpha, limits.beta, limits.gamma]
}

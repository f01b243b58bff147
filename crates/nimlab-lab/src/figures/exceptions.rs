//! The share of exceptions, that is of P-positions with κ > 0, among the first
//! n (Thesis-A, figure 3.2), in Wytlex(3) next to the share 1/γ that assumption (16)
//! of Akiyama would give.

use super::data::ThreePiles;
use super::grouped;
use crate::error::Result;
use crate::run::limits::RatioLimits;
use nimlab::stream::mex::MexRule;
use nimlab_figures::{Axis, Colour, Figure, Layer, Panel, PanelShape};

/// The number from which on the share is drawn: before it, it jumps about.
const FROM: u64 = 10_000;

/// The share of exceptions up to n.
///
/// ```
/// use nimlab::games::wythoff3::rule::Variant;
/// use nimlab_lab::figures::{self, ThreePiles};
/// let counted = ThreePiles::compute(Variant::Lex, 2000)?;
/// assert!(figures::exceptions(&counted)?.svg()?.starts_with("<svg"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn exceptions(data: &ThreePiles) -> Result<Figure> {
    let statistics = data.mex("exceptions")?;
    let steps = statistics.steps as f64;
    let from = FROM.min(statistics.steps / 100);
    let share = |kappa: [u64; 3], n: u64| (kappa[1] + kappa[2]) as f64 / n as f64;
    let mut points: Vec<[f64; 2]> = statistics
        .samples
        .iter()
        .filter(|sample| sample.n > from)
        .map(|sample| [sample.n as f64, share(sample.kappa, sample.n)])
        .collect();
    let last = share(statistics.kappa, statistics.steps.max(1));
    points.push([steps, last]);
    // Assumption (16) is about the list of Akiyama's algorithm.
    let expected = (statistics.rule == MexRule::Wytlex).then(|| 1.0 / RatioLimits::predicted().gamma);
    let across = |y: f64| vec![[0.0, y], [steps, y]];
    let values = || points.iter().map(|point| point[1]).chain([last]).chain(expected);
    let [low, high] = [values().fold(f64::MAX, f64::min), values().fold(f64::MIN, f64::max)];
    let margin = (high - low) * 0.08;
    let x = Axis::new("n", 0.0, steps);
    let y = Axis::new("exceptions / n", low - margin, high + margin);
    let mut panel = Panel::new(x, y).shaped(PanelShape::Ratio(0.68));
    if let Some(expected) = expected {
        let name = format!("1/γ of theorem 4: {expected:.5}");
        panel = panel.with(Layer::dashed(across(expected), Colour::VERMILION).named(name));
    }
    let panel = panel
        .with(Layer::dotted(across(last), Colour::GREY).named(format!("n = {}: {last:.5}", grouped(statistics.steps))))
        .with(Layer::line(points, Colour::BLUE).named("exceptions / n"));
    Ok(Figure::new(format!("Share of exceptions (κ > 0) in {}", data.game)).with(panel))
}

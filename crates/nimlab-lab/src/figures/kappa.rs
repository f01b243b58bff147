//! How often κ = 0 in blocks of numbers (Akiyama, figure 2: 101 blocks of
//! 5000), in Wytlex(3) next to 1 − 1/γ, which assumption (16) expects.

use super::data::ThreePiles;
use super::example;
use super::grouped;
use crate::error::{Error, Result};
use crate::run::limits::RatioLimits;
use nimlab::Term;
use nimlab::stream::mex::MexRule;
use nimlab::stream::mex::statistics::MexStatistics;
use nimlab::stream::sampling::{FIGURE_BLOCK, FIGURE_BLOCKS};
use nimlab_figures::{Axis, Colour, Figure, Layer, Panel, PanelShape};

/// The frequency of κ = 0, block by block: the blocks of figure 2, or for more
/// steps the equal intervals of the samples.
///
/// ```
/// use nimlab::games::wythoff3::rule::Variant;
/// use nimlab_lab::figures::{self, ThreePiles};
/// let counted = ThreePiles::compute(Variant::Lex, 10000)?;
/// assert!(figures::kappa(&counted)?.svg()?.starts_with("<svg"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn kappa(data: &ThreePiles) -> Result<Figure> {
    let statistics = data.mex("kappa")?;
    let figure_2 = FIGURE_BLOCK * FIGURE_BLOCKS;
    let block = if statistics.steps < 2 * figure_2 { FIGURE_BLOCK } else { statistics.sampling.interval };
    let frequencies = frequencies(statistics, block);
    if frequencies.is_empty() {
        return Err(Error::Request {
            problem: format!("{} steps are less than one block of {}", grouped(statistics.steps), grouped(block)),
            hint: example("kappa", "wythoff3:lex", [Term::steps(504_999)]),
        });
    }
    let points: Vec<[f64; 2]> = (0..).zip(&frequencies).map(|(j, &y)| [f64::from(j), y]).collect();
    let mean = statistics.kappa[0] as f64 / statistics.steps.max(1) as f64;
    // Assumption (16) is about the list of Akiyama's algorithm.
    let expected = (statistics.rule == MexRule::Wytlex).then(|| 1.0 - 1.0 / RatioLimits::predicted().gamma);
    let values = || frequencies.iter().copied().chain([mean]).chain(expected);
    let [low, high] = [values().fold(f64::MAX, f64::min), values().fold(f64::MIN, f64::max)];
    let margin = (high - low) * 0.1;
    let last = frequencies.len().max(2) as f64 - 1.0;
    let across = |y: f64| vec![[-0.02 * last, y], [1.02 * last, y]];
    let x = Axis::new(format!("block j of {} numbers", grouped(block)), -0.02 * last, 1.02 * last).whole();
    let y = Axis::new("frequency of κ = 0", low - margin, high + margin);
    let mut panel = Panel::new(x, y).shaped(PanelShape::Ratio(0.68));
    if let Some(expected) = expected {
        let name = format!("1 − 1/γ of theorem 4: {expected:.4}");
        panel = panel.with(Layer::dashed(across(expected), Colour::VERMILION).named(name));
    }
    let panel = panel
        .with(Layer::dotted(across(mean), Colour::GREY).named(format!("n ≤ {}: {mean:.4}", grouped(statistics.steps))))
        .with(Layer::discs(points, 1.7, Colour::BLUE).named("one block"));
    Ok(Figure::new(format!("Frequency of κ = 0 in {}", data.game)).with(panel))
}

/// The blocks that are complete: block j holds the numbers from j·block to
/// (j + 1)·block − 1 for those of figure 2, and from j·block + 1 to (j + 1)·block
/// for larger ones.
fn frequencies(statistics: &MexStatistics, block: u64) -> Vec<f64> {
    let figure_2 = block == FIGURE_BLOCK;
    let shift = u64::from(figure_2);
    // Number 0 is a P-position with κ = 0, but is not counted with the others.
    let mut before = if figure_2 { -1 } else { 0 };
    let mut found = Vec::new();
    for sample in &statistics.samples {
        if sample.n == (found.len() as u64 + 1) * block - shift {
            let zeros = sample.kappa[0] as i64;
            found.push((zeros - before) as f64 / block as f64);
            before = zeros;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run;
    use nimlab::games::wythoff3::rule::Variant;
    use nimlab::stream::mex::Positions;

    #[test]
    fn blocks_are_counted_as_in_the_positions_themselves() {
        let data = ThreePiles::compute(Variant::Lex, 30_000).unwrap();
        let run::RunStatistics::Mex(statistics) = &data.statistics else { panic!("Wytlex(3)") };
        let zeros: Vec<bool> = Positions::new(MexRule::Wytlex).take(30_001).map(|[a, b, c]| 2 * b == a + c).collect();
        let share = |part: &[bool]| part.iter().filter(|&&zero| zero).count() as f64 / part.len() as f64;
        let expected: Vec<f64> = zeros.chunks_exact(5000).map(share).collect();
        assert_eq!(frequencies(statistics, 5000), expected);
        let expected: Vec<f64> = zeros[1..].chunks_exact(10_000).map(share).collect();
        assert_eq!(frequencies(statistics, 10_000), expected);
        assert!(kappa(&ThreePiles::compute(Variant::Lex, 4_000).unwrap()).is_err(), "no block is complete");
    }
}

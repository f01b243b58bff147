//! How often neighbouring P-positions differ by how much in each coordinate
//! (Thesis-A, figure 3.3), as a share of all.

use super::data::ThreePiles;
use super::grouped;
use crate::error::Result;
use crate::run::RunStatistics;
use nimlab_figures::{Axis, Colour, Figure, Layer, Mark, Panel, PanelShape};
use std::collections::BTreeMap;

/// Differences beyond these are counted together at the ends.
const RANGE: std::ops::RangeInclusive<i64> = -6..=16;

/// Up to this many bars have room for their shares.
const MOST_LABELS: i64 = 14;

/// Histograms of the three differences, a panel each.
///
/// ```
/// use nimlab::games::wythoff3::rule::Variant;
/// use nimlab_lab::figures::{self, ThreePiles};
/// let counted = ThreePiles::compute(Variant::Lex, 2000)?;
/// assert!(figures::differences(&counted)?.svg()?.starts_with("<svg"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn differences(data: &ThreePiles) -> Result<Figure> {
    let counts: [BTreeMap<i64, u64>; 3] = match &data.statistics {
        RunStatistics::Mex(statistics) => [0, 1, 2].map(|coordinate| statistics.differences(coordinate)),
        RunStatistics::Positive(statistics) => {
            let mut counts = [const { BTreeMap::new() }; 3];
            for (change, seen) in statistics.differences() {
                for (counts, part) in counts.iter_mut().zip(change) {
                    *counts.entry(part.clamp(*RANGE.start(), *RANGE.end())).or_insert(0) += seen.count;
                }
            }
            counts
        }
    };
    let steps = data.steps().max(1);
    let all = || counts.iter().flat_map(|counts| counts.keys().copied());
    let [low, high] = [all().min().unwrap_or(0), all().max().unwrap_or(1)];
    let mut figure =
        Figure::new(format!("Differences of neighbouring P-positions 0 to {} of {}", grouped(steps), data.game));
    let names = ["a(n) − a(n − 1)", "b(n) − b(n − 1)", "c(n) − c(n − 1)"];
    let colours = [Colour::GREEN, Colour::BLUE, Colour::VERMILION];
    for ((counts, name), colour) in counts.iter().zip(names).zip(colours) {
        let share = |count: u64| 100.0 * count as f64 / steps as f64;
        let most = counts.values().copied().max().unwrap_or(0);
        let label = |share: f64| if high - low < MOST_LABELS { label(share) } else { String::new() };
        let bars = counts.iter().map(|(&difference, &count)| ([difference as f64, share(count)], label(share(count))));
        let x = Axis::new(name, low as f64 - 0.6, high as f64 + 0.6).ticks(ticks(low, high));
        let y = Axis::new("share (%)", 0.0, share(most) * 1.2);
        let panel = Panel::new(x, y).shaped(PanelShape::Ratio(0.30));
        figure = figure.with(panel.with(Layer::new(Mark::Bars(bars.collect(), 0.8, colour))));
    }
    Ok(figure)
}

/// A tick at every difference, or at every second one.
fn ticks(low: i64, high: i64) -> Vec<(f64, String)> {
    let every = if high - low < MOST_LABELS { 1 } else { 2 };
    (low..=high)
        .filter(|difference| difference % every == 0)
        .map(|difference| {
            let label = match difference {
                least if least == *RANGE.start() => format!("≤ {least}"),
                most if most == *RANGE.end() => format!("≥ {most}"),
                other => other.to_string(),
            };
            (difference as f64, label.replace('-', "−"))
        })
        .collect()
}

/// A share in per cent, short enough for a bar.
fn label(share: f64) -> String {
    match share {
        share if share >= 9.95 => format!("{share:.0}"),
        share if share >= 0.095 => format!("{share:.1}"),
        share if share >= 0.01 => format!("{share:.2}"),
        _ => "<.01".into(),
    }
}

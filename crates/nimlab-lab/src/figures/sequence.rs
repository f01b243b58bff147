//! The values of a heap game, heap by heap, with the preperiod and the periods
//! shaded where they are proved.

use super::example;
use super::grouped;
use crate::error::{Error, Result};
use nimlab::Term;
use nimlab::rules::RuleGame;
use nimlab::sequence::{Period, Sequence};
use nimlab::solve::TableSize;
use nimlab::{Ask, Game, Rule};
use nimlab_figures::Pen;
use nimlab_figures::{Axis, Colour, Figure, Layer, Mark, Panel, PanelShape};
use std::sync::Arc;

/// Heaps up to which a period is looked for.
const LOOKED_FOR: u64 = 100_000;

/// The most heaps that are drawn.
pub(super) const MOST_HEAPS: u64 = 200_000;

/// Heaps that are drawn where no period is proved.
const UNPROVED: u64 = 300;

/// Up to this many heaps, each value stands on a line.
const STEMS: u64 = 130;

/// The most periods that can be told apart.
const MOST_BANDS: f64 = 160.0;

/// The first values of a heap game: this many, or three periods.
///
/// ```
/// use nimlab::catalogue;
/// let figure = nimlab_lab::figures::sequence(&*catalogue::game("kayles")?, Some(100))?;
/// assert!(figure.svg()?.starts_with("<svg"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn sequence(game: &dyn Game, heaps: Option<u64>) -> Result<Figure> {
    let Some(rule) = game.heap_rule() else {
        return Err(Error::Request {
            problem: format!("a sequence needs a heap game, and {} is not one", game.name()),
            hint: example("sequence", "octal:0.77", []),
        });
    };
    can_be_drawn(heaps)?;
    let mut sequence = Sequence::new(rule.clone());
    let period = sequence.prove(LOOKED_FOR)?;
    let three = period.as_ref().map(|period| period.preperiod.saturating_add(period.period.saturating_mul(3)));
    let heaps = heaps.or(three.map(|heaps| heaps.clamp(24, 20_000))).unwrap_or(UNPROVED);
    let values = sequence.first_values(heaps as usize)?;
    Ok(drawn(&game.name(), &values, period.as_ref()))
}

/// The first values of single heaps by rules of which no theorem proves a
/// period: this many, or a few hundred.
///
/// ```
/// use nimlab_lab::figures::sequence_of_rules;
/// let game = nimlab::rules::compile("state n  move k in 1..3 where k <= n -> (n - k)").unwrap();
/// assert!(sequence_of_rules(&game, Some(40))?.svg()?.starts_with("<svg"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn sequence_of_rules(game: &RuleGame, heaps: Option<u64>) -> Result<Figure> {
    if !game.is_sum() || game.state().len() != 1 {
        return Err(Error::Request {
            problem: format!(
                "a sequence needs positions of one number, and {} has {}",
                game.name(),
                game.state().len()
            ),
            hint: "rules that have one: state n  move k in 1..3 where k <= n -> (n - k)".into(),
        });
    }
    can_be_drawn(heaps)?;
    let values = game.table(TableSize::Side(heaps.unwrap_or(UNPROVED))).run()?.values;
    Ok(drawn(&game.name(), &values, None))
}

fn can_be_drawn(heaps: Option<u64>) -> Result<()> {
    match heaps.filter(|heaps| !(2..=MOST_HEAPS).contains(heaps)) {
        None => Ok(()),
        Some(heaps) => Err(Error::Request {
            problem: format!("a figure shows from 2 to {MOST_HEAPS} heaps, and {heaps} were asked for"),
            hint: example("sequence", "octal:0.77", [Term::heaps(150)]),
        }),
    }
}

fn drawn(name: &str, values: &[u32], period: Option<&Arc<Period>>) -> Figure {
    let heaps = values.len() as u64;
    let points = values.iter().enumerate().map(|(n, &value)| [n as f64, f64::from(value)]).collect();
    let bands = period.map_or(Vec::new(), |period| bands(period, heaps));
    let panel = values_panel("heap n (stones)", heaps, points, bands);
    let proof = if period.is_none() { ": no period proved" } else { "" };
    Figure::new(format!("Values of {name}{proof}")).with(panel)
}

/// A panel of values over the numbers below `count`, before some bands.
pub(super) fn values_panel(label: &str, count: u64, points: Vec<[f64; 2]>, bands: Vec<Layer>) -> Panel {
    let highest = points.iter().map(|point| point[1]).fold(0.0, f64::max);
    let x = Axis::new(label, -0.5, count as f64 - 0.5).whole();
    let y = Axis::new("Grundy value G(n)", 0.0, (highest * 1.08).max(1.5)).whole();
    let mut panel = Panel::new(x, y).shaped(PanelShape::Ratio(0.55));
    panel.layers = bands;
    let radius = match count {
        0..=60 => 2.2,
        61..=STEMS => 1.7,
        131..=600 => 1.2,
        _ => 0.7,
    };
    if count <= STEMS {
        panel = panel.with(Layer::new(Mark::Stems(points.clone(), Pen::solid(Colour::GREY, 0.7))));
    }
    panel.with(Layer::discs(points, radius, Colour::BLUE))
}

/// Bands behind the preperiod and every second period.
fn bands(period: &Arc<Period>, heaps: u64) -> Vec<Layer> {
    let (start, length) = (period.preperiod as f64 - 0.5, period.period as f64);
    let saltus = if period.saltus > 0 { format!(", saltus {}", period.saltus) } else { String::new() };
    let [before, within] = [Colour::ORANGE.with_opacity(70), Colour::SKY.with_opacity(90)];
    let first = format!("preperiod ℓ = {}", grouped(period.preperiod));
    let name = format!("period p = {}{saltus}, every second one", grouped(period.period));
    let mut layers = Vec::new();
    // Where there are more bands than can be told apart, one band stands for all.
    let count = if heaps as f64 / length < MOST_BANDS { (heaps as f64 / length / 2.0).ceil() as u64 + 1 } else { 0 };
    let starts = (0..count).map(|i| start + 2.0 * i as f64 * length).take_while(|&at| at < heaps as f64);
    layers.extend(starts.map(|at| Layer::new(Mark::Band(at, at + length, within))));
    if let Some(band) = layers.first_mut() {
        band.name = Some(name);
    }
    if period.preperiod > 0 {
        layers.insert(0, Layer::new(Mark::Band(-0.5, start, before)).named(first));
    }
    layers
}

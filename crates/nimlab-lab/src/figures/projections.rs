//! The P-positions of a three-pile game, two coordinates at a time, with the
//! lines through the origin that the last of them gives (Akiyama, figure 1;
//! Thesis-A, figure 3.1).

use super::space::ordinal;
use super::{data, grouped};
use crate::error::Result;
use nimlab::games::wythoff3::rule::Variant;
use nimlab_figures::{Axis, Colour, Figure, Layer, Panel, PanelShape};

/// Positions that are drawn at most.
const MOST: u64 = 300;

/// (a, b), (a, c) and (b, c) of the P-positions from number 0 to `steps`.
///
/// ```
/// use nimlab::games::wythoff3::rule::Variant;
/// use nimlab_lab::figures;
/// assert!(figures::projections(Variant::Positive, 50)?.svg()?.starts_with("<svg"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn projections(variant: Variant, steps: u64) -> Result<Figure> {
    let (positions, every) = data::positions(variant, steps, MOST)?;
    let last = positions.last().copied().unwrap_or_default().map(|n| n as f64);
    let [_, b, c] = last;
    let x = Axis::new("smaller coordinate (stones)", 0.0, (b * 1.05).max(1.0));
    let y = Axis::new("larger coordinate (stones)", 0.0, (c * 1.05).max(1.0));
    let mut panel = Panel::new(x, y).shaped(PanelShape::Ratio(1.0));
    let radius = if positions.len() > 150 { 1.3 } else { 1.8 };
    let pairs =
        [([0, 2], "(a, c)", Colour::VERMILION), ([1, 2], "(b, c)", Colour::BLUE), ([0, 1], "(a, b)", Colour::GREEN)];
    for ([i, j], name, colour) in pairs {
        let slope = last[j] / last[i].max(1.0);
        let points = positions.iter().map(|position| [position[i] as f64, position[j] as f64]).collect();
        panel = panel
            .with(Layer::line(vec![[0.0, 0.0], [last[i], last[j]]], colour.with_opacity(110)))
            .with(Layer::discs(points, radius, colour).named(format!("{name}, slope {slope:.3}")));
    }
    let which = if every == 1 { String::new() } else { format!(", every {} drawn", ordinal(every)) };
    let title = format!("P-positions 0 to {} of wythoff3:{}{which}", grouped(steps), variant.word());
    Ok(Figure::new(title).with(panel))
}

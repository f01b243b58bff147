//! The P-positions of three-pile games in space (Akiyama, figure 1; Thesis-A,
//! figure 3.1): the ascending ones, and their images under the other orders of
//! the piles, which lie along five more half-lines.

use super::{data, grouped};
use crate::error::Result;
use nimlab::games::wythoff3::rule::Variant;
use nimlab_figures::space::{Point, Space};
use nimlab_figures::{Colour, Figure};

/// Positions that are drawn at most.
const MOST: u64 = 400;

/// The P-positions of the games from number 0 to `steps`, a panel each.
///
/// ```
/// use nimlab::games::wythoff3::rule::Variant;
/// use nimlab_lab::figures;
/// assert!(figures::space(&[Variant::Positive, Variant::Lex], 50)?.svg()?.starts_with("<svg"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn space(variants: &[Variant], steps: u64) -> Result<Figure> {
    let names: Vec<String> = variants.iter().map(|variant| format!("wythoff3:{}", variant.word())).collect();
    let mut figure = Figure::new(format!("P-positions 0 to {} of {}", grouped(steps), names.join(" and ")));
    for (variant, name) in variants.iter().zip(&names) {
        let (positions, every) = data::positions(*variant, steps, MOST)?;
        let side = positions.iter().flatten().copied().max().unwrap_or(1).max(1) as f64;
        let space = Space { side, labels: ["a", "b", "c"].map(String::from), unit: "stones".into() };
        let which = if every == 1 { String::new() } else { format!(", every {}", ordinal(every)) };
        let ascending = positions.iter().map(|position| position.map(|n| n as f64));
        let others = positions.iter().flat_map(|position| other_orders(position.map(|n| n as f64)));
        let shadow = positions.iter().map(|&[a, b, _]| [a as f64, b as f64, 0.0]);
        let panel = space
            .panel()
            .with(space.discs(shadow, 0.9, Colour::GREY).named("their shadow on the floor"))
            .with(space.discs(others, 1.1, Colour::SKY).named("in the other five orders"))
            .with(space.discs(ascending, 1.6, Colour::VERMILION).named(format!("{name}, a ≤ b ≤ c{which}")));
        figure = figure.with(panel);
    }
    Ok(figure)
}

fn other_orders([a, b, c]: Point) -> [Point; 5] {
    [[a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]]
}

/// `2nd`, `3rd`, `4th`, …
pub(super) fn ordinal(number: u64) -> String {
    let end = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{}{end}", grouped(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinals_are_written_as_they_are_spoken() {
        assert_eq!(
            [1, 2, 3, 4, 11, 12, 21, 22, 113, 1600].map(ordinal).join(" "),
            "1st 2nd 3rd 4th 11th 12th 21st 22nd 113th 1600th"
        );
    }
}

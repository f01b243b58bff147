//! Whether an automaton could tell the P-positions of three piles from the digits of
//! their numbers: how many different blocks the places of the numbers have.

use super::grouped;
use crate::error::{Error, Result};
use nimlab::Budget;
use nimlab::automata::{BlockCount, Numbers, different_blocks};
use nimlab::games::wythoff3::places::places;
use nimlab::games::wythoff3::rule::Variant;
use nimlab_figures::{Axis, Colour, Figure, Layer, Panel, PanelShape};

/// The systems of the figure.
const SYSTEMS: [&str; 4] = ["base:2", "base:3", "zeckendorf", "tribonacci"];

/// The most numbers that are looked at.
const MOST: u64 = 100_000_000;

/// For each number of last digits, how many different blocks the numbers have that share
/// all digits before them, a panel for each system. An automaton that reads the digits of a
/// number from the highest on, and tells its place in its P-position (in positive Nim the set
/// of its places, see [`places`]), has at least so many states.
///
/// ```
/// use nimlab::games::wythoff3::rule::Variant;
/// use nimlab_lab::figures;
/// let figure = figures::blocks(&[Variant::L1], 1000, nimlab::Budget::default())?;
/// assert!(figure.svg()?.starts_with("<svg"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn blocks(variants: &[Variant], below: u64, budget: Budget) -> Result<Figure> {
    if !(2..=MOST).contains(&below) {
        return Err(Error::Request {
            problem: format!("the figure is made of 2 to {MOST} numbers, and {below} were asked for"),
            hint: super::example("blocks", "wythoff3:l1", [nimlab::Term::Set("numbers", "1e6".into())]),
        });
    }
    let mut meter = budget.meter("the figure of blocks");
    let letters = variants
        .iter()
        .map(|&variant| places(variant, below as usize, &mut meter))
        .collect::<nimlab::Result<Vec<_>>>()?;
    let title = format!("Different blocks of the places of the numbers 0 to {}", grouped(below - 1));
    let mut figure = Figure::new(title);
    let colours = [Colour::VERMILION, Colour::BLUE, Colour::GREEN];
    for system in SYSTEMS {
        let numbers = Numbers::named(system)?;
        let counts = letters
            .iter()
            .map(|letters| different_blocks(letters, &numbers, &mut meter))
            .collect::<nimlab::Result<Vec<_>>>()?;
        let all = || counts.iter().flatten();
        let digits = all().map(|count| count.digits).max().unwrap_or(0).max(1) as f64;
        let most = all().map(|count| count.different).max().unwrap_or(1) as f64;
        let x = Axis::new(format!("last digits, {}", numbers.name()), 0.0, digits).whole();
        let y = Axis::new("different blocks", 0.8, most * 20.0).logarithmic();
        let mut panel = Panel::new(x, y).shaped(PanelShape::Ratio(0.4));
        let points = |of: &[BlockCount], value: fn(&BlockCount) -> usize| -> Vec<[f64; 2]> {
            of.iter().map(|count| [count.digits as f64, value(count) as f64]).collect()
        };
        if let Some(first) = counts.first() {
            let mut possible = points(first, |count| count.prefixes);
            possible.retain(|point| point[1] <= most * 20.0);
            panel = panel.with(Layer::dashed(possible, Colour::GREY).named("prefixes: no more are possible"));
        }
        for ((variant, counts), colour) in variants.iter().zip(&counts).zip(colours.iter().cycle()) {
            let line = points(counts, |count| count.different);
            let name = format!("wythoff3:{}", variant.word());
            panel = panel.with(Layer::line(line.clone(), *colour).named(name)).with(Layer::discs(line, 1.8, *colour));
        }
        figure = figure.with(panel);
    }
    Ok(figure)
}

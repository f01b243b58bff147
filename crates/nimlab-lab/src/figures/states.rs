//! How the number of states grows with the Grundy value, in the theorems that are
//! kept with the library.

use crate::error::Result;
use nimlab::{Play, prove};
use nimlab_figures::{Axis, Colour, Figure, Layer, Panel, PanelShape};

/// The states of the automata by value, one line for each game with several piles and
/// several values.
///
/// ```
/// let figure = nimlab_lab::figures::states()?;
/// assert!(figure.svg()?.contains("r-wythoff"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn states() -> Result<Figure> {
    let colours = [Colour::BLACK, Colour::VERMILION, Colour::BLUE, Colour::GREEN, Colour::ORANGE, Colour::PURPLE];
    let several: Vec<_> = prove::THEOREMS
        .iter()
        .filter(|known| known.play == Play::Normal)
        .filter_map(|known| Some((known.game, known.theorem()?)))
        .filter(|(_, theorem)| theorem.sets.len() > 1 && theorem.names.len() > 1)
        .collect();
    let all = || several.iter().flat_map(|(_, theorem)| theorem.sets.iter().map(|set| set.states() as f64));
    let most = several.iter().map(|(_, theorem)| theorem.value()).max().unwrap_or(1);
    let x = Axis::new("Grundy value", -0.5, most as f64 + 0.5);
    let (least, largest) = (all().fold(f64::MAX, f64::min), all().fold(1.0, f64::max));
    let y = Axis::new("states", least / 1.5, largest * 1.5).logarithmic();
    let mut panel = Panel::new(x, y).shaped(PanelShape::Ratio(0.75));
    for ((game, theorem), colour) in several.iter().zip(colours.iter().cycle()) {
        let points: Vec<[f64; 2]> =
            theorem.sets.iter().enumerate().map(|(value, set)| [value as f64, set.states() as f64]).collect();
        let name = format!("{game} ({})", theorem.numbers.name());
        panel = panel.with(Layer::line(points.clone(), *colour).named(name)).with(Layer::discs(points, 2.0, *colour));
    }
    Ok(Figure::new("States of the automaton of a Grundy value").with(panel))
}

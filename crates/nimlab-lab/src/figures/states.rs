//! How the number of states grows with the Grundy value, in the theorems that are
//! kept with the library and in those of certificates.

use crate::error::{Error, Result};
use nimlab::number::shorten;
use nimlab::prove::{self, Certificate, Theorem};
use nimlab::{Hint, Play, Term, catalogue};
use nimlab_figures::{Axis, Colour, Figure, Layer, Panel, PanelShape};

/// The states of the automata by value, one line for each built-in game with several
/// piles and several values, and one for each certificate. A certificate takes the place of
/// the theorem that is kept about its game in its system. It is not checked here.
///
/// ```
/// let figure = nimlab_lab::figures::states(&[])?;
/// assert!(figure.svg()?.contains("r-wythoff"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn states(certificates: &[Certificate]) -> Result<Figure> {
    let colours = [Colour::BLACK, Colour::VERMILION, Colour::BLUE, Colour::GREEN, Colour::ORANGE, Colour::PURPLE];
    let unread = |certificate: &Certificate| Error::Request {
        problem: format!("the certificate about {} has no automata that can be read", shorten(&certificate.game)),
        hint: Hint::example([
            Term::Ask("plot"),
            Term::Name("states"),
            Term::Name("theorem.json"),
            Term::output("x.svg"),
        ]),
    };
    let read = |certificate| Theorem::read(certificate).ok_or_else(|| unread(certificate));
    let given = certificates.iter().map(read).collect::<Result<Vec<Theorem>>>()?;
    let kept = prove::THEOREMS
        .iter()
        .filter(|known| known.play == Play::Normal && matches!(catalogue::rule_game(known.game), Ok(None)))
        .filter_map(|known| known.theorem())
        .filter(|theorem| theorem.sets.len() > 1 && theorem.names.len() > 1);
    let mut lines: Vec<&Theorem> = kept.collect();
    for theorem in &given {
        match lines.iter_mut().find(|line| title(line) == title(theorem)) {
            Some(line) => *line = theorem,
            None => lines.push(theorem),
        }
    }
    let all = || lines.iter().flat_map(|theorem| theorem.sets.iter().map(|set| set.states() as f64));
    let most = lines.iter().map(|theorem| theorem.value()).max().unwrap_or(1);
    let x = Axis::new("Grundy value", -0.5, most as f64 + 0.5);
    let (least, largest) = (all().fold(f64::MAX, f64::min), all().fold(1.0, f64::max));
    let y = Axis::new("states", least / 1.5, largest * 1.5).logarithmic();
    let mut panel = Panel::new(x, y).shaped(PanelShape::Ratio(0.75));
    for (theorem, colour) in lines.iter().zip(colours.iter().cycle()) {
        let points: Vec<[f64; 2]> =
            theorem.sets.iter().enumerate().map(|(value, set)| [value as f64, set.states() as f64]).collect();
        panel = panel.with(Layer::line(points.clone(), *colour).named(title(theorem)));
        panel = panel.with(Layer::discs(points, 2.0, *colour));
    }
    Ok(Figure::new("States of the automaton of a Grundy value").with(panel))
}

/// The name of a line: the game and the numeration system.
fn title(theorem: &Theorem) -> String {
    match theorem.play {
        Play::Normal => format!("{} ({})", theorem.game, theorem.numbers.name()),
        Play::Misere => format!("{} ({}), misère", theorem.game, theorem.numbers.name()),
    }
}

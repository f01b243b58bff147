//! Figures of games: from data to a [`Figure`], one file for each figure. The crate
//! `nimlab-figures` draws them.
//!
//! ```
//! use nimlab::{Budget, catalogue, solve::TableSize};
//! use nimlab_lab::figures;
//!
//! let game = catalogue::game("wythoff").unwrap();
//! let figure = figures::heat_map(&*game, TableSize::Side(20), Budget::default()).unwrap();
//! assert!(figure.svg().unwrap().starts_with("<svg"));
//! ```

mod automaton;
mod blocks;
mod board;
mod course;
mod data;
mod differences;
mod exceptions;
mod heat;
mod kappa;
mod limits;
mod projections;
mod sequence;
mod sources;
mod space;
mod states;
mod timing;

use nimlab::{Hint, Term};

pub use automaton::automaton;
pub use blocks::blocks;
pub use board::{MOST_SIDE, board};
pub use course::{course, course_of_play};
pub use data::{ThreePiles, default_steps};
pub use differences::differences;
pub use exceptions::exceptions;
pub use heat::{figure_of, heat_map, table_figure};
pub use kappa::kappa;
pub use limits::limits;
pub use nimlab_figures::{Figure, ImageFormat};
pub use projections::projections;
pub use sequence::{sequence, sequence_of_rules};
pub use sources::{SOURCES, SourceFigure};
pub use space::space;
pub use states::states;
pub use timing::{Measurement, Measurements, STRATEGIES, measure, measurements_from_csv, timing};

/// A figure that works, for a message about one that does not.
fn example(figure: &'static str, game: &str, with: impl IntoIterator<Item = Term>) -> Hint {
    let asked = [Term::Ask("plot"), Term::Name(figure), Term::game(game)];
    Hint::example(asked.into_iter().chain(with).chain([Term::output(format!("{figure}.svg"))]))
}

/// A number with its digits in groups of three.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    if digits.len() <= 4 {
        return digits;
    }
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push('\u{2009}');
        }
        text.push(digit);
    }
    text
}

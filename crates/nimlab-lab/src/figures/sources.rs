//! The figures that the sources print, each with the call that draws it.

use super::data::{ThreePiles, default_steps};
use super::{
    Figure, Measurement, STRATEGIES, board, course, differences, exceptions, heat_map, kappa, limits, measure,
    projections, sequence, space, timing,
};
use crate::error::Result;
use crate::reproduce::{LARGEST_TABLE, printed_times};
use nimlab::catalogue::game;
use nimlab::games::wythoff3::rule::Variant;
use nimlab::solve::TableSize;
use nimlab::{Budget, Play};
use std::sync::OnceLock;

/// A figure of a source.
///
/// ```
/// use nimlab_lab::figures::SOURCES;
/// assert!(SOURCES.iter().any(|figure| figure.source == "Akiyama" && figure.number == "2"));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct SourceFigure {
    /// The short name of the source.
    pub source: &'static str,
    /// The number of the figure there; empty for one that the source only
    /// describes in words.
    pub number: &'static str,
    /// A name for a file, without its end.
    pub file: &'static str,
    /// What it shows.
    pub shows: &'static str,
    /// Whether it is the same every time; times are not.
    pub repeatable: bool,
    /// Draws it at the source's size.
    pub draw: fn() -> Result<Figure>,
}

/// Every figure of the sources.
pub const SOURCES: &[SourceFigure] = &[
    SourceFigure {
        source: "Thesis-A",
        number: "1.1",
        file: "thesis-a-1.1",
        shows: "warm and cold positions of the game of 1, 2 or 3 coins",
        repeatable: true,
        draw: || sequence(&*game("subtraction:1,2,3")?, Some(13)),
    },
    SourceFigure {
        source: "Thesis-A",
        number: "1.2",
        file: "thesis-a-1.2",
        shows: "the first P-positions of Wythoff's game and their mirror images",
        repeatable: true,
        draw: || wythoff_board("wythoff", 8, None),
    },
    SourceFigure {
        source: "Thesis-A",
        number: "2.1",
        file: "thesis-a-2.1",
        shows: "Grundy values of Wythoff's game on 200 × 200",
        repeatable: true,
        draw: || heat_map(&*game("wythoff")?, TableSize::Side(200), Budget::default()),
    },
    SourceFigure {
        source: "Thesis-A",
        number: "2.2",
        file: "thesis-a-2.2",
        shows: "Grundy values of R-Wythoff on 200 × 200",
        repeatable: true,
        draw: || heat_map(&*game("r-wythoff")?, TableSize::Side(200), Budget::default()),
    },
    SourceFigure {
        source: "Thesis-A",
        number: "3.1",
        file: "thesis-a-3.1",
        shows: "the first 100 P-positions of the algorithm in space",
        repeatable: true,
        draw: || space(&[Variant::Lex], 99),
    },
    SourceFigure {
        source: "Thesis-A",
        number: "3.2",
        file: "thesis-a-3.2",
        shows: "exceptions divided by n, up to n = 3 200 000",
        repeatable: true,
        draw: || exceptions(&ThreePiles::compute(Variant::Lex, default_steps())?),
    },
    SourceFigure {
        source: "Thesis-A",
        number: "3.3",
        file: "thesis-a-3.3",
        shows: "frequencies of the three differences, up to n = 3 200 000",
        repeatable: true,
        draw: || differences(&ThreePiles::compute(Variant::Lex, default_steps())?),
    },
    SourceFigure {
        source: "Thesis-W",
        number: "1",
        file: "thesis-w-1",
        shows: "a play of Nim from 3, 4, 5; the moves are ours, the text does not tell the picture's",
        repeatable: true,
        draw: || course(&[3, 4, 5]),
    },
    SourceFigure {
        source: "Thesis-W",
        number: "2",
        file: "thesis-w-2",
        shows: "P-positions of Wythoff's game, a = 1",
        repeatable: true,
        draw: || wythoff_board("wythoff", 29, None),
    },
    SourceFigure {
        source: "Thesis-W",
        number: "3",
        file: "thesis-w-3",
        shows: "P-positions of Wythoff's game, a = 2",
        repeatable: true,
        draw: || wythoff_board("wythoff:2", 35, None),
    },
    SourceFigure {
        source: "Thesis-W",
        number: "4",
        file: "thesis-w-4",
        shows: "the queen on the board of 10 × 10",
        repeatable: true,
        draw: || wythoff_board("wythoff", 10, Some([7, 9])),
    },
    SourceFigure {
        source: "Thesis-W",
        number: "5",
        file: "thesis-w-5",
        shows: "time of the recursive strategy",
        repeatable: false,
        draw: || times(&["recursive"]),
    },
    SourceFigure {
        source: "Thesis-W",
        number: "6",
        file: "thesis-w-6",
        shows: "time of the algebraic strategy",
        repeatable: false,
        draw: || times(&["algebraic"]),
    },
    SourceFigure {
        source: "Thesis-W",
        number: "7",
        file: "thesis-w-7",
        shows: "time of the arithmetic strategy",
        repeatable: false,
        draw: || times(&["arithmetic"]),
    },
    SourceFigure {
        source: "Thesis-W",
        number: "8",
        file: "thesis-w-8",
        shows: "time of all three strategies",
        repeatable: false,
        draw: || times(&STRATEGIES),
    },
    SourceFigure {
        source: "Thesis-W",
        number: "9",
        file: "thesis-w-9",
        shows: "time of the recursive and the algebraic strategy",
        repeatable: false,
        draw: || times(&["recursive", "algebraic"]),
    },
    SourceFigure {
        source: "Akiyama",
        number: "1",
        file: "akiyama-1",
        shows: "P-positions of positive Nim and of L1-Nim in space",
        repeatable: true,
        draw: || space(&[Variant::Positive, Variant::L1], 100),
    },
    SourceFigure {
        source: "Akiyama",
        number: "1",
        file: "akiyama-1-l1-projections",
        shows: "the same for L1-Nim, two coordinates at a time",
        repeatable: true,
        draw: || projections(Variant::L1, 100),
    },
    SourceFigure {
        source: "Akiyama",
        number: "1",
        file: "akiyama-1-algorithm",
        shows: "the list of the algorithm in space, which the paper takes for that of L1-Nim",
        repeatable: true,
        draw: || space(&[Variant::Lex], 100),
    },
    SourceFigure {
        source: "Akiyama",
        number: "1",
        file: "akiyama-1-positive-projections",
        shows: "the same for positive Nim, two coordinates at a time",
        repeatable: true,
        draw: || projections(Variant::Positive, 100),
    },
    SourceFigure {
        source: "Akiyama",
        number: "2",
        file: "akiyama-2",
        shows: "the frequency of κ = 0 in 101 blocks of 5000 numbers",
        repeatable: true,
        draw: || kappa(&ThreePiles::compute(Variant::Lex, 504_999)?),
    },
    SourceFigure {
        source: "Akiyama",
        number: "",
        file: "akiyama-limits",
        shows: "v(n)/n next to the limits of theorem 4 and of theorem 13 of Thesis-A",
        repeatable: true,
        draw: || limits(&ThreePiles::compute(Variant::Lex, default_steps())?),
    },
];

fn wythoff_board(name: &str, side: u64, from: Option<[u64; 2]>) -> Result<Figure> {
    board(&*game(name)?, side, Play::Normal, from, Budget::default())
}

/// The times of some strategies up to the largest table of table 4, which are
/// measured once, next to those that the source prints.
fn times(strategies: &[&str]) -> Result<Figure> {
    static MEASURED: OnceLock<Vec<Measurement>> = OnceLock::new();
    let measured = match MEASURED.get() {
        Some(measured) => measured,
        None => {
            let own = measure(&*game("wythoff:2")?, &STRATEGIES, LARGEST_TABLE)?;
            MEASURED.get_or_init(|| own)
        }
    };
    let wanted = |measurement: &&Measurement| strategies.iter().any(|strategy| measurement.is_of(strategy));
    let printed = printed_times()?;
    let all: Vec<Measurement> = measured.iter().chain(&printed).filter(wanted).cloned().collect();
    timing(&all, "Time to list n P-positions of wythoff:2: now, and as printed")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_repeatable_figure_is_the_same_twice_and_files_have_different_names() {
        for figure in SOURCES.iter().filter(|figure| figure.repeatable) {
            let [first, second] = [(figure.draw)().unwrap(), (figure.draw)().unwrap()];
            assert_eq!(first, second, "{}", figure.file);
            assert_eq!(first.svg().unwrap(), second.svg().unwrap(), "{}", figure.file);
        }
        let mut files: Vec<&str> = SOURCES.iter().map(|figure| figure.file).collect();
        files.sort_unstable();
        files.dedup();
        assert_eq!(files.len(), SOURCES.len());
    }
}

//! Figures of games: from data to a [`Figure`], one file a figure. The crate
//! `nimlab-figures` draws them.
//!
//! ```
//! use nimlab::{catalogue, solve::{Budget, TableSize}};
//! use nimlab_lab::figures;
//!
//! let game = catalogue::game("wythoff").unwrap();
//! let figure = figures::heat_map(&*game, TableSize::Side(20), Budget::default()).unwrap();
//! assert!(figure.svg().unwrap().starts_with("<svg"));
//! ```

mod board;
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
mod timing;

pub use board::{MOST_SIDE, board};
pub use data::{ThreePiles, default_steps};
pub use differences::differences;
pub use exceptions::exceptions;
pub use heat::{heat_map, heat_map_of};
pub use kappa::kappa;
pub use limits::limits;
pub use nimlab_figures::{Figure, Format};
pub use projections::projections;
pub use sequence::sequence;
pub use sources::{SOURCES, SourceFigure};
pub use space::space;
pub use timing::{Measurement, STRATEGIES, measure, measurements_from_csv, measurements_to_csv, timing};

/// A kind of figure: what `nimlab plot` is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kind {
    /// Its name.
    pub name: &'static str,
    /// What it shows.
    pub shows: &'static str,
    /// A command that works.
    pub example: &'static str,
}

/// Every kind of figure.
pub const KINDS: &[Kind] = &[
    Kind {
        name: "heat",
        shows: "Grundy values as a heat map",
        example: "nimlab plot heat wythoff --size 200 -o heat.png",
    },
    Kind {
        name: "board",
        shows: "P-positions on a board, with winning moves",
        example: "nimlab plot board wythoff --size 10 --from 7,9 -o board.svg",
    },
    Kind {
        name: "sequence",
        shows: "values of a heap game, with preperiod and period",
        example: "nimlab plot sequence octal:0.77 -o kayles.svg",
    },
    Kind {
        name: "space",
        shows: "P-positions of three piles in space",
        example: "nimlab plot space wythoff3:l1 --steps 100 -o space.svg",
    },
    Kind {
        name: "projections",
        shows: "P-positions of three piles, two coordinates at a time",
        example: "nimlab plot projections wythoff3:positive -o projections.svg",
    },
    Kind {
        name: "exceptions",
        shows: "the share of positions with κ > 0, up to n",
        example: "nimlab plot exceptions wythoff3:l1 -o exceptions.svg",
    },
    Kind {
        name: "differences",
        shows: "how often neighbouring P-positions differ by how much",
        example: "nimlab plot differences wythoff3:l1 -o differences.svg",
    },
    Kind {
        name: "kappa",
        shows: "the frequency of κ = 0, block by block",
        example: "nimlab plot kappa wythoff3:l1 -o kappa.svg",
    },
    Kind {
        name: "limits",
        shows: "v/n as n grows, beside the predicted limits",
        example: "nimlab plot limits wythoff3:l1 -o limits.svg",
    },
    Kind {
        name: "timing",
        shows: "time of the three strategies for Wythoff's game",
        example: "nimlab plot timing wythoff:2 -o timing.svg",
    },
];

//! # nimlab: exact, fast methods for games of the Nim and Wythoff family
//!
//! Ask a [game](game::Game) of the [catalogue] who wins a position, by which
//! moves and why; list its P-positions; tabulate its Grundy values. Every
//! answer is exact, on integers of any size where a theorem allows it, and
//! says by which method it was found.
//!
//! ```
//! use nimlab::{catalogue, game::{Outcome, Play}, solve::{solve, Budget}};
//!
//! let game = catalogue::game("wythoff:2").unwrap();
//! let position = game.read("17,29").unwrap();
//! let answer = solve(&*game, &position, Play::Normal, None, Budget::default()).unwrap();
//! assert_eq!(answer.outcome, Outcome::N);
//! assert_eq!(answer.winning_moves.list[0].to_string(), "7,17");
//! println!("{}", game.explain(&answer));
//! ```
//!
//! The sources are cited by short names: Thesis-W (M. Mijailović, *Igra nim*,
//! Belgrade 2020), Thesis-A (a bachelor thesis on Wythoff's game, ℛ-Wythoff
//! and Akiyama's Nim), Akiyama (S. Akiyama, *3 dimensional Wythoff Nim*),
//! Handout (a school handout on Fibonacci Nim), Slides (a Dutch lecture on
//! subtraction and all-but games).

pub mod bits;
pub mod catalogue;
pub mod error;
pub mod explain;
pub mod game;
pub mod games;
pub mod json;
pub mod memory;
pub mod number;
pub mod numeration;
pub mod play;
pub mod rules;
pub mod sequence;
pub mod solve;
pub mod stream;
pub mod text;

pub use error::{Error, Result};

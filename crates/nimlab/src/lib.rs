//! # nimlab: exact, fast methods for games of the Nim and Wythoff family
//!
//! Ask a [game](Game) of the [catalogue] who wins a position, by which moves and
//! why; list its P-positions; tabulate its Grundy values. Every answer is exact,
//! on integers of any size where a theorem allows it, and says by which method it
//! was found.
//!
//! ```
//! use nimlab::prelude::*;
//!
//! let game = catalogue::game("wythoff:2")?;
//! let answer = game.solve(&game.read("17,29")?).run()?;
//! assert_eq!(answer.outcome, Outcome::N);
//! assert_eq!(answer.winning_moves.list[0].to_string(), "7,17");
//! println!("{}", game.explain(&answer));
//! # Ok::<(), nimlab::Error>(())
//! ```
//!
//! A game of your own is a [`Rule`] of three methods. Questions are always asked
//! through [`Ask`]. From a rule with linear conditions [`prove`] makes theorems about
//! positions of any size, by the automata of [`automata`].
//!
//! The sources are cited by short names: Thesis-W (M. Mijailović, *Igra nim*,
//! Belgrade 2020), Thesis-A (a bachelor thesis on Wythoff's game, ℛ-Wythoff
//! and Akiyama's Nim), Akiyama (S. Akiyama, *3 dimensional Wythoff Nim*),
//! Handout (a school handout on Fibonacci Nim), Slides (a Dutch lecture on
//! subtraction and all-but games).

mod ability;
mod answer;
pub mod automata;
pub mod bits;
mod budget;
mod cancel;
pub mod catalogue;
pub mod error;
pub mod explain;
mod game;
pub mod games;
mod heap_code;
mod heap_rule;
mod hint;
#[cfg(feature = "json")]
pub mod json;
mod list;
pub mod memory;
mod meter;
mod moment;
pub mod number;
pub mod numeration;
pub mod play;
mod position;
pub mod prove;
mod question;
pub mod quotient;
mod reading;
mod rule;
pub mod rules;
pub mod sequence;
pub mod solve;
pub mod stream;
pub mod text;

pub use ability::{KnownValue, KnownValues, PairMoves, TwoPiles, Values};
pub use answer::{Analysis, Answer, Moves, Reasons};
pub use budget::{Budget, Limit, counted};
pub use cancel::{Cancel, CancelToken};
pub use error::{Error, Result};
pub use game::{Game, ListOrder};
pub use heap_code::{HexCode, MOST_DIGITS, OctalCode};
pub use heap_rule::{HeapMoves, HeapPattern, HeapRule, Left, MOST_MEMBERS, MoveSet};
pub use hint::{Hint, Term};
pub use list::{List, ListQuery, Row, Rows};
pub(crate) use meter::Clock;
pub use meter::{Meter, OnProgress};
pub use moment::set_clock;
pub use position::{MOST_PILES, Piles, Position, Shape, Tail};
pub use question::{Method, Outcome, Play, Question};
pub use reading::RuleExt;
pub use rule::{Each, Rule};
pub use solve::Ask;

/// What most programs want: the traits, and the types of questions and answers.
pub mod prelude {
    pub use crate::{
        Answer, Ask, Budget, Each, Game, List, Method, Outcome, Play, Position, Rule, RuleExt, Shape, catalogue,
    };
}

/// The example of the package's page is run as well.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

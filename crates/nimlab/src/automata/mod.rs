//! Automata that read several numbers side by side, the most significant digits
//! first. They know nothing of games.
//!
//! In a good numeration system order and addition are recognised by small
//! automata. So every statement made of +, <, =, and, or, not, "there is" and
//! "for all" can be decided by computing with automata (Büchi 1960; for
//! Zeckendorf's system Frougny 1992).

mod arithmetic;
mod blocks;
mod intern;
mod learn;
mod minimise;
mod numbers;
mod operations;
mod periodic;
mod relation;
mod split;
mod words;

pub use arithmetic::Arithmetic;
pub use blocks::{BlockCount, different_blocks};
pub(crate) use learn::{FromList, WordList, mix};
pub use numbers::Numbers;
pub use operations::{Name, Named};
pub(crate) use operations::{digits_of, letter_of};
pub use periodic::Periodic;
pub use relation::{Letter, Relation, State};
pub(crate) use split::{Splitter, Teacher};

#[cfg(test)]
mod tests;

//! From a rule to a theorem: an automaton that recognises exactly the positions
//! of a Grundy value, or the P-positions under misère play, for numbers of any
//! size.
//!
//! 1. *The rule* is translated: every move clause whose conditions are linear
//!    becomes simple relations between numbers (`translate`, `plan`).
//! 2. *The guess*: the set is learned from the positions in a box (`examples`,
//!    [`crate::automata`]).
//! 3. *The proof*: with the sets of all smaller values proved, Z is the set of
//!    value g exactly if no position of Z lies in a smaller set or has an option in
//!    Z, and every other position does. That is decided by computing with automata
//!    (`evaluate`, `theorem`), and the induction over moves rests on a measure that
//!    every move makes smaller.
//! 4. *The certificate* holds what is needed to check all of it again, and
//!    [`check`] does so by other code.

mod blocking;
mod certificate;
mod check;
mod evaluate;
mod examples;
mod explain;
mod far;
mod further;
mod hints;
mod known;
mod linear;
mod listing;
mod mona;
mod options;
mod plan;
mod search;
mod statement;
mod subject;
mod theorem;
mod translate;
mod walnut;

pub use certificate::{Automaton, Certificate, KIND, PlanText, SetText, StateText, StepText};
pub use check::{Verdict, check};
pub use further::{Same, redundant_moves, same_positions};
pub(crate) use known::{AUTOMATON, answering};
pub use known::{KnownTheorem, THEOREMS, known};
pub use search::{Found, Goal, Progress, Theorem, prove};
pub use statement::Statement;
pub use subject::Subject;

#[cfg(test)]
mod blocking_tests;
#[cfg(test)]
mod tests;

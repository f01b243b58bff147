//! From a rule to a theorem: an automaton that recognises exactly the positions
//! of a Grundy value, or the P-positions under misère play, for numbers of any
//! size.
//!
//! 1. *The rule* is translated: every move clause whose conditions are linear
//!    becomes simple relations between numbers (`translate`, `plan`).
//! 2. *The guess*: the set is learned from the positions in a box (`examples`,
//!    [`crate::automata`]), or from rows far out (`far`), or built (`followed`).
//! 3. *The proof*: with the sets of all smaller values proved, Z is the set of
//!    value g exactly if no position of Z lies in a smaller set or has an option in
//!    Z, and every other position lies in a smaller set or has an option in Z. That is
//!    decided by computing with automata
//!    (`evaluate`, `theorem`), and the induction over moves rests on a measure that
//!    every move makes smaller.
//! 4. *The certificate* holds what is needed to check all of it again, and
//!    [`check`] does so by other code.

mod answers;
mod blocking;
mod certificate;
mod check;
mod cube;
mod evaluate;
mod examples;
mod explain;
mod far;
mod first_pile;
mod followed;
mod further;
mod hints;
mod known;
mod linear;
mod listing;
mod mona;
mod options;
mod pattern;
mod plan;
mod proved;
mod search;
mod statement;
mod subject;
mod theorem;
mod translate;
mod values;
mod walnut;

pub use certificate::{Automaton, Certificate, KIND, PlanText, SetText, StateText, StepText};
pub use check::{Verdict, check, check_first_piles};
pub use first_pile::{
    FirstPiles, FoundPiles, KEPT_FIRST_PILES, OffsetState, PilesCertificate, PilesProgress, PlaneText,
    known_first_piles, prove_first_piles,
};
pub use further::{Same, redundant_moves, same_positions};
pub(crate) use known::{AUTOMATON, answering, answering_rules};
pub use known::{KnownTheorem, THEOREMS, known};
pub use pattern::{Occurrences, Pattern, Shift};
pub use proved::Theorem;
pub use search::{Found, Goal, Progress, prove};
pub use statement::Statement;
pub use subject::Subject;
pub(crate) use values::values_of;

#[cfg(test)]
mod blocking_tests;
#[cfg(test)]
mod tests;

//! Fraenkel's conjectures for his game with three piles, one first pile after the
//! other.
//!
//! The P-positions with first pile m are pairs. It seems that all but finitely many of
//! them are y = ⌊nφ⌋ + α + ε and y + n, for n = 0, 1, 2, …, with ε in {−1, 0, 1}. Where
//! this is so, ε is 0 for all but few n, and an automaton with some hundred states tells
//! it from the digits of n. So a theorem about m is an automaton of one number, not
//! one of two: the smaller number follows from the difference. It is guessed from a
//! list (`guess`, `learn`), and [the checker](super::check_first_piles) proves it: that each
//! number occurs once, and that no move leads from the pairs of m to those of a
//! smaller first pile. Then positions of any size are answered by it (`theorem`).

pub(super) mod certificate;
mod guess;
mod learn;
mod theorem;

pub use certificate::{OffsetState, PilesCertificate, PlaneText};
pub use guess::{FoundPiles, PilesProgress, prove_first_piles};
pub use theorem::FirstPiles;

use std::sync::OnceLock;

/// The certificate of the theorem about first piles that is kept with the library.
pub const KEPT_FIRST_PILES: &str = include_str!("../../../theorems/fraenkel-3.json");

/// That theorem.
///
/// ```
/// let theorem = nimlab::prove::known_first_piles().unwrap();
/// assert_eq!((theorem.planes()[10].n1, theorem.planes()[10].alpha), (691, -56));
/// ```
pub fn known_first_piles() -> Option<&'static FirstPiles> {
    static READ: OnceLock<Option<FirstPiles>> = OnceLock::new();
    READ.get_or_init(|| FirstPiles::read(&PilesCertificate::from_json(KEPT_FIRST_PILES).ok()?)).as_ref()
}

#[cfg(test)]
mod tests;

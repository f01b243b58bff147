//! What is simple about the set of a theorem: how it repeats, if it is of single
//! heaps; how the larger number of a pair depends on the smaller one; which numbers
//! and which differences occur, and how often.
//!
//! Everything told here is decided by computing with automata (`decide`), for
//! numbers of any size; what would take too much time or memory is left out. `words` says it in
//! plain words. None of it is part of the certificate.

mod decide;
#[cfg(test)]
mod tests;
mod words;

use super::proved::Theorem;
use crate::Budget;
use crate::automata::Periodic;
use crate::error::{Error, Result};
use decide::Decider;

/// What is simple about the positions of a theorem, those of its last value. What
/// is not known to be simple is `None`.
///
/// ```
/// use nimlab::{Budget, Play, prove};
/// let pattern = prove::known("wythoff", Play::Misere).unwrap().pattern(Budget::default())?;
/// assert_eq!(pattern.shift.unwrap().digits, 1, "y is x with a digit 0 appended");
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pattern {
    /// The names of the numbers of a position.
    pub names: Vec<String>,
    /// All positions, if they are few.
    pub only: Option<Vec<Vec<u128>>>,
    /// Of single heaps: how they repeat.
    pub heaps: Option<Periodic>,
    /// Of two numbers x ≤ y, what y − x is, or y less the number that is x with a
    /// digit 0 appended.
    pub shift: Option<Shift>,
    /// How many positions a number is in, where two numbers may change places.
    pub numbers: Option<Occurrences>,
    /// How often a difference y − x occurs, where two numbers may change places.
    pub differences: Option<Occurrences>,
    /// Where all of three or more numbers may change places: whether all numbers
    /// but one determine the last one, and there always is one (`true`) or at most
    /// one (`false`).
    pub completed: Option<bool>,
    /// Where two numbers may not change places: whether with (x, y) every (x, z)
    /// with a smaller z is a position of the set.
    pub all_below: bool,
}

/// A number that is known up to a bounded correction.
///
/// ```
/// use nimlab::{Budget, Play, prove};
/// // Misère P-positions: y is x with a digit 0 appended, and 1 more or less.
/// let theorem = prove::known("wythoff:2", Play::Misere).unwrap();
/// let shift = theorem.pattern(Budget::default())?.shift.unwrap();
/// assert_eq!((shift.digits, shift.corrections), (1, vec![-1, 1]));
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shift {
    /// How many digits 0 are appended to the smaller number: 0 or 1.
    pub digits: usize,
    /// The corrections that occur in infinitely many positions, ascending.
    pub corrections: Vec<i64>,
    /// The other positions, finitely many.
    pub exceptions: Vec<[u128; 2]>,
    /// The least and the largest correction that occurs at all.
    pub range: (i64, i64),
}

/// How often numbers occur.
///
/// ```
/// use nimlab::{Budget, Play, prove};
/// let pattern = prove::known("nim with 2 heaps", Play::Normal).unwrap().pattern(Budget::default())?;
/// let numbers = pattern.numbers.unwrap();
/// // Every number is in exactly one position.
/// assert!(numbers.several.is_empty() && numbers.some.contains(12));
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Occurrences {
    /// The numbers that occur at all.
    pub some: Periodic,
    /// Those of them that occur several times, which are finitely many.
    pub several: Vec<u128>,
}

/// Sets with more states are not simple.
const SIMPLE: usize = 2000;

/// The bytes that one question may take.
const BYTES: u64 = 256 << 20;

impl Theorem {
    /// What is simple about the positions of the last value.
    ///
    /// ```
    /// use nimlab::{Budget, Play, prove};
    /// let theorem = prove::known("wythoff:2", Play::Misere).unwrap();
    /// let words = theorem.pattern(Budget::default())?.words();
    /// assert!(words[0].contains("y is x with a digit 0 appended"), "{words:?}");
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn pattern(&self, budget: Budget) -> Result<Pattern> {
        let mut pattern = Pattern { names: self.names.clone(), ..Pattern::default() };
        if self.sets.last().is_none_or(|set| set.states() > SIMPLE) {
            return Ok(pattern);
        }
        let budget = budget.started();
        let small = budget.in_bytes(budget.bytes.min(BYTES));
        let Some(mut decider) = within(Decider::new(self, small))? else { return Ok(pattern) };
        pattern.only = within(decider.only())?.flatten();
        if pattern.only.is_some() {
            return Ok(pattern);
        }
        match (self.names.len(), self.sorted) {
            (1, _) => pattern.heaps = within(decider.heaps())?.flatten(),
            (2, 2) => {
                pattern.shift = within(decider.shift())?.flatten();
                pattern.numbers = within(decider.numbers())?.flatten();
                pattern.differences = within(decider.differences())?.flatten();
            }
            (2, _) => pattern.all_below = within(decider.all_below())?.unwrap_or(false),
            (width, sorted) if width == sorted => pattern.completed = within(decider.completed())?.flatten(),
            _ => {}
        }
        Ok(pattern)
    }
}

/// What was decided; `None` if that took too much.
fn within<T>(decided: Result<T>) -> Result<Option<T>> {
    match decided {
        Ok(found) => Ok(Some(found)),
        Err(Error::OverBudget { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

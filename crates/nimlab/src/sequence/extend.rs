//! Which numbers can be added to a subtraction set without changing any value.
//!
//! **Lemma (Winning Ways, volume 1, page 84).** Adding a changes nothing if
//! G(n) ≠ G(n + a) for all n ≥ 0. The converse holds too: if G(n) = G(n + a)
//! and no value below n + a has changed, then n + a can now reach its own
//! value. With a proved preperiod ℓ and period p it is enough to look at
//! n < ℓ + p, and for a ≥ ℓ only a mod p matters, so that finitely many
//! comparisons decide it for all a. Since no value changes, all the numbers
//! found may be added together. Theorem 7.36 of the Slides is the special case
//! ℓ = 0 and a = aᵢ + m·p.

use super::period::Period;
use crate::error::{Error, Result};
use crate::heap_rule::{HeapPattern, HeapRule};
use crate::number::UBig;
use crate::{Hint, Term};

/// All numbers that can be added to a subtraction set, the members themselves
/// included.
///
/// ```
/// use nimlab::{catalogue, sequence::{Extensions, Sequence}};
/// let mut set = Sequence::new(catalogue::heap_rule("subtraction:1,2")?);
/// let extensions = Extensions::of(&set.prove(100)?.unwrap())?;
/// assert_eq!(extensions.up_to(8), [1, 2, 4, 5, 7, 8]);
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Extensions {
    /// The preperiod: below it, each number stands for itself.
    pub preperiod: u64,
    /// The period: from the preperiod on, numbers count modulo it.
    pub period: u64,
    /// The numbers below the preperiod.
    pub below: Vec<u64>,
    /// The remainders modulo the period of the numbers from the preperiod on.
    pub remainders: Vec<u64>,
}

/// The most comparisons that are worth making.
const MOST_WORK: u64 = 1 << 36;

/// A game whose extensions can be asked for.
fn extended() -> [Term; 3] {
    [Term::PERIOD, Term::game("subtraction:1,5,8"), Term::Set("extend", String::new())]
}

impl Extensions {
    /// Whether this can be asked of a rule: whether it takes numbers of a set.
    pub fn answers(rule: &HeapRule) -> bool {
        matches!(rule.pattern(), Some(HeapPattern::Take(_) | HeapPattern::TakePowersOfTwo))
    }

    /// The numbers that can be added to the set of a subtraction game.
    ///
    /// ```
    /// use nimlab::{catalogue, sequence::{Extensions, Sequence}};
    /// let mut sequence = Sequence::new(catalogue::heap_rule("subtraction:1,2").unwrap());
    /// let period = sequence.prove(100).unwrap().unwrap();
    /// let extensions = Extensions::of(&period).unwrap();
    /// // Every power of two, for instance (exercise 7.10).
    /// assert_eq!(extensions.remainders, [1, 2]);
    /// assert!(extensions.contains(&(1u64 << 40).into()));
    /// ```
    pub fn of(period: &Period) -> Result<Self> {
        if !Self::answers(&period.rule) {
            return Err(Error::NotAnswered {
                game: period.rule.to_string(),
                question: "the numbers that can be added to its set".into(),
                hint: Hint::new("that is asked of subtraction games", extended()),
            });
        }
        let length = period.preperiod.saturating_add(period.period);
        if length.saturating_mul(length) > MOST_WORK {
            return Err(Error::TooLarge {
                what: "the preperiod and period to compare".into(),
                given: format!("{length} values"),
                limit: (MOST_WORK.isqrt()).to_string(),
                hint: Hint::example(extended()),
            });
        }
        let (l, p) = (period.preperiod as usize, period.period as usize);
        let values = period.first_values(2 * (l + p));
        let differs = |a: usize| (0..l + p).all(|n| values[n] != values[n + a]);
        let below = (1..l).filter(|&a| differs(a)).map(|a| a as u64).collect();
        let from = |a: usize| (a % p) as u64;
        let mut remainders: Vec<u64> = (l.max(1)..l.max(1) + p).filter(|&a| differs(a)).map(from).collect();
        remainders.sort_unstable();
        Ok(Self { preperiod: period.preperiod, period: period.period, below, remainders })
    }

    /// Whether a number can be added (or is a member already).
    pub fn contains(&self, number: &UBig) -> bool {
        if *number < UBig::from(self.preperiod) {
            return u64::try_from(number).is_ok_and(|number| self.below.binary_search(&number).is_ok());
        }
        let remainder = u64::try_from(number % UBig::from(self.period)).unwrap_or(0);
        *number > UBig::ZERO && self.remainders.binary_search(&remainder).is_ok()
    }

    /// The numbers up to a bound.
    pub fn up_to(&self, bound: u64) -> Vec<u64> {
        (1..=bound).filter(|&number| self.contains(&UBig::from(number))).collect()
    }
}

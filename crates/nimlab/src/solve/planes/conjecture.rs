//! Fraenkel's conjectures about the P-positions (m, y, z) with a first pile m, as
//! far as they are observed.
//!
//! With m fixed and y ≤ z, they say (Fraenkel 2004; Sun and Zeilberger 2004; Sun
//! 2005) that from some difference N₁ on each difference n = z − y occurs exactly
//! once, in order, and that from some N₂ on y = ⌊nφ⌋ + α + ε with an integer α and
//! ε in {−1, 0, 1}. We number the pairs by their difference. For m = 0 this is
//! Wythoff's theorem, with N₁ = N₂ = α = 0. `nimlab::prove` proves it for one m
//! after the other.

use super::{MOST_ROWS, Planes};
use crate::Budget;
use crate::error::Result;
use std::collections::BTreeMap;

/// What is observed of one first pile.
///
/// ```
/// use nimlab::{Budget, solve::planes::conjecture::observe};
/// let wythoff = observe(0, 1000, Budget::default())?;
/// assert_eq!((wythoff.n1, wythoff.n2, wythoff.alpha), (0, 0, 0));
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObservedPlane {
    /// The first pile.
    pub first_pile: u64,
    /// All numbers y up to this were looked at.
    pub up_to: u64,
    /// From this difference on every one occurs once, in order.
    pub n1: u64,
    /// From this difference on y is ⌊nφ⌋ + α but for at most 1.
    pub n2: u64,
    /// The shift α: the most frequent one in the second half.
    pub alpha: i64,
    /// The smaller differences that occur in no position, which is certain.
    pub missing: Vec<u64>,
}

/// Looks at the P-positions with a first pile whose second pile is at most `up_to`.
///
/// ```
/// use nimlab::{Budget, solve::planes::conjecture::observe};
/// let seen = observe(1, 10_000, Budget::default())?;
/// assert_eq!((seen.n1, seen.n2, seen.alpha), (23, 30, -4));
/// assert_eq!(seen.missing, [17, 22]);
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn observe(first_pile: u64, up_to: u64, budget: Budget) -> Result<ObservedPlane> {
    let mut meter = budget.meter(format!("the P-positions with first pile {first_pile} up to {up_to}"));
    let mut planes = Planes::default();
    planes.advance(first_pile, up_to.min(MOST_ROWS), &mut meter)?;
    let pairs = planes.pairs(first_pile);
    meter.take_for::<(u64, u64)>(pairs.len() as u64)?;
    Ok(ObservedPlane { first_pile, up_to, missing: planes.missing(first_pile), ..of_pairs(&pairs) })
}

/// N₁, N₂ and α of pairs in the order of their smaller number.
pub(crate) fn of_pairs(pairs: &[(u64, u64)]) -> ObservedPlane {
    let difference = |pair: &(u64, u64)| pair.1 - pair.0;
    let shift = |pair: &(u64, u64)| pair.0 as i64 - floor_phi(difference(pair)) as i64;
    let begin = pairs.windows(2).rposition(|two| difference(&two[0]) + 1 != difference(&two[1])).map_or(0, |at| at + 1);
    let mut often: BTreeMap<i64, u64> = BTreeMap::new();
    pairs[pairs.len() / 2..].iter().for_each(|pair| *often.entry(shift(pair)).or_default() += 1);
    let alpha = often.iter().max_by_key(|entry| entry.1).map_or(0, |entry| *entry.0);
    let far = pairs.iter().rposition(|pair| shift(pair).abs_diff(alpha) > 1).map_or(0, |at| at + 1);
    let from = |at: usize| pairs.get(at).map_or(0, difference);
    ObservedPlane { first_pile: 0, up_to: 0, n1: from(begin), n2: from(begin.max(far)), alpha, missing: Vec::new() }
}

/// ⌊nφ⌋ for n < 2^31.
fn floor_phi(n: u64) -> u64 {
    (n + (5 * n * n).isqrt()) / 2
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The least and largest first piles that Sun and Zeilberger have.
    #[test]
    fn what_is_observed_of_small_piles() -> Result<()> {
        let zero = observe(0, 5000, Budget::default())?;
        assert_eq!((zero.n1, zero.n2, zero.alpha, zero.missing.len()), (0, 0, 0, 0));
        let ten = observe(10, 20_000, Budget::default())?;
        assert_eq!((ten.n1, ten.alpha, ten.missing.len()), (691, -56, 28));
        Ok(())
    }

    #[test]
    fn the_floor_of_a_multiple_of_phi_is_exact() {
        let mut upper = 0;
        let mut used = std::collections::HashSet::new();
        for n in 0..2000 {
            assert_eq!(floor_phi(n), upper);
            used.extend([upper, upper + n]);
            while used.contains(&upper) {
                upper += 1;
            }
        }
    }
}

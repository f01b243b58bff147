//! Families of subtraction sets, numbered: rank ↔ set, so that any range of
//! ranks is a piece of work that can be done anywhere. A set is a mask with
//! bit s − 1 for each s ∈ S.

use crate::error::{Error, Result};
use nimlab::{Hint, Term};

/// The most ranks that a sweep may have.
const MOST_RANKS: u128 = 1 << 40;

/// All subtraction sets up to a largest element, or some of them.
///
/// ```
/// use nimlab_lab::{Family, set_of_mask};
/// let triples = Family::new(5, Some(3), false)?;
/// assert_eq!(triples.ranks(), 10);
/// assert_eq!(set_of_mask(triples.set(0).unwrap()), [1, 2, 3]);
/// # Ok::<(), nimlab_lab::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Family {
    /// The bound on the largest element.
    pub max: u32,
    /// Only sets of this many elements.
    pub size: Option<u32>,
    /// Only sets with s ∈ S ⇔ max(S) − s ∈ S for 0 < s < max(S).
    pub symmetric: bool,
}

impl Family {
    /// The family, if it is one that can be swept.
    pub fn new(max: u32, size: Option<u32>, symmetric: bool) -> Result<Self> {
        let family = Self { max, size, symmetric };
        let bad = |problem: String| Error::Request {
            problem,
            hint: Hint::example([Term::Ask("sweep"), Term::Name("subtraction"), Term::max(16), Term::dir("sweep-16")]),
        };
        if !(1..=64).contains(&max) {
            return Err(bad(format!("the largest element must be from 1 to 64, not {max}")));
        }
        if size.is_some_and(|size| size == 0 || size > max) {
            return Err(bad(format!(
                "a set with numbers up to {max} has from 1 to {max} of them, not {}",
                size.unwrap_or(0)
            )));
        }
        let ranks = family.count();
        if ranks > MOST_RANKS {
            return Err(bad(format!(
                "this family has {ranks} sets, and the limit is {MOST_RANKS}; sets of one size are fewer, and so are symmetric ones"
            )));
        }
        Ok(family)
    }

    fn count(self) -> u128 {
        match (self.symmetric, self.size) {
            (true, _) => (1..=self.max).map(|max| 1u128 << (max / 2)).sum(),
            (false, Some(size)) => binomial(self.max, size),
            (false, None) => (1u128 << self.max) - 1,
        }
    }

    /// The number of ranks.
    pub fn ranks(self) -> u64 {
        self.count() as u64
    }

    /// The set of a rank below [`Family::ranks`]; `None` for a symmetric set
    /// that has not the wanted size. Sets with a smaller largest element come
    /// first.
    pub fn set(self, rank: u64) -> Option<u64> {
        match (self.symmetric, self.size) {
            (false, None) => Some(rank + 1),
            (false, Some(size)) => Some(unranked(rank, size)),
            (true, size) => {
                let set = symmetric(rank);
                size.is_none_or(|size| set.count_ones() == size).then_some(set)
            }
        }
    }
}

fn binomial(n: u32, k: u32) -> u128 {
    (0..u128::from(k)).fold(1, |product, i| product * (u128::from(n) - i) / (i + 1))
}

/// The set of this rank among all sets of one size, by ascending mask: the
/// combinatorial number system.
fn unranked(rank: u64, size: u32) -> u64 {
    let mut rank = u128::from(rank);
    let mut set = 0;
    for left in (1..=size).rev() {
        let mut bit = left - 1;
        while bit < 63 && binomial(bit + 1, left) <= rank {
            bit += 1;
        }
        rank -= binomial(bit, left);
        set |= 1 << bit;
    }
    set
}

/// The symmetric set of this rank: the largest element m, then for each
/// s ≤ m/2 whether s and m − s belong.
fn symmetric(mut rank: u64) -> u64 {
    let mut max = 1;
    while rank >= 1 << (max / 2) {
        rank -= 1 << (max / 2);
        max += 1;
    }
    let mut set = 1u64 << (max - 1);
    for s in (1..=max / 2).filter(|s| rank >> (s - 1) & 1 == 1) {
        set |= 1 << (s - 1) | 1 << (max - s - 1);
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sets(family: Family) -> Vec<u64> {
        (0..family.ranks()).filter_map(|rank| family.set(rank)).collect()
    }

    fn is_symmetric(set: u64) -> bool {
        let max = 64 - set.leading_zeros();
        (1..max).all(|s| (set >> (s - 1) & 1) == (set >> (max - s - 1) & 1))
    }

    #[test]
    fn every_set_of_a_family_has_one_rank() {
        for max in 1..=9 {
            let all: Vec<u64> = (1..1 << max).collect();
            assert_eq!(sets(Family::new(max, None, false).unwrap()), all);
            for size in 1..=max {
                let sized: Vec<u64> = all.iter().copied().filter(|set| set.count_ones() == size).collect();
                assert_eq!(sets(Family::new(max, Some(size), false).unwrap()), sized);
            }
            let mut found = sets(Family::new(max, None, true).unwrap());
            found.sort_unstable();
            assert_eq!(found, all.iter().copied().filter(|&set| is_symmetric(set)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn families_that_cannot_be_swept_are_refused() {
        assert!(Family::new(0, None, false).is_err());
        assert!(Family::new(65, Some(2), false).is_err());
        assert!(Family::new(50, None, false).is_err());
        assert!(Family::new(8, Some(0), false).is_err());
        assert!(Family::new(8, Some(9), false).is_err());
        assert_eq!(Family::new(64, Some(3), false).unwrap().ranks(), 41664);
    }
}

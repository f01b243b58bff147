//! The genera of single heaps by a misère quotient, for heaps that no search reaches.
//!
//! *The misère Grundy value of X is the m for which X beside a Nim heap of m is lost.* If X has no
//! move, that is 1. Otherwise let m be the mex of the options' values. By induction no option of X is
//! lost beside m, and X is not lost beside a smaller Nim heap, so that X beside m has moves and none of
//! them leads to a lost position. Beside a number smaller than m some option of X is lost, and from
//! a larger one a move leads to m.
//!
//! So let Q be the misère quotient of the heaps of a game and of Nim heaps beside each other, Φ their
//! elements. The value of X beside i Nim heaps of 2 is the m for which Φ(X)·Φ(2)ⁱ·Φ(m) is in the
//! P-portion; and since Q is finite, Φ(X)·Φ(2)ⁱ comes back. Where the elements of the heaps are
//! periodic by their theorem, the genera of all heaps are known.

use super::genus::Genus;
use super::search::Search;
use crate::error::{Error, Result};
use crate::number::UBig;
use crate::quotient::{JoinedQuotients, Quotient};
use crate::sequence::Sequence;
use crate::{Budget, Game, HeapPattern, HeapRule, MoveSet};

/// The largest Nim heap that is put beside the others.
const LARGEST_NIM: u64 = 63;

/// The genera of the heaps below a bound. A heap up to `searched` may be left to search, which is asked
/// where a value is larger than all Nim heaps that stand beside.
pub(super) fn genera(
    game: &dyn Game,
    rule: &HeapRule,
    heaps: u64,
    searched: u64,
    budget: Budget,
) -> Result<Vec<Genus>> {
    let budget = budget.started();
    let mut meter = budget.meter(format!("the genera of {rule}"));
    meter.take_for::<[u64; 16]>(heaps)?;
    let budget = Budget { bytes: meter.room(), ..budget };
    let mut sequence = Sequence::new(rule.clone());
    sequence.limit(budget);
    let grundy = sequence.first_values(heaps as usize)?;
    let mut search = Search::for_genera(game, budget);
    let largest = grundy.iter().skip(searched as usize + 1).max().map_or(0, |&value| u64::from(value));
    let mut most = (largest + 1).next_power_of_two().max(4) - 1;
    while most <= LARGEST_NIM {
        let mut beside = BesideNim::new(rule, most, heaps, budget)?;
        let mut found = Vec::new();
        for (heap, &grundy) in (0u64..).zip(&grundy) {
            meter.tick(16)?;
            match beside.misere(heap) {
                Some(values) => found.push(Genus::of_values(grundy, values)),
                None if heap <= searched => found.push(search.genus(&[heap])?.clone()),
                None => break,
            }
        }
        if found.len() as u64 == heaps {
            return Ok(found);
        }
        most = 2 * most + 1;
    }
    Err(Error::undecided(format!("the genera of {rule} need Nim heaps above {LARGEST_NIM}")))
}

/// Heaps of a game beside Nim heaps.
struct BesideNim {
    joined: JoinedQuotients,
    quotient: std::sync::Arc<Quotient>,
    /// The elements of the Nim heaps from 0 on.
    nim: Vec<u32>,
    /// For each element, the misère values beside 0, 1, 2, … Nim heaps of 2, if they were asked for.
    known: Vec<Option<Vec<u32>>>,
}

impl BesideNim {
    /// The quotient in which the heaps below a bound and the Nim heaps up to `most` have elements.
    fn new(rule: &HeapRule, most: u64, heaps: u64, budget: Budget) -> Result<Self> {
        let set = MoveSet::new((1..=most).collect()).map_err(Error::undecided)?;
        let nim = HeapRule::of_pattern("nim", HeapPattern::Take(set));
        let mut joined = JoinedQuotients::new(vec![(rule.clone(), None), (nim, Some(most))]);
        joined.cover(&[(0, UBig::from(heaps.saturating_sub(1))), (1, UBig::from(most))], budget)?;
        let quotient = joined.quotient();
        let element = |heap: u64| joined.element_in(&quotient, 1, &UBig::from(heap)).unwrap_or(0);
        let nim = (0..=most).map(element).collect();
        Ok(Self { known: vec![None; quotient.order()], joined, quotient, nim })
    }

    /// The misère values of a heap beside 0, 1, 2, … Nim heaps of 2, so many that the last two repeat;
    /// nothing if one is larger than all Nim heaps.
    fn misere(&mut self, heap: u64) -> Option<Vec<u32>> {
        let element = self.joined.element_in(&self.quotient, 0, &UBig::from(heap))?;
        if self.known[element as usize].is_none() {
            self.known[element as usize] = Some(self.misere_of(element)?);
        }
        self.known[element as usize].clone()
    }

    fn misere_of(&self, element: u32) -> Option<Vec<u32>> {
        let (mut passed, mut values, mut now) = (Vec::new(), Vec::new(), element);
        loop {
            // Elements that come back have values that alternate.
            let comes_back = passed.iter().position(|&before| before == now);
            if comes_back.is_some_and(|first| passed.len() >= first + 2) {
                return Some(values);
            }
            let lost = |nim: &u32| self.quotient.is_lost(self.quotient.product(now, *nim));
            values.push(self.nim.iter().position(lost)? as u32);
            passed.push(now);
            now = self.quotient.product(now, self.nim[2]);
        }
    }
}

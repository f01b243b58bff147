//! Positions of heaps whose binary columns have given sums, in order: the lists
//! of Nim and of Moore's Nim.
//!
//! Column b of the position must have the sum t_b modulo m, where t is a number and t_b
//! its digit. The heaps are chosen from the smallest on. While r heaps are still to be
//! chosen, a column that lacks d ones to its sum can be completed exactly if d ≤ r; so
//! each digit of the next heap is forced to be 0, forced to be 1, or free, and only the
//! heaps with such digits are gone through. The largest heap is chosen before all
//! others, for it orders the list. Work is wasted only on heaps that would not ascend,
//! and that is little.

use crate::error::Result;
use crate::number::UBig;
use crate::solve::{from_number, numbers_of};
use crate::{Game, List, ListQuery, Meter, Play, Position};

/// The positions of a game of heaps whose columns have the sums `target` modulo
/// `modulus`; under misère play those with heaps of 1 only whose number is 1 more
/// than a multiple of the modulus, and with larger heaps the same.
pub(super) fn list<'g>(game: &dyn Game, modulus: usize, query: &ListQuery) -> Result<List<'g>> {
    let heaps = numbers_of(game, query.heaps)?;
    let misere = query.play == Play::Misere;
    let ones = (1..=heaps).step_by(modulus).filter(move |_| misere).map(move |ones| {
        let mut heaps = vec![0; heaps - ones];
        heaps.resize(heaps.len() + ones, 1);
        Ok(heaps)
    });
    let meter = query.budget.meter(format!("the list of positions of {}", game.name()));
    let first = if misere { 2 } else { 0 };
    let larger = ByLargest::new(heaps, modulus as u64, query.value, first, meter);
    let position = |heaps: Vec<u64>| Position::new(heaps.into_iter().map(UBig::from).collect(), false);
    let all = ones.chain(larger).map(move |heaps| heaps.map(position));
    Ok(List::of_positions(from_number(all, &query.from)?, query))
}

/// The positions with a largest heap from some number on.
struct ByLargest {
    modulus: u64,
    target: u64,
    largest: u64,
    /// The heaps that are chosen, ascending; the largest is not among them.
    chosen: Vec<u64>,
    /// How many there will be.
    others: usize,
    /// Whether `chosen` was given out, and the next one is looked for.
    given: bool,
    meter: Meter,
}

impl ByLargest {
    fn new(heaps: usize, modulus: u64, target: u64, first: u64, meter: Meter) -> Self {
        // Below the highest digit of the target no largest heap will do.
        let highest = if target == 0 { 0 } else { 1 << target.ilog2() };
        let largest = first.max(highest);
        Self { modulus, target, largest, chosen: Vec::new(), others: heaps - 1, given: false, meter }
    }

    /// The digits that the next heap must have, and those that it may have.
    fn digits(&self) -> Option<(u64, u64)> {
        let behind = (self.others - self.chosen.len()) as u64 - 1;
        let (mut forced, mut free) = (0, 0);
        for bit in 0..u64::BITS - self.largest.max(self.target).leading_zeros() {
            let digit = |number: u64| number >> bit & 1;
            let ones = digit(self.largest) + self.chosen.iter().map(|&heap| digit(heap)).sum::<u64>();
            // How many ones are lacking with a 0 here, and with a 1.
            let lacking = |ones: u64| (digit(self.target) + self.modulus - ones % self.modulus) % self.modulus;
            match (lacking(ones) <= behind, lacking(ones + 1) <= behind) {
                (true, true) => free |= 1 << bit,
                (true, false) => {}
                (false, true) => forced |= 1 << bit,
                (false, false) => return None,
            }
        }
        Some((forced, free))
    }

    /// The least number from `least` on with the forced digits and some of the
    /// free ones, if it is no larger than the largest heap.
    fn least(&self, least: u64, (forced, free): (u64, u64)) -> Option<u64> {
        // Digits of `least` that are not available.
        let wrong = (least ^ forced) & !free;
        let found = match wrong {
            0 => Some(least),
            // Otherwise it exceeds `least` first in a digit as low as possible,
            // above which all are available; below it only the forced ones are set.
            _ => (0..u64::BITS - 1).map(|bit| 1u64 << bit).find_map(|one| {
                let above = !(2 * one - 1);
                let exceeds = least & one == 0 && (forced | free) & one != 0 && wrong & above == 0;
                exceeds.then_some(least & above | one | forced & (one - 1))
            }),
        };
        found.filter(|&number| number <= self.largest)
    }

    /// Takes the last choice back; the least number that may be chosen instead.
    fn take_back(&mut self) -> u64 {
        match self.chosen.pop() {
            Some(heap) => heap + 1,
            None => {
                self.largest += 1;
                0
            }
        }
    }
}

impl Iterator for ByLargest {
    type Item = Result<Vec<u64>>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut least = if std::mem::take(&mut self.given) { self.take_back() } else { 0 };
        while self.chosen.len() < self.others {
            if let Err(error) = self.meter.tick(16) {
                return Some(Err(error));
            }
            least = match self.digits().and_then(|digits| self.least(least, digits)) {
                Some(heap) => {
                    self.chosen.push(heap);
                    heap
                }
                None => self.take_back(),
            };
        }
        self.given = true;
        Some(Ok(self.chosen.iter().copied().chain([self.largest]).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;

    /// All ascending heaps up to a largest one, by the largest and then in the
    /// order of the dictionary.
    fn boxed(heaps: usize, most: u64) -> Vec<Vec<u64>> {
        let mut all = vec![Vec::new()];
        for _ in 0..heaps {
            let longer = |part: &Vec<u64>| {
                let part = part.clone();
                (part.last().copied().unwrap_or(0)..=most).map(move |heap| [&part[..], &[heap]].concat())
            };
            all = all.iter().flat_map(longer).collect();
        }
        all.sort_by_key(|heaps| (heaps.last().copied(), heaps.clone()));
        all
    }

    #[test]
    fn the_list_is_what_a_box_of_positions_holds() {
        for (heaps, most) in [(2, 40), (3, 24), (4, 12), (5, 8)] {
            for modulus in 2..=heaps as u64 {
                for target in (0..8).filter(|&target| target == 0 || modulus == 2) {
                    let sum = |heaps: &[u64], bit: u32| heaps.iter().map(|heap| heap >> bit & 1).sum::<u64>();
                    let fits = |heaps: &Vec<u64>| (0..8).all(|bit| sum(heaps, bit) % modulus == target >> bit & 1);
                    let expected: Vec<Vec<u64>> = boxed(heaps, most).into_iter().filter(fits).collect();
                    let meter = Budget::default().meter("");
                    let columns = ByLargest::new(heaps, modulus, target, 0, meter).map(|heaps| heaps.unwrap());
                    let found: Vec<Vec<u64>> = columns.take_while(|found| found[heaps - 1] <= most).collect();
                    assert_eq!(found, expected, "{heaps} heaps, modulo {modulus}, target {target}");
                }
            }
        }
    }
}

//! Moves to a wanted value in a hexadecimal game with a proved period, for heaps of any size.
//!
//! A heap may have far too many options to go through, and even to count. Of what three heaps
//! are left, two may be small where the values are periodic: taking periods from them and adding
//! these to the third changes no value. Where the values grow, the theorem that proves the
//! period (`sequence::verify_hex`) says what there is: one heap A and two whose values
//! differ below W. So a move is found wherever there is one, but not every move is listed.

use crate::number::UBig;
use crate::sequence::Period;
use crate::solve::heap_moves::{After, FoundMoves};
use crate::{Budget, Clock, HeapPattern, HexCode};
use std::ops::ControlFlow;

/// Heaps up to this are gone through, option by option: about a million.
const GONE_THROUGH: u64 = 2_000;

/// The most moves of one heap that are looked for where not all are.
const ENOUGH: usize = 64;

/// The moves of heap number `at` to a value.
pub(super) fn moves(
    (period, code): (&Period, &HexCode),
    found: &mut FoundMoves<'_>,
    at: usize,
    wanted: &UBig,
    budget: Budget,
) {
    let heap = found.heaps[at].clone();
    let mut clock = budget.clock();
    let few = GONE_THROUGH.max(period.checked_to);
    if let Some(small) = u64::try_from(&heap).ok().filter(|&small| small <= few) {
        let values = period.first_values(small as usize + 1);
        let pattern = HeapPattern::TakeByHexDigits(code.clone());
        let _ = pattern.options(small, &mut |left| {
            let value = left.heaps().fold(0, |sum, heap| sum ^ values[heap as usize]);
            if UBig::from(value) == *wanted {
                found.push(at, After::of(left));
            }
            match clock.after(1) {
                None => ControlFlow::Continue(()),
                Some(_) => {
                    found.uncounted();
                    ControlFlow::Break(())
                }
            }
        });
        return;
    }
    found.uncounted();
    let mut search = PartSearch { period, heap, wanted, at, left: ENOUGH, clock };
    for (taken, &digit) in code.digits().iter().enumerate() {
        search.one(found, taken, digit);
        search.two(found, taken, digit);
        search.three(found, taken, digit);
    }
}

/// A search for some moves of a large heap.
struct PartSearch<'s> {
    period: &'s Period,
    heap: UBig,
    wanted: &'s UBig,
    at: usize,
    /// How many more are wanted.
    left: usize,
    clock: Clock,
}

impl PartSearch<'_> {
    /// Notes a move if all its heaps have stones and their values are right.
    fn note(&mut self, found: &mut FoundMoves<'_>, parts: &[UBig]) {
        if self.left == 0 || self.clock.after(8).is_some() {
            self.left = 0;
            return;
        }
        let value = parts.iter().fold(UBig::ZERO, |sum, part| sum ^ self.period.value(part));
        if value != *self.wanted || parts.iter().any(UBig::is_zero) {
            return;
        }
        let mut parts = parts.to_vec();
        parts.sort_unstable();
        let after = match <[UBig; 3]>::try_from(parts) {
            Ok(three) => After::Three(three),
            Err(fewer) => match <[UBig; 2]>::try_from(fewer) {
                Ok([a, b]) => After::Two(a, b),
                Err(one) => After::One(one.into_iter().next().unwrap_or_default()),
            },
        };
        if found.push_new(self.at, after) {
            self.left -= 1;
        }
    }

    /// What is left when so many are taken.
    fn total(&self, taken: usize) -> UBig {
        &self.heap - UBig::from(taken)
    }

    fn one(&mut self, found: &mut FoundMoves<'_>, taken: usize, digit: u8) {
        if digit & 2 != 0 {
            self.note(found, &[self.total(taken)]);
        }
    }

    /// The heaps up to the first whole period after `from`.
    fn small(&self) -> u64 {
        self.period.preperiod.max(1) + self.period.period
    }

    fn two(&mut self, found: &mut FoundMoves<'_>, taken: usize, digit: u8) {
        if digit & 4 == 0 {
            return;
        }
        let total = self.total(taken);
        for small in 1..self.small() {
            self.note(found, &[UBig::from(small), &total - UBig::from(small)]);
        }
        for a in self.near_wanted() {
            if a < total {
                self.note(found, &[a.clone(), &total - a]);
            }
        }
    }

    fn three(&mut self, found: &mut FoundMoves<'_>, taken: usize, digit: u8) {
        if digit & 8 == 0 {
            return;
        }
        let total = self.total(taken);
        if self.period.saltus == 0 {
            for a in 1..self.small() {
                for b in a..self.small() {
                    if self.left == 0 {
                        return;
                    }
                    self.note(found, &[UBig::from(a), UBig::from(b), &total - UBig::from(a + b)]);
                }
            }
            return;
        }
        for a in self.near_wanted() {
            if a >= total || self.left == 0 {
                continue;
            }
            let rest = &total - &a;
            // Two heaps whose values differ by less than 2s, or one of them is small.
            let half = &rest / UBig::from(2u8);
            for away in 0..=self.most_away() {
                if half > UBig::from(away) {
                    let b = &half - UBig::from(away);
                    self.note(found, &[a.clone(), b.clone(), &rest - b]);
                }
            }
            for small in (1..self.small()).map(UBig::from).take_while(|small| *small < rest) {
                self.note(found, &[a.clone(), small.clone(), &rest - small]);
            }
        }
    }

    /// How far two heaps whose values differ by less than 2s are from their middle: with the values
    /// of one period below M, they are less than 3 + M/s periods apart.
    fn most_away(&self) -> u64 {
        let Period { preperiod, period, saltus, .. } = *self.period;
        let values = self.period.first_values((preperiod + period) as usize);
        let largest = values.iter().copied().max().unwrap_or(0);
        (3 + u64::from(largest) / saltus.max(1)) * period / 2 + 1
    }

    /// Where the values grow: the heaps whose value differs from the wanted one below W, twice the
    /// largest power of two in the saltus.
    fn near_wanted(&self) -> Vec<UBig> {
        let Period { preperiod, period, saltus, .. } = *self.period;
        if saltus == 0 {
            return Vec::new();
        }
        let bits = saltus.trailing_zeros() as usize + 1;
        let high = self.wanted >> bits;
        let mut near = Vec::new();
        let small = (preperiod + period) as usize;
        for (heap, value) in (0u64..).zip(self.period.first_values(small)).skip(1) {
            let value = UBig::from(value);
            if heap < preperiod.max(1) {
                if &value >> bits == high {
                    near.push(UBig::from(heap));
                }
                continue;
            }
            // The periods after which the value is among the W wanted ones: there are at most two.
            let first = &high << bits;
            let low = if first > value { &first - &value } else { UBig::ZERO };
            let mut periods = (low + UBig::from(saltus - 1)) / UBig::from(saltus);
            while (&value + &periods * UBig::from(saltus)) >> bits == high {
                near.push(UBig::from(heap) + &periods * UBig::from(period));
                periods += UBig::ONE;
            }
        }
        // The largest first: they leave the smallest rest.
        near.sort_unstable_by(|a, b| b.cmp(a));
        near
    }
}

//! All moves from some heaps to a position of a given value.
//!
//! With a proved period the options of a huge heap need not be enumerated:
//! those of equal value lie in remainder classes ([`crate::solve::heap_moves`]).

use super::misere::WantedValues;
use super::three_parts;
use crate::error::Result;
use crate::number::{BitTest, UBig};
use crate::sequence::{Period, Sequence};
use crate::solve::heap_moves::{After, FoundMoves, different, of_heap};
use crate::{Budget, HeapPattern, HeapRule, MoveSet, Moves};
use std::ops::ControlFlow;

/// By values that are computed up to the largest heap; `wanted` is the value that the heap at a
/// place must get.
pub(super) fn by_values(
    rule: &HeapRule,
    sequence: &Sequence,
    heaps: &[UBig],
    wanted: &WantedValues<'_>,
    budget: Budget,
) -> Result<Moves> {
    let of_heap = |heap: u64| sequence.get(heap).unwrap_or(0);
    let words = crate::number::words(heaps, "a heap")?;
    let mut found = FoundMoves::new(heaps, budget);
    let (mut clock, mut limit) = (budget.clock(), None);
    for at in different(heaps) {
        let Ok(wanted) = u64::try_from(&wanted(at)) else { continue };
        let flow = rule.options(words[at], &mut |left| {
            if let Some(late) = clock.after(1) {
                limit = Some(late);
                return ControlFlow::Break(());
            }
            if left.heaps().fold(0, |sum, heap| sum ^ of_heap(heap)) == wanted {
                found.push(at, After::of(left));
            }
            ControlFlow::Continue(())
        });
        if flow.is_break() {
            break;
        }
    }
    match limit {
        None => Ok(found.moves()),
        // Some are known, but not how many there are.
        Some(_) => Ok(Moves::some(found.list, None)),
    }
}

/// By a proved period, for heaps of any size; `wanted` is the value that the heap at a place must
/// get.
pub(super) fn by_period(period: &Period, heaps: &[UBig], wanted: &WantedValues<'_>, budget: Budget) -> Moves {
    let mut found = FoundMoves::new(heaps, budget);
    for at in different(heaps) {
        let wanted = wanted(at);
        match period.rule.pattern() {
            Some(HeapPattern::TakePowersOfTwo) => powers_of_two(&mut found, at, &wanted),
            Some(HeapPattern::TakeAllBut(set)) => all_but(period, set, &mut found, at, &wanted),
            Some(HeapPattern::TakeByHexDigits(code)) => {
                three_parts::moves((period, code), &mut found, at, &wanted, budget);
            }
            _ => {
                let one = |left: &UBig| period.value(left) == wanted;
                let two = |a: &UBig, b: &UBig| period.value(a) ^ period.value(b) == wanted;
                of_heap(&period.rule, (period.preperiod, period.period), &mut found, at, &one, &two);
            }
        }
    }
    found.moves()
}

/// 2^i is 1 or 2 modulo 3 as i is even or odd, and G(n) = n mod 3.
fn powers_of_two(found: &mut FoundMoves<'_>, at: usize, wanted: &UBig) {
    let heap = &found.heaps[at];
    let change = (heap + UBig::from(3u8) - wanted % UBig::from(3u8)) % UBig::from(3u8);
    if *wanted > UBig::from(2u8) || change.is_zero() {
        return;
    }
    let first = usize::from(!change.is_one());
    // The largest powers leave the smallest heaps.
    for i in (first..heap.bit_len()).step_by(2).collect::<Vec<_>>().into_iter().rev() {
        if found.full() {
            found.total += UBig::ONE;
        } else {
            found.push(at, After::One(heap - (UBig::ONE << i)));
        }
    }
}

/// In each remainder class the values rise by the saltus, so that at most one
/// heap of it has the wanted value.
fn all_but(period: &Period, set: &MoveSet, found: &mut FoundMoves<'_>, at: usize, wanted: &UBig) {
    let heap = &found.heaps[at];
    let may_take = |taken: &UBig| !u64::try_from(taken).is_ok_and(|taken| set.contains(taken));
    for (first, &value) in period.values.iter().enumerate() {
        let value = UBig::from(value);
        let periods = if (first as u64) < period.preperiod {
            (value == *wanted).then_some(UBig::ZERO)
        } else if value <= *wanted && ((wanted - &value) % UBig::from(period.saltus)).is_zero() {
            Some((wanted - &value) / UBig::from(period.saltus))
        } else {
            None
        };
        let left = periods.map(|periods| periods * UBig::from(period.period) + UBig::from(first));
        if let Some(left) = left.filter(|left| left < heap)
            && may_take(&(heap - &left))
        {
            found.push(at, After::One(left));
        }
    }
}

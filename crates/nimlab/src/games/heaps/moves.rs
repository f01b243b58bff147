//! All moves from some heaps to a position of a given value.
//!
//! With a proved period the options of a huge heap need not be enumerated:
//! those of equal value lie in remainder classes, which are counted exactly
//! and listed as far as a list makes sense.

use crate::error::Result;
use crate::number::{BitTest, UBig};
use crate::sequence::{Period, Sequence};
use crate::{Budget, HeapPattern, HeapRule, Left, MoveSet, Moves, OctalCode, Position};
use std::ops::ControlFlow;

/// What a heap becomes.
enum After {
    One(UBig),
    Two(UBig, UBig),
}

/// Moves as they are found: listed up to a limit, counted beyond it.
struct FoundMoves<'h> {
    heaps: &'h [UBig],
    list: Vec<Position>,
    limit: usize,
    total: UBig,
}

impl<'h> FoundMoves<'h> {
    fn new(heaps: &'h [UBig], budget: Budget) -> Self {
        // A list of numbers with a million digits each must stay short.
        let limit = Moves::listed(&Position::new(heaps.to_vec(), false), budget);
        Self { heaps, list: Vec::new(), limit, total: UBig::ZERO }
    }

    fn full(&self) -> bool {
        self.list.len() >= self.limit
    }

    /// Counts a move in heap number `at`, and lists it while there is room.
    fn push(&mut self, at: usize, after: After) {
        self.total += UBig::ONE;
        if !self.full() {
            self.list.push(self.position(at, after));
        }
    }

    fn position(&self, at: usize, after: After) -> Position {
        let mut numbers = self.heaps.to_vec();
        match after {
            After::One(left) => numbers[at] = left,
            After::Two(a, b) => {
                numbers[at] = a;
                numbers.push(b);
            }
        }
        numbers.sort_unstable();
        Position::new(numbers, false)
    }

    fn moves(self) -> Moves {
        if UBig::from(self.list.len()) == self.total {
            Moves::all(self.list)
        } else {
            Moves::some(self.list, Some(self.total))
        }
    }
}

/// The places of the first of each group of equal heaps: equal heaps have the
/// same moves, and different ones never lead to the same position.
fn different(heaps: &[UBig]) -> impl Iterator<Item = usize> {
    (0..heaps.len()).filter(|&at| at == 0 || heaps[at - 1] != heaps[at])
}

/// By values that are computed up to the largest heap.
pub(super) fn by_values(
    rule: &HeapRule,
    sequence: &Sequence,
    heaps: &[UBig],
    value: &UBig,
    budget: Budget,
) -> Result<Moves> {
    let of_heap = |heap: u64| sequence.get(heap).unwrap_or(0);
    let words = crate::number::words(heaps, "a heap")?;
    let sum = words.iter().fold(0, |sum, &heap| sum ^ of_heap(heap));
    let mut found = FoundMoves::new(heaps, budget);
    let Ok(value) = u64::try_from(value) else { return Ok(found.moves()) };
    let (mut clock, mut limit) = (budget.clock(), None);
    for at in different(heaps) {
        let wanted = of_heap(words[at]) ^ sum ^ value;
        let flow = rule.options(words[at], &mut |left| {
            if let Some(late) = clock.after(1) {
                limit = Some(late);
                return ControlFlow::Break(());
            }
            match left {
                Left::One(left) if of_heap(left) == wanted => found.push(at, After::One(left.into())),
                Left::Two(a, b) if of_heap(a) ^ of_heap(b) == wanted => {
                    found.push(at, After::Two(a.into(), b.into()));
                }
                _ => {}
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

/// By a proved period, for heaps of any size.
pub(super) fn by_period(period: &Period, heaps: &[UBig], value: &UBig, budget: Budget) -> Moves {
    let sum = heaps.iter().fold(UBig::ZERO, |sum, heap| sum ^ period.value(heap));
    let mut found = FoundMoves::new(heaps, budget);
    for at in different(heaps) {
        let wanted = period.value(&heaps[at]) ^ &sum ^ value;
        match period.rule.pattern() {
            Some(HeapPattern::Take(set)) => {
                for s in set.members().iter().map(|&s| UBig::from(s)).filter(|s| *s <= heaps[at]) {
                    let left = &heaps[at] - s;
                    if period.value(&left) == wanted {
                        found.push(at, After::One(left));
                    }
                }
            }
            Some(HeapPattern::TakePowersOfTwo) => powers_of_two(&mut found, at, &wanted),
            Some(HeapPattern::TakeAllBut(set)) => all_but(period, set, &mut found, at, &wanted),
            Some(HeapPattern::TakeByDigits(code)) => octal(period, code, &mut found, at, &wanted),
            Some(HeapPattern::SplitUnequally) | None => {}
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

fn octal(period: &Period, code: &OctalCode, found: &mut FoundMoves<'_>, at: usize, wanted: &UBig) {
    let heap = found.heaps[at].clone();
    for (taken, &digit) in code.digits().iter().enumerate() {
        if UBig::from(taken) > heap {
            break;
        }
        let left = &heap - UBig::from(taken);
        let leaves_one = if left.is_zero() { digit & 1 != 0 && taken > 0 } else { digit & 2 != 0 };
        if leaves_one && period.value(&left) == *wanted {
            found.push(at, After::One(left.clone()));
        }
        if digit & 4 != 0 {
            pairs(period, &left, found, at, wanted);
        }
    }
}

/// The pairs 1 ≤ a ≤ b with a + b = total whose values add up to `wanted`.
///
/// From the preperiod on, whether a will do depends only on its remainder
/// modulo the period: one look per class, and then a count.
fn pairs(period: &Period, total: &UBig, found: &mut FoundMoves<'_>, at: usize, wanted: &UBig) {
    let half = total / UBig::from(2u8);
    let will_do = |a: &UBig| period.value(a) ^ period.value(&(total - a)) == *wanted;
    let from = UBig::from(period.preperiod.max(1));
    let mut a = UBig::ONE;
    while a < from && a <= half {
        if will_do(&a) {
            found.push(at, After::Two(a.clone(), total - &a));
        }
        a += UBig::ONE;
    }
    let step = UBig::from(period.period);
    let end = &from + &step;
    let mut classes = Vec::new();
    while a < end && a <= half {
        if will_do(&a) {
            // a, a + p, a + 2p, … up to the half.
            found.total += (&half - &a) / &step + UBig::ONE;
            classes.push(a.clone());
        }
        a += UBig::ONE;
    }
    while !found.full() && !classes.is_empty() {
        for a in &mut classes {
            if *a <= half && !found.full() {
                let position = found.position(at, After::Two(a.clone(), total - &*a));
                found.list.push(position);
            }
            *a += &step;
        }
        classes.retain(|a| *a <= half);
    }
}

//! The moves from heaps of any size to positions of some kind: listed as far as a list
//! makes sense, and counted beyond that.
//!
//! If from some heap on the kind depends only on remainders, the options of a huge heap
//! need not be gone through: one look for each class of remainders, and a count, are enough.

use crate::error::Result;
use crate::number::UBig;
use crate::{Budget, HeapPattern, HeapRule, Left, Moves, OctalCode, Position};
use std::ops::ControlFlow;

/// What a heap becomes.
pub(crate) enum After {
    One(UBig),
    Two(UBig, UBig),
    Three([UBig; 3]),
}

impl After {
    pub fn of(left: Left) -> Self {
        match left {
            Left::One(a) => After::One(a.into()),
            Left::Two(a, b) => After::Two(a.into(), b.into()),
            Left::Three(a, b, c) => After::Three([a, b, c].map(UBig::from)),
        }
    }
}

/// Moves as they are found: listed up to a limit, counted beyond it.
pub(crate) struct FoundMoves<'h> {
    pub heaps: &'h [UBig],
    pub list: Vec<Position>,
    limit: usize,
    pub total: UBig,
    /// Whether there may be others that were not looked at.
    more: bool,
}

impl<'h> FoundMoves<'h> {
    pub fn new(heaps: &'h [UBig], budget: Budget) -> Self {
        // A list of numbers with a million digits each must stay short.
        let limit = Moves::listed(&Position::new(heaps.to_vec(), false), budget);
        Self { heaps, list: Vec::new(), limit, total: UBig::ZERO, more: false }
    }

    pub fn full(&self) -> bool {
        self.list.len() >= self.limit
    }

    /// Counts a move in heap number `at`, and lists it while there is room.
    pub fn push(&mut self, at: usize, after: After) {
        self.total += UBig::ONE;
        if !self.full() {
            self.list.push(self.position(at, after));
        }
    }

    /// There may be moves that are not going to be counted.
    pub fn uncounted(&mut self) {
        self.more = true;
    }

    /// Lists a move of those that are not counted, unless it is there or there is no room; whether
    /// it is new.
    pub fn push_new(&mut self, at: usize, after: After) -> bool {
        let position = self.position(at, after);
        let new = !self.full() && !self.list.contains(&position);
        if new {
            self.list.push(position);
        }
        new
    }

    fn position(&self, at: usize, after: After) -> Position {
        let mut numbers = self.heaps.to_vec();
        match after {
            After::One(left) => numbers[at] = left,
            After::Two(a, b) => {
                numbers[at] = a;
                numbers.push(b);
            }
            After::Three([a, b, c]) => {
                numbers[at] = a;
                numbers.extend([b, c]);
            }
        }
        numbers.sort_unstable();
        Position::new(numbers, false)
    }

    pub fn moves(self) -> Moves {
        if self.more {
            return Moves::some(self.list, None);
        }
        if UBig::from(self.list.len()) == self.total {
            Moves::all(self.list)
        } else {
            Moves::some(self.list, Some(self.total))
        }
    }
}

/// The places of the first of each group of equal heaps: equal heaps have the
/// same moves, and different ones never lead to the same position.
pub(crate) fn different(heaps: &[UBig]) -> impl Iterator<Item = usize> {
    (0..heaps.len()).filter(|&at| at == 0 || heaps[at - 1] != heaps[at])
}

/// The moves of one heap of any size that leave a heap for which `one` holds, or two for which `two`
/// holds. Both depend on remainders only, from a preperiod on. Nothing for rules without a period.
pub(crate) fn of_heap(
    rule: &HeapRule,
    period: (u64, u64),
    found: &mut FoundMoves<'_>,
    at: usize,
    one: &dyn Fn(&UBig) -> bool,
    two: &dyn Fn(&UBig, &UBig) -> bool,
) {
    match rule.pattern() {
        Some(HeapPattern::Take(set)) => {
            let heap = &found.heaps[at];
            for s in set.members().iter().map(|&s| UBig::from(s)).filter(|s| s <= heap) {
                let left = heap - s;
                if one(&left) {
                    found.push(at, After::One(left));
                }
            }
        }
        Some(HeapPattern::TakeByDigits(code)) => octal(code, period, found, at, one, two),
        _ => {}
    }
}

/// The moves for which `will_do` holds of a heap whose options can be gone through.
pub(crate) fn of_small_heap(
    rule: &HeapRule,
    found: &mut FoundMoves<'_>,
    at: usize,
    will_do: &dyn Fn(Left) -> bool,
    budget: Budget,
) -> Result<()> {
    let heap = crate::number::words(&found.heaps[at..=at], "a heap")?[0];
    let mut meter = budget.meter("the list of winning moves");
    let mut late = None;
    let _ = rule.options(heap, &mut |left| {
        if will_do(left) {
            found.push(at, After::of(left));
        }
        late = meter.tick(4).err();
        if late.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    late.map_or(Ok(()), Err)
}

fn octal(
    code: &OctalCode,
    period: (u64, u64),
    found: &mut FoundMoves<'_>,
    at: usize,
    one: &dyn Fn(&UBig) -> bool,
    two: &dyn Fn(&UBig, &UBig) -> bool,
) {
    let heap = found.heaps[at].clone();
    for (taken, &digit) in code.digits().iter().enumerate() {
        if UBig::from(taken) > heap {
            break;
        }
        let left = &heap - UBig::from(taken);
        let leaves_one = if left.is_zero() { digit & 1 != 0 && taken > 0 } else { digit & 2 != 0 };
        if leaves_one && one(&left) {
            found.push(at, After::One(left.clone()));
        }
        if digit & 4 != 0 {
            pairs(period, &left, found, at, two);
        }
    }
}

/// The pairs 1 ≤ a ≤ b with a + b = total that will do.
///
/// From the preperiod on, whether a will do depends only on its remainder
/// modulo the period: one look per class, and then a count.
fn pairs(
    (preperiod, period): (u64, u64),
    total: &UBig,
    found: &mut FoundMoves<'_>,
    at: usize,
    two: &dyn Fn(&UBig, &UBig) -> bool,
) {
    let half = total / UBig::from(2u8);
    let will_do = |a: &UBig| two(a, &(total - a));
    let from = UBig::from(preperiod.max(1));
    let mut a = UBig::ONE;
    while a < from && a <= half {
        if will_do(&a) {
            found.push(at, After::Two(a.clone(), total - &a));
        }
        a += UBig::ONE;
    }
    let step = UBig::from(period);
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

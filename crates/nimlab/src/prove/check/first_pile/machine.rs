//! The automata of first piles, and walks through two numbers at a time.

use super::super::{Checked, Refused, ensure};
use crate::Meter;
use crate::bits::QuickSet;
use crate::prove::first_pile::certificate::OffsetState;
use std::ops::RangeInclusive;

/// An automaton that reads the Zeckendorf digits of n and tells y − ⌊nφ⌋.
#[derive(Debug)]
pub struct OffsetMachine {
    states: Vec<(Option<i64>, [Option<u32>; 2])>,
}

/// How a word ends: how many zeros follow its last 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WordEnd {
    /// There is no 1: the number is 0.
    Nothing,
    None,
    Odd,
    /// Even, and at least two.
    Even,
}

/// Where an automaton is after the digits of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct At {
    state: u32,
    tail: WordEnd,
}

/// A number that is read, or two: the digits so far, and two sums.
#[derive(Debug, Clone, Copy)]
pub struct NumberPair {
    /// Where the two automata are.
    pub at: [At; 2],
    /// The sum that is asked about.
    pub x: i64,
    /// The same sum after one more digit 0 in both numbers.
    pub y: i64,
}

/// The digits of the longest small numbers.
const MOST_DIGITS: usize = 60;

/// More states than these are refused.
const MOST_STATES: usize = 1 << 20;

impl OffsetMachine {
    /// Reads an automaton. Leading zeros must count for nothing, and every state and
    /// every transition must be met by some number, so that nothing in it is idle.
    pub fn read(states: &[OffsetState]) -> Checked<OffsetMachine> {
        let bad = || Refused::new("an automaton of the certificate is no table of offsets");
        ensure((1..=MOST_STATES).contains(&states.len()), "an automaton of the certificate has no states or too many")?;
        let mut table = Vec::new();
        for (offset, next) in states {
            let is_small = offset.is_none_or(|offset| offset.unsigned_abs() < 1 << 20);
            let leads = next.iter().all(|&to| (to as usize) < states.len());
            ensure(
                is_small && leads && (1..=2).contains(&next.len()),
                "an automaton of the certificate is no table of offsets",
            )?;
            table.push((*offset, [next.first().copied(), next.get(1).copied()]));
        }
        let machine = OffsetMachine { states: table };
        ensure(
            machine.states[0].1[0] == Some(0),
            "an automaton of the certificate does not take leading zeros for nothing",
        )?;
        let mut met = vec![[false; 4]; states.len()];
        let mut used = 0;
        let mut stack = vec![At::start()];
        met[0][WordEnd::Nothing as usize] = true;
        let mut taken = vec![[false; 2]; states.len()];
        while let Some(at) = stack.pop() {
            for digit in [0, 1] {
                if digit == 1 && at.tail == WordEnd::None {
                    continue;
                }
                let next = machine.step(at, digit).ok_or_else(bad)?;
                // A state says whether a 1 came last: then it has no other 1.
                ensure((digit == 1) == (states[next.state as usize].1.len() == 1), "after a 1 it has another 1")?;
                used += u64::from(!std::mem::replace(&mut taken[at.state as usize][digit as usize], true));
                if !std::mem::replace(&mut met[next.state as usize][next.tail as usize], true) {
                    stack.push(next);
                }
            }
        }
        let transitions: usize = states.iter().map(|state| state.1.len()).sum();
        let all = met.iter().all(|tails| tails.contains(&true)) && used == transitions as u64;
        ensure(all, "an automaton of the certificate has a state or a transition that no number meets")?;
        Ok(machine)
    }

    /// Where a digit leads; nowhere if it is a 1 after a 1.
    pub fn step(&self, at: At, digit: u32) -> Option<At> {
        let tail = match (at.tail, digit) {
            (WordEnd::None, 1) => return None,
            (_, 1) => WordEnd::None,
            (WordEnd::Nothing, _) => WordEnd::Nothing,
            (WordEnd::Odd, _) => WordEnd::Even,
            (WordEnd::None | WordEnd::Even, _) => WordEnd::Odd,
        };
        Some(At { state: self.states[at.state as usize].1[digit as usize]?, tail })
    }

    /// y − ⌊nφ⌋ of the number that was read.
    pub fn offset(&self, at: At) -> Option<i64> {
        self.states[at.state as usize].0
    }

    /// y less the number with a digit 0 appended, which is ⌊nφ⌋, or 1 more where n
    /// ends in an even number of zeros.
    pub fn shift(&self, at: At) -> Option<i64> {
        let more = i64::from(matches!(at.tail, WordEnd::None | WordEnd::Even));
        self.offset(at).map(|offset| offset - more)
    }

    /// y of a small number n.
    pub fn of(&self, n: u64) -> Option<i64> {
        let mut at = At::start();
        let mut value = Value::default();
        for digit in digits(n) {
            at = self.step(at, digit)?;
            value = value.then(digit);
        }
        self.shift(at).map(|shift| value.appended + shift)
    }

    /// Goes through 0, 1, 2, … with their y, until it is told to end.
    pub fn each(&self, meter: &mut Meter, mut each: impl FnMut(u64, Option<i64>) -> Checked<bool>) -> Checked<()> {
        // Words of one length after the other, depth first with the digit 0 first;
        // those that begin with 0 were there before.
        for length in 0..MOST_DIGITS {
            let first = if length == 0 { Some(At::start()) } else { self.step(At::start(), 1) };
            let value = if length == 0 { Value::default() } else { Value::default().then(1) };
            let mut stack: Vec<(At, Value, usize)> = first.map(|at| (at, value, 1.min(length))).into_iter().collect();
            while let Some((at, value, read)) = stack.pop() {
                meter.tick(2)?;
                if read == length {
                    if !each(value.number as u64, self.shift(at).map(|shift| value.appended + shift))? {
                        return Ok(());
                    }
                    continue;
                }
                for digit in [1, 0] {
                    stack.extend(self.step(at, digit).map(|next| (next, value.then(digit), read + 1)));
                }
            }
        }
        Ok(())
    }

    /// Whether every state leads to a set of states of this offset that no digit leaves.
    pub fn settles(&self, offset: i64) -> bool {
        let next = |state: usize| self.states[state].1.iter().flatten().map(|&to| to as usize);
        let mut settled: Vec<bool> = self.states.iter().map(|state| state.0 == Some(offset)).collect();
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for state in 0..settled.len() {
                if settled[state] && !next(state).all(|to| settled[to]) {
                    (settled[state], changed) = (false, true);
                }
            }
        }
        changed = true;
        while std::mem::take(&mut changed) {
            for state in (0..settled.len()).rev() {
                if !settled[state] && next(state).any(|to| settled[to]) {
                    (settled[state], changed) = (true, true);
                }
            }
        }
        settled.into_iter().all(|settled| settled)
    }

    /// Where it is after a number, which is a state and a tail.
    pub fn index(&self, at: At) -> usize {
        at.state as usize * 4 + at.tail as usize
    }

    /// How many of these there are.
    pub fn indices(&self) -> usize {
        self.states.len() * 4
    }
}

impl At {
    pub fn start() -> At {
        At { state: 0, tail: WordEnd::Nothing }
    }

    /// Whether the number is 0.
    pub fn is_zero(self) -> bool {
        self.tail == WordEnd::Nothing
    }
}

/// A number, and the number with a digit 0 appended.
#[derive(Debug, Clone, Copy, Default)]
pub struct Value {
    pub number: i64,
    pub appended: i64,
}

impl Value {
    pub fn then(self, digit: u32) -> Value {
        let digit = i64::from(digit);
        Value { number: self.appended + digit, appended: self.number + self.appended + 2 * digit }
    }
}

/// The Zeckendorf digits of a small number: always the largest Fibonacci number.
fn digits(n: u64) -> Vec<u32> {
    let mut fibonacci = vec![1u64, 2];
    while fibonacci[fibonacci.len() - 1] <= n {
        fibonacci.push(fibonacci[fibonacci.len() - 1] + fibonacci[fibonacci.len() - 2]);
    }
    let mut left = n;
    let digit = |&number: &u64| {
        let fits = number <= left;
        left -= if fits { number } else { 0 };
        u32::from(fits)
    };
    fibonacci.iter().rev().map(digit).collect()
}

/// What two digits add to the two sums of a pair.
type Added = fn(i64, i64) -> (i64, i64);

/// The difference of two numbers, and of the numbers with a 0 appended.
pub const DIFFERENCE: Added = |one, two| (one - two, 2 * (one - two));

/// The first number less what the second one gains when a 0 is appended to it.
pub const LESS_CUT: Added = |one, two| (one - two, 2 * one - two);

/// The sums that lead to a range of x. With x and y the sums before, those after the
/// next digits are y + β₁ and x + y + β₂ with |β₁| ≤ 1 and |β₂| ≤ 2. So once x ≥ a and y ≥
/// a + 1 with a ≥ 2, x stays at a or above, and nothing below is met; likewise on the
/// other side. What is left is finite, for x + φy grows by the factor φ and x − y/φ
/// shrinks, but for the digits.
fn sums_to(added: Added, range: &RangeInclusive<i64>, meter: &mut Meter) -> Checked<QuickSet<(i64, i64)>> {
    let (low, high) = (range.start().min(&-1) - 1, range.end().max(&1) + 1);
    let next = |(x, y): (i64, i64)| {
        let digits = [(0, 0), (0, 1), (1, 0), (1, 1)];
        let sums = digits.map(|(one, two)| added(one, two)).map(|(more, most)| (y + more, x + y + most));
        sums.into_iter().filter(move |&(x, y)| !(x >= high && y > high || x <= low && y < low))
    };
    let mut met: QuickSet<(i64, i64)> = QuickSet::default();
    let mut all = vec![(0, 0)];
    met.insert((0, 0));
    let mut place = 0;
    while place < all.len() {
        for sums in next(all[place]) {
            if met.insert(sums) {
                meter.take(96)?;
                meter.push(&mut all, sums)?;
            }
        }
        meter.tick(16)?;
        place += 1;
    }
    // Backwards from the range, until nothing is added.
    let mut alive: QuickSet<(i64, i64)> = all.iter().copied().filter(|(x, _)| range.contains(x)).collect();
    let mut before = usize::MAX;
    while before != alive.len() {
        before = alive.len();
        for &sums in all.iter().rev() {
            if !alive.contains(&sums) && next(sums).any(|next| alive.contains(&next)) {
                alive.insert(sums);
            }
        }
        meter.tick(16 * all.len() as u64)?;
    }
    meter.give_back(96 * all.len() as u64);
    Ok(alive)
}

/// Visits the pairs of numbers with x in a range; of pairs with the same future only
/// one.
pub fn walk(
    machines: [&OffsetMachine; 2],
    added: Added,
    range: RangeInclusive<i64>,
    meter: &mut Meter,
    mut visit: impl FnMut(NumberPair) -> Checked<()>,
) -> Checked<()> {
    let alive = sums_to(added, &range, meter)?;
    let mut known: QuickSet<u128> = QuickSet::default();
    let mut stack = vec![NumberPair { at: [At::start(); 2], x: 0, y: 0 }];
    known.insert(key(&stack[0]));
    while let Some(pair) = stack.pop() {
        if range.contains(&pair.x) {
            visit(pair)?;
        }
        meter.tick(12)?;
        for (one, two) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let (more, most) = added(one, two);
            let (x, y) = (pair.y + more, pair.x + pair.y + most);
            if !alive.contains(&(x, y)) {
                continue;
            }
            let [first, second] = [(0, one), (1, two)].map(|(at, digit)| machines[at].step(pair.at[at], digit as u32));
            let (Some(first), Some(second)) = (first, second) else { continue };
            let next = NumberPair { at: [first, second], x, y };
            if known.insert(key(&next)) {
                meter.take(64)?;
                stack.push(next);
            }
        }
    }
    meter.give_back(64 * known.len() as u64);
    Ok(())
}

/// A pair as one number: the sums of a walk are far below 2^31.
fn key(pair: &NumberPair) -> u128 {
    let at = |at: At| u128::from(at.state) << 2 | at.tail as u128;
    let sum = |sum: i64| u128::from(sum as i32 as u32);
    at(pair.at[0]) << 86 | at(pair.at[1]) << 64 | sum(pair.x) << 32 | sum(pair.y)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;
    use crate::prove::{KEPT_FIRST_PILES, PilesCertificate};
    use std::collections::BTreeSet;

    fn machine(first_pile: usize) -> OffsetMachine {
        let certificate = PilesCertificate::from_json(KEPT_FIRST_PILES).unwrap();
        OffsetMachine::read(&certificate.planes[first_pile].states).unwrap()
    }

    /// A number with a 0 appended.
    fn appended(n: u64) -> i64 {
        digits(n).into_iter().fold(Value::default(), Value::then).appended
    }

    /// What is known of a pair in a walk.
    type Seen = (Option<i64>, Option<i64>, i64, i64);

    fn walked(machines: [&OffsetMachine; 2], added: Added, range: RangeInclusive<i64>) -> BTreeSet<Seen> {
        let mut seen = BTreeSet::new();
        let mut meter = Budget::default().meter("a walk");
        let visit = |pair: NumberPair| {
            let [one, two] = [0, 1].map(|at| machines[at].offset(pair.at[at]));
            seen.insert((one, two, pair.x, pair.y));
            Ok(())
        };
        walk(machines, added, range, &mut meter, visit).unwrap();
        seen
    }

    fn offset(machine: &OffsetMachine, n: u64) -> Option<i64> {
        let floor = (n + (5 * n * n).isqrt()) as i64 / 2;
        machine.of(n).map(|y| y - floor)
    }

    /// A walk meets what all pairs of numbers up to a bound have, and nothing else.
    #[test]
    fn walks_meet_all_pairs() {
        let (one, two) = (machine(4), machine(2));
        let mut pairs = BTreeSet::new();
        for n in 0..40_000u64 {
            for s in -4i64..=4 {
                if let Some(other) = n.checked_add_signed(-s) {
                    pairs.insert((offset(&one, n), offset(&two, other), s, appended(n) - appended(other)));
                }
            }
        }
        assert_eq!(walked([&one, &two], DIFFERENCE, -4..=4), pairs);
        let mut pairs = BTreeSet::new();
        for n in 0..60_000u64 {
            let cut = appended(n) - n as i64;
            for x in -6..=2 {
                if let Ok(e) = u64::try_from(cut + x) {
                    pairs.insert((offset(&one, e), offset(&two, n), x, appended(e) - n as i64));
                }
            }
        }
        assert_eq!(walked([&one, &two], LESS_CUT, -6..=2), pairs);
    }

    #[test]
    fn numbers_are_gone_through_in_order() {
        let machine = machine(3);
        let mut meter = Budget::default().meter("numbers");
        let mut next = 0;
        let each = |n: u64, y: Option<i64>| {
            assert_eq!((n, y), (next, machine.of(n)));
            next += 1;
            Ok(next < 3000)
        };
        machine.each(&mut meter, each).unwrap();
        assert_eq!(next, 3000);
    }

    #[test]
    fn tables_that_are_no_automata_are_refused() {
        let zero = (Some(0), vec![0, 1]);
        let one = (Some(0), vec![0]);
        let read = |states: &[OffsetState]| OffsetMachine::read(states).is_ok();
        assert!(read(&[zero.clone(), one.clone()]));
        assert!(!read(&[]));
        // Leading zeros, a 1 after a 1, a state that is not there, an idle one.
        assert!(!read(&[(Some(0), vec![1, 1]), one.clone()]));
        assert!(!read(&[zero.clone(), (Some(0), vec![0, 1])]));
        assert!(!read(&[(Some(0), vec![0, 2]), one.clone()]));
        assert!(!read(&[zero.clone(), one.clone(), one.clone()]));
        assert!(!read(&[zero.clone(), (Some(1 << 30), vec![0])]));
        assert!(!read(&[zero, (Some(0), vec![])]));
    }
}

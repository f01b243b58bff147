//! An automaton from a list of offsets y − ⌊nφ⌋ by the difference n.
//!
//! The state of a prefix of digits is given by the offsets of its continuations up to
//! some length. The continuations of one length are an interval of numbers, so that
//! hashes of intervals are compared. If the number of the prefix is at least N1, short
//! continuations are enough. A smaller number has no offset, and its prefix is known by
//! the states that it leads to, which are those of larger numbers.

use super::certificate::OffsetState;
use crate::Meter;
use crate::error::Result;
use std::collections::HashMap;

/// A list of offsets, with hashes of all its intervals.
pub struct Offsets {
    /// The first difference.
    n1: u64,
    list: Vec<i32>,
    /// The hash of the offsets before each place, and powers of its base.
    before: Vec<u64>,
    powers: Vec<u64>,
}

const MODULUS: u128 = (1 << 61) - 1;
const BASE: u128 = 0x1234_5678_9abc_def1;

/// A prefix of digits: its number, that with a 0 appended, and whether it ends in 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Prefix {
    number: u64,
    appended: u64,
    one: bool,
}

impl Prefix {
    const START: Prefix = Prefix { number: 0, appended: 0, one: false };

    fn then(self, digit: u64) -> Prefix {
        let appended = self.number + self.appended + 2 * digit;
        Prefix { number: self.appended + digit, appended, one: digit == 1 }
    }

    /// The prefixes with one more digit; after a 1 there is no 1.
    fn longer(self) -> impl Iterator<Item = Prefix> {
        (0..if self.one { 1 } else { 2 }).map(move |digit| self.then(digit))
    }
}

/// A state while it has no number yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Class {
    /// The beginning, where zeros count for nothing.
    Start,
    /// Numbers below N1 that lead to the same states.
    Small(usize),
    /// Numbers from N1 on with the same continuations.
    Large(usize),
}

/// The states of a list.
struct Classes<'o> {
    offsets: &'o Offsets,
    depth: usize,
    /// Large states by what follows, each with a prefix.
    known: HashMap<(bool, Vec<u64>), usize>,
    large: Vec<Prefix>,
    /// Small states by where they lead.
    alike: HashMap<(bool, Vec<Class>), usize>,
    small: Vec<Vec<Class>>,
    /// The small states of prefixes.
    of_prefix: HashMap<Prefix, usize>,
}

impl Classes<'_> {
    /// The state of a prefix; `None` if the list is too short to tell.
    fn of(&mut self, prefix: Prefix) -> Option<Class> {
        if prefix.number < self.offsets.n1 {
            return Some(self.of_prefix.get(&prefix).map_or(Class::Start, |&state| Class::Small(state)));
        }
        let new = self.large.len();
        let state = *self.known.entry(self.offsets.signature(prefix, self.depth)?).or_insert(new);
        if state == new {
            self.large.push(prefix);
        }
        Some(Class::Large(state))
    }

    /// Where a state leads.
    fn row(&mut self, class: Class) -> Option<Vec<Class>> {
        match class {
            Class::Start => Some(vec![Class::Start, self.of(Prefix::START.then(1))?]),
            Class::Small(state) => Some(self.small[state].clone()),
            Class::Large(state) => self.large[state].longer().map(|prefix| self.of(prefix)).collect(),
        }
    }
}

impl Offsets {
    /// The offsets from a difference on.
    pub fn new(n1: u64, list: Vec<i32>, meter: &mut Meter) -> Result<Self> {
        let (mut before, mut powers) = (Vec::new(), Vec::new());
        meter.reserve(&mut before, list.len() + 1)?;
        meter.reserve(&mut powers, list.len() + 1)?;
        let (mut hash, mut power) = (0, 1);
        for &offset in &list {
            before.push(hash as u64);
            powers.push(power as u64);
            hash = (hash * BASE + u128::from(offset as u32) + 1) % MODULUS;
            power = power * BASE % MODULUS;
        }
        before.push(hash as u64);
        powers.push(power as u64);
        Ok(Self { n1, list, before, powers })
    }

    /// Gives the memory back to the meter.
    pub fn forget(self, meter: &mut Meter) {
        meter.give_back((4 * self.list.capacity() + 8 * (self.before.capacity() + self.powers.capacity())) as u64);
    }

    fn at(&self, n: u64) -> Option<i64> {
        n.checked_sub(self.n1).and_then(|place| self.list.get(place as usize)).map(|&offset| offset.into())
    }

    /// The hash of `count` offsets from a difference on; `None` if they are not all in
    /// the list.
    fn hash(&self, from: u64, count: u64) -> Option<u64> {
        let from = from.checked_sub(self.n1)? as usize;
        let end = *self.before.get(from + count as usize)?;
        let start = u128::from(self.before[from]) * u128::from(self.powers[count as usize]) % MODULUS;
        Some(((u128::from(end) + MODULUS - start) % MODULUS) as u64)
    }

    /// The offsets of all continuations up to a length, hashed.
    fn signature(&self, prefix: Prefix, depth: usize) -> Option<(bool, Vec<u64>)> {
        let (mut first, mut hashes) = (prefix, Vec::with_capacity(depth + 1));
        // How many words of a length follow a 0, and a 1.
        let (mut after_zero, mut after_one) = (1, 1);
        for _ in 0..=depth {
            hashes.push(self.hash(first.number, if prefix.one { after_one } else { after_zero })?);
            first = first.then(0);
            (after_zero, after_one) = (after_zero + after_one, after_zero);
        }
        Some((prefix.one, hashes))
    }

    /// The automaton of the list; `None` if the list is too short for it.
    pub fn learned(&self, depth: usize, meter: &mut Meter) -> Result<Option<Vec<OffsetState>>> {
        let mut classes = Classes {
            offsets: self,
            depth,
            known: HashMap::new(),
            large: Vec::new(),
            alike: HashMap::new(),
            small: Vec::new(),
            of_prefix: HashMap::new(),
        };
        // The largest first, because the continuations of a number are larger.
        let mut small = self.small_prefixes(meter)?;
        small.sort_unstable_by_key(|prefix| std::cmp::Reverse(prefix.number));
        meter.take(200 * small.len() as u64)?;
        for &prefix in &small {
            meter.tick(100)?;
            let Some(row) = prefix.longer().map(|next| classes.of(next)).collect::<Option<Vec<_>>>() else {
                meter.give_back(200 * small.len() as u64);
                return Ok(None);
            };
            let new = classes.small.len();
            let state = *classes.alike.entry((prefix.one, row.clone())).or_insert(new);
            if state == new {
                classes.small.push(row);
            }
            classes.of_prefix.insert(prefix, state);
        }
        let numbered = self.numbered(&mut classes, meter);
        meter.give_back(200 * small.len() as u64);
        numbered
    }

    /// The prefixes of numbers from 1 up to N1 − 1.
    fn small_prefixes(&self, meter: &mut Meter) -> Result<Vec<Prefix>> {
        let mut all = Vec::new();
        let mut stack = vec![Prefix::START.then(1)];
        while let Some(prefix) = stack.pop() {
            if prefix.number < self.n1 {
                meter.push(&mut all, prefix)?;
                stack.extend(prefix.longer());
            }
        }
        Ok(all)
    }

    /// The states in the order in which they are met.
    fn numbered(&self, classes: &mut Classes<'_>, meter: &mut Meter) -> Result<Option<Vec<OffsetState>>> {
        let Some(first) = classes.of(Prefix::START) else { return Ok(None) };
        let mut numbers: HashMap<Class, u32> = HashMap::from([(first, 0)]);
        let mut order = vec![first];
        let mut states = Vec::new();
        while states.len() < order.len() {
            meter.tick(200)?;
            let class = order[states.len()];
            let Some(row) = classes.row(class) else { return Ok(None) };
            let offset = match class {
                Class::Large(state) => self.at(classes.large[state].number),
                Class::Start | Class::Small(_) => None,
            };
            let mut next = Vec::new();
            for to in row {
                next.push(*numbers.entry(to).or_insert_with(|| {
                    order.push(to);
                    order.len() as u32 - 1
                }));
            }
            states.push((offset, next));
        }
        Ok(Some(states))
    }

    /// Whether an automaton gives the whole list, and nothing below N1.
    pub fn agrees(&self, states: &[OffsetState], meter: &mut Meter) -> Result<bool> {
        let end = self.n1 + self.list.len() as u64;
        if states[0].0 != self.at(0) {
            return Ok(false);
        }
        // All numbers by their digits, depth first.
        let one = states[0].1.get(1).map(|&to| (Prefix::START.then(1), to));
        let mut stack: Vec<(Prefix, u32)> = one.into_iter().collect();
        while let Some((prefix, state)) = stack.pop() {
            meter.tick(1)?;
            if prefix.number >= end {
                continue;
            }
            let (offset, row) = &states[state as usize];
            if *offset != self.at(prefix.number) {
                return Ok(false);
            }
            stack.extend(prefix.longer().zip(row.iter().copied()));
        }
        Ok(true)
    }

    /// N2 and the most frequent offset of the second half.
    pub fn n2_and_alpha(&self) -> (u64, i64) {
        let mut often: HashMap<i32, u64> = HashMap::new();
        self.list[self.list.len() / 2..].iter().for_each(|&offset| *often.entry(offset).or_default() += 1);
        let alpha = often.into_iter().max_by_key(|&(offset, count)| (count, offset)).map_or(0, |entry| entry.0);
        let far = self.list.iter().rposition(|offset| offset.abs_diff(alpha) > 1);
        (self.n1 + far.map_or(0, |place| place as u64 + 1), alpha.into())
    }
}

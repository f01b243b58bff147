//! The automata of first piles, guessed from lists.
//!
//! Positions are computed plane by plane until the differences have been in order
//! for long. From there on each plane goes on as Wythoff's game does, by mex, so
//! that long lists cost little; that this is right is proved afterwards. The state of
//! a prefix of digits is what its continuations of up to some length tell. For a
//! number of at least N1 short continuations are enough; a smaller one is known by
//! the states that it leads to.

use super::certificate::{KIND, OffsetState, PilesCertificate, PlaneText};
use crate::error::Result;
use crate::prove::{Verdict, check_first_piles};
use crate::solve::planes::Planes;
use crate::solve::planes::conjecture::of_pairs;
use crate::{Budget, Meter};
use std::collections::HashMap;

/// What is told while first piles are proved.
#[derive(Debug, Clone, Copy)]
pub struct PilesProgress {
    /// The first pile that is looked at.
    pub first_pile: u64,
    /// The rows that were computed in each plane.
    pub rows: u64,
    /// The states of the last automaton.
    pub states: usize,
    /// Whether everything is guessed, and is being proved.
    pub proving: bool,
}

/// What came of it.
#[derive(Debug)]
pub enum FoundPiles {
    /// A certificate, which was checked.
    Proved(Box<PilesCertificate>),
    /// Nothing was proved: why.
    Open(String),
}

/// Rows are computed up to these numbers, one after the other.
const ROWS: [u64; 12] =
    [1 << 9, 1 << 11, 1 << 13, 1 << 15, 1 << 16, 1 << 17, 1 << 18, 1 << 19, 1 << 20, 1 << 21, 3 << 20, 1 << 22];

/// Proves Fraenkel's conjectures for the first piles up to one.
pub fn prove_first_piles(largest: u64, budget: Budget, progress: &mut dyn FnMut(PilesProgress)) -> Result<FoundPiles> {
    let budget = budget.started();
    let mut meter = budget.meter(meter_of(largest));
    let mut planes = Planes::default();
    let mut rejected = None;
    for rows in ROWS {
        progress(PilesProgress { first_pile: 0, rows, states: 0, proving: false });
        planes.advance(largest, rows - 1, &mut meter)?;
        if (0..=largest).rev().any(|m| Seen::of(&planes, m, largest, rows).is_none()) {
            continue;
        }
        let (mut texts, mut needed) = (Vec::new(), 0);
        for seen in (0..=largest).filter_map(|m| Seen::of(&planes, m, largest, rows)) {
            let text = seen.guess(&mut meter)?;
            needed = needed.max(seen.last_first());
            progress(PilesProgress { first_pile: seen.m, rows, states: text.states.len(), proving: false });
            texts.push(text);
        }
        // The checker computes them again, in the same memory.
        planes = Planes::default();
        meter = budget.meter(meter_of(largest));
        progress(PilesProgress {
            first_pile: largest,
            rows,
            states: texts.last().map_or(0, |text| text.states.len()),
            proving: true,
        });
        // The checker needs fewer rows than it takes to be sure of N1.
        let needed = needed + 16 * largest + 256;
        for rows in [needed.min(rows), rows] {
            let certificate = PilesCertificate {
                certificate: KIND.into(),
                game: "fraenkel:3".into(),
                system: "zeckendorf".into(),
                statement: PilesCertificate::says(largest),
                rows,
                planes: texts.clone(),
            };
            match check_first_piles(&certificate, budget)? {
                Verdict::Proved(_) => return Ok(FoundPiles::Proved(Box::new(certificate))),
                Verdict::Rejected(reason) => rejected = Some(reason),
            }
        }
    }
    let last = ROWS[ROWS.len() - 1];
    Ok(FoundPiles::Open(match rejected {
        Some(reason) => format!("with second piles below {last} the guess was refuted: {reason}"),
        None => format!("with second piles below {last} the differences are not in order for long enough"),
    }))
}

fn meter_of(largest: u64) -> String {
    format!("the proof of the first piles up to {largest}")
}

/// What is seen of one plane.
struct Seen {
    m: u64,
    n1: u64,
    missing: Vec<u64>,
    pairs: Vec<(u64, u64)>,
}

impl Seen {
    /// `None` if the differences are not in order for long enough.
    fn of(planes: &Planes, m: u64, largest: u64, rows: u64) -> Option<Seen> {
        let pairs = planes.pairs(m);
        let n1 = of_pairs(&pairs).n1;
        let &(y, z) = pairs.last()?;
        let begin = pairs.iter().position(|&(y, z)| z - y == n1)?;
        // In order for half as long as they were not. Larger planes look at these differences too, and the
        // first pairs must lie below the rows.
        let in_order = z - y > n1 + n1 / 2 + largest + 16 && pairs[..=begin].iter().all(|&(_, z)| z < rows);
        (in_order && y < rows).then(|| {
            let mut missing = planes.missing(m);
            missing.retain(|&d| d < n1);
            Seen { m, n1, missing, pairs }
        })
    }

    /// The larger number of the pair of difference N1.
    fn last_first(&self) -> u64 {
        self.pairs.iter().find(|&(y, z)| z - y == self.n1).map_or(0, |pair| pair.1)
    }

    fn guess(&self, meter: &mut Meter) -> Result<PlaneText> {
        let mut length = 400_000.max(32 * self.n1);
        let mut depth = 4;
        loop {
            let offsets = self.offsets(length, meter)?;
            let list = Offsets::new(self.n1, offsets);
            match list.learned(depth, meter)? {
                Some(states) if list.agrees(&states, meter)? => {
                    let (n2, alpha) = list.n2_and_alpha();
                    return Ok(PlaneText {
                        first_pile: self.m,
                        n1: self.n1,
                        n2,
                        alpha,
                        missing: self.missing.clone(),
                        states,
                    });
                }
                Some(_) => depth += 2,
                None => {}
            }
            length *= 2;
            list.forget(meter);
        }
    }

    /// y − ⌊nφ⌋ for the differences n from N1 on, this many of them; those that were
    /// not computed go on by mex.
    fn offsets(&self, length: u64, meter: &mut Meter) -> Result<Vec<i32>> {
        let numbers = length * 3 + self.pairs.last().map_or(0, |pair| pair.1) + 64;
        meter.take(numbers / 8 + 20 * length)?;
        let mut used = vec![0u64; numbers as usize / 64 + 1];
        let mut mark = |number: u64| used[number as usize / 64] |= 1 << (number % 64);
        let mut offsets = Vec::with_capacity(length as usize);
        for &(y, z) in &self.pairs {
            mark(y);
            mark(z);
        }
        let first = self.pairs.iter().position(|&(y, z)| z - y == self.n1).unwrap_or(0);
        offsets.extend(self.pairs[first..].iter().map(|&(y, z)| offset(y, z - y)));
        let mut y = self.pairs.last().map_or(0, |pair| pair.0);
        for n in self.n1 + offsets.len() as u64..self.n1 + length {
            meter.tick(1)?;
            while used[y as usize / 64] >> (y % 64) & 1 == 1 {
                y += 1;
            }
            for number in [y, y + n] {
                used[number as usize / 64] |= 1 << (number % 64);
            }
            offsets.push(offset(y, n));
        }
        meter.give_back(numbers / 8);
        Ok(offsets)
    }
}

/// y − ⌊nφ⌋.
fn offset(y: u64, n: u64) -> i32 {
    let floor = (n + (5 * n * n).isqrt()) / 2;
    (y as i64 - floor as i64) as i32
}

/// A list of offsets, with hashes of all its intervals.
struct Offsets {
    /// The first difference.
    n1: u64,
    list: Vec<i32>,
    /// The hash of the offsets before each place, and powers of its base.
    before: Vec<u64>,
    powers: Vec<u64>,
}

/// A prefix of digits: its number, that with a 0 appended, and whether it ends in 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Prefix {
    number: u64,
    appended: u64,
    one: bool,
}

impl Prefix {
    fn then(self, digit: u64) -> Prefix {
        let appended = self.number + self.appended + 2 * digit;
        Prefix { number: self.appended + digit, appended, one: digit == 1 }
    }
}

const MODULUS: u128 = (1 << 61) - 1;
const BASE: u128 = 0x1234_5678_9abc_def1 % MODULUS;

impl Offsets {
    fn new(n1: u64, list: Vec<i32>) -> Self {
        let (mut before, mut powers) = (vec![0], vec![1]);
        for &offset in &list {
            let value = u128::from(offset as u32) + 1;
            before.push(((u128::from(before[before.len() - 1]) * BASE + value) % MODULUS) as u64);
            powers.push((u128::from(powers[powers.len() - 1]) * BASE % MODULUS) as u64);
        }
        Self { n1, list, before, powers }
    }

    fn forget(self, meter: &mut Meter) {
        meter.give_back(20 * self.list.len() as u64);
    }

    fn at(&self, n: u64) -> Option<i64> {
        n.checked_sub(self.n1).and_then(|place| self.list.get(place as usize)).map(|&offset| offset.into())
    }

    /// The hash of so many offsets from a difference on; `None` if they are not all
    /// in the list.
    fn hash(&self, from: u64, count: u64) -> Option<u64> {
        let from = from.checked_sub(self.n1)? as usize;
        let end = *self.before.get(from + count as usize)?;
        let start = u128::from(self.before[from]) * u128::from(self.powers[count as usize]) % MODULUS;
        Some(((u128::from(end) + MODULUS - start) % MODULUS) as u64)
    }

    /// What all continuations up to a length tell; `None` if the list is too short.
    fn signature(&self, prefix: Prefix, depth: usize) -> Option<(bool, Vec<u64>)> {
        let (mut first, mut hashes) = (prefix, Vec::with_capacity(depth + 1));
        // How many words of a length follow a 0, and a 1.
        let (mut after_zero, mut after_one) = (1u64, 1u64);
        for _ in 0..=depth {
            let count = if prefix.one { after_one } else { after_zero };
            hashes.push(self.hash(first.number, count)?);
            first = first.then(0);
            (after_zero, after_one) = (after_zero + after_one, after_zero);
        }
        Some((prefix.one, hashes))
    }

    /// The automaton of the list; `None` if the list is too short for it.
    fn learned(&self, depth: usize, meter: &mut Meter) -> Result<Option<Vec<OffsetState>>> {
        // The states of prefixes from N1 on, by what follows.
        let mut known: HashMap<(bool, Vec<u64>), usize> = HashMap::new();
        // Each by its offset and where 0 and 1 lead.
        let mut rows: Vec<(Prefix, Vec<usize>)> = Vec::new();
        let mut large = |prefix: Prefix, rows: &mut Vec<(Prefix, Vec<usize>)>| -> Option<usize> {
            let signature = self.signature(prefix, depth)?;
            Some(*known.entry(signature).or_insert_with(|| {
                rows.push((prefix, Vec::new()));
                rows.len() - 1
            }))
        };
        // Small prefixes, the largest first: their continuations are larger.
        let mut small: HashMap<Prefix, usize> = HashMap::new();
        let mut shared: HashMap<(bool, Vec<usize>), usize> = HashMap::new();
        let mut all: Vec<Prefix> = self.small_prefixes(meter)?;
        all.sort_unstable_by_key(|prefix| std::cmp::Reverse(prefix.number));
        let mut small_rows: Vec<(bool, Vec<usize>)> = Vec::new();
        const SMALL: usize = 1 << 30;
        for prefix in all {
            meter.tick(100)?;
            let mut row = Vec::new();
            for digit in 0..if prefix.one { 1 } else { 2 } {
                let next = prefix.then(digit);
                row.push(match small.get(&next) {
                    Some(&state) => state,
                    None => match large(next, &mut rows) {
                        Some(state) => state,
                        None => return Ok(None),
                    },
                });
            }
            let state = *shared.entry((prefix.one, row.clone())).or_insert_with(|| {
                small_rows.push((prefix.one, row));
                SMALL + small_rows.len() - 1
            });
            small.insert(prefix, state);
        }
        // The start, and all that the large prefixes lead to.
        let start = Prefix { number: 0, appended: 0, one: false };
        if self.n1 == 0 && large(start, &mut rows).is_none() {
            return Ok(None);
        }
        let mut next = 0;
        while next < rows.len() {
            let prefix = rows[next].0;
            meter.tick(100)?;
            for digit in 0..if prefix.one { 1 } else { 2 } {
                match large(prefix.then(digit), &mut rows) {
                    Some(state) => rows[next].1.push(state),
                    None => return Ok(None),
                }
            }
            next += 1;
        }
        let first = match self.n1 {
            0 => 0,
            // Zeros lead from the start to itself; only its 1 is looked up.
            _ => {
                let one = start.then(1);
                let to = match small.get(&one) {
                    Some(&state) => state,
                    None => match large(one, &mut rows) {
                        Some(state) => state,
                        None => return Ok(None),
                    },
                };
                small_rows.push((false, vec![SMALL + small_rows.len(), to]));
                SMALL + small_rows.len() - 1
            }
        };
        Ok(Some(self.numbered(first, SMALL, &rows, &small_rows)))
    }

    /// The prefixes of numbers from 1 up to N1 − 1.
    fn small_prefixes(&self, meter: &mut Meter) -> Result<Vec<Prefix>> {
        let mut all = Vec::new();
        let mut stack = vec![Prefix { number: 0, appended: 0, one: false }.then(1)];
        while let Some(prefix) = stack.pop() {
            if prefix.number < self.n1 {
                meter.push(&mut all, prefix)?;
                stack.push(prefix.then(0));
                if !prefix.one {
                    stack.push(prefix.then(1));
                }
            }
        }
        Ok(all)
    }

    /// The states in the order in which they are met.
    fn numbered(
        &self,
        first: usize,
        small: usize,
        rows: &[(Prefix, Vec<usize>)],
        small_rows: &[(bool, Vec<usize>)],
    ) -> Vec<OffsetState> {
        let mut numbers: HashMap<usize, u32> = HashMap::from([(first, 0)]);
        let mut order = vec![first];
        let mut states = Vec::new();
        while states.len() < order.len() {
            let state = order[states.len()];
            let (offset, row) = match state.checked_sub(small) {
                Some(place) => (None, &small_rows[place].1),
                None => (self.at(rows[state].0.number), &rows[state].1),
            };
            let mut next = Vec::new();
            for &to in row {
                next.push(*numbers.entry(to).or_insert_with(|| {
                    order.push(to);
                    order.len() as u32 - 1
                }));
            }
            states.push((offset, next));
        }
        states
    }

    /// Whether an automaton tells the whole list.
    fn agrees(&self, states: &[OffsetState], meter: &mut Meter) -> Result<bool> {
        // All numbers by their digits, depth first.
        let start = Prefix { number: 0, appended: 0, one: false };
        let end = self.n1 + self.list.len() as u64;
        let mut stack = match states[0].1.get(1) {
            Some(&one) => vec![(start.then(1), one)],
            None => return Ok(false),
        };
        if states[0].0 != self.at(0) {
            return Ok(false);
        }
        while let Some((prefix, state)) = stack.pop() {
            meter.tick(1)?;
            if prefix.number >= end {
                continue;
            }
            let (offset, row) = &states[state as usize];
            if *offset != self.at(prefix.number) {
                return Ok(false);
            }
            stack.extend((0..).zip(row).map(|(digit, &to)| (prefix.then(digit), to)));
        }
        Ok(true)
    }

    /// N2 and the most frequent offset of the second half.
    fn n2_and_alpha(&self) -> (u64, i64) {
        let mut often: HashMap<i32, u64> = HashMap::new();
        self.list[self.list.len() / 2..].iter().for_each(|&offset| *often.entry(offset).or_default() += 1);
        let alpha = often.into_iter().max_by_key(|&(offset, count)| (count, offset)).map_or(0, |entry| entry.0);
        let far = self.list.iter().rposition(|offset| offset.abs_diff(alpha) > 1);
        (self.n1 + far.map_or(0, |place| place as u64 + 1), alpha.into())
    }
}

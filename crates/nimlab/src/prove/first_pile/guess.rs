//! The automata of first piles, guessed from lists.
//!
//! Positions are computed plane by plane until the differences have been in order
//! for long. From there on each plane goes on as Wythoff's game does, by mex, so
//! that long lists cost little; that this is right is proved afterwards.

use super::certificate::{KIND, PilesCertificate, PlaneText};
use super::learn::Offsets;
use crate::error::Result;
use crate::prove::{Verdict, check_first_piles};
use crate::solve::planes::Planes;
use crate::solve::planes::conjecture::of_pairs;
use crate::{Budget, Meter};

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
            let list = Offsets::new(self.n1, self.offsets(length, meter)?, meter)?;
            let states = list.learned(depth, meter)?;
            depth += if states.is_some() { 2 } else { 0 };
            let right = match states {
                Some(states) => list.agrees(&states, meter)?.then_some(states),
                None => None,
            };
            let (n2, alpha) = list.n2_and_alpha();
            list.forget(meter);
            if let Some(states) = right {
                let missing = self.missing.clone();
                return Ok(PlaneText { first_pile: self.m, n1: self.n1, n2, alpha, missing, states });
            }
            length *= 2;
        }
    }

    /// y − ⌊nφ⌋ for the differences n from N1 on, this many of them; those that were
    /// not computed go on by mex.
    fn offsets(&self, length: u64, meter: &mut Meter) -> Result<Vec<i32>> {
        let numbers = length * 3 + self.pairs.last().map_or(0, |pair| pair.1) + 64;
        meter.take(numbers / 8)?;
        let mut used = vec![0u64; numbers as usize / 64 + 1];
        let mut mark = |number: u64| used[number as usize / 64] |= 1 << (number % 64);
        let mut offsets = Vec::new();
        meter.reserve(&mut offsets, length as usize + self.pairs.len())?;
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

//! The automata of first piles, guessed from lists.
//!
//! Positions are computed plane by plane until the differences have been in order for
//! a long time. From there on each plane goes on as Wythoff's game does, by mex, so
//! that long lists cost little; that this is right is proved afterwards.

use super::certificate::{KIND, PilesCertificate, PlaneText};
use super::learn::Offsets;
use crate::error::Result;
use crate::prove::{Verdict, check_first_piles};
use crate::solve::planes::Planes;
use crate::solve::planes::conjecture::of_pairs;
use crate::{Budget, Meter};

/// What is told while first piles are proved.
///
/// ```
/// use nimlab::prove::{PilesProgress, prove_first_piles};
/// let mut told = Vec::new();
/// prove_first_piles(1, nimlab::Budget::default(), &mut |progress: PilesProgress| told.push(progress.first_pile))?;
/// assert!(told.contains(&1));
/// # Ok::<(), nimlab::Error>(())
/// ```
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

/// The outcome of the search for a proof.
///
/// ```
/// use nimlab::prove::{FoundPiles, prove_first_piles};
/// let found = prove_first_piles(0, nimlab::Budget::default(), &mut |_| {})?;
/// assert!(matches!(found, FoundPiles::Proved(certificate) if certificate.planes[0].alpha == 0));
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug)]
pub enum FoundPiles {
    /// A certificate, which was checked.
    Proved(Box<PilesCertificate>),
    /// Nothing was proved: why.
    Open(String),
}

/// Rows are computed up to the first of these numbers, then up to the next, and so on.
const ROWS: [u64; 12] =
    [1 << 9, 1 << 11, 1 << 13, 1 << 15, 1 << 16, 1 << 17, 1 << 18, 1 << 19, 1 << 20, 1 << 21, 3 << 20, 1 << 22];

/// Proves Fraenkel's conjectures for the first piles up to one.
///
/// ```
/// use nimlab::prove::{FoundPiles, prove_first_piles};
/// let found = prove_first_piles(1, nimlab::Budget::default(), &mut |progress| assert!(progress.first_pile <= 1))?;
/// let FoundPiles::Proved(certificate) = found else { panic!() };
/// assert_eq!(certificate.planes.len(), 2);
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn prove_first_piles(largest: u64, budget: Budget, progress: &mut dyn FnMut(PilesProgress)) -> Result<FoundPiles> {
    let budget = budget.started();
    let mut meter = budget.meter(meter_of(largest));
    let mut planes = Planes::default();
    let mut rejected = None;
    for rows in ROWS {
        progress(PilesProgress { first_pile: 0, rows, states: 0, proving: false });
        planes.advance(largest, rows - 1, &mut meter)?;
        if (0..=largest).rev().any(|m| SeenPlane::of(&planes, m, largest, rows).is_none()) {
            continue;
        }
        let (mut texts, mut needed) = (Vec::new(), 0);
        for seen in (0..=largest).filter_map(|m| SeenPlane::of(&planes, m, largest, rows)) {
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
struct SeenPlane {
    m: u64,
    n1: u64,
    missing: Vec<u64>,
    pairs: Vec<(u64, u64)>,
}

impl SeenPlane {
    /// `None` if the differences are not in order for long enough.
    fn of(planes: &Planes, m: u64, largest: u64, rows: u64) -> Option<SeenPlane> {
        let pairs = planes.pairs(m);
        let n1 = of_pairs(&pairs).n1;
        let &(y, z) = pairs.last()?;
        let begin = pairs.iter().position(|&(y, z)| z - y == n1)?;
        // In order for at least half as long as they were not before. Larger planes look at these differences too, and the
        // first pairs must lie below the rows.
        let in_order = z - y > n1 + n1 / 2 + largest + 16 && pairs[..=begin].iter().all(|&(_, z)| z < rows);
        (in_order && y < rows).then(|| {
            let mut missing = planes.missing(m);
            missing.retain(|&d| d < n1);
            SeenPlane { m, n1, missing, pairs }
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

    /// y − ⌊nφ⌋ for the first `length` differences n from N1 on; those that were not
    /// computed are continued by mex.
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

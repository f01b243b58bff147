//! The moves of a game that subtracts vectors from one fixed set, in few words:
//! rays, which reach the border of the box, and single vectors.
//!
//! In the corner of a box all vectors that fit into it can be subtracted, so
//! that the rules are asked once for each box. What is found there is exact in
//! that box and promises nothing beyond it. A larger box asks again: rays that
//! ended are taken apart, and what no ray covers is looked through for new ones.
//! Cost: a test for each vector and ray.

use super::plan::RulePlan;
use super::run::Runner;
use crate::bits::QuickSet;
use crate::{Clock, Limit};

/// The vectors `from`, `from + step`, `from + 2·step`, … that fit into a box.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ray {
    pub from: Vec<i64>,
    pub step: Vec<i64>,
}

/// All vectors of a game that fit into a box.
#[derive(Debug, Clone, Default)]
pub struct Rays {
    pub rays: Vec<Ray>,
    pub singles: Vec<Vec<i64>>,
}

/// Why the moves could not be written so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoRays {
    /// The time is over.
    Late(Limit),
    /// There are too many of them, or the rules fail: other engines answer.
    Unfit,
}

/// With more rays a table is filled faster by walking along them.
const MOST_RAYS: usize = 64;

/// The most vectors outside of rays.
const MOST_SINGLES: usize = 1024;

/// The most vectors among which rays are looked for.
const MOST_LEFT: usize = 4096;

/// A ray has at least this many vectors in the box: fewer are single ones.
const SHORTEST: i64 = 4;

/// The most tries for the moves in the corner of a box: about a second.
const MOST_TRIES: u64 = 1 << 26;

impl Ray {
    /// The number of a vector on the ray.
    fn number_of(&self, vector: &[i64]) -> Option<i64> {
        let axis = self.step.iter().position(|&step| step > 0)?;
        let number = (vector[axis] - self.from[axis]) / self.step[axis];
        let meets = |((&x, &from), &step): ((&i64, &i64), &i64)| x == from + number * step;
        (number >= 0 && vector.iter().zip(&self.from).zip(&self.step).all(meets)).then_some(number)
    }

    /// How many vectors of the ray fit into the box up to a corner.
    fn length(&self, corner: &[i64]) -> i64 {
        let parts = corner.iter().zip(&self.from).zip(&self.step);
        if parts.clone().any(|((corner, from), _)| corner < from) {
            return 0;
        }
        parts.filter(|(_, step)| **step > 0).map(|((corner, from), step)| (corner - from) / step + 1).min().unwrap_or(0)
    }

    fn vector(&self, number: i64) -> Vec<i64> {
        self.from.iter().zip(&self.step).map(|(from, step)| from + number * step).collect()
    }
}

impl Rays {
    /// Whether a vector that fits into the box may be subtracted.
    pub fn contain(&self, vector: &[i64]) -> bool {
        self.rays.iter().any(|ray| ray.number_of(vector).is_some())
            || self.singles.iter().any(|single| single == vector)
    }

    /// The first vector of every ray, and all single ones.
    pub fn firsts(&self) -> impl Iterator<Item = &[i64]> {
        self.rays.iter().map(|ray| &ray.from[..]).chain(self.singles.iter().map(|single| &single[..]))
    }

    /// The moves in the box up to a corner, from those in a smaller one.
    pub fn grow(&mut self, plan: &RulePlan, corner: &[i64], clock: &mut Clock) -> Result<(), NoRays> {
        let mut reading = Reading::new(self, corner);
        let mut target = Vec::new();
        let mut late = None;
        let mut fits = true;
        let all = Runner::new(plan).moves(corner, MOST_TRIES, &mut |run| {
            for i in 0..run.count {
                run.position(i, &mut target);
                target.iter_mut().zip(corner).for_each(|(to, from)| *to = from - *to);
                fits = fits && is_less(plan, &target) && reading.take(&target);
                late = clock.after(2);
                if !fits || late.is_some() {
                    return false;
                }
            }
            true
        });
        match (late.or_else(|| clock.now()), all) {
            (Some(limit), _) => return Err(NoRays::Late(limit)),
            (None, Ok(true)) if fits => {}
            _ => return Err(NoRays::Unfit),
        }
        let (whole, left) = reading.finish()?;
        let mut kept = whole.into_iter();
        self.rays.retain(|_| kept.next().unwrap_or(false));
        self.cover(left, corner, clock)
    }

    /// Finds rays among vectors; the others become single ones.
    fn cover(&mut self, mut left: Vec<Vec<i64>>, corner: &[i64], clock: &mut Clock) -> Result<(), NoRays> {
        let all: QuickSet<Vec<i64>> = left.iter().cloned().collect();
        // A ray reaches the border, so that its last vector is among the largest.
        left.sort_unstable_by_key(|vector| (vector.iter().copied().max(), vector.clone()));
        while let Some(last) = left.pop() {
            let mut best: Option<(i64, Ray)> = None;
            for other in &all {
                let step: Vec<i64> = last.iter().zip(other).map(|(a, b)| a - b).collect();
                let ends = last.iter().zip(&step).zip(corner).any(|((x, step), corner)| x + step > *corner);
                if step.iter().any(|&x| x < 0) || *other == last || !ends {
                    continue;
                }
                let (from, length) = followed(&all, &last, &step, clock)?;
                if length >= SHORTEST && best.as_ref().is_none_or(|(most, _)| length > *most) {
                    best = Some((length, Ray { from, step }));
                }
            }
            match best {
                Some((_, ray)) => {
                    left.retain(|vector| ray.number_of(vector).is_none());
                    self.rays.push(ray);
                }
                None => self.singles.push(last),
            }
            if self.rays.len() > MOST_RAYS || self.singles.len() > MOST_SINGLES {
                return Err(NoRays::Unfit);
            }
        }
        Ok(())
    }
}

/// The vector that begins the row of vectors with this last one and this step,
/// and how many there are.
fn followed(
    all: &QuickSet<Vec<i64>>,
    last: &[i64],
    step: &[i64],
    clock: &mut Clock,
) -> Result<(Vec<i64>, i64), NoRays> {
    let (mut from, mut length) = (last.to_vec(), 1);
    let mut before: Vec<i64> = last.to_vec();
    loop {
        before.iter_mut().zip(step).for_each(|(x, step)| *x -= step);
        if !all.contains(&before) {
            return Ok((from, length));
        }
        from.copy_from_slice(&before);
        length += 1;
        if let Some(limit) = clock.after(4) {
            return Err(NoRays::Late(limit));
        }
    }
}

/// Whether a vector takes something, nothing less than 0, and makes the measure
/// less.
fn is_less(plan: &RulePlan, vector: &[i64]) -> bool {
    let measured = plan.measure.as_ref().is_none_or(|measure| {
        measure.coefficients.iter().zip(vector).map(|(&c, &d)| i128::from(c) * i128::from(d)).sum::<i128>() > 0
    });
    measured && vector.iter().all(|&d| d >= 0) && vector.iter().any(|&d| d > 0)
}

/// The vectors of a box as they are read, compared with what is known.
struct Reading<'r> {
    known: &'r Rays,
    corner: &'r [i64],
    /// For each ray which of its vectors were met, as bits.
    met: Vec<Vec<u64>>,
    left: QuickSet<Vec<i64>>,
    singles: QuickSet<&'r [i64]>,
}

impl<'r> Reading<'r> {
    fn new(known: &'r Rays, corner: &'r [i64]) -> Self {
        let met = known.rays.iter().map(|ray| vec![0; ray.length(corner) as usize / 64 + 1]).collect();
        let singles = known.singles.iter().map(|single| &single[..]).collect();
        Self { known, corner, met, left: QuickSet::default(), singles }
    }

    /// Takes a vector in; says whether there is room for it.
    fn take(&mut self, vector: &[i64]) -> bool {
        let mut covered = false;
        for (ray, met) in self.known.rays.iter().zip(&mut self.met) {
            if let Some(number) = ray.number_of(vector) {
                met[number as usize / 64] |= 1 << (number % 64);
                covered = true;
            }
        }
        if !covered && !self.singles.contains(vector) && !self.left.contains(vector) {
            self.left.insert(vector.to_vec());
        }
        self.left.len() <= MOST_LEFT
    }

    /// Which rays reach the border, and what is not covered by them.
    fn finish(self) -> Result<(Vec<bool>, Vec<Vec<i64>>), NoRays> {
        let Self { known, corner, met, mut left, .. } = self;
        let mut whole = Vec::new();
        for (ray, met) in known.rays.iter().zip(&met) {
            let length = ray.length(corner);
            let found = met.iter().map(|word| i64::from(word.count_ones())).sum::<i64>();
            whole.push(found == length);
            if found == length {
                continue;
            }
            let members = (0..length).filter(|i| met[*i as usize / 64] >> (i % 64) & 1 == 1);
            left.extend(members.map(|number| ray.vector(number)));
            if left.len() > MOST_LEFT {
                return Err(NoRays::Unfit);
            }
        }
        Ok((whole, left.into_iter().collect()))
    }
}

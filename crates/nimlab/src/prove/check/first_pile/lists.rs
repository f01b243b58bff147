//! The P-positions with small second piles, by the rule.

use super::super::{Checked, ensure};
use crate::Meter;

/// The pairs (y, z) of P-positions (m, y, z) with y ≤ z and y below a bound.
#[derive(Debug)]
pub struct PlaneRows {
    bound: u64,
    /// The differences that no pair has, not even one with a larger y, as far as they
    /// are less than a difference that was met.
    pub closed: Vec<u64>,
    /// The partner of each number, as far as it is known.
    partners: Vec<u32>,
    /// For each difference the smaller number of its pair.
    by_difference: Vec<u32>,
}

/// No partner, or no pair.
const NONE: u32 = u32::MAX;

impl PlaneRows {
    /// The partner of a number, if there is one below the bound.
    pub fn partner(&self, number: u64) -> Option<u64> {
        self.partners.get(number as usize).filter(|&&partner| partner != NONE).map(|&partner| partner.into())
    }

    /// The pairs as y and z − y, by y.
    pub fn pairs(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        (0..self.bound).filter_map(|y| self.partner(y).and_then(|z| z.checked_sub(y)).map(|d| (y, d)))
    }

    /// The pair (y, z) with z − y = d, which may be negative.
    fn on_diagonal(&self, d: i64) -> Option<(i64, i64)> {
        let smaller = self.by_difference.get(d.unsigned_abs() as usize).filter(|&&smaller| smaller != NONE)?;
        let smaller = i64::from(*smaller);
        Some(if d >= 0 { (smaller, smaller + d) } else { (smaller - d, smaller) })
    }

    fn insert(&mut self, y: u64, d: u64, meter: &mut Meter) -> Checked<()> {
        for (list, place) in [(&mut self.partners, y + d), (&mut self.by_difference, d)] {
            let more = (place as usize + 1).saturating_sub(list.len());
            meter.reserve(list, more)?;
            list.resize(list.len() + more, NONE);
        }
        self.partners[y as usize] = (y + d) as u32;
        self.partners[(y + d) as usize] = y as u32;
        self.by_difference[d as usize] = y as u32;
        Ok(())
    }
}

/// More than these first piles or rows are refused.
const MOST_PLANES: u64 = 1 << 10;
const MOST_ROWS: u64 = 1 << 24;

/// The P-positions with the first piles 0, …, `largest` and second piles below
/// `rows`.
pub fn rows_of(largest: u64, rows: u64, meter: &mut Meter) -> Checked<Vec<PlaneRows>> {
    ensure(largest < MOST_PLANES && rows <= MOST_ROWS, "its first piles or its rows are too many")?;
    let mut planes: Vec<PlaneRows> = Vec::new();
    for m in 0..=largest {
        let plane = plane(&planes, m, rows, meter)?;
        planes.push(plane);
    }
    Ok(planes)
}

/// One plane, those below it being known: see the proof in [`super`].
fn plane(below: &[PlaneRows], m: u64, rows: u64, meter: &mut Meter) -> Checked<PlaneRows> {
    let mut plane = PlaneRows { bound: rows, closed: Vec::new(), partners: Vec::new(), by_difference: Vec::new() };
    let ways = ways(m, below);
    // Differences that no pair has so far and that are not closed; and the next larger one.
    let (mut free, mut next): (Vec<u64>, u64) = (Vec::new(), 0);
    for y in 0..rows {
        if plane.partner(y).is_some() {
            continue;
        }
        let mut place = 0;
        loop {
            if place == free.len() {
                meter.push(&mut free, next)?;
                next += 1;
            }
            let d = free[place];
            meter.tick(1 + ways.len() as u64 / 4)?;
            let is_won = plane.partner(y + d).is_some()
                || below.iter().any(|lower| lower.partner(y) == Some(y + d))
                || ways.iter().any(|way| way.leads(y as i64, (y + d) as i64));
            if !is_won {
                break;
            }
            place += 1;
        }
        let d = free.remove(place);
        plane.insert(y, d, meter)?;
        if y % 64 == 63 {
            let (closed, open): (Vec<u64>, Vec<u64>) = free.iter().partition(|&&d| is_closed(&ways, m, d, y + 1));
            meter.tick((free.len() * ways.len()) as u64)?;
            plane.closed.extend(closed);
            free = open;
        }
    }
    plane.closed.sort_unstable();
    Ok(plane)
}

/// A way to take t ≥ 1 from the first pile, k from the second and k + s from the
/// third pile, with k ⊕ (k + s) = t.
struct PileWay<'b> {
    below: &'b PlaneRows,
    t: i64,
    s: i64,
}

fn ways(m: u64, below: &[PlaneRows]) -> Vec<PileWay<'_>> {
    let mut ways = Vec::new();
    for (t, below) in (1..=m as i64).rev().zip(below) {
        // k ⊕ (k + s) = t for some k exactly if it is for some k up to t.
        let differences = (0..=t).map(|k| (k ^ t) - k);
        let mut all: Vec<i64> = differences.collect();
        all.sort_unstable();
        all.dedup();
        ways.extend(all.into_iter().map(|s| PileWay { below, t, s }));
    }
    ways
}

impl PileWay<'_> {
    /// Whether it leads from (y, z) to a P-position: on the diagonal z − y − s there is
    /// at most one.
    fn leads(&self, y: i64, z: i64) -> bool {
        let Some((to_y, to_z)) = self.below.on_diagonal(z - y - self.s) else { return false };
        let (k, l) = (y - to_y, z - to_z);
        k >= 0 && l >= 0 && k ^ l == self.t
    }
}

/// Whether a move leads to a P-position from (m, y, y + d) for every y from `row`
/// on. Whether k ⊕ (k + s) = t depends on the digits of k that t has, so on y
/// modulo a power of two above m.
fn is_closed(ways: &[PileWay<'_>], m: u64, d: u64, row: u64) -> bool {
    let (modulus, row) = ((m + 1).next_power_of_two() as i64, row as i64);
    let mut left = vec![true; modulus as usize];
    for way in ways {
        let Some((to_y, _)) = way.below.on_diagonal(d as i64 - way.s).filter(|&(to_y, _)| to_y <= row) else {
            continue;
        };
        for y in row..row + modulus {
            let k = y - to_y;
            left[(y % modulus) as usize] &= k ^ (k + way.s) != way.t;
        }
    }
    !left.contains(&true)
}

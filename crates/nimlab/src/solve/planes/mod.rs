//! The P-positions of Fraenkel's game with three piles, plane by plane: those
//! with first pile m, for m = 0, 1, 2, ….
//!
//! In plane m a position is a pair (y, z). One that is lost shares no number and
//! no difference z − y with another one, for Wythoff's moves would lead from one to
//! the other. So with y ascending, the partner of y, if it has none yet, is the
//! least z = y + d such that nothing leads to the planes below. A move there takes
//! t = m − j from the first pile: alone, or with k and l from the other two, where
//! k ⊕ l = t. Then l = k + s, where s = Σ ± 2^i over the digits i of t, with + where
//! k has a 0 and − where it has a 1. So the option lies on the diagonal d − s, where
//! plane j has one P-position at most, and it is enough to look at that one. A
//! candidate costs the sum of 2^(ones of t) look-ups for t = 1, …, m, about m^1.6, and
//! there are some three candidates for each partner.

pub mod conjecture;

use crate::Meter;
use crate::error::{Error, Result};
use crate::hint::Hint;

/// The planes with first pile 0, 1, …, as far as they are needed.
///
/// ```
/// use nimlab::{Budget, solve::planes::Planes};
/// let mut planes = Planes::default();
/// planes.advance(1, 10, &mut Budget::default().meter("two planes"))?;
/// assert_eq!(planes.pairs(0)[..3], [(0, 0), (1, 2), (3, 5)], "Wythoff's pairs");
/// assert_eq!(planes.partner(1, 1), Some(1), "1,1,1 is a P-position");
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Planes {
    planes: Vec<Plane>,
    /// For each t, all numbers Σ ± 2^i over its digits.
    steps: Vec<Vec<i64>>,
}

/// The P-positions with one first pile, as pairs (y, z).
#[derive(Debug, Default)]
struct Plane {
    /// The partner of each number.
    partners: Vec<u32>,
    /// For each difference the smaller number of its pair.
    smaller: Vec<u32>,
    /// The differences below `next` that no pair has, ascending; those that none
    /// can have are left out.
    open: Vec<u32>,
    next: u32,
    /// All numbers below have their partners.
    rows: u64,
}

/// No partner yet, or no pair.
const NONE: u32 = u32::MAX;

/// The most numbers of a plane.
pub const MOST_ROWS: u64 = 1 << 30;

/// The largest first pile.
pub const MOST_PLANES: u64 = 1 << 12;

/// After so many rows it is looked whether a difference can be left out.
const TIDIED_EVERY: u64 = 64;

impl Plane {
    fn partner(&self, y: u64) -> Option<u64> {
        self.partners.get(y as usize).filter(|&&z| z != NONE).map(|&z| u64::from(z))
    }

    /// The pair (y, z) with z − y = d, which may be negative.
    fn on_diagonal(&self, d: i64) -> Option<(i64, i64)> {
        let smaller = *self.smaller.get(d.unsigned_abs() as usize)?;
        let first = i64::from(smaller) - d.min(0);
        (smaller != NONE).then_some((first, first + d))
    }

    fn insert(&mut self, y: u64, d: u32, meter: &mut Meter) -> Result<()> {
        let z = y + u64::from(d);
        fill_to(&mut self.partners, z as usize, meter)?;
        fill_to(&mut self.smaller, d as usize, meter)?;
        self.partners[y as usize] = z as u32;
        self.partners[z as usize] = y as u32;
        self.smaller[d as usize] = y as u32;
        Ok(())
    }
}

fn fill_to(list: &mut Vec<u32>, place: usize, meter: &mut Meter) -> Result<()> {
    if place >= list.len() {
        meter.reserve(list, place + 1 - list.len())?;
        list.resize(place + 1, NONE);
    }
    Ok(())
}

impl Planes {
    /// Finds the partners of all numbers up to y in the planes up to m.
    pub fn advance(&mut self, m: u64, y: u64, meter: &mut Meter) -> Result<()> {
        for (given, limit) in [(m, MOST_PLANES), (y, MOST_ROWS)] {
            if given >= limit {
                return Err(Error::TooLarge {
                    what: "a pile of a position that is looked for plane by plane".into(),
                    given: given.to_string(),
                    limit: (limit - 1).to_string(),
                    hint: Hint::NONE,
                });
            }
        }
        while self.planes.len() as u64 <= m {
            meter.take(8 << self.planes.len().count_ones())?;
            self.steps.push(steps(self.planes.len() as u64));
            self.planes.push(Plane::default());
        }
        for plane in &mut self.planes[..=m as usize] {
            // About φ²·y and y/φ, told before the work begins.
            for (list, size) in [(&mut plane.partners, y * 21 / 8), (&mut plane.smaller, y * 5 / 8)] {
                meter.reserve(list, (size as usize).saturating_sub(list.len()))?;
            }
        }
        for plane in 0..=m as usize {
            while self.planes[plane].rows <= y {
                self.next_row(plane, meter)?;
            }
        }
        Ok(())
    }

    /// The partner of y in plane m, if it is smaller or y was reached.
    pub fn partner(&self, m: u64, y: u64) -> Option<u64> {
        self.planes.get(m as usize)?.partner(y)
    }

    /// The P-position of plane m on the diagonal z − y = d, if it was reached.
    pub fn on_diagonal(&self, m: u64, d: i64) -> Option<(i64, i64)> {
        self.planes.get(m as usize)?.on_diagonal(d)
    }

    /// The pairs (y, z) of plane m with y ≤ z that were found, by y.
    pub fn pairs(&self, m: u64) -> Vec<(u64, u64)> {
        let Some(plane) = self.planes.get(m as usize) else { return Vec::new() };
        let pair = |y| plane.partner(y).filter(|&z| y <= z).map(|z| (y, z));
        (0..plane.rows).filter_map(pair).collect()
    }

    /// The differences that no pair of plane m has or can have any more, below the
    /// largest one that was met.
    pub fn missing(&self, m: u64) -> Vec<u64> {
        let Some(plane) = self.planes.get(m as usize) else { return Vec::new() };
        let is_missing = |&d: &u32| plane.on_diagonal(d.into()).is_none() && !plane.open.contains(&d);
        (0..plane.next).filter(is_missing).map(u64::from).collect()
    }

    /// The partner of the next number.
    fn next_row(&mut self, m: usize, meter: &mut Meter) -> Result<()> {
        let y = self.planes[m].rows;
        let mut place = 0;
        while self.planes[m].partner(y).is_none() {
            let plane = &mut self.planes[m];
            if place == plane.open.len() {
                meter.push(&mut plane.open, plane.next)?;
                plane.next += 1;
            }
            let d = plane.open[place];
            let taken = plane.partner(y + u64::from(d)).is_some();
            meter.tick(1 + (m * m) as u64 / 16)?;
            if taken || self.leads_below(m as u64, y, y + u64::from(d)) {
                place += 1;
                continue;
            }
            self.planes[m].insert(y, d, meter)?;
            self.planes[m].open.remove(place);
        }
        self.planes[m].rows += 1;
        if y.is_multiple_of(TIDIED_EVERY) {
            self.tidy(m, meter)?;
        }
        Ok(())
    }

    /// Whether a move that takes from the first pile leads from (m, y, z) to a
    /// P-position.
    fn leads_below(&self, m: u64, y: u64, z: u64) -> bool {
        (0..m).any(|j| self.partner(j, y) == Some(z)) || self.moves_below(m, y, z).next().is_some()
    }

    /// The P-positions (j, y', z') that a move leads to which takes from the first
    /// pile and from others.
    pub fn moves_below(&self, m: u64, y: u64, z: u64) -> impl Iterator<Item = (u64, u64, u64)> + '_ {
        let (y, z) = (y as i64, z as i64);
        (0..m).flat_map(move |j| {
            let t = (m - j) as i64;
            self.steps[t as usize].iter().filter_map(move |step| {
                let (to_y, to_z) = self.on_diagonal(j, z - y - step)?;
                let (k, l) = (y - to_y, z - to_z);
                (k >= 0 && l >= 0 && k ^ l == t).then_some((j, to_y as u64, to_z as u64))
            })
        })
    }

    /// Leaves out the differences that no pair can have any more. Whether an
    /// option (y − k, z − l) on a given diagonal is reached depends on the digits
    /// of k that t has. So where the planes below have those for every remainder
    /// of y modulo a power of two, all further positions of the diagonal are won.
    fn tidy(&mut self, m: usize, meter: &mut Meter) -> Result<()> {
        let modulus = (m as u64 + 1).next_power_of_two();
        let y = self.planes[m].rows;
        let mut left = Vec::new();
        for &d in &self.planes[m].open {
            let mut open = vec![true; modulus as usize];
            for j in 0..m {
                let t = (m - j) as u64;
                for step in &self.steps[t as usize] {
                    // All that is taken must be natural from this row on.
                    let pair = self.on_diagonal(j as u64, i64::from(d) - step);
                    let Some((from, _)) = pair.filter(|pair| pair.0.max(pair.1) <= y as i64) else { continue };
                    let mut k = (0..modulus).filter(|&k| (k ^ t) as i64 - k as i64 == *step);
                    k.by_ref().for_each(|k| open[((from as u64 + k) % modulus) as usize] = false);
                }
            }
            meter.tick(modulus * (m * m) as u64 / 16)?;
            if open.contains(&true) {
                left.push(d);
            }
        }
        self.planes[m].open = left;
        Ok(())
    }
}

/// All numbers Σ ± 2^i over the digits i of t.
pub(crate) fn steps(t: u64) -> Vec<i64> {
    (0..u64::BITS - t.leading_zeros()).filter(|bit| t >> bit & 1 == 1).fold(vec![0], |sums, bit| {
        let both = |sum: &i64| [sum + (1 << bit), sum - (1 << bit)];
        sums.iter().flat_map(both).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;
    use std::collections::HashSet;

    /// Whether one move leads from a position to another, in these places.
    fn leads(from: [u64; 3], to: [u64; 3]) -> bool {
        let taken: Option<Vec<u64>> = from.iter().zip(to).map(|(from, to)| from.checked_sub(to)).collect();
        taken.is_some_and(|taken| {
            let touched = taken.iter().filter(|&&taken| taken > 0).count();
            touched == 1 || touched > 1 && taken[0] ^ taken[1] ^ taken[2] == 0
        })
    }

    /// The P-positions in a box, by the rule alone.
    fn by_rule(planes: u64, size: u64) -> HashSet<[u64; 3]> {
        let mut lost: Vec<[u64; 3]> = Vec::new();
        for m in 0..planes {
            for y in 0..size {
                for z in 0..size {
                    let position = [m, y, z];
                    if !lost.iter().any(|&to| leads(position, to)) {
                        lost.push(position);
                    }
                }
            }
        }
        lost.into_iter().collect()
    }

    #[test]
    fn planes_are_what_the_rule_says() -> Result<()> {
        for (count, size) in [(4, 60), (14, 26), (26, 26)] {
            let expected = by_rule(count, size);
            let mut meter = Budget::default().meter("planes");
            let mut planes = Planes::default();
            planes.advance(count - 1, size, &mut meter)?;
            let pair = |m: u64, y: u64| planes.partner(m, y).map(|z| [m, y, z]);
            let found: HashSet<[u64; 3]> = (0..count).flat_map(|m| (0..size).filter_map(move |y| pair(m, y))).collect();
            let inside: HashSet<[u64; 3]> = found.into_iter().filter(|position| position[2] < size).collect();
            assert_eq!(inside, expected, "{count} planes");
        }
        Ok(())
    }

    /// A difference that is left out has no position in a larger box either.
    #[test]
    fn missing_differences_are_missing() -> Result<()> {
        let mut meter = Budget::default().meter("planes");
        let mut planes = Planes::default();
        planes.advance(12, 3000, &mut meter)?;
        let missing: Vec<Vec<u64>> = (0..13).map(|m| planes.missing(m)).collect();
        assert!(missing[0].is_empty());
        assert_eq!(missing[1], [17, 22]);
        assert_eq!(missing[2], [5, 8, 24, 26, 32]);
        for (m, differences) in missing.iter().enumerate() {
            for &d in differences {
                for y in 2000..3000 {
                    let z = y + d;
                    let leads = planes.partner(m as u64, y).is_some_and(|partner| partner < z)
                        || planes.partner(m as u64, z).is_some_and(|partner| partner < y)
                        || planes.leads_below(m as u64, y, z);
                    assert!(leads, "({m}, {y}, {z})");
                }
            }
        }
        Ok(())
    }

    #[test]
    fn planes_can_be_found_in_any_order() -> Result<()> {
        let mut meter = Budget::default().meter("planes");
        let (mut by_rows, mut by_planes) = (Planes::default(), Planes::default());
        for y in (0..300).step_by(7) {
            by_rows.advance(y % 11, y, &mut meter)?;
        }
        by_rows.advance(10, 300, &mut meter)?;
        for m in 0..11 {
            by_planes.advance(m, 300, &mut meter)?;
        }
        for m in 0..11 {
            for y in 0..=300 {
                assert_eq!(by_rows.partner(m, y), by_planes.partner(m, y));
            }
        }
        Ok(())
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let mut meter = Budget::default().in_bytes(1 << 16).meter("planes");
        assert!(Planes::default().advance(0, MOST_ROWS, &mut meter).is_err());
        assert!(Planes::default().advance(MOST_PLANES, 0, &mut meter).is_err());
        let error = Planes::default().advance(1, 1 << 20, &mut meter).unwrap_err();
        assert!(error.to_string().contains("memory"), "{error}");
    }
}

//! The P-positions of a box where options may be blocked, for a game that subtracts
//! vectors from one fixed set: examples for a guess that is proved afterwards. Answers
//! come from plain search.
//!
//! The vectors are rays and single ones. For each ray a table holds how many
//! P-positions lie at a place and behind it in steps of the ray: one more than at the
//! place a step behind, if the place is a P-position itself. So the options of a
//! position that are lost are counted by a look for each ray and single vector. Cost:
//! that many looks and bytes for each position of the box.

use super::game::RuleGame;
use super::rays::{NoRays, Rays};
use crate::bits::QuickSet;
use crate::error::{Error, Result};
use crate::{Budget, Hint, Meter, Rule};

impl RuleGame {
    /// The P-positions with all numbers below `side`, in the order of words; `None`
    /// if the moves are not the same everywhere, or no few rays.
    pub(crate) fn lost_with_blocks(&self, side: u64, budget: Budget) -> Result<Option<Vec<Vec<u64>>>> {
        let what = format!("the P-positions of {} below {side}", self.name());
        let Some(first) = self.first_rays().filter(|_| self.plan().sorted == 0 && side > 0) else { return Ok(None) };
        let Some(most) = i64::try_from(side - 1).ok().filter(|&most| most < 1 << 31 && self.blocked() < u8::MAX.into())
        else {
            return Ok(None);
        };
        let corner = vec![most; self.plan().width];
        let mut rays = first.clone();
        match rays.grow(self.plan(), &corner, &mut budget.clock()) {
            Ok(()) => {}
            Err(NoRays::Unfit) => return Ok(None),
            Err(NoRays::Late(limit)) => {
                return Err(Error::OverBudget { what, limit, reached: String::new(), hint: Hint::NONE });
            }
        }
        let mut meter = budget.meter(what);
        let vectors = BoxVectors::new(&rays, &corner, &mut meter)?;
        vectors.map(|vectors| vectors.lost(self.blocked(), &mut meter)).transpose()
    }
}

/// The vectors of a box, each on one ray or single.
struct BoxVectors<'r> {
    rays: &'r Rays,
    side: u64,
    /// What a step along each number adds to the index of a cell, the last number
    /// being the fastest.
    strides: Vec<usize>,
    cells: usize,
}

impl<'r> BoxVectors<'r> {
    /// `None` if a vector lies on two rays, for it would be counted twice, or if the
    /// cells cannot be numbered.
    fn new(rays: &'r Rays, corner: &[i64], meter: &mut Meter) -> Result<Option<Self>> {
        let mut seen: QuickSet<Vec<i64>> = QuickSet::default();
        for ray in &rays.rays {
            let mut vector = ray.from.clone();
            while vector.iter().zip(corner).all(|(x, most)| x <= most) {
                meter.take(8 * vector.len() as u64 + 48)?;
                meter.tick(1)?;
                if !seen.insert(vector.clone()) {
                    return Ok(None);
                }
                vector.iter_mut().zip(&ray.step).for_each(|(x, step)| *x += step);
            }
        }
        if rays.singles.iter().any(|single| !seen.insert(single.clone())) {
            return Ok(None);
        }
        meter.give_back(seen.len() as u64 * (8 * corner.len() as u64 + 48));
        let side = corner[0] as u64 + 1;
        let cells = (side as usize).checked_pow(corner.len() as u32);
        let strides = (0..corner.len()).rev().map(|place| (side as usize).pow(place as u32));
        Ok(cells.map(|cells| Self { rays, side, strides: strides.collect(), cells }))
    }

    fn index(&self, numbers: &[i64]) -> usize {
        numbers.iter().zip(&self.strides).map(|(&x, stride)| x as usize * stride).sum()
    }

    fn lost(&self, blocked: u64, meter: &mut Meter) -> Result<Vec<Vec<u64>>> {
        let Rays { rays, singles } = self.rays;
        meter.take((self.cells as u64).saturating_mul(rays.len() as u64 + 1))?;
        let mut is_lost = vec![false; self.cells];
        let mut behind = vec![vec![0u8; self.cells]; rays.len()];
        let fits = |position: &[i64], vector: &[i64]| position.iter().zip(vector).all(|(x, taken)| x >= taken);
        let mut position = vec![0i64; self.strides.len()];
        let mut found = Vec::new();
        for cell in 0..self.cells {
            let on_ray = |(ray, behind): (&super::rays::Ray, &Vec<u8>)| match fits(&position, &ray.from) {
                true => u64::from(behind[cell - self.index(&ray.from)]),
                false => 0,
            };
            let single = |vector: &&Vec<i64>| fits(&position, vector) && is_lost[cell - self.index(vector)];
            let lost_options =
                rays.iter().zip(&behind).map(on_ray).sum::<u64>() + singles.iter().filter(single).count() as u64;
            is_lost[cell] = lost_options <= blocked;
            if is_lost[cell] {
                meter.push(&mut found, position.iter().map(|&x| x as u64).collect())?;
            }
            for (ray, behind) in rays.iter().zip(&mut behind) {
                let before = if fits(&position, &ray.step) { behind[cell - self.index(&ray.step)] } else { 0 };
                behind[cell] = before.saturating_add(u8::from(is_lost[cell]));
            }
            meter.tick(1 + rays.len() as u64 + singles.len() as u64)?;
            for number in position.iter_mut().rev() {
                *number += 1;
                if (*number as u64) < self.side {
                    break;
                }
                *number = 0;
            }
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::compile;
    use crate::solve::Search;
    use crate::{Budget, Outcome, Play};

    /// The conditions on a vector (k, l) that is taken.
    const MOVES: [&str; 9] = [
        "k = 0 or l = 0 or k = l",
        "k = 0 or l = 0",
        "k = 0 or l = 0 or k = l or k = 1 and l = 2",
        "k = 0 or k = l or k = 2 * l",
        "k = 0 or l = 0 or k = 2 * l or l = 2 * k",
        "k = 1 or l = 0",
        "k = 3 and l = 1 or k = 1 and l = 4 or k = l and k in {2, 5}",
        "k = l and k mod 3 = 1 or l = 0 and k mod 2 = 0",
        "k = 0 and l != 3 or l = 0",
    ];

    #[test]
    fn positions_counted_along_rays_are_those_of_the_search() -> crate::Result<()> {
        let mut told = 0;
        for moves in MOVES {
            for blocked in [0, 1, 2, 5] {
                let text = format!(
                    "state x, y  move k in 0..x, l in 0..y where k + l > 0 and ({moves}) -> (x - k, y - l)  blocking {blocked}"
                );
                let Ok(game) = compile(&text) else { panic!("{text}") };
                for side in [1, 2, 7, 30] {
                    // Where there are too many rays nothing is said.
                    let Some(found) = game.lost_with_blocks(side, Budget::default())? else { continue };
                    told += 1;
                    let mut search = Search::for_outcomes(&game, Play::Normal, Budget::default());
                    let mut expected = Vec::new();
                    for x in 0..side {
                        for y in 0..side {
                            if search.outcome(&[x, y])? == Outcome::P {
                                expected.push(vec![x, y]);
                            }
                        }
                    }
                    assert_eq!(found, expected, "{text} below {side}");
                }
            }
        }
        assert!(told > 100, "{told} of 144");
        Ok(())
    }

    #[test]
    fn what_is_no_few_rays_is_left_to_the_search() -> crate::Result<()> {
        for text in [
            "state x, y  move k in 1..x where x > y -> (x - k, y)  blocking 1",
            "state x, y symmetric  move k in 1..x -> (x - k, y)",
            "state x, y  move k in 1..x, l in 1..y where k * l mod 7 = 3 -> (x - k, y - l)  blocking 1",
        ] {
            let Ok(game) = compile(text) else { panic!("{text}") };
            assert_eq!(game.lost_with_blocks(40, Budget::default())?, None, "{text}");
        }
        Ok(())
    }
}

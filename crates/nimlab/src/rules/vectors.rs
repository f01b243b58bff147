//! The moves of a game that subtracts vectors from one fixed set, as lines.
//!
//! If whether a vector may be subtracted does not depend on the position, the
//! moves in the corner of a box are all the moves there are in it: a position
//! s has exactly those vectors d with d ≤ s in every number. The vectors are
//! covered by lines along the 2^n − 1 directions of zeros and ones, each
//! vector by the longest line through it, for a line is a walk through the
//! table with a fixed stride: Wythoff's game becomes three lines.

use super::grid::Grid;
use super::plan::RulePlan;
use super::run::Runner;
use crate::Clock;
use crate::bits::{QuickMap, QuickSet};

/// A line of vectors: `from`, `from + direction`, …, `length` of them.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Line {
    from: Vec<i64>,
    direction: Vec<i64>,
    length: i64,
}

/// All vectors of a game that fit into a box.
pub struct Vectors {
    lines: Vec<Line>,
    /// Where each line begins and how far its steps go in the table.
    places: Vec<(usize, usize)>,
    /// How many vectors there are.
    count: u64,
}

/// Above this many numbers there are too many directions to try.
const MOST_NUMBERS: usize = 6;

/// The most vectors times directions: a few seconds and a few hundred megabytes.
const MOST_LOOKS: u64 = 1 << 25;

/// The most tries for the moves in the corner of a board: about a second.
const MOST_TRIES: u64 = 1 << 28;

/// The most diagonals of Wythoff's game that are looked for in a rule.
const WIDEST: u64 = 64;

/// The bytes that a vector takes in a direction, in a set or a map.
const VECTOR: u64 = 96;

impl Vectors {
    /// The vectors of an invariant game; none if there are too many for the
    /// work or the memory, or if one of them does not make the position less.
    pub fn of(plan: &RulePlan, grid: &Grid, most: u64, bytes: u64, clock: &mut Clock) -> Option<Self> {
        let corner: Vec<i64> = grid.sides.iter().map(|side| side - 1).collect();
        if corner.len() > MOST_NUMBERS {
            return None;
        }
        let room = most.min(grid.cells as u64).min(MOST_LOOKS >> corner.len()).min((bytes / VECTOR) >> corner.len());
        let vectors = gathered(plan, &corner, most, room, clock)?;
        Self::covering(&vectors, grid, clock)
    }

    /// The parameter a, if on a board of these sides the moves are exactly
    /// those of Wythoff's game: any number from one pile, or k and l from both
    /// with |k − l| < a.
    pub fn wythoff(plan: &RulePlan, sides: [u64; 2], bytes: u64, clock: &mut Clock) -> Option<u64> {
        let [rows, columns] = if plan.sorted > 1 { [sides[0].min(sides[1]), sides[0].max(sides[1])] } else { sides };
        let splits = plan.clauses.iter().any(|clause| clause.targets.len() > plan.width);
        if plan.width != 2 || splits || !plan.invariant || rows.max(columns) > 1 << 32 {
            return None;
        }
        let corner = [rows, columns].map(|side| side as i64 - 1);
        // A wide band of diagonals does not help the board either.
        let room = (WIDEST * (rows + columns)).min(bytes / VECTOR);
        let vectors = gathered(plan, &corner, MOST_TRIES, room, clock)?;
        let apart = |vector: &[i64]| vector[0].abs_diff(vector[1]);
        let both = |vector: &[i64]| vector[0] > 0 && vector[1] > 0;
        let a = vectors.iter().filter(|vector| both(vector)).map(|vector| apart(vector) + 1).max().unwrap_or(0);
        if a == 0 && corner.iter().all(|&side| side > 0) {
            return None;
        }
        let on_band = |k: i64| {
            let (low, high) = ((k - a as i64 + 1).max(1), k.saturating_add(a as i64 - 1).min(corner[1]));
            (high - low + 1).max(0)
        };
        let band: i64 = (1..=corner[0]).map(on_band).sum();
        (vectors.len() as i64 == corner[0] + corner[1] + band).then_some(a.max(1))
    }

    /// How many vectors there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// How many lines cover them; each is tried for every position.
    pub fn line_count(&self) -> u64 {
        self.lines.len() as u64
    }

    /// The lines that cover the vectors; none if the time is over.
    fn covering(vectors: &QuickSet<Vec<i64>>, grid: &Grid, clock: &mut Clock) -> Option<Self> {
        let width = grid.sides.len();
        let directions: Vec<Vec<i64>> =
            (1..1u32 << width).map(|bits| (0..width).map(|i| i64::from(bits >> i & 1)).collect()).collect();
        let mut best: QuickMap<&Vec<i64>, (i64, usize)> = QuickMap::default();
        let mut longest: Vec<QuickMap<Vec<i64>, i64>> = vec![QuickMap::default(); directions.len()];
        for (number, direction) in directions.iter().enumerate() {
            for vector in vectors {
                if clock.after(8).is_some() {
                    return None;
                }
                let before: Vec<i64> = vector.iter().zip(direction).map(|(x, d)| x - d).collect();
                if vectors.contains(&before) {
                    continue;
                }
                // A line begins here: follow it.
                let members: Vec<&Vec<i64>> = follow(vectors, vector, direction);
                longest[number].insert(vector.clone(), members.len() as i64);
                for member in members.iter().copied() {
                    let length = members.len() as i64;
                    let known = best.entry(member).or_insert((length, number));
                    if length > known.0 {
                        *known = (length, number);
                    }
                }
            }
        }
        let mut lines: QuickSet<Line> = QuickSet::default();
        for (vector, (length, number)) in best {
            let direction = &directions[number];
            let mut from = vector.clone();
            while !longest[number].contains_key(&from) {
                from.iter_mut().zip(direction).for_each(|(x, d)| *x -= d);
            }
            lines.insert(Line { from, direction: direction.clone(), length });
        }
        let mut lines: Vec<Line> = lines.into_iter().collect();
        lines.sort_by(|a, b| (&a.from, &a.direction).cmp(&(&b.from, &b.direction)));
        let places = lines.iter().map(|line| (grid.index(&line.from), grid.index(&line.direction))).collect();
        Some(Self { lines, places, count: vectors.len() as u64 })
    }

    /// Calls `each` with every walk that the moves of a position make: how far
    /// before the position it begins, its stride backwards, and its length.
    #[inline]
    pub fn each_walk(&self, position: &[i64], mut each: impl FnMut(usize, usize, usize)) {
        for (line, &(offset, stride)) in self.lines.iter().zip(&self.places) {
            let mut count = line.length;
            for ((&x, &from), &direction) in position.iter().zip(&line.from).zip(&line.direction) {
                let left = x - from + 1;
                // A number that stays on the line only has to be large enough.
                count = count.min(if direction == 1 || left <= 0 { left } else { count });
            }
            if count > 0 {
                each(offset, stride, count as usize);
            }
        }
    }
}

/// The vectors of an invariant game in the corner of a box, at most `room` of
/// them; none if there are more, or if one does not make the position less.
fn gathered(plan: &RulePlan, corner: &[i64], most: u64, room: u64, clock: &mut Clock) -> Option<QuickSet<Vec<i64>>> {
    let mut vectors: QuickSet<Vec<i64>> = QuickSet::default();
    let mut target = Vec::new();
    let all = Runner::new(plan).moves(corner, most, &mut |run| {
        for i in 0..run.count.min(room + 1) {
            run.position(i, &mut target);
            vectors.insert(corner.iter().zip(&target).map(|(from, to)| from - to).collect());
            if clock.after(8).is_some() {
                return false;
            }
        }
        vectors.len() as u64 <= room
    });
    let less = |vector: &Vec<i64>| {
        let measured = plan.measure.as_ref().is_none_or(|measure| {
            measure.coefficients.iter().zip(vector).map(|(&c, &d)| i128::from(c) * i128::from(d)).sum::<i128>() > 0
        });
        measured && vector.iter().all(|&d| d >= 0) && vector.iter().any(|&d| d > 0)
    };
    (matches!(all, Ok(true)) && vectors.iter().all(less)).then_some(vectors)
}

impl Vectors {
    /// Whether any of the vectors can be subtracted from a position.
    pub fn has_move(&self, position: &[i64]) -> bool {
        self.lines.iter().any(|line| position.iter().zip(&line.from).all(|(x, from)| x >= from))
    }

    /// Calls `each` with every walk of positions from which a vector leads to
    /// this one, in a box of these sides: how far after the position it
    /// begins, its stride forwards, and its length.
    pub fn each_walk_from(&self, position: &[i64], sides: &[i64], mut each: impl FnMut(usize, usize, usize)) {
        for (line, &(offset, stride)) in self.lines.iter().zip(&self.places) {
            let mut count = line.length;
            for (((&x, &from), &direction), &side) in position.iter().zip(&line.from).zip(&line.direction).zip(sides) {
                let left = side - x - from;
                count = count.min(if direction == 1 || left <= 0 { left } else { count });
            }
            if count > 0 {
                each(offset, stride, count as usize);
            }
        }
    }
}

fn follow<'v>(vectors: &'v QuickSet<Vec<i64>>, from: &[i64], direction: &[i64]) -> Vec<&'v Vec<i64>> {
    let mut members = Vec::new();
    let mut at = from.to_vec();
    while let Some(member) = vectors.get(&at) {
        members.push(member);
        at.iter_mut().zip(direction).for_each(|(x, d)| *x += d);
    }
    members
}

//! Rows far from the first one, without the rows before them.
//!
//! A position (x, y) of any value has y near ρx, where ρ = β/α is that of the
//! P-positions (the golden ratio for a = 1). So the rows near N/ρ tell which values lie
//! left of the main diagonal in rows near N: a window of rows near N rests on one near
//! N/ρ, that one on one near N/ρ², and so on down to rows that were computed from the
//! first one on. What a window does not know is which of the differences near its
//! frontier were used just before it begins, only how many were used in all. It begins
//! with a guess, some rows earlier than asked for; in all that we have seen the rows
//! then soon become the true ones (for Wythoff's game that is a conjecture of Nivasch,
//! 2009). In `wythoff:a` the positions of a value seem to use every a-th difference
//! from somewhere on, at an offset that the first rows tell.
//!
//! **Nothing here is proved.** It gives examples to a learner whose result is proved
//! afterwards by other means, and it must not be used for anything else.

use super::ValuePositions;
use crate::error::Result;
use crate::number::UBig;
use crate::numeration::Beatty;
use crate::{Budget, Meter, PairMoves};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Rows of a game of two piles at any distance.
#[derive(Debug)]
pub struct FarRows {
    moves: PairMoves,
    /// The width of the band of diagonals along which moves go.
    width: u64,
    beatty: Beatty,
    /// The rows from the first one on.
    near: Rc<RowWindow>,
    /// For each value how many of these rows up to each have it on or right of the
    /// main diagonal.
    near_before: Vec<Vec<u32>>,
    /// Windows that were computed, by their first row.
    kept: BTreeMap<u64, Rc<RowWindow>>,
    /// How many columns they hold.
    kept_columns: usize,
    /// For each value how many positions there are beyond one for each larger
    /// number: one on the diagonal, and in ℛ-Wythoff some near the beginning.
    twice: Vec<u64>,
    /// For each value how far its differences lie beyond every a-th one.
    offsets: Vec<i64>,
    meter: Meter,
}

/// Some rows: where each value lies, and how many positions lie before.
#[derive(Debug, Clone)]
pub struct RowWindow {
    /// The first row.
    pub start: u64,
    /// For each value the column in each row, [`NOT_HERE`] if it lies left of the
    /// main diagonal.
    pub columns: Vec<Vec<u64>>,
    /// For each value how many rows before the first one have it on or right of the
    /// main diagonal.
    pub before: Vec<u64>,
}

/// How many positions there are beyond one for each larger number, and the last
/// larger number of them.
fn repeated(columns: &Vec<u64>) -> (u64, u64) {
    let mut larger: Vec<u64> = columns.iter().copied().filter(|&column| column != NOT_HERE).collect();
    larger.sort_unstable();
    // The position on the main diagonal is told by one number, which is its row too.
    let diagonal = (0..).zip(columns).filter(|(row, column)| row == *column).map(|(row, _)| row);
    let pairs = larger.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]);
    pairs.chain(diagonal).fold((0, 0), |(count, last), number| (count + 1, last.max(number)))
}

impl RowWindow {
    /// The row after the last one.
    fn end(&self) -> u64 {
        self.start + self.columns[0].len() as u64
    }
}

/// The value lies left of the main diagonal in this row.
pub const NOT_HERE: u64 = u64::MAX;

/// Rows that are computed from the first one on, more of them if they are irregular for
/// long.
const NEAR: u64 = 60_000;

/// Rows that a window begins earlier than it is asked for, for each value.
const EARLIER: u64 = 32;

/// Windows that are kept begin and end at multiples of this.
const STEP: u64 = 128;

/// How many windows that begin before a row are looked at for one that contains it.
const NEIGHBOURS: usize = 8;

/// The most columns that are kept.
const MOST_KEPT: usize = 1 << 24;

/// How far a position's column may lie from where it is expected.
const SLACK: u64 = 48;

impl FarRows {
    /// The rows of a game with the values up to g.
    pub fn new(moves: PairMoves, g: u64, budget: Budget) -> Result<Self> {
        let width = match moves {
            PairMoves::Band { width } => width,
            PairMoves::LargerOrBoth => 1,
        };
        let mut positions = ValuePositions::new(moves, g, budget)?;
        let mut columns: Vec<Vec<u64>> = vec![Vec::new(); g as usize + 1];
        let mut meter = budget.meter("rows of examples");
        let mut twice = vec![1; g as usize + 1];
        let mut rows = NEAR;
        loop {
            for _ in columns[0].len()..rows as usize {
                for (found, column) in columns.iter_mut().zip(positions.next_row()?) {
                    meter.push(found, column.unwrap_or(NOT_HERE))?;
                }
            }
            let counted: Vec<(u64, u64)> = columns.iter().map(repeated).collect();
            // Where rows are told from others, all repetitions must lie before.
            if counted.iter().all(|&(_, last)| last < rows / 2) {
                twice.iter_mut().zip(counted).for_each(|(twice, (count, _))| *twice = count);
                break;
            }
            rows *= 2;
        }
        let near = RowWindow { start: 0, columns, before: vec![0; g as usize + 1] };
        let before = |columns: &Vec<u64>| {
            let count = |count: &mut u32, &column: &u64| {
                let now = *count;
                *count += u32::from(column != NOT_HERE);
                Some(now)
            };
            columns.iter().scan(0, count).collect()
        };
        let near_before = near.columns.iter().map(before).collect();
        let offset = |columns: &Vec<u64>| {
            let here = (0..).zip(columns).filter(|(_, column)| **column != NOT_HERE);
            let mut differences: Vec<u64> = here.map(|(row, column)| column - row).collect();
            differences.sort_unstable();
            // The last ones are not all there yet.
            let middle = differences.len() / 2;
            differences.get(middle).map_or(0, |&difference| difference as i64 - (width as usize * middle) as i64)
        };
        let offsets = near.columns.iter().map(offset).collect();
        let (near, beatty, kept) = (Rc::new(near), Beatty::new(width.into()), BTreeMap::new());
        Ok(Self { moves, width, beatty, near, near_before, kept, kept_columns: 0, twice, offsets, meter })
    }

    /// Rows that contain those from one up to another, as they seem to be; `None` if
    /// they cannot be told.
    pub fn covering(&mut self, start: u64, end: u64) -> Result<Option<Rc<RowWindow>>> {
        if end <= self.near.end() {
            return Ok(Some(self.near.clone()));
        }
        let earlier = self.kept.range(..=start).rev().take(NEIGHBOURS);
        if let Some((_, known)) = earlier.into_iter().find(|(_, window)| end <= window.end()) {
            return Ok(Some(known.clone()));
        }
        let Some(found) = self.window(start / STEP * STEP, end.next_multiple_of(STEP))? else { return Ok(None) };
        let columns = found.columns.iter().map(Vec::len).sum::<usize>();
        self.kept_columns += columns;
        if self.kept_columns > MOST_KEPT {
            self.kept.clear();
            self.kept_columns = columns;
        }
        let found = Rc::new(found);
        self.kept.insert(found.start, found.clone());
        Ok(Some(found))
    }

    /// Some of the first rows.
    fn near(&self, start: u64, end: u64) -> RowWindow {
        let part = |columns: &Vec<u64>| columns[start as usize..end as usize].to_vec();
        RowWindow {
            start,
            columns: self.near.columns.iter().map(part).collect(),
            before: self.near_before.iter().map(|before| u64::from(before[start as usize])).collect(),
        }
    }

    /// The rows from one up to another, from those below them.
    fn window(&mut self, start: u64, end: u64) -> Result<Option<RowWindow>> {
        let values = self.near.columns.len() as u64;
        let slack = self.slack();
        let first = start.saturating_sub(EARLIER * (4 + values) * self.width);
        let (below, above) = (self.row_of(first).saturating_sub(slack), self.row_of(end) + slack);
        let lower = match above <= self.near.end() {
            true => Some(Rc::new(self.near(below, above))),
            false => self.covering(below, above)?,
        };
        let Some(lower) = lower else { return Ok(None) };
        let below = lower.start;
        let mut layers = Vec::new();
        // Every row before these holds the value, left of the diagonal or not.
        let told = self.twice.iter().zip(&self.offsets);
        for ((columns, before), (twice, offset)) in lower.columns.iter().zip(&lower.before).zip(told) {
            let here = || columns.iter().copied().filter(|&column| column != NOT_HERE);
            // The first rows below lie before these, the last ones behind.
            let (Some(least), Some(most)) = (here().next(), here().next_back()) else { return Ok(None) };
            if (least >= first && below > 0) || most < end {
                return Ok(None);
            }
            let left = (before + here().filter(|&column| column < first).count() as u64).checked_sub(*twice);
            // Where the first rows mislead, there may be more than can be.
            let Some(used) = left.and_then(|left| first.checked_sub(left)) else { return Ok(None) };
            let mut taken = vec![false; (end - first) as usize];
            here()
                .filter(|column| (first..end).contains(column))
                .for_each(|column| taken[(column - first) as usize] = true);
            let length = (self.width * (end - first) + 2 * slack) as usize;
            self.meter.tick(length as u64 / 8)?;
            // As if the positions before lay on every a-th diagonal.
            let frontier = (self.width * used).saturating_add_signed(*offset);
            layers.push(FarLayer {
                moves: self.moves,
                taken,
                used,
                first: frontier,
                lowest: 0,
                uppers: vec![NOT_HERE; length],
                least_column: first + frontier,
                columns: vec![false; 2 * length],
            });
        }
        let mut found = RowWindow { start, columns: vec![Vec::new(); layers.len()], before: Vec::new() };
        let mut in_row: Vec<u64> = Vec::new();
        for row in first..end {
            if row == start {
                found.before = layers.iter().map(|layer| layer.used).collect();
            }
            in_row.clear();
            self.meter.tick(layers.len() as u64)?;
            for (layer, columns) in layers.iter_mut().zip(&mut found.columns) {
                let column = match layer.taken[(row - first) as usize] {
                    true => NOT_HERE,
                    false => match layer.place(row, &in_row) {
                        Some(column) => column,
                        None => return Ok(None),
                    },
                };
                if column != NOT_HERE {
                    in_row.push(column);
                }
                if row >= start {
                    columns.push(column);
                }
            }
        }
        Ok(Some(found))
    }

    /// How far a position may lie from where it is expected.
    pub fn slack(&self) -> u64 {
        (SLACK + 16 * self.near.columns.len() as u64) * self.width
    }

    /// Whether a row is one of the first ones, which are exact.
    pub fn is_near(&self, row: u64) -> bool {
        row < self.near.end()
    }

    /// The positions of a value in the lines of a position, as they seem to be.
    pub fn seen_from(&mut self, x: u64, y: u64, value: usize) -> Result<Vec<(u64, u64)>> {
        let around = |row: u64| row.saturating_sub(self.slack())..row + self.slack();
        let (difference, width) = (y - x, self.width);
        let on_diagonal = u64::try_from(&self.beatty.lower(&UBig::from(difference / width))).unwrap_or(0);
        // The rows of both numbers, those where they are the larger ones, and those
        // where the diagonal is met.
        let rows = [x..x + 1, y..y + 1, around(self.row_of(x)), around(self.row_of(y)), around(on_diagonal)];
        let mut seen = Vec::new();
        for rows in rows {
            let Some(window) = self.covering(rows.start, rows.end)? else { continue };
            for row in rows {
                let column = window.columns[value][(row - window.start) as usize];
                let is_seen = [row, column].iter().any(|number| [x, y].contains(number));
                if column != NOT_HERE && (is_seen || (column - row).abs_diff(difference) < width) {
                    seen.push((row, column));
                }
            }
        }
        Ok(seen)
    }

    /// The row in which a position with this larger number is expected.
    pub fn row_of(&self, column: u64) -> u64 {
        let number = self.beatty.over_beta(&UBig::from(column + 1));
        u64::try_from(&self.beatty.lower(&number)).unwrap_or(0)
    }

    /// The column in which a position with this smaller number is expected.
    pub fn column_of(&self, row: u64) -> u64 {
        let number = self.beatty.over_alpha(&UBig::from(row + 1));
        u64::try_from(&self.beatty.upper(&number)).unwrap_or(u64::MAX)
    }
}

/// One value in a window.
struct FarLayer {
    moves: PairMoves,
    /// The rows in which it lies left of the main diagonal.
    taken: Vec<bool>,
    /// How many positions lie in the rows before.
    used: u64,
    /// The first difference that is kept; all before it are blocked.
    first: u64,
    /// The first of them that may be free.
    lowest: usize,
    /// The larger number of the position with each difference.
    uppers: Vec<u64>,
    /// The first column that is kept.
    least_column: u64,
    columns: Vec<bool>,
}

impl FarLayer {
    /// The first free place of a row; `None` past what is kept.
    fn place(&mut self, row: u64, in_row: &[u64]) -> Option<u64> {
        while self.reaches(row, self.lowest)? {
            self.lowest += 1;
        }
        for index in self.lowest.. {
            let column = row + self.first + index as u64;
            let place = (column - self.least_column) as usize;
            let free = !self.reaches(row, index)?
                && !in_row.contains(&column)
                && (self.moves == PairMoves::LargerOrBoth || !*self.columns.get(place)?);
            if free {
                self.uppers[index] = column;
                if let Some(taken) = self.columns.get_mut(place) {
                    *taken = true;
                }
                self.used += 1;
                return Some(column);
            }
        }
        None
    }

    /// Whether a move in both piles leads from this place to a position of the
    /// value; `None` past what is kept.
    fn reaches(&self, row: u64, index: usize) -> Option<bool> {
        let more = match self.moves {
            PairMoves::Band { width } => width as usize - 1,
            PairMoves::LargerOrBoth => 0,
        };
        let column = row + self.first + index as u64;
        let near = self.uppers.get(index.saturating_sub(more)..=index + more)?;
        Some(near.iter().any(|&upper| upper < column))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Windows against the rows computed from the first one on.
    #[test]
    fn far_rows_are_those_of_the_whole_list() -> Result<()> {
        let bands = [1, 2, 3, 5].map(|width| PairMoves::Band { width });
        for moves in bands.into_iter().chain([PairMoves::LargerOrBoth]) {
            let g = 9;
            let mut far = FarRows::new(moves, g, Budget::default())?;
            let mut whole = ValuePositions::new(moves, g, Budget::default())?;
            let mut row = 0;
            for start in [70_000, 100_000, 200_000] {
                let window = far.covering(start, start + 1000)?.expect("a window");
                let first = (start - window.start) as usize;
                while row < start {
                    whole.next_row()?;
                    row += 1;
                }
                for place in 0..1000 {
                    row += 1;
                    for (value, column) in whole.next_row()?.iter().enumerate() {
                        assert_eq!(
                            window.columns[value][first + place],
                            column.unwrap_or(NOT_HERE),
                            "{moves:?} {row} {value}"
                        );
                    }
                }
            }
        }
        Ok(())
    }
}

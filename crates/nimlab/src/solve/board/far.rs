//! Rows far from the first one, without the rows before them.
//!
//! Which values lie left of the main diagonal in rows near N is said by the rows
//! near N/φ, for a position (x, y) of any value has y near φx. So a window of rows
//! near N rests on one near N/φ, that one on one near N/φ², and so on down to rows
//! that were computed from the first one on. What a window does not know is which of
//! the differences near its frontier were used just before it begins, only how many
//! were used in all. It begins with a guess, some rows earlier than asked for; in all
//! that we have seen the rows then soon become the true ones (for Wythoff's game
//! that is a conjecture of Nivasch, 2009).
//!
//! **Nothing here is proved.** It gives examples to a learner whose result is proved
//! afterwards by other means, and it must not be used for anything else.

use super::ValuePositions;
use crate::error::Result;
use crate::number::UBig;
use crate::numeration::Beatty;
use crate::{Budget, Meter, PairMoves};
use std::collections::HashMap;
use std::rc::Rc;

/// Rows of a game of two piles at any distance.
#[derive(Debug)]
pub struct FarRows {
    moves: PairMoves,
    golden: Beatty,
    /// The rows from the first one on.
    near: RowWindow,
    /// For each value how many of these rows up to each have it on or right of the
    /// main diagonal.
    near_before: Vec<Vec<u32>>,
    /// Windows that others rest on.
    kept: HashMap<(u64, u64), Rc<RowWindow>>,
    /// How many columns they hold.
    kept_columns: usize,
    /// For each value how many positions there are beyond one for each larger
    /// number: one on the diagonal, and in ℛ-Wythoff some near the beginning.
    twice: Vec<u64>,
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

/// The value lies left of the main diagonal in this row.
pub const NOT_HERE: u64 = u64::MAX;

/// Rows that are computed from the first one on.
const NEAR: u64 = 60_000;

/// Rows that a window begins earlier than it is asked for, for each value.
const EARLIER: u64 = 32;

/// Windows that others rest on begin and end at multiples of this.
const STEP: u64 = 128;

/// The most columns that are kept.
const MOST_KEPT: usize = 1 << 24;

/// How far a position's column may lie from where it is expected.
const SLACK: u64 = 48;

impl FarRows {
    /// The rows of a game with the values up to g; `None` if we do not know where
    /// to look in this game.
    pub fn new(moves: PairMoves, g: u64, budget: Budget) -> Result<Option<Self>> {
        if !matches!(moves, PairMoves::LargerOrBoth | PairMoves::Band { width: 1 }) {
            return Ok(None);
        }
        let mut positions = ValuePositions::new(moves, g, budget)?;
        let mut columns: Vec<Vec<u64>> = vec![Vec::new(); g as usize + 1];
        let mut meter = budget.meter("rows of examples");
        for _ in 0..NEAR {
            for (found, column) in columns.iter_mut().zip(positions.next_row()?) {
                meter.push(found, column.unwrap_or(NOT_HERE))?;
            }
        }
        let near = RowWindow { start: 0, columns, before: vec![0; g as usize + 1] };
        let twice = |columns: &Vec<u64>| {
            let mut left: Vec<u64> = (0..)
                .zip(columns)
                .filter(|(row, column)| **column != NOT_HERE && row != *column)
                .map(|(_, &column)| column)
                .collect();
            let all = columns.iter().filter(|&&column| column != NOT_HERE).count();
            left.sort_unstable();
            left.dedup();
            (all - left.len()) as u64
        };
        let twice: Vec<u64> = near.columns.iter().map(twice).collect();
        let before = |columns: &Vec<u64>| {
            let count = |count: &mut u32, &column: &u64| {
                let now = *count;
                *count += u32::from(column != NOT_HERE);
                Some(now)
            };
            columns.iter().scan(0, count).collect()
        };
        let near_before = near.columns.iter().map(before).collect();
        let golden = Beatty::new(UBig::ONE);
        Ok(Some(Self { moves, golden, near, near_before, kept: HashMap::new(), kept_columns: 0, twice, meter }))
    }

    /// The rows from one up to another, as they seem to be; `None` if they cannot
    /// be told.
    pub fn window(&mut self, start: u64, end: u64) -> Result<Option<RowWindow>> {
        if end <= NEAR {
            let part = |columns: &Vec<u64>| columns[start as usize..end as usize].to_vec();
            return Ok(Some(RowWindow {
                start,
                columns: self.near.columns.iter().map(part).collect(),
                before: self.near_before.iter().map(|before| u64::from(before[start as usize])).collect(),
            }));
        }
        let values = self.near.columns.len() as u64;
        let slack = SLACK + 16 * values;
        let first = start.saturating_sub(EARLIER * (4 + values));
        let (below, above) = (self.row_of(first).saturating_sub(slack), self.row_of(end) + slack);
        let Some(lower) = self.kept(below / STEP * STEP, above.next_multiple_of(STEP))? else { return Ok(None) };
        let below = lower.start;
        let mut layers = Vec::new();
        // Every row before these holds the value, left of the diagonal or not.
        for ((columns, before), twice) in lower.columns.iter().zip(&lower.before).zip(&self.twice) {
            let here = || columns.iter().copied().filter(|&column| column != NOT_HERE);
            // The first rows below lie before these, the last ones behind.
            let (Some(least), Some(most)) = (here().next(), here().next_back()) else { return Ok(None) };
            if (least >= first && below > 0) || most < end {
                return Ok(None);
            }
            let left = before + here().filter(|&column| column < first).count() as u64 - twice;
            let used = first - left;
            let mut taken = vec![false; (end - first) as usize];
            here()
                .filter(|column| (first..end).contains(column))
                .for_each(|column| taken[(column - first) as usize] = true);
            let length = (end - first + 2 * slack) as usize;
            layers.push(FarLayer {
                taken,
                used,
                first: used,
                lowest: 0,
                differences: vec![false; length],
                least_column: first + used,
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
                    false => match layer.place(self.moves, row, &in_row) {
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

    /// A window that others rest on, computed once.
    fn kept(&mut self, start: u64, end: u64) -> Result<Option<Rc<RowWindow>>> {
        if let Some(known) = self.kept.get(&(start, end)) {
            return Ok(Some(known.clone()));
        }
        let Some(found) = self.window(start, end)? else { return Ok(None) };
        let columns = found.columns.iter().map(Vec::len).sum::<usize>();
        self.kept_columns += columns;
        if self.kept_columns > MOST_KEPT {
            self.kept.clear();
            self.kept_columns = columns;
        }
        let found = Rc::new(found);
        self.kept.insert((start, end), found.clone());
        Ok(Some(found))
    }

    /// The row in which a position with this larger number is expected.
    fn row_of(&self, column: u64) -> u64 {
        u64::try_from(&self.golden.over_alpha(&UBig::from(column))).unwrap_or(0)
    }
}

/// One value in a window.
struct FarLayer {
    /// The rows in which it lies left of the main diagonal.
    taken: Vec<bool>,
    /// How many differences are used.
    used: u64,
    /// The first difference that is kept.
    first: u64,
    /// The first of them that is not used.
    lowest: usize,
    differences: Vec<bool>,
    /// The first column that is kept.
    least_column: u64,
    columns: Vec<bool>,
}

impl FarLayer {
    /// The first free place of a row; `None` past what is kept.
    fn place(&mut self, moves: PairMoves, row: u64, in_row: &[u64]) -> Option<u64> {
        while *self.differences.get(self.lowest)? {
            self.lowest += 1;
        }
        for index in self.lowest.. {
            let column = row + self.first + index as u64;
            let place = (column - self.least_column) as usize;
            let free = !*self.differences.get(index)?
                && !in_row.contains(&column)
                && (moves == PairMoves::LargerOrBoth || !*self.columns.get(place)?);
            if free {
                self.differences[index] = true;
                if let Some(taken) = self.columns.get_mut(place) {
                    *taken = true;
                }
                self.used += 1;
                return Some(column);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Windows against the rows computed from the first one on.
    #[test]
    fn far_rows_are_those_of_the_whole_list() -> Result<()> {
        for moves in [PairMoves::LargerOrBoth, PairMoves::Band { width: 1 }] {
            let g = 9;
            let mut far = FarRows::new(moves, g, Budget::default())?.expect("a = 1");
            let mut whole = ValuePositions::new(moves, g, Budget::default())?;
            let mut row = 0;
            for start in [70_000, 100_000, 200_000] {
                let window = far.window(start, start + 1000)?.expect("a window");
                while row < start {
                    whole.next_row()?;
                    row += 1;
                }
                for place in 0..1000 {
                    row += 1;
                    for (value, column) in whole.next_row()?.iter().enumerate() {
                        assert_eq!(window.columns[value][place], column.unwrap_or(NOT_HERE), "{moves:?} {row} {value}");
                    }
                }
            }
        }
        Ok(())
    }
}

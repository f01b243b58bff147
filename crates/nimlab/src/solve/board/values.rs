//! Positions of any Grundy value g in order: algorithm 2 of Thesis-A for
//! Wythoff's game with any parameter a, and algorithm 3 for ℛ-Wythoff.
//!
//! Row by row: the next row p is the mex of all coordinates of earlier
//! g-positions; there g goes to the first column p + d where no smaller value
//! lies and from which no earlier g-position can be reached. Every row holds
//! every value (theorems 3 and 4): in a row without g, all but finitely many
//! places would have neither a smaller value nor an earlier g-position to move
//! to, for each of the p rows below holds only one g and blocks at most one
//! column and one band of 2a − 1 diagonals.
//!
//! All values up to g advance together, so that time and memory grow with g
//! times the number of rows. Of each value only sets of bits are kept: the columns
//! that later rows will ask for, and the differences y − x near the first one that
//! is free. A place is found sixty-four at a time, about 10 ns for each row and value.
//! In row n the value v lies near column v, no farther than some multiple of
//! n: what is kept of it begins where its first position lies.

use crate::bits::BitWindow;
use crate::error::{Error, Result};
use crate::{Budget, Hint, Meter, PairMoves, Rows, Term, counted};

/// The g-positions (x, y), x ≤ y, by ascending x.
///
/// ```
/// use nimlab::{Budget, PairMoves, solve::board::ValuePositions};
/// let mut ones = ValuePositions::new(PairMoves::Band { width: 1 }, 1, Budget::default())?;
/// assert_eq!((ones.next_position()?, ones.next_position()?), ((0, 1), (2, 2)));
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct ValuePositions {
    moves: PairMoves,
    /// One layer for each value 0, 1, …, g.
    layers: Vec<PlacesOfValue>,
    /// The next row.
    row: u64,
    /// The columns of this row that smaller values have taken, as bits.
    taken: BitWindow,
    /// The column of each value in this row, if it was placed there.
    placed: Vec<Option<u64>>,
    meter: Meter,
}

/// The positions of one value.
#[derive(Debug, Clone, Default)]
struct PlacesOfValue {
    /// The larger coordinates that occur, as far as rows to come ask for them.
    columns: BitWindow,
    /// Differences from which a move in both piles leads to an earlier position,
    /// from `lowest` on.
    blocked: BitWindow,
    /// Every difference below this one is blocked.
    lowest: u64,
    /// Positions that will block more differences in rows to come.
    growing: Vec<Growing>,
}

/// A position (row, row + difference). With a > 1 it can be reached from a
/// difference that is smaller by j only from j rows below on, where the column is
/// no smaller than its own.
#[derive(Debug, Clone, Copy)]
struct Growing {
    row: u64,
    difference: u64,
    /// By how much smaller differences are blocked so far.
    reached: u64,
}

impl ValuePositions {
    /// The positions of value g in the game with these moves.
    pub fn new(moves: PairMoves, g: u64, budget: Budget) -> Result<Self> {
        let mut meter =
            budget.meter(format!("a list of positions of Grundy value {g}, with those of all smaller values,"));
        let layers = g.saturating_add(1);
        meter.take_for::<(PlacesOfValue, Option<u64>)>(layers).map_err(smaller)?;
        let placed = vec![None; layers as usize];
        let layers = vec![PlacesOfValue::default(); layers as usize];
        Ok(Self { moves, layers, row: 0, taken: BitWindow::default(), placed, meter })
    }

    /// The next g-position.
    pub fn next_position(&mut self) -> Result<(u64, u64)> {
        loop {
            let row = self.row;
            if let Some(Some(column)) = self.next_row()?.last() {
                return Ok((row, *column));
            }
        }
    }

    /// The columns of all values 0, 1, …, g in the next row, of those that lie
    /// there on or right of the main diagonal.
    pub fn next_row(&mut self) -> Result<&[Option<u64>]> {
        let row = self.row;
        self.fill_row(row).map_err(|error| smaller(error).having_reached(|| counted(row, "row")))?;
        self.row += 1;
        Ok(&self.placed)
    }

    /// Places every value that this row still lacks, the smaller ones first.
    fn fill_row(&mut self, row: u64) -> Result<()> {
        // Taken out one by one: a row is much longer than the values in it.
        self.placed.iter().flatten().for_each(|&column| self.taken.remove(column));
        self.meter.tick(self.layers.len() as u64)?;
        let own_column = self.moves != PairMoves::LargerOrBoth;
        // Before this column every one of the row is taken.
        let mut low = row;
        for (layer, placed) in self.layers.iter_mut().zip(&mut self.placed) {
            // If the row occurs as a larger coordinate, the value lies left of
            // the main diagonal, where nothing is placed.
            if layer.columns.contains(row) {
                *placed = None;
                continue;
            }
            if !layer.growing.is_empty() {
                layer.grow(self.moves, row, &mut self.meter)?;
            }
            let column = layer.free_column(row, own_column, &self.taken, low, &mut self.meter)?;
            layer.insert(self.moves, row, column, &mut self.meter)?;
            self.taken.insert(column, &mut self.meter)?;
            if column == low {
                low = self.taken.first_free(low);
            }
            *placed = Some(column);
        }
        if row.is_multiple_of(FORGETTING) {
            self.taken.forget_below(row);
            for layer in &mut self.layers {
                layer.columns.forget_below(row);
                layer.blocked.forget_below(layer.lowest);
            }
        }
        Ok(())
    }
}

/// Rows until what they no longer ask for is forgotten.
const FORGETTING: u64 = 4096;

/// The same error with what helps: smaller numbers.
fn smaller(error: Error) -> Error {
    let example = [Term::value(3), Term::count(1000)];
    error.with_hint(Hint::new("smaller numbers need less; an example that works", example))
}

impl PlacesOfValue {
    /// The first column of a row that no smaller value has taken and from which no
    /// earlier position of this one can be reached: neither by a move in both piles
    /// nor, in Wythoff's game, by one in the row's pile. All columns before `low`
    /// are taken.
    fn free_column(&self, row: u64, own_column: bool, taken: &BitWindow, low: u64, meter: &mut Meter) -> Result<u64> {
        let mut column = low.max(row + self.lowest);
        loop {
            let own = if own_column { self.columns.from(column) } else { 0 };
            let free = !(taken.from(column) | own | self.blocked.from(column - row));
            if free != 0 {
                return Ok(column + u64::from(free.trailing_zeros()));
            }
            meter.tick(1)?;
            column += 64;
        }
    }

    /// The value was placed in this row and column.
    fn insert(&mut self, moves: PairMoves, row: u64, column: u64, meter: &mut Meter) -> Result<()> {
        self.columns.insert(column, meter)?;
        let difference = column - row;
        match moves {
            PairMoves::Band { width } if width > 1 => {
                meter.tick(width / 512)?;
                self.blocked.insert_all(difference, difference.saturating_add(width), meter)?;
                // What lies below the lowest difference is blocked anyway.
                if difference > self.lowest {
                    meter.push(&mut self.growing, Growing { row, difference, reached: 0 })?;
                }
            }
            _ => self.blocked.insert(difference, meter)?,
        }
        if difference == self.lowest {
            self.lowest = self.blocked.first_free(difference);
        }
        Ok(())
    }

    /// Blocks the differences from which positions of rows above can be reached
    /// from this row on.
    fn grow(&mut self, moves: PairMoves, row: u64, meter: &mut Meter) -> Result<()> {
        let PairMoves::Band { width } = moves else { return Ok(()) };
        for place in &mut self.growing {
            let reached = (row - place.row).min(width - 1).min(place.difference);
            let from = (place.difference - reached).max(self.lowest);
            self.blocked.insert_all(from, place.difference - place.reached, meter)?;
            place.reached = reached;
        }
        meter.tick(self.growing.len() as u64 / 4)?;
        self.lowest = self.blocked.first_free(self.lowest);
        let lowest = self.lowest;
        self.growing.retain(|place| {
            place.reached < width - 1 && place.difference.checked_sub(place.reached).is_some_and(|least| least > lowest)
        });
        Ok(())
    }
}

impl Rows for ValuePositions {
    fn fill(&mut self, rows: usize, block: &mut Vec<u64>) -> Result<()> {
        block.clear();
        for _ in 0..rows {
            let (x, y) = self.next_position()?;
            block.extend([x, y]);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Row by row as the definition says: every column is held against all earlier
    /// positions of the value and against smaller values in the row.
    fn plain(moves: PairMoves, g: usize, rows: u64) -> Vec<Vec<Option<u64>>> {
        let reaches = |(x, y): (u64, u64), (to_x, to_y): (u64, u64)| {
            let (k, l) = (x - to_x, y.wrapping_sub(to_y));
            match moves {
                PairMoves::Band { width } => y == to_y || (y > to_y && k.abs_diff(l) < width),
                PairMoves::LargerOrBoth => k == l,
            }
        };
        let mut earlier: Vec<Vec<(u64, u64)>> = vec![Vec::new(); g + 1];
        let mut found: Vec<Vec<Option<u64>>> = Vec::new();
        for x in 0..rows {
            let mut row: Vec<Option<u64>> = Vec::new();
            for earlier in &mut earlier {
                let is_left = earlier.iter().any(|&(_, y)| y == x);
                let is_free = |&y: &u64| !row.contains(&Some(y)) && !earlier.iter().any(|&to| reaches((x, y), to));
                let column = if is_left { None } else { (x..).find(is_free) };
                earlier.extend(column.map(|y| (x, y)));
                row.push(column);
            }
            found.push(row);
        }
        found
    }

    #[test]
    fn rows_are_those_of_the_definition() -> Result<()> {
        let band = |width| PairMoves::Band { width };
        for (moves, g, rows) in [
            (band(1), 6, 700),
            (band(2), 5, 500),
            (band(3), 9, 300),
            (band(7), 4, 300),
            (band(80), 3, 300),
            (band(5000), 3, 60),
            (band(1), 90, 60),
            (PairMoves::LargerOrBoth, 6, 700),
            (PairMoves::LargerOrBoth, 90, 60),
        ] {
            let mut ours = ValuePositions::new(moves, g, Budget::default())?;
            for (x, row) in plain(moves, g as usize, rows).into_iter().enumerate() {
                assert_eq!(ours.next_row()?, row, "{moves:?}, row {x}");
            }
        }
        Ok(())
    }

    /// A list of some million rows keeps a few bytes for each.
    #[test]
    fn far_rows_need_little_memory() -> Result<()> {
        let budget = Budget::default().in_bytes(4 << 20);
        let mut ours = ValuePositions::new(PairMoves::Band { width: 1 }, 1, budget)?;
        for _ in 0..3_000_000 {
            ours.next_row()?;
        }
        Ok(())
    }
}

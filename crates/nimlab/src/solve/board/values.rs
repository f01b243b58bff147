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
//! times the number of rows, and the first rows with g² / 128 words looked at.
//! In row n the value v lies near column v, no farther than some multiple of
//! n: what a layer keeps begins where its first position lies.

use crate::bits::{BitSet, Window};
use crate::error::{Error, Result};
use crate::{Budget, Hint, Meter, PairMoves, Rows, Term, counted};

/// The g-positions (x, y), x ≤ y, by ascending x.
#[derive(Debug, Clone)]
pub struct ValuePositions {
    moves: PairMoves,
    /// One layer for each value 0, 1, …, g.
    layers: Vec<PlacesOfValue>,
    /// The next row.
    row: u64,
    /// The columns of this row that smaller values have taken, as bits.
    taken: BitSet,
    /// The column of each value in this row, if it was placed there.
    placed: Vec<Option<u64>>,
    meter: Meter,
}

/// No position has this difference yet.
const NONE: u64 = u64::MAX;

/// The positions of one value.
#[derive(Debug, Clone)]
struct PlacesOfValue {
    /// The larger coordinates that occur, one bit each.
    columns: Window<u64>,
    /// The larger coordinate of the position with a given difference, of
    /// which there is at most one: two could reach each other.
    upper_of: Window<u64>,
    /// Every difference below this one is blocked for good.
    lowest: u64,
}

impl ValuePositions {
    /// The positions of value g in the game with these moves.
    pub fn new(moves: PairMoves, g: u64, budget: Budget) -> Result<Self> {
        let mut meter =
            budget.meter(format!("a list of positions of Grundy value {g}, with those of all smaller values,"));
        let layers = g.saturating_add(1);
        meter.take_for::<(PlacesOfValue, Option<u64>)>(layers).map_err(smaller)?;
        let layer = PlacesOfValue { columns: Window::new(0), upper_of: Window::new(NONE), lowest: 0 };
        let placed = vec![None; layers as usize];
        Ok(Self { moves, layers: vec![layer; layers as usize], row: 0, taken: BitSet::new(), placed, meter })
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
        for (layer, placed) in self.layers.iter_mut().zip(&mut self.placed) {
            // If the row occurs as a larger coordinate, the value lies left of
            // the main diagonal, where nothing is placed.
            *placed = match layer.has_column(row) {
                true => None,
                false => Some(layer.place(self.moves, row, &mut self.taken, &mut self.meter)?),
            };
        }
        Ok(())
    }
}

/// The same error with what helps: smaller numbers.
fn smaller(error: Error) -> Error {
    let example = [Term::value(3), Term::count(1000)];
    error.with_hint(Hint::new("smaller numbers need less; an example that works", example))
}

impl PlacesOfValue {
    fn has_column(&self, column: u64) -> bool {
        self.columns.get(column / 64) >> (column % 64) & 1 == 1
    }

    /// Places this value in a row, right of the columns taken by smaller ones.
    fn place(&mut self, moves: PairMoves, row: u64, taken: &mut BitSet, meter: &mut Meter) -> Result<u64> {
        while self.reaches(moves, row, self.lowest, meter)? {
            self.lowest += 1;
        }
        let mut column = self.free_column(moves, taken, row + self.lowest, meter)?;
        while self.reaches(moves, row, column - row, meter)? {
            column = self.free_column(moves, taken, column + 1, meter)?;
        }
        taken.insert(column);
        *self.columns.at(column / 64, meter)? |= 1 << (column % 64);
        *self.upper_of.at(column - row, meter)? = column;
        Ok(column)
    }

    /// The first column from `start` on that neither a smaller value nor, in
    /// Wythoff's game, an earlier position of this one has taken.
    fn free_column(&self, moves: PairMoves, taken: &BitSet, start: u64, meter: &mut Meter) -> Result<u64> {
        let mut below = (1u64 << (start % 64)) - 1;
        for index in start / 64.. {
            let own = if moves == PairMoves::LargerOrBoth { 0 } else { self.columns.get(index) };
            let blocked = taken.word(index) | own | below;
            if blocked != u64::MAX {
                meter.tick(1 + (index - start / 64) / 8)?;
                return Ok(index * 64 + u64::from(blocked.trailing_ones()));
            }
            below = 0;
        }
        unreachable!("only finitely many columns are taken")
    }

    /// Whether a move in both piles leads from (row, row + difference) to a
    /// position of this value; where one leads to a mirror image (y, x), one
    /// leads to (x, y) too. Once true for a difference, it stays true for all
    /// later rows.
    fn reaches(&self, moves: PairMoves, row: u64, difference: u64, meter: &mut Meter) -> Result<bool> {
        let a = match moves {
            PairMoves::Band { width: a } => a,
            PairMoves::LargerOrBoth => 1,
        };
        let near = self.upper_of.range(difference.saturating_sub(a - 1), difference.saturating_add(a));
        meter.tick(1 + near.len() as u64 / 8)?;
        Ok(near.iter().any(|&upper| upper < row + difference))
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

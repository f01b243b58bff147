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

use crate::bits::{BitSet, least_free};
use crate::error::Result;
use crate::game::Rows;

/// What keeps a value from a place, besides the smaller values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Blocks {
    /// Wythoff's game: a column that occurs already, and a band of diagonals
    /// around each that does.
    Wythoff {
        /// The parameter.
        a: u64,
    },
    /// ℛ-Wythoff: a diagonal that occurs already. (Columns do not matter: the
    /// smaller pile cannot be moved alone.)
    Restricted,
}

/// The g-positions (x, y), x ≤ y, by ascending x.
#[derive(Debug, Clone)]
pub struct ValuePositions {
    blocks: Blocks,
    /// One layer for each value 0, 1, …, g.
    layers: Vec<Layer>,
    /// The next row.
    row: u64,
}

/// No position has this difference yet.
const NONE: u64 = u64::MAX;

/// The positions of one value.
#[derive(Debug, Clone, Default)]
struct Layer {
    /// All coordinates that occur.
    coordinates: BitSet,
    /// The larger coordinate of the position with a given difference, of
    /// which there is at most one: two could reach each other.
    upper_of: Vec<u64>,
    /// Every difference below this one is blocked for good.
    lowest: u64,
}

impl ValuePositions {
    /// The positions of value g in Wythoff's game with parameter a.
    pub fn new(a: u64, g: u64) -> Self {
        Self::blocked_by(Blocks::Wythoff { a }, g)
    }

    /// The positions of value g in ℛ-Wythoff.
    pub fn restricted(g: u64) -> Self {
        Self::blocked_by(Blocks::Restricted, g)
    }

    fn blocked_by(blocks: Blocks, g: u64) -> Self {
        Self { blocks, layers: vec![Layer::default(); g as usize + 1], row: 0 }
    }

    /// The next g-position.
    pub fn next_position(&mut self) -> (u64, u64) {
        loop {
            let row = self.row;
            self.row += 1;
            if let Some(column) = self.fill_row(row) {
                return (row, column);
            }
        }
    }

    /// Places every value that this row still lacks, the smaller ones first,
    /// and tells the column of g if it was among them.
    fn fill_row(&mut self, row: u64) -> Option<u64> {
        let mut taken = BitSet::new();
        let mut column = None;
        for layer in &mut self.layers {
            // If the row occurs as a larger coordinate, the value lies left of
            // the main diagonal, where nothing is placed.
            column = (!layer.coordinates.contains(row)).then(|| layer.place(self.blocks, row, &mut taken));
        }
        column
    }
}

impl Layer {
    /// Places this value in a row, right of the columns taken by smaller ones.
    fn place(&mut self, blocks: Blocks, row: u64, taken: &mut BitSet) -> u64 {
        while self.reaches(blocks, row, self.lowest) {
            self.lowest += 1;
        }
        let nothing = BitSet::new();
        let columns = if blocks == Blocks::Restricted { &nothing } else { &self.coordinates };
        let mut column = least_free([taken, columns], row + self.lowest);
        while self.reaches(blocks, row, column - row) {
            column = least_free([taken, columns], column + 1);
        }
        taken.insert(column);
        self.coordinates.insert(row);
        self.coordinates.insert(column);
        let difference = (column - row) as usize;
        if difference >= self.upper_of.len() {
            self.upper_of.resize(2 * difference + 1, NONE);
        }
        self.upper_of[difference] = column;
        column
    }

    /// Whether a move in both piles leads from (row, row + difference) to a
    /// position of this value; where one leads to a mirror image (y, x), one
    /// leads to (x, y) too. Once true for a difference, it stays true for all
    /// later rows.
    fn reaches(&self, blocks: Blocks, row: u64, difference: u64) -> bool {
        let a = match blocks {
            Blocks::Wythoff { a } => a,
            Blocks::Restricted => 1,
        };
        let known = self.upper_of.len() as u64;
        let first = difference.saturating_sub(a - 1).min(known);
        let behind = difference.saturating_add(a).min(known);
        self.upper_of[first as usize..behind as usize].iter().any(|&upper| upper < row + difference)
    }
}

impl Rows for ValuePositions {
    fn fill(&mut self, rows: usize, block: &mut Vec<u64>) -> Result<()> {
        block.clear();
        for _ in 0..rows {
            let (x, y) = self.next_position();
            block.extend([x, y]);
        }
        Ok(())
    }
}

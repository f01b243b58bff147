//! Positions of any Grundy value g in order (Thesis-A, algorithm 2), for any
//! parameter a.
//!
//! Row by row: the next row p is the mex of all coordinates of earlier
//! g-positions; there g goes to the first column p + d where no smaller value
//! lies and from which no earlier g-position can be reached. Every row holds
//! every value exactly once (theorem 3): in a row without g, all but finitely
//! many places would have neither a smaller value nor an earlier g-position to
//! move to, for each of the p rows below holds only one g and blocks one
//! column and, for any a, one band of 2a − 1 diagonals.
//!
//! Time and memory grow with g times the number of rows.

use crate::bits::BitSet;
use crate::error::Result;
use crate::game::Rows;

/// The g-positions (x, y), x ≤ y, by ascending x, for all values up to g at once.
#[derive(Debug, Clone)]
pub struct ValuePositions {
    a: u64,
    /// One layer for each value 0, 1, …, g.
    layers: Vec<Layer>,
}

/// No position has this difference yet.
const NONE: u64 = u64::MAX;

/// The positions of one value.
#[derive(Debug, Clone, Default)]
struct Layer {
    positions: Vec<(u64, u64)>,
    /// All coordinates that occur.
    coordinates: BitSet,
    /// The least coordinate that does not occur.
    mex: u64,
    /// The larger coordinate of the position with a given difference, of
    /// which there is at most one: two could reach each other.
    upper_of: Vec<u64>,
    /// Every difference below this one is blocked for good.
    lowest: u64,
}

impl ValuePositions {
    /// The positions of value g in Wythoff's game with parameter a.
    pub fn new(a: u64, g: u64) -> Self {
        Self { a, layers: vec![Layer::default(); g as usize + 1] }
    }

    /// The next g-position. All smaller values are brought as far as its row
    /// first, since they may lie in its way.
    pub fn next_position(&mut self) -> (u64, u64) {
        let row = self.layers[self.layers.len() - 1].mex;
        for value in 0..self.layers.len() {
            while self.layers[value].mex <= row {
                self.place(value);
            }
        }
        let layer = &self.layers[self.layers.len() - 1];
        layer.positions[layer.positions.len() - 1]
    }

    /// Places one more position of a value whose smaller values are all
    /// known up to that row.
    fn place(&mut self, value: usize) {
        let row = self.layers[value].mex;
        let (smaller, rest) = self.layers.split_at_mut(value);
        let layer = &mut rest[0];
        let taken: Vec<u64> = smaller.iter().filter_map(|layer| layer.column_right_of(row)).collect();
        while layer.reaches(self.a, row, layer.lowest) {
            layer.lowest += 1;
        }
        let free = |difference: u64| {
            let column = row + difference;
            !taken.contains(&column) && !layer.coordinates.contains(column) && !layer.reaches(self.a, row, difference)
        };
        let difference = (layer.lowest..).find(|&difference| free(difference)).expect("some column is always free");
        layer.insert(row, row + difference);
    }
}

impl Layer {
    /// The column of this value in a row, if it is the row or to the right.
    fn column_right_of(&self, row: u64) -> Option<u64> {
        self.positions.binary_search_by_key(&row, |position| position.0).ok().map(|found| self.positions[found].1)
    }

    /// Whether a move in both piles leads from (row, row + difference) to a
    /// position of this value; where one leads to a mirror image (y, x), one
    /// leads to (x, y) too. Once true for a difference, it stays true for all
    /// later rows.
    fn reaches(&self, a: u64, row: u64, difference: u64) -> bool {
        let known = self.upper_of.len() as u64;
        let first = difference.saturating_sub(a - 1).min(known);
        let behind = difference.saturating_add(a).min(known);
        self.upper_of[first as usize..behind as usize].iter().any(|&upper| upper < row + difference)
    }

    fn insert(&mut self, x: u64, y: u64) {
        self.positions.push((x, y));
        self.coordinates.insert(x);
        self.coordinates.insert(y);
        let difference = (y - x) as usize;
        if difference >= self.upper_of.len() {
            self.upper_of.resize(2 * difference + 1, NONE);
        }
        self.upper_of[difference] = y;
        self.mex = self.coordinates.first_free(self.mex);
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

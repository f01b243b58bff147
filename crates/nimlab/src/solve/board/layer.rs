//! Where one value stands so far, as bits, and the search for its next place.
//!
//! The sets of one value are a few kilobytes and stay in the fastest cache. A
//! search ORs three words at a time. Three of four such words were found to be
//! full because every column of theirs holds the value; they, and those where
//! the row is full, are passed by with the help of a bit for each full word.

use crate::PairMoves;

/// The places of one value in the rows so far, as what they forbid.
#[derive(Debug, Clone)]
pub(super) struct ValueLayer {
    moves: PairMoves,
    /// Rows that hold the value, on either side of the main diagonal.
    rows: Vec<u64>,
    /// Columns that later rows cannot use.
    columns: Vec<u64>,
    /// Which words of `columns` are full.
    full: Vec<u64>,
    /// Diagonals y − x that later rows cannot use; the first word is empty, so
    /// that all can be shifted to the left.
    diagonals: Vec<u64>,
    /// Every diagonal below this multiple of 64 is blocked.
    lowest: usize,
    /// Places whose band of diagonals still grows.
    growing: Vec<GrowingReach>,
}

/// With a > 1, (x, y) can be reached on a diagonal j places to the left of its
/// own only from j rows below on, where the column is no smaller than y.
#[derive(Debug, Clone, Copy)]
struct GrowingReach {
    row: usize,
    diagonal: usize,
    reached: usize,
}

impl ValueLayer {
    pub fn new(moves: PairMoves, rows: usize, columns: usize) -> Self {
        let words = columns.div_ceil(64);
        Self {
            moves,
            rows: vec![0; rows.div_ceil(64)],
            columns: vec![0; words],
            full: vec![0; words.div_ceil(64)],
            diagonals: vec![0; words + 2],
            lowest: 0,
            growing: Vec::new(),
        }
    }

    /// Forgets everything, for another value.
    pub fn clear(&mut self) {
        for words in [&mut self.rows, &mut self.columns, &mut self.full, &mut self.diagonals] {
            words.fill(0);
        }
        self.lowest = 0;
        self.growing.clear();
    }

    /// The rows of the band at word `base` that do not hold the value.
    pub fn rows_lacking(&self, base: usize) -> u64 {
        !self.rows[base]
    }

    /// The first free column for the value in row `r` of the band at word
    /// `base`, counted from the first column of the band. `taken` are the cells
    /// of the row with smaller values, all those before word `low` among them, and
    /// `full` says which words of the board's row are full.
    #[inline(always)]
    pub fn find(&mut self, base: usize, r: usize, taken: &[u64], full: &[u64], low: usize) -> Option<usize> {
        if !self.growing.is_empty() {
            self.grow(base * 64 + r);
        }
        let first = base + low.max((r + self.lowest) / 64);
        let mut at = first / 64;
        let mut ahead = u64::MAX << (first % 64);
        loop {
            let (Some(in_row), Some(in_columns)) = (full.get(at), self.full.get(at)) else { return None };
            let mut candidates = !(in_row | in_columns) & ahead;
            while candidates != 0 {
                let word = at * 64 + candidates.trailing_zeros() as usize - base;
                let shifted = self.diagonals[word + 1] << r | self.diagonals[word] >> 1 >> (63 - r);
                let bits = taken[word] | self.columns[base + word] | shifted;
                if bits != u64::MAX {
                    return Some(word * 64 + bits.trailing_ones() as usize);
                }
                candidates &= candidates - 1;
            }
            at += 1;
            ahead = u64::MAX;
        }
    }

    /// The value was placed in this row and column of the band.
    #[inline(always)]
    pub fn insert(&mut self, base: usize, r: usize, column: usize) {
        self.rows[base] |= 1 << r;
        let word = base + column / 64;
        if let Some(row) = self.rows.get_mut(word) {
            *row |= 1 << (column % 64);
        }
        let diagonal = column - r;
        match self.moves {
            PairMoves::LargerOrBoth => self.block_diagonal(diagonal),
            PairMoves::Band { width: a } => {
                self.columns[word] |= 1 << (column % 64);
                if self.columns[word] == u64::MAX {
                    self.full[word / 64] |= 1 << (word % 64);
                }
                if a == 1 {
                    self.block_diagonal(diagonal);
                } else {
                    self.block_diagonals(diagonal, diagonal.saturating_add(usize::try_from(a).unwrap_or(usize::MAX)));
                    self.growing.push(GrowingReach { row: base * 64 + r, diagonal, reached: 0 });
                }
            }
        }
    }

    /// Widens the bands of diagonals to what they are in a row.
    fn grow(&mut self, row: usize) {
        let most = match self.moves {
            PairMoves::Band { width: a } => usize::try_from(a - 1).unwrap_or(usize::MAX),
            PairMoves::LargerOrBoth => 0,
        };
        let mut growing = std::mem::take(&mut self.growing);
        growing.retain_mut(|place| {
            let last = most.min(place.diagonal);
            let reach = last.min(row - place.row);
            self.block_diagonals(place.diagonal - reach, place.diagonal - place.reached);
            place.reached = reach;
            // What lies below the lowest free diagonal is blocked anyway.
            reach < last && place.diagonal - reach > self.lowest
        });
        self.growing = growing;
    }

    /// Blocks the diagonals from the first to before the last.
    fn block_diagonals(&mut self, first: usize, last: usize) {
        let last = last.min((self.diagonals.len() - 1) * 64);
        if first >= last {
            return;
        }
        let (from, to) = (1 + first / 64, 1 + (last - 1) / 64);
        let to = to.min(self.diagonals.len() - 1);
        for word in from..=to {
            let below = if word == from { (1u64 << (first % 64)) - 1 } else { 0 };
            let above = if word == 1 + (last - 1) / 64 { u64::MAX << 1 << ((last - 1) % 64) } else { 0 };
            self.diagonals[word] |= !(below | above);
        }
        self.raise_lowest();
    }

    /// Blocks one diagonal.
    #[inline(always)]
    fn block_diagonal(&mut self, diagonal: usize) {
        self.diagonals[1 + diagonal / 64] |= 1 << (diagonal % 64);
        self.raise_lowest();
    }

    #[inline(always)]
    fn raise_lowest(&mut self) {
        while self.diagonals.get(1 + self.lowest / 64) == Some(&u64::MAX) {
            self.lowest += 64;
        }
    }
}

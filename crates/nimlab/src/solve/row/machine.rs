//! The rows 0 to r of a board, column after column, as a machine with a
//! finite state.
//!
//! Cost: for each column and row, one OR for every option off the row.

use crate::{Clock, Limit, PairMoves};

/// The values used in a row: every one below `low`, and above it the bits.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct UsedValues {
    low: u64,
    /// Bit j stands for the value `low` + j; the first is never set.
    bits: Vec<u64>,
}

impl UsedValues {
    fn insert(&mut self, value: u64) {
        let Some(above) = value.checked_sub(self.low) else { return };
        let word = (above / 64) as usize;
        if word >= self.bits.len() {
            self.bits.resize(word + 1, 0);
        }
        self.bits[word] |= 1 << (above % 64);
        while self.bits.first().is_some_and(|first| first & 1 == 1) {
            let passed = self.bits[0].trailing_ones();
            self.low += u64::from(passed);
            for i in 0..self.bits.len() {
                let next = self.bits.get(i + 1).copied().unwrap_or(0);
                self.bits[i] = if passed == 64 { next } else { self.bits[i] >> passed | next << (64 - passed) };
            }
        }
        while self.bits.last() == Some(&0) {
            self.bits.pop();
        }
    }
}

/// What rows 0 to r of a board look like before a column.
#[derive(Debug, Clone)]
pub(super) struct RowMachine {
    moves: PairMoves,
    /// r + 1.
    rows: usize,
    /// The next column.
    column: u64,
    used: Vec<UsedValues>,
    /// The last columns, that of number n at n modulo their count.
    recent: Vec<Vec<u64>>,
    forbidden: Vec<u64>,
}

impl RowMachine {
    /// Before column 0.
    pub fn new(moves: PairMoves, row: u64) -> Self {
        let rows = row as usize + 1;
        let reach = reach(moves, row) as usize;
        Self {
            moves,
            rows,
            column: 0,
            used: vec![UsedValues::default(); rows],
            recent: vec![vec![0; rows]; reach.max(1)],
            forbidden: Vec::new(),
        }
    }

    /// The next column.
    pub fn column(&self) -> u64 {
        self.column
    }

    /// Computes a column; the value of row r in it. A machine whose time is over
    /// stays before the column.
    pub fn step(&mut self, clock: &mut Clock) -> Result<u64, Limit> {
        let (column, slots) = (self.column, self.recent.len() as u64);
        let mut now = vec![0; self.rows];
        let a = width(self.moves);
        for i in 0..self.rows {
            now[i] = self.value(i, &now[..i]);
            // A row is reached from this many places, about a nanosecond each.
            let places = i as u64 * (2 * a - 1).min(column + 1);
            if let Some(limit) = clock.after(places / 8 + 1) {
                return Err(limit);
            }
        }
        for (used, &value) in self.used.iter_mut().zip(&now) {
            used.insert(value);
        }
        let last = now[self.rows - 1];
        self.recent[(column % slots) as usize] = now;
        self.column += 1;
        Ok(last)
    }

    /// The value of row i in the column, those above it being known.
    fn value(&mut self, i: usize, above: &[u64]) -> u64 {
        let column = self.column;
        // ℛ-Wythoff moves along the row only where the column is the larger
        // pile, and along the column only where the row is.
        let restricted = self.moves == PairMoves::LargerOrBoth;
        let along_row = !restricted || column >= i as u64;
        let along_column = !restricted || i as u64 >= column;
        let mut forbidden = std::mem::take(&mut self.forbidden);
        forbidden.clear();
        let mut start = 0;
        if along_row {
            start = self.used[i].low;
            forbidden.extend_from_slice(&self.used[i].bits);
        }
        let mut forbid = |value: u64| {
            if let Some(above) = value.checked_sub(start) {
                let word = (above / 64) as usize;
                if word >= forbidden.len() {
                    forbidden.resize(word + 1, 0);
                }
                forbidden[word] |= 1 << (above % 64);
            }
        };
        if along_column {
            above.iter().copied().for_each(&mut forbid);
        }
        let a = width(self.moves);
        for k in 1..=i as u64 {
            for l in (k + 1).saturating_sub(a).max(1)..=(k + a - 1).min(column) {
                let slot = (column - l) % self.recent.len() as u64;
                forbid(self.recent[slot as usize][i - k as usize]);
            }
        }
        let word = forbidden.iter().position(|&word| word != u64::MAX);
        let least = match word {
            Some(word) => word as u64 * 64 + u64::from(forbidden[word].trailing_ones()),
            None => forbidden.len() as u64 * 64,
        };
        self.forbidden = forbidden;
        start + least
    }

    /// Whether another machine, some columns behind, is in the same state but
    /// for the distance, which is added to every value.
    pub fn repeats(&self, behind: &RowMachine) -> bool {
        let distance = self.column - behind.column;
        let shifted = |a: u64, b: u64| a == b + distance;
        if !self.used.iter().zip(&behind.used).all(|(a, b)| shifted(a.low, b.low) && a.bits == b.bits) {
            return false;
        }
        let a = width(self.moves) as usize;
        let slots = self.recent.len() as u64;
        // A value in row i is of use to row r for r − i + a − 1 columns.
        (0..self.rows - 1).all(|i| {
            (1..=(self.rows - 1 - i + a - 1) as u64).all(|l| {
                let at = |machine: &RowMachine| machine.recent[((machine.column - l) % slots) as usize][i];
                shifted(at(self), at(behind))
            })
        })
    }
}

/// The parameter a; ℛ-Wythoff takes the same from both piles, as a = 1.
pub(super) fn width(moves: PairMoves) -> u64 {
    match moves {
        PairMoves::Band { width: a } => a,
        PairMoves::LargerOrBoth => 1,
    }
}

/// How many columns back a move from row r can lead without staying in its
/// row: from this column on no move is cut off by column 0, and in ℛ-Wythoff
/// the column is the larger pile.
pub(super) fn reach(moves: PairMoves, row: u64) -> u64 {
    match moves {
        PairMoves::Band { width: a } if row > 0 => row + a - 1,
        PairMoves::Band { .. } => 0,
        PairMoves::LargerOrBoth => row + 1,
    }
}

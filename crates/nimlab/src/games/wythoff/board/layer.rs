//! Where one value stands so far, as bits, and the search for its next place.
//!
//! The sets of one value are a few kilobytes and stay in the fastest cache;
//! a search ORs three words at a time and looks at four of them at once.

use crate::games::wythoff::values::Blocks;

/// Words that a search looks at together.
const STEP: usize = 4;

/// The places of one value in the rows so far, as what they forbid.
#[derive(Debug, Clone)]
pub(super) struct Layer {
    blocks: Blocks,
    /// Rows that hold the value, on either side of the main diagonal.
    rows: Vec<u64>,
    /// Columns that later rows cannot use.
    columns: Vec<u64>,
    /// Diagonals y − x that later rows cannot use; the first word is empty, so
    /// that all can be shifted to the left.
    diagonals: Vec<u64>,
    /// Every diagonal below this one is blocked.
    lowest: usize,
    /// Places whose band of diagonals still grows.
    growing: Vec<Growing>,
    /// The words of `columns` and of `diagonals` that are not empty.
    touched: [std::ops::Range<usize>; 2],
}

/// With a > 1, (x, y) can be reached on a diagonal j places to the left of its
/// own only from j rows below on, where the column is no smaller than y.
#[derive(Debug, Clone, Copy)]
struct Growing {
    row: usize,
    diagonal: usize,
    reached: usize,
}

impl Layer {
    pub fn new(blocks: Blocks, rows: usize, columns: usize) -> Self {
        let words = columns.div_ceil(64);
        Self {
            blocks,
            rows: vec![0; rows.div_ceil(64)],
            columns: vec![0; words],
            diagonals: vec![0; words + 2],
            lowest: 0,
            growing: Vec::new(),
            touched: [0..0, 0..0],
        }
    }

    /// Forgets everything, for another value.
    pub fn clear(&mut self) {
        self.rows.fill(0);
        self.columns[self.touched[0].clone()].fill(0);
        self.diagonals[self.touched[1].clone()].fill(0);
        self.touched = [0..0, 0..0];
        self.lowest = 0;
        self.growing.clear();
    }

    /// Whether row `r` of the band at word `base` holds the value already.
    pub fn has_row(&self, base: usize, r: usize) -> bool {
        self.rows[base] >> r & 1 == 1
    }

    /// The first free column for the value in row `r` of the band at word
    /// `base`, counted from the first column of the band. `taken` are the cells
    /// of the row with smaller values, all those below `low` among them.
    pub fn find(&mut self, base: usize, r: usize, taken: &[u64], low: usize) -> Option<usize> {
        if !self.growing.is_empty() {
            self.grow(base * 64 + r);
        }
        let start = low.max(r + self.lowest);
        if start / 64 >= taken.len() {
            return None;
        }
        first_free(taken, &self.columns[base..], &self.diagonals, r as u32, start)
    }

    /// The value was placed in this row and column of the band.
    pub fn insert(&mut self, base: usize, r: usize, column: usize) {
        self.rows[base] |= 1 << r;
        let word = base + column / 64;
        if let Some(row) = self.rows.get_mut(word) {
            *row |= 1 << (column % 64);
        }
        let diagonal = column - r;
        match self.blocks {
            Blocks::Restricted => self.block_diagonals(diagonal, diagonal + 1),
            Blocks::Wythoff { a } => {
                self.columns[word] |= 1 << (column % 64);
                widen(&mut self.touched[0], word..word + 1);
                self.block_diagonals(diagonal, diagonal.saturating_add(usize::try_from(a).unwrap_or(usize::MAX)));
                if a > 1 {
                    self.growing.push(Growing { row: base * 64 + r, diagonal, reached: 0 });
                }
            }
        }
    }

    /// Widens the bands of diagonals to what they are in a row.
    fn grow(&mut self, row: usize) {
        let most = match self.blocks {
            Blocks::Wythoff { a } => usize::try_from(a - 1).unwrap_or(usize::MAX),
            Blocks::Restricted => 0,
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
        widen(&mut self.touched[1], from..to + 1);
        if first <= self.lowest {
            let mut word = 1 + self.lowest / 64;
            while word < self.diagonals.len() && self.diagonals[word] == u64::MAX {
                word += 1;
            }
            let within = self.diagonals.get(word).map_or(0, |bits| bits.trailing_ones() as usize);
            self.lowest = (word - 1) * 64 + within;
        }
    }
}

/// Makes a range of words hold another.
fn widen(range: &mut std::ops::Range<usize>, other: std::ops::Range<usize>) {
    *range = if range.start == range.end { other } else { range.start.min(other.start)..range.end.max(other.end) };
}

/// The first place from `start` on that is in neither set, the third shifted
/// upwards by `shift` and one word longer than the first at its beginning.
fn first_free(taken: &[u64], columns: &[u64], diagonals: &[u64], shift: u32, start: usize) -> Option<usize> {
    let first = start / 64;
    let place = |word: usize, bits: u64| Some(word * 64 + bits.trailing_ones() as usize);
    let shifted = |pair: &[u64]| pair[1] << shift | pair[0] >> 1 >> (63 - shift);
    let bits = taken[first] | columns[first] | shifted(&diagonals[first..first + 2]) | ((1u64 << (start % 64)) - 1);
    if bits != u64::MAX {
        return place(first, bits);
    }
    let first = first + 1;
    let words = taken.len();
    let (taken, columns, diagonals) = (&taken[first..], &columns[first..words], &diagonals[first..=words]);
    let whole = taken.len() / STEP * STEP;
    let mut at = 0;
    while at < whole {
        let (t, c, d) = (&taken[at..at + STEP], &columns[at..at + STEP], &diagonals[at..=at + STEP]);
        let mut bits = [0; STEP];
        let mut all = u64::MAX;
        for i in 0..STEP {
            bits[i] = t[i] | c[i] | d[i + 1] << shift | d[i] >> 1 >> (63 - shift);
            all &= bits[i];
        }
        if all != u64::MAX {
            let i = bits.iter().position(|&bits| bits != u64::MAX)?;
            return place(first + at + i, bits[i]);
        }
        at += STEP;
    }
    (whole..taken.len()).find_map(|at| {
        let bits = taken[at] | columns[at] | shifted(&diagonals[at..at + 2]);
        if bits == u64::MAX { None } else { place(first + at, bits) }
    })
}

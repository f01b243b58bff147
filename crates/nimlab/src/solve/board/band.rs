//! Sixty-four rows of a board, from the main diagonal to the right, and the
//! placing of a few consecutive values in them.
//!
//! Values come in order, and consecutive ones stand far apart in a row: written
//! where they stand, each would fetch a cache line of its own from memory. So a
//! row is first the list of its columns in the order of their values, which is
//! written from left to right; when it is complete it is turned round.

use super::BLOCK;
use super::layer::ValueLayer;
use crate::error::{Error, Result};
use crate::{Hint, Term};

/// Rows in a band: the bits of a word.
pub(super) const ROWS: usize = 64;

/// A number that a cell can hold.
pub(super) trait CellNumber: Copy + Default + Send + Sync {
    fn of(value: u32) -> Self;
    fn value(self) -> u32;
}

impl CellNumber for u16 {
    fn of(value: u32) -> Self {
        value as u16
    }

    fn value(self) -> u32 {
        self.into()
    }
}

impl CellNumber for u32 {
    fn of(value: u32) -> Self {
        value
    }

    fn value(self) -> u32 {
        self
    }
}

/// Some rows with all their cells from the band's first column on.
#[derive(Debug, Clone)]
pub(super) struct Band<C> {
    columns: usize,
    /// Row after row the columns in the order of their values, and once all
    /// cells have one, the values in the order of their columns.
    cells: Vec<C>,
    /// How many cells of each row have a value and stand in its list.
    filled: Vec<usize>,
    /// Which rows have each value, from 0 on. Empty once all cells have one.
    placed: Vec<u64>,
    /// Which cells have one, row after row; those left of the main diagonal
    /// and beyond the last column count as taken. Empty once all have.
    taken: Vec<u64>,
    /// Which words of the board's row are full, row after row; those before
    /// the band and beyond the board are.
    full: Vec<u64>,
    /// Before this word every cell of the row has a value.
    low: Vec<usize>,
    /// The rows with a cell that has no value yet.
    open: u64,
    /// How many cells have none.
    left: usize,
}

/// Columns of consecutive values, row by row, before they go into the lists.
struct Batch<C> {
    columns: [[C; BLOCK]; ROWS],
    counts: [usize; ROWS],
}

impl<C: CellNumber> Band<C> {
    /// An empty band with this many columns, which begins at word `base` of the
    /// board.
    pub fn new(base: usize, rows: usize, columns: usize) -> Result<Self> {
        let words = columns.div_ceil(64);
        let mut outside = vec![u64::MAX; (base + words).div_ceil(64)];
        (base..base + words).for_each(|word| outside[word / 64] &= !(1 << (word % 64)));
        let mut taken = zeros::<u64>(rows * words)?;
        for (r, row) in taken.chunks_mut(words).enumerate() {
            row[0] |= (1 << r) - 1;
            if !columns.is_multiple_of(64) {
                row[words - 1] |= u64::MAX << (columns % 64);
            }
        }
        let left = (0..rows).map(|r| columns - r).sum();
        Ok(Self {
            columns,
            cells: zeros(rows * (columns + BLOCK))?,
            filled: vec![0; rows],
            placed: Vec::new(),
            taken,
            full: outside.repeat(rows),
            low: vec![0; rows],
            open: u64::MAX >> (64 - rows),
            left,
        })
    }

    /// The cells of a row from the first column of the band on.
    pub fn row(&self, r: usize) -> &[C] {
        let start = r * self.stride();
        &self.cells[start..start + self.columns]
    }

    /// How far apart rows begin: after each there is room for a whole batch.
    fn stride(&self) -> usize {
        self.columns + BLOCK
    }

    /// How many cells have no value yet.
    pub fn left(&self) -> usize {
        self.left
    }

    /// Places the next values, one for each layer, in every row of the band,
    /// which begins at word `base` of the board; all smaller values are in their
    /// places.
    ///
    /// A value goes through all rows of the band before the next one does: the
    /// rows that lack it are the zeros of a word.
    pub fn place(&mut self, base: usize, layers: &mut [ValueLayer]) {
        if self.open == 0 {
            return;
        }
        let mut batch = Batch { columns: [[C::default(); BLOCK]; ROWS], counts: [0; ROWS] };
        for layer in layers {
            let mut ahead = self.open;
            let mut rows = 0;
            loop {
                let lacking = layer.rows_lacking(base) & ahead;
                if lacking == 0 {
                    break;
                }
                let r = lacking.trailing_zeros() as usize;
                ahead &= u64::MAX << 1 << r;
                rows |= u64::from(self.place_in_row(base, r, layer, &mut batch)) << r;
            }
            self.placed.push(rows);
        }
        let stride = self.stride();
        for (r, (columns, count)) in batch.columns.iter().zip(batch.counts).enumerate().take(self.filled.len()) {
            // As many as there can be, which is quicker than as many as there are.
            let start = r * stride + self.filled[r];
            self.cells[start..start + BLOCK].copy_from_slice(columns);
            self.filled[r] += count;
            self.left -= count;
        }
        if self.open == 0 {
            (self.taken, self.full) = (Vec::new(), Vec::new());
            self.turn_round();
        }
    }

    /// From columns in the order of their values to values in the order of
    /// their columns, a row at a time, which fits into the fastest cache.
    fn turn_round(&mut self) {
        let placed = std::mem::take(&mut self.placed);
        // Of sixty-four values and rows, a word for each row.
        let by_row: Vec<[u64; 64]> = placed
            .chunks(64)
            .map(|values| {
                let mut words = [0; 64];
                words[..values.len()].copy_from_slice(values);
                transpose(&mut words);
                words
            })
            .collect();
        let mut values = vec![C::default(); self.columns];
        let stride = self.stride();
        for (r, row) in self.cells.chunks_mut(stride).enumerate() {
            let row = &mut row[..self.columns];
            values[..r].fill(C::default());
            let mut columns = row.iter();
            for (first, words) in (0..).step_by(64).zip(&by_row) {
                let mut with = words[r];
                while with != 0 {
                    if let Some(column) = columns.next() {
                        values[column.value() as usize] = C::of(first + with.trailing_zeros());
                    }
                    with &= with - 1;
                }
            }
            row.copy_from_slice(&values);
        }
    }

    /// Whether there was a place for the layer's value in a row.
    fn place_in_row(&mut self, base: usize, r: usize, layer: &mut ValueLayer, batch: &mut Batch<C>) -> bool {
        let words = self.columns.div_ceil(64);
        let summary = (base + words).div_ceil(64);
        let taken = &mut self.taken[r * words..(r + 1) * words];
        let full = &mut self.full[r * summary..(r + 1) * summary];
        let Some(column) = layer.find(base, r, taken, full, self.low[r]) else { return false };
        layer.insert(base, r, column);
        let word = column / 64;
        taken[word] |= 1 << (column % 64);
        if taken[word] == u64::MAX {
            full[(base + word) / 64] |= 1 << ((base + word) % 64);
            if word == self.low[r] {
                let after = taken[word..].iter().position(|&word| word != u64::MAX);
                self.low[r] = after.map_or(words, |after| word + after);
                self.open &= !(u64::from(after.is_none()) << r);
            }
        }
        batch.columns[r][batch.counts[r]] = C::of(column as u32);
        batch.counts[r] += 1;
        true
    }
}

/// Sixty-four words of sixty-four bits with rows and columns exchanged.
fn transpose(words: &mut [u64; 64]) {
    let mut width = 32;
    let mut low = u64::MAX >> 32;
    while width > 0 {
        for first in (0..64).filter(|first| first & width == 0) {
            let other = first + width;
            let changed = (words[first] >> width ^ words[other]) & low;
            words[first] ^= changed << width;
            words[other] ^= changed;
        }
        width /= 2;
        low ^= low << width;
    }
}

fn zeros<T: Copy + Default>(count: usize) -> Result<Vec<T>> {
    let mut list = Vec::new();
    list.try_reserve_exact(count).map_err(|_| Error::TooLarge {
        what: "this board for the memory".into(),
        given: format!("{} bytes more", count.saturating_mul(size_of::<T>())),
        limit: "what the system gives".into(),
        hint: Hint::example([Term::size(1000)]),
    })?;
    list.resize(count, T::default());
    Ok(list)
}

//! Sixty-four rows of a board, from the main diagonal to the right, and the
//! placing of a few consecutive values in them.

use super::layer::Layer;
use crate::error::{Error, Result};

/// Rows in a band: the bits of a word.
pub(super) const ROWS: usize = 64;

/// A number that a cell can hold.
pub(super) trait Cell: Copy + Default + Send + Sync {
    fn of(value: u32) -> Self;
    fn value(self) -> u32;
}

impl Cell for u16 {
    fn of(value: u32) -> Self {
        value as u16
    }

    fn value(self) -> u32 {
        self.into()
    }
}

impl Cell for u32 {
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
    rows: usize,
    columns: usize,
    /// The values, row after row.
    cells: Vec<C>,
    /// Which cells have one, row after row; those left of the main diagonal
    /// and beyond the last column count as taken. Empty once all have.
    taken: Vec<u64>,
    /// Before this column every cell of the row has a value.
    low: Vec<usize>,
    /// How many cells have no value yet.
    left: usize,
}

impl<C: Cell> Band<C> {
    /// An empty band with so many columns.
    pub fn new(rows: usize, columns: usize) -> Result<Self> {
        let words = columns.div_ceil(64);
        let mut taken = zeros::<u64>(rows * words)?;
        for (r, row) in taken.chunks_mut(words).enumerate() {
            row[0] |= (1 << r) - 1;
            if !columns.is_multiple_of(64) {
                row[words - 1] |= u64::MAX << (columns % 64);
            }
        }
        let left = (0..rows).map(|r| columns - r).sum();
        Ok(Self { rows, columns, cells: zeros(rows * columns)?, taken, low: (0..rows).collect(), left })
    }

    /// The cells of a row from the first column of the band on.
    pub fn row(&self, r: usize) -> &[C] {
        &self.cells[r * self.columns..(r + 1) * self.columns]
    }

    /// How many cells have no value yet.
    pub fn left(&self) -> usize {
        self.left
    }

    /// Places the values `first`, `first` + 1, … of the layers in every row of
    /// the band, which begins at word `base` of the board; all smaller values
    /// are in their places.
    ///
    /// Each value follows the one before it at the distance of a row, so that
    /// neighbouring steps share neither a row nor a layer and the processor
    /// can work on several at once.
    pub fn place(&mut self, base: usize, first: u32, layers: &mut [Layer]) {
        if self.left == 0 {
            return;
        }
        let words = self.columns.div_ceil(64);
        for turn in 0..self.rows + layers.len() - 1 {
            let behind = (turn + 1).saturating_sub(self.rows);
            let ahead = layers.len().min(turn + 1);
            for i in behind..ahead {
                let (r, layer) = (turn - i, &mut layers[i]);
                if layer.has_row(base, r) {
                    continue;
                }
                let taken = &mut self.taken[r * words..(r + 1) * words];
                let Some(column) = layer.find(base, r, taken, self.low[r]) else { continue };
                layer.insert(base, r, column);
                taken[column / 64] |= 1 << (column % 64);
                if column == self.low[r] {
                    let word = taken[column / 64..].iter().position(|&word| word != u64::MAX);
                    let word = word.map_or(words, |after| column / 64 + after);
                    self.low[r] = word * 64 + taken.get(word).map_or(0, |word| word.trailing_ones() as usize);
                }
                self.cells[r * self.columns + column] = C::of(first + i as u32);
                self.left -= 1;
            }
        }
        if self.left == 0 {
            self.taken = Vec::new();
        }
    }
}

fn zeros<T: Copy + Default>(count: usize) -> Result<Vec<T>> {
    let mut list = Vec::new();
    list.try_reserve_exact(count).map_err(|_| Error::TooLarge {
        what: "this board for the memory".into(),
        given: format!("{} bytes more", count.saturating_mul(size_of::<T>())),
        limit: "what the system gives".into(),
        hint: "an example that works: --size 1000".into(),
    })?;
    list.resize(count, T::default());
    Ok(list)
}

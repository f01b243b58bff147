//! The Grundy values of a whole board, cell by cell: one set of used values
//! for each row, column and band of diagonals, and the mex of their union.
//!
//! Cost: a scan of N/64 words a cell at worst, and for a > 1 an insertion into
//! the 2a − 1 diagonals of a band.

use crate::bits::{BitSet, least_free};
use crate::error::{Error, Result};
use crate::solve::Values;

/// The values of all positions up to a corner.
#[derive(Debug, Clone)]
pub struct Board {
    columns: u64,
    values: Vec<u32>,
}

impl Board {
    /// The board of Wythoff's game with parameter a up to (x, y), both included.
    pub fn new(a: u64, x: u64, y: u64) -> Self {
        let (rows, columns) = (x + 1, y + 1);
        let mut used_in_column = vec![BitSet::new(); columns as usize];
        // The diagonal of difference column − row stands at that plus x.
        let mut used_on_diagonal = vec![BitSet::new(); (rows + columns - 1) as usize];
        let mut values = Vec::with_capacity((rows * columns) as usize);
        let reach = (a - 1).min(rows + columns);
        for row in 0..rows {
            let mut used_in_row = BitSet::new();
            let mut lowest_in_row = 0;
            for column in 0..columns {
                let value = least_free(
                    [&used_in_row, &used_in_column[column as usize], &used_on_diagonal[(column + x - row) as usize]],
                    lowest_in_row,
                );
                used_in_row.insert(value);
                lowest_in_row = used_in_row.first_free(lowest_in_row);
                used_in_column[column as usize].insert(value);
                values.push(value as u32);
            }
            // The next row can move to these cells by taking from both piles,
            // but only towards a smaller column: a value reaches a diagonal j
            // places to its left only j rows later.
            for column in 0..columns {
                let diagonal = (column + x - row) as usize;
                let value = |row: u64| u64::from(values[(row * columns + column) as usize]);
                for earlier in row.saturating_sub(reach)..=row {
                    used_on_diagonal[diagonal].insert(value(earlier));
                }
                let last = (diagonal + reach as usize).min(used_on_diagonal.len() - 1);
                for set in &mut used_on_diagonal[diagonal..=last] {
                    set.insert(value(row));
                }
            }
        }
        Self { columns, values }
    }
}

impl Values for Board {
    fn value(&mut self, position: &[u64]) -> Result<u64> {
        let found = match *position {
            [x, y] if y < self.columns => self.values.get((x * self.columns + y) as usize).copied(),
            _ => None,
        };
        found.map(u64::from).ok_or_else(|| Error::TooLarge {
            what: "this position for the board".into(),
            given: format!("{position:?}"),
            limit: format!("{} columns", self.columns),
            hint: "ask for a larger board".into(),
        })
    }
}

//! NumPy's own format, version 1.0: a header that says type and shape, then
//! the numbers, little-endian, row after row.
//!
//! The header has a fixed length, so that the number of rows can be put right
//! at the end.

use super::{Cell, ColumnNames, Columns, Exporter, NumberKind, WholeFile, too_large};
use crate::error::{Error, Result};
use nimlab::{Hint, Term};
use std::io::{Seek, SeekFrom, Write};

/// The bytes before the numbers: a multiple of 64, as the format asks.
const HEADER: usize = 128;

/// One array of two dimensions. It has no column of sets, and of a board no
/// column of row numbers.
pub(super) struct Npy<'o> {
    file: &'o mut WholeFile,
    kind: NumberKind,
    /// The columns of the array.
    columns: u64,
    rows: u64,
    /// Whether the first cell of the next row is left out.
    numbered: bool,
    left_out: bool,
    /// Whether there is a column of sets or names, which is left out.
    named: bool,
    bytes: Vec<u8>,
}

impl<'o> Npy<'o> {
    pub fn new(file: &'o mut WholeFile) -> Self {
        let (kind, bytes) = (NumberKind::Words, Vec::new());
        Self { file, kind, columns: 0, rows: 0, numbered: false, left_out: false, named: false, bytes }
    }

    fn write(&mut self) -> Result<()> {
        self.file.write_all(&self.bytes)?;
        self.bytes.clear();
        Ok(())
    }
}

impl Exporter for Npy<'_> {
    fn begin(&mut self, columns: &Columns, _: &mut ColumnNames<'_>) -> Result<()> {
        if columns.kind == NumberKind::Decimals {
            return Err(too_large("a NumPy array"));
        }
        if self.file.is_stream() {
            return Err(Error::Request {
                problem: format!(
                    "a NumPy array cannot go to {}: its number of rows stands at its beginning and is known at the end",
                    self.file.path().display()
                ),
                hint: Hint::new(
                    "CSV, JSON and Parquet go through a pipe, and an array to a file",
                    [Term::output("out.npy")],
                ),
            });
        }
        self.kind = columns.kind;
        self.numbered = columns.board.is_some();
        self.left_out = self.numbered;
        self.named = columns.set.is_some();
        self.columns = columns.board.unwrap_or((columns.names.len() - usize::from(columns.set.is_some())) as u64);
        Ok(self.file.write_all(&[0; HEADER])?)
    }

    fn cells(&mut self, cells: &[Cell<'_>]) -> Result<()> {
        for cell in &cells[usize::from(std::mem::take(&mut self.left_out)).min(cells.len())..] {
            let word = match cell {
                // The column that people read beside one that says the same as a number.
                Cell::Set(_) => continue,
                Cell::Text(_) if self.named => continue,
                Cell::Word(word) => *word,
                Cell::Signed(number) => *number as u64,
                Cell::Big(number) => u64::try_from(*number).map_err(|_| too_large("a NumPy array"))?,
                Cell::Text(_) => return Err(too_large("a NumPy array")),
                Cell::Empty => 0,
            };
            match self.kind {
                NumberKind::Values => self.bytes.extend_from_slice(&(word as u32).to_le_bytes()),
                NumberKind::Marks => self.bytes.push(u8::from(*cell != Cell::Empty)),
                _ => self.bytes.extend_from_slice(&word.to_le_bytes()),
            }
        }
        self.write()
    }

    fn end_row(&mut self) -> Result<()> {
        self.rows += 1;
        self.left_out = self.numbered;
        Ok(())
    }

    /// Writes the header.
    fn finish(&mut self, _: Option<&str>) -> Result<()> {
        let kind = match self.kind {
            NumberKind::Words | NumberKind::Decimals => "<u8",
            NumberKind::Signed => "<i8",
            NumberKind::Values => "<u4",
            NumberKind::Marks => "|b1",
        };
        let header = header(kind, self.rows, self.columns);
        self.file.seek(SeekFrom::Start(0))?;
        Ok(self.file.write_all(&header)?)
    }

    fn words(&mut self, width: usize, rows: &[u64]) -> Result<()> {
        self.bytes.extend(rows.iter().flat_map(|word| word.to_le_bytes()));
        self.rows += (rows.len() / width.max(1)) as u64;
        self.write()
    }

    fn values(&mut self, values: &[u32], named: Option<u64>) -> Result<()> {
        match named {
            Some(named) => self.bytes.extend(values.iter().map(|&value| u8::from(u64::from(value) == named))),
            None => self.bytes.extend(values.iter().flat_map(|value| value.to_le_bytes())),
        }
        self.write()
    }
}

fn header(kind: &str, rows: u64, columns: u64) -> Vec<u8> {
    let text = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({rows}, {columns}), }}");
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend_from_slice(&((HEADER - 10) as u16).to_le_bytes());
    bytes.extend_from_slice(text.as_bytes());
    bytes.resize(HEADER - 1, b' ');
    bytes.push(b'\n');
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_has_its_length_and_the_widest_shape_fits() {
        for shape in [(0, 1), (5, 3), (u64::MAX, u64::MAX)] {
            let header = header("<u8", shape.0, shape.1);
            assert_eq!(header.len(), HEADER);
            assert!(header.ends_with(b"\n") && header.starts_with(b"\x93NUMPY"));
            let text = String::from_utf8_lossy(&header[10..]).into_owned();
            assert!(text.contains(&format!("'shape': ({}, {}), }}", shape.0, shape.1)));
        }
    }
}

//! NumPy's own format, version 1.0: a header that says type and shape, then
//! the numbers, little-endian, row after row.
//!
//! The header has a fixed length, so that the number of rows can be put right
//! at the end.

use super::{Columns, Exporter, Kind, WholeFile, too_large};
use crate::error::{Error, Result};
use nimlab::{Hint, Term};
use std::io::{Seek, SeekFrom, Write};

/// The bytes before the numbers: a multiple of 64, as the format asks.
const HEADER: usize = 128;

/// One array of two dimensions.
pub struct Npy {
    file: WholeFile,
    /// The type, such as `<u4`.
    kind: &'static str,
    columns: u64,
    rows: u64,
}

impl Npy {
    /// An array of so many columns; `kind` is NumPy's name of the type of its
    /// numbers, such as `<u4`.
    pub fn begin(mut file: WholeFile, kind: &'static str, columns: u64) -> Result<Self> {
        if file.is_stream() {
            return Err(Error::Request {
                problem: format!(
                    "a NumPy array cannot go to {}: its number of rows stands at its beginning and is known at the end",
                    file.path().display()
                ),
                hint: Hint::new(
                    "CSV, JSON and Parquet go through a pipe, and an array to a file",
                    [Term::output("out.npy")],
                ),
            });
        }
        file.write_all(&[0; HEADER]).map_err(|error| file.refused(error))?;
        Ok(Self { file, kind, columns, rows: 0 })
    }

    /// Whole rows as bytes.
    pub fn bytes(&mut self, bytes: &[u8], rows: u64) -> Result<()> {
        self.rows += rows;
        self.file.write_all(bytes).map_err(|error| self.file.refused(error))
    }

    /// Writes the header and gives the file its name.
    pub fn finish(mut self) -> Result<()> {
        let header = header(self.kind, self.rows, self.columns);
        let written = self.file.seek(SeekFrom::Start(0)).and_then(|_| self.file.write_all(&header));
        written.map_err(|error| self.file.refused(error))?;
        self.file.finish()
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

/// Rows of machine words as one array.
pub(super) struct Rows {
    array: Npy,
}

impl Rows {
    pub fn begin(file: WholeFile, columns: Columns) -> Result<Self> {
        if columns.kind == Kind::Decimals {
            return Err(too_large("a NumPy array"));
        }
        Ok(Self { array: Npy::begin(file, "<u8", columns.names.len() as u64)? })
    }
}

impl Exporter for Rows {
    fn words(&mut self, rows: &[u64]) -> Result<()> {
        let bytes: Vec<u8> = rows.iter().flat_map(|word| word.to_le_bytes()).collect();
        self.array.bytes(&bytes, rows.len() as u64 / self.array.columns)
    }

    fn decimals(&mut self, _row: &[String]) -> Result<()> {
        Err(too_large("a NumPy array"))
    }

    fn finish(self: Box<Self>) -> Result<()> {
        self.array.finish()
    }
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

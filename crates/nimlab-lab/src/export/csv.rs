//! Comma-separated values: a header, then one line for each row.
//!
//! Numbers need no quotes, and nearly all that is written here is numbers: they go
//! straight into a buffer, which takes half the time of a general writer of CSV.

use super::{Cell, ColumnNames, Columns, Exporter};
use crate::error::Result;
use std::io::Write;

/// The bytes that are written at a time.
const BUFFER: usize = 1 << 15;

pub(super) struct Csv<'o> {
    to: &'o mut dyn Write,
    /// What waits to be written; a comma follows every cell, until the row ends.
    bytes: Vec<u8>,
    digits: itoa::Buffer,
}

impl<'o> Csv<'o> {
    pub fn new(to: &'o mut dyn Write) -> Self {
        Self { to, bytes: Vec::with_capacity(BUFFER + 64), digits: itoa::Buffer::new() }
    }

    #[inline]
    fn word(&mut self, word: u64) {
        self.bytes.extend_from_slice(self.digits.format(word).as_bytes());
        self.bytes.push(b',');
    }

    fn text(&mut self, text: &str) {
        self.bytes.extend_from_slice(text.as_bytes());
        self.bytes.push(b',');
    }

    /// Writes what waits, if it is much. The last comma may become the end of a row.
    #[inline]
    fn pass_on(&mut self) -> Result<()> {
        if self.bytes.len() > BUFFER {
            let all = self.bytes.len() - 1;
            self.to.write_all(&self.bytes[..all])?;
            self.bytes.drain(..all);
        }
        Ok(())
    }

    #[inline]
    fn end_line(&mut self) {
        match self.bytes.last_mut() {
            Some(comma @ b',') => *comma = b'\n',
            _ => self.bytes.push(b'\n'),
        }
    }
}

impl Exporter for Csv<'_> {
    fn begin(&mut self, columns: &Columns, names: &mut ColumnNames<'_>) -> Result<()> {
        if !columns.known {
            return Ok(());
        }
        for name in names {
            self.text(&plain(&name?));
            self.pass_on()?;
        }
        self.end_row()
    }

    fn cells(&mut self, cells: &[Cell<'_>]) -> Result<()> {
        for cell in cells {
            match cell {
                Cell::Word(word) => self.word(*word),
                Cell::Text(text) => self.text(&plain(text)),
                Cell::Set(_) => self.text(&quoted(&cell.to_string())),
                _ => self.text(&cell.to_string()),
            }
            self.pass_on()?;
        }
        Ok(())
    }

    fn end_row(&mut self) -> Result<()> {
        self.end_line();
        self.pass_on()
    }

    fn finish(&mut self, _: Option<&str>) -> Result<()> {
        // A row that is cut off ends with its last cell.
        self.bytes.pop_if(|last| *last == b',');
        self.to.write_all(&self.bytes)?;
        self.bytes.clear();
        Ok(self.to.flush()?)
    }

    fn words(&mut self, width: usize, rows: &[u64]) -> Result<()> {
        for row in rows.chunks(width.max(1)) {
            row.iter().for_each(|&word| self.word(word));
            self.end_line();
            self.pass_on()?;
        }
        Ok(())
    }

    fn values(&mut self, values: &[u32], named: Option<u64>) -> Result<()> {
        for &value in values {
            match named {
                Some(named) if named != u64::from(value) => self.bytes.push(b','),
                _ => self.word(value.into()),
            }
            self.pass_on()?;
        }
        Ok(())
    }
}

/// A text, in quotes if it needs them.
fn plain(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) { quoted(text) } else { text.to_owned() }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

//! Comma-separated values: a header, then one line for each row.

use super::{Columns, Exporter, WholeFile, set_text};
use crate::error::Result;
use std::io::Write;

pub(super) struct Csv {
    file: WholeFile,
    width: usize,
    set: Option<usize>,
}

impl Csv {
    pub fn begin(mut file: WholeFile, columns: Columns) -> Result<Self> {
        writeln!(file, "{}", columns.names.join(",")).map_err(|error| file.refused(error))?;
        Ok(Self { file, width: columns.names.len(), set: columns.set })
    }
}

impl Exporter for Csv {
    fn words(&mut self, rows: &[u64]) -> Result<()> {
        for row in rows.chunks(self.width) {
            let cell = |(column, &word): (usize, &u64)| match self.set {
                Some(set) if set == column => format!("\"{}\"", set_text(word)),
                _ => word.to_string(),
            };
            self.decimals(&row.iter().enumerate().map(cell).collect::<Vec<_>>())?;
        }
        Ok(())
    }

    fn decimals(&mut self, row: &[String]) -> Result<()> {
        writeln!(self.file, "{}", row.join(",")).map_err(|error| self.file.refused(error))
    }

    fn finish(self: Box<Self>) -> Result<()> {
        self.file.finish()
    }
}

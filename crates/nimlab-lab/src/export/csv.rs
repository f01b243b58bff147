//! Comma-separated values: a header, then a line a row.

use super::{Columns, Exporter, WholeFile};
use crate::error::Result;
use std::io::Write;

pub(super) struct Csv {
    file: WholeFile,
    width: usize,
}

impl Csv {
    pub fn begin(mut file: WholeFile, columns: Columns) -> Result<Self> {
        writeln!(file, "{}", columns.names.join(",")).map_err(|error| file.refused(error))?;
        Ok(Self { file, width: columns.names.len() })
    }
}

impl Exporter for Csv {
    fn words(&mut self, rows: &[u64]) -> Result<()> {
        for row in rows.chunks(self.width) {
            self.decimals(&row.iter().map(u64::to_string).collect::<Vec<_>>())?;
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

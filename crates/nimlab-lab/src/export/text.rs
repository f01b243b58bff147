//! Aligned columns for people, right-aligned. They are written as the rows come:
//! a column is as wide as its widest word so far.

use super::{Cell, ColumnNames, Columns, Exporter};
use crate::error::Result;
use std::io::Write;

/// The least width of a column.
const LEAST: usize = 6;

/// Columns are aligned up to this width; longer numbers stand as they are.
const WIDEST: usize = 80;

pub(super) struct Text<'o> {
    to: &'o mut dyn Write,
    /// The header, which waits for the widths of the first row.
    header: Option<Vec<String>>,
    /// The widest word of each column so far.
    widths: Vec<usize>,
    row: Vec<String>,
}

impl<'o> Text<'o> {
    pub fn new(to: &'o mut dyn Write) -> Self {
        Self { to, header: None, widths: Vec::new(), row: Vec::new() }
    }

    fn line(&mut self, words: &[String]) -> Result<()> {
        for (column, (word, width)) in words.iter().zip(&mut self.widths).enumerate() {
            *width = word.chars().count().max(*width);
            let gap = if column == 0 { "" } else { "  " };
            write!(self.to, "{gap}{word:>width$}", width = (*width).min(WIDEST))?;
        }
        Ok(writeln!(self.to)?)
    }

    /// Writes the header in columns that are as wide as the next row.
    fn write_header(&mut self) -> Result<()> {
        let Some(header) = self.header.take() else { return Ok(()) };
        for (width, word) in self.widths.iter_mut().zip(&self.row) {
            *width = word.chars().count().max(*width);
        }
        self.line(&header)
    }
}

impl Exporter for Text<'_> {
    fn begin(&mut self, columns: &Columns, names: &mut ColumnNames<'_>) -> Result<()> {
        if !columns.known {
            return Ok(());
        }
        let header: Vec<String> = names.collect::<Result<_>>()?;
        self.widths =
            header.iter().map(|name| name.chars().count().max(columns.least_width.unwrap_or(LEAST))).collect();
        self.header = Some(header);
        Ok(())
    }

    fn cells(&mut self, cells: &[Cell<'_>]) -> Result<()> {
        self.row.extend(cells.iter().map(Cell::to_string));
        Ok(())
    }

    fn end_row(&mut self) -> Result<()> {
        self.write_header()?;
        let row = std::mem::take(&mut self.row);
        self.line(&row)?;
        self.row = row;
        self.row.clear();
        Ok(())
    }

    fn finish(&mut self, _: Option<&str>) -> Result<()> {
        self.write_header()
    }
}

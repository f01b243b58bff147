//! A table of Markdown: a header, then one line for each row, every column to
//! the right.

use super::{Cell, ColumnNames, Columns, Exporter, check_page};
use crate::error::Result;
use std::io::Write;

pub(super) struct Markdown<'o> {
    to: &'o mut dyn Write,
    /// Whether some cells of the row are written.
    open: bool,
}

impl<'o> Markdown<'o> {
    pub fn new(to: &'o mut dyn Write) -> Self {
        Self { to, open: false }
    }

    fn cell(&mut self, text: std::fmt::Arguments<'_>) -> Result<()> {
        let before = if std::mem::replace(&mut self.open, true) { "" } else { "|" };
        Ok(write!(self.to, "{before} {text} |")?)
    }
}

impl Exporter for Markdown<'_> {
    fn begin(&mut self, columns: &Columns, names: &mut ColumnNames<'_>) -> Result<()> {
        check_page(columns)?;
        if !columns.known {
            return Ok(());
        }
        for name in names {
            self.cell(format_args!("{}", escaped(&name?)))?;
        }
        self.end_row()?;
        write!(self.to, "|")?;
        for _ in 0..columns.width() {
            write!(self.to, "---:|")?;
        }
        Ok(writeln!(self.to)?)
    }

    fn cells(&mut self, cells: &[Cell<'_>]) -> Result<()> {
        for cell in cells {
            match cell {
                Cell::Text(text) => self.cell(format_args!("{}", escaped(text)))?,
                cell => self.cell(format_args!("{cell}"))?,
            }
        }
        Ok(())
    }

    fn end_row(&mut self) -> Result<()> {
        self.open = false;
        Ok(writeln!(self.to)?)
    }

    fn finish(&mut self, _: Option<&str>) -> Result<()> {
        if self.open { self.end_row() } else { Ok(()) }
    }
}

/// A text in which nothing has a meaning of its own.
fn escaped(text: &str) -> String {
    let mut written = String::new();
    for letter in text.chars() {
        match letter {
            '\n' | '\r' => written.push(' '),
            '\\' | '|' | '*' | '_' | '`' | '<' | '[' | ']' | '~' | '#' | '&' => written.extend(['\\', letter]),
            _ => written.push(letter),
        }
    }
    written
}

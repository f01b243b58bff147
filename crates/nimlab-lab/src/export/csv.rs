//! Comma-separated values: a header, then one line for each row.

use super::{Cell, ColumnNames, Columns, Exporter};
use crate::error::{Error, Result};
use csv::{ByteRecord, QuoteStyle, Writer, WriterBuilder};
use std::io::Write;

pub(super) struct Csv<'o> {
    writer: Writer<&'o mut dyn Write>,
    digits: itoa::Buffer,
}

impl<'o> Csv<'o> {
    pub fn new(to: &'o mut dyn Write) -> Self {
        // Numbers need no quotes; a set has them always.
        let mut builder = WriterBuilder::new();
        builder.flexible(true).quote_style(QuoteStyle::Never).buffer_capacity(1 << 15);
        Self { writer: builder.from_writer(to), digits: itoa::Buffer::new() }
    }
}

impl Exporter for Csv<'_> {
    fn begin(&mut self, columns: &Columns, names: &mut ColumnNames<'_>) -> Result<()> {
        if !columns.known {
            return Ok(());
        }
        for name in names {
            self.writer.write_field(plain(&name?))?;
        }
        self.end_row()
    }

    fn cells(&mut self, cells: &[Cell<'_>]) -> Result<()> {
        for cell in cells {
            match cell {
                Cell::Word(word) => self.writer.write_field(self.digits.format(*word))?,
                Cell::Text(text) => self.writer.write_field(plain(text))?,
                Cell::Set(_) => self.writer.write_field(quoted(&cell.to_string()))?,
                _ => self.writer.write_field(cell.to_string())?,
            }
        }
        Ok(())
    }

    fn end_row(&mut self) -> Result<()> {
        Ok(self.writer.write_record(None::<&[u8]>)?)
    }

    fn finish(&mut self, _: Option<&str>) -> Result<()> {
        Ok(self.writer.flush()?)
    }

    /// A whole record at a time takes two thirds of the time.
    fn words(&mut self, width: usize, rows: &[u64]) -> Result<()> {
        let mut record = ByteRecord::new();
        for row in rows.chunks(width.max(1)) {
            record.clear();
            for word in row {
                record.push_field(self.digits.format(*word).as_bytes());
            }
            self.writer.write_byte_record(&record)?;
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

impl From<csv::Error> for Error {
    fn from(error: csv::Error) -> Self {
        match error.into_kind() {
            csv::ErrorKind::Io(cause) => cause.into(),
            other => std::io::Error::other(format!("{other:?}")).into(),
        }
    }
}

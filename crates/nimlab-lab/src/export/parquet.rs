//! Apache Parquet: row groups of a fixed number of rows, each column as
//! differences of neighbours (or as strings), compressed with Snappy. Numbers
//! with a sign, which only runs have, stand in dictionaries: in few words, for
//! many of them are equal.

use super::{Cell, ColumnNames, Columns, Exporter, NumberKind, WholeFile, set_text, too_large};
use crate::error::{Error, Result};
use parquet::basic::{Compression, Encoding};
use parquet::data_type::{ByteArray, ByteArrayType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::ColumnPath;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Rows in a group: what is held in memory.
const GROUP: usize = 1 << 18;

/// The same for numbers with a sign.
const SIGNED_GROUP: usize = 1 << 20;

pub(crate) struct Parquet<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    path: PathBuf,
    held: Vec<HeldColumn>,
    /// Rows in a group.
    group: usize,
}

/// The cells of a column that wait for their group.
enum HeldColumn {
    Words(Vec<i64>),
    Signed(Vec<i64>),
    Decimals(Vec<ByteArray>),
    Sets(Vec<ByteArray>),
}

impl HeldColumn {
    fn of(columns: &Columns, column: usize) -> Self {
        match columns.kind {
            _ if columns.set == Some(column) => HeldColumn::Sets(Vec::new()),
            NumberKind::Words | NumberKind::Values | NumberKind::Marks => HeldColumn::Words(Vec::new()),
            NumberKind::Signed => HeldColumn::Signed(Vec::new()),
            NumberKind::Decimals => HeldColumn::Decimals(Vec::new()),
        }
    }

    fn declared(&self, name: &str) -> String {
        match self {
            HeldColumn::Words(_) => format!("REQUIRED INT64 {name} (INTEGER(64,false));"),
            HeldColumn::Signed(_) => format!("REQUIRED INT64 {name};"),
            HeldColumn::Decimals(_) | HeldColumn::Sets(_) => format!("REQUIRED BYTE_ARRAY {name} (STRING);"),
        }
    }

    /// How the cells are written, if not in a dictionary.
    fn encoding(&self) -> Option<Encoding> {
        match self {
            HeldColumn::Words(_) => Some(Encoding::DELTA_BINARY_PACKED),
            HeldColumn::Signed(_) => None,
            HeldColumn::Decimals(_) | HeldColumn::Sets(_) => Some(Encoding::PLAIN),
        }
    }

    fn len(&self) -> usize {
        match self {
            HeldColumn::Words(words) | HeldColumn::Signed(words) => words.len(),
            HeldColumn::Decimals(texts) | HeldColumn::Sets(texts) => texts.len(),
        }
    }

    fn extend(&mut self, words: impl Iterator<Item = u64>) {
        match self {
            HeldColumn::Words(held) | HeldColumn::Signed(held) => held.extend(words.map(|word| word as i64)),
            HeldColumn::Decimals(held) => held.extend(words.map(|word| ByteArray::from(word.to_string().into_bytes()))),
            HeldColumn::Sets(held) => held.extend(words.map(|word| ByteArray::from(set_text(word).into_bytes()))),
        }
    }

    fn push(&mut self, cell: &Cell<'_>) -> Result<()> {
        match self {
            HeldColumn::Words(held) | HeldColumn::Signed(held) => held.push(match cell {
                Cell::Word(word) => *word as i64,
                Cell::Signed(number) => *number,
                Cell::Big(number) => {
                    u64::try_from(*number).map_err(|_| too_large("a Parquet column of 64 bits"))? as i64
                }
                _ => return Err(too_large("a Parquet column of 64 bits")),
            }),
            HeldColumn::Decimals(held) | HeldColumn::Sets(held) => {
                held.push(ByteArray::from(cell.to_string().into_bytes()))
            }
        }
        Ok(())
    }

    /// Writes the cells as a column of a group, and lets them go.
    fn write<W: Write + Send>(
        &mut self,
        group: &mut SerializedRowGroupWriter<'_, W>,
    ) -> std::result::Result<(), ParquetError> {
        let Some(mut column) = group.next_column()? else { return Ok(()) };
        match self {
            HeldColumn::Words(held) | HeldColumn::Signed(held) => {
                column.typed::<Int64Type>().write_batch(held, None, None)?;
                held.clear();
            }
            HeldColumn::Decimals(held) | HeldColumn::Sets(held) => {
                column.typed::<ByteArrayType>().write_batch(held, None, None)?;
                held.clear();
            }
        }
        column.close()
    }
}

impl<W: Write + Send> Parquet<W> {
    pub fn begin(to: W, path: &Path, columns: &Columns) -> Result<Self> {
        Self::compressed(to, path, columns, Compression::SNAPPY)
    }

    /// The same, with columns of words compressed in another way.
    pub fn compressed(to: W, path: &Path, columns: &Columns, words: Compression) -> Result<Self> {
        let held: Vec<HeldColumn> = (0..columns.names.len()).map(|column| HeldColumn::of(columns, column)).collect();
        let fields: Vec<String> = columns.names.iter().zip(&held).map(|(name, held)| held.declared(name)).collect();
        let facts = columns.metadata.iter().map(|(key, value)| KeyValue::new(key.clone(), value.clone())).collect();
        let signed = columns.kind == NumberKind::Signed;
        let mut properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_dictionary_enabled(signed)
            .set_key_value_metadata(Some(facts));
        for (name, held) in columns.names.iter().zip(&held) {
            let column = ColumnPath::new(vec![name.clone()]);
            if let Some(encoding) = held.encoding() {
                properties = properties.set_column_encoding(column.clone(), encoding);
            }
            if matches!(held, HeldColumn::Words(_)) {
                properties = properties.set_column_compression(column, words);
            }
        }
        let begun = parse_message_type(&format!("message {} {{ {} }}", columns.title, fields.join(" ")))
            .and_then(|schema| SerializedFileWriter::new(to, Arc::new(schema), Arc::new(properties.build())));
        let writer = begun.map_err(|problem| refused(path, problem))?;
        Ok(Self { writer, path: path.to_owned(), held, group: if signed { SIGNED_GROUP } else { GROUP } })
    }

    fn rows(&self) -> usize {
        self.held.first().map_or(0, HeldColumn::len)
    }

    /// Writes the rows that are held as one group.
    fn write_group(&mut self) -> Result<()> {
        let Self { writer, path, held, .. } = self;
        let mut write = || {
            let mut group = writer.next_row_group()?;
            held.iter_mut().try_for_each(|column| column.write(&mut group))?;
            group.close().map(drop)
        };
        write().map_err(|problem| refused(path, problem))
    }

    /// Whole rows of machine words, one after another.
    pub fn add(&mut self, rows: &[u64]) -> Result<()> {
        let width = self.held.len();
        for piece in rows.chunks(width * self.group / 4) {
            for (i, column) in self.held.iter_mut().enumerate() {
                column.extend(piece.iter().skip(i).step_by(width).copied());
            }
            self.write_full_group()?;
        }
        Ok(())
    }

    fn write_full_group(&mut self) -> Result<()> {
        if self.rows() >= self.group { self.write_group() } else { Ok(()) }
    }

    /// Ends the file. What a run has found is one group at least.
    pub fn end(mut self) -> Result<W> {
        let none_yet = self.group == SIGNED_GROUP && self.writer.flushed_row_groups().is_empty();
        if self.rows() > 0 || none_yet {
            self.write_group()?;
        }
        self.writer.into_inner().map_err(|problem| refused(&self.path, problem))
    }
}

/// What the system refused stays an error of the system.
fn refused(path: &Path, problem: ParquetError) -> Error {
    match problem {
        ParquetError::External(cause) => match cause.downcast::<std::io::Error>() {
            Ok(cause) => (*cause).into(),
            Err(cause) => Error::file(path, cause),
        },
        other => Error::file(path, other),
    }
}

/// Rows into a Parquet file.
pub(super) enum ParquetRows<'o> {
    /// A file whose columns are not known yet.
    Opened(&'o mut WholeFile),
    /// A file, and the column of the next cell.
    Begun(Box<Parquet<&'o mut WholeFile>>, usize),
    Ended,
}

impl<'o> ParquetRows<'o> {
    pub fn new(file: &'o mut WholeFile) -> Self {
        ParquetRows::Opened(file)
    }
}

impl Exporter for ParquetRows<'_> {
    fn begin(&mut self, columns: &Columns, _: &mut ColumnNames<'_>) -> Result<()> {
        if let ParquetRows::Opened(file) = std::mem::replace(self, ParquetRows::Ended) {
            let path = file.path().to_owned();
            *self = ParquetRows::Begun(Box::new(Parquet::begin(file, &path, columns)?), 0);
        }
        Ok(())
    }

    fn cells(&mut self, cells: &[Cell<'_>]) -> Result<()> {
        let ParquetRows::Begun(parquet, column) = self else { return Ok(()) };
        for cell in cells {
            if let Some(held) = parquet.held.get_mut(*column) {
                held.push(cell)?;
            }
            *column += 1;
        }
        Ok(())
    }

    fn end_row(&mut self) -> Result<()> {
        let ParquetRows::Begun(parquet, column) = self else { return Ok(()) };
        *column = 0;
        parquet.write_full_group()
    }

    fn finish(&mut self, _: Option<&str>) -> Result<()> {
        match std::mem::replace(self, ParquetRows::Ended) {
            ParquetRows::Begun(parquet, _) => parquet.end().map(drop),
            _ => Ok(()),
        }
    }

    fn words(&mut self, _: usize, rows: &[u64]) -> Result<()> {
        let ParquetRows::Begun(parquet, _) = self else { return Ok(()) };
        parquet.add(rows)
    }
}

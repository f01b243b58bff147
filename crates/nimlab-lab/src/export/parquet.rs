//! Apache Parquet: row groups of a fixed number of rows, each column as
//! differences of neighbours (or as strings), compressed with Snappy.

use super::{Columns, Exporter, Kind, WholeFile, set_text, too_large};
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

pub(crate) struct Parquet<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    path: PathBuf,
    held: Vec<Held>,
}

/// The cells of a column that wait for their group.
enum Held {
    Words(Vec<i64>),
    Decimals(Vec<ByteArray>),
    Sets(Vec<ByteArray>),
}

impl Held {
    fn of(columns: &Columns, column: usize) -> Self {
        match columns.kind {
            _ if columns.set == Some(column) => Held::Sets(Vec::new()),
            Kind::Words => Held::Words(Vec::new()),
            Kind::Decimals => Held::Decimals(Vec::new()),
        }
    }

    fn declared(&self, name: &str) -> String {
        match self {
            Held::Words(_) => format!("REQUIRED INT64 {name} (INTEGER(64,false));"),
            Held::Decimals(_) | Held::Sets(_) => format!("REQUIRED BYTE_ARRAY {name} (STRING);"),
        }
    }

    fn encoding(&self) -> Encoding {
        match self {
            Held::Words(_) => Encoding::DELTA_BINARY_PACKED,
            Held::Decimals(_) | Held::Sets(_) => Encoding::PLAIN,
        }
    }

    fn len(&self) -> usize {
        match self {
            Held::Words(words) => words.len(),
            Held::Decimals(texts) | Held::Sets(texts) => texts.len(),
        }
    }

    fn extend(&mut self, words: impl Iterator<Item = u64>) {
        match self {
            Held::Words(held) => held.extend(words.map(|word| word as i64)),
            Held::Decimals(held) => held.extend(words.map(|word| ByteArray::from(word.to_string().into_bytes()))),
            Held::Sets(held) => held.extend(words.map(|word| ByteArray::from(set_text(word).into_bytes()))),
        }
    }

    /// Writes the cells as a column of a group, and lets them go.
    fn write<W: Write + Send>(
        &mut self,
        group: &mut SerializedRowGroupWriter<'_, W>,
    ) -> std::result::Result<(), ParquetError> {
        let Some(mut column) = group.next_column()? else { return Ok(()) };
        match self {
            Held::Words(held) => {
                column.typed::<Int64Type>().write_batch(held, None, None)?;
                held.clear();
            }
            Held::Decimals(held) | Held::Sets(held) => {
                column.typed::<ByteArrayType>().write_batch(held, None, None)?;
                held.clear();
            }
        }
        column.close()
    }
}

impl<W: Write + Send> Parquet<W> {
    pub fn begin(to: W, path: &Path, columns: Columns) -> Result<Self> {
        Self::compressed(to, path, columns, Compression::SNAPPY)
    }

    /// The same, with columns of words compressed in another way.
    pub fn compressed(to: W, path: &Path, columns: Columns, words: Compression) -> Result<Self> {
        let held: Vec<Held> = (0..columns.names.len()).map(|column| Held::of(&columns, column)).collect();
        let fields: Vec<String> = columns.names.iter().zip(&held).map(|(name, held)| held.declared(name)).collect();
        let facts = columns.metadata.into_iter().map(|(key, value)| KeyValue::new(key, value)).collect();
        let mut properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_dictionary_enabled(false)
            .set_key_value_metadata(Some(facts));
        for (name, held) in columns.names.into_iter().zip(&held) {
            let column = ColumnPath::new(vec![name]);
            properties = properties.set_column_encoding(column.clone(), held.encoding());
            if matches!(held, Held::Words(_)) {
                properties = properties.set_column_compression(column, words);
            }
        }
        let begun = parse_message_type(&format!("message rows {{ {} }}", fields.join(" ")))
            .and_then(|schema| SerializedFileWriter::new(to, Arc::new(schema), Arc::new(properties.build())));
        let writer = begun.map_err(|problem| refused(path, problem))?;
        Ok(Self { writer, path: path.to_owned(), held })
    }

    fn rows(&self) -> usize {
        self.held.first().map_or(0, Held::len)
    }

    /// Writes the rows that are held as one group.
    fn write_group(&mut self) -> Result<()> {
        let Self { writer, path, held } = self;
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
        for piece in rows.chunks(width * GROUP / 4) {
            for (i, column) in self.held.iter_mut().enumerate() {
                column.extend(piece.iter().skip(i).step_by(width).copied());
            }
            self.write_full_group()?;
        }
        Ok(())
    }

    fn write_full_group(&mut self) -> Result<()> {
        if self.rows() >= GROUP { self.write_group() } else { Ok(()) }
    }

    /// Ends the file.
    pub fn end(mut self) -> Result<W> {
        if self.rows() > 0 {
            self.write_group()?;
        }
        self.writer.into_inner().map_err(|problem| refused(&self.path, problem))
    }
}

/// What the system refused stays an error of the system.
fn refused(path: &Path, problem: ParquetError) -> Error {
    match problem {
        ParquetError::External(cause) => match cause.downcast::<std::io::Error>() {
            Ok(cause) => Error::system("write to", path, *cause),
            Err(cause) => Error::file(path, cause),
        },
        other => Error::file(path, other),
    }
}

impl Exporter for Parquet<WholeFile> {
    fn words(&mut self, rows: &[u64]) -> Result<()> {
        self.add(rows)
    }

    fn decimals(&mut self, row: &[String]) -> Result<()> {
        for (column, number) in self.held.iter_mut().zip(row) {
            match column {
                Held::Words(held) => {
                    let word: u64 = number.parse().map_err(|_| too_large("a Parquet column of 64 bits"))?;
                    held.push(word as i64);
                }
                Held::Decimals(held) | Held::Sets(held) => held.push(ByteArray::from(number.clone().into_bytes())),
            }
        }
        self.write_full_group()
    }

    fn finish(self: Box<Self>) -> Result<()> {
        self.end()?.finish()
    }
}

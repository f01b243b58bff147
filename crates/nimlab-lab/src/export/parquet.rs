//! Apache Parquet: row groups of a fixed number of rows, each column as
//! differences of neighbours (or as strings), compressed with Snappy.

use super::{Columns, Exporter, Kind, WholeFile, too_large};
use crate::error::{Error, Result};
use parquet::basic::{Compression, Encoding};
use parquet::data_type::{ByteArray, ByteArrayType, Int64Type};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use std::path::PathBuf;
use std::sync::Arc;

/// Rows in a group: what is held in memory.
const GROUP: usize = 1 << 18;

pub(super) struct Parquet {
    writer: SerializedFileWriter<WholeFile>,
    path: PathBuf,
    held: Held,
}

/// The rows that wait for their group, column by column.
enum Held {
    Words(Vec<Vec<i64>>),
    Decimals(Vec<Vec<ByteArray>>),
}

impl Parquet {
    pub fn begin(file: WholeFile, columns: Columns) -> Result<Self> {
        let path = file.path().to_owned();
        let (kind, held) = match columns.kind {
            Kind::Words => ("INT64", Held::Words(vec![Vec::new(); columns.names.len()])),
            Kind::Decimals => ("BYTE_ARRAY", Held::Decimals(vec![Vec::new(); columns.names.len()])),
        };
        let logical = if columns.kind == Kind::Words { "INTEGER(64,false)" } else { "STRING" };
        let fields: Vec<String> =
            columns.names.iter().map(|name| format!("REQUIRED {kind} {name} ({logical});")).collect();
        let facts = columns.metadata.into_iter().map(|(key, value)| KeyValue::new(key, value)).collect();
        let encoding = match columns.kind {
            Kind::Words => Encoding::DELTA_BINARY_PACKED,
            Kind::Decimals => Encoding::PLAIN,
        };
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_dictionary_enabled(false)
            .set_encoding(encoding)
            .set_key_value_metadata(Some(facts))
            .build();
        let begun = parse_message_type(&format!("message rows {{ {} }}", fields.join(" ")))
            .and_then(|schema| SerializedFileWriter::new(file, Arc::new(schema), Arc::new(properties)));
        let writer = begun.map_err(|problem| Error::file(&path, problem))?;
        Ok(Self { writer, path, held })
    }

    fn full(&self) -> bool {
        self.rows() >= GROUP
    }

    fn rows(&self) -> usize {
        match &self.held {
            Held::Words(columns) => columns.first().map_or(0, Vec::len),
            Held::Decimals(columns) => columns.first().map_or(0, Vec::len),
        }
    }

    /// Writes the rows that are held as one group.
    fn write_group(&mut self) -> Result<()> {
        let written = match &mut self.held {
            Held::Words(columns) => write_columns(&mut self.writer, columns, |writer, values| {
                writer.typed::<Int64Type>().write_batch(values, None, None).map(drop)
            }),
            Held::Decimals(columns) => write_columns(&mut self.writer, columns, |writer, values| {
                writer.typed::<ByteArrayType>().write_batch(values, None, None).map(drop)
            }),
        };
        written.map_err(|problem| Error::file(&self.path, problem))
    }
}

fn write_columns<T>(
    writer: &mut SerializedFileWriter<WholeFile>,
    columns: &mut [Vec<T>],
    write: impl Fn(&mut parquet::file::writer::SerializedColumnWriter<'_>, &[T]) -> parquet::errors::Result<()>,
) -> parquet::errors::Result<()> {
    let mut group = writer.next_row_group()?;
    for values in columns {
        if let Some(mut column) = group.next_column()? {
            write(&mut column, values)?;
            column.close()?;
        }
        values.clear();
    }
    group.close()?;
    Ok(())
}

impl Exporter for Parquet {
    fn words(&mut self, rows: &[u64]) -> Result<()> {
        let width = match &self.held {
            Held::Words(columns) => columns.len(),
            Held::Decimals(columns) => columns.len(),
        };
        for piece in rows.chunks(width * GROUP / 4) {
            match &mut self.held {
                Held::Words(columns) => {
                    for (i, column) in columns.iter_mut().enumerate() {
                        column.extend(piece.iter().skip(i).step_by(width).map(|&word| word as i64));
                    }
                }
                Held::Decimals(columns) => {
                    for (i, column) in columns.iter_mut().enumerate() {
                        let numbers = piece.iter().skip(i).step_by(width);
                        column.extend(numbers.map(|word| ByteArray::from(word.to_string().into_bytes())));
                    }
                }
            }
            if self.full() {
                self.write_group()?;
            }
        }
        Ok(())
    }

    fn decimals(&mut self, row: &[String]) -> Result<()> {
        match &mut self.held {
            Held::Words(columns) => {
                for (column, number) in columns.iter_mut().zip(row) {
                    let word: u64 = number.parse().map_err(|_| too_large("a Parquet column of 64 bits"))?;
                    column.push(word as i64);
                }
            }
            Held::Decimals(columns) => {
                for (column, number) in columns.iter_mut().zip(row) {
                    column.push(ByteArray::from(number.clone().into_bytes()));
                }
            }
        }
        if self.full() { self.write_group() } else { Ok(()) }
    }

    fn finish(mut self: Box<Self>) -> Result<()> {
        if self.rows() > 0 {
            self.write_group()?;
        }
        let file = self.writer.into_inner().map_err(|problem| Error::file(&self.path, problem))?;
        file.finish()
    }
}

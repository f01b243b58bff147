//! Tables of integers as Parquet files: one column a name, row groups of a
//! million rows, and in the metadata what the numbers are results of. The same
//! rows give the same bytes, and a file is there as a whole or not at all.

use crate::error::{Error, Result};
use crate::export::WholeFile;
use parquet::basic::Compression;
use parquet::data_type::Int64Type;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use std::path::Path;
use std::sync::Arc;

/// Rows in a group: the memory of a column being written.
const GROUP: usize = 1 << 20;

/// What a table is: its name, its columns, and what its metadata say.
pub(crate) struct Table<'t> {
    pub name: &'t str,
    pub columns: &'t [&'t str],
    pub metadata: &'t [(&'t str, String)],
}

impl Table<'_> {
    /// Writes a file of so many rows; `value` is asked for row and column.
    pub fn write(&self, path: &Path, rows: usize, value: impl Fn(usize, usize) -> i64) -> Result<()> {
        let file = WholeFile::create(path)?;
        self.write_rows(file, rows, value).map_err(|problem| Error::file(path, problem))?.finish()
    }

    fn write_rows(
        &self,
        file: WholeFile,
        rows: usize,
        value: impl Fn(usize, usize) -> i64,
    ) -> parquet::errors::Result<WholeFile> {
        let pairs = self.metadata.iter().map(|(key, value)| KeyValue::new((*key).to_owned(), value.clone())).collect();
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_key_value_metadata(Some(pairs))
            .build();
        let columns: String = self.columns.iter().map(|column| format!("REQUIRED INT64 {column};\n")).collect();
        let schema = Arc::new(parse_message_type(&format!("message {} {{\n{columns}}}", self.name))?);
        let mut writer = SerializedFileWriter::new(file, schema, Arc::new(properties))?;
        let mut first = 0;
        loop {
            let last = rows.min(first + GROUP);
            let mut group = writer.next_row_group()?;
            for column in 0..self.columns.len() {
                let values: Vec<i64> = (first..last).map(|row| value(row, column)).collect();
                if let Some(mut writer) = group.next_column()? {
                    writer.typed::<Int64Type>().write_batch(&values, None, None)?;
                    writer.close()?;
                }
            }
            group.close()?;
            first = last;
            if first == rows {
                break;
            }
        }
        writer.into_inner()
    }
}

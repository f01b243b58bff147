//! A shard: one Parquet file with the results of a range of ranks, written
//! under another name, synced and renamed, with a digest of its rows inside.

use crate::columns::Table;
use crate::error::{Error, Result};
use parquet::column::reader::ColumnReader;
use parquet::file::reader::{FileReader, SerializedFileReader};
use std::fs::File;
use std::path::Path;

/// The result for one set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row {
    /// The set's rank in its family.
    pub rank: u64,
    /// The set: bit s − 1 for each s ∈ S.
    pub set: u64,
    /// The least preperiod.
    pub preperiod: u64,
    /// The least period; 0 if it was not found within the bound.
    pub period: u64,
    /// The largest Grundy value (1 for outcomes).
    pub largest: u64,
}

const COLUMNS: usize = 5;

const NAMES: [&str; COLUMNS] = ["rank", "set", "preperiod", "period", "largest"];

const DIGEST: &str = "nimlab.digest";

impl Row {
    pub(crate) fn numbers(&self) -> [u64; COLUMNS] {
        [self.rank, self.set, self.preperiod, self.period, self.largest]
    }

    fn of(numbers: [u64; COLUMNS]) -> Self {
        let [rank, set, preperiod, period, largest] = numbers;
        Self { rank, set, preperiod, period, largest }
    }
}

/// FNV-1a over all numbers of all rows, begun with what they are results of.
fn digest(kind: &str, rows: &[Row]) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |byte: u8| hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    kind.bytes().for_each(&mut add);
    rows.iter().flat_map(Row::numbers).flat_map(u64::to_le_bytes).for_each(&mut add);
    format!("{hash:016x}")
}

/// Writes a shard: it is there as a whole or not at all.
pub(crate) fn write(path: &Path, kind: &str, rows: &[Row]) -> Result<()> {
    let partial = path.with_extension(format!("partial-{}", std::process::id()));
    let metadata = [
        ("nimlab.game", "subtraction".to_owned()),
        ("nimlab.parameters", kind.to_owned()),
        ("nimlab.version", env!("CARGO_PKG_VERSION").to_owned()),
        (DIGEST, digest(kind, rows)),
    ];
    let table = Table { name: "sweep", columns: &NAMES, metadata: &metadata };
    table.write(&partial, path, rows.len(), |row, column| rows[row].numbers()[column] as i64)
}

/// Reads a shard and makes sure that it is what was written.
pub(crate) fn read(path: &Path, kind: &str) -> Result<Vec<Row>> {
    let (written, rows) = read_rows(path).map_err(|problem| Error::damaged(path, problem))?;
    if written.as_deref() != Some(&digest(kind, &rows)) {
        return Err(Error::damaged(path, "its rows are not those that were written"));
    }
    Ok(rows)
}

fn read_rows(path: &Path) -> parquet::errors::Result<(Option<String>, Vec<Row>)> {
    let reader = SerializedFileReader::new(File::open(path)?)?;
    let metadata = reader.metadata().file_metadata();
    let pairs = metadata.key_value_metadata().cloned().unwrap_or_default();
    let written = pairs.into_iter().find(|pair| pair.key == DIGEST).and_then(|pair| pair.value);
    let mut rows = Vec::new();
    for at in 0..reader.num_row_groups() {
        let group = reader.get_row_group(at)?;
        let count = usize::try_from(group.metadata().num_rows()).unwrap_or(0);
        let first = rows.len();
        for column in 0..COLUMNS.min(group.num_columns()) {
            let mut values: Vec<i64> = Vec::new();
            if let ColumnReader::Int64ColumnReader(mut reader) = group.get_column_reader(column)? {
                reader.read_records(count, None, None, &mut values)?;
            }
            if column == 0 {
                rows.resize(first + values.len(), [0; COLUMNS]);
            }
            for (row, value) in rows[first..].iter_mut().zip(values) {
                row[column] = value as u64;
            }
        }
    }
    Ok((written, rows.into_iter().map(Row::of).collect()))
}

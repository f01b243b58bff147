//! A shard: one Parquet file with the results of a range of ranks.
//!
//! It is a plain Parquet file, written once and as a whole. Its metadata hold
//! what it is a part of, and a checksum of the whole file, footer included: the
//! checksum of the file with zeros in the checksum's own place. So a shard
//! carries its checksum with it, and no second file has to be kept in step.

use crate::delta;
use crate::error::{Error, Result};
use crate::export::{Columns, Parquet, write_whole};
use parquet::basic::{Compression, Encoding, PageType};
use parquet::errors::ParquetError;
use parquet::file::metadata::ColumnChunkMetaData;
use parquet::file::reader::{FileReader, SerializedFileReader};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;

/// A row of a shard: numbers that stand for a result.
pub trait ShardRow: Copy + Send + Sync {
    /// The names of its columns.
    const NAMES: &'static [&'static str];

    /// The column of sets, if there is one: it is written for people, and not read back.
    const SET: Option<usize>;

    /// Tells its cells, a mask in the column of sets.
    fn words(&self, to: &mut Vec<u64>);

    /// The row of these cells: of all columns but that of sets.
    fn of(cell: impl Fn(usize) -> u64) -> Self;
}

/// A shard as it stands on the disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shard<R = SetRow> {
    /// The results, by ascending rank.
    pub rows: Vec<R>,
    /// The checksum that the file carries, as eight hexadecimal digits.
    pub checksum: String,
}

/// The result for one set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetRow {
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

impl ShardRow for SetRow {
    /// The set as people write it, and as a mask.
    const NAMES: &'static [&'static str] = &["rank", "set", "mask", "preperiod", "period", "largest"];
    const SET: Option<usize> = Some(1);

    fn words(&self, to: &mut Vec<u64>) {
        to.extend([self.rank, self.set, self.set, self.preperiod, self.period, self.largest]);
    }

    fn of(cell: impl Fn(usize) -> u64) -> Self {
        Self { rank: cell(0), set: cell(2), preperiod: cell(3), period: cell(4), largest: cell(5) }
    }
}

/// The most rows of a shard.
pub(crate) const MOST_ROWS: u64 = 1 << 16;

/// No shard is larger: a row of 64 numbers takes 182 letters.
const MOST_BYTES: u64 = MOST_ROWS * 256;

/// The name of the checksum, and what stands between it and the eight digits
/// in a Parquet footer: a field of its structure, and their number.
const CHECKSUM: &str = "nimlab.crc32";
const BETWEEN: [u8; 2] = [0x18, 8];
const NO_DIGITS: &[u8; 8] = b"00000000";

/// What a shard or an export of a sweep over a family says about itself.
pub(crate) fn columns<R: ShardRow>(family: &str, kind: &str) -> Columns {
    let names = R::NAMES.iter().map(|name| (*name).to_owned()).collect();
    Columns { set: R::SET, ..Columns::of_game(family, names) }.with("sweep", kind)
}

/// Writes a shard: it is there as a whole or not at all. Says its checksum.
pub(crate) fn write<R: ShardRow>(path: &Path, family: &str, kind: &str, rows: &[R]) -> Result<String> {
    let columns = columns::<R>(family, kind).with(CHECKSUM.trim_start_matches("nimlab."), "00000000");
    // Without compression no column that is read back grows beyond the file.
    let mut shard = Parquet::compressed(Vec::new(), path, &columns, Compression::UNCOMPRESSED)?;
    let mut words = Vec::with_capacity(rows.len() * R::NAMES.len());
    rows.iter().for_each(|row| row.words(&mut words));
    shard.add(&words)?;
    let mut bytes = shard.end()?;
    let digits = digits_at(&bytes).ok_or_else(|| Error::file(path, "the shard has no place for its checksum"))?;
    let sum = checksum(&bytes, digits);
    bytes[digits..digits + sum.len()].copy_from_slice(&sum);
    write_whole(path, &bytes)?;
    Ok(String::from_utf8_lossy(&sum).into_owned())
}

/// Where the digits of the checksum begin: after the last place that names it.
fn digits_at(bytes: &[u8]) -> Option<usize> {
    let name = [CHECKSUM.as_bytes(), &BETWEEN].concat();
    let at = bytes.windows(name.len()).rposition(|window| window == name)? + name.len();
    (at + NO_DIGITS.len() <= bytes.len()).then_some(at)
}

/// The checksum of a file with zeros in the place of its digits.
fn checksum(bytes: &[u8], digits: usize) -> [u8; 8] {
    let mut sum = crc32fast::Hasher::new();
    sum.update(&bytes[..digits]);
    sum.update(NO_DIGITS);
    sum.update(&bytes[digits + NO_DIGITS.len()..]);
    let mut text = [0; 8];
    for (place, digit) in text.iter_mut().zip(format!("{:08x}", sum.finalize()).bytes()) {
        *place = digit;
    }
    text
}

/// The checksum of a shard, if it is that of its bytes.
pub(crate) fn checked_bytes(path: &Path) -> Result<String> {
    opened(path).map(|(_, checksum)| checksum)
}

/// A shard whose bytes have the checksum that they carry.
fn opened(path: &Path) -> Result<(File, String)> {
    let damaged = |problem: &dyn ToString| Error::damaged(path, problem.to_string());
    let mut bytes = Vec::new();
    let opened = File::open(path).and_then(|file| {
        (&file).take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
        Ok(file)
    });
    let file = opened.map_err(|cause| Error::system("read", path, cause))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(damaged(&"it is larger than any shard"));
    }
    let Some(digits) = digits_at(&bytes) else {
        return Err(damaged(&"it has no checksum"));
    };
    let sum = checksum(&bytes, digits);
    if bytes[digits..digits + NO_DIGITS.len()] != sum {
        return Err(damaged(&"its checksum is not that of its bytes"));
    }
    Ok((file, String::from_utf8_lossy(&sum).into_owned()))
}

/// Reads a shard and makes sure that it is what was written.
pub(crate) fn read<R: ShardRow>(path: &Path, kind: &str) -> Result<Shard<R>> {
    let damaged = |problem: &dyn ToString| Error::damaged(path, problem.to_string());
    let (file, checksum) = opened(path)?;
    let (written, rows) = parse(file).map_err(|problem| damaged(&problem))?;
    if written.as_deref() != Some(kind) {
        return Err(damaged(&"it belongs to another sweep"));
    }
    Ok(Shard { rows, checksum })
}

/// The sweep that a file belongs to, and its rows; whatever its bytes are, in
/// memory of their number.
pub(crate) fn parse<R: ShardRow>(file: File) -> parquet::errors::Result<(Option<String>, Vec<R>)> {
    let length = file.metadata()?.len();
    let reader = SerializedFileReader::new(file)?;
    let pairs = reader.metadata().file_metadata().key_value_metadata().cloned().unwrap_or_default();
    let kind = pairs.into_iter().find(|pair| pair.key == "nimlab.sweep").and_then(|pair| pair.value);
    let other = || ParquetError::General("it has other columns than a shard".into());
    let mut rows = Vec::new();
    for at in 0..reader.num_row_groups() {
        let group = reader.get_row_group(at)?;
        let count = usize::try_from(group.metadata().num_rows()).unwrap_or(usize::MAX);
        if group.num_columns() != R::NAMES.len() || rows.len().saturating_add(count) > MOST_ROWS as usize {
            return Err(other());
        }
        let mut columns = Vec::new();
        for (column, name) in R::NAMES.iter().enumerate() {
            if R::SET == Some(column) {
                columns.push(Vec::new());
                continue;
            }
            let about = group.metadata().column(column);
            if about.column_path().string() != *name || !is_plain(about, length) {
                return Err(other());
            }
            let mut values = Vec::new();
            for page in group.get_column_page_reader(column)? {
                let page = page?;
                let is_ours =
                    page.page_type() == PageType::DATA_PAGE && page.encoding() == Encoding::DELTA_BINARY_PACKED;
                let room = count - values.len();
                values.extend(
                    Some(page.buffer())
                        .filter(|_| is_ours)
                        .and_then(|page| delta::unpack(page, room))
                        .ok_or_else(other)?,
                );
            }
            if values.len() != count {
                return Err(other());
            }
            columns.push(values);
        }
        rows.extend((0..count).map(|row| R::of(|column| columns[column][row])));
    }
    Ok((kind, rows))
}

/// Whether a column is written as ours are, within a file of this length. The
/// reader trusts what a footer says about places, and a column that is neither
/// compressed nor in a dictionary takes no more memory than it has bytes.
fn is_plain(column: &ColumnChunkMetaData, length: u64) -> bool {
    let end = column.data_page_offset().checked_add(column.compressed_size());
    column.compression() == Compression::UNCOMPRESSED
        && column.dictionary_page_offset().is_none()
        && column.data_page_offset() >= 0
        && column.compressed_size() >= 0
        && end.and_then(|end| u64::try_from(end).ok()).is_some_and(|end| end <= length)
}

/// How many rows the bytes of a shard hold, whatever their checksum.
pub(crate) fn rows_of(bytes: &[u8]) -> Result<usize> {
    let path = Path::new("shard");
    let file = tempfile::tempfile().and_then(|mut file| file.write_all(bytes).map(|()| file));
    let file = file.map_err(|cause| Error::system("write", path, cause))?;
    parse::<SetRow>(file).map(|(_, rows)| rows.len()).map_err(|problem| Error::damaged(path, problem))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parquet bytes from outside with any change: an answer, and no panic. (The
    /// checksum keeps all but deliberate changes from being read at all.)
    #[test]
    fn altered_shards_are_parsed_without_a_panic() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("shard-000000.parquet");
        let row = |rank: u64| SetRow { rank, set: rank + 1, preperiod: rank % 7, period: rank % 97, largest: 3 };
        let rows: Vec<SetRow> = (0..300).map(row).collect();
        write(&path, "subtraction", "{}", &rows).unwrap();
        assert_eq!(read::<SetRow>(&path, "{}").unwrap().rows, rows);
        let good = std::fs::read(&path).unwrap();
        let mut random = 3_u64;
        let mut below = |limit: usize| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) as usize % limit
        };
        for _ in 0..2000 {
            let mut bytes = good.clone();
            for _ in 0..1 + below(3) {
                let at =
                    if below(2) == 0 { below(bytes.len()) } else { bytes.len() - 1 - below(bytes.len().min(1500)) };
                bytes[at] = below(256) as u8;
            }
            let _ = rows_of(&bytes);
        }
    }
}

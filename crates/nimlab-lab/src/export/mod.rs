//! The output layer: every table in every format, in constant memory however
//! many rows there are.
//!
//! A [`TableSource`] tells its columns and its rows; an [`Exporter`] writes them in one
//! format, one file a format. [`write()`] brings the two together. Targets are
//! opened before the work, and a file has its name when it is complete.
//!
//! | format | numbers | written |
//! |---|---|---|
//! | aligned text | any size | columns for people |
//! | CSV | any size | a header, then one line for each row |
//! | JSON | any size | the answer of a door, or a list with one object for each row |
//! | Parquet | unsigned 64 bits, or decimal strings where one is larger | row groups, with game, parameters and version in the metadata |
//! | NumPy | unsigned 64 bits | one array, which cannot go into a pipe |
//! | Markdown | any size | a table with a header |
//! | LaTeX | any size | a `tabular` that needs no package |
//! | b-file | up to 1000 digits | `n a(n)` on each line, as the OEIS takes it |
//!
//! A set is a mask in NumPy, a list in JSON, and a text such as `1,3,4`
//! elsewhere.

mod bfile;
mod board;
mod columns;
mod csv;
mod file;
mod format;
mod json;
mod latex;
mod markdown;
mod npy;
mod parquet;
mod text;

pub(crate) use board::write_board;
pub use columns::{Cell, Columns, JsonAnswer, NumberKind};
pub use file::{WholeFile, is_stream, write_whole};
pub(crate) use file::{remove_abandoned, sync_folder};
pub use format::Format;
pub(crate) use parquet::Parquet;

use crate::error::{Error, Result};
use nimlab::{Hint, Term};
use std::io::Write;
use std::path::Path;

/// The names of columns, one after another; there may be more than fit into
/// memory.
pub type ColumnNames<'n> = dyn Iterator<Item = Result<String>> + 'n;

/// A table: rows from anywhere, told one after another.
///
/// ```
/// use nimlab_lab::export::{Columns, Exporter, Format, TableSource, To, write};
/// struct Squares(u64);
/// impl TableSource for Squares {
///     fn tell(&mut self, to: &mut dyn Exporter) -> nimlab_lab::Result<()> {
///         Columns::new(vec!["n".into(), "square".into()]).begin(to)?;
///         (0..self.0).try_for_each(|n| to.words(2, &[n, n * n]))
///     }
/// }
/// let mut text = Vec::new();
/// write(Format::Csv, To::Stream(&mut text), &mut Squares(3), nimlab::Error::problem)?;
/// assert_eq!(text, b"n,square\n0,0\n1,1\n2,4\n");
/// # Ok::<(), nimlab_lab::Error>(())
/// ```
pub trait TableSource {
    /// Tells the columns first, and then every row.
    fn tell(&mut self, to: &mut dyn Exporter) -> Result<()>;
}

/// Writes a table in one format.
///
/// ```
/// use nimlab_lab::export::{Cell, Columns, Format, To, exporter};
/// let mut text = Vec::new();
/// let mut out = exporter(Format::Json, To::Stream(&mut text))?;
/// Columns::new(vec!["game".into(), "heaps".into()]).begin(&mut *out)?;
/// out.cells(&[Cell::Text("nim"), Cell::Word(3)])?;
/// out.end_row()?;
/// out.finish(None)?;
/// drop(out);
/// assert_eq!(text, b"[{\"game\":\"nim\",\"heaps\":3}]\n");
/// # Ok::<(), nimlab_lab::Error>(())
/// ```
pub trait Exporter {
    /// What the columns are: said once, before the first row.
    fn begin(&mut self, columns: &Columns, names: &mut ColumnNames<'_>) -> Result<()>;

    /// Some cells of a row, after those that were given before.
    fn cells(&mut self, cells: &[Cell<'_>]) -> Result<()>;

    /// The row is complete.
    fn end_row(&mut self) -> Result<()>;

    /// Nothing follows. A table that is not complete says why.
    fn finish(&mut self, stopped: Option<&str>) -> Result<()>;

    /// Whole rows of this many machine words, one after another.
    fn words(&mut self, width: usize, rows: &[u64]) -> Result<()> {
        let mut cells = Vec::with_capacity(width);
        for row in rows.chunks(width.max(1)) {
            cells.clear();
            cells.extend(row.iter().copied().map(Cell::Word));
            self.cells(&cells)?;
            self.end_row()?;
        }
        Ok(())
    }

    /// Some Grundy values of a row; if one is named, the others are left empty.
    fn values(&mut self, values: &[u32], named: Option<u64>) -> Result<()> {
        let mut cells = Vec::with_capacity(values.len().min(PIECE));
        for piece in values.chunks(PIECE) {
            cells.clear();
            cells.extend(piece.iter().map(|&value| match named {
                Some(named) if named != u64::from(value) => Cell::Empty,
                _ => Cell::Word(value.into()),
            }));
            self.cells(&cells)?;
        }
        Ok(())
    }
}

/// The cells that are told at a time.
const PIECE: usize = 1 << 12;

/// Where a table goes.
///
/// ```
/// use nimlab_lab::export::{Format, To, exporter};
/// let mut text = Vec::new();
/// // Parquet needs a file.
/// assert!(exporter(Format::Parquet, To::Stream(&mut text)).is_err());
/// ```
pub enum To<'o> {
    /// Into a stream, for formats that people can read.
    Stream(&'o mut dyn Write),
    /// Into a file.
    File(&'o mut WholeFile),
}

impl<'o> To<'o> {
    /// For a format that people can read.
    fn text(self) -> &'o mut dyn Write {
        match self {
            To::Stream(stream) => stream,
            To::File(file) => file,
        }
    }

    /// For a format that they cannot.
    fn file(self, format: Format) -> Result<&'o mut WholeFile> {
        let name = format.name();
        match self {
            To::File(file) => Ok(file),
            To::Stream(_) => Err(Error::Request {
                problem: format!("{name} goes to a file, and none was named"),
                hint: Hint::example([Term::output(format!("wythoff.{name}"))]),
            }),
        }
    }
}

/// An exporter for a format.
///
/// ```
/// use nimlab_lab::export::{Columns, Format, To, exporter};
/// let mut text = Vec::new();
/// let mut out = exporter(Format::Markdown, To::Stream(&mut text))?;
/// Columns::of_game("wythoff", vec!["a".into(), "b".into()]).begin(&mut *out)?;
/// out.words(2, &[0, 0, 1, 2])?;
/// out.finish(None)?;
/// drop(out);
/// assert_eq!(text, b"| a | b |\n|---:|---:|\n| 0 | 0 |\n| 1 | 2 |\n");
/// # Ok::<(), nimlab_lab::Error>(())
/// ```
pub fn exporter<'o>(format: Format, to: To<'o>) -> Result<Box<dyn Exporter + 'o>> {
    Ok(match format {
        Format::Table => Box::new(text::Text::new(to.text())),
        Format::Csv => Box::new(csv::Csv::new(to.text())),
        Format::Json => Box::new(json::Json::new(to.text())),
        Format::Parquet => Box::new(parquet::ParquetRows::new(to.file(format)?)),
        Format::Npy => Box::new(npy::Npy::new(to.file(format)?)),
        Format::Markdown => Box::new(markdown::Markdown::new(to.text())),
        Format::Latex => Box::new(latex::Latex::new(to.text())),
        Format::Bfile => Box::new(bfile::Bfile::new(to.text())),
    })
}

/// Writes a table in a format. What a limit or a failure has cut off is written
/// as far as it goes, with the reason in `words` where the format has a place
/// for it, and is an error all the same.
///
/// ```
/// use nimlab::{ListQuery, catalogue};
/// use nimlab_lab::export::{Format, To, write};
/// use nimlab_lab::tables::PositionTable;
/// let wythoff = catalogue::game("wythoff")?;
/// let mut pairs = PositionTable::new(&*wythoff, None, ListQuery { count: 3, ..ListQuery::default() })?;
/// let mut text = Vec::new();
/// write(Format::Csv, To::Stream(&mut text), &mut pairs, nimlab::Error::problem)?;
/// assert_eq!(text, b"n,a,b\n0,0,0\n1,1,2\n2,3,5\n");
/// # Ok::<(), nimlab_lab::Error>(())
/// ```
pub fn write(
    format: Format,
    to: To<'_>,
    table: &mut dyn TableSource,
    words: fn(&nimlab::Error) -> String,
) -> Result<()> {
    let mut exporter = exporter(format, to)?;
    match table.tell(&mut *exporter) {
        Ok(()) => exporter.finish(None),
        Err(Error::Game(reason)) => {
            exporter.finish(Some(&words(&reason)))?;
            Err(Error::Game(reason))
        }
        Err(error) => Err(error),
    }
}

/// Writes a table to a file, which is there as a whole or not at all.
pub(crate) fn write_file(format: Format, path: &Path, table: &mut dyn TableSource) -> Result<()> {
    let mut file = WholeFile::create(path)?;
    write(format, To::File(&mut file), table, nimlab::Error::problem)?;
    file.finish()
}

/// The members of a set of numbers from 1 to 64, given as a mask with bit s − 1
/// for each s ∈ S.
///
/// ```
/// assert_eq!(nimlab_lab::export::set_of_mask(0b1001010), [2, 4, 7]);
/// ```
pub fn set_of_mask(mask: u64) -> Vec<u32> {
    (1..=64).filter(|s| mask >> (s - 1) & 1 == 1).collect()
}

/// The members of a set with commas between them.
pub(crate) fn set_text(mask: u64) -> String {
    set_of_mask(mask).iter().map(u32::to_string).collect::<Vec<_>>().join(",")
}

/// The most columns of a table for a page.
const MOST_COLUMNS: u64 = 1 << 12;

/// Fails if a table has more columns than there can be on a page.
fn check_page(columns: &Columns) -> Result<()> {
    if columns.width() <= MOST_COLUMNS {
        return Ok(());
    }
    Err(Error::Request {
        problem: format!("a page has room for {MOST_COLUMNS} columns, and this table has {}", columns.width()),
        hint: Hint::new("CSV has room for any number", [Term::format("csv")]),
    })
}

/// A format that cannot hold a number.
fn too_large(format: &str) -> Error {
    Error::Request {
        problem: format!("a number is above 64 bits, which {format} does not hold here"),
        hint: Hint::new("CSV and JSON hold numbers of any size", [Term::format("csv")]),
    }
}

#[cfg(test)]
mod tests;

//! Exports: rows of numbers into a file, one file a format, in constant memory
//! however many rows there are.
//!
//! | format | numbers | written |
//! |---|---|---|
//! | CSV | any size | a header, then one line for each row |
//! | JSON | any size | a list with one object for each row |
//! | Parquet | unsigned 64 bits, or decimal strings where one is larger | row groups, with game, parameters and version in the metadata |
//! | NumPy | unsigned 64 bits | one array, which cannot go into a pipe |
//!
//! A set is a mask in NumPy, a list in JSON, and a text such as `1,3,4` in CSV
//! and Parquet.

mod csv;
mod file;
mod json;
mod npy;
mod parquet;

pub use file::{WholeFile, is_stream};
pub(crate) use file::{remove_abandoned, sync_folder, write_whole};
pub use npy::Npy;
pub(crate) use parquet::Parquet;

use crate::error::{Error, Result};
use nimlab::{Hint, Term};

/// The formats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Comma-separated values with a header.
    Csv,
    /// A list of objects.
    Json,
    /// Apache Parquet.
    Parquet,
    /// NumPy's own format.
    Npy,
}

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Numbers below 2⁶⁴.
    Words,
    /// Numbers of any size, as decimal strings.
    Decimals,
}

/// What the rows are: a name for each number of a row, their kind, and what is
/// to be known about where they come from.
#[derive(Debug, Clone)]
pub struct Columns {
    /// The names.
    pub names: Vec<String>,
    /// What the columns hold.
    pub kind: Kind,
    /// The column of words that are sets: bit s − 1 for each s ∈ S.
    pub set: Option<usize>,
    /// Facts such as `nimlab.game`, for formats that have a place for them.
    pub metadata: Vec<(String, String)>,
}

impl Columns {
    /// Columns of machine words, of a game by its full name.
    pub fn of_game(game: &str, names: Vec<String>) -> Self {
        let parameters = game.split_once(':').map_or("", |(_, parameters)| parameters);
        let facts =
            [("nimlab.game", game), ("nimlab.parameters", parameters), ("nimlab.version", env!("CARGO_PKG_VERSION"))];
        let metadata = facts.map(|(key, value)| (key.to_owned(), value.to_owned())).to_vec();
        Self { names, kind: Kind::Words, set: None, metadata }
    }

    /// The same with one more fact.
    pub fn with(mut self, key: &str, value: impl ToString) -> Self {
        self.metadata.push((format!("nimlab.{key}"), value.to_string()));
        self
    }
}

/// Writes rows in one format.
pub trait Exporter {
    /// Whole rows of machine words, one after another.
    fn words(&mut self, rows: &[u64]) -> Result<()>;

    /// One row of decimal numbers of any size.
    fn decimals(&mut self, row: &[String]) -> Result<()>;

    /// Ends the file and gives it its name.
    fn finish(self: Box<Self>) -> Result<()>;
}

/// Begins a file, which has been opened, in a format.
///
/// ```
/// use nimlab_lab::export::{Columns, Format, WholeFile, exporter};
/// let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("pairs.csv");
/// let columns = Columns::of_game("wythoff", vec!["a".into(), "b".into()]);
/// let mut out = exporter(Format::Csv, WholeFile::create(&path)?, columns)?;
/// out.words(&[0, 0, 1, 2])?;
/// out.finish()?;
/// assert_eq!(std::fs::read_to_string(&path).unwrap(), "a,b\n0,0\n1,2\n");
/// # Ok::<(), nimlab_lab::Error>(())
/// ```
pub fn exporter(format: Format, file: WholeFile, columns: Columns) -> Result<Box<dyn Exporter>> {
    Ok(match format {
        Format::Csv => Box::new(csv::Csv::begin(file, columns)?),
        Format::Json => Box::new(json::Json::begin(file, columns)?),
        Format::Parquet => {
            let path = file.path().to_owned();
            Box::new(Parquet::begin(file, &path, columns)?)
        }
        Format::Npy => Box::new(npy::Rows::begin(file, columns)?),
    })
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

/// A format that cannot hold a number.
fn too_large(format: &str) -> Error {
    Error::Request {
        problem: format!("a number is above 64 bits, which {format} does not hold here"),
        hint: Hint::new("CSV and JSON hold numbers of any size", [Term::format("csv")]),
    }
}

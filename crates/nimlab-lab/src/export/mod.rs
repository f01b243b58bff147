//! Exports: rows of numbers into a file, one file a format, in constant memory
//! however many rows there are.
//!
//! | format | numbers | written |
//! |---|---|---|
//! | CSV | any size | a header, then a line a row |
//! | JSON | any size | a list of objects, one a row |
//! | Parquet | unsigned 64 bits, or decimal strings where one is larger | row groups, with game, parameters and version in the metadata |
//! | NumPy | unsigned 64 bits | one array, a row a row |

mod csv;
mod file;
mod json;
mod npy;
mod parquet;

pub use file::WholeFile;
pub use npy::Npy;

use crate::error::{Error, Result};

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
        Self { names, kind: Kind::Words, metadata }
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
pub fn exporter(format: Format, file: WholeFile, columns: Columns) -> Result<Box<dyn Exporter>> {
    Ok(match format {
        Format::Csv => Box::new(csv::Csv::begin(file, columns)?),
        Format::Json => Box::new(json::Json::begin(file, columns)?),
        Format::Parquet => Box::new(parquet::Parquet::begin(file, columns)?),
        Format::Npy => Box::new(npy::Rows::begin(file, columns)?),
    })
}

/// A format that cannot hold a number.
fn too_large(format: &str) -> Error {
    Error::Request {
        problem: format!("a number is above 64 bits, which {format} does not hold here"),
        hint: "CSV and JSON hold numbers of any size: --format csv".into(),
    }
}

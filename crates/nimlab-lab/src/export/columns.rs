//! What a table tells about itself, and its cells.

use super::{ColumnNames, set_text};
use nimlab::number::UBig;
use serde_json::Value;
use std::fmt;
use std::ops::Range;

/// What the numbers of a table are.
///
/// ```
/// use nimlab_lab::export::{Columns, NumberKind};
/// let columns = Columns { kind: NumberKind::Signed, ..Columns::new(vec!["difference".into()]) };
/// assert_eq!(columns.names, ["difference"]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberKind {
    /// Below 2⁶⁴.
    Words,
    /// Of any size.
    Decimals,
    /// Of 64 bits, with a sign.
    Signed,
    /// Grundy values, below 2³².
    Values,
    /// Grundy values of which only one is named: the other cells are empty.
    Marks,
}

/// What the rows are: a name for each cell of a row, their kind, and what is to
/// be known about where they come from.
///
/// ```
/// use nimlab_lab::export::Columns;
/// let columns = Columns::of_game("wythoff:2", vec!["n".into(), "a".into()]).with("kind", "example");
/// assert_eq!(columns.metadata[0], ("nimlab.game".into(), "wythoff:2".into()));
/// ```
#[derive(Debug, Clone)]
pub struct Columns {
    /// What the table is called, where a format has a place for that.
    pub title: &'static str,
    /// The names, without those that only count the columns of a board.
    pub names: Vec<String>,
    /// What the numbers are.
    pub kind: NumberKind,
    /// The columns of a board, which follow its column of row numbers and are
    /// numbered from 0.
    pub board: Option<u64>,
    /// The column of sets, or of names, which NumPy leaves out.
    pub set: Option<usize>,
    /// Whether there is a row. Without one it may be unknown what the columns
    /// are, and no header is written.
    pub known: bool,
    /// The least width of a column of text, if it is known beforehand.
    pub least_width: Option<usize>,
    /// The JSON object in which the rows stand; without one they are a list.
    pub answer: Option<JsonAnswer>,
    /// Facts such as `nimlab.game`, for formats that have a place for them.
    pub metadata: Vec<(String, String)>,
}

/// The JSON object of a table.
///
/// ```
/// use nimlab_lab::export::{Cell, Columns, Format, JsonAnswer, To, exporter};
/// let answer = JsonAnswer { head: serde_json::json!({ "game": "nim" }), list: "heaps", position: 0..0 };
/// let columns = Columns { answer: Some(answer), ..Columns::new(vec!["heap".into()]) };
/// let mut text = Vec::new();
/// let mut out = exporter(Format::Json, To::Stream(&mut text))?;
/// columns.begin(&mut *out)?;
/// out.cells(&[Cell::Word(3)])?;
/// out.end_row()?;
/// out.finish(None)?;
/// drop(out);
/// assert!(String::from_utf8_lossy(&text).starts_with(r#"{"game":"nim","heaps":[{"heap":3}]"#));
/// # Ok::<(), nimlab_lab::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct JsonAnswer {
    /// What stands before the rows.
    pub head: Value,
    /// The name of the list of rows.
    pub list: &'static str,
    /// The columns that make up the field `position` of a row.
    pub position: Range<usize>,
}

impl Columns {
    /// Columns of machine words.
    pub fn new(names: Vec<String>) -> Self {
        Self {
            title: "rows",
            names,
            kind: NumberKind::Words,
            board: None,
            set: None,
            known: true,
            least_width: None,
            answer: None,
            metadata: Vec::new(),
        }
    }

    /// Columns of machine words, of a game by its full name.
    pub fn of_game(game: &str, names: Vec<String>) -> Self {
        let parameters = game.split_once(':').map_or("", |(_, parameters)| parameters);
        Self::new(names).with("game", game).with("parameters", parameters).with("version", env!("CARGO_PKG_VERSION"))
    }

    /// The same with one more fact.
    pub fn with(mut self, key: &str, value: impl ToString) -> Self {
        self.metadata.push((format!("nimlab.{key}"), value.to_string()));
        self
    }

    /// How many cells a row has.
    pub(super) fn width(&self) -> u64 {
        self.names.len() as u64 + self.board.unwrap_or(0)
    }

    /// Tells an exporter the columns and their names.
    pub fn begin(&self, to: &mut dyn super::Exporter) -> crate::Result<()> {
        let names: &mut ColumnNames<'_> = &mut self.names.iter().cloned().map(Ok);
        to.begin(self, names)
    }
}

/// A cell of a table.
///
/// ```
/// use nimlab_lab::export::Cell;
/// let words = [Cell::Word(7), Cell::Set(0b1001010), Cell::Empty].map(|cell| cell.to_string());
/// assert_eq!(words, ["7", "2,4,7", ""]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Cell<'c> {
    /// A machine word.
    Word(u64),
    /// A number with a sign.
    Signed(i64),
    /// A number of any size.
    Big(&'c UBig),
    /// A set of numbers from 1 to 64: bit s − 1 for each s ∈ S.
    Set(u64),
    /// A word.
    Text(&'c str),
    /// Nothing.
    Empty,
}

impl fmt::Display for Cell<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cell::Word(word) => f.pad(itoa::Buffer::new().format(*word)),
            Cell::Signed(number) => f.pad(itoa::Buffer::new().format(*number)),
            Cell::Big(number) => f.pad(&number.to_string()),
            Cell::Set(mask) => f.pad(&set_text(*mask)),
            Cell::Text(text) => f.pad(text),
            Cell::Empty => f.pad(""),
        }
    }
}

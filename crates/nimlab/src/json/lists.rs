//! Long lists: P-positions in order and tables, written as they come.

use crate::error::Error;
use crate::number::UBig;
use crate::solve::TableRows;
use crate::{Method, Play, Row};
use serde_json::json;
use std::io::{self, Result, Write};

/// The JSON of `cold`, row by row.
///
/// ```
/// use nimlab::{json::ColdRows, number::UBig, prelude::*};
/// let wythoff = catalogue::game("wythoff")?;
/// let (mut list, mut out) = (wythoff.positions().count(2).run()?, Vec::new());
/// let mut rows = ColdRows::open("wythoff", Play::Normal, list.method(), 0, &mut out)?;
/// let mut n = UBig::ZERO;
/// while let Some(row) = list.next_row()? {
///     rows.row(&n, row, &mut out)?;
///     n += UBig::ONE;
/// }
/// rows.close(&mut out)?;
/// assert!(String::from_utf8(out)?.contains("[1,2]"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ColdRows {
    first: bool,
}

impl ColdRows {
    /// Writes everything before the first row.
    pub fn open(game: &str, play: Play, method: Method, value: u64, out: &mut dyn Write) -> Result<Self> {
        let mut header = json!({ "game": game, "play": play.to_string(), "method": method.name() });
        if value > 0 {
            header["value"] = json!(value);
        }
        let text = header.to_string();
        let opened = text.strip_suffix('}').unwrap_or(&text);
        write!(out, "{opened},\"positions\":[")?;
        Ok(Self { first: true })
    }

    /// Writes a row: the number of the position, and its numbers.
    pub fn row(&mut self, n: &UBig, row: Row<'_>, out: &mut dyn Write) -> Result<()> {
        let comma = if std::mem::take(&mut self.first) { "" } else { "," };
        write!(out, "{comma}{{\"n\":{n},\"position\":[")?;
        for place in 0..row.len() {
            let comma = if place == 0 { "" } else { "," };
            match row.words() {
                Some(words) => write!(out, "{comma}{}", words[place])?,
                None => write!(out, "{comma}{}", row.number(place))?,
            }
        }
        write!(out, "]}}")
    }

    /// Writes everything behind the last row of a list that is complete: every
    /// position that was asked for, or every one that there is.
    pub fn close(self, out: &mut dyn Write) -> Result<()> {
        writeln!(out, "],\"complete\":true}}")
    }

    /// Writes everything behind the last row of a list that a limit or a
    /// failure has cut off.
    pub fn cut_off(self, reason: &str, out: &mut dyn Write) -> Result<()> {
        writeln!(out, "],{}", stopped(reason))
    }
}

/// The end of an object whose list is not complete.
pub fn stopped(reason: &str) -> String {
    format!("\"complete\":false,\"stopped\":{}}}", serde_json::Value::from(reason))
}

/// What ends a table early.
enum Stop {
    /// The values could not be had.
    Values(Box<Error>),
    /// They could not be written.
    Writing(io::Error),
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Stop::Values(Box::new(error))
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Stop::Writing(error)
    }
}

/// A table; with a value, all other cells are null. One that is cut off says so
/// in its last words, which are those of the door, and is an error all the same.
pub fn table<E: From<Error> + From<io::Error>>(
    table: &mut TableRows<'_>,
    value: Option<u64>,
    words: fn(&Error) -> String,
    out: &mut dyn Write,
) -> std::result::Result<(), E> {
    let game = serde_json::Value::from(table.game.as_str());
    write!(out, "{{\"game\":{game},\"rows\":{},\"columns\":{},", table.rows, table.columns)?;
    if let Some(value) = value {
        write!(out, "\"value\":{value},")?;
    }
    write!(out, "\"values\":[")?;
    let (mut open, columns) = (false, table.columns);
    let written = table.each_piece(|row, first, cells| {
        let before = match (row, first) {
            (0, 0) => "[",
            (_, 0) => ",[",
            _ => ",",
        };
        open = first + (cells.len() as u64) < columns;
        let behind = if open { "" } else { "]" };
        Ok::<(), Stop>(write!(out, "{before}{}{behind}", joined(cells, value, "null"))?)
    });
    match written {
        Ok(()) => Ok(writeln!(out, "],\"complete\":true}}")?),
        Err(Stop::Writing(error)) => Err(error.into()),
        Err(Stop::Values(error)) => {
            let behind = if open { "]" } else { "" };
            writeln!(out, "{behind}],{}", stopped(&words(&error)))?;
            Err((*error).into())
        }
    }
}

/// The same table as comma-separated values with a header; a row of heaps in
/// long form, with one line for each heap, and with a value only those that have it.
pub fn csv_table<E: From<Error> + From<io::Error>>(
    table: &mut TableRows<'_>,
    value: Option<u64>,
    out: &mut dyn Write,
) -> std::result::Result<(), E> {
    if table.row_label.is_empty() {
        writeln!(out, "{},value", table.column_label)?;
        return table.each_piece(|_, first, cells| {
            let kept = |cell: u32| value.is_none_or(|value| u64::from(cell) == value);
            let mut heaps = (first..).zip(cells).filter(|(_, cell)| kept(**cell));
            Ok(heaps.try_for_each(|(heap, cell)| writeln!(out, "{heap},{cell}"))?)
        });
    }
    let columns = table.columns;
    write!(out, "{}/{}", table.row_label, table.column_label)?;
    for column in 0..columns {
        table.tick(8)?;
        write!(out, ",{column}")?;
    }
    writeln!(out)?;
    table.each_piece(|row, first, cells| {
        if first == 0 {
            write!(out, "{row}")?;
        }
        let end = if first + (cells.len() as u64) < columns { "" } else { "\n" };
        Ok(write!(out, ",{}{end}", joined(cells, value, ""))?)
    })
}

/// Cells with commas between them; those of another value are empty.
fn joined(row: &[u32], value: Option<u64>, empty: &str) -> String {
    let mut digits = itoa::Buffer::new();
    let mut text = String::with_capacity(row.len() * 6);
    for (i, &cell) in row.iter().enumerate() {
        if i > 0 {
            text.push(',');
        }
        text.push_str(if value.is_none_or(|value| u64::from(cell) == value) { digits.format(cell) } else { empty });
    }
    text
}

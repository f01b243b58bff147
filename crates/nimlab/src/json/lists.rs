//! Long lists: P-positions in order and tables, written as they come.

use crate::error::Error;
use crate::game::{Method, Play};
use crate::number::UBig;
use crate::solve::TableRows;
use serde_json::json;
use std::io::{self, Result, Write};

/// The JSON of `cold`, row by row.
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

    /// Writes a row: the number of the position, and its numbers as words.
    pub fn row(&mut self, n: &UBig, words: &[String], out: &mut dyn Write) -> Result<()> {
        let comma = if std::mem::take(&mut self.first) { "" } else { "," };
        write!(out, "{comma}{{\"n\":{n},\"position\":[{}]}}", words.join(","))
    }

    /// Writes everything behind the last row.
    pub fn close(self, out: &mut dyn Write) -> Result<()> {
        writeln!(out, "]}}")
    }
}

/// A table; with a value, all other cells are null.
pub fn table<E: From<Error> + From<io::Error>>(
    table: &mut TableRows<'_>,
    value: Option<u64>,
    out: &mut dyn Write,
) -> std::result::Result<(), E> {
    let game = serde_json::Value::from(table.game.as_str());
    write!(out, "{{\"game\":{game},\"rows\":{},\"columns\":{},", table.rows, table.columns)?;
    if let Some(value) = value {
        write!(out, "\"value\":{value},")?;
    }
    write!(out, "\"values\":[")?;
    table.each_row(|i, row| {
        let comma = if i == 0 { "" } else { "," };
        Ok::<(), E>(write!(out, "{comma}[{}]", joined(row, value, "null"))?)
    })?;
    Ok(writeln!(out, "]}}")?)
}

/// The same table as comma-separated values with a header; a row of heaps in
/// long form, a line a heap, and with a value only those that have it.
pub fn csv_table<E: From<Error> + From<io::Error>>(
    table: &mut TableRows<'_>,
    value: Option<u64>,
    out: &mut dyn Write,
) -> std::result::Result<(), E> {
    if table.row_label.is_empty() {
        writeln!(out, "{},value", table.column_label)?;
        return table.each_row(|_, row| {
            let kept = |cell: u32| value.is_none_or(|value| u64::from(cell) == value);
            let mut cells = row.iter().enumerate().filter(|(_, cell)| kept(**cell));
            Ok(cells.try_for_each(|(heap, cell)| writeln!(out, "{heap},{cell}"))?)
        });
    }
    let corner = format!("{}/{}", table.row_label, table.column_label);
    let columns: Vec<String> = (0..table.columns).map(|column| column.to_string()).collect();
    writeln!(out, "{corner},{}", columns.join(","))?;
    table.each_row(|i, row| Ok(writeln!(out, "{i},{}", joined(row, value, ""))?))
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

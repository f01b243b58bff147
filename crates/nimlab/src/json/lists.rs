//! Long lists: P-positions in order and tables, written as they come.

use crate::game::{Method, Play};
use crate::number::UBig;
use crate::solve::Table;
use serde_json::json;
use std::io::{Result, Write};

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

/// Whether a cell is written: all are, or only those of one value.
fn kept(cell: u32, value: Option<u64>) -> bool {
    value.is_none_or(|value| u64::from(cell) == value)
}

/// A table; with a value, all other cells are null.
pub fn table(table: &Table, value: Option<u64>, out: &mut dyn Write) -> Result<()> {
    let game = serde_json::Value::from(table.game.as_str());
    write!(out, "{{\"game\":{game},\"rows\":{},\"columns\":{},", table.rows, table.columns)?;
    if let Some(value) = value {
        write!(out, "\"value\":{value},")?;
    }
    write!(out, "\"values\":[")?;
    for (i, row) in table.iter_rows().enumerate() {
        let cells: Vec<String> =
            row.iter().map(|&cell| if kept(cell, value) { cell.to_string() } else { "null".into() }).collect();
        write!(out, "{}[{}]", if i == 0 { "" } else { "," }, cells.join(","))?;
    }
    writeln!(out, "]}}")
}

/// The same table as comma-separated values with a header.
pub fn csv_table(table: &Table, value: Option<u64>, out: &mut dyn Write) -> Result<()> {
    let corner = match table.row_label.as_str() {
        "" => table.column_label.clone(),
        row => format!("{row}/{}", table.column_label),
    };
    let columns: Vec<String> = (0..table.columns).map(|column| column.to_string()).collect();
    writeln!(out, "{corner},{}", columns.join(","))?;
    for (i, row) in table.iter_rows().enumerate() {
        let cells: Vec<String> =
            row.iter().map(|&cell| if kept(cell, value) { cell.to_string() } else { String::new() }).collect();
        let label = if table.rows == 1 { "value".to_owned() } else { i.to_string() };
        writeln!(out, "{label},{}", cells.join(","))?;
    }
    Ok(())
}

//! JSON: the object of an answer with its rows in a list, or a list with one
//! object for each row; integers of any size as plain numbers. A board is a list
//! of lists. It is written as the rows come, without a tree in memory.

use super::{Cell, ColumnNames, Columns, Exporter, JsonAnswer, set_text};
use crate::error::Result;
use serde_json::{Value, json};
use std::io::Write;
use std::ops::Range;

pub(super) struct Json<'o> {
    to: &'o mut dyn Write,
    /// Whether the rows stand in an answer.
    is_answer: bool,
    /// Whether it is a board, whose column of row numbers is left out.
    board: bool,
    /// What stands before and after the cells of a row that is an object.
    around: Vec<[String; 2]>,
    /// Whether there was a row.
    rows: bool,
    /// The column of the next cell.
    column: u64,
    digits: itoa::Buffer,
}

impl<'o> Json<'o> {
    pub fn new(to: &'o mut dyn Write) -> Self {
        let (rows, digits) = (false, itoa::Buffer::new());
        Self { to, is_answer: false, board: false, around: Vec::new(), rows, column: 0, digits }
    }

    fn cell(&mut self, cell: &Cell<'_>) -> Result<()> {
        match cell {
            Cell::Word(word) => self.to.write_all(self.digits.format(*word).as_bytes())?,
            Cell::Set(mask) => write!(self.to, "[{}]", set_text(*mask))?,
            Cell::Text(text) => write!(self.to, "{}", Value::from(*text))?,
            Cell::Empty => self.to.write_all(b"null")?,
            number => write!(self.to, "{number}")?,
        }
        Ok(())
    }

    /// A cell of a board, after the number of its row.
    fn value(&mut self, cell: &Cell<'_>) -> Result<()> {
        match self.column {
            0 => return Ok(()),
            1 => self.to.write_all(b"[")?,
            _ => self.to.write_all(b",")?,
        }
        self.cell(cell)
    }

    /// A cell of a row that is an object.
    fn field(&mut self, cell: &Cell<'_>) -> Result<()> {
        let column = self.column as usize;
        if column == 0 {
            self.to.write_all(b"{")?;
        }
        if let Some([before, _]) = self.around.get(column) {
            self.to.write_all(before.as_bytes())?;
        }
        self.cell(cell)?;
        if let Some([_, behind]) = self.around.get(column) {
            self.to.write_all(behind.as_bytes())?;
        }
        Ok(())
    }
}

/// What stands before and after the cells of a row: the name of a cell, or the
/// position that it belongs to.
fn around(names: &[String], position: Range<usize>) -> Vec<[String; 2]> {
    let cell = |(column, name): (usize, &String)| {
        let comma = if column == 0 { "" } else { "," };
        let before = match () {
            () if position.start == column && !position.is_empty() => "\"position\":[".into(),
            () if position.contains(&column) => String::new(),
            () => format!("{}:", Value::from(name.as_str())),
        };
        let ends = position.end == column + 1 && !position.is_empty();
        [format!("{comma}{before}"), if ends { "]".into() } else { String::new() }]
    };
    names.iter().enumerate().map(cell).collect()
}

impl Exporter for Json<'_> {
    fn begin(&mut self, columns: &Columns, _: &mut ColumnNames<'_>) -> Result<()> {
        let position = columns.answer.as_ref().map_or(0..0, |answer| answer.position.clone());
        self.around = around(&columns.names, position);
        self.board = columns.board.is_some();
        self.is_answer = columns.answer.is_some();
        match &columns.answer {
            None => write!(self.to, "[")?,
            Some(JsonAnswer { head, list, .. }) => {
                let head = head.to_string();
                write!(self.to, "{},\"{list}\":[", head.strip_suffix('}').unwrap_or(&head))?;
            }
        }
        Ok(())
    }

    fn cells(&mut self, cells: &[Cell<'_>]) -> Result<()> {
        for cell in cells {
            if self.column == 0 && std::mem::replace(&mut self.rows, true) {
                self.to.write_all(b",")?;
            }
            if self.board {
                self.value(cell)?
            } else {
                self.field(cell)?
            }
            self.column += 1;
        }
        Ok(())
    }

    fn end_row(&mut self) -> Result<()> {
        self.column = 0;
        Ok(self.to.write_all(if self.board { b"]" } else { b"}" })?)
    }

    fn finish(&mut self, stopped: Option<&str>) -> Result<()> {
        // A board may be cut off within a row.
        if self.column > 0 {
            self.end_row()?;
        }
        let end = match (self.is_answer, stopped) {
            (false, _) => return Ok(writeln!(self.to, "]")?),
            (_, None) => json!({ "complete": true }),
            (_, Some(reason)) => json!({ "complete": false, "stopped": reason }),
        };
        Ok(writeln!(self.to, "],{}", &end.to_string()[1..])?)
    }
}

//! A board of Grundy values for people: the whole of it, for its widest value
//! decides how wide its columns are.

use super::To;
use crate::error::Result;
use nimlab::solve::Table;
use std::io::Write;

/// How many values of a row of heaps stand on a line.
const ON_A_LINE: usize = 20;

/// Writes a board; if a value is named, the other cells are dots.
pub(crate) fn write_board(board: &Table, named: Option<u64>, to: To<'_>) -> Result<()> {
    let to = to.text();
    match board.rows {
        1 => write_row(board, named, to),
        _ => write_rectangle(board, named, to),
    }
}

/// How wide every cell is.
fn width(board: &Table) -> usize {
    let widest = board.values.iter().copied().max().unwrap_or(0).to_string().len();
    widest.max((board.columns.max(board.rows) - 1).to_string().len())
}

fn shown(cell: u32, named: Option<u64>) -> String {
    if named.is_none_or(|named| named == u64::from(cell)) { cell.to_string() } else { ".".into() }
}

/// One row: twenty values on a line, after the number of the first.
fn write_row(board: &Table, named: Option<u64>, to: &mut dyn Write) -> Result<()> {
    let width = width(board);
    writeln!(to, "{}, by {}", board.title(), label(&board.column_label))?;
    for (line, cells) in board.values.chunks(ON_A_LINE).enumerate() {
        write!(to, "{:>width$} |", line * ON_A_LINE)?;
        for &cell in cells {
            write!(to, " {:>width$}", shown(cell, named))?;
        }
        writeln!(to)?;
    }
    Ok(())
}

fn label(column: &str) -> &str {
    match column {
        "start" => "the size of the starting position",
        other => other,
    }
}

fn write_rectangle(board: &Table, named: Option<u64>, to: &mut dyn Write) -> Result<()> {
    let width = width(board);
    let corner = format!("{}/{}", board.row_label, board.column_label);
    let first = corner.len().max(width);
    write!(to, "{corner:>first$} |")?;
    for column in 0..board.columns {
        write!(to, " {column:>width$}")?;
    }
    writeln!(to)?;
    writeln!(to, "{}-+{}", "-".repeat(first), "-".repeat((width + 1) * board.columns as usize))?;
    for (row, cells) in board.iter_rows().enumerate() {
        write!(to, "{row:>first$} |")?;
        for &cell in cells {
            write!(to, " {:>width$}", shown(cell, named))?;
        }
        writeln!(to)?;
    }
    Ok(())
}

//! Grundy values: a table as it is, its cells one by one, or its antidiagonals.
//! Which of them a format wants is said in [`write_table`].

use crate::error::Result;
use crate::export::{self, Cell, Columns, Exporter, Format, JsonAnswer, NumberKind, TableSource, To};
use nimlab::Play;
use nimlab::solve::{Table, TableRows};
use serde_json::{Value, json};

/// Writes a table of Grundy values in a format; if a value is named, only the
/// cells that have it.
///
/// CSV, Markdown and LaTeX have a board as it is, and a row of heaps with a line
/// for each heap. Parquet has a line for each cell of either. A b-file has a row
/// from its beginning, and a board by antidiagonals, as the OEIS has it: T(0,0),
/// T(0,1), T(1,0), T(0,2), …
///
/// ```
/// use nimlab::{Ask, catalogue, solve::TableSize};
/// use nimlab_lab::export::{Format, To};
/// use nimlab_lab::tables::write_table;
/// use std::ops::ControlFlow;
/// let wythoff = catalogue::game("wythoff")?;
/// let rows = wythoff.table(TableSize::Side(2)).rows(&|_, _| ControlFlow::Continue(()))?;
/// let mut text = Vec::new();
/// write_table(Format::Csv, To::Stream(&mut text), rows, None, nimlab::Error::problem)?;
/// assert_eq!(text, b"a/b,0,1\n0,0,1\n1,1,2\n");
/// # Ok::<(), nimlab_lab::Error>(())
/// ```
pub fn write_table(
    format: Format,
    to: To<'_>,
    mut rows: TableRows<'_>,
    named: Option<u64>,
    words: fn(&nimlab::Error) -> String,
) -> Result<()> {
    let is_row = rows.row_label.is_empty();
    let by_cells = match format {
        Format::Table => return export::write_board(&rows.collect()?, named, to),
        Format::Bfile if named.is_none() && rows.rows > 1 => {
            return export::write(format, to, &mut Antidiagonals(rows.collect()?), words);
        }
        Format::Parquet | Format::Bfile => true,
        Format::Csv | Format::Markdown | Format::Latex => is_row,
        Format::Json | Format::Npy => false,
    };
    if !by_cells {
        return export::write(format, to, &mut WholeTable { rows: &mut rows, named }, words);
    }
    let keeps = |value: u32| named.is_none_or(|named| named == u64::from(value));
    let single = is_row || format == Format::Bfile && rows.rows == 1;
    export::write(format, to, &mut TableCells { rows: &mut rows, keeps: &keeps, condition: None, single }, words)
}

/// A table as it is.
struct WholeTable<'t, 'g> {
    rows: &'t mut TableRows<'g>,
    named: Option<u64>,
}

impl TableSource for WholeTable<'_, '_> {
    fn tell(&mut self, to: &mut dyn Exporter) -> Result<()> {
        let Self { rows, named } = self;
        let (count, corner) = (rows.columns, format!("{}/{}", rows.row_label, rows.column_label));
        let mut head = json!({ "game": rows.game, "rows": rows.rows, "columns": count });
        with_play(&mut head, rows.play);
        if let Some(named) = named {
            head["value"] = json!(named);
        }
        let columns = Columns {
            kind: if named.is_some() { NumberKind::Marks } else { NumberKind::Values },
            board: Some(count),
            answer: Some(JsonAnswer { head, list: "values", position: 0..0 }),
            ..Columns::of_game(&rows.game, vec![corner.clone()])
        };
        // A header may be long.
        let numbers = (0..count).map(|column| Ok(rows.tick(8).map(|()| column.to_string())?));
        to.begin(&columns, &mut std::iter::once(Ok(corner)).chain(numbers))?;
        rows.each_piece(|row, first, cells| {
            if first == 0 {
                to.cells(&[Cell::Word(row)])?;
            }
            to.values(cells, *named)?;
            if first + (cells.len() as u64) < count { Ok(()) } else { to.end_row() }
        })
    }
}

/// Says that values are those of misère play.
fn with_play(head: &mut Value, play: Play) {
    if play == Play::Misere {
        head["play"] = json!(play.to_string());
    }
}

/// The cells of a table one by one: their place, and their value.
///
/// ```
/// use nimlab::{Ask, catalogue, solve::TableSize};
/// use nimlab_lab::export::{Format, To, write};
/// use nimlab_lab::tables::TableCells;
/// use std::ops::ControlFlow;
/// let wythoff = catalogue::game("wythoff")?;
/// let mut rows = wythoff.table(TableSize::Side(3)).rows(&|_, _| ControlFlow::Continue(()))?;
/// let mut lost = TableCells { rows: &mut rows, keeps: &|value| value == 0, condition: None, single: false };
/// let mut text = Vec::new();
/// write(Format::Csv, To::Stream(&mut text), &mut lost, nimlab::Error::problem)?;
/// assert_eq!(String::from_utf8_lossy(&text), "a,b,value\n0,0,0\n1,2,0\n2,1,0\n");
/// # Ok::<(), nimlab_lab::Error>(())
/// ```
pub struct TableCells<'t, 'g> {
    /// The table.
    pub rows: &'t mut TableRows<'g>,
    /// Which values are kept.
    pub keeps: &'t dyn Fn(u32) -> bool,
    /// The condition in words, if there is one.
    pub condition: Option<&'t str>,
    /// Whether a cell is named by its column alone.
    pub single: bool,
}

impl TableSource for TableCells<'_, '_> {
    fn tell(&mut self, to: &mut dyn Exporter) -> Result<()> {
        let Self { rows, keeps, condition, single } = self;
        let labels = if *single { vec![&rows.column_label] } else { vec![&rows.row_label, &rows.column_label] };
        let places = labels.len();
        let names: Vec<String> = labels.into_iter().cloned().chain(["value".to_owned()]).collect();
        let mut columns = Columns::of_game(&rows.game, names).with("kind", "table").with("play", rows.play);
        columns = columns.with("rows", rows.rows).with("columns", rows.columns);
        if let Some(condition) = condition {
            columns = columns.with("where", condition);
        }
        let mut head = json!({ "game": rows.game, "rows": rows.rows, "columns": rows.columns, "where": condition });
        with_play(&mut head, rows.play);
        columns.answer = Some(JsonAnswer { head, list: "cells", position: 0..places });
        columns.least_width = Some(rows.rows.max(rows.columns).saturating_sub(1).to_string().len().max(5));
        columns.begin(to)?;
        let mut words = Vec::new();
        rows.each_piece(|row, first, cells| {
            words.clear();
            for (column, &value) in (first..).zip(cells).filter(|(_, value)| keeps(**value)) {
                words.extend((!*single).then_some(row).into_iter().chain([column, u64::from(value)]));
            }
            to.words(places + 1, &words)
        })
    }
}

/// A board by its antidiagonals, as far as they are complete.
struct Antidiagonals(Table);

impl TableSource for Antidiagonals {
    fn tell(&mut self, to: &mut dyn Exporter) -> Result<()> {
        let Self(board) = self;
        Columns::of_game(&board.game, ["n", "value"].map(str::to_owned).to_vec()).begin(to)?;
        let diagonals = 0..board.rows.min(board.columns);
        let places = diagonals.flat_map(|sum| (0..=sum).map(move |row| (row, sum - row)));
        for (n, (row, column)) in (0..).zip(places) {
            to.words(2, &[n, board.value(row, column).into()])?;
        }
        Ok(())
    }
}

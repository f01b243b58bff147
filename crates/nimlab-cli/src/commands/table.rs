//! `nimlab table`: Grundy values of a row or a rectangle of positions.

use crate::arguments::{Format, TableArguments};
use crate::commands::{budget, cells, plot, small};
use crate::output::{Output, Sink, format_of};
use crate::progress::Progress;
use crate::wording::told;
use nimlab::solve::{Board, Table, TableRows, TableSize};
use nimlab::{Ask, Budget, Game, Piles, json};
use nimlab_lab::export::{Columns, Npy, WholeFile, exporter};
use nimlab_lab::figures::{Format as Picture, table_figure};
use nimlab_lab::readable;
use std::io::Write;
use std::ops::ControlFlow;
use std::process::ExitCode;

/// A board from this size on says before it starts what memory it takes.
const STATED: u64 = 64 << 20;

pub fn run(asked: &TableArguments, out: &mut Output) -> anyhow::Result<ExitCode> {
    let game = super::game(&asked.game)?;
    let size = TableSize::parse(&asked.size)?;
    let value = asked.value.as_deref().map(|value| small("the Grundy value", value)).transpose()?;
    let budget = budget(&asked.budget)?;
    // A file that is named as a picture is one, unless a form is asked for.
    if let (None, None, Some(path)) = (asked.target.format, &asked.r#where, &asked.target.output)
        && let Ok(picture) = Picture::of(path)
    {
        return plot::draw_as(path, picture, || Ok(table_figure(&*game, size, budget, value)?));
    }
    state_memory(&*game, size, budget)?;
    let condition = cells::Condition::of(asked.r#where.as_deref(), value)?;
    if asked.sum {
        return cells::sum(&*game, size, budget, &condition, out);
    }
    let format = format_of(&asked.target, out.json)?;
    let mut sink = Sink::open(&asked.target, out)?;
    let progress = Progress::new("cells", true);
    let table = game.table(size).budget(budget).rows(&|done, all| {
        progress.tick(done, all);
        ControlFlow::Continue(())
    });
    progress.clear();
    let mut table = table?;
    if asked.r#where.is_some() {
        return cells::list(&mut table, &condition, format, sink);
    }
    let kept = |cell: u32| value.is_none_or(|value| u64::from(cell) == value);
    match format {
        Format::Json => json::table::<anyhow::Error>(&mut table, value, told, &mut sink)?,
        Format::Csv => json::csv_table::<anyhow::Error>(&mut table, value, &mut sink)?,
        Format::Parquet => return export_cells(&mut table, value, sink.into_file("parquet")?),
        Format::Npy => return export_array(&mut table, value, sink.into_file("npy")?),
        Format::Table => {
            let table = table.collect()?;
            match table.rows {
                1 => write_row(&table, &kept, &mut sink)?,
                _ => write_rectangle(&table, &kept, &mut sink)?,
            }
        }
    }
    sink.finish()?;
    Ok(ExitCode::SUCCESS)
}

/// Says what a large board takes; the budget refuses one that does not fit.
fn state_memory(game: &dyn Game, size: TableSize, budget: Budget) -> anyhow::Result<()> {
    if game.shape().piles != Piles::Exactly(2) {
        return Ok(());
    }
    let (rows, columns) = sides(size);
    let (needed, text) = match game.two_piles().and_then(|piles| piles.blocks()) {
        Some(_) => {
            let (needed, width) = Board::bytes(rows, columns);
            (needed, format!("{}, {width} bytes a cell", readable(needed)))
        }
        None => {
            let most = rows.saturating_mul(columns).saturating_mul(4);
            (most, format!("at most {}", readable(most)))
        }
    };
    if (STATED..=budget.bytes).contains(&needed) {
        writeln!(std::io::stderr(), "a board of {rows} × {columns} takes {text}")?;
    }
    Ok(())
}

fn sides(size: TableSize) -> (u64, u64) {
    match size {
        TableSize::Side(side) => (side, side),
        TableSize::Rectangle(rows, columns) => (rows, columns),
    }
}

/// Which cells are written; the others stay empty.
type Kept<'k> = dyn Fn(u32) -> bool + 'k;

/// Parquet: a row for each cell, or with a value for each cell that has it.
fn export_cells(table: &mut TableRows<'_>, value: Option<u64>, file: WholeFile) -> anyhow::Result<ExitCode> {
    let labels =
        [&table.row_label, &table.column_label].map(String::clone).into_iter().filter(|label| !label.is_empty());
    let names: Vec<String> = labels.chain(["value".to_owned()]).collect();
    let single = names.len() == 2;
    let columns = Columns::of_game(&table.game, names).with("kind", "table").with("play", "normal");
    let columns = columns.with("rows", table.rows).with("columns", table.columns);
    let mut exporter = exporter(nimlab_lab::export::Format::Parquet, file, columns)?;
    let mut words = Vec::new();
    table.each_piece(|row, first, cells| {
        words.clear();
        for (column, &cell) in (first..).zip(cells) {
            if value.is_none_or(|value| u64::from(cell) == value) {
                words.extend((!single).then_some(row).into_iter().chain([column, u64::from(cell)]));
            }
        }
        exporter.words(&words)
    })?;
    exporter.finish()?;
    Ok(ExitCode::SUCCESS)
}

/// NumPy: the table as it is, or with a value where it stands.
fn export_array(table: &mut TableRows<'_>, value: Option<u64>, file: WholeFile) -> anyhow::Result<ExitCode> {
    let mut array = Npy::begin(file, if value.is_some() { "|b1" } else { "<u4" }, table.columns)?;
    let mut bytes = Vec::new();
    let columns = table.columns;
    table.each_piece(|_, first, cells| {
        bytes.clear();
        match value {
            Some(value) => bytes.extend(cells.iter().map(|&cell| u8::from(u64::from(cell) == value))),
            None => bytes.extend(cells.iter().flat_map(|cell| cell.to_le_bytes())),
        }
        array.bytes(&bytes, u64::from(first + cells.len() as u64 == columns))
    })?;
    array.finish()?;
    Ok(ExitCode::SUCCESS)
}

/// How wide every cell is.
fn width(table: &Table) -> usize {
    let widest = table.values.iter().copied().max().unwrap_or(0).to_string().len();
    widest.max((table.columns.max(table.rows) - 1).to_string().len())
}

fn shown(cell: u32, kept: &Kept<'_>) -> String {
    if kept(cell) { cell.to_string() } else { ".".into() }
}

/// One row: twenty values on a line, behind the number of the first.
fn write_row(table: &Table, kept: &Kept<'_>, sink: &mut Sink<'_>) -> anyhow::Result<()> {
    const ON_A_LINE: usize = 20;
    let width = width(table);
    writeln!(sink, "Grundy values of {}, by {}", table.game, label(&table.column_label))?;
    for (line, cells) in table.values.chunks(ON_A_LINE).enumerate() {
        write!(sink, "{:>width$} |", line * ON_A_LINE)?;
        for &cell in cells {
            write!(sink, " {:>width$}", shown(cell, kept))?;
        }
        writeln!(sink)?;
    }
    Ok(())
}

fn label(column: &str) -> &str {
    match column {
        "start" => "the size of the starting position",
        other => other,
    }
}

fn write_rectangle(table: &Table, kept: &Kept<'_>, sink: &mut Sink<'_>) -> anyhow::Result<()> {
    let width = width(table);
    let corner = format!("{}/{}", table.row_label, table.column_label);
    let first = corner.len().max(width);
    write!(sink, "{corner:>first$} |")?;
    for column in 0..table.columns {
        write!(sink, " {column:>width$}")?;
    }
    writeln!(sink)?;
    writeln!(sink, "{}-+{}", "-".repeat(first), "-".repeat((width + 1) * table.columns as usize))?;
    for (row, cells) in table.iter_rows().enumerate() {
        write!(sink, "{row:>first$} |")?;
        for &cell in cells {
            write!(sink, " {:>width$}", shown(cell, kept))?;
        }
        writeln!(sink)?;
    }
    Ok(())
}

//! `nimlab table`: Grundy values of a row or a rectangle of positions.

use crate::arguments::{Format, TableArguments};
use crate::commands::{budget, plot, small};
use crate::output::{Output, Sink, format_of};
use nimlab::solve::{Table, TableSize, table};
use nimlab_lab::figures::{Format as Picture, table_figure};
use std::io::Write;
use std::process::ExitCode;

pub fn run(asked: &TableArguments, out: &mut Output) -> anyhow::Result<ExitCode> {
    let game = super::game(&asked.game)?;
    let size = TableSize::parse(&asked.size)?;
    let value = asked.value.as_deref().map(|value| small("the Grundy value", value)).transpose()?;
    let budget = budget(&asked.budget)?;
    // A file that is named as a picture is one, unless a form is asked for.
    if let (None, Some(path)) = (asked.target.format, &asked.target.output)
        && let Ok(picture) = Picture::of(path)
    {
        return plot::draw_as(path, picture, || Ok(table_figure(&*game, size, budget, value)?));
    }
    let format = format_of(&asked.target, out.json);
    let mut sink = Sink::open(&asked.target, out)?;
    let table = table(&*game, size, budget)?;
    let kept = |cell: u32| value.is_none_or(|value| u64::from(cell) == value);
    match format {
        Format::Json => write_json(&table, value, &kept, &mut sink)?,
        Format::Csv => write_csv(&table, &kept, &mut sink)?,
        Format::Table if table.rows == 1 => write_row(&table, &kept, &mut sink)?,
        Format::Table => write_rectangle(&table, &kept, &mut sink)?,
    }
    sink.finish()?;
    Ok(ExitCode::SUCCESS)
}

/// Which cells are written; the others stay empty.
type Kept<'k> = dyn Fn(u32) -> bool + 'k;

fn write_json(table: &Table, value: Option<u64>, kept: &Kept<'_>, sink: &mut Sink<'_>) -> anyhow::Result<()> {
    let game = serde_json::to_string(&table.game)?;
    write!(sink, "{{\"game\":{game},\"rows\":{},\"columns\":{},", table.rows, table.columns)?;
    if let Some(value) = value {
        write!(sink, "\"value\":{value},")?;
    }
    write!(sink, "\"values\":[")?;
    for (i, row) in table.iter_rows().enumerate() {
        let cells: Vec<String> =
            row.iter().map(|&cell| if kept(cell) { cell.to_string() } else { "null".into() }).collect();
        write!(sink, "{}[{}]", if i == 0 { "" } else { "," }, cells.join(","))?;
    }
    writeln!(sink, "]}}")?;
    Ok(())
}

fn write_csv(table: &Table, kept: &Kept<'_>, sink: &mut Sink<'_>) -> anyhow::Result<()> {
    let corner = match table.row_label {
        "" => table.column_label.to_owned(),
        row => format!("{row}/{}", table.column_label),
    };
    let columns: Vec<String> = (0..table.columns).map(|column| column.to_string()).collect();
    writeln!(sink, "{corner},{}", columns.join(","))?;
    for (i, row) in table.iter_rows().enumerate() {
        let cells: Vec<String> =
            row.iter().map(|&cell| if kept(cell) { cell.to_string() } else { String::new() }).collect();
        let label = if table.rows == 1 { "value".to_owned() } else { i.to_string() };
        writeln!(sink, "{label},{}", cells.join(","))?;
    }
    Ok(())
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
    writeln!(sink, "Grundy values of {}, by {}", table.game, label(table.column_label))?;
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

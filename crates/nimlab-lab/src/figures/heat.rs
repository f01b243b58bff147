//! Grundy values as colours (Thesis-A, figures 2.1 and 2.2). One number of a
//! position goes to the right, the other upwards.

use super::sequence;
use crate::error::{Error, Result};
use nimlab::game::Game;
use nimlab::solve::{Budget, Table, TableSize, table};
use nimlab_figures::{Axis, Cells, ColourScale, Figure, Layer, Mark, Panel, Shape};

/// The most cells on a side that a heat map has.
const MOST_CELLS: u64 = 8192;

/// Up to so many cells on a side, values are written into them.
const WRITTEN: u32 = 18;

/// Up to so many cells on a side, lines are drawn between them.
const RULED: u32 = 40;

/// The Grundy values of a game over a rectangle of positions; for a heap game,
/// its sequence.
pub fn heat_map(game: &dyn Game, size: TableSize, budget: Budget) -> Result<Figure> {
    let (rows, columns) = match size {
        TableSize::Side(side) => (1, side),
        TableSize::Rectangle(rows, columns) => (rows, columns),
    };
    if game.heap_rule().is_some() && matches!(size, TableSize::Side(_)) {
        return sequence(game, Some(columns));
    }
    check(rows, columns)?;
    heat_map_of(&table(game, size, budget)?, None)
}

/// The same for a table that is there; with a value, only its cells.
pub fn heat_map_of(table: &Table, value: Option<u64>) -> Result<Figure> {
    check(table.rows, table.columns)?;
    // Rows of the table go to the right, its columns upwards.
    let [columns, rows] = [table.rows as u32, table.columns as u32];
    let kept = |cell: u32| value.is_none_or(|value| u64::from(cell) == value).then_some(cell);
    let values = (0..table.columns).flat_map(|b| (0..table.rows).map(move |a| kept(table.value(a, b)))).collect();
    let highest = table.values.iter().copied().max().unwrap_or(0);
    let scale = ColourScale { low: 0.0, high: f64::from(highest.max(1)) };
    let longer = columns.max(rows);
    let written = longer <= WRITTEN;
    let cells = Cells { columns, rows, values, scale, written };
    let axis = |label: &str, count: u32| Axis::new(named(label), -0.5, f64::from(count) - 0.5).whole();
    let mut panel = Panel::new(axis(table.row_label, columns), axis(table.column_label, rows)).shaped(Shape::Equal);
    panel.ruled = longer <= RULED;
    let title = match value {
        None => {
            panel.colours = Some((scale, "Grundy value".into()));
            format!("Grundy values of {}", table.game)
        }
        Some(value) => format!("Positions of {} with Grundy value {value}", table.game),
    };
    Ok(Figure::new(title).with(panel.with(Layer::new(Mark::Cells(cells)))))
}

fn named(label: &str) -> String {
    match label {
        "a" => "first pile a (stones)".into(),
        "b" => "second pile b (stones)".into(),
        "most" => "most that may be taken (stones)".into(),
        "stones" => "pile (stones)".into(),
        other => other.into(),
    }
}

fn check(rows: u64, columns: u64) -> Result<()> {
    if rows.max(columns) <= MOST_CELLS {
        return Ok(());
    }
    Err(Error::Request {
        problem: format!(
            "a heat map has at most {MOST_CELLS} × {MOST_CELLS} cells, and {rows} × {columns} were asked for"
        ),
        hint: "an example that works: --size 1000; a table may be larger: nimlab table … -o table.csv".into(),
    })
}

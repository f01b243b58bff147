//! Grundy values as colours (Thesis-A, figures 2.1 and 2.2). One number of a
//! position goes to the right, the other upwards.

use super::sequence::{MOST_HEAPS, values_panel};
use crate::error::{Error, Result};
use nimlab::solve::{Table, TableSize};
use nimlab::{Ask, Budget, Game, Piles, Play};
use nimlab::{Hint, Term};
use nimlab_figures::{Axis, Cells, ColourScale, Figure, Layer, Mark, Panel, PanelShape};

/// The most cells on a side that a heat map has.
const MOST_CELLS: u64 = 4096;

/// Up to this many cells on a side, values are written into them.
const WRITTEN: u32 = 18;

/// Up to this many cells on a side, lines are drawn between them.
const RULED: u32 = 40;

/// The Grundy values of a game over a rectangle of positions; a square where
/// the game has positions of two piles.
///
/// ```
/// use nimlab::{Budget, catalogue, solve::TableSize};
/// use nimlab_lab::figures::heat_map;
/// let wythoff = catalogue::game("wythoff")?;
/// assert!(heat_map(&*wythoff, TableSize::Side(12), Budget::default())?.svg()?.starts_with("<svg"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn heat_map(game: &dyn Game, size: TableSize, budget: Budget) -> Result<Figure> {
    let shape = game.shape();
    let size = match size {
        // A row says less than a square, where there is one.
        TableSize::Side(side) if shape.tail.is_none() && shape.piles != Piles::Exactly(1) => {
            TableSize::Rectangle(side, side)
        }
        size => size,
    };
    table_figure(game, size, Play::Normal, budget, None)
}

/// What a table tabulates, as a heat map or as a row of values; with a
/// value, only its cells.
///
/// ```
/// use nimlab::{Budget, Play, catalogue, solve::TableSize};
/// use nimlab_lab::figures::table_figure;
/// let (game, size) = (catalogue::game("r-wythoff")?, TableSize::Rectangle(8, 12));
/// let twos = table_figure(&*game, size, Play::Normal, Budget::default(), Some(2))?;
/// assert!(twos.svg()?.starts_with("<svg"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn table_figure(
    game: &dyn Game,
    size: TableSize,
    play: Play,
    budget: Budget,
    value: Option<u64>,
) -> Result<Figure> {
    // What is too large is refused before it is computed.
    match size {
        TableSize::Rectangle(rows, columns) => check(rows, columns)?,
        TableSize::Side(side) if game.shape().piles == Piles::Exactly(2) => check(side, side)?,
        TableSize::Side(side) => check_row(side)?,
    }
    Ok(figure_of(&game.table(size).play(play).budget(budget).run()?, value))
}

/// The figure of a table that was computed before.
///
/// ```
/// use nimlab::{Ask, catalogue, solve::TableSize};
/// let table = catalogue::game("wythoff").unwrap().table(TableSize::Side(9)).run().unwrap();
/// assert!(nimlab_lab::figures::figure_of(&table, None).svg().unwrap().starts_with("<svg"));
/// ```
pub fn figure_of(table: &Table, value: Option<u64>) -> Figure {
    if table.rows == 1 {
        return row(table, value);
    }
    // Rows of the table go to the right, its columns upwards.
    let [columns, rows] = [table.rows as u32, table.columns as u32];
    let kept = |cell: u32| value.is_none_or(|value| u64::from(cell) == value).then_some(cell);
    let values = (0..table.columns).flat_map(|b| (0..table.rows).map(move |a| kept(table.value(a, b)))).collect();
    let highest = table.values.iter().copied().max().unwrap_or(0);
    let scale = ColourScale { low: 0.0, high: f64::from(highest.max(1)) };
    let longer = columns.max(rows);
    let written = longer <= WRITTEN && columns.min(rows) * 4 >= longer;
    let cells = Cells { columns, rows, values, scale, written };
    let axis = |label: &str, count: u32| Axis::new(named(label), -0.5, f64::from(count) - 0.5).whole();
    // Cells are squares unless the picture would be a thin strip.
    let ratio = f64::from(rows) / f64::from(columns);
    let shape = if (0.2..=2.5).contains(&ratio) { PanelShape::Equal } else { PanelShape::Ratio(ratio.clamp(0.2, 2.5)) };
    let mut panel = Panel::new(axis(&table.row_label, columns), axis(&table.column_label, rows)).shaped(shape);
    panel.ruled = longer <= RULED;
    let title = match value {
        None => {
            panel.colours = Some((scale, value_of(table).into()));
            table.title()
        }
        Some(value) => format!("Positions of {} with {} {value}", table.game, value_of(table)),
    };
    Figure::new(title).with(panel.with(Layer::new(Mark::Cells(cells))))
}

/// A table of one row as points over their places.
fn row(table: &Table, value: Option<u64>) -> Figure {
    let kept = |(n, &cell): (usize, &u32)| {
        value.is_none_or(|value| u64::from(cell) == value).then_some([n as f64, f64::from(cell)])
    };
    let points = table.values.iter().enumerate().filter_map(kept).collect();
    let label = if table.column_label == "start" { "starting position n" } else { "heap n (stones)" };
    let panel = values_panel(label, table.columns, points, Vec::new());
    Figure::new(table.title()).with(panel)
}

fn value_of(table: &Table) -> &'static str {
    if table.play == Play::Misere { "misère Grundy value" } else { "Grundy value" }
}

fn check_row(columns: u64) -> Result<()> {
    if (2..=MOST_HEAPS).contains(&columns) {
        return Ok(());
    }
    Err(Error::Request {
        problem: format!("a figure shows from 2 to {MOST_HEAPS} values in a row, and {columns} were asked for"),
        hint: Hint::example([Term::columns(100)]),
    })
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
        hint: Hint::new("a table may be larger than its figure; an example that works", [Term::size(1000)]),
    })
}

//! Tables of Grundy values: one row for heaps and starting positions, or a
//! rectangle of two piles.

use super::budget::Clock;
use super::{Budget, Values};
use crate::error::{Error, Result};
use crate::game::{Game, Piles};
use crate::games::wythoff::Board;
use crate::games::wythoff::board::Progress;
use crate::sequence::Sequence;
use std::ops::ControlFlow;

/// The size of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableSize {
    /// `--size N`: what that means depends on the game.
    Side(u64),
    /// `--size NxM`: rows and columns.
    Rectangle(u64, u64),
}

impl TableSize {
    /// Reads `14`, `14x20`, `1e3x1e3`.
    ///
    /// ```
    /// use nimlab::solve::TableSize;
    /// assert_eq!(TableSize::parse("14").unwrap(), TableSize::Side(14));
    /// assert_eq!(TableSize::parse("2x1e3").unwrap(), TableSize::Rectangle(2, 1000));
    /// assert!(TableSize::parse("0x4").is_err());
    /// ```
    pub fn parse(text: &str) -> Result<TableSize> {
        let side = |word: &str| {
            let number = crate::number::parse(word)?;
            u64::try_from(&number).ok().filter(|side| (1..=1 << 32).contains(side)).ok_or_else(|| Error::BadNumber {
                given: crate::number::shown(&number),
                problem: format!("a side of a table is from 1 to {}, such as --size 14 or --size 14x20", 1u64 << 32),
            })
        };
        match text.split_once(['x', 'X', '×']) {
            Some((rows, columns)) if rows.trim().is_empty() || columns.trim().is_empty() => Err(Error::BadNumber {
                given: text.to_owned(),
                problem: "rows and columns are both needed, as in --size 3x14".into(),
            }),
            Some((rows, columns)) => Ok(TableSize::Rectangle(side(rows)?, side(columns)?)),
            None => Ok(TableSize::Side(side(text)?)),
        }
    }
}

/// A table of Grundy values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// The game's name.
    pub game: String,
    /// What the rows are, such as `x`; empty if there is only one.
    pub row_label: String,
    /// What the columns are.
    pub column_label: String,
    /// Number of rows.
    pub rows: u64,
    /// Number of columns.
    pub columns: u64,
    /// The values, row after row.
    pub values: Vec<u32>,
}

impl Table {
    /// The value in a row and a column.
    pub fn value(&self, row: u64, column: u64) -> u32 {
        self.values[(row * self.columns + column) as usize]
    }

    /// The rows one after another.
    pub fn iter_rows(&self) -> impl Iterator<Item = &[u32]> {
        self.values.chunks(self.columns as usize)
    }
}

/// The most cells that a [`Table`] may have: 4 bytes each, 4 GiB in all.
const MOST_CELLS: u64 = 1 << 30;

/// The most cells of a board: what fits is a matter of the budget's bytes.
const MOST_STREAMED: u64 = 1 << 40;

/// Rows that are read at a time.
const ROWS_AT_A_TIME: u64 = 64;

/// What the cells of a game's table stand for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Layout {
    /// One row of single heaps.
    Heaps,
    /// One row of starting positions.
    Starts,
    /// Two piles.
    Piles,
    /// One pile, and the number behind the slash.
    PileAndTail,
}

/// A table whose values are known and that can be read row by row, so that it
/// need not be held a second time.
pub struct TableRows<'g> {
    /// The game's name.
    pub game: String,
    /// What the rows are, such as `x`; empty if there is only one.
    pub row_label: String,
    /// What the columns are.
    pub column_label: String,
    /// Number of rows.
    pub rows: u64,
    /// Number of columns.
    pub columns: u64,
    source: Source<'g>,
}

/// Where the values of a table come from.
enum Source<'g> {
    /// All of them, in one row.
    Sequence(Vec<u32>),
    /// A board of two piles.
    Board(Board),
    /// One by one: an oracle, which a theorem goes before.
    Cells { game: &'g dyn Game, layout: Layout, values: Box<dyn Values + 'g>, theorem_first: bool, clock: Clock },
}

impl TableRows<'_> {
    /// The whole table in memory.
    pub fn collect(mut self) -> Result<Table> {
        within(self.rows.saturating_mul(self.columns), MOST_CELLS)?;
        let mut values = Vec::new();
        self.fill(0, self.rows, &mut values)?;
        let Self { game, row_label, column_label, rows, columns, .. } = self;
        Ok(Table { game, row_label, column_label, rows, columns, values })
    }

    /// Calls `each` with the number and the cells of every row.
    pub fn each_row<E: From<Error>>(
        &mut self,
        mut each: impl FnMut(u64, &[u32]) -> std::result::Result<(), E>,
    ) -> std::result::Result<(), E> {
        let mut cells = Vec::new();
        for first in (0..self.rows).step_by(ROWS_AT_A_TIME as usize) {
            self.fill(first, ROWS_AT_A_TIME.min(self.rows - first), &mut cells)?;
            for (row, cells) in (first..).zip(cells.chunks(self.columns as usize)) {
                each(row, cells)?;
            }
        }
        Ok(())
    }

    /// Replaces the contents of `cells` by those of some rows, one after
    /// another.
    pub fn fill(&mut self, first: u64, rows: u64, cells: &mut Vec<u32>) -> Result<()> {
        cells.clear();
        match &mut self.source {
            Source::Sequence(values) => cells.extend_from_slice(values),
            Source::Board(board) => board.fill_rows(first, rows, self.columns, cells)?,
            Source::Cells { game, layout, values, theorem_first, clock } => {
                for row in first..first + rows {
                    for column in 0..self.columns {
                        cells.push(cell(*game, *layout, &mut **values, *theorem_first, row, column)?);
                        if let Some(limit) = clock.after(16) {
                            return Err(Error::OverBudget {
                                what: format!("a table of {} cells of {}", self.rows * self.columns, self.game),
                                limit,
                                reached: format!("{} cells", row * self.columns + column + 1),
                                hint: String::new(),
                            });
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

/// The value of one cell.
fn cell(
    game: &dyn Game,
    layout: Layout,
    values: &mut dyn Values,
    theorem_first: bool,
    row: u64,
    column: u64,
) -> Result<u32> {
    let position = match layout {
        Layout::Heaps => vec![column],
        Layout::Starts => game.start(column).unwrap_or_default(),
        Layout::Piles if game.shape().interchangeable => vec![row.min(column), row.max(column)],
        Layout::Piles | Layout::PileAndTail => vec![row, column],
    };
    let theorem = if theorem_first { game.grundy(&game.position_of_words(&position)) } else { None };
    match theorem.map(u32::try_from) {
        Some(Ok(value)) => Ok(value),
        _ => Ok(values.value(&position)? as u32),
    }
}

/// The Grundy values of a game over a rectangle of positions, all in memory.
///
/// A side means a square for games of two piles and a row for all others; a
/// rectangle means two heaps, or a pile and its tail.
pub fn table(game: &dyn Game, size: TableSize, budget: Budget) -> Result<Table> {
    let (_, rows, columns) = layout(game, size)?;
    within(rows.saturating_mul(columns), MOST_CELLS)?;
    table_rows(game, size, budget, &|_, _| ControlFlow::Continue(()))?.collect()
}

/// The same as rows that are read one after another. A board of two piles must
/// fit into the budget's bytes and tells `progress` how far it is; other games
/// are searched as the rows are read.
pub fn table_rows<'g>(
    game: &'g dyn Game,
    size: TableSize,
    budget: Budget,
    progress: &Progress<'_>,
) -> Result<TableRows<'g>> {
    let (layout, rows, columns) = layout(game, size)?;
    let cells = rows.saturating_mul(columns);
    let (row_label, column_label) = match layout {
        Layout::Heaps => (String::new(), "heap".to_owned()),
        Layout::Starts => (String::new(), "start".to_owned()),
        Layout::Piles | Layout::PileAndTail => {
            let labels = game.labels(2);
            (labels[0].clone(), labels[1].clone())
        }
    };
    let budget = budget.started();
    let table = |source| TableRows { game: game.name(), row_label, column_label, rows, columns, source };
    let blocks = if layout == Layout::Piles { game.blocks_on(rows, columns, budget) } else { None };
    if let Some(blocks) = blocks {
        within(cells, MOST_STREAMED)?;
        let (needed, width) = Board::bytes(rows, columns);
        if needed > budget.bytes {
            return Err(Error::TooLarge {
                what: format!("a board of {rows} × {columns}"),
                given: format!("{needed} bytes of memory, {width} a cell"),
                limit: format!("{} bytes", budget.bytes),
                hint: "an example that works: --size 1000".into(),
            });
        }
        return Ok(table(Source::Board(Board::build(blocks, rows, columns, progress)?)));
    }
    within(cells, MOST_CELLS)?;
    if let (Layout::Heaps, Some(rule)) = (layout, game.heap_rule()) {
        // A heap game is its sequence, which is worth its time whatever the budget of a search is.
        let mut sequence = Sequence::new(rule.clone());
        // The values, and the row that is made of them.
        let bytes = columns.saturating_mul(2 * size_of::<u32>() as u64);
        let refused = Vec::<u8>::new().try_reserve_exact(usize::try_from(bytes).unwrap_or(usize::MAX)).is_err();
        if refused || bytes > budget.bytes {
            return Err(Error::TooLarge {
                what: format!("a table of {columns} heaps"),
                given: format!("{bytes} bytes of memory"),
                limit: if refused { "what the system gives".into() } else { format!("{} bytes", budget.bytes) },
                hint: format!("an example that works: --size 1e6; more memory: --budget-memory {}", (bytes >> 19) + 1),
            });
        }
        sequence.limit(Budget { bytes: budget.bytes - bytes, time: None, deadline: None, ..budget });
        return Ok(table(Source::Sequence(sequence.first_values(columns as usize)?)));
    }
    // Interchangeable piles are asked for with the smaller one first.
    let corner = match game.shape().interchangeable {
        true => [rows.min(columns) - 1, rows.max(columns) - 1],
        false => [rows - 1, columns - 1],
    };
    let board = match layout {
        // A board is worth its cells whatever the budget of a search is.
        Layout::Piles => game.board(&corner, Budget { positions: u64::MAX, options: u64::MAX, ..budget }),
        // So is a row of heaps, if a rule file describes them.
        Layout::Heaps => game.board(&corner[1..], Budget { positions: u64::MAX, options: u64::MAX, ..budget }),
        _ => None,
    };
    let theorem = || game.grundy(&game.position_of_words(&corner));
    if board.is_none() && theorem().is_none() && cells > budget.positions {
        return Err(budget.too_many_positions(format!("a table of {cells} cells of {}", game.name())));
    }
    let theorem_first = board.is_none();
    let values = board.unwrap_or_else(|| game.values(&[], budget));
    Ok(table(Source::Cells { game, layout, values, theorem_first, clock: budget.clock() }))
}

/// What a size means for a game: the layout, the rows and the columns.
fn layout(game: &dyn Game, size: TableSize) -> Result<(Layout, u64, u64)> {
    let shape = game.shape();
    // Of a game whose positions are sums, the table is that of one component.
    let piles = match (shape.piles, game.component_width()) {
        (Piles::Any, Some(width @ 2..)) => Piles::Exactly(width),
        (piles, _) => piles,
    };
    let (layout, rows, columns) = match (size, piles, shape.tail) {
        (TableSize::Side(side), Piles::Exactly(2), None) => (Layout::Piles, side, side),
        (TableSize::Rectangle(rows, columns), Piles::Exactly(2) | Piles::Any, None) => (Layout::Piles, rows, columns),
        (TableSize::Rectangle(rows, columns), Piles::Exactly(1), Some(_)) => (Layout::PileAndTail, rows, columns),
        (TableSize::Side(side), _, Some(_)) => (Layout::Starts, 1, side),
        (TableSize::Side(side), Piles::Any | Piles::Exactly(1), None) => (Layout::Heaps, 1, side),
        _ => {
            return Err(Error::NotAnswered {
                game: game.name(),
                question: "a table of this shape".into(),
                hint: match piles {
                    Piles::Exactly(3..) => {
                        "tables are for one heap or two piles; `nimlab cold` lists its P-positions".into()
                    }
                    _ => "its table has one row: --size 20".into(),
                },
            });
        }
    };
    if rows == 0 || columns == 0 {
        return Err(Error::BadNumber { given: "0".into(), problem: "a table has at least one row and column".into() });
    }
    Ok((layout, rows, columns))
}

fn within(cells: u64, most: u64) -> Result<()> {
    if cells <= most {
        return Ok(());
    }
    Err(Error::TooLarge {
        what: "this table".into(),
        given: format!("{cells} cells"),
        limit: format!("{most} cells"),
        hint: "an example that works: --size 1000".into(),
    })
}

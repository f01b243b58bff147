//! Tables of Grundy values: one row for heaps and starting positions, or a
//! rectangle of two piles.

use super::Budget;
use crate::error::{Error, Result};
use crate::game::{Game, Piles};
use crate::sequence::Sequence;

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

/// The most cells that a table here may have: 4 bytes each, 4 GiB in all.
const MOST_CELLS: u64 = 1 << 30;

/// What the cells of a game's table stand for.
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

/// The Grundy values of a game over a rectangle of positions.
///
/// A side means a square for games of two piles and a row for all others; a
/// rectangle means two heaps, or a pile and its tail.
pub fn table(game: &dyn Game, size: TableSize, budget: Budget) -> Result<Table> {
    let budget = budget.started();
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
    let cells = rows.saturating_mul(columns);
    if cells == 0 {
        return Err(Error::BadNumber { given: "0".into(), problem: "a table has at least one row and column".into() });
    }
    if cells > MOST_CELLS {
        return Err(Error::TooLarge {
            what: "this table".into(),
            given: format!("{cells} cells"),
            limit: format!("{MOST_CELLS} cells"),
            hint: "an example that works: --size 1000".into(),
        });
    }
    let (row_label, column_label) = match layout {
        Layout::Heaps => (String::new(), "heap".to_owned()),
        Layout::Starts => (String::new(), "start".to_owned()),
        Layout::Piles | Layout::PileAndTail => {
            let labels = game.labels(2);
            (labels[0].clone(), labels[1].clone())
        }
    };
    if let (Layout::Heaps, Some(rule)) = (&layout, game.heap_rule()) {
        // A heap game is its sequence, which costs little whatever the budget of a search is.
        let values = Sequence::new(rule.clone()).first_values(columns as usize)?;
        return Ok(Table { game: game.name(), row_label, column_label, rows, columns, values });
    }
    // Interchangeable piles are asked for with the smaller one first.
    let corner = match shape.interchangeable {
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
    let theorem = |position: &[u64]| game.grundy(&game.position_of_words(position));
    if board.is_none() && theorem(&corner[..]).is_none() && cells > budget.positions {
        return Err(budget.too_many_positions(format!("a table of {cells} cells of {}", game.name())));
    }
    let mut values = board.unwrap_or_else(|| game.values(&[], budget));
    let mut cell = |row: u64, column: u64| -> Result<u32> {
        let position = match layout {
            Layout::Heaps => vec![column],
            Layout::Starts => game.start(column).unwrap_or_default(),
            Layout::Piles if shape.interchangeable => vec![row.min(column), row.max(column)],
            Layout::Piles | Layout::PileAndTail => vec![row, column],
        };
        let value = match theorem(&position).map(u32::try_from) {
            Some(Ok(value)) => value,
            _ => values.value(&position)? as u32,
        };
        Ok(value)
    };
    // Large cells grow as they are found: the time may be over long before.
    let mut found = Vec::with_capacity(cells.min(1 << 20) as usize);
    let mut clock = budget.clock();
    for row in 0..rows {
        for column in 0..columns {
            found.push(cell(row, column)?);
            if let Some(limit) = clock.after(16) {
                return Err(Error::OverBudget {
                    what: format!("a table of {cells} cells of {}", game.name()),
                    limit,
                    reached: format!("{} cells", found.len()),
                    hint: String::new(),
                });
            }
        }
    }
    Ok(Table { game: game.name(), row_label, column_label, rows, columns, values: found })
}

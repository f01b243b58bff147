//! Tables of Grundy values: one row for heaps and starting positions, or a
//! rectangle of two piles. They are read piece by piece, so that a table by a
//! formula may be far larger than the memory.

use super::{Genus, GenusTable, MISERE, Search, VALUES, genus_heaps, theorem_value, values, without_blocks};
use crate::error::{Error, Result};
use crate::sequence::Sequence;
use crate::solve::Board;
use crate::{Budget, Game, Hint, Meter, OnProgress, Piles, Play, RuleExt, Term, Values, counted};
use std::ops::ControlFlow;

/// The size of a table.
///
/// ```
/// use nimlab::{prelude::*, solve::TableSize};
/// let table = catalogue::game("wythoff")?.table(TableSize::Rectangle(2, 4)).run()?;
/// assert_eq!(table.values, [0, 1, 2, 3, 1, 2, 0, 4]);
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableSize {
    /// `14`: what that means depends on the game.
    Side(u64),
    /// `14x20`: rows and columns.
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
                problem: format!("a side of a table is from 1 to {}, such as 14 or 14x20", 1u64 << 32),
            })
        };
        match text.split_once(['x', 'X', '×']) {
            Some((rows, columns)) if rows.trim().is_empty() || columns.trim().is_empty() => Err(Error::BadNumber {
                given: text.to_owned(),
                problem: "rows and columns are both needed, as in 3x14".into(),
            }),
            Some((rows, columns)) => Ok(TableSize::Rectangle(side(rows)?, side(columns)?)),
            None => Ok(TableSize::Side(side(text)?)),
        }
    }
}

/// A table of Grundy values.
///
/// ```
/// use nimlab::{prelude::*, solve::TableSize};
/// let table = catalogue::game("nim")?.table(TableSize::Rectangle(3, 4)).run()?;
/// assert_eq!(table.value(2, 3), 1);
/// assert_eq!(table.iter_rows().nth(1).unwrap(), [1, 0, 3, 2]);
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// The game's name.
    pub game: String,
    /// Whether the values are those of normal or of misère play.
    pub play: Play,
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
    /// What it is a table of.
    pub fn title(&self) -> String {
        let values = if self.play == Play::Misere { "Misère Grundy values" } else { "Grundy values" };
        format!("{values} of {}", self.game)
    }

    /// The value in a row and a column.
    pub fn value(&self, row: u64, column: u64) -> u32 {
        self.values[(row * self.columns + column) as usize]
    }

    /// The rows one after another.
    pub fn iter_rows(&self) -> impl Iterator<Item = &[u32]> {
        self.values.chunks(self.columns as usize)
    }
}

/// Cells that are read at a time, if a row has no more: 256 KiB.
const PIECE: u64 = 1 << 16;

/// Rows of a board that are read at a time, if they are short.
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
    /// One pile, and the number after the slash.
    PileAndTail,
}

/// A table whose values are known and that can be read row by row, so that it
/// need not be held a second time.
///
/// ```
/// use nimlab::{prelude::*, solve::TableSize};
/// use std::ops::ControlFlow;
/// let rows = catalogue::game("wythoff")?;
/// let rows = rows.table(TableSize::Side(4)).rows(&|_, _| ControlFlow::Continue(()))?;
/// assert_eq!(rows.collect()?.value(3, 3), 6);
/// # Ok::<(), nimlab::Error>(())
/// ```
pub struct TableRows<'g> {
    /// The game's name.
    pub game: String,
    /// Whether the values are those of normal or of misère play.
    pub play: Play,
    /// What the rows are, such as `x`; empty if there is only one.
    pub row_label: String,
    /// What the columns are.
    pub column_label: String,
    /// Number of rows.
    pub rows: u64,
    /// Number of columns.
    pub columns: u64,
    source: ValueSource<'g>,
    meter: Meter,
}

/// Where the values of a table come from.
enum ValueSource<'g> {
    /// All of them, in one row.
    Sequence(Vec<u32>),
    /// A board of two piles.
    Board(Board),
    /// One by one: an oracle, which a theorem goes before.
    Cells { game: &'g dyn Game, layout: Layout, values: Box<dyn Values + 'g>, theorem: Option<Budget> },
}

impl TableRows<'_> {
    /// How many cells there are.
    fn cells(&self) -> u64 {
        self.rows.saturating_mul(self.columns)
    }

    /// Counts some work besides the cells, such as a long header. Fails if the
    /// time is over.
    pub fn tick(&mut self, work: u64) -> Result<()> {
        self.meter.tick(work)
    }

    /// The whole table in memory.
    pub fn collect(mut self) -> Result<Table> {
        self.meter.take_for::<u32>(self.cells()).map_err(|error| {
            let csv = Term::format("csv");
            error.with_hint(Hint::new("a table that is written as it is computed needs less", [csv]))
        })?;
        let mut values = Vec::with_capacity(self.cells() as usize);
        self.each_piece(|_, _, cells| {
            values.extend_from_slice(cells);
            Ok::<(), Error>(())
        })?;
        let Self { game, play, row_label, column_label, rows, columns, .. } = self;
        Ok(Table { game, play, row_label, column_label, rows, columns, values })
    }

    /// Calls `each` with the cells of every piece of every row, and with the
    /// numbers of their row and of their first column.
    pub fn each_piece<E: From<Error>>(
        &mut self,
        mut each: impl FnMut(u64, u64, &[u32]) -> std::result::Result<(), E>,
    ) -> std::result::Result<(), E> {
        let (rows, columns) = (self.rows, self.columns);
        let mut piece = Vec::new();
        match &mut self.source {
            ValueSource::Sequence(values) => {
                for (first, cells) in (0..).step_by(PIECE as usize).zip(values.chunks(PIECE as usize)) {
                    self.meter.tick(PIECE)?;
                    each(0, first, cells)?;
                }
            }
            ValueSource::Board(board) => {
                let at_a_time = (PIECE * ROWS_AT_A_TIME / columns).clamp(1, ROWS_AT_A_TIME);
                self.meter.take_for::<u32>(at_a_time.saturating_mul(columns))?;
                for first in (0..rows).step_by(at_a_time as usize) {
                    // A cell that is copied takes a tenth of a unit.
                    self.meter.tick(at_a_time.saturating_mul(columns) / 8)?;
                    board.fill_rows(first, at_a_time.min(rows - first), columns, &mut piece)?;
                    for (row, cells) in (first..).zip(piece.chunks(columns as usize)) {
                        each(row, 0, cells)?;
                    }
                }
            }
            ValueSource::Cells { .. } => {
                for row in 0..rows {
                    for first in (0..columns).step_by(PIECE as usize) {
                        self.fill(row, first, PIECE.min(columns - first), &mut piece)?;
                        each(row, first, &piece)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Replaces the contents of `piece` by some cells of a row, `count` from the
    /// column `first` on, which must be in the table.
    pub(crate) fn fill(&mut self, row: u64, first: u64, count: u64, piece: &mut Vec<u32>) -> Result<()> {
        piece.clear();
        let columns = self.columns;
        let place = first as usize..(first + count) as usize;
        match &mut self.source {
            ValueSource::Sequence(values) => piece.extend_from_slice(&values[place]),
            ValueSource::Board(board) => {
                board.fill_rows(row, 1, columns, piece)?;
                piece.truncate(place.end);
                piece.drain(..place.start);
            }
            ValueSource::Cells { game, layout, values, theorem } => {
                for column in first..first + count {
                    let found = cell(*game, *layout, &mut **values, *theorem, row, column);
                    let told = found.and_then(|value| self.meter.tick(16).map(|()| value));
                    piece.push(told.map_err(|error| error.having_reached(|| counted(row * columns + column, "cell")))?);
                }
            }
        }
        Ok(())
    }
}

/// The position of a cell.
fn position_at(game: &dyn Game, layout: Layout, row: u64, column: u64) -> Vec<u64> {
    match layout {
        Layout::Heaps => vec![column],
        Layout::Starts => game.start(column).unwrap_or_default(),
        Layout::Piles if game.shape().interchangeable => vec![row.min(column), row.max(column)],
        Layout::Piles | Layout::PileAndTail => vec![row, column],
    }
}

/// The value of one cell.
fn cell(
    game: &dyn Game,
    layout: Layout,
    values: &mut dyn Values,
    theorem: Option<Budget>,
    row: u64,
    column: u64,
) -> Result<u32> {
    let position = position_at(game, layout, row, column);
    let known = theorem.and_then(|budget| theorem_value(game, &game.position_of_words(&position), budget));
    match known.map(u32::try_from) {
        Some(Ok(value)) => Ok(value),
        _ => Ok(values.value(&position)? as u32),
    }
}

/// The Grundy values of a game over a rectangle of positions, all in memory.
///
/// A side means a square for games of two piles and a row for all others; a
/// rectangle means two heaps, or a pile and its tail.
pub fn table(game: &dyn Game, size: TableSize, play: Play, budget: Budget) -> Result<Table> {
    let progress: &OnProgress<'_> = &|_, _| ControlFlow::Continue(());
    match play {
        Play::Normal => table_rows(game, size, budget, progress),
        Play::Misere => misere_rows(game, size, budget),
    }?
    .collect()
}

/// Misère Grundy values from the definition.
struct MisereValues<'g>(Search<'g>);

impl Values for MisereValues<'_> {
    fn value(&mut self, position: &[u64]) -> Result<u64> {
        Ok(self.0.genus(position)?.misere().into())
    }
}

/// Rows of misère Grundy values, searched as they are read.
pub fn misere_rows(game: &dyn Game, size: TableSize, budget: Budget) -> Result<TableRows<'_>> {
    without_blocks(game, MISERE)?;
    let (layout, rows, columns) = layout(game, size)?;
    let (row_label, column_label) = labels(game, layout);
    let budget = budget.started();
    let what = searched(game, rows, columns, budget)?;
    let source = match genera_by_quotient(game, layout, columns, budget) {
        Some(genera) => ValueSource::Sequence(genera.iter().map(Genus::misere).collect()),
        None => {
            let values = Box::new(MisereValues(Search::for_genera(game, budget)));
            ValueSource::Cells { game, layout, values, theorem: None }
        }
    };
    let (game, play, meter) = (game.name(), Play::Misere, budget.meter(what));
    Ok(TableRows { game, play, row_label, column_label, rows, columns, source, meter })
}

/// The genera over a rectangle of positions: by search, and by a misère quotient for heaps out of its reach.
pub fn genera(game: &dyn Game, size: TableSize, budget: Budget, progress: &OnProgress<'_>) -> Result<GenusTable> {
    without_blocks(game, MISERE)?;
    let (layout, rows, columns) = layout(game, size)?;
    let (row_label, column_label) = labels(game, layout);
    let budget = budget.started();
    let mut meter = budget.meter(searched(game, rows, columns, budget)?);
    if let Some(genera) = genera_by_quotient(game, layout, columns, budget) {
        return Ok(GenusTable { game: game.name(), row_label, column_label, rows, columns, genera });
    }
    let mut search = Search::for_genera(game, budget);
    let (mut found, cells) = (Vec::new(), rows * columns);
    for place in 0..cells {
        let position = position_at(game, layout, place / columns, place % columns);
        let genus = search.genus(&position).cloned();
        let genus = genus.map_err(|error| error.having_reached(|| counted(place, "cell")))?;
        meter.take(4 * genus.written().len() as u64)?;
        meter.push::<Genus>(&mut found, genus)?;
        if progress(place + 1, cells).is_break() {
            meter.now()?;
        }
    }
    Ok(GenusTable { game: game.name(), row_label, column_label, rows, columns, genera: found })
}

/// A row of so many heaps that are split is left to search.
const SEARCHED: u64 = 40;

/// The genera of a row of heaps that are split, if a quarter of the budget is enough for a quotient.
fn genera_by_quotient(game: &dyn Game, layout: Layout, columns: u64, budget: Budget) -> Option<Vec<Genus>> {
    let rule = game.heap_rule().filter(|_| layout == Layout::Heaps && columns > SEARCHED)?;
    if !rule.pattern().is_some_and(|pattern| pattern.splits()) {
        return None;
    }
    let time = budget.time.map(|time| time / 4);
    let part = Budget { time, patience: time, begun: None, deadline: None, ..budget }.in_bytes(budget.bytes / 4);
    genus_heaps::genera(game, rule, columns, SEARCHED, part).ok()
}

/// What a table that is searched is called; refused where it has more cells than positions may be
/// remembered.
fn searched(game: &dyn Game, rows: u64, columns: u64, budget: Budget) -> Result<String> {
    let cells = rows.saturating_mul(columns);
    let what = format!("a table of {} of {}", counted(cells, "cell"), game.name());
    if cells > budget.positions { Err(budget.too_many_positions(what)) } else { Ok(what) }
}

/// What rows and columns are called.
fn labels(game: &dyn Game, layout: Layout) -> (String, String) {
    match layout {
        Layout::Heaps => (String::new(), "heap".to_owned()),
        Layout::Starts => (String::new(), "start".to_owned()),
        Layout::Piles | Layout::PileAndTail => {
            let labels = game.labels(2);
            (labels[0].clone(), labels[1].clone())
        }
    }
}

/// The same as rows that are read one after another. A board of two piles must
/// fit into the budget's bytes and tells `progress` how far it is; other games
/// are searched as the rows are read.
pub fn table_rows<'g>(
    game: &'g dyn Game,
    size: TableSize,
    budget: Budget,
    progress: &OnProgress<'_>,
) -> Result<TableRows<'g>> {
    without_blocks(game, VALUES)?;
    let (layout, rows, columns) = layout(game, size)?;
    let cells = rows.saturating_mul(columns);
    let (row_label, column_label) = labels(game, layout);
    let budget = budget.started();
    let named = |words: &str| format!("{words} of {}", game.name());
    let (name, play) = (game.name(), Play::Normal);
    let table = |source, meter| TableRows { game: name, play, row_label, column_label, rows, columns, source, meter };
    // Interchangeable piles are asked for with the smaller one first.
    let corner = match game.shape().interchangeable {
        true => [rows.min(columns) - 1, rows.max(columns) - 1],
        false => [rows - 1, columns - 1],
    };
    let board = |meter: &mut Meter| {
        let example = || Hint::new("a smaller board needs less; an example that works", [Term::size(1000)]);
        meter.take(Board::bytes(rows, columns).0).map_err(|error| error.with_hint(example()))
    };
    let mut meter = budget.foreseen().meter(named(&format!("a board of {rows} × {columns}")));
    // Without a theorem no method takes less than a byte per cell: what cannot fit is refused before it starts.
    if layout == Layout::Piles
        && cells > budget.bytes
        && theorem_value(game, &game.position_of_words(&corner), budget).is_none()
    {
        board(&mut meter.clone())?;
    }
    let moves = if layout == Layout::Piles {
        game.two_piles().and_then(|piles| piles.moves_on(rows, columns, budget))
    } else {
        None
    };
    if let Some(moves) = moves {
        board(&mut meter)?;
        let board = Board::build(moves, rows, columns, &meter.watching(progress));
        return Ok(table(ValueSource::Board(board.map_err(|error| meter.now().err().unwrap_or(error))?), meter));
    }
    if let (Layout::Heaps, Some(rule)) = (layout, game.heap_rule()) {
        // A heap game is its sequence, which is worth its time whatever the budget of a search is.
        let mut meter = budget.foreseen().meter(named(&format!("a table of {}", counted(columns, "heap"))));
        // The values, and the row that is made of them.
        meter.take_for::<[u32; 2]>(columns).map_err(|error| error.with_hint(Hint::example([Term::columns("1e6")])))?;
        let mut sequence = Sequence::new(rule.clone());
        sequence.limit(Budget { bytes: meter.room(), ..budget.foreseen() });
        return Ok(table(ValueSource::Sequence(sequence.first_values(columns as usize)?), meter));
    }
    // A board is worth its cells whatever the budget of a search is; so is a row of heaps, if a rule file describes them.
    let whole = Budget { positions: u64::MAX, options: u64::MAX, ..budget };
    let board = match layout {
        Layout::Piles => game.board(&corner, whole),
        Layout::Heaps => game.board(&corner[1..], whole),
        _ => None,
    };
    let what = named(&format!("a table of {}", counted(cells, "cell")));
    if let Some(values) = board {
        return Ok(table(ValueSource::Cells { game, layout, values, theorem: None }, budget.meter(what)));
    }
    // With a theorem for the corner there mostly is one for every cell.
    let covered = theorem_value(game, &game.position_of_words(&corner), budget).is_some();
    if !covered && cells > budget.positions {
        return Err(budget.too_many_positions(what));
    }
    let values = values(game, &[], budget);
    let meter = if covered { budget.foreseen() } else { budget }.meter(what);
    Ok(table(ValueSource::Cells { game, layout, values, theorem: Some(budget) }, meter))
}

/// What a size means for a game: the layout, the rows and the columns.
fn layout(game: &dyn Game, size: TableSize) -> Result<(Layout, u64, u64)> {
    let shape = game.shape();
    // Of a game whose positions are sums, the table is that of one component.
    let piles = match (shape.piles, game.shape().component) {
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
                question: if matches!(piles, Piles::Exactly(3..)) { "a table" } else { "a table of several rows" }
                    .into(),
                hint: match piles {
                    Piles::Exactly(3..) => Hint::new(
                        "tables are for one heap or two piles; its P-positions can be listed",
                        [Term::POSITIONS, Term::game(game.name())],
                    ),
                    _ => Hint::new("its table has one row", [Term::columns(20)]),
                },
            });
        }
    };
    if rows == 0 || columns == 0 {
        return Err(Error::BadNumber { given: "0".into(), problem: "a table has at least one row and column".into() });
    }
    Ok((layout, rows, columns))
}

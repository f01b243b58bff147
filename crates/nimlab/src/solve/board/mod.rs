//! The Grundy values of a whole board of Wythoff's game with any parameter a,
//! or of ℛ-Wythoff, value by value: g = 0, 1, 2, … is put into every row, from
//! the top, at the first cell from the main diagonal on that has no smaller
//! value and from which no g can be reached.
//!
//! That is the definition in another order. A cell still empty when g is due
//! can move to every smaller value; it gets g exactly if it cannot move to g;
//! and its options, sorted, lie in rows above it or to its left. After the
//! first such cell of a row every other can move to that one. What must be
//! known of g is which rows, columns and diagonals hold it: three sets of bits
//! that stay in the fastest cache, where cell by cell a set of values for each
//! row, column and diagonal of the board would be needed.
//!
//! No value exceeds x + y, for every move makes that sum smaller. Cells are
//! therefore 16 bits wide while the sum in the corner is below 2¹⁶.
//!
//! Work: N²/2 cells, and a few searches that find no place; at N = 10 000 about
//! 20 to 26 ns each. a > 1 adds the widening of a band of diagonals. The values
//! go through the board in blocks, one thread per block, each a band of rows
//! after the block before it.

mod band;
mod far;
mod layer;
#[cfg(test)]
mod tests;
mod values;

pub(crate) use far::{FarRows, NOT_HERE};
pub use values::ValuePositions;

use crate::error::{Error, Result};
use crate::{Budget, OnProgress, PairMoves, Values};
use band::{Band, CellNumber, ROWS};
use layer::ValueLayer;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Values that go through the board together; more were not faster.
const BLOCK: usize = 32;

/// Boards with fewer cells are not worth a second thread.
const SHARE: u64 = 1 << 17;

/// Bands that a thread goes through between two calls of `progress`: so it is called at
/// the latest after this many times 64 rows and 32 values, some half a millisecond,
/// however large the board is.
const LOOK_EVERY: usize = 8;

/// The values of all positions up to a corner.
///
/// ```
/// use nimlab::{PairMoves, solve::Board};
/// use std::ops::ControlFlow;
/// let board = Board::build(PairMoves::Band { width: 1 }, 4, 6, &|_, _| ControlFlow::Continue(()))?;
/// assert_eq!(board.get(1, 2), Some(0));
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Board {
    rows: u64,
    columns: u64,
    cells: Cells,
}

#[derive(Debug, Clone)]
enum Cells {
    Narrow(Vec<Band<u16>>),
    Wide(Vec<Band<u32>>),
}

impl Board {
    /// The board of all positions (x, y) with x below `rows` and y below
    /// `columns`, on all cores. Fails if the memory is not available or if
    /// `progress` breaks off; each thread calls it again and again.
    ///
    /// ```
    /// use nimlab::{PairMoves, solve::Board};
    /// let board = Board::build(PairMoves::Band { width: 1 }, 5, 5, &|_, _| std::ops::ControlFlow::Continue(())).unwrap();
    /// assert_eq!(board.get(3, 4), Some(2));
    /// assert_eq!(board.get(4, 3), Some(2));
    /// assert_eq!(board.get(5, 0), None);
    /// ```
    pub fn build(moves: PairMoves, rows: u64, columns: u64, progress: &OnProgress<'_>) -> Result<Self> {
        let moves = match moves {
            PairMoves::Band { width: a } => PairMoves::Band { width: a.clamp(1, rows.saturating_add(columns)) },
            PairMoves::LargerOrBoth => PairMoves::LargerOrBoth,
        };
        // The smaller pile first: rows beyond the columns hold nothing new.
        let (rows, columns) = (rows.min(columns), rows.max(columns));
        let threads = threads(cells_of(rows, columns));
        let cells = if narrow(rows, columns) {
            Cells::Narrow(build(moves, rows, columns, threads, progress)?)
        } else {
            Cells::Wide(build(moves, rows, columns, threads, progress)?)
        };
        Ok(Self { rows, columns, cells })
    }

    /// The memory that a board takes while it is built, and how many bytes of
    /// it a cell is.
    ///
    /// ```
    /// use nimlab::solve::Board;
    /// assert_eq!(Board::bytes(20_000, 20_000), (528_043_520, 2));
    /// ```
    pub fn bytes(rows: u64, columns: u64) -> (u64, u64) {
        // Far beyond any memory, and small enough for the products below.
        let most = 1 << 40;
        let (rows, columns) = (rows.min(columns).min(most), rows.max(columns).min(most));
        let width = if narrow(rows, columns) { 2 } else { 4 };
        // The last band is counted as a whole one.
        let bands = u128::from(rows.div_ceil(ROWS as u64));
        let cells = (bands * u128::from(columns + BLOCK as u64) - bands * bands.saturating_sub(1) / 2 * 64) * 64;
        // Which cells have a value, and which rows have each value.
        let bits = cells / 8 + bands * 64 * 8 + bands * u128::from(rows + columns) * 8;
        (u64::try_from(cells * width + bits).unwrap_or(u64::MAX), width as u64)
    }

    /// The value of (x, y), if it is on the board.
    ///
    /// ```
    /// use nimlab::{PairMoves, solve::Board};
    /// use std::ops::ControlFlow;
    /// let board = Board::build(PairMoves::Band { width: 1 }, 4, 6, &|_, _| ControlFlow::Continue(()))?;
    /// assert_eq!((board.get(3, 5), board.get(9, 9)), (Some(0), None));
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn get(&self, x: u64, y: u64) -> Option<u32> {
        let (x, y) = (x.min(y), x.max(y));
        if x >= self.rows || y >= self.columns {
            return None;
        }
        let (band, r) = ((x / 64) as usize, (x % 64) as usize);
        let column = y as usize - band * ROWS;
        Some(match &self.cells {
            Cells::Narrow(bands) => bands[band].row(r)[column].value(),
            Cells::Wide(bands) => bands[band].row(r)[column].value(),
        })
    }

    /// Writes whole rows, the first `columns` cells of each, one after
    /// another. Nothing beyond the board may be asked for.
    ///
    /// ```
    /// use nimlab::{PairMoves, solve::Board};
    /// use std::ops::ControlFlow;
    /// let board = Board::build(PairMoves::Band { width: 1 }, 4, 6, &|_, _| ControlFlow::Continue(()))?;
    /// let mut cells = Vec::new();
    /// board.fill_rows(1, 2, 3, &mut cells)?;
    /// assert_eq!(cells, [1, 2, 0, 2, 0, 1]);
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn fill_rows(&self, first: u64, rows: u64, columns: u64, out: &mut Vec<u32>) -> Result<()> {
        let (last, widest) = (first.saturating_add(rows), columns);
        let fits = last.min(widest) <= self.rows && last.max(widest) <= self.columns;
        if !fits {
            return Err(self.beyond(format!("rows up to {last}, columns up to {widest}")));
        }
        out.clear();
        out.resize((rows * columns) as usize, 0);
        let (first, rows, columns) = (first as usize, rows as usize, columns as usize);
        match &self.cells {
            Cells::Narrow(bands) => gather(bands, first, rows, columns, out),
            Cells::Wide(bands) => gather(bands, first, rows, columns, out),
        }
        Ok(())
    }

    fn beyond(&self, given: String) -> Error {
        Error::TooLarge {
            what: "this position for the board".into(),
            given,
            limit: format!("{} rows and {} columns", self.rows, self.columns),
            hint: "ask for a larger board".into(),
        }
    }
}

/// Whether 16 bits hold every value: none exceeds x + y.
fn narrow(rows: u64, columns: u64) -> bool {
    rows.saturating_add(columns) <= (1 << 16) + 1
}

/// The cells of some rows. Left of the main diagonal they stand in the rows
/// above, where a piece as long as there are rows is taken from each.
fn gather<C: CellNumber>(bands: &[Band<C>], first: usize, rows: usize, columns: usize, out: &mut [u32]) {
    for above in 0..columns.min(first + rows) {
        let (band, start) = (&bands[above / ROWS], above / ROWS * ROWS);
        let from = first.max(above);
        let piece = &band.row(above % ROWS)[from - start..first + rows - start];
        for (row, &cell) in (from - first..).zip(piece) {
            out[row * columns + above] = cell.value();
        }
    }
    for row in (first..first + rows).take_while(|&row| row < columns) {
        let (band, start) = (&bands[row / ROWS], row / ROWS * ROWS);
        let cells = &band.row(row % ROWS)[row - start..columns - start];
        let line = &mut out[(row - first) * columns + row..(row - first + 1) * columns];
        for (place, &cell) in line.iter_mut().zip(cells) {
            *place = cell.value();
        }
    }
}

/// The number of threads for this many cells.
fn threads(cells: u64) -> usize {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    cores.min(usize::try_from(cells / SHARE + 1).unwrap_or(usize::MAX))
}

/// How many cells a board has from the main diagonal on.
fn cells_of(rows: u64, columns: u64) -> u64 {
    let cells = u128::from(rows) * u128::from(columns) - u128::from(rows) * u128::from(rows.saturating_sub(1)) / 2;
    u64::try_from(cells).unwrap_or(u64::MAX)
}

/// All values in their places.
fn build<C: CellNumber>(
    moves: PairMoves,
    rows: u64,
    columns: u64,
    threads: usize,
    progress: &OnProgress<'_>,
) -> Result<Vec<Band<C>>> {
    let total = cells_of(rows, columns);
    let (rows, columns) = (rows as usize, columns as usize);
    let mut bands = Vec::new();
    for first in (0..rows).step_by(ROWS) {
        // The memory of a large board takes its time too.
        if progress(0, total).is_break() {
            return Err(stopped());
        }
        bands.push(Mutex::new(Band::new(first / 64, ROWS.min(rows - first), columns - first)?));
    }
    let pipeline = Pipeline {
        done: bands.iter().map(|_| AtomicUsize::new(0)).collect(),
        bands,
        next: AtomicUsize::new(0),
        // No value exceeds the sum in the corner.
        blocks: (rows + columns).saturating_sub(1).div_ceil(BLOCK),
        placed: AtomicU64::new(0),
        total,
        stopped: AtomicBool::new(false),
    };
    let work = || pipeline.work(vec![ValueLayer::new(moves, rows, columns); BLOCK], progress);
    thread::scope(|scope| {
        for _ in 1..threads {
            // A thread that cannot be started leaves its work to the others.
            let _ = thread::Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
    if pipeline.stopped.load(Ordering::Acquire) {
        return Err(stopped());
    }
    Ok(pipeline.bands.into_iter().map(|band| band.into_inner().unwrap_or_else(PoisonError::into_inner)).collect())
}

fn stopped() -> Error {
    Error::undecided("the board was stopped before it was complete")
}

fn locked<C>(band: &Mutex<Band<C>>) -> std::sync::MutexGuard<'_, Band<C>> {
    band.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Blocks of values on their way through the bands of a board.
struct Pipeline<C> {
    bands: Vec<Mutex<Band<C>>>,
    /// How many blocks have passed each band.
    done: Vec<AtomicUsize>,
    /// The next block that a thread takes.
    next: AtomicUsize,
    blocks: usize,
    placed: AtomicU64,
    total: u64,
    stopped: AtomicBool,
}

impl<C: CellNumber> Pipeline<C> {
    /// What each thread does: one block after another.
    fn work(&self, mut layers: Vec<ValueLayer>, progress: &OnProgress<'_>) {
        let _guard = StopOnPanic(&self.stopped);
        loop {
            let block = self.next.fetch_add(1, Ordering::Relaxed);
            if block >= self.blocks || !self.pass(block, &mut layers, progress) {
                return;
            }
        }
    }

    /// Takes a block through all bands; false if the work was stopped.
    fn pass(&self, block: usize, layers: &mut [ValueLayer], progress: &OnProgress<'_>) -> bool {
        layers.iter_mut().for_each(ValueLayer::clear);
        for (base, band) in self.bands.iter().enumerate() {
            if base % LOOK_EVERY == 0 && !self.goes_on(progress) {
                return false;
            }
            let mut turns = 0u32;
            while self.done[base].load(Ordering::Acquire) < block {
                // The block before is a few microseconds ahead, unless its thread waits for a core.
                turns = turns.wrapping_add(1);
                if turns < 20_000 {
                    std::hint::spin_loop();
                } else if self.goes_on(progress) {
                    thread::yield_now();
                } else {
                    return false;
                }
            }
            let mut band = locked(band);
            let before = band.left();
            band.place(base, layers);
            self.placed.fetch_add((before - band.left()) as u64, Ordering::Relaxed);
            drop(band);
            self.done[base].store(block + 1, Ordering::Release);
        }
        self.goes_on(progress)
    }

    /// Tells how far the board is; false if the work ends here, on all threads.
    fn goes_on(&self, progress: &OnProgress<'_>) -> bool {
        if self.stopped.load(Ordering::Acquire) {
            return false;
        }
        let goes_on = progress(self.placed.load(Ordering::Relaxed), self.total).is_continue();
        if !goes_on {
            self.stopped.store(true, Ordering::Release);
        }
        goes_on
    }
}

/// Lets the other threads go if one of them panics.
struct StopOnPanic<'s>(&'s AtomicBool);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(true, Ordering::Release);
        }
    }
}

impl Values for Board {
    fn value(&mut self, position: &[u64]) -> Result<u64> {
        let found = match *position {
            [x, y] => self.get(x, y),
            _ => None,
        };
        found.map(u64::from).ok_or_else(|| self.beyond(format!("{position:?}")))
    }
}

/// The board up to a corner, if it is within the budget.
pub(crate) fn within<'g>(moves: PairMoves, corner: &[u64], budget: Budget) -> Option<Box<dyn Values + 'g>> {
    let &[x, y] = corner else { return None };
    let (rows, columns) = (x.checked_add(1)?, y.checked_add(1)?);
    if rows.checked_mul(columns)? > budget.positions || Board::bytes(rows, columns).0 > budget.bytes {
        return None;
    }
    let meter = budget.meter("");
    Some(Box::new(Board::build(moves, rows, columns, &meter.watching(&|_, _| ControlFlow::Continue(()))).ok()?))
}

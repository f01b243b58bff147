//! Checking a certificate of a row from nothing but its text and the rule.
//!
//! This file shares no method with the one that finds periods: whole sets of
//! used values in place of windows, cell after cell by the mex over marked
//! options, and every clause of the claim by itself. Cost: the columns of the
//! proof times r² times a.

use super::certificate::RowCertificate;
use crate::error::{Error, Result};
use crate::number::shorten;
use crate::sequence::{PeriodVerdict, not_by_rules, proper_divisors, values_are};
use crate::{Budget, Clock, Hint, Limit, PairMoves, counted};

/// The most cells that a check may compute.
const MOST_CELLS: u128 = 1 << 32;

/// The bytes that a cell takes: its value, the mark that its row has it, and
/// two marks while the sets of two columns are compared.
const CELL: u64 = 8;

macro_rules! demand {
    ($holds:expr, $($problem:tt)+) => {
        if !$holds {
            return Ok(PeriodVerdict::Rejected(format!($($problem)+)));
        }
    };
}

/// Checks a certificate of a row within a budget of memory and time. Fails if
/// it names no game or if the budget is spent; a false claim is a [`PeriodVerdict`].
///
/// ```
/// use nimlab::{Budget, PairMoves, sequence::PeriodVerdict};
/// use nimlab::solve::row::{RowAnswer, RowCertificate, row_period, verify_row};
/// let answer = row_period(PairMoves::Band { width: 1 }, 3, 1000, Budget::default(), &|_, _| ())?;
/// let RowAnswer::Proved(period) = answer else { panic!() };
/// let mut certificate = RowCertificate::of("wythoff", &period);
/// assert_eq!(verify_row(&certificate, Budget::default())?, PeriodVerdict::Proved);
/// certificate.period += 1;
/// assert!(matches!(verify_row(&certificate, Budget::default())?, PeriodVerdict::Rejected(_)));
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn verify_row(claimed: &RowCertificate, budget: Budget) -> Result<PeriodVerdict> {
    not_by_rules(&claimed.game)?;
    let game = crate::catalogue::game(&claimed.game)?;
    let Some(moves) = game.two_piles().and_then(|piles| piles.moves()) else {
        return Ok(PeriodVerdict::Rejected(format!("no theorem here proves periods of rows of {}", game.name())));
    };
    let a = match moves {
        PairMoves::Band { width: a } => a,
        PairMoves::LargerOrBoth => 1,
    };
    let (l, p, c) = (claimed.preperiod, claimed.period, claimed.state);
    demand!(claimed.theorem == "row-state", "the theorem for rows is row-state, not {}", shorten(&claimed.theorem));
    demand!(p > 0 && claimed.distance > 0, "a period of 0 says nothing");
    demand!(claimed.saltus == p, "the saltus of a row is its period, {p}, not {}", claimed.saltus);
    let edge = match moves {
        PairMoves::LargerOrBoth => claimed.row.saturating_add(1),
        PairMoves::Band { .. } if claimed.row == 0 => 0,
        PairMoves::Band { .. } => claimed.row.saturating_add(a - 1),
    };
    demand!(c >= edge, "moves from column {c} are cut off by the edge; the state must stand at column {edge} or later");
    demand!(
        claimed.values.len() as u128 == u128::from(l) + u128::from(p),
        "{} listed, but one preperiod and one period are {}",
        values_are(claimed.values.len()),
        u128::from(l) + u128::from(p)
    );
    let needed = u128::from(c) + u128::from(claimed.distance);
    demand!(u128::from(l) <= u128::from(c) && p <= claimed.distance, "the state proves no period before it comes back");
    let cells = needed.saturating_mul(u128::from(claimed.row) + 1);
    if cells > MOST_CELLS {
        return Err(Error::TooLarge {
            what: "the range of this certificate".into(),
            given: format!("{needed} columns of the rows 0 to {}", claimed.row),
            limit: format!("{MOST_CELLS} cells"),
            hint: "it can be neither confirmed nor rejected here".into(),
        });
    }
    let mut bound = CheckBudget { row: claimed.row, columns: needed as usize, clock: budget.clock() };
    if (cells as u64).saturating_mul(CELL) > budget.bytes {
        return Err(bound.over(Limit::Memory(budget.bytes), 0));
    }
    let rows = claimed.row as usize + 1;
    let board = plain_rows(moves, a as usize, rows, &mut bound)?;
    let (l, p, c, distance) = (l as usize, p as usize, c as usize, claimed.distance as usize);
    let value = |b: usize| u64::from(board[rows - 1][b]);
    if let Some(b) = (0..l + p).find(|&b| value(b) != claimed.values[b]) {
        return Ok(PeriodVerdict::Rejected(format!(
            "G({}, {b}) is {}, not {}",
            claimed.row,
            value(b),
            claimed.values[b]
        )));
    }
    let state = RowState { board: &board, a: a as usize };
    demand!(state.repeats(c, distance), "the state before column {c} does not come back after {}", columns(distance));
    demand!(c == edge as usize || !state.repeats(c - 1, distance), "the state of column {} comes back already", c - 1);
    for shorter in proper_divisors(distance) {
        bound.spend((rows * (c + distance)) as u64 / 8, needed as usize)?;
        demand!(!state.repeats(c, shorter), "the state comes back after {} already", columns(shorter));
    }
    // From column c on everything is known, for it repeats.
    let over = |b: usize| {
        let known = if b < c { b } else { c + (b - c) % distance };
        value(known) as i64 - known as i64
    };
    if let Some(b) = (l..c + distance).find(|&b| over(b + p) != over(b)) {
        return Ok(PeriodVerdict::Rejected(format!(
            "G({}, {}) is not G({}, {b}) + {p}",
            claimed.row,
            b + p,
            claimed.row
        )));
    }
    demand!(
        l == 0 || over(l - 1) != over(l - 1 + p),
        "the preperiod is not the least: {} works too",
        l.wrapping_sub(1)
    );
    for shorter in proper_divisors(p) {
        demand!(
            (c..c + distance).any(|b| over(b + shorter) != over(b)),
            "the period is not the least: {shorter} works too"
        );
    }
    Ok(PeriodVerdict::Proved)
}

fn columns(count: usize) -> String {
    counted(count as u64, "column")
}

/// The definition, column after column: each row marks the values that it has,
/// and a cell adds those above it and on its band of diagonals.
fn plain_rows(moves: PairMoves, a: usize, rows: usize, bound: &mut CheckBudget) -> Result<Vec<Vec<u32>>> {
    let columns = bound.columns;
    let mut board = vec![Vec::with_capacity(columns); rows];
    // No value exceeds the sum of the piles.
    let mut in_row = vec![vec![false; rows + columns + 1]; rows];
    // A mark is the number of the cell that was computed when it was set.
    let mut marks = vec![0u64; rows + columns + 1];
    let mut from = vec![0; rows];
    let mut cell = 0;
    for b in 0..columns {
        for i in 0..rows {
            cell += 1;
            bound.spend((i * b.min(2 * a - 1) / 8) as u64 + 1, b)?;
            let (along_row, along_column) = match moves {
                PairMoves::Band { .. } => (true, true),
                PairMoves::LargerOrBoth => (b >= i, i >= b),
            };
            if along_column {
                (0..i).for_each(|above| marks[board[above][b] as usize] = cell);
            }
            for k in 1..=i {
                for l in 1..=b.min(k + a - 1) {
                    if k.abs_diff(l) < a {
                        marks[board[i - k][b - l] as usize] = cell;
                    }
                }
            }
            let start = if along_row { from[i] } else { 0 };
            let free = |value: &usize| marks[*value] != cell && !(along_row && in_row[i][*value]);
            let value = (start..).find(free).unwrap_or(0);
            board[i].push(value as u32);
        }
        for i in 0..rows {
            in_row[i][board[i][b] as usize] = true;
            while in_row[i][from[i]] {
                from[i] += 1;
            }
        }
    }
    Ok(board)
}

/// The budget of a check.
struct CheckBudget {
    row: u64,
    columns: usize,
    clock: Clock,
}

impl CheckBudget {
    fn spend(&mut self, work: u64, column: usize) -> Result<()> {
        match self.clock.after(work) {
            Some(limit) => Err(self.over(limit, column)),
            None => Ok(()),
        }
    }

    fn over(&self, limit: Limit, column: usize) -> Error {
        Error::OverBudget {
            what: format!("the check of the rows 0 to {} up to column {}", self.row, self.columns.saturating_sub(1)),
            limit,
            reached: format!("column {column}"),
            hint: Hint::NONE,
        }
    }
}

/// The state before a column, read off the board.
struct RowState<'b> {
    board: &'b [Vec<u32>],
    a: usize,
}

impl RowState<'_> {
    /// Whether the state before a column is that of a later one, less the
    /// distance.
    fn repeats(&self, column: usize, distance: usize) -> bool {
        let last = self.board.len() - 1;
        let recent = (0..last).all(|i| {
            let row = &self.board[i];
            (1..=last - i + self.a - 1)
                .all(|l| row[column + distance - l] as usize == row[column - l] as usize + distance)
        });
        recent && self.board.iter().all(|row| same_values(&row[..column], &row[..column + distance], distance))
    }
}

/// Whether the later values are exactly those below `distance` and the earlier
/// ones plus `distance`.
fn same_values(earlier: &[u32], later: &[u32], distance: usize) -> bool {
    let most = later.iter().chain(earlier).copied().max().unwrap_or(0) as usize + distance;
    let mut expected = vec![false; most + 1];
    expected[..distance.min(most + 1)].fill(true);
    earlier.iter().for_each(|&value| expected[value as usize + distance] = true);
    let mut there = vec![false; most + 1];
    later.iter().for_each(|&value| there[value as usize] = true);
    expected == there
}

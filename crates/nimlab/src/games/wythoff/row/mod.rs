//! Rows of a board: the Grundy values G(r, 0), G(r, 1), … of Wythoff's game
//! are additively periodic, G(r, b + p) = G(r, b) + p from some column on
//! (Dress, Flammenkamp and Pink 1999; Landman 2002). Each period that is found
//! here, also for other parameters a and for ℛ-Wythoff, is proved by a state
//! that comes back.
//!
//! **Theorem.** Let S(b) be, for the rows 0 to r, the set U_i of the values
//! that row i has before column b, less b, together with the values less b of
//! the cells (i, b − l), i < r, 1 ≤ l ≤ r − i + a − 1. If S(c + P) = S(c) for a
//! column c ≥ r + a − 1 (in ℛ-Wythoff c > r, and a = 1), then G(i, b + P) =
//! G(i, b) + P for all i ≤ r and b ≥ c.
//!
//! *Proof.* The options of (i, b) lie in its row, their values being U_i; in
//! its column above it; and on its band of diagonals, at (i − k, b − l) with
//! l ≤ k + a − 1: a cell that S(b) holds, because row i is at most r. None is
//! cut off by the edge, for b ≥ r + a − 1. So S(b) determines the values of
//! column b less b, from the top down, and with them S(b + 1). One thing is to
//! be said about the mex, which is no translation: U_i has every value below
//! some number low ≥ 0, and so has U_i at c + P below low + P; adding P to all
//! values of options therefore adds P to the least that is missing. Column
//! after column, everything behind c + P is what is behind c, plus P. ∎
//!
//! S is finite, because U_i misses only values near b: low is kept, and the
//! bits above it. Brent's algorithm finds a state that comes back, and a
//! second run the first one; least period and preperiod of row r follow. The
//! saltus is the period: G(r, b) − b is bounded.

mod certificate;
mod machine;
#[cfg(test)]
mod tests;
mod verify;

pub use certificate::RowCertificate;
pub use verify::verify_row;

use super::board::Progress;
use super::values::Blocks;
use crate::error::{Error, Result};
use crate::sequence::{Observation, dotted, observed_period};
use machine::{Machine, reach, width};

/// The name of the theorem.
pub const THEOREM: &str = "row-state";

/// What it says.
pub(crate) const STATEMENT: &str = "Let S(b) be, for the rows 0 to r, the values used before column b and those of the cells from which column b is reached diagonally, all less b. If S(c + P) = S(c), c behind the reach of the edge, then G(i, b + P) = G(i, b) + P for all i <= r and b >= c.";

/// The most columns that are ever computed.
pub const MOST_COLUMNS: u64 = 1 << 30;

/// The most rows, and the largest parameter.
const MOST_REACH: u64 = 4096;

/// Columns between two words to `progress`.
const PIECE: u64 = 4096;

/// A proved period of a row: G(r, b + period) = G(r, b) + period for all b ≥
/// preperiod, both the least.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowPeriod {
    /// The game.
    pub blocks: Blocks,
    /// The row r.
    pub row: u64,
    /// The least preperiod.
    pub preperiod: u64,
    /// The least period, which is the saltus too.
    pub period: u64,
    /// The first column c whose state comes back.
    pub state: u64,
    /// After how many columns it does.
    pub distance: u64,
    /// One preperiod and one period of values.
    pub values: Vec<u32>,
}

/// What was found about a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RowAnswer {
    /// A period with its proof.
    Proved(RowPeriod),
    /// No state came back; what shows in the values is not proved.
    Open(Observation),
}

impl RowPeriod {
    /// The last column that the proof uses.
    pub fn checked_to(&self) -> u64 {
        self.state + self.distance - 1
    }

    /// The dotted notation of the Slides.
    pub fn dotted(&self) -> String {
        dotted(&self.values, self.preperiod as usize, self.period)
    }

    /// The proof in one sentence.
    pub fn proof(&self) -> String {
        let Self { row, preperiod: l, period: p, state: c, distance, .. } = self;
        format!(
            "the state of the rows 0 to {row} before column {c} comes back before column {}, and so G({row}, b + {p}) = G({row}, b) + {p} holds for all b ≥ {l}. {STATEMENT}",
            c + distance
        )
    }
}

/// Looks for the period of a row and its proof, computing no column beyond
/// `max_column`.
///
/// ```
/// use nimlab::games::wythoff::{Blocks, row::{RowAnswer, row_period}};
/// let go_on = |_, _| std::ops::ControlFlow::Continue(());
/// let RowAnswer::Proved(row) = row_period(Blocks::Wythoff { a: 1 }, 1, 1000, &go_on).unwrap() else { panic!() };
/// assert_eq!((row.preperiod, row.period), (0, 3));
/// assert_eq!(row.values, [1, 2, 0]);
/// ```
pub fn row_period(blocks: Blocks, row: u64, max_column: u64, progress: &Progress<'_>) -> Result<RowAnswer> {
    within_reach(blocks, row, max_column)?;
    let limit = max_column.saturating_add(1);
    let tell = |machine: &Machine| match machine.column().is_multiple_of(PIECE)
        && progress(machine.column(), limit).is_break()
    {
        true => Err(Error::Undecided { reason: "the row was stopped before its period was proved".into() }),
        false => Ok(()),
    };
    let mut machine = Machine::new(blocks, row);
    let mut values = Vec::new();
    let first = reach(blocks, row);
    while machine.column() < first.min(limit) {
        values.push(machine.step() as u32);
    }
    let mut kept = machine.clone();
    let mut patience = 1;
    let distance = loop {
        if machine.column() >= limit {
            return Ok(RowAnswer::Open(observed(&values)));
        }
        values.push(machine.step() as u32);
        tell(&machine)?;
        let distance = machine.column() - kept.column();
        if machine.repeats(&kept) {
            break distance;
        }
        if distance == patience {
            patience *= 2;
            kept = machine.clone();
        }
    };
    // The first state that comes back: one machine behind another.
    let (mut behind, mut ahead) = (Machine::new(blocks, row), Machine::new(blocks, row));
    while behind.column() < first {
        behind.step();
    }
    while ahead.column() < first + distance {
        ahead.step();
    }
    while !ahead.repeats(&behind) {
        behind.step();
        ahead.step();
        tell(&behind)?;
    }
    Ok(RowAnswer::Proved(least(blocks, row, behind.column(), distance, &values)))
}

/// The least period and preperiod of a row whose state before column c comes
/// back after P columns.
fn least(blocks: Blocks, row: u64, c: u64, distance: u64, values: &[u32]) -> RowPeriod {
    let over = |b: usize| i64::from(values[b]) - b as i64;
    let (start, whole) = (c as usize, distance as usize);
    // The least period divides every other.
    let serves =
        |p: &usize| whole.is_multiple_of(*p) && (0..whole).all(|b| over(start + b) == over(start + (b + p) % whole));
    let period = (1..=whole).find(serves).unwrap_or(whole);
    let preperiod = (0..start).rev().find(|&b| over(b) != over(b + period)).map_or(0, |b| b + 1);
    RowPeriod {
        blocks,
        row,
        preperiod: preperiod as u64,
        period: period as u64,
        state: c,
        distance,
        values: values[..preperiod + period].to_vec(),
    }
}

fn observed(values: &[u32]) -> Observation {
    let over: Vec<i64> = (0..).zip(values).map(|(b, &value)| i64::from(value) - b).collect();
    let period = observed_period(&over).map(|(l, p)| (l as u64, p as u64));
    // A row grows by its period.
    let saltus = period.map_or(0, |(_, period)| period);
    Observation { computed_to: (values.len() as u64).saturating_sub(1), period, saltus }
}

fn within_reach(blocks: Blocks, row: u64, max_column: u64) -> Result<()> {
    let too_large = |what: &str, given: u64, limit: u64, hint: &str| {
        Err(Error::TooLarge {
            what: what.into(),
            given: given.to_string(),
            limit: limit.to_string(),
            hint: hint.into(),
        })
    };
    if row > MOST_REACH {
        return too_large("the row", row, MOST_REACH, "an example that works: --row 7");
    }
    if width(blocks) > MOST_REACH {
        return too_large(
            "the parameter for a period",
            width(blocks),
            MOST_REACH,
            "an example that works: wythoff:2 --row 3",
        );
    }
    if max_column >= MOST_COLUMNS {
        return too_large("--max-heap", max_column, MOST_COLUMNS - 1, "a number that works: --max-heap 1e7");
    }
    Ok(())
}

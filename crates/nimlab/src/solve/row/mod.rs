//! Rows of a board: the Grundy values G(r, 0), G(r, 1), … of Wythoff's game
//! are additively periodic, G(r, b + p) = G(r, b) + p from some column on
//! (Dress, Flammenkamp and Pink 1999; Landman 2002). Each period that is found
//! here, also for other parameters a and for ℛ-Wythoff, is proved by a state
//! that comes back.
//!
//! **Theorem.** For a column b, let S(b) consist of
//!
//! - for each row i ≤ r, the numbers v − b, where v is a value that row i does *not*
//!   have before column b;
//! - the numbers G(i, b − l) − b for i < r and 1 ≤ l ≤ r − i + a − 1.
//!
//! If S(c + P) = S(c) for a column c ≥ r + a − 1, then G(i, b + P) = G(i, b) + P
//! for all i ≤ r and b ≥ c. For r = 0 every c will do. In ℛ-Wythoff a = 1, and c > r.
//!
//! *Proof.* The options of (i, b), b ≥ c, lie in three places. In its row: they
//! have all values but the missing ones of S(b). In its column above it: row 0 has
//! none, and row i those of the rows before it. On its band of diagonals, at
//! (i − k, b − l) with 1 ≤ k ≤ i and 1 ≤ l ≤ k + a − 1: S(b) has their values, because
//! row i − k is kept for l up to r − i + k + a − 1; and none of these places is cut off
//! by the edge, for l ≤ r + a − 1 ≤ b. So G(i, b) − b is the least number among
//! the missing ones of row i that is not the number of an option above it or on the
//! band: a function of S(b), from the top row down. (In ℛ-Wythoff the column is the
//! larger pile where b > r, and there are no options in it.) Taking the new
//! value from the missing ones and 1 from every number gives S(b + 1), a
//! function of S(b) too. So S(c + P) = S(c) gives S(b + P) = S(b) for all b ≥ c, and
//! with it G(i, b + P) − (b + P) = G(i, b) − b. ∎
//!
//! The values that row i *has* before column b would not do: less b, they decrease
//! forever. The missing ones come back, because all values below some `low` near
//! b are there, and few above it: `low` is kept, and the bits after it. That the
//! missing values of column c + P are those of c plus P says two things: the
//! values below P are all there, and the others are those of c plus P.
//!
//! Brent's algorithm finds a state that comes back, and a second run the first
//! one; least period and preperiod of row r follow. The saltus is the period:
//! G(r, b) − b is bounded.

mod certificate;
mod machine;
#[cfg(test)]
mod tests;
mod verify;

pub use certificate::RowCertificate;
pub use verify::verify_row;

use crate::error::{Error, Result};
use crate::sequence::{Observation, dotted, observed_period};
use crate::{Budget, Clock, Hint, Limit, PairMoves, Term, counted};
use machine::{RowMachine, reach, width};

/// The name of the theorem.
pub const THEOREM: &str = "row-state";

/// What it says.
pub(crate) const STATEMENT: &str = "Let S(b) be, for the rows i = 0 to r, the values that row i does not have before column b, and the values G(i, b - l) for i < r and 1 <= l <= r - i + a - 1, all less b. If S(c + P) = S(c) and c >= r + a - 1 (any c if r = 0), then G(i, b + P) = G(i, b) + P for all i <= r and b >= c. For r-wythoff, a = 1 and c > r.";

/// What older certificates say in its place: it speaks of the values that a row
/// has, where those that it does not have are meant. The check of a certificate
/// is the same.
pub(crate) const EARLIER_STATEMENT: &str = "Let S(b) be, for the rows 0 to r, the values used before column b and those of the cells from which column b is reached diagonally, all less b. If S(c + P) = S(c), c behind the reach of the edge, then G(i, b + P) = G(i, b) + P for all i <= r and b >= c.";

/// The most columns that are ever computed.
pub const MOST_COLUMNS: u64 = 1 << 30;

/// The most rows, and the largest parameter.
const MOST_REACH: u64 = 4096;

/// A proved period of a row: G(r, b + period) = G(r, b) + period for all b ≥
/// preperiod, both the least.
///
/// ```
/// use nimlab::{Budget, PairMoves, solve::row::{RowAnswer, row_period}};
/// let answer = row_period(PairMoves::Band { width: 1 }, 3, 1000, Budget::default(), &|_, _| ())?;
/// let RowAnswer::Proved(row) = answer else { panic!("row 3 of Wythoff's game has a period") };
/// assert_eq!((row.preperiod, row.period), (8, 6));
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowPeriod {
    /// The game.
    pub moves: PairMoves,
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
///
/// ```
/// use nimlab::{PairMoves, Budget, solve::row::{RowAnswer, row_period}};
/// let answer = row_period(PairMoves::Band { width: 1 }, 12, 100, Budget::default(), &|_, _| ())?;
/// assert!(matches!(answer, RowAnswer::Open(_)), "a hundred columns are too few for row 12");
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RowAnswer {
    /// A period with its proof.
    Proved(RowPeriod),
    /// No state came back; what shows in the values is not proved.
    Open(Observation),
}

impl RowPeriod {
    /// The last column that the proof uses.
    ///
    /// ```
    /// use nimlab::{Budget, PairMoves, solve::row::{RowAnswer, row_period}};
    /// let answer = row_period(PairMoves::Band { width: 1 }, 3, 1000, Budget::default(), &|_, _| ())?;
    /// let RowAnswer::Proved(row) = answer else { panic!("row 3 of Wythoff's game has a period") };
    /// assert_eq!(row.checked_to(), row.state + row.distance - 1);
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn checked_to(&self) -> u64 {
        self.state + self.distance - 1
    }

    /// The dotted notation of the Slides.
    ///
    /// ```
    /// use nimlab::{Budget, PairMoves, solve::row::{RowAnswer, row_period}};
    /// let answer = row_period(PairMoves::Band { width: 1 }, 3, 1000, Budget::default(), &|_, _| ())?;
    /// let RowAnswer::Proved(row) = answer else { panic!("row 3 of Wythoff's game has a period") };
    /// assert!(row.dotted().starts_with("3,4,5,6,2,0,1,9"));
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn dotted(&self) -> String {
        dotted(&self.values, self.preperiod as usize, self.period)
    }

    /// The proof in one sentence.
    ///
    /// ```
    /// use nimlab::{Budget, PairMoves, solve::row::{RowAnswer, row_period}};
    /// let answer = row_period(PairMoves::Band { width: 1 }, 3, 1000, Budget::default(), &|_, _| ())?;
    /// let RowAnswer::Proved(row) = answer else { panic!("row 3 of Wythoff's game has a period") };
    /// assert!(row.proof().contains("G(3, b + 6) = G(3, b) + 6"));
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn proof(&self) -> String {
        let Self { row, preperiod: l, period: p, state: c, distance, .. } = self;
        format!(
            "the state of the rows 0 to {row} before column {c} comes back before column {}, and so G({row}, b + {p}) = G({row}, b) + {p} holds for all b ≥ {l}. {STATEMENT}",
            c + distance
        )
    }
}

/// Looks for the period of a row and its proof, computing no column beyond
/// `max_column` and spending no more than the memory and the time of a budget.
///
/// ```
/// use nimlab::{PairMoves, Budget, solve::row::{RowAnswer, row_period}};
/// let answer = row_period(PairMoves::Band { width: 1 }, 1, 1000, Budget::default(), &|_, _| ());
/// let RowAnswer::Proved(row) = answer.unwrap() else { panic!() };
/// assert_eq!((row.preperiod, row.period), (0, 3));
/// assert_eq!(row.values, [1, 2, 0]);
/// ```
pub fn row_period(
    moves: PairMoves,
    row: u64,
    max_column: u64,
    budget: Budget,
    progress: &dyn Fn(u64, u64),
) -> Result<RowAnswer> {
    within_reach(moves, row, max_column)?;
    let mut work =
        RepeatSearch { moves, row, limit: max_column.saturating_add(1), budget, clock: budget.clock(), progress };
    work.ask_memory(0)?;
    let mut machine = RowMachine::new(moves, row);
    let mut values = Vec::new();
    let first = reach(moves, row);
    while machine.column() < first.min(work.limit) {
        values.push(work.step(&mut machine)?);
    }
    let mut kept = machine.clone();
    let mut patience = 1;
    let distance = loop {
        if machine.column() >= work.limit {
            return Ok(RowAnswer::Open(observed(&values)));
        }
        values.push(work.step(&mut machine)?);
        let distance = machine.column() - kept.column();
        if machine.repeats(&kept) {
            break distance;
        }
        if distance == patience {
            patience *= 2;
            kept = machine.clone();
            work.ask_memory(values.len() as u64)?;
        }
    };
    // The first state that comes back: one machine behind another.
    let (mut behind, mut ahead) = (RowMachine::new(moves, row), RowMachine::new(moves, row));
    while behind.column() < first {
        work.step(&mut behind)?;
    }
    while ahead.column() < first + distance {
        work.step(&mut ahead)?;
    }
    while !ahead.repeats(&behind) {
        work.step(&mut behind)?;
        work.step(&mut ahead)?;
    }
    Ok(RowAnswer::Proved(least(moves, row, behind.column(), distance, &values)))
}

/// What the search for a state that comes back may cost.
struct RepeatSearch<'p> {
    moves: PairMoves,
    row: u64,
    /// The most columns.
    limit: u64,
    budget: Budget,
    clock: Clock,
    progress: &'p dyn Fn(u64, u64),
}

impl RepeatSearch<'_> {
    fn step(&mut self, machine: &mut RowMachine) -> Result<u32> {
        (self.progress)(machine.column(), self.limit);
        match machine.step(&mut self.clock) {
            Ok(value) => Ok(value as u32),
            Err(limit) => Err(self.over(limit, machine.column())),
        }
    }

    /// Asks for three machines, and for twice as many columns as there are.
    fn ask_memory(&self, columns: u64) -> Result<()> {
        let (rows, slots) = (self.row + 1, reach(self.moves, self.row).max(1));
        // A machine keeps the last columns, and for each row the bits of the values
        // near the column, which are about as many as a move can reach.
        let machine = rows.saturating_mul(slots + 64).saturating_mul(8);
        // The values, and twice eight bytes for what shows in them.
        let bytes = machine.saturating_mul(3).saturating_add(columns.saturating_mul(2 * 24));
        if bytes > self.budget.bytes {
            return Err(self.over(Limit::Memory(self.budget.bytes), columns));
        }
        Ok(())
    }

    fn over(&self, limit: Limit, columns: u64) -> Error {
        Error::OverBudget {
            what: format!("the period of row {}", self.row),
            limit,
            reached: if columns == 0 { String::new() } else { counted(columns, "column") },
            hint: Hint::NONE,
        }
    }
}

/// The least period and preperiod of a row whose state before column c comes
/// back after P columns.
fn least(moves: PairMoves, row: u64, c: u64, distance: u64, values: &[u32]) -> RowPeriod {
    let over = |b: usize| i64::from(values[b]) - b as i64;
    let (start, whole) = (c as usize, distance as usize);
    // The least period divides every other.
    let serves =
        |p: &usize| whole.is_multiple_of(*p) && (0..whole).all(|b| over(start + b) == over(start + (b + p) % whole));
    let period = (1..=whole).find(serves).unwrap_or(whole);
    let preperiod = (0..start).rev().find(|&b| over(b) != over(b + period)).map_or(0, |b| b + 1);
    RowPeriod {
        moves,
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

fn within_reach(moves: PairMoves, row: u64, max_column: u64) -> Result<()> {
    let too_large = |what: &str, given: u64, limit: u64, hint: Hint| {
        Err(Error::TooLarge { what: what.into(), given: given.to_string(), limit: limit.to_string(), hint })
    };
    if row > MOST_REACH {
        return too_large("the row", row, MOST_REACH, Hint::example([Term::row(7)]));
    }
    if width(moves) > MOST_REACH {
        let example = Hint::example([Term::game("wythoff:2"), Term::row(3)]);
        return too_large("the parameter for a period", width(moves), MOST_REACH, example);
    }
    if max_column >= MOST_COLUMNS {
        let example = Hint::new("a number that works", [Term::max_heap("1e7")]);
        return too_large("the last column", max_column, MOST_COLUMNS - 1, example);
    }
    Ok(())
}

//! What a question may cost: positions, moves, memory and time.
//!
//! Every engine takes a [`Budget`] and opens a [`Meter`] on it, which knows what
//! the work is. Memory that grows with the question is asked of the meter before
//! it is taken ([`Meter::take`]), and a loop that grows with it tells the meter
//! what it has done ([`Meter::tick`]). So no question takes more than its memory,
//! or outlives its time or its cancellation by more than about a second.

use crate::Hint;
use crate::cancel::{Cancel, CancelToken};
use crate::error::Error;
use crate::meter::{Clock, Meter};
use crate::moment::Moment;
use std::fmt;
use std::time::Duration;

/// What a question may cost before it is given up.
///
/// ```
/// use nimlab::prelude::*;
/// use std::time::Duration;
/// let nim = catalogue::game("nim")?;
/// let small = Budget::of_positions(1000).in_bytes(16 << 20).within(Duration::from_secs(1));
/// let position = nim.read("30,40,50")?;
/// assert!(nim.solve(&position).method("search").budget(small).run().is_err());
/// assert!(nim.solve(&position).budget(small).run().is_ok());
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// Positions that may be remembered.
    pub positions: u64,
    /// Moves that may be looked at.
    pub options: u64,
    /// Bytes of memory that may be taken, as the engines estimate them.
    pub bytes: u64,
    /// How long a search may last, of which nobody knows whether it will end;
    /// forever if there is none.
    pub time: Option<Duration>,
    /// How long work may last whose end can be foreseen, such as a long list by
    /// a formula or a table; by default forever.
    pub patience: Option<Duration>,
    /// Cancels the question from elsewhere: see [`Cancel`].
    pub cancel: Option<CancelToken>,
    /// When the question has begun, if it has.
    pub(crate) begun: Option<Moment>,
    /// When the time is over, once a question has begun.
    pub(crate) deadline: Option<Moment>,
}

impl Budget {
    /// How long a question may last by default.
    pub const TIME: Duration = Duration::from_secs(60);
    /// The memory that a question may take by default.
    pub const BYTES: u64 = 2 << 30;

    /// A budget of this many positions and of a hundred moves for each, with the
    /// memory and the time of the default.
    ///
    /// ```
    /// use nimlab::Budget;
    /// assert_eq!(Budget::default(), Budget::of_positions(2_000_000));
    /// ```
    pub fn of_positions(positions: u64) -> Self {
        Self {
            positions,
            options: positions.saturating_mul(100),
            bytes: Self::BYTES,
            time: Some(Self::TIME),
            patience: None,
            cancel: None,
            begun: None,
            deadline: None,
        }
    }

    /// The same budget, to be spent within a time, whatever the work is.
    ///
    /// ```
    /// use nimlab::{Budget, catalogue, prelude::*};
    /// use std::time::Duration;
    /// let grundy = catalogue::game("grundy")?;
    /// let position = grundy.read("1000000")?;
    /// assert!(grundy.solve(&position).budget(Budget::default().within(Duration::ZERO)).run().is_err());
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn within(self, time: Duration) -> Self {
        Self { time: Some(time), patience: Some(time), begun: None, deadline: None, ..self }
    }

    /// The same budget for work whose end can be foreseen.
    pub fn foreseen(self) -> Self {
        let deadline = self.begun.zip(self.patience).and_then(|(begun, time)| begun.checked_add(time));
        Self { time: self.patience, deadline, ..self }
    }

    /// The same budget, in this many bytes.
    pub fn in_bytes(self, bytes: u64) -> Self {
        Self { bytes, ..self }
    }

    /// The same budget, for work that the owner of a handle can cancel.
    ///
    /// ```
    /// use nimlab::{Cancel, prelude::*, rules::compile};
    /// let game = compile("state x  move -> (x + 1)").unwrap();
    /// let cancel = Cancel::new();
    /// cancel.cancel();
    /// let budget = Budget::default().cancelled_by(&cancel);
    /// let error = game.solve(&game.read("0").unwrap()).budget(budget).run().unwrap_err();
    /// assert!(error.to_string().contains("cancelled"));
    /// ```
    pub fn cancelled_by(self, cancel: &Cancel) -> Self {
        Self { cancel: Some(cancel.token()), ..self }
    }

    /// The budget of a question that begins now; itself if it has begun already.
    pub fn started(self) -> Self {
        let begun = self.begun.unwrap_or_else(Moment::now);
        let deadline = self.deadline.or_else(|| self.time.and_then(|time| begun.checked_add(time)));
        // A machine is not asked for more than it can address.
        Self { begun: Some(begun), deadline, bytes: self.bytes.min(isize::MAX as u64), ..self }
    }

    /// The meter of some work that begins now. `what` is its name in a message:
    /// a board of 5 × 5, the search of nim at 3,4,5.
    ///
    /// ```
    /// use nimlab::Budget;
    /// let mut meter = Budget::default().in_bytes(1 << 20).meter("a table of 1000 heaps");
    /// assert!(meter.take(1 << 19).is_ok());
    /// let error = meter.take(1 << 30).unwrap_err().to_string();
    /// assert!(error.contains("a table of 1000 heaps needs 1025 MB of memory, and the limit is 1 MB"), "{error}");
    /// assert!(error.contains("a higher limit may be enough: 1025 MB of memory"));
    /// ```
    pub fn meter(self, what: impl Into<String>) -> Meter {
        Meter::new(what.into(), self.clock())
    }

    /// The clock of an engine that begins now.
    pub(crate) fn clock(self) -> Clock {
        Clock::new(self.started())
    }

    /// The error for a question that needs more positions than there may be.
    pub(crate) fn too_many_positions(&self, what: String) -> Error {
        Error::OverBudget { what, limit: Limit::Positions(self.positions), reached: String::new(), hint: Hint::NONE }
    }
}

impl Default for Budget {
    /// Two million positions, 2 GiB and a minute: mostly a few seconds and a
    /// few hundred megabytes.
    fn default() -> Self {
        Self::of_positions(2_000_000)
    }
}

/// Which limit of a budget was met.
///
/// ```
/// use nimlab::Limit;
/// assert_eq!(Limit::Positions(1000).to_string(), "goes past its limit of 1000 positions");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// A number of positions.
    Positions(u64),
    /// A number of moves.
    Moves(u64),
    /// A number of bytes.
    Memory(u64),
    /// A number of bytes, and more would be needed.
    Room {
        /// How many would be needed.
        needed: u64,
        /// How many there may be.
        bytes: u64,
    },
    /// A time.
    Time(Duration),
    /// The work was cancelled.
    Cancelled,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Cancelled => write!(f, "was cancelled"),
            Limit::Room { needed, bytes } => {
                write!(f, "needs {} MB of memory, and the limit is {} MB", megabytes(*needed), bytes >> 20)
            }
            Limit::Moves(_) => write!(f, "goes past its limit of {}, 100 for each position", self.words()),
            _ => write!(f, "goes past its limit of {}", self.words()),
        }
    }
}

impl Limit {
    /// A larger limit, which may be enough; none where no limit was met.
    ///
    /// ```
    /// use nimlab::Limit;
    /// assert_eq!(Limit::Positions(1000).raised(), Some(Limit::Positions(10_000)));
    /// assert_eq!(Limit::Room { needed: 1025 << 20, bytes: 1 << 20 }.raised(), Some(Limit::Memory(1025 << 20)));
    /// assert_eq!(Limit::Cancelled.raised(), None);
    /// ```
    pub fn raised(&self) -> Option<Limit> {
        match self {
            Limit::Positions(positions) => Some(Limit::Positions(positions.saturating_mul(10).max(1))),
            // A hundred moves belong to each position.
            Limit::Moves(moves) => Some(Limit::Positions((moves / 10).max(1))),
            Limit::Memory(bytes) => Some(Limit::Memory(bytes.saturating_mul(2).max(1 << 20))),
            Limit::Room { needed, .. } => Some(Limit::Memory(*needed)),
            Limit::Time(time) => Some(Limit::Time(Duration::from_secs(time.as_secs().saturating_mul(10).max(10)))),
            Limit::Cancelled => None,
        }
    }

    /// The limit itself in words: 1025 MB of memory, 10 seconds.
    pub(crate) fn words(&self) -> String {
        match self {
            Limit::Positions(positions) => counted(*positions, "position"),
            Limit::Moves(moves) => counted(*moves, "move"),
            Limit::Memory(bytes) | Limit::Room { bytes, .. } => format!("{} MB of memory", megabytes(*bytes)),
            Limit::Time(time) => seconds(*time),
            Limit::Cancelled => String::new(),
        }
    }
}

/// A number of things: 1 position, 2 positions.
///
/// ```
/// use nimlab::counted;
/// assert_eq!((counted(1, "heap"), counted(2, "heap")), ("1 heap".into(), "2 heaps".into()));
/// ```
pub fn counted(number: u64, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
}

/// A time in words: 1 second, 0.5 seconds.
fn seconds(time: Duration) -> String {
    // Milliseconds are exact enough.
    let number = time.as_millis() as f64 / 1000.0;
    if number == 1.0 { "1 second".into() } else { format!("{number} seconds") }
}

/// Bytes as megabytes, those of a need rounded up.
fn megabytes(bytes: u64) -> u64 {
    bytes.div_ceil(1 << 20)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_told_with_the_right_number_and_unit() {
        let told = |limit: Limit| limit.to_string();
        assert_eq!(told(Limit::Positions(1)), "goes past its limit of 1 position");
        assert_eq!(told(Limit::Moves(100)), "goes past its limit of 100 moves, 100 for each position");
        assert_eq!(told(Limit::Time(Duration::from_secs(1))), "goes past its limit of 1 second");
        assert_eq!(told(Limit::Time(Duration::from_millis(500))), "goes past its limit of 0.5 seconds");
        assert_eq!(
            told(Limit::Room { needed: 3_100_000_000, bytes: 256 << 20 }),
            "needs 2957 MB of memory, and the limit is 256 MB"
        );
    }

    #[test]
    fn time_begins_with_the_question() {
        let budget = Budget::default().within(Duration::ZERO);
        assert_eq!(budget.clock().now(), Some(Limit::Time(Duration::ZERO)));
        let begun = Budget::default().started();
        assert_eq!(begun.started(), begun);
        assert_eq!(begun.clock().now(), None);
    }
}

//! What a question may cost: positions, moves, memory and time, and a handle
//! by which another thread can cancel it.
//!
//! Every engine takes a [`Budget`] and asks its [`Clock`] now and then, at
//! least once for each position that it opens; the moves of a single position
//! are bounded by themselves, so that no question outlives its time or its
//! cancellation by more than about a second.

use crate::error::Error;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What a question may cost before it is given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// Positions that may be remembered.
    pub positions: u64,
    /// Moves that may be looked at.
    pub options: u64,
    /// Bytes of memory that may be taken, as the engines estimate them.
    pub bytes: u64,
    /// How long a question may last; for ever if there is none.
    pub time: Option<Duration>,
    /// Cancels the question from elsewhere: see [`Cancel`].
    pub cancel: Option<Token>,
    /// When the time is over, once a question has begun.
    pub(crate) deadline: Option<Instant>,
}

impl Budget {
    /// How long a question may last by default.
    pub const TIME: Duration = Duration::from_secs(60);
    /// The memory that a question may take by default.
    pub const BYTES: u64 = 2 << 30;

    /// A budget of so many positions and of a hundred moves for each, with the
    /// memory and the time of the default.
    pub fn of_positions(positions: u64) -> Self {
        Self {
            positions,
            options: positions.saturating_mul(100),
            bytes: Self::BYTES,
            time: Some(Self::TIME),
            cancel: None,
            deadline: None,
        }
    }

    /// The same budget, to be spent within a time.
    pub fn within(self, time: Duration) -> Self {
        Self { time: Some(time), deadline: None, ..self }
    }

    /// The same budget, in so many bytes.
    pub fn in_bytes(self, bytes: u64) -> Self {
        Self { bytes, ..self }
    }

    /// The same budget, for work that the owner of a handle can cancel.
    ///
    /// ```
    /// use nimlab::{rules::compile, game::{Game, Play}, solve::{solve, Budget, Cancel}};
    /// let game = compile("state x  move -> (x + 1)").unwrap();
    /// let (game, cancel): (&dyn Game, _) = (&game, Cancel::new());
    /// cancel.cancel();
    /// let budget = Budget::default().cancelled_by(&cancel);
    /// let error = solve(game, &game.read("0").unwrap(), Play::Normal, None, budget).unwrap_err();
    /// assert!(error.to_string().contains("cancelled"));
    /// ```
    pub fn cancelled_by(self, cancel: &Cancel) -> Self {
        Self { cancel: Some(cancel.token()), ..self }
    }

    /// The budget of a question that begins now; of one that has begun, itself.
    pub fn started(self) -> Self {
        let deadline = self.deadline.or_else(|| self.time.and_then(|time| Instant::now().checked_add(time)));
        Self { deadline, ..self }
    }

    /// The clock of an engine that begins now.
    pub(crate) fn clock(self) -> Clock {
        Clock { budget: self.started(), work: CHECKED_EVERY }
    }

    /// The error for a question that needs more positions than there may be.
    pub(crate) fn too_many_positions(&self, what: String) -> Error {
        Error::OverBudget { what, limit: Limit::Positions(self.positions), reached: String::new(), hint: String::new() }
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// So many positions.
    Positions(u64),
    /// So many moves.
    Moves(u64),
    /// So many bytes.
    Memory(u64),
    /// So much time.
    Time(Duration),
    /// The work was cancelled.
    Cancelled,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Positions(positions) => write!(f, "goes past its budget of {positions} positions"),
            Limit::Moves(moves) => write!(f, "goes past its budget of {moves} moves, 100 for each position"),
            Limit::Memory(bytes) => write!(f, "goes past its budget of {} MB of memory", bytes >> 20),
            Limit::Time(time) => write!(f, "goes past its budget of {} s", time.as_secs_f64()),
            Limit::Cancelled => write!(f, "was cancelled"),
        }
    }
}

impl Limit {
    /// The option of the command that raises the limit, with a larger value.
    pub fn raised_by(&self) -> Option<String> {
        match self {
            Limit::Positions(positions) => Some(format!("--budget {}", positions.saturating_mul(10).max(1))),
            Limit::Moves(moves) => Some(format!("--budget {}", (moves / 10).max(1))),
            Limit::Memory(bytes) => Some(format!("--budget-memory {}", ((bytes >> 20) * 2).max(1))),
            Limit::Time(time) => Some(format!("--budget-time {}", (time.as_secs() * 10).max(10))),
            Limit::Cancelled => None,
        }
    }
}

/// The work after which a clock is looked at: one unit is some 10 ns.
const CHECKED_EVERY: u64 = 1 << 15;

/// Tells an engine when its time is over or its work was cancelled.
#[derive(Debug, Clone)]
pub(crate) struct Clock {
    budget: Budget,
    work: u64,
}

impl Clock {
    /// The limit that was met, looked for after every so much work.
    pub fn after(&mut self, work: u64) -> Option<Limit> {
        self.work = self.work.saturating_add(work);
        if self.work < CHECKED_EVERY {
            return None;
        }
        self.work = 0;
        self.now()
    }

    /// The limit that is met now.
    pub fn now(&self) -> Option<Limit> {
        if self.budget.cancel.is_some_and(|token| token.is_cancelled()) {
            return Some(Limit::Cancelled);
        }
        let late = self.budget.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        late.then(|| Limit::Time(self.budget.time.unwrap_or_default()))
    }
}

/// A handle for work that may have to be stopped, such as that of a client who
/// goes away. Cancelled by [`Cancel::cancel`], and when it is dropped.
#[derive(Debug)]
pub struct Cancel {
    token: Token,
}

/// Cells that no handle uses. A cell lives for ever, so that a token can be
/// copied like a number; there are only as many as there were handles at once.
static SPARE: Mutex<Vec<&'static AtomicU64>> = Mutex::new(Vec::new());

impl Cancel {
    /// A new handle.
    #[expect(clippy::new_without_default, reason = "a handle is made on purpose")]
    pub fn new() -> Self {
        let spare = SPARE.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let cell = spare.unwrap_or_else(|| Box::leak(Box::new(AtomicU64::new(0))));
        Self { token: Token { cell, generation: cell.load(Ordering::Acquire) } }
    }

    /// What a [`Budget`] carries.
    pub fn token(&self) -> Token {
        self.token
    }

    /// Cancels the work that carries the token, now and in the future.
    pub fn cancel(&self) {
        let generation = self.token.generation;
        // Only the first time: the cell counts handles, not calls.
        let _ = self.token.cell.compare_exchange(generation, generation + 1, Ordering::AcqRel, Ordering::Acquire);
    }
}

impl Drop for Cancel {
    fn drop(&mut self) {
        self.cancel();
        SPARE.lock().unwrap_or_else(PoisonError::into_inner).push(self.token.cell);
    }
}

/// A mark on a budget by which its work can be cancelled.
#[derive(Debug, Clone, Copy)]
pub struct Token {
    cell: &'static AtomicU64,
    generation: u64,
}

impl Token {
    /// Whether the work was cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.cell.load(Ordering::Acquire) != self.generation
    }
}

impl PartialEq for Token {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.cell, other.cell) && self.generation == other.generation
    }
}

impl Eq for Token {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_handle_cancels_its_own_work_only() {
        let (first, second) = (Cancel::new(), Cancel::new());
        let (one, two) = (first.token(), second.token());
        first.cancel();
        first.cancel();
        assert!(one.is_cancelled() && !two.is_cancelled());
        drop(first);
        // The cell is used again, and neither token is taken for the other.
        let third = Cancel::new();
        assert!(one.is_cancelled() && !third.token().is_cancelled());
        drop(third);
        assert!(one.is_cancelled());
        drop(second);
        assert!(two.is_cancelled());
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

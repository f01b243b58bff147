//! Answers: who wins, by which moves, and what that rests on.

use crate::budget::Budget;
use crate::number::UBig;
use crate::position::Position;
use crate::question::{Method, Outcome, Play};
use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// The winning moves of a position, as the positions they lead to, sorted.
///
/// ```
/// use nimlab::prelude::*;
/// let greedy = catalogue::game("greedy")?;
/// let moves = greedy.solve(&greedy.read("7,7,7")?).run()?.winning_moves;
/// assert!(moves.complete && moves.total == Some(moves.list.len().into()));
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Moves {
    /// The moves: every one if [`Moves::complete`].
    pub list: Vec<Position>,
    /// Whether nothing is left out.
    pub complete: bool,
    /// How many there are in all, where that is known.
    pub total: Option<UBig>,
}

impl Moves {
    /// The most moves that are ever listed. Greedy Nim on large heaps and
    /// Moore's Nim can have astronomically many.
    pub const LISTED: usize = 100_000;

    /// All moves: sorted, without repetition, nothing left out.
    pub fn all(mut list: Vec<Position>) -> Self {
        list.sort_unstable();
        list.dedup();
        let total = Some(UBig::from(list.len()));
        Self { list, complete: true, total }
    }

    /// How many moves are listed within a budget, if each leads to a position
    /// of about this size: a small part of the memory is left to the list, for
    /// it is sorted, copied and written out.
    pub fn listed(position: &Position, budget: Budget) -> usize {
        let room = budget.bytes / 16 / position.bytes();
        usize::try_from(room).unwrap_or(usize::MAX).clamp(1, Self::LISTED)
    }

    /// The first moves of an exact number of different ones: all that there is
    /// room for.
    pub fn first(moves: impl ExactSizeIterator<Item = Position>, from: &Position, budget: Budget) -> Self {
        let (total, listed) = (moves.len(), Self::listed(from, budget));
        let list = moves.take(listed).collect();
        if total <= listed { Self::all(list) } else { Self::some(list, Some(UBig::from(total))) }
    }

    /// Some moves of a set that is too large to list, or not known whole.
    pub fn some(mut list: Vec<Position>, total: Option<UBig>) -> Self {
        list.sort_unstable();
        list.dedup();
        Self { list, complete: false, total }
    }
}

/// Outcome and winning moves by one method.
///
/// ```
/// use nimlab::{Analysis, prelude::*};
/// let nim = catalogue::game("nim")?;
/// assert_eq!(Analysis::by_moves(vec![nim.read("3,3")?]).outcome, Outcome::N);
/// assert_eq!(Analysis::lost().outcome, Outcome::P);
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Analysis {
    /// Who wins.
    pub outcome: Outcome,
    /// By which moves; none if the player to move has no winning move.
    pub winning_moves: Moves,
    /// What the game may explain it with.
    pub reasons: Reasons,
}

impl Analysis {
    /// A P-position: there is no winning move.
    pub fn lost() -> Self {
        Self { outcome: Outcome::P, winning_moves: Moves::all(Vec::new()), reasons: Reasons::default() }
    }

    /// An N-position with its winning moves.
    pub fn won(winning_moves: Moves) -> Self {
        Self { outcome: Outcome::N, winning_moves, reasons: Reasons::default() }
    }

    /// The same with the reasons it was found by.
    pub fn because(self, reasons: impl Any + Send + Sync) -> Self {
        Self { reasons: Reasons::new(reasons), ..self }
    }

    /// What a complete list of winning moves says: none, and the position is
    /// lost. Not for ends under misère play, which are won without a move.
    pub fn by_moves(moves: Vec<Position>) -> Self {
        if moves.is_empty() { Self::lost() } else { Self::won(Moves::all(moves)) }
    }
}

/// What a method found on its way to an answer, for the game that explains it:
/// so nothing is computed twice. Two answers are not different because of it.
///
/// ```
/// use nimlab::{Analysis, Reasons};
/// let found = Analysis::lost().because("the nim-sum is 0");
/// assert_eq!(found.reasons.get::<&str>(), Some(&"the nim-sum is 0"));
/// assert_eq!(Reasons::new(1), Reasons::new("two"));
/// ```
#[derive(Clone, Default)]
pub struct Reasons(Option<Arc<dyn Any + Send + Sync>>);

impl Reasons {
    /// Reasons of any kind; the game that gives them knows which.
    pub fn new(found: impl Any + Send + Sync) -> Self {
        Self(Some(Arc::new(found)))
    }

    /// The reasons, if they are of this kind.
    pub fn get<T: Any>(&self) -> Option<&T> {
        self.0.as_deref().and_then(|found| found.downcast_ref())
    }
}

impl PartialEq for Reasons {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Reasons {}

impl fmt::Debug for Reasons {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Reasons(…)" } else { "Reasons" })
    }
}

/// The answer to "who wins, and how?".
///
/// ```
/// use nimlab::prelude::*;
/// let wythoff = catalogue::game("wythoff")?;
/// let answer = wythoff.solve(&wythoff.read("5,3")?).run()?;
/// assert_eq!((answer.game.as_str(), answer.position.to_string().as_str()), ("wythoff", "3,5"));
/// assert_eq!((answer.outcome, answer.method.name()), (Outcome::P, "algebraic"));
/// assert!(answer.winning_moves.list.is_empty());
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The game's name with its parameters.
    pub game: String,
    /// The position, in canonical form.
    pub position: Position,
    /// Normal or misère play.
    pub play: Play,
    /// Who wins.
    pub outcome: Outcome,
    /// The Grundy value, if it is known.
    pub grundy: Option<UBig>,
    /// What the Grundy value is at least, where a theorem tells that much and
    /// not the value.
    pub grundy_at_least: Option<UBig>,
    /// The winning moves: every one if they are complete. Where options may be
    /// blocked, those that are not blocked.
    pub winning_moves: Moves,
    /// How many options the other player may block before the move.
    pub blocked: u64,
    /// The method that found outcome and moves.
    pub method: Method,
    /// What the method found on its way.
    pub reasons: Reasons,
}

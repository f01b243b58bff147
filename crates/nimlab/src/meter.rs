//! What some work has used of its [`Budget`]: memory, which is asked for before it is
//! taken, and time, which is looked at now and then.

use crate::error::{Error, Result};
use crate::moment::Moment;
use crate::{Budget, Hint, Limit};
use std::ops::ControlFlow;

/// Called with the progress of some work: cells done, and cells in all. A break ends it.
///
/// ```
/// use nimlab::{OnProgress, prelude::*, solve::TableSize};
/// use std::ops::ControlFlow;
/// let tell: &OnProgress = &|done, all| {
///     eprintln!("{done} of {all} cells");
///     ControlFlow::Continue(())
/// };
/// catalogue::game("wythoff")?.table(TableSize::Side(100)).rows(tell)?;
/// # Ok::<(), nimlab::Error>(())
/// ```
pub type OnProgress<'p> = dyn Fn(u64, u64) -> ControlFlow<()> + Sync + 'p;

/// The work between two looks at a clock: one unit is some 10 ns.
const CHECKED_EVERY: u64 = 1 << 15;

/// Tells an engine when its time is over or its work was cancelled.
#[derive(Debug, Clone)]
pub(crate) struct Clock {
    budget: Budget,
    work: u64,
}

impl Clock {
    /// The clock of work that begins now, with a look at once.
    pub fn new(begun: Budget) -> Self {
        Self { budget: begun, work: CHECKED_EVERY }
    }

    /// The limit that was met, looked for after every so much work.
    pub fn after(&mut self, work: u64) -> Option<Limit> {
        self.work = self.work.saturating_add(work);
        if self.work < CHECKED_EVERY {
            return None;
        }
        let limit = self.now();
        if limit.is_none() {
            self.work = 0;
        }
        // Work that continues all the same is stopped at once.
        limit
    }

    /// The limit that is met now.
    pub fn now(&self) -> Option<Limit> {
        if self.budget.cancel.is_some_and(|token| token.is_cancelled()) {
            return Some(Limit::Cancelled);
        }
        let late = self.budget.deadline.is_some_and(|deadline| Moment::now() >= deadline);
        late.then(|| Limit::Time(self.budget.time.unwrap_or_default()))
    }
}

/// What some work has used of its budget, and how long it has taken.
///
/// ```
/// use nimlab::Budget;
/// let mut meter = Budget::default().in_bytes(1000).meter("a list of squares");
/// let mut squares = Vec::new();
/// let grown = (0u64..1000).try_for_each(|n| meter.push(&mut squares, n * n));
/// assert!(grown.is_err() && squares.len() > 30);
/// ```
#[derive(Debug, Clone)]
pub struct Meter {
    /// The work, for a message.
    what: String,
    clock: Clock,
    /// Bytes that were asked for and not given back.
    taken: u64,
}

impl Meter {
    /// The meter of this work.
    pub(crate) fn new(what: String, clock: Clock) -> Self {
        Self { what, clock, taken: 0 }
    }

    /// Asks for this many bytes more, before they are taken. Fails with the
    /// numbers if there is no room for them.
    pub fn take(&mut self, bytes: u64) -> Result<()> {
        let (needed, limit) = (self.taken.saturating_add(bytes), self.clock.budget.bytes);
        if needed > limit {
            return Err(self.over(Limit::Room { needed, bytes: limit }));
        }
        self.taken = needed;
        Ok(())
    }

    /// Asks for room for this many values of a type.
    pub fn take_for<T>(&mut self, count: u64) -> Result<()> {
        self.take(count.saturating_mul(size_of::<T>() as u64))
    }

    /// Makes room for this many more values in a list, twice what it has where it
    /// must be moved, so that a list that grows is moved seldom.
    pub fn reserve<T>(&mut self, list: &mut Vec<T>, more: usize) -> Result<()> {
        let old = list.capacity();
        let needed = list.len().saturating_add(more);
        if needed > old {
            let room = needed.max(old.saturating_mul(2)).max(4);
            // Old and new are both there while the list is moved.
            self.take_for::<T>(room as u64)?;
            list.reserve_exact(room - list.len());
            self.give_back((old * size_of::<T>()) as u64);
        }
        Ok(())
    }

    /// Appends to a list that may have to grow.
    pub fn push<T>(&mut self, list: &mut Vec<T>, thing: T) -> Result<()> {
        self.reserve(list, 1)?;
        list.push(thing);
        Ok(())
    }

    /// Gives bytes back that are no longer needed.
    pub fn give_back(&mut self, bytes: u64) {
        self.taken = self.taken.saturating_sub(bytes);
    }

    /// The bytes that are still available.
    pub fn room(&self) -> u64 {
        self.clock.budget.bytes.saturating_sub(self.taken)
    }

    /// The meter of a part of the work that may take so many bytes at most, in the same
    /// time.
    pub(crate) fn part(&self, bytes: u64) -> Meter {
        let mut part = Meter { taken: 0, ..self.clone() };
        part.clock.budget = part.clock.budget.in_bytes(bytes.min(self.room()));
        part
    }

    /// The meter of work that keeps nothing: what is taken from it need not be given back.
    pub(crate) fn scratch(&self) -> Result<Meter> {
        self.now()?;
        Ok(self.clone())
    }

    /// The bytes that were asked for and not given back.
    pub(crate) fn taken(&self) -> u64 {
        self.taken
    }

    /// Counts this much work, one unit being some 10 ns. Fails if the time is
    /// over or the work was cancelled.
    pub fn tick(&mut self, work: u64) -> Result<()> {
        match self.clock.after(work) {
            None => Ok(()),
            Some(limit) => Err(self.over(limit)),
        }
    }

    /// Fails if the time is over or the work was cancelled.
    pub fn now(&self) -> Result<()> {
        self.clock.now().map_or(Ok(()), |limit| Err(self.over(limit)))
    }

    /// A progress callback that also ends the work when its
    /// time is over.
    pub(crate) fn watching<'w>(
        &'w self,
        progress: &'w OnProgress<'_>,
    ) -> impl Fn(u64, u64) -> ControlFlow<()> + Sync + 'w {
        move |done, all| match self.clock.now() {
            None => progress(done, all),
            Some(_) => ControlFlow::Break(()),
        }
    }

    /// The error of work that met a limit.
    fn over(&self, limit: Limit) -> Error {
        Error::OverBudget { what: self.what.clone(), limit, reached: String::new(), hint: Hint::NONE }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_asked_for_before_it_is_taken_and_can_be_given_back() {
        let mut meter = Budget::default().in_bytes(100).meter("a list");
        assert!(meter.take(60).is_ok());
        assert!(meter.take(60).is_err());
        assert_eq!(meter.room(), 40);
        meter.give_back(30);
        assert!(meter.take_for::<u64>(8).is_ok());
        assert!(meter.take(u64::MAX).is_err());
    }
}

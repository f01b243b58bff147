//! A handle by which another thread ends some work.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// A handle for work that may have to be stopped, such as that of a client who
/// goes away. Cancelled by [`Cancel::cancel`], and when it is dropped.
///
/// ```
/// use nimlab::Cancel;
/// let cancel = Cancel::new();
/// let token = cancel.token();
/// assert!(!token.is_cancelled());
/// drop(cancel);
/// assert!(token.is_cancelled());
/// ```
#[derive(Debug)]
pub struct Cancel {
    token: CancelToken,
}

/// Cells that no handle uses. A cell lives forever, so that a token can be
/// copied like a number; there are only as many as there were handles at once.
static SPARE: Mutex<Vec<&'static AtomicU64>> = Mutex::new(Vec::new());

impl Cancel {
    /// A new handle.
    #[expect(clippy::new_without_default, reason = "a handle is made on purpose")]
    pub fn new() -> Self {
        let spare = SPARE.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let cell = spare.unwrap_or_else(|| Box::leak(Box::new(AtomicU64::new(0))));
        Self { token: CancelToken { cell, generation: cell.load(Ordering::Acquire), asked: None } }
    }

    /// A new handle whose work is also ended when `asked` says so. It is called on
    /// the threads that work, whenever they look at their budget: for an owner who
    /// works himself meanwhile, and must look now and then whether he is called away.
    ///
    /// ```
    /// use nimlab::{Cancel, prelude::*};
    /// let cancel = Cancel::asking(|| true);
    /// let nim = catalogue::game("nim")?;
    /// let question = nim.positions().count(1000).budget(Budget::default().cancelled_by(&cancel));
    /// assert!(question.run().and_then(|list| list.collect::<nimlab::Result<Vec<_>>>()).is_err());
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn asking(asked: fn() -> bool) -> Self {
        let mut cancel = Self::new();
        cancel.token.asked = Some(asked);
        cancel
    }

    /// What a [`Budget`](crate::Budget) carries.
    pub fn token(&self) -> CancelToken {
        self.token
    }

    /// Cancels the work that carries the token, now and in the future.
    ///
    /// ```
    /// let cancel = nimlab::Cancel::new();
    /// let token = cancel.token();
    /// cancel.cancel();
    /// assert!(token.is_cancelled());
    /// ```
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
///
/// ```
/// let cancel = nimlab::Cancel::new();
/// let token = cancel.token();
/// cancel.cancel();
/// assert!(token.is_cancelled());
/// ```
#[derive(Debug, Clone, Copy)]
pub struct CancelToken {
    cell: &'static AtomicU64,
    generation: u64,
    /// Is asked as well.
    asked: Option<fn() -> bool>,
}

impl CancelToken {
    /// Whether the work was cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.cell.load(Ordering::Acquire) != self.generation || self.asked.is_some_and(|asked| asked())
    }
}

impl PartialEq for CancelToken {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.cell, other.cell) && self.generation == other.generation
    }
}

impl Eq for CancelToken {}

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
}

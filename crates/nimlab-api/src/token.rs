//! What a question may cost: seen before it is answered, and while it is.

use crate::failure::Failure;
use nimlab::{Budget, Cancel};
use std::time::Duration;

/// Answers of more bytes than this are heavy.
pub const LIGHT: usize = 1 << 20;

/// What can be seen of a question before it is answered.
///
/// ```
/// use nimlab_api::{Fields, endpoint};
/// let table = endpoint("table").unwrap();
/// let weight = |query| table.question(&Fields::from_query(query)).unwrap().weight;
/// assert_eq!(weight("game=wythoff&rows=64"), 0);
/// assert_eq!(weight("game=wythoff&rows=1000"), 6_000_000);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestQuestion {
    /// The bytes that its answer takes; 0 if it is expected to be light.
    pub weight: usize,
    /// Whether it brings rules of its own.
    pub of_stranger: bool,
    /// Questions of one kind cost about the same.
    pub kind: String,
}

/// What a computation may still use, and whether anybody waits for it.
///
/// ```
/// use nimlab::Cancel;
/// use nimlab_api::WorkToken;
/// use std::time::Duration;
/// let cancel = Cancel::new();
/// let token = WorkToken::new(&cancel, Duration::from_secs(10), 64 << 20, false);
/// assert!(token.check().is_ok());
/// cancel.cancel();
/// assert!(token.check().is_err());
/// ```
#[derive(Debug)]
pub struct WorkToken {
    /// Begun: its time passes.
    budget: Budget,
    /// Whether more memory is to be had elsewhere.
    brief: bool,
    /// Who wants to hear what part is done.
    progress: fn(u64, u64),
}

impl WorkToken {
    /// A token for work that may last this long from now on and take this many
    /// bytes. If it is brief, a question that needs more is asked again with more.
    pub fn new(cancel: &Cancel, time: Duration, bytes: u64, brief: bool) -> Self {
        let mut token = Self::alone(time, bytes);
        (token.budget.cancel, token.brief) = (Some(cancel.token()), brief);
        token
    }

    /// The same for work that only its time and its memory end.
    pub fn alone(time: Duration, bytes: u64) -> Self {
        Self { budget: Budget::default().in_bytes(bytes).within(time).started(), brief: false, progress: |_, _| () }
    }

    /// The same, and what is done, of how much, is told to this function.
    pub fn telling(self, progress: fn(u64, u64)) -> Self {
        Self { progress, ..self }
    }

    /// A budget that ends with the time and the memory of the request, or when
    /// nobody waits.
    pub fn limited(&self, budget: Budget) -> Budget {
        let mut limited = self.budget;
        (limited.positions, limited.options) = (budget.positions, budget.options);
        limited.bytes = limited.bytes.min(budget.bytes);
        limited
    }

    /// Fails if nobody waits any more, or the time is over.
    pub fn check(&self) -> Result<(), Failure> {
        self.budget.meter("a request").now().map_err(|_| Failure::out_of_time())
    }

    /// Tells what is done, of how much, and fails as [`check`](Self::check) does.
    pub fn tell(&self, done: u64, all: u64) -> Result<(), Failure> {
        (self.progress)(done, all);
        self.check()
    }

    /// Fails if an answer that came out incomplete may be completed with more
    /// memory.
    pub fn want_complete(&self, complete: bool) -> Result<(), Failure> {
        if self.brief && !complete { Err(Failure::needs_memory()) } else { Ok(()) }
    }
}

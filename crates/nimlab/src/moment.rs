//! Points in time, on every target. Where a target has no clock, such as
//! `wasm32-unknown-unknown`, the host may bring one; without one no time passes, and
//! only the other limits of a budget hold.

use std::sync::OnceLock;
use std::time::Duration;

/// A point in time, as what has passed since some beginning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Moment(Duration);

impl Moment {
    /// Now.
    pub fn now() -> Self {
        Self(CLOCK.get().map_or_else(passed, |clock| clock()))
    }

    /// The moment after some time, unless it is too far away.
    pub fn checked_add(self, time: Duration) -> Option<Self> {
        self.0.checked_add(time).map(Self)
    }
}

static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

/// Lets time be measured by a clock of the host, which says what has passed since
/// some beginning. Only the first clock counts, and it should be given before any
/// question is asked.
///
/// ```standalone_crate
/// // A clock that stands still: no time is ever over.
/// nimlab::set_clock(|| std::time::Duration::ZERO);
/// ```
pub fn set_clock(clock: fn() -> Duration) {
    let _ = CLOCK.set(clock);
}

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
fn passed() -> Duration {
    use std::time::Instant;
    static BEGINNING: OnceLock<Instant> = OnceLock::new();
    BEGINNING.get_or_init(Instant::now).elapsed()
}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
fn passed() -> Duration {
    Duration::ZERO
}

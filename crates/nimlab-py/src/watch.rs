//! Long work without Python's lock. The thread that called does the work itself,
//! and whenever the engine looks at its budget, [`asked`] is called on it: some
//! twenty times a second it takes the lock for a moment, to see whether Ctrl-C was
//! pressed and to tell the progress. So a short question pays for nothing, and a
//! long one ends within a moment.

use nimlab::Cancel;
use pyo3::prelude::*;
use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The time between two looks.
const EVERY: Duration = Duration::from_millis(50);

/// How long work lasts before a bar is shown that nobody asked for.
const LONG: Duration = Duration::from_secs(1);

thread_local! {
    /// The work of this thread, if it has any.
    static WORK: RefCell<Option<ThreadWork>> = const { RefCell::new(None) };
}

struct ThreadWork {
    begun: Instant,
    looked: Instant,
    done: &'static Counts,
    /// Is told how far the work is: `progress(done, all)`.
    told: Listener,
    /// What Python has raised meanwhile.
    raised: Option<PyErr>,
}

/// How far some work is. The cells live forever and are used again.
struct Counts {
    done: AtomicU64,
    all: AtomicU64,
}

enum Listener {
    Nobody,
    /// A bar, if this is a notebook and the work lasts.
    Notebook,
    Call(Py<PyAny>),
}

/// Counts that no work uses.
static SPARE: std::sync::Mutex<Vec<&'static Counts>> = std::sync::Mutex::new(Vec::new());

/// Whether the work of this thread shall end.
fn asked() -> bool {
    // Other threads that help have no work of their own. What is told of the progress
    // may begin work of its own: then this one is not looked at, nor borrowed.
    let due = WORK.with_borrow_mut(|work| match work {
        None => Err(false),
        Some(work) if work.raised.is_some() => Err(true),
        Some(work) if work.looked.elapsed() < EVERY => Err(false),
        Some(work) => Ok((std::mem::replace(&mut work.told, Listener::Nobody), work.done, work.begun)),
    });
    let (mut told, counts, begun) = match due {
        Err(ended) => return ended,
        Ok(due) => due,
    };
    let looked = Python::attach(|py| py.check_signals().and_then(|()| told.tell(py, counts, begun)));
    WORK.with_borrow_mut(|work| {
        let Some(work) = work else { return false };
        (work.told, work.raised, work.looked) = (told, looked.err(), Instant::now());
        work.raised.is_some()
    })
}

impl Listener {
    fn tell(&mut self, py: Python<'_>, counts: &Counts, begun: Instant) -> PyResult<()> {
        let (done, all) = (counts.done.load(Ordering::Relaxed), counts.all.load(Ordering::Relaxed));
        if all == 0 {
            return Ok(());
        }
        if matches!(self, Listener::Notebook) && begun.elapsed() >= LONG {
            let bar = py.import("nimlab._progress")?.call_method0("notebook")?;
            *self = if bar.is_none() { Listener::Nobody } else { Listener::Call(bar.unbind()) };
        }
        match self {
            Listener::Call(call) => call.call1(py, (done.min(all), all)).map(drop),
            _ => Ok(()),
        }
    }
}

/// The handle and the counts of work that is under way.
pub struct Watched<'w> {
    cancel: &'w Cancel,
    counts: &'static Counts,
}

impl Watched<'_> {
    /// Whoever may end the work.
    pub fn cancel(&self) -> &Cancel {
        self.cancel
    }

    /// Looks whether anybody calls; the budget ends the work.
    pub fn look(&self) {
        asked();
    }

    /// Says how far it is, and whether it goes on.
    pub fn tell(&self, done: u64, all: u64) -> ControlFlow<()> {
        self.counts.done.store(done, Ordering::Relaxed);
        self.counts.all.store(all, Ordering::Relaxed);
        if asked() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Does some work without Python's lock. `progress` is called with how much is
/// done, and of how much; `None` is a bar in a notebook, `False` is nothing.
pub fn work<T: Send, E: Send>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    words: impl FnOnce(E) -> PyErr,
    doing: impl FnOnce(&Watched<'_>) -> Result<T, E> + Send,
) -> PyResult<T> {
    let told = match progress {
        None => Listener::Notebook,
        Some(given) if given.is_callable() => Listener::Call(given.clone().unbind()),
        Some(_) => Listener::Nobody,
    };
    let spare = SPARE.lock().ok().and_then(|mut spare| spare.pop());
    let counts =
        spare.unwrap_or_else(|| Box::leak(Box::new(Counts { done: AtomicU64::new(0), all: AtomicU64::new(0) })));
    counts.all.store(0, Ordering::Relaxed);
    let now = Instant::now();
    let begun = ThreadWork { begun: now, looked: now, done: counts, told, raised: None };
    // What is told of the progress may ask for other work.
    let outer = WORK.with(|work| work.replace(Some(begun)));
    let cancel = Cancel::asking(asked);
    let watched = Watched { cancel: &cancel, counts };
    let result = py.detach(|| doing(&watched));
    let ended = WORK.with(|work| work.replace(outer));
    if let Ok(mut spare) = SPARE.lock() {
        spare.push(counts);
    }
    match (ended.and_then(|work| work.raised.map(Err).or_else(|| finished(py, &work.told, counts))), result) {
        (Some(Err(raised)), _) => Err(raised),
        (_, Ok(found)) => Ok(found),
        (_, Err(error)) => Err(words(error)),
    }
}

/// Whoever was told of the progress hears of the end too.
fn finished(py: Python<'_>, told: &Listener, counts: &Counts) -> Option<PyResult<()>> {
    let all = counts.all.load(Ordering::Relaxed);
    match told {
        Listener::Call(call) if all > 0 => Some(call.call1(py, (all, all)).map(drop)),
        _ => None,
    }
}

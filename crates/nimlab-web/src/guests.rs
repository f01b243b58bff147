//! Who is connected, and whom the server waits for. A guest who is asked to
//! leave loses the connection; never one whose question is being computed.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::task::AbortHandle;

/// The moment of a guest for whom the server works: nobody came later.
const SERVED: u64 = u64::MAX;

/// Somebody at the other end of a connection.
pub struct Guest {
    events: Arc<AtomicU64>,
    /// Since when the server waits for this guest, counted in events.
    waiting_since: AtomicU64,
    /// Whether a whole request has come.
    asked: AtomicBool,
    task: Mutex<Option<AbortHandle>>,
}

impl Guest {
    /// Remembers how the connection can be closed.
    pub fn can_be_dismissed(&self, task: AbortHandle) {
        *lock(&self.task) = Some(task);
    }

    /// The headers of a request have come.
    pub fn asks(&self) {
        self.asked.store(true, Ordering::Relaxed);
    }

    /// Keeps the place as long as the server works for this guest.
    pub fn serve(&self) -> Served<'_> {
        self.waiting_since.store(SERVED, Ordering::Relaxed);
        Served(self)
    }

    fn dismiss(&self) {
        if let Some(task) = &*lock(&self.task) {
            task.abort();
        }
    }
}

/// Every guest.
pub struct Guests {
    most: usize,
    events: Arc<AtomicU64>,
    here: Mutex<HashMap<u64, Arc<Guest>>>,
}

impl Guests {
    /// Room for this many.
    pub fn new(most: usize) -> Self {
        Self { most, events: Arc::default(), here: Mutex::new(HashMap::new()) }
    }

    /// A place for a new guest; if there is none, somebody has to leave.
    pub fn enter(self: &Arc<Self>) -> Seat {
        let number = self.events.fetch_add(1, Ordering::Relaxed);
        let guest = Arc::new(Guest {
            events: self.events.clone(),
            waiting_since: AtomicU64::new(number),
            asked: AtomicBool::new(false),
            task: Mutex::new(None),
        });
        let mut here = lock(&self.here);
        if here.len() >= self.most {
            dismiss_one(&mut here);
        }
        here.insert(number, guest.clone());
        Seat { guests: self.clone(), guest, number }
    }

    /// Asks the guest to leave for whom the server has waited longest.
    pub fn dismiss_one(&self) {
        dismiss_one(&mut lock(&self.here));
    }

    /// Asks all to leave who have asked nothing yet.
    pub fn dismiss_silent(&self) {
        lock(&self.here)
            .values()
            .filter(|guest| !guest.asked.load(Ordering::Relaxed))
            .for_each(|guest| guest.dismiss());
    }
}

/// The oldest first. The connection is closed a little later; its place counts
/// as free at once.
fn dismiss_one(here: &mut HashMap<u64, Arc<Guest>>) {
    let since = |guest: &Guest| guest.waiting_since.load(Ordering::Relaxed);
    let longest = here.iter().map(|(number, guest)| (since(guest), *number)).min();
    if let Some((_, number)) = longest.filter(|(since, _)| *since != SERVED)
        && let Some(guest) = here.remove(&number)
    {
        guest.dismiss();
    }
}

/// The place of a guest; it is given back with the connection.
pub struct Seat {
    guests: Arc<Guests>,
    guest: Arc<Guest>,
    number: u64,
}

impl Seat {
    /// The guest on it.
    pub fn guest(&self) -> Arc<Guest> {
        self.guest.clone()
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        lock(&self.guests.here).remove(&self.number);
    }
}

/// Work for a guest; afterwards the server waits for him again.
pub struct Served<'g>(&'g Guest);

impl Drop for Served<'_> {
    fn drop(&mut self) {
        let now = self.0.events.fetch_add(1, Ordering::Relaxed);
        self.0.waiting_since.store(now, Ordering::Relaxed);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(guests: &Guests) -> Vec<u64> {
        let mut numbers: Vec<u64> = lock(&guests.here).keys().copied().collect();
        numbers.sort_unstable();
        numbers
    }

    #[test]
    fn who_let_the_server_wait_longest_gives_way_and_never_one_who_is_served() {
        let guests = Arc::new(Guests::new(3));
        let seats: Vec<Seat> = (0..3).map(|_| guests.enter()).collect();
        let served = seats[0].guest.serve();
        let fourth = guests.enter();
        assert_eq!(numbers(&guests), [0, 2, 3]);
        drop(served);
        // The first was served just now, and the third waits longer.
        let fifth = guests.enter();
        assert_eq!(numbers(&guests), [0, 3, 5]);
        drop((seats, fourth));
        assert_eq!(numbers(&guests), [5]);
        drop(fifth);
        assert!(numbers(&guests).is_empty());
    }

    #[test]
    fn when_all_are_served_nobody_has_to_leave() {
        let guests = Arc::new(Guests::new(1));
        let seat = guests.enter();
        let served = seat.guest.serve();
        let second = guests.enter();
        assert_eq!(numbers(&guests).len(), 2);
        drop((served, second));
    }
}

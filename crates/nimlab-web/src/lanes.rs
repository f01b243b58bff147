//! The lanes in which computations wait for a place, and what is remembered of
//! questions that turned out to be heavy.

use nimlab_api::Failure;
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;

/// A lane: this many computations at once, and this many requests that run or wait.
pub struct Lane {
    pub places: Arc<Semaphore>,
    at_once: usize,
    inside: Arc<AtomicUsize>,
    most: usize,
}

impl Lane {
    /// An empty lane.
    pub fn new(at_once: usize, most: usize) -> Self {
        Self { places: Arc::new(Semaphore::new(at_once)), at_once, inside: Arc::default(), most }
    }

    /// Counts a request that runs or waits.
    pub fn enter(&self) -> Result<Inside, Failure> {
        let inside = Inside(self.inside.clone());
        let before = self.inside.fetch_add(1, Ordering::Relaxed);
        if before >= self.most { Err(Failure::busy()) } else { Ok(inside) }
    }

    /// Whether others will soon need a place.
    pub fn is_crowded(&self) -> bool {
        self.places.available_permits() < self.at_once / 2 || self.inside.load(Ordering::Relaxed) > self.at_once
    }
}

/// One of the requests that are counted.
pub struct Inside(Arc<AtomicUsize>);

impl Drop for Inside {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Kinds of questions that lately took longer than a moment: for a while the
/// next ones keep out of the way of light questions.
#[derive(Default)]
pub struct Doubts(Mutex<HashMap<String, Instant>>);

/// How long a kind of questions is remembered.
const REMEMBERED: Duration = Duration::from_secs(30);

/// How many kinds are remembered.
const KINDS: usize = 256;

impl Doubts {
    /// A question of this kind was heavy.
    pub fn add(&self, kind: &str) {
        let mut kinds = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kinds.len() >= KINDS {
            kinds.retain(|_, seen| seen.elapsed() < REMEMBERED);
        }
        if kinds.len() < KINDS || kinds.contains_key(kind) {
            kinds.insert(kind.to_owned(), Instant::now());
        }
    }

    /// Whether a question of this kind was heavy lately.
    pub fn has(&self, kind: &str) -> bool {
        let kinds = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kinds.get(kind).is_some_and(|seen| seen.elapsed() < REMEMBERED)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lane_counts_those_inside() {
        let lane = Lane::new(2, 3);
        let first = [lane.enter().unwrap(), lane.enter().unwrap()];
        assert!(!lane.is_crowded());
        let third = lane.enter().unwrap();
        assert!(lane.is_crowded() && lane.enter().is_err());
        drop(third);
        assert!(lane.enter().is_ok());
        drop(first);
    }

    #[test]
    fn heavy_kinds_are_remembered_within_bounds() {
        let doubts = Doubts::default();
        for kind in 0..2 * KINDS {
            doubts.add(&kind.to_string());
        }
        assert!(doubts.has("0") && !doubts.has(&(2 * KINDS - 1).to_string()));
        assert_eq!(doubts.0.lock().unwrap().len(), KINDS);
    }
}

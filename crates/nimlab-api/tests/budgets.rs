//! Every question keeps to its memory and its time, whatever it asks: counted
//! by the allocator, not estimated. The questions are random, from a seed.
//!
//! `NIMLAB_CAMPAIGN=100 cargo test --release -p nimlab-api --test budgets` asks a
//! hundred times as many; with `NIMLAB_VERBOSE=1` and `--nocapture` it prints each
//! question before it is asked.
#![allow(unsafe_code, clippy::print_stderr)]

#[path = "../../nimlab-cli/tests/server/chance.rs"]
mod chance;

use chance::{Chance, KNOWN};
use nimlab_api::{Asked, WorkToken, answer};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The allocator of the system, with a count.
struct Counting;

static NOW: AtomicUsize = AtomicUsize::new(0);
static HIGHEST: AtomicUsize = AtomicUsize::new(0);

fn count(before: usize, after: usize) {
    if after >= before {
        let now = NOW.fetch_add(after - before, Ordering::Relaxed) + (after - before);
        HIGHEST.fetch_max(now, Ordering::Relaxed);
    } else {
        NOW.fetch_sub(before - after, Ordering::Relaxed);
    }
}

// SAFETY: every call goes to the allocator of the system as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(0, layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(0, layout.size());
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, start: *mut u8, layout: Layout) {
        count(layout.size(), 0);
        unsafe { System.dealloc(start, layout) }
    }

    unsafe fn realloc(&self, start: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(layout.size(), size);
        unsafe { System.realloc(start, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// The memory of a question. The engines estimate what they take, and an answer
/// is made of JSON values before it is written.
const BYTES: usize = 16 << 20;
const MOST_BYTES: usize = 4 * BYTES;

/// The time of a question, and how late an answer may come on a machine that has
/// other things to do.
const TIME: Duration = Duration::from_millis(500);
const LATEST: Duration = Duration::from_secs(20);

#[test]
fn no_question_takes_more_than_its_memory_and_its_time() {
    let times: u64 = std::env::var("NIMLAB_CAMPAIGN").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    let verbose = std::env::var_os("NIMLAB_VERBOSE").is_some();
    let mut chance = Chance::new(77);
    let mut bad = Vec::new();
    let random = std::iter::repeat_with(|| chance.request()).take(200 * times as usize);
    let known = KNOWN.iter().map(|(path, body)| (*path, (*body).to_owned()));
    for (path, body) in known.chain(random) {
        let before = NOW.load(Ordering::Relaxed);
        HIGHEST.store(before, Ordering::Relaxed);
        if verbose {
            eprintln!("{path} {body}");
        }
        let started = Instant::now();
        let answered = answer(path, Asked::Body(body.as_bytes()), &WorkToken::alone(TIME, BYTES as u64));
        let (took, used) = (started.elapsed(), HIGHEST.load(Ordering::Relaxed).saturating_sub(before));
        let (status, said) = answered.map_or_else(|failure| failure.into_parts(), |_| (200, String::new()));
        assert_ne!(status, 500, "{path} {body}: {said}");
        if verbose && (took > Duration::from_millis(1500) || used > MOST_BYTES) {
            eprintln!("   ##### {took:?} {} MB", used >> 20);
        }
        if took > LATEST || used > MOST_BYTES {
            bad.push(format!("{path} {body}: {took:?}, {} MB", used >> 20));
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

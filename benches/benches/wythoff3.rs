//! The lists of Wytlex(3), which is that of Akiyama's algorithm, and of L1-Nim: the fast
//! stream against a plain loop over three bit arrays, the first also against a loop with
//! hash sets like Thesis-A's, in one run, so that the ratios hold on a noisy machine.
//! Positive Nim: the stream against index arrays of u32.
//!
//! `cargo bench -p nimlab-benches --bench wythoff3 [-- STEPS]`

#![allow(clippy::print_stdout, missing_docs)]

use nimlab::stream::Triple;
use nimlab::stream::mex::{MexRule, MexStream, STEPS, statistics::MexStatistics};
use nimlab::stream::positive::{PositiveStream, index::Index};
use nimlab::stream::sampling::Sampling;
use std::collections::HashMap;
use std::hint::black_box;
use std::time::Instant;

/// Nanoseconds that the calling thread has spent on a processor; wall time
/// where the system does not tell.
fn cpu() -> u64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let first = told.as_deref().and_then(|text| text.split(' ').next()).and_then(|word| word.parse().ok());
    first.unwrap_or_else(|| START.with(|start| start.elapsed().as_nanos() as u64))
}

thread_local!(static START: Instant = Instant::now());

/// Runs something and prints its cost per step: on its thread, and by the clock;
/// the latter counts.
fn measure(name: &str, steps: u64, work: impl FnOnce() -> Triple) -> (f64, Triple) {
    let (wall, own) = (Instant::now(), cpu());
    let last = black_box(work());
    let own = (cpu() - own) as f64 / steps as f64;
    let wall = wall.elapsed().as_nanos() as f64 / steps as f64;
    println!("{name:<44} {own:8.2} ns a step on its thread, {wall:8.2} by the clock");
    (wall, last)
}

/// Either algorithm on three bit arrays. Of the first coordinates only those that step s
/// takes out of turn are marked.
fn plain(rule: MexRule, steps: u64) -> Triple {
    let words = 6 * steps as usize / 64 + 100;
    let (mut f, mut t, mut z) = (vec![0u64; words], vec![0u64; words], vec![0u64; words]);
    let get = |set: &[u64], i: u64| set[(i >> 6) as usize] >> (i & 63) & 1 == 1;
    let set = |set: &mut [u64], i: u64| set[(i >> 6) as usize] |= 1 << (i & 63);
    let (mut m, mut d, mut last) = (1, 1, [0; 3]);
    for _ in 0..steps {
        let (a, kappa) = match (get(&t, m + d), get(&z, d + 1)) {
            (false, _) => (m, 0),
            (true, false) => (m, 1),
            (true, true) if rule == MexRule::L1 && !get(&f, m + 1) => (m + 1, 0),
            (true, true) => (m, 2),
        };
        let (b, c) = (a + d + kappa, a + 2 * d + kappa);
        last = [a, b, c];
        set(&mut f, b);
        set(&mut f, c);
        set(&mut t, c);
        for i in [d, d + kappa, 2 * d + kappa] {
            set(&mut z, i);
        }
        if a == m {
            m += 1;
            while get(&f, m) {
                m += 1;
            }
        } else {
            set(&mut f, a);
        }
        d += 1;
        while get(&z, d) {
            d += 1;
        }
    }
    last
}

/// The loop of Thesis-A's appendix: two hash maps, never emptied.
fn hashed(steps: u64) -> Triple {
    let mut used: HashMap<u64, u8> = HashMap::from([(0, 0)]);
    let mut differences: HashMap<u64, u8> = HashMap::from([(0, 0)]);
    let mut positions: Vec<Triple> = vec![[0; 3]];
    let (mut a, mut d) = (0, 0);
    for _ in 0..steps {
        while used.contains_key(&a) {
            a += 1;
        }
        while differences.contains_key(&d) {
            d += 1;
        }
        let mut b = a + d;
        while used.contains_key(&b) || differences.contains_key(&(b - a)) {
            b += 1;
        }
        let mut c = b + d;
        while used.contains_key(&c) || differences.contains_key(&(c - b)) || differences.contains_key(&(c - a)) {
            c += 1;
        }
        positions.push([a, b, c]);
        for (place, number) in (0..).zip([a, b, c]) {
            used.insert(number, place);
        }
        for (place, number) in (0..).zip([b - a, c - b, c - a]) {
            differences.insert(number, place);
        }
    }
    positions[positions.len() - 1]
}

fn one_thread(rule: MexRule, steps: u64) -> Triple {
    let mut stream = MexStream::new(rule);
    let mut last = [0; 3];
    while stream.state().next <= steps {
        let most = steps + 1 - stream.state().next;
        let block = stream.next_block(most.min(STEPS as u64)).expect("nothing is spilled");
        last = block.position(block.steps - 1);
    }
    last
}

fn two_threads(rule: MexRule, steps: u64) -> Triple {
    let mut stream = MexStream::new(rule);
    let mut statistics = MexStatistics::new(rule, Sampling::for_steps(steps));
    stream.run(steps, &mut statistics, &mut |_, _| true).expect("nothing is spilled");
    statistics.last
}

fn positive_index(steps: u64) -> Triple {
    let (mut index, mut row, mut found, mut last) = (Index::new(), Vec::new(), 0, [0; 3]);
    while found <= steps {
        row.clear();
        index.next_row(&mut row);
        for &position in row.iter().take((steps + 1 - found) as usize) {
            last = position;
        }
        found += row.len() as u64;
    }
    last
}

fn positive_stream(steps: u64) -> Triple {
    let mut stream = PositiveStream::new().expect("nothing is spilled");
    let mut last = [0; 3];
    for _ in 0..steps {
        last = stream.next_position().expect("the proofs hold");
    }
    last
}

fn main() {
    let steps = std::env::args().skip(1).find_map(|word| word.parse().ok()).unwrap_or(20_000_000);
    for rule in [MexRule::Wytlex, MexRule::L1] {
        println!("{rule:?}, {steps} steps");
        for _ in 0..3 {
            let (slow, expected) = measure("plain loop, three bit arrays", steps, || plain(rule, steps));
            let (one, last) = measure("fast stream, one thread, nothing counted", steps, || one_thread(rule, steps));
            assert_eq!(last, expected);
            let (two, last) = measure("fast stream, two threads, all statistics", steps, || two_threads(rule, steps));
            assert_eq!(last, expected);
            println!("  {:.2} and {:.2} times the plain loop", slow / one, slow / two);
        }
    }
    let few = steps / 4;
    let (slow, _) = measure("hash maps as in Thesis-A", few, || hashed(few));
    let (two, _) = measure("fast stream, two threads, as many steps", few, || two_threads(MexRule::Wytlex, few));
    println!("  {:.0} times the hash maps", slow / two);
    let half = steps / 2;
    println!("positive Nim, {half} positions");
    let (slow, expected) = measure("index arrays of u32", half, || positive_index(half));
    let (fast, last) = measure("stream, two bit arrays and windows", half, || positive_stream(half));
    assert_eq!(last, expected);
    println!("  {:.2} times the index arrays", slow / fast);
}

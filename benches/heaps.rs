//! Heap sequences compared with their peers, in one run: the crate `cgt` for
//! subtraction games and the crate `ogs` (the library of `ogsolve`) for octal
//! games. Each figure is the best of a few runs; every result is compared.
//!
//! `cargo bench -p nimlab-benches --bench heaps [-- subtraction|period|octal|verify|hex|grundy|sweep]`

#![allow(clippy::print_stdout)]

use nimlab::games::heaps;
use nimlab::sequence::{PeriodCertificate, PeriodVerdict, Sequence, Sweeper, verify};
use nimlab::{Budget, MoveSet, OctalCode, catalogue};
use ogs::{NaiveSolver, RC2Solver, RCSolver, Solver};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The best time of some runs, and the last result.
fn best<T>(runs: usize, mut work: impl FnMut() -> T) -> (Duration, T) {
    let mut shortest = Duration::MAX;
    let mut result = None;
    for _ in 0..runs {
        let start = Instant::now();
        result = Some(black_box(work()));
        shortest = shortest.min(start.elapsed());
    }
    (shortest, result.expect("at least one run"))
}

fn each(time: Duration, heaps: usize) -> String {
    format!("{:.2} ns a heap", time.as_nanos() as f64 / heaps as f64)
}

fn subtraction() {
    const HEAPS: usize = 2_000_000;
    println!("## Values of subtraction games, {HEAPS} heaps");
    let sets: [&[u64]; 6] = [
        &[2, 4, 7],
        &[2, 3, 4, 7, 8, 10, 13, 14, 16, 17],
        &[2, 3, 5, 6, 9, 11, 12, 13, 15, 18],
        &[5, 17, 22, 31, 64],
        &[3, 7, 11, 19, 27, 38, 45, 52, 60, 63],
        &[2, 5, 6, 11, 13, 17, 19, 22, 23, 29, 31, 33, 34, 37, 40, 41, 47, 50, 53, 58],
    ];
    for set in sets {
        let rule = heaps::subtraction(MoveSet::new(set.to_vec()).expect("a good set"));
        let (whole, ours) = best(5, || Sequence::new(rule.clone()).first_values(HEAPS).expect("small"));
        let (raw, _) = best(5, || {
            let mut sequence = Sequence::new(rule.clone());
            sequence.extend_to(HEAPS as u64).expect("small");
            sequence.get(HEAPS as u64 - 1)
        });
        let peer = cgt::short::impartial::games::subtraction::Sub::new(set.iter().map(|&s| s as u32).collect());
        let (cgt, theirs) = best(2, || {
            let values = peer.clone().grundy_sequence().take(HEAPS);
            values.map(|nimber| nimber.value()).collect::<Vec<u32>>()
        });
        assert_eq!(ours, theirs);
        // ogs has no subtraction games of its own: digit 3 at every s is one.
        let (mut best_ogs, name) = (Duration::MAX, octal_of(set));
        if set[set.len() - 1] <= 64 {
            let game: ogs::Game = name.parse().expect("a code");
            let (time, theirs) = best(1, || {
                let mut solver: NaiveSolver = Solver::with_capacity(game.clone(), HEAPS);
                solver.by_ref().take(HEAPS).map(u32::from).collect::<Vec<u32>>()
            });
            assert_eq!(ours, theirs);
            best_ogs = time;
        }
        println!(
            "{rule}: with the period {}; without it {}; cgt {} ({:.0}x); ogs {} ({:.0}x)",
            each(whole, HEAPS),
            each(raw, HEAPS),
            each(cgt, HEAPS),
            cgt.as_secs_f64() / whole.as_secs_f64().max(raw.as_secs_f64()),
            each(best_ogs, HEAPS),
            best_ogs.as_secs_f64() / whole.as_secs_f64().max(raw.as_secs_f64()),
        );
    }
}

/// The octal code that takes s ∈ S leaving nothing or one heap.
fn octal_of(set: &[u64]) -> String {
    let digit = |s: u64| if set.contains(&s) { '3' } else { '0' };
    format!("0.{}", (1..=set[set.len() - 1]).map(digit).collect::<String>())
}

fn period() {
    println!("## Periods proved");
    for name in
        ["subtraction:2,4,7", "allbut:2,3,4", "octal:0.77", "octal:0.137", "octal:0.156", "octal:0.165", "octal:0.16"]
    {
        let rule = catalogue::heap_rule(name).expect("a heap game");
        let (time, period) =
            best(3, || Sequence::new(rule.clone()).prove(10_000_000).expect("fits").expect("periodic"));
        println!("{name}: ({}, {}) in {time:.1?}", period.preperiod, period.period);
    }
}

/// The check of a certificate beside the check that it replaced: the mex over all options, heap
/// after heap. That is quadratic, and is timed on the first heaps only and reckoned from there.
fn verified() {
    const FIRST: usize = 20_000;
    println!("## Certificates of octal games verified");
    for code in ["0.165", "0.644", "0.16", "0.56", "0.127"] {
        let rule = catalogue::heap_rule(&format!("octal:{code}")).expect("a code");
        let period = Sequence::new(rule).prove(10_000_000).expect("fits").expect("periodic");
        let certificate = PeriodCertificate::of(&period).expect("short enough");
        let (time, verdict) = best(2, || verify(&certificate, Budget::default()).expect("within the budget"));
        assert_eq!(verdict, PeriodVerdict::Proved);
        let heaps = period.checked_to as usize + 1;
        let first = heaps.min(FIRST);
        let (plain, values) = best(1, || plain_octal(&OctalCode::parse(code).expect("a code"), first));
        assert!((0..first as u64).all(|heap| period.value(&heap.into()) == values[heap as usize].into()));
        let whole = plain.mul_f64((heaps as f64 / first as f64).powi(2));
        println!(
            "{code}: {heaps} heaps {time:.2?}; by the definition {whole:.1?} ({:.0} times)",
            whole.as_secs_f64() / time.as_secs_f64()
        );
    }
}

/// The values by the definition.
fn plain_octal(code: &OctalCode, heaps: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::with_capacity(heaps);
    let mut reached = vec![0; 4 * heaps];
    for heap in 0..heaps {
        let now = heap as u32 + 1;
        for (taken, &digit) in code.digits().iter().enumerate().take_while(|(taken, _)| *taken <= heap) {
            let left = heap - taken;
            if taken > 0 && digit & if left == 0 { 1 } else { 2 } != 0 {
                reached[values[left] as usize] = now;
            }
            if digit & 4 != 0 {
                (1..=left / 2).for_each(|a| reached[(values[a] ^ values[left - a]) as usize] = now);
            }
        }
        values.push(reached.iter().position(|&last| last != now).expect("some value is missing") as u32);
    }
    values
}

fn hex() {
    println!("## Hexadecimal games");
    // Values that grow, values without a pattern, and few values.
    for (code, heaps) in [("0.8", 5_000), ("8.d", 5_000), ("0.9", 5_000), ("0.e", 5_000), ("0.f", 20_000)] {
        let rule = catalogue::heap_rule(&format!("hex:{code}")).expect("a code");
        let (time, ()) = best(1, || Sequence::new(rule.clone()).extend_to(heaps).expect("fits"));
        println!("{code}: {}", each(time, heaps as usize));
    }
}

fn octal() {
    const HEAPS: usize = 1_000_000;
    println!("## Octal games, {HEAPS} heaps");
    for code in ["0.106", "0.6"] {
        let rule = catalogue::heap_rule(&format!("octal:{code}")).expect("a code");
        let (ours, values) = best(3, || {
            let mut sequence = Sequence::new(rule.clone());
            sequence.extend_to(HEAPS as u64).expect("fits");
            (0..HEAPS as u64).map(|heap| sequence.get(heap).expect("computed")).collect::<Vec<u64>>()
        });
        let game: ogs::Game = code.parse().expect("a code");
        let mut peers = vec![
            ("rc2", peer::<RC2Solver<true>>(&game, HEAPS, &values)),
            ("rc2s", peer::<RC2Solver<false>>(&game, HEAPS, &values)),
        ];
        // Without the parity of the heap, 0.106 has no good split: rc would take ten minutes.
        if code != "0.106" {
            peers.push(("rc", peer::<RCSolver<true>>(&game, HEAPS, &values)));
            peers.push(("rcs", peer::<RCSolver<false>>(&game, HEAPS, &values)));
        }
        let best = peers.iter().map(|(_, time)| *time).min().expect("four methods");
        println!("{code}: {ours:.2?}; ogs {peers:.2?}; {:.1} times its best", best.as_secs_f64() / ours.as_secs_f64());
    }
}

fn peer<S: Solver<Stats = ()>>(game: &ogs::Game, heaps: usize, expected: &[u64]) -> Duration {
    let (time, values) = best(2, || {
        let mut solver = S::with_capacity(game.clone(), heaps);
        solver.by_ref().take(heaps).map(u64::from).collect::<Vec<u64>>()
    });
    assert_eq!(values, expected);
    time
}

fn grundy() {
    const HEAPS: u64 = 10_000_000;
    println!("## Grundy's game, {HEAPS} heaps");
    let (time, sequence) = best(1, || {
        let mut sequence = Sequence::new(heaps::grundy());
        sequence.extend_to(HEAPS).expect("fits");
        sequence
    });
    let statistics = sequence.statistics(HEAPS);
    println!("{time:.1?}; largest {:?}; {:?} rare heaps", statistics.largest(), statistics.spaces[0].rare);
}

fn sweep() {
    const MAX: u32 = 20;
    println!("## All subtraction sets with max ≤ {MAX}, one core");
    let mut sweeper = Sweeper::new();
    let (time, longest) = best(1, || {
        (1u64..1 << MAX).filter_map(|mask| sweeper.values(mask, 1 << 24).map(|found| (found.period, mask))).max()
    });
    println!("{time:.1?}, {:.2} µs a set; longest period {longest:?}", time.as_micros() as f64 / f64::from(1 << MAX));
}

fn main() {
    let named: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let parts: [(&str, fn()); 7] = [
        ("subtraction", subtraction),
        ("period", period),
        ("octal", octal),
        ("verify", verified),
        ("hex", hex),
        ("grundy", grundy),
        ("sweep", sweep),
    ];
    for (name, part) in parts {
        if named.is_empty() || named.iter().any(|word| word == name) {
            part();
        }
    }
}

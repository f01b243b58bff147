//! Positions of a Grundy value, row by row: algorithm 2 of Thesis-A as it stands in
//! the paper, the same with a mark for the first difference that is free, and ours.
//!
//! `cargo bench -p nimlab-benches --bench values [-- ROWS]`
#![allow(clippy::print_stdout)]

use nimlab::solve::board::ValuePositions;
use nimlab::{Budget, PairMoves};
use nimlab_benches::measure::{Case, by_turns};
use nimlab_benches::{memory, plain};
use std::time::Instant;

const WYTHOFF: PairMoves = PairMoves::Band { width: 1 };

fn ours(moves: PairMoves, g: u64, rows: u64) -> u64 {
    let mut positions = ValuePositions::new(moves, g, Budget::default()).expect("the memory is there");
    let mut sum = 0;
    for _ in 0..rows {
        let row = positions.next_row().expect("within the budget");
        sum += row.last().copied().flatten().unwrap_or(0);
    }
    sum
}

/// Every row is that of the plain version.
fn compare(g: usize, rows: usize) {
    let expected = plain::value_rows(g, rows, true);
    assert_eq!(expected[..2000], plain::value_rows(g, 2000, false), "with a mark or without one");
    let mut positions = ValuePositions::new(WYTHOFF, g as u64, Budget::default()).expect("the memory is there");
    for row in expected {
        assert_eq!(positions.next_row().expect("within the budget"), row);
    }
    println!("values 0 to {g}: {rows} rows are those of the plain version");
}

fn main() {
    let rows = std::env::args().filter_map(|word| word.parse().ok()).next().unwrap_or(1_000_000);
    compare(1, 200_000);
    compare(8, 50_000);
    println!("\nwythoff, values 0 and 1, 20 000 rows");
    let cases = vec![
        Case::new("plain: every difference from 0 on", || plain::value_rows(1, 20_000, false)).at_most(1),
        Case::new("plain: from the first free difference on", || plain::value_rows(1, 20_000, true)),
        Case::new("ours: ValuePositions", || ours(WYTHOFF, 1, 20_000)),
    ];
    println!("{}", by_turns(cases, 5));
    println!("wythoff, values 0 and 1, {rows} rows");
    let cases = vec![
        Case::new("plain: from the first free difference on", || plain::value_rows(1, rows, true)).at_most(3),
        Case::new("ours: ValuePositions", || ours(WYTHOFF, 1, rows as u64)),
    ];
    println!("{}", by_turns(cases, 5));
    for (name, moves, g) in [
        ("wythoff", WYTHOFF, 0),
        ("wythoff", WYTHOFF, 1),
        ("wythoff", WYTHOFF, 2),
        ("wythoff", WYTHOFF, 8),
        ("wythoff", WYTHOFF, 30),
        ("wythoff:2", PairMoves::Band { width: 2 }, 3),
        ("wythoff:5", PairMoves::Band { width: 5 }, 3),
        ("r-wythoff", PairMoves::LargerOrBoth, 3),
    ] {
        for rows in [rows as u64, 10 * rows as u64] {
            let time = |_| {
                let start = Instant::now();
                ours(moves, g, rows);
                start.elapsed().as_secs_f64()
            };
            let time = (0..5).map(time).fold(f64::INFINITY, f64::min);
            println!(
                "{name}, values 0 to {g}, {rows} rows: {:.0} ms, {:.1} ns a row and value",
                time * 1e3,
                time * 1e9 / (rows * (g + 1)) as f64
            );
        }
    }
    println!("most memory held: {:?} MiB", memory::peak_mib());
}

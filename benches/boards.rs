//! Boards of Grundy values: the plain version cell by cell with bitsets, and
//! ours value by value, in one run by turns; then larger boards of ours alone.
//!
//! `cargo bench -p nimlab-benches --bench boards [-- SIDE [LARGE]]`
#![allow(clippy::print_stdout)]

use nimlab::PairMoves;
use nimlab::solve::Board;
use nimlab_benches::measure::{Case, by_turns};
use nimlab_benches::{memory, plain};
use std::ops::ControlFlow;
use std::time::Instant;

const WYTHOFF: PairMoves = PairMoves::Band { width: 1 };

fn ours(moves: PairMoves, side: usize) -> Board {
    Board::build(moves, side as u64, side as u64, &|_, _| ControlFlow::Continue(())).expect("the memory is there")
}

/// Every value is the plain one.
fn compare(side: usize) {
    let (board, plain) = (ours(WYTHOFF, side), plain::board(side));
    let mut rows = Vec::new();
    for (first, expected) in (0..).step_by(64).zip(plain.chunks(64 * side)) {
        let count = expected.len() / side;
        board.fill_rows(first, count as u64, side as u64, &mut rows).expect("on the board");
        assert!(rows.iter().zip(expected).all(|(ours, plain)| *ours == u32::from(*plain)));
    }
    println!("{side} × {side}: all {} values are those of the plain version", side * side);
}

fn main() {
    let mut numbers = std::env::args().filter_map(|word| word.parse().ok());
    let side = numbers.next().unwrap_or(10_000);
    let large = numbers.next().unwrap_or(20_000);
    compare(side.min(3_000));
    let cases = vec![
        Case::new("plain: cell by cell, a bitset a row, column and diagonal", || plain::board(side)).at_most(1),
        Case::new("ours: Board::build", || ours(WYTHOFF, side)),
    ];
    println!("\nwythoff {side} × {side}\n{}", by_turns(cases, 3));
    for (name, moves, side) in [
        ("wythoff:2", PairMoves::Band { width: 2 }, side),
        ("wythoff:5", PairMoves::Band { width: 5 }, side),
        ("r-wythoff", PairMoves::LargerOrBoth, side),
        ("wythoff", WYTHOFF, large),
    ] {
        let start = Instant::now();
        let board = ours(moves, side);
        let time = start.elapsed().as_secs_f64();
        let (bytes, width) = Board::bytes(side as u64, side as u64);
        let corner = board.get(side as u64 - 1, side as u64 - 1);
        println!(
            "{name} {side} × {side}: {time:.2} s, {:.1} ns a cell of the square, {:.0} MiB stated, {width} bytes a cell, corner {corner:?}",
            time * 1e9 / (side * side) as f64,
            bytes as f64 / 1048576.0,
        );
    }
    println!("most memory held: {:?} MiB", memory::peak_mib());
}

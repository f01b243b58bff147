//! Questions as Rust asks them, for `python.py` beside it: who wins a small position,
//! in nanoseconds, the least of many short rounds; with `table N SIDE` a board of this
//! side so many times, and with `solve N` the second of these positions so many times, whose
//! cost the caller takes.
#![allow(clippy::print_stdout)]

use nimlab::prelude::*;
use nimlab::solve::TableSize;
use std::hint::black_box;
use std::time::Instant;

fn least(rounds: usize, mut work: impl FnMut()) -> f64 {
    let mut time = || {
        let start = Instant::now();
        work();
        start.elapsed().as_secs_f64()
    };
    (0..rounds).map(|_| time()).fold(f64::INFINITY, f64::min)
}

fn main() -> nimlab::Result<()> {
    const CALLS: u64 = 200;
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |word: &str| word.parse().unwrap_or(1);
    match &words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["table", times, side] => {
            let wythoff = catalogue::game("wythoff")?;
            for _ in 0..number(times) {
                black_box(wythoff.table(TableSize::Side(number(side))).run()?);
            }
        }
        ["solve", times] => solve(&*catalogue::game("wythoff:2")?, &[17, 29], number(times)),
        _ => {
            for (name, numbers) in [("nim", [3_u64, 4, 5].as_slice()), ("wythoff:2", &[17, 29])] {
                let game = catalogue::game(name)?;
                let time = least(3000, || solve(&*game, numbers, CALLS));
                println!("solve {name}: {:.0} ns", time / CALLS as f64 * 1e9);
            }
        }
    }
    Ok(())
}

/// Asks who wins a position so many times.
fn solve(game: &dyn Game, numbers: &[u64], times: u64) {
    for _ in 0..times {
        let numbers = black_box(numbers).iter().map(|&number| number.into()).collect();
        let position = game.canonical_of(&game.read_numbers(numbers).expect("a position"));
        black_box(game.solve(&position).run().expect("an answer"));
    }
}

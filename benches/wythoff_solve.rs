//! Outcome and all winning moves of a Wythoff position with long piles: the
//! whole question as the command asks it, from the text to the answer.

use criterion::{Criterion, criterion_group, criterion_main};
use nimlab::{Ask, RuleExt, catalogue};
use std::hint::black_box;

fn long_piles(c: &mut Criterion) {
    for digits in [18, 100, 1000, 10_000] {
        let text = format!(
            "{},{}",
            "1234567890".repeat(digits).split_at(digits).0,
            "9876543210".repeat(digits).split_at(digits).0
        );
        let mut group = c.benchmark_group(format!("wythoff:2, {digits} digits"));
        for method in ["algebraic", "arithmetic"] {
            group.bench_function(method, |bencher| bencher.iter(|| answer(black_box(&text), method)));
        }
    }
}

fn answer(text: &str, method: &str) -> nimlab::Result<String> {
    let game = catalogue::game("wythoff:2")?;
    let position = game.read(text)?;
    let answer = game.solve(&position).method(method).run()?;
    Ok(answer.winning_moves.list.iter().map(ToString::to_string).collect())
}

criterion_group!(benches, long_piles);
criterion_main!(benches);

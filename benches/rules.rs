//! Dense tables from rule files, compared with the built-in methods and a plain memo
//! solver in Python, and lists of P-positions, compared with a plain Python loop.
//! `cargo bench -p nimlab-benches --bench rules`; with the argument `python` the
//! Python peers are run too, which takes minutes, and with `list` only the list.
//!
//! Every way must give the same checksum, the sum of the values of all sorted
//! positions, or of the numbers of all positions of a list.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use nimlab::error::Error;
use nimlab::rules::{self, RuleGame};
use nimlab::solve::Search;
use nimlab::stream::positive::PositiveStream;
use nimlab::{Ask, Budget, Position, Values, catalogue};
use std::path::Path;
use std::process::Command;
use std::time::Instant;

fn main() {
    let python = std::env::args().any(|argument| argument == "python");
    println!("{:<34} {:>10} {:>14}", "", "seconds", "checksum");
    list(3337, python);
    if std::env::args().any(|argument| argument == "list") {
        return;
    }
    wythoff(400, python);
    positive(60, python);
}

/// The P-positions of a rule whose lines have five directions.
const FIVE: &str = "state x, y symmetric
    move k in 0..x, l in 0..y
      where k + l > 0 and (k = 0 or l = 0 or k = l or l = 2*k or k = 2*l)
      -> (x - k, y - l)";

fn list(count: u64, python: bool) {
    let game = rules::compile(FIVE).expect("the rule is right");
    report(&format!("five directions, first {count}"), || {
        let list = game.positions().count(count).run().expect("rules have lists");
        let words = |position: Result<Position, Error>| position.expect("it is within the budget").words();
        list.map(|position| words(position).expect("it is small").iter().sum::<u64>()).sum()
    });
    if python {
        peer("strike_out.py", &[&count.to_string()]);
    }
}

fn wythoff(side: u64, python: bool) {
    let pairs = || (0..side).flat_map(move |x| (x..side).map(move |y| vec![x, y]));
    let rules = rule_game("wythoff.rules");
    let corner = [side - 1, side - 1];
    report(&format!("wythoff {side}², rule file"), || {
        checksum(&mut *rules.dense_values(&corner, budget()).expect("the box is closed"), pairs())
    });
    let built_in = catalogue::game("wythoff").expect("wythoff is built in");
    report(&format!("wythoff {side}², built-in board"), || {
        checksum(&mut *nimlab::solve::values(&*built_in, &corner, budget()), pairs())
    });
    let small = side / 4;
    let few = || (0..small).flat_map(move |x| (x..small).map(move |y| vec![x, y]));
    report(&format!("wythoff {small}², rule file, search"), || {
        checksum(&mut Search::for_values(&rules, budget()), few())
    });
    if python {
        peer("memo_solver.py", &["wythoff", &side.to_string()]);
    }
}

fn positive(side: u64, python: bool) {
    let triples = || (0..side).flat_map(move |a| (a..side).flat_map(move |b| (b..side).map(move |c| vec![a, b, c])));
    let rules = rule_game("positive-nim.rules");
    let corner = [side - 1; 3];
    report(&format!("positive Nim {side}³, rule file"), || {
        checksum(&mut *rules.dense_values(&corner, budget()).expect("the box is closed"), triples())
    });
    // There is no built-in table of values; the built-in list of P-positions is compared with its zeros.
    let mut table = rules.dense_values(&corner, budget()).expect("the box is closed");
    let zeros = triples().filter(|position| table.value(position).expect("it has a value") == 0).count() as u64;
    let listed = || {
        let mut stream = PositiveStream::new().expect("nothing is spilled");
        let mut positions =
            std::iter::from_fn(|| stream.next_position().ok()).take_while(|position| position[0] < side);
        // Number 0 is (0, 0, 0).
        1 + positions.by_ref().filter(|position| position[2] < side).count() as u64
    };
    assert_eq!(listed(), zeros);
    report(&format!("positive Nim {side}³, built-in list"), listed);
    if python {
        peer("memo_solver.py", &["positive", &side.to_string()]);
        peer("memo_solver.py", &["positive-naive", &(side / 3).to_string()]);
        let small = side / 3;
        let few =
            move || (0..small).flat_map(move |a| (a..small).flat_map(move |b| (b..small).map(move |c| vec![a, b, c])));
        report(&format!("positive Nim {small}³, rule file"), || {
            checksum(&mut *rules.dense_values(&[small - 1; 3], budget()).expect("the box is closed"), few())
        });
    }
}

fn budget() -> Budget {
    Budget::of_positions(1 << 26)
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn rule_game(file: &str) -> RuleGame {
    let source = std::fs::read_to_string(root().join("../examples/rules").join(file)).expect("the rule file is there");
    rules::compile(&source).expect("the rule file is right")
}

fn checksum(values: &mut (impl Values + ?Sized), positions: impl Iterator<Item = Vec<u64>>) -> u64 {
    positions.map(|position| values.value(&position).expect("the position has a value")).sum()
}

/// The best of some runs.
fn report(name: &str, work: impl Fn() -> u64) {
    let (mut best, mut sum) = (f64::INFINITY, 0);
    for _ in 0..5 {
        let start = Instant::now();
        sum = work();
        best = best.min(start.elapsed().as_secs_f64());
    }
    println!("{name:<34} {best:>10.4} {sum:>14}");
}

fn peer(script: &str, words: &[&str]) {
    let output = Command::new("python3").arg(root().join("peers").join(script)).args(words).output();
    match output {
        Ok(output) => {
            let text = String::from_utf8_lossy(&output.stdout);
            let mut told = text.split_whitespace();
            let (seconds, sum) = (told.next().unwrap_or("?"), told.next().unwrap_or("?"));
            println!("{:<34} {seconds:>10} {sum:>14}", format!("{}, Python", words.join(" ")));
        }
        Err(error) => println!("{script}: no Python here: {error}"),
    }
}

//! Proofs by automata: the adder of a numeration system, theorems from nothing to
//! their certificates, their check, and the value of a position of a million
//! digits. The least of several runs of each, on one core. Beside them MONA on the
//! theorem that is written for it, if there is one, and the formula of Wythoff's game
//! on the same pair.
//!
//! `cargo bench -p nimlab-benches --bench prove`
#![allow(clippy::print_stdout)]

use nimlab::automata::{Arithmetic, Numbers};
use nimlab::number::UBig;
use nimlab::prove::{Found, Goal, Statement, Subject, check, known, prove};
use nimlab::{Ask, Budget, Play, Position};
use nimlab_benches::memory;
use std::process::Command;
use std::time::Instant;

/// The least time of several runs, in milliseconds.
fn least<T>(runs: usize, mut work: impl FnMut() -> T) -> f64 {
    let time = |_| {
        let begun = Instant::now();
        std::hint::black_box(work());
        begun.elapsed().as_secs_f64() * 1e3
    };
    (0..runs).map(time).fold(f64::INFINITY, f64::min)
}

/// The time of MONA on the same theorem.
fn mona(formulas: &str) {
    let file = std::env::temp_dir().join(format!("nimlab-{}.mona", std::process::id()));
    if std::fs::write(&file, formulas).is_err() {
        return;
    }
    let run = || Command::new("mona").arg("-q").arg(&file).output();
    match run() {
        Ok(output) if String::from_utf8_lossy(&output.stdout).contains("Formula is valid") => {
            println!("  MONA on the same theorem: {:.1} ms", least(5, run));
        }
        _ => println!("  MONA is not there"),
    }
    let _ = std::fs::remove_file(&file);
}

fn main() -> Result<(), nimlab::Error> {
    let budget = Budget::default();
    for system in ["zeckendorf", "p:2", "p:5", "tribonacci"] {
        let numbers = Numbers::named(system)?;
        let time = least(5, || Arithmetic::found(numbers.clone(), &mut budget.meter("an adder")));
        println!("adder of {system}, found and proved: {time:.1} ms");
    }
    for (game, value) in [("wythoff", 0), ("wythoff", 1), ("r-wythoff", 5), ("wythoff:2", 8), ("wythoff:3", 8)] {
        let subject = Subject::named(game, None)?;
        let goal = Goal { play: Play::Normal, value, system: None, states: 100_000 };
        let mut certificate = None;
        let time = least(3, || {
            if let Ok(Found::Proved(proved)) = prove(&subject, &goal, budget, &mut |_| {}) {
                certificate = Some(proved.1);
            }
        });
        let Some(certificate) = certificate else { continue };
        let checked = least(3, || check(&certificate, budget));
        let short = certificate.short();
        let again = least(3, || check(&short, budget));
        println!("{game}, values 0 to {value}: proved {time:.1} ms, checked {checked:.1} ms, short {again:.1} ms");
        if let Found::Proved(proved) = prove(&subject, &goal, budget, &mut |_| {})? {
            let time = least(3, || proved.0.pattern(budget));
            println!("  its pattern: {time:.1} ms");
        }
        if value == 0 {
            mona(&Statement::new(&subject, &certificate)?.mona());
        }
    }
    println!("most memory held so far: {:?} MiB", memory::peak_mib());
    // A P-position of Wythoff's game with a million digits, and one beside it.
    let n = UBig::from(10u8).pow(1_000_000);
    let beatty = nimlab::numeration::Beatty::new(UBig::ONE);
    let position = [beatty.lower(&n), beatty.upper(&n)];
    if let Some(theorem) = known("wythoff", Play::Normal) {
        let time = least(3, || theorem.value_of(&position, budget));
        println!("the value of a pair of a million digits: {time:.1} ms ({:?})", theorem.value_of(&position, budget)?);
        let game = nimlab::catalogue::game("wythoff")?;
        let position = Position::new(position.to_vec(), false);
        let time = least(1, || game.solve(&position).method("algebraic").run());
        println!("the outcome of that pair by the formula ⌊nφ⌋: {time:.1} ms");
    }
    Ok(())
}

//! The Handout: Fibonacci Nim, its table, sums, theorems and program.

use super::tools::{big, claim};
use super::{Computed, ItemCheck, Result, Shared, check};
use nimlab::numeration::zeckendorf;
use nimlab::solve::search;
use nimlab::{Ask, Budget, Outcome, Play, RuleExt, catalogue};
use serde_json::json;

pub(super) const CHECKS: &[ItemCheck] = &[
    check("table", "closed-form, search", |_| {
        let winner = |stones| Ok(if starting(stones)? == Outcome::P { "B" } else { "A" });
        let row: Vec<&str> = (2..=11).map(winner).collect::<Result<_>>()?;
        Ok(Computed::new(row[..2].join(" ")).with_note(format!("the whole row is {}", row.join(" "))))
    }),
    check("eight stones, rows", "zeckendorf", |_| rows(8)),
    check("thirteen stones, rows", "zeckendorf", |_| rows(13)),
    check("seven stones, rows", "zeckendorf", |_| sum(7).map(|parts| Computed::new(json!(parts)))),
    check("twenty stones, rows", "zeckendorf", |_| sum(20).map(|parts| Computed::new(json!(parts)))),
    check("sums", "zeckendorf", |_| {
        let sums = [6, 7, 9, 11, 12, 20].into_iter().map(|n| Ok(format!("{n} = {}", joined(n)?)));
        Ok(Computed::new(json!(sums.collect::<Result<Vec<_>>>()?)))
    }),
    check("Zeckendorf's theorem", "zeckendorf", |_| {
        let sums = (1..=7).map(|n| Ok(format!("{n}={}", joined(n)?)));
        Ok(Computed::new(json!(sums.collect::<Result<Vec<_>>>()?)))
    }),
    check("theorem I", "closed-form, 2 to 1000 stones; search up to 40", |_| {
        theorem("with a Fibonacci number you lose", Outcome::P, |stones, fibonacci| fibonacci.contains(&stones))
    }),
    check("theorem II", "closed-form, 2 to 1000 stones; search up to 40", |_| {
        theorem("with any other you can win", Outcome::N, |stones, fibonacci| !fibonacci.contains(&stones))
    }),
    check("proof of I", "F_3 to F_80", |_| Ok(claim("F_n < 2 F_{n-1}", fails(|f, n| f[n] < 2 * f[n - 1])))),
    check("proof of I, ratio", "F_4 to F_80", |_| {
        Ok(claim("F_n > (4/3) F_{n-1} for n >= 4", fails(|f, n| n < 4 || 3 * f[n] > 4 * f[n - 1])))
    }),
    check("proof of II", "F_3 to F_80", |_| Ok(claim("F_n > 2 F_{n-2}", fails(|f, n| f[n] > 2 * f[n - 2])))),
    check("program, least start", "the rule", |_| {
        let game = catalogue::game("fibonacci")?;
        let has_move = |&stones: &u64| {
            let start = game.start(stones).unwrap_or_default();
            game.option_list(&start).is_ok_and(|moves| !moves.is_empty())
        };
        Ok(Computed::new(json!((1..10).find(has_move))))
    }),
    check("program", "closed-form, every position up to 60 stones", program),
];

/// What is said of some starting numbers, or the first for which it fails.
fn theorem(text: &str, outcome: Outcome, of: impl Fn(u64, &[u64]) -> bool) -> Result<Computed> {
    let numbers = fibonacci(1000);
    for stones in (2..=1000).filter(|&stones| of(stones, &numbers)) {
        if starting(stones)? != outcome {
            return Ok(claim("", Some(stones)));
        }
    }
    Ok(Computed::new(text))
}

/// Who wins with this many stones, by the theorem and, as far as it goes, by search.
fn starting(stones: u64) -> Result<Outcome> {
    let game = catalogue::game("fibonacci")?;
    let position = game.read(&stones.to_string())?;
    let outcome = game.solve(&position).method("closed-form").analyse()?.1.outcome;
    if stones <= 40 && search(&*game, &position, Play::Normal, Budget::default())?.outcome != outcome {
        return Err(crate::error::Error::Methods { what: format!("fibonacci {stones}") });
    }
    Ok(outcome)
}

/// Zeckendorf's sum, largest first.
fn sum(number: u64) -> Result<Vec<u64>> {
    Ok(nimlab::number::words(&zeckendorf(&big(number)), "a part")?)
}

fn joined(number: u64) -> Result<String> {
    Ok(sum(number)?.iter().map(u64::to_string).collect::<Vec<_>>().join("+"))
}

/// A Fibonacci number as the sum of the two before it: the first part of the
/// sum of what is one less, and what is left.
fn rows(number: u64) -> Result<Computed> {
    let first = sum(number - 1)?[0];
    Ok(Computed::new(json!([first, number - first])))
}

/// 1, 2, 3, 5, … up to a bound.
fn fibonacci(bound: u64) -> Vec<u64> {
    let pairs = std::iter::successors(Some((1, 2)), |&(a, b)| Some((b, a + b)));
    pairs.map(|pair| pair.0).take_while(|&number| number <= bound).collect()
}

/// The first n from 3 on with F_1 = 1, F_2 = 2 for which something fails.
fn fails(holds: impl Fn(&[u64], usize) -> bool) -> Option<String> {
    let numbers: Vec<u64> = std::iter::once(1).chain(fibonacci(u64::MAX / 8)).collect();
    (3..=80).find(|&n| !holds(&numbers, n)).map(|n| format!("n = {n}"))
}

/// The program takes the least number of the sum, or 1 if that is too many.
/// Where the player to move can win at all, this must win.
fn program(_: &Shared) -> Result<Computed> {
    let game = catalogue::game("fibonacci")?;
    for stones in 1..=60u64 {
        for most in 1..=stones {
            let position = game.position(vec![big(stones), big(most)]);
            let analysis = game.solve(&position).method("closed-form").analyse()?.1;
            if analysis.outcome == Outcome::P {
                continue;
            }
            let least = *sum(stones)?.last().unwrap_or(&1);
            let to = game.position(vec![big(stones - least), big(2 * least)]);
            if least > most || !analysis.winning_moves.list.contains(&to) {
                return Ok(claim("", Some(format!("{stones} stones, at most {most}"))));
            }
        }
    }
    Ok(Computed::new("the least number of the sum"))
}

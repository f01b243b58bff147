//! Thesis-A: Wythoff's game, ℛ-Wythoff and Akiyama's Nim.

mod three_piles;
mod two_piles;

use super::tools::{board, claim, floor_phi, listed_by_all, period, printed_board, put_right, rule};
use super::{Computed, ItemCheck, check};
use nimlab::sequence::Sequence;
use nimlab::solve::grundy;
use nimlab::{Budget, RuleExt, catalogue};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use three_piles as three;
pub(super) use three_piles::from_rule;
use two_piles as two;

pub(super) const CHECKS: &[ItemCheck] = &[
    check("section 1.2", "window", |_| {
        let values = Sequence::new(rule("subtraction:1,2,3")?).first_values(9)?;
        let letters: Vec<&str> = values.iter().map(|&value| if value == 0 { "P" } else { "N" }).collect();
        Ok(Computed::new(letters.join(" ")))
    }),
    check("figure 1.1", "proved period", |_| {
        let period = period("subtraction:1,2,3")?;
        let cold: Vec<usize> = period.first_values(400).iter().enumerate().filter(|v| *v.1 == 0).map(|v| v.0).collect();
        let regular = cold.windows(2).all(|pair| pair[1] - pair[0] == cold[1]);
        Ok(Computed::new(json!(if regular && period.preperiod == 0 { cold[1] } else { 0 })))
    }),
    check("section 1.3, nim-sum", "closed-form", |_| {
        let nim = catalogue::game("nim")?;
        let value = grundy(&*nim, &nim.read("25,14,13")?, Budget::default())?;
        let numbers = [25u64, 14, 13].into_iter().chain(u64::try_from(&value).ok());
        Ok(Computed::new(json!(numbers.map(|number| format!("{number:05b}")).collect::<Vec<_>>())))
    }),
    check("section 1.3, one heap", "closed-form and the rule, up to 200 coins", |_| {
        Ok(claim("the first player takes all and wins", two::one_heap_fails()?))
    }),
    check("section 1.3, two heaps", "search, up to 40 coins", |_| {
        let differ = two::nim_fails(2, 40, |heaps| heaps[0] == heaps[1])?;
        Ok(claim("cold if the heaps are equal", differ))
    }),
    check("theorem 1", "search, up to 14 coins", |_| {
        let differ = two::nim_fails(3, 14, |heaps| heaps[0] ^ heaps[1] ^ heaps[2] == 0)?;
        Ok(claim("cold if and only if the nim-sum is 0", differ))
    }),
    check("section 1.5.1, cold", "board", |_| two::first_cold(5)),
    check("section 1.5.1, warm", "board 150 × 150", |_| two::warm_lines()),
    check("figure 1.2", "board", |_| {
        // The fourth pair ends in 7: on a board of 8 × 8, those on and right of the diagonal.
        let board = board("wythoff", 8)?;
        let cells = (0..8).flat_map(|x| (x..8).map(move |y| (x, y)));
        Ok(Computed::new(cells.filter(|&(x, y)| board.value(x, y) == 0).count()))
    }),
    check("table 1.1", "recursive, algebraic, arithmetic, search", |_| {
        let methods = ["recursive", "algebraic", "arithmetic", "search"];
        Ok(Computed::new(json!(listed_by_all("wythoff", &methods, 13)?)))
    }),
    check("theorem 2", "recursive against exact floors, k up to 10^5", |_| {
        let wrong = two::against_floors("wythoff", "recursive", 0, 100_000, |_| 0)?;
        Ok(claim("(floor(k phi), floor(k phi^2))", wrong))
    }),
    check("theorem 2, proof", "exact, k up to 1000", |_| {
        // k(x + √5)/2 as the pair (kx, k) of halves: k itself is (2k, 0).
        let number = |k: i64, x: i64| (k * x, k);
        let holds = |one, other| {
            (1..=1000).all(|k| {
                let (one, other) = (number(k, one), number(k, other));
                (one.0 - other.0, one.1 - other.1) == (2 * k, 0)
            })
        };
        Ok(put_right(("k(3+sqrt5)/2 - k(1+sqrt5)/2", holds(3, 1)), ("k(1+sqrt5)/2 - k(3+sqrt5)/2", holds(1, 3))))
    }),
    check("theorem 2, (1.4)", "exact, n up to 1000", |_| {
        // p and q are the least numbers with p φ > n and q φ² > n.
        let least = |above: &dyn Fn(u64) -> bool| (1..).find(|&k| above(k)).unwrap_or(0);
        let ends = |n: u64| (least(&|p| floor_phi(p) >= n), least(&|q| floor_phi(q) + q >= n));
        let holds = |sum: fn((u64, u64)) -> u64| (1..=1000).all(|n| sum(ends(n)) == n + 1);
        Ok(put_right(
            ("p(1+sqrt5)/2 - n, q(3+sqrt5)/2 - n", holds(|(p, q)| p + q)),
            ("p(1+sqrt5)/2 - n, p(3+sqrt5)/2 - n", holds(|(p, _)| p + p)),
        ))
    }),
    check("theorem 2, numbers k", "exact floors, numbers up to 1000", |_| {
        let covered = |first: u64| {
            let all: BTreeSet<u64> = (first..=1000).flat_map(|k| [floor_phi(k), floor_phi(k) + k]).collect();
            (1..=1000).all(|number| all.contains(&number))
        };
        Ok(put_right(("k >= 1", covered(1)), ("k > 1", covered(2))))
    }),
    check("theorem 3", "board 150 × 150", |_| two::occurrences("wythoff", two::column)),
    check("algorithm 2", "algorithm 2 against the board", |_| {
        let text = "p = mex S; least d with (p,p+d) not in T_h, d not in D, p+d not in S";
        Ok(claim(text, two::algorithm_fails("wythoff", 20)?))
    }),
    check("proof of algorithm 2", "board 150 × 150", |_| two::first_of_every_value("wythoff")),
    check("table 1.2", "board", |_| Ok(Computed::new(printed_board(&board("wythoff", 14)?, |_| true)))),
    check("algorithm 3", "algorithm 3 against the board", |_| {
        let text = "p = mex S; least d with (p,p+d) not in T_h, d not in D";
        Ok(claim(text, two::algorithm_fails("r-wythoff", 20)?))
    }),
    check("proof of algorithm 3", "board 150 × 150", |_| two::first_of_every_value("r-wythoff")),
    check("table 2.1", "board", |_| Ok(Computed::new(printed_board(&board("r-wythoff", 14)?, |_| true)))),
    check("theorem 4", "board 150 × 150", |_| two::occurrences("r-wythoff", two::column)),
    check("theorem 5", "board 150 × 150", |_| two::occurrences("r-wythoff", two::diagonal)),
    check("figure 2.1", "board", |_| two::size("wythoff")),
    check("figure 2.2", "board", |_| two::size("r-wythoff")),
    check("theorem 6", "algorithm 3 against exact floors", |_| {
        let wrong = two::against_floors("r-wythoff", "recursive", 0, 20_000, |_| 0)?;
        Ok(claim("(floor(n phi), floor(n phi^2))", wrong))
    }),
    check("theorem 7", "algorithm 3", |_| two::first_of_value(1, 4)),
    check("theorem 7, formula", "algorithm 3 against exact floors", |_| {
        let wrong = two::against_floors("r-wythoff", "recursive", 1, 20_000, |k| u64::from(k >= 4))?;
        Ok(claim("p0_k - (1,1)", wrong.filter(|&k| k >= 4)))
    }),
    check("theorem 7, proof", "algorithm 3", two::proof_of_theorem_7),
    check("theorem 8", "algorithm 3", |_| two::first_of_value(2, 10)),
    check("theorem 8, recurrence", "algorithm 3, n up to 20000", |_| {
        let holds = |other: fn([u64; 2]) -> u64| two::theorem_8_holds(|m| m[1] + other(m));
        Ok(put_right(("m[k+2] = m[k+1] + m[k]", holds(|m| m[0])?), ("m[k+2] = m[k+1] + m[k+1]", holds(|m| m[1])?)))
    }),
    check("lemma 1", "recurrence", |_| {
        let [first, .., last] = two::sequences();
        Ok(Computed::new(json!([last[1], first[2]])))
    }),
    check("lemma 3", "closed-form of theorem 8", |_| two::left_out(two::of_value_2)),
    check("lemma 3, S", "exact floors", |_| two::left_out(|n| Ok([floor_phi(n) - 3, floor_phi(n) + n - 3]))),
    check("lemma 3, complement of S", "exact floors", |_| two::complement_of_s()),
    check("lemma 3, constants", "the first two numbers of each sequence", |_| {
        // x = m_0/2 and y = m_1 − x, since φ + ψ = 1 and φ − ψ = √5.
        let doubled: Vec<[u64; 2]> = two::sequences().map(|m| [m[0], 2 * m[1] - m[0]]).to_vec();
        Ok(Computed::new(json!(doubled)))
    }),
    check("lemma 3, decimals", "integer square roots", |_| Ok(two::constants())),
    check("lemma 3, M_1", "exact floors", |_| two::fifth_of_m1()),
    check("lemma 3, exchanges", "exact floors, closed-form of theorem 8", |_| two::exchanges()),
    check("table 2.2", "board", |_| Ok(Computed::new(printed_board(&board("r-wythoff", 22)?, |value| value <= 2)))),
    check("theorem 8, proof", "algorithm 3", |_| {
        let mut differences: Vec<u64> = two::listed_values(2, 10)?.iter().map(|row| row[1] - row[0]).collect();
        differences.sort_unstable();
        Ok(Computed::new(json!(differences)))
    }),
    check("table 3.1", "stream, mex, lacunae, akiyama-1, akiyama-2", |_| {
        Ok(Computed::new(json!(three::with_differences(15)?)))
    }),
    check("table 3.1, count", "counting", |_| {
        // The table ends with (26, 51, 74).
        let rows = three::with_differences(40)?.iter().filter(|row| (1..=26).contains(&row[0])).count();
        Ok(Computed::new(rows))
    }),
    check("figure 3.1", "stream", |shared| Ok(Computed::new(shared.lex()[..100].len()))),
    check("section 3.2, exception", "stream", |shared| Ok(three::first_exception(shared.lex()))),
    check("section 3.2, exceptions", "stream", |shared| {
        let kappa = shared.statistics()?.kappa;
        Ok(Computed::new(kappa[1] + kappa[2]))
    }),
    check("figure 3.2", "stream", |shared| Ok(Computed::new(shared.statistics()?.steps + 1))),
    check("section 3.2, differences", "stream", |shared| Ok(Computed::new(three::bounds(shared.statistics()?)))),
    check("figure 3.3", "stream", |shared| Ok(Computed::new(shared.statistics()?.histogram.iter().sum::<u64>() + 1))),
    check("section 3.2, twelve", "stream", |shared| three::twelve(shared.statistics()?)),
    check("section 3.3", "stream", |shared| Ok(three::excess(shared.lex()))),
    check("lemma 5, proof", "akiyama-2", |_| {
        let rows = super::tools::listed("wythoff3:lex", "akiyama-2", 0, 2)?;
        let [e0, e1] = [0, 1].map(|k: usize| rows[k][1] - rows[k][0]);
        Ok(Computed::new(format!("{e1} - {e0} = {}", e1 - e0)).with_source_way(format!("{e1} - {e0} = {e0}")))
    }),
    check("theorem 9", "akiyama-2 against the rules alone", |_| three::theorem_9()),
    check("theorem 10", "akiyama-1 against akiyama-2, 200000 positions", |_| {
        let lists = ["akiyama-1", "akiyama-2"];
        let same = listed_by_all("wythoff3:lex", &lists, 200_000).is_ok();
        Ok(Computed::new(if same { "the same" } else { "not the same" }))
    }),
    check("lemma 6", "stream", |shared| Ok(three::bounds_of_differences(shared.lex()))),
    check("theorem 11", "stream", |shared| Ok(Computed::new(three::bounds(shared.statistics()?)))),
    check("section 3.4, limits", "stream", |shared| Ok(three::limits(shared.lex()))),
    check("theorem 12", "stream", |shared| Ok(claim("n + 2", three::counting_fails(&shared.lex()[..300_000])))),
    check("section 3.4, ratio", "stream", |shared| {
        let kappa = shared.statistics()?.kappa;
        Ok(Computed::new(three::ratio(kappa[1] + kappa[2])))
    }),
    check("theorem 13", "roots of the cubic by bisection", |_| Ok(three::theorem_13())),
    check("section 3.4, decimals", "stream, roots of the cubic", |shared| Ok(three::common_decimals(shared.lex()))),
    check("conclusion", "stream", |shared| {
        let bounds = three::bounds(shared.statistics()?);
        let named = |pair: [u64; 2]| bounds.as_array().and_then(|all| all.iter().position(|own| *own == json!(pair)));
        let letters = [[1, 4], [2, 8], [3, 12]].map(|pair| named(pair).map_or("?", |i| ["A", "B", "C"][i]));
        let first = letters[0];
        Ok(Computed::new(json!(letters)).with_source_way(Value::from(vec![first; 3])))
    }),
];

//! The tables and worked examples of Thesis-W beyond single positions.

use crate::{analyse, big, game, listed, printed, printed_rows, printed_words};
use nimlab::games::wythoff::algebraic::AlgebraicStrategy;
use nimlab::games::wythoff::arithmetic::ArithmeticStrategy;
use nimlab::games::wythoff::pairs::Strategy;
use nimlab::games::wythoff::recursive;
use nimlab::number::UBig;
use nimlab::numeration::{Representation, System};
use nimlab::solve::TableSize;
use nimlab::{Ask, Budget, Outcome, Play, RuleExt};

/// The three strategies of section 4, with a table up to `largest`.
fn strategies(a: u64, largest: u64) -> [(&'static str, Box<dyn Strategy>); 3] {
    let a = big(a);
    let table = recursive::MexPairs::up_to(&a, Play::Normal, &big(largest), Budget::default()).unwrap();
    [
        ("recursive", Box::new(table)),
        ("algebraic", Box::new(AlgebraicStrategy::new(a.clone()))),
        ("arithmetic", Box::new(ArithmeticStrategy::new(a))),
    ]
}

/// The pairs of table 1 or 2, without their numbers.
fn table_of(a: u64) -> Vec<(u64, u64)> {
    let rows = printed_words("thesis-w.toml", &format!("table {a}"));
    (0..).zip(rows).map(|(n, row)| (n == row[0]).then_some((row[1], row[2])).expect("the rows are numbered")).collect()
}

/// Table 3: the numbers 1 to 17 in the q- and in the p-system for a = 2.
fn table_3() -> Vec<(Representation, Representation)> {
    let rows = printed_rows("thesis-w.toml", "table 3");
    assert_eq!(rows.len(), 17);
    rows.iter().map(|row| (digits(&row[1]), digits(&row[2]))).collect()
}

/// The digits of a printed representation, least significant first.
fn digits(printed: &str) -> Representation {
    Representation::new(printed.chars().rev().map(|digit| digit.to_digit(10).unwrap().into()).collect())
}

#[test]
fn tables_1_and_2_by_every_strategy_and_every_list() {
    for a in [1, 2] {
        let printed = table_of(a);
        let name = format!("wythoff:{a}");
        for method in ["algebraic", "arithmetic", "recursive", "search"] {
            let rows = listed(&name, Some(method), Play::Normal, 0, printed.len());
            // Search lists positions by their larger pile, which is the same order.
            let expected: Vec<Vec<u64>> = printed.iter().map(|&(lower, upper)| vec![lower, upper]).collect();
            assert_eq!(rows, expected, "{name} by {method}");
        }
        for (name, strategy) in strategies(a, 40) {
            for (n, &(lower, upper)) in (0..).zip(&printed) {
                let pair = strategy.pair(&big(n)).unwrap();
                assert_eq!((&pair.lower, &pair.upper), (&big(lower), &big(upper)), "a = {a}, n = {n}, {name}");
                assert_eq!(strategy.locate(&big(lower)).unwrap(), pair, "a = {a}, A_{n}, {name}");
                assert_eq!(strategy.locate(&big(upper)).unwrap(), pair, "a = {a}, B_{n}, {name}");
            }
        }
        let wythoff = game(&name);
        for method in ["recursive", "algebraic", "arithmetic", "search"] {
            for &(lower, upper) in &printed {
                let position = wythoff.position_of_words(&[lower, upper]);
                let analysis = analyse(&*wythoff, method, &position, Play::Normal).unwrap();
                assert_eq!(analysis.outcome, Outcome::P, "{name} {position} by {method}");
            }
        }
    }
}

/// Figures 2 to 4 show the lost positions on a board: exactly those of the
/// tables, in both orders of the piles.
#[test]
fn the_zeros_of_a_board_are_the_pairs_of_tables_1_and_2() {
    for (a, side) in [(1, 19), (2, 15)] {
        let printed = table_of(a);
        let board = (game(&format!("wythoff:{a}"))).table(TableSize::Side(side)).run().unwrap();
        for x in 0..side {
            for y in 0..side {
                let lost = printed.contains(&(x.min(y), x.max(y)));
                assert_eq!(board.value(x, y) == 0, lost, "a = {a}, ({x},{y})");
            }
        }
    }
}

#[test]
fn table_3_read_backwards_gives_its_numbers() {
    let (p, q) = (System::p(big(2)), System::q(big(2)));
    assert_eq!(p.weights(4), [1u8, 3, 7, 17].map(UBig::from));
    assert_eq!(q.weights(4), [1u8, 2, 5, 12].map(UBig::from));
    for (n, (in_q, in_p)) in (1..).zip(table_3()) {
        assert_eq!(q.interpret(&in_q).unwrap(), big(n), "{in_q}");
        assert_eq!(p.interpret(&in_p).unwrap(), big(n), "{in_p}");
        assert_eq!((q.represent(&big(n)), p.represent(&big(n))), (in_q, in_p));
    }
}

/// Properties 1, 2 and 3 on all of tables 2 and 3.
#[test]
fn the_properties_of_the_arithmetic_strategy_hold_on_the_printed_tables() {
    let p = System::p(big(2));
    let (table_2, table_3) = (table_of(2), table_3());
    for (n, &(lower, upper)) in (1..).zip(&table_2[1..]) {
        let in_q = &table_3[n - 1].0;
        let odd = in_q.trailing_zeros() as u64 % 2;
        assert_eq!(p.interpret(in_q).unwrap(), big(lower + odd), "property 1 at n = {n}");
        assert_eq!(p.represent(&big(upper)), p.represent(&big(lower)).left_shift(), "property 2 at n = {n}");
    }
    for (x, (_, in_p)) in (1..).zip(&table_3) {
        let is_lower = table_2.iter().any(|&(lower, _)| lower == x);
        let is_upper = table_2.iter().any(|&(_, upper)| upper == x);
        // Table 2 ends at A = 14: the numbers 15 and 16 are missing from it.
        if is_lower || is_upper {
            assert_eq!(in_p.trailing_zeros().is_multiple_of(2), is_lower, "property 3 at {x}");
        }
    }
}

/// Table 4 gives times only; its table sizes are what can be compared with each
/// other: whole tables up to 81920, single rows beyond.
#[test]
fn tables_of_every_size_of_table_4_agree_across_methods() {
    let largest = 81_920;
    let by = |method| listed("wythoff:2", Some(method), Play::Normal, 0, largest + 1);
    let recursive = by("recursive");
    assert_eq!(by("algebraic"), recursive);
    assert_eq!(by("arithmetic"), recursive);
    let (algebraic, arithmetic) = (AlgebraicStrategy::new(big(2)), ArithmeticStrategy::new(big(2)));
    let sizes: Vec<u64> = printed("thesis-w.toml", "table 4");
    for size in sizes {
        let pair = algebraic.pair(&big(size)).unwrap();
        assert_eq!(arithmetic.pair(&big(size)).unwrap(), pair, "n = {size}");
        if let Some(row) = recursive.get(size as usize) {
            assert_eq!([pair.lower, pair.upper], [big(row[0]), big(row[1])], "n = {size}");
        }
    }
}

/// Example 8, with the branch of the strategy that finds each move.
#[test]
fn example_8_by_each_strategy() {
    let wythoff = game("wythoff:2");
    for method in ["recursive", "algebraic", "arithmetic", "search"] {
        for (from, to) in [("17,29", "7,17"), ("11,29", "11,27"), ("11,25", "9,23")] {
            let analysis = analyse(&*wythoff, method, &wythoff.read(from).unwrap(), Play::Normal).unwrap();
            assert_eq!(analysis.outcome, Outcome::N);
            assert!(analysis.winning_moves.list.contains(&wythoff.read(to).unwrap()), "{from} by {method}");
        }
    }
    for (name, strategy) in strategies(2, 40) {
        assert_eq!(strategy.locate(&big(17)).unwrap().n, big(5), "{name}");
        assert_eq!(strategy.locate(&big(11)).unwrap().n, big(8), "{name}");
    }
}

#[test]
fn example_9_prints_the_lower_and_the_upper_wythoff_sequence() {
    let [lower, upper]: [Vec<u64>; 2] =
        ["lower", "upper"].map(|which| printed("thesis-w.toml", &format!("example 9, {which}")));
    for (name, strategy) in strategies(1, 40) {
        for n in 1..=10 {
            let pair = strategy.pair(&big(n as u64)).unwrap();
            assert_eq!([pair.lower, pair.upper], [big(lower[n - 1]), big(upper[n - 1])], "{name}");
        }
    }
}

/// Examples 14 to 16 as pairs: A₁₀ = 14, A₇ = 9, B₃ = 10; 3 = B₁, 7 = A₅, 9 = A₇.
#[test]
fn examples_14_to_16_by_every_strategy() {
    for (name, strategy) in strategies(2, 40) {
        assert_eq!(strategy.pair(&big(10)).unwrap().lower, big(14), "{name}");
        assert_eq!(strategy.pair(&big(7)).unwrap().lower, big(9), "{name}");
        assert_eq!(strategy.pair(&big(3)).unwrap().upper, big(10), "{name}");
        let of_3 = strategy.locate(&big(3)).unwrap();
        assert_eq!((of_3.n, of_3.upper), (big(1), big(3)), "{name}");
        for (x, n) in [(7, 5), (9, 7)] {
            let pair = strategy.locate(&big(x)).unwrap();
            assert_eq!((pair.n, pair.lower), (big(n), big(x)), "{name}");
        }
    }
}

/// Theorem 2 and lemma 2: every positive number occurs exactly once among the
/// A and B, and the differences are an.
#[test]
fn the_pairs_are_complementary_for_many_parameters() {
    for a in 1..=12 {
        for (name, strategy) in strategies(a, 400) {
            let mut seen = [0; 150];
            for n in 1..=150 {
                let pair = strategy.pair(&big(n)).unwrap();
                assert_eq!(&pair.upper - &pair.lower, big(a * n), "a = {a}, {name}");
                for number in [pair.lower, pair.upper] {
                    if let Some(count) = usize::try_from(&number).ok().and_then(|number| seen.get_mut(number)) {
                        *count += 1;
                    }
                }
            }
            assert!(seen[1..].iter().all(|&count| count == 1), "a = {a}, {name}");
        }
    }
}

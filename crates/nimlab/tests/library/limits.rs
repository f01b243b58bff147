//! At the limits an answer is refused with a reason: never wrong, never a
//! panic, never a wait without end.

use crate::game;
use nimlab::error::Error;
use nimlab::number::UBig;
use nimlab::solve::{Component, TableSize, solve_sum};
use nimlab::{Ask, Budget, Limit, Outcome, Play, Question, RuleExt};

/// The first rows of a list until it ends or is refused.
fn rows(name: &str, method: &str, value: u64, count: u64) -> Vec<Vec<UBig>> {
    match game(name).positions().value(value).count(count).method(method).run() {
        Ok(list) => list.map_while(Result::ok).map(|position| position.numbers().to_vec()).collect(),
        Err(error) => {
            assert!(!error.to_string().is_empty());
            Vec::new()
        }
    }
}

/// With a parameter beyond machine words (1, a + 1) is lost whatever the method
/// that lists it; one that cannot hold the number must stop before it.
#[test]
fn lists_with_a_parameter_beyond_words_are_never_wrong() {
    for a in [UBig::from(1u64 << 62), UBig::from(1u64 << 63) + UBig::from(5u8), UBig::from(10u8).pow(30)] {
        for method in ["algebraic", "arithmetic", "recursive"] {
            for (n, row) in rows(&format!("wythoff:{a}"), method, 0, 4).into_iter().enumerate() {
                let n = UBig::from(n);
                assert_eq!(row, [n.clone(), &n + &a * &n], "a = {a} by {method}");
            }
        }
    }
}

#[test]
fn values_with_a_large_parameter_are_refused_rather_than_searched_for_ever() {
    for a in ["1e12", "1e30"] {
        let found = rows(&format!("wythoff:{a}"), "recursive", 1, 3);
        assert!(found.len() <= 1, "a = {a}: {found:?}");
    }
}

#[test]
fn values_too_high_to_be_listed_end_at_the_limit_of_memory_in_every_game() {
    for name in ["wythoff", "r-wythoff"] {
        let game = game(name);
        let budget = Budget::default().in_bytes(1 << 20);
        let list = game.positions().value(1_000_001).count(1).budget(budget).run();
        let first = list.and_then(|mut list| list.next().unwrap());
        assert!(matches!(first, Err(Error::OverBudget { limit: Limit::Room { .. }, .. })), "{name}: {first:?}");
    }
}

#[test]
fn tables_without_cells_are_refused() {
    for name in ["nim", "wythoff", "fibonacci", "building:2"] {
        for size in [TableSize::Side(0), TableSize::Rectangle(0, 3), TableSize::Rectangle(3, 0)] {
            assert!(game(name).table(size).run().is_err(), "{name} {size:?}");
        }
    }
}

#[test]
fn a_budget_of_nothing_decides_nothing_and_does_not_panic() {
    for name in ["nim", "moore:2", "greedy", "building:2", "wythoff:2", "r-wythoff", "fibonacci"] {
        let game = game(name);
        let budget = Budget::of_positions(0);
        for play in [Play::Normal, Play::Misere] {
            let position = game.read(&game.example()).unwrap();
            let searched = game.solve(&position).play(play).method("search").budget(budget).run();
            assert!(matches!(searched, Err(Error::OverBudget { .. })), "{name}");
            for method in game.methods(Question::List { play, value: 0 }) {
                let list = game.positions().play(play).heaps(1).budget(budget).method(method.name()).run();
                // The first few rows, or an error in their place.
                let _ = list.map(|list| list.take(3).count());
            }
        }
        assert!(game.solve(&game.read(&game.example()).unwrap()).budget(budget).run().is_ok() || name == "building:2");
    }
}

/// The moves of a sum that are too many to look at are left out, and said to be.
#[test]
fn sums_with_very_many_moves_are_answered_at_once() {
    let nim = game("nim");
    let heap = nim.read("5").unwrap();
    let add = |name: &str, position: &str| {
        let first = game(name);
        let position = first.read(position).unwrap();
        let sum = [Component { game: &*first, position: &position }, Component { game: &*nim, position: &heap }];
        solve_sum(&sum, Play::Normal, Budget::default())
    };
    for (name, position, complete) in [
        ("moore:2", "1000000000,1000000000", false),
        // A theorem gives the moves to its values.
        ("r-wythoff", "1618033987,2618033987", true),
        // Without tokens this is Nim, whose moves a theorem gives.
        ("building:2", "1000000000,3000000000/0", true),
    ] {
        let answer = add(name, position).unwrap();
        assert_eq!((answer.outcome, answer.complete), (Outcome::N, complete), "{name}");
    }
    let unknown = add("wythoff", "1000000000000,1000000000001");
    assert!(matches!(unknown, Err(Error::Undecided { .. })));
}

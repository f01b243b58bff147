//! At the limits an answer is refused with a reason: never wrong, never a
//! panic, never a wait without end.

use crate::{big, game};
use nimlab::error::Error;
use nimlab::game::{Cold, ColdQuery, Method, Outcome, Play};
use nimlab::number::UBig;
use nimlab::solve::{Budget, Component, Limit, TableSize, cold, solve, solve_sum, table};

/// The first rows of a list until it ends or is refused.
fn rows(name: &str, method: Method, value: u64, count: usize) -> Vec<Vec<UBig>> {
    let game = game(name);
    let query = ColdQuery { value, count: count as u64, ..ColdQuery::default() };
    let mut found = Vec::new();
    match cold(&*game, Some(method), &query) {
        Ok((_, Cold::Words { mut rows, .. })) => {
            let mut block = Vec::new();
            while found.len() < count && rows.fill(1, &mut block).is_ok() {
                found.push(block.iter().map(|&word| big(word)).collect());
            }
        }
        Ok((_, Cold::Positions(positions))) => {
            found.extend(positions.take(count).map_while(Result::ok).map(|position| position.numbers().to_vec()));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    found
}

/// With a parameter beyond machine words (1, a + 1) is lost whatever the method
/// that lists it; one that cannot hold the number must stop before it.
#[test]
fn lists_with_a_parameter_beyond_words_are_never_wrong() {
    for a in [UBig::from(1u64 << 62), UBig::from(1u64 << 63) + UBig::from(5u8), UBig::from(10u8).pow(30)] {
        for method in [Method::Algebraic, Method::Arithmetic, Method::Recursive] {
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
        let found = rows(&format!("wythoff:{a}"), Method::Recursive, 1, 3);
        assert!(found.len() <= 1, "a = {a}: {found:?}");
    }
}

#[test]
fn values_too_high_to_be_listed_end_at_the_limit_of_memory_in_every_game() {
    for name in ["wythoff", "r-wythoff"] {
        let game = game(name);
        let budget = Budget::default().in_bytes(1 << 20);
        let query = ColdQuery { value: 1_000_001, count: 1, budget, ..ColdQuery::default() };
        let first = cold(&*game, None, &query).and_then(|(_, list)| match list {
            Cold::Words { mut rows, .. } => rows.fill(1, &mut Vec::new()),
            Cold::Positions(mut positions) => positions.next().unwrap().map(|_| ()),
        });
        assert!(matches!(first, Err(Error::OverBudget { limit: Limit::Room { .. }, .. })), "{name}: {first:?}");
    }
}

#[test]
fn tables_without_cells_are_refused() {
    for name in ["nim", "wythoff", "fibonacci", "building:2"] {
        for size in [TableSize::Side(0), TableSize::Rectangle(0, 3), TableSize::Rectangle(3, 0)] {
            assert!(table(&*game(name), size, Budget::default()).is_err(), "{name} {size:?}");
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
            let searched = solve(&*game, &position, play, Some(Method::Search), budget);
            assert!(matches!(searched, Err(Error::OverBudget { .. })), "{name}");
            let query = ColdQuery { play, budget, heaps: 1, ..ColdQuery::default() };
            for method in game.methods(nimlab::game::Question::Cold { play, value: 0 }) {
                if let Ok((_, Cold::Positions(mut positions))) = cold(&*game, Some(method), &query) {
                    // The first few rows, or an error in their place.
                    let _ = positions.by_ref().take(3).count();
                }
            }
        }
        assert!(
            solve(&*game, &game.read(&game.example()).unwrap(), Play::Normal, None, budget).is_ok()
                || name == "building:2"
        );
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
        ("r-wythoff", "1618033987,2618033987", false),
        // Without tokens this is Nim, whose moves a theorem gives.
        ("building:2", "1000000000,3000000000/0", true),
    ] {
        let answer = add(name, position).unwrap();
        assert_eq!((answer.outcome, answer.complete), (Outcome::N, complete), "{name}");
    }
    let unknown = add("wythoff", "1000000000000,1000000000001");
    assert!(matches!(unknown, Err(Error::Undecided { .. })));
}

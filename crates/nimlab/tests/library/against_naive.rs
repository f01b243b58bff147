//! Every method against the naive solver: outcome, every winning move, Grundy
//! value, moves to a value, normal and misère play, at random positions.

use crate::naive::{self, Naive, Rule};
use crate::{analyse, big, every_method, game};
use nimlab::error::Error;
use nimlab::solve::grundy;
use nimlab::{Ask, Budget, Game, Outcome, Play, RuleExt};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use std::cell::RefCell;

/// Holds one position against the naive solver. A theorem may leave a
/// position undecided; the number of answers is returned.
fn compare(game: &dyn Game, naive: &mut Naive, words: &[u64]) -> usize {
    let position = game.position_of_words(words);
    let words = position.words().unwrap();
    let mut answers = 0;
    for play in [Play::Normal, Play::Misere] {
        let misere = play == Play::Misere;
        let outcome = if naive.wins(&words, misere) { Outcome::N } else { Outcome::P };
        let moves = naive.winning_moves(&words, misere);
        for method in every_method(game, play) {
            let told = format!("{} {position}, {play} play, by {method}", game.name());
            let analysis = match analyse(game, method.name(), &position, play) {
                Err(Error::Undecided { .. }) => continue,
                analysis => analysis.unwrap(),
            };
            answers += 1;
            assert_eq!(analysis.outcome, outcome, "{told}");
            assert!(analysis.winning_moves.complete, "{told}");
            assert_eq!(analysis.winning_moves.total, Some(big(moves.len() as u64)), "{told}");
            let found: Vec<Vec<u64>> = analysis.winning_moves.list.iter().map(|to| to.words().unwrap()).collect();
            assert_eq!(found, moves, "{told}");
        }
        let answer = game.solve(&position).play(play).run().unwrap();
        assert_eq!(answer.outcome, outcome, "{} {position}", game.name());
        assert_eq!(answer.grundy, (!misere).then(|| big(naive.value(&words))), "{} {position}", game.name());
        assert!(!game.explain(&answer).to_string().is_empty(), "{} {position}, {play} play", game.name());
    }
    compare_values(game, naive, &words);
    answers
}

fn compare_values(game: &dyn Game, naive: &mut Naive, words: &[u64]) {
    let position = game.position_of_words(words);
    let value = naive.value(words);
    assert_eq!(grundy(game, &position, Budget::default()).unwrap(), big(value), "{} {position}", game.name());
    let known = game.known_values();
    if let Some(told) = known.and_then(|known| known.grundy(&position, Budget::default())) {
        assert_eq!(told, big(value), "{} {position}", game.name());
    }
    let options = naive.options(words);
    assert_eq!(game.option_list(words).unwrap(), options, "{} {position}", game.name());
    for target in 0..=value + 2 {
        let moves = known.and_then(|known| known.moves_to_value(&position, &big(target), Budget::default()));
        if let Some(moves) = moves {
            let found: Vec<Vec<u64>> = moves.list.iter().map(|to| to.words().unwrap()).collect();
            let mut expected = options.clone();
            expected.retain(|option| naive.value(option) == target);
            assert_eq!(found, expected, "{} {position}, moves to value {target}", game.name());
        }
    }
}

/// Random positions of one game against one rule.
fn agrees(name: &str, rule: Rule, cases: u32, positions: impl Strategy<Value = Vec<u64>>) {
    let game = game(name);
    let naive = RefCell::new(Naive::new(rule));
    let mut runner = TestRunner::new(Config { cases, failure_persistence: None, ..Config::default() });
    let result = runner.run(&positions, |words| {
        let answers = compare(&*game, &mut naive.borrow_mut(), &words);
        prop_assert!(answers >= 2, "search answers under either play");
        Ok(())
    });
    if let Err(error) = result {
        panic!("{name}: {error}");
    }
}

/// One to `most` heaps of at most this many stones.
fn heaps(most: usize, stones: u64) -> impl Strategy<Value = Vec<u64>> {
    prop::collection::vec(0..=stones, 1..=most)
}

/// Heaps most of which are 0 or 1, where misère play differs.
fn small_heaps(most: usize, stones: u64) -> impl Strategy<Value = Vec<u64>> {
    prop::collection::vec(prop_oneof![5 => 0..=1u64, 1 => 0..=stones], 1..=most)
}

fn two_piles(stones: u64) -> impl Strategy<Value = Vec<u64>> {
    prop::collection::vec(0..=stones, 2)
}

#[test]
fn nim() {
    agrees("nim", naive::nim(), 200, heaps(4, 7));
    agrees("nim", naive::nim(), 200, small_heaps(7, 4));
}

#[test]
fn moore() {
    for k in 1..=4 {
        agrees(&format!("moore:{k}"), naive::moore(k), 100, heaps(4, 5));
        agrees(&format!("moore:{k}"), naive::moore(k), 100, small_heaps(7, 3));
    }
    agrees("moore:1000000", naive::moore(1_000_000), 200, heaps(4, 4));
}

#[test]
fn greedy() {
    agrees("greedy", naive::greedy(), 200, heaps(4, 8));
    agrees("greedy", naive::greedy(), 200, small_heaps(7, 4));
}

#[test]
fn building() {
    for stacks in 1..=5usize {
        let most = [9u64, 8, 6, 4, 3][stacks - 1];
        let positions = (prop::collection::vec(0..=most.min(4), stacks), 0..=most)
            .prop_map(|(stacks, tokens)| stacks.into_iter().chain([tokens]).collect());
        agrees(&format!("building:{stacks}"), naive::building(), 100, positions);
        // The start, and little on the stacks, where misère play differs.
        let positions = (prop::collection::vec(0..=1u64, stacks), 0..=most)
            .prop_map(|(stacks, tokens)| stacks.into_iter().chain([tokens]).collect());
        agrees(&format!("building:{stacks}"), naive::building(), 200, positions);
    }
}

#[test]
fn wythoff() {
    for a in 1..=12u128 {
        agrees(&format!("wythoff:{a}"), naive::wythoff(a), 120, two_piles(20));
    }
}

#[test]
fn wythoff_with_a_parameter_larger_than_the_piles() {
    for a in [19, 20, 21, 40, 1 << 40, (1 << 63) - 1, 1 << 63, 1 << 64, 10u128.pow(38)] {
        agrees(&format!("wythoff:{a}"), naive::wythoff(a), 200, two_piles(18));
    }
}

#[test]
fn r_wythoff() {
    agrees("r-wythoff", naive::r_wythoff(), 300, two_piles(26));
}

#[test]
fn fibonacci() {
    agrees("fibonacci", naive::fibonacci(), 300, (0..=45u64, 0..=50u64).prop_map(|(stones, most)| vec![stones, most]));
    agrees("fibonacci", naive::fibonacci(), 100, (1..=45u64).prop_map(|stones| vec![stones, stones - 1]));
}

//! Sums of components of different games against a naive joint search, under
//! normal and misère play, with every winning move.

use crate::naive::{self, Naive, Rule};
use crate::{big, game};
use nimlab::solve::{Component, SumAnswer, solve_sum};
use nimlab::{Budget, Game, Outcome, Play, RuleExt};
use proptest::prelude::*;
use std::collections::HashMap;

/// The rule of a game of the catalogue.
fn rule(name: &str) -> Rule {
    match name.split_once(':') {
        Some(("wythoff", a)) => naive::wythoff(a.parse().unwrap()),
        Some(("moore", k)) => naive::moore(k.parse().unwrap()),
        Some(("building", _)) => naive::building(),
        _ => match name {
            "nim" => naive::nim(),
            "greedy" => naive::greedy(),
            "r-wythoff" => naive::r_wythoff(),
            "fibonacci" => naive::fibonacci(),
            other => panic!("no rule for {other}"),
        },
    }
}

/// The joint search: a move is a move in one component.
struct Joint {
    rules: Vec<Rule>,
    memo: HashMap<Vec<Vec<u64>>, bool>,
    misere: bool,
}

impl Joint {
    fn options(&self, parts: &[Vec<u64>]) -> Vec<(usize, Vec<Vec<u64>>)> {
        let mut options = Vec::new();
        for (index, rule) in self.rules.iter().enumerate() {
            for option in rule(&parts[index]) {
                let mut after = parts.to_vec();
                after[index] = option;
                options.push((index, after));
            }
        }
        options
    }

    fn wins(&mut self, parts: &[Vec<u64>]) -> bool {
        if let Some(&known) = self.memo.get(parts) {
            return known;
        }
        let options = self.options(parts);
        let wins = if options.is_empty() { self.misere } else { options.iter().any(|(_, after)| !self.wins(after)) };
        self.memo.insert(parts.to_vec(), wins);
        wins
    }

    /// Every winning move: the component and what it becomes.
    fn winning_moves(&mut self, parts: &[Vec<u64>]) -> Vec<(usize, Vec<u64>)> {
        let mut moves: Vec<(usize, Vec<u64>)> = self
            .options(parts)
            .into_iter()
            .filter(|(_, after)| !self.wins(after))
            .map(|(index, mut after)| (index, after.swap_remove(index)))
            .collect();
        moves.sort_unstable();
        moves.dedup();
        moves
    }
}

fn answer(parts: &[(&str, Vec<u64>)], play: Play) -> SumAnswer {
    let games: Vec<Box<dyn Game>> = parts.iter().map(|(name, _)| game(name)).collect();
    let positions: Vec<_> = games.iter().zip(parts).map(|(game, (_, words))| game.position_of_words(words)).collect();
    let components: Vec<Component<'_>> =
        games.iter().zip(&positions).map(|(game, position)| Component { game: &**game, position }).collect();
    solve_sum(&components, play, Budget::default()).unwrap()
}

/// Canonical words: sorted piles, a number after the slash left alone.
fn canonical(name: &str, words: &[u64]) -> Vec<u64> {
    game(name).position_of_words(words).words().unwrap()
}

fn compare(parts: &[(&str, Vec<u64>)]) {
    let start: Vec<Vec<u64>> = parts.iter().map(|(name, words)| canonical(name, words)).collect();
    for play in [Play::Normal, Play::Misere] {
        let rules = parts.iter().map(|(name, _)| rule(name)).collect();
        let mut joint = Joint { rules, memo: HashMap::new(), misere: play == Play::Misere };
        let answer = answer(parts, play);
        let expected = if joint.wins(&start) { Outcome::N } else { Outcome::P };
        assert_eq!(answer.outcome, expected, "{parts:?}, {play} play");
        assert!(answer.complete, "{parts:?}, {play} play");
        let found: Vec<(usize, Vec<u64>)> =
            answer.winning_moves.iter().map(|to| (to.component, to.to.words().unwrap())).collect();
        assert_eq!(found, joint.winning_moves(&start), "{parts:?}, {play} play");
        if play == Play::Normal {
            let value =
                parts.iter().zip(&start).fold(0, |sum, ((name, _), words)| sum ^ Naive::new(rule(name)).value(words));
            assert_eq!(answer.grundy, Some(big(value)), "{parts:?}");
        }
    }
}

/// A small position of some game.
fn component() -> impl Strategy<Value = (&'static str, Vec<u64>)> {
    let piles = |stones: u64, count: std::ops::RangeInclusive<usize>| prop::collection::vec(0..=stones, count);
    prop_oneof![
        piles(3, 1..=2).prop_map(|heaps| ("nim", heaps)),
        piles(3, 1..=2).prop_map(|heaps| ("greedy", heaps)),
        piles(2, 1..=3).prop_map(|heaps| ("moore:2", heaps)),
        piles(3, 2..=2).prop_map(|heaps| ("wythoff:1", heaps)),
        piles(3, 2..=2).prop_map(|heaps| ("wythoff:2", heaps)),
        piles(3, 2..=2).prop_map(|heaps| ("wythoff:9", heaps)),
        piles(4, 2..=2).prop_map(|heaps| ("r-wythoff", heaps)),
        piles(6, 2..=2).prop_map(|heaps| ("fibonacci", heaps)),
        piles(2, 3..=3).prop_map(|heaps| ("building:2", heaps)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_sum_of_two_is_what_a_joint_search_finds(parts in prop::collection::vec(component(), 2)) {
        compare(&parts);
    }

    #[test]
    fn a_sum_of_nim_positions_is_nim(
        parts in prop::collection::vec(prop::collection::vec(0..=2u64, 1..=2), 1..=3),
    ) {
        let parts: Vec<(&str, Vec<u64>)> = parts.into_iter().map(|heaps| ("nim", heaps)).collect();
        compare(&parts);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_sum_of_three_is_what_a_joint_search_finds(parts in prop::collection::vec(component(), 3)) {
        compare(&parts);
    }
}

/// Thesis-A, section 1.4: a game of value 7 next to a Nim heap of 7 is lost,
/// and every game is as good as the Nim heap of its value.
#[test]
fn a_game_beside_the_nim_heap_of_its_value_is_lost() {
    for (name, words) in [
        ("wythoff", vec![4, 4]),
        ("r-wythoff", vec![4, 13]),
        ("nim", vec![1, 2, 4]),
        ("moore:3", vec![2, 2, 3]),
        ("greedy", vec![7]),
    ] {
        let sum = answer(&[(name, words.clone()), ("nim", vec![7])], Play::Normal);
        assert_eq!((sum.outcome, sum.grundy), (Outcome::P, Some(big(0))), "{name} {words:?}");
        assert!(sum.winning_moves.is_empty(), "{name} {words:?}");
        let other = answer(&[(name, words.clone()), ("nim", vec![6])], Play::Normal);
        assert_eq!((other.outcome, other.grundy), (Outcome::N, Some(big(1))), "{name} {words:?}");
    }
}

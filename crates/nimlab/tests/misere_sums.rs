//! Misère sums of heaps of different games, and misère lists, against search.

use nimlab::number::UBig;
use nimlab::prelude::*;
use nimlab::quotient::JoinedQuotients;
use nimlab::solve::{Component, SumAnswer, solve_sum};
use std::collections::HashMap;
use std::ops::ControlFlow;

/// Positions of two games beside each other, from the definition of misère play.
struct Plain<'g> {
    games: [&'g dyn Game; 2],
    known: HashMap<[Vec<u64>; 2], bool>,
}

impl Plain<'_> {
    fn options(&self, sum: &[Vec<u64>; 2]) -> Vec<(usize, [Vec<u64>; 2])> {
        let mut found = Vec::new();
        for at in 0..2 {
            let _ = self.games[at].options(&sum[at], &mut |option| {
                let mut after = sum.clone();
                after[at] = option.to_vec();
                found.push((at, after));
                ControlFlow::Continue(())
            });
        }
        found
    }

    fn is_lost(&mut self, sum: &[Vec<u64>; 2]) -> bool {
        if let Some(&lost) = self.known.get(sum) {
            return lost;
        }
        let options = self.options(sum);
        let lost = !options.is_empty() && !options.iter().any(|(_, option)| self.is_lost(option));
        self.known.insert(sum.clone(), lost);
        lost
    }

    fn winning(&mut self, sum: &[Vec<u64>; 2]) -> Vec<(usize, Position)> {
        let options = self.options(sum);
        let lost = options.into_iter().filter(|(_, option)| self.is_lost(option)).collect::<Vec<_>>();
        let mut found: Vec<(usize, Position)> = lost
            .into_iter()
            .map(|(at, mut after)| (at, self.games[at].position_of_words(&std::mem::take(&mut after[at]))))
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }
}

fn solved(games: [&dyn Game; 2], positions: [&Position; 2]) -> SumAnswer {
    let components = [0, 1].map(|at| Component { game: games[at], position: positions[at] });
    solve_sum(&components, Play::Misere, Budget::default()).unwrap()
}

#[test]
fn sums_of_heaps_of_two_games_are_what_search_says() {
    let pairs = [
        ("octal:0.77", "octal:0.123", "quotient"),
        ("octal:0.77", "subtraction:1,2", "quotient"),
        ("octal:0.07", "nim", "quotient"),
        ("grundy", "octal:0.15", "quotient"),
        ("subtraction:2,5", "subtraction:1,3,4", "misere-values"),
        ("allbut:2", "nim", "misere-values"),
        ("subtraction:3", "allbut:1", "misere-values"),
    ];
    for (one, other, method) in pairs {
        let games = [one, other].map(|name| catalogue::game(name).unwrap());
        let games = [&*games[0], &*games[1]];
        let mut plain = Plain { games, known: HashMap::new() };
        let mut used = 0;
        let some = [vec![0u64], vec![3], vec![1, 2], vec![5], vec![2, 4], vec![7]];
        for sum in some.iter().flat_map(|a| some.iter().map(move |b| [a.clone(), b.clone()])) {
            let positions = [0, 1].map(|at| games[at].position_of_words(&sum[at]));
            let answer = solved(games, positions.each_ref());
            assert_eq!(answer.outcome == Outcome::P, plain.is_lost(&sum), "{one} {other} {sum:?}");
            let found: Vec<(usize, Position)> =
                answer.winning_moves.iter().map(|found| (found.component, found.to.clone())).collect();
            assert_eq!(found, plain.winning(&sum), "{one} {other} {sum:?}");
            assert!(answer.complete, "{one} {other} {sum:?}");
            assert_ne!(answer.method, "search", "{one} {other} {sum:?}");
            used += u32::from(answer.method == method);
        }
        assert!(used > 9, "{one} {other}: {used}");
    }
}

#[test]
fn heaps_of_any_size_beside_each_other_are_answered_by_periods() {
    // 0.123 never splits a heap, so that search reaches far enough to see two periods.
    let games = ["octal:0.123", "octal:0.33"].map(|name| catalogue::game(name).unwrap());
    let games = [&*games[0], &*games[1]];
    let rules = games.map(|game| (game.heap_rule().unwrap().clone(), None));
    let mut joined = JoinedQuotients::new(rules.into());
    let huge = UBig::from(10u8).pow(30);
    joined.cover(&[(0, huge.clone()), (1, huge.clone())], Budget::default()).unwrap();
    let periods = [0, 1].map(|game| joined.period(game).unwrap());
    let mut plain = Plain { games, known: HashMap::new() };
    for heaps in (0..40u64).flat_map(|a| (0..40u64).map(move |b| [a, b])) {
        let [a, b] = [0, 1].map(|game| joined.element(game, &heaps[game].into()).unwrap());
        let quotient = joined.quotient();
        let lost = quotient.is_lost(quotient.product(a, b));
        assert_eq!(lost, plain.is_lost(&heaps.map(|heap| vec![heap])), "{heaps:?}");
    }
    // The move that wins is one of the small heaps that lie whole periods below.
    let answer = solved(games, [&games[0].position(vec![huge.clone()]), &games[1].position(vec![huge.clone()])]);
    let small = |at: usize| {
        let period = &periods[at];
        let beyond = (&huge - UBig::from(period.preperiod)) % UBig::from(period.period);
        u64::try_from(beyond).unwrap() + period.preperiod + period.period
    };
    let sum = [vec![small(0)], vec![small(1)]];
    assert_eq!(answer.outcome == Outcome::P, plain.is_lost(&sum));
    assert_eq!(answer.winning_moves.len(), plain.winning(&sum).len());
    assert_eq!(answer.method, "quotient");
}

#[test]
fn misere_lists_are_those_of_search() {
    for (name, method, count) in [
        ("octal:0.77", "quotient", 30),
        ("octal:0.123", "quotient", 60),
        ("subtraction:2,5", "table", 60),
        ("allbut:2", "table", 12),
    ] {
        let game = catalogue::game(name).unwrap();
        for heaps in 1..=3 {
            let list = |method: Option<&'static str>| {
                let asked = game.positions().misere().heaps(heaps).count(count).largest(8);
                let mut list = asked.method(method).run().unwrap();
                let method = list.method();
                (method, list.by_ref().map(|found| found.unwrap()).collect::<Vec<_>>())
            };
            let (used, found) = list(None);
            assert_eq!(used.name(), method, "{name}");
            assert_eq!(found, list(Some("search")).1, "{name} with {heaps} heaps");
            assert!(found.len() > heaps, "{name}");
        }
    }
}

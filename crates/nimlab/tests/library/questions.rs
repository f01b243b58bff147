//! Lists up to a largest pile, sums of lists, moves and what they are worth,
//! comparisons and limits: each against the definition, by plain recursion from
//! the options of a position.

use crate::{analyse, game};
use nimlab::number::UBig;
use nimlab::solve::{Bound, Difference};
use nimlab::{Ask, Budget, Game, List, ListQuery, Method, Outcome, Piles, Play, RuleExt};
use std::collections::{BTreeSet, HashMap};
use std::time::{Duration, Instant};

/// Outcomes and values by recursion, with nothing but the options of a game.
struct Plain<'g> {
    game: &'g dyn Game,
    play: Play,
    values: HashMap<Vec<u64>, u64>,
    won: HashMap<Vec<u64>, bool>,
}

impl<'g> Plain<'g> {
    fn new(game: &'g dyn Game, play: Play) -> Self {
        Self { game, play, values: HashMap::new(), won: HashMap::new() }
    }

    fn value(&mut self, position: &[u64]) -> u64 {
        if let Some(&value) = self.values.get(position) {
            return value;
        }
        let options = self.game.option_list(position).unwrap();
        let seen: BTreeSet<u64> = options.iter().map(|option| self.value(option)).collect();
        let value = (0..).find(|value| !seen.contains(value)).unwrap();
        self.values.insert(position.to_vec(), value);
        value
    }

    fn outcome(&mut self, position: &[u64]) -> Outcome {
        if let Some(&won) = self.won.get(position) {
            return if won { Outcome::N } else { Outcome::P };
        }
        let options = self.game.option_list(position).unwrap();
        let won = match options.is_empty() {
            true => self.play == Play::Misere,
            false => options.iter().any(|option| self.outcome(option) == Outcome::P),
        };
        self.won.insert(position.to_vec(), won);
        if won { Outcome::N } else { Outcome::P }
    }
}

/// Every canonical position of this many numbers up to a largest one.
fn positions(game: &dyn Game, numbers: usize, most: u64) -> BTreeSet<Vec<u64>> {
    let all = (0..numbers).fold(vec![vec![]], |shorter: Vec<Vec<u64>>, _| {
        shorter.iter().flat_map(|start| (0..=most).map(|x| [&start[..], &[x]].concat())).collect()
    });
    all.iter().map(|words| game.position_of_words(words).words().unwrap()).collect()
}

/// The same for a list: of games with starting positions those.
fn listed_positions(game: &dyn Game, heaps: usize, most: u64) -> Vec<Vec<u64>> {
    if game.start(0).is_some() {
        return (0..=most).map(|size| game.start(size).unwrap()).collect();
    }
    positions(game, numbers(game, heaps), most).into_iter().collect()
}

fn numbers(game: &dyn Game, heaps: usize) -> usize {
    match game.shape().piles {
        Piles::Exactly(piles) => piles + usize::from(game.shape().tail.is_some()),
        Piles::Any => heaps * game.shape().component_width(),
    }
}

const GAMES: &[&str] = &[
    "nim",
    "moore:2",
    "greedy",
    "building:2",
    "subtraction:2,4,7",
    "allbut:2,3",
    "kayles",
    "grundy",
    "wythoff",
    "wythoff:3",
    "r-wythoff",
    "wythoff3:l1",
    "wythoff3:positive",
    "fibonacci",
    "euclid",
    "nimhoff",
    "white-knight",
    "northcott",
    "lasker",
    "nim-multiples",
    "fibonacci.rules",
    "wythoff.rules(a=2)",
];

#[test]
fn a_list_up_to_a_largest_pile_has_exactly_those_positions() {
    for name in GAMES {
        let game = game(name);
        for heaps in [1, 2] {
            if heaps == 2 && game.shape().piles != Piles::Any {
                continue;
            }
            for (play, value) in [(Play::Normal, 0), (Play::Misere, 0), (Play::Normal, 2)] {
                let largest: &[u64] = if numbers(&*game, heaps) > 2 { &[0, 5] } else { &[0, 1, 9] };
                for &most in largest {
                    let query = ListQuery { play, value, heaps, ..ListQuery::default() };
                    let what = format!("{name}, {heaps} heaps, {play}, value {value}, up to {most}");
                    let bound = Bound::new(&*game, most.into());
                    let (list, _) = match bound.list(None, &query) {
                        Err(error) if error.is_request() => continue,
                        list => list.unwrap_or_else(|error| panic!("{what}: {error}")),
                    };
                    let mut plain = Plain::new(&*game, play);
                    let expected: Vec<Vec<u64>> = listed_positions(&*game, heaps, most)
                        .into_iter()
                        .filter(|at| match value {
                            0 => plain.outcome(at) == Outcome::P,
                            value => plain.value(at) == value,
                        })
                        .collect();
                    assert_eq!(sorted(up_to(bound, list)), sorted(expected.clone()), "{what}");
                    let (_, tally) = game.positions().query(&query).tally(Some(most.into())).unwrap();
                    assert_eq!(tally.count, expected.len() as u64, "{what}");
                    let (_, counted) = game.positions().query(&query).how_many(Some(most.into())).unwrap();
                    assert_eq!(counted, UBig::from(expected.len()), "{what}");
                    assert_eq!(tally.sum, UBig::from(expected.iter().flatten().sum::<u64>()), "{what}");
                }
            }
        }
    }
}

fn sorted(mut list: Vec<Vec<u64>>) -> Vec<Vec<u64>> {
    list.sort_unstable();
    list
}

fn up_to(mut bound: Bound<'_>, mut list: List<'_>) -> Vec<Vec<u64>> {
    let mut rows = Vec::new();
    while let Some(row) = list.next_row().unwrap() {
        if bound.is_past(row) {
            break;
        }
        if bound.keeps(row) {
            rows.push(row.position().words().unwrap());
        }
    }
    rows
}

#[test]
fn the_theorem_counts_the_pairs_of_wythoff_as_the_list_does() {
    for (name, play) in [1, 2, 3, 7].into_iter().flat_map(|a| [(a, Play::Normal), (a, Play::Misere)]) {
        let game = game(&format!("wythoff:{name}"));
        for most in (0_u64..120).chain([1000, 4181, 10_945, 10_946]) {
            for from in [0_u64, 1, 5] {
                let query = ListQuery { play, from: from.into(), ..ListQuery::default() };
                let (_, counted) = game.positions().query(&query).how_many(Some(most.into())).unwrap();
                let (_, tally) = game.positions().query(&query).tally(Some(most.into())).unwrap();
                assert_eq!(counted, UBig::from(tally.count), "wythoff:{name} {play} up to {most} from {from}");
            }
        }
    }
}

#[test]
fn a_list_without_a_bound_is_added_up_row_by_row() {
    let wythoff = game("wythoff");
    let query = ListQuery { count: 10_000, ..ListQuery::default() };
    let mut list = wythoff.positions().query(&query).run().unwrap();
    let (mut sum, mut last) = (UBig::ZERO, UBig::ZERO);
    while let Some(row) = list.next_row().unwrap() {
        let Some(&[a, b]) = row.words() else { panic!("not two words") };
        sum += UBig::from(a) + UBig::from(b);
        last = b.into();
    }
    let (_, tally) = wythoff.positions().query(&query).tally(None).unwrap();
    assert_eq!((tally.count, tally.sum.clone()), (10_000, sum));
    // B grows with n, so that its last one bounds the same list.
    let (_, bounded) = wythoff.positions().query(&query).tally(Some(last)).unwrap();
    assert_eq!(bounded, tally);
    // The machine words of a list may start at any number, and be longer.
    let far = ListQuery { from: UBig::from(10u8).pow(40), count: 3, ..ListQuery::default() };
    let (_, tally) = wythoff.positions().query(&far).tally(None).unwrap();
    assert!(tally.sum > UBig::from(10u8).pow(41) && tally.count == 3);
}

#[test]
fn moves_are_all_options_with_their_outcomes_and_values() {
    for name in GAMES {
        let game = game(name);
        let numbers = numbers(&*game, 2);
        let most = if numbers > 2 { 3 } else { 7 };
        for play in [Play::Normal, Play::Misere] {
            let mut plain = Plain::new(&*game, play);
            for words in positions(&*game, numbers, most) {
                let what = format!("{name} {words:?} {play}");
                let position = game.position_of_words(&words);
                let found =
                    game.moves(&position).play(play).most(1000).run().unwrap_or_else(|error| panic!("{what}: {error}"));
                assert!(found.complete(), "{what}");
                assert_eq!(found.outcome, plain.outcome(&words), "{what}");
                let mut options = Vec::new();
                for one in &found.moves {
                    let to = one.to.words().unwrap();
                    assert_eq!(one.outcome, plain.outcome(&to), "{what} to {to:?}");
                    if let Some(value) = &one.grundy {
                        assert_eq!(*value, UBig::from(plain.value(&to)), "{what} to {to:?}");
                    }
                    assert_eq!(one.grundy.is_some(), play == Play::Normal, "{what} to {to:?}");
                    options.push(to);
                }
                assert!(found.moves.is_sorted_by_key(|one| !one.wins()), "{what}");
                assert_eq!(sorted(options), game.option_list(&words).unwrap(), "{what}");
                if let Some(first) = found.moves.first() {
                    let judged = game.moves(&position).play(play).to(&first.to).unwrap();
                    assert_eq!((judged.outcome, &judged.to), (first.outcome, &first.to), "{what}");
                }
                assert!(game.moves(&position).play(play).to(&position).is_err(), "{what}");
            }
        }
    }
}

#[test]
fn the_winning_move_stands_first_where_the_moves_are_too_many() {
    let nim = game("nim");
    let position = nim.read("1e8,1e7").unwrap();
    let found = nim.moves(&position).most(5).run().unwrap();
    let first = &found.moves[0];
    assert_eq!((first.to.to_string().as_str(), first.outcome), ("10000000,10000000", Outcome::P));
    assert!(found.moves[1..].iter().all(|one| !one.wins()));
    assert_eq!((found.moves.len(), found.total), (5, None));
}

#[test]
fn a_target_is_read_as_in_a_match() {
    let target = |name: &str, from: &str, to: &str| {
        let game = game(name);
        let from = game.read_in_places(from).unwrap();
        let read = nimlab::play::read_target(&*game, &from, to, Budget::default()).unwrap();
        let judged = game.moves(&game.canonical_of(&from)).to(&read);
        judged.map(|judged| judged.to.to_string()).map_err(|error| error.to_string())
    };
    // Empty piles may be left out, and what the rules give after a slash.
    assert_eq!(target("nim", "3,4,5", "4,5").unwrap(), "0,4,5");
    assert_eq!(target("nim", "3,4,5", "4 5 0").unwrap(), "0,4,5");
    assert_eq!(target("fibonacci", "20", "18").unwrap(), "18/4");
    assert_eq!(target("fibonacci", "20", "18/4").unwrap(), "18/4");
    assert_eq!(target("nim", "7", "0").unwrap(), "0");
    for (name, from, to) in [("nim", "3,4,5", "3,3"), ("fibonacci", "20", "21"), ("fibonacci", "20", "18/5")] {
        let said = target(name, from, to).unwrap_err();
        assert!(said.contains("no move leads there"), "{name} {from} {to}: {said}");
    }
    // What a match takes, this takes too.
    for (name, from) in
        [("kayles", "1"), ("kayles", "3,1"), ("octal:0.07", "2,5"), ("grundy", "3,2"), ("building:2", "1,1/3")]
    {
        let game = game(name);
        let from = game.read_in_places(from).unwrap();
        let sorted = game.canonical_of(&from);
        for option in game.option_list(&sorted.words().unwrap()).unwrap() {
            let full: Vec<String> = game.position_of_words(&option).numbers().iter().map(ToString::to_string).collect();
            let piles = game.position_of_words(&option).piles().len();
            let words: Vec<String> = full[..piles].iter().filter(|word| *word != "0").cloned().collect();
            let words = if words.is_empty() || game.shape().tail.is_some() { full[..piles].to_vec() } else { words };
            let read = nimlab::play::read_target(&*game, &from, &words.join(" "), Budget::default()).unwrap();
            let judged = game.moves(&sorted).to(&read);
            assert!(judged.is_ok(), "{name} {from} {words:?}: {judged:?}");
        }
    }
}

#[test]
fn more_moves_than_are_wanted_are_counted() {
    let nim = game("nim");
    let position = nim.read("50,60").unwrap();
    let found = nim.moves(&position).most(7).run().unwrap();
    assert_eq!((found.moves.len(), found.total, found.complete()), (7, Some(110), false));
    assert!(found.moves[0].wins());
    // A huge set of moves is not gone through to its end.
    let greedy = game("nim");
    let huge = greedy.read("1e12").unwrap();
    let found = greedy.moves(&huge).most(5).run().unwrap();
    assert_eq!((found.moves.len(), found.total), (5, None));
    assert!(!found.complete());
}

#[test]
fn a_comparison_finds_exactly_the_differences() {
    for (one, other, heaps) in [
        ("nim", "wythoff", None),
        ("wythoff", "r-wythoff", None),
        ("wythoff", "wythoff:2", None),
        ("wythoff", "wythoff.rules", None),
        ("nim", "greedy", Some(3)),
        ("nim", "moore:2", Some(2)),
        ("kayles", "dawson", None),
        ("kayles", "kayles.rules", Some(2)),
        ("wythoff", "white-knight", None),
        ("wythoff3:positive", "wythoff3:l1", None),
        ("fibonacci", "fibonacci.rules", None),
        ("wythoff3:l1", "wythoff3:positive", None),
        ("wythoff:2", "wythoff:3", None),
    ] {
        let games = [game(one), game(other)];
        let games = [&*games[0], &*games[1]];
        for play in [Play::Normal, Play::Misere] {
            let size = 5;
            let what = format!("{one} and {other}, {play}");
            let found = games[0].compare(games[1], size).heaps(heaps).play(play).run();
            let found = found.unwrap_or_else(|error| panic!("{what}: {error}"));
            let mut plain = games.map(|game| Plain::new(game, play));
            // Every ordered position, or the sorted ones if the order matters in neither.
            let sorted_only = games.iter().all(|game| game.shape().interchangeable && game.shape().tail.is_none());
            let all = (0..found.numbers).fold(vec![vec![]], |shorter: Vec<Vec<u64>>, _| {
                shorter.iter().flat_map(|start| (0..size).map(|x| [&start[..], &[x]].concat())).collect()
            });
            let mut all: Vec<Vec<u64>> =
                all.into_iter().filter(|position| !sorted_only || position.is_sorted()).collect();
            all.sort_by_key(|position| (position.iter().copied().max(), position.clone()));
            let (mut values, mut outcomes, mut first) = (0, 0, Vec::new());
            for position in &all {
                let words = games.map(|game| game.position_of_words(position).words().unwrap());
                let won = [0, 1].map(|i| plain[i].outcome(&words[i]));
                let differ = play == Play::Normal && plain[0].value(&words[0]) != plain[1].value(&words[1]);
                values += u64::from(differ);
                outcomes += u64::from(won[0] != won[1]);
                if differ || won[0] != won[1] {
                    first.push(position.clone());
                }
            }
            first.truncate(20);
            assert_eq!(found.positions, all.len() as u64, "{what}");
            assert_eq!(found.values, (play == Play::Normal).then_some(values), "{what}");
            assert_eq!(found.outcomes, outcomes, "{what}");
            assert_eq!(found.first.iter().map(|one| one.position.clone()).collect::<Vec<_>>(), first, "{what}");
            assert_eq!(found.equal(), first.is_empty(), "{what}");
        }
    }
    let refused = |one: &str, other: &str| game(one).compare(&*game(other), 5).run().unwrap_err();
    assert!(refused("wythoff", "wythoff3:l1").to_string().contains("the same length"));
    // 1,0 is two heaps, and 1/0 a heap of which nothing may be taken.
    for other in ["nim", "white-knight"] {
        let told = refused("fibonacci", other).to_string();
        assert!(told.contains("written alike"), "{told}");
    }
    let nothing = game("nim").compare(&*game("wythoff"), 0).run();
    assert!(nothing.unwrap_err().to_string().contains("nothing to compare"));
}

#[test]
fn games_with_lists_of_p_positions_are_compared_by_them() {
    let [lex, l1] = ["wythoff3:lex", "wythoff3:l1"].map(game);
    let started = Instant::now();
    let found = lex.compare(&*l1, 80).run().unwrap();
    assert!(started.elapsed() < Duration::from_secs(20));
    assert_eq!(found.first[0].position, [27, 50, 73]);
    assert_eq!((found.positions, found.values), (80 * 81 * 82 / 6, None));
    // Position by position they differ at the same places.
    let mut differ = 0;
    for [a, b, c] in (20..30).flat_map(|a| (a..60).flat_map(move |b| (b..80).map(move |c| [a, b, c]))) {
        let lost = [&lex, &l1].map(|game| {
            let position = game.position_of_words(&[a, b, c]);
            analyse(&**game, "stream", &position, Play::Normal).unwrap().outcome
        });
        differ += u64::from(lost[0] != lost[1]);
    }
    let near = |one: &&Difference| (20..30).contains(&one.position[0]) && one.position[1] < 60;
    assert!(found.first.len() < 20, "all are listed");
    assert_eq!(found.first.iter().filter(near).count() as u64, differ);
}

#[test]
fn limits_are_those_of_the_list() {
    for (name, value) in [("wythoff", 0), ("wythoff", 3), ("euclid", 0), ("wythoff3:positive", 0), ("nim", 0)] {
        let game = game(name);
        let query = ListQuery { value, count: 300, ..ListQuery::default() };
        let found = game.positions().query(&query).limits().unwrap();
        let list = game.positions().query(&query).run().unwrap();
        let rows: Vec<Vec<u64>> = list.map(|position| position.unwrap().words().unwrap()).collect();
        assert_eq!(found.count, 300);
        assert_eq!(found.ratios.iter().map(|one| one.n).collect::<Vec<_>>(), [1, 2, 5, 10, 20, 50, 100, 200, 299]);
        for one in &found.ratios {
            assert_eq!(one.position, rows[one.n as usize], "{name}");
            for (ratio, &number) in one.ratios.iter().zip(&one.position) {
                // The decimal times n is below the number, by less than n units of the last digit.
                let digits: u128 = ratio.replace('.', "").parse().unwrap();
                let scaled = u128::from(number) * 10_u128.pow(12);
                let n = u128::from(one.n);
                assert!(digits * n <= scaled && scaled < (digits + 1) * n, "{name}: {ratio}");
            }
        }
        for (column, found) in found.differences.iter().enumerate() {
            let steps: Vec<i128> =
                rows.windows(2).map(|pair| i128::from(pair[1][column]) - i128::from(pair[0][column])).collect();
            assert_eq!(found.least, steps.iter().min().copied());
            assert_eq!(found.greatest, steps.iter().max().copied());
            assert_eq!(found.counts.values().sum::<u64>() + found.others, 299);
            for (step, count) in &found.counts {
                assert_eq!(steps.iter().filter(|&it| it == step).count() as u64, *count);
            }
        }
    }
}

#[test]
fn the_reference_of_every_game_here_is_search() {
    assert!(GAMES.iter().all(|name| game(name).reference() == Method::SEARCH));
}

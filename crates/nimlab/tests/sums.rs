//! Sums by theorems alone, against the definition: with a budget that leaves no
//! room for a search, whatever is still said must be right, and a list of
//! winning moves that calls itself complete must have every one.

use nimlab::solve::{Component, SumMove, solve_sum};
use nimlab::{Ask, Budget, Game, Outcome, Play, Position, RuleExt, catalogue};
use std::collections::HashMap;

const PLAYED: &[(&str, &[&str])] = &[
    ("nim", &["0", "1", "3", "5", "2,3", "4,4"]),
    ("wythoff", &["0,0", "0,1", "0,5", "1,2", "1,3", "2,2", "3,5", "2,4"]),
    ("wythoff:2", &["0,3", "1,3", "2,2"]),
    ("r-wythoff", &["0,4", "1,2", "2,3"]),
    ("moore:2", &["0,3", "1,2", "2,2,2", "1,2,3"]),
    ("greedy", &["0,4", "2,3", "2,2"]),
    ("fibonacci", &["5/0", "5", "4/2", "6/3"]),
    ("building:2", &["0,0/3", "1,2/0"]),
    ("octal:0.77", &["0", "1", "4", "2,3"]),
    ("subtraction:2,3", &["1", "4", "7"]),
    ("wythoff3:positive", &["0,0,3", "1,2,3", "1,1,2"]),
];

/// A sum: the names of its games, their positions, and whether play is misère.
type Sum = (Vec<String>, Vec<Vec<u64>>, bool);

/// The definition: a sum is the list of its positions, and a move is a move in
/// one of them.
#[derive(Default)]
struct Slow {
    lost: HashMap<Sum, bool>,
}

impl Slow {
    fn is_lost(&mut self, games: &[&dyn Game], state: &[Vec<u64>], play: Play) -> bool {
        let names = games.iter().map(|game| game.name()).collect();
        let key = (names, state.to_vec(), play == Play::Misere);
        if let Some(&known) = self.lost.get(&key) {
            return known;
        }
        let moves = self.moves(games, state);
        let lost = match moves.is_empty() {
            true => play == Play::Normal,
            false => moves.iter().all(|(_, after)| !self.is_lost(games, after, play)),
        };
        self.lost.insert(key, lost);
        lost
    }

    fn moves(&self, games: &[&dyn Game], state: &[Vec<u64>]) -> Vec<(SumMove, Vec<Vec<u64>>)> {
        let mut list = Vec::new();
        for (component, game) in games.iter().enumerate() {
            for option in game.option_list(&state[component]).unwrap() {
                let to = game.position_of_words(&option);
                let mut after = state.to_vec();
                after[component] = option;
                list.push((SumMove { component, to }, after));
            }
        }
        list
    }

    fn winning(&mut self, games: &[&dyn Game], state: &[Vec<u64>], play: Play) -> Vec<SumMove> {
        let moves = self.moves(games, state);
        let mut winning: Vec<SumMove> =
            moves.into_iter().filter(|(_, after)| self.is_lost(games, after, play)).map(|(made, _)| made).collect();
        winning.sort();
        winning
    }
}

#[test]
fn what_theorems_say_of_sums_is_what_the_definition_says() {
    let all: Vec<(Box<dyn Game>, Position)> = PLAYED
        .iter()
        .flat_map(|(name, positions)| positions.iter().map(move |text| (name, text)))
        .map(|(name, text)| {
            let game = catalogue::game(name).unwrap();
            let position = game.read(text).unwrap();
            (game, position)
        })
        .collect();
    let mut slow = Slow::default();
    let (mut decided, mut whole) = (0, 0);
    for (first, second) in all.iter().flat_map(|first| all.iter().map(move |second| (first, second))) {
        let parts = [first, second].map(|(game, position)| Component { game: &**game, position });
        let games = parts.map(|part| part.game);
        let state = parts.map(|part| part.position.words().unwrap());
        for play in [Play::Normal, Play::Misere] {
            let told = format!("{} {} + {} {} {play}", first.0.name(), first.1, second.0.name(), second.1);
            let lost = slow.is_lost(&games, &state, play);
            let winning = slow.winning(&games, &state, play);
            for budget in [Budget::of_positions(1), Budget::default()] {
                let Ok(found) = solve_sum(&parts, play, budget) else {
                    assert!(budget != Budget::default(), "{told}");
                    continue;
                };
                decided += 1;
                assert_eq!(found.outcome, if lost { Outcome::P } else { Outcome::N }, "{told}");
                assert!(found.winning_moves.iter().all(|made| winning.contains(made)), "{told}");
                if found.complete {
                    whole += 1;
                    assert_eq!(found.winning_moves, winning, "{told}");
                }
            }
        }
    }
    assert!(decided > 3_000 && whole > 2_500, "{decided} decided, {whole} with every move");
}

fn sum(parts: &[(&str, &str)], play: Play) -> Result<(Outcome, Vec<String>, bool), String> {
    let parts: Vec<(Box<dyn Game>, Position)> = parts
        .iter()
        .map(|(name, text)| {
            let game = catalogue::game(name).unwrap();
            let position = game.read(text).unwrap();
            (game, position)
        })
        .collect();
    let parts: Vec<Component<'_>> =
        parts.iter().map(|(game, position)| Component { game: &**game, position }).collect();
    let found = solve_sum(&parts, play, Budget::default()).map_err(|error| error.to_string())?;
    let moves = found.winning_moves.iter().map(|made| format!("{}: {}", made.component, made.to)).collect();
    Ok((found.outcome, moves, found.complete))
}

#[test]
fn sums_of_large_positions_use_what_is_known() {
    let (e30, moved) = ("1000000000000000000000000000000", "1: 0,1000000000000000000000000000000");
    let wythoff = ("wythoff", "1e30,2e30");
    // A pile next to an empty one is a Nim heap.
    assert_eq!(sum(&[("nim", "1e30"), ("wythoff", "0,1e30")], Play::Normal), Ok((Outcome::P, vec![], true)));
    // A move to the value of the rest shows that the sum is won.
    assert_eq!(sum(&[("nim", "1e30"), wythoff], Play::Normal), Ok((Outcome::N, vec![moved.to_string()], false)));
    // What has no moves changes nothing, and the list stays complete.
    for dead in [("nim", "0"), ("octal:0.77", "0"), ("fibonacci", "5/0"), ("wythoff", "0,0"), ("grundy", "1,2")] {
        for play in [Play::Normal, Play::Misere] {
            let (outcome, moves, complete) = sum(&[dead, wythoff], play).unwrap();
            assert!(outcome == Outcome::N && complete, "{dead:?}");
            assert_eq!(moves, [format!("1: {e30},1618033988749894848204586834366")], "{dead:?}");
        }
    }
    // What is not known is not said of a game for which it is.
    let said = sum(&[("nim", "1"), wythoff], Play::Misere).unwrap_err();
    assert!(said.contains("under misère play no theorem covers this sum"), "{said}");
}

/// Far beyond any search, a theorem says that a value is at least so large: beside
/// others of a smaller nim-sum that decides, and the theorem has the winning moves.
#[test]
fn a_value_that_is_at_least_so_large_decides_a_sum() {
    let nim = catalogue::game("nim").unwrap();
    let far = ["1618033988749894848204586834366", "2618033988749894848204586834999"].join(",");
    for (name, heap) in [("wythoff", 1u64), ("r-wythoff", 1), ("r-wythoff", 7), ("wythoff:2", 13), ("wythoff:5", 20)] {
        let game = catalogue::game(name).unwrap();
        let (piles, other) = (game.read(&far).unwrap(), nim.position_of_words(&[heap]));
        let alone = game.solve(&piles).run().unwrap();
        assert!(alone.grundy.is_none() && alone.grundy_at_least.is_some_and(|least| least > heap.into()), "{name}");
        let sum = [Component { game: &*game, position: &piles }, Component { game: &*nim, position: &other }];
        let answer = solve_sum(&sum, Play::Normal, Budget::default()).unwrap();
        assert_eq!((answer.outcome, answer.grundy), (Outcome::N, None), "{name} and {heap}");
        assert!(!answer.winning_moves.is_empty() && !answer.complete);
        for found in &answer.winning_moves {
            assert_eq!(found.component, 0);
            assert_eq!(game.can_move(&piles, &found.to), Some(true));
            assert_eq!(game.solve(&found.to).run().unwrap().grundy, Some(heap.into()), "{name} to {}", found.to);
        }
        // Two such values may be equal, or not.
        let next = game.read("1618033988749894848204586834367,2618033988749894848204586834999").unwrap();
        let both = [Component { game: &*game, position: &piles }, Component { game: &*game, position: &next }];
        assert!(solve_sum(&both, Play::Normal, Budget::default()).is_err(), "{name}");
    }
}

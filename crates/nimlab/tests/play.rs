//! Playing, against the definition: what the games say of a move is what
//! their rule lists, the computer never gives a won game away, and moves are
//! read as they are typed.

use nimlab::play::{Computer, Level, Match, MatchState, Review, Rules};
use nimlab::solve::Search;
use nimlab::{Budget, Game, Outcome, Play, Position, RuleExt, catalogue, rules};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// The games and positions of a sum, what is typed, and what comes of it.
type Typed<'t> = (&'t [(&'t str, &'t str)], &'t str, &'t str);

fn game(name: &str) -> Box<dyn Game> {
    catalogue::game(name).unwrap()
}

fn started(games: &[(&str, &str)], play: Play) -> Match {
    let games_of: Vec<Box<dyn Game>> = games.iter().map(|(name, _)| game(name)).collect();
    let state: MatchState =
        games_of.iter().zip(games).map(|(game, (_, position))| game.read_in_places(position).unwrap()).collect();
    Match::new(Rules::new(games_of, play, Budget::default()), state)
}

/// Every vector with this many numbers below a bound.
fn vectors(width: usize, bound: u64) -> Vec<Vec<u64>> {
    (0..width).fold(vec![Vec::new()], |list, _| {
        list.iter().flat_map(|front| (0..bound).map(move |x| [&front[..], &[x]].concat())).collect()
    })
}

#[test]
fn what_a_game_says_of_a_move_is_what_its_rule_lists() {
    let cases = [
        ("nim", 3, 6),
        ("moore:2", 3, 6),
        ("moore:3", 4, 4),
        ("greedy", 3, 6),
        ("building:2", 3, 6),
        ("subtraction:2,4,7", 2, 10),
        ("subtraction:1,2,4,...", 2, 10),
        ("allbut:2,3", 2, 9),
        ("octal:0.77", 2, 7),
        ("octal:4.07", 2, 7),
        ("octal:0.137", 2, 7),
        ("grundy", 2, 9),
        ("wythoff", 2, 9),
        ("wythoff:3", 2, 9),
        ("r-wythoff", 2, 9),
        ("wythoff3:l1", 3, 5),
        ("wythoff3:positive", 3, 5),
        ("fibonacci", 2, 14),
        ("fraenkel:3", 3, 6),
        ("fraenkel:4", 4, 4),
    ];
    for (name, width, bound) in cases {
        let game = game(name);
        let canonical = |list: Vec<Vec<u64>>| -> BTreeSet<Position> {
            list.iter().map(|words| game.position_of_words(words)).collect()
        };
        let splits = name.starts_with("octal") || name == "grundy";
        let mut targets = canonical(vectors(width, bound + 3));
        if splits {
            targets.extend(canonical(vectors(width + 1, bound + 3)));
        }
        for from in canonical(vectors(width, bound)) {
            let listed = canonical(game.option_list(&from.words().unwrap()).unwrap());
            assert!(listed.iter().all(|to| game.can_move(&from, to) == Some(true)), "{name} {from}");
            for to in &targets {
                assert_eq!(game.can_move(&from, to), Some(listed.contains(to)), "{name} {from} to {to}");
            }
        }
    }
}

/// Plays to the end: the computer against an opponent who tries everything.
fn never_loses(rules: &Rules, state: &MatchState, computer: &Computer, search: &mut dyn FnMut(&MatchState) -> Outcome) {
    if rules.is_over(state).unwrap() {
        assert_eq!(rules.play.outcome_of_end(), search(state));
        return;
    }
    assert_eq!(search(state), Outcome::N);
    let choice = computer.choose(rules, state).unwrap();
    assert_eq!(choice.winning, Some(true));
    assert!(rules.is_legal(state, &choice.made).unwrap());
    let after = rules.after(state, &choice.made);
    assert_eq!(search(&after), Outcome::P);
    for (component, game) in rules.games.iter().enumerate() {
        for option in game.option_list(&after[component].words().unwrap()).unwrap() {
            let mut next = after.clone();
            next[component] = game.position_of_words(&option);
            never_loses(rules, &next, computer, search);
        }
    }
}

#[test]
fn the_perfect_computer_wins_every_won_position_against_every_defence() {
    let computer = Computer { level: Level::Perfect, seed: 1 };
    let cases = [
        ("nim", "1,2,4"),
        ("wythoff", "3,4"),
        ("wythoff:2", "2,4"),
        ("fibonacci", "9"),
        ("subtraction:1,3", "2,5"),
        ("grundy", "8"),
        ("octal:0.77", "2,4"),
        ("moore:2", "1,2,2"),
        ("building:2", "0,0/5"),
        ("wythoff3:positive", "1,1,2"),
        ("fraenkel:3", "1,2,3"),
    ];
    for (name, start) in cases {
        for play in [Play::Normal, Play::Misere] {
            let game_of = game(name);
            let started = started(&[(name, start)], play);
            let mut oracle = Search::for_outcomes(&*game_of, play, Budget::default());
            let mut outcome = |state: &MatchState| oracle.outcome(&state[0].words().unwrap()).unwrap();
            if outcome(started.state()) == Outcome::N {
                never_loses(&started.rules, started.state(), &computer, &mut outcome);
            }
        }
    }
}

#[test]
fn every_level_plays_every_game_to_its_end() {
    let cases: &[&[(&str, &str)]] = &[
        &[("nim", "3,4,5")],
        &[("nim", "1e30,7")],
        &[("moore:2", "3,4,5")],
        &[("greedy", "3,4,5")],
        &[("building:3", "0,0,0/4")],
        &[("subtraction:2,4,7", "6,9")],
        &[("allbut:2,3,4", "6,9")],
        &[("octal:0.77", "6,5")],
        &[("grundy", "6,9")],
        &[("wythoff:2", "17,29")],
        &[("wythoff", "1e40,1e41")],
        &[("r-wythoff", "7,9")],
        &[("wythoff3:l1", "3,4,5")],
        &[("wythoff3:lex", "2,3,4")],
        &[("wythoff3:positive", "3,4,5")],
        &[("fibonacci", "20")],
        &[("fraenkel:3", "3,7,12")],
        &[("fraenkel:5", "1,1,2,2,3")],
        &[("nim", "3"), ("wythoff", "2,4"), ("fibonacci", "7")],
    ];
    for games in cases {
        for level in Level::ALL {
            for play in [Play::Normal, Play::Misere] {
                let mut game = started(games, play);
                let players = [Computer { level, seed: 5 }, Computer { level: Level::Random, seed: 6 }];
                while !game.is_over().unwrap() && game.moves() < 2000 {
                    let choice = players[game.moves() % 2].choose(&game.rules, game.state()).unwrap();
                    game.make(&choice.made).unwrap_or_else(|error| panic!("{games:?} {level:?}: {error}"));
                }
                assert!(game.is_over().unwrap(), "{games:?} {level:?} does not end");
            }
        }
    }
}

#[test]
fn in_a_lost_position_the_answer_is_hard_to_find() {
    // 3,5,6 is lost; taking one stone leaves one answer, emptying a heap leaves one too, and the longest game is kept.
    let game = started(&[("nim", "3,5,6")], Play::Normal);
    let choice = Computer { level: Level::Perfect, seed: 0 }.choose(&game.rules, game.state()).unwrap();
    assert_eq!(choice.winning, Some(false));
    let left: u64 = choice.made.to.words().unwrap().iter().sum();
    assert_eq!(left, 13);
    // Moore's Nim gives the winner many answers after most moves; the fewest are looked for, among all.
    let game = started(&[("moore:2", "2,2,2")], Play::Normal);
    let chosen = Computer { level: Level::Perfect, seed: 0 }.choose(&game.rules, game.state()).unwrap();
    let replies = |to: &Position| game.rules.judge(&vec![to.clone()], Budget::default()).unwrap().winning.len();
    let fewest = game.rules.games[0].option_list(&[2, 2, 2]).unwrap();
    let fewest = fewest.iter().map(|option| replies(&game.rules.games[0].position_of_words(option))).min().unwrap();
    assert_eq!(replies(&chosen.made.to), fewest);
}

#[test]
fn moves_are_read_as_they_are_typed() {
    let cases: &[Typed<'_>] = &[
        (&[("nim", "3,4,5")], "2 from 1", "1,4,5"),
        (&[("nim", "3,4,5")], "take 2 from pile 1", "1,4,5"),
        (&[("nim", "3,4,5")], "Take two stones from the first heap.", "1,4,5"),
        (&[("nim", "3,4,5")], "all of 2", "3,0,5"),
        (&[("nim", "3,4,5")], "1,4,5", "1,4,5"),
        (&[("nim", "3,4,5")], "to 5, 4, 1", "1,4,5"),
        (&[("nim", "3,4,5")], "(1,4,5)", "1,4,5"),
        (&[("nim", "0,0,7")], "3", "0,0,4"),
        (&[("wythoff", "4,6")], "3 from both", "1,3"),
        (&[("wythoff", "4,6")], "3 from 1 and 2", "1,3"),
        (&[("wythoff:2", "4,6")], "2 from 1 and 3 from 2", "2,3"),
        // Piles stay where they lie.
        (&[("nim", "7,3,5")], "7 from 1", "0,3,5"),
        (&[("nim", "7,3,5")], "3,5,6", "6,3,5"),
        (&[("nim", "7,3,5")], "3,5", "0,3,5"),
        (&[("wythoff", "6,4")], "4 from 1", "2,4"),
        (&[("wythoff", "6,4")], "3 from each", "3,1"),
        (&[("wythoff", "6,4")], "3 from each of 1 and 2", "3,1"),
        (&[("wythoff", "6,4")], "3 each from 1 and 2", "3,1"),
        (&[("wythoff", "6,4")], "3 from 1 and 2 each", "3,1"),
        (&[("wythoff", "6,4")], "3 from every pile", "3,1"),
        // Two moves lead to the same position: the one that is said is made.
        (&[("wythoff:2", "5,3")], "2 from 1 and 1 from 2", "3,2"),
        (&[("wythoff:2", "5,3")], "3 from 1", "2,3"),
        (&[("wythoff:2", "5,3")], "3,2", "3,2"),
        (&[("octal:0.77", "2,9,4")], "2 from 2 leaving 6 and 1", "2,6,1,4"),
        (&[("octal:0.77", "2,9,4")], "2 from 1", "9,4"),
        (&[("building:3", "2,0,1/4")], "put on 2", "2,1,1/3"),
        (&[("wythoff", "6,4"), ("nim", "9,2")], "8 from 3", "1,2"),
        (&[("fibonacci", "20")], "7", "13/14"),
        (&[("fibonacci", "20")], "take 7", "13/14"),
        (&[("fibonacci", "20")], "13/14", "13/14"),
        (&[("fibonacci", "20")], "to 13", "13/14"),
        (&[("grundy", "7")], "split 1 into 2 and 5", "2,5"),
        (&[("grundy", "7")], "into 2 and 5", "2,5"),
        (&[("grundy", "3,7")], "2 into 2,5", "3,2,5"),
        (&[("octal:0.77", "3,7")], "1 from 2 leaving 2 and 4", "3,2,4"),
        (&[("octal:0.77", "3,7")], "2 from 2", "3,5"),
        (&[("building:3", "0,1,1/4")], "put one on 1", "1,1,1/3"),
        (&[("building:3", "1,2,3/0")], "2 from 3", "1,2,1/0"),
        (&[("moore:2", "3,4,5")], "1 from 1, 2 from 3", "2,4,3"),
        (&[("wythoff3:lex", "2,3,4")], "to 1,3,1000", "1,3,1000"),
        (&[("nim", "1e30,7")], "1e30 from 1", "0,7"),
        (&[("nim", "7"), ("wythoff", "4,5")], "2 from 2", "2,5"),
        (&[("nim", "7"), ("wythoff", "4,5")], "2 from 2 and 3", "2,3"),
        (&[("nim", "7"), ("wythoff", "4,5")], "b: 1,4", "4,1"),
        (&[("nim", "7"), ("wythoff", "4,5")], "wythoff: 1,4", "4,1"),
        (&[("nim", "7"), ("wythoff", "4,5")], "7 + 1,4", "4,1"),
        (&[("nim", "7"), ("wythoff", "4,5")], "4,4", "4,4"),
        // The number after the slash is filled in, and so are empty piles.
        (&[("fibonacci", "13/4")], "to 10", "10/6"),
        (&[("fibonacci", "13/4")], "10/6", "10/6"),
        (&[("building:3", "0,1,1/4")], "1,1,1", "1,1,1/3"),
        (&[("nim", "3,4,5")], "4,5", "0,4,5"),
        (&[("nim", "3,4,5")], "3 4 4", "3,4,4"),
        (&[("nim", "0,0,7")], "to 4", "0,0,4"),
        (&[("wythoff", "4,6")], "to 6", "0,6"),
        (&[("nim", "7"), ("wythoff", "4,5")], "7 + 5", "0,5"),
        // Games that split leave empty heaps out.
        (&[("octal:0.77", "1,1,2")], "1,1", "1,1"),
        (&[("octal:0.77", "1,1,2")], "0,1,1", "1,1"),
        (&[("octal:0.77", "1,1,2")], "2 from 3", "1,1"),
        (&[("octal:0.77", "1")], "1", "0"),
        (&[("octal:0.77", "0,0,2")], "1", "1"),
        (&[("building:3", "0,1,1/4")], "one on 1", "1,1,1/3"),
        (&[("building:3", "0,1,1/4")], "on 1", "1,1,1/3"),
    ];
    for (games, typed, expected) in cases {
        let game = started(games, Play::Normal);
        let made = game.read(typed).unwrap_or_else(|error| panic!("{games:?} {typed}: {error}"));
        assert_eq!(made.to.to_string(), *expected, "{games:?} {typed}");
        // What is said of a move can be typed again.
        let again = game.read(&game.rules.typed(game.state(), &made)).unwrap();
        assert_eq!(again, made, "{games:?} {typed}: {}", game.rules.typed(game.state(), &made));
    }
}

#[test]
fn what_is_no_move_is_told_with_one_that_is() {
    let cases: &[Typed<'_>] = &[
        (&[("nim", "3,4,5")], "2", "from which pile"),
        (&[("nim", "3,4,5")], "4 from 1", "pile 1 has only 3"),
        (&[("nim", "3,4,5")], "2 from 4", "numbered from 1 to 3"),
        (&[("nim", "3,4,5")], "0 from 1", "at least one stone"),
        (&[("nim", "3,4,5")], "hello", "'hello' is not understood"),
        (&[("nim", "3,4,5")], "3 from both", "there are 3 piles"),
        (&[("nim", "3,4,5")], "3,3", "no single move"),
        (&[("nim", "3,4,5")], "3 2", "'3 from 2' takes 3, '3,2' is a new position"),
        (&[("nim", "3,4,5")], "1;2", "'1 from 2' takes 1, '1,2' is a new position"),
        (&[("nim", "3,4,5")], "1.2", "'1.2' is not a number"),
        (&[("nim", "3,4,5")], "3,4 + 5", "one game, not a sum"),
        (&[("nim", "7"), ("nim", "6"), ("nim", "5")], "7 + 6", "there are 3 components"),
        (&[("fibonacci", "1000")], "1,5", "written after a slash"),
        (&[("fibonacci", "13/4")], "10/10", "after the slash it would be 6, not 10"),
        (&[("fibonacci", "13/4")], "6", "at most 4 may be taken now"),
        (&[("fibonacci", "13/4")], "to 2", "at most 4 may be taken now"),
        (&[("building:3", "1,1,1/5")], "put 3 on 1", "tokens are placed one at a time"),
        (&[("building:3", "1,1,1/5")], "put 3", "on which stack"),
        (&[("building:3", "1,1,1/5")], "1,1,2/5", "after the slash it would be 4, not 5"),
        (&[("octal:0.77", "3")], "2 from 1 leaving 1,2", "pile 1 has 3, not the 5"),
        (&[("nim", "3,4,5")], "x: 3,4", "there is no component"),
        (&[("wythoff", "4,6")], "2 from 1 and 3 from 2", "do not allow it"),
        // A move to 2,3 is there, but this is not how it is made.
        (&[("nim", "5,3")], "2 from 1 and 1 from 2", "do not allow it"),
        (&[("nim", "5,3")], "1 from each", "do not allow it"),
        (&[("fibonacci", "20")], "20", "at most 19 may be taken now"),
        (&[("grundy", "6")], "into 3 and 3", "do not allow it"),
        (&[("nim", "7"), ("wythoff", "4,5")], "1 from 1 and 1 from 2", "one component"),
        (&[("nim", "7"), ("nim", "7")], "to 3", "several components"),
    ];
    for (games, typed, expected) in cases {
        let game = started(games, Play::Normal);
        let message = game.read(typed).unwrap_err().to_string();
        assert!(message.contains(expected), "{games:?} {typed}: {message}");
        let example = message.rsplit_once("a move that works: ").unwrap().1;
        game.read(example).unwrap_or_else(|error| panic!("{games:?}: {example}: {error}"));
    }
}

#[test]
fn every_option_can_be_typed_as_it_is_told() {
    for (name, start) in [
        ("nim", "2,3,3"),
        ("wythoff:2", "4,5"),
        ("wythoff:3", "5,5"),
        ("r-wythoff", "4,5"),
        ("moore:2", "2,3,3"),
        ("octal:0.77", "5,6"),
        ("grundy", "3,7"),
        ("fibonacci", "12"),
        ("building:2", "1,2/3"),
        ("wythoff3:positive", "2,3,4"),
        ("wythoff3:l1", "2,3,4"),
    ] {
        let game = started(&[(name, start)], Play::Normal);
        let position = game.state()[0].words().unwrap();
        let _ = game.rules.games[0].options(&position, &mut |option| {
            let to = game.rules.games[0].position_of_words(option);
            let made = nimlab::solve::SumMove { component: 0, to };
            let typed = game.rules.typed(game.state(), &made);
            let read = game.read(&typed).unwrap_or_else(|error| panic!("{name} {typed}: {error}"));
            assert_eq!(game.rules.games[0].canonical_of(&read.to), made.to, "{name} {start}: {typed}");
            ControlFlow::Continue(())
        });
    }
}

#[test]
fn the_review_finds_the_move_that_decided_the_game() {
    // 3,4,5 is won by 1,4,5, but the first player goes elsewhere.
    let mut game = started(&[("nim", "3,4,5")], Play::Normal);
    for typed in ["1 from 3", "3 from 1", "4 from 2", "4"] {
        let made = game.read(typed).unwrap();
        game.make(&made).unwrap();
    }
    let review = game.review().unwrap();
    let mistakes: Vec<bool> = review.moves.iter().map(|reviewed| reviewed.mistake).collect();
    // 3,4,4 is won for the second by 0,4,4, which is lost for the first.
    assert_eq!(mistakes, [true, false, false, false]);
    assert_eq!(review.decided_at, Some(0));
    assert_eq!(review.moves[0].better[0].to.to_string(), "1,4,5");
    assert!(review.complete && game.is_over().unwrap());
    game.undo(3);
    assert_eq!(game.state()[0].to_string(), "3,4,4");
    game.undo(100);
    assert_eq!(game.moves(), 0);
}

#[test]
fn games_of_rules_are_played_too() {
    let source = "game \"Euclid\"\nstate x, y\nmove k in 1..x/max(1,y) where x >= y and y > 0 -> (x - k*y, y)\nmove k in 1..y/max(1,x) where y >= x and x > 0 -> (x, y - k*x)";
    let euclid = rules::compile(source).unwrap();
    let start = (&euclid as &dyn Game).read("7,3").unwrap();
    let rules = Rules::new(vec![Box::new(euclid)], Play::Normal, Budget::default());
    let mut game = Match::new(rules, vec![start]);
    assert!(game.read("1 from 1").unwrap_err().to_string().contains("do not allow it"));
    let made = game.read("3 from 1").unwrap();
    game.make(&made).unwrap();
    let computer = Computer { level: Level::Perfect, seed: 0 };
    while !game.is_over().unwrap() {
        let choice = computer.choose(&game.rules, game.state()).unwrap();
        game.make(&choice.made).unwrap();
    }
    assert!(game.review().unwrap().complete);
}

fn of_rules(source: &str, start: &str, play: Play, budget: Budget) -> Match {
    let game = rules::compile(source).unwrap();
    let start = (&game as &dyn Game).read(start).unwrap();
    Match::new(Rules::new(vec![Box::new(game)], play, budget), vec![start])
}

const KAYLES: &str = "state n  move t in {1, 2}, k in 0..n - t -> (k) + (n - t - k)";

#[test]
fn numbers_that_cannot_be_played_are_refused_and_no_end() {
    for name in ["wythoff3:lex", "wythoff3:positive", "wythoff3:l1"] {
        let game = started(&[(name, "1e30,2e30,3e30")], Play::Normal);
        assert!(game.is_over().unwrap_err().to_string().contains("63 bits"), "{name}");
    }
    let nim = "state x, y symmetric  move k in 1..y -> (x, y - k)";
    for start in ["1e30,3e30", "10000000000000000000,3"] {
        let game = of_rules(nim, start, Play::Normal, Budget::default());
        assert!(game.is_over().unwrap_err().to_string().contains("63 bits"), "{start}");
    }
    let forbidden: Vec<String> = (1..=100).map(|taken| taken.to_string()).collect();
    let all_but = format!("allbut:{}", forbidden.join(","));
    for (name, start) in [("nim", "1e30"), (&*all_but, "1e30"), ("building:2", "0,0/1e30"), ("fibonacci", "1e30")] {
        assert!(!started(&[(name, start)], Play::Normal).is_over().unwrap(), "{name}");
    }
    assert!(started(&[("fibonacci", "1e30/0")], Play::Normal).is_over().unwrap());
}

#[test]
fn a_move_from_large_piles_of_wytlex_is_found_at_once() {
    let game = started(&[("wythoff3:lex", "1e9,2e9,3e9")], Play::Normal);
    let example = game.rules.example(game.state()).unwrap();
    game.read(&example).unwrap();
    assert!(!game.is_over().unwrap());
}

#[test]
fn splitting_games_leave_no_empty_heaps_behind() {
    let players = [Computer { level: Level::Perfect, seed: 1 }, Computer { level: Level::Random, seed: 2 }];
    let kayles = of_rules(KAYLES, "5,6", Play::Normal, Budget::default());
    for mut game in [started(&[("octal:0.77", "5,6")], Play::Normal), kayles] {
        while !game.is_over().unwrap() {
            let choice = players[game.moves() % 2].choose(&game.rules, game.state()).unwrap();
            let told = game.rules.described(game.state(), &choice.made);
            assert!(!told.ends_with(" 0") && !told.contains(" 0 and"), "{told}");
            let read = game.read(&game.rules.typed(game.state(), &choice.made)).unwrap();
            assert_eq!(read, choice.made, "{told}");
            game.make(&choice.made).unwrap();
            let piles = game.state()[0].piles();
            assert!(piles.len() == 1 || piles.iter().all(|pile| !pile.is_zero()), "{told}");
        }
        assert_eq!(game.state()[0].to_string(), "0");
        assert!(game.review().unwrap().complete);
    }
}

#[test]
fn piles_are_called_by_their_names_in_any_letters() {
    let source = "state Left, a  move k in 1..Left -> (Left - k, a)  move k in 1..a -> (Left, a - k)";
    let game = of_rules(source, "3,4", Play::Normal, Budget::default());
    for (typed, expected) in [
        ("1 from Left", "2,4"),
        ("1 from left", "2,4"),
        ("1 from pile LEFT", "2,4"),
        ("1 from pile a", "3,3"),
        ("1 from A", "3,3"),
        ("all of the pile a.", "3,0"),
        ("take 2 from 2", "3,2"),
    ] {
        let made = game.read(typed).unwrap_or_else(|error| panic!("{typed}: {error}"));
        assert_eq!(made.to.to_string(), expected, "{typed}");
    }
    for (typed, expected) in [("5 from a", "a has only 4"), ("1 from 3", "there are Left and a")] {
        let message = game.read(typed).unwrap_err().to_string();
        assert!(message.contains(expected), "{typed}: {message}");
    }
}

#[test]
fn several_piles_are_told_with_commas() {
    let game = started(&[("moore:3", "1,5,8,20")], Play::Normal);
    let made = game.read("1,4,6,14").unwrap();
    let typed = game.rules.typed(game.state(), &made);
    assert_eq!(typed, "take 1 from pile 2, 2 from pile 3 and 6 from pile 4");
    assert_eq!(game.read(&typed).unwrap(), made);
}

#[test]
fn a_casual_player_errs_while_tokens_are_to_be_placed() {
    // Few stones are on the table, but tokens are to come: the one winning move is not easy to see.
    for (name, start) in [("building:2", "1,3/4"), ("building:4", "0,0,1,2/7"), ("building:4", "1,1,1,2/5")] {
        let game = started(&[(name, start)], Play::Normal);
        let choose = |seed| Computer { level: Level::Casual, seed }.choose(&game.rules, game.state()).unwrap();
        let winning: Vec<Option<bool>> = (0..30).map(|seed| choose(seed).winning).collect();
        assert!(winning.contains(&Some(true)) && winning.contains(&Some(false)), "{name} {start}");
    }
    // The same of rules, which do not say what their last number is.
    let source = "state x, y symmetric / tokens
        move where tokens > 0 -> (x + 1, y, tokens - 1)
        move where tokens > 0 -> (x, y + 1, tokens - 1)
        move k in 1..x where tokens = 0 -> (x - k, y, 0)
        move k in 1..y where tokens = 0 -> (x, y - k, 0)";
    let game = of_rules(source, "1,3/4", Play::Normal, Budget::default());
    let choose = |seed| Computer { level: Level::Casual, seed }.choose(&game.rules, game.state()).unwrap();
    assert!((0..30).any(|seed| choose(seed).winning == Some(false)));
}

#[test]
fn what_is_not_known_is_said_in_one_sentence() {
    let game = started(&[("wythoff3:lex", "3,4,5")], Play::Misere);
    let judged = game.rules.judge(game.state(), game.rules.budget).unwrap_err().to_string();
    assert_eq!(judged, "not decided: nothing is known about wythoff3:lex under misère play");
    assert_eq!(game.rules.explain(game.state()).unwrap_err().to_string(), judged);
    // At the end of it a stone is left to the opponent all the same.
    let game = started(&[("wythoff3:lex", "0,0,5")], Play::Misere);
    let choice = Computer { level: Level::Perfect, seed: 0 }.choose(&game.rules, game.state()).unwrap();
    assert_eq!(choice.made.to.to_string(), "0,0,1");
}

#[test]
fn thinking_ends_with_its_time_and_is_not_repeated() {
    let begun = Instant::now();
    let grundy = || game("grundy");
    let game = Match::new(
        Rules::new(vec![grundy()], Play::Misere, Budget::default().within(Duration::from_millis(200))),
        vec![grundy().read("20,30,40").unwrap()],
    );
    let undecided = game.rules.judge(game.state(), game.rules.budget).unwrap_err();
    assert!(undecided.to_string().contains("a higher limit may be enough: "), "{undecided}");
    for _ in 0..200 {
        assert_eq!(game.rules.judge(game.state(), game.rules.budget).unwrap_err(), undecided);
        assert_eq!(game.rules.explain(game.state()).unwrap_err(), undecided);
    }
    let choice = Computer { level: Level::Perfect, seed: 0 }.choose(&game.rules, game.state()).unwrap();
    assert_eq!(choice.winning, None);
    // 400 looks of 200 ms would be more than a minute.
    assert!(begun.elapsed() < Duration::from_secs(40));
}

#[test]
fn an_early_position_that_is_not_decided_does_not_hide_a_late_mistake() {
    let players = [Computer { level: Level::Random, seed: 1 }, Computer { level: Level::Random, seed: 2 }];
    let mut told = 0;
    for start in ["5,6", "6,7", "4,8", "3,4,5", "9", "10", "11", "2,9"] {
        let mut game = started(&[("octal:0.77", start)], Play::Misere);
        while !game.is_over().unwrap() {
            let choice = players[game.moves() % 2].choose(&game.rules, game.state()).unwrap();
            game.make(&choice.made).unwrap();
        }
        let whole = game.review().unwrap();
        let small = Rules::new(vec![crate::game("octal:0.77")], Play::Misere, Budget::of_positions(8));
        let review = Review::of(&small, game.states()).unwrap();
        assert!(whole.complete && !review.complete, "{start}");
        if review.decided_at.is_some() {
            assert_eq!(review.decided_at, whole.decided_at, "{start}");
            told += 1;
        }
    }
    assert!(told > 0);
}

#[test]
fn a_new_game_begins_where_it_is_told_to() {
    let game = started(&[("nim", "7"), ("fibonacci", "9")], Play::Normal);
    let start = game.rules.start("3, 4 + 20").unwrap();
    assert_eq!(start.iter().map(ToString::to_string).collect::<Vec<_>>(), ["3,4", "20/19"]);
    assert!(game.rules.start("3,4").unwrap_err().to_string().contains("positions of 2 games"));
    let game = started(&[("wythoff3:l1", "1,2,3")], Play::Normal);
    assert!(game.rules.start("1e30,1,2").unwrap_err().to_string().contains("63 bits"));
}

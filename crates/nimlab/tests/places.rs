//! Piles stay where they lie. A move that is said pile by pile is made exactly
//! if the rule of the game, written down here once more, allows it in these
//! very places; and every position to which the engine leads is laid onto the
//! table by such a move.

use nimlab::play::{Computer, Level, Match, Rules};
use nimlab::solve::SumMove;
use nimlab::{Budget, Game, Play, Position, RuleExt, catalogue, rules};

/// Whether this much may be taken from each pile, by the rule of the game.
type Allowed = fn(piles: &[u64], taken: &[u64]) -> bool;

fn touched(taken: &[u64]) -> usize {
    taken.iter().filter(|&&amount| amount > 0).count()
}

const GAMES: &[(&str, usize, u64, Allowed)] = &[
    ("nim", 2, 7, |_, taken| touched(taken) == 1),
    ("nim", 3, 4, |_, taken| touched(taken) == 1),
    ("wythoff", 2, 8, |_, taken| touched(taken) == 1 || (touched(taken) == 2 && taken[0] == taken[1])),
    ("wythoff:3", 2, 8, |_, taken| touched(taken) == 1 || (touched(taken) == 2 && taken[0].abs_diff(taken[1]) < 3)),
    ("r-wythoff", 2, 8, |piles, taken| {
        let larger = |at: usize| taken[at] > 0 && piles[at] >= piles[1 - at];
        match touched(taken) {
            1 => larger(0) || larger(1),
            _ => taken[0] == taken[1] && taken[0] > 0,
        }
    }),
    ("moore:2", 3, 4, |_, taken| (1..=2).contains(&touched(taken))),
    ("greedy", 3, 4, |piles, taken| {
        touched(taken) == 1 && (0..3).all(|at| taken[at] == 0 || piles.iter().all(|&pile| pile <= piles[at]))
    }),
    ("subtraction:1,3", 2, 7, |_, taken| touched(taken) == 1 && [1, 3].contains(taken.iter().max().unwrap())),
    ("allbut:2", 2, 7, |_, taken| touched(taken) == 1 && !taken.contains(&2)),
    ("wythoff3:positive", 3, 4, |_, taken| {
        let [x, y, z] = [taken[0], taken[1], taken[2]];
        touched(taken) > 0 && (x * y * z == 0 || x == y || y == z || z == x)
    }),
    ("fraenkel:3", 3, 4, by_nim_sum),
    ("fraenkel:4", 4, 3, by_nim_sum),
    ("fraenkel:6", 6, 1, by_nim_sum),
];

/// Fraenkel's game: from one pile, or with nim-sum 0 from several.
fn by_nim_sum(_: &[u64], taken: &[u64]) -> bool {
    touched(taken) == 1 || touched(taken) > 1 && taken.iter().fold(0, |sum, amount| sum ^ amount) == 0
}

fn vectors(below: &[u64]) -> Vec<Vec<u64>> {
    below.iter().fold(vec![Vec::new()], |list, &bound| {
        list.iter().flat_map(|front| (0..=bound).map(move |x| [&front[..], &[x]].concat())).collect()
    })
}

fn lying(game: &dyn Game, piles: &[u64]) -> Position {
    let text: Vec<String> = piles.iter().map(u64::to_string).collect();
    game.read_in_places(&text.join(",")).unwrap()
}

fn match_of(game: Box<dyn Game>, piles: &[u64]) -> Match {
    let start = lying(&*game, piles);
    Match::new(Rules::new(vec![game], Play::Normal, Budget::default()), vec![start])
}

#[test]
fn what_is_said_pile_by_pile_is_made_exactly_if_the_rule_allows_it_there() {
    for (name, width, bound, allowed) in GAMES {
        for piles in vectors(&vec![*bound; *width]) {
            let game = match_of(catalogue::game(name).unwrap(), &piles);
            for taken in vectors(&piles).iter().filter(|taken| touched(taken) > 0) {
                let parts = (0..*width).filter(|&at| taken[at] > 0).map(|at| format!("{} from {}", taken[at], at + 1));
                let typed = parts.collect::<Vec<_>>().join(" and ");
                let read = game.read(&typed);
                assert_eq!(read.is_ok(), allowed(&piles, taken), "{name} {piles:?}: {typed}");
                if let Ok(made) = read {
                    let left: Vec<u64> = piles.iter().zip(taken).map(|(pile, taken)| pile - taken).collect();
                    assert_eq!(made.to.words().unwrap(), left, "{name} {piles:?}: {typed}");
                    // What is said of it is the same move, and so is where it leads.
                    for again in [game.rules.typed(game.state(), &made), format!("to {}", made.to)] {
                        assert_eq!(game.read(&again).unwrap(), made, "{name} {piles:?}: {again}");
                    }
                }
            }
        }
    }
}

#[test]
fn every_move_of_the_engine_is_laid_onto_the_table_by_the_rule() {
    for (name, width, bound, allowed) in GAMES {
        for piles in vectors(&vec![*bound; *width]) {
            let mut game = match_of(catalogue::game(name).unwrap(), &piles);
            let rule = catalogue::game(name).unwrap();
            let sorted = rule.canonical_of(&game.state()[0]);
            for option in rule.option_list(&sorted.words().unwrap()).unwrap() {
                let to = rule.position_of_words(&option);
                let made = game.rules.laid(game.state(), &SumMove { component: 0, to: to.clone() });
                assert_eq!(rule.canonical_of(&made.to), to, "{name} {piles:?}");
                let left = made.to.words().unwrap();
                let taken: Option<Vec<u64>> =
                    piles.iter().zip(&left).map(|(pile, left)| pile.checked_sub(*left)).collect();
                let right = taken.is_some_and(|taken| allowed(&piles, &taken));
                assert!(right, "{name} {piles:?} to {option:?} is laid as {left:?}");
                game.make(&SumMove { component: 0, to: to.clone() }).unwrap();
                assert_eq!(rule.canonical_of(&game.state()[0]), to, "{name} {piles:?}");
                game.undo(1);
            }
        }
    }
}

const WYTHOFF: &str = "state x, y symmetric
    move k in 1..x -> (x - k, y)  move k in 1..y -> (x, y - k)  move k in 1..x -> (x - k, y - k)";
const KAYLES: &str = "state n  move t in {1, 2}, k in 0..n - t -> (k) + (n - t - k)";
const PAIRS: &str = "state x, y  move k in 1..x -> (x - k, y) + (k - 1, 0)  move k in 1..y -> (x, y - k)";

/// A generator for tests: the same numbers on every machine.
fn random(seed: &mut u64, below: u64) -> u64 {
    *seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    (*seed >> 33) % below
}

#[test]
fn whole_games_from_any_order_follow_the_sorted_game_move_by_move() {
    let start = |name: &str| -> Box<dyn Game> {
        match name {
            "wythoff of rules" => Box::new(rules::compile(WYTHOFF).unwrap()),
            "kayles of rules" => Box::new(rules::compile(KAYLES).unwrap()),
            "pairs of rules" => Box::new(rules::compile(PAIRS).unwrap()),
            name => catalogue::game(name).unwrap(),
        }
    };
    let cases = [
        ("nim", 4),
        ("moore:2", 4),
        ("greedy", 3),
        ("wythoff:2", 2),
        ("r-wythoff", 2),
        ("wythoff3:positive", 3),
        ("wythoff3:l1", 3),
        ("fraenkel:3", 3),
        ("fraenkel:5", 5),
        ("octal:0.77", 3),
        ("octal:0.137", 3),
        ("grundy", 3),
        ("subtraction:1,4", 3),
        ("wythoff of rules", 2),
        ("kayles of rules", 3),
        ("pairs of rules", 4),
    ];
    let mut seed = 13;
    for (name, width) in cases {
        for number in 0..12 {
            let piles: Vec<u64> = (0..width).map(|_| random(&mut seed, 8)).collect();
            let rule = start(name);
            let mut game = match_of(start(name), &piles);
            let level = if number % 2 == 0 { Level::Perfect } else { Level::Random };
            while !game.is_over().unwrap() {
                let before = game.state().clone();
                let choice = Computer { level, seed: number }.choose(&game.rules, &before).unwrap();
                let typed = game.rules.typed(&before, &choice.made);
                assert_eq!(game.read(&typed).unwrap(), choice.made, "{name} {}: {typed}", before[0]);
                game.make(&choice.made).unwrap();
                assert_eq!(game.state()[0], choice.made.to, "{name} {}: {typed}", before[0]);
                // The sorted game has this move, empty heaps being left out or not.
                let [from, to] = [&before[0], &game.state()[0]].map(|position| rule.canonical_of(position));
                let full = |position: &Position| -> Vec<u64> {
                    position
                        .words()
                        .unwrap()
                        .into_iter()
                        .filter(|&pile| !rule.shape().splits_heaps || pile > 0)
                        .collect()
                };
                let options = rule.option_list(&from.words().unwrap()).unwrap();
                let reached = options.iter().any(|option| full(&rule.position_of_words(option)) == full(&to));
                assert!(reached, "{name} {from} to {to}: {typed}");
                // And every pile that is not named lies where it lay.
                let (old, new) = (before[0].words().unwrap(), game.state()[0].words().unwrap());
                let same_front = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
                let same_back = old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new).count();
                if !rule.shape().splits_heaps && name != "pairs of rules" {
                    assert_eq!(old.len(), new.len());
                } else if name != "pairs of rules" && !old.contains(&0) {
                    assert!(same_front + same_back + 1 >= old.len(), "{name} {old:?} to {new:?}");
                }
            }
            assert!(game.review().unwrap().complete, "{name} {piles:?}");
        }
    }
}

/// Whether the rule itself lists a move, empty heaps of games that split being
/// left out or not.
fn is_listed(rule: &dyn Game, from: &Position, to: &Position) -> bool {
    let full = |position: &Position| -> Vec<u64> {
        position.words().unwrap().into_iter().filter(|&pile| !rule.shape().splits_heaps || pile > 0).collect()
    };
    let options = rule.option_list(&rule.canonical_of(from).words().unwrap()).unwrap();
    let to = full(&rule.canonical_of(to));
    options.iter().any(|option| full(&rule.position_of_words(option)) == to)
}

#[test]
fn any_text_is_a_move_of_the_rule_or_refused() {
    const WORDS: &[&str] = &[
        "1",
        "2",
        "3",
        "5",
        "0",
        "17",
        "1e3",
        "1_0",
        "-1",
        "1.5",
        "from",
        "off",
        "of",
        "both",
        "each",
        "all",
        "every",
        "and",
        ",",
        ";",
        "/",
        ":",
        "to",
        "=",
        "+",
        "(",
        ")",
        "[",
        "]",
        "split",
        "into",
        "leaving",
        "put",
        "on",
        "take",
        "pile",
        "first",
        "second",
        "none",
        "3rd",
        "x",
        "A",
        "b",
        "nim",
        "é",
        "∞",
        "",
        "\u{0}",
        "99999999999999999999",
    ];
    let tables: &[&[(&str, &str)]] = &[
        &[("nim", "5,3,4")],
        &[("wythoff:2", "5,3")],
        &[("fibonacci", "9/4")],
        &[("building:2", "3,1/2")],
        &[("octal:0.77", "4,1,3")],
        &[("grundy", "3,7")],
        &[("moore:2", "3,1,2")],
        &[("wythoff3:positive", "3,1,2")],
        &[("nim", "3"), ("wythoff", "4,2")],
    ];
    let mut seed = 1;
    let (mut accepted, mut refused) = (0, 0);
    for parts in tables {
        let games: Vec<Box<dyn Game>> = parts.iter().map(|(name, _)| catalogue::game(name).unwrap()).collect();
        let start = parts.iter().zip(&games).map(|((_, text), game)| game.read_in_places(text).unwrap()).collect();
        let rules: Vec<Box<dyn Game>> = parts.iter().map(|(name, _)| catalogue::game(name).unwrap()).collect();
        let game = Match::new(Rules::new(games, Play::Normal, Budget::default()), start);
        for _ in 0..6_000 {
            let length = 1 + random(&mut seed, 8);
            let glue = if random(&mut seed, 3) == 0 { "" } else { " " };
            // Half of them begin like a move.
            let begun = format!("{} from {}", random(&mut seed, 6), random(&mut seed, 4));
            let begun = (random(&mut seed, 2) == 0).then_some(&*begun);
            let some = (0..length).map(|_| WORDS[random(&mut seed, WORDS.len() as u64) as usize]);
            let words = begun.into_iter().chain(some.take(if begun.is_some() { length as usize % 3 } else { 8 }));
            let text = words.collect::<Vec<_>>().join(glue);
            match game.read(&text) {
                Ok(made) => {
                    let from = &game.state()[made.component];
                    assert!(is_listed(&*rules[made.component], from, &made.to), "{parts:?} {text:?}: {}", made.to);
                    accepted += 1;
                }
                Err(error) => {
                    assert!(error.is_request() && !error.to_string().is_empty(), "{parts:?} {text:?}: {error}");
                    refused += 1;
                }
            }
            let _ = game.rules.start(&text);
            for rule in &rules {
                if let Ok(position) = rule.read_in_places(&text) {
                    assert_eq!(rule.read(&text).unwrap(), rule.canonical_of(&position), "{text:?}");
                }
            }
        }
    }
    assert!(accepted > 500 && refused > 10_000, "{accepted} accepted, {refused} refused");
}

//! Lists of P-positions and answers of rules whose moves are the same
//! everywhere, against the definition: random rules of two, three and four
//! numbers, with rays of any direction, bounded families and single vectors.

use nimlab::error::Error;
use nimlab::rules::{self, RuleGame};
use nimlab::solve::TableSize;
use nimlab::{Ask, Budget, Game, Limit, ListQuery, Outcome, Play, RuleExt};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// xorshift64*, so that a failure can be run again by its seed.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % n
    }

    fn one<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }
}

/// Conditions on what is taken from two piles.
const PAIRS: [&str; 24] = [
    "k = 0",
    "l = 0",
    "k = l",
    "l = 2*k",
    "k = 2*l",
    "abs(k - l) < 2",
    "abs(k - l) < 4",
    "k = 3 and l = 1",
    "k + l = 4",
    "k <= 3 and l = k + 1",
    "l = 2*k + 1 and k >= 2",
    "k mod 3 = 0 and l = 0",
    "xor(k, l) = 2",
    "k = 7*l",
    "l = k*k",
    "k = 0 and l <= 9",
    "l = 0 and k in {1, 4, 9}",
    "2*k = 3*l",
    "k = 11 and l >= 3",
    "k + l <= 2",
    "prime(k) and l = 0",
    "k = 5 and l mod 2 = 1",
    "k = 0 and l > 6",
    "k = l and k < 12",
];

/// And from three.
const TRIPLES: [&str; 14] = [
    "l = 0 and m = 0",
    "k = 0 and m = 0",
    "k = 0 and l = 0",
    "k = l and l = m",
    "k = l and m = 0",
    "k = 0 and l = m",
    "k = m and l = 0",
    "m = 2*k and l = 0",
    "k + l + m <= 2",
    "k = 1 and l = 2 and m <= 3",
    "l = k + 1 and m = 2*k",
    "k = 0 and m = 3*l",
    "k = 2 and l = m",
    "k*l*m = 6",
];

fn program(random: &mut Random, width: usize) -> String {
    let conditions: Vec<&str> =
        (0..1 + random.below(4)).map(|_| if width == 2 { random.one(&PAIRS) } else { random.one(&TRIPLES) }).collect();
    let condition = conditions.join(" or ");
    let order = random.one(&["", " symmetric"]);
    let tail = if width == 3 && random.below(4) == 0 { " / z" } else { ", z" };
    let end = random.one(&["", "decreasing x + y", "decreasing 2*x + y + 1"]);
    let end = if order.is_empty() { end } else { "" };
    match width {
        2 => format!(
            "state x, y{order}\n{end}\nmove k in 0..x, l in 0..y where k + l > 0 and ({condition}) -> (x - k, y - l)"
        ),
        _ => {
            let state = if tail == ", z" { format!("x, y, z{order}") } else { format!("x, y{order} / z") };
            format!(
                "state {state}\nmove k in 0..x, l in 0..y, m in 0..z where k + l + m > 0 and ({condition}) -> (x - k, y - l, z - m)"
            )
        }
    }
}

/// The P-positions of a box by the definition, in the order of lists.
fn by_definition(game: &RuleGame, side: u64, play: Play) -> Vec<Vec<u64>> {
    let game: &dyn Game = game;
    let width = game.read(&game.example()).unwrap().numbers().len();
    let mut all: Vec<Vec<u64>> = vec![Vec::new()];
    for _ in 0..width {
        all = all.iter().flat_map(|front| (0..side).map(|x| [&front[..], &[x]].concat())).collect();
    }
    all.retain(|position| game.position_of_words(position).words().unwrap() == *position);
    // What a move leads to is no larger anywhere, and smaller in the total.
    all.sort_by_key(|position| (position.iter().sum::<u64>(), position.clone()));
    let mut lost: BTreeSet<Vec<u64>> = BTreeSet::new();
    for position in all {
        let options = game.option_list(&position).unwrap();
        let won = options.iter().any(|option| lost.contains(option)) || (play == Play::Misere && options.is_empty());
        if !won {
            lost.insert(position);
        }
    }
    let mut lost: Vec<Vec<u64>> = lost.into_iter().collect();
    lost.sort_by_key(|position| (*position.iter().max().unwrap(), position.clone()));
    lost
}

fn listed(game: &RuleGame, query: &ListQuery) -> (Vec<Vec<u64>>, Option<Error>) {
    let mut found = Vec::new();
    for position in game.positions().query(query).run().unwrap() {
        match position {
            Ok(position) => found.push(position.words().unwrap()),
            Err(error) => return (found, Some(error)),
        }
    }
    (found, None)
}

/// Compares a list from a number on, and the answers for some positions.
fn compare(source: &str, side: u64, play: Play, random: &mut Random) -> usize {
    let game = rules::compile(source).unwrap();
    let expected = by_definition(&game, side, play);
    let from = random.below(3).min(expected.len());
    let budget = Budget::of_positions(200_000);
    let query =
        ListQuery { play, from: from.into(), count: (expected.len() - from) as u64, budget, ..ListQuery::default() };
    let (found, error) = listed(&game, &query);
    assert!(error.is_none(), "{}\n{source}", error.unwrap());
    assert_eq!(found, expected[from..], "{play}, from {from}\n{source}");
    // Up to a largest number the list ends by itself.
    let largest = Some(random.below(side as usize) as u64);
    let (bounded, _) = listed(&game, &ListQuery { largest, from: 0u64.into(), count: u64::MAX >> 40, ..query });
    let within = expected.iter().filter(|position| position.iter().max().copied() <= largest);
    assert!(within.eq(&bounded), "{play}, up to {largest:?}: {bounded:?}\n{source}");
    let lost: BTreeSet<&Vec<u64>> = expected.iter().collect();
    let game: &dyn Game = &game;
    for _ in 0..4 {
        let words: Vec<u64> = expected[0].iter().map(|_| random.below(side as usize) as u64).collect();
        let position = game.position_of_words(&words);
        let (_, answer) = game.solve(&position).play(play).method("table").budget(budget).analyse().unwrap();
        let words = position.words().unwrap();
        assert_eq!(answer.outcome == Outcome::P, lost.contains(&words), "{words:?}, {play}\n{source}");
        let mut winning = game.option_list(&words).unwrap();
        winning.retain(|option| lost.contains(option));
        let moves: Vec<Vec<u64>> = answer.winning_moves.list.iter().map(|to| to.words().unwrap()).collect();
        if answer.outcome == Outcome::N {
            assert_eq!(moves, winning, "{words:?}, {play}\n{source}");
        }
    }
    expected.len()
}

#[test]
fn lists_and_answers_of_random_rules_are_those_of_the_definition() {
    let rounds = std::env::var("RULE_LISTS").ok().and_then(|text| text.parse().ok()).unwrap_or(60);
    let mut compared = 0;
    for seed in 1..=rounds {
        let mut random = Random(0x9e37_79b9_7f4a_7c15 ^ seed);
        let width = if seed % 3 == 0 { 3 } else { 2 };
        let play = if seed % 4 == 0 { Play::Misere } else { Play::Normal };
        let source = program(&mut random, width);
        // Below and above the first box, and where rays of the first box end.
        let side = match width {
            2 => [40, 80][random.below(2)],
            _ => [9, 14, 18][random.below(3)],
        };
        compared += compare(&source, side, play, &mut random);
    }
    assert!(compared > 100 * rounds as usize, "{compared} positions");
}

/// The rule that once stalled: its lines have five directions.
const FIVE: &str = "state x, y symmetric
    move k in 0..x, l in 0..y
      where k + l > 0 and (k = 0 or l = 0 or k = l or l = 2*k or k = 2*l)
      -> (x - k, y - l)";

/// Its P-positions by striking out lines one by one.
fn five(count: usize) -> Vec<Vec<u64>> {
    let (mut piles, mut lines) = (BTreeSet::new(), BTreeSet::new());
    let keys = |x: i64, y: i64| [(0, y - x), (1, y - 2 * x), (2, 2 * y - x)];
    let mut found = Vec::new();
    for y in 0.. {
        for x in 0..=y {
            if found.len() == count {
                return found;
            }
            if piles.contains(&x) || piles.contains(&y) || keys(x, y).iter().any(|key| lines.contains(key)) {
                continue;
            }
            found.push(vec![x as u64, y as u64]);
            piles.extend([x, y]);
            lines.extend(keys(x, y).into_iter().chain(keys(y, x)));
        }
    }
    found
}

#[test]
fn a_rule_of_five_directions_is_listed_far_beyond_its_first_box() {
    let game = rules::compile(FIVE).unwrap();
    let query = ListQuery { count: 3337, ..ListQuery::default() };
    let (found, error) = listed(&game, &query);
    assert!(error.is_none(), "{error:?}");
    assert_eq!(found.last(), Some(&vec![6118, 9040]));
    assert_eq!(found[..1000], five(1000));
    // From a number on the list is the same.
    let later = ListQuery { from: 3330u64.into(), count: 7, ..query };
    assert_eq!(listed(&game, &later).0, found[3330..]);
}

#[test]
fn a_list_that_ends_at_a_limit_names_it_and_keeps_what_was_found() {
    let game = rules::compile(FIVE).unwrap();
    let expected = five(1000);
    let end = |budget: Budget, count| {
        let (found, error) = listed(&game, &ListQuery { count, budget, ..ListQuery::default() });
        assert!(!found.is_empty() && expected[..found.len().min(1000)] == found[..found.len().min(1000)]);
        match error {
            Some(Error::OverBudget { limit, reached, .. }) => {
                // The time may also be over while what is known is handed out.
                let told = reached.starts_with(&format!("{} P-positions", found.len()));
                assert!(told || matches!(limit, Limit::Time(_)), "{reached}");
                (limit, found.len())
            }
            other => panic!("{other:?}"),
        }
    };
    let (limit, found) = end(Budget::of_positions(500), 10_000);
    assert_eq!(limit, Limit::Positions(500));
    assert!(found > 400 && found <= 500, "{found}");
    let (limit, found) = end(Budget::default().in_bytes(30_000), 100_000);
    assert_eq!(limit, Limit::Memory(30_000));
    assert!(found > 200, "{found}");
    let time = Duration::from_millis(200);
    let large = Budget::of_positions(1 << 40).in_bytes(1 << 30).within(time);
    assert_eq!(end(large, 100_000_000).0, Limit::Time(time));
    // Tables that grow, for rules that depend on the position.
    let other = rules::compile(
        "state x, y  move k in 1..x where k <= y + 1 -> (x - k, y)  move k in 1..y where k <= x + 2 -> (x, y - k)",
    );
    let other = other.unwrap();
    let expected = by_definition(&other, 60, Play::Normal);
    for (budget, limit) in [
        (Budget::of_positions(200), Limit::Positions(200)),
        (Budget::default().in_bytes(200_000), Limit::Memory(200_000)),
    ] {
        let (found, error) = listed(&other, &ListQuery { count: 1_000_000, budget, ..ListQuery::default() });
        let same = found.len().min(expected.len());
        assert_eq!(found[..same], expected[..same]);
        // A table of 32 cells for each position, or one of 8 bytes a cell.
        let largest = *found.last().unwrap().iter().max().unwrap();
        assert!(largest >= 70, "{largest}");
        match error {
            Some(Error::OverBudget { limit: met, reached, .. }) => {
                assert_eq!(met, limit);
                assert!(reached.starts_with("all positions with numbers up to "), "{reached}");
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn the_first_positions_of_four_piles_are_there_at_once() {
    // Whatever the rule, a small budget is enough for the first positions.
    for condition in ["k*l*m*n = 0", "k*l + m*n mod 5 < 3", "xor(k, l, m, n) = 0", "k*a + l*b + m*n mod 3 = 1"] {
        let source = format!(
            "state a, b, c, d  move k in 0..a, l in 0..b, m in 0..c, n in 0..d where k + l + m + n > 0 and {condition} -> (a - k, b - l, c - m, d - n)"
        );
        let game = rules::compile(&source).unwrap();
        let query = ListQuery { count: 1, budget: Budget::of_positions(500), ..ListQuery::default() };
        let (found, error) = listed(&game, &query);
        assert_eq!(found, [[0, 0, 0, 0]], "{error:?}");
    }
}

#[test]
fn a_finite_list_says_that_it_does_not_go_on() {
    // Everything can be taken at once, so that only the end of the game is lost.
    let game = rules::compile("state x, y  move k in 0..x, l in 0..y where k + l > 0 -> (x - k, y - l)").unwrap();
    let few = rules::compile("state x, y  move k in 0..x, l in 0..y where k + l > 0 and (k = 0 or l = 0 or k <= 2 and l <= 2) -> (x - k, y - l)").unwrap();
    let budget = Budget::of_positions(2_000);
    for (game, count) in [(&game, 1), (&few, usize::MAX)] {
        let (found, error) = listed(game, &ListQuery { count: 5, budget, ..ListQuery::default() });
        match error {
            Some(error) => {
                assert!(found.len() == count && error.to_string().contains("perhaps there is none"), "{error}")
            }
            None => assert_eq!(found.len(), 5),
        }
    }
}

#[test]
fn positions_far_beyond_a_table_are_solved() {
    let wythoff =
        "state x, y symmetric  move k in 0..x, l in 0..y where k + l > 0 and k*l*(k - l) = 0 -> (x - k, y - l)";
    let (game, built_in) = (rules::compile(wythoff).unwrap(), nimlab::catalogue::game("wythoff").unwrap());
    for position in ["2000,2000", "12000,19416", "11999,19416", "3,30000"] {
        for play in [Play::Normal, Play::Misere] {
            let answer = |game: &dyn Game| {
                let position = game.read(position).unwrap();
                let answer = game.solve(&position).play(play).run().unwrap();
                let moves: Vec<String> = answer.winning_moves.list.iter().map(ToString::to_string).collect();
                (answer.outcome, moves)
            };
            assert_eq!(answer(&game), answer(&*built_in), "{position} {play}");
        }
    }
}

#[test]
fn what_was_reached_is_told_as_it_is() {
    let game = rules::compile(FIVE).unwrap();
    let late = Budget::default().within(Duration::ZERO);
    let error = game.dense_values(&[50, 50], late).unwrap().value(&[1, 1]).unwrap_err().to_string();
    // If nothing was reached yet, there is nothing to say.
    assert!(!error.contains("having reached"), "{error}");
    let grows = rules::compile("state x, y  move -> (x + 1, y)").unwrap();
    let grows: &dyn Game = &grows;
    let error = grows.solve(&grows.read("0,0").unwrap()).budget(Budget::of_positions(1)).run().unwrap_err();
    let error = error.to_string();
    assert!(error.contains("having reached 1 position by"), "{error}");
}

#[test]
fn a_table_that_cannot_fit_is_refused_before_it_starts() {
    let wythoff =
        "state x, y symmetric  move k in 0..x, l in 0..y where k + l > 0 and k*l*(k - l) = 0 -> (x - k, y - l)";
    for source in [FIVE, wythoff, "state x, y  move k in 1..x -> (x - k, y + k)"] {
        let game = rules::compile(source).unwrap();
        for (rows, columns) in [(1 << 32, 1 << 32), (1 << 20, 1 << 20), (1, 1 << 32), (1 << 16, 1 << 15)] {
            let before = Instant::now();
            let budget = Budget::default().in_bytes(100 << 20).within(Duration::from_secs(1));
            let error = game.table(TableSize::Rectangle(rows, columns)).budget(budget).run().unwrap_err().to_string();
            assert!(error.contains(&format!("{rows} × {columns}")) && error.contains("the limit is 100 MB"), "{error}");
            assert!(before.elapsed() < Duration::from_secs(20), "{:?}", before.elapsed());
        }
    }
}

#[test]
fn components_with_a_slash_are_read() {
    let game = rules::compile("state x / y  move k in 1..x -> (x - k, y) + (0, k)").unwrap();
    let game: &dyn Game = &game;
    for (text, expected) in
        [("3/2", vec![3, 2]), ("(3, 2)", vec![3, 2]), ("5/1, 3/2", vec![3, 2, 5, 1]), ("(3/2)", vec![3, 2])]
    {
        assert_eq!(game.read(text).unwrap().words().unwrap(), expected, "{text}");
    }
    for text in ["3/2/1", "/3", "3,2/5", "3/2,5", "3,2"] {
        assert!(game.read(text).is_err(), "{text}");
    }
    assert!(game.read("3,2/5,1").unwrap_err().to_string().contains("as in 3/2"));
    let position = game.read("3/2").unwrap();
    assert_eq!(game.solve(&position).run().unwrap().outcome, Outcome::N);
}

#[test]
fn a_glance_at_rules_shows_moves_and_warns_of_piles_that_never_change() {
    let glance = |source: &str| rules::compile(source).unwrap().glance(8, Budget::default());
    let trap = glance("state x, y symmetric  move k in 1..y -> (x, y - k)");
    assert_eq!(trap.moves.unwrap().1.len(), 3);
    let [warning] = &trap.warnings[..] else { panic!("{:?}", trap.warnings) };
    for part in ["no move changes x", "`symmetric`", "move k in 1..x -> (x - k, y)", "move k in 1..y -> (x, y - k)"] {
        assert!(warning.contains(part), "{warning}");
    }
    let plain = glance("state x, k  move t in 1..x -> (x - t, k)");
    assert!(plain.warnings[0].contains("move t in 1..k -> (x, k - t)"), "{:?}", plain.warnings);
    assert!(!plain.warnings[0].contains("symmetric"));
    assert!(glance(FIVE).warnings.is_empty());
    assert!(
        glance("state x, y  move where x > 99 -> (0, 0)").warnings[0].contains("no position that was tried has a move")
    );
    // The advice of the warning removes it.
    let mended = "state x, y symmetric  move k in 1..x -> (x - k, y)  move k in 1..y -> (x, y - k)";
    assert!(glance(mended).warnings.is_empty());
}

//! The rule files of `examples/rules`: against the built-in games, and against
//! the values that the literature prints.

use nimlab::error::Error;
use nimlab::rules::{self, RuleGame};
use nimlab::solve::{self, Search};
use nimlab::{Ask, Budget, Game, Outcome, Play, Rule, RuleExt, Values, catalogue};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/rules")
}

/// The game of a rule file, `moore` or `moore(k=3)`.
fn rule_game(name: &str) -> RuleGame {
    let (file, parameters) = name.split_once('(').unwrap_or((name, ""));
    let source = std::fs::read_to_string(folder().join(format!("{file}.rules"))).unwrap();
    let parameters = rules::parameters(parameters.trim_end_matches(')')).unwrap();
    rules::compile_with(&source, &parameters).unwrap_or_else(|problems| panic!("{name}:\n{problems}"))
}

/// All positions of some numbers below a size; sorted ones only.
fn sorted_positions(numbers: usize, size: u64) -> Vec<Vec<u64>> {
    (0..numbers).fold(vec![vec![]], |shorter, _| {
        let longer = |position: Vec<u64>| {
            let least = position.last().copied().unwrap_or(0);
            (least..size).map(move |x| [&position[..], &[x]].concat())
        };
        shorter.into_iter().flat_map(longer).collect()
    })
}

/// A rule file has the moves, outcomes, values and winning moves of a
/// built-in game in a box.
fn agrees(rules: &str, built_in: &str, positions: &[Vec<u64>]) {
    let rules = rule_game(rules);
    let rules: &dyn Game = &rules;
    let built_in = catalogue::game(built_in).unwrap();
    let budget = Budget::default();
    for words in positions {
        assert_eq!(
            rules.option_list(words).unwrap(),
            built_in.option_list(words).unwrap(),
            "{} {words:?}",
            rules.name()
        );
        let (ours, theirs) = (rules.position_of_words(words), built_in.position_of_words(words));
        for play in [Play::Normal, Play::Misere] {
            let found = rules.solve(&ours).play(play).budget(budget).run().unwrap();
            let expected = built_in.solve(&theirs).play(play).budget(budget).run().unwrap();
            let moves = |answer: &nimlab::Answer| -> BTreeSet<Vec<u64>> {
                answer.winning_moves.list.iter().map(|to| to.words().unwrap()).collect()
            };
            assert_eq!(found.outcome, expected.outcome, "{} {words:?} {play}", rules.name());
            assert_eq!(moves(&found), moves(&expected), "{} {words:?} {play}", rules.name());
            if play == Play::Normal {
                assert_eq!(found.grundy, expected.grundy, "{} {words:?}", rules.name());
            }
        }
    }
}

#[test]
fn every_file_is_accepted_and_its_example_is_solved() {
    let mut seen = 0;
    for entry in std::fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "rules") {
            continue;
        }
        let game = rules::compile(&std::fs::read_to_string(&path).unwrap())
            .unwrap_or_else(|problems| panic!("{}:\n{problems}", path.display()));
        assert!(game.states_its_end(), "{} should say why it ends", path.display());
        let game: &dyn Game = &game;
        let position = game.read(&game.example()).unwrap();
        let answer = game.solve(&position).run().unwrap();
        assert!(!game.explain(&answer).to_string().is_empty());
        seen += 1;
    }
    assert!(seen >= 25);
}

#[test]
fn nim_agrees() {
    agrees("nim", "nim", &sorted_positions(1, 20));
    agrees("nim", "nim", &sorted_positions(3, 6));
    agrees("nim-three", "nim", &sorted_positions(3, 8));
}

#[test]
fn moore_agrees() {
    for k in 1..=4 {
        agrees(&format!("moore(k={k})"), &format!("moore:{k}"), &sorted_positions(4, 5));
    }
}

#[test]
fn greedy_agrees() {
    agrees("greedy", "greedy", &sorted_positions(3, 9));
}

#[test]
fn building_agrees() {
    let positions: Vec<Vec<u64>> = sorted_positions(3, 4)
        .into_iter()
        .flat_map(|stacks| (0..5).map(move |tokens| [&stacks[..], &[tokens]].concat()))
        .collect();
    agrees("building", "building:3", &positions);
}

#[test]
fn wythoff_agrees_for_many_parameters() {
    for a in [1, 2, 3, 5, 10] {
        agrees(&format!("wythoff(a={a})"), &format!("wythoff:{a}"), &sorted_positions(2, 18));
    }
}

#[test]
fn r_wythoff_agrees() {
    agrees("r-wythoff", "r-wythoff", &sorted_positions(2, 30));
}

#[test]
fn fibonacci_agrees() {
    let positions: Vec<Vec<u64>> = (0..30).flat_map(|n| (0..10).map(move |most| vec![n, most])).collect();
    agrees("fibonacci", "fibonacci", &positions);
    let game = rule_game("fibonacci");
    assert_eq!((&game as &dyn Game).read("20").unwrap().to_string(), "20/19");
}

/// A rule file of heaps has the values of a built-in game, and its options
/// but for heaps that are gone.
fn agrees_on_heaps(rules: &str, built_in: &str, positions: &[Vec<u64>]) {
    let built_in = catalogue::game(built_in).unwrap();
    let rules = rule_game(rules);
    let rules: &dyn Game = &rules;
    let without_empty = |options: Vec<Vec<u64>>| -> BTreeSet<Vec<u64>> {
        options.into_iter().map(|heaps| heaps.into_iter().filter(|&heap| heap > 0).collect()).collect()
    };
    let budget = Budget::default();
    for words in positions {
        let found = without_empty(rules.option_list(words).unwrap());
        assert_eq!(found, without_empty(built_in.option_list(words).unwrap()), "{} {words:?}", rules.name());
        let value = solve::grundy(rules, &rules.position_of_words(words), budget).unwrap();
        let expected = solve::grundy(&*built_in, &built_in.position_of_words(words), budget).unwrap();
        assert_eq!(value, expected, "{} {words:?}", rules.name());
    }
}

#[test]
fn heap_games_agree() {
    let heaps: Vec<Vec<u64>> = [sorted_positions(1, 40), sorted_positions(2, 8)].concat();
    agrees_on_heaps("nim", "nim", &heaps);
    agrees_on_heaps("subtraction(S={2,4,7})", "subtraction:2,4,7", &heaps);
    agrees_on_heaps("subtraction(S={1,5,9})", "subtraction:1,5,9", &heaps);
    agrees_on_heaps("all-but(S={2,3,4})", "allbut:2,3,4", &heaps);
    agrees_on_heaps("kayles", "octal:0.77", &heaps);
    agrees_on_heaps("dawsons-kayles", "octal:0.07", &heaps);
    agrees_on_heaps("three-ways", "hex:0.8", &heaps);
    agrees_on_heaps("grundy", "grundy", &heaps);
}

#[test]
fn akiyamas_games_agree() {
    agrees("l1-nim", "wythoff3:l1", &sorted_positions(3, 9));
    agrees("positive-nim", "wythoff3:positive", &sorted_positions(3, 12));
}

#[test]
fn fraenkels_game_agrees() {
    agrees("fraenkel", "fraenkel:3", &sorted_positions(3, 10));
}

/// The built-in games with the tests above that hold them against their files;
/// a new game must be entered here, with a test.
#[test]
fn every_built_in_game_with_finitely_many_moves_has_its_file() {
    let files = [
        ("nim", "nim"),
        ("moore", "moore"),
        ("greedy", "greedy"),
        ("building", "building"),
        ("subtraction", "subtraction"),
        ("allbut", "all-but"),
        ("octal", "kayles"),
        ("hex", "three-ways"),
        ("grundy", "grundy"),
        ("wythoff", "wythoff"),
        ("r-wythoff", "r-wythoff"),
        // wythoff3:l1 and wythoff3:positive; wythoff3:lex has infinitely many moves.
        ("wythoff3", "positive-nim"),
        ("fibonacci", "fibonacci"),
        // fraenkel:3; other numbers of piles take another file.
        ("fraenkel", "fraenkel"),
    ];
    for entry in catalogue::GAMES {
        let (_, file) = files.iter().find(|(name, _)| *name == entry.name).expect(entry.name);
        assert!(rule_game(file).clauses() > 0);
    }
}

/// The first P-positions of a rule file.
fn cold(name: &str, count: u64) -> Vec<String> {
    let game = rule_game(name);
    game.positions().count(count).run().unwrap().map(|position| position.unwrap().to_string()).collect()
}

#[test]
fn positions_are_listed_in_order() {
    assert_eq!(cold("wythoff", 6), ["0,0", "1,2", "3,5", "4,7", "6,10", "8,13"]);
    assert_eq!(cold("fibonacci", 7), ["0/0", "1/0", "2/1", "3/2", "5/4", "8/7", "13/12"]);
    assert_eq!(cold("kayles", 5), ["0,0,0", "0,1,1", "0,2,2", "0,3,3", "1,2,3"]);
}

/// The Grundy values of single heaps.
fn heaps(name: &str, count: u64) -> Vec<u64> {
    let game = rule_game(name);
    let mut values = game.dense_values(&[count - 1], Budget::default()).unwrap();
    let mut search = Search::for_values(&game, Budget::default());
    (0..count)
        .map(|heap| {
            let value = values.value(&[heap]).unwrap();
            assert_eq!(value, search.value(&[heap]).unwrap(), "{name} {heap}");
            value
        })
        .collect()
}

#[test]
fn kayles_has_period_12_after_70() {
    let values = heaps("kayles", 200);
    assert_eq!(values[..14], [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1]);
    assert!((71..188).all(|n| values[n] == values[n + 12]));
    assert_ne!(values[70], values[82]);
}

#[test]
fn grundys_game_has_the_values_of_winning_ways() {
    assert_eq!(heaps("grundy", 20), [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3]);
}

#[test]
fn subtraction_and_all_but_games_are_periodic() {
    // The sets of the Slides: {2, 4, 7}, and all but {2, 3, 4}.
    let values = heaps("subtraction", 60);
    assert_eq!(values[..12], [0, 0, 1, 1, 2, 2, 0, 3, 1, 0, 2, 1]);
    let slow =
        |n: usize, values: &[u64]| nimlab::bits::mex([2, 4, 7].iter().filter(|&&s| s <= n).map(|s| values[n - s]));
    assert!((0..60).all(|n| values[n] == slow(n, &values)));
    let values = heaps("all-but", 60);
    let slow =
        |n: usize, values: &[u64]| nimlab::bits::mex((1..=n).filter(|s| ![2, 3, 4].contains(s)).map(|s| values[n - s]));
    assert!((0..60).all(|n| values[n] == slow(n, &values)));
}

#[test]
fn laskers_nim_has_its_closed_form() {
    for (n, value) in heaps("lasker", 40).into_iter().enumerate().skip(1) {
        let expected = match n % 4 {
            3 => n + 1,
            0 => n - 1,
            _ => n,
        };
        assert_eq!(value, expected as u64, "heap {n}");
    }
}

/// The first P-positions of L1-Nim (Akiyama, section 1).
const L1: [[u64; 3]; 8] =
    [[0, 0, 0], [1, 2, 3], [4, 7, 10], [5, 9, 13], [6, 11, 16], [8, 15, 22], [12, 21, 30], [14, 25, 36]];

#[test]
fn l1_nim_has_the_p_positions_of_the_paper() {
    let game = rule_game("l1-nim");
    let mut search = Search::for_outcomes(&game, Play::Normal, Budget::of_positions(1 << 24));
    let lost = |position: &Vec<u64>| search.outcome(position).unwrap() == Outcome::P;
    let found: Vec<Vec<u64>> = sorted_positions(3, 17).into_iter().filter(lost).collect();
    assert_eq!(found, L1[..5]);
}

#[test]
fn positive_nim_has_the_p_positions_of_the_paper() {
    let game = rule_game("positive-nim");
    let mut values = game.dense_values(&[59, 59, 59], Budget::default()).unwrap();
    let lost = |position: &Vec<u64>| values.value(position).unwrap() == 0;
    let found: Vec<Vec<u64>> = sorted_positions(3, 60).into_iter().filter(lost).collect();
    assert_eq!(found[..8], L1);
    // Both games agree up to (20, 37, 53); then they part.
    assert_eq!(found[8..], [[17, 29, 41], [18, 31, 44], [19, 34, 49], [20, 37, 53], [23, 39, 58]]);
}

#[test]
fn silver_dollar_coins_are_nim_heaps_of_gaps() {
    let game = rule_game("silver-dollar");
    let mut search = Search::for_outcomes(&game, Play::Normal, Budget::default());
    for a in 0..6u64 {
        for b in a + 1..9 {
            for c in b + 1..12 {
                let lost = a ^ (c - b - 1) == 0;
                assert_eq!(search.outcome(&[a, b, c]).unwrap() == Outcome::P, lost, "{a},{b},{c}");
            }
        }
    }
}

#[test]
fn turtles_are_nim_heaps_by_their_places() {
    for (row, value) in heaps("turning-turtles", 256).into_iter().enumerate() {
        let expected = (0..8).filter(|i| row >> i & 1 == 1).fold(0, |sum, i| sum ^ (i + 1));
        assert_eq!(value, expected, "row {row:b}");
    }
}

#[test]
fn cyclic_nimhoff_has_its_closed_form() {
    // h·(⌊x/h⌋ ⊕ ⌊y/h⌋) + (x + y) mod h (Fraenkel and Lorberbom 1991).
    let game = rule_game("nimhoff");
    let mut values = game.dense_values(&[24, 24], Budget::default()).unwrap();
    for position in sorted_positions(2, 24) {
        let (x, y) = (position[0], position[1]);
        assert_eq!(values.value(&position).unwrap(), 4 * ((x / 4) ^ (y / 4)) + (x + y) % 4, "{x},{y}");
    }
}

#[test]
fn chomp_has_the_p_positions_of_the_literature() {
    let game = rule_game("chomp");
    let mut search = Search::for_outcomes(&game, Play::Normal, Budget::default());
    let mut lost = |position: [u64; 3]| search.outcome(&position).unwrap() == Outcome::P;
    // Two rows: the upper one longer by one. Three rows: (3,1,1) and (5,3,2).
    for n in 1..15 {
        assert!(lost([n, n - 1, 0]));
        assert!((0..=n).all(|b| b == n - 1 || !lost([n, b, 0])));
    }
    assert!(lost([3, 1, 1]) && lost([2, 2, 1]) && lost([4, 2, 2]) && lost([5, 3, 2]));
    // Who moves first on a full board of more than one square wins.
    assert!((1..12).all(|n| !lost([n, n, n])));
}

#[test]
fn a_sheet_of_paper_is_worth_the_parity_of_its_cuts() {
    // Every way to cut a by b into squares takes ab - 1 cuts.
    let game = rule_game("cutting");
    let mut search = Search::for_values(&game, Budget::default());
    for position in sorted_positions(2, 8).into_iter().filter(|position| position[0] > 0) {
        assert_eq!(search.value(&position).unwrap(), (position[0] * position[1] - 1) % 2);
    }
    let sum = search.value(&[1, 2, 3, 3, 2, 2]).unwrap();
    assert_eq!(sum, 0);
}

/// Project Euler 301: X(1, 2, 3) = 0 is the statement's example; the n up to 2^k
/// with (n, 2n, 3n) lost are as many as a Fibonacci number says.
#[test]
fn euler_301() {
    let values = heaps("nim", 3 * (1 << 9) + 1);
    let lost = |n: usize| values[n] ^ values[2 * n] ^ values[3 * n] == 0;
    assert!(lost(1));
    let mut fibonacci = (1, 2);
    for k in 0..=9 {
        assert_eq!((1..=1 << k).filter(|&n| lost(n)).count(), fibonacci.0, "n up to 2^{k}");
        fibonacci = (fibonacci.1, fibonacci.0 + fibonacci.1);
    }
}

#[test]
fn euler_301_with_the_heaps_in_one_position() {
    let game = rule_game("nim-multiples");
    let mut values = game.dense_values(&[48, 96, 96], Budget::default()).unwrap();
    let lost = |values: &mut Box<dyn Values + '_>, n: u64| values.value(&game.start(n).unwrap()).unwrap() == 0;
    for (k, expected) in [(0, 1), (1, 2), (2, 3), (3, 5), (4, 8), (5, 13)] {
        let count = (1..=1u64 << k).filter(|&n| lost(&mut values, n)).count();
        assert_eq!(count, expected, "n up to 2^{k}");
    }
}

/// Project Euler 306: a strip of n squares is won for 3 of 1..5, 40 of 1..50.
#[test]
fn euler_306() {
    let values = heaps("dawsons-kayles", 51);
    let won = |most: usize| values[1..=most].iter().filter(|&&value| value != 0).count();
    assert_eq!((won(5), won(50)), (3, 40));
}

/// Project Euler 310: 1160 lost positions with 0 ≤ a ≤ b ≤ c ≤ 29.
#[test]
fn euler_310() {
    let values = heaps("square-nim", 30);
    let lost = |p: &Vec<u64>| p.iter().fold(0, |sum, &n| sum ^ values[n as usize]) == 0;
    assert_eq!(sorted_positions(3, 30).iter().filter(|p| lost(p)).count(), 1160);
}

/// Project Euler 325: S(10) = 211, the sum over lost pairs 0 < x < y ≤ 10.
#[test]
fn euler_325() {
    let game = rule_game("euclid");
    let mut values = game.dense_values(&[10, 10], Budget::default()).unwrap();
    let mut sum = 0;
    for (x, y) in (1..=10).flat_map(|y| (1..y).map(move |x| (x, y))) {
        sum += if values.value(&[x, y]).unwrap() == 0 { x + y } else { 0 };
    }
    assert_eq!(sum, 211);
}

/// Project Euler 325 at its larger size: 10^8 cells.
#[test]
fn euler_325_large() {
    let game = rule_game("euclid");
    let budget = Budget::of_positions(1 << 28).within(std::time::Duration::from_secs(3600));
    let mut values = game.dense_values(&[10_000, 10_000], budget).unwrap();
    let mut sum = 0;
    for (x, y) in (1..=10_000).flat_map(|y| (1..y).map(move |x| (x, y))) {
        sum += if values.value(&[x, y]).unwrap() == 0 { x + y } else { 0 };
    }
    assert_eq!(sum, 230_312_207_313);
}

/// Project Euler 509: S(10) = 692 and S(100) = 735494 won triples.
#[test]
fn euler_509() {
    let values = heaps("divisor-nim", 101);
    let won = |n: usize| {
        let mut count = 0;
        for a in 1..=n {
            for b in 1..=n {
                count += (1..=n).filter(|&c| values[a] ^ values[b] ^ values[c] != 0).count();
            }
        }
        count
    };
    assert_eq!((won(10), won(100)), (692, 735_494));
}

/// Project Euler 560: L(5, 2) = 6, L(10, 5) = 9964, L(10, 10) = 472400303.
#[test]
fn euler_560() {
    let values = heaps("coprime-nim", 10);
    let lost = |n: usize, piles: usize| {
        // How many tuples have each nim-sum.
        let mut ways = vec![0u64; 16];
        ways[0] = 1;
        for _ in 0..piles {
            let mut more = vec![0; 16];
            for (sum, count) in ways.iter().enumerate() {
                values[1..n].iter().for_each(|&value| more[sum ^ value as usize] += count);
            }
            ways = more;
        }
        ways[0]
    };
    assert_eq!((lost(5, 2), lost(10, 5), lost(10, 10)), (6, 9964, 472_400_303));
}

/// Project Euler 560 at its larger size: L(10^3, 10^3) modulo 10^9 + 7.
#[test]
fn euler_560_large() {
    const MODULUS: u64 = 1_000_000_007;
    let join = |a: &[u64], b: &[u64]| {
        let mut both = vec![0; 1024];
        for (i, a) in a.iter().enumerate().filter(|(_, a)| **a > 0) {
            b.iter().enumerate().for_each(|(j, b)| both[i ^ j] = (both[i ^ j] + a * b) % MODULUS);
        }
        both
    };
    let mut pile = vec![0; 1024];
    heaps("coprime-nim", 1000)[1..].iter().for_each(|&value| pile[value as usize] += 1);
    let mut all = vec![0; 1024];
    all[0] = 1;
    let mut piles = 1000;
    while piles > 0 {
        if piles % 2 == 1 {
            all = join(&pile, &all);
        }
        pile = join(&pile, &pile);
        piles /= 2;
    }
    assert_eq!(all[0], 954_021_836);
}

/// Project Euler 665: f(10) = 21, f(100) = 1164, f(1000) = 117002.
#[test]
fn euler_665() {
    let game = rule_game("proportionate-nim");
    let mut values = game.dense_values(&[1000, 1000], Budget::of_positions(1 << 24)).unwrap();
    let mut sum = |most: u64| {
        let pairs = (0..=most).flat_map(|n| (n..=most - n.min(most)).map(move |m| (n, m)));
        let mut total = 0;
        for (n, m) in pairs.filter(|(n, m)| n + m <= most) {
            total += if values.value(&[n, m]).unwrap() == 0 { n + m } else { 0 };
        }
        total
    };
    assert_eq!([sum(10), sum(100), sum(1000)], [21, 1164, 117_002]);
}

#[test]
fn a_loop_is_reported_as_the_way_it_comes_back() {
    let game = rules::compile("game \"Swap\" state x, y move where x != y -> (y, x)").unwrap();
    let game: &dyn Game = &game;
    let error = game.solve(&game.read("3,4").unwrap()).run().unwrap_err();
    assert_eq!(error, Error::Loop { game: "Swap".into(), path: ["3,4", "4,3", "3,4"].map(String::from).to_vec() });
}

/// What is said when rules fail at a position.
fn failure(source: &str, position: &str) -> String {
    let game = rules::compile(source).unwrap();
    let game: &dyn Game = &game;
    let position = game.read(position).unwrap();
    game.solve(&position).run().unwrap_err().to_string()
}

#[test]
fn rules_that_fail_name_the_move_and_the_position() {
    let text = failure("state x, y\nmove k in 1..3 -> (x - k, y)", "2,5");
    assert!(text.starts_with("the rules fail at 2,5: the move with k = 3 would make x negative: -1"), "{text}");
    assert!(text.contains("2 | move k in 1..3 -> (x - k, y)\n  |                    ^^^^^"), "{text}");
    let text = failure("state x, y\nmove k in 1..x where k mod y = 0 -> (x - k, y)", "2,0");
    assert!(text.contains("this divides by zero with k = 1"), "{text}");
    let text = failure(
        "state x, y\nmove k in 1..x where k * pow(10, 18) > 5 * pow(10, 18) and prime(k) -> (x - k, y)",
        "12,0",
    );
    assert!(text.contains("too large for 64 bits with k = 10"), "{text}");
    let text = failure("state x, y\nmove k in 1..x -> (x - k, y + k)\ndecreasing y", "3,1");
    assert!(text.contains("does not decrease what `decreasing` says: (1) becomes (2)"), "{text}");
    let text = failure("state x, y\nmove -> (x + 1, y)\ndecreasing 5 - x", "4,1");
    assert!(text.contains("negative here, -1"), "{text}");
}

#[test]
fn a_runaway_rule_ends_with_what_it_reached() {
    let text = failure("state x, y\nmove -> (x + 1, y)", "0,0");
    assert!(text.contains("goes past its limit of 2000000 positions, having reached 2000000 positions by"), "{text}");
    assert!(text.contains("this game may never end, and then no budget is enough"), "{text}");
    let text =
        failure("state x, y\nmove k in 1..y where prime(k) and k mod 2 = 0 and k mod 3 = 0 -> (x, y - k)", "5,9e18");
    assert!(text.contains("takes more than 33554432 tries"), "{text}");
}

#[test]
fn time_ends_a_search() {
    let game = rules::compile("state x, y\nmove -> (x + 1, y)").unwrap();
    let game: &dyn Game = &game;
    let budget = Budget::of_positions(u64::MAX / 1000).within(std::time::Duration::from_millis(50));
    let error = game.solve(&game.read("0,0").unwrap()).budget(budget).run().unwrap_err();
    assert!(error.to_string().contains("past its limit of 0.05 seconds"), "{error}");
}

#[test]
fn misere_kayles_is_searched_as_heaps() {
    let game = rule_game("kayles");
    let game: &dyn Game = &game;
    // The misère P-positions of single rows of Kayles: 1, 4, 9, 12, 20 (Sibert and Conway 1992).
    let lost: Vec<u64> = (1..=20)
        .filter(|&n| {
            let position = game.position_of_words(&[n]);
            let answer = game.solve(&position).misere().budget(Budget::of_positions(1 << 24)).run().unwrap();
            answer.outcome == Outcome::P
        })
        .collect();
    assert_eq!(lost, [1, 4, 9, 12, 20]);
}

//! The engines on rule texts: sums of components, loops, budgets, cancelling,
//! lists by growing tables against plain search, and names and places.

use nimlab::error::Error;
use nimlab::rules::{self, RuleGame};
use nimlab::solve::TableSize;
use nimlab::{Ask, Budget, Cancel, Game, Limit, ListQuery, Outcome, PairMoves, Play, Rule, RuleExt};
use std::path::Path;
use std::time::{Duration, Instant};

fn file(name: &str) -> RuleGame {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../examples/rules/{name}.rules"));
    rules::compile(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// The first positions of a list, or why there are not this many.
fn tried(game: &RuleGame, method: Option<&str>, query: &ListQuery) -> Result<Vec<Vec<u64>>, Error> {
    game.positions().query(query).method(method).run()?.map(|position| position?.words()).collect()
}

fn listed(game: &RuleGame, method: Option<&str>, query: &ListQuery) -> Vec<Vec<u64>> {
    tried(game, method, query).unwrap()
}

#[test]
fn lists_by_growing_tables_are_those_of_plain_search() {
    let names = ["wythoff", "positive-nim", "nim-three", "greedy", "moore", "euclid", "chomp", "fibonacci", "building"];
    let others = ["white-knight", "northcott", "silver-dollar", "kayles", "cutting", "nimhoff", "r-wythoff", "l1-nim"];
    let mut compared = 0;
    for name in names.into_iter().chain(others) {
        let game = file(name);
        for (play, heaps) in [(Play::Normal, 1), (Play::Normal, 2), (Play::Misere, 1), (Play::Misere, 2)] {
            for count in [3, 6, 12] {
                // As far as plain search comes in a moment.
                let budget = Budget::of_positions(5_000);
                let query = ListQuery { play, heaps, count, budget, ..ListQuery::default() };
                let Ok(plain) = tried(&game, Some("search"), &query) else { break };
                let query = ListQuery { budget: Budget::default(), ..query };
                assert_eq!(listed(&game, None, &query), plain, "{name} {play} {heaps}");
                compared += 1;
            }
        }
    }
    assert!(compared > 60, "{compared}");
}

#[test]
fn l1_nim_is_listed_from_its_differences() {
    let game = file("l1-nim");
    let query = ListQuery { count: 9, ..ListQuery::default() };
    let built_in = nimlab::catalogue::game("wythoff3:l1").unwrap();
    // The built-in list goes by the smallest pile: among the first twelve are
    // the first nine by the largest.
    let mut expected: Vec<Vec<u64>> =
        built_in.positions().count(12).run().unwrap().map(|position| position.unwrap().words().unwrap()).collect();
    expected.sort_by_key(|position| position[2]);
    assert_eq!(listed(&game, None, &query), expected[..9]);
    // Under misère play, against plain search.
    let misere = ListQuery { play: Play::Misere, count: 2, ..query };
    assert_eq!(listed(&game, None, &misere), listed(&game, Some("search"), &misere));
    // A rule of two piles that may grow, against plain search.
    let game = rules::compile(
        "state x, y symmetric  move k in -y..x, l in 1 - k..y where k * l * (k - l) = 0 -> (x - k, y - l)  decreasing x + y",
    );
    let game = game.unwrap();
    for play in [Play::Normal, Play::Misere] {
        let query = ListQuery { play, count: 5, ..ListQuery::default() };
        assert_eq!(listed(&game, None, &query), listed(&game, Some("search"), &query), "{play}");
    }
}

#[test]
fn components_of_two_numbers_are_listed_tabulated_and_checked() {
    let game = file("cutting");
    let query = ListQuery { heaps: 2, count: 60, ..ListQuery::default() };
    let lost = |part: &[u64]| (part[0].max(1) * part[1].max(1) - 1) % 2;
    let found = listed(&game, None, &query);
    assert_eq!(found.len(), 60);
    for position in found.iter().filter(|position| position.iter().all(|&x| x > 0)) {
        assert_eq!(lost(&position[..2]), lost(&position[2..]), "{position:?}");
    }
    let sheet = game.table(TableSize::Side(7)).run().unwrap();
    assert_eq!((sheet.rows, sheet.columns), (7, 7));
    assert_eq!((&*sheet.row_label, &*sheet.column_label), ("width", "height"));
    for (x, y) in (1..7).flat_map(|x| (1..7).map(move |y| (x, y))) {
        assert_eq!(u64::from(sheet.value(x, y)), (x * y - 1) % 2, "{x},{y}");
    }
    let checked = game.check(4).heaps(2).run().unwrap();
    assert!(checked.agrees());
    assert_eq!(checked.heaps, 2);
    assert!(checked.compared.iter().any(|compared| compared.positions > 50));
    assert_eq!((&game as &dyn Game).labels(4), ["width1", "height1", "width2", "height2"]);
}

#[test]
fn components_with_a_slash_are_written_as_they_are_read() {
    let game = rules::compile("state x / y\nmove k in 1..x where k <= y -> (x - k, y) + (k - 1, y - 1)").unwrap();
    let game: &dyn Game = &game;
    for (text, written) in [("3/2", "3/2"), ("(3, 2)", "3/2"), ("5/1, 3/2", "3/2,5/1")] {
        let position = game.read(text).unwrap();
        assert_eq!((position.to_string(), position.shown()), (written.into(), written.into()));
        assert_eq!(game.read(written).unwrap(), position);
        assert_eq!(game.position_of_words(&position.words().unwrap()), position);
    }
    let answer = game.solve(&game.read("1/1").unwrap()).run().unwrap();
    let moves: Vec<String> = answer.winning_moves.list.iter().map(ToString::to_string).collect();
    assert_eq!(moves, ["0/0,0/1"]);
    let long = game.read(&vec!["3/2"; 20].join(",")).unwrap().shown();
    assert_eq!(long, "3/2,3/2,3/2,3/2,3/2,… (40 numbers)");
    let wrong = rules::compile("state x / y\nmove where x > 0 -> (x - 2, y) + (0, 0)").unwrap();
    let wrong: &dyn Game = &wrong;
    let told = wrong.solve(&wrong.read("1/4").unwrap()).run().unwrap_err();
    assert!(told.to_string().contains("1/4"), "{told}");
}

fn looped(source: &str, position: &str, play: Play) -> Vec<String> {
    let game = rules::compile(source).unwrap();
    let game: &dyn Game = &game;
    match game.solve(&game.read(position).unwrap()).play(play).run() {
        Err(Error::Loop { path, .. }) => path,
        other => panic!("{source}: {other:?}"),
    }
}

#[test]
fn a_component_that_comes_back_is_a_loop_under_either_play() {
    for play in [Play::Normal, Play::Misere] {
        assert_eq!(looped("state n  move where n > 0 -> (n) + (0)", "3", play), ["3", "0,3"]);
        let longer = "state n  move where n > 1 -> (n - 1) + (1)  move where n = 1 -> (3) + (0)";
        assert_eq!(looped(longer, "3", play), ["3", "1,2", "0,2,3"]);
        // Beside another component, and not from the start.
        let late = "state n  move where n > 2 -> (n - 1)  move where n = 2 -> (2) + (2)";
        assert_eq!(looped(late, "1,4", play), ["2", "2,2"]);
        assert_eq!(looped("state x, y  move where x != y -> (y, x)", "3,4", play), ["3,4", "4,3", "3,4"]);
    }
}

/// Misère play of splitting rules by plain recursion over sorted rows.
fn misere_by_definition(rows: &[u64], moves: &dyn Fn(u64) -> Vec<Vec<u64>>) -> Outcome {
    let mut any = false;
    for (i, &row) in rows.iter().enumerate() {
        for parts in moves(row) {
            any = true;
            let mut after: Vec<u64> = rows.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, &x)| x).collect();
            after.extend(parts);
            if misere_by_definition(&after, moves) == Outcome::P {
                return Outcome::N;
            }
        }
    }
    if any { Outcome::P } else { Outcome::N }
}

#[test]
fn components_without_moves_change_nothing_under_misere_play() {
    let game = file("kayles");
    let game: &dyn Game = &game;
    let moves = |n: u64| -> Vec<Vec<u64>> {
        let takes = [1, 2].into_iter().filter(|&t| t <= n);
        takes.flat_map(|t| (0..=n - t).map(move |k| vec![k, n - t - k])).collect()
    };
    for rows in [vec![0], vec![1], vec![4], vec![0, 0, 4], vec![1, 1, 2], vec![2, 3], vec![0, 1, 4], vec![5]] {
        let position = game.position_of_words(&rows);
        let found = game.solve(&position).misere().run().unwrap();
        assert_eq!(found.outcome, misere_by_definition(&rows, &moves), "{rows:?}");
    }
}

/// Rules that would take very long, one for each engine.
const LONG: &str = "state x, y, z
    move k in 0..x, l in 0..y, m in 0..z where k * l + m * m mod 7 > 2 or k + l + m = 1 -> (x - k, y - l, z - m)";

fn ends(run: impl FnOnce(Budget) -> Result<(), Error>, budget: Budget) -> Limit {
    let before = Instant::now();
    let error = run(budget).unwrap_err();
    assert!(before.elapsed() < Duration::from_secs(20), "{:?}", before.elapsed());
    match error {
        Error::OverBudget { limit, .. } => limit,
        other => panic!("{other}"),
    }
}

#[test]
fn time_and_cancelling_reach_every_engine() {
    let game = rules::compile(LONG).unwrap();
    let game: &dyn Game = &game;
    let tall = rules::compile("state x, y  move k in 1..y where k * k mod 5 != 2 -> (x + k, y - k)").unwrap();
    let tall: &dyn Game = &tall;
    let position = game.read("150,150,150").unwrap();
    let solving = |play| {
        let position = &position;
        move |budget| game.solve(position).play(play).budget(budget).run().map(drop)
    };
    let listing = |budget| {
        let mut list = game.positions().count(1_000_000).budget(budget).run()?;
        list.find_map(Result::err).map_or(Ok(()), Err)
    };
    let tabling = |budget| tall.table(TableSize::Side(3000)).budget(budget).run().map(drop);
    let cancel = Cancel::new();
    cancel.cancel();
    let time = Duration::from_millis(300);
    let large = Budget::of_positions(u64::MAX / 1000);
    for (budget, limit) in [(large.within(time), Limit::Time(time)), (large.cancelled_by(&cancel), Limit::Cancelled)] {
        assert_eq!(ends(solving(Play::Normal), budget), limit);
        assert_eq!(ends(solving(Play::Misere), budget), limit);
        assert_eq!(ends(listing, budget), limit);
        assert_eq!(ends(tabling, budget), limit);
    }
}

#[test]
fn another_thread_can_cancel() {
    let game = rules::compile("state x, y  move -> (x + 1, y)").unwrap();
    let game: &dyn Game = &game;
    let cancel = Cancel::new();
    let budget = Budget::of_positions(u64::MAX / 1000).in_bytes(1 << 40).cancelled_by(&cancel);
    let position = game.read("0,0").unwrap();
    std::thread::scope(|scope| {
        let work = scope.spawn(|| game.solve(&position).budget(budget).run().unwrap_err());
        std::thread::sleep(Duration::from_millis(50));
        drop(cancel);
        let error = work.join().unwrap().to_string();
        assert!(error.contains("was cancelled, having reached"), "{error}");
    });
}

#[test]
fn memory_is_a_limit_and_messages_are_short() {
    let splits = rules::compile("state n  move k in 0..n -> (k) + (n) + (n + 1)  decreasing 9 - n").unwrap();
    let _ = splits.try_out(4, Budget::default().in_bytes(1 << 20));
    let game = file("nim-three");
    let game: &dyn Game = &game;
    let position = game.read("1e9,1e9,1e9").unwrap();
    let budget = Budget::of_positions(1 << 40).in_bytes(8 << 20);
    let error = game.solve(&position).budget(budget).run().unwrap_err();
    assert!(matches!(error, Error::OverBudget { limit: Limit::Memory(_), .. }), "{error}");
    assert!(error.to_string().contains("16 MB"), "{error}");
    let nim = file("nim");
    let nim: &dyn Game = &nim;
    let heaps = vec!["9"; 300].join(",");
    let error = nim.solve(&nim.read(&heaps).unwrap()).misere().budget(Budget::of_positions(1000)).run().unwrap_err();
    assert!(error.to_string().len() < 400, "{error}");
}

#[test]
fn a_list_without_end_is_refused() {
    let error = file("wythoff").positions().count(1_000_000_000_000).run().err().unwrap();
    assert!(error.is_request() && error.to_string().contains("an example that works: count 1000"), "{error}");
}

#[test]
fn a_trial_says_how_far_it_came() {
    let grows = rules::compile("state n  move -> (n + 1)").unwrap();
    let tried = grows.try_out(8, Budget::of_positions(100)).unwrap();
    assert_eq!((tried.asked, tried.of, tried.limit), (0, 8, Some(Limit::Positions(100))));
    let wide = rules::compile("state a, b, c symmetric / t  move where t > 0 -> (a, b, c, t - 1)").unwrap();
    let tried = wide.try_out(4, Budget::default()).unwrap();
    assert_eq!((tried.asked, tried.of, tried.limit), (80, 80, None));
}

#[test]
fn names_are_shown_without_what_steers_a_terminal() {
    let game = rules::compile("game \"a\u{1b}[31mb\u{202e}c\" state n move k in 1..n -> (n - k)").unwrap();
    assert_eq!(game.name(), "a [31mb c");
    let long = rules::compile(&format!("game \"{}\" state n move k in 1..n -> (n - k)", "x".repeat(5000))).unwrap();
    assert_eq!(long.name().chars().count(), 81);
    let unnamed = rules::compile("state n move k in 1..n -> (n - k)").unwrap().or_named("mine");
    assert_eq!(unnamed.name(), "mine");
    assert_eq!(long.or_named("mine").name().chars().count(), 81);
}

#[test]
fn long_sums_are_not_deep() {
    let sum = vec!["n"; 400].join(" - ");
    let game = rules::compile(&format!("state n  move where {sum} <= 0 and n > 0 -> (n - 1)")).unwrap();
    let game: &dyn Game = &game;
    assert_eq!(game.option_list(&[5]).unwrap(), [[4]]);
    let terms: Vec<String> = (1..=99).map(|i| format!("{} {i}", if i % 3 == 0 { "-" } else { "+" })).collect();
    let expected: i64 = (1..=99).map(|i| if i % 3 == 0 { -i } else { i }).sum();
    let game = rules::compile(&format!("state n  move where n {} = n + {expected} -> (0)", terms.join(" "))).unwrap();
    let game: &dyn Game = &game;
    assert_eq!(game.option_list(&[5]).unwrap(), [[0]]);
}

#[test]
fn parameters_are_checked_where_they_are_given() {
    let rules = "state n  param a = 1  param S = {1}  move k in S where k <= n * a -> (n - k)";
    let wrong = |text: &str| {
        let given = rules::parameters(text).and_then(|given| rules::compile_with(rules, &given));
        given.unwrap_err().problems().remove(0)
    };
    for (text, column, message) in [
        ("a=1, a=2", 6, "the parameter 'a' is given twice"),
        ("a=1, b=2", 6, "these rules have no parameter 'b'"),
        ("S={1}, a={2}", 8, "the parameter 'a' is a number, but was given a set: write a number such as 2"),
        ("a=", 3, "a number such as 2, or a set such as {2, 4, 7}, was expected, but the end was found"),
    ] {
        let found = wrong(text);
        assert!(found.parameters);
        assert_eq!((found.column, found.message.as_str()), (column, message), "{text}");
    }
    // No text has an empty set, but programs do.
    let given = [("S".to_owned(), rules::ParameterValue::Set(Vec::new()))];
    let found = rules::compile_with(rules, &given).unwrap_err().problems().remove(0);
    assert_eq!((found.parameters, found.message.as_str()), (true, "this set is empty"));
}

#[test]
fn places_survive_wide_characters_and_old_line_ends() {
    let found = rules::compile("state n # 日本\rmove k in 1..m -> (n - k)").unwrap_err();
    assert_eq!((found.problems()[0].line, found.problems()[0].column), (2, 14));
    let found = rules::compile("game \"日本\" stat n").unwrap_err().to_string();
    assert!(found.contains("1 | game \"日本\" stat n\n  |             ^^^^"), "{found}");
}

#[test]
fn a_value_that_cannot_be_found_because_the_rules_fail_is_an_error() {
    let moves = "move where x > 0 -> (0, 0)\nmove where x > 1 -> (x - 1, y + 1)";
    let game = rules::compile(&format!("state x, y\n{moves}\nmove where y > 0 and x > 0 -> (x + 1, y - 1)\n"));
    let game = game.unwrap();
    let game: &dyn Game = &game;
    let position = game.read("5,0").unwrap();
    let budget = Budget::default();
    let error = game.solve(&position).budget(budget).run().unwrap_err();
    assert!(error.to_string().contains("do not end"), "{error}");
}

/// The values of a board from the moves alone.
fn by_definition(game: &RuleGame, rows: u64, columns: u64) -> Vec<u32> {
    let mut values = std::collections::HashMap::new();
    let side = rows.max(columns);
    for total in 0..2 * side {
        for x in (0..side).filter(|&x| x <= total && total - x < side) {
            let game: &dyn Game = game;
            let options = game.option_list(&[x, total - x]).unwrap();
            let seen: Vec<u64> = options.iter().map(|to| u64::from(values[&[to[0], to[1]]])).collect();
            values.insert([x, total - x], nimlab::bits::mex(seen) as u32);
        }
    }
    (0..rows).flat_map(|x| (0..columns).map(move |y| [x, y])).map(|cell| values[&cell]).collect()
}

#[test]
fn rules_with_the_moves_of_wythoffs_game_get_its_board_and_others_do_not() {
    let both = "move k in 1..x -> (x - k, y)\nmove k in 1..y -> (x, y - k)\n";
    let cases = [
        (format!("state x, y\n{both}move k in 1..min(x, y) -> (x - k, y - k)"), Some(1)),
        (format!("state x, y\n{both}move k in 1..x, l in 1..y where abs(k - l) < 3 -> (x - k, y - l)"), Some(3)),
        // One move more or less: another game.
        (format!("state x, y\n{both}move k in 1..min(x, y) where k != 7 -> (x - k, y - k)"), None),
        (
            format!(
                "state x, y\n{both}move k in 1..min(x, y) -> (x - k, y - k)\nmove where x >= 9 and y >= 2 -> (x - 9, y - 2)"
            ),
            None,
        ),
        ("state x, y\nmove k in 1..x -> (x - k, y)\nmove k in 1..min(x, y) -> (x - k, y - k)".to_owned(), None),
        (format!("state x, y\n{both}move k in 1..x, l in 1..y where k >= l and k - l < 2 -> (x - k, y - l)"), None),
        (format!("state x, y\n{both}"), None),
    ];
    for (source, a) in cases {
        let game = rules::compile(&source).unwrap();
        for (rows, columns) in [(17, 17), (12, 20), (20, 12)] {
            let moves = a.map(|a| PairMoves::Band { width: a });
            assert_eq!(game.two_piles().unwrap().moves_on(rows, columns, Budget::default()), moves, "{source}");
            let found = game.table(TableSize::Rectangle(rows, columns)).run().unwrap();
            assert_eq!(found.values, by_definition(&game, rows, columns), "{source}");
        }
    }
}

#[test]
fn rows_of_rules_are_those_of_wythoffs_game_for_all_columns_or_not_recognised() {
    let both = "move k in 1..x -> (x - k, y)\nmove k in 1..y -> (x, y - k)\n";
    let one = |condition: &str| {
        format!("state x, y\nmove k in 0..x, l in 0..y where k + l > 0 and ({condition}) -> (x - k, y - l)")
    };
    let cases = [
        (format!("state x, y\n{both}move k in 1..min(x, y) -> (x - k, y - k)"), Some(1)),
        (format!("state x, y symmetric\n{both}move k in 1..min(x, y) -> (x - k, y - k)"), Some(1)),
        (format!("state x, y\n{both}move k in 1..x, l in 1..y where abs(k - l) < 3 -> (x - k, y - l)"), Some(3)),
        (format!("state x, y\n{both}move k in 1..x where k <= y -> (x - k, y - k)"), Some(1)),
        (one("k = 0 or l = 0 or abs(k - l) < 2"), Some(2)),
        (one("k * l = 0 or max(k, l) - min(k, l) < 2"), Some(2)),
        (one("min(k, l) = 0 or max(k, l) - min(k, l) < 2"), Some(2)),
        (one("min(k, l) = 0 or 3 * abs(k - l) < 3 * 4"), Some(4)),
        (one("not (k > 0 and l > 0 and abs(l - k) >= 5)"), Some(5)),
        // One move more or less, however far away: another game.
        (one("k = 0 or l = 0 or abs(k - l) < 2 or (k = 1 and l = 100000)"), None),
        (one("(k = 0 and l != 99999) or l = 0 or abs(k - l) < 2"), None),
        (one("(k = 0 and l < 1000000) or l = 0 or abs(k - l) < 2"), None),
        (one("k = 0 or l = 0 or abs(k - l) < 2 or l > 1000 + k"), None),
        (one("k = 0 or l = 0 or k + l < 4"), None),
        (
            "state x, y\nmove k in 1..x -> (x - k, y)\nmove k in 1..min(y, 9) -> (x, y - k)\nmove k in 1..min(x, y) -> (x - k, y - k)".into(),
            None,
        ),
        // Whether it is so is not looked into.
        (one("k = 0 or l = 0 or abs(k - l) < 2 or (l mod 7 = 8)"), None),
        // The moves depend on the position.
        (one("k = 0 or l = 0 or (abs(k - l) < 2 and x >= 0)"), None),
        (format!("state x, y\n{both}"), None),
    ];
    for (source, a) in cases {
        let game = rules::compile(&source).unwrap_or_else(|problems| panic!("{problems}"));
        for row in [4, 6] {
            let moves = a.map(|a| PairMoves::Band { width: a });
            assert_eq!(game.two_piles().unwrap().moves_up_to(row, Budget::default()), moves, "{source}");
        }
    }
    // A row is recognised by the rows up to it: these are other games from row 4 on.
    for later in ["abs(k - l) < 2 or (k = 4 and l = 100000)", "abs(k - l) < 2 and k < 4"] {
        let later = rules::compile(&one(&format!("k = 0 or l = 0 or {later}"))).unwrap();
        let later = later.two_piles().unwrap();
        assert!(later.moves_up_to(3, Budget::default()).is_some());
        assert!(later.moves_up_to(4, Budget::default()).is_none());
    }
}

#[test]
fn what_is_recognised_has_the_moves_of_wythoffs_game_on_a_board() {
    // Conditions put together at random; of those recognised, every move of a corner is compared.
    let terms =
        ["k", "l", "k + l", "k - l", "l - k", "abs(k - l)", "2 * l", "min(k, l)", "max(k, l)", "0", "1", "2", "30"];
    let comparisons = ["<", "<=", "=", "!=", ">", ">="];
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    let mut below = |n: usize| {
        seed ^= seed >> 12;
        seed ^= seed << 25;
        seed ^= seed >> 27;
        (seed.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % n
    };
    let mut recognised = 0;
    for _ in 0..4000 {
        let mut atom = || format!("{} {} {}", terms[below(13)], comparisons[below(6)], terms[below(13)]);
        let (first, second) = (atom(), atom());
        let condition = format!("k = 0 or l = 0 or ({first} and {second}) or abs(k - l) < 2");
        let source =
            format!("state x, y\nmove k in 0..x, l in 0..y where k + l > 0 and ({condition}) -> (x - k, y - l)");
        let Ok(game) = rules::compile(&source) else { continue };
        let Some(moves) = game.two_piles().unwrap().moves_up_to(3, Budget::default()) else { continue };
        let PairMoves::Band { width: a } = moves else { panic!("{source}") };
        recognised += 1;
        let dynamic: &dyn Game = &game;
        let options = dynamic.option_list(&[3, 70]).unwrap();
        let mut expected: Vec<Vec<u64>> = Vec::new();
        for (k, l) in (0..=3u64).flat_map(|k| (0..=70u64).map(move |l| (k, l))) {
            if k + l > 0 && (k == 0 || l == 0 || k.abs_diff(l) < a) {
                expected.push(vec![3 - k, 70 - l]);
            }
        }
        let sorted = |mut list: Vec<Vec<u64>>| {
            list.sort();
            list
        };
        assert_eq!(sorted(options.into_iter().map(|option| option.to_vec()).collect()), sorted(expected), "{source}");
    }
    assert!(recognised > 200, "{recognised}");
}

#[test]
fn long_rows_are_those_of_the_square_board_for_rules_at_random() {
    let moves = [
        "move k in 1..x -> (x - k, y)",
        "move k in 1..y -> (x, y - k)",
        "move k in 1..y -> (y - k, x)",
        "move k in 1..min(x, y) -> (x - k, y - k)",
        "move k in 1..x, l in 1..y where abs(k - l) < 3 -> (x - k, y - l)",
        "move k in 1..y where k mod 3 = 1 -> (x, y - k)",
        "move where x >= 1 -> (y, x - 1)",
        "move where y > x -> (x, x)",
        "move k in 1..x where prime(k + y) -> (x - k, y)",
        // These leave the rows that are asked for.
        "move where y >= 2 -> (x + 1, y - 2)",
        "move k in 1..y where 2 * k <= y -> (y - 2 * k, x + k)",
        "move where x >= 3 -> (x - 3, y + 2)",
    ];
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    let mut below = |n: usize| {
        seed ^= seed >> 12;
        seed ^= seed << 25;
        seed ^= seed >> 27;
        (seed.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % n
    };
    for _ in 0..120 {
        let state = ["state x, y symmetric", "state x, y symmetric\ndecreasing x + y", "state x, y"][below(3)];
        let chosen: Vec<&str> = (0..1 + below(3)).map(|_| moves[below(moves.len())]).collect();
        let source = format!("{state}\n{}", chosen.join("\n"));
        let game = rules::compile(&source).unwrap();
        let of = |rows, columns| game.table(TableSize::Rectangle(rows, columns)).run().unwrap();
        let (square, rows) = (of(24, 24), 1 + below(4) as u64);
        let (long, tall) = (of(rows, 24), of(24, rows));
        for (row, column) in (0..rows).flat_map(|row| (0..24).map(move |column| (row, column))) {
            assert_eq!(long.value(row, column), square.value(row, column), "{source}: {row},{column}");
            assert_eq!(tall.value(column, row), square.value(column, row), "{source}: {column},{row}");
        }
    }
}

#[test]
fn a_few_long_rows_of_a_symmetric_rule_need_no_square_board() {
    let game = rules::compile(
        "state x, y symmetric\nmove k in 1..x -> (x - k, y)\nmove k in 1..y where k mod 7 != 3 -> (x, y - k)",
    )
    .unwrap();
    let budget = Budget::default().within(Duration::from_secs(30));
    let long = game.table(TableSize::Rectangle(3, 1001)).budget(budget).run().unwrap();
    let square = game.table(TableSize::Side(60)).run().unwrap();
    for (row, column) in (0..3).flat_map(|row| (0..60).map(move |column| (row, column))) {
        assert_eq!(long.value(row, column), square.value(row, column), "{row},{column}");
    }
    // The square board of this width would take 80 GB.
    let few = rules::compile(
        "state x, y symmetric\nmove k in 1..2 where k <= x -> (x - k, y)\nmove k in 1..3 where k <= y -> (x, y - k)",
    )
    .unwrap();
    let long = few.table(TableSize::Rectangle(2, 100_000)).budget(Budget::of_positions(1000)).run().unwrap();
    assert_eq!(long.columns, 100_000);
}

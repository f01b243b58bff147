//! Games in which the previous player may block options: every engine against the
//! definition written here, and a clear refusal where nothing is defined.

use nimlab::play::{Computer, Level, Match, Review, Rules};
use nimlab::prove::{Found, Goal, Subject, Verdict, check, known, prove};
use nimlab::rules::{self, RuleGame};
use nimlab::solve::{self, Component, Search, TableSize, solve_sum};
use nimlab::{
    Ask, Budget, Each, Error, Game, Outcome, Play, Position, Question, Rule, RuleExt, Shape, Values, catalogue,
};
use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

type Words = Vec<u64>;

/// The options of a position, as a set: what the rules of a text are known to be.
type Options = fn(&[u64]) -> BTreeSet<Words>;

/// A rule text, how many numbers a position has, and its moves written once more.
struct Case {
    text: &'static str,
    numbers: usize,
    size: u64,
    options: Options,
}

fn wythoff(p: &[u64]) -> BTreeSet<Words> {
    let [x, y] = [p[0], p[1]];
    let one = (0..x).map(|u| vec![u, y]).chain((0..y).map(|v| vec![x, v]));
    one.chain((1..=x.min(y)).map(|k| vec![x - k, y - k])).collect()
}

const CASES: [Case; 9] = [
    Case {
        text: "state x, y  move k in 0..x, l in 0..y where k + l > 0 and (k = 0 or l = 0 or k = l) -> (x - k, y - l)",
        numbers: 2,
        size: 13,
        options: wythoff,
    },
    Case {
        // The same moves in two clauses that overlap: an option counts once.
        text: "state x, y
               move k in 0..x, l in 0..y where k + l > 0 and k * l = 0 -> (x - k, y - l)
               move k in 1..min(x, y) -> (x - k, y - k)
               move k in 1..x -> (x - k, y)
               move k in 1..min(3, y) -> (x, y - k)
               decreasing x + y",
        numbers: 2,
        size: 13,
        options: wythoff,
    },
    Case {
        text: "state n  move k in 1..n -> (n - k)  decreasing n",
        numbers: 1,
        size: 40,
        options: |p| (0..p[0]).map(|n| vec![n]).collect(),
    },
    Case {
        text: "state n  param S = {1, 2, 5, 6}  move k in S where k <= n -> (n - k)",
        numbers: 1,
        size: 60,
        options: |p| [1, 2, 5, 6].into_iter().filter(|&s| s <= p[0]).map(|s| vec![p[0] - s]).collect(),
    },
    Case {
        // Two moves to one position, whatever the position is.
        text: "state n  move k in 1..6 where k <= n -> (n - (k + 1) / 2)",
        numbers: 1,
        size: 40,
        options: |p| (1..=p[0].min(6)).map(|k| vec![p[0] - k.div_ceil(2)]).collect(),
    },
    Case {
        text: "state a, b, c
               move k in 1..a -> (a - k, b, c)  move k in 1..b -> (a, b - k, c)  move k in 1..c -> (a, b, c - k)",
        numbers: 3,
        size: 6,
        options: |p| {
            let less = |i: usize| {
                (0..p[i]).map(move |left| {
                    let mut to = p.to_vec();
                    to[i] = left;
                    to
                })
            };
            (0..3).flat_map(less).collect()
        },
    },
    Case {
        text: "state n / most  move k in 1..min(n, most) -> (n - k, 2 * k)  start n -> (n, max(n - 1, 0))",
        numbers: 2,
        size: 14,
        options: |p| (1..=p[0].min(p[1])).map(|k| vec![p[0] - k, 2 * k]).collect(),
    },
    Case {
        // A pile may grow.
        text: "state x, y  move k in 1..x -> (x - k, y + k)  move k in 1..y -> (x, y - k)  decreasing 2 * x + y",
        numbers: 2,
        size: 8,
        options: |p| {
            let [x, y] = [p[0], p[1]];
            (1..=x).map(|k| vec![x - k, y + k]).chain((0..y).map(|v| vec![x, v])).collect()
        },
    },
    Case {
        text: "state x, y  move k in 1..x where x > y -> (x - k, y)  move k in 1..y where y > x -> (x, y - k)
               move where x = y and x > 0 -> (x - 1, y - 1)",
        numbers: 2,
        size: 12,
        options: |p| {
            let [x, y] = [p[0], p[1]];
            match x.cmp(&y) {
                std::cmp::Ordering::Greater => (0..x).map(|u| vec![u, y]).collect(),
                std::cmp::Ordering::Less => (0..y).map(|v| vec![x, v]).collect(),
                std::cmp::Ordering::Equal => x.checked_sub(1).map(|z| vec![z, z]).into_iter().collect(),
            }
        },
    },
];

/// The definition: lost exactly if at most so many different options are lost.
fn is_lost(position: &[u64], options: Options, blocked: usize, known: &mut HashMap<Words, bool>) -> bool {
    if let Some(&lost) = known.get(position) {
        return lost;
    }
    let lost = options(position).iter().filter(|to| is_lost(to, options, blocked, known)).count();
    known.insert(position.to_vec(), lost <= blocked);
    lost <= blocked
}

fn positions(numbers: usize, size: u64) -> Vec<Words> {
    (0..numbers).fold(vec![vec![]], |shorter: Vec<Words>, _| {
        shorter.into_iter().flat_map(|p| (0..size).map(move |x| [&p[..], &[x]].concat())).collect()
    })
}

fn compiled(text: &str, blocked: usize) -> RuleGame {
    let text = format!("{text}\nblocking {blocked}");
    rules::compile(&text).unwrap_or_else(|problems| panic!("{text}\n{problems}"))
}

fn list(game: &dyn Game, count: u64, method: Option<&str>) -> Vec<Words> {
    let list = game.positions().count(count).method(method).run().unwrap();
    list.map(|found| found.unwrap().words().unwrap()).collect()
}

#[test]
fn outcomes_moves_and_lists_are_those_of_the_definition() {
    for Case { text, numbers, size, options } in CASES {
        for blocked in 0..=4 {
            let game = compiled(text, blocked);
            assert_eq!(game.blocked(), blocked as u64);
            // A game of one number is one of heaps only if nothing is blocked.
            assert_eq!(game.is_sum(), blocked == 0 && numbers == 1, "{text}");
            let game: &dyn Game = &game;
            let mut known = HashMap::new();
            let mut lost = |position: &[u64]| is_lost(position, options, blocked, &mut known);
            for words in positions(numbers, size) {
                assert_eq!(game.option_list(&words).unwrap(), Vec::from_iter(options(&words)), "{text}");
                let position = game.position_of_words(&words);
                let expected: Vec<Words> = options(&words).into_iter().filter(|to| lost(to)).collect();
                let answer = game.solve(&position).run().unwrap();
                let outcome = if lost(&words) { Outcome::P } else { Outcome::N };
                assert_eq!(answer.outcome, outcome, "{text} {words:?} {blocked}");
                let moves: Vec<Words> = answer.winning_moves.list.iter().map(|to| to.words().unwrap()).collect();
                match outcome {
                    Outcome::P => assert!(moves.is_empty() && expected.len() <= blocked),
                    Outcome::N => assert_eq!(moves, expected, "{text} {words:?} {blocked}"),
                }
                assert_eq!(answer.blocked, blocked as u64);
                if blocked > 0 {
                    assert_eq!((answer.grundy.clone(), answer.grundy_at_least.clone()), (None, None));
                    assert!(game.explain(&answer).to_string().contains("block"), "{text}");
                }
                let judged = game.moves(&position).run().unwrap();
                assert_eq!((judged.outcome, judged.blocked), (outcome, blocked as u64));
                let all: BTreeSet<Words> = judged.moves.iter().map(|one| one.to.words().unwrap()).collect();
                assert_eq!(all, options(&words));
                for one in &judged.moves {
                    assert_eq!(one.wins(), lost(&one.to.words().unwrap()), "{text} {words:?} to {}", one.to);
                    assert!(blocked == 0 || one.grundy.is_none());
                    let single = game.moves(&position).to(&one.to).unwrap();
                    assert_eq!(single.outcome, one.outcome);
                    assert!(blocked == 0 || single.grundy.is_none());
                }
            }
            let has_start = text.contains("start");
            if blocked > 0 && !has_start {
                let mut expected: Vec<Words> = positions(numbers, size).into_iter().filter(|p| lost(p)).collect();
                expected.sort_by_key(|position| (*position.iter().max().unwrap(), position.clone()));
                let found = game.positions().count(1_000_000).largest(size - 1).run().unwrap();
                let found: Vec<Words> = found.map_while(Result::ok).map(|found| found.words().unwrap()).collect();
                assert_eq!(found, expected, "{text} {blocked}");
                let first = expected.len().min(3);
                assert_eq!(list(game, first as u64, Some("search")), expected[..first]);
                let (_, count) = game.positions().how_many(Some((size - 1).into())).unwrap();
                assert_eq!(count, expected.len().into(), "{text} {blocked}");
            }
            if has_start && blocked > 0 {
                let starts = (0..size).map(|n| vec![n, n.saturating_sub(1)]);
                let expected: Vec<Words> = starts.filter(|start| lost(start)).collect();
                assert_eq!(list(game, expected.len() as u64, None), expected);
            }
        }
    }
}

/// The rule of four numbers: the piles, and the option that is blocked.
const FOUR: &str = "state x, y, u, v
    move k in 0..x, l in 0..y, i in 0..x - k, j in 0..y - l
      where k + l > 0 and (k = 0 or l = 0 or k = l) and (x - k != u or y - l != v)
      -> (x - k, y - l, i, j)
    decreasing x + y";

/// With one blocked option, a position is lost exactly if some block makes it lost
/// in the game where the block is part of the position.
#[test]
fn blocking_is_a_game_of_four_numbers() {
    let (two, four) = (catalogue::game("wythoff-blocking").unwrap(), rules::compile(FOUR).unwrap());
    assert_eq!((two.blocked(), four.blocked()), (1, 0));
    let mut search = Search::for_outcomes(&four, Play::Normal, Budget::default());
    for p in positions(2, 9) {
        let [x, y] = [p[0], p[1]];
        let blocks = (0..=x).flat_map(|u| (0..=y).map(move |v| [x, y, u, v]));
        let some = blocks.map(|q| search.outcome(&q).unwrap()).any(|outcome| outcome == Outcome::P);
        let outcome = two.solve(&two.position_of_words(&p)).run().unwrap().outcome;
        assert_eq!(outcome == Outcome::P, some, "{p:?}");
    }
}

/// Larsson's theorems, as the closed form says them: (n, 2n + 1), and Wythoff's pairs
/// twice, 2 more; with two blocks (n, 2n + 1), (n, 2n + 2) and (0, 0).
#[test]
fn the_positions_of_larsson() {
    for blocked in [1, 2] {
        let game = catalogue::game(&format!("wythoff-blocking(b={blocked})")).unwrap();
        let size = 60u64;
        let mut expected = BTreeSet::from([[0, 0]]);
        expected.extend((0..size).map(|n| [n, 2 * n + 1]));
        match blocked {
            1 => {
                let pairs = catalogue::game("wythoff").unwrap();
                let list = pairs.positions().count(size).run().unwrap();
                let words = list.map(|pair| pair.unwrap().words().unwrap());
                expected.extend(words.map(|pair| [2 * pair[0] + 2, 2 * pair[1] + 2]));
            }
            _ => expected.extend((0..size).map(|n| [n, 2 * n + 2])),
        }
        let mut search = Search::for_outcomes(&*game, Play::Normal, Budget::default());
        for p in positions(2, size) {
            let lost = search.outcome(&p).unwrap() == Outcome::P;
            assert_eq!(lost, expected.contains(&[p[0].min(p[1]), p[0].max(p[1])]), "{p:?} {blocked}");
        }
    }
}

/// The kept theorems answer as the definition does: outcomes, moves and reasons.
#[test]
fn theorems_answer_where_options_may_be_blocked() {
    for blocked in [1, 2] {
        let game = catalogue::game(&format!("wythoff-blocking(b={blocked})")).unwrap();
        let mut known = HashMap::new();
        for words in positions(2, 26) {
            let position = game.position_of_words(&words);
            let answer = game.solve(&position).run().unwrap();
            let lost = is_lost(&words, wythoff, blocked, &mut known);
            assert_eq!((answer.method.name(), answer.outcome == Outcome::P), ("automaton", lost), "{words:?}");
            let options = wythoff(&words);
            let expected: Vec<Words> =
                options.into_iter().filter(|to| !lost && is_lost(to, wythoff, blocked, &mut known)).collect();
            let moves: Vec<Words> = answer.winning_moves.list.iter().map(|to| to.words().unwrap()).collect();
            assert_eq!(moves, expected, "{words:?}");
            let why = game.explain(&answer).to_string();
            assert!(why.contains("may block") && why.contains("proved by machine"), "{why}");
        }
        let large = game.read("1000000000000000000000000,2000000000000000000000001").unwrap();
        let answer = game.solve(&large).run().unwrap();
        assert_eq!((answer.method.name(), answer.outcome), ("automaton", Outcome::P));
    }
}

/// Says that a question is refused because options may be blocked.
fn refused<T>(answer: Result<T, Error>, question: &str) {
    match answer {
        Err(error @ Error::NotAnswered { .. }) => {
            let told = error.to_string();
            assert!(told.contains(question) && error.is_request(), "{told}");
        }
        Err(other) => panic!("{question}: {other}"),
        Ok(_) => panic!("{question}: answered"),
    }
}

/// No engine may answer as if nothing were blocked: what has no meaning is refused,
/// by every way to ask.
#[test]
fn what_is_not_defined_is_refused_everywhere() {
    let budget = Budget::default();
    for name in ["wythoff-blocking", "wythoff-blocking(b=2)"] {
        let rules = catalogue::rule_game(name).unwrap().unwrap();
        let game: &dyn Game = &rules;
        let other = catalogue::game("wythoff").unwrap();
        let position = game.read("3,4").unwrap();
        let (values, misere, sums) = ("Grundy values", "misère play", "sums of games");
        // The engines that would answer fast step aside; a theorem does not.
        for question in [Question::Solve(Play::Normal), Question::List { play: Play::Normal, value: 0 }] {
            let names: Vec<&str> = game.methods(question).iter().map(|method| method.name()).collect();
            assert_eq!(names, ["automaton"]);
        }
        assert!(game.methods(Question::Solve(Play::Misere)).is_empty());
        assert!(game.two_piles().is_none() && game.known_values().is_none() && game.heap_rule().is_none());
        assert!(game.board(&[9, 9], budget).is_none() && rules.dense_values(&[9, 9], budget).is_none());
        assert!(game.solve(&position).method("table").run().is_err());
        refused(game.analyse(game.reference(), &position, Play::Normal, budget), "table");
        // Values.
        refused(game.solve(&position).with_value(true).run(), values);
        refused(solve::grundy(game, &position, budget), values);
        refused(solve::values(game, &[9, 9], budget).value(&[3, 4]), values);
        refused(Search::for_values(game, budget).value(&[3, 4]), values);
        refused(game.positions().value(1).run(), values);
        refused(game.positions().value(1).limits(), values);
        refused(game.positions().value(1).tally(Some(9u8.into())), values);
        refused(game.table(TableSize::Side(4)).run(), values);
        refused(game.table(TableSize::Rectangle(1, 4)).rows(&|_, _| ControlFlow::Continue(())), values);
        // Misère play.
        refused(game.solve(&position).misere().run(), misere);
        refused(game.solve(&position).misere().analyse(), misere);
        refused(solve::search(game, &position, Play::Misere, budget), misere);
        refused(Search::for_outcomes(game, Play::Misere, budget).outcome(&[3, 4]), misere);
        refused(game.moves(&position).misere().run(), misere);
        refused(game.moves(&position).misere().to(&game.read("3,1").unwrap()), misere);
        refused(game.positions().misere().run(), misere);
        refused(game.positions().misere().how_many(Some(9u8.into())), misere);
        refused(game.compare(&*other, 9).misere().run(), misere);
        refused(other.compare(game, 9).misere().run(), misere);
        // Sums.
        let heap = other.read("1,2").unwrap();
        let one = Component { game, position: &position };
        let two = Component { game: &*other, position: &heap };
        for play in [Play::Normal, Play::Misere] {
            for parts in [&[one, two][..], &[two, one], &[one, one], &[one]] {
                refused(solve_sum(parts, play, budget), sums);
            }
        }
        // Proofs of what is not defined.
        let subject = Subject::named(name, None).unwrap();
        let goal = |play, value| Goal { play, value, system: None, states: 1000 };
        refused(prove(&subject, &goal(Play::Misere, 0), budget, &mut |_| {}), misere);
        refused(prove(&subject, &goal(Play::Normal, 1), budget, &mut |_| {}), values);
        refused(nimlab::prove::redundant_moves(known(name, Play::Normal).unwrap(), budget), "moves that can be added");
        // Playing.
        let table = || Rules::new(vec![catalogue::game(name).unwrap()], Play::Normal, budget);
        let (table, state) = (table(), vec![position.clone()]);
        refused(table.start("3,4"), "a match");
        refused(table.judge(&state, budget), "a match");
        refused(table.explain(&state), "a match");
        refused(table.is_over(&state), "a match");
        refused(table.leaving(&state, 0, vec![1u8.into(), 1u8.into()]), "a match");
        for level in Level::ALL {
            refused(Computer { level, seed: 1 }.choose(&table, &state), "a match");
        }
        refused(Review::of(&table, &[state.clone(), state.clone()]), "a match");
        refused(table.between(&state, &vec![game.read("3,3").unwrap()]), "a match");
        let mut game = Match::new(table, state);
        refused(game.read("3,3").and_then(|made| game.make(&made)), "a match");
        refused(game.review(), "a match");
    }
    // With nothing to block it is Wythoff's game.
    let none = catalogue::game("wythoff-blocking(b=0)").unwrap();
    let table = none.table(TableSize::Side(12)).run().unwrap();
    assert_eq!(table.values, catalogue::game("wythoff").unwrap().table(TableSize::Side(12)).run().unwrap().values);
    assert!(none.check(9).run().unwrap().agrees());
}

/// Outcomes can be compared, and with the game itself there is no difference.
#[test]
fn outcomes_are_compared_and_checked() {
    let [one, two] = ["wythoff-blocking", "wythoff-blocking(b=2)"].map(|name| catalogue::game(name).unwrap());
    let found = one.compare(&*two, 20).run().unwrap();
    assert_eq!((found.values, found.outcomes), (None, differing(1, 2)));
    assert_eq!(found.first[0].position, [0, 2]);
    assert!(one.compare(&*one, 12).run().unwrap().equal());
    let plain = catalogue::game("wythoff").unwrap();
    for found in [one.compare(&*plain, 20).run().unwrap(), plain.compare(&*one, 20).run().unwrap()] {
        assert_eq!((found.values, found.outcomes, found.positions), (None, differing(0, 1), 400));
    }
    let checked = one.check(10).run().unwrap();
    let compared: Vec<&str> = checked.compared.iter().map(|one| &*one.method).collect();
    assert!(checked.agrees() && compared == ["automaton", "automaton"], "{compared:?}");
    assert!(one.positions().count(20).limits().unwrap().ratios.len() > 3);
}

/// At how many positions below 20 Wythoff's games with so many blocks differ.
fn differing(one: usize, two: usize) -> u64 {
    let (mut first, mut second) = (HashMap::new(), HashMap::new());
    let mut differ = |p: &Words| is_lost(p, wythoff, one, &mut first) != is_lost(p, wythoff, two, &mut second);
    positions(2, 20).iter().filter(|p| differ(p)).count() as u64
}

/// A game of one's own that says how many options may be blocked.
struct Blocked(u64);

impl Rule for Blocked {
    fn name(&self) -> String {
        format!("blocked:{}", self.0)
    }

    fn shape(&self) -> Shape {
        Shape::piles(2)
    }

    fn options(&self, piles: &[u64], each: &mut Each<'_>) -> ControlFlow<()> {
        // Every option twice: it counts once.
        wythoff(piles).iter().chain(&wythoff(piles)).try_for_each(|to| each(to))
    }

    fn blocked(&self) -> u64 {
        self.0
    }
}

impl Game for Blocked {}

#[test]
fn a_game_of_ones_own_may_block() {
    for blocked in 0..4 {
        let game = Blocked(blocked);
        let mut known = HashMap::new();
        for p in positions(2, 10) {
            let answer = game.solve(&game.position_of_words(&p)).run().unwrap();
            let lost = is_lost(&p, wythoff, blocked as usize, &mut known);
            assert_eq!(answer.outcome == Outcome::P, lost, "{p:?} {blocked}");
        }
        let board = game.table(TableSize::Side(4)).run();
        assert_eq!(board.is_ok(), blocked == 0);
    }
}

/// Theorems about small games are found and hold, and say what the definition says.
#[test]
fn theorems_with_blocks_are_those_of_the_definition() {
    let games: [(&str, usize, Options); 3] = [
        (CASES[2].text, 3, CASES[2].options),
        (CASES[3].text, 3, CASES[3].options),
        ("state x, y  move k in 1..x -> (x - k, y)  move k in 1..y -> (x, y - k)", 2, |p| {
            (0..p[0]).map(|u| vec![u, p[1]]).chain((0..p[1]).map(|v| vec![p[0], v])).collect()
        }),
    ];
    for (text, most, options) in games {
        for blocked in 0..=most {
            let subject = Subject::of_rules(&compiled(text, blocked)).unwrap();
            let goal = Goal { play: Play::Normal, value: 0, system: Some("base:2".into()), states: 2000 };
            let Found::Proved(proved) = prove(&subject, &goal, Budget::default(), &mut |_| {}).unwrap() else {
                panic!("{text}, {blocked} blocked: not proved")
            };
            let (theorem, certificate) = *proved;
            for certificate in [&certificate, &certificate.short()] {
                let verdict = check(certificate, Budget::default()).unwrap();
                assert!(matches!(verdict, Verdict::Proved(_)), "{text}, {blocked} blocked: {verdict:?}");
            }
            let mut known = HashMap::new();
            let side = if subject.piles() == 1 { 400 } else { 40 };
            for p in positions(subject.piles(), side) {
                let numbers: Vec<_> = p.iter().map(|&x| x.into()).collect();
                let said = theorem.value_of(&numbers, Budget::default()).unwrap() == Some(0);
                assert_eq!(said, is_lost(&p, options, blocked, &mut known), "{text} {p:?} {blocked}");
            }
        }
    }
}

/// The theorems that are kept, against plain search in a box, and the moves that
/// they give.
#[test]
fn kept_theorems_agree_with_search() {
    for name in ["wythoff-blocking", "wythoff-blocking(b=2)"] {
        let theorem = known(name, Play::Normal).unwrap();
        let game = catalogue::game(name).unwrap();
        let mut search = Search::for_outcomes(&*game, Play::Normal, Budget::default());
        for p in positions(2, 70) {
            let position: Position = game.position_of_words(&p);
            let said = theorem.value_of(position.numbers(), Budget::default()).unwrap() == Some(0);
            assert_eq!(said, search.outcome(&p).unwrap() == Outcome::P, "{name} {p:?}");
            if p.iter().sum::<u64>() % 7 == 0 && p[0] < 25 {
                let (found, expected) = (
                    theorem.analyse(&position, Budget::default()).unwrap(),
                    game.solve(&position).run().unwrap().winning_moves,
                );
                assert_eq!(found.winning_moves.list, expected.list, "{name} {p:?}");
            }
        }
    }
}

/// A match of two players who block and move at these levels, the first of whom moves
/// first: whether he has made the last move, and the review.
fn played(game: Box<dyn Game>, start: &Position, levels: [Level; 2]) -> Result<(bool, Review), Error> {
    let rules = Rules::new(vec![game], Play::Normal, Budget::default()).with_blocks();
    let mut game = Match::new(rules, vec![start.clone()]);
    let players = levels.map(|level| Computer { level, seed: 7 });
    loop {
        let (mover, blocker) = (game.moves() % 2, (game.moves() + 1) % 2);
        let blocked = players[blocker].block(&game.rules, game.state())?;
        game.block(blocked.clone())?;
        if game.is_over()? {
            return Ok((mover == 1, game.review()?));
        }
        let choice = players[mover].choose_unblocked(&game.rules, game.state(), &blocked)?;
        assert!(!blocked.contains(&choice.made.to), "{:?}", game.state());
        game.make(&choice.made)?;
    }
}

/// From every position of a box perfect players end as the definition says; whoever is
/// winning and plays perfectly wins against every level.
#[test]
fn perfect_players_win_what_is_won() -> Result<(), Error> {
    use Level::{Casual, Perfect, Random};
    for Case { text, numbers, size, options } in CASES.into_iter().filter(|case| !case.text.contains("start")) {
        for blocked in [1, 2] {
            let mut known = HashMap::new();
            for words in positions(numbers, size.min([0, 12, 5, 3][numbers])) {
                let wins = !is_lost(&words, options, blocked, &mut known);
                for levels in [[Perfect, Perfect], [Perfect, Random], [Random, Perfect], [Casual, Perfect]] {
                    let game = compiled(text, blocked);
                    let start = game.position_of_words(&words);
                    let (won, review) = played(Box::new(game), &start, levels)?;
                    let what = format!("{text} blocking {blocked} from {words:?}: {levels:?}");
                    let perfect = levels[usize::from(!wins)] == Perfect;
                    assert!(won == wins || !perfect, "{what}");
                    assert!(review.over && review.complete, "{what}");
                    // Whoever was winning and lost has made a mistake, and perfect players make none.
                    assert!(won == wins || review.decided_at.is_some(), "{what}");
                    assert!(levels != [Perfect, Perfect] || review.decided_at.is_none(), "{what}");
                }
            }
        }
    }
    // Through a theorem.
    for words in positions(2, 8) {
        let game = || catalogue::game("wythoff-blocking");
        let start = game()?.position_of_words(&words);
        let wins = !is_lost(&words, wythoff, 1, &mut HashMap::new());
        assert_eq!(played(game()?, &start, [Perfect, Perfect])?.0, wins, "{words:?}");
    }
    Ok(())
}

/// What is blocked cannot be moved to, one move long; and only so much, and only options.
#[test]
fn a_block_forbids_one_move() -> Result<(), Error> {
    let rules =
        || Ok::<_, Error>(Rules::new(vec![catalogue::game("wythoff-blocking")?], Play::Normal, Budget::default()));
    assert!(rules()?.start("1,2").is_err(), "nobody has said that blocks can be told");
    let rules = rules()?.with_blocks();
    let start = rules.start("0,2")?;
    let mut game = Match::new(rules, start);
    for (text, says) in
        [("0,1 0,0", "at most 1 option"), ("0,2", "no move there"), ("5,5", "no move there"), ("0,x", "")]
    {
        let error = game.read_block(text).and_then(|options| game.block(options)).unwrap_err();
        assert!(matches!(error, Error::BadMove { .. }) && error.to_string().contains(says), "{text}: {error}");
    }
    game.block(game.read_block("0,0 0,0")?)?;
    assert!(game.make(&game.read("0,0")?).unwrap_err().to_string().contains("blocked"));
    game.make(&game.read("0,1")?)?;
    assert_eq!(game.blocked(), None);
    // The only option is blocked: there is no move.
    assert!(!game.is_over()?);
    game.block(game.read_block("0,0")?)?;
    assert!(game.is_over()?);
    let review = game.review()?;
    assert!(review.over && review.moves.len() == 1);
    game.undo(1);
    assert_eq!(game.blocked().map(<[Position]>::len), Some(1));
    // Not to block is a mistake of the blocker.
    game.restart(vec![game.rules.games[0].read("0,1")?]);
    game.block(game.read_block("none")?)?;
    game.make(&game.read("0,0")?)?;
    let review = game.review()?;
    assert!(review.moves[0].let_through && !review.moves[0].mistake && review.decided_at == Some(0));
    Ok(())
}

//! Positions of heap games: both methods side by side, sums, and heaps
//! far beyond any table.

use nimlab::catalogue::game;
use nimlab::number::UBig;
use nimlab::sequence::Sequence;
use nimlab::solve::{Component, TableSize, solve_sum};
use nimlab::{Answer, Ask, Budget, Outcome, Play, RuleExt, catalogue};
use proptest::prelude::*;

fn answer(name: &str, position: &str, method: Option<&str>) -> Answer {
    let game = game(name).unwrap();
    let position = game.read(position).unwrap();
    game.solve(&position).method(method).run().unwrap()
}

fn moves(answer: &Answer) -> Vec<String> {
    answer.winning_moves.list.iter().map(ToString::to_string).collect()
}

const NAMES: [&str; 9] = [
    "subtraction:2,4,7",
    "subtraction:4,8,14",
    "subtraction:1,2,4,...",
    "allbut:2,3,4",
    "allbut:1,5,7",
    "allbut:4,9,10",
    "octal:0.77",
    "octal:0.137",
    "octal:4.3",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn the_period_and_the_table_give_the_same_answers(heaps in prop::collection::vec(0u64..400, 1..4)) {
        let position: Vec<String> = heaps.iter().map(u64::to_string).collect();
        for name in NAMES {
            let by_period = answer(name, &position.join(","), Some("closed-form"));
            let by_table = answer(name, &position.join(","), Some("table"));
            prop_assert_eq!(&by_period.winning_moves, &by_table.winning_moves, "{} {:?}", name, heaps);
            prop_assert_eq!(by_period.outcome, by_table.outcome);
            prop_assert_eq!(by_period.grundy, by_table.grundy);
            prop_assert!(by_table.winning_moves.complete);
            prop_assert_eq!(by_table.outcome == Outcome::N, !by_table.winning_moves.list.is_empty());
        }
    }
}

#[test]
fn a_heap_of_a_googol_stones_is_answered_at_once() {
    let googol = UBig::from(10u8).pow(100);
    // Period 3 from 8 on, and 10^100 = 8 + 3k + 2: the value is that of heap 10.
    let one = answer("subtraction:2,4,7", "1e100", None);
    assert_eq!((one.method.name(), one.grundy.clone()), ("closed-form", Some(UBig::from(2u8))));
    assert_eq!(moves(&one), [(&googol - UBig::from(7u8)).to_string(), (&googol - UBig::from(4u8)).to_string()]);
    let two = answer("subtraction:2,4,7", "1e100,1e100", None);
    assert_eq!(two.outcome, Outcome::P);

    // allbut(2,3,4): G(6k + r) = 2k + (r mod 2), so that only heap 0, 2 and 4 have value 0.
    let all_but = answer("allbut:2,3,4", "1e100", None);
    assert_eq!(moves(&all_but), ["0", "2", "4"]);
    let value = all_but.grundy.unwrap();
    assert_eq!(value, (&googol - UBig::from(4u8)) / UBig::from(3u8));
    let beside = game("allbut:2,3,4").unwrap();
    let position = beside.read("1e50,1e100").unwrap();
    let beside = beside.solve(&position).run().unwrap();
    assert!(beside.winning_moves.complete && !beside.winning_moves.list.is_empty());

    let kayles = answer("octal:0.77", "1e100", None);
    assert_eq!(kayles.outcome, Outcome::N);
    assert!(!kayles.winning_moves.complete);
    assert!(kayles.winning_moves.total.unwrap() > &googol / UBig::from(100u8));
}

#[test]
fn the_counted_moves_of_a_large_kayles_heap_are_all_there() {
    // Small enough to count by hand, large enough that most moves lie in classes.
    let heap = 100_000u64;
    let mut sequence = Sequence::new(catalogue::heap_rule("octal:0.77").unwrap());
    let values = sequence.first_values(heap as usize + 1).unwrap();
    let mut count = 0u64;
    for left in [heap - 1, heap - 2] {
        count += u64::from(values[left as usize] == 0);
        count += (1..=left / 2).filter(|&a| values[a as usize] == values[(left - a) as usize]).count() as u64;
    }
    let found = answer("octal:0.77", &heap.to_string(), Some("closed-form"));
    assert_eq!(found.winning_moves.total, Some(count.into()));
    assert!(found.winning_moves.complete);
    assert_eq!(found.winning_moves.list.len() as u64, count);
}

#[test]
fn sums_of_heap_games_and_others_are_solved() {
    let (kayles, grundy, nim) = (game("octal:0.77").unwrap(), game("grundy").unwrap(), game("nim").unwrap());
    let positions = [kayles.read("1e100").unwrap(), grundy.read("50").unwrap(), nim.read("7").unwrap()];
    let sum: Vec<Component<'_>> = [&*kayles, &*grundy, &*nim]
        .into_iter()
        .zip(&positions)
        .map(|(game, position)| Component { game, position })
        .collect();
    let answer = solve_sum(&sum, Play::Normal, Budget::default()).unwrap();
    let values = answer.components.iter().map(|answer| answer.grundy.clone().unwrap());
    assert_eq!(answer.grundy, Some(values.fold(UBig::ZERO, |sum, value| sum ^ value)));
    assert_eq!(answer.outcome, Outcome::N);
    assert!(answer.winning_moves.iter().any(|winning| winning.component == 2));
}

#[test]
fn misere_play_is_searched_and_small_heaps_are_nim() {
    let game = game("subtraction:1,2,3").unwrap();
    for (position, outcome) in [("1", Outcome::P), ("2", Outcome::N), ("5", Outcome::P), ("1,1", Outcome::N)] {
        let position = game.read(position).unwrap();
        let answer = game.solve(&position).misere().run().unwrap();
        assert_eq!(answer.outcome, outcome, "{position}");
    }
    let nim_heaps = |position| game.known_values().unwrap().nim_heaps(&game.read(position).unwrap());
    assert!(nim_heaps("3,3").is_some());
    assert!(nim_heaps("3,4").is_none());
}

#[test]
fn what_is_out_of_reach_says_so() {
    let game = game("grundy").unwrap();
    let position = game.read("1e100").unwrap();
    let error = game.solve(&position).run().unwrap_err();
    assert!(error.to_string().contains("limit") || error.to_string().contains("not decided"), "{error}");
    // A member above every heap does not matter.
    assert_eq!(answer("subtraction:1,1e15", "10", None).outcome, Outcome::P);
}

#[test]
fn long_tables_of_heap_games_need_no_budget() {
    for name in ["grundy", "octal:0.77", "subtraction:2,4,7", "allbut:2,3,4"] {
        let game = game(name).unwrap();
        let long = game.table(TableSize::Side(30_000)).budget(Budget::of_positions(1_000)).run().unwrap();
        let mut sequence = Sequence::new(catalogue::heap_rule(name).unwrap());
        sequence.extend_to(30_000).unwrap();
        let last = sequence.get(29_999).unwrap();
        assert_eq!((long.values.len(), u64::from(long.value(0, 29_999))), (30_000, last), "{name}");
        let square = game.table(TableSize::Rectangle(9, 12)).run().unwrap();
        assert_eq!(square.value(8, 11), long.value(0, 8) ^ long.value(0, 11), "{name}");
    }
}

#[test]
fn single_heaps_of_a_value_are_listed_by_the_period_as_by_the_values() {
    for (name, ends) in
        [("subtraction:2,4,7", false), ("allbut:2,3,4", true), ("allbut:3", true), ("octal:0.77", false)]
    {
        let game = game(name).unwrap();
        let values = Sequence::new(catalogue::heap_rule(name).unwrap()).first_values(2000).unwrap();
        for value in 0..9 {
            let expected: Vec<UBig> =
                (0u64..).zip(&values).filter(|(_, g)| u64::from(**g) == value).map(|(heap, _)| heap.into()).collect();
            for from in [0, 1, 7] {
                let count = expected.len().saturating_sub(from);
                let list = game.positions().value(value).from(from).count(4000).heaps(1).method("table").run().unwrap();
                let list: Vec<UBig> = list.take(count + 1).map(|it| it.unwrap().numbers()[0].clone()).collect();
                let bound = UBig::from(2000u64);
                let known = list.iter().filter(|heap| **heap < bound).count();
                assert_eq!(list[..known], expected[from.min(expected.len())..], "{name}, value {value} from {from}");
                // Of an all-but game each value has finitely many heaps.
                assert!(!ends || value > 4 || list.len() == count, "{name}, value {value} from {from}");
            }
        }
        let far = UBig::from(10u64).pow(30);
        let mut list = game.positions().from(far).count(1).heaps(1).method("table").run().unwrap();
        // In Kayles only the empty heap is lost.
        assert_eq!(list.next().is_some(), name == "subtraction:2,4,7");
    }
}

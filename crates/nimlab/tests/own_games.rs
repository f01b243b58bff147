//! Games, rules and lists that come from outside: whatever they are, the library
//! answers or refuses, and does not panic.

use nimlab::games::heaps::HeapGame;
use nimlab::number::UBig;
use nimlab::play::{Computer, Level, Match, Rules};
use nimlab::prelude::*;
use nimlab::{HeapMoves, HeapPattern, HeapRule, Left, ListQuery, MoveSet, Question, Result, Rows};
use std::ops::ControlFlow;

#[derive(Debug)]
struct Halving;

impl HeapMoves for Halving {
    fn name(&self) -> String {
        "halving".into()
    }

    fn options(&self, heap: u64, each: &mut dyn FnMut(Left) -> ControlFlow<()>) -> ControlFlow<()> {
        (heap.div_ceil(2)..heap).try_for_each(|left| each(Left::One(left)))
    }
}

fn position(numbers: &[u64], tail: bool) -> Position {
    Position::new(numbers.iter().map(|&number| UBig::from(number)).collect(), tail)
}

#[test]
fn a_heap_game_of_ones_own_is_solved_listed_and_checked() {
    let game = HeapGame::new(HeapRule::new(Halving));
    let answer = game.solve(&game.read("12").unwrap()).run().unwrap();
    assert_eq!(answer.winning_moves.list, [game.read("7").unwrap()]);
    // G(2k) = k and G(2k + 1) = G(k).
    let table = game.table(nimlab::solve::TableSize::Side(9)).run().unwrap();
    assert_eq!(table.values, [0, 0, 1, 0, 2, 1, 3, 0, 4]);
    let check = game.check(12).heaps(2).run().unwrap();
    assert!(check.agrees() && !check.compared.is_empty(), "{check:?}");
    // What it allows of a heap beyond all words nobody knows, and nobody says no.
    let [large, less] = ["1e30", "9e29"].map(|text| game.read(text).unwrap());
    assert_eq!(game.can_move(&large, &less), None);
    assert!(game.solve(&large).run().is_err());
}

#[test]
fn a_rule_of_ones_own_that_names_its_pattern_is_fast_and_proves_its_period() {
    let set = MoveSet::new(vec![1, 2, 3]).unwrap();
    let rule = || HeapRule::of_pattern("bachet", HeapPattern::Take(set.clone()));
    assert_eq!(rule(), rule());
    assert_ne!(HeapRule::new(Halving), HeapRule::new(Halving), "what cannot be compared is not called equal");
    let game = HeapGame::new(rule());
    assert_eq!(game.name(), "bachet");
    let answer = game.solve(&game.read("1e30").unwrap()).run().unwrap();
    assert_eq!((answer.outcome, answer.method.name()), (Outcome::P, "closed-form"));
}

#[test]
fn a_position_from_outside_is_put_in_order_or_refused() {
    let wythoff = catalogue::game("wythoff").unwrap();
    let [lying, sorted] = [[7, 4], [4, 7]].map(|piles| wythoff.solve(&position(&piles, false)).run().unwrap());
    assert_eq!(lying, sorted);
    let nim = catalogue::game("nim").unwrap();
    let answer = nim.solve(&position(&[5, 3], true)).run().unwrap();
    assert_eq!(answer.position.to_string(), "3,5");
    for wrong in [position(&[], false), position(&[], true), position(&[1], false), position(&[1, 2, 3], false)] {
        assert!(wythoff.solve(&wrong).run().is_err(), "{wrong}");
        assert!(wythoff.solve(&wrong).analyse().is_err(), "{wrong}");
    }
    assert_eq!(Shape::piles(1).with_tail("most", "the most").labels(0).len(), 2);
    assert!(position(&[], true).piles().is_empty());
}

#[test]
fn numbers_from_outside_have_the_limits_of_text() {
    let nim = catalogue::game("nim").unwrap();
    assert!(nim.read_numbers(vec![UBig::ONE; nimlab::MOST_PILES + 1]).is_err());
    let long = UBig::from(10u8).pow(nimlab::number::MAX_DIGITS - 10);
    assert!(nim.read_numbers(vec![long.clone()]).is_ok());
    assert!(nim.read_numbers(vec![long.clone(), long.clone()]).is_err());
    let fibonacci = catalogue::game("fibonacci").unwrap();
    assert!(fibonacci.read_numbers(vec![long.clone(), long.clone()]).is_err());
    assert!(fibonacci.read(&format!("{long}/{long}")).is_err());
}

#[test]
fn a_match_with_huge_heaps_of_ones_own_is_answered_or_refused_at_once() {
    let rules = || Rules::new(vec![Box::new(HeapGame::new(HeapRule::new(Halving)))], Play::Normal, Budget::default());
    let begun = std::time::Instant::now();
    assert!(rules().start("1e30").is_err());
    let mut game = Match::new(rules(), rules().start("1e12").unwrap());
    for typed in ["2", "999999999990", "999999999999999"] {
        if let Ok(made) = game.read(typed) {
            game.make(&made).unwrap();
        }
    }
    for level in Level::ALL {
        Computer { level, seed: 7 }.choose(&game.rules, game.state()).unwrap();
    }
    assert!(begun.elapsed().as_secs() < 60, "{:?}", begun.elapsed());
}

struct Three(u64);

impl Rows for Three {
    fn fill(&mut self, rows: usize, block: &mut Vec<u64>) -> Result<()> {
        block.clear();
        let now = (rows as u64).min(3 - self.0);
        block.extend(self.0..self.0 + now);
        self.0 += now;
        Ok(())
    }
}

#[test]
fn a_list_of_rows_may_end() {
    let query = ListQuery { count: 10, ..ListQuery::default() };
    let listed: Vec<String> = List::of_rows(1, Three(0), &query).map(|row| row.unwrap().to_string()).collect();
    assert_eq!(listed, ["0", "1", "2"]);
    let mut list = List::of_rows(1, Three(3), &query);
    assert!(list.next_row().unwrap().is_none() && list.next_row().unwrap().is_none());
}

#[test]
fn a_question_says_what_it_asks() {
    let lists = [(Play::Normal, 0), (Play::Misere, 0), (Play::Normal, 3), (Play::Misere, 3)];
    let said = lists.map(|(play, value)| Question::List { play, value }.to_string());
    assert!(said.iter().enumerate().all(|(i, one)| said[..i].iter().all(|other| other != one)), "{said:?}");
}

#[test]
fn components_with_a_slash_are_written_with_one() {
    let game = nimlab::rules::compile(
        "state x / t  move k in 1..min(x, t), a in 0..x - k where t > 0 -> (a, k) + (x - k - a, t - 1)  decreasing x",
    )
    .unwrap();
    assert!(game.read("4/3").is_ok());
    assert!(game.read("4,3").unwrap_err().to_string().contains("slash"));
    assert!(game.read("4").unwrap_err().to_string().contains("1 number was given"));
}

//! Whatever is written, nothing panics, and what is refused is refused with a
//! message.

use crate::game;
use nimlab::catalogue::{self, GAMES};
use nimlab::solve::{self, TableSize};
use nimlab::{Ask, Error, Play, Question, RuleExt, number};
use proptest::prelude::*;

/// Any text at all, and text that is nearly right.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[0-9,/()\\[\\] _x×e:.+-]{0,12}",
        "[0-9]{1,3}(,[0-9]{0,3}){0,4}(/[0-9]{0,3})?",
        "(nim|moore|greedy|building|wythoff|r-wythoff|fibonacci)[:(]?[0-9a-z,() -]{0,6}",
        "[0-9_]{1,6}[eE][0-9_]{0,3}",
        "[0-9]{60,200}",
        "\\PC{0,80}",
    ]
}

/// A message says something and is of a length that can be read.
fn is_message(message: &str) -> bool {
    !message.is_empty() && message.chars().count() < 2000
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn names_of_games_are_read_or_refused(text in text()) {
        match catalogue::game(&text) {
            Ok(game) => prop_assert!(catalogue::game(&game.name()).is_ok_and(|again| again.name() == game.name())),
            Err(error) => prop_assert!(is_message(&error.to_string()) && error.is_request(), "{}", error),
        }
    }

    #[test]
    fn positions_are_read_or_refused(text in text(), which in 0..GAMES.len()) {
        let game = game(GAMES[which].example.0);
        match game.read(&text) {
            Ok(position) => prop_assert_eq!(game.read(&position.to_string()).unwrap(), position),
            Err(error) => prop_assert!(is_message(&error.to_string()) && error.is_request(), "{}", error),
        }
    }

    #[test]
    fn numbers_are_read_or_refused(text in text()) {
        match number::parse(&text) {
            Ok(number) => prop_assert_eq!(number::parse(&number.to_string()).unwrap(), number),
            Err(error) => prop_assert!(is_message(&error.to_string()) && error.is_request(), "{}", error),
        }
    }

    #[test]
    fn table_sizes_are_read_or_refused(text in text()) {
        match TableSize::parse(&text) {
            Ok(TableSize::Side(side)) => prop_assert!(side > 0),
            Ok(TableSize::Rectangle(rows, columns)) => prop_assert!(rows > 0 && columns > 0),
            Err(error) => prop_assert!(is_message(&error.to_string()) && error.is_request(), "{}", error),
        }
    }

    #[test]
    fn methods_are_named_or_refused(text in prop_oneof![text(), "[a-z-]{0,14}"]) {
        let game = game("wythoff");
        match game.solve(&game.read("3,5").unwrap()).method(text.as_str()).run() {
            Ok(answer) => prop_assert_eq!(answer.method.name(), text),
            Err(error) => {
                prop_assert!(is_message(&error.to_string()) && error.is_request(), "{}", error);
                for method in solve::methods(&*game, Question::Solve(Play::Normal)) {
                    prop_assert!(error.to_string().contains(method.name()), "{}", error);
                }
            }
        }
    }
}

/// The strategy above would be worthless if it never hit anything right.
#[test]
fn every_name_and_every_example_is_read() {
    for entry in GAMES {
        let game = game(entry.example.0);
        assert!(game.read(&format!(" ( {} ) ", entry.example.1)).is_ok(), "{}", entry.name);
        assert!(game.read(&format!("[{}]", entry.example.1)).is_ok(), "{}", entry.name);
        for wrong in ["", "()", ",", "/", "1//2", "1,,2", "-1,2", "1.5,2", "1,2,3,4,5,6/7/8", "x", "1;2"] {
            assert!(game.read(wrong).is_err(), "{} read {wrong:?}", entry.name);
        }
        let position = game.read(entry.example.1).unwrap();
        for method in solve::methods(&*game, Question::Solve(Play::Normal)) {
            match game.solve(&position).method(method.name()).analyse() {
                Ok((found, _)) => assert_eq!(found, method, "{}", entry.name),
                // Plain search does not come as far as every example.
                Err(error) => assert!(matches!(error, Error::OverBudget { .. }), "{} by {method}: {error}", entry.name),
            }
        }
    }
}

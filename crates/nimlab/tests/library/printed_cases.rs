//! The single positions of `testdata/`, through every method that answers.

use crate::{analyse, every_method, game, testdata};
use nimlab::number::UBig;
use nimlab::solve::grundy;
use nimlab::{Ask, Budget, Game, Outcome, Play, RuleExt};
use serde::Deserialize;

#[derive(Deserialize)]
struct Cases {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    game: String,
    position: String,
    #[serde(default)]
    play: Option<String>,
    outcome: String,
    grundy: Option<u64>,
    #[serde(default)]
    wins: Vec<String>,
    #[serde(default)]
    loses: Vec<String>,
    #[serde(rename = "where")]
    printed: String,
}

impl Case {
    fn play(&self) -> Play {
        match self.play.as_deref() {
            None | Some("normal") => Play::Normal,
            Some("misere") => Play::Misere,
            Some(other) => panic!("{}: no play '{other}'", self.printed),
        }
    }

    fn outcome(&self) -> Outcome {
        match self.outcome.as_str() {
            "P" => Outcome::P,
            "N" => Outcome::N,
            other => panic!("{}: no outcome '{other}'", self.printed),
        }
    }

    /// Runs the case through every method.
    fn run(&self) {
        let game = game(&self.game);
        let position = game.read(&self.position).unwrap();
        let play = self.play();
        for method in every_method(&*game, play) {
            let told = format!("{} {} by {method} ({})", self.game, self.position, self.printed);
            let analysis = analyse(&*game, method.name(), &position, play).unwrap();
            assert_eq!(analysis.outcome, self.outcome(), "{told}");
            let moves = analysis.winning_moves;
            assert!(moves.complete, "{told}");
            assert_eq!(moves.list.is_empty(), analysis.outcome == Outcome::P, "{told}");
            for to in &self.wins {
                assert!(moves.list.contains(&game.read(to).unwrap()), "{told}: {to} should win");
            }
            for to in &self.loses {
                assert!(!moves.list.contains(&game.read(to).unwrap()), "{told}: {to} should lose");
            }
        }
        self.run_values(&*game);
        self.run_moves(&*game);
    }

    /// The printed Grundy value, and the one that goes with the answer.
    fn run_values(&self, game: &dyn Game) {
        let position = game.read(&self.position).unwrap();
        if let Some(value) = self.grundy {
            assert_eq!(self.play(), Play::Normal, "{}: values belong to normal play", self.printed);
            let found = grundy(game, &position, Budget::default()).unwrap();
            assert_eq!(found, UBig::from(value), "{} {} ({})", self.game, self.position, self.printed);
            let answer = game.solve(&position).run().unwrap();
            assert_eq!(answer.grundy, Some(found), "{} {} ({})", self.game, self.position, self.printed);
        }
    }

    /// All moves that are named must be moves.
    fn run_moves(&self, game: &dyn Game) {
        let options = game.option_list(&game.read(&self.position).unwrap().words().unwrap()).unwrap();
        for to in self.wins.iter().chain(&self.loses) {
            let to = game.read(to).unwrap().words().unwrap();
            assert!(options.contains(&to), "{} {} has no move to {to:?}", self.game, self.position);
        }
    }
}

fn run(file: &str, at_least: usize) {
    let Cases { cases } = testdata(file);
    assert!(cases.len() >= at_least, "{file} has only {} cases", cases.len());
    for case in cases {
        case.run();
    }
}

#[test]
fn the_statements_of_the_sources_hold_where_we_try_them() {
    run("instances.toml", 39);
}

#[test]
fn every_position_that_thesis_w_prints_is_answered_as_printed() {
    run("thesis-w.toml", 38);
}

#[test]
fn every_position_that_thesis_a_prints_is_answered_as_printed() {
    run("thesis-a.toml", 1);
}

#[test]
fn every_position_that_the_handout_prints_is_answered_as_printed() {
    run("handout.toml", 16);
}

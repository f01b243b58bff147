//! Single positions that a source prints: who wins, with which value, and
//! which of the named moves win or lose. Asked through every method that the
//! game has, which must agree.

use super::data::Case;
use crate::error::{Error, Result};
use nimlab::solve::grundy;
use nimlab::{Ask, Budget, Error as GameError, Outcome, Play, Question, RuleExt, catalogue};
use serde_json::{Value, json};

/// What is printed about some positions; null if there are none.
pub fn printed(cases: &[Case]) -> Value {
    if cases.is_empty() {
        return Value::Null;
    }
    Value::Array(cases.iter().map(|case| fact(case, &case.outcome, case.grundy, &case.wins, &case.loses)).collect())
}

/// The same, computed.
pub fn computed(cases: &[Case]) -> Result<Value> {
    cases.iter().map(one).collect::<Result<Vec<_>>>().map(Value::Array)
}

/// The methods by which the positions were asked.
pub fn methods(cases: &[Case]) -> Result<String> {
    let mut names: Vec<&str> = Vec::new();
    for case in cases {
        for method in nimlab::solve::methods(&*catalogue::game(&case.game)?, Question::Solve(play_of(case))) {
            if !names.contains(&method.name()) {
                names.push(method.name());
            }
        }
    }
    Ok(names.join(", "))
}

fn fact(case: &Case, outcome: &str, value: Option<u64>, wins: &[String], loses: &[String]) -> Value {
    let mut fact = json!({"game": case.game, "position": case.position, "play": case.play, "outcome": outcome});
    if let Some(value) = value {
        fact["grundy"] = value.into();
    }
    for (name, moves) in [("wins", wins), ("loses", loses)] {
        if !moves.is_empty() {
            fact[name] = moves.into();
        }
    }
    fact
}

fn play_of(case: &Case) -> Play {
    if case.play == "misere" { Play::Misere } else { Play::Normal }
}

fn one(case: &Case) -> Result<Value> {
    let game = catalogue::game(&case.game)?;
    let position = game.read(&case.position)?;
    let play = play_of(case);
    let budget = Budget::default();
    let mut found = None;
    for method in nimlab::solve::methods(&*game, Question::Solve(play)) {
        let (_, analysis) = game.solve(&position).play(play).method(method.name()).analyse()?;
        if *found.get_or_insert_with(|| analysis.clone()) != analysis {
            return Err(Error::Methods { what: format!("{} {}", case.game, case.position) });
        }
    }
    let found = found.ok_or_else(|| GameError::undecided("no method was tried"))?;
    let options = game.option_list(&position.words()?)?;
    // A named move counts if it is a move at all; whether it wins is for us to say.
    let moves = |named: &[String], winning: bool| -> Result<Vec<String>> {
        let mut kept = Vec::new();
        for to in named {
            let there = game.read(to)?;
            let is_move = options.contains(&there.words()?);
            if is_move && found.winning_moves.list.contains(&there) == winning {
                kept.push(to.clone());
            }
        }
        Ok(kept)
    };
    let value = match case.grundy {
        None => None,
        Some(_) => u64::try_from(&grundy(&*game, &position, budget)?).ok(),
    };
    let outcome = if found.outcome == Outcome::P { "P" } else { "N" };
    Ok(fact(case, outcome, value, &moves(&case.wins, true)?, &moves(&case.loses, false)?))
}

//! `nimlab rules check`: reads a rule file, says what it is or what is wrong
//! with it; and the reading of `rules:FILE` for all other commands.

use crate::arguments::{RulesArguments, RulesCheckArguments, RulesCommand};
use crate::commands::{budget, small};
use crate::output::{Output, aligned};
use nimlab::error::Error;
use nimlab::game::Game;
use nimlab::json;
use nimlab::rules::{self, Diagnostics, RuleGame};
use std::io::{Read, Write};
use std::process::ExitCode;
use std::time::Duration;

/// How long rules are tried out at most.
const TRYING: Duration = Duration::from_secs(5);

pub fn run(asked: &RulesArguments, out: &mut Output) -> anyhow::Result<ExitCode> {
    match &asked.command {
        RulesCommand::Check(asked) => check(asked, out),
    }
}

/// The game of a rule file, with values of parameters in parentheses behind
/// its name.
pub fn read(text: &str) -> anyhow::Result<RuleGame> {
    let (file, game) = compile(text)?;
    Ok(game
        .map_err(|problems| Error::BadRules { text: format!("{file} cannot be used\n{problems}").trim_end().into() })?)
}

type Compiled = Result<RuleGame, Diagnostics>;

fn compile(text: &str) -> anyhow::Result<(String, Compiled)> {
    let (file, parameters) = match text.strip_suffix(')').and_then(|text| text.rsplit_once('(')) {
        Some((file, parameters)) if !std::path::Path::new(text).exists() => (file, parameters),
        _ => (text, ""),
    };
    let mut source = String::new();
    // One byte more than is accepted, so that a longer file is seen to be longer.
    let most = rules::MAX_SOURCE as u64 + 1;
    let read = match file {
        "-" => std::io::stdin().lock().take(most).read_to_string(&mut source),
        file => std::fs::File::open(file).and_then(|file| file.take(most).read_to_string(&mut source)),
    };
    read.map_err(|error| Error::BadRules { text: format!("{file} cannot be read: {error}") })?;
    let game = rules::parameters(parameters).and_then(|parameters| rules::compile_with(&source, &parameters));
    Ok((file.to_owned(), game))
}

fn check(asked: &RulesCheckArguments, out: &mut Output) -> anyhow::Result<ExitCode> {
    let size = small("the size", &asked.size)?;
    let budget = budget(&asked.budget)?.within(TRYING);
    let game = match compile(&asked.file)? {
        (_, Ok(game)) => game,
        (_, Err(problems)) if out.json => {
            out.value(&json::refused(&problems))?;
            return Ok(ExitCode::from(2));
        }
        (file, Err(problems)) => {
            return Err(Error::BadRules { text: format!("{file} cannot be used\n{problems}").trim_end().into() }.into());
        }
    };
    let tried = game.try_out(size, budget);
    let failure = tried.as_ref().err().map(ToString::to_string);
    if out.json {
        out.value(&json::accepted(&game, tried.as_ref().ok().copied(), failure.as_deref()))?;
    } else {
        let tried = match &tried {
            Ok(positions) => format!("{positions} positions: every move is in order"),
            Err(_) => "the rules fail".into(),
        };
        write_text(&game, tried, out)?;
    }
    match tried {
        Ok(_) => Ok(ExitCode::SUCCESS),
        Err(_) if out.json => Ok(ExitCode::from(2)),
        Err(error) => {
            out.finish()?;
            Err(error.into())
        }
    }
}

fn write_text(game: &RuleGame, tried: String, out: &mut Output) -> anyhow::Result<()> {
    out.headline(&game.name())?;
    let position = match game.is_sum() {
        true => format!("any number of components ({})", game.state().join(", ")),
        false => format!("({})", game.state().join(", ")),
    };
    let mut rows = vec![vec!["position".to_owned(), position]];
    if !game.parameters().is_empty() {
        let list: Vec<String> = game.parameters().iter().map(|(name, value)| format!("{name} = {value}")).collect();
        rows.push(vec!["parameters".into(), list.join(", ")]);
    }
    let clauses = game.clauses();
    rows.push(vec!["moves".into(), format!("{clauses} clause{}", if clauses == 1 { "" } else { "s" })]);
    let end = match game.states_its_end() {
        true => "stated by `decreasing`, and checked on every move",
        false => "not stated: a loop is found when it is met",
    };
    rows.push(vec!["end".into(), end.into()]);
    rows.push(vec!["tried out".into(), tried]);
    write!(out, "{}", aligned(&rows, &[]))?;
    Ok(())
}

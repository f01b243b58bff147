//! `nimlab games`: the catalogue, or one game in full.

use crate::arguments::GamesArguments;
use crate::output::{Output, aligned_text, labelled, wrapped};
use nimlab::catalogue::{self, Entry, GAMES, NamedGame, OTHER_NAMES, OtherName, RULE_FILES, RuleFile};
use nimlab::error::Error;
use nimlab::json;
use std::io::Write;
use std::process::ExitCode;

pub fn run(asked: &GamesArguments, out: &mut Output) -> anyhow::Result<ExitCode> {
    match &asked.name {
        None => list(out)?,
        Some(name) => match name.trim().strip_prefix("rules:") {
            Some(file) => super::rules::show(file, out)?,
            None if name.trim() == "rules" => rules(out)?,
            None => one(name.trim(), out)?,
        },
    }
    Ok(ExitCode::SUCCESS)
}

fn one(name: &str, out: &mut Output) -> anyhow::Result<()> {
    match catalogue::named(catalogue::split(name).0)? {
        NamedGame::BuiltIn(entry) if out.json => Ok(out.value(&json::entry_named(entry, name))?),
        NamedGame::BuiltIn(entry) => show(entry, entry.example.0, out),
        NamedGame::Other(other) => other_name(other, out),
        NamedGame::Rules(file) => rule_file(file, name, out),
    }
}

fn list(out: &mut Output) -> anyhow::Result<()> {
    if out.json {
        let mut all = json::entries();
        all.as_array_mut().into_iter().for_each(|list| list.extend(json::rule_files()));
        return Ok(out.value(&all)?);
    }
    let mut rows: Vec<Vec<String>> = GAMES.iter().map(|entry| vec![entry.usage(), entry.rule.to_owned()]).collect();
    rows.push(vec!["rules:FILE".into(), RULES.into()]);
    write!(out, "{}", aligned_text(&rows, &[]))?;
    writeln!(out, "\nother names")?;
    let others = OTHER_NAMES.iter().map(|other| [other.name, other.game, other.remark].map(str::to_owned).to_vec());
    let code = ["0.77", "octal:0.77", "Any octal code works without the name octal."].map(str::to_owned).to_vec();
    write!(out, "{}", aligned_text(&others.chain([code]).collect::<Vec<_>>(), &[]))?;
    writeln!(out, "\ngames by rule")?;
    let rows: Vec<Vec<String>> = RULE_FILES.iter().map(|file| vec![file.usage(), file.summary()]).collect();
    write!(out, "{}", aligned_text(&rows, &[]))?;
    let more = "nimlab games NAME shows one in full: its parameters, positions, methods and sources.";
    writeln!(out, "\n{}", wrapped(more))?;
    Ok(())
}

/// What `rules:FILE` is.
const RULES: &str = "A game of your own, from a rule file: see `nimlab rules --help`.";

fn rules(out: &mut Output) -> anyhow::Result<()> {
    if out.json {
        return Ok(out.value(&serde_json::json!({ "name": "rules", "usage": "rules:FILE", "rule": RULES }))?);
    }
    out.headline("rules:FILE")?;
    writeln!(out, "{}\n", wrapped(RULES))?;
    writeln!(out, "parameters  rules:FILE(a=3) gives the parameters of the file other values")?;
    writeln!(out, "position    as the state line of the file says; nimlab games rules:FILE shows it")?;
    writeln!(out, "check       nimlab rules check FILE reads it and tries it out")?;
    writeln!(out, "\ntry         nimlab solve rules:my.rules 10 --explain")?;
    Ok(())
}

/// A built-in game under another name.
fn other_name(other: &OtherName, out: &mut Output) -> anyhow::Result<()> {
    let entry = catalogue::entry(other.name)?;
    if out.json {
        return Ok(out.value(&json::other_name(other, entry))?);
    }
    out.headline(&format!("{} is {}", other.name, other.game))?;
    writeln!(out, "{}\n", wrapped(other.remark))?;
    let example = if other.game.contains(':') { other.name } else { entry.example.0 };
    show(entry, example, out)
}

/// A game by rule, with the values of its parameters that were asked for: its
/// title, how a position is written, its rule text.
fn rule_file(file: &RuleFile, asked: &str, out: &mut Output) -> anyhow::Result<()> {
    let missing = || Error::UnknownGame { given: asked.to_owned(), nearest: None, example: file.name };
    let game = catalogue::rule_game(asked)?.ok_or_else(missing)?;
    if out.json {
        return Ok(out.value(&json::rule_file_of(file, &game))?);
    }
    let called = if catalogue::split(asked).1.is_some() { format!("'{asked}'") } else { file.usage() };
    super::rules::write_in_full(&game, &called, out)
}

/// How wide the column of labels is.
const FACTS: usize = 12;

/// A built-in game in full; the example at the end plays this one.
fn show(entry: &Entry, example: &str, out: &mut Output) -> anyhow::Result<()> {
    out.headline(&entry.usage())?;
    writeln!(out, "{}\n", wrapped(entry.rule))?;
    let parameters = entry.parameter().map(|parameter| ("parameters", parameter.about()));
    let facts = [("position", entry.position.into()), ("methods", entry.methods()), ("source", entry.source.into())];
    for (label, fact) in parameters.into_iter().chain(facts) {
        writeln!(out, "{}", labelled(label, FACTS, &fact))?;
    }
    writeln!(out, "\ntry         nimlab solve {example} {} --explain", entry.example.1)?;
    Ok(())
}

//! `nimlab games`: the catalogue, or one game in full.

use crate::arguments::GamesArguments;
use crate::output::{Output, aligned, wrapped};
use nimlab::catalogue::{self, GAMES};
use nimlab::json;
use std::io::Write;
use std::process::ExitCode;

pub fn run(asked: &GamesArguments, out: &mut Output) -> anyhow::Result<ExitCode> {
    match &asked.name {
        None => list(out)?,
        Some(name) => match name.trim().strip_prefix("rules:") {
            Some(file) => super::rules::show(file, out)?,
            None if name.trim() == "rules" => rules(out)?,
            None => show(bare(name), out)?,
        },
    }
    Ok(ExitCode::SUCCESS)
}

/// The name without parameters.
fn bare(name: &str) -> &str {
    name.split([':', '(']).next().unwrap_or(name).trim()
}

fn list(out: &mut Output) -> anyhow::Result<()> {
    if out.json {
        return Ok(out.value(&json::entries())?);
    }
    let mut rows: Vec<Vec<String>> =
        GAMES.iter().map(|entry| vec![entry.usage.to_owned(), entry.rule.to_owned()]).collect();
    rows.push(vec!["rules:FILE".into(), RULES.into()]);
    write!(out, "{}", aligned(&rows, &[]))?;
    writeln!(out, "\nnimlab games NAME shows one in full: its parameters, positions, methods and sources.")?;
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
    writeln!(out, "\ntry         nimlab solve rules:examples/rules/kayles.rules 10 --explain")?;
    Ok(())
}

fn show(name: &str, out: &mut Output) -> anyhow::Result<()> {
    let entry = catalogue::entry(name)?;
    if out.json {
        return Ok(out.value(&json::entry(entry))?);
    }
    out.headline(entry.usage)?;
    writeln!(out, "{}\n", wrapped(entry.rule))?;
    let mut facts = vec![("position", entry.position), ("methods", entry.methods), ("source", entry.source)];
    if !entry.parameters.is_empty() {
        facts.insert(0, ("parameters", entry.parameters));
    }
    for (label, fact) in facts {
        let text = wrapped(fact).replace('\n', "\n            ");
        writeln!(out, "{label:<10}  {text}")?;
    }
    writeln!(out, "\ntry         nimlab solve {} {} --explain", entry.example.0, entry.example.1)?;
    Ok(())
}

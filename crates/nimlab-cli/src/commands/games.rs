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
    rows.push(vec!["rules:FILE".into(), "A game of your own, from a rule file: see `nimlab rules --help`.".into()]);
    write!(out, "{}", aligned(&rows, &[]))?;
    writeln!(out, "\nnimlab games NAME shows one in full: its parameters, positions, methods and sources.")?;
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

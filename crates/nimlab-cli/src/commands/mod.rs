//! One file for each subcommand.

pub mod cells;
pub mod check;
pub mod cold;
pub mod compare;
pub mod find;
pub mod first_piles;
pub mod games;
pub mod limits;
pub mod manual;
pub mod many;
pub mod moves;
pub mod period;
pub mod play;
pub mod plot;
pub mod prove;
pub mod quotient;
pub mod represent;
pub mod reproduce;
pub mod row;
pub mod rules;
pub mod run;
pub mod serve;
pub mod show;
pub mod site;
pub mod solve;
pub mod sweep;
pub mod table;
pub mod triples;
pub mod verdict;
pub mod verify;

use crate::arguments::{BudgetArguments, CostArguments};
use anyhow::bail;
use nimlab::error::Error;
use nimlab::games::wythoff3::rule::Variant;
use nimlab::number::{self, UBig};
use nimlab::rules::RuleGame;
use nimlab::{Budget, Game, catalogue};
use nimlab_lab::available_memory;
use std::io::Read;
use std::time::Duration;

/// Arguments that do not go together, and a command that works.
pub fn wrong_request(problem: impl Into<String>, hint: &'static str) -> anyhow::Error {
    nimlab_lab::Error::Request { problem: problem.into(), hint: hint.into() }.into()
}

/// The most bytes that are read through `@FILE`.
const MOST_BYTES: u64 = 64 << 20;

/// A word of the command line, or the contents of a file for `@FILE`; `@-` is
/// standard input.
pub fn word(text: &str) -> anyhow::Result<String> {
    let Some(path) = text.strip_prefix('@') else { return Ok(text.to_owned()) };
    let mut contents = String::new();
    let read = match path {
        "-" => std::io::stdin().lock().take(MOST_BYTES + 1).read_to_string(&mut contents),
        path => std::fs::File::open(path).and_then(|file| file.take(MOST_BYTES + 1).read_to_string(&mut contents)),
    };
    let unreadable = |problem: String| Error::BadNumber { given: text.to_owned(), problem };
    read.map_err(|error| unreadable(format!("the file cannot be read: {error}")))?;
    if contents.len() as u64 > MOST_BYTES {
        return Err(unreadable(format!("the file is longer than {MOST_BYTES} bytes")).into());
    }
    Ok(contents.trim().to_owned())
}

/// The game of a name: one of the catalogue, or `rules:FILE`, where values of
/// parameters may follow in parentheses: `rules:FILE(a=3)`.
pub fn game(name: &str) -> anyhow::Result<Box<dyn Game>> {
    match name.trim().strip_prefix("rules:") {
        Some(file) => Ok(Box::new(rules::read(file)?)),
        None => match catalogue::game(name) {
            Err(Error::UnknownGame { .. }) if is_file(name) => bail!(Error::BadRules {
                text: format!(
                    "'{0}' is a file, and a game by a rule file is called rules:FILE\n  an example that works: rules:{0}",
                    name.trim()
                ),
            }),
            game => Ok(game?),
        },
    }
}

fn is_file(name: &str) -> bool {
    std::path::Path::new(rules::split(name.trim()).0).is_file()
}

/// The rules of a game that is made of them: those of `rules:FILE`, or of a
/// rule file that is known by name.
pub fn rule_game(name: &str) -> anyhow::Result<Option<RuleGame>> {
    match name.trim().strip_prefix("rules:") {
        Some(file) => Ok(Some(rules::read(file)?)),
        None => Ok(catalogue::rule_game(name)?),
    }
}

/// The games whose P-positions are computed far by streams of their own.
pub const THREE_PILES: &str = "wythoff3:l1, wythoff3:lex and wythoff3:positive";

/// The three-pile game of a name, if it is one of [`THREE_PILES`], and its own
/// name. Rules are none, whatever they call themselves.
pub fn three_piles(name: &str) -> anyhow::Result<(String, Option<Variant>)> {
    let found = game(name)?.name();
    let is = |variant: &Variant| found == format!("wythoff3:{}", variant.word());
    let variant = Variant::ALL.into_iter().filter(|_| !name.trim().starts_with("rules:")).find(is);
    Ok((found, variant))
}

/// A number of any size from the command line.
pub fn big(text: &str) -> anyhow::Result<UBig> {
    Ok(number::parse(&word(text)?)?)
}

/// A number that must fit into a machine word.
pub fn small(flag: &'static str, text: &str) -> anyhow::Result<u64> {
    let value = big(text)?;
    Ok(number::words(std::slice::from_ref(&value), flag)?[0])
}

/// The budget of a question.
pub fn budget(asked: &BudgetArguments) -> anyhow::Result<Budget> {
    budget_or(asked, Budget::default())
}

/// The budget of a question, what was not said taken from another one.
pub fn budget_or(asked: &BudgetArguments, otherwise: Budget) -> anyhow::Result<Budget> {
    let positions = match asked.budget.as_deref().map(|text| small("the budget", text)).transpose()? {
        Some(0) => bail!(Error::BadNumber { given: "0".into(), problem: "a budget has at least one position".into() }),
        positions => positions,
    };
    let mut budget = positions.map_or(otherwise, Budget::of_positions);
    budget.time = otherwise.time;
    cost_or(&asked.cost, budget)
}

/// The budget of work that remembers no positions.
pub fn cost(asked: &CostArguments) -> anyhow::Result<Budget> {
    cost_or(asked, Budget::default())
}

/// The same, the time that was not said taken from another one.
pub fn cost_or(asked: &CostArguments, otherwise: Budget) -> anyhow::Result<Budget> {
    let mut budget = otherwise;
    budget.bytes = match asked.budget_memory.as_deref().map(megabytes).transpose()? {
        Some(0) => bail!(Error::BadNumber { given: "0".into(), problem: "a budget has at least 1 MB".into() }),
        Some(megabytes) => megabytes.saturating_mul(1 << 20),
        None => available_memory().map_or(Budget::BYTES, |free| (free / 2).clamp(64 << 20, 4 << 30)),
    };
    match asked.budget_time.as_deref() {
        Some(text) => Ok(budget.within(seconds(text)?)),
        None => Ok(budget),
    }
}

/// A memory in megabytes: 500, 500MB or 2GB.
fn megabytes(text: &str) -> anyhow::Result<u64> {
    let whole = text.trim().to_ascii_uppercase();
    match (whole.strip_suffix("MB"), whole.strip_suffix("GB")) {
        (Some(number), _) => small("the memory", number),
        (None, Some(number)) => Ok(small("the memory", number)?.saturating_mul(1024)),
        (None, None) => small("the memory", text),
    }
}

/// A time in seconds, such as 60, 60s or 0.5.
fn seconds(text: &str) -> anyhow::Result<Duration> {
    let read = text
        .strip_suffix('s')
        .unwrap_or(text)
        .parse::<f64>()
        .ok()
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let problem = "a time in seconds was expected, such as --budget-time 60 or 0.5";
    let bad = || Error::BadNumber { given: number::shorten(text), problem: problem.into() };
    Ok(read.filter(|time| !time.is_zero()).ok_or_else(bad)?)
}

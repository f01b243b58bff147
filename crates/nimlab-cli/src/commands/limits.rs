//! `nimlab limits`: how the numbers of a list of positions grow.

use crate::arguments::BudgetArguments;
use crate::commands::{budget, small};
use crate::output::{Output, aligned, aligned_text, text_width, wrapped};
use clap::Args;
use nimlab::solve::planes::conjecture::{ObservedPlane, observe};
use nimlab::solve::{Differences, Ratios};
use nimlab::{Ask, ListQuery, Play, counted, json};
use std::io::Write;
use std::process::ExitCode;

/// `nimlab limits`
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  nimlab limits wythoff --count 1e6\n  nimlab limits proportionate-nim --count 100\n  nimlab limits wythoff3:positive --count 1e5\n  nimlab limits r-wythoff --value 2 --count 1000\n  nimlab limits fraenkel:3 --first-pile 4\n\nEach number of position n is divided by n, and the differences between each position and the next are counted. Decimals are cut off, not rounded. What shows is observed, not proved."
)]
pub struct LimitsArguments {
    /// The game, such as wythoff:2
    pub game: String,

    /// How many positions, at least 2
    #[arg(long, value_name = "N", default_value = "10000")]
    pub count: String,

    /// Misère play: whoever makes the last move loses
    #[arg(long)]
    pub misere: bool,

    /// Take the positions of this Grundy value; those of 0 are the P-positions
    #[arg(long, value_name = "G", default_value = "0")]
    pub value: String,

    /// Take only positions with this first pile, which is their smallest one
    #[arg(long, value_name = "M")]
    pub first_pile: Option<String>,

    /// The number of heaps (or components), for games that take any number
    #[arg(long, value_name = "H", default_value = "3")]
    pub heaps: String,

    /// Use this method instead of the fastest
    #[arg(long, value_name = "METHOD")]
    pub method: Option<String>,

    #[command(flatten)]
    pub budget: BudgetArguments,
}

/// A space at which no line is broken: it stands between a difference and its
/// count.
const NO_BREAK: char = '\u{a0}';

/// The most differences that are shown one by one.
const SHOWN: usize = 12;

pub fn run(asked: &LimitsArguments, out: &mut Output) -> anyhow::Result<ExitCode> {
    let game = super::game(&asked.game)?;
    let query = ListQuery {
        play: if asked.misere { Play::Misere } else { Play::Normal },
        value: small("the Grundy value", &asked.value)?,
        count: small("the number of positions", &asked.count)?,
        heaps: small("the number of heaps", &asked.heaps)? as usize,
        first_pile: asked.first_pile.as_deref().map(|pile| small("the first pile", pile)).transpose()?,
        budget: budget(&asked.budget)?,
        ..ListQuery::default()
    };
    let method = asked.method.as_deref();
    let found = game.positions().query(&query).method(method).limits()?;
    let columns = if found.differences.is_empty() { Vec::new() } else { game.labels(found.differences.len()) };
    // Only Fraenkel's game has such lists.
    let seen = match (query.first_pile, found.ratios.last().map(|last| &last.position[..])) {
        (Some(pile), Some(&[_, up_to, _])) => Some(observe(pile, up_to, query.budget)?),
        _ => None,
    };
    if out.json {
        let mut value = json::limits(&game.name(), query.play, query.value, &columns, &found);
        if let Some(seen) = &seen {
            value["first_pile"] = json::first_pile(seen);
        }
        out.value(&value)?;
        return Ok(ExitCode::SUCCESS);
    }
    let note = if asked.misere { "  (misère play)" } else { "" };
    let of = match query.first_pile {
        Some(pile) => format!(" with first pile {pile}"),
        None if query.value > 0 => format!(" of Grundy value {}", query.value),
        None => String::new(),
    };
    out.headline(&format!("{}, {}{of}{note}", game.name(), counted(found.count, "position")))?;
    if found.count < 2 {
        writeln!(out, "{}", wrapped("There are no more: ratios and differences begin with the second position."))?;
        return Ok(ExitCode::SUCCESS);
    }
    let header = std::iter::once("n".to_owned()).chain(columns.iter().map(|column| format!("{column}/n")));
    let digits = digits_that_fit(&found.ratios);
    let rows = found.ratios.iter().map(|one| {
        let short = one.ratios.iter().map(|ratio| cut(ratio, digits).to_owned());
        std::iter::once(one.n.to_string()).chain(short).collect()
    });
    let right: Vec<usize> = (0..=columns.len()).collect();
    write!(out, "{}", aligned(&std::iter::once(header.collect()).chain(rows).collect::<Vec<_>>(), &right))?;
    writeln!(out, "\ndifferences of successive positions")?;
    let header = ["", "least", "greatest", "how often"].map(str::to_owned).to_vec();
    let rows = columns.iter().zip(&found.differences).map(|(column, one)| row(column, one));
    let counts = aligned_text(&std::iter::once(header).chain(rows).collect::<Vec<_>>(), &[1, 2]);
    write!(out, "{}", counts.replace(NO_BREAK, " "))?;
    if let Some(seen) = &seen {
        write_seen(seen, out)?;
    }
    writeln!(out, "\nobserved, not proved; decimals are cut off")?;
    Ok(ExitCode::SUCCESS)
}

/// What is seen of Fraenkel's conjectures.
fn write_seen(seen: &ObservedPlane, out: &mut Output) -> anyhow::Result<()> {
    let ObservedPlane { first_pile, up_to, n1, n2, alpha, missing } = seen;
    let sign = if *alpha < 0 { '-' } else { '+' };
    let told = format!(
        "Fraenkel's conjectures, for positions ({first_pile}, y, z) with y up to {up_to} and n = z - y: from n = {n1} on each n occurs once, in order (N1); from n = {n2} on y is floor(n phi) {sign} {} but for at most 1 (N2 and alpha).",
        alpha.unsigned_abs()
    );
    writeln!(out, "\n{}", wrapped(&told))?;
    if !missing.is_empty() {
        let list: Vec<String> = missing.iter().map(u64::to_string).collect();
        writeln!(out, "{}", wrapped(&format!("No position has the difference {}.", list.join(", "))))?;
    }
    Ok(())
}

/// A decimal with at most this many digits after the point.
fn cut(decimal: &str, digits: usize) -> &str {
    let end = decimal.find('.').map_or(decimal.len(), |point| point + 1 + digits);
    &decimal[..end.min(decimal.len())]
}

/// The digits after the point with which the ratios fit on the screen, but at least
/// three.
fn digits_that_fit(ratios: &[Ratios]) -> usize {
    let width = |digits: usize| {
        let line = |one: &Ratios| one.ratios.iter().map(|ratio| 2 + cut(ratio, digits).len()).sum::<usize>();
        let numbers = ratios.iter().map(|one| one.n.to_string().len()).max().unwrap_or(0);
        numbers + ratios.iter().map(line).max().unwrap_or(0)
    };
    (3..=12).rev().find(|&digits| width(digits) <= text_width()).unwrap_or(3)
}

/// The differences of a column: the least, the greatest, and how often the
/// most frequent ones occur.
fn row(column: &str, found: &Differences) -> Vec<String> {
    let word = |number: Option<i128>| number.map_or("-".to_owned(), |number| number.to_string());
    let mut frequent: Vec<(&i128, &u64)> = found.counts.iter().collect();
    let many = frequent.len() > SHOWN || found.others > 0;
    if many {
        frequent.sort_by_key(|&(difference, &count)| (std::cmp::Reverse(count), *difference));
        frequent.truncate(SHOWN);
    }
    let mut counts: Vec<String> =
        frequent.iter().map(|(difference, count)| format!("{difference}:{NO_BREAK}{count}")).collect();
    if many {
        counts.push("…".into());
    }
    vec![column.to_owned(), word(found.least), word(found.greatest), counts.join(", ")]
}

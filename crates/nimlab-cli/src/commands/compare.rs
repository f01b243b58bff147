//! `nimlab compare`: where do the values and outcomes of two games differ?

use crate::arguments::BudgetArguments;
use crate::commands::{budget, small, wrong_request};
use crate::output::{Output, aligned};
use clap::Args;
use nimlab::error::Error;
use nimlab::solve::Comparison;
use nimlab::{Ask, Game, Piles, Play, RuleExt, counted, json};
use std::io::Write;
use std::process::ExitCode;

/// `nimlab compare`
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  nimlab compare nim wythoff --size 10\n  nimlab compare wythoff r-wythoff --size 100\n  nimlab compare kayles rules:my.rules --size 1000\n  nimlab compare nim greedy --heaps 3\n\nThe exit code is 0 if they agree and 1 if they differ."
)]
pub struct CompareArguments {
    /// A game, such as nim
    pub game: String,

    /// The other game, such as wythoff
    pub other: String,

    /// Compare all positions whose numbers are below this
    #[arg(long, value_name = "N", default_value = "10")]
    pub size: String,

    /// The number of heaps, for games that take any number [default: 3, or 1 for sums of heaps]
    #[arg(long, value_name = "H")]
    pub heaps: Option<String>,

    /// Compare the outcomes of misère play, where whoever makes the last move loses
    #[arg(long)]
    pub misere: bool,

    #[command(flatten)]
    pub budget: BudgetArguments,
}

pub fn run(asked: &CompareArguments, out: &mut Output) -> anyhow::Result<ExitCode> {
    let (game, other) = (super::game(&asked.game)?, super::game(&asked.other)?);
    let size = small("the size", &asked.size)?;
    let heaps = asked.heaps.as_deref().map(|heaps| small("the number of heaps", heaps)).transpose()?;
    let heaps = heaps.map(|heaps| usize::try_from(heaps).unwrap_or(usize::MAX));
    let fixed = [&game, &other].into_iter().find(|game| matches!(game.shape().piles, Piles::Exactly(_)));
    if let (Some(_), Some(fixed)) = (heaps, fixed) {
        return Err(wrong_request(
            format!("{} takes no --heaps: the number of its piles is fixed", fixed.name()),
            "an example that works: nimlab compare nim wythoff --size 10",
        ));
    }
    let play = if asked.misere { Play::Misere } else { Play::Normal };
    let found = game
        .compare(&*other, size)
        .heaps(heaps)
        .play(play)
        .budget(budget(&asked.budget)?)
        .run()
        .map_err(own_example)?;
    if out.json {
        out.value(&json::comparison(&found, size))?;
    } else {
        write_text(&found, &*game, size, out)?;
    }
    Ok(if found.equal() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The error for two games that cannot be compared, with a whole command.
fn own_example(error: Error) -> Error {
    match error {
        Error::BadParameters { game, given, expected, .. } => {
            Error::BadParameters { game, given, expected, example: "nimlab compare nim wythoff --size 10".into() }
        }
        other => other,
    }
}

fn write_text(found: &Comparison, game: &dyn Game, size: u64, out: &mut Output) -> anyhow::Result<()> {
    let [one, other] = &found.games;
    let note = if found.play == Play::Misere { "  (misère play)" } else { "" };
    out.headline(&format!("{one} and {other}{note}"))?;
    let (numbers, positions) = (counted(found.numbers as u64, "number"), counted(found.positions, "position"));
    writeln!(out, "compared       {positions} of {numbers} below {size}")?;
    let at = |count: u64| match count {
        0 => "agree everywhere".into(),
        count => format!("differ at {count}"),
    };
    let values = found.values.map_or_else(|| "not compared".into(), at);
    writeln!(out, "Grundy values  {values}")?;
    writeln!(out, "outcomes       {}", at(found.outcomes))?;
    if found.first.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nthe first differences")?;
    let header = vec!["position".to_owned(), one.clone(), other.clone()];
    // Both games write their positions alike.
    let form = game.position_of_words(&vec![0; found.numbers]);
    let rows = found.first.iter().map(|difference| {
        let position = form.with(difference.position.iter().map(|&number| number.into()).collect());
        let word = |i: usize| match difference.values {
            Some(values) => format!("{} {}", difference.outcomes[i], values[i]),
            None => difference.outcomes[i].to_string(),
        };
        vec![position.to_string(), word(0), word(1)]
    });
    write!(out, "{}", aligned(&std::iter::once(header).chain(rows).collect::<Vec<_>>(), &[]))?;
    Ok(())
}

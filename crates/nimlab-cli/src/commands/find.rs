//! `nimlab find`: the heap games in which some values stand in a row.

use crate::arguments::CostArguments;
use crate::commands::{cost, small, word};
use crate::output::{Output, wrapped, wrapped_lines};
use crate::progress::ProgressLine;
use clap::Args;
use nimlab::counted;
use nimlab_lab::atlas::{AtlasMatch, AtlasSearch, find};
use std::io::Write;
use std::process::ExitCode;

/// `nimlab find`
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  nimlab find 1,2,3,1,4,3,2\n  nimlab find 0,1,1,2,0,3 --heaps 1000 --json\n  nimlab find @values.txt"
)]
pub struct FindArguments {
    /// Grundy values of heaps that follow one another
    #[arg(num_args = 1.., value_name = "VALUES", required = true)]
    pub values: Vec<String>,

    /// Look through this many heaps of each game
    #[arg(long, value_name = "N", default_value = "200")]
    pub heaps: String,

    #[command(flatten)]
    pub cost: CostArguments,
}

/// How many games, and how many others with the same values, are shown.
const SHOWN: usize = 12;
const SAME_SHOWN: usize = 6;

pub fn run(asked: &FindArguments, out: &mut Output) -> anyhow::Result<ExitCode> {
    let texts = asked.values.iter().map(|text| word(text)).collect::<anyhow::Result<Vec<String>>>()?.join(",");
    let parts = texts.split(|sign: char| sign == ',' || sign.is_whitespace()).filter(|part| !part.is_empty());
    let values = parts.map(|part| small("a value", part)).collect::<anyhow::Result<Vec<u64>>>()?;
    let heaps = small("--heaps", &asked.heaps)?;
    let progress = ProgressLine::new("games", true);
    let search = AtlasSearch { values, heaps, budget: cost(&asked.cost)? };
    let found = find(&search, &|done, all| progress.tick(done, all))?;
    progress.clear();
    if out.json {
        out.value(&search.to_json(&found))?;
    } else {
        write_text(&found, heaps, out)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn write_text(found: &[AtlasMatch], heaps: u64, out: &mut Output) -> anyhow::Result<()> {
    if found.is_empty() {
        let told = format!("no game that is looked through has these values in its first {heaps} heaps");
        writeln!(out, "{}", wrapped(&told))?;
        return Ok(());
    }
    for game in found.iter().take(SHOWN) {
        let name = game.name.map_or(String::new(), |name| format!(" ({name})"));
        let period = match game.period {
            Some((l, p, 0)) => format!("preperiod {l}, period {p}"),
            Some((l, p, s)) => format!("preperiod {l}, period {p}, saltus {s}"),
            None => format!("no period is proved in {heaps} heaps"),
        };
        out.headline(&format!("{}{name}, from heap {}", game.game, game.from))?;
        writeln!(out, "  {period}")?;
        if !game.same.is_empty() {
            let mut same: Vec<String> =
                game.same.iter().take(SAME_SHOWN).map(|(game, from)| format!("{game} from heap {from}")).collect();
            let more = game.same.len().saturating_sub(SAME_SHOWN);
            same.extend((more > 0).then(|| counted(more as u64, "more game")));
            writeln!(out, "{}", wrapped_lines(&format!("  the same in {heaps} heaps: {}", same.join(", "))))?;
        }
    }
    let more = found.len().saturating_sub(SHOWN);
    if more > 0 {
        let told = format!("and {} with other values; more values tell them apart", counted(more as u64, "game"));
        writeln!(out, "{told}")?;
    }
    Ok(())
}

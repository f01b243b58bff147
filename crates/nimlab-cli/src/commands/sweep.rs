//! `nimlab sweep`: the period of every subtraction set up to a bound.

use crate::commands::small;
use crate::output::{Output, Sink, aligned, no_format};
use crate::progress::ProgressLine;
use crate::wording::told;
use clap::Args;
use nimlab::{Error, counted};
use nimlab_lab::export::{self, Format};
use nimlab_lab::{Family, Sweep, SweepReport, set_of_mask};
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// `nimlab sweep`
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  nimlab sweep subtraction --max 18 --dir sweep-18\n  nimlab sweep subtraction --max 60 --size 3 --dir three\n  nimlab sweep subtraction --max 40 --symmetric --outcomes --dir symmetric\n\nThe same command again resumes; several machines may share one folder."
)]
pub struct SweepArguments {
    /// The family: subtraction
    pub family: String,

    /// The largest number that a set may contain
    #[arg(long, value_name = "M")]
    pub max: String,

    /// Only sets of this many numbers
    #[arg(long, value_name = "K")]
    pub size: Option<String>,

    /// Find the periods of the outcomes (who wins), not of the Grundy values
    #[arg(long)]
    pub outcomes: bool,

    /// Only symmetric sets: with every s below the largest number m, the set contains m - s too
    #[arg(long)]
    pub symmetric: bool,

    /// The folder that keeps the results
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,

    /// Write the result of every set to this file too: .csv, .json, .parquet, .npy, .md, .tex or .txt
    ///
    /// The columns are rank, set (such as 1,3,4), mask (bit s - 1 for each s), preperiod, period
    /// (0 if it was not found) and largest value. A NumPy array has no column
    /// set: the mask says the same.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

pub fn run(asked: &SweepArguments, out: &mut Output) -> anyhow::Result<ExitCode> {
    if asked.family != "subtraction" {
        return Err(Error::UnknownWord {
            kind: "sweep",
            given: nimlab::number::shorten(&asked.family),
            nearest: None,
            known: vec!["subtraction".into()],
        }
        .into());
    }
    let narrow = |flag, text: &str| small(flag, text).map(|number| u32::try_from(number).unwrap_or(u32::MAX));
    let max = narrow("--max", &asked.max)?;
    let size = asked.size.as_deref().map(|size| narrow("--size", size)).transpose()?;
    let family = Family::new(max, size, asked.symmetric)?;
    let folder = asked.dir.clone().unwrap_or_else(|| default_folder(asked, max, size));
    // Targets are opened before the work starts.
    let target = asked.output.as_deref();
    let opened = |path| match Format::of(path) {
        Some(format) => Ok((format, Sink::to_file(path)?)),
        None => Err(no_format(path, "")),
    };
    let target = target.map(opened).transpose()?;
    let mut sweep = Sweep::open(family, asked.outcomes, &folder)?;
    let progress = ProgressLine::new("shards", true);
    let report = sweep.run(&|done, all| progress.tick(done, all))?;
    progress.clear();
    if let Some((format, mut sink)) = target {
        export::write(format, sink.to(), &mut sweep, told)?;
        sink.finish()?;
    }
    if out.json {
        out.value(&object(asked, max, size, &report))?;
    } else {
        write_text(asked, max, &folder, &report, out)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A name that says what is in it.
fn default_folder(asked: &SweepArguments, max: u32, size: Option<u32>) -> PathBuf {
    let size = size.map_or(String::new(), |size| format!("-size-{size}"));
    let symmetric = if asked.symmetric { "-symmetric" } else { "" };
    let outcomes = if asked.outcomes { "-outcomes" } else { "" };
    PathBuf::from(format!("sweep-subtraction-{max}{size}{symmetric}{outcomes}"))
}

fn object(asked: &SweepArguments, max: u32, size: Option<u32>, report: &SweepReport) -> Value {
    let longest: Vec<Value> = report
        .longest
        .iter()
        .map(|longest| {
            let sets: Vec<Value> = longest
                .rows
                .iter()
                .map(|row| json!({"set": set_of_mask(row.set), "preperiod": row.preperiod, "period": row.period}))
                .collect();
            json!({"max": longest.max, "sets": longest.sets, "period": longest.period, "attained": longest.attained, "longest": sets})
        })
        .collect();
    json!({
        "family": "subtraction", "max": max, "size": size, "symmetric": asked.symmetric, "outcomes": asked.outcomes,
        "sets": report.sets, "open": report.open, "shards": report.shards, "computed_shards": report.computed_shards,
        "longest": longest,
    })
}

fn write_text(
    asked: &SweepArguments,
    max: u32,
    folder: &Path,
    report: &SweepReport,
    out: &mut Output,
) -> anyhow::Result<()> {
    let what = if asked.outcomes { "outcomes" } else { "values" };
    let sets = counted(report.sets, "subtraction set");
    out.headline(&format!("The longest periods of the {what} of {sets} with max ≤ {max}"))?;
    let header = ["max", "sets", "period", "attained", "preperiod", "the first such set"].map(str::to_owned).to_vec();
    let rows = report.longest.iter().map(|longest| {
        let first = longest.rows.first();
        let set = first.map_or(Vec::new(), |row| set_of_mask(row.set));
        vec![
            longest.max.to_string(),
            longest.sets.to_string(),
            longest.period.to_string(),
            longest.attained.to_string(),
            first.map_or(0, |row| row.preperiod).to_string(),
            set.iter().map(u32::to_string).collect::<Vec<_>>().join(","),
        ]
    });
    let rows: Vec<Vec<String>> = std::iter::once(header).chain(rows).collect();
    write!(out, "{}", aligned(&rows, &[0, 1, 2, 3, 4]))?;
    match report.open {
        0 => {}
        1 => writeln!(out, "1 set is open: its period was not found within the bound")?,
        open => writeln!(out, "{open} sets are open: their periods were not found within the bound")?,
    }
    let computed = match (report.shards, report.computed_shards) {
        (1, 0) => "there already".to_owned(),
        (1, _) => "computed now".to_owned(),
        (_, computed) => format!("{computed} of them computed now"),
    };
    writeln!(out, "{} in {}, {computed}", counted(report.shards, "shard"), folder.display())?;
    Ok(())
}

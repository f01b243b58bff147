//! `nimlab sweep`: the period of every subtraction set up to a bound, or of every
//! octal code of some digits.

use crate::commands::{small, triples};
use crate::output::{Output, Sink, aligned, no_format};
use crate::progress::shares;
use crate::wording::told;
use clap::Args;
use nimlab::{Error, counted};
use nimlab_lab::atlas::{CodePeriods, Codes, CodesFound};
use nimlab_lab::export::{self, Format};
use nimlab_lab::{Family, LongestPeriods, SetPeriods, SetsFound, Sweep, SweepReport, Swept, set_of_mask};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// `nimlab sweep`
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  nimlab sweep subtraction --max 18 --dir sweep-18\n  nimlab sweep subtraction --max 60 --size 3 --dir three\n  nimlab sweep subtraction --max 40 --symmetric --outcomes --dir symmetric\n  nimlab sweep subtraction --max 26 --outcomes --longest --dir longest-26\n  nimlab sweep triples --max 100 --dir triples\n  nimlab sweep triples --max 60 --sink --dir sink\n  nimlab sweep octal --digits 2 --max-heap 1e4 --dir codes\n\nThe same command again resumes; several machines may share one folder."
)]
pub struct SweepArguments {
    /// The family: subtraction (all sets), triples (sets of three numbers up to 1024, sorted into
    /// classes by their period), or octal (all codes of a few digits)
    pub family: String,

    /// The largest number that a set may contain
    #[arg(long, value_name = "M", required_if_eq_any([("family", "subtraction"), ("family", "triples")]))]
    pub max: Option<String>,

    /// Only sets of this many numbers
    #[arg(long, value_name = "K")]
    pub size: Option<String>,

    /// Find the periods of the outcomes (who wins), not of the Grundy values
    #[arg(long)]
    pub outcomes: bool,

    /// Only symmetric sets: with every s below the largest number m, the set contains m - s too
    #[arg(long)]
    pub symmetric: bool,

    /// Keep only the longest period for each largest number, and not a row for each set
    #[arg(long)]
    pub longest: bool,

    /// Triples: compare the usual end with the sink, where every number up to 0 is an end
    #[arg(long, conflicts_with = "outcomes")]
    pub sink: bool,

    /// All octal codes of up to this many digits after the point, 0.ddd and 4.ddd
    #[arg(long, value_name = "K", default_value = "3")]
    pub digits: String,

    /// Compute an octal code up to this heap where no period is proved before
    #[arg(long, value_name = "N", default_value = "1e4")]
    pub max_heap: String,

    /// The folder that keeps the results
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,

    /// Write the result of every set to this file too: .csv, .json, .parquet, .npy, .md, .tex or .txt
    ///
    /// The columns are rank, set (such as 1,3,4), mask (bit s - 1 for each s), preperiod, period
    /// (0 if it was not found) and largest value. A NumPy array has no column
    /// set: the mask says the same. Of octal codes they are rank, code, the last heap that was
    /// computed, preperiod, period (0 if none is proved), the largest value and the first heap that
    /// has it, and how many heaps are rare, with the last of them. With --longest there is a row for each
    /// set of the longest period of a shard, with its largest number and, once for each, how many sets
    /// have it. Of triples there is a row for each class of the sets with one largest number.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

pub fn run(asked: &SweepArguments, out: &mut Output) -> anyhow::Result<ExitCode> {
    if asked.sink && asked.family != "triples" {
        return Err(triples::only("--sink"));
    }
    match asked.family.as_str() {
        "subtraction" => subtraction(asked, out),
        "triples" => triples::run(asked, out),
        "octal" => octal(asked, out),
        other => Err(Error::UnknownWord {
            kind: "sweep",
            given: nimlab::number::shorten(other),
            nearest: None,
            known: vec!["subtraction".into(), "triples".into(), "octal".into()],
        }
        .into()),
    }
}

fn subtraction(asked: &SweepArguments, out: &mut Output) -> anyhow::Result<ExitCode> {
    let max = narrow("--max", asked.max.as_deref().unwrap_or_default())?;
    let size = asked.size.as_deref().map(|size| narrow("--size", size)).transpose()?;
    let family = Family::new(max, size, asked.symmetric)?;
    let folder = asked.dir.clone().unwrap_or_else(|| default_folder(asked, max, size));
    let outcomes = asked.outcomes;
    let text = |report: &SweepReport<SetsFound>, out: &mut Output| write_text(asked, max, report, out);
    match asked.longest {
        true => swept(LongestPeriods { family, outcomes }, &folder, asked, out, text),
        false => swept(SetPeriods { family, outcomes }, &folder, asked, out, text),
    }
}

/// Computes what is missing, writes the file that was asked for, and tells what was found: as JSON, or by
/// `text` and a line about the shards.
pub fn swept<S: Swept>(
    what: S,
    folder: &Path,
    asked: &SweepArguments,
    out: &mut Output,
    text: impl Fn(&SweepReport<S::Found>, &mut Output) -> anyhow::Result<()>,
) -> anyhow::Result<ExitCode> {
    let target = target(asked)?;
    let mut sweep = Sweep::open(what, folder)?;
    let report = shares("shards", |tell| sweep.run(tell))?;
    if let Some((format, mut sink)) = target {
        export::write(format, sink.to(), &mut sweep, told)?;
        sink.finish()?;
    }
    if out.json {
        out.value(&sweep.json(&report))?;
        return Ok(ExitCode::SUCCESS);
    }
    text(&report, out)?;
    let computed = match (report.shards, report.computed_shards) {
        (1, 0) => "there already".to_owned(),
        (1, _) => "computed now".to_owned(),
        (_, computed) => format!("{computed} of them computed now"),
    };
    writeln!(out, "{} in {}, {computed}", counted(report.shards, "shard"), folder.display())?;
    Ok(ExitCode::SUCCESS)
}

fn octal(asked: &SweepArguments, out: &mut Output) -> anyhow::Result<ExitCode> {
    if asked.max.is_some() || asked.size.is_some() || asked.symmetric || asked.outcomes || asked.longest {
        return Err(super::wrong_request(
            "--max, --size, --symmetric, --outcomes and --longest are about subtraction sets",
            "an example that works: nimlab sweep octal --digits 2 --dir codes",
        ));
    }
    let codes = Codes::new(narrow("--digits", &asked.digits)?)?;
    let max_heap = small("--max-heap", &asked.max_heap)?;
    let name = || PathBuf::from(format!("sweep-octal-{}-{max_heap}", codes.digits()));
    let folder = asked.dir.clone().unwrap_or_else(name);
    let codes = CodePeriods::new(codes, max_heap)?;
    swept(codes, &folder, asked, out, |report, out| write_codes(&codes, max_heap, report, out))
}

fn narrow(flag: &'static str, text: &str) -> anyhow::Result<u32> {
    small(flag, text).map(|number| u32::try_from(number).unwrap_or(u32::MAX))
}

/// The file of the results, which is opened before the work starts.
fn target(asked: &SweepArguments) -> anyhow::Result<Option<(Format, Sink<'static>)>> {
    let opened = |path: &Path| match Format::of(path) {
        Some(format) => Ok((format, Sink::to_file(path)?)),
        None => Err(no_format(path, "")),
    };
    asked.output.as_deref().map(opened).transpose()
}

fn write_codes(
    periods: &CodePeriods,
    max_heap: u64,
    report: &SweepReport<CodesFound>,
    out: &mut Output,
) -> anyhow::Result<()> {
    let found = &report.found;
    let codes = counted(found.codes, "octal code");
    out.headline(&format!("{codes}: {} with a proved period, {} open", found.proved, found.codes - found.proved))?;
    writeln!(out, "the longest of those that are proved")?;
    let header = ["code", "preperiod", "period", "largest value", "rare heaps"].map(str::to_owned).to_vec();
    let rows = found.longest.iter().map(|row| {
        let numbers = [row.preperiod, row.period, row.largest, row.rare].map(|number| number.to_string());
        std::iter::once(periods.code_of(row)).chain(numbers).collect()
    });
    let rows: Vec<Vec<String>> = std::iter::once(header).chain(rows).collect();
    write!(out, "{}", aligned(&rows, &[1, 2, 3, 4]))?;
    if found.proved < found.codes {
        writeln!(out, "open codes were computed up to heap {max_heap}; --max-heap goes further")?;
    }
    Ok(())
}

/// A name that says what is in it.
fn default_folder(asked: &SweepArguments, max: u32, size: Option<u32>) -> PathBuf {
    let size = size.map_or(String::new(), |size| format!("-size-{size}"));
    let symmetric = if asked.symmetric { "-symmetric" } else { "" };
    let outcomes = if asked.outcomes { "-outcomes" } else { "" };
    let longest = if asked.longest { "-longest" } else { "" };
    PathBuf::from(format!("sweep-subtraction-{max}{size}{symmetric}{outcomes}{longest}"))
}

fn write_text(
    asked: &SweepArguments,
    max: u32,
    report: &SweepReport<SetsFound>,
    out: &mut Output,
) -> anyhow::Result<()> {
    let found = &report.found;
    let what = if asked.outcomes { "outcomes" } else { "values" };
    let sets = counted(found.sets, "subtraction set");
    out.headline(&format!("The longest periods of the {what} of {sets} with max ≤ {max}"))?;
    let header = ["max", "sets", "period", "attained", "preperiod", "the first such set"].map(str::to_owned).to_vec();
    let rows = found.longest.iter().map(|longest| {
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
    match found.open {
        0 => {}
        1 => writeln!(out, "1 set is open: its period was not found within the bound")?,
        open => writeln!(out, "{open} sets are open: their periods were not found within the bound")?,
    }
    Ok(())
}

//! `nimlab period`: preperiod, period and saltus of a heap game, with a proof.

use crate::arguments::CostArguments;
use crate::commands::{cost, cost_or, small};
use crate::output::{Output, wrapped, wrapped_lines, wrapped_values};
use crate::progress::ProgressLine;
use clap::Args;
use nimlab::rules::RuleGame;
use nimlab::sequence::{
    Extensions, HeapStatistics, MOST_HEAPS, Period, PeriodCertificate, PeriodTheorem, Sequence, dotted, observed_period,
};
use nimlab::solve::TableSize;
use nimlab::solve::row::RowCertificate;
use nimlab::text::visible;
use nimlab::{Ask, Budget, Error, Hint, Limit, Rule, catalogue};
use nimlab_lab::export::WholeFile;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// `nimlab period`
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  nimlab period subtraction:2,4,7\n  nimlab period allbut:2,3,4 --certificate allbut.json\n  nimlab period octal:0.77 --json\n  nimlab period subtraction:1,5,8 --extend\n  nimlab period wythoff --row 7\n  nimlab period wythoff.rules --row 3"
)]
pub struct PeriodArguments {
    /// A heap game: subtraction:S, allbut:S, octal:CODE or grundy; with --row a game of two piles. Of
    /// rules:FILE a period is only observed, not proved
    pub game: String,

    /// Take the values of this row of the board of two piles
    ///
    /// Periods of rows are proved for wythoff, wythoff:a and r-wythoff, and for rule files whose
    /// moves are those of wythoff:a. For other games of two piles a period is only observed.
    #[arg(long, value_name = "R")]
    pub row: Option<String>,

    /// Compute the heaps up to this one, or the columns of a row
    ///
    /// By default 1e7 for games that split no heaps, and 1e6 for those that do and for rows; where
    /// a period is only observed, 1e4 heaps or 1e3 columns. A subtraction set with a common divisor
    /// is divided by it first.
    #[arg(long, value_name = "N")]
    pub max_heap: Option<String>,

    /// Write a certificate that `nimlab verify` checks
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,

    /// Tell which numbers can be added to a subtraction set without changing any value
    #[arg(long)]
    pub extend: bool,

    /// Tell how often the values occur, which ones are records and which are rare
    #[arg(long)]
    pub statistics: bool,

    #[command(flatten)]
    pub cost: CostArguments,
}

/// The longest sequence that JSON lists; a longer one is null.
const LISTED: u64 = 20_000_000;

/// The longest sequence that is written out for people.
const WRITTEN: u64 = 400;

pub fn run(asked: &PeriodArguments, out: &mut Output) -> anyhow::Result<ExitCode> {
    if let Some(row) = &asked.row {
        return super::row::run(asked, row, out);
    }
    if let Some(game) = super::rule_game(&asked.game)? {
        return observe_rules(&game, asked, out);
    }
    let game = super::game(&asked.game)?;
    let Some(rule) = game.heap_rule().cloned() else {
        let (question, hint) = match game.two_piles().and_then(|piles| piles.moves()) {
            Some(_) => (
                "the period of single heaps",
                "it has two piles, and its rows have periods: nimlab period wythoff --row 3".to_owned(),
            ),
            None => {
                let hint = match game.name().as_str() {
                    "nim" => "there is nothing to prove: a heap of n has the Grundy value n",
                    _ => "periods are proved for some games only",
                };
                ("a period", format!("{hint}\n  games that work: {}", catalogue::heap_games()))
            }
        };
        return Err(Error::NotAnswered { game: game.name(), question: question.into(), hint: hint.into() }.into());
    };
    let by_default = if rule.splits() { "1e6" } else { "1e7" };
    let max_heap = small("--max-heap", asked.max_heap.as_deref().unwrap_or(by_default))?;
    if max_heap >= MOST_HEAPS {
        return Err(Error::TooLarge {
            what: "--max-heap".into(),
            given: max_heap.to_string(),
            limit: (MOST_HEAPS - 1).to_string(),
            hint: "a number that works: --max-heap 1e8".into(),
        }
        .into());
    }
    if asked.extend && !Extensions::answers(&rule) {
        return Err(Error::NotAnswered {
            game: rule.to_string(),
            question: "which numbers can be added to its set".into(),
            hint: "that is asked of subtraction games: nimlab period subtraction:1,5,8 --extend".into(),
        }
        .into());
    }
    let certificate = asked.certificate.as_deref().map(WholeFile::create).transpose()?;
    let mut sequence = Sequence::new(rule);
    sequence.limit(cost(&asked.cost)?);
    let progress = ProgressLine::new("heaps", true);
    let tick = &|done, all| progress.tick(done, all);
    let proved = sequence.prove_with(max_heap, tick)?;
    if proved.is_none() {
        sequence.extend_with(max_heap + 1, tick)?;
    }
    progress.clear();
    let statistics = asked.statistics.then(|| sequence.statistics(max_heap + 1));
    let mut answer = match &proved {
        Some(period) => nimlab::json::proved_period(period, LISTED)?,
        None => nimlab::json::open_period(&sequence),
    };
    let mut written = Ok(());
    if let (Some(target), Some(path), Some(period)) = (certificate, &asked.certificate, &proved) {
        answer["certificate"] = json!(path.display().to_string());
        // The answer is not lost if the certificate is.
        written = PeriodCertificate::of(period).map_err(Into::into).and_then(|it| keep(target, &it.to_json()?));
    }
    let extensions = proved.as_ref().filter(|_| asked.extend).map(|period| Extensions::of(period)).transpose()?;
    if let Some(extensions) = &extensions {
        answer["extend"] = json!({"below_preperiod": extensions.below, "modulo": extensions.period, "remainders": extensions.remainders});
    }
    if let Some(statistics) = &statistics {
        answer["statistics"] = statistics_object(statistics);
    }
    if out.json {
        out.value(&answer)?;
    } else {
        match &proved {
            Some(period) => write_proved(period, out)?,
            None => write_open(&sequence, out)?,
        }
        if let Some(extensions) = &extensions {
            write_extensions(extensions, out)?;
        }
        if let Some(statistics) = &statistics {
            write_statistics(statistics, out)?;
            if proved.as_ref().is_some_and(|period| period.saltus == 0) {
                writeln!(out, "larger heaps repeat these values")?;
            }
        }
        if let (Some(path), Some(_)) = (&asked.certificate, &proved) {
            match &written {
                Ok(()) => writeln!(out, "certificate written to {}", path.display())?,
                Err(_) => writeln!(out, "no certificate was written")?,
            }
        }
        if asked.extend && proved.is_none() {
            writeln!(out, "the numbers that can be added are known only once a period is proved")?;
        }
    }
    written?;
    if asked.certificate.is_some() && proved.is_none() {
        return Err(Error::undecided("nothing is proved, and so there is no certificate to write").into());
    }
    Ok(ExitCode::SUCCESS)
}

/// How far a rule file is computed by default.
const RULES_HEAP: &str = "1e4";

/// The values of single heaps by a rule file, and what shows in them: no
/// theorem says when a period of arbitrary rules is proved.
fn observe_rules(game: &RuleGame, asked: &PeriodArguments, out: &mut Output) -> anyhow::Result<ExitCode> {
    let heap_game = game.is_sum() && game.state().len() == 1;
    let refused = match (heap_game, asked.extend || asked.statistics || asked.certificate.is_some()) {
        (true, false) => None,
        (true, true) => Some(
            "--certificate, --extend and --statistics are for the built-in heap games, whose periods are proved: nimlab games",
        ),
        (false, _) => {
            Some("a heap game has positions of one number, as in: state n  move k in 1..3 where k <= n -> (n - k)")
        }
    };
    if let Some(hint) = refused {
        let question = "a period".into();
        return Err(Error::NotAnswered { game: game.name(), question, hint: hint.into() }.into());
    }
    let max_heap = small("--max-heap", asked.max_heap.as_deref().unwrap_or(RULES_HEAP))?;
    let progress = ProgressLine::new("heaps", true);
    let mut table =
        game.table(TableSize::Side(max_heap.saturating_add(1))).budget(cost(&asked.cost)?).rows(&|done, all| {
            progress.tick(done, all);
            ControlFlow::Continue(())
        })?;
    progress.clear();
    let mut values = Vec::new();
    table.each_piece(|_, _, piece| {
        values.extend_from_slice(piece);
        Ok::<(), Error>(())
    })?;
    let seen = seen_in(&values);
    if out.json {
        let observed = seen.map(|(l, p, s)| json!({"preperiod": l, "period": p, "saltus": s}));
        let shown = seen.map_or(values.len(), |(l, p, _)| (l + p).min(values.len()));
        let mut value = nimlab::json::unproved(json!({"game": game.name()}), max_heap, json!(observed));
        value["values"] = json!(values[..shown]);
        out.value(&value)?;
        return Ok(ExitCode::SUCCESS);
    }
    out.headline(&format!("{}: no period is proved", game.name()))?;
    writeln!(out, "computed up to heap {max_heap}")?;
    match seen {
        Some((l, p, s)) => {
            let saltus = if s == 0 { String::new() } else { format!(" and saltus {s}") };
            let told =
                format!("observed, not proved: from heap {l} on the values computed so far have period {p}{saltus}");
            writeln!(out, "{}", wrapped(&told))?;
            if s == 0 && (l + p) as u64 <= WRITTEN {
                writeln!(out, "{}", wrapped_values(&dotted(&values[..l + p], l, 0)))?;
            }
        }
        None => writeln!(out, "no period shows in the values computed so far")?,
    }
    let why = "no theorem proves a period from a rule file alone; `nimlab games` lists the games that have one";
    writeln!(out, "{}", wrapped(why))?;
    Ok(ExitCode::SUCCESS)
}

/// A preperiod, a period and a saltus that show in some values.
pub fn seen_in(values: &[u32]) -> Option<(usize, usize, i64)> {
    let differences: Vec<i64> = values.windows(2).map(|pair| i64::from(pair[1]) - i64::from(pair[0])).collect();
    observed_period(values)
        .map(|(l, p)| (l, p, 0))
        .or_else(|| observed_period(&differences).map(|(l, p)| (l, p, i64::from(values[l + p]) - i64::from(values[l]))))
}

/// Writes a text to a file that was opened before the work began.
pub fn keep(mut file: WholeFile, text: &str) -> anyhow::Result<()> {
    file.write_all(text.as_bytes())?;
    Ok(file.finish()?)
}

fn write_proved(period: &Period, out: &mut Output) -> anyhow::Result<()> {
    out.headline(&format!(
        "{}: preperiod {}, period {}{}",
        period.rule,
        period.preperiod,
        period.period,
        match period.saltus {
            0 => String::new(),
            saltus => format!(", saltus {saltus}"),
        }
    ))?;
    if period.preperiod.saturating_add(period.period) <= WRITTEN {
        writeln!(out, "{}", wrapped_values(&period.dotted()?))?;
    } else {
        writeln!(out, "({} values; --json lists up to {LISTED})", period.preperiod.saturating_add(period.period))?;
    }
    writeln!(out, "{}", wrapped(&format!("Proved: {}", period.proof())))?;
    Ok(())
}

fn write_open(sequence: &Sequence, out: &mut Output) -> anyhow::Result<()> {
    let seen = sequence.observe();
    out.headline(&format!("{}: no period is proved", sequence.rule()))?;
    writeln!(out, "computed up to heap {}", seen.computed_to)?;
    match seen.period {
        Some((preperiod, period)) => {
            let saltus = if seen.saltus == 0 { String::new() } else { format!(" and saltus {}", seen.saltus) };
            let told = format!(
                "observed, not proved: from heap {preperiod} on the values computed so far have period {period}{saltus}"
            );
            writeln!(out, "{}", wrapped(&told))?;
        }
        None => writeln!(out, "no period shows in the values computed so far")?,
    }
    if PeriodTheorem::of(sequence.rule()).is_none() {
        writeln!(out, "no finite check is known that would prove one for this game")?;
    } else {
        writeln!(
            out,
            "a larger bound may prove one: --max-heap {}",
            (seen.computed_to.saturating_mul(10)).clamp(1000, MOST_HEAPS - 1)
        )?;
    }
    Ok(())
}

fn write_extensions(extensions: &Extensions, out: &mut Output) -> anyhow::Result<()> {
    let list = |numbers: &[u64]| numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
    let p = extensions.period;
    writeln!(out, "can be added without changing any value (including the set itself):")?;
    if extensions.preperiod > 0 {
        let below = if extensions.below.is_empty() { "none".into() } else { list(&extensions.below) };
        writeln!(out, "{}", wrapped_lines(&format!("  below {}: {below}", extensions.preperiod)))?;
    }
    let remainders = if extensions.remainders.is_empty() {
        "none".into()
    } else {
        format!("the numbers ≡ {} (mod {p})", list(&extensions.remainders))
    };
    writeln!(out, "{}", wrapped_lines(&format!("  from {} on: {remainders}", extensions.preperiod.max(1))))?;
    Ok(())
}

/// How many of the least frequent values and of the rare ones are shown.
const SHOWN: usize = 12;

fn statistics_object(statistics: &HeapStatistics) -> Value {
    let occurrences = |list: &[nimlab::sequence::Occurrence]| -> Vec<Value> {
        list.iter()
            .map(|seen| json!({"value": seen.value, "heaps": seen.heaps, "first": seen.first, "last": seen.last}))
            .collect()
    };
    let spaces: Vec<Value> = statistics
        .spaces
        .iter()
        .map(|space| {
            json!({"breaking": if space.odd { "odd" } else { "even" }, "mask": space.mask, "with_parity": space.with_parity,
                "rare_heaps": space.rare, "last_rare": space.last_rare, "rare_values": space.rare_values})
        })
        .collect();
    json!({
        "heaps": statistics.heaps,
        "largest": statistics.largest().map(|record| json!({"value": record.value, "heap": record.heap})),
        "records": statistics.records.iter().map(|record| json!([record.value, record.heap])).collect::<Vec<_>>(),
        "rarest": occurrences(&statistics.least_frequent(SHOWN)),
        "sparse_spaces": spaces,
    })
}

fn write_statistics(statistics: &HeapStatistics, out: &mut Output) -> anyhow::Result<()> {
    if let Some(record) = statistics.largest() {
        writeln!(
            out,
            "heaps 0 to {}: largest value {} first at heap {}",
            statistics.heaps - 1,
            record.value,
            record.heap
        )?;
    }
    let least: Vec<String> = statistics
        .least_frequent(SHOWN)
        .iter()
        .map(|seen| format!("{} ({}×, last at {})", seen.value, seen.heaps, seen.last))
        .collect();
    writeln!(out, "{}", wrapped(&format!("least frequent values: {}", least.join(", "))))?;
    for space in &statistics.spaces {
        let last = space.last_rare.map_or(String::new(), |heap| format!(", the last is {heap}"));
        let values: Vec<String> = space.rare_values.iter().take(SHOWN).map(|(value, _)| value.to_string()).collect();
        let more = if space.rare_values.len() > SHOWN { ", …" } else { "" };
        let text = format!(
            "sparse space: mask {:b}{}; {} rare {}{last}; rare values {}{more}",
            space.mask,
            if space.with_parity { " and the parity of the heap" } else { "" },
            space.rare,
            if space.rare == 1 { "heap" } else { "heaps" },
            values.join(", ")
        );
        writeln!(out, "{}", wrapped(&text))?;
    }
    Ok(())
}

/// `nimlab verify`
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  nimlab verify kayles.json\n  nimlab verify wythoff.json\n\nThese certificates are written by\n  nimlab period octal:0.77 --certificate kayles.json\n  nimlab prove wythoff --certificate wythoff.json",
    mut_arg("budget_time", |time| time.help("Work at most this long [default: 600]"))
)]
pub struct VerifyArguments {
    /// A certificate written by `nimlab period` or `nimlab prove`, of at most 64 MiB
    pub file: PathBuf,

    #[command(flatten)]
    pub cost: CostArguments,
}

/// How long a check may take by default: it is quadratic where a proof is not.
const CHECKING: Duration = Duration::from_secs(600);

/// `nimlab verify`: checks a certificate by separate, plain code.
pub fn verify(asked: &VerifyArguments, out: &mut Output) -> anyhow::Result<ExitCode> {
    let budget = cost_or(&asked.cost, Budget::default().within(CHECKING))?;
    let text = certificate_text(&asked.file, budget)?;
    if nimlab::prove::Certificate::is_one(&text) {
        return super::prove::verify(&asked.file, &text, budget, out);
    }
    if nimlab::prove::PilesCertificate::is_one(&text) {
        return super::first_piles::verify(&asked.file, &text, budget, out);
    }
    if RowCertificate::is_one(&text) {
        return super::row::verify(&asked.file, &text, budget, out);
    }
    let certificate = PeriodCertificate::from_json(&text)?;
    let progress = ProgressLine::new("options", true);
    let verdict = nimlab::sequence::verify_with(&certificate, budget, &mut |done, all| progress.tick(done, all))?;
    progress.clear();
    let (verified, reason) = match verdict {
        nimlab::sequence::PeriodVerdict::Proved => (true, None),
        nimlab::sequence::PeriodVerdict::Rejected(reason) => (false, Some(reason)),
    };
    let (game, l, p, s) = (visible(&certificate.game), certificate.preperiod, certificate.period, certificate.saltus);
    if out.json {
        out.value(
            &json!({"file": asked.file.display().to_string(), "game": certificate.game, "preperiod": l, "period": p,
            "saltus": s, "theorem": certificate.theorem, "verified": verified, "reason": reason}),
        )?;
    } else if let Some(reason) = reason {
        out.headline("rejected")?;
        writeln!(out, "{}", wrapped(&format!("{game}: {reason}")))?;
    } else {
        out.headline("verified")?;
        let told = format!(
            "{game}: preperiod {l}, period {p}, saltus {s}, recomputed from the definition up to heap {}",
            certificate.last
        );
        writeln!(out, "{}", wrapped(&told))?;
    }
    Ok(if verified { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Reads no more than a certificate may have, and no more than fits the budget.
fn certificate_text(path: &Path, budget: Budget) -> anyhow::Result<String> {
    let most = (PeriodCertificate::MOST_BYTES as u64).min(budget.bytes / PeriodCertificate::BYTES_READ);
    let mut bytes = Vec::new();
    let read = std::fs::File::open(path).and_then(|file| file.take(most + 1).read_to_end(&mut bytes));
    read.map_err(|error| Error::BadFile {
        kind: "certificate",
        problem: format!("{}: {error}", path.display()),
        hint: "an example that works: nimlab period octal:0.77 --certificate kayles.json && nimlab verify kayles.json"
            .into(),
    })?;
    if bytes.len() as u64 > most {
        let longest = PeriodCertificate::MOST_BYTES >> 20;
        return Err(match most < PeriodCertificate::MOST_BYTES as u64 {
            true => Error::OverBudget {
                what: format!("{}, a file of more than {most} bytes,", path.display()),
                limit: Limit::Memory(budget.bytes),
                reached: String::new(),
                hint: Hint::NONE,
            },
            false => Error::BadFile {
                kind: "certificate",
                problem: format!("it is longer than {longest} MiB, and certificates are not"),
                hint: "a certificate that works is written by: nimlab period subtraction:2,4,7 --certificate FILE"
                    .into(),
            },
        }
        .into());
    }
    // What is not text is not a certificate either, and the message says so.
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

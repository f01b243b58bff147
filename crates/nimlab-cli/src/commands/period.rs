//! `nimlab period`: preperiod, period and saltus of a heap game, with a proof.

use crate::arguments::{CostArguments, TableTarget};
use crate::commands::verdict::write_verdict;
use crate::commands::{cost, small, wrong_request};
use crate::output::{Output, Sink, format_of, wrapped, wrapped_lines, wrapped_values};
use crate::progress::ProgressLine;
use crate::wording::told;
use clap::Args;
use nimlab::rules::RuleGame;
use nimlab::sequence::{
    Extensions, HeapStatistics, MOST_HEAPS, Period, PeriodCertificate, PeriodTheorem, Sequence, dotted,
};
use nimlab::solve::{ShownPeriod, TableSize, observed_heaps};
use nimlab::text::visible;
use nimlab::{Ask, Budget, Error, Game, HeapPattern, Rule, catalogue};
use nimlab_lab::atlas::{SameValues, compared, same_values};
use nimlab_lab::export::WholeFile;
use nimlab_lab::tables::write_table;
use serde_json::{Value, json};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// `nimlab period`
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  nimlab period subtraction:2,4,7\n  nimlab period allbut:2,3,4 --certificate allbut.json\n  nimlab period octal:0.77 --json\n  nimlab period octal:0.45 --equivalent\n  nimlab period subtraction:1,5,8 --extend\n  nimlab period wythoff --row 7\n  nimlab period wythoff.rules --row 3"
)]
pub struct PeriodArguments {
    /// A heap game: subtraction:S, allbut:S, octal:CODE, hex:CODE or grundy; with --row a game of two piles. Of
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

    /// Tell which octal codes of up to three digits have the same values
    ///
    /// Zeros at the beginning are left out: where a heap of one stone cannot be moved, the game is
    /// that of heaps one smaller. The values are compared over 2000 heaps, or more where a proof needs them; where both have a proved
    /// period they are proved to be equal for all heaps.
    #[arg(long)]
    pub equivalent: bool,

    /// Tell how often the values occur, which ones are records and which are rare
    #[arg(long)]
    pub statistics: bool,

    #[command(flatten)]
    pub target: TableTarget,

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
    let rule = catalogue::rule_with_period(&*game)?;
    let by_default = match rule.pattern() {
        // Nothing can be proved, and each heap takes a look at all its options.
        None => OBSERVED_HEAP,
        Some(pattern) => match pattern.most_left() {
            1 => "1e7",
            2 => "1e6",
            // Where three heaps may be left, each takes a look at all smaller ones.
            _ => "5000",
        },
    };
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
            question: "the numbers that can be added to its set".into(),
            hint: "that is asked of subtraction games: nimlab period subtraction:1,5,8 --extend".into(),
        }
        .into());
    }
    let budget = cost(&asked.cost)?.started();
    let mut sequence = Sequence::new(rule);
    sequence.limit(budget);
    if names_target(asked) {
        return write_values(&*game, &mut sequence, max_heap, asked, budget, out);
    }
    let certificate = asked.certificate.as_deref().map(WholeFile::create).transpose()?;
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
    let same = asked.equivalent.then(|| same_codes(&sequence, budget)).transpose()?;
    if let Some(same) = &same {
        answer["equivalent"] = same_object(same);
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
        if let Some(same) = &same {
            write_same(same, out)?;
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

/// Whether the values are to be written as a table.
pub fn names_target(asked: &PeriodArguments) -> bool {
    asked.target.format.is_some() || asked.target.output.is_some()
}

/// The values of one preperiod and one period as a table, or of all heaps up to the bound where no
/// period is proved.
fn write_values(
    game: &dyn Game,
    sequence: &mut Sequence,
    max_heap: u64,
    asked: &PeriodArguments,
    budget: Budget,
    out: &mut Output,
) -> anyhow::Result<ExitCode> {
    if asked.extend || asked.statistics || asked.equivalent || asked.certificate.is_some() {
        return Err(wrong_request(
            "a table of values has no place for --certificate, --extend, --equivalent and --statistics",
            "an example that works: nimlab period octal:0.77 --format bfile",
        ));
    }
    let format = format_of(&asked.target, out.json)?;
    let mut sink = Sink::open(&asked.target, out)?;
    let progress = ProgressLine::new("heaps", true);
    let proved = sequence.prove_with(max_heap, &|done, all| progress.tick(done, all))?;
    let heaps = proved.map_or(max_heap + 1, |period| period.preperiod.saturating_add(period.period));
    let table = game.table(TableSize::Side(heaps)).budget(budget).rows(&|done, all| {
        progress.tick(done, all);
        ControlFlow::Continue(())
    });
    progress.clear();
    write_table(format, sink.to(), table?, None, told)?;
    sink.finish()?;
    Ok(ExitCode::SUCCESS)
}

/// How far the heaps of a rule without a theorem are computed by default.
const OBSERVED_HEAP: &str = "1e4";

/// The values of single heaps by a rule file, and what shows in them: no
/// theorem says when a period of arbitrary rules is proved.
fn observe_rules(game: &RuleGame, asked: &PeriodArguments, out: &mut Output) -> anyhow::Result<ExitCode> {
    let heap_game = game.is_sum() && game.state().len() == 1;
    let for_built_in = asked.extend || asked.statistics || asked.equivalent || asked.certificate.is_some();
    if heap_game && (for_built_in || names_target(asked)) {
        let hint = "--certificate, --extend, --equivalent, --statistics and --format are for the built-in heap games, whose periods are proved: nimlab games";
        let question = "a period".into();
        return Err(Error::NotAnswered { game: game.name(), question, hint: hint.into() }.into());
    }
    let max_heap = small("--max-heap", asked.max_heap.as_deref().unwrap_or(OBSERVED_HEAP))?;
    let progress = ProgressLine::new("heaps", true);
    let found = observed_heaps(game, max_heap, cost(&asked.cost)?, &|done, all| {
        progress.tick(done, all);
        ControlFlow::Continue(())
    })?;
    progress.clear();
    if out.json {
        out.value(&nimlab::json::observed(&found))?;
        return Ok(ExitCode::SUCCESS);
    }
    out.headline(&format!("{}: no period is proved", game.name()))?;
    writeln!(out, "computed up to heap {max_heap}")?;
    match found.seen {
        Some(ShownPeriod { preperiod, period, saltus }) => {
            let more = if saltus == 0 { String::new() } else { format!(" and saltus {saltus}") };
            let told = format!(
                "observed, not proved: from heap {preperiod} on the values computed so far have period {period}{more}"
            );
            writeln!(out, "{}", wrapped(&told))?;
            if saltus == 0 && preperiod + period <= WRITTEN {
                writeln!(out, "{}", wrapped_values(&dotted(found.shown(), preperiod as usize, 0)))?;
            }
        }
        None => writeln!(out, "no period shows in the values computed so far")?,
    }
    let why = "no theorem proves a period from a rule file alone; `nimlab games` lists the games that have one";
    writeln!(out, "{}", wrapped(why))?;
    Ok(ExitCode::SUCCESS)
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
    if matches!(sequence.rule().pattern(), Some(HeapPattern::TakeByHexDigits(_))) && seen.saltus > 0 {
        let told = "values that grow are proved to do so where every smaller value is made by a heap beside a rest of small value; a larger bound proves more only where this needs larger heaps";
        writeln!(out, "{}", wrapped(told))?;
    } else if PeriodTheorem::of(sequence.rule()).is_none() {
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

fn same_codes(sequence: &Sequence, budget: Budget) -> anyhow::Result<Vec<SameValues>> {
    let progress = ProgressLine::new("codes", true);
    let same = same_values(sequence.rule(), compared(sequence), budget, &|done, all| progress.tick(done, all))?;
    progress.clear();
    Ok(same)
}

fn same_object(same: &[SameValues]) -> Value {
    same.iter().map(SameValues::to_json).collect()
}

fn write_same(same: &[SameValues], out: &mut Output) -> anyhow::Result<()> {
    if same.is_empty() {
        writeln!(out, "no other octal code of up to three digits has these values")?;
        return Ok(());
    }
    for (proved, heading) in [(true, "the same values, proved for all heaps"), (false, "the same values so far")] {
        let named = |same: &SameValues| {
            let at = match same.shift {
                0 => String::new(),
                shift => format!(" at n {} {}", if shift < 0 { '-' } else { '+' }, shift.abs()),
            };
            let seen = if proved { String::new() } else { format!(" (up to heap {})", same.seen_to) };
            format!("{}{at}{seen}", same.code)
        };
        let codes: Vec<String> = same.iter().filter(|same| same.proved == proved).map(named).collect();
        if !codes.is_empty() {
            writeln!(out, "{}", wrapped(&format!("{heading}: {}", codes.join(", "))))?;
        }
    }
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

/// `nimlab verify` of a period.
pub fn verify(file: &Path, text: &str, budget: Budget, out: &mut Output) -> anyhow::Result<ExitCode> {
    let certificate = PeriodCertificate::from_json(text)?;
    let progress = ProgressLine::new("options", true);
    let verdict = nimlab::sequence::verify_with(&certificate, budget, &mut |done, all| progress.tick(done, all))?;
    progress.clear();
    let (game, l, p, s) = (visible(&certificate.game), certificate.preperiod, certificate.period, certificate.saltus);
    let object =
        json!({"game": certificate.game, "preperiod": l, "period": p, "saltus": s, "theorem": certificate.theorem});
    let last = certificate.last;
    let verdict = match verdict {
        nimlab::sequence::PeriodVerdict::Proved => {
            Ok(format!("preperiod {l}, period {p}, saltus {s}; up to heap {last} each value is the mex of its options"))
        }
        nimlab::sequence::PeriodVerdict::Rejected(reason) => Err(reason),
    };
    write_verdict(file, &game, &object, verdict, out)
}

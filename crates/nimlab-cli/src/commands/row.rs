//! `nimlab period GAME --row R`: preperiod and period of a row of a board, and
//! the check of their certificates.

use crate::commands::period::{PeriodArguments, keep};
use crate::commands::small;
use crate::output::{Output, Progress, wrapped};
use nimlab::Error;
use nimlab::games::wythoff::row::{RowAnswer, RowCertificate, RowPeriod, row_period, verify_row};
use nimlab::json::{open_row, proved_row};
use nimlab::sequence::{Observation, Verdict};
use nimlab_lab::export::WholeFile;
use serde_json::{Value, json};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;

/// The longest row that is written out for people.
const WRITTEN: u64 = 400;

pub fn run(asked: &PeriodArguments, row: &str, out: &mut Output) -> anyhow::Result<ExitCode> {
    let game = super::game(&asked.game)?;
    let Some(blocks) = game.blocks() else {
        return Err(Error::NotAnswered {
            game: game.name(),
            question: "the period of a row".into(),
            hint: "rows of boards are those of wythoff, wythoff:a and r-wythoff: nimlab period wythoff --row 3".into(),
        }
        .into());
    };
    if asked.extend || asked.statistics {
        return Err(Error::NotAnswered {
            game: game.name(),
            question: "--extend or --statistics for a row".into(),
            hint: "they are for heap games: nimlab period subtraction:1,5,8 --extend".into(),
        }
        .into());
    }
    let row = small("--row", row)?;
    let max_column = small("--max-heap", asked.max_heap.as_deref().unwrap_or("1e6"))?;
    let certificate = asked.certificate.as_deref().map(WholeFile::create).transpose()?;
    let progress = Progress::new("columns", true);
    let answer = row_period(blocks, row, max_column, &|done, all| {
        progress.tick(done, all);
        ControlFlow::Continue(())
    });
    progress.clear();
    let answer = answer?;
    let mut object = match &answer {
        RowAnswer::Proved(period) => proved_row(&game.name(), period),
        RowAnswer::Open(seen) => open_row(&game.name(), row, seen),
    };
    let mut written = Ok(());
    if let (Some(target), Some(path), RowAnswer::Proved(period)) = (certificate, &asked.certificate, &answer) {
        object["certificate"] = Value::from(path.display().to_string());
        written = keep(target, &RowCertificate::of(&game.name(), period).to_json());
    }
    if out.json {
        out.value(&object)?;
    } else {
        match &answer {
            RowAnswer::Proved(period) => write_proved(&game.name(), period, out)?,
            RowAnswer::Open(seen) => write_open(&game.name(), row, seen, out)?,
        }
        if let (Some(path), RowAnswer::Proved(_), Ok(())) = (&asked.certificate, &answer, &written) {
            writeln!(out, "certificate written to {}", path.display())?;
        }
    }
    written?;
    if asked.certificate.is_some() && matches!(answer, RowAnswer::Open(_)) {
        return Err(
            Error::Undecided { reason: "nothing is proved, and so there is no certificate to write".into() }.into()
        );
    }
    Ok(ExitCode::SUCCESS)
}

fn write_proved(game: &str, period: &RowPeriod, out: &mut Output) -> anyhow::Result<()> {
    let (l, p) = (period.preperiod, period.period);
    out.headline(&format!("{game}, row {}: preperiod {l}, period {p}, saltus {p}", period.row))?;
    if l + p <= WRITTEN {
        writeln!(out, "{}", period.dotted())?;
    } else {
        writeln!(out, "({} values; --json lists them)", l + p)?;
    }
    writeln!(out, "{}", wrapped(&format!("Proved: {}", period.proof())))?;
    Ok(())
}

fn write_open(game: &str, row: u64, seen: &Observation, out: &mut Output) -> anyhow::Result<()> {
    out.headline(&format!("{game}, row {row}: no period is proved"))?;
    writeln!(out, "computed up to column {}", seen.computed_to)?;
    match seen.period {
        Some((preperiod, period)) => writeln!(
            out,
            "observed, not proved: from column {preperiod} on the values computed so far have period and saltus {period}"
        )?,
        None => writeln!(out, "no period shows in the values computed so far")?,
    }
    let more = seen.computed_to.saturating_add(1).saturating_mul(10);
    writeln!(out, "a larger bound may prove one: --max-heap {more}")?;
    Ok(())
}

/// Checks a certificate of a row.
pub fn verify(file: &Path, text: &str, out: &mut Output) -> anyhow::Result<ExitCode> {
    let claimed = RowCertificate::from_json(text)?;
    let (verified, reason) = match verify_row(&claimed)? {
        Verdict::Proved => (true, None),
        Verdict::Rejected(reason) => (false, Some(reason)),
    };
    let (game, row, l, p, s) = (&claimed.game, claimed.row, claimed.preperiod, claimed.period, claimed.saltus);
    if out.json {
        out.value(&json!({"file": file.display().to_string(), "game": game, "row": row, "preperiod": l, "period": p,
            "saltus": s, "theorem": claimed.theorem, "verified": verified, "reason": reason}))?;
    } else if let Some(reason) = reason {
        out.headline("rejected")?;
        writeln!(out, "{game}, row {row}: {reason}")?;
    } else {
        out.headline("verified")?;
        writeln!(
            out,
            "{game}, row {row}: preperiod {l}, period {p}, saltus {s}, recomputed from the definition up to column {}",
            claimed.state + claimed.distance - 1
        )?;
    }
    Ok(if verified { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

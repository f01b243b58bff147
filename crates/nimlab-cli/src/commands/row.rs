//! `nimlab period GAME --row R`: preperiod and period of a row of a board, and
//! the check of their certificates.

use crate::commands::period::{PeriodArguments, keep};
use crate::commands::verdict::write_verdict;
use crate::commands::{cost, small, wrong_request};
use crate::output::{Output, wrapped, wrapped_values};
use crate::progress::ProgressLine;
use nimlab::json::{open_row, proved_row};
use nimlab::sequence::{Observation, PeriodVerdict};
use nimlab::solve::row::{MOST_COLUMNS, RowAnswer, RowCertificate, RowPeriod, row_period, verify_row};
use nimlab::solve::{ShownPeriod, observed_row};
use nimlab::text::visible;
use nimlab::{Budget, Error, Game, catalogue};
use nimlab_lab::export::WholeFile;
use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

/// The longest row that is written out for people.
const WRITTEN: u64 = 400;

/// How many columns are computed by default where nothing can be proved.
const OBSERVED: &str = "1e3";

pub fn run(asked: &PeriodArguments, row: &str, out: &mut Output) -> anyhow::Result<ExitCode> {
    let game = super::game(&asked.game)?;
    if asked.extend || asked.statistics || asked.equivalent || super::period::names_target(asked) {
        return Err(wrong_request(
            "--extend, --equivalent, --statistics and --format are for heap games, and not for rows",
            "an example that works: nimlab period subtraction:1,5,8 --extend",
        ));
    }
    let row = small("--row", row)?;
    let budget = cost(&asked.cost)?.started();
    let Some(moves) = game.two_piles().and_then(|piles| piles.moves_up_to(row, budget)) else {
        return observe(&*game, row, asked, budget, out);
    };
    let max_column = small("--max-heap", asked.max_heap.as_deref().unwrap_or("1e6"))?;
    let certificate = asked.certificate.as_deref().map(WholeFile::create).transpose()?;
    let progress = ProgressLine::new("columns", true);
    let answer = row_period(moves, row, max_column, budget, &|done, all| progress.tick(done, all));
    progress.clear();
    let answer = answer?;
    let mut object = match &answer {
        RowAnswer::Proved(period) => proved_row(&game.name(), period),
        RowAnswer::Open(seen) => open_row(&game.name(), row, seen),
    };
    // A certificate names a built-in game, so that nobody has to trust a file.
    let built_in = catalogue::name_of_moves(moves);
    let recognised = game.two_piles().and_then(|piles| piles.moves()).is_none();
    if recognised {
        object["same_moves_as"] = json!(built_in);
    }
    let mut written = Ok(());
    if let (Some(target), Some(path), RowAnswer::Proved(period)) = (certificate, &asked.certificate, &answer) {
        object["certificate"] = Value::from(path.display().to_string());
        let text = RowCertificate::of(&built_in, period).to_json();
        written = text.map_err(Into::into).and_then(|text| keep(target, &text));
    }
    if out.json {
        out.value(&object)?;
    } else {
        match &answer {
            RowAnswer::Proved(period) => write_proved(&game.name(), period, out)?,
            RowAnswer::Open(seen) => write_open(&game.name(), row, seen, out)?,
        }
        if recognised {
            let rows = if row == 0 { "row 0".into() } else { format!("the rows 0 to {row}") };
            let told = format!("By the text of the rule the moves in {rows} are those of {built_in}, in every column.");
            writeln!(out, "{}", wrapped(&told))?;
        }
        if let (Some(path), RowAnswer::Proved(_), Ok(())) = (&asked.certificate, &answer, &written) {
            let of = if recognised { format!(" of {built_in}") } else { String::new() };
            writeln!(out, "certificate{of} written to {}", path.display())?;
        }
    }
    written?;
    if asked.certificate.is_some() && matches!(answer, RowAnswer::Open(_)) {
        return Err(no_certificate());
    }
    Ok(ExitCode::SUCCESS)
}

fn no_certificate() -> anyhow::Error {
    Error::undecided("nothing is proved, and so there is no certificate to write").into()
}

/// A row of another game of two piles: what shows in it is not proved.
fn observe(
    game: &dyn Game,
    row: u64,
    asked: &PeriodArguments,
    budget: Budget,
    out: &mut Output,
) -> anyhow::Result<ExitCode> {
    let max_column = small("--max-heap", asked.max_heap.as_deref().unwrap_or(OBSERVED))?;
    let found = observed_row(game, row, max_column, budget)?;
    if out.json {
        out.value(&nimlab::json::observed(&found))?;
    } else {
        out.headline(&format!("{}, row {row}: no period is proved", found.game))?;
        writeln!(out, "computed up to column {max_column}")?;
        match found.seen {
            Some(ShownPeriod { preperiod, period, saltus }) => {
                let more = if saltus == 0 { String::new() } else { format!(" and saltus {saltus}") };
                let told = format!(
                    "observed, not proved: from column {preperiod} on the values computed so far have period {period}{more}"
                );
                writeln!(out, "{}", wrapped(&told))?;
            }
            None => writeln!(out, "no period shows in the values computed so far")?,
        }
        let why = "The theorem here needs the moves of wythoff:a or r-wythoff. A rule file is recognised if its moves are those of wythoff:a whatever the position is, and if its conditions compare sums, differences, products with constants, absolute values, minima and maxima.";
        writeln!(out, "{}", wrapped(why))?;
    }
    if asked.certificate.is_some() {
        return Err(no_certificate());
    }
    Ok(ExitCode::SUCCESS)
}

fn write_proved(game: &str, period: &RowPeriod, out: &mut Output) -> anyhow::Result<()> {
    let (l, p) = (period.preperiod, period.period);
    out.headline(&format!("{game}, row {}: preperiod {l}, period {p}, saltus {p}", period.row))?;
    if l + p <= WRITTEN {
        writeln!(out, "{}", wrapped_values(&period.dotted()))?;
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
        Some((preperiod, period)) => {
            let told = format!(
                "observed, not proved: from column {preperiod} on the values computed so far have period and saltus {period}"
            );
            writeln!(out, "{}", wrapped(&told))?;
        }
        None => writeln!(out, "no period shows in the values computed so far")?,
    }
    let more = seen.computed_to.saturating_add(1).saturating_mul(10).min(MOST_COLUMNS - 1);
    if more > seen.computed_to {
        writeln!(out, "a larger bound may prove one: --max-heap {more}")?;
    }
    Ok(())
}

/// Checks a certificate of a row.
pub fn verify(file: &Path, text: &str, budget: Budget, out: &mut Output) -> anyhow::Result<ExitCode> {
    let claimed = RowCertificate::from_json(text)?;
    let (game, row, l, p, s) = (visible(&claimed.game), claimed.row, claimed.preperiod, claimed.period, claimed.saltus);
    let verdict = match verify_row(&claimed, budget)? {
        PeriodVerdict::Proved => Ok(format!(
            "preperiod {l}, period {p}, saltus {s}, recomputed from the definition up to column {}",
            claimed.state + claimed.distance - 1
        )),
        PeriodVerdict::Rejected(reason) => Err(reason),
    };
    let object =
        json!({"game": game, "row": row, "preperiod": l, "period": p, "saltus": s, "theorem": claimed.theorem});
    write_verdict(file, &format!("{game}, row {row}"), &object, verdict, out)
}

//! `nimlab verify`: certificates of every kind, each checked by code of its own.

use crate::arguments::CostArguments;
use crate::commands::cost_or;
use crate::output::Output;
use clap::Args;
use nimlab::quotient::QuotientCertificate;
use nimlab::sequence::PeriodCertificate;
use nimlab::solve::row::RowCertificate;
use nimlab::{Budget, Error, Hint, Limit};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// `nimlab verify`
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  nimlab verify kayles.json\n  nimlab verify wythoff.json\n\nThese certificates are written by\n  nimlab period octal:0.77 --certificate kayles.json\n  nimlab quotient octal:0.77 --certificate misere.json\n  nimlab prove wythoff --certificate wythoff.json",
    mut_arg("budget_time", |time| time.help("Work at most this long [default: 600]"))
)]
pub struct VerifyArguments {
    /// A certificate written by `nimlab period`, `nimlab quotient` or `nimlab prove`, of at most 64 MiB
    pub file: PathBuf,

    #[command(flatten)]
    pub cost: CostArguments,
}

/// How long a check may take by default: it is quadratic where a proof is not.
const CHECKING: Duration = Duration::from_secs(600);

/// Checks a certificate by separate, plain code.
pub fn run(asked: &VerifyArguments, out: &mut Output) -> anyhow::Result<ExitCode> {
    let budget = cost_or(&asked.cost, Budget::default().within(CHECKING))?;
    let text = certificate_text(&asked.file, budget)?;
    if nimlab::prove::Certificate::is_one(&text) {
        return super::prove::verify(&asked.file, &text, budget, out);
    }
    if nimlab::prove::PilesCertificate::is_one(&text) {
        return super::first_piles::verify(&asked.file, &text, budget, out);
    }
    if QuotientCertificate::is_one(&text) {
        return super::quotient::verify(&asked.file, &text, budget, out);
    }
    if RowCertificate::is_one(&text) {
        return super::row::verify(&asked.file, &text, budget, out);
    }
    if !PeriodCertificate::is_one(&text) {
        let problem = if text.trim().is_empty() { "it is empty" } else { "it does not say what it certifies" };
        return Err(Error::BadFile { kind: "certificate", problem: problem.into(), hint: WRITERS.into() }.into());
    }
    super::period::verify(&asked.file, &text, budget, out)
}

/// Who writes certificates.
const WRITERS: &str = "a certificate is written by `nimlab prove`, `nimlab period` and `nimlab quotient`, such as: nimlab prove wythoff --certificate FILE";

/// Reads no more than a certificate may have, and no more than fits the budget.
fn certificate_text(path: &Path, budget: Budget) -> anyhow::Result<String> {
    let most = (PeriodCertificate::MOST_BYTES as u64).min(budget.bytes / PeriodCertificate::BYTES_READ);
    let mut bytes = Vec::new();
    let read = std::fs::File::open(path).and_then(|file| file.take(most + 1).read_to_end(&mut bytes));
    read.map_err(|error| Error::BadFile {
        kind: "certificate",
        problem: format!("{}: {error}", path.display()),
        hint: WRITERS.into(),
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
                hint: WRITERS.into(),
            },
        }
        .into());
    }
    // What is not text is not a certificate either, and the message says so.
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

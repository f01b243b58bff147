//! `nimlab show`: what a run has found so far.

use crate::arguments::ShowArguments;
use crate::output::{Output, wrapped};
use nimlab_lab::Error;
use nimlab_lab::run::{RunReport, show};
use std::io::{ErrorKind, Write};
use std::process::ExitCode;

pub fn run(asked: &ShowArguments, out: &mut Output) -> anyhow::Result<ExitCode> {
    let report = show(&asked.dir).map_err(|error| match error {
        Error::System { what, cause, .. } if matches!(cause.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            let hint = "an example that works: nimlab run wythoff3:lex --steps 1e5 --dir lex && nimlab show lex";
            Error::Request { problem: format!("{what}: {cause}"), hint: hint.into() }
        }
        error => error,
    })?;
    write(&report, out)?;
    Ok(ExitCode::SUCCESS)
}

/// Writes a report as JSON or text.
pub fn write(report: &RunReport, out: &mut Output) -> anyhow::Result<()> {
    if out.json {
        return Ok(out.value(report.json())?);
    }
    for (i, finding) in report.findings().iter().enumerate() {
        if i > 0 {
            writeln!(out)?;
        }
        out.headline(&finding.title)?;
        for line in &finding.lines {
            // Aligned lines stay as they are; sentences are broken.
            let text = if line.contains("  ") { line.clone() } else { wrapped(line) };
            writeln!(out, "{text}")?;
        }
    }
    Ok(())
}

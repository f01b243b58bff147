//! The command `nimlab`: arguments in, text or JSON out, nothing else.
//!
//! Exit 0: answered; 2: the request is wrong; 1: anything else. A closed pipe
//! ends the command quietly.

mod arguments;
mod commands;
mod output;

use arguments::{Arguments, Command};
use clap::Parser;
use output::Output;
use std::process::ExitCode;

fn main() -> ExitCode {
    if let Some(word) = arguments::negative_number(std::env::args().skip(1)) {
        return report(&anyhow::Error::new(nimlab::Error::BadNumber {
            given: word,
            problem: "piles and counts are not negative".into(),
        }));
    }
    let arguments = Arguments::parse();
    match run(&arguments) {
        Ok(code) => code,
        Err(error) if output::is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => report(&error),
    }
}

fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let mut out = Output::new(arguments.json);
    let code = match &arguments.command {
        Command::Games(asked) => commands::games::run(asked, &mut out)?,
        Command::Solve(asked) => commands::solve::run(asked, &mut out)?,
        Command::Cold(asked) => commands::cold::run(asked, &mut out)?,
        Command::Table(asked) => commands::table::run(asked, &mut out)?,
        Command::Represent(asked) => commands::represent::run(asked, &mut out)?,
        Command::Check(asked) => commands::check::run(asked, &mut out)?,
        Command::Run(asked) => commands::run::run(asked, &mut out)?,
        Command::Show(asked) => commands::show::run(asked, &mut out)?,
    };
    out.finish()?;
    Ok(code)
}

/// Says what went wrong on the standard error stream.
#[expect(clippy::print_stderr, reason = "this is where diagnostics go")]
fn report(error: &anyhow::Error) -> ExitCode {
    eprintln!("nimlab: {error:#}");
    let request = error.downcast_ref::<nimlab::Error>().is_some_and(nimlab::Error::is_request)
        || error.downcast_ref::<nimlab_lab::Error>().is_some_and(nimlab_lab::Error::is_request);
    ExitCode::from(if request { 2 } else { 1 })
}

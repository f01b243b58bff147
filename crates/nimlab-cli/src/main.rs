//! The command `nimlab`: arguments in, text or JSON out, nothing else.
//!
//! Exit 0: answered; 2: the request is wrong; 130 and 143: a run was stopped by
//! Ctrl-C or SIGTERM and wrote a checkpoint; 1: anything else. A closed pipe ends
//! the command quietly.

mod arguments;
mod commands;
#[cfg(test)]
mod documented;
mod interrupt;
mod output;
mod progress;
mod wording;

use arguments::{Arguments, Command};
use clap::Parser;
use output::Output;
use std::io::{IsTerminal, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let words = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    if let Some(word) = arguments::negative_number(words) {
        return report(&anyhow::Error::new(nimlab::Error::BadNumber {
            given: word,
            problem: "piles and counts are not negative".into(),
        }));
    }
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return explain_usage(&error),
    };
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
        Command::Moves(asked) => commands::moves::run(asked, &mut out)?,
        Command::Limits(asked) => commands::limits::run(asked, &mut out)?,
        Command::Compare(asked) => commands::compare::run(asked, &mut out)?,
        Command::Cold(asked) => commands::cold::run(asked, &mut out)?,
        Command::Table(asked) => commands::table::run(asked, &mut out)?,
        Command::Play(asked) => commands::play::run(asked, &mut out)?,
        Command::Period(asked) => commands::period::run(asked, &mut out)?,
        Command::Quotient(asked) => commands::quotient::run(asked, &mut out)?,
        Command::Prove(asked) => commands::prove::run(asked, &mut out)?,
        Command::Theorems(asked) => commands::prove::theorems(asked, &mut out)?,
        Command::Verify(asked) => commands::verify::run(asked, &mut out)?,
        Command::Plot(asked) => commands::plot::run(asked)?,
        Command::Sweep(asked) => commands::sweep::run(asked, &mut out)?,
        Command::Find(asked) => commands::find::run(asked, &mut out)?,
        Command::Represent(asked) => commands::represent::run(asked, &mut out)?,
        Command::Check(asked) => commands::check::run(asked, &mut out)?,
        Command::Reproduce(asked) => commands::reproduce::run(asked, &mut out)?,
        Command::Rules(asked) => commands::rules::run(asked, &mut out)?,
        Command::Run(asked) => commands::run::run(asked, &mut out)?,
        Command::Serve(asked) => commands::serve::run(asked, &mut out)?,
        Command::Site(asked) => commands::site::run(asked, &mut out)?,
        Command::Show(asked) => commands::show::run(asked, &mut out)?,
        Command::Manual(asked) => commands::manual::run(asked, &mut out)?,
        Command::Completions(asked) => commands::manual::completions(asked, &mut out),
    };
    out.finish()?;
    Ok(code)
}

/// Help and version go to the output; a wrong command line gets an example.
fn explain_usage(error: &clap::Error) -> ExitCode {
    let printed = error.print();
    if !error.use_stderr() {
        return if printed.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    let _ = writeln!(std::io::stderr(), "An example that works: {}", arguments::example_now());
    ExitCode::from(2)
}

/// Says what went wrong on standard error.
fn report(error: &anyhow::Error) -> ExitCode {
    // Names from files may hold anything.
    let message = format!("nimlab: {}", wording::message(error));
    let message = nimlab::text::visible_lines(&message);
    // Rules are shown with a mark below the place that is wrong, and a program
    // reads whole sentences.
    let shows_rules = matches!(error.downcast_ref(), Some(nimlab::Error::BadRules { .. }));
    let message = match std::io::stderr().is_terminal() && !shows_rules {
        true => output::wrapped_lines(&message),
        false => message.into_owned(),
    };
    let _ = writeln!(std::io::stderr(), "{message}");
    let request = error.downcast_ref::<nimlab::Error>().is_some_and(nimlab::Error::is_request)
        || error.downcast_ref::<nimlab_lab::Error>().is_some_and(nimlab_lab::Error::is_request);
    ExitCode::from(if request { 2 } else { 1 })
}

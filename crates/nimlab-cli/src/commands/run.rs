//! `nimlab run`: long experiments, each in a directory of its own.

use crate::arguments::RunArguments;
use crate::commands::{show, small, three_piles};
use crate::interrupt::Interrupt;
use crate::output::Output;
use crate::progress::ProgressLine;
use nimlab::error::Error;
use nimlab_lab::run::{RunEnd, RunOptions, no_run, run as run_experiment};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::Duration;

pub fn run(asked: &RunArguments, out: &mut Output) -> anyhow::Result<ExitCode> {
    let (game, variant) = three_piles(&asked.game).map_err(with_own_example)?;
    let Some(variant) = variant else {
        return Err(no_run(game).into());
    };
    let seconds: f64 =
        asked.checkpoint.parse().ok().filter(|seconds| (0.0..1e6).contains(seconds)).ok_or_else(|| {
            Error::BadNumber {
                given: asked.checkpoint.clone(),
                problem: "seconds between two checkpoints, such as 300".into(),
            }
        })?;
    let options = RunOptions {
        game: variant,
        steps: small("the number of steps", &asked.steps)?,
        folder: asked.dir.clone(),
        spill: asked.spill.clone(),
        checkpoint: Duration::from_secs_f64(seconds),
    };
    let interrupt = Interrupt::watch("stopping after a checkpoint is written; Ctrl-C again stops at once")?;
    let line = ProgressLine::new("positions", true);
    let outcome = run_experiment(&options, &mut |progress| {
        line.tell(progress.done, progress.steps, || {
            format!(", {:.2} GiB of memory", progress.bytes as f64 / (1u64 << 30) as f64)
        });
        if interrupt.came() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    line.clear();
    match outcome? {
        RunEnd::Finished(report) => {
            show::write(&report, out)?;
            Ok(ExitCode::SUCCESS)
        }
        RunEnd::Stopped(at) => {
            let (steps, folder) = (options.steps, options.folder.display());
            writeln!(
                io::stderr(),
                "stopped at number {at} of {steps}; the checkpoint is in {folder}\n  the same command continues from there: \
                 nimlab run {game} --steps {} --dir {folder}{}",
                asked.steps,
                asked.spill.as_ref().map_or(String::new(), |spill| format!(" --spill {}", spill.display()))
            )?;
            Ok(interrupt.code())
        }
    }
}

/// The example for a missing or wrong parameter is a game that runs.
fn with_own_example(error: anyhow::Error) -> anyhow::Error {
    match error.downcast() {
        Ok(Error::BadParameters { game, given, expected, .. }) => {
            Error::BadParameters { game, given, expected, example: "wythoff3:lex".into() }.into()
        }
        Ok(error) => error.into(),
        Err(error) => error,
    }
}

//! `nimlab run`: experiments that last, in a directory of their own.

use crate::arguments::RunArguments;
use crate::commands::{show, small, three_piles};
use crate::interrupt::Interrupt;
use crate::output::Output;
use nimlab::error::Error;
use nimlab_lab::run::{Options, Outcome, Progress, run as run_experiment};
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::{Duration, Instant};

pub fn run(asked: &RunArguments, out: &mut Output) -> anyhow::Result<ExitCode> {
    let (game, variant) = three_piles(&asked.game).map_err(with_own_example)?;
    let Some(variant) = variant else {
        return Err(Error::NotAnswered {
            game,
            question: "a long run".into(),
            hint: "runs are for wythoff3:lex and wythoff3:positive\n  an example that works: nimlab run wythoff3:lex \
                   --steps 1e8 --dir lex"
                .into(),
        }
        .into());
    };
    let seconds: f64 =
        asked.checkpoint.parse().ok().filter(|seconds| (0.0..1e6).contains(seconds)).ok_or_else(|| {
            Error::BadNumber {
                given: asked.checkpoint.clone(),
                problem: "seconds between two checkpoints, such as 300".into(),
            }
        })?;
    let options = Options {
        game: variant,
        steps: small("the number of steps", &asked.steps)?,
        folder: asked.dir.clone(),
        spill: asked.spill.clone(),
        checkpoint: Duration::from_secs_f64(seconds),
    };
    let interrupt = Interrupt::watch("stopping: a checkpoint is written first; once more to stop at once")?;
    let mut line = Line::new();
    let outcome = run_experiment(&options, &mut |progress| {
        line.show(progress);
        if interrupt.came() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    line.clear();
    match outcome? {
        Outcome::Finished(report) => {
            show::write(&report, out)?;
            Ok(ExitCode::SUCCESS)
        }
        Outcome::Stopped(at) => {
            let (steps, folder) = (options.steps, options.folder.display());
            writeln!(
                io::stderr(),
                "stopped at number {at} of {steps}; the checkpoint is in {folder}\n  the same command goes on from there: \
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

/// A line on the terminal that says how far the run is.
struct Line {
    enabled: bool,
    next: Instant,
    shown: bool,
}

impl Line {
    fn new() -> Self {
        Self { enabled: io::stderr().is_terminal(), next: Instant::now(), shown: false }
    }

    fn show(&mut self, progress: Progress) {
        let now = Instant::now();
        if !self.enabled || now < self.next {
            return;
        }
        self.next = now + Duration::from_millis(250);
        self.shown = true;
        let rate = progress.here as f64 / progress.elapsed.as_secs_f64().max(1e-3);
        let left = (progress.steps - progress.done) as f64 / rate.max(1.0);
        const WIDTH: u64 = 24;
        let full = progress.done * WIDTH / progress.steps.max(1);
        let bar: String = (0..WIDTH).map(|i| if i < full { '█' } else { '░' }).collect();
        let text = format!(
            "\r{bar} {} of {} positions, {:.1} million a second, {left:.0} s left, {:.2} GiB of memory\x1b[K",
            progress.done,
            progress.steps,
            rate / 1e6,
            progress.bytes as f64 / (1u64 << 30) as f64
        );
        let _ = io::stderr().write_all(text.as_bytes());
    }

    fn clear(&mut self) {
        if self.shown {
            let _ = io::stderr().write_all(b"\r\x1b[K");
        }
    }
}

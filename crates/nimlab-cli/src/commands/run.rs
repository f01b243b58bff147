//! `nimlab run`: experiments that last, in a directory of their own.

use crate::arguments::RunArguments;
use crate::commands::{THREE_PILES, show, small, three_piles};
use crate::output::Output;
use nimlab::error::Error;
use nimlab_lab::run::{Options, Progress, run as run_experiment};
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

pub fn run(asked: &RunArguments, out: &mut Output) -> anyhow::Result<ExitCode> {
    let (game, variant) = three_piles(&asked.game)?;
    let Some(variant) = variant else {
        return Err(Error::NotAnswered {
            game,
            question: "a long run".into(),
            hint: format!(
                "runs are for {}\n  an example that works: nimlab run wythoff3:l1 --steps 1e8 --dir l1",
                THREE_PILES
            ),
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
    let mut line = Line::new();
    let report = run_experiment(&options, &mut |progress| line.show(progress));
    line.clear();
    show::write(&report?, out)?;
    Ok(ExitCode::SUCCESS)
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
            "\r{bar} {} of {}  {:.1} million a second  {left:.0} s left  {:.2} GiB  ",
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

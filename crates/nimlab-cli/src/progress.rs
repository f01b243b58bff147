//! A line on the terminal for work that lasts: how much is done, how fast, and
//! how long it will take.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Work is not worth a line before it has lasted so long.
const PATIENCE: Duration = Duration::from_secs(1);

/// How often the line is drawn in a second.
const DRAWN: u8 = 5;

/// The line of some work. It is gone when the work is over.
pub struct Progress {
    what: &'static str,
    begun: Instant,
    line: OnceLock<ProgressBar>,
    enabled: bool,
}

impl Progress {
    /// Counts `what`; only on a terminal, and only if `wanted`.
    pub fn new(what: &'static str, wanted: bool) -> Self {
        let enabled = wanted && io::stderr().is_terminal();
        Self { what, begun: Instant::now(), line: OnceLock::new(), enabled }
    }

    /// So much of it is done.
    pub fn tick(&self, done: u64, total: u64) {
        self.tell(done, total, String::new);
    }

    /// The same, with something else that is worth knowing.
    pub fn tell(&self, done: u64, total: u64, remark: impl FnOnce() -> String) {
        if !self.enabled || self.begun.elapsed() < PATIENCE {
            return;
        }
        let line = self.line.get_or_init(|| self.begin(done, total));
        line.set_position(done);
        line.set_length(total);
        let remark = remark();
        if !remark.is_empty() {
            line.set_message(remark);
        }
    }

    fn begin(&self, done: u64, total: u64) -> ProgressBar {
        let form = format!("{{bar:24}} {{human_pos}} of {{human_len}} {}, {{per_sec}}, {{eta}} left{{msg}}", self.what);
        let style = ProgressStyle::with_template(&form).unwrap_or_else(|_| ProgressStyle::default_bar());
        let target = ProgressDrawTarget::stderr_with_hz(DRAWN);
        let line =
            ProgressBar::with_draw_target(Some(total), target).with_style(style).with_elapsed(self.begun.elapsed());
        line.with_position(done)
    }

    /// Takes the line away.
    pub fn clear(&self) {
        if let Some(line) = self.line.get() {
            line.finish_and_clear();
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

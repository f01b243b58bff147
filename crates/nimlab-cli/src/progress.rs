//! A line on the terminal for long work: how much is done, how fast, and
//! how long it will take.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Work is not worth a line before it has lasted this long.
const PATIENCE: Duration = Duration::from_secs(1);

/// How often the line is drawn in a second.
const DRAWN: u8 = 5;

/// The line of some work. It is gone when the work is over.
pub struct ProgressLine {
    what: &'static str,
    begun: Instant,
    /// What was done before, as in a run that is continued.
    first: OnceLock<u64>,
    line: OnceLock<ProgressBar>,
    enabled: bool,
}

/// A line of words, for work of which nobody knows how long it takes.
pub struct Words {
    begun: Instant,
    line: OnceLock<ProgressBar>,
}

/// A line of words; only on a terminal.
pub fn words() -> Words {
    Words { begun: Instant::now(), line: OnceLock::new() }
}

impl Words {
    /// What is worth knowing now.
    pub fn tell(&self, words: &str) {
        if !io::stderr().is_terminal() || self.begun.elapsed() < PATIENCE {
            return;
        }
        let line = self.line.get_or_init(|| {
            let style =
                ProgressStyle::with_template("{spinner} {msg}").unwrap_or_else(|_| ProgressStyle::default_bar());
            ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(DRAWN)).with_style(style)
        });
        line.set_message(words.to_owned());
        line.tick();
    }

    /// Takes the line away.
    pub fn clear(&self) {
        if let Some(line) = self.line.get() {
            line.finish_and_clear();
        }
    }
}

/// Work in shares, such as shards, beside a line of how many are done.
pub fn shares<T>(what: &'static str, work: impl FnOnce(&(dyn Fn(u64, u64) + Sync)) -> T) -> T {
    let progress = ProgressLine::new(what, true);
    let done = work(&|done, all| progress.tick(done, all));
    progress.clear();
    done
}

impl ProgressLine {
    /// Counts `what`; only on a terminal, and only if `wanted`.
    pub fn new(what: &'static str, wanted: bool) -> Self {
        let enabled = wanted && io::stderr().is_terminal();
        Self { what, begun: Instant::now(), first: OnceLock::new(), line: OnceLock::new(), enabled }
    }

    /// This much of it is done.
    pub fn tick(&self, done: u64, total: u64) {
        self.tell(done, total, String::new);
    }

    /// The same, with something else that is worth knowing.
    pub fn tell(&self, done: u64, total: u64, remark: impl FnOnce() -> String) {
        if !self.enabled {
            return;
        }
        let first = *self.first.get_or_init(|| done);
        if self.begun.elapsed() < PATIENCE {
            return;
        }
        let line = self.line.get_or_init(|| self.begin(first, total));
        line.set_position(done);
        line.set_length(total);
        let remark = remark();
        if !remark.is_empty() {
            line.set_message(remark);
        }
    }

    fn begin(&self, first: u64, total: u64) -> ProgressBar {
        let begun = self.begun;
        // The mean of the whole time: steady work needs no more.
        let rate = move |state: &ProgressState| {
            state.pos().saturating_sub(first) as f64 / begun.elapsed().as_secs_f64().max(1e-3)
        };
        let left = move |state: &ProgressState| {
            state.len().unwrap_or(0).saturating_sub(state.pos()) as f64 / rate(state).max(1e-9)
        };
        // Whatever is said, the line fits the terminal.
        let form = format!("{{wide_bar}} {{human_pos}} of {{human_len}} {}, {{rate}}, {{left}} left{{msg}}", self.what);
        let style = ProgressStyle::with_template(&form)
            .unwrap_or_else(|_| ProgressStyle::default_bar())
            .with_key("rate", move |state: &ProgressState, to: &mut dyn Write| {
                let _ = write!(to, "{}", in_words(rate(state)));
            })
            .with_key("left", move |state: &ProgressState, to: &mut dyn Write| {
                let _ = write!(to, "{:.0} s", left(state));
            });
        ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr_with_hz(DRAWN)).with_style(style)
    }

    /// Takes the line away.
    pub fn clear(&self) {
        if let Some(line) = self.line.get() {
            line.finish_and_clear();
        }
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.clear();
    }
}

/// A rate that can be read at a glance.
fn in_words(rate: f64) -> String {
    match rate {
        1e6.. => format!("{:.1} million a second", rate / 1e6),
        100.0.. => format!("{rate:.0} a second"),
        _ => format!("{rate:.1} a second"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_short() {
        let rates = [0.25, 99.0, 1234.0, 123_456_789.0].map(in_words);
        assert_eq!(rates, ["0.2 a second", "99.0 a second", "1234 a second", "123.5 million a second"]);
    }
}

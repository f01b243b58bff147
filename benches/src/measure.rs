//! Measurement by turns: every case once a round, so that noise from outside
//! falls on all of them, and the minimum and the median of each.

use std::fmt;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// A case: its name, and what is timed.
pub struct Case<'a> {
    name: &'static str,
    rounds: usize,
    run: Box<dyn FnMut() -> Duration + 'a>,
    times: Vec<Duration>,
}

impl<'a> Case<'a> {
    /// A case that is timed from its call to its return; what it returns is
    /// dropped after the clock has stopped.
    pub fn new<R>(name: &'static str, mut work: impl FnMut() -> R + 'a) -> Self {
        let run = move || {
            let start = Instant::now();
            let result = black_box(work());
            let time = start.elapsed();
            drop(result);
            time
        };
        Self { name, rounds: usize::MAX, run: Box::new(run), times: Vec::new() }
    }

    /// Only in the first rounds, for a slow case.
    pub fn at_most(self, rounds: usize) -> Self {
        Self { rounds, ..self }
    }
}

/// The times of some cases.
pub struct Report {
    rows: Vec<(&'static str, Duration, Duration)>,
}

/// Runs every case once unmeasured and then `rounds` times by turns.
pub fn by_turns(mut cases: Vec<Case<'_>>, rounds: usize) -> Report {
    for case in &mut cases {
        (case.run)();
    }
    for round in 0..rounds {
        for case in cases.iter_mut().filter(|case| round < case.rounds) {
            let time = (case.run)();
            case.times.push(time);
        }
    }
    let rows = cases.into_iter().filter(|case| !case.times.is_empty()).map(|mut case| {
        case.times.sort();
        (case.name, case.times[0], case.times[case.times.len() / 2])
    });
    Report { rows: rows.collect() }
}

/// One line a case: its minimum, its median, and how many times faster than
/// the first case it is, by the minima.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.rows.iter().map(|row| row.0.chars().count()).max().unwrap_or(0);
        writeln!(f, "{:width$}  {:>9}  {:>9}  {:>9}", "", "min ms", "median ms", "times")?;
        for (name, least, median) in &self.rows {
            let times = self.rows[0].1.as_secs_f64() / least.as_secs_f64();
            let (least, median) = (least.as_secs_f64() * 1e3, median.as_secs_f64() * 1e3);
            writeln!(f, "{name:width$}  {least:9.1}  {median:9.1}  {times:9.2}")?;
        }
        Ok(())
    }
}

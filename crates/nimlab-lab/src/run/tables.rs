//! The tables of a finished run: samples and differences as Parquet and, for
//! people, as comma-separated values; the long list of repeated numbers as
//! Parquet only.

use super::RunStatistics;
use crate::error::Result;
use crate::export::{Cell, Columns, Exporter, Format, NumberKind, TableSource, write_file};
use nimlab::stream::mex::MexRule;
use nimlab::stream::mex::statistics::StepCounts;
use std::path::Path;

const DIFFERENCES: [&str; 5] = ["d1", "d2", "d3", "count", "first"];
const REPEATED: [&str; 3] = ["number", "position", "again"];

/// The columns of a table of samples, and its rows.
type Samples = (&'static [&'static str], Vec<Vec<i64>>);

/// Writes every table of a run of a game.
pub fn write(folder: &Path, game: &str, statistics: &RunStatistics) -> Result<()> {
    let (steps, interval) = match statistics {
        RunStatistics::Mex(counted) => (counted.steps, counted.sampling.interval),
        RunStatistics::Positive(counted) => (counted.steps, counted.sampling.interval),
    };
    let columns = |title, names: &[&str]| {
        let columns = Columns::new(names.iter().map(|&name| name.to_owned()).collect());
        let columns = Columns { title, kind: NumberKind::Signed, ..columns }.with("game", game);
        let parameters = format!("{{\"steps\":{steps},\"interval\":{interval}}}");
        columns.with("parameters", parameters).with("version", env!("CARGO_PKG_VERSION"))
    };
    let both = |columns: Columns, rows: &[Vec<i64>]| {
        let mut table = Counted { columns, rows: rows.len(), value: |row: usize, column: usize| rows[row][column] };
        table.write(folder, Format::Parquet)?;
        table.write(folder, Format::Csv)
    };
    let (names, rows) = samples(statistics);
    both(columns("samples", names), &rows)?;
    both(columns("differences", &DIFFERENCES), &differences(statistics))?;
    if let RunStatistics::Mex(counted) = statistics
        && counted.rule == MexRule::L1
    {
        both(columns("differences-lexicographic", &DIFFERENCES), &step_rows(&counted.steps_by_first()))?;
    }
    if let RunStatistics::Positive(counted) = statistics {
        let found = &counted.repeated;
        let value = |row: usize, column: usize| {
            let row = &found[row];
            [row.number, row.before, row.again][column] as i64
        };
        let mut table = Counted { columns: columns("repeated", &REPEATED), rows: found.len(), value };
        table.write(folder, Format::Parquet)?;
    }
    Ok(())
}

/// A table of this many rows; `value` is asked for row and column.
struct Counted<V> {
    columns: Columns,
    rows: usize,
    value: V,
}

impl<V: Fn(usize, usize) -> i64> TableSource for Counted<V> {
    fn tell(&mut self, to: &mut dyn Exporter) -> Result<()> {
        self.columns.begin(to)?;
        let mut cells = Vec::new();
        for row in 0..self.rows {
            cells.clear();
            cells.extend((0..self.columns.names.len()).map(|column| Cell::Signed((self.value)(row, column))));
            to.cells(&cells)?;
            to.end_row()?;
        }
        Ok(())
    }
}

impl<V: Fn(usize, usize) -> i64> Counted<V> {
    fn write(&mut self, folder: &Path, format: Format) -> Result<()> {
        let path = folder.join(format!("{}.{}", self.columns.title, format.name()));
        write_file(format, &path, self)
    }
}

fn samples(statistics: &RunStatistics) -> Samples {
    let row = |first: &[u64], more: &[u64]| first.iter().chain(more).map(|&number| number as i64).collect();
    match statistics {
        RunStatistics::Mex(counted) => {
            let is_l1 = counted.rule == MexRule::L1;
            let names: &[&str] = if is_l1 {
                &["n", "a", "b", "c", "kappa0", "kappa1", "kappa2", "w", "z", "skips"]
            } else {
                &["n", "v1", "v2", "v3", "kappa0", "kappa1", "kappa2", "w", "z"]
            };
            let rows = counted.samples.iter().map(|s| {
                let ([a, b, c], [k0, k1, k2]) = (s.position, s.kappa);
                let all: Vec<i64> = row(&[s.n, a, b, c], &[k0, k1, k2, s.w, s.z, s.skips]);
                all.into_iter().take(names.len()).collect()
            });
            (names, rows.collect())
        }
        RunStatistics::Positive(counted) => (
            &["n", "a", "b", "c", "repeated", "shared", "differences"],
            counted
                .samples
                .iter()
                .map(|s| {
                    let [a, b, c] = s.position;
                    row(&[s.n, a, b, c], &[s.repeated, s.shared, s.differences])
                })
                .collect(),
        ),
    }
}

fn differences(statistics: &RunStatistics) -> Vec<Vec<i64>> {
    match statistics {
        RunStatistics::Mex(counted) => step_rows(&counted.steps_by_number()),
        RunStatistics::Positive(counted) => {
            counted.differences().into_iter().map(|(change, seen)| step_row(change, seen.count, seen.first)).collect()
        }
    }
}

fn step_rows(steps: &StepCounts) -> Vec<Vec<i64>> {
    steps.iter().map(|(&step, seen)| step_row(step, seen.count, seen.first)).collect()
}

fn step_row([a, b, c]: [i64; 3], count: u64, first: u64) -> Vec<i64> {
    vec![a, b, c, count as i64, first as i64]
}

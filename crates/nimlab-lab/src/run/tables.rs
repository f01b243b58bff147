//! The tables of a finished run: samples and differences as Parquet and, for
//! people, as comma-separated values; the long list of repeated numbers as
//! Parquet only.

use super::RunStatistics;
use crate::error::Result;
use crate::export::{Cell, Columns, Exporter, Format, NumberKind, TableSource, write_file};
use nimlab::stream::lex::statistics::difference;
use std::path::Path;

const DIFFERENCES: [&str; 5] = ["d1", "d2", "d3", "count", "first"];
const REPEATED: [&str; 3] = ["number", "position", "again"];

/// The columns of a table of samples, and its rows.
type Samples = (&'static [&'static str], Vec<Vec<i64>>);

/// Writes every table of a run of a game.
pub fn write(folder: &Path, game: &str, statistics: &RunStatistics) -> Result<()> {
    let (steps, interval) = match statistics {
        RunStatistics::Lex(counted) => (counted.steps, counted.sampling.interval),
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
        RunStatistics::Lex(counted) => (
            &["n", "v1", "v2", "v3", "kappa0", "kappa1", "kappa2", "w", "z"],
            counted
                .samples
                .iter()
                .map(|s| {
                    let ([a, b, c], [k0, k1, k2]) = (s.position, s.kappa);
                    row(&[s.n, a, b, c], &[k0, k1, k2, s.w, s.z])
                })
                .collect(),
        ),
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
    let row = |[a, b, c]: [i64; 3], count: u64, first: u64| vec![a, b, c, count as i64, first as i64];
    match statistics {
        RunStatistics::Lex(counted) => (0..64)
            .filter(|&key| counted.histogram[key] > 0)
            .map(|key| row(difference(key).map(|part| part as i64), counted.histogram[key], counted.first[key]))
            .collect(),
        RunStatistics::Positive(counted) => {
            counted.differences().into_iter().map(|(change, seen)| row(change, seen.count, seen.first)).collect()
        }
    }
}

//! The tables of a finished run: samples and differences as Parquet and, for
//! people, as comma-separated values; the long list of repeated numbers as
//! Parquet only.

use super::Statistics;
use crate::columns::Table;
use crate::error::Result;
use crate::export::write_whole;
use nimlab::stream::lex::statistics::difference;
use std::fmt::Write;
use std::path::Path;

const DIFFERENCES: [&str; 5] = ["d1", "d2", "d3", "count", "first"];
const REPEATED: [&str; 3] = ["number", "position", "again"];

/// The columns of a table of samples, and its rows.
type Samples = (&'static [&'static str], Vec<Vec<i64>>);

/// Writes every table of a run of a game.
pub fn write(folder: &Path, game: &str, statistics: &Statistics) -> Result<()> {
    let (steps, interval) = match statistics {
        Statistics::Lex(counted) => (counted.steps, counted.sampling.interval),
        Statistics::Positive(counted) => (counted.steps, counted.sampling.interval),
    };
    let metadata = [
        ("nimlab.game", game.to_owned()),
        ("nimlab.parameters", format!("{{\"steps\":{steps},\"interval\":{interval}}}")),
        ("nimlab.version", env!("CARGO_PKG_VERSION").to_owned()),
    ];
    let (columns, rows) = samples(statistics);
    both(folder, &Table { name: "samples", columns, metadata: &metadata }, &rows)?;
    both(folder, &Table { name: "differences", columns: &DIFFERENCES, metadata: &metadata }, &differences(statistics))?;
    if let Statistics::Positive(counted) = statistics {
        let found = &counted.repeated;
        let table = Table { name: "repeated", columns: &REPEATED, metadata: &metadata };
        parquet(folder, &table, found.len(), |row, column| {
            [found[row].number, found[row].before, found[row].again][column] as i64
        })?;
    }
    Ok(())
}

fn samples(statistics: &Statistics) -> Samples {
    let row = |first: &[u64], more: &[u64]| first.iter().chain(more).map(|&number| number as i64).collect();
    match statistics {
        Statistics::Lex(counted) => (
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
        Statistics::Positive(counted) => (
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

fn differences(statistics: &Statistics) -> Vec<Vec<i64>> {
    let row = |[a, b, c]: [i64; 3], count: u64, first: u64| vec![a, b, c, count as i64, first as i64];
    match statistics {
        Statistics::Lex(counted) => (0..64)
            .filter(|&key| counted.histogram[key] > 0)
            .map(|key| row(difference(key).map(|part| part as i64), counted.histogram[key], counted.first[key]))
            .collect(),
        Statistics::Positive(counted) => {
            counted.differences().into_iter().map(|(change, seen)| row(change, seen.count, seen.first)).collect()
        }
    }
}

/// A table in both forms.
fn both(folder: &Path, table: &Table<'_>, rows: &[Vec<i64>]) -> Result<()> {
    parquet(folder, table, rows.len(), |row, column| rows[row][column])?;
    let mut text = format!("{}\n", table.columns.join(","));
    for row in rows {
        let cells: Vec<String> = row.iter().map(i64::to_string).collect();
        // Writing into a text cannot fail.
        let _ = writeln!(text, "{}", cells.join(","));
    }
    write_whole(&folder.join(format!("{}.csv", table.name)), text.as_bytes())
}

fn parquet(folder: &Path, table: &Table<'_>, rows: usize, value: impl Fn(usize, usize) -> i64) -> Result<()> {
    table.write(&folder.join(format!("{}.parquet", table.name)), rows, value)
}

//! The tables of a finished run as comma-separated values.

use super::Statistics;
use super::checkpoint::write_whole;
use crate::error::Result;
use nimlab::stream::l1::statistics::difference;
use std::fmt::Write;
use std::path::Path;

/// Writes every table.
pub fn write(folder: &Path, statistics: &Statistics) -> Result<()> {
    let (samples, differences) = match statistics {
        Statistics::L1(statistics) => {
            let samples = statistics.samples.iter().map(|sample| {
                let [a, b, c] = sample.position;
                let [k0, k1, k2] = sample.kappa;
                format!("{},{a},{b},{c},{k0},{k1},{k2},{},{}", sample.n, sample.w, sample.z)
            });
            let counted = (0..64).filter(|&key| statistics.histogram[key] > 0);
            let differences = counted.map(|key| {
                let [a, b, c] = difference(key);
                format!("{a},{b},{c},{},{}", statistics.histogram[key], statistics.first[key])
            });
            (table("n,v1,v2,v3,kappa0,kappa1,kappa2,w,z", samples), table("d1,d2,d3,count,first", differences))
        }
        Statistics::Positive(statistics) => {
            let samples = statistics.samples.iter().map(|sample| {
                let [a, b, c] = sample.position;
                format!("{},{a},{b},{c},{},{},{}", sample.n, sample.repeated, sample.shared, sample.differences)
            });
            let differences = statistics
                .differences()
                .into_iter()
                .map(|([a, b, c], seen)| format!("{a},{b},{c},{},{}", seen.count, seen.first));
            let repeated =
                statistics.repeated.iter().map(|found| format!("{},{},{}", found.number, found.before, found.again));
            let repeated = table("number,position,again", repeated);
            write_whole(&folder.join("repeated.csv"), repeated.as_bytes())?;
            (table("n,a,b,c,repeated,shared,differences", samples), table("d1,d2,d3,count,first", differences))
        }
    };
    write_whole(&folder.join("samples.csv"), samples.as_bytes())?;
    write_whole(&folder.join("differences.csv"), differences.as_bytes())
}

fn table(header: &str, rows: impl Iterator<Item = String>) -> String {
    let mut text = format!("{header}\n");
    for row in rows {
        // Writing into a text cannot fail.
        let _ = writeln!(text, "{row}");
    }
    text
}

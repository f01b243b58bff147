//! Whether a run would fit, asked before it starts.

use super::Options;
use super::experiment::Experiment;
use crate::error::{Error, Result};
use std::path::Path;

/// Memory for everything besides the bit arrays.
const BESIDES: u64 = 64 << 20;

/// Fails, with the numbers, if memory or disk would not do.
pub fn check<E: Experiment>(options: &Options) -> Result<()> {
    let size = (options.steps as f64 * E::bits_a_step() / 8.0) as u64;
    let needed = if options.spill.is_some() { BESIDES } else { size + BESIDES };
    if let Some(available) = memory()
        && needed > available
    {
        return Err(does_not_fit(
            "the memory of this run",
            needed,
            available,
            "fewer steps, or --spill DIR, which keeps the cold part on disk",
        ));
    }
    // Two checkpoints and the one that is being written, and the spilled part.
    let copies = if options.spill.is_some() { 4 } else { 3 };
    if let Some(free) = disk(&options.folder)
        && size.saturating_mul(copies) > free
    {
        return Err(does_not_fit(
            "the disk space for checkpoints",
            size * copies,
            free,
            "fewer steps, or a directory on a larger disk",
        ));
    }
    Ok(())
}

fn does_not_fit(what: &str, needed: u64, available: u64, hint: &str) -> Error {
    Error::DoesNotFit { what: what.into(), needed: readable(needed), available: readable(available), hint: hint.into() }
}

/// Bytes for people.
pub fn readable(bytes: u64) -> String {
    match bytes {
        0..1_048_576 => format!("{} KiB", bytes.div_ceil(1024)),
        1_048_576..1_073_741_824 => format!("{:.1} MiB", bytes as f64 / 1_048_576.0),
        _ => format!("{:.2} GiB", bytes as f64 / 1_073_741_824.0),
    }
}

/// The memory in bytes that can be had without swapping, where the system tells.
pub fn memory() -> Option<u64> {
    let told = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = told.lines().find(|line| line.starts_with("MemAvailable:"))?;
    let kibibytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kibibytes * 1024)
}

/// The free space where a folder is or will be.
fn disk(folder: &Path) -> Option<u64> {
    let there = folder.ancestors().find(|path| path.exists()).filter(|path| !path.as_os_str().is_empty());
    let status = rustix::fs::statvfs(there.unwrap_or(Path::new("."))).ok()?;
    // What an earlier part of the run has written counts as free.
    let own: u64 = ["checkpoint.bin", "checkpoint.previous.bin", "checkpoint.partial"]
        .iter()
        .filter_map(|name| std::fs::metadata(folder.join(name)).ok())
        .map(|metadata| metadata.len())
        .sum();
    Some(status.f_bavail.saturating_mul(status.f_frsize).saturating_add(own))
}

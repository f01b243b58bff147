//! Whether a run would fit, asked before it starts.
//!
//! Without a spill directory everything is in memory, and a checkpoint is a copy of it.
//! With it, memory and checkpoints hold a few pages and where the others are.

use super::RunOptions;
use super::experiment::Experiment;
use crate::error::{Error, Result};
use nimlab::bits::pages::PAGE_WORDS;
use nimlab::{Hint, Term};
use std::path::Path;

/// Memory for everything besides the bit arrays.
const BESIDES: u64 = 64 << 20;

/// With a spill directory: pages near the cursors, in memory and in a checkpoint.
const NEAR: u64 = 16 << 20;

/// Memory for a page that is away, and its words in a checkpoint.
const AWAY: u64 = 100;
const AWAY_IN_CHECKPOINT: u64 = 32;

/// Steps between two checkpoints of a run that spills, at most: this many, or
/// this part of all. Only a checkpoint lets spill files be deleted, and those
/// that were read since the checkpoint before the last are still there.
const LEAST_APART: u64 = 100_000_000;
const PART_APART: u64 = 256;

/// The bytes that a step reads from the spill files, and no longer needs.
const READ_A_STEP: f64 = 1.55;

/// The step after which a run that spills writes a checkpoint in any case.
pub fn next_checkpoint(steps: u64) -> u64 {
    steps + LEAST_APART.max(steps / PART_APART)
}

/// What a run needs, in bytes.
struct Needs {
    memory: u64,
    /// Two checkpoints and the one that is being written.
    checkpoints: u64,
    spill: u64,
}

impl Needs {
    fn of<E: Experiment>(steps: u64, spilled: bool) -> Self {
        let size = (steps as f64 * E::bits_a_step() / 8.0) as u64;
        if !spilled {
            return Self { memory: size + BESIDES, checkpoints: 3 * size, spill: 0 };
        }
        let pages = size / (PAGE_WORDS as u64 * 8);
        let apart = (next_checkpoint(steps) - steps).min(steps);
        Self {
            memory: NEAR + pages * AWAY + BESIDES,
            checkpoints: 3 * (NEAR + pages * AWAY_IN_CHECKPOINT),
            spill: size + (2.0 * apart as f64 * READ_A_STEP) as u64,
        }
    }
}

/// Fails, with the numbers, if memory or disk would not do.
pub fn check<E: Experiment>(options: &RunOptions) -> Result<()> {
    let needs = Needs::of::<E>(options.steps, options.spill.is_some());
    if let Some(available) = available_memory()
        && needs.memory > available
    {
        let hint = match options.spill {
            None if E::SPILLS => Hint::new(
                "fewer steps, or a directory that keeps the cold part on disk",
                [Term::Set("spill", "DIR".into())],
            ),
            _ => "fewer steps".into(),
        };
        return Err(does_not_fit("the memory of this run", needs.memory, available, hint));
    }
    let hint = "fewer steps, or a directory on a larger disk";
    let free = disk(&options.folder, "checkpoint");
    let Some(spill) = &options.spill else {
        return fits("the disk space for checkpoints", needs.checkpoints, free, hint);
    };
    if is_same_disk(&options.folder, spill) {
        let own = written(spill, "spill-");
        let free = free.map(|free| free.saturating_add(own));
        let both = needs.checkpoints.saturating_add(needs.spill);
        return fits("the disk space for spill files and checkpoints", both, free, hint);
    }
    fits("the disk space for checkpoints", needs.checkpoints, free, hint)?;
    fits("the disk space for spill files", needs.spill, disk(spill, "spill-"), hint)
}

pub fn fits(what: &str, needed: u64, free: Option<u64>, hint: impl Into<Hint>) -> Result<()> {
    match free {
        Some(free) if needed > free => Err(does_not_fit(what, needed, free, hint)),
        _ => Ok(()),
    }
}

fn does_not_fit(what: &str, needed: u64, available: u64, hint: impl Into<Hint>) -> Error {
    Error::DoesNotFit { what: what.into(), needed: readable(needed), available: readable(available), hint: hint.into() }
}

/// Bytes for people.
///
/// ```
/// assert_eq!(nimlab_lab::run::readable(3 << 20), "3.0 MiB");
/// ```
pub fn readable(bytes: u64) -> String {
    match bytes {
        0..1_048_576 => format!("{} KiB", bytes.div_ceil(1024)),
        1_048_576..1_073_741_824 => format!("{:.1} MiB", bytes as f64 / 1_048_576.0),
        _ => format!("{:.2} GiB", bytes as f64 / 1_073_741_824.0),
    }
}

/// The memory in bytes that is available without swapping, if the system tells.
pub fn available_memory() -> Option<u64> {
    let told = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = told.lines().find(|line| line.starts_with("MemAvailable:"))?;
    let kibibytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kibibytes * 1024)
}

/// The nearest folder on the way to one that need not be there yet.
fn there(folder: &Path) -> &Path {
    let there = folder.ancestors().find(|path| path.exists()).filter(|path| !path.as_os_str().is_empty());
    there.unwrap_or(Path::new("."))
}

/// The free space where a folder is or will be; what an earlier part of the
/// run has written, under names that begin so, counts as free.
pub fn disk(folder: &Path, prefix: &str) -> Option<u64> {
    Some(free_space(there(folder))?.saturating_add(written(folder, prefix)))
}

#[cfg(unix)]
fn free_space(folder: &Path) -> Option<u64> {
    let status = rustix::fs::statvfs(folder).ok()?;
    Some(status.f_bavail.saturating_mul(status.f_frsize))
}

/// Where the system is not asked, nothing is known.
#[cfg(not(unix))]
fn free_space(_folder: &Path) -> Option<u64> {
    None
}

/// The bytes of the files whose names begin so.
fn written(folder: &Path, prefix: &str) -> u64 {
    let Ok(entries) = std::fs::read_dir(folder) else { return 0 };
    let own = entries.flatten().filter(|entry| entry.file_name().to_string_lossy().starts_with(prefix));
    own.filter_map(|entry| entry.metadata().ok()).map(|metadata| metadata.len()).sum()
}

/// Whether two folders share their free space.
#[cfg(unix)]
fn is_same_disk(one: &Path, other: &Path) -> bool {
    let device = |folder| rustix::fs::stat(there(folder)).map(|status| status.st_dev);
    matches!((device(one), device(other)), (Ok(one), Ok(other)) if one == other)
}

#[cfg(not(unix))]
fn is_same_disk(one: &Path, other: &Path) -> bool {
    there(one) == there(other)
}

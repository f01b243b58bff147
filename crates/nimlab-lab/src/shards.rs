//! A folder of numbered shards: what every sweep is made of, whatever its family.
//!
//! The folder holds `manifest.json` and one file `shard-NNNNNN.parquet` for
//! each range of ranks. A shard that is there is not computed again, so that a
//! sweep can be stopped at any moment, resumed, and shared by many machines.
//!
//! Processes that share a folder agree on nothing. Each writes files that no
//! other can open, and gives them their names when they are whole; two that
//! compute the same shard write the same bytes. What a killed process left is
//! removed at the end, if its shard is there and nobody holds a lock on it.

use crate::error::{Error, Result};
use crate::export::{WholeFile, remove_abandoned};
use crate::run::room;
use crate::shard::{self, Shard, ShardRow};
use nimlab::{Hint, Term};
use serde_json::Value;
use std::fs::File;
use std::io::{Read, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The longest manifest that is read.
const MOST_BYTES: u64 = 1 << 20;

/// What the folder of a sweep will hold.
#[derive(Debug, Clone)]
pub struct ShardPlan {
    /// The name of the family.
    pub family: &'static str,
    /// What the sweep is, in full: two sweeps with one manifest are the same. Its field `sweep` is a
    /// name that ends with the number of the version.
    pub manifest: Value,
    /// How many ranks there are, from 0.
    pub ranks: u64,
    /// How many of them a shard has.
    pub in_a_shard: u64,
    /// What all shards take on the disk at most, in bytes.
    pub bytes: u64,
}

/// The shards of one sweep.
#[derive(Debug, Clone)]
pub(crate) struct Shards {
    folder: PathBuf,
    plan: ShardPlan,
}

impl Shards {
    /// Opens the folder, which is made if it is not there. A folder that holds another
    /// sweep is refused, and so are shards that do not fit on the disk.
    pub fn open(plan: ShardPlan, folder: &Path) -> Result<Self> {
        // Before anything is made, so that nothing is left of what cannot be.
        let hint =
            "a smaller family (a smaller maximum, sets of one size, symmetric sets), or a directory on a larger disk";
        room::fits("the disk space for the shards of this sweep", plan.bytes, room::disk(folder, "shard-"), hint)?;
        let shards = Self { folder: folder.to_owned(), plan };
        shards.claim()?;
        Ok(shards)
    }

    /// Makes the folder that of this sweep, unless it is that of another.
    fn claim(&self) -> Result<()> {
        let (folder, manifest) = (&self.folder, &self.plan.manifest);
        std::fs::create_dir_all(folder).map_err(|cause| Error::system("make", folder, cause))?;
        let path = folder.join("manifest.json");
        if !path.exists() {
            let mut file = WholeFile::create(&path)?;
            writeln!(file, "{manifest}")?;
            file.finish_first()?;
        }
        // Also of a folder that was empty: another process may have been faster.
        let mut text = String::new();
        let read = File::open(&path).and_then(|file| file.take(MOST_BYTES).read_to_string(&mut text));
        read.map_err(|cause| Error::system("read", &path, cause))?;
        let there: Value = serde_json::from_str(&text).map_err(|problem| Error::damaged(&path, problem))?;
        if there == *manifest { Ok(()) } else { Err(self.other_sweep(&there)) }
    }

    /// A folder that cannot be used, with the reason.
    fn other_sweep(&self, there: &Value) -> Error {
        let name = |manifest: &Value| manifest["sweep"].as_str().unwrap_or_default().to_owned();
        let kind = |name: &str| name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
        let [one, other] = [&self.plan.manifest, there].map(name);
        let problem = match one != other && kind(&one) == kind(&other) {
            true => "holds a sweep of an earlier version, whose files have another form".to_owned(),
            false => format!("holds another sweep: {there}"),
        };
        Error::Request {
            problem: format!("{} {problem}", self.folder.display()),
            hint: Hint::new("a folder of its own", [Term::dir("another-folder")]),
        }
    }

    /// What the sweep is, in full.
    pub fn manifest(&self) -> &Value {
        &self.plan.manifest
    }

    /// The name of the family.
    pub fn family(&self) -> &'static str {
        self.plan.family
    }

    /// How many shards there are.
    pub fn count(&self) -> u64 {
        self.plan.ranks.div_ceil(self.plan.in_a_shard)
    }

    /// Where a shard is, or will be.
    pub fn path(&self, shard: u64) -> PathBuf {
        self.folder.join(format!("shard-{shard:06}.parquet"))
    }

    /// The ranks of a shard.
    pub fn ranks_of(&self, shard: u64) -> Range<u64> {
        let ShardPlan { ranks, in_a_shard, .. } = self.plan;
        (shard.saturating_mul(in_a_shard)).min(ranks)..shard.saturating_add(1).saturating_mul(in_a_shard).min(ranks)
    }

    /// Reads a shard and makes sure that it is what was written.
    pub fn read<R: ShardRow>(&self, shard: u64) -> Result<Shard<R>> {
        shard::read(&self.path(shard), &self.plan.manifest.to_string())
    }

    /// Writes the rows of a shard, unless it is there by now: whether it is ours, with
    /// the checksum.
    pub fn write<R: ShardRow>(&self, shard: u64, rows: &[R]) -> Result<Option<String>> {
        let path = self.path(shard);
        match shard::write(&path, self.plan.family, &self.plan.manifest.to_string(), rows) {
            // Another process was faster: its shard is as good.
            Err(_) if path.exists() => Ok(None),
            written => written.map(Some),
        }
    }

    /// Gives a shard that is damaged another name, so that it is computed again.
    /// Nothing is lost: it stays in the folder.
    pub fn set_aside(&self, shard: u64) -> Result<PathBuf> {
        let path = self.path(shard);
        let name = |turn: u32| self.folder.join(format!("damaged-{shard:06}-{turn}.parquet"));
        let aside = (1..).map(name).find(|path| !path.exists()).unwrap_or_else(|| name(0));
        match std::fs::rename(&path, &aside) {
            // Another process was faster.
            Err(cause) if cause.kind() != std::io::ErrorKind::NotFound => Err(Error::system("rename", &path, cause)),
            _ => Ok(aside),
        }
    }

    /// Goes through all shards on all cores: `each` is told its number and whether it is there.
    /// `progress` is called with how many are done, out of how many. What was found stands in the order of
    /// the shards.
    ///
    /// Every core takes the next shard when it has done one, the last shard first: larger games come
    /// later in a family and take longer, and at the end no core should wait long for another.
    pub fn each<T: Send>(
        &self,
        each: impl Fn(u64, bool) -> Result<T> + Sync,
        progress: &(dyn Fn(u64, u64) + Sync),
    ) -> Result<Vec<T>> {
        let (taken, done, failed) = (AtomicU64::new(0), AtomicU64::new(0), AtomicBool::new(false));
        let count = self.count();
        let work = |_: rayon::BroadcastContext<'_>| {
            let mut found = Vec::new();
            while !failed.load(Ordering::Relaxed) {
                let Some(number) = count.checked_sub(1 + taken.fetch_add(1, Ordering::Relaxed)) else { break };
                match each(number, self.path(number).exists()) {
                    Ok(one) => found.push((number, one)),
                    Err(error) => {
                        failed.store(true, Ordering::Relaxed);
                        return Err(error);
                    }
                }
                progress(1 + done.fetch_add(1, Ordering::Relaxed), count);
            }
            Ok(found)
        };
        let mut found = Vec::new();
        for part in rayon::broadcast(work) {
            found.append(&mut part?);
        }
        found.sort_unstable_by_key(|(number, _)| *number);
        Ok(found.into_iter().map(|(_, one)| one).collect())
    }

    /// What was abandoned goes.
    pub fn clean(&self) {
        remove_abandoned(&self.folder);
    }
}

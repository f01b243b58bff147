//! A sweep: the period of every set of a family, in parallel, into shards.
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
use crate::export::{Cell, Exporter, TableSource, WholeFile, remove_abandoned};
use crate::family::Family;
use crate::run::room;
use crate::shard::{self, SetRow};
use nimlab::sequence::{Sweeper, outcome_period};
use nimlab::{Hint, Term};
use rayon::prelude::*;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// How many ranks a shard has.
const SHARD: u64 = shard::MOST_ROWS;

/// What a manifest says it is.
const NAME: &str = "nimlab subtraction sweep 2";

/// The longest manifest that is read.
const MOST_MANIFEST: u64 = 1 << 20;

/// The most heaps that are computed for one set.
const MOST_HEAPS: u64 = 1 << 24;

/// What a set takes on the disk: 7.85 bytes in a sweep to 20, and longer sets
/// take some more.
const BYTES_A_SET: u64 = 12;

/// How many sets of the longest period are kept for each largest element.
const KEPT: usize = 8;

/// A sweep over a family of subtraction sets.
///
/// ```
/// use nimlab_lab::{Family, Sweep};
/// let folder = tempfile::tempdir().unwrap();
/// let sweep = Sweep::open(Family::new(4, None, false)?, true, folder.path())?;
/// assert_eq!(sweep.run(&|_, _| {})?.computed_shards, 1);
/// // What is there is not computed again.
/// assert_eq!(sweep.run(&|_, _| {})?.computed_shards, 0);
/// # Ok::<(), nimlab_lab::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Sweep {
    family: Family,
    /// Whether only outcomes count, not values.
    outcomes: bool,
    folder: PathBuf,
}

/// The longest period among the sets with one largest element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Longest {
    /// The largest element.
    pub max: u32,
    /// How many sets have it.
    pub sets: u64,
    /// The longest period.
    pub period: u64,
    /// How many sets have that period.
    pub attained: u64,
    /// The first few of them.
    pub rows: Vec<SetRow>,
}

/// What a sweep found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SweepReport {
    /// How many sets there are.
    pub sets: u64,
    /// How many shards were computed just now; the others were there.
    pub computed_shards: u64,
    /// How many shards there are.
    pub shards: u64,
    /// Sets whose period was not found within the bound.
    pub open: u64,
    /// One entry for each largest element.
    pub longest: Vec<Longest>,
}

impl Sweep {
    /// A sweep into a folder, which is made if it is not there. A folder that
    /// holds another sweep is refused, and so is a sweep that does not fit on
    /// the disk.
    pub fn open(family: Family, outcomes: bool, folder: &Path) -> Result<Self> {
        let sweep = Self { family, outcomes, folder: folder.to_owned() };
        // Before anything is made, so that nothing is left of what cannot be.
        sweep.check_room()?;
        std::fs::create_dir_all(folder).map_err(|cause| Error::system("make", folder, cause))?;
        let path = folder.join("manifest.json");
        let manifest = sweep.manifest();
        if !path.exists() {
            let mut file = WholeFile::create(&path)?;
            writeln!(file, "{manifest}")?;
            file.finish_first()?;
        }
        // Also of a folder that was empty: another process may have been faster.
        let mut text = String::new();
        let read = std::fs::File::open(&path).and_then(|file| file.take(MOST_MANIFEST).read_to_string(&mut text));
        read.map_err(|cause| Error::system("read", &path, cause))?;
        let there: Value = serde_json::from_str(&text).map_err(|problem| Error::damaged(&path, problem))?;
        if there != manifest {
            return Err(other_sweep(folder, &there));
        }
        Ok(sweep)
    }

    fn manifest(&self) -> Value {
        json!({
            "sweep": NAME,
            "max": self.family.max,
            "size": self.family.size,
            "symmetric": self.family.symmetric,
            "outcomes": self.outcomes,
            "ranks": self.family.ranks(),
            "ranks_in_a_shard": SHARD,
            "most_heaps": MOST_HEAPS,
        })
    }

    fn shards(&self) -> u64 {
        self.family.ranks().div_ceil(SHARD)
    }

    fn path(&self, shard: u64) -> PathBuf {
        self.folder.join(format!("shard-{shard:06}.parquet"))
    }

    /// Fails, with the numbers, if the shards that are missing would not fit on
    /// the disk.
    fn check_room(&self) -> Result<()> {
        let missing = self.family.ranks().saturating_mul(BYTES_A_SET);
        let hint =
            "a smaller family (a smaller maximum, sets of one size, symmetric sets), or a directory on a larger disk";
        room::fits("the disk space for the shards of this sweep", missing, room::disk(&self.folder, "shard-"), hint)
    }

    /// Computes every shard that is missing, on all cores, and reports.
    /// `progress` is called with how many shards are done, out of how many.
    pub fn run(&self, progress: &(dyn Fn(u64, u64) + Sync)) -> Result<SweepReport> {
        let kind = self.manifest().to_string();
        let done = std::sync::atomic::AtomicU64::new(0);
        let parts: Vec<(Summary, bool)> = (0..self.shards())
            .into_par_iter()
            .map(|shard| {
                let path = self.path(shard);
                let (rows, computed) = if path.exists() {
                    (self.checked(shard, shard::read(&path, &kind)?)?, false)
                } else {
                    let rows = self.compute(shard);
                    match shard::write(&path, &kind, &rows) {
                        // Another process was faster: its shard is as good.
                        Err(_) if path.exists() => (self.checked(shard, shard::read(&path, &kind)?)?, false),
                        written => written.map(|()| (rows, true))?,
                    }
                };
                progress(1 + done.fetch_add(1, std::sync::atomic::Ordering::Relaxed), self.shards());
                Ok((Summary::of(&rows), computed))
            })
            .collect::<Result<_>>()?;
        remove_abandoned(&self.folder);
        let computed_shards = parts.iter().filter(|(_, computed)| *computed).count() as u64;
        let summary = parts.into_iter().fold(Summary::default(), |sum, (part, _)| sum.joined(part));
        Ok(SweepReport {
            sets: summary.sets,
            computed_shards,
            shards: self.shards(),
            open: summary.open,
            longest: summary.longest,
        })
    }

    fn ranks_of(&self, shard: u64) -> std::ops::Range<u64> {
        shard * SHARD..((shard + 1) * SHARD).min(self.family.ranks())
    }

    fn compute(&self, shard: u64) -> Vec<SetRow> {
        let mut sweeper = Sweeper::new();
        let sets = self.ranks_of(shard).filter_map(|rank| Some((rank, self.family.set(rank)?)));
        sets.map(|(rank, set)| {
            let found =
                if self.outcomes { outcome_period(set, MOST_HEAPS) } else { sweeper.values(set, MOST_HEAPS as usize) };
            let (preperiod, period, largest) =
                found.map_or((0, 0, 0), |found| (found.preperiod, found.period, u64::from(found.largest)));
            SetRow { rank, set, preperiod, period, largest }
        })
        .collect()
    }

    /// A shard that was there must hold the sets of its ranks.
    fn checked(&self, shard: u64, rows: Vec<SetRow>) -> Result<Vec<SetRow>> {
        let sets = self.ranks_of(shard).filter_map(|rank| Some((rank, self.family.set(rank)?)));
        if sets.eq(rows.iter().map(|row| (row.rank, row.set))) {
            return Ok(rows);
        }
        Err(Error::damaged(&self.path(shard), "it holds other sets than it should"))
    }
}

/// The rows of every shard, all of which must be there, in the order of their
/// ranks: the set as people write it, and as a mask with bit s − 1 for each s ∈ S.
impl TableSource for Sweep {
    fn tell(&mut self, to: &mut dyn Exporter) -> Result<()> {
        let kind = self.manifest().to_string();
        shard::columns(&kind).with("kind", "sweep").begin(to)?;
        for shard in 0..self.shards() {
            for row in self.checked(shard, shard::read(&self.path(shard), &kind)?)? {
                let mut cells = row.words().map(Cell::Word);
                cells[shard::SET] = Cell::Set(row.set);
                to.cells(&cells)?;
                to.end_row()?;
            }
        }
        Ok(())
    }
}

/// A folder that cannot be used for a sweep, with the reason.
fn other_sweep(folder: &Path, there: &Value) -> Error {
    let earlier = there["sweep"].as_str().is_some_and(|name| name != NAME && name.starts_with("nimlab subtraction"));
    let problem = match earlier {
        true => "holds a sweep of an earlier version, whose shards have no checksum".to_owned(),
        false => format!("holds another sweep: {there}"),
    };
    Error::Request {
        problem: format!("{} {problem}", folder.display()),
        hint: Hint::new("a folder of its own", [Term::dir("another-folder")]),
    }
}

/// What some shards come to; joined in the order of their ranks.
#[derive(Debug, Default)]
struct Summary {
    sets: u64,
    open: u64,
    longest: Vec<Longest>,
}

impl Summary {
    fn of(rows: &[SetRow]) -> Self {
        let mut summary = Summary { sets: rows.len() as u64, ..Summary::default() };
        for &row in rows {
            let max = 64 - row.set.leading_zeros();
            summary.open += u64::from(row.period == 0);
            let one = Longest { max, sets: 1, period: row.period, attained: 1, rows: vec![row] };
            match summary.longest.last_mut() {
                Some(last) if last.max == max => last.join(one),
                _ => summary.longest.push(one),
            }
        }
        summary
    }

    fn joined(mut self, other: Summary) -> Self {
        self.sets += other.sets;
        self.open += other.open;
        for one in other.longest {
            match self.longest.iter_mut().find(|known| known.max == one.max) {
                Some(known) => known.join(one),
                None => self.longest.push(one),
            }
        }
        self
    }
}

impl Longest {
    fn join(&mut self, other: Longest) {
        self.sets += other.sets;
        match other.period.cmp(&self.period) {
            std::cmp::Ordering::Less => {}
            std::cmp::Ordering::Equal => {
                self.attained += other.attained;
                self.rows.extend(other.rows);
                self.rows.truncate(KEPT);
            }
            std::cmp::Ordering::Greater => {
                (self.period, self.attained, self.rows) = (other.period, other.attained, other.rows);
            }
        }
    }
}

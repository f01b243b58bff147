//! The period of every subtraction set of a family, a row for each set.

use crate::error::Result;
use crate::export::{Cell, set_of_mask};
use crate::family::Family;
use crate::shard::{self, SetRow};
use crate::shards::ShardPlan;
use crate::sweep::{SweepReport, Swept};
use nimlab::CancelToken;
use nimlab::sequence::{Sweeper, outcome_period};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::ops::Range;

/// How many ranks a shard has.
const SHARD: u64 = shard::MOST_ROWS;

/// The name of the family.
pub(crate) const FAMILY: &str = "subtraction";

/// What a manifest says it is.
const NAME: &str = "nimlab subtraction sweep 2";

/// The most heaps that are computed for one set.
pub(crate) const MOST_HEAPS: u64 = 1 << 24;

/// What a set takes on the disk at most, in the shards that were measured: 8.3 bytes of
/// all sets to 26, where one mask follows the other.
const BYTES_A_SET: u64 = 12;

/// The same of sets of one size, whose masks lie apart: 12.4 bytes of five numbers to 64 were
/// measured, and more numbers make larger periods.
const BYTES_A_SIZED_SET: u64 = 20;

/// The same of symmetric sets: 18.2 bytes of those to 40 were measured, 21.6 to 48 and 23.2 to
/// 52, so 29 are to be expected of those to the largest, 64.
const BYTES_A_SYMMETRIC_SET: u64 = 32;

/// How many sets of the longest period are kept for each largest element.
const KEPT: usize = 8;

/// The periods of a family of subtraction sets.
///
/// ```
/// use nimlab_lab::{Family, SetPeriods, Sweep};
/// let folder = tempfile::tempdir().unwrap();
/// let sets = SetPeriods { family: Family::new(6, None, false)?, outcomes: false };
/// let report = Sweep::open(sets, folder.path())?.run(&|_, _| {})?;
/// assert_eq!((report.found.sets, report.found.longest[5].period), (63, 12));
/// # Ok::<(), nimlab_lab::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct SetPeriods {
    /// The sets.
    pub family: Family,
    /// Whether only outcomes count, not values.
    pub outcomes: bool,
}

/// The longest period among the sets with one largest element.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Longest {
    /// The largest element.
    pub max: u32,
    /// How many sets have it.
    pub sets: u64,
    /// Those whose period was not found within the bound.
    pub open: u64,
    /// The longest period.
    pub period: u64,
    /// How many sets have that period.
    pub attained: u64,
    /// The first few of them.
    pub rows: Vec<SetRow>,
}

/// What subtraction sets come to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SetsFound {
    /// How many sets there are.
    pub sets: u64,
    /// Sets whose period was not found within the bound.
    pub open: u64,
    /// One entry for each largest element.
    pub longest: Vec<Longest>,
}

impl Swept for SetPeriods {
    type Row = SetRow;
    type Found = SetsFound;
    const NAMED: (usize, &'static str) = (1, "set");

    fn plan(&self) -> ShardPlan {
        let (family, ranks) = (self.family, self.family.ranks());
        let bytes = match (family.symmetric, family.size) {
            (true, _) => BYTES_A_SYMMETRIC_SET,
            (false, Some(_)) => BYTES_A_SIZED_SET,
            (false, None) => BYTES_A_SET,
        };
        let manifest = json!({
            "sweep": NAME,
            "max": family.max,
            "size": family.size,
            "symmetric": family.symmetric,
            "outcomes": self.outcomes,
            "ranks": ranks,
            "ranks_in_a_shard": SHARD,
            "most_heaps": MOST_HEAPS,
        });
        ShardPlan { family: FAMILY, manifest, ranks, in_a_shard: SHARD, bytes: ranks.saturating_mul(bytes) }
    }

    fn rows(&self, ranks: Range<u64>, cancel: CancelToken) -> Result<Option<Vec<SetRow>>> {
        let mut sweeper = Sweeper::new();
        let sets = self.sets(ranks);
        let rows = sets.map(|(rank, set)| {
            let goes_on = !cancel.is_cancelled();
            goes_on.then(|| row_of(rank, set, self.outcomes, &mut sweeper))
        });
        Ok(rows.collect())
    }

    fn is_of(&self, ranks: Range<u64>, rows: &[SetRow]) -> bool {
        self.sets(ranks).eq(rows.iter().map(|row| (row.rank, row.set)))
    }

    fn found(&self, rows: &[SetRow]) -> SetsFound {
        let mut found = SetsFound::default();
        rows.iter().for_each(|&row| found.add(row));
        found
    }

    fn joined(&self, one: SetsFound, other: SetsFound) -> SetsFound {
        one.joined(other)
    }

    fn name<'t>(&self, row: &SetRow, _: &'t mut String) -> Cell<'t> {
        Cell::Set(row.set)
    }

    fn json(&self, report: &SweepReport<SetsFound>) -> Value {
        told(self.family, self.outcomes, report)
    }
}

impl SetPeriods {
    /// The sets of some ranks.
    fn sets(&self, ranks: Range<u64>) -> impl Iterator<Item = (u64, u64)> {
        ranks.filter_map(|rank| Some((rank, self.family.set(rank)?)))
    }
}

/// A report as JSON, with what was asked for.
pub(crate) fn told(family: Family, outcomes: bool, report: &SweepReport<SetsFound>) -> Value {
    let SweepReport { found, shards, computed_shards } = report;
    let longest: Vec<Value> = found
        .longest
        .iter()
        .map(|longest| {
            let set = |row: &SetRow| json!({"set": set_of_mask(row.set), "preperiod": row.preperiod, "period": row.period});
            let sets: Vec<Value> = longest.rows.iter().map(set).collect();
            json!({"max": longest.max, "sets": longest.sets, "period": longest.period, "attained": longest.attained, "longest": sets})
        })
        .collect();
    let Family { max, size, symmetric } = family;
    json!({
        "family": FAMILY, "max": max, "size": size, "symmetric": symmetric, "outcomes": outcomes,
        "sets": found.sets, "open": found.open, "shards": shards, "computed_shards": computed_shards,
        "longest": longest,
    })
}

/// The period of a set.
pub(crate) fn row_of(rank: u64, set: u64, outcomes: bool, sweeper: &mut Sweeper) -> SetRow {
    let found = if outcomes { outcome_period(set, MOST_HEAPS) } else { sweeper.values(set, MOST_HEAPS as usize) };
    let (preperiod, period, largest) =
        found.map_or((0, 0, 0), |found| (found.preperiod, found.period, u64::from(found.largest)));
    SetRow { rank, set, preperiod, period, largest }
}

impl SetsFound {
    /// Counts the set that comes next.
    pub(crate) fn add(&mut self, row: SetRow) {
        self.sets += 1;
        self.open += u64::from(row.period == 0);
        let max = 64 - row.set.leading_zeros();
        let one = Longest {
            max,
            sets: 1,
            open: u64::from(row.period == 0),
            period: row.period,
            attained: 1,
            rows: vec![row],
        };
        match self.longest.last_mut() {
            Some(last) if last.max == max => last.join(one),
            _ => self.longest.push(one),
        }
    }

    /// Counts some sets more with the same largest element as the last one, and with shorter periods than the
    /// longest.
    pub(crate) fn add_shorter(&mut self, sets: u64) {
        self.sets += sets;
        if let Some(last) = self.longest.last_mut() {
            last.sets += sets;
        }
    }

    pub(crate) fn joined(mut self, other: Self) -> Self {
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
        self.open += other.open;
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

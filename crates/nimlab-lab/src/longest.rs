//! The longest periods of a family of subtraction sets, without a row for each set.
//!
//! All sets up to 32 are 4.3·10⁹ and would take 50 GB as rows. Here only the
//! longest period for each largest element is kept, with the first sets that reach it: some rows in a
//! shard of 2²² sets. Outcomes are computed for sixteen sets side by side: once a longer period is
//! known, a set that is seen to have a short one is not looked at any further.

use crate::error::Result;
use crate::export::Cell;
use crate::family::Family;
use crate::sets::{FAMILY, Longest, MOST_HEAPS, SetsFound, row_of, told};
use crate::shard::{SetRow, ShardRow};
use crate::shards::ShardPlan;
use crate::sweep::{SweepReport, Swept};
use nimlab::CancelToken;
use nimlab::sequence::{LANES, SHORT_PERIOD, Sweeper, short_outcome_periods};
use serde_json::{Value, json};
use std::ops::Range;

/// How many ranks a shard has: some seconds of work.
const SHARD: u64 = 1 << 22;

/// The same where the sets lie apart, and so have longer periods.
const SPARSE_SHARD: u64 = 1 << 18;

/// What a shard takes on the disk at most, with eight sets for each of some largest numbers.
const BYTES_A_SHARD: u64 = 16 << 10;

/// What a manifest says it is.
const NAME: &str = "nimlab longest periods 2";

/// A family of subtraction sets, of which only the longest periods are kept.
///
/// ```
/// use nimlab_lab::{Family, LongestPeriods, SetPeriods, Sweep};
/// let [folder, other] = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
/// let family = Family::new(12, None, false)?;
/// let longest = Sweep::open(LongestPeriods { family, outcomes: true }, folder.path())?.run(&|_, _| {})?;
/// let all = Sweep::open(SetPeriods { family, outcomes: true }, other.path())?.run(&|_, _| {})?;
/// assert_eq!(longest.found, all.found);
/// # Ok::<(), nimlab_lab::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct LongestPeriods {
    /// The sets.
    pub family: Family,
    /// Whether only outcomes count, not values.
    pub outcomes: bool,
}

/// A set of the longest period among those of a shard with one largest element. The first such row
/// for a largest element says how many sets there are; the others say 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LongestRow {
    /// The set and its period.
    pub row: SetRow,
    /// How many sets of the shard have this largest element.
    pub sets: u64,
    /// Those whose period was not found within the bound.
    pub open: u64,
    /// Those with the longest period.
    pub attained: u64,
}

impl ShardRow for LongestRow {
    const NAMES: &'static [&'static str] =
        &["rank", "set", "mask", "max", "sets", "open", "attained", "preperiod", "period", "largest"];
    const SET: Option<usize> = Some(1);

    fn words(&self, to: &mut Vec<u64>) {
        let SetRow { rank, set, preperiod, period, largest } = self.row;
        let max = largest_of(set).into();
        to.extend([rank, set, set, max, self.sets, self.open, self.attained, preperiod, period, largest]);
    }

    fn of(cell: impl Fn(usize) -> u64) -> Self {
        let row = SetRow { rank: cell(0), set: cell(2), preperiod: cell(7), period: cell(8), largest: cell(9) };
        Self { row, sets: cell(4), open: cell(5), attained: cell(6) }
    }
}

fn largest_of(set: u64) -> u32 {
    64 - set.leading_zeros()
}

impl Swept for LongestPeriods {
    type Row = LongestRow;
    type Found = SetsFound;
    const NAMED: (usize, &'static str) = (1, "set");

    fn plan(&self) -> ShardPlan {
        let (family, ranks) = (self.family, self.family.ranks());
        let in_a_shard = if family.symmetric || family.size.is_some() { SPARSE_SHARD } else { SHARD };
        let manifest = json!({
            "sweep": NAME, "max": family.max, "size": family.size, "symmetric": family.symmetric,
            "outcomes": self.outcomes, "ranks": ranks, "ranks_in_a_shard": in_a_shard, "most_heaps": MOST_HEAPS,
        });
        let bytes = ranks.div_ceil(in_a_shard).saturating_mul(BYTES_A_SHARD);
        ShardPlan { family: FAMILY, manifest, ranks, in_a_shard, bytes }
    }

    fn rows(&self, ranks: Range<u64>, cancel: CancelToken) -> Result<Option<Vec<LongestRow>>> {
        let Some(found) = self.longest(ranks, cancel) else { return Ok(None) };
        let mut rows = Vec::new();
        for Longest { sets, open, attained, rows: kept, .. } in found.longest {
            let first = rows.len();
            rows.extend(kept.into_iter().map(|row| LongestRow { row, sets: 0, open: 0, attained: 0 }));
            if let Some(row) = rows.get_mut(first) {
                (row.sets, row.open, row.attained) = (sets, open, attained);
            }
        }
        Ok(Some(rows))
    }

    fn is_of(&self, ranks: Range<u64>, rows: &[LongestRow]) -> bool {
        let own =
            |row: &LongestRow| ranks.contains(&row.row.rank) && self.family.set(row.row.rank) == Some(row.row.set);
        let sets = rows.iter().fold(0_u64, |sets, row| sets.saturating_add(row.sets));
        // Some ranks of symmetric sets have another size than was asked for.
        let all = ranks.end - ranks.start;
        let right = if self.family.symmetric { sets <= all } else { sets == all };
        right && rows.iter().all(own) && rows.is_sorted_by_key(|row| row.row.rank)
    }

    fn found(&self, rows: &[LongestRow]) -> SetsFound {
        let mut found = SetsFound::default();
        for &LongestRow { row, sets, open, attained } in rows {
            found.sets += sets;
            found.open += open;
            let max = largest_of(row.set);
            match found.longest.last_mut() {
                Some(last) if last.max == max => last.rows.push(row),
                _ => found.longest.push(Longest { max, sets, open, period: row.period, attained, rows: vec![row] }),
            }
        }
        found
    }

    fn joined(&self, one: SetsFound, other: SetsFound) -> SetsFound {
        one.joined(other)
    }

    fn name<'t>(&self, row: &LongestRow, _: &'t mut String) -> Cell<'t> {
        Cell::Set(row.row.set)
    }

    fn json(&self, report: &SweepReport<SetsFound>) -> Value {
        told(self.family, self.outcomes, report)
    }
}

impl LongestPeriods {
    /// What the sets of some ranks come to; nothing if the work is cancelled.
    fn longest(&self, ranks: Range<u64>, cancel: CancelToken) -> Option<SetsFound> {
        let (mut found, mut sweeper) = (SetsFound::default(), Sweeper::new());
        let mut rank = ranks.start;
        while rank < ranks.end {
            if cancel.is_cancelled() {
                return None;
            }
            let together = (ranks.end - rank).min(LANES as u64);
            if self.all_short(rank, together, &found) {
                found.add_shorter(together);
                rank += together;
                continue;
            }
            for rank in rank..rank + together {
                if let Some(set) = self.family.set(rank) {
                    found.add(row_of(rank, set, self.outcomes, &mut sweeper));
                }
            }
            rank += together;
        }
        Some(found)
    }

    /// Whether some sets need not be looked at: their largest element is that of the last set, and their
    /// periods are shorter than one that it has.
    fn all_short(&self, rank: u64, together: u64, found: &SetsFound) -> bool {
        let known = found.longest.last().filter(|longest| longest.period > SHORT_PERIOD);
        let Some(max) = known.map(|longest| longest.max).filter(|&max| self.outcomes && max <= 32) else {
            return false;
        };
        if together < LANES as u64 {
            return false;
        }
        let mut sets = [0; LANES];
        for (set, rank) in sets.iter_mut().zip(rank..) {
            match self.family.set(rank).map(u32::try_from) {
                Some(Ok(one)) if 32 - one.leading_zeros() == max => *set = one,
                _ => return false,
            }
        }
        short_outcome_periods(&sets).is_some_and(|short| short.into_iter().all(|short| short))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SetPeriods, Sweep};
    use nimlab::Cancel;

    #[test]
    fn the_longest_periods_are_those_of_a_sweep_that_keeps_every_row() {
        let families = [(15, None, false), (16, Some(5), false), (17, None, true), (9, Some(9), true)];
        for (max, size, symmetric) in families {
            for outcomes in [true, false] {
                let family = Family::new(max, size, symmetric).unwrap();
                let [folder, other] = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
                let sweep = Sweep::open(LongestPeriods { family, outcomes }, folder.path()).unwrap();
                let report = sweep.run(&|_, _| {}).unwrap();
                let rows = Sweep::open(SetPeriods { family, outcomes }, other.path()).unwrap();
                assert_eq!(report.found, rows.run(&|_, _| {}).unwrap().found);
                // What is there is not computed again, and says the same.
                let again = sweep.run(&|_, _| {}).unwrap();
                assert_eq!((again.computed_shards, again.found), (0, report.found));
            }
        }
    }

    #[test]
    fn shards_joined_are_what_their_sets_come_to_together() {
        let longest = LongestPeriods { family: Family::new(13, None, false).unwrap(), outcomes: true };
        let (cancel, gone) = (Cancel::new(), Cancel::new().token());
        let all = longest.found(&longest.rows(0..8191, cancel.token()).unwrap().unwrap());
        for cuts in [vec![0, 8191], vec![0, 1, 4000, 4096, 4097, 8191], vec![0, 63, 64, 5000, 8190, 8191]] {
            let mut joined = SetsFound::default();
            for cut in cuts.windows(2) {
                let rows = longest.rows(cut[0]..cut[1], cancel.token()).unwrap().unwrap();
                assert!(longest.is_of(cut[0]..cut[1], &rows) && !longest.is_of(cut[0]..cut[1] + 1, &rows));
                joined = longest.joined(joined, longest.found(&rows));
            }
            assert_eq!(joined, all);
        }
        assert!(longest.rows(0..8191, gone).unwrap().is_none());
    }
}

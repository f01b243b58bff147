//! The periods of all octal codes of some digits, in shards.
//!
//! A period that is found is not only proved by the theorem of Guy and Smith: its
//! certificate is checked by the independent verifier before it is written down. A code
//! that stays open says how far it was computed.

use super::Codes;
use crate::error::{Error, Result};
use crate::export::Cell;
use crate::shard::ShardRow;
use crate::shards::ShardPlan;
use crate::sweep::{SweepReport, Swept};
use nimlab::games::heaps::octal;
use nimlab::sequence::{HeapStatistics, PeriodCertificate, PeriodVerdict, Sequence, verify};
use nimlab::{Budget, CancelToken, Hint, Term};
use serde_json::{Value, json};
use std::ops::Range;

/// How many codes a shard has: few, for some take seconds.
const SHARD: u64 = 16;

/// What a manifest says it is.
const NAME: &str = "nimlab octal sweep 1";

/// The name of the family.
const FAMILY: &str = "octal";

/// What a code takes on the disk: a shard of sixteen has some 3000 bytes.
const BYTES_A_CODE: u64 = 200;

/// The furthest heap that can be asked for.
const MOST_HEAP: u64 = 1 << 26;

/// How many codes of the longest range are kept.
const KEPT: usize = 12;

/// The periods of the octal codes of up to some digits.
///
/// ```
/// use nimlab_lab::Sweep;
/// use nimlab_lab::atlas::{CodePeriods, Codes};
/// let folder = tempfile::tempdir().unwrap();
/// let sweep = Sweep::open(CodePeriods::new(Codes::new(1)?, 1000)?, folder.path())?;
/// let report = sweep.run(&|_, _| {})?;
/// assert_eq!((report.found.codes, report.found.proved, report.computed_shards), (15, 14, 1));
/// # Ok::<(), nimlab_lab::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct CodePeriods {
    codes: Codes,
    max_heap: u64,
}

/// What is known about a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CodeRow {
    /// The number of the code in its family.
    pub rank: u64,
    /// The last heap that was computed.
    pub heap: u64,
    /// The least preperiod.
    pub preperiod: u64,
    /// The least period; 0 if none was proved.
    pub period: u64,
    /// The largest value of the heaps that were computed.
    pub largest: u64,
    /// The first heap that has it.
    pub largest_at: u64,
    /// How many of these heaps are rare, under a mask that makes few of them rare; the larger number
    /// where moves that take an even and an odd number have masks of their own, and 0 for a game that
    /// splits no heaps.
    pub rare: u64,
    /// The last rare heap.
    pub last_rare: u64,
}

impl ShardRow for CodeRow {
    const NAMES: &'static [&'static str] =
        &["rank", "heap", "preperiod", "period", "largest", "largest_at", "rare", "last_rare"];
    const SET: Option<usize> = None;

    fn words(&self, to: &mut Vec<u64>) {
        let Self { rank, heap, preperiod, period, largest, largest_at, rare, last_rare } = *self;
        to.extend([rank, heap, preperiod, period, largest, largest_at, rare, last_rare]);
    }

    fn of(cell: impl Fn(usize) -> u64) -> Self {
        Self {
            rank: cell(0),
            heap: cell(1),
            preperiod: cell(2),
            period: cell(3),
            largest: cell(4),
            largest_at: cell(5),
            rare: cell(6),
            last_rare: cell(7),
        }
    }
}

/// What octal codes come to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CodesFound {
    /// How many codes there are.
    pub codes: u64,
    /// How many of them have a proved period.
    pub proved: u64,
    /// The codes whose proved preperiod and period are the longest together.
    pub longest: Vec<CodeRow>,
}

impl Swept for CodePeriods {
    type Row = CodeRow;
    type Found = CodesFound;
    const NAMED: (usize, &'static str) = (1, "code");

    fn plan(&self) -> ShardPlan {
        let ranks = self.codes.count();
        let manifest = json!({
            "sweep": NAME, "digits": self.codes.digits(), "max_heap": self.max_heap,
            "ranks": ranks, "ranks_in_a_shard": SHARD,
        });
        ShardPlan { family: FAMILY, manifest, ranks, in_a_shard: SHARD, bytes: ranks.saturating_mul(BYTES_A_CODE) }
    }

    fn rows(&self, ranks: Range<u64>, cancel: CancelToken) -> Result<Option<Vec<CodeRow>>> {
        let mut budget = Budget::default().in_bytes(u64::MAX);
        (budget.time, budget.cancel) = (None, Some(cancel));
        match ranks.map(|rank| self.row(rank, budget)).collect() {
            Ok(rows) => Ok(Some(rows)),
            Err(_) if cancel.is_cancelled() => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn is_of(&self, ranks: Range<u64>, rows: &[CodeRow]) -> bool {
        ranks.eq(rows.iter().map(|row| row.rank))
    }

    fn found(&self, rows: &[CodeRow]) -> CodesFound {
        let proved: Vec<CodeRow> = rows.iter().copied().filter(|row| row.period > 0).collect();
        CodesFound { codes: rows.len() as u64, proved: proved.len() as u64, longest: proved }.shortened()
    }

    fn joined(&self, mut one: CodesFound, other: CodesFound) -> CodesFound {
        one.codes += other.codes;
        one.proved += other.proved;
        one.longest.extend(other.longest);
        one.shortened()
    }

    fn name<'t>(&self, row: &CodeRow, text: &'t mut String) -> Cell<'t> {
        *text = self.code_of(row);
        Cell::Text(text)
    }

    fn json(&self, report: &SweepReport<CodesFound>) -> Value {
        let SweepReport { found, shards, computed_shards } = report;
        let row = |row: &CodeRow| {
            json!({
                "code": self.code_of(row), "preperiod": row.preperiod, "period": row.period,
                "largest": row.largest, "rare": row.rare,
            })
        };
        json!({
            "family": FAMILY, "digits": self.codes.digits(), "max_heap": self.max_heap,
            "codes": found.codes, "proved": found.proved, "open": found.codes - found.proved,
            "shards": shards, "computed_shards": computed_shards,
            "longest": found.longest.iter().map(row).collect::<Vec<_>>(),
        })
    }
}

impl CodesFound {
    /// The same with the longest ones only.
    fn shortened(mut self) -> Self {
        self.longest.sort_by_key(|row| (std::cmp::Reverse(row.preperiod + row.period), row.rank));
        self.longest.truncate(KEPT);
        self
    }
}

impl CodePeriods {
    /// Each of these codes is computed until a period is proved, at most to this heap.
    pub fn new(codes: Codes, max_heap: u64) -> Result<Self> {
        if (1..=MOST_HEAP).contains(&max_heap) {
            return Ok(Self { codes, max_heap });
        }
        Err(Error::Request {
            problem: format!("the last heap must be from 1 to {MOST_HEAP}, not {max_heap}"),
            hint: Hint::example([Term::Ask("sweep"), Term::Name("octal"), Term::max_heap(10_000)]),
        })
    }

    /// The code of a row.
    pub fn code_of(&self, row: &CodeRow) -> String {
        self.codes.code(row.rank).to_string()
    }

    /// What is known about a code.
    fn row(&self, rank: u64, budget: Budget) -> Result<CodeRow> {
        let mut sequence = Sequence::new(octal(self.codes.code(rank)));
        sequence.limit(budget);
        let found = sequence.prove(self.max_heap)?;
        let (mut preperiod, mut period) = (0, 0);
        if let Some(found) = found {
            let certificate = PeriodCertificate::of(&found)?;
            let verdict = verify(&certificate, budget)?;
            if verdict != PeriodVerdict::Proved {
                return Err(Error::Methods { what: format!("the period of {}", found.rule) });
            }
            (preperiod, period) = (found.preperiod, found.period);
        } else {
            sequence.extend_to(self.max_heap + 1)?;
        }
        let heaps = sequence.computed().min(self.max_heap + 1);
        let HeapStatistics { records, spaces, .. } = sequence.statistics(heaps);
        let (largest, largest_at) = records.last().map_or((0, 0), |record| (record.value, record.heap));
        Ok(CodeRow {
            rank,
            heap: heaps - 1,
            preperiod,
            period,
            largest,
            largest_at,
            rare: spaces.iter().map(|space| space.rare).max().unwrap_or(0),
            last_rare: spaces.iter().filter_map(|space| space.last_rare).max().unwrap_or(0),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sweep;

    /// The values of the first heaps by the definition.
    fn slow(digits: &[u8], heaps: usize) -> Vec<u64> {
        let mut values: Vec<u64> = Vec::new();
        for heap in 0..heaps {
            let mut options = std::collections::BTreeSet::new();
            for (taken, digit) in digits.iter().enumerate().filter(|(taken, _)| *taken <= heap) {
                let left = heap - taken;
                if (digit % 2 == 1 && left == 0) || (digit / 2 % 2 == 1 && left > 0) {
                    options.insert(values[left]);
                }
                if digit / 4 == 1 {
                    options.extend((1..left).map(|a| values[a] ^ values[left - a]));
                }
            }
            values.push((0..).find(|value| !options.contains(value)).unwrap());
        }
        values
    }

    #[test]
    fn every_row_says_what_the_definition_says() {
        let folder = tempfile::tempdir().unwrap();
        let codes = Codes::new(2).unwrap();
        let sweep = Sweep::open(CodePeriods::new(codes, 400).unwrap(), folder.path()).unwrap();
        let report = sweep.run(&|_, _| {}).unwrap();
        assert_eq!((report.found.codes, report.shards, report.computed_shards), (127, 8, 8));
        let rows: Vec<CodeRow> = (0..8).flat_map(|shard| sweep.read_shard(shard).unwrap().rows).collect();
        assert_eq!(rows.iter().filter(|row| row.period > 0).count() as u64, report.found.proved);
        for row in rows {
            let values = slow(codes.code(row.rank).digits(), 1000);
            let computed = &values[..=row.heap as usize];
            let largest = *computed.iter().max().unwrap();
            assert_eq!(
                (row.largest, values[row.largest_at as usize]),
                (largest, largest),
                "{}",
                sweep.swept().code_of(&row)
            );
            assert!(values[..row.largest_at as usize].iter().all(|&value| value < largest));
            let (l, p) = (row.preperiod as usize, row.period as usize);
            if p == 0 {
                assert_eq!(row.heap, 400, "{}", sweep.swept().code_of(&row));
                continue;
            }
            let holds = |l: usize, p: usize| (l..values.len() - p).all(|n| values[n + p] == values[n]);
            assert!(holds(l, p) && (1..p).all(|shorter| !holds(l, shorter)), "{}", sweep.swept().code_of(&row));
            assert!(l == 0 || !holds(l - 1, p), "{}", sweep.swept().code_of(&row));
        }
    }

    #[test]
    fn a_sweep_over_codes_is_resumed_with_the_same_bytes_and_refuses_what_is_not_its_own() {
        let folder = tempfile::tempdir().unwrap();
        let open = |heap| Sweep::open(CodePeriods::new(Codes::new(2)?, heap)?, folder.path());
        let first = open(100).unwrap().run(&|_, _| {}).unwrap();
        let shard = open(100).unwrap().path(3);
        let bytes = std::fs::read(&shard).unwrap();
        std::fs::remove_file(&shard).unwrap();
        let again = open(100).unwrap().run(&|_, _| {}).unwrap();
        assert_eq!((again.computed_shards, &again.found), (1, &first.found));
        assert_eq!(std::fs::read(&shard).unwrap(), bytes);
        assert_eq!(open(100).unwrap().report(0).unwrap().found, first.found);
        assert!(open(101).is_err() && open(0).is_err());
        // The rows of other codes are not taken for its own.
        std::fs::copy(open(100).unwrap().path(4), &shard).unwrap();
        assert!(matches!(open(100).unwrap().run(&|_, _| {}), Err(Error::Damaged { .. })));
        open(100).unwrap().set_aside(3).unwrap();
        assert_eq!(open(100).unwrap().run(&|_, _| {}).unwrap().computed_shards, 1);
        let gone = nimlab::Cancel::new().token();
        let stopped = open(100).unwrap().compute_shard(0, gone).unwrap();
        assert!(stopped.is_none());
    }

    /// The tables of docs/atlas.md, whose first column is a code and whose third and fourth are the
    /// preperiod and the period.
    #[test]
    fn the_printed_atlas_agrees_with_what_is_proved_now() {
        let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/atlas.md")).unwrap();
        let proved = page.split("## Proved").nth(1).unwrap().split("\n## ").next().unwrap();
        let mut compared = 0;
        for line in proved.lines().filter(|line| line.starts_with("| 0.") || line.starts_with("| 4.")) {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            let number = |cell: usize| cells[cell].parse::<u64>().unwrap();
            let (code, preperiod, period) = (cells[1], number(3), number(4));
            if preperiod + period > 10_000 {
                continue;
            }
            let found = Sequence::new(octal(nimlab::OctalCode::parse(code).unwrap())).prove(30_000).unwrap().unwrap();
            assert_eq!((found.preperiod, found.period), (preperiod, period), "{code}");
            compared += 1;
        }
        assert!(compared >= 15, "{compared}");
    }

    /// The kept file of the atlas: its rows, read by the code that reads shards.
    #[test]
    fn the_kept_atlas_has_every_code() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/atlas.parquet");
        let reader = parquet::file::reader::SerializedFileReader::new(std::fs::File::open(path).unwrap()).unwrap();
        let codes = Codes::new(3).unwrap();
        let mut rank = 0;
        for row in reader.into_iter().map(|row| row.unwrap()) {
            let cells: std::collections::BTreeMap<String, String> =
                row.get_column_iter().map(|(name, field)| (name.clone(), field.to_string())).collect();
            let number = |name: &str| cells[name].parse::<u64>().unwrap();
            let code = codes.code(rank);
            assert_eq!((number("rank"), cells["code"].trim_matches('"')), (rank, code.to_string().as_str()));
            if rank % 61 == 0 && number("period") > 0 {
                let found = Sequence::new(octal(code)).prove(20_000).unwrap().unwrap();
                assert_eq!((found.preperiod, found.period), (number("preperiod"), number("period")));
            }
            rank += 1;
        }
        assert_eq!(rank, codes.count());
    }
}

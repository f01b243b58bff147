//! All subtraction sets of three numbers, sorted by their periods, and the sink beside the wall.
//!
//! What Flammenkamp (1997) observed and conjectured, as Bhagat, Larsson, Manabe and Yamashita tell it
//! (arXiv:2601.18715): if c ≠ a + b, the period of the outcomes of {a, b, c} is a sum of two of
//! the three numbers; if c = a + b, the outcomes are purely periodic, with a period that is linear
//! or quadratic. Here every set is put into its class, and what does not fit is kept.
//!
//! For c = a + b the period is compared with a formula: after division by the common divisor, with
//! b = 2ha + r and 0 ≤ r ≤ a it is a(2b + r), and with b = 2ha − r and 0 < r < a it is 2b + r.

use crate::error::{Error, Result};
use crate::export::Cell;
use crate::shard::ShardRow;
use crate::shards::ShardPlan;
use crate::sweep::{SweepReport, Swept};
use nimlab::sequence::{End, LARGEST_OF_TRIPLE, Triples, is_mirrored};
use nimlab::{CancelToken, Hint, Term};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::ops::Range;

/// The most heaps that are computed for one set.
const MOST_HEAPS: usize = 1 << 24;

/// How many sets of a class are kept where the first ones are.
const KEPT: usize = 8;

/// The name of the family.
const FAMILY: &str = "triples";

/// What a manifest says it is.
const NAME: &str = "nimlab triples 2";

/// What a shard takes on the disk at most.
const BYTES_A_SHARD: u64 = 16 << 10;

/// What is asked of every set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TripleQuestion {
    /// The period of the outcomes.
    Outcomes,
    /// The period of the values.
    Values,
    /// Whether the sink has the periods of the wall, and for c = a + b its values read backwards.
    Sink,
}

impl TripleQuestion {
    fn name(self) -> &'static str {
        match self {
            Self::Outcomes => "outcomes",
            Self::Values => "values",
            Self::Sink => "sink",
        }
    }
}

/// A class of sets; a set may be in several.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TripleClass {
    /// All sets.
    All,
    /// The period was not found within the bound.
    Open,
    /// c = a + b.
    Additive,
    /// c = a + b, purely periodic, with the period of the formula.
    ByFormula,
    /// c ≠ a + b.
    Other,
    /// c ≠ a + b, and the period is a + b.
    LeastSum,
    /// c ≠ a + b, and the period is a + c.
    MiddleSum,
    /// c ≠ a + b, and the period is b + c.
    LargestSum,
    /// c ≠ a + b, and the period is a proper divisor of such a sum, and none of them.
    Divisor,
    /// c ≠ a + b, and purely periodic.
    Pure,
    /// Neither by the formula nor a sum of two numbers or a divisor of one.
    Exception,
    /// The outcomes have another period in the sink than at the wall.
    OtherOutcomes,
    /// The values have another period in the sink than at the wall.
    OtherValues,
    /// c = a + b, and the values of the sink are not those of the wall read backwards.
    Unmirrored,
}

/// Which sets of a class are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum KeptSets {
    Nothing,
    /// The first few.
    First,
    /// The first of those with the longest period.
    LongestPeriod,
    /// The first of those with the longest preperiod.
    LongestPreperiod,
}

impl TripleClass {
    /// All classes, in the order of the variants.
    pub const ALL: [Self; 14] = [
        Self::All,
        Self::Open,
        Self::Additive,
        Self::ByFormula,
        Self::Other,
        Self::LeastSum,
        Self::MiddleSum,
        Self::LargestSum,
        Self::Divisor,
        Self::Pure,
        Self::Exception,
        Self::OtherOutcomes,
        Self::OtherValues,
        Self::Unmirrored,
    ];

    /// What the class is, in words.
    pub fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Open => "open",
            Self::Additive => "c = a + b",
            Self::ByFormula => "c = a + b, by the formula",
            Self::Other => "c ≠ a + b",
            Self::LeastSum => "period a + b",
            Self::MiddleSum => "period a + c",
            Self::LargestSum => "period b + c",
            Self::Divisor => "period a proper divisor of a sum",
            Self::Pure => "c ≠ a + b, purely periodic",
            Self::Exception => "exception",
            Self::OtherOutcomes => "another period of outcomes in the sink",
            Self::OtherValues => "another period of values in the sink",
            Self::Unmirrored => "c = a + b, not mirrored in the sink",
        }
    }

    fn kept(self) -> KeptSets {
        match self {
            Self::All => KeptSets::LongestPreperiod,
            Self::Additive | Self::Other => KeptSets::LongestPeriod,
            Self::Open | Self::Exception | Self::OtherOutcomes | Self::OtherValues | Self::Unmirrored => {
                KeptSets::First
            }
            _ => KeptSets::Nothing,
        }
    }
}

/// A set of three numbers with its period.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TriplePeriodRow {
    /// The set.
    pub set: [u32; 3],
    /// The least preperiod.
    pub preperiod: u64,
    /// The least period; 0 if it was not found within the bound.
    pub period: u64,
}

/// How many sets are in a class, and some of them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TripleCount {
    /// How many.
    pub sets: u64,
    /// Those that are kept: the first eight where a set of this class is a surprise; of all sets
    /// the one with the longest preperiod, of those with c = a + b and of the others the one with the
    /// longest period.
    pub kept: Vec<TriplePeriodRow>,
}

/// What some sets come to, class by class.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TriplesFound {
    classes: [TripleCount; TripleClass::ALL.len()],
}

impl TriplesFound {
    /// The sets of a class.
    pub fn of(&self, class: TripleClass) -> &TripleCount {
        &self.classes[class as usize]
    }

    fn add(&mut self, class: TripleClass, sets: u64, row: Option<TriplePeriodRow>) {
        let TripleCount { sets: all, kept } = &mut self.classes[class as usize];
        *all += sets;
        let Some(row) = row else { return };
        let longer =
            |length: fn(&TriplePeriodRow) -> u64| kept.first().is_none_or(|known| length(&row) > length(known));
        let replaced = match class.kept() {
            KeptSets::Nothing => return,
            KeptSets::First if kept.len() < KEPT => return kept.push(row),
            KeptSets::First => false,
            KeptSets::LongestPeriod => longer(|row| row.period),
            KeptSets::LongestPreperiod => longer(|row| row.preperiod),
        };
        if replaced {
            *kept = vec![row];
        }
    }

    /// Puts a set into the classes that its period has.
    fn count(&mut self, row: TriplePeriodRow) {
        let TriplePeriodRow { set: [a, b, c], preperiod, period } = row;
        let [a, b, c] = [a, b, c].map(u64::from);
        let sums = [a + b, a + c, b + c];
        let mut is = |class| self.add(class, 1, Some(row));
        is(TripleClass::All);
        if c == a + b {
            is(TripleClass::Additive);
            let by_formula = preperiod == 0 && period == formula(a, b);
            return is(if by_formula { TripleClass::ByFormula } else { TripleClass::Exception });
        }
        is(TripleClass::Other);
        if preperiod == 0 {
            is(TripleClass::Pure);
        }
        is(match sums.iter().position(|&sum| sum == period) {
            Some(0) => TripleClass::LeastSum,
            Some(1) => TripleClass::MiddleSum,
            Some(_) => TripleClass::LargestSum,
            None if sums.iter().any(|sum| sum.is_multiple_of(period)) => TripleClass::Divisor,
            None => TripleClass::Exception,
        });
    }

    /// A set whose period was not found.
    fn count_open(&mut self, set: [u32; 3]) {
        let row = TriplePeriodRow { set, preperiod: 0, period: 0 };
        self.add(TripleClass::All, 1, None);
        self.add(TripleClass::Open, 1, Some(row));
    }
}

/// A class of the sets with one largest number: the first row of a class says how many sets it has, and others,
/// with further sets that are kept, say 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TripleRow {
    /// The largest number.
    pub max: u64,
    /// The number of the class in [`TripleClass::ALL`].
    pub class: u64,
    /// How many sets it has.
    pub sets: u64,
    /// A set that is kept; zeros if none is.
    pub kept: TriplePeriodRow,
}

impl ShardRow for TripleRow {
    const NAMES: &'static [&'static str] = &["max", "class_number", "sets", "a", "b", "c", "preperiod", "period"];
    const SET: Option<usize> = None;

    fn words(&self, to: &mut Vec<u64>) {
        let TriplePeriodRow { set, preperiod, period } = self.kept;
        let [a, b, c] = set.map(u64::from);
        to.extend([self.max, self.class, self.sets, a, b, c, preperiod, period]);
    }

    fn of(cell: impl Fn(usize) -> u64) -> Self {
        let set = [3, 4, 5].map(|place| u32::try_from(cell(place)).unwrap_or(u32::MAX));
        let kept = TriplePeriodRow { set, preperiod: cell(6), period: cell(7) };
        Self { max: cell(0), class: cell(1), sets: cell(2), kept }
    }
}

/// The period of {a, b, a + b} by the formula.
fn formula(a: u64, b: u64) -> u64 {
    let (mut divisor, mut rest) = (a, b % a);
    while rest > 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    let (a, b) = (a / divisor, b / divisor);
    let over = b % (2 * a);
    divisor * if over <= a { a * (2 * b + over) } else { 2 * b + (2 * a - over) }
}

/// All sets of three numbers up to a largest one, a shard for each largest number.
///
/// ```
/// use nimlab_lab::{Sweep, TripleClass, TripleQuestion, TriplePeriods};
/// let folder = tempfile::tempdir().unwrap();
/// let sweep = Sweep::open(TriplePeriods::new(20, TripleQuestion::Outcomes)?, folder.path())?;
/// let report = sweep.run(&|_, _| {})?;
/// assert_eq!((report.found.of(TripleClass::All).sets, report.computed_shards), (1140, 18));
/// assert_eq!(report.found.of(TripleClass::Exception).sets, 0);
/// # Ok::<(), nimlab_lab::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct TriplePeriods {
    max: u32,
    question: TripleQuestion,
}

impl TriplePeriods {
    /// The sets a < b < c with c up to `max`.
    pub fn new(max: u32, question: TripleQuestion) -> Result<Self> {
        if (3..=LARGEST_OF_TRIPLE).contains(&max) {
            return Ok(Self { max, question });
        }
        Err(Error::Request {
            problem: format!("the largest of three numbers is from 3 to {LARGEST_OF_TRIPLE} here, not {max}"),
            hint: Hint::example([Term::Ask("sweep"), Term::Name("triples"), Term::max(100), Term::dir("triples")]),
        })
    }

    /// What is asked of every set.
    pub fn question(&self) -> TripleQuestion {
        self.question
    }
}

/// The largest number of the sets of a rank.
fn max_of(rank: u64) -> u32 {
    u32::try_from(rank + 3).unwrap_or(u32::MAX)
}

impl Swept for TriplePeriods {
    type Row = TripleRow;
    type Found = TriplesFound;
    const NAMED: (usize, &'static str) = (2, "class");

    fn plan(&self) -> ShardPlan {
        let manifest =
            json!({ "sweep": NAME, "max": self.max, "question": self.question.name(), "most_heaps": MOST_HEAPS });
        let ranks = u64::from(self.max) - 2;
        ShardPlan { family: FAMILY, manifest, ranks, in_a_shard: 1, bytes: ranks * BYTES_A_SHARD }
    }

    fn rows(&self, ranks: Range<u64>, cancel: CancelToken) -> Result<Option<Vec<TripleRow>>> {
        let mut rows = Vec::new();
        for max in ranks.map(max_of) {
            let found = match self.question {
                TripleQuestion::Outcomes => classified::<1>(max, cancel),
                TripleQuestion::Values => classified::<3>(max, cancel),
                TripleQuestion::Sink => in_sink(max, cancel),
            };
            let Some(found) = found else { return Ok(None) };
            rows.extend(found.rows(max));
        }
        Ok(Some(rows))
    }

    fn is_of(&self, ranks: Range<u64>, rows: &[TripleRow]) -> bool {
        let sets = |max: u64| (max - 1) * (max - 2) / 2;
        let own = |row: &TripleRow| {
            let [a, b, c] = row.kept.set;
            let kept = a == 0 || (a < b && b < c && u64::from(c) == row.max);
            kept && row.max.checked_sub(3).is_some_and(|rank| ranks.contains(&rank))
                && usize::try_from(row.class).is_ok_and(|class| class < TripleClass::ALL.len())
        };
        let all = rows.iter().filter(|row| row.class == TripleClass::All as u64);
        let complete = all.map(|row| (row.max, row.sets)).eq(ranks.clone().map(|rank| (rank + 3, sets(rank + 3))));
        complete && rows.iter().all(own)
    }

    fn found(&self, rows: &[TripleRow]) -> TriplesFound {
        let mut found = TriplesFound::default();
        for row in rows {
            let class = usize::try_from(row.class).ok().and_then(|class| TripleClass::ALL.get(class));
            if let Some(&class) = class {
                found.add(class, row.sets, (row.kept.set[0] > 0).then_some(row.kept));
            }
        }
        found
    }

    fn joined(&self, mut one: TriplesFound, other: TriplesFound) -> TriplesFound {
        for (class, count) in TripleClass::ALL.into_iter().zip(other.classes) {
            one.add(class, count.sets, None);
            count.kept.into_iter().for_each(|row| one.add(class, 0, Some(row)));
        }
        one
    }

    fn name<'t>(&self, row: &TripleRow, _: &'t mut String) -> Cell<'t> {
        let class = usize::try_from(row.class).ok().and_then(|class| TripleClass::ALL.get(class));
        class.map_or(Cell::Empty, |class| Cell::Text(class.name()))
    }

    fn json(&self, report: &SweepReport<TriplesFound>) -> Value {
        let SweepReport { found, shards, computed_shards } = report;
        let sets = |class| found.of(class).sets;
        let mut value = json!({
            "family": FAMILY, "max": self.max, "question": self.question.name(), "sets": sets(TripleClass::All),
            "open": sets(TripleClass::Open), "shards": shards, "computed_shards": computed_shards,
            "additive": sets(TripleClass::Additive),
        });
        let counted = |class| {
            let first: Vec<[u32; 3]> = found.of(class).kept.iter().map(|row| row.set).collect();
            json!({ "sets": sets(class), "first": first })
        };
        let longest = |class| found.of(class).kept.first();
        let more = match self.question {
            TripleQuestion::Sink => json!({
                "other_period_of_outcomes": counted(TripleClass::OtherOutcomes),
                "other_period_of_values": counted(TripleClass::OtherValues),
                "additive_not_mirrored": counted(TripleClass::Unmirrored),
            }),
            _ => json!({
                "additive_by_formula": sets(TripleClass::ByFormula), "a+b": sets(TripleClass::LeastSum),
                "a+c": sets(TripleClass::MiddleSum), "b+c": sets(TripleClass::LargestSum),
                "divisor_of_a_sum": sets(TripleClass::Divisor), "purely_periodic": sets(TripleClass::Pure),
                "exceptions": sets(TripleClass::Exception), "first_exceptions": found.of(TripleClass::Exception).kept,
                "longest_additive": longest(TripleClass::Additive), "longest": longest(TripleClass::Other),
                "longest_preperiod": longest(TripleClass::All),
            }),
        };
        if let (Some(all), Value::Object(more)) = (value.as_object_mut(), more) {
            all.extend(more);
        }
        value
    }
}

impl TriplesFound {
    /// The rows of the sets with one largest number.
    fn rows(self, max: u32) -> Vec<TripleRow> {
        let nothing = TriplePeriodRow { set: [0; 3], preperiod: 0, period: 0 };
        let mut rows = Vec::new();
        for (class, TripleCount { sets, kept }) in
            self.classes.into_iter().enumerate().filter(|(_, count)| count.sets > 0)
        {
            let row = |sets, kept| TripleRow { max: max.into(), class: class as u64, sets, kept };
            rows.push(row(sets, kept.first().copied().unwrap_or(nothing)));
            rows.extend(kept.into_iter().skip(1).map(|kept| row(0, kept)));
        }
        rows
    }
}

/// All sets with a largest number, in their classes; nothing if the work is cancelled.
fn classified<const KINDS: usize>(max: u32, cancel: CancelToken) -> Option<TriplesFound> {
    let (mut found, mut scratch) = (TriplesFound::default(), Triples::<KINDS>::new());
    for b in 2..max {
        if cancel.is_cancelled() {
            return None;
        }
        for set in (1..b).map(|a| [a, b, max]) {
            match scratch.period(set, End::Wall, MOST_HEAPS) {
                Some(period) => {
                    found.count(TriplePeriodRow { set, preperiod: period.preperiod, period: period.period });
                }
                None => found.count_open(set),
            }
        }
    }
    Some(found)
}

/// The same sets in the sink and at the wall.
fn in_sink(max: u32, cancel: CancelToken) -> Option<TriplesFound> {
    let (mut found, mut outcomes) = (TriplesFound::default(), Triples::<1>::new());
    let [mut wall, mut sink] = [Triples::new(), Triples::new()];
    for b in 2..max {
        if cancel.is_cancelled() {
            return None;
        }
        for set in (1..b).map(|a| [a, b, max]) {
            let of_outcomes = [End::Wall, End::Sink].map(|end| outcomes.period(set, end, MOST_HEAPS));
            let of_values = [(&mut wall, End::Wall), (&mut sink, End::Sink)]
                .map(|(values, end)| values.period(set, end, MOST_HEAPS));
            let ([Some(one), Some(other)], [Some(value), Some(other_value)]) = (of_outcomes, of_values) else {
                found.count_open(set);
                continue;
            };
            let row = TriplePeriodRow { set, preperiod: value.preperiod, period: value.period };
            let mut is = |class| found.add(class, 1, Some(row));
            is(TripleClass::All);
            if one.period != other.period {
                is(TripleClass::OtherOutcomes);
            }
            if value.period != other_value.period {
                is(TripleClass::OtherValues);
            }
            if set[0] + set[1] == max {
                is(TripleClass::Additive);
                if is_mirrored(set, &mut wall, &mut sink, MOST_HEAPS) != Some(true) {
                    is(TripleClass::Unmirrored);
                }
            }
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sweep;
    use std::path::Path;

    /// The least period of the values of a set, from the definition.
    fn period(set: [u64; 3], outcomes: bool) -> (u64, u64) {
        let mut values: Vec<u64> = Vec::new();
        for heap in 0..6_000u64 {
            let options: Vec<u64> =
                set.iter().filter(|&&taken| taken <= heap).map(|taken| values[(heap - taken) as usize]).collect();
            values.push((0..).find(|value| !options.contains(value)).unwrap());
        }
        let same = |m: usize, n: usize| match outcomes {
            true => (values[m] == 0) == (values[n] == 0),
            false => values[m] == values[n],
        };
        let holds = |period: &usize| (3_000..3_000 + set[2] as usize).all(|n| same(n, n + period));
        let found = (1..3_000).find(holds).unwrap();
        let last = (0..3_000).rev().find(|&n| !same(n, n + found));
        (last.map_or(0, |n| n as u64 + 1), found as u64)
    }

    fn sweep(max: u32, question: TripleQuestion, folder: &Path) -> Result<Sweep<TriplePeriods>> {
        Sweep::open(TriplePeriods::new(max, question)?, folder)
    }

    #[test]
    fn every_set_is_counted_in_the_class_that_its_definition_has() {
        for (question, outcomes) in [(TripleQuestion::Outcomes, true), (TripleQuestion::Values, false)] {
            let folder = tempfile::tempdir().unwrap();
            let report = sweep(18, question, folder.path()).unwrap().run(&|_, _| {}).unwrap();
            let mut plain = TriplesFound::default();
            for set in (3..=18).flat_map(|c| (2..c).flat_map(move |b| (1..b).map(move |a| [a, b, c]))) {
                let (preperiod, period) = period(set, outcomes);
                plain.count(TriplePeriodRow { set: set.map(|number| number as u32), preperiod, period });
            }
            assert_eq!((&report.found, report.computed_shards), (&plain, 16));
            let sets = |class| report.found.of(class).sets;
            assert_eq!((sets(TripleClass::All), sets(TripleClass::Exception)), (816, 0));
            let [additive, other] = [TripleClass::Additive, TripleClass::Other].map(sets);
            assert_eq!((additive + other, additive), (816, sets(TripleClass::ByFormula)));
            let by_period =
                [TripleClass::LeastSum, TripleClass::MiddleSum, TripleClass::LargestSum, TripleClass::Divisor];
            assert_eq!(by_period.map(sets).iter().sum::<u64>(), other);
        }
    }

    #[test]
    fn classes_stand_in_the_order_of_their_numbers() {
        assert!(TripleClass::ALL.into_iter().enumerate().all(|(number, class)| class as usize == number));
    }

    #[test]
    fn sets_that_fit_nowhere_and_open_ones_are_kept_through_shards() {
        let triples = TriplePeriods::new(12, TripleQuestion::Outcomes).unwrap();
        let mut all = TriplesFound::default();
        let mut rows = Vec::new();
        for max in 3..=12u32 {
            let mut found = TriplesFound::default();
            for set in (2..max).flat_map(|b| (1..b).map(move |a| [a, b, max])) {
                // No set has the period 97, and some are said to be open.
                let row = TriplePeriodRow { set, preperiod: u64::from(set[1] % 5), period: 97 };
                for found in [&mut found, &mut all] {
                    if set[0] == 2 { found.count_open(set) } else { found.count(row) }
                }
            }
            rows.push(found.rows(max));
            let rank = u64::from(max) - 3;
            assert!(triples.is_of(rank..rank + 1, &rows[rank as usize]));
            assert!(!triples.is_of(rank + 1..rank + 2, &rows[rank as usize]));
        }
        let parts = rows.iter().map(|rows| triples.found(rows));
        let joined = parts.fold(TriplesFound::default(), |one, other| triples.joined(one, other));
        assert_eq!(joined, all);
        let [open, exceptions] = [TripleClass::Open, TripleClass::Exception].map(|class| all.of(class));
        assert_eq!((open.sets, open.kept.len(), open.kept[0].set), (45, KEPT, [2, 3, 4]));
        assert_eq!((exceptions.sets, exceptions.kept.len()), (220 - 45, KEPT));
    }

    #[test]
    fn the_first_set_whose_values_have_another_period_in_the_sink_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let report = sweep(25, TripleQuestion::Sink, folder.path()).unwrap().run(&|_, _| {}).unwrap();
        let sets = |class| report.found.of(class).sets;
        let [outcomes, unmirrored, additive] =
            [TripleClass::OtherOutcomes, TripleClass::Unmirrored, TripleClass::Additive].map(sets);
        assert_eq!((outcomes, unmirrored, additive), (0, 0, 144));
        let others: Vec<[u32; 3]> = report.found.of(TripleClass::OtherValues).kept.iter().map(|row| row.set).collect();
        assert_eq!(others, [[4, 10, 21], [2, 8, 25]]);
    }

    #[test]
    fn a_shard_that_was_changed_or_moved_is_named_and_a_folder_of_another_sweep_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let open = |max, question| sweep(max, question, folder.path());
        let sweep = open(9, TripleQuestion::Outcomes).unwrap();
        let whole = sweep.run(&|_, _| {}).unwrap();
        assert!(open(10, TripleQuestion::Outcomes).is_err() && open(9, TripleQuestion::Values).is_err());
        let bytes = std::fs::read(sweep.path(4)).unwrap();
        let mut torn = bytes.clone();
        torn[bytes.len() / 2] ^= 1;
        for wrong in [torn, bytes[..bytes.len() / 2].to_vec(), std::fs::read(sweep.path(3)).unwrap()] {
            std::fs::write(sweep.path(4), wrong).unwrap();
            let error = sweep.run(&|_, _| {}).unwrap_err();
            assert!(matches!(error, Error::Damaged { .. }) && error.to_string().contains("shard-000004"), "{error}");
        }
        sweep.set_aside(4).unwrap();
        let again = sweep.run(&|_, _| {}).unwrap();
        assert_eq!((again.found, again.computed_shards), (whole.found, 1));
        assert_eq!(std::fs::read(sweep.path(4)).unwrap(), bytes);
        assert!(open(2, TripleQuestion::Outcomes).is_err() && open(1025, TripleQuestion::Outcomes).is_err());
    }
}

//! L1-Nim around steps of type s. Such a step and the one after it are a pair: by total
//! (M + 1, M + D + 1, M + 2D + 1) stands before (M, M + D + 2, M + 2D + 4), and in
//! lexicographic order behind it. All other positions have the same number in both orders,
//! so that only the differences in which such a pair takes part can differ. They are few,
//! and are counted one by one in both orders.

use super::block::MexBlock;
use super::statistics::BlockCounts;
use crate::stream::Triple;
use std::collections::BTreeMap;
use std::ops::Range;

/// How often a difference of neighbours occurred, and where first.
///
/// ```
/// use nimlab::stream::{mex::{MexRule, MexStream, statistics::MexStatistics}, sampling::Sampling};
/// let mut counted = MexStatistics::new(MexRule::Wytlex, Sampling::for_steps(100));
/// MexStream::new(MexRule::Wytlex).run(100, &mut counted, &mut |_, _| true)?;
/// // (4, 7, 10) is the first that follows by (3, 5, 7).
/// assert_eq!(counted.steps_by_number()[&[3, 5, 7]].first, 2);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StepCount {
    /// How often.
    pub count: u64,
    /// The number of the later position, where it first did.
    pub first: u64,
}

impl StepCount {
    /// Adds this many occurrences, the first of them at a number.
    pub(super) fn add(&mut self, count: u64, first: u64) {
        self.first = if self.count == 0 { first } else { self.first.min(first) };
        self.count += count;
    }
}

/// Differences of neighbours.
pub type StepCounts = BTreeMap<[i64; 3], StepCount>;

/// Counts of differences, each at a fixed place: those that occur are (i, i + j, i + j + k)
/// with −1 ≤ i ≤ 14 and −2 ≤ j, k ≤ 13.
///
/// ```
/// use nimlab::stream::mex::pairs::StepTable;
/// let mut table = StepTable::default();
/// table.add([3, 5, 7], 2, 9);
/// table.add([3, 5, 7], 1, 4);
/// assert_eq!((table.counts()[&[3, 5, 7]].count, table.counts()[&[3, 5, 7]].first), (3, 4));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepTable {
    places: Box<[StepCount]>,
    others: StepCounts,
}

impl Default for StepTable {
    fn default() -> Self {
        Self { places: vec![StepCount::default(); 16 * 16 * 16].into(), others: StepCounts::new() }
    }
}

impl StepTable {
    /// Counts this many more occurrences of a difference.
    pub fn add(&mut self, step: [i64; 3], count: u64, first: u64) {
        let [a, b, c] = step;
        let parts = [a + 1, b - a + 2, c - b + 2];
        let seen = if parts.iter().all(|part| (0..16).contains(part)) {
            &mut self.places[(parts[0] << 8 | parts[1] << 4 | parts[2]) as usize]
        } else {
            self.others.entry(step).or_default()
        };
        seen.add(count, first);
    }

    /// Those that occurred.
    pub fn counts(&self) -> StepCounts {
        let step = |at: usize| {
            let [i, j, k] = [at >> 8, at >> 4 & 15, at & 15].map(|part| part as i64);
            [i - 1, i + j - 3, i + j + k - 5]
        };
        let places = (0..).zip(&self.places).filter(|(_, seen)| seen.count > 0);
        places.map(|(at, &seen)| (step(at), seen)).chain(self.others.clone()).collect()
    }
}

/// What is counted around steps of type s.
///
/// ```
/// use nimlab::stream::{mex::{MexRule, MexStream, statistics::MexStatistics}, sampling::Sampling};
/// let mut counted = MexStatistics::new(MexRule::L1, Sampling::for_steps(14));
/// MexStream::new(MexRule::L1).run(14, &mut counted, &mut |_, _| true)?;
/// // Step 14 is the first that leaves the least free number out.
/// assert_eq!(counted.pairs.skips, 1);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PairCounts {
    /// The steps of type s.
    pub skips: u64,
    /// The differences in which a pair takes part, by total.
    pub by_number: StepTable,
    /// The same in lexicographic order.
    pub by_first: StepTable,
    /// The position before the last one.
    pub before_last: Triple,
}

/// The positions of a block in both orders.
struct Orders<'b> {
    block: &'b MexBlock,
    /// The two positions before the block.
    before: [Triple; 2],
}

impl Orders<'_> {
    /// By total: the position of the block with this index, or one of the two before it.
    fn by_number(&self, i: isize) -> Triple {
        match usize::try_from(i) {
            Ok(i) => self.block.position(i),
            Err(_) => self.before[(i + 2) as usize],
        }
    }

    /// Whether a step is the first of a pair; −1 is the step before the block.
    fn begins(&self, i: isize) -> bool {
        match usize::try_from(i) {
            Ok(i) => self.block.skip[i] == 1,
            Err(_) => self.block.held,
        }
    }

    /// Whether it is the second of a pair.
    fn ends(&self, i: isize) -> bool {
        match i {
            -1 => self.before[0][0] == self.before[1][0] + 1,
            _ => self.begins(i - 1),
        }
    }

    /// In lexicographic order.
    fn by_first(&self, i: isize) -> Triple {
        if self.begins(i) {
            let [a, b, c] = self.by_number(i);
            return [a - 1, b + 1, c + 3];
        }
        self.by_number(if self.ends(i) { i - 1 } else { i })
    }
}

impl PairCounts {
    /// Counts the differences in which pairs take part, and takes them out of the other
    /// counts; `last` is the position before the block.
    pub(super) fn count(&mut self, block: &MexBlock, last: Triple, counts: &mut BlockCounts) {
        let orders = Orders { block, before: [self.before_last, last] };
        // A pair takes part in its own two differences and the next one.
        let mut done = if block.held { 2 } else { usize::from(orders.ends(-1)) }.min(block.steps);
        self.count_some(&orders, 0..done, counts);
        for (eight, skips) in block.skip.as_chunks::<8>().0.iter().enumerate() {
            if u64::from_le_bytes(*skips) == 0 {
                continue;
            }
            for i in (8 * eight..8 * eight + 8).filter(|&i| i < block.steps && block.skip[i] == 1) {
                self.skips += 1;
                let end = (i + 3).min(block.steps);
                self.count_some(&orders, done.max(i)..end, counts);
                done = end;
            }
        }
        self.before_last = orders.by_number(block.steps as isize - 2);
    }

    fn count_some(&mut self, orders: &Orders<'_>, steps: Range<usize>, counts: &mut BlockCounts) {
        for step in steps {
            counts.forget(step);
            let (i, number) = (step as isize, orders.block.first + step as u64);
            self.by_number.add(difference(orders.by_number(i - 1), orders.by_number(i)), 1, number);
            self.by_first.add(difference(orders.by_first(i - 1), orders.by_first(i)), 1, number);
        }
    }
}

fn difference(from: Triple, to: Triple) -> [i64; 3] {
    [0, 1, 2].map(|i| to[i].wrapping_sub(from[i]) as i64)
}

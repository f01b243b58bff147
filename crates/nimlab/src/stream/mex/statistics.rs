//! What is counted while the stream runs: κ, the differences of neighbouring
//! P-positions and where each first occurs, and samples.
//!
//! Of a difference (i, i + j, i + j + k) the numbers i ∈ {1, …, 5} and j, k ∈ {1, …, 4}
//! make a key below 80; one histogram over these keys holds everything, but for the
//! differences around steps of type s, which [`super::pairs`] counts. The
//! sizes of Akiyama's sets W and Z need no counting: n positions take 3n + 1 numbers, 0
//! included, and among them all below M, so that |W| = 3n + 1 − M; likewise
//! |Z| = 2n + #{κ > 0} + 1 − D.

use super::block::{MexBlock, STEPS};
use super::dispatch;
use super::pairs::PairCounts;
pub use super::pairs::{StepCount, StepCounts};
use super::{MexRule, Observer};
use crate::stream::Triple;
use crate::stream::sampling::Sampling;
use std::collections::BTreeMap;

/// Keys of differences.
pub const KEYS: usize = 80;

/// A row of the samples: the state after position number n.
///
/// ```
/// use nimlab::stream::{mex::{MexRule, MexStream, statistics::MexStatistics}, sampling::Sampling};
/// let mut counted = MexStatistics::new(MexRule::L1, Sampling::for_steps(1000));
/// MexStream::new(MexRule::L1).run(1000, &mut counted, &mut |_, _| true)?;
/// let last = counted.samples.last().unwrap();
/// assert_eq!((last.n, last.kappa.iter().sum::<u64>()), (1000, 1000));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MexSample {
    /// The number of the position.
    pub n: u64,
    /// The position.
    pub position: Triple,
    /// How often κ was 0, 1, 2 among the numbers 1 to n.
    pub kappa: [u64; 3],
    /// How many steps were of type s.
    pub skips: u64,
    /// |W|: the numbers above the least free one, M, that are taken.
    pub w: u64,
    /// |Z|: the differences above the least free one, D, that are taken.
    pub z: u64,
}

impl MexSample {
    /// The least number and the least difference that no position up to it has.
    ///
    /// ```
    /// use nimlab::stream::{mex::{MexRule, MexStream, statistics::MexStatistics}, sampling::Sampling};
    /// let mut counted = MexStatistics::new(MexRule::L1, Sampling::for_steps(10));
    /// MexStream::new(MexRule::L1).run(10, &mut counted, &mut |_, _| true)?;
    /// assert_eq!(counted.samples.last().unwrap().free(), [20, 16]);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn free(&self) -> [u64; 2] {
        [3 * self.n + 1 - self.w, 2 * self.n + self.kappa[1] + self.kappa[2] + 1 - self.z]
    }
}

/// Everything that is counted.
///
/// ```
/// use nimlab::stream::{mex::{MexRule, MexStream, statistics::MexStatistics}, sampling::Sampling};
/// let mut counted = MexStatistics::new(MexRule::L1, Sampling::for_steps(1000));
/// MexStream::new(MexRule::L1).run(1000, &mut counted, &mut |_, _| true)?;
/// assert_eq!(counted.kappa.iter().sum::<u64>(), 1000);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MexStatistics {
    /// Whose P-positions they are.
    pub rule: MexRule,
    /// Where samples are taken.
    pub sampling: Sampling,
    /// The number of the last position.
    pub steps: u64,
    /// The last position.
    pub last: Triple,
    /// How often κ was 0, 1, 2.
    pub kappa: [u64; 3],
    /// How often each difference occurred, except around steps of type s, by its key.
    pub histogram: [u64; KEYS],
    /// The number at which it first did, by its key; 0 if never.
    pub first: [u64; KEYS],
    /// What was counted around steps of type s; empty for Wytlex(3).
    pub pairs: PairCounts,
    /// The samples so far.
    pub samples: Vec<MexSample>,
}

/// What is counted of one block.
pub(super) struct BlockCounts {
    keys: [u8; STEPS],
    histogram: [[u32; 128]; 4],
    ones: u32,
    twos: u32,
}

/// The key of a step that is counted elsewhere.
const ELSEWHERE: u8 = 127;

impl BlockCounts {
    /// Takes a step of the block out again.
    pub(super) fn forget(&mut self, i: usize) {
        let key = std::mem::replace(&mut self.keys[i], ELSEWHERE);
        // Only the sum over the lanes counts.
        let lane = &mut self.histogram[0][usize::from(key & 127)];
        *lane = lane.wrapping_sub(1);
    }
}

/// The difference with a key: (i, i + j, i + j + k).
///
/// ```
/// use nimlab::stream::mex::statistics::difference;
/// assert_eq!(difference(0), [1, 2, 3]);
/// assert_eq!(difference(63), [4, 8, 12]);
/// assert_eq!(difference(79), [5, 9, 13]);
/// ```
pub fn difference(key: usize) -> [u64; 3] {
    let [i, j, k] = [key >> 4 & 7, key >> 2 & 3, key & 3].map(|part| part as u64 + 1);
    [i, i + j, i + j + k]
}

impl MexStatistics {
    /// Nothing counted yet: the stream stands at (0, 0, 0).
    pub fn new(rule: MexRule, sampling: Sampling) -> Self {
        Self {
            rule,
            sampling,
            steps: 0,
            last: [0; 3],
            kappa: [0; 3],
            histogram: [0; KEYS],
            first: [0; KEYS],
            pairs: PairCounts::default(),
            samples: Vec::new(),
        }
    }

    /// First coordinate, D and κ of the last position.
    fn parts(&self) -> [u64; 3] {
        let [a, b, c] = self.last;
        [a, c - b, 2 * b - a - c]
    }

    fn add(&mut self, block: &MexBlock, counts: &BlockCounts) {
        for key in 0..KEYS {
            let count = counts.histogram.iter().fold(0u32, |sum, lane| sum.wrapping_add(lane[key]));
            if count > 0 && self.histogram[key] == 0 {
                let at = counts.keys.iter().position(|&other| usize::from(other) == key);
                self.first[key] = block.first + at.unwrap_or(0) as u64;
            }
            self.histogram[key] += u64::from(count);
        }
        self.kappa[1] += u64::from(counts.ones);
        self.kappa[2] += u64::from(counts.twos);
        self.steps = block.last();
        self.kappa[0] = self.steps - self.kappa[1] - self.kappa[2];
        self.last = block.position(block.steps - 1);
    }

    /// Every difference of neighbours in the order of the stream: how often it occurred,
    /// and at which number first.
    ///
    /// ```
    /// use nimlab::stream::{mex::{MexRule, MexStream, statistics::MexStatistics}, sampling::Sampling};
    /// let mut counted = MexStatistics::new(MexRule::L1, Sampling::for_steps(1000));
    /// MexStream::new(MexRule::L1).run(1000, &mut counted, &mut |_, _| true)?;
    /// // (26, 51, 76) follows (27, 50, 73) by total.
    /// assert_eq!(counted.steps_by_number()[&[-1, 1, 3]].first, 15);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn steps_by_number(&self) -> StepCounts {
        self.with_plain(self.pairs.by_number.counts())
    }

    /// The same in lexicographic order, which differs for L1-Nim. If the last step is of
    /// type s, the last position is the other one of its pair, which comes next by total.
    ///
    /// ```
    /// use nimlab::stream::{mex::{MexRule, MexStream, statistics::MexStatistics}, sampling::Sampling};
    /// let mut counted = MexStatistics::new(MexRule::L1, Sampling::for_steps(1000));
    /// MexStream::new(MexRule::L1).run(1000, &mut counted, &mut |_, _| true)?;
    /// // (27, 50, 73) follows (26, 51, 76) lexicographically.
    /// assert_eq!(counted.steps_by_first()[&[1, -1, -3]].first, 15);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn steps_by_first(&self) -> StepCounts {
        self.with_plain(self.pairs.by_first.counts())
    }

    fn with_plain(&self, mut all: StepCounts) -> StepCounts {
        for key in (0..KEYS).filter(|&key| self.histogram[key] > 0) {
            all.entry(difference(key).map(|part| part as i64)).or_default().add(self.histogram[key], self.first[key]);
        }
        all
    }

    /// How often each value of one of the three differences occurred, in the order of
    /// the stream: index 0 for the first coordinates, 1 for the second, 2 for the third.
    ///
    /// ```
    /// use nimlab::stream::{mex::{MexRule, MexStream, statistics::MexStatistics}, sampling::Sampling};
    /// let mut counted = MexStatistics::new(MexRule::Wytlex, Sampling::for_steps(1000));
    /// MexStream::new(MexRule::Wytlex).run(1000, &mut counted, &mut |_, _| true)?;
    /// assert_eq!(counted.differences(0).values().sum::<u64>(), 1000);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn differences(&self, coordinate: usize) -> BTreeMap<i64, u64> {
        let mut counts = BTreeMap::new();
        for (step, seen) in self.steps_by_number() {
            *counts.entry(step[coordinate]).or_insert(0) += seen.count;
        }
        counts
    }
}

impl Observer for MexStatistics {
    fn observe(&mut self, block: &MexBlock) {
        let mut counts = BlockCounts { keys: [u8::MAX; STEPS], histogram: [[0; 128]; 4], ones: 0, twos: 0 };
        dispatch::count(block, self.parts(), &mut counts);
        if self.rule == MexRule::L1 {
            self.pairs.count(block, self.last, &mut counts);
        }
        self.add(block, &counts);
        if self.sampling.at(self.steps) {
            let (n, kappa) = (self.steps, self.kappa);
            self.samples.push(MexSample {
                n,
                position: self.last,
                kappa,
                skips: self.pairs.skips,
                w: 3 * n + 1 - block.next_m(),
                z: 2 * n + kappa[1] + kappa[2] + 1 - block.next_d(),
            });
        }
    }

    fn cut(&self, from: u64) -> u64 {
        self.sampling.next(from)
    }
}

/// The keys of a block, their histogram and the κ, given the first coordinate, D and κ
/// of the position before it. Around steps of type s the keys mean nothing.
#[inline(always)]
pub(super) fn count(block: &MexBlock, [a, d, kappa]: [u64; 3], counts: &mut BlockCounts) {
    let steps = block.steps.min(STEPS);
    let key = |da: u16, dd: u16, after: u8, before: u8| {
        let (i, k) = (da as u8, dd as u8);
        let j = k.wrapping_add(after).wrapping_sub(before);
        (i.wrapping_sub(1) << 4 | j.wrapping_sub(1) << 2 | k.wrapping_sub(1)) & 127
    };
    let from = (block.m0 + u64::from(block.a[0])).wrapping_sub(a);
    counts.keys[0] = key(from as u16, (block.d0 - d) as u16, block.kappa[0], kappa as u8);
    let (firsts, ds, kappas) = (&block.a[..steps], &block.d[..steps], &block.kappa[..steps]);
    let keys = &mut counts.keys[..steps];
    for i in 1..steps {
        keys[i] = key(firsts[i].wrapping_sub(firsts[i - 1]), ds[i].wrapping_sub(ds[i - 1]), kappas[i], kappas[i - 1]);
    }
    // Four lanes: a run of equal keys does not wait for its own counter.
    let (fours, rest) = keys.as_chunks::<4>();
    for four in fours {
        for (lane, &key) in counts.histogram.iter_mut().zip(four) {
            lane[usize::from(key & 127)] += 1;
        }
    }
    for &key in rest {
        counts.histogram[0][usize::from(key & 127)] += 1;
    }
    counts.ones = kappas.iter().map(|&kappa| u32::from(kappa == 1)).sum();
    counts.twos = kappas.iter().map(|&kappa| u32::from(kappa == 2)).sum();
}

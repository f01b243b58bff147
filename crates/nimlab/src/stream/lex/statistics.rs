//! What is counted while the stream runs: κ, the differences of neighbouring
//! P-positions and where each first occurs, and samples.
//!
//! Of a difference (i, i + j, i + j + k) the numbers i, j, k ∈ {1, …, 4} make
//! a key of six bits; one histogram over these 64 keys holds everything. The
//! sizes of Akiyama's sets W and Z need no counting: all numbers below M are
//! taken, n of them as first coordinates, so that |W| = 3n + 1 − M, and
//! likewise |Z| = 2n + #{κ > 0} + 1 − D.

use super::Observer;
use super::block::{LexBlock, STEPS};
use super::dispatch;
use crate::stream::Triple;
use crate::stream::sampling::Sampling;

/// A row of the samples: the state after position number n.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LexSample {
    /// The number of the position.
    pub n: u64,
    /// The position.
    pub position: Triple,
    /// How often κ was 0, 1, 2 among the numbers 1 to n.
    pub kappa: [u64; 3],
    /// |W|: second and third coordinates above the next first coordinate.
    pub w: u64,
    /// |Z|: differences above the next D.
    pub z: u64,
}

/// Everything that is counted.
///
/// ```
/// use nimlab::stream::{lex::{LexStream, statistics::LexStatistics}, sampling::Sampling};
/// let mut counted = LexStatistics::new(Sampling::for_steps(1000));
/// LexStream::new().run(1000, &mut counted, &mut |_, _| true)?;
/// assert_eq!(counted.kappa.iter().sum::<u64>(), 1000);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LexStatistics {
    /// Where samples are taken.
    pub sampling: Sampling,
    /// The number of the last position.
    pub steps: u64,
    /// The last position.
    pub last: Triple,
    /// How often κ was 0, 1, 2.
    pub kappa: [u64; 3],
    /// How often each difference occurred, by its key.
    pub histogram: [u64; 64],
    /// The number at which it first did, by its key; 0 if never.
    pub first: [u64; 64],
    /// The samples so far.
    pub samples: Vec<LexSample>,
}

/// What is counted of one block.
pub struct Counts {
    keys: [u8; STEPS],
    histogram: [[u32; 64]; 4],
    ones: u32,
    twos: u32,
}

/// The difference with a key: (i, i + j, i + j + k).
///
/// ```
/// use nimlab::stream::lex::statistics::difference;
/// assert_eq!(difference(0), [1, 2, 3]);
/// assert_eq!(difference(63), [4, 8, 12]);
/// ```
pub fn difference(key: usize) -> [u64; 3] {
    let [i, j, k] = [key >> 4 & 3, key >> 2 & 3, key & 3].map(|part| part as u64 + 1);
    [i, i + j, i + j + k]
}

impl LexStatistics {
    /// Nothing counted yet: the stream stands at (0, 0, 0).
    pub fn new(sampling: Sampling) -> Self {
        Self {
            sampling,
            steps: 0,
            last: [0; 3],
            kappa: [0; 3],
            histogram: [0; 64],
            first: [0; 64],
            samples: Vec::new(),
        }
    }

    /// M, D and κ of the last position.
    fn parts(&self) -> [u64; 3] {
        let [a, b, c] = self.last;
        [a, c - b, 2 * b - a - c]
    }

    fn add(&mut self, block: &LexBlock, counts: &Counts) {
        for key in 0..64 {
            let count: u32 = counts.histogram.iter().map(|lane| lane[key]).sum();
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

    /// How often each value of one of the three differences occurred: index 0
    /// for the first coordinates (1 to 4), 1 for the second (2 to 8), 2 for
    /// the third (3 to 12).
    ///
    /// ```
    /// use nimlab::stream::{lex::{LexStream, statistics::LexStatistics}, sampling::Sampling};
    /// let mut counted = LexStatistics::new(Sampling::for_steps(1000));
    /// LexStream::new().run(1000, &mut counted, &mut |_, _| true)?;
    /// assert_eq!(counted.differences(0).values().sum::<u64>(), 1000);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn differences(&self, coordinate: usize) -> std::collections::BTreeMap<u64, u64> {
        let mut counts = std::collections::BTreeMap::new();
        for (key, &count) in self.histogram.iter().enumerate().filter(|(_, count)| **count > 0) {
            *counts.entry(difference(key)[coordinate]).or_insert(0) += count;
        }
        counts
    }
}

impl Observer for LexStatistics {
    fn observe(&mut self, block: &LexBlock) {
        let mut counts = Counts { keys: [u8::MAX; STEPS], histogram: [[0; 64]; 4], ones: 0, twos: 0 };
        dispatch::count(block, self.parts(), &mut counts);
        self.add(block, &counts);
        if self.sampling.at(self.steps) {
            self.samples.push(LexSample {
                n: self.steps,
                position: self.last,
                kappa: self.kappa,
                w: 3 * self.steps + 1 - block.next_m(),
                z: 2 * self.steps + self.kappa[1] + self.kappa[2] + 1 - block.next_d(),
            });
        }
    }

    fn cut(&self, from: u64) -> u64 {
        self.sampling.next(from)
    }
}

/// The keys of a block, their histogram and the κ, given M, D and κ of the
/// position before it.
#[inline(always)]
pub fn count(block: &LexBlock, [m, d, kappa]: [u64; 3], counts: &mut Counts) {
    let steps = block.steps.min(STEPS);
    let key = |dm: u16, dd: u16, after: u8, before: u8| {
        let (i, k) = (dm as u8, dd as u8);
        let j = k.wrapping_add(after).wrapping_sub(before);
        (i.wrapping_sub(1) << 4 | j.wrapping_sub(1) << 2 | k.wrapping_sub(1)) & 63
    };
    counts.keys[0] = key((block.m0 - m) as u16, (block.d0 - d) as u16, block.kappa[0], kappa as u8);
    let (ms, ds, kappas) = (&block.m[..steps], &block.d[..steps], &block.kappa[..steps]);
    let keys = &mut counts.keys[..steps];
    for i in 1..steps {
        keys[i] = key(ms[i].wrapping_sub(ms[i - 1]), ds[i].wrapping_sub(ds[i - 1]), kappas[i], kappas[i - 1]);
    }
    // Four lanes: a run of equal keys does not wait for its own counter.
    let (fours, rest) = keys.as_chunks::<4>();
    for four in fours {
        for (lane, &key) in counts.histogram.iter_mut().zip(four) {
            lane[usize::from(key & 63)] += 1;
        }
    }
    for &key in rest {
        counts.histogram[0][usize::from(key & 63)] += 1;
    }
    counts.ones = kappas.iter().map(|&kappa| u32::from(kappa == 1)).sum();
    counts.twos = kappas.iter().map(|&kappa| u32::from(kappa == 2)).sum();
}

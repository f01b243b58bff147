//! The newest P-positions, as far as they still matter, and what is known of
//! the old ones in bulk.

use crate::stream::Triple;
use std::io;

/// Nothing yet.
const NONE: u64 = u64::MAX;

/// The error when a place falls outside a window. It has never been seen, and the
/// stream then gives no answer.
pub fn too_wide() -> io::Error {
    io::Error::other("positive Nim: a P-position lies outside the window of the stream, which therefore stops")
}

/// P-positions in a block of the history.
const BLOCK: u64 = 4096;

/// Bounds over the P-positions of one block, and over all later ones.
///
/// ```
/// use nimlab::stream::positive::History;
/// let mut history = History::default();
/// history.add(&[[1, 2, 3], [4, 7, 10]]);
/// assert_eq!((history.blocks[0].least_second, history.blocks[0].largest_third), (2, 10));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// The least p₂ of this and all later blocks.
    pub least_second: u64,
    /// The least p₃ of this and all later blocks.
    pub least_third: u64,
    /// The least p₃ − p₁ of this and all later blocks.
    pub least_31: u64,
    /// The largest p₂ of this and all earlier blocks.
    pub largest_second: u64,
    /// The largest p₃ of this block.
    pub largest_third: u64,
    /// The largest p₂ − p₁ of this block.
    pub largest_21: u64,
}

impl Bounds {
    /// Of no P-position.
    const NONE: Self = Self {
        least_second: NONE,
        least_third: NONE,
        least_31: NONE,
        largest_second: 0,
        largest_third: 0,
        largest_21: 0,
    };
}

/// What is known of the old P-positions in bulk: enough to prove that most of
/// the rule's conditions cannot hold, and to stop if that proof ever fails.
///
/// ```
/// use nimlab::stream::positive::History;
/// let mut history = History::default();
/// history.add(&[[1, 2, 3], [4, 7, 10]]);
/// assert_eq!((history.blocks.len(), history.count), (1, 2));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct History {
    /// One for every 4096 P-positions or a few more.
    pub blocks: Vec<Bounds>,
    /// How many P-positions the last block has.
    pub count: u64,
    /// Blocks that are passed: by the first, second and third guard.
    pub passed: [usize; 3],
}

impl History {
    /// Takes notice of further P-positions.
    pub fn add(&mut self, positions: &[Triple]) {
        for chunk in positions.chunks(BLOCK as usize) {
            self.add_chunk(chunk);
        }
    }

    fn add_chunk(&mut self, positions: &[Triple]) {
        if self.blocks.is_empty() || self.count >= BLOCK {
            let largest_second = self.blocks.last().map_or(0, |block| block.largest_second);
            self.blocks.push(Bounds { largest_second, ..Bounds::NONE });
            self.count = 0;
        }
        self.count += positions.len() as u64;
        let mut all = Bounds::NONE;
        for &[p1, p2, p3] in positions {
            all.least_second = all.least_second.min(p2);
            all.least_third = all.least_third.min(p3);
            all.least_31 = all.least_31.min(p3 - p1);
            all.largest_second = all.largest_second.max(p2);
            all.largest_third = all.largest_third.max(p3);
            all.largest_21 = all.largest_21.max(p2 - p1);
        }
        if let Some(block) = self.blocks.last_mut() {
            block.largest_second = block.largest_second.max(all.largest_second);
            block.largest_third = block.largest_third.max(all.largest_third);
            block.largest_21 = block.largest_21.max(all.largest_21);
        }
        // The blocks are nearly in order: most positions lower the bounds of few of them.
        for block in self.blocks.iter_mut().rev() {
            let lowers = all.least_second < block.least_second
                || all.least_third < block.least_third
                || all.least_31 < block.least_31;
            if !lowers {
                break;
            }
            block.least_second = block.least_second.min(all.least_second);
            block.least_third = block.least_third.min(all.least_third);
            block.least_31 = block.least_31.min(all.least_31);
        }
    }

    /// Proves, for every a from this one up to `a_end`, every d ≥ d_low and
    /// every e from e_low to `e_end`, that
    /// - c − b = p₂ − p₁ with p₃ ≤ a is impossible;
    /// - c − b = p₃ − p₁ always has p₂ ≤ a;
    /// - a = p₂ always has p₃ ≤ c.
    pub fn prove(&mut self, [a, d_low, e_low]: Triple, a_end: u64, e_end: u64) -> io::Result<()> {
        let fail = || io::Error::other("positive Nim: a condition that never held before may hold; the stream stops");
        let [by_third, by_second, by_largest] = &mut self.passed;
        while let Some(block) = self.blocks.get(*by_third).filter(|block| block.least_third <= a_end) {
            if block.largest_21 >= e_low {
                return Err(fail());
            }
            *by_third += 1;
        }
        while let Some(block) = self.blocks.get(*by_second).filter(|block| block.least_second <= a_end) {
            if block.largest_third > a + d_low + e_low {
                return Err(fail());
            }
            *by_second += 1;
        }
        while self.blocks.get(*by_largest).is_some_and(|block| block.largest_second <= a) {
            *by_largest += 1;
        }
        match self.blocks.get(*by_largest) {
            Some(block) if block.least_31 > e_end => Ok(()),
            _ => Err(fail()),
        }
    }
}

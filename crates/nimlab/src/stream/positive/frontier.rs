//! The newest P-positions, as far as they still matter, and what is known of
//! the old ones in bulk.

use crate::stream::Triple;
use std::io;

/// The width of a window.
pub const WIDTH: u64 = 1024;

/// Nothing at a place of a window.
pub const NONE: u64 = u64::MAX;

/// Places that the mark has passed are cleared so many at a time.
const CLEARED: u64 = 256;

/// The least value for each place from a mark on that only rises.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Window {
    low: u64,
    /// Everything below this place is cleared; what lies between it and the
    /// mark is never read.
    cleared: u64,
    least: Box<[u64; WIDTH as usize]>,
}

impl Window {
    /// An empty window from a mark on.
    pub fn new(low: u64) -> Self {
        Self { low, cleared: low, least: Box::new([NONE; WIDTH as usize]) }
    }

    /// The value at a place within the window.
    #[inline(always)]
    pub fn get(&self, at: u64) -> u64 {
        debug_assert!(at >= self.low && at - self.low < WIDTH - CLEARED);
        self.least[(at % WIDTH) as usize]
    }

    /// Lowers the value at a place; what lies below the mark matters no more.
    #[inline(always)]
    pub fn put(&mut self, at: u64, value: u64) -> io::Result<()> {
        if at >= self.low {
            if at - self.low >= WIDTH - CLEARED {
                return Err(too_wide());
            }
            let least = &mut self.least[(at % WIDTH) as usize];
            *least = (*least).min(value);
        }
        Ok(())
    }

    /// Raises the mark and forgets what it passes.
    #[inline(always)]
    pub fn raise(&mut self, low: u64) {
        self.low = low;
        if low - self.cleared >= CLEARED {
            self.clear();
        }
    }

    #[cold]
    fn clear(&mut self) {
        for place in self.cleared..self.low.min(self.cleared + WIDTH) {
            self.least[(place % WIDTH) as usize] = NONE;
        }
        self.cleared = self.low;
    }

    /// The mark, then all values: what must be kept of a window.
    pub fn words(&self) -> impl Iterator<Item = u64> {
        let mut whole = self.clone();
        whole.clear();
        std::iter::once(whole.low).chain(*whole.least)
    }

    /// The window with these words.
    pub fn from_words(words: &[u64]) -> Option<Self> {
        let (&low, rest) = words.split_first()?;
        Some(Self { low, cleared: low, least: Box::new(rest.try_into().ok()?) })
    }
}

/// What the algorithm says when a place falls out of a window: it has never
/// been seen, and no answer is given then.
pub fn too_wide() -> io::Error {
    io::Error::other("positive Nim: a P-position lies outside the window of the stream, which therefore stops")
}

/// P-positions in a block of the history.
const BLOCK: u64 = 4096;

/// Bounds over the P-positions of one block, and over all later ones.
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

/// What is known of the old P-positions in bulk: enough to prove that most of
/// the rule's conditions cannot hold, and to stop if that proof ever fails.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct History {
    /// One for every 4096 P-positions.
    pub blocks: Vec<Bounds>,
    /// How many P-positions there were.
    pub count: u64,
    /// Blocks that are passed: by the first, second and third guard.
    pub passed: [usize; 3],
}

impl History {
    /// Takes notice of a P-position.
    pub fn add(&mut self, [p1, p2, p3]: Triple) {
        if self.count.is_multiple_of(BLOCK) {
            let largest_second = self.blocks.last().map_or(0, |block| block.largest_second);
            self.blocks.push(Bounds {
                least_second: NONE,
                least_third: NONE,
                least_31: NONE,
                largest_second,
                largest_third: 0,
                largest_21: 0,
            });
        }
        self.count += 1;
        let last = self.blocks.len() - 1;
        let block = &mut self.blocks[last];
        block.largest_second = block.largest_second.max(p2);
        block.largest_third = block.largest_third.max(p3);
        block.largest_21 = block.largest_21.max(p2 - p1);
        // The blocks are nearly in order: most positions lower nothing.
        for block in self.blocks.iter_mut().rev() {
            if block.least_second <= p2 && block.least_third <= p3 && block.least_31 <= p3 - p1 {
                break;
            }
            block.least_second = block.least_second.min(p2);
            block.least_third = block.least_third.min(p3);
            block.least_31 = block.least_31.min(p3 - p1);
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

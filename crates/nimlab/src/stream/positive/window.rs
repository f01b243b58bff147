//! Bits and values around the cursors of positive Nim: small enough for the
//! first-level cache, and of a size that makes every access valid.

use crate::bits::pages::PagedBits;
use std::io;

/// Bits from a multiple of 64 on; N, a power of two, is more than a stretch
/// needs, so that no access has to be checked.
#[derive(Debug, Clone)]
pub struct Bits<const N: usize> {
    /// The first number.
    pub start: u64,
    words: [u64; N],
}

impl<const N: usize> Bits<N> {
    /// No bits.
    pub const NONE: Self = Self { start: 0, words: [0; N] };

    /// The bits of an array from a number on, `numbers` of them.
    pub fn fill(&mut self, bits: &mut PagedBits, from: u64, numbers: u64) -> io::Result<()> {
        self.clear(from);
        bits.copy(from / 64, &mut self.words[..(numbers / 64 + 2) as usize])
    }

    /// No bits, from a number on.
    pub fn clear(&mut self, from: u64) {
        self.start = from / 64 * 64;
        self.words = [0; N];
    }

    /// Whether a number is there.
    #[inline(always)]
    pub fn get(&self, at: u64) -> bool {
        self.words[((at - self.start) / 64) as usize % N] >> (at % 64) & 1 == 1
    }

    /// Adds a number.
    #[inline(always)]
    pub fn set(&mut self, at: u64) {
        self.set_if(at, true);
    }

    /// Adds a number on a condition, without a branch.
    #[inline(always)]
    pub fn set_if(&mut self, at: u64, whether: bool) {
        self.words[(at.wrapping_sub(self.start) / 64) as usize % N] |= u64::from(whether) << (at % 64);
    }

    /// The 64 bits from a number on.
    #[inline(always)]
    pub fn window(&self, at: u64) -> u64 {
        let (word, shift) = (((at - self.start) / 64) as usize, at % 64);
        self.words[word % N] >> shift | (self.words[(word + 1) % N] << 1) << (63 - shift)
    }

    /// Adds the bits below a number to an array.
    pub fn join(&self, bits: &mut PagedBits, below: u64) -> io::Result<()> {
        let whole = ((below.max(self.start) - self.start) / 64).min(N as u64 - 1) as usize;
        bits.join(self.start / 64, &self.words[..whole])?;
        bits.join(self.start / 64 + whole as u64, &[self.words[whole] & !(u64::MAX << (below % 64))]).map(drop)
    }
}

/// The value of the newest P-position at each place: where a place can be
/// taken again, the newest value is also the least. Read only where a bit
/// says that there is one; all places in use lie within half the width.
#[derive(Debug, Clone)]
pub struct NewestValues(Box<[u64; 1024]>);

impl NewestValues {
    /// No values.
    pub fn new() -> Self {
        Self(Box::new([0; 1024]))
    }

    /// The value at a place.
    #[inline(always)]
    pub fn get(&self, at: u64) -> u64 {
        self.0[(at % 1024) as usize]
    }

    /// Replaces the value at a place.
    #[inline(always)]
    pub fn put(&mut self, at: u64, value: u64) {
        self.0[(at % 1024) as usize] = value;
    }
}

//! The list of Akiyama's algorithms for L1-Nim, which is that of the P-positions
//! of Wytlex(3), as a stream: the simplified algorithm with sequential access
//! only.
//!
//! Two bit arrays are kept. F holds the second and third coordinates, Z the
//! values 2D + κ. Whether κ > 0 asks only if M + D is an earlier *third*
//! coordinate: every earlier second coordinate is below M + D (it was
//! v₂ = M + D + κ, and then M′ ≥ M + 1 and D′ ≥ D + κ + 1), so that one array
//! serves both roles as long as second coordinates are never written ahead.
//! Kept are 3.4 bits a step from M to v₃ and 1.7 from D to 2D.

mod block;
mod compact;
mod dispatch;
mod kernel;
mod pipeline;
pub mod statistics;

pub use block::{LexBlock, STEPS};
pub use pipeline::Observer;

use crate::bits::pages::{Cold, PagedBits};
use crate::stream::Triple;
use kernel::{BlockOutput, M_WORDS, Maps, T_WORDS, Z_WORDS};
use std::io;
use std::ops::Range;

/// Fewer steps than this between two cursors and the stream goes one by one.
const MARGIN: u64 = STEPS as u64 * 8 + 256;

/// The cursors and the bit arrays.
#[derive(Debug)]
struct Core {
    /// The number of the next position.
    next: u64,
    m: u64,
    d: u64,
    /// Second and third coordinates.
    f: PagedBits,
    /// 2D + κ.
    z: PagedBits,
}

/// The stream of P-positions from number 1 on; number 0 is (0, 0, 0).
///
/// ```
/// use nimlab::stream::lex::LexStream;
/// let mut stream = LexStream::new();
/// let block = stream.next_block(14)?;
/// assert_eq!(block.positions().last(), Some([26, 51, 74]));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct LexStream {
    core: Core,
    block: LexBlock,
    maps: Maps,
    output: BlockOutput,
}

/// What must be kept of a stream besides its two bit arrays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LexState {
    /// The number of the next position.
    pub next: u64,
    /// Its first coordinate.
    pub m: u64,
    /// The least difference that does not occur yet.
    pub d: u64,
}

impl LexState {
    /// The parts of F and of Z that are far from every cursor. A page of F is
    /// there twice: between M + D and M + 2D with its third coordinates, and
    /// between M and M + D with all; a page of Z once.
    pub fn cold_parts(&self) -> ([Range<u64>; 2], Range<u64>) {
        let apart = 4 * crate::bits::pages::PAGE_BITS;
        let between = |low: u64, high: u64| low + apart..high.saturating_sub(apart);
        let (m, d) = (self.m, self.d);
        ([between(m, m + d), between(m + d, m + 2 * d)], between(d, 2 * d))
    }
}

impl LexStream {
    /// The stream from its beginning.
    ///
    /// ```
    /// use nimlab::stream::lex::LexStream;
    /// let mut stream = LexStream::new();
    /// let first: Vec<_> = stream.next_block(4).unwrap().positions().collect();
    /// assert_eq!(first, [[1, 2, 3], [4, 7, 10], [5, 9, 13], [6, 11, 16]]);
    /// ```
    pub fn new() -> Self {
        Self::restore(LexState { next: 1, m: 1, d: 1 }, PagedBits::new(), PagedBits::new())
    }

    /// A stream that continues where another stopped.
    pub fn restore(state: LexState, f: PagedBits, z: PagedBits) -> Self {
        let core = Core { next: state.next, m: state.m, d: state.d, f, z };
        Self { core, block: LexBlock::new(), maps: Maps::new(), output: BlockOutput::new() }
    }

    /// Keeps the parts that no cursor is near in cold stores, F's and Z's.
    pub fn set_cold(&mut self, f: Box<dyn Cold>, z: Box<dyn Cold>) {
        self.core.f.set_cold(f);
        self.core.z.set_cold(z);
    }

    /// Where the stream stands.
    ///
    /// ```
    /// use nimlab::stream::lex::LexStream;
    /// let mut stream = LexStream::new();
    /// stream.next_block(4)?;
    /// assert_eq!((stream.state().next, stream.state().m), (5, 8));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn state(&self) -> LexState {
        LexState { next: self.core.next, m: self.core.m, d: self.core.d }
    }

    /// The two bit arrays, F and Z.
    pub fn arrays(&mut self) -> (&mut PagedBits, &mut PagedBits) {
        (&mut self.core.f, &mut self.core.z)
    }

    /// The bytes that the stream holds in memory.
    pub fn bytes(&self) -> u64 {
        self.core.f.bytes() + self.core.z.bytes()
    }

    /// The next positions: at most `most` and at most [`STEPS`] of them, at
    /// least one.
    ///
    /// ```
    /// use nimlab::stream::lex::LexStream;
    /// let mut stream = LexStream::new();
    /// assert_eq!(stream.next_block(2)?.last(), 2);
    /// assert_eq!(stream.next_block(2)?.last(), 4);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn next_block(&mut self, most: u64) -> io::Result<&LexBlock> {
        if self.core.d > MARGIN {
            self.core.advance(most, &mut self.block)?;
            dispatch::pack(&self.block, &mut self.maps, &mut self.output);
            self.core.write(&self.output)?;
        } else {
            self.core.advance_plainly(most, &mut self.block)?;
        }
        Ok(&self.block)
    }
}

impl Core {
    /// Makes a block without writing what it adds: every place that is read
    /// lies more than a block before the places that are written.
    fn advance(&mut self, most: u64, block: &mut LexBlock) -> io::Result<()> {
        block.first = self.next;
        block.m0 = self.m;
        block.d0 = self.d;
        block.steps = most.clamp(1, STEPS as u64) as usize;
        let mut free = [0; M_WORDS];
        let mut third = [0; T_WORDS];
        let mut used = [0; Z_WORDS];
        let y = self.m + self.d;
        self.f.copy(self.m / 64, &mut free)?;
        self.f.copy(y / 64, &mut third)?;
        self.z.copy(self.d / 64, &mut used)?;
        // The chain works in whole groups, and the next block begins one further.
        let rounded = block.steps.div_ceil(kernel::GROUP) * kernel::GROUP;
        dispatch::zeros(&free, (self.m % 64) as u32, rounded + 1, &mut block.m);
        dispatch::chain(&third, &used, (y % 64) as u32, (self.d % 64) as u32, block);
        self.next += block.steps as u64;
        self.m = block.next_m();
        self.d = block.next_d();
        Ok(())
    }

    /// Writes what a block adds, and lets go of what nobody will read again.
    fn write(&mut self, output: &BlockOutput) -> io::Result<()> {
        self.f.join(output.second.word, output.second.used())?;
        self.f.join(output.third.word, output.third.used())?;
        self.z.join(output.sums.word, output.sums.used())?;
        self.f.release_below(self.m);
        self.z.release_below(self.d);
        Ok(())
    }

    /// Moves to the cold stores what lies far from every cursor.
    fn spill(&mut self) -> io::Result<()> {
        let ([lower, upper], sums) = LexState { next: self.next, m: self.m, d: self.d }.cold_parts();
        self.f.spill(lower)?;
        self.f.spill(upper)?;
        self.z.spill(sums)
    }

    /// One step after another, for the beginning.
    fn advance_plainly(&mut self, most: u64, block: &mut LexBlock) -> io::Result<()> {
        block.first = self.next;
        block.m0 = self.m;
        block.d0 = self.d;
        block.steps = most.clamp(1, STEPS as u64) as usize;
        for i in 0..block.steps {
            block.m[i] = (self.m - block.m0) as u16;
            block.d[i] = (self.d - block.d0) as u16;
            block.kappa[i] = self.step()?;
        }
        block.m[block.steps] = (self.m - block.m0) as u16;
        block.d[block.steps] = (self.d - block.d0) as u16;
        Ok(())
    }

    fn step(&mut self) -> io::Result<u8> {
        let (m, d) = (self.m, self.d);
        let kappa = match (self.f.contains(m + d)?, self.z.contains(d + 1)?) {
            (false, _) => 0,
            (true, false) => 1,
            (true, true) => 2,
        };
        self.f.insert(m + d + kappa)?;
        self.f.insert(m + 2 * d + kappa)?;
        self.z.insert(2 * d + kappa)?;
        self.m += 1;
        while self.f.contains(self.m)? {
            self.m += 1;
        }
        self.d += 1;
        while self.d == d + kappa || self.z.contains(self.d)? {
            self.d += 1;
        }
        self.next += 1;
        Ok(kappa as u8)
    }
}

impl Default for LexStream {
    fn default() -> Self {
        Self::new()
    }
}

/// The P-positions from number 0 on, one by one.
///
/// ```
/// use nimlab::stream::lex::Positions;
/// let first: Vec<_> = Positions::new().take(3).collect();
/// assert_eq!(first, [[0, 0, 0], [1, 2, 3], [4, 7, 10]]);
/// ```
pub struct Positions {
    stream: LexStream,
    at: usize,
    begun: bool,
}

impl Positions {
    /// All P-positions.
    pub fn new() -> Self {
        Self { stream: LexStream::new(), at: 0, begun: false }
    }
}

impl Default for Positions {
    fn default() -> Self {
        Self::new()
    }
}

impl Iterator for Positions {
    type Item = Triple;

    fn next(&mut self) -> Option<Triple> {
        if !std::mem::replace(&mut self.begun, true) {
            return Some([0, 0, 0]);
        }
        if self.at == self.stream.block.steps {
            // Without a cold store nothing can fail.
            self.stream.next_block(STEPS as u64).ok()?;
            self.at = 0;
        }
        self.at += 1;
        Some(self.stream.block.position(self.at - 1))
    }
}

#[cfg(test)]
mod tests;

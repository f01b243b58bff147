//! The P-positions of Wytlex(3) and of L1-Nim as streams: two mex algorithms with
//! sequential access only, which differ in one case.
//!
//! Let M be the least number and D the least difference that no P-position has yet.
//! The next one is (M, M + D + κ, M + 2D + κ): κ = 0 if M + D is free, else 1 if the
//! difference D + 1 is free, else 2. So it is in Wytlex(3) (Akiyama's algorithm, whose
//! theorem 1 ascribes it to L1-Nim). In L1-Nim there is a case before the last one, type
//! s: if M + 1 is free, it is (M + 1, M + D + 1, M + 2D + 1), and the next one is of type
//! 0 and takes M. The proof is in `docs/l1-nim.md`; by it no two P-positions of L1-Nim
//! have the same total, and its stream is in the order of totals.
//!
//! Two bit arrays are kept. F holds the second and third coordinates, Z the
//! values 2D + κ. M + D is free unless it is an earlier *third* coordinate:
//! every earlier second coordinate is below M + D (it was at most M + D + κ, and then
//! M′ ≥ M + 1 and D′ ≥ D + κ + 1; after type s it was M + D + 1, and D′ = D + 2). So one
//! array serves both roles as long as second coordinates are never written ahead. About
//! 3.4 bits a step are kept from M to the third coordinate, and 1.7 from D to 2D.
//!
//! A number that would occur twice ends the stream with an error.

mod block;
mod compact;
mod dispatch;
mod kernel;
pub mod pairs;
mod pipeline;
pub mod statistics;

pub use block::{MexBlock, STEPS};
pub use pipeline::Observer;

use crate::bits::pages::{Cold, PagedBits};
use crate::stream::Triple;
use kernel::{A_STEP, A_WORDS, BlockOutput, ChainInput, D_STEP, Maps, T_WORDS, Z_WORDS};
use std::io;
use std::ops::Range;

/// The most numbers that a cursor passes in a block, with the rest of a word on either side.
const SPAN: u64 = (STEPS * if A_STEP > D_STEP { A_STEP } else { D_STEP } + 256) as u64;

/// With a smaller D than this a block would read what it writes, and the stream goes
/// step by step.
const MARGIN: u64 = 2 * SPAN;

/// Whose P-positions a stream makes.
///
/// ```
/// use nimlab::stream::mex::{MexRule, Positions};
/// let fourteenth = |rule| Positions::new(rule).nth(14);
/// assert_eq!((fourteenth(MexRule::Wytlex), fourteenth(MexRule::L1)), (Some([26, 51, 74]), Some([27, 50, 73])));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MexRule {
    /// Wytlex(3), in lexicographic order.
    Wytlex,
    /// L1-Nim, by their total.
    L1,
}

/// The cursors and the bit arrays.
#[derive(Debug)]
struct Core {
    rule: MexRule,
    /// The number of the next position.
    next: u64,
    m: u64,
    d: u64,
    held: bool,
    /// Second and third coordinates.
    f: PagedBits,
    /// 2D + κ.
    z: PagedBits,
}

/// The stream of P-positions from number 1 on; number 0 is (0, 0, 0).
///
/// ```
/// use nimlab::stream::mex::{MexRule, MexStream};
/// let [mut wytlex, mut l1] = [MexRule::Wytlex, MexRule::L1].map(MexStream::new);
/// assert_eq!(wytlex.next_block(14)?.positions().last(), Some([26, 51, 74]));
/// assert_eq!(l1.next_block(14)?.positions().last(), Some([27, 50, 73]));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct MexStream {
    core: Core,
    block: MexBlock,
    maps: Maps,
    output: BlockOutput,
}

/// What must be kept of a stream besides its two bit arrays.
///
/// ```
/// use nimlab::stream::mex::{MexRule, MexStream};
/// let mut stream = MexStream::new(MexRule::Wytlex);
/// stream.next_block(1)?;
/// // After (1, 2, 3) the numbers 1 to 3 and the differences 1 and 2 are taken.
/// let state = stream.state();
/// assert_eq!((state.next, state.m, state.d), (2, 4, 3));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MexState {
    /// The number of the next position.
    pub next: u64,
    /// The least number that does not occur yet.
    pub m: u64,
    /// The least difference that does not occur yet.
    pub d: u64,
    /// Whether the last step was of type s, so that M + 1 occurs already.
    pub held: bool,
}

impl MexState {
    /// The parts of F and of Z that are far from every cursor. A page of F is far
    /// twice: between M + D and M + 2D, where it has only third coordinates, and
    /// between M and M + D, where it has all; a page of Z once.
    pub fn cold_parts(&self) -> ([Range<u64>; 2], Range<u64>) {
        let apart = 4 * crate::bits::pages::PAGE_BITS;
        let between = |low: u64, high: u64| low + apart..high.saturating_sub(apart);
        let (m, d) = (self.m, self.d);
        ([between(m, m + d), between(m + d, m + 2 * d)], between(d, 2 * d))
    }
}

impl MexStream {
    /// The stream from its beginning.
    ///
    /// ```
    /// use nimlab::stream::mex::{MexRule, MexStream};
    /// let mut stream = MexStream::new(MexRule::Wytlex);
    /// let first: Vec<_> = stream.next_block(4).unwrap().positions().collect();
    /// assert_eq!(first, [[1, 2, 3], [4, 7, 10], [5, 9, 13], [6, 11, 16]]);
    /// ```
    pub fn new(rule: MexRule) -> Self {
        let state = MexState { next: 1, m: 1, d: 1, held: false };
        Self::restore(rule, state, PagedBits::new(), PagedBits::new())
    }

    /// A stream that continues where another of the same rule stopped.
    ///
    /// ```
    /// use nimlab::stream::mex::{MexRule, MexStream};
    /// let mut stream = MexStream::new(MexRule::L1);
    /// stream.next_block(10)?;
    /// let (state, (f, z)) = (stream.state(), stream.arrays());
    /// let (f, z) = (std::mem::take(f), std::mem::take(z));
    /// let mut again = MexStream::restore(MexRule::L1, state, f, z);
    /// assert_eq!(again.next_block(4)?.positions().last(), Some([27, 50, 73]));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn restore(rule: MexRule, state: MexState, f: PagedBits, z: PagedBits) -> Self {
        let MexState { next, m, d, held } = state;
        let core = Core { rule, next, m, d, held, f, z };
        Self { core, block: MexBlock::new(rule), maps: Maps::new(), output: BlockOutput::new() }
    }

    /// Keeps the parts that no cursor is near in cold stores, F's and Z's.
    pub fn set_cold(&mut self, f: Box<dyn Cold>, z: Box<dyn Cold>) {
        self.core.f.set_cold(f);
        self.core.z.set_cold(z);
    }

    /// Where the stream stands.
    ///
    /// ```
    /// use nimlab::stream::mex::{MexRule, MexStream};
    /// let mut stream = MexStream::new(MexRule::Wytlex);
    /// stream.next_block(4)?;
    /// assert_eq!((stream.state().next, stream.state().m), (5, 8));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn state(&self) -> MexState {
        self.core.state()
    }

    /// The two bit arrays, F and Z.
    pub fn arrays(&mut self) -> (&mut PagedBits, &mut PagedBits) {
        (&mut self.core.f, &mut self.core.z)
    }

    /// The bytes that the stream holds in memory.
    ///
    /// ```
    /// use nimlab::stream::mex::{MexRule, MexStream};
    /// let mut stream = MexStream::new(MexRule::Wytlex);
    /// stream.next_block(100)?;
    /// assert!(stream.bytes() > 0);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn bytes(&self) -> u64 {
        self.core.f.bytes() + self.core.z.bytes()
    }

    /// The next positions: at most `most` and at most [`STEPS`] of them, at
    /// least one.
    ///
    /// ```
    /// use nimlab::stream::mex::{MexRule, MexStream};
    /// let mut stream = MexStream::new(MexRule::Wytlex);
    /// assert_eq!(stream.next_block(2)?.last(), 2);
    /// assert_eq!(stream.next_block(2)?.last(), 4);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn next_block(&mut self, most: u64) -> io::Result<&MexBlock> {
        if self.core.d > MARGIN {
            self.core.advance(most, &mut self.block)?;
            dispatch::finish(&mut self.block);
            dispatch::pack(&self.block, &mut self.maps, &mut self.output);
            self.core.write(&self.output)?;
        } else {
            self.core.advance_plainly(most, &mut self.block)?;
        }
        Ok(&self.block)
    }
}

impl Core {
    fn state(&self) -> MexState {
        MexState { next: self.next, m: self.m, d: self.d, held: self.held }
    }

    fn begin(&self, most: u64, block: &mut MexBlock) {
        (block.first, block.m0, block.d0, block.held) = (self.next, self.m, self.d, self.held);
        block.steps = most.clamp(1, STEPS as u64) as usize;
    }

    /// Makes a block, which `dispatch::finish` completes, without writing what it adds:
    /// every place that is read lies more than a block before the places that are written.
    fn advance(&mut self, most: u64, block: &mut MexBlock) -> io::Result<()> {
        self.begin(most, block);
        let mut free = [0; A_WORDS];
        let mut third = [0; T_WORDS];
        let mut used = [0; Z_WORDS];
        let y = self.m + self.d;
        self.f.copy(self.m / 64, &mut free)?;
        self.f.copy(y / 64, &mut third)?;
        self.z.copy(self.d / 64, &mut used)?;
        // The chain works in whole groups, and the next block begins one further.
        let group = if self.rule == MexRule::L1 { kernel::SKIPPING_GROUP } else { kernel::GROUP };
        let want = block.steps.div_ceil(group) * group + 1;
        dispatch::zeros(&free, (self.m % 64) as u32, u32::from(self.held), want, &mut block.a);
        let (t_offset, z_offset) = ((y % 64) as u32, (self.d % 64) as u32);
        let input = ChainInput { third: &third, t_offset, used: &used, z_offset };
        match self.rule {
            MexRule::Wytlex => dispatch::chain(input, block),
            MexRule::L1 => dispatch::skipping_chain(input, block),
        }
        self.next += block.steps as u64;
        self.held = block.next_held();
        self.m = block.next_m() - u64::from(self.held);
        self.d = block.next_d();
        Ok(())
    }

    /// Writes what a block adds, and drops what will not be read again.
    fn write(&mut self, output: &BlockOutput) -> io::Result<()> {
        let new = self.f.join(output.second.word, output.second.used())?
            & self.f.join(output.third.word, output.third.used())?
            & self.z.join(output.sums.word, output.sums.used())?;
        if !new {
            return Err(twice());
        }
        self.f.release_below(self.m);
        self.z.release_below(self.d);
        Ok(())
    }

    /// Moves to the cold stores what lies far from every cursor.
    fn spill(&mut self) -> io::Result<()> {
        let ([lower, upper], sums) = self.state().cold_parts();
        self.f.spill(lower)?;
        self.f.spill(upper)?;
        self.z.spill(sums)
    }

    /// One step after another, for the beginning.
    fn advance_plainly(&mut self, most: u64, block: &mut MexBlock) -> io::Result<()> {
        self.begin(most, block);
        for i in 0..block.steps {
            let m = self.m;
            block.d[i] = (self.d - block.d0) as u16;
            block.kappa[i] = self.step()?;
            block.skip[i] = u8::from(self.held);
            block.a[i] = (m - block.m0) as u16 + u16::from(self.held);
        }
        block.a[block.steps] = (self.m - block.m0) as u16;
        block.d[block.steps] = (self.d - block.d0) as u16;
        Ok(())
    }

    /// Makes a step, and gives its κ.
    fn step(&mut self) -> io::Result<u8> {
        let (m, d) = (self.m, self.d);
        let may_skip = self.rule == MexRule::L1 && !self.held;
        let (skips, kappa) = match (self.f.contains(m + d)?, self.z.contains(d + 1)?) {
            (false, _) => (false, 0),
            (true, false) => (false, 1),
            (true, true) if may_skip && !self.f.contains(m + 1)? => (true, 0),
            (true, true) => (false, 2),
        };
        let a = m + u64::from(skips);
        let new = self.f.insert(a + d + kappa)? & self.f.insert(a + 2 * d + kappa)? & self.z.insert(2 * d + kappa)?;
        if !new {
            return Err(twice());
        }
        if !skips {
            self.m += 1 + u64::from(self.held);
            while self.f.contains(self.m)? {
                self.m += 1;
            }
        }
        self.held = skips;
        self.d += 1;
        while self.d == d + kappa || self.z.contains(self.d)? {
            self.d += 1;
        }
        self.next += 1;
        Ok(kappa as u8)
    }
}

/// What cannot happen by the theorems about the algorithms.
fn twice() -> io::Error {
    io::Error::other("a number or a difference would occur twice, which is impossible: the stream is wrong")
}

/// The P-positions from number 0 on, one by one.
///
/// ```
/// use nimlab::stream::mex::{MexRule, Positions};
/// let first: Vec<_> = Positions::new(MexRule::L1).take(3).collect();
/// assert_eq!(first, [[0, 0, 0], [1, 2, 3], [4, 7, 10]]);
/// ```
pub struct Positions {
    stream: MexStream,
    at: usize,
    begun: bool,
}

impl Positions {
    /// All P-positions.
    pub fn new(rule: MexRule) -> Self {
        Self { stream: MexStream::new(rule), at: 0, begun: false }
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

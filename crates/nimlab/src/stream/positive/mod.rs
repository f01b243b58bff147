//! The P-positions of positive Nim, exactly and in nearly linear time.
//!
//! Ascending triples are taken in lexicographic order; a P-position
//! (p₁, p₂, p₃) forbids (a, b, c) when it can be reached from there. Writing
//! out the three cases of an equal pile and the three of an equal difference:
//!
//! - a = p₃: forbidden. a = p₂: unless c < p₃. a = p₁: unless c < p₃.
//! - b = p₃: forbidden. b = p₂: unless c < p₃.
//! - c = p₃: forbidden if p₂ ≤ b.
//! - b − a = p₃ − p₁: forbidden. b − a = p₃ − p₂: if p₂ ≤ a.
//!   b − a = p₂ − p₁: unless c < p₃.
//! - c − b = p₃ − p₂: if p₂ ≤ b. c − b = p₂ − p₁: if p₃ ≤ a.
//!   c − b = p₃ − p₁: if p₂ ≤ a.
//! - c − a = p₃ − p₁: if p₂ ≤ b. c − a = p₂ − p₁: if p₃ ≤ b.
//!   c − a = p₃ − p₂: if p₂ ≤ a.
//!
//! For each a the differences d = b − a are tried upwards; the first e = c − b
//! that nothing forbids and that keeps c below the limit gives a P-position,
//! whose c is the limit for larger b. Below two low-water marks every d and
//! every e is forbidden for good. [`index`] keeps, for each number and each
//! difference, what the list above asks for, in arrays; [`PositiveStream`]
//! needs only two bit arrays and a small frontier.

mod frontier;
pub mod index;
pub mod statistics;

pub use frontier::{Bounds, History, WIDTH, Window};

use crate::bits::pages::PagedBits;
use crate::stream::Triple;
use frontier::too_wide;
use index::Index;
use std::collections::VecDeque;
use std::io;

/// Positions that come from the index arrays before the stream begins.
const EARLY: usize = 150_000;

/// How far a moves in an epoch, and how far d and e may.
const SPAN: u64 = 2048;
const REACH: u64 = 3 * SPAN;
/// The largest d − d_low and e − e_low that are tried.
const TRIED: u64 = WIDTH / 4;

const A_WORDS: usize = (SPAN / 64 + 2) as usize;
const D_WORDS: usize = ((REACH + 2 * TRIED) / 64 + 2) as usize;
const ADDED_WORDS: usize = ((SPAN + 2 * REACH + 4 * TRIED) / 64 + 2) as usize;
const B_WORDS: usize = ((SPAN + REACH + 2 * TRIED) / 64 + 2) as usize;

/// A copy of the bits around a cursor.
#[derive(Debug, Clone)]
struct Copied<const N: usize> {
    start: u64,
    words: [u64; N],
}

impl<const N: usize> Copied<N> {
    fn new() -> Self {
        Self { start: 0, words: [0; N] }
    }

    fn fill(&mut self, bits: &mut PagedBits, from: u64) -> io::Result<()> {
        self.start = from / 64 * 64;
        bits.copy(from / 64, &mut self.words)
    }

    #[inline(always)]
    fn get(&self, at: u64) -> bool {
        let at = at - self.start;
        self.words[(at / 64) as usize] >> (at % 64) & 1 == 1
    }

    /// The 64 bits from a place on.
    #[inline(always)]
    fn window(&self, at: u64) -> u64 {
        let at = at - self.start;
        let (word, shift) = ((at / 64) as usize, at % 64);
        self.words[word] >> shift | (self.words[word + 1] << 1) << (63 - shift)
    }
}

/// Bits that an epoch adds, joined with their array at its end.
#[derive(Debug, Clone)]
struct Added {
    start: u64,
    words: [u64; ADDED_WORDS],
}

impl Added {
    fn new() -> Self {
        Self { start: 0, words: [0; ADDED_WORDS] }
    }

    #[inline(always)]
    fn insert(&mut self, at: u64) -> io::Result<()> {
        let word = (at.wrapping_sub(self.start) / 64) as usize;
        let word = self.words.get_mut(word).ok_or_else(too_wide)?;
        *word |= 1 << (at % 64);
        Ok(())
    }

    /// Gives what was added to an array, and begins again at a place.
    fn flush(&mut self, bits: &mut PagedBits, from: u64) -> io::Result<()> {
        let used = self.words.iter().rposition(|&word| word != 0).map_or(0, |last| last + 1);
        bits.join(self.start / 64, &self.words[..used])?;
        self.words[..used].fill(0);
        self.start = from / 64 * 64;
        Ok(())
    }
}

/// The stream of P-positions in lexicographic order, from number 1 on; number
/// 0 is (0, 0, 0).
///
/// Two bit arrays replace the index. The first holds p₃ (at once) and p₂ (when
/// no b can meet it any more), the second p₃ − p₁. What the rule asks of the
/// newest P-positions stands in five windows from the low-water marks on. The
/// conditions that ask for old P-positions with p₂ or p₃ large, or for
/// differences that are far ahead, cannot hold once numbers are large; that is
/// proved for every stretch of 2048 numbers from bounds over blocks of the
/// history, and the stream stops with an error where the proof fails. 4.5 bits
/// a position, and no access at random places.
#[derive(Debug)]
pub struct PositiveStream {
    state: State,
    third: PagedBits,
    spans: PagedBits,
    epoch: Epoch,
}

/// What must be kept of a stream besides its two bit arrays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    /// The a whose P-positions come next, and the two low-water marks.
    pub marks: Triple,
    /// P-positions that are found and not yet given.
    pub ready: VecDeque<Triple>,
    /// Second coordinates that are not yet in the first bit array.
    pub seconds: Vec<u64>,
    /// By p₂ − p₁ and by p₂ the least p₃; by p₃, p₃ − p₂ and p₃ − p₁ the least
    /// p₂.
    pub windows: [Window; 5],
    /// Bounds over the old P-positions.
    pub history: History,
}

/// The bits that a stretch of a needs.
#[derive(Debug)]
struct Epoch {
    /// Where a, d_low and e_low must stop.
    end: Triple,
    at_a: Copied<A_WORDS>,
    at_b: Copied<B_WORDS>,
    at_d: Copied<D_WORDS>,
    at_e: Copied<D_WORDS>,
    /// New third coordinates, and new differences p₃ − p₁.
    thirds: Added,
    spans: Added,
}

impl PositiveStream {
    /// The stream from its beginning.
    ///
    /// ```
    /// use nimlab::stream::positive::PositiveStream;
    /// let mut stream = PositiveStream::new().unwrap();
    /// for _ in 1..=11 { stream.next_position().unwrap(); }
    /// assert_eq!(stream.next_position().unwrap(), [23, 39, 58]);
    /// ```
    pub fn new() -> io::Result<Self> {
        let mut index = Index::new();
        let mut early = Vec::new();
        while early.len() < EARLY {
            index.next_row(&mut early);
        }
        Self::after(&early, index.marks())
    }

    /// The stream behind given P-positions, which are given first.
    fn after(early: &[Triple], [a, d_low, e_low]: Triple) -> io::Result<Self> {
        let lows = [d_low, a + d_low, a + d_low + e_low, e_low, d_low + e_low];
        let state = State {
            marks: [a, d_low, e_low],
            ready: VecDeque::new(),
            seconds: Vec::new(),
            windows: lows.map(Window::new),
            history: History::default(),
        };
        let mut stream = Self::restore(state, PagedBits::new(), PagedBits::new());
        for &[p1, p2, p3] in early {
            stream.third.insert(p3)?;
            stream.spans.insert(p3 - p1)?;
            stream.note([p1, p2, p3])?;
        }
        stream.state.ready.pop_front();
        Ok(stream)
    }

    /// A stream that goes on where another stopped.
    pub fn restore(state: State, third: PagedBits, spans: PagedBits) -> Self {
        let epoch = Epoch {
            end: [0; 3],
            at_a: Copied::new(),
            at_b: Copied::new(),
            at_d: Copied::new(),
            at_e: Copied::new(),
            thirds: Added::new(),
            spans: Added::new(),
        };
        Self { state, third, spans, epoch }
    }

    /// What must be kept besides the bit arrays.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The bit arrays: coordinates, and differences p₃ − p₁.
    pub fn arrays(&mut self) -> (&mut PagedBits, &mut PagedBits) {
        (&mut self.third, &mut self.spans)
    }

    /// The bytes that the stream holds in memory.
    pub fn bytes(&self) -> u64 {
        self.third.bytes() + self.spans.bytes() + self.state.history.blocks.len() as u64 * 48
    }

    /// The next P-position.
    pub fn next_position(&mut self) -> io::Result<Triple> {
        loop {
            if let Some(position) = self.state.ready.pop_front() {
                return Ok(position);
            }
            self.next_row()?;
        }
    }

    #[inline(always)]
    fn insert(&mut self, [p1, p2, p3]: Triple) -> io::Result<()> {
        self.epoch.thirds.insert(p3)?;
        self.epoch.spans.insert(p3 - p1)?;
        self.note([p1, p2, p3])
    }

    /// Puts a P-position into the windows and the history.
    #[inline(always)]
    fn note(&mut self, [p1, p2, p3]: Triple) -> io::Result<()> {
        let [_, d_low, e_low] = self.state.marks;
        // The conditions b − a = p₃ − p₂, c − a = p₂ − p₁ and c − a = p₃ − p₂
        // ask for differences that no P-position has reached.
        if p3 - p2 >= d_low.max(1) || p2 - p1 >= (d_low + e_low).max(1) {
            return Err(too_wide());
        }
        self.state.seconds.push(p2);
        let entries = [(p2 - p1, p3), (p2, p3), (p3, p2), (p3 - p2, p2), (p3 - p1, p2)];
        for (window, (at, value)) in self.state.windows.iter_mut().zip(entries) {
            window.put(at, value)?;
        }
        self.state.history.add([p1, p2, p3]);
        self.state.ready.push_back([p1, p2, p3]);
        Ok(())
    }

    /// Finds the P-positions with the next a that has some.
    fn next_row(&mut self) -> io::Result<()> {
        if (0..3).any(|i| self.state.marks[i] >= self.epoch.end[i]) {
            self.begin_epoch()?;
        }
        // An a that is an earlier second or third pile has none.
        let a = self.state.marks[0];
        let skipped = u64::from(self.epoch.at_a.window(a).trailing_ones());
        let a = (a + skipped).min(self.epoch.end[0]);
        self.state.marks[0] = a;
        if a < self.epoch.end[0] && skipped < 64 {
            self.raise_marks()?;
            self.fill_row()?;
            self.state.marks[0] = a + 1;
        }
        Ok(())
    }

    #[inline(always)]
    fn fill_row(&mut self) -> io::Result<()> {
        let [a, d_low, e_low] = self.state.marks;
        let mut limit = u64::MAX;
        for from in (d_low..d_low + TRIED).step_by(64) {
            // A d that is a p₃ − p₁, or whose b is a p₃, is forbidden.
            let mut free = !(self.epoch.at_d.window(from) | self.epoch.at_b.window(a + from));
            while free != 0 {
                let d = from + u64::from(free.trailing_zeros());
                free &= free - 1;
                if a + d + e_low >= limit {
                    return Ok(());
                }
                if let Some(c) = self.third_pile(a, d, limit)? {
                    self.insert([a, a + d, c])?;
                    limit = c;
                }
            }
            if a + from + 64 + e_low >= limit {
                return Ok(());
            }
        }
        Err(too_wide())
    }

    /// The third pile for given a and d, if there is one below the limit.
    #[inline(always)]
    fn third_pile(&self, a: u64, d: u64, limit: u64) -> io::Result<Option<u64>> {
        let b = a + d;
        let [by_21, by_second, by_third, by_32, by_31] = &self.state.windows;
        let limit = limit.min(by_21.get(d)).min(by_second.get(b));
        let e_low = self.state.marks[2];
        if b + e_low >= limit {
            return Ok(None);
        }
        for from in (e_low..e_low + TRIED).step_by(64) {
            let mut free = !self.epoch.at_e.window(from);
            while free != 0 {
                let e = from + u64::from(free.trailing_zeros());
                free &= free - 1;
                // The least of the three: one comparison instead of three guesses.
                let least = by_32.get(e).min(by_third.get(b + e)).min(by_31.get(d + e));
                if b + e >= limit {
                    return Ok(None);
                }
                if least > b {
                    return Ok(Some(b + e));
                }
            }
            if b + from + 64 >= limit {
                return Ok(None);
            }
        }
        Err(too_wide())
    }

    /// Raises the marks as far as this a allows; they hold for every larger a.
    #[inline(always)]
    fn raise_marks(&mut self) -> io::Result<()> {
        let [a, mut d_low, mut e_low] = self.state.marks;
        let [by_21, by_second, by_third, by_32, by_31] = &mut self.state.windows;
        by_second.raise(a + d_low);
        by_third.raise(a + d_low + e_low);
        let [_, d_end, e_end] = self.epoch.end.map(|end| end + TRIED);
        while d_low < d_end && (self.epoch.at_d.get(d_low) || by_21.get(d_low) <= a + d_low + e_low) {
            d_low += 1;
            by_21.raise(d_low);
        }
        while e_low < e_end && (self.epoch.at_e.get(e_low) || by_32.get(e_low) <= a + d_low) {
            e_low += 1;
            by_32.raise(e_low);
        }
        by_second.raise(a + d_low);
        by_third.raise(a + d_low + e_low);
        by_31.raise(d_low + e_low);
        self.state.marks = [a, d_low, e_low];
        if d_low < d_end && e_low < e_end { Ok(()) } else { Err(too_wide()) }
    }

    /// Prepares the next stretch: the proof that conditions on old P-positions
    /// cannot hold, and copies of the bits that will be read. What is written
    /// meanwhile lies beyond the copies.
    pub fn begin_epoch(&mut self) -> io::Result<()> {
        let [a, d_low, e_low] = self.state.marks;
        let end = [a + SPAN, d_low + REACH, e_low + REACH];
        self.state.history.prove([a, d_low, e_low], end[0], end[2] + 2 * TRIED)?;
        let written = a + d_low + e_low;
        let read = a + SPAN + d_low + REACH + 2 * TRIED;
        if written <= read || d_low <= SPAN || d_low + e_low <= d_low.max(e_low) + REACH + 2 * TRIED {
            return Err(too_wide());
        }
        let mark = a + d_low;
        self.epoch.thirds.flush(&mut self.third, mark + e_low)?;
        self.epoch.spans.flush(&mut self.spans, d_low + e_low)?;
        let third = &mut self.third;
        let mut inserted = Ok(());
        self.state.seconds.retain(|&second| {
            let waits = second >= mark;
            if !waits && inserted.is_ok() && second >= a {
                inserted = third.insert(second).map(drop);
            }
            waits
        });
        inserted?;
        self.epoch.at_a.fill(&mut self.third, a)?;
        self.epoch.at_b.fill(&mut self.third, mark)?;
        self.epoch.at_d.fill(&mut self.spans, d_low)?;
        self.epoch.at_e.fill(&mut self.spans, e_low)?;
        self.epoch.end = end;
        self.third.release_below(a);
        self.spans.release_below(e_low);
        Ok(())
    }
}

#[cfg(test)]
mod tests;

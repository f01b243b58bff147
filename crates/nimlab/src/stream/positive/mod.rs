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

mod board;
mod frontier;
pub mod index;
pub mod statistics;
mod window;

pub use frontier::{Bounds, History};

use crate::bits::pages::PagedBits;
use crate::stream::Triple;
use board::{PairBoard, SPAN, TRIED};
use frontier::too_wide;
use index::Index;
use std::io;

/// Positions that come from the index arrays before the stream begins.
const EARLY: usize = 150_000;

/// The stream of P-positions in lexicographic order, from number 1 on; number
/// 0 is (0, 0, 0).
///
/// Two bit arrays replace the index. The first holds p₃ (at once) and p₂ (when
/// no b can meet it any more), the second p₃ − p₁. What the rule asks of the
/// newest P-positions stands on a small `board`. The conditions that ask for
/// old P-positions with p₂ or p₃ large, or for differences that are far ahead,
/// cannot hold once numbers are large; that is proved for every stretch of
/// 2048 numbers from bounds over blocks of the history, and the stream stops
/// with an error where the proof fails. It takes 4.7 bits a position, and no access at
/// random places.
///
/// ```
/// use nimlab::stream::positive::PositiveStream;
/// let mut stream = PositiveStream::new()?;
/// assert_eq!(stream.next_position()?, [1, 2, 3]);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct PositiveStream {
    state: PositiveState,
    third: PagedBits,
    spans: PagedBits,
    board: PairBoard,
}

/// What must be kept of a stream besides its two bit arrays.
///
/// ```
/// use nimlab::stream::positive::PositiveStream;
/// let stream = PositiveStream::new()?;
/// // (0, 0, 0) is given already.
/// assert_eq!((stream.state().given, stream.state().recent[0]), (1, [0, 0, 0]));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PositiveState {
    /// The a whose P-positions come next, and the two low-water marks.
    pub marks: Triple,
    /// The newest P-positions: those that a bit array does not replace, and
    /// all that are not given yet.
    pub recent: Vec<Triple>,
    /// How many of them are given.
    pub given: usize,
    /// Bounds over the old P-positions.
    pub history: History,
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
        let mut recent = Vec::new();
        while recent.len() < EARLY {
            index.next_row(&mut recent);
        }
        let [a, d_low, e_low] = index.marks();
        let [mut third, mut spans] = [PagedBits::new(), PagedBits::new()];
        let mut history = History::default();
        for &[p1, p2, p3] in &recent {
            third.insert(p3)?;
            spans.insert(p3 - p1)?;
            if (a..a + d_low).contains(&p2) {
                third.insert(p2)?;
            }
        }
        history.add(&recent);
        let state = PositiveState { marks: [a, d_low, e_low], recent, given: 1, history };
        Ok(Self::restore(state, third, spans))
    }

    /// A stream that continues where another stopped.
    pub fn restore(state: PositiveState, third: PagedBits, spans: PagedBits) -> Self {
        Self { state, third, spans, board: PairBoard::new() }
    }

    /// What must be kept besides the bit arrays.
    ///
    /// ```
    /// use nimlab::stream::positive::PositiveStream;
    /// let mut stream = PositiveStream::new()?;
    /// stream.next_position()?;
    /// assert_eq!(stream.state().given, 2);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn state(&self) -> &PositiveState {
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
    ///
    /// ```
    /// use nimlab::stream::positive::PositiveStream;
    /// let mut stream = PositiveStream::new()?;
    /// assert_eq!([stream.next_position()?, stream.next_position()?], [[1, 2, 3], [4, 7, 10]]);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[inline]
    pub fn next_position(&mut self) -> io::Result<Triple> {
        Ok(self.next_positions(1)?[0])
    }

    /// The next P-positions: at least one, at most `most` of them.
    ///
    /// ```
    /// use nimlab::stream::positive::PositiveStream;
    /// let mut stream = PositiveStream::new()?;
    /// assert_eq!(stream.next_positions(2)?, [[1, 2, 3], [4, 7, 10]]);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[inline]
    pub fn next_positions(&mut self, most: usize) -> io::Result<&[Triple]> {
        while self.state.given == self.state.recent.len() {
            self.stretch()?;
        }
        let from = self.state.given;
        self.state.given = from.saturating_add(most.max(1)).min(self.state.recent.len());
        Ok(&self.state.recent[from..self.state.given])
    }

    /// Finds the P-positions of the next stretch: first the proof that
    /// conditions on old P-positions cannot hold.
    fn stretch(&mut self) -> io::Result<()> {
        let PositiveState { marks, recent, given, history } = &mut self.state;
        let [a, d_low, e_low] = *marks;
        let (reach, mark) = (SPAN + 2 * TRIED, a + d_low);
        history.prove([a, d_low, e_low], a + SPAN, e_low + reach)?;
        // What is read lies below what is written; and the conditions
        // b − a = p₃ − p₂, c − a = p₂ − p₁ and c − a = p₃ − p₂ ask for
        // differences that no P-position has reached.
        if e_low <= SPAN + reach || d_low <= e_low + reach {
            return Err(too_wide());
        }
        recent.retain(|&[p1, p2, p3]| {
            p2 >= mark || p2 - p1 >= d_low || p3 - p2 >= e_low || p3 >= mark + e_low || p3 - p1 >= d_low + e_low
        });
        *given = recent.len();
        self.board.begin(*marks, recent, &mut self.third, &mut self.spans)?;
        self.board.rows()?;
        self.board.end(&mut self.third, &mut self.spans)?;
        *marks = self.board.marks();
        recent.extend(&self.board.found()[*given..]);
        history.add(&recent[*given..]);
        self.third.release_below(marks[0]);
        self.spans.release_below(marks[2] - 64);
        Ok(())
    }
}

#[cfg(test)]
mod tests;

//! The bits and values around the cursors of positive Nim, for one stretch of
//! 2048 numbers, and the search for its P-positions row by row.
//!
//! Most rows are quick: every condition that asks for a value is settled by
//! the largest p₂ and p₃ − p₂ so far, so that the first free d and e stand in
//! words of bits. The others look the values up.

use super::frontier::too_wide;
use super::window::{Bits, NewestValues};
use crate::bits::pages::PagedBits;
use crate::stream::Triple;
use std::io;

/// How far a moves in a stretch, and how far d and e may.
pub const SPAN: u64 = 2048;

/// The largest d − d_low and e − e_low that are tried.
pub const TRIED: u64 = 256;

/// Room for the P-positions of a stretch and those that it begins with.
const ROOM: usize = 4096;

/// Where a stretch stands; the quick rows keep it in registers.
#[derive(Debug, Clone, Copy, Default)]
struct Cursor {
    a: u64,
    d_low: u64,
    e_low: u64,
    /// How many P-positions are on the board, and how many of them are
    /// in `at_e`.
    count: usize,
    settled: usize,
    /// The largest p₂ and p₃ − p₂ on the board.
    largest_second: u64,
    largest_32: u64,
    /// From d_low on, those p₂ − p₁, and from `mark` on, those p₂, whose p₃
    /// may be larger than a c that is tried.
    soft_21: u64,
    soft_second: u64,
    mark: u64,
}

impl Cursor {
    /// Raises d_low.
    #[inline(always)]
    fn raise(&mut self, by: u64) {
        self.d_low += by;
        self.soft_21 = shifted(self.soft_21, by);
    }

    /// Moves `mark` to a + d_low, and forgets what e_low makes certain.
    #[inline(always)]
    fn settle(&mut self) {
        let mark = self.a + self.d_low;
        self.soft_second = shifted(self.soft_second, mark - self.mark);
        self.mark = mark;
        if self.e_low >= self.largest_32 {
            (self.soft_21, self.soft_second) = (0, 0);
        }
    }
}

#[inline(always)]
fn shifted(bits: u64, by: u64) -> u64 {
    if by < 64 { bits >> by } else { 0 }
}

/// Everything that a stretch reads and writes.
#[derive(Debug)]
pub struct PairBoard {
    at: Cursor,
    /// Where a, d_low and e_low must stop.
    end: Triple,
    /// Old p₂ and p₃ around a.
    at_a: Bits<64>,
    /// Old p₃ around b, and together with the new p₂.
    at_b: Bits<128>,
    with_second: Bits<128>,
    /// Old p₃ − p₁ around d, and together with the new p₂ − p₁.
    at_d: Bits<64>,
    with_21: Bits<64>,
    /// Old p₃ − p₁ around e together with those p₃ − p₂ whose p₂ is at most
    /// a + d_low, and all new p₃ − p₂.
    at_e: Bits<64>,
    by_32: Bits<64>,
    /// New p₃, and new p₃ − p₁.
    by_third: Bits<128>,
    by_31: Bits<128>,
    third_of_21: NewestValues,
    third_of_second: NewestValues,
    second_of_third: NewestValues,
    second_of_32: NewestValues,
    second_of_31: NewestValues,
    /// The P-positions that the stretch began with, then its own; after them
    /// one that is never due.
    found: Box<[Triple; ROOM]>,
}

impl PairBoard {
    /// An empty board.
    pub fn new() -> Self {
        Self {
            at: Cursor::default(),
            end: [0; 3],
            at_a: Bits::NONE,
            at_b: Bits::NONE,
            with_second: Bits::NONE,
            at_d: Bits::NONE,
            with_21: Bits::NONE,
            at_e: Bits::NONE,
            by_32: Bits::NONE,
            by_third: Bits::NONE,
            by_31: Bits::NONE,
            third_of_21: NewestValues::new(),
            third_of_second: NewestValues::new(),
            second_of_third: NewestValues::new(),
            second_of_32: NewestValues::new(),
            second_of_31: NewestValues::new(),
            found: Box::new([[u64::MAX; 3]; ROOM]),
        }
    }

    /// Sets up a stretch: the bits that it reads, and the P-positions that still
    /// matter. What the stretch writes lies beyond what it reads.
    pub fn begin(
        &mut self,
        [a, d_low, e_low]: Triple,
        recent: &[Triple],
        third: &mut PagedBits,
        spans: &mut PagedBits,
    ) -> io::Result<()> {
        self.at = Cursor { a, d_low, e_low, mark: a + d_low, ..Cursor::default() };
        self.end = [a + SPAN, d_low + SPAN, e_low + SPAN];
        let mark = a + d_low;
        self.at_a.fill(third, a, SPAN)?;
        self.at_b.fill(third, mark, 2 * SPAN + 2 * TRIED)?;
        self.at_d.fill(spans, d_low, SPAN + 2 * TRIED)?;
        // A word more at the front: what is due late falls into it.
        self.at_e.fill(spans, e_low - 64, SPAN + 2 * TRIED + 64)?;
        self.with_second = self.at_b.clone();
        self.with_21 = self.at_d.clone();
        self.by_32.clear(e_low);
        self.by_third.clear(mark + e_low);
        self.by_31.clear(d_low + e_low);
        if recent.len() > ROOM / 4 {
            return Err(too_wide());
        }
        recent.iter().try_for_each(|&position| self.note(position))
    }

    /// Puts an earlier P-position on the board where it is not below a mark.
    fn note(&mut self, [p1, p2, p3]: Triple) -> io::Result<()> {
        let mut at = self.at;
        if p2 >= at.mark {
            self.with_second.set(p2);
            self.third_of_second.put(p2, p3);
        }
        if p2 - p1 >= at.d_low {
            self.with_21.set(p2 - p1);
            self.third_of_21.put(p2 - p1, p3);
        }
        if p3 - p2 >= at.e_low {
            self.by_32.set(p3 - p2);
            self.second_of_32.put(p3 - p2, p2);
        }
        if p3 >= at.mark + at.e_low {
            self.by_third.set(p3);
            self.second_of_third.put(p3, p2);
        }
        if p3 - p1 >= at.d_low + at.e_low {
            self.by_31.set(p3 - p1);
            self.second_of_31.put(p3 - p1, p2);
        }
        soften(&mut at, [p1, p2, p3])?;
        self.push(&mut at, [p1, p2, p3]);
        self.at = at;
        Ok(())
    }

    #[inline(always)]
    fn push(&mut self, at: &mut Cursor, position: Triple) {
        self.found[at.count % ROOM] = position;
        at.count += 1;
        self.found[at.count % ROOM][1] = u64::MAX;
        at.largest_second = at.largest_second.max(position[1]);
        at.largest_32 = at.largest_32.max(position[2] - position[1]);
    }

    #[inline(always)]
    fn insert(&mut self, at: &mut Cursor, [p1, p2, p3]: Triple) {
        self.with_second.set(p2);
        self.third_of_second.put(p2, p3);
        self.with_21.set(p2 - p1);
        self.third_of_21.put(p2 - p1, p3);
        self.by_32.set(p3 - p2);
        self.second_of_32.put(p3 - p2, p2);
        self.by_third.set(p3);
        self.second_of_third.put(p3, p2);
        self.by_31.set(p3 - p1);
        self.second_of_31.put(p3 - p1, p2);
        self.push(at, [p1, p2, p3]);
    }

    /// The a whose P-positions come next, and the two low-water marks.
    pub fn marks(&self) -> Triple {
        [self.at.a, self.at.d_low, self.at.e_low]
    }

    /// The P-positions on the board: those it began with, then the new ones.
    pub fn found(&self) -> &[Triple] {
        &self.found[..self.at.count]
    }

    /// Writes the new bits into the arrays; second coordinates only once no b can
    /// meet them any more.
    pub fn end(&self, third: &mut PagedBits, spans: &mut PagedBits) -> io::Result<()> {
        self.with_second.join(third, self.at.a + self.at.d_low)?;
        self.by_third.join(third, u64::MAX)?;
        self.by_31.join(spans, u64::MAX)
    }

    /// Goes through the rows of the stretch.
    #[inline(always)]
    pub fn rows(&mut self) -> io::Result<()> {
        let mut at = self.at;
        let [a_end, d_end, e_end] = self.end;
        while at.a < a_end && at.d_low < d_end && at.e_low < e_end && at.count < ROOM / 2 {
            // An a that is an earlier second or third pile has none.
            let skipped = u64::from(self.at_a.window(at.a).trailing_ones());
            at.a += skipped;
            if at.a >= a_end {
                at.a = a_end;
            } else if skipped < 64 {
                if let Some((from, limit)) = self.quick_row(&mut at) {
                    at = self.slow_row(at, from, limit)?;
                }
                at.a += 1;
            }
        }
        self.at = at;
        Ok(())
    }

    /// The same by values alone, for comparison.
    #[cfg(test)]
    pub fn slow_rows(&mut self) -> io::Result<()> {
        while self.at.a < self.end[0] && self.at.d_low < self.end[1] && self.at.e_low < self.end[2] {
            if !self.at_a.get(self.at.a) {
                self.at = self.slow_row(self.at, 0, u64::MAX)?;
            }
            self.at.a += 1;
        }
        Ok(())
    }

    /// The P-position of a row, if words of bits are enough to find it. Otherwise the
    /// least d, and the limit of c, for which values must be looked up.
    ///
    /// A P-position with p₃ − p₂ ≤ e_low forbids every d and b with its p₂ − p₁
    /// or p₂, for its p₃ is at most c, whatever c is. The others are soft: if
    /// one stands below the first free d, values are looked up. And if no p₂
    /// exceeds b, every P-position with the same p₃, p₃ − p₂ or p₃ − p₁
    /// forbids.
    #[inline(always)]
    fn quick_row(&mut self, at: &mut Cursor) -> Option<(u64, u64)> {
        let whole = Some((0, u64::MAX));
        let ds = self.with_21.window(at.d_low);
        let raised = (ds & !at.soft_21).trailing_ones();
        at.raise(u64::from(raised));
        // On average one comes due in each row. Taking up to two keeps pace, without a branch.
        for _ in 0..2 {
            let [_, p2, p3] = self.found[at.settled % ROOM];
            let due = p2 <= at.a + at.d_low;
            self.at_e.set_if((p3.wrapping_sub(p2)).max(self.at_e.start), due);
            at.settled += usize::from(due);
        }
        let es = self.at_e.window(at.e_low);
        let e_raised = es.trailing_ones();
        at.e_low += u64::from(e_raised);
        at.settle();
        // A shift by 64 leaves only ones, so that nothing is found below.
        let free = !(ds >> (raised % 64) | self.with_second.window(at.mark));
        let first = free.trailing_zeros();
        let soft = (at.soft_21 | at.soft_second) & !(u64::MAX << (first % 64));
        let (b, d) = (at.mark + u64::from(first), at.d_low + u64::from(first));
        if raised + first >= 64 || soft != 0 || b < at.largest_second {
            return whole;
        }
        let taken = es >> (e_raised % 64)
            | self.by_32.window(at.e_low)
            | self.by_third.window(b + at.e_low)
            | self.by_31.window(d + at.e_low);
        let e_first = taken.trailing_ones();
        if e_raised + e_first >= 64 || raised + first + e_first >= 64 {
            return whole;
        }
        let c = b + at.e_low + u64::from(e_first);
        // A smaller c needs a d below `first + e_first`, free or soft.
        let others = free & free.wrapping_sub(1) | at.soft_21 | at.soft_second;
        let below = others & !(u64::MAX << (first + e_first));
        self.insert(at, [at.a, b, c]);
        // In the next row a is larger by at least one.
        at.soft_21 |= u64::from(e_first > 1) << first;
        at.soft_second |= u64::from(e_first > 0) << first;
        if below == 0 { None } else { Some((d + 1, c)) }
    }

    /// All P-positions of a row with d from a number on and c below a limit,
    /// by looking up values.
    #[inline(never)]
    fn slow_row(&mut self, mut at: Cursor, from: u64, mut limit: u64) -> io::Result<Cursor> {
        if from == 0 {
            self.raise_marks(&mut at)?;
        }
        for d in at.d_low.max(from)..at.d_low + 64 {
            if at.mark + (d - at.d_low) + at.e_low >= limit {
                return Ok(at);
            }
            // A d that is a p₃ − p₁, or whose b is a p₃, is forbidden.
            let b = at.a + d;
            if !self.at_d.get(d)
                && !self.at_b.get(b)
                && let Some(c) = self.third_pile(&at, d, limit)?
            {
                let position = [at.a, b, c];
                self.insert(&mut at, position);
                soften(&mut at, position)?;
                limit = c;
            }
        }
        Err(too_wide())
    }

    /// The third pile for a given d, if there is one below the limit.
    #[inline(always)]
    fn third_pile(&self, at: &Cursor, d: u64, mut limit: u64) -> io::Result<Option<u64>> {
        let b = at.a + d;
        if self.with_21.get(d) {
            limit = limit.min(self.third_of_21.get(d));
        }
        if self.with_second.get(b) {
            limit = limit.min(self.third_of_second.get(b));
        }
        for e in at.e_low..at.e_low + TRIED {
            if b + e >= limit {
                return Ok(None);
            }
            let forbidden = self.at_e.get(e)
                || self.by_32.get(e) && self.second_of_32.get(e) <= b
                || self.by_third.get(b + e) && self.second_of_third.get(b + e) <= b
                || self.by_31.get(d + e) && self.second_of_31.get(d + e) <= b;
            if !forbidden {
                return Ok(Some(b + e));
            }
        }
        Err(too_wide())
    }

    /// Raises the marks as far as this a allows; they hold for every larger a.
    #[inline(always)]
    fn raise_marks(&self, at: &mut Cursor) -> io::Result<()> {
        let [_, d_end, e_end] = self.end.map(|end| end + TRIED);
        let gone = |at: &Cursor| {
            let d = at.d_low;
            self.at_d.get(d) || self.with_21.get(d) && self.third_of_21.get(d) <= at.a + d + at.e_low
        };
        while at.d_low < d_end && gone(at) {
            at.raise(1);
        }
        let gone = |at: &Cursor| {
            let e = at.e_low;
            self.at_e.get(e) || self.by_32.get(e) && self.second_of_32.get(e) <= at.a + at.d_low
        };
        while at.e_low < e_end && gone(at) {
            at.e_low += 1;
        }
        at.settle();
        if at.d_low < d_end && at.e_low < e_end { Ok(()) } else { Err(too_wide()) }
    }
}

/// Notes that the p₃ of a P-position may be larger than a c that is tried.
fn soften(at: &mut Cursor, [p1, p2, p3]: Triple) -> io::Result<()> {
    if p3 - p2 > at.e_low {
        if p2 - p1 >= at.d_low {
            at.soft_21 |= u64::from(p2 - p1 - at.d_low < 64) << ((p2 - p1 - at.d_low) % 64);
        }
        if p2 >= at.mark {
            at.soft_second |= u64::from(p2 - at.mark < 64) << ((p2 - at.mark) % 64);
        }
        if p2 - p1 >= at.d_low + 64 || p2 >= at.mark + 64 {
            return Err(too_wide());
        }
    }
    Ok(())
}

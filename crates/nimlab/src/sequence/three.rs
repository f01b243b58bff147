//! Grundy values of hexadecimal games, where a move may leave three heaps.
//!
//! For each total the set of the nim-sums of two heaps is kept as bits. Then a value v is that of
//! an option with three heaps exactly if v ⊕ G(a) is in the set of the rest for some heap a. So
//! the least value that no option has is found by trying v = 0, 1, 2, …: each is mostly made at once,
//! beside a heap of nearly this value, and only the last takes a look at every a. A heap takes
//! about as many steps as there are smaller heaps, and as many bits as the largest value.

use crate::heap_code::HexCode;

/// Heaps near one of the wanted value that are tried first.
const NEAR: usize = 4;

/// The values of a hexadecimal game, as far as they were asked for.
#[derive(Debug, Clone)]
pub(super) struct Three {
    /// Stones that may be taken: all of a heap, leaving one heap, two, three.
    whole: Vec<usize>,
    taking: Vec<usize>,
    two: Vec<usize>,
    three: Vec<usize>,
    values: Vec<u32>,
    /// For each total the nim-sums of two heaps, in rows of so many words.
    sums: Vec<u64>,
    words: usize,
    /// For each value the last heap that has it.
    last: Vec<Option<usize>>,
    /// The values that are seen to be those of options of the heap.
    seen: Vec<u64>,
}

impl Three {
    pub(super) fn new(code: &HexCode) -> Self {
        let with = |bit: u8| -> Vec<usize> {
            let digits = code.digits().iter().enumerate();
            digits.filter(|(_, digit)| **digit & bit != 0).map(|(taken, _)| taken).collect()
        };
        let whole = with(1).into_iter().filter(|&taken| taken > 0).collect();
        Self {
            whole,
            taking: with(2),
            two: with(4),
            three: with(8),
            values: Vec::new(),
            sums: Vec::new(),
            words: 1,
            last: Vec::new(),
            seen: vec![0],
        }
    }

    pub(super) fn values(&self) -> &[u32] {
        &self.values
    }

    /// The memory that this many values take, if no value is larger than those so far; when one is, the
    /// rows double, and for a moment there are old and new ones.
    pub(super) fn bytes(&self, length: usize) -> u64 {
        (length as u64).saturating_mul(3 * 8 * self.words as u64 + 24)
    }

    /// Computes the next value.
    pub(super) fn next(&mut self) {
        let heap = self.values.len();
        self.add_sums(heap);
        self.seen.fill(0);
        for &taken in self.whole.iter().filter(|&&taken| taken == heap) {
            mark(&mut self.seen, self.values[heap - taken]);
        }
        for &taken in self.taking.iter().filter(|&&taken| taken < heap) {
            mark(&mut self.seen, self.values[heap - taken]);
        }
        for &taken in self.two.iter().filter(|&&taken| taken + 1 < heap) {
            let row = (heap - taken) * self.words;
            let sums = &self.sums[row..row + self.words];
            self.seen.iter_mut().zip(sums).for_each(|(seen, sums)| *seen |= sums);
        }
        let mut value = 0;
        while self.is_option(heap, value) {
            value += 1;
        }
        self.push(value as u32);
    }

    /// The nim-sums of two smaller heaps with this total.
    fn add_sums(&mut self, total: usize) {
        let row = self.sums.len();
        self.sums.resize(row + self.words, 0);
        let (values, sums) = (&self.values, &mut self.sums[row..]);
        for a in 1..=total / 2 {
            mark(sums, values[a] ^ values[total - a]);
        }
    }

    /// Whether a value is that of an option. All nim-sums are below 64 times the words.
    fn is_option(&self, heap: usize, value: usize) -> bool {
        if value >= 64 * self.words {
            return false;
        }
        if self.seen[value / 64] >> (value % 64) & 1 == 1 {
            return true;
        }
        self.three.iter().any(|&taken| taken + 2 < heap && self.three_make(heap - taken, value))
    }

    /// Whether three heaps with this total make a value.
    fn three_make(&self, total: usize, value: usize) -> bool {
        let makes = |a: usize| {
            let other = value ^ self.values[a] as usize;
            self.sums[(total - a) * self.words + other / 64] >> (other % 64) & 1 == 1
        };
        let most = total - 2;
        if let Some(&Some(near)) = self.last.get(value) {
            let (from, to) = (near.saturating_sub(NEAR).max(1), (near + NEAR).min(most));
            if (from..=to).any(makes) {
                return true;
            }
        }
        // One of three heaps has at least a third of the stones.
        (total.div_ceil(3)..=most).any(makes)
    }

    fn push(&mut self, value: u32) {
        let heap = self.values.len();
        self.values.push(value);
        let value = value as usize;
        if self.last.len() <= value {
            self.last.resize(value + 1, None);
        }
        self.last[value] = Some(heap);
        while value >= 64 * self.words {
            let mut wider = vec![0; 2 * self.sums.len()];
            for (new, old) in wider.chunks_mut(2 * self.words).zip(self.sums.chunks(self.words)) {
                new[..self.words].copy_from_slice(old);
            }
            self.sums = wider;
            self.words *= 2;
            self.seen = vec![0; self.words];
        }
    }
}

fn mark(bits: &mut [u64], value: u32) {
    bits[value as usize / 64] |= 1 << (value % 64);
}

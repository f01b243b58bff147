//! Grundy values of octal games and of Grundy's game by sparse space
//! (Berlekamp; Winning Ways, chapter 4; Beling's R/C split with parities).
//!
//! Write a heap as the binary vector of its value and the parity of its size.
//! A mask of such bits calls it *rare* or *common* by the parity of the bits
//! under the mask. Two heaps left of n by taking j have values that add up to
//! some x, and sizes that add up to n − j, so the mask's parity of (x, n − j)
//! tells whether they are of the same kind. Hence:
//!
//! 1. mark what every *rare* heap makes together with its complement: all
//!    options of different kinds, and those of two rare heaps, are then known;
//! 2. the least unmarked value is final unless two common heaps could make it,
//!    and only then are pairs looked through until they do.
//!
//! Any mask gives the right values; a good one makes the rare heaps few. The
//! best of all masks is found by the Walsh–Hadamard transform of how often
//! each vector has occurred, and is chosen anew as the heaps grow. Even and
//! odd j have masks of their own. The work for a heap is about the number of
//! rare ones, and for a rare heap a look at all pairs.

use super::rule::OctalCode;
use crate::error::{Error, Result};

/// One more than the largest value that can be held.
const VALUES: usize = 1 << 16;

/// Pairs that are looked through at once before the mex is looked at again.
const STRIDE: usize = 64;

/// Pairs that are looked through one by one; beyond them, a value that is
/// still missing is searched for.
const FEW: usize = 4096;

/// The values of an octal game or of Grundy's game, as far as they were asked
/// for.
#[derive(Debug, Clone)]
pub(crate) struct Sparse {
    /// Stones that may be taken if that takes the whole heap.
    whole: Vec<usize>,
    /// Stones that may be taken leaving one heap.
    taking: Vec<usize>,
    /// Stones that may be taken leaving two heaps.
    breaking: Vec<usize>,
    /// Whether the two heaps must differ.
    unequal: bool,
    values: Vec<u16>,
    /// For even and for odd numbers of stones taken before breaking.
    splits: [Split; 2],
    /// The number of heaps at which the masks are chosen anew.
    choose_at: usize,
    marked: Box<[u8; VALUES]>,
    /// How many pairs were looked at, for each breaking number.
    looked_at: Vec<usize>,
    /// All values are below this power of two.
    bound: usize,
}

/// A rare heap and its value, side by side for the inner loop.
#[derive(Debug, Clone, Copy)]
struct Rare {
    heap: u32,
    value: u16,
}

/// Which heaps are rare.
#[derive(Debug, Clone, Default)]
struct Split {
    /// Whether any breaking number has this parity.
    used: bool,
    /// Bit 0 stands for the parity of the heap, bit i + 1 for bit i of its value.
    mask: u32,
    /// The parity under the mask that common heaps have.
    common: bool,
    rare: Vec<Rare>,
}

fn vector(value: usize, heap: usize) -> u32 {
    (value as u32) << 1 | (heap as u32 & 1)
}

impl Split {
    fn parity(&self, value: usize, heap: usize) -> bool {
        (vector(value, heap) & self.mask).count_ones() & 1 == 1
    }

    fn is_rare(&self, value: usize, heap: usize) -> bool {
        self.parity(value, heap) != self.common
    }

    /// Takes the mask under which the fewest heaps are rare.
    ///
    /// For breaking numbers of parity d, a typical heap n must not look like
    /// two common heaps of total size n − d: common is parity 1, except for
    /// masks with the size bit when d is odd.
    fn choose(&mut self, values: &[u16], bound: usize, odd: bool) {
        let mut spectrum = vec![0i64; 2 * bound];
        for (heap, &value) in values.iter().enumerate().skip(1) {
            spectrum[vector(usize::from(value), heap) as usize] += 1;
        }
        walsh_hadamard(&mut spectrum);
        let common = |mask: usize| !(odd && mask & 1 == 1);
        // spectrum[mask] = heaps of parity 0 less heaps of parity 1.
        let surplus = |mask: &usize| if common(*mask) { -spectrum[*mask] } else { spectrum[*mask] };
        let best = (1..spectrum.len()).max_by_key(surplus).unwrap_or(1);
        (self.mask, self.common) = (best as u32, common(best));
        self.rare.clear();
        for (heap, &value) in values.iter().enumerate().skip(1) {
            self.note(heap, value);
        }
    }

    fn note(&mut self, heap: usize, value: u16) {
        if self.is_rare(usize::from(value), heap) {
            self.rare.push(Rare { heap: heap as u32, value });
        }
    }
}

fn walsh_hadamard(spectrum: &mut [i64]) {
    let mut half = 1;
    while half < spectrum.len() {
        for block in spectrum.chunks_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
}

/// What the sparse space looks like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SparseSpace {
    /// Whether it serves the moves that take an odd number before breaking.
    pub odd: bool,
    /// The bits of the value under the mask.
    pub mask: u32,
    /// Whether the parity of the heap counts too.
    pub with_parity: bool,
    /// How many heaps are rare.
    pub rare: u64,
    /// The last rare heap.
    pub last_rare: Option<u64>,
    /// The values of rare heaps, with how often each occurs.
    pub rare_values: Vec<(u64, u64)>,
}

impl Sparse {
    pub(crate) fn octal(code: &OctalCode) -> Self {
        let whole = code.with_bit(1).into_iter().filter(|&taken| taken > 0).collect();
        Self::new(whole, code.with_bit(2), code.with_bit(4), false)
    }

    pub(crate) fn grundy() -> Self {
        Self::new(Vec::new(), Vec::new(), vec![0], true)
    }

    fn new(whole: Vec<usize>, taking: Vec<usize>, breaking: Vec<usize>, unequal: bool) -> Self {
        let split = |odd: usize| Split {
            used: breaking.iter().any(|taken| taken % 2 == odd),
            mask: 2,
            common: true,
            rare: Vec::new(),
        };
        let splits = [split(0), split(1)];
        let marked = vec![0u8; VALUES].into_boxed_slice().try_into().expect("the length is right");
        let looked_at = vec![0; breaking.len()];
        let values = Vec::new();
        Self { whole, taking, breaking, unequal, values, splits, choose_at: 16, marked, looked_at, bound: 2 }
    }

    pub(crate) fn values(&self) -> &[u16] {
        &self.values
    }

    /// Computes at least `count` values; fails if one does not fit.
    pub(crate) fn extend_to(&mut self, count: usize) -> Result<()> {
        self.values.reserve(count.saturating_sub(self.values.len()));
        for heap in self.values.len()..count {
            let value = self.next(heap);
            let Some(small) = u16::try_from(value).ok().filter(|&value| usize::from(value) < VALUES / 2) else {
                return Err(Error::TooLarge {
                    what: format!("the Grundy value of heap {heap}"),
                    given: value.to_string(),
                    limit: (VALUES / 2 - 1).to_string(),
                    hint: "ask for fewer heaps".into(),
                });
            };
            self.values.push(small);
            while value >= self.bound {
                self.bound *= 2;
            }
            if heap == self.choose_at {
                self.choose_masks();
                self.choose_at += self.choose_at / 2;
            } else if heap > 0 {
                for split in self.splits.iter_mut().filter(|split| split.used) {
                    split.note(heap, small);
                }
            }
        }
        Ok(())
    }

    fn choose_masks(&mut self) {
        for (odd, split) in self.splits.iter_mut().enumerate().filter(|(_, split)| split.used) {
            split.choose(&self.values, self.bound, odd == 1);
        }
    }

    fn next(&mut self, heap: usize) -> usize {
        // Every option is below the bound, or is a sum of two values below it.
        self.marked[..self.bound + 16].fill(0);
        if self.whole.contains(&heap) {
            self.marked[0] = 1;
        }
        for &taken in self.taking.iter().take_while(|&&taken| taken < heap) {
            self.marked[usize::from(self.values[heap - taken])] = 1;
        }
        for at in 0..self.breaking.len() {
            if self.breaking[at] < heap {
                self.mark_rare(heap - self.breaking[at], self.breaking[at] % 2);
            }
        }
        self.looked_at.fill(0);
        self.settle(heap)
    }

    /// The least value that is not marked, once no pair of common heaps can
    /// make it.
    fn settle(&mut self, heap: usize) -> usize {
        let mut value = self.mex(0);
        loop {
            let mut able = (0..self.breaking.len()).filter(|&at| self.could_make(at, value, heap));
            match able.clone().find(|&at| self.looked_at[at] < self.pairs(at, heap).min(FEW)) {
                Some(at) => self.look_at_pairs(at, heap),
                None if able.any(|at| self.makes(at, value, heap)) => self.marked[value] = 1,
                None => return value,
            }
            value = self.mex(value);
        }
    }

    /// Whether two common heaps left of `heap` could have values that add up
    /// to `value`.
    fn could_make(&self, at: usize, value: usize, heap: usize) -> bool {
        let taken = self.breaking[at];
        taken < heap && !self.splits[taken % 2].parity(value, heap - taken)
    }

    /// The number of ways to break a heap.
    fn pairs(&self, at: usize, heap: usize) -> usize {
        let total = heap - self.breaking[at];
        if self.unequal { total.saturating_sub(1) / 2 } else { total / 2 }
    }

    /// Marks all pairs of which one is rare; `total` stones are left.
    fn mark_rare(&mut self, total: usize, odd: usize) {
        let rare = &self.splits[odd].rare;
        let known = rare.partition_point(|rare| (rare.heap as usize) < total);
        let values = &self.values[..total];
        let marked = &mut *self.marked;
        let mut mark = |rare: &[Rare]| {
            for rare in rare {
                marked[usize::from(rare.value ^ values[total - rare.heap as usize])] = 1;
            }
        };
        if !self.unequal {
            return mark(&rare[..known]);
        }
        let below = rare.partition_point(|rare| 2 * (rare.heap as usize) < total);
        let equal = usize::from(rare.get(below).is_some_and(|rare| 2 * rare.heap as usize == total));
        mark(&rare[..below]);
        mark(&rare[(below + equal).min(known)..known]);
    }

    /// Marks what the next few pairs make.
    fn look_at_pairs(&mut self, at: usize, heap: usize) {
        let total = heap - self.breaking[at];
        let from = self.looked_at[at];
        let to = (from + STRIDE).min(self.pairs(at, heap));
        let small = &self.values[from + 1..=to];
        let large = &self.values[total - to..total - from];
        for (a, b) in small.iter().zip(large.iter().rev()) {
            self.marked[usize::from(a ^ b)] = 1;
        }
        self.looked_at[at] = to;
    }

    /// Whether one of the pairs that were not looked at yet makes this value.
    fn makes(&self, at: usize, value: usize, heap: usize) -> bool {
        let Ok(value) = u16::try_from(value) else { return false };
        let total = heap - self.breaking[at];
        let (from, to) = (self.looked_at[at], self.pairs(at, heap));
        let small = self.values[from + 1..=to].chunks(256);
        let large = self.values[total - to..total - from].rchunks(256);
        small.zip(large).any(|(small, large)| {
            // Without an early exit in the chunk, eight pairs are compared at once.
            small.iter().zip(large.iter().rev()).fold(false, |found, (a, b)| found | (a ^ b == value))
        })
    }

    /// The least value from `start` on that is not marked.
    fn mex(&self, start: usize) -> usize {
        let mut value = start;
        loop {
            // Eight bytes at a time: each is 1 or 0.
            let bytes = self.marked[value..value + 8].try_into().map_or(0, u64::from_le_bytes);
            let free = !bytes & 0x0101_0101_0101_0101;
            if free != 0 {
                return value + free.trailing_zeros() as usize / 8;
            }
            value += 8;
        }
    }

    /// What the sparse spaces in use look like.
    pub(crate) fn spaces(&self) -> Vec<SparseSpace> {
        let used = self.splits.iter().enumerate().filter(|(_, split)| split.used);
        used.map(|(odd, split)| {
            let mut count = std::collections::BTreeMap::new();
            for rare in &split.rare {
                *count.entry(u64::from(rare.value)).or_insert(0) += 1;
            }
            SparseSpace {
                odd: odd == 1,
                mask: split.mask >> 1,
                with_parity: split.mask & 1 == 1,
                rare: split.rare.len() as u64,
                last_rare: split.rare.last().map(|rare| u64::from(rare.heap)),
                rare_values: count.into_iter().collect(),
            }
        })
        .collect()
    }
}

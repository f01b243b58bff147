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
//! each vector has occurred, and is chosen again as the heaps grow. Even and
//! odd j have masks of their own. A heap takes about as much work as there
//! are rare heaps; a rare heap itself takes a look at all pairs.

use super::gather::{BLOCK, Gathering};
use super::marks::{ByteMarks, Mirror, VALUES, ValueSet, ValueWord};
use super::places::Places;
use super::split::{Rare, Split};
use crate::error::{Error, Result};
use crate::heap_code::OctalCode;
use std::ops::Range;

/// Pairs that are compared without an exit between them.
const CHUNK: usize = 64;

/// The values of an octal game or of Grundy's game, as far as they were asked
/// for.
#[derive(Debug, Clone)]
pub(crate) struct Sparse {
    known: RuleSoFar,
    /// The number of heaps from which on the masks are chosen again.
    choose_at: usize,
    /// All values are below this power of two.
    bound: usize,
    /// One for each heap of the block, while all values are below 64.
    words: [ValueWord; BLOCK],
    /// For each breaking number, what is marked for the words of a block.
    gathered: Vec<Gathered>,
    /// One for each heap of the block, when some are not.
    lanes: Vec<ByteMarks>,
    /// For each breaking number, the places of the rare heaps that were marked for the
    /// whole block or, where there are few values, need not be asked about.
    in_block: Vec<Range<usize>>,
    /// For each breaking number, how many pairs of the heap were looked at.
    looked_at: Vec<usize>,
}

/// The rare heaps and the helpers that are marked for a whole block of words.
#[derive(Debug, Clone, Default)]
struct Gathered {
    rare: Range<usize>,
    helpers: usize,
    heaps: Gathering,
}

/// The rule and what is known so far.
#[derive(Debug, Clone)]
struct RuleSoFar {
    /// Stones that may be taken if that takes the whole heap.
    whole: Vec<usize>,
    /// Stones that may be taken leaving one heap.
    taking: Vec<usize>,
    /// Stones that may be taken leaving two heaps.
    breaking: Vec<usize>,
    /// Whether the two heaps must differ.
    unequal: bool,
    values: Vec<u16>,
    /// The values as bits, while all are below 64.
    bits: Vec<u64>,
    mirror: Mirror,
    places: Places,
    /// For each parity, common heaps that together make most values.
    helpers: [Vec<Rare>; 2],
    /// For even and for odd numbers of stones taken before breaking.
    splits: [Split; 2],
}

/// What the sparse space looks like.
///
/// ```
/// use nimlab::{catalogue, sequence::Sequence};
/// let mut grundy = Sequence::new(catalogue::heap_rule("grundy")?);
/// grundy.extend_to(2000)?;
/// let space = &grundy.sparse_spaces()[0];
/// assert!(space.rare < 500, "{} of 2000 heaps are rare", space.rare);
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SparseSpace {
    /// Whether it is for the moves that take an odd number before breaking.
    pub odd: bool,
    /// The bits of the value under the mask.
    pub mask: u32,
    /// Whether the parity of the heap counts too.
    pub with_parity: bool,
    /// How many heaps are rare, heap 0 included.
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
        let split = |odd: usize| Split::new(breaking.iter().any(|taken| taken % 2 == odd));
        Self {
            choose_at: 16,
            bound: 2,
            words: [ValueWord(0); BLOCK],
            gathered: vec![Gathered::default(); breaking.len()],
            lanes: Vec::new(),
            in_block: vec![0..0; breaking.len()],
            looked_at: vec![0; breaking.len()],
            known: RuleSoFar {
                splits: [split(0), split(1)],
                values: Vec::new(),
                bits: Vec::new(),
                mirror: Mirror::default(),
                places: Places::default(),
                helpers: [Vec::new(), Vec::new()],
                whole,
                taking,
                breaking,
                unequal,
            },
        }
    }

    pub(crate) fn values(&self) -> &[u16] {
        &self.known.values
    }

    /// Computes at least `count` values; fails if one does not fit.
    pub(crate) fn extend_to(&mut self, count: usize) -> Result<()> {
        self.known.values.reserve(count.saturating_sub(self.known.values.len()));
        for heap in self.known.values.len()..count {
            if heap % BLOCK == 0 {
                self.begin_block(heap);
            }
            let value = self.next(heap);
            if value >= VALUES / 2 {
                return Err(Error::TooLarge {
                    what: format!("the Grundy value of heap {heap}"),
                    given: value.to_string(),
                    limit: (VALUES / 2 - 1).to_string(),
                    hint: "ask for fewer heaps".into(),
                });
            }
            self.known.push(heap, value as u16);
            while value >= self.bound {
                self.bound *= 2;
            }
            if self.bound > 64 && self.lanes.is_empty() {
                self.begin_lanes();
            }
        }
        Ok(())
    }

    /// From now on a word is too short; the block that has begun is left without lanes.
    fn begin_lanes(&mut self) {
        self.lanes = vec![ByteMarks::new(); BLOCK];
        self.known.bits = Vec::new();
        self.known.choose_helpers(false);
        self.in_block.fill(0..0);
    }

    fn next(&mut self, heap: usize) -> usize {
        // A few more pairs than there are values make most of them; the last
        // few are found sooner by searching for each.
        let few = if self.lanes.is_empty() || self.known.helpers.iter().all(Vec::is_empty) {
            (2 * self.bound).max(32)
        } else {
            0
        };
        self.looked_at.fill(0);
        if self.lanes.is_empty() {
            let mut word = self.words[heap % BLOCK];
            self.known.mark_taking(&mut word, heap);
            self.known.mark_other_rare(&mut word, heap, &self.in_block);
            return self.known.settle_word(word, heap, &mut self.looked_at, few);
        }
        let lane = &mut self.lanes[heap % BLOCK];
        self.known.mark_taking(lane, heap);
        self.known.mark_other_rare(lane, heap, &self.in_block);
        self.known.settle(lane, heap, &mut self.looked_at, few)
    }

    /// Marks what the small rare heaps make, for all heaps of the block that
    /// begins here: their complements lie side by side, and are known.
    fn begin_block(&mut self, first: usize) {
        if first >= self.choose_at {
            self.known.choose_masks(self.bound);
            self.known.choose_helpers(self.lanes.is_empty());
            self.gathered.fill(Gathered::default());
            self.choose_at += self.choose_at / 2;
        }
        self.words.fill(ValueWord(0));
        for lane in &mut self.lanes {
            // Nothing at or above the bound was ever marked.
            lane.marks[..self.bound].fill(0);
        }
        for (at, &taken) in self.known.breaking.iter().enumerate() {
            let rare = &self.known.splits[taken % 2].rare;
            let tiny = rare.partition_point(|rare| (rare.heap as usize) < BLOCK);
            let total = first.saturating_sub(taken);
            let small = rare.partition_point(|rare| 2 * (rare.heap as usize + BLOCK) < total).max(tiny);
            self.in_block[at] = if total > 4 * BLOCK { tiny..small } else { 0..0 };
            let served = &rare[self.in_block[at].clone()];
            let helpers = &self.known.helpers[taken % 2];
            let helpful = helpers.partition_point(|helper| 2 * (helper.heap as usize + BLOCK) < total);
            if self.lanes.is_empty() {
                if self.in_block[at].is_empty() && helpful == 0 {
                    continue;
                }
                let gathered = &mut self.gathered[at];
                if (&gathered.rare, gathered.helpers) != (&self.in_block[at], helpful) {
                    let heaps = Gathering::new(served.iter().chain(&helpers[..helpful]).copied());
                    *gathered = Gathered { rare: self.in_block[at].clone(), helpers: helpful, heaps };
                }
                let marks = gathered.heaps.marks(&self.known.bits, total);
                self.words.iter_mut().zip(marks).for_each(|(word, marks)| word.0 |= marks);
                continue;
            }
            let block = |rare: &Rare| &self.known.values[total - rare.heap as usize..].as_chunks::<BLOCK>().0[0];
            let [a, b, c, d, e, f, g, h] = &mut self.lanes[..] else { continue };
            for list in [served, &helpers[..helpful]] {
                for rare in list {
                    let values = block(rare);
                    let made = |lane: usize| values[lane] ^ rare.value;
                    a.mark(made(0));
                    b.mark(made(1));
                    c.mark(made(2));
                    d.mark(made(3));
                    e.mark(made(4));
                    f.mark(made(5));
                    g.mark(made(6));
                    h.mark(made(7));
                }
            }
        }
    }

    /// What the sparse spaces in use look like.
    pub(crate) fn spaces(&self) -> Vec<SparseSpace> {
        let used = self.known.splits.iter().enumerate().filter(|(_, split)| split.used);
        used.map(|(odd, split)| {
            // Heap 0 takes part in no pair, and so is not in the list; by its value it is rare or common too.
            let zero = (!self.known.values.is_empty() && split.is_rare(0, 0)).then_some(Rare { heap: 0, value: 0 });
            let rare = zero.iter().chain(&split.rare);
            let mut count = std::collections::BTreeMap::new();
            for rare in rare.clone() {
                *count.entry(u64::from(rare.value)).or_insert(0) += 1;
            }
            SparseSpace {
                odd: odd == 1,
                mask: split.mask >> 1,
                with_parity: split.mask & 1 == 1,
                rare: rare.clone().count() as u64,
                last_rare: rare.last().map(|rare| u64::from(rare.heap)),
                rare_values: count.into_iter().collect(),
            }
        })
        .collect()
    }
}

impl RuleSoFar {
    fn push(&mut self, heap: usize, value: u16) {
        self.values.push(value);
        if value < 64 && self.bits.len() == heap {
            self.bits.push(1 << value);
        }
        self.mirror.push(value);
        self.places.note(heap, value);
        for split in self.splits.iter_mut().filter(|split| split.used && heap > 0) {
            split.note(heap, value);
        }
    }

    fn choose_masks(&mut self, bound: usize) {
        for (odd, split) in self.splits.iter_mut().enumerate().filter(|(_, split)| split.used) {
            split.choose(&self.values, bound, odd == 1);
        }
        self.places.count(&self.values);
    }

    /// Helpers for words are few and of few values, those for lanes of all.
    fn choose_helpers(&mut self, for_words: bool) {
        for (helpers, split) in self.helpers.iter_mut().zip(&self.splits).filter(|(_, split)| split.used) {
            *helpers = if for_words {
                self.places.helpers_of_few_values(split, BLOCK)
            } else {
                self.places.helpers(split, BLOCK)
            };
        }
    }

    fn mark_taking(&self, marks: &mut impl ValueSet, heap: usize) {
        if self.whole.contains(&heap) {
            marks.mark(0);
        }
        for &taken in self.taking.iter().take_while(|&&taken| taken < heap) {
            marks.mark(self.values[heap - taken]);
        }
    }

    /// Marks what is made by the rare heaps that do not belong to the block.
    fn mark_other_rare(&self, marks: &mut impl ValueSet, heap: usize, in_block: &[Range<usize>]) {
        for (small, &taken) in in_block.iter().zip(&self.breaking).take_while(|&(_, &taken)| taken < heap) {
            let (rare, total) = (&self.splits[taken % 2].rare, heap - taken);
            for rare in rare[..small.start].iter().chain(&rare[small.end..]) {
                let complement = total.wrapping_sub(rare.heap as usize);
                if complement < total && complement > 0 && !(self.unequal && complement == rare.heap as usize) {
                    marks.mark(rare.value ^ self.values[complement]);
                }
            }
        }
    }

    /// The least value that is not marked, once no pair of common heaps can
    /// make it.
    fn settle(&self, marks: &mut impl ValueSet, heap: usize, looked_at: &mut [usize], few: usize) -> usize {
        let mut value = marks.mex(0);
        loop {
            let mut able = (0..self.breaking.len()).filter(|&at| self.could_make(at, value, heap));
            match able.clone().find(|&at| looked_at[at] < self.pairs(at, heap).min(few)) {
                Some(at) => looked_at[at] = self.look_at_pairs(marks, at, heap, looked_at[at]),
                None if able.any(|at| self.makes(at, value as u16, heap, looked_at[at])) => marks.mark(value as u16),
                None => return value,
            }
            value = marks.mex(value);
        }
    }

    /// The same where all values are below 64. Pairs of common heaps mark only
    /// values that they could make, so that the least free one of the others
    /// is known from the start: what is missing below it must be made.
    fn settle_word(&self, mut word: ValueWord, heap: usize, looked_at: &mut [usize], few: usize) -> usize {
        let able = |at: usize| match heap.checked_sub(self.breaking[at]) {
            Some(total) if total > 0 => self.splits[self.breaking[at] % 2].makeable[total % 2],
            _ => 0,
        };
        let any = (0..self.breaking.len()).fold(0, |any, at| any | able(at));
        let candidate = (!word.0 & !any).trailing_zeros();
        let below = (1u64.checked_shl(candidate).unwrap_or(0)).wrapping_sub(1);
        for (at, looked_at) in looked_at.iter_mut().enumerate() {
            let wanted = below & able(at);
            while wanted & !word.0 != 0 && *looked_at < self.pairs(at, heap).min(few) {
                *looked_at = self.look_at_pairs(&mut word, at, heap, *looked_at);
            }
        }
        let mut missing = below & any & !word.0;
        while missing != 0 {
            let value = missing.trailing_zeros() as usize;
            let mut could = (0..self.breaking.len()).filter(|&at| able(at) >> value & 1 == 1);
            if !could.any(|at| self.makes(at, value as u16, heap, looked_at[at])) {
                return value;
            }
            missing &= missing - 1;
        }
        candidate as usize
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

    /// The pairs from number `from` on, as the values of their heaps. They are
    /// numbered from the middle: small heaps are mostly rare, and what those
    /// make is marked already.
    fn halves(&self, at: usize, heap: usize, from: usize) -> (&[u16], &[u16]) {
        let (total, pairs) = (heap - self.breaking[at], self.pairs(at, heap));
        let length = pairs - from;
        (&self.mirror.descending(length)[..length], &self.values[total - length..total])
    }

    /// Marks what the next few pairs make, and returns how many were looked at.
    fn look_at_pairs(&self, marks: &mut impl ValueSet, at: usize, heap: usize, from: usize) -> usize {
        let (small, large) = self.halves(at, heap, from);
        let next = (from / 2).max(16).min(small.len());
        for (a, b) in small[..next].iter().zip(large) {
            marks.mark(a ^ b);
        }
        from + next
    }

    /// Whether one of the pairs that were not looked at yet makes this value.
    fn makes(&self, at: usize, value: u16, heap: usize, from: usize) -> bool {
        if self.places.find(value, heap - self.breaking[at], self.unequal, &self.values) {
            return true;
        }
        let (small, large) = self.halves(at, heap, from);
        let (small, small_rest) = small.as_chunks::<CHUNK>();
        let (large, large_rest) = large.as_chunks::<CHUNK>();
        // Without an early exit inside a chunk, eight pairs are compared at once.
        let in_chunk = |(a, b): (&[u16; CHUNK], &[u16; CHUNK])| {
            let mut found = [0u16; 8];
            for (a, b) in a.as_chunks::<8>().0.iter().zip(b.as_chunks::<8>().0) {
                for i in 0..8 {
                    found[i] |= if a[i] ^ b[i] == value { u16::MAX } else { 0 };
                }
            }
            found != [0; 8]
        };
        small.iter().zip(large).any(in_chunk) || small_rest.iter().zip(large_rest).any(|(a, b)| a ^ b == value)
    }
}

//! Where each value was first seen: finds a pair of heaps that makes a given
//! value without going through all pairs.
//!
//! Two heaps make v if one has value y and the other v ⊕ y. So take for y the
//! values that occur most often, one after another, go through the places of
//! v ⊕ y, and ask whether the complement has value y: the likelier y is, the
//! sooner one does. Only the first few places of each value are kept; they are
//! small heaps, whose complements lie side by side at the end of the sequence.
//! What is not found this way may still be there; only a look at all pairs can tell.

use super::split::{Rare, Split};

/// Places kept for each value.
const KEPT: usize = 64;

/// Common heaps of each value that are marked with the rare ones.
const HELPING: usize = 7;

/// Values that help in words, and heaps of each.
const WORD_VALUES: usize = 4;
const WORD_HELPING: usize = 16;

/// How many of the commonest values are tried.
const TRIED: usize = 512;

/// Places and frequencies of the values.
#[derive(Debug, Clone, Default)]
pub(super) struct Places {
    /// For each value, its first heaps, from heap 1 on.
    of: Vec<Vec<u32>>,
    /// The commonest values, the most frequent first.
    common: Vec<u16>,
}

impl Places {
    /// Notes the value of the next heap.
    pub(super) fn note(&mut self, heap: usize, value: u16) {
        let value = usize::from(value);
        if value >= self.of.len() {
            self.of.resize(value + 1, Vec::new());
        }
        if heap > 0 && self.of[value].len() < KEPT {
            self.of[value].push(heap as u32);
        }
    }

    /// Counts again which values occur most often.
    pub(super) fn count(&mut self, values: &[u16]) {
        let mut heaps = vec![0u32; self.of.len()];
        for &value in values {
            heaps[usize::from(value)] += 1;
        }
        let mut order: Vec<u16> = (0..heaps.len() as u16).filter(|&value| heaps[usize::from(value)] > 0).collect();
        order.sort_by_key(|&value| (std::cmp::Reverse(heaps[usize::from(value)]), value));
        order.truncate(TRIED);
        self.common = order;
    }

    /// Whether a pair of heaps of this total size is found that makes the
    /// value; `false` says nothing.
    pub(super) fn find(&self, value: u16, total: usize, unequal: bool, values: &[u16]) -> bool {
        let Some(values) = values.get(..total) else { return false };
        self.common.iter().any(|&y| {
            let places = self.of.get(usize::from(value ^ y)).map_or(&[][..], Vec::as_slice);
            let is_pair = |&&heap: &&u32| values.get(total.wrapping_sub(heap as usize)) == Some(&y);
            let found = places.iter().find(is_pair).map(|&heap| heap as usize);
            // Heap 0 is not part of a pair, nor is a heap its own partner where they must differ.
            found.is_some_and(|heap| heap < total && !(unequal && 2 * heap == total))
        })
    }

    /// The first common heaps, from heap `from` on, of the most frequent values: of only
    /// a few values, because each of them costs time in words.
    pub(super) fn helpers_of_few_values(&self, split: &Split, from: usize) -> Vec<Rare> {
        let few = self.common.iter().copied().filter(|&value| value < 64);
        let few = few.filter(|&value| self.common_heaps(value, split, from).next().is_some()).take(WORD_VALUES);
        by_heap(few.flat_map(|value| self.common_heaps(value, split, from).take(WORD_HELPING)))
    }

    /// The first few common heaps of each value, from heap `from` on: together
    /// with their complements they make most values.
    pub(super) fn helpers(&self, split: &Split, from: usize) -> Vec<Rare> {
        let values = 0..self.of.len() as u16;
        by_heap(values.flat_map(|value| self.common_heaps(value, split, from).take(HELPING)))
    }

    /// The common heaps of a value among those kept, from heap `from` on.
    fn common_heaps<'p>(&'p self, value: u16, split: &'p Split, from: usize) -> impl Iterator<Item = Rare> + 'p {
        let heaps = self.of.get(usize::from(value)).map_or(&[][..], Vec::as_slice).iter().copied();
        let common = move |&heap: &u32| heap as usize >= from && !split.is_rare(usize::from(value), heap as usize);
        heaps.filter(common).map(move |heap| Rare { heap, value })
    }
}

fn by_heap(heaps: impl Iterator<Item = Rare>) -> Vec<Rare> {
    let mut heaps: Vec<Rare> = heaps.collect();
    heaps.sort_by_key(|rare| rare.heap);
    heaps
}

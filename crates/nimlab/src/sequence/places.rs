//! Where each value was first seen: finds a pair of heaps that makes a given
//! value without going through all pairs.
//!
//! Two heaps make v if one has value y and the other v ⊕ y. So take for y the
//! values that occur most often, one after another, go through the places of
//! v ⊕ y, and ask whether the complement has value y: the likelier y is, the
//! sooner one does. Only the first few places of each value are kept; they are
//! small heaps, whose complements lie side by side at the end of the sequence.
//! What is not found so may still be there, and a look at all pairs must tell.

use super::split::{Rare, Split};

/// Places kept for each value.
const KEPT: usize = 64;

/// Common heaps of each value that are marked with the rare ones.
const HELPING: usize = 7;

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

    /// Counts anew which values occur most often.
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
            // Heap 0 is no part of a pair, nor is a heap its own partner where they must differ.
            found.is_some_and(|heap| heap < total && !(unequal && 2 * heap == total))
        })
    }

    /// The first few common heaps of each value, from heap `from` on: together
    /// with their complements they make most values.
    pub(super) fn helpers(&self, split: &Split, from: usize) -> Vec<Rare> {
        let mut helpers = Vec::new();
        for (value, places) in self.of.iter().enumerate() {
            let common = places.iter().filter(|&&heap| heap as usize >= from && !split.is_rare(value, heap as usize));
            helpers.extend(common.take(HELPING).map(|&heap| Rare { heap, value: value as u16 }));
        }
        helpers.sort_by_key(|helper| helper.heap);
        helpers
    }
}

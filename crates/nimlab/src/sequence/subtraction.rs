//! Grundy values of subtraction games.
//!
//! If max(S) ≤ 64, the heaps are taken 64 at a time, as the bits of a word, and
//! value by value. Of the heaps without a smaller value, the first one from which
//! no heap of value v can be reached has value v, and forbids v for all heaps that
//! lie s ∈ S above it: one shift of the mask of S. What the shift pushes out of the
//! word is kept for the next one. So each heap
//! costs a handful of instructions however many numbers S has, and the only
//! memory written is the result. Larger sets look their values up.

use crate::heap_rule::MoveSet;

/// The largest max(S) that the words can hold.
const WORD: u64 = 64;

/// A heap's value; at most |S|.
pub(crate) type HeapValue = u16;

/// The values of a subtraction game, as far as they were asked for.
#[derive(Debug, Clone)]
pub(crate) struct Subtraction {
    set: MoveSet,
    values: Vec<HeapValue>,
    words: Option<Box<BlockState>>,
}

impl Subtraction {
    pub(crate) fn new(set: MoveSet) -> Self {
        let words = (set.max() <= WORD).then(|| Box::new(BlockState::new(&set)));
        Self { set, values: Vec::new(), words }
    }

    pub(crate) fn values(&self) -> &[HeapValue] {
        &self.values
    }

    /// Computes at least `count` values.
    pub(crate) fn extend_to(&mut self, count: usize) {
        match &mut self.words {
            Some(words) => {
                self.values.reserve(count.saturating_sub(self.values.len()).next_multiple_of(64));
                while self.values.len() < count {
                    self.values.extend_from_slice(&words.next_block());
                }
            }
            None if self.set.members().len() < 64 => look_up_few(&self.set, &mut self.values, count),
            None => look_up_many(&self.set, &mut self.values, count),
        }
    }
}

/// The state between two blocks of 64 heaps.
#[derive(Debug, Clone)]
pub(crate) struct BlockState {
    /// Bit s − 1 for each s ∈ S.
    mask: u64,
    /// For each value, the heaps of the next block that cannot have it.
    pending: [u64; WORD as usize + 1],
    /// The values that were ever reached are below this.
    high: usize,
}

impl BlockState {
    fn new(set: &MoveSet) -> Self {
        Self::of_mask(set.members().iter().fold(0, |mask, s| mask | 1 << (s - 1)))
    }

    /// For the set whose mask has bit s − 1 for each member s.
    pub(crate) fn of_mask(mask: u64) -> Self {
        Self { mask, pending: [0; WORD as usize + 1], high: 0 }
    }

    /// The values of the next 64 heaps.
    pub(crate) fn next_block<V: Copy + From<u8>>(&mut self) -> [V; 64] {
        let mut block = [V::from(0); 64];
        // Rotated to a heap, this clears it and the heaps that can reach it. What comes
        // round at the other end meets only heaps that are done.
        let others = !(self.mask << 1 | 1);
        let mut left = u64::MAX;
        let mut value = 0;
        while left != 0 {
            let mut free = left & !self.pending[value];
            let mut pushed = 0;
            while free != 0 {
                let at = free.trailing_zeros();
                block[at as usize] = V::from(value as u8);
                left &= !(1 << at);
                pushed |= self.mask >> (63 - at);
                free &= others.rotate_left(at);
            }
            self.pending[value] = pushed;
            value += 1;
        }
        // A value that did not occur in this block forbids nothing in the next.
        self.pending[value..self.high.max(value)].fill(0);
        self.high = self.high.max(value);
        block
    }
}

/// Values below 64: the ones that can be reached fit into a word.
fn look_up_few(set: &MoveSet, values: &mut Vec<HeapValue>, count: usize) {
    values.reserve(count.saturating_sub(values.len()));
    for heap in values.len()..count {
        let reached = set.members().iter().take_while(|&&s| s <= heap as u64);
        let seen = reached.fold(0u64, |seen, &s| seen | 1 << values[heap - s as usize]);
        values.push(seen.trailing_ones() as HeapValue);
    }
}

/// Any values: each one remembers the last heap that could reach it.
fn look_up_many(set: &MoveSet, values: &mut Vec<HeapValue>, count: usize) {
    values.reserve(count.saturating_sub(values.len()));
    let mut reached_by = vec![usize::MAX; set.members().len() + 1];
    for heap in values.len()..count {
        for &s in set.members().iter().take_while(|&&s| s <= heap as u64) {
            reached_by[usize::from(values[heap - s as usize])] = heap;
        }
        // Of |S| + 1 values at most |S| can be reached.
        let value = reached_by.iter().position(|&last| last != heap).unwrap_or(0);
        values.push(value as HeapValue);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::mex;
    use proptest::prelude::*;

    fn plain(set: &[u64], count: usize) -> Vec<HeapValue> {
        let mut values: Vec<HeapValue> = Vec::new();
        for heap in 0..count as u64 {
            let options = set.iter().filter(|&&s| s <= heap).map(|s| u64::from(values[(heap - s) as usize]));
            values.push(mex(options) as HeapValue);
        }
        values
    }

    fn fast(set: &[u64], count: usize) -> Vec<HeapValue> {
        let mut game = Subtraction::new(MoveSet::new(set.to_vec()).unwrap());
        game.extend_to(count / 3);
        game.extend_to(count);
        game.values()[..count].to_vec()
    }

    #[test]
    fn exercise_7_2_of_the_slides() {
        assert_eq!(fast(&[2, 4, 7], 14), [0, 0, 1, 1, 2, 2, 0, 3, 1, 0, 2, 1, 0, 2]);
    }

    #[test]
    fn all_sets_up_to_ten_agree_with_the_definition() {
        for mask in 1u64..1 << 10 {
            let set: Vec<u64> = (1..=10).filter(|s| mask >> (s - 1) & 1 == 1).collect();
            assert_eq!(fast(&set, 300), plain(&set, 300), "{set:?}");
        }
    }

    #[test]
    fn both_ways_to_look_values_up_agree_with_the_definition() {
        let many: Vec<u64> = (1..=90).filter(|s| s % 5 != 2).collect();
        for set in [&[1, 65][..], &[3, 40, 100, 101], &many, &[64, 65, 128]] {
            assert_eq!(fast(set, 1500), plain(set, 1500), "{set:?}");
        }
        let full: Vec<u64> = (1..=64).collect();
        assert_eq!(fast(&full, 700), plain(&full, 700));
    }

    proptest! {
        #[test]
        fn random_sets_agree_with_the_definition(set in prop::collection::btree_set(1u64..=64, 1..20)) {
            let set: Vec<u64> = set.into_iter().collect();
            prop_assert_eq!(fast(&set, 1000), plain(&set, 1000));
        }
    }
}

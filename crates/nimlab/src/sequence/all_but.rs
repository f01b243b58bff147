//! Grundy values of all-but games: any number may be taken that is not one of
//! a₁ < … < a_k.
//!
//! Value v cannot be reached from heap n exactly if every smaller heap of value v
//! lies at one of the distances a_i from n. So G(n) is either the least value
//! that no heap has had yet, or one of the k values G(n − a_i) all of whose
//! heaps lie at such distances: counting them decides, k steps per heap.

use crate::heap_rule::MoveSet;

/// The values of an all-but game, as far as they were asked for.
#[derive(Debug, Clone)]
pub(crate) struct AllBut {
    set: MoveSet,
    values: Vec<u32>,
    /// How many heaps have each value.
    heaps_of: Vec<u32>,
    /// The least value that no heap has.
    fresh: usize,
    /// Scratch: how many heaps at the distances a_i have each value.
    excepted: Vec<u32>,
}

impl AllBut {
    pub(crate) fn new(set: MoveSet) -> Self {
        Self { set, values: Vec::new(), heaps_of: vec![0], fresh: 0, excepted: vec![0] }
    }

    pub(crate) fn values(&self) -> &[u32] {
        &self.values
    }

    /// Computes at least `count` values.
    pub(crate) fn extend_to(&mut self, count: usize) {
        self.values.reserve(count.saturating_sub(self.values.len()));
        for heap in self.values.len()..count {
            let value = self.next(heap);
            self.heaps_of[value as usize] += 1;
            while self.heaps_of[self.fresh] > 0 {
                self.fresh += 1;
                if self.fresh == self.heaps_of.len() {
                    self.heaps_of.push(0);
                    self.excepted.push(0);
                }
            }
            self.values.push(value);
        }
    }

    fn next(&mut self, heap: usize) -> u32 {
        let distances = self.set.members().iter().take_while(|&&a| a <= heap as u64);
        let mut least = self.fresh as u32;
        for &a in distances.clone() {
            let value = self.values[heap - a as usize];
            self.excepted[value as usize] += 1;
            if self.excepted[value as usize] == self.heaps_of[value as usize] {
                least = least.min(value);
            }
        }
        for &a in distances {
            self.excepted[self.values[heap - a as usize] as usize] = 0;
        }
        least
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::mex;

    fn plain(set: &[u64], count: usize) -> Vec<u32> {
        let mut values: Vec<u32> = Vec::new();
        for heap in 0..count as u64 {
            let taken = (1..=heap).filter(|s| !set.contains(s));
            values.push(mex(taken.map(|s| u64::from(values[(heap - s) as usize]))) as u32);
        }
        values
    }

    fn fast(set: &[u64], count: usize) -> Vec<u32> {
        let mut game = AllBut::new(MoveSet::new(set.to_vec()).unwrap());
        game.extend_to(count / 2);
        game.extend_to(count);
        game.values().to_vec()
    }

    #[test]
    fn the_example_of_the_slides() {
        assert_eq!(fast(&[2, 3, 4], 15), [0, 1, 0, 1, 0, 1, 2, 3, 2, 3, 2, 3, 4, 5, 4]);
    }

    #[test]
    fn all_sets_up_to_nine_agree_with_the_definition() {
        for mask in 1u64..1 << 9 {
            let set: Vec<u64> = (1..=9).filter(|s| mask >> (s - 1) & 1 == 1).collect();
            assert_eq!(fast(&set, 150), plain(&set, 150), "{set:?}");
        }
        assert_eq!(fast(&[3, 40, 41, 77], 600), plain(&[3, 40, 41, 77], 600));
    }
}

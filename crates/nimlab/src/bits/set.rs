//! A set of numbers as bits, growing as needed.

/// A set of numbers, one bit each. Every question about the first free number
/// takes a starting point, so that a caller with a low-water mark pays once.
///
/// ```
/// use nimlab::bits::BitSet;
/// let mut used = BitSet::new();
/// for number in [0, 1, 2, 4] {
///     used.insert(number);
/// }
/// assert_eq!(used.first_free(0), 3);
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BitSet {
    words: Vec<u64>,
}

impl BitSet {
    /// The empty set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a number.
    pub fn insert(&mut self, number: u64) {
        let word = (number / 64) as usize;
        if word >= self.words.len() {
            self.words.resize((word + 1).max(self.words.len() * 2), 0);
        }
        self.words[word] |= 1 << (number % 64);
    }

    /// Takes a number out.
    pub fn remove(&mut self, number: u64) {
        if let Some(word) = self.words.get_mut((number / 64) as usize) {
            *word &= !(1 << (number % 64));
        }
    }

    /// Whether a number is in the set.
    pub fn contains(&self, number: u64) -> bool {
        let word = (number / 64) as usize;
        self.words.get(word).is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    /// The numbers 64·index to 64·index + 63 as bits.
    pub fn word(&self, index: u64) -> u64 {
        self.words.get(index as usize).copied().unwrap_or(0)
    }

    /// The set without any number, its memory kept.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// The least number from `start` on that is not in the set.
    ///
    /// ```
    /// let mut set = nimlab::bits::BitSet::new();
    /// for number in [0, 1, 2, 64] { set.insert(number) }
    /// assert_eq!(set.first_free(0), 3);
    /// assert_eq!(set.first_free(64), 65);
    /// ```
    pub fn first_free(&self, start: u64) -> u64 {
        let mut word = (start / 64) as usize;
        let mut below = (1u64 << (start % 64)) - 1;
        while let Some(&bits) = self.words.get(word) {
            let taken = bits | below;
            if taken != u64::MAX {
                return word as u64 * 64 + u64::from(taken.trailing_ones());
            }
            below = 0;
            word += 1;
        }
        start.max(word as u64 * 64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_bit_set_behaves_like_a_tree_set(numbers in prop::collection::vec(0u64..300, 0..200), start in 0u64..400) {
            let mut bits = BitSet::new();
            let mut tree = std::collections::BTreeSet::new();
            for number in numbers {
                bits.insert(number);
                tree.insert(number);
            }
            for number in 0..400 {
                prop_assert_eq!(bits.contains(number), tree.contains(&number));
            }
            let free = (start..).find(|number| !tree.contains(number)).unwrap();
            prop_assert_eq!(bits.first_free(start), free);
        }
    }
}

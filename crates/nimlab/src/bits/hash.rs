//! A quick hash for positions. They are small vectors of words that nobody
//! chooses to make collisions, so that one multiplication per word is enough.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// A map whose keys are hashed by [`QuickHasher`].
pub type QuickMap<K, V> = HashMap<K, V, BuildHasherDefault<QuickHasher>>;

/// A set whose members are hashed by [`QuickHasher`].
pub type QuickSet<K> = HashSet<K, BuildHasherDefault<QuickHasher>>;

/// Mixes each word in by a multiplication to 128 bits, folded.
///
/// ```
/// use nimlab::bits::QuickMap;
/// let mut values: QuickMap<Vec<u64>, u32> = QuickMap::default();
/// values.insert(vec![1, 2], 0);
/// assert_eq!(values.get(&[1, 2][..]), Some(&0));
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct QuickHasher(u64);

impl Hasher for QuickHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        // An odd constant with well spread bits: the fraction of the golden ratio.
        let product =
            u128::from(self.0.rotate_left(23) ^ word ^ 0x9e37_79b9_7f4a_7c15) * u128::from(0x9e37_79b9_7f4a_7c15_u64);
        self.0 = product as u64 ^ (product >> 64) as u64;
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}

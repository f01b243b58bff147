//! Sets of elements of a monoid, as bits.

/// A set of numbers below a bound that its owner knows.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Elements(Box<[u64]>);

impl Elements {
    /// No element of a monoid of this order.
    pub fn none(order: usize) -> Self {
        Self(vec![0; order.div_ceil(64)].into())
    }

    /// The elements with a property.
    pub fn those(order: usize, mut are: impl FnMut(usize) -> bool) -> Self {
        let mut set = Self::none(order);
        for (at, word) in set.0.iter_mut().enumerate() {
            for bit in 0..64.min(order - 64 * at) {
                *word |= u64::from(are(64 * at + bit)) << bit;
            }
        }
        set
    }

    pub fn insert(&mut self, element: u32) {
        self.0[element as usize / 64] |= 1 << (element % 64);
    }

    pub fn contains(&self, element: u32) -> bool {
        self.0[element as usize / 64] >> (element % 64) & 1 == 1
    }

    pub fn is_within(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    /// An element of both.
    pub fn common(&self, other: &Self) -> Option<u32> {
        let both = self.0.iter().zip(&other.0).map(|(a, b)| a & b);
        (0u32..).zip(both).find(|(_, word)| *word != 0).map(|(at, word)| 64 * at + word.trailing_zeros())
    }

    /// The elements in order.
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        (0u32..)
            .zip(&self.0)
            .flat_map(|(at, &word)| (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| 64 * at + bit))
    }
}

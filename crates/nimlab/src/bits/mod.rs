//! Small tools on bits: growing sets of numbers, mex, a quick hash, numbers that look
//! random.

mod chance;
mod hash;
pub mod pages;
mod set;
mod window;

pub(crate) use chance::Chance;
pub use hash::{QuickHasher, QuickMap, QuickSet};
pub use set::BitSet;
pub use window::BitWindow;

/// The least number that is not among `values`.
///
/// ```
/// assert_eq!(nimlab::bits::mex([0, 1, 3]), 2);
/// assert_eq!(nimlab::bits::mex([]), 0);
/// ```
pub fn mex(values: impl IntoIterator<Item = u64>) -> u64 {
    let mut seen = BitSet::new();
    // The mex of n values is at most n: whatever is larger cannot matter.
    let values: Vec<u64> = values.into_iter().collect();
    for &value in values.iter().filter(|&&value| value <= values.len() as u64) {
        seen.insert(value);
    }
    seen.first_free(0)
}

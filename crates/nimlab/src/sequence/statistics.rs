//! What the values of many heaps look like: records, and how often each value
//! occurs.

use super::{Sequence, SparseSpace};

/// A value that is larger than all before it.
///
/// ```
/// use nimlab::{catalogue, sequence::Sequence};
/// let mut kayles = Sequence::new(catalogue::heap_rule("kayles")?);
/// kayles.extend_to(100)?;
/// let records = kayles.statistics(100).records;
/// assert_eq!((records[2].value, records[2].heap), (2, 2));
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Record {
    /// The value.
    pub value: u64,
    /// The heap that has it first.
    pub heap: u64,
}

/// How often a value occurs, and where.
///
/// ```
/// use nimlab::{catalogue, sequence::Sequence};
/// let mut kayles = Sequence::new(catalogue::heap_rule("kayles")?);
/// kayles.extend_to(100)?;
/// // Only heap 0 has value 0.
/// let zero = &kayles.statistics(100).values[0];
/// assert_eq!((zero.value, zero.heaps, zero.last), (0, 1, 0));
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Occurrence {
    /// The value.
    pub value: u64,
    /// How many heaps have it.
    pub heaps: u64,
    /// The first of them.
    pub first: u64,
    /// The last of them so far.
    pub last: u64,
}

/// Statistics of the heaps computed so far.
///
/// ```
/// use nimlab::{catalogue, sequence::Sequence};
/// let mut kayles = Sequence::new(catalogue::heap_rule("kayles")?);
/// kayles.extend_to(100)?;
/// let statistics = kayles.statistics(100);
/// assert_eq!(statistics.largest().unwrap().value, 8);
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeapStatistics {
    /// How many heaps were computed.
    pub heaps: u64,
    /// Every value that was larger than all before it, in order.
    pub records: Vec<Record>,
    /// Every value that occurs, in order.
    pub values: Vec<Occurrence>,
    /// The sparse spaces in use, for games that split heaps.
    pub spaces: Vec<SparseSpace>,
}

impl HeapStatistics {
    /// The largest value and the first heap that has it.
    pub fn largest(&self) -> Option<Record> {
        self.records.last().copied()
    }

    /// The least frequent values, the rarest first.
    pub fn least_frequent(&self, count: usize) -> Vec<Occurrence> {
        let mut values = self.values.clone();
        values.sort_by_key(|occurrence| (occurrence.heaps, occurrence.value));
        values.truncate(count);
        values
    }
}

impl Sequence {
    /// Statistics of the heaps 0 to `heaps` − 1, as far as they were computed.
    ///
    /// ```
    /// use nimlab::{catalogue, sequence::{Record, Sequence}};
    /// let mut grundy = Sequence::new(catalogue::heap_rule("grundy").unwrap());
    /// grundy.extend_to(1_000).unwrap();
    /// let statistics = grundy.statistics(1_000);
    /// assert_eq!(statistics.records[1], Record { value: 1, heap: 3 });
    /// ```
    pub fn statistics(&self, heaps: u64) -> HeapStatistics {
        let heaps = heaps.min(self.computed());
        let mut records = Vec::new();
        let mut values: Vec<Option<Occurrence>> = Vec::new();
        for heap in 0..heaps {
            let Some(value) = self.get(heap) else { break };
            let place = value as usize;
            if place >= values.len() {
                values.resize(place + 1, None);
                records.push(Record { value, heap });
            }
            let occurrence = values[place].get_or_insert(Occurrence { value, heaps: 0, first: heap, last: heap });
            occurrence.heaps += 1;
            occurrence.last = heap;
        }
        let values = values.into_iter().flatten().collect();
        HeapStatistics { heaps, records, values, spaces: self.sparse_spaces() }
    }
}

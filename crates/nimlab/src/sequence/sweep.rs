//! The period of one subtraction set after another, as fast as it goes: sets
//! are masks of 64 bits (bit s − 1 for s ∈ S), and the memory is kept.

use super::detect::first_recurrence;
use super::subtraction::BlockState;

/// A set's least preperiod and least period.
///
/// ```
/// use nimlab::sequence::Sweeper;
/// // subtraction(1, 2): 0, 1, 2, 0, 1, 2, …
/// let period = Sweeper::new().values(0b11, 1000).unwrap();
/// assert_eq!((period.preperiod, period.period, period.largest), (0, 3, 2));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SetPeriod {
    /// The preperiod.
    pub preperiod: u64,
    /// The period.
    pub period: u64,
    /// The largest value (1 for outcomes).
    pub largest: u8,
}

/// Scratch memory for sets that are taken one after another.
///
/// ```
/// use nimlab::sequence::Sweeper;
/// let mut sweeper = Sweeper::new();
/// // Bit s - 1 of a mask stands for s: all sets with numbers up to 4.
/// let longest = (1..1 << 4).filter_map(|mask| Some(sweeper.values(mask, 1000)?.period)).max();
/// assert_eq!(longest, Some(8));
/// ```
#[derive(Debug, Clone, Default)]
pub struct Sweeper {
    values: Vec<u8>,
}

impl Sweeper {
    /// A sweeper with no memory yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The period of the values of a set, proved by equality over max(S)
    /// heaps; `None` if the set is empty or more than `most` heaps would be
    /// needed.
    ///
    /// ```
    /// use nimlab::sequence::{SetPeriod, Sweeper};
    /// // subtraction(2, 4, 7) of the Slides.
    /// let mask = 1 << 1 | 1 << 3 | 1 << 6;
    /// assert_eq!(Sweeper::new().values(mask, 1 << 20), Some(SetPeriod { preperiod: 8, period: 3, largest: 3 }));
    /// ```
    pub fn values(&mut self, mask: u64, most: usize) -> Option<SetPeriod> {
        let reach = 64 - mask.leading_zeros() as usize;
        if reach == 0 {
            return None;
        }
        let mut words = BlockState::of_mask(mask);
        self.values.clear();
        let mut target = 128;
        loop {
            while self.values.len() < target {
                self.values.extend_from_slice(&words.next_block());
            }
            if let Some((l, p)) = first_recurrence(&self.values, reach) {
                let largest = self.values[..l + p].iter().copied().max().unwrap_or(0);
                return Some(SetPeriod { preperiod: l as u64, period: p as u64, largest });
            }
            if target >= most {
                return None;
            }
            target *= 2;
        }
    }
}

/// The period of the outcomes alone of a set, by Brent's cycle finding on the
/// last max(S) outcomes; `None` if the set is empty or more than `most` steps
/// would be needed.
///
/// ```
/// // subtraction(2, 4, 7): P-positions 0, 1, 6, 9, 12, …
/// let period = nimlab::sequence::outcome_period(1 << 1 | 1 << 3 | 1 << 6, 1 << 20).unwrap();
/// assert_eq!((period.preperiod, period.period), (4, 3));
/// ```
pub fn outcome_period(mask: u64, most: u64) -> Option<SetPeriod> {
    let reach = 64 - mask.leading_zeros();
    if reach == 0 {
        return None;
    }
    // Bit i of the state: heap n − 1 − i is a P-position.
    let kept = u64::MAX >> (64 - reach);
    let next = |state: u64| (state << 1 | u64::from(state & mask == 0)) & kept;
    let (mut power, mut period) = (1, 1);
    let mut tortoise = 0;
    let mut hare = next(0);
    let mut steps = 0;
    while tortoise != hare {
        if power == period {
            tortoise = hare;
            power *= 2;
            period = 0;
        }
        hare = next(hare);
        period += 1;
        steps += 1;
        if steps > most {
            return None;
        }
    }
    // Once the states agree p steps apart they do so forever; the last heap
    // whose own outcome differs ends the preperiod.
    let mut ahead = (0..period).fold(0, |state, _| next(state));
    let mut behind = 0;
    let (mut heaps, mut preperiod) = (0, 0);
    while behind != ahead {
        (behind, ahead) = (next(behind), next(ahead));
        heaps += 1;
        if (behind ^ ahead) & 1 == 1 {
            preperiod = heaps;
        }
    }
    Some(SetPeriod { preperiod, period, largest: 1 })
}

//! A set of numbers as bits, as far as it matters: what lies before the first
//! number and after the last one takes no room, and the beginning can be
//! forgotten.

use crate::Meter;
use crate::error::Result;

/// A set of numbers of which only a window is kept, one bit each.
///
/// ```
/// use nimlab::{Budget, bits::BitWindow};
/// let (mut seen, mut meter) = (BitWindow::default(), Budget::default().meter("numbers"));
/// for number in [0, 1, 3] {
///     seen.insert(number, &mut meter)?;
/// }
/// assert_eq!(seen.first_free(0), 2);
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct BitWindow {
    /// The number of the first word.
    first: u64,
    words: Vec<u64>,
    /// Words at the beginning that are forgotten.
    forgotten: usize,
}

/// So many words must be forgotten before the others are moved.
const WORTH_MOVING: usize = 512;

impl BitWindow {
    /// The numbers 64·index to 64·index + 63 as bits.
    #[inline]
    pub fn word(&self, index: u64) -> u64 {
        let place = usize::try_from(index.wrapping_sub(self.first)).unwrap_or(usize::MAX);
        self.words.get(place).copied().unwrap_or(0)
    }

    /// Whether a number is in the set.
    #[inline]
    pub fn contains(&self, number: u64) -> bool {
        self.word(number / 64) >> (number % 64) & 1 == 1
    }

    /// Sixty-four numbers as bits, from any one on.
    #[inline]
    pub fn from(&self, number: u64) -> u64 {
        let (index, shift) = (number / 64, number % 64);
        self.word(index) >> shift | self.word(index + 1) << 1 << (63 - shift)
    }

    /// The least number from `start` on that is not in the set.
    pub fn first_free(&self, start: u64) -> u64 {
        let mut free = start;
        loop {
            let ones = self.from(free).trailing_ones();
            free += u64::from(ones);
            if ones < 64 {
                return free;
            }
        }
    }

    /// Takes a number out.
    pub fn remove(&mut self, number: u64) {
        let place = usize::try_from((number / 64).wrapping_sub(self.first)).unwrap_or(usize::MAX);
        if let Some(word) = self.words.get_mut(place) {
            *word &= !(1 << (number % 64));
        }
    }

    /// Adds a number. The memory is asked of the meter.
    pub fn insert(&mut self, number: u64, meter: &mut Meter) -> Result<()> {
        *self.at(number / 64, meter)? |= 1 << (number % 64);
        Ok(())
    }

    /// Adds all numbers from one up to before another.
    pub fn insert_all(&mut self, from: u64, end: u64, meter: &mut Meter) -> Result<()> {
        if from >= end {
            return Ok(());
        }
        let last = (end - 1) / 64;
        // The end first, so that there is room for all at once.
        self.at(last, meter)?;
        for index in from / 64..=last {
            let below = if index == from / 64 { (1u64 << (from % 64)) - 1 } else { 0 };
            let above = if index == last { u64::MAX << 1 << ((end - 1) % 64) } else { 0 };
            *self.at(index, meter)? |= !(below | above);
        }
        Ok(())
    }

    /// Forgets the numbers below this, which must not be asked for again.
    pub fn forget_below(&mut self, number: u64) {
        self.forgotten = ((number / 64).saturating_sub(self.first) as usize).min(self.words.len());
        // At most as many words are moved as were forgotten.
        if self.forgotten >= WORTH_MOVING && 2 * self.forgotten >= self.words.len() {
            self.words.drain(..self.forgotten);
            self.first += self.forgotten as u64;
            self.forgotten = 0;
        }
    }

    #[inline]
    fn at(&mut self, index: u64, meter: &mut Meter) -> Result<&mut u64> {
        if index.wrapping_sub(self.first) >= self.words.len() as u64 {
            self.reach(index, meter)?;
        }
        Ok(&mut self.words[(index - self.first) as usize])
    }

    /// Makes room for a word.
    #[cold]
    fn reach(&mut self, index: u64, meter: &mut Meter) -> Result<()> {
        if self.words.is_empty() {
            self.first = index;
        }
        let end = self.first + self.words.len() as u64;
        let before = self.first.saturating_sub(index) as usize;
        let after = (index + 1).saturating_sub(end) as usize;
        meter.reserve(&mut self.words, before + after)?;
        if before > 0 {
            self.words.splice(0..0, std::iter::repeat_n(0, before));
            self.first = index;
        }
        self.words.resize(self.words.len() + after, 0);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn a_window_behaves_like_a_set(
            ranges in prop::collection::vec((1000u64..1300, 1u64..90), 0..40),
            forgotten in 0u64..1300,
        ) {
            let mut meter = Budget::default().meter("a window");
            let (mut window, mut set) = (BitWindow::default(), BTreeSet::new());
            for (number, &(from, length)) in ranges.iter().enumerate() {
                match number % 3 {
                    0 => window.insert_all(from, from + length, &mut meter).unwrap(),
                    _ => (from..from + length).for_each(|number| window.insert(number, &mut meter).unwrap()),
                }
                set.extend(from..from + length);
            }
            for number in (1000..1300).step_by(7) {
                window.remove(number);
                set.remove(&number);
            }
            window.forget_below(forgotten);
            for number in forgotten..1500 {
                prop_assert_eq!(window.contains(number), set.contains(&number));
                let bits = (0..64).filter(|bit| set.contains(&(number + bit))).fold(0, |bits, bit| bits | 1u64 << bit);
                prop_assert_eq!(window.from(number), bits);
                let free = (number..).find(|number| !set.contains(number)).unwrap();
                prop_assert_eq!(window.first_free(number), free);
            }
        }
    }

    #[test]
    fn what_is_forgotten_takes_no_memory() {
        let mut meter = Budget::default().in_bytes(8 * 8192).meter("a window");
        let mut window = BitWindow::default();
        for number in (0..100_000_000).step_by(640) {
            window.insert(number, &mut meter).unwrap();
            window.forget_below(number.saturating_sub(640));
        }
        assert!(window.words.len() < 4096 && window.contains(99_999_360));
    }

    #[test]
    fn only_what_lies_between_the_numbers_takes_memory() {
        let mut meter = Budget::default().in_bytes(8 * 1000).meter("a window");
        let mut window = BitWindow::default();
        window.insert(1 << 46, &mut meter).unwrap();
        window.insert((1 << 46) - 9000, &mut meter).unwrap();
        assert!(window.insert(0, &mut meter).is_err());
        assert!(window.contains(1 << 46) && window.contains((1 << 46) - 9000));
        assert!(!window.contains(0) && !window.contains((1 << 46) - 1));
    }
}

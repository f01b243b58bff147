//! Lists of numbers that begin anywhere: what lies before the first entry and
//! after the last one takes no room.

use crate::Meter;
use crate::error::Result;

/// A list with a place for every number from its first to its last one.
#[derive(Debug, Clone)]
pub struct Window<T> {
    /// What stands where nothing was put.
    empty: T,
    /// The number of the first place.
    first: u64,
    places: Vec<T>,
}

impl<T: Copy> Window<T> {
    /// A list without any place, `empty` standing everywhere.
    pub fn new(empty: T) -> Self {
        Self { empty, first: 0, places: Vec::new() }
    }

    /// What stands at a number.
    pub fn get(&self, at: u64) -> T {
        let place = at.checked_sub(self.first).and_then(|place| self.places.get(place as usize));
        place.copied().unwrap_or(self.empty)
    }

    /// The places from one number up to another, as far as there are any.
    pub fn range(&self, from: u64, to: u64) -> &[T] {
        let place = |at: u64| (at.saturating_sub(self.first) as usize).min(self.places.len());
        &self.places[place(from)..place(to).max(place(from))]
    }

    /// The number after the last place.
    pub fn end(&self) -> u64 {
        self.first + self.places.len() as u64
    }

    /// The place of a number, to be written to. The memory of new places is
    /// asked of the meter.
    pub fn at(&mut self, at: u64, meter: &mut Meter) -> Result<&mut T> {
        if self.places.is_empty() {
            self.first = at;
        }
        let before = self.first.saturating_sub(at);
        let length = (self.end().max(at + 1) - self.first) + before;
        let more = length as usize - self.places.len();
        meter.reserve(&mut self.places, more)?;
        if before > 0 {
            self.places.splice(0..0, std::iter::repeat_n(self.empty, before as usize));
            self.first = at;
        }
        self.places.resize(length as usize, self.empty);
        Ok(&mut self.places[(at - self.first) as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        #[test]
        fn a_window_behaves_like_a_map(entries in prop::collection::vec((1000u64..1300, 1u32..9), 0..60)) {
            let mut meter = Budget::default().meter("a window");
            let (mut window, mut map) = (Window::new(0), BTreeMap::new());
            for (at, entry) in entries {
                *window.at(at, &mut meter).unwrap() = entry;
                map.insert(at, entry);
            }
            for at in 0..1400 {
                prop_assert_eq!(window.get(at), map.get(&at).copied().unwrap_or(0));
            }
            let inside: u32 = map.range(1100..1200).map(|(_, entry)| entry).sum();
            prop_assert_eq!(window.range(1100, 1200).iter().sum::<u32>(), inside);
        }
    }

    #[test]
    fn only_what_lies_between_the_entries_takes_memory() {
        let mut meter = Budget::default().in_bytes(8 * 1000).meter("a window");
        let mut window = Window::new(0u64);
        *window.at(1 << 40, &mut meter).unwrap() = 1;
        *window.at((1 << 40) - 200, &mut meter).unwrap() = 2;
        assert!(window.at(0, &mut meter).is_err());
        assert_eq!((window.get(1 << 40), window.get((1 << 40) - 200), window.get(0)), (1, 2, 0));
    }
}

//! A long bit array of which only a moving part is held: pages that are made
//! when the first bit is written and given back when every cursor has passed.
//!
//! A page that nobody reads or writes for a long time can be moved to a
//! [`Cold`] store (a file, for example) and comes back by itself. Memory: one
//! bit for each number between the lowest cursor and the highest bit.

use std::fmt;
use std::io;
use std::ops::Range;
use std::sync::Once;

/// Words in a page: 128 KiB, a million numbers.
pub const PAGE_WORDS: usize = 1 << 14;

/// Numbers in a page.
pub const PAGE_BITS: u64 = PAGE_WORDS as u64 * 64;

/// A page of bits.
pub type BitPage = Box<[u64]>;

/// A place outside the memory for pages that are not needed soon.
///
/// ```
/// use nimlab::bits::pages::{Cold, PAGE_BITS, PagedBits};
/// use std::{collections::HashMap, io};
/// struct Shelf(HashMap<u64, Vec<u64>>);
/// impl Cold for Shelf {
///     fn put(&mut self, page: u64, words: &[u64]) -> io::Result<()> {
///         self.0.insert(page, words.to_vec());
///         Ok(())
///     }
///     fn take(&mut self, page: u64, words: &mut [u64]) -> io::Result<()> {
///         let kept = self.0.remove(&page).ok_or(io::ErrorKind::NotFound)?;
///         words.copy_from_slice(&kept);
///         Ok(())
///     }
/// }
/// let mut seen = PagedBits::new();
/// seen.set_cold(Box::new(Shelf(HashMap::new())));
/// seen.insert(7)?;
/// seen.spill(0..PAGE_BITS)?;
/// assert!(seen.contains(7)?, "the page comes back when it is asked for");
/// # Ok::<(), std::io::Error>(())
/// ```
pub trait Cold: Send {
    /// Keeps a page under its number.
    fn put(&mut self, page: u64, words: &[u64]) -> io::Result<()>;
    /// Gives the contents of a page back and forgets it.
    fn take(&mut self, page: u64, words: &mut [u64]) -> io::Result<()>;
}

/// Where a page of an array is kept.
///
/// ```
/// use nimlab::bits::pages::{Kept, PagedBits};
/// let mut seen = PagedBits::new();
/// seen.insert(3)?;
/// seen.for_each_page(|number, page| {
///     assert!(number == 0 && matches!(page, Kept::Held(words) if words[0] == 1 << 3));
///     Ok(())
/// })?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kept<'p> {
    /// Nowhere: no bit of it was ever set.
    Empty,
    /// In memory: these words.
    Held(&'p [u64]),
    /// In the cold store.
    Away,
}

/// What a page is restored from.
///
/// ```
/// use nimlab::bits::pages::{PagedBits, Restored};
/// let mut seen = PagedBits::restore(0, 1, None, &[], |_number, words| {
///     words[0] = 1 << 3;
///     Ok(Restored::Held)
/// })?;
/// assert!(seen.contains(3)? && !seen.contains(4)?);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Restored {
    /// Nothing: no bit of it was ever set.
    Empty,
    /// The words that were just given.
    Held,
    /// The cold store, which has it.
    Away,
}

/// Where a page is.
enum Slot {
    /// No bit of it was ever set.
    Empty,
    /// In memory.
    Held(BitPage),
    /// In the cold store.
    Away,
}

/// A bit array of which a moving part is held.
///
/// ```
/// use nimlab::bits::pages::PagedBits;
/// let mut seen = PagedBits::new();
/// assert!(seen.insert(1_000_000_000)?);
/// assert!(seen.contains(1_000_000_000)? && !seen.contains(7)?);
/// seen.release_below(500_000_000);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Default)]
pub struct PagedBits {
    /// The number of the first page in `slots`.
    first: u64,
    slots: std::collections::VecDeque<Slot>,
    /// Pages that can be used again.
    spare: Vec<BitPage>,
    cold: Option<Box<dyn Cold>>,
    held: u64,
}

impl fmt::Debug for PagedBits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PagedBits").field("first", &self.first).field("pages", &self.slots.len()).finish()
    }
}

impl PagedBits {
    /// An empty array, all of it in memory.
    pub fn new() -> Self {
        Self::default()
    }

    /// Lets pages be moved to a cold store.
    pub fn set_cold(&mut self, cold: Box<dyn Cold>) {
        self.cold = Some(cold);
    }

    /// The bytes that are held in memory.
    pub fn bytes(&self) -> u64 {
        (self.held + self.spare.len() as u64) * PAGE_WORDS as u64 * 8
    }

    /// The page of a word in memory, made or fetched if need be.
    fn page(&mut self, number: u64) -> io::Result<&mut BitPage> {
        let index = number.checked_sub(self.first).expect("no cursor goes back before a page that was released");
        let index = index as usize;
        while self.slots.len() <= index {
            self.slots.push_back(Slot::Empty);
        }
        if !matches!(self.slots[index], Slot::Held(_)) {
            let spare = self.spare.pop();
            let used_before = spare.is_some();
            let mut page = spare.unwrap_or_else(empty_page);
            match (&self.slots[index], &mut self.cold) {
                (Slot::Away, Some(cold)) => cold.take(number, &mut page)?,
                _ if used_before => page.fill(0),
                _ => {}
            }
            self.held += 1;
            self.slots[index] = Slot::Held(page);
        }
        match &mut self.slots[index] {
            Slot::Held(page) => Ok(page),
            Slot::Empty | Slot::Away => unreachable!("the page was just brought into memory"),
        }
    }

    /// Whether a number is in the set.
    pub fn contains(&mut self, number: u64) -> io::Result<bool> {
        let word = self.page(number / PAGE_BITS)?[(number % PAGE_BITS / 64) as usize];
        Ok(word >> (number % 64) & 1 == 1)
    }

    /// Adds a number and says whether it is new.
    pub fn insert(&mut self, number: u64) -> io::Result<bool> {
        let word = &mut self.page(number / PAGE_BITS)?[(number % PAGE_BITS / 64) as usize];
        let bit = 1 << (number % 64);
        let new = *word & bit == 0;
        *word |= bit;
        Ok(new)
    }

    /// Copies the words from `word` on into `into`.
    pub fn copy(&mut self, mut word: u64, mut into: &mut [u64]) -> io::Result<()> {
        while !into.is_empty() {
            let start = (word % PAGE_WORDS as u64) as usize;
            let count = into.len().min(PAGE_WORDS - start);
            let page = self.page(word / PAGE_WORDS as u64)?;
            into[..count].copy_from_slice(&page[start..start + count]);
            into = &mut into[count..];
            word += count as u64;
        }
        Ok(())
    }

    /// Joins `words` with those from `word` on, and says whether all their numbers are
    /// new.
    pub fn join(&mut self, mut word: u64, mut words: &[u64]) -> io::Result<bool> {
        let mut known = 0;
        while !words.is_empty() {
            let start = (word % PAGE_WORDS as u64) as usize;
            let count = words.len().min(PAGE_WORDS - start);
            let page = self.page(word / PAGE_WORDS as u64)?;
            for (own, other) in page[start..start + count].iter_mut().zip(words) {
                known |= *own & other;
                *own |= other;
            }
            words = &words[count..];
            word += count as u64;
        }
        Ok(known == 0)
    }

    /// Gives back every page below a number: no cursor will go there again.
    pub fn release_below(&mut self, number: u64) {
        while self.first < number / PAGE_BITS {
            match self.slots.pop_front() {
                Some(Slot::Held(page)) => {
                    self.held -= 1;
                    // A few are kept, so that a steady stream allocates nothing.
                    if self.spare.len() < 4 {
                        self.spare.push(page);
                    }
                }
                Some(Slot::Empty | Slot::Away) | None => {}
            }
            self.first += 1;
        }
    }

    /// Moves the pages that lie wholly in a range to the cold store, if there
    /// is one.
    pub fn spill(&mut self, numbers: Range<u64>) -> io::Result<()> {
        let Some(cold) = &mut self.cold else { return Ok(()) };
        let pages = numbers.start.div_ceil(PAGE_BITS).max(self.first)..numbers.end / PAGE_BITS;
        for number in pages {
            let Some(slot) = self.slots.get_mut((number - self.first) as usize) else { break };
            if let Slot::Held(page) = slot {
                cold.put(number, page)?;
                self.held -= 1;
                *slot = Slot::Away;
            }
        }
        Ok(())
    }

    /// The number of the first page that is kept.
    pub fn first_page(&self) -> u64 {
        self.first
    }

    /// How many pages follow it.
    pub fn page_count(&self) -> u64 {
        self.slots.len() as u64
    }

    /// Calls `each` with the number of every kept page and where it is, in order.
    pub fn for_each_page(&self, mut each: impl FnMut(u64, Kept<'_>) -> io::Result<()>) -> io::Result<()> {
        for (number, slot) in (self.first..).zip(&self.slots) {
            let kept = match slot {
                Slot::Empty => Kept::Empty,
                Slot::Held(page) => Kept::Held(page),
                Slot::Away => Kept::Away,
            };
            each(number, kept)?;
        }
        Ok(())
    }

    /// An array whose pages from number `first` on are given one by one; those
    /// that lie wholly in `cold_parts` go to the cold store at once.
    pub fn restore(
        first: u64,
        count: u64,
        cold: Option<Box<dyn Cold>>,
        cold_parts: &[Range<u64>],
        mut page: impl FnMut(u64, &mut [u64]) -> io::Result<Restored>,
    ) -> io::Result<Self> {
        let mut bits = Self { first, cold, ..Self::default() };
        for number in first..first + count {
            let mut words = bits.spare.pop().unwrap_or_else(empty_page);
            match page(number, &mut words)? {
                Restored::Held => {
                    bits.slots.push_back(Slot::Held(words));
                    bits.held += 1;
                }
                empty_or_away => {
                    let empty = empty_or_away == Restored::Empty;
                    bits.slots.push_back(if empty { Slot::Empty } else { Slot::Away });
                    bits.spare.push(words);
                }
            }
            let (from, to) = (number * PAGE_BITS, (number + 1) * PAGE_BITS);
            if cold_parts.iter().any(|part| part.start <= from && to <= part.end) {
                bits.spill(from..to)?;
            }
        }
        Ok(bits)
    }
}

/// A page whose memory is written at once. Zeros that the system promises are
/// read as a page shared by all, and to part from that with the first write
/// interrupts every thread of the program.
fn empty_page() -> BitPage {
    // The usual allocator maps blocks of this size one by one, each 4 KiB
    // longer than it need be, until a larger one has been given back.
    static FIRST: Once = Once::new();
    FIRST.call_once(|| drop(std::hint::black_box(vec![0u64; 2 * PAGE_WORDS])));
    let mut page = Vec::with_capacity(PAGE_WORDS);
    page.resize(PAGE_WORDS, std::hint::black_box(0));
    page.into_boxed_slice()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[derive(Default)]
    struct Shelf(BTreeMap<u64, Vec<u64>>);

    impl Cold for Shelf {
        fn put(&mut self, page: u64, words: &[u64]) -> io::Result<()> {
            self.0.insert(page, words.to_vec());
            Ok(())
        }
        fn take(&mut self, page: u64, words: &mut [u64]) -> io::Result<()> {
            words.copy_from_slice(&self.0.remove(&page).expect("the page was put away"));
            Ok(())
        }
    }

    #[test]
    fn words_cross_pages_and_pages_come_back_from_the_cold() {
        let mut bits = PagedBits::new();
        bits.set_cold(Box::new(Shelf::default()));
        let edge = 3 * PAGE_BITS;
        assert!(bits.insert(edge - 1).unwrap());
        assert!(!bits.insert(edge - 1).unwrap());
        assert!(bits.join(edge / 64 - 1, &[1, 3]).unwrap());
        assert!(!bits.join(edge / 64 - 1, &[2, 2]).unwrap());
        bits.spill(0..4 * PAGE_BITS).unwrap();
        assert_eq!(bits.bytes(), 0);
        let mut words = [0; 2];
        bits.copy(edge / 64 - 1, &mut words).unwrap();
        assert_eq!(words, [3 | 1 << 63, 3]);
        assert!(bits.contains(edge).unwrap() && !bits.contains(edge + 2).unwrap());
        bits.release_below(edge);
        assert_eq!((bits.first_page(), bits.bytes()), (3, 2 * PAGE_WORDS as u64 * 8));
    }

    #[test]
    fn an_array_is_restored_from_its_pages() {
        let mut bits = PagedBits::new();
        for number in [5, 2 * PAGE_BITS + 7] {
            bits.insert(number).unwrap();
        }
        let mut saved = Vec::new();
        bits.for_each_page(|number, kept| {
            saved.push(match kept {
                Kept::Held(words) => Some(words.to_vec()),
                Kept::Empty => None,
                Kept::Away => panic!("page {number} cannot be away"),
            });
            Ok(())
        })
        .unwrap();
        assert_eq!(saved.iter().map(Option::is_some).collect::<Vec<_>>(), [true, false, true]);
        // Page 2 goes to the shelf while it is restored, and comes back.
        let part = 2 * PAGE_BITS..3 * PAGE_BITS;
        let parts = std::slice::from_ref(&part);
        let mut again = PagedBits::restore(0, 3, Some(Box::new(Shelf::default())), parts, |number, page| {
            let Some(words) = &saved[number as usize] else { return Ok(Restored::Empty) };
            page.copy_from_slice(words);
            Ok(Restored::Held)
        })
        .unwrap();
        let mut places = Vec::new();
        again
            .for_each_page(|_, kept| {
                places.push(matches!(kept, Kept::Away));
                Ok(())
            })
            .unwrap();
        assert_eq!(places, [false, false, true]);
        assert!(again.contains(5).unwrap() && again.contains(2 * PAGE_BITS + 7).unwrap());
        assert!(!again.contains(PAGE_BITS + 5).unwrap());
    }
}

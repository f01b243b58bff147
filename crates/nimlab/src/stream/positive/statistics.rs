//! What is counted of positive Nim: differences of neighbouring P-positions
//! and where each first occurs, numbers that occur in several P-positions,
//! P-positions that share their smallest pile, and samples.

/// The numbers that are remembered in each place: none comes back later.
const WIDTH: u64 = 1024;
use crate::bits::QuickSet;
use crate::stream::Triple;
use crate::stream::sampling::Sampling;
use std::collections::BTreeMap;

/// A row of the samples: the state after position number n.
///
/// ```
/// use nimlab::stream::{positive::statistics::PositiveStatistics, sampling::Sampling};
/// let mut counted = PositiveStatistics::new(Sampling::for_steps(1000));
/// counted.observe([1, 2, 3]);
/// assert_eq!((counted.samples[0].n, counted.samples[0].position), (1, [1, 2, 3]));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PositiveSample {
    /// The number of the position.
    pub n: u64,
    /// The position.
    pub position: Triple,
    /// How many numbers occur in more than one P-position so far.
    pub repeated: u64,
    /// How many P-positions share their smallest pile with the one before.
    pub shared: u64,
    /// How many different differences there were.
    pub differences: u64,
}

/// How often a difference occurred, and where first.
///
/// ```
/// use nimlab::stream::{positive::statistics::PositiveStatistics, sampling::Sampling};
/// let mut counted = PositiveStatistics::new(Sampling::for_steps(1000));
/// counted.observe([1, 2, 3]);
/// let seen = counted.differences()[&[1, 2, 3]];
/// assert_eq!((seen.count, seen.first), (1, 1));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seen {
    /// How often.
    pub count: u64,
    /// The number of the first P-position with this difference to the one
    /// before it.
    pub first: u64,
}

/// The change of the piles from one P-position to the next.
pub type Change = [i64; 3];

/// A number that occurs again, with the two P-positions.
///
/// ```
/// use nimlab::stream::{positive::statistics::PositiveStatistics, sampling::Sampling};
/// let mut counted = PositiveStatistics::new(Sampling::for_steps(1000));
/// for position in [[1, 2, 3], [3, 7, 10]] {
///     counted.observe(position);
/// }
/// assert_eq!((counted.repeated[0].number, counted.repeated[0].again), (3, 2));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repetition {
    /// The number.
    pub number: u64,
    /// The position in which it occurred before: its number, if known.
    pub before: u64,
    /// The position in which it occurs again.
    pub again: u64,
}

/// The changes that are counted in a table: a in 0..16, b and c in −48..80.
const TABLE: usize = 16 * 128 * 128;

/// Everything that is counted.
///
/// ```
/// use nimlab::stream::{positive::statistics::PositiveStatistics, sampling::Sampling};
/// let mut counted = PositiveStatistics::new(Sampling::for_steps(1000));
/// for position in [[1, 2, 3], [4, 7, 10]] {
///     counted.observe(position);
/// }
/// assert_eq!((counted.steps, counted.different()), (2, 2));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PositiveStatistics {
    /// Where samples are taken.
    pub sampling: Sampling,
    /// The number of the last position.
    pub steps: u64,
    /// The last position.
    pub last: Triple,
    /// How often 2b − a − c was 0, 1, 2.
    pub kappa: [u64; 3],
    /// How many P-positions share their smallest pile with the one before.
    pub shared: u64,
    /// How many P-positions there were with the last smallest pile.
    pub in_row: u64,
    /// The most P-positions with one smallest pile.
    pub most_in_row: u64,
    /// Every number that occurs in more than one P-position, in the order in
    /// which that was found.
    pub repeated: Vec<Repetition>,
    /// The samples so far.
    pub samples: Vec<PositiveSample>,
    table: Vec<Seen>,
    rare: BTreeMap<Change, Seen>,
    different: u64,
    /// The newest numbers of each place, with the position that had them.
    recent: [Vec<(u64, u64)>; 3],
    /// The next number at which a sample is taken, or a past one if it must be found anew.
    due: u64,
    /// All numbers of the first positions, where a number can come back in another
    /// place.
    early: QuickSet<u64>,
}

/// Up to this number of positions every number is remembered.
const EARLY: u64 = 200_000;

fn table_place([a, b, c]: Change) -> Option<usize> {
    let [b, c] = [b, c].map(|part| part.wrapping_add(48));
    ((0..16).contains(&a) && (0..128).contains(&b) && (0..128).contains(&c)).then(|| ((a * 128 + b) * 128 + c) as usize)
}

fn change_at(place: usize) -> Change {
    let place = place as i64;
    [place / 128 / 128, place / 128 % 128 - 48, place % 128 - 48]
}

impl PositiveStatistics {
    /// Nothing counted yet: the list stands at (0, 0, 0).
    pub fn new(sampling: Sampling) -> Self {
        let ring = || vec![(u64::MAX, 0); WIDTH as usize];
        Self {
            sampling,
            steps: 0,
            last: [0; 3],
            kappa: [0; 3],
            shared: 0,
            in_row: 1,
            most_in_row: 1,
            repeated: Vec::new(),
            samples: Vec::new(),
            table: vec![Seen { count: 0, first: 0 }; TABLE],
            rare: BTreeMap::new(),
            different: 0,
            recent: [ring(), ring(), ring()],
            due: 0,
            early: QuickSet::default(),
        }
    }

    /// Takes notice of the next P-position.
    ///
    /// ```
    /// use nimlab::stream::{positive::statistics::PositiveStatistics, sampling::Sampling};
    /// let mut counted = PositiveStatistics::new(Sampling::for_steps(1000));
    /// counted.observe([1, 2, 3]);
    /// assert_eq!((counted.steps, counted.last), (1, [1, 2, 3]));
    /// ```
    pub fn observe(&mut self, position: Triple) {
        self.steps += 1;
        let n = self.steps;
        let change = [0, 1, 2].map(|i| position[i] as i64 - self.last[i] as i64);
        let seen = match table_place(change) {
            Some(place) => &mut self.table[place],
            None => self.rare.entry(change).or_insert(Seen { count: 0, first: 0 }),
        };
        if seen.count == 0 {
            seen.first = n;
            self.different += 1;
        }
        seen.count += 1;
        let [a, b, c] = position;
        if let Some(count) = usize::try_from(2 * b as i64 - (a + c) as i64).ok().and_then(|k| self.kappa.get_mut(k)) {
            *count += 1;
        }
        self.find_repetitions(n, position);
        self.in_row = if change[0] == 0 { self.in_row + 1 } else { 1 };
        self.shared += u64::from(change[0] == 0);
        self.most_in_row = self.most_in_row.max(self.in_row);
        self.last = position;
        if self.due < n {
            self.due = self.sampling.next(n);
        }
        if self.due == n {
            self.samples.push(PositiveSample {
                n,
                position,
                repeated: self.repeated.len() as u64,
                shared: self.shared,
                differences: self.different,
            });
        }
    }

    /// A number that occurs again does so in the same place, and soon: the
    /// stream forbids a and b that were a p₃ and a that was a p₂, and what is
    /// not forbidden lies within its windows. At the beginning, where that is
    /// not proved, all numbers are remembered.
    fn find_repetitions(&mut self, n: u64, position: Triple) {
        for (recent, number) in self.recent.iter_mut().zip(position) {
            let slot = &mut recent[(number % WIDTH) as usize];
            let before = std::mem::replace(slot, (number, n));
            let known = before.0 == number;
            let anywhere = n <= EARLY && !self.early.insert(number);
            if known || anywhere {
                let before = if known { before.1 } else { 0 };
                if !self.repeated.iter().rev().take(64).any(|repetition| repetition.number == number) {
                    self.repeated.push(Repetition { number, before, again: n });
                }
            }
        }
        if n == EARLY {
            self.early = QuickSet::default();
        }
    }

    /// Every difference that occurred, in lexicographic order.
    ///
    /// ```
    /// use nimlab::stream::{positive::statistics::PositiveStatistics, sampling::Sampling};
    /// let mut counted = PositiveStatistics::new(Sampling::for_steps(1000));
    /// counted.observe([1, 2, 3]);
    /// counted.observe([4, 7, 10]);
    /// assert_eq!(counted.differences()[&[3, 5, 7]].first, 2);
    /// ```
    pub fn differences(&self) -> BTreeMap<Change, Seen> {
        let common = self.table.iter().enumerate().filter(|(_, seen)| seen.count > 0);
        common.map(|(place, &seen)| (change_at(place), seen)).chain(self.rare.iter().map(|(&c, &s)| (c, s))).collect()
    }

    /// How many different differences there were.
    ///
    /// ```
    /// use nimlab::stream::{positive::statistics::PositiveStatistics, sampling::Sampling};
    /// let mut counted = PositiveStatistics::new(Sampling::for_steps(1000));
    /// counted.observe([1, 2, 3]);
    /// assert_eq!(counted.different(), 1);
    /// ```
    pub fn different(&self) -> u64 {
        self.different
    }

    /// The newest numbers of each place, and the numbers of the first positions, as
    /// words: what must be kept besides the public parts.
    pub fn hidden(&self) -> Vec<u64> {
        let recent = self.recent.iter().flatten().flat_map(|&(number, n)| [number, n]);
        let mut early: Vec<u64> = self.early.iter().copied().collect();
        early.sort_unstable();
        recent.chain(early).collect()
    }

    /// Puts back what [`PositiveStatistics::hidden`] and [`PositiveStatistics::differences`]
    /// gave.
    pub fn restore(&mut self, differences: impl IntoIterator<Item = (Change, Seen)>, hidden: &[u64]) -> Option<()> {
        for (change, seen) in differences {
            match table_place(change) {
                Some(place) => self.table[place] = seen,
                None => drop(self.rare.insert(change, seen)),
            }
            self.different += 1;
        }
        let ring = 2 * WIDTH as usize;
        let (recent, early) = hidden.split_at_checked(3 * ring)?;
        for (slots, words) in self.recent.iter_mut().zip(recent.chunks(ring)) {
            for (slot, pair) in slots.iter_mut().zip(words.chunks(2)) {
                *slot = (pair[0], pair[1]);
            }
        }
        self.early = early.iter().copied().collect();
        Some(())
    }
}

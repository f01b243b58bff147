//! Subtraction sets of three numbers, 64 heaps at a time.
//!
//! One list of words has a bit for each heap of value 0, two others for values 1 and 2 (what
//! remains has value 3). Heap n has value 0 if none of n − a, n − b, n − c has it, and so on: a word of
//! 64 heaps takes a few shifts if a is at least 64, and 64/a times as many if it is smaller.
//! Outcomes need the first list only.
//!
//! **The end of play** is one of two. At the *wall*, the usual one, a move must leave 0 or more.
//! In the *sink* every number up to 0 is an end, and every move from a positive number is allowed
//! (Bhagat, Larsson, Manabe and Yamashita, *Additive sink subtraction*, 2026, arXiv:2601.18715). The rule
//! of the middle is the same, so that the sink is the wall with other heaps before heap 0: equality over
//! c consecutive heaps proves a period of either.

use super::proper_divisors;

/// The largest number of a set.
pub const LARGEST_OF_TRIPLE: u32 = 1024;

/// The bits before heap 0.
const BEFORE: usize = LARGEST_OF_TRIPLE as usize;

/// Where play ends.
///
/// ```
/// use nimlab::sequence::{End, Triples};
/// let mut values = Triples::<3>::new();
/// let mut period = |end| values.period([4, 10, 21], end, 1 << 20).unwrap().period;
/// assert_eq!((period(End::Wall), period(End::Sink)), (14, 42));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// No move leads below 0.
    Wall,
    /// All numbers up to 0 are ends, and every move from a positive number is allowed.
    Sink,
}

/// The period of a set of three numbers: the least one, with the least preperiod.
///
/// ```
/// use nimlab::sequence::{End, Triples};
/// let found = Triples::<1>::new().period([2, 5, 7], End::Wall, 1 << 20).unwrap();
/// assert_eq!((found.preperiod, found.period), (0, 22));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TriplePeriod {
    /// The preperiod.
    pub preperiod: u64,
    /// The period.
    pub period: u64,
}

/// Scratch memory for one set after another: `KINDS` is 1 for outcomes and 3 for values.
///
/// ```
/// use nimlab::sequence::{End, TriplePeriod, Triples};
/// let mut values = Triples::<3>::new();
/// let found = values.period([2, 4, 7], End::Wall, 1 << 20);
/// assert_eq!(found, Some(TriplePeriod { preperiod: 8, period: 3 }));
/// assert_eq!(values.first_values(11), [0, 0, 1, 1, 2, 2, 0, 3, 1, 0, 2]);
/// ```
#[derive(Debug, Clone)]
pub struct Triples<const KINDS: usize> {
    set: [usize; 3],
    /// Whether heap n has value i: bit n + `BEFORE` of list i.
    of_value: [Vec<u64>; KINDS],
    /// How many heaps are computed, a multiple of 64.
    heaps: usize,
}

impl<const KINDS: usize> Default for Triples<KINDS> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const KINDS: usize> Triples<KINDS> {
    /// Scratch memory.
    pub fn new() -> Self {
        Self { set: [1, 2, 3], of_value: std::array::from_fn(|_| Vec::new()), heaps: 0 }
    }

    /// The period of a set of different numbers from 1 to [`LARGEST_OF_TRIPLE`], ascending; nothing if the
    /// set is another one, or if `most` heaps do not prove one. In the sink, heap 0 is the first
    /// positive number, 1.
    pub fn period(&mut self, set: [u32; 3], end: End, most: usize) -> Option<TriplePeriod> {
        let [a, b, c] = set;
        if a == 0 || a >= b || b >= c || c > LARGEST_OF_TRIPLE {
            return None;
        }
        self.begin(set, end);
        let [a, b, c] = self.set;
        let mut target = 4 * c;
        loop {
            self.extend_to(target);
            let likely = [a + b, a + c, b + c].into_iter().find(|&period| self.recurs(period));
            // Other periods are rare but for c = a + b, and a search takes longer.
            let found = likely.or_else(|| if c == a + b || target >= 16 * c { self.any_recurrence() } else { None });
            if let Some(period) = found {
                return Some(self.least(period));
            }
            if target >= most {
                return None;
            }
            target *= 2;
        }
    }

    /// The values of the first heaps of the set that was looked at last; with outcomes alone, 1 stands
    /// for all values but 0.
    pub fn first_values(&mut self, count: usize) -> Vec<u8> {
        self.extend_to(count);
        let value = |heap: usize| {
            let place = heap + BEFORE;
            let of = |list: &Vec<u64>| list[place / 64] >> (place % 64) & 1 == 1;
            self.of_value.iter().position(of).unwrap_or(KINDS) as u8
        };
        (0..count).map(value).collect()
    }

    fn begin(&mut self, set: [u32; 3], end: End) {
        self.set = set.map(|number| number as usize);
        self.heaps = 0;
        for (value, list) in self.of_value.iter_mut().enumerate() {
            list.clear();
            list.resize(BEFORE / 64, if end == End::Sink && value == 0 { u64::MAX } else { 0 });
        }
    }

    /// 64 heaps from a place on, by bits of one value.
    fn window(list: &[u64], place: usize) -> u64 {
        let (word, shift) = (place / 64, place % 64);
        list[word] >> shift | list.get(word + 1).map_or(0, |next| next << 1 << (63 - shift))
    }

    fn extend_to(&mut self, heaps: usize) {
        let [a, b, c] = self.set;
        while self.heaps < heaps {
            self.of_value.iter_mut().for_each(|list| list.push(0));
            let mut done = 0;
            while done < 64 {
                let place = BEFORE + self.heaps + done;
                let mut reached = u64::MAX;
                let fresh: [u64; KINDS] = std::array::from_fn(|value| {
                    let list = &self.of_value[value];
                    let options = [a, b, c].map(|taken| Self::window(list, place - taken));
                    let has = options[0] | options[1] | options[2];
                    let mex = reached & !has;
                    reached &= has;
                    mex
                });
                // Only these depend on nothing that is still missing.
                let known = a.min(64 - done);
                let mask = u64::MAX >> (64 - known);
                let word = place / 64;
                for (list, fresh) in self.of_value.iter_mut().zip(fresh) {
                    list[word] |= (fresh & mask) << done;
                }
                done += known;
            }
            self.heaps += 64;
        }
    }

    /// How the heaps from one on and those from another on differ, in the first 64.
    fn difference(&self, one: usize, other: usize) -> u64 {
        let differ = |list: &Vec<u64>| Self::window(list, BEFORE + one) ^ Self::window(list, BEFORE + other);
        self.of_value.iter().fold(0, |all, list| all | differ(list))
    }

    /// Whether the last c heaps equal those before them by this distance.
    fn recurs(&self, distance: usize) -> bool {
        let c = self.set[2];
        let Some(first) = self.heaps.checked_sub(c + distance) else { return false };
        let same = |at: usize| {
            let mask = u64::MAX >> (64 - (c - at).min(64));
            self.difference(first + at, first + at + distance) & mask == 0
        };
        (0..c).step_by(64).all(same)
    }

    /// The least distance at which the last c heaps recur.
    fn any_recurrence(&self) -> Option<usize> {
        let c = self.set[2];
        (1..=self.heaps.saturating_sub(c)).find(|&distance| self.recurs(distance))
    }

    /// The least period, given one, with its least preperiod.
    fn least(&self, period: usize) -> TriplePeriod {
        let period = proper_divisors(period).filter(|&shorter| self.recurs(shorter)).min().unwrap_or(period);
        let mut preperiod = 0;
        let mut end = self.heaps - period;
        while end > 0 {
            let from = end.saturating_sub(64);
            let mask = u64::MAX >> (64 - (end - from));
            let differ = self.difference(from, from + period) & mask;
            if differ != 0 {
                preperiod = from + 64 - differ.leading_zeros() as usize;
                break;
            }
            end = from;
        }
        TriplePeriod { preperiod: preperiod as u64, period: period as u64 }
    }
}

/// Whether the values of a set in the sink are those at the wall, read backwards with 0 and 2 in each
/// other's place: both purely periodic with the same least period p, and the value of x > 0 in
/// the sink follows from that of −b − x modulo p at the wall. Nothing if `most` heaps do not
/// prove the periods.
///
/// ```
/// use nimlab::sequence::{Triples, is_mirrored};
/// let [mut wall, mut sink] = [Triples::new(), Triples::new()];
/// assert_eq!(is_mirrored([2, 5, 7], &mut wall, &mut sink, 1 << 20), Some(true));
/// assert_eq!(is_mirrored([2, 5, 8], &mut wall, &mut sink, 1 << 20), Some(false));
/// ```
pub fn is_mirrored(set: [u32; 3], wall: &mut Triples<3>, sink: &mut Triples<3>, most: usize) -> Option<bool> {
    let found = wall.period(set, End::Wall, most)?;
    if found != sink.period(set, End::Sink, most)? || found.preperiod > 0 {
        return Some(false);
    }
    let period = found.period as usize;
    wall.extend_to(2 * period);
    sink.extend_to(period);
    // x = i + 1 in the sink, and this less i at the wall.
    let last = period + (period - 1 + period * wall.set[1] - wall.set[1]) % period;
    let same = |i: usize| {
        let mask = u64::MAX >> (64 - (period - i).min(64));
        let backwards = |value: usize| {
            let place = BEFORE + last - i - 63;
            Triples::<3>::window(&wall.of_value[value], place).reverse_bits()
        };
        (0..3).all(|value| {
            let here = Triples::<3>::window(&sink.of_value[value], BEFORE + i);
            (here ^ backwards(2 - value)) & mask == 0
        })
    };
    Some((0..period).step_by(64).all(same))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition.
    fn values(set: [u32; 3], end: End, count: usize) -> Vec<u8> {
        let mut values: Vec<u8> = Vec::new();
        for heap in 0..count {
            let option = |taken: u32| match (heap.checked_sub(taken as usize), end) {
                (Some(left), _) => Some(values[left]),
                (None, End::Wall) => None,
                (None, End::Sink) => Some(0),
            };
            let options: Vec<u8> = set.into_iter().filter_map(option).collect();
            values.push((0..).find(|value| !options.contains(value)).unwrap());
        }
        values
    }

    fn period_of(x: &[u8], reach: usize) -> (u64, u64) {
        let holds = |p: &usize| (x.len() - reach..x.len()).all(|n| x[n] == x[n - p]);
        let period = (1..=x.len() - reach).find(holds).unwrap();
        let last = (0..x.len() - period).rev().find(|&n| x[n] != x[n + period]);
        (last.map_or(0, |n| n as u64 + 1), period as u64)
    }

    #[test]
    fn every_small_set_and_some_larger_ones_are_as_the_definition_says() {
        let small = (3..14).flat_map(|c| (2..c).flat_map(move |b| (1..b).map(move |a| [a, b, c])));
        let larger = [[64, 65, 66], [63, 64, 200], [100, 171, 271], [5, 300, 301], [70, 133, 190], [40, 97, 137]];
        let (mut of_values, mut of_outcomes) = (Triples::<3>::new(), Triples::<1>::new());
        for set in small.chain(larger) {
            for end in [End::Wall, End::Sink] {
                let reach = set[2] as usize;
                let found = of_values.period(set, end, 1 << 20).unwrap();
                let needed = (found.preperiod + 2 * found.period) as usize + 2 * reach;
                let plain = values(set, end, needed);
                assert_eq!(of_values.first_values(needed), plain, "{set:?} {end:?}");
                assert_eq!((found.preperiod, found.period), period_of(&plain, reach), "{set:?} {end:?}");
                let found = of_outcomes.period(set, end, 1 << 20).unwrap();
                let plain: Vec<u8> = plain.iter().map(|&value| value.min(1)).collect();
                assert_eq!(of_outcomes.first_values(needed), plain, "{set:?} {end:?}");
                assert_eq!((found.preperiod, found.period), period_of(&plain, reach), "{set:?} {end:?}");
            }
        }
        assert_eq!(of_values.period([2, 2, 3], End::Wall, 1 << 20), None);
        assert_eq!(of_values.period([13, 27, 40], End::Wall, 64), None);
        assert_eq!(of_values.period([1, 2, 1025], End::Wall, 1 << 20), None);
    }

    #[test]
    fn the_mirror_is_what_the_definition_says() {
        let [mut wall, mut sink] = [Triples::new(), Triples::new()];
        let (mut mirrored, mut others) = (0, 0);
        for set in (3u32..26).flat_map(|c| (2..c).flat_map(move |b| (1..b).map(move |a| [a, b, c]))) {
            let found = is_mirrored(set, &mut wall, &mut sink, 1 << 20).unwrap();
            let [at_wall, in_sink] = [(&mut wall, End::Wall), (&mut sink, End::Sink)]
                .map(|(one, end)| one.period(set, end, 1 << 20).unwrap());
            let (period, b) = (at_wall.period as usize, set[1] as usize);
            let [one, other] = [End::Wall, End::Sink].map(|end| values(set, end, period));
            let swapped = |value: u8| [2, 1, 0, 3][value as usize];
            let x_at = |x: usize| (2 * b * period - b - x) % period;
            let mirror = (1..=period).all(|x| other[x - 1] == swapped(one[x_at(x)]));
            assert_eq!(found, mirror && at_wall == in_sink && at_wall.preperiod == 0, "{set:?}");
            mirrored += u32::from(found);
            others += u32::from(!found);
        }
        assert!(mirrored > 100 && others > 100, "{mirrored} {others}");
    }
}

//! Four ways to list the P-positions of Wytlex(3) by mex, each as its source has
//! it: Akiyama's first algorithm, his simplified one with W and Z, and
//! Thesis-A's Akiyama I and II. All give the same (Akiyama, theorems 1 and 2;
//! Thesis-A, theorem 10). Their sets grow with the list, and a step takes
//! logarithmic or hashed time; the fast form is [`crate::stream::mex`].

use crate::bits::{BitSet, QuickSet};
use crate::stream::Triple;
use std::collections::BTreeSet;

/// Akiyama's first algorithm: F holds all coordinates, D all differences.
#[derive(Debug, Clone, Default)]
pub struct First {
    f: BitSet,
    d: BitSet,
    mex_f: u64,
    mex_d: u64,
}

impl Iterator for First {
    type Item = Triple;

    fn next(&mut self) -> Option<Triple> {
        self.mex_f = self.f.first_free(self.mex_f);
        self.mex_d = self.d.first_free(self.mex_d);
        let position = if self.mex_f == 0 {
            [0, 0, 0]
        } else {
            let v1 = self.mex_f;
            let above = |start: u64| {
                (start + self.mex_d..).find(|&v| !self.d.contains(v - start) && !self.f.contains(v)).unwrap_or(0)
            };
            let v2 = above(v1);
            [v1, v2, above(v2)]
        };
        let [a, b, c] = position;
        for number in [a, b, c] {
            self.f.insert(number);
        }
        for difference in [b - a, c - b, c - a] {
            self.d.insert(difference);
        }
        Some(position)
    }
}

/// The simplified algorithm: of F and D only the parts W and Z above their
/// mex are kept.
#[derive(Debug, Clone)]
pub struct Simplified {
    m: u64,
    d: u64,
    w: BTreeSet<u64>,
    z: BTreeSet<u64>,
    begun: bool,
}

impl Default for Simplified {
    fn default() -> Self {
        Self { m: 1, d: 1, w: BTreeSet::new(), z: BTreeSet::new(), begun: false }
    }
}

/// The least number from `start` on that is not in the set, from which all
/// smaller ones are taken out.
fn advance(start: u64, set: &mut BTreeSet<u64>) -> u64 {
    let mut next = start;
    while let Some(&least) = set.first() {
        if least > next {
            break;
        }
        next = next.max(least + 1);
        set.pop_first();
    }
    next
}

impl Iterator for Simplified {
    type Item = Triple;

    fn next(&mut self) -> Option<Triple> {
        if !std::mem::replace(&mut self.begun, true) {
            return Some([0, 0, 0]);
        }
        let (m, d) = (self.m, self.d);
        let kappa = match (self.w.contains(&(m + d)), self.z.contains(&(d + 1))) {
            (false, _) => 0,
            (true, false) => 1,
            (true, true) => 2,
        };
        let position = [m, m + d + kappa, m + 2 * d + kappa];
        self.w.extend(position);
        self.z.extend([d, d + kappa, 2 * d + kappa]);
        self.m = advance(m, &mut self.w);
        self.d = advance(d, &mut self.z);
        Some(position)
    }
}

/// The least number from `start` on that is not in the set.
fn mex_from(start: u64, set: &QuickSet<u64>) -> u64 {
    (start..).find(|number| !set.contains(number)).unwrap_or(u64::MAX)
}

/// Thesis-A's algorithm 4, Akiyama I: also the difference c − a is looked up.
#[derive(Debug, Clone, Default)]
pub struct AkiyamaOne {
    s: QuickSet<u64>,
    d: QuickSet<u64>,
    mex_s: u64,
    mex_d: u64,
}

impl Iterator for AkiyamaOne {
    type Item = Triple;

    fn next(&mut self) -> Option<Triple> {
        self.mex_s = mex_from(self.mex_s, &self.s);
        self.mex_d = mex_from(self.mex_d, &self.d);
        // Smaller differences occur already: no need to try them.
        let (a, least) = (self.mex_s, self.mex_d);
        let b = (a + least..).find(|b| !self.d.contains(&(b - a)) && !self.s.contains(b))?;
        let free = |c: &u64| !self.d.contains(&(c - b)) && !self.d.contains(&(c - a)) && !self.s.contains(c);
        let c = (b + least..).find(free)?;
        self.s.extend([a, b, c]);
        self.d.extend([b - a, c - b, c - a]);
        Some([a, b, c])
    }
}

/// Thesis-A's algorithm 5, Akiyama II: c − b is the mex d of the differences,
/// and b − a exceeds it by at most 2.
#[derive(Debug, Clone, Default)]
pub struct AkiyamaTwo {
    s: QuickSet<u64>,
    d: QuickSet<u64>,
    thirds: QuickSet<u64>,
    sums: QuickSet<u64>,
    mex_s: u64,
    mex_d: u64,
}

impl Iterator for AkiyamaTwo {
    type Item = Triple;

    fn next(&mut self) -> Option<Triple> {
        self.mex_s = mex_from(self.mex_s, &self.s);
        self.mex_d = mex_from(self.mex_d, &self.d);
        let (a, d) = (self.mex_s, self.mex_d);
        let e = match (self.thirds.contains(&(a + d)), self.sums.contains(&(d + 1))) {
            (false, _) => d,
            (true, false) => d + 1,
            (true, true) => d + 2,
        };
        let position = [a, a + e, a + e + d];
        self.s.extend(position);
        self.d.extend([d, e, d + e]);
        self.thirds.insert(position[2]);
        self.sums.insert(d + e);
        Some(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream::mex::{MexRule, Positions};

    #[test]
    fn all_algorithms_give_the_positions_that_akiyama_prints() {
        let printed: [Triple; 40] = [
            [0, 0, 0],
            [1, 2, 3],
            [4, 7, 10],
            [5, 9, 13],
            [6, 11, 16],
            [8, 15, 22],
            [12, 21, 30],
            [14, 25, 36],
            [17, 29, 41],
            [18, 31, 44],
            [19, 34, 49],
            [20, 37, 53],
            [23, 42, 61],
            [24, 45, 65],
            [26, 51, 74],
            [27, 54, 81],
            [28, 56, 84],
            [32, 63, 92],
            [33, 67, 99],
            [35, 70, 105],
            [38, 75, 111],
            [39, 78, 117],
            [40, 80, 120],
            [43, 85, 127],
            [46, 89, 132],
            [47, 91, 135],
            [48, 93, 138],
            [50, 96, 142],
            [52, 101, 148],
            [55, 106, 156],
            [57, 109, 161],
            [58, 113, 166],
            [59, 116, 173],
            [60, 118, 176],
            [62, 121, 180],
            [64, 125, 186],
            [66, 128, 190],
            [68, 131, 194],
            [69, 133, 197],
            [71, 136, 201],
        ];
        let differences: [(u64, u64); 40] = [
            (0, 0),
            (1, 1),
            (3, 3),
            (4, 4),
            (5, 5),
            (7, 7),
            (9, 9),
            (11, 11),
            (12, 12),
            (13, 13),
            (15, 15),
            (17, 16),
            (19, 19),
            (21, 20),
            (25, 23),
            (27, 27),
            (28, 28),
            (31, 29),
            (34, 32),
            (35, 35),
            (37, 36),
            (39, 39),
            (40, 40),
            (42, 42),
            (43, 43),
            (44, 44),
            (45, 45),
            (46, 46),
            (49, 47),
            (51, 50),
            (52, 52),
            (55, 53),
            (57, 57),
            (58, 58),
            (59, 59),
            (61, 61),
            (62, 62),
            (63, 63),
            (64, 64),
            (65, 65),
        ];
        for ([a, b, c], pair) in printed.iter().zip(differences) {
            assert_eq!((b - a, c - b), pair);
        }
        let first = |list: &mut dyn Iterator<Item = Triple>| list.take(40).collect::<Vec<_>>();
        assert_eq!(first(&mut First::default()), printed);
        assert_eq!(first(&mut Simplified::default()), printed);
        assert_eq!(first(&mut AkiyamaOne::default()), printed);
        assert_eq!(first(&mut AkiyamaTwo::default()), printed);
        assert_eq!(first(&mut Positions::new(MexRule::Wytlex)), printed);
    }

    #[test]
    fn all_algorithms_agree_far_beyond_the_printed_positions() {
        let others = First::default().zip(Simplified::default()).zip(AkiyamaOne::default()).zip(AkiyamaTwo::default());
        for (n, (position, (((first, simplified), one), two))) in
            Positions::new(MexRule::Wytlex).zip(others).take(60_000).enumerate()
        {
            assert!([first, simplified, one, two].iter().all(|other| *other == position), "number {n}");
        }
    }

    #[test]
    fn the_bounds_of_thesis_a_theorem_11_are_met_and_kept() {
        let mut before: Option<Triple> = None;
        for position in Positions::new(MexRule::Wytlex).take(300_000) {
            if let Some(before) = before {
                let change = [0, 1, 2].map(|i| position[i] - before[i]);
                assert!((1..=4).contains(&change[0]) && (2..=8).contains(&change[1]) && (3..=12).contains(&change[2]));
            }
            before = Some(position);
        }
    }
}

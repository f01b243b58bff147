//! L1-Nim from its rule alone: positions by their total, each of which is P if
//! it shares no number and no difference with a P-position of smaller total.
//!
//! Akiyama's theorem 1 says that this is the list that his mex algorithm makes.
//! It is not: (27, 50, 73) with total 150 reaches none of the fourteen before
//! it, and the algorithm's v(14) = (26, 51, 74) with total 151 reaches it by
//! taking (−1, 1, 1). The proof overlooks v₁ + D where κ = 2. What the algorithm lists
//! are the P-positions of Wytlex(3), whose order is lexicographic.
//!
//! With M the least number and D the least difference that no P-position has,
//! every further one is (a, a + d, a + d + e) with a ≥ M and d, e ≥ D. So for a
//! total s only 3a + 2d + e = s with these bounds must be looked at. By the theorem in
//! `docs/l1-nim.md`, s − 3M − 3D is never above 4; nothing rests on that but the time.
//! The fast list, [`crate::stream::mex`], rests on it, and is compared with this one.

use crate::stream::Triple;

/// The P-positions of L1-Nim by their total, and then lexicographically.
///
/// ```
/// use nimlab::games::wythoff3::by_total::ByTotal;
/// let first: Vec<_> = ByTotal::default().take(3).collect();
/// assert_eq!(first, [[0, 0, 0], [1, 2, 3], [4, 7, 10]]);
/// ```
#[derive(Debug)]
pub struct ByTotal {
    numbers: Used,
    differences: Used,
    total: u64,
    /// Those of this total that were not given yet, in reverse order.
    found: Vec<Triple>,
}

impl Default for ByTotal {
    fn default() -> Self {
        let mut list = Self { numbers: Used::default(), differences: Used::default(), total: 0, found: vec![[0; 3]] };
        list.note_found();
        list
    }
}

impl ByTotal {
    /// Finds the P-positions of the next total. They do not reach each other,
    /// and count only from the next total on.
    fn look_further(&mut self) {
        self.total += 1;
        let (m, d_least) = (self.numbers.least, self.differences.least);
        for a in m..=self.total.saturating_sub(3 * d_least) / 3 {
            if self.numbers.contains(a) {
                continue;
            }
            let rest = self.total - 3 * a;
            for d in d_least..=rest.saturating_sub(d_least) / 2 {
                let (e, b) = (rest - 2 * d, a + d);
                let is_new = e >= d_least
                    && !self.differences.contains(d)
                    && !self.differences.contains(e)
                    && !self.differences.contains(d + e)
                    && !self.numbers.contains(b)
                    && !self.numbers.contains(b + e);
                if is_new {
                    self.found.push([a, b, b + e]);
                }
            }
        }
        self.note_found();
        self.found.reverse();
    }

    fn note_found(&mut self) {
        for &[a, b, c] in &self.found {
            [a, b, c].into_iter().for_each(|number| self.numbers.insert(number));
            [b - a, c - b, c - a].into_iter().for_each(|difference| self.differences.insert(difference));
        }
    }
}

impl Iterator for ByTotal {
    type Item = Triple;

    fn next(&mut self) -> Option<Triple> {
        while self.found.is_empty() {
            self.look_further();
        }
        self.found.pop()
    }
}

/// Numbers that occur, and the least that does not.
#[derive(Debug, Default)]
struct Used {
    words: Vec<u64>,
    least: u64,
}

impl Used {
    fn contains(&self, number: u64) -> bool {
        let word = self.words.get((number / 64) as usize).copied().unwrap_or(0);
        word >> (number % 64) & 1 == 1
    }

    fn insert(&mut self, number: u64) {
        let at = (number / 64) as usize;
        if at >= self.words.len() {
            self.words.resize(at + 1 + at / 2, 0);
        }
        self.words[at] |= 1 << (number % 64);
        while self.contains(self.least) {
            self.least += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::wythoff3::rule::{Variant, total};
    use crate::stream::mex::{MexRule, Positions};

    /// Every P-position up to a total, from `can_move` alone.
    fn by_definition(most: u64) -> Vec<Triple> {
        let mut found: Vec<Triple> = Vec::new();
        for sum in 0..=most {
            let smaller = found.len();
            for a in 0..=sum / 3 {
                for b in a..=(sum - a) / 2 {
                    let position = [a, b, sum - a - b];
                    if !found[..smaller].iter().any(|to| Variant::L1.can_move(&position, to)) {
                        found.push(position);
                    }
                }
            }
        }
        found
    }

    #[test]
    fn the_list_is_that_of_the_definition() {
        let expected = by_definition(600);
        assert!(expected.len() > 50);
        assert!(ByTotal::default().take(expected.len()).eq(expected));
    }

    /// Every P-position up to a total: of all positions of each total those that share no
    /// number and no difference with one of smaller total.
    fn by_sharing(most: u64) -> Vec<Triple> {
        let mut found = Vec::new();
        let [mut numbers, mut differences] = [0, 1].map(|_| vec![false; most as usize + 1]);
        for sum in 0..=most {
            let smaller = found.len();
            for a in 0..=sum / 3 {
                for b in a..=(sum - a) / 2 {
                    let c = sum - a - b;
                    let shares = [a, b, c].iter().any(|&number| numbers[number as usize])
                        || [b - a, c - b, c - a].iter().any(|&difference| differences[difference as usize]);
                    if !shares {
                        found.push([a, b, c]);
                    }
                }
            }
            for &[a, b, c] in &found[smaller..] {
                [a, b, c].into_iter().for_each(|number| numbers[number as usize] = true);
                [b - a, c - b, c - a].into_iter().for_each(|difference| differences[difference as usize] = true);
            }
        }
        found
    }

    #[test]
    fn the_mex_algorithm_is_that_of_the_rule() {
        let expected = by_sharing(1500);
        assert!(expected.starts_with(&by_definition(400)) && expected.len() > 130);
        let algorithm = || Positions::new(MexRule::L1);
        assert!(algorithm().take(expected.len()).eq(expected));
        assert!(algorithm().take(400_000).eq(ByTotal::default().take(400_000)));
    }

    #[test]
    fn theorem_1_of_akiyama_fails_at_number_14() {
        let listed: Vec<Triple> = ByTotal::default().take(15).collect();
        let algorithm: Vec<Triple> = Positions::new(MexRule::Wytlex).take(15).collect();
        assert_eq!(listed[..14], algorithm[..14]);
        assert_eq!((listed[14], algorithm[14]), ([27, 50, 73], [26, 51, 74]));
        assert!(Variant::L1.can_move(&algorithm[14], &listed[14]));
        assert!(total(&listed[14]) < total(&algorithm[14]));
    }
}

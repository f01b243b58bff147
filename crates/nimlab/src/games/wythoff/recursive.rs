//! The recursive strategy (Thesis-W, theorem 2; Thesis-A, algorithm 1): A_n is
//! the mex of all earlier A and B, and B_n = A_n + an.
//!
//! Linear in the largest pile, in time and memory. For misère play with a ≥ 2
//! only the difference changes, to an + 1, and for a = 1 the first two pairs
//! are exchanged for (0,1) and (2,2); see [`super::misere`].

use super::ALGEBRAIC;
use super::pairs::{Pair, Strategy};
use crate::error::{Error, Result};
use crate::number::{UBig, shown};
use crate::{Budget, Hint, Meter, Play, Rows, Term, counted};
use std::collections::VecDeque;

/// The largest pile for which a table is built: 16 bytes for each pair.
pub const LARGEST: u64 = 200_000_000;

/// The pairs one after another.
///
/// ```
/// use nimlab::{Play, games::wythoff::recursive::Pairs};
/// assert_eq!(Pairs::new(2, Play::Normal).nth(5), Some((7, 17)));
/// ```
#[derive(Debug, Clone)]
pub struct Pairs {
    a: u64,
    play: Play,
    n: u64,
    /// The least number that may still be free.
    next: u64,
    /// The B that lie ahead, ascending: the mex must step over them.
    ahead: VecDeque<u64>,
}

impl Pairs {
    /// All pairs from number 0 on.
    pub fn new(a: u64, play: Play) -> Self {
        Self { a, play, n: 0, next: 0, ahead: VecDeque::new() }
    }

    /// B_n − A_n.
    fn difference(&self) -> Option<u64> {
        match (self.play, self.a, self.n) {
            (Play::Misere, 1, 0) => Some(1),
            (Play::Misere, 1, 1) => Some(0),
            (Play::Normal, a, n) | (Play::Misere, a @ 1, n) => a.checked_mul(n),
            (Play::Misere, a, n) => a.checked_mul(n)?.checked_add(1),
        }
    }

    /// The mex of all A and B so far.
    fn mex(&mut self) -> u64 {
        while self.ahead.front() == Some(&self.next) {
            self.ahead.pop_front();
            self.next += 1;
        }
        self.next
    }
}

impl Iterator for Pairs {
    type Item = (u64, u64);

    /// The next pair; the end comes when a number no longer fits into a word.
    fn next(&mut self) -> Option<(u64, u64)> {
        let lower = self.mex();
        let upper = lower.checked_add(self.difference()?)?;
        self.next += 1;
        if upper > lower {
            self.ahead.push_back(upper);
        }
        self.n += 1;
        Some((lower, upper))
    }
}

/// The pairs one after another, within a budget.
///
/// ```
/// use nimlab::{Budget, List, ListQuery, Play, games::wythoff::recursive::Within};
/// let mut list = List::of_rows(2, Within::new(2, Play::Normal, Budget::default()), &ListQuery::default());
/// assert_eq!(list.nth(5).unwrap()?.to_string(), "7,17");
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Within {
    pairs: Pairs,
    meter: Meter,
}

impl Within {
    /// All pairs from number 0 on.
    pub fn new(a: u64, play: Play, budget: Budget) -> Self {
        Self { pairs: Pairs::new(a, play), meter: budget.foreseen().meter("the recursive list of P-positions") }
    }

    /// Asks for what the next pairs need: time, and memory for what lies ahead.
    fn prepare(&mut self, pairs: usize) -> Result<()> {
        let ahead = &mut self.pairs.ahead;
        let (old, needed) = (ahead.capacity(), ahead.len() + pairs);
        let asked = if needed > old { self.meter.take_for::<u64>((2 * needed) as u64) } else { Ok(()) };
        let n = self.pairs.n;
        asked.and_then(|()| self.meter.tick(pairs as u64)).map_err(|error| {
            let error = error.having_reached(|| counted(n, "P-position"));
            error.with_hint(Hint::new("the algebraic method needs no list", [Term::method(ALGEBRAIC)]))
        })?;
        if needed > old {
            ahead.reserve_exact(2 * needed - ahead.len());
            self.meter.give_back((old * size_of::<u64>()) as u64);
        }
        Ok(())
    }
}

/// Pairs for which room is asked at a time.
const BLOCK: usize = 4096;

impl Rows for Within {
    fn fill(&mut self, rows: usize, block: &mut Vec<u64>) -> Result<()> {
        block.clear();
        for first in (0..rows).step_by(BLOCK) {
            let now = BLOCK.min(rows - first);
            self.prepare(now)?;
            for _ in 0..now {
                let (lower, upper) = self.pairs.next().ok_or_else(|| too_large(&UBig::from(self.pairs.next)))?;
                block.extend([lower, upper]);
            }
        }
        Ok(())
    }
}

/// A table of pairs, in which a position is looked up by bisection.
///
/// ```
/// use nimlab::{Budget, Play, games::wythoff::{pairs::Strategy, recursive::MexPairs}};
/// let table = MexPairs::up_to(&2u8.into(), Play::Normal, &100u8.into(), Budget::default())?;
/// assert_eq!(table.locate(&17u8.into())?.n, 5u8.into());
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct MexPairs {
    a: UBig,
    play: Play,
    pairs: Vec<(u64, u64)>,
}

impl MexPairs {
    /// The table in which every pile up to `largest` occurs.
    pub fn up_to(a: &UBig, play: Play, largest: &UBig, budget: Budget) -> Result<Self> {
        let largest = u64::try_from(largest).ok().filter(|&pile| pile <= LARGEST).ok_or_else(|| too_large(largest))?;
        // A parameter above every pile acts like one just above them.
        let word = u64::try_from(a).unwrap_or(u64::MAX).min(2 * LARGEST);
        let mut rows = Within::new(word, play, budget);
        let mut pairs: Vec<(u64, u64)> = Vec::new();
        while pairs.last().is_none_or(|pair| pair.0 < largest) {
            rows.prepare(BLOCK)?;
            rows.meter.reserve(&mut pairs, BLOCK)?;
            let before = pairs.len();
            pairs.extend(rows.pairs.by_ref().take(BLOCK));
            // Numbers beyond machine words are beyond every pile here.
            if pairs.len() == before {
                break;
            }
        }
        Ok(Self { a: a.clone(), play, pairs })
    }

    fn at(&self, n: usize) -> Pair {
        let (lower, upper) = self.pairs[n];
        Pair { n: UBig::from(n), lower: UBig::from(lower), upper: UBig::from(upper) }
    }
}

impl Strategy for MexPairs {
    fn a(&self) -> &UBig {
        &self.a
    }

    fn pair(&self, n: &UBig) -> Result<Pair> {
        let row = usize::try_from(n).ok().filter(|&row| row < self.pairs.len());
        row.map(|row| self.at(row)).ok_or_else(|| too_large(n))
    }

    fn locate(&self, x: &UBig) -> Result<Pair> {
        let pile = u64::try_from(x).map_err(|_| too_large(x))?;
        let as_lower = self.pairs.binary_search_by_key(&pile, |pair| pair.0);
        let found = as_lower.or_else(|_| self.pairs.binary_search_by_key(&pile, |pair| pair.1));
        found.map(|n| self.at(n)).map_err(|_| too_large(x))
    }

    fn near(&self, difference: &UBig) -> Vec<UBig> {
        let inside = |n: &UBig| usize::try_from(n).is_ok_and(|n| n < self.pairs.len());
        super::pairs::near(&self.a, self.play, difference).into_iter().filter(inside).collect()
    }
}

fn too_large(pile: &UBig) -> Error {
    Error::TooLarge {
        what: "a pile for the recursive method (it builds a table up to it)".into(),
        given: shown(pile),
        limit: LARGEST.to_string(),
        hint: Hint::new("the algebraic method takes piles of any size", [Term::method(ALGEBRAIC)]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(a: u64, play: Play, count: usize) -> Vec<(u64, u64)> {
        Pairs::new(a, play).take(count).collect()
    }

    #[test]
    fn tables_1_and_2_of_thesis_w_are_reproduced() {
        let table_1 = [
            (0, 0),
            (1, 2),
            (3, 5),
            (4, 7),
            (6, 10),
            (8, 13),
            (9, 15),
            (11, 18),
            (12, 20),
            (14, 23),
            (16, 26),
            (17, 28),
        ];
        let table_2 =
            [(0, 0), (1, 3), (2, 6), (4, 10), (5, 13), (7, 17), (8, 20), (9, 23), (11, 27), (12, 30), (14, 34)];
        assert_eq!(first(1, Play::Normal, 12), table_1);
        assert_eq!(first(2, Play::Normal, 11), table_2);
    }

    #[test]
    fn table_1_1_of_thesis_a_is_reproduced() {
        let printed = [
            (0, 0),
            (1, 2),
            (3, 5),
            (4, 7),
            (6, 10),
            (8, 13),
            (9, 15),
            (11, 18),
            (12, 20),
            (14, 23),
            (16, 26),
            (17, 28),
            (19, 31),
        ];
        assert_eq!(first(1, Play::Normal, 13), printed);
    }

    #[test]
    fn the_mex_is_the_mex() {
        for a in 1..6 {
            for play in [Play::Normal, Play::Misere] {
                let pairs = first(a, play, 300);
                let mut seen = std::collections::BTreeSet::new();
                for (lower, upper) in pairs {
                    assert_eq!(lower, (0..).find(|number| !seen.contains(number)).unwrap());
                    seen.extend([lower, upper]);
                }
            }
        }
    }
}

//! How the numbers of a list grow: each column divided by n, and the
//! differences of successive positions. What shows is observed, not proved.

use super::list::list;
use super::rows::each_row;
use crate::error::{Error, Result};
use crate::number::UBig;
use crate::{Game, ListQuery, Method};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// The numbers of a position divided by its number.
///
/// ```
/// use nimlab::prelude::*;
/// let found = catalogue::game("wythoff")?.positions().count(11).limits()?;
/// let tenth = found.ratios.last().unwrap();
/// assert_eq!((tenth.n, &tenth.position[..], tenth.ratios[0].as_str()), (10, &[16, 26][..], "1.600000000000"));
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ratios {
    /// The number of the position.
    pub n: u64,
    /// The position.
    pub position: Vec<u64>,
    /// Each number divided by n, as a decimal that is cut off, not rounded.
    pub ratios: Vec<String>,
}

/// The differences of one column: a number less that of the position before.
///
/// ```
/// use nimlab::prelude::*;
/// let found = catalogue::game("wythoff")?.positions().count(6).limits()?;
/// // 0, 1, 3, 4, 6, 8
/// assert_eq!(found.differences[0].counts.iter().collect::<Vec<_>>(), [(&1, &2), (&2, &3)]);
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Differences {
    /// The least difference; none where there are no two positions.
    pub least: Option<i128>,
    /// The greatest.
    pub greatest: Option<i128>,
    /// How often each occurs; with many, only those met first.
    pub counts: BTreeMap<i128, u64>,
    /// How many differences are in none of the counts.
    pub others: u64,
}

impl Differences {
    fn add(&mut self, difference: i128) {
        self.least = Some(self.least.map_or(difference, |least| least.min(difference)));
        self.greatest = Some(self.greatest.map_or(difference, |greatest| greatest.max(difference)));
        if self.counts.len() < MOST_COUNTS || self.counts.contains_key(&difference) {
            *self.counts.entry(difference).or_default() += 1;
        } else {
            self.others += 1;
        }
    }
}

/// What was observed of a list.
///
/// ```
/// use nimlab::prelude::*;
/// let found = catalogue::game("wythoff")?.positions().count(1001).limits()?;
/// let last = found.ratios.last().unwrap();
/// assert_eq!((last.n, last.ratios[0].as_str()), (1000, "1.618000000000"));
/// assert_eq!((found.differences[0].least, found.differences[0].greatest), (Some(1), Some(2)));
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// The method that made the list.
    pub method: Method,
    /// How many positions were looked at.
    pub count: u64,
    /// The ratios at 1, 2, 5, 10, 20, 50, … and at the last position.
    pub ratios: Vec<Ratios>,
    /// The differences of each column.
    pub differences: Vec<Differences>,
}

/// The most differences that are counted one by one.
const MOST_COUNTS: usize = 1000;

/// The digits after the point.
const DIGITS: usize = 12;

/// Ratios and differences of the first positions of a list.
pub(super) fn limits(game: &dyn Game, method: Option<&str>, query: &ListQuery) -> Result<Limits> {
    if query.count < 2 {
        return Err(Error::BadNumber {
            given: query.count.to_string(),
            problem: "at least 2 positions are needed: position 0 has no ratio, and a difference takes two".into(),
        });
    }
    let query = &ListQuery { budget: query.budget.started(), from: UBig::ZERO, ..query.clone() };
    let list = list(game, method, query)?;
    let method = list.method();
    let (mut before, mut ratios): (Vec<u64>, Vec<Ratios>) = (Vec::new(), Vec::new());
    let mut differences: Vec<Differences> = Vec::new();
    let (mut n, mut next) = (0_u64, 1_u64);
    let count = each_row(list, query.budget, |row| {
        let owned;
        let words = match row.words() {
            Some(words) => words,
            None => {
                owned = row.position().words()?;
                &owned[..]
            }
        };
        differences.resize_with(words.len(), Differences::default);
        for ((&now, &before), found) in words.iter().zip(&before).zip(&mut differences) {
            found.add(i128::from(now) - i128::from(before));
        }
        if n == next {
            ratios.push(ratios_at(n, words));
            next = following(next);
        }
        before.clear();
        before.extend_from_slice(words);
        n += 1;
        Ok(ControlFlow::Continue(()))
    })?;
    let last = count.saturating_sub(1);
    if last > 0 && ratios.last().is_none_or(|ratios| ratios.n < last) {
        ratios.push(ratios_at(last, &before));
    }
    Ok(Limits { method, count, ratios, differences })
}

/// The number after one of 1, 2, 5, 10, 20, 50, ….
fn following(n: u64) -> u64 {
    let five = n.to_string().starts_with('2');
    if five { n / 2 * 5 } else { n.saturating_mul(2) }
}

fn ratios_at(n: u64, words: &[u64]) -> Ratios {
    Ratios { n, position: words.to_vec(), ratios: words.iter().map(|&word| decimal(word, n)).collect() }
}

/// x/n as a decimal, cut off.
fn decimal(x: u64, n: u64) -> String {
    let scaled = u128::from(x) * 10_u128.pow(DIGITS as u32) / u128::from(n);
    let digits = format!("{scaled:0>width$}", width = DIGITS + 1);
    let (whole, part) = digits.split_at(digits.len() - DIGITS);
    format!("{whole}.{part}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_cut_off() {
        assert_eq!(decimal(2, 3), "0.666666666666");
        assert_eq!(decimal(0, 7), "0.000000000000");
        assert_eq!(decimal(1000, 8), "125.000000000000");
        assert_eq!(decimal(u64::MAX, 1), format!("{}.000000000000", u64::MAX));
        assert_eq!(decimal(1, u64::MAX), "0.000000000000");
    }

    #[test]
    fn the_numbers_that_are_shown_go_1_2_5_10() {
        let first: Vec<u64> = std::iter::successors(Some(1), |&n| Some(following(n))).take(9).collect();
        assert_eq!(first, [1, 2, 5, 10, 20, 50, 100, 200, 500]);
    }
}

//! What shows in some values of which no theorem proves a period: the single heaps of
//! any heap game, such as one made of rules, or a row of any board of two piles. A period
//! that shows fills a quarter of the values and was seen three times over; nothing more
//! is claimed.

use crate::error::{Error, Result};
use crate::sequence::observed_period;
use crate::solve::TableSize;
use crate::{Ask, Budget, Game, OnProgress, Piles};

/// Values from 0 on, and what shows in them.
///
/// ```
/// use nimlab::{Budget, rules, solve::observed_heaps};
/// use std::ops::ControlFlow;
/// let game = rules::compile("state n  move k in {2, 4, 7} where k <= n -> (n - k)").unwrap();
/// let found = observed_heaps(&game, 200, Budget::default(), &|_, _| ControlFlow::Continue(()))?;
/// assert_eq!(found.seen.map(|seen| (seen.preperiod, seen.period, seen.saltus)), Some((8, 3, 0)));
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Observed {
    /// The game's name.
    pub game: String,
    /// The row of a board, if it is not of single heaps.
    pub row: Option<u64>,
    /// The values, of which there is at least one.
    pub values: Vec<u32>,
    /// What shows in them.
    pub seen: Option<ShownPeriod>,
}

/// A period that shows: a value is the one a period before, and the saltus more, from the
/// preperiod on.
///
/// ```
/// use nimlab::{Budget, catalogue, solve::observed_row};
/// let seen = observed_row(&*catalogue::game("wythoff")?, 3, 100, Budget::default())?.seen.unwrap();
/// assert_eq!((seen.preperiod, seen.period, seen.saltus), (8, 6, 6));
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShownPeriod {
    /// Where it begins.
    pub preperiod: u64,
    /// The period.
    pub period: u64,
    /// What is added with each period.
    pub saltus: i64,
}

impl Observed {
    fn new(game: &dyn Game, row: Option<u64>, values: Vec<u32>) -> Self {
        let seen = seen_in(&values);
        Self { game: game.name(), row, values, seen }
    }

    /// The last heap or column whose value was used.
    pub fn checked_to(&self) -> u64 {
        (self.values.len() as u64).saturating_sub(1)
    }

    /// The values of one preperiod and one period; all of them if no period shows.
    pub fn shown(&self) -> &[u32] {
        let end = self.seen.map_or(usize::MAX, |seen| (seen.preperiod + seen.period) as usize);
        &self.values[..end.min(self.values.len())]
    }
}

/// A period, or one of the differences, that shows in some values.
fn seen_in(values: &[u32]) -> Option<ShownPeriod> {
    let found = |(l, p): (usize, usize), saltus| ShownPeriod { preperiod: l as u64, period: p as u64, saltus };
    let differences = || -> Vec<i64> {
        let by = |pair: &[u32]| i64::from(pair[1]) - i64::from(pair[0]);
        values.windows(2).map(by).collect()
    };
    observed_period(values).map(|at| found(at, 0)).or_else(|| {
        let (l, p) = observed_period(&differences())?;
        Some(found((l, p), i64::from(values[l + p]) - i64::from(values[l])))
    })
}

/// The values of single heaps up to one, and what shows in them. `progress` is told of
/// heaps as far as the engine counts them.
///
/// ```
/// use nimlab::{Budget, rules, solve::observed_heaps};
/// use std::ops::ControlFlow;
/// let game = rules::compile("state n  move k in 1..3 where k <= n -> (n - k)").unwrap();
/// let found = observed_heaps(&game, 40, Budget::default(), &|_, _| ControlFlow::Continue(()))?;
/// assert_eq!(found.shown(), [0, 1, 2, 3]);
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn observed_heaps(game: &dyn Game, max_heap: u64, budget: Budget, progress: &OnProgress<'_>) -> Result<Observed> {
    let shape = game.shape();
    if shape.piles != Piles::Any || shape.component.is_some_and(|width| width > 1) {
        return Err(Error::NotAnswered {
            game: game.name(),
            question: "a period".into(),
            hint: "a heap game has positions of one number, as in: state n  move k in 1..3 where k <= n -> (n - k)"
                .into(),
        });
    }
    let mut table = game.table(TableSize::Side(max_heap.saturating_add(1))).budget(budget).rows(progress)?;
    let mut meter = budget.foreseen().meter(format!("{max_heap} heaps of {}", game.name()));
    meter.take_for::<u32>(max_heap)?;
    let mut values = Vec::new();
    let count = max_heap.saturating_add(1);
    table.each_piece(|_, first, piece| {
        values.extend_from_slice(piece);
        match progress(first + piece.len() as u64, count) {
            std::ops::ControlFlow::Continue(()) => Ok(()),
            std::ops::ControlFlow::Break(()) => {
                Err(Error::undecided("the heaps were stopped before they were complete"))
            }
        }
    })?;
    Ok(Observed::new(game, None, values))
}

/// The values of a row of a board of two piles up to a column, and what shows in them.
///
/// ```
/// use nimlab::{Budget, catalogue, solve::observed_row};
/// let euclid = catalogue::game("euclid")?;
/// let found = observed_row(&*euclid, 3, 300, Budget::default())?;
/// assert_eq!(found.checked_to(), 300);
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn observed_row(game: &dyn Game, row: u64, max_column: u64, budget: Budget) -> Result<Observed> {
    let size = TableSize::Rectangle(row.saturating_add(1), max_column.saturating_add(1));
    let board = game.table(size).budget(budget).run()?;
    let last = board.values.len() - board.columns as usize;
    Ok(Observed::new(game, Some(row), board.values[last..].to_vec()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_shows_is_there(l in 0usize..20, p in 1usize..12, saltus in 0u32..3, seed in 0u64..1000) {
            let mut values: Vec<u32> = (0..l + p).map(|n| ((n as u64 * 7919 + seed * 104_729) % 5) as u32).collect();
            for n in l + p..20 * (l + p) {
                values.push(values[n - p] + saltus);
            }
            let seen = seen_in(&values).unwrap();
            let (from, by) = (seen.preperiod as usize, seen.period as usize);
            prop_assert!(from <= l && p.is_multiple_of(by));
            prop_assert!((from..values.len() - by).all(|n| i64::from(values[n + by]) == i64::from(values[n]) + seen.saltus));
            prop_assert!(from == 0 || i64::from(values[from - 1 + by]) != i64::from(values[from - 1]) + seen.saltus);
        }
    }
}

//! Lists of positions gone through row by row: how many there are, what their
//! numbers add up to, and the list of all positions up to a largest pile.

use super::list::{chosen, list};
use crate::error::{Error, Result};
use crate::number::UBig;
use crate::{Budget, Game, Hint, List, ListOrder, ListQuery, Method, Piles, Row, Term, counted};
use std::ops::ControlFlow;

/// Calls `each` for the rows of a list until it breaks off; how many rows there
/// were, the last one included.
pub(super) fn each_row(
    mut list: List<'_>,
    budget: Budget,
    mut each: impl FnMut(Row<'_>) -> Result<ControlFlow<()>>,
) -> Result<u64> {
    let mut clock = budget.clock();
    let mut done = 0;
    while let Some(row) = list.next_row()? {
        done += 1;
        if each(row)?.is_break() {
            break;
        }
        if let Some(limit) = clock.after(16) {
            let (what, reached, hint) = ("the list".into(), counted(done, "position"), Hint::NONE);
            return Err(Error::OverBudget { what, limit, reached, hint });
        }
    }
    Ok(done)
}

/// The sum of the numbers of a row.
fn sum_of(row: Row<'_>) -> UBig {
    match row.words() {
        Some(words) => words.iter().map(|&word| u128::from(word)).sum::<u128>().into(),
        None => (0..row.len()).map(|place| row.number(place)).fold(UBig::ZERO, |sum, number| sum + number),
    }
}

/// How many numbers of a row are larger than `most`.
fn larger(row: Row<'_>, most: &UBig) -> usize {
    match (row.words(), u64::try_from(most)) {
        (Some(words), Ok(most)) => words.iter().filter(|&&word| word > most).count(),
        (Some(_), Err(_)) => 0,
        (None, _) => (0..row.len()).filter(|&place| row.number(place) > *most).count(),
    }
}

/// The most rows of a list that are gone through where nobody knows how many lie
/// below a bound.
const MOST_ROWS: u64 = 100_000_000;

/// The positions of a list whose largest number is at most a bound. Of games
/// that list their starting positions, those up to a size.
///
/// ```
/// use nimlab::{ListQuery, prelude::*, solve::Bound};
/// let wythoff = catalogue::game("wythoff")?;
/// let mut bound = Bound::new(&*wythoff, 10u8.into());
/// let (mut list, _most) = bound.list(None, &ListQuery::default())?;
/// let mut larger = Vec::new();
/// while let Some(row) = list.next_row()? {
///     if bound.is_past(row) {
///         break;
///     }
///     if bound.keeps(row) {
///         larger.push(row.number(1));
///     }
/// }
/// assert_eq!(larger, [0u8, 2, 5, 7, 10].map(Into::into));
/// # Ok::<(), nimlab::Error>(())
/// ```
pub struct Bound<'g> {
    game: &'g dyn Game,
    most: UBig,
    /// The size of the next starting position, if they are listed.
    size: Option<u64>,
}

impl<'g> Bound<'g> {
    /// The positions of a game up to a largest number.
    pub fn new(game: &'g dyn Game, most: UBig) -> Self {
        let size = game.start(0).is_some().then_some(0);
        Self { game, most, size }
    }

    /// Whether a row belongs to them.
    pub fn keeps(&self, row: Row<'_>) -> bool {
        self.size.is_some() || larger(row, &self.most) == 0
    }

    /// Whether no further row of the list does. Every row is asked about, in
    /// the order of the list.
    pub fn is_past(&mut self, row: Row<'_>) -> bool {
        if let Some(size) = &mut self.size {
            // The list goes through the sizes, and leaves some out.
            let same = |start: &[u64]| row.position().words().is_ok_and(|words| start == words);
            while UBig::from(*size) <= self.most {
                *size += 1;
                if self.game.start(*size - 1).is_none_or(|start| same(&start)) {
                    return false;
                }
            }
            return true;
        }
        match self.game.list_order() {
            ListOrder::Largest => larger(row, &self.most) > 0,
            ListOrder::Smallest => larger(row, &self.most) == row.len(),
            ListOrder::Total => sum_of(row) > &self.most * UBig::from(row.len()),
        }
    }

    /// The list in which the positions are, and how far it goes at most: as far
    /// as its method can number them.
    pub fn list(&self, method: Option<&str>, query: &ListQuery) -> Result<(List<'g>, u64)> {
        if query.first_pile.is_some() {
            return Err(Error::NotAnswered {
                game: self.game.name(),
                question: "a first pile together with a largest number".into(),
                hint: Hint::example([Term::count(1000)]),
            });
        }
        let largest = Some(u64::try_from(&self.most).unwrap_or(u64::MAX));
        // Of two piles, a smaller one belongs to one position of each value.
        let each_once = self.game.list_order() == ListOrder::Smallest && self.game.shape().piles == Piles::Exactly(2);
        let first = if each_once { largest.and_then(|most| most.checked_add(2)) } else { None };
        let tenths =
            std::iter::successors(Some(MOST_ROWS), |count| Some(count / 10)).take_while(|&count| count >= 1000);
        let counts = first.into_iter().chain(tenths);
        let mut refused = None;
        for count in counts {
            match list(self.game, method, &ListQuery { count, largest, ..query.clone() }) {
                Ok(list) => return Ok((list, count)),
                Err(error @ Error::TooLarge { .. }) => refused = Some(error),
                Err(error) => return Err(error),
            }
        }
        Err(refused.unwrap_or_else(|| self.too_many(0)))
    }

    /// The error for a list that ended before the bound.
    pub fn too_many(&self, count: u64) -> Error {
        Error::TooLarge {
            what: format!("the list of all positions up to {}", crate::number::shown(&self.most)),
            given: format!("more than {count} positions"),
            limit: match count {
                MOST_ROWS => format!("{count}, the most that are gone through one by one"),
                _ => format!("{count}, the most that its method can number"),
            },
            hint: Hint::example([Term::max(1000)]),
        }
    }
}

/// How many positions a list has, and what their numbers add up to.
///
/// ```
/// use nimlab::prelude::*;
/// let (_, tally) = catalogue::game("wythoff")?.positions().tally(Some(5u8.into()))?;
/// assert_eq!((tally.count, tally.sum), (3, 11u8.into())); // 0,0 and 1,2 and 3,5
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many.
    pub count: u64,
    /// The sum of all numbers of all of them.
    pub sum: UBig,
}

impl Tally {
    fn add(&mut self, row: Row<'_>) {
        self.count += 1;
        self.sum += sum_of(row);
    }
}

/// Counts a list; with a bound, the positions up to it, by a theorem where the
/// method has one, on numbers of any size.
pub(super) fn count(
    game: &dyn Game,
    method: Option<&str>,
    query: &ListQuery,
    most: Option<UBig>,
) -> Result<(Method, UBig)> {
    if let Some(most) = &most {
        let method = chosen(game, method, query)?;
        if let (Some(all), None) = (game.count(method, query, most), query.first_pile) {
            let all = all?;
            return Ok((method, if all > query.from { all - &query.from } else { UBig::ZERO }));
        }
    }
    let (method, found) = tally(game, method, query, most)?;
    Ok((method, found.count.into()))
}

/// Counts and adds up a list; with a bound, the positions up to it.
pub(super) fn tally(
    game: &dyn Game,
    method: Option<&str>,
    query: &ListQuery,
    most: Option<UBig>,
) -> Result<(Method, Tally)> {
    let query = &ListQuery { budget: query.budget.started(), ..query.clone() };
    let mut found = Tally::default();
    let Some(most) = most else {
        let list = list(game, method, query)?;
        let method = list.method();
        each_row(list, query.budget, |row| {
            found.add(row);
            Ok(ControlFlow::Continue(()))
        })?;
        return Ok((method, found));
    };
    let method = each_up_to(game, method, query, most, |row| {
        found.add(row);
        Ok(())
    })?;
    Ok((method, found))
}

/// Calls `each` for every position of a list up to a largest number. Fails if
/// the list ends before it.
pub(crate) fn each_up_to(
    game: &dyn Game,
    method: Option<&str>,
    query: &ListQuery,
    most: UBig,
    mut each: impl FnMut(Row<'_>) -> Result<()>,
) -> Result<Method> {
    let mut bound = Bound::new(game, most);
    let (list, count) = bound.list(method, query)?;
    let method = list.method();
    let mut past = false;
    let listed = each_row(list, query.budget, |row| {
        past = bound.is_past(row);
        if !past && bound.keeps(row) {
            each(row)?;
        }
        Ok(if past { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })?;
    if listed == count && !past { Err(bound.too_many(count)) } else { Ok(method) }
}

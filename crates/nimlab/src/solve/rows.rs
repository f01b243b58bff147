//! Lists of positions gone through row by row: how many there are, what their
//! numbers add up to, and the list of all positions up to a largest pile.

use super::{Budget, chosen, cold};
use crate::error::{Error, Result};
use crate::game::{Cold, ColdQuery, Game, ListOrder, Method, Piles, Position};
use crate::number::UBig;
use std::ops::ControlFlow;

/// A row of a list.
#[derive(Debug, Clone, Copy)]
pub enum Row<'r> {
    /// In machine words.
    Words(&'r [u64]),
    /// Of any size.
    Position(&'r Position),
}

impl Row<'_> {
    /// The sum of its numbers.
    fn sum(self) -> UBig {
        match self {
            Row::Words(words) => words.iter().map(|&word| u128::from(word)).sum::<u128>().into(),
            Row::Position(position) => position.numbers().iter().fold(UBig::ZERO, |sum, number| sum + number),
        }
    }

    /// How many of its numbers are larger than `most`.
    fn larger(self, most: &UBig) -> usize {
        match (self, u64::try_from(most)) {
            (Row::Words(words), Ok(most)) => words.iter().filter(|&&word| word > most).count(),
            (Row::Words(_), Err(_)) => 0,
            (Row::Position(position), _) => position.numbers().iter().filter(|&number| number > most).count(),
        }
    }

    /// Its numbers in machine words, or the limit that was met.
    pub fn words(self) -> Result<Vec<u64>> {
        match self {
            Row::Words(words) => Ok(words.to_vec()),
            Row::Position(position) => position.words(),
        }
    }

    fn len(self) -> usize {
        match self {
            Row::Words(words) => words.len(),
            Row::Position(position) => position.numbers().len(),
        }
    }
}

/// Rows that are computed at a time.
const BLOCK: u64 = 4096;

/// Calls `each` for up to `count` rows of a list until it breaks off; how many
/// rows there were, the last one included.
pub fn each_row(
    stream: Cold<'_>,
    count: u64,
    budget: Budget,
    mut each: impl FnMut(Row<'_>) -> Result<ControlFlow<()>>,
) -> Result<u64> {
    let mut clock = budget.clock();
    let mut done = 0;
    let mut late = |done: u64, work: u64| {
        clock.after(work).map_or(Ok(()), |limit| {
            Err(Error::OverBudget {
                what: "the list".into(),
                limit,
                reached: format!("{done} position{}", if done == 1 { "" } else { "s" }),
                hint: String::new(),
            })
        })
    };
    match stream {
        Cold::Words { width, mut rows } => {
            let mut block = Vec::new();
            // A short block first: the list may be wanted for a few rows only.
            let mut now = 64.min(count);
            while done < count {
                rows.fill(now as usize, &mut block)?;
                for row in block.chunks(width) {
                    done += 1;
                    if each(Row::Words(row))?.is_break() {
                        return Ok(done);
                    }
                }
                late(done, now)?;
                now = (count - done).min(BLOCK);
            }
        }
        Cold::Positions(positions) => {
            for position in positions.take(usize::try_from(count).unwrap_or(usize::MAX)) {
                done += 1;
                if each(Row::Position(&position?))?.is_break() {
                    return Ok(done);
                }
                late(done, 16)?;
            }
        }
    }
    Ok(done)
}

/// The most rows of a list that are gone through where nobody knows how many lie
/// below a bound.
const MOST_ROWS: u64 = 100_000_000;

/// The positions of a list whose largest number is at most a bound. Of games
/// that list their starting positions, those up to a size.
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
        self.size.is_some() || row.larger(&self.most) == 0
    }

    /// Whether no further row of the list does. Every row is asked about, in
    /// the order of the list.
    pub fn is_past(&mut self, row: Row<'_>) -> bool {
        if let Some(size) = &mut self.size {
            // The list goes through the sizes, and leaves some out.
            let same = |start: &[u64]| match row {
                Row::Words(words) => start == words,
                Row::Position(position) => position.words().is_ok_and(|words| start == words),
            };
            while UBig::from(*size) <= self.most {
                *size += 1;
                if self.game.start(*size - 1).is_none_or(|start| same(&start)) {
                    return false;
                }
            }
            return true;
        }
        match self.game.list_order() {
            ListOrder::Largest => row.larger(&self.most) > 0,
            ListOrder::Smallest => row.larger(&self.most) == row.len(),
            ListOrder::Total => row.sum() > &self.most * UBig::from(row.len()),
        }
    }

    /// The list in which the positions are, and how far it goes at most: as far
    /// as its method can number them.
    pub fn list(&self, method: Option<Method>, query: &ColdQuery) -> Result<(Method, Cold<'g>, u64)> {
        let largest = Some(u64::try_from(&self.most).unwrap_or(u64::MAX));
        // Of two piles, a smaller one belongs to one position of each value.
        let each_once = self.game.list_order() == ListOrder::Smallest && self.game.shape().piles == Piles::Exactly(2);
        let first = if each_once { largest.and_then(|most| most.checked_add(2)) } else { None };
        let tenths =
            std::iter::successors(Some(MOST_ROWS), |count| Some(count / 10)).take_while(|&count| count >= 1000);
        let counts = first.into_iter().chain(tenths);
        let mut refused = None;
        for count in counts {
            match cold(self.game, method, &ColdQuery { count, largest, ..query.clone() }) {
                Ok((method, stream)) => return Ok((method, stream, count)),
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
            hint: "an example that works: --max 1000".into(),
        }
    }
}

/// How many positions a list has, and what their numbers add up to.
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
        self.sum += row.sum();
    }
}

/// Counts a list; with a bound, the positions up to it, by a theorem where the
/// method has one, on numbers of any size.
///
/// ```
/// use nimlab::{catalogue, game::ColdQuery, number::UBig, solve::count};
/// // ⌊(N + 1)/φ²⌋ + 1 pairs of Wythoff's game have no number above N.
/// let wythoff = catalogue::game("wythoff").unwrap();
/// let (_, found) = count(&*wythoff, None, &ColdQuery::default(), Some(UBig::from(10u8).pow(20))).unwrap();
/// assert_eq!(found.to_string(), "38196601125010515180");
/// ```
pub fn count(game: &dyn Game, method: Option<Method>, query: &ColdQuery, most: Option<UBig>) -> Result<(Method, UBig)> {
    if let Some(most) = &most {
        let method = chosen(game, method, query)?;
        if let Some(all) = game.cold_count(method, query, most) {
            let all = all?;
            return Ok((method, if all > query.from { all - &query.from } else { UBig::ZERO }));
        }
    }
    let (method, found) = tally(game, method, query, most)?;
    Ok((method, found.count.into()))
}

/// Counts and adds up a list; with a bound, the positions up to it.
///
/// ```
/// use nimlab::{catalogue, game::ColdQuery, solve::tally};
/// // 0,0 and 1,2 and 3,5 and 4,7 and 6,10: Project Euler asks such questions.
/// let wythoff = catalogue::game("wythoff").unwrap();
/// let (_, found) = tally(&*wythoff, None, &ColdQuery::default(), Some(10u8.into())).unwrap();
/// assert_eq!((found.count, found.sum), (5, 38u8.into()));
/// ```
pub fn tally(
    game: &dyn Game,
    method: Option<Method>,
    query: &ColdQuery,
    most: Option<UBig>,
) -> Result<(Method, Tally)> {
    let query = &ColdQuery { budget: query.budget.started(), ..query.clone() };
    let mut found = Tally::default();
    let Some(most) = most else {
        let (method, stream) = cold(game, method, query)?;
        each_row(stream, query.count, query.budget, |row| {
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
    method: Option<Method>,
    query: &ColdQuery,
    most: UBig,
    mut each: impl FnMut(Row<'_>) -> Result<()>,
) -> Result<Method> {
    let mut bound = Bound::new(game, most);
    let (method, stream, count) = bound.list(method, query)?;
    let mut past = false;
    let listed = each_row(stream, count, query.budget, |row| {
        past = bound.is_past(row);
        if !past && bound.keeps(row) {
            each(row)?;
        }
        Ok(if past { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })?;
    if listed == count && !past { Err(bound.too_many(count)) } else { Ok(method) }
}

//! P-positions in order for any game.
//!
//! A game that is played from special starting positions lists those; every
//! other game lists its positions by their largest pile, then
//! lexicographically, so that each has finitely many before it.

use super::{MISERE, Search, VALUES, method_named, methods, without_blocks};
use crate::error::{Error, Result};
use crate::number::UBig;
use crate::{Game, Hint, Limit, List, ListQuery, Method, Outcome, Piles, Play, Position, RuleExt, Term, Values};
use std::ops::RangeInclusive;

/// Positions in order, by the named method or the fastest, from number
/// `query.from` on.
pub(super) fn list<'g>(game: &'g dyn Game, method: Option<&str>, query: &ListQuery) -> Result<List<'g>> {
    let query = &ListQuery { budget: query.budget.started(), ..query.clone() };
    let method = chosen(game, method, query)?;
    let list = match method {
        Method::SEARCH => by_search(game, query)?,
        own => game.list(own, query)?,
    };
    let meter = query.budget.foreseen().meter(format!("the list of positions of {}", game.name()));
    Ok(list.by(method, &game.shape()).watched(move || meter.now()))
}

/// The method of a list: the named one, if the game has it, or the fastest.
pub(super) fn chosen(game: &dyn Game, method: Option<&str>, query: &ListQuery) -> Result<Method> {
    let question = query.question();
    if query.play == Play::Misere && query.value > 0 {
        return Err(Error::NotAnswered {
            game: game.name(),
            question: "Grundy values under misère play".into(),
            hint: Hint::new(
                "Grundy values belong to normal play",
                [Term::POSITIONS, Term::game(game.name()), Term::value(query.value)],
            ),
        });
    }
    if query.play == Play::Misere || query.value > 0 {
        let question = if query.value > 0 { VALUES } else { MISERE };
        without_blocks(game, question)?;
    }
    let method = match method {
        Some(name) => method_named(game, name, question)?,
        None => game.list_method(query).unwrap_or_else(|| methods(game, question)[0]),
    };
    let by_first_pile = query.first_pile.is_some();
    match by_first_pile && (method == Method::SEARCH || !game.lists_by_first_pile()) {
        true => Err(Error::NotAnswered {
            game: game.name(),
            question: format!("positions with a given first pile by the method '{method}'"),
            hint: Hint::new("a game that lists them", [Term::POSITIONS, Term::Game("fraenkel:3".into())]),
        }),
        false => Ok(method),
    }
}

/// Positions in order by plain search.
fn by_search<'g>(game: &'g dyn Game, query: &ListQuery) -> Result<List<'g>> {
    one_by_one(query)?;
    let wanted: Wanted<'g> = match query.value {
        0 => {
            let mut search = Search::for_outcomes(game, query.play, query.budget);
            Box::new(move |position| Ok(search.outcome(position)? == Outcome::P))
        }
        value => {
            let mut search = Search::for_values(game, query.budget);
            Box::new(move |position| Ok(search.value(position)? == value))
        }
    };
    ordered(game, query, wanted)
}

/// A condition on positions, which may take a search to decide.
pub type Wanted<'g> = Box<dyn FnMut(&[u64]) -> Result<bool> + 'g>;

/// Positions one by one.
pub type OneByOne<'g> = Box<dyn Iterator<Item = Result<Position>> + 'g>;

/// The positions of a game that satisfy `wanted`, in order.
///
/// ```
/// use nimlab::{ListQuery, prelude::*, solve};
/// let nim = catalogue::game("nim")?;
/// let query = ListQuery { heaps: 2, count: 3, ..ListQuery::default() };
/// let equal = solve::ordered(&*nim, &query, Box::new(|piles| Ok(piles[0] == piles[1])))?;
/// assert_eq!(equal.map(|position| position.unwrap().to_string()).collect::<Vec<_>>(), ["0,0", "1,1", "2,2"]);
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn ordered<'g>(game: &'g dyn Game, query: &ListQuery, wanted: Wanted<'g>) -> Result<List<'g>> {
    Ok(List::of_positions(from_number(ordered_from(game, query, 0, wanted)?, &query.from)?, query))
}

/// The same from the first position on whose largest number is `largest`; a
/// list of starting positions always begins with the first.
pub(crate) fn ordered_from<'g>(
    game: &'g dyn Game,
    query: &ListQuery,
    largest: u64,
    mut wanted: Wanted<'g>,
) -> Result<OneByOne<'g>> {
    let candidates = candidates(game, query.heaps, largest..=query.largest.unwrap_or(u64::MAX))?;
    let patience = query.budget.positions.max(1);
    let mut meter = query.budget.meter(format!("the list of positions of {}", game.name()));
    let mut missed = 0;
    Ok(Box::new(candidates.filter_map(move |position| match meter.tick(4).and_then(|()| wanted(&position)) {
        Ok(true) => {
            missed = 0;
            Some(Ok(game.position_of_words(&position)))
        }
        // Some lists are finite: a single heap of Nim is lost only if it is empty.
        Ok(false) => {
            missed += 1;
            (missed % patience == 0).then(|| Err(no_further(patience)))
        }
        Err(error) => Some(Err(error)),
    })))
}

/// The error of a list that has no next position among this many.
pub(crate) fn no_further(patience: u64) -> Error {
    Error::Undecided {
        reason: format!(
            "there is no further position of this kind among the next {patience}; perhaps there is none at all"
        ),
        hint: Hint::new("a higher limit looks at more", Limit::Positions(patience).raised().map(Term::Budget)),
    }
}

/// A list with a single position in it.
///
/// ```
/// use nimlab::{ListQuery, prelude::*, solve};
/// let list = solve::only(vec![0, 0], &ListQuery { count: 10, ..ListQuery::default() });
/// assert_eq!(list.map(|position| position.unwrap().to_string()).collect::<Vec<_>>(), ["0,0"]);
/// ```
pub fn only<'g>(words: Vec<u64>, query: &ListQuery) -> List<'g> {
    let position = Position::new(words.into_iter().map(UBig::from).collect(), false);
    let first = query.from.is_zero();
    List::of_positions(first.then_some(Ok(position)).into_iter(), query)
}

/// The largest number from which a list that must be gone through can start.
const FARTHEST: u64 = 100_000_000;

/// Fails for lists that no search can come to the end of.
pub fn one_by_one(query: &ListQuery) -> Result<()> {
    if query.end() <= UBig::from(FARTHEST) {
        return Ok(());
    }
    Err(Error::TooLarge {
        what: "the number of the last position".into(),
        given: crate::number::shown(&query.end()),
        limit: FARTHEST.to_string(),
        hint: Hint::new("this game lists its positions one by one; an example that works", [Term::count(1000)]),
    })
}

/// The stream without the positions below number `from`.
pub(crate) fn from_number<'g>(
    positions: impl Iterator<Item = Result<Position>> + 'g,
    from: &UBig,
) -> Result<OneByOne<'g>> {
    let mut left = u64::try_from(from).ok().filter(|&from| from <= FARTHEST).ok_or_else(|| Error::TooLarge {
        what: "the number of the first position".into(),
        given: crate::number::shown(from),
        limit: FARTHEST.to_string(),
        hint: Hint::new("this game lists its positions one by one; an example that works", [Term::from(1000)]),
    })?;
    Ok(Box::new(positions.filter(move |position| {
        let skip = left > 0 && position.is_ok();
        left -= u64::from(skip);
        !skip
    })))
}

/// All positions of a game in order: starting positions by size, or piles in
/// a box that grows; of these sizes, or with largest numbers of these.
fn candidates<'g>(
    game: &'g dyn Game,
    heaps: usize,
    sizes: RangeInclusive<u64>,
) -> Result<Box<dyn Iterator<Item = Vec<u64>> + 'g>> {
    if game.start(0).is_some() {
        return Ok(Box::new(sizes.map_while(|size| game.start(size))));
    }
    let (shape, numbers) = (game.shape(), numbers_of(game, heaps)?);
    if component(game) > 1 {
        let all = sizes.flat_map(move |largest| Shell::new(numbers, largest, false));
        return Ok(Box::new(all.filter(|position| is_canonical(game, position))));
    }
    let sorted = shape.interchangeable && shape.tail.is_none();
    let all = sizes.flat_map(move |largest| Shell::new(numbers, largest, sorted));
    match shape.interchangeable && !sorted {
        true => Ok(Box::new(all.filter(|position| is_canonical(game, position)))),
        false => Ok(Box::new(all)),
    }
}

/// The most numbers that a listed position has.
const MOST_LISTED: usize = 16;

/// How many numbers a listed position has.
pub(crate) fn numbers_of(game: &dyn Game, heaps: usize) -> Result<usize> {
    let shape = game.shape();
    let numbers = match shape.piles {
        Piles::Exactly(piles) => piles + usize::from(shape.tail.is_some()),
        Piles::Any => heaps.saturating_mul(component(game)),
    };
    if (1..=MOST_LISTED).contains(&numbers) {
        return Ok(numbers);
    }
    Err(Error::TooLarge {
        what: "the number of heaps of a list".into(),
        given: heaps.to_string(),
        limit: format!("1 to {}", MOST_LISTED / component(game)),
        hint: Hint::example([Term::heaps(3)]),
    })
}

/// How many numbers a heap has: several in games whose moves split positions
/// of several numbers.
pub(super) fn component(game: &dyn Game) -> usize {
    game.shape().component_width()
}

/// Whether a position stands in the order in which the game keeps it.
pub(super) fn is_canonical(game: &dyn Game, position: &[u64]) -> bool {
    let width = component(game);
    // The cheap half of the question first.
    let ordered = width == 1 || position.chunks(width).is_sorted();
    ordered && game.position_of_words(position).words().is_ok_and(|words| words == position)
}

/// The positions whose largest pile is exactly `largest`, in lexicographic
/// order; only the sorted ones if the piles are interchangeable.
struct Shell {
    next: Option<Vec<u64>>,
    largest: u64,
    sorted: bool,
}

impl Shell {
    fn new(piles: usize, largest: u64, sorted: bool) -> Self {
        let mut first = vec![0; piles];
        first[piles - 1] = largest;
        Self { next: Some(first), largest, sorted }
    }

    fn successor(&self, position: &[u64]) -> Option<Vec<u64>> {
        let mut after = position.to_vec();
        if self.sorted {
            // The last pile is the largest and stays; the others count up
            // like digits that never fall from left to right.
            let raised = (0..after.len() - 1).rev().find(|&i| after[i] < self.largest)?;
            let value = after[raised] + 1;
            let last = after.len() - 1;
            after[raised..last].fill(value);
            return Some(after);
        }
        loop {
            let raised = (0..after.len()).rev().find(|&i| after[i] < self.largest)?;
            after[raised] += 1;
            after[raised + 1..].fill(0);
            if after.contains(&self.largest) {
                return Some(after);
            }
        }
    }
}

impl Iterator for Shell {
    type Item = Vec<u64>;

    fn next(&mut self) -> Option<Vec<u64>> {
        let current = self.next.take()?;
        self.next = self.successor(&current);
        Some(current)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn shells_cover_a_box_once_in_order() {
        for sorted in [false, true] {
            let listed: Vec<Vec<u64>> = (0..5).flat_map(|largest| Shell::new(3, largest, sorted)).collect();
            let distinct: BTreeSet<Vec<u64>> = listed.iter().cloned().collect();
            assert_eq!(listed.len(), distinct.len());
            assert_eq!(listed.len(), if sorted { 35 } else { 125 });
            assert!(listed.windows(2).all(|pair| {
                let key = |position: &Vec<u64>| (*position.iter().max().unwrap(), position.clone());
                key(&pair[0]) < key(&pair[1])
            }));
            assert!(listed.iter().all(|position| !sorted || position.is_sorted()));
        }
    }
}

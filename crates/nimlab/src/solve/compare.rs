//! Two games side by side: where do their Grundy values and outcomes differ?
//!
//! Over all positions whose numbers are below a size. Games of one heap or two
//! piles are compared table by table, others position by position; under misère
//! play, and where a game has no Grundy values, only outcomes are compared: by
//! the lists of P-positions where both games have one.

use super::rows::each_up_to;
use super::table::table_rows;
use super::{MISERE, Search, TableSize, find, known_value, values, without_blocks};
use crate::error::{Error, Result};
use crate::number::UBig;
use crate::rules::Grid;
use crate::{Budget, Game, Hint, ListQuery, Method, Outcome, Piles, Play, Question, RuleExt, Values, counted};
use std::ops::ControlFlow;

/// What two games have in a position.
///
/// ```
/// use nimlab::prelude::*;
/// let [nim, greedy] = [catalogue::game("nim")?, catalogue::game("greedy")?];
/// let first = &nim.compare(&*greedy, 4).run()?.first[0];
/// assert_eq!(first.position.len(), 3);
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The numbers of the position.
    pub position: Vec<u64>,
    /// The Grundy values, if they were compared.
    pub values: Option<[u64; 2]>,
    /// Who wins.
    pub outcomes: [Outcome; 2],
}

/// How two games differ over a box.
///
/// ```
/// use nimlab::prelude::*;
/// let [restricted, wythoff] = [catalogue::game("r-wythoff")?, catalogue::game("wythoff")?];
/// // The same P-positions, but other Grundy values (Thesis-A, theorem 6).
/// let found = restricted.compare(&*wythoff, 12).run()?;
/// assert_eq!(found.outcomes, 0);
/// assert!(!found.equal());
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// The names of the games.
    pub games: [String; 2],
    /// Normal or misère play.
    pub play: Play,
    /// How many numbers a position has.
    pub numbers: usize,
    /// How many positions were compared.
    pub positions: u64,
    /// At how many of them the values differ, if they were compared.
    pub values: Option<u64>,
    /// At how many of them the outcomes differ.
    pub outcomes: u64,
    /// The first differences, by the largest number, then lexicographically.
    pub first: Vec<Difference>,
}

impl Comparison {
    /// Whether no difference was found.
    pub fn equal(&self) -> bool {
        self.values.unwrap_or(0) == 0 && self.outcomes == 0
    }

    fn add(&mut self, position: &[u64], values: Option<[u64; 2]>, outcomes: [Outcome; 2]) {
        self.positions += 1;
        let differ = outcomes[0] != outcomes[1];
        self.outcomes += u64::from(differ);
        let values_differ = values.is_some_and(|[one, other]| one != other);
        if let Some(count) = &mut self.values {
            *count += u64::from(values_differ);
        }
        if !differ && !values_differ {
            return;
        }
        let key = |position: &[u64]| (position.iter().copied().max(), position.to_vec());
        let full = self.first.len() == SHOWN;
        if full && self.first.last().is_some_and(|last| key(&last.position) <= key(position)) {
            return;
        }
        let at = self.first.partition_point(|one| key(&one.position) < key(position));
        self.first.insert(at, Difference { position: position.to_vec(), values, outcomes });
        self.first.truncate(SHOWN);
    }
}

/// The most differences that are kept.
const SHOWN: usize = 20;

/// Compares two games over all positions whose numbers are below `size`.
/// Games that take any number of heaps have `heaps` of them, by default one if
/// both are sums of heaps and three otherwise.
pub fn compare(
    games: [&dyn Game; 2],
    size: u64,
    heaps: Option<usize>,
    play: Play,
    budget: Budget,
) -> Result<Comparison> {
    if size == 0 {
        return Err(Error::BadNumber { given: "0".into(), problem: "there would be nothing to compare".into() });
    }
    let budget = budget.started();
    let numbers = numbers(games, heaps)?;
    for game in games.iter().filter(|_| play == Play::Misere) {
        without_blocks(*game, MISERE)?;
    }
    let has_values = |game: &&dyn Game| game.reference() == Method::SEARCH && game.blocked() == 0;
    let by_values = play == Play::Normal && games.iter().all(has_values);
    let mut found = Comparison {
        games: games.map(|game| game.name()),
        play,
        numbers,
        positions: 0,
        values: by_values.then_some(0),
        outcomes: 0,
        first: Vec::new(),
    };
    // Where the order is irrelevant in both, each position is compared once.
    let sorted = games.iter().all(|game| game.shape().interchangeable && game.shape().tail.is_none())
        && games.iter().all(|game| game.shape().component_width() == 1);
    let plain = games.iter().all(|game| game.shape().tail.is_none());
    match numbers {
        1 | 2 if by_values && plain => tables(games, size, numbers, sorted, budget, &mut found)?,
        _ if by_values => {
            let corner = vec![size - 1; numbers];
            let mut oracles = games.map(|game| values(game, &corner, budget));
            each_position(numbers, size, sorted, budget, &found.games.join(" and "), &mut |position| {
                let mut values = [0; 2];
                for ((game, oracle), value) in games.iter().zip(&mut oracles).zip(&mut values) {
                    *value = value_at(*game, &mut **oracle, position, budget)?;
                }
                found.add(position, Some(values), outcomes_of(values));
                Ok(())
            })?;
        }
        _ if by_lists(games, size, sorted, budget, &mut found)? => {}
        _ => {
            let mut searches = games.map(|game| Search::for_outcomes(game, play, budget));
            each_position(numbers, size, sorted, budget, &found.games.join(" and "), &mut |position| {
                let mut outcomes = [Outcome::P; 2];
                for ((game, search), outcome) in games.iter().zip(&mut searches).zip(&mut outcomes) {
                    let canonical = game.position_of_words(position);
                    *outcome = match game.reference() {
                        Method::SEARCH => search.outcome(&canonical.words()?)?,
                        _ => find(*game, &canonical, play, budget)?.1.outcome,
                    };
                }
                found.add(position, None, outcomes);
                Ok(())
            })?;
        }
    }
    Ok(found)
}

/// Compares the lists of P-positions, if both games have one of this kind of
/// positions; says whether they have.
fn by_lists(games: [&dyn Game; 2], size: u64, sorted: bool, budget: Budget, found: &mut Comparison) -> Result<bool> {
    let question = Question::List { play: found.play, value: 0 };
    let has_list = |game: &&dyn Game| {
        let shape = game.shape();
        let plain = matches!(shape.piles, Piles::Exactly(_)) && shape.tail.is_none() && shape.interchangeable == sorted;
        plain && game.start(0).is_none() && !game.methods(question).is_empty()
    };
    if !games.iter().all(has_list) {
        return Ok(false);
    }
    let query = ListQuery { play: found.play, budget, ..ListQuery::default() };
    let mut meter = budget.meter(format!("the comparison of {}", found.games.join(" and ")));
    let mut lists = [Vec::new(), Vec::new()];
    for (game, list) in games.into_iter().zip(&mut lists) {
        let listed = each_up_to(game, None, &query, UBig::from(size - 1), |row| {
            let words = row.position().words()?;
            meter.take_for::<u64>(words.len() as u64)?;
            meter.push(list, words)
        });
        match listed {
            Ok(_) => list.sort_unstable(),
            // A list that cannot be gone through to its end: search may do.
            Err(Error::TooLarge { .. } | Error::Undecided { .. }) => return Ok(false),
            Err(error) => return Err(error),
        }
    }
    let [one, other] = &lists;
    for (list, others, outcomes) in [(one, other, [Outcome::P, Outcome::N]), (other, one, [Outcome::N, Outcome::P])] {
        for position in list.iter().filter(|position| others.binary_search(position).is_err()) {
            meter.tick(1)?;
            found.add(position, None, outcomes);
        }
    }
    let interchangeable = if sorted { found.numbers } else { 0 };
    found.positions = Grid::canonical_positions(size, found.numbers, interchangeable);
    Ok(true)
}

fn outcomes_of(values: [u64; 2]) -> [Outcome; 2] {
    values.map(|value| if value == 0 { Outcome::P } else { Outcome::N })
}

fn value_at(game: &dyn Game, oracle: &mut dyn Values, position: &[u64], budget: Budget) -> Result<u64> {
    let position = game.position_of_words(position);
    match known_value(game, &position, budget).map(u64::try_from) {
        Some(Ok(value)) => Ok(value),
        _ => oracle.value(&position.words()?),
    }
}

/// How many numbers the positions of both games have.
fn numbers(games: [&dyn Game; 2], heaps: Option<usize>) -> Result<usize> {
    let fixed = games.map(|game| match game.shape().piles {
        Piles::Exactly(piles) => Some(piles + usize::from(game.shape().tail.is_some())),
        Piles::Any => None,
    });
    let width = games.iter().filter_map(|game| game.shape().component).max().unwrap_or(1);
    let sums = games.iter().all(|game| game.heap_rule().is_some() || game.shape().component.is_some());
    let refused = |expected: &str, given: [String; 2]| Error::BadParameters {
        game: "a comparison".into(),
        given: format!("{} ({}) and {} ({})", games[0].name(), given[0], games[1].name(), given[1]),
        expected: expected.into(),
        example: "nim and wythoff".into(),
    };
    if games[0].shape().slashes() != games[1].shape().slashes() {
        return Err(refused("takes two games whose positions are written alike", games.map(|game| game.example())));
    }
    let counts = |counts: [usize; 2]| counts.map(|count| count.to_string());
    let numbers = match fixed {
        [Some(one), Some(other)] if one != other => {
            return Err(refused("takes two games whose positions have the same length", counts([one, other])));
        }
        [Some(numbers), _] | [_, Some(numbers)] => numbers,
        [None, None] => heaps.unwrap_or(if sums { 1 } else { 3 }).saturating_mul(width),
    };
    let whole = games.iter().all(|game| numbers.is_multiple_of(game.shape().component_width()));
    if numbers == 0 || numbers > 16 || !whole {
        return Err(refused(
            "takes games whose positions have 1 to 16 numbers, whole components",
            counts([numbers; 2]),
        ));
    }
    Ok(numbers)
}

/// Compares two tables row by row.
fn tables(
    games: [&dyn Game; 2],
    size: u64,
    numbers: usize,
    sorted: bool,
    budget: Budget,
    found: &mut Comparison,
) -> Result<()> {
    let size = match numbers {
        1 => TableSize::Side(size),
        _ => TableSize::Rectangle(size, size),
    };
    let table = |game| table_rows(game, size, budget, &|_, _| ControlFlow::Continue(()));
    let (mut one, mut other) = (table(games[0])?, table(games[1])?);
    let mut cells = Vec::new();
    let mut clock = budget.clock();
    one.each_piece(|row, first, values| {
        let behind = first + values.len() as u64;
        other.fill(row, first, values.len() as u64, &mut cells)?;
        let from = if numbers == 2 && sorted { row } else { 0 };
        for column in from.max(first)..behind {
            let at = (column - first) as usize;
            let values = [values[at], cells[at]].map(u64::from);
            let position = [row, column];
            found.add(if numbers == 1 { &position[1..] } else { &position }, Some(values), outcomes_of(values));
        }
        clock
            .after(values.len() as u64)
            .map_or(Ok(()), |limit| Err(late(&found.games.join(" and "), limit, found.positions)))
    })
}

fn late(games: &str, limit: crate::Limit, done: u64) -> Error {
    let reached = counted(done, "position");
    Error::OverBudget { what: format!("the comparison of {games}"), limit, reached, hint: Hint::NONE }
}

/// Calls `each` for every position of this many numbers below a size.
fn each_position(
    numbers: usize,
    size: u64,
    sorted: bool,
    budget: Budget,
    games: &str,
    each: &mut dyn FnMut(&[u64]) -> Result<()>,
) -> Result<()> {
    let mut clock = budget.clock();
    let mut position = vec![0; numbers];
    let mut done = 0;
    loop {
        each(&position)?;
        done += 1;
        if let Some(limit) = clock.after(100) {
            return Err(late(games, limit, done));
        }
        // The next one, like digits; sorted ones never fall from left to right.
        let Some(raised) = (0..numbers).rev().find(|&i| position[i] + 1 < size) else { return Ok(()) };
        position[raised] += 1;
        let least = if sorted { position[raised] } else { 0 };
        position[raised + 1..].fill(least);
    }
}

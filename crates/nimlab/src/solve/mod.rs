//! Engines that work for any game, and the choice among its methods.

mod budget;
mod check;
mod cold;
mod compare;
mod limits;
mod moves;
mod rows;
mod search;
mod sum;
mod table;

pub(crate) use budget::Clock;
pub use budget::{Budget, Cancel, Limit, Meter, Token, counted};
pub use check::{Check, Compared, check};
pub use cold::{Wanted, cold, only, ordered as ordered_cold};
pub(crate) use cold::{chosen, from_number, no_further, numbers_of, one_by_one, ordered_from};
pub use compare::{Comparison, Difference, compare};
pub use limits::{Differences, Limits, Ratios, limits};
pub(crate) use moves::is_move;
pub use moves::{Judged, JudgedMoves, judge, moves};
pub use rows::{Bound, Row, Tally, count, each_row, tally};
pub use search::Search;
pub use sum::{Component, SumAnswer, SumMove, solve_sum};
pub use table::{Table, TableRows, TableSize, table, table_rows};

use crate::error::{Error, Result};
use crate::game::{Analysis, Answer, Game, Method, Moves, Outcome, Play, Position, Question};
use crate::games::nim;
use crate::number::UBig;
use std::ops::ControlFlow;
use std::time::Duration;

/// An oracle for Grundy values.
pub trait Values {
    /// The Grundy value of a canonical position.
    fn value(&mut self, position: &[u64]) -> Result<u64>;
}

/// Who wins, and by which moves? By the named method, or by the fastest exact one.
///
/// ```
/// use nimlab::{catalogue, game::{Outcome, Play}, solve::{solve, Budget}};
/// let wythoff = catalogue::game("wythoff:2").unwrap();
/// let position = wythoff.read("17,29").unwrap();
/// let answer = solve(&*wythoff, &position, Play::Normal, None, Budget::default()).unwrap();
/// assert_eq!(answer.outcome, Outcome::N);
/// let moves: Vec<String> = answer.winning_moves.list.iter().map(|to| to.to_string()).collect();
/// assert_eq!(moves, ["7,17", "8,20"]);
/// ```
pub fn solve(
    game: &dyn Game,
    position: &Position,
    play: Play,
    method: Option<Method>,
    budget: Budget,
) -> Result<Answer> {
    let budget = budget.started();
    let question = Question::Solve(play);
    let methods = match method {
        Some(method) => {
            game.require(method, question)?;
            vec![method]
        }
        None => game.methods(question).into_iter().chain([game.reference()]).collect(),
    };
    let (analysis, used) = first_that_decides(game, &methods, position, play, budget)
        .map_err(|error| if method.is_none() { out_of_reach(error, game, position) } else { error })?;
    answer_of(game, position, play, (analysis, used), budget)
}

/// The answer of an analysis by a method: with it goes the Grundy value.
pub(crate) fn answer_of(
    game: &dyn Game,
    position: &Position,
    play: Play,
    (analysis, method): (Analysis, Method),
    budget: Budget,
) -> Result<Answer> {
    Ok(Answer {
        game: game.name(),
        position: position.clone(),
        play,
        outcome: analysis.outcome,
        grundy: grundy_for(game, position, play, analysis.outcome, budget.started())?,
        winning_moves: analysis.winning_moves,
        method,
    })
}

/// Outcome and winning moves by the fastest exact method, without a Grundy value.
pub fn analyse(game: &dyn Game, position: &Position, play: Play, budget: Budget) -> Result<Analysis> {
    find(game, position, play, budget).map(|(analysis, _)| analysis)
}

/// The same with the method.
pub(crate) fn find(game: &dyn Game, position: &Position, play: Play, budget: Budget) -> Result<(Analysis, Method)> {
    let budget = budget.started();
    let methods: Vec<Method> = game.methods(Question::Solve(play)).into_iter().chain([game.reference()]).collect();
    first_that_decides(game, &methods, position, play, budget).map_err(|error| out_of_reach(error, game, position))
}

/// What a search of our own choice cannot hold is not decided; the request was
/// not wrong.
fn out_of_reach(error: Error, game: &dyn Game, position: &Position) -> Error {
    match error {
        Error::TooLarge { limit, .. } => Error::Undecided {
            reason: format!(
                "no theorem covers {} {}, and what a search needs is beyond its limit, {limit}",
                game.name(),
                position.shown()
            ),
        },
        other => other,
    }
}

/// The answer of the first method that has one; a theorem may not cover every
/// position.
fn first_that_decides(
    game: &dyn Game,
    methods: &[Method],
    position: &Position,
    play: Play,
    budget: Budget,
) -> Result<(Analysis, Method)> {
    let mut last = Error::Undecided { reason: "no method was tried".into() };
    let mut tried = false;
    for &method in methods {
        let analysis = match method {
            Method::Search => search(game, position, play, budget),
            own => game.analyse(own, position, play, budget),
        };
        match analysis {
            Ok(analysis) => return Ok((analysis, method)),
            // Where no theorem applies the next method may; where a method of
            // the game ran out of its budget, plain search would all the more.
            Err(error @ Error::Undecided { .. }) => {
                last = error;
                tried = true;
            }
            // What stopped the game's own methods says more than that search cannot hold the position.
            Err(Error::TooLarge { .. }) if method == Method::Search && tried => return Err(last),
            Err(error) => return Err(error),
        }
    }
    Err(last)
}

/// Outcome and winning moves by plain search from the rule.
pub fn search(game: &dyn Game, position: &Position, play: Play, budget: Budget) -> Result<Analysis> {
    let start = position.words()?;
    let mut search = Search::for_outcomes(game, play, budget);
    let outcome = search.outcome(&start)?;
    let winning_moves = match outcome {
        Outcome::P => Moves::all(Vec::new()),
        Outcome::N => moves_where(game, &start, budget, &mut |option| Ok(search.outcome(option)? == Outcome::P))?,
    };
    Ok(Analysis { outcome, winning_moves })
}

/// The moves of a position to options of a kind, as many as there is room for.
fn moves_where(
    game: &dyn Game,
    words: &[u64],
    budget: Budget,
    wanted: &mut dyn FnMut(&[u64]) -> Result<bool>,
) -> Result<Moves> {
    let from = game.position_of_words(words);
    let listed = Moves::listed(&from, budget);
    let mut meter = budget.meter(format!("the list of moves of {} at {}", game.name(), from.shown()));
    let (mut list, mut failure) = (Vec::new(), None);
    let flow = game.try_options(words, &mut |option| {
        match meter.tick(1 + option.len() as u64).and_then(|()| wanted(option)) {
            Ok(false) => return ControlFlow::Continue(()),
            // Moves may come more than once; twice the room is enough for most.
            Ok(true) if list.len() < 2 * listed => {
                list.push(game.position_of_words(option));
                return ControlFlow::Continue(());
            }
            Ok(true) => {}
            Err(error) => failure = Some(error),
        }
        ControlFlow::Break(())
    })?;
    match (failure, flow) {
        (Some(error), _) => Err(error),
        (None, ControlFlow::Continue(())) => Ok(Moves::all(list)),
        (None, ControlFlow::Break(())) => Ok(Moves::some(list, None)),
    }
}

/// The Grundy value of a position, by theorem, board or search.
///
/// Fails when a search would go past its budget.
pub fn grundy(game: &dyn Game, position: &Position, budget: Budget) -> Result<UBig> {
    if let Some(value) = known_value(game, position, budget) {
        return Ok(value);
    }
    let words = position.words()?;
    game.values(&words, budget).value(&words).map(UBig::from)
}

/// The Grundy value that a theorem gives: one of the game, or that of Nim where
/// the position is literally Nim heaps.
fn known_value(game: &dyn Game, position: &Position, budget: Budget) -> Option<UBig> {
    game.grundy(position, budget).or_else(|| game.nim_heaps(position).map(|heaps| nim::nim_sum(&heaps)))
}

/// The Grundy value that goes with an answer. Values belong to normal play; a
/// P-position has value 0, and for the rest a search is tried, within a few
/// seconds, where it is not known to be too large. Rules that fail on the way
/// are no matter of a budget: they fail.
fn grundy_for(
    game: &dyn Game,
    position: &Position,
    play: Play,
    outcome: Outcome,
    budget: Budget,
) -> Result<Option<UBig>> {
    if play == Play::Misere {
        return Ok(None);
    }
    if outcome == Outcome::P {
        return Ok(Some(UBig::ZERO));
    }
    if let Some(value) = known_value(game, position, budget) {
        return Ok(Some(value));
    }
    if game.reference() != Method::Search || game.search_size(position) > UBig::from(budget.positions) {
        return Ok(None);
    }
    let own = Budget { options: u64::MAX, ..budget }.within(VALUE_TIME).started();
    let deadline = budget.deadline.into_iter().chain(own.deadline).min();
    match grundy(game, position, Budget { deadline, ..own }) {
        Ok(value) => Ok(Some(value)),
        Err(
            Error::OverBudget { .. } | Error::TooLarge { .. } | Error::Undecided { .. } | Error::NotAnswered { .. },
        ) => Ok(None),
        Err(error) => Err(error),
    }
}

/// How long a value is looked for once the outcome is known.
const VALUE_TIME: Duration = Duration::from_secs(5);

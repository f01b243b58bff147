//! Engines that work for any game, and the choice among its methods.

mod ask;
pub mod board;
mod check;
mod compare;
mod genus;
mod genus_heaps;
pub(crate) mod heap_moves;
mod limits;
mod list;
mod listing;
pub(crate) mod misere_heaps;
mod moves;
pub(crate) mod nim_heaps;
mod observed;
pub mod planes;
pub mod row;
mod rows;
mod search;
mod sum;
mod table;
mod window;

pub use ask::{Ask, Checking, Comparing, Judging, Solving, Tabulating};
pub use board::Board;
pub use check::{Check, Compared};
pub use compare::{Comparison, Difference};
pub use genus::{Genus, GenusTable};
pub use limits::{Differences, Limits, Ratios};
pub use list::{Wanted, only, ordered};
pub(crate) use list::{from_number, no_further, numbers_of, one_by_one, ordered_from};
pub use listing::Listing;
pub(crate) use moves::is_move;
pub use moves::{Judged, JudgedMoves};
pub use nim_heaps::nim_sum;
pub use observed::{Observed, ShownPeriod, observed_heaps, observed_row};
pub use rows::{Bound, Tally};
pub use search::Search;
pub use sum::{Component, SumAnswer, SumMove, solve_sum};
pub use table::{Table, TableRows, TableSize};
pub use window::FarWindow;

use crate::error::{Error, Result};
use crate::game::no_such_method;
use crate::number::UBig;
use crate::{
    Analysis, Answer, Budget, Game, Hint, KnownValue, Method, Moves, Outcome, Play, Position, Question, Reasons,
    RuleExt, Term, Values,
};
use std::ops::ControlFlow;
use std::time::Duration;

/// The methods that answer a question: the game's own, and the reference. Search
/// answers everything, except that it does not know in which order a game lists
/// its positions of a value above 0.
///
/// ```
/// use nimlab::{Question, prelude::*, solve};
/// let names: Vec<&str> =
///     solve::methods(&*catalogue::game("nim")?, Question::Solve(Play::Normal)).iter().map(|method| method.name()).collect();
/// assert_eq!(names, ["closed-form", "search"]);
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn methods(game: &dyn Game, question: Question) -> Vec<Method> {
    let mut available = game.methods(question);
    let lists_by_value = matches!(question, Question::List { value: 1.., .. });
    if !available.contains(&game.reference()) && (available.is_empty() || !lists_by_value) {
        available.push(game.reference());
    }
    available
}

/// Refuses a question that has no answer where options may be blocked.
pub(crate) fn without_blocks(game: &dyn Game, question: &str) -> Result<()> {
    if game.blocked() > 0 { Err(only_outcomes(game.name(), question)) } else { Ok(()) }
}

/// The error for what is not defined where options may be blocked.
pub(crate) fn only_outcomes(game: String, question: &str) -> Error {
    Error::NotAnswered {
        hint: Hint::new(
            "options may be blocked in it, so that only outcomes are defined; its P-positions can be listed",
            [Term::POSITIONS, Term::game(game.clone())],
        ),
        game,
        question: question.into(),
    }
}

/// The method of this name, if it answers the question.
fn method_named(game: &dyn Game, name: &str, question: Question) -> Result<Method> {
    let available = methods(game, question);
    Method::among(&available, name).ok_or_else(|| no_such_method(game.name(), name, question, available))
}

/// An oracle for the Grundy values of the positions in the box up to `corner`:
/// the game's board, or search from the rule.
///
/// ```
/// use nimlab::{prelude::*, solve};
/// let euclid = catalogue::game("euclid")?;
/// assert_eq!(solve::values(&*euclid, &[9, 9], Budget::default()).value(&[3, 3])?, 1);
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn values<'g>(game: &'g dyn Game, corner: &[u64], budget: Budget) -> Box<dyn Values + 'g> {
    board_up_to(game, corner, budget).unwrap_or_else(|| Box::new(Search::for_values(game, budget)))
}

/// The same without a search: the game's own board, or that of two piles.
fn board_up_to<'g>(game: &'g dyn Game, corner: &[u64], budget: Budget) -> Option<Box<dyn Values + 'g>> {
    let moves = || game.two_piles().and_then(|piles| piles.moves());
    game.board(corner, budget).or_else(|| board::within(moves()?, corner, budget))
}

/// Who wins, and by which moves?
fn solve(asked: &Solving<'_>) -> Result<Answer> {
    let asked = Solving { budget: asked.budget.started(), ..*asked };
    answer_of(&asked, decide(&asked)?)
}

/// The answer of an analysis by a method: the Grundy value is added.
pub(crate) fn answer_of(asked: &Solving<'_>, (method, analysis): (Method, Analysis)) -> Result<Answer> {
    let (grundy, grundy_at_least) = match grundy_for(asked, analysis.outcome)? {
        KnownValue::Is(value) => (Some(value), None),
        KnownValue::AtLeast(least) => (None, Some(least)),
        KnownValue::Nothing => (None, None),
    };
    Ok(Answer {
        game: asked.game.name(),
        position: asked.position.clone(),
        play: asked.play,
        outcome: analysis.outcome,
        grundy,
        grundy_at_least,
        winning_moves: analysis.winning_moves,
        blocked: asked.game.blocked(),
        method,
        reasons: analysis.reasons,
    })
}

/// The method that decides, with the outcome and winning moves that it found.
fn decide(asked: &Solving<'_>) -> Result<(Method, Analysis)> {
    if asked.play == Play::Misere {
        without_blocks(asked.game, MISERE)?;
    }
    let question = Question::Solve(asked.play);
    let asked = Solving { budget: asked.budget.started(), ..*asked };
    match asked.method {
        Some(name) => first_that_decides(&asked, &[method_named(asked.game, name, question)?]),
        None => first_that_decides(&asked, &methods(asked.game, question))
            .map_err(|error| out_of_reach(error, asked.game, asked.position)),
    }
}

/// The same by the fastest exact method.
pub(crate) fn find(game: &dyn Game, position: &Position, play: Play, budget: Budget) -> Result<(Method, Analysis)> {
    game.solve(position).play(play).budget(budget).analyse()
}

/// If the search was our choice and cannot hold the position, the answer is "not
/// decided": the request was not wrong.
fn out_of_reach(error: Error, game: &dyn Game, position: &Position) -> Error {
    match error {
        Error::TooLarge { limit, .. } => Error::undecided(format!(
            "no theorem covers {} {}, and what a search needs is beyond its limit, {limit}",
            game.name(),
            position.shown()
        )),
        other => other,
    }
}

/// The answer of the first method that has one; a theorem may not cover every
/// position.
fn first_that_decides(asked: &Solving<'_>, methods: &[Method]) -> Result<(Method, Analysis)> {
    let &Solving { game, position, play, budget, .. } = asked;
    let mut last = Error::undecided("no method was tried");
    let mut tried = false;
    for &method in methods {
        let analysis = match method {
            Method::SEARCH => search(game, position, play, budget),
            own => game.analyse(own, position, play, budget),
        };
        match analysis {
            Ok(analysis) => return Ok((method, analysis)),
            // Where no theorem applies the next method may; where a method of
            // the game ran out of its budget, plain search would all the more.
            Err(error @ Error::Undecided { .. }) => {
                last = error;
                tried = true;
            }
            // What stopped the game's own methods says more than that search cannot hold the position.
            Err(Error::TooLarge { .. }) if method == Method::SEARCH && tried => return Err(last),
            Err(error) => return Err(error),
        }
    }
    Err(last)
}

/// Outcome and winning moves by plain search from the rule.
///
/// ```
/// use nimlab::{prelude::*, solve};
/// let nim = catalogue::game("nim")?;
/// let found = solve::search(&*nim, &nim.read("3,4,5")?, Play::Misere, Budget::default())?;
/// assert_eq!(found.outcome, Outcome::N);
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn search(game: &dyn Game, position: &Position, play: Play, budget: Budget) -> Result<Analysis> {
    let start = position.words()?;
    let mut search = Search::for_outcomes(game, play, budget);
    let outcome = search.outcome(&start)?;
    let winning_moves = match outcome {
        Outcome::P => Moves::all(Vec::new()),
        Outcome::N => moves_where(game, &start, budget, &mut |option| Ok(search.outcome(option)? == Outcome::P))?,
    };
    Ok(Analysis { outcome, winning_moves, reasons: Reasons::default() })
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
///
/// ```
/// use nimlab::{prelude::*, solve};
/// let wythoff = catalogue::game("wythoff")?;
/// assert_eq!(solve::grundy(&*wythoff, &wythoff.read("4,4")?, Budget::default())?, 7u8.into());
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn grundy(game: &dyn Game, position: &Position, budget: Budget) -> Result<UBig> {
    without_blocks(game, VALUES)?;
    if let Some(value) = known_value(game, position, budget) {
        return Ok(value);
    }
    let words = position.words()?;
    values(game, &words, budget).value(&words).map(UBig::from)
}

/// The Grundy value that a theorem gives: one of the game, or that of Nim where
/// the position is literally Nim heaps.
fn known_value(game: &dyn Game, position: &Position, budget: Budget) -> Option<UBig> {
    theorem_value(game, position, budget).or_else(|| nim_heaps(game, position).map(|heaps| nim_sum(&heaps)))
}

/// The Grundy value that a theorem of the game gives.
fn theorem_value(game: &dyn Game, position: &Position, budget: Budget) -> Option<UBig> {
    game.known_values()?.grundy(position, budget)
}

/// The Nim heaps that a position is, literally.
fn nim_heaps(game: &dyn Game, position: &Position) -> Option<Vec<UBig>> {
    game.known_values()?.nim_heaps(position)
}

/// The Grundy value that goes with an answer. Values belong to normal play; a
/// P-position has value 0. For the rest a theorem is asked, and a search where it
/// is wanted or short. Rules that fail on the way are not a matter of the budget:
/// they fail.
fn grundy_for(asked: &Solving<'_>, outcome: Outcome) -> Result<KnownValue> {
    let &Solving { game, position, play, budget, value: wanted, .. } = asked;
    if play == Play::Misere {
        return Ok(KnownValue::Nothing);
    }
    if game.blocked() > 0 {
        return if wanted {
            without_blocks(game, VALUES).map(|()| KnownValue::Nothing)
        } else {
            Ok(KnownValue::Nothing)
        };
    }
    if outcome == Outcome::P {
        return Ok(KnownValue::Is(UBig::ZERO));
    }
    let known = game.known_values().map_or(KnownValue::Nothing, |known| known.what_is_known(position, budget));
    if let KnownValue::Is(_) = known {
        return Ok(known);
    }
    if let Some(heaps) = nim_heaps(game, position) {
        return Ok(KnownValue::Is(nim_sum(&heaps)));
    }
    let most = if wanted { budget.positions } else { SHORT.min(budget.positions) };
    if game.reference() != Method::SEARCH || game.search_size(position) > UBig::from(most) {
        return Ok(known);
    }
    let found = match wanted {
        true => grundy(game, position, budget),
        false => grundy(game, position, short(budget)),
    };
    match found {
        Ok(value) => Ok(KnownValue::Is(value)),
        Err(
            Error::OverBudget { .. } | Error::TooLarge { .. } | Error::Undecided { .. } | Error::NotAnswered { .. },
        ) => Ok(known),
        Err(error) => Err(error),
    }
}

/// What is refused where options may be blocked.
pub(crate) const VALUES: &str = "questions about Grundy values";
pub(crate) const MISERE: &str = "questions about misère play";
pub(crate) const SUMS: &str = "questions about sums of games";
pub(crate) const MATCHES: &str = "a match";

/// The most positions of a search that nobody asked for.
const SHORT: u64 = 200_000;

/// The budget of a search that nobody asked for.
fn short(budget: Budget) -> Budget {
    let own = Budget { options: u64::MAX, ..budget }.within(Duration::from_secs(5)).started();
    Budget { deadline: budget.deadline.into_iter().chain(own.deadline).min(), ..own }
}

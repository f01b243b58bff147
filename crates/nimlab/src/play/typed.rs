//! Moves that are typed as the position they lead to: `3,4`, `3 4 5`, `B: 3,4` in
//! a sum, without empty piles, and without what the rules give after a slash.

use super::words::letter;
use super::{MatchState, Rules, empty, lay};
use crate::error::{Error, Result};
use crate::number::{self, UBig};
use crate::reading::with_commas;
use crate::solve::{SumMove, is_move};
use crate::{Budget, Game, Piles, Position, RuleExt};
use std::ops::ControlFlow;

/// A new position, with the letter of its component in a sum, or the new
/// positions of all components.
pub fn as_position(rules: &Rules, state: &MatchState, text: &str) -> Result<Option<SumMove>> {
    let lower = text.to_lowercase();
    let (component, rest, marked) = match lower.split_once(':') {
        Some((name, rest)) => {
            let name = name.trim();
            let named = (0..state.len()).find(|&at| {
                name == letter(at).to_lowercase().to_string() || name == rules.games[at].name().to_lowercase()
            });
            match named {
                Some(at) => (Some(at), rest.trim().to_owned(), true),
                None => {
                    return Err(rules.no_move(
                        text,
                        format!("there is no component '{}'", number::shorten(name)),
                        state,
                    ));
                }
            }
        }
        None => (None, lower.clone(), false),
    };
    let (rest, marked) = match rest.strip_prefix("to ").or(rest.strip_prefix("move to ")).or(rest.strip_prefix('=')) {
        Some(rest) => (rest.trim().to_owned(), true),
        None => (rest, marked),
    };
    let plain = rest.chars().all(|c| c.is_ascii_digit() || " ,/()[]_e+".contains(c));
    let several = rest.contains([',', '/', '(', '[', '+']) || rest.split_whitespace().count() > 2;
    if !plain || !(marked || several) {
        return Ok(None);
    }
    let parts: Vec<&str> = rest.split('+').map(str::trim).collect();
    if parts.len() > 1 {
        if parts.len() != state.len() {
            let problem = match state.len() {
                1 => "this is one game, not a sum of several".into(),
                count => format!("there are {count} components"),
            };
            return Err(rules.no_move(text, problem, state));
        }
        let mut after = state.clone();
        for (component, part) in parts.iter().enumerate() {
            let (game, from) = (&*rules.games[component], &state[component]);
            if game.read(&spaced(part)).ok() != Some(game.canonical_of(from)) {
                after[component] = target(game, from, part, rules.budget)?.1;
            }
        }
        let SumMove { component, .. } = rules.between(state, &after)?;
        return Ok(Some(SumMove { component, to: after.swap_remove(component) }));
    }
    if let Some(component) = component.or((state.len() == 1).then_some(0)) {
        let read = target(&*rules.games[component], &state[component], &rest, rules.budget);
        let (legal, to) = read.map_err(|error| match error {
            Error::BadPosition { problem, .. } => rules.no_move(text, problem, state),
            other => other,
        })?;
        return match legal {
            true => Ok(Some(SumMove { component, to })),
            false => Err(rules.no_move(text, no_way(rules, &state[component], component, &to), state)),
        };
    }
    let mut found = Vec::new();
    for (component, game) in rules.games.iter().enumerate() {
        if let Ok((true, to)) = target(&**game, &state[component], &rest, rules.budget) {
            found.push(SumMove { component, to });
        }
    }
    match found.len() {
        1 => Ok(found.pop()),
        0 => Err(rules.no_move(text, "no single move in any component leads there".into(), state)),
        _ => Err(rules.no_move(
            text,
            format!(
                "it could be meant in several components; say which, as in {}: {}",
                letter(found[0].component),
                spaced(&rest)
            ),
            state,
        )),
    }
}

/// Why no move leads to a position.
fn no_way(rules: &Rules, from: &Position, component: usize, to: &Position) -> String {
    let game = &*rules.games[component];
    let sorted = &game.canonical_of(from);
    let meant = game.shape().tail.and_then(|_| complete(game, sorted, to.piles(), rules.budget).ok().flatten());
    match (meant, to.numbers().last()) {
        (Some(meant), Some(given)) => format!(
            "after the slash it would be {}, not {}",
            meant.numbers().last().map(number::shown).unwrap_or_default(),
            number::shown(given)
        ),
        _ => match reason(game, from, to) {
            Some(reason) => reason,
            None => format!("no single move leads from {} there", from.shown()),
        },
    }
}

/// `3 4 5` and `3, 4, 5` are `3,4,5`; `3 / 2` is `3/2`.
pub fn spaced(text: &str) -> String {
    let joined = with_commas(text);
    joined.split(',').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(",")
}

/// The position that a text means, its piles as they are typed, and whether a
/// move leads there. The number after a slash may be left out where the rules
/// give it, and so may empty piles where their order does not count.
fn target(game: &dyn Game, from: &Position, text: &str, budget: Budget) -> Result<(bool, Position)> {
    let budget = budget.started();
    let text = spaced(text);
    let sorted = &game.canonical_of(from);
    if game.shape().tail.is_some() && !text.contains('/') {
        return without_tail(game, sorted, &text, budget);
    }
    let read = game.read_in_places(&text);
    if let Ok(to) = &read
        && empty::reaches(game, sorted, &game.canonical_of(to), budget)?
    {
        return Ok((true, to.clone()));
    }
    let piles = text.trim_matches(['(', ')', '[', ']']).split(',').map(number::parse).collect::<Result<Vec<UBig>>>();
    if let Some(to) = piles.ok().and_then(|piles| empty::filled_up(game, from, piles))
        && is_move(game, sorted, &to, budget)?
    {
        return Ok((true, lay::laid(game, from, &to)));
    }
    Ok((false, read?))
}

/// The canonical position that a text means as the end of a move: read as in a
/// match, whether a move leads there or not.
///
/// ```
/// use nimlab::{play::read_target, prelude::*};
/// let nim = catalogue::game("nim")?;
/// let from = nim.read("3,5")?;
/// assert_eq!(read_target(&*nim, &from, "3 3", Budget::default())?.to_string(), "3,3");
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn read_target(game: &dyn Game, from: &Position, text: &str, budget: Budget) -> Result<Position> {
    let budget = budget.started();
    let (legal, to) = target(game, from, text.trim(), budget)?;
    let to = game.canonical_of(&to);
    match legal {
        true => Ok(empty::reached(game, &game.canonical_of(from), &to, budget)?.unwrap_or(to)),
        false => Ok(to),
    }
}

/// The piles alone of a position whose tail the rules determine.
fn without_tail(game: &dyn Game, from: &Position, text: &str, budget: Budget) -> Result<(bool, Position)> {
    let text = text.trim_matches(['(', ')', '[', ']']);
    let piles = text.split(',').map(number::parse).collect::<Result<Vec<UBig>>>()?;
    if let (Piles::Exactly(count), Some(tail)) = (game.shape().piles, game.shape().tail)
        && piles.len() != count
    {
        let s = if count == 1 { "" } else { "s" };
        let problem = format!(
            "{} has {count} pile{s}, and {} is written after a slash, as in {}",
            game.name(),
            tail.meaning,
            game.example()
        );
        return Err(Error::BadPosition { game: game.name(), given: text.into(), problem, example: game.example() });
    }
    let complete = complete(game, from, &piles, budget)?;
    let tail = complete.as_ref().unwrap_or(from).numbers().last().cloned();
    let to = Position::new(piles.into_iter().chain(tail).collect(), true);
    Ok((complete.is_some(), to))
}

/// Piles with the tail that is there now.
fn with_tail(game: &dyn Game, from: &Position, piles: Vec<UBig>) -> Position {
    let mut numbers = piles;
    numbers.extend(from.numbers()[from.piles().len()..].iter().cloned());
    game.position(numbers)
}

/// The canonical position with these piles to which a move leads, if there is
/// one: with the number after the slash that the rules give.
pub fn complete(game: &dyn Game, from: &Position, piles: &[UBig], budget: Budget) -> Result<Option<Position>> {
    let budget = budget.started();
    let to = with_tail(game, from, piles.to_vec());
    if is_move(game, from, &to, budget)? {
        return Ok(Some(to));
    }
    if game.shape().tail.is_none() {
        return Ok(None);
    }
    let with = |tail: UBig| {
        let mut numbers = piles.to_vec();
        numbers.push(tail);
        game.position(numbers)
    };
    // Twice what was taken, one token less: what the games of the catalogue do.
    let sum = |piles: &[UBig]| piles.iter().fold(UBig::ZERO, |sum, pile| sum + pile);
    let (before, after) = (sum(from.piles()), sum(piles));
    let tail = from.numbers().last().cloned().unwrap_or_default();
    let mut guesses = Vec::new();
    if after <= before {
        guesses.push((&before - &after) * UBig::from(2u8));
        guesses.push(&before - &after);
    }
    if !tail.is_zero() {
        guesses.push(tail - UBig::ONE);
    }
    for guess in guesses.into_iter().map(with) {
        if game.can_move(from, &guess) == Some(true) {
            return Ok(Some(guess));
        }
    }
    let Ok(words) = from.words() else { return Ok(None) };
    let mut found = None;
    let mut meter = budget.meter(format!("the search for this move of {} {}", game.name(), from.shown()));
    let mut late = Ok(());
    let _ = game.try_options(&words, &mut |option| {
        let option = game.position_of_words(option);
        if option.piles() == to.piles() {
            found = Some(option);
            return ControlFlow::Break(());
        }
        late = meter.tick(10);
        if late.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    late.map(|()| found)
}

/// Why the rules of a game forbid a move, if that is known.
pub fn reason(game: &dyn Game, from: &Position, to: &Position) -> Option<String> {
    let sum = |position: &Position| position.piles().iter().fold(UBig::ZERO, |sum, pile| sum + pile);
    let (before, after) = (sum(from), sum(to));
    if after > before {
        return None;
    }
    let taken = before - after;
    if let (Some(tail), Some(most)) = (game.shape().tail, from.numbers().last())
        && tail.label == "most"
        && taken > *most
    {
        return Some(format!("at most {} may be taken now", number::shown(most)));
    }
    None
}

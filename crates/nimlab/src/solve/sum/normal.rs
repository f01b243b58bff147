//! Sums under normal play, by the theorem of Sprague and Grundy: the value of the
//! sum is the nim-sum of the values, and a move wins if it makes that 0.
//!
//! Where a value is out of reach, equal components still cancel, a lost component
//! still counts 0, and a move to a known value may decide.

use super::{Component, SumAnswer, SumMove, is_over, with_number};
use crate::error::{Error, Result};
use crate::number::UBig;
use crate::solve::{grundy_for, known_value, moves_where, nim_heaps, short, values};
use crate::{Answer, Ask, Budget, Game, Moves, Outcome, Play, Position, RuleExt};

/// The answer for a sum.
pub(super) fn solve(components: &[Component<'_>], budget: Budget) -> Result<SumAnswer> {
    let answers = components.iter().map(|component| with_value(component, budget)).collect::<Result<Vec<_>>>()?;
    let unknown = uncancelled(components, &answers);
    let rest = answers.iter().filter_map(|answer| answer.grundy.clone()).fold(UBig::ZERO, |sum, value| sum ^ value);
    match unknown[..] {
        [] => Ok(by_values(components, answers, &rest, budget)),
        [index] => match beside(components, &answers, index, &rest, budget) {
            Some(moves) => Ok(SumAnswer {
                play: Play::Normal,
                outcome: Outcome::N,
                grundy: None,
                winning_moves: moves.list.into_iter().map(|to| SumMove { component: index, to }).collect(),
                complete: moves.complete,
                method: "sprague-grundy",
                components: answers,
            }),
            None => Err(depends_on(&answers[index])),
        },
        [index, ..] => Err(depends_on(&answers[index])),
    }
}

fn depends_on(answer: &Answer) -> Error {
    let reason = format!(
        "the Grundy value of {} {} is out of reach, and the sum depends on it",
        answer.game,
        answer.position.shown()
    );
    Error::undecided(reason)
}

/// The winning moves of a component of unknown value, not 0, next to others of
/// the nim-sum `rest`; none if it is not known to be won. A move to the value
/// `rest` wins, and that there is one also shows that the sum is not 0, as does a
/// value that is known to be larger.
/// Complete only if nothing can be moved elsewhere: there a move to the unknown
/// value would win.
fn beside(
    components: &[Component<'_>],
    answers: &[Answer],
    index: usize,
    rest: &UBig,
    budget: Budget,
) -> Option<Moves> {
    let alone = (0..components.len()).all(|other| other == index || is_over(&components[other]));
    if rest.is_zero() {
        let moves = answers[index].winning_moves.clone();
        let complete = moves.complete && alone;
        return Some(if complete { moves } else { Moves::some(moves.list, None) });
    }
    let Component { game, position } = components[index];
    let known = game.known_values().and_then(|known| known.moves_to_value(position, rest, budget));
    if let Some(moves) = known.filter(|moves| !moves.list.is_empty()) {
        let complete = moves.complete && alone;
        return Some(if complete { moves } else { Moves::some(moves.list, None) });
    }
    if let Some(found) = move_to_one_heap(&components[index], rest, budget) {
        return Some(Moves::some(vec![found], None));
    }
    // A larger value than that of the others is another one.
    let differs = answers[index].grundy_at_least.as_ref().is_some_and(|least| least > rest);
    differs.then(|| Moves::some(Vec::new(), None))
}

/// The position that has a single heap of that size left, if a move leads there
/// and a theorem says that this is its value.
fn move_to_one_heap(component: &Component<'_>, value: &UBig, budget: Budget) -> Option<Position> {
    let Component { game, position } = *component;
    let mut numbers = vec![UBig::ZERO; position.numbers().len()];
    *numbers[..position.piles().len()].last_mut()? = value.clone();
    let to = game.position(numbers);
    (game.can_move(position, &to) == Some(true) && known_value(game, &to, budget).as_ref() == Some(value)).then_some(to)
}

/// The answer for a component alone. A sum depends on its value, which is looked
/// for even where that takes a search of some seconds.
fn with_value(component: &Component<'_>, budget: Budget) -> Result<Answer> {
    let asked = component.game.solve(component.position).budget(budget);
    let mut answer = asked.run()?;
    if answer.grundy.is_none() {
        answer.grundy = grundy_for(&asked.with_value(true).budget(short(budget)), answer.outcome)?.value();
        if answer.grundy.is_some() {
            answer.grundy_at_least = None;
        }
    }
    Ok(answer)
}

/// The components whose value is unknown, less the equal pairs: a position
/// added to itself has the value 0.
fn uncancelled(components: &[Component<'_>], answers: &[Answer]) -> Vec<usize> {
    let mut left: Vec<usize> = Vec::new();
    for index in (0..components.len()).filter(|&index| answers[index].grundy.is_none()) {
        let same = |&other: &usize| {
            answers[other].game == answers[index].game && answers[other].position == answers[index].position
        };
        match left.iter().position(same) {
            Some(found) => drop(left.remove(found)),
            None => left.push(index),
        }
    }
    left
}

fn by_values(components: &[Component<'_>], answers: Vec<Answer>, total: &UBig, budget: Budget) -> SumAnswer {
    let mut winning_moves = Vec::new();
    let mut complete = true;
    if *total != UBig::ZERO {
        for (index, (component, answer)) in components.iter().zip(&answers).enumerate() {
            let moves = answer.grundy.as_ref().map(|value| moves_to_value(component, answer, &(value ^ total), budget));
            let Some(moves) = moves else {
                complete = false;
                continue;
            };
            complete &= moves.complete;
            winning_moves.extend(moves.list.into_iter().map(|to| SumMove { component: index, to }));
        }
    }
    winning_moves.sort_unstable();
    SumAnswer {
        play: Play::Normal,
        outcome: if *total == UBig::ZERO { Outcome::P } else { Outcome::N },
        grundy: Some(total.clone()),
        winning_moves,
        complete,
        method: "sprague-grundy",
        components: answers,
    }
}

/// Every move of a component to a position of the given value, or one at most
/// and incomplete if that is out of reach.
fn moves_to_value(component: &Component<'_>, answer: &Answer, value: &UBig, budget: Budget) -> Moves {
    let Component { game, position } = *component;
    if *value == UBig::ZERO {
        return answer.winning_moves.clone();
    }
    if let Some(moves) = game.known_values().and_then(|known| known.moves_to_value(position, value, budget)) {
        return moves;
    }
    if let Some(heaps) = nim_heaps(game, position) {
        let list = nim_heaps::different(&heaps, nim_heaps::reductions_to_value(&heaps, value)).into_iter();
        return Moves::first(list.map(|(heap, left)| with_number(component, heap, left)), position, budget);
    }
    moves_by_values(game, position, value, budget)
        .unwrap_or_else(|_| Moves::some(move_to_one_heap(component, value, budget).into_iter().collect(), None))
}

fn moves_by_values(game: &dyn Game, position: &Position, value: &UBig, budget: Budget) -> Result<Moves> {
    let words = position.words()?;
    let Ok(value) = u64::try_from(value) else { return Ok(Moves::all(Vec::new())) };
    if grundy_for(&game.solve(position).with_value(true).budget(short(budget)), Outcome::N)?.value().is_none() {
        return Err(Error::undecided("the values of the options are out of reach"));
    }
    let mut values = values(game, &words, budget);
    moves_where(game, &words, budget, &mut |option| Ok(values.value(option)? == value))
}

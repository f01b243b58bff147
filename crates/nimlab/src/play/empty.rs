//! Empty heaps. Games that split heaps would make more and more of them, so these games
//! leave them out. Where the piles stay in their places, empty ones stay too, and only
//! a person who types a position may leave them out.

use super::has_move;
use crate::error::Result;
use crate::number::UBig;
use crate::solve::is_move;
use crate::{Budget, Game, Piles, Position, RuleExt};

/// Whether empty heaps are left out: a move may split a heap, and an empty one
/// has no move.
fn leaves_out(game: &dyn Game) -> bool {
    game.shape().splits_heaps && matches!(has_move(game, &game.position_of_words(&[0])), Ok(false))
}

fn full(position: &Position) -> Vec<UBig> {
    position.piles().iter().filter(|pile| !pile.is_zero()).cloned().collect()
}

/// A position without its empty heaps, where these are left out, the others as
/// they lie; the end keeps one.
pub fn without(game: &dyn Game, position: Position) -> Position {
    if !position.piles().iter().any(UBig::is_zero) || !leaves_out(game) {
        return position;
    }
    match full(&position) {
        heaps if heaps.is_empty() => game.position_of_words(&[0]),
        heaps => position.with(heaps),
    }
}

/// Whether one move leads from a position to another, empty heaps being left
/// out or not.
pub fn reaches(game: &dyn Game, from: &Position, to: &Position, budget: Budget) -> Result<bool> {
    Ok(reached(game, from, to, budget)?.is_some())
}

/// The position that such a move leads to, with the empty heaps of the rules.
pub fn reached(game: &dyn Game, from: &Position, to: &Position, budget: Budget) -> Result<Option<Position>> {
    let budget = budget.started();
    if is_move(game, from, to, budget)? {
        return Ok(Some(to.clone()));
    }
    if !leaves_out(game) {
        return Ok(None);
    }
    // The empty ones that were there stay, and a move leaves two more at most.
    let empty = from.piles().iter().filter(|pile| pile.is_zero()).count();
    for more in 0..=2 {
        let mut heaps = full(to);
        heaps.extend(vec![UBig::ZERO; empty + more]);
        if heaps.is_empty() {
            continue;
        }
        let filled = game.position(heaps);
        if is_move(game, from, &filled, budget)? {
            return Ok(Some(filled));
        }
    }
    Ok(None)
}

/// A position with so many empty piles that it has as many as another, if the
/// game does not care where they stand.
pub fn filled_up(game: &dyn Game, from: &Position, mut piles: Vec<UBig>) -> Option<Position> {
    let shape = game.shape();
    let (given, wanted) = (piles.len(), from.piles().len());
    let as_many = !matches!(shape.piles, Piles::Exactly(count) if count != wanted);
    if !shape.interchangeable || shape.tail.is_some() || given == 0 || given >= wanted || !as_many {
        return None;
    }
    piles.resize(wanted, UBig::ZERO);
    Some(game.position(piles))
}

//! The moves among which a player without a strategy chooses: all of them
//! where they are not too many, and otherwise a few of each kind.

use super::{MatchState, Rules};
use crate::error::Result;
use crate::number::UBig;
use crate::solve::SumMove;
use crate::{Game, HeapPattern, HeapRule, Position, RuleExt};
use std::ops::ControlFlow;

/// Further piles with which a pile is tried together.
const PARTNERS: usize = 16;

/// Amounts that are tried on piles of any size.
const AMOUNTS: u64 = 64;

/// The memory that a list of moves takes at most: long positions make it short.
const LIST_BYTES: u64 = 8 << 20;

/// How many moves of a position are listed, if up to `most` are asked for.
fn room(position: &Position, most: usize) -> usize {
    usize::try_from(LIST_BYTES / position.bytes()).unwrap_or(usize::MAX).clamp(1, most)
}

/// Up to `most` different moves of each component, sorted.
pub fn some(rules: &Rules, state: &MatchState, most: usize) -> Result<Vec<SumMove>> {
    let mut list = Vec::new();
    for (component, (game, position)) in rules.games.iter().zip(state).enumerate() {
        let (options, _) = of(&**game, position, most)?;
        list.extend(options.into_iter().map(|to| SumMove { component, to }));
    }
    Ok(list)
}

/// Up to `most` different moves of a position, and whether these are all.
pub fn of(game: &dyn Game, position: &Position, most: usize) -> Result<(Vec<Position>, bool)> {
    let most = room(position, most);
    let mut list = Vec::new();
    let mut complete = false;
    if let Ok(words) = position.words() {
        let mut options: Vec<Vec<u64>> = Vec::new();
        let flow = game.try_options(&words, &mut |option| {
            if options.len() >= 4 * most {
                return ControlFlow::Break(());
            }
            options.push(option.to_vec());
            ControlFlow::Continue(())
        })?;
        complete = flow.is_continue();
        options.sort_unstable();
        options.dedup();
        complete &= options.len() <= most;
        list.extend(options.iter().take(most).map(|option| game.position_of_words(option)));
    }
    if !complete {
        list.extend(structural(game, position));
        list.sort_unstable();
        list.dedup();
    }
    Ok((list, complete))
}

/// Moves that take a little from one pile or the same from two, split a little
/// off, or put one on a stack; on numbers of any size. Only those that the
/// game itself allows, and none of a game that cannot tell.
pub fn structural(game: &dyn Game, position: &Position) -> Vec<Position> {
    let piles = position.piles();
    let tail = &position.numbers()[piles.len()..];
    let mut amounts: Vec<u64> = (1..=AMOUNTS).collect();
    match game.heap_rule().and_then(HeapRule::pattern) {
        Some(HeapPattern::Take(set)) => amounts.extend(set.members()),
        // The first that is allowed again.
        Some(HeapPattern::TakeAllBut(set)) => amounts.extend(set.members().iter().map(|forbidden| forbidden + 1)),
        Some(HeapPattern::TakeByDigits(code)) => amounts.push(code.most_taken().max(AMOUNTS)),
        Some(HeapPattern::TakeByHexDigits(code)) => amounts.push(code.most_taken().max(AMOUNTS)),
        _ => {}
    }
    let mut tried: Vec<Vec<UBig>> = Vec::new();
    let most = room(position, usize::MAX);
    for (i, pile) in piles.iter().enumerate() {
        if tried.len() >= most {
            break;
        }
        for taken in amounts.iter().map(|&taken| UBig::from(taken)).take_while(|taken| taken <= pile) {
            let with = |number: UBig, more: &[UBig]| {
                let mut after = piles.to_vec();
                after[i] = number;
                after.extend_from_slice(more);
                after
            };
            let left = pile - &taken;
            tried.push(with(left.clone(), tail));
            tried.push(with(left.clone(), &[&taken * UBig::from(2u8)]));
            tried.push(with(left.clone(), std::slice::from_ref(&taken)));
            if left > UBig::ONE {
                tried.push(with(&left - UBig::ONE, &[UBig::ONE]));
            }
            if left > UBig::from(2u8) {
                tried.push(with(&left - UBig::from(2u8), &[UBig::ONE, UBig::ONE]));
            }
            if tried.len() >= most {
                break;
            }
            let others = piles.iter().enumerate().skip(i + 1).take(PARTNERS);
            for (j, other) in others.filter(|(_, other)| taken <= **other) {
                let mut after = with(left.clone(), tail);
                after[j] = other - &taken;
                tried.push(after);
            }
        }
        if let [tail] = tail
            && !tail.is_zero()
        {
            let mut after = piles.to_vec();
            after[i] += UBig::ONE;
            after.push(tail - UBig::ONE);
            tried.push(after);
        }
    }
    let mut list: Vec<Position> = tried.into_iter().map(|numbers| game.position(numbers)).collect();
    list.sort_unstable();
    list.dedup();
    list.retain(|to| game.can_move(position, to) == Some(true));
    list
}

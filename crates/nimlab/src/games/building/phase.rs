//! The first phase of Building Nim: what the theorems decide, and the search through
//! the placements of the tokens where they do not.

use super::Building;
use crate::bits::{QuickMap, mex};
use crate::error::Result;
use crate::number::{BitTest, UBig};
use crate::solve::nim_heaps::nim_sum;
use crate::{Analysis, Budget, Meter, Outcome, Play, Position, Values};
use std::hash::Hash;

/// What decides a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DecidedBy {
    Nim,
    OddTotal,
    Paired,
}

/// The numbers of a position: machine words where they fit, for speed, and
/// integers of any size otherwise.
pub trait Count: Clone + Ord + Hash {
    fn is_odd(&self) -> bool;
    fn is_none(&self) -> bool;
    fn is_large(&self) -> bool;
    fn next(&self) -> Self;
    fn previous(&self) -> Self;
    fn nim_sum_is_zero(numbers: &[Self]) -> bool;
    /// The memory of some numbers.
    fn bytes(numbers: &[Self]) -> u64;
}

impl Count for u64 {
    fn is_odd(&self) -> bool {
        self % 2 == 1
    }
    fn is_none(&self) -> bool {
        *self == 0
    }
    fn is_large(&self) -> bool {
        *self > 1
    }
    fn next(&self) -> Self {
        self + 1
    }
    fn previous(&self) -> Self {
        self - 1
    }
    fn nim_sum_is_zero(numbers: &[Self]) -> bool {
        numbers.iter().fold(0, |sum, number| sum ^ number) == 0
    }
    fn bytes(numbers: &[Self]) -> u64 {
        size_of_val(numbers) as u64
    }
}

impl Count for UBig {
    fn is_odd(&self) -> bool {
        self.bit(0)
    }
    fn is_none(&self) -> bool {
        self.is_zero()
    }
    fn is_large(&self) -> bool {
        *self > UBig::ONE
    }
    fn next(&self) -> Self {
        self + UBig::ONE
    }
    fn previous(&self) -> Self {
        self - UBig::ONE
    }
    fn nim_sum_is_zero(numbers: &[Self]) -> bool {
        nim_sum(numbers).is_zero()
    }
    fn bytes(numbers: &[Self]) -> u64 {
        let more: usize = numbers.iter().map(|number| number.bit_len() / 8).sum();
        (size_of_val(numbers) + more) as u64
    }
}

/// The outcome where one of the theorems decides, for sorted stacks.
pub fn theorem<C: Count>(stacks: &[C], tokens: &C, play: Play) -> Option<(Outcome, DecidedBy)> {
    let lost = |lost: bool| if lost { Outcome::P } else { Outcome::N };
    let only_ones = !stacks.iter().any(C::is_large);
    if tokens.is_none() {
        let misere_end = play == Play::Misere && only_ones;
        return Some((lost(C::nim_sum_is_zero(stacks) != misere_end), DecidedBy::Nim));
    }
    if play == Play::Misere && only_ones && !more_tokens_than_room(stacks, tokens) {
        return None;
    }
    let odd_total = stacks.iter().chain([tokens]).filter(|number| number.is_odd()).count() % 2 == 1;
    if odd_total {
        return Some((lost(tokens.is_odd()), DecidedBy::OddTotal));
    }
    let paired = stacks.len().is_multiple_of(2) && stacks.chunks(2).all(|pair| pair[0] == pair[1]);
    (paired && !tokens.is_odd()).then_some((Outcome::P, DecidedBy::Paired))
}

/// Whether some stack must end above 1, when none is yet.
fn more_tokens_than_room<C: Count>(stacks: &[C], tokens: &C) -> bool {
    let mut left = tokens.clone();
    for _ in stacks.iter().filter(|stack| stack.is_none()) {
        if left.is_none() {
            return false;
        }
        left = left.previous();
    }
    !left.is_none()
}

/// Every position after one token was placed.
pub fn placements<C: Count>(position: &[C]) -> impl Iterator<Item = Box<[C]>> {
    let stacks = position.len() - 1;
    // Raising the last of equal stacks keeps them sorted.
    (0..stacks).filter(move |&stack| stack + 1 == stacks || position[stack + 1] != position[stack]).map(move |stack| {
        let mut after: Box<[C]> = position.into();
        after[stack] = position[stack].next();
        after[stacks] = position[stacks].previous();
        after
    })
}

/// The first phase, position by position, with theorems wherever they apply.
/// The depth of the recursion is the number of tokens; it is kept on a stack of
/// our own.
pub struct Phase<'g, C> {
    game: &'g Building,
    play: Play,
    budget: Budget,
    meter: Meter,
    memo: QuickMap<Box<[C]>, Outcome>,
}

impl<'g, C: Count> Phase<'g, C> {
    pub fn new(game: &'g Building, play: Play, budget: Budget) -> Self {
        Self { game, play, budget, meter: budget.meter(game.first_phase()), memo: QuickMap::default() }
    }

    fn known(&self, position: &[C]) -> Option<Outcome> {
        if let Some(&outcome) = self.memo.get(position) {
            return Some(outcome);
        }
        let (tokens, stacks) = position.split_last()?;
        theorem(stacks, tokens, self.play).map(|(outcome, _)| outcome)
    }

    pub fn outcome(&mut self, start: &[C]) -> Result<Outcome> {
        let mut open: Vec<Box<[C]>> = vec![start.into()];
        while let Some(position) = open.last() {
            if self.known(position).is_some() {
                open.pop();
                continue;
            }
            let mut unknown = None;
            let mut wins = false;
            for option in placements(position) {
                match self.known(&option) {
                    Some(Outcome::P) => {
                        wins = true;
                        break;
                    }
                    Some(Outcome::N) => {}
                    None => drop(unknown.get_or_insert(option)),
                }
            }
            match unknown {
                Some(option) if !wins => {
                    self.check_budget(open.len())?;
                    // It stays when it is settled, in the memory of outcomes.
                    self.meter.take(C::bytes(&option) + ENTRY_BYTES)?;
                    open.push(option);
                }
                _ => {
                    self.check_budget(open.len())?;
                    let outcome = if wins { Outcome::N } else { Outcome::P };
                    let position = open.pop().expect("a position is open");
                    self.memo.insert(position, outcome);
                }
            }
        }
        Ok(self.known(start).expect("the start was just settled"))
    }

    fn check_budget(&mut self, open: usize) -> Result<()> {
        self.meter.tick(16 + self.game.stacks as u64 * self.game.stacks as u64)?;
        if ((self.memo.len() + open) as u64) < self.budget.positions {
            return Ok(());
        }
        Err(self.budget.too_many_positions(self.game.first_phase()))
    }

    /// Outcome and winning placements.
    pub fn analyse(&mut self, position: &[C], show: impl Fn(&[C]) -> Position) -> Result<Analysis> {
        if self.outcome(position)? == Outcome::P {
            return Ok(Analysis::lost());
        }
        let mut moves = Vec::new();
        for option in placements(position) {
            if self.outcome(&option)? == Outcome::P {
                moves.push(show(&option));
            }
        }
        Ok(Analysis::by_moves(moves))
    }
}

/// Grundy values with the nim-sum at the end of the first phase.
pub struct PhaseValues<'g> {
    game: &'g Building,
    budget: Budget,
    meter: Meter,
    memo: QuickMap<Box<[u64]>, u64>,
}

/// The bytes of a hash entry besides the numbers of its position, while the
/// table grows, and of the list of open positions.
const ENTRY_BYTES: u64 = 140;

impl<'g> PhaseValues<'g> {
    /// Nothing is known yet.
    pub fn new(game: &'g Building, budget: Budget) -> Self {
        Self { game, budget, meter: budget.meter(game.first_phase()), memo: QuickMap::default() }
    }
}

impl Values for PhaseValues<'_> {
    fn value(&mut self, start: &[u64]) -> Result<u64> {
        let known = |memo: &QuickMap<Box<[u64]>, u64>, position: &[u64]| match position.split_last() {
            Some((0, stacks)) => Some(stacks.iter().fold(0, |sum, stack| sum ^ stack)),
            _ => memo.get(position).copied(),
        };
        let mut open: Vec<Box<[u64]>> = vec![start.into()];
        while let Some(position) = open.last() {
            if known(&self.memo, position).is_some() {
                open.pop();
                continue;
            }
            if (self.memo.len() + open.len()) as u64 >= self.budget.positions {
                return Err(self.budget.too_many_positions(self.game.first_phase()));
            }
            self.meter.tick(16 + self.game.stacks as u64 * self.game.stacks as u64)?;
            let mut unknown = None;
            let mut values = Vec::new();
            for option in placements(position) {
                match known(&self.memo, &option) {
                    Some(value) => values.push(value),
                    None => {
                        unknown = Some(option);
                        break;
                    }
                }
            }
            if let Some(option) = unknown {
                self.meter.take(u64::bytes(&option) + ENTRY_BYTES)?;
                open.push(option);
                continue;
            }
            let position = open.pop().expect("a position is open");
            self.memo.insert(position, mex(values));
        }
        Ok(known(&self.memo, start).expect("the start was just settled"))
    }
}

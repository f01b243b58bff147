//! Memoised search from the rule, without recursion: the definition of
//! outcome and Grundy value, and the reference for every other method.
//!
//! Cost: one hash entry for each position that can be reached, and one look
//! for each move. A budget ends a search that would not fit.

use super::{Budget, Values};
use crate::bits::{BitSet, QuickMap};
use crate::error::{Error, Result};
use crate::game::{Game, Outcome, Play};
use std::ops::ControlFlow;

/// What a search looks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Goal {
    /// 0 for P and 1 for N.
    Outcome(Play),
    /// Grundy values.
    Value,
}

/// A search that remembers what it has found, so that many positions of one
/// game can be asked one after another.
pub struct Search<'g> {
    game: &'g dyn Game,
    goal: Goal,
    budget: Budget,
    options_seen: u64,
    /// Options held by the positions that are open.
    held: usize,
    memo: QuickMap<Box<[u64]>, u32>,
}

/// A position whose options are being worked off.
struct Frame {
    position: Box<[u64]>,
    options: Vec<Box<[u64]>>,
    next: usize,
}

impl<'g> Search<'g> {
    /// A search for outcomes.
    pub fn for_outcomes(game: &'g dyn Game, play: Play, budget: Budget) -> Self {
        Self::new(game, Goal::Outcome(play), budget)
    }

    /// A search for Grundy values.
    pub fn for_values(game: &'g dyn Game, budget: Budget) -> Self {
        Self::new(game, Goal::Value, budget)
    }

    fn new(game: &'g dyn Game, goal: Goal, budget: Budget) -> Self {
        Self { game, goal, budget, options_seen: 0, held: 0, memo: QuickMap::default() }
    }

    /// The outcome of a canonical position.
    ///
    /// # Panics
    /// If the search was made for Grundy values.
    pub fn outcome(&mut self, position: &[u64]) -> Result<Outcome> {
        assert!(matches!(self.goal, Goal::Outcome(_)), "this search is for Grundy values");
        Ok(if self.run(position)? == 0 { Outcome::P } else { Outcome::N })
    }

    fn run(&mut self, start: &[u64]) -> Result<u32> {
        if let Some(&known) = self.memo.get(start) {
            return Ok(known);
        }
        self.held = 0;
        let mut stack = vec![self.expand(start.into())?];
        while let Some(frame) = stack.last_mut() {
            match frame.options.get(frame.next) {
                // Under an outcome search one P option settles the position.
                Some(option) => match self.memo.get(option) {
                    Some(0) if matches!(self.goal, Goal::Outcome(_)) => {
                        let frame = stack.pop().expect("the frame was just looked at");
                        self.held -= frame.options.len();
                        self.memo.insert(frame.position, 1);
                    }
                    Some(_) => frame.next += 1,
                    None => {
                        let option = option.clone();
                        let frame = self.expand(option)?;
                        stack.push(frame);
                    }
                },
                None => {
                    let frame = stack.pop().expect("the frame was just looked at");
                    self.held -= frame.options.len();
                    let value = self.settle(&frame);
                    self.memo.insert(frame.position, value);
                }
            }
        }
        Ok(self.memo[start])
    }

    /// Opens a position, within the budget.
    fn expand(&mut self, position: Box<[u64]>) -> Result<Frame> {
        let mut options: Vec<Box<[u64]>> = Vec::new();
        let mut left = self.budget.options - self.options_seen;
        let room = (self.budget.positions.saturating_mul(4) as usize).saturating_sub(self.held);
        let flow = self.game.options(&position, &mut |option| {
            if left == 0 || options.len() == room {
                return ControlFlow::Break(());
            }
            left -= 1;
            options.push(option.into());
            ControlFlow::Continue(())
        });
        if flow.is_break() || self.memo.len() as u64 >= self.budget.positions {
            return Err(Error::OverBudget {
                what: format!("{} {}", self.game.name(), self.game.position_of_words(&position).shown()),
                positions: self.budget.positions,
                options: self.budget.options,
            });
        }
        self.options_seen = self.budget.options - left;
        self.held += options.len();
        Ok(Frame { position, options, next: 0 })
    }

    /// The value of a position all of whose options are known.
    fn settle(&self, frame: &Frame) -> u32 {
        match self.goal {
            Goal::Outcome(play) if frame.options.is_empty() => u32::from(play.outcome_of_end() == Outcome::N),
            // No option was P, or the loop would have stopped there.
            Goal::Outcome(_) => 0,
            Goal::Value => {
                let mut seen = BitSet::new();
                for option in &frame.options {
                    seen.insert(u64::from(self.memo[option]));
                }
                seen.first_free(0) as u32
            }
        }
    }
}

impl Values for Search<'_> {
    fn value(&mut self, position: &[u64]) -> Result<u64> {
        assert!(self.goal == Goal::Value, "this search is for outcomes");
        self.run(position).map(u64::from)
    }
}

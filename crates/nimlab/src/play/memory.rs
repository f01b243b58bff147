//! What was found out about the states of a match, so that the move, the hint and the
//! reason, which ask the same question, are thought about only once.

use super::MatchState;
use crate::error::{Error, Result};
use crate::solve::SumAnswer;
use crate::{Analysis, Limit, Method, Position};
use std::cell::RefCell;
use std::collections::HashMap;

/// The most bytes of moves and states that are kept; then it starts afresh.
const KEPT: u64 = 32 << 20;

/// The bytes of an entry besides its state and its moves.
const ENTRY_BYTES: u64 = 200;

/// What was found out about a state.
#[derive(Debug, Clone)]
pub enum Remembered {
    /// Of a single game.
    One(Analysis, Method),
    /// Of a sum.
    Sum(Box<SumAnswer>),
}

impl Remembered {
    fn bytes(&self) -> u64 {
        match self {
            Remembered::One(analysis, _) => analysis.winning_moves.list.iter().map(Position::bytes).sum(),
            Remembered::Sum(answer) => {
                let parts = answer.components.iter().flat_map(|part| &part.winning_moves.list);
                answer.winning_moves.iter().map(|made| &made.to).chain(parts).map(Position::bytes).sum()
            }
        }
    }
}

/// The states that were looked at.
#[derive(Debug, Default)]
pub struct Memory {
    known: RefCell<HashMap<MatchState, Result<Remembered>>>,
    size: RefCell<u64>,
}

impl Memory {
    pub fn get(&self, state: &MatchState) -> Option<Result<Remembered>> {
        self.known.borrow().get(state).cloned()
    }

    /// Keeps an answer. An error is kept only if the whole budget was spent on
    /// it: with more time there may be an answer.
    pub fn keep(&self, state: &MatchState, found: &Result<Remembered>, whole: bool) {
        let size = match found {
            Ok(found) => found.bytes(),
            Err(Error::OverBudget { limit: Limit::Cancelled, .. }) => return,
            Err(_) if whole => 0,
            Err(_) => return,
        };
        let size = size + ENTRY_BYTES + state.iter().map(Position::bytes).sum::<u64>();
        let (mut known, mut kept) = (self.known.borrow_mut(), self.size.borrow_mut());
        if *kept + size > KEPT {
            known.clear();
            *kept = 0;
        }
        *kept += size;
        known.insert(state.clone(), found.clone());
    }
}

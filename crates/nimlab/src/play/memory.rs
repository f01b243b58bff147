//! What was found out about the states of a match, so that the move, the hint
//! and the reason that ask the same think only once.

use super::State;
use crate::error::{Error, Result};
use crate::game::{Analysis, Method};
use crate::solve::{Limit, SumAnswer};
use std::cell::RefCell;
use std::collections::HashMap;

/// The most moves and states that are kept; then it begins anew.
const KEPT: usize = 200_000;

/// What was found out about a state.
#[derive(Debug, Clone)]
pub enum Found {
    /// Of a single game.
    One(Analysis, Method),
    /// Of a sum.
    Sum(Box<SumAnswer>),
}

impl Found {
    fn size(&self) -> usize {
        1 + match self {
            Found::One(analysis, _) => analysis.winning_moves.list.len(),
            Found::Sum(answer) => answer.winning_moves.len(),
        }
    }
}

/// The states that were looked at.
#[derive(Debug, Default)]
pub struct Memory {
    known: RefCell<HashMap<State, Result<Found>>>,
    size: RefCell<usize>,
}

impl Memory {
    pub fn get(&self, state: &State) -> Option<Result<Found>> {
        self.known.borrow().get(state).cloned()
    }

    /// Keeps an answer. An error is kept only if the whole budget was spent on
    /// it: with more time there may be an answer.
    pub fn keep(&self, state: &State, found: &Result<Found>, whole: bool) {
        let size = match found {
            Ok(found) => found.size(),
            Err(Error::OverBudget { limit: Limit::Cancelled, .. }) => return,
            Err(_) if whole => 1,
            Err(_) => return,
        };
        let (mut known, mut kept) = (self.known.borrow_mut(), self.size.borrow_mut());
        if *kept + size > KEPT {
            known.clear();
            *kept = 0;
        }
        *kept += size;
        known.insert(state.clone(), found.clone());
    }
}

//! P-positions of a rule game in order, by dense tables that grow as they are
//! asked.
//!
//! A table is built anew with sides some half longer whenever a position lies
//! outside, so that all tables together cost a few times the last one. Where a
//! move leaves the box, the side that it passes is doubled: Fibonacci Nim's
//! (n, most) is closed as soon as `most` goes to 2n. Games in which piles may
//! grow by a rule on differences have a method of their own; where no table can
//! be had search answers.

use super::dense::{Goal, Missed};
use super::difference::{Differences, Unknown};
use super::game::{RuleGame, Table};
use crate::error::{Error, Result};
use crate::game::{Game, Outcome, Play};
use crate::solve::{Budget, Limit, Search};

/// A cell of a table costs a small part of what a position costs a search.
const CELLS_A_POSITION: u64 = 32;

/// How often the sides of a table are lengthened because a move leaves it.
const WIDENINGS: usize = 4;

/// How much longer, in eighths, the sides of the next table are: the first
/// that fits the budget.
const GROWTH: [u64; 4] = [12, 10, 9, 8];

/// Whether positions are lost, by a table that grows.
pub struct Growing<'g> {
    game: &'g RuleGame,
    play: Play,
    budget: Budget,
    differences: Option<Differences<'g>>,
    table: Option<Table<'g>>,
    search: Option<Search<'g>>,
    /// Whether a search from a starting position went past its budget.
    spent: bool,
}

impl<'g> Growing<'g> {
    pub fn new(game: &'g RuleGame, play: Play, budget: Budget) -> Self {
        let budget = budget.started();
        let differences = if game.is_sum() { None } else { Differences::new(game.plan(), play, budget.clock()) };
        Self { game, play, budget, differences, table: None, search: None, spent: false }
    }

    /// Whether a canonical position is lost.
    pub fn is_lost(&mut self, position: &[u64]) -> Result<bool> {
        if let Some(differences) = &mut self.differences {
            match differences.is_lost(position) {
                Ok(lost) => return Ok(lost),
                Err(Unknown::Failed) => self.differences = None,
                Err(Unknown::Late(limit, measure)) => {
                    return Err(Error::OverBudget {
                        what: format!("a list of the P-positions of {}", self.game.name()),
                        limit,
                        reached: format!("{} of them up to the measure {measure}", differences.count()),
                        hint: String::new(),
                    });
                }
            }
        }
        if let Some(value) = self.table.as_ref().and_then(|table| table.get(position)) {
            return Ok(value == 0);
        }
        // From a starting position few others are reached, so long as it is small.
        if self.game.has_start() && !self.spent {
            let (game, play, budget) = (self.game, self.play, self.budget);
            let search = self.search.get_or_insert_with(|| Search::for_outcomes(game, play, budget));
            match search.outcome(position) {
                Err(Error::OverBudget { limit: Limit::Positions(_) | Limit::Moves(_) | Limit::Memory(_), .. }) => {
                    self.spent = true;
                    self.search = None;
                }
                outcome => return Ok(outcome? == Outcome::P),
            }
        }
        if self.search.is_none() {
            self.table = None;
            self.table = self.grown(position)?;
            if let Some(value) = self.table.as_ref().and_then(|table| table.get(position)) {
                return Ok(value == 0);
            }
        }
        let (game, play, budget) = (self.game, self.play, self.budget);
        let search = self.search.get_or_insert_with(|| Search::for_outcomes(game, play, budget));
        Ok(search.outcome(position)? == Outcome::P)
    }

    /// A table with this position in it and room for more.
    fn grown(&self, position: &[u64]) -> Result<Option<Table<'g>>> {
        let whole = self.play == Play::Misere && position.len() != self.game.state().len();
        let Some(corner) = self.game.largest_component(position).filter(|_| !whole) else { return Ok(None) };
        // Positions come by their largest number: so does the box.
        let largest = corner.iter().copied().max().unwrap_or(0).max(20);
        let boxed =
            |x: u64, eighths: u64| if self.game.has_start() { x.max(20) * eighths / 8 } else { largest * eighths / 8 };
        let cells = self.budget.positions.saturating_mul(CELLS_A_POSITION);
        let budget =
            Budget { positions: cells, options: self.budget.options.saturating_mul(CELLS_A_POSITION), ..self.budget };
        for eighths in GROWTH {
            let sides = corner.iter().map(|&x| boxed(x, eighths)).collect();
            if let Some(table) = self.widened(sides, budget)? {
                return Ok(Some(table));
            }
        }
        Ok(None)
    }

    /// The table up to a corner, or up to a farther one that no move passes.
    fn widened(&self, mut corner: Vec<u64>, budget: Budget) -> Result<Option<Table<'g>>> {
        let goal = match (self.play, self.game.is_sum()) {
            (Play::Normal, true) => Goal::Values,
            (Play::Normal, false) => Goal::Normal,
            (Play::Misere, _) => Goal::Misere,
        };
        for _ in 0..WIDENINGS {
            match self.game.dense(&corner, goal, budget)? {
                Ok(table) => return Ok(Some(table)),
                Err(Missed::Outside { number }) => corner[number] = corner[number].saturating_mul(2).saturating_add(1),
                Err(Missed::Other) => break,
            }
        }
        Ok(None)
    }
}

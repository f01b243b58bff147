//! P-positions of a rule game in order, by dense tables that grow as they are
//! asked.
//!
//! A new table with some four times as many cells is built whenever a position
//! lies outside, so that all tables together cost little more than the last one.
//! The list ends at the limit that the next table would pass. Where a
//! move leaves the box, the side that it passes is doubled: Fibonacci Nim's
//! (n, most) is closed as soon as `most` goes to 2n. Games in which piles may
//! grow by a rule on differences have a method of their own; where no table can
//! be had for another reason than its size, search answers.

use super::answers::DenseTable;
use super::dense::{Contents, Missed};
use super::difference::{DifferenceTable, Unknown};
use super::game::RuleGame;
use super::grid::first_side;
use crate::error::{Error, Result};
use crate::solve::Search;
use crate::{Budget, Hint, Limit, Outcome, Play, Rule};

/// A cell of a table costs a small part of what a position costs a search.
const CELLS_A_POSITION: u64 = 32;

/// How often the sides of a table are lengthened because a move leaves it.
const WIDENINGS: usize = 4;

/// How much longer, in sixteenths, the sides of the next table are at least than
/// what is asked for: the first that fits the budget. Never by less, for then a
/// table would be built for every position.
const GROWTH: [u64; 3] = [20, 18, 17];

/// Whether positions are lost, by a table that grows.
pub struct GrowingTable<'g> {
    game: &'g RuleGame,
    play: Play,
    budget: Budget,
    differences: Option<DifferenceTable<'g>>,
    table: Option<DenseTable<'g>>,
    /// The side of the table, if its sides are equal.
    side: u64,
    search: Option<Search<'g>>,
    /// Whether a search from a starting position went past its budget.
    spent: bool,
}

impl<'g> GrowingTable<'g> {
    pub fn new(game: &'g RuleGame, play: Play, budget: Budget) -> Self {
        let budget = budget.started();
        let differences = if game.is_sum() { None } else { DifferenceTable::new(game.plan(), play, budget.clock()) };
        Self { game, play, budget, differences, table: None, side: 0, search: None, spent: false }
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
                        hint: Hint::NONE,
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
                Err(Error::OverBudget {
                    limit: Limit::Positions(_) | Limit::Moves(_) | Limit::Memory(_) | Limit::Room { .. },
                    ..
                }) => {
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

    /// A table with this position in it and room for more; none if search must
    /// answer.
    fn grown(&mut self, position: &[u64]) -> Result<Option<DenseTable<'g>>> {
        let whole = self.play == Play::Misere && position.len() != self.game.state().len();
        let Some(corner) = self.game.largest_component(position).filter(|_| !whole) else { return Ok(None) };
        let mut limit = None;
        for corner in self.corners(&corner) {
            let side = corner.iter().copied().max().unwrap_or(0) + 1;
            match self.widened(corner)? {
                Ok(table) => {
                    self.side = side;
                    return Ok(Some(table));
                }
                Err(Missed::TooLarge(met)) => limit = Some(met),
                Err(Missed::Outside { .. } | Missed::Other) => return Ok(None),
            }
        }
        match limit {
            // From a starting position few others may be reached.
            Some(limit) if !self.game.has_start() => Err(self.over(limit)),
            _ => Ok(None),
        }
    }

    fn over(&self, limit: Limit) -> Error {
        let limit = match limit {
            Limit::Positions(_) => Limit::Positions(self.budget.positions),
            Limit::Moves(_) => Limit::Moves(self.budget.options),
            other => other,
        };
        let reached = match self.side {
            0 => String::new(),
            side => format!("all positions with numbers up to {}", side - 1),
        };
        let what = format!("a list of the P-positions of {}", self.game.name());
        Error::OverBudget { what, limit, reached, hint: Hint::NONE }
    }

    /// The corners that the next table may have, the farthest first.
    fn corners(&self, corner: &[u64]) -> Vec<Vec<u64>> {
        if self.game.has_start() {
            return GROWTH
                .iter()
                .map(|part| corner.iter().map(|&x| x.max(20).saturating_mul(*part) / 16).collect())
                .collect();
        }
        let width = corner.len();
        // Positions come by their largest number: so does the box.
        let needed = corner.iter().copied().max().unwrap_or(0).saturating_add(1);
        let grown = match (self.side, width) {
            (0, _) => first_side(width),
            (side, 1 | 2) => side.saturating_mul(2),
            (side, 3) => side.saturating_mul(13) / 8,
            (side, _) => side.saturating_mul(3) / 2,
        };
        let mut sides = vec![grown.max(needed)];
        sides.extend(GROWTH.iter().map(|part| (needed.saturating_mul(*part) / 16).max(needed)));
        sides.retain(|&side| side <= grown.max(needed));
        sides.dedup();
        sides.into_iter().map(|side| vec![side - 1; width]).collect()
    }

    /// The table up to a corner, or up to a farther one that no move passes.
    fn widened(&self, mut corner: Vec<u64>) -> Result<std::result::Result<DenseTable<'g>, Missed>> {
        let goal = match (self.play, self.game.is_sum()) {
            (Play::Normal, true) => Contents::Values,
            (Play::Normal, false) => Contents::Normal,
            (Play::Misere, _) => Contents::Misere,
        };
        let cells = self.budget.positions.saturating_mul(CELLS_A_POSITION);
        let options = self.budget.options.saturating_mul(CELLS_A_POSITION);
        let budget = Budget { positions: cells, options, ..self.budget };
        let mut missed = Missed::Other;
        for _ in 0..WIDENINGS {
            match self.game.dense(&corner, goal, budget)? {
                Err(Missed::Outside { number }) => {
                    corner[number] = corner[number].saturating_mul(2).saturating_add(1);
                    missed = Missed::Outside { number };
                }
                other => return Ok(other),
            }
        }
        Ok(Err(missed))
    }
}

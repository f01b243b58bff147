//! Rules tried out on small positions, within a budget.

use super::game::RuleGame;
use super::grid::Grid;
use crate::error::{Error, Result};
use crate::solve::Search;
use crate::{Budget, Limit};

/// How far rules were tried out.
///
/// ```
/// use nimlab::{Budget, rules::compile};
/// let tried = compile("state n  move k in 1..n -> (n - k)").unwrap().try_out(10, Budget::default())?;
/// assert!(tried.limit.is_none());
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Trial {
    /// How many positions were settled, those that follow from others included.
    pub positions: u64,
    /// How many positions of the box were settled.
    pub asked: u64,
    /// How many positions the box has.
    pub of: u64,
    /// The limit that ended the trial early.
    pub limit: Option<Limit>,
}

impl RuleGame {
    /// Looks at the moves of all positions with numbers below `size`, as far
    /// as the budget goes, and at all that can be reached from them: how far
    /// that went, or what is wrong with the rules there.
    ///
    /// ```
    /// use nimlab::{Budget, rules::compile};
    /// let wrong = compile("state x  move k in 1..3 -> (x - k)").unwrap();
    /// let error = wrong.try_out(5, Budget::default()).unwrap_err().to_string();
    /// assert!(error.contains("the move with k = 1 would make x negative: -1"));
    /// ```
    pub fn try_out(&self, size: u64, budget: Budget) -> Result<Trial> {
        let of = Grid::canonical_positions(size.max(1), self.plan().width, self.plan().sorted);
        let mut tried = Trial { positions: 0, asked: 0, of, limit: None };
        let grid = Grid::without_cells(size, self.plan().width, self.plan().sorted);
        let mut search = Search::for_values(self, budget);
        let mut position = vec![0; self.plan().width];
        loop {
            let words: Vec<u64> = position.iter().map(|&x| x as u64).collect();
            match search.visit(&words) {
                Err(Error::OverBudget { limit, .. }) => tried.limit = Some(limit),
                Err(error) => return Err(error),
                Ok(_) => tried.asked += 1,
            }
            if tried.limit.is_some() || !grid.advance(&mut position) {
                break;
            }
        }
        tried.positions = search.positions() as u64;
        Ok(tried)
    }
}

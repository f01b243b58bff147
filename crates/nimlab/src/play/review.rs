//! The review of a game: every move with the outcome before and after it. A
//! mistake is a move that gives a won game away, or a block that was left out; the last
//! mistake decided the game, for from then on the winner made none.

use super::{MatchState, Rules};
use crate::Outcome;
use crate::error::Result;
use crate::solve::SumMove;

/// A game with every move looked at.
///
/// ```
/// use nimlab::{play::{Review, Rules}, prelude::*};
/// let rules = Rules::new(vec![catalogue::game("nim")?], Play::Normal, Budget::default());
/// let states = ["2", "1", "0"].map(|text| rules.start(text)).into_iter().collect::<Result<Vec<_>, _>>()?;
/// let review = Review::of(&rules, &states)?;
/// assert!(review.moves[0].mistake && review.over);
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Review {
    /// The moves in order.
    pub moves: Vec<Reviewed>,
    /// The number of the last mistake, from 0. None if there was no mistake
    /// (then the start decided), if a position after it is not decided, or as
    /// long as the game is not over: whoever is winning may still make a mistake.
    pub decided_at: Option<usize>,
    /// Whether every outcome is known.
    pub complete: bool,
    /// Whether the last state has no move.
    pub over: bool,
}

/// One move of a game.
///
/// ```
/// use nimlab::{play::{Review, Rules}, prelude::*};
/// let rules = Rules::new(vec![catalogue::game("nim")?], Play::Normal, Budget::default());
/// let states = [rules.start("1,2")?, rules.start("0,2")?];
/// let reviewed = &Review::of(&rules, &states)?.moves[0];
/// assert!(reviewed.mistake && reviewed.after == Some(Outcome::N));
/// assert_eq!(reviewed.better[0].to.to_string(), "1,1");
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reviewed {
    /// The move.
    pub made: SumMove,
    /// Who would have won before it; none if that is not decided.
    pub before: Option<Outcome>,
    /// Who would win after it.
    pub after: Option<Outcome>,
    /// Whether it gave a won game away.
    pub mistake: bool,
    /// The winning moves that were there instead.
    pub better: Vec<SumMove>,
    /// Whether the other player gave a won game away before it, by not blocking it.
    pub let_through: bool,
}

impl Review {
    /// Looks at all moves of a game. Fails where a state does not follow from
    /// the one before by the rules.
    pub fn of(rules: &Rules, states: &[MatchState]) -> Result<Self> {
        let over = states.last().map(|state| rules.is_over(state)).transpose()?.unwrap_or(false);
        Self::of_states(rules, states, over)
    }

    /// The same of a game of which it is known whether it is over.
    pub(super) fn of_states(rules: &Rules, states: &[MatchState], over: bool) -> Result<Self> {
        rules.can_be_played()?;
        // From the end on, where positions are small and matter most, all within one time.
        let budget = rules.budget.started();
        let mut judged: Vec<_> = states.iter().rev().map(|state| rules.judge(state, budget).ok()).collect();
        judged.reverse();
        let mut moves = Vec::new();
        for (pair, judged) in states.windows(2).zip(judged.windows(2)) {
            let made = rules.between(&pair[0], &pair[1])?;
            let outcomes = [0, 1].map(|i| judged[i].as_ref().map(|judged| judged.outcome));
            let mistake = outcomes == [Some(Outcome::N); 2];
            let better = judged[0].as_ref().filter(|_| mistake).map(|judged| judged.winning.clone());
            // Every lost option of a lost position can be blocked.
            let let_through = outcomes == [Some(Outcome::P); 2];
            let [before, after] = outcomes;
            moves.push(Reviewed { made, before, after, mistake, better: better.unwrap_or_default(), let_through });
        }
        let complete = judged.iter().all(Option::is_some);
        // Among moves that are not decided there may be a later mistake.
        let last = moves.iter().rposition(|reviewed| reviewed.mistake || reviewed.let_through);
        let decided_at = last.filter(|&last| over && judged[last..].iter().all(Option::is_some));
        Ok(Self { moves, decided_at, complete, over })
    }
}

//! A match: the states of a game as it is played, moves made and taken back.

use super::{MatchState, Review, Rules, read};
use crate::Position;
use crate::error::Result;
use crate::solve::SumMove;

/// A game as it is played: all states from the start on.
///
/// ```
/// use nimlab::{play::{Match, Rules}, prelude::*};
/// let rules = Rules::new(vec![catalogue::game("nim")?], Play::Normal, Budget::default());
/// let start = rules.start("3,5")?;
/// let mut game = Match::new(rules, start);
/// game.make(&game.read("2 from 2")?)?;
/// assert_eq!((game.moves(), game.state()[0].to_string()), (1, "3,3".into()));
/// game.undo(1);
/// assert_eq!(game.moves(), 0);
/// # Ok::<(), nimlab::Error>(())
/// ```
pub struct Match {
    /// What is played.
    pub rules: Rules,
    states: Vec<MatchState>,
    /// What was blocked in each of them, where that was said.
    pub(super) blocks: Vec<Option<Vec<Position>>>,
}

impl Match {
    /// A match that begins in a state.
    ///
    /// ```
    /// use nimlab::{play::{Match, Rules}, prelude::*};
    /// let rules = Rules::new(vec![catalogue::game("nim")?], Play::Normal, Budget::default());
    /// let start = rules.start("3,5")?;
    /// let game = Match::new(rules, start);
    /// assert_eq!(game.moves(), 0);
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn new(rules: Rules, start: MatchState) -> Self {
        Self { rules, states: vec![start], blocks: Vec::new() }
    }

    /// The state now.
    ///
    /// ```
    /// use nimlab::{play::{Match, Rules}, prelude::*};
    /// let rules = Rules::new(vec![catalogue::game("nim")?], Play::Normal, Budget::default());
    /// let start = rules.start("3,5")?;
    /// let game = Match::new(rules, start);
    /// assert_eq!(game.state()[0].to_string(), "3,5");
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn state(&self) -> &MatchState {
        &self.states[self.states.len() - 1]
    }

    /// All states, the first one being the start.
    ///
    /// ```
    /// use nimlab::{play::{Match, Rules}, prelude::*};
    /// let rules = Rules::new(vec![catalogue::game("nim")?], Play::Normal, Budget::default());
    /// let start = rules.start("3,5")?;
    /// let mut game = Match::new(rules, start);
    /// game.make(&game.read("2 from 2")?)?;
    /// assert_eq!(game.states().len(), 2);
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn states(&self) -> &[MatchState] {
        &self.states
    }

    /// How many moves were made.
    ///
    /// ```
    /// use nimlab::{play::{Match, Rules}, prelude::*};
    /// let rules = Rules::new(vec![catalogue::game("nim")?], Play::Normal, Budget::default());
    /// let start = rules.start("3,5")?;
    /// let mut game = Match::new(rules, start);
    /// game.make(&game.read("2 from 2")?)?;
    /// assert_eq!(game.moves(), 1);
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn moves(&self) -> usize {
        self.states.len() - 1
    }

    /// Makes a move, if it follows the rules.
    ///
    /// ```
    /// use nimlab::{play::{Match, Rules}, prelude::*};
    /// let rules = Rules::new(vec![catalogue::game("nim")?], Play::Normal, Budget::default());
    /// let start = rules.start("3,5")?;
    /// let mut game = Match::new(rules, start);
    /// game.make(&game.read("2 from 2")?)?;
    /// assert_eq!(game.state()[0].to_string(), "3,3");
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn make(&mut self, made: &SumMove) -> Result<()> {
        let state = self.state();
        if !self.rules.is_legal(state, made)? {
            return Err(self.rules.no_move(&made.to.to_string(), "the rules do not allow it".into(), state));
        }
        let after = self.rules.after(state, made);
        if self.blocked().is_some_and(|blocked| blocked.contains(&after[made.component])) {
            return Err(self.is_blocked(made));
        }
        self.states.push(after);
        Ok(())
    }

    /// Reads a move as a person types it.
    ///
    /// ```
    /// use nimlab::{play::{Match, Rules}, prelude::*};
    /// let rules = Rules::new(vec![catalogue::game("nim")?], Play::Normal, Budget::default());
    /// let start = rules.start("3,5")?;
    /// let game = Match::new(rules, start);
    /// // A move in words, or the position that it leads to.
    /// assert_eq!(game.read("take 2 from pile 2")?, game.read("3,3")?);
    /// assert!(game.read("take 9 from pile 2").is_err());
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn read(&self, text: &str) -> Result<SumMove> {
        read::read(&self.rules, self.state(), text)
    }

    /// Begins again from a state.
    ///
    /// ```
    /// use nimlab::{play::{Match, Rules}, prelude::*};
    /// let rules = Rules::new(vec![catalogue::game("nim")?], Play::Normal, Budget::default());
    /// let start = rules.start("3,5")?;
    /// let mut game = Match::new(rules, start);
    /// game.restart(game.rules.start("1,2,3")?);
    /// assert_eq!(game.state()[0].to_string(), "1,2,3");
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn restart(&mut self, start: MatchState) {
        self.states = vec![start];
        self.blocks.clear();
    }

    /// Takes this many moves back, as far as there are any.
    ///
    /// ```
    /// use nimlab::{play::{Match, Rules}, prelude::*};
    /// let rules = Rules::new(vec![catalogue::game("nim")?], Play::Normal, Budget::default());
    /// let start = rules.start("3,5")?;
    /// let mut game = Match::new(rules, start);
    /// game.make(&game.read("2 from 2")?)?;
    /// game.undo(1);
    /// assert_eq!(game.state()[0].to_string(), "3,5");
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn undo(&mut self, moves: usize) {
        let left = self.states.len().saturating_sub(moves).max(1);
        self.states.truncate(left);
        self.blocks.truncate(left);
    }

    /// Whether nobody can move any more: there is no option, or all are blocked.
    ///
    /// ```
    /// use nimlab::{play::{Match, Rules}, prelude::*};
    /// let rules = Rules::new(vec![catalogue::game("nim")?], Play::Normal, Budget::default());
    /// let start = rules.start("3,5")?;
    /// let mut game = Match::new(rules, start);
    /// for text in ["3 from 1", "5 from 2"] {
    ///     assert!(!game.is_over()?);
    ///     game.make(&game.read(text)?)?;
    /// }
    /// assert!(game.is_over()?);
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn is_over(&self) -> Result<bool> {
        Ok(!self.has_move()?)
    }

    /// Where the game was won and lost.
    ///
    /// ```
    /// use nimlab::{play::{Match, Rules}, prelude::*};
    /// let rules = Rules::new(vec![catalogue::game("nim")?], Play::Normal, Budget::default());
    /// let start = rules.start("1,2")?;
    /// let mut game = Match::new(rules, start);
    /// for text in ["0,2", "0,0"] {
    ///     game.make(&game.read(text)?)?;
    /// }
    /// // The first move gave the game away.
    /// assert_eq!(game.review()?.decided_at, Some(0));
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn review(&self) -> Result<Review> {
        Review::of_states(&self.rules, &self.states, self.is_over()?)
    }
}

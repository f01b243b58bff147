//! Blocks in a match: before each move whoever is not to move may block some options
//! of the player who is, who must choose another one.
//!
//! A position is lost if no more of its options are lost than can be blocked: these are
//! blocked, and every other option is won for the blocker. If every option is blocked the
//! match is over, as if there were none.
//!
//! ```
//! use nimlab::{play::{Computer, Level, Match, Rules}, prelude::*};
//! let games = vec![catalogue::game("wythoff-blocking")?];
//! let rules = Rules::new(games, Play::Normal, Budget::default()).with_blocks();
//! let start = rules.start("2,2")?;
//! let mut game = Match::new(rules, start);
//! let computer = Computer { level: Level::Perfect, seed: 1 };
//! // 0,0 would lose for the computer.
//! game.block(computer.block(&game.rules, game.state())?)?;
//! assert!(game.make(&game.read("0,0")?).is_err());
//! game.make(&game.read("0,2")?)?;
//! # Ok::<(), nimlab::Error>(())
//! ```

use super::random::Random;
use super::{Computer, Level, Match, MatchState, Rules, candidates};
use crate::error::{Error, Result};
use crate::solve::SumMove;
use crate::{Ask, Outcome, Position, RuleExt, counted};

/// The most options that are listed.
const LISTED: usize = 2_000;

impl Rules {
    /// The same rules, for players who say which options they block. Without this a game
    /// in which options may be blocked is refused.
    ///
    /// ```
    /// use nimlab::{play::Rules, prelude::*};
    /// let rules = || Rules::new(vec![catalogue::game("wythoff-blocking").unwrap()], Play::Normal, Budget::default());
    /// assert!(rules().start("3,4").is_err() && rules().with_blocks().start("3,4").is_ok());
    /// ```
    pub fn with_blocks(self) -> Self {
        Self { with_blocks: true, ..self }
    }

    /// How many options may be blocked before each move.
    ///
    /// ```
    /// use nimlab::{play::Rules, prelude::*};
    /// let rules = Rules::new(vec![catalogue::game("wythoff-blocking")?], Play::Normal, Budget::default());
    /// assert_eq!(rules.blocks(), 1);
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn blocks(&self) -> u64 {
        self.games.iter().map(|game| game.blocked()).max().unwrap_or(0)
    }

    /// The options of a state that are lost for whoever comes to move there, in order.
    ///
    /// ```
    /// use nimlab::{play::Rules, prelude::*};
    /// let games = vec![catalogue::game("wythoff-blocking")?];
    /// let rules = Rules::new(games, Play::Normal, Budget::default()).with_blocks();
    /// let lost = |text| Ok::<_, nimlab::Error>(rules.lost_options(&rules.start(text)?)?.len());
    /// // One can be blocked, two cannot.
    /// assert_eq!((lost("2,2")?, lost("3,4")?), (1, 2));
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn lost_options(&self, state: &MatchState) -> Result<Vec<Position>> {
        let found = self.judge(state, self.budget)?;
        let ([game], [position], Outcome::P) = (&self.games[..], &state[..], found.outcome) else {
            return Ok(found.winning.into_iter().map(|made| made.to).collect());
        };
        let moves = game.moves(position).budget(self.budget).run()?.moves;
        Ok(moves.into_iter().filter(|judged| judged.wins()).map(|judged| judged.to).collect())
    }

    /// Whether a state has an option that is not among these.
    fn has_other_option(&self, state: &MatchState, blocked: &[Position]) -> Result<bool> {
        let [game] = &self.games[..] else { return Ok(true) };
        let (options, _) = candidates::of(&**game, &state[0], LISTED.max(blocked.len() + 1))?;
        Ok(options.iter().any(|option| !blocked.contains(option)))
    }
}

impl Match {
    /// What was blocked before the next move, if that was said.
    ///
    /// ```
    /// use nimlab::{play::{Match, Rules}, prelude::*};
    /// let games = vec![catalogue::game("wythoff-blocking")?];
    /// let rules = Rules::new(games, Play::Normal, Budget::default()).with_blocks();
    /// let start = rules.start("2,2")?;
    /// let mut game = Match::new(rules, start);
    /// assert!(game.blocked().is_none());
    /// game.block(Vec::new())?;
    /// assert_eq!(game.blocked(), Some(&[][..]));
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn blocked(&self) -> Option<&[Position]> {
        self.blocked_before(self.moves())
    }

    /// What was blocked before the move of this number, from 0.
    pub fn blocked_before(&self, number: usize) -> Option<&[Position]> {
        self.blocks.get(number)?.as_deref()
    }

    /// Blocks options before the next move.
    ///
    /// Fails if there are more than the rules allow, or one that is no option.
    ///
    /// ```
    /// use nimlab::{play::{Match, Rules}, prelude::*};
    /// let games = vec![catalogue::game("wythoff-blocking")?];
    /// let rules = Rules::new(games, Play::Normal, Budget::default()).with_blocks();
    /// let start = rules.start("2,2")?;
    /// let mut game = Match::new(rules, start);
    /// assert!(game.block(game.read_block("1,1 0,0")?).is_err());
    /// game.block(game.read_block("0,0")?)?;
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn block(&mut self, mut options: Vec<Position>) -> Result<()> {
        options.sort_unstable();
        options.dedup();
        let most = self.rules.blocks();
        if options.len() as u64 > most {
            let given = options.iter().map(Position::shown).collect::<Vec<_>>().join(" ");
            return Err(self.no_block(&given, format!("at most {} may be blocked", counted(most, "option"))));
        }
        for option in &options {
            if !self.rules.is_option(self.state(), option)? {
                let shown = option.shown();
                return Err(
                    self.no_block(&shown, "the rules allow no move there, so that it need not be blocked".into())
                );
            }
        }
        self.blocks.resize(self.moves(), None);
        self.blocks.push(Some(options));
        Ok(())
    }

    /// Reads the options that a person blocks: positions with spaces between them, or
    /// nothing.
    ///
    /// ```
    /// use nimlab::{play::{Match, Rules}, prelude::*};
    /// let games = vec![catalogue::game("wythoff-blocking(b=2)")?];
    /// let rules = Rules::new(games, Play::Normal, Budget::default()).with_blocks();
    /// let start = rules.start("3,4")?;
    /// let game = Match::new(rules, start);
    /// assert_eq!((game.read_block("0,1 3,1")?.len(), game.read_block("none")?.len()), (2, 0));
    /// assert!(game.read_block("0;1").is_err());
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn read_block(&self, text: &str) -> Result<Vec<Position>> {
        let words = text.split_whitespace().filter(|word| !word.eq_ignore_ascii_case("none"));
        let read = |word: &str| {
            self.rules.games[0].read(word).map_err(|error| match error {
                Error::BadPosition { problem, .. } => self.no_block(word, problem),
                other => other,
            })
        };
        words.map(read).collect()
    }

    /// Whether the rules allow a next move and no block forbids it.
    pub(super) fn has_move(&self) -> Result<bool> {
        match self.blocked() {
            _ if self.rules.is_over(self.state())? => Ok(false),
            None | Some([]) => Ok(true),
            Some(blocked) => self.rules.has_other_option(self.state(), blocked),
        }
    }

    /// The error for a move that is blocked, with one that is not.
    pub(super) fn is_blocked(&self, made: &SumMove) -> Error {
        let (rules, state) = (&self.rules, self.state());
        let blocked = self.blocked().unwrap_or_default();
        let options = candidates::some(rules, state, LISTED.max(blocked.len() + 1)).unwrap_or_default();
        let free = options.into_iter().find(|option| !blocked.contains(&option.to));
        Error::BadMove {
            given: crate::number::shorten(&made.to.to_string()),
            problem: "it is blocked for this move".into(),
            example: free.map(|free| rules.typed(state, &rules.laid(state, &free))).unwrap_or_default(),
        }
    }

    /// The error for what cannot be blocked, with an example that can.
    fn no_block(&self, given: &str, problem: String) -> Error {
        let state = self.state();
        let option = candidates::some(&self.rules, state, 1).ok().and_then(|list| list.into_iter().next());
        let example = option.map_or_else(|| "none".into(), |made| made.to.shown());
        Error::BadMove { given: crate::number::shorten(given), problem, example }
    }
}

impl Computer {
    /// The options that it blocks before the other player's move. *Perfect* blocks those
    /// that would be lost for it, as many as the rules allow; *casual* sees those that end
    /// the game; *random* blocks any.
    pub fn block(&self, rules: &Rules, state: &MatchState) -> Result<Vec<Position>> {
        rules.can_be_played()?;
        let most = usize::try_from(rules.blocks()).unwrap_or(usize::MAX);
        let mut options = match self.level {
            // Where it is not decided nothing is blocked.
            Level::Perfect => rules.lost_options(state).unwrap_or_default(),
            Level::Casual | Level::Random => {
                let mut options: Vec<Position> =
                    candidates::some(rules, state, LISTED)?.into_iter().map(|made| made.to).collect();
                if self.level == Level::Casual {
                    let ends = |option: &Position| rules.is_over(&vec![option.clone()]).unwrap_or(false);
                    options.retain(ends);
                }
                let mut random = Random::of(self.seed, state);
                for place in 1..options.len() {
                    options.swap(place, random.below(place as u64 + 1) as usize);
                }
                options
            }
        };
        options.truncate(most);
        options.sort_unstable();
        Ok(options)
    }
}

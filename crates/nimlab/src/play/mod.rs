//! Playing: the state of a match, moves as people type them, the computer's
//! choice at three levels, and the review of a finished game.
//!
//! Nothing here knows a terminal or a page. Piles stay where they lie: a state has them
//! in the order of the table, and only what is asked of a game is sorted. A match may
//! be of any game of the catalogue or of rules, or of a sum of them, under normal or
//! misère play, on numbers of any size; what a search cannot decide within its budget
//! is said to be undecided, and the computer then plays without knowing.
//!
//! ```
//! use nimlab::{play::{Computer, Level, Match, Rules}, prelude::*};
//! let rules = Rules::new(vec![catalogue::game("nim")?], Play::Normal, Budget::default());
//! let start = rules.start("7,3,5")?;
//! let mut game = Match::new(rules, start);
//! game.make(&game.read("take 1 from 1")?)?;
//! assert_eq!(game.state()[0].to_string(), "6,3,5");
//! let computer = Computer { level: Level::Perfect, seed: 1 };
//! while !game.is_over()? {
//!     let choice = computer.choose(&game.rules, game.state())?;
//!     game.make(&choice.made)?;
//! }
//! assert_eq!(game.review()?.moves.len(), game.moves());
//! # Ok::<(), nimlab::Error>(())
//! ```

mod blocking;
mod candidates;
mod choose;
mod difference;
mod empty;
mod lay;
mod matches;
mod memory;
mod random;
mod read;
mod review;
mod typed;
mod words;

pub use choose::{Choice, Computer, Level};
pub(crate) use difference::{changed, difference};
pub use lay::ways;
pub use matches::Match;
pub use review::{Review, Reviewed};
pub use typed::read_target;
pub use words::letter;

use crate::error::{Error, Result};
use crate::explain::Explanation;
use crate::number::UBig;
use crate::solve::{Component, MATCHES, MISERE, SUMS, SumMove, answer_of, find, solve_sum, without_blocks};
use crate::{Ask, Budget, Game, Outcome, Play, Position, RuleExt};
use memory::{Memory, Remembered};
use std::ops::ControlFlow;

/// How many moves are looked at for an example.
const EXAMPLES: usize = 50;

/// The positions of all components, their piles as they lie.
pub type MatchState = Vec<Position>;

/// What is played: the components, the way of play, and what thinking may cost.
///
/// ```
/// use nimlab::{play::Rules, prelude::*};
/// let rules = Rules::new(vec![catalogue::game("nim")?], Play::Normal, Budget::default());
/// let state = rules.start("1,2")?;
/// let judged = rules.judge(&state, Budget::default())?;
/// assert_eq!(judged.outcome, Outcome::N);
/// assert_eq!(rules.example(&state).unwrap(), "take 1 from pile 2");
/// # Ok::<(), nimlab::Error>(())
/// ```
pub struct Rules {
    /// The game of each component; mostly there is one.
    pub games: Vec<Box<dyn Game>>,
    /// Normal or misère play.
    pub play: Play,
    /// What one look at a position may cost.
    pub budget: Budget,
    /// Whether the players say which options they block.
    with_blocks: bool,
    memory: Memory,
}

/// What is known of a state.
///
/// ```
/// use nimlab::{play::Rules, prelude::*};
/// let rules = Rules::new(vec![catalogue::game("nim")?], Play::Normal, Budget::default());
/// let judged = rules.judge(&rules.start("1,2,3")?, Budget::default())?;
/// assert!(judged.outcome == Outcome::P && judged.winning.is_empty());
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// Who wins.
    pub outcome: Outcome,
    /// The winning moves that are known, in canonical form.
    pub winning: Vec<SumMove>,
    /// How many there are, where that is known.
    pub total: Option<UBig>,
}

impl Rules {
    /// The rules of a match.
    ///
    /// ```
    /// use nimlab::{play::Rules, prelude::*};
    /// let rules = Rules::new(vec![catalogue::game("nim")?], Play::Normal, Budget::default());
    /// assert!(rules.start("3,4,5").is_ok());
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn new(games: Vec<Box<dyn Game>>, play: Play, budget: Budget) -> Self {
        Self { games, play, budget, with_blocks: false, memory: Memory::default() }
    }

    /// The state with its piles in the order in which they are asked about.
    ///
    /// ```
    /// use nimlab::{play::Rules, prelude::*};
    /// let rules = Rules::new(vec![catalogue::game("nim")?], Play::Normal, Budget::default());
    /// assert_eq!(rules.canonical(&rules.start("5,3")?)[0].to_string(), "3,5");
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn canonical(&self, state: &MatchState) -> MatchState {
        self.games.iter().zip(state).map(|(game, position)| game.canonical_of(position)).collect()
    }

    fn components<'g>(&'g self, state: &'g MatchState) -> Vec<Component<'g>> {
        self.games.iter().zip(state).map(|(game, position)| Component { game: &**game, position }).collect()
    }

    /// Who wins a state, and by which moves.
    ///
    /// ```
    /// use nimlab::{play::Rules, prelude::*};
    /// let rules = Rules::new(vec![catalogue::game("nim")?], Play::Normal, Budget::default());
    /// let judged = rules.judge(&rules.start("3,5")?, Budget::default())?;
    /// assert_eq!((judged.outcome, judged.winning[0].to.to_string()), (Outcome::N, "3,3".into()));
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn judge(&self, state: &MatchState, budget: Budget) -> Result<Judgement> {
        match self.found(state, budget)? {
            Remembered::One(found, _) => {
                let moves = found.winning_moves;
                let winning = moves.list.into_iter().map(|to| self.tidy(SumMove { component: 0, to }));
                Ok(Judgement { outcome: found.outcome, winning: sorted(winning.collect()), total: moves.total })
            }
            Remembered::Sum(found) => {
                let total = found.complete.then(|| UBig::from(found.winning_moves.len()));
                let winning = found.winning_moves.into_iter().map(|made| self.tidy(made));
                Ok(Judgement { outcome: found.outcome, winning: sorted(winning.collect()), total })
            }
        }
    }

    /// Refuses games in which options may be blocked, unless the players say which before
    /// every move.
    fn can_be_played(&self) -> Result<()> {
        let question = match (self.with_blocks, self.play) {
            (false, _) => MATCHES,
            (true, Play::Misere) => MISERE,
            (true, Play::Normal) if self.games.len() > 1 => SUMS,
            (true, Play::Normal) => return Ok(()),
        };
        self.games.iter().try_for_each(|game| without_blocks(&**game, question))
    }

    /// What is known of a state, or can be found out.
    fn found(&self, state: &MatchState, budget: Budget) -> Result<Remembered> {
        self.can_be_played()?;
        let state = &self.canonical(state);
        if let Some(found) = self.memory.get(state) {
            return found;
        }
        let found = match (&self.games[..], &state[..]) {
            ([game], [position]) => {
                find(&**game, position, self.play, budget).map(|(method, analysis)| Remembered::One(analysis, method))
            }
            _ => solve_sum(&self.components(state), self.play, budget).map(|answer| Remembered::Sum(Box::new(answer))),
        };
        // A question that a game does not answer is open, and can be played on.
        let found = found.map_err(|error| match (error, self.play) {
            (Error::NotAnswered { game, .. }, Play::Normal) => {
                Error::undecided(format!("nothing is known about {game}"))
            }
            (Error::NotAnswered { game, .. }, Play::Misere) => {
                Error::undecided(format!("nothing is known about {game} under misère play"))
            }
            (other, _) => other,
        });
        self.memory.keep(state, &found, budget == self.budget);
        found
    }

    /// Why a state is won or lost, told to a student.
    ///
    /// ```
    /// use nimlab::{play::Rules, prelude::*};
    /// let rules = Rules::new(vec![catalogue::game("nim")?], Play::Normal, Budget::default());
    /// assert!(rules.explain(&rules.start("1,2,3")?)?.to_string().contains("nim-sum"));
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn explain(&self, state: &MatchState) -> Result<Explanation> {
        match self.found(state, self.budget)? {
            Remembered::One(analysis, method) => {
                let (game, found) = (&*self.games[0], (method, analysis));
                let position = game.canonical_of(&state[0]);
                let asked = game.solve(&position).play(self.play).budget(self.budget);
                Ok(game.explain(&answer_of(&asked, found)?))
            }
            Remembered::Sum(answer) => Ok(answer.explain()),
        }
    }

    /// A move without the empty heaps that the game leaves out.
    fn tidy(&self, made: SumMove) -> SumMove {
        SumMove { to: empty::without(&*self.games[made.component], made.to), ..made }
    }

    /// A state to begin from, as a person types it: `7,3,5`, and in a sum
    /// `7 + 4,5`. The piles lie as they are typed.
    ///
    /// ```
    /// use nimlab::{play::Rules, prelude::*};
    /// let games = vec![catalogue::game("nim")?, catalogue::game("wythoff")?];
    /// let sum = Rules::new(games, Play::Normal, Budget::default());
    /// assert_eq!(sum.start("7 + 4,5")?.len(), 2);
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn start(&self, text: &str) -> Result<MatchState> {
        let parts: Vec<&str> = text.split('+').map(str::trim).collect();
        if parts.len() != self.games.len() {
            let (game, example) = (&self.games[0], self.games.iter().map(|game| game.example()).collect::<Vec<_>>());
            return Err(Error::BadPosition {
                game: game.name(),
                given: crate::number::shorten(text),
                problem: format!("positions of {} games are expected, joined by '+'", self.games.len()),
                example: example.join(" + "),
            });
        }
        let start: MatchState = self
            .games
            .iter()
            .zip(parts)
            .map(|(game, part)| game.read_in_places(&typed::spaced(part)))
            .collect::<Result<_>>()?;
        // Numbers that cannot be played are refused now.
        self.is_over(&start)?;
        Ok(start)
    }

    /// Whether nobody can move any more.
    ///
    /// ```
    /// use nimlab::{play::Rules, prelude::*};
    /// let rules = Rules::new(vec![catalogue::game("nim")?], Play::Normal, Budget::default());
    /// assert!(rules.is_over(&rules.start("0,0")?)?);
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn is_over(&self, state: &MatchState) -> Result<bool> {
        self.can_be_played()?;
        for (game, position) in self.games.iter().zip(state) {
            if has_move(&**game, &game.canonical_of(position))? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the rules lead to where a move leads, in whatever order the
    /// piles are.
    ///
    /// ```
    /// use nimlab::{play::Rules, prelude::*};
    /// let rules = Rules::new(vec![catalogue::game("nim")?], Play::Normal, Budget::default());
    /// let (state, made) = (rules.start("3,5")?, nimlab::solve::SumMove { component: 0, to: rules.games[0].read("3,4")? });
    /// assert!(rules.is_legal(&state, &made)?);
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn is_legal(&self, state: &MatchState, made: &SumMove) -> Result<bool> {
        self.can_be_played()?;
        match (self.games.get(made.component), state.get(made.component)) {
            (Some(game), Some(from)) => {
                empty::reaches(&**game, &game.canonical_of(from), &game.canonical_of(&made.to), self.budget)
            }
            _ => Ok(false),
        }
    }

    /// Whether the rules lead to a position.
    fn is_option(&self, state: &MatchState, to: &Position) -> Result<bool> {
        self.is_legal(state, &SumMove { component: 0, to: to.clone() })
    }

    /// A legal move as it is laid onto the table: so that as few piles as
    /// possible change.
    ///
    /// ```
    /// use nimlab::{play::Rules, prelude::*};
    /// let rules = Rules::new(vec![catalogue::game("nim")?], Play::Normal, Budget::default());
    /// let (state, made) = (rules.start("5,3")?, nimlab::solve::SumMove { component: 0, to: rules.games[0].read("2,5")? });
    /// assert_eq!(rules.laid(&state, &made).to.to_string(), "5,2");
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn laid(&self, state: &MatchState, made: &SumMove) -> SumMove {
        let game = &*self.games[made.component];
        let to = lay::laid(game, &state[made.component], &game.canonical_of(&made.to));
        SumMove { component: made.component, to }
    }

    /// The move after which the piles of a component lie like this, each in its
    /// place, if the rules allow one; what they give after the slash is added.
    ///
    /// ```
    /// use nimlab::{play::Rules, prelude::*};
    /// let rules = Rules::new(vec![catalogue::game("nim")?], Play::Normal, Budget::default());
    /// let state = rules.start("5,3")?;
    /// assert!(rules.leaving(&state, 0, vec![2u8.into(), 3u8.into()])?.is_some());
    /// assert!(rules.leaving(&state, 0, vec![2u8.into(), 2u8.into()])?.is_none());
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn leaving(&self, state: &MatchState, component: usize, piles: Vec<UBig>) -> Result<Option<SumMove>> {
        self.can_be_played()?;
        if state.get(component).is_none_or(|from| from.piles().len() != piles.len()) {
            return Ok(None);
        }
        let (made, allowed) = read::leaving(self, state, component, piles)?;
        Ok(allowed.then_some(made))
    }

    /// A legal move as it is, if its piles are in their places, and otherwise
    /// laid onto the table.
    fn placed(&self, state: &MatchState, made: &SumMove) -> SumMove {
        let game = &*self.games[made.component];
        match lay::matches_places(game, &state[made.component], &made.to) {
            true => self.tidy(made.clone()),
            false => self.laid(state, made),
        }
    }

    /// The state after a legal move.
    ///
    /// ```
    /// use nimlab::{play::Rules, prelude::*};
    /// let rules = Rules::new(vec![catalogue::game("nim")?], Play::Normal, Budget::default());
    /// let (state, made) = (rules.start("5,3")?, nimlab::solve::SumMove { component: 0, to: rules.games[0].read("2,5")? });
    /// assert_eq!(rules.after(&state, &made)[0].to_string(), "5,2");
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn after(&self, state: &MatchState, made: &SumMove) -> MatchState {
        let SumMove { component, to } = self.placed(state, made);
        let mut after = state.clone();
        after[component] = to;
        after
    }

    /// The same of a canonical state, where nothing lies on a table.
    fn canonical_after(&self, state: &MatchState, made: &SumMove) -> MatchState {
        let mut after = state.clone();
        after[made.component] = self.tidy(made.clone()).to;
        after
    }

    /// The move that leads from one state to the next, if there is one, in
    /// canonical form.
    ///
    /// ```
    /// use nimlab::{play::Rules, prelude::*};
    /// let rules = Rules::new(vec![catalogue::game("nim")?], Play::Normal, Budget::default());
    /// let [before, after] = [rules.start("5,3")?, rules.start("5,2")?];
    /// assert_eq!(rules.between(&before, &after)?.to.to_string(), "2,5");
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn between(&self, before: &MatchState, after: &MatchState) -> Result<SumMove> {
        let (before, after) = (&self.canonical(before), &self.canonical(after));
        let changed: Vec<usize> =
            (0..before.len().max(after.len())).filter(|&i| before.get(i) != after.get(i)).collect();
        if let [component] = changed[..]
            && let Some(to) = after.get(component)
        {
            let made = SumMove { component, to: to.clone() };
            if self.is_legal(before, &made)? {
                return Ok(made);
            }
        }
        let shown = |state: &MatchState| state.iter().map(Position::shown).collect::<Vec<_>>().join(" + ");
        Err(self.no_move(&shown(after), format!("no single move leads there from {}", shown(before)), before))
    }

    /// A move that works, as it can be typed.
    ///
    /// ```
    /// use nimlab::{play::Rules, prelude::*};
    /// let rules = Rules::new(vec![catalogue::game("nim")?], Play::Normal, Budget::default());
    /// assert_eq!(rules.example(&rules.start("1,2")?).unwrap(), "take 1 from pile 2");
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn example(&self, state: &MatchState) -> Option<String> {
        let list = candidates::some(self, &self.canonical(state), EXAMPLES).ok()?;
        // One of the smallest, which is the most natural one to type.
        let made = list.iter().max_by_key(|made| made.to.piles().iter().fold(UBig::ZERO, |sum, pile| sum + pile))?;
        Some(self.typed(state, &self.laid(state, made)))
    }

    /// The error for a text that is not a move, with one that is.
    fn no_move(&self, given: &str, problem: String, state: &MatchState) -> Error {
        let example = self.example(state).unwrap_or_default();
        Error::BadMove { given: crate::number::shorten(given), problem, example }
    }
}

fn sorted(mut moves: Vec<SumMove>) -> Vec<SumMove> {
    moves.sort_unstable();
    moves.dedup();
    moves
}

/// Whether a position has any move.
fn has_move(game: &dyn Game, position: &Position) -> Result<bool> {
    let words = match position.words() {
        Ok(words) => words,
        // Nothing above machine words can be gone through; one of the moves
        // that the games of the catalogue have will do. A game that cannot
        // tell of a move on such numbers cannot be played on them.
        Err(limit) => {
            let some = !candidates::structural(game, position).is_empty();
            return if some || tells(game, position) { Ok(some) } else { Err(limit) };
        }
    };
    let mut found = false;
    let _ = game.try_options(&words, &mut |_| {
        found = true;
        ControlFlow::Break(())
    })?;
    Ok(found)
}

/// Whether a game can tell if a stone may be taken from the first pile that has one.
fn tells(game: &dyn Game, position: &Position) -> bool {
    let mut less = position.numbers().to_vec();
    if let Some(pile) = less.iter_mut().find(|pile| !pile.is_zero()) {
        *pile -= UBig::ONE;
    }
    game.can_move(position, &game.position(less)).is_some()
}

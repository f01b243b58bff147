//! Playing: the state of a match, moves as people type them, the computer's
//! choice at three levels, and the review of a finished game.
//!
//! Nothing here knows a terminal or a page. A match may be of any game of the
//! catalogue or of rules, or of a sum of them, under normal or misère play, on
//! numbers of any size; what a search cannot decide within its budget is said
//! to be undecided, and the computer then plays without knowing.

mod candidates;
mod choose;
mod difference;
mod random;
mod read;
mod review;
mod words;

pub use choose::{Choice, Computer, Level};
pub(crate) use difference::difference;
pub use review::{Review, Reviewed};
pub use words::letter;

use crate::error::{Error, Result};
use crate::explain::Explanation;
use crate::game::{Game, Outcome, Play, Position};
use crate::number::UBig;
use crate::solve::{Budget, Component, SumMove, analyse, solve, solve_sum};
use std::ops::ControlFlow;

/// How many moves are looked at for an example.
const EXAMPLES: usize = 50;

/// The positions of all components.
pub type State = Vec<Position>;

/// What is played: the components, the way of play, and what thinking may cost.
pub struct Rules {
    /// The game of each component; mostly there is one.
    pub games: Vec<Box<dyn Game>>,
    /// Normal or misère play.
    pub play: Play,
    /// What one look at a position may cost.
    pub budget: Budget,
}

/// What is known of a state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// Who wins.
    pub outcome: Outcome,
    /// The winning moves that are known.
    pub winning: Vec<SumMove>,
    /// How many there are, where that is known.
    pub total: Option<UBig>,
}

impl Rules {
    fn components<'g>(&'g self, state: &'g State) -> Vec<Component<'g>> {
        self.games.iter().zip(state).map(|(game, position)| Component { game: &**game, position }).collect()
    }

    /// Who wins a state, and by which moves.
    pub fn judge(&self, state: &State, budget: Budget) -> Result<Judgement> {
        // A question that a game does not answer is open, and can be played on.
        self.judged(state, budget).map_err(|error| match error {
            Error::NotAnswered { game, .. } => {
                Error::Undecided { reason: format!("nothing is known about {game} under this way of play") }
            }
            other => other,
        })
    }

    fn judged(&self, state: &State, budget: Budget) -> Result<Judgement> {
        match (&self.games[..], &state[..]) {
            ([game], [position]) => {
                let found = analyse(&**game, position, self.play, budget)?;
                let winning = found.winning_moves.list.into_iter().map(|to| SumMove { component: 0, to }).collect();
                Ok(Judgement { outcome: found.outcome, winning, total: found.winning_moves.total })
            }
            _ => {
                let found = solve_sum(&self.components(state), self.play, budget)?;
                let total = found.complete.then(|| UBig::from(found.winning_moves.len()));
                Ok(Judgement { outcome: found.outcome, winning: found.winning_moves, total })
            }
        }
    }

    /// Why a state is won or lost, told to a student.
    pub fn explain(&self, state: &State) -> Result<Explanation> {
        match (&self.games[..], &state[..]) {
            ([game], [position]) => Ok(game.explain(&solve(&**game, position, self.play, None, self.budget)?)),
            _ => Ok(solve_sum(&self.components(state), self.play, self.budget)?.explain()),
        }
    }

    /// Whether nobody can move any more.
    pub fn is_over(&self, state: &State) -> Result<bool> {
        for (game, position) in self.games.iter().zip(state) {
            if has_move(&**game, position)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a move follows the rules.
    pub fn is_legal(&self, state: &State, made: &SumMove) -> Result<bool> {
        match (self.games.get(made.component), state.get(made.component)) {
            (Some(game), Some(from)) => leads_to(&**game, from, &made.to),
            _ => Ok(false),
        }
    }

    /// The state after a move.
    pub fn after(&self, state: &State, made: &SumMove) -> State {
        let mut after = state.clone();
        after[made.component] = made.to.clone();
        after
    }

    /// The move that leads from one state to the next, if there is one.
    pub fn between(&self, before: &State, after: &State) -> Result<SumMove> {
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
        let shown = |state: &State| state.iter().map(Position::shown).collect::<Vec<_>>().join(" + ");
        Err(self.no_move(&shown(after), format!("no single move leads there from {}", shown(before)), before))
    }

    /// A move that works, as it can be typed.
    pub fn example(&self, state: &State) -> Option<String> {
        let list = candidates::some(self, state, EXAMPLES).ok()?;
        // One of the smallest, which is the most natural one to type.
        let made = list.iter().max_by_key(|made| made.to.piles().iter().fold(UBig::ZERO, |sum, pile| sum + pile))?;
        Some(self.typed(state, made))
    }

    /// The error for a text that is no move, with one that is.
    fn no_move(&self, given: &str, problem: String, state: &State) -> Error {
        let example = self.example(state).unwrap_or_else(|| "quit".into());
        Error::BadMove { given: crate::number::shorten(given), problem, example }
    }
}

/// Whether a position has any move.
fn has_move(game: &dyn Game, position: &Position) -> Result<bool> {
    let Ok(words) = position.words() else {
        // Nothing above machine words can be gone through; one of the moves
        // that the games of the catalogue have will do.
        return Ok(!candidates::structural(game, position).is_empty());
    };
    let mut found = false;
    let _ = game.try_options(&words, &mut |_| {
        found = true;
        ControlFlow::Break(())
    })?;
    Ok(found)
}

/// Whether one move leads from a position to another.
fn leads_to(game: &dyn Game, from: &Position, to: &Position) -> Result<bool> {
    if let Some(answer) = game.can_move(from, to) {
        return Ok(answer);
    }
    let (from, to) = (from.words()?, to.words()?);
    let mut found = false;
    let _ = game.try_options(&from, &mut |option| {
        found = option == to;
        if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    Ok(found)
}

/// A game as it is played: all states from the start on.
pub struct Match {
    /// What is played.
    pub rules: Rules,
    states: Vec<State>,
}

impl Match {
    /// A match that begins in a state.
    pub fn new(rules: Rules, start: State) -> Self {
        Self { rules, states: vec![start] }
    }

    /// The state now.
    pub fn state(&self) -> &State {
        &self.states[self.states.len() - 1]
    }

    /// All states, the first one being the start.
    pub fn states(&self) -> &[State] {
        &self.states
    }

    /// How many moves were made.
    pub fn moves(&self) -> usize {
        self.states.len() - 1
    }

    /// Makes a move, if it follows the rules.
    pub fn make(&mut self, made: &SumMove) -> Result<()> {
        let state = self.state();
        if !self.rules.is_legal(state, made)? {
            return Err(self.rules.no_move(&made.to.to_string(), "the rules do not allow it".into(), state));
        }
        let after = self.rules.after(state, made);
        self.states.push(after);
        Ok(())
    }

    /// Reads a move as a person types it.
    pub fn read(&self, text: &str) -> Result<SumMove> {
        read::read(&self.rules, self.state(), text)
    }

    /// Takes so many moves back, as far as there are any.
    pub fn undo(&mut self, moves: usize) {
        let left = self.states.len().saturating_sub(moves).max(1);
        self.states.truncate(left);
    }

    /// Whether nobody can move any more.
    pub fn is_over(&self) -> Result<bool> {
        self.rules.is_over(self.state())
    }

    /// Where the game was won and lost.
    pub fn review(&self) -> Result<Review> {
        Review::of(&self.rules, &self.states)
    }
}

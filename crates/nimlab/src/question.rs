//! The words of asking: who wins, under which play, by which method.

use std::fmt;

/// Who wins: the player to move (N, "hot") or the previous one (P, "cold").
///
/// ```
/// use nimlab::prelude::*;
/// let nim = catalogue::game("nim")?;
/// assert_eq!(nim.solve(&nim.read("2,2")?).run()?.outcome, Outcome::P);
/// assert_eq!(nim.solve(&nim.read("2,3")?).run()?.outcome, Outcome::N);
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The player to move loses against perfect play.
    P,
    /// The player to move wins.
    N,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::P => "P",
            Outcome::N => "N",
        })
    }
}

/// How the end of the game counts.
///
/// ```
/// use nimlab::{Outcome, Play};
/// assert_eq!(Play::Normal.outcome_of_end(), Outcome::P);
/// assert_eq!(Play::Misere.outcome_of_end(), Outcome::N);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Play {
    /// A player who cannot move has lost.
    Normal,
    /// A player who cannot move has won.
    Misere,
}

impl Play {
    /// The outcome of a position without any move.
    pub fn outcome_of_end(self) -> Outcome {
        match self {
            Play::Normal => Outcome::P,
            Play::Misere => Outcome::N,
        }
    }
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Play::Normal => "normal",
            Play::Misere => "misere",
        })
    }
}

/// A way to find an answer, which belongs to its game: a name, and what it
/// rests on.
///
/// ```
/// use nimlab::Method;
/// const BOUTON: Method = Method::new("closed-form", "the nim-sum decides");
/// assert_eq!(BOUTON.to_string(), "closed-form");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Method {
    name: &'static str,
    about: &'static str,
}

impl Method {
    /// Plain search from the rule, which every game with finitely many moves
    /// has: the definition that all other methods are compared with.
    pub const SEARCH: Method = Method::new("search", "plain search from the rule");

    /// A method by its name and, in a phrase, what it rests on.
    pub const fn new(name: &'static str, about: &'static str) -> Self {
        Self { name, about }
    }

    /// The name by which users ask for it.
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// What it rests on, as a phrase.
    pub const fn about(self) -> &'static str {
        self.about
    }

    /// The method of this name among some.
    pub(crate) fn among(methods: &[Method], name: &str) -> Option<Method> {
        methods.iter().copied().find(|method| method.name == name)
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// What can be asked of a game.
///
/// ```
/// use nimlab::{Play, Question};
/// let question = Question::List { play: Play::Normal, value: 2 };
/// assert_eq!(question.to_string(), "positions of Grundy value 2 in order");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Question {
    /// The outcome and every winning move.
    Solve(Play),
    /// The P-positions in order, or with a value other than 0 the positions
    /// of that Grundy value.
    List {
        /// Normal or misère play.
        play: Play,
        /// The Grundy value; 0 asks for the P-positions.
        value: u64,
    },
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Question::Solve(Play::Normal) => f.write_str("outcome and winning moves"),
            Question::Solve(Play::Misere) => f.write_str("outcome and winning moves under misère play"),
            Question::List { play: Play::Normal, value: 0 } => f.write_str("P-positions in order"),
            Question::List { play: Play::Misere, value: 0 } => f.write_str("P-positions under misère play"),
            Question::List { play: Play::Normal, value } => write!(f, "positions of Grundy value {value} in order"),
            Question::List { play: Play::Misere, value } => {
                write!(f, "positions of Grundy value {value} under misère play")
            }
        }
    }
}

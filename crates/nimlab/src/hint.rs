//! Hints for a question that fails, as data: a reason in words, and the terms
//! of a question that works. Each door writes the terms in its own way.

use crate::Limit;
use std::borrow::Cow;
use std::fmt;

/// A hint: a text, and after it the terms of a question that works.
///
/// ```
/// use nimlab::{Hint, Term};
/// let hint = Hint::new("the algebraic method starts at any number", [Term::method("algebraic")]);
/// assert_eq!(hint.to_string(), "the algebraic method starts at any number: method algebraic");
/// let flags = hint.told(" ", |term| match term {
///     Term::Set(name, value) => Some(format!("--{name} {value}")),
///     _ => None,
/// });
/// assert_eq!(flags.unwrap(), "the algebraic method starts at any number: --method algebraic");
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Hint {
    text: Cow<'static, str>,
    /// None if there are none: most errors are small.
    terms: Option<Box<[Term]>>,
}

/// One term of a question.
///
/// ```
/// use nimlab::Term;
/// assert_eq!(Term::count(1000).to_string(), "count 1000");
/// assert_eq!(Term::POSITIONS.to_string(), "the positions");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Term {
    /// What is asked: the `positions` of a game in order, its `period`.
    Ask(&'static str),
    /// A game by its name.
    Game(String),
    /// A position as it is written.
    Position(String),
    /// Another thing by its name, such as a figure or a source.
    Name(&'static str),
    /// A choice by its name, such as `count`, and what is chosen; nothing where
    /// the name says it all.
    Set(&'static str, String),
    /// A budget with this limit.
    Budget(Limit),
}

impl Hint {
    /// No hint.
    pub const NONE: Hint = Hint { text: Cow::Borrowed(""), terms: None };

    /// A hint of a text and the terms after it.
    pub fn new(text: impl Into<Cow<'static, str>>, terms: impl IntoIterator<Item = Term>) -> Self {
        let terms: Box<[Term]> = terms.into_iter().collect();
        Self { text: text.into(), terms: (!terms.is_empty()).then_some(terms) }
    }

    /// The terms of a question that works.
    pub fn example(terms: impl IntoIterator<Item = Term>) -> Self {
        Self::new("an example that works", terms)
    }

    /// The text before the terms.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The terms.
    pub fn terms(&self) -> &[Term] {
        self.terms.as_deref().unwrap_or_default()
    }

    /// Whether there is no hint.
    pub fn is_none(&self) -> bool {
        self.text.is_empty() && self.terms.is_none()
    }

    /// The hint in the words of a door; nothing if the door has no word for one
    /// of the terms.
    pub fn told(&self, between: &str, word: impl FnMut(&Term) -> Option<String>) -> Option<String> {
        let words = self.terms().iter().map(word).collect::<Option<Vec<String>>>()?;
        Some(if words.is_empty() { self.text.to_string() } else { format!("{}: {}", self.text, words.join(between)) })
    }
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.told(", ", |term| Some(term.to_string())).unwrap_or_default())
    }
}

impl From<&'static str> for Hint {
    fn from(text: &'static str) -> Self {
        Self::new(text, [])
    }
}

impl From<String> for Hint {
    fn from(text: String) -> Self {
        Self::new(text, [])
    }
}

impl Term {
    /// What is asked: the positions of a game in order.
    pub const POSITIONS: Term = Term::Ask("positions");
    /// What is asked: the period of a heap game.
    pub const PERIOD: Term = Term::Ask("period");
    /// What is asked for: a long experiment.
    pub const RUN: Term = Term::Ask("run");

    /// A game by its name.
    pub fn game(name: impl ToString) -> Self {
        Term::Game(name.to_string())
    }

    /// By this method.
    pub fn method(name: impl ToString) -> Self {
        Term::Set("method", name.to_string())
    }

    /// This many positions of a list.
    pub fn count(count: impl ToString) -> Self {
        Term::Set("count", count.to_string())
    }

    /// A list from the position of this number on.
    pub fn from(number: impl ToString) -> Self {
        Term::Set("from", number.to_string())
    }

    /// A table or box of this size: 14, 14x20.
    pub fn size(size: impl ToString) -> Self {
        Term::Set("size", size.to_string())
    }

    /// A table of one row with this many columns.
    pub fn columns(columns: impl ToString) -> Self {
        Term::Set("columns", columns.to_string())
    }

    /// Positions of this many heaps.
    pub fn heaps(heaps: impl ToString) -> Self {
        Term::Set("heaps", heaps.to_string())
    }

    /// Positions whose largest number is at most this.
    pub fn max(number: impl ToString) -> Self {
        Term::Set("max", number.to_string())
    }

    /// Heaps, or columns of a row, up to this one.
    pub fn max_heap(heap: impl ToString) -> Self {
        Term::Set("max-heap", heap.to_string())
    }

    /// A run of this many steps.
    pub fn steps(steps: impl ToString) -> Self {
        Term::Set("steps", steps.to_string())
    }

    /// Kept in this directory.
    pub fn dir(folder: impl ToString) -> Self {
        Term::Set("dir", folder.to_string())
    }

    /// Written to this file.
    pub fn output(file: impl ToString) -> Self {
        Term::Set("output", file.to_string())
    }

    /// In this format.
    pub fn format(name: impl ToString) -> Self {
        Term::Set("format", name.to_string())
    }

    /// One row of a board.
    pub fn row(row: impl ToString) -> Self {
        Term::Set("row", row.to_string())
    }

    /// Positions of this Grundy value.
    pub fn value(value: impl ToString) -> Self {
        Term::Set("value", value.to_string())
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Term::Ask(name) => write!(f, "the {name}"),
            Term::Game(name) | Term::Position(name) => f.write_str(name),
            Term::Name(name) => f.write_str(name),
            Term::Set(name, value) if value.is_empty() => f.write_str(name),
            Term::Set(name, value) => write!(f, "{name} {value}"),
            Term::Budget(limit) => f.write_str(&limit.words()),
        }
    }
}

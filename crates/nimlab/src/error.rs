//! Everything that can go wrong, as one enum.
//!
//! A message says what was given, what was expected and, where it helps, an
//! example that works. [`Error::is_request`] tells a wrong request (the
//! command exits with 2) from an answer that could not be reached (exit 1).

use crate::number::shorten;
use crate::{Limit, Method};

/// The result of everything that can fail here.
pub type Result<T> = std::result::Result<T, Error>;

/// What went wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A name that is not in the catalogue.
    #[error("there is no game called '{given}'{}\n  `nimlab games` lists every game; an example that works: wythoff:2", did_you_mean(.nearest))]
    UnknownGame {
        /// What was asked for.
        given: String,
        /// The nearest name of the catalogue, if one is near.
        nearest: Option<String>,
    },

    /// Parameters that the game does not take.
    #[error("{} {expected}, but {}\n  an example that works: {example}", shorten(.game), given_words(.given))]
    BadParameters {
        /// The game's name.
        game: String,
        /// The parameters as they were written.
        given: String,
        /// What the game takes, as a phrase after its name.
        expected: String,
        /// A complete game name that works.
        example: String,
    },

    /// A position that does not belong to the game.
    #[error("'{given}' is not a position of {}: {problem}\n  an example that works: {example}", shorten(.game))]
    BadPosition {
        /// The game's name.
        game: String,
        /// The position as it was written.
        given: String,
        /// What is wrong with it.
        problem: String,
        /// A position that works.
        example: String,
    },

    /// A text that is no move.
    #[error("'{given}' is not a move here: {problem}\n  a move that works: {example}")]
    BadMove {
        /// The text as it was written.
        given: String,
        /// What is wrong with it.
        problem: String,
        /// A move that works.
        example: String,
    },

    /// A word that is no number.
    #[error("'{given}' does not work as a number here: {problem}\n  numbers are written like 29, 1_000_000 or 1e9")]
    BadNumber {
        /// The word as it was written.
        given: String,
        /// What is wrong with it.
        problem: String,
    },

    /// A word that should have been one of a few.
    #[error("there is no {kind} '{given}'{}\n  {kind}s that work: {}", did_you_mean(.nearest), .known.join(", "))]
    UnknownWord {
        /// What kind of word was expected.
        kind: &'static str,
        /// What was written.
        given: String,
        /// The nearest known word, if one is near.
        nearest: Option<String>,
        /// All known words.
        known: Vec<String>,
    },

    /// The game has that method not at all, or not for this question.
    #[error("{} has no method '{method}' for {question}\n  methods that work: {}", shorten(.game), names(.available))]
    NoSuchMethod {
        /// The game's name.
        game: String,
        /// The name of the method asked for.
        method: String,
        /// The question it was asked for.
        question: String,
        /// The methods that answer the question.
        available: Vec<Method>,
    },

    /// The game has no way to answer this question at all.
    #[error("{} does not answer {question}\n  {hint}", shorten(.game))]
    NotAnswered {
        /// The game's name.
        game: String,
        /// The question.
        question: String,
        /// What can be asked instead.
        hint: String,
    },

    /// A number that a method cannot hold.
    #[error("{what} is out of range: {given}, and the limit is {limit}\n  {hint}")]
    TooLarge {
        /// What is too large.
        what: String,
        /// Its value or size.
        given: String,
        /// The limit it met.
        limit: String,
        /// What to do instead.
        hint: String,
    },

    /// Work that met a limit of its budget, or was cancelled: nothing is decided.
    #[error("not decided: {what} {limit}{}{}", having(.reached), raise(.limit, .hint))]
    OverBudget {
        /// What was searched.
        what: String,
        /// The limit that it met.
        limit: Limit,
        /// How far it came; empty if it did not begin.
        reached: String,
        /// What helps, where that is not simply a larger budget.
        hint: String,
    },

    /// Rules that cannot be read.
    #[error("{text}")]
    BadRules {
        /// The problems with the lines they stand in.
        text: String,
    },

    /// Rules that fail while they are played.
    #[error("the rules{} fail at {position}: {problem}", of(.game))]
    RulesFail {
        /// The game's name.
        game: String,
        /// The position whose moves were looked for.
        position: String,
        /// What went wrong, with the line of the rules.
        problem: String,
    },

    /// Rules by which a position comes back.
    #[error("the rules{} do not end: {}{}\n  a `decreasing` clause says why a game ends, and is checked on every move", of(.game), .path.join(" -> "), again(.path))]
    Loop {
        /// The game's name.
        game: String,
        /// The positions from one to itself, or to a sum that it is part of.
        path: Vec<String>,
    },

    /// A file that is not what it should be.
    #[error("this is not a {kind} that can be read: {problem}\n  {hint}")]
    BadFile {
        /// What it should be.
        kind: &'static str,
        /// What is wrong with it.
        problem: String,
        /// How to get a good one.
        hint: String,
    },

    /// A question that nothing here can decide.
    #[error("not decided: {reason}")]
    Undecided {
        /// Why not.
        reason: String,
    },
}

impl Error {
    /// The same error, with how far the work came if it met a limit of its
    /// budget and did not say.
    pub fn having_reached(mut self, how_far: impl FnOnce() -> String) -> Self {
        if let Error::OverBudget { reached, .. } = &mut self
            && reached.is_empty()
        {
            *reached = how_far();
        }
        self
    }

    /// The same error with what helps, where a larger budget is not the best.
    pub fn with_hint(mut self, text: &str) -> Self {
        if let Error::OverBudget { hint, .. } | Error::TooLarge { hint, .. } = &mut self {
            *hint = text.to_owned();
        }
        self
    }

    /// Whether the request itself is wrong, rather than its answer out of reach.
    pub fn is_request(&self) -> bool {
        !matches!(self, Error::OverBudget { .. } | Error::Undecided { .. })
    }
}

/// Whose rules they are; a text of rules without a name is called `rules`.
fn of(game: &str) -> String {
    if game == "rules" { String::new() } else { format!(" of {}", shorten(game)) }
}

fn again(path: &[String]) -> String {
    match path {
        [first, .., last] if first != last => format!(", which has {first} in it again"),
        _ => String::new(),
    }
}

fn having(reached: &str) -> String {
    // Where nothing was reached yet there is nothing to tell.
    if reached.is_empty() || reached.starts_with("0 ") { String::new() } else { format!(", having reached {reached}") }
}

fn raise(limit: &Limit, hint: &str) -> String {
    match limit.raised_by() {
        None => String::new(),
        Some(option) if hint.is_empty() => format!("\n  a higher limit may be enough: {option}"),
        Some(option) => format!("\n  {hint}\n  a higher limit: {option}"),
    }
}

fn did_you_mean(nearest: &Option<String>) -> String {
    match nearest {
        Some(name) => format!("; did you mean '{name}'?"),
        None => String::new(),
    }
}

fn given_words(given: &str) -> String {
    if given.is_empty() { "none was given".into() } else { format!("was given '{given}'") }
}

fn names(methods: &[Method]) -> String {
    let names: Vec<&str> = methods.iter().map(|method| method.name()).collect();
    names.join(", ")
}

/// The nearest of `known` to `given` by edit distance, if it is near enough
/// to be a slip of the fingers.
pub fn nearest<'a>(given: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let given: String = given.to_lowercase();
    known
        .into_iter()
        .map(|name| (edit_distance(&given, name), name))
        .filter(|&(distance, name)| distance <= name.chars().count().max(given.chars().count()) / 3 + 1)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, name)| name.to_owned())
}

/// Levenshtein's distance, one row at a time; a given name is cut at 64
/// letters, for no name here is nearly that long.
fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().take(64).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().take(64).enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let substituted = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edit_distance_counts_insertions_deletions_and_substitutions() {
        assert_eq!(edit_distance("", "nim"), 3);
        assert_eq!(edit_distance("withoff", "wythoff"), 1);
        assert_eq!(edit_distance("kitten", "sitting"), 3);
    }

    #[test]
    fn the_nearest_name_is_offered_only_when_it_is_near() {
        let known = ["nim", "wythoff", "fibonacci"];
        assert_eq!(nearest("wytoff", known), Some("wythoff".into()));
        assert_eq!(nearest("Fibonaci", known), Some("fibonacci".into()));
        assert_eq!(nearest("chess", known), None);
    }
}

//! Everything that can go wrong, as one enum.
//!
//! A message says what was given, what was expected and, where it helps, an
//! example that works: the [problem](Error::problem), and [hints](Error::hints)
//! that a door may write in words of its own. [`Error::is_request`] tells a
//! wrong request from an answer that could not be reached.

use crate::number::shorten;
use crate::{Hint, Limit, Method, Term};
use std::fmt;

/// The result of everything that can fail here.
pub type Result<T> = std::result::Result<T, Error>;

/// What went wrong.
///
/// ```
/// let error = nimlab::catalogue::game("withoff").err().unwrap();
/// assert!(matches!(error, nimlab::Error::UnknownGame { .. }));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A name that is not in the catalogue.
    UnknownGame {
        /// What was asked for.
        given: String,
        /// The nearest name of the catalogue, if one is near.
        nearest: Option<String>,
        /// A name that works.
        example: &'static str,
    },

    /// Parameters that the game does not take.
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

    /// A text that is not a move.
    BadMove {
        /// The text as it was written.
        given: String,
        /// What is wrong with it.
        problem: String,
        /// A move that works; empty if none is known.
        example: String,
    },

    /// A word that is not a number.
    BadNumber {
        /// The word as it was written.
        given: String,
        /// What is wrong with it.
        problem: String,
    },

    /// A word that should have been one of a few.
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

    /// The game does not have that method, or not for this question.
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
    NotAnswered {
        /// The game's name.
        game: String,
        /// What cannot be asked of it, as a noun: "a table".
        question: String,
        /// What can be asked instead.
        hint: Hint,
    },

    /// A number that a method cannot hold.
    TooLarge {
        /// What is too large.
        what: String,
        /// Its value or size.
        given: String,
        /// The limit it met.
        limit: String,
        /// What to do instead.
        hint: Hint,
    },

    /// Work that met a limit of its budget, or was cancelled: nothing is decided.
    OverBudget {
        /// What was searched.
        what: String,
        /// The limit that it met.
        limit: Limit,
        /// How far it got; empty if it did not begin.
        reached: String,
        /// A hint, if it is not simply a larger budget.
        hint: Hint,
    },

    /// Rules that cannot be read.
    BadRules {
        /// The problems, with their lines.
        text: String,
    },

    /// Rules that fail while they are played.
    RulesFail {
        /// The game's name.
        game: String,
        /// The position whose moves were looked for.
        position: String,
        /// What went wrong, with the line of the rules.
        problem: String,
    },

    /// Rules by which a position recurs.
    Loop {
        /// The game's name.
        game: String,
        /// The positions from one to itself, or to a sum that it is part of.
        path: Vec<String>,
    },

    /// A file that is not what it should be.
    BadFile {
        /// What it should be.
        kind: &'static str,
        /// What is wrong with it.
        problem: String,
        /// How to get a good one.
        hint: Hint,
    },

    /// A question that nothing here can decide.
    Undecided {
        /// Why not.
        reason: String,
        /// What may help.
        hint: Hint,
    },
}

impl Error {
    /// The same error, with how far the work got if it met a limit of its
    /// budget and does not say so yet.
    ///
    /// ```
    /// use nimlab::Budget;
    /// let error = Budget::default().in_bytes(8).meter("a list").take(9).unwrap_err().having_reached(|| "3 rows".into());
    /// assert!(error.problem().ends_with("having reached 3 rows"));
    /// ```
    pub fn having_reached(mut self, how_far: impl FnOnce() -> String) -> Self {
        if let Error::OverBudget { reached, .. } = &mut self
            && reached.is_empty()
        {
            *reached = how_far();
        }
        self
    }

    /// The same error with a hint that is better than a larger budget.
    ///
    /// ```
    /// use nimlab::Budget;
    /// let error = Budget::default().in_bytes(8).meter("a list").take(9).unwrap_err().with_hint("ask for less".into());
    /// assert_eq!(error.hints()[0].text(), "ask for less");
    /// ```
    pub fn with_hint(mut self, helps: Hint) -> Self {
        if let Error::OverBudget { hint, .. } | Error::TooLarge { hint, .. } = &mut self {
            *hint = helps;
        }
        self
    }

    /// The error of a question that nothing can decide, without a hint.
    ///
    /// ```
    /// assert_eq!(nimlab::Error::undecided("no theorem covers it").to_string(), "not decided: no theorem covers it");
    /// ```
    pub fn undecided(reason: impl Into<String>) -> Self {
        Error::Undecided { reason: reason.into(), hint: Hint::NONE }
    }

    /// What is wrong, without the hints.
    ///
    /// ```
    /// let error = nimlab::catalogue::game("withoff").err().unwrap();
    /// assert_eq!(error.problem(), "there is no game called 'withoff'; did you mean 'wythoff'?");
    /// ```
    pub fn problem(&self) -> String {
        match self {
            Error::UnknownGame { given, nearest, .. } => {
                format!("there is no game called '{given}'{}", did_you_mean(nearest))
            }
            Error::BadParameters { game, given, expected, .. } => {
                format!("{} {expected}, but {}", shorten(game), given_words(given))
            }
            Error::BadPosition { game, given, problem, .. } => {
                format!("'{given}' is not a position of {}: {problem}", shorten(game))
            }
            Error::BadMove { given, problem, .. } => format!("'{given}' is not a move here: {problem}"),
            Error::BadNumber { given, problem } => format!("'{given}' does not work as a number here: {problem}"),
            Error::UnknownWord { kind, given, nearest, .. } => {
                format!("there is no {kind} '{given}'{}", did_you_mean(nearest))
            }
            Error::NoSuchMethod { game, method, question, .. } => {
                format!("{} has no method '{method}' for {question}", shorten(game))
            }
            Error::NotAnswered { game, question, .. } => format!("{question} cannot be asked of {}", shorten(game)),
            Error::TooLarge { what, given, limit, .. } => {
                format!("{what} is out of range: {given}, and the limit is {limit}")
            }
            Error::OverBudget { what, limit, reached, .. } => format!("not decided: {what} {limit}{}", having(reached)),
            Error::BadRules { text } => text.clone(),
            Error::RulesFail { game, position, problem } => {
                format!("the rules{} fail at {position}: {problem}", of(game))
            }
            Error::Loop { game, path } => {
                format!("the rules{} do not end: {}{}", of(game), path.join(" -> "), again(path))
            }
            Error::BadFile { kind, problem, .. } => format!("this is not a {kind} that can be read: {problem}"),
            Error::Undecided { reason, .. } => format!("not decided: {reason}"),
        }
    }

    /// The hints, in the order in which they are written.
    ///
    /// ```
    /// let error = nimlab::catalogue::game("withoff").err().unwrap();
    /// assert_eq!(error.hints()[0].to_string(), "an example that works: wythoff:2");
    /// ```
    pub fn hints(&self) -> Vec<Hint> {
        let hints = match self {
            Error::UnknownGame { example, .. } => vec![Hint::example([Term::game(example)])],
            Error::BadParameters { example, .. } => vec![Hint::example([Term::game(example)])],
            Error::BadPosition { example, .. } => vec![Hint::example([Term::Position(example.clone())])],
            Error::BadMove { example, .. } if example.is_empty() => Vec::new(),
            Error::BadMove { example, .. } => vec![format!("a move that works: {example}").into()],
            Error::BadNumber { .. } => vec!["numbers are written like 29, 1_000_000 or 1e9".into()],
            Error::UnknownWord { kind, known, .. } => vec![format!("{kind}s that work: {}", known.join(", ")).into()],
            Error::NoSuchMethod { available, .. } => vec![format!("methods that work: {}", names(available)).into()],
            Error::NotAnswered { hint, .. }
            | Error::TooLarge { hint, .. }
            | Error::BadFile { hint, .. }
            | Error::Undecided { hint, .. } => vec![hint.clone()],
            Error::OverBudget { limit, hint, .. } => {
                let text = if hint.is_none() { "a higher limit may be enough" } else { "a higher limit" };
                let raised = limit.raised().map(|limit| Hint::new(text, [Term::Budget(limit)]));
                raised.into_iter().flat_map(|raised| [hint.clone(), raised]).collect()
            }
            Error::Loop { .. } => {
                vec![
                    "in a text of rules a `decreasing` clause says why a game ends, and is checked on every move"
                        .into(),
                ]
            }
            Error::BadRules { .. } | Error::RulesFail { .. } => Vec::new(),
        };
        hints.into_iter().filter(|hint| !hint.is_none()).collect()
    }

    /// The whole message: the problem, and below it the hints in the words of a
    /// door.
    ///
    /// ```
    /// let error = nimlab::catalogue::game("withoff").err().unwrap();
    /// let told = error.told(|hint| hint.told(" ", |term| Some(format!("my-program {term}"))));
    /// assert!(told.ends_with("an example that works: my-program wythoff:2"));
    /// ```
    pub fn told(&self, words: impl Fn(&Hint) -> Option<String>) -> String {
        let helps = self.hints().iter().filter_map(words).map(|hint| format!("\n  {hint}")).collect::<String>();
        self.problem() + &helps
    }

    /// Whether the request itself is wrong, rather than its answer out of reach.
    ///
    /// ```
    /// let error = nimlab::catalogue::game("withoff").err().unwrap();
    /// assert!(error.is_request());
    /// assert!(!nimlab::Error::undecided("no theorem covers it").is_request());
    /// ```
    pub fn is_request(&self) -> bool {
        !matches!(self, Error::OverBudget { .. } | Error::Undecided { .. })
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.told(|hint| Some(hint.to_string())))
    }
}

impl std::error::Error for Error {}

/// The game of the rules; a text of rules without a name is called `rules`.
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
    // If nothing was reached yet, there is nothing to say.
    if reached.is_empty() || reached.starts_with("0 ") { String::new() } else { format!(", having reached {reached}") }
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
/// to be a typing error.
///
/// ```
/// use nimlab::error::nearest;
/// assert_eq!(nearest("withoff", ["nim", "wythoff"]), Some("wythoff".into()));
/// assert_eq!(nearest("chess", ["nim", "wythoff"]), None);
/// ```
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
/// letters: no name here is nearly that long.
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

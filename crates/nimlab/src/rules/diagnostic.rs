//! What is wrong with a rule text, and the one place where that becomes words:
//! the line, a caret under the place, what was expected and the nearest name.

use super::token::Span;
use std::fmt;

/// A problem at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// What is wrong.
    pub kind: Kind,
    /// Where.
    pub span: Span,
}

/// What can be wrong with a rule text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    StrangeCharacter(char),
    Foreign { written: &'static str, instead: &'static str },
    OpenText,
    NumberTooLarge,
    Expected { what: &'static str, found: String },
    UnknownClause { word: String, nearest: Option<String> },
    TooDeep { limit: usize },
    TooMany { what: &'static str, limit: usize },
    Twice { clause: &'static str },
    Missing { clause: &'static str, example: &'static str },
    UnknownName { name: String, nearest: Option<String>, known: Vec<String> },
    UnknownFunction { name: String, nearest: Option<String> },
    UnknownParameter { name: String, nearest: Option<String>, known: Vec<String> },
    NameTaken { name: String, by: &'static str },
    NeedsNumber { found: &'static str, hint: &'static str },
    NeedsCondition { hint: &'static str },
    NeedsSet { name: String },
    Arguments { function: String, expected: &'static str, found: usize },
    Tuple { names: String, expected: usize, found: usize },
    DivisionByZero,
    EmptySet,
    ParameterIs { name: String, expected: &'static str },
}

impl Kind {
    /// The problem in one sentence.
    fn message(&self) -> String {
        match self {
            Kind::StrangeCharacter(character) => format!("the character {character:?} means nothing here"),
            Kind::Foreign { written, .. } => format!("'{written}' is not a sign of this language"),
            Kind::OpenText => "this text has no closing quote".into(),
            Kind::NumberTooLarge => format!("this number is too large: the limit is {}", i64::MAX),
            Kind::Expected { what, found } => format!("{what} was expected, but {found} was found"),
            Kind::UnknownClause { word, .. } => format!("no clause begins with {word}"),
            Kind::TooDeep { limit } => format!("this is nested too deeply: the limit is {limit} levels"),
            Kind::TooMany { what, limit } => format!("there are too many {what}: the limit is {limit}"),
            Kind::Twice { clause } => format!("'{clause}' was already said"),
            Kind::Missing { clause, .. } => format!("there is no '{clause}' clause"),
            Kind::UnknownName { name, .. } => format!("there is no name '{name}' here"),
            Kind::UnknownFunction { name, .. } => format!("there is no function '{name}'"),
            Kind::UnknownParameter { name, .. } => format!("these rules have no parameter '{name}'"),
            Kind::NameTaken { name, by } => format!("the name '{name}' is taken: it is already {by}"),
            Kind::NeedsNumber { found, .. } => format!("a number is needed here, but this is {found}"),
            Kind::NeedsCondition { .. } => "a condition is needed here, but this is a number".into(),
            Kind::NeedsSet { name } => format!("a set is needed here, but '{name}' is not one"),
            Kind::Arguments { function, expected, found } => {
                format!("{function} takes {expected}, but {found} {} given", if *found == 1 { "was" } else { "were" })
            }
            Kind::Tuple { names, expected, found } => {
                let numbers = if *expected == 1 { "number" } else { "numbers" };
                format!("a position is ({names}), {expected} {numbers}, but this has {found}")
            }
            Kind::DivisionByZero => "this divides by zero".into(),
            Kind::EmptySet => "this set is empty".into(),
            Kind::ParameterIs { name, expected } => format!("the parameter '{name}' is {expected}"),
        }
    }

    /// What helps: the nearest name, what is known, an example.
    fn help(&self) -> Option<String> {
        let meant = |nearest: &Option<String>| nearest.as_ref().map(|name| format!("did you mean '{name}'?"));
        let known = |what: &str, names: &[String]| match names {
            [] => format!("{what}: none"),
            names => format!("{what}: {}", names.join(", ")),
        };
        match self {
            Kind::Foreign { instead, .. } => Some(format!("write {instead}")),
            Kind::OpenText => Some("a text ends on its own line: game \"Nim\"".into()),
            Kind::UnknownClause { nearest, .. } => Some(meant(nearest).unwrap_or_else(|| {
                format!("a clause begins with one of: {}", super::token::Keyword::CLAUSES.join(", "))
            })),
            Kind::TooDeep { .. } => Some("write it in smaller parts: several moves, or fewer brackets".into()),
            Kind::Missing { example, .. } => Some(format!("an example that works: {example}")),
            Kind::UnknownName { nearest, known: names, .. } => {
                Some(meant(nearest).unwrap_or_else(|| known("names that are known here", names)))
            }
            Kind::UnknownFunction { nearest, .. } => {
                Some(meant(nearest).unwrap_or_else(|| format!("functions: {}", super::check::FUNCTIONS.join(", "))))
            }
            Kind::UnknownParameter { nearest, known: names, .. } => {
                Some(meant(nearest).unwrap_or_else(|| known("its parameters", names)))
            }
            Kind::NameTaken { .. } => Some("choose another name".into()),
            Kind::NeedsNumber { hint, .. } | Kind::NeedsCondition { hint } => Some((*hint).into()),
            Kind::NeedsSet { .. } => Some("write a set out, {2, 4, 7}, or name one: param S = {2, 4, 7}".into()),
            Kind::EmptySet => Some("an example that works: {2, 4, 7}".into()),
            _ => None,
        }
    }
}

/// The problems of a rule text, ready to be shown.
///
/// ```
/// let found = nimlab::rules::compile("state x\nmove k in 1..y -> (x - k)").unwrap_err();
/// let expected = "\
/// error: there is no name 'y' here
///  line 2, column 14
///   |
/// 2 | move k in 1..y -> (x - k)
///   |              ^ did you mean 'x'?
/// ";
/// assert_eq!(found.to_string(), expected);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostics {
    source: String,
    problems: Vec<Problem>,
}

/// A problem in plain data, for doors that draw it themselves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pointed {
    /// What is wrong, in one sentence.
    pub message: String,
    /// What helps, where something does.
    pub help: Option<String>,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// How many characters are meant, at least 1.
    pub width: usize,
    /// The line itself.
    pub text: String,
}

/// The widest part of a line that is shown.
const WIDEST: usize = 120;

impl Diagnostics {
    pub(super) fn new(source: &str, problems: Vec<Problem>) -> Self {
        Self { source: source.to_owned(), problems }
    }

    /// The problems one by one, in the order of the text.
    pub fn problems(&self) -> Vec<Pointed> {
        self.problems.iter().map(|problem| pointed(&self.source, problem.span, &problem.kind)).collect()
    }
}

fn pointed(source: &str, span: Span, kind: &Kind) -> Pointed {
    let place = Place::of(source, span);
    Pointed {
        message: kind.message(),
        help: kind.help(),
        line: place.line,
        column: place.column,
        width: place.width,
        text: place.text.to_owned(),
    }
}

/// Where a span stands: line and column from 1, and the text of the line.
struct Place<'s> {
    line: usize,
    column: usize,
    width: usize,
    text: &'s str,
}

impl<'s> Place<'s> {
    fn of(source: &'s str, span: Span) -> Self {
        let start = floor_boundary(source, span.start);
        let line_start = source[..start].rfind('\n').map_or(0, |at| at + 1);
        let text = source[line_start..].split('\n').next().unwrap_or("").trim_end();
        let end = floor_boundary(source, span.end.clamp(start, (line_start + text.len()).max(start)));
        Self {
            line: source[..start].matches('\n').count() + 1,
            column: source[line_start..start].chars().count() + 1,
            width: source[start..end].chars().count().max(1),
            text,
        }
    }
}

fn floor_boundary(source: &str, at: usize) -> usize {
    let at = at.min(source.len());
    (0..=at).rev().find(|&at| source.is_char_boundary(at)).unwrap_or(0)
}

impl fmt::Display for Pointed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "error: {}", self.message)?;
        writeln!(f, " line {}, column {}", self.line, self.column)?;
        write_line(f, self.line, self.column, self.width, &self.text, self.help.as_deref())
    }
}

fn write_line(
    f: &mut fmt::Formatter<'_>,
    line: usize,
    column: usize,
    width: usize,
    text: &str,
    help: Option<&str>,
) -> fmt::Result {
    let number = line.to_string();
    let margin = " ".repeat(number.len());
    // A very long line is shown around the place, a tab as one blank.
    let skipped = (column - 1).saturating_sub(WIDEST / 2);
    let shown: String = text.chars().skip(skipped).take(WIDEST).map(|c| if c.is_control() { ' ' } else { c }).collect();
    let before = " ".repeat(column - 1 - skipped);
    let carets = "^".repeat(width.min(WIDEST));
    writeln!(f, "{margin} |")?;
    writeln!(f, "{number} | {}", shown.trim_end())?;
    writeln!(f, "{}", format!("{margin} | {before}{carets} {}", help.unwrap_or("")).trim_end())
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.problems().iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            write!(f, "{problem}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostics {}

/// A line of the source with a caret under a place, for errors that happen
/// while the rules are played.
pub(super) struct Excerpt<'s> {
    pub source: &'s str,
    pub span: Span,
}

impl fmt::Display for Excerpt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = Place::of(self.source, self.span);
        write_line(f, place.line, place.column, place.width, place.text, None)
    }
}

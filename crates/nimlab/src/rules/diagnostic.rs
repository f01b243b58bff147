//! What is wrong with a rule text, and the one place where that becomes words:
//! the line, a caret under the place, what was expected and the nearest name.

use super::ast::ParameterValue;
use super::token::Span;
use std::fmt;

/// A problem at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// What is wrong.
    pub kind: ProblemKind,
    /// Where.
    pub span: Span,
}

/// What can be wrong with a rule text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProblemKind {
    StrangeCharacter(char),
    Foreign {
        written: &'static str,
        instead: &'static str,
    },
    OpenText,
    NumberTooLarge,
    Expected {
        what: &'static str,
        found: String,
        nearest: Option<String>,
        example: String,
    },
    UnknownClause {
        word: String,
        nearest: Option<String>,
        place: Option<&'static str>,
    },
    TooDeep {
        limit: usize,
    },
    TooMany {
        what: &'static str,
        limit: usize,
    },
    Twice {
        clause: &'static str,
    },
    Missing {
        clause: &'static str,
        example: String,
    },
    UnknownName {
        name: String,
        nearest: Option<String>,
        known: Vec<String>,
    },
    NotYet {
        name: String,
        example: String,
    },
    UnknownFunction {
        name: String,
        nearest: Option<String>,
    },
    UnknownParameter {
        name: String,
        nearest: Option<String>,
        known: Vec<String>,
    },
    NameTaken {
        name: String,
        by: &'static str,
    },
    NeedsNumber {
        found: &'static str,
        hint: &'static str,
    },
    NeedsCondition {
        hint: &'static str,
    },
    NeedsSet {
        name: String,
    },
    Arguments {
        function: String,
        expected: &'static str,
        found: usize,
    },
    Tuple {
        names: String,
        expected: usize,
        found: usize,
    },
    DivisionByZero,
    EmptySet,
    ParameterIs {
        name: String,
        expected: &'static str,
    },
    ParameterTwice {
        name: String,
    },
    NotWhole {
        written: String,
    },
    NoTimes {
        number: String,
        name: String,
    },
    NotBehind,
    ThreePartRange {
        variable: String,
    },
    Blocking {
        reason: Unblocked,
    },
    NotLinear {
        what: &'static str,
    },
    /// Whether there is a `decreasing` clause.
    Endless {
        stated: bool,
    },
}

/// Why nothing can be blocked as the rules say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unblocked {
    /// It is no number that is known, or one that is out of range.
    Number { limit: i64 },
    /// Options that are the same up to order would have to be counted.
    Symmetric,
    /// A move leaves several components.
    Split,
}

impl ProblemKind {
    /// The problem in one sentence.
    fn message(&self) -> String {
        match self {
            ProblemKind::StrangeCharacter(character) => format!("the character {character:?} means nothing here"),
            ProblemKind::Foreign { written, .. } => format!("'{written}' is not a sign of this language"),
            ProblemKind::OpenText => "this text has no closing quote".into(),
            ProblemKind::NumberTooLarge => format!("this number is too large: the limit is {}", i64::MAX),
            ProblemKind::Expected { what, found, .. } => format!("{what} was expected, but {found} was found"),
            ProblemKind::UnknownClause { word, .. } => format!("no clause begins with {word}"),
            ProblemKind::TooDeep { limit } => format!("this is nested too deeply: the limit is {limit} levels"),
            ProblemKind::TooMany { what, limit } => format!("there are too many {what}: the limit is {limit}"),
            ProblemKind::Twice { clause } => format!("there is already a '{clause}' clause"),
            ProblemKind::Missing { clause, .. } => format!("there is no '{clause}' clause"),
            ProblemKind::UnknownName { name, .. } => format!("there is no name '{name}' here"),
            ProblemKind::NotYet { name, .. } => format!("'{name}' is not known yet here: its range comes later"),
            ProblemKind::UnknownFunction { name, .. } => format!("there is no function '{name}'"),
            ProblemKind::UnknownParameter { name, .. } => format!("these rules have no parameter '{name}'"),
            ProblemKind::NameTaken { name, by } => format!("the name '{name}' is taken: it is already {by}"),
            ProblemKind::NeedsNumber { found, .. } => format!("a number is needed here, but this is {found}"),
            ProblemKind::NeedsCondition { .. } => "a condition is needed here, but this is a number".into(),
            ProblemKind::NeedsSet { name } => format!("a set is needed here, but '{name}' is not one"),
            ProblemKind::Arguments { function, expected, found } => {
                format!("{function} takes {expected}, but {found} {} given", if *found == 1 { "was" } else { "were" })
            }
            ProblemKind::Tuple { names, expected, found } => {
                let numbers = if *expected == 1 { "number" } else { "numbers" };
                format!("a position is ({names}), {expected} {numbers}, but this has {found}")
            }
            ProblemKind::DivisionByZero => "this divides by zero".into(),
            ProblemKind::EmptySet => "this set is empty".into(),
            ProblemKind::ParameterIs { name, expected } => format!("the parameter '{name}' is {expected}"),
            ProblemKind::ParameterTwice { name } => format!("the parameter '{name}' is given twice"),
            ProblemKind::NotWhole { written } => {
                format!("a whole number was expected, but '{}' was found", crate::number::shorten(written))
            }
            ProblemKind::NoTimes { number, name } => {
                format!("a number or a name was expected, but '{number}{name}' was found")
            }
            ProblemKind::NotBehind => {
                "a comparison was expected, but 'not' was found: it comes before a condition".into()
            }
            ProblemKind::ThreePartRange { .. } => {
                "',', 'where' or '->' was expected, but a third part of a range was found".into()
            }
            ProblemKind::Blocking { reason: Unblocked::Number { limit } } => {
                format!("how many options may be blocked is a number from 0 to {limit}")
            }
            ProblemKind::Blocking { reason: Unblocked::Symmetric } => {
                "options are blocked as positions of the board: 'symmetric' and 'blocking' do not go together".into()
            }
            ProblemKind::Blocking { reason: Unblocked::Split } => {
                "a move to several components cannot be blocked".into()
            }
            ProblemKind::NotLinear { what } => format!("a proof needs linear conditions, but this is {what}"),
            ProblemKind::Endless { stated } => {
                let measure = if *stated { "what 'decreasing' says" } else { "the total" };
                format!("a proof needs a game that ends, but it is not seen that this move makes {measure} smaller")
            }
        }
    }

    /// A hint: the nearest name, what is known, an example.
    fn help(&self) -> Option<String> {
        let meant = |nearest: &Option<String>| nearest.as_ref().map(|name| format!("did you mean '{name}'?"));
        let known = |what: &str, names: &[String]| match names {
            [] => format!("{what}: none"),
            names => format!("{what}: {}", names.join(", ")),
        };
        match self {
            ProblemKind::Foreign { instead, .. } => Some(format!("write {instead}")),
            ProblemKind::OpenText => Some("a text ends on its own line: game \"Nim\"".into()),
            ProblemKind::StrangeCharacter(character) if character.is_alphabetic() => {
                Some("names are written with the letters a to z: x, pile_2".into())
            }
            ProblemKind::StrangeCharacter(_) => Some("the signs are + - * / = != < <= > >= ( ) { } , .. ->".into()),
            ProblemKind::Expected { nearest, example, .. } => {
                Some(meant(nearest).unwrap_or_else(|| format!("an example that works: {example}")))
            }
            ProblemKind::UnknownClause { nearest, place, .. } => {
                Some(meant(nearest).or_else(|| place.map(str::to_owned)).unwrap_or_else(|| {
                    format!("a clause begins with one of: {}", super::token::Keyword::CLAUSES.join(", "))
                }))
            }
            ProblemKind::Twice { .. } | ProblemKind::ParameterTwice { .. } => Some("leave one of them out".into()),
            ProblemKind::DivisionByZero => Some("an example that works: x / 2".into()),
            ProblemKind::NotYet { example, .. } => Some(format!("an example that works: {example}")),
            ProblemKind::NoTimes { number, name } => Some(format!("write {number} * {name}")),
            ProblemKind::NotBehind => Some("an example that works: not k in {2, 4, 7}".into()),
            ProblemKind::TooDeep { .. } => Some("write it in smaller parts: several moves, or fewer brackets".into()),
            ProblemKind::Missing { example, .. } => Some(format!("an example that works: {example}")),
            ProblemKind::UnknownName { nearest, known: names, .. } => {
                Some(meant(nearest).unwrap_or_else(|| known("names that are known here", names)))
            }
            ProblemKind::UnknownFunction { nearest, .. } => {
                Some(meant(nearest).unwrap_or_else(|| format!("functions: {}", super::check::FUNCTIONS.join(", "))))
            }
            ProblemKind::UnknownParameter { nearest, known: names, .. } => {
                Some(meant(nearest).unwrap_or_else(|| known("its parameters", names)))
            }
            ProblemKind::NameTaken { .. } => Some("choose another name".into()),
            ProblemKind::NeedsNumber { hint, .. } | ProblemKind::NeedsCondition { hint } => Some((*hint).into()),
            ProblemKind::NeedsSet { .. } => Some("write a set out, {2, 4, 7}, or name one: param S = {2, 4, 7}".into()),
            ProblemKind::EmptySet => Some("an example that works: {2, 4, 7}".into()),
            ProblemKind::NotWhole { .. } => {
                Some("numbers are written 7 or 1_000; instead of x < 1.5 * y write 2 * x < 3 * y".into())
            }
            ProblemKind::ThreePartRange { variable } => {
                Some(format!("a range has two ends and steps of 1; for other steps: where {variable} mod 2 = 0"))
            }
            ProblemKind::Arguments { function, .. } => {
                Some(format!("an example that works: {}", super::check::example_of(function)))
            }
            ProblemKind::Tuple { names, .. } => Some(format!("write a number for each of: {names}")),
            ProblemKind::NumberTooLarge => Some("numbers have 64 bits".into()),
            ProblemKind::Blocking { reason: Unblocked::Number { .. } } => {
                Some("write a number, as in blocking 1, or a parameter that is one".into())
            }
            ProblemKind::Blocking { reason: Unblocked::Symmetric } => {
                Some("leave 'symmetric' out, and write the moves of every pile".into())
            }
            ProblemKind::Blocking { reason: Unblocked::Split } => {
                Some("leave 'blocking' out, or let each move lead to one position".into())
            }
            ProblemKind::Endless { stated: false } => {
                Some("say what every move makes smaller, such as: decreasing x, y".into())
            }
            ProblemKind::Endless { stated: true } => {
                Some("of its numbers the first that changes must get smaller, and none may be negative".into())
            }
            ProblemKind::NotLinear { .. } => {
                Some("linear are + - 3 * x = < and or not min max abs count, in {2, 4, 7}, x mod 3".into())
            }
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
    /// Whether the source is what was given to parameters, and no rule text.
    parameters: bool,
}

/// A problem in plain data, for doors that draw it themselves.
///
/// ```
/// let problem = &nimlab::rules::problems("state x\nmove k in 1..y -> (x - k)")[0];
/// assert_eq!((problem.line, problem.column), (2, 14));
/// assert_eq!(problem.message, "there is no name 'y' here");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pointed {
    /// What is wrong, in one sentence.
    pub message: String,
    /// A hint, if there is one.
    pub help: Option<String>,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// How many characters of the line are meant, at least 1.
    pub width: usize,
    /// The line of the last character that is meant.
    pub end_line: usize,
    /// The column after the last character that is meant.
    pub end_column: usize,
    /// Whether the place is in what was given to parameters, not in the rules.
    pub parameters: bool,
    /// The line itself.
    pub text: String,
}

/// The widest part of a line that is shown.
const WIDEST: usize = 120;

impl Diagnostics {
    pub(super) fn new(source: &str, problems: Vec<Problem>) -> Self {
        Self { source: source.to_owned(), problems, parameters: false }
    }

    /// Problems in the text after a game's name.
    pub(super) fn in_parameters(source: &str, problems: Vec<Problem>) -> Self {
        Self { parameters: true, ..Self::new(source, problems) }
    }

    /// Problems with values of parameters, by their numbers.
    pub(super) fn of_parameters(given: &[(String, ParameterValue)], wrong: Vec<(usize, ProblemKind)>) -> Self {
        let (mut source, mut spans) = (String::new(), Vec::new());
        for (i, (name, value)) in given.iter().enumerate() {
            source.push_str(if i == 0 { "" } else { ", " });
            let start = source.len();
            source.push_str(&format!("{name}={value}"));
            spans.push(Span { start, end: source.len() });
        }
        let problems = wrong.into_iter().map(|(i, kind)| Problem { kind, span: spans[i] }).collect();
        Self::in_parameters(&source, problems)
    }

    /// The problems one by one, in the order of the text.
    pub fn problems(&self) -> Vec<Pointed> {
        self.problems.iter().map(|problem| self.pointed(problem)).collect()
    }
}

impl Diagnostics {
    fn pointed(&self, problem: &Problem) -> Pointed {
        let place = TextPlace::of(&self.source, problem.span);
        Pointed {
            message: problem.kind.message(),
            help: problem.kind.help(),
            line: place.line,
            column: place.column,
            width: place.width,
            end_line: place.end_line,
            end_column: place.end_column,
            parameters: self.parameters,
            text: place.text.to_owned(),
        }
    }
}

/// Where a span stands: lines and columns from 1, and the text of the line.
pub(super) struct TextPlace<'s> {
    pub line: usize,
    pub column: usize,
    width: usize,
    end_line: usize,
    end_column: usize,
    text: &'s str,
}

/// The line and the column of a byte, and where the line begins. Lines end with
/// a line feed, a carriage return, or both.
fn line_and_column(source: &str, at: usize) -> (usize, usize, usize) {
    let before = &source.as_bytes()[..at];
    let ends = |i: &usize| match before[*i] {
        b'\n' => true,
        b'\r' => source.as_bytes().get(i + 1) != Some(&b'\n'),
        _ => false,
    };
    let line_start = (0..at).rev().find(ends).map_or(0, |i| i + 1);
    let line = (0..at).filter(ends).count() + 1;
    (line, source[line_start..at].chars().count() + 1, line_start)
}

impl<'s> TextPlace<'s> {
    pub fn of(source: &'s str, span: Span) -> Self {
        let start = floor_boundary(source, span.start);
        let (line, column, line_start) = line_and_column(source, start);
        let text = source[line_start..].split(['\n', '\r']).next().unwrap_or("").trim_end();
        let end = floor_boundary(source, span.end.clamp(start, (line_start + text.len()).max(start)));
        let (end_line, end_column, _) = line_and_column(source, floor_boundary(source, span.end.max(start)));
        let width = source[start..end].chars().count().max(1);
        let end_column = if end_line == line { end_column.max(column + 1) } else { end_column };
        Self { line, column, width, end_line, end_column, text }
    }
}

fn floor_boundary(source: &str, at: usize) -> usize {
    let at = at.min(source.len());
    (0..=at).rev().find(|&at| source.is_char_boundary(at)).unwrap_or(0)
}

impl fmt::Display for Pointed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "error: {}", self.message)?;
        match self.parameters {
            true => writeln!(f, " in the parameters, column {}", self.column)?,
            false => writeln!(f, " line {}, column {}", self.line, self.column)?,
        }
        write_line(f, self.line, self.column, self.width, &self.text, self.help.as_deref())
    }
}

/// How many cells of a terminal a character takes: two for the wide ones of
/// East Asia and for pictures, none for marks that are set on others.
fn cells(c: char) -> usize {
    match c {
        '\u{300}'..='\u{36f}' | '\u{20d0}'..='\u{20ff}' | '\u{fe00}'..='\u{fe0f}' => 0,
        '\u{1100}'..='\u{115f}'
        | '\u{2e80}'..='\u{303e}'
        | '\u{3041}'..='\u{a4cf}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe6f}'
        | '\u{ff00}'..='\u{ff60}'
        | '\u{ffe0}'..='\u{ffe6}'
        | '\u{1f300}'..='\u{1faff}'
        | '\u{20000}'..='\u{3fffd}' => 2,
        _ => 1,
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
    let shown: String =
        text.chars().skip(skipped).take(WIDEST).map(|c| if crate::text::is_printable(c) { c } else { ' ' }).collect();
    let cells = |from: usize, count: usize| shown.chars().skip(from).take(count).map(cells).sum::<usize>();
    let before = " ".repeat(cells(0, column - 1 - skipped));
    let carets = "^".repeat(cells(column - 1 - skipped, width).max(1));
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
        let place = TextPlace::of(self.source, self.span);
        writeln!(f, " line {}, column {}", place.line, place.column)?;
        write_line(f, place.line, place.column, place.width, place.text, None)
    }
}

//! What the catalogue knows of a game, as data, and the texts that are made of
//! it.

use crate::error::{Error, Result};
use crate::number::{self, UBig, shorten};
use crate::{Game, MOST_DIGITS, MOST_MEMBERS, Piles};

/// What the catalogue knows of a game.
///
/// ```
/// let grundy = nimlab::catalogue::entry("grundy")?;
/// assert_eq!(grundy.rule, "Split one heap into two heaps of different sizes.");
/// assert_eq!(grundy.game(None)?.name(), "grundy");
/// # Ok::<(), nimlab::Error>(())
/// ```
pub struct Entry {
    /// The name, without parameters.
    pub name: &'static str,
    /// What people call the game.
    pub title: &'static str,
    /// How a position is written.
    pub position: &'static str,
    /// The rule in one sentence or two.
    pub rule: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// A complete question that works: game and position.
    pub example: (&'static str, &'static str),
    /// Starts for a match that is neither trivial nor too long.
    pub start: Start,
    /// How the game is made.
    pub build: Build,
}

/// Makes a game.
///
/// ```
/// use nimlab::catalogue::{self, Build};
/// assert!(matches!(catalogue::entry("nim")?.build, Build::Alone(_)));
/// assert!(matches!(catalogue::entry("moore")?.build, Build::With(_)), "moore:k needs a k");
/// # Ok::<(), nimlab::Error>(())
/// ```
pub enum Build {
    /// There is only one.
    Alone(fn() -> Box<dyn Game>),
    /// There is one for every value of a parameter.
    With(Parameter),
}

/// What is written after the name of a game.
///
/// ```
/// let parameter = nimlab::catalogue::entry("wythoff")?.parameter().unwrap();
/// assert_eq!((parameter.symbol, parameter.default, parameter.optional), ("a", "1", true));
/// # Ok::<(), nimlab::Error>(())
/// ```
pub struct Parameter {
    /// What the rule calls it.
    pub symbol: &'static str,
    /// What it means, as a phrase.
    pub meaning: &'static str,
    /// A value to begin with.
    pub default: &'static str,
    /// Whether it may be left out, and is then the default.
    pub optional: bool,
    /// The possible values, and the game of each.
    pub kind: ParameterKind,
}

/// The values of a parameter.
///
/// ```
/// use nimlab::catalogue::{self, ParameterKind};
/// let stacks = catalogue::entry("building")?.parameter().unwrap();
/// assert!(matches!(stacks.kind, ParameterKind::Number { least: 1, most: Some(100), .. }));
/// # Ok::<(), nimlab::Error>(())
/// ```
pub enum ParameterKind {
    /// A whole number within bounds.
    Number {
        /// The least.
        least: u64,
        /// The largest, if there is one.
        most: Option<u64>,
        /// The game of a number within the bounds.
        make: fn(UBig) -> Result<Box<dyn Game>>,
    },
    /// Different numbers of at least 1, separated by commas.
    Set {
        /// Sets with a notation of their own, and what they are.
        others: &'static [(&'static str, &'static str)],
        /// The game of a set.
        make: fn(&str) -> Result<Box<dyn Game>>,
    },
    /// A code: digits with a point.
    Code {
        /// What it is made of, as a phrase.
        digits: &'static str,
        /// The game of a code.
        make: fn(&str) -> Result<Box<dyn Game>>,
    },
    /// One of a few words.
    Choice(&'static [ParameterChoice]),
}

/// One of a few games that share a name.
///
/// ```
/// use nimlab::catalogue::{self, ParameterKind};
/// let ParameterKind::Choice(choices) = &catalogue::entry("wythoff3")?.parameter().unwrap().kind else { panic!() };
/// assert!(choices.iter().any(|choice| choice.word == "positive"));
/// # Ok::<(), nimlab::Error>(())
/// ```
pub struct ParameterChoice {
    /// The word after the name.
    pub word: &'static str,
    /// What people call the game.
    pub title: &'static str,
    /// What is special about it, as a phrase.
    pub meaning: &'static str,
    /// The game.
    pub make: fn() -> Box<dyn Game>,
}

/// From a number to a number, both included.
pub type NumberRange = (u64, u64);

/// Where a game may begin: numbers within bounds.
///
/// ```
/// use nimlab::catalogue::{self, Start};
/// assert!(matches!(catalogue::entry("fibonacci")?.start, Start::Size((12, 40))));
/// # Ok::<(), nimlab::Error>(())
/// ```
pub enum Start {
    /// Each pile within its own bounds: the first ones, for as many piles as the
    /// game has.
    Piles(&'static [NumberRange]),
    /// A number of heaps within bounds, each of a size within bounds.
    Heaps(NumberRange, NumberRange),
    /// The starting position of a size within bounds: see [`crate::Rule::start`].
    Size(NumberRange),
}

impl Start {
    /// How many numbers a start of this game has at least, and the bounds of
    /// each, as they are written; there may be as many as there are bounds.
    pub fn bounds(&self, game: &dyn Game) -> (usize, Vec<NumberRange>) {
        match *self {
            Start::Piles(piles) => {
                let count = match game.shape().piles {
                    Piles::Exactly(count) => count.min(piles.len()),
                    Piles::Any => piles.len(),
                };
                (count, piles[..count].to_vec())
            }
            Start::Heaps((least, most), size) => (least as usize, vec![size; most as usize]),
            Start::Size((least, most)) => {
                let [low, high] = [least, most].map(|size| game.start(size).unwrap_or_default());
                let mut bounds: Vec<NumberRange> = low.iter().copied().zip(high).collect();
                // What follows from the piles is not written.
                let words = low.iter().map(|&word| UBig::from(word)).collect::<Vec<_>>();
                if words.split_last().is_some_and(|(tail, piles)| game.default_tail(piles).as_ref() == Some(tail)) {
                    bounds.pop();
                }
                (bounds.len(), bounds)
            }
        }
    }
}

impl Entry {
    /// The parameter, if there is one.
    pub fn parameter(&self) -> Option<&Parameter> {
        match &self.build {
            Build::Alone(_) => None,
            Build::With(parameter) => Some(parameter),
        }
    }

    /// How the name is written, with its parameter.
    pub fn usage(&self) -> String {
        let name = self.name;
        match self.parameter() {
            None => name.into(),
            Some(Parameter { kind: ParameterKind::Choice(choices), .. }) => {
                choices.iter().map(|choice| format!("{name}:{}", choice.word)).collect::<Vec<_>>().join(", ")
            }
            Some(Parameter { symbol, optional: true, .. }) => format!("{name}, {name}:{symbol}"),
            Some(Parameter { symbol, .. }) => format!("{name}:{symbol}"),
        }
    }

    /// Makes the game from what stands after its name, `None` if nothing does.
    ///
    /// ```
    /// let wythoff = nimlab::catalogue::entry("wythoff")?;
    /// assert_eq!(wythoff.game(Some("3"))?.name(), "wythoff:3");
    /// assert!(wythoff.game(Some("0")).is_err());
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn game(&self, given: Option<&str>) -> Result<Box<dyn Game>> {
        let Parameter { kind, default, optional, .. } = match (&self.build, given) {
            (Build::With(parameter), _) => parameter,
            (Build::Alone(make), None) => return Ok(make()),
            (Build::Alone(_), Some(given)) => return Err(self.refused(given)),
        };
        let text = match given {
            Some(given) => given.trim(),
            None if *optional => default,
            None => return Err(self.refused("")),
        };
        match kind {
            ParameterKind::Set { .. } | ParameterKind::Code { .. } if text.is_empty() => Err(self.refused(text)),
            ParameterKind::Set { make, .. } | ParameterKind::Code { make, .. } => make(text),
            ParameterKind::Number { least, most, make } => {
                let number = number::parse(text).map_err(|_| self.refused(text))?;
                let within = number >= UBig::from(*least) && most.is_none_or(|most| number <= UBig::from(most));
                if within { make(number) } else { Err(self.refused(text)) }
            }
            ParameterKind::Choice(choices) => match choices.iter().find(|choice| choice.word == text) {
                Some(choice) => Ok((choice.make)()),
                None => Err(self.refused(text)),
            },
        }
    }

    /// The error for something after the name that the game does not take.
    pub(crate) fn refused(&self, given: &str) -> Error {
        Error::BadParameters {
            game: self.name.into(),
            given: shorten(given),
            expected: self.parameter().map_or_else(|| NOTHING.into(), Parameter::expected),
            example: self.example.0.into(),
        }
    }

    /// What the parameter of a game stands for in the rule, as a sentence:
    /// `Here a = 2.`
    pub fn here(&self, given: Option<&str>) -> Option<String> {
        let parameter = self.parameter()?;
        let symbol = parameter.symbol;
        let value = given.or(parameter.optional.then_some(parameter.default))?;
        let is_in_rule = || self.rule.split(|sign: char| !sign.is_alphanumeric()).any(|word| word == symbol);
        match &parameter.kind {
            ParameterKind::Choice(choices) => {
                choices.iter().find(|choice| choice.word == value).map(|choice| format!("Here {}.", choice.meaning))
            }
            _ if !is_in_rule() => None,
            ParameterKind::Set { .. } => {
                Some(format!("Here {symbol} = {{{}}}.", value.split(',').collect::<Vec<_>>().join(", ")))
            }
            _ => Some(format!("Here {symbol} = {value}.")),
        }
    }
}

/// What a game without a parameter takes.
pub(super) const NOTHING: &str = "takes no parameters";

impl Parameter {
    /// What it is and which values there are, in a phrase.
    pub fn about(&self) -> String {
        let Self { symbol, meaning, default, .. } = self;
        let mut about = match &self.kind {
            ParameterKind::Number { least, most, .. } => format!("{symbol} {}: {meaning}", bounds(*least, *most)),
            ParameterKind::Set { others, .. } => {
                let more = others.iter().map(|(written, what)| format!("; or {written} for {what}"));
                format!("{symbol}: up to {MOST_MEMBERS} {meaning}, such as {default}{}", more.collect::<String>())
            }
            ParameterKind::Code { digits, .. } => {
                format!("{symbol}: {meaning} of up to {MOST_DIGITS} digits: {digits}")
            }
            ParameterKind::Choice(choices) => {
                let words = choices.iter().map(|choice| format!("{}: {}", choice.word, choice.meaning));
                words.collect::<Vec<_>>().join("; ")
            }
        };
        if self.optional {
            about += &format!("; {default} if not given");
        }
        about
    }

    /// What a game with this parameter takes, as a phrase after its name.
    fn expected(&self) -> String {
        let Self { symbol, meaning, default, .. } = self;
        match &self.kind {
            ParameterKind::Number { least, most, .. } => {
                format!("takes one parameter, a whole number {symbol} {}", bounds(*least, *most))
            }
            ParameterKind::Set { .. } => format!("takes the set of {meaning}"),
            ParameterKind::Code { .. } => format!("takes {meaning} such as {default}"),
            ParameterKind::Choice(choices) => {
                let words: Vec<&str> = choices.iter().map(|choice| choice.word).collect();
                let (last, first) = words.split_last().unwrap_or((&"", &[]));
                format!("takes one parameter: {} or {last}", first.join(", "))
            }
        }
    }
}

fn bounds(least: u64, most: Option<u64>) -> String {
    match most {
        None => format!("≥ {least}"),
        Some(most) => format!("from {least} to {most}"),
    }
}

//! Positions read from what people write, and made canonical.

use crate::error::{Error, Result};
use crate::game::Game;
use crate::number::{self, UBig};
use crate::position::{MOST_PILES, Piles, Position, Slashes, Tail};
use crate::rule::Rule;
use crate::{Hint, Term};
use std::borrow::Cow;
use std::ops::ControlFlow;

/// What follows from a rule: positions read from text, in canonical form, with
/// their options. Every rule has it.
///
/// ```
/// use nimlab::{catalogue, RuleExt};
/// let nim = catalogue::game("nim")?;
/// assert_eq!(nim.read("(5, 4, 3)")?.to_string(), "3,4,5");
/// assert!(nim.read("3,x").is_err());
/// # Ok::<(), nimlab::Error>(())
/// ```
pub trait RuleExt: Rule {
    /// Reads a position of this game: `17,29`, `20/4`, `(3, 4, 5)`, `3 4 5`.
    ///
    /// ```
    /// use nimlab::{RuleExt, catalogue};
    /// assert_eq!(catalogue::game("wythoff")?.read("29 17")?.to_string(), "17,29");
    /// let error = catalogue::game("wythoff")?.read("1,2,3").unwrap_err();
    /// assert!(error.to_string().contains("it takes 2 piles, but 3 piles were given"));
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    fn read(&self, text: &str) -> Result<Position> {
        Ok(self.canonical_of(&self.read_in_places(text)?))
    }

    /// The same with the piles in the order in which they are written.
    ///
    /// ```
    /// use nimlab::{RuleExt, catalogue};
    /// assert_eq!(catalogue::game("nim")?.read_in_places("5,3,4")?.to_string(), "5,3,4");
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    fn read_in_places(&self, text: &str) -> Result<Position> {
        let bad = |problem: String| bad_position(self, text, problem);
        let inner = with_commas(unbracketed(text.trim()));
        if inner.is_empty() {
            return Err(bad("it is empty".into()));
        }
        let shape = self.shape();
        let flat = match shape.slashes() {
            // In brackets it is plain numbers; without them a comma is not taken for a slash.
            Slashes::Components(_)
                if !text.trim().starts_with(['(', '[']) && inner.contains(',') && !inner.contains('/') =>
            {
                return Err(bad(SLASHES.into()));
            }
            Slashes::Components(width) => without_slashes(&inner, width).map_err(bad)?,
            _ => inner,
        };
        let inner = flat.as_str();
        let (front, behind) = match inner.split_once('/') {
            Some((front, behind)) => (front, Some(behind)),
            None => (inner, None),
        };
        let read = |word: &str| {
            number::parse(word).map_err(|error| match error {
                Error::BadNumber { given, problem } if given.trim().is_empty() => bad(problem),
                Error::BadNumber { given, problem } => bad(format!("'{}': {problem}", given.trim())),
                other => other,
            })
        };
        let count = front.split(',').count();
        few_enough(self, count)?;
        let mut piles: Vec<UBig> = Vec::with_capacity(count);
        let mut digits = Digits::default();
        for word in front.split(',') {
            let pile = read(word)?;
            digits.add(self, &pile)?;
            piles.push(pile);
        }
        let tail = match (shape.tail, behind) {
            (None, None) => None,
            (None, Some(_)) => return Err(bad("nothing is written after a slash in this game".into())),
            (Some(_), Some(word)) => {
                let tail = read(word)?;
                digits.add(self, &tail)?;
                Some(tail)
            }
            (Some(tail), None) if matches!(shape.piles, Piles::Exactly(count) if piles.len() == count + 1) => {
                return Err(tail_behind_a_comma(self, text, tail, &piles));
            }
            (Some(_), None) => self.default_tail(&piles),
        };
        checked(self, text, piles, tail)
    }

    /// The position with these numbers, the piles as they lie: the form of
    /// JSON, where a tail is simply the last number.
    ///
    /// ```
    /// use nimlab::{RuleExt, catalogue};
    /// let position = catalogue::game("fibonacci")?.read_numbers(vec![20u8.into(), 4u8.into()])?;
    /// assert_eq!(position.to_string(), "20/4");
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    fn read_numbers(&self, numbers: Vec<UBig>) -> Result<Position> {
        few_enough(self, numbers.len().saturating_sub(usize::from(self.shape().tail.is_some())))?;
        let mut digits = Digits::default();
        numbers.iter().try_for_each(|number| digits.add(self, number))?;
        let text = number::shorten(&self.shape().as_it_lies(numbers.clone()).to_string());
        let shape = self.shape();
        let mut piles = numbers;
        let tail = match shape.tail {
            None => None,
            Some(_) if matches!(shape.piles, Piles::Exactly(count) if piles.len() == count + 1) => piles.pop(),
            Some(_) => self.default_tail(&piles),
        };
        if piles.is_empty() {
            return Err(bad_position(self, &text, "it is empty".into()));
        }
        checked(self, &text, piles, tail)
    }

    /// The canonical form of a position whose piles lie in any order.
    fn canonical_of(&self, lying: &Position) -> Position {
        self.position(lying.numbers().to_vec())
    }

    /// The canonical position with these numbers.
    ///
    /// ```
    /// use nimlab::{RuleExt, catalogue};
    /// assert_eq!(catalogue::game("nim")?.position(vec![5u8.into(), 3u8.into()]).to_string(), "3,5");
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    fn position(&self, numbers: Vec<UBig>) -> Position {
        let mut numbers = numbers;
        self.canonical(&mut numbers);
        self.shape().as_it_lies(numbers)
    }

    /// The canonical position with these machine words.
    ///
    /// ```
    /// use nimlab::{RuleExt, catalogue};
    /// assert_eq!(catalogue::game("nim")?.position_of_words(&[5, 3]).to_string(), "3,5");
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    fn position_of_words(&self, words: &[u64]) -> Position {
        self.position(words.iter().map(|&word| UBig::from(word)).collect())
    }

    /// The options of a position, sorted and without repetition.
    ///
    /// ```
    /// use nimlab::{RuleExt, catalogue};
    /// assert_eq!(catalogue::game("nim")?.option_list(&[1, 2])?, [[0, 1], [0, 2], [1, 1]]);
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    fn option_list(&self, position: &[u64]) -> Result<Vec<Vec<u64>>> {
        let mut options: Vec<Vec<u64>> = Vec::new();
        let _ = self.try_options(position, &mut |option| {
            options.push(option.to_vec());
            ControlFlow::Continue(())
        })?;
        options.sort_unstable();
        options.dedup();
        Ok(options)
    }
}

impl<R: Rule + ?Sized> RuleExt for R {}

impl dyn Game + '_ {
    /// The position itself if it is one of this game in canonical form, or its
    /// canonical form.
    pub(crate) fn sound<'p>(&self, position: &'p Position) -> Result<Cow<'p, Position>> {
        let (shape, given) = (self.shape(), position.numbers());
        let tail = usize::from(shape.tail.is_some());
        let fits = match shape.piles {
            Piles::Exactly(count) => given.len() == count + tail,
            Piles::Any => given.len() > tail,
        };
        if !fits || self.problem_with(given).is_some() {
            return self.read_numbers(given.to_vec()).map(Cow::Owned);
        }
        let canonical = self.position(given.to_vec());
        Ok(if canonical == *position { Cow::Borrowed(position) } else { Cow::Owned(canonical) })
    }
}

/// Fails if a position has more piles than any may have.
fn few_enough<R: Rule + ?Sized>(rule: &R, piles: usize) -> Result<()> {
    if piles <= MOST_PILES {
        return Ok(());
    }
    Err(Error::TooLarge {
        what: format!("the number of {}s", rule.shape().unit()),
        given: piles.to_string(),
        limit: MOST_PILES.to_string(),
        hint: Hint::example([Term::Position(rule.example())]),
    })
}

/// How many digits the numbers of a position have together.
#[derive(Default)]
struct Digits(usize);

impl Digits {
    /// Counts the digits of one more number, and fails if they are too many.
    fn add<R: Rule + ?Sized>(&mut self, rule: &R, number: &UBig) -> Result<()> {
        self.0 += number::digits(number);
        if self.0 <= number::MAX_DIGITS {
            return Ok(());
        }
        Err(Error::TooLarge {
            what: "the length of this position".into(),
            given: format!("{} digits or more", self.0),
            limit: format!("{} digits", number::MAX_DIGITS),
            hint: Hint::example([Term::Position(rule.example())]),
        })
    }
}

/// The piles as they lie and what is after the slash, if they are a
/// position of this game.
fn checked<R: Rule + ?Sized>(rule: &R, text: &str, mut piles: Vec<UBig>, tail: Option<UBig>) -> Result<Position> {
    let bad = |problem: String| bad_position(rule, text, problem);
    let shape = rule.shape();
    if let (Some(Tail { meaning, .. }), None) = (shape.tail, &tail) {
        return Err(bad(format!("a slash and {meaning} were expected after the piles, but nothing was found")));
    }
    if let Piles::Exactly(count) = shape.piles
        && piles.len() != count
    {
        let were = if piles.len() == 1 { "1 pile was".into() } else { format!("{} piles were", piles.len()) };
        return Err(bad(format!("it takes {count} pile{}, but {were} given", if count == 1 { "" } else { "s" })));
    }
    piles.extend(tail);
    match rule.problem_with(&piles) {
        Some(problem) => Err(bad(problem)),
        None => Ok(shape.as_it_lies(piles)),
    }
}

/// A number too many, where the last is perhaps meant to stand after a
/// slash: `5,8` may be two piles, or 5 stones of which 8 may be taken.
fn tail_behind_a_comma<R: Rule + ?Sized>(rule: &R, text: &str, tail: Tail, piles: &[UBig]) -> Error {
    let meant = rule.shape().as_it_lies(piles.to_vec());
    let (count, given) = (piles.len() - 1, piles.len());
    let s = if count == 1 { "" } else { "s" };
    Error::BadPosition {
        game: rule.name(),
        given: number::shorten(text),
        problem: format!(
            "it takes {count} pile{s}, but {given} piles were given; {} is written after a slash",
            tail.meaning
        ),
        example: meant.shown(),
    }
}

/// The error for a text that is not a position of this game.
fn bad_position<R: Rule + ?Sized>(rule: &R, text: &str, problem: String) -> Error {
    Error::BadPosition { game: rule.name(), given: number::shorten(text), problem, example: rule.example() }
}

/// What is expected of components with a slash.
const SLASHES: &str = "a slash comes before the last number of each component, as in 3/2 or 3/2, 5/1";

/// A sum of components such as `3/2, 5/1` with commas only; a slash may stand
/// only before the last number of a component.
fn without_slashes(text: &str, width: usize) -> std::result::Result<String, String> {
    let mut numbers = 1;
    let mut flat = String::new();
    for sign in text.chars() {
        if sign == '/' && numbers % width != width - 1 {
            return Err(SLASHES.into());
        }
        numbers += usize::from(matches!(sign, '/' | ','));
        flat.push(if sign == '/' { ',' } else { sign });
    }
    Ok(flat)
}

/// The text with a comma between any two words: `3 4 5` and `3, 4 5` are three
/// piles, and `20 / 4` is one with its tail.
pub(crate) fn with_commas(text: &str) -> String {
    let mut whole = String::with_capacity(text.len());
    for word in text.split([' ', '\t']).filter(|word| !word.is_empty()) {
        if !(whole.is_empty() || whole.ends_with([',', '/']) || word.starts_with([',', '/'])) {
            whole.push(',');
        }
        whole.push_str(word);
    }
    whole
}

/// The text inside one pair of brackets, if there is one.
fn unbracketed(text: &str) -> &str {
    for (open, close) in [('(', ')'), ('[', ']')] {
        if let Some(inner) = text.strip_prefix(open).and_then(|rest| rest.strip_suffix(close)) {
            return inner.trim();
        }
    }
    text
}

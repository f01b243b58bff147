//! Positions, and what those of a game look like.

use crate::error::Result;
use crate::number::{self, BitTest, UBig, shown};
use std::fmt;

/// A position: a vector of non-negative integers of any size, in the game's
/// canonical order. Some games have one number of another kind at the end,
/// written after a slash (`20/4`, `0,0,0/9`), or one at the end of each
/// component (`3/2,5/1`).
///
/// ```
/// use nimlab::{Position, number::UBig};
/// let position = Position::new([20u8, 4].map(UBig::from).to_vec(), true);
/// assert_eq!(position.to_string(), "20/4");
/// assert_eq!(position.piles(), [UBig::from(20u8)]);
/// assert_eq!(position.words().unwrap(), [20, 4]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    numbers: Vec<UBig>,
    slashes: Slashes,
}

/// Which numbers of a position are written after a slash.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Slashes {
    None,
    /// The last one, which is not a pile.
    Tail,
    /// The last one of each component of this many numbers.
    Components(usize),
}

impl Slashes {
    /// Whether a slash stands before the number at this place, of this many.
    pub(crate) fn before(self, place: usize, count: usize) -> bool {
        match self {
            Slashes::None => false,
            Slashes::Tail => place + 1 == count,
            Slashes::Components(width) => (place + 1).is_multiple_of(width),
        }
    }
}

impl Position {
    /// A position as it stands; [`RuleExt::position`](crate::RuleExt::position) makes it canonical.
    ///
    /// ```
    /// let position = nimlab::Position::new(vec![3u8.into(), 5u8.into()], false);
    /// assert_eq!(position.to_string(), "3,5");
    /// ```
    pub fn new(numbers: Vec<UBig>, tail: bool) -> Self {
        Self { numbers, slashes: if tail { Slashes::Tail } else { Slashes::None } }
    }

    /// The same, with slashes before these numbers.
    pub(crate) fn written(numbers: Vec<UBig>, slashes: Slashes) -> Self {
        Self { numbers, slashes }
    }

    /// Other numbers that are written as these are.
    pub fn with(&self, numbers: Vec<UBig>) -> Self {
        Self { numbers, slashes: self.slashes }
    }

    /// All numbers, a tail being the last.
    ///
    /// ```
    /// use nimlab::{number, prelude::*};
    /// let position = catalogue::game("wythoff")?.read("29,17")?;
    /// assert_eq!(position.numbers(), [number::UBig::from(17u8), number::UBig::from(29u8)]);
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn numbers(&self) -> &[UBig] {
        &self.numbers
    }

    /// The piles, without a tail.
    pub fn piles(&self) -> &[UBig] {
        let tail = usize::from(self.slashes == Slashes::Tail);
        &self.numbers[..self.numbers.len().saturating_sub(tail)]
    }

    /// The numbers as machine words, or the limit that was met.
    ///
    /// ```
    /// use nimlab::prelude::*;
    /// let nim = catalogue::game("nim")?;
    /// assert_eq!(nim.read("3,5")?.words()?, [3, 5]);
    /// assert!(nim.read("3,1e30")?.words().is_err());
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn words(&self) -> Result<Vec<u64>> {
        number::words(&self.numbers, "a pile")
    }

    /// The memory that the position takes.
    pub fn bytes(&self) -> u64 {
        let number = |number: &UBig| (size_of::<UBig>() + number.bit_len() / 8) as u64;
        size_of::<Self>() as u64 + self.numbers.iter().map(number).sum::<u64>()
    }

    /// The position for a sentence: long numbers and long lists are shortened.
    ///
    /// ```
    /// use nimlab::prelude::*;
    /// let nim = catalogue::game("nim")?;
    /// assert_eq!(nim.read("1e70")?.shown(), "100000000000…000000000000 (71 digits)");
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn shown(&self) -> String {
        const SHOWN: usize = 10;
        let piles = self.piles().len();
        if piles <= SHOWN + 1 {
            return self.write(shown);
        }
        let first = self.joined(&self.numbers[..SHOWN], shown);
        let tail = self.numbers[piles..].iter().map(|tail| format!("/{}", shown(tail))).collect::<String>();
        format!("{first},…{tail} ({piles} numbers)")
    }

    fn write(&self, number: impl Fn(&UBig) -> String) -> String {
        self.joined(&self.numbers, number)
    }

    /// The first numbers, or all of them, with what stands between them.
    fn joined(&self, numbers: &[UBig], number: impl Fn(&UBig) -> String) -> String {
        let mut text = String::new();
        for (i, given) in numbers.iter().enumerate() {
            let slash = self.slashes.before(i, self.numbers.len());
            if i > 0 || slash {
                text.push(if slash { '/' } else { ',' });
            }
            text.push_str(&number(given));
        }
        text
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.write(UBig::to_string))
    }
}

/// The most piles of a position.
pub const MOST_PILES: usize = 100_000;

/// How many piles a position has.
///
/// ```
/// use nimlab::{Piles, Shape};
/// assert_eq!((Shape::heaps().piles, Shape::piles(2).piles), (Piles::Any, Piles::Exactly(2)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Piles {
    /// Any number, at least one.
    Any,
    /// Exactly this many.
    Exactly(usize),
}

/// What a position of the game looks like.
///
/// ```
/// use nimlab::Shape;
/// assert!(Shape::heaps().interchangeable);
/// assert!(!Shape::piles(2).in_order().interchangeable);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Shape {
    /// How many piles there are.
    pub piles: Piles,
    /// Whether their order is irrelevant; then they are kept sorted.
    pub interchangeable: bool,
    /// The number after the slash, if there is one.
    pub tail: Option<Tail>,
    /// The length of a component, for games whose positions are sums of
    /// components of equal length that stand one after another. A move in such a
    /// game may split a component into several; under normal play the engines
    /// then work with the values of single components.
    pub component: Option<usize>,
    /// Whether the last number of a component is written after a slash.
    pub slash_in_components: bool,
    /// Whether a move can make several heaps of one.
    pub splits_heaps: bool,
}

/// A number of another kind than the piles, after a slash.
///
/// ```
/// use nimlab::{Rule, catalogue};
/// assert_eq!(catalogue::game("fibonacci")?.shape().tail.unwrap().label, "most");
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tail {
    /// A word for a column of such numbers.
    pub label: &'static str,
    /// What it means.
    pub meaning: &'static str,
}

impl Shape {
    /// This many piles, whose order is irrelevant.
    pub const fn piles(count: usize) -> Self {
        Self { piles: Piles::Exactly(count), ..Self::heaps() }
    }

    /// Any number of heaps, whose order is irrelevant.
    pub const fn heaps() -> Self {
        Self {
            piles: Piles::Any,
            interchangeable: true,
            tail: None,
            component: None,
            slash_in_components: false,
            splits_heaps: false,
        }
    }

    /// The same with piles that must stay in their order.
    pub const fn in_order(self) -> Self {
        Self { interchangeable: false, ..self }
    }

    /// The same with a number after a slash.
    pub const fn with_tail(self, label: &'static str, meaning: &'static str) -> Self {
        Self { tail: Some(Tail { label, meaning }), ..self }
    }

    /// The same with components of this many numbers each: see [`Shape::component`].
    pub const fn in_components(self, width: usize) -> Self {
        Self { component: Some(width), ..self }
    }

    /// The same with a slash before the last number of each component.
    pub const fn with_slashes(self) -> Self {
        Self { slash_in_components: true, ..self }
    }

    /// The same for a game whose moves can make several heaps of one.
    pub const fn with_splits(self) -> Self {
        Self { splits_heaps: true, ..self }
    }

    /// These numbers as they lie, written as positions of this shape are.
    pub(crate) fn as_it_lies(&self, numbers: Vec<UBig>) -> Position {
        Position { numbers, slashes: self.slashes() }
    }

    /// Which numbers of a position are written after a slash.
    pub(crate) fn slashes(&self) -> Slashes {
        match self.component {
            Some(width @ 2..) if self.slash_in_components => Slashes::Components(width),
            _ if self.tail.is_some() => Slashes::Tail,
            _ => Slashes::None,
        }
    }

    /// What the numbers of a position are called: heaps where a position may have any
    /// number of them, and piles where they belong together.
    ///
    /// ```
    /// use nimlab::Shape;
    /// assert_eq!((Shape::heaps().unit(), Shape::piles(2).unit()), ("heap", "pile"));
    /// ```
    pub fn unit(&self) -> &'static str {
        match self.piles {
            Piles::Any => "heap",
            Piles::Exactly(_) => "pile",
        }
    }

    /// How many numbers a component has: 1 unless the game says otherwise.
    pub fn component_width(&self) -> usize {
        self.component.unwrap_or(1)
    }

    /// A position that a newcomer can try: piles 3, 4, 5 and so on.
    pub fn example(&self) -> String {
        let piles = match self.piles {
            Piles::Any => 3,
            Piles::Exactly(count) => count as u64,
        };
        let numbers = (0..piles + u64::from(self.tail.is_some())).map(|i| UBig::from(i + 3)).collect();
        Position::new(numbers, self.tail.is_some()).to_string()
    }

    /// A word for each number of a position with this many numbers.
    pub fn labels(&self, count: usize) -> Vec<String> {
        let letter = |i: usize| match u8::try_from(i) {
            Ok(letter) if letter < 26 => char::from(b'a' + letter).to_string(),
            _ => format!("x{i}"),
        };
        let mut labels: Vec<String> = match (self.piles, self.tail) {
            (Piles::Exactly(1), Some(_)) => vec!["stones".into()],
            _ => (0..count.saturating_sub(usize::from(self.tail.is_some()))).map(letter).collect(),
        };
        labels.extend(self.tail.map(|tail| tail.label.to_owned()));
        labels
    }
}

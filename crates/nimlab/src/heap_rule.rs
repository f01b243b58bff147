//! The rules of heap games: each move is made in one heap, which becomes a
//! smaller heap, nothing, or two heaps. So the game is the sequence of the
//! Grundy values G(0), G(1), … of single heaps, and any number of heaps is a sum.

use crate::error::{Error, Result};
use crate::number::{self, BitTest, UBig, shorten};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;

/// The most numbers that a set may have, so that values fit into 16 bits.
pub const MOST_MEMBERS: usize = 60_000;

/// The most digits behind the point of an octal code.
pub const MOST_DIGITS: usize = 4096;

/// A finite set of positive numbers, sorted: S of a subtraction game or the
/// exceptions of an all-but game.
///
/// ```
/// use nimlab::MoveSet;
/// let set = MoveSet::new(vec![9, 6])?;
/// assert_eq!((set.members(), set.max(), set.gcd()), (&[6, 9][..], 9, 3));
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct MoveSet {
    members: Vec<u64>,
}

impl MoveSet {
    /// The set of these numbers; empty sets, zero and repetitions are refused
    /// with a phrase that says what is wrong.
    pub fn new(mut members: Vec<u64>) -> std::result::Result<Self, String> {
        members.sort_unstable();
        if members.is_empty() {
            return Err("at least one number is needed".into());
        }
        if members[0] == 0 {
            return Err("0 cannot be taken: the numbers are 1 or more".into());
        }
        if let Some(pair) = members.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(format!("{} is written twice", pair[0]));
        }
        if members.len() > MOST_MEMBERS {
            return Err(format!("it has {} numbers, and the limit is {MOST_MEMBERS}", members.len()));
        }
        Ok(Self { members })
    }

    /// Reads `2,4,7` as the parameters of a game.
    pub fn parse(game: &str, text: &str) -> Result<Self> {
        let bad = |problem: String| Error::BadParameters {
            game: game.into(),
            given: shorten(text),
            expected: format!("takes different numbers from 1 on, with commas between them ({problem})"),
            example: format!("{game}:2,4,7"),
        };
        let mut members = Vec::new();
        for word in text.split(',') {
            let number = number::parse(word).map_err(|error| match error {
                Error::BadNumber { problem, .. } if word.trim().is_empty() => bad(problem),
                Error::BadNumber { problem, .. } => bad(format!("'{}': {problem}", shorten(word.trim()))),
                other => other,
            })?;
            members.extend(number::words(&[number], "a number of the set")?);
        }
        Self::new(members).map_err(bad)
    }

    /// The numbers in ascending order.
    pub fn members(&self) -> &[u64] {
        &self.members
    }

    /// The largest number.
    pub fn max(&self) -> u64 {
        self.members[self.members.len() - 1]
    }

    /// Whether a number is in the set.
    pub fn contains(&self, number: u64) -> bool {
        self.members.binary_search(&number).is_ok()
    }

    /// The greatest common divisor of the numbers.
    pub fn gcd(&self) -> u64 {
        self.members.iter().fold(0, |divisor, &member| gcd(divisor, member))
    }

    /// The set with every number divided by a common divisor.
    pub(crate) fn divided_by(&self, divisor: u64) -> Self {
        Self { members: self.members.iter().map(|member| member / divisor).collect() }
    }
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl fmt::Display for MoveSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<String> = self.members.iter().map(u64::to_string).collect();
        f.write_str(&words.join(","))
    }
}

/// The code of an octal game. Digit j, the sum of some of 1, 2 and 4, says
/// what may be left when j stones are taken from a heap: 1 nothing, 2 one
/// heap, 4 two heaps.
///
/// ```
/// let kayles = nimlab::OctalCode::parse("0.77")?;
/// assert_eq!((kayles.digit(2), kayles.most_taken()), (7, 2));
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct OctalCode {
    /// Digit j at place j; the last one is not 0 unless it is the only one
    /// behind the point.
    digits: Vec<u8>,
}

impl OctalCode {
    /// Reads `0.77` or `4.007`.
    ///
    /// ```
    /// use nimlab::OctalCode;
    /// assert_eq!(OctalCode::parse("0.770").unwrap().to_string(), "0.77");
    /// for malformed in ["0.78", "77", "1.7", "0.", "0.0", "0.7.7", "", "0.-7"] {
    ///     assert!(OctalCode::parse(malformed).is_err());
    /// }
    /// ```
    pub fn parse(text: &str) -> Result<Self> {
        let bad = |problem: String| Error::BadParameters {
            game: "octal".into(),
            given: shorten(text),
            expected: format!("takes a code such as 0.77: 0 or 4, a point, and digits from 0 to 7 ({problem})"),
            example: "octal:0.77".into(),
        };
        let Some((front, behind)) = text.trim().split_once('.') else { return Err(bad("the point is missing".into())) };
        let first = match front {
            "" | "0" => 0,
            "4" => 4,
            other => return Err(bad(format!("'{}' stands before the point", shorten(other)))),
        };
        if behind.is_empty() {
            return Err(bad("no digit stands behind the point".into()));
        }
        let mut digits = vec![first];
        for character in behind.chars() {
            match character.to_digit(8) {
                Some(digit) => digits.push(digit as u8),
                None => return Err(bad(format!("'{}' is not a digit from 0 to 7", shorten(&character.to_string())))),
            }
        }
        while digits.len() > 2 && digits.last() == Some(&0) {
            digits.pop();
        }
        if digits.len() - 1 > MOST_DIGITS {
            return Err(bad(format!("it has {} digits, and the limit is {MOST_DIGITS}", digits.len() - 1)));
        }
        if digits == [0, 0] {
            return Err(bad("it allows no move at all".into()));
        }
        Ok(Self { digits })
    }

    /// The digits, the one before the point first.
    pub fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// The digit of taking j stones; 0 behind the last.
    pub fn digit(&self, taken: u64) -> u8 {
        usize::try_from(taken).ok().and_then(|taken| self.digits.get(taken)).copied().unwrap_or(0)
    }

    /// The most stones that a move can take: the place of the last digit that
    /// is not 0.
    pub fn most_taken(&self) -> u64 {
        self.digits.iter().rposition(|&digit| digit > 0).unwrap_or(0) as u64
    }

    /// The numbers of stones whose digit has this bit.
    pub(crate) fn with_bit(&self, bit: u8) -> Vec<usize> {
        (0..self.digits.len()).filter(|&taken| self.digits[taken] & bit != 0).collect()
    }
}

impl fmt::Display for OctalCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.", self.digits[0])?;
        self.digits[1..].iter().try_for_each(|digit| write!(f, "{digit}"))
    }
}

/// A heap game.
///
/// ```
/// use nimlab::{HeapRule, Left, catalogue};
/// use std::ops::ControlFlow;
/// let mut becomes = Vec::new();
/// let _ = catalogue::heap_rule("subtraction:2,4,7")?.options(5, &mut |left| {
///     becomes.push(left);
///     ControlFlow::Continue(())
/// });
/// assert_eq!(becomes, [Left::One(3), Left::One(1)]);
/// assert_eq!(HeapRule::Grundy.to_string(), "grundy");
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HeapRule {
    /// Take s ∈ S.
    Subtraction(MoveSet),
    /// Take a power of two: the infinite set of exercise 7.10 of the Slides.
    PowersOfTwo,
    /// Take any number that is not in the set.
    AllBut(MoveSet),
    /// An octal game.
    Octal(OctalCode),
    /// Grundy's game: split a heap into two unequal ones.
    Grundy,
    /// Any other rule, through what it tells of its moves.
    Own(OwnRule),
}

/// A rule of one's own about single heaps: what the sequence of its Grundy values
/// is computed from.
///
/// ```
/// use nimlab::{HeapMoves, HeapRule, Left, sequence::Sequence};
/// use std::ops::ControlFlow;
///
/// #[derive(Debug)]
/// struct Halving; // Take at most half of the stones.
/// impl HeapMoves for Halving {
///     fn name(&self) -> String {
///         "halving".into()
///     }
///     fn options(&self, heap: u64, each: &mut dyn FnMut(Left) -> ControlFlow<()>) -> ControlFlow<()> {
///         (heap.div_ceil(2)..heap).try_for_each(|left| each(Left::One(left)))
///     }
/// }
/// let mut values = Sequence::new(HeapRule::own(Halving));
/// assert_eq!(values.first_values(8)?, [0, 0, 1, 0, 2, 1, 3, 0]);
/// # Ok::<(), nimlab::Error>(())
/// ```
pub trait HeapMoves: fmt::Debug + Send + Sync {
    /// The game's name with its parameters.
    fn name(&self) -> String;

    /// Calls `each` for everything that a heap can become, until it breaks off.
    /// What is left is always fewer stones, or the same in two heaps.
    fn options(&self, heap: u64, each: &mut dyn FnMut(Left) -> ControlFlow<()>) -> ControlFlow<()>;

    /// Whether a move can make two heaps of one.
    fn splits(&self) -> bool {
        false
    }
}

/// A shared rule of one's own. Two are equal if their names are.
#[derive(Debug, Clone)]
pub struct OwnRule(Arc<dyn HeapMoves>);

impl PartialEq for OwnRule {
    fn eq(&self, other: &Self) -> bool {
        self.0.name() == other.0.name()
    }
}

impl Eq for OwnRule {}

impl Hash for OwnRule {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.name().hash(state);
    }
}

/// What a move makes of one heap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Left {
    /// One heap, perhaps of 0 stones.
    One(u64),
    /// Two heaps, both with stones, the smaller first.
    Two(u64, u64),
}

impl HeapRule {
    /// A rule of one's own.
    pub fn own(rule: impl HeapMoves + 'static) -> Self {
        HeapRule::Own(OwnRule(Arc::new(rule)))
    }

    /// Whether a move can make two heaps of one.
    pub fn splits(&self) -> bool {
        match self {
            HeapRule::Octal(_) | HeapRule::Grundy => true,
            HeapRule::Own(rule) => rule.0.splits(),
            HeapRule::Subtraction(_) | HeapRule::PowersOfTwo | HeapRule::AllBut(_) => false,
        }
    }

    /// Whether one move makes this of a heap of any size. Of a rule of one's own
    /// nothing is known: its moves must be gone through.
    pub(crate) fn allows(&self, heap: &UBig, left: &[UBig]) -> bool {
        let sum = left.iter().fold(UBig::ZERO, |sum, part| sum + part);
        if sum > *heap || left.iter().any(|part| part == heap) {
            return false;
        }
        let taken = u64::try_from(heap - &sum).ok();
        match (self, left) {
            (HeapRule::Subtraction(set), [_]) => taken.is_some_and(|taken| set.contains(taken)),
            (HeapRule::PowersOfTwo, [_]) => {
                let taken = heap - sum;
                taken.trailing_zeros() == Some(taken.bit_len() - 1)
            }
            (HeapRule::AllBut(set), [_]) => taken.is_none_or(|taken| !set.contains(taken)),
            (HeapRule::Octal(code), [left]) => {
                let digit = taken.map_or(0, |taken| code.digit(taken));
                digit & if left.is_zero() { 1 } else { 2 } != 0
            }
            (HeapRule::Octal(code), [a, b]) => {
                !a.is_zero() && !b.is_zero() && taken.is_some_and(|taken| code.digit(taken) & 4 != 0)
            }
            (HeapRule::Grundy, [a, b]) => !a.is_zero() && !b.is_zero() && a != b && taken == Some(0),
            _ => false,
        }
    }

    /// The rule itself: calls `each` for everything that a heap can become,
    /// until `each` breaks off.
    pub fn options(&self, heap: u64, each: &mut dyn FnMut(Left) -> ControlFlow<()>) -> ControlFlow<()> {
        match self {
            HeapRule::Subtraction(set) => {
                set.members().iter().filter(|&&s| s <= heap).try_for_each(|s| each(Left::One(heap - s)))
            }
            HeapRule::PowersOfTwo => {
                (0..64).map(|i| 1u64 << i).take_while(|&s| s <= heap).try_for_each(|s| each(Left::One(heap - s)))
            }
            HeapRule::AllBut(set) => {
                (1..=heap).filter(|&s| !set.contains(s)).try_for_each(|s| each(Left::One(heap - s)))
            }
            HeapRule::Octal(code) => {
                for taken in 0..=code.most_taken().min(heap) {
                    let (digit, left) = (code.digit(taken), heap - taken);
                    if (left == 0 && digit & 1 != 0 && taken > 0) || (left > 0 && digit & 2 != 0) {
                        each(Left::One(left))?;
                    }
                    if digit & 4 != 0 {
                        (1..=left / 2).try_for_each(|a| each(Left::Two(a, left - a)))?;
                    }
                }
                ControlFlow::Continue(())
            }
            HeapRule::Own(rule) => rule.0.options(heap, each),
            HeapRule::Grundy => (1..heap).take_while(|a| 2 * a < heap).try_for_each(|a| each(Left::Two(a, heap - a))),
        }
    }
}

/// The game's name in the catalogue, with its parameters.
impl fmt::Display for HeapRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HeapRule::Subtraction(set) => write!(f, "subtraction:{set}"),
            HeapRule::PowersOfTwo => f.write_str("subtraction:1,2,4,..."),
            HeapRule::AllBut(set) => write!(f, "allbut:{set}"),
            HeapRule::Octal(code) => write!(f, "octal:{code}"),
            HeapRule::Grundy => f.write_str("grundy"),
            HeapRule::Own(rule) => f.write_str(&rule.0.name()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_sorted_and_bad_ones_are_refused() {
        assert_eq!(MoveSet::parse("subtraction", " 7, 2,4").unwrap().to_string(), "2,4,7");
        assert_eq!(MoveSet::parse("subtraction", "6,9").unwrap().gcd(), 3);
        for bad in ["", "0", "1,0", "2,2", "1,,2", "x", "-1", "1.5", "1e30"] {
            let message = MoveSet::parse("subtraction", bad).unwrap_err().to_string();
            assert!(!message.is_empty(), "{bad}");
        }
        assert!(MoveSet::parse("allbut", "3,1,3").unwrap_err().to_string().contains("3 is written twice"));
    }

    #[test]
    fn codes_are_read_as_the_literature_writes_them() {
        assert_eq!(OctalCode::parse("0.77").unwrap().digits(), [0, 7, 7]);
        assert_eq!(OctalCode::parse(".106").unwrap().to_string(), "0.106");
        assert_eq!(OctalCode::parse("4.0").unwrap().to_string(), "4.0");
        assert_eq!(OctalCode::parse("0.0070").unwrap().most_taken(), 3);
        assert!(OctalCode::parse("0.79").unwrap_err().to_string().contains("'9' is not a digit"));
    }
}

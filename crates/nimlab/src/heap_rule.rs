//! The rules of heap games: each move is made in one heap, which becomes a
//! smaller heap, nothing, or two heaps. So the game is the sequence of the
//! Grundy values G(0), G(1), … of single heaps, and any number of heaps is a sum.

use crate::number::{BitTest, UBig};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

/// The most numbers that a set may have, so that values fit into 16 bits.
pub const MOST_MEMBERS: usize = 60_000;

/// The most digits after the point of an octal code.
pub const MOST_DIGITS: usize = 4096;

/// A finite set of positive numbers, sorted: those that may be taken, or those
/// that may not.
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
    pub fn new(mut members: Vec<u64>) -> Result<Self, String> {
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

/// An octal code. Digit j, the sum of some of 1, 2 and 4, says
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
    /// after the point.
    digits: Vec<u8>,
}

impl OctalCode {
    /// The code with these digits, the one before the point first; zeros at the
    /// end are left out. Anything else is refused with a phrase that says why.
    ///
    /// ```
    /// assert_eq!(nimlab::OctalCode::new(vec![0, 7, 7, 0]).unwrap().to_string(), "0.77");
    /// assert!(nimlab::OctalCode::new(vec![0, 8]).is_err());
    /// ```
    pub fn new(mut digits: Vec<u8>) -> Result<Self, String> {
        if !matches!(digits[..], [0 | 4, _, ..]) {
            return Err("it needs 0 or 4 before the point and a digit after it".into());
        }
        if let Some(digit) = digits.iter().find(|digit| **digit > 7) {
            return Err(format!("'{digit}' is not a digit from 0 to 7"));
        }
        while digits.len() > 2 && digits.last() == Some(&0) {
            digits.pop();
        }
        if digits.len() - 1 > MOST_DIGITS {
            return Err(format!("it has {} digits, and the limit is {MOST_DIGITS}", digits.len() - 1));
        }
        if digits == [0, 0] {
            return Err("it allows no move at all".into());
        }
        Ok(Self { digits })
    }

    /// The digits, the one before the point first.
    pub fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// The digit of taking j stones; 0 after the last.
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

/// All moves of a rule in one word: for these there are fast engines, and periods
/// are proved.
///
/// ```
/// use nimlab::{HeapPattern, HeapRule, MoveSet, sequence::Sequence};
/// let bachet = HeapRule::of_pattern("bachet", HeapPattern::Take(MoveSet::new(vec![1, 2, 3])?));
/// let period = Sequence::new(bachet).prove(100).unwrap().unwrap();
/// assert_eq!((period.preperiod, period.period), (0, 4));
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HeapPattern {
    /// Take one of these numbers.
    Take(MoveSet),
    /// Take a power of two.
    TakePowersOfTwo,
    /// Take any number but these.
    TakeAllBut(MoveSet),
    /// Take j stones and leave what digit j allows.
    TakeByDigits(OctalCode),
    /// Take nothing and leave two unequal heaps.
    SplitUnequally,
}

impl HeapPattern {
    /// Whether a move can make two heaps of one.
    pub fn splits(&self) -> bool {
        matches!(self, HeapPattern::TakeByDigits(_) | HeapPattern::SplitUnequally)
    }

    /// Whether one move makes this of a heap of any size.
    pub fn allows(&self, heap: &UBig, left: &[UBig]) -> bool {
        let sum = left.iter().fold(UBig::ZERO, |sum, part| sum + part);
        if sum > *heap || left.iter().any(|part| part == heap) {
            return false;
        }
        let taken = u64::try_from(heap - &sum).ok();
        match (self, left) {
            (HeapPattern::Take(set), [_]) => taken.is_some_and(|taken| set.contains(taken)),
            (HeapPattern::TakePowersOfTwo, [_]) => {
                let taken = heap - sum;
                taken.trailing_zeros() == Some(taken.bit_len() - 1)
            }
            (HeapPattern::TakeAllBut(set), [_]) => taken.is_none_or(|taken| !set.contains(taken)),
            (HeapPattern::TakeByDigits(code), [left]) => {
                let digit = taken.map_or(0, |taken| code.digit(taken));
                digit & if left.is_zero() { 1 } else { 2 } != 0
            }
            (HeapPattern::TakeByDigits(code), [a, b]) => {
                !a.is_zero() && !b.is_zero() && taken.is_some_and(|taken| code.digit(taken) & 4 != 0)
            }
            (HeapPattern::SplitUnequally, [a, b]) => !a.is_zero() && !b.is_zero() && a != b && taken == Some(0),
            _ => false,
        }
    }

    /// Calls `each` for everything that a heap can become, until it breaks off.
    pub fn options(&self, heap: u64, each: &mut dyn FnMut(Left) -> ControlFlow<()>) -> ControlFlow<()> {
        match self {
            HeapPattern::Take(set) => {
                set.members().iter().filter(|&&s| s <= heap).try_for_each(|s| each(Left::One(heap - s)))
            }
            HeapPattern::TakePowersOfTwo => {
                (0..64).map(|i| 1u64 << i).take_while(|&s| s <= heap).try_for_each(|s| each(Left::One(heap - s)))
            }
            HeapPattern::TakeAllBut(set) => {
                (1..=heap).filter(|&s| !set.contains(s)).try_for_each(|s| each(Left::One(heap - s)))
            }
            HeapPattern::TakeByDigits(code) => {
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
            HeapPattern::SplitUnequally => {
                (1..heap).take_while(|a| 2 * a < heap).try_for_each(|a| each(Left::Two(a, heap - a)))
            }
        }
    }
}

/// A rule about single heaps: what the sequence of its Grundy values is computed
/// from.
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
/// let mut values = Sequence::new(HeapRule::new(Halving));
/// assert_eq!(values.first_values(8)?, [0, 0, 1, 0, 2, 1, 3, 0]);
/// # Ok::<(), nimlab::Error>(())
/// ```
pub trait HeapMoves: fmt::Debug + Send + Sync {
    /// The game's name with its parameters.
    fn name(&self) -> String;

    /// Calls `each` for everything that a heap can become, until it breaks off.
    /// What is left is always fewer stones, or the same in two heaps.
    fn options(&self, heap: u64, each: &mut dyn FnMut(Left) -> ControlFlow<()>) -> ControlFlow<()>;

    /// The pattern that all these moves follow, if there is a word for it: then
    /// the values are computed faster, and their period can be proved.
    fn pattern(&self) -> Option<&HeapPattern> {
        None
    }

    /// Whether one move makes this of a heap of any size. `None` if only
    /// [`HeapMoves::options`] can tell: then a match with huge heaps is slow, and one
    /// with heaps beyond 64 bits is refused.
    fn allows(&self, heap: &UBig, left: &[UBig]) -> Option<bool> {
        self.pattern().map(|pattern| pattern.allows(heap, left))
    }

    /// Whether a move can make two heaps of one.
    fn splits(&self) -> bool {
        self.pattern().is_some_and(HeapPattern::splits)
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

/// The rule of a heap game, cheap to copy.
///
/// ```
/// use nimlab::{HeapPattern, Left, catalogue};
/// use std::ops::ControlFlow;
/// let mut becomes = Vec::new();
/// let _ = catalogue::heap_rule("subtraction:2,4,7")?.options(5, &mut |left| {
///     becomes.push(left);
///     ControlFlow::Continue(())
/// });
/// assert_eq!(becomes, [Left::One(3), Left::One(1)]);
/// assert_eq!(catalogue::heap_rule("grundy")?.pattern(), Some(&HeapPattern::SplitUnequally));
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct HeapRule(Arc<dyn HeapMoves>);

/// A pattern with a name.
#[derive(Debug)]
struct NamedMoves {
    name: String,
    pattern: HeapPattern,
}

impl HeapMoves for NamedMoves {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn options(&self, heap: u64, each: &mut dyn FnMut(Left) -> ControlFlow<()>) -> ControlFlow<()> {
        self.pattern.options(heap, each)
    }

    fn pattern(&self) -> Option<&HeapPattern> {
        Some(&self.pattern)
    }
}

impl HeapRule {
    /// A rule of your own.
    pub fn new(rule: impl HeapMoves + 'static) -> Self {
        Self(Arc::new(rule))
    }

    /// The rule whose moves are those of a pattern.
    pub fn of_pattern(name: impl Into<String>, pattern: HeapPattern) -> Self {
        Self::new(NamedMoves { name: name.into(), pattern })
    }

    /// The pattern that its moves follow, if it names one.
    pub fn pattern(&self) -> Option<&HeapPattern> {
        self.0.pattern()
    }

    /// Whether one move makes this of a heap of any size, if the rule can tell.
    pub fn allows(&self, heap: &UBig, left: &[UBig]) -> Option<bool> {
        self.0.allows(heap, left)
    }

    /// Whether a move can make two heaps of one.
    pub fn splits(&self) -> bool {
        self.0.splits()
    }

    /// The rule itself: calls `each` for everything that a heap can become,
    /// until `each` breaks off.
    pub fn options(&self, heap: u64, each: &mut dyn FnMut(Left) -> ControlFlow<()>) -> ControlFlow<()> {
        self.0.options(heap, each)
    }
}

/// Two rules are equal if they are the same object, or have the same name and
/// pattern: the moves of other rules cannot be compared.
impl PartialEq for HeapRule {
    fn eq(&self, other: &Self) -> bool {
        let same_pattern = || self.pattern().is_some() && self.pattern() == other.pattern();
        Arc::ptr_eq(&self.0, &other.0) || (same_pattern() && self.0.name() == other.0.name())
    }
}

impl Eq for HeapRule {}

/// The game's name with its parameters.
impl fmt::Display for HeapRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.name())
    }
}

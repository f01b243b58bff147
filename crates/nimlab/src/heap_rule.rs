//! The rules of heap games: each move is made in one heap, which becomes a
//! smaller heap, nothing, or two or three heaps. So the game is the sequence of the
//! Grundy values G(0), G(1), … of single heaps, and any number of heaps is a sum.

use crate::heap_code::{HexCode, OctalCode};
use crate::number::{BitTest, UBig};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

/// The most numbers that a set may have, so that values fit into 16 bits.
pub const MOST_MEMBERS: usize = 60_000;

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
    ///
    /// ```
    /// assert_eq!(nimlab::MoveSet::new(vec![7, 2, 4])?.members(), [2, 4, 7]);
    /// # Ok::<(), String>(())
    /// ```
    pub fn members(&self) -> &[u64] {
        &self.members
    }

    /// The largest number.
    ///
    /// ```
    /// assert_eq!(nimlab::MoveSet::new(vec![2, 4, 7])?.max(), 7);
    /// # Ok::<(), String>(())
    /// ```
    pub fn max(&self) -> u64 {
        self.members[self.members.len() - 1]
    }

    /// Whether a number is in the set.
    ///
    /// ```
    /// assert!(nimlab::MoveSet::new(vec![2, 4, 7])?.contains(4));
    /// # Ok::<(), String>(())
    /// ```
    pub fn contains(&self, number: u64) -> bool {
        self.members.binary_search(&number).is_ok()
    }

    /// The greatest common divisor of the numbers.
    ///
    /// ```
    /// assert_eq!(nimlab::MoveSet::new(vec![4, 6])?.gcd(), 2);
    /// # Ok::<(), String>(())
    /// ```
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
    /// The same by hexadecimal digits, which allow three heaps too.
    TakeByHexDigits(HexCode),
    /// Take nothing and leave two unequal heaps.
    SplitUnequally,
}

impl HeapPattern {
    /// Whether a move can make several heaps of one.
    pub fn splits(&self) -> bool {
        self.most_left() > 1
    }

    /// The most heaps that a move can make of one.
    ///
    /// ```
    /// use nimlab::{HeapPattern, HexCode};
    /// assert_eq!(HeapPattern::TakeByHexDigits(HexCode::new(vec![0, 9]).unwrap()).most_left(), 3);
    /// ```
    pub fn most_left(&self) -> usize {
        match self {
            HeapPattern::Take(_) | HeapPattern::TakePowersOfTwo | HeapPattern::TakeAllBut(_) => 1,
            HeapPattern::TakeByDigits(_) | HeapPattern::SplitUnequally => 2,
            HeapPattern::TakeByHexDigits(_) => 3,
        }
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
            (HeapPattern::TakeByDigits(code), _) => by_digit(taken.map_or(0, |taken| code.digit(taken)), left),
            (HeapPattern::TakeByHexDigits(code), _) => by_digit(taken.map_or(0, |taken| code.digit(taken)), left),
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
            HeapPattern::TakeByDigits(code) => options_by_digits(code.digits(), heap, each),
            HeapPattern::TakeByHexDigits(code) => options_by_digits(code.digits(), heap, each),
            HeapPattern::SplitUnequally => {
                (1..heap).take_while(|a| 2 * a < heap).try_for_each(|a| each(Left::Two(a, heap - a)))
            }
        }
    }
}

/// Whether a digit allows that these heaps are left.
fn by_digit(digit: u8, left: &[UBig]) -> bool {
    let bit = match left {
        [left] if left.is_zero() => 1,
        _ if left.iter().any(UBig::is_zero) => 0,
        [_] => 2,
        [_, _] => 4,
        [_, _, _] => 8,
        _ => 0,
    };
    digit & bit != 0
}

/// Calls `each` for everything that a heap can become as its digits allow.
fn options_by_digits(digits: &[u8], heap: u64, each: &mut dyn FnMut(Left) -> ControlFlow<()>) -> ControlFlow<()> {
    for (taken, &digit) in (0..=heap).zip(digits) {
        let left = heap - taken;
        if (left == 0 && digit & 1 != 0 && taken > 0) || (left > 0 && digit & 2 != 0) {
            each(Left::One(left))?;
        }
        if digit & 4 != 0 {
            (1..=left / 2).try_for_each(|a| each(Left::Two(a, left - a)))?;
        }
        if digit & 8 != 0 {
            for a in 1..=left / 3 {
                (a..=(left - a) / 2).try_for_each(|b| each(Left::Three(a, b, left - a - b)))?;
            }
        }
    }
    ControlFlow::Continue(())
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
    /// What is left is always fewer stones, or the same in several heaps.
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

    /// Whether a move can make several heaps of one.
    fn splits(&self) -> bool {
        self.pattern().is_some_and(HeapPattern::splits)
    }
}

/// What a move makes of one heap.
///
/// ```
/// use nimlab::{Left, catalogue};
/// use std::ops::ControlFlow;
/// let mut parts = Vec::new();
/// let _ = catalogue::heap_rule("grundy")?.options(5, &mut |left| {
///     parts.push(left);
///     ControlFlow::Continue(())
/// });
/// assert_eq!(parts, [Left::Two(1, 4), Left::Two(2, 3)]);
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Left {
    /// One heap, perhaps of 0 stones.
    One(u64),
    /// Two heaps, both with stones, the smaller first.
    Two(u64, u64),
    /// Three heaps, all with stones, in ascending order.
    Three(u64, u64, u64),
}

impl Left {
    /// The heaps one after another.
    ///
    /// ```
    /// use nimlab::Left;
    /// assert!(Left::Three(1, 1, 4).heaps().eq([1, 1, 4]) && Left::One(0).heaps().eq([0]));
    /// ```
    pub fn heaps(self) -> impl Iterator<Item = u64> {
        let heaps = match self {
            Left::One(a) => [Some(a), None, None],
            Left::Two(a, b) => [Some(a), Some(b), None],
            Left::Three(a, b, c) => [Some(a), Some(b), Some(c)],
        };
        heaps.into_iter().flatten()
    }
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

    /// Whether a move can make several heaps of one.
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

//! The digits of a number in the p- or the q-system, apart from the system in which
//! they are read.

use crate::number::UBig;
use std::fmt;

/// The digits of a number, which may be read in the p- or in the q-system.
///
/// ```
/// use nimlab::{number::UBig, numeration::System};
/// let digits = System::p(UBig::from(2u8)).represent(&UBig::from(6u8));
/// assert_eq!((digits.to_string(), digits.trailing_zeros()), ("(2,0)".into(), 1));
/// assert_eq!(digits.left_shift().to_string(), "(2,0,0)");
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Representation {
    /// Least significant first, the last one not 0.
    digits: Vec<UBig>,
}

impl Representation {
    /// The representation with these digits, least significant first.
    pub fn new(mut digits: Vec<UBig>) -> Self {
        let length = digits.iter().rposition(|digit| !digit.is_zero()).map_or(0, |last| last + 1);
        digits.truncate(length);
        Self { digits }
    }

    /// The digits, least significant first; none for 0.
    pub fn digits(&self) -> &[UBig] {
        &self.digits
    }

    /// How many zeros it ends in; none for 0, which has no digits.
    pub fn trailing_zeros(&self) -> usize {
        self.digits.iter().take_while(|digit| digit.is_zero()).count()
    }

    /// The left shift: one 0 more at the end (definition 6).
    pub fn left_shift(&self) -> Representation {
        Representation::new(std::iter::once(UBig::ZERO).chain(self.digits.iter().cloned()).collect())
    }

    /// The right shift, which exists only if the last digit is 0.
    ///
    /// ```
    /// use nimlab::{number::UBig, numeration::System};
    /// let p = System::p(UBig::from(2u8));
    /// let ten = p.represent(&UBig::from(10u8));
    /// let right = ten.right_shift().unwrap();
    /// assert_eq!(p.interpret(&right).unwrap(), UBig::from(4u8)); // Thesis-W, example 12
    /// assert!(right.right_shift().is_none());
    /// ```
    pub fn right_shift(&self) -> Option<Representation> {
        match self.digits.split_first() {
            Some((last, rest)) if last.is_zero() => Some(Representation { digits: rest.to_vec() }),
            Some(_) => None,
            None => Some(self.clone()),
        }
    }
}

/// As in the source: most significant first, `(1,0,1)`.
impl fmt::Display for Representation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((first, rest)) = self.digits.split_last() else { return f.write_str("(0)") };
        write!(f, "({first}")?;
        rest.iter().rev().try_for_each(|digit| write!(f, ",{digit}"))?;
        f.write_str(")")
    }
}

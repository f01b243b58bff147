//! The p- and q-systems of Fraenkel's arithmetic strategy (Thesis-W, section
//! 4.3).
//!
//! The convergents of α = [1; a, a, …] have numerators p₀ = 1, p₁ = a + 1 and
//! denominators q₀ = 1, q₁ = a, both going on by w_{i+1} = a·w_i + w_{i−1}.
//! Every number has one representation Σ s_i p_i with 0 ≤ s_i ≤ a where
//! s_{i+1} = a forces s_i = 0, and one Σ t_i q_i under the same condition and
//! t₀ < a (theorem 3).
//!
//! **Cost.** The digits of small numbers are found by dividing off one weight after
//! another, those of long ones by halves ([`super::halving`]): a million digits take one
//! root, and a division and four products of half a million digits for each doubling.

use super::halving::{Halving, LargeDigits, LowDigits, SmallDigits};
use super::joining::joined;
use super::rung::Rung;
use super::{Beatty, Representation};
use crate::error::{Error, Result};
use crate::number::{BitTest, UBig};
use crate::{Budget, Meter};
use std::fmt;

/// Which weights a system has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Weights {
    /// Numerators of the convergents.
    P,
    /// Denominators of the convergents.
    Q,
}

/// A numeration system: p or q with parameter a.
///
/// ```
/// use nimlab::{number::UBig, numeration::System};
/// let p = System::p(UBig::from(2u8));
/// let digits = p.represent(&UBig::from(16u8));
/// assert_eq!(p.interpret(&digits)?, UBig::from(16u8));
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct System {
    pub(super) kind: Weights,
    pub(super) beatty: Beatty,
}

impl System {
    /// The p-system with parameter a ≥ 1.
    pub fn p(a: UBig) -> Self {
        Self { kind: Weights::P, beatty: Beatty::new(a) }
    }

    /// The q-system with parameter a ≥ 1.
    pub fn q(a: UBig) -> Self {
        Self { kind: Weights::Q, beatty: Beatty::new(a) }
    }

    /// The parameter.
    pub fn a(&self) -> &UBig {
        self.beatty.a()
    }

    /// The first `count` weights, p₀ = 1 first.
    ///
    /// ```
    /// use nimlab::{number::UBig, numeration::System};
    /// assert_eq!(System::p(UBig::from(2u8)).weights(4), [1u8, 3, 7, 17].map(UBig::from));
    /// assert_eq!(System::q(UBig::from(2u8)).weights(4), [1u8, 2, 5, 12].map(UBig::from));
    /// ```
    pub fn weights(&self, count: usize) -> Vec<UBig> {
        let mut before = match self.kind {
            Weights::P => UBig::ONE,
            Weights::Q => UBig::ZERO,
        };
        let mut weight = UBig::ONE;
        let mut weights = Vec::with_capacity(count);
        for _ in 0..count {
            let next = self.a() * &weight + &before;
            before = std::mem::replace(&mut weight, next);
            weights.push(before.clone());
        }
        weights
    }

    /// The weight at a place, by repeated doubling.
    ///
    /// ```
    /// use nimlab::{number::UBig, numeration::System};
    /// let p = System::p(UBig::from(2u8));
    /// assert_eq!(p.weight(100), p.weights(101)[100]);
    /// ```
    pub fn weight(&self, place: usize) -> UBig {
        let mut rung = Rung::zeroth();
        for bit in (0..usize::BITS - place.leading_zeros()).rev() {
            rung = rung.doubled(self.a());
            if place >> bit & 1 == 1 {
                rung = rung.next(self.a());
            }
        }
        rung.weight(self.kind)
    }

    /// The representation of a number.
    ///
    /// ```
    /// use nimlab::{number::UBig, numeration::System};
    /// let p = System::p(UBig::from(2u8));
    /// assert_eq!(p.represent(&UBig::from(16u8)).to_string(), "(2,0,2)"); // Thesis-W, table 3
    /// ```
    pub fn represent(&self, number: &UBig) -> Representation {
        let unlimited = Budget { bytes: u64::MAX, time: None, patience: None, cancel: None, ..Budget::default() };
        self.represent_within(number, unlimited).expect("without limits none is met")
    }

    /// The same within a budget.
    ///
    /// ```
    /// use nimlab::{Budget, number::UBig, numeration::System};
    /// let (p, number) = (System::p(UBig::ONE), UBig::from(10u8).pow(100_000));
    /// let error = p.represent_within(&number, Budget::default().in_bytes(1 << 20)).unwrap_err();
    /// assert!(error.to_string().contains("MB of memory"));
    /// ```
    pub fn represent_within(&self, number: &UBig, budget: Budget) -> Result<Representation> {
        let mut meter = self.meter(number, budget);
        let number = std::slice::from_ref(number);
        let digits = match u8::try_from(self.a()) {
            Ok(a) => {
                let digits = self.digits_of(number, SmallDigits::new(a), &mut meter)?.swap_remove(0);
                meter.take_for::<UBig>(digits.len() as u64)?;
                digits.into_iter().map(UBig::from).collect()
            }
            Err(_) => self.digits_of(number, LargeDigits::new(self.a()), &mut meter)?.swap_remove(0),
        };
        Ok(Representation::new(digits))
    }

    /// The digits of several numbers, the least significant first, with zeros behind the
    /// last; `None` if the parameter is larger than 255.
    pub(crate) fn small_digits(&self, numbers: &[UBig], budget: Budget) -> Result<Option<Vec<Vec<u8>>>> {
        let Ok(a) = u8::try_from(self.a()) else { return Ok(None) };
        let Some(longest) = numbers.iter().max() else { return Ok(Some(Vec::new())) };
        self.digits_of(numbers, SmallDigits::new(a), &mut self.meter(longest, budget)).map(Some)
    }

    fn meter(&self, longest: &UBig, budget: Budget) -> Meter {
        budget.meter(format!("a number of {} binary digits in the {self}-system", longest.bit_len()))
    }

    fn digits_of<L: LowDigits>(&self, numbers: &[UBig], leaves: L, meter: &mut Meter) -> Result<Vec<Vec<L::Digit>>> {
        let bits = numbers.iter().map(BitTest::bit_len).max().unwrap_or(0);
        let halving = Halving::new(self, bits, leaves, meter)?;
        numbers.iter().map(|number| halving.digits(number.clone(), meter)).collect()
    }

    /// The number that the digits stand for in this system: the p- or the
    /// q-interpretation.
    ///
    /// Fails if the digits break the rules of the system; a q-interpretation
    /// exists only if the last digit is below a (definition 4).
    ///
    /// ```
    /// use nimlab::{number::UBig, numeration::System};
    /// let (p, q) = (System::p(UBig::from(2u8)), System::q(UBig::from(2u8)));
    /// let digits = p.represent(&UBig::from(8u8));
    /// assert_eq!(digits.to_string(), "(1,0,1)");
    /// assert_eq!(q.interpret(&digits).unwrap(), UBig::from(6u8)); // Thesis-W, example 10
    /// ```
    pub fn interpret(&self, representation: &Representation) -> Result<UBig> {
        self.check(representation)?;
        let (x, y) = joined(self.a(), representation.digits());
        Ok(match self.kind {
            Weights::P => x + y,
            Weights::Q => x,
        })
    }

    fn check(&self, representation: &Representation) -> Result<()> {
        let wrong = |problem: String| {
            Error::undecided(format!("{representation} has no interpretation in the {self}-system: {problem}"))
        };
        let a = self.a();
        let digits = representation.digits();
        if let Some(digit) = digits.iter().find(|&digit| digit > a) {
            return Err(wrong(format!("the digit {digit} is above a = {a}")));
        }
        if digits.windows(2).any(|pair| pair[1] == *a && !pair[0].is_zero()) {
            return Err(wrong(format!("after the digit a = {a} a 0 must follow")));
        }
        if self.kind == Weights::Q && digits.first() == Some(a) {
            return Err(wrong(format!("its last digit must be below a = {a}")));
        }
        Ok(())
    }
}

impl fmt::Display for System {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            Weights::P => "p",
            Weights::Q => "q",
        };
        write!(f, "{kind}:{}", self.a())
    }
}

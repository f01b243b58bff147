//! The p- and q-systems of Fraenkel's arithmetic strategy (Thesis-W, section
//! 4.3).
//!
//! The convergents of α = [1; a, a, …] have numerators p₀ = 1, p₁ = a + 1 and
//! denominators q₀ = 1, q₁ = a, both going on by w_{i+1} = a·w_i + w_{i−1}.
//! Every number has one representation Σ s_i p_i with 0 ≤ s_i ≤ a where
//! s_{i+1} = a forces s_i = 0, and one Σ t_i q_i under the same condition and
//! t₀ < a (theorem 3).
//!
//! **Cost.** Up to [`CHUNK`] digits are found by dividing off one weight after
//! another, longer representations by halves ([`super::halving`]): a million digits
//! take one root, and a division and three products of half a million digits for each
//! doubling.

use super::halving::{CHUNK, Rung, divide_off, joined};
use super::{Beatty, Representation};
use crate::Budget;
use crate::error::{Error, Result};
use crate::number::UBig;
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
            rung = rung.doubled();
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
        if let Some(weights) = self.few_weights(number) {
            let mut digits = vec![UBig::ZERO; weights.len()];
            divide_off(&weights, number.clone(), &mut digits);
            return Ok(Representation::new(digits));
        }
        Ok(Representation::new(self.digits_by_halves(number, budget)?))
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

    /// The weights up to a number, if they are no more than a chunk.
    fn few_weights(&self, number: &UBig) -> Option<Vec<UBig>> {
        let mut weights = vec![UBig::ONE];
        let mut before = if self.kind == Weights::P { UBig::ONE } else { UBig::ZERO };
        while weights.len() <= CHUNK {
            let last = &weights[weights.len() - 1];
            let next = self.a() * last + &before;
            if next > *number {
                return Some(weights);
            }
            before = last.clone();
            weights.push(next);
        }
        None
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

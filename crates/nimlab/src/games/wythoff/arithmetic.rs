//! The arithmetic strategy (Thesis-W, section 4.3): everything is read off
//! the digits of a number in the p- and q-systems.
//!
//! - Property 1: A_n is the p-interpretation of the q-representation of n, less
//!   1 if that ends in an odd number of zeros.
//! - Property 2: the p-representation of B_n is that of A_n with one 0 more.
//! - Property 3: x is an A if its p-representation ends in an even number of
//!   zeros, and a B otherwise.
//!
//! For integers of any size; the cost is that of two changes of base.

use super::pairs::{Pair, Strategy};
use crate::error::{Error, Result};
use crate::number::UBig;
use crate::numeration::System;
use crate::{Hint, Play, Rows, Term};

/// The arithmetic strategy for one parameter.
///
/// ```
/// use nimlab::games::wythoff::{arithmetic::ArithmeticStrategy, pairs::Strategy};
/// let strategy = ArithmeticStrategy::new(2u8.into());
/// assert_eq!(strategy.pair(&5u8.into())?.position().to_string(), "7,17");
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct ArithmeticStrategy {
    p: System,
    q: System,
}

impl ArithmeticStrategy {
    /// The strategy for parameter a ≥ 1.
    pub fn new(a: UBig) -> Self {
        Self { p: System::p(a.clone()), q: System::q(a) }
    }
}

impl Strategy for ArithmeticStrategy {
    fn a(&self) -> &UBig {
        self.p.a()
    }

    fn pair(&self, n: &UBig) -> Result<Pair> {
        let in_q = self.q.represent(n);
        let interpreted = self.p.interpret(&in_q)?;
        let lower = if in_q.trailing_zeros().is_multiple_of(2) { interpreted } else { interpreted - UBig::ONE };
        let upper = &lower + self.a() * n;
        Ok(Pair { n: n.clone(), lower, upper })
    }

    fn locate(&self, x: &UBig) -> Result<Pair> {
        let in_p = self.p.represent(x);
        let (lower, upper) = match in_p.right_shift() {
            Some(shifted) if in_p.trailing_zeros() % 2 == 1 => (self.p.interpret(&shifted)?, x.clone()),
            _ => (x.clone(), self.p.interpret(&in_p.left_shift())?),
        };
        let n = (&upper - &lower) / self.a();
        Ok(Pair { n, lower, upper })
    }

    fn near(&self, difference: &UBig) -> Vec<UBig> {
        super::pairs::near(self.a(), Play::Normal, difference)
    }
}

/// The pairs one after another in machine words, each from the digits of its
/// number n.
///
/// ```
/// use nimlab::{List, ListQuery, games::wythoff::arithmetic::PairsByDigits};
/// let mut list = List::of_rows(2, PairsByDigits::from(2, 5), &ListQuery::default());
/// assert_eq!(list.next_row()?.unwrap().to_string(), "7,17");
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct PairsByDigits {
    a: u64,
    n: u64,
    /// (q_i, p_i), as far as q_i fits.
    weights: Vec<(u64, u64)>,
}

impl PairsByDigits {
    /// The pairs from number n on.
    pub fn from(a: u64, n: u64) -> Self {
        let mut weights = vec![(1u64, 1u64)];
        let mut before = (0u64, 1u64);
        while let Some(&(q, p)) = weights.last() {
            let step = |weight: u64, before: u64| a.checked_mul(weight)?.checked_add(before);
            let (Some(next_q), Some(next_p)) = (step(q, before.0), step(p, before.1)) else { break };
            before = (q, p);
            weights.push((next_q, next_p));
        }
        Self { a, n, weights }
    }

    /// A_n and B_n, if they fit into words.
    fn pair(&self) -> Option<(u64, u64)> {
        let mut rest = self.n;
        let mut lower = 0u64;
        let mut zeros = 0;
        for (place, &(q, p)) in self.weights.iter().enumerate().rev() {
            let digit = rest / q;
            if digit > 0 {
                rest -= digit * q;
                lower = lower.checked_add(digit.checked_mul(p)?)?;
                zeros = place;
            }
        }
        let lower = lower - (zeros % 2) as u64;
        Some((lower, lower.checked_add(self.a.checked_mul(self.n)?)?))
    }
}

impl Rows for PairsByDigits {
    fn fill(&mut self, rows: usize, block: &mut Vec<u64>) -> Result<()> {
        block.clear();
        for _ in 0..rows {
            let (lower, upper) = self.pair().ok_or_else(|| Error::TooLarge {
                what: "this position for machine words".into(),
                given: format!("number {}", self.n),
                limit: u64::MAX.to_string(),
                hint: Hint::new("a list begins at a number of any size", [Term::from(self.n)]),
            })?;
            block.extend([lower, upper]);
            self.n += 1;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_integers_of_any_size_agree() {
        for a in [1u64, 2, 3, 10, 1_000_000_007] {
            for from in [0u64, 1, 17, 1000, 1 << 32] {
                let mut block = Vec::new();
                PairsByDigits::from(a, from).fill(300, &mut block).unwrap();
                let big = ArithmeticStrategy::new(UBig::from(a));
                for (n, row) in (from..).zip(block.chunks(2)) {
                    let pair = big.pair(&UBig::from(n)).unwrap();
                    assert_eq!([pair.lower, pair.upper], [UBig::from(row[0]), UBig::from(row[1])]);
                }
            }
        }
    }
}

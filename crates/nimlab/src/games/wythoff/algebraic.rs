//! The algebraic strategy (Thesis-W, lemma 4; Thesis-A, theorem 2):
//! A_n = ⌊nα⌋ and B_n = ⌊nβ⌋ = A_n + an with α = (2 − a + √(a² + 4))/2.
//!
//! Exact for integers of any size at the cost of a square root: see
//! [`Beatty`].

use super::pairs::{Pair, Strategy};
use crate::Play;
use crate::error::Result;
use crate::number::UBig;
use crate::numeration::Beatty;

/// The algebraic strategy for one parameter.
///
/// ```
/// use nimlab::games::wythoff::{algebraic::AlgebraicStrategy, pairs::Strategy};
/// let strategy = AlgebraicStrategy::new(2u8.into());
/// assert_eq!(strategy.pair(&5u8.into())?.position().to_string(), "7,17");
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct AlgebraicStrategy {
    beatty: Beatty,
}

impl AlgebraicStrategy {
    /// The strategy for parameter a ≥ 1.
    pub fn new(a: UBig) -> Self {
        Self { beatty: Beatty::new(a) }
    }
}

impl Strategy for AlgebraicStrategy {
    fn a(&self) -> &UBig {
        self.beatty.a()
    }

    fn pair(&self, n: &UBig) -> Result<Pair> {
        let lower = self.beatty.lower(n);
        let upper = &lower + self.a() * n;
        Ok(Pair { n: n.clone(), lower, upper })
    }

    /// x = A_n for n = ⌊(x + 1)/α⌋, or else x = B_n for n = ⌊(x + 1)/β⌋
    /// (Thesis-W, lemma 3).
    fn locate(&self, x: &UBig) -> Result<Pair> {
        let n = self.beatty.over_alpha(&(x + UBig::ONE));
        let pair = self.pair(&n)?;
        if pair.lower == *x {
            return Ok(pair);
        }
        // The floors of (x + 1)/α and (x + 1)/β add up to x.
        let n = x - n;
        let lower = x - self.a() * &n;
        Ok(Pair { n, lower, upper: x.clone() })
    }

    fn near(&self, difference: &UBig) -> Vec<UBig> {
        super::pairs::near(self.a(), Play::Normal, difference)
    }
}

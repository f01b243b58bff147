//! Misère Wythoff, which Thesis-W asks for: whoever takes the last stone loses.
//!
//! **Theorem.** For a ≥ 2 the P-positions are (A_n, B_n), n ≥ 0, with
//! A_n = mex of all earlier A and B, and B_n = A_n + an + 1. In closed form
//! A_n = ⌊nα + 1/α⌋ and B_n = ⌊nβ + 1 + 1/α⌋. For a = 1 they are (0,1), (2,2)
//! and, from n = 2 on, the pairs (⌊nα⌋, ⌊nβ⌋) of normal play.
//!
//! *Proof for a ≥ 2.* By the mex every number occurs exactly once among the A
//! and B: A₀ = 0, B₀ = 1, both sequences increase, and A_n = B_m is impossible
//! for n > m by the mex and for n ≤ m because B_m > A_m ≥ A_n.
//!
//! *From a pair no move leads to a pair.* A move in one pile would keep a
//! number that occurs only once. A move in both piles changes the difference
//! by less than a; but from (A_n,B_n) to (A_m,B_m), m < n, it changes by
//! a(n − m) ≥ a, and to (B_m,A_m) by a(n + m) + 2 > a.
//!
//! *From every other position but (0,0) a move leads to a pair.* Let x ≤ y. If
//! x = B_n, take from the other pile to reach A_n < B_n ≤ y. Otherwise x = A_n.
//! If y > B_n, reach (A_n,B_n). Otherwise d = y − x ≤ an. If d ≥ 1, let
//! m = ⌊(d − 1)/a⌋ < n: the move to (A_m,B_m) takes from both piles, since
//! A_m < x and B_m = A_m + am + 1 ≤ A_m + d < y, and the difference changes by
//! d − am − 1 < a. If d = 0, then n ≥ 1, so x ≥ 2, and (x,x) → (0,1) takes x
//! and x − 1, which differ by 1 < a. Finally (0,0) is won: the opponent took
//! the last stone. ∎
//!
//! *The closed form.* Count the n ≥ 0 with nα + γ < N and those with
//! nβ + δ < N, where γ = 1/α < 1 and δ = 1 + γ. For N ≥ 1 these are
//! ⌈(N − γ)/α⌉ and ⌈(N − δ)/β⌉ numbers (for N = 1 the second is 0, as it
//! should be). The two fractions add up to N − γ − 1/β = N − 1, a whole number,
//! and neither is whole, so that the ceilings add up to N: exactly one
//! floor lies in each [N, N + 1). (The first fraction is N/α − 1/α²; in it √D has
//! the factor (aN − a + 2)/2a², which is not 0 for N ≥ 1.) Both sequences of floors increase, their
//! difference is an + 1, and ⌊γ⌋ = 0; so they are the A and B of the mex. ∎
//!
//! *Proof for a = 1.* With d = 0 and a = 1 the last step above fails; instead
//! (0,1) and (2,2) use up the numbers 0, 1, 2 and the differences 1 and 0, just
//! as (0,0) and (1,2) do in normal play, and from n = 2 on the argument of
//! normal play repeats word for word. Positions with a pile or difference of
//! the first two pairs move there: (0,y) and (1,y) to (0,1), except (0,0),
//! which is won; (2,y) and (x,x), x > 2, to (2,2); (x,x+1), x ≥ 1, to (0,1). ∎

use super::pairs::{Pair, Strategy, near};
use crate::Play;
use crate::error::Result;
use crate::number::UBig;
use crate::numeration::Beatty;

/// The closed form for misère play.
///
/// ```
/// use nimlab::games::wythoff::{misere::Misere, pairs::Strategy};
/// let strategy = Misere::new(2u8.into());
/// assert_eq!(strategy.pair(&5u8.into())?.position().to_string(), "7,18");
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Misere {
    beatty: Beatty,
}

impl Misere {
    /// The strategy for parameter a ≥ 1.
    pub fn new(a: UBig) -> Self {
        Self { beatty: Beatty::new(a) }
    }
}

impl Strategy for Misere {
    fn a(&self) -> &UBig {
        self.beatty.a()
    }

    fn pair(&self, n: &UBig) -> Result<Pair> {
        let (lower, upper) = match (self.a().is_one(), u8::try_from(n)) {
            (true, Ok(0)) => (UBig::ZERO, UBig::ONE),
            (true, Ok(1)) => (UBig::from(2u8), UBig::from(2u8)),
            (true, _) => (self.beatty.lower(n), self.beatty.upper(n)),
            (false, _) => {
                let lower = self.beatty.lower_shifted(n);
                let upper = &lower + self.a() * n + UBig::ONE;
                (lower, upper)
            }
        };
        Ok(Pair { n: n.clone(), lower, upper })
    }

    /// A bisection for the last n with A_n ≤ x would do; the closed form gives
    /// it up to one: n ≤ (x + 1 − 1/α)/α < n + 1 if A_n = x.
    fn locate(&self, x: &UBig) -> Result<Pair> {
        if self.a().is_one() && *x <= UBig::from(2u8) {
            return self.pair(&UBig::from(u8::from(*x > UBig::ONE)));
        }
        let guess = self.beatty.over_alpha(&(x + UBig::ONE));
        let before = if guess.is_zero() { UBig::ZERO } else { &guess - UBig::ONE };
        for n in [guess, before] {
            let pair = self.pair(&n)?;
            if pair.lower == *x {
                return Ok(pair);
            }
        }
        // Otherwise x = B_n: (x + 1)/β lies above n + δ/β and at most at
        // n + (δ + 1)/β < n + 1, with δ = 1 + 1/α and β > 3.
        self.pair(&self.beatty.over_beta(&(x + UBig::ONE)))
    }

    fn near(&self, difference: &UBig) -> Vec<UBig> {
        near(self.a(), Play::Misere, difference)
    }
}

#[cfg(test)]
mod tests {
    use super::super::recursive;
    use super::*;

    #[test]
    fn the_closed_form_is_the_mex() {
        for a in 1u64..30 {
            let closed = Misere::new(UBig::from(a));
            for (n, (lower, upper)) in recursive::Pairs::new(a, Play::Misere).take(500).enumerate() {
                let pair = Pair { n: UBig::from(n), lower: UBig::from(lower), upper: UBig::from(upper) };
                assert_eq!(closed.pair(&pair.n).unwrap(), pair, "a = {a}");
                assert_eq!(closed.locate(&pair.lower).unwrap(), pair, "a = {a}");
                assert_eq!(closed.locate(&pair.upper).unwrap(), pair, "a = {a}");
            }
        }
    }
}

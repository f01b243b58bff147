//! The numbers u_m at the places m, 2m, 4m, …: u₀ = 0, u₁ = 1 and the recurrence of the
//! p- and q-systems, so that q_m = u_{m+1} and p_m = u_{m+1} + u_m. Long representations
//! are split and joined at these places.

use super::system::Weights;
use crate::number::UBig;

/// u_{m−1}, u_m and u_{m+1} for a place m.
#[derive(Debug, Clone)]
pub struct Rung {
    pub before: UBig,
    pub at: UBig,
    pub after: UBig,
    /// Whether m is odd.
    odd: bool,
}

impl Rung {
    /// The rung at place 0.
    pub fn zeroth() -> Self {
        Rung { before: UBig::ONE, at: UBig::ZERO, after: UBig::ONE, odd: false }
    }

    /// The rung at a low place, one step after the other.
    fn low(a: &UBig, place: usize) -> Self {
        (0..place).fold(Rung::zeroth(), |rung, _| rung.next(a))
    }

    /// The rungs at a low place, twice that and so on.
    pub fn ladder(a: &UBig, place: usize, count: usize) -> Vec<Rung> {
        let first = (count > 0).then(|| Rung::low(a, place));
        std::iter::successors(first, |rung| Some(rung.doubled(a))).take(count).collect()
    }

    /// The rung at the next place.
    pub fn next(self, a: &UBig) -> Self {
        let next = a * &self.after + &self.at;
        Rung { before: self.at, at: self.after, after: next, odd: !self.odd }
    }

    /// The rung at twice the place, by two squares: u_{m+n} = u_m u_{n+1} + u_{m−1} u_n,
    /// and the square of u_{m+1} = a u_m + u_{m−1} follows from those of the other two,
    /// because u_{m+1} u_{m−1} = u_m² + (−1)^m.
    pub fn doubled(&self, a: &UBig) -> Self {
        let (square, square_before) = (self.at.sqr(), self.before.sqr());
        // a u_m u_{m−1}
        let product = match self.odd {
            false => &square + UBig::ONE - &square_before,
            true => &square - UBig::ONE - &square_before,
        };
        let square_after = a.sqr() * &square + (&product << 1) + &square_before;
        Rung {
            before: &square + square_before,
            at: a * &square + (product << 1) / a,
            after: square + square_after,
            odd: false,
        }
    }

    /// λ^m + (−1/λ)^m, the whole number nearest to λ^m.
    pub fn lucas(&self) -> UBig {
        &self.after + &self.before
    }

    /// p_m = u_{m+1} + u_m or q_m = u_{m+1}.
    pub fn weight(&self, kind: Weights) -> UBig {
        match kind {
            Weights::P => &self.after + &self.at,
            Weights::Q => self.after.clone(),
        }
    }

    /// p_{m−1} or q_{m−1}.
    pub fn weight_before(&self, kind: Weights) -> UBig {
        match kind {
            Weights::P => &self.at + &self.before,
            Weights::Q => self.at.clone(),
        }
    }
}

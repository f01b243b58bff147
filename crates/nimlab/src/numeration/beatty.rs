//! Exact Beatty floors for Wythoff's game with parameter a.
//!
//! With D = a² + 4 let α = (2 − a + √D)/2 and β = α + a, so that
//! 1/α + 1/β = 1 and both are irrational (Thesis-W, equations 3 and 4). By
//! Beatty's theorem the numbers ⌊nα⌋ and ⌊nβ⌋, n ≥ 1, cover the positive
//! integers exactly once. All floors are taken through the integer square
//! root of n²D: no floating point, any size, at the price of one root.

use crate::number::{IBig, SquareRoot, UBig};

/// The two complementary sequences ⌊nα⌋ and ⌊nβ⌋.
///
/// ```
/// use nimlab::{number::UBig, numeration::Beatty};
/// // The pairs of Wythoff's game with a = 2.
/// let beatty = Beatty::new(UBig::from(2u8));
/// let pair = |n: u8| (beatty.lower(&n.into()), beatty.upper(&n.into()));
/// assert_eq!(pair(1), (UBig::from(1u8), UBig::from(3u8)));
/// assert_eq!(pair(2), (UBig::from(2u8), UBig::from(6u8)));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Beatty {
    a: UBig,
    discriminant: UBig,
}

/// ⌊2^bits/α⌋, for many floors ⌊t/α⌋.
#[derive(Debug, Clone)]
pub(super) struct Inverse {
    bits: usize,
    scaled: UBig,
}

impl Inverse {
    /// The inverse with this many bits, at the cost of a root.
    pub(super) fn new(beatty: &Beatty, bits: usize) -> Self {
        Self { bits, scaled: beatty.over_alpha(&(UBig::ONE << bits)) }
    }

    /// The same with at most this many bits.
    pub(super) fn rounded(&self, bits: usize) -> Self {
        let bits = bits.min(self.bits);
        Self { bits, scaled: &self.scaled >> (self.bits - bits) }
    }

    /// ⌊2^bits/α⌋.
    pub(super) fn scaled(&self) -> &UBig {
        &self.scaled
    }

    /// t/α times 2^bits, too small by less than t.
    pub(super) fn times(&self, t: &UBig) -> UBig {
        &self.scaled * t
    }
}

impl Beatty {
    /// The sequences for parameter a ≥ 1.
    pub fn new(a: UBig) -> Self {
        let discriminant = a.sqr() + UBig::from(4u8);
        Self { a, discriminant }
    }

    /// The parameter.
    pub fn a(&self) -> &UBig {
        &self.a
    }

    /// ⌊nα⌋ = ⌊((2 − a)n + √(n²D)) / 2⌋.
    ///
    /// ```
    /// use nimlab::{number::UBig, numeration::Beatty};
    /// let golden = Beatty::new(UBig::ONE);
    /// let lower: Vec<UBig> = (0u8..7).map(|n| golden.lower(&n.into())).collect();
    /// assert_eq!(lower, [0u8, 1, 3, 4, 6, 8, 9].map(UBig::from));
    /// ```
    pub fn lower(&self, n: &UBig) -> UBig {
        let linear = (IBig::from(2u8) - IBig::from(self.a.clone())) * IBig::from(n.clone());
        self.floor(linear, n, &UBig::from(2u8))
    }

    /// ⌊nβ⌋ = ⌊nα⌋ + an.
    ///
    /// ```
    /// use nimlab::{number::UBig, numeration::Beatty};
    /// assert_eq!(Beatty::new(UBig::ONE).upper(&UBig::from(3u8)), UBig::from(7u8));
    /// ```
    pub fn upper(&self, n: &UBig) -> UBig {
        self.lower(n) + &self.a * n
    }

    /// ⌊t/α⌋ = ⌊((a − 2)t + √(t²D)) / 2a⌋: how many n ≥ 1 have ⌊nα⌋ < t, for
    /// t ≥ 1. If x = ⌊nα⌋ then n = ⌊(x + 1)/α⌋ (Thesis-W, lemma 3).
    ///
    /// ```
    /// use nimlab::{number::UBig, numeration::Beatty};
    /// let golden = Beatty::new(UBig::ONE);
    /// // 8 = ⌊5φ⌋ has the number ⌊9/φ⌋ = 5.
    /// assert_eq!(golden.over_alpha(&UBig::from(9u8)), UBig::from(5u8));
    /// ```
    pub fn over_alpha(&self, t: &UBig) -> UBig {
        let linear = (IBig::from(self.a.clone()) - IBig::from(2u8)) * IBig::from(t.clone());
        self.floor(linear, t, &(UBig::from(2u8) * &self.a))
    }

    /// ⌊t/α⌋ from the product of t and the inverse instead of by a root, unless t/α is too
    /// close to a whole number for the bits of the inverse.
    pub(super) fn floor_by(&self, inverse: &Inverse, product: &UBig, t: &UBig) -> UBig {
        // 2^bits/α lies less than 1 above the inverse.
        let least = product >> inverse.bits;
        if (product + t) >> inverse.bits == least { least } else { self.over_alpha(t) }
    }

    /// ⌊t/β⌋ for t ≥ 1; since 1/α + 1/β = 1 and neither t/α nor t/β is whole,
    /// the two floors add up to t − 1.
    pub fn over_beta(&self, t: &UBig) -> UBig {
        t - UBig::ONE - self.over_alpha(t)
    }

    /// ⌊nα + 1/α⌋ = ⌊((2 − a)(an − 1) + (an + 1)√D) / 2a⌋, the lower numbers
    /// of the misère game for a ≥ 2.
    pub fn lower_shifted(&self, n: &UBig) -> UBig {
        let an = &self.a * n;
        let linear = (IBig::from(2u8) - IBig::from(self.a.clone())) * (IBig::from(an.clone()) - IBig::from(1u8));
        self.floor(linear, &(an + UBig::ONE), &(UBig::from(2u8) * &self.a))
    }

    /// ⌊(linear + factor·√D) / divisor⌋ for a result that is not negative.
    ///
    /// The floor of the root may be taken first, because ⌊(m + r)/k⌋ =
    /// ⌊(m + ⌊r⌋)/k⌋ for whole m and k > 0.
    fn floor(&self, linear: IBig, factor: &UBig, divisor: &UBig) -> UBig {
        let root = (factor.sqr() * &self.discriminant).sqrt();
        let numerator = linear + IBig::from(root);
        UBig::try_from(numerator).map_or(UBig::ZERO, |numerator| numerator / divisor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// n is the lower number's index exactly if n·α lies in [x, x + 1), which
    /// is decided by squaring.
    fn is_floor(a: &UBig, n: &UBig, x: &UBig) -> bool {
        // x ≤ nα  ⇔  2x + (a − 2)n ≤ n√D
        let side = |x: &UBig| {
            IBig::from(x.clone()) * IBig::from(2u8) + (IBig::from(a.clone()) - IBig::from(2u8)) * IBig::from(n.clone())
        };
        let root = IBig::from(n.sqr() * (a.sqr() + UBig::from(4u8)));
        let at_most = |left: IBig| left < IBig::ZERO || left.sqr() <= UBig::try_from(root.clone()).unwrap();
        at_most(side(x)) && !at_most(side(&(x + UBig::ONE)))
    }

    fn big() -> impl Strategy<Value = UBig> {
        prop::collection::vec(any::<u8>(), 0..60).prop_map(|bytes| UBig::from_le_bytes(&bytes))
    }

    proptest! {
        #[test]
        fn lower_is_the_floor_of_n_alpha(n in big(), a in 1u64..1000) {
            let a = UBig::from(a);
            let x = Beatty::new(a.clone()).lower(&n);
            prop_assert!(is_floor(&a, &n, &x));
        }

        #[test]
        fn a_floor_by_the_inverse_is_the_floor(t in big(), a in 1u64..1000, bits in 1usize..600) {
            let t = t + UBig::ONE;
            let beatty = Beatty::new(UBig::from(a));
            let inverse = Inverse::new(&beatty, 600).rounded(bits);
            prop_assert_eq!(&inverse.scaled, &beatty.over_alpha(&(UBig::ONE << bits)));
            prop_assert_eq!(beatty.floor_by(&inverse, &inverse.times(&t), &t), beatty.over_alpha(&t));
        }

        #[test]
        fn every_number_is_lower_or_upper_and_knows_its_index(x in big(), a in 1u64..50) {
            let x = x + UBig::ONE;
            let beatty = Beatty::new(UBig::from(a));
            let t = &x + UBig::ONE;
            let is_lower = beatty.lower(&beatty.over_alpha(&t)) == x;
            let is_upper = beatty.upper(&beatty.over_beta(&t)) == x;
            prop_assert!(is_lower != is_upper);
        }
    }
}

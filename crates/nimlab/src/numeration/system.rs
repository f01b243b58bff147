//! The p- and q-systems of Fraenkel's arithmetic strategy (Thesis-W, section
//! 4.3).
//!
//! The convergents of α = [1; a, a, …] have numerators p₀ = 1, p₁ = a + 1 and
//! denominators q₀ = 1, q₁ = a, both going on by w_{i+1} = a·w_i + w_{i−1}.
//! Every number has one representation Σ s_i p_i with 0 ≤ s_i ≤ a where
//! s_{i+1} = a forces s_i = 0, and one Σ t_i q_i under the same condition and
//! t₀ < a (theorem 3).
//!
//! **Cost.** Dividing off one weight after another is quadratic. We split in
//! the middle instead. With u₀ = 0, u₁ = 1 and the same recurrence,
//! p_{m+j} = p_m u_{j+1} + p_{m−1} u_j (and so for q), so that digits from
//! place m on are worth p_m X + p_{m−1} Y where X = Σ d_{m+j} u_{j+1} and
//! Y = Σ d_{m+j} u_j. The same digits read in the p-system are Z = X + Y. From
//! u_{j+1} − λu_j = (−1/λ)^j, λ = (a + √(a² + 4))/2, and the bounds on the
//! digits follow −1 < X − λY < λ, and 1 + λ = β, so that Y = ⌊(Z + 1)/β⌋ and X =
//! ⌊(Z + 1)/α⌋: the upper half is found by looking for the largest Z whose
//! worth is at most the number, and a division gives Z up to a few units. 1/α is
//! computed once, so that a million digits take one root, and a division and
//! three products of half a million digits for each doubling.

use super::Beatty;
use super::beatty::Inverse;
use crate::error::{Error, Result};
use crate::number::{BitTest, UBig};
use crate::{Budget, Meter};
use std::fmt;

/// Which weights a system has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Weights {
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
    kind: Weights,
    beatty: Beatty,
}

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

/// Digits that are found one by one; longer representations are split.
const CHUNK: usize = 32;

/// Bits of 1/α beyond those of the numbers that it divides: a floor needs a
/// root only once in 2^GUARD times, or next to a weight.
const GUARD: usize = 64;

/// The numbers as long as the one that is represented that are there at a time:
/// the places to split at, and the products between them.
const MIDDLES: u64 = 16;

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
        let bits = number.bit_len();
        let mut meter = budget.meter(format!("a number of {bits} binary digits in the {self}-system"));
        // The places to split at, and what is between them.
        meter.take((bits as u64 / 8).saturating_mul(MIDDLES))?;
        let middles = self.middles(number);
        let places = CHUNK << middles.len();
        meter.take_for::<UBig>(places as u64)?;
        let mut digits = vec![UBig::ZERO; places];
        let leaves = Leaves { own: self.weights(CHUNK), p: System::p(self.a().clone()).weights(CHUNK) };
        self.split(self.kind, number.clone(), &middles, &leaves, &mut digits, &mut meter)?;
        Ok(Representation::new(digits))
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
        let digits = &representation.digits;
        let mut ladder = Vec::new();
        if digits.len() > CHUNK {
            ladder.push(Rung::first(self.a()));
        }
        while !ladder.is_empty() && CHUNK << ladder.len() < digits.len() {
            let next = ladder[ladder.len() - 1].doubled();
            ladder.push(next);
        }
        let (x, y) = join(self.a(), digits, &ladder);
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
        let digits = &representation.digits;
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

    /// The places at which a number is split: [`CHUNK`], twice that and so on,
    /// until twice the last one is above the number.
    fn middles(&self, number: &UBig) -> Vec<Middle> {
        let mut ladder = vec![Rung::first(self.a())];
        loop {
            let last = &ladder[ladder.len() - 1];
            if *number < last.weight(self.kind) {
                ladder.pop();
                break;
            }
            // u_{m+1}² is at most the weight at place 2m.
            if number.bit_len() <= 2 * (last.after.bit_len() - 1) {
                break;
            }
            let next = last.doubled();
            ladder.push(next);
        }
        let bits = |rung: &Rung| rung.after.bit_len() + GUARD;
        let Some(inverse) = ladder.last().map(|rung| Inverse::new(&self.beatty, bits(rung))) else { return Vec::new() };
        let middle = |rung: Rung| Middle { inverse: inverse.rounded(bits(&rung)), lucas: rung.lucas(), rung };
        ladder.into_iter().map(middle).collect()
    }

    /// Writes the digits of `number`, which is below the weight at twice the
    /// last place to split at; `digits` has exactly that many places.
    fn split(
        &self,
        kind: Weights,
        number: UBig,
        middles: &[Middle],
        leaves: &Leaves,
        digits: &mut [UBig],
        meter: &mut Meter,
    ) -> Result<()> {
        meter.tick(number.bit_len() as u64 / 8 + 1)?;
        let Some((middle, below)) = middles.split_last() else {
            leaves.divide_off(kind, number, digits);
            return Ok(());
        };
        if number.is_zero() {
            return Ok(());
        }
        let (upper, lower) = self.halves(kind, &number, middle);
        let (low_digits, high_digits) = digits.split_at_mut(digits.len() / 2);
        self.split(Weights::P, upper, below, leaves, high_digits, meter)?;
        self.split(kind, lower, below, leaves, low_digits, meter)
    }

    /// The digits from the middle on, read in the p-system, and the rest: the
    /// largest Z whose worth is at most the number.
    fn halves(&self, kind: Weights, number: &UBig, middle: &Middle) -> (UBig, UBig) {
        let Middle { rung, lucas, inverse } = middle;
        let weight = rung.weight(kind);
        let before = rung.weight_before(kind);
        let worth = |z: &UBig| {
            let x = self.beatty.over_alpha_by(inverse, &(z + UBig::ONE));
            let y = z - &x;
            &weight * x + &before * y
        };
        let mut upper = match kind {
            Weights::P => number / lucas,
            Weights::Q => number * rung.weight(Weights::P) / (lucas * &weight),
        };
        let mut worth_of_upper = worth(&upper);
        while worth_of_upper > *number {
            upper -= UBig::ONE;
            worth_of_upper = worth(&upper);
        }
        // Neighbouring upper parts lie at least `before` apart, so that a
        // small rest needs no second look.
        while number - &worth_of_upper >= before {
            let next = worth(&(&upper + UBig::ONE));
            if next > *number {
                break;
            }
            upper += UBig::ONE;
            worth_of_upper = next;
        }
        let rest = number - worth_of_upper;
        (upper, rest)
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

/// u_{m−1}, u_m and u_{m+1} for a place m.
#[derive(Debug, Clone)]
struct Rung {
    before: UBig,
    at: UBig,
    after: UBig,
}

impl Rung {
    /// The rung at place 0.
    fn zeroth() -> Self {
        Rung { before: UBig::ONE, at: UBig::ZERO, after: UBig::ONE }
    }

    /// The rung at place [`CHUNK`].
    fn first(a: &UBig) -> Self {
        (0..CHUNK).fold(Rung::zeroth(), |rung, _| rung.next(a))
    }

    /// The rung at the next place.
    fn next(self, a: &UBig) -> Self {
        let next = a * &self.after + &self.at;
        Rung { before: self.at, at: self.after, after: next }
    }

    /// The rung at twice the place, by u_{m+n} = u_m u_{n+1} + u_{m−1} u_n.
    fn doubled(&self) -> Self {
        let square = self.at.sqr();
        Rung {
            before: &square + self.before.sqr(),
            at: &self.at * (&self.after + &self.before),
            after: square + self.after.sqr(),
        }
    }

    /// λ^m + (−1/λ)^m, the whole number nearest to λ^m.
    fn lucas(&self) -> UBig {
        &self.after + &self.before
    }

    /// p_m = u_{m+1} + u_m or q_m = u_{m+1}.
    fn weight(&self, kind: Weights) -> UBig {
        match kind {
            Weights::P => &self.after + &self.at,
            Weights::Q => self.after.clone(),
        }
    }

    /// p_{m−1} or q_{m−1}.
    fn weight_before(&self, kind: Weights) -> UBig {
        match kind {
            Weights::P => &self.at + &self.before,
            Weights::Q => self.at.clone(),
        }
    }
}

/// A place at which numbers are split.
#[derive(Debug, Clone)]
struct Middle {
    rung: Rung,
    lucas: UBig,
    /// 1/α, with enough bits for upper halves.
    inverse: Inverse,
}

/// The weights of the lowest places.
struct Leaves {
    own: Vec<UBig>,
    p: Vec<UBig>,
}

impl Leaves {
    fn divide_off(&self, kind: Weights, number: UBig, digits: &mut [UBig]) {
        match kind {
            Weights::P => divide_off(&self.p, number, digits),
            Weights::Q => divide_off(&self.own, number, digits),
        }
    }
}

/// Finds the digits one by one, the definition of the representation.
fn divide_off(weights: &[UBig], mut number: UBig, digits: &mut [UBig]) {
    for (digit, weight) in digits.iter_mut().zip(weights).rev() {
        if number >= *weight {
            *digit = &number / weight;
            number -= &*digit * weight;
        }
    }
}

/// X = Σ d_j u_{j+1} and Y = Σ d_j u_j of some digits.
fn join(a: &UBig, digits: &[UBig], ladder: &[Rung]) -> (UBig, UBig) {
    if digits.len() <= CHUNK {
        // One more place multiplies: u_{j+2} = a·u_{j+1} + u_j.
        return digits.iter().rev().fold((UBig::ZERO, UBig::ZERO), |(x, y), digit| (a * &x + y + digit, x));
    }
    let rung = ladder.len() - 1;
    let place = CHUNK << rung;
    if digits.len() <= place {
        return join(a, digits, &ladder[..rung]);
    }
    let (low, high) = digits.split_at(place);
    let (x_low, y_low) = join(a, low, &ladder[..rung]);
    let (x, y) = join(a, high, ladder);
    // x·u_{m+1} + y·u_m and x·u_m + y·u_{m−1} share a product.
    let Rung { before, at, after } = &ladder[rung];
    let shared = at * (&x + &y);
    (x_low + (after - at) * x + &shared, y_low + shared - (at - before) * y)
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The representation by dividing off one weight after another.
    fn plain(system: &System, number: &UBig) -> Representation {
        let mut count = 1;
        while system.weights(count)[count - 1] <= *number {
            count += 1;
        }
        let weights = system.weights(count);
        let mut number = number.clone();
        let mut digits = vec![UBig::ZERO; count];
        for place in (0..count).rev() {
            digits[place] = &number / &weights[place];
            number -= &digits[place] * &weights[place];
        }
        Representation::new(digits)
    }

    /// Thesis-W, table 3: the numbers 1 to 17 for a = 2, q- and p-system.
    #[test]
    fn table_3_of_thesis_w_is_reproduced() {
        let rows = [
            ("1", "1"),
            ("1,0", "2"),
            ("1,1", "1,0"),
            ("2,0", "1,1"),
            ("1,0,0", "1,2"),
            ("1,0,1", "2,0"),
            ("1,1,0", "1,0,0"),
            ("1,1,1", "1,0,1"),
            ("1,2,0", "1,0,2"),
            ("2,0,0", "1,1,0"),
            ("2,0,1", "1,1,1"),
            ("1,0,0,0", "1,1,2"),
            ("1,0,0,1", "1,2,0"),
            ("1,0,1,0", "2,0,0"),
            ("1,0,1,1", "2,0,1"),
            ("1,0,2,0", "2,0,2"),
            ("1,1,0,0", "1,0,0,0"),
        ];
        let (p, q) = (System::p(UBig::from(2u8)), System::q(UBig::from(2u8)));
        for (n, (in_q, in_p)) in (1u64..).zip(rows) {
            let n = UBig::from(n);
            assert_eq!(q.represent(&n).to_string(), format!("({in_q})"));
            assert_eq!(p.represent(&n).to_string(), format!("({in_p})"));
        }
    }

    #[test]
    fn examples_10_to_16_of_thesis_w_are_reproduced() {
        let (p, q) = (System::p(UBig::from(2u8)), System::q(UBig::from(2u8)));
        let r_p = |n: u64| p.represent(&UBig::from(n));
        let r_q = |n: u64| q.represent(&UBig::from(n));
        let i_p = |r: &Representation| u64::try_from(p.interpret(r).unwrap()).unwrap();
        assert_eq!(i_p(&r_q(6)), 8);
        assert_eq!(i_p(&r_p(5).left_shift()), 13);
        assert_eq!(i_p(&r_p(10).right_shift().unwrap()), 4);
        assert_eq!(i_p(&r_q(12)), 17);
        assert_eq!((r_q(10).trailing_zeros(), i_p(&r_q(10))), (2, 14));
        assert_eq!((r_q(7).trailing_zeros(), i_p(&r_q(7))), (1, 10));
        assert_eq!(r_p(4).left_shift(), r_p(10));
        assert_eq!([3, 7, 9].map(|n| r_p(n).trailing_zeros()), [1, 2, 0]);
    }

    #[test]
    fn small_numbers_are_represented_as_the_definition_says() {
        for a in 1u64..6 {
            for system in [System::p(UBig::from(a)), System::q(UBig::from(a))] {
                for n in 0u64..2000 {
                    let n = UBig::from(n);
                    let digits = system.represent(&n);
                    assert_eq!(digits, plain(&system, &n), "{n} in {system}");
                    assert_eq!(system.interpret(&digits).unwrap(), n);
                }
            }
        }
    }

    #[test]
    fn digits_that_break_the_rules_have_no_interpretation() {
        let (p, q) = (System::p(UBig::from(2u8)), System::q(UBig::from(2u8)));
        let digits = |digits: &[u64]| Representation::new(digits.iter().rev().map(|&d| UBig::from(d)).collect());
        assert!(p.interpret(&digits(&[1, 2])).is_ok());
        assert!(q.interpret(&digits(&[1, 2])).is_err());
        assert!(p.interpret(&digits(&[2, 1])).is_err());
        assert!(p.interpret(&digits(&[3])).is_err());
        assert_eq!(p.interpret(&digits(&[0])).unwrap(), UBig::ZERO);
    }

    proptest! {
        #[test]
        fn long_numbers_are_split_as_they_would_be_divided_off(
            bytes in prop::collection::vec(any::<u8>(), 0..120),
            a in prop_oneof![1u64..4, Just(1000), any::<u64>().prop_map(|a| a.max(1))],
            in_q in any::<bool>(),
        ) {
            let n = UBig::from_le_bytes(&bytes);
            let system = if in_q { System::q(UBig::from(a)) } else { System::p(UBig::from(a)) };
            let digits = system.represent(&n);
            prop_assert_eq!(&digits, &plain(&system, &n));
            prop_assert_eq!(system.interpret(&digits).unwrap(), n);
        }
    }

    /// Numbers next to weights are where an estimate is most easily wrong.
    #[test]
    fn neighbours_of_weights_are_represented_rightly() {
        for a in 1u64..4 {
            for system in [System::p(UBig::from(a)), System::q(UBig::from(a))] {
                for weight in system.weights(300).into_iter().skip(20).step_by(7) {
                    for n in [&weight - UBig::ONE, weight.clone(), &weight + UBig::ONE] {
                        let digits = system.represent(&n);
                        assert_eq!(digits, plain(&system, &n));
                        assert_eq!(system.interpret(&digits).unwrap(), n);
                    }
                }
            }
        }
    }
}

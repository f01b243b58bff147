//! Long numbers in the p- and q-systems, and long rows of digits, by halves.
//!
//! Dividing off one weight after another is quadratic. We split in the middle
//! instead. With u₀ = 0, u₁ = 1 and the same recurrence,
//! p_{m+j} = p_m u_{j+1} + p_{m−1} u_j (and so for q), so that digits from
//! place m on are worth p_m X + p_{m−1} Y where X = Σ d_{m+j} u_{j+1} and
//! Y = Σ d_{m+j} u_j. The same digits read in the p-system are Z = X + Y. From
//! u_{j+1} − λu_j = (−1/λ)^j, λ = (a + √(a² + 4))/2, and the bounds on the
//! digits follow −1 < X − λY < λ, and 1 + λ = β, so that Y = ⌊(Z + 1)/β⌋ and X =
//! ⌊(Z + 1)/α⌋: the upper half is found by looking for the largest Z whose
//! worth is at most the number, and a division gives Z up to a few units. 1/α is
//! computed once, so that a million digits take one root, and a division and
//! three products of half a million digits for each doubling.

use super::beatty::Inverse;
use super::system::{System, Weights};
use crate::error::Result;
use crate::number::{BitTest, UBig};
use crate::{Budget, Meter};

/// Digits that are found one by one; longer representations are split.
pub const CHUNK: usize = 32;

/// Bits of 1/α beyond those of the numbers that it divides: a floor needs a
/// root only once in 2^GUARD times, or next to a weight.
const GUARD: usize = 64;

/// The numbers as long as the one that is represented that are there at a time:
/// the places to split at, and the products between them.
const MIDDLES: u64 = 16;

impl System {
    /// The digits of a number of more than `CHUNK` digits.
    pub fn digits_by_halves(&self, number: &UBig, budget: Budget) -> Result<Vec<UBig>> {
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
        Ok(digits)
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

/// u_{m−1}, u_m and u_{m+1} for a place m.
#[derive(Debug, Clone)]
pub struct Rung {
    before: UBig,
    at: UBig,
    after: UBig,
}

impl Rung {
    /// The rung at place 0.
    pub fn zeroth() -> Self {
        Rung { before: UBig::ONE, at: UBig::ZERO, after: UBig::ONE }
    }

    /// The rung at place [`CHUNK`].
    fn first(a: &UBig) -> Self {
        (0..CHUNK).fold(Rung::zeroth(), |rung, _| rung.next(a))
    }

    /// The rung at the next place.
    pub fn next(self, a: &UBig) -> Self {
        let next = a * &self.after + &self.at;
        Rung { before: self.at, at: self.after, after: next }
    }

    /// The rung at twice the place, by u_{m+n} = u_m u_{n+1} + u_{m−1} u_n.
    pub fn doubled(&self) -> Self {
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
    pub fn weight(&self, kind: Weights) -> UBig {
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
pub fn divide_off(weights: &[UBig], mut number: UBig, digits: &mut [UBig]) {
    for (digit, weight) in digits.iter_mut().zip(weights).rev() {
        if number >= *weight {
            *digit = &number / weight;
            number -= &*digit * weight;
        }
    }
}

/// X = Σ d_j u_{j+1} and Y = Σ d_j u_j of some digits.
pub fn joined(a: &UBig, digits: &[UBig]) -> (UBig, UBig) {
    let mut ladder = Vec::new();
    if digits.len() > CHUNK {
        ladder.push(Rung::first(a));
    }
    while !ladder.is_empty() && CHUNK << ladder.len() < digits.len() {
        let next = ladder[ladder.len() - 1].doubled();
        ladder.push(next);
    }
    join(a, digits, &ladder)
}

/// The same with the rungs at [`CHUNK`], twice that and so on.
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

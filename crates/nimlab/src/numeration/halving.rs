//! The digits of long numbers in the p- and q-systems, by halves.
//!
//! Dividing off one weight after another is quadratic. We split in the middle
//! instead. With the numbers u of [`super::rung`] and the same recurrence,
//! p_{m+j} = p_m u_{j+1} + p_{m−1} u_j (and so for q), so that digits from
//! place m on are worth p_m X + p_{m−1} Y where X = Σ d_{m+j} u_{j+1} and
//! Y = Σ d_{m+j} u_j. The same digits read in the p-system are Z = X + Y. From
//! u_{j+1} − λu_j = (−1/λ)^j, λ = (a + √(a² + 4))/2, and the bounds on the
//! digits follow −1 < X − λY < λ, and 1 + λ = β, so that Y = ⌊(Z + 1)/β⌋ and X =
//! ⌊(Z + 1)/α⌋: the upper half is found by looking for the largest Z whose
//! worth is at most the number.
//!
//! The number divided by λ^m + (−1/λ)^m, the whole number nearest to λ^m, is Z up to a few
//! units. Each unit more adds p_m or p_{m−1} to the worth, as ⌊(Z + 1)/α⌋ grows or not, so
//! that the right Z is found by additions. 1/α and 1/λ^m are computed once for each place,
//! for all numbers. So a split takes four products of numbers half as long, and the
//! halves of long numbers are split side by side.

use super::beatty::Inverse;
use super::rung::Rung;
use super::system::{System, Weights};
use crate::Meter;
use crate::error::Result;
use crate::number::{BitTest, UBig};
use std::thread;

/// Bits of 1/α beyond those of the numbers that it divides: a floor needs a
/// root only once in 2^GUARD times, or next to a weight.
const GUARD: usize = 64;

/// Bits of 1/λ^m beyond those of λ^m.
const SPARE: usize = 8;

/// The numbers as long as the longest one that are there at a time: the places to split
/// at, and the products between them.
const MIDDLES: u64 = 16;

/// Shorter numbers are split on one core.
const SHARED: usize = 1 << 16;

/// How the lowest digits are found, one by one.
pub trait LowDigits: Sync {
    /// A digit.
    type Digit: Clone + Send;

    /// How many digits are found one by one at most.
    fn longest(&self) -> usize;

    /// One less than the binary digits of q at a place that is at most [`LowDigits::longest`].
    fn room(&self, place: usize) -> usize;

    /// The digit 0.
    fn zero(&self) -> Self::Digit;

    /// Writes the digits of a number that has at most [`LowDigits::longest`].
    fn divide_off(&self, kind: Weights, number: UBig, digits: &mut [Self::Digit]);
}

/// The places at which numbers up to some length are split, for any number of them.
pub struct Halving<'s, L> {
    system: &'s System,
    leaves: L,
    /// Digits that are found one by one.
    chunk: usize,
    /// The places `chunk`, twice that and so on.
    middles: Vec<Middle>,
}

/// A place m at which numbers are split.
struct Middle {
    rung: Rung,
    p: WorthSteps,
    /// 1/α, with enough bits for upper halves.
    inverse: Inverse,
    power: Power,
}

/// 1/λ^m, up to a few units of the last bit.
struct Power {
    /// About 2^(2·bits + SPARE)/v, where v = λ^m + (−1/λ)^m is a number of so many bits.
    inverse: UBig,
    bits: usize,
}

/// By how much the worth grows with each unit of Z.
#[derive(Clone)]
struct WorthSteps {
    /// p_{m−1} or q_{m−1}, if Y grows.
    small: UBig,
    /// p_m − p_{m−1} or q_m − q_{m−1}: so much more if X grows.
    more: UBig,
}

impl<'s, L: LowDigits> Halving<'s, L> {
    /// The places for numbers of so many bits at most.
    pub fn new(system: &'s System, bits: usize, leaves: L, meter: &mut Meter) -> Result<Self> {
        meter.take((bits as u64 / 8).saturating_mul(MIDDLES))?;
        // q_{m+n} is at least q_m q_n, so that 2^k times as many places have room for 2^k
        // times as many bits.
        let longest = leaves.longest();
        let enough = |place, k: usize| leaves.room(place) >= bits.div_ceil(1usize << k);
        let doublings = (0..usize::BITS as usize).find(|&k| enough(longest, k)).unwrap_or(0);
        let chunk = (1..longest).find(|&place| enough(place, doublings)).unwrap_or(longest);
        let ladder = Rung::ladder(system.a(), chunk, doublings);
        meter.now()?;
        let mut middles: Vec<Middle> = Vec::with_capacity(doublings);
        if let Some(last) = ladder.last() {
            let inverse = Inverse::new(&system.beatty, last.after.bit_len() + GUARD);
            for rung in ladder {
                meter.now()?;
                let power = Power::of(&rung, middles.last().map(|half| &half.power));
                middles.push(Middle::new(rung, power, &inverse));
            }
        }
        Ok(Self { system, leaves, chunk, middles })
    }

    /// The digits of a number, the least significant first, with zeros behind the last.
    pub fn digits(&self, number: UBig, meter: &mut Meter) -> Result<Vec<L::Digit>> {
        let places = self.chunk << self.middles.len();
        meter.take_for::<L::Digit>(places as u64)?;
        let mut digits = vec![self.leaves.zero(); places];
        let long = number.bit_len() > SHARED;
        let cores = if long { thread::available_parallelism().map_or(1, usize::from) } else { 1 };
        self.split(self.system.kind, number, &self.middles, &mut digits, (cores, meter))?;
        Ok(digits)
    }

    /// Writes the digits of `number`, which is below the weight at twice the
    /// last place to split at; `digits` has exactly that many places.
    fn split(
        &self,
        kind: Weights,
        number: UBig,
        middles: &[Middle],
        digits: &mut [L::Digit],
        (cores, meter): (usize, &mut Meter),
    ) -> Result<()> {
        meter.tick(number.bit_len() as u64 / 8 + 1)?;
        let Some((middle, below)) = middles.split_last() else {
            self.leaves.divide_off(kind, number, digits);
            return Ok(());
        };
        if number.is_zero() {
            return Ok(());
        }
        let shared = cores > 1 && number.bit_len() > SHARED;
        let (upper, lower) = middle.halves(self.system, kind, number);
        let (low_digits, high_digits) = digits.split_at_mut(digits.len() / 2);
        if !shared {
            self.split(Weights::P, upper, below, high_digits, (1, meter))?;
            return self.split(kind, lower, below, low_digits, (1, meter));
        }
        let mut other = meter.clone();
        thread::scope(|scope| {
            let high = move || self.split(Weights::P, upper, below, high_digits, (cores / 2, &mut other));
            let high = scope.spawn(high);
            let low = self.split(kind, lower, below, low_digits, (cores - cores / 2, meter));
            high.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)).and(low)
        })
    }
}

impl Middle {
    fn new(rung: Rung, power: Power, inverse: &Inverse) -> Self {
        let inverse = inverse.rounded(rung.after.bit_len() + GUARD);
        Self { p: WorthSteps::of(&rung, Weights::P), rung, inverse, power }
    }

    /// The digits from the middle on, read in the p-system, and the rest: the
    /// largest Z whose worth is at most the number.
    fn halves(&self, system: &System, kind: Weights, number: UBig) -> (UBig, UBig) {
        let (steps, guess) = match kind {
            Weights::P => (self.p.clone(), self.power.times(&number)),
            Weights::Q => {
                let near = &number * self.rung.weight(Weights::P) / self.rung.weight(Weights::Q);
                (WorthSteps::of(&self.rung, Weights::Q), self.power.times(&near))
            }
        };
        if number < steps.small {
            return (UBig::ZERO, number);
        }
        let mut upper = Upper::new(system, guess, &steps, &self.inverse);
        while upper.worth > number {
            upper.fall();
        }
        // A small rest needs no second look.
        while &number - &upper.worth >= steps.small {
            upper.rise();
            if upper.worth > number {
                upper.fall();
                break;
            }
        }
        let rest = number - upper.worth;
        (upper.z, rest)
    }
}

impl Power {
    /// By a division, or from half the place: v² is v at twice the place but for 2, so that
    /// the square has half the bits, and one step of Newton's method doubles them.
    fn of(rung: &Rung, half: Option<&Power>) -> Self {
        let v = rung.lucas();
        let bits = v.bit_len();
        let Some(half) = half else {
            return Self { inverse: (UBig::ONE << (2 * bits + SPARE)) / v, bits };
        };
        // The square is 2^places/v, and r = 2^places/v becomes r(2 − vr/2^places).
        let places = 3 * half.bits + 2 * SPARE;
        let square = half.inverse.sqr() >> half.bits;
        let rest = (UBig::ONE << (places + 1)) - v * &square;
        Self { inverse: (square * rest) >> (2 * places - 2 * bits - SPARE), bits }
    }

    /// The number divided by λ^m, up to a few units.
    fn times(&self, number: &UBig) -> UBig {
        let cut = self.bits - SPARE.min(self.bits);
        ((number >> cut) * &self.inverse) >> (2 * self.bits + SPARE - cut)
    }
}

impl WorthSteps {
    fn of(rung: &Rung, kind: Weights) -> Self {
        let small = rung.weight_before(kind);
        Self { more: rung.weight(kind) - &small, small }
    }
}

/// An upper half and its worth.
struct Upper<'m> {
    system: &'m System,
    steps: &'m WorthSteps,
    inverse: &'m Inverse,
    z: UBig,
    /// (z + 1)/α, with the bits of the inverse.
    over_alpha: UBig,
    x: UBig,
    worth: UBig,
}

impl<'m> Upper<'m> {
    fn new(system: &'m System, z: UBig, steps: &'m WorthSteps, inverse: &'m Inverse) -> Self {
        let next = &z + UBig::ONE;
        let over_alpha = inverse.times(&next);
        let x = system.beatty.floor_by(inverse, &over_alpha, &next);
        let worth = &steps.small * &z + &steps.more * &x;
        Self { system, steps, inverse, z, over_alpha, x, worth }
    }

    /// Z is one less.
    fn fall(&mut self) {
        self.over_alpha -= self.inverse.scaled();
        let x = self.system.beatty.floor_by(self.inverse, &self.over_alpha, &self.z);
        self.z -= UBig::ONE;
        self.worth -= &self.steps.small;
        if x != self.x {
            self.worth -= &self.steps.more;
            self.x = x;
        }
    }

    /// Z is one more.
    fn rise(&mut self) {
        self.z += UBig::ONE;
        self.over_alpha += self.inverse.scaled();
        let x = self.system.beatty.floor_by(self.inverse, &self.over_alpha, &(&self.z + UBig::ONE));
        self.worth += &self.steps.small;
        if x != self.x {
            self.worth += &self.steps.more;
            self.x = x;
        }
    }
}

/// Digits of any size.
pub struct LargeDigits {
    q: Vec<UBig>,
    p: Vec<UBig>,
}

impl LargeDigits {
    /// Digits up to the parameter.
    pub fn new(a: &UBig) -> Self {
        const CHUNK: usize = 32;
        Self { q: System::q(a.clone()).weights(CHUNK + 1), p: System::p(a.clone()).weights(CHUNK) }
    }
}

impl LowDigits for LargeDigits {
    type Digit = UBig;

    fn longest(&self) -> usize {
        self.p.len()
    }

    fn room(&self, place: usize) -> usize {
        self.q[place].bit_len() - 1
    }

    fn zero(&self) -> UBig {
        UBig::ZERO
    }

    fn divide_off(&self, kind: Weights, mut number: UBig, digits: &mut [UBig]) {
        let weights = if kind == Weights::P { &self.p } else { &self.q };
        for (digit, weight) in digits.iter_mut().zip(weights).rev() {
            if number >= *weight {
                *digit = &number / weight;
                number -= &*digit * weight;
            }
        }
    }
}

/// Digits of a byte, with weights of a few machine words.
pub struct SmallDigits {
    q: Vec<u128>,
    p: Vec<u128>,
}

impl SmallDigits {
    /// Digits up to the parameter.
    pub fn new(a: u8) -> Self {
        let weights = |before: u128| {
            // One weight is computed beyond the last one that is taken.
            let next =
                |&(before, weight): &(u128, u128)| Some((weight, weight.checked_mul(a.into())?.checked_add(before)?));
            std::iter::successors(Some((before, 1)), next).map(|(_, weight)| weight)
        };
        // The next weight, too, is below 2^128.
        let p: Vec<u128> = weights(1).take_while(|&weight| weight < 1 << 119).collect();
        Self { q: weights(0).take(p.len() + 1).collect(), p }
    }
}

impl LowDigits for SmallDigits {
    type Digit = u8;

    fn longest(&self) -> usize {
        self.p.len()
    }

    fn room(&self, place: usize) -> usize {
        self.q[place].ilog2() as usize
    }

    fn zero(&self) -> u8 {
        0
    }

    fn divide_off(&self, kind: Weights, number: UBig, digits: &mut [u8]) {
        let weights = if kind == Weights::P { &self.p } else { &self.q };
        // A number of so many digits is below the weight at the next place.
        let mut number = u128::try_from(&number).unwrap_or(u128::MAX);
        for (digit, &weight) in digits.iter_mut().zip(weights).rev() {
            while number >= weight {
                *digit += 1;
                number -= weight;
            }
        }
    }
}

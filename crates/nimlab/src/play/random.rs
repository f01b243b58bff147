//! A small generator of our own, so that a seed means the same game on every
//! machine and in every version: Weyl's sequence with a mixing of bits as in
//! SplitMix64 (Steele, Lea and Flood 2014).

use super::State;
use crate::number::{BitTest, UBig};

/// Numbers that look random.
pub struct Random {
    state: u64,
}

impl Random {
    /// The generator of a seed and a state: the same move for both, whatever
    /// was played before.
    pub fn of(seed: u64, state: &State) -> Self {
        let text: Vec<String> = state.iter().map(ToString::to_string).collect();
        let mut random = Self { state: seed };
        for byte in text.join("+").bytes() {
            random.state = random.state.rotate_left(5) ^ u64::from(byte);
            random.next();
        }
        random
    }

    /// The next 64 bits.
    pub fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.state;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// A number below a bound above 0; the bias is below 2^−64 times the bound.
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u64
    }

    /// A number of any size from 1 to a bound above 0.
    pub fn up_to(&mut self, bound: &UBig) -> UBig {
        let words = bound.bit_len() / 64 + 2;
        let bits = (0..words).fold(UBig::ZERO, |bits, _| (bits << 64) + UBig::from(self.next()));
        bits % bound + UBig::ONE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_below_a_bound_comes_up() {
        let mut random = Random::of(7, &Vec::new());
        let mut seen = [0u32; 10];
        for _ in 0..10_000 {
            seen[random.below(10) as usize] += 1;
        }
        assert!(seen.iter().all(|&count| (800..1200).contains(&count)), "{seen:?}");
        let bound = UBig::from(10u8).pow(40);
        assert!((0..100).map(|_| random.up_to(&bound)).all(|n| n >= UBig::ONE && n <= bound));
    }
}

//! What an opponent chooses by chance: a seed means the same game on every machine and
//! in every version.

use super::MatchState;
use crate::bits::Chance;
use crate::number::{BitTest, UBig};

/// The choices of an opponent.
pub struct Random(Chance);

impl Random {
    /// The generator of a seed and a state: the same move for both, whatever
    /// was played before.
    pub fn of(seed: u64, state: &MatchState) -> Self {
        let text: Vec<String> = state.iter().map(ToString::to_string).collect();
        let mut chance = Chance::new(seed);
        text.join("+").bytes().for_each(|byte| chance.stir(byte));
        Self(chance)
    }

    /// The next 64 bits.
    pub fn next(&mut self) -> u64 {
        self.0.next()
    }

    /// A number below a bound above 0; the bias is below 2^−64 times the bound.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0.below(bound)
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

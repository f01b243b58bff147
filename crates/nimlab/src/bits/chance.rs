//! Numbers that look random and are the same on every machine: Weyl's sequence with a
//! mixing of bits as in SplitMix64 (Steele, Lea and Flood 2014).

/// Numbers that look random, decided by a seed.
#[derive(Debug, Clone)]
pub(crate) struct Chance(u64);

impl Chance {
    /// The numbers of a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// Stirs more into what decides the numbers.
    pub fn stir(&mut self, more: u8) {
        self.0 = self.0.rotate_left(5) ^ u64::from(more);
        self.next();
    }

    /// A number below a bound above 0; the bias is below 2^−64 times the bound.
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u64
    }
}

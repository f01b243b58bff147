//! A block of consecutive P-positions in compact form.

use crate::stream::Triple;

/// The most steps in a block; its numbers then fit into 16 bits.
pub const STEPS: usize = 4096;

/// Consecutive P-positions (M, M + D + κ, M + 2D + κ).
#[derive(Debug, Clone)]
pub struct LexBlock {
    /// The number of the first position.
    pub first: u64,
    /// M of the first position.
    pub m0: u64,
    /// D of the first position.
    pub d0: u64,
    /// How many positions there are.
    pub steps: usize,
    /// M − m0, one more than there are positions.
    pub m: Vec<u16>,
    /// D − d0, one more than there are positions.
    pub d: Vec<u16>,
    /// κ.
    pub kappa: Vec<u8>,
}

impl LexBlock {
    /// An empty block.
    pub fn new() -> Self {
        // The decoder writes eight numbers at a time and up to a word too many.
        Self {
            first: 0,
            m0: 0,
            d0: 0,
            steps: 0,
            m: vec![0; STEPS + 96],
            d: vec![0; STEPS + 16],
            kappa: vec![0; STEPS + 16],
        }
    }

    /// The number of the last position.
    pub fn last(&self) -> u64 {
        self.first + self.steps as u64 - 1
    }

    /// M of the position after the last.
    pub fn next_m(&self) -> u64 {
        self.m0 + u64::from(self.m[self.steps])
    }

    /// D of the position after the last.
    pub fn next_d(&self) -> u64 {
        self.d0 + u64::from(self.d[self.steps])
    }

    /// The position number `first + i`.
    pub fn position(&self, i: usize) -> Triple {
        let (m, d) = (self.m0 + u64::from(self.m[i]), self.d0 + u64::from(self.d[i]));
        let kappa = u64::from(self.kappa[i]);
        [m, m + d + kappa, m + 2 * d + kappa]
    }

    /// All positions.
    pub fn positions(&self) -> impl Iterator<Item = Triple> + '_ {
        (0..self.steps).map(|i| self.position(i))
    }
}

impl Default for LexBlock {
    fn default() -> Self {
        Self::new()
    }
}

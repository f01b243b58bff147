//! A block as it travels from one thread to the other: a byte per step, because
//! what one core has written costs the other far more to fetch than to work out.

use super::block::{LexBlock, STEPS};

/// Steps that are added up together.
const TILE: usize = 128;

/// A byte of every word.
const EACH: u64 = 0x0101_0101_0101_0101;

/// The steps of a block: in each byte how far M goes (three bits), how far D
/// goes (three bits), and κ. No step goes further than 4.
#[derive(Debug)]
pub struct Compact {
    first: u64,
    m0: u64,
    d0: u64,
    steps: usize,
    bytes: Box<[u8; STEPS]>,
}

impl Default for Compact {
    fn default() -> Self {
        Self { first: 0, m0: 0, d0: 0, steps: 0, bytes: Box::new([0; STEPS]) }
    }
}

impl Compact {
    /// First M and D.
    pub fn start(&self) -> (u64, u64) {
        (self.m0, self.d0)
    }

    /// Takes over a block.
    #[inline(always)]
    pub fn shrink(&mut self, block: &LexBlock) {
        (self.first, self.m0, self.d0, self.steps) = (block.first, block.m0, block.d0, block.steps);
        let steps = block.steps.min(STEPS);
        let (m, d) = (&block.m[..=steps], &block.d[..=steps]);
        let (bytes, kappa) = (&mut self.bytes[..steps], &block.kappa[..steps]);
        for i in 0..steps {
            bytes[i] = m[i + 1].wrapping_sub(m[i]) as u8 | (d[i + 1].wrapping_sub(d[i]) as u8) << 3 | kappa[i] << 6;
        }
    }

    /// Makes the block again.
    #[inline(always)]
    pub fn expand(&self, block: &mut LexBlock) {
        (block.first, block.m0, block.d0, block.steps) = (self.first, self.m0, self.d0, self.steps);
        add_up(&self.bytes, self.steps, 0, &mut block.m);
        add_up(&self.bytes, self.steps, 3, &mut block.d);
        for (kappa, byte) in block.kappa[..self.steps].iter_mut().zip(&self.bytes[..self.steps]) {
            *kappa = byte >> 6;
        }
    }
}

/// Where each step begins, and the one after them, from the three bits of
/// every byte that say how far they go; `steps` of them count.
#[inline(always)]
fn add_up(bytes: &[u8; STEPS], steps: usize, shift: u32, starts: &mut [u16]) {
    let mut next = 0u16;
    let tiles = bytes.as_chunks::<TILE>().0.iter().zip(starts.as_chunks_mut::<TILE>().0);
    for (bytes, starts) in tiles.take(steps.div_ceil(TILE)) {
        let (mut within, mut before) = ([[0; 8]; TILE / 8], [0; TILE / 8]);
        for ((within, before), bytes) in within.iter_mut().zip(&mut before).zip(bytes.as_chunks::<8>().0) {
            // Byte k of the product is the sum of the bytes up to k; at most 8 · 7.
            let sums = (u64::from_le_bytes(*bytes) >> shift & (7 * EACH)).wrapping_mul(EACH);
            *within = (sums << 8).to_le_bytes();
            *before = next;
            next = next.wrapping_add((sums >> 56) as u16);
        }
        // In a loop of its own, so that eight are widened at once.
        let eights = starts.as_chunks_mut::<8>().0.iter_mut().zip(within.iter().zip(&before));
        for (starts, (within, before)) in eights {
            for (start, within) in starts.iter_mut().zip(within) {
                *start = before.wrapping_add(u16::from(*within));
            }
        }
    }
    if steps.is_multiple_of(TILE) {
        starts[steps] = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream::lex::LexStream;

    #[test]
    fn a_block_comes_back_as_it_was() {
        let mut stream = LexStream::new();
        let (mut compact, mut again) = (Compact::default(), LexBlock::new());
        for most in (1..=40).chain([4095, 4096, 4088, 4096, 9, 4096]) {
            let block = stream.next_block(most).unwrap();
            compact.shrink(block);
            compact.expand(&mut again);
            assert!(again.positions().eq(block.positions()));
            assert_eq!((again.first, again.next_m(), again.next_d()), (block.first, block.next_m(), block.next_d()));
        }
    }
}

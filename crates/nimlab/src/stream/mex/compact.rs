//! A block as it travels from one thread to the other: a byte per step, because
//! what one core has written costs the other far more to fetch than to work out.

use super::block::{MexBlock, STEPS};

/// Steps that are added up together.
const TILE: usize = 128;

/// A byte of every word.
const EACH: u64 = 0x0101_0101_0101_0101;

/// In the place of κ: the step is of type s.
const SKIP: u8 = 3;

/// The steps of a block that the chain has just made: in each byte how far A goes
/// (three bits), how far D goes (three bits), and κ or [`SKIP`]. None goes further
/// than 5.
#[derive(Debug)]
pub struct Compact {
    first: u64,
    m0: u64,
    d0: u64,
    a0: u16,
    held: bool,
    steps: usize,
    bytes: Box<[u8; STEPS]>,
}

impl Default for Compact {
    fn default() -> Self {
        Self { first: 0, m0: 0, d0: 0, a0: 0, held: false, steps: 0, bytes: Box::new([0; STEPS]) }
    }
}

impl Compact {
    /// First M and D.
    pub fn start(&self) -> (u64, u64) {
        (self.m0, self.d0)
    }

    /// Takes over a block.
    #[inline(always)]
    pub fn shrink(&mut self, block: &MexBlock) {
        (self.first, self.m0, self.d0, self.steps) = (block.first, block.m0, block.d0, block.steps);
        (self.a0, self.held) = (block.a[0], block.held);
        let steps = block.steps.min(STEPS);
        let (a, d) = (&block.a[..=steps], &block.d[..=steps]);
        let (bytes, kappa, skip) = (&mut self.bytes[..steps], &block.kappa[..steps], &block.skip[..steps]);
        for i in 0..steps {
            let kind = kappa[i] | (skip[i] * SKIP);
            bytes[i] = a[i + 1].wrapping_sub(a[i]) as u8 | (d[i + 1].wrapping_sub(d[i]) as u8) << 3 | kind << 6;
        }
    }

    /// Makes the block again.
    #[inline(always)]
    pub fn expand(&self, block: &mut MexBlock) {
        (block.first, block.m0, block.d0, block.steps) = (self.first, self.m0, self.d0, self.steps);
        block.held = self.held;
        add_up(&self.bytes, self.steps, 0, self.a0, &mut block.a);
        add_up(&self.bytes, self.steps, 3, 0, &mut block.d);
        let kinds = block.kappa[..self.steps].iter_mut().zip(&mut block.skip[..self.steps]);
        for ((kappa, skip), byte) in kinds.zip(&self.bytes[..self.steps]) {
            *skip = u8::from(byte >> 6 == SKIP);
            *kappa = if byte >> 6 == SKIP { 0 } else { byte >> 6 };
        }
    }
}

/// Where each step begins, and where the one after the last does, counted from `next`
/// on: from the three bits of every byte that say how far a step goes. Only the first
/// `steps` bytes count.
#[inline(always)]
fn add_up(bytes: &[u8; STEPS], steps: usize, shift: u32, mut next: u16, starts: &mut [u16]) {
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
    use crate::stream::mex::{MexRule, MexStream, dispatch};

    #[test]
    fn a_block_comes_back_as_it_was() {
        for rule in [MexRule::Wytlex, MexRule::L1] {
            let mut stream = MexStream::new(rule);
            // Until the chain makes the blocks.
            while stream.core.d <= super::super::MARGIN {
                stream.next_block(4096).unwrap();
            }
            let (mut compact, mut again) = (Compact::default(), MexBlock::new(rule));
            let mut block = MexBlock::new(rule);
            let mut pairs = 0;
            for most in (1..=40).chain([4095, 4096, 4088, 4096, 9, 4096]) {
                stream.core.advance(most, &mut block).unwrap();
                compact.shrink(&block);
                compact.expand(&mut again);
                dispatch::finish(&mut again);
                dispatch::finish(&mut block);
                assert!(again.positions().eq(block.positions()));
                assert_eq!(
                    (again.first, again.next_m(), again.next_d(), again.next_held()),
                    (block.first, block.next_m(), block.next_d(), block.next_held())
                );
                pairs += block.skip[..block.steps].iter().filter(|&&skip| skip == 1).count();
            }
            assert_eq!(pairs > 0, rule == MexRule::L1);
        }
    }
}

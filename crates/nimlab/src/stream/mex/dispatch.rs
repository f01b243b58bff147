//! The kernels compiled a second time for processors with BMI2 (shifts by any
//! register, a third of the chain's work) and AVX2, and the choice at run time.

#![allow(unsafe_code, reason = "a function compiled for more instructions can only be called so; see `call`")]

use super::MexRule;
use super::block::MexBlock;
use super::compact::Compact;
use super::kernel::{self, A_WORDS, BlockOutput, ChainInput, Maps};
use super::statistics::{self, BlockCounts};

/// Whether the processor has what the second bodies are compiled for.
#[cfg(target_arch = "x86_64")]
fn has_newer() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("lzcnt")
}

/// Makes a function with three bodies: the plain one, the same compiled for
/// newer processors, and the choice between them.
macro_rules! choose {
    ($(#[$doc:meta])* $name:ident => $body:path, ($($argument:ident: $type:ty),*)) => {
        $(#[$doc])*
        pub fn $name($($argument: $type),*) {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
                fn newer($($argument: $type),*) {
                    $body($($argument),*)
                }
                if has_newer() {
                    // SAFETY: `newer` is safe code, and the processor was just
                    // found to have every feature it was compiled for.
                    return unsafe { newer($($argument),*) };
                }
            }
            $body($($argument),*)
        }
    };
}

choose! {
    /// [`kernel::zeros`]
    zeros => kernel::zeros, (words: &[u64; A_WORDS], offset: u32, from: u32, want: usize, out: &mut [u16])
}
choose! {
    /// [`kernel::skipping_chain`]
    skipping_chain => kernel::skipping_chain, (input: ChainInput<'_>, block: &mut MexBlock)
}
choose! {
    /// [`kernel::exchange`]
    exchange => kernel::exchange, (block: &mut MexBlock)
}

/// Turns what the chain has made into positions.
pub fn finish(block: &mut MexBlock) {
    if block.rule == MexRule::L1 {
        exchange(block);
    }
}

/// [`kernel::chain`]
pub fn chain(input: ChainInput<'_>, block: &mut MexBlock) {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
        fn newer(input: ChainInput<'_>, block: &mut MexBlock) {
            kernel::chain::<{ kernel::GROUP }>(input, block, |_, d, y, windows| {
                // Four operations from one D to the next; compilers make five
                // or six of them. A bit test takes its place modulo 64.
                let (one, next): (u32, u32);
                // SAFETY: only registers are read and written, all of them named.
                unsafe {
                    std::arch::asm!(
                        "bt {near}, {d:r}",
                        "adc {one:e}, 1",
                        "mov {next:e}, {one:e}",
                        "bt {far}, {d:r}",
                        "adc {next:e}, 1",
                        "bt {third}, {y:r}",
                        "cmovnc {next:e}, {one:e}",
                        near = in(reg) windows.near,
                        far = in(reg) windows.far,
                        third = in(reg) windows.third,
                        d = in(reg) d,
                        y = in(reg) y,
                        one = inout(reg) d => one,
                        next = out(reg) next,
                        options(pure, nomem, nostack),
                    );
                }
                (one, next)
            });
        }
        if has_newer() {
            // SAFETY: the processor was just found to have every feature that
            // `newer` was compiled for.
            return unsafe { newer(input, block) };
        }
    }
    kernel::chain::<{ kernel::GROUP }>(input, block, |_, d, y, windows| kernel::step(d, y, windows));
}

choose! {
    /// [`Compact::shrink`]
    shrink => Compact::shrink, (compact: &mut Compact, block: &MexBlock)
}
choose! {
    /// [`Compact::expand`]
    expand => Compact::expand, (compact: &Compact, block: &mut MexBlock)
}

/// [`kernel::pack`]
pub fn pack(block: &MexBlock, maps: &mut Maps, output: &mut BlockOutput) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_mm256_movemask_epi8, _mm256_set_epi64x};

        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
        fn newer(block: &MexBlock, maps: &mut Maps, output: &mut BlockOutput) {
            kernel::pack(block, maps, output, |bytes| {
                let word = |i: usize| i64::from_le_bytes(bytes.as_chunks::<8>().0[i]);
                let low = _mm256_movemask_epi8(_mm256_set_epi64x(word(3), word(2), word(1), word(0)));
                let high = _mm256_movemask_epi8(_mm256_set_epi64x(word(7), word(6), word(5), word(4)));
                u64::from(low as u32) | u64::from(high as u32) << 32
            });
        }
        if has_newer() {
            // SAFETY: `newer` is safe code, and the processor was just found
            // to have every feature it was compiled for.
            return unsafe { newer(block, maps, output) };
        }
    }
    kernel::pack(block, maps, output, kernel::highest_bits);
}

choose! {
    /// [`statistics::count`]
    count => statistics::count, (block: &MexBlock, before: [u64; 3], counts: &mut BlockCounts)
}

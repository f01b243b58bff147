//! Any bytes as the checkpoint of a run: as they are, and with the checksums that
//! they should have, so that what is after the checksums is reached.

#![no_main]

use libfuzzer_sys::fuzz_target;
use nimlab_lab::run::outside;

/// The most words that zeros may bring a checkpoint to: two pages and more.
const MOST_WORDS: usize = 40_000;

fuzz_target!(|bytes: &[u8]| {
    let _ = outside::checkpoint(bytes);
    let _ = outside::checkpoint(&outside::with_checksums(&with_zeros(bytes)));
});

/// The same words, where `zero` and a number of four bytes stands for so many
/// words of zeros: a page, and the statistics of a positive run, are longer than
/// an input may be.
fn with_zeros(bytes: &[u8]) -> Vec<u8> {
    let mut all = Vec::new();
    for word in bytes.chunks(8) {
        match word {
            [b'z', b'e', b'r', b'o', count @ ..] if count.len() == 4 => {
                let count = count.iter().rev().fold(0, |count, &byte| count << 8 | usize::from(byte));
                let room = MOST_WORDS.saturating_sub(all.len() / 8);
                all.resize(all.len() + 8 * count.min(room), 0);
            }
            _ => all.extend(word),
        }
    }
    all
}

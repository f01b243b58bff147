//! Any bytes as the checkpoint of a run: as they are, and with the checksums that
//! they should have, so that what is behind the checksums is reached.

#![no_main]

use libfuzzer_sys::fuzz_target;
use nimlab_lab::run::outside;

fuzz_target!(|bytes: &[u8]| {
    let _ = outside::checkpoint(bytes);
    let _ = outside::checkpoint(&outside::with_checksums(bytes));
});

//! Any bytes as a shard of a sweep, whatever their checksum.

#![no_main]

use libfuzzer_sys::fuzz_target;
use nimlab_lab::run::outside;

fuzz_target!(|bytes: &[u8]| {
    let _ = outside::shard(bytes);
});

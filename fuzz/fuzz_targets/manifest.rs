//! Any bytes as the manifest of a run.

#![no_main]

use libfuzzer_sys::fuzz_target;
use nimlab_lab::run::outside;

fuzz_target!(|bytes: &[u8]| {
    let _ = outside::is_manifest(bytes);
});

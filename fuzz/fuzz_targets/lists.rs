//! Rules that are accepted: the list of their P-positions and the answer for one
//! position, by striking out and by tables, are those of plain search.

#![no_main]

use libfuzzer_sys::fuzz_target;
use nimlab::{Budget, rules};
use std::time::Duration;

#[path = "../checks/lists.rs"]
mod lists;

fuzz_target!(|source: &str| {
    if let Ok(game) = rules::compile(source) {
        lists::agree(&game, Budget::of_positions(500).in_bytes(4 << 20).within(Duration::from_millis(50)));
    }
});

//! The name of a game, a position and a move, on three lines, as people type
//! them in play: a move that is understood is legal, and what is refused is
//! refused with a message.

#![no_main]

use libfuzzer_sys::fuzz_target;
use nimlab::play::Rules;
use nimlab::{Budget, Play, catalogue};
use std::time::Duration;

fuzz_target!(|text: &str| {
    // Numbers such as 1e1000000 are accepted, but take seconds.
    if text.to_lowercase().split('e').skip(1).any(|rest| rest.bytes().take_while(u8::is_ascii_digit).count() > 4) {
        return;
    }
    let mut lines = text.splitn(3, '\n');
    let mut line = || lines.next().unwrap_or("");
    let Ok(game) = catalogue::game(line()) else { return };
    let budget = Budget::of_positions(2000).in_bytes(1 << 20).within(Duration::from_millis(50));
    let rules = Rules::new(vec![game], Play::Normal, budget);
    let Ok(state) = rules.start(line()) else { return };
    let started = nimlab::play::Match::new(rules, state);
    match started.read(line()) {
        Ok(made) => assert!(!matches!(started.rules.is_legal(started.state(), &made), Ok(false))),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});

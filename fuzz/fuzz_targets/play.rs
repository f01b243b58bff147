//! Rules that are accepted, played with a tiny budget: whatever they say, each
//! engine ends within it, with an answer or with a message.

#![no_main]

use libfuzzer_sys::fuzz_target;
use nimlab::game::{Cold, ColdQuery, Game, Play};
use nimlab::rules;
use nimlab::solve::{Budget, TableSize, cold, solve, table};
use std::time::Duration;

fuzz_target!(|source: &str| {
    let Ok(game) = rules::compile(source) else { return };
    let budget = Budget::of_positions(200).in_bytes(1 << 20).within(Duration::from_millis(50));
    let _ = game.try_out(3, budget);
    let game: &dyn Game = &game;
    for play in [Play::Normal, Play::Misere] {
        if let Ok(position) = game.read(&game.example()) {
            let _ = solve(game, &position, play, None, budget);
        }
        let query = ColdQuery { play, count: 5, heaps: 1, budget, ..ColdQuery::default() };
        if let Ok((_, Cold::Positions(list))) = cold(game, None, &query) {
            let _ = list.take(5).take_while(Result::is_ok).count();
        }
    }
    let _ = table(game, TableSize::Side(4), budget);
});

//! Rules that are accepted, played with a tiny budget: whatever they say, each
//! engine ends within it, with an answer or with a message.

#![no_main]

use libfuzzer_sys::fuzz_target;
use nimlab::solve::TableSize;
use nimlab::{Ask, Budget, Game, Play, RuleExt, rules};
use std::time::Duration;

fuzz_target!(|source: &str| {
    let Ok(game) = rules::compile(source) else { return };
    let budget = Budget::of_positions(200).in_bytes(1 << 20).within(Duration::from_millis(50));
    let _ = game.try_out(3, budget);
    let game: &dyn Game = &game;
    for play in [Play::Normal, Play::Misere] {
        if let Ok(position) = game.read(&game.example()) {
            let _ = game.solve(&position).play(play).budget(budget).run();
        }
        if let Ok(list) = game.positions().play(play).count(5).heaps(1).budget(budget).run() {
            let _ = list.take_while(Result::is_ok).count();
        }
    }
    let _ = game.table(TableSize::Side(4)).budget(budget).run();
});

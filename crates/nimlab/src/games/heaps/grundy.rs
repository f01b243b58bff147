//! Grundy's game: split a heap into two unequal ones (Grundy 1939; named in
//! the introduction of Thesis-W). Whether its values are periodic is open.

use super::HeapGame;
use crate::catalogue::{Build, Entry, Start};
use crate::{HeapPattern, HeapRule};

/// The place of Grundy's game in the catalogue.
pub const ENTRY: Entry = Entry {
    name: "grundy",
    title: "Grundy's game",
    position: "any number of heaps up to 100000: 6,9,20",
    rule: "Split one heap into two heaps of different sizes.",
    source: "Grundy 1939; Winning Ways, chapter 4; Thesis-W introduction",
    example: ("grundy", "6,9,20"),
    start: Start::Heaps((1, 3), (5, 15)),
    build: Build::Alone(|| Box::new(HeapGame::new(grundy()))),
};

/// The rule of Grundy's game.
///
/// ```
/// assert!(nimlab::games::heaps::grundy().splits());
/// ```
pub fn grundy() -> HeapRule {
    HeapRule::of_pattern("grundy", HeapPattern::SplitUnequally)
}

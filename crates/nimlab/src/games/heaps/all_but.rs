//! All-but games: take any number that is not one of a few (Slides).

use super::HeapGame;
use crate::catalogue::Entry;
use crate::{HeapRule, MoveSet};

/// The place of all-but games in the catalogue.
pub const ENTRY: Entry = Entry {
    name: "allbut",
    usage: "allbut:S",
    parameters: "S: up to 60000 numbers that may not be taken, such as 2,3,4",
    position: "any number of heaps up to 100000: 6,9,20",
    rule: "Take any number of stones from one heap, but none of the numbers in S.",
    methods: "closed-form: the proved arithmetic period of the Grundy values, for heaps of any size; table: the values up to the largest heap; search (misère play too)",
    source: "Slides: lemmas 7.38 to 7.43, theorem 7.39, exercise 7.14",
    example: ("allbut:2,3,4", "6,9,20"),
    build: |parameters| {
        let set = MoveSet::parse("allbut", parameters.unwrap_or(""))?;
        Ok(Box::new(HeapGame::new(HeapRule::AllBut(set))))
    },
};

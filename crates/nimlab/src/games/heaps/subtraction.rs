//! Subtraction games: take s ∈ S from one heap (Slides).

use super::HeapGame;
use crate::catalogue::{Build, Entry, Kind, Parameter, Start};
use crate::error::Result;
use crate::{HeapRule, MoveSet};

/// The place of subtraction games in the catalogue.
pub const ENTRY: Entry = Entry {
    name: "subtraction",
    title: "Subtraction game",
    position: "any number of heaps up to 100000: 6,9,20",
    rule: "Take s stones from one heap, where s is in the set S.",
    source: "Slides: theorems 7.33 and 7.36, exercises 7.2 and 7.10; Winning Ways, chapter 4",
    example: ("subtraction:2,4,7", "6,9,20"),
    start: Start::Heaps((1, 3), (5, 15)),
    build: Build::With(Parameter {
        symbol: "S",
        meaning: "numbers that may be taken",
        default: "2,4,7",
        optional: false,
        kind: Kind::Set {
            others: &[("1,2,4,...", "all powers of two")],
            make: |set| Ok(Box::new(HeapGame::new(rule(set)?))),
        },
    }),
};

fn rule(text: &str) -> Result<HeapRule> {
    let compact: String = text.chars().filter(|character| !character.is_whitespace()).collect();
    if matches!(compact.as_str(), "1,2,4,..." | "1,2,4,…" | "1,2,4,8,..." | "1,2,4,8,…" | "2^i" | "powers-of-two") {
        return Ok(HeapRule::PowersOfTwo);
    }
    Ok(HeapRule::Subtraction(MoveSet::parse("subtraction", text)?))
}

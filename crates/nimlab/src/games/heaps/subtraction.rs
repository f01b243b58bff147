//! Subtraction games: take s ∈ S from one heap (Slides).

use super::HeapGame;
use crate::catalogue::Entry;
use crate::error::{Error, Result};
use crate::{HeapRule, MoveSet};

/// The place of subtraction games in the catalogue.
pub const ENTRY: Entry = Entry {
    name: "subtraction",
    usage: "subtraction:S",
    parameters: "S: up to 60000 numbers that may be taken, such as 2,4,7; or 1,2,4,... for all powers of two",
    position: "any number of heaps up to 100000: 6,9,20",
    rule: "Take s stones from one heap, where s is in the set S.",
    methods: "closed-form: the proved period of the Grundy values, for heaps of any size; table: the values up to the largest heap; search (misère play too)",
    source: "Slides: theorems 7.33 and 7.36, exercises 7.2 and 7.10; Winning Ways, chapter 4",
    example: ("subtraction:2,4,7", "6,9,20"),
    build: |parameters| Ok(Box::new(HeapGame::new(rule(parameters)?))),
};

fn rule(parameters: Option<&str>) -> Result<HeapRule> {
    let text = parameters.unwrap_or("").trim();
    if text.is_empty() {
        return Err(Error::BadParameters {
            game: "subtraction".into(),
            given: text.into(),
            expected: "takes the set of numbers that may be taken".into(),
            example: "subtraction:2,4,7".into(),
        });
    }
    let compact: String = text.chars().filter(|character| !character.is_whitespace()).collect();
    if matches!(compact.as_str(), "1,2,4,..." | "1,2,4,…" | "1,2,4,8,..." | "1,2,4,8,…" | "2^i" | "powers-of-two") {
        return Ok(HeapRule::PowersOfTwo);
    }
    Ok(HeapRule::Subtraction(MoveSet::parse("subtraction", text)?))
}

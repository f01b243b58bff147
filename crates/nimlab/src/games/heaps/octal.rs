//! Octal games: a code says what may be left when so many stones are taken
//! (Guy and Smith 1956).

use super::HeapGame;
use crate::catalogue::Entry;
use crate::{HeapRule, OctalCode};

/// The place of octal games in the catalogue.
pub const ENTRY: Entry = Entry {
    name: "octal",
    usage: "octal:CODE",
    parameters: "CODE: 0 or 4, a point and up to 4096 octal digits; digit j is the sum of 1 (nothing), 2 (one heap) and 4 (two heaps) that may be left when j stones are taken",
    position: "any number of heaps up to 100000: 6,9,20",
    rule: "Take j stones from one heap as digit j of the code allows: the whole heap, or leaving one heap, or leaving two. Kayles is 0.77.",
    methods: "closed-form: the period of the Grundy values where it can be proved, for heaps of any size; table: sparse space up to the largest heap; search (misère play too)",
    source: "Guy and Smith, The G-values of various games (1956); Winning Ways, chapter 4",
    example: ("octal:0.77", "6,9,20"),
    build: |parameters| {
        let code = OctalCode::parse(parameters.unwrap_or(""))?;
        Ok(Box::new(HeapGame::new(HeapRule::Octal(code))))
    },
};

//! Octal games: a code says what may be left when so many stones are taken
//! (Guy and Smith 1956).

use super::HeapGame;
use crate::catalogue::{Build, Entry, Kind, Parameter, Start};
use crate::{HeapRule, OctalCode};

/// The place of octal games in the catalogue.
pub const ENTRY: Entry = Entry {
    name: "octal",
    title: "Octal game",
    position: "any number of heaps up to 100000: 6,9,20",
    rule: "Take j stones from one heap as digit j of the code allows: the whole heap, or leaving one heap, or leaving two. Kayles is 0.77.",
    source: "Guy and Smith, The G-values of various games (1956); Winning Ways, chapter 4",
    example: ("octal:0.77", "6,9,20"),
    start: Start::Heaps((1, 3), (5, 15)),
    build: Build::With(Parameter {
        symbol: "CODE",
        meaning: "an octal code",
        default: "0.77",
        optional: false,
        kind: Kind::Code { make: |code| Ok(Box::new(HeapGame::new(HeapRule::Octal(OctalCode::parse(code)?)))) },
    }),
};

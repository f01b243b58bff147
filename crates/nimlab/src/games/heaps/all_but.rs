//! All-but games: take any number that is not one of a few (Slides).

use super::HeapGame;
use crate::catalogue::{Build, Entry, Parameter, ParameterKind, Start};
use crate::{HeapPattern, HeapRule, MoveSet};

/// The place of all-but games in the catalogue.
pub const ENTRY: Entry = Entry {
    name: "allbut",
    title: "All-but game",
    position: "any number of heaps up to 100000: 6,9,20",
    rule: "Take any number of stones from one heap, but none of the numbers in S.",
    source: "Slides: lemmas 7.38 to 7.43, theorem 7.39, exercise 7.14",
    example: ("allbut:2,3,4", "6,9,20"),
    start: Start::Heaps((1, 3), (5, 15)),
    build: Build::With(Parameter {
        symbol: "S",
        meaning: "numbers that may not be taken",
        default: "2,3,4",
        optional: false,
        kind: ParameterKind::Set {
            others: &[],
            make: |set| Ok(Box::new(HeapGame::new(all_but(MoveSet::parse("allbut", set)?)))),
        },
    }),
};

/// The rule of the all-but game of a set.
///
/// ```
/// use nimlab::{MoveSet, games::heaps::all_but};
/// assert_eq!(all_but(MoveSet::new(vec![2, 3, 4]).unwrap()).to_string(), "allbut:2,3,4");
/// ```
pub fn all_but(set: MoveSet) -> HeapRule {
    HeapRule::of_pattern(format!("allbut:{set}"), HeapPattern::TakeAllBut(set))
}

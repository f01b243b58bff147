//! Subtraction games: take s ∈ S from one heap (Slides).

use super::HeapGame;
use crate::catalogue::{Build, Entry, Parameter, ParameterKind, Start};
use crate::error::{Error, Result};
use crate::number::{self, shorten};
use crate::{HeapPattern, HeapRule, MoveSet};

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
        kind: ParameterKind::Set {
            others: &[("1,2,4,...", "all powers of two")],
            make: |set| Ok(Box::new(HeapGame::new(rule(set)?))),
        },
    }),
};

/// The rule of the subtraction game of a set.
///
/// ```
/// use nimlab::{MoveSet, games::heaps::{HeapGame, subtraction}, prelude::*};
/// let game = HeapGame::new(subtraction(MoveSet::new(vec![1, 2, 3]).unwrap()));
/// assert_eq!(game.solve(&game.read("20")?).run()?.outcome, Outcome::P);
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn subtraction(set: MoveSet) -> HeapRule {
    HeapRule::of_pattern(format!("subtraction:{set}"), HeapPattern::Take(set))
}

fn rule(text: &str) -> Result<HeapRule> {
    let compact: String = text.chars().filter(|character| !character.is_whitespace()).collect();
    if matches!(compact.as_str(), "1,2,4,..." | "1,2,4,…" | "1,2,4,8,..." | "1,2,4,8,…" | "2^i" | "powers-of-two") {
        return Ok(HeapRule::of_pattern("subtraction:1,2,4,...", HeapPattern::TakePowersOfTwo));
    }
    Ok(subtraction(MoveSet::parse("subtraction", text)?))
}

impl MoveSet {
    /// Reads `2,4,7` as the parameters of a game.
    pub fn parse(game: &str, text: &str) -> Result<Self> {
        let bad = |problem: String| Error::BadParameters {
            game: game.into(),
            given: shorten(text),
            expected: format!("takes different numbers of at least 1, separated by commas ({problem})"),
            example: format!("{game}:2,4,7"),
        };
        let mut members = Vec::new();
        for word in text.split(',') {
            let number = number::parse(word).map_err(|error| match error {
                Error::BadNumber { problem, .. } if word.trim().is_empty() => bad(problem),
                Error::BadNumber { problem, .. } => bad(format!("'{}': {problem}", shorten(word.trim()))),
                other => other,
            })?;
            members.extend(number::words(&[number], "a number of the set")?);
        }
        Self::new(members).map_err(bad)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_sorted_and_bad_ones_are_refused() {
        assert_eq!(MoveSet::parse("subtraction", " 7, 2,4").unwrap().to_string(), "2,4,7");
        assert_eq!(MoveSet::parse("subtraction", "6,9").unwrap().gcd(), 3);
        for bad in ["", "0", "1,0", "2,2", "1,,2", "x", "-1", "1.5", "1e30"] {
            let message = MoveSet::parse("subtraction", bad).unwrap_err().to_string();
            assert!(!message.is_empty(), "{bad}");
        }
        assert!(MoveSet::parse("allbut", "3,1,3").unwrap_err().to_string().contains("3 is written twice"));
    }
}

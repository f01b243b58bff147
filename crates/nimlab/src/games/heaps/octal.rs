//! Octal games: a code says what may be left when this many stones are taken
//! (Guy and Smith 1956).

use super::HeapGame;
use crate::catalogue::{Build, Entry, Parameter, ParameterKind, Start};
use crate::error::{Error, Result};
use crate::number::shorten;
use crate::{HeapPattern, HeapRule, OctalCode};

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
        kind: ParameterKind::Code { make: |code| Ok(Box::new(HeapGame::new(octal(OctalCode::parse(code)?)))) },
    }),
};

/// The rule of the octal game of a code.
pub fn octal(code: OctalCode) -> HeapRule {
    HeapRule::of_pattern(format!("octal:{code}"), HeapPattern::TakeByDigits(code))
}

impl OctalCode {
    /// Reads `0.77` or `4.007`.
    ///
    /// ```
    /// use nimlab::OctalCode;
    /// assert_eq!(OctalCode::parse("0.770").unwrap().to_string(), "0.77");
    /// for malformed in ["0.78", "77", "1.7", "0.", "0.0", "0.7.7", "", "0.-7"] {
    ///     assert!(OctalCode::parse(malformed).is_err());
    /// }
    /// ```
    pub fn parse(text: &str) -> Result<Self> {
        let bad = |problem: String| Error::BadParameters {
            game: "octal".into(),
            given: shorten(text),
            expected: format!("takes a code such as 0.77: 0 or 4, a point, and digits from 0 to 7 ({problem})"),
            example: "octal:0.77".into(),
        };
        let Some((front, after)) = text.trim().split_once('.') else { return Err(bad("the point is missing".into())) };
        let first = match front {
            "" | "0" => 0,
            "4" => 4,
            other => return Err(bad(format!("'{}' is before the point", shorten(other)))),
        };
        if after.is_empty() {
            return Err(bad("no digit follows the point".into()));
        }
        let mut digits = vec![first];
        for character in after.chars() {
            match character.to_digit(8) {
                Some(digit) => digits.push(digit as u8),
                None => return Err(bad(format!("'{}' is not a digit from 0 to 7", shorten(&character.to_string())))),
            }
        }
        Self::new(digits).map_err(bad)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_as_the_literature_writes_them() {
        assert_eq!(OctalCode::parse("0.77").unwrap().digits(), [0, 7, 7]);
        assert_eq!(OctalCode::parse(".106").unwrap().to_string(), "0.106");
        assert_eq!(OctalCode::parse("4.0").unwrap().to_string(), "4.0");
        assert_eq!(OctalCode::parse("0.0070").unwrap().most_taken(), 3);
        assert!(OctalCode::parse("0.79").unwrap_err().to_string().contains("'9' is not a digit"));
    }
}

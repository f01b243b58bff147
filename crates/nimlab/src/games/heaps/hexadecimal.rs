//! Hexadecimal games: as octal games, but a digit with an 8 allows that three heaps are
//! left (Winning Ways, chapter 4). Their values may grow forever in arithmetic progressions.

use super::HeapGame;
use super::octal::{octal, read_digits};
use crate::catalogue::{Build, Entry, Parameter, ParameterKind, Start};
use crate::error::{Error, Result};
use crate::number::shorten;
use crate::{HeapPattern, HeapRule, HexCode, OctalCode};

/// The place of hexadecimal games in the catalogue.
pub const ENTRY: Entry = Entry {
    name: "hex",
    title: "Hexadecimal game",
    position: "any number of heaps up to 100000: 6,9,20",
    rule: "Take j stones from one heap as digit j of the code allows: the whole heap, or leaving one heap, two heaps or three.",
    source: "Winning Ways, chapter 4; Howse and Nowakowski, Periodicity and arithmetic-periodicity in hexadecimal games (2004)",
    example: ("hex:0.8", "6,9,20"),
    start: Start::Heaps((1, 3), (6, 15)),
    build: Build::With(Parameter {
        symbol: "CODE",
        meaning: "a hexadecimal code",
        default: "0.8",
        optional: false,
        kind: ParameterKind::Code {
            digits: "0, 4, 8 or c, a point and digits from 0 to f; digit j is the sum of 1 (nothing), 2 (one heap), 4 (two heaps) and 8 (three heaps) that may be left when j stones are taken",
            make: |code| Ok(Box::new(HeapGame::new(read(code)?))),
        },
    }),
};

/// The rule of the hexadecimal game of a code.
///
/// ```
/// use nimlab::{HexCode, games::heaps::hexadecimal};
/// let rule = hexadecimal(HexCode::new(vec![0, 8])?);
/// assert_eq!(rule.to_string(), "hex:0.8");
/// # Ok::<(), String>(())
/// ```
pub fn hexadecimal(code: HexCode) -> HeapRule {
    HeapRule::of_pattern(format!("hex:{code}"), HeapPattern::TakeByHexDigits(code))
}

/// The rule of a code that is written `0.8`, `c.1f` or `0.0^{9}8`. One without an 8 is that of
/// the octal code.
fn read(text: &str) -> Result<HeapRule> {
    let bad = |problem: String| Error::BadParameters {
        game: ENTRY.name.into(),
        given: shorten(text),
        expected: format!("takes a code such as 0.8: 0, 4, 8 or c, a point, and digits from 0 to f ({problem})"),
        example: ENTRY.example.0.into(),
    };
    let Some((front, after)) = text.trim().split_once('.') else { return Err(bad("the point is missing".into())) };
    let first = match front {
        "" | "0" => 0,
        "4" => 4,
        "8" => 8,
        "c" | "C" => 12,
        other => return Err(bad(format!("'{}' is before the point", shorten(other)))),
    };
    if after.is_empty() {
        return Err(bad("no digit follows the point".into()));
    }
    let mut digits = vec![first];
    digits.extend(read_digits(after, 16).map_err(bad)?);
    match digits.iter().all(|&digit| digit < 8) {
        true => OctalCode::new(digits).map(octal).map_err(bad),
        false => HexCode::new(digits).map(hexadecimal).map_err(bad),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_as_the_literature_writes_them() {
        for (text, name) in [
            ("0.8", "hex:0.8"),
            (".c8", "hex:0.c8"),
            ("0.C8F0", "hex:0.c8f"),
            ("C.1", "hex:c.1"),
            ("8.0", "hex:8.0"),
            ("0.2048", "hex:0.2048"),
            ("0.0^{99}9", "hex:0.0^{99}9"),
            ("0.77", "octal:0.77"),
            ("4.07", "octal:4.07"),
        ] {
            assert_eq!(read(text).unwrap().to_string(), name);
        }
        for refused in ["", "8", "0.", "0.0", "1.8", "0.g", "0.8.8", "0.-8", "c.", "0.8^{0}", "0.8^{5000}", "２.８"] {
            let message = read(refused).unwrap_err().to_string();
            assert!(message.contains("hex:0.8"), "{refused}: {message}");
        }
    }
}

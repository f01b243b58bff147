//! Octal games: a code says what may be left when this many stones are taken
//! (Guy and Smith 1956).

use super::HeapGame;
use crate::catalogue::{Build, Entry, Parameter, ParameterKind, Start};
use crate::error::Error;
use crate::number::shorten;
use crate::{HeapPattern, HeapRule, MOST_DIGITS, OctalCode};

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
        kind: ParameterKind::Code {
            digits: "0 or 4, a point and octal digits; digit j is the sum of 1 (nothing), 2 (one heap) and 4 (two heaps) that may be left when j stones are taken",
            make: |code| Ok(Box::new(HeapGame::new(octal(OctalCode::parse(code)?)))),
        },
    }),
};

/// The rule of the octal game of a code.
///
/// ```
/// use nimlab::{OctalCode, games::heaps::octal};
/// let kayles = octal(OctalCode::parse("0.77")?);
/// assert_eq!(kayles.to_string(), "octal:0.77");
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn octal(code: OctalCode) -> HeapRule {
    HeapRule::of_pattern(format!("octal:{code}"), HeapPattern::TakeByDigits(code))
}

impl OctalCode {
    /// Reads `0.77` or `4.007`; `0.0^{99}7` has 99 zeros.
    ///
    /// ```
    /// use nimlab::OctalCode;
    /// assert_eq!(OctalCode::parse("0.770").unwrap().to_string(), "0.77");
    /// assert_eq!(OctalCode::parse("0.0^{3}7").unwrap().to_string(), "0.0007");
    /// assert_eq!(OctalCode::parse("0.0^{99}7").unwrap().most_taken(), 100);
    /// for malformed in ["0.78", "77", "1.7", "0.", "0.0", "0.7.7", "", "0.-7", "0.^{2}7", "0.0^{0}7"] {
    ///     assert!(OctalCode::parse(malformed).is_err());
    /// }
    /// ```
    pub fn parse(text: &str) -> crate::Result<Self> {
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
        digits.extend(read_digits(after, 8).map_err(bad)?);
        Self::new(digits).map_err(bad)
    }
}

/// The digits after the point of a code: `007`, or `0^{2}7`.
pub(super) fn read_digits(after: &str, base: u32) -> Result<Vec<u8>, String> {
    let mut digits = Vec::new();
    let mut rest = after;
    while let Some(character) = rest.chars().next() {
        rest = &rest[character.len_utf8()..];
        let Some(digit) = character.to_digit(base) else {
            let (given, last) = (shorten(&character.to_string()), base - 1);
            let hint = match base == 8 && character.is_ascii_hexdigit() {
                true => "; hexadecimal codes are written hex:0.8",
                false => "",
            };
            return Err(format!("'{given}' is not a digit from 0 to {last:x}{hint}"));
        };
        let mut times = 1;
        if let Some((power, behind)) = rest.strip_prefix("^{").and_then(|rest| rest.split_once('}')) {
            rest = behind;
            let read = power.parse().ok().filter(|times| (1..=MOST_DIGITS).contains(times));
            times =
                read.ok_or_else(|| format!("'{}' is not a number of digits from 1 to {MOST_DIGITS}", shorten(power)))?;
        }
        if digits.len() + times > MOST_DIGITS {
            return Err(format!("it has more than {MOST_DIGITS} digits"));
        }
        digits.extend(std::iter::repeat_n(digit as u8, times));
    }
    Ok(digits)
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
        for (text, written) in [
            ("0.0^{99}7", "0.0^{99}7"),
            ("0.3^{2}0^{2}6", "0.33006"),
            ("4.7^{13}", "4.7^{13}"),
            ("0.7777777777777", "0.7^{13}"),
            ("0.777777777777", "0.777777777777"),
        ] {
            let code = OctalCode::parse(text).unwrap();
            assert_eq!(code.to_string(), written);
            assert_eq!(OctalCode::parse(&code.to_string()).unwrap(), code);
        }
        for refused in ["0.0^{5000}7", "0.0^{4000}7^{4000}", "0.0^{x}7", "0.0^99", "0.0^{9"] {
            assert!(OctalCode::parse(refused).is_err(), "{refused}");
        }
        assert!(OctalCode::parse("0.79").unwrap_err().to_string().contains("'9' is not a digit"));
    }
}

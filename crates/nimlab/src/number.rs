//! Numbers at the doors: whole numbers of any size, written the way people
//! write them, and the one place where they become machine words.

use crate::error::{Error, Result};
use crate::text::visible;
pub use dashu_int::ops::{BitTest, SquareRoot};
pub use dashu_int::{IBig, UBig};

/// The longest number that is accepted, in decimal digits. A sum or a root of
/// such numbers looks at no clock: a formula on numbers of this length takes up
/// to 20 seconds, and on ten times as many digits minutes.
pub const MAX_DIGITS: usize = 2_000_000;

/// Reads a whole number: `29`, `1_000_000`, `1e9`, `4.1e8` or `10^9`.
///
/// ```
/// use nimlab::number::{parse, UBig};
/// assert_eq!(parse("1_000").unwrap(), UBig::from(1000u32));
/// assert_eq!(parse("25e3").unwrap(), UBig::from(25_000u32));
/// assert_eq!(parse("2.5e4").unwrap(), UBig::from(25_000u32));
/// assert_eq!(parse("2^10").unwrap(), UBig::from(1024u32));
/// assert!(parse("-3").is_err());
/// assert!(parse("1.5").is_err());
/// ```
pub fn parse(text: &str) -> Result<UBig> {
    let bad = |problem: &str| Error::BadNumber { given: shorten(text), problem: problem.into() };
    let text = text.trim();
    if text.is_empty() {
        return Err(bad("a number is missing here"));
    }
    if text.starts_with(['-', '\u{2212}']) {
        return Err(bad("piles and counts are not negative"));
    }
    if let Some((base, exponent)) = text.split_once('^') {
        let (Some(base), Some(exponent)) = (digits_of(base), digits_of(exponent)) else {
            return Err(bad("before and after '^' a whole number is expected"));
        };
        return power(&parse(&base)?, exponent.parse().unwrap_or(usize::MAX)).ok_or_else(|| too_long(shorten(text)));
    }
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (text, None),
    };
    let not_understood = || bad("only digits, '_' between them, 'e' and '^' are understood");
    // 4.1e8 is 41e7: each digit after the point takes one from the exponent.
    let (digits, decimals) = match mantissa.split_once('.') {
        Some((whole, decimals)) => {
            let (mut digits, decimals) = digits_of(whole).zip(digits_of(decimals)).ok_or_else(not_understood)?;
            let decimals = decimals.trim_end_matches('0');
            digits.push_str(decimals);
            (digits, decimals.len())
        }
        None => (digits_of(mantissa).ok_or_else(not_understood)?, 0),
    };
    if digits.len() > MAX_DIGITS {
        return Err(too_long(format!("{} digits", digits.len())));
    }
    let exponent = match exponent {
        Some(exponent) => digits_of(exponent).ok_or_else(|| bad("after 'e' a whole number is expected"))?,
        None if mantissa.contains('.') => return Err(bad("fractions do not occur in these games")),
        None => "0".into(),
    };
    let exponent: usize = exponent.parse().unwrap_or(usize::MAX);
    let zeros = exponent.checked_sub(decimals).ok_or_else(|| bad("fractions do not occur in these games"))?;
    if zeros.saturating_add(digits.len()) > MAX_DIGITS {
        return Err(too_long(shorten(text)));
    }
    let value = UBig::from_str_radix(&digits, 10).map_err(|_| bad("only digits are understood"))?;
    Ok(value * UBig::from(10u8).pow(zeros))
}

/// A power, if it is not longer than what is accepted.
fn power(base: &UBig, exponent: usize) -> Option<UBig> {
    if *base <= UBig::ONE {
        return Some(if exponent == 0 { UBig::ONE } else { base.clone() });
    }
    // Each factor has at least so many bits; a bit is more than 3/10 of a digit.
    let bits = exponent.checked_mul(base.bit_len() - 1)?;
    if bits.checked_mul(3)? / 10 > MAX_DIGITS {
        return None;
    }
    let power = base.pow(exponent);
    (digits(&power) <= MAX_DIGITS).then_some(power)
}

/// The digits of a word such as `1_000`, without the separators; `None` if
/// there is anything else in it.
fn digits_of(word: &str) -> Option<String> {
    let well_placed = !word.starts_with('_') && !word.ends_with('_') && !word.is_empty();
    let understood = word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_');
    (well_placed && understood).then(|| word.replace('_', ""))
}

fn too_long(given: String) -> Error {
    Error::TooLarge {
        what: "this number".into(),
        given,
        limit: format!("{MAX_DIGITS} digits"),
        hint: "a number that works: 1e1000000".into(),
    }
}

/// About how many decimal digits a number has; never fewer.
pub(crate) fn digits(number: &UBig) -> usize {
    // log₁₀ 2 < 0.30103
    (number.bit_len() as u128 * 30_103 / 100_000) as usize + 1
}

/// A word for a message: long ones are cut in the middle, and what could give
/// orders to a terminal is made [visible].
///
/// ```
/// assert_eq!(nimlab::number::shorten("12345"), "12345");
/// let long = "7".repeat(1000);
/// assert_eq!(nimlab::number::shorten(&long), "777777777777…777777777777 (1000 characters)");
/// ```
pub fn shorten(text: &str) -> String {
    visible(&shorten_as(text, "characters")).into_owned()
}

/// A number for a sentence: long ones are cut in the middle, and their length is given.
///
/// ```
/// use nimlab::number::{shown, UBig};
/// assert_eq!(shown(&UBig::from(17u8)), "17");
/// assert_eq!(shown(&UBig::from(10u8).pow(99)), "100000000000…000000000000 (100 digits)");
/// ```
pub fn shown(number: &UBig) -> String {
    shorten_as(&number.to_string(), "digits")
}

fn shorten_as(text: &str, unit: &str) -> String {
    const KEPT: usize = 60;
    let length = text.chars().count();
    if length <= KEPT {
        return text.to_owned();
    }
    let head: String = text.chars().take(12).collect();
    let tail: String = text.chars().skip(length - 12).collect();
    format!("{head}…{tail} ({length} {unit})")
}

/// The machine words of some numbers, or the first number that does not fit
/// into 63 bits (one bit is left so that sums of two do not overflow).
///
/// ```
/// use nimlab::number::{UBig, words};
/// assert_eq!(words(&[UBig::from(7u8)], "a pile")?, [7]);
/// assert!(words(&[UBig::from(10u8).pow(30)], "a pile").is_err());
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn words(numbers: &[UBig], what: &str) -> Result<Vec<u64>> {
    numbers
        .iter()
        .map(|number| {
            u64::try_from(number).ok().filter(|&word| word < 1 << 63).ok_or_else(|| Error::TooLarge {
                what: what.into(),
                given: shown(number),
                limit: "9223372036854775807 (63 bits)".into(),
                hint: "a number that works: 1000".into(),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_people_write_them() {
        assert_eq!(parse("0").unwrap(), UBig::ZERO);
        assert_eq!(parse(" 29 ").unwrap(), UBig::from(29u8));
        assert_eq!(parse("1e0").unwrap(), UBig::ONE);
        assert_eq!(parse("1E3").unwrap(), UBig::from(1000u32));
        for (text, value) in [
            ("4.1e8", 410_000_000u64),
            ("0.5e1", 5),
            ("1.50e1", 15),
            ("12.345e3", 12_345),
            ("1.0e2", 100),
            ("1_0.5e1", 105),
        ] {
            assert_eq!(parse(text).unwrap(), UBig::from(value), "{text}");
        }
        assert_eq!(parse("6338253001141147007483516026880").unwrap(), UBig::from(10u8) << 99);
        assert_eq!(parse("1e40").unwrap(), UBig::from(10u8).pow(40));
        assert_eq!(parse("10^40").unwrap(), UBig::from(10u8).pow(40));
        for (base, exponent) in [(0u32, 0), (0, 5), (1, 7), (2, 100), (30, 1), (999, 3)] {
            assert_eq!(parse(&format!("{base}^{exponent}")).unwrap(), UBig::from(base).pow(exponent));
        }
    }

    #[test]
    fn anything_else_is_refused_with_a_reason() {
        for text in [
            "", "-1", "1.5", "1.0", "1.55e1", "1.5e0", "1.e3", ".5e1", "1.2.3e4", "1.e", "1.5e", "1.5e0x", "1._5e3",
            "2.5^2", "x", "1e", "e5", "1_", "_1", "0x10", "1e-3", "١٢", "1 2", "+4", "2^", "^2", "2^3^4", "2e3^4",
            "2^-1",
        ] {
            assert!(matches!(parse(text), Err(Error::BadNumber { .. })), "{text:?}");
        }
    }

    #[test]
    fn a_number_that_would_fill_the_memory_is_refused() {
        assert!(matches!(parse("1e999999999999999999999"), Err(Error::TooLarge { .. })));
        let told = parse("1e10000000").unwrap_err().to_string();
        assert!(told.contains("2000000 digits"), "{told}");
        assert!(parse("1e2000000").is_err() && parse("1e1999999").is_ok());
        assert!(parse("10^2000000").is_err() && parse("2^6000000").is_ok() && parse("2^7000000").is_err());
        assert!(parse("3^999999999999999999999").is_err() && parse("1^999999999999999999999").is_ok());
    }

    #[test]
    fn words_hold_63_bits() {
        let limit = UBig::from(1u64 << 63);
        assert!(words(&[limit.clone() - UBig::ONE], "this pile").is_ok());
        assert!(words(&[limit], "this pile").is_err());
    }
}

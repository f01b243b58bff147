//! Codes of heap games: digits that say what may be left when this many stones are taken
//! (Guy and Smith 1956). Octal digits leave at most two heaps, hexadecimal ones three.

use std::fmt;

/// The most digits after the point of a code.
pub const MOST_DIGITS: usize = 4096;

/// The most equal digits that are written one after another; more are written as a power.
const LONG_RUN: usize = 12;

/// An octal code. Digit j, the sum of some of 1, 2 and 4, says
/// what may be left when j stones are taken from a heap: 1 nothing, 2 one
/// heap, 4 two heaps.
///
/// ```
/// let kayles = nimlab::OctalCode::parse("0.77")?;
/// assert_eq!((kayles.digit(2), kayles.most_taken()), (7, 2));
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct OctalCode {
    /// Digit j at place j; the last one is not 0 unless it is the only one
    /// after the point.
    digits: Vec<u8>,
}

impl OctalCode {
    /// The code with these digits, the one before the point first; zeros at the
    /// end are left out. Anything else is refused with a phrase that says why.
    ///
    /// ```
    /// assert_eq!(nimlab::OctalCode::new(vec![0, 7, 7, 0]).unwrap().to_string(), "0.77");
    /// assert!(nimlab::OctalCode::new(vec![0, 8]).is_err());
    /// ```
    pub fn new(mut digits: Vec<u8>) -> Result<Self, String> {
        if !matches!(digits[..], [0 | 4, _, ..]) {
            return Err("it needs 0 or 4 before the point and a digit after it".into());
        }
        if let Some(digit) = digits.iter().find(|digit| **digit > 7) {
            return Err(format!("'{digit}' is not a digit from 0 to 7"));
        }
        trim(&mut digits)?;
        Ok(Self { digits })
    }

    /// The digits, the one before the point first.
    pub fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// The digit of taking j stones; 0 after the last.
    pub fn digit(&self, taken: u64) -> u8 {
        digit_at(&self.digits, taken)
    }

    /// The most stones that a move can take: the place of the last digit that
    /// is not 0.
    pub fn most_taken(&self) -> u64 {
        last_place(&self.digits)
    }

    /// The numbers of stones whose digit has this bit.
    pub(crate) fn with_bit(&self, bit: u8) -> Vec<usize> {
        (0..self.digits.len()).filter(|&taken| self.digits[taken] & bit != 0).collect()
    }
}

/// `0.77`, or `0.0^{99}7` where many digits are equal.
impl fmt::Display for OctalCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_digits(&self.digits, f)
    }
}

/// A hexadecimal code, some digit of which has an 8. Digit j, the sum of some of 1, 2, 4 and 8,
/// says what may be left when j stones are taken from a heap: 1 nothing, 2 one heap, 4 two heaps,
/// 8 three heaps.
///
/// ```
/// let code = nimlab::HexCode::new(vec![0, 12, 9])?;
/// assert_eq!((code.to_string().as_str(), code.most_taken()), ("0.c9", 2));
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct HexCode {
    /// As those of an octal code.
    digits: Vec<u8>,
}

impl HexCode {
    /// The code with these digits, the one before the point first; zeros at the
    /// end are left out. Anything else is refused with a phrase that says why.
    ///
    /// ```
    /// use nimlab::HexCode;
    /// assert_eq!(HexCode::new(vec![8, 1, 0]).unwrap().to_string(), "8.1");
    /// assert!(HexCode::new(vec![0, 7]).is_err() && HexCode::new(vec![0, 16]).is_err());
    /// ```
    pub fn new(mut digits: Vec<u8>) -> Result<Self, String> {
        if !matches!(digits[..], [0 | 4 | 8 | 12, _, ..]) {
            return Err("it needs 0, 4, 8 or c before the point and a digit after it".into());
        }
        if let Some(digit) = digits.iter().find(|digit| **digit > 15) {
            return Err(format!("{digit} is not a digit from 0 to 15"));
        }
        trim(&mut digits)?;
        if digits.iter().all(|digit| digit & 8 == 0) {
            return Err("it leaves three heaps nowhere: an octal code says the same".into());
        }
        Ok(Self { digits })
    }

    /// The digits, the one before the point first.
    pub fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// The digit of taking j stones; 0 after the last.
    pub fn digit(&self, taken: u64) -> u8 {
        digit_at(&self.digits, taken)
    }

    /// The most stones that a move can take: the place of the last digit that
    /// is not 0.
    pub fn most_taken(&self) -> u64 {
        last_place(&self.digits)
    }
}

/// `0.c9`, or `0.0^{99}8` where many digits are equal.
impl fmt::Display for HexCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_digits(&self.digits, f)
    }
}

/// Leaves out the zeros at the end; refuses what is too long or allows nothing.
fn trim(digits: &mut Vec<u8>) -> Result<(), String> {
    while digits.len() > 2 && digits.last() == Some(&0) {
        digits.pop();
    }
    if digits.len() - 1 > MOST_DIGITS {
        return Err(format!("it has {} digits, and the limit is {MOST_DIGITS}", digits.len() - 1));
    }
    if digits[..] == [0, 0] {
        return Err("it allows no move at all".into());
    }
    Ok(())
}

fn digit_at(digits: &[u8], place: u64) -> u8 {
    usize::try_from(place).ok().and_then(|place| digits.get(place)).copied().unwrap_or(0)
}

fn last_place(digits: &[u8]) -> u64 {
    digits.iter().rposition(|&digit| digit > 0).unwrap_or(0) as u64
}

fn write_digits(digits: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "{:x}.", digits[0])?;
    digits[1..].chunk_by(|a, b| a == b).try_for_each(|run| match run.len() {
        ..=LONG_RUN => run.iter().try_for_each(|digit| write!(f, "{digit:x}")),
        times => write!(f, "{:x}^{{{times}}}", run[0]),
    })
}

//! The atlas of octal games: every code of a few digits, and what is known about it.
//!
//! [`Codes`] numbers the codes, [`CodePeriods`] finds their periods, [`same_values`]
//! tells which codes are one game under two names, and [`find`] looks a sequence up.

mod find;
mod same;
mod sweep;

pub use find::{AtlasMatch, AtlasSearch, find};
pub use same::{SameValues, compared, same_values};
pub use sweep::{CodePeriods, CodeRow, CodesFound};

use crate::error::{Error, Result};
use nimlab::{Hint, OctalCode, Term};

/// The most digits after the point that are gone through.
const MOST_DIGITS: u32 = 5;

/// All octal codes of up to some digits after the point, numbered from 0: first those
/// with 0 before the point, by ascending digits, then those with 4.
///
/// ```
/// use nimlab_lab::atlas::Codes;
/// let codes = Codes::new(3)?;
/// assert_eq!(codes.count(), 1023);
/// assert_eq!(codes.code(0).to_string(), "0.001");
/// assert_eq!(codes.code(codes.rank(&nimlab::OctalCode::parse("4.07")?).unwrap()).to_string(), "4.07");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Codes {
    digits: u32,
}

impl Codes {
    /// The codes of up to this many digits after the point.
    pub fn new(digits: u32) -> Result<Self> {
        if (1..=MOST_DIGITS).contains(&digits) {
            return Ok(Self { digits });
        }
        Err(Error::Request {
            problem: format!("the digits after the point must be from 1 to {MOST_DIGITS}, not {digits}"),
            hint: Hint::example([Term::Ask("sweep"), Term::Name("octal"), Term::Set("digits", "3".into())]),
        })
    }

    /// The most digits after the point.
    pub fn digits(self) -> u32 {
        self.digits
    }

    /// How many codes there are.
    pub fn count(self) -> u64 {
        2 * self.fours() - 1
    }

    /// How many choices of digits there are after the point.
    fn fours(self) -> u64 {
        1 << (3 * self.digits)
    }

    /// The code of a number below [`Codes::count`].
    pub fn code(self, rank: u64) -> OctalCode {
        let number = (rank + 1).min(self.count());
        let front = if number >= self.fours() { 4 } else { 0 };
        let after = (0..self.digits).rev().map(|place| (number >> (3 * place) & 7) as u8);
        let digits = std::iter::once(front).chain(after).collect();
        OctalCode::new(digits).expect("a number that is not 0 has a digit that allows a move")
    }

    /// The number of a code, if it is one of them.
    pub fn rank(self, code: &OctalCode) -> Option<u64> {
        let [front, after @ ..] = code.digits() else { return None };
        let places = self.digits as usize;
        let number =
            (0..places).fold(0, |number, place| 8 * number + u64::from(after.get(place).copied().unwrap_or(0)));
        (after.len() <= places).then(|| number + if *front == 4 { self.fours() } else { 0 } - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_one_number() {
        for digits in 1..=3 {
            let codes = Codes::new(digits).unwrap();
            let names: std::collections::BTreeSet<String> =
                (0..codes.count()).map(|rank| codes.code(rank).to_string()).collect();
            assert_eq!(names.len() as u64, codes.count());
            assert!((0..codes.count()).all(|rank| codes.rank(&codes.code(rank)) == Some(rank)));
        }
        assert_eq!(Codes::new(2).unwrap().rank(&OctalCode::parse("0.007").unwrap()), None);
        assert!(Codes::new(0).is_err() && Codes::new(6).is_err());
    }
}

//! Numeration systems by the names that the doors know: zeckendorf, p:a, q:a.

use super::System;
use crate::error::{Error, Result, nearest};
use crate::number::{self, BitTest, UBig};
use crate::{Hint, Term};

/// The systems, for messages.
/// The longest number that is represented, in binary digits: a million decimal
/// ones, which take seconds and half a gigabyte.
const MOST_BITS: usize = 3_321_929;

/// The longest Zeckendorf sum whose parts are listed, in digits of the p-system.
const MOST_PARTS: usize = 50_000;

const SYSTEMS: [&str; 3] = ["zeckendorf", "p:a", "q:a"];

/// A numeration system as it is asked for.
///
/// ```
/// use nimlab::{number::UBig, numeration::NamedSystem};
/// let NamedSystem::Q(system) = NamedSystem::parse("q:2")? else { panic!("q:2 is a q-system") };
/// assert_eq!(system.represent(&UBig::from(16u8)).to_string(), "(1,0,2,0)");
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NamedSystem {
    /// Sums of Fibonacci numbers.
    Zeckendorf,
    /// A p-system.
    P(System),
    /// A q-system.
    Q(System),
}

impl NamedSystem {
    /// The system of a name.
    ///
    /// ```
    /// use nimlab::numeration::{NamedSystem, System};
    /// assert_eq!(NamedSystem::parse("p:2").unwrap(), NamedSystem::P(System::p(2u8.into())));
    /// assert!(NamedSystem::parse("zeckendorff").unwrap_err().to_string().contains("did you mean 'zeckendorf'?"));
    /// ```
    pub fn parse(text: &str) -> Result<Self> {
        if text == "zeckendorf" {
            return Ok(NamedSystem::Zeckendorf);
        }
        let (kind, parameter) = text.split_once(':').unwrap_or((text, ""));
        if kind != "p" && kind != "q" {
            return Err(Error::UnknownWord {
                kind: "numeration system",
                given: number::shorten(text),
                nearest: nearest(text, SYSTEMS),
                known: SYSTEMS.map(str::to_owned).to_vec(),
            });
        }
        let a = number::parse(parameter).ok().filter(|a| !a.is_zero()).ok_or_else(|| Error::BadParameters {
            game: format!("the {kind}-system"),
            given: number::shorten(parameter),
            expected: "takes one parameter, a whole number a ≥ 1".into(),
            example: format!("{kind}:2"),
        })?;
        Ok(if kind == "p" { NamedSystem::P(System::p(a)) } else { NamedSystem::Q(System::q(a)) })
    }

    /// Fails if the representation of a number would take too long.
    ///
    /// ```
    /// use nimlab::{number, numeration::NamedSystem};
    /// let zeckendorf = NamedSystem::parse("zeckendorf")?;
    /// assert!(zeckendorf.holds(&number::parse("1e100")?).is_ok());
    /// assert!(zeckendorf.holds(&number::parse("1e20000")?).is_err());
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn holds(&self, number: &UBig) -> Result<()> {
        let example = || [Term::Ask("represent"), Term::Name("p:1"), Term::Position("1e20000".into())];
        let bits = number.bit_len();
        if bits > MOST_BITS {
            return Err(Error::TooLarge {
                what: "the number to represent".into(),
                given: format!("{bits} binary digits"),
                limit: format!("{MOST_BITS} (1000000 decimal digits)"),
                hint: Hint::example(example()),
            });
        }
        // A binary digit is worth 1/log₂ φ = 1.4404… digits of this system.
        let length = bits * 144 / 100;
        if matches!(self, NamedSystem::Zeckendorf) && length > MOST_PARTS {
            return Err(Error::TooLarge {
                what: "the list of Fibonacci numbers in this sum".into(),
                given: format!("about {length} digits in the p:1-system"),
                limit: MOST_PARTS.to_string(),
                hint: Hint::new("the digits alone, of any number", example()),
            });
        }
        Ok(())
    }
}

//! Numeration systems by the names that the doors know: zeckendorf, p:a, q:a.

use super::System;
use crate::error::{Error, Result, nearest};
use crate::number;

/// The systems, for messages.
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
}

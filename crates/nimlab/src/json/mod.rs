//! Answers as JSON: the one place where it is made, so that the command and
//! the server say the same. Integers of any size are plain JSON numbers. Long
//! lists and tables are not here: they are written as a stream.
//!
//! ```
//! use nimlab::{json, prelude::*};
//! let nim = catalogue::game("nim")?;
//! let answer = json::answer(&nim.solve(&nim.read("3,4,5")?).run()?);
//! assert_eq!(answer["outcome"], "N");
//! assert_eq!(answer["winning_moves"].to_string(), "[[1,4,5]]");
//! # Ok::<(), nimlab::Error>(())
//! ```

mod answers;
mod catalogue;
mod pattern;
mod period;
mod play;
mod proofs;
mod questions;
mod quotient;
mod represent;
mod rules;

pub use answers::{answer, explanation, sum, undecided};
pub use catalogue::{entries, entry, entry_named, other_name, rule_file, rule_file_of, rule_files, shape};
pub use pattern::pattern;
pub use period::{observed, open_period, open_row, proved_period, proved_row};
pub use play::{review, state};
pub use proofs::{kept_theorem, no_theorem, theorem};
pub use questions::{check, comparison, first_pile, limits, moves, tally};
pub use quotient::quotient;
pub use represent::{digits, zeckendorf};
pub use rules::{accepted, problems, refused, rules};

use crate::Position;
use crate::number::UBig;
use serde_json::{Number, Value};

/// A whole number of any size as a plain JSON number.
///
/// ```
/// use nimlab::{json, number::UBig};
/// assert_eq!(json::number(&UBig::from(10u8).pow(30)).to_string(), "1000000000000000000000000000000");
/// ```
pub fn number(number: &UBig) -> Value {
    Value::Number(Number::from_string_unchecked(number.to_string()))
}

/// A position as a JSON list of numbers.
///
/// ```
/// use nimlab::{json, prelude::*};
/// assert_eq!(json::position(&catalogue::game("wythoff")?.read("17,29")?).to_string(), "[17,29]");
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn position(position: &Position) -> Value {
    Value::Array(position.numbers().iter().map(number).collect())
}

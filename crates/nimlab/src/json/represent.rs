//! Numbers in other numeration systems.

use super::number;
use crate::number::UBig;
use crate::numeration::{Representation, System};
use serde_json::{Value, json};

/// A Zeckendorf sum, with its digits in the p:1-system.
///
/// ```
/// use nimlab::{json, number::UBig, numeration::{System, zeckendorf}};
/// let (number, system) = (UBig::from(20u8), System::p(UBig::ONE));
/// let value = json::zeckendorf(&number, &zeckendorf(&number), &system.represent(&number));
/// assert_eq!(value["parts"].to_string(), "[13,5,2]");
/// ```
pub fn zeckendorf(given: &UBig, parts: &[UBig], digits: &Representation) -> Value {
    json!({
        "system": "zeckendorf",
        "number": number(given),
        "parts": parts.iter().map(number).collect::<Vec<_>>(),
        "digits": values(digits),
    })
}

/// The digits of a number in a p- or q-system.
///
/// ```
/// use nimlab::{json, number::UBig, numeration::System};
/// let (system, number) = (System::p(UBig::from(2u8)), UBig::from(16u8));
/// assert_eq!(json::digits(&system, &number, &system.represent(&number))["digits"].to_string(), "[2,0,2]");
/// ```
pub fn digits(system: &System, given: &UBig, digits: &Representation) -> Value {
    json!({
        "system": system.to_string(),
        "number": number(given),
        "digits": values(digits),
    })
}

/// The digits, most significant first, as in the text.
fn values(digits: &Representation) -> Vec<Value> {
    digits.digits().iter().rev().map(number).collect()
}

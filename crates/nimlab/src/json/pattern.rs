//! What is simple about the set of a theorem.

use crate::automata::Periodic;
use crate::prove::{Occurrences, Pattern};
use serde_json::{Map, Value, json};

/// A pattern; what is not known to be simple is left out, but for the words.
///
/// ```
/// use nimlab::{Budget, Play, json, prove};
/// let theorem = prove::known("wythoff:3", Play::Misere).unwrap();
/// let pattern = json::pattern(&theorem.pattern(Budget::default())?);
/// assert_eq!(pattern["shift"]["digits"], 1);
/// assert_eq!(pattern["numbers"]["several"].to_string(), "[]");
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn pattern(pattern: &Pattern) -> Value {
    let number = |number: &u128| super::number(&(*number).into());
    let numbers = |list: &[u128]| Value::Array(list.iter().map(number).collect());
    let occurrences = |occurs: &Occurrences| {
        let mut value = periodic(&occurs.some);
        value["several"] = numbers(&occurs.several);
        value
    };
    let mut fields = Map::new();
    fields.insert("words".into(), json!(pattern.words()));
    if let Some(only) = &pattern.only {
        fields.insert("only".into(), only.iter().map(|position| numbers(position)).collect());
    }
    if let Some(heaps) = &pattern.heaps {
        fields.insert("heaps".into(), periodic(heaps));
    }
    if let Some(shift) = &pattern.shift {
        let exceptions: Value = shift.exceptions.iter().map(|pair| numbers(pair)).collect();
        let shift = json!({"digits": shift.digits, "corrections": shift.corrections, "exceptions": exceptions,
            "range": [shift.range.0, shift.range.1]});
        fields.insert("shift".into(), shift);
    }
    if let Some(occurs) = &pattern.numbers {
        fields.insert("numbers".into(), occurrences(occurs));
    }
    if let Some(occurs) = &pattern.differences {
        fields.insert("differences".into(), occurrences(occurs));
    }
    if let Some(always) = pattern.completed {
        fields.insert("completed".into(), json!(if always { "exactly one" } else { "at most one" }));
    }
    if pattern.all_below {
        fields.insert("all_below".into(), json!(true));
    }
    Value::Object(fields)
}

/// A set that repeats.
fn periodic(set: &Periodic) -> Value {
    let (members, period) = set.density();
    json!({"preperiod": set.preperiod, "period": set.period, "before": set.before,
        "remainders": set.remainders, "density": [members, period]})
}

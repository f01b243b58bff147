//! Misère quotients.

use crate::quotient::{Quotient, Stopped};
use serde_json::{Value, json};

/// A misère quotient: elements by their names, and the names again in the P-portion and in the list
/// of the heaps.
///
/// ```
/// use nimlab::{catalogue, json, quotient::Quotients};
/// let mut quotients = Quotients::new(catalogue::heap_rule("octal:0.123")?);
/// quotients.extend_to(100)?;
/// let found = json::quotient(&quotients.quotient(), None);
/// assert_eq!((found["order"].as_u64(), found["period"].as_u64()), (Some(20), Some(5)));
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn quotient(quotient: &Quotient, stopped: Option<&Stopped>) -> Value {
    let shown = quotient.presentation();
    let name = |&element: &u32| shown.names[element as usize].as_str();
    let period = quotient.period();
    let listed = period.map_or(quotient.pretending().len(), |period| (period.preperiod + period.period) as usize);
    let generators: Vec<Value> =
        shown.generators.iter().map(|(letter, heap)| json!({"name": letter, "heap": heap})).collect();
    json!({
        "game": quotient.rule().to_string(),
        "order": quotient.order(),
        "tame": quotient.is_tame(),
        "p_portion": quotient.p_portion().iter().map(name).collect::<Vec<_>>(),
        "elements": shown.names,
        "generators": generators,
        "relations": shown.relations.iter().map(|relation| [&relation.left, &relation.right]).collect::<Vec<_>>(),
        "pretending": quotient.pretending()[..listed].iter().map(name).collect::<Vec<_>>(),
        "preperiod": period.map(|period| period.preperiod),
        "period": period.map(|period| period.period),
        "proved": period.is_some(),
        "checked_to": quotient.pretending().len().saturating_sub(1),
        "heaps": match period {
            Some(_) => Value::Null,
            None => quotient.pretending().len().saturating_sub(1).into(),
        },
        "stopped": stopped.map(|stopped| json!({"heap": stopped.heap, "reason": stopped.error.to_string()})),
    })
}

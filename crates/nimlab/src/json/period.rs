//! Periods of heap games and of rows of boards, proved or open.

use crate::error::Result;
use crate::sequence::{Observation, Period, Sequence, dotted};
use crate::solve::row::{RowPeriod, THEOREM};
use serde_json::{Value, json};

/// A proved period; a sequence longer than `listed` is null.
///
/// ```
/// use nimlab::{catalogue, json, sequence::Sequence};
/// let mut kayles = Sequence::new(catalogue::heap_rule("kayles")?);
/// let found = json::proved_period(&*kayles.prove(1_000)?.unwrap(), 1_000)?;
/// assert_eq!((found["preperiod"].as_u64(), found["period"].as_u64()), (Some(71), Some(12)));
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn proved_period(period: &Period, listed: u64) -> Result<Value> {
    // A common divisor of a billion makes a period that no list holds.
    let short = period.preperiod.saturating_add(period.period) <= listed;
    let values = if short { Some(period.values()?) } else { None };
    let dotted = values.as_ref().map(|values| dotted(values, period.preperiod as usize, period.saltus));
    Ok(json!({
        "game": period.rule.to_string(),
        "preperiod": period.preperiod,
        "period": period.period,
        "saltus": period.saltus,
        "proved": true,
        "theorem": period.theorem.name(),
        "checked_to": period.checked_to,
        "dotted": dotted,
        "values": values,
    }))
}

/// What shows in a heap game without a proof.
///
/// ```
/// use nimlab::{catalogue, json, sequence::Sequence};
/// let mut grundy = Sequence::new(catalogue::heap_rule("grundy")?);
/// grundy.extend_to(100)?;
/// assert!(json::open_period(&grundy)["period"].is_null());
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn open_period(sequence: &Sequence) -> Value {
    let seen = sequence.observe();
    unproved(json!({"game": sequence.rule().to_string()}), seen.computed_to, observed(&seen))
}

/// A proved period of a row of a board.
pub fn proved_row(game: &str, period: &RowPeriod) -> Value {
    json!({
        "game": game,
        "row": period.row,
        "preperiod": period.preperiod,
        "period": period.period,
        "saltus": period.period,
        "proved": true,
        "theorem": THEOREM,
        "checked_to": period.checked_to(),
        "dotted": period.dotted(),
        "values": period.values,
    })
}

/// What shows in a row without a proof.
pub fn open_row(game: &str, row: u64, seen: &Observation) -> Value {
    unproved(json!({"game": game, "row": row}), seen.computed_to, observed(seen))
}

fn observed(seen: &Observation) -> Value {
    json!(
        seen.period
            .map(|(preperiod, period)| { json!({"preperiod": preperiod, "period": period, "saltus": seen.saltus}) })
    )
}

/// The object of a period that is not proved: what it is of, how far it was
/// computed, and what shows.
pub fn unproved(mut of: Value, checked_to: u64, observed: Value) -> Value {
    for empty in ["preperiod", "period", "saltus"] {
        of[empty] = Value::Null;
    }
    of["proved"] = false.into();
    of["theorem"] = Value::Null;
    of["checked_to"] = checked_to.into();
    of["dotted"] = Value::Null;
    of["values"] = Value::Null;
    of["observed"] = observed;
    of
}

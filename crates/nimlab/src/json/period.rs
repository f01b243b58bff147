//! Periods of heap games, proved or open.

use crate::error::Result;
use crate::sequence::{Period, Sequence, dotted};
use serde_json::{Value, json};

/// A proved period; a sequence longer than `listed` is null.
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

/// What shows without a proof.
pub fn open_period(sequence: &Sequence) -> Value {
    let seen = sequence.observe();
    json!({
        "game": sequence.rule().to_string(),
        "preperiod": null,
        "period": null,
        "saltus": null,
        "proved": false,
        "theorem": null,
        "checked_to": seen.computed_to,
        "dotted": null,
        "values": null,
        "observed": seen.period.map(|(preperiod, period)| json!({"preperiod": preperiod, "period": period})),
    })
}

//! Periods of heap games and of rows of boards, proved or open.

use crate::error::Result;
use crate::sequence::{Observation, Period, Sequence, dotted};
use crate::solve::Observed;
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
    unproved(json!({"game": sequence.rule().to_string()}), seen.computed_to, shown_in(&seen))
}

/// A proved period of a row of a board.
///
/// ```
/// use nimlab::{Budget, PairMoves, json, solve::row::{RowAnswer, row_period}};
/// let RowAnswer::Proved(row) = row_period(PairMoves::Band { width: 1 }, 1, 1000, Budget::default(), &|_, _| ())? else { panic!() };
/// assert_eq!(json::proved_row("wythoff", &row)["period"], 3);
/// # Ok::<(), nimlab::Error>(())
/// ```
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
///
/// ```
/// use nimlab::{Budget, PairMoves, json, solve::row::{RowAnswer, row_period}};
/// let answer = row_period(PairMoves::Band { width: 1 }, 12, 100, Budget::default(), &|_, _| ())?;
/// let RowAnswer::Open(seen) = answer else { panic!("a hundred columns are too few for row 12") };
/// assert_eq!(json::open_row("wythoff", 12, &seen)["proved"], false);
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn open_row(game: &str, row: u64, seen: &Observation) -> Value {
    unproved(json!({"game": game, "row": row}), seen.computed_to, shown_in(seen))
}

/// What shows in single heaps, or in a row, of a game of which nothing is proved.
///
/// ```
/// use nimlab::{Budget, catalogue, json, solve::observed_row};
/// let found = observed_row(&*catalogue::game("euclid")?, 0, 50, Budget::default())?;
/// assert_eq!(json::observed(&found)["observed"]["period"], 1);
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn observed(found: &Observed) -> Value {
    let seen =
        found.seen.map(|seen| json!({"preperiod": seen.preperiod, "period": seen.period, "saltus": seen.saltus}));
    let Some(row) = found.row else {
        let mut object = unproved(json!({"game": found.game}), found.checked_to(), json!(seen));
        object["values"] = json!(found.shown());
        return object;
    };
    unproved(json!({"game": found.game, "row": row}), found.checked_to(), json!(seen))
}

fn shown_in(seen: &Observation) -> Value {
    json!(
        seen.period
            .map(|(preperiod, period)| { json!({"preperiod": preperiod, "period": period, "saltus": seen.saltus}) })
    )
}

/// The object of a period that is not proved: what it is of, how far it was
/// computed, and what shows.
fn unproved(mut of: Value, checked_to: u64, observed: Value) -> Value {
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

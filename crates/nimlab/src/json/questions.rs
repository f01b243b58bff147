//! Moves and what they are worth, comparisons, limits, and sums of lists.

use super::{number, position};
use crate::number::UBig;
use crate::solve::planes::conjecture::ObservedPlane;
use crate::solve::{Check, Comparison, Judged, JudgedMoves, Limits};
use crate::{Method, Outcome, Play, Position};
use serde_json::{Value, json};

/// The moves of a position.
///
/// ```
/// use nimlab::{json, prelude::*};
/// let nim = catalogue::game("nim")?;
/// let position = nim.read("1,2")?;
/// let found = json::moves("nim", &position, Play::Normal, &nim.moves(&position).run()?);
/// assert_eq!(found["moves"].as_array().unwrap().len(), 3);
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn moves(game: &str, from: &Position, play: Play, found: &JudgedMoves) -> Value {
    let mut value = json!({
        "game": game,
        "position": position(from),
        "play": play.to_string(),
        "outcome": found.outcome.to_string(),
        "moves": found.moves.iter().map(|one| judged(one, found)).collect::<Vec<_>>(),
        "total": found.total,
        "complete": found.complete(),
    });
    if found.blocked > 0 {
        value["blocked"] = json!(found.blocked);
    }
    value
}

fn judged(one: &Judged, among: &JudgedMoves) -> Value {
    // Those of a lost position are blocked, as far as they would win.
    let is_blocked = among.blocked > 0 && among.outcome == Outcome::P;
    json!({
        "to": position(&one.to),
        "outcome": one.outcome.to_string(),
        "grundy": one.grundy.as_ref().map_or(Value::Null, number),
        "wins": one.wins() && !is_blocked,
    })
}

/// Two games side by side.
///
/// ```
/// use nimlab::{json, prelude::*};
/// let [nim, wythoff] = [catalogue::game("nim")?, catalogue::game("wythoff")?];
/// let found = json::comparison(&nim.compare(&*wythoff, 5).run()?, 5);
/// assert_eq!(found["equal"], false);
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn comparison(found: &Comparison, size: u64) -> Value {
    let differences: Vec<Value> = found
        .first
        .iter()
        .map(|one| json!({ "position": one.position, "values": one.values, "outcomes": one.outcomes.map(word) }))
        .collect();
    json!({
        "games": found.games,
        "play": found.play.to_string(),
        "size": size,
        "numbers": found.numbers,
        "positions": found.positions,
        "values_differ": found.values,
        "outcomes_differ": found.outcomes,
        "equal": found.equal(),
        "first": differences,
    })
}

fn word(outcome: Outcome) -> String {
    outcome.to_string()
}

/// Ratios and differences of a list, with the names of its columns.
///
/// ```
/// use nimlab::{json, prelude::*};
/// let found = catalogue::game("wythoff")?.positions().count(11).limits()?;
/// let value = json::limits("wythoff", Play::Normal, 0, &["a".into(), "b".into()], &found);
/// assert_eq!(value["game"], "wythoff");
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn limits(game: &str, play: Play, value: u64, columns: &[String], found: &Limits) -> Value {
    let ratios: Vec<Value> =
        found.ratios.iter().map(|one| json!({ "n": one.n, "position": one.position, "ratios": one.ratios })).collect();
    let differences: Vec<Value> = columns
        .iter()
        .zip(&found.differences)
        .map(|(column, one)| {
            let counts: Vec<Value> =
                one.counts.iter().map(|(&of, count)| json!({ "difference": small(of), "count": count })).collect();
            json!({
                "column": column,
                "least": one.least.map(small),
                "greatest": one.greatest.map(small),
                "counts": counts,
                "others": one.others,
            })
        })
        .collect();
    let mut value_of_list = json!({
        "game": game,
        "play": play.to_string(),
        "method": found.method.name(),
        "count": found.count,
        "proved": false,
        "ratios": ratios,
        "differences": differences,
    });
    if value > 0 {
        value_of_list["value"] = json!(value);
    }
    value_of_list
}

/// What is observed of Fraenkel's conjectures for a first pile.
///
/// ```
/// use nimlab::{Budget, json, solve::planes::conjecture::observe};
/// let value = json::first_pile(&observe(1, 1000, Budget::default())?);
/// assert_eq!((&value["n1"], &value["alpha"]), (&23.into(), &(-4).into()));
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn first_pile(seen: &ObservedPlane) -> Value {
    json!({
        "first_pile": seen.first_pile, "up_to": seen.up_to, "n1": seen.n1, "n2": seen.n2, "alpha": seen.alpha,
        "missing": seen.missing,
    })
}

/// A difference of two machine words as a plain number.
fn small(difference: i128) -> Value {
    Value::Number(serde_json::Number::from_string_unchecked(difference.to_string()))
}

/// How many positions a list has; the sum only if it was asked for.
///
/// ```
/// use nimlab::{json, prelude::*};
/// let (method, found) = catalogue::game("wythoff")?.positions().tally(Some(5u8.into()))?;
/// let value = json::tally("wythoff", Play::Normal, method, 0, None, &found.count.into(), Some(&found.sum));
/// assert_eq!((&value["count"], &value["sum"]), (&3.into(), &11.into()));
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn tally(
    game: &str,
    play: Play,
    method: Method,
    value: u64,
    most: Option<&UBig>,
    count: &UBig,
    sum: Option<&UBig>,
) -> Value {
    let mut object = json!({ "game": game, "play": play.to_string(), "method": method.name() });
    if value > 0 {
        object["value"] = json!(value);
    }
    if let Some(most) = most {
        object["max"] = number(most);
    }
    object["count"] = number(count);
    if let Some(sum) = sum {
        object["sum"] = number(sum);
    }
    object["complete"] = json!(true);
    object
}

/// What was compared with plain search, and whether it agrees.
///
/// ```
/// use nimlab::{json, prelude::*};
/// let found = json::check(&catalogue::game("nim")?.check(4).run()?);
/// assert_eq!((&found["agrees"], &found["compared"][0]["differing"]), (&true.into(), &0.into()));
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn check(result: &Check) -> Value {
    let compared = result.compared.iter().map(|compared| {
        json!({
            "question": compared.question,
            "method": compared.method,
            "positions": compared.positions,
            "undecided": compared.undecided,
            "differing": compared.differing,
            "first_difference": compared.first_difference,
        })
    });
    json!({
        "game": result.game,
        "size": result.size,
        "heaps": result.heaps,
        "agrees": result.agrees(),
        "compared": compared.collect::<Vec<_>>(),
    })
}

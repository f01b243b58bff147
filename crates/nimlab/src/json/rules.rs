//! Rule texts: what they say, or what is wrong with them.

use crate::Rule;
use crate::rules::{self, Diagnostics, Glance, RuleGame, Trial};
use serde_json::{Map, Value, json};

/// The problems of a rule text, one object each: places from 1 in
/// characters, the end being the first character after it.
///
/// ```
/// use nimlab::{json, rules::compile};
/// let found = compile("state x\nmove k in 1..y -> (x - k)").unwrap_err();
/// assert_eq!(json::problems(&found)[0]["line"], 2);
/// ```
pub fn problems(problems: &Diagnostics) -> Value {
    let object = |problem: rules::Pointed| {
        json!({
            "line": problem.line,
            "column": problem.column,
            "end_line": problem.end_line,
            "end_column": problem.end_column,
            "message": problem.message,
            "help": problem.help,
        })
    };
    Value::Array(problems.problems().into_iter().map(object).collect())
}

/// Rules that cannot be used.
///
/// ```
/// use nimlab::{json, rules::compile};
/// assert_eq!(json::refused(&compile("state").unwrap_err())["ok"], false);
/// ```
pub fn refused(found: &Diagnostics) -> Value {
    json!({ "ok": false, "diagnostics": problems(found) })
}

/// Rules that can be read: what they say, how far they were tried out, and
/// how they failed there; those that failed are not in order.
///
/// ```
/// use nimlab::{Budget, json, rules::compile};
/// let game = compile("state n  move k in 1..n -> (n - k)").unwrap();
/// let glance = game.glance(8, Budget::default());
/// let value = json::accepted(&game, None, None, &glance);
/// assert_eq!((&value["ok"], value["state"][0].as_str()), (&true.into(), Some("n")));
/// ```
pub fn accepted(game: &RuleGame, tried: Option<&Trial>, failure: Option<&str>, glance: &Glance) -> Value {
    let mut value = described(game);
    value["warnings"] = json!(glance.warnings);
    value["moves_of"] = match &glance.moves {
        Some((from, to)) => json!({
            "position": super::position(from),
            "options": to.iter().map(super::position).collect::<Vec<Value>>(),
        }),
        None => Value::Null,
    };
    value["ok"] = json!(failure.is_none());
    value["tried_out"] = json!(tried.map(|tried| tried.positions));
    value["complete"] = json!(tried.map(|tried| tried.limit.is_none()));
    value["failure"] = json!(failure);
    value
}

/// A rule file in full, with its text.
///
/// ```
/// use nimlab::{json, rules::compile};
/// let game = compile("state n  move k in 1..n -> (n - k)").unwrap();
/// assert!(json::rules(&game)["text"].as_str().unwrap().starts_with("state n"));
/// ```
pub fn rules(game: &RuleGame) -> Value {
    let mut value = described(game);
    value["text"] = json!(game.source());
    value
}

fn described(game: &RuleGame) -> Value {
    let parameters: Map<String, Value> =
        game.parameters().iter().map(|(name, value)| (name.clone(), parameter(value))).collect();
    let mut value = json!({
        "ok": true,
        "name": game.name(),
        "state": game.state(),
        "parameters": parameters,
        "moves": game.clauses(),
        "sum": game.is_sum(),
        "decreasing": game.states_its_end(),
        "shape": super::shape(game),
        "example": game.example(),
    });
    if game.blocked() > 0 {
        value["blocked"] = json!(game.blocked());
    }
    value
}

fn parameter(value: &rules::ParameterValue) -> Value {
    match value {
        rules::ParameterValue::Number(number) => json!(number),
        rules::ParameterValue::Set(members) => json!(members),
    }
}

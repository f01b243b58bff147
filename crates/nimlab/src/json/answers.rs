//! Who wins, and why: the JSON of `solve`, for one position and for sums.

use super::{number, position};
use crate::explain::{Block, Explanation, Fragment};
use crate::solve::{Component, SumAnswer};
use crate::{Answer, Moves, Play};
use serde_json::{Value, json};

/// The answer for one position.
///
/// ```
/// use nimlab::{json, prelude::*};
/// let wythoff = catalogue::game("wythoff")?;
/// let answer = json::answer(&wythoff.solve(&wythoff.read("1,2")?).run()?);
/// assert_eq!((answer["outcome"].as_str(), answer["method"].as_str()), (Some("P"), Some("algebraic")));
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn answer(answer: &Answer) -> Value {
    let mut value = json!({
        "game": answer.game,
        "position": position(&answer.position),
        "play": answer.play.to_string(),
        "outcome": answer.outcome.to_string(),
        "grundy": answer.grundy.as_ref().map_or(Value::Null, number),
        "winning_moves": answer.winning_moves.list.iter().map(position).collect::<Vec<_>>(),
        "method": answer.method.name(),
    });
    if let Some(least) = &answer.grundy_at_least {
        value["grundy_at_least"] = number(least);
    }
    if answer.blocked > 0 {
        value["blocked"] = json!(answer.blocked);
    }
    note_incomplete(&mut value, &answer.winning_moves);
    value
}

/// Adds what is missing from a list of winning moves.
fn note_incomplete(object: &mut Value, moves: &Moves) {
    if !moves.complete {
        object["winning_moves_complete"] = json!(false);
        object["winning_moves_total"] = moves.total.as_ref().map_or(Value::Null, number);
    }
}

/// The answer for a sum.
///
/// ```
/// use nimlab::{json, prelude::*, solve::{Component, solve_sum}};
/// let nim = catalogue::game("nim")?;
/// let (one, two) = (nim.read("1")?, nim.read("2")?);
/// let sum = [Component { game: &*nim, position: &one }, Component { game: &*nim, position: &two }];
/// let found = solve_sum(&sum, Play::Normal, Budget::default())?;
/// assert_eq!(json::sum(&sum, &found)["grundy"], 3);
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn sum(asked: &[Component<'_>], found: &SumAnswer) -> Value {
    let moves: Vec<Value> = found
        .winning_moves
        .iter()
        .map(|found| json!({ "component": found.component, "to": position(&found.to) }))
        .collect();
    let mut value = json!({
        "game": names(asked),
        "position": asked.iter().map(|part| position(part.position)).collect::<Vec<_>>(),
        "play": found.play.to_string(),
        "outcome": found.outcome.to_string(),
        "grundy": found.grundy.as_ref().map_or(Value::Null, number),
        "winning_moves": moves,
        "method": found.method,
        "components": found.components.iter().map(answer).collect::<Vec<_>>(),
    });
    if !found.complete {
        value["winning_moves_complete"] = json!(false);
    }
    value
}

/// What was asked, and that it is not decided, with the reason in words.
///
/// ```
/// use nimlab::{json, prelude::*, solve::Component};
/// let nim = catalogue::game("nim")?;
/// let position = nim.read("3,4,5")?;
/// let asked = [Component { game: &*nim, position: &position }];
/// let value = json::undecided(&asked, Play::Normal, "the budget is spent");
/// assert!(value["outcome"].is_null() && value["reason"] == "the budget is spent");
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn undecided(asked: &[Component<'_>], play: Play, reason: &str) -> Value {
    let position = match asked {
        [single] => position(single.position),
        several => Value::Array(several.iter().map(|part| position(part.position)).collect()),
    };
    json!({
        "game": names(asked),
        "position": position,
        "play": play.to_string(),
        "outcome": null,
        "grundy": null,
        "winning_moves": null,
        "method": null,
        "reason": reason,
    })
}

fn names(asked: &[Component<'_>]) -> String {
    let names: Vec<String> = asked.iter().map(|part: &Component<'_>| part.game.name()).collect();
    names.join(" + ")
}

/// An explanation: a list of paragraphs, each a list of fragments with their
/// kind and text. Numbers and positions also have their exact value, and a
/// paragraph of worked columns is one fragment with its rows.
///
/// ```
/// use nimlab::{json, prelude::*};
/// let nim = catalogue::game("nim")?;
/// let why = nim.explain(&nim.solve(&nim.read("1,2,3")?).run()?);
/// assert!(json::explanation(&why).is_array());
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn explanation(why: &Explanation) -> Value {
    let block = |block: &Block| match block {
        Block::Paragraph(fragments) => Value::Array(fragments.iter().map(fragment).collect()),
        Block::Columns(rows) => {
            let text = Explanation { blocks: vec![block.clone()] }.to_string();
            let rows: Vec<Value> = rows
                .iter()
                .map(|row| {
                    let number = row.number.as_ref().map_or(Value::Null, number);
                    json!({ "number": number, "digits": row.digits, "remark": row.remark })
                })
                .collect();
            json!([{ "kind": "columns", "text": text.trim_end(), "rows": rows }])
        }
    };
    Value::Array(why.blocks.iter().map(block).collect())
}

fn fragment(fragment: &Fragment) -> Value {
    let text = fragment.to_string();
    match fragment {
        Fragment::Text(_) => json!({ "kind": "text", "text": text }),
        Fragment::Formula(_) => json!({ "kind": "formula", "text": text }),
        Fragment::Source(_) => json!({ "kind": "source", "text": text }),
        Fragment::Number(value) => json!({ "kind": "number", "text": text, "value": number(value) }),
        Fragment::Position(value) => json!({ "kind": "position", "text": text, "value": position(value) }),
    }
}

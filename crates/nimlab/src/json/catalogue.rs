//! The catalogue: what each game is, what its positions look like and which
//! questions make sense for it.

use crate::catalogue::{Entry, GAMES, game};
use crate::game::{Game, Piles};
use serde_json::{Value, json};

/// Every game.
pub fn entries() -> Value {
    Value::Array(GAMES.iter().map(entry).collect())
}

/// One game in full.
pub fn entry(entry: &Entry) -> Value {
    let mut value = json!({
        "name": entry.name,
        "usage": entry.usage,
        "parameters": entry.parameters,
        "default_parameters": entry.example.0.split_once(':').map(|(_, parameters)| parameters),
        "position": entry.position,
        "rule": entry.rule,
        "methods": entry.methods,
        "source": entry.source,
        "example": { "game": entry.example.0, "position": entry.example.1 },
    });
    if let Ok(game) = game(entry.example.0) {
        value["shape"] = shape(&*game);
    }
    value
}

/// What positions look like, and which pictures there are: a board of two
/// piles, a sequence of single heaps, points in space for three piles.
pub fn shape(game: &dyn Game) -> Value {
    let shape = game.shape();
    let plain = shape.tail.is_none();
    json!({
        "piles": match shape.piles {
            Piles::Any => json!("any"),
            Piles::Exactly(count) => json!(count),
        },
        "interchangeable": shape.interchangeable,
        "tail": shape.tail.map(|tail| json!({ "label": tail.label, "meaning": tail.meaning })),
        "board": plain && matches!(shape.piles, Piles::Any | Piles::Exactly(2)),
        "sequence": plain && matches!(shape.piles, Piles::Any | Piles::Exactly(1)),
        "period": game.heap_rule().is_some(),
        "three_piles": plain && shape.piles == Piles::Exactly(3),
    })
}

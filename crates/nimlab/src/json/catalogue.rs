//! The catalogue: what each game is, what its positions look like and which
//! questions make sense for it.

use crate::catalogue::{Entry, GAMES, OtherName, Parameter, ParameterKind, RULE_FILES, RuleFile, game, rule_game};
use crate::rules::RuleGame;
use crate::{Game, MOST_DIGITS, MOST_MEMBERS, PairMoves, Piles};
use serde_json::{Value, json};

/// Every built-in game.
///
/// ```
/// assert_eq!(nimlab::json::entries()[0]["name"], "nim");
/// ```
pub fn entries() -> Value {
    Value::Array(GAMES.iter().map(entry).collect())
}

/// One game in full; what depends on the parameter is that of the example.
///
/// ```
/// use nimlab::{catalogue, json};
/// assert_eq!(json::entry(catalogue::entry("wythoff")?)["name"], "wythoff");
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn entry(entry: &Entry) -> Value {
    let mut value = json!({
        "name": entry.name,
        "title": entry.title,
        "usage": entry.usage(),
        "parameters": entry.parameter().map_or_else(String::new, Parameter::about),
        "parameter": entry.parameter().map(parameter),
        "default_parameters": entry.parameter().map(|parameter| parameter.default),
        "position": entry.position,
        "rule": entry.rule,
        "methods": entry.methods(),
        "source": entry.source,
        "example": { "game": entry.example.0, "position": entry.example.1 },
    });
    if let Ok(game) = game(entry.example.0) {
        describe(&mut value, entry, &*game);
    }
    value
}

/// The same of the game that a name of the entry stands for, such as `WYTHOFF:2`;
/// `game` is there if it is written otherwise. A name without the parameter that
/// it needs is that of all its games.
///
/// ```
/// use nimlab::{catalogue, json};
/// let value = json::entry_named(catalogue::entry("wythoff")?, "WYTHOFF:2");
/// assert_eq!((&value["name"], &value["game"]), (&"wythoff".into(), &"wythoff:2".into()));
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn entry_named(of: &Entry, name: &str) -> Value {
    let Ok(game) = game(name) else { return entry(of) };
    let mut value = entry_of(of, &*game);
    if game.name() != name {
        value["game"] = json!(game.name());
    }
    value
}

/// The same of one game among those of the entry.
fn entry_of(of: &Entry, game: &dyn Game) -> Value {
    let mut value = entry(of);
    if game.name() != of.example.0 {
        value["example"] = json!({ "game": game.name(), "position": game.example() });
        describe(&mut value, of, game);
    }
    value
}

/// What depends on the parameter.
fn describe(value: &mut Value, entry: &Entry, game: &dyn Game) {
    let (least, numbers) = entry.start.bounds(game);
    value["start"] = json!({ "least": least, "numbers": numbers });
    value["shape"] = shape(game);
}

/// What is written after a name.
fn parameter(parameter: &Parameter) -> Value {
    let mut value = match &parameter.kind {
        ParameterKind::Number { least, most, .. } => json!({ "kind": "number", "least": least, "most": most }),
        ParameterKind::Set { .. } => json!({ "kind": "set", "most": MOST_MEMBERS }),
        ParameterKind::Code { .. } => json!({ "kind": "code", "most": MOST_DIGITS }),
        ParameterKind::Choice(choices) => {
            let choices = choices
                .iter()
                .map(|choice| json!({ "value": choice.word, "title": choice.title, "meaning": choice.meaning }));
            json!({ "kind": "choice", "choices": choices.collect::<Vec<_>>() })
        }
    };
    value["symbol"] = json!(parameter.symbol);
    value["meaning"] = json!(parameter.meaning);
    value["default"] = json!(parameter.default);
    value["optional"] = json!(parameter.optional);
    value
}

/// A game under another name of it.
///
/// ```
/// use nimlab::{catalogue, json};
/// let kayles = catalogue::OTHER_NAMES.iter().find(|other| other.name == "kayles").unwrap();
/// let value = json::other_name(kayles, catalogue::entry("octal")?);
/// assert_eq!((&value["other_name"], &value["game"]), (&"kayles".into(), &"octal:0.77".into()));
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn other_name(other: &OtherName, of: &Entry) -> Value {
    let mut value = match game(other.game) {
        Ok(game) => entry_of(of, &*game),
        Err(_) => entry(of),
    };
    value["other_name"] = json!(other.name);
    value["game"] = json!(other.game);
    value["remark"] = json!(other.remark);
    value
}

/// Every game by rule.
///
/// ```
/// assert!(nimlab::json::rule_files().iter().any(|file| file["name"] == "euclid"));
/// ```
pub fn rule_files() -> Vec<Value> {
    RULE_FILES.iter().map(rule_file).collect()
}

/// One game by rule in full, its rule text under `rules`.
///
/// ```
/// let euclid = nimlab::catalogue::RuleFile::named("euclid").unwrap();
/// assert!(nimlab::json::rule_file(euclid)["rules"].as_str().unwrap().contains("move"));
/// ```
pub fn rule_file(file: &RuleFile) -> Value {
    match rule_game(&file.usage()) {
        Ok(Some(game)) => rule_file_of(file, &game),
        _ => named(file),
    }
}

/// The same with the values that the parameters have in a game by this file.
///
/// ```
/// use nimlab::{catalogue::{RuleFile, rule_game}, json};
/// let (file, game) = (RuleFile::named("nimhoff").unwrap(), rule_game("nimhoff(h=5)")?.unwrap());
/// assert_eq!(json::rule_file_of(file, &game)["parameters"]["h"], 5);
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn rule_file_of(file: &RuleFile, game: &RuleGame) -> Value {
    let mut value = named(file);
    let described = super::rules(game);
    for key in ["state", "parameters", "sum", "shape"] {
        value[key] = described[key].clone();
    }
    value["example"] = json!({ "game": file.usage(), "position": described["example"] });
    value
}

fn named(file: &RuleFile) -> Value {
    json!({ "name": file.name, "usage": file.usage(), "rule": file.comment(), "rules": file.source })
}

/// What positions look like, and which pictures there are: a board of two
/// piles, a sequence of single heaps, points in space for three piles. `wythoff`
/// is a where the P-positions are those of Wythoff's game with that parameter.
///
/// ```
/// use nimlab::{catalogue, json};
/// assert_eq!(json::shape(&*catalogue::game("wythoff")?)["piles"], 2);
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn shape(game: &dyn Game) -> Value {
    let shape = game.shape();
    let plain = shape.tail.is_none();
    // Where options may be blocked there are no Grundy values to show.
    let pictures = plain && game.blocked() == 0;
    json!({
        "piles": match shape.piles {
            Piles::Any => json!("any"),
            Piles::Exactly(count) => json!(count),
        },
        "interchangeable": shape.interchangeable,
        "splits": shape.splits_heaps,
        "tail": shape.tail.map(|tail| json!({ "label": tail.label, "meaning": tail.meaning })),
        "board": pictures && matches!(shape.piles, Piles::Any | Piles::Exactly(2)),
        "sequence": pictures && matches!(shape.piles, Piles::Any | Piles::Exactly(1)),
        "period": game.heap_rule().is_some(),
        "three_piles": plain && shape.piles == Piles::Exactly(3),
        "wythoff": game.two_piles().and_then(|piles| piles.moves()).map(|moves| match moves {
            PairMoves::Band { width: a } => a,
            PairMoves::LargerOrBoth => 1,
        }),
    })
}

//! What the sources print, as data: `testdata/*.toml`, which the tests of the
//! library read too. Nothing in these files was computed by us except `slip`,
//! which says what would be right where a source is wrong.

use super::Source;
use crate::error::{Error, Result};
use serde::Deserialize;
use serde_json::{Map, Number, Value};

/// One thing that a source prints.
///
/// ```
/// use nimlab_lab::reproduce::{Source, items};
/// let handout = items(&[Source::Handout])?;
/// assert!(handout.iter().all(|item| item.source == Source::Handout && !item.label.is_empty()));
/// # Ok::<(), nimlab_lab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// The source.
    pub source: Source,
    /// What the source calls it, such as `table 4`.
    pub label: String,
    /// What it is.
    pub title: String,
    /// Where it stands.
    pub place: String,
    /// What is printed; null where nothing is that could be compared.
    pub printed: Value,
    /// A mistake of the source that is known.
    pub slip: Option<Slip>,
    /// What else there is to say.
    pub note: Option<String>,
    /// What was measured on another machine: shown, and compared with nothing.
    pub shown: Value,
    /// Single positions, if it consists of them.
    pub cases: Vec<Case>,
}

/// A mistake of a source.
///
/// ```
/// use nimlab_lab::reproduce::{Source, items};
/// let printed = items(&[Source::ThesisW])?;
/// let slip = printed.iter().find(|item| item.label == "table 5").unwrap().slip.as_ref().unwrap();
/// assert!(slip.why.contains("53 bits"));
/// # Ok::<(), nimlab_lab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Slip {
    /// What would be right.
    pub right: Value,
    /// Why it is a mistake.
    pub why: String,
}

/// A single position that a source prints.
///
/// ```
/// use nimlab_lab::reproduce::{Source, items};
/// let printed = items(&[Source::Handout])?;
/// let case = printed.iter().flat_map(|item| &item.cases).find(|case| case.position == "7").unwrap();
/// assert_eq!((case.game.as_str(), case.outcome.as_str(), &case.wins[..]), ("fibonacci", "N", &["5/4".to_owned()][..]));
/// # Ok::<(), nimlab_lab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// The game.
    pub game: String,
    /// The position.
    pub position: String,
    /// `normal` or `misere`.
    #[serde(default = "normal")]
    pub play: String,
    /// Who wins: `P` or `N`.
    pub outcome: String,
    /// The Grundy value.
    pub grundy: Option<u64>,
    /// Moves that win, as the positions they lead to.
    #[serde(default)]
    pub wins: Vec<String>,
    /// Moves that lose.
    #[serde(default)]
    pub loses: Vec<String>,
    /// The source and the label.
    #[serde(rename = "where")]
    printed: String,
}

fn normal() -> String {
    "normal".into()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DataFile {
    #[serde(default)]
    cases: Vec<Case>,
    items: Vec<DataEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DataEntry {
    label: String,
    title: String,
    place: String,
    printed: Option<toml::Value>,
    same_as: Option<String>,
    slip: Option<SlipEntry>,
    note: Option<String>,
    shown: Option<toml::Value>,
    #[serde(default)]
    cases: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SlipEntry {
    right: toml::Value,
    why: String,
}

/// What a source prints, in its order, from the text of its file.
///
/// ```
/// use nimlab_lab::reproduce::{Source, parse};
/// assert_eq!(parse(Source::Handout, Source::Handout.printed())?.len(), nimlab_lab::reproduce::items(&[Source::Handout])?.len());
/// assert!(parse(Source::Handout, "cases = 3").is_err());
/// # Ok::<(), nimlab_lab::Error>(())
/// ```
pub fn parse(source: Source, text: &str) -> Result<Vec<Item>> {
    let bad = |problem: String| Error::Data { source_name: source.name(), problem };
    let DataFile { cases, items: entries } = toml::from_str(text).map_err(|error| bad(error.to_string()))?;
    let mut items: Vec<Item> = Vec::new();
    let mut placed = 0;
    for entry in entries {
        let printed_at = format!("{}, {}", source.name(), entry.label);
        let cases: Vec<Case> = match entry.cases {
            true => cases.iter().filter(|case| case.printed == printed_at).cloned().collect(),
            false => Vec::new(),
        };
        placed += cases.len();
        let printed = match (&entry.same_as, entry.printed) {
            (Some(label), None) => items
                .iter()
                .find(|item| item.label == *label)
                .map(|item| item.printed.clone())
                .ok_or_else(|| bad(format!("{}: there is no '{label}' before it", entry.label)))?,
            (_, Some(value)) => plain(value),
            (None, None) => super::cases::printed(&cases),
        };
        items.push(Item {
            source,
            label: entry.label,
            title: entry.title,
            place: entry.place,
            printed,
            slip: entry.slip.map(|slip| Slip { right: plain(slip.right), why: slip.why }),
            note: entry.note,
            shown: entry.shown.map_or(Value::Null, plain),
            cases,
        });
    }
    if placed < cases.len() {
        return Err(bad(format!("{} of {} cases belong to no item", cases.len() - placed, cases.len())));
    }
    Ok(items)
}

/// Numbers of any size as numbers; a text of several lines as rows of words.
fn plain(value: toml::Value) -> Value {
    match value {
        toml::Value::Integer(number) => Value::from(number),
        toml::Value::Array(list) => Value::Array(list.into_iter().map(plain).collect()),
        toml::Value::Table(table) => {
            Value::Object(table.into_iter().map(|(key, value)| (key, plain(value))).collect::<Map<_, _>>())
        }
        toml::Value::String(text) if text.contains('\n') => {
            let row = |line: &str| Value::Array(line.split_whitespace().map(word).collect());
            Value::Array(text.lines().map(row).collect())
        }
        toml::Value::String(text) if text.len() > 18 => word(&text),
        other => Value::String(other.as_str().map_or_else(|| other.to_string(), str::to_owned)),
    }
}

/// A whole number of any size, or text.
fn word(text: &str) -> Value {
    match text.bytes().all(|byte| byte.is_ascii_digit()) && !text.is_empty() {
        true => Value::Number(Number::from_string_unchecked(text.to_owned())),
        false => Value::from(text),
    }
}

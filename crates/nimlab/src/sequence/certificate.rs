//! Certificates: a claim about a period, the theorem that proves it and the
//! range over which it must be checked, as JSON that any program can read.
//!
//! ```json
//! {
//!   "certificate": "nimlab period 1",
//!   "game": "subtraction:2,4,7",
//!   "claim": {"preperiod": 8, "period": 3, "saltus": 0, "values": [0,0,1,1,2,2,0,3,1,0,2]},
//!   "theorem": "subtraction-window",
//!   "statement": "If G(n + p) = G(n) for …",
//!   "range": {"first": 0, "last": 17}
//! }
//! ```

use super::period::Period;
use crate::error::{Error, Result};
use serde_json::{Map, Value, json};

/// The first line of defence against files of another kind or version.
const KIND: &str = "nimlab period 1";

/// What a certificate says; nothing of it is believed by
/// [`verify`](super::verify()).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Certificate {
    /// The game's full name.
    pub game: String,
    /// The claimed least preperiod.
    pub preperiod: u64,
    /// The claimed least period.
    pub period: u64,
    /// The claimed saltus.
    pub saltus: u64,
    /// The claimed values of one preperiod and one period.
    pub values: Vec<u64>,
    /// The name of the theorem.
    pub theorem: String,
    /// The first heap of the range, always 0.
    pub first: u64,
    /// The last heap whose value the proof needs.
    pub last: u64,
}

impl Certificate {
    /// The certificate of a proved period.
    pub fn of(period: &Period) -> Result<Self> {
        Ok(Self {
            game: period.rule.to_string(),
            preperiod: period.preperiod,
            period: period.period,
            saltus: period.saltus,
            values: period.values()?.into_iter().map(u64::from).collect(),
            theorem: period.theorem.name().into(),
            first: 0,
            last: period.checked_to,
        })
    }

    /// The text of the file.
    pub fn to_json(&self) -> String {
        let statement = super::verify::statement_of(&self.theorem).unwrap_or("");
        let value = json!({
            "certificate": KIND,
            "game": self.game,
            "claim": claim(self.preperiod, self.period, self.saltus, &self.values),
            "theorem": self.theorem,
            "statement": statement,
            "range": {"first": self.first, "last": self.last},
        });
        format!("{value}\n")
    }

    /// Reads the text of a file: everything must be there, and nothing else.
    pub fn from_json(text: &str) -> Result<Self> {
        let value = parse(text)?;
        let known = ["certificate", "game", "claim", "theorem", "statement", "range"];
        let file = Fields::of_file(&value, KIND, &known)?;
        let claim = file.claim()?;
        let range = Fields::of(file.field("range")?, "the range", &["first", "last"])?;
        let certificate = Self {
            game: file.text("game")?,
            preperiod: claim.number("preperiod")?,
            period: claim.number("period")?,
            saltus: claim.number("saltus")?,
            values: claim.numbers("values")?,
            theorem: file.text("theorem")?,
            first: range.number("first")?,
            last: range.number("last")?,
        };
        if super::verify::statement_of(&certificate.theorem) != Some(&file.text("statement")?) {
            return Err(bad("'statement' is not what the named theorem says".into()));
        }
        Ok(certificate)
    }
}

/// The claim of a certificate.
pub(crate) fn claim(preperiod: u64, period: u64, saltus: u64, values: &[u64]) -> Value {
    json!({"preperiod": preperiod, "period": period, "saltus": saltus, "values": values})
}

/// The JSON of a certificate, in which no field stands twice: readers differ in
/// which of the two they would take.
pub(crate) fn parse(text: &str) -> Result<Value> {
    let value = serde_json::from_str(text).map_err(|error| bad(format!("it is no complete JSON ({error})")))?;
    if fields_in_text(text) > fields_in(&value) {
        return Err(bad("a field stands twice".into()));
    }
    Ok(value)
}

/// How many names of fields a JSON text has: strings with a colon behind them.
fn fields_in_text(text: &str) -> usize {
    let (mut rest, mut count) = (text, 0);
    while let Some(start) = rest.find('"') {
        let string = &rest[start + 1..];
        let mut escaped = false;
        let end = string.find(|c| {
            let ends = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            ends
        });
        rest = end.map_or("", |end| &string[end + 1..]);
        count += usize::from(rest.trim_start().starts_with(':'));
    }
    count
}

/// How many fields the objects in a value have.
fn fields_in(value: &Value) -> usize {
    match value {
        Value::Object(fields) => fields.len() + fields.values().map(fields_in).sum::<usize>(),
        Value::Array(values) => values.iter().map(fields_in).sum(),
        _ => 0,
    }
}

/// An object whose fields are all known.
pub(crate) struct Fields<'v> {
    object: &'v Map<String, Value>,
}

impl<'v> Fields<'v> {
    pub fn of(value: &'v Value, what: &str, known: &[&str]) -> Result<Self> {
        let object = value.as_object().ok_or_else(|| bad(format!("{what} is no JSON object")))?;
        match object.keys().find(|key| !known.contains(&key.as_str())) {
            Some(key) => {
                Err(bad(format!("{what} has a field '{}' that does not belong there", crate::number::shorten(key))))
            }
            None => Ok(Self { object }),
        }
    }

    /// A whole file, which must be of this kind.
    pub fn of_file(value: &'v Value, kind: &str, known: &[&str]) -> Result<Self> {
        let file = Self::of(value, "the file", known)?;
        let given = file.text("certificate")?;
        if given == kind {
            Ok(file)
        } else {
            Err(bad(format!("its kind is '{}' and not '{kind}'", crate::number::shorten(&given))))
        }
    }

    /// The claim of a file.
    pub fn claim(&self) -> Result<Self> {
        Self::of(self.field("claim")?, "the claim", &["preperiod", "period", "saltus", "values"])
    }

    pub fn field(&self, name: &str) -> Result<&'v Value> {
        self.object.get(name).ok_or_else(|| bad(format!("'{name}' is missing")))
    }

    pub fn text(&self, name: &str) -> Result<String> {
        self.field(name)?.as_str().map(str::to_owned).ok_or_else(|| bad(format!("'{name}' is no text")))
    }

    pub fn number(&self, name: &str) -> Result<u64> {
        let field = self.field(name)?;
        field.as_u64().ok_or_else(|| bad(format!("'{name}' is {field}, not a whole number below 2^64")))
    }

    pub fn numbers(&self, name: &str) -> Result<Vec<u64>> {
        let list = self.field(name)?.as_array().ok_or_else(|| bad(format!("'{name}' is no list")))?;
        list.iter().map(|value| value.as_u64().ok_or_else(|| bad(format!("'{name}' holds {value}")))).collect()
    }
}

/// What a file calls itself, if it is such a file at all.
pub(crate) fn kind_of(text: &str) -> Option<String> {
    let value: Value = serde_json::from_str(text).ok()?;
    value.get("certificate")?.as_str().map(str::to_owned)
}

pub(crate) fn bad(problem: String) -> Error {
    Error::BadFile {
        kind: "certificate",
        problem,
        hint: "a certificate that works is written by: nimlab period subtraction:2,4,7 --certificate FILE".into(),
    }
}

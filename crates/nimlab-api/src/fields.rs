//! The fields of a request: a JSON object, or the same names in the query of
//! the address. Everything is checked here, numbers of any size included.

use crate::failure::Failure;
use nimlab::number::{self, UBig};
use nimlab::{Game, Play, Position, RuleExt, catalogue, rules};
use serde_json::{Map, Value};

/// The longest number, in digits.
const DIGITS: usize = 10_000;

/// The most piles of a position.
const PILES: usize = 40;

/// The longest position: an answer may list it a hundred thousand times.
pub const POSITION: usize = 2_000;

/// The fields by name.
///
/// ```
/// use nimlab_api::Fields;
/// let fields = Fields::from_query("game=wythoff:2&count=1e3");
/// assert_eq!(fields.game().unwrap().name(), "wythoff:2");
/// assert_eq!(fields.count("count", 20, 5000).unwrap(), 1000);
/// ```
#[derive(Debug, Clone, Default)]
pub struct Fields(Map<String, Value>);

impl Fields {
    /// The fields of a body.
    pub fn from_body(body: &[u8]) -> Result<Self, Failure> {
        match serde_json::from_slice(body) {
            Ok(Value::Object(fields)) => Ok(Self(fields)),
            Ok(_) => Err(Self::no_object("the body is JSON, but not an object")),
            Err(error) => Err(Self::no_object(&format!("the body is not JSON: {error}"))),
        }
    }

    /// The fields of a JSON object inside of a request.
    pub fn from_value(value: &Value) -> Option<Self> {
        value.as_object().map(|fields| Self(fields.clone()))
    }

    fn no_object(message: &str) -> Failure {
        Failure::wrong(message, "a JSON object", r#"{"game": "wythoff:2", "position": "17,29"}"#)
    }

    /// The fields of a query. A value that begins like a list or an object is
    /// read as JSON.
    pub fn from_query(query: &str) -> Self {
        let value = |text: &str| match text.trim_start().chars().next() {
            Some('[' | '{') => serde_json::from_str(text).unwrap_or_else(|_| text.into()),
            _ => text.into(),
        };
        Self(form_urlencoded::parse(query.as_bytes()).map(|(name, text)| (name.into_owned(), value(&text))).collect())
    }

    /// Fails if a field is there that the request does not take.
    pub fn only(&self, known: &[&str]) -> Result<(), Failure> {
        match self.0.keys().find(|name| !known.contains(&name.as_str())) {
            None => Ok(()),
            Some(name) => {
                let nearest = nimlab::error::nearest(name, known.iter().copied());
                let meant = nearest.map_or(String::new(), |name| format!("; did you mean '{name}'?"));
                let name = number::shorten(name);
                let expected = if known.is_empty() { "no fields".into() } else { known.join(", ") };
                Err(Failure::new(400, format!("there is no field '{name}' here{meant}"), Some(&expected), None))
            }
        }
    }

    /// Whether there are rules that somebody wrote, here or in a sum.
    pub fn have_rules(&self) -> bool {
        let in_sum = |name: &str| {
            let parts = self.get(name).and_then(Value::as_array).into_iter().flatten();
            parts.into_iter().any(|part| part.get("rules").is_some())
        };
        self.get("rules").is_some() || in_sum("components") || in_sum("games")
    }

    /// Questions of one kind cost about the same: those about one family of
    /// games, by one method.
    pub fn kind(&self, path: &str) -> String {
        let word = |name: &str| self.get(name).map_or(String::new(), |value| value.as_str().unwrap_or("…").to_owned());
        let game = word("game");
        let family = game.split([':', '(']).next().unwrap_or("").trim();
        let parts =
            [path, family, &word("method"), &word("misere"), if self.get("value").is_some() { "value" } else { "" }];
        parts.map(|part| part.chars().take(16).collect::<String>()).join(" ")
    }

    /// The value of a field that is not null.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    /// A text.
    pub fn text(&self, name: &str) -> Result<Option<&str>, Failure> {
        match self.get(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(Failure::wrong(format!("'{name}' is not a text"), "a text in quotes", "\"wythoff:2\"")),
        }
    }

    /// A text that must be there.
    pub fn required(&self, name: &str, example: &str) -> Result<&str, Failure> {
        self.text(name)?.ok_or_else(|| Failure::wrong(format!("'{name}' is missing"), "a text", example))
    }

    /// A condition: true or false.
    pub fn flag(&self, name: &str) -> Result<bool, Failure> {
        match self.get(name) {
            None => Ok(false),
            Some(Value::Bool(value)) => Ok(*value),
            Some(Value::String(text)) if matches!(&**text, "true" | "1" | "") => Ok(true),
            Some(Value::String(text)) if matches!(&**text, "false" | "0") => Ok(false),
            Some(_) => Err(Failure::wrong(format!("'{name}' is neither true nor false"), "true or false", "true")),
        }
    }

    /// A whole number of any size.
    pub fn big(&self, name: &str) -> Result<Option<UBig>, Failure> {
        match self.get(name) {
            None => Ok(None),
            Some(Value::String(text)) => big(text).map(Some),
            Some(Value::Number(value)) => big(&value.to_string()).map(Some),
            Some(_) => Err(Failure::wrong(format!("'{name}' is not a number"), "a whole number", "1000")),
        }
    }

    /// A number within a limit, or what is taken if there is none.
    pub fn count(&self, name: &str, default: u64, limit: u64) -> Result<u64, Failure> {
        let Some(given) = self.big(name)? else { return Ok(default) };
        match u64::try_from(&given) {
            Ok(value) if value <= limit => Ok(value),
            _ => Err(Failure::too_large(&format!("'{name}'"), number::shown(&given), limit)),
        }
    }

    /// Normal or misère play.
    pub fn play(&self) -> Result<Play, Failure> {
        Ok(if self.flag("misere")? { Play::Misere } else { Play::Normal })
    }

    /// A method by its name.
    pub fn method(&self) -> Result<Option<&str>, Failure> {
        self.text("method")
    }

    /// The game: a name of the catalogue, or a rule text. No files.
    pub fn game(&self) -> Result<Box<dyn Game>, Failure> {
        if self.get("rules").is_some() {
            let rules = self.rules()?;
            return Ok(Box::new(rules.map_err(|problems| Failure::bad_rules(&problems))?));
        }
        let name = self.required("game", "\"wythoff:2\"")?;
        if name.trim_start().starts_with("rules:") {
            return Err(Failure::wrong(
                "a request reads no files",
                "the rule itself in the field 'rules'",
                "state n  move k in 1..n -> (n - k)",
            ));
        }
        check_digits(name)?;
        Ok(catalogue::game(name)?)
    }

    /// The rules of the field `rules`, with values of `parameters`.
    pub fn rules(&self) -> Result<Result<rules::RuleGame, rules::Diagnostics>, Failure> {
        let source = self.required("rules", "state n  move k in 1..n -> (n - k)")?;
        let parameters = match self.get("parameters") {
            None => Vec::new(),
            Some(Value::Object(values)) => values
                .iter()
                .map(|(name, value)| Ok((name.clone(), parameter(name, value)?)))
                .collect::<Result<_, Failure>>()?,
            Some(_) => return Err(Failure::wrong("'parameters' is not an object", "an object", r#"{"a": 2}"#)),
        };
        Ok(rules::compile_with(source, &parameters))
    }

    /// A position of a game in the field `position`.
    pub fn position(&self, game: &dyn Game) -> Result<Position, Failure> {
        Ok(game.canonical_of(&self.position_in_places(game)?))
    }

    /// The same with its piles as they lie.
    pub fn position_in_places(&self, game: &dyn Game) -> Result<Position, Failure> {
        let value = self
            .get("position")
            .ok_or_else(|| Failure::wrong("'position' is missing", "a position of the game", &game.example()))?;
        position_in_places(game, value)
    }
}

/// A position in canonical form.
pub fn position(game: &dyn Game, value: &Value) -> Result<Position, Failure> {
    Ok(game.canonical_of(&position_in_places(game, value)?))
}

/// A position: a text as on the command line, or a list of numbers.
fn position_in_places(game: &dyn Game, value: &Value) -> Result<Position, Failure> {
    let read = |text: &str| {
        check_position(text)?;
        Ok(game.read_in_places(text)?)
    };
    match (value, numbers(value)) {
        (_, Some(numbers)) => Ok(game.read_numbers(numbers?)?),
        (Value::String(text), _) => read(text),
        (Value::Number(number), _) => read(&number.to_string()),
        _ => Err(Failure::wrong(
            "the position is neither a text nor a list of numbers",
            "a position of the game",
            &game.example(),
        )),
    }
}

/// A list of numbers, if it is one, within the limits of a position.
pub fn numbers(value: &Value) -> Option<Result<Vec<UBig>, Failure>> {
    let list = value.as_array()?;
    let word = |number: &Value| match number {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    let words: Vec<String> = list.iter().map(word).collect::<Option<_>>()?;
    let read = || {
        check_position(&words.join(","))?;
        Ok(words.iter().map(|word| number::parse(word)).collect::<nimlab::error::Result<_>>()?)
    };
    Some(read())
}

/// Fails on a position that is too long for a request.
fn check_position(text: &str) -> Result<(), Failure> {
    let piles = text.split([',', '/']).count();
    if piles > PILES {
        return Err(Failure::too_large("the number of piles", piles, PILES));
    }
    let length = check_digits(text)?;
    if length > POSITION {
        return Err(Failure::too_large(
            "the length of a position",
            format!("{length} digits"),
            format!("{POSITION} digits"),
        ));
    }
    Ok(())
}

fn parameter(name: &str, value: &Value) -> Result<rules::ParameterValue, Failure> {
    let wrong = || {
        Failure::wrong(
            format!("the parameter '{}' is neither a number nor a list of numbers", number::shorten(name)),
            "a number or a list",
            r#"{"a": 2, "S": [2, 4, 7]}"#,
        )
    };
    match value {
        Value::Number(number) => Ok(rules::ParameterValue::Number(number.as_i64().ok_or_else(wrong)?)),
        Value::String(text) => Ok(rules::ParameterValue::Number(text.trim().parse().map_err(|_| wrong())?)),
        Value::Array(members) => {
            Ok(rules::ParameterValue::Set(members.iter().map(Value::as_i64).collect::<Option<_>>().ok_or_else(wrong)?))
        }
        _ => Err(wrong()),
    }
}

fn big(text: &str) -> Result<UBig, Failure> {
    check_digits(text)?;
    Ok(number::parse(text)?)
}

/// Fails on numbers too long for a request, also those in the form `1e9`; the
/// digits of all numbers together.
fn check_digits(text: &str) -> Result<usize, Failure> {
    let mut sum = 0usize;
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    for word in words {
        let (digits, zeros) = word.split_once(['e', 'E']).unwrap_or((word, "0"));
        // What is not a number at all is refused by the parser.
        let zeros: usize = zeros.replace('_', "").parse().unwrap_or(if zeros.len() > 4 { DIGITS } else { 0 });
        let length = digits.len().saturating_add(zeros);
        if length > DIGITS {
            return Err(Failure::too_large(
                "the length of a number",
                format!("{length} digits"),
                format!("{DIGITS} digits"),
            ));
        }
        sum = sum.saturating_add(length);
    }
    Ok(sum)
}

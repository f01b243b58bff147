//! The theorems that were proved by machine and are kept with the library: the list of
//! them, and the automaton of one, which a position can be put through.

use super::{Endpoint, budget, light};
use crate::failure::Failure;
use crate::fields::Fields;
use crate::reply::Reply;
use crate::token::WorkToken;
use nimlab::json;
use nimlab::number::{self, UBig};
use nimlab::prove::{KnownTheorem, THEOREMS, Theorem};
use serde_json::{Value, json};

pub const THEOREMS_KEPT: Endpoint = Endpoint { path: "theorems", fields: &[], weight: light, answer: theorems };

pub const THEOREM: Endpoint =
    Endpoint { path: "theorem", fields: &["name", "value", "position"], weight: light, answer: theorem };

/// The most states of an automaton that is sent as a whole; of a larger one the way of a
/// position is.
const MOST_STATES: usize = 60;

/// The most digits of a position.
const MOST_DIGITS: usize = 500;

fn theorems(_: &Fields, _: &WorkToken) -> Result<Reply, Failure> {
    let list: Vec<Value> = THEOREMS.iter().filter_map(json::kept_theorem).collect();
    Ok(Reply::json(&json!({ "theorems": list })))
}

/// The theorem of a name, and what is said of it.
fn named(fields: &Fields) -> Result<(&'static Theorem, Value), Failure> {
    let name = fields.required("name", "\"wythoff\"")?;
    let unknown = || {
        let known: Vec<&str> = THEOREMS.iter().map(|known| known.name).collect();
        let message = format!("there is no theorem called '{}'", number::shorten(name));
        Failure::new(400, message, Some(&known.join(", ")), Some("wythoff"))
    };
    let known: &KnownTheorem = THEOREMS.iter().find(|known| known.name == name).ok_or_else(unknown)?;
    known.theorem().zip(json::kept_theorem(known)).ok_or_else(unknown)
}

fn theorem(fields: &Fields, token: &WorkToken) -> Result<Reply, Failure> {
    let (theorem, mut object) = named(fields)?;
    let value = fields.count("value", 0, theorem.value())?;
    let set = &theorem.sets[value as usize];
    let states = u32::try_from(set.states()).unwrap_or(u32::MAX);
    object["value_shown"] = value.into();
    object["states"] = states.into();
    object["automaton"] = match set.states() <= MOST_STATES {
        // Each state: whether it accepts, and for each letter that leads on its digits and where.
        true => {
            let letters = |state| -> Vec<Value> {
                let digits = |letter| digits_of(letter, theorem.names.len(), set.digits());
                set.row(state).map(|(letter, target)| json!({"digits": digits(letter), "to": target})).collect()
            };
            (0..states).map(|state| json!({"accepts": set.accepts(state), "letters": letters(state)})).collect()
        }
        false => Value::Null,
    };
    if let Some(given) = fields.text("position")? {
        object["way"] = way(theorem, value as usize, given, token)?;
    }
    Ok(Reply::json(&object))
}

/// The digits of a letter, one for each number.
fn digits_of(mut letter: u32, tracks: usize, base: u32) -> Vec<u32> {
    (0..tracks).map(|_| (letter % base, letter /= base).0).collect()
}

/// A position, its digits side by side, the state after each, and what follows.
fn way(theorem: &Theorem, value: usize, given: &str, token: &WorkToken) -> Result<Value, Failure> {
    let wanted = theorem.names.len();
    let wrong = |message: String| {
        let example = (0..wanted).map(|i| (3 + 2 * i).to_string()).collect::<Vec<_>>().join(",");
        Failure::wrong(message, &format!("{wanted} whole numbers: {}", theorem.names.join(", ")), &example)
    };
    let numbers = given
        .split([',', ';', '/', ' '])
        .filter(|word| !word.is_empty())
        .map(number::parse)
        .collect::<Result<Vec<UBig>, _>>()?;
    if numbers.len() != wanted {
        return Err(wrong(format!("this theorem is about {wanted} numbers, not {}", numbers.len())));
    }
    let mut position = numbers;
    position[..theorem.sorted].sort();
    let budget = budget(token).started();
    let words =
        position.iter().map(|number| theorem.numbers.word_of(number, budget)).collect::<Result<Vec<Vec<u32>>, _>>()?;
    let length = words.iter().map(Vec::len).max().unwrap_or(0);
    if length > MOST_DIGITS {
        return Err(Failure::too_large("the length of these numbers", format!("{length} digits"), MOST_DIGITS));
    }
    let digit = |word: &Vec<u32>, place: usize| (place + word.len()).checked_sub(length).map_or(0, |at| word[at]);
    let set = &theorem.sets[value];
    let mut state = Some(0);
    let mut states = vec![json!(0)];
    for place in 0..length {
        let letter = words.iter().rev().fold(0, |letter, word| letter * set.digits() + digit(word, place));
        state = state.and_then(|state| set.step(state, letter));
        states.push(json!(state));
    }
    let digits: Vec<Vec<u32>> =
        words.iter().map(|word| (0..length).map(|place| digit(word, place)).collect()).collect();
    Ok(json!({
        "position": position.iter().map(json::number).collect::<Vec<_>>(),
        "digits": digits,
        "states": states,
        "accepted": state.is_some_and(|state| set.accepts(state)),
        "value": theorem.value_of(&position, budget)?,
    }))
}

//! What there is: the version, the catalogue, rule texts, numeration systems.

use super::{Endpoint, POSITIONS, budget, light, lists, weight_of};
use crate::failure::Failure;
use crate::fields::Fields;
use crate::reply::Reply;
use crate::token::WorkToken;
use nimlab::number::UBig;
use nimlab::numeration::{NamedSystem, System, zeckendorf};
use nimlab::{Budget, catalogue, json};
use serde_json::json;
use std::time::Duration;

pub const VERSION: Endpoint = Endpoint { path: "version", fields: &[], weight: light, answer: version };

pub const GAMES: Endpoint = Endpoint { path: "games", fields: &["name"], weight: light, answer: games };

pub const RULES_CHECK: Endpoint =
    Endpoint { path: "rules/check", fields: &["rules", "parameters"], weight: light, answer: rules_check };

pub const REPRESENT: Endpoint = Endpoint {
    path: "represent",
    fields: &["system", "number"],
    // About as many parts as the number has digits, each as long as the number.
    weight: |fields| Ok(weight_of((represented(fields)?.to_string().len() as u64).pow(2))),
    answer: represent,
};

/// The most digits of a number that is represented.
const MOST_DIGITS: usize = 2_000;

/// How long rules are tried out at most, and on which positions.
const TRYING: Duration = Duration::from_secs(1);
const TRIED_BELOW: u64 = 8;
const TRIED_POSITIONS: u64 = 20_000;

fn version(_: &Fields, _: &WorkToken) -> Result<Reply, Failure> {
    Ok(Reply::json(&json!({
        "name": "nimlab",
        "version": env!("CARGO_PKG_VERSION"),
        "limits": {
            "board": lists::MOST_SIDE,
            "cold": lists::MOST_COLD,
            "sequence": lists::MOST_HEAPS,
            "wythoff3": lists::MOST_TRIPLES,
            "positions": POSITIONS,
            "body": crate::MOST_BODY,
        },
    })))
}

fn games(fields: &Fields, _: &WorkToken) -> Result<Reply, Failure> {
    Ok(Reply::json(&match fields.text("name")? {
        None => json::entries(),
        Some(name) => match catalogue::named(catalogue::split(name.trim()).0)? {
            catalogue::NamedGame::BuiltIn(entry) => json::entry_named(entry, name),
            catalogue::NamedGame::Other(other) => json::other_name(other, catalogue::entry(other.name)?),
            catalogue::NamedGame::Rules(file) => json::rule_file(file),
        },
    }))
}

fn rules_check(fields: &Fields, token: &WorkToken) -> Result<Reply, Failure> {
    Ok(Reply::json(&match fields.rules()? {
        Err(problems) => json::refused(&problems),
        Ok(game) => {
            let budget = token.limited(Budget::of_positions(TRIED_POSITIONS)).within(TRYING);
            let tried = game.try_out(TRIED_BELOW, budget);
            let failure = tried.as_ref().err().map(ToString::to_string);
            json::accepted(&game, tried.as_ref().ok(), failure.as_deref(), &game.glance(TRIED_BELOW, budget))
        }
    }))
}

/// The number that is to be represented.
fn represented(fields: &Fields) -> Result<UBig, Failure> {
    let given = fields.big("number")?.ok_or_else(|| Failure::wrong("'number' is missing", "a whole number", "17"))?;
    let digits = given.to_string().len();
    if digits > MOST_DIGITS {
        let limit = format!("{MOST_DIGITS} digits");
        return Err(Failure::too_large("the length of the number", format!("{digits} digits"), limit));
    }
    Ok(given)
}

fn represent(fields: &Fields, token: &WorkToken) -> Result<Reply, Failure> {
    let name = fields.required("system", "\"p:2\"")?;
    let given = represented(fields)?;
    Ok(Reply::json(&match NamedSystem::parse(name)? {
        NamedSystem::Zeckendorf => {
            let digits = System::p(1u8.into()).represent_within(&given, budget(token))?;
            json::zeckendorf(&given, &zeckendorf(&given), &digits)
        }
        NamedSystem::P(system) | NamedSystem::Q(system) => {
            json::digits(&system, &given, &system.represent_within(&given, budget(token))?)
        }
    }))
}

//! The questions that can be asked under `/api/`: one function each, from
//! fields to a reply. The JSON is made by the library, as for the command.

mod games;
mod lists;
mod solve;

use crate::error::Failure;
use crate::fields::Fields;
use crate::reply::Reply;
use crate::work::Token;
use nimlab::solve::Budget;

/// One question.
pub struct Endpoint {
    /// The path behind `/api/`.
    pub path: &'static str,
    /// The names of its fields.
    pub fields: &'static [&'static str],
    /// The bytes that its answer takes, if it is known to be heavy.
    pub weight: fn(&Fields) -> Result<usize, Failure>,
    /// The answer.
    pub answer: fn(&Fields, &Token) -> Result<Reply, Failure>,
}

/// Every question.
pub const ENDPOINTS: &[Endpoint] = &[
    games::VERSION,
    games::GAMES,
    games::RULES_CHECK,
    games::REPRESENT,
    solve::SOLVE,
    solve::MOVES,
    lists::COLD,
    lists::TABLE,
    lists::PERIOD,
    lists::SEQUENCE,
    lists::WYTHOFF3,
];

/// The most positions that a search of a request remembers.
const POSITIONS: u64 = 500_000;

/// The most bytes that a search of a request takes.
const BYTES: u64 = 256 << 20;

/// The budget of a search.
fn budget(token: &Token) -> Budget {
    Budget { bytes: BYTES, ..Budget::of_positions(POSITIONS) }.within(token.time_left())
}

/// The weight of what is light, as far as can be seen.
fn light(_: &Fields) -> Result<usize, Failure> {
    Ok(0)
}

/// The weight of an answer of so many bytes: small ones are light.
fn heavy_above(limit: u64, bytes: u64) -> usize {
    if bytes <= limit { 0 } else { usize::try_from(bytes).unwrap_or(usize::MAX) }
}

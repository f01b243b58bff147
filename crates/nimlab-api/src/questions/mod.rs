//! The questions that can be asked under `/api/`: one function each, from
//! fields to a reply. The JSON is made by the library, as for the command.

mod far;
mod games;
mod lists;
mod play;
mod solve;
mod theorems;

use crate::failure::Failure;
use crate::fields::Fields;
use crate::reply::Reply;
use crate::token::{LIGHT, RequestQuestion, WorkToken};
use nimlab::number::{UBig, shown};
use nimlab::{Budget, Game, HeapRule, Position};

/// One question.
///
/// ```
/// assert!(nimlab_api::ENDPOINTS.iter().any(|endpoint| endpoint.path == "solve"));
/// ```
pub struct Endpoint {
    /// The path after `/api/`.
    pub path: &'static str,
    /// The names of its fields.
    pub fields: &'static [&'static str],
    /// The bytes that its answer takes, if it is known to be heavy.
    pub weight: fn(&Fields) -> Result<usize, Failure>,
    /// The answer.
    pub answer: fn(&Fields, &WorkToken) -> Result<Reply, Failure>,
}

impl Endpoint {
    /// What can be seen of a question before it is answered.
    pub fn question(&self, fields: &Fields) -> Result<RequestQuestion, Failure> {
        Ok(RequestQuestion {
            weight: (self.weight)(fields)?,
            of_stranger: fields.have_rules(),
            kind: fields.kind(self.path),
        })
    }
}

/// The question of a path.
///
/// ```
/// assert!(nimlab_api::endpoint("solve").unwrap().fields.contains(&"position"));
/// assert!(nimlab_api::endpoint("nothing").is_err());
/// ```
pub fn endpoint(path: &str) -> Result<&'static Endpoint, Failure> {
    ENDPOINTS.iter().find(|endpoint| endpoint.path == path).ok_or_else(|| {
        let known: Vec<&str> = ENDPOINTS.iter().map(|endpoint| endpoint.path).collect();
        Failure::new(
            404,
            format!("there is no question /api/{}", nimlab::number::shorten(path)),
            Some(&known.join(", ")),
            Some("/api/solve?game=wythoff:2&position=17,29"),
        )
    })
}

/// Every question.
pub const ENDPOINTS: &[Endpoint] = &[
    games::VERSION,
    games::GAMES,
    games::RULES_CHECK,
    games::REPRESENT,
    solve::SOLVE,
    solve::MOVES,
    play::MOVE,
    play::READ,
    play::ALLOWED,
    play::REVIEW,
    lists::COLD,
    lists::TABLE,
    far::WINDOW,
    lists::PERIOD,
    far::ROW,
    lists::FIND,
    lists::QUOTIENT,
    lists::SEQUENCE,
    lists::WYTHOFF3,
    theorems::THEOREMS_KEPT,
    theorems::THEOREM,
];

/// The most positions that a search of a request remembers.
const POSITIONS: u64 = 500_000;

/// The most heaps of a splitting game, whose sequence cannot be stopped.
const SPLITTING: u64 = 50_000;

/// The budget of a question about a game.
fn budget_for(game: &dyn Game, token: &WorkToken) -> Budget {
    let splits = game.heap_rule().is_some_and(HeapRule::splits);
    let mut budget = budget(token);
    if splits {
        budget.positions = SPLITTING;
    }
    budget
}

/// The budget of a question about a sum.
fn smallest_budget<'g>(games: impl Iterator<Item = &'g dyn Game>, token: &WorkToken) -> Budget {
    games.map(|game| budget_for(game, token)).min_by_key(|budget| budget.positions).unwrap_or_else(|| budget(token))
}

/// Fails on positions that a method would take too long for.
fn check_effort(game: &dyn Game, position: &Position) -> Result<(), Failure> {
    let before = game.positions_before(position);
    if before > UBig::from(POSITIONS) {
        return Err(Failure::too_large("the number of P-positions before this one", shown(&before), POSITIONS));
    }
    Ok(())
}

/// The budget of a search.
fn budget(token: &WorkToken) -> Budget {
    budget_of(POSITIONS, token)
}

/// The budget of a question that needs this many positions.
fn budget_of(positions: u64, token: &WorkToken) -> Budget {
    token.limited(Budget::of_positions(positions))
}

/// The weight of a question that seems to need little memory and time.
fn light(_: &Fields) -> Result<usize, Failure> {
    Ok(0)
}

/// The weight of an answer of this many bytes: small ones are light.
fn weight_of(bytes: u64) -> usize {
    let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
    if bytes <= LIGHT { 0 } else { bytes }
}

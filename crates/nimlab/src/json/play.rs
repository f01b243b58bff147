//! Games that were played: every move with what it was worth.

use super::position;
use crate::Outcome;
use crate::play::{MatchState, Review};
use crate::solve::SumMove;
use serde_json::{Value, json};

/// A state: the position, or in a sum the list of positions, as they are.
///
/// ```
/// use nimlab::prelude::*;
/// let game = catalogue::game("nim")?;
/// assert_eq!(nimlab::json::state(&vec![game.read("3,5")?]).to_string(), "[3,5]");
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn state(state: &MatchState) -> Value {
    match &state[..] {
        [single] => position(single),
        several => Value::Array(several.iter().map(position).collect()),
    }
}

/// A move: the new position, or in a sum also the component.
fn to(made: &SumMove, sum: bool) -> Value {
    match sum {
        false => position(&made.to),
        true => json!({ "component": made.component, "to": position(&made.to) }),
    }
}

/// The review of a game whose states are in canonical form; both `play` and the
/// server print this.
///
/// ```
/// use nimlab::{json, play::{Review, Rules}, prelude::*};
/// let rules = Rules::new(vec![catalogue::game("nim")?], Play::Normal, Budget::default());
/// let states = [rules.start("2")?, rules.start("0")?];
/// let review = json::review(&Review::of(&rules, &states)?, &states);
/// assert_eq!(review["moves"][0]["mistake"], false);
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn review(review: &Review, states: &[MatchState]) -> Value {
    let sum = states.first().is_some_and(|state| state.len() > 1);
    let outcome = |outcome: Option<Outcome>| outcome.map(|outcome| outcome.to_string());
    let moves: Vec<Value> = review
        .moves
        .iter()
        .zip(states.windows(2))
        .map(|(reviewed, pair)| {
            let mut told = json!({
                "from": state(&pair[0]),
                "to": state(&pair[1]),
                "outcome_before": outcome(reviewed.before),
                "outcome_after": outcome(reviewed.after),
                "mistake": reviewed.mistake,
                "better": reviewed.better.iter().map(|made| to(made, sum)).collect::<Vec<_>>(),
            });
            if reviewed.let_through {
                told["let_through"] = json!(true);
            }
            told
        })
        .collect();
    json!({ "moves": moves, "decided_at": review.decided_at, "complete": review.complete, "over": review.over })
}

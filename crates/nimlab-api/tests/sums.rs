//! Sums of games under misère play: the computer moves also where nobody knows who wins.

use nimlab_api::{Asked, WorkToken, answer};
use serde_json::{Value, json};
use std::time::Duration;

/// The answer to a question that has a minute, or the status of a failure.
fn asked(path: &str, question: &Value) -> Result<Value, u16> {
    let token = WorkToken::alone(Duration::from_secs(60), 256 << 20);
    match answer(path, Asked::Body(question.to_string().as_bytes()), &token) {
        Ok(reply) => Ok(serde_json::from_slice(&reply.into_body()).expect("an answer is JSON")),
        Err(failure) => Err(failure.status()),
    }
}

#[test]
fn the_computer_plays_on_where_a_sum_is_not_decided() {
    let far = json!([{ "game": "wythoff", "position": "200,300" }, { "game": "wythoff", "position": "40,90" }]);
    let made = asked("play/move", &json!({ "components": far, "misere": true })).unwrap();
    assert!(made["winning"].is_null() && made["in_places"].is_array(), "{made}");
}

#[test]
fn a_perfect_move_wins_a_small_sum() {
    let near = json!([{ "game": "wythoff", "position": "4,5" }, { "game": "nim", "position": "7" }]);
    let solved = asked("solve", &json!({ "components": near, "misere": true })).unwrap();
    let made = asked("play/move", &json!({ "components": near, "misere": true })).unwrap();
    assert_eq!((solved["outcome"].as_str(), made["winning"].as_bool()), (Some("N"), Some(true)));
    let wins = solved["winning_moves"].as_array().unwrap();
    assert!(wins.iter().any(|win| win["component"] == made["component"] && win["to"] == made["to"]), "{made}");
}

#[test]
fn a_position_is_told_as_it_lies() {
    let told = asked("moves", &json!({ "game": "fibonacci", "position": "20" })).unwrap();
    assert_eq!(told["position"], json!([20, 19]));
    let told = asked("moves", &json!({ "game": "nim", "position": "5,3" })).unwrap();
    assert_eq!(told["position"], json!([5, 3]));
}

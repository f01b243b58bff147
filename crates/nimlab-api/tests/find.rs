//! Sequences that are looked up, and codes that are one game, without a server.

use nimlab_api::{Asked, WorkToken, answer};
use serde_json::Value;
use std::time::Duration;

fn ask(question: &str, asked: Asked<'_>) -> (u16, Value) {
    let (status, body) = match answer(question, asked, &WorkToken::alone(Duration::from_secs(60), 256 << 20)) {
        Ok(reply) => (200, reply.into_body()),
        Err(failure) => (failure.status(), failure.into_parts().1.into_bytes()),
    };
    (status, serde_json::from_slice(&body).unwrap())
}

#[test]
fn a_sequence_is_found_however_it_is_written() {
    let found = ask("find", Asked::Query("values=1,2,3,1,4,3,2"));
    assert_eq!((&found.1["found"][0]["name"], &found.1["found"][0]["from"]), (&"kayles".into(), &1.into()));
    assert_eq!(ask("find", Asked::Query("values=1,%202,3,1,4,3,2&heaps=200")), found);
    for body in [r#"{"values": [1, 2, 3, 1, 4, 3, 2]}"#, r#"{"values": "1,2,3,1,4,3,2"}"#] {
        assert_eq!(ask("find", Asked::Body(body.as_bytes())), found);
    }
    let (status, none) = ask("find", Asked::Query("values=1,999999999999999999999999"));
    assert_eq!((status, &none["found"]), (200, &serde_json::json!([])));
}

#[test]
fn what_cannot_be_looked_up_is_refused_with_an_example() {
    let long = format!("values={}", vec!["1"; 1001].join(","));
    for query in ["", "values=", "values=x", "values=1,,2", "values=-1", "values=1&heaps=2001", "values=true", &long] {
        let (status, body) = ask("find", Asked::Query(query));
        assert!((400..500).contains(&status), "{query}: {body}");
        assert!(body["error"]["expected"].is_string() || body["error"]["example"].is_string(), "{query}: {body}");
    }
}

#[test]
fn equivalent_codes_are_told_where_they_are_asked_for() {
    let (_, plain) = ask("period", Asked::Query("game=octal:0.45"));
    assert!(plain.get("equivalent").is_none());
    let (_, told) = ask("period", Asked::Query("game=octal:0.45&equivalent=true"));
    let same = told["equivalent"].as_array().unwrap();
    assert!(same.iter().any(|same| same["code"] == "0.177" && same["proved"] == true && same["shift"] == -1));
    // A period that is not proved has codes beside it too.
    let (_, open) = ask("period", Asked::Query("game=octal:0.36&max_heap=1000&equivalent=true"));
    assert_eq!(open["proved"], false);
    assert!(open["equivalent"].is_array());
}

//! The way of a position through the automaton of a theorem, against what the theorem says.

use nimlab_api::{Asked, WorkToken, answer};
use serde_json::Value;
use std::time::Duration;

fn asked(path: &str, query: &str) -> Result<Value, (u16, String)> {
    let token = WorkToken::alone(Duration::from_secs(20), 1 << 28);
    let reply = answer(path, Asked::Query(query), &token).map_err(|failure| failure.into_parts())?;
    Ok(serde_json::from_slice(reply.body()).unwrap())
}

/// The way of a position by the letters of the automaton that was told.
fn walked(automaton: &Value, digits: &Value) -> bool {
    let length = digits[0].as_array().unwrap().len();
    let mut state = 0;
    for place in 0..length {
        let column: Vec<&Value> = digits.as_array().unwrap().iter().map(|row| &row[place]).collect();
        let letters = automaton[state]["letters"].as_array().unwrap();
        let fits = |letter: &&Value| letter["digits"].as_array().unwrap().iter().eq(column.iter().copied());
        match letters.iter().find(fits) {
            Some(letter) => state = letter["to"].as_u64().unwrap() as usize,
            None => return false,
        }
    }
    automaton[state]["accepts"] == true
}

#[test]
fn the_automaton_that_is_told_accepts_what_the_theorem_says() {
    let list = asked("theorems", "").unwrap();
    let mut compared = 0;
    for theorem in list["theorems"].as_array().unwrap() {
        let states = theorem["states_by_value"][0].as_u64().unwrap();
        let names = theorem["names"].as_array().unwrap().len();
        if names > 2 || states > 60 {
            continue;
        }
        let name = theorem["name"].as_str().unwrap();
        for x in 0..9 {
            for y in if names == 2 { x..14 } else { 0..1 } {
                let position = if names == 2 { format!("{x},{y}") } else { x.to_string() };
                let told = asked("theorem", &format!("name={name}&value=0&position={position}")).unwrap();
                let way = &told["way"];
                let is_zero = way["value"] == 0;
                assert_eq!(way["accepted"], is_zero, "{name} {position}");
                assert_eq!(walked(&told["automaton"], &way["digits"]), is_zero, "{name} {position}");
                compared += 1;
            }
        }
    }
    assert!(compared > 2000, "{compared}");
}

#[test]
fn what_no_theorem_is_about_is_refused() {
    let wrong = [
        ("name=chess", "no theorem called"),
        ("", "'name' is missing"),
        ("name=wythoff&position=1,2,3", "about 2 numbers, not 3"),
        ("name=wythoff&position=1,two", "two"),
        ("name=wythoff&value=2", "out of range"),
    ];
    for (query, problem) in wrong {
        let (status, body) = asked("theorem", query).unwrap_err();
        assert!((400..500).contains(&status) && body.contains(problem), "{query}: {body}");
    }
}

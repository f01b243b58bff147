//! Messages name paths and fields, and what they name works: every example is
//! followed.

use nimlab_api::{Asked, WorkToken, answer};
use serde_json::Value;
use std::time::Duration;

fn ask(question: &str, query: &str) -> (u16, Value) {
    let answered = answer(question, Asked::Query(query), &WorkToken::alone(Duration::from_secs(10), 256 << 20));
    let (status, body) = match answered {
        Ok(reply) => (200, reply.into_body()),
        Err(failure) => (failure.status(), failure.into_parts().1.into_bytes()),
    };
    (status, serde_json::from_slice(&body).unwrap())
}

/// The query with the fields of an example instead of its own.
fn followed(query: &str, example: &str) -> String {
    let name = |field: &str| field.split('=').next().unwrap_or_default().to_owned();
    let new: Vec<&str> = example.split('&').collect();
    let kept = query.split('&').filter(|old| !new.iter().any(|field| name(field) == name(old)));
    kept.chain(new.iter().copied()).collect::<Vec<_>>().join("&")
}

#[test]
fn what_a_message_advises_works() {
    let cases = [
        ("cold", "game=wythoff&method=recursive&from=1e30", "method=algebraic"),
        ("solve", "game=wythoff&position=1e30,2e30&method=recursive", "method=algebraic"),
        ("cold", "game=moore:2&from=1e12", "from=1000"),
        ("cold", "game=fibonacci&from=1e30", "from=1000"),
        ("cold", "game=nim&misere=true&value=3", "/api/cold?game=nim&value=3"),
        ("table", "game=wythoff3:l1&rows=5", "/api/cold?game=wythoff3:l1"),
        ("table", "game=building:2&rows=5", "rows=1&columns=20"),
    ];
    for (question, query, advice) in cases {
        let (status, body) = ask(question, query);
        assert!((400..500).contains(&status), "{question} {query}: {body}");
        let expected = body["error"]["expected"].as_str().unwrap_or_default();
        let example = expected.rsplit_once(": ").map_or("", |(_, example)| example);
        assert_eq!(example, advice, "{question} {query}: {body}");
        let (status, body) = match example.strip_prefix("/api/").and_then(|path| path.split_once('?')) {
            Some((path, query)) => ask(path, query),
            None => ask(question, &followed(query, example)),
        };
        assert_eq!(status, 200, "{example}: {body}");
    }
}

#[test]
fn no_message_names_a_flag_or_a_command() {
    let cases = [
        ("solve", "game=chess&position=1"),
        ("solve", "game=moore:2&position=99,99,99,99&method=search"),
        ("cold", "game=wythoff3:lex&from=1e18"),
        ("cold", "rules=state n move k in 1..n -> (n - k)&misere=true&value=2"),
        ("period", "game=wythoff"),
        ("represent", "system=p:0&number=3"),
    ];
    for (question, query) in cases {
        let (status, body) = ask(question, query);
        assert!((400..500).contains(&status), "{question} {query}: {body}");
        let text = body.to_string();
        assert!(!text.contains("--") && !text.contains("nimlab solve") && !text.contains("`nimlab"), "{text}");
    }
}

//! The server as browsers and strangers see it, over loopback: its answers are
//! the command's, malformed requests get a 4xx, light requests are answered
//! while heavy ones run, what nobody waits for is stopped, and the memory stays
//! bounded.

mod server {
    mod access;
    pub mod campaign;
    pub mod chance;
    pub mod client;
    mod crowds;
    mod doors;
    pub mod strangers;
}

use serde_json::Value;
use server::client::{Server, nimlab};
use std::io::Write;
use std::time::{Duration, Instant};

/// A rule whose search takes all the time that a request has.
pub const HEAVY: &str = r#"{"rules": "state a, b, c, d, e  move k in 1..a -> (a-k, b, c, d, e)  move k in 1..b -> (a, b-k, c, d, e)  move k in 1..c -> (a, b, c-k, d, e)  move k in 1..d where (d + k) mod 3 > 0 -> (a, b, c, d-k, e)  move k in 1..e -> (a, b, c, d, e-k)", "position": "60,60,60,60,60"}"#;

#[test]
fn a_question_that_needs_more_memory_goes_on_among_the_heavy_ones() {
    let server = Server::start();
    let answer = server.get("/api/cold?game=wythoff&value=65536&count=5");
    assert_eq!(answer.status, 200, "{}", answer.text());
}

#[test]
fn the_answers_are_those_of_the_command() {
    let server = Server::start();
    let pairs: [(&str, &[&str]); 14] = [
        ("/api/games?name=wythoff", &["games", "wythoff"]),
        ("/api/solve?game=wythoff:2&position=17,29", &["solve", "wythoff:2", "17,29", "--explain"]),
        ("/api/solve?game=nim&position=[3,4,5]&misere=true", &["solve", "nim", "3,4,5", "--misere", "--explain"]),
        (
            "/api/solve?components=[{\"game\":\"nim\",\"position\":\"7\"},{\"game\":\"wythoff\",\"position\":[4,5]}]",
            &["solve", "nim", "7", "+", "wythoff", "4,5", "--explain"],
        ),
        ("/api/cold?game=r-wythoff&from=3&count=7", &["cold", "r-wythoff", "--from", "3", "--count", "7"]),
        ("/api/table?game=wythoff&rows=4&columns=6&value=0", &["table", "wythoff", "--size", "4x6", "--value", "0"]),
        ("/api/represent?system=zeckendorf&number=100", &["represent", "zeckendorf", "100"]),
        ("/api/period?game=octal:0.77&max_heap=1000000", &["period", "octal:0.77"]),
        ("/api/period?game=octal:0.51&max_heap=1000000&equivalent=true", &["period", "octal:0.51", "--equivalent"]),
        ("/api/period?game=hex:0.8", &["period", "hex:0.8", "--max-heap", "2000"]),
        ("/api/find?values=1,2,3,1,4,3,2", &["find", "1,2,3,1,4,3,2"]),
        ("/api/find?values=[1,5,0]&heaps=300", &["find", "1,5,0", "--heaps", "300"]),
        ("/api/quotient?game=octal:0.123", &["quotient", "octal:0.123"]),
        ("/api/quotient?game=octal:0.07&heaps=20", &["quotient", "octal:0.07", "--heaps", "20"]),
    ];
    for (path, words) in pairs {
        let answer = server.get(&path.replace('"', "%22").replace('{', "%7B").replace('}', "%7D"));
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        let mut value: Value = serde_json::from_slice(&answer.body).unwrap();
        if let Some(object) = value.as_object_mut() {
            object.remove("certificate");
        }
        assert_eq!(value, nimlab(words), "{path}");
    }
    // The command also lists the games by rule, which the server knows by name.
    let listed: Value = serde_json::from_slice(&server.get("/api/games").body).unwrap();
    let (listed, told) = (listed.as_array().unwrap(), nimlab(&["games"]));
    let told = told.as_array().unwrap();
    assert_eq!(listed[..], told[..listed.len()]);
    for rule in &told[listed.len()..] {
        let name = rule["usage"].as_str().unwrap();
        assert_eq!(server.get(&format!("/api/games?name={name}")).status, 200, "{name}");
    }
    let posted = server.post("/api/solve", r#"{"game": "wythoff:2", "position": [17, 29]}"#);
    assert_eq!(posted.body, server.get("/api/solve?game=wythoff:2&position=17,29").body);
}

/// Whether everything that the page prints is in the answer; lists may go on.
fn printed(page: &Value, answer: &Value) -> bool {
    use serde_json::Value;
    match (page, answer) {
        (Value::Array(page), Value::Array(answer)) => {
            page.len() <= answer.len() && page.iter().zip(answer).all(|(page, answer)| printed(page, answer))
        }
        (Value::Object(page), Value::Object(answer)) => {
            page.len() == answer.len()
                && page.iter().all(|(name, page)| answer.get(name).is_some_and(|answer| printed(page, answer)))
        }
        (page, answer) => page == answer,
    }
}

#[test]
fn the_examples_of_the_documentation_are_answered_as_printed() {
    let server = Server::start();
    let text = std::fs::read_to_string("../../docs/api.md").unwrap();
    let blocks: Vec<&str> = text.split("```http\n").skip(1).collect();
    assert_eq!(blocks.len(), 5);
    for block in blocks {
        let (request, rest) = block.split_once("\n```").unwrap();
        let json = rest.split_once("```json\n").unwrap().1.split_once("```").unwrap().0;
        let answer = match request.split_once(' ').unwrap() {
            ("GET", path) => server.get(path),
            (_, path) => {
                let (path, body) = path.split_once(' ').unwrap();
                server.post(path, body)
            }
        };
        let page: Value = serde_json::from_str(json).unwrap();
        assert!(printed(&page, &answer.json()), "{request}: {}", answer.text());
    }
}

#[test]
fn tables_and_lists_have_their_binary_forms() {
    let server = Server::start();
    let board = server.get("/api/table?game=wythoff&rows=3&columns=4&format=u16");
    assert_eq!((board.header("x-rows"), board.header("x-columns")), (Some("3"), Some("4")));
    let cells: Vec<u16> = board.body.chunks(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
    assert_eq!(cells, [0, 1, 2, 3, 1, 2, 0, 4, 2, 0, 1, 5]);
    let triples = server.get("/api/wythoff3?game=wythoff3:l1&count=3&format=u32");
    let numbers: Vec<u32> = triples.body.chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect();
    assert_eq!(numbers, [0, 0, 0, 1, 2, 3, 4, 7, 10]);
    assert_eq!(server.get("/api/sequence?game=subtraction:2,4,7&count=8").json()["values"][7], 3);
    let csv = server.get("/api/table?game=nim&rows=2&columns=2&format=csv");
    assert_eq!(csv.text(), "a/b,0,1\n0,0,1\n1,1,0\n");
    let pairs = "/api/cold?game=wythoff&from=1&count=2";
    assert_eq!(server.get(&format!("{pairs}&format=csv")).text(), "n,a,b\n1,1,2\n2,3,5\n");
    assert_eq!(server.get(&format!("{pairs}&format=bfile&column=b")).text(), "1 2\n2 5\n");
    let wrong = server.get(&format!("{pairs}&format=bfile"));
    assert!(wrong.status == 400 && wrong.text().contains("one of its numbers: column=a"), "{}", wrong.text());
    let latex = server.get("/api/table?game=nim&rows=2&columns=2&format=latex");
    assert!(latex.text().starts_with("\\begin{tabular}{r|*{2}{r}}"), "{}", latex.text());
    let wrong = server.get(&format!("{pairs}&format=npy"));
    assert!(
        wrong.status == 400 && wrong.text().contains("json, csv, markdown, latex, bfile, table"),
        "{}",
        wrong.text()
    );
}

#[test]
fn a_game_is_played_and_reviewed() {
    let server = Server::start();
    let answer = server.get("/api/play/move?game=wythoff&position=3,4&level=perfect").json();
    assert_eq!(answer["to"], serde_json::json!([1, 2]));
    assert_eq!(answer["text"], "takes 2 from both piles");
    assert_eq!((&answer["winning"], &answer["over"]), (&true.into(), &false.into()));
    for level in ["perfect", "casual", "random"] {
        let path = format!("/api/play/move?game=nim&position=3,4,5&level={level}&seed=4");
        assert_eq!(server.get(&path).body, server.get(&path).body);
    }
    let sum = r#"{"components": [{"game": "nim", "position": [3]}, {"game": "wythoff", "position": [1, 2]}]}"#;
    assert_eq!(server.post("/api/play/move", sum).json()["component"], 0);
    let review =
        server.post("/api/play/review", r#"{"game": "nim", "positions": [[3,4,5],[3,4,4],[0,4,4],[0,0,4],[0,0,0]]}"#);
    let review = review.json();
    assert_eq!((&review["decided_at"], &review["winner"]), (&0.into(), &"second".into()));
    assert_eq!(review["moves"][0]["better"], serde_json::json!([[1, 4, 5]]));
    let jump = server.post("/api/play/review", r#"{"game": "nim", "positions": [[3,4,5],[1,1,1]]}"#);
    assert_eq!(jump.status, 400, "{}", jump.text());
    // Empty heaps may be left out where heaps are split, and may be there.
    for positions in ["[[1,2],[1],[0]]", "[[1,2],[0,1],[0]]", "[[1,2],[0,1],[0,0]]"] {
        let asked = format!(r#"{{"game": "octal:0.77", "positions": {positions}}}"#);
        assert_eq!(server.post("/api/play/review", &asked).json()["winner"], "second", "{positions}");
    }
    let typed = server.post("/api/play/read", r#"{"game": "nim", "position": "3,4,5", "text": "2 from 1"}"#).json();
    assert_eq!(typed["to"], serde_json::json!([1, 4, 5]));
}

/// Where options may be blocked, the page gets right answers or clear refusals.
#[test]
fn games_with_blocked_options_are_answered_or_refused() {
    let server = Server::start();
    let rules = "state x, y  blocking 1  \
        move k in 0..x, l in 0..y where k + l > 0 and (k = 0 or l = 0 or k = l) -> (x - k, y - l)";
    let ask = |path: &str, fields: &str| {
        let named = server.post(&format!("/api/{path}"), &format!(r#"{{"game": "wythoff-blocking", {fields}}}"#));
        let typed = server.post(&format!("/api/{path}"), &format!(r#"{{"rules": "{rules}", {fields}}}"#));
        assert_eq!(named.status, typed.status, "{path} {fields}: {}", typed.text());
        named
    };
    let answer = ask("solve", r#""position": "3,4""#).json();
    assert_eq!((&answer["outcome"], &answer["blocked"], &answer["grundy"]), (&"N".into(), &1.into(), &Value::Null));
    assert_eq!(answer["winning_moves"], serde_json::json!([[0, 1], [3, 1]]));
    assert_eq!(ask("solve", r#""position": "2,2""#).json()["outcome"], "P");
    let list = ask("cold", r#""count": 4"#).json();
    assert_eq!(list["positions"][3]["position"], serde_json::json!([2, 2]));
    let game = server.get("/api/games?name=wythoff-blocking").json();
    assert_eq!((&game["shape"]["board"], &game["shape"]["sequence"]), (&false.into(), &false.into()));
    for (path, fields) in [
        ("solve", r#""position": "3,4", "grundy": true"#),
        ("solve", r#""position": "3,4", "misere": true"#),
        ("cold", r#""value": 1"#),
        ("cold", r#""misere": true"#),
        ("table", r#""rows": 4"#),
        ("table", r#""rows": 4, "value": 0, "format": "u16""#),
        ("period", r#""max_heap": 100"#),
        ("quotient", r#""heaps": 10"#),
        ("play/move", r#""position": "3,4""#),
        ("play/read", r#""position": "3,4", "text": "3,3""#),
        ("play/allowed", r#""position": "3,4", "to": [[3, 3]]"#),
        ("play/review", r#""positions": [[3, 4], [3, 3]]"#),
    ] {
        let answer = ask(path, fields);
        assert_eq!(answer.status, 400, "{path} {fields}: {}", answer.text());
        let message = answer.json()["error"]["message"].as_str().unwrap_or_default().to_owned();
        assert!(message.contains("cannot be asked of"), "{path} {fields}: {message}");
    }
    let sum = r#"{"components": [{"game": "wythoff-blocking", "position": [3, 4]}, {"game": "nim", "position": [3]}]}"#;
    for path in ["solve", "play/move"] {
        let answer = server.post(&format!("/api/{path}"), sum);
        assert!(answer.status == 400 && answer.text().contains("cannot be asked of"), "{path}: {}", answer.text());
    }
}

#[test]
fn the_engine_says_which_piles_a_move_changes() {
    let server = Server::start();
    for (game, position, to, allowed) in [
        // Taking 1 and 2 leads to (2, 3), which is a move of Nim elsewhere.
        ("nim", "3,5", "[[2, 3], [3, 2], [3, 5], [3]]", "[null, [3, 2], null, null]"),
        ("nim", "9000000000000000000000,5", r#"[["9000000000000000000000", 1]]"#, "[[9000000000000000000000, 1]]"),
        ("moore:2", "9,1,5,7,7,7", "[[8, 1, 5, 7, 6, 7], [8, 1, 4, 7, 6, 7]]", "[[8, 1, 5, 7, 6, 7], null]"),
        ("fibonacci", "20", "[[17], [0]]", "[[17, 6], null]"),
        ("building:3", "0,2,0/6", "[[1, 2, 0], [0, 1, 0]]", "[[1, 2, 0, 5], null]"),
        ("subtraction:2,4,7", "9,9", "[[9, 5], [9, 6]]", "[[9, 5], null]"),
    ] {
        let asked = format!(r#"{{"game": "{game}", "position": "{position}", "to": {to}}}"#);
        let found = server.post("/api/play/allowed", &asked).json();
        assert_eq!(found["allowed"], serde_json::from_str::<Value>(allowed).unwrap(), "{asked}");
    }
    assert_eq!(server.post("/api/play/allowed", r#"{"game": "nim", "position": "3,5", "to": 3}"#).status, 400);
    let asked = r#"{"game": "wythoff", "position": [2, 1], "places": true}"#;
    let moves = server.post("/api/moves", asked).json();
    assert_eq!(moves["moves"], serde_json::json!([[0, 1], [0, 2], [1, 1]]));
    assert_eq!(moves["in_places"], serde_json::json!([[0, 1], [1, 0], [2, 0], [1, 1]]));
    let asked = r#"{"game": "octal:0.77", "position": [4, 9, 2], "places": true}"#;
    let moves = server.post("/api/moves", asked).json();
    assert!(moves["in_places"].as_array().unwrap().contains(&serde_json::json!([4, 3, 4, 2])), "{moves}");
}

#[test]
fn the_catalogue_describes_the_game_that_is_asked_for() {
    let server = Server::start();
    let entry = |name: &str| server.post("/api/games", &format!(r#"{{"name": "{name}"}}"#)).json();
    let building = entry("building:2");
    assert_eq!(building["shape"]["piles"], 2);
    assert_eq!(building["start"], serde_json::json!({"least": 3, "numbers": [[0, 0], [0, 0], [5, 11]]}));
    assert_eq!(building["example"]["game"], "building:2");
    assert_eq!(building["parameter"]["most"], 100);
    assert_eq!(entry("building")["example"]["game"], "building:3");
    assert_eq!(entry("fibonacci")["start"], serde_json::json!({"least": 1, "numbers": [[12, 40]]}));
    assert_eq!(entry("kayles")["shape"]["splits"], true);
    assert_eq!(entry("wythoff3")["parameter"]["choices"][0]["title"], "L1-Nim");
}

#[test]
fn the_page_is_served_with_strict_headers() {
    let server = Server::start();
    let page = server.get("/");
    assert_eq!(page.status, 200);
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.contains("default-src 'self'") && !policy.contains("unsafe"), "{policy}");
    assert_eq!(page.header("x-content-type-options"), Some("nosniff"));
    let tag = page.header("etag").unwrap();
    let again =
        server.send(&format!("GET / HTTP/1.1\r\nhost: localhost\r\nif-none-match: {tag}\r\nconnection: close\r\n\r\n"));
    assert_eq!((again.status, again.body.len()), (304, 0));
    for path in ["/../Cargo.toml", "/%2e%2e/Cargo.toml", "/page/../../Cargo.toml", "/etc/passwd", "//etc/passwd"] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
}

#[test]
fn a_port_that_is_taken_is_told_and_ctrl_c_ends_gently() {
    let mut server = Server::start();
    let port = server.address.port().to_string();
    let second =
        std::process::Command::new(env!("CARGO_BIN_EXE_nimlab")).args(["serve", "--port", &port]).output().unwrap();
    assert_eq!(second.status.code(), Some(1));
    let message = String::from_utf8_lossy(&second.stderr);
    assert!(message.contains("is taken by another program"), "{message}");
    server.signal("INT");
    assert_eq!(server.wait().code(), Some(0));
}

#[test]
fn light_requests_are_answered_while_heavy_ones_run_and_memory_stays_bounded() {
    let server = Server::start();
    let begin = server.memory();
    let mut after = Vec::new();
    for _ in 0..2 {
        let heavy: Vec<_> = (0..42)
            .map(|i| {
                let client = server.client();
                std::thread::spawn(move || match i % 7 {
                    0 => client.post("/api/solve", HEAVY).status,
                    1 => client.get("/api/table?game=nim&rows=4096&columns=4096&format=u16").status,
                    2 => client.get("/api/wythoff3?game=wythoff3:positive&count=300000").status,
                    3 => client.get("/api/table?game=wythoff:3&rows=1500&columns=1500").status,
                    4 => client.get("/api/represent?system=zeckendorf&number=1e1999").status,
                    5 => client.get("/api/cold?game=wythoff:2&from=1e39&count=100000").status,
                    _ => client.get(&format!("/api/moves?game=moore:20&position=1000{}", ",1000".repeat(19))).status,
                })
            })
            .collect();
        // Strangers come and go, and people who want to know something small.
        let strangers: Vec<_> = (0..4u64)
            .map(|seed| {
                let client = server.client();
                std::thread::spawn(move || server::strangers::visit(&client, seed, 60))
            })
            .collect();
        let light: Vec<_> = (0..4)
            .map(|_| {
                let client = server.client();
                std::thread::spawn(move || {
                    let mut slowest = Duration::ZERO;
                    for _ in 0..25 {
                        let started = Instant::now();
                        let answer = client.get("/api/solve?game=wythoff:2&position=17,29");
                        assert_eq!(answer.status, 200, "{}", answer.text());
                        slowest = slowest.max(started.elapsed());
                    }
                    slowest
                })
            })
            .collect();
        for thread in light {
            let slowest = thread.join().unwrap();
            assert!(slowest < Duration::from_secs(8), "a light request took {slowest:?}");
        }
        for thread in strangers {
            thread.join().unwrap();
        }
        for thread in heavy {
            let status = thread.join().unwrap();
            assert!(matches!(status, 200 | 422 | 503), "{status}");
        }
        assert_eq!(server.get("/api/version").status, 200);
        after.push(server.memory());
    }
    let (first, second) = (&after[0], &after[1]);
    // The limits together promise this.
    assert!(second.highest < 1 << 30, "{begin:?} {after:?}");
    assert!(second.now < first.highest + (256 << 20), "{begin:?} {after:?}");
}

#[test]
fn browsers_that_do_not_read_are_given_up() {
    let server = Server::start();
    let ask = |path: &str| {
        let mut stream = server.client().open();
        write!(stream, "GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n").unwrap();
        stream
    };
    let board = "/api/table?game=nim&rows=4096&columns=4096&format=u16";
    let boards: Vec<_> = (0..2).map(|_| ask(board)).collect();
    let lists: Vec<_> = (0..60).map(|_| ask("/api/cold?game=wythoff:2&from=1e39&count=100000")).collect();
    let small = "/api/solve?game=wythoff:2&position=17,29";
    assert_eq!(server.get(small).status, 200);
    // The two boards keep the memory of others for ten seconds, not forever.
    let started = Instant::now();
    while server.get(board).status != 200 {
        assert_eq!(server.get(small).status, 200);
        assert!(started.elapsed() < Duration::from_secs(90), "the memory of boards that nobody reads is kept");
    }
    assert!(server.memory().highest < 1 << 30, "{:?}", server.memory());
    drop((boards, lists));
}

#[test]
fn what_nobody_waits_for_is_stopped() {
    let server = Server::start();
    for _ in 0..4 {
        let mut stream = server.client().open();
        server::client::write_post(&mut stream, "/api/solve", HEAVY);
        std::thread::sleep(Duration::from_millis(400));
        drop(stream);
    }
    std::thread::sleep(Duration::from_secs(2));
    let before = server.processor_time();
    std::thread::sleep(Duration::from_secs(2));
    let used = server.processor_time() - before;
    assert!(used < Duration::from_millis(500), "{used:?} of work for nobody");
}

#[test]
fn malformed_requests_are_refused_and_never_break_anything() {
    let server = Server::start();
    server::strangers::known(&server.client());
    for seed in 0..6 {
        server::strangers::visit(&server.client(), 1000 + seed, 100);
    }
    assert_eq!(server.get("/api/version").status, 200);
}

//! Requests that are wrong in every way: each must be refused with a 4xx, or
//! the connection closed, and nothing may break.

use super::client::{Client, write_post};
use nimlab_api::ENDPOINTS;

/// Bodies that are not a good question, for every path.
const BODIES: &[&str] = &[
    "",
    "{",
    "[]",
    "null",
    "7",
    "\"text\"",
    "{\"game\": 5}",
    "{\"game\": \"wythoff\"}",
    "{\"game\": \"wythoff\", \"position\": {}}",
    "{\"game\": \"wythoff\", \"position\": [[1]]}",
    "{\"game\": \"wythoff\", \"position\": \"-1,2\"}",
    "{\"game\": \"wythoff\", \"position\": [1.5, 2]}",
    "{\"game\": \"wythoff\", \"position\": [1e999999999, 2]}",
    "{\"game\": \"nim\", \"position\": \"1e9999999\"}",
    "{\"game\": \"wythoff:1e99999999\", \"position\": \"1,2\"}",
    "{\"game\": \"rules:/etc/passwd\", \"position\": \"1,2\"}",
    "{\"game\": \"wythoff\", \"position\": \"1,2\", \"method\": \"magic\"}",
    "{\"game\": \"wythoff\", \"position\": \"1,2\", \"misere\": \"perhaps\"}",
    "{\"game\": \"wythoff\", \"position\": \"1,2\", \"surprise\": 1}",
    "{\"rules\": 5, \"position\": \"1\"}",
    "{\"rules\": \"state x move\", \"position\": \"1\"}",
    "{\"rules\": \"state x  move -> (x + 1)\", \"parameters\": [1], \"position\": \"1\"}",
    "{\"rules\": \"state x  move k in 1..x -> (x - k)\", \"parameters\": {\"zz\": 1}, \"position\": \"1\"}",
    "{\"components\": []}",
    "{\"components\": [1, 2]}",
    "{\"components\": {\"game\": \"nim\"}}",
    "{\"game\": \"nim\", \"rows\": 100000, \"columns\": 100000}",
    "{\"game\": \"nim\", \"rows\": 0, \"columns\": 5}",
    "{\"game\": \"wythoff\", \"count\": 1e30}",
    "{\"system\": \"z\", \"number\": \"x\"}",
    "{\"game\": \"nim\", \"positions\": [1, {}, []]}",
    "{\"game\": \"nim\", \"positions\": \"1\"}",
    "{\"$serde_json::private::Number\": \"x\"}",
    "{\"game\": {\"$serde_json::private::Number\": \"NaN\"}, \"position\": \"1\"}",
    "\u{feff}{}",
];

/// Whether an answer is a refusal in good order.
fn refused(status: u16) -> bool {
    (400..500).contains(&status)
}

/// The requests of the lists, one after another.
pub fn known(client: &Client) {
    for path in ENDPOINTS.iter().map(|endpoint| endpoint.path) {
        for body in BODIES {
            let answer = client.post(&format!("/api/{path}"), body);
            assert!(answer.status < 500, "{path} {body}: {} {}", answer.status, answer.text());
            if answer.status != 200 {
                let value = answer.json();
                assert!(
                    value["error"]["message"].as_str().is_some_and(|text| !text.is_empty()),
                    "{path} {body}: {value}"
                );
            }
        }
        let deep = format!("{}{}", "[".repeat(20_000), "]".repeat(20_000));
        let long = format!("{{\"game\": \"{}\"}}", "n".repeat(300_000));
        let piles = format!("{{\"game\": \"nim\", \"position\": \"{}1\"}}", "1,".repeat(50_000));
        for body in [deep, long, piles] {
            let status = client.post(&format!("/api/{path}"), &body).status;
            assert!(refused(status), "{path}: {status}");
        }
    }
    let requests: &[&[u8]] = &[
        b"GET /api/nothing HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n",
        b"DELETE /api/solve HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n",
        b"POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 0\r\nconnection: close\r\n\r\n",
        b"POST /api/solve HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}",
        b"POST /api/solve HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 99999999999\r\nconnection: close\r\n\r\n{}",
        b"GET /api/solve?game=%ff%fe&position=%00 HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n",
        b"GET /api/solve?game=nim&position=%5B1%2C HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n",
        b"BREW / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"nonsense\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
    ];
    for request in requests {
        if let Some(answer) = client.send(request) {
            assert!(refused(answer.status), "{}: {}", String::from_utf8_lossy(request), answer.status);
        }
    }
    let headers = format!("GET / HTTP/1.1\r\nhost: localhost\r\nx: {}\r\n\r\n", "y".repeat(200_000));
    assert!(client.send(headers.as_bytes()).is_none_or(|answer| refused(answer.status)));
}

/// So many requests made of good ones with bytes changed, cut off and
/// repeated; some visitors leave without waiting.
pub fn visit(client: &Client, seed: u64, requests: usize) {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = |bound: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % bound as u64) as usize
    };
    let good = [
        r#"{"game": "wythoff:2", "position": "17,29", "misere": false}"#,
        r#"{"rules": "state x, y  move k in 1..x -> (x - k, y)", "position": [3, 4]}"#,
        r#"{"components": [{"game": "nim", "position": [7]}, {"game": "grundy", "position": "4,4"}]}"#,
        r#"{"game": "subtraction:2,4,7", "count": 50, "max_heap": 1000}"#,
    ];
    for _ in 0..requests {
        let path = ENDPOINTS[next(ENDPOINTS.len())].path;
        let mut body = good[next(good.len())].as_bytes().to_vec();
        for _ in 0..next(4) {
            let at = next(body.len());
            match next(4) {
                0 => body[at] = next(256) as u8,
                1 => body.truncate(at.max(1)),
                2 => body.insert(at, b"{}[],:\"0-e"[next(10)]),
                _ => {
                    let part = body[at..].to_vec();
                    body.extend(part);
                }
            }
        }
        let text = String::from_utf8_lossy(&body).into_owned();
        if next(5) == 0 {
            let mut stream = client.open();
            write_post(&mut stream, &format!("/api/{path}"), &text);
            continue;
        }
        let answer = client.post(&format!("/api/{path}"), &text);
        assert!(answer.status < 500 || answer.status == 503, "{path} {text}: {} {}", answer.status, answer.text());
    }
}

//! The path of a question, a line break, and a JSON object or the query of an
//! address: whatever is asked, the answer comes within a small budget, is never a
//! defect, and is JSON wherever it is a refusal.

#![no_main]

use libfuzzer_sys::fuzz_target;
use nimlab_api::{Asked, WorkToken, answer};
use std::time::Duration;

fuzz_target!(|bytes: &[u8]| {
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
    let (path, rest) = (String::from_utf8_lossy(&bytes[..end]), bytes.get(end + 1..).unwrap_or_default());
    let text = String::from_utf8_lossy(rest);
    let asked = if rest.first() == Some(&b'{') { Asked::Body(rest) } else { Asked::Query(&text) };
    if let Err(failure) = answer(&path, asked, &WorkToken::alone(Duration::from_millis(50), 1 << 20)) {
        let (status, body) = failure.into_parts();
        assert!(matches!(status, 400 | 404 | 413 | 422), "{status}");
        let value: serde_json::Value = serde_json::from_str(&body).unwrap();
        let message = value["error"]["message"].as_str().unwrap();
        assert!((1..5000).contains(&message.chars().count()), "{message}");
    }
});

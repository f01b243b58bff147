//! Many random requests of one client, and what came of them.

use super::chance::Chance;
use super::client::{Answer, Client, write_post};
use std::collections::BTreeMap;
use std::io::Write;
use std::time::{Duration, Instant};

/// What came of many requests.
#[derive(Default, Debug)]
pub struct Tally {
    /// How often each status came; 0 stands for those who left without waiting.
    pub statuses: BTreeMap<u16, usize>,
    /// How long each answer took, with its request.
    pub slowest: Option<(Duration, String)>,
}

impl Tally {
    pub fn count(&mut self, status: u16, took: Duration, asked: &str) {
        *self.statuses.entry(status).or_default() += 1;
        if self.slowest.as_ref().is_none_or(|(slowest, _)| *slowest < took) {
            self.slowest = Some((took, asked.chars().take(300).collect()));
        }
    }

    pub fn add(&mut self, other: Self) {
        for (status, count) in other.statuses {
            *self.statuses.entry(status).or_default() += count;
        }
        if let Some((took, asked)) = other.slowest
            && self.slowest.as_ref().is_none_or(|(slowest, _)| *slowest < took)
        {
            self.slowest = Some((took, asked));
        }
    }

    pub fn requests(&self) -> usize {
        self.statuses.values().sum()
    }
}

/// Asks this many random questions; whoever is not answered within `patience`
/// leaves.
pub fn ask(client: &Client, seed: u64, requests: usize, patience: Duration) -> Tally {
    let mut chance = Chance::new(seed);
    let mut tally = Tally::default();
    for _ in 0..requests {
        let (path, body) = chance.request();
        let asked = format!("seed {seed}: {path} {body}");
        let started = Instant::now();
        let mut stream = client.open();
        stream.set_read_timeout(Some(patience)).unwrap();
        if chance.below(3) == 0 {
            let _ = stream.write_all(as_query(path, &body).as_bytes());
        } else {
            write_post(&mut stream, &format!("/api/{path}"), &body);
        }
        match Answer::read(stream) {
            None => tally.count(0, Duration::ZERO, &asked),
            Some(answer) => {
                let good = answer.status < 500 || answer.status == 503;
                assert!(good, "{asked}: {} {}", answer.status, answer.text());
                assert_ne!(answer.header("content-type"), Some("text/html; charset=utf-8"), "{asked}");
                tally.count(answer.status, started.elapsed(), &asked);
            }
        }
    }
    tally
}

/// The same request with its names in the address.
fn as_query(path: &str, body: &str) -> String {
    let fields: serde_json::Value = serde_json::from_str(body).unwrap();
    let mut words = Vec::new();
    for (name, value) in fields.as_object().unwrap() {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let text: String = text.bytes().map(|byte| format!("%{byte:02x}")).collect();
        words.push(format!("{name}={text}"));
    }
    format!("GET /api/{path}?{} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n", words.join("&"))
}

//! Many at once: half-open connections, rules from strangers, and any question
//! with any numbers, under a limit of the system instead of trust.
//!
//! `NIMLAB_CAMPAIGN=20` asks twenty times as much and prints what came of it:
//! `NIMLAB_CAMPAIGN=20 cargo test --release --test server campaign -- --nocapture`.

use super::campaign::{self, Tally};
use super::chance::KNOWN;
use super::client::{Answer, Server, write_post};
use crate::HEAVY;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A question that is answered at once.
const LIGHT: &str = "/api/solve?game=wythoff:2&position=17,29";

/// What docs/api.md promises.
const MOST_MEMORY: u64 = 1 << 30;

/// How much larger than usual the campaign is.
fn scale() -> usize {
    std::env::var("NIMLAB_CAMPAIGN").ok().and_then(|text| text.parse().ok()).unwrap_or(1)
}

/// The end of a request whose beginning was sent.
fn finish(mut stream: std::net::TcpStream) -> Option<Answer> {
    stream.write_all(b"alhost\r\nconnection: close\r\n\r\n").ok()?;
    Answer::read(stream)
}

fn half_open(server: &Server, count: usize) -> Vec<std::net::TcpStream> {
    let open = |_| {
        let mut stream = server.client().open();
        stream.write_all(b"GET /api/version HTTP/1.1\r\nhost: loc").unwrap();
        stream
    };
    (0..count).map(open).collect()
}

#[test]
fn slow_connections_hold_nobody_up() {
    let server = Server::start();
    let mut silent = half_open(&server, 600);
    assert_eq!(server.get(LIGHT).status, 200);
    // That did not take until their time was over: the first can still continue.
    assert_eq!(finish(silent.remove(0)).map(|answer| answer.status), Some(200));
}

#[test]
fn when_there_are_too_many_connections_the_oldest_gives_way() {
    // File handles for some 230 connections.
    let server = Server::start_limited("-n 300");
    let mut silent = half_open(&server, 600);
    assert_eq!(server.get(LIGHT).status, 200);
    assert_eq!(finish(silent.pop().unwrap()).map(|answer| answer.status), Some(200));
    assert!(finish(silent.remove(0)).is_none());
}

#[test]
fn what_is_in_flight_is_answered_when_the_server_is_told_to_terminate() {
    for signal in ["TERM", "INT"] {
        let mut server = Server::start();
        let _silent = half_open(&server, 3);
        let body = r#"{"game": "wythoff:2", "position": "17,29"}"#;
        let mut stream = server.client().open();
        let head = format!(
            "POST /api/solve HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        stream.write_all(head.as_bytes()).unwrap();
        // By the answer to another request the server has seen the first one.
        assert_eq!(server.get(LIGHT).status, 200);
        server.signal(signal);
        while std::net::TcpStream::connect(server.address).is_ok() {
            std::thread::sleep(Duration::from_millis(5));
        }
        stream.write_all(body.as_bytes()).unwrap();
        assert_eq!(Answer::read(stream).map(|answer| answer.status), Some(200), "{signal}");
        assert_eq!(server.wait().code(), Some(0), "{signal}");
    }
}

#[test]
fn rules_from_strangers_never_take_the_places_of_light_questions() {
    let server = Server::start();
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for i in 0..80 {
            let (client, done) = (server.client(), &done);
            scope.spawn(move || {
                while !done.load(Ordering::Relaxed) {
                    let body = match i % 4 {
                        0 => r#"{"components": [{"game": "nim", "position": "3"}, {"rules": "state n  move k in 1..n -> (k - 1) + (n - k)", "position": "100000"}]}"#,
                        _ => HEAVY,
                    };
                    let mut stream = client.open();
                    stream.set_read_timeout(Some(Duration::from_secs(1))).unwrap();
                    write_post(&mut stream, "/api/solve", body);
                    // Some leave without an answer.
                    let status = Answer::read(stream).map_or(422, |answer| answer.status);
                    assert!(matches!(status, 200 | 422 | 503), "{status}");
                }
            });
        }
        std::thread::sleep(Duration::from_millis(500));
        for _ in 0..300 {
            let answer = server.get(LIGHT);
            if answer.status != 200 {
                done.store(true, Ordering::Relaxed);
                panic!("{}", answer.text());
            }
        }
        done.store(true, Ordering::Relaxed);
    });
}

#[test]
#[allow(clippy::print_stdout, reason = "a campaign prints its figures")]
fn a_campaign_of_any_questions_ends_no_server_and_takes_no_more_than_is_promised() {
    // The system itself gives no more than 2 GB of addresses, threads included.
    let server = Server::start_limited("-v 2097152");
    let times = scale();
    let started = Instant::now();
    let known: Vec<_> = KNOWN
        .iter()
        .map(|(path, body)| {
            let client = server.client();
            std::thread::spawn(move || (client.post(&format!("/api/{path}"), body), path, body))
        })
        .collect();
    let patience = Duration::from_millis(if times == 1 { 300 } else { 2000 });
    let asking: Vec<_> = (0..24)
        .map(|seed| {
            let client = server.client();
            std::thread::spawn(move || campaign::ask(&client, seed, 12 * times, patience))
        })
        .collect();
    let light = {
        let client = server.client();
        std::thread::spawn(move || {
            let mut took = Vec::new();
            for _ in 0..200 * times {
                let started = Instant::now();
                let answer = client.get(LIGHT);
                assert_eq!(answer.status, 200, "{}", answer.text());
                took.push(started.elapsed());
                std::thread::sleep(Duration::from_millis(5));
            }
            took.sort();
            took
        })
    };
    let mut tally = Tally::default();
    for thread in asking {
        tally.add(thread.join().unwrap());
    }
    for thread in known {
        let (answer, path, body) = thread.join().unwrap();
        assert!(matches!(answer.status, 200 | 400 | 413 | 422 | 503), "{path} {body}: {}", answer.text());
    }
    let took = light.join().unwrap();
    assert_eq!(server.get(LIGHT).status, 200);
    let memory = server.memory();
    if times > 1 {
        let at = |part: f64| took[((took.len() - 1) as f64 * part) as usize];
        println!("{} requests and {} light ones in {:?}", tally.requests(), took.len(), started.elapsed());
        println!("{tally:?}");
        println!("light: median {:?}, 99 % {:?}, slowest {:?}", at(0.5), at(0.99), at(1.0));
        println!("memory: {} MB now, {} MB at most", memory.now >> 20, memory.highest >> 20);
    }
    assert!(memory.highest < MOST_MEMORY, "{memory:?} {tally:?}");
}

//! The two doors of a game that was played, and how the server is started.

use super::client::Server;
use serde_json::{Value, json};
use std::io::Write;
use std::process::{Command, Stdio};

/// The record that `play --json` prints of a game whose moves are typed.
fn played(words: &[&str], typed: &str) -> Value {
    let mut child = Command::new(env!("CARGO_BIN_EXE_nimlab"))
        .args(["play", "--json"])
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{words:?}: {output:?}"))
}

#[test]
fn play_and_review_say_the_same_of_the_same_game() {
    let server = Server::start();
    let games: [(&[&str], &str); 6] = [
        (&["nim", "3,4,5", "--seed", "1"], "1 from 1\n"),
        (&["nim", "1,2", "--seed", "1"], "1 from 1\n"),
        (&["nim", "1,2", "--seed", "1"], "1 from 2\n1 from 1\n1 from 2\n"),
        (&["wythoff", "3,4", "--level", "random", "--seed", "5"], "1 from 1\n1 from 1\n"),
        (&["nim", "2,2", "--misere", "--seed", "2"], "2 from 1\n1 from 2\n1 from 2\n"),
        (&["octal:0.77", "5", "--level", "random", "--seed", "3"], "1 from 1\n"),
    ];
    let (mut unfinished, mut decided) = (0, 0);
    for (words, typed) in games {
        let record = played(words, typed);
        let moves = record["moves"].as_array().unwrap();
        assert!(!moves.is_empty(), "{words:?} {record}");
        let mut positions = vec![moves[0]["from"].clone()];
        positions.extend(moves.iter().map(|made| made["to"].clone()));
        let asked = json!({ "game": record["game"], "positions": positions, "misere": record["play"] == "misere" });
        let review = server.post("/api/play/review", &asked.to_string()).json();
        for name in ["decided_at", "complete", "over"] {
            assert_eq!(review[name], record[name], "{name} of {words:?}: {record}");
        }
        for (reviewed, recorded) in review["moves"].as_array().unwrap().iter().zip(moves) {
            // The record says in addition how the move was made.
            for (name, value) in reviewed.as_object().unwrap() {
                assert_eq!(*value, recorded[name], "{name} of {words:?}: {record}");
            }
        }
        unfinished += usize::from(record["over"] == false);
        decided += usize::from(record["decided_at"].is_number());
    }
    assert!(unfinished >= 1 && decided >= 1, "{unfinished} unfinished, {decided} decided");
}

#[test]
fn a_server_for_the_network_warns_and_says_what_others_type() {
    use std::io::{BufRead, BufReader};
    for (host, warns) in [("0.0.0.0", true), ("127.0.0.1", false), ("localhost", false)] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_nimlab"))
            .args(["serve", "--port", "0", "--host", host])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let first = lines.next().unwrap().unwrap();
        assert!(first.contains("http://127.0.0.1:") && first.contains("Ctrl-C"), "{first}");
        if warns {
            let second = lines.next().unwrap().unwrap();
            assert!(second.starts_with("Everyone on this network can use it until you stop it."), "{second}");
            assert!(second.contains("Others type http://"), "{second}");
        }
        let id = child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(0));
        assert_eq!(lines.count(), usize::from(warns));
    }
    let wrong = Command::new(env!("CARGO_BIN_EXE_nimlab")).args(["serve", "--host", "example.org"]).output().unwrap();
    assert_eq!(wrong.status.code(), Some(2));
    let message = String::from_utf8_lossy(&wrong.stderr);
    assert!(message.contains("an address of this machine in numbers"), "{message}");
    // An address that is reserved for documents: no machine has it.
    let absent = Command::new(env!("CARGO_BIN_EXE_nimlab")).args(["serve", "--host", "192.0.2.1"]).output().unwrap();
    assert_eq!(absent.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&absent.stderr).contains("does not have the address 192.0.2.1"));
}

/// At a terminal, which the command `script` makes, the page is opened.
#[test]
#[cfg(target_os = "linux")]
fn at_a_terminal_the_page_is_opened_in_the_browser() {
    use std::os::unix::fs::PermissionsExt;
    if Command::new("script").arg("--version").output().is_err() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let opened = folder.path().join("opened");
    let program = folder.path().join("xdg-open");
    std::fs::write(&program, format!("#!/bin/sh\necho \"$1\" > '{}'\n", opened.display())).unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", folder.path().display(), std::env::var("PATH").unwrap());
    // The server is told to stop by its own number, which the shell knows.
    let serve = |options: &str, display: &str, wait: &str| {
        let nimlab = env!("CARGO_BIN_EXE_nimlab");
        let line = format!("'{nimlab}' serve --port 0 {options} & {wait}; kill -TERM $!; wait $!");
        let mut command = Command::new("script");
        command.args(["-qec", &line, "/dev/null"]).env("PATH", &path).env_remove("WAYLAND_DISPLAY");
        let output = command.env("DISPLAY", display).stdin(Stdio::null()).output().unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let until_opened = format!("for i in $(seq 600); do [ -s '{}' ] && break; sleep 0.1; done", opened.display());
    let said = serve("", ":0", &until_opened);
    let page = std::fs::read_to_string(&opened).unwrap();
    assert!(said.contains(page.trim()) && page.starts_with("http://127.0.0.1:"), "{said} {page}");
    assert!(!said.contains("Open this address"), "{said}");
    std::fs::remove_file(&opened).unwrap();
    let said = serve("", "", "sleep 2");
    assert!(said.contains("Open this address in a browser."), "{said}");
    let said = serve("--no-open", ":0", "sleep 2");
    assert!(said.contains("nimlab is at http://") && !said.contains("Open this"), "{said}");
    assert!(!opened.exists());
}

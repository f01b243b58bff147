//! The guide's chapter on the rule language: every rule file on the page is
//! written to a folder, and every command of its transcripts is run there.
//! With `TRYCMD=overwrite` in the environment the page is brought up to date.

use std::fs;
use std::path::Path;
use std::process::Command;

/// The output of a transcript's command, with its exit code if that is not 0.
fn output_of(line: &str, folder: &Path) -> String {
    let words = shell_words(line.strip_prefix("nimlab ").expect("a transcript runs nimlab"));
    let output = Command::new(env!("CARGO_BIN_EXE_nimlab")).args(&words).current_dir(folder).output().unwrap();
    let code = output.status.code().unwrap_or(-1);
    let mut text = if code == 0 { String::new() } else { format!("? {code}\n") };
    text += std::str::from_utf8(&output.stdout).unwrap();
    text += std::str::from_utf8(&output.stderr).unwrap();
    text
}

/// Words at blanks, with single quotes around words that hold blanks.
fn shell_words(line: &str) -> Vec<String> {
    let parts = line.split('\'').enumerate();
    parts
        .flat_map(|(i, part)| match i % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect(),
            _ => vec![part.to_owned()],
        })
        .collect()
}

/// A transcript as it is when its commands are run now.
fn run(transcript: &str, folder: &Path) -> String {
    let commands = transcript.lines().filter_map(|line| line.strip_prefix("$ "));
    let runs: Vec<String> = commands.map(|line| format!("$ {line}\n{}", output_of(line, folder))).collect();
    runs.join("\n")
}

#[test]
fn every_example_of_the_chapter_is_true() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules.md");
    let text = fs::read_to_string(&page).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut renewed = String::new();
    let (mut files, mut transcripts) = (0, 0);
    for (i, block) in text.split("```").enumerate() {
        renewed += if i == 0 { "" } else { "```" };
        let (kind, body) = block.split_once('\n').unwrap_or((block, ""));
        match kind.split_once(' ') {
            _ if i % 2 == 0 => renewed += block,
            Some(("rules", file)) => {
                fs::write(folder.path().join(file), body).unwrap();
                files += 1;
                renewed += block;
            }
            _ if kind == "transcript" => {
                renewed += &format!("transcript\n{}", run(body, folder.path()));
                transcripts += 1;
            }
            _ => renewed += block,
        }
    }
    if std::env::var("TRYCMD").is_ok_and(|how| how == "overwrite") {
        fs::write(&page, &renewed).unwrap();
    }
    assert_eq!(renewed, text);
    assert!(files >= 6 && transcripts >= 8, "{files} files, {transcripts} transcripts");
}

/// The path of a rule file of the examples.
fn example(name: &str) -> String {
    format!("{}/../../examples/rules/{name}.rules", env!("CARGO_MANIFEST_DIR"))
}

fn json(words: &[&str], code: i32) -> serde_json::Value {
    let output = Command::new(env!("CARGO_BIN_EXE_nimlab")).args(words).arg("--json").output().unwrap();
    assert_eq!(output.status.code(), Some(code), "{words:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn rule_files_stand_wherever_a_game_does() {
    let wythoff = format!("rules:{}(a=2)", example("wythoff"));
    let solved = json(&["solve", &wythoff, "17,29"], 0);
    assert_eq!(solved["outcome"], "N");
    assert_eq!(solved["grundy"], json(&["solve", "wythoff:2", "17,29"], 0)["grundy"]);
    assert_eq!(solved["winning_moves"], serde_json::json!([[7, 17], [8, 20]]));
    let listed = json(&["cold", &wythoff, "--count", "4"], 0);
    assert_eq!(listed["positions"], json(&["cold", "wythoff:2", "--count", "4"], 0)["positions"]);
    let table = json(&["table", &wythoff, "--size", "12"], 0);
    assert_eq!(table["values"], json(&["table", "wythoff:2", "--size", "12"], 0)["values"]);
    assert_eq!(json(&["check", &wythoff, "--size", "8"], 0)["agrees"], true);
    let kayles = format!("rules:{}", example("kayles"));
    let sum = json(&["solve", &kayles, "5", "+", "nim", "4"], 0);
    assert_eq!(sum["outcome"], "P");
}

#[test]
fn rules_check_answers_in_json() {
    let subtraction = format!("{}(S={{1,3}})", example("subtraction"));
    let found = json(&["rules", "check", &subtraction], 0);
    assert_eq!(found["ok"], true);
    assert_eq!(found["state"], serde_json::json!(["n"]));
    assert_eq!(found["parameters"], serde_json::json!({ "S": [1, 3] }));
    let folder = tempfile::tempdir().unwrap();
    let wrong = folder.path().join("wrong.rules");
    fs::write(&wrong, "state x\nmove k in 1..y -> (x - k)").unwrap();
    let found = json(&["rules", "check", wrong.to_str().unwrap()], 2);
    assert_eq!(found["ok"], false);
    assert_eq!(found["diagnostics"][0]["column"], 14);
    assert_eq!(found["diagnostics"][0]["help"], "did you mean 'x'?");
    fs::write(&wrong, "state x\nmove k in 1..3 -> (x - k)").unwrap();
    let found = json(&["rules", "check", wrong.to_str().unwrap()], 2);
    assert!(found["failure"].as_str().unwrap().contains("would make x negative"));
    assert_eq!(found["ok"], false);
    fs::write(&wrong, "state x, y\nmove -> (y, x)").unwrap();
    let found = json(&["rules", "check", wrong.to_str().unwrap()], 2);
    assert_eq!((found["ok"].clone(), found["tried_out"].is_null()), (false.into(), true));
    assert!(found["failure"].as_str().unwrap().contains("do not end"));
}

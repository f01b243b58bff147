//! The guide's chapter on the rule language: every rule file on the page is
//! written to a folder, and every command of its transcripts is run there.
//! With `BLESS=1` in the environment the page is brought up to date.

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
    if std::env::var_os("BLESS").is_some() {
        fs::write(&page, &renewed).unwrap();
    }
    assert_eq!(renewed, text);
    assert!(files >= 6 && transcripts >= 8, "{files} files, {transcripts} transcripts");
}

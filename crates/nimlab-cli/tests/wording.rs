//! Messages name flags and commands, and what they name works: every example
//! is followed.

use std::path::Path;
use std::process::{Command, Output};

fn nimlab(arguments: &[&str], folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_nimlab")).args(arguments).current_dir(folder).output().expect("nimlab starts")
}

/// The arguments that a message advises: a whole command, or the same one with
/// other values of its flags.
fn followed<'t>(arguments: &[&'t str], example: &'t str) -> Vec<&'t str> {
    let words: Vec<&str> = example.split(' ').map(|word| word.trim_matches('\'')).collect();
    if words[0] == "nimlab" {
        return words[1..].to_vec();
    }
    let mut changed = arguments.to_vec();
    for pair in words.chunks(2) {
        match changed.iter().position(|word| word == &pair[0]) {
            Some(at) => changed[at + 1] = pair[1],
            None => changed.extend(pair),
        }
    }
    changed
}

#[test]
fn what_a_message_advises_works() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("bad.json"), "{}").unwrap();
    let cases = [
        ("positions wythoff --method recursive --from 1e30", "--method algebraic"),
        ("solve wythoff 1e30,2e30 --method recursive", "--method algebraic"),
        ("solve building:3 0,0,1/9 --method closed-form", "--method table"),
        ("positions moore:2 --from 1e12", "--from 1000"),
        ("positions fibonacci --from 1e30", "--from 1000"),
        ("positions nim --heaps 17", "--heaps 3"),
        ("check nim --heaps 99", "--size 8 --heaps 3"),
        ("check nim --heaps 1e6", "--heaps 3"),
        ("check wythoff --size 1e6", "--size 8"),
        ("positions nim --misere --value 3", "nimlab positions nim --value 3"),
        ("table wythoff3:l1 --size 5", "nimlab positions wythoff3:l1"),
        ("period wythoff --row 1e9", "--row 7"),
        ("period wythoff --row 3 --max-heap 1e18", "--max-heap 1e7"),
        ("period octal:0.77 --extend", "nimlab period subtraction:1,5,8 --extend"),
        ("verify bad.json", "nimlab prove wythoff --certificate FILE"),
        ("moves nim 3,4,5 --to 9,9,9", "--to 1,4,5"),
        ("compare nim fibonacci", "nimlab compare nim wythoff --size 10"),
        ("solve moore:2 2,3 --method search --budget 3", "--budget 30"),
        ("table wythoff --size 1500 --format csv --budget-memory 1", "--budget-memory "),
        ("plot board grundy --size 5000 -o board.svg", "nimlab plot board wythoff --size 20 -o board.svg"),
        ("plot sequence nim -o nim.svg", "nimlab plot sequence octal:0.77 -o sequence.svg"),
        ("sweep subtraction --max 99 --dir sweep", "nimlab sweep subtraction --max 16 --dir sweep-16"),
        ("chess", "nimlab "),
        ("solve chess 1", "nimlab solve "),
    ];
    for (question, advice) in cases {
        let arguments: Vec<&str> = question.split(' ').collect();
        let output = nimlab(&arguments, folder.path());
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(matches!(output.status.code(), Some(1 | 2)), "{question}: {message}");
        let example = message.trim_end().rsplit_once(": ").map_or("", |(_, example)| example);
        assert!(example.starts_with(advice), "{question}: {message}");
        let then = followed(&arguments, example);
        let output = nimlab(&then, folder.path());
        // A comparison that finds a difference ends with 1 and says nothing.
        let fine = output.status.success() || output.stderr.is_empty();
        assert!(fine, "{question}, then {then:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn a_long_list_is_sent_to_a_run_whose_command_is_complete() {
    let folder = tempfile::tempdir().unwrap();
    let output = nimlab(&["positions", "wythoff3:lex", "--from", "1e18"], folder.path());
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("keeps what it has done: nimlab run wythoff3:lex --steps 1e9 --dir lex"), "{message}");
    // A run that lasts is not run here, but a short one by the same flags is.
    let output = nimlab(&["run", "wythoff3:lex", "--steps", "1e3", "--dir", "lex"], folder.path());
    assert!(output.status.success());
}

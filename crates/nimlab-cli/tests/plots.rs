//! Figures from the command line: the same bytes every time, from a run as
//! from the stream, and no file where something went wrong.

use std::path::Path;
use std::process::{Command, Output};

fn nimlab(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_nimlab")).args(arguments).current_dir(folder).output().expect("nimlab starts")
}

fn drawn(folder: &Path, arguments: &[&str], file: &str) -> Vec<u8> {
    let output = nimlab(folder, &[arguments, &["-o", file]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stdout.is_empty());
    std::fs::read(folder.join(file)).unwrap()
}

#[test]
fn equal_commands_give_equal_files_in_both_forms() {
    let folder = tempfile::tempdir().unwrap();
    let commands: [&[&str]; 9] = [
        &["plot", "heat", "wythoff", "--size", "60"],
        &["table", "r-wythoff", "--size", "40", "--value", "1"],
        &["plot", "board", "wythoff:2", "--from", "17,12"],
        &["plot", "sequence", "subtraction:2,4,7"],
        &["plot", "space", "wythoff3:l1", "wythoff3:positive"],
        &["plot", "differences", "wythoff3:positive", "--steps", "2e4"],
        &["plot", "exceptions", "wythoff3:lex", "--steps", "1e5"],
        &["plot", "kappa", "wythoff3:lex", "--steps", "1e5", "--no-title"],
        &["plot", "blocks", "wythoff3:l1", "wythoff3:lex", "--numbers", "3e4"],
    ];
    for command in commands {
        let [svg, again] = ["a.svg", "b.svg"].map(|file| drawn(folder.path(), command, file));
        assert!(svg.starts_with(b"<svg") && svg == again, "{command:?}");
        let [png, again] = ["a.png", "b.PNG"].map(|file| drawn(folder.path(), command, file));
        assert!(png.starts_with(b"\x89PNG") && png == again, "{command:?}");
    }
}

#[test]
fn a_run_is_drawn_as_the_stream_is() {
    let folder = tempfile::tempdir().unwrap();
    for game in ["wythoff3:l1", "wythoff3:lex", "wythoff3:positive"] {
        let run = nimlab(folder.path(), &["run", game, "--steps", "20000", "--dir", game]);
        assert!(run.status.success());
        for what in ["limits", "differences"] {
            let of_run = drawn(folder.path(), &["plot", what, "--dir", game], "run.svg");
            let of_stream = drawn(folder.path(), &["plot", what, game, "--steps", "20000"], "stream.svg");
            assert_eq!(of_run, of_stream, "{what} of {game}");
        }
    }
}

#[test]
fn a_figure_of_given_measurements_is_the_same_every_time() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    drawn(path, &["plot", "timing", "--size", "100", "--save", "times.csv"], "now.svg");
    let [first, second] =
        ["a.svg", "b.svg"].map(|file| drawn(path, &["plot", "timing", "--measurements", "times.csv"], file));
    assert_eq!(first, second);
    std::fs::write(path.join("wrong.csv"), "strategy,n,milliseconds\nrecursive,10,0.02\nrecursive,ten,0.03\n").unwrap();
    let output = nimlab(path, &["plot", "timing", "--measurements", "wrong.csv", "-o", "wrong.svg"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("line 3"));
}

#[test]
fn nothing_is_left_where_a_figure_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    std::fs::write(path.join("there.svg"), "as it was").unwrap();
    for (arguments, code) in [
        (["plot", "heat", "wythoff", "--size", "5000", "-o", "there.svg"], 2),
        (["plot", "heat", "wythoff", "--size", "20", "-o", "there.pdf"], 2),
        (["plot", "sequence", "grundy", "--heaps", "1", "-o", "there.svg"], 2),
        (["plot", "heat", "wythoff", "--size", "20", "-o", "no/there.svg"], 1),
    ] {
        assert_eq!(nimlab(path, &arguments).status.code(), Some(code), "{arguments:?}");
    }
    assert_eq!(std::fs::read_to_string(path.join("there.svg")).unwrap(), "as it was");
    assert_eq!(std::fs::read_dir(path).unwrap().count(), 1);
}

#[test]
fn automata_of_theorems_are_drawn_and_what_is_none_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    for game in ["wythoff", "r-wythoff", "nim"] {
        let proved = nimlab(path, &["prove", game, "--value", "0", "--certificate", "theorem.json"]);
        assert!(proved.status.success(), "{}", String::from_utf8_lossy(&proved.stderr));
        let [svg, again] = ["a.svg", "b.svg"].map(|file| drawn(path, &["plot", "automaton", "theorem.json"], file));
        assert!(svg.starts_with(b"<svg") && svg == again, "{game}");
        assert!(drawn(path, &["plot", "automaton", "theorem.json", "--value", "0"], "a.png").starts_with(b"\x89PNG"));
    }
    // A value that is not there, a file that is no certificate, a state that is not there.
    let text = std::fs::read_to_string(path.join("theorem.json")).unwrap();
    std::fs::write(path.join("other.json"), "{}").unwrap();
    std::fs::write(path.join("states.json"), text.replace("\"positions\":[[1,[0,0,", "\"positions\":[[1,[0,7,"))
        .unwrap();
    for (arguments, word) in [
        (&["plot", "automaton", "theorem.json", "--value", "3", "-o", "x.svg"], "values 0 to 0"),
        (&["plot", "automaton", "other.json", "--value", "0", "-o", "x.svg"], "certificate"),
        (&["plot", "automaton", "states.json", "--value", "0", "-o", "x.svg"], "state 7"),
    ] {
        let output = nimlab(path, arguments);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && told.contains(word), "{told}");
        assert!(!path.join("x.svg").exists());
    }
}

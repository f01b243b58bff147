//! Rule files at the command: in every place of a game's name, with parameters,
//! names and budgets, and what is said when something is wrong.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn example(name: &str) -> String {
    format!("rules:{}/../../examples/rules/{name}.rules", env!("CARGO_MANIFEST_DIR"))
}

fn nimlab(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_nimlab")).args(words).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// What a command prints, which must end with that code.
fn printed(words: &[&str], code: i32) -> String {
    let output = nimlab(words);
    assert_eq!(output.status.code(), Some(code), "{words:?}: {}", text(&output.stderr));
    text(&output.stdout) + &text(&output.stderr)
}

fn json(words: &[&str]) -> serde_json::Value {
    let output = nimlab(&[words, &["--json"]].concat());
    assert!(output.status.success(), "{words:?}: {}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn written(folder: &Path, name: &str, rules: &str) -> String {
    fs::write(folder.join(name), rules).unwrap();
    format!("rules:{}", folder.join(name).display())
}

#[test]
fn games_shows_a_rule_file() {
    let shown = printed(&["games", &example("wythoff")], 0);
    for part in ["Wythoff\n", "position    (x, y)", "parameters  a = 1", "  decreasing x + y\n"] {
        assert!(shown.contains(part), "{part} in\n{shown}");
    }
    let value = json(&["games", &example("subtraction")]);
    assert_eq!(value["state"], serde_json::json!(["n"]));
    assert!(value["text"].as_str().unwrap().contains("param S = {2, 4, 7}"));
}

#[test]
fn period_observes_the_values_of_a_rule_file_and_proves_nothing() {
    let value = json(&["period", &example("kayles"), "--max-heap", "500"]);
    assert_eq!(value["proved"], false);
    assert_eq!(value["observed"], serde_json::json!({"preperiod": 71, "period": 12, "saltus": 0}));
    assert_eq!(value["checked_to"], 500);
    let value = json(&["period", &example("nim"), "--max-heap", "50"]);
    assert_eq!(value["observed"], serde_json::json!({"preperiod": 0, "period": 1, "saltus": 1}));
    assert!(printed(&["period", &example("wythoff")], 2).contains("a heap game has positions of one number"));
    assert!(printed(&["period", &example("kayles"), "--extend"], 2).contains("built-in heap games"));
}

#[test]
fn parameters_may_have_spaces_and_files_too() {
    let folder = tempfile::tempdir().unwrap();
    let game = written(
        folder.path(),
        "my rules.rules",
        "state n  param a = 1  param b = 2\nmove k in a..b where k <= n -> (n - k)\n",
    );
    let answer = json(&["solve", &format!("{game}(a=2, b=3)"), "4"]);
    assert_eq!((&answer["game"], &answer["grundy"]), (&"my rules (a=2, b=3)".into(), &2.into()));
    assert_eq!(json(&["solve", &format!("{game}(a=2, b=3) 4")])["grundy"], 2);
    assert_eq!(json(&["solve", &game, "4", "+", &game, "3"])["outcome"], "N");
    assert_eq!(
        json(&["cold", &format!("{game}(b = 3)"), "--heaps", "1", "--count", "2"])["positions"][1]["position"][0],
        4
    );
    assert!(printed(&["solve", &format!("{game}(a=2"), "4"], 2).contains("is not closed"));
    assert!(printed(&["solve", &format!("{game}(a=2, a=3)"), "4"], 2).contains("in the parameters, column 6"));
}

#[test]
fn headers_are_the_names_of_the_state() {
    let listed = printed(&["cold", &example("fibonacci"), "--count", "3", "--format", "csv"], 0);
    assert_eq!(listed.lines().next(), Some("n,n,most"));
    let listed = printed(&["cold", &example("cutting"), "--heaps", "2", "--count", "3", "--format", "csv"], 0);
    assert_eq!(listed.lines().next(), Some("n,width1,height1,width2,height2"));
    assert!(printed(&["check", &example("cutting"), "--size", "4", "--heaps", "2"], 0).contains("2 components"));
}

#[test]
fn budgets_are_said_and_raised() {
    let folder = tempfile::tempdir().unwrap();
    let grows = written(folder.path(), "grows.rules", "state x, y\nmove -> (x + 1, y)\n");
    let said = printed(&["solve", &grows, "0,0", "--budget", "1000"], 1);
    assert!(said.contains("past its limit of 1000 positions") && said.contains("--budget 10000"), "{said}");
    assert!(said.contains("may never end"), "{said}");
    let said = printed(&["solve", &grows, "0,0", "--budget-positions", "1e15", "--budget-time", "0.2"], 1);
    assert!(said.contains("past its limit of 0.2 seconds") && said.contains("--budget-time 10"), "{said}");
    let said = printed(&["solve", &grows, "0,0", "--budget", "1e15", "--budget-memory", "5"], 1);
    assert!(said.contains("past its limit of 5 MB") && said.contains("--budget-memory 10"), "{said}");
    for (flag, value) in
        [("--budget-time", "0"), ("--budget-time", "soon"), ("--budget-memory", "0"), ("--budget", "0")]
    {
        assert_eq!(nimlab(&["solve", &grows, "0,0", flag, value]).status.code(), Some(2), "{flag} {value}");
    }
    let tried = printed(&["rules", "check", &grows["rules:".len()..]], 1);
    assert!(tried.contains("only 0 of 64 positions"), "{tried}");
    assert!(!tried.contains("every move is in order"), "{tried}");
}

#[test]
fn figures_of_rule_files_are_drawn_or_say_which_games_they_take() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("figure.svg");
    let file = path.to_str().unwrap();
    printed(&["plot", "sequence", &example("kayles"), "--heaps", "40", "-o", file], 0);
    let figure = fs::read_to_string(&path).unwrap();
    assert!(figure.contains("no period proved"), "{figure}");
    let told = printed(&["plot", "sequence", &example("wythoff"), "-o", file], 2);
    assert!(told.contains("positions of one number, and Wythoff has 2"), "{told}");
    let named =
        written(folder.path(), "named.rules", "game \"wythoff3:l1\" state x, y, z move k in 1..x -> (x - k, y, z)");
    for what in ["space", "projections", "differences", "limits"] {
        let told = printed(&["plot", what, &named, "-o", file], 2);
        assert!(told.contains("this figure is for wythoff3:l1, wythoff3:lex and wythoff3:positive"), "{told}");
    }
    let told = printed(&["run", &named, "--steps", "100", "--dir", folder.path().join("run").to_str().unwrap()], 2);
    assert!(told.contains("runs are for wythoff3:l1, wythoff3:lex and wythoff3:positive"), "{told}");
}

#[test]
fn rules_check_takes_the_name_of_the_game_too() {
    let checked = printed(&["rules", "check", &example("kayles")], 0);
    assert_eq!(checked, printed(&["rules", "check", &example("kayles")["rules:".len()..]], 0));
}

#[test]
fn what_is_missing_or_left_out_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let told = printed(&["solve", &example("building"), "9"], 2);
    assert!(told.contains("a slash and the last number were expected after the piles"), "{told}");
    let rules = "state x, y\nmove k in 1..x -> (x + 5, y)\ndecreasing x, y\n";
    let told = printed(&["solve", &written(folder.path(), "grows.rules", rules), "4,3"], 2);
    assert!(told.contains("(4, 3) becomes (9, …)"), "{told}");
    let rules = format!("state n\nmove k in 1..{} -> (n - k)\n", "x".repeat(50_000));
    let told = printed(&["solve", &written(folder.path(), "long.rules", &rules), "3"], 2);
    assert!(told.contains("the limit is 100") && told.len() < 600, "{told}");
}

#[test]
fn files_that_are_no_rules_are_told_so() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("picture"), [0x89, b'P', b'N', b'G', b'\n', 0xff, 0xfe]).unwrap();
    let path = folder.path().join("picture");
    assert!(printed(&["rules", "check", path.to_str().unwrap()], 2).contains("not text in UTF-8"));
    let named = written(folder.path(), "escape.rules", "game \"\u{1b}[2Jx\" state n move k in 1..n -> (n - k)");
    for words in [&["solve", &named, "3"][..], &["games", &named], &["rules", "check", &named["rules:".len()..]]] {
        assert!(!printed(words, 0).contains('\u{1b}'), "{words:?}");
    }
}

/// A full disk is an error, though a closed pipe is none.
#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_cannot_be_written_is_an_error() {
    for words in [&["solve", "nim", "3,4,5"][..], &["cold", "wythoff", "--json"], &["games"], &["--help"]] {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let status = Command::new(env!("CARGO_BIN_EXE_nimlab")).args(words).stdout(full).output().unwrap().status;
        assert_eq!(status.code(), Some(1), "{words:?}");
    }
}

/// A file that cannot be written is named, whatever is written to it.
#[cfg(target_os = "linux")]
#[test]
fn a_file_that_cannot_be_written_is_named() {
    for words in [
        &["table", "wythoff", "--size", "600", "--format", "csv", "-o", "/dev/full"][..],
        &["table", "wythoff", "--size", "600", "--format", "json", "-o", "/dev/full"],
        &["table", "wythoff", "--size", "600", "--where", "value>3", "--format", "csv", "-o", "/dev/full"],
        &["table", "kayles", "--size", "9", "--format", "csv", "-o", "/dev/full"],
        &["cold", "wythoff", "--count", "200000", "--format", "csv", "-o", "/dev/full"],
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_nimlab")).args(words).output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{words:?}: {told}");
        assert!(told.contains("cannot write to /dev/full: No space left"), "{words:?}: {told}");
    }
}

#[test]
fn check_agrees_on_files_with_starting_positions() {
    for name in ["nim-multiples", "fibonacci"] {
        assert!(printed(&["check", &example(name), "--size", "5"], 0).contains("agree"), "{name}");
    }
}

#[test]
fn the_help_shows_the_language_on_one_screen_and_its_example_works() {
    let help = printed(&["rules", "--help"], 0);
    assert!(help.lines().count() < 60, "{} lines\n{help}", help.lines().count());
    assert!(help.lines().all(|line| line.chars().count() <= 100), "{help}");
    // Every clause, every function and every word of the language.
    for word in [
        "game",
        "state",
        "symmetric",
        "param",
        "move",
        "where",
        "decreasing",
        "start",
        "example",
        "min",
        "max",
        "abs",
        "gcd",
        "xor",
        "pow",
        "count",
        "prime",
        "divides",
        "mod",
        "not",
        "and",
        "or",
        "docs/rules.md",
        "rules check",
    ] {
        assert!(help.contains(word), "{word} in\n{help}");
    }
    let rules: Vec<&str> =
        help.lines().skip_while(|line| !line.starts_with("  #")).take_while(|line| !line.is_empty()).collect();
    assert!(rules.len() > 5, "{rules:?}");
    let folder = tempfile::tempdir().unwrap();
    let game = written(folder.path(), "help.rules", &rules.join("\n"));
    assert_eq!(json(&["solve", &game, "3,5"])["outcome"], "P");
    assert_eq!(json(&["solve", &format!("{game}(a=2)"), "7,17"])["outcome"], "P");
}

#[test]
fn check_shows_moves_and_warns() {
    let folder = tempfile::tempdir().unwrap();
    let game = written(folder.path(), "half.rules", "state x, y symmetric\nmove k in 1..x -> (x - k, y)\n");
    let said = printed(&["rules", "check", &game], 0);
    assert!(said.contains("example    2,3 -> 0,3  1,3") && said.contains("warning    no move changes y"), "{said}");
    let value = json(&["rules", "check", &game]);
    assert_eq!(value["moves_of"], serde_json::json!({"position": [2, 3], "options": [[0, 3], [1, 3]]}));
    assert!(value["warnings"][0].as_str().unwrap().contains("move k in 1..y -> (x, y - k)"));
    let many = printed(&["rules", "check", &example("positive-nim")], 0);
    assert!(many.contains(" in all)") && !many.contains("warning"), "{many}");
}

#[test]
fn tables_that_cannot_fit_are_refused_and_lists_stop_at_their_limit() {
    let said = printed(&["table", &example("wythoff"), "--size", "4294967296x4294967296", "--budget-time", "1"], 1);
    assert!(said.contains("a board of 4294967296 × 4294967296 of Wythoff needs "), "{said}");
    assert!(said.contains("MB of memory, and the limit is "), "{said}");
    let listed = nimlab(&["cold", &example("wythoff"), "--count", "5000", "--budget", "100", "--format", "csv"]);
    assert_eq!(listed.status.code(), Some(1));
    let (rows, said) = (text(&listed.stdout), text(&listed.stderr));
    assert!(rows.lines().count() > 80 && rows.lines().nth(2) == Some("1,1,2"), "{rows}");
    assert!(said.contains("goes past its limit of 100 positions, having reached"), "{said}");
}

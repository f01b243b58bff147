//! `period` and `verify` as processes: limits of memory and time are kept, and
//! what a file says steers no terminal.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

fn nimlab(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_nimlab")).args(arguments).output().expect("nimlab starts")
}

/// Runs the command with no more than this many megabytes of address space.
fn limited(megabytes: u64, arguments: &[&str]) -> Output {
    let script = format!("ulimit -v {}; exec \"$0\" \"$@\"", megabytes * 1024);
    Command::new("sh").args(["-c", &script, env!("CARGO_BIN_EXE_nimlab")]).args(arguments).output().expect("sh starts")
}

fn told(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

fn written(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::File::create(&path).unwrap().write_all(text.as_bytes()).unwrap();
    path.to_str().unwrap().to_owned()
}

const FAR: &str = r#"{"certificate":"nimlab period 1","game":"subtraction:1,1073000000","claim":{"preperiod":0,"period":2,"saltus":0,"values":[0,1]},"theorem":"subtraction-window","statement":"If G(n + p) = G(n) for max(S) consecutive n from l on, then for all n >= l (Slides, corollary of theorem 7.33).","range":{"first":0,"last":1073000001}}"#;

#[test]
fn no_certificate_takes_more_memory_than_the_budget() {
    let folder = tempfile::tempdir().unwrap();
    let far = written(folder.path(), "far.json", FAR);
    let values = vec!["0"; 3_000_000].join(",");
    let long = written(folder.path(), "long.json", &FAR.replace("[0,1]", &format!("[{values}]")));
    let nested = written(folder.path(), "nested.json", &"[".repeat(6_000_000));
    for file in [&far, &long, &nested, "/dev/zero"] {
        let output = limited(400, &["verify", file, "--budget-memory", "100"]);
        let code = output.status.code().unwrap_or_else(|| panic!("{file}: killed, {}", told(&output)));
        assert!([1, 2].contains(&code), "{file}: {}", told(&output));
        assert!(!told(&output).contains("allocation"), "{file}: {}", told(&output));
    }
    let output = limited(1500, &["verify", "/dev/zero"]);
    assert_eq!(output.status.code(), Some(2), "{}", told(&output));
    assert!(told(&output).contains("longer than 64 MiB"), "{}", told(&output));
}

#[test]
fn searches_for_periods_and_checks_of_them_keep_to_their_time() {
    let folder = tempfile::tempdir().unwrap();
    let far = written(folder.path(), "far.json", FAR);
    let questions: [&[&str]; 4] = [
        &["period", "wythoff:9", "--row", "1718"],
        &["period", "wythoff:4000", "--row", "4000"],
        &["period", "octal:0.6", "--max-heap", "1e9"],
        &["verify", &far],
    ];
    for question in questions {
        let started = Instant::now();
        let output = nimlab(&[question, &["--budget-time", "0.3", "--budget-memory", "2000"]].concat());
        assert_eq!(output.status.code(), Some(1), "{question:?}: {}", told(&output));
        assert!(told(&output).contains("goes past its limit"), "{question:?}: {}", told(&output));
        assert!(started.elapsed() < Duration::from_secs(60), "{question:?}");
    }
}

#[test]
fn whatever_stands_in_a_certificate_the_terminal_sees_no_control_character() {
    let folder = tempfile::tempdir().unwrap();
    let quotes: Vec<usize> = FAR.match_indices('"').map(|(at, _)| at).collect();
    let words = [r"\u001b[31mred\u0007", r"octal:0.\u009b31m", r"a\u202eb\r\n\u007f"];
    for (number, pair) in quotes.chunks_exact(2).enumerate() {
        let word = words[number % words.len()];
        let altered = format!("{}\"{word}\"{}", &FAR[..pair[0]], &FAR[pair[1] + 1..]);
        let file = written(folder.path(), "altered.json", &altered);
        for form in [&["verify", &file, "--budget-time", "1"][..], &["verify", &file, "--json", "--budget-time", "1"]] {
            let output = nimlab(form);
            assert!(!output.status.success());
            let shown = told(&output);
            let unseen = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
            assert!(!shown.contains(unseen), "{altered}: {shown:?}");
        }
    }
}

#[test]
fn rows_of_rule_files_are_proved_where_the_moves_are_wythoffs_and_observed_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("row.json");
    let rules = |name: &str| format!("rules:{}/../../examples/rules/{name}.rules", env!("CARGO_MANIFEST_DIR"));
    let wythoff = nimlab(&[
        "period",
        &format!("{}(a=2)", rules("wythoff")),
        "--row",
        "3",
        "--certificate",
        file.to_str().unwrap(),
    ]);
    assert!(wythoff.status.success(), "{}", told(&wythoff));
    let words = told(&wythoff).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("are those of wythoff:2, in every column"), "{}", told(&wythoff));
    let values = |text: String| text.lines().nth(1).map(str::to_owned);
    assert_eq!(values(told(&wythoff)), values(told(&nimlab(&["period", "wythoff:2", "--row", "3"]))));
    let checked = nimlab(&["verify", file.to_str().unwrap()]);
    assert!(checked.status.success() && told(&checked).contains("wythoff:2, row 3"), "{}", told(&checked));
    for (game, row) in [("nimhoff", "2"), ("r-wythoff", "3"), ("euclid", "4")] {
        let observed = nimlab(&["period", &rules(game), "--row", row, "--max-heap", "300"]);
        assert!(observed.status.success(), "{}", told(&observed));
        assert!(told(&observed).contains("no period is proved"), "{}", told(&observed));
        let refused = nimlab(&[
            "period",
            &rules(game),
            "--row",
            row,
            "--max-heap",
            "300",
            "--certificate",
            file.to_str().unwrap(),
        ]);
        assert_eq!(refused.status.code(), Some(1), "{}", told(&refused));
    }
}

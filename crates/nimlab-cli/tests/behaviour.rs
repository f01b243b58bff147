//! How the command behaves as a process: pipes, files, time to start, huge
//! numbers.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output, Stdio};

fn nimlab(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_nimlab")).args(arguments).output().expect("nimlab starts")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("the output is UTF-8")
}

fn json(output: &Output) -> serde_json::Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {}", text(&output.stdout)))
}

#[test]
fn a_closed_pipe_ends_the_command_quietly() {
    for form in ["table", "csv", "json"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_nimlab"))
            .args(["cold", "wythoff", "--count", "1e9", "--format", form])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut start = [0; 64];
        let mut stdout = child.stdout.take().unwrap();
        std::io::Read::read_exact(&mut stdout, &mut start).unwrap();
        drop(stdout);
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{form}");
        assert_eq!(text(&output.stderr), "", "{form}");
    }
}

#[test]
fn a_file_appears_only_when_it_is_complete_and_holds_every_row() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wythoff.csv");
    let output = nimlab(&["cold", "wythoff:2", "--count", "100_000", "-o", path.to_str().unwrap()]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let lines: Vec<String> = BufReader::new(std::fs::File::open(&path).unwrap()).lines().map(Result::unwrap).collect();
    assert_eq!(lines.len(), 100_001);
    assert_eq!(lines[0], "n,a,b");
    assert_eq!(lines[6], "5,7,17");
    assert_eq!(lines[81_921], "81920,115852,279692"); // Thesis-W, table 5
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "no partial file is left");
}

#[test]
fn a_file_that_cannot_be_written_is_reported_before_the_work() {
    let output = nimlab(&["cold", "wythoff", "--count", "1e15", "-o", "/nowhere/at/all.csv"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("cannot write to /nowhere/at/all.csv"));
}

#[test]
fn a_position_of_a_thousand_digits_is_answered_by_both_closed_methods_alike() {
    let pile = format!("{}7", "123456789".repeat(111));
    let position = format!("{pile},{pile}0");
    let [algebraic, arithmetic] = ["algebraic", "arithmetic"].map(|method| {
        let mut answer = json(&nimlab(&["solve", "wythoff:3", &position, "--method", method, "--json"]));
        assert_eq!(answer["method"], method);
        answer["method"] = serde_json::Value::Null;
        answer
    });
    assert_eq!(algebraic, arithmetic);
    assert_eq!(algebraic["position"][0].to_string(), pile);
}

#[test]
fn a_pair_whose_number_has_a_million_digits_is_found_by_both_closed_methods() {
    let [algebraic, arithmetic] = ["algebraic", "arithmetic"].map(|method| {
        json(&nimlab(&["cold", "wythoff:2", "--from", "1e1000000", "--count", "1", "--method", method, "--json"]))
    });
    assert_eq!(algebraic["positions"], arithmetic["positions"]);
    // ⌊10^1000000·√2⌋ begins with the digits of √2.
    let lower = algebraic["positions"][0]["position"][0].to_string();
    assert_eq!(&lower[..20], "14142135623730950488");
    assert_eq!(lower.len(), 1_000_001);
}

#[test]
fn a_position_can_come_from_a_file_or_the_input() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("position");
    std::fs::write(&path, "17,29\n").unwrap();
    let from_file = nimlab(&["solve", "wythoff:2", &format!("@{}", path.display()), "--json"]);
    assert_eq!(json(&from_file)["winning_moves"], serde_json::json!([[7, 17], [8, 20]]));
    let mut child = Command::new(env!("CARGO_BIN_EXE_nimlab"))
        .args(["solve", "wythoff:2", "@-", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"17,29").unwrap();
    assert_eq!(child.wait_with_output().unwrap().stdout, from_file.stdout);
}

#[test]
fn several_lines_of_a_file_are_not_one_position() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("positions");
    std::fs::write(&path, "3,4\n\n5\n6\n").unwrap();
    let output = nimlab(&["solve", "nim", &format!("@{}", path.display())]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("it has 3 lines") && said.contains("nimlab solve nim - < "), "{said}");
    // One line may have spaces in it, and empty lines around it.
    std::fs::write(&path, "\n3, 4, 5\n\n").unwrap();
    let output = nimlab(&["solve", "nim", &format!("@{}", path.display()), "--json"]);
    assert_eq!(json(&output)["position"], serde_json::json!([3, 4, 5]));
}

#[test]
fn piles_may_be_separated_by_spaces_everywhere() {
    let on_the_line = nimlab(&["solve", "subtraction:1", "3", "5", "--json"]);
    assert_eq!(json(&on_the_line)["position"], serde_json::json!([3, 5]));
    let mut child = Command::new(env!("CARGO_BIN_EXE_nimlab"))
        .args(["solve", "subtraction:1", "-", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"3 5\n 3,\t5 \n(3 5)\n").unwrap();
    let from_the_stream = child.wait_with_output().unwrap();
    assert_eq!(text(&from_the_stream.stdout), text(&on_the_line.stdout).repeat(3));
    let tail = nimlab(&["solve", "fibonacci", "20", "/", "4", "--json"]);
    assert_eq!(json(&tail)["position"], serde_json::json!([20, 4]));
    // An empty pile is written as 0.
    assert_eq!(nimlab(&["solve", "nim", "3,", ",", "5"]).status.code(), Some(2));
}

#[test]
fn what_is_not_decided_is_said_and_never_guessed() {
    let output = nimlab(&["solve", "wythoff", "1e30,1e30", "+", "nim", "5", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(json(&output)["outcome"], serde_json::Value::Null);
    let output = nimlab(&["solve", "wythoff", "1e30,1e30", "+", "nim", "5", "--misere"]);
    assert_ne!(output.status.code(), Some(0));
    let output = nimlab(&["solve", "moore:2", "30,30,30,30", "--method", "search", "--budget", "1000"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("not decided"));
}

#[test]
fn equal_components_cancel_even_where_their_value_is_out_of_reach() {
    let output = nimlab(&["solve", "wythoff", "1e30,1e30", "+", "wythoff", "1e30,1e30", "--json"]);
    let answer = json(&output);
    assert_eq!(answer["outcome"], "P");
    assert_eq!(answer["winning_moves"], serde_json::json!([]));
}

/// Every form of bad input: a message with an example, exit 2, nothing on
/// the output, no panic.
#[test]
fn bad_input_gets_a_message_with_an_example_and_exit_2() {
    let long = "9".repeat(100);
    let requests: &[&[&str]] = &[
        &["solve", "withoff", "1,2"],
        &["solve", "", "1,2"],
        &["solve", "nim"],
        &["solve", "nim", ""],
        &["solve", "nim", ","],
        &["solve", "nim", "3,,4"],
        &["solve", "nim", "3,x"],
        &["solve", "nim", "3.5"],
        &["solve", "nim", "-3"],
        &["solve", "nim", "3,-4"],
        &["solve", "nim", "3/4"],
        &["solve", "nim", "1e999999999"],
        &["solve", "wythoff", "1e10000000,3"],
        &["solve", "nim", "3", "+"],
        &["solve", "nim", "3", "+", "+", "nim", "4"],
        &["solve", "nim:2", "3"],
        &["solve", "wythoff", "1"],
        &["solve", "wythoff", "1,2,3"],
        &["solve", "wythoff:0", "1,2"],
        &["solve", "wythoff:", "1,2"],
        &["solve", "wythoff:-1", "1,2"],
        &["solve", "wythoff:two", "1,2"],
        &["solve", "wythoff()", "1,2"],
        &["solve", "moore", "1,2"],
        &["solve", "moore:0", "1,2"],
        &["solve", "building:0", "1/2"],
        &["solve", "building:3", "0,0/9"],
        &["solve", "building:3", "0,0,0"],
        &["solve", "fibonacci", "20/"],
        &["solve", "fibonacci", "20/4/5"],
        &["solve", "nim", "3,4", "--method", "recursive"],
        &["solve", "nim", "3,4", "--method", "guess"],
        &["solve", "nim", "3", "+", "nim", "4", "--method", "search"],
        &["solve", "nim", "3", "--budget", "0"],
        &["solve", "wythoff", "1e30,1e30", "--method", "recursive"],
        &["solve", "wythoff", "1e30,1e30", "--method", "search"],
        &["cold", "wythoff", "--count", &long],
        &["cold", "wythoff", "--from", "x"],
        &["cold", "wythoff", "--value", "1", "--misere"],
        &["cold", "nim", "--heaps", "0"],
        &["cold", "nim", "--heaps", "1000"],
        &["table", "wythoff", "--size", "0"],
        &["table", "wythoff", "--size", "5x"],
        &["table", "wythoff", "--size", &long],
        &["table", "building:3", "--size", "3x3"],
        &["represent", "r:2", "17"],
        &["represent", "p:0", "17"],
        &["represent", "p", "17"],
        &["represent", "p:2", "-17"],
        &["check", "wythoff", "--size", "1e9"],
        &["games", "chess"],
    ];
    for request in requests {
        let output = nimlab(request);
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{request:?}: {message}");
        assert_eq!(text(&output.stdout), "", "{request:?}");
        assert!(message.starts_with("nimlab: "), "{request:?}: {message}");
        assert!(message.lines().count() >= 2, "a hint is missing for {request:?}: {message}");
        assert!(!message.contains("panicked"), "{request:?}: {message}");
    }
}

#[test]
fn a_certificate_replaces_no_other_file() {
    let folder = tempfile::tempdir().unwrap();
    let (certificate, other) = (folder.path().join("c.json"), folder.path().join("c.json.partial"));
    std::fs::write(&other, "mine").unwrap();
    let output = nimlab(&["period", "octal:0.77", "--certificate", certificate.to_str().unwrap()]);
    assert!(output.status.success() && certificate.exists());
    assert_eq!(std::fs::read_to_string(&other).unwrap(), "mine");
    assert!(nimlab(&["verify", certificate.to_str().unwrap()]).status.success());
}

/// `nimlab solve` with these arguments, and lines on its input.
fn solve_lines(arguments: &[&str], lines: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_nimlab"))
        .arg("solve")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let lines = lines.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(lines.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    output
}

#[test]
fn many_positions_are_solved_line_by_line() {
    let output = solve_lines(&["nim", "-"], "3,4,5\n\n(1, 1)\r\n7");
    assert_eq!(text(&output.stdout), "3,4,5\tN\t2\t1,4,5\n1,1\tP\t0\t-\n7\tN\t7\t0\n");
    assert!(output.status.success() && output.stderr.is_empty());
    let output = solve_lines(&["wythoff", "-", "--misere"], "0,1\n2,2\n");
    assert_eq!(text(&output.stdout), "0,1\tP\t-\t-\n2,2\tP\t-\t-\n");
}

#[test]
fn a_wrong_line_is_reported_and_the_others_are_answered() {
    let output = solve_lines(&["nim", "-"], "1\nfoo\n2\n");
    assert_eq!(text(&output.stdout), "1\tN\t1\t0\n2\tN\t2\t0\n");
    assert!(text(&output.stderr).starts_with("nimlab: line 2: 'foo' is not a position of nim"));
    assert_eq!(output.status.code(), Some(2));
    let output = solve_lines(&["wythoff3:positive", "-", "--json", "--budget-time", "0.01"], "1,2,3\n1,2\n9,9\n4,5,6");
    let lines: Vec<serde_json::Value> =
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 4);
    assert_eq!((&lines[0]["outcome"], &lines[1]["line"]), (&"P".into(), &2.into()));
    assert!(lines[1]["error"].as_str().unwrap().contains("3 piles"));
    assert_eq!((&lines[2]["line"], &lines[3]["position"]), (&3.into(), &serde_json::json!([4, 5, 6])));
    assert_eq!(output.status.code(), Some(2));
    // What is not decided calls for exit code 1.
    let output = solve_lines(&["grundy", "-", "--misere", "--budget", "10"], "1\n40,41,42\n");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(text(&output.stdout), "1\tN\t-\t-\n");
    assert!(text(&output.stderr).starts_with("nimlab: line 2: not decided"));
}

#[test]
fn each_line_is_answered_before_the_next_one_is_written() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_nimlab"))
        .args(["solve", "nim", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for heap in 1..=3 {
        writeln!(stdin, "{heap}").unwrap();
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        assert_eq!(line, format!("{heap}\tN\t{heap}\t0\n"));
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_closed_pipe_ends_many_answers_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_nimlab"))
        .args(["solve", "nim", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    // The command goes away while lines are written.
    while stdin.write_all(b"3,4,5\n").is_ok() {}
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert_eq!(text(&output.stderr), "");
}

#[test]
fn a_list_that_a_limit_cut_off_says_so() {
    for arguments in [
        &["cold", "moore:2", "--count", "1e9"][..],
        &["cold", "wythoff", "--value", "2", "--count", "1e7"],
        &["cold", "wythoff", "--count", "1e9"],
        &["table", "nim", "--size", "1e5x1e5"],
    ] {
        let output = nimlab(&[arguments, &["--budget-time", "0.2", "--json"]].concat());
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        let answer = json(&output);
        assert_eq!(answer["complete"], false, "{arguments:?}");
        let stopped = answer["stopped"].as_str().unwrap();
        assert!(stopped.contains("0.2 seconds") && stopped.contains("--budget-time"), "{stopped}");
        assert!(text(&output.stderr).contains("0.2 seconds"));
    }
    // The one position that there is, and as many as were asked for.
    for (arguments, length) in [
        (["cold", "greedy", "--heaps", "1", "--count", "5", "--json"], 1),
        (["cold", "greedy", "--heaps", "3", "--count", "5", "--json"], 5),
    ] {
        let answer = json(&nimlab(&arguments));
        assert_eq!((&answer["complete"], &answer["stopped"]), (&true.into(), &serde_json::Value::Null));
        assert_eq!(answer["positions"].as_array().unwrap().len(), length);
    }
    assert_eq!(json(&nimlab(&["table", "nim", "--size", "3x3", "--json"]))["complete"], true);
}

/// The lines of an answer that are too wide for a terminal of 80 columns, and not
/// because of a single word.
fn wide_lines(arguments: &[&str]) -> Vec<String> {
    let output = nimlab(arguments);
    let answer = text(&output.stdout);
    assert!(!answer.is_empty(), "{arguments:?}: {}", text(&output.stderr));
    let wide = answer
        .lines()
        .filter(|line| line.chars().count() > 80 && line.split(' ').all(|word| word.chars().count() < 70));
    wide.map(str::to_owned).collect()
}

#[test]
fn nothing_for_people_is_wider_than_80_columns() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let (run, certificate) = (at("run"), at("kayles.json"));
    let commands = [
        "--help",
        "games",
        "games rules",
        "games kayles",
        "games 0.77",
        "solve nim 1,1,3 --misere --explain",
        "solve wythoff:2 17,29 --explain",
        "solve fibonacci 20 --explain",
        "solve moore:2 3,4,5,6 --explain",
        "solve kayles 30 --explain",
        "solve euclid 12,31 --explain",
        "solve building:2 3,1/4 --explain",
        "solve wythoff 1000000,2000000",
        "solve nim 3,5 + wythoff 4,4 + kayles 12 --explain",
        "moves nim 3,4,5",
        "moves nim 1e8,1e7",
        "moves wythoff 7,12 --to 5,10",
        "moves wythoff 3,5 --to 2,5",
        "positions wythoff",
        "positions nim --heaps 5",
        "table wythoff",
        "table fibonacci --size 60",
        "table wythoff --size 12 --where value<3",
        "limits wythoff3:positive --count 1000",
        "limits r-wythoff --value 2 --count 200",
        "period octal:0.77",
        "period subtraction:1,5,8 --extend --statistics",
        "period grundy --max-heap 1000 --statistics",
        "period wythoff --row 3",
        "period wythoff.rules --row 2",
        "period kayles.rules --max-heap 300",
        "represent zeckendorf 1e40",
        "represent p:2 17",
        "represent q:2 1e30",
        "check wythoff:2 --size 6",
        "check nim --size 4",
        "check kayles --size 6",
        "compare nim wythoff",
        "compare wythoff.rules r-wythoff.rules --size 4",
        "reproduce handout",
        "reproduce slides",
    ];
    let mut wide = Vec::new();
    let mut look = |words: Vec<&str>| wide.extend(wide_lines(&words).into_iter().map(|line| (words.join(" "), line)));
    for command in commands {
        look(command.split(' ').collect());
    }
    look(vec!["run", "wythoff3:lex", "--steps", "3000", "--dir", &run]);
    look(vec!["show", &run]);
    look(vec!["period", "octal:0.77", "--json", "--certificate", &certificate]);
    look(vec!["verify", &certificate]);
    let help = nimlab(&["--help"]);
    let named = |line: &str| line.strip_prefix("  ").and_then(|line| line.split(' ').next()).unwrap_or("").to_owned();
    let listed = text(&help.stdout).lines().skip_while(|line| *line != "Commands:").skip(1);
    for command in listed.take_while(|line| !line.is_empty()).map(named).filter(|name| !name.is_empty()) {
        look(if command == "help" { vec!["help"] } else { vec![&command, "--help"] });
    }
    let games: serde_json::Value = json(&nimlab(&["games", "--json"]));
    for game in games.as_array().unwrap() {
        let name = game["usage"].as_str().unwrap().split([',', ':']).next().unwrap();
        look(vec!["games", name]);
        if game["rules"].is_string() {
            look(vec!["rules", "check", name]);
        }
    }
    // The text of a rule file is shown as it is, and JSON is on one line.
    let sources: Vec<&str> = games.as_array().unwrap().iter().filter_map(|game| game["rules"].as_str()).collect();
    wide.retain(|(_, line)| !line.starts_with('{') && !sources.iter().any(|source| source.contains(line.trim())));
    assert!(wide.is_empty(), "{wide:#?}");
}

#[test]
fn limits_of_too_few_positions_are_refused_and_a_value_is_told() {
    for count in ["0", "1"] {
        let output = nimlab(&["limits", "wythoff", "--count", count]);
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains("at least 2 positions"), "{}", text(&output.stderr));
    }
    let output = nimlab(&["limits", "r-wythoff", "--value", "2", "--count", "50"]);
    assert!(text(&output.stdout).starts_with("r-wythoff, 50 positions of Grundy value 2\n"));
}

#[test]
fn positions_of_wythoff_are_counted_by_the_theorem_on_any_size() {
    let count = |words: &str| {
        let words: Vec<&str> = words.split(' ').collect();
        let output = nimlab(&words);
        assert!(output.status.success(), "{words:?}: {}", text(&output.stderr));
        text(&output.stdout).trim().to_owned()
    };
    assert_eq!(count("positions wythoff --max 1e20 --count-only"), "38196601125010515180");
    assert_eq!(count("positions wythoff --max 1e20 --count-only --from 38196601125010515179"), "1");
    assert_eq!(count("positions wythoff --max 1e20 --count-only --from 1e21"), "0");
    // The reason why there is no sum is the true one.
    let output = nimlab(&["positions", "euclid", "--max", "1e20", "--count-only", "--budget-time", "1"]);
    assert!(!text(&output.stderr).contains("its method can number"), "{}", text(&output.stderr));
}

#[test]
fn games_show_the_parameters_that_were_asked_for() {
    let output = nimlab(&["games", "nimhoff(h=5)"]);
    let said = text(&output.stdout);
    assert!(said.contains("parameters  h = 5") && said.contains("nimlab solve 'nimhoff(h=5)' 7,9"), "{said}");
    assert_eq!(json(&nimlab(&["games", "nimhoff(h=5)", "--json"]))["parameters"]["h"], 5);
    assert_eq!(json(&nimlab(&["games", "nimhoff", "--json"]))["parameters"]["h"], 4);
    assert_eq!(nimlab(&["games", "nimhoff(k=5)"]).status.code(), Some(2));
}

#[test]
fn lists_and_sums_in_json_say_that_they_are_complete() {
    for words in [
        &["table", "nim", "--size", "4", "--where", "value<1"][..],
        &["table", "nim", "--size", "4", "--sum"],
        &["positions", "wythoff", "--max", "10", "--sum"],
        &["positions", "wythoff", "--max", "10"],
    ] {
        let answer = json(&nimlab(&[words, &["--json"]].concat()));
        assert_eq!(answer["complete"], true, "{words:?}: {answer}");
    }
}

#[test]
fn an_unknown_method_is_told_those_that_answer_the_question() {
    for (words, known) in [
        (&["positions", "nim"][..], "closed-form, search"),
        (&["limits", "wythoff"], "algebraic, arithmetic, recursive, automaton, search"),
        (&["solve", "nim", "3,4"], "closed-form, search"),
    ] {
        let output = nimlab(&[words, &["--method", "foo"]].concat());
        let said = text(&output.stderr);
        assert!(output.status.code() == Some(2) && said.contains(&format!("methods that work: {known}\n")), "{said}");
    }
}

#[test]
fn a_representation_keeps_to_its_budget() {
    for (flag, limit) in [("--budget-memory", "1"), ("--budget-time", "0.01")] {
        let output = nimlab(&["represent", "p:1", "1e200000", flag, limit]);
        let said = text(&output.stderr);
        assert!(output.status.code() == Some(1) && said.contains(flag), "{said}");
    }
}

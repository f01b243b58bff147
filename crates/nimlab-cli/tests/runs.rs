//! Runs that are killed, torn, refused and spilled.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

fn start(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nimlab"));
    command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn nimlab(arguments: &[&str]) -> Output {
    start(arguments).output().expect("nimlab starts")
}

fn finish(game: &str, steps: &str, folder: &Path, more: &[&str]) -> serde_json::Value {
    let folder = folder.to_str().unwrap();
    let mut arguments = vec!["run", game, "--steps", steps, "--dir", folder, "--json"];
    arguments.extend(more);
    let output = nimlab(&arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The files that depend only on what was asked for, but for the name of the run.
fn same_files(one: &Path, other: &Path, game: &str) {
    same_results(one, other, game);
    let [one, other] = [one, other]
        .map(|folder| nimlab_lab::run::outside::without_name(&std::fs::read(folder.join("checkpoint.bin")).unwrap()));
    assert!(one == other, "{game}: the checkpoints differ");
}

/// Those of them that are also the same with spill files.
fn same_results(one: &Path, other: &Path, game: &str) {
    let mut names = vec!["result.json", "samples.csv", "differences.csv", "report.txt"];
    names.extend(["samples.parquet", "differences.parquet"]);
    if game.ends_with("positive") {
        names.push("repeated.parquet");
    }
    if game.ends_with("l1") {
        names.extend(["differences-lexicographic.csv", "differences-lexicographic.parquet"]);
    }
    for name in names {
        let [one, other] = [one, other].map(|folder| std::fs::read(folder.join(name)).unwrap());
        assert!(one == other, "{game}: {name} differs");
    }
}

/// Starts a run, kills it after some milliseconds; whether it had ended by
/// itself before.
fn kill_after(milliseconds: u64, game: &str, steps: &str, folder: &Path, more: &[&str]) -> bool {
    let mut arguments = vec!["run", game, "--steps", steps, "--dir", folder.to_str().unwrap(), "--checkpoint", "0.02"];
    arguments.extend(more);
    let mut child = start(&arguments).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(milliseconds));
    let ended = child.try_wait().unwrap().is_some();
    let _ = child.kill();
    let _ = child.wait();
    ended
}

#[test]
fn a_run_that_is_killed_many_times_ends_with_the_same_files() {
    for (game, steps) in [("wythoff3:lex", "2e7"), ("wythoff3:l1", "2e7"), ("wythoff3:positive", "2e6")] {
        let folder = tempfile::tempdir().unwrap();
        let [straight, killed] = ["straight", "killed"].map(|name| folder.path().join(name));
        finish(game, steps, &straight, &[]);
        let mut milliseconds = 7;
        for _ in 0..20 {
            milliseconds = (milliseconds * 31 + 17) % 211;
            if kill_after(milliseconds, game, steps, &killed, &[]) {
                break;
            }
        }
        finish(game, steps, &killed, &["--checkpoint", "0.05"]);
        same_files(&straight, &killed, game);
    }
}

#[test]
fn a_torn_or_edited_checkpoint_is_noticed_and_the_previous_one_used() {
    for (game, steps) in [("wythoff3:lex", "3e6"), ("wythoff3:l1", "3e6"), ("wythoff3:positive", "4e5")] {
        let folder = tempfile::tempdir().unwrap();
        let [straight, damaged] = ["straight", "damaged"].map(|name| folder.path().join(name));
        finish(game, steps, &straight, &[]);
        finish(game, "2e5", &damaged, &[]);
        finish(game, "3e5", &damaged, &[]);
        let newest = damaged.join("checkpoint.bin");
        let whole = std::fs::read(&newest).unwrap();
        for damage in 0..3 {
            let mut bytes = whole.clone();
            match damage {
                0 => bytes.truncate(whole.len() * 2 / 3),
                1 => bytes[whole.len() - 70_000] ^= 4,
                _ => bytes[40] ^= 1,
            }
            std::fs::write(&newest, &bytes).unwrap();
            let shown = nimlab(&["show", damaged.to_str().unwrap(), "--json"]);
            assert!(shown.status.success());
        }
        let value = finish(game, steps, &damaged, &[]);
        assert_eq!(value["steps"].to_string(), steps.parse::<f64>().unwrap().to_string());
        let mine = std::fs::read(straight.join("differences.csv")).unwrap();
        assert!(mine == std::fs::read(damaged.join("differences.csv")).unwrap());
    }
}

#[test]
fn a_run_with_spill_files_that_is_killed_many_times_finds_the_same() {
    spilled_and_killed("wythoff3:lex");
}

#[test]
fn a_run_of_l1_nim_with_spill_files_that_is_killed_many_times_finds_the_same() {
    spilled_and_killed("wythoff3:l1");
}

fn spilled_and_killed(game: &str) {
    let folder = tempfile::tempdir().unwrap();
    let [straight, killed, cold] = ["straight", "killed", "cold"].map(|name| folder.path().join(name));
    let spill = ["--spill", cold.to_str().unwrap()];
    // The first checkpoints are of a run without spill files.
    kill_after(150, game, "6e7", &killed, &[]);
    let mut milliseconds = 7;
    for _ in 0..20 {
        milliseconds = (milliseconds * 31 + 17) % 211;
        if kill_after(milliseconds, game, "6e7", &killed, &spill) {
            break;
        }
    }
    finish(game, "6e7", &killed, &[&spill[..], &["--checkpoint", "0.05"]].concat());
    finish(game, "6e7", &straight, &[]);
    same_results(&straight, &killed, game);
    let files = spilled(&cold);
    let size: u64 = files.iter().map(|path| path.metadata().unwrap().len()).sum();
    assert!(!files.is_empty() && size < 100_000_000, "{size} bytes");
    let checkpoint = killed.join("checkpoint.bin").metadata().unwrap().len();
    assert!(checkpoint < straight.join("checkpoint.bin").metadata().unwrap().len() / 2, "{checkpoint} bytes");
    // It continues only with them.
    let output = nimlab(&["run", game, "--steps", "61e6", "--dir", killed.to_str().unwrap()]);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.contains("was begun with spill files") && message.contains("--spill DIR"), "{message}");
    assert!(!message.contains("remove"), "{message}");
    // What it has found is told without them.
    finish(game, "6e7", &killed, &[]);
    finish(game, "61e6", &killed, &spill);
    finish(game, "61e6", &straight, &[]);
    same_results(&straight, &killed, game);
}

#[test]
fn a_torn_or_edited_spill_file_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let [straight, run, cold] = ["straight", "run", "cold"].map(|name| folder.path().join(name));
    let spill = ["--spill", cold.to_str().unwrap()];
    let again = || {
        let mut arguments = vec!["run", "wythoff3:lex", "--steps", "5e7", "--dir", run.to_str().unwrap()];
        arguments.extend(spill);
        let output = nimlab(&arguments);
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    finish("wythoff3:lex", "5e7", &straight, &[]);
    finish("wythoff3:lex", "3e7", &run, &spill);
    let before = spilled(&cold);
    finish("wythoff3:lex", "4e7", &run, &spill);
    // A file that only the newest checkpoint names: the one before it is used.
    let newer: Vec<_> = spilled(&cold).into_iter().filter(|path| !before.contains(path)).collect();
    for (i, path) in newer.iter().enumerate() {
        let mut bytes = std::fs::read(path).unwrap();
        if i % 2 == 0 {
            bytes[70_000] ^= 1;
        } else {
            bytes.truncate(100_000);
        }
        std::fs::write(path, bytes).unwrap();
    }
    let (code, message) = again();
    assert_eq!(code, Some(0), "{message}");
    for name in ["differences.csv", "differences.parquet"] {
        assert!(std::fs::read(straight.join(name)).unwrap() == std::fs::read(run.join(name)).unwrap(), "{name}");
    }
    // Files that both need: a message, and nothing is restarted or lost.
    let checkpoint = std::fs::read(run.join("checkpoint.bin")).unwrap();
    let files: Vec<_> = spilled(&cold).into_iter().map(|path| (std::fs::read(&path).unwrap(), path)).collect();
    for damage in 0..3 {
        for (bytes, path) in &files {
            match damage {
                0 => std::fs::write(path, &bytes[..bytes.len() / 2]).unwrap(),
                1 => std::fs::write(path, bytes.iter().map(|byte| byte ^ 8).collect::<Vec<_>>()).unwrap(),
                _ => std::fs::remove_file(path).unwrap(),
            }
        }
        let (code, message) = again();
        assert_eq!(code, Some(if damage < 2 { 1 } else { 2 }), "{message}");
        assert!(message.contains(if damage < 2 { "is damaged" } else { "is missing" }), "{message}");
        assert!(checkpoint == std::fs::read(run.join("checkpoint.bin")).unwrap());
    }
    for (bytes, path) in &files {
        std::fs::write(path, bytes).unwrap();
    }
    assert_eq!(again().0, Some(0));
}

fn spilled(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// No file may grow beyond 2 MB here: the system then refuses to write just as
/// a full disk does, and no rights are needed to arrange it.
#[test]
#[cfg(unix)]
fn a_full_disk_ends_with_a_message_and_a_checkpoint_that_can_be_used() {
    let folder = tempfile::tempdir().unwrap();
    let [straight, full, cold] = ["straight", "full", "cold"].map(|name| folder.path().join(name));
    // Few enough for both to be sampled at the same distance.
    let steps = "9e6";
    finish("wythoff3:lex", steps, &straight, &[]);
    finish("wythoff3:lex", "1e6", &full, &[]);
    for spill in [false, true] {
        let mut limited = Command::new("sh");
        limited.args(["-c", "trap '' XFSZ; ulimit -f 4096; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_nimlab")]);
        limited.args(["run", "wythoff3:lex", "--steps", steps, "--dir", full.to_str().unwrap()]);
        if spill {
            limited.args(["--spill", cold.to_str().unwrap()]);
        }
        let output = limited.output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{message}");
        assert!(message.contains("checkpoint") && message.contains("begin again to continue"), "{message}");
        assert!(!full.join("checkpoint.partial").exists());
        let shown = nimlab(&["show", full.to_str().unwrap(), "--json"]);
        let shown: serde_json::Value = serde_json::from_slice(&shown.stdout).unwrap();
        assert_eq!(shown["steps"].to_string(), "1000000", "the checkpoint before it is kept");
    }
    finish("wythoff3:lex", steps, &full, &[]);
    same_files(&straight, &full, "wythoff3:lex");
}

#[test]
fn what_cannot_fit_is_refused_with_the_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let output = nimlab(&["run", "wythoff3:lex", "--steps", "1e12", "--dir", run.to_str().unwrap()]);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.contains("594.") && message.contains("GiB") && message.contains("--spill"), "{message}");
    assert!(!run.exists(), "nothing was started");
    for (game, steps) in [("wythoff3:lex", "0"), ("wythoff3:lex", "1e13"), ("nim", "10")] {
        let output = nimlab(&["run", game, "--steps", steps, "--dir", run.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(2), "{game} {steps}");
    }
}

#[test]
fn the_json_of_a_run_has_the_agreed_members() {
    let folder = tempfile::tempdir().unwrap();
    let value = finish("wythoff3:lex", "26185", folder.path(), &[]);
    assert_eq!(value["game"], "wythoff3:lex");
    assert_eq!(value["steps"].to_string(), "26185");
    assert_eq!(value["last"].to_string(), "[49227,93778,138327]");
    let kappa: u64 = value["kappa"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).sum();
    assert_eq!(kappa, 26185);
    assert_eq!(value["first_occurrence"].as_array().unwrap().len(), 56);
    assert_eq!(value["first_occurrence"][55].to_string(), r#"{"difference":[4,8,12],"n":26185}"#);
    assert_eq!(value["differences"]["c"]["12"].to_string(), "1");
    assert_eq!(value["repeated"].to_string(), "[]");
    assert!(value["limits"]["alpha"].is_number());
    let shown = nimlab(&["show", folder.path().to_str().unwrap(), "--json"]);
    let shown: serde_json::Value = serde_json::from_slice(&shown.stdout).unwrap();
    assert_eq!(shown, value);
    // Another game in the same directory is refused.
    let output = nimlab(&["run", "wythoff3:positive", "--steps", "9", "--dir", folder.path().to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn the_json_of_l1_nim_has_the_agreed_members_and_both_orders() {
    let folder = tempfile::tempdir().unwrap();
    let value = finish("wythoff3:l1", "14", folder.path(), &[]);
    assert_eq!(value["game"], "wythoff3:l1");
    assert_eq!(value["last"].to_string(), "[27,50,73]");
    assert_eq!(value["skips"].to_string(), "1");
    // 26 is held back, and comes next: by total behind (27, 50, 73), lexicographically before it.
    let value = finish("wythoff3:l1", "15", folder.path(), &[]);
    assert_eq!(value["last"].to_string(), "[26,51,76]");
    let first = |name: &str, step: [i64; 3]| {
        let all = value[name].as_array().unwrap();
        all.iter().find(|seen| seen["difference"] == serde_json::json!(step)).map(|seen| seen["n"].to_string())
    };
    assert_eq!(first("first_occurrence", [-1, 1, 3]), Some("15".into()));
    assert_eq!(first("first_occurrence_lexicographic", [-1, 1, 3]), None);
    assert_eq!(first("first_occurrence_lexicographic", [1, -1, -3]), Some("15".into()));
    assert_eq!(value["differences"]["a"]["-1"].to_string(), "1");
    let value = finish("wythoff3:l1", "26185", folder.path(), &[]);
    let kappa: u64 = value["kappa"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).sum();
    assert_eq!(kappa, 26185);
    assert_eq!(value["properties"][2]["verdict"], "proved");
    assert!(value["totals_grow_by"][0].as_u64().unwrap() > 0);
    assert_eq!(value["repeated"].to_string(), "[]");
    assert!(value["limits"]["alpha"].is_number() && value["sizes"]["free_number"].is_number());
    let shown = nimlab(&["show", folder.path().to_str().unwrap(), "--json"]);
    let shown: serde_json::Value = serde_json::from_slice(&shown.stdout).unwrap();
    assert_eq!(shown, value);
}

#[test]
fn positive_nim_says_which_numbers_are_repeated() {
    let folder = tempfile::tempdir().unwrap();
    let value = finish("wythoff3:positive", "500", folder.path(), &[]);
    let repeated: Vec<u64> = value["repeated"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
    assert_eq!(repeated, [786, 1094, 1595, 2079]);
    assert_eq!(value["properties"][2]["verdict"], "refuted by this example");
}

#[test]
fn without_a_usable_checkpoint_nothing_begins_again_by_itself() {
    let folder = tempfile::tempdir().unwrap();
    let [lex, positive] = ["lex", "positive"].map(|name| folder.path().join(name));
    finish("wythoff3:lex", "2e5", &lex, &[]);
    finish("wythoff3:positive", "1e4", &positive, &[]);
    let newest = lex.join("checkpoint.bin");
    let _ = std::fs::remove_file(lex.join("checkpoint.previous.bin"));
    // One of another game, and one that is torn.
    for damaged in [std::fs::read(positive.join("checkpoint.bin")).unwrap(), b"torn".to_vec()] {
        std::fs::write(&newest, &damaged).unwrap();
        let folder = lex.to_str().unwrap();
        for arguments in [&["show", folder][..], &["run", "wythoff3:lex", "--steps", "3e5", "--dir", folder]] {
            let output = nimlab(arguments);
            assert_eq!(output.status.code(), Some(1), "{arguments:?}: {output:?}");
        }
        assert!(std::fs::read(&newest).unwrap() == damaged, "the checkpoint was changed");
    }
}

#[test]
fn few_blocks_are_no_verdict() {
    let folder = tempfile::tempdir().unwrap();
    let value = finish("wythoff3:lex", "3e4", folder.path(), &[]);
    assert!(value.to_string().contains("too few blocks to say"), "{value}");
}

#[test]
fn a_checkpoint_of_another_run_is_refused_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let [short, long, cold, other, same] =
        ["short", "long", "cold", "other", "same"].map(|name| folder.path().join(name));
    let spill = ["--spill", cold.to_str().unwrap()];
    // Sampled at another distance; of another run, with and without spill files.
    finish("wythoff3:lex", "2e5", &short, &[]);
    finish("wythoff3:lex", "11e6", &long, &[]);
    finish("wythoff3:lex", "11e6", &other, &spill);
    finish("wythoff3:lex", "11e6", &same, &[]);
    let cases = [
        (&short, "sampled every 10000 positions, and this run every 100000", &[][..]),
        (&other, "its run has the name", &spill),
        (&same, "its run has the name", &[]),
    ];
    for (from, reason, more) in cases {
        let foreign = std::fs::read(from.join("checkpoint.bin")).unwrap();
        std::fs::write(long.join("checkpoint.bin"), &foreign).unwrap();
        let directory = long.to_str().unwrap();
        let run = [&["run", "wythoff3:lex", "--steps", "2e7", "--dir", directory], more].concat();
        for arguments in [&["show", directory][..], &run] {
            let output = nimlab(arguments);
            let message = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(1), "{arguments:?}: {message}");
            assert!(message.contains("belongs to another run") && message.contains(reason), "{message}");
        }
        assert!(std::fs::read(long.join("checkpoint.bin")).unwrap() == foreign, "the checkpoint was changed");
    }
}

/// The run is long, and is asked to stop as soon as it computes.
#[test]
#[cfg(unix)]
fn ctrl_c_and_sigterm_write_a_checkpoint_and_say_how_to_go_on() {
    for (signal, code) in [("INT", 130), ("TERM", 143)] {
        let folder = tempfile::tempdir().unwrap();
        let [stopped, straight] = ["stopped", "straight"].map(|name| folder.path().join(name));
        let child =
            start(&["run", "wythoff3:lex", "--steps", "1e9", "--dir", stopped.to_str().unwrap()]).spawn().unwrap();
        // Signals are noted before the directory is made.
        while !stopped.join("manifest.json").exists() {
            std::thread::sleep(Duration::from_millis(5));
        }
        let sent = Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status().unwrap();
        assert!(sent.success());
        let output = child.wait_with_output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{message}");
        assert!(message.starts_with("stopping after a checkpoint is written"), "{message}");
        assert!(message.contains("continues from there: nimlab run wythoff3:lex --steps 1e9 --dir "), "{message}");
        assert!(output.stdout.is_empty());
        let shown = nimlab(&["show", stopped.to_str().unwrap(), "--json"]);
        let shown: serde_json::Value = serde_json::from_slice(&shown.stdout).unwrap();
        let at: u64 = shown["steps"].to_string().parse().unwrap();
        assert!(message.contains(&format!("stopped at number {at} of 1000000000")), "{message}");
        // It continues from there, and finds what an undisturbed run finds.
        let steps = (at + 100_000).to_string();
        let [one, other] = [&stopped, &straight].map(|folder| finish("wythoff3:lex", &steps, folder, &[]));
        for member in ["last", "kappa", "differences", "first_occurrence"] {
            assert_eq!(one[member], other[member], "{member}");
        }
    }
}

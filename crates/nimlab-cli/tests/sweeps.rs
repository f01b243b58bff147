//! A sweep that is killed at any moment ends, resumed, with the same files as
//! one that was never stopped.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

fn sweep(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nimlab"));
    command.args(["sweep", "subtraction", "--max", "18", "--dir"]).arg(folder).stdout(Stdio::null());
    command
}

/// Every file that is not the half-written one of a killed process.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    let whole = entries.filter(|path| !name(path).contains("partial"));
    whole.map(|path| (name(&path), std::fs::read(&path).unwrap())).collect()
}

#[test]
fn a_killed_sweep_ends_with_the_same_files() {
    let (whole, killed) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    assert!(sweep(whole.path()).status().unwrap().success());
    for milliseconds in [0, 5, 20, 60, 120] {
        let mut child = sweep(killed.path()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(milliseconds));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(sweep(killed.path()).status().unwrap().success());
    let expected = files(whole.path());
    assert_eq!(expected.len(), 5, "a manifest and four shards");
    assert!(files(killed.path()) == expected);
}

#[test]
fn a_sweep_that_does_not_fit_is_refused_with_the_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["sweep", "subtraction", "--max", "40", "--dir", folder.path().to_str().unwrap()];
    let output = Command::new(env!("CARGO_BIN_EXE_nimlab")).args(arguments).output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && message.contains("14336.00 GiB"), "{message}");
}

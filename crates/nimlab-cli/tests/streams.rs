//! Where `-o` leads: streams are written to as they are, and only plain files
//! are replaced.

#![cfg(unix)]

use std::path::Path;
use std::process::{Command, Output};

/// Runs a script in a folder; `$nimlab` is the command.
fn script(folder: &Path, text: &str) -> Output {
    let mut shell = Command::new("sh");
    shell.args(["-c", text]).current_dir(folder).env("nimlab", env!("CARGO_BIN_EXE_nimlab"));
    shell.output().unwrap()
}

const CSV: &str = "n,a,b\n0,0,0\n1,1,2\n";

/// Every way to name standard output.
const NAMES: [&str; 5] = ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "link", "link-to-link"];

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink("/dev/stdout", folder.path().join("link")).unwrap();
    std::os::unix::fs::symlink("link", folder.path().join("link-to-link")).unwrap();
    folder
}

#[test]
fn the_standard_output_stream_by_any_name_is_written_to() {
    for name in NAMES.into_iter().filter(|name| cfg!(target_os = "linux") || !name.starts_with("/proc")) {
        let folder = folder();
        let path = folder.path();
        let cold = format!("\"$nimlab\" cold wythoff --count 2 --format csv -o {name}");
        // A log is added to, also if it was written to before by the same descriptor.
        std::fs::write(path.join("log.txt"), "before\n").unwrap();
        let output = script(path, &format!("{{ echo first; {cold}; echo last; }} >> log.txt"));
        assert!(output.status.success(), "{name}: {output:?}");
        let log = std::fs::read_to_string(path.join("log.txt")).unwrap();
        assert_eq!(log, format!("before\nfirst\n{CSV}last\n"), "{name}");
        // A new file, a pipe, and a pipe whose reader goes away.
        let output = script(path, &format!("{{ {cold}; echo last; }} > new.txt; cat new.txt"));
        assert_eq!(String::from_utf8_lossy(&output.stdout), format!("{CSV}last\n"), "{name}");
        let output = script(path, &format!("{cold} | cat"));
        assert_eq!(
            (String::from_utf8_lossy(&output.stdout).as_ref(), output.stderr.as_slice()),
            (CSV, &b""[..]),
            "{name}"
        );
        let many = cold.replace("--count 2", "--count 1e5");
        let output = script(path, &format!("{many} | head -n 1"));
        assert_eq!((output.stdout.as_slice(), output.stderr.as_slice()), (&b"n,a,b\n"[..], &b""[..]), "{name}");
        // Without a format, text for people.
        let output = script(path, &format!("\"$nimlab\" cold wythoff --count 2 -o {name} > text.txt; cat text.txt"));
        assert!(
            output.status.success() && String::from_utf8_lossy(&output.stdout).contains("1       1       2"),
            "{output:?}"
        );
        let names: Vec<_> = std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(names.len(), 5, "{names:?}");
    }
}

#[test]
fn other_streams_are_written_to() {
    let folder = folder();
    let path = folder.path();
    let cold = "\"$nimlab\" cold wythoff --count 2 --format csv -o";
    let output = script(path, &format!("{cold} /dev/stderr"));
    assert_eq!((output.stdout.as_slice(), String::from_utf8_lossy(&output.stderr).as_ref()), (&b""[..], CSV));
    let output = script(path, &format!("{cold} /dev/null; ls -l /dev/null"));
    assert!(output.status.success() && output.stdout.starts_with(b"c"), "{output:?}");
    let output = script(path, &format!("mkfifo fifo; {cold} fifo & cat fifo; wait; test -p fifo"));
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stdout).as_ref()), (Some(0), CSV));
    std::fs::write(path.join("log.txt"), "before\n").unwrap();
    let output = script(path, &format!("{cold} /dev/fd/3 3>> log.txt; cat log.txt"));
    assert_eq!(String::from_utf8_lossy(&output.stdout), format!("before\n{CSV}"));
    let output = script(path, &format!("{cold} ."));
    assert_eq!(output.status.code(), Some(1), "{output:?}");
}

#[test]
fn a_link_to_a_plain_file_replaces_the_file() {
    let folder = folder();
    let path = folder.path();
    std::fs::write(path.join("old.csv"), "old").unwrap();
    std::os::unix::fs::symlink("old.csv", path.join("to.csv")).unwrap();
    assert!(script(path, "\"$nimlab\" cold wythoff --count 2 -o to.csv").status.success());
    assert_eq!(std::fs::read_to_string(path.join("old.csv")).unwrap(), CSV);
    assert!(path.join("to.csv").is_symlink());
}

#[test]
fn parquet_goes_through_a_pipe_and_an_array_is_refused() {
    let folder = folder();
    let path = folder.path();
    let same = "\"$nimlab\" cold wythoff --count 500 -o a.parquet && \"$nimlab\" cold wythoff --count 500 \
                --format parquet -o /dev/stdout | cmp - a.parquet";
    assert!(script(path, same).status.success());
    for command in ["cold wythoff", "table wythoff --size 5"] {
        let output = script(path, &format!("\"$nimlab\" {command} --format npy -o /dev/stdout"));
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{message}");
        assert!(message.contains("a NumPy array cannot go to") && message.contains("-o out.npy"), "{message}");
    }
}

#[test]
fn figures_go_through_a_pipe() {
    let folder = folder();
    std::os::unix::fs::symlink("/dev/stdout", folder.path().join("out.svg")).unwrap();
    let output = script(folder.path(), "\"$nimlab\" plot heat wythoff --size 8 -o out.svg | head -c 4");
    assert_eq!(output.stdout, b"<svg", "{output:?}");
}

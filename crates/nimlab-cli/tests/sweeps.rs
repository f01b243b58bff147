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

/// One sweep of each kind, and how many files it ends with: a manifest and its shards.
const SWEEPS: [(&str, usize); 4] = [
    ("subtraction --max 18", 5),
    ("subtraction --max 22 --size 8 --longest", 3),
    ("triples --max 90", 89),
    ("octal --digits 2 --max-heap 1000", 9),
];

#[test]
fn a_killed_sweep_ends_with_the_same_files() {
    for (words, count) in SWEEPS {
        let (whole, killed) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let sweep = |folder: &Path| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_nimlab"));
            command.arg("sweep").args(words.split(' ')).arg("--dir").arg(folder).stdout(Stdio::null());
            command
        };
        assert!(sweep(whole.path()).status().unwrap().success());
        for milliseconds in [0, 5, 20, 60, 120] {
            let mut child = sweep(killed.path()).spawn().unwrap();
            std::thread::sleep(Duration::from_millis(milliseconds));
            child.kill().unwrap();
            child.wait().unwrap();
        }
        assert!(sweep(killed.path()).status().unwrap().success());
        let expected = files(whole.path());
        assert_eq!(expected.len(), count, "{words}");
        assert!(files(killed.path()) == expected, "{words}");
    }
}

/// Many processes in one folder, killed at random, until the sweep is complete:
/// nobody fails because of another, and the files are those of a lone sweep.
#[test]
fn processes_that_share_a_folder_and_are_killed_end_with_the_files_of_one() {
    let (alone, shared) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    assert!(sweep(alone.path()).status().unwrap().success());
    let mut random = 12345_u64;
    let mut below = |limit: u64| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) % limit
    };
    for round in 0..6 {
        let begin = || sweep(shared.path()).stderr(Stdio::piped()).spawn().unwrap();
        let mut children: Vec<_> = (0..6).map(|_| begin()).collect();
        for child in children.iter_mut().take(if round < 5 { 4 } else { 2 }) {
            std::thread::sleep(Duration::from_millis(below(40)));
            child.kill().unwrap();
        }
        for (i, child) in children.into_iter().enumerate() {
            let output = child.wait_with_output().unwrap();
            let message = String::from_utf8_lossy(&output.stderr).into_owned();
            // Those that were not killed came to their end.
            assert!(output.status.code().is_none() || output.status.success(), "process {i}: {message}");
        }
        if round < 5 {
            std::fs::remove_file(shared.path().join(format!("shard-{:06}.parquet", below(4)))).unwrap();
        }
    }
    assert!(sweep(shared.path()).status().unwrap().success());
    let names = |folder: &Path| std::fs::read_dir(folder).unwrap().count();
    assert_eq!(names(shared.path()), names(alone.path()), "nothing partial is left");
    assert!(files(shared.path()) == files(alone.path()));
}

/// No file may have a byte, or more than a few: the system refuses to write just
/// as a full disk does.
#[test]
#[cfg(unix)]
fn a_full_disk_leaves_no_partial_files() {
    for (blocks, whole) in [("0", 0), ("1", 1)] {
        let folder = tempfile::tempdir().unwrap();
        let mut limited = Command::new("sh");
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"");
        limited.args(["-c", &script, "sh", env!("CARGO_BIN_EXE_nimlab")]);
        limited.args(["sweep", "subtraction", "--max", "14", "--dir"]).arg(folder.path());
        let output = limited.output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{message}");
        assert!(message.contains("too large"), "{message}");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), whole, "{message}");
    }
}

#[test]
fn sets_are_written_as_people_write_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    for name in ["sets.csv", "sets.json", "sets.npy"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_nimlab"));
        command.args(["sweep", "subtraction", "--max", "4", "--dir"]).arg(path("four")).arg("-o").arg(path(name));
        assert!(command.output().unwrap().status.success());
    }
    let text = std::fs::read_to_string(path("sets.csv")).unwrap();
    assert!(text.starts_with("rank,set,mask,preperiod,period,largest\n0,\"1\",1,0,2,1\n1,\"2\",2,0,4,1\n"), "{text}");
    assert!(text.contains("\n12,\"1,3,4\",13,0,7,3\n"), "{text}");
    let json: serde_json::Value = serde_json::from_slice(&std::fs::read(path("sets.json")).unwrap()).unwrap();
    assert_eq!(json[12].to_string(), r#"{"rank":12,"set":[1,3,4],"mask":13,"preperiod":0,"period":7,"largest":3}"#);
    let array = std::fs::read(path("sets.npy")).unwrap();
    assert!(String::from_utf8_lossy(&array[..128]).contains("'shape': (15, 5)"));
    let row: Vec<u64> =
        array[128 + 12 * 40..][..40].chunks(8).map(|word| u64::from_le_bytes(word.try_into().unwrap())).collect();
    assert_eq!(row, [12, 13, 0, 7, 3]);
}

#[test]
fn a_sweep_that_does_not_fit_is_refused_with_the_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let sweep = folder.path().join("sweep");
    let arguments = ["sweep", "subtraction", "--max", "40", "--dir", sweep.to_str().unwrap()];
    let output = Command::new(env!("CARGO_BIN_EXE_nimlab")).args(arguments).output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && message.contains("GiB"), "{message}");
    assert!(!sweep.exists(), "nothing is left");
}

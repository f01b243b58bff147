//! Directories of earlier forms, and altered ones.

use super::*;
use serde_json::{Value, json};

fn asked(folder: &Path, game: Variant, steps: u64) -> RunOptions {
    RunOptions { game, steps, folder: folder.to_owned(), spill: None, checkpoint: Duration::from_secs(300) }
}

fn finish(folder: &Path, game: Variant, steps: u64) -> RunReport {
    match run(&asked(folder, game, steps), &mut |_| ControlFlow::Continue(())).unwrap() {
        RunEnd::Finished(report) => report,
        RunEnd::Stopped(at) => panic!("stopped at {at}"),
    }
}

/// A directory as the first versions wrote it: named after L1-Nim, and with
/// checkpoints that do not say whose they are.
#[test]
fn directories_of_the_first_form_are_read_and_called_by_their_right_name() {
    let folder = tempfile::tempdir().unwrap();
    let [old, new] = ["old", "new"].map(|name| folder.path().join(name));
    finish(&old, Variant::Lex, 30_000);
    let path = old.join("manifest.json");
    let mut manifest: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    assert_eq!((manifest["game"].as_str(), manifest["format"].as_u64()), (Some("wythoff3:lex"), Some(2)));
    manifest["game"] = json!("wythoff3:l1");
    manifest.as_object_mut().unwrap().remove("format");
    std::fs::write(&path, manifest.to_string()).unwrap();
    let path = old.join("checkpoint.bin");
    let bytes = std::fs::read(&path).unwrap();
    let mut first = b"nimlab-1".to_vec();
    first.extend(&bytes[8..16]);
    first.extend(&bytes[8 * 7..]);
    std::fs::write(&path, outside::with_checksums(&first)).unwrap();
    let report = show(&old).unwrap();
    assert_eq!((report.json()["game"].as_str(), report.json()["steps"].as_u64()), (Some("wythoff3:lex"), Some(30_000)));
    assert_eq!(finish(&old, Variant::Lex, 40_000).json(), finish(&new, Variant::Lex, 40_000).json());
    let files = |name: &str| [&old, &new].map(|folder| std::fs::read(folder.join(name)).unwrap());
    for name in ["samples.csv", "result.json"] {
        let [one, other] = files(name);
        assert!(one == other, "{name}");
    }
    let [one, other] = files("checkpoint.bin").map(|bytes| outside::without_name(&bytes));
    assert!(one == other, "the checkpoints");
    let manifest: Value = serde_json::from_slice(&std::fs::read(old.join("manifest.json")).unwrap()).unwrap();
    assert_eq!(manifest["game"], "wythoff3:lex");
}

/// A directory of a later version is neither read nor continued.
#[test]
fn a_directory_of_a_later_format_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    finish(folder.path(), Variant::Lex, 300);
    let path = folder.path().join("manifest.json");
    let mut manifest: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    for (format, said) in
        [(json!(99), "format 99"), (json!("two"), "not that of a run"), (json!(2.5), "not that of a run")]
    {
        manifest["format"] = format;
        std::fs::write(&path, manifest.to_string()).unwrap();
        let error = show(folder.path()).unwrap_err().to_string();
        assert!(error.contains(said), "{error}");
        let options = asked(folder.path(), Variant::Lex, 400);
        let error = run(&options, &mut |_| ControlFlow::Continue(())).unwrap_err().to_string();
        assert!(error.contains(said), "{error}");
    }
}

/// Checkpoints that are empty or gone are named as such.
#[test]
fn a_directory_without_a_checkpoint_that_can_be_read_says_so() {
    let folder = tempfile::tempdir().unwrap();
    finish(folder.path(), Variant::Lex, 300);
    let path = folder.path().join("checkpoint.bin");
    std::fs::write(&path, "").unwrap();
    let error = show(folder.path()).unwrap_err().to_string();
    assert!(error.contains("no checkpoint in") && error.contains("damaged"), "{error}");
    std::fs::remove_file(&path).unwrap();
    let error = show(folder.path()).unwrap_err().to_string();
    assert!(error.contains("has lost its checkpoints") && error.contains("report.txt"), "{error}");
}

/// What is still free is known at the samples, which need not come to the end.
#[test]
fn a_report_says_where_numbers_were_free() {
    let folder = tempfile::tempdir().unwrap();
    for (steps, said) in [(1000, "at n = 1000: the least free"), (1001, "at n = 1000, the last sample: the least free")]
    {
        let report = finish(folder.path(), Variant::L1, steps).text();
        assert!(report.contains(said), "{report}");
    }
}

/// The checkpoints of a directory without its manifest are those of a run that is not known.
#[test]
fn a_directory_that_has_lost_its_manifest_is_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    finish(folder.path(), Variant::Lex, 300);
    std::fs::remove_file(folder.path().join("manifest.json")).unwrap();
    let before = std::fs::read(folder.path().join("checkpoint.bin")).unwrap();
    let options = asked(folder.path(), Variant::Lex, 400);
    let error = run(&options, &mut |_| ControlFlow::Continue(())).unwrap_err().to_string();
    assert!(error.contains("belongs to another run") && error.contains("nothing was changed"), "{error}");
    assert!(!folder.path().join("manifest.json").exists());
    assert_eq!(std::fs::read(folder.path().join("checkpoint.bin")).unwrap(), before);
}

/// Bytes from outside: whatever they are, there is an answer, also where all
/// checksums are right.
#[test]
fn altered_manifests_and_checkpoints_are_read_without_a_panic() {
    for game in [Variant::L1, Variant::Lex, Variant::Positive] {
        let folder = tempfile::tempdir().unwrap();
        finish(folder.path(), game, 300);
        let manifest = std::fs::read(folder.path().join("manifest.json")).unwrap();
        let whole = std::fs::read(folder.path().join("checkpoint.bin")).unwrap();
        assert!(outside::is_manifest(&manifest) && outside::checkpoint(&whole).unwrap().1);
        let mut random = 7_u64;
        let mut below = |limit: usize| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) as usize % limit
        };
        for round in 0..200 {
            let mut bytes = manifest.clone();
            bytes[below(manifest.len())] = below(256) as u8;
            let _ = outside::is_manifest(&bytes);
            // The head and the places of the arrays: the pages are bits of any kind.
            let mut bytes = whole.clone();
            let at = if round % 4 > 0 { below(whole.len().min(4000)) } else { below(whole.len()) } / 8 * 8;
            let word = match round % 3 {
                0 => below(1 << 20) as u64,
                1 => u64::MAX >> below(64),
                _ => 1 << below(64),
            };
            let end = (at + 8).min(bytes.len());
            bytes[at..end].copy_from_slice(&word.to_le_bytes()[..end - at]);
            bytes.truncate(if round % 7 == 0 { below(whole.len()) } else { whole.len() });
            assert!(bytes == whole || !outside::checkpoint(&bytes).is_ok_and(|(_, whole)| whole));
            let _ = outside::checkpoint(&outside::with_checksums(&bytes));
        }
    }
}

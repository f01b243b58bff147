//! Directories of earlier forms, and altered ones.

use super::*;
use serde_json::{Value, json};

fn finish(folder: &Path, game: Variant, steps: u64) -> RunReport {
    let options = Options { game, steps, folder: folder.to_owned(), spill: None, checkpoint: Duration::from_secs(300) };
    match run(&options, &mut |_| ControlFlow::Continue(())).unwrap() {
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

/// Bytes from outside: whatever they are, there is an answer, also where all
/// checksums are right.
#[test]
fn altered_manifests_and_checkpoints_are_read_without_a_panic() {
    for game in [Variant::Lex, Variant::Positive] {
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

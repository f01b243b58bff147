//! Wrong rule texts and what is said about them: `bad-rules/NAME.rules` with
//! the message in `bad-rules/NAME.txt`. With `TRYCMD=overwrite` in the environment the
//! messages are rewritten, to be read in the diff.

use nimlab::rules;
use std::fs;
use std::path::Path;

#[test]
fn every_wrong_rule_text_is_told_what_is_wrong_and_where() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bad-rules");
    let mut seen = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "rules") {
            continue;
        }
        let source = fs::read_to_string(&path).unwrap();
        let message = rules::compile(&source).err().map(|found| found.to_string());
        let message = message.unwrap_or_else(|| panic!("{} should not be accepted", path.display()));
        let expected = path.with_extension("txt");
        if std::env::var("TRYCMD").is_ok_and(|how| how == "overwrite") {
            fs::write(&expected, &message).unwrap();
        }
        assert_eq!(message, fs::read_to_string(&expected).unwrap_or_default(), "{}", path.display());
        seen += 1;
    }
    assert!(seen > 30);
}

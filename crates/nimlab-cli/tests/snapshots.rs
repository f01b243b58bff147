//! What the command prints, word by word: the files in `cmd/`, and every
//! example of the README and the guide. They run in an empty folder, where
//! those that write files leave them.

use std::path::Path;

#[test]
fn the_command_prints_what_the_files_say() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().unwrap();
    std::env::set_current_dir(folder.path()).unwrap();
    let cases = trycmd::TestCases::new();
    for pattern in ["tests/cmd/*.trycmd", "../../README.md", "../../docs/*.md"] {
        cases.case(here.join(pattern));
    }
    cases.run();
}

//! What the command prints, word by word: the files in `cmd/`, and every
//! example of the README and the guide; and in `play/` whole games that are
//! played through a pipe. The examples run in an empty folder, where those that
//! write files leave them.

use std::path::{Path, PathBuf};

/// A path that is written from the folder of this crate.
fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

#[test]
fn the_command_prints_what_the_files_say() {
    let folder = tempfile::tempdir().unwrap();
    std::env::set_current_dir(folder.path()).unwrap();
    let cases = trycmd::TestCases::new();
    for pattern in ["tests/cmd/*.trycmd", "../../README.md", "../../docs/*.md"] {
        cases.case(here(pattern));
    }
    cases.run();
}

#[test]
fn games_are_played_through_a_pipe_as_the_files_say() {
    trycmd::TestCases::new().case(here("tests/play/*.toml"));
}

#[test]
fn the_guide_shows_one_of_these_games() {
    let guide = std::fs::read_to_string(here("../../docs/guide.md")).unwrap();
    let game = std::fs::read_to_string(here("tests/play/guide.stdout")).unwrap();
    assert!(guide.contains(&format!("```text\n{game}```")));
}

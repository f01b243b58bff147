//! What the command prints, word by word: the files in `cmd/`, and every
//! example of the README and the guide; and in `play/` whole games that are
//! played through a pipe.

#[test]
fn the_command_prints_what_the_files_say() {
    trycmd::TestCases::new().case("tests/cmd/*.trycmd").case("../../README.md").case("../../docs/*.md");
}

#[test]
fn games_are_played_through_a_pipe_as_the_files_say() {
    trycmd::TestCases::new().case("tests/play/*.toml");
}

#[test]
fn the_guide_shows_one_of_these_games() {
    let guide = std::fs::read_to_string("../../docs/guide.md").unwrap();
    let game = std::fs::read_to_string("tests/play/guide.stdout").unwrap();
    assert!(guide.contains(&format!("```text\n{game}```")));
}

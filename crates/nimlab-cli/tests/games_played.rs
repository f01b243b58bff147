//! Whole games that are played through a pipe, word by word: the files in
//! `play/`. They are a program of their own because they name rule files from
//! the folder of this crate.

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

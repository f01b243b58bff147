//! What the command prints, word by word: the files in `cmd/`, and every
//! example of the README and the guide.

#[test]
fn the_command_prints_what_the_files_say() {
    trycmd::TestCases::new().case("tests/cmd/*.trycmd").case("../../README.md").case("../../docs/*.md");
}

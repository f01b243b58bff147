//! The library speaks in data: flags, commands and routes are named only by
//! the doors.

use nimlab::{Ask, Budget, Error, RuleExt, catalogue, solve::TableSize};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The subcommands of the command, as its arguments name them.
fn commands() -> &'static [String] {
    static COMMANDS: OnceLock<Vec<String>> = OnceLock::new();
    COMMANDS.get_or_init(|| {
        let arguments = Path::new(env!("CARGO_MANIFEST_DIR")).join("../nimlab-cli/src/arguments.rs");
        let text = std::fs::read_to_string(arguments).unwrap();
        let (_, list) = text.split_once("pub enum Command {").unwrap();
        let variants = list.split('}').next().unwrap().lines().filter_map(|line| line.trim().split_once('('));
        let named =
            variants.filter(|(name, _)| name.chars().all(char::is_alphabetic)).map(|(name, _)| name.to_lowercase());
        // The one whose first name is not that of its variant.
        named.chain(["positions".to_owned()]).collect()
    })
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") && !path.ends_with("tests.rs") {
            found.push(path);
        }
    }
}

/// Whether a text names a flag, a command or a route.
fn names_a_door(text: &str) -> bool {
    let flag = text.match_indices("--").any(|(at, _)| text[at + 2..].starts_with(|c: char| c.is_ascii_lowercase()));
    let named = |before: &str| {
        text.match_indices(before).any(|(at, _)| {
            let next = text[at + before.len()..].split(|c: char| !c.is_ascii_lowercase()).next();
            next.is_some_and(|next| commands().iter().any(|command| command == next))
        })
    };
    let command = named("nimlab ") || named("`");
    flag || command || text.contains("/api/")
}

#[test]
fn no_source_of_the_libraries_names_a_flag_a_command_or_a_route() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    for library in ["nimlab", "nimlab-lab", "nimlab-figures"] {
        let mut files = Vec::new();
        sources(&crates.join(library).join("src"), &mut files);
        assert!(files.len() > 5, "{library} has its sources elsewhere");
        for file in files {
            let text = std::fs::read_to_string(&file).unwrap();
            let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
            // The kind of a file is not a command.
            let code = text.lines().filter(|line| !line.trim_start().starts_with("//") && !line.contains("const KIND"));
            for line in code {
                assert!(!names_a_door(line), "{}: {line}", file.display());
            }
        }
    }
}

#[test]
fn a_text_that_names_a_door_is_known() {
    assert!(names_a_door("an example that works: --size 8"));
    assert!(names_a_door("`nimlab games` lists every game"));
    assert!(names_a_door("see /api/games"));
    assert!(names_a_door("write it with `prove` and read it with `verify`"));
    assert!(
        commands().len() > 20
            && ["cold", "prove", "theorems", "completions"]
                .iter()
                .all(|&name| { commands().iter().any(|command| command == name) })
    );
    assert!(!names_a_door("nimlab is a laboratory -- for games"));
}

#[test]
fn errors_say_what_helps_in_the_words_of_the_library() {
    let game = catalogue::game("wythoff").unwrap();
    let small = Budget::default().in_bytes(1 << 20);
    let table = game.table(TableSize::Side(3000)).budget(small).run().unwrap_err();
    assert_eq!(
        table.hints().iter().map(ToString::to_string).collect::<Vec<_>>()[0],
        "a smaller board needs less; an example that works: size 1000"
    );
    assert!(table.to_string().contains("\n  a higher limit: "), "{table}");
    let method = game.positions().from(1u64 << 50).method(Some("recursive")).run().err().unwrap();
    assert!(
        method.to_string().ends_with("\n  the algebraic method starts at any number: method algebraic"),
        "{method}"
    );
    let unknown = catalogue::game("chess").err().unwrap();
    assert!(unknown.to_string().ends_with("\n  an example that works: wythoff:2"), "{unknown}");
    let position = game.read("1,2,3").unwrap_err();
    assert_eq!(position.told(|_| None), position.problem());
    for error in [table, method, unknown, position] {
        assert!(!names_a_door(&error.to_string()) && error.problem().lines().count() == 1, "{error}");
        assert!(matches!(error, Error::OverBudget { .. }) != error.is_request());
    }
}

//! Every command that the documentation, the help and the messages show can be
//! asked: it is read here as the command reads it. Those that show an answer
//! are also run, by `tests/snapshots.rs`.

use crate::arguments::{Arguments, example};
use clap::{CommandFactory, Parser};
use std::path::Path;

/// The words of a command line, as a shell takes it apart.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let (mut word, mut quoted) = (String::new(), None);
    for letter in line.chars() {
        match quoted {
            Some(quote) if letter == quote => quoted = None,
            Some(_) => word.push(letter),
            None if letter == '\'' || letter == '"' => quoted = Some(letter),
            None if letter == ' ' => words.extend((!word.is_empty()).then(|| std::mem::take(&mut word))),
            None => word.push(letter),
        }
    }
    words.extend((!word.is_empty()).then_some(word));
    words
}

/// The commands in a line: several are joined by `&&`; a comment, a pipe and a
/// stream that is led elsewhere end one.
fn commands(line: &str) -> Vec<Vec<String>> {
    let own = line.split(" # ").next().unwrap_or_default();
    let each = own.split(" && ").map(|part| part.split(['|', '>', '<']).next().unwrap_or_default());
    each.map(words).filter(|words| words.first().is_some_and(|word| word == "nimlab")).collect()
}

fn can_be_asked(line: &str, place: &str) -> usize {
    let commands = commands(line.trim().trim_start_matches("$ "));
    for words in &commands {
        if let Err(error) = Arguments::try_parse_from(words) {
            assert!(!error.use_stderr(), "{place}: {}\n{error}", words.join(" "));
        }
    }
    commands.len()
}

/// The blocks of code in the README and the guide, with their kind and place.
fn blocks() -> Vec<(String, String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = vec![root.join("README.md"), root.join("examples/rules/README.md")];
    files.extend(std::fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path()));
    let mut blocks = Vec::new();
    for file in files.iter().filter(|file| file.extension().is_some_and(|extension| extension == "md")) {
        let mut open: Option<(String, String)> = None;
        for line in std::fs::read_to_string(file).unwrap().lines() {
            match (line.strip_prefix("```"), open.take()) {
                (Some(kind), None) => open = Some((kind.to_owned(), String::new())),
                (Some(_), Some((kind, text))) => blocks.push((kind, text, file.display().to_string())),
                (None, Some((kind, text))) => open = Some((kind, text + line + "\n")),
                (None, None) => {}
            }
        }
    }
    blocks
}

#[test]
fn every_command_of_the_documentation_can_be_asked() {
    let mut seen = 0;
    for (_, text, place) in blocks().iter().filter(|(kind, ..)| kind == "sh" || kind == "text") {
        seen += text.lines().map(|line| can_be_asked(line, place)).sum::<usize>();
    }
    assert!(seen > 15, "{seen}");
}

#[test]
fn every_rule_that_is_shown_is_in_order() {
    let rules = blocks().into_iter().filter(|(kind, text, _)| kind == "text" && text.starts_with("game \""));
    let problems: Vec<_> = rules.map(|(_, text, place)| (nimlab::rules::problems(&text).len(), place)).collect();
    assert!(!problems.is_empty() && problems.iter().all(|(problems, _)| *problems == 0), "{problems:?}");
}

#[test]
fn every_example_of_the_help_can_be_asked() {
    fn check(command: &clap::Command) -> usize {
        let shown = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        let own: usize = shown.lines().map(|line| can_be_asked(line, command.get_name())).sum();
        own + command.get_subcommands().map(check).sum::<usize>()
    }
    assert!(check(&Arguments::command()) > 40);
}

#[test]
fn a_message_shows_an_example_of_its_own_command() {
    fn check(command: &clap::Command, words: &[String]) {
        for called in command.get_subcommands().filter(|called| called.get_name() != "help") {
            let words = [words, &[called.get_name().to_owned()]].concat();
            let (name, shown) = (words.join(" "), example(words.iter().cloned()));
            assert_eq!(can_be_asked(&shown, &name), 1);
            assert!(shown.starts_with(&format!("nimlab {name}")), "{name}: {shown}");
            check(called, &words);
        }
    }
    check(&Arguments::command(), &[]);
}

#[test]
fn lines_are_taken_apart_as_a_shell_does() {
    assert_eq!(words("nimlab solve 'wythoff(2)' 3,4"), ["nimlab", "solve", "wythoff(2)", "3,4"]);
    assert_eq!(commands("nimlab games && nimlab show a  # all").len(), 2);
}

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

/// Questions that no game can answer, or that are wrong: what each says.
fn refusals(name: &str) -> Vec<Error> {
    let (game, small) = (catalogue::game(name).unwrap(), Budget::default().in_bytes(1 << 10));
    let start = game.read(&game.example()).unwrap();
    let other = catalogue::game(if name == "fibonacci" { "nim" } else { "fibonacci" }).unwrap();
    let huge = "9".repeat(40);
    let of = |error: Option<Error>, found: &mut Vec<Error>| found.extend(error);
    let mut found = Vec::new();
    for text in ["", "x", "-1", "1/2/3", "1,2,3,4,5,6,7,8,9/1", &format!("1{}", "0".repeat(2_000_001))] {
        of(game.read(text).err(), &mut found);
    }
    of(
        game.read(&format!("{huge},{huge}")).and_then(|position| game.moves(&position).run().map(drop)).err(),
        &mut found,
    );
    of(game.moves(&start).run().err(), &mut found);
    of(game.solve(&start).method("wishing").run().err(), &mut found);
    of(game.solve(&start).method("search").budget(Budget::of_positions(0)).run().err(), &mut found);
    for size in [TableSize::Side(1 << 40), TableSize::Rectangle(0, 5), TableSize::Rectangle(3, 1 << 40)] {
        of(game.table(size).budget(small).run().err(), &mut found);
    }
    of(game.positions().misere().value(2).run().err(), &mut found);
    of(game.positions().first_pile(2).run().err(), &mut found);
    of(game.positions().heaps(99).run().err(), &mut found);
    of(game.positions().from(1u64 << 62).count(u64::MAX).run().err(), &mut found);
    of(game.positions().method("search").from(1u64 << 62).run().err(), &mut found);
    of(game.positions().count(0).limits().err(), &mut found);
    of(game.check(1 << 40).run().err(), &mut found);
    of(game.check(3).heaps(200).run().err(), &mut found);
    of(game.compare(&*other, 3).run().err(), &mut found);
    of(catalogue::heap_rule(name).err(), &mut found);
    of(catalogue::game(&format!("{name}:x,y")).err(), &mut found);
    of(nimlab::prove::Subject::named(name, Some(99)).err(), &mut found);
    if let Some(rule) = game.heap_rule() {
        let mut sequence = nimlab::sequence::Sequence::new(rule.clone());
        sequence.limit(small);
        of(sequence.extend_to(1 << 30).err(), &mut found);
        let period = sequence.prove(200).ok().flatten();
        of(period.and_then(|period| nimlab::sequence::Extensions::of(&period).err()), &mut found);
    }
    found
}

#[test]
fn whatever_a_game_refuses_it_names_no_flag_no_command_and_no_route() {
    let mut games: Vec<&str> = catalogue::GAMES.iter().map(|entry| entry.example.0).collect();
    games.extend(["wythoff3:l1", "wythoff3:positive", "fraenkel:3", "wythoff-blocking", "cutting", "chomp"]);
    let mut seen = 0;
    for game in games {
        let refusals = refusals(game);
        assert!(refusals.len() > 10, "{game} refuses only {}", refusals.len());
        for error in refusals {
            let told = error.to_string();
            assert!(!names_a_door(&told), "{game}: {told}");
            // A question that cannot be asked is named, so that it can be told in other words.
            if let Error::NotAnswered { question, hint, .. } = &error {
                assert!(!question.is_empty() && !question.contains(':'), "{game}: {told}");
                assert!(!hint.is_none(), "{game}: {told}");
            }
            assert!(!told.contains("  \n") && told.chars().count() < 1000, "{game}: {told}");
            seen += 1;
        }
    }
    assert!(seen > 250, "{seen}");
    let bad = [
        nimlab::sequence::PeriodCertificate::from_json("{}").unwrap_err().to_string(),
        nimlab::prove::Certificate::from_json("[]").unwrap_err().to_string(),
        nimlab::rules::compile("state n  state m").unwrap_err().to_string(),
    ];
    for told in bad {
        assert!(!names_a_door(&told), "{told}");
    }
}

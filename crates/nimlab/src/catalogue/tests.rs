//! What the catalogue promises of every game.

use super::*;
use crate::{MOST_DIGITS, MOST_MEMBERS, Rule, RuleExt};
use std::ops::ControlFlow;

#[test]
fn every_example_of_the_catalogue_works() {
    for entry in GAMES {
        let game = game(entry.example.0).unwrap();
        game.read(entry.example.1).unwrap();
        game.read(&game.example()).unwrap();
        assert_eq!(split(entry.example.0).0, entry.name);
    }
}

#[test]
fn every_other_name_is_free_and_stands_for_a_game() {
    for (at, name) in names().enumerate() {
        let first = names().position(|other| other == name).unwrap();
        let rules = at >= GAMES.len() + OTHER_NAMES.len();
        assert!(first == at || rules, "{name} is there twice");
        assert_eq!(plain(name), name);
    }
    for other in OTHER_NAMES {
        entry(other.name).unwrap();
        if other.game.contains(':') {
            assert_eq!(game(other.name).unwrap().name(), other.game);
            assert!(game(&format!("{}:3", other.name)).is_err());
        }
    }
}

#[test]
fn the_rule_files_are_those_of_the_folder() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("rules");
    let mut files: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .filter_map(|entry| entry.unwrap().file_name().to_str()?.strip_suffix(".rules").map(str::to_owned))
        .collect();
    files.sort_unstable();
    assert_eq!(files, RULE_FILES.iter().map(|file| file.name).collect::<Vec<_>>());
}

#[test]
fn a_game_by_rule_is_read_by_its_own_name() {
    for file in RULE_FILES {
        assert!(file.summary().ends_with(['.', '…']), "{}: {}", file.name, file.summary());
        let by_file = game(&format!("{}.rules", file.name)).unwrap();
        assert_eq!(by_file.name(), format!("{}.rules", file.name));
        assert_eq!(game(&by_file.name()).unwrap().name(), by_file.name());
        by_file.read(&by_file.example()).unwrap();
    }
    for (asked, name) in [
        ("Euclid", "euclid"),
        ("nimhoff:5", "nimhoff(h=5)"),
        ("nimhoff:h=5", "nimhoff(h=5)"),
        ("Nimhoff (h = 5)", "nimhoff(h=5)"),
        ("subtraction.rules({1, 3})", "subtraction.rules(S={1,3})"),
        ("wythoff.rules(a=3)", "wythoff.rules(a=3)"),
    ] {
        assert_eq!(game(asked).unwrap().name(), name, "{asked}");
        assert_eq!(game(name).unwrap().name(), name);
        assert_eq!(rule_game(asked).unwrap().unwrap().name(), name);
    }
    assert!(rule_game("wythoff").unwrap().is_none());
    let refused = |name: &str| game(name).err().unwrap().to_string();
    assert!(refused("euclid:2").contains("takes no parameters"), "{}", refused("euclid:2"));
    assert!(refused("nimhoff(g=2)").contains("nimhoff"), "{}", refused("nimhoff(g=2)"));
    assert!(refused("nimhof").contains("did you mean 'nimhoff'"));
}

#[test]
fn names_that_people_try_are_understood() {
    for (asked, name) in [
        ("Nim", "nim"),
        (" NIM ", "nim"),
        ("WYTHOFF:2", "wythoff:2"),
        ("wythoff:a=2", "wythoff:2"),
        ("wythoff(a = 2)", "wythoff:2"),
        ("moore(k=3)", "moore:3"),
        ("kayles", "octal:0.77"),
        ("Kayles", "octal:0.77"),
        ("0.77", "octal:0.77"),
        ("0.137", "octal:0.137"),
        ("dawson", "octal:0.137"),
        ("Dawson's Kayles".replace(' ', "-").as_str(), "octal:0.07"),
        ("subtraction:{1,3,4}", "subtraction:1,3,4"),
        ("subtraction({1, 3, 4})", "subtraction:1,3,4"),
        ("subtraction(1,3,4)", "subtraction:1,3,4"),
        ("subtraction:S={1,3,4}", "subtraction:1,3,4"),
        ("all-but:{2,3}", "allbut:2,3"),
        ("R_Wythoff", "r-wythoff"),
    ] {
        assert_eq!(game(asked).unwrap().name(), name, "{asked}");
    }
    for wrong in ["0.9", "3.14.15", ".", "0.", "wythoff:b=2", "moore:{2}", "subtraction:{1", "kayles:3", ""] {
        assert!(game(wrong).is_err(), "{wrong}");
    }
}

/// A parameter of this kind with this many members or digits, or with this value.
fn written(kind: &ParameterKind, size: u64) -> String {
    match kind {
        ParameterKind::Number { .. } => size.to_string(),
        ParameterKind::Set { .. } => (1..=size).map(|n| n.to_string()).collect::<Vec<_>>().join(","),
        ParameterKind::Code { .. } => format!("0.{}", "7".repeat(size as usize)),
        ParameterKind::Choice(choices) => choices[size as usize].word.into(),
    }
}

#[test]
fn every_value_of_a_parameter_makes_a_game_and_no_other_does() {
    for entry in GAMES {
        let name = entry.name;
        let made = |given: &str| game(&format!("{name}:{given}"));
        let Some(parameter) = entry.parameter() else {
            assert_eq!(game(name).unwrap().name(), name);
            assert!(made("1").err().unwrap().to_string().contains(entry::NOTHING));
            continue;
        };
        assert_eq!(game(name).is_ok(), parameter.optional, "{name}");
        assert!(made(parameter.default).is_ok(), "{name}");
        assert!(game(entry.example.0).is_ok());
        let (least, most) = match &parameter.kind {
            ParameterKind::Number { least, most, .. } => (*least, *most),
            ParameterKind::Set { others, .. } => {
                others.iter().for_each(|(text, _)| assert!(made(text).is_ok(), "{name}:{text}"));
                (1, Some(MOST_MEMBERS as u64))
            }
            ParameterKind::Code { .. } => (1, Some(MOST_DIGITS as u64)),
            ParameterKind::Choice(choices) => {
                choices.iter().for_each(|choice| {
                    assert_eq!((choice.make)().name(), format!("{name}:{}", choice.word));
                    assert!(parameter.about().contains(choice.meaning));
                });
                assert!(made("other").is_err());
                continue;
            }
        };
        assert!(made(&written(&parameter.kind, least)).is_ok(), "{name}");
        assert!(made(&written(&parameter.kind, least - 1)).is_err(), "{name}");
        let Some(most) = most else { continue };
        assert!(parameter.about().contains(&most.to_string()), "{name}");
        assert!(made(&written(&parameter.kind, most)).is_ok(), "{name}");
        let error = made(&written(&parameter.kind, most + 1)).err().unwrap().to_string();
        assert!(error.contains(&most.to_string()), "{error}");
    }
}

#[test]
fn every_game_has_a_title_of_its_own_and_a_start() {
    for (at, entry) in GAMES.iter().enumerate() {
        assert!(GAMES[..at].iter().all(|other| other.title != entry.title), "{}", entry.title);
        let games = match entry.parameter() {
            Some(Parameter { kind: ParameterKind::Choice(choices), .. }) => {
                choices.iter().map(|one| (one.make)()).collect()
            }
            Some(Parameter { kind: kind @ ParameterKind::Number { least, .. }, .. }) => {
                (*least..*least + 5).map(|size| entry.game(Some(&written(kind, size))).unwrap()).collect()
            }
            _ => vec![game(entry.example.0).unwrap()],
        };
        for game in games {
            let (least, bounds) = entry.start.bounds(&*game);
            assert!((1..=bounds.len()).contains(&least), "{}", game.name());
            for count in least..=bounds.len() {
                for ends in [0, 1] {
                    let numbers = bounds[..count].iter().map(|&(low, high)| [low, high][ends].into()).collect();
                    let start = game.read_numbers(numbers).unwrap();
                    let words = game.canonical_of(&start).words().unwrap();
                    let has_move = game.options(&words, &mut |_| ControlFlow::Break(())).is_break();
                    assert!(has_move, "{} {start}", game.name());
                }
            }
        }
    }
}

#[test]
fn what_is_known_is_asked_of_the_game() {
    let methods = |name: &str| entry(name).unwrap().methods();
    let nim = "closed-form (solve, solve misère, list, list misère, list by value): the nim-sum decides (Bouton)";
    assert!(methods("nim").starts_with(nim), "{}", methods("nim"));
    assert!(methods("nim").contains("search (solve, solve misère, list, list misère): plain search"));
    assert!(methods("wythoff3").contains("mex (solve, list; only lex): Akiyama's first"), "{}", methods("wythoff3"));
}

#[test]
fn the_most_heaps_are_stated_and_hold() {
    use crate::MOST_PILES;
    let decimal = |number: usize| number.to_string();
    for entry in GAMES.iter().filter(|entry| entry.position.starts_with("any number of heaps")) {
        let game = game(entry.example.0).unwrap();
        assert!(entry.position.contains(&decimal(MOST_PILES)), "{}", entry.name);
        assert!(game.read(&vec!["1"; MOST_PILES].join(",")).is_ok());
        let error = game.read(&vec!["1"; MOST_PILES + 1].join(",")).unwrap_err().to_string();
        assert!(error.contains(&decimal(MOST_PILES)), "{error}");
    }
    let nim = game("nim").unwrap();
    assert!(nim.read("1e1500000,1e1500000").unwrap_err().to_string().contains("2000000 digits"));
}

#[test]
fn names_are_read_in_both_notations() {
    assert_eq!(split("nim"), ("nim", None));
    assert_eq!(split("wythoff:2"), ("wythoff", Some("2")));
    assert_eq!(split("wythoff:"), ("wythoff", Some("")));
    assert_eq!(split("subtraction(2,4,7)"), ("subtraction", Some("2,4,7")));
    assert_eq!(split("wythoff(2"), ("wythoff(2", None));
}

//! Every game by name: the built-in ones, other names of them, and the rule
//! files that are kept inside. The one list that all doors read.
//!
//! ```
//! use nimlab::prelude::*;
//! let names: Vec<&str> = catalogue::GAMES.iter().map(|entry| entry.name).collect();
//! assert!(names.contains(&"wythoff"));
//! for entry in catalogue::GAMES {
//!     let (game, position) = entry.example;
//!     let game = catalogue::game(game)?;
//!     game.solve(&game.read(position)?).run()?;
//! }
//! # Ok::<(), nimlab::Error>(())
//! ```

mod entry;
mod known;
mod rule_files;

pub use entry::{Build, Entry, NumberRange, Parameter, ParameterChoice, ParameterKind, Start};
pub use rule_files::{RULE_FILES, RuleFile};

use crate::error::{Error, Result, nearest};
use crate::games::{building, fibonacci, fraenkel, greedy, heaps, moore, nim, r_wythoff, wythoff, wythoff3};
use crate::number::shorten;
use crate::rules::RuleGame;
use crate::{Game, HeapRule};

/// Every built-in game.
///
/// ```
/// let nim = &nimlab::catalogue::GAMES[0];
/// assert_eq!((nim.name, nim.title), ("nim", "Nim"));
/// ```
pub const GAMES: &[Entry] = &[
    nim::ENTRY,
    moore::ENTRY,
    greedy::ENTRY,
    building::ENTRY,
    heaps::SUBTRACTION,
    heaps::ALL_BUT,
    heaps::OCTAL,
    heaps::GRUNDY,
    wythoff::ENTRY,
    r_wythoff::ENTRY,
    wythoff3::ENTRY,
    fraenkel::ENTRY,
    fibonacci::ENTRY,
];

/// Another name of a game.
///
/// ```
/// use nimlab::catalogue::OTHER_NAMES;
/// assert!(OTHER_NAMES.iter().any(|other| other.name == "kayles" && other.game == "octal:0.77"));
/// ```
pub struct OtherName {
    /// The name.
    pub name: &'static str,
    /// The game that it stands for, as [`game`] reads it.
    pub game: &'static str,
    /// A remark about the name.
    pub remark: &'static str,
}

const fn other(name: &'static str, game: &'static str, remark: &'static str) -> OtherName {
    OtherName { name, game, remark }
}

/// Names that people try, besides those of [`GAMES`].
pub const OTHER_NAMES: &[OtherName] = &[
    other("kayles", "octal:0.77", "Kayles (Dudeney 1908): take one stone or two, and you may split what is left."),
    other("dawsons-kayles", "octal:0.07", "Dawson's Kayles: take two stones, and you may split what is left."),
    other(
        "dawsons-chess",
        "octal:0.137",
        "Dawson's chess (1935): a stone goes with its neighbours. Heaps are one smaller than in Dawson's Kayles.",
    ),
    other("dawson", "octal:0.137", "Dawson's chess, as in the literature; Dawson's Kayles is dawsons-kayles."),
    other("all-but", "allbut", "All-but games: write the set after the name, as in all-but:2,3,4."),
    other("grundys-game", "grundy", "Grundy's game."),
    other("fibonacci-nim", "fibonacci", "Fibonacci Nim."),
    other("greedy-nim", "greedy", "Greedy Nim."),
    other("wythoff-nim", "wythoff", "Wythoff's game."),
];

/// What a name stands for.
///
/// ```
/// use nimlab::catalogue::{Named, named};
/// let Named::Rules(file) = named("euclid")? else { panic!("Euclid's game has a rule file") };
/// assert!(file.source.contains("move"));
/// # Ok::<(), nimlab::Error>(())
/// ```
pub enum Named {
    /// A built-in game.
    BuiltIn(&'static Entry),
    /// Another name of one.
    Other(&'static OtherName),
    /// A game by its rule file.
    Rules(&'static RuleFile),
}

/// What a bare name stands for. Capitals, apostrophes and underscores make no
/// difference. A built-in game goes before a rule file of the same name;
/// `NAME.rules` is always the rule file.
///
/// ```
/// use nimlab::catalogue::{named, Named};
/// assert!(matches!(named("Nim").unwrap(), Named::BuiltIn(entry) if entry.name == "nim"));
/// assert!(matches!(named("Dawson's_Kayles").unwrap(), Named::Other(other) if other.game == "octal:0.07"));
/// assert!(matches!(named("euclid").unwrap(), Named::Rules(file) if file.name == "euclid"));
/// assert!(matches!(named("nim.rules").unwrap(), Named::Rules(file) if file.name == "nim"));
/// ```
pub fn named(name: &str) -> Result<Named> {
    let plain = if is_octal_code(name.trim()) { heaps::OCTAL.name.to_owned() } else { plain(name) };
    if let Some(file) = plain.strip_suffix(".rules").and_then(RuleFile::named) {
        return Ok(Named::Rules(file));
    }
    let built_in = || GAMES.iter().find(|entry| entry.name == plain).map(Named::BuiltIn);
    let other = || OTHER_NAMES.iter().find(|other| other.name == plain).map(Named::Other);
    built_in()
        .or_else(other)
        .or_else(|| RuleFile::named(&plain).map(Named::Rules))
        .ok_or_else(|| Error::UnknownGame { given: shorten(name), nearest: nearest(&plain, names()) })
}

/// Every name that [`named`] knows.
fn names() -> impl Iterator<Item = &'static str> {
    let others = OTHER_NAMES.iter().map(|other| other.name);
    GAMES.iter().map(|entry| entry.name).chain(others).chain(RULE_FILES.iter().map(|file| file.name))
}

/// A name as the catalogue writes names.
fn plain(name: &str) -> String {
    let letters = name.trim().chars().filter(|letter| !matches!(letter, '\'' | '’'));
    letters.map(|letter| if letter == '_' { '-' } else { letter.to_ascii_lowercase() }).collect()
}

/// The entry of a built-in game by its bare name, or by another name of it.
///
/// ```
/// use nimlab::catalogue::entry;
/// assert_eq!(entry("wythoff")?.usage(), "wythoff, wythoff:a");
/// assert_eq!(entry("kayles")?.name, "octal");
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn entry(name: &str) -> Result<&'static Entry> {
    match named(name)? {
        Named::BuiltIn(entry) => Ok(entry),
        Named::Other(other) => entry(split(other.game).0),
        Named::Rules(_) => Err(Error::UnknownGame {
            given: shorten(name),
            nearest: nearest(name, GAMES.iter().map(|entry| entry.name)),
        }),
    }
}

/// The game of a full name: `nim`, `wythoff:2` or, as in the literature,
/// `wythoff(2)` and `subtraction:{1,3,4}`; `kayles` or its octal code `0.77`;
/// and `euclid` or `nimhoff(h=5)`, which are rule files.
///
/// ```
/// use nimlab::catalogue::game;
/// assert_eq!(game("wythoff(2)").unwrap().name(), "wythoff:2");
/// assert_eq!(game("subtraction:{1,3,4}").unwrap().name(), "subtraction:1,3,4");
/// assert_eq!(game("0.77").unwrap().name(), "octal:0.77");
/// assert_eq!(game("nimhoff(h=5)").unwrap().name(), "nimhoff(h=5)");
/// assert!(game("withoff").err().unwrap().to_string().contains("did you mean 'wythoff'?"));
/// ```
pub fn game(text: &str) -> Result<Box<dyn Game>> {
    let text = text.trim();
    if is_octal_code(text) {
        return heaps::OCTAL.game(Some(text));
    }
    let (name, parameters) = split(text);
    match named(name)? {
        Named::BuiltIn(entry) => entry.game(parameters.map(|given| values(entry, given))),
        Named::Other(other) if other.game.contains(':') => {
            no_parameters(other.name, parameters)?;
            game(other.game)
        }
        Named::Other(other) => {
            let entry = entry(other.game)?;
            entry.game(parameters.map(|given| values(entry, given)))
        }
        Named::Rules(file) => Ok(Box::new(file.game(&plain(name), parameters)?)),
    }
}

/// The game of a name if it is one by rule, as [`game`] would make it.
///
/// ```
/// use nimlab::catalogue::rule_game;
/// assert!(rule_game("euclid")?.is_some());
/// assert!(rule_game("nim")?.is_none());
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn rule_game(text: &str) -> Result<Option<RuleGame>> {
    let (name, parameters) = split(text.trim());
    match named(name) {
        Ok(Named::Rules(file)) => file.game(&plain(name), parameters).map(Some),
        _ => Ok(None),
    }
}

/// An example of each built-in heap game, separated by commas: `subtraction:2,4,7,
/// allbut:2,3,4`, ….
pub fn heap_games() -> String {
    let is_heap_game = |name: &&str| game(name).is_ok_and(|game| game.heap_rule().is_some());
    let names: Vec<&str> = GAMES.iter().map(|entry| entry.example.0).filter(is_heap_game).collect();
    names.join(", ")
}

/// The rule of a heap game by its full name, such as `subtraction:2,4,7`.
///
/// ```
/// use nimlab::catalogue::heap_rule;
/// assert_eq!(heap_rule("subtraction(7,2,4)").unwrap().to_string(), "subtraction:2,4,7");
/// assert!(heap_rule("wythoff").is_err());
/// ```
pub fn heap_rule(name: &str) -> Result<HeapRule> {
    let game = game(name)?;
    game.heap_rule().cloned().ok_or_else(|| Error::NotAnswered {
        game: game.name(),
        question: "questions about the Grundy values of single heaps".into(),
        hint: format!("it is not a heap game; heap games: {}", heap_games()).into(),
    })
}

/// Whether a text is an octal code: digits and a point.
fn is_octal_code(text: &str) -> bool {
    text.contains('.') && text.chars().all(|letter| letter.is_ascii_digit() || letter == '.')
}

/// Parameters without what people write around them: `a=2`, `{1,3,4}`.
fn values<'t>(entry: &Entry, given: &'t str) -> &'t str {
    let given = given.trim();
    let Some(Parameter { symbol, kind, .. }) = entry.parameter() else { return given };
    let given = match given.split_once('=') {
        Some((name, value)) if name.trim().eq_ignore_ascii_case(symbol) => value.trim(),
        _ => given,
    };
    match given.strip_prefix('{').and_then(|given| given.strip_suffix('}')) {
        Some(members) if matches!(kind, ParameterKind::Set { .. }) => members,
        _ => given,
    }
}

/// Takes `name:parameters` or `name(parameters)` apart.
///
/// ```
/// use nimlab::catalogue::split;
/// assert_eq!(split("wythoff:2"), ("wythoff", Some("2")));
/// assert_eq!(split("nimhoff(h=5)"), ("nimhoff", Some("h=5")));
/// assert_eq!(split("nim"), ("nim", None));
/// ```
pub fn split(text: &str) -> (&str, Option<&str>) {
    let bracket = text.strip_suffix(')').and_then(|text| text.split_once('('));
    match (text.split_once(':'), bracket) {
        (Some((name, parameters)), _) if !name.contains('(') => (name, Some(parameters)),
        (_, Some((name, parameters))) => (name.trim_end(), Some(parameters)),
        _ => (text, None),
    }
}

/// Fails if a name that stands for one game was given parameters.
fn no_parameters(name: &'static str, parameters: Option<&str>) -> Result<()> {
    match parameters {
        None => Ok(()),
        Some(given) => Err(Error::BadParameters {
            game: name.into(),
            given: shorten(given),
            expected: entry::NOTHING.into(),
            example: name.into(),
        }),
    }
}

#[cfg(test)]
mod tests {
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
                Some(Parameter { kind: kind @ ParameterKind::Number { .. }, .. }) => {
                    (1..6).map(|size| entry.game(Some(&written(kind, size))).unwrap()).collect()
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
        assert!(
            methods("wythoff3").contains("mex (solve, list; only lex): Akiyama's first"),
            "{}",
            methods("wythoff3")
        );
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
}

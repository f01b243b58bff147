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
#[cfg(test)]
mod tests;

pub use entry::{Build, Entry, NumberRange, Parameter, ParameterChoice, ParameterKind, Start};
pub use rule_files::{RULE_FILES, RuleFile};

use crate::error::{Error, Result, nearest};
use crate::games::{building, fibonacci, fraenkel, greedy, heaps, moore, nim, r_wythoff, wythoff, wythoff3};
use crate::number::shorten;
use crate::rules::RuleGame;
use crate::{Game, HeapRule, Hint, PairMoves, Term};

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
    heaps::HEXADECIMAL,
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
/// use nimlab::catalogue::{NamedGame, named};
/// let NamedGame::Rules(file) = named("euclid")? else { panic!("Euclid's game has a rule file") };
/// assert!(file.source.contains("move"));
/// # Ok::<(), nimlab::Error>(())
/// ```
pub enum NamedGame {
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
/// use nimlab::catalogue::{named, NamedGame};
/// assert!(matches!(named("Nim").unwrap(), NamedGame::BuiltIn(entry) if entry.name == "nim"));
/// assert!(matches!(named("Dawson's_Kayles").unwrap(), NamedGame::Other(other) if other.game == "octal:0.07"));
/// assert!(matches!(named("euclid").unwrap(), NamedGame::Rules(file) if file.name == "euclid"));
/// assert!(matches!(named("nim.rules").unwrap(), NamedGame::Rules(file) if file.name == "nim"));
/// ```
pub fn named(name: &str) -> Result<NamedGame> {
    let plain = if is_octal_code(name.trim()) { heaps::OCTAL.name.to_owned() } else { plain(name) };
    if let Some(file) = plain.strip_suffix(".rules").and_then(RuleFile::named) {
        return Ok(NamedGame::Rules(file));
    }
    let built_in = || GAMES.iter().find(|entry| entry.name == plain).map(NamedGame::BuiltIn);
    let other = || OTHER_NAMES.iter().find(|other| other.name == plain).map(NamedGame::Other);
    built_in()
        .or_else(other)
        .or_else(|| RuleFile::named(&plain).map(NamedGame::Rules))
        .ok_or_else(|| unknown(name, nearest(&plain, names())))
}

/// The error of a name that is not here.
fn unknown(name: &str, nearest: Option<String>) -> Error {
    Error::UnknownGame { given: shorten(name), nearest, example: "wythoff:2" }
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
        NamedGame::BuiltIn(entry) => Ok(entry),
        NamedGame::Other(other) => entry(split(other.game).0),
        NamedGame::Rules(_) => Err(unknown(name, nearest(name, GAMES.iter().map(|entry| entry.name)))),
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
        NamedGame::BuiltIn(entry) => entry.game(parameters.map(|given| values(entry, given))),
        NamedGame::Other(other) if other.game.contains(':') => {
            no_parameters(other.name, parameters)?;
            game(other.game)
        }
        NamedGame::Other(other) => {
            let entry = entry(other.game)?;
            entry.game(parameters.map(|given| values(entry, given)))
        }
        NamedGame::Rules(file) => Ok(Box::new(file.game(&plain(name), parameters)?)),
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
        Ok(NamedGame::Rules(file)) => file.game(&plain(name), parameters).map(Some),
        _ => Ok(None),
    }
}

/// An example of each built-in heap game, separated by commas: `subtraction:2,4,7,
/// allbut:2,3,4`, ….
///
/// ```
/// assert!(nimlab::catalogue::heap_games().starts_with("subtraction:2,4,7, allbut:2,3,4"));
/// ```
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

/// The rule of a game whose heaps may have a period, for those who ask for it; the
/// refusal says what can be asked instead.
///
/// ```
/// use nimlab::catalogue::{game, rule_with_period};
/// assert!(rule_with_period(&*game("kayles")?).is_ok());
/// let refused = rule_with_period(&*game("wythoff")?).unwrap_err();
/// assert!(refused.to_string().contains("it has two piles, and its rows have periods"));
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn rule_with_period(game: &dyn Game) -> Result<HeapRule> {
    if let Some(rule) = game.heap_rule() {
        return Ok(rule.clone());
    }
    let (question, hint) = match game.two_piles().and_then(|piles| piles.moves()) {
        Some(_) => (
            "the period of single heaps",
            Hint::new(
                "it has two piles, and its rows have periods",
                [Term::PERIOD, Term::game(wythoff::ENTRY.name), Term::row(3)],
            ),
        ),
        None => {
            let hint = match game.name() == nim::ENTRY.name {
                true => "there is nothing to prove: a heap of n has the Grundy value n",
                false => "periods are proved for some games only",
            };
            ("a period", format!("{hint}\n  games that work: {}", heap_games()).into())
        }
    };
    Err(Error::NotAnswered { game: game.name(), question: question.into(), hint })
}

/// The name of the game of two piles with these moves.
///
/// ```
/// use nimlab::{PairMoves, catalogue};
/// assert_eq!(catalogue::name_of_moves(PairMoves::Band { width: 2 }), "wythoff:2");
/// ```
pub fn name_of_moves(moves: PairMoves) -> String {
    match moves {
        PairMoves::Band { width: 1 } => wythoff::ENTRY.name.to_owned(),
        PairMoves::Band { width: a } => format!("{}:{a}", wythoff::ENTRY.name),
        PairMoves::LargerOrBoth => r_wythoff::ENTRY.name.to_owned(),
    }
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

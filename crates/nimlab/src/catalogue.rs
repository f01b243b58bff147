//! Every built-in game by name: the one list that all doors read.

use crate::error::{Error, Result, nearest};
use crate::game::Game;
use crate::games::{building, fibonacci, greedy, heaps, moore, nim, r_wythoff, wythoff, wythoff3};
use crate::number::shorten;

/// What the catalogue knows of a game.
pub struct Entry {
    /// The name, without parameters.
    pub name: &'static str,
    /// How the name is written with its parameters.
    pub usage: &'static str,
    /// What the parameters mean; empty if there are none.
    pub parameters: &'static str,
    /// How a position is written.
    pub position: &'static str,
    /// The rule in one sentence or two.
    pub rule: &'static str,
    /// What is known, by which methods.
    pub methods: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// A complete question that works: game and position.
    pub example: (&'static str, &'static str),
    /// Makes the game from its parameters, `None` standing for none written.
    pub build: fn(Option<&str>) -> Result<Box<dyn Game>>,
}

/// Every built-in game.
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
    fibonacci::ENTRY,
];

/// The entry of a game by its bare name.
pub fn entry(name: &str) -> Result<&'static Entry> {
    GAMES.iter().find(|entry| entry.name == name).ok_or_else(|| Error::UnknownGame {
        given: shorten(name),
        nearest: nearest(name, GAMES.iter().map(|entry| entry.name)),
    })
}

/// The game of a full name: `nim`, `wythoff:2` or, as in the literature,
/// `wythoff(2)`.
///
/// ```
/// use nimlab::catalogue::game;
/// assert_eq!(game("wythoff(2)").unwrap().name(), "wythoff:2");
/// assert!(game("withoff").err().unwrap().to_string().contains("did you mean 'wythoff'?"));
/// ```
pub fn game(text: &str) -> Result<Box<dyn Game>> {
    let (name, parameters) = split(text.trim());
    (entry(name)?.build)(parameters)
}

/// Takes `name:parameters` or `name(parameters)` apart.
fn split(text: &str) -> (&str, Option<&str>) {
    if let Some((name, parameters)) = text.split_once(':') {
        return (name, Some(parameters));
    }
    match text.strip_suffix(')').and_then(|text| text.split_once('(')) {
        Some((name, parameters)) => (name, Some(parameters)),
        None => (text, None),
    }
}

/// Fails if a game without parameters was given some.
pub(crate) fn no_parameters(name: &'static str, parameters: Option<&str>) -> Result<()> {
    match parameters {
        None => Ok(()),
        Some(given) => Err(Error::BadParameters {
            game: name.into(),
            given: shorten(given),
            expected: "takes no parameters".into(),
            example: name.into(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn names_are_read_in_both_notations() {
        assert_eq!(split("nim"), ("nim", None));
        assert_eq!(split("wythoff:2"), ("wythoff", Some("2")));
        assert_eq!(split("wythoff:"), ("wythoff", Some("")));
        assert_eq!(split("subtraction(2,4,7)"), ("subtraction", Some("2,4,7")));
        assert_eq!(split("wythoff(2"), ("wythoff(2", None));
    }
}

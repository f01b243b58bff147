//! The name of a game, a line break, and a position of it: what is accepted is
//! read back from the way it is written, and what is refused is refused with a
//! message of bounded length.

#![no_main]

use libfuzzer_sys::fuzz_target;
use nimlab::{RuleExt, catalogue};

fuzz_target!(|text: &str| {
    // Numbers such as 1e1000000 are accepted, but take seconds.
    if text.to_lowercase().split('e').skip(1).any(|rest| rest.bytes().take_while(u8::is_ascii_digit).count() > 4) {
        return;
    }
    let (name, position) = text.split_once('\n').unwrap_or((text, ""));
    let game = match catalogue::game(name) {
        Ok(game) => game,
        Err(error) => return assert!((1..2000).contains(&error.to_string().chars().count())),
    };
    let again = catalogue::game(&game.name()).unwrap();
    assert_eq!(again.name(), game.name());
    assert!(game.read(&game.example()).is_ok());
    match game.read(position) {
        Ok(position) => assert_eq!(again.read(&position.to_string()).unwrap(), position),
        Err(error) => assert!((1..2000).contains(&error.to_string().chars().count())),
    }
});

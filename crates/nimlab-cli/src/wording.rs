//! Messages in the words of the command: the library says what helps in terms,
//! and here they become commands and flags.

use crate::arguments::example_now;
use nimlab::{Error, Hint, Limit, Term, catalogue};

/// The message of an error of the library.
pub fn told(error: &Error) -> String {
    match error {
        // Not every game works everywhere: the example is one of the command that was asked.
        Error::UnknownGame { .. } => {
            format!("{}\n  `nimlab games` lists every game; an example that works: {}", error.problem(), example_now())
        }
        _ => error.told(hint),
    }
}

/// The message of any error, with all its causes.
pub fn message(error: &anyhow::Error) -> String {
    let causes: Vec<String> = error.chain().map(cause).collect();
    causes.join(": ")
}

fn cause(error: &(dyn std::error::Error + 'static)) -> String {
    match error.downcast_ref() {
        Some(nimlab_web::Error::PortTaken(port)) => {
            let another = if *port == u16::MAX { 8080 } else { port + 1 };
            return format!("{error}\n  another port may be free: nimlab serve --port {another}; --port 0 takes any");
        }
        Some(nimlab_web::Error::NotHere(_)) => {
            return format!("{error}\n  --host 0.0.0.0 listens on all of its addresses");
        }
        _ => {}
    }
    match (error.downcast_ref::<Error>(), error.downcast_ref::<nimlab_lab::Error>()) {
        (Some(error), _) | (_, Some(nimlab_lab::Error::Game(error))) => told(error),
        (_, Some(error)) => error.told(hint),
        _ => error.to_string(),
    }
}

/// What helps.
fn hint(hint: &Hint) -> Option<String> {
    let command = matches!(hint.terms().first(), Some(Term::Ask(_)));
    hint.told(" ", |term| Some(if command { quoted(word(term)) } else { word(term) }))
}

/// A term: a command, its arguments, its flags.
pub fn word(term: &Term) -> String {
    match term {
        Term::Ask(name) => format!("nimlab {name}"),
        Term::Set("output", file) => format!("-o {file}"),
        // What a size means depends on the game.
        Term::Set("columns", columns) => format!("--size {columns}"),
        Term::Set(name, value) if value.is_empty() => format!("--{name}"),
        Term::Set(name, value) => format!("--{name} {value}"),
        Term::Game(name) => game_word(name, std::env::args()),
        Term::Budget(Limit::Positions(positions)) => format!("--budget {positions}"),
        Term::Budget(Limit::Memory(bytes)) => format!("--budget-memory {}", bytes.div_ceil(1 << 20)),
        Term::Budget(Limit::Time(time)) => format!("--budget-time {}", time.as_secs_f64()),
        other => other.to_string(),
    }
}

/// A game as it is named here: one of a rule file is named by the file, as the
/// running command did.
fn game_word(name: &str, mut arguments: impl Iterator<Item = String>) -> String {
    let file = catalogue::game(name).is_err().then(|| arguments.find(|word| word.starts_with("rules:")));
    file.flatten().unwrap_or_else(|| name.to_owned())
}

/// A word as a shell takes it: the names of some games have brackets.
fn quoted(word: String) -> String {
    if word.contains(['(', ')', '\'', '*', '$', ';', '&', '|', '<', '>']) { format!("'{word}'") } else { word }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn every_term_has_its_flag_or_command() {
        let words = [
            (Term::Ask("period"), "nimlab period"),
            (Term::game("wythoff:2"), "wythoff:2"),
            (Term::Position("17,29".into()), "17,29"),
            (Term::Name("kappa"), "kappa"),
            (Term::count(1000), "--count 1000"),
            (Term::columns(20), "--size 20"),
            (Term::output("a.csv"), "-o a.csv"),
            (Term::Set("extend", String::new()), "--extend"),
            (Term::Budget(Limit::Positions(30)), "--budget 30"),
            (Term::Budget(Limit::Memory((1024 << 20) + 1)), "--budget-memory 1025"),
            (Term::Budget(Limit::Time(Duration::from_secs(10))), "--budget-time 10"),
        ];
        for (term, said) in words {
            assert_eq!(word(&term), said);
        }
    }

    #[test]
    fn a_game_of_a_rule_file_is_named_by_the_file() {
        let arguments = || ["nimlab", "table", "rules:mine.rules(a=2)"].map(str::to_owned).into_iter();
        assert_eq!(game_word("My game (a=2)", arguments()), "rules:mine.rules(a=2)");
        assert_eq!(game_word("wythoff:2", arguments()), "wythoff:2");
        assert_eq!(game_word("My game", std::iter::empty()), "My game");
    }

    #[test]
    fn a_name_with_brackets_is_quoted_in_a_command() {
        let asked = [Term::POSITIONS, Term::game("nimhoff(h=5)")];
        assert_eq!(hint(&Hint::example(asked)).unwrap(), "an example that works: nimlab positions 'nimhoff(h=5)'");
        let named = Hint::example([Term::game("nimhoff(h=5)")]);
        assert_eq!(hint(&named).unwrap(), "an example that works: nimhoff(h=5)");
    }
}

//! What is known of a game, by which method: asked of the game itself.

use super::{Build, Entry, Parameter, ParameterKind, game};
use crate::solve::methods;
use crate::{Game, Method, Play, Question};

/// The questions, each with a word for it.
const QUESTIONS: [(&str, Question); 5] = [
    ("solve", Question::Solve(Play::Normal)),
    ("solve misère", Question::Solve(Play::Misere)),
    ("list", Question::List { play: Play::Normal, value: 0 }),
    ("list misère", Question::List { play: Play::Misere, value: 0 }),
    ("list by value", Question::List { play: Play::Normal, value: 3 }),
];

/// A method and the questions that it answers.
struct KnownMethod {
    method: Method,
    answers: Vec<&'static str>,
    /// The words of the choices that have it.
    choices: Vec<&'static str>,
}

impl Entry {
    /// The methods of the game, what each answers and what it rests on.
    pub fn methods(&self) -> String {
        let mut list: Vec<KnownMethod> = Vec::new();
        let all = match &self.build {
            Build::With(Parameter { kind: ParameterKind::Choice(choices), .. }) => {
                choices.iter().for_each(|choice| add(&mut list, choice.word, &*(choice.make)()));
                choices.len()
            }
            _ => {
                let _ = game(self.example.0).map(|game| add(&mut list, "", &*game));
                1
            }
        };
        let told = list.iter().map(|KnownMethod { method, answers, choices }| {
            let only = if choices.len() < all { format!("; only {}", choices.join(", ")) } else { String::new() };
            format!("{method} ({}{only}): {}", answers.join(", "), method.about())
        });
        told.collect::<Vec<_>>().join("; ")
    }
}

fn add(list: &mut Vec<KnownMethod>, choice: &'static str, game: &dyn Game) {
    for (answer, question) in QUESTIONS {
        for method in methods(game, question) {
            let at = list.iter().position(|known| known.method == method).unwrap_or_else(|| {
                list.push(KnownMethod { method, answers: Vec::new(), choices: Vec::new() });
                list.len() - 1
            });
            let KnownMethod { answers, choices, .. } = &mut list[at];
            if !answers.contains(&answer) {
                answers.push(answer);
            }
            if !choices.contains(&choice) {
                choices.push(choice);
            }
        }
    }
}

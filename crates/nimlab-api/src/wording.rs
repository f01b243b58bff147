//! Messages in the words of these questions: the library says what helps in terms,
//! and here they become paths and fields.

use crate::questions::{ENDPOINTS, Endpoint};
use nimlab::{Hint, Term, catalogue};

/// A hint; nothing if no question takes one of the terms.
pub fn hint(hint: &Hint) -> Option<String> {
    let [Term::Ask(question), fields @ ..] = hint.terms() else {
        let known = |name: &str| ENDPOINTS.iter().any(|endpoint| endpoint.fields.contains(&name));
        return hint.told("&", |term| field(term, &known));
    };
    let endpoint = asked(question)?;
    let known = |name: &str| endpoint.fields.contains(&name);
    let fields = fields.iter().map(|term| field(term, &known)).collect::<Option<Vec<String>>>()?;
    let query = if fields.is_empty() { String::new() } else { format!("?{}", fields.join("&")) };
    Some(format!("{}: /api/{}{query}", hint.text(), endpoint.path))
}

/// The endpoint of a question.
fn asked(question: &str) -> Option<&'static Endpoint> {
    let path = if question == "positions" { "cold" } else { question };
    ENDPOINTS.iter().find(|endpoint| endpoint.path == path)
}

/// A term as a field, if it is known.
fn field(term: &Term, known: &dyn Fn(&str) -> bool) -> Option<String> {
    let (name, value) = match term {
        // A game of somebody's own rules has no name here.
        Term::Game(name) => ("game", catalogue::game(name).ok()?.name()),
        Term::Position(position) => ("position", position.clone()),
        Term::Set("columns", columns) => ("rows", format!("1&columns={columns}")),
        Term::Set("size", size) => {
            let (rows, columns) = size.split_once('x').unwrap_or((size, size));
            ("rows", format!("{rows}&columns={columns}"))
        }
        Term::Set("max-heap", heap) => ("max_heap", heap.clone()),
        Term::Set(name, value) => (*name, value.clone()),
        // How much a request may cost is for the host to say.
        _ => return None,
    };
    known(name).then(|| format!("{name}={value}"))
}

//! Errors in the words of Python: the library says what is wrong and what helps, in
//! terms, and here they become calls and keywords.

use nimlab::{Error, Hint, Limit, Term, catalogue};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

/// An error of the library as an exception.
pub fn raised(error: Error) -> PyErr {
    exception(error.is_request(), error.told(hint))
}

/// The same for long work.
pub fn lab(error: nimlab_lab::Error) -> PyErr {
    use nimlab_lab::Error::{Damaged, Game};
    match error {
        Game(error) => raised(error),
        _ if error.is_request() => named(&REQUEST, "RequestError", error.told(hint)),
        Damaged { .. } => named(&DAMAGED, "DamagedError", error.told(hint)),
        _ => named(&OTHER, "Error", error.told(hint)),
    }
}

/// `nimlab.RequestError` for a wrong request, otherwise `nimlab.UndecidedError`.
fn exception(is_request: bool, told: String) -> PyErr {
    match is_request {
        true => named(&REQUEST, "RequestError", told),
        false => named(&UNDECIDED, "UndecidedError", told),
    }
}

static REQUEST: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static UNDECIDED: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static OTHER: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static DAMAGED: PyOnceLock<Py<PyType>> = PyOnceLock::new();

/// An exception of `nimlab.errors`.
fn named(known: &PyOnceLock<Py<PyType>>, name: &str, told: String) -> PyErr {
    Python::attach(|py| match known.import(py, "nimlab.errors", name) {
        Ok(kind) => PyErr::from_type(kind.clone(), told),
        Err(error) => error,
    })
}

/// What helps; nothing if Python has no word for one of the terms.
pub fn hint(hint: &Hint) -> Option<String> {
    let (asked, rest) = match hint.terms() {
        [Term::Ask(asked), rest @ ..] => (*asked, rest),
        [] => return Some(hint.text().to_owned()),
        _ => return hint.told(", ", word),
    };
    let (game, rest) = match rest {
        [game @ Term::Game(_), rest @ ..] => (Some(word(game)?), rest),
        rest => (None, rest),
    };
    let rest = rest.iter().map(word).collect::<Option<Vec<String>>>()?.join(", ");
    let call = match (asked, game) {
        ("positions" | "period" | "table" | "solve" | "check" | "prove", Some(game)) => {
            format!("{game}.{asked}({rest})")
        }
        ("run" | "sweep" | "represent", None) => format!("nimlab.{asked}({rest})"),
        ("run", Some(game)) => format!("nimlab.run({game}, {rest})"),
        _ => return None,
    };
    Some(format!("{}: {call}", hint.text()))
}

/// A term: a game, a position, a keyword.
fn word(term: &Term) -> Option<String> {
    let keyword = |name: &str, value: &str| format!("{name}={value}");
    Some(match term {
        Term::Game(name) if catalogue::named(catalogue::split(name).0).is_ok() => format!("nimlab.Game(\"{name}\")"),
        // A numeration system, such as p:2.
        Term::Game(name) => format!("\"{name}\""),
        Term::Position(position) => format!("\"{position}\""),
        Term::Name(name) => format!("\"{name}\""),
        Term::Set("from", number) => keyword("start", number),
        Term::Set("max-heap", heap) => keyword("max_heap", heap),
        Term::Set("columns", columns) => columns.clone(),
        Term::Set("size", size) => match size.split_once('x') {
            Some((rows, columns)) => format!("({rows}, {columns})"),
            None => size.clone(),
        },
        Term::Set(name @ ("method" | "dir" | "spill"), value) => keyword(name, &format!("\"{value}\"")),
        Term::Set(name @ ("count" | "heaps" | "max" | "row" | "value" | "steps"), value) => keyword(name, value),
        Term::Budget(Limit::Positions(positions)) => keyword("budget", &positions.to_string()),
        Term::Budget(Limit::Memory(bytes)) => keyword("budget_memory", &bytes.div_ceil(1 << 20).to_string()),
        Term::Budget(Limit::Time(time)) => keyword("budget_time", &time.as_secs_f64().to_string()),
        _ => return None,
    })
}

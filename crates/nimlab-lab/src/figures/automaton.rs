//! The automaton of a theorem: states by their distance from the start, letters
//! as columns of digits.

use crate::error::{Error, Result};
use nimlab::automata::Numbers;
use nimlab::prove::Certificate;
use nimlab::{Hint, Term};
use nimlab_figures::Figure;
use nimlab_figures::graph::{Edge, Graph, LABELLED, Node};

/// The most states that are drawn.
pub const MOST_STATES: usize = 2000;

/// The most letters that are written at an arrow.
const MOST_LETTERS: usize = 12;

/// The automaton of a set of a certificate: that of a value, or the last one.
///
/// ```
/// use nimlab::prove::{Found, Goal, Subject, prove};
/// let goal = Goal { play: nimlab::Play::Normal, value: 0, system: None, states: 1000 };
/// let found = prove(&Subject::named("wythoff", None)?, &goal, nimlab::Budget::default(), &mut |_| {})?;
/// let Found::Proved(proved) = found else { panic!() };
/// assert!(nimlab_lab::figures::automaton(&proved.1, None)?.svg()?.starts_with("<svg"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn automaton(certificate: &Certificate, value: Option<u64>) -> Result<Figure> {
    let last = certificate.sets.last().ok_or_else(|| request("the certificate has no automaton".into()))?;
    let value = value.unwrap_or(last.value);
    let set = certificate.sets.iter().find(|set| set.value == value).ok_or_else(|| {
        request(format!("the certificate has the values 0 to {}, and {value} was asked for", last.value))
    })?;
    let numbers = Numbers::named(&certificate.system)?;
    let states = &set.positions.states;
    if states.len() > MOST_STATES {
        let problem = format!("at most {MOST_STATES} states are drawn, and this automaton has {}", states.len());
        return Err(request(problem));
    }
    let digits = numbers.digits();
    let tracks = tracks(certificate, digits);
    let mut edges: Vec<Edge> = Vec::new();
    for (from, (_, row)) in states.iter().enumerate() {
        let steps: Vec<(u32, usize)> = row.chunks_exact(2).map(|step| (step[0], step[1] as usize)).collect();
        let mut targets: Vec<usize> = steps.iter().map(|step| step.1).collect();
        targets.sort_unstable();
        targets.dedup();
        for to in targets {
            if to >= states.len() {
                return Err(request(format!("state {from} leads to state {to}, which is not there")));
            }
            let mut letters: Vec<String> =
                steps.iter().filter(|step| step.1 == to).map(|step| letter(step.0, digits, tracks)).collect();
            letters.sort();
            edges.push(Edge { from, to, label: lines(&letters) });
        }
    }
    let node =
        |(state, (accepts, _)): (usize, &(u8, Vec<u32>))| Node { label: state.to_string(), double: *accepts == 1 };
    let graph = Graph { nodes: states.iter().enumerate().map(node).collect(), edges };
    let what = match (certificate.play.as_str(), value) {
        ("misere", _) => "The P-positions under misère play of".to_owned(),
        (_, 0) => "The P-positions of".to_owned(),
        (_, value) => format!("The positions of value {value} of"),
    };
    let count = match states.len() {
        1 => "1 state".to_owned(),
        count if count > LABELLED => format!("{count} states, accepting ones in colour"),
        count => format!("{count} states"),
    };
    Ok(graph.figure(&format!("{what} {}, {}: {count}", certificate.game, numbers.title())))
}

fn request(problem: String) -> Error {
    let example = [Term::Ask("plot"), Term::Name("automaton"), Term::Name("theorem.json"), Term::output("x.svg")];
    Error::Request { problem, hint: Hint::example(example) }
}

/// How many numbers a position has: as many as each plan reaches.
fn tracks(certificate: &Certificate, digits: u32) -> u32 {
    let plans = certificate.plans.iter().map(|plan| plan.option.len() as u32).max();
    let most = 32 - digits.leading_zeros();
    plans.unwrap_or(1).clamp(1, (32 / most.max(1)).max(1))
}

/// A letter as a column of digits: 0/1.
fn letter(letter: u32, digits: u32, tracks: u32) -> String {
    let digit = |track: u32| (letter / digits.saturating_pow(track) % digits).to_string();
    (0..tracks).map(digit).collect::<Vec<_>>().join("/")
}

/// The letters at an arrow in a few lines.
fn lines(letters: &[String]) -> Vec<String> {
    if letters.len() > MOST_LETTERS {
        return vec![format!("{} letters", letters.len())];
    }
    let across = if letters.len() <= 3 { 3 } else { letters.len().div_ceil(2).clamp(2, 4) };
    let count = letters.chunks(across).len();
    let line = |(number, chunk): (usize, &[String])| {
        let end = if number + 1 < count { "," } else { "" };
        chunk.join(", ") + end
    };
    letters.chunks(across).enumerate().map(line).collect()
}

//! MONA, a prover that knows nothing of nimlab, decides the theorems that are
//! written for it, and refutes them when one state is altered. Without MONA
//! (Debian's package `mona`) nothing is tried.

use nimlab::prove::{Certificate, Found, Goal, Statement, Subject, prove};
use nimlab::{Budget, Play};
use std::process::Command;

/// The game, its heaps, the play and the value.
type Case = (&'static str, Option<usize>, Play, u64);

/// As far as MONA carries in a moment. Its time grows with the sets: the values 0 to 8
/// of wythoff:2 take 15 s and 230 MB, those of r-wythoff up to 5 take 3 s. Value 1 of
/// Wythoff's game, with 825 states, is too much for it: it aborts without a word after
/// 18 s of a core, with 460 MB, whatever memory it may have.
const CASES: [Case; 38] = [
    ("wythoff-blocking", None, Play::Normal, 0),
    ("wythoff-blocking(b=2)", None, Play::Normal, 0),
    ("nim", Some(1), Play::Normal, 3),
    ("nim", Some(2), Play::Normal, 3),
    ("nim", Some(2), Play::Misere, 0),
    ("nim", Some(3), Play::Normal, 2),
    ("nim", Some(3), Play::Misere, 0),
    ("nim", Some(4), Play::Normal, 0),
    ("nim", Some(4), Play::Misere, 0),
    ("moore:2", Some(3), Play::Normal, 0),
    ("moore:2", Some(3), Play::Misere, 0),
    ("moore:2", Some(4), Play::Normal, 0),
    ("moore:3", Some(4), Play::Normal, 0),
    ("subtraction:2,4,7", None, Play::Normal, 3),
    ("subtraction:2,4,7", None, Play::Misere, 0),
    ("allbut:2,3,4", None, Play::Normal, 8),
    ("allbut:2,3,4", None, Play::Misere, 0),
    ("fibonacci", None, Play::Normal, 0),
    ("fibonacci", None, Play::Misere, 0),
    ("wythoff:1", None, Play::Normal, 0),
    ("wythoff:2", None, Play::Normal, 4),
    ("wythoff:3", None, Play::Normal, 2),
    ("wythoff:4", None, Play::Normal, 2),
    ("wythoff:5", None, Play::Normal, 2),
    ("wythoff:1", None, Play::Misere, 0),
    ("wythoff:2", None, Play::Misere, 0),
    ("wythoff:3", None, Play::Misere, 0),
    ("wythoff:4", None, Play::Misere, 0),
    ("wythoff:5", None, Play::Misere, 0),
    ("r-wythoff", None, Play::Normal, 3),
    ("r-wythoff", None, Play::Misere, 0),
    ("wythoff-odd", None, Play::Normal, 2),
    ("wythoff-odd", None, Play::Misere, 0),
    ("wythoff-ratio", None, Play::Normal, 1),
    ("wythoff-ratio", None, Play::Misere, 0),
    ("wythoff-bounded", None, Play::Normal, 1),
    ("wythoff-extended", None, Play::Misere, 0),
    ("wythoff-terminal", None, Play::Misere, 0),
];

fn proved((name, piles, play, value): Case) -> (Subject, Certificate) {
    let subject = Subject::named(name, piles).unwrap();
    let goal = Goal { play, value, system: None, states: 20_000 };
    match prove(&subject, &goal, Budget::default(), &mut |_| {}).unwrap() {
        Found::Proved(proved) => (subject, proved.1),
        other => panic!("{name}: {other:?}"),
    }
}

/// What MONA says, if it is there.
fn mona(subject: &Subject, certificate: &Certificate) -> Option<String> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("theorem.mona");
    std::fs::write(&file, Statement::new(subject, certificate).unwrap().mona()).unwrap();
    let output = Command::new("mona").arg("-q").arg(&file).output().ok()?;
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn mona_agrees_with_every_theorem() {
    for case in CASES {
        let (subject, certificate) = proved(case);
        let Some(answer) = mona(&subject, &certificate) else { return };
        assert!(answer.contains("Formula is valid"), "{case:?}: {answer}");
    }
}

#[test]
fn mona_refutes_a_theorem_with_one_state_altered() {
    for case in CASES
        .into_iter()
        .filter(|case| ["nim", "fibonacci", "wythoff:1", "wythoff:2", "wythoff-blocking(b=2)"].contains(&case.0))
    {
        let (subject, certificate) = proved(case);
        for state in 0..certificate.sets[0].positions.states.len() {
            let mut other = certificate.clone();
            let accepts = &mut other.sets[0].positions.states[state].0;
            *accepts = 1 - *accepts;
            let Some(answer) = mona(&subject, &other) else { return };
            let refuted = answer.contains("counter-example") || answer.contains("unsatisfiable");
            assert!(refuted && !answer.contains("is valid"), "{case:?}, state {state}: {answer}");
        }
    }
}

/// The rules stand in the file themselves: the plans of one rule are not those of
/// another, and an adder that does not add is seen.
#[test]
fn mona_sees_other_rules_and_another_addition() {
    let (_, certificate) = proved(("wythoff:2", None, Play::Normal, 0));
    let other = Subject::named("wythoff:3", None).unwrap();
    let Some(answer) = mona(&other, &certificate) else { return };
    assert!(!answer.contains("is valid"), "{answer}");
    let subject = Subject::named("wythoff:2", None).unwrap();
    for state in 0..certificate.sum.states.len() {
        let mut other = certificate.clone();
        other.sum.states[state].0 = 1 - other.sum.states[state].0;
        let Some(answer) = mona(&subject, &other) else { return };
        assert!(!answer.contains("is valid"), "state {state}: {answer}");
    }
}

//! Theorems are found, and false ones are not.

mod altered;
mod claims;
mod hostile;

use super::*;
use crate::automata::{Arithmetic, Relation};
use crate::error::Result;
use crate::{Budget, Play};

fn proved(name: &str, piles: Option<usize>, play: Play, value: u64) -> Result<(Theorem, Certificate)> {
    let goal = Goal { play, value, system: None, states: 20_000 };
    match prove(&Subject::named(name, piles)?, &goal, Budget::default(), &mut |_| {})? {
        Found::Proved(proved) => Ok(*proved),
        Found::Open { tried, .. } => panic!("{name}: {tried:?}"),
    }
}

fn verdict(certificate: &Certificate) -> Result<Verdict> {
    check(certificate, Budget::default())
}

/// The same certificate about a game that is not in the catalogue, so that its
/// rules may be any.
fn nameless(mut certificate: Certificate) -> Certificate {
    certificate.game = "a game of mine".into();
    certificate.statement = Theorem::read(&certificate).map(|theorem| theorem.statement()).unwrap_or_default();
    certificate
}

/// The game, its heaps, the play, the value, the system and the states.
type Case = (&'static str, Option<usize>, Play, u64, &'static str, usize);

const CASES: [Case; 17] = [
    ("wythoff", None, Play::Normal, 0, "zeckendorf", 7),
    ("wythoff", None, Play::Misere, 0, "zeckendorf", 13),
    ("wythoff:2", None, Play::Normal, 1, "p:2", 10),
    ("wythoff:2", None, Play::Misere, 0, "p:2", 10),
    ("wythoff:3", None, Play::Normal, 0, "p:3", 11),
    ("wythoff:3", None, Play::Misere, 0, "p:3", 12),
    ("wythoff:4", None, Play::Normal, 0, "p:4", 13),
    ("r-wythoff", None, Play::Normal, 2, "zeckendorf", 75),
    ("r-wythoff", None, Play::Misere, 0, "zeckendorf", 13),
    ("nim", Some(2), Play::Normal, 2, "base:2", 3),
    ("nim", Some(3), Play::Normal, 1, "base:2", 2),
    ("nim", Some(3), Play::Misere, 0, "base:2", 4),
    ("nim", Some(4), Play::Normal, 0, "base:2", 1),
    ("moore:2", Some(3), Play::Normal, 0, "base:2", 1),
    ("subtraction:2,4,7", None, Play::Normal, 3, "base:2", 4),
    ("allbut:2,3,4", None, Play::Normal, 2, "base:2", 5),
    ("fibonacci", None, Play::Normal, 0, "zeckendorf", 4),
];

#[test]
fn theorems_are_found_and_their_certificates_hold() -> Result<()> {
    for (name, piles, play, value, system, states) in CASES {
        let (theorem, certificate) = proved(name, piles, play, value)?;
        let found = (theorem.numbers.name(), theorem.sets.last().map_or(0, |set| set.states()));
        assert_eq!(found, (system.to_owned(), states), "{name}");
        let verdict = verdict(&certificate)?;
        assert!(matches!(verdict, Verdict::Proved(_)), "{name}: {verdict:?}");
    }
    Ok(())
}

/// What the rules of a certificate say in another way is never proved by the
/// automata of the first.
#[test]
fn the_automata_of_one_rule_do_not_prove_another() -> Result<()> {
    let (_, wythoff) = proved("wythoff", None, Play::Normal, 0)?;
    let (_, two) = proved("wythoff:2", None, Play::Normal, 1)?;
    let changes = [
        ("k in 0..x", "k in 1..x"),
        ("k + l > 0", "k + l > 1"),
        ("k + l > 0", "k + l >= 0"),
        ("< a)", "<= a)"),
        ("abs(k - l) < a", "abs(k - l) < a or k = 2 * l"),
        ("k = 0 or", "k = 3 or"),
        ("(x - k, y - l)", "(x - k, y)"),
        ("(x - k, y - l)", "(y - l, x - l)"),
        ("symmetric", ""),
        ("decreasing x + y", "decreasing x"),
        ("decreasing x + y", "decreasing y - x"),
        ("decreasing x + y", "decreasing x - 5, y"),
    ];
    for certificate in [&nameless(wythoff), &nameless(two)] {
        assert!(matches!(verdict(certificate)?, Verdict::Proved(_)));
        for (old, new) in changes {
            let mut other = certificate.clone();
            other.rules = certificate.rules.replace(old, new);
            assert_ne!(other.rules, certificate.rules, "{old}");
            let other = nameless(other);
            assert!(matches!(verdict(&other)?, Verdict::Rejected(_)), "{old} -> {new}");
        }
        for parameters in ["a=1", "a=2", "a=3"] {
            let other = nameless(Certificate { parameters: parameters.into(), ..certificate.clone() });
            let same = parameters == certificate.parameters;
            assert_eq!(matches!(verdict(&other)?, Verdict::Proved(_)), same, "{parameters}");
        }
        for system in ["base:2", "zeckendorf", "p:2", "q:2", "tribonacci", "base:3", "p:3"] {
            let other = nameless(Certificate { system: system.into(), ..certificate.clone() });
            let same = system == certificate.system;
            assert_eq!(matches!(verdict(&other)?, Verdict::Proved(_)), same, "{system}");
        }
        let misere = nameless(Certificate { play: "misere".into(), ..certificate.clone() });
        assert!(matches!(verdict(&misere)?, Verdict::Rejected(_)));
    }
    Ok(())
}

/// Whether two certificates claim the same sets of positions. Automata may
/// differ in what they say of words that are no numbers.
pub(super) fn says_the_same(one: &Certificate, two: &Certificate, theorem: &Theorem) -> Result<bool> {
    let mut meter = Budget::default().meter("a comparison");
    let all = Arithmetic::of(theorem.numbers.clone(), &mut meter)?.all(theorem.names.len(), &mut meter)?;
    for (one, two) in one.sets.iter().zip(&two.sets) {
        let relation = |set: &SetText| set.positions.relation(theorem.names.len(), theorem.numbers.digits());
        let (Some(one), Some(two)) = (relation(one), relation(two)) else { return Ok(false) };
        for (yes, no) in [(&one, &two), (&two, &one)] {
            if Relation::shortest(&[&all, yes], &[no], &mut meter)?.is_some() {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// One transition or one accepting state altered: what the checker accepts says
/// the same of all numbers, and what says something else is rejected.
#[test]
fn altered_certificates_are_rejected() -> Result<()> {
    let mut random = 88_172_645_463_325_252_u64;
    let mut below = |bound: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random % bound as u64) as usize
    };
    for (name, piles, play, value, ..) in CASES.into_iter().filter(|case| case.5 <= 20 && case.0 != "moore:2") {
        let (theorem, certificate) = proved(name, piles, play, value)?;
        for _ in 0..60 {
            let mut other = certificate.clone();
            let set = below(other.sets.len());
            let states = &mut other.sets[set].positions.states;
            let state = below(states.len());
            let (accepting, row) = &mut states[state];
            match below(3) {
                0 => *accepting = 1 - *accepting,
                1 if !row.is_empty() => {
                    let entry = below(row.len() / 2);
                    row.drain(2 * entry..2 * entry + 2);
                }
                _ if !row.is_empty() => {
                    let entry = below(row.len() / 2);
                    row[2 * entry + 1] = below(theorem.sets[set].states()) as u32;
                }
                _ => continue,
            }
            let accepted = matches!(verdict(&other)?, Verdict::Proved(_));
            assert_eq!(accepted, says_the_same(&other, &certificate, &theorem)?, "{name}: state {state}");
        }
    }
    Ok(())
}

#[test]
fn every_theorem_that_is_kept_holds() -> Result<()> {
    for known in &THEOREMS {
        let certificate = Certificate::from_json(known.certificate)?;
        let theorem = known.theorem();
        assert_eq!(theorem.map(|theorem| (&*theorem.game, theorem.play)), Some((known.game, known.play)));
        assert_eq!(theorem.map(Theorem::statement), Some(certificate.statement.clone()));
        let verdict = check(&certificate, Budget::default().within(std::time::Duration::from_secs(600)))?;
        assert!(matches!(verdict, Verdict::Proved(_)), "{}: {verdict:?}", known.name);
    }
    Ok(())
}

/// Certificates too large to be kept inside the library.
#[test]
fn every_large_theorem_holds() -> Result<()> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("theorems/large");
    let mut seen = 0;
    for file in std::fs::read_dir(&folder).expect("the folder of large theorems") {
        let path = file.expect("a file").path();
        let text = std::fs::read_to_string(&path).expect("a certificate");
        let budget = Budget::default().within(std::time::Duration::from_secs(600));
        let verdict = check(&Certificate::from_json(&text)?, budget)?;
        assert!(matches!(verdict, Verdict::Proved(_)), "{}: {verdict:?}", path.display());
        seen += 1;
    }
    assert!(seen > 0);
    Ok(())
}

/// What theorems say of all positions in a box, against plain search.
#[test]
fn theorems_agree_with_search() -> Result<()> {
    let search = |name: &str, play: Play, size: u64| -> Result<()> {
        use crate::{Ask, Outcome, RuleExt};
        let game = crate::catalogue::game(name)?;
        let theorem = known(name, play).unwrap_or_else(|| panic!("a theorem about {name}"));
        for x in 0..size {
            for y in x..size {
                let position = game.position_of_words(&[x, y]);
                let said = theorem.value_of(position.numbers(), Budget::default())?;
                let answer = game.solve(&position).play(play).method("search").run()?;
                match play {
                    Play::Misere => assert_eq!(said == Some(0), answer.outcome == Outcome::P, "{name} {x},{y}"),
                    Play::Normal => {
                        let value = crate::solve::grundy(&*game, &position, Budget::default())?;
                        let known = u64::try_from(&value).ok().filter(|value| *value <= theorem.value());
                        assert_eq!(said, known, "{name} {x},{y}");
                    }
                }
            }
        }
        Ok(())
    };
    for name in ["wythoff", "wythoff:2", "wythoff:3", "wythoff:4", "wythoff:5", "r-wythoff"] {
        search(name, Play::Misere, 14)?;
    }
    Ok(())
}

/// Values by theorems, against the table of the rules.
#[test]
fn values_by_theorems_are_those_of_tables() -> Result<()> {
    for known in THEOREMS.iter().filter(|known| known.play == Play::Normal) {
        let certificate = Certificate::from_json(known.certificate)?;
        let Some(theorem) = known.theorem() else { panic!("{}", known.name) };
        let parameters = crate::rules::parameters(&certificate.parameters).unwrap_or_default();
        let game = crate::rules::compile_with(&certificate.rules, &parameters);
        let Ok(game) = game else { panic!("{}", known.name) };
        let size: u64 = [0, 3000, 150, 22, 9][theorem.names.len()];
        let Some(mut values) = game.dense_values(&vec![size - 1; theorem.names.len()], Budget::default()) else {
            continue;
        };
        let mut position = vec![0u64; theorem.names.len()];
        loop {
            let mut sorted = position.clone();
            sorted[..theorem.sorted].sort_unstable();
            let value = Some(values.value(&sorted)?).filter(|value| *value <= theorem.value());
            let numbers: Vec<_> = position.iter().map(|&number| number.into()).collect();
            assert_eq!(theorem.value_of(&numbers, Budget::default())?, value, "{} {position:?}", known.name);
            let Some(place) = position.iter().position(|&number| number + 1 < size) else { break };
            position[..place].fill(0);
            position[place] += 1;
        }
    }
    Ok(())
}

/// What is not linear is refused, and the message points at the place.
#[test]
fn rules_that_are_not_linear_are_refused() {
    let cases = [
        ("state n\nmove k in 1..n where k * k <= n -> (n - k)", "a product of two variables", "line 2, column 22"),
        ("state n\nmove k in 1..n / 2 -> (n - k)", "a quotient", "line 2, column 14"),
        ("state n\nmove k in 1..n where prime(k) -> (n - k)", "a test for primes", "line 2, column 22"),
        ("state n\nmove k in 1..n -> (k) + (n - k)", "a move to several components", "line 2"),
    ];
    for (text, what, place) in cases {
        let Ok(game) = crate::rules::compile(text) else { panic!("{text}") };
        let Err(error) = Subject::of_rules(&game) else { panic!("{text}: it is not linear") };
        let message = error.to_string();
        assert!(message.contains(what) && message.contains(place), "{message}");
    }
}

/// In a system where a digit other than 0 is followed by 0, and there are three of them,
/// no automaton is known to add: that is said, within the budget.
#[test]
fn a_system_without_an_adder_ends_within_the_budget() -> Result<()> {
    let system = "words:0123/11,12,13,21,22,23,31,32,33";
    let goal = Goal { play: Play::Normal, value: 0, system: Some(system.into()), states: 20_000 };
    let budget = Budget::default().within(std::time::Duration::from_millis(500));
    // Equal heaps are a small automaton in every system.
    let error = match prove(&Subject::named("nim", Some(2))?, &goal, budget, &mut |_| {}) {
        Ok(Found::Open { stopped: Some(error), .. }) | Err(error) => error.to_string(),
        other => panic!("{other:?}"),
    };
    assert!(error.contains(&format!("adds in {system}")), "{error}");
    Ok(())
}

/// Guesses with more states than are allowed end the search in a system that does not fit.
#[test]
fn a_search_ends_at_its_states() -> Result<()> {
    let goal = Goal { play: Play::Normal, value: 0, system: Some("base:2".into()), states: 50 };
    let (mut rounds, mut digits) = (0, 0);
    let found = prove(&Subject::named("wythoff", None)?, &goal, Budget::default(), &mut |told| {
        rounds += 1;
        digits = told.digits;
    })?;
    let Found::Open { tried, stopped: None } = found else { panic!("{found:?}") };
    // A list of 20 000 numbers has that many, and no longer one was made.
    assert!(tried[0].states > 50 && digits <= 14 && rounds < 10, "{tried:?}");
    Ok(())
}

/// A game without end is not proved: its measure does not become smaller.
#[test]
fn games_that_need_not_end_are_rejected() -> Result<()> {
    let nim = nameless(proved("nim", Some(2), Play::Normal, 0)?.1);
    for (old, new) in [("decreasing a + b", ""), ("decreasing a + b", "decreasing a"), ("1..a", "0..a")] {
        let other = Certificate { rules: nim.rules.replace(old, new), ..nim.clone() };
        let same = new.is_empty();
        assert_eq!(matches!(verdict(&other)?, Verdict::Proved(_)), same, "{old} -> {new}");
    }
    Ok(())
}

/// Steps and statements altered, each in a way that would prove something false.
#[test]
fn altered_steps_and_statements_are_rejected() -> Result<()> {
    let (_, wythoff) = proved("wythoff", None, Play::Normal, 0)?;
    let rejected = |change: &dyn Fn(&mut Certificate)| -> Result<bool> {
        let mut other = wythoff.clone();
        change(&mut other);
        assert_ne!(other, wythoff);
        Ok(matches!(verdict(&other)?, Verdict::Rejected(_)))
    };
    assert!(rejected(&|other| other.statement = other.statement.replace('7', "6"))?);
    assert!(rejected(&|other| other.game = "wythoff:2".into())?);
    assert!(rejected(&|other| other.rules = other.rules.replace("17,29", "1,2"))?);
    assert!(rejected(&|other| other.sets[0].value = 1)?);
    assert!(rejected(&|other| other.sets.push(other.sets[0].clone()))?);
    assert!(rejected(&|other| other.plans[0].option = vec![1, 0])?);
    assert!(rejected(&|other| drop(other.plans.pop()))?);
    assert!(rejected(&|other| drop(other.plans[0].leaves.remove(0)))?);
    // A number of the position must not go: then any other would do in its place.
    for plan in 0..wythoff.plans.len() {
        for step in 0..wythoff.plans[plan].steps.len() {
            assert!(rejected(&|other| other.plans[plan].steps[step].0 = Some(1))?, "{plan} {step}");
        }
    }
    // A short certificate is completed, but not believed.
    let short = wythoff.short();
    assert!(matches!(verdict(&short)?, Verdict::Proved(_)));
    let gone = |other: &mut Certificate| {
        *other = other.short();
        other.plans[0].steps.insert(0, (Some(0), vec![1], vec![2]));
        other.plans[0].steps[1].1 = vec![0, 2];
    };
    assert!(rejected(&gone)?);
    Ok(())
}

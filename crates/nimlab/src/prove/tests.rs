//! Theorems that are found, and false ones that are not.

use super::*;
use crate::error::Result;
use crate::{Budget, Play};

fn proved(name: &str, piles: Option<usize>, play: Play, value: u64) -> Result<(Theorem, Certificate)> {
    let goal = Goal { play, value, system: None, states: 20_000 };
    match prove(&Subject::named(name, piles)?, &goal, Budget::default(), &mut |_| {})? {
        Found::Proved(proved) => Ok(*proved),
        Found::Open(tried) => panic!("{name}: {tried:?}"),
    }
}

fn verdict(certificate: &Certificate) -> Result<Verdict> {
    check(certificate, Budget::default())
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
    for certificate in [&wythoff, &two] {
        for (old, new) in changes {
            let mut other = certificate.clone();
            other.rules = certificate.rules.replace(old, new);
            assert_ne!(other.rules, certificate.rules, "{old}");
            // Without the order of the piles the same positions are meant.
            let same = old == "symmetric";
            assert_eq!(matches!(verdict(&other)?, Verdict::Proved(_)), same, "{old} -> {new}");
        }
        for parameters in ["a=1", "a=2", "a=3"] {
            let other = Certificate { parameters: parameters.into(), ..certificate.clone() };
            let same = parameters == certificate.parameters;
            assert_eq!(matches!(verdict(&other)?, Verdict::Proved(_)), same, "{parameters}");
        }
        for system in ["base:2", "zeckendorf", "p:2", "q:2", "tribonacci", "base:3", "p:3"] {
            let other = Certificate { system: system.into(), ..certificate.clone() };
            let same = system == certificate.system;
            assert_eq!(matches!(verdict(&other)?, Verdict::Proved(_)), same, "{system}");
        }
        let misere = Certificate { play: "misere".into(), ..certificate.clone() };
        assert!(matches!(verdict(&misere)?, Verdict::Rejected(_)));
    }
    Ok(())
}

/// One transition, one accepting state or one statement altered: what the
/// checker still accepts must be true, which an altered set of positions is not.
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
            if other == certificate {
                continue;
            }
            assert!(matches!(verdict(&other)?, Verdict::Rejected(_)), "{name}: state {state}");
        }
    }
    Ok(())
}

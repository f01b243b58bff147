//! Certificates made by somebody who wants a false theorem verified: sections of several
//! of them together, rules with another number or another word, automata and plans altered
//! besides. Whatever is proved is looked at position by position, from the rule.

use super::altered::{Chance, alter_plan, alter_some_automaton};
use super::*;
use crate::error::Error;
use crate::rules::RuleGame;
use crate::{Limit, Rule, RuleExt};
use std::collections::HashMap;
use std::time::Duration;

/// The memory of a check.
const SPACE: u64 = 64 << 20;

/// Kept theorems that are checked in a moment, each with the sets of its first values.
fn small_ones() -> Result<Vec<Certificate>> {
    let names = [
        ("nim-2", 1),
        ("nim-3-misere", 1),
        ("subtraction-2-4-7", 2),
        ("allbut-2-3-4", 3),
        ("fibonacci", 1),
        ("wythoff", 1),
        ("wythoff-misere", 1),
        ("wythoff-2", 2),
        ("r-wythoff", 2),
        ("wythoff-odd", 2),
        ("wythoff-bounded", 2),
        ("wythoff-blocking-2", 1),
        ("wythoff-terminal", 1),
        ("wythoff-ratio", 1),
        ("wythoff-st", 1),
    ];
    let small = |(name, values)| -> Result<Certificate> {
        let Some(known) = THEOREMS.iter().find(|known| known.name == name) else { panic!("{name} is kept") };
        let mut certificate = Certificate::from_json(known.certificate)?;
        certificate.sets.truncate(values);
        certificate.complete(Budget::default()).map(nameless)
    };
    names.into_iter().map(small).collect()
}

/// The value of a position by the definition; under misère play and where options may be
/// blocked 0 for the P-positions and 1 for the others.
fn value(game: &RuleGame, theorem: &Theorem, position: &[u64], known: &mut HashMap<Vec<u64>, u64>) -> Result<u64> {
    if let Some(&value) = known.get(position) {
        return Ok(value);
    }
    let mut options = game.option_list(position)?;
    options.iter_mut().for_each(|option| option[..theorem.sorted].sort_unstable());
    options.sort();
    options.dedup();
    let values = options.iter().map(|option| value(game, theorem, option, known)).collect::<Result<Vec<_>>>()?;
    let lost = values.iter().filter(|&&value| value == 0).count() as u64;
    let value = match theorem.play {
        _ if game.blocked() > 0 => u64::from(lost > game.blocked()),
        Play::Normal => (0..).find(|value| !values.contains(value)).unwrap_or(0),
        Play::Misere => u64::from(values.is_empty() || lost > 0),
    };
    known.insert(position.to_vec(), value);
    Ok(value)
}

/// Whether the sets of a certificate are what it says of the positions with small numbers,
/// by the rules alone. (It says that the game ends; if not, this does not end either.)
fn is_true(certificate: &Certificate) -> Result<bool> {
    let parameters = crate::rules::parameters(&certificate.parameters).unwrap_or_default();
    let Ok(game) = crate::rules::compile_with(&certificate.rules, &parameters) else { return Ok(false) };
    let Some(theorem) = Theorem::read(certificate) else { return Ok(false) };
    let width = theorem.names.len();
    let side = [0, 150, 24, 8, 5][width];
    let mut known = HashMap::new();
    let mut position = vec![0u64; width];
    loop {
        let mut canonical = position.clone();
        canonical[..theorem.sorted].sort_unstable();
        let Ok(value) = value(&game, &theorem, &canonical, &mut known) else { return Ok(false) };
        let small: Vec<u128> = position.iter().map(|&number| number.into()).collect();
        let word = theorem.numbers.side_by_side(&small).unwrap_or_default();
        for (of, set) in (0u64..).zip(&theorem.sets) {
            if set.holds(word.iter().copied()) != (of == value) {
                return Ok(false);
            }
        }
        let Some(place) = position.iter().position(|&number| number + 1 < side) else { return Ok(true) };
        position[..place].fill(0);
        position[place] += 1;
    }
}

/// Takes sections of another certificate.
fn paste(certificate: &mut Certificate, other: &Certificate, chance: &mut Chance) {
    let other = other.clone();
    for _ in 0..1 + chance.below(3) {
        let set = chance.below(certificate.sets.len());
        let theirs = other.sets[chance.below(other.sets.len())].clone();
        match chance.below(13) {
            0 => certificate.rules.clone_from(&other.rules),
            1 => certificate.parameters.clone_from(&other.parameters),
            2 => certificate.play.clone_from(&other.play),
            3 => certificate.system.clone_from(&other.system),
            4 => certificate.successor = other.successor.clone(),
            5 => certificate.sum = other.sum.clone(),
            6 => certificate.multiples.clone_from(&other.multiples),
            7 => certificate.plans.clone_from(&other.plans),
            8 => certificate.together.clone_from(&other.together),
            9 => certificate.moves.clone_from(&other.moves),
            10 => certificate.sets[set].positions = theirs.positions,
            11 => certificate.sets[set].reached = theirs.reached,
            _ => certificate.sets.clone_from(&other.sets),
        }
    }
}

/// Another number, another word, a clause more or less.
fn alter_rules(certificate: &mut Certificate, chance: &mut Chance) {
    const CHANGES: [(&str, &str); 22] = [
        ("symmetric", ""),
        ("<=", "<"),
        ("<", "<="),
        (">", ">="),
        ("= 0", "= 1"),
        ("> 0", "> 1"),
        ("and", "or"),
        ("or", "and"),
        ("0..", "1.."),
        ("1..", "0.."),
        ("..x", "..y"),
        ("x - k", "x - 2 * k"),
        ("x - k", "x"),
        ("- l", "+ l"),
        ("a = 1", "a = 2"),
        ("mod 2", "mod 3"),
        ("decreasing x + y", ""),
        ("decreasing x + y", "decreasing x, y"),
        ("blocking b", ""),
        ("b = 1", "b = 2"),
        ("{2, 4, 7}", "{2, 4}"),
        ("k = l", "k = 2 * l"),
    ];
    let rules = &mut certificate.rules;
    match chance.below(4) {
        0 => rules.push_str(&format!("blocking {}\n", chance.below(3))),
        1 => {
            let (p, q) = (chance.below(3), 1 + chance.below(3));
            rules.push_str(&format!("move where x >= {p} and y >= {q} -> (x - {p}, y - {q})\n"));
        }
        _ => {
            let (old, new) = chance.of(&CHANGES);
            let places: Vec<usize> = rules.match_indices(old).map(|(place, _)| place).collect();
            if !places.is_empty() {
                let place = chance.of(&places);
                rules.replace_range(place..place + old.len(), new);
            }
        }
    }
}

#[test]
fn certificates_pasted_together_prove_nothing_false() -> Result<()> {
    let pool = small_ones()?;
    for certificate in &pool {
        assert!(matches!(verdict(certificate)?, Verdict::Proved(_)) && is_true(certificate)?, "{}", certificate.rules);
    }
    let rounds = std::env::var("NIMLAB_HOSTILE").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(150);
    let chance = &mut Chance(1_181_783_497);
    let (mut rejected, mut proved_ones, mut unknown) = (0, 0, 0);
    for round in 0..rounds {
        let base = &pool[chance.below(pool.len())];
        let mut other = base.clone();
        for _ in 0..1 + chance.below(3) {
            match chance.below(6) {
                0..2 => paste(&mut other, &pool[chance.below(pool.len())], chance),
                2..4 => alter_rules(&mut other, chance),
                4 => {
                    let width = Theorem::read(&other).map_or(0, |theorem| theorem.names.len());
                    if width > 0 && !other.sets.is_empty() {
                        alter_some_automaton(&mut other, width, chance)?;
                    }
                }
                _ if other.plans.is_empty() => {}
                _ => alter_plan(&mut other, chance),
            }
        }
        if round % 2 == 0 {
            other = other.short();
        }
        other = nameless(other);
        if other == *base {
            continue;
        }
        match check(&other, Budget::default().in_bytes(SPACE)) {
            Ok(Verdict::Proved(_)) => {
                proved_ones += 1;
                assert!(is_true(&other)?, "round {round}: {}", other.to_json());
            }
            Ok(Verdict::Rejected(_)) => rejected += 1,
            // What is too large, or cannot be evaluated, is not proved either.
            Err(_) => unknown += 1,
        }
    }
    assert!(rejected > rounds / 2 && proved_ones > 0, "{rejected} rejected, {proved_ones} proved, {unknown} unknown");
    Ok(())
}

/// A certificate whose check must take much memory: a step that keeps 30 numbers.
fn wide(certificate: &Certificate) -> Certificate {
    let mut other = certificate.clone();
    other.plans[0].steps[0].2.extend(100..127);
    other.sets[0].reached[0][0] = Automaton { states: vec![(0, Vec::new())] };
    other
}

#[test]
fn a_check_keeps_to_its_budget() -> Result<()> {
    for name in ["wythoff-misere", "wythoff-2", "tribonacci"] {
        let Some(known) = THEOREMS.iter().find(|known| known.name == name) else { panic!("{name} is kept") };
        let mut certificate = Certificate::from_json(known.certificate)?;
        certificate.sets.truncate(2);
        certificate.statement = Theorem::read(&certificate).expect("a theorem").statement();
        let mut least = None;
        for bytes in (0..26).map(|power| 1u64 << power) {
            match check(&certificate, Budget::default().in_bytes(bytes)) {
                Err(Error::OverBudget { limit: Limit::Room { .. }, .. }) => assert_eq!(least, None, "{name}: {bytes}"),
                Ok(Verdict::Proved(_)) => least = least.or(Some(bytes)),
                other => panic!("{name} in {bytes} bytes: {other:?}"),
            }
            if name == "tribonacci" && bytes > 1 << 20 {
                break;
            }
        }
        assert_eq!(least.is_some(), name != "tribonacci", "{name}: {least:?}");
    }
    let nim = nameless(proved("nim", Some(2), Play::Normal, 0)?.1);
    let over = |budget: Budget| match check(&wide(&nim), budget) {
        Err(Error::OverBudget { limit, .. }) => limit,
        other => panic!("{other:?}"),
    };
    assert!(matches!(over(Budget::default().in_bytes(SPACE)), Limit::Room { .. }));
    let time = Duration::from_millis(50);
    assert_eq!(over(Budget::default().in_bytes(u64::MAX).within(time)), Limit::Time(time));
    Ok(())
}

/// Numbers at the limits, wherever one stands.
#[test]
fn numbers_at_the_limits_are_refused() -> Result<()> {
    let Some(known) = THEOREMS.iter().find(|known| known.name == "wythoff-odd") else { panic!("it is kept") };
    let mut certificate = Certificate::from_json(known.certificate)?;
    certificate.sets.truncate(2);
    let certificate = nameless(certificate.complete(Budget::default())?);
    let value: serde_json::Value = serde_json::from_str(&certificate.to_json()).expect("JSON");
    let numbers = count_numbers(&value);
    let limits = [-1, 255, 256, i64::from(u32::MAX), i64::from(u32::MAX) + 1, i64::MAX, i64::MIN];
    let chance = &mut Chance(2_862_933_555);
    let (mut unread, mut refused) = (0, 0);
    for _ in 0..200 {
        let (place, number) = (chance.below(numbers), chance.of(&limits));
        let mut other = value.clone();
        replace_number(&mut other, &mut place.clone(), number);
        let Ok(other) = Certificate::from_json(&other.to_string()) else {
            unread += 1;
            continue;
        };
        // The number may be one that nothing depends on: the parameter of a relation that has none.
        match check(&other, Budget::default().in_bytes(SPACE)) {
            Ok(Verdict::Proved(_)) => assert!(is_true(&other)?, "{place}: {number}"),
            Ok(Verdict::Rejected(_)) | Err(_) => refused += 1,
        }
    }
    assert!(unread > 40 && refused > 40, "{unread} unread, {refused} refused");
    Ok(())
}

fn count_numbers(value: &serde_json::Value) -> usize {
    match value {
        serde_json::Value::Number(_) => 1,
        serde_json::Value::Array(list) => list.iter().map(count_numbers).sum(),
        serde_json::Value::Object(fields) => fields.values().map(count_numbers).sum(),
        _ => 0,
    }
}

/// Replaces the number at this place, all of them being counted.
fn replace_number(value: &mut serde_json::Value, left: &mut usize, new: i64) {
    match value {
        serde_json::Value::Number(_) => {
            if *left == 0 {
                *value = new.into();
            }
            *left = left.wrapping_sub(1);
        }
        serde_json::Value::Array(list) => list.iter_mut().for_each(|part| replace_number(part, left, new)),
        serde_json::Value::Object(fields) => fields.values_mut().for_each(|part| replace_number(part, left, new)),
        _ => {}
    }
}

/// What `prove` proves is what `verify` verifies: where nothing says that a game ends, there
/// is no induction, however right the automaton is.
#[test]
fn a_game_of_which_it_is_not_seen_that_it_ends_is_refused() -> Result<()> {
    let goal = Goal { play: Play::Normal, value: 0, system: Some("base:2".into()), states: 100 };
    let cases = [
        ("state x, y\nmove where x > 0 -> (x - 1, y + 1)", "the total"),
        ("state x, y\nmove where x > 0 -> (x - 1, y + 1)\ndecreasing x", ""),
        ("state x, y\nmove where x > 0 -> (x - 1, y + 2)\nmove where y > 0 -> (x, y - 1)\ndecreasing x, y", ""),
        ("state x, y\nmove where y > 0 -> (x, y - 1)\nmove where x > 0 -> (x - 1, y + 2)", "line 3"),
        ("state n\nmove k in 1..3 where k <= n -> (n - k)\nmove where n = 5000000000 -> (n + 4)", "the total"),
        ("state x, y\nmove where x > 0 and y > 0 -> (x - 1, y - 1)\ndecreasing x - y", "what 'decreasing' says"),
    ];
    for (rules, refused) in cases {
        let game = match crate::rules::compile(rules) {
            Ok(game) => game,
            Err(problems) => panic!("{rules}: {problems}"),
        };
        match prove(&Subject::of_rules(&game)?, &goal, Budget::default(), &mut |_| {}) {
            Ok(Found::Proved(found)) => {
                assert!(refused.is_empty(), "{rules}");
                assert!(matches!(verdict(&found.1)?, Verdict::Proved(_)), "{rules}");
            }
            Err(Error::BadRules { text }) => assert!(!refused.is_empty() && text.contains(refused), "{rules}: {text}"),
            other => panic!("{rules}: {other:?}"),
        }
    }
    Ok(())
}

/// The moves of a certificate being every second one of those that the rules allow: that
/// some are missing is seen by remainders of numbers of any size.
#[test]
fn plans_with_every_second_move_are_refused() -> Result<()> {
    let rules = |m: u64| {
        format!(
            "state x, y\nmove k in 1..x where k mod {m} = 0 -> (x - k, y)\nmove k in 1..y -> (x, y - k)\ndecreasing x + y\n"
        )
    };
    let game = match crate::rules::compile(&rules(2)) {
        Ok(game) => game,
        Err(problems) => panic!("{problems}"),
    };
    let goal = Goal { play: Play::Misere, value: 0, system: Some("base:2".into()), states: 100 };
    let found = prove(&Subject::of_rules(&game)?, &goal, Budget::default(), &mut |_| {})?;
    let Found::Proved(found) = found else { panic!("{found:?}") };
    for m in 1..6 {
        let other = nameless(Certificate { rules: rules(m), ..found.1.clone() });
        assert_eq!(matches!(verdict(&other)?, Verdict::Proved(_)), m == 2, "{m}");
    }
    Ok(())
}

//! Certificates of games in which options may be blocked: what is false or altered is
//! never verified, however carefully everything else is made.

use super::proved::certificate_of;
use super::tests::says_the_same;
use super::theorem::Setting;
use super::*;
use crate::automata::{Arithmetic, Numbers};
use crate::error::{Error, Result};
use crate::{Budget, Play, RuleExt, rules};
use std::sync::Arc;
use std::time::Duration;

const GOAL: Goal = Goal { play: Play::Normal, value: 0, system: None, states: 2000 };

fn subject(text: &str) -> Result<Subject> {
    let game = rules::compile(text).unwrap_or_else(|problems| panic!("{text}\n{problems}"));
    Subject::of_rules(&game)
}

fn proved(subject: &Subject, system: &str) -> Result<(Theorem, Certificate)> {
    let goal = Goal { system: Some(system.into()), ..GOAL };
    match prove(subject, &goal, patient(), &mut |_| {})? {
        Found::Proved(proved) => Ok(*proved),
        Found::Open { tried, .. } => panic!("{}: {tried:?}", subject.name),
    }
}

/// A certificate that claims a set for a game, with everything right but perhaps
/// the claim: what a prover that lies would write.
fn claimed(subject: &Subject, system: &str, set: &Automaton) -> Result<Certificate> {
    let mut meter = patient().meter("a claim");
    let numbers = Numbers::named(system)?;
    let Some(set) = set.relation(subject.piles(), numbers.digits()) else { panic!("{set:?}") };
    let set = Arc::new(set);
    let arithmetic = Arithmetic::of(numbers, &mut meter)?;
    let mut setting = Setting::new(&subject.rules, arithmetic, Play::Normal, &mut meter)?;
    let mut steps = Vec::new();
    for plan in &setting.together.clone() {
        steps.push(setting.leaves.evaluate(plan, &set, subject.piles(), &mut meter)?);
    }
    Ok(certificate_of(subject, &GOAL, &mut setting, vec![set], vec![steps], &mut meter)?.1)
}

/// Enough time on the slowest machine.
fn patient() -> Budget {
    Budget::default().within(Duration::from_secs(3600))
}

fn holds(certificate: &Certificate) -> Result<bool> {
    Ok(matches!(check(certificate, patient())?, Verdict::Proved(_)))
}

const WYTHOFF: &str = "state x, y
move k in 0..x, l in 0..y where k + l > 0 and (k = 0 or l = 0 or k = l) -> (x - k, y - l)
blocking 1
decreasing x + y";

/// A move more or less, another number of blocks, or none: the old automaton is
/// rejected, even if everything else is made for the new rules.
#[test]
fn other_rules_are_not_proved_by_the_old_automaton() -> Result<()> {
    let changes = [
        ("k + l > 0", "k + l > 1"),
        ("k + l > 0", "k + l > 0 and k + l != 7"),
        ("k + l > 0", "k + l > 0 and (k != 3 or l != 3)"),
        ("or k = l", ""),
        ("k = 0 or", "l > 3 and k = 0 or"),
        ("k = l)", "k = l or k = 1 and l = 2)"),
        ("k = l)", "k = l or k = 2 * l)"),
        ("k = l)", "k = l or k = l + 1)"),
        ("k = l)", "k = l and k < 3)"),
        ("where k + l", "where x > 1 and k + l"),
        ("blocking 1", "blocking 0"),
        ("blocking 1", "blocking 2"),
        ("blocking 1", ""),
    ];
    let mut tried = 0;
    for (blocked, system) in [(1, "zeckendorf"), (2, "base:2")] {
        let text = WYTHOFF.replace("blocking 1", &format!("blocking {blocked}"));
        let right = subject(&text)?;
        let (_, certificate) = proved(&right, system)?;
        let set = &certificate.sets[0].positions;
        assert_eq!(claimed(&right, system, set)?, certificate);
        assert!(holds(&certificate)?);
        for (old, new) in changes {
            if blocked == 2 && old == "blocking 1" && new == "blocking 2" {
                continue;
            }
            let other = text.replace(old, new).replace(
                &format!("blocking {blocked}"),
                &match old {
                    "blocking 1" => new.to_owned(),
                    _ => format!("blocking {blocked}"),
                },
            );
            assert_ne!(other, text, "{old}");
            let claim = match claimed(&subject(&other)?, system, set) {
                // What needs too many ways cannot be claimed.
                Err(Error::TooLarge { .. }) if blocked == 2 => continue,
                claim => claim?,
            };
            assert!(!holds(&claim)?, "{blocked} blocked: {old} -> {new}");
            tried += 1;
        }
        // The same moves said in another way are proved by it.
        let same = text.replace("k + l > 0 and", "k + l >= 1 and").replace("y - l)", "y - l - 0)");
        assert!(holds(&claimed(&subject(&same)?, system, set)?)?);
    }
    assert!(tried >= 20, "{tried}");
    Ok(())
}

/// Every automaton of few states, claimed for small games: exactly those are verified
/// that accept the P-positions by the definition.
#[test]
fn of_all_small_automata_exactly_the_true_ones_are_verified() -> Result<()> {
    let texts = [
        "state n  move k in 1..n -> (n - k)  blocking 1",
        "state n  move k in 1..n -> (n - k)  blocking 2",
        "state n  move k in {1, 2} where k <= n -> (n - k)  blocking 1",
        "state n  move k in {1, 2} where k <= n -> (n - k)  blocking 2",
        "state n  move k in {1, 2, 3} where k <= n -> (n - k)  blocking 2",
        "state n  move k in {1, 3} where k <= n -> (n - k)  blocking 1",
        "state n  move k in {1, 3} where k <= n -> (n - k)  move where n >= 3 -> (n - 3)  blocking 1",
        "state n  move k in {1, 2, 3} where k <= n -> (n - k)  blocking 1",
    ];
    let mut accepted = 0;
    for text in texts {
        let subject = subject(text)?;
        let blocked = subject.rules.blocked as usize;
        let mut lost: Vec<bool> = Vec::new();
        for n in 0..256u64 {
            let options = subject.game.option_list(&[n])?;
            let count = options.iter().filter(|to| lost[to[0] as usize]).count();
            lost.push(count <= blocked);
        }
        let template = claimed(&subject, "base:2", &Automaton { states: vec![(1, vec![0, 0, 1, 0])] })?.short();
        // Two states, or three: whether each accepts, and where 0 and 1 lead; the
        // start goes back to itself on 0.
        for states in 1..=2u32 {
            let targets = states + 1;
            for number in 0..(2 * targets * targets).pow(states) / targets {
                let mut rest = number;
                let mut digit = |base: u32| {
                    let digit = rest % base;
                    rest /= base;
                    digit
                };
                let state = |place: u32| {
                    let accepts = digit(2) as u8;
                    let zero = if place == 0 { 0 } else { digit(targets) };
                    let leads = [(0, zero), (1, digit(targets))].into_iter().filter(|(_, to)| *to < states);
                    (accepts, leads.flat_map(|(letter, to)| [letter, to]).collect())
                };
                let automaton = Automaton { states: (0..states).map(state).collect() };
                let Some(relation) = automaton.relation(1, 2) else { panic!("{automaton:?}") };
                let word = |n: usize| (0..8).rev().map(move |bit| (n >> bit & 1) as u32);
                let is_true = (0..256).all(|n| relation.holds(word(n)) == lost[n]);
                let mut claim = template.clone();
                claim.sets[0].positions = automaton.clone();
                claim.statement = Theorem::read(&claim).map(|theorem| theorem.statement()).unwrap_or_default();
                assert_eq!(holds(&claim)?, is_true, "{text}: {automaton:?}");
                accepted += u32::from(is_true);
            }
        }
    }
    assert!(accepted >= 4, "{accepted}");
    Ok(())
}

/// xorshift64.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

/// All places of a JSON value that can be altered, as paths of indices.
fn places(value: &serde_json::Value, path: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
    let inside: Vec<&serde_json::Value> = match value {
        serde_json::Value::Array(list) => list.iter().collect(),
        serde_json::Value::Object(map) => map.values().collect(),
        _ => Vec::new(),
    };
    if !value.is_string() && !value.is_object() {
        found.push(path.clone());
    }
    for (index, value) in inside.into_iter().enumerate() {
        path.push(index);
        places(value, path, found);
        path.pop();
    }
}

fn at<'v>(value: &'v mut serde_json::Value, path: &[usize]) -> &'v mut serde_json::Value {
    let Some((&index, rest)) = path.split_first() else { return value };
    let next = match value {
        serde_json::Value::Array(list) => &mut list[index],
        serde_json::Value::Object(map) => match map.values_mut().nth(index) {
            Some(value) => value,
            None => panic!("no such place"),
        },
        _ => panic!("no such place"),
    };
    at(next, rest)
}

/// One number or list altered.
fn alter(value: &mut serde_json::Value, random: &mut Random) {
    match value {
        serde_json::Value::Array(list) if !list.is_empty() => {
            let (i, j) = (random.below(list.len()), random.below(list.len()));
            match random.below(3) {
                0 => drop(list.remove(i)),
                1 => list.insert(i, list[j].clone()),
                _ => list.swap(i, j),
            }
        }
        serde_json::Value::Array(list) => list.push(0.into()),
        serde_json::Value::Number(number) => {
            let old = number.as_i64().unwrap_or(0);
            *value = match random.below(4) {
                0 => (old + 1).into(),
                1 => (old - 1).into(),
                2 => (random.below(6) as i64).into(),
                _ => (-old).into(),
            };
        }
        other => *other = (random.below(4) as i64).into(),
    }
}

/// Thousands of alterations of one number or one list, anywhere in a certificate:
/// what is verified all the same says the same of all numbers. A test for each game, so that
/// they run side by side.
fn alterations_are_rejected(subject: &Subject, system: &str, count: usize) -> Result<()> {
    let mut random = Random(88_172_645_463_325_252);
    let (theorem, certificate) = proved(subject, system)?;
    for short in [false, true] {
        let original = if short { certificate.short() } else { certificate.clone() };
        let Ok(json) = serde_json::to_value(&original) else { panic!("no JSON") };
        let mut found = Vec::new();
        places(&json, &mut Vec::new(), &mut found);
        // As often in each part of the certificate, however long it is.
        let parts: std::collections::BTreeSet<usize> = found.iter().filter_map(|path| path.first().copied()).collect();
        let parts: Vec<usize> = parts.into_iter().collect();
        let (mut rejected, mut same) = (0, 0);
        for _ in 0..count / 2 {
            let part = parts[random.below(parts.len())];
            let inside: Vec<&Vec<usize>> = found.iter().filter(|path| path.first() == Some(&part)).collect();
            let mut altered = json.clone();
            alter(at(&mut altered, inside[random.below(inside.len())]), &mut random);
            let read: std::result::Result<Certificate, _> = serde_json::from_value(altered);
            let Ok(other) = read.map_err(|_| rejected += 1) else { continue };
            if other == original {
                continue;
            }
            match check(&other, patient()) {
                Ok(Verdict::Proved(_)) => {
                    let what = format!("{}: {:?}", subject.name, other.statement);
                    assert_eq!((&other.rules, &other.parameters), (&original.rules, &original.parameters), "{what}");
                    assert_eq!((&other.statement, &other.play), (&original.statement, &original.play), "{what}");
                    assert!(says_the_same(&other, &original, &theorem)?, "{what}");
                    same += 1;
                }
                Ok(Verdict::Rejected(_)) | Err(_) => rejected += 1,
            }
        }
        assert!(rejected > 4 * same, "{}: {rejected} rejected, {same} say the same", subject.name);
    }
    Ok(())
}

#[test]
fn altered_certificates_of_small_games_with_blocks_are_rejected() -> Result<()> {
    let one = subject("state n  move k in {1, 2, 5, 6} where k <= n -> (n - k)  blocking 1")?;
    let two = subject("state x, y  move k in 1..x -> (x - k, y)  move k in 1..y -> (x, y - k)  blocking 1")?;
    alterations_are_rejected(&one, "base:2", 3000)?;
    alterations_are_rejected(&two, "base:2", 1500)
}

#[test]
fn altered_certificates_of_wythoff_with_one_block_are_rejected() -> Result<()> {
    alterations_are_rejected(&Subject::named("wythoff-blocking", None)?, "zeckendorf", 300)
}

#[test]
fn altered_certificates_of_wythoff_with_two_blocks_are_rejected() -> Result<()> {
    alterations_are_rejected(&Subject::named("wythoff-blocking(b=2)", None)?, "base:2", 400)
}

/// The steps of all ways must be there, each in its place.
#[test]
fn the_ways_of_a_certificate_are_those_of_its_plans() -> Result<()> {
    let (_, certificate) = proved(&Subject::named("wythoff-blocking", None)?, "zeckendorf")?;
    assert!(holds(&certificate)? && holds(&certificate.short())?);
    assert_eq!(certificate.together.len(), certificate.plans.len().pow(2) * 2);
    let rejected = |change: &dyn Fn(&mut Certificate)| -> Result<bool> {
        let mut other = certificate.clone();
        change(&mut other);
        assert_ne!(other, certificate);
        Ok(!matches!(check(&other, patient()), Ok(Verdict::Proved(_))))
    };
    assert!(rejected(&|other| other.together.clear())?);
    assert!(rejected(&|other| drop(other.together.pop()))?);
    assert!(rejected(&|other| other.together.push(other.together[0].clone()))?);
    // A way and what comes of it left out, put twice or in another's place.
    for way in 0..certificate.together.len() {
        assert!(rejected(&|other| {
            other.together.remove(way);
            other.sets[0].reached.remove(way);
        })?);
    }
    assert!(rejected(&|other| other.plans[0].steps.push((None, vec![0], vec![0, 1])))?);
    assert!(rejected(&|other| other.plans.swap(0, 1))?);
    assert!(rejected(&|other| other.sets.push(SetText { value: 1, ..other.sets[0].clone() }))?);
    assert!(rejected(&|other| other.play = "misere".into())?);
    // The field belongs to rules that block; there it must stand, and once.
    let json = certificate.to_json();
    let without = json.replacen("\"together\"", "\"asunder\"", 1);
    assert!(Certificate::from_json(&without).is_err());
    let twice = json.replacen("\"together\"", "\"together\":[],\"together\"", 1);
    assert!(Certificate::from_json(&twice).is_err());
    let (_, plain) = proved(&Subject::named("wythoff", None)?, "zeckendorf")?;
    assert!(holds(&plain)? && !plain.to_json().contains("together"));
    let more = Certificate { together: certificate.together.clone(), ..plain };
    assert!(!holds(&more)?);
    Ok(())
}

/// A number of ways that nobody could go through is refused before it is begun.
#[test]
fn too_many_ways_are_refused() -> Result<()> {
    let many = subject(&WYTHOFF.replace("blocking 1", "blocking 9"))?;
    let goal = Goal { system: Some("base:2".into()), ..GOAL };
    match prove(&many, &goal, patient(), &mut |_| {}) {
        Err(error) => assert!(error.to_string().contains("more than can be blocked"), "{error}"),
        Ok(Found::Open { .. }) => {}
        Ok(Found::Proved(_)) => panic!("it is too large to be proved"),
    }
    let mut meter = patient().meter("a setting");
    let arithmetic = Arithmetic::of(Numbers::named("base:2")?, &mut meter)?;
    let Err(error) = Setting::new(&many.rules, arithmetic, Play::Normal, &mut meter) else { panic!("too many ways") };
    assert!(error.to_string().contains("the limit is 4096"), "{error}");
    Ok(())
}

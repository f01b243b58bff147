//! Patterns against lists of positions: everything that a pattern says is looked for
//! among the positions below a bound, made by other means.

use super::*;
use crate::automata::Numbers;
use crate::prove::{Found, Goal, Subject, THEOREMS, prove};
use crate::{Play, RuleExt};
use decide::shifted;
use std::collections::BTreeMap;

/// The positions of the last value with all numbers below a bound, as the automaton
/// says. That it says the truth is tested elsewhere.
fn below(theorem: &Theorem, bound: u64) -> Vec<Vec<u128>> {
    let value = theorem.value();
    let mut found = Vec::new();
    let mut position = vec![0u64; theorem.names.len()];
    loop {
        if position[..theorem.sorted].is_sorted() {
            let numbers: Vec<_> = position.iter().map(|&number| number.into()).collect();
            if theorem.value_of(&numbers, Budget::default()).expect("small numbers") == Some(value) {
                found.push(position.iter().map(|&number| number.into()).collect());
            }
        }
        let Some(place) = position.iter().position(|&number| number + 1 < bound) else { return found };
        position[..place].fill(0);
        position[place] += 1;
    }
}

/// A pattern holds among the positions below a bound.
fn check(theorem: &Theorem, pattern: &Pattern, bound: u64) {
    let (name, width) = (format!("{} {:?}", theorem.game, theorem.play), theorem.names.len());
    let positions = below(theorem, bound);
    if let Some(only) = &pattern.only {
        let mut sorted = only.clone();
        sorted.sort();
        let mut listed = positions.clone();
        listed.sort();
        assert_eq!(sorted, listed, "{name}");
    }
    if let Some(heaps) = &pattern.heaps {
        for number in 0..bound {
            assert_eq!(positions.contains(&vec![number.into()]), heaps.contains(number), "{name} {number}");
        }
    }
    if let Some(shift) = &pattern.shift {
        let mut met = BTreeMap::new();
        for pair in &positions {
            let x = shifted(&theorem.numbers, pair[0], shift.digits).expect("a small number");
            let correction = pair[1] as i64 - x as i64;
            let excepted = shift.exceptions.contains(&[pair[0], pair[1]]);
            assert!(excepted != shift.corrections.contains(&correction), "{name} {pair:?}: {correction}");
            assert!((shift.range.0..=shift.range.1).contains(&correction), "{name} {pair:?}: {correction}");
            *met.entry(correction).or_insert(0) += 1;
        }
        // The least set of corrections: each of them occurs. Of many some occur seldom.
        let few = shift.corrections.len() + shift.exceptions.len() <= 6;
        assert!(!few || shift.corrections.iter().all(|c| met.contains_key(c)), "{name}: {shift:?}, {met:?}");
    }
    // Beside a small number all is below the bound.
    let sure = bound / 8;
    let occurs = |occurrences: &Occurrences, number: u64, times: usize| {
        let (some, several) = (occurrences.some.contains(number), occurrences.several.contains(&number.into()));
        assert_eq!((some, several), (times > 0, times > 1), "{name}: {number} occurs {times} times");
    };
    if let Some(numbers) = &pattern.numbers {
        for number in 0..sure {
            let times = positions.iter().filter(|pair| pair.contains(&number.into())).count();
            occurs(numbers, number, times);
        }
    }
    if let Some(differences) = &pattern.differences {
        for number in 0..sure {
            let times = positions.iter().filter(|pair| pair[1] - pair[0] == number.into()).count();
            occurs(differences, number, times);
        }
    }
    if let Some(always) = pattern.completed {
        let mut by_others: BTreeMap<Vec<u128>, Vec<u128>> = BTreeMap::new();
        for position in &positions {
            for place in 0..width {
                let mut others = position.clone();
                let last = others.remove(place);
                let known = by_others.entry(others).or_default();
                if !known.contains(&last) {
                    known.push(last);
                }
            }
        }
        assert!(by_others.values().all(|last| last.len() == 1), "{name}");
        // Beside numbers below a power of two there is one below it.
        let all = (bound as usize).next_power_of_two() == bound as usize;
        let pairs = (0..width as u64 - 1).fold(1, |all, place| all * (bound + place) / (place + 1)) as usize;
        assert_eq!(always, by_others.len() == pairs || !all, "{name}");
    }
    if pattern.all_below {
        for position in positions.iter().filter(|position| position[1] > 0) {
            assert!(positions.contains(&vec![position[0], position[1] - 1]), "{name} {position:?}");
        }
    }
}

#[test]
fn patterns_of_all_kept_theorems_hold_in_lists() -> Result<()> {
    for known in &THEOREMS {
        let Some(theorem) = known.theorem() else { panic!("{}", known.name) };
        let bound = [0, 3000, 400, 16, 8][theorem.names.len()];
        // Every value is the last one of a shorter theorem.
        for values in 1..=theorem.sets.len().min(4) {
            let shorter = Theorem { sets: theorem.sets[..values].to_vec(), ..theorem.clone() };
            check(&shorter, &shorter.pattern(Budget::default())?, bound);
        }
        check(theorem, &theorem.pattern(Budget::default())?, bound);
    }
    Ok(())
}

/// Rules whose theorems have other patterns.
#[test]
fn patterns_of_rules_hold_in_lists() -> Result<()> {
    for (name, play, value) in [
        ("wythoff-ratio", Play::Normal, 1),
        ("wythoff-ratio", Play::Misere, 0),
        ("wythoff-odd", Play::Normal, 2),
        ("wythoff-odd", Play::Misere, 0),
        ("wythoff-bounded", Play::Normal, 3),
        ("wythoff-terminal", Play::Normal, 1),
        ("wythoff-minimum", Play::Normal, 0),
        ("nim", Play::Misere, 0),
        ("nim", Play::Normal, 5),
        ("subtraction:1,2", Play::Misere, 0),
        ("subtraction:1,5,7", Play::Normal, 0),
    ] {
        let goal = Goal { play, value, system: None, states: 1000 };
        let piles = (name == "nim").then_some(2);
        let Found::Proved(proved) = prove(&Subject::named(name, piles)?, &goal, Budget::default(), &mut |_| {})? else {
            panic!("{name} is not proved");
        };
        let pattern = proved.0.pattern(Budget::default())?;
        assert!(!pattern.words().is_empty(), "{name}");
        check(&proved.0, &pattern, [0, 2000, 300][proved.0.names.len()]);
    }
    Ok(())
}

/// The words for theorems that are known from the literature.
#[test]
fn patterns_are_said_in_words() -> Result<()> {
    let said = |name: &str, play: Play, values: usize| -> Result<Vec<String>> {
        let theorem = crate::prove::known(name, play).unwrap_or_else(|| panic!("a theorem about {name}"));
        let shorter = Theorem { sets: theorem.sets[..values].to_vec(), ..theorem.clone() };
        Ok(shorter.pattern(Budget::default())?.words())
    };
    for (name, play, values, expected) in [
        (
            "wythoff",
            Play::Normal,
            1,
            &[
                "for x ≤ y: y is x with a digit 0 appended",
                "every number is in exactly one of them",
                "every difference y − x occurs exactly once",
            ][..],
        ),
        (
            "wythoff:3",
            Play::Normal,
            1,
            &[
                "for x ≤ y: y is x with a digit 0 appended",
                "every number is in exactly one of them",
                "the difference y − x is a multiple of 3, and each of these occurs exactly once",
            ],
        ),
        ("nim with 2 heaps", Play::Normal, 1, &["for a ≤ b: b is a", "every number is in exactly one of them"]),
        ("nim with 3 heaps", Play::Normal, 1, &["any 2 numbers are completed by exactly one third number"]),
        (
            "subtraction:2,4,7",
            Play::Normal,
            3,
            &["they are the n from 8 on with n mod 3 = 1, and 4 and 5: density 1/3"],
        ),
        ("allbut:2,3,4", Play::Normal, 3, &["there are only 6, 8 and 10"]),
        ("fibonacci", Play::Normal, 1, &["with (n, most) every (n, z) with z < most belongs to them"]),
    ] {
        assert_eq!(said(name, play, values)?, expected, "{name}");
    }
    Ok(())
}

/// Of a set with a given correction, by its automaton: exactly the smallest set of
/// corrections is found, whatever the positions are.
#[test]
fn corrections_are_those_of_the_set() -> Result<()> {
    use crate::automata::{Arithmetic, Named, Relation};
    let wythoff = crate::prove::known("wythoff", Play::Normal).expect("a theorem about wythoff");
    let mut meter = Budget::default().meter("a test");
    let arithmetic = Arithmetic::of(Numbers::named("zeckendorf")?, &mut meter)?;
    for correction in [0u128, 1, 3] {
        // (x, y) with y = x0 + c, and the mirror images.
        let constant = std::sync::Arc::new(arithmetic.constant(correction, &mut meter)?);
        let pairs = Named::new(&arithmetic.appended(&mut meter)?, &[0, 2], &mut meter)?
            .and(&Named::new(&arithmetic.sum, &[2, 3, 1], &mut meter)?, &mut meter)?
            .and(&Named::new(&constant, &[3], &mut meter)?, &mut meter)?
            .there_is(2, &mut meter)?
            .there_is(3, &mut meter)?;
        let (one, two) = (pairs.in_order(&[0, 1]), pairs.in_order(&[1, 0]));
        let all = arithmetic.all(2, &mut meter)?;
        let not = |set: &Relation, meter: &mut crate::Meter| Relation::all_and_none(&[&all], &[set], meter);
        let neither = Relation::all_and_none(&[&not(&one, &mut meter)?, &not(&two, &mut meter)?], &[], &mut meter)?;
        let both = not(&neither, &mut meter)?;
        let theorem = Theorem { sets: vec![both.into()], ..wythoff.clone() };
        let shift = theorem.pattern(Budget::default())?.shift.expect("a bounded correction");
        assert_eq!((shift.digits, shift.corrections), (1, vec![correction as i64]));
    }
    Ok(())
}

/// What a pattern says of single heaps is what the game's own values say.
#[test]
fn heaps_repeat_as_their_values_do() -> Result<()> {
    for known in THEOREMS.iter().filter(|known| known.game.contains("subtraction") || known.game.contains("allbut")) {
        let Some(theorem) = known.theorem() else { panic!("{}", known.name) };
        let game = crate::catalogue::game(known.game)?;
        for value in 0..theorem.sets.len() {
            let shorter = Theorem { sets: theorem.sets[..=value].to_vec(), ..theorem.clone() };
            let pattern = shorter.pattern(Budget::default())?;
            for heap in 0..200u64 {
                let position = game.position_of_words(&[heap]);
                let is_one = crate::solve::grundy(&*game, &position, Budget::default())? == value.into();
                let said = match (&pattern.only, &pattern.heaps) {
                    (Some(only), _) => only.contains(&vec![heap.into()]),
                    (None, Some(heaps)) => heaps.contains(heap),
                    (None, None) => panic!("{}: no pattern", known.name),
                };
                assert_eq!(said, is_one, "{} value {value}, heap {heap}", known.name);
            }
        }
    }
    Ok(())
}

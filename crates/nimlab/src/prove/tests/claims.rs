//! Claims of which it is known whether they are true: all small automata as the set
//! of tiny games, and the automaton of one rule as that of a rule with a move more or
//! less. Exactly the true ones are proved.

use super::altered::Chance;
use super::*;
use crate::automata::{Letter, State};
use crate::error::Error;
use crate::prove::proved::certificate_of;
use crate::prove::theorem::Setting;
use crate::rules::RuleGame;
use crate::{Rule, RuleExt};
use std::collections::HashMap;
use std::sync::Arc;

/// The value of every position of a rule below a bound by its definition; under
/// misère play 0 for the P-positions and 1 for the others. The numbers that may
/// change places ascend.
struct Search<'g> {
    game: &'g RuleGame,
    play: Play,
    known: HashMap<Vec<u64>, u64>,
}

impl<'g> Search<'g> {
    fn new(game: &'g RuleGame, play: Play) -> Self {
        Self { game, play, known: HashMap::new() }
    }

    fn value(&mut self, position: &[u64]) -> Result<u64> {
        if let Some(&known) = self.known.get(position) {
            return Ok(known);
        }
        let mut values = Vec::new();
        for option in self.game.option_list(position)? {
            values.push(self.value(&option)?);
        }
        let lost = values.iter().filter(|&&value| value == 0).count() as u64;
        let value = match self.play {
            // Too few lost options: they are all blocked.
            _ if self.game.blocked() > 0 => u64::from(lost > self.game.blocked()),
            Play::Normal => (0..).find(|value| !values.contains(value)).unwrap_or(0),
            Play::Misere => u64::from(values.is_empty() || values.contains(&0)),
        };
        self.known.insert(position.to_vec(), value);
        Ok(value)
    }
}

fn compiled(certificate: &Certificate) -> RuleGame {
    let parameters = crate::rules::parameters(&certificate.parameters).unwrap_or_default();
    match crate::rules::compile_with(&certificate.rules, &parameters) {
        Ok(game) => game,
        Err(problems) => panic!("{problems}"),
    }
}

/// A proved certificate with other sets, whose steps are computed again.
fn claim(certificate: &Certificate, set: usize, states: Vec<(u8, Vec<u32>)>) -> Certificate {
    let mut other = certificate.short();
    other.sets[set].positions = Automaton { states };
    other.statement = Theorem::read(&other).map(|theorem| theorem.statement()).unwrap_or_default();
    other
}

/// Whether each state accepts, and where its letters lead.
type StateRows = Vec<(bool, Vec<(Letter, State)>)>;

/// Every automaton with so many states and letters, leading zeros leading back to
/// the beginning: by a number for each.
fn automaton(mut number: u64, states: u64, letters: u64) -> Option<StateRows> {
    let mut digit = |base: u64| {
        let digit = number % base;
        number /= base;
        digit
    };
    let rows = (0..states)
        .map(|state| {
            let accepts = digit(2) == 1;
            let row = (0..letters).filter_map(|letter| match (state, letter) {
                (0, 0) => Some((0, 0)),
                _ => Some((letter as Letter, digit(states + 1) as State)).filter(|(_, to)| u64::from(*to) < states),
            });
            (accepts, row.collect())
        })
        .collect();
    (number == 0).then_some(rows)
}

/// Whether an automaton in base 2 accepts exactly these positions, of numbers with so
/// many digits: two automata of a few states differ on a word as short as that.
fn is_true(rows: &[(bool, Vec<(Letter, State)>)], truth: &[bool], tracks: u32, digits: u32) -> bool {
    // Over all words of this length, in the order of the alphabet.
    fn walk(
        rows: &[(bool, Vec<(Letter, State)>)],
        state: Option<State>,
        prefix: usize,
        left: u32,
        letters: u32,
        truth: &[bool],
    ) -> bool {
        if left == 0 {
            return truth[prefix] == state.is_some_and(|state| rows[state as usize].0);
        }
        (0..letters).all(|letter| {
            let row = state.map(|state| &rows[state as usize].1);
            let next = row.and_then(|row| row.iter().find(|entry| entry.0 == letter)).map(|entry| entry.1);
            walk(rows, next, prefix * letters as usize + letter as usize, left - 1, letters, truth)
        })
    }
    walk(rows, Some(0), 0, digits, 1 << tracks, truth)
}

#[test]
fn of_all_small_automata_exactly_the_true_ones_are_proved() -> Result<()> {
    // The game, its piles, the play, the value, the states, how many of all automata
    // are tried, and the digits in which two of them differ.
    let cases = [
        ("subtraction:1,2", None, Play::Normal, 0, 3, 1, 9),
        ("subtraction:1,2", None, Play::Normal, 1, 3, 3, 9),
        ("subtraction:1,2", None, Play::Misere, 0, 3, 3, 9),
        ("subtraction:1", None, Play::Normal, 0, 2, 1, 5),
        ("subtraction:1", None, Play::Misere, 0, 2, 1, 5),
        ("subtraction:1,3", None, Play::Normal, 1, 2, 1, 5),
        ("nim", Some(1), Play::Normal, 0, 2, 1, 5),
        ("nim", Some(1), Play::Normal, 1, 2, 1, 5),
        ("nim", Some(1), Play::Misere, 0, 2, 1, 5),
        ("nim", Some(2), Play::Normal, 0, 2, 4, 5),
        ("nim", Some(2), Play::Misere, 0, 2, 4, 7),
    ];
    let (mut proved_ones, mut all) = (0, 0);
    for (name, piles, play, value, states, every, digits) in cases {
        let goal = Goal { play, value, system: Some("base:2".into()), states: 100 };
        let Found::Proved(found) = prove(&Subject::named(name, piles)?, &goal, Budget::default(), &mut |_| {})? else {
            panic!("{name} is not proved");
        };
        let certificate = nameless(found.1);
        let game = compiled(&certificate);
        let mut search = Search::new(&game, play);
        let tracks = piles.unwrap_or(1) as u32;
        let mut truth = Vec::new();
        for word in 0..1u64 << (digits * tracks) {
            let number = |track: u32| {
                (0..digits).fold(0, |number, place| number | (word >> (place * tracks + track) & 1) << place)
            };
            let mut position: Vec<u64> = (0..tracks).map(number).collect();
            position.sort_unstable();
            truth.push(search.value(&position)? == value);
        }
        let letters = 1 << tracks;
        let (mut number, mut found) = (0, 0);
        while let Some(rows) = automaton(number, states, letters) {
            let expected = is_true(&rows, &truth, tracks, digits);
            if number % every == 0 || expected {
                let flat = |row: &Vec<(Letter, State)>| row.iter().flat_map(|&(letter, to)| [letter, to]).collect();
                let text = rows.iter().map(|(accepts, row)| (u8::from(*accepts), flat(row))).collect();
                let verdict = verdict(&claim(&certificate, value as usize, text))?;
                let is_proved = matches!(verdict, Verdict::Proved(_));
                assert_eq!(is_proved, expected, "{name} {play:?} {value}: {rows:?}: {verdict:?}");
                found += usize::from(expected);
                all += 1;
            }
            number += 1;
        }
        // Two states that are not the first may change their names.
        let least = found_states(&certificate, value as usize);
        assert!(found > 0 || least > states as usize, "{name} {play:?} {value}: none of {number} is true");
        proved_ones += found;
    }
    assert!(all > 10_000 && proved_ones > 20, "{proved_ones} of {all}");
    Ok(())
}

fn found_states(certificate: &Certificate, set: usize) -> usize {
    certificate.sets[set].positions.states.len()
}

/// The claim that the P-positions of a rule are those of a set, as a certificate with
/// all steps, whether it is true or not; and by answers, all ways to move being some.
fn claimed(rules: &str, parameters: &str, theorem: &Theorem) -> Result<[Certificate; 2]> {
    let parameters = crate::rules::parameters(parameters).unwrap_or_default();
    let game = match crate::rules::compile_with(rules, &parameters) {
        Ok(game) => game,
        Err(problems) => panic!("{rules}: {problems}"),
    };
    let subject = Subject::of_rules(&game)?;
    let goal = Goal { play: theorem.play, value: 0, system: None, states: 100 };
    let mut meter = Budget::default().meter("a claim");
    let arithmetic = Arithmetic::of(theorem.numbers.clone(), &mut meter)?;
    let mut setting = Setting::new(&subject.rules, arithmetic, goal.play, &mut meter)?;
    let set = &theorem.sets[0];
    let mut steps = Vec::new();
    for plan in setting.plans.clone() {
        steps.push(setting.leaves.evaluate(&plan, set, theorem.names.len(), &mut meter)?);
    }
    let sets = vec![Arc::clone(set)];
    let exact = certificate_of(&subject, &goal, &mut setting, sets.clone(), vec![steps.clone()], &mut meter)?.1;
    let mut inside = Vec::new();
    for plan in setting.plans.clone() {
        inside.push(answers::facts_inside(&mut setting.leaves, &plan, set, &setting.domain, &mut meter)?);
    }
    setting.left = vec![answers::left(&setting.domain, set, &[], &steps, &mut meter)?];
    (setting.answers, setting.inside) = (Some(setting.plans.clone()), vec![inside]);
    let answered = certificate_of(&subject, &goal, &mut setting, sets, vec![steps], &mut meter)?.1;
    Ok([exact, answered])
}

/// The exact claim is proved exactly if it is true; so is that by answers, which are not
/// for misère play.
fn are_proved_exactly_if(truth: bool, play: Play, [exact, answered]: &[Certificate; 2], what: &str) -> Result<()> {
    let found = [verdict(exact)?, verdict(answered)?];
    let proved = found.each_ref().map(|verdict| matches!(verdict, Verdict::Proved(_)));
    assert_eq!(proved, [truth, truth && play == Play::Normal], "{play:?} {what}: {found:?}");
    Ok(())
}

/// Answers that the rules do not allow, answers that leave positions out, and facts that
/// do not follow.
#[test]
fn false_answers_are_rejected() -> Result<()> {
    let rules = |moves: &str| {
        format!(
            "game \"edited\"\nstate x, y symmetric\nmove k in 0..x, l in 0..y\n  where k + l > 0 and ({moves})\n  -> (x - k, y - l)\ndecreasing x + y\n"
        )
    };
    let theorem = known("wythoff", Play::Normal).expect("a theorem about wythoff");
    let theorem = Theorem { sets: vec![theorem.sets[0].clone()], ..theorem.clone() };
    let [_, wythoff] = claimed(&rules("k = 0 or l = 0 or k = l"), "", &theorem)?;
    let [_, nim] = claimed(&rules("k = 0 or l = 0"), "", &theorem)?;
    let is_proved = |certificate: &Certificate| Ok::<_, Error>(matches!(verdict(certificate)?, Verdict::Proved(_)));
    assert!(is_proved(&wythoff)? && is_proved(&wythoff.short())? && !is_proved(&nim)?);
    // In Nim no move leads from one of these positions to another; but the answers need
    // a diagonal.
    let mut other = nim.clone();
    other.answers = wythoff.answers.clone();
    (other.sets[0].reached, other.sets[0].left) = (wythoff.sets[0].reached.clone(), wythoff.sets[0].left.clone());
    assert!(!is_proved(&other)?);
    for place in 0..wythoff.answers.len() {
        // Without one answer a position is left, whatever the sets say; but a move from the
        // smaller pile is never needed.
        let from_smaller = wythoff.answers[place].option.contains(&1);
        let mut other = wythoff.clone();
        other.answers.remove(place);
        other.sets[0].reached.remove(place);
        other.sets[0].left.remove(place);
        assert_eq!([is_proved(&other)?, is_proved(&other.short())?], [from_smaller; 2], "{place}");
    }
    let nothing = Automaton { states: vec![(0, Vec::new())] };
    for plan in 0..wythoff.plans.len() {
        for step in 0..wythoff.plans[plan].steps.len() {
            let mut other = wythoff.clone();
            other.sets[0].inside[plan][step] = nothing.clone();
            let same = other == wythoff;
            assert_eq!(is_proved(&other)?, same, "{plan} {step}");
            // A fact must not rest on itself or on a later one.
            let mut other = wythoff.clone();
            other.plans[plan].steps[step].1 = vec![wythoff.plans[plan].leaves.len() + 2 + step];
            assert!(!is_proved(&other)?, "{plan} {step}");
        }
        let mut other = wythoff.clone();
        other.plans[plan].steps.clear();
        other.sets[0].inside[plan].clear();
        assert!(!is_proved(&other)?, "{plan}");
    }
    for change in [
        |set: &mut SetText| drop(set.left.pop()),
        |set: &mut SetText| drop(set.inside.pop()),
        |set: &mut SetText| set.inside.clear(),
        |set: &mut SetText| set.left[0] = Automaton { states: vec![(0, Vec::new())] },
    ] {
        let mut other = wythoff.clone();
        change(&mut other.sets[0]);
        assert!(!is_proved(&other)?);
    }
    let misere = Certificate { play: "misere".into(), ..wythoff.clone() };
    assert!(!is_proved(&nameless(misere))?);
    Ok(())
}

/// Whether a set is that of the P-positions of a rule, in a box.
fn agrees(certificate: &Certificate, theorem: &Theorem, side: u64) -> Result<bool> {
    let game = compiled(certificate);
    let mut search = Search::new(&game, theorem.play);
    let width = theorem.names.len();
    let mut position = vec![0u64; width];
    loop {
        if position[..theorem.sorted].is_sorted() {
            let numbers: Vec<_> = position.iter().map(|&number| number.into()).collect();
            let said = theorem.sets[0].holds(theorem.numbers.side_by_side(&widened(&position)).expect("small numbers"));
            debug_assert_eq!(said, theorem.value_of(&numbers, Budget::default())? == Some(0));
            if said != (search.value(&position)? == 0) {
                return Ok(false);
            }
        }
        let Some(place) = position.iter().position(|&number| number + 1 < side) else { return Ok(true) };
        position[..place].fill(0);
        position[place] += 1;
    }
}

fn widened(position: &[u64]) -> Vec<u128> {
    position.iter().map(|&number| number.into()).collect()
}

/// Wythoff's game with a move more or less, by chance: a step that is added, or one of
/// the moves that is forbidden.
#[test]
fn a_rule_with_a_move_more_or_less_is_not_proved_by_the_old_automaton() -> Result<()> {
    let chance = &mut Chance(2_463_534_242);
    let (mut proved_ones, mut refuted) = (0, 0);
    let rules = |a: usize, more: &str, also: &str| {
        format!(
            "game \"edited\"\nstate x, y symmetric\nmove k in 0..x, l in 0..y\n  where k + l > 0 and (k = 0 or l = 0 or abs(k - l) < {a}){also}\n  -> (x - k, y - l)\n{more}decreasing x + y\n"
        )
    };
    for play in [Play::Normal, Play::Misere] {
        for a in [1, 2] {
            let name = if a == 1 { "wythoff" } else { "wythoff:2" };
            let theorem = known(name, play).expect("a theorem about wythoff");
            let theorem = Theorem { sets: vec![theorem.sets[0].clone()], ..theorem.clone() };
            for round in 0..26 {
                let p = 1 + chance.below(6);
                let q = p + chance.below(p + 3);
                let added = format!("move where x >= {p} and y >= {q} -> (x - {p}, y - {q})\n");
                let (more, also) = match round % 5 {
                    _ if round == 0 => (String::new(), String::new()),
                    0 | 1 => (added, String::new()),
                    2 => (String::new(), format!(" and not (k = {p} and l = 0)")),
                    3 => (String::new(), format!(" and not (k = 0 and l = {p})")),
                    _ => (String::new(), format!(" and not (k = {p} and l = {p})")),
                };
                let claims = claimed(&rules(a, &more, &also), "", &theorem)?;
                let truth = agrees(&claims[0], &theorem, 48)?;
                are_proved_exactly_if(truth, play, &claims, &format!("a = {a}: {more}{also}"))?;
                if truth { proved_ones += 1 } else { refuted += 1 }
            }
        }
    }
    assert!(proved_ones >= 20 && refuted >= 30, "{proved_ones} are true, {refuted} are not");
    Ok(())
}

/// Subtraction games: the automaton of one set of moves as that of the set with one
/// number more or less.
#[test]
fn a_subtraction_set_with_a_number_more_or_less_is_not_proved() -> Result<()> {
    let chance = &mut Chance(1_597_463_007);
    let (mut proved_ones, mut refuted) = (0, 0);
    for round in 0..40 {
        let play = if round % 3 == 0 { Play::Misere } else { Play::Normal };
        let mut set: Vec<u64> = (1..=7).filter(|_| chance.below(3) == 0).collect();
        if set.is_empty() {
            set.push(1 + chance.below(7) as u64);
        }
        let name = |set: &[u64]| {
            let list: Vec<String> = set.iter().map(u64::to_string).collect();
            list.join(", ")
        };
        let (theorem, certificate) = proved(&format!("subtraction:{}", name(&set).replace(' ', "")), None, play, 0)?;
        for _ in 0..6 {
            let other = 1 + chance.below(9) as u64;
            let mut edited = set.clone();
            match edited.iter().position(|&number| number == other) {
                Some(place) if edited.len() > 1 => drop(edited.remove(place)),
                Some(_) => continue,
                None => edited.push(other),
            }
            edited.sort_unstable();
            let parameters = format!("S={{{}}}", name(&edited));
            let claims = claimed(&certificate.rules, &parameters, &theorem)?;
            let truth = agrees(&claims[0], &theorem, 400)?;
            are_proved_exactly_if(truth, play, &claims, &format!("{set:?} -> {edited:?}"))?;
            if truth { proved_ones += 1 } else { refuted += 1 }
        }
    }
    assert!(proved_ones >= 10 && refuted >= 50, "{proved_ones} are true, {refuted} are not");
    Ok(())
}

/// Every kept theorem, normal and misère, against plain search in a box: each
/// position, in every order of its numbers.
#[test]
fn kept_theorems_agree_with_plain_search() -> Result<()> {
    for known in &THEOREMS {
        let certificate = Certificate::from_json(known.certificate)?;
        let Some(theorem) = known.theorem() else { panic!("{}", known.name) };
        let game = compiled(&certificate);
        let mut search = Search::new(&game, known.play);
        let width = theorem.names.len();
        let side: u64 = [0, 600, 44, 12, 7][width];
        let mut position = vec![0u64; width];
        loop {
            let mut sorted = position.clone();
            sorted[..theorem.sorted].sort_unstable();
            let value = search.value(&sorted)?;
            let expected = Some(value).filter(|value| match known.play {
                Play::Normal => *value <= theorem.value(),
                Play::Misere => *value == 0,
            });
            let numbers: Vec<_> = position.iter().map(|&number| number.into()).collect();
            assert_eq!(theorem.value_of(&numbers, Budget::default())?, expected, "{} {position:?}", known.name);
            let Some(place) = position.iter().position(|&number| number + 1 < side) else { break };
            position[..place].fill(0);
            position[place] += 1;
        }
    }
    Ok(())
}

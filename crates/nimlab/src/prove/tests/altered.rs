//! Certificates of all kept theorems, each altered in one place: an automaton by a
//! transition, a state or an accepting one; a plan by a number, a name, a relation or
//! a step; the words. What still says the same is accepted, and nothing else.

use super::*;
use crate::RuleExt;
use crate::automata::{Name, Named, Numbers};

/// Numbers by chance, the same ones every time (Marsaglia's xorshift).
pub struct Chance(pub u64);

impl Chance {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }

    pub fn of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
}

/// So many states of all sets together, at least one set: small certificates are
/// checked in a moment.
const SMALL: usize = 40;

/// The memory of a check: an altered plan can need much more than the true one.
const SPACE: u64 = 64 << 20;

/// The certificates of all kept theorems with all their steps, cut down to the first
/// values.
fn kept() -> Result<Vec<(&'static str, Certificate)>> {
    let cut = |known: &KnownTheorem| -> Result<(&'static str, Certificate)> {
        let mut certificate = Certificate::from_json(known.certificate)?;
        let mut states = 0;
        let sizes = certificate.sets.iter().map(|set| set.positions.states.len());
        let fits = sizes.take_while(|size| {
            states += size;
            states <= SMALL
        });
        let count = fits.count().max(1);
        certificate.sets.truncate(count);
        certificate.statement = Theorem::read(&certificate).expect("a theorem").statement();
        Ok((known.name, certificate.complete(patient())?))
    };
    // That theorem takes long to check, and has a test of its own.
    THEOREMS.iter().filter(|known| known.name != "tribonacci").map(cut).collect()
}

/// Enough time on a machine with other work.
fn patient() -> Budget {
    Budget::default().within(std::time::Duration::from_secs(600))
}

/// What an altered certificate must be found to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    Rejected,
    Accepted,
    /// It says the same of numbers, and something else of words that are none; or it
    /// describes the rules in another way: then what it says of the rules is checked.
    Either,
}

/// Alters an automaton: one accepting state, one transition, or the order of its
/// states.
fn alter_automaton(text: &mut Automaton, alphabet: usize, chance: &mut Chance) {
    let states = text.states.len();
    let state = chance.below(states);
    match chance.below(8) {
        0 | 1 => text.states[state].0 ^= 1,
        2 | 3 => {
            let row = &mut text.states[state].1;
            if !row.is_empty() {
                let entry = chance.below(row.len() / 2);
                row[2 * entry + 1] = chance.below(states) as u32;
            }
        }
        4 => {
            let row = &mut text.states[state].1;
            if !row.is_empty() {
                let entry = chance.below(row.len() / 2);
                row.drain(2 * entry..2 * entry + 2);
            }
        }
        5 => {
            let letter = chance.below(alphabet) as u32;
            let row = &mut text.states[state].1;
            let place = row.chunks(2).position(|entry| entry[0] >= letter).unwrap_or(row.len() / 2);
            if row.get(2 * place) != Some(&letter) {
                row.splice(2 * place..2 * place, [letter, chance.below(states) as u32]);
            }
        }
        // Two states change their names: the same automaton.
        6 if states > 2 => {
            let (one, two) = (1 + chance.below(states - 1), 1 + chance.below(states - 1));
            text.states.swap(one, two);
            for target in text.states.iter_mut().flat_map(|state| state.1.iter_mut().skip(1).step_by(2)) {
                *target = match *target as usize {
                    place if place == one => two as u32,
                    place if place == two => one as u32,
                    place => place as u32,
                };
            }
        }
        // A state twice: the same set.
        _ => {
            let twin = text.states[state].clone();
            text.states.push(twin);
            let other = chance.below(states);
            let targets = text.states[other].1.iter_mut().skip(1).step_by(2);
            let mut into: Vec<&mut u32> = targets.filter(|target| **target as usize == state).collect();
            if !into.is_empty() {
                let place = chance.below(into.len());
                *into[place] = states as u32;
            }
        }
    }
}

/// How two automata stand to each other.
fn compared(old: &Automaton, new: &Automaton, tracks: usize, numbers: &Numbers) -> Result<Expected> {
    let mut meter = patient().meter("a comparison");
    let digits = numbers.digits();
    let (Some(old), Some(new)) = (old.relation(tracks, digits), new.relation(tracks, digits)) else {
        return Ok(Expected::Rejected);
    };
    if old.minimal(&mut meter)? == new.minimal(&mut meter)? {
        return Ok(Expected::Accepted);
    }
    let valid = std::sync::Arc::new(numbers.valid().clone());
    let mut all = Named::new(&valid, &[0], &mut meter)?;
    for name in 1..tracks as Name {
        all = all.and(&Named::new(&valid, &[name], &mut meter)?, &mut meter)?;
    }
    let all = all.in_order(&(0..tracks as Name).collect::<Vec<_>>());
    for (yes, no) in [(&old, &new), (&new, &old)] {
        if Relation::shortest(&[&all, yes], &[no], &mut meter)?.is_some() {
            return Ok(Expected::Rejected);
        }
    }
    Ok(Expected::Either)
}

/// Alters one of all automata of a certificate.
pub fn alter_some_automaton(certificate: &mut Certificate, width: usize, chance: &mut Chance) -> Result<Expected> {
    let numbers = Numbers::named(&certificate.system)?;
    let digits = numbers.digits() as usize;
    let step_tracks: Vec<Vec<usize>> =
        certificate.plans.iter().map(|plan| plan.steps.iter().map(|(_, _, names)| names.len()).collect()).collect();
    let mut all: Vec<(&mut Automaton, usize)> = vec![(&mut certificate.successor, 2), (&mut certificate.sum, 3)];
    all.extend(certificate.multiples.iter_mut().map(|(_, text)| (text, 1)));
    let mut steps: Vec<(&mut Automaton, usize)> = Vec::new();
    for set in &mut certificate.sets {
        // The positions themselves are taken more often.
        all.push((&mut set.positions, width));
        let reached = set.reached.iter_mut().zip(&step_tracks);
        steps.extend(reached.flat_map(|(texts, tracks)| texts.iter_mut().zip(tracks.iter().copied())));
    }
    let moves = certificate.moves.iter_mut().zip(&step_tracks);
    steps.extend(moves.flat_map(|(texts, tracks)| texts.iter_mut().zip(tracks.iter().copied())));
    let (text, tracks) = match chance.below(3) {
        0 if !steps.is_empty() => steps.swap_remove(chance.below(steps.len())),
        _ => all.swap_remove(chance.below(all.len())),
    };
    let old = text.clone();
    alter_automaton(text, digits.pow(tracks as u32), chance);
    let expected = compared(&old, text, tracks, &numbers)?;
    // The statement tells the number of states.
    if let Some(theorem) = Theorem::read(certificate) {
        certificate.statement = theorem.statement();
    }
    Ok(expected)
}

/// Alters a plan in one place.
pub fn alter_plan(certificate: &mut Certificate, chance: &mut Chance) {
    let place = chance.below(certificate.plans.len());
    let count = certificate.plans.len();
    let plan = &mut certificate.plans[place];
    let names = plan.names.len();
    let shift = |chance: &mut Chance, number: &mut i64| *number += chance.of(&[-2, -1, 1, 2]);
    match chance.below(14) {
        0 => plan.clause = chance.below(3),
        1 => {
            let form = chance.below(names);
            let at = chance.below(plan.names[form].len());
            shift(chance, &mut plan.names[form][at]);
        }
        2 if !plan.variables.is_empty() => {
            let form = chance.below(plan.variables.len());
            let at = chance.below(plan.variables[form].len());
            shift(chance, &mut plan.variables[form][at]);
        }
        3 => {
            let at = chance.below(plan.option.len());
            plan.option[at] = chance.below(names) as u32;
        }
        4 => {
            let at = chance.below(plan.leaves.len());
            let words = ["sum", "at-most", "less", "equal", "constant", "multiple", "set", "more"];
            plan.leaves[at].0 = chance.of(&words).to_owned();
        }
        5 => {
            let at = chance.below(plan.leaves.len());
            plan.leaves[at].1 = chance.below(5) as u64;
        }
        6 => {
            let at = chance.below(plan.leaves.len());
            let of = &mut plan.leaves[at].2;
            let track = chance.below(of.len());
            of[track] = chance.below(names + 1) as u32;
        }
        7 => drop(plan.leaves.remove(chance.below(plan.leaves.len()))),
        8 => {
            let leaf = plan.leaves[chance.below(plan.leaves.len())].clone();
            plan.leaves.push(leaf);
        }
        9 if !plan.steps.is_empty() => {
            let at = chance.below(plan.steps.len());
            plan.steps[at].0 = chance.of(&[None, Some(0), Some(1), Some(2), Some(3), Some(4)]);
        }
        10 if !plan.steps.is_empty() => {
            let at = chance.below(plan.steps.len());
            let uses = &mut plan.steps[at].1;
            match chance.below(3) {
                0 if !uses.is_empty() => drop(uses.remove(chance.below(uses.len()))),
                1 => uses.push(chance.below(8)),
                _ => uses.reverse(),
            }
        }
        11 if !plan.steps.is_empty() => {
            let at = chance.below(plan.steps.len());
            let left = &mut plan.steps[at].2;
            match chance.below(3) {
                0 if !left.is_empty() => drop(left.pop()),
                1 => left.push(chance.below(names) as u32),
                _ => left.reverse(),
            }
        }
        12 => drop(certificate.plans.remove(place)),
        _ => {
            let other = chance.below(count);
            certificate.plans.swap(place, other);
        }
    }
}

/// Alters the words of a certificate, so that they say something else.
fn alter_words(certificate: &mut Certificate, chance: &mut Chance) {
    let set = chance.below(certificate.sets.len());
    match chance.below(9) {
        0 => certificate.certificate.push('1'),
        1 => certificate.play = chance.of(&["normal", "misere", "misère", ""]).to_owned(),
        2 => {
            let systems = ["zeckendorf", "tribonacci", "p:2", "p:3", "p:4", "q:2", "base:2", "base:3", "base:1", "p"];
            certificate.system = chance.of(&systems).to_owned();
        }
        3 => certificate.game = chance.of(&["nim", "wythoff", "wythoff:2", "my game", "", "r-wythoff"]).to_owned(),
        4 => certificate.parameters = chance.of(&["", "a=1", "a=2", "a=7", "k=3", "S={1, 2}", "b=2"]).to_owned(),
        5 => {
            let text: Vec<char> = certificate.statement.chars().collect();
            let at = chance.below(text.len());
            let other = chance.of(&['0', '1', '2', 'x', ' ', '≥', 'P']);
            let letters = text.iter().enumerate().map(|(place, &letter)| if place == at { other } else { letter });
            certificate.statement = letters.collect();
        }
        6 => {
            // A letter of the rules; a comment is one of the words too.
            let text: Vec<char> = certificate.rules.chars().collect();
            let at = chance.below(text.len());
            let other = chance.of(&['0', '1', '2', 'x', ' ', '+', '<']);
            let letters = text.iter().enumerate().map(|(place, &letter)| if place == at { other } else { letter });
            certificate.rules = letters.collect();
        }
        7 => certificate.sets[set].value = chance.below(4) as u64,
        _ => match chance.below(4) {
            0 => drop(certificate.sets.remove(set)),
            1 => certificate.sets.push(certificate.sets[set].clone()),
            2 => certificate.sets.reverse(),
            _ => certificate.sets[set].reached.reverse(),
        },
    }
}

/// The options of all positions with small numbers, as the plans of a certificate
/// have them, are those of the rules.
fn plans_are_the_rules(certificate: &Certificate) -> bool {
    let parameters = crate::rules::parameters(&certificate.parameters).unwrap_or_default();
    let Ok(game) = crate::rules::compile_with(&certificate.rules, &parameters) else { return false };
    let Some(theorem) = Theorem::read(certificate) else { return false };
    let width = theorem.names.len();
    let side = [0, 12, 6, 4, 3][width];
    let mut position = vec![0u64; width];
    loop {
        if position[..theorem.sorted].is_sorted() {
            let canonical = |mut option: Vec<u64>| {
                option[..theorem.sorted].sort_unstable();
                option
            };
            let Ok(options) = game.option_list(&position) else { return false };
            let mut expected: Vec<Vec<u64>> = options.into_iter().map(canonical).collect();
            let mut found: Vec<Vec<u64>> = Vec::new();
            // No name of a position is larger than four times its largest number and a few.
            let most = 4 * position.iter().max().copied().unwrap_or(0) + 3;
            for plan in &certificate.plans {
                options_of(plan, &mut position.clone(), most, &mut |option| found.push(canonical(option)));
            }
            for list in [&mut expected, &mut found] {
                list.sort();
                list.dedup();
            }
            if expected != found {
                return false;
            }
        }
        let Some(place) = position.iter().position(|&number| number + 1 < side) else { return true };
        position[..place].fill(0);
        position[place] += 1;
    }
}

/// All options that a plan leads to from a position: its names are tried one by one.
fn options_of(plan: &PlanText, names: &mut Vec<u64>, most: u64, found: &mut dyn FnMut(Vec<u64>)) {
    let known = names.len();
    let holds = plan.leaves.iter().all(|(word, parameter, of)| {
        let Some(of) = of.iter().map(|&name| names.get(name as usize).copied()).collect::<Option<Vec<u64>>>() else {
            return true;
        };
        match (word.as_str(), &of[..]) {
            ("sum", &[x, y, z]) => x + y == z,
            ("at-most", &[x, y]) => x <= y,
            ("less", &[x, y]) => x < y,
            ("equal", &[x, y]) => x == y,
            ("constant", &[x]) => x == *parameter,
            ("multiple", &[x]) => x.is_multiple_of(*parameter),
            _ => word == "set",
        }
    });
    if !holds {
        return;
    }
    if known == plan.names.len() {
        return found(plan.option.iter().map(|&name| names[name as usize]).collect());
    }
    for number in 0..=most {
        names.push(number);
        options_of(plan, names, most, found);
        names.truncate(known);
    }
}

#[test]
fn kept_theorems_altered_in_one_place_are_rejected() -> Result<()> {
    let chance = &mut Chance(88_172_645_463_325_252);
    let (mut rejected, mut accepted) = (0, 0);
    for (name, certificate) in kept()? {
        let width = Theorem::read(&certificate).expect("a theorem").names.len();
        assert!(plans_are_the_rules(&certificate), "{name}");
        for round in 0..rounds(name, &certificate) {
            let mut other = certificate.clone();
            let expected = match round % 8 {
                0..4 => alter_some_automaton(&mut other, width, chance)?,
                4..7 => {
                    alter_plan(&mut other, chance);
                    Expected::Either
                }
                _ => {
                    alter_words(&mut other, chance);
                    Expected::Rejected
                }
            };
            let what = || format!("{name}, round {round}");
            if other == certificate {
                continue;
            }
            // Half of those with altered plans leave out what can be computed again.
            if round % 16 >= 12 && round % 8 < 7 {
                other = other.short();
            }
            let verdict = match check(&other, patient().in_bytes(SPACE)) {
                // Some alterations make large products. Nothing is claimed then.
                Err(crate::Error::OverBudget { .. }) => continue,
                verdict => verdict?,
            };
            match verdict {
                Verdict::Proved(_) => {
                    accepted += 1;
                    assert_ne!(expected, Expected::Rejected, "{}", what());
                    assert!(plans_are_the_rules(&other), "{}", what());
                }
                Verdict::Rejected(reason) => {
                    rejected += 1;
                    assert_ne!(expected, Expected::Accepted, "{}: {reason}", what());
                    assert!(!reason.is_empty());
                }
            }
        }
    }
    assert!(rejected > 4000 && accepted > 800, "{rejected} were rejected and {accepted} accepted");
    Ok(())
}

/// Alterations of a kept theorem: fewer of those that take long to check.
fn rounds(name: &str, certificate: &Certificate) -> usize {
    let steps = certificate.sets.iter().flat_map(|set| set.reached.iter().flatten());
    match (name, steps.map(|step| step.states.len()).sum::<usize>()) {
        // The products are large, though the steps are not: a check takes two seconds.
        ("moore-2-4", _) | (_, 5000..) => 4,
        (_, 2000..) => 16,
        // A check takes a twentieth of a second.
        ("moore-2-3" | "wythoff-5-misere", _) => 60,
        _ => 160,
    }
}

/// Names that could be taken for other games of the catalogue: no certificate about
/// `wythoff:2` has a sentence that names one of them as the catalogue does.
#[test]
fn a_sentence_names_no_game_of_other_rules() -> Result<()> {
    let Some(known) = THEOREMS.iter().find(|known| known.name == "wythoff-2") else { panic!("it is kept") };
    let mut certificate = Certificate::from_json(known.certificate)?;
    certificate.sets.truncate(1);
    certificate.statement = Theorem::read(&certificate).expect("a theorem").statement();
    assert!(matches!(check(&certificate, patient())?, Verdict::Proved(_)));
    let (games, files) = (crate::catalogue::GAMES.iter(), crate::catalogue::RULE_FILES.iter());
    let listed = games.map(|entry| entry.example.0.to_owned()).chain(files.map(|file| file.name.to_owned()));
    let other =
        ["wythoff:1", "wythoff:01", "Wythoff", "WYTHOFF:1", "wythoff ", "wythoff(1)", "nim", "nim with 2 heaps"];
    let mut names: Vec<String> = listed.chain(other.map(str::to_owned)).collect();
    names.extend(["kayles", "wythoff:1 with 2 heaps", "my game, or wythoff", "“wythoff”"].map(str::to_owned));
    for name in names.into_iter().filter(|name| name != "wythoff:2") {
        let (old, said) = (certificate.statement.clone(), format!(" in {name} exactly"));
        let mut claim = Certificate { game: name.clone(), ..certificate.clone() };
        claim.statement = old.replace(" in wythoff:2 exactly", &said);
        assert_ne!(claim.statement, old);
        assert!(matches!(check(&claim, patient())?, Verdict::Rejected(_)), "{name}");
        claim.statement = Theorem::read(&claim).expect("a theorem").statement();
        let proved = matches!(check(&claim, patient())?, Verdict::Proved(_));
        assert_eq!(proved, claim.statement.contains(" in the game of these rules (“"), "{name}");
    }
    Ok(())
}

/// The theorem with answers takes seconds to check, for its steps are computed again. So
/// alterations that must be refused are shown to what is refused before: the words, the
/// sets and the adder; and of an altered plan it is asked by itself whether the rules
/// allow it.
#[test]
fn the_tribonacci_theorem_altered_in_one_place_is_rejected() -> Result<()> {
    let Some(known) = THEOREMS.iter().find(|known| known.name == "tribonacci") else { panic!("it is kept") };
    let certificate = Certificate::from_json(known.certificate)?;
    let chance = &mut Chance(521_288_629);
    let (mut rejected, mut same, mut later) = (0, 0, 0);
    for round in 0..480 {
        let mut other = certificate.clone();
        match round % 8 {
            0..3 => {
                alter_words(&mut other, chance);
                if other != certificate {
                    assert!(check::refused_at_once(&other, patient())?.is_some(), "round {round}");
                    rejected += 1;
                }
            }
            3 => match alter_some_automaton(&mut other, 3, chance)? {
                Expected::Rejected => match check::refused_at_once(&other, patient())? {
                    Some(_) => rejected += 1,
                    None => {
                        // Another set that is the same under exchange of piles.
                        assert_ne!(other.sets, certificate.sets, "round {round}");
                        later += 1;
                    }
                },
                _ => same += 1,
            },
            kind => {
                let answers = kind < 6;
                if answers {
                    std::mem::swap(&mut other.plans, &mut other.answers);
                }
                alter_plan(&mut other, chance);
                if answers {
                    std::mem::swap(&mut other.plans, &mut other.answers);
                }
                let (old, new) = match answers {
                    true => (&certificate.answers, &other.answers),
                    false => (&certificate.plans, &other.plans),
                };
                // A plan that is left out, or has another place, allows nothing new.
                let altered = new.iter().find(|plan| old.len() == new.len() && !old.contains(plan));
                match altered {
                    Some(plan) if check::plan_refused(&certificate, plan, patient())?.is_some() => rejected += 1,
                    _ => later += 1,
                }
            }
        }
    }
    assert!(rejected > 200 && same > 0, "{rejected} rejected, {same} the same, {later} left to the other checks");
    // A way to move that is left out.
    let mut other = certificate.clone();
    other.plans.pop();
    assert_eq!(
        check::refused_at_once(&other, patient())?.as_deref(),
        Some("a move of the rules is missing among the plans")
    );
    Ok(())
}

/// A plan asks of its option whether it is in the set, and of nothing else.
#[test]
fn a_plan_that_asks_of_other_numbers_is_rejected() -> Result<()> {
    let mut rejected = 0;
    for known in THEOREMS.iter().filter(|known| ["wythoff", "wythoff-odd", "nim-2"].contains(&known.name)) {
        let certificate = Certificate::from_json(known.certificate)?.complete(patient())?;
        for plan in 0..certificate.plans.len() {
            for name in 0..certificate.plans[plan].names.len() as u32 {
                let mut other = certificate.clone();
                other.plans[plan].option[0] = name;
                if other == certificate {
                    continue;
                }
                let verdict = check(&other, patient())?;
                assert!(matches!(verdict, Verdict::Rejected(_)), "{}: {verdict:?}", known.name);
                rejected += 1;
            }
        }
    }
    assert!(rejected > 10, "{rejected}");
    Ok(())
}

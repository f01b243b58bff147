//! Misère quotients against the definition and the literature: Plambeck, "Taming the wild in
//! impartial combinatorial games" (2005); Plambeck and Siegel, "Misère quotients for impartial
//! games" (2008).

use nimlab::quotient::{Quotient, QuotientCertificate, QuotientVerdict, Quotients, verify};
use nimlab::{Budget, HeapRule, catalogue, number::UBig};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

fn rule(name: &str) -> HeapRule {
    catalogue::heap_rule(name).unwrap()
}

fn quotient(name: &str, heaps: u64) -> Arc<Quotient> {
    let mut quotients = Quotients::new(rule(name));
    quotients.extend_to(heaps).unwrap();
    quotients.quotient()
}

/// The definition: a sum is lost if it has a move and no move leads to a lost one.
struct Plain {
    rule: HeapRule,
    known: HashMap<Vec<u64>, bool>,
}

impl Plain {
    fn of(name: &str) -> Self {
        Self { rule: rule(name), known: HashMap::new() }
    }

    fn is_lost(&mut self, sum: &[u64]) -> bool {
        if let Some(&lost) = self.known.get(sum) {
            return lost;
        }
        let mut options = Vec::new();
        for place in 0..sum.len() {
            let _ = self.rule.options(sum[place], &mut |left| {
                let mut after = sum.to_vec();
                after.remove(place);
                after.extend(left.heaps());
                after.retain(|&heap| heap > 0);
                after.sort_unstable();
                options.push(after);
                ControlFlow::Continue(())
            });
        }
        let lost = !options.is_empty() && !options.iter().any(|option| self.is_lost(option));
        self.known.insert(sum.to_vec(), lost);
        lost
    }
}

fn element(quotient: &Quotient, sum: &[u64]) -> u32 {
    let of = |heap: &u64| quotient.element(&UBig::from(*heap)).unwrap();
    sum.iter().map(of).fold(0, |product, element| quotient.product(product, element))
}

/// Sums of up to `most` stones in all.
fn sums(most: u64) -> Vec<Vec<u64>> {
    fn add(sum: &mut Vec<u64>, left: u64, found: &mut Vec<Vec<u64>>) {
        found.push(sum.clone());
        for heap in sum.last().copied().unwrap_or(1)..=left {
            sum.push(heap);
            add(sum, left - heap, found);
            sum.pop();
        }
    }
    let mut found = Vec::new();
    add(&mut Vec::new(), most, &mut found);
    found
}

#[test]
fn the_product_of_the_elements_decides_every_small_sum() {
    let octal = ["0.07", "0.7", "0.71", "0.75", "0.15", "0.45", "0.54", "0.26", "0.144", "4.4"].map(|code| (code, 14));
    let octal =
        octal.into_iter().chain([("0.77", 26), ("0.123", 22)]).map(|(code, most)| (format!("octal:{code}"), most));
    let others = ["grundy", "subtraction:1,2", "subtraction:2,5", "subtraction:1,4,10", "subtraction:3", "allbut:2"];
    for (name, most) in octal.chain(others.map(|name| (name.to_owned(), 14))) {
        let mut quotients = Quotients::new(rule(&name));
        quotients.extend_to(most + 1).unwrap_or_else(|error| panic!("{name}: {error}"));
        let (quotient, mut plain) = (quotients.quotient(), Plain::of(&name));
        for sum in sums(most) {
            let said = quotient.is_lost(element(&quotient, &sum));
            assert_eq!(said, plain.is_lost(&sum), "{name} {sum:?}");
        }
        // By other code: all sums of these heaps, and no two elements are the same.
        let verdict = verify(&QuotientCertificate::of(&quotient), Budget::default()).unwrap();
        assert_eq!(verdict, QuotientVerdict::Proved, "{name}");
    }
}

#[test]
fn known_quotients_have_their_order_and_period() {
    // Misère Kayles: order 40, reached at heap 27; period 12 (Plambeck 2005).
    let kayles = quotient("octal:0.77", 1000);
    let period = kayles.period().unwrap();
    assert_eq!((kayles.order(), period.period, period.preperiod), (40, 12, 71));
    assert_eq!(kayles.presentation().generators.len(), 7);
    let orders: Vec<usize> = [2, 3, 6, 10, 13, 26, 28].map(|heaps| quotient("octal:0.77", heaps).order()).into();
    assert_eq!(orders, [2, 6, 12, 18, 24, 32, 40]);
    // 0.123: order 20, period 5 (Plambeck 2005).
    let wild = quotient("octal:0.123", 1000);
    assert_eq!((wild.order(), wild.period().unwrap().period), (20, 5));
    assert!(!wild.is_tame() && !kayles.is_tame());
    let others = ["octal:0.71", "octal:0.75"].map(|name| quotient(name, 200));
    let known = others.map(|quotient| (quotient.order(), quotient.period().unwrap().period));
    assert_eq!(known, [(36, 6), (8, 2)]);
    let certificate = QuotientCertificate::of(&kayles);
    assert_eq!(verify(&certificate, Budget::default()).unwrap(), QuotientVerdict::Proved);
}

/// `nimlab quotient octal:0.07 --heaps 30` takes a minute to find it; to check it takes a moment.
#[test]
fn the_heaps_up_to_30_of_0_07_have_order_360() {
    let text = include_str!("certificates/quotient-0.07-30.json");
    let certificate = QuotientCertificate::from_json(text).unwrap();
    let claim = &certificate.claim;
    assert_eq!((certificate.game.as_str(), claim.heaps, claim.order), ("octal:0.07", 30, 360));
    assert_eq!(verify(&certificate, Budget::default()).unwrap(), QuotientVerdict::Proved);
}

#[test]
fn tame_games_have_the_quotients_of_nim_heaps() {
    // Taking up to k from a heap has heaps of every value up to k: orders 2, 6, 10, 10, 18.
    for (most, order) in [(1, 2), (2, 6), (3, 6), (4, 10), (7, 10), (8, 18)] {
        let set: Vec<String> = (1..=most).map(|taken: u64| taken.to_string()).collect();
        let quotient = quotient(&format!("subtraction:{}", set.join(",")), 100);
        assert!(quotient.is_tame(), "{most}");
        assert_eq!((quotient.order(), quotient.period().unwrap().period), (order, most + 1));
    }
    // Normal and misère Nim part only while all heaps are small: the P-portion has two elements.
    for name in ["subtraction:2,5,6", "subtraction:1,4,9", "octal:0.7", "octal:0.05", "octal:0.55"] {
        let quotient = quotient(name, 200);
        assert!(quotient.is_tame() && quotient.period().is_some(), "{name}");
    }
}

#[test]
fn what_does_not_fit_a_budget_says_how_far_it_came() {
    let mut quotients = Quotients::new(rule("octal:0.37"));
    let budget = Budget::default().in_bytes(1 << 20);
    let error = quotients.extend_with(30, budget, &|_, _| ()).unwrap_err().to_string();
    assert!(error.contains("having reached heap"), "{error}");
    let stopped = quotients.stopped().unwrap().clone();
    assert_eq!(stopped.heap, quotients.heaps());
    // What was reached is a quotient all the same.
    let reached = quotients.quotient();
    assert_eq!(reached.pretending().len() as u64, stopped.heap);
    assert_eq!(verify(&QuotientCertificate::of(&reached), Budget::default()).unwrap(), QuotientVerdict::Proved);
    assert!(Quotients::new(rule("octal:0.77")).extend_to(1 << 20).is_err());
}

#[test]
fn answers_for_heaps_of_any_size_are_those_of_the_definition() {
    use nimlab::prelude::*;
    use nimlab::solve::{Component, Search, solve_sum};
    for name in ["octal:0.77", "octal:0.123", "octal:0.71", "subtraction:2,5", "subtraction:1,2,4,...", "allbut:2,5"] {
        let game = catalogue::game(name).unwrap();
        let mut search = Search::for_outcomes(&*game, Play::Misere, Budget::default());
        for heaps in [vec![0u64], vec![1], vec![0, 3], vec![9], vec![2, 5], vec![3, 3, 8], vec![1, 4, 6], vec![2, 7, 9]]
        {
            let position = game.position(heaps.iter().map(|&heap| heap.into()).collect());
            let answer = game.solve(&position).misere().run().unwrap();
            assert_ne!(answer.method, Method::SEARCH, "{name} {position}");
            let words = position.words().unwrap();
            assert_eq!(answer.outcome, search.outcome(&words).unwrap(), "{name} {position}");
            let mut winning = Vec::new();
            let _ = game.options(&words, &mut |option| {
                if search.outcome(option).unwrap() == Outcome::P {
                    winning.push(game.position_of_words(option));
                }
                ControlFlow::Continue(())
            });
            winning.sort_unstable();
            winning.dedup();
            assert_eq!(answer.winning_moves.list, winning, "{name} {position}");
            assert!(!game.explain(&answer).to_string().is_empty());
        }
        // A period later everything is the same, and every move to a lost position is one.
        let far = game.read("5,9,1e30").unwrap();
        let answer = game.solve(&far).misere().run().unwrap();
        for to in answer.winning_moves.list.iter().take(20) {
            assert_eq!(game.can_move(&far, to), Some(true));
            assert_eq!(game.solve(to).misere().run().unwrap().outcome, Outcome::P, "{name} {to}");
        }
        // A sum of the same heaps has the same outcome, by the same number of moves.
        let parts = ["5", "9", "1e30"].map(|heap| game.read(heap).unwrap());
        let sum: Vec<Component> = parts.iter().map(|position| Component { game: &*game, position }).collect();
        let together = solve_sum(&sum, Play::Misere, Budget::default()).unwrap();
        assert_eq!(together.outcome, answer.outcome);
        assert_eq!(together.winning_moves.len(), answer.winning_moves.list.len());
    }
}

/// The claims that differ from a true one in one number, in every number by every amount within
/// reach.
fn altered(certificate: &QuotientCertificate) -> Vec<QuotientCertificate> {
    let mut found = Vec::new();
    let mut push = |change: &dyn Fn(&mut QuotientCertificate)| {
        let mut other = certificate.clone();
        change(&mut other);
        if other != *certificate {
            found.push(other);
        }
    };
    let claim = &certificate.claim;
    for value in 0..=claim.order {
        for (row, steps) in claim.steps.iter().enumerate() {
            for place in 0..steps.len() {
                push(&|other| other.claim.steps[row][place] = value);
            }
        }
        for heap in 0..claim.pretending.len() {
            push(&|other| other.claim.pretending[heap] = value);
        }
        for place in 0..claim.p_portion.len() {
            push(&|other| other.claim.p_portion[place] = value);
        }
        push(&|other| other.claim.p_portion.push(value));
        push(&|other| other.claim.order = value);
        push(&|other| other.claim.period = Some(value));
        push(&|other| other.claim.preperiod = Some(value));
        push(&|other| other.claim.heaps = value);
        // Another heap of the same element would be a true claim.
        if claim.pretending.get(value as usize) != Some(&claim.steps[0][0]) {
            push(&|other| other.claim.generators[0] = value);
        }
    }
    push(&|other| other.claim.pretending.truncate(other.claim.pretending.len() - 1));
    if claim.period.is_some() {
        // One heap fewer is too few for the proof of the period.
        push(&|other| {
            other.claim.heaps -= 1;
            other.claim.pretending.pop();
        });
    }
    push(&|other| other.game = "octal:0.7".into());
    push(&|other| other.claim.period = None);
    push(&|other| other.claim.steps.clear());
    push(&|other| {
        other.claim.period = other.claim.period.map(|period| 2 * period).or(Some(1));
    });
    found
}

#[test]
fn exactly_the_true_claims_are_verified() {
    for (name, heaps) in [("octal:0.123", 100), ("octal:0.37", 10), ("subtraction:2,5", 100), ("octal:0.75", 100)] {
        let certificate = QuotientCertificate::of(&quotient(name, heaps));
        let read = QuotientCertificate::from_json(&certificate.to_json().unwrap()).unwrap();
        assert_eq!(read, certificate);
        assert_eq!(verify(&read, Budget::default()).unwrap(), QuotientVerdict::Proved, "{name}");
        for other in altered(&certificate) {
            let verdict = verify(&other, Budget::default()).unwrap();
            assert!(matches!(verdict, QuotientVerdict::Rejected(_)), "{name}: {other:?}");
        }
    }
}

/// Every object of a JSON text, replaced by the list of its values.
fn without_names(value: &serde_json::Value) -> Vec<serde_json::Value> {
    let Some(fields) = value.as_object() else { return Vec::new() };
    let mut found = vec![fields.values().cloned().collect()];
    for (name, field) in fields {
        for other in without_names(field) {
            let mut whole = value.clone();
            whole[name] = other;
            found.push(whole);
        }
    }
    found
}

#[test]
fn a_claim_has_one_text_by_named_fields_and_the_full_name_of_its_game() {
    let certificate = QuotientCertificate::of(&quotient("octal:0.123", 100));
    let text = certificate.to_json().unwrap();
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    let lists = without_names(&value);
    assert_eq!(lists.len(), 2);
    for list in lists {
        assert!(QuotientCertificate::from_json(&list.to_string()).is_err(), "{list}");
    }
    // Each field is there, once, and no other.
    let doubled = text.replacen("\"order\":", "\"order\":20,\"order\":", 1);
    assert!(QuotientCertificate::from_json(&doubled).is_err());
    let claim = value["claim"].as_object().unwrap();
    for name in claim.keys() {
        let mut less = value.clone();
        less["claim"].as_object_mut().unwrap().remove(name);
        assert!(QuotientCertificate::from_json(&less.to_string()).is_err(), "{name}");
        let mut more = value.clone();
        more["claim"][format!("{name}s")] = claim[name].clone();
        assert!(QuotientCertificate::from_json(&more.to_string()).is_err(), "{name}");
    }
    for name in ["octal(0.123)", " octal:0.123", "octal:0.1230", "Octal:0.123"] {
        let other = QuotientCertificate { game: name.into(), ..certificate.clone() };
        let verdict = verify(&other, Budget::default());
        assert!(!matches!(verdict, Ok(QuotientVerdict::Proved)), "{name}: {verdict:?}");
    }
}

#[test]
fn a_larger_monoid_is_not_the_quotient_and_a_wrong_guess_is_found() {
    // One stone at a time: order 2. Counting modulo 4 gives right outcomes, but elements 0 and 2
    // are not told apart.
    let mut certificate = QuotientCertificate::of(&quotient("subtraction:1", 100));
    assert_eq!(
        (certificate.claim.order, verify(&certificate, Budget::default()).unwrap()),
        (2, QuotientVerdict::Proved)
    );
    let claim = &mut certificate.claim;
    (claim.order, claim.steps, claim.p_portion) = (4, vec![vec![1], vec![2], vec![3], vec![0]], vec![1, 3]);
    let QuotientVerdict::Rejected(reason) = verify(&certificate, Budget::default()).unwrap() else { panic!() };
    assert!(reason.contains("told apart"), "{reason}");
    // Misère Nim with heaps up to 2 has order 6; b·b = 1 is right for normal play only.
    let mut certificate = QuotientCertificate::of(&quotient("octal:0.123", 6));
    certificate.claim.steps[4][1] = 0;
    assert!(matches!(verify(&certificate, Budget::default()).unwrap(), QuotientVerdict::Rejected(_)));
}

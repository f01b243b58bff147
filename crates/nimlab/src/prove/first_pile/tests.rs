//! The theorems about first piles against lists, against search, and altered.

use super::*;
use crate::prelude::*;
use crate::prove::{Verdict, check_first_piles};
use crate::solve::planes::Planes;
use crate::solve::planes::conjecture::observe;

fn proved(largest: u64) -> PilesCertificate {
    match prove_first_piles(largest, Budget::default(), &mut |_| ()).unwrap() {
        FoundPiles::Proved(certificate) => *certificate,
        FoundPiles::Open(reason) => panic!("{reason}"),
    }
}

fn is_rejected(certificate: &PilesCertificate) -> bool {
    matches!(check_first_piles(certificate, Budget::default()), Ok(Verdict::Rejected(_)))
}

#[test]
fn the_kept_theorem_is_proved() -> crate::Result<()> {
    let certificate = PilesCertificate::from_json(KEPT_FIRST_PILES)?;
    let verdict = check_first_piles(&certificate, Budget::default())?;
    assert!(matches!(verdict, Verdict::Proved(_)), "{verdict:?}");
    assert_eq!(certificate.to_json(), KEPT_FIRST_PILES);
    Ok(())
}

/// N1, N2 and α are those that are observed, and the list far beyond the rows that
/// the checker computes is that of the rule.
#[test]
fn theorems_agree_with_long_lists() -> crate::Result<()> {
    let certificate = proved(8);
    let theorem = FirstPiles::read(&certificate).unwrap();
    let mut meter = Budget::default().meter("planes");
    let mut planes = Planes::default();
    planes.advance(8, 60_000, &mut meter)?;
    assert!(certificate.rows < 10_000);
    for (m, plane) in (0..).zip(&certificate.planes) {
        let seen = observe(m, 60_000, Budget::default())?;
        let PlaneText { n1, n2, alpha, ref missing, .. } = *plane;
        assert_eq!((n1, n2, alpha, missing), (seen.n1, seen.n2, seen.alpha, &seen.missing), "{m}");
        let pairs = planes.pairs(m).into_iter().filter(|pair| pair.0 >= m);
        for (k, (y, z)) in (0u64..).zip(pairs).filter(|(k, _)| k % 7 == 0 || *k < 500) {
            let found = theorem.position(m, &k.into(), Budget::default())?;
            assert_eq!(found, [m, y, z].map(crate::number::UBig::from), "{m}, number {k}");
        }
    }
    Ok(())
}

/// Outcome and winning moves by the theorem and plane by plane.
#[test]
fn positions_are_answered_as_plane_by_plane() -> crate::Result<()> {
    let game = catalogue::game("fraenkel:3")?;
    let mut seed = 1u64;
    let mut random = |below: u64| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) % below
    };
    for round in 0..400 {
        let m = random(if round % 2 == 0 { 31 } else { 5 });
        let y = m + random([20, 300, 3000][round % 3]);
        let z = match round % 4 {
            // Near a P-position, or anywhere.
            0 => y + y * 1000 / 1618,
            _ => y + random(2 * y + 5),
        };
        let position = game.position_of_words(&[m, y, z]);
        let [theorem, planes] = ["automaton", "planes"].map(|method| game.solve(&position).method(method).run());
        let (theorem, planes) = (theorem?, planes?);
        assert_eq!(theorem.outcome, planes.outcome, "{position}");
        assert_eq!(theorem.winning_moves.list, planes.winning_moves.list, "{position}");
    }
    Ok(())
}

/// Large positions: every winning move is a move, and leads to a lost position.
#[test]
fn large_positions_have_moves_to_lost_ones() -> crate::Result<()> {
    let game = catalogue::game("fraenkel:3")?;
    let far = crate::number::UBig::from(10u8).pow(30);
    for m in [0u64, 1, 4, 10, 30] {
        let mut list = game.positions().first_pile(m).from(far.clone()).count(20).run()?;
        assert_eq!(list.method().name(), "automaton");
        let mut lost = Vec::new();
        while let Some(row) = list.next_row()? {
            lost.push(row.position().clone());
        }
        for (one, other) in lost.iter().zip(lost.iter().skip(1)) {
            assert_eq!(game.solve(one).run()?.outcome, Outcome::P, "{one}");
            assert_eq!(game.can_move(other, one), Some(false));
            // Between two of them everything is won.
            let mut numbers = other.numbers().to_vec();
            numbers[1] -= crate::number::UBig::ONE;
            let answer = game.solve(&game.position(numbers)).run()?;
            assert_eq!((answer.outcome, answer.method.name()), (Outcome::N, "automaton"));
            for to in &answer.winning_moves.list {
                assert_eq!(game.can_move(&answer.position, to), Some(true), "{} to {to}", answer.position);
                assert_eq!(game.solve(to).run()?.outcome, Outcome::P, "{to}");
            }
        }
    }
    Ok(())
}

/// Every change of one number in a certificate is noticed.
#[test]
fn altered_certificates_are_rejected() {
    let certificate = proved(3);
    let mut altered = 0;
    for (m, plane) in certificate.planes.iter().enumerate() {
        for state in 0..plane.states.len() {
            for place in 0..plane.states[state].1.len() {
                for to in (0..plane.states.len() as u32).filter(|&to| to != plane.states[state].1[place]) {
                    // All targets for some states, a few for the others.
                    if (state + place) % 5 == 0 || to % 13 == 5 {
                        let mut other = certificate.clone();
                        other.planes[m].states[state].1[place] = to;
                        assert!(is_rejected(&other), "plane {m}, state {state}, digit {place}, to {to}");
                        altered += 1;
                    }
                }
            }
            let offset = plane.states[state].0;
            let offsets = [None, Some(plane.alpha), Some(offset.unwrap_or(0) + 1), Some(offset.unwrap_or(0) - 1)];
            for changed in offsets.into_iter().filter(|&changed| changed != offset) {
                let mut other = certificate.clone();
                other.planes[m].states[state].0 = changed;
                assert!(is_rejected(&other), "plane {m}, state {state}, offset {changed:?}");
                altered += 1;
            }
        }
        let change = |change: &dyn Fn(&mut PlaneText)| {
            let mut other = certificate.clone();
            change(&mut other.planes[m]);
            assert!(is_rejected(&other), "plane {m}");
        };
        change(&|plane| plane.n1 += 1);
        change(&|plane| plane.n1 = plane.n1.wrapping_sub(1));
        change(&|plane| plane.n2 += 1);
        change(&|plane| plane.n2 = plane.n2.wrapping_sub(1));
        change(&|plane| plane.alpha += 1);
        change(&|plane| plane.alpha -= 1);
        change(&|plane| plane.alpha = i64::MIN);
        change(&|plane| plane.missing.push(1));
        change(&|plane| plane.first_pile += 1);
        change(&|plane| plane.states.push((Some(0), vec![0])));
        change(&|plane| plane.states.clear());
        change(&|plane| plane.states[0].1.clear());
    }
    assert!(altered > 1000, "{altered}");
    let change = |change: &dyn Fn(&mut PilesCertificate)| {
        let mut other = certificate.clone();
        change(&mut other);
        assert!(is_rejected(&other));
    };
    change(&|all| all.statement = PilesCertificate::says(4));
    change(&|all| all.game = "fraenkel:4".into());
    change(&|all| all.system = "base:2".into());
    change(&|all| all.certificate.push('!'));
    change(&|all| all.rows = 40);
    change(&|all| all.rows = u64::MAX);
    change(&|all| all.planes.clear());
    change(&|all| all.planes.swap(1, 2));
    change(&|all| drop(all.planes.remove(0)));
    // The automaton of another first pile.
    change(&|all| all.planes[2].states = all.planes[3].states.clone());
}

/// Larger first piles do not matter to smaller ones, and what is left of a
/// certificate still proves the rest.
#[test]
fn a_shorter_certificate_proves_less() -> crate::Result<()> {
    let mut certificate = proved(5);
    certificate.planes.truncate(4);
    assert!(is_rejected(&certificate));
    certificate.statement = PilesCertificate::says(3);
    assert!(matches!(check_first_piles(&certificate, Budget::default())?, Verdict::Proved(_)));
    Ok(())
}

#[test]
fn a_proof_keeps_to_its_budget() {
    let small = Budget::default().in_bytes(1 << 20);
    assert!(prove_first_piles(6, small, &mut |_| ()).is_err());
    let certificate = PilesCertificate::from_json(KEPT_FIRST_PILES).unwrap();
    assert!(check_first_piles(&certificate, small).is_err());
    assert!(check_first_piles(&certificate, Budget::default().within(std::time::Duration::from_millis(20))).is_err());
}

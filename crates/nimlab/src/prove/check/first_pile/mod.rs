//! The checker of theorems about the first piles of Fraenkel's game with three
//! piles. It knows the rule, computes the small positions from it, and follows the
//! automata of the certificate through all pairs of numbers.
//!
//! # Why what it accepts is true
//!
//! *Numbers.* Every natural number has exactly one word of Zeckendorf, up to leading
//! zeros (Zeckendorf 1939): a sum of Fibonacci numbers 1, 2, 3, 5, … without
//! neighbours. If w has the value v and w0 the value u, then w00 has u + v; so a
//! digit d after w makes them u + d and u + v + 2d. Sums of values of several words,
//! read side by side, are followed in this way, exactly. For n with a word w let
//! u(n) be the value of w0. With ψ = −1/φ and F_{i+1} − φF_i = ψ^i, nφ is u(n) less
//! the sum of ψ^i over the Fibonacci numbers F_i of n (F_2 = 1, F_3 = 2, …), which is
//! less than 1 in size and has the sign of its first term. So ⌊nφ⌋ is u(n) − 1 if n
//! ends in an even number of zeros, and u(n) if not or if n = 0.
//!
//! *The claim.* Let m be a first pile. Positions (m, y, z) are pairs (y, z), and it is
//! enough to speak of y ≤ z. By induction over m we know the P-positions with
//! smaller first piles j: there is at most one on each diagonal z − y = d, for
//! Wythoff's moves would lead from one to the other. The automaton gives a number
//! B(n) for every n ≥ n1 and for no other n; let C(n) = B(n) + n. Claimed: the
//! P-positions (m, y, z) with y ≤ z are some with z − y < n1, all of them
//! below those that follow, and (B(n), C(n)) for n ≥ n1, where B grows.
//!
//! *Rows.* Those with y below a bound Y are computed (`lists`), y ascending. Where
//! y is not the larger number of an earlier pair, its partner is the least y + d such
//! that d is no difference and y + d no number of an earlier pair, and such that no
//! move that takes from the first pile leads to a P-position. Such a move takes t =
//! m − j ≥ 1 from it, either alone or with k and l from the others where k ⊕ l = t.
//! Then s = l − k, with |s| ≤ t, is a sum of ± 2^i over the digits i of t that the
//! digits i of k determine, and the P-position with first pile j must lie on the
//! diagonal d − s. Differences are left out (`closed`) once it is seen that for every
//! larger y such a move exists: whether it does depends on y modulo a power of two.
//! In the rows below Y it is checked: first come pairs with differences below n1, then
//! those with n1, n1 + 1, … in order, up to N − 1, with y = B(n); n1 is the least
//! number for which this is so; the differences below n1 that do not occur are
//! closed; and the first pairs have z < Y.
//!
//! *Growth.* Followed through all pairs of numbers n and n′ = n + 1: if B(n) is there,
//! so is B(n′), and B(n) < B(n′). As B(n1) is there, so are all that follow.
//!
//! *Each number once.* Let b be the least number from Y on that is in no pair
//! computed. It is checked to be B(N), and that C(e − 1) < b < C(e) with n1 < e < N
//! for some e. For n ≥ N let e(n) = B(n) − n + c with c such that e(N) = e; it never
//! falls, since B grows by at least 1. Followed through all pairs of numbers:
//! C(e(n) − 1) < B(n) < C(e(n)) for n > 0, wherever the automaton gives them. So B(n) is
//! no C, and between B(n) and B(n + 1) lie e(n + 1) − e(n) numbers and as many C(e): every
//! number from b on is exactly one B(n) with n ≥ N or one C(e) with e from there on.
//!
//! *No move between them.* Followed through all pairs of numbers n, n′ for each j <
//! m: with s = n − n′ and k = B(n) − B_j(n′), it is not so that k ≥ 0 and k ⊕ (k + s) =
//! m − j; and not k = 0 where s = 0. It is checked that N − m is not below the n1 of j,
//! so that for n ≥ N all differences n − s are among the n′.
//!
//! *Induction over y ≥ Y.* Suppose that the claim holds for all smaller y. If y = C(e)
//! for an earlier pair, then (y, z) has the move to (y, B(e)), for every z ≥ y. If not,
//! then y = B(n) with n ≥ N, and all smaller differences occur in earlier pairs, from
//! which Wythoff's move takes, or are closed. So (y, y + d) is won for d < n. The
//! pair (B(n), C(n)) is lost: its numbers and its difference are in no earlier pair,
//! and no move that takes from the first pile leads to a P-position, for this would be
//! the pair of a difference n′. And (y, z) with larger z has the move to it. ∎
//!
//! *α and N2.* Let G be the largest set of states with the offset y − ⌊nφ⌋ = α that no
//! digit leaves. It is checked that each state leads to G. So there is an l such that
//! of the words of l digits more, at least one leads to G; their numbers from two
//! states differ at most by a constant factor, and the share of the words that have
//! not come to G tends to 0 with their length: almost all n have the offset α. All n
//! whose offset is not within 1 of α are enumerated: from the states that lead to
//! such an offset there must be no way back to themselves.

mod lists;
mod machine;

use super::{Checked, Refused, Verdict, ensure};
use crate::error::Result;
use crate::prove::first_pile::certificate::{KIND, PilesCertificate, PlaneText};
use crate::{Budget, Meter, counted};
use lists::{PlaneRows, rows_of};
use machine::{At, DIFFERENCE, LESS_CUT, OffsetMachine, Value, walk};

/// Checks a certificate. Fails if it cannot be checked within the budget.
///
/// ```
/// use nimlab::prove::{FoundPiles, Verdict, check_first_piles, prove_first_piles};
/// let FoundPiles::Proved(mut certificate) = prove_first_piles(1, nimlab::Budget::default(), &mut |_| {})? else { panic!() };
/// assert!(matches!(check_first_piles(&certificate, nimlab::Budget::default())?, Verdict::Proved(_)));
/// certificate.planes[1].alpha += 1;
/// assert!(matches!(check_first_piles(&certificate, nimlab::Budget::default())?, Verdict::Rejected(_)));
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn check_first_piles(certificate: &PilesCertificate, budget: Budget) -> Result<Verdict> {
    let mut meter = budget.started().meter("the check of a theorem");
    match checked(certificate, &mut meter) {
        Ok(lines) => Ok(Verdict::Proved(lines)),
        Err(Refused::Wrong(reason)) => Ok(Verdict::Rejected(reason)),
        Err(Refused::Failed(error)) => Err(error),
    }
}

fn checked(certificate: &PilesCertificate, meter: &mut Meter) -> Checked<Vec<String>> {
    ensure(certificate.certificate == KIND, format!("it is not a '{KIND}'"))?;
    ensure(certificate.game == "fraenkel:3", "its game is not fraenkel:3")?;
    ensure(certificate.system == "zeckendorf", "its system is not Zeckendorf's")?;
    let named = (0..).zip(&certificate.planes).all(|(m, plane)| plane.first_pile == m);
    ensure(named && !certificate.planes.is_empty(), "its first piles are not 0, 1, 2, …")?;
    let largest = certificate.planes.len() as u64 - 1;
    ensure(certificate.statement == PilesCertificate::says(largest), "its statement is not what its automata say")?;
    let rows = rows_of(largest, certificate.rows, meter)?;
    let mut planes: Vec<PlaneCheck<'_>> = Vec::new();
    for (text, rows) in certificate.planes.iter().zip(&rows) {
        let plane = PlaneCheck { text, machine: OffsetMachine::read(&text.states)?, rows };
        let checked = plane.check(certificate.rows, &planes, meter);
        checked.map_err(|refused| refused.of(text.first_pile))?;
        planes.push(plane);
    }
    let states: usize = certificate.planes.iter().map(|plane| plane.states.len()).sum();
    let pairs = planes.len() * (planes.len() - 1) / 2;
    Ok(vec![
        format!("the positions with second piles below {}, computed from the rule", certificate.rows),
        format!("automata for the first piles 0 to {largest}, with {} in all", counted(states as u64, "state")),
        "in each plane every number occurs once, and every difference from N1 on, in order".to_owned(),
        format!("no move leads from one plane to another one below, in {}", counted(pairs as u64, "pair")),
        "N1, N2 and alpha, and the differences that do not occur".to_owned(),
    ])
}

impl Refused {
    /// The same, with the first pile.
    fn of(self, first_pile: u64) -> Refused {
        match self {
            Refused::Wrong(reason) => Refused::Wrong(format!("first pile {first_pile}: {reason}")),
            failed => failed,
        }
    }
}

const FEW_ROWS: &str = "too few rows are computed";

/// What is checked of one first pile.
struct PlaneCheck<'c> {
    text: &'c PlaneText,
    machine: OffsetMachine,
    rows: &'c PlaneRows,
}

impl PlaneCheck<'_> {
    fn check(&self, bound: u64, below: &[PlaneCheck<'_>], meter: &mut Meter) -> Checked<()> {
        let after = self.check_rows(bound, meter)?;
        self.check_growth(meter)?;
        self.check_numbers(bound, after, meter)?;
        for lower in below {
            let t = self.text.first_pile - lower.text.first_pile;
            let enough = after.checked_sub(t).is_some_and(|least| least >= lower.text.n1);
            ensure(enough, format!("too few rows are computed for first pile {}", lower.text.first_pile))?;
            self.check_moves(lower, t as i64, meter)?;
        }
        ensure(self.machine.settles(self.text.alpha), "alpha is not the offset of almost all differences")?;
        self.check_n2(meter)
    }

    /// The rows that were computed; the difference after the last one.
    fn check_rows(&self, bound: u64, meter: &mut Meter) -> Checked<u64> {
        let PlaneText { n1, missing, .. } = self.text;
        let begin = self.rows.pairs().position(|(_, d)| d == *n1);
        let begin = begin.ok_or_else(|| Refused::new("too few rows are computed to come to N1"))?;
        meter.take_for::<(u64, u64)>(begin as u64 + n1)?;
        let first: Vec<(u64, u64)> = self.rows.pairs().take(begin).collect();
        ensure(first.iter().all(|&(_, d)| d < *n1), "a difference from N1 on comes too early")?;
        ensure(first.iter().all(|&(y, d)| y + d < bound), "too few rows are computed for the first positions")?;
        let least = first.last().map_or(*n1 == 0, |&(_, d)| d + 1 != *n1);
        ensure(least, "there is a smaller N1")?;
        let mut occurs: Vec<u64> = first.iter().map(|&(_, d)| d).collect();
        occurs.sort_unstable();
        let others: Vec<u64> = (0..*n1).filter(|d| occurs.binary_search(d).is_err()).collect();
        ensure(others == *missing, "its missing differences are not those that are missing")?;
        let closed = others.iter().all(|d| self.rows.closed.binary_search(d).is_ok());
        ensure(closed, "a missing difference may still occur")?;
        meter.give_back(16 * (begin as u64 + n1));
        let mut then = self.rows.pairs().skip(begin).peekable();
        let mut after = 0;
        self.machine.each(meter, |n, y| {
            if n < *n1 {
                ensure(y.is_none(), "the automaton begins before N1")?;
                return Ok(true);
            }
            let Some((is, d)) = then.next() else { return Ok(false) };
            ensure(d == n, "the differences are not in order from N1 on")?;
            ensure(y == Some(is as i64), format!("the automaton is wrong for the difference {n}"))?;
            after = n + 1;
            Ok(then.peek().is_some())
        })?;
        Ok(after)
    }

    /// B(n) < B(n + 1), and where the first is there the second is.
    fn check_growth(&self, meter: &mut Meter) -> Checked<()> {
        walk([&self.machine; 2], DIFFERENCE, 1..=1, meter, |pair| {
            let [next, this] = pair.at.map(|at| self.machine.shift(at));
            match (this, next) {
                (Some(this), Some(next)) => ensure(pair.y + next - this > 0, "y does not grow with the difference"),
                (Some(_), None) => Err(Refused::new("the automaton ends")),
                _ => Ok(()),
            }
        })
    }

    /// C(e(n) − 1) < B(n) < C(e(n)), where the pair is (e, n).
    fn check_numbers(&self, bound: u64, after: u64, meter: &mut Meter) -> Checked<()> {
        let Some(first) = (bound..).find(|&number| self.rows.partner(number).is_none()) else {
            unreachable!("all lists end")
        };
        let few = || Refused::new(FEW_ROWS);
        ensure(
            self.machine.of(after) == Some(first as i64),
            "the first number after the rows is not that of the automaton",
        )?;
        let larger = |n: u64| self.machine.of(n).map(|y| y + n as i64);
        let e = (self.text.n1..after).find(|&n| larger(n).is_some_and(|z| z > first as i64)).ok_or_else(few)?;
        ensure(e > self.text.n1, FEW_ROWS)?;
        ensure(larger(e - 1).is_some_and(|z| z < first as i64), "a number occurs twice")?;
        let c = e as i64 + after as i64 - first as i64;
        let offsets = || self.text.states.iter().filter_map(|state| state.0);
        let range = offsets().min().unwrap_or(0) + c - 2..=offsets().max().unwrap_or(0) + c;
        walk([&self.machine; 2], LESS_CUT, range, meter, |pair| {
            let [Some(of_e), Some(of_n)] = pair.at.map(|at| self.machine.shift(at)) else { return Ok(()) };
            if pair.at[1].is_zero() {
                return Ok(());
            }
            // C(e) − B(n), for e and n have the sums with a 0 appended in y.
            let distance = pair.x + pair.y + of_e - of_n;
            match pair.x - of_n - c {
                0 => ensure(distance > 0, "a number occurs twice, or not at all"),
                -1 => ensure(distance < 0, "a number occurs twice, or not at all"),
                _ => Ok(()),
            }
        })
    }

    /// No move that takes t from the first pile leads from a position here to one
    /// in a lower plane.
    fn check_moves(&self, lower: &PlaneCheck<'_>, t: i64, meter: &mut Meter) -> Checked<()> {
        walk([&self.machine, &lower.machine], DIFFERENCE, -t..=t, meter, |pair| {
            let (Some(here), Some(there)) = (self.machine.shift(pair.at[0]), lower.machine.shift(pair.at[1])) else {
                return Ok(());
            };
            let (s, k) = (pair.x, pair.y + here - there);
            let alone = s == 0 && k == 0;
            let together = k >= 0 && k + s >= 0 && k ^ (k + s) == t;
            ensure(!alone && !together, format!("a move leads to first pile {}", lower.text.first_pile))
        })
    }

    /// N2 is the least number from n1 on from which all offsets are within 1 of α.
    fn check_n2(&self, meter: &mut Meter) -> Checked<()> {
        let PlaneText { n1, n2, alpha, .. } = *self.text;
        let is_far = |at: At| self.machine.offset(at).is_some_and(|offset| offset.abs_diff(alpha) > 1);
        let leads = self.leads_to(&is_far, meter)?;
        // Words with a first 1, depth first; on the way each state at most once.
        let mut most = None;
        let mut on_the_way = vec![false; self.machine.indices()];
        let begin = self.machine.step(At::start(), 1).filter(|&at| leads[self.machine.index(at)]);
        let mut stack: Vec<(At, Value, u32)> = begin.map(|at| (at, Value::default().then(1), 0)).into_iter().collect();
        begin.into_iter().for_each(|at| on_the_way[self.machine.index(at)] = true);
        if is_far(At::start()) {
            most = Some(0);
        }
        while let Some((at, value, digit)) = stack.pop() {
            meter.tick(4)?;
            if digit == 0 && is_far(at) {
                most = most.max(Some(value.number as u64));
            }
            if digit > 1 {
                on_the_way[self.machine.index(at)] = false;
                continue;
            }
            stack.push((at, value, digit + 1));
            let Some(next) = self.machine.step(at, digit).filter(|&next| leads[self.machine.index(next)]) else {
                continue;
            };
            let index = self.machine.index(next);
            ensure(!on_the_way[index] && stack.len() < 60, "offsets far from alpha do not end")?;
            on_the_way[index] = true;
            stack.push((next, value.then(digit), 0));
        }
        let least = most.map_or(n1, |most| n1.max(most + 1));
        ensure(n2 == least, "N2 is not the least number from which the offsets are within 1 of alpha")
    }

    /// From which places of the automaton a number goes on to one of a kind.
    fn leads_to(&self, wanted: &dyn Fn(At) -> bool, meter: &mut Meter) -> Checked<Vec<bool>> {
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); self.machine.indices()];
        let mut met = vec![false; self.machine.indices()];
        let mut leads = vec![false; self.machine.indices()];
        let (mut stack, mut back) = (vec![At::start()], Vec::new());
        met[self.machine.index(At::start())] = true;
        while let Some(at) = stack.pop() {
            meter.tick(4)?;
            let index = self.machine.index(at);
            if wanted(at) {
                leads[index] = true;
                back.push(index);
            }
            for next in [0, 1].into_iter().filter_map(|digit| self.machine.step(at, digit)) {
                before[self.machine.index(next)].push(index);
                if !std::mem::replace(&mut met[self.machine.index(next)], true) {
                    stack.push(next);
                }
            }
        }
        while let Some(index) = back.pop() {
            for &earlier in &before[index] {
                if !std::mem::replace(&mut leads[earlier], true) {
                    back.push(earlier);
                }
            }
        }
        Ok(leads)
    }
}

//! Checking a quotient from nothing but its certificate and the rule of the game.
//!
//! This file shares no code with those that find quotients. A certificate claims a finite
//! monoid Q by the products with its generators, the elements of the heaps 0 to N, and the
//! P-portion. Let Φ(X) be the product of the elements of the heaps of a sum X.
//!
//! **What is checked, and why it is enough.**
//!
//! 1. *Q is a commutative monoid.* The products with generators, as functions on the elements,
//!    commute with each other, and every element is reached from 0. Then what a product of
//!    generators does to any element follows from what it does to 0: if u and v lead from 0 to
//!    the same place and w leads to x, then u leads from x to where w leads from u's place, and so
//!    does v. So the products of elements are well defined, commutative and associative, with 1 = 0.
//! 2. *No move leads from P to P.* For each heap h with an option h' and each element z, not
//!    both Φ(h)z and Φ(h')z are in P. Every element z is that of some sum, and every sum with
//!    a move is h + Z for some h.
//! 3. *From a sum with a move that is not in P a move leads to P.* Let W(X) be the set of all z such
//!    that Φ(X')z is in P for some option X' of X. Then
//!    W(X + Y) = {z : Φ(Y)z ∈ W(X) or Φ(X)z ∈ W(Y)}, for a move in X + Y is made in X or in Y.
//!    All pairs (Φ(X), W(X)) are followed from single heaps with moves, adding one heap at a
//!    time, and 1 ∈ W(X) or Φ(X) ∈ P is demanded. A pair is not followed further if a pair with
//!    the same element and a subset for W is: by the formula, whatever is added to both, the subset
//!    stays a subset, so that if the demand holds for the smaller one it holds for the other. There are
//!    finitely many pairs, so this ends.
//! 4. *Heaps without moves have the element 1,* and 1 is not in P: such sums are won.
//!
//! From 2 to 4 it follows by induction over the moves that X is lost exactly if Φ(X) ∈ P.
//!
//! 5. *Different elements are told apart.* Elements that agree in P, and whose products with every
//!    generator agree as far as is known, are one block; blocks are split until nothing changes. If all are
//!    single, then any two elements differ in P beside some third one. As every element is that
//!    of some sum, Q is the quotient itself and not a larger monoid.
//! 6. *The period, if one is claimed.* Φ(n + p) = Φ(n) holds for ℓ ≤ n ≤ N − p, ℓ and p are the
//!    least, and N is large enough: for a subtraction set with largest number a, N ≥ ℓ + p + a − 1; for an octal game that takes at
//!    most t stones, with λ = max(ℓ, 1), N ≥ 2λ + 2p + t − 1. Let Φ(n) for n > N be what the period
//!    says. Then the heaps n − p and n have options of the same elements: after n ≥ ℓ + p + a the options n − s
//!    and n − p − s are at least ℓ; in an octal game the larger of two heaps that a move leaves
//!    of n is at least λ + p, and of two left of n − p at least λ, so that p can be taken from it or
//!    given to it, and a single heap left is long enough too. Points 2 to 4 use nothing
//!    of a heap but its element and those of its options. So they hold with all heaps.

use super::certificate::{QuotientCertificate, QuotientClaim};
use crate::error::{Error, Result};
use crate::meter::Meter;
use crate::number::shorten;
use crate::sequence::{not_by_rules, proper_divisors};
use crate::text::visible;
use crate::{Budget, HeapPattern, HeapRule, Hint, Left, catalogue};
use std::collections::{BTreeSet, HashSet, VecDeque};
use std::ops::ControlFlow;

/// The result of a check.
///
/// ```
/// use nimlab::{Budget, catalogue, quotient::{QuotientCertificate, Quotients, QuotientVerdict, verify}};
/// let mut game = Quotients::new(catalogue::heap_rule("octal:0.123")?);
/// game.extend_to(100)?;
/// let mut certificate = QuotientCertificate::of(&game.quotient());
/// certificate.claim.period = Some(0);
/// let QuotientVerdict::Rejected(why) = verify(&certificate, Budget::default())? else { panic!() };
/// assert_eq!(why, "a period of 0 says nothing");
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum QuotientVerdict {
    /// Every clause of the claim holds.
    Proved,
    /// A clause that does not hold.
    Rejected(String),
}

/// Checks a certificate within a budget. Fails if it names no heap game or if the budget is spent; a
/// false claim is a verdict.
///
/// ```
/// use nimlab::{Budget, catalogue, quotient::{QuotientCertificate, Quotients, QuotientVerdict, verify}};
/// let mut game = Quotients::new(catalogue::heap_rule("octal:0.123")?);
/// game.extend_to(100)?;
/// let certificate = QuotientCertificate::of(&game.quotient());
/// assert_eq!(verify(&certificate, Budget::default())?, QuotientVerdict::Proved);
/// let mut altered = certificate.clone();
/// altered.claim.p_portion.pop();
/// assert!(matches!(verify(&altered, Budget::default())?, QuotientVerdict::Rejected(_)));
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn verify(certificate: &QuotientCertificate, budget: Budget) -> Result<QuotientVerdict> {
    verify_with(certificate, budget, &mut |_, _| {})
}

/// [`verify`], telling from time to time how many pairs of point 3 are done and how many are known.
///
/// ```
/// use nimlab::{Budget, catalogue, quotient::{QuotientCertificate, Quotients, QuotientVerdict, verify_with}};
/// let mut game = Quotients::new(catalogue::heap_rule("octal:0.123")?);
/// game.extend_to(100)?;
/// let certificate = QuotientCertificate::of(&game.quotient());
/// let verdict = verify_with(&certificate, Budget::default(), &mut |done, known| assert!(done <= known))?;
/// assert_eq!(verdict, QuotientVerdict::Proved);
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn verify_with(
    certificate: &QuotientCertificate,
    budget: Budget,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<QuotientVerdict> {
    not_by_rules(&certificate.game)?;
    let rule = catalogue::heap_rule(&certificate.game)?;
    if rule.to_string() != certificate.game {
        let given = shorten(&certificate.game);
        let given = visible(&given);
        return Ok(QuotientVerdict::Rejected(format!("it calls its game '{given}', and the full name is {rule}")));
    }
    let mut meter = budget.meter("the check of a misère quotient");
    Ok(match check(&certificate.claim, &rule, &mut meter, progress)? {
        Ok(()) => QuotientVerdict::Proved,
        Err(problem) => QuotientVerdict::Rejected(problem),
    })
}

type Claimed<T = ()> = std::result::Result<T, String>;

macro_rules! demand {
    ($holds:expr, $($problem:tt)+) => {
        if !$holds {
            return Ok(Err(format!($($problem)+)));
        }
    };
}

macro_rules! granted {
    ($claimed:expr) => {
        match $claimed {
            Ok(value) => value,
            Err(problem) => return Ok(Err(problem)),
        }
    };
}

/// The most elements and heaps that are looked at.
const MOST: u64 = 20_000;

/// A multiplication table with the P-portion.
struct ProductTable {
    order: usize,
    times: Vec<Vec<usize>>,
    in_p: Vec<bool>,
}

/// What matters of a heap with moves.
struct HeapKind {
    element: usize,
    /// W of the heap.
    wins: Vec<bool>,
}

fn check(
    claim: &QuotientClaim,
    rule: &HeapRule,
    meter: &mut Meter,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Claimed> {
    if claim.order > MOST || claim.heaps > MOST {
        return Err(Error::TooLarge {
            what: "the quotient of this certificate".into(),
            given: format!("{} elements, heaps up to {}", claim.order, claim.heaps),
            limit: format!("{MOST} each"),
            hint: Hint::NONE,
        });
    }
    let table = granted!(table_of(claim, meter)?);
    demand!(
        claim.pretending.len() as u64 == claim.heaps + 1,
        "it lists the elements of {} heaps, not of the heaps 0 to {}",
        claim.pretending.len(),
        claim.heaps
    );
    demand!(claim.pretending.iter().all(|element| *element < claim.order), "a heap has an element that does not exist");
    for (place, heap) in claim.generators.iter().enumerate() {
        let element = usize::try_from(*heap).ok().and_then(|heap| claim.pretending.get(heap));
        demand!(element == Some(&claim.steps[0][place]), "generator {heap} is not the element of that heap");
    }
    demand!(!table.in_p[0], "1 is in the P-portion, but who cannot move has won");
    let kinds = granted!(kinds_of(claim, rule, &table, meter)?);
    granted!(every_sum(&table, &kinds, meter, progress)?);
    granted!(told_apart(&table, claim, meter)?);
    match (claim.preperiod, claim.period) {
        (None, None) => Ok(Ok(())),
        (Some(preperiod), Some(period)) => Ok(periodic(claim, rule, preperiod, period)),
        _ => Ok(Err("a preperiod and a period belong together".into())),
    }
}

/// Point 1.
fn table_of(claim: &QuotientClaim, meter: &mut Meter) -> Result<Claimed<ProductTable>> {
    let order = claim.order as usize;
    let generators = claim.generators.len();
    demand!(order > 0 && claim.steps.len() == order, "it has {} elements and {} rows", order, claim.steps.len());
    demand!(claim.steps.iter().all(|row| row.len() == generators), "a row does not have a product with each generator");
    demand!(claim.steps.iter().flatten().all(|to| *to < claim.order), "a product is not one of the elements");
    let step = |x: usize, g: usize| claim.steps[x][g] as usize;
    let different: HashSet<u64> = claim.generators.iter().copied().collect();
    demand!(different.len() == generators, "a generator is listed twice");
    for x in 0..order {
        for g in 0..generators {
            meter.tick(g as u64)?;
            for h in 0..g {
                demand!(step(step(x, g), h) == step(step(x, h), g), "the products of element {x} depend on the order");
            }
        }
    }
    // How each element is reached from 1: by which generator from which other.
    let mut reached: Vec<Option<(usize, usize)>> = vec![None; order];
    let mut list = vec![0];
    let mut at = 0;
    while let Some(&x) = list.get(at) {
        at += 1;
        for g in 0..generators {
            let to = step(x, g);
            if to != 0 && reached[to].is_none() {
                reached[to] = Some((x, g));
                list.push(to);
            }
        }
    }
    demand!(list.len() == order, "only {} of {order} elements are products of generators", list.len());
    meter.take_for::<usize>((order as u64) * (order as u64))?;
    let mut times = vec![Vec::new(); order];
    times[0] = (0..order).collect();
    for &y in &list[1..] {
        meter.tick(order as u64)?;
        if let Some((before, g)) = reached[y] {
            times[y] = times[before].iter().map(|&x| step(x, g)).collect();
        }
    }
    let mut in_p = vec![false; order];
    for pair in claim.p_portion.windows(2) {
        demand!(pair[0] < pair[1], "the P-portion is not in order");
    }
    for &element in &claim.p_portion {
        demand!(element < claim.order, "{element} is in the P-portion but is not an element");
        in_p[element as usize] = true;
    }
    Ok(Ok(ProductTable { order, times, in_p }))
}

/// Points 2 and 4, and what point 3 needs of each heap.
fn kinds_of(
    claim: &QuotientClaim,
    rule: &HeapRule,
    table: &ProductTable,
    meter: &mut Meter,
) -> Result<Claimed<Vec<HeapKind>>> {
    let mut seen = BTreeSet::new();
    let mut kinds = Vec::new();
    for heap in 0..=claim.heaps {
        let of = |part: u64| claim.pretending[part as usize] as usize;
        let mut becomes = BTreeSet::new();
        let mut late = None;
        let _ = rule.options(heap, &mut |left| {
            becomes.insert(match left {
                Left::One(part) => of(part),
                Left::Two(a, b) => table.times[of(a)][of(b)],
                Left::Three(a, b, c) => table.times[table.times[of(a)][of(b)]][of(c)],
            });
            late = meter.tick(4).err();
            if late.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if let Some(error) = late {
            return Err(error);
        }
        let element = of(heap);
        if becomes.is_empty() {
            demand!(element == 0, "a heap of {heap} has no move, but its element is not 1");
            continue;
        }
        // A set takes at most some 32 bytes for each of its numbers.
        meter.take(32 * becomes.len() as u64 + 100)?;
        if !seen.insert((element, becomes.clone())) {
            meter.give_back(32 * becomes.len() as u64 + 100);
            continue;
        }
        meter.tick((table.order * becomes.len()) as u64)?;
        meter.take(table.order as u64 + 100)?;
        let wins: Vec<bool> =
            (0..table.order).map(|z| becomes.iter().any(|&b| table.in_p[table.times[b][z]])).collect();
        for (z, _) in wins.iter().enumerate().filter(|(_, wins)| **wins) {
            demand!(
                !table.in_p[table.times[element][z]],
                "beside element {z} a heap of {heap} is in the P-portion, and so is one of its options"
            );
        }
        kinds.push(HeapKind { element, wins });
    }
    Ok(Ok(kinds))
}

/// Point 3.
fn every_sum(
    table: &ProductTable,
    kinds: &[HeapKind],
    meter: &mut Meter,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Claimed> {
    let order = table.order;
    // The sets W of each element that are followed: none is within another.
    let mut followed: Vec<Vec<Vec<bool>>> = vec![Vec::new(); order];
    let mut queue: VecDeque<(usize, Vec<bool>)> = VecDeque::new();
    let mut done = 0;
    let mut start = Some((0, vec![false; order]));
    while let Some((x, w)) = start.take().or_else(|| queue.pop_front()) {
        done += 1;
        if done % 64 == 0 {
            progress(done, done + queue.len() as u64);
        }
        // A smaller set may have been added since.
        if done > 1 && !followed[x].contains(&w) {
            continue;
        }
        for kind in kinds {
            meter.tick(order as u64)?;
            let sum = table.times[x][kind.element];
            let with = |z: usize| w[table.times[kind.element][z]] || kind.wins[table.times[x][z]];
            let wins: Vec<bool> = (0..order).map(with).collect();
            demand!(
                table.in_p[sum] || wins[0],
                "a sum of element {sum} is not in the P-portion, and no move leads there from it"
            );
            let within = |a: &[bool], b: &[bool]| a.iter().zip(b).all(|(a, b)| !a || *b);
            if followed[sum].iter().any(|known| within(known, &wins)) {
                continue;
            }
            meter.take(2 * order as u64 + 100)?;
            followed[sum].retain(|known| !within(&wins, known));
            followed[sum].push(wins.clone());
            queue.push_back((sum, wins));
        }
    }
    Ok(Ok(()))
}

/// Point 5.
fn told_apart(table: &ProductTable, claim: &QuotientClaim, meter: &mut Meter) -> Result<Claimed> {
    let mut block: Vec<usize> = table.in_p.iter().map(|&lost| usize::from(lost)).collect();
    let mut blocks = 0;
    loop {
        meter.tick((table.order * (claim.generators.len() + 1)) as u64)?;
        let mut names = std::collections::BTreeMap::new();
        let look = |x: usize| {
            let after = claim.steps[x].iter().map(|&to| block[to as usize]);
            std::iter::once(block[x]).chain(after).collect::<Vec<usize>>()
        };
        let next: Vec<usize> = (0..table.order)
            .map(|x| {
                let fresh = names.len();
                *names.entry(look(x)).or_insert(fresh)
            })
            .collect();
        let count = names.len();
        (block, blocks) = match count == blocks {
            true if count == table.order => return Ok(Ok(())),
            true => return Ok(Err(format!("only {count} of {} elements are told apart", table.order))),
            false => (next, count),
        };
    }
}

/// Point 6.
fn periodic(claim: &QuotientClaim, rule: &HeapRule, l: u64, p: u64) -> Claimed {
    let [wide_l, wide_p] = [l, p].map(u128::from);
    let needed = match rule.pattern() {
        Some(HeapPattern::Take(set)) => wide_l + wide_p + u128::from(set.max()) - 1,
        Some(HeapPattern::TakeByDigits(code)) => {
            let taken = (0u128..).zip(code.digits()).filter(|(_, digit)| **digit != 0).map(|(place, _)| place);
            2 * wide_l.max(1) + 2 * wide_p + taken.last().unwrap_or(0) - 1
        }
        _ => return Err("no theorem here proves periods of this game".into()),
    };
    if p == 0 {
        return Err("a period of 0 says nothing".into());
    }
    if u128::from(claim.heaps) < needed {
        return Err(format!("the theorem needs the heaps up to {needed}, not {}", claim.heaps));
    }
    let holds = |from: u64, period: u64| {
        let place = |heap: u64| claim.pretending[heap as usize];
        (from..=claim.heaps - period).all(|heap| place(heap) == place(heap + period))
    };
    if !holds(l, p) {
        return Err(format!("the elements do not have period {p} from heap {l} on"));
    }
    if l > 0 && holds(l - 1, p) {
        return Err(format!("the preperiod is not the least: {} works too", l - 1));
    }
    // All elements from l on have period p, so that a shorter one would divide it.
    match proper_divisors(p as usize).find(|&shorter| holds(l, shorter as u64)) {
        Some(shorter) => Err(format!("the period is not the least: {shorter} works too")),
        None => Ok(()),
    }
}

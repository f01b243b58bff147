//! The Slides: subtraction and all-but games, their values, periods and the
//! lemmas about them. Statements about all sets are tried on every set of
//! numbers up to 9.

use super::tools::{claim, period, put_right, rule};
use super::{Computed, ItemCheck, Result, Shared, check};
use nimlab::games::heaps::{all_but, subtraction};
use nimlab::sequence::{Extensions, Sequence};
use nimlab::{HeapRule, MoveSet};
use serde_json::json;

/// Heaps over which a statement about all heaps is tried.
const HEAPS: usize = 400;

pub(super) const CHECKS: &[ItemCheck] = &[
    check("exercise 7.2(a)", "window", |_| values("subtraction:2,4,7", 14)),
    check("exercise 7.2(a), dotted", "proved period", |_| Ok(Computed::new(period("subtraction:2,4,7")?.dotted()?))),
    check("theorem 7.33, values", "window", |_| {
        let exceeds = |set: &[u64], values: &[u32]| values.iter().any(|&value| value as usize > set.len());
        over_all_sets(subtraction, "G(n) <= k", exceeds)
    }),
    check("corollary of theorem 7.33", "proved period", |_| {
        let last = |l, p, a| l + p + a - 1;
        checked_to(subtraction, "l + p + a - 1", last)
    }),
    check("long period, max 17", "proved period", |_| found_period("subtraction:2,3,4,7,8,10,13,14,16,17", false)),
    check("long period, max 18", "proved period", |_| found_period("subtraction:2,3,5,6,9,11,12,13,15,18", false)),
    check("theorem 7.36", "window, with and without", theorem_7_36),
    check("lemma of Winning Ways", "window, with and without", winning_ways),
    check("example of allbut", "window", |_| values("allbut:2,3,4", 15)),
    check("lemma 7.38", "window", |_| {
        let falls = |set: &[u64], values: &[u32]| {
            let a = set[set.len() - 1] as usize;
            let mut most = None;
            (a + 1..values.len()).any(|n| {
                most = most.max(Some(values[n - a - 1]));
                Some(values[n]) <= most
            })
        };
        over_all_sets(all_but, "G(n + t) > G(n) for t > a", falls)
    }),
    check("allbut(2,3,4), period", "proved period", |_| found_period("allbut:2,3,4", true)),
    check("allbut(2,3,4), dotted", "proved period", |_| Ok(Computed::new(period("allbut:2,3,4")?.dotted()?))),
    check("lemma 7.40", "window", |_| {
        let outside = |set: &[u64], values: &[u32]| {
            let (a, k) = (set[set.len() - 1] as usize, set.len() as i64);
            let bound = a as i64 - k;
            let grows = |n: usize| i64::from(values[n + 1]) - i64::from(values[n]);
            (a + 1..values.len() - 1).any(|n| !(-bound..=bound + 1).contains(&grows(n)))
        };
        over_all_sets(all_but, "-(a - k) to (a - k) + 1", outside)
    }),
    check("lemma 7.41, C", "counting", |_| {
        // n_0 to n_0 + 2a are joined by 2a differences; the vector is written with one more.
        let joining = |a: u64| (0..=2 * a).count() - 1;
        let written = |a: u64| (0..=2 * a).count();
        let right = (1..50).all(|a| joining(a) == 2 * a as usize);
        let printed = (1..50).any(|a| joining(a) == written(a));
        Ok(put_right(("2a", right), ("2a + 1", printed)))
    }),
    check("lemma 7.43", "proved period", |_| {
        let last = |l, p, a| l + 2 * a + p;
        checked_to(all_but, "l + 2a + p", last)
    }),
    check("exercise 7.10", "window, proved period", |_| {
        let powers = Sequence::new(rule("subtraction:powers-of-two")?).first_values(HEAPS)?;
        let mut like = Vec::new();
        for s in [vec![1], vec![1, 2], vec![1, 2, 3], vec![2], vec![2, 4]] {
            let set = MoveSet::new(s.clone()).map_err(problem)?;
            if Sequence::new(subtraction(set)).first_values(HEAPS)? == powers {
                like.push(s);
            }
        }
        Ok(Computed::new(json!(like.concat())))
    }),
    check("exercise 7.14, r = 2q", "proved period, q < r up to 40", |_| all_but_two(|q, r| r == 2 * q)),
    check("exercise 7.14, else", "proved period, q < 30, r up to 40", |_| all_but_two(|q, r| r != 2 * q)),
];

fn problem(problem: String) -> crate::error::Error {
    crate::error::Error::Computation { problem }
}

fn values(game: &str, heaps: usize) -> Result<Computed> {
    Ok(Computed::new(json!(Sequence::new(rule(game)?).first_values(heaps)?)))
}

fn found_period(game: &str, saltus: bool) -> Result<Computed> {
    let found = period(game)?;
    let numbers = [found.preperiod, found.period, found.saltus];
    Ok(Computed::new(json!(if saltus { &numbers[..] } else { &numbers[..2] })))
}

/// Every set of numbers up to 9 but the empty one.
fn sets() -> impl Iterator<Item = Vec<u64>> {
    (1u64..1 << 9).map(|mask| (1..=9).filter(|s| mask >> (s - 1) & 1 == 1).collect())
}

fn sequence(kind: fn(MoveSet) -> HeapRule, set: &[u64]) -> Result<Sequence> {
    Ok(Sequence::new(kind(MoveSet::new(set.to_vec()).map_err(problem)?)))
}

/// A statement about the values of every set.
fn over_all_sets(
    kind: fn(MoveSet) -> HeapRule,
    text: &str,
    fails: impl Fn(&[u64], &[u32]) -> bool,
) -> Result<Computed> {
    for set in sets() {
        if fails(&set, &sequence(kind, &set)?.first_values(HEAPS)?) {
            return Ok(claim(text, Some(format!("{set:?}"))));
        }
    }
    Ok(claim(text, None::<u64>))
}

/// The heap up to which a period must be compared, by the library's proofs.
fn checked_to(kind: fn(MoveSet) -> HeapRule, text: &str, last: impl Fn(u64, u64, u64) -> u64) -> Result<Computed> {
    for set in sets() {
        let a = set[set.len() - 1];
        if let Some(period) = sequence(kind, &set)?.prove(1 << 20)?
            && period.checked_to != last(period.preperiod, period.period, a)
        {
            return Ok(claim(text, Some(format!("{set:?}: {}", period.checked_to))));
        }
    }
    Ok(claim(text, None::<u64>))
}

/// Whether a number can join a set without changing any value.
fn may_join(set: &[u64], values: &[u32], added: u64) -> Result<bool> {
    let mut larger = set.to_vec();
    larger.push(added);
    larger.sort_unstable();
    larger.dedup();
    Ok(sequence(subtraction, &larger)?.first_values(HEAPS)? == values)
}

fn theorem_7_36(_: &Shared) -> Result<Computed> {
    for set in sets() {
        let mut sequence = sequence(subtraction, &set)?;
        let values = sequence.first_values(HEAPS)?;
        let Some(period) = sequence.prove(1 << 20)?.filter(|period| period.preperiod == 0) else { continue };
        for m in 0..3 {
            if !may_join(&set, &values, set[0] + m * period.period)? {
                return Ok(claim("", Some(format!("{set:?}, m = {m}"))));
            }
        }
    }
    Ok(Computed::new("a_1 + mp"))
}

fn winning_ways(_: &Shared) -> Result<Computed> {
    for set in sets() {
        let mut sequence = sequence(subtraction, &set)?;
        let values = sequence.first_values(HEAPS)?;
        let Some(period) = sequence.prove(1 << 20)? else { continue };
        let extensions = Extensions::of(&period)?;
        for added in 1..30 {
            let apart = (0..HEAPS - 30).all(|n| values[n] != values[n + added as usize]);
            let joins = may_join(&set, &values, added)?;
            if apart != joins || extensions.contains(&added.into()) != joins {
                return Ok(claim("", Some(format!("{set:?} and {added}"))));
            }
        }
    }
    Ok(Computed::new("a with G(n) != G(n + a) for all n"))
}

/// The least period that all allbut(q, r) of a kind have in common, and the
/// saltus over it, as multiples of q.
fn all_but_two(kind: impl Fn(u64, u64) -> bool) -> Result<Computed> {
    let mut common = 1;
    let mut pairs = Vec::new();
    for q in 1..30u64 {
        for r in (q + 1..=40).filter(|&r| kind(q, r)) {
            let found = period(&format!("allbut:{q},{r}"))?;
            if found.preperiod != 0 {
                return Ok(claim("", Some(format!("allbut({q},{r})"))));
            }
            // The least c for which c·q is a multiple of the least period.
            common = lcm(common, found.period / gcd(found.period, q));
            pairs.push((q, found));
        }
    }
    let mut jumps: Vec<u64> = Vec::new();
    for (q, found) in pairs {
        let times = common * q / found.period;
        if times * found.period != common * q || found.saltus * times % q != 0 {
            return Ok(claim("", Some(format!("q = {q}"))));
        }
        jumps.push(found.saltus * times / q);
    }
    jumps.dedup();
    Ok(match jumps[..] {
        [jump] => Computed::new(format!("(0, {}, {})", times_q(common), times_q(jump))),
        _ => claim("", Some(format!("the saltus, which is {jumps:?} times q"))),
    })
}

fn times_q(factor: u64) -> String {
    if factor == 1 { "q".into() } else { format!("{factor}q") }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn lcm(a: u64, b: u64) -> u64 {
    a / gcd(a, b) * b
}

//! Checking a certificate from nothing but its text and the definitions.
//!
//! This file shares no method with the ones that find periods: the values are
//! the mex over all options, one heap after another, and every clause of the
//! claim is tested by itself. Slow on purpose, and short enough to be read:
//! quadratic in the range for all-but and octal games.

use super::certificate::Certificate;
use super::rule::{HeapRule, MoveSet, OctalCode};
use crate::error::{Error, Result};

/// What a check of a certificate came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Every clause of the claim holds, and the theorem makes it hold for ever.
    Proved,
    /// A clause that does not hold.
    Rejected(String),
}

/// What the theorems of the certificates say, in words of their own.
pub(crate) fn statement_of(theorem: &str) -> Option<&'static str> {
    use super::period::Theorem::*;
    [SubtractionWindow, AllButWindow, GuySmith, PowersOfTwo]
        .into_iter()
        .find(|known| known.name() == theorem)
        .map(|known| known.statement())
}

/// The most work, in options looked at, that a check may take.
const MOST_WORK: u128 = 1 << 48;

/// Checks a certificate. Fails if it names no heap game or if the check would
/// take longer than anyone waits; a false claim is a [`Verdict`].
pub fn verify(certificate: &Certificate) -> Result<Verdict> {
    let rule = HeapRule::named(&certificate.game)?;
    Ok(match check(certificate, &rule)? {
        Ok(()) => Verdict::Proved,
        Err(problem) => Verdict::Rejected(problem),
    })
}

type Claim = std::result::Result<(), String>;

macro_rules! demand {
    ($holds:expr, $($problem:tt)+) => {
        if !$holds {
            return Ok(Err(format!($($problem)+)));
        }
    };
}

fn check(claimed: &Certificate, rule: &HeapRule) -> Result<Claim> {
    let (l, p, s) = (claimed.preperiod, claimed.period, claimed.saltus);
    demand!(p > 0, "a period of 0 says nothing");
    let Some((theorem, last)) = range_of(rule, l, p) else {
        return Ok(Err(format!("no theorem here proves periods of {}", claimed.game)));
    };
    demand!(claimed.theorem == theorem, "the theorem for this game is {theorem}, not {}", claimed.theorem);
    demand!(claimed.first == 0, "the range must begin at heap 0");
    demand!(last == u128::from(claimed.last), "the theorem needs the heaps up to {last}, not {}", claimed.last);
    demand!(
        claimed.values.len() as u128 == u128::from(l) + u128::from(p),
        "{} values are listed, but one preperiod and one period are {}",
        claimed.values.len(),
        u128::from(l) + u128::from(p)
    );
    // Two periods behind the preperiod are needed to see that p is the least.
    let heaps = (last + 1).max(u128::from(l) + 2 * u128::from(p));
    within_reach(rule, heaps)?;
    let values = plain_values(rule, heaps as usize);
    let (l, p) = (l as usize, p as usize);
    if let Some(heap) = (0..l + p).find(|&heap| values[heap] != claimed.values[heap]) {
        return Ok(Err(format!("G({heap}) is {}, not {}", values[heap], claimed.values[heap])));
    }
    let broken = (l..=last as usize - p).find(|&n| values[n + p] != values[n] + s);
    if let Some(n) = broken {
        return Ok(Err(format!("G({}) is {}, but G({n}) + {s} is {}", n + p, values[n + p], values[n] + s)));
    }
    if let HeapRule::PowersOfTwo = rule {
        demand!(l == 0 && powers_of_two_fit(&values[..p]), "some power of two leads to a heap of the same value");
    }
    demand!(l == 0 || values[l - 1 + p] != values[l - 1] + s, "the preperiod is not the least: {} serves too", l - 1);
    for divisor in (2..=p).filter(|divisor| p.is_multiple_of(*divisor)) {
        let shorter = p / divisor;
        let jump = |n: usize| values[n + shorter].wrapping_sub(values[n]);
        demand!((l..l + p).any(|n| jump(n) != jump(l)), "the period is not the least: {shorter} serves too");
    }
    Ok(Ok(()))
}

/// The theorem for a rule, and the last heap that it needs.
fn range_of(rule: &HeapRule, l: u64, p: u64) -> Option<(&'static str, u128)> {
    let (l, p) = (u128::from(l), u128::from(p));
    match rule {
        HeapRule::Subtraction(set) => Some(("subtraction-window", l + p + u128::from(set.max()) - 1)),
        HeapRule::AllBut(set) => Some(("all-but-window", l + p + 2 * u128::from(set.max()))),
        HeapRule::Octal(code) => Some(("guy-smith", 2 * l.max(1) + 2 * p + u128::from(code.most_taken()) - 1)),
        HeapRule::PowersOfTwo => Some(("powers-of-two", l + p + 1)),
        HeapRule::Grundy => None,
    }
}

fn within_reach(rule: &HeapRule, heaps: u128) -> Result<()> {
    let options = match rule {
        HeapRule::Subtraction(set) => set.members().len() as u128,
        HeapRule::PowersOfTwo => 64,
        HeapRule::AllBut(_) | HeapRule::Grundy => heaps / 2 + 1,
        HeapRule::Octal(code) => (heaps / 4 + 1) * code.digits().len() as u128,
    };
    if heaps <= u128::from(super::MOST_HEAPS) && heaps.saturating_mul(options) <= MOST_WORK {
        return Ok(());
    }
    Err(Error::TooLarge {
        what: "the range of this certificate".into(),
        given: format!("{heaps} heaps"),
        limit: format!("{MOST_WORK} options in all, {} heaps", super::MOST_HEAPS),
        hint: "it can be neither confirmed nor rejected here".into(),
    })
}

/// The definition: the mex over all options, heap after heap.
fn plain_values(rule: &HeapRule, heaps: usize) -> Vec<u64> {
    let mut values = Vec::with_capacity(heaps);
    let mut reached = Vec::new();
    for heap in 0..heaps {
        match rule {
            HeapRule::Subtraction(set) => subtraction_options(set, &values, &mut reached),
            HeapRule::PowersOfTwo => power_options(&values, &mut reached),
            HeapRule::AllBut(set) => all_but_options(set, &values, &mut reached),
            HeapRule::Octal(code) => octal_options(code, &values, &mut reached),
            HeapRule::Grundy => {
                (1..heap).filter(|a| 2 * a < heap).for_each(|a| reached.push(values[a] ^ values[heap - a]))
            }
        }
        values.push(plain_mex(&mut reached));
    }
    values
}

fn plain_mex(reached: &mut Vec<u64>) -> u64 {
    let mut there = vec![false; reached.len() + 1];
    for value in reached.drain(..) {
        if let Some(place) = there.get_mut(value as usize) {
            *place = true;
        }
    }
    there.iter().position(|&there| !there).map_or(0, |value| value as u64)
}

fn subtraction_options(set: &MoveSet, values: &[u64], reached: &mut Vec<u64>) {
    for &s in set.members() {
        if s <= values.len() as u64 {
            reached.push(values[values.len() - s as usize]);
        }
    }
}

fn power_options(values: &[u64], reached: &mut Vec<u64>) {
    let mut power = 1;
    while power <= values.len() {
        reached.push(values[values.len() - power]);
        power *= 2;
    }
}

fn all_but_options(set: &MoveSet, values: &[u64], reached: &mut Vec<u64>) {
    for taken in 1..=values.len() {
        if !set.members().contains(&(taken as u64)) {
            reached.push(values[values.len() - taken]);
        }
    }
}

fn octal_options(code: &OctalCode, values: &[u64], reached: &mut Vec<u64>) {
    let heap = values.len();
    for (taken, &digit) in code.digits().iter().enumerate() {
        if taken > heap {
            break;
        }
        let left = heap - taken;
        if digit & 1 != 0 && left == 0 {
            reached.push(0);
        }
        if digit & 2 != 0 && left > 0 {
            reached.push(values[left]);
        }
        if digit & 4 != 0 {
            for a in 1..left {
                let b = left - a;
                if a <= b {
                    reached.push(values[a] ^ values[b]);
                }
            }
        }
    }
}

/// Whether G(n) and G(n + 2^i) differ for all n and i, for a pure period.
fn powers_of_two_fit(period: &[u64]) -> bool {
    let p = period.len();
    let mut power = 1 % p;
    // The remainders of 2^i come back to one that was there before p + 1 steps.
    for _ in 0..=p {
        if (0..p).any(|n| period[n] == period[(n + power) % p]) {
            return false;
        }
        power = power * 2 % p;
    }
    true
}

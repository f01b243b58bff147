//! Checking a certificate from nothing but its text and the definitions.
//!
//! This file shares no method with the ones that find periods: heap after heap
//! the claimed value must be the mex over all options, and every clause of the
//! claim is tested by itself. Plain on purpose, and short enough to be read:
//! quadratic in the range for all-but and octal games. For octal games "no
//! option has the claimed value, and every smaller value is an option's" is
//! tested as it stands, some billions of pairs of heaps a second.

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
const MOST_WORK: u64 = 1 << 48;

/// Checks a certificate. Fails if it names no heap game or if the check would
/// take longer than anyone waits; a false claim is a [`Verdict`].
pub fn verify(certificate: &Certificate) -> Result<Verdict> {
    verify_with(certificate, &mut |_, _| {})
}

/// [`verify`], telling from time to time how many options have been looked at
/// and about how many there are.
pub fn verify_with(certificate: &Certificate, progress: &mut dyn FnMut(u64, u64)) -> Result<Verdict> {
    let rule = HeapRule::named(&certificate.game)?;
    Ok(match check(certificate, &rule, progress)? {
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

fn check(claimed: &Certificate, rule: &HeapRule, progress: &mut dyn FnMut(u64, u64)) -> Result<Claim> {
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
    let (l, p) = (l as usize, p as usize);
    let mut values = Values::new(heaps as usize);
    for heap in 0..heaps as usize {
        // Beyond the listed values the claim says what they are.
        let value = if heap < l + p { claimed.values[heap] } else { values.of(heap - p).saturating_add(s) };
        if heap % 1024 == 0 {
            progress(options(rule, heap as u64), options(rule, heaps as u64));
        }
        if !values.is_next(rule, value) {
            let found = values.next(rule);
            return Ok(Err(match heap.checked_sub(p) {
                Some(n) if heap >= l + p => format!("G({heap}) is {found}, but G({n}) + {s} is {value}"),
                _ => format!("G({heap}) is {found}, not {value}"),
            }));
        }
        values.push(value);
    }
    let values = values.all();
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

/// About how many options all heaps below a bound have.
fn options(rule: &HeapRule, heaps: u64) -> u64 {
    let each = match rule {
        HeapRule::Subtraction(set) => set.members().len() as u64,
        HeapRule::PowersOfTwo => 64,
        HeapRule::AllBut(_) => heaps / 2 + 1,
        HeapRule::Grundy => heaps / 4 + 1,
        HeapRule::Octal(code) => code.digits().iter().map(|digit| if digit & 4 != 0 { heaps / 4 + 1 } else { 1 }).sum(),
    };
    heaps.saturating_mul(each)
}

fn within_reach(rule: &HeapRule, heaps: u128) -> Result<()> {
    let within =
        u64::try_from(heaps).is_ok_and(|heaps| heaps <= super::MOST_HEAPS && options(rule, heaps) <= MOST_WORK);
    if within {
        return Ok(());
    }
    Err(Error::TooLarge {
        what: "the range of this certificate".into(),
        given: format!("{heaps} heaps"),
        limit: format!("{MOST_WORK} options in all, {} heaps", super::MOST_HEAPS),
        hint: "it can be neither confirmed nor rejected here".into(),
    })
}

/// The values that have been checked, in both directions.
struct Values {
    upwards: Vec<u32>,
    /// Filled from the end: heap h stands h places before the last.
    downwards: Vec<u32>,
}

impl Values {
    fn new(heaps: usize) -> Self {
        Self { upwards: Vec::with_capacity(heaps), downwards: vec![0; heaps] }
    }

    fn of(&self, heap: usize) -> u64 {
        u64::from(self.upwards[heap])
    }

    fn all(&self) -> Vec<u64> {
        self.upwards.iter().map(|&value| u64::from(value)).collect()
    }

    /// The value must have been confirmed by `is_next`, and so is below the
    /// number of options.
    fn push(&mut self, value: u64) {
        let place = self.downwards.len() - 1 - self.upwards.len();
        self.upwards.push(value as u32);
        self.downwards[place] = value as u32;
    }

    /// Whether the next heap has this value: no option has it, and every
    /// smaller value is an option's.
    fn is_next(&self, rule: &HeapRule, value: u64) -> bool {
        let (HeapRule::Octal(code), Ok(value)) = (rule, u32::try_from(value)) else { return self.next(rule) == value };
        let heap = self.upwards.len();
        if value as usize > 2 * heap * code.digits().len() {
            return false;
        }
        let mut missing = value;
        let mut there = vec![false; value as usize];
        for (taken, &digit) in code.digits().iter().enumerate().take_while(|(taken, _)| *taken <= heap) {
            let left = heap - taken;
            let single = (digit & 1 != 0 && left == 0) || (digit & 2 != 0 && left > 0);
            if single {
                let option = self.upwards.get(left).copied().unwrap_or(0);
                if option == value {
                    return false;
                }
                note(option, &mut there, &mut missing);
            }
            if digit & 4 != 0 {
                let pairs = left / 2;
                let (small, large) = self.pairs(left, pairs);
                if makes(small, large, value) {
                    return false;
                }
                let mut options = small.iter().zip(large).map(|(a, b)| a ^ b);
                while let (true, Some(option)) = (missing > 0, options.next()) {
                    note(option, &mut there, &mut missing);
                }
            }
        }
        missing == 0
    }

    /// The heaps 1, 2, …, `pairs` and what `left` leaves beside each.
    fn pairs(&self, left: usize, pairs: usize) -> (&[u32], &[u32]) {
        if pairs == 0 {
            return (&[], &[]);
        }
        let first = self.downwards.len() - left;
        (&self.upwards[1..=pairs], &self.downwards[first..first + pairs])
    }

    /// The definition: the mex over all options of the next heap.
    fn next(&self, rule: &HeapRule) -> u64 {
        let values = &self.upwards;
        let mut reached = Vec::new();
        match rule {
            HeapRule::Subtraction(set) => subtraction_options(set, values, &mut reached),
            HeapRule::PowersOfTwo => power_options(values, &mut reached),
            HeapRule::AllBut(set) => all_but_options(set, values, &mut reached),
            HeapRule::Octal(code) => octal_options(code, values, &mut reached),
            HeapRule::Grundy => {
                let heap = values.len();
                (1..heap).filter(|a| 2 * a < heap).for_each(|a| reached.push(values[a] ^ values[heap - a]));
            }
        }
        plain_mex(&reached)
    }
}

/// Notes an option below the claimed value.
fn note(option: u32, there: &mut [bool], missing: &mut u32) {
    if let Some(place) = there.get_mut(option as usize).filter(|place| !**place) {
        *place = true;
        *missing -= 1;
    }
}

/// Whether some pair has this nim-sum.
fn makes(small: &[u32], large: &[u32], value: u32) -> bool {
    // Whole pieces without an exit between them are compared side by side.
    let mut pieces = small.chunks(256).zip(large.chunks(256));
    pieces.any(|(small, large)| small.iter().zip(large).fold(false, |made, (a, b)| made | (a ^ b == value)))
}

fn plain_mex(reached: &[u32]) -> u64 {
    let mut there = vec![false; reached.len() + 1];
    for &value in reached {
        if let Some(place) = there.get_mut(value as usize) {
            *place = true;
        }
    }
    there.iter().position(|&there| !there).map_or(0, |value| value as u64)
}

fn subtraction_options(set: &MoveSet, values: &[u32], reached: &mut Vec<u32>) {
    for &s in set.members() {
        if s <= values.len() as u64 {
            reached.push(values[values.len() - s as usize]);
        }
    }
}

fn power_options(values: &[u32], reached: &mut Vec<u32>) {
    let mut power = 1;
    while power <= values.len() {
        reached.push(values[values.len() - power]);
        power *= 2;
    }
}

fn all_but_options(set: &MoveSet, values: &[u32], reached: &mut Vec<u32>) {
    for taken in 1..=values.len() {
        if !set.members().contains(&(taken as u64)) {
            reached.push(values[values.len() - taken]);
        }
    }
}

fn octal_options(code: &OctalCode, values: &[u32], reached: &mut Vec<u32>) {
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

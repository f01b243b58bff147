//! Checking a certificate from nothing but its text and the definitions.
//!
//! This file shares no method with the ones that find periods: heap after heap
//! the claimed value must be the mex over all options, and every clause of the
//! claim is tested by itself. Plain on purpose, and short enough to be read:
//! quadratic in the range for all-but games. For octal games "no option has the
//! claimed value, and every smaller value is an option's" is tested as it stands,
//! in nearly linear time: see [`super::verify_octal`].
//!
//! **What is checked, and why it is enough.** A certificate claims that ℓ is the
//! least preperiod and p the least period of a game, with saltus s: G(n + p) =
//! G(n) + s for all n ≥ ℓ. The check computes G(0), …, G(N) by the definition,
//! where N is the end of the range that the theorem of the game needs, and
//! demands p ≥ 1, exactly ℓ + p listed values, equal to those computed, and
//! G(n + p) = G(n) + s for ℓ ≤ n ≤ N − p. Then:
//!
//! - *Subtraction games* (s = 0, a = max S, N = ℓ + p + a − 1). The window is the a
//!   heaps from ℓ on. A heap n ≥ ℓ + a and the heap n + p have the options n − t
//!   and n + p − t for the same t ∈ S, all of them at least ℓ, with equal
//!   values by induction; so their values are equal too. With s > 0 this fails, for
//!   the mex of values that are all larger by s need not be larger by s: no value
//!   exceeds |S|, so that a claim with s > 0 is false and is rejected unseen.
//! - *All-but games* (any s, a the largest exception, N = ℓ + p + 2a). A heap has a
//!   value only if smaller heaps have all smaller values, so the heaps below m
//!   have exactly the values below some h(m). From n every heap below n − a can
//!   be reached, and so G(n) = mex([0, h(n − a)) ∪ {G(n − k) : 1 ≤ k < a, k allowed}).
//!   Adding s to h(n − a) and to these values adds s to the mex. In particular
//!   G(n) ≥ h(n − a): the largest value below m is among the last a + 1 heaps, and
//!   h(m) is 1 + the largest of them. Let n > ℓ + 2a. Then G(n − k) for k < a,
//!   and the a + 1 heaps below n − a, all lie from ℓ on, where by induction the values
//!   grow by s from one period to the next; so does h(n − a), and so does G(n).
//! - *Octal games* (s = 0, t the most stones that a move takes, λ = max(ℓ, 1),
//!   N = 2λ + 2p + t − 1; Guy and Smith 1956). Let n ≥ 2λ + p + t. No move from n or
//!   n + p takes the whole heap. Moves that leave one heap are paired as above.
//!   Of two heaps that n + p leaves, the larger has at least λ + p stones, and p
//!   fewer stones make it one that n leaves, of equal value by induction; of two that n
//!   leaves, the larger has at least λ stones, and p more make it one that
//!   n + p leaves. Neither becomes empty because λ ≥ 1. So n and n + p have
//!   options of the same values. With ℓ = 0 the check begins at G(p) = G(0) itself. No
//!   theorem here covers s > 0.
//! - *Hexadecimal games* (any s): see [`super::verify_hex`].
//! - *The powers of two* ((ℓ, p, s) = (0, 3, 0) and no other claim). No power of
//!   two is a multiple of 3, so no option of n is congruent to n; n − 1 and n − 2
//!   are of the other two classes. So G(n) = n mod 3 by induction.
//!
//! *Least.* The differences G(n + 1) − G(n) have the period p from ℓ on. The least
//! period with any saltus divides p, for two periods of a sequence have
//! their greatest common divisor as a period, and it holds from ℓ on; so the divisors of
//! p are tried over one period. A preperiod is the least if ℓ − 1 does not work.

use super::certificate::PeriodCertificate;
use super::verify_hex::{self, GrowingCheck};
use super::verify_octal::{FirstFalse, first_false};
use crate::error::{Error, Result};
use crate::heap_code::OctalCode;
use crate::heap_rule::{HeapPattern, HeapRule, MoveSet};
use crate::number::shorten;
use crate::{Budget, Clock, Hint, Limit, catalogue, counted};

/// The result of a check of a certificate.
///
/// ```
/// use nimlab::{Budget, catalogue, sequence::{PeriodCertificate, Sequence, PeriodVerdict, verify}};
/// let mut set = Sequence::new(catalogue::heap_rule("subtraction:2,4,7")?);
/// let certificate = PeriodCertificate::of(&set.prove(1_000)?.unwrap())?;
/// let false_claim = PeriodCertificate { period: 4, ..certificate };
/// assert!(matches!(verify(&false_claim, Budget::default())?, PeriodVerdict::Rejected(_)));
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PeriodVerdict {
    /// Every clause of the claim holds, and the theorem makes it hold forever.
    Proved,
    /// A clause that does not hold.
    Rejected(String),
}

/// What the theorems of the certificates say.
pub(crate) fn statement_of(theorem: &str) -> Option<&'static str> {
    use super::period::PeriodTheorem::*;
    [SubtractionWindow, AllButWindow, GuySmith, ThreeParts, GrowingThreeParts, PowersOfTwo]
        .into_iter()
        .find(|known| known.name() == theorem)
        .map(|known| known.statement())
}

/// Checks a certificate within a budget of memory and time. Fails if it names
/// no heap game or if the budget is spent; a false claim is a [`PeriodVerdict`].
///
/// ```
/// use nimlab::{Budget, catalogue, sequence::{PeriodCertificate, Sequence, PeriodVerdict, verify}};
/// let mut kayles = Sequence::new(catalogue::heap_rule("octal:0.77").unwrap());
/// let period = kayles.prove(1_000).unwrap().unwrap();
/// let good = PeriodCertificate::of(&period).unwrap();
/// assert_eq!(verify(&good, Budget::default()).unwrap(), PeriodVerdict::Proved);
/// let bad = PeriodCertificate { saltus: 1, ..good };
/// assert!(matches!(verify(&bad, Budget::default()).unwrap(), PeriodVerdict::Rejected(_)));
/// ```
pub fn verify(certificate: &PeriodCertificate, budget: Budget) -> Result<PeriodVerdict> {
    verify_with(certificate, budget, &mut |_, _| {})
}

/// [`verify`], telling from time to time how many options have been looked at
/// and about how many there are.
///
/// ```
/// use nimlab::{Budget, catalogue, sequence::{PeriodCertificate, Sequence, PeriodVerdict, verify_with}};
/// let mut set = Sequence::new(catalogue::heap_rule("subtraction:2,4,7")?);
/// let certificate = PeriodCertificate::of(&set.prove(1_000)?.unwrap())?;
/// let mut looked_at = 0;
/// let verdict = verify_with(&certificate, Budget::default(), &mut |options, _about| looked_at = options)?;
/// assert_eq!(verdict, PeriodVerdict::Proved);
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn verify_with(
    certificate: &PeriodCertificate,
    budget: Budget,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<PeriodVerdict> {
    not_by_rules(&certificate.game)?;
    let rule = catalogue::heap_rule(&certificate.game)?;
    Ok(match check(certificate, &rule, budget, progress)? {
        Ok(()) => PeriodVerdict::Proved,
        Err(problem) => PeriodVerdict::Rejected(problem),
    })
}

/// Fails for a certificate about a rule file, which would have to be trusted.
pub(crate) fn not_by_rules(game: &str) -> Result<()> {
    if !game.trim_start().starts_with("rules:") {
        return Ok(());
    }
    Err(Error::BadFile {
        kind: "certificate",
        problem: format!("its game is {}, and certificates about rule files are not read", shorten(game.trim())),
        hint: "a certificate names a built-in game; where a rule file has the moves of one, its certificate is that of that game".into(),
    })
}

/// A number of values, with the verb.
pub(crate) fn values_are(count: usize) -> String {
    format!("{} {}", counted(count as u64, "value"), if count == 1 { "is" } else { "are" })
}

type Claimed = std::result::Result<(), String>;

macro_rules! demand {
    ($holds:expr, $($problem:tt)+) => {
        if !$holds {
            return Ok(Err(format!($($problem)+)));
        }
    };
}

fn check(
    claimed: &PeriodCertificate,
    rule: &HeapRule,
    budget: Budget,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Claimed> {
    let (l, p, s) = (claimed.preperiod, claimed.period, claimed.saltus);
    demand!(p > 0, "a period of 0 says nothing");
    let value = |heap: usize| claimed_value(claimed, heap);
    let wide = |heap: u64| value(heap as usize);
    let growing = match rule.pattern() {
        Some(HeapPattern::TakeByHexDigits(code)) if s > 0 => {
            Some(GrowingCheck { code, first: l.max(1), period: p, saltus: s })
        }
        _ => None,
    };
    demand!(
        growing.is_none() || claimed.values.len() as u128 == u128::from(l) + u128::from(p),
        "{} listed, but one preperiod and one period are {}",
        values_are(claimed.values.len()),
        u128::from(l) + u128::from(p)
    );
    let range = match &growing {
        Some(growing) => Some(("growing-three-parts", growing.range(&wide).1)),
        None => range_of(rule, l, p),
    };
    let Some((theorem, last)) = range else {
        return Ok(Err(format!("no theorem here proves periods of {rule}")));
    };
    demand!(claimed.theorem == theorem, "the theorem for this game is {theorem}, not {}", shorten(&claimed.theorem));
    demand!(
        s == 0 || growing.is_some() || matches!(rule.pattern(), Some(HeapPattern::TakeAllBut(_))),
        "the theorem {theorem} is about saltus 0, not {s}"
    );
    if let Some(HeapPattern::TakePowersOfTwo) = rule.pattern() {
        demand!((l, p) == (0, 3), "the theorem {theorem} is about preperiod 0 and period 3, not {l} and {p}");
    }
    demand!(claimed.first == 0, "the range must begin at heap 0");
    demand!(last == u128::from(claimed.last), "the theorem needs the heaps up to {last}, not {}", claimed.last);
    demand!(
        claimed.values.len() as u128 == u128::from(l) + u128::from(p),
        "{} listed, but one preperiod and one period are {}",
        values_are(claimed.values.len()),
        u128::from(l) + u128::from(p)
    );
    // Two periods after the preperiod are needed to see that p is the least.
    let heaps = (last + 1).max(u128::from(l) + 2 * u128::from(p));
    let heaps = within_reach(heaps)?;
    let (l, p) = (l as usize, p as usize);
    let wrong = match rule.pattern() {
        Some(HeapPattern::TakeByDigits(code)) => first_false(code, heaps, value, budget, progress)?,
        Some(HeapPattern::TakeByHexDigits(code)) => verify_hex::first_false(code, heaps, value, budget, progress)?,
        _ => first_false_by_definition(rule, heaps, value, budget, progress)?,
    };
    if let Some(FirstFalse { heap, value: found }) = wrong {
        return Ok(Err(match heap.checked_sub(p) {
            Some(n) if heap >= l + p => format!("G({heap}) is {found}, but G({n}) + {s} is {}", value(heap)),
            _ => format!("G({heap}) is {found}, not {}", value(heap)),
        }));
    }
    if let Some(growing) = growing
        && let Some(problem) = growing.problem(&wide, budget)?
    {
        return Ok(Err(problem));
    }
    demand!(
        l == 0 || value(l - 1 + p) != value(l - 1) + s,
        "the preperiod is not the least: {} works too",
        l.wrapping_sub(1)
    );
    for shorter in proper_divisors(p) {
        let jump = |n: usize| value(n + shorter).wrapping_sub(value(n));
        demand!((l..l + p).any(|n| jump(n) != jump(l)), "the period is not the least: {shorter} works too");
    }
    Ok(Ok(()))
}

/// The value that a claim says a heap has: beyond the listed values they repeat, up to the saltus.
fn claimed_value(claimed: &PeriodCertificate, heap: usize) -> u64 {
    let (l, p) = (claimed.preperiod as usize, claimed.period as usize);
    let listed = |heap: usize| claimed.values.get(heap).copied().unwrap_or(0);
    match heap.checked_sub(l) {
        Some(beyond) => listed(l + beyond % p).saturating_add(claimed.saltus.saturating_mul((beyond / p) as u64)),
        None => listed(heap),
    }
}

/// The theorem for a rule and saltus 0, or any where it proves both, and the last heap that it needs.
fn range_of(rule: &HeapRule, l: u64, p: u64) -> Option<(&'static str, u128)> {
    let (l, p) = (u128::from(l), u128::from(p));
    match rule.pattern() {
        Some(HeapPattern::Take(set)) => Some(("subtraction-window", l + p + u128::from(set.max()) - 1)),
        Some(HeapPattern::TakeAllBut(set)) => Some(("all-but-window", l + p + 2 * u128::from(set.max()))),
        Some(HeapPattern::TakeByDigits(code)) => Some(("guy-smith", 2 * l.max(1) + 2 * p + most_taken(code) - 1)),
        Some(HeapPattern::TakeByHexDigits(code)) => {
            Some(("three-parts", 3 * l.max(1) + 3 * p + u128::from(code.most_taken()) - 3))
        }
        Some(HeapPattern::TakePowersOfTwo) => Some(("powers-of-two", l + p + 1)),
        Some(HeapPattern::SplitUnequally) | None => None,
    }
}

/// The place of the last digit that is not 0.
fn most_taken(code: &OctalCode) -> u128 {
    (0..).zip(code.digits()).filter(|(_, digit)| **digit != 0).map(|(place, _)| place).last().unwrap_or(0)
}

/// The divisors of a number but itself, in no order.
pub(crate) fn proper_divisors(number: usize) -> impl Iterator<Item = usize> {
    let small = (1..=number.isqrt()).filter(move |d| number.is_multiple_of(*d));
    small.flat_map(move |d| [d, number / d]).filter(move |&d| d < number)
}

/// About how many options all heaps below a bound have.
fn options(rule: &HeapRule, heaps: u64) -> u64 {
    let each = match rule.pattern() {
        Some(HeapPattern::Take(set)) => set.members().len() as u64,
        Some(HeapPattern::TakePowersOfTwo) => 64,
        _ => heaps / 2 + 1,
    };
    heaps.saturating_mul(each)
}

fn within_reach(heaps: u128) -> Result<usize> {
    if heaps <= u128::from(super::MOST_HEAPS) {
        return Ok(heaps as usize);
    }
    Err(Error::TooLarge {
        what: "the range of this certificate".into(),
        given: format!("{heaps} heaps"),
        limit: format!("{} heaps", super::MOST_HEAPS),
        hint: "it can be neither confirmed nor rejected here".into(),
    })
}

/// The first of the heaps below `heaps` whose value is not the claimed one, where one heap
/// after another is computed by the definition.
fn first_false_by_definition(
    rule: &HeapRule,
    heaps: usize,
    claimed: impl Fn(usize) -> u64,
    budget: Budget,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Option<FirstFalse>> {
    let mut values = CheckedValues::new(rule, heaps, budget);
    for heap in 0..heaps {
        values.make_room()?;
        if heap % 1024 == 0 {
            progress(options(rule, heap as u64), options(rule, heaps as u64));
        }
        let value = values.next();
        if value != claimed(heap) {
            return Ok(Some(FirstFalse { heap, value }));
        }
        values.upwards.push(value as u32);
    }
    Ok(None)
}

/// The values that have been checked.
struct CheckedValues<'r> {
    rule: &'r HeapRule,
    upwards: Vec<u32>,
    /// For each value, the last heap that was seen to reach it, plus 1.
    reached: Vec<u32>,
    /// How many heaps there is room for, and how many there will be.
    room: usize,
    heaps: usize,
    budget: Budget,
    clock: Clock,
}

impl<'r> CheckedValues<'r> {
    fn new(rule: &'r HeapRule, heaps: usize, budget: Budget) -> Self {
        let (upwards, reached) = (Vec::new(), Vec::new());
        Self { rule, upwards, reached, room: 0, heaps, budget, clock: budget.clock() }
    }

    /// Asks the budget for the next heap.
    fn make_room(&mut self) -> Result<()> {
        let heap = self.upwards.len();
        let work = match self.rule.pattern() {
            Some(HeapPattern::Take(set)) => set.members().len() as u64,
            _ => heap as u64,
        };
        if let Some(limit) = self.clock.after(work / 4 + 1) {
            return Err(self.over(limit));
        }
        if heap < self.room {
            return Ok(());
        }
        // A false claim with a long range is usually seen to be false early.
        let room = (2 * self.room).max(1024).min(self.heaps);
        let most_value = self.most_value(room);
        let bytes = 4 * (room + self.room + most_value + self.reached.len()) as u64;
        if bytes > self.budget.bytes {
            return Err(self.over(Limit::Memory(self.budget.bytes)));
        }
        self.upwards.reserve_exact(room - heap);
        self.reached.resize(most_value + 2, 0);
        self.room = room;
        Ok(())
    }

    /// No heap up to this one has a larger value: a value is at most the number of options.
    fn most_value(&self, heap: usize) -> usize {
        match self.rule.pattern() {
            Some(HeapPattern::Take(set)) => set.members().len(),
            _ => heap,
        }
    }

    fn over(&self, limit: Limit) -> Error {
        Error::OverBudget {
            what: format!("the check of the heaps of {} up to {}", shorten(&self.rule.to_string()), self.heaps - 1),
            limit,
            reached: counted(self.upwards.len() as u64, "heap"),
            hint: Hint::NONE,
        }
    }

    /// The definition: the mex over all options of the next heap.
    fn next(&mut self) -> u64 {
        let (values, reached) = (&self.upwards, &mut self.reached);
        let now = values.len() as u32 + 1;
        let mut mark = |value: u32| reached[value as usize] = now;
        match self.rule.pattern() {
            Some(HeapPattern::Take(set)) => subtraction_options(set, values, &mut mark),
            Some(HeapPattern::TakePowersOfTwo) => power_options(values, &mut mark),
            Some(HeapPattern::TakeAllBut(set)) => all_but_options(set, values, &mut mark),
            // Games by digits are checked elsewhere, and without a theorem no check gets this far.
            Some(HeapPattern::TakeByDigits(_) | HeapPattern::TakeByHexDigits(_) | HeapPattern::SplitUnequally)
            | None => {}
        }
        reached.iter().position(|&last| last != now).map_or(0, |value| value as u64)
    }
}

fn subtraction_options(set: &MoveSet, values: &[u32], mark: &mut dyn FnMut(u32)) {
    let heap = values.len() as u64;
    for &taken in set.members().iter().filter(|&&taken| taken <= heap) {
        mark(values[(heap - taken) as usize]);
    }
}

fn power_options(values: &[u32], mark: &mut dyn FnMut(u32)) {
    let mut power = 1;
    while power <= values.len() {
        mark(values[values.len() - power]);
        power *= 2;
    }
}

fn all_but_options(set: &MoveSet, values: &[u32], mark: &mut dyn FnMut(u32)) {
    let mut excepted = set.members().iter().peekable();
    for taken in 1..=values.len() {
        if excepted.next_if(|&&next| next == taken as u64).is_none() {
            mark(values[values.len() - taken]);
        }
    }
}

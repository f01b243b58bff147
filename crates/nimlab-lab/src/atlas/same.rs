//! Codes with the same values: one game under two names.
//!
//! Where a heap of one stone cannot be moved, the game is that of heaps one smaller
//! (a first cousin, as Winning Ways says), so zeros at the beginning are left out of
//! the comparison. Equal values up to some heap prove nothing: 0.161 and 0.36 agree up
//! to heap 518 and part at 519. They are proved to be equal for all heaps where both have a proved
//! period, of the same length p: after both preperiods p equal values decide all that follow.

use super::Codes;
use crate::error::Result;
use nimlab::games::heaps::octal;
use nimlab::sequence::{Period, Sequence};
use nimlab::{Budget, HeapPattern, HeapRule, OctalCode};
use serde_json::{Value, json};
use std::sync::Arc;

/// The digits of the codes that are compared.
const DIGITS: u32 = 3;

/// Heaps that are compared before any more are computed.
const FIRST: u64 = 40;

/// A code with the values of another game: G(n) is its value of heap n + shift, for every heap n from
/// the first that has a value above 0.
///
/// ```
/// use nimlab::{Budget, catalogue};
/// use nimlab_lab::atlas::same_values;
/// let rule = catalogue::heap_rule("octal:0.45")?;
/// let same = same_values(&rule, 2000, Budget::default(), &|_, _| {})?;
/// let found = same.iter().find(|same| same.code.to_string() == "0.177").unwrap();
/// assert!(found.proved && found.shift == -1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SameValues {
    /// The code.
    pub code: OctalCode,
    /// How many more stones its heap of the same value has.
    pub shift: i64,
    /// The last heap of the game asked about that was compared.
    pub seen_to: u64,
    /// Whether the values are proved to be equal for all heaps.
    pub proved: bool,
}

impl SameValues {
    /// As JSON.
    pub fn to_json(&self) -> Value {
        json!({"code": self.code.to_string(), "shift": self.shift, "compared_to": self.seen_to, "proved": self.proved})
    }
}

/// How many heaps of a sequence are worth comparing: some more than the proof of its period needs,
/// where those are not too many.
///
/// ```
/// use nimlab::{catalogue, sequence::Sequence};
/// let kayles = Sequence::new(catalogue::heap_rule("kayles")?);
/// assert_eq!(nimlab_lab::atlas::compared(&kayles), 2000);
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn compared(sequence: &Sequence) -> u64 {
    const LEAST: u64 = 2000;
    const MOST: u64 = 20_000;
    const BEYOND: u64 = 16;
    sequence.period().map_or(0, |period| period.checked_to + BEYOND).clamp(LEAST, MOST)
}

/// All octal codes of up to three digits with the values of a game, but itself: seen in
/// the first `heaps` heaps, or proved. `progress` is told how many codes are done, out of how many.
pub fn same_values(
    rule: &HeapRule,
    heaps: u64,
    budget: Budget,
    progress: &dyn Fn(u64, u64),
) -> Result<Vec<SameValues>> {
    let codes = Codes::new(DIGITS)?;
    let budget = budget.started();
    let own = CodeValues::of(rule, heaps, budget)?;
    let itself = |code: &OctalCode| matches!(rule.pattern(), Some(HeapPattern::TakeByDigits(own)) if own == code);
    let mut found = Vec::new();
    for rank in 0..codes.count() {
        progress(rank, codes.count());
        let code = codes.code(rank);
        if itself(&code) || !own.agrees(&CodeValues::of(&octal(code.clone()), FIRST.min(heaps), budget)?) {
            continue;
        }
        let other = CodeValues::of(&octal(code.clone()), heaps, budget)?;
        if own.agrees(&other) {
            let shift = other.zeros as i64 - own.zeros as i64;
            let seen_to = own.zeros + own.compared(&other).saturating_sub(1);
            found.push(SameValues { code, shift, seen_to: seen_to as u64, proved: own.is_proved_equal(&other) });
        }
    }
    found.sort_by_key(|same| same.code.digits().len());
    Ok(found)
}

/// The first values of a game, and its period if they prove one.
struct CodeValues {
    values: Vec<u32>,
    /// How many zeros they begin with.
    zeros: usize,
    period: Option<Arc<Period>>,
}

impl CodeValues {
    fn of(rule: &HeapRule, heaps: u64, budget: Budget) -> Result<Self> {
        let mut sequence = Sequence::new(rule.clone());
        sequence.limit(budget);
        let values = sequence.first_values(usize::try_from(heaps).unwrap_or(usize::MAX))?;
        let zeros = values.iter().take_while(|&&value| value == 0).count();
        Ok(Self { zeros, period: sequence.period().cloned(), values })
    }

    /// How many values of both are compared.
    fn compared(&self, other: &Self) -> usize {
        (self.values.len() - self.zeros).min(other.values.len() - other.zeros)
    }

    /// Whether the values after the zeros are equal, where both are known.
    fn agrees(&self, other: &Self) -> bool {
        let compared = self.compared(other);
        compared > 0 && self.values[self.zeros..][..compared] == other.values[other.zeros..][..compared]
    }

    /// Whether values that agree do so for all heaps.
    fn is_proved_equal(&self, other: &Self) -> bool {
        let (Some(a), Some(b)) = (&self.period, &other.period) else { return false };
        let after = |period: &Period, zeros: usize| period.preperiod.saturating_sub(zeros as u64);
        let decided = after(a, self.zeros).max(after(b, other.zeros)).saturating_add(a.period);
        (a.period, a.saltus) == (b.period, b.saltus) && decided <= self.compared(other) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nimlab::catalogue::heap_rule;

    fn same(game: &str, heaps: u64) -> Vec<SameValues> {
        same_values(&heap_rule(game).unwrap(), heaps, Budget::default(), &|_, _| {}).unwrap()
    }

    fn names(same: &[SameValues]) -> Vec<String> {
        same.iter().map(|same| format!("{}{:+}", same.code, same.shift)).collect()
    }

    /// A071435 of the OEIS: 0.450 to 0.453 and 0.470 to 0.473 have the values of 0.177, one heap later.
    #[test]
    fn the_cousins_of_0_177_are_those_of_the_oeis() {
        let found = same("octal:0.177", 2000);
        assert!(found.iter().all(|same| same.proved && same.shift == 1));
        let mut codes = names(&found);
        codes.sort();
        assert_eq!(codes, ["0.45+1", "0.451+1", "0.452+1", "0.453+1", "0.47+1", "0.471+1", "0.472+1", "0.473+1"]);
    }

    /// A public table takes 0.161 for 0.36; they part at heap 519.
    #[test]
    fn codes_that_part_late_are_told_apart() {
        let early = same("octal:0.161", 519);
        let early = early.iter().find(|same| same.code.to_string() == "0.36").unwrap();
        assert_eq!((early.seen_to, early.proved), (518, false));
        assert!(!names(&same("octal:0.161", 520)).contains(&"0.36+0".to_owned()));
    }

    #[test]
    fn equality_is_proved_only_where_both_periods_are() {
        assert!(same("octal:0.77", 200).iter().all(|same| same.proved));
        assert!(same("octal:0.77", 100).iter().all(|same| !same.proved && (97..100).contains(&same.seen_to)));
        // A subtraction game is an octal code too.
        assert!(names(&same("subtraction:1,2", 100)).contains(&"0.33+0".to_owned()));
    }
}

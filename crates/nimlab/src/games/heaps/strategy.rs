//! The strategy as a person would say it: "leave a multiple of 4". It is read
//! off the proved period, so that it holds for heaps of every size; what is
//! different among small heaps is named.
//!
//! **Misère play.** Where no heap is split, values decide misère play as they do in
//! Nim: a position is lost exactly if the nim-sum of its values is 0 while some value
//! is above 1, or 1 while none is. To see this, let s be the least number that may be
//! taken. Then G(n) = 1 exactly if G(n − s) = 0 (Ferguson's pairing): if n is the least
//! exception, either G(n) = 1 and some option n − s − t of n − s has the value 0, so
//! that n − t has the value 1, which an option of n cannot have; or G(n − s) = 0 and
//! G(n) > 1, some option n − t of n has the value 1, and n − s − t, an option of n − s,
//! has the value 0, which it cannot have. So a heap of value 0 that has a move has one
//! to the value 1: G(n − s) > 0, some n − s − t has the value 0, and n − t the value 1.
//! With that the proof for Nim holds: from values up to 1 with nim-sum 1 every move
//! leads to nim-sum 0 or to a single value above 1; with nim-sum 0 the game is over, or
//! a heap can be brought from 1 to 0 or from 0 to 1; a single value above 1 can be
//! brought to 0 or to 1; and with two of them the last of these moves is the
//! opponent's.

use crate::HeapRule;
use crate::sequence::Period;

/// The longest sequence that is looked through.
const LOOKED_AT: u64 = 10_000;

/// The most numbers that are listed in a sentence.
const LISTED: usize = 8;

/// The value of the single heaps that are lost under misère play.
const LOST_UNDER_MISERE: u64 = 1;

/// Whether the values decide misère play.
pub fn has_misere(rule: &HeapRule) -> bool {
    rule.pattern().is_some_and(|pattern| !pattern.splits())
}

/// Which single heaps are lost.
#[derive(Debug, Clone, PartialEq, Eq)]
enum LostHeaps {
    /// Only these.
    Only(Vec<u64>),
    /// From `first` on those with one of the remainders; below it these.
    Repeating { first: u64, below: Vec<u64>, modulus: u64, remainders: Vec<u64> },
}

impl LostHeaps {
    /// What a proved period says of a value.
    fn of(period: &Period, value: u64) -> Option<LostHeaps> {
        // With a saltus the value may come back as often as the values grow up to it.
        let periods = if period.saltus > 0 { value.saturating_add(1) } else { 1 };
        let length = period.preperiod.checked_add(period.period.checked_mul(periods)?)?;
        if length > LOOKED_AT {
            return None;
        }
        let values = period.first_values(length as usize);
        let lost = |heap: u64| u64::from(values[heap as usize]) == value;
        if period.saltus > 0 {
            // Beyond these all values have grown above it.
            return Some(LostHeaps::Only((0..length).filter(|&heap| lost(heap)).collect()));
        }
        let (from, whole) = (period.preperiod, period.period);
        let repeats = |modulus: u64| (from..length).all(|heap| lost(heap) == lost(from + (heap - from) % modulus));
        let modulus = (1..=whole).find(|&modulus| whole.is_multiple_of(modulus) && repeats(modulus))?;
        let mut remainders: Vec<u64> =
            (from..from + modulus).filter(|&heap| lost(heap)).map(|heap| heap % modulus).collect();
        remainders.sort_unstable();
        let regular = |heap: u64| lost(heap) == remainders.contains(&(heap % modulus));
        let first = (0..from).rev().find(|&heap| !regular(heap)).map_or(0, |heap| heap + 1);
        let below = (0..first).filter(|&heap| lost(heap)).collect();
        match remainders.is_empty() {
            true => Some(LostHeaps::Only(below)),
            false => Some(LostHeaps::Repeating { first, below, modulus, remainders }),
        }
    }

    /// As the object of "leave", if it is short.
    fn words(&self) -> Option<String> {
        match self {
            LostHeaps::Only(heaps) => listed(heaps),
            LostHeaps::Repeating { modulus: 1, .. } => None,
            LostHeaps::Repeating { first, below, modulus, remainders } => {
                let regular = match remainders[..] {
                    [0] => format!("a multiple of {modulus}"),
                    _ => format!("a number that leaves remainder {} when divided by {modulus}", listed(remainders)?),
                };
                Some(match (first, below.is_empty()) {
                    (0, _) => regular,
                    (_, true) => format!("{regular}, but not below {first}"),
                    (_, false) => format!("{regular}; below {first}, however, {}", listed(below)?),
                })
            }
        }
    }
}

/// `0`, `0 or 3`, `0, 3 or 5`, `0 to 4 or 9`, if that is short.
fn listed(numbers: &[u64]) -> Option<String> {
    let mut runs: Vec<(u64, u64)> = Vec::new();
    for &number in numbers {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => runs.push((number, number)),
        }
    }
    let words: Vec<String> = runs
        .iter()
        .flat_map(|&(first, last)| match last - first {
            0 => vec![first.to_string()],
            1 => vec![first.to_string(), last.to_string()],
            _ => vec![format!("{first} to {last}")],
        })
        .collect();
    match &words[..] {
        words if words.is_empty() || words.len() > LISTED => None,
        [front @ .., last] if !front.is_empty() => Some(format!("{} or {last}", front.join(", "))),
        words => Some(words.concat()),
    }
}

/// How to win with a single heap; where a move may split it, which single heaps
/// are lost.
pub fn of_one_heap(period: &Period, splits: bool) -> Option<String> {
    let lost = LostHeaps::of(period, 0)?.words()?;
    Some(match splits {
        false => format!("With one heap, leave {lost}."),
        true => format!("A single heap is lost exactly if it is {lost}."),
    })
}

/// How to win with a single heap under misère play, where no heap is split.
pub fn of_one_heap_misere(period: &Period) -> Option<String> {
    Some(format!("With one heap, leave {}.", LostHeaps::of(period, LOST_UNDER_MISERE)?.words()?))
}

/// How to find the value of a heap without the whole list.
pub fn of_several_heaps(period: &Period) -> Option<String> {
    if period.preperiod > 0 || period.saltus > 0 || !(2..=2 * LISTED as u64).contains(&period.period) {
        return None;
    }
    let (values, modulus) = (period.values().ok()?, period.period);
    if (0..).zip(&values).all(|(heap, &value)| heap == value) {
        return Some(format!("The value of a heap is its remainder when divided by {modulus}."));
    }
    let pairs: Vec<String> = (0..).zip(&values).map(|(heap, value): (u64, _)| format!("{heap} → {value}")).collect();
    Some(format!("The value of a heap follows from its remainder when divided by {modulus}: {}.", pairs.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::HeapRule;
    use crate::sequence::Sequence;

    fn period(rule: &HeapRule) -> Option<std::sync::Arc<Period>> {
        Sequence::new(rule.clone()).prove(20_000).unwrap()
    }

    fn named(name: &str) -> HeapRule {
        crate::catalogue::game(name).unwrap().heap_rule().unwrap().clone()
    }

    #[test]
    fn the_strategy_is_said_as_a_person_would() {
        let cases = [
            ("subtraction:1,2,3", "With one heap, leave a multiple of 4."),
            ("subtraction:1,3,4", "With one heap, leave a number that leaves remainder 0 or 2 when divided by 7."),
            ("subtraction:2", "With one heap, leave a number that leaves remainder 0 or 1 when divided by 4."),
            ("allbut:1", "With one heap, leave 0 or 1."),
            ("subtraction:10", "With one heap, leave a number that leaves remainder 0 to 9 when divided by 20."),
        ];
        for (name, expected) in cases {
            assert_eq!(of_one_heap(&period(&named(name)).unwrap(), false).unwrap(), expected, "{name}");
        }
        let misere = [
            ("subtraction:1,2,3", "With one heap, leave a number that leaves remainder 1 when divided by 4."),
            ("subtraction:2", "With one heap, leave a number that leaves remainder 2 or 3 when divided by 4."),
            ("subtraction:10", "With one heap, leave a number that leaves remainder 10 to 19 when divided by 20."),
            ("allbut:1", "With one heap, leave 2 or 3."),
        ];
        for (name, expected) in misere {
            assert_eq!(of_one_heap_misere(&period(&named(name)).unwrap()).unwrap(), expected, "{name}");
        }
        let several = |name: &str| of_several_heaps(&period(&named(name)).unwrap()).unwrap();
        assert_eq!(several("subtraction:1,2,3"), "The value of a heap is its remainder when divided by 4.");
        assert!(several("subtraction:1,3,4").ends_with("0 → 0, 1 → 1, 2 → 0, 3 → 1, 4 → 2, 5 → 3, 6 → 2."));
    }

    /// The heaps of which a sentence says that they are lost, up to a bound.
    fn said(lost: &LostHeaps, bound: u64) -> Vec<u64> {
        let is = |heap: &u64| match lost {
            LostHeaps::Only(heaps) => heaps.contains(heap),
            LostHeaps::Repeating { first, below, modulus, remainders } => match heap < first {
                true => below.contains(heap),
                false => remainders.contains(&(heap % modulus)),
            },
        };
        (0..bound).filter(is).collect()
    }

    #[test]
    fn what_is_said_holds_for_every_set_and_every_heap() {
        let bound = 3_000;
        let mut exceptions = 0;
        for mask in 1u64..1 << 8 {
            let members: Vec<u64> = (1..=8).filter(|member| mask >> (member - 1) & 1 == 1).collect();
            let list = members.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
            for name in [format!("subtraction:{list}"), format!("allbut:{list}")] {
                let rule = named(&name);
                let Some(period) = period(&rule) else { continue };
                // The definition: a heap is lost if no move leads to a lost one.
                let takes = |amount: u64| members.contains(&amount) == name.starts_with("sub");
                let least = (1..).find(|&amount| takes(amount)).unwrap();
                for value in [0, LOST_UNDER_MISERE] {
                    let mut lost = Vec::new();
                    for heap in 0..bound {
                        // Under misère play the player who cannot move has won.
                        let over = value == LOST_UNDER_MISERE && heap < least;
                        if !over && !lost.iter().any(|&left| takes(heap - left)) {
                            lost.push(heap);
                        }
                    }
                    let found = LostHeaps::of(&period, value).unwrap();
                    exceptions += u32::from(matches!(&found, LostHeaps::Repeating { first: 1.., .. }));
                    assert_eq!(said(&found, bound), lost, "{name}: {found:?}");
                }
            }
        }
        assert!(exceptions > 0, "some set has other small heaps");
    }

    #[test]
    fn values_decide_misere_play_where_no_heap_is_split() {
        use crate::{Outcome, Play};
        for name in ["subtraction:2,3", "subtraction:1,4", "subtraction:2,5,6", "subtraction:1,2,4,...", "allbut:2,3"] {
            let game = crate::catalogue::game(name).unwrap();
            assert!(has_misere(game.heap_rule().unwrap()));
            let values = Sequence::new(named(name)).first_values(11).unwrap();
            let all = (0..11).flat_map(|a| (a..11).flat_map(move |b| (b..11).map(move |c| [a, b, c])));
            let mut search = crate::solve::Search::for_outcomes(&*game, Play::Misere, crate::Budget::default());
            for heaps in all {
                let of = heaps.map(|heap| values[heap as usize]);
                let sum = u32::from(of.iter().all(|&value| value <= 1));
                let lost = of.iter().fold(0, |sum, value| sum ^ value) == sum;
                assert_eq!(search.outcome(&heaps).unwrap() == Outcome::P, lost, "{name} {heaps:?}");
            }
        }
    }
}

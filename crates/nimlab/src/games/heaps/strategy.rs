//! The strategy as a person would say it: "leave a multiple of 4". It is read
//! off the proved period, so that it holds for heaps of every size; what is
//! different among small heaps is named.

use crate::sequence::Period;

/// The longest sequence that is looked through.
const LOOKED_AT: u64 = 10_000;

/// The most numbers that are listed in a sentence.
const LISTED: usize = 8;

/// Which single heaps are lost.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Lost {
    /// Only these.
    Only(Vec<u64>),
    /// From `first` on those with one of the remainders; below it these.
    Repeating { first: u64, below: Vec<u64>, modulus: u64, remainders: Vec<u64> },
}

impl Lost {
    /// What a proved period says of the values 0.
    fn of(period: &Period) -> Option<Lost> {
        let length = period.preperiod.checked_add(period.period).filter(|&length| length <= LOOKED_AT)?;
        let values = period.values().ok()?;
        let lost = |heap: u64| values[heap as usize] == 0;
        if period.saltus > 0 {
            // Beyond these all values have grown above 0.
            return Some(Lost::Only((0..length).filter(|&heap| lost(heap)).collect()));
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
            true => Some(Lost::Only(below)),
            false => Some(Lost::Repeating { first, below, modulus, remainders }),
        }
    }

    /// As the object of "leave", if it is short.
    fn words(&self) -> Option<String> {
        match self {
            Lost::Only(heaps) => (heaps.len() <= LISTED).then(|| listed(heaps)),
            Lost::Repeating { first, below, modulus, remainders } => {
                if remainders.len().max(below.len()) > LISTED || *modulus == 1 {
                    return None;
                }
                let regular = match remainders[..] {
                    [0] => format!("a multiple of {modulus}"),
                    _ => format!("a number that leaves remainder {} when divided by {modulus}", listed(remainders)),
                };
                Some(match first {
                    0 => regular,
                    _ => format!("{regular}; below {first}, however, {}", listed(below)),
                })
            }
        }
    }
}

/// `0`, `0 or 3`, `0, 3 or 5`.
fn listed(numbers: &[u64]) -> String {
    let words: Vec<String> = numbers.iter().map(u64::to_string).collect();
    match &words[..] {
        [front @ .., last] if !front.is_empty() => format!("{} or {last}", front.join(", ")),
        words => words.concat(),
    }
}

/// How to win with a single heap; where a move may split it, which single heaps
/// are lost.
pub fn of_one_heap(period: &Period, splits: bool) -> Option<String> {
    let lost = Lost::of(period)?.words()?;
    Some(match splits {
        false => format!("With one heap, leave {lost}."),
        true => format!("A single heap is lost exactly if it is {lost}."),
    })
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
    use crate::sequence::{HeapRule, Sequence};

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
        ];
        for (name, expected) in cases {
            assert_eq!(of_one_heap(&period(&named(name)).unwrap(), false).unwrap(), expected, "{name}");
        }
        let several = |name: &str| of_several_heaps(&period(&named(name)).unwrap()).unwrap();
        assert_eq!(several("subtraction:1,2,3"), "The value of a heap is its remainder when divided by 4.");
        assert!(several("subtraction:1,3,4").ends_with("0 → 0, 1 → 1, 2 → 0, 3 → 1, 4 → 2, 5 → 3, 6 → 2."));
    }

    /// The heaps of which a sentence says that they are lost, up to a bound.
    fn said(lost: &Lost, bound: u64) -> Vec<u64> {
        let is = |heap: &u64| match lost {
            Lost::Only(heaps) => heaps.contains(heap),
            Lost::Repeating { first, below, modulus, remainders } => match heap < first {
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
                let mut lost = Vec::new();
                for heap in 0..bound {
                    if !lost.iter().any(|&left| takes(heap - left)) {
                        lost.push(heap);
                    }
                }
                let found = Lost::of(&period).unwrap();
                exceptions += u32::from(matches!(&found, Lost::Repeating { first: 1.., .. }));
                assert_eq!(said(&found, bound), lost, "{name}: {found:?}");
            }
        }
        assert!(exceptions > 0, "some set has other small heaps");
    }
}

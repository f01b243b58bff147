//! Which place each number has in its P-position: the list as a sequence of letters, one
//! for each of the numbers 0, 1, 2, … An automaton might tell this letter from the digits
//! of the number. From the letters of L1-Nim and Wytlex(3) the list can be made again.

use super::Wythoff3;
use super::rule::Variant;
use crate::Meter;
use crate::error::Result;

/// For each number below `below` the sum of 1 if it is the smallest pile of a P-position,
/// 2 if it is the second, and 4 if it is the largest; 0 if it occurs nowhere. In L1-Nim
/// and Wytlex(3) every positive number has one place; in positive Nim some have several.
///
/// ```
/// use nimlab::{Budget, games::wythoff3::{places::places, rule::Variant}};
/// let mut meter = Budget::default().meter("places");
/// // (0, 0, 0), (1, 2, 3), (4, 7, 10), (5, 9, 13), (6, 11, 16), …
/// assert_eq!(places(Variant::L1, 12, &mut meter)?, [7, 1, 2, 4, 1, 1, 1, 2, 1, 2, 4, 2]);
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn places(variant: Variant, below: usize, meter: &mut Meter) -> Result<Vec<u8>> {
    let mut letters = Vec::new();
    meter.reserve(&mut letters, below)?;
    letters.resize(below, 0);
    // In L1-Nim a position may stand before one whose smallest pile is less by 1.
    let end = below as u64 + 1;
    for position in Wythoff3::new(variant).triples(super::STREAM) {
        let position = position?;
        meter.tick(1)?;
        if position[0] > end {
            break;
        }
        for (place, number) in position.into_iter().enumerate() {
            if let Some(letter) = letters.get_mut(number as usize) {
                *letter |= 1 << place;
            }
        }
    }
    Ok(letters)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;

    #[test]
    fn the_letters_are_those_of_the_positions_by_the_rule() {
        for variant in Variant::ALL {
            let listed = Wythoff3::new(variant).triples(crate::games::wythoff3::TABLE).take(400);
            let list: Vec<_> = listed.map(Result::unwrap).collect();
            for below in [0, 1, 26, 27, 28, 600] {
                let letters = places(variant, below, &mut Budget::default().meter("places")).unwrap();
                let expected = (0..below as u64).map(|number| {
                    let place = |i: usize| u8::from(list.iter().any(|position| position[i] == number)) << i;
                    place(0) | place(1) | place(2)
                });
                assert!(expected.eq(letters.iter().copied()), "{variant:?} below {below}");
                let once = letters.iter().skip(1).all(|letter| letter.count_ones() == 1);
                assert!(once || variant == Variant::Positive);
            }
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let few = Budget::default().in_bytes(1000);
        assert!(places(Variant::Lex, 1_000_000, &mut few.meter("places")).is_err());
    }
}

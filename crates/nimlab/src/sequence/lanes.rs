//! The outcomes of sixteen subtraction sets at once, to set aside those with a short period.
//!
//! Whether heap n is lost is one bit of the last max(S) outcomes, three operations a heap. Sixteen sets
//! with the same largest number go through them side by side, in one register or a few; none
//! of them waits for another. If the state after some heaps comes back within some more, the
//! period is at most their number, whatever the least one is.

/// The sets that are taken together.
pub const LANES: usize = 16;

/// The longest period that is called short.
pub const SHORT_PERIOD: u64 = 80;

/// The heaps before a recurrence is looked for.
const FIRST: u64 = 96;

/// Whether the outcomes of these sets, all with the same largest number up to 32, are seen to
/// have a period of at most [`SHORT_PERIOD`]. Where they are not, it may be short all the same. Nothing for
/// sets that do not belong together.
///
/// ```
/// use nimlab::sequence::{LANES, SHORT_PERIOD, outcome_period, short_outcome_periods};
/// let sets: [u32; LANES] = std::array::from_fn(|i| 1 << 13 | 0b101_0000_0100 | i as u32);
/// for (set, short) in sets.iter().zip(short_outcome_periods(&sets).unwrap()) {
///     let period = outcome_period((*set).into(), 1 << 20).unwrap().period;
///     assert!(!short || period <= SHORT_PERIOD);
/// }
/// ```
pub fn short_outcome_periods(sets: &[u32; LANES]) -> Option<[bool; LANES]> {
    let reach = 32 - sets[0].leading_zeros();
    if reach == 0 || sets.iter().any(|set| 32 - set.leading_zeros() != reach) {
        return None;
    }
    // Bit i of a state: heap n − 1 − i is a P-position.
    let kept = u32::MAX >> (32 - reach);
    let mut states = [0; LANES];
    let step = |states: &mut [u32; LANES]| {
        for (state, set) in states.iter_mut().zip(sets) {
            *state = (*state << 1 | u32::from(*state & set == 0)) & kept;
        }
    };
    (0..FIRST).for_each(|_| step(&mut states));
    let (first, mut back) = (states, [false; LANES]);
    for _ in (0..SHORT_PERIOD).step_by(16) {
        for _ in 0..16 {
            step(&mut states);
            for ((back, state), first) in back.iter_mut().zip(&states).zip(&first) {
                *back |= state == first;
            }
        }
        if back.iter().all(|&back| back) {
            break;
        }
    }
    Some(back)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::outcome_period;

    #[test]
    fn what_is_called_short_is_short_and_few_others_are() {
        let (mut short, mut missed) = (0, 0);
        for first in (1u32 << 11..1 << 14).step_by(LANES) {
            let sets: [u32; LANES] = std::array::from_fn(|i| first + i as u32);
            for (set, back) in sets.into_iter().zip(short_outcome_periods(&sets).unwrap()) {
                let found = outcome_period(set.into(), 1 << 20).unwrap();
                assert!(!back || found.period <= SHORT_PERIOD, "{set:b}");
                short += u32::from(back);
                missed += u32::from(!back && found.period <= SHORT_PERIOD);
            }
        }
        assert!(short > 14_000 && missed < 100, "{short} {missed}");
        assert_eq!(short_outcome_periods(&[0; LANES]), None);
        let mut sets = [1 << 31; LANES];
        assert_eq!(short_outcome_periods(&sets), Some([true; LANES]));
        sets[3] = 1 << 30;
        assert_eq!(short_outcome_periods(&sets), None);
    }
}

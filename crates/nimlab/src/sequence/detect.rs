//! Finding where a sequence repeats itself.
//!
//! Two searches, both on what has been computed so far and both exact: the
//! runs of *all* candidate periods at once by the Z-function (linear time),
//! and the nearest earlier occurrence of the last few values, which is quicker
//! and enough where a short block of values determines all that follow.

/// For each p from 1 to `most`, for how many i, from the end backwards, x\[i\] =
/// x\[i + p\] holds. Place 0 holds 0. This is the Z-function of the reversed sequence.
pub(crate) fn runs_from_the_end<T: PartialEq>(x: &[T], most: usize) -> Vec<u32> {
    let n = x.len();
    let most = most.min(n.saturating_sub(1));
    let at = |i: usize| &x[n - 1 - i];
    let mut z = vec![0u32; most + 1];
    // [left, right) is the match found so far that reaches furthest.
    let (mut left, mut right) = (0, 0);
    for p in 1..=most {
        let mut run = if p < right { (z[p - left] as usize).min(right - p) } else { 0 };
        if p + run >= right {
            while p + run < n && at(run) == at(p + run) {
                run += 1;
            }
            (left, right) = (p, p + run);
        }
        z[p] = run as u32;
    }
    z
}

/// The least period p up to half the length, with its preperiod, for which
/// `needed(preperiod, p)` entries are already there.
pub(crate) fn first_period<T: PartialEq>(x: &[T], needed: impl Fn(usize, usize) -> usize) -> Option<(usize, usize)> {
    let z = runs_from_the_end(x, x.len() / 2);
    (1..z.len()).map(|p| (x.len() - p - z[p] as usize, p)).find(|&(l, p)| needed(l, p) <= x.len())
}

/// The distance p to the nearest earlier occurrence of the last `length` values, and
/// the place from which on x\[i\] = x\[i + p\] then holds.
pub(crate) fn first_recurrence<T: Copy + PartialEq>(x: &[T], length: usize) -> Option<(usize, usize)> {
    let length = length.max(4);
    let (_, block) = x.split_at_checked(x.len().checked_sub(length)?)?;
    let key: [T; 4] = block[length - 4..].try_into().ok()?;
    // Four values are compared at once before the whole block is.
    let ends = (length..x.len()).rev();
    let p = ends
        .filter(|&end| x[end - 4..end] == key)
        .find(|&end| x[end - length..end] == *block)
        .map(|end| x.len() - end)?;
    let unequal = (0..x.len() - p).rev().find(|&i| x[i] != x[i + p]);
    Some((unequal.map_or(0, |i| i + 1), p))
}

/// A period that shows but is not proved: it covers at least a quarter of the
/// entries and was seen three times over.
///
/// ```
/// let values: Vec<u32> = (0..60).map(|n| if n < 4 { 9 } else { n % 5 }).collect();
/// assert_eq!(nimlab::sequence::observed_period(&values), Some((4, 5)));
/// ```
pub fn observed_period<T: PartialEq>(x: &[T]) -> Option<(usize, usize)> {
    let z = runs_from_the_end(x, x.len() / 3);
    let shows = |p: &usize| z[*p] as usize >= (2 * p).max(x.len() / 4);
    (1..z.len()).find(shows).map(|p| (x.len() - p - z[p] as usize, p))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn runs_are_what_comparing_says(x in prop::collection::vec(0u16..3, 0..60)) {
            let z = runs_from_the_end(&x, x.len());
            for p in 1..z.len() {
                let run = (0..x.len() - p).rev().take_while(|&i| x[i] == x[i + p]).count();
                prop_assert_eq!(z[p] as usize, run);
            }
        }

        #[test]
        fn a_repeated_block_is_found_with_its_least_preperiod_and_period(
            front in prop::collection::vec(0u16..3, 0..12), block in prop::collection::vec(0u16..3, 1..9),
        ) {
            let mut x = front.clone();
            while x.len() < 200 {
                x.extend_from_slice(&block);
            }
            let holds = |l: usize, p: usize| (l..x.len() - p).all(|i| x[i] == x[i + p]);
            let p = (1..=block.len()).find(|&p| holds(front.len(), p)).unwrap();
            let l = (0..=front.len()).find(|&l| holds(l, p)).unwrap();
            prop_assert_eq!(first_recurrence(&x, 20), Some((l, p)));
            prop_assert_eq!(first_period(&x, |l, p| l + p + 20), Some((l, p)));
            prop_assert_eq!(observed_period(&x), Some((l, p)));
        }
    }

    #[test]
    fn nothing_is_found_where_nothing_repeats() {
        let x: Vec<u16> = (0..100).collect();
        assert_eq!(first_recurrence(&x, 5), None);
        assert_eq!(first_period(&x, |l, p| l + p + 5), None);
        assert_eq!(observed_period(&x), None);
        assert_eq!(first_recurrence(&[1, 2], 5), None);
        assert_eq!(runs_from_the_end::<u16>(&[], 5), [0]);
    }
}

//! What a move changed, where the order of piles does not count and where it
//! does.

/// The piles that are only in the first list and those only in the second, as
/// multisets, ascending.
pub(crate) fn difference<T: Ord + Clone>(from: &[T], to: &[T]) -> (Vec<T>, Vec<T>) {
    let (mut from, mut to) = (from.to_vec(), to.to_vec());
    from.sort_unstable();
    to.sort_unstable();
    let (mut gone, mut come) = (Vec::new(), Vec::new());
    let (mut from, mut to) = (from.into_iter().peekable(), to.into_iter().peekable());
    loop {
        match (from.peek(), to.peek()) {
            (Some(x), Some(y)) if x == y => {
                from.next();
                to.next();
            }
            (Some(x), Some(y)) if x < y => gone.extend(from.next()),
            (Some(_), None) => gone.extend(from.next()),
            (_, Some(_)) => come.extend(to.next()),
            (None, None) => return (gone, come),
        }
    }
}

/// How many places of two lists of piles differ.
pub(crate) fn changed<T: Eq>(from: &[T], to: &[T]) -> usize {
    from.iter().zip(to).filter(|(old, new)| old != new).count() + from.len().abs_diff(to.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::UBig;

    #[test]
    fn equal_piles_cancel() {
        let piles = |numbers: &[u64]| -> Vec<UBig> { numbers.iter().map(|&n| n.into()).collect() };
        assert_eq!(difference(&piles(&[5, 2]), &piles(&[2, 2, 3])), (piles(&[5]), piles(&[2, 3])));
        assert_eq!(difference(&piles(&[4, 4, 7]), &piles(&[4, 7, 1])), (piles(&[4]), piles(&[1])));
        assert_eq!(difference::<UBig>(&[], &[]), (vec![], vec![]));
        assert_eq!((changed(&[5, 2], &[2, 5]), changed(&[5, 2], &[4, 2]), changed(&[5], &[2, 3])), (2, 1, 2));
    }
}

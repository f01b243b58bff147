//! What a move changed, where the order of piles does not count.

use crate::number::UBig;

/// The piles that are only in the first list and those only in the second, as
/// multisets, ascending.
pub(crate) fn difference(from: &[UBig], to: &[UBig]) -> (Vec<UBig>, Vec<UBig>) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_piles_cancel() {
        let piles = |numbers: &[u64]| -> Vec<UBig> { numbers.iter().map(|&n| n.into()).collect() };
        assert_eq!(difference(&piles(&[5, 2]), &piles(&[2, 2, 3])), (piles(&[5]), piles(&[2, 3])));
        assert_eq!(difference(&piles(&[4, 4, 7]), &piles(&[4, 7, 1])), (piles(&[4]), piles(&[1])));
        assert_eq!(difference(&[], &[]), (vec![], vec![]));
    }
}

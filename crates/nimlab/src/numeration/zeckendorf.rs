//! Zeckendorf's theorem: every number is a sum of different Fibonacci numbers
//! 1, 2, 3, 5, 8, … no two of which are neighbours, in exactly one way
//! (Handout, last page). That is the p-system with a = 1.

use super::System;
use crate::number::UBig;

/// The Fibonacci numbers of Zeckendorf's sum, the largest first.
///
/// ```
/// use nimlab::{number::UBig, numeration::zeckendorf};
/// assert_eq!(zeckendorf(&UBig::from(20u8)), [13u8, 5, 2].map(UBig::from)); // Handout
/// assert!(zeckendorf(&UBig::ZERO).is_empty());
/// ```
pub fn zeckendorf(number: &UBig) -> Vec<UBig> {
    let system = System::p(UBig::ONE);
    let representation = system.represent(number);
    let weights = system.weights(representation.digits().len());
    let parts = weights.into_iter().zip(representation.digits()).rev();
    parts.filter(|(_, digit)| !digit.is_zero()).map(|(weight, _)| weight).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sums_that_the_handout_prints_are_reproduced() {
        let printed: [(u64, &[u64]); 12] = [
            (1, &[1]),
            (2, &[2]),
            (3, &[3]),
            (4, &[3, 1]),
            (5, &[5]),
            (6, &[5, 1]),
            (7, &[5, 2]),
            (9, &[8, 1]),
            (11, &[8, 3]),
            (12, &[8, 3, 1]),
            (20, &[13, 5, 2]),
            (8, &[8]),
        ];
        for (number, parts) in printed {
            let expected: Vec<UBig> = parts.iter().map(|&part| UBig::from(part)).collect();
            assert_eq!(zeckendorf(&UBig::from(number)), expected);
        }
    }
}

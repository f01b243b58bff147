//! Decimals without floating point: quotients and square roots of whole
//! numbers, rounded or cut off after any number of digits.

use nimlab::number::{IBig, SquareRoot, UBig};

/// Digits after the point with which irrational numbers are carried.
pub const SCALE: usize = 40;

/// 10ⁿ.
pub fn ten(digits: usize) -> IBig {
    IBig::from(UBig::from(10u8).pow(digits))
}

/// The quotient of a number and a positive one, rounded to the nearest decimal.
///
/// ```text
/// rounded(643347, 3200000, 7) = "0.2010459"
/// ```
pub fn rounded(numerator: &IBig, denominator: &IBig, digits: usize) -> String {
    let twice = IBig::from(2u8) * denominator;
    let shifted = IBig::from(2u8) * numerator * ten(digits) + denominator;
    written(floor(&shifted, &twice), digits)
}

/// The quotient of two positive numbers, cut off.
pub fn cut(numerator: &IBig, denominator: &IBig, digits: usize) -> String {
    written(floor(&(numerator * ten(digits)), denominator), digits)
}

/// A number that was scaled by 10⁴⁰, rounded to the nearest decimal.
pub fn of_scaled(number: &IBig, digits: usize) -> String {
    rounded(number, &ten(SCALE), digits)
}

/// The square root of a quotient, scaled by 10⁴⁰ and cut off.
pub fn root_of(numerator: u64, denominator: u64) -> IBig {
    let square = UBig::from(numerator) * UBig::from(10u8).pow(2 * SCALE) / UBig::from(denominator);
    IBig::from(square.sqrt())
}

fn floor(numerator: &IBig, denominator: &IBig) -> IBig {
    let quotient = numerator / denominator;
    if &quotient * denominator > *numerator { quotient - IBig::ONE } else { quotient }
}

/// A whole number of units of the last digit.
fn written(number: IBig, digits: usize) -> String {
    let negative = number < IBig::ZERO;
    let magnitude = if negative { -number } else { number };
    let text = format!("{magnitude:0>width$}", magnitude = magnitude.to_string(), width = digits + 1);
    let (whole, fraction) = text.split_at(text.len() - digits);
    format!("{}{whole}.{fraction}", if negative { "-" } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotients_are_rounded_and_cut_off() {
        let [two, three] = [2, 3].map(IBig::from);
        assert_eq!(rounded(&two, &three, 4), "0.6667");
        assert_eq!(cut(&two, &three, 4), "0.6666");
        assert_eq!(rounded(&-two.clone(), &three, 2), "-0.67");
        assert_eq!(rounded(&IBig::from(12345), &IBig::ONE, 1), "12345.0");
        assert_eq!(of_scaled(&root_of(2, 1), 12), "1.414213562373");
    }
}

//! Polynomials with whole coefficients, the constant one first: products,
//! roots without floating point, and how they split modulo a prime, which
//! tells cycles of their Galois group (Dedekind).

use super::decimal::{SCALE, ten};
use nimlab::number::IBig;

/// The product.
pub fn product(one: &[i64], other: &[i64]) -> Vec<i64> {
    let mut product = vec![0; one.len() + other.len() - 1];
    for (i, a) in one.iter().enumerate() {
        for (j, b) in other.iter().enumerate() {
            product[i + j] += a * b;
        }
    }
    product
}

/// The sum, each with a factor.
pub fn sum(parts: &[(i64, &[i64])]) -> Vec<i64> {
    let length = parts.iter().map(|part| part.1.len()).max().unwrap_or(0);
    let coefficient = |i: usize| parts.iter().map(|(factor, part)| factor * part.get(i).unwrap_or(&0)).sum();
    let mut sum: Vec<i64> = (0..length).map(coefficient).collect();
    while sum.last() == Some(&0) {
        sum.pop();
    }
    sum
}

/// Whether `divisor` divides the polynomial, with rational coefficients.
pub fn divides(divisor: &[i64], polynomial: &[i64]) -> bool {
    let lead = i128::from(divisor[divisor.len() - 1]);
    let mut rest: Vec<i128> = polynomial.iter().map(|&c| i128::from(c)).collect();
    while rest.len() >= divisor.len() {
        let top = rest[rest.len() - 1];
        let shift = rest.len() - divisor.len();
        rest.iter_mut().for_each(|c| *c *= lead);
        for (i, &c) in divisor.iter().enumerate() {
            rest[shift + i] -= top * i128::from(c);
        }
        rest.pop();
    }
    rest.iter().all(|&c| c == 0)
}

/// The value at x/10⁴⁰, times 10⁴⁰ for each degree.
fn at(polynomial: &[IBig], x: &IBig) -> IBig {
    let mut scale = IBig::ONE;
    let mut value = IBig::ZERO;
    for coefficient in polynomial.iter().rev() {
        value = value * x + coefficient * &scale;
        scale *= ten(SCALE);
    }
    value
}

/// The root between two whole numbers at which the signs differ, scaled by
/// 10⁴⁰ and cut off.
pub fn root(polynomial: &[i64], low: &IBig, high: &IBig) -> IBig {
    let coefficients: Vec<IBig> = polynomial.iter().map(|&c| IBig::from(c)).collect();
    let (mut low, mut high) = (low.clone(), high.clone());
    let rising = at(&coefficients, &high) > IBig::ZERO;
    while &high - &low > IBig::ONE {
        let middle: IBig = (&low + &high) / IBig::from(2);
        if (at(&coefficients, &middle) > IBig::ZERO) == rising {
            high = middle;
        } else {
            low = middle;
        }
    }
    low
}

/// How often the sign changes over the numbers from −10 to 10 in steps of 1/100:
/// that many real roots there are at least.
pub fn sign_changes(polynomial: &[i64]) -> usize {
    let coefficients: Vec<IBig> = polynomial.iter().map(|&c| IBig::from(c)).collect();
    let signs: Vec<bool> =
        (-1000..=1000).map(|x| at(&coefficients, &(IBig::from(x) * ten(SCALE - 2))) > IBig::ZERO).collect();
    signs.windows(2).filter(|pair| pair[0] != pair[1]).count()
}

/// The degrees of the irreducible factors modulo a prime, ascending; none if
/// the prime divides the leading coefficient or a factor occurs twice.
pub fn degrees(polynomial: &[i64], p: u64) -> Option<Vec<usize>> {
    let mut left: Vec<u64> = polynomial.iter().map(|&c| c.rem_euclid(p as i64) as u64).collect();
    if *left.last()? == 0 {
        return None;
    }
    let derivative: Vec<u64> = left.iter().enumerate().skip(1).map(|(i, &c)| i as u64 * c % p).collect();
    if divisor(left.clone(), trimmed(derivative), p).len() > 1 {
        return None;
    }
    let mut degrees = Vec::new();
    let mut power = vec![0, 1];
    for degree in 1.. {
        if left.len() == 1 {
            break;
        }
        // x to the p^degree, less x, is the product of all factors whose degree divides it.
        power = raised(&power, p, &left, p);
        let mut less = power.clone();
        less.resize(less.len().max(2), 0);
        less[1] = (less[1] + p - 1) % p;
        let common = divisor(left.clone(), trimmed(less), p);
        degrees.extend(std::iter::repeat_n(degree, (common.len() - 1) / degree));
        left = divided(left, &common, p).0;
        power = divided(power, &left, p).1;
    }
    Some(degrees)
}

fn trimmed(mut polynomial: Vec<u64>) -> Vec<u64> {
    while polynomial.last() == Some(&0) {
        polynomial.pop();
    }
    polynomial
}

/// Quotient and remainder modulo p.
fn divided(mut rest: Vec<u64>, by: &[u64], p: u64) -> (Vec<u64>, Vec<u64>) {
    let inverse = (1..p).find(|x| x * by[by.len() - 1] % p == 1).unwrap_or(1);
    let mut quotient = vec![0; (rest.len() + 1).saturating_sub(by.len())];
    while rest.len() >= by.len() {
        let shift = rest.len() - by.len();
        let factor = rest[rest.len() - 1] * inverse % p;
        quotient[shift] = factor;
        for (i, &c) in by.iter().enumerate() {
            rest[shift + i] = (rest[shift + i] + (p - factor) * c) % p;
        }
        rest.pop();
    }
    (quotient, trimmed(rest))
}

/// The greatest common divisor modulo p.
fn divisor(mut one: Vec<u64>, mut other: Vec<u64>, p: u64) -> Vec<u64> {
    while !other.is_empty() {
        let rest = divided(one, &other, p).1;
        one = std::mem::replace(&mut other, rest);
    }
    one
}

/// A power modulo a polynomial and p.
fn raised(base: &[u64], mut exponent: u64, modulus: &[u64], p: u64) -> Vec<u64> {
    let times = |one: &[u64], other: &[u64]| {
        let mut product = vec![0; (one.len() + other.len()).saturating_sub(1)];
        for (i, a) in one.iter().enumerate() {
            for (j, b) in other.iter().enumerate() {
                product[i + j] = (product[i + j] + a * b) % p;
            }
        }
        divided(product, modulus, p).1
    };
    let (mut power, mut square) = (vec![1], divided(base.to_vec(), modulus, p).1);
    while exponent > 0 {
        if exponent % 2 == 1 {
            power = times(&power, &square);
        }
        square = times(&square, &square);
        exponent /= 2;
    }
    power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polynomials_split_modulo_primes_as_they_should() {
        // x² + 1 splits modulo 5 and not modulo 3; x⁴ + 1 modulo every odd prime.
        assert_eq!(degrees(&[1, 0, 1], 5), Some(vec![1, 1]));
        assert_eq!(degrees(&[1, 0, 1], 3), Some(vec![2]));
        for p in [3, 5, 7, 11, 13] {
            assert_eq!(degrees(&[1, 0, 0, 0, 1], p), Some(vec![2, 2]), "{p}");
        }
        assert_eq!(degrees(&[1, 0, 0, 0, 1], 17), Some(vec![1, 1, 1, 1]));
        // x⁵ − x − 1 is irreducible modulo 5, and (x² + x + 1)(x³ + x² + 1) modulo 2.
        assert_eq!(degrees(&[-1, -1, 0, 0, 0, 1], 5), Some(vec![5]));
        assert_eq!(degrees(&[-1, -1, 0, 0, 0, 1], 2), Some(vec![2, 3]));
        assert!(divides(&[1, 1], &[-1, 0, 1]) && !divides(&[2, 1], &[-1, 0, 1]));
    }
}

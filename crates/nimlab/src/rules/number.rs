//! The arithmetic of the language: whole numbers of 64 bits, exact or refused.
//! Division rounds down and `mod` has the sign of the divisor, so that
//! a = (a / b)·b + a mod b and 0 ≤ a mod b < b for every b > 0. `xor` goes by the
//! binary digits ⌊a / 2^i⌋ mod 2, which a negative number has too: from some i on
//! they are all 1. So xor(a, -1) = -a - 1, and the result always fits.

use super::ast::Arith;

/// Why a number could not be computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// The result needs more than 64 bits.
    Overflow,
    /// A division by zero.
    DivisionByZero,
    /// A power with a negative exponent.
    NegativeExponent,
}

/// An operation on two numbers.
pub fn arith(op: Arith, a: i64, b: i64) -> Result<i64, Refusal> {
    let exact = match op {
        Arith::Add => a.checked_add(b),
        Arith::Sub => a.checked_sub(b),
        Arith::Mul => a.checked_mul(b),
        Arith::Div | Arith::Mod if b == 0 => return Err(Refusal::DivisionByZero),
        Arith::Div => div(a, b),
        Arith::Mod => Some(modulo(a, b)),
        Arith::Min => Some(a.min(b)),
        Arith::Max => Some(a.max(b)),
        Arith::Gcd => i64::try_from(gcd(a.unsigned_abs(), b.unsigned_abs())).ok(),
        Arith::Xor => Some(a ^ b),
        Arith::Pow if b < 0 => return Err(Refusal::NegativeExponent),
        Arith::Pow => pow(a, b),
    };
    exact.ok_or(Refusal::Overflow)
}

fn div(a: i64, b: i64) -> Option<i64> {
    let quotient = a.checked_div(b)?;
    Some(if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
}

fn modulo(a: i64, b: i64) -> i64 {
    let rest = a.wrapping_rem(b);
    if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest }
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

fn pow(a: i64, b: i64) -> Option<i64> {
    match a {
        0 | 1 => Some(if b == 0 { 1 } else { a }),
        -1 => Some(if b % 2 == 0 { 1 } else { -1 }),
        _ => a.checked_pow(u32::try_from(b).ok()?),
    }
}

/// Whether d divides n; 0 divides only 0.
pub fn divides(d: i64, n: i64) -> bool {
    if d == 0 { n == 0 } else { n.wrapping_rem(d) == 0 }
}

/// Whether n is prime: the test of Miller and Rabin with the first twelve
/// primes as bases, which decides every n below 3.3·10^24 (Sorenson and
/// Webster 2015).
pub fn prime(n: i64) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    let Ok(n) = u64::try_from(n) else { return false };
    if n < 2 {
        return false;
    }
    if let Some(base) = BASES.iter().find(|&base| n % base == 0) {
        return n == *base;
    }
    let twos = (n - 1).trailing_zeros();
    BASES.iter().all(|&base| {
        let mut power = power_mod(base, (n - 1) >> twos, n);
        let mut probable = power == 1 || power == n - 1;
        for _ in 1..twos {
            power = (u128::from(power) * u128::from(power) % u128::from(n)) as u64;
            probable |= power == n - 1;
        }
        probable
    })
}

fn power_mod(base: u64, mut exponent: u64, n: u64) -> u64 {
    let n = u128::from(n);
    let (mut base, mut result) = (u128::from(base) % n, 1);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = result * base % n;
        }
        base = base * base % n;
        exponent >>= 1;
    }
    result as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_rounds_down_and_its_rest_has_the_sign_of_the_divisor() {
        for a in -20..=20 {
            for b in (-7..=7).filter(|&b| b != 0) {
                let (q, r) = (arith(Arith::Div, a, b).unwrap(), arith(Arith::Mod, a, b).unwrap());
                assert_eq!(q, (a as f64 / b as f64).floor() as i64, "{a} / {b}");
                assert_eq!(q * b + r, a);
                assert!(r == 0 || (r < 0) == (b < 0));
            }
        }
        assert_eq!(arith(Arith::Div, i64::MIN, -1), Err(Refusal::Overflow));
        assert_eq!(arith(Arith::Mod, i64::MIN, -1), Ok(0));
    }

    #[test]
    fn xor_goes_by_the_digits_of_whole_numbers_also_of_negative_ones() {
        use dashu_int::IBig;
        // Digit number i by its definition, with numbers of any size; those from
        // 2^64 on are all the same, and stand for one digit of negative weight.
        let digit = |a: i64, i: usize| {
            let power = IBig::ONE << i;
            let rounded = (IBig::from(a) - (IBig::from(a) % &power + &power) % &power) / power;
            (rounded % IBig::from(2) + IBig::from(2)) % IBig::from(2)
        };
        let numbers = [0, 1, 2, 3, 5, 12, 255, 1 << 40, i64::MAX, i64::MAX - 6];
        let numbers: Vec<i64> = numbers.iter().flat_map(|&a| [a, -a, -a - 1]).collect();
        for &a in &numbers {
            for &b in &numbers {
                let differ = |i: usize| (digit(a, i) + digit(b, i)) % IBig::from(2);
                let sum = (0..64).fold(IBig::ZERO, |sum, i| sum + (differ(i) << i)) - (differ(64) << 64);
                assert_eq!(IBig::from(arith(Arith::Xor, a, b).unwrap()), sum, "xor({a}, {b})");
            }
        }
        assert_eq!(arith(Arith::Xor, 5, -1), Ok(-6));
    }

    #[test]
    fn powers_are_exact_or_refused() {
        assert_eq!(arith(Arith::Pow, 2, 62), Ok(1 << 62));
        assert_eq!(arith(Arith::Pow, 2, 63), Err(Refusal::Overflow));
        assert_eq!(arith(Arith::Pow, 1, i64::MAX), Ok(1));
        assert_eq!(arith(Arith::Pow, 0, 0), Ok(1));
        assert_eq!(arith(Arith::Pow, 2, -1), Err(Refusal::NegativeExponent));
    }

    #[test]
    fn primes_are_those_of_trial_division() {
        for n in -5..20_000i64 {
            let slow = n >= 2 && (2..).take_while(|d| d * d <= n).all(|d| n % d != 0);
            assert_eq!(prime(n), slow, "{n}");
        }
        // The largest prime below 2^63, and a strong pseudoprime to small bases.
        assert!(prime(9_223_372_036_854_775_783));
        assert!(!prime(3_215_031_751));
    }
}

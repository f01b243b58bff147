//! The limits α, β, γ: measured, bounded by 1 ≤ δ ≤ 4, and expected under the
//! assumption (16). Everything in whole numbers.

use super::super::Computed;
use super::super::decimal::{SCALE, of_scaled, rounded, ten};
use super::super::polynomial::{degrees, divides, product, root, sign_changes, sum};
use nimlab::number::IBig;
use nimlab::stream::Triple;
use serde_json::json;

/// a/n, b/n, c/n with two decimals.
pub fn quotients(positions: &[Triple], n: usize) -> [String; 3] {
    positions[n].map(|pile| rounded(&IBig::from(pile), &IBig::from(n), 2))
}

/// The quotients of positive Nim at n = 10⁶, and at n = 317, where they are the paper's.
pub fn of_positive(positions: &[Triple]) -> Computed {
    let early = quotients(positions, 317).join(", ");
    Computed::new(json!(quotients(positions, 1_000_000))).with_note(format!(
        "estimates, and the size of the experiment is not told: at number 317 the quotients are {early}; docs/results.md has \
         them up to 10^9"
    ))
}

/// β + shift·δ… for δ = 1 and δ = 4: β is the root of β²(β − 3) = δ²(β − 1).
pub fn bounds(shifts: [i64; 2]) -> Computed {
    let bound = |delta: i64, shift: i64| {
        let square = delta * delta;
        let beta = root(&[square, -square, -3, 1], &(IBig::from(3) * ten(SCALE)), &(IBig::from(10) * ten(SCALE)));
        beta + IBig::from(shift) * ten(SCALE)
    };
    let mut bounds = [bound(1, shifts[0]), bound(4, shifts[1])];
    bounds.sort();
    Computed::new(json!(bounds.map(|number| of_scaled(&number, 5))))
}

/// u = 2δ − 3, so that (17) is γ = 2/u; and δu.
fn parts() -> [Vec<i64>; 2] {
    let u = vec![-3, 2];
    let du = product(&[0, 1], &u);
    [u, du]
}

/// The polynomial of δ by elimination: with γ = 2/u, β = γ − δ, α = γ − 2δ,
/// (14) is u/(2 − 2δu) + u/(2 − δu) + u/2 = 1; times 2(1 − δu)(2 − δu).
pub fn quintic() -> Vec<i64> {
    let [u, du] = parts();
    let one_less = sum(&[(1, &[1]), (-1, &du)]);
    let two_less = sum(&[(1, &[2]), (-1, &du)]);
    let both = product(&one_less, &two_less);
    sum(&[(1, &product(&u, &two_less)), (2, &product(&u, &one_less)), (1, &product(&u, &both)), (-2, &both)])
}

/// The root with β > 3 is δ between 1.6 and 1.75.
fn delta() -> IBig {
    root(&quintic(), &(IBig::from(16) * ten(SCALE - 1)), &(IBig::from(175) * ten(SCALE - 2)))
}

/// α, β, γ, δ, scaled: γ = 2/(2δ − 3).
fn expected() -> [IBig; 4] {
    let delta = delta();
    let gamma = IBig::from(2) * ten(2 * SCALE) / (IBig::from(2) * &delta - IBig::from(3) * ten(SCALE));
    [&gamma - IBig::from(2) * &delta, &gamma - &delta, gamma, delta]
}

/// The four numbers of theorem 4.
pub fn theorem_4() -> Computed {
    Computed::new(json!(expected().map(|number| of_scaled(&number, 11))))
}

/// 1 − 1/γ.
pub fn prediction() -> Computed {
    let [_, _, gamma, _] = expected();
    Computed::new(rounded(&(&gamma - ten(SCALE)), &gamma, 2))
}

/// Whether α = 2δ⁴ − 8δ³ + (3/2)δ² + 10δ + 3: then αu = 2 − 2δu modulo the
/// quintic, here times 2.
pub fn alpha_fails() -> Option<&'static str> {
    let [u, du] = parts();
    let twice_alpha = [6, 20, 3, -16, 4];
    let difference = sum(&[(1, &product(&twice_alpha, &u)), (-1, &[4]), (4, &du)]);
    (!divides(&quintic(), &difference)).then_some("the division")
}

/// Real roots by signs; the group by Dedekind: a prime modulo which the
/// quintic is irreducible gives a cycle of length 5, one with factors of
/// degrees 2 and 3 (or 2 and 1s) a transposition, and both make S5.
pub fn galois() -> Computed {
    let quintic = quintic();
    let kinds: Vec<Vec<usize>> = PRIMES.into_iter().filter_map(|p| degrees(&quintic, p)).collect();
    let five = kinds.iter().any(|kind| kind[..] == [5]);
    let two = kinds.iter().any(|kind| kind[..] == [2, 3] || kind[..] == [1, 1, 1, 2]);
    let group = if five && two { "S5" } else { "unknown" };
    Computed::new(json!([sign_changes(&quintic), group]))
}

const PRIMES: [u64; 24] = [3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97];

//! Thesis-W's chapter 4: what its lemmas and properties are compared with.

use super::super::tools::{big, board, listed, listed_by_all, put_right};
use super::super::{Computed, Result, Shared};
use super::METHODS;
use crate::error::Error;
use nimlab::games::wythoff::algebraic::AlgebraicStrategy;
use nimlab::games::wythoff::arithmetic::ArithmeticStrategy;
use nimlab::games::wythoff::pairs::{Strategy, can_move};
use nimlab::number::{IBig, UBig};
use nimlab::numeration::{Beatty, System};
use serde_json::{Value, json};
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// The positions of example 3 in order, with the digits of each printed sum.
pub const EXAMPLE_3: [(&str, usize); 5] = [("7,5,12", 4), ("7,5,2", 3), ("7,3,2", 3), ("1,3,2", 2), ("1,3,1", 2)];

/// The largest parameter for which a statement is tried.
const LARGEST: u64 = 6;

/// n, A_n, B_n by all methods.
pub fn pairs(game: &str, count: usize) -> Result<Computed> {
    let rows = listed_by_all(game, &METHODS, count)?;
    let numbered: Vec<[u64; 3]> = (0..).zip(rows).map(|(n, row)| [n, row[0], row[1]]).collect();
    Ok(Computed::new(json!(numbered)))
}

/// How many pairs but (0,0) have their smaller pile up to a bound.
pub fn rows_besides_the_end(game: &str, bound: u64) -> Result<usize> {
    let rows = listed(game, "algebraic", 0, 40)?;
    Ok(rows.iter().filter(|row| row[0] > 0 && row[0] <= bound).count())
}

/// n, A, B read off a board, whose last row shows the last B.
pub fn on_board(game: &str, side: u64) -> Result<Computed> {
    let board = board(game, side)?;
    let cells = (0..side).flat_map(|x| (x..side).map(move |y| (x, y)));
    let lost: Vec<(u64, u64)> = cells.filter(|&(x, y)| board.value(x, y) == 0 && board.value(y, x) == 0).collect();
    let numbered: Vec<[u64; 3]> = (0..).zip(lost).map(|(n, (a, b))| [n, a, b]).collect();
    Ok(Computed::new(json!(numbered)))
}

/// The first x from 1 on of which some cell cannot move to (0,0).
pub fn reach_the_end(cells: impl Fn(u64) -> Vec<[u64; 2]>) -> Option<String> {
    let end = [&UBig::ZERO, &UBig::ZERO];
    let stuck = |[x, y]: &[u64; 2]| !can_move(&UBig::ONE, [&big(*x), &big(*y)], end);
    (1..=1000).flat_map(cells).find(stuck).map(|[x, y]| format!("({x},{y})"))
}

/// What the numbers of the lost positions 1 to n are.
pub fn unions() -> Result<Computed> {
    let rows = listed("wythoff", "algebraic", 0, 1001)?;
    let (mut first, mut within) = (true, true);
    let mut all = BTreeSet::new();
    for (n, row) in (1u64..).zip(&rows[1..]) {
        all.extend(row.iter().copied());
        first &= all.iter().copied().eq(1..=n);
        within &= all.len() as u64 == 2 * n && (1..=n).all(|number| all.contains(&number));
    }
    Ok(put_right(("2n different numbers, the numbers 1 to n among them", within), ("the numbers 1 to n", first)))
}

/// The terms of the continued fraction of α, by steps on (P + √D)/Q.
pub fn terms(a: i64) -> impl Iterator<Item = i64> {
    let (mut p, mut q, d) = (2 - a, 2, a * a + 4);
    (0..30).map(move |_| {
        let term = (p + d.isqrt()).div_euclid(q);
        p = term * q - p;
        // Q divides D − P² at every step.
        q = (d - p * p) / q;
        term
    })
}

/// The sign of x + y√d.
fn sign(x: &IBig, y: &IBig, d: u64) -> Ordering {
    let (of_x, of_y) = (x.cmp(&IBig::ZERO), y.cmp(&IBig::ZERO));
    if of_x == of_y.reverse() {
        // The larger square decides.
        let larger = (x * x).cmp(&(y * y * IBig::from(d)));
        return if larger == Ordering::Greater { of_x } else { of_y };
    }
    of_x.then(of_y)
}

/// The last line of lemma 8, for the convergents C_i and for D_i = α q_i − p_i.
pub fn last_line_of_lemma_8() -> Computed {
    // Twice (α q − p) is (2 − a) q − 2p + q√(a² + 4).
    let of_d =
        |a: u64, [p, q]: [IBig; 2]| sign(&((IBig::from(2) - IBig::from(a)) * &q - IBig::from(2) * p), &q, a * a + 4);
    let chain = |a: u64| {
        let weights = weights(a);
        (1..23).all(|i| {
            let [(p, q), (p2, q2)] = [&weights[i], &weights[i + 2]];
            let even = (i - 1) % 2 == 0;
            let side = if even { Ordering::Greater } else { Ordering::Less };
            // On its side of 0, and D_{i+2} nearer to it.
            of_d(a, [p.clone(), q.clone()]) == side && of_d(a, [p - p2, q - q2]) == side
        })
    };
    // D_{-1} = −1 is below D_1, and D_0 = α − 1.
    let ends = |a: u64| {
        let weights = weights(a);
        let below = of_d(a, [&weights[2].0 - IBig::ONE, weights[2].1.clone()]) == Ordering::Greater;
        below && weights[1] == (IBig::ONE, IBig::ONE)
    };
    let convergents = over_weights(|w, i, _| (i - 1) % 2 == 0 || w[i].0 < IBig::ZERO);
    put_right(
        ("-1 < D_1 < D_3 < ... < 0 < ... < D_4 < D_2 < D_0 = alpha - 1", (1..=LARGEST).all(|a| chain(a) && ends(a))),
        ("-1 < C_1 < C_3 < ... < 0 < ... < C_4 < C_2 < C_0 = alpha", convergents),
    )
}

/// Whether every number below b³ is written in one way with three digits up to `most`.
pub fn written_once(b: u64, most: u64) -> bool {
    let mut seen = vec![0; (b * b * b) as usize];
    for digits in 0..(most + 1).pow(3) {
        let [x, y, z] = [digits % (most + 1), digits / (most + 1) % (most + 1), digits / (most + 1).pow(2)];
        if let Some(count) = seen.get_mut((x + b * y + b * b * z) as usize) {
            *count += 1;
        }
    }
    seen.iter().all(|&count| count == 1)
}

/// The first parameter for which some methods list different positions.
pub fn agree(methods: &[&str], count: usize) -> Result<Option<String>> {
    // Search looks at every move: three parameters are enough.
    for a in 1..=3 {
        match listed_by_all(&format!("wythoff:{a}"), methods, count) {
            Ok(_) => {}
            Err(Error::Methods { what }) => return Ok(Some(what)),
            Err(error) => return Err(error),
        }
    }
    Ok(None)
}

/// The first a and n for which something is wrong.
pub fn fails(numbers: RangeInclusive<u64>, wrong: impl Fn(&Beatty, &UBig) -> bool) -> Option<String> {
    (1..=LARGEST).find_map(|a| {
        let beatty = Beatty::new(big(a));
        numbers.clone().find(|&n| wrong(&beatty, &big(n))).map(|n| format!("a = {a}, n = {n}"))
    })
}

/// The same with the p- and the q-system.
pub fn in_systems(wrong: impl Fn(&System, &System, &Beatty, &UBig) -> Result<bool>) -> Result<Option<String>> {
    for a in 1..=LARGEST {
        let (p, q, beatty) = (System::p(big(a)), System::q(big(a)), Beatty::new(big(a)));
        for n in 1..=1000 {
            if wrong(&p, &q, &beatty, &big(n))? {
                return Ok(Some(format!("a = {a}, n = {n}")));
            }
        }
    }
    Ok(None)
}

/// The p- and the q-system for a = 2.
pub fn systems() -> [System; 2] {
    [System::p(big(2)), System::q(big(2))]
}

/// A column of the table for a = 1, from n = 1 to 10.
pub fn column(of: usize) -> Result<Computed> {
    let rows = listed("wythoff", "algebraic", 0, 11)?;
    Ok(Computed::new(json!(rows[1..].iter().map(|row| row[of]).collect::<Vec<_>>())))
}

/// (p_{i−1}, q_{i−1}) for i = 0, 1, …, 24, by the recurrence.
pub fn weights(a: u64) -> Vec<(IBig, IBig)> {
    let mut weights = vec![(IBig::ONE, IBig::ZERO), (IBig::ONE, IBig::ONE)];
    while weights.len() < 25 {
        let [before, last] = [&weights[weights.len() - 2], &weights[weights.len() - 1]];
        let next = (IBig::from(a) * &last.0 + &before.0, IBig::from(a) * &last.1 + &before.1);
        weights.push(next);
    }
    weights
}

/// C_0 to C_19 as fractions in lowest terms, from the continued fraction itself.
pub fn fractions(a: u64) -> Vec<(IBig, IBig)> {
    let fraction = |terms: usize| {
        // 1 + 1/(a + 1/(a + …)) from the inside out.
        let (mut p, mut q) = if terms == 0 { (IBig::ONE, IBig::ZERO) } else { (IBig::from(a), IBig::ONE) };
        for _ in 1..terms {
            (p, q) = (IBig::from(a) * &p + q, p);
        }
        if terms == 0 { (IBig::ONE, IBig::ONE) } else { (&p + &q, p) }
    };
    (0..20).map(fraction).collect()
}

/// p_{i−1} q_{j−1} − p_{j−1} q_{i−1}.
pub fn cross(weights: &[(IBig, IBig)], i: usize, j: usize) -> IBig {
    &weights[i].0 * &weights[j].1 - &weights[j].0 * &weights[i].1
}

/// A number, negative if asked for.
pub fn signed(number: u64, negative: bool) -> IBig {
    if negative { -IBig::from(number) } else { IBig::from(number) }
}

/// Whether something holds for every a and every n from 2 on, given the weights
/// with their indices raised by one: `weights[n]` is (p_{n−1}, q_{n−1}).
pub fn over_weights(holds: impl Fn(&[(IBig, IBig)], usize, u64) -> bool) -> bool {
    (1..=LARGEST).all(|a| {
        let weights = weights(a);
        (2..25).all(|n| holds(&weights, n, a))
    })
}

/// The first number up to 2000 that has not exactly one representation, by
/// writing out all strings of digits that theorem 3 allows.
pub fn representations() -> Result<Option<String>> {
    for a in 1..=LARGEST {
        for (name, first_digit, system) in [("p", a, System::p(big(a))), ("q", a - 1, System::q(big(a)))] {
            let mut seen = vec![0; 2001];
            let weights: Vec<u64> = system.weights(30).iter().map_while(|w| u64::try_from(w).ok()).collect();
            let places = weights.iter().filter(|&&weight| weight <= 2000).count();
            // From the highest place down: (place, sum so far, whether the digit above was full).
            let mut open = vec![(places, 0u64, false)];
            while let Some((place, sum, full)) = open.pop() {
                if place == 0 {
                    if let Some(count) = seen.get_mut(sum as usize) {
                        *count += 1;
                    }
                    continue;
                }
                let most = if full {
                    0
                } else if place == 1 {
                    first_digit
                } else {
                    a
                };
                for digit in 0..=most {
                    let sum = sum + digit * weights[place - 1];
                    if sum <= 2000 {
                        open.push((place - 1, sum, digit == a));
                    }
                }
            }
            if let Some(n) = (1..=2000).find(|&n| seen[n] != 1) {
                return Ok(Some(format!("{n} in the {name}-system for a = {a}: {}", seen[n])));
            }
        }
    }
    Ok(None)
}

/// Table 5: exact rows by two strategies, and the source's by a root of 53 bits.
pub fn table_5(_: &Shared) -> Result<Computed> {
    let (algebraic, arithmetic) = (AlgebraicStrategy::new(big(2)), ArithmeticStrategy::new(big(2)));
    let number = super::super::tools::number;
    let (mut wrong, mut first, mut source, mut last) = (0, Value::Null, Vec::new(), Value::Null);
    for row in 0..100usize {
        let n = UBig::from(10u8) << row;
        let pair = algebraic.pair(&n)?;
        if arithmetic.pair(&n)? != pair {
            return Err(Error::Methods { what: format!("row {n} of table 5") });
        }
        let rounded = (UBig::from(6_369_051_672_525_773u64) * &n) >> 52usize;
        if rounded != pair.lower {
            wrong += 1;
            first = if wrong == 1 { number(&n) } else { first };
        }
        let upper = &rounded + UBig::from(2u8) * &n;
        source.push(Value::Array([&n, &rounded, &upper].map(number).to_vec()));
        last = Value::Array([&n, &pair.lower, &pair.upper].map(number).to_vec());
    }
    Ok(Computed::new(json!({"wrong_rows": wrong, "first": first, "last": last})).with_source_way(source))
}

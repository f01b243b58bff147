//! What chapter 3 of Thesis-A is compared with: the list of Akiyama's algorithm.

use super::super::decimal::{SCALE, cut, of_scaled, rounded, ten};
use super::super::polynomial::root;
use super::super::shared::POSITIONS;
use super::super::tools::{claim, first_difference, listed, listed_by_all};
use super::super::{Computed, Result};
use nimlab::games::wythoff3::rule::Variant;
use nimlab::number::IBig;
use nimlab::stream::Triple;
use nimlab::stream::mex::statistics::MexStatistics;
use serde_json::{Value, json};

/// Positions with their differences, each difference once: b − a, c − b, c − a.
pub fn with_differences(count: usize) -> Result<Vec<Vec<u64>>> {
    let methods = ["stream", "mex", "lacunae", "akiyama-1", "akiyama-2"];
    let rows = listed_by_all("wythoff3:lex", &methods, count)?;
    let with = |row: &Vec<u64>| {
        let [a, b, c] = [row[0], row[1], row[2]];
        let mut differences = vec![b - a, c - b, c - a];
        differences.dedup();
        [row.clone(), differences].concat()
    };
    Ok(rows.iter().map(with).collect())
}

/// The first position with b − a ≠ c − b, the least free difference there, and
/// the number that was taken already.
pub fn first_exception(positions: &[Triple]) -> Computed {
    let Some(at) = positions.iter().position(|[a, b, c]| b - a != c - b) else { return Computed::new(Value::Null) };
    let [a, _, _] = positions[at];
    let differences: Vec<u64> = positions[..at].iter().flat_map(|[a, b, c]| [b - a, c - b, c - a]).collect();
    let mex = nimlab::bits::mex(differences);
    let taken = positions[..at].iter().flatten().find(|&&number| number == a + mex);
    Computed::new(json!([positions[at], mex, taken]))
}

/// Least and greatest differences of the three coordinates.
pub fn bounds(statistics: &MexStatistics) -> Value {
    let bound = |coordinate: usize| {
        let counts = statistics.differences(coordinate);
        [counts.first_key_value(), counts.last_key_value()].map(|entry| entry.map_or(0, |entry| *entry.0))
    };
    json!([0, 1, 2].map(bound))
}

/// How often the third coordinate grows by 12, and where first.
pub fn twelve(statistics: &MexStatistics) -> Result<Computed> {
    let keys = (0..64).filter(|&key| nimlab::stream::mex::statistics::difference(key)[2] == 12);
    let first = keys.map(|key| statistics.first[key]).filter(|&n| n > 0).min();
    Ok(Computed::new(json!([statistics.differences(2).get(&12), first])))
}

/// D at each position, by going through the differences that occurred.
fn least_free(positions: &[Triple]) -> impl Iterator<Item = (u64, &Triple)> {
    let mut seen: std::collections::BTreeSet<u64> = [0].into();
    let mut mex = 1;
    positions.iter().skip(1).map(move |position| {
        while seen.remove(&mex) {
            mex += 1;
        }
        let [a, b, c] = *position;
        seen.extend([b - a, c - b, c - a]);
        (mex, position)
    })
}

/// The most by which b − a and c − b exceed the least free difference.
pub fn excess(positions: &[Triple]) -> Computed {
    let mut most = [0; 2];
    for (mex, [a, b, c]) in least_free(&positions[..POSITIONS as usize]) {
        most = [most[0].max(b - a - mex), most[1].max(c - b - mex)];
    }
    Computed::new(json!(most))
}

/// Least and greatest differences of d = c − b and of e = b − a.
pub fn bounds_of_differences(positions: &[Triple]) -> Computed {
    let mut bounds = [[u64::MAX, 0]; 2];
    for pair in positions.windows(2) {
        let [d, e] = [1, 0].map(|i| pair[1][i + 1] - pair[1][i] - (pair[0][i + 1] - pair[0][i]));
        for (bound, value) in bounds.iter_mut().zip([d, e]) {
            *bound = [bound[0].min(value), bound[1].max(value)];
        }
    }
    Computed::new(json!(bounds))
}

/// What algorithm 5 lists, against the rules of section 3.1 alone: positions
/// without a move between them, as section 3.2 announces, but not the cold ones.
pub fn theorem_9() -> Result<Computed> {
    let listed = listed("wythoff3:lex", "akiyama-2", 0, 200)?;
    let listed: Vec<Triple> = listed.iter().map(|row| [row[0], row[1], row[2]]).collect();
    let joined = |from: &&Triple| listed.iter().any(|to| Variant::Positive.can_move(from, to));
    let place = listed.iter().find(joined).map(|[a, b, c]| format!("({a},{b},{c})"));
    let cold = from_rule(Variant::Positive, 155);
    let note = match first_difference(&cold, &listed[..cold.len()]) {
        None => "these are the cold positions".to_owned(),
        Some(at) => {
            let ([a, b, c], [d, e, f]) = (cold[at], listed[at]);
            format!(
                "as the thesis says, the truly safe ones are others: by the rules of section 3.1, which are those of positive Nim, ({a},{b},{c}) comes next where algorithm 5 gives ({d},{e},{f}). The list is that of the P-positions of Wytlex(3)"
            )
        }
    };
    Ok(claim("no moves are possible between them", place).with_note(note))
}

/// The P-positions whose total is at most `bound`, from the rule: one that
/// reaches no P-position of a smaller total.
pub fn from_rule(variant: Variant, bound: u64) -> Vec<Triple> {
    let mut found: Vec<Triple> = Vec::new();
    for total in 0..=bound {
        for a in 0..=total / 3 {
            for b in a..=(total - a) / 2 {
                let position = [a, b, total - a - b];
                if !found.iter().any(|smaller| variant.can_move(&position, smaller)) {
                    found.push(position);
                }
            }
        }
    }
    found
}

/// A/n, B/n, C/n at n = 3·10⁶ with the digits of the source; and its own way:
/// at n = 2 999 999, in numbers of 24 bits.
pub fn limits(positions: &[Triple]) -> Computed {
    let digits = [16, 15, 15];
    let (n, before) = (3_000_000usize, 2_999_999usize);
    let exact: Vec<String> = (0..3).map(|i| rounded(&IBig::from(positions[n][i]), &IBig::from(n), digits[i])).collect();
    let short: Vec<String> = (0..3).map(|i| in_24_bits(positions[before][i], before as u64).to_string()).collect();
    Computed::new(json!(exact)).with_source_way(json!(short))
}

/// A quotient between 1 and 8, rounded to 24 bits, as people print it.
fn in_24_bits(numerator: u64, denominator: u64) -> f64 {
    let bits = (numerator / denominator).ilog2();
    let scale = 1u64 << (23 - bits);
    let units = (2 * numerator * scale + denominator) / (2 * denominator);
    units as f64 / scale as f64
}

/// The first n for which not n + 2 of all coordinates are below n.
pub fn counting_fails(positions: &[Triple]) -> Option<u64> {
    let bound = positions[positions.len() - 1][0];
    let mut below = vec![0u64; bound as usize + 1];
    for &number in positions.iter().flatten().filter(|&&number| number < bound) {
        below[number as usize + 1] += 1;
    }
    let mut count = 0;
    (1..=bound).find(|&n| {
        count += below[n as usize];
        count != n + 2
    })
}

/// The exceptions as a share of all, with seven decimals.
pub fn ratio(exceptions: u64) -> String {
    rounded(&IBig::from(exceptions), &IBig::from(POSITIONS), 7)
}

/// δ, α, β, γ of theorem 13 for ω = 0.2010459, scaled.
fn from_cubic() -> [IBig; 4] {
    // Times 2·10¹⁴, with w = 10⁷ω: x³ + (3/2 + 3ω)x² + (2ω² − 9/2)x − 9/2 − 6ω − 2ω².
    let (w, s) = (2_010_459i64, 10_000_000i64);
    let cubic = [-9 * s * s - 12 * w * s - 4 * w * w, 4 * w * w - 9 * s * s, 3 * s * s + 6 * w * s, 2 * s * s];
    let alpha = root(&cubic, &ten(SCALE), &(IBig::from(3) * ten(SCALE)));
    let delta = (IBig::from(3 * s + 2 * w) * ten(SCALE)) / IBig::from(2 * s);
    let (beta, gamma) = (&alpha + &delta, &alpha + IBig::from(2) * &delta);
    [delta, alpha, beta, gamma]
}

/// δ, α, β, γ with the source's digits. It adds β and γ up from α and δ rounded
/// to five decimals, and so prints them with "≈".
pub fn theorem_13() -> Computed {
    let [delta, alpha, beta, gamma] = from_cubic();
    let short = |number: &IBig| of_scaled(number, 5).replace('.', "").parse::<i64>().unwrap_or(0);
    let (d, a) = (short(&delta), short(&alpha));
    let summed = |units: i64| rounded(&IBig::from(units), &ten(5), 5);
    let value = json!([of_scaled(&delta, 7), of_scaled(&alpha, 5), summed(a + d), summed(a + 2 * d)]);
    let [beta, gamma] = [beta, gamma].map(|number| of_scaled(&number, 5));
    Computed::new(value).with_note(format!(
        "the thesis prints the last three with an 'about equal': beta = alpha + delta and gamma = alpha + 2 delta are added up from five decimals; with all decimals they are {beta} and {gamma}"
    ))
}

/// Up to how many decimals α, β, γ and the quotients at n = 3 200 000 agree.
pub fn common_decimals(positions: &[Triple]) -> Computed {
    let [_, predicted @ ..] = from_cubic();
    let n = POSITIONS as usize;
    let agree = |digits: &usize| {
        (0..3).all(|i| {
            let measured = cut(&IBig::from(positions[n][i]), &IBig::from(n), *digits);
            measured == cut(&predicted[i], &ten(SCALE), *digits)
        })
    };
    Computed::new((1..10).take_while(agree).count())
}

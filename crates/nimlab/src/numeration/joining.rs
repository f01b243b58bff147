//! The number of a long row of digits, by halves: with the numbers u of
//! [`super::rung`], digits from place m on are joined to those below by
//! u_{m+j} = u_m u_{j+1} + u_{m−1} u_j, three products for each doubling.

use super::rung::Rung;
use crate::number::UBig;

/// Digits that are joined one by one.
const CHUNK: usize = 32;

/// X = Σ d_j u_{j+1} and Y = Σ d_j u_j of some digits.
pub fn joined(a: &UBig, digits: &[UBig]) -> (UBig, UBig) {
    let rungs = digits.len().div_ceil(CHUNK).next_power_of_two().ilog2();
    join(a, digits, &Rung::ladder(a, CHUNK, rungs as usize))
}

/// The same with the rungs at [`CHUNK`], twice that and so on.
fn join(a: &UBig, digits: &[UBig], ladder: &[Rung]) -> (UBig, UBig) {
    if digits.len() <= CHUNK {
        // One more place multiplies: u_{j+2} = a·u_{j+1} + u_j.
        return digits.iter().rev().fold((UBig::ZERO, UBig::ZERO), |(x, y), digit| (a * &x + y + digit, x));
    }
    let rung = ladder.len() - 1;
    let place = CHUNK << rung;
    if digits.len() <= place {
        return join(a, digits, &ladder[..rung]);
    }
    let (low, high) = digits.split_at(place);
    let (x_low, y_low) = join(a, low, &ladder[..rung]);
    let (x, y) = join(a, high, ladder);
    // x·u_{m+1} + y·u_m and x·u_m + y·u_{m−1} share a product.
    let Rung { before, at, after, .. } = &ladder[rung];
    let shared = at * (&x + &y);
    (x_low + (after - at) * x + &shared, y_low + shared - (at - before) * y)
}

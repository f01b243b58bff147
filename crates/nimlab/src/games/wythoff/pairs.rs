//! What the three strategies have in common: the P-positions are pairs
//! (A₀,B₀), (A₁,B₁), … in which every number occurs exactly once, and all
//! winning moves lead to one of a few pairs that can be told beforehand.

use crate::error::Result;
use crate::game::{Analysis, Position};
use crate::number::UBig;

/// A P-position with its number: lower = A_n ≤ upper = B_n.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pair {
    /// Its number; (A₀,B₀) comes first.
    pub n: UBig,
    /// A_n.
    pub lower: UBig,
    /// B_n.
    pub upper: UBig,
}

impl Pair {
    /// The position (A_n, B_n).
    pub fn position(&self) -> Position {
        Position::new(vec![self.lower.clone(), self.upper.clone()], false)
    }
}

/// A strategy for Wythoff's game: it knows the pair of a given number n, and
/// the pair in which a given pile occurs.
pub trait Strategy {
    /// The parameter a of the game.
    fn a(&self) -> &UBig;

    /// The pair number n.
    fn pair(&self, n: &UBig) -> Result<Pair>;

    /// The pair in which x occurs, as A_n or as B_n.
    fn locate(&self, x: &UBig) -> Result<Pair>;

    /// The numbers of all pairs that might be reached from a position with
    /// the given difference by taking from both piles: those whose difference
    /// B_n − A_n is less than a away from it.
    fn near(&self, difference: &UBig) -> Vec<UBig>;
}

/// Outcome and every winning move by a strategy, for x ≤ y.
///
/// A move that keeps one pile must lead to the pair of that pile; a move that
/// changes both must lead to a pair with nearly the same difference. Each of
/// these few pairs is held against the rule itself.
pub fn analyse(strategy: &dyn Strategy, x: &UBig, y: &UBig) -> Result<Analysis> {
    let of_x = strategy.locate(x)?;
    if of_x.lower == *x && of_x.upper == *y {
        return Ok(Analysis::lost());
    }
    let mut candidates = vec![of_x, strategy.locate(y)?];
    for n in strategy.near(&(y - x)) {
        candidates.push(strategy.pair(&n)?);
    }
    let moves = candidates
        .iter()
        .filter(|pair| {
            can_move(strategy.a(), [x, y], [&pair.lower, &pair.upper])
                || can_move(strategy.a(), [x, y], [&pair.upper, &pair.lower])
        })
        .map(Pair::position)
        .collect();
    Ok(Analysis::by_moves(moves))
}

/// The rule on integers of any size: any number from one pile, or k and l
/// from both with |k − l| < a.
pub fn can_move(a: &UBig, [x, y]: [&UBig; 2], [to_x, to_y]: [&UBig; 2]) -> bool {
    if to_x > x || to_y > y {
        return false;
    }
    let (k, l) = (x - to_x, y - to_y);
    match (k.is_zero(), l.is_zero()) {
        (true, true) => false,
        (true, false) | (false, true) => true,
        (false, false) => (if k > l { k - l } else { l - k }) < *a,
    }
}

//! What the three strategies have in common: the P-positions are pairs
//! (A₀,B₀), (A₁,B₁), … in which every number occurs exactly once, and all
//! winning moves lead to one of a few pairs that are known beforehand.

use crate::error::Result;
use crate::number::UBig;
use crate::numeration::Beatty;
use crate::{Analysis, Answer, Play, Position};

/// A P-position with its number: lower = A_n ≤ upper = B_n.
///
/// ```
/// use nimlab::games::wythoff::{algebraic::AlgebraicStrategy, pairs::Strategy};
/// let strategy = AlgebraicStrategy::new(2u8.into());
/// let pair = strategy.locate(&17u8.into())?;
/// assert_eq!((pair.n, pair.lower, pair.upper), (5u8.into(), 7u8.into(), 17u8.into()));
/// # Ok::<(), nimlab::Error>(())
/// ```
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
///
/// ```
/// use nimlab::games::wythoff::{algebraic::AlgebraicStrategy, pairs::Strategy};
/// let strategy = AlgebraicStrategy::new(2u8.into());
/// assert_eq!(strategy.locate(&7u8.into())?, strategy.pair(&5u8.into())?);
/// # Ok::<(), nimlab::Error>(())
/// ```
pub trait Strategy: Send + Sync {
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
/// these few pairs is checked by the rule itself.
///
/// ```
/// use nimlab::games::wythoff::{algebraic::AlgebraicStrategy, pairs::analyse};
/// let strategy = AlgebraicStrategy::new(2u8.into());
/// let moves = analyse(&strategy, &17u8.into(), &29u8.into())?.winning_moves.list;
/// assert_eq!(moves.iter().map(ToString::to_string).collect::<Vec<_>>(), ["7,17", "8,20"]);
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn analyse(strategy: &dyn Strategy, x: &UBig, y: &UBig) -> Result<Analysis> {
    let of_x = strategy.locate(x)?;
    if of_x.lower == *x && of_x.upper == *y {
        return Ok(Analysis::lost().because(Met(vec![of_x])));
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
    Ok(Analysis::by_moves(moves).because(Met(candidates)))
}

/// The pairs that an analysis has met: what an explanation speaks of.
pub(super) struct Met(Vec<Pair>);

impl Met {
    /// The pair with this number, if it was met, or as the strategy finds it.
    pub(super) fn pair_with(answer: &Answer, strategy: &dyn Strategy, number: &UBig) -> Result<Pair> {
        let has_it = |pair: &&Pair| pair.lower == *number || pair.upper == *number;
        match answer.reasons.get().and_then(|Met(pairs)| pairs.iter().find(has_it)) {
            Some(pair) => Ok(pair.clone()),
            None => strategy.locate(number),
        }
    }
}

/// How many pairs have B_n ≤ `most`; B_n grows with n.
///
/// In normal play B_n = ⌊nβ⌋ ≤ N exactly if n ≤ ⌊(N + 1)/β⌋, since β is irrational.
/// In misère play B_n is larger by 1 or 2, where β > 3, and for a = 1 by 1 or 0 and
/// only at the first two pairs, so that the number is less by one at most.
///
/// ```
/// use nimlab::games::wythoff::{algebraic::AlgebraicStrategy, pairs::count_up_to};
/// let strategy = AlgebraicStrategy::new(2u8.into());
/// // (0,0), (1,3), (2,6) and (4,10).
/// assert_eq!(count_up_to(&strategy, &10u8.into())?, 4u8.into());
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn count_up_to(strategy: &dyn Strategy, most: &UBig) -> Result<UBig> {
    let last = Beatty::new(strategy.a().clone()).over_beta(&(most + UBig::ONE));
    let past = strategy.pair(&last)?.upper > *most;
    Ok(if past { last } else { last + UBig::ONE })
}

/// The rule on integers of any size: any number from one pile, or k and l
/// from both with |k − l| < a.
///
/// ```
/// use nimlab::{games::wythoff::pairs::can_move, number::UBig};
/// let [one, three, five, seven] = [1u8, 3, 5, 7].map(UBig::from);
/// assert!(can_move(&one, [&five, &seven], [&three, &five]));
/// assert!(!can_move(&one, [&five, &seven], [&one, &five]));
/// ```
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

/// The numbers of all pairs whose difference is less than a away from the
/// given one, in either order of the piles.
///
/// In normal play differences are an: the pairs ⌊d/a⌋ and the next. In misère
/// play with a ≥ 2 they are an + 1, and for d + 1 < a also (B₀,A₀) is near;
/// with a = 1 the difference must be met exactly, and the first two pairs
/// have 1 and 0.
///
/// ```
/// use nimlab::{Play, games::wythoff::pairs::near, number::UBig};
/// // Wythoff's pair number n has the difference n.
/// assert_eq!(near(&UBig::ONE, Play::Normal, &UBig::from(7u8)), [UBig::from(7u8)]);
/// ```
pub fn near(a: &UBig, play: Play, difference: &UBig) -> Vec<UBig> {
    match play {
        Play::Normal => {
            let n = difference / a;
            let next = &n + UBig::ONE;
            if (difference % a).is_zero() { vec![n] } else { vec![n, next] }
        }
        Play::Misere if a.is_one() => match u8::try_from(difference) {
            Ok(first @ (0 | 1)) => vec![UBig::from(1 - first)],
            _ => vec![difference.clone()],
        },
        Play::Misere => {
            if difference.is_zero() {
                return vec![UBig::ZERO];
            }
            let n = (difference - UBig::ONE) / a;
            let next = &n + UBig::ONE;
            vec![UBig::ZERO, n, next]
        }
    }
}

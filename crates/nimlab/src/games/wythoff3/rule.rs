//! The three rules. A move from (a, b, c) to (a − x, b − y, c − z) needs
//! xyz(x − y)(y − z)(z − x) = 0: one pile stays, or two piles change alike.
//!
//! Piles are interchangeable, so that a position is written ascending. One
//! pile stays exactly if both positions share a number, and two change alike
//! exactly if they share a difference of two piles: any places can be brought
//! to match. Only positive Nim, where no pile may grow, has to look at places.

use crate::Each;
use crate::stream::Triple;
use std::ops::ControlFlow;

/// Which of the three games.
///
/// ```
/// use nimlab::games::wythoff3::rule::Variant;
/// assert_eq!(Variant::ALL.map(Variant::word), ["l1", "lex", "positive"]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Variant {
    /// L1-Nim: piles may grow, but the total must fall.
    L1,
    /// Wytlex(3): piles may grow, but the ascending vector must fall in
    /// lexicographic order.
    Lex,
    /// Positive Nim: no pile may grow.
    Positive,
}

impl Variant {
    /// Every game.
    pub const ALL: [Variant; 3] = [Variant::L1, Variant::Lex, Variant::Positive];

    /// The parameter by which the catalogue knows it.
    pub const fn word(self) -> &'static str {
        match self {
            Variant::L1 => "l1",
            Variant::Lex => "lex",
            Variant::Positive => "positive",
        }
    }

    /// Whether one move leads from an ascending position to another.
    ///
    /// ```
    /// use nimlab::games::wythoff3::rule::Variant;
    /// // The move (1, -1, -1) makes two piles larger: the total falls, and so does the order.
    /// assert!(Variant::L1.can_move(&[27, 50, 73], &[26, 50, 73]));
    /// assert!(Variant::L1.can_move(&[26, 51, 74], &[27, 50, 73]));
    /// assert!(!Variant::Lex.can_move(&[26, 51, 74], &[27, 50, 73]));
    /// ```
    pub fn can_move(self, from: &Triple, to: &Triple) -> bool {
        match self {
            Variant::L1 => total(to) < total(from) && alike(from, to),
            Variant::Lex => to < from && alike(from, to),
            Variant::Positive => {
                from != to && ORDERS.iter().any(|order| self.matches_places(from, &order.map(|i| to[i])))
            }
        }
    }

    /// Whether the piles as they lie, in any order, change as the rule says:
    /// one stays, or two change alike, and in positive Nim none grows. That the
    /// total or the order falls is not looked at.
    pub fn matches_places(self, from: &Triple, to: &Triple) -> bool {
        let [x, y, z] = [0, 1, 2].map(|i| i128::from(from[i]) - i128::from(to[i]));
        let falls = self != Variant::Positive || [x, y, z].iter().all(|&change| change >= 0);
        falls && (x == 0 || y == 0 || z == 0 || x == y || y == z || z == x)
    }

    /// Every position that can be reached. From most positions of Wytlex there
    /// are infinitely many, by ascending total.
    pub fn options(self, from: &Triple, each: &mut Each<'_>) -> ControlFlow<()> {
        match self {
            Variant::L1 => falling_total(from, each),
            Variant::Lex => falling_order(from, each),
            Variant::Positive => subtractions(from, each),
        }
    }
}

/// All orders of three things.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// The sum of the piles.
///
/// ```
/// assert_eq!(nimlab::games::wythoff3::rule::total(&[27, 50, 73]), 150);
/// ```
pub fn total(position: &Triple) -> u128 {
    position.iter().map(|&pile| u128::from(pile)).sum()
}

/// The differences of the piles of an ascending position.
///
/// ```
/// assert_eq!(nimlab::games::wythoff3::rule::differences(&[27, 50, 73]), [23, 23, 46]);
/// ```
pub fn differences([a, b, c]: &Triple) -> Triple {
    [b - a, c - b, c - a]
}

/// Whether two ascending positions share a number or a difference.
///
/// ```
/// use nimlab::games::wythoff3::rule::alike;
/// assert!(alike(&[26, 51, 74], &[27, 50, 73]));
/// assert!(!alike(&[1, 2, 3], &[4, 7, 10]));
/// ```
pub fn alike(one: &Triple, other: &Triple) -> bool {
    let share = |one: &Triple, other: &Triple| one.iter().any(|number| other.contains(number));
    share(one, other) || share(&differences(one), &differences(other))
}

fn sorted(mut position: Triple) -> Triple {
    position.sort_unstable();
    position
}

/// L1-Nim: a number is kept and the other two are anything, or a difference is
/// kept and the third is anything, as long as the total falls.
fn falling_total(from: &Triple, each: &mut Each<'_>) -> ControlFlow<()> {
    let total = total(from);
    let below = |used: u64| (total - 1).checked_sub(u128::from(used)).map(|most| most.min(u128::from(u64::MAX)) as u64);
    if total == 0 {
        return ControlFlow::Continue(());
    }
    for kept in from {
        let Some(most) = below(*kept) else { continue };
        for one in 0..=most {
            for other in one..=most - one {
                each(&sorted([*kept, one, other]))?;
            }
        }
    }
    for kept in differences(from) {
        for low in 0u64.. {
            let Some(most) = low.checked_mul(2).and_then(|twice| twice.checked_add(kept)).and_then(below) else {
                break;
            };
            for other in 0..=most {
                each(&sorted([low, low + kept, other]))?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Wytlex: everything that is lexicographically smaller and alike, by total.
/// Only from (0, 0, c) are there finitely many moves.
///
/// The smallest pile of what is smaller is at most `a`, so that beside a kept number
/// or difference only few numbers are possible for each total.
fn falling_order(from: &Triple, each: &mut Each<'_>) -> ControlFlow<()> {
    let &[a, b, c] = from;
    if b == 0 {
        return (0..c).try_for_each(|c| each(&[0, 0, c]));
    }
    let mut smaller = |to: Triple| {
        let to = sorted(to);
        if to < *from { each(&to) } else { ControlFlow::Continue(()) }
    };
    for total in from.iter().copied().chain(differences(from)).min().unwrap_or(0).. {
        for &number in from.iter().filter(|&&number| number <= total) {
            let most = if number > a { a } else { b };
            for one in 0..=most.min((total - number) / 2) {
                smaller([number, one, total - number - one])?;
            }
        }
        for difference in differences(from).into_iter().filter(|&difference| difference <= total) {
            // Either the low pile of the two is small, or the third.
            let rest = total - difference;
            let small = a.min(rest / 2);
            let third = (small + 1).max(rest.saturating_sub(a).div_ceil(2));
            for low in (0..=small).chain(third..=rest / 2) {
                smaller([low, low + difference, rest - 2 * low])?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Positive Nim: any numbers from two piles, or the same from two and any
/// number from the third.
fn subtractions(from: &Triple, each: &mut Each<'_>) -> ControlFlow<()> {
    for [i, j, k] in [[0, 1, 2], [1, 0, 2], [2, 0, 1]] {
        for y in 0..=from[j] {
            for z in 0..=from[k] {
                if (y, z) != (from[j], from[k]) {
                    each(&sorted([from[i], y, z]))?;
                }
            }
        }
        for taken in 1..=from[j].min(from[k]) {
            for x in 0..=from[i] {
                each(&sorted([x, from[j] - taken, from[k] - taken]))?;
            }
        }
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn box_of(size: u64) -> Vec<Triple> {
        let pairs = (0..size).flat_map(move |a| (a..size).map(move |b| (a, b)));
        pairs.flat_map(|(a, b)| (b..size).map(move |c| [a, b, c])).collect()
    }

    /// The rule as it is printed, over all orders of both positions.
    fn printed(variant: Variant, from: &Triple, to: &Triple) -> bool {
        ORDERS.iter().any(|order| {
            let to = order.map(|i| to[i]);
            let [x, y, z] = [0, 1, 2].map(|i| from[i] as i64 - to[i] as i64);
            let allowed = match variant {
                Variant::L1 => x + y + z > 0,
                Variant::Positive => x >= 0 && y >= 0 && z >= 0 && x + y + z > 0,
                Variant::Lex => sorted(to) < *from,
            };
            allowed && x * y * z * (x - y) * (y - z) * (z - x) == 0
        })
    }

    #[test]
    fn the_test_of_a_move_is_the_printed_rule() {
        let positions = box_of(7);
        for variant in Variant::ALL {
            for from in &positions {
                for to in &positions {
                    assert_eq!(variant.can_move(from, to), printed(variant, from, to), "{variant:?} {from:?} {to:?}");
                }
            }
        }
    }

    #[test]
    fn the_options_are_what_can_be_reached() {
        let positions = box_of(16);
        for variant in Variant::ALL {
            for from in box_of(6) {
                let mut listed = BTreeSet::new();
                let mut seen = 0;
                let _ = variant.options(&from, &mut |to| {
                    let to: Triple = to.try_into().expect("three piles");
                    assert!(variant.can_move(&from, &to), "{variant:?} {from:?} {to:?}");
                    listed.insert(to);
                    seen += 1;
                    // By total, Wytlex has left the small box long before.
                    if seen > 20_000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                });
                let reached: BTreeSet<Triple> =
                    positions.iter().copied().filter(|to| variant.can_move(&from, to)).collect();
                listed.retain(|to| to[2] < 16);
                assert_eq!(listed, reached, "{variant:?} {from:?}");
            }
        }
    }

    #[test]
    fn the_moves_of_wytlex_come_by_total_and_at_once() {
        for from in [[0, 1, 5], [3, 4, 5], [6, 6, 9], [1_000_000_000, 2_000_000_000, 3_000_000_000]] {
            let (mut last, mut seen) = (0, 0);
            let _ = Variant::Lex.options(&from, &mut |to| {
                let to: Triple = to.try_into().expect("three piles");
                assert!(Variant::Lex.can_move(&from, &to) && total(&to) >= last);
                last = total(&to);
                seen += 1;
                if seen > 1000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            assert_eq!(seen, 1001);
        }
    }

    #[test]
    fn the_moves_that_akiyama_compares_are_allowed_one_way_only() {
        let (one, other) = ([0, 10, 30], [0, 9, 40]);
        assert!(Variant::Lex.can_move(&one, &other) && !Variant::Lex.can_move(&other, &one));
        assert!(Variant::L1.can_move(&other, &one) && !Variant::L1.can_move(&one, &other));
        assert!(Variant::L1.can_move(&[23, 39, 58], &[20, 37, 53]));
        assert!(!Variant::Positive.can_move(&[23, 39, 58], &[20, 37, 53]));
    }
}

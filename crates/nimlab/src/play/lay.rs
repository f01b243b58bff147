//! Piles as they lie. A question is asked of a canonical position, in which piles that
//! may be exchanged are sorted; on the table they stay where they lie. What a move
//! leads to is laid onto the table so that as few piles as possible change: those that
//! stay are left alone, what a heap is split into lies side by side in its place, and
//! in games that split heaps an emptied heap is gone.

use super::difference::changed;
use super::empty;
use crate::number::UBig;
use crate::{Game, Position, RuleExt, Shape};
use std::collections::BTreeMap;

/// Up to this many piles are tried in every order.
const PERMUTED: usize = 6;

/// Whether a move that the rule allows is one with every pile in its place;
/// so it is taken where the game cannot tell.
pub fn matches_places(game: &dyn Game, from: &Position, to: &Position) -> bool {
    if from.numbers().len() == to.numbers().len() {
        return game.can_move_in_places(from, to).unwrap_or(true);
    }
    let Replaced { gone, .. } = Replaced::between(from.piles(), to.piles());
    gone.len() <= game.shape().component_width()
}

/// What lies between the piles that stay at both ends.
pub struct Replaced<'p> {
    /// The place of the first, from 0.
    pub at: usize,
    /// What lay there.
    pub gone: &'p [UBig],
    /// What lies there now.
    pub come: &'p [UBig],
}

impl<'p> Replaced<'p> {
    pub fn between(from: &'p [UBig], to: &'p [UBig]) -> Self {
        let shorter = from.len().min(to.len());
        let at = from.iter().zip(to).take_while(|(old, new)| old == new).count();
        let behind = from.iter().rev().zip(to.iter().rev()).take(shorter - at).take_while(|(old, new)| old == new);
        let behind = behind.count();
        Self { at, gone: &from[at..from.len() - behind], come: &to[at..to.len() - behind] }
    }
}

/// A canonical position to which a move leads, laid onto the table.
pub fn laid(game: &dyn Game, from: &Position, to: &Position) -> Position {
    let (from, to) = (empty::without(game, from.clone()), empty::without(game, to.clone()));
    if game.shape().component.is_none() && !game.shape().interchangeable {
        return to;
    }
    let least = with_least_change(game, &from, &to);
    if matches_places(game, &from, &least) {
        return least;
    }
    let mut others = orders(to.piles());
    others.sort_by_cached_key(|piles| (changed(from.piles(), piles), grown(from.piles(), piles)));
    let others = others.into_iter().map(|piles| with_tail_of(&to, piles));
    others.into_iter().find(|other| matches_places(game, &from, other)).unwrap_or(least)
}

/// The ways in which a position to which a move leads can lie on the table, the
/// one with the least change first. Of more than two piles only that one.
///
/// ```
/// use nimlab::{play::ways, prelude::*};
/// let nim = catalogue::game("nim")?;
/// // The piles 5 and 3 lie so; the move to 2,3 takes three stones from the first.
/// let lying = nim.read_in_places("5,3")?;
/// assert_eq!(ways(&*nim, &lying, &nim.read("2,3")?)[0].to_string(), "2,3");
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn ways(game: &dyn Game, from: &Position, to: &Position) -> Vec<Position> {
    let usual = laid(game, from, to);
    let Shape { interchangeable, splits_heaps, .. } = game.shape();
    let other = match usual.piles() {
        [x, y] if x != y && interchangeable && !splits_heaps => with_tail_of(&usual, vec![y.clone(), x.clone()]),
        _ => return vec![usual],
    };
    let also = game.can_move_in_places(from, &other) == Some(true);
    std::iter::once(usual).chain(also.then_some(other)).collect()
}

fn grown(from: &[UBig], to: &[UBig]) -> usize {
    from.iter().zip(to).filter(|(old, new)| new > old).count()
}

fn with_tail_of(position: &Position, mut piles: Vec<UBig>) -> Position {
    piles.extend_from_slice(&position.numbers()[position.piles().len()..]);
    position.with(piles)
}

/// What stays is left alone; of the others the smallest becomes the smallest.
fn with_least_change(game: &dyn Game, from: &Position, to: &Position) -> Position {
    let width = game.shape().component_width().max(1);
    let parts = |position: &Position| position.piles().chunks(width).map(<[UBig]>::to_vec).collect::<Vec<_>>();
    // Inside of a component the order may not count either.
    let own = |part: &Vec<UBig>| if width == 1 { part.clone() } else { game.position(part.clone()).numbers().to_vec() };
    let before = parts(from);
    let mut left: BTreeMap<Vec<UBig>, usize> = BTreeMap::new();
    parts(to).into_iter().for_each(|part| *left.entry(part).or_default() += 1);
    let mut table: Vec<Vec<Vec<UBig>>> = before.iter().map(|part| vec![part.clone()]).collect();
    let mut gone = Vec::new();
    // From the end on, so that of equal piles the first one changes.
    for (at, part) in before.iter().enumerate().rev() {
        match left.get_mut(&own(part)) {
            Some(count) if *count > 0 => *count -= 1,
            _ => gone.push(at),
        }
    }
    let mut come: Vec<Vec<UBig>> =
        left.into_iter().flat_map(|(part, count)| std::iter::repeat_n(part, count)).collect();
    match gone[..] {
        // What came is more than there was before.
        [] => table.push(come),
        [at] => table[at] = come,
        _ => {
            gone.sort_by_key(|&at| own(&before[at]));
            let last = gone.len() - 1;
            for (i, &at) in gone.iter().enumerate() {
                let many = if i == last { come.len() } else { 1.min(come.len()) };
                table[at] = come.drain(..many).collect();
            }
        }
    }
    with_tail_of(to, table.concat().concat())
}

/// A few piles in every order.
fn orders(piles: &[UBig]) -> Vec<Vec<UBig>> {
    if piles.len() > PERMUTED {
        return Vec::new();
    }
    piles.iter().fold(vec![Vec::new()], |lists: Vec<Vec<UBig>>, pile| {
        let with = |list: &Vec<UBig>, at: usize| [&list[..at], std::slice::from_ref(pile), &list[at..]].concat();
        lists.iter().flat_map(|list| (0..=list.len()).map(move |at| with(list, at))).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{catalogue, rules};

    fn lay(game: &dyn Game, from: &str, to: &str) -> String {
        laid(game, &game.read_in_places(from).unwrap(), &game.read(to).unwrap()).to_string()
    }

    #[test]
    fn piles_stay_where_they_lie() {
        let cases = [
            ("nim", "7,3,5", "0,3,5", "0,3,5"),
            ("nim", "7,3,5", "3,5,6", "6,3,5"),
            ("nim", "5,5", "2,5", "2,5"),
            ("wythoff", "6,4", "0,6", "6,0"),
            ("wythoff", "6,4", "1,3", "3,1"),
            // Taking 4 from the larger, not 2 and 2: that is (3, 1) as well.
            ("wythoff", "3,5", "1,3", "3,1"),
            ("moore:2", "9,1,5", "1,2,3", "3,1,2"),
            ("building:3", "2,0,1/3", "0,2,2/2", "2,0,2/2"),
            ("octal:0.77", "4,9,2", "2,3,4,4", "4,3,4,2"),
            ("octal:0.77", "4,1,2", "2,4", "4,2"),
            ("octal:0.77", "0,2,0", "1", "1"),
            ("grundy", "3,9,1", "1,2,3,7", "3,2,7,1"),
            ("fibonacci", "20/4", "17/6", "17/6"),
            ("wythoff3:positive", "9,1,5", "1,4,8", "8,1,4"),
        ];
        for (name, from, to, expected) in cases {
            assert_eq!(lay(&*catalogue::game(name).unwrap(), from, to), expected, "{name} {from} to {to}");
        }
    }

    #[test]
    fn two_piles_lie_in_every_way_that_is_a_move() {
        let cases = [
            ("nim", "5,5", "2,5", "2,5 5,2"),
            ("nim", "5,3", "2,3", "2,3"),
            ("wythoff", "3,5", "1,3", "3,1 1,3"),
            ("wythoff", "3,5", "2,3", "3,2"),
            ("wythoff:2", "5,3", "2,3", "2,3 3,2"),
            ("building:2", "1,1/2", "1,2/1", "2,1/1 1,2/1"),
            ("nim", "5,5,5", "2,5,5", "2,5,5"),
            ("octal:0.77", "5,5", "3,5", "3,5"),
        ];
        for (name, from, to, expected) in cases {
            let game = catalogue::game(name).unwrap();
            let found = ways(&*game, &game.read_in_places(from).unwrap(), &game.read(to).unwrap());
            let found: Vec<String> = found.iter().map(ToString::to_string).collect();
            assert_eq!(found.join(" "), expected, "{name} {from} to {to}");
        }
    }

    #[test]
    fn a_rule_is_followed_in_its_places() {
        // Only the same from both: (3, 5) becomes (1, 3) and not (3, 1).
        let both = rules::compile("state x, y symmetric  move k in 1..x -> (x - k, y - k)").unwrap();
        assert_eq!(lay(&both, "3,5", "1,3"), "1,3");
        assert_eq!(lay(&both, "5,3", "1,3"), "3,1");
        let pairs = rules::compile("state x, y  move k in 1..x -> (x - k, y) + (k - 1, 0)").unwrap();
        assert_eq!(lay(&pairs, "7,2,3,1", "0,0,3,1,6,2"), "0,0,6,2,3,1");
        let slashed = rules::compile("state x / y  move k in 1..x -> (x - k, y) + (k - 1, 0)").unwrap();
        assert_eq!(lay(&slashed, "7/2,3/1", "0/0,3/1,6/2"), "0/0,6/2,3/1");
    }
}

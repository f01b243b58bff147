//! A move in words: `take 2 from pile 1`, and the piles by which people name
//! them. Piles are numbered from 1 through all components of a sum.

use super::{Rules, State, difference};
use crate::game::Position;
use crate::number::{UBig, shown};
use crate::solve::SumMove;

/// What a move did, as far as it can be told from the two positions.
enum Told {
    /// So much from these piles (counted from 0 in their component).
    Taken(Vec<(usize, UBig)>),
    /// A pile made into others after taking some.
    Split { pile: usize, taken: UBig, parts: Vec<UBig> },
    /// One put on a stack.
    Placed(usize),
    /// Anything else.
    Moved,
}

impl Rules {
    /// The number of the first pile of a component, from 0.
    pub fn first_pile(&self, state: &State, component: usize) -> usize {
        state.iter().take(component).map(|position| position.piles().len()).sum()
    }

    /// All piles of a state, one component after another.
    pub(super) fn piles<'s>(&self, state: &'s State) -> Vec<(usize, usize, &'s UBig)> {
        let of = |(component, position): (usize, &'s Position)| {
            position.piles().iter().enumerate().map(move |(at, pile)| (component, at, pile))
        };
        state.iter().enumerate().flat_map(of).collect()
    }

    /// What the rules call their piles; nothing in a sum, where two games may
    /// use the same name, nor where a name would be read as another word.
    pub(super) fn names(&self, state: &State) -> Option<Vec<String>> {
        let ([game], [position]) = (&self.games[..], &state[..]) else { return None };
        let mut names = game.given_names(position.numbers().len())?;
        names.truncate(position.piles().len());
        (!names.iter().any(|name| matches!(&**name, "both" | "all" | "every"))).then_some(names)
    }

    /// What a pile is called, piles counted through all components from 0.
    pub(super) fn pile(&self, state: &State, at: usize) -> String {
        match self.names(state) {
            Some(names) => names[at].clone(),
            None => format!("pile {}", at + 1),
        }
    }

    /// A move in the third person: `takes 2 from pile 1`.
    pub fn described(&self, state: &State, made: &SumMove) -> String {
        self.sentence(state, made, "s")
    }

    /// A move in the second person, which is also how it can be typed.
    pub fn typed(&self, state: &State, made: &SumMove) -> String {
        match self.told(state, made) {
            Told::Moved if self.games.len() > 1 => format!("{}: {}", letter(made.component), made.to),
            Told::Moved => format!("to {}", made.to),
            _ => self.sentence(state, made, ""),
        }
    }

    fn sentence(&self, state: &State, made: &SumMove, s: &str) -> String {
        let first = self.first_pile(state, made.component);
        let piles = self.piles(state).len();
        let named = self.names(state).is_some();
        let pile = |at: usize| self.pile(state, first + at);
        match self.told(state, made) {
            Told::Taken(taken) => match &taken[..] {
                [(_, amount)] if piles == 1 => format!("take{s} {}", shown(amount)),
                [(at, amount)] => format!("take{s} {} from {}", shown(amount), pile(*at)),
                [(_, one), (_, other)] if one == other && piles == 2 && !named => {
                    format!("take{s} {} from both piles", shown(one))
                }
                several => {
                    let parts: Vec<String> =
                        several.iter().map(|(at, amount)| format!("{} from {}", shown(amount), pile(*at))).collect();
                    format!("take{s} {}", listed(&parts))
                }
            },
            Told::Split { pile: at, taken, parts } => {
                let parts: Vec<String> = parts.iter().map(shown).collect();
                let parts = parts.join(" and ");
                if taken.is_zero() {
                    format!("split{s} {} into {parts}", pile(at))
                } else {
                    format!("take{s} {} from {} leaving {parts}", shown(&taken), pile(at))
                }
            }
            Told::Placed(at) => format!("put{s} one on {}", pile(at)),
            Told::Moved => format!("move{s} to {}", made.to.shown()),
        }
    }

    fn told(&self, state: &State, made: &SumMove) -> Told {
        let (game, from) = (&self.games[made.component], &state[made.component]);
        let place = |pile: &UBig| from.piles().iter().position(|other| other == pile).unwrap_or(0);
        if !game.shape().interchangeable {
            return in_places(from, &made.to);
        }
        let (gone, mut come) = difference(from.piles(), made.to.piles());
        if gone.len() == 1 {
            // What is empty need not be told.
            come.retain(|pile| !pile.is_zero());
        }
        match (&gone[..], &come[..]) {
            ([old], []) => Told::Taken(vec![(place(old), old.clone())]),
            ([old], [new]) if new < old => Told::Taken(vec![(place(old), old - new)]),
            ([old], [new]) if *new == old + UBig::ONE => Told::Placed(place(old)),
            ([old], parts) if parts.len() > 1 => {
                let sum = parts.iter().fold(UBig::ZERO, |sum, part| sum + part);
                match sum <= *old {
                    true => Told::Split { pile: place(old), taken: old - sum, parts: parts.to_vec() },
                    false => Told::Moved,
                }
            }
            (gone, come) if gone.len() == come.len() && (2..=3).contains(&gone.len()) => several(from, gone, come),
            _ => Told::Moved,
        }
    }
}

/// Several piles lowered: of all ways to match them the one that takes equal
/// amounts, or else keeps the order.
fn several(from: &Position, gone: &[UBig], come: &[UBig]) -> Told {
    let lowered = |come: &[&UBig]| gone.iter().zip(come).all(|(old, new)| *new < old);
    let amounts = |come: &[&UBig]| -> Vec<UBig> { gone.iter().zip(come).map(|(old, &new)| old - new).collect() };
    let in_order: Vec<&UBig> = come.iter().collect();
    let reversed: Vec<&UBig> = come.iter().rev().collect();
    let alike = |come: &Vec<&UBig>| lowered(come) && amounts(come).windows(2).all(|pair| pair[0] == pair[1]);
    let matched =
        [&in_order, &reversed].into_iter().find(|come| alike(come)).or(lowered(&in_order).then_some(&in_order));
    let Some(matched) = matched else { return Told::Moved };
    // Equal piles are different piles.
    let mut used = vec![false; from.piles().len()];
    let mut places = Vec::new();
    for old in gone {
        let place = from.piles().iter().enumerate().position(|(at, pile)| pile == old && !used[at]).unwrap_or(0);
        used[place] = true;
        places.push(place);
    }
    Told::Taken(places.into_iter().zip(amounts(matched)).collect())
}

/// Piles whose order counts: those that became lower.
fn in_places(from: &Position, to: &Position) -> Told {
    let (from, to) = (from.piles(), to.piles());
    if from.len() != to.len() || from.iter().zip(to).any(|(old, new)| new > old) {
        return Told::Moved;
    }
    let taken: Vec<(usize, UBig)> = from
        .iter()
        .zip(to)
        .enumerate()
        .filter(|(_, (old, new))| old != new)
        .map(|(at, (old, new))| (at, old - new))
        .collect();
    if taken.is_empty() { Told::Moved } else { Told::Taken(taken) }
}

/// `x`, `x and y`, `x, y and z`.
pub(super) fn listed(names: &[String]) -> String {
    match names {
        [front @ .., last] if !front.is_empty() => format!("{} and {last}", front.join(", ")),
        _ => names.concat(),
    }
}

/// The letter of a component: A, B, C, …
pub fn letter(component: usize) -> char {
    u8::try_from(component).ok().filter(|&at| at < 26).map_or('?', |at| char::from(b'A' + at))
}

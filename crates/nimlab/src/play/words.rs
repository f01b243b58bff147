//! A move in words: `take 2 from pile 1`, and the piles by which people name
//! them. Piles are numbered from 1 through all components of a sum.

use super::lay::Replaced;
use super::{MatchState, Rules, empty};
use crate::Position;
use crate::number::{UBig, shown};
use crate::solve::SumMove;

/// What a move did, as far as the two positions show it.
enum Told {
    /// This much from these piles (counted from 0 in their component).
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
    pub fn first_pile(&self, state: &MatchState, component: usize) -> usize {
        state.iter().take(component).map(|position| position.piles().len()).sum()
    }

    /// All piles of a state, one component after another.
    pub(super) fn piles<'s>(&self, state: &'s MatchState) -> Vec<(usize, usize, &'s UBig)> {
        let of = |(component, position): (usize, &'s Position)| {
            position.piles().iter().enumerate().map(move |(at, pile)| (component, at, pile))
        };
        state.iter().enumerate().flat_map(of).collect()
    }

    /// What the rules call their piles; nothing in a sum, where two games may
    /// use the same name, nor where a name would be read as another word.
    pub(super) fn names(&self, state: &MatchState) -> Option<Vec<String>> {
        let ([game], [position]) = (&self.games[..], &state[..]) else { return None };
        let mut names = game.given_names(position.numbers().len())?;
        names.truncate(position.piles().len());
        (!names.iter().any(|name| matches!(&**name, "both" | "all" | "every"))).then_some(names)
    }

    /// What a pile is called, piles counted through all components from 0.
    pub(super) fn pile(&self, state: &MatchState, at: usize) -> String {
        match self.names(state) {
            Some(names) => names[at].clone(),
            None => format!("pile {}", at + 1),
        }
    }

    /// A move in the third person: `takes 2 from pile 1`.
    ///
    /// ```
    /// use nimlab::{play::Rules, prelude::*};
    /// let rules = Rules::new(vec![catalogue::game("nim")?], Play::Normal, Budget::default());
    /// let (state, made) = (rules.start("5,3")?, nimlab::solve::SumMove { component: 0, to: rules.games[0].read("2,5")? });
    /// assert_eq!(rules.described(&state, &made), "takes 1 from pile 2");
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn described(&self, state: &MatchState, made: &SumMove) -> String {
        self.sentence(state, made, "s")
    }

    /// A move in the second person, which is also how it can be typed.
    ///
    /// ```
    /// use nimlab::{play::Rules, prelude::*};
    /// let rules = Rules::new(vec![catalogue::game("nim")?], Play::Normal, Budget::default());
    /// let (state, made) = (rules.start("5,3")?, nimlab::solve::SumMove { component: 0, to: rules.games[0].read("2,5")? });
    /// assert_eq!(rules.typed(&state, &made), "take 1 from pile 2");
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn typed(&self, state: &MatchState, made: &SumMove) -> String {
        match self.told(state, made) {
            Told::Moved if self.games.len() > 1 => format!("{}: {}", letter(made.component), made.to),
            Told::Moved => format!("to {}", made.to),
            _ => self.sentence(state, made, ""),
        }
    }

    fn sentence(&self, state: &MatchState, made: &SumMove, s: &str) -> String {
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
                let parts = listed(&parts);
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

    fn told(&self, state: &MatchState, made: &SumMove) -> Told {
        let game = &*self.games[made.component];
        let all = state[made.component].piles();
        let from = empty::without(game, state[made.component].clone());
        let to = self.placed(state, made).to;
        // Where empty heaps are left out, those of the start are still drawn.
        let left_out = from.piles().len() < all.len();
        let drawn: Vec<usize> = (0..all.len()).filter(|&at| !left_out || !all[at].is_zero()).collect();
        match told(from.piles(), to.piles()) {
            Told::Taken(taken) => Told::Taken(taken.into_iter().map(|(at, amount)| (drawn[at], amount)).collect()),
            Told::Split { pile, taken, parts } => Told::Split { pile: drawn[pile], taken, parts },
            Told::Placed(at) => Told::Placed(drawn[at]),
            Told::Moved => Told::Moved,
        }
    }
}

/// What became of piles that lie on the table.
fn told(from: &[UBig], to: &[UBig]) -> Told {
    if from.len() == to.len() {
        return in_places(from, to);
    }
    let Replaced { at, gone, come } = Replaced::between(from, to);
    let ([old], sum) = (gone, come.iter().fold(UBig::ZERO, |sum, part| sum + part)) else { return Told::Moved };
    match sum <= *old {
        true if come.is_empty() => Told::Taken(vec![(at, old.clone())]),
        true => Told::Split { pile: at, taken: old - sum, parts: come.to_vec() },
        false => Told::Moved,
    }
}

/// Piles that became lower, or one that became higher by one.
fn in_places(from: &[UBig], to: &[UBig]) -> Told {
    let changes: Vec<usize> = (0..from.len()).filter(|&at| from[at] != to[at]).collect();
    match changes[..] {
        [] => Told::Moved,
        [at] if to[at] == &from[at] + UBig::ONE => Told::Placed(at),
        _ if changes.iter().any(|&at| to[at] > from[at]) => Told::Moved,
        _ => Told::Taken(changes.into_iter().map(|at| (at, &from[at] - &to[at])).collect()),
    }
}

/// `x`, `x and y`, `x, y and z`.
pub(super) fn listed(names: &[String]) -> String {
    match names {
        [front @ .., last] if !front.is_empty() => format!("{} and {last}", front.join(", ")),
        _ => names.concat(),
    }
}

/// The letter of a component: A, B, C, …
///
/// ```
/// assert_eq!(nimlab::play::letter(1), 'B');
/// ```
pub fn letter(component: usize) -> char {
    u8::try_from(component).ok().filter(|&at| at < 26).map_or('?', |at| char::from(b'A' + at))
}

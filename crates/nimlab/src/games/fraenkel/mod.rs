//! Fraenkel's heap game: take any number from one pile, or numbers whose nim-sum
//! is 0 from several (Fraenkel, Complexity, appeal and challenges of combinatorial
//! games, 2004; Sun and Zeilberger 2004). With two piles it is Wythoff's game.
//!
//! With three piles the P-positions are found [plane by plane](crate::solve::planes), by their
//! first pile. Fraenkel's conjectures are about one such plane: the differences of
//! the other two piles are 0, 1, 2, … from some place on, and these piles are those
//! of Wythoff's game but for a shift and at most 1. With more piles we know of no
//! faster way than plain search.

mod explain;
mod lists;

use crate::catalogue::{Build, Entry, Parameter, ParameterKind, Start};
use crate::error::{Error, Result};
use crate::explain::Explanation;
use crate::games::wythoff::Wythoff;
use crate::number::UBig;
use crate::prove::{AUTOMATON, FirstPiles, known_first_piles};
use crate::solve::planes::Planes;
use crate::{
    Analysis, Answer, Budget, Each, Game, List, ListQuery, Method, Play, Position, Question, Rule, RuleExt, Shape,
};
use std::ops::ControlFlow;

/// The place of Fraenkel's game in the catalogue.
pub const ENTRY: Entry = Entry {
    name: "fraenkel",
    title: "Fraenkel's heap game",
    position: "n piles: 3,10,19",
    rule: "Take any number from one pile, or numbers whose nim-sum is 0 from several of the n piles.",
    source: "Fraenkel 2004, Complexity, appeal and challenges of combinatorial games; Sun and Zeilberger 2004",
    example: ("fraenkel:3", "3,10,19"),
    start: Start::Piles(&[(1, 4), (3, 7), (5, 11), (1, 3), (1, 3), (1, 2)]),
    build: Build::With(Parameter {
        symbol: "n",
        meaning: "the number of piles; with two it is Wythoff's game",
        default: "3",
        optional: false,
        kind: ParameterKind::Number {
            least: 2,
            most: Some(MOST_PILES as u64),
            make: |piles| match usize::try_from(&piles).unwrap_or(MOST_PILES) {
                2 => Ok(Box::new(Wythoff::new(UBig::ONE)?)),
                piles => Ok(Box::new(Fraenkel { piles })),
            },
        },
    }),
};

/// The most piles.
const MOST_PILES: usize = 6;

/// Fraenkel's game with three piles or more.
///
/// ```
/// use nimlab::prelude::*;
/// // From (1, 2, 3) the numbers 1, 2 and 3 may be taken, for their nim-sum is 0.
/// let game = catalogue::game("fraenkel:3")?;
/// assert_eq!(game.solve(&game.read("1,2,3")?).run()?.outcome, Outcome::N);
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Fraenkel {
    piles: usize,
}

const PLANES: Method = Method::new("planes", "the P-positions plane by plane, by their first pile");

/// From this number on a list begins by the theorem.
const FAR: u64 = 100_000;

/// What the theorem about first piles says of a position.
fn by_theorem(position: &Position, budget: Budget) -> Result<Analysis> {
    let theorem = known_first_piles();
    let found = theorem.and_then(|theorem| theorem.analyse(position.numbers(), budget).transpose());
    found.unwrap_or_else(|| {
        let largest = theorem.map_or(0, FirstPiles::largest);
        Err(Error::undecided(format!("the theorem is about positions whose smallest pile is at most {largest}")))
    })
}

/// Whether a move may take these numbers.
fn may_be_taken(taken: &[UBig]) -> bool {
    match taken.iter().filter(|number| !number.is_zero()).count() {
        0 => false,
        1 => true,
        _ => taken.iter().fold(UBig::ZERO, |sum, number| sum ^ number).is_zero(),
    }
}

/// Whether a move leads from some piles to others, these being brought into any
/// order. `taken` holds what was taken from the first piles, `left` what is left
/// of the others.
fn leads(from: &[UBig], taken: &mut Vec<UBig>, left: &mut Vec<UBig>) -> bool {
    let Some(pile) = from.get(taken.len()) else { return may_be_taken(taken) };
    for place in 0..left.len() {
        if left[place] > *pile || left[..place].contains(&left[place]) {
            continue;
        }
        let other = left.remove(place);
        taken.push(pile - &other);
        let found = leads(from, taken, left);
        taken.pop();
        left.insert(place, other);
        if found {
            return true;
        }
    }
    false
}

/// Goes through all that a move may take from several piles: anything from the
/// first ones, and from the last one what makes the nim-sum 0.
fn from_several(piles: &[u64], taken: &mut Vec<u64>, sum: u64, each: &mut Each<'_>) -> ControlFlow<()> {
    let place = taken.len();
    let last = place + 1 == piles.len();
    let amounts = if last { sum..=sum.min(piles[place]) } else { 0..=piles[place] };
    for amount in amounts {
        taken.push(amount);
        let flow = match last {
            true if taken.iter().all(|&amount| amount == 0) => ControlFlow::Continue(()),
            true => each(taken),
            false => from_several(piles, taken, sum ^ amount, each),
        };
        taken.pop();
        flow?;
    }
    ControlFlow::Continue(())
}

impl Rule for Fraenkel {
    fn name(&self) -> String {
        format!("fraenkel:{}", self.piles)
    }

    fn shape(&self) -> Shape {
        Shape::piles(self.piles)
    }

    fn example(&self) -> String {
        let piles = ["3", "10", "19", "1", "2", "1"];
        piles[..self.piles].join(",")
    }

    fn options(&self, position: &[u64], each: &mut Each<'_>) -> ControlFlow<()> {
        let mut sorted = position.to_vec();
        let mut give = |taken: &mut dyn Iterator<Item = u64>| {
            sorted.clear();
            sorted.extend(position.iter().zip(taken).map(|(pile, taken)| pile - taken));
            sorted.sort_unstable();
            each(&sorted)
        };
        for (at, &pile) in position.iter().enumerate() {
            for amount in 1..=pile {
                give(&mut (0..position.len()).map(|place| if place == at { amount } else { 0 }))?;
            }
        }
        from_several(position, &mut Vec::new(), 0, &mut |taken| give(&mut taken.iter().copied()))
    }

    fn can_move(&self, from: &Position, to: &Position) -> Option<bool> {
        Some(leads(from.numbers(), &mut Vec::new(), &mut to.numbers().to_vec()))
    }

    fn can_move_in_places(&self, from: &Position, to: &Position) -> Option<bool> {
        let pairs = from.numbers().iter().zip(to.numbers());
        let taken: Option<Vec<UBig>> = pairs.map(|(from, to)| (from >= to).then(|| from - to)).collect();
        Some(taken.is_some_and(|taken| may_be_taken(&taken)))
    }
}

impl Game for Fraenkel {
    fn methods(&self, question: Question) -> Vec<Method> {
        match question {
            Question::Solve(Play::Normal) if self.piles == 3 => vec![AUTOMATON, PLANES],
            Question::List { play: Play::Normal, value: 0 } if self.piles == 3 => vec![PLANES],
            _ => Vec::new(),
        }
    }

    /// A position has about as many moves as there are choices in all piles but the
    /// largest.
    fn search_size(&self, position: &Position) -> UBig {
        let product = |piles: &[UBig]| piles.iter().fold(UBig::ONE, |size, pile| size * (pile + UBig::ONE));
        let piles = position.numbers();
        product(piles) * product(&piles[..piles.len().saturating_sub(1)]) / UBig::from(20u8)
    }

    fn positions_before(&self, position: &Position) -> UBig {
        match position.numbers() {
            [m, y, _] => (m + UBig::ONE) * y,
            _ => UBig::ZERO,
        }
    }

    /// The planes up to the smallest pile hold all that can be reached in them.
    fn analyse(&self, method: Method, position: &Position, _play: Play, budget: Budget) -> Result<Analysis> {
        if method == AUTOMATON {
            return by_theorem(position, budget);
        }
        let &[m, y, z] = &position.words()?[..] else { return Ok(Analysis::lost()) };
        let mut meter = budget.meter(format!("the P-positions of {} up to {}", self.name(), position.shown()));
        let mut planes = Planes::default();
        planes.advance(m, y, &mut meter)?;
        if planes.partner(m, y) == Some(z) {
            return Ok(Analysis::lost());
        }
        let mut moves: Vec<[u64; 3]> = planes.moves_below(m, y, z).map(|(j, y, z)| [j, y, z]).collect();
        moves.extend((0..m).filter(|&j| planes.partner(j, y) == Some(z)).map(|j| [j, y, z]));
        moves.extend(planes.partner(m, y).filter(|&to| to < z).map(|to| [m, y, to]));
        moves.extend(planes.partner(m, z).filter(|&to| to < y).map(|to| [m, to, z]));
        let beside = planes.on_diagonal(m, (z - y) as i64).filter(|&(to, _)| to < y as i64);
        moves.extend(beside.map(|(y, z)| [m, y as u64, z as u64]));
        Ok(Analysis::by_moves(moves.iter().map(|to| self.position_of_words(to)).collect()))
    }

    fn list<'g>(&'g self, method: Method, query: &ListQuery) -> Result<List<'g>> {
        match query.first_pile {
            Some(pile) if method == AUTOMATON => lists::by_theorem(pile, query),
            Some(pile) => lists::beside(pile, query),
            None => lists::all(self, query),
        }
    }

    /// Far from the first position with a first pile, the theorem goes there at once.
    fn list_method(&self, query: &ListQuery) -> Option<Method> {
        let pile = query.first_pile.filter(|_| self.piles == 3 && query.play == Play::Normal && query.value == 0)?;
        let known = known_first_piles()?.largest();
        (pile <= known && query.from > UBig::from(FAR)).then_some(AUTOMATON)
    }

    fn lists_by_first_pile(&self) -> bool {
        self.piles == 3
    }

    fn explain(&self, answer: &Answer) -> Explanation {
        explain::explain(answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prelude::*;
    use std::collections::BTreeSet;

    fn game(piles: usize) -> Fraenkel {
        Fraenkel { piles }
    }

    /// All ways to take from piles, by the rule as it is said.
    fn taken_by_rule(piles: &[u64]) -> Vec<Vec<u64>> {
        let all = piles.iter().fold(vec![Vec::new()], |list, &pile| {
            list.iter().flat_map(|front| (0..=pile).map(move |x| [&front[..], &[x]].concat())).collect::<Vec<_>>()
        });
        let allowed = |taken: &Vec<u64>| match taken.iter().filter(|&&x| x > 0).count() {
            0 => false,
            1 => true,
            _ => taken.iter().fold(0, |sum, x| sum ^ x) == 0,
        };
        all.into_iter().filter(allowed).collect()
    }

    #[test]
    fn options_are_those_of_the_rule() {
        for position in
            [vec![0, 0, 0], vec![1, 2, 3], vec![3, 5, 6], vec![2, 2, 7], vec![1, 2, 3, 3], vec![1, 1, 2, 3, 3]]
        {
            let game = game(position.len());
            let by_rule: BTreeSet<Vec<u64>> = taken_by_rule(&position)
                .into_iter()
                .map(|taken| {
                    let mut left: Vec<u64> = position.iter().zip(taken).map(|(pile, taken)| pile - taken).collect();
                    left.sort_unstable();
                    left
                })
                .collect();
            let options: BTreeSet<Vec<u64>> = game.option_list(&position).unwrap().into_iter().collect();
            assert_eq!(options, by_rule, "{position:?}");
            let from = game.position_of_words(&position);
            let everything = taken_by_rule(&vec![position[position.len() - 1]; position.len()]);
            for to in everything.iter().filter(|to| to.is_sorted()) {
                let can = game.can_move(&from, &game.position_of_words(to));
                assert_eq!(can, Some(by_rule.contains(to)), "{position:?} to {to:?}");
            }
        }
    }

    #[test]
    fn two_piles_are_wythoffs_game() {
        let wythoff = catalogue::game("fraenkel:2").unwrap();
        assert_eq!(wythoff.name(), "wythoff");
        let two = game(2);
        for x in 0..12 {
            for y in x..12 {
                let own: BTreeSet<Vec<u64>> = two.option_list(&[x, y]).unwrap().into_iter().collect();
                let wythoffs: BTreeSet<Vec<u64>> = wythoff.option_list(&[x, y]).unwrap().into_iter().collect();
                assert_eq!(own, wythoffs);
            }
        }
        assert!(catalogue::game("fraenkel:7").is_err() && catalogue::game("fraenkel:1").is_err());
    }

    /// Sun and Zeilberger's game at a size that no search reaches.
    #[test]
    fn a_large_position_is_answered_through_its_plane() -> Result<()> {
        let game = catalogue::game("fraenkel:3")?;
        let answer = game.solve(&game.read("40,10000,17000")?).run()?;
        assert_eq!((answer.method.name(), answer.outcome), ("planes", Outcome::N));
        for to in &answer.winning_moves.list {
            assert_eq!(game.can_move(&answer.position, to), Some(true));
            assert_eq!(game.solve(to).run()?.outcome, Outcome::P);
        }
        Ok(())
    }
}

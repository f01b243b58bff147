//! Wythoff's game with parameter a: take any number from one pile, or k from
//! one and l from the other with |k − l| < a (Wythoff 1907 for a = 1; Fraenkel
//! 1982; Thesis-W; Thesis-A section 1.5).
//!
//! The P-positions are pairs (A_n, B_n). Three strategies find them, each in a
//! file of its own: [`recursive`], [`algebraic`] and [`arithmetic`]. Misère
//! play is in [`misere`].

pub mod algebraic;
pub mod arithmetic;
mod explain;
pub mod misere;
pub mod pairs;
pub mod recursive;
mod table;

pub use table::{PairStream, PairTable};

use crate::catalogue::{Build, Entry, Parameter, ParameterKind, Start};
use crate::error::{Error, Result};
use crate::explain::Explanation;
use crate::number::{self, UBig};
use crate::prove::{self, AUTOMATON, Theorem};
use crate::solve::board::ValuePositions;
use crate::{
    Analysis, Answer, Budget, Each, Game, Hint, KnownValue, KnownValues, List, ListOrder, ListQuery, Method, Moves,
    PairMoves, Play, Position, Question, Rows, Rule, Shape, Term, TwoPiles,
};
use pairs::Strategy;
use std::ops::ControlFlow;

/// Wythoff's place in the catalogue.
pub const ENTRY: Entry = Entry {
    name: "wythoff",
    title: "Wythoff's game",
    position: "two piles: 17,29",
    rule: "Take any number from one pile, or k from one and l from the other with |k − l| < a.",
    source: "Wythoff 1907; Fraenkel 1982; Thesis-W sections 3 to 5; Thesis-A section 1.5",
    example: ("wythoff:2", "17,29"),
    start: Start::Piles(&[(4, 14), (6, 17)]),
    build: Build::With(Parameter {
        symbol: "a",
        meaning: "what is taken from the two piles differs by less than a",
        default: "1",
        optional: true,
        kind: ParameterKind::Number { least: 1, most: None, make: |a| Ok(Box::new(Wythoff::new(a)?)) },
    }),
};

/// Wythoff's game with one parameter.
///
/// ```
/// use nimlab::{games::wythoff::Wythoff, prelude::*};
/// let game = Wythoff::new(2u8.into())?;
/// assert_eq!(game.solve(&game.read("7,17")?).run()?.outcome, Outcome::P);
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Wythoff {
    a: UBig,
}

impl Wythoff {
    /// The game for a ≥ 1.
    ///
    /// ```
    /// use nimlab::{Rule, games::wythoff::Wythoff};
    /// assert_eq!(Wythoff::new(3u8.into())?.name(), "wythoff:3");
    /// assert!(Wythoff::new(0u8.into()).is_err());
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn new(a: UBig) -> Result<Self> {
        if a.is_zero() { Err(ENTRY.refused("0")) } else { Ok(Self { a }) }
    }

    /// The parameter as a machine word; a larger one acts the same on piles
    /// that fit into words.
    fn a_word(&self) -> u64 {
        u64::try_from(&self.a).unwrap_or(u64::MAX).min(1 << 63)
    }

    /// The parameter as a machine word for lists, whose numbers contain it.
    fn a_for_lists(&self, most: u64, method: &'static str) -> Result<u64> {
        u64::try_from(&self.a).ok().filter(|&a| a <= most).ok_or_else(|| Error::TooLarge {
            what: format!("the parameter of wythoff for {method}"),
            given: number::shown(&self.a),
            limit: most.to_string(),
            hint: Hint::new("P-positions with any parameter", [Term::method(ALGEBRAIC)]),
        })
    }

    /// The strategy that a method stands for.
    fn strategy(&self, method: Method, play: Play, largest: &UBig, budget: Budget) -> Result<Box<dyn Strategy>> {
        Ok(match (method, play) {
            (RECURSIVE, play) => Box::new(recursive::MexPairs::up_to(&self.a, play, largest, budget)?),
            (ARITHMETIC, Play::Normal) => Box::new(arithmetic::ArithmeticStrategy::new(self.a.clone())),
            (_, Play::Normal) => Box::new(algebraic::AlgebraicStrategy::new(self.a.clone())),
            (_, Play::Misere) => Box::new(misere::Misere::new(self.a.clone())),
        })
    }

    /// The theorem proved by machine that answers a question.
    fn theorem(&self, question: Question) -> Option<&'static Theorem> {
        prove::answering(&self.name(), question)
    }

    /// The pairs in machine words, if all that are asked for fit.
    fn in_words<'g>(&self, method: Method, query: &ListQuery) -> Option<List<'g>> {
        let a = u64::try_from(&self.a).ok()?;
        let end = u64::try_from(query.end()).ok()?;
        let from = u64::try_from(&query.from).ok()?;
        match (method, query.play) {
            _ if end > PairTable::new(a).rows() => None,
            (ALGEBRAIC, Play::Normal) => Some(List::of_rows(2, PairStream::from(a, from), query)),
            (ARITHMETIC, Play::Normal) => Some(List::of_rows(2, arithmetic::PairsByDigits::from(a, from), query)),
            _ => None,
        }
    }
}

const ALGEBRAIC: Method = Method::new("algebraic", "exact Beatty floors ⌊nα⌋ by integer square roots, any size");
const ARITHMETIC: Method = Method::new("arithmetic", "representations in the p- and q-systems, any size");
const RECURSIVE: Method = Method::new("recursive", "the positions one after another by mex");

impl Rule for Wythoff {
    fn name(&self) -> String {
        if self.a.is_one() { "wythoff".into() } else { format!("wythoff:{}", self.a) }
    }

    fn shape(&self) -> Shape {
        Shape::piles(2)
    }

    fn example(&self) -> String {
        "17,29".into()
    }

    fn options(&self, position: &[u64], each: &mut Each<'_>) -> ControlFlow<()> {
        let &[x, y] = position else { return ControlFlow::Continue(()) };
        let a = self.a_word();
        for k in 0..=x {
            let (least, most) = match k {
                0 => (1, y),
                // From both piles: |k − l| < a; or l = 0.
                _ => ((k + 1).saturating_sub(a).max(1), (k.saturating_add(a - 1)).min(y)),
            };
            let only_first = (k > 0).then_some(0);
            for l in only_first.into_iter().chain(least..=most) {
                let (to_x, to_y) = (x - k, y - l);
                each(&[to_x.min(to_y), to_x.max(to_y)])?;
            }
        }
        ControlFlow::Continue(())
    }

    fn can_move(&self, from: &Position, to: &Position) -> Option<bool> {
        let ([x, y], [to_x, to_y]) = (from.numbers(), to.numbers()) else { return Some(false) };
        let allowed = |to| pairs::can_move(&self.a, [x, y], to);
        Some(allowed([to_x, to_y]) || allowed([to_y, to_x]))
    }

    fn can_move_in_places(&self, from: &Position, to: &Position) -> Option<bool> {
        let ([x, y], [to_x, to_y]) = (from.numbers(), to.numbers()) else { return Some(false) };
        Some(pairs::can_move(&self.a, [x, y], [to_x, to_y]))
    }
}

impl Game for Wythoff {
    fn list_order(&self) -> ListOrder {
        ListOrder::Smallest
    }

    fn methods(&self, question: Question) -> Vec<Method> {
        let mut methods = match question {
            Question::Solve(Play::Normal) | Question::List { play: Play::Normal, value: 0 } => {
                vec![ALGEBRAIC, ARITHMETIC, RECURSIVE]
            }
            Question::Solve(Play::Misere) | Question::List { play: Play::Misere, .. } => {
                vec![ALGEBRAIC, RECURSIVE]
            }
            Question::List { .. } => vec![RECURSIVE],
        };
        if self.theorem(question).is_some() {
            methods.push(AUTOMATON);
        }
        methods
    }

    /// Far from the first position of a value, the theorem goes there at once.
    fn list_method(&self, query: &ListQuery) -> Option<Method> {
        let far = query.value > 0 && query.from > UBig::from(FAR);
        (far && self.theorem(query.question()).is_some()).then_some(AUTOMATON)
    }

    fn analyse(&self, method: Method, position: &Position, play: Play, budget: Budget) -> Result<Analysis> {
        let [x, y] = position.numbers() else { return Ok(Analysis::lost()) };
        if y.is_zero() && play == Play::Misere {
            return Ok(Analysis::won(Moves::all(Vec::new())));
        }
        if let (AUTOMATON, Some(theorem)) = (method, self.theorem(Question::Solve(play))) {
            return theorem.analyse(position, budget);
        }
        pairs::analyse(&*self.strategy(method, play, y, budget)?, x, y)
    }

    fn count(&self, method: Method, query: &ListQuery, most: &UBig) -> Option<Result<UBig>> {
        if method != ALGEBRAIC || query.value > 0 {
            return None;
        }
        let strategy = self.strategy(method, query.play, most, query.budget);
        Some(strategy.and_then(|strategy| pairs::count_up_to(&*strategy, most)))
    }

    fn list<'g>(&'g self, method: Method, query: &ListQuery) -> Result<List<'g>> {
        if let (AUTOMATON, Some(theorem)) = (method, self.theorem(query.question())) {
            return theorem.list(query, self.list_order());
        }
        match (method, query.value) {
            (RECURSIVE, 0) => {
                let a = self.a_for_lists(u64::MAX, "the recursive list of P-positions")?;
                skip_rows(recursive::Within::new(a, query.play, query.budget), query)
            }
            (_, 0) => match self.in_words(method, query) {
                Some(words) => Ok(words),
                None => Ok(numbered(self.strategy(method, query.play, &UBig::ZERO, query.budget)?, query)),
            },
            (_, value) => {
                let a = self.a_for_lists(MOST_PARAMETER, "a list of the positions of a value")?;
                skip_rows(ValuePositions::new(PairMoves::Band { width: a }, value, query.budget)?, query)
            }
        }
    }

    fn explain(&self, answer: &Answer) -> Explanation {
        let strategy = self.strategy(ALGEBRAIC, answer.play, &UBig::ZERO, Budget::default());
        let mut why = strategy.and_then(|strategy| explain::explain(&*strategy, answer)).unwrap_or_default();
        if let Some(theorem) = self.theorem(Question::Solve(Play::Normal)) {
            theorem.explain_value(answer, &mut why);
        }
        why
    }

    fn known_values(&self) -> Option<&dyn KnownValues> {
        Some(self)
    }

    fn two_piles(&self) -> Option<&dyn TwoPiles> {
        Some(self)
    }
}

impl KnownValues for Wythoff {
    /// The small values, by theorems that were proved by machine.
    fn grundy(&self, position: &Position, budget: Budget) -> Option<UBig> {
        prove::values_of(&self.name())?.grundy(position, budget)
    }

    fn what_is_known(&self, position: &Position, budget: Budget) -> KnownValue {
        prove::values_of(&self.name()).map_or(KnownValue::Nothing, |known| known.what_is_known(position, budget))
    }

    fn moves_to_value(&self, position: &Position, value: &UBig, budget: Budget) -> Option<Moves> {
        prove::values_of(&self.name())?.moves_to_value(position, value, budget)
    }

    fn nim_heaps(&self, position: &Position) -> Option<Vec<UBig>> {
        nim_heaps_beside_nothing(position)
    }
}

impl TwoPiles for Wythoff {
    fn moves(&self) -> Option<PairMoves> {
        Some(PairMoves::Band { width: self.a_word() })
    }
}

/// From this number on a list of a value begins by the theorem: the positions
/// before it take a millisecond.
const FAR: u64 = 10_000;

/// The largest parameter for which the positions of a value are listed: a row
/// costs up to a² steps.
const MOST_PARAMETER: u64 = 10_000;

/// The pairs of a strategy that knows each by its number.
pub(crate) fn numbered<'g>(strategy: Box<dyn Strategy>, query: &ListQuery) -> List<'g> {
    let mut n = query.from.clone();
    let pairs = std::iter::from_fn(move || {
        let pair = strategy.pair(&n);
        n += UBig::ONE;
        Some(pair.map(|pair| pair.position()))
    });
    List::of_positions(pairs, query)
}

/// With one pile empty, any number may be taken from the other: a Nim heap.
pub(crate) fn nim_heaps_beside_nothing(position: &Position) -> Option<Vec<UBig>> {
    let piles = position.numbers();
    piles.first().is_some_and(UBig::is_zero).then(|| piles.to_vec())
}

/// A stream that must be run from its beginning, less its first rows.
pub(crate) fn skip_rows<'g>(mut rows: impl Rows + 'g, query: &ListQuery) -> Result<List<'g>> {
    let most = UBig::from(recursive::LARGEST);
    if query.end() > most {
        let hint = match query.value {
            0 => Hint::new("the algebraic method starts at any number", [Term::method(ALGEBRAIC)]),
            _ => Hint::from("P-positions start at any number, and so do values of which a theorem is kept".to_owned()),
        };
        return Err(Error::TooLarge {
            what: "a number for the recursive method (it computes all positions before it)".into(),
            given: number::shown(&query.end()),
            limit: most.to_string(),
            hint,
        });
    }
    let mut left = u64::try_from(&query.from).unwrap_or(0);
    let mut block = Vec::new();
    while left > 0 {
        let now = left.min(4096);
        rows.fill(now as usize, &mut block)?;
        left -= now;
    }
    Ok(List::of_rows(2, rows, query))
}

//! Wythoff's game with three piles (Akiyama; Klein and Fraenkel; Thesis-A
//! chapter 3): L1-Nim, Wytlex(3) and positive Nim.
//!
//! In all three a position (a, b, c) is a set of three piles, written
//! ascending. For Wytlex that is our reading of the paper: the lexicographic
//! order is that of the ascending vectors. Its P-positions are those that
//! Akiyama's mex algorithm lists: each number and each difference occurs in one
//! v(k) only, so that none reaches another; and if (a, b, c) is none of them,
//! let a occur in v(k). Unless v(k) itself is smaller, a = v₁(k), and then b or
//! c is below what the mex allowed, so that an earlier v(j) shares b, c or a
//! difference. His theorem 1 claims the same for L1-Nim, and is wrong from
//! number 14 on: see [`by_total`].

pub mod by_total;
mod lists;
mod mex;
pub mod places;
pub mod rule;

use crate::catalogue::{Build, Entry, Parameter, ParameterChoice, ParameterKind, Start};
use crate::error::{Error, Result};
use crate::explain::{Explanation, Fragment, number, position, source, text};
use crate::number::{UBig, shown};
use crate::stream::Triple;
use crate::stream::mex::{MexRule, Positions};
use crate::{
    Analysis, Answer, Budget, Each, Game, Hint, Limit, List, ListOrder, ListQuery, Method, Outcome, Play, Position,
    Question, Rule, Shape, Term,
};
use by_total::ByTotal;
use lists::{GreedyLex, Indexed, ListRows, Streamed, TripleList};
use rule::{Variant, differences, total};
use std::ops::ControlFlow;

/// The place of the three games in the catalogue.
pub const ENTRY: Entry = Entry {
    name: "wythoff3",
    title: "Wythoff with three piles",
    position: "three piles: 23,42,61",
    rule: "Change three piles so that one stays as it is or two change by the same amount.",
    source: "Akiyama, 3 dimensional Wythoff Nim; Klein and Fraenkel; Thesis-A chapter 3",
    example: ("wythoff3:l1", "23,39,58"),
    start: Start::Piles(&[(2, 8), (5, 13), (8, 18)]),
    build: Build::With(Parameter {
        symbol: "RULE",
        meaning: "how the piles may change",
        default: "l1",
        optional: false,
        kind: ParameterKind::Choice(&[
            ParameterChoice {
                word: Variant::L1.word(),
                title: "L1-Nim",
                meaning: "piles may grow, but the total falls",
                make: || Box::new(Wythoff3::new(Variant::L1)),
            },
            ParameterChoice {
                word: Variant::Lex.word(),
                title: "Wytlex(3)",
                meaning: "piles may grow, but the ascending piles fall in lexicographic order",
                make: || Box::new(Wythoff3::new(Variant::Lex)),
            },
            ParameterChoice {
                word: Variant::Positive.word(),
                title: "Positive Nim",
                meaning: "no pile grows",
                make: || Box::new(Wythoff3::new(Variant::Positive)),
            },
        ]),
    }),
};

/// One of the three games.
///
/// ```
/// use nimlab::{games::wythoff3::{Wythoff3, rule::Variant}, prelude::*};
/// let game = Wythoff3::new(Variant::L1);
/// assert_eq!(game.solve(&game.read("27,50,73")?).run()?.outcome, Outcome::P);
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wythoff3 {
    variant: Variant,
}

impl Wythoff3 {
    /// The game.
    pub fn new(variant: Variant) -> Self {
        Self { variant }
    }

    /// The P-positions by one of the game's methods.
    fn triples(&self, method: Method) -> TripleList {
        match (method, self.variant) {
            (TABLE, Variant::L1) => Box::new(ByTotal::default().map(Ok)),
            (_, Variant::L1) => Box::new(Positions::new(MexRule::L1).map(Ok)),
            (TABLE, Variant::Lex) => Box::new(GreedyLex::default().map(Ok)),
            (TABLE, _) => Box::new(Indexed::new().map(Ok)),
            (_, Variant::Positive) => Box::new(Streamed::new()),
            (MEX, _) => Box::new(mex::First::default().map(Ok)),
            (LACUNAE, _) => Box::new(mex::Simplified::default().map(Ok)),
            (AKIYAMA_ONE, _) => Box::new(mex::AkiyamaOne::default().map(Ok)),
            (AKIYAMA_TWO, _) => Box::new(mex::AkiyamaTwo::default().map(Ok)),
            _ => Box::new(Positions::new(MexRule::Wytlex).map(Ok)),
        }
    }

    /// The most P-positions that a method goes through.
    fn most(&self, method: Method) -> u64 {
        match (method, self.variant) {
            (TABLE, Variant::L1) => 100_000_000,
            (TABLE, Variant::Lex) => 3_000,
            (TABLE, _) => 50_000_000,
            (STREAM, Variant::Positive) => 2_000_000_000,
            (STREAM, _) => 4_000_000_000,
            _ => 10_000_000,
        }
    }

    /// Whether the list has passed every P-position that could be reached.
    fn passed(&self, from: &Triple, listed: &Triple) -> bool {
        match self.variant {
            Variant::L1 => total(listed) > total(from),
            Variant::Lex | Variant::Positive => listed[0] > from[0],
        }
    }

    /// Roughly the number at which the list passes a position.
    fn passed_at(&self, from: &Triple) -> u64 {
        match self.variant {
            Variant::L1 => u64::try_from(total(from) / 10).unwrap_or(u64::MAX),
            Variant::Lex | Variant::Positive => from[0] / 2,
        }
    }

    fn check_size(&self, method: Method, position: &Position) -> Result<Triple> {
        let too_large = || Error::TooLarge {
            what: format!("a position for the method '{method}' (it goes through the P-positions before it)"),
            given: position.shown(),
            limit: format!("{} P-positions", self.most(method)),
            hint: Hint::new(
                "no method without going through them is known; an example that works",
                [Term::Position("23,39,58".into())],
            ),
        };
        let words = position.words().map_err(|_| too_large())?;
        let from: Triple = words.try_into().map_err(|_| too_large())?;
        if self.passed_at(&from) > self.most(method) { Err(too_large()) } else { Ok(from) }
    }
}

const STREAM: Method = Method::new("stream", "the P-positions one after another, fast and in little memory");
const MEX: Method = Method::new("mex", "Akiyama's first algorithm");
const LACUNAE: Method = Method::new("lacunae", "Akiyama's simplified algorithm, with the sets W and Z");
const AKIYAMA_ONE: Method = Method::new("akiyama-1", "Thesis-A's algorithm Akiyama I");
const AKIYAMA_TWO: Method = Method::new("akiyama-2", "Thesis-A's algorithm Akiyama II");
const TABLE: Method = Method::new("table", "from the rule alone: what each P-position forbids");

impl Rule for Wythoff3 {
    fn name(&self) -> String {
        format!("wythoff3:{}", self.variant.word())
    }

    fn shape(&self) -> Shape {
        Shape::piles(3)
    }

    fn example(&self) -> String {
        "23,39,58".into()
    }

    fn options(&self, position: &[u64], each: &mut Each<'_>) -> ControlFlow<()> {
        match position.try_into() {
            Ok(position) => self.variant.options(position, each),
            Err(_) => ControlFlow::Continue(()),
        }
    }

    fn can_move(&self, from: &Position, to: &Position) -> Option<bool> {
        let triple = |position: &Position| Triple::try_from(position.words().ok()?).ok();
        Some(self.variant.can_move(&triple(from)?, &triple(to)?))
    }

    fn can_move_in_places(&self, from: &Position, to: &Position) -> Option<bool> {
        let triple = |position: &Position| Triple::try_from(position.words().ok()?).ok();
        Some(self.variant.matches_places(&triple(from)?, &triple(to)?))
    }
}

impl Game for Wythoff3 {
    fn reference(&self) -> Method {
        if self.variant == Variant::Lex { TABLE } else { Method::SEARCH }
    }

    fn search_size(&self, position: &Position) -> UBig {
        let [a, b, c] = position.numbers() else { return UBig::ZERO };
        let one = UBig::ONE;
        let (positions, moves) = match self.variant {
            Variant::Positive => ((a + &one) * (b + &one) * (c + &one) / UBig::from(4u8), (a + b) * (b + c)),
            Variant::L1 | Variant::Lex => {
                let total = a + b + c + one;
                (total.clone().pow(3) / UBig::from(36u8), total.pow(2))
            }
        };
        positions * moves / UBig::from(20u8)
    }

    fn positions_before(&self, position: &Position) -> UBig {
        let words = position.words().ok().and_then(|words| Triple::try_from(words).ok());
        UBig::from(words.map_or(u64::MAX, |from| self.passed_at(&from)))
    }

    fn list_order(&self) -> ListOrder {
        if self.variant == Variant::L1 { ListOrder::Total } else { ListOrder::Smallest }
    }

    fn methods(&self, question: Question) -> Vec<Method> {
        match (question, self.variant) {
            (Question::Solve(Play::Misere) | Question::List { play: Play::Misere, .. }, _) => Vec::new(),
            (Question::List { value: 1.., .. }, _) => Vec::new(),
            (_, Variant::L1 | Variant::Positive) => vec![STREAM, TABLE],
            (_, Variant::Lex) => vec![STREAM, MEX, LACUNAE, AKIYAMA_ONE, AKIYAMA_TWO, TABLE],
        }
    }

    /// Goes through the P-positions and keeps those that can be reached: each
    /// shares a pile or a difference with the position.
    fn analyse(&self, method: Method, position: &Position, play: Play, budget: Budget) -> Result<Analysis> {
        if play == Play::Misere {
            return Err(self.no_misere());
        }
        let from = self.check_size(method, position)?;
        let mut moves = Vec::new();
        let mut clock = budget.clock();
        for listed in self.triples(method) {
            let listed = listed?;
            if let Some(limit) = clock.after(1) {
                return Err(self.too_long(position, limit, &listed));
            }
            if listed == from {
                return Ok(Analysis::lost());
            }
            if self.passed(&from, &listed) {
                break;
            }
            if self.variant.can_move(&from, &listed) {
                moves.push(Position::new(listed.map(UBig::from).to_vec(), false));
            }
        }
        Ok(Analysis::by_moves(moves))
    }

    fn list<'g>(&'g self, method: Method, query: &ListQuery) -> Result<List<'g>> {
        if query.play == Play::Misere || query.value > 0 {
            return Err(self.no_misere());
        }
        let most = self.most(method);
        if query.end() > UBig::from(most) {
            return Err(Error::TooLarge {
                what: format!("a number for the method '{method}' (it goes through all positions before it)"),
                given: shown(&query.end()),
                limit: most.to_string(),
                hint: Hint::new(
                    "a run goes further and keeps what it has done",
                    [Term::RUN, Term::game(self.name()), Term::steps("1e9"), Term::dir(self.variant.word())],
                ),
            });
        }
        let mut list = self.triples(method);
        let mut clock = query.budget.clock();
        for number in 0..u64::try_from(&query.from).unwrap_or(0) {
            if let Some(limit) = clock.after(1) {
                return Err(Error::OverBudget {
                    what: format!("the list of {} from number {} on", self.name(), query.from),
                    limit,
                    reached: format!("number {number}"),
                    hint: Hint::NONE,
                });
            }
            if let Some(Err(error)) = list.next() {
                return Err(error);
            }
        }
        Ok(List::of_rows(3, ListRows { list }, query))
    }

    fn explain(&self, answer: &Answer) -> Explanation {
        let mut why = Explanation::new();
        if answer.play == Play::Misere {
            why.say([text("No theorem is known for misère play; the answer comes from a search of all positions that can be reached.")]);
            return why;
        }
        why.say(match self.variant {
            Variant::Positive => vec![
                text("No formula is known for the P-positions of positive Nim; they were listed in lexicographic order, each being the first that reaches none before it."),
            ],
            Variant::L1 => vec![
                text("The P-positions of L1-Nim were listed by their total: each is one that shares no number and no difference of piles with those of smaller total. ("),
                source("Theorem 1 of Akiyama"),
                text(" gives another list, which is wrong from number 14 on.)"),
            ],
            Variant::Lex => vec![
                source("Akiyama's algorithm"),
                text(": the P-positions are listed by mex; each number and each difference of piles occurs in one of them only."),
            ],
        });
        if answer.outcome == Outcome::P {
            why.say([position(&answer.position), text(" is one of them.")]);
        }
        for to in &answer.winning_moves.list {
            why.say(reason(&answer.position, to));
        }
        why
    }
}

impl Wythoff3 {
    fn too_long(&self, position: &Position, limit: Limit, listed: &Triple) -> Error {
        Error::OverBudget {
            what: format!("the list of P-positions before {} {}", self.name(), position.shown()),
            limit,
            reached: Position::new(listed.map(UBig::from).to_vec(), false).to_string(),
            hint: Hint::NONE,
        }
    }

    fn no_misere(&self) -> Error {
        Error::NotAnswered {
            game: self.name(),
            question: crate::solve::MISERE.into(),
            hint: Hint::new("its P-positions under normal play are known", [Term::POSITIONS, Term::game(self.name())]),
        }
    }
}

/// What a position shares with the P-position it moves to.
fn reason(from: &Position, to: &Position) -> Vec<Fragment> {
    let mut said = vec![text("Move to the P-position "), position(to)];
    let triple = |position: &Position| position.words().ok().and_then(|words| Triple::try_from(words).ok());
    let (Some(from), Some(to)) = (triple(from), triple(to)) else { return said };
    if let Some(&pile) = from.iter().find(|pile| to.contains(pile)) {
        said.extend([text(": the pile of "), number(pile), text(" stays.")]);
    } else if let Some(&shared) = differences(&from).iter().find(|d| differences(&to).contains(d)) {
        said.extend([text(": two piles keep their difference of "), number(shared), text(".")]);
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::Search;

    #[test]
    fn l1_agrees_with_search_by_total() {
        let game = Wythoff3::new(Variant::L1);
        let mut search = Search::for_outcomes(
            &game,
            Play::Normal,
            Budget { positions: 1 << 22, options: 1 << 32, ..Budget::default() },
        );
        let listed: Vec<Triple> = ByTotal::default().take(30).collect();
        for a in 0..24 {
            for b in a..36 {
                for c in b..60 - a - b.min(60 - a) {
                    let lost = search.outcome(&[a, b, c]).unwrap() == Outcome::P;
                    assert_eq!(lost, listed.contains(&[a, b, c]), "{a},{b},{c}");
                }
            }
        }
    }

    #[test]
    fn wytlex_has_the_positions_of_the_stream() {
        assert!(GreedyLex::default().take(400).eq(Positions::new(MexRule::Wytlex).take(400)));
    }

    #[test]
    fn the_list_of_positive_nim_goes_over_into_the_stream_without_a_gap() {
        let streamed = Wythoff3::new(Variant::Positive).triples(STREAM).map(Result::unwrap);
        assert!(streamed.take(lists::FEW + 1000).eq(Indexed::new().take(lists::FEW + 1000)));
    }

    #[test]
    fn positive_nim_differs_from_both_others_from_number_12_on() {
        let positive: Vec<Triple> = Indexed::new().take(13).collect();
        for rule in [MexRule::Wytlex, MexRule::L1] {
            let other: Vec<Triple> = Positions::new(rule).take(13).collect();
            assert_eq!(positive[..12], other[..12]);
            assert_eq!((positive[12], other[12]), ([23, 39, 58], [23, 42, 61]));
        }
    }
}

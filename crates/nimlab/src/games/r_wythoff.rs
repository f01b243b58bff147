//! ℛ-Wythoff: any number from the larger pile, or the same from both (Ho 2012;
//! Gu; Thesis-A chapter 2).
//!
//! It has the P-positions of Wythoff's game (theorem 6), and closed forms for
//! the positions of values 1 and 2 (theorems 7 and 8). For any other value
//! algorithm 3 lists them.
//!
//! **Misère play** has the P-positions of misère Wythoff with a = 1: (0,1),
//! (2,2) and the pairs of normal play from n = 2 on. ℛ-Wythoff allows fewer
//! moves, so that none leads from a pair to a pair; and the moves that lead to
//! a pair from every other position but (0,0) never take from the smaller pile
//! alone: (0,y) and (1,y) bring y to 1 and 0, (2,y) brings y to 2, (x,x) and
//! (x,x+1) go to (2,2) and (0,1) by taking from both, and for larger x and
//! differences the moves of normal play do.

use crate::catalogue::{Build, Entry, Start};
use crate::error::Result;
use crate::explain::{Explanation, number, position, source, text};
use crate::games::nim;
use crate::games::wythoff::algebraic::AlgebraicStrategy;
use crate::games::wythoff::misere::Misere;
use crate::games::wythoff::pairs::Strategy;
use crate::games::wythoff::{nim_heaps_beside_nothing, numbered, skip_rows};
use crate::number::UBig;
use crate::numeration::Beatty;
use crate::play::changed;
use crate::prove::{self, AUTOMATON, Theorem};
use crate::solve::board::ValuePositions;
use crate::{
    Analysis, Answer, Budget, Each, Game, KnownValue, KnownValues, List, ListOrder, ListQuery, Method, Moves, Outcome,
    PairMoves, Play, Position, Question, Rule, Shape, TwoPiles,
};
use std::ops::ControlFlow;

/// ℛ-Wythoff's place in the catalogue.
pub const ENTRY: Entry = Entry {
    name: "r-wythoff",
    title: "R-Wythoff",
    position: "two piles: 17,29",
    rule: "Take any number from the larger pile (from either if they are equal), or the same from both.",
    source: "Ho 2012; Gu; Thesis-A chapter 2",
    example: ("r-wythoff", "17,29"),
    start: Start::Piles(&[(4, 14), (6, 17)]),
    build: Build::Alone(|| Box::new(RWythoff::new())),
};

/// The game of ℛ-Wythoff.
///
/// ```
/// use nimlab::{games::r_wythoff::RWythoff, prelude::*};
/// let game = RWythoff::new();
/// assert_eq!(game.solve(&game.read("3,5")?).run()?.outcome, Outcome::P);
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct RWythoff {
    golden: Beatty,
}

/// Theorem 7: the first positions of value 1.
const FIRST_ONES: [(u8, u8); 4] = [(0, 1), (2, 2), (3, 6), (4, 6)];

/// Theorem 8: the first positions of value 2.
const FIRST_TWOS: [(u8, u8); 10] =
    [(0, 2), (1, 1), (3, 4), (5, 8), (6, 11), (7, 11), (9, 16), (10, 16), (12, 21), (13, 21)];

/// Theorem 8: the sequences m¹ to m⁴ begin like this and continue like Fibonacci's
/// (m_{k+2} = m_{k+1} + m_k; the source misprints the last index).
const EXCEPTIONS: [[u8; 2]; 4] = [[10, 17], [11, 18], [12, 20], [15, 24]];

impl RWythoff {
    /// The game.
    pub fn new() -> Self {
        Self { golden: Beatty::new(UBig::ONE) }
    }

    /// The position number n of Grundy value 0, 1 or 2 by theorems 6, 7 and 8.
    ///
    /// ```
    /// use nimlab::{games::r_wythoff::RWythoff, number::UBig};
    /// let game = RWythoff::new();
    /// let (a, b) = game.of_value(2, &UBig::from(17u8)).unwrap();
    /// assert_eq!((a, b), (UBig::from(23u8), UBig::from(40u8)));
    /// assert!(game.of_value(3, &UBig::ONE).is_none());
    /// ```
    pub fn of_value(&self, value: u64, n: &UBig) -> Option<(UBig, UBig)> {
        let first: &[(u8, u8)] = match value {
            0 => &[],
            1 => &FIRST_ONES,
            2 => &FIRST_TWOS,
            _ => return None,
        };
        if let Some(&(a, b)) = usize::try_from(n).ok().and_then(|n| first.get(n)) {
            return Some((a.into(), b.into()));
        }
        let back = match value {
            2 => UBig::from(distance_of_two(n)),
            value => UBig::from(value),
        };
        let lower = self.golden.lower(n) - back;
        Some((lower.clone(), lower + n))
    }

    /// The value of (x, y), x ≤ y, if it is 0, 1 or 2: each diagonal holds
    /// each value exactly once (theorem 5), and from number 10 on the position
    /// number n lies on diagonal n.
    fn small_value(&self, x: &UBig, y: &UBig) -> Option<u64> {
        let difference = y - x;
        let holds = |value: u64| {
            let first: &[(u8, u8)] = match value {
                0 => &[],
                1 => &FIRST_ONES,
                _ => &FIRST_TWOS,
            };
            if first.iter().any(|&(a, b)| UBig::from(a) == *x && UBig::from(b) == *y) {
                return true;
            }
            UBig::from(first.len()) <= difference && self.of_value(value, &difference).is_some_and(|(a, _)| a == *x)
        };
        (0..=2).find(|&value| holds(value))
    }
}

/// From this number on a list of a value begins by the theorem.
const FAR: u64 = 10_000;

/// The theorem proved by machine that answers a question.
fn theorem(question: Question) -> Option<&'static Theorem> {
    prove::answering("r-wythoff", question)
}

/// The P-positions, which are Wythoff's with a = 1.
fn strategy(play: Play) -> Box<dyn Strategy> {
    match play {
        Play::Normal => Box::new(AlgebraicStrategy::new(UBig::ONE)),
        Play::Misere => Box::new(Misere::new(UBig::ONE)),
    }
}

impl Default for RWythoff {
    fn default() -> Self {
        Self::new()
    }
}

/// Theorem 8: how far the 2-position number n ≥ 10 lies below the P-position
/// of that number: 3, but 2 or 4 for the members of the four sequences.
fn distance_of_two(n: &UBig) -> u8 {
    for (sequence, [zeroth, first]) in EXCEPTIONS.into_iter().enumerate() {
        let mut member = (UBig::from(zeroth), UBig::from(first));
        let mut even = true;
        while member.0 < *n {
            let next = &member.0 + &member.1;
            member = (member.1, next);
            even = !even;
        }
        if member.0 == *n {
            let nearer = even != (sequence == 3);
            return if nearer { 2 } else { 4 };
        }
    }
    3
}

const ALGEBRAIC: Method = Method::new("algebraic", "the P-positions are Wythoff's, as exact Beatty floors");
const CLOSED_FORM: Method =
    Method::new("closed-form", "closed forms for the values 0, 1 and 2 (theorems 6 to 8 of Thesis-A)");
const RECURSIVE: Method = Method::new("recursive", "algorithm 3 of Thesis-A: positions of any Grundy value in order");

impl Rule for RWythoff {
    fn name(&self) -> String {
        "r-wythoff".into()
    }

    fn shape(&self) -> Shape {
        Shape::piles(2)
    }

    fn example(&self) -> String {
        "17,29".into()
    }

    fn options(&self, position: &[u64], each: &mut Each<'_>) -> ControlFlow<()> {
        let &[x, y] = position else { return ControlFlow::Continue(()) };
        for left in 0..y {
            each(&[x.min(left), x.max(left)])?;
        }
        for taken in 1..=x {
            each(&[x - taken, y - taken])?;
        }
        ControlFlow::Continue(())
    }

    fn can_move(&self, from: &Position, to: &Position) -> Option<bool> {
        let ([x, y], [to_x, to_y]) = (from.numbers(), to.numbers()) else { return Some(false) };
        let alike = to_x < x && to_y < y && x - to_x == y - to_y;
        let larger = nim::one_lowered(from.numbers(), to.numbers()).is_some_and(|(old, _)| old == *y);
        Some(alike || larger)
    }

    /// What is taken from one pile only is taken from the larger one.
    fn can_move_in_places(&self, from: &Position, to: &Position) -> Option<bool> {
        let ([x, y], [to_x, to_y]) = (from.numbers(), to.numbers()) else { return Some(false) };
        let alike = to_x < x && to_y < y && x - to_x == y - to_y;
        Some(alike || changed(from.numbers(), to.numbers()) == 1)
    }
}

impl Game for RWythoff {
    fn list_order(&self) -> ListOrder {
        ListOrder::Smallest
    }

    fn methods(&self, question: Question) -> Vec<Method> {
        let mut methods = match question {
            Question::Solve(_) | Question::List { play: Play::Misere, .. } => vec![ALGEBRAIC],
            Question::List { play: Play::Normal, value: 0..=2 } => vec![CLOSED_FORM, RECURSIVE],
            Question::List { play: Play::Normal, .. } => vec![RECURSIVE],
        };
        if theorem(question).is_some() {
            methods.push(AUTOMATON);
        }
        methods
    }

    /// Far from the first position of a value, the theorem goes there at once.
    fn list_method(&self, query: &ListQuery) -> Option<Method> {
        let far = query.value > 2 && query.from > UBig::from(FAR);
        (far && theorem(query.question()).is_some()).then_some(AUTOMATON)
    }

    /// The P-positions are Wythoff's: a winning move brings the larger pile
    /// to the partner of the smaller, or keeps the difference.
    fn analyse(&self, method: Method, position: &Position, play: Play, budget: Budget) -> Result<Analysis> {
        let [x, y] = position.numbers() else { return Ok(Analysis::lost()) };
        if y.is_zero() && play == Play::Misere {
            return Ok(Analysis::won(Moves::all(Vec::new())));
        }
        if let (AUTOMATON, Some(theorem)) = (method, theorem(Question::Solve(play))) {
            return theorem.analyse(position, budget);
        }
        let pairs = strategy(play);
        let of_x = pairs.locate(x)?;
        if of_x.lower == *x && of_x.upper == *y {
            return Ok(Analysis::lost());
        }
        let mut moves = Vec::new();
        let partner = if of_x.lower == *x { &of_x.upper } else { &of_x.lower };
        if partner < y {
            moves.push(of_x.position());
        }
        for n in pairs.near(&(y - x)) {
            let same_difference = pairs.pair(&n)?;
            if same_difference.lower < *x {
                moves.push(same_difference.position());
            }
        }
        Ok(Analysis::by_moves(moves))
    }

    fn list<'g>(&'g self, method: Method, query: &ListQuery) -> Result<List<'g>> {
        if let (AUTOMATON, Some(theorem)) = (method, theorem(query.question())) {
            return theorem.list(query, self.list_order());
        }
        if method == RECURSIVE {
            return skip_rows(ValuePositions::new(PairMoves::LargerOrBoth, query.value, query.budget)?, query);
        }
        if query.play == Play::Misere {
            return Ok(numbered(strategy(Play::Misere), query));
        }
        let (game, value) = (self.clone(), query.value);
        let mut n = query.from.clone();
        let pairs = std::iter::from_fn(move || {
            let (x, y) = game.of_value(value, &n)?;
            n += UBig::ONE;
            Some(Ok(Position::new(vec![x, y], false)))
        });
        Ok(List::of_positions(pairs, query))
    }

    fn explain(&self, answer: &Answer) -> Explanation {
        let mut why = Explanation::new();
        let [x, y] = answer.position.numbers() else { return why };
        why.say(match answer.play {
            Play::Normal => [
                source("Theorem 6 of Thesis-A"),
                text(": ℛ-Wythoff has the P-positions of Wythoff's game, the pairs A_n = ⌊nφ⌋, B_n = A_n + n."),
            ],
            Play::Misere => [
                source("Misère ℛ-Wythoff"),
                text(" has the P-positions of misère Wythoff: (0,1), (2,2), and from n = 2 on the pairs A_n = ⌊nφ⌋, B_n = A_n + n."),
            ],
        });
        let pairs = strategy(answer.play);
        if answer.outcome == Outcome::P {
            if let Ok(pair) = pairs.locate(x) {
                why.say([
                    position(&answer.position),
                    text(" is the pair number "),
                    number(pair.n),
                    text(": each pile and each difference occurs in one pair only, so that no move leads to another."),
                ]);
            }
            return why;
        }
        if y.is_zero() {
            why.say([text("No stone is left: the opponent has just taken the last one and has lost.")]);
            return why;
        }
        for to in &answer.winning_moves.list {
            let [lower, upper] = to.numbers() else { continue };
            let same_difference = upper - lower == y - x && lower < x;
            let Ok(pair) = pairs.locate(lower) else { continue };
            why.say([text("Move to "), position(to), text(", the pair number "), number(pair.n)].into_iter().chain(
                if same_difference {
                    [text(": take "), number(x - lower), text(" from both piles.")]
                } else {
                    let left = if lower == x { upper } else { lower };
                    [text(": take "), number(y - left), text(" from the larger pile.")]
                },
            ));
        }
        if let (Some(value), Play::Normal) = (self.small_value(x, y), answer.play) {
            why.say([
                text("The Grundy value is "),
                number(value),
                text(" by "),
                source(if value == 1 { "theorem 7 of Thesis-A" } else { "theorem 8 of Thesis-A" }),
                text("."),
            ]);
        } else if let Some(theorem) = theorem(Question::Solve(Play::Normal)) {
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

impl KnownValues for RWythoff {
    fn nim_heaps(&self, position: &Position) -> Option<Vec<UBig>> {
        nim_heaps_beside_nothing(position)
    }

    /// The values 0, 1 and 2 by theorems 6 to 8, some more by theorems that were
    /// proved by machine.
    fn grundy(&self, position: &Position, budget: Budget) -> Option<UBig> {
        let [x, y] = position.numbers() else { return None };
        let proved = || prove::values_of(&self.name())?.grundy(position, budget);
        self.small_value(x, y).map(UBig::from).or_else(proved)
    }

    fn what_is_known(&self, position: &Position, budget: Budget) -> KnownValue {
        prove::values_of(&self.name()).map_or(KnownValue::Nothing, |known| known.what_is_known(position, budget))
    }

    fn moves_to_value(&self, position: &Position, value: &UBig, budget: Budget) -> Option<Moves> {
        prove::values_of(&self.name())?.moves_to_value(position, value, budget)
    }
}

impl TwoPiles for RWythoff {
    fn moves(&self) -> Option<PairMoves> {
        Some(PairMoves::LargerOrBoth)
    }
}

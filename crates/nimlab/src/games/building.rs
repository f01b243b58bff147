//! Building Nim: the tokens are placed one by one on l stacks, then Nim is
//! played with the stacks (Duchêne, Dufour, Heubach and Larsson 2016; named in
//! the introduction of Thesis-W).
//!
//! A position is [stacks…, tokens left]. What is known, with T the stones on
//! the stacks and the tokens together:
//! - without tokens left it is Nim;
//! - if T is odd, the final nim-sum is odd and thus not 0: whoever begins Nim
//!   wins, that is the player to move exactly if the tokens left are even;
//! - if the tokens left are even and the stacks fall into equal pairs, the
//!   player to move loses: every token is answered on the other stack of its pair.
//!
//! Every other position is decided by going through the first phase, which
//! has about as many positions as there are ways to place the tokens. Misère
//! Nim differs from normal Nim only where no stack is above 1, and that cannot
//! happen if T > l; so all of this holds for misère play too if T > l.

use crate::bits::{QuickMap, mex};
use crate::catalogue::{Build, Entry, Parameter, ParameterKind, Start};
use crate::error::{Error, Result};
use crate::explain::{Explanation, number, position, source, text};
use crate::games::nim;
use crate::number::{self, BitTest, UBig};
use crate::play::{changed, difference};
use crate::solve::nim_heaps::{self, nim_sum};
use crate::solve::ordered;
use crate::{
    Analysis, Answer, Budget, Each, Game, Hint, KnownValues, List, ListQuery, Meter, Method, Outcome, Play, Position,
    Question, Rule, RuleExt, Shape, Term, Values,
};
use std::hash::Hash;
use std::ops::ControlFlow;

/// Building Nim's place in the catalogue.
pub const ENTRY: Entry = Entry {
    name: "building",
    title: "Building Nim",
    position: "the stacks, and after a slash the tokens left to place: 0,0,0/9",
    rule: "While tokens are left, place one on a stack; then take any number from one stack, as in Nim.",
    source: "Duchêne, Dufour, Heubach and Larsson 2016; Thesis-W introduction",
    example: ("building:3", "0,0,0/9"),
    start: Start::Size((5, 11)),
    build: Build::With(Parameter {
        symbol: "l",
        meaning: "the number of stacks",
        default: "3",
        optional: false,
        kind: ParameterKind::Number {
            least: 1,
            most: Some(100),
            make: |stacks| Ok(Box::new(Building { stacks: number::words(&[stacks], "l")?[0] as usize })),
        },
    }),
};

/// Building Nim with a number of stacks.
///
/// ```
/// use nimlab::prelude::*;
/// let building = catalogue::game("building:2")?;
/// assert_eq!(building.solve(&building.read("0,0/2")?).run()?.outcome, Outcome::P);
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Building {
    stacks: usize,
}

impl Building {
    /// Winning moves of the Nim phase.
    fn nim_moves(&self, stacks: &[UBig], play: Play, budget: Budget) -> Analysis {
        let mut analysis = nim_heaps::analyse(stacks, play, budget);
        for to in &mut analysis.winning_moves.list {
            let numbers = to.numbers().iter().cloned().chain([UBig::ZERO]).collect();
            *to = Position::new(numbers, true);
        }
        analysis
    }

    /// Outcome and moves where theorems decide the position and all its options.
    fn by_theorem(&self, position: &Position, play: Play, budget: Budget) -> Option<Analysis> {
        let (stacks, tokens) = parts(position);
        if tokens.is_zero() {
            return Some(self.nim_moves(stacks, play, budget));
        }
        let (outcome, _) = theorem(stacks, tokens, play)?;
        if outcome == Outcome::P {
            return Some(Analysis::lost());
        }
        let mut moves = Vec::new();
        for option in placements(position.numbers()) {
            let (tokens, stacks) = option.split_last()?;
            let (outcome, _) = theorem(stacks, tokens, play)?;
            if outcome == Outcome::P {
                moves.push(Position::new(option.into_vec(), true));
            }
        }
        Some(Analysis::by_moves(moves))
    }

    fn by_table(&self, position: &Position, play: Play, budget: Budget) -> Result<Analysis> {
        let (stacks, tokens) = parts(position);
        if tokens.is_zero() {
            return Ok(self.nim_moves(stacks, play, budget));
        }
        match position.words() {
            Ok(words) => {
                let game: &dyn Game = self;
                Phase::new(self, play, budget).analyse(&words, |option| game.position_of_words(option))
            }
            Err(_) => {
                let show = |option: &[UBig]| Position::new(option.to_vec(), true);
                Phase::new(self, play, budget).analyse(position.numbers(), show)
            }
        }
    }

    fn first_phase(&self) -> String {
        format!("the first phase of {}", self.name())
    }
}

/// What decides a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DecidedBy {
    Nim,
    OddTotal,
    Paired,
}

fn parts(position: &Position) -> (&[UBig], &UBig) {
    const ZERO: &UBig = &UBig::ZERO;
    (position.piles(), position.numbers().last().unwrap_or(ZERO))
}

/// The numbers of a position: machine words where they fit, for speed, and
/// integers of any size otherwise.
trait Count: Clone + Ord + Hash {
    fn is_odd(&self) -> bool;
    fn is_none(&self) -> bool;
    fn is_large(&self) -> bool;
    fn next(&self) -> Self;
    fn previous(&self) -> Self;
    fn nim_sum_is_zero(numbers: &[Self]) -> bool;
    /// The memory of some numbers.
    fn bytes(numbers: &[Self]) -> u64;
}

impl Count for u64 {
    fn is_odd(&self) -> bool {
        self % 2 == 1
    }
    fn is_none(&self) -> bool {
        *self == 0
    }
    fn is_large(&self) -> bool {
        *self > 1
    }
    fn next(&self) -> Self {
        self + 1
    }
    fn previous(&self) -> Self {
        self - 1
    }
    fn nim_sum_is_zero(numbers: &[Self]) -> bool {
        numbers.iter().fold(0, |sum, number| sum ^ number) == 0
    }
    fn bytes(numbers: &[Self]) -> u64 {
        size_of_val(numbers) as u64
    }
}

impl Count for UBig {
    fn is_odd(&self) -> bool {
        self.bit(0)
    }
    fn is_none(&self) -> bool {
        self.is_zero()
    }
    fn is_large(&self) -> bool {
        *self > UBig::ONE
    }
    fn next(&self) -> Self {
        self + UBig::ONE
    }
    fn previous(&self) -> Self {
        self - UBig::ONE
    }
    fn nim_sum_is_zero(numbers: &[Self]) -> bool {
        nim_sum(numbers).is_zero()
    }
    fn bytes(numbers: &[Self]) -> u64 {
        let more: usize = numbers.iter().map(|number| number.bit_len() / 8).sum();
        (size_of_val(numbers) + more) as u64
    }
}

/// The outcome where one of the theorems decides, for sorted stacks.
fn theorem<C: Count>(stacks: &[C], tokens: &C, play: Play) -> Option<(Outcome, DecidedBy)> {
    let lost = |lost: bool| if lost { Outcome::P } else { Outcome::N };
    let only_ones = !stacks.iter().any(C::is_large);
    if tokens.is_none() {
        let misere_end = play == Play::Misere && only_ones;
        return Some((lost(C::nim_sum_is_zero(stacks) != misere_end), DecidedBy::Nim));
    }
    if play == Play::Misere && only_ones && !more_tokens_than_room(stacks, tokens) {
        return None;
    }
    let odd_total = stacks.iter().chain([tokens]).filter(|number| number.is_odd()).count() % 2 == 1;
    if odd_total {
        return Some((lost(tokens.is_odd()), DecidedBy::OddTotal));
    }
    let paired = stacks.len().is_multiple_of(2) && stacks.chunks(2).all(|pair| pair[0] == pair[1]);
    (paired && !tokens.is_odd()).then_some((Outcome::P, DecidedBy::Paired))
}

/// Whether some stack must end above 1, when none is yet.
fn more_tokens_than_room<C: Count>(stacks: &[C], tokens: &C) -> bool {
    let mut left = tokens.clone();
    for _ in stacks.iter().filter(|stack| stack.is_none()) {
        if left.is_none() {
            return false;
        }
        left = left.previous();
    }
    !left.is_none()
}

/// Every position after one token was placed.
fn placements<C: Count>(position: &[C]) -> impl Iterator<Item = Box<[C]>> {
    let stacks = position.len() - 1;
    // Raising the last of equal stacks keeps them sorted.
    (0..stacks).filter(move |&stack| stack + 1 == stacks || position[stack + 1] != position[stack]).map(move |stack| {
        let mut after: Box<[C]> = position.into();
        after[stack] = position[stack].next();
        after[stacks] = position[stacks].previous();
        after
    })
}

/// The first phase, position by position, with theorems wherever they apply.
/// The depth of the recursion is the number of tokens; it is kept on a stack of
/// our own.
struct Phase<'g, C> {
    game: &'g Building,
    play: Play,
    budget: Budget,
    meter: Meter,
    memo: QuickMap<Box<[C]>, Outcome>,
}

impl<'g, C: Count> Phase<'g, C> {
    fn new(game: &'g Building, play: Play, budget: Budget) -> Self {
        Self { game, play, budget, meter: budget.meter(game.first_phase()), memo: QuickMap::default() }
    }

    fn known(&self, position: &[C]) -> Option<Outcome> {
        if let Some(&outcome) = self.memo.get(position) {
            return Some(outcome);
        }
        let (tokens, stacks) = position.split_last()?;
        theorem(stacks, tokens, self.play).map(|(outcome, _)| outcome)
    }

    fn outcome(&mut self, start: &[C]) -> Result<Outcome> {
        let mut open: Vec<Box<[C]>> = vec![start.into()];
        while let Some(position) = open.last() {
            if self.known(position).is_some() {
                open.pop();
                continue;
            }
            let mut unknown = None;
            let mut wins = false;
            for option in placements(position) {
                match self.known(&option) {
                    Some(Outcome::P) => {
                        wins = true;
                        break;
                    }
                    Some(Outcome::N) => {}
                    None => drop(unknown.get_or_insert(option)),
                }
            }
            match unknown {
                Some(option) if !wins => {
                    self.check_budget(open.len())?;
                    // It stays when it is settled, in the memory of outcomes.
                    self.meter.take(C::bytes(&option) + ENTRY_BYTES)?;
                    open.push(option);
                }
                _ => {
                    self.check_budget(open.len())?;
                    let outcome = if wins { Outcome::N } else { Outcome::P };
                    let position = open.pop().expect("a position is open");
                    self.memo.insert(position, outcome);
                }
            }
        }
        Ok(self.known(start).expect("the start was just settled"))
    }

    fn check_budget(&mut self, open: usize) -> Result<()> {
        self.meter.tick(16 + self.game.stacks as u64 * self.game.stacks as u64)?;
        if ((self.memo.len() + open) as u64) < self.budget.positions {
            return Ok(());
        }
        Err(self.budget.too_many_positions(self.game.first_phase()))
    }

    /// Outcome and winning placements.
    fn analyse(&mut self, position: &[C], show: impl Fn(&[C]) -> Position) -> Result<Analysis> {
        if self.outcome(position)? == Outcome::P {
            return Ok(Analysis::lost());
        }
        let mut moves = Vec::new();
        for option in placements(position) {
            if self.outcome(&option)? == Outcome::P {
                moves.push(show(&option));
            }
        }
        Ok(Analysis::by_moves(moves))
    }
}

/// Grundy values with the nim-sum at the end of the first phase.
struct PhaseValues<'g> {
    game: &'g Building,
    budget: Budget,
    meter: Meter,
    memo: QuickMap<Box<[u64]>, u64>,
}

/// The bytes of a hash entry besides the numbers of its position, while the
/// table grows, and of the list of open positions.
const ENTRY_BYTES: u64 = 140;

impl Values for PhaseValues<'_> {
    fn value(&mut self, start: &[u64]) -> Result<u64> {
        let known = |memo: &QuickMap<Box<[u64]>, u64>, position: &[u64]| match position.split_last() {
            Some((0, stacks)) => Some(stacks.iter().fold(0, |sum, stack| sum ^ stack)),
            _ => memo.get(position).copied(),
        };
        let mut open: Vec<Box<[u64]>> = vec![start.into()];
        while let Some(position) = open.last() {
            if known(&self.memo, position).is_some() {
                open.pop();
                continue;
            }
            if (self.memo.len() + open.len()) as u64 >= self.budget.positions {
                return Err(self.budget.too_many_positions(self.game.first_phase()));
            }
            self.meter.tick(16 + self.game.stacks as u64 * self.game.stacks as u64)?;
            let mut unknown = None;
            let mut values = Vec::new();
            for option in placements(position) {
                match known(&self.memo, &option) {
                    Some(value) => values.push(value),
                    None => {
                        unknown = Some(option);
                        break;
                    }
                }
            }
            if let Some(option) = unknown {
                self.meter.take(u64::bytes(&option) + ENTRY_BYTES)?;
                open.push(option);
                continue;
            }
            let position = open.pop().expect("a position is open");
            self.memo.insert(position, mex(values));
        }
        Ok(known(&self.memo, start).expect("the start was just settled"))
    }
}

const CLOSED_FORM: Method = Method::new("closed-form", "a theorem while tokens are placed, then the nim-sum");
const TABLE: Method = Method::new("table", "a table of all positions with fewer tokens");

impl Rule for Building {
    fn name(&self) -> String {
        format!("building:{}", self.stacks)
    }

    fn shape(&self) -> Shape {
        Shape::piles(self.stacks).with_tail("tokens", "the number of tokens left")
    }

    fn example(&self) -> String {
        format!("{}/9", vec!["0"; self.stacks].join(","))
    }

    fn options(&self, position: &[u64], each: &mut Each<'_>) -> ControlFlow<()> {
        match position.split_last() {
            Some((0, stacks)) => nim::Nim.options(stacks, &mut |after| {
                let with_tail: Vec<u64> = after.iter().copied().chain([0]).collect();
                each(&with_tail)
            }),
            _ => placements(position).try_for_each(|option| each(&option)),
        }
    }

    fn can_move(&self, from: &Position, to: &Position) -> Option<bool> {
        let (before, after) = (from.numbers().last()?, to.numbers().last()?);
        if before.is_zero() {
            return Some(after.is_zero() && nim::one_lowered(from.piles(), to.piles()).is_some());
        }
        let (old, new) = difference(from.piles(), to.piles());
        let placed = matches!((&old[..], &new[..]), ([old], [new]) if *new == old + UBig::ONE);
        Some(placed && after + UBig::ONE == *before)
    }

    /// A move is made in one stack.
    fn can_move_in_places(&self, from: &Position, to: &Position) -> Option<bool> {
        Some(changed(from.piles(), to.piles()) == 1)
    }

    fn start(&self, size: u64) -> Option<Vec<u64>> {
        Some(std::iter::repeat_n(0, self.stacks).chain([size]).collect())
    }
}

impl Game for Building {
    fn methods(&self, question: Question) -> Vec<Method> {
        match question {
            Question::Solve(_) => vec![CLOSED_FORM, TABLE],
            Question::List { value: 0, .. } => vec![TABLE],
            Question::List { .. } => Vec::new(),
        }
    }

    fn analyse(&self, method: Method, position: &Position, play: Play, budget: Budget) -> Result<Analysis> {
        if method == TABLE {
            return self.by_table(position, play, budget);
        }
        self.by_theorem(position, play, budget).ok_or_else(|| Error::Undecided {
            reason: format!(
                "no theorem covers {} {}: the total is even and the stacks are not all in equal pairs",
                self.name(),
                position.shown()
            ),
            hint: Hint::new("a table goes through the first phase", [Term::method(TABLE)]),
        })
    }

    fn board<'g>(&'g self, _corner: &[u64], budget: Budget) -> Option<Box<dyn Values + 'g>> {
        Some(Box::new(PhaseValues {
            game: self,
            budget,
            meter: budget.meter(self.first_phase()),
            memo: QuickMap::default(),
        }))
    }

    fn list<'g>(&'g self, _method: Method, query: &ListQuery) -> Result<List<'g>> {
        let mut phase = Phase::new(self, query.play, query.budget);
        ordered(self, query, Box::new(move |position| Ok(phase.outcome(position)? == Outcome::P)))
    }

    fn explain(&self, answer: &Answer) -> Explanation {
        let mut why = Explanation::new();
        let (stacks, tokens) = parts(&answer.position);
        if tokens.is_zero() {
            why.say([text("All tokens are placed: this is Nim with the stacks.")]);
            why.blocks.extend(nim::explain(stacks, answer).blocks);
            return why;
        }
        let total = stacks.iter().fold(tokens.clone(), |total, stack| total + stack);
        match theorem(stacks, tokens, answer.play) {
            Some((_, DecidedBy::OddTotal)) => {
                why.say([
                    source("Building Nim"),
                    text(": with the tokens to come the stacks will hold "),
                    number(total),
                    text(" stones, an odd number, so that their nim-sum is odd and not 0: whoever begins Nim wins it."),
                ]);
                why.say([
                    number(tokens.clone()),
                    text(match answer.outcome {
                        Outcome::N => " tokens are left, an even number, so that the player to move will begin Nim, wherever the tokens go.",
                        Outcome::P => " tokens are left, an odd number, so that the opponent will begin Nim, wherever the tokens go.",
                    }),
                ]);
            }
            Some((_, _)) => why.say([
                source("Building Nim"),
                text(": the stacks fall into equal pairs and the tokens left are even. The opponent answers each token on the other stack of its pair, so that Nim begins with nim-sum 0 and the player to move."),
            ]),
            None => why.say([
                text("No theorem covers this position (the stacks will hold "),
                number(total),
                text(" stones). The first phase was gone through position by position, down to the outcome of Nim at its end."),
            ]),
        }
        if let (Some(to), Outcome::N) = (answer.winning_moves.list.first(), answer.outcome) {
            why.say([text("Placing the token so as to reach "), position(to), text(" wins.")]);
        }
        why
    }

    fn known_values(&self) -> Option<&dyn KnownValues> {
        Some(self)
    }
}

impl KnownValues for Building {
    fn grundy(&self, position: &Position, _budget: Budget) -> Option<UBig> {
        let (stacks, tokens) = parts(position);
        tokens.is_zero().then(|| nim_sum(stacks))
    }

    fn nim_heaps(&self, position: &Position) -> Option<Vec<UBig>> {
        let (stacks, tokens) = parts(position);
        tokens.is_zero().then(|| stacks.to_vec())
    }
}

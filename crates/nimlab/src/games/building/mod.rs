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

mod phase;

use crate::catalogue::{Build, Entry, Parameter, ParameterKind, Start};
use crate::error::{Error, Result};
use crate::explain::{Explanation, number, position, source, text};
use crate::games::nim;
use crate::number::{self, UBig};
use crate::play::{changed, difference};
use crate::solve::nim_heaps::{self, nim_sum};
use crate::solve::ordered;
use crate::{
    Analysis, Answer, Budget, Each, Game, Hint, KnownValues, List, ListQuery, Method, Outcome, Play, Position,
    Question, Rule, RuleExt, Shape, Term, Values,
};
use phase::{DecidedBy, Phase, PhaseValues, placements, theorem};
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

fn parts(position: &Position) -> (&[UBig], &UBig) {
    const ZERO: &UBig = &UBig::ZERO;
    (position.piles(), position.numbers().last().unwrap_or(ZERO))
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
        Some(Box::new(PhaseValues::new(self, budget)))
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

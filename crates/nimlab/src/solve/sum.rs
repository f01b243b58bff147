//! Sums of games: a move is a move in one component.
//!
//! Under normal play the theorem of Sprague and Grundy decides (`normal`). Under
//! misère play no such theorem holds, and some kinds of sums are decided by others
//! (`misere`), the rest by search.

mod misere;
mod normal;

pub(super) use misere::FoundInSum;

use super::{SUMS, nim_heaps, without_blocks};
use crate::error::Result;
use crate::explain::{Explanation, number, position, source, text};
use crate::number::UBig;
use crate::{Answer, Budget, Game, Outcome, Play, Position, RuleExt};
use misere::{JOINED_HEAPS, MISERE_NIM, MISERE_VALUES, QUOTIENT};
use std::ops::ControlFlow;

/// One component of a sum.
///
/// ```
/// use nimlab::{prelude::*, solve::{Component, solve_sum}};
/// let (nim, wythoff) = (catalogue::game("nim")?, catalogue::game("wythoff")?);
/// let (seven, pair) = (nim.read("7")?, wythoff.read("4,5")?);
/// let sum = [Component { game: &*nim, position: &seven }, Component { game: &*wythoff, position: &pair }];
/// let answer = solve_sum(&sum, Play::Normal, Budget::default())?;
/// assert_eq!((answer.outcome, answer.winning_moves[0].to.to_string()), (Outcome::N, "6".into()));
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Component<'g> {
    /// Its game.
    pub game: &'g dyn Game,
    /// Its position.
    pub position: &'g Position,
}

/// A move in a sum.
///
/// ```
/// use nimlab::{prelude::*, solve::{Component, SumMove, solve_sum}};
/// let (nim, wythoff) = (catalogue::game("nim")?, catalogue::game("wythoff")?);
/// let (seven, pair) = (nim.read("7")?, wythoff.read("4,5")?);
/// let parts = [Component { game: &*nim, position: &seven }, Component { game: &*wythoff, position: &pair }];
/// let found = solve_sum(&parts, Play::Normal, Budget::default())?;
/// assert_eq!(found.winning_moves[0], SumMove { component: 0, to: nim.read("6")? });
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct SumMove {
    /// Which component is moved in, from 0.
    pub component: usize,
    /// The position that it is moved to.
    pub to: Position,
}

/// Who wins a sum, and how.
///
/// ```
/// use nimlab::{prelude::*, solve::{Component, solve_sum}};
/// let (nim, wythoff) = (catalogue::game("nim")?, catalogue::game("wythoff")?);
/// let (heaps, pair) = (nim.read("3")?, wythoff.read("1,2")?);
/// let parts = [Component { game: &*nim, position: &heaps }, Component { game: &*wythoff, position: &pair }];
/// let answer = solve_sum(&parts, Play::Normal, Budget::default())?;
/// assert_eq!((answer.outcome, answer.winning_moves[0].component), (Outcome::N, 0));
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SumAnswer {
    /// Normal or misère play.
    pub play: Play,
    /// Who wins.
    pub outcome: Outcome,
    /// The Grundy value of the sum, under normal play and where it is known.
    pub grundy: Option<UBig>,
    /// The winning moves, sorted: every one if `complete`.
    pub winning_moves: Vec<SumMove>,
    /// Whether every winning move is listed.
    pub complete: bool,
    /// How it was found.
    pub method: &'static str,
    /// The answer for each component alone.
    pub components: Vec<Answer>,
}

impl SumAnswer {
    /// Why the answer is right, told to a student.
    pub fn explain(&self) -> Explanation {
        let mut why = Explanation::new();
        match (self.play, self.method) {
            (Play::Normal, _) => self.explain_values(&mut why),
            (Play::Misere, "search") => why.say([text(
                "Under misère play Grundy values do not decide a sum; all positions that can be reached were searched.",
            )]),
            (Play::Misere, MISERE_NIM) => why.say([text(
                "Every component is Nim here, so that the sum is Nim with all their heaps, and the misère strategy of Nim decides: with two heaps above 1 or more the nim-sum must become 0; the last heap above 1 is brought to 0 or 1 so that an odd number of ones is left.",
            )]),
            (Play::Misere, MISERE_VALUES) => why.say([text(
                "No move splits a heap here, so that Grundy values decide as in misère Nim: a position is lost exactly if the nim-sum of the values of all heaps is 0 while some value is above 1, or 1 while none is.",
            )]),
            (Play::Misere, QUOTIENT) => why.say([
                source("Plambeck"),
                text(": all heaps together have a misère quotient, each heap is an element of it, and the sum is lost exactly if the product of these elements is in its P-portion."),
            ]),
            (Play::Misere, JOINED_HEAPS) => why.say([text(
                "All components are heaps of one game, so that the sum is a position of it with all these heaps, and is won or lost as that is.",
            )]),
            (Play::Misere, _) => why.say([text(
                "Only one component has moves, so that the sum is won or lost as that component is alone.",
            )]),
        }
        why
    }

    fn explain_values(&self, why: &mut Explanation) {
        why.say([
            source("The theorem of Sprague and Grundy"),
            text(": each component is worth a Nim heap of its Grundy value, and the sum is lost exactly if the nim-sum of these values is 0."),
        ]);
        let values: Option<Vec<UBig>> = self.components.iter().map(|part| part.grundy.clone()).collect();
        let (Some(values), Some(total)) = (values, &self.grundy) else {
            self.explain_unknown(why);
            return;
        };
        why.binary(&values, |width| nim_heaps::columns(&values, total, width));
        if let Some(found) = self.winning_moves.first() {
            let part = &self.components[found.component];
            let value = &values[found.component];
            why.say([
                text(format!("In {} the position ", part.game)),
                position(&part.position),
                text(" has the value "),
                number(value.clone()),
                text(", and "),
                position(&found.to),
                text(" has "),
                number(value ^ total),
                text(": that move makes the nim-sum 0."),
            ]);
        }
    }

    /// Where a value is out of reach.
    fn explain_unknown(&self, why: &mut Explanation) {
        why.say([text("Not every value is within reach here, but equal components cancel, and a lost one counts 0.")]);
        let Some(found) = self.winning_moves.first().filter(|_| self.grundy.is_none()) else { return };
        let part = &self.components[found.component];
        let lost = part.winning_moves.list.contains(&found.to);
        why.say([
            text(format!("In {} the move from ", part.game)),
            position(&part.position),
            text(" to "),
            position(&found.to),
            text(match lost {
                true => " leads to a lost position, and the other components together count 0.",
                false => " leads to the value that the other components have together.",
            }),
            text(" That makes the nim-sum 0."),
        ]);
    }
}

/// Who wins the sum of some positions, and by which moves?
///
/// ```
/// use nimlab::{prelude::*, solve::{Component, solve_sum}};
/// let (nim, wythoff) = (catalogue::game("nim").unwrap(), catalogue::game("wythoff").unwrap());
/// let (heap, piles) = (nim.read("7").unwrap(), wythoff.read("4,4").unwrap());
/// let sum = [
///     Component { game: &*nim, position: &heap },
///     Component { game: &*wythoff, position: &piles },
/// ];
/// // A single Nim heap of 7 is as good as Wythoff's (4,4), which has the value 7.
/// let answer = solve_sum(&sum, Play::Normal, Budget::default()).unwrap();
/// assert_eq!(answer.outcome, Outcome::P);
/// ```
pub fn solve_sum(components: &[Component<'_>], play: Play, budget: Budget) -> Result<SumAnswer> {
    for component in components {
        without_blocks(component.game, SUMS)?;
    }
    let budget = budget.started();
    match play {
        Play::Normal => normal::solve(components, budget),
        Play::Misere => misere::solve(components, budget),
    }
}

/// Whether a component is known to have no move.
fn is_over(component: &Component<'_>) -> bool {
    let Component { game, position } = *component;
    let Ok(words) = position.words() else {
        return nim_heaps(game, position).is_some_and(|heaps| heaps.iter().all(UBig::is_zero));
    };
    let flow = game.try_options(&words, &mut |_| ControlFlow::Break(()));
    flow.is_ok_and(|flow| flow.is_continue())
}

/// The position of a component with one number replaced.
fn with_number(component: &Component<'_>, place: usize, number: UBig) -> Position {
    let mut numbers = component.position.numbers().to_vec();
    numbers[place] = number;
    component.game.position(numbers)
}

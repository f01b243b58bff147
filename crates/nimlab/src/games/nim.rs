//! Nim: take any number from one heap (Bouton 1901; Thesis-W section 2,
//! Thesis-A section 1.3).
//!
//! Bouton's theorem, that the nim-sum decides, stands with the engine for sums
//! (`solve/nim_heaps.rs`): every sum of games is worth some Nim heaps.

use crate::catalogue::{Build, Entry, Start};
use crate::error::Result;
use crate::explain::{Explanation, formula, number, position, source, text};
use crate::games::columns;
use crate::number::UBig;
use crate::play::{changed, difference};
use crate::solve::nim_heaps::{
    analyse, columns as digit_columns, nim_sum, reduced, reductions_to_value, winning_reductions,
};
use crate::solve::only;
use crate::{
    Analysis, Answer, Budget, Each, Game, KnownValues, List, ListQuery, Method, Moves, Play, Position, Question, Rule,
    Shape,
};
use std::ops::ControlFlow;

/// Nim's place in the catalogue.
pub const ENTRY: Entry = Entry {
    name: "nim",
    title: "Nim",
    position: "any number of heaps up to 100000: 3,4,5",
    rule: "Take any number of stones from one heap.",
    source: "Bouton 1901; Thesis-W section 2 (theorem 1, examples 2 to 4); Thesis-A section 1.3",
    example: ("nim", "3,4,5"),
    start: Start::Heaps((3, 4), (1, 9)),
    build: Build::Alone(|| Box::new(Nim)),
};

/// The game of Nim.
///
/// ```
/// use nimlab::{games::nim::Nim, prelude::*};
/// assert_eq!(Nim.solve(&Nim.read("1,2,3")?).run()?.outcome, Outcome::P);
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Nim;

/// The heap that was lowered and what it was lowered to, if nothing else was
/// changed.
pub(crate) fn one_lowered(from: &[UBig], to: &[UBig]) -> Option<(UBig, UBig)> {
    let (gone, come) = difference(from, to);
    match (&gone[..], &come[..]) {
        ([old], [new]) if new < old => Some((old.clone(), new.clone())),
        _ => None,
    }
}

const CLOSED_FORM: Method = Method::new("closed-form", "the nim-sum decides (Bouton)");

impl Rule for Nim {
    fn name(&self) -> String {
        "nim".into()
    }

    fn shape(&self) -> Shape {
        Shape::heaps()
    }

    fn example(&self) -> String {
        "3,4,5".into()
    }

    fn options(&self, position: &[u64], each: &mut Each<'_>) -> ControlFlow<()> {
        for (heap, &stones) in position.iter().enumerate() {
            for left in 0..stones {
                let mut after = position.to_vec();
                after[heap] = left;
                after.sort_unstable();
                each(&after)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn can_move(&self, from: &Position, to: &Position) -> Option<bool> {
        Some(one_lowered(from.numbers(), to.numbers()).is_some())
    }

    /// A move is made in one heap.
    fn can_move_in_places(&self, from: &Position, to: &Position) -> Option<bool> {
        Some(changed(from.piles(), to.piles()) == 1)
    }
}

impl Game for Nim {
    fn methods(&self, question: Question) -> Vec<Method> {
        match question {
            Question::Solve(_) | Question::List { .. } => vec![CLOSED_FORM],
        }
    }

    fn analyse(&self, _method: Method, position: &Position, play: Play, budget: Budget) -> Result<Analysis> {
        Ok(analyse(position.numbers(), play, budget))
    }

    fn list<'g>(&'g self, _method: Method, query: &ListQuery) -> Result<List<'g>> {
        if query.heaps == 1 {
            return Ok(only(vec![if query.play == Play::Misere { 1 } else { query.value }], query));
        }
        columns::list(self, 2, query)
    }

    fn explain(&self, answer: &Answer) -> Explanation {
        explain(answer.position.numbers(), answer)
    }

    fn known_values(&self) -> Option<&dyn KnownValues> {
        Some(self)
    }
}

impl KnownValues for Nim {
    fn grundy(&self, position: &Position, _budget: Budget) -> Option<UBig> {
        Some(nim_sum(position.numbers()))
    }

    fn moves_to_value(&self, position: &Position, value: &UBig, budget: Budget) -> Option<Moves> {
        let heaps = position.numbers();
        Some(reduced(heaps, reductions_to_value(heaps, value), budget))
    }

    fn nim_heaps(&self, position: &Position) -> Option<Vec<UBig>> {
        Some(position.numbers().to_vec())
    }
}

/// How many winning moves are explained.
const EXPLAINED: usize = 3;

/// Why a Nim position is won or lost, with its binary columns.
///
/// ```
/// use nimlab::{games::nim::{Nim, explain}, prelude::*};
/// let answer = Nim.solve(&Nim.read("3,4,5")?).run()?;
/// assert!(explain(answer.position.numbers(), &answer).to_string().contains("nim-sum"));
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn explain(heaps: &[UBig], answer: &Answer) -> Explanation {
    let mut why = Explanation::new();
    let sum = nim_sum(heaps);
    why.say([text("The heaps in binary, and below the line their nim-sum, the sum of each column without carry:")]);
    why.binary(heaps, |width| digit_columns(heaps, &sum, width));
    let large = heaps.iter().filter(|&heap| *heap > UBig::ONE).count();
    let ones = heaps.iter().filter(|heap| heap.is_one()).count();
    match (answer.play, large) {
        (Play::Misere, 0 | 1) => explain_turn(&mut why, large, ones, answer),
        (play, _) => {
            why.say([
                source("Bouton's theorem"),
                text(": a position is lost for the player to move exactly if the nim-sum is 0. Here it is "),
                number(sum.clone()),
                text(if sum.is_zero() { ", so every move makes it different from 0." } else { "." }),
            ]);
            if play == Play::Misere {
                why.say([text(
                    "Under misère play this stays right while at least two heaps above 1 are left; the strategy changes when only one is.",
                )]);
            }
            let mut explained: Vec<&UBig> = Vec::new();
            for (heap, left) in winning_reductions(heaps, play) {
                let stones = &heaps[heap];
                if explained.contains(&stones) || explained.len() == EXPLAINED {
                    continue;
                }
                explained.push(stones);
                why.say([
                    text("The heap "),
                    number(stones.clone()),
                    text(" has a 1 in the highest column of the nim-sum: bring it to "),
                    formula(format!("{} ⊕ {} = ", crate::number::shown(stones), crate::number::shown(&sum))),
                    number(left.clone()),
                    text(" by taking "),
                    number(stones - &left),
                    text(", and the nim-sum becomes 0."),
                ]);
            }
        }
    }
    why
}

/// Misère play with at most one heap above 1: the change of strategy.
fn explain_turn(why: &mut Explanation, large: usize, ones: usize, answer: &Answer) {
    if large == 0 {
        why.say([
            text("Misère play, and no heap above 1 is left: each move takes one heap, and "),
            number(ones as u64),
            text(match (ones, ones % 2) {
                (0, _) => " are left. Nobody can move, and under misère play that wins.",
                (_, 1) => " is odd, so the player to move takes the last stone and loses.",
                _ => " is even, so the opponent takes the last stone.",
            }),
        ]);
        return;
    }
    why.say([
        text("Misère play, and only one heap above 1 is left: here the strategy changes ("),
        source("Thesis-W, example 4"),
        text("). Bring that heap to 0 or to 1, whichever leaves an odd number of heaps of 1; there are "),
        number(ones as u64),
        text(" of them now."),
    ]);
    if let [to] = &answer.winning_moves.list[..] {
        why.say([text("That is the move to "), position(to), text(".")]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Outcome;

    fn heaps(numbers: &[u64]) -> Vec<UBig> {
        numbers.iter().map(|&number| UBig::from(number)).collect()
    }

    fn moves(numbers: &[u64], play: Play) -> Vec<String> {
        analyse(&heaps(numbers), play, Budget::default()).winning_moves.list.iter().map(Position::to_string).collect()
    }

    #[test]
    fn the_worked_game_of_thesis_w_example_3_is_reproduced() {
        assert_eq!(nim_sum(&heaps(&[7, 5, 12])), UBig::from(14u8));
        assert_eq!(moves(&[5, 7, 12], Play::Normal), ["2,5,7"]);
        assert_eq!(moves(&[2, 3, 7], Play::Normal), ["1,2,3"]);
        assert_eq!(moves(&[1, 1, 3], Play::Normal), ["0,1,1"]);
        assert_eq!(moves(&[0, 0, 1], Play::Normal), ["0,0,0"]);
    }

    #[test]
    fn the_worked_misere_game_of_thesis_w_example_4_is_reproduced() {
        assert_eq!(moves(&[5, 7, 12], Play::Misere), ["2,5,7"]);
        assert_eq!(moves(&[2, 3, 7], Play::Misere), ["1,2,3"]);
        assert_eq!(moves(&[1, 1, 3], Play::Misere), ["1,1,1"]);
        assert_eq!(moves(&[0, 1, 1], Play::Misere), ["0,0,1"]);
    }

    #[test]
    fn without_stones_the_player_to_move_has_lost_and_under_misere_play_has_won() {
        let outcome = |play| analyse(&heaps(&[0, 0]), play, Budget::default()).outcome;
        assert_eq!((outcome(Play::Normal), outcome(Play::Misere)), (Outcome::P, Outcome::N));
    }
}

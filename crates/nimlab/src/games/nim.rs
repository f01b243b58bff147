//! Nim: take any number from one heap (Bouton 1901; Thesis-W section 2,
//! Thesis-A section 1.3).
//!
//! **Theorem 1 of Thesis-W.** Under normal play a position is a P-position
//! exactly if the nim-sum of its heaps (their sum in binary without carry) is
//! 0. Under misère play the same holds as long as some heap is above 1; when
//! none is, an odd number of heaps is lost. Linear in the length of the input.

use crate::catalogue::{Entry, no_parameters};
use crate::error::Result;
use crate::explain::{Explanation, Row, formula, number, position, source, text};
use crate::game::{
    Analysis, Answer, Cold, ColdQuery, Each, Game, Method, Moves, Piles, Play, Position, Question, Shape,
};
use crate::number::{BitTest, UBig};
use crate::play::{changed, difference};
use crate::solve::{Budget, only, ordered_cold};
use std::ops::ControlFlow;

/// Nim's place in the catalogue.
pub const ENTRY: Entry = Entry {
    name: "nim",
    usage: "nim",
    parameters: "",
    position: "any number of heaps: 3,4,5",
    rule: "Take any number of stones from one heap.",
    methods: "closed-form: the nim-sum decides, normal and misère; search",
    source: "Bouton 1901; Thesis-W section 2 (theorem 1, examples 2 to 4); Thesis-A section 1.3",
    example: ("nim", "3,4,5"),
    build: |parameters| {
        no_parameters("nim", parameters)?;
        Ok(Box::new(Nim))
    },
};

/// The game of Nim.
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

/// The nim-sum of some heaps: their sum in binary without carry.
///
/// ```
/// use nimlab::{games::nim::nim_sum, number::UBig};
/// let heaps = [25u8, 14, 13].map(UBig::from);
/// assert_eq!(nim_sum(&heaps), UBig::from(26u8)); // Thesis-A, section 1.3
/// ```
pub fn nim_sum(heaps: &[UBig]) -> UBig {
    heaps.iter().fold(UBig::ZERO, |sum, heap| sum ^ heap)
}

/// Every winning move as (heap, stones left in it).
///
/// Normal play: heap x can be brought to x ⊕ s, s the nim-sum, where that is
/// less than x. Misère play is the same while two heaps above 1 remain; the
/// turn comes when one is left, which is brought to 0 or 1, whichever leaves
/// an odd number of ones.
pub fn winning_reductions(heaps: &[UBig], play: Play) -> Vec<(usize, UBig)> {
    let large = heaps.iter().filter(|&heap| *heap > UBig::ONE).count();
    let ones = heaps.iter().filter(|heap| heap.is_one()).count();
    match (play, large) {
        (Play::Misere, 0) if ones % 2 == 0 => {
            (0..heaps.len()).filter(|&i| heaps[i].is_one()).map(|i| (i, UBig::ZERO)).collect()
        }
        (Play::Misere, 0) => Vec::new(),
        (Play::Misere, 1) => {
            let last = heaps.iter().position(|heap| *heap > UBig::ONE).expect("one heap above 1 was counted");
            vec![(last, UBig::from(u8::from(ones % 2 == 0)))]
        }
        _ => reductions_to_value(heaps, &UBig::ZERO),
    }
}

/// Every move to a position of the given nim-sum, as (heap, stones left in it).
pub fn reductions_to_value(heaps: &[UBig], value: &UBig) -> Vec<(usize, UBig)> {
    let change = nim_sum(heaps) ^ value;
    (0..heaps.len()).map(|i| (i, &heaps[i] ^ &change)).filter(|(i, left)| *left < heaps[*i]).collect()
}

/// Outcome and winning moves of Nim heaps.
pub fn analyse(heaps: &[UBig], play: Play) -> Analysis {
    let moves = reduced(heaps, winning_reductions(heaps, play));
    // Without stones nobody can move: lost under normal play, won under misère play.
    if play == Play::Misere && heaps.iter().all(UBig::is_zero) {
        return Analysis::won(Moves::all(Vec::new()));
    }
    Analysis::by_moves(moves)
}

/// The positions after the given reductions.
fn reduced(heaps: &[UBig], reductions: Vec<(usize, UBig)>) -> Vec<Position> {
    reductions
        .into_iter()
        .map(|(heap, left)| {
            let mut after = heaps.to_vec();
            after[heap] = left;
            after.sort_unstable();
            Position::new(after, false)
        })
        .collect()
}

impl Game for Nim {
    fn name(&self) -> String {
        "nim".into()
    }

    fn shape(&self) -> Shape {
        Shape { piles: Piles::Any, interchangeable: true, tail: None }
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

    fn methods(&self, question: Question) -> Vec<Method> {
        match question {
            Question::Solve(_) | Question::Cold { .. } => vec![Method::ClosedForm],
        }
    }

    fn analyse(&self, _method: Method, position: &Position, play: Play, _budget: Budget) -> Result<Analysis> {
        Ok(analyse(position.numbers(), play))
    }

    fn grundy(&self, position: &Position) -> Option<UBig> {
        Some(nim_sum(position.numbers()))
    }

    fn moves_to_value(&self, position: &Position, value: &UBig) -> Option<Moves> {
        let heaps = position.numbers();
        Some(Moves::all(reduced(heaps, reductions_to_value(heaps, value))))
    }

    fn nim_heaps(&self, position: &Position) -> Option<Vec<UBig>> {
        Some(position.numbers().to_vec())
    }

    fn cold<'g>(&'g self, _method: Method, query: &ColdQuery) -> Result<Cold<'g>> {
        let (play, value) = (query.play, query.value);
        if query.heaps == 1 {
            return Ok(only(vec![if play == Play::Misere { 1 } else { value }], query));
        }
        let wanted = move |heaps: &[u64]| {
            let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
            Ok(match play {
                Play::Misere if heaps.iter().all(|&heap| heap <= 1) => sum == 1,
                _ => sum == value,
            })
        };
        ordered_cold(self, query, Box::new(wanted))
    }

    fn explain(&self, answer: &Answer) -> Explanation {
        explain(answer.position.numbers(), answer)
    }
}

/// How many winning moves are explained.
const EXPLAINED: usize = 3;

/// Why a Nim position is won or lost, with its binary columns.
pub fn explain(heaps: &[UBig], answer: &Answer) -> Explanation {
    let mut why = Explanation::new();
    let sum = nim_sum(heaps);
    why.say([text("The heaps in binary, and below the line their nim-sum, the sum of each column without carry:")]);
    why.columns(columns(heaps, &sum));
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
                    "Under misère play this stays right while at least two heaps above 1 are left; the turn of strategy comes when only one is.",
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

/// Misère play with at most one heap above 1: the turn of strategy.
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
        text("Misère play, and only one heap above 1 is left: here the strategy turns ("),
        source("Thesis-W, example 4"),
        text("). Bring that heap to 0 or to 1, whichever leaves an odd number of heaps of 1; there are "),
        number(ones as u64),
        text(" of them now."),
    ]);
    if let [to] = &answer.winning_moves.list[..] {
        why.say([text("That is the move to "), position(to), text(".")]);
    }
}

/// Numbers in binary below each other, and below the line their nim-sum.
pub fn columns(heaps: &[UBig], sum: &UBig) -> Vec<Row> {
    let width = heaps.iter().map(UBig::bit_len).max().unwrap_or(0).max(1);
    let row = |number: &UBig, remark: &str| Row {
        number: Some(number.clone()),
        digits: (0..width).rev().map(|bit| u64::from(number.bit(bit))).collect(),
        remark: remark.into(),
    };
    heaps.iter().map(|heap| row(heap, "")).chain([row(sum, "nim-sum")]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Outcome;

    fn heaps(numbers: &[u64]) -> Vec<UBig> {
        numbers.iter().map(|&number| UBig::from(number)).collect()
    }

    fn moves(numbers: &[u64], play: Play) -> Vec<String> {
        analyse(&heaps(numbers), play).winning_moves.list.iter().map(Position::to_string).collect()
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
        assert_eq!(analyse(&heaps(&[0, 0]), Play::Normal).outcome, Outcome::P);
        assert_eq!(analyse(&heaps(&[0, 0]), Play::Misere).outcome, Outcome::N);
    }
}

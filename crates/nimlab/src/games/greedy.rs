//! Greedy Nim: take only from a largest heap (Albert and Nowakowski 2001; named
//! in the introduction of Thesis-W).
//!
//! **Theorem.** A position with stones is a P-position of normal play exactly
//! if its largest heap size occurs an even number of times. *Proof.* Every move
//! from an even number leaves an odd number of that size. From an odd number
//! above 1 take a heap away: an even number is left. If the largest heap is
//! alone and the next size m occurs c times, bring it to m if c is odd and
//! below m if c is even; if nothing else is left, take all of it. ∎ The same holds
//! under misère play while the largest size is above 1; when it is 1, each
//! move takes one heap, and an odd number is lost. (A lone heap above ones is
//! brought to 0 or 1, whichever leaves an odd number of ones.)

use crate::catalogue::{Build, Entry, Start};
use crate::error::Result;
use crate::explain::{Explanation, number, source, text};
use crate::games::nim;
use crate::number::UBig;
use crate::play::changed;
use crate::solve::{only, ordered};
use crate::{
    Analysis, Answer, Budget, Each, Game, KnownValues, List, ListQuery, Method, Moves, Outcome, Play, Position,
    Question, Rule, Shape,
};
use std::ops::ControlFlow;

/// Greedy Nim's place in the catalogue.
pub const ENTRY: Entry = Entry {
    name: "greedy",
    title: "Greedy Nim",
    position: "any number of heaps up to 100000: 3,4,5",
    rule: "Take any number of stones from a largest heap.",
    source: "Albert and Nowakowski 2001; Thesis-W introduction",
    example: ("greedy", "3,4,5"),
    start: Start::Heaps((3, 4), (1, 9)),
    build: Build::Alone(|| Box::new(Greedy)),
};

/// The game of Greedy Nim.
///
/// ```
/// use nimlab::{games::greedy::Greedy, prelude::*};
/// // An odd number of largest heaps is won.
/// assert_eq!(Greedy.solve(&Greedy.read("3,7")?).run()?.outcome, Outcome::N);
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Greedy;

/// How often the last number of a sorted list occurs at its end.
fn count_of_last<T: PartialEq>(sorted: &[T]) -> usize {
    sorted.iter().rev().take_while(|heap| Some(*heap) == sorted.last()).count()
}

/// The stones that may be left in one largest heap so as to win.
enum WinningRest {
    None,
    Exactly(UBig),
    /// Anything below this number.
    Below(UBig),
}

/// The winning moves from sorted heaps.
fn winning(heaps: &[UBig], play: Play) -> WinningRest {
    let Some(largest) = heaps.last().filter(|heap| !heap.is_zero()) else { return WinningRest::None };
    let count = count_of_last(heaps);
    if largest.is_one() {
        // Only ones: a move takes one of them.
        let wins = count.is_multiple_of(2) == (play == Play::Misere);
        return if wins { WinningRest::Exactly(UBig::ZERO) } else { WinningRest::None };
    }
    if count.is_multiple_of(2) {
        return WinningRest::None;
    }
    if count > 1 {
        return WinningRest::Below(largest.clone());
    }
    let rest = &heaps[..heaps.len() - 1];
    let next = rest.last().cloned().unwrap_or(UBig::ZERO);
    let next_count = count_of_last(rest);
    if next.is_zero() {
        return WinningRest::Exactly(UBig::from(u8::from(play == Play::Misere)));
    }
    if next.is_one() && play == Play::Misere {
        return WinningRest::Exactly(UBig::from(u8::from(next_count.is_multiple_of(2))));
    }
    if next_count % 2 == 1 { WinningRest::Exactly(next) } else { WinningRest::Below(next) }
}

const CLOSED_FORM: Method = Method::new("closed-form", "how often the largest heap occurs decides");

impl Rule for Greedy {
    fn name(&self) -> String {
        "greedy".into()
    }

    fn shape(&self) -> Shape {
        Shape::heaps()
    }

    fn example(&self) -> String {
        "3,4,5".into()
    }

    fn options(&self, position: &[u64], each: &mut Each<'_>) -> ControlFlow<()> {
        let Some((&largest, rest)) = position.split_last() else { return ControlFlow::Continue(()) };
        for left in 0..largest {
            let mut after = rest.to_vec();
            after.insert(rest.partition_point(|&heap| heap < left), left);
            each(&after)?;
        }
        ControlFlow::Continue(())
    }

    fn can_move(&self, from: &Position, to: &Position) -> Option<bool> {
        let largest = from.numbers().last();
        Some(nim::one_lowered(from.numbers(), to.numbers()).is_some_and(|(old, _)| Some(&old) == largest))
    }

    /// A move is made in one heap.
    fn can_move_in_places(&self, from: &Position, to: &Position) -> Option<bool> {
        Some(changed(from.piles(), to.piles()) == 1)
    }
}

impl Game for Greedy {
    fn methods(&self, question: Question) -> Vec<Method> {
        match question {
            Question::List { value: 1.., .. } => Vec::new(),
            _ => vec![CLOSED_FORM],
        }
    }

    fn analyse(&self, _method: Method, position: &Position, play: Play, budget: Budget) -> Result<Analysis> {
        let heaps = position.numbers();
        if play == Play::Misere && heaps.iter().all(UBig::is_zero) {
            return Ok(Analysis::won(Moves::all(Vec::new())));
        }
        let after = |left: UBig| {
            let mut after = heaps.to_vec();
            after[heaps.len() - 1] = left;
            after.sort_unstable();
            Position::new(after, false)
        };
        Ok(match winning(heaps, play) {
            WinningRest::None => Analysis::lost(),
            WinningRest::Exactly(left) => Analysis::won(Moves::all(vec![after(left)])),
            WinningRest::Below(bound) => {
                let listed = usize::try_from(&bound).unwrap_or(usize::MAX).min(Moves::listed(position, budget));
                let list: Vec<Position> = (0..listed).map(|left| after(UBig::from(left))).collect();
                let complete = UBig::from(listed) == bound;
                Analysis::won(if complete { Moves::all(list) } else { Moves::some(list, Some(bound)) })
            }
        })
    }

    fn list<'g>(&'g self, _method: Method, query: &ListQuery) -> Result<List<'g>> {
        let play = query.play;
        if query.heaps == 1 {
            return Ok(only(vec![u64::from(play == Play::Misere)], query));
        }
        let wanted = move |heaps: &[u64]| {
            let count = count_of_last(heaps);
            Ok(match (heaps.last(), play) {
                (None | Some(0), play) => play == Play::Normal,
                (Some(1), Play::Misere) => count % 2 == 1,
                _ => count.is_multiple_of(2),
            })
        };
        ordered(self, query, Box::new(wanted))
    }

    fn explain(&self, answer: &Answer) -> Explanation {
        let heaps = answer.position.numbers();
        let mut why = Explanation::new();
        let Some(largest) = heaps.last().filter(|heap| !heap.is_zero()) else {
            why.say([text("No stone is left, so that nobody can move.")]);
            return why;
        };
        let count = count_of_last(heaps);
        let times = |count: usize| if count == 1 { "once".to_owned() } else { format!("{count} times") };
        if answer.play == Play::Misere && largest.is_one() {
            why.say([
                text("Misère play with heaps of 1 only: each move takes one of them, and an odd number is lost. Here there are "),
                number(count as u64),
                text("."),
            ]);
            return why;
        }
        why.say([
            source("Greedy Nim (Albert and Nowakowski)"),
            text(match answer.play {
                Play::Normal => ": the player to move loses exactly if the largest heap occurs an even number of times. Here the largest is ",
                Play::Misere => ", misère play: while a heap is above 1, the player to move loses exactly if the largest heap occurs an even number of times; with heaps of 1 only, an odd number of them is lost. Here the largest is ",
            }),
            number(largest.clone()),
            text(format!(", and it occurs {}.", times(count))),
        ]);
        if answer.outcome == Outcome::P {
            return why;
        }
        match winning(heaps, answer.play) {
            WinningRest::Exactly(left) => why.say([
                text("Bring one largest heap to exactly "),
                number(left),
                text(match (answer.play, heaps.iter().rev().nth(1).is_some_and(|next| *next > UBig::ONE)) {
                    (Play::Misere, false) => ", which leaves an odd number of heaps of 1.",
                    _ => ", which leaves an even number of largest heaps, or none at all.",
                }),
            ]),
            WinningRest::Below(bound) => why.say([
                text("Bring one largest heap to any number below "),
                number(bound),
                text(": the largest heaps that are left then are even in number."),
            ]),
            WinningRest::None => {}
        }
        why
    }

    fn known_values(&self) -> Option<&dyn KnownValues> {
        Some(self)
    }
}

impl KnownValues for Greedy {
    /// A single heap is Nim.
    fn nim_heaps(&self, position: &Position) -> Option<Vec<UBig>> {
        let heaps = position.numbers();
        (heaps.iter().filter(|heap| !heap.is_zero()).count() <= 1).then(|| heaps.to_vec())
    }
}

//! Heap games: subtraction, all-but, octal and hexadecimal games and Grundy's game.
//!
//! A move is made in one heap, so that by the theorem of Sprague and Grundy a
//! position is worth the nim-sum of its heaps, and a move wins if it brings
//! its heap to the value that makes the sum 0. The values come from
//! [`crate::sequence`]; once a period is proved, heaps of any size are
//! answered.
//!
//! **Canonical form.** Heaps are sorted and zeros are kept. A move that takes
//! a whole heap leaves a 0 in its place; one that leaves a single heap keeps
//! the number of heaps; one that splits a heap replaces it by two or three numbers,
//! all at least 1: \[6\] → \[1, 5\].

mod all_but;
mod explain;
mod grundy;
mod hexadecimal;
mod misere;
mod moves;
mod octal;
mod single;
mod strategy;
mod subtraction;
mod three_parts;

pub use all_but::{ENTRY as ALL_BUT, all_but};
pub use grundy::{ENTRY as GRUNDY, grundy};
pub use hexadecimal::{ENTRY as HEXADECIMAL, hexadecimal};
pub use octal::{ENTRY as OCTAL, octal};
pub use subtraction::{ENTRY as SUBTRACTION, subtraction};

use crate::error::{Error, Result};
use crate::explain::Explanation;
use crate::game::searched;
use crate::number::UBig;
use crate::play::{changed, difference};
use crate::quotient::Quotients;
use crate::sequence::{MOST_HEAPS, Period, PeriodTheorem, Sequence};
use crate::solve::misere_heaps::misere_value;
use crate::solve::{nim_sum, ordered};
use crate::{
    Analysis, Answer, Budget, Each, Game, HeapPattern, HeapRule, Hint, KnownValues, Limit, List, ListQuery, Method,
    Moves, Play, Position, Question, Rule, Shape, Term, Values,
};
use misere::{ByQuotient, WantedValues};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A heap game. What has been computed is kept, so that the next question is
/// answered sooner.
///
/// ```
/// use nimlab::{HeapPattern, HeapRule, MoveSet, games::heaps::HeapGame, prelude::*};
/// let set = MoveSet::new(vec![1, 2, 3]).unwrap();
/// let bachet = HeapGame::new(HeapRule::of_pattern("bachet", HeapPattern::Take(set)));
/// assert_eq!(bachet.solve(&bachet.read("20")?).run()?.outcome, Outcome::P);
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug)]
pub struct HeapGame {
    rule: HeapRule,
    sequence: Mutex<Sequence>,
    quotients: Mutex<Quotients>,
}

impl HeapGame {
    /// The game of a rule.
    ///
    /// ```
    /// use nimlab::{games::heaps::{HeapGame, grundy}, Rule};
    /// assert_eq!(HeapGame::new(grundy()).name(), "grundy");
    /// ```
    pub fn new(rule: HeapRule) -> Self {
        let (sequence, quotients) = (Sequence::new(rule.clone()), Quotients::new(rule.clone()));
        Self { rule, sequence: Mutex::new(sequence), quotients: Mutex::new(quotients) }
    }

    fn sequence(&self) -> MutexGuard<'_, Sequence> {
        // A panic elsewhere leaves values that are right as far as they go.
        self.sequence.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The proved period, after an effort that fits the largest heap and the
    /// budget.
    fn period(&self, largest: &UBig, budget: Budget) -> Result<Option<Arc<Period>>> {
        let (least, most) = match self.rule.pattern().map_or(2, HeapPattern::most_left) {
            1 => (10_000, budget.positions.saturating_mul(8)),
            // A heap of a game that splits costs many times a remembered position,
            2 => (10_000, budget.positions / 3),
            // and where three heaps may be left, as many as there are smaller heaps.
            _ => (1_000, 4 * budget.positions.isqrt()),
        };
        let wanted = u64::try_from(largest).map_or(u64::MAX, |largest| largest.saturating_mul(2));
        let mut sequence = self.sequence();
        sequence.limit(budget);
        sequence.prove(wanted.max(least).min(most))
    }

    /// The values of single heaps by the proved period.
    fn proved(&self, heaps: &[UBig], budget: Budget) -> Result<Arc<Period>> {
        let largest = heaps.last().cloned().unwrap_or(UBig::ZERO);
        self.period(&largest, budget)?.ok_or_else(|| Error::Undecided {
            reason: format!("no period of {} is proved: {} heaps were computed", self.rule, self.sequence().computed()),
            hint: Hint::new(
                "a larger budget may prove one",
                Limit::Positions(budget.positions).raised().map(Term::Budget),
            ),
        })
    }

    /// The sequence, computed up to the largest heap if the budget allows it.
    fn computed(&self, heaps: &[UBig], budget: Budget) -> Result<MutexGuard<'_, Sequence>> {
        let mut sequence = self.sequence();
        let largest = heaps.last().cloned().unwrap_or(UBig::ZERO);
        let within = u64::try_from(&largest).ok().filter(|&largest| {
            let known = sequence.computed();
            largest < known || largest <= budget.positions
        });
        let Some(largest) = within else {
            if largest >= UBig::from(MOST_HEAPS) {
                let reason = format!(
                    "no period of {} is proved, and a heap of {} is beyond the {MOST_HEAPS} that can be computed",
                    self.rule,
                    crate::number::shown(&largest)
                );
                return Err(Error::undecided(reason));
            }
            return Err(budget.too_many_positions(format!(
                "{} with a heap of {}",
                self.rule,
                crate::number::shown(&largest)
            )));
        };
        sequence.limit(budget);
        sequence.extend_to(largest + 1)?;
        Ok(sequence)
    }

    /// Every move to a position of the given value.
    fn moves_to(&self, method: Method, heaps: &[UBig], value: &UBig, budget: Budget) -> Result<Moves> {
        let values = self.heap_values(method, heaps, budget)?;
        let sum = nim_sum(&values) ^ value;
        self.moves_with(method, heaps, &|at| &values[at] ^ &sum, budget)
    }

    /// Every move that gives a heap the value that is wanted at its place.
    fn moves_with(&self, method: Method, heaps: &[UBig], wanted: &WantedValues<'_>, budget: Budget) -> Result<Moves> {
        match method {
            CLOSED_FORM => {
                let period = self.proved(heaps, budget)?;
                Ok(moves::by_period(&period, heaps, wanted, budget))
            }
            _ => {
                let sequence = self.computed(heaps, budget)?;
                moves::by_values(&self.rule, &sequence, heaps, wanted, budget)
            }
        }
    }

    /// The value of each heap by one of the two methods.
    fn heap_values(&self, method: Method, heaps: &[UBig], budget: Budget) -> Result<Vec<UBig>> {
        if method == CLOSED_FORM {
            let period = self.proved(heaps, budget)?;
            return Ok(heaps.iter().map(|heap| period.value(heap)).collect());
        }
        let sequence = self.computed(heaps, budget)?;
        let value = |heap: &UBig| u64::try_from(heap).ok().and_then(|heap| sequence.get(heap)).map(UBig::from);
        heaps.iter().map(|heap| value(heap).ok_or_else(|| out_of_reach(&self.rule))).collect()
    }

    /// The values by the first method that has them.
    fn any_values(&self, heaps: &[UBig], budget: Budget) -> Result<Vec<UBig>> {
        self.heap_values(CLOSED_FORM, heaps, budget).or_else(|_| self.heap_values(TABLE, heaps, budget))
    }

    /// The nim-sum of the values of some heaps, computing what is missing.
    fn nim_sum_of_words(&self, heaps: &[u64], budget: Budget) -> Result<u64> {
        let mut sequence = self.sequence();
        let largest = heaps.iter().copied().max().unwrap_or(0);
        if largest >= sequence.computed() {
            sequence.limit(budget);
            sequence.extend_to(largest.saturating_add(1 + largest / 8))?;
        }
        heaps.iter().try_fold(0, |sum, &heap| Ok(sum ^ sequence.get(heap).ok_or_else(|| out_of_reach(&self.rule))?))
    }
}

fn out_of_reach(rule: &HeapRule) -> Error {
    Error::undecided(format!("a heap of {rule} is out of reach"))
}

const CLOSED_FORM: Method = Method::new("closed-form", "the proved period of the Grundy values, for heaps of any size");
const QUOTIENT: Method =
    Method::new("quotient", "the misère quotient, for heaps of any size where its period is proved");
const TABLE: Method = Method::new("table", "the Grundy values of all smaller heaps");

impl Rule for HeapGame {
    fn name(&self) -> String {
        self.rule.to_string()
    }

    fn shape(&self) -> Shape {
        Shape { splits_heaps: self.rule.splits(), ..Shape::heaps() }
    }

    fn example(&self) -> String {
        "6,9,20".into()
    }

    fn options(&self, position: &[u64], each: &mut Each<'_>) -> ControlFlow<()> {
        let mut after = Vec::with_capacity(position.len() + 1);
        for (at, &heap) in position.iter().enumerate() {
            if at > 0 && position[at - 1] == heap {
                continue;
            }
            self.rule.options(heap, &mut |left| {
                after.clear();
                after.extend_from_slice(position);
                after.swap_remove(at);
                after.extend(left.heaps());
                after.sort_unstable();
                each(&after)
            })?;
        }
        ControlFlow::Continue(())
    }

    fn can_move(&self, from: &Position, to: &Position) -> Option<bool> {
        let (gone, come) = difference(from.numbers(), to.numbers());
        match &gone[..] {
            [heap] => self.rule.allows(heap, &come),
            _ => Some(false),
        }
    }

    /// A move is made in one heap.
    fn can_move_in_places(&self, from: &Position, to: &Position) -> Option<bool> {
        Some(changed(from.piles(), to.piles()) == 1)
    }
}

impl Game for HeapGame {
    fn methods(&self, question: Question) -> Vec<Method> {
        match question {
            Question::List { play: Play::Misere, .. } if strategy::has_misere(&self.rule) => vec![TABLE],
            Question::List { play: Play::Misere, .. } => vec![QUOTIENT],
            Question::Solve(Play::Misere) if !strategy::has_misere(&self.rule) => vec![QUOTIENT],
            Question::Solve(_) if PeriodTheorem::of(&self.rule).is_some() => vec![CLOSED_FORM, TABLE],
            Question::Solve(_) | Question::List { .. } => vec![TABLE],
        }
    }

    fn analyse(&self, method: Method, position: &Position, play: Play, budget: Budget) -> Result<Analysis> {
        let heaps = position.numbers();
        if method == QUOTIENT {
            return self.by_quotient(heaps, budget);
        }
        let values = self.heap_values(method, heaps, budget)?;
        let lost = match play {
            Play::Normal => nim_sum(&values).is_zero(),
            Play::Misere => misere::is_lost(&values),
        };
        let others = |at| values.iter().enumerate().filter(move |(other, _)| *other != at).map(|(_, value)| value);
        let found = match (lost, play) {
            (true, _) => Analysis::lost(),
            (false, Play::Normal) => Analysis::won(self.moves_to(method, heaps, &UBig::ZERO, budget)?),
            (false, Play::Misere) => {
                Analysis::won(self.moves_with(method, heaps, &|at| misere_value(others(at)), budget)?)
            }
        };
        Ok(found.because(HeapValues(values)))
    }

    fn heap_rule(&self) -> Option<&HeapRule> {
        Some(&self.rule)
    }

    fn board<'g>(&'g self, corner: &[u64], budget: Budget) -> Option<Box<dyn Values + 'g>> {
        let largest = corner.iter().copied().max().unwrap_or(0);
        let mut sequence = self.sequence();
        sequence.limit(budget);
        sequence.extend_to(largest.checked_add(1)?).ok()?;
        Some(Box::new(HeapSums { game: self, budget }))
    }

    fn list<'g>(&'g self, method: Method, query: &ListQuery) -> Result<List<'g>> {
        let (value, budget) = (query.value, query.budget.started());
        if query.play == Play::Misere {
            return ordered(self, query, Box::new(move |heaps| self.is_misere_lost(method, heaps, budget)));
        }
        // More values than this are not worth a list of them.
        let short = |period: &Arc<Period>| period.preperiod.saturating_add(period.period) <= budget.positions;
        if query.heaps == 1
            && let Some(period) = self.period(&UBig::ZERO, budget)?.filter(short)
        {
            let heaps = single::HeapsOfValue::of(&period, value).positions(query.from.clone());
            return Ok(List::of_positions(heaps.map(Ok), query));
        }
        ordered(self, query, Box::new(move |heaps| Ok(self.nim_sum_of_words(heaps, budget)? == value)))
    }

    fn explain(&self, answer: &Answer) -> Explanation {
        let heaps = answer.position.numbers();
        if let Some(found) = answer.reasons.get::<ByQuotient>() {
            return explain::by_quotient(found, heaps, answer);
        }
        if answer.play == Play::Misere && !strategy::has_misere(&self.rule) {
            return explain::misere_searched(answer);
        }
        let values = match answer.reasons.get() {
            Some(HeapValues(values)) => values.clone(),
            None => {
                let budget = Budget::of_positions(100_000).in_bytes(16 << 20).within(Duration::from_secs(1));
                let Ok(values) = self.any_values(heaps, budget) else { return searched(answer) };
                values
            }
        };
        let period = self.sequence().period().cloned();
        if answer.play == Play::Misere {
            return explain::misere(period.as_deref(), heaps, &values, answer);
        }
        explain::normal((period.as_deref(), self.rule.splits()), heaps, &values, answer)
    }

    fn known_values(&self) -> Option<&dyn KnownValues> {
        Some(self)
    }
}

impl KnownValues for HeapGame {
    fn known_by(&self) -> &'static str {
        if PeriodTheorem::of(&self.rule).is_some() { "theorem" } else { TABLE.name() }
    }

    fn grundy(&self, position: &Position, budget: Budget) -> Option<UBig> {
        self.any_values(position.numbers(), budget).ok().map(|values| nim_sum(&values))
    }

    fn moves_to_value(&self, position: &Position, value: &UBig, budget: Budget) -> Option<Moves> {
        let heaps = position.numbers();
        self.moves_to(CLOSED_FORM, heaps, value, budget).or_else(|_| self.moves_to(TABLE, heaps, value, budget)).ok()
    }

    fn nim_heaps(&self, position: &Position) -> Option<Vec<UBig>> {
        // While 1, 2, …, h may all be taken, a heap of h is a Nim heap.
        let all_up_to = match self.rule.pattern()? {
            HeapPattern::Take(set) => (1..).zip(set.members()).take_while(|(i, s)| i == *s).count(),
            HeapPattern::TakePowersOfTwo => 2,
            HeapPattern::TakeAllBut(set) => usize::try_from(set.members()[0] - 1).unwrap_or(usize::MAX),
            HeapPattern::TakeByDigits(_) | HeapPattern::TakeByHexDigits(_) | HeapPattern::SplitUnequally => {
                return None;
            }
        };
        let nim = position.numbers().last().is_none_or(|largest| *largest <= UBig::from(all_up_to));
        nim.then(|| position.numbers().to_vec())
    }
}
/// The values of the heaps of a position that was analysed.
struct HeapValues(Vec<UBig>);

/// The nim-sum of values that are computed already.
struct HeapSums<'g> {
    game: &'g HeapGame,
    budget: Budget,
}

impl Values for HeapSums<'_> {
    fn value(&mut self, position: &[u64]) -> Result<u64> {
        self.game.nim_sum_of_words(position, self.budget)
    }
}

//! The misère quotient of heaps of several games beside each other.
//!
//! Heaps that are equal in the quotient of their own game need not be so beside heaps of another. So
//! all of them are taken as the heaps of one game: the heap n ≥ 1 of game i of k has the number
//! k(n − 1) + i + 1, and 0 is no heap. With these numbers, too, a split leaves no more
//! than there was, which is what the engine needs.
//!
//! **The period.** The theorem about one game ([`super`]) holds for each of them: its proof looks at
//! heaps of one game only, and the check is about sums of all. A game of which only heaps
//! up to some size are wanted has no larger ones here.

use super::{MOST_HEAPS, Quotient, QuotientPeriod, Quotients, theorem_of};
use crate::error::{Error, Result};
use crate::number::UBig;
use crate::sequence::first_period;
use crate::{Budget, HeapMoves, HeapRule, Hint, Left};
use std::ops::ControlFlow;
use std::sync::Arc;

/// The heaps of several games as those of one.
#[derive(Debug)]
struct Joined {
    parts: Vec<Part>,
}

/// One game, with its heaps up to a largest one.
#[derive(Debug, Clone)]
struct Part {
    rule: HeapRule,
    largest: Option<u64>,
}

impl Joined {
    /// The number of a heap of a game.
    fn number(&self, part: usize, heap: u64) -> u64 {
        let games = self.parts.len() as u64;
        if heap == 0 { 0 } else { games * (heap - 1) + part as u64 + 1 }
    }
}

impl HeapMoves for Joined {
    fn name(&self) -> String {
        let names: Vec<String> = self.parts.iter().map(|part| part.rule.to_string()).collect();
        names.join(" + ")
    }

    fn options(&self, heap: u64, each: &mut dyn FnMut(Left) -> ControlFlow<()>) -> ControlFlow<()> {
        let games = self.parts.len() as u64;
        let Some(before) = heap.checked_sub(1) else { return ControlFlow::Continue(()) };
        let (part, heap) = ((before % games) as usize, before / games + 1);
        let Part { rule, largest } = &self.parts[part];
        if largest.is_some_and(|largest| heap > largest) {
            return ControlFlow::Continue(());
        }
        let of = |left| self.number(part, left);
        rule.options(heap, &mut |left| {
            each(match left {
                Left::One(left) => Left::One(of(left)),
                Left::Two(a, b) => Left::Two(of(a), of(b)),
                Left::Three(a, b, c) => Left::Three(of(a), of(b), of(c)),
            })
        })
    }

    fn splits(&self) -> bool {
        self.parts.iter().any(|part| part.rule.splits())
    }
}

/// The misère quotients of the heaps of several games, up to more and more heaps.
///
/// ```
/// use nimlab::{Budget, catalogue, number::UBig, quotient::JoinedQuotients};
/// let rules = ["octal:0.123", "octal:0.75"].map(|name| catalogue::heap_rule(name).unwrap());
/// let mut joined = JoinedQuotients::new(rules.map(|rule| (rule, None)).into());
/// let heaps = [(0, UBig::from(10u8).pow(30)), (1, UBig::from(7u8))];
/// joined.cover(&heaps, Budget::default())?;
/// let [a, b] = heaps.each_ref().map(|(game, heap)| joined.element(*game, heap).unwrap());
/// let quotient = joined.quotient();
/// assert!(!quotient.is_lost(quotient.product(a, b)));
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug)]
pub struct JoinedQuotients {
    parts: Vec<Part>,
    quotients: Quotients,
    /// The proved period of each game.
    periods: Vec<Option<QuotientPeriod>>,
}

impl JoinedQuotients {
    /// The quotients of these games, none computed yet. Of a game with a largest heap no larger one
    /// is looked at.
    pub fn new(games: Vec<(HeapRule, Option<u64>)>) -> Self {
        let parts: Vec<Part> = games.into_iter().map(|(rule, largest)| Part { rule, largest }).collect();
        let periods = vec![None; parts.len()];
        let quotients = Quotients::new(HeapRule::new(Joined { parts: parts.clone() }));
        Self { parts, quotients, periods }
    }

    /// Computes until the elements of these heaps are known, each of the game of its number.
    pub fn cover(&mut self, heaps: &[(usize, UBig)], budget: Budget) -> Result<()> {
        let budget = budget.started();
        let games = self.parts.len() as u64;
        let mut each = 8;
        loop {
            let all = games * each + 1;
            if all > MOST_HEAPS {
                let reason = format!(
                    "no period of the misère quotient of {} is proved by {} heaps of each",
                    self.quotients.rule,
                    each - 1
                );
                return Err(Error::Undecided { reason, hint: Hint::NONE });
            }
            self.quotients.extend_with(all, budget, &|_, _| ())?;
            self.periods = (0..self.parts.len()).map(|part| self.period_of(part)).collect();
            if heaps.iter().all(|(part, heap)| self.element(*part, heap).is_some()) {
                return Ok(());
            }
            each += each / 4 + 4;
        }
    }

    /// A period of the elements of a game in the quotient that there is now.
    fn period_of(&mut self, part: usize) -> Option<QuotientPeriod> {
        let Part { rule, largest: None } = &self.parts[part] else { return None };
        let theorem = theorem_of(rule)?;
        let quotient = self.quotients.quotient();
        let elements = quotient.pretending().iter().skip(part + 1).step_by(self.parts.len());
        let own: Vec<u32> = std::iter::once(&0).chain(elements).copied().collect();
        let needed = |l: usize, p: usize| {
            let needed = theorem.values_needed(rule, l as u64, p as u64);
            needed.and_then(|needed| usize::try_from(needed).ok()).unwrap_or(usize::MAX)
        };
        let (l, p) = first_period(&own, needed)?;
        Some(QuotientPeriod { preperiod: l as u64, period: p as u64, checked_to: needed(l, p) as u64 - 1 })
    }

    /// The proved period of a game beside the others.
    pub fn period(&self, game: usize) -> Option<QuotientPeriod> {
        self.periods[game]
    }

    /// The element of a heap of a game, if it is known.
    pub fn element(&mut self, game: usize, heap: &UBig) -> Option<u32> {
        let quotient = self.quotients.quotient();
        self.element_in(&quotient, game, heap)
    }

    /// The element of a heap of a game in the quotient that there is now.
    pub(crate) fn element_in(&self, quotient: &Quotient, game: usize, heap: &UBig) -> Option<u32> {
        let computed = (quotient.pretending().len() as u64).saturating_sub(1) / self.parts.len() as u64;
        let heap = match u64::try_from(heap) {
            Ok(heap) if heap <= computed => heap,
            _ => {
                let QuotientPeriod { preperiod, period, .. } = self.periods[game]?;
                let beyond = heap - UBig::from(preperiod);
                u64::try_from(beyond % UBig::from(period)).ok()? + preperiod
            }
        };
        if heap == 0 {
            return Some(0);
        }
        let number = (heap - 1) * self.parts.len() as u64 + game as u64 + 1;
        quotient.pretending().get(usize::try_from(number).ok()?).copied()
    }

    /// The quotient of all heaps so far, by the numbers that they have here.
    pub fn quotient(&mut self) -> Arc<Quotient> {
        self.quotients.quotient()
    }
}

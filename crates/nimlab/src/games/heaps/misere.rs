//! Misère play.
//!
//! Where no heap is split, Grundy values decide as in misère Nim (see [`super::strategy`]). Where heaps
//! are split, the misère quotient decides: a position is lost exactly if the product of the
//! elements of its heaps is in the P-portion (Plambeck 2005; see [`crate::quotient`]).

use super::{HeapGame, QUOTIENT};
use crate::error::{Error, Result};
use crate::number::{UBig, shown};
use crate::quotient::{Quotient, Quotients};
use crate::solve::heap_moves::{self, FoundMoves};
use crate::solve::misere_heaps::misere_value;
use crate::{Analysis, Budget, Hint, Left, Method, Term};
use std::sync::{Arc, MutexGuard, PoisonError};
use std::time::Duration;

/// Which positions a quotient says are lost.
pub(super) struct ByQuotient {
    pub quotient: Arc<Quotient>,
    /// The element of each heap of the position.
    pub elements: Vec<u32>,
}

impl ByQuotient {
    /// The element of all heaps together.
    pub fn product(&self) -> u32 {
        self.elements.iter().fold(0, |product, &element| self.quotient.product(product, element))
    }
}

/// The time for a quotient where a search may well be enough: for heaps up to this size.
const TIME: Duration = Duration::from_secs(2);
const SMALL: u8 = 40;

impl HeapGame {
    fn quotients(&self) -> MutexGuard<'_, Quotients> {
        // A panic elsewhere leaves a quotient that is right as far as it goes.
        self.quotients.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The quotient that tells the elements of these heaps, after an effort that is a part of the
    /// budget.
    pub(super) fn quotient(&self, heaps: &[UBig], budget: Budget) -> Result<Arc<Quotient>> {
        let largest = heaps.last().cloned().unwrap_or(UBig::ZERO);
        let mut quotients = self.quotients();
        if !quotients.covers(&largest) {
            let half = budget.time.map(|time| time / 2);
            let time = if largest <= UBig::from(SMALL) { Some(half.map_or(TIME, |time| TIME.min(time))) } else { half };
            let part = Budget { time, patience: time, begun: None, deadline: None, ..budget };
            let part = part.in_bytes(budget.bytes / 2);
            match quotients.stopped() {
                Some(stopped) if !stopped.may_go_on_with(part) => return Err(undecided(&stopped.error)),
                _ => quotients.cover(&largest, part).map_err(|error| undecided(&error))?,
            }
        }
        Ok(quotients.quotient())
    }

    /// Whether these heaps are lost under misère play.
    pub(super) fn is_misere_lost(&self, method: Method, heaps: &[u64], budget: Budget) -> Result<bool> {
        let heaps: Vec<UBig> = heaps.iter().copied().map(UBig::from).collect();
        if method != QUOTIENT {
            return Ok(is_lost(&self.heap_values(method, &heaps, budget)?));
        }
        let quotient = self.quotient(&heaps, budget).map_err(|error| error.with_hint(by_search()))?;
        let element = |product, heap| quotient.product(product, quotient.element(heap).unwrap_or(0));
        Ok(quotient.is_lost(heaps.iter().fold(0, element)))
    }

    /// Outcome and moves by the quotient.
    pub(super) fn by_quotient(&self, heaps: &[UBig], budget: Budget) -> Result<Analysis> {
        let quotient = self.quotient(heaps, budget)?;
        let element = |heap: &UBig| {
            quotient.element(heap).ok_or_else(|| Error::undecided(format!("a heap of {} is out of reach", shown(heap))))
        };
        let elements = heaps.iter().map(element).collect::<Result<Vec<u32>>>()?;
        let found = ByQuotient { quotient: quotient.clone(), elements };
        if quotient.is_lost(found.product()) {
            return Ok(Analysis::lost().because(found));
        }
        let mut list = FoundMoves::new(heaps, budget);
        for at in heap_moves::different(heaps) {
            let rest = (0..heaps.len()).filter(|&other| other != at);
            let beside = rest.fold(0, |product, other| quotient.product(product, found.elements[other]));
            let wins = |left: u32| quotient.is_lost(quotient.product(beside, left));
            self.moves_by_quotient(&quotient, &mut list, at, &wins, budget)?;
        }
        Ok(Analysis::won(list.moves()).because(found))
    }

    /// The moves in one heap that leave an element that wins beside the others.
    fn moves_by_quotient(
        &self,
        quotient: &Quotient,
        list: &mut FoundMoves<'_>,
        at: usize,
        wins: &dyn Fn(u32) -> bool,
        budget: Budget,
    ) -> Result<()> {
        let element = |heap: &UBig| quotient.element(heap).unwrap_or(0);
        let period = quotient.period().map(|period| (period.preperiod, period.period));
        let one = |left: &UBig| wins(element(left));
        let two = |a: &UBig, b: &UBig| wins(quotient.product(element(a), element(b)));
        let all =
            |left: Left| wins(left.heaps().fold(0, |product, heap| quotient.product(product, element(&heap.into()))));
        match period {
            Some(period) => heap_moves::of_heap(&self.rule, period, list, at, &one, &two),
            None => heap_moves::of_small_heap(&self.rule, list, at, &all, budget)?,
        }
        Ok(())
    }
}

/// A search goes further with few heaps.
fn by_search() -> Hint {
    Hint::new("a search may go further", [Term::Set("method", Method::SEARCH.name().into())])
}

/// The next method may decide what a quotient does not.
fn undecided(error: &Error) -> Error {
    Error::undecided(match error {
        Error::Undecided { reason, .. } => reason.clone(),
        // This is going to be said again.
        other => other.problem().trim_start_matches("not decided: ").to_owned(),
    })
}

/// Whether values say that a position is lost under misère play, where they decide it.
pub(super) fn is_lost(values: &[UBig]) -> bool {
    let Some((one, rest)) = values.split_first() else { return false };
    misere_value(rest.iter()) == *one
}

/// The value that the heap at a place must get.
pub(super) type WantedValues<'v> = dyn Fn(usize) -> UBig + 'v;

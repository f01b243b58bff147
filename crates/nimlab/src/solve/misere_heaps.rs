//! Misère sums of heaps of different games.
//!
//! Where no game splits a heap, Grundy values decide as in misère Nim, for the proof in
//! `games/heaps/strategy.rs` is about single heaps and holds for heaps of several games beside each other.
//! Otherwise the quotient of all these heaps together decides ([`JoinedQuotients`]).

use super::heap_moves::{FoundMoves, different, of_heap, of_small_heap};
use super::sum::{Component, FoundInSum, SumMove};
use super::{known_value, nim_heaps};
use crate::error::{Error, Result};
use crate::number::UBig;
use crate::quotient::{JoinedQuotients, Quotient};
use crate::{Budget, HeapPattern, HeapRule, Left, MoveSet, Outcome, Position, RuleExt};
use std::sync::Arc;
use std::time::Duration;

/// The heaps of a component.
pub(super) struct Heaps {
    rule: HeapRule,
    heaps: Vec<UBig>,
    /// Whether its game is another one, of which this position is literally Nim.
    is_nim: bool,
}

/// The largest literal Nim heap that is looked at beside others.
const LARGEST_NIM: u64 = 64;

/// The time for a quotient where a search may well be enough: for heaps up to this size.
const TIME: Duration = Duration::from_secs(2);
const SMALL: u8 = 40;

/// The heaps of all components, if they have nothing else.
pub(super) fn heaps_of(components: &[Component<'_>]) -> Option<Vec<Heaps>> {
    let heaps = |component: &Component<'_>| {
        let Component { game, position } = *component;
        if let Some(rule) = game.heap_rule() {
            return Some(Heaps { rule: rule.clone(), heaps: position.numbers().to_vec(), is_nim: false });
        }
        // A move in one heap changes one number of the position.
        let heaps = nim_heaps(game, position).filter(|heaps| *heaps == position.numbers())?;
        let largest = heaps.iter().max().map_or(Some(0), |heap| u64::try_from(heap).ok())?;
        let set = MoveSet::new((1..=LARGEST_NIM).collect()).ok().filter(|_| largest <= LARGEST_NIM)?;
        Some(Heaps { rule: HeapRule::of_pattern("nim", HeapPattern::Take(set)), heaps, is_nim: true })
    };
    components.iter().map(heaps).collect()
}

/// Whether no heap is split, so that the values decide.
pub(super) fn values_decide(all: &[Heaps]) -> bool {
    all.iter().all(|part| part.rule.pattern().is_some_and(|pattern| !pattern.splits()))
}

/// The value that a heap must get so that a position is lost in misère Nim: `rest` are the values of
/// the other heaps.
pub(crate) fn misere_value<'v>(rest: impl Iterator<Item = &'v UBig>) -> UBig {
    let (mut sum, mut large) = (UBig::ZERO, false);
    for value in rest {
        sum ^= value;
        large |= *value > UBig::ONE;
    }
    if large { sum } else { sum ^ UBig::ONE }
}

/// By the values of the heaps, where no heap is split.
pub(super) fn by_values(components: &[Component<'_>], all: &[Heaps], budget: Budget) -> Result<FoundInSum> {
    let unknown = || Error::undecided("the Grundy value of a heap is out of reach, and the sum depends on it");
    let mut values = Vec::new();
    for (component, part) in components.iter().zip(all) {
        for heap in &part.heaps {
            if part.is_nim {
                values.push(heap.clone());
                continue;
            }
            let single = component.game.position(vec![heap.clone()]);
            values.push(known_value(component.game, &single, budget).ok_or_else(unknown)?);
        }
    }
    let wanted =
        |at: usize| misere_value(values.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, value)| value));
    if values.first().is_some_and(|first| wanted(0) == *first) {
        return Ok((Outcome::P, Vec::new(), true));
    }
    let (mut found, mut complete, mut start) = (Vec::new(), true, 0);
    for (index, (component, part)) in components.iter().zip(all).enumerate() {
        for at in different(&part.heaps) {
            let wanted = wanted(start + at);
            let mut made = |left: UBig| {
                let mut numbers = component.position.numbers().to_vec();
                numbers[at] = left;
                found.push(SumMove { component: index, to: component.game.position(numbers) });
            };
            if part.is_nim {
                if wanted < part.heaps[at] {
                    made(wanted);
                }
                continue;
            }
            let single = component.game.position(vec![part.heaps[at].clone()]);
            let moves = match component.game.known_values() {
                Some(known) => known.moves_to_value(&single, &wanted, budget).ok_or_else(unknown)?,
                None => return Err(unknown()),
            };
            complete &= moves.complete;
            moves.list.into_iter().for_each(|to| made(to.numbers()[0].clone()));
        }
        start += part.heaps.len();
    }
    found.sort_unstable();
    found.dedup();
    Ok((Outcome::N, found, complete))
}

/// By the misère quotient of all these heaps together.
pub(super) fn by_quotient(components: &[Component<'_>], all: &[Heaps], budget: Budget) -> Result<FoundInSum> {
    let (mut games, mut of): (Vec<(HeapRule, UBig)>, Vec<usize>) = (Vec::new(), Vec::new());
    for part in all {
        let largest = part.heaps.iter().max().cloned().unwrap_or(UBig::ZERO);
        match games.iter_mut().enumerate().find(|(_, (rule, _))| *rule == part.rule) {
            Some((game, (_, most))) => {
                *most = largest.max(most.clone());
                of.push(game);
            }
            None => {
                of.push(games.len());
                games.push((part.rule.clone(), largest));
            }
        }
    }
    let largest = games.iter().map(|(_, largest)| largest.clone()).max().unwrap_or(UBig::ZERO);
    let half = budget.time.map(|time| time / 2);
    let time = if largest <= UBig::from(SMALL) { Some(half.map_or(TIME, |time| TIME.min(time))) } else { half };
    let part = Budget { time, patience: time, begun: None, deadline: None, ..budget }.in_bytes(budget.bytes / 2);
    // Small heaps make a small quotient.
    let up_to = |largest: &UBig| u64::try_from(largest).ok().filter(|&largest| largest <= SMALL.into());
    let mut joined = JoinedQuotients::new(games.iter().map(|(rule, largest)| (rule.clone(), up_to(largest))).collect());
    let heaps: Vec<(usize, UBig)> =
        of.iter().zip(all).flat_map(|(&game, part)| part.heaps.iter().map(move |heap| (game, heap.clone()))).collect();
    joined.cover(&heaps, part)?;
    Beside { components, all, of, quotient: joined.quotient(), joined }.answer(&heaps, budget)
}

/// A sum, with the quotient of its heaps.
struct Beside<'s, 'g> {
    components: &'s [Component<'g>],
    all: &'s [Heaps],
    /// The game of each component.
    of: Vec<usize>,
    quotient: Arc<Quotient>,
    joined: JoinedQuotients,
}

impl Beside<'_, '_> {
    fn answer(&mut self, heaps: &[(usize, UBig)], budget: Budget) -> Result<FoundInSum> {
        let element = |joined: &mut JoinedQuotients, (game, heap): &(usize, UBig)| joined.element(*game, heap);
        let elements: Vec<u32> = heaps.iter().map(|heap| element(&mut self.joined, heap).unwrap_or(0)).collect();
        let product = |some: &mut dyn Iterator<Item = u32>| some.fold(0, |all, one| self.quotient.product(all, one));
        if self.quotient.is_lost(product(&mut elements.iter().copied())) {
            return Ok((Outcome::P, Vec::new(), true));
        }
        let (mut found, mut complete, mut start) = (Vec::new(), true, 0);
        for (index, component) in self.components.iter().enumerate() {
            let (own, game) = (&self.all[index].heaps, self.of[index]);
            let mut list = FoundMoves::new(own, budget);
            for at in different(own) {
                let others = elements.iter().enumerate().filter(|(other, _)| *other != start + at);
                let beside = product(&mut others.map(|(_, &element)| element));
                self.moves_of(index, game, at, beside, &mut list, budget)?;
            }
            let moves = list.moves();
            complete &= moves.complete;
            let to = |to: &Position| component.game.position(to.numbers().to_vec());
            found.extend(moves.list.iter().map(|after| SumMove { component: index, to: to(after) }));
            start += own.len();
        }
        found.sort_unstable();
        found.dedup();
        Ok((Outcome::N, found, complete))
    }

    /// The moves in one heap that leave an element that wins beside the others.
    fn moves_of(
        &self,
        index: usize,
        game: usize,
        at: usize,
        beside: u32,
        list: &mut FoundMoves<'_>,
        budget: Budget,
    ) -> Result<()> {
        let element = |heap: &UBig| self.joined.element_in(&self.quotient, game, heap).unwrap_or(0);
        let wins = |left: u32| self.quotient.is_lost(self.quotient.product(beside, left));
        let one = |left: &UBig| wins(element(left));
        let two = |a: &UBig, b: &UBig| wins(self.quotient.product(element(a), element(b)));
        let all = |left: Left| {
            wins(left.heaps().fold(0, |product, heap| self.quotient.product(product, element(&heap.into()))))
        };
        let rule = &self.all[index].rule;
        match self.joined.period(game) {
            Some(period) => of_heap(rule, (period.preperiod, period.period), list, at, &one, &two),
            None => of_small_heap(rule, list, at, &all, budget)?,
        }
        Ok(())
    }
}

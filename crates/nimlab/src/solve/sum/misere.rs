//! Sums under misère play, where no theorem covers all of them: a sum is decided where
//! it is literally Nim, where only one component has moves, or where all components are
//! heaps, and otherwise by search.

use super::{Component, SumAnswer, SumMove, is_over, with_number};
use crate::error::{Error, Result};
use crate::number::UBig;
use crate::play::difference;
use crate::solve::misere_heaps::{self, Heaps, heaps_of};
use crate::solve::{Search, moves_where, nim_heaps};
use crate::{Analysis, Answer, Ask, Budget, Each, Game, Method, Moves, Outcome, Play, Rule, RuleExt, Shape};
use std::ops::ControlFlow;

/// The answer for a sum.
pub(super) fn solve(components: &[Component<'_>], budget: Budget) -> Result<SumAnswer> {
    let alone = |component: &Component<'_>| component.game.solve(component.position).misere().budget(budget).run();
    // A component that has no end by itself has none in the sum.
    let alone: Vec<Answer> = components.iter().map(alone).collect::<Result<_>>()?;
    let heaps: Option<Vec<Vec<UBig>>> = components.iter().map(|c| nim_heaps(c.game, c.position)).collect();
    let moving: Vec<usize> = (0..components.len()).filter(|&index| !is_over(&components[index])).collect();
    let (analysis, method) = match (heaps, &moving[..]) {
        (Some(heaps), _) => (misere_nim(components, &heaps, budget), MISERE_NIM),
        (None, &[index]) => {
            let Answer { outcome, winning_moves, method, .. } = &alone[index];
            let list = winning_moves.list.iter().map(|to| SumMove { component: index, to: to.clone() }).collect();
            ((*outcome, list, winning_moves.complete), method.name())
        }
        (None, _) if of_one_heap_rule(components) => (misere_heaps(components, budget)?, JOINED_HEAPS),
        (None, _) => match heaps_of(components) {
            Some(all) => of_different_heaps(components, &all, budget)?,
            None => (misere_search(components, budget)?, Method::SEARCH.name()),
        },
    };
    let (outcome, winning_moves, complete) = analysis;
    Ok(SumAnswer { play: Play::Misere, outcome, grundy: None, winning_moves, complete, method, components: alone })
}

/// The method of sums that are literally Nim.
pub(super) const MISERE_NIM: &str = "misere-nim";

/// The method of sums of heaps that no game splits.
pub(super) const MISERE_VALUES: &str = "misere-values";

/// The method of sums of heaps of several games.
pub(super) const QUOTIENT: &str = "quotient";

/// The method of sums of heaps of one game.
pub(super) const JOINED_HEAPS: &str = "joined-heaps";

/// Who wins a sum, the winning moves, and whether all of them are there.
pub(in crate::solve) type FoundInSum = (Outcome, Vec<SumMove>, bool);

/// Whether all components are heaps of the same rule.
fn of_one_heap_rule(components: &[Component<'_>]) -> bool {
    let rule = components.first().and_then(|component| component.game.heap_rule());
    rule.is_some() && components.iter().all(|component| component.game.heap_rule() == rule)
}

/// A sum of heaps of one rule is a position of it with all of them.
fn misere_heaps(components: &[Component<'_>], budget: Budget) -> Result<FoundInSum> {
    let game = components[0].game;
    let all = game.position(components.iter().flat_map(|component| component.position.numbers().to_vec()).collect());
    let Answer { outcome, winning_moves, .. } = game.solve(&all).misere().budget(budget).run()?;
    let mut found = Vec::new();
    for to in &winning_moves.list {
        let (gone, come) = difference(all.numbers(), to.numbers());
        for (index, component) in components.iter().enumerate() {
            let mut numbers = component.position.numbers().to_vec();
            let Some(at) = gone.first().and_then(|heap| numbers.iter().position(|number| number == heap)) else {
                continue;
            };
            numbers.splice(at..=at, come.iter().cloned());
            found.push(SumMove { component: index, to: component.game.position(numbers) });
        }
    }
    found.sort_unstable();
    found.dedup();
    Ok((outcome, found, winning_moves.complete))
}

/// A sum of heaps of several games.
fn of_different_heaps(
    components: &[Component<'_>],
    all: &[Heaps],
    budget: Budget,
) -> Result<(FoundInSum, &'static str)> {
    if misere_heaps::values_decide(all) {
        return Ok((misere_heaps::by_values(components, all, budget)?, MISERE_VALUES));
    }
    match misere_heaps::by_quotient(components, all, budget) {
        Ok(found) => Ok((found, QUOTIENT)),
        // A short search may decide what the quotient does not.
        Err(reason) => match misere_search(components, budget) {
            Ok(found) => Ok((found, Method::SEARCH.name())),
            Err(Error::Undecided { .. }) => Err(reason),
            Err(error) => Err(error),
        },
    }
}

/// A sum of Nim positions is Nim with all their heaps.
fn misere_nim(components: &[Component<'_>], heaps: &[Vec<UBig>], budget: Budget) -> FoundInSum {
    let all: Vec<UBig> = heaps.concat();
    let Analysis { outcome, .. } = nim_heaps::analyse(&all, Play::Misere, budget);
    let mut reductions = nim_heaps::winning_reductions(&all, Play::Misere);
    reductions.sort_unstable();
    let mut reductions = reductions.into_iter().peekable();
    let (mut found, mut complete) = (Vec::new(), true);
    let mut start = 0;
    for (index, (component, own)) in components.iter().zip(heaps).enumerate() {
        let end = start + own.len();
        let here: Vec<(usize, UBig)> = std::iter::from_fn(|| reductions.next_if(|(heap, _)| *heap < end))
            .map(|(heap, left)| (heap - start, left))
            .collect();
        let after = nim_heaps::different(own, here).into_iter().map(|(heap, left)| with_number(component, heap, left));
        let moves = Moves::first(after, component.position, budget);
        complete &= moves.complete;
        found.extend(moves.list.into_iter().map(|to| SumMove { component: index, to }));
        start = end;
    }
    found.sort_unstable();
    found.dedup();
    (outcome, found, complete)
}

fn misere_search(components: &[Component<'_>], budget: Budget) -> Result<FoundInSum> {
    let sum = SumRule { games: components.iter().map(|component| component.game).collect() };
    let parts = components
        .iter()
        .map(|component| {
            component.position.words().map_err(|error| match error {
                Error::TooLarge { limit, .. } => Error::undecided(format!(
                    "under misère play no theorem covers this sum, and what a search needs for {} {} is beyond its limit, {limit}",
                    component.game.name(),
                    component.position.shown()
                )),
                other => other,
            })
        })
        .collect::<Result<Vec<_>>>()?;
    let start = flat(&parts);
    let mut search = Search::for_outcomes(&sum, Play::Misere, budget);
    let outcome = search.outcome(&start)?;
    let (mut found, mut complete) = (Vec::new(), true);
    if outcome == Outcome::N {
        for (index, component) in components.iter().enumerate() {
            let mut after = parts.clone();
            let moves = moves_where(component.game, &parts[index], budget, &mut |option| {
                after[index].clear();
                after[index].extend_from_slice(option);
                Ok(search.outcome(&flat(&after))? == Outcome::P)
            })?;
            complete &= moves.complete;
            found.extend(moves.list.into_iter().map(|to| SumMove { component: index, to }));
        }
    }
    found.sort_unstable();
    Ok((outcome, found, complete))
}

/// The parts of a sum as one vector: each part after its length.
fn flat(parts: &[Vec<u64>]) -> Vec<u64> {
    parts.iter().flat_map(|part| std::iter::once(part.len() as u64).chain(part.iter().copied())).collect()
}

/// The parts of a flat vector.
fn parts(mut flat: &[u64]) -> Vec<Vec<u64>> {
    let mut parts = Vec::new();
    while let Some((&length, rest)) = flat.split_first() {
        let (part, behind) = rest.split_at(length as usize);
        parts.push(part.to_vec());
        flat = behind;
    }
    parts
}

/// The rule of a sum on flat vectors, for the search engine.
struct SumRule<'g> {
    games: Vec<&'g dyn Game>,
}

impl Rule for SumRule<'_> {
    fn name(&self) -> String {
        let names: Vec<String> = self.games.iter().map(|game| game.name()).collect();
        names.join(" + ")
    }

    fn shape(&self) -> Shape {
        Shape::heaps().in_order()
    }

    fn options(&self, position: &[u64], each: &mut Each<'_>) -> ControlFlow<()> {
        self.try_options(position, each).unwrap_or(ControlFlow::Break(()))
    }

    fn try_options(&self, position: &[u64], each: &mut Each<'_>) -> Result<ControlFlow<()>> {
        let parts = parts(position);
        let mut after = parts.clone();
        for (index, game) in self.games.iter().enumerate() {
            let flow = game.try_options(&parts[index], &mut |option| {
                after[index].clear();
                after[index].extend_from_slice(option);
                each(&flat(&after))
            })?;
            if flow.is_break() {
                return Ok(flow);
            }
            after[index].clone_from(&parts[index]);
        }
        Ok(ControlFlow::Continue(()))
    }
}

impl Game for SumRule<'_> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flat_sum_can_be_taken_apart_again() {
        let original = vec![vec![3, 4, 5], vec![], vec![17, 29]];
        assert_eq!(parts(&flat(&original)), original);
    }
}

//! Sums of games: a move is a move in one component.
//!
//! Under normal play the theorem of Sprague and Grundy applies: the value of
//! the sum is the nim-sum of the values, and a move wins if it makes that 0.
//! Where a value is out of reach, equal components still cancel, a lost
//! component still counts 0, and a move to a known value may decide. Under
//! misère play no such theorem holds; the sum is decided where it is literally
//! Nim or where only one component has moves, and otherwise by search.

use super::{SUMS, Search, grundy_for, known_value, moves_where, nim_heaps, short, without_blocks};
use crate::error::{Error, Result};
use crate::explain::{Explanation, number, position, source, text};
use crate::number::UBig;
use crate::{Analysis, Answer, Ask, Budget, Each, Game, Method, Moves, Outcome, Play, Position, Rule, RuleExt, Shape};
use std::ops::ControlFlow;

/// One component of a sum.
#[derive(Clone, Copy)]
pub struct Component<'g> {
    /// Its game.
    pub game: &'g dyn Game,
    /// Its position.
    pub position: &'g Position,
}

/// A move in a sum.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct SumMove {
    /// Which component is moved in, from 0.
    pub component: usize,
    /// The position that it is moved to.
    pub to: Position,
}

/// Who wins a sum, and how.
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
}

impl SumAnswer {
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

/// The answer for a component alone. A sum depends on its value, which is looked
/// for even where that takes a search of some seconds.
fn with_value(component: &Component<'_>, budget: Budget) -> Result<Answer> {
    let asked = component.game.solve(component.position).budget(budget);
    let mut answer = asked.run()?;
    if answer.grundy.is_none() {
        answer.grundy = grundy_for(&asked.with_value(true).budget(short(budget)), answer.outcome)?.value();
        if answer.grundy.is_some() {
            answer.grundy_at_least = None;
        }
    }
    Ok(answer)
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
        Play::Normal => normal(components, budget),
        Play::Misere => misere(components, budget),
    }
}

fn normal(components: &[Component<'_>], budget: Budget) -> Result<SumAnswer> {
    let answers = components.iter().map(|component| with_value(component, budget)).collect::<Result<Vec<_>>>()?;
    let unknown = uncancelled(components, &answers);
    let rest = answers.iter().filter_map(|answer| answer.grundy.clone()).fold(UBig::ZERO, |sum, value| sum ^ value);
    match unknown[..] {
        [] => Ok(by_values(components, answers, &rest, budget)),
        [index] => match beside(components, &answers, index, &rest, budget) {
            Some(moves) => Ok(SumAnswer {
                play: Play::Normal,
                outcome: Outcome::N,
                grundy: None,
                winning_moves: moves.list.into_iter().map(|to| SumMove { component: index, to }).collect(),
                complete: moves.complete,
                method: "sprague-grundy",
                components: answers,
            }),
            None => Err(depends_on(&answers[index])),
        },
        [index, ..] => Err(depends_on(&answers[index])),
    }
}

fn depends_on(answer: &Answer) -> Error {
    let reason = format!(
        "the Grundy value of {} {} is out of reach, and the sum depends on it",
        answer.game,
        answer.position.shown()
    );
    Error::undecided(reason)
}

/// The winning moves of a component of unknown value, not 0, next to others of
/// the nim-sum `rest`; none if it is not known to be won. A move to the value
/// `rest` wins, and that there is one also shows that the sum is not 0, as does a
/// value that is known to be larger.
/// Complete only if nothing can be moved elsewhere: there a move to the unknown
/// value would win.
fn beside(
    components: &[Component<'_>],
    answers: &[Answer],
    index: usize,
    rest: &UBig,
    budget: Budget,
) -> Option<Moves> {
    let alone = (0..components.len()).all(|other| other == index || is_over(&components[other]));
    if rest.is_zero() {
        let moves = answers[index].winning_moves.clone();
        let complete = moves.complete && alone;
        return Some(if complete { moves } else { Moves::some(moves.list, None) });
    }
    let Component { game, position } = components[index];
    let known = game.known_values().and_then(|known| known.moves_to_value(position, rest, budget));
    if let Some(moves) = known.filter(|moves| !moves.list.is_empty()) {
        let complete = moves.complete && alone;
        return Some(if complete { moves } else { Moves::some(moves.list, None) });
    }
    if let Some(found) = move_to_one_heap(&components[index], rest, budget) {
        return Some(Moves::some(vec![found], None));
    }
    // A larger value than that of the others is another one.
    let differs = answers[index].grundy_at_least.as_ref().is_some_and(|least| least > rest);
    differs.then(|| Moves::some(Vec::new(), None))
}

/// The position that has a single heap of that size left, if a move leads there
/// and a theorem says that this is its value.
fn move_to_one_heap(component: &Component<'_>, value: &UBig, budget: Budget) -> Option<Position> {
    let Component { game, position } = *component;
    let mut numbers = vec![UBig::ZERO; position.numbers().len()];
    *numbers[..position.piles().len()].last_mut()? = value.clone();
    let to = game.position(numbers);
    (game.can_move(position, &to) == Some(true) && known_value(game, &to, budget).as_ref() == Some(value)).then_some(to)
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

/// The components whose value is unknown, less the equal pairs: a position
/// added to itself has the value 0.
fn uncancelled(components: &[Component<'_>], answers: &[Answer]) -> Vec<usize> {
    let mut left: Vec<usize> = Vec::new();
    for index in (0..components.len()).filter(|&index| answers[index].grundy.is_none()) {
        let same = |&other: &usize| {
            answers[other].game == answers[index].game && answers[other].position == answers[index].position
        };
        match left.iter().position(same) {
            Some(found) => drop(left.remove(found)),
            None => left.push(index),
        }
    }
    left
}

fn by_values(components: &[Component<'_>], answers: Vec<Answer>, total: &UBig, budget: Budget) -> SumAnswer {
    let mut winning_moves = Vec::new();
    let mut complete = true;
    if *total != UBig::ZERO {
        for (index, (component, answer)) in components.iter().zip(&answers).enumerate() {
            let moves = answer.grundy.as_ref().map(|value| moves_to_value(component, answer, &(value ^ total), budget));
            let Some(moves) = moves else {
                complete = false;
                continue;
            };
            complete &= moves.complete;
            winning_moves.extend(moves.list.into_iter().map(|to| SumMove { component: index, to }));
        }
    }
    winning_moves.sort_unstable();
    SumAnswer {
        play: Play::Normal,
        outcome: if *total == UBig::ZERO { Outcome::P } else { Outcome::N },
        grundy: Some(total.clone()),
        winning_moves,
        complete,
        method: "sprague-grundy",
        components: answers,
    }
}

/// Every move of a component to a position of the given value, or one at most
/// and incomplete if that is out of reach.
fn moves_to_value(component: &Component<'_>, answer: &Answer, value: &UBig, budget: Budget) -> Moves {
    let Component { game, position } = *component;
    if *value == UBig::ZERO {
        return answer.winning_moves.clone();
    }
    if let Some(moves) = game.known_values().and_then(|known| known.moves_to_value(position, value, budget)) {
        return moves;
    }
    if let Some(heaps) = nim_heaps(game, position) {
        let list = nim_heaps::different(&heaps, nim_heaps::reductions_to_value(&heaps, value)).into_iter();
        return Moves::first(list.map(|(heap, left)| with_number(component, heap, left)), position, budget);
    }
    moves_by_values(game, position, value, budget)
        .unwrap_or_else(|_| Moves::some(move_to_one_heap(component, value, budget).into_iter().collect(), None))
}

fn moves_by_values(game: &dyn Game, position: &Position, value: &UBig, budget: Budget) -> Result<Moves> {
    let words = position.words()?;
    let Ok(value) = u64::try_from(value) else { return Ok(Moves::all(Vec::new())) };
    if grundy_for(&game.solve(position).with_value(true).budget(short(budget)), Outcome::N)?.value().is_none() {
        return Err(Error::undecided("the values of the options are out of reach"));
    }
    let mut values = super::values(game, &words, budget);
    moves_where(game, &words, budget, &mut |option| Ok(values.value(option)? == value))
}

fn misere(components: &[Component<'_>], budget: Budget) -> Result<SumAnswer> {
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
        (None, _) => (misere_search(components, budget)?, Method::SEARCH.name()),
    };
    let (outcome, winning_moves, complete) = analysis;
    Ok(SumAnswer { play: Play::Misere, outcome, grundy: None, winning_moves, complete, method, components: alone })
}

/// The method of sums that are literally Nim.
const MISERE_NIM: &str = "misere-nim";

type FoundInSum = (Outcome, Vec<SumMove>, bool);

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

/// The position of a component with one number replaced.
fn with_number(component: &Component<'_>, place: usize, number: UBig) -> Position {
    let mut numbers = component.position.numbers().to_vec();
    numbers[place] = number;
    component.game.position(numbers)
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

//! Every move of a position with what it is worth: was my move good?
//!
//! The winning moves come from one analysis of the position, so that the list
//! costs little more than `solve`; Grundy values come from a theorem or one
//! board for all moves, where that is within a few seconds.

use super::heap_moves::{FoundMoves, different, of_heap};
use super::{Search, find, grundy_for, known_value, short, values};
use crate::error::{Error, Result};
use crate::number::UBig;
use crate::{
    Ask, Budget, Game, HeapPattern, HeapRule, Hint, Limit, Method, Outcome, Play, Position, RuleExt, Term, Values,
    counted,
};
use std::ops::ControlFlow;

/// A move and what it is worth.
///
/// ```
/// use nimlab::prelude::*;
/// let nim = catalogue::game("nim")?;
/// let best = &nim.moves(&nim.read("3,5")?).run()?.moves[0];
/// assert_eq!((best.to.to_string(), best.wins()), ("3,3".into(), true));
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judged {
    /// Where it leads.
    pub to: Position,
    /// Who wins there: the move wins if it leads to a P-position.
    pub outcome: Outcome,
    /// The Grundy value there, if it is known.
    pub grundy: Option<UBig>,
}

impl Judged {
    /// Whether the move wins; where options may be blocked, if it is not.
    pub fn wins(&self) -> bool {
        self.outcome == Outcome::P
    }
}

/// The moves of a position.
///
/// ```
/// use nimlab::prelude::*;
/// let nim = catalogue::game("nim")?;
/// let found = nim.moves(&nim.read("3,5")?).run()?;
/// assert_eq!((found.moves.len(), found.outcome), (8, Outcome::N));
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JudgedMoves {
    /// Who wins the position.
    pub outcome: Outcome,
    /// The moves, the winning ones first, then in the order of the positions.
    pub moves: Vec<Judged>,
    /// How many moves there are in all, where that is known.
    pub total: Option<u64>,
    /// How many of them the other player may block before the move.
    pub blocked: u64,
}

impl JudgedMoves {
    /// Whether no move is left out.
    pub fn complete(&self) -> bool {
        self.total == Some(self.moves.len() as u64)
    }
}

/// The most moves that are gone through.
const GATHERED: usize = 1_000_000;

/// Every move of a position with its outcome and value; the first `most` of
/// them.
pub(super) fn moves(
    game: &dyn Game,
    position: &Position,
    play: Play,
    most: usize,
    budget: Budget,
) -> Result<JudgedMoves> {
    let budget = budget.started();
    let words = match (position.words(), game.heap_rule()) {
        (Ok(words), _) => words,
        (Err(_), Some(rule)) if has_period(rule) => return of_huge_heaps(game, rule, position, play, most, budget),
        (Err(error), _) => return Err(error),
    };
    let (mut options, complete) = gather(game, position, &words, budget)?;
    let total = complete.then_some(options.len() as u64);
    let (method, analysis) = find(game, position, play, budget)?;
    // A lost position may have lost options where they may be blocked: none are listed.
    let has_unlisted = game.blocked() > 0 && analysis.outcome == Outcome::P;
    let winning = &analysis.winning_moves;
    if !complete {
        // The winning moves may lie after those that were gone through.
        for to in &winning.list {
            options.push(to.words()?);
        }
        options.sort_unstable();
        options.dedup();
    }
    let mut won = Vec::new();
    let mut rest = Vec::new();
    // Where no theorem says it, one search for all options.
    let mut search = (method == Method::SEARCH).then(|| Search::for_outcomes(game, play, budget));
    for option in &options {
        let to = game.position_of_words(option);
        if has_unlisted {
            let outcome = match &mut search {
                Some(search) => search.outcome(option)?,
                None => find(game, &to, play, budget)?.1.outcome,
            };
            match outcome {
                Outcome::P => won.push((option, to, Outcome::P)),
                Outcome::N => rest.push((option, to, Outcome::N)),
            }
            continue;
        }
        match winning.list.binary_search(&to) {
            Ok(_) => won.push((option, to, Outcome::P)),
            // Of the others nothing is known if winning moves are missing.
            Err(_) if winning.complete => rest.push((option, to, Outcome::N)),
            Err(_) if won.len() + rest.len() >= most => {}
            Err(_) => match find(game, &to, play, budget)?.1.outcome {
                Outcome::P => won.push((option, to, Outcome::P)),
                Outcome::N => rest.push((option, to, Outcome::N)),
            },
        }
    }
    let mut values = SharedValues::of(game, position, &words, play, budget);
    let mut moves = Vec::new();
    for (option, to, outcome) in won.into_iter().chain(rest).take(most) {
        let grundy = values.value(option, &to, outcome)?;
        moves.push(Judged { to, outcome, grundy });
    }
    Ok(JudgedMoves { outcome: analysis.outcome, moves, total, blocked: game.blocked() })
}

/// Whether the moves of a heap of any size can be listed.
fn has_period(rule: &HeapRule) -> bool {
    matches!(rule.pattern(), Some(HeapPattern::Take(_) | HeapPattern::TakeByDigits(_)))
}

/// The moves of heaps beyond machine words: the winning ones and the first others.
fn of_huge_heaps(
    game: &dyn Game,
    rule: &HeapRule,
    position: &Position,
    play: Play,
    most: usize,
    budget: Budget,
) -> Result<JudgedMoves> {
    let (_, analysis) = find(game, position, play, budget)?;
    let mut found = FoundMoves::new(position.numbers(), budget);
    for at in different(position.numbers()) {
        of_heap(rule, (0, 1), &mut found, at, &|_| true, &|_, _| true);
    }
    let total = u64::try_from(&found.total).ok();
    let winning = &analysis.winning_moves;
    let others = found.list.into_iter().filter(|to| winning.list.binary_search(to).is_err());
    let mut moves = Vec::new();
    for to in winning.list.iter().cloned().chain(others).take(most) {
        let outcome = match winning.list.binary_search(&to) {
            Ok(_) => Outcome::P,
            Err(_) if winning.complete => Outcome::N,
            Err(_) => find(game, &to, play, budget)?.1.outcome,
        };
        let grundy = if play == Play::Normal { known_value(game, &to, budget) } else { None };
        moves.push(Judged { to, outcome, grundy });
    }
    moves.sort_by(|one, other| (one.outcome == Outcome::N, &one.to).cmp(&(other.outcome == Outcome::N, &other.to)));
    Ok(JudgedMoves { outcome: analysis.outcome, moves, total, blocked: 0 })
}

/// The options of a position, sorted and without repetition, and whether they
/// are all.
fn gather(game: &dyn Game, position: &Position, words: &[u64], budget: Budget) -> Result<(Vec<Vec<u64>>, bool)> {
    if game.reference() != Method::SEARCH {
        return Err(Error::NotAnswered {
            game: game.name(),
            question: "the list of all moves".into(),
            hint: Hint::new(
                "a position can have infinitely many; a single one can be asked about, and the winning ones are listed",
                [Term::Ask("solve"), Term::game(game.name()), Term::Position(position.shown())],
            ),
        });
    }
    let bytes = (words.len() as u64 + 8) * 8;
    let most = usize::try_from(budget.bytes / 2 / bytes).unwrap_or(GATHERED).clamp(1, GATHERED);
    let mut clock = budget.clock();
    let (mut options, mut late) = (Vec::new(), None);
    let flow = game.try_options(words, &mut |option| {
        late = clock.after(10);
        if late.is_some() || options.len() == most {
            return ControlFlow::Break(());
        }
        options.push(option.to_vec());
        ControlFlow::Continue(())
    })?;
    if let Some(limit) = late {
        return Err(Error::OverBudget {
            what: format!("the list of the moves of {} {}", game.name(), position.shown()),
            limit,
            reached: counted(options.len() as u64, "move"),
            hint: Hint::NONE,
        });
    }
    options.sort_unstable();
    options.dedup();
    Ok((options, flow.is_continue()))
}

/// The values of many options of one position.
struct SharedValues<'g> {
    game: &'g dyn Game,
    play: Play,
    oracle: Option<Box<dyn Values + 'g>>,
    budget: Budget,
}

impl<'g> SharedValues<'g> {
    fn of(game: &'g dyn Game, position: &Position, words: &[u64], play: Play, budget: Budget) -> Self {
        let within = game.blocked() == 0 && game.search_size(position) <= UBig::from(budget.positions);
        let budget = short(budget);
        let oracle = (play == Play::Normal && within).then(|| values(game, words, budget));
        Self { game, play, oracle, budget }
    }

    /// The value, if it is known.
    fn value(&mut self, words: &[u64], to: &Position, outcome: Outcome) -> Result<Option<UBig>> {
        if self.play == Play::Misere || self.game.blocked() > 0 {
            return Ok(None);
        }
        if outcome == Outcome::P {
            return Ok(Some(UBig::ZERO));
        }
        if let Some(value) = known_value(self.game, to, self.budget) {
            return Ok(Some(value));
        }
        let Some(oracle) = &mut self.oracle else { return Ok(None) };
        match oracle.value(words) {
            Ok(value) => Ok(Some(UBig::from(value))),
            // What was too much for one value is too much for the next.
            Err(
                Error::OverBudget { .. } | Error::TooLarge { .. } | Error::Undecided { .. } | Error::NotAnswered { .. },
            ) => {
                self.oracle = None;
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }
}

/// One move with its outcome and value; an error if it is not a move.
pub(super) fn judge(game: &dyn Game, position: &Position, to: &Position, play: Play, budget: Budget) -> Result<Judged> {
    let budget = budget.started();
    if !is_move(game, position, to, budget)? {
        let example = example(game, position, play, budget)?;
        let over = if example.is_empty() { ", for the game is over" } else { "" };
        let problem = format!("no move leads there from {}{over}", position.shown());
        return Err(Error::BadMove { given: to.shown(), problem, example });
    }
    let outcome = find(game, to, play, budget)?.1.outcome;
    let grundy = grundy_for(&game.solve(to).play(play).budget(budget), outcome)?;
    Ok(Judged { to: to.clone(), outcome, grundy: grundy.value() })
}

/// Whether one move leads from a position to another.
pub(crate) fn is_move(game: &dyn Game, from: &Position, to: &Position, budget: Budget) -> Result<bool> {
    if let Some(known) = game.can_move(from, to) {
        return Ok(known);
    }
    let (words, wanted) = (from.words()?, to.words()?);
    let mut clock = budget.clock();
    let (mut found, mut late) = (false, None);
    let mut left = budget.options;
    let _ = game.try_options(&words, &mut |option| {
        found = option == wanted;
        left = left.saturating_sub(1);
        late = if left == 0 { Some(Limit::Moves(budget.options)) } else { clock.after(10) };
        if found || late.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    match late {
        Some(limit) if !found => Err(Error::OverBudget {
            what: format!("the search for this move of {} {}", game.name(), from.shown()),
            limit,
            reached: String::new(),
            hint: Hint::NONE,
        }),
        _ => Ok(found),
    }
}

/// A legal move, for a message about one that is not; empty if the game is
/// over.
fn example(game: &dyn Game, position: &Position, play: Play, budget: Budget) -> Result<String> {
    if let Ok((_, analysis)) = find(game, position, play, budget)
        && let Some(to) = analysis.winning_moves.list.first()
    {
        return Ok(to.shown());
    }
    let mut first = None;
    let _ = game.try_options(&position.words()?, &mut |option| {
        first = Some(game.position_of_words(option));
        ControlFlow::Break(())
    })?;
    Ok(first.map_or(String::new(), |to| to.shown()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue;

    #[test]
    fn the_moves_of_huge_heaps_are_found_as_those_of_small_ones_are() {
        for (name, text) in [("octal:0.77", "0,2,9"), ("octal:0.123", "5,5,12"), ("subtraction:2,4,7", "1,6,30")] {
            let game = catalogue::game(name).unwrap();
            let (position, rule) = (game.read(text).unwrap(), game.heap_rule().unwrap());
            for play in [Play::Normal, Play::Misere] {
                let huge = of_huge_heaps(&*game, rule, &position, play, usize::MAX, Budget::default()).unwrap();
                let all = moves(&*game, &position, play, usize::MAX, Budget::default()).unwrap();
                assert_eq!(huge, all, "{name} {text} {play}");
                assert!(huge.complete());
            }
        }
        let game = catalogue::game("octal:0.77").unwrap();
        let position = game.read("3,1e30").unwrap();
        let found = moves(&*game, &position, Play::Misere, 8, Budget::default()).unwrap();
        let answer = game.solve(&position).misere().run().unwrap();
        assert_eq!((found.outcome, found.moves.len(), found.total), (answer.outcome, 8, None));
        for one in &found.moves {
            assert_eq!(game.solve(&one.to).misere().run().unwrap().outcome, one.outcome, "{}", one.to);
        }
        let sizes = catalogue::game("subtraction:2,4,7").unwrap();
        let found = moves(&*sizes, &sizes.read("1e30").unwrap(), Play::Normal, 8, Budget::default()).unwrap();
        assert_eq!((found.moves.len(), found.total), (3, Some(3)));
        assert!(moves(&*catalogue::game("nim").unwrap(), &position, Play::Normal, 8, Budget::default()).is_err());
    }
}

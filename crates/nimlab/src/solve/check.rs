//! Every method of a game against plain search, over a box of positions.
//!
//! Search is the definition (a game with infinitely many moves brings its
//! own); a method that disagrees with it anywhere is wrong, and the first
//! position where it does is named.

use super::list::{component, is_canonical, list};
use super::{Search, board_up_to, moves_where, theorem_value};
use crate::bits::QuickSet;
use crate::error::{Error, Result};
use crate::number::UBig;
use crate::{
    Budget, Game, Hint, List, ListOrder, ListQuery, Method, Outcome, Piles, Play, Position, Question, RuleExt, Term,
    Values,
};

/// What a check compared.
///
/// ```
/// use nimlab::prelude::*;
/// let check = catalogue::game("nim")?.check(4).run()?;
/// let compared = &check.compared[0];
/// assert_eq!((compared.method.as_str(), compared.differing), ("closed-form", 0));
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compared {
    /// What was asked: `outcome and winning moves`, `Grundy values`, ….
    pub question: String,
    /// The method that was compared with search.
    pub method: String,
    /// How many positions were compared.
    pub positions: u64,
    /// How many of them the method left undecided.
    pub undecided: u64,
    /// How many differ.
    pub differing: u64,
    /// The first that differs, with what each said.
    pub first_difference: Option<String>,
}

/// The result of a check.
///
/// ```
/// use nimlab::prelude::*;
/// let check = catalogue::game("wythoff")?.check(8).run()?;
/// assert_eq!((check.game.as_str(), check.size), ("wythoff", 8));
/// assert!(check.compared.iter().any(|one| one.method == "algebraic" && one.differing == 0));
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// The game's name.
    pub game: String,
    /// The box: every pile below this size.
    pub size: u64,
    /// How many heaps the positions have.
    pub heaps: usize,
    /// One entry for each question and method.
    pub compared: Vec<Compared>,
}

impl Check {
    /// Whether every method agrees everywhere.
    pub fn agrees(&self) -> bool {
        self.compared.iter().all(|compared| compared.differing == 0)
    }
}

/// Compares every method of a game with plain search over all positions whose
/// numbers are below `size`; games of any number of heaps are checked with
/// `heaps` of them.
pub fn check(game: &dyn Game, size: u64, heaps: usize, budget: Budget) -> Result<Check> {
    if size == 0 || heaps == 0 {
        return Err(Error::BadNumber { given: "0".into(), problem: "there would be nothing to check".into() });
    }
    // The box, the search that judges and the list that is judged stand in memory together.
    let budget = Budget { bytes: budget.bytes / 4, ..budget.started() };
    let positions = positions_in_box(game, size, heaps, budget)?;
    let mut compared = Vec::new();
    // Where options may be blocked, only outcomes under normal play are defined.
    let plays = if game.blocked() > 0 { &[Play::Normal][..] } else { &[Play::Normal, Play::Misere] };
    for &play in plays {
        let mut judge = Judge::new(game, play, budget);
        for method in game.methods(Question::Solve(play)).into_iter().filter(|&method| method != game.reference()) {
            compared.push(compare_analyses(&mut judge, method, &positions)?);
        }
    }
    if game.reference() == Method::SEARCH && game.blocked() == 0 {
        compared.extend(compare_values(game, &positions, budget)?);
    }
    compared.extend(compare_lists(game, size, heaps, &positions, budget)?);
    let piles = |position: &Vec<u64>| game.position_of_words(position).piles().len() / component(game);
    let heaps = positions.first().map_or(0, piles);
    Ok(Check { game: game.name(), size, heaps, compared })
}

/// The most numbers that a position of a box has.
const MOST_NUMBERS: usize = 101;

/// All canonical positions whose numbers are below `size`.
fn positions_in_box(game: &dyn Game, size: u64, heaps: usize, budget: Budget) -> Result<Vec<Vec<u64>>> {
    let shape = game.shape();
    let piles = match shape.piles {
        Piles::Exactly(piles) => piles,
        Piles::Any => heaps.max(1).saturating_mul(component(game)),
    };
    let whole = component(game) == 1;
    let numbers = piles.saturating_add(usize::from(shape.tail.is_some()));
    if numbers > MOST_NUMBERS {
        return Err(Error::TooLarge {
            what: "the number of heaps to check".into(),
            given: heaps.to_string(),
            limit: format!("{MOST_NUMBERS} numbers in a position"),
            hint: Hint::example([Term::heaps(3)]),
        });
    }
    let mut meter = budget.meter(format!("a box of {numbers} numbers below {size}"));
    let mut positions: Vec<Vec<u64>> = vec![Vec::new()];
    for place in 0..numbers {
        let bytes = (size_of::<Vec<u64>>() + 16 + 8 * (place + 1)) as u64;
        let mut longer = Vec::new();
        for position in &positions {
            let sorted = whole && shape.interchangeable && place > 0 && place < piles;
            let least = if sorted { position[place - 1] } else { 0 };
            for number in least..size {
                meter.take(bytes)?;
                meter.tick(4 + place as u64 / 4)?;
                meter.push(&mut longer, position.iter().copied().chain([number]).collect())?;
                if longer.len() as u64 > budget.positions {
                    return Err(Error::TooLarge {
                        what: "this box".into(),
                        given: format!("{numbers} numbers below {size}"),
                        limit: format!("{} positions", budget.positions),
                        hint: Hint::example(
                            [Term::size(8)].into_iter().chain((shape.piles == Piles::Any).then(|| Term::heaps(3))),
                        ),
                    });
                }
            }
        }
        meter.give_back(positions.len() as u64 * bytes.saturating_sub(8));
        positions = longer;
    }
    if !whole {
        positions.retain(|position| is_canonical(game, position));
    }
    Ok(positions)
}

/// Counts agreement and keeps the first difference.
struct Agreement {
    compared: Compared,
}

impl Agreement {
    fn new(question: impl Into<String>, method: impl Into<String>) -> Self {
        Self {
            compared: Compared {
                question: question.into(),
                method: method.into(),
                positions: 0,
                undecided: 0,
                differing: 0,
                first_difference: None,
            },
        }
    }

    fn compare<T: PartialEq + std::fmt::Debug>(&mut self, position: &Position, found: T, expected: T) {
        self.compared.positions += 1;
        if found != expected {
            self.compared.differing += 1;
            self.compared
                .first_difference
                .get_or_insert_with(|| format!("{position}: the method says {found:?}, search says {expected:?}"));
        }
    }
}

/// The definition: plain search, or the game's own where there are infinitely
/// many moves.
struct Judge<'g> {
    game: &'g dyn Game,
    play: Play,
    search: Search<'g>,
    budget: Budget,
}

/// Outcome, and the winning moves as text, sorted.
type OutcomeAndMoves = (Outcome, Vec<String>);

impl<'g> Judge<'g> {
    fn new(game: &'g dyn Game, play: Play, budget: Budget) -> Self {
        Self { game, play, search: Search::for_outcomes(game, play, budget), budget }
    }

    fn is_lost(&mut self, words: &[u64]) -> Result<bool> {
        Ok(match self.game.reference() {
            Method::SEARCH => self.search.outcome(words)? == Outcome::P,
            own => self.verdict_of(own, words)?.0 == Outcome::P,
        })
    }

    fn verdict(&mut self, words: &[u64]) -> Result<OutcomeAndMoves> {
        if self.game.reference() != Method::SEARCH {
            return self.verdict_of(self.game.reference(), words);
        }
        let outcome = self.search.outcome(words)?;
        let mut winning: Vec<String> = Vec::new();
        if outcome == Outcome::N {
            let search = &mut self.search;
            let moves =
                moves_where(self.game, words, self.budget, &mut |option| Ok(search.outcome(option)? == Outcome::P))?;
            winning.extend(moves.list.iter().map(Position::to_string));
        }
        winning.sort_unstable();
        Ok((outcome, winning))
    }

    /// What a method of the game says.
    fn verdict_of(&self, method: Method, words: &[u64]) -> Result<OutcomeAndMoves> {
        let analysis = self.game.analyse(method, &self.game.position_of_words(words), self.play, self.budget)?;
        let mut winning: Vec<String> = analysis.winning_moves.list.iter().map(Position::to_string).collect();
        winning.sort_unstable();
        Ok((analysis.outcome, winning))
    }
}

fn compare_analyses(judge: &mut Judge<'_>, method: Method, positions: &[Vec<u64>]) -> Result<Compared> {
    let mut tally = Agreement::new(Question::Solve(judge.play).to_string(), method.name());
    let clock = judge.budget.clock();
    for (done, words) in positions.iter().enumerate() {
        // A theorem answers however late it is: what is left is not looked at.
        if clock.now().is_some() {
            tally.compared.undecided += (positions.len() - done) as u64;
            break;
        }
        let found = match judge.verdict_of(method, words) {
            Err(error) if !error.is_request() => {
                tally.compared.undecided += 1;
                continue;
            }
            found => found?,
        };
        let expected = match judge.verdict(words) {
            Err(error) if !error.is_request() => {
                tally.compared.undecided += 1;
                continue;
            }
            expected => expected?,
        };
        tally.compare(&judge.game.position_of_words(words), found, expected);
    }
    Ok(tally.compared)
}

/// Theorem and board against the mex of the options, where the game has them.
fn compare_values(game: &dyn Game, positions: &[Vec<u64>], budget: Budget) -> Result<Vec<Compared>> {
    let known_by = game.known_values().map_or("theorem", |known| known.known_by());
    let mut by_theorem = Agreement::new("Grundy values", known_by);
    let mut by_board = Agreement::new("Grundy values", "board");
    let mut search = Search::for_values(game, budget);
    let corner = positions.last().cloned().unwrap_or_default();
    let mut board = board_up_to(game, &corner, budget);
    let clock = budget.clock();
    for (done, words) in positions.iter().enumerate() {
        if clock.now().is_some() {
            by_theorem.compared.undecided += (positions.len() - done) as u64;
            break;
        }
        let position = game.position_of_words(words);
        let expected = match search.value(words) {
            Err(error) if !error.is_request() => {
                by_theorem.compared.undecided += 1;
                continue;
            }
            expected => expected?,
        };
        if let Some(board) = &mut board {
            by_board.compare(&position, board.value(words)?, expected);
        }
        match theorem_value(game, &position, budget) {
            Some(value) => by_theorem.compare(&position, value, UBig::from(expected)),
            None => by_theorem.compared.undecided += 1,
        }
    }
    let tallies = [by_theorem.compared, by_board.compared];
    Ok(tallies.into_iter().filter(|compared| compared.positions > 0).collect())
}

/// Lists of positions in order, as far as they lie in the box.
fn compare_lists(
    game: &dyn Game,
    size: u64,
    heaps: usize,
    positions: &[Vec<u64>],
    budget: Budget,
) -> Result<Vec<Compared>> {
    let mut inside: QuickSet<&[u64]> = QuickSet::default();
    let mut clock = budget.clock();
    let late = positions.iter().any(|position| {
        inside.insert(position);
        clock.after(16).is_some()
    });
    let mut compared = Vec::new();
    for (play, value) in [(Play::Normal, 0), (Play::Misere, 0), (Play::Normal, 1), (Play::Normal, 2), (Play::Normal, 5)]
    {
        let methods = game.methods(Question::List { play, value });
        if methods.is_empty() {
            continue;
        }
        let expected = match late {
            true => None,
            false => match expected_list(game, play, value, size, positions, &inside, budget) {
                Err(error) if !error.is_request() => None,
                expected => Some(expected?),
            },
        };
        let Some(expected) = expected else {
            let mut tally = Agreement::new(Question::List { play, value }.to_string(), methods[0].name());
            tally.compared.undecided = positions.len() as u64;
            compared.push(tally.compared);
            continue;
        };
        for method in methods {
            let query = ListQuery { play, value, count: 1, heaps, budget, ..ListQuery::default() };
            let stream = match list(game, Some(method.name()), &query) {
                Err(Error::NotAnswered { .. }) if expected.is_empty() => continue,
                stream => stream?.without_end(),
            };
            let (mut found, complete) = rows_in_box(game, play, stream, size, positions.len())?;
            found.retain(|row| inside.contains(row.as_slice()));
            let mut tally = Agreement::new(Question::List { play, value }.to_string(), method.name());
            let rows = if complete { found.len().max(expected.len()) } else { found.len() };
            tally.compared.undecided = expected.len().saturating_sub(rows) as u64;
            for n in 0..rows {
                let either = expected.get(n).or(found.get(n)).map_or(&[][..], Vec::as_slice);
                tally.compare(&game.position_of_words(either), found.get(n), expected.get(n));
            }
            compared.push(tally.compared);
        }
    }
    Ok(compared)
}

/// The positions of the box that belong in a list, by search.
fn expected_list(
    game: &dyn Game,
    play: Play,
    value: u64,
    size: u64,
    positions: &[Vec<u64>],
    inside: &QuickSet<&[u64]>,
    budget: Budget,
) -> Result<Vec<Vec<u64>>> {
    let mut starts: Vec<Vec<u64>> = (0..size).map_while(|n| game.start(n)).collect();
    let has_starts = !starts.is_empty();
    starts.retain(|start| inside.contains(start.as_slice()));
    let candidates = if has_starts { &starts } else { positions };
    let mut judge = Judge::new(game, play, budget);
    let mut values = Search::for_values(game, budget);
    let mut listed = Vec::new();
    for position in candidates {
        let belongs = match value {
            0 => judge.is_lost(position)?,
            value => values.value(position)? == value,
        };
        if belongs {
            listed.push(position.clone());
        }
    }
    listed.sort_unstable_by_key(|position| (rank(game.list_order(), position), position.clone()));
    Ok(listed)
}

/// What a position is listed by, before lexicographic order.
fn rank(order: ListOrder, position: &[u64]) -> u64 {
    match order {
        ListOrder::Largest => position.iter().copied().max().unwrap_or(0),
        ListOrder::Smallest => position.first().copied().unwrap_or(0),
        ListOrder::Total => position.iter().sum(),
    }
}

/// The rows of a stream until it has left the box for good, and whether it has:
/// a list that goes on beyond the box without a row may exhaust its
/// budget. Under misère play the quotient may be what was not found, inside the box.
fn rows_in_box(
    game: &dyn Game,
    play: Play,
    mut stream: List<'_>,
    size: u64,
    most: usize,
) -> Result<(Vec<Vec<u64>>, bool)> {
    let order = game.list_order();
    let mut rows = Vec::new();
    while rows.len() <= most {
        let block = match stream.next() {
            None => break,
            Some(Err(Error::Undecided { .. })) if play == Play::Normal => break,
            Some(Err(error)) if !error.is_request() => return Ok((rows, false)),
            Some(position) => position?.words()?,
        };
        let all = if order == ListOrder::Total { block.len() as u64 } else { 1 };
        if rank(order, &block) > all * size.saturating_sub(1) {
            break;
        }
        rows.push(block);
    }
    Ok((rows, true))
}

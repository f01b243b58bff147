//! Memoised search from the rule, without recursion: the definition of
//! outcome and Grundy value, and the reference for every other method.
//!
//! Cost: one hash entry for each position that can be reached, and one look
//! for each move. A budget ends a search that would not fit, and a position
//! that can be reached from itself is reported with the way it comes back.
//! Games whose moves split a position are searched component by component
//! under normal play, by the theorem of Sprague and Grundy; under misère play
//! as whole positions, without the components that have no move.

use crate::bits::{BitSet, QuickMap};
use crate::error::{Error, Result};
use crate::solve::{Genus, MISERE, VALUES, without_blocks};
use crate::{Budget, Clock, Game, Hint, Limit, Outcome, Play, RuleExt, Values, counted};
use std::ops::ControlFlow;

/// What a search looks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SearchGoal {
    /// 0 for P and 1 for N.
    Outcome(Play),
    /// Grundy values.
    Value,
    /// The numbers of genera.
    Genus,
}

/// A search that remembers what it has found, so that many positions of one
/// game can be asked one after another.
///
/// ```
/// use nimlab::{prelude::*, solve::Search};
/// let nim = catalogue::game("nim")?;
/// let mut search = Search::for_outcomes(&*nim, Play::Misere, Budget::default());
/// assert_eq!(search.outcome(&[1, 1, 1])?, Outcome::P);
/// # Ok::<(), nimlab::Error>(())
/// ```
pub struct Search<'g> {
    game: &'g dyn Game,
    /// What was asked for: outcomes or values.
    goal: SearchGoal,
    /// What is remembered: values also serve for outcomes of sums.
    memoised: SearchGoal,
    /// The length of a component whose values are worked with.
    component: Option<usize>,
    /// What is left out of whole positions.
    dead: Option<Dead<'g>>,
    /// How many options may be blocked.
    blocked: u64,
    budget: Budget,
    clock: Clock,
    options_seen: u64,
    /// Bytes that the memory of positions takes, roughly.
    bytes: u64,
    memo: QuickMap<Box<[u64]>, u32>,
    /// The genera that were found, and the number of each.
    genera: Vec<Genus>,
    numbers_of_genera: QuickMap<Genus, u32>,
    /// The numbers of all options of all open positions, one after another.
    numbers: Vec<u64>,
    /// Where each option ends.
    ends: Vec<usize>,
}

/// What is remembered of a position whose options are being worked off.
const OPEN: u32 = u32::MAX;

/// The bytes of a hash entry besides the numbers of its position, while the
/// table grows, and of the frame of an open position.
const ENTRY_BYTES: u64 = 140;

/// The bytes of what is remembered of a position: its numbers once in the memory
/// and once in the frame.
fn entry_bytes(position: &[u64]) -> u64 {
    2 * size_of_val(position) as u64 + ENTRY_BYTES
}

/// A position whose options are being worked off; only the last one opened has
/// options after its own.
struct OpenPosition {
    position: Box<[u64]>,
    /// The number of its first option.
    first: usize,
    /// The option that is looked at.
    next: usize,
    /// How many options before it are lost.
    lost: u64,
}

/// What is known of an option.
enum OptionKnown<'o> {
    Settled(u32),
    /// This part of it is not known.
    Missing(&'o [u64]),
    /// This part of it is being worked on: it can be reached from itself.
    Open(&'o [u64]),
}

impl<'g> Search<'g> {
    /// A search for outcomes.
    pub fn for_outcomes(game: &'g dyn Game, play: Play, budget: Budget) -> Self {
        Self::new(game, SearchGoal::Outcome(play), budget)
    }

    /// A search for Grundy values.
    pub fn for_values(game: &'g dyn Game, budget: Budget) -> Self {
        Self::new(game, SearchGoal::Value, budget)
    }

    /// A search for genera.
    pub fn for_genera(game: &'g dyn Game, budget: Budget) -> Self {
        Self::new(game, SearchGoal::Genus, budget)
    }

    fn new(game: &'g dyn Game, goal: SearchGoal, budget: Budget) -> Self {
        let blocked = game.blocked();
        // Options of a whole position are blocked, not those of a component.
        let width = game.shape().component.filter(|_| blocked == 0);
        let component = width.filter(|_| !matches!(goal, SearchGoal::Outcome(Play::Misere) | SearchGoal::Genus));
        let dead = width.filter(|_| component.is_none()).map(|width| Dead::new(game, width, budget));
        Self {
            game,
            goal,
            memoised: if component.is_some() { SearchGoal::Value } else { goal },
            component,
            dead,
            blocked,
            budget,
            clock: budget.clock(),
            options_seen: 0,
            bytes: 0,
            memo: QuickMap::default(),
            genera: Vec::new(),
            numbers_of_genera: QuickMap::default(),
            numbers: Vec::new(),
            ends: Vec::new(),
        }
    }

    /// The outcome of a canonical position.
    ///
    /// # Panics
    /// If the search was made for something else.
    pub fn outcome(&mut self, position: &[u64]) -> Result<Outcome> {
        assert!(matches!(self.goal, SearchGoal::Outcome(_)), "this search is not for outcomes");
        if self.goal == SearchGoal::Outcome(Play::Misere) {
            without_blocks(self.game, MISERE)?;
        }
        Ok(if self.run(position)? == 0 { Outcome::P } else { Outcome::N })
    }

    /// The genus of a canonical position.
    ///
    /// # Panics
    /// If the search was made for something else.
    pub fn genus(&mut self, position: &[u64]) -> Result<&Genus> {
        assert!(self.goal == SearchGoal::Genus, "this search is not for genera");
        without_blocks(self.game, MISERE)?;
        let number = self.run(position)?;
        Ok(&self.genera[number as usize])
    }

    /// Looks at the moves of a position and of all that can be reached from it.
    pub(crate) fn visit(&mut self, position: &[u64]) -> Result<()> {
        self.run(position).map(drop)
    }

    /// How many positions are remembered.
    pub fn positions(&self) -> usize {
        self.memo.len()
    }

    fn run(&mut self, start: &[u64]) -> Result<u32> {
        if let Some(width) = self.component {
            return start.chunks(width).try_fold(0, |sum, part| Ok(sum ^ self.settle_from(part)?));
        }
        let Some(dead) = &mut self.dead else { return self.settle_from(start) };
        dead.find_loop(start)?;
        let mut alive = Vec::new();
        dead.keep_alive(start, &mut alive);
        self.settle_from(&alive)
    }

    fn settle_from(&mut self, start: &[u64]) -> Result<u32> {
        if let Some(&known) = self.memo.get(start) {
            return Ok(known);
        }
        let mut stack = Vec::new();
        self.numbers.clear();
        self.ends.clear();
        let result = self.work(start, &mut stack);
        if result.is_err() {
            for frame in &stack {
                self.memo.remove(&frame.position);
            }
        }
        result
    }

    fn work(&mut self, start: &[u64], stack: &mut Vec<OpenPosition>) -> Result<u32> {
        stack.push(self.expand(start)?);
        while let Some(frame) = stack.last_mut() {
            let value = match self.option(frame.next).map(|option| self.known(option)) {
                // Under an outcome search one P option settles the position, or
                // one more than can be blocked.
                Some(OptionKnown::Settled(0))
                    if matches!(self.memoised, SearchGoal::Outcome(_)) && frame.lost == self.blocked =>
                {
                    1
                }
                Some(OptionKnown::Settled(value)) => {
                    frame.lost += u64::from(value == 0);
                    frame.next += 1;
                    continue;
                }
                Some(OptionKnown::Missing(part)) => {
                    let part = part.to_vec();
                    let opened = self.expand(&part)?;
                    stack.push(opened);
                    continue;
                }
                Some(OptionKnown::Open(part)) => return Err(self.loop_through(stack, part)),
                None => self.value_of(frame),
            };
            if let Some(frame) = stack.pop() {
                self.ends.truncate(frame.first);
                self.numbers.truncate(self.ends.last().copied().unwrap_or(0));
                self.memo.insert(frame.position, value);
            }
        }
        Ok(self.memo[start])
    }

    /// An option of an open position by its number.
    fn option(&self, index: usize) -> Option<&[u64]> {
        let end = *self.ends.get(index)?;
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        Some(&self.numbers[start..end])
    }

    /// What is remembered of an option, or of its parts together.
    fn known<'o>(&self, option: &'o [u64]) -> OptionKnown<'o> {
        let mut sum = 0;
        // A whole position is one part, also where no component of it is left.
        let (width, empty) = (self.component.unwrap_or(option.len()), option.is_empty());
        for part in option.chunks(width.max(1)).chain(empty.then_some(option)) {
            match self.memo.get(part) {
                None => return OptionKnown::Missing(part),
                Some(&OPEN) => return OptionKnown::Open(part),
                Some(&value) => sum ^= value,
            }
        }
        OptionKnown::Settled(sum)
    }

    /// Opens a position, within the budget.
    fn expand(&mut self, position: &[u64]) -> Result<OpenPosition> {
        let first = self.ends.len();
        let (numbers, ends, dead) = (&mut self.numbers, &mut self.ends, &mut self.dead);
        let mut left = self.budget.options - self.options_seen;
        // Vectors that grow take up to three times what is in them while they are moved.
        let taken = self.bytes + dead.as_ref().map_or(0, |dead| dead.bytes);
        let room = (self.budget.bytes.saturating_sub(taken) / 24) as usize;
        // A position with very many options is past the budget by itself.
        let most = usize::try_from(self.budget.positions.saturating_mul(4)).unwrap_or(usize::MAX);
        let mut limit = None;
        let flow = self.game.try_options(position, &mut |option| {
            if left == 0 {
                limit = Some(Limit::Moves(self.budget.options));
            } else if ends.len() - first >= most {
                limit = Some(Limit::Positions(self.budget.positions));
            } else if numbers.len() + ends.len() >= room {
                limit = Some(Limit::Memory(self.budget.bytes));
            } else if let Some(late) = self.clock.after(4 + position.len() as u64) {
                limit = Some(late);
            } else {
                left -= 1;
                match dead {
                    Some(dead) => dead.keep_alive(option, numbers),
                    None => numbers.extend_from_slice(option),
                }
                ends.push(numbers.len());
                return ControlFlow::Continue(());
            }
            ControlFlow::Break(())
        });
        self.options_seen = self.budget.options - left;
        let _ = flow?;
        if self.blocked > 0 {
            self.keep_each_once(first);
        }
        self.bytes += entry_bytes(position);
        let memory = (taken + entry_bytes(position) > self.budget.bytes).then_some(Limit::Memory(self.budget.bytes));
        let full = (self.memo.len() as u64 >= self.budget.positions).then_some(Limit::Positions(self.budget.positions));
        if let Some(limit) = limit.or(full).or(memory).or_else(|| self.clock.after(16)) {
            return Err(self.over_budget(position, limit));
        }
        self.memo.insert(position.into(), OPEN);
        Ok(OpenPosition { position: position.into(), first, next: first, lost: 0 })
    }

    /// Leaves out options of the last position that come more than once.
    fn keep_each_once(&mut self, first: usize) {
        let mut options: Vec<Vec<u64>> =
            (first..self.ends.len()).filter_map(|index| self.option(index)).map(<[u64]>::to_vec).collect();
        options.sort_unstable();
        options.dedup();
        self.ends.truncate(first);
        self.numbers.truncate(self.ends.last().copied().unwrap_or(0));
        for option in options {
            self.numbers.extend_from_slice(&option);
            self.ends.push(self.numbers.len());
        }
    }

    fn over_budget(&self, position: &[u64], limit: Limit) -> Error {
        let hint = match self.game.is_known_to_end() {
            true => Hint::NONE,
            false => format!(
                "without a `decreasing` clause this game may never end, and then no budget is enough: its largest number is now {}",
                position.iter().max().unwrap_or(&0)
            )
            .into(),
        };
        Error::OverBudget {
            what: format!("a search of {} at {}", self.game.name(), self.game.position_of_words(position).shown()),
            limit,
            reached: format!(
                "{} by {}",
                counted(self.memo.len() as u64, "position"),
                counted(self.options_seen, "move")
            ),
            hint,
        }
    }

    /// The way from a position through the open ones back to it. Where a
    /// single component recurs, whatever lies next to it is shown too.
    fn loop_through(&self, stack: &[OpenPosition], part: &[u64]) -> Error {
        let from = stack.iter().position(|frame| *frame.position == *part).unwrap_or(0);
        let shown = |position: &[u64]| self.game.position_of_words(position).shown();
        let mut whole = part.to_vec();
        let mut path = vec![shown(&whole)];
        for frame in &stack[from..] {
            let option = self.option(frame.next).unwrap_or_default();
            whole = match self.component {
                Some(width) => replaced(&whole, &frame.position, option, width),
                None => option.to_vec(),
            };
            path.push(shown(&whole));
        }
        Error::Loop { game: self.game.name(), path: shortened(path) }
    }

    /// The value of a position all of whose options are known.
    fn value_of(&mut self, frame: &OpenPosition) -> u32 {
        match self.memoised {
            SearchGoal::Outcome(play) if frame.first == self.ends.len() => {
                u32::from(play.outcome_of_end() == Outcome::N)
            }
            // No option was P, or none too many, or the loop would have stopped there.
            SearchGoal::Outcome(_) => 0,
            SearchGoal::Value => {
                let mut seen = BitSet::new();
                for index in frame.first..self.ends.len() {
                    if let Some(OptionKnown::Settled(value)) = self.option(index).map(|option| self.known(option)) {
                        seen.insert(u64::from(value));
                    }
                }
                seen.first_free(0) as u32
            }
            SearchGoal::Genus => {
                let known = |index| match self.option(index).map(|option| self.known(option)) {
                    Some(OptionKnown::Settled(number)) => Some(&self.genera[number as usize]),
                    _ => None,
                };
                let genus = Genus::of_options((frame.first..self.ends.len()).filter_map(known));
                self.number_of(genus)
            }
        }
    }

    /// The number of a genus, which is kept.
    fn number_of(&mut self, genus: Genus) -> u32 {
        if let Some(&number) = self.numbers_of_genera.get(&genus) {
            return number;
        }
        let number = self.genera.len() as u32;
        self.bytes += ENTRY_BYTES + 8 * genus.written().len() as u64;
        self.genera.push(genus.clone());
        self.numbers_of_genera.insert(genus, number);
        number
    }
}

/// A sum with one component replaced by others.
fn replaced(sum: &[u64], component: &[u64], others: &[u64], width: usize) -> Vec<u64> {
    let at = sum.chunks(width).position(|part| part == component).unwrap_or(0) * width;
    [&sum[..at], others, &sum[at + width..]].concat()
}

/// Components that have no move change nothing in a sum. They are left out of
/// whole positions, for they would make ever new ones of the same game.
struct Dead<'g> {
    game: &'g dyn Game,
    width: usize,
    known: QuickMap<Box<[u64]>, bool>,
    /// Bytes that this memory takes, roughly.
    bytes: u64,
    /// Finds components that come back, in games that do not say why they end.
    single: Option<Box<Search<'g>>>,
}

impl<'g> Dead<'g> {
    fn new(game: &'g dyn Game, width: usize, budget: Budget) -> Self {
        let modest = Budget { positions: budget.positions / 4, options: budget.options / 4, ..budget };
        let single = (!game.is_known_to_end()).then(|| Box::new(Search::for_values(game, modest)));
        Self { game, width, known: QuickMap::default(), bytes: 0, single }
    }

    /// Appends the components that have a move.
    fn keep_alive(&mut self, sum: &[u64], alive: &mut Vec<u64>) {
        for part in sum.chunks(self.width) {
            if !self.is_dead(part) {
                alive.extend_from_slice(part);
            }
        }
    }

    fn is_dead(&mut self, part: &[u64]) -> bool {
        if let Some(&dead) = self.known.get(part) {
            return dead;
        }
        let mut dead = true;
        let found = self.game.try_options(part, &mut |_| {
            dead = false;
            ControlFlow::Break(())
        });
        // Rules that fail here fail again when the position is opened.
        dead &= found.is_ok();
        self.known.insert(part.into(), dead);
        self.bytes += entry_bytes(part);
        dead
    }

    /// Fails if a component can be reached from itself: whole positions need never
    /// repeat, because of what it leaves next to it.
    fn find_loop(&mut self, sum: &[u64]) -> Result<()> {
        match self.single.as_mut().map(|single| single.run(sum)) {
            Some(Err(error @ Error::Loop { .. })) => Err(error),
            _ => Ok(()),
        }
    }
}

/// A long path with its middle left out.
fn shortened(mut path: Vec<String>) -> Vec<String> {
    const SHOWN: usize = 12;
    if path.len() > SHOWN {
        let left_out = path.len() - SHOWN;
        path.splice(SHOWN / 2..SHOWN / 2 + left_out, [format!("… ({left_out} more) …")]);
    }
    path
}

impl Values for Search<'_> {
    fn value(&mut self, position: &[u64]) -> Result<u64> {
        assert!(self.goal == SearchGoal::Value, "this search is not for Grundy values");
        without_blocks(self.game, VALUES)?;
        self.run(position).map(u64::from)
    }
}

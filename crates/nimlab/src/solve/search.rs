//! Memoised search from the rule, without recursion: the definition of
//! outcome and Grundy value, and the reference for every other method.
//!
//! Cost: one hash entry for each position that can be reached, and one look
//! for each move. A budget ends a search that would not fit, and a position
//! that can be reached from itself is reported with the way it comes back.
//! Games whose moves split a position are searched component by component
//! under normal play, by the theorem of Sprague and Grundy; under misère play
//! as whole positions.

use super::{Budget, Values};
use crate::bits::{BitSet, QuickMap};
use crate::error::{Error, Result};
use crate::game::{Game, Outcome, Play};
use std::ops::ControlFlow;
use std::time::Instant;

/// What a search looks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Goal {
    /// 0 for P and 1 for N.
    Outcome(Play),
    /// Grundy values.
    Value,
}

/// A search that remembers what it has found, so that many positions of one
/// game can be asked one after another.
pub struct Search<'g> {
    game: &'g dyn Game,
    /// What was asked for: outcomes or values.
    goal: Goal,
    /// What is remembered: values also serve for outcomes of sums.
    memoised: Goal,
    /// The length of a component whose values are worked with.
    component: Option<usize>,
    budget: Budget,
    deadline: Option<Instant>,
    options_seen: u64,
    /// Options held by the positions that are open.
    held: usize,
    /// Bytes that are in use, roughly.
    bytes: u64,
    memo: QuickMap<Box<[u64]>, u32>,
}

/// What is remembered of a position whose options are being worked off.
const OPEN: u32 = u32::MAX;

/// The bytes of a hash entry besides the numbers of its position.
const ENTRY_BYTES: u64 = 48;

/// A position whose options are being worked off.
struct Frame {
    position: Box<[u64]>,
    /// The numbers of all options, one after another.
    numbers: Vec<u64>,
    ends: Vec<usize>,
    next: usize,
}

impl Frame {
    fn option(&self, index: usize) -> Option<&[u64]> {
        let end = *self.ends.get(index)?;
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        Some(&self.numbers[start..end])
    }
}

/// What is known of an option.
enum Known<'o> {
    Settled(u32),
    /// This part of it is not known.
    Missing(&'o [u64]),
    /// This part of it is being worked on: it can be reached from itself.
    Open(&'o [u64]),
}

impl<'g> Search<'g> {
    /// A search for outcomes.
    pub fn for_outcomes(game: &'g dyn Game, play: Play, budget: Budget) -> Self {
        Self::new(game, Goal::Outcome(play), budget)
    }

    /// A search for Grundy values.
    pub fn for_values(game: &'g dyn Game, budget: Budget) -> Self {
        Self::new(game, Goal::Value, budget)
    }

    fn new(game: &'g dyn Game, goal: Goal, budget: Budget) -> Self {
        let component = game.component_width().filter(|_| goal != Goal::Outcome(Play::Misere));
        Self {
            game,
            goal,
            memoised: if component.is_some() { Goal::Value } else { goal },
            component,
            budget,
            deadline: budget.time.and_then(|time| Instant::now().checked_add(time)),
            options_seen: 0,
            held: 0,
            bytes: 0,
            memo: QuickMap::default(),
        }
    }

    /// The outcome of a canonical position.
    ///
    /// # Panics
    /// If the search was made for Grundy values.
    pub fn outcome(&mut self, position: &[u64]) -> Result<Outcome> {
        assert!(matches!(self.goal, Goal::Outcome(_)), "this search is for Grundy values");
        Ok(if self.run(position)? == 0 { Outcome::P } else { Outcome::N })
    }

    /// How many positions are remembered.
    pub fn positions(&self) -> usize {
        self.memo.len()
    }

    fn run(&mut self, start: &[u64]) -> Result<u32> {
        match self.component {
            Some(width) => start.chunks(width).try_fold(0, |sum, part| Ok(sum ^ self.settle_from(part)?)),
            None => self.settle_from(start),
        }
    }

    fn settle_from(&mut self, start: &[u64]) -> Result<u32> {
        if let Some(&known) = self.memo.get(start) {
            return Ok(known);
        }
        let mut stack = Vec::new();
        self.held = 0;
        let result = self.work(start, &mut stack);
        if result.is_err() {
            for frame in &stack {
                self.memo.remove(&frame.position);
            }
        }
        result
    }

    fn work(&mut self, start: &[u64], stack: &mut Vec<Frame>) -> Result<u32> {
        stack.push(self.expand(start)?);
        while let Some(frame) = stack.last() {
            let value = match frame.option(frame.next).map(|option| self.known(option)) {
                // Under an outcome search one P option settles the position.
                Some(Known::Settled(0)) if matches!(self.memoised, Goal::Outcome(_)) => 1,
                Some(Known::Settled(_)) => {
                    let top = stack.len() - 1;
                    stack[top].next += 1;
                    continue;
                }
                Some(Known::Missing(part)) => {
                    let opened = self.expand(part)?;
                    stack.push(opened);
                    continue;
                }
                Some(Known::Open(part)) => return Err(self.loop_through(stack, part)),
                None => self.value_of(frame),
            };
            if let Some(frame) = stack.pop() {
                self.held -= frame.numbers.len();
                self.memo.insert(frame.position, value);
            }
        }
        Ok(self.memo[start])
    }

    /// What is remembered of an option, or of its parts together.
    fn known<'o>(&self, option: &'o [u64]) -> Known<'o> {
        let mut sum = 0;
        for part in option.chunks(self.component.unwrap_or(option.len()).max(1)) {
            match self.memo.get(part) {
                None => return Known::Missing(part),
                Some(&OPEN) => return Known::Open(part),
                Some(&value) => sum ^= value,
            }
        }
        Known::Settled(sum)
    }

    /// Opens a position, within the budget.
    fn expand(&mut self, position: &[u64]) -> Result<Frame> {
        let mut frame = Frame { position: position.into(), numbers: Vec::new(), ends: Vec::new(), next: 0 };
        let mut left = self.budget.options - self.options_seen;
        let room = (self.budget.bytes / 8).saturating_sub(self.bytes / 8 + self.held as u64) as usize;
        // A position with very many options is past the budget by itself.
        let most = usize::try_from(self.budget.positions.saturating_mul(4)).unwrap_or(usize::MAX);
        let flow = self.game.try_options(position, &mut |option| {
            if left == 0 || frame.numbers.len() >= room || frame.ends.len() >= most {
                return ControlFlow::Break(());
            }
            left -= 1;
            frame.numbers.extend_from_slice(option);
            frame.ends.push(frame.numbers.len());
            ControlFlow::Continue(())
        })?;
        self.options_seen = self.budget.options - left;
        let too_many = left == 0 || frame.ends.len() >= most;
        if (flow.is_break() && too_many) || self.memo.len() as u64 >= self.budget.positions {
            return Err(self.over_budget(position));
        }
        if flow.is_break() || self.bytes > self.budget.bytes {
            return Err(self.stopped(position, format!("its budget of {} MB of memory", self.budget.bytes >> 20)));
        }
        if self.deadline.is_some_and(|deadline| Instant::now() > deadline) {
            let limit = format!("its budget of {:?}", self.budget.time.unwrap_or_default());
            return Err(self.stopped(position, limit));
        }
        self.held += frame.numbers.len();
        self.bytes += 8 * position.len() as u64 + ENTRY_BYTES;
        self.memo.insert(frame.position.clone(), OPEN);
        Ok(frame)
    }

    /// The position that is searched, for a message.
    fn shown(&self, position: &[u64]) -> String {
        format!("{} {}", self.game.name(), self.game.position_of_words(position).shown())
    }

    fn reached(&self) -> String {
        format!("{} positions by {} moves", self.memo.len(), self.options_seen)
    }

    fn over_budget(&self, position: &[u64]) -> Error {
        Error::OverBudget {
            what: format!("{}, having settled {},", self.shown(position), self.reached()),
            positions: self.budget.positions,
            options: self.budget.options,
        }
    }

    fn stopped(&self, position: &[u64], limit: String) -> Error {
        Error::Stopped { what: self.shown(position), limit, reached: self.reached() }
    }

    /// The way from a position through the open ones back to it.
    fn loop_through(&self, stack: &[Frame], part: &[u64]) -> Error {
        let from = stack.iter().position(|frame| *frame.position == *part).unwrap_or(0);
        let shown = |position: &[u64]| self.game.position_of_words(position).shown();
        let path = stack[from..].iter().map(|frame| shown(&frame.position)).chain([shown(part)]);
        Error::Loop { game: self.game.name(), path: shortened(path.collect()) }
    }

    /// The value of a position all of whose options are known.
    fn value_of(&self, frame: &Frame) -> u32 {
        match self.memoised {
            Goal::Outcome(play) if frame.ends.is_empty() => u32::from(play.outcome_of_end() == Outcome::N),
            // No option was P, or the loop would have stopped there.
            Goal::Outcome(_) => 0,
            Goal::Value => {
                let mut seen = BitSet::new();
                for index in 0..frame.ends.len() {
                    if let Some(Known::Settled(value)) = frame.option(index).map(|option| self.known(option)) {
                        seen.insert(u64::from(value));
                    }
                }
                seen.first_free(0) as u32
            }
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
        assert!(self.goal == Goal::Value, "this search is for outcomes");
        self.run(position).map(u64::from)
    }
}

//! Runs the moves of a position. A move comes out as a *run*: a row of
//! positions with equal steps between them, for that is what the innermost
//! variable makes in most games, and an engine can walk it without asking the
//! rules again. Every number that comes out is checked: not negative, within
//! 63 bits, and less in the measure that `decreasing` states.

use super::intervals::{Finder, Interval};
use super::plan::{RulePlan, Steps, VariableLevel};
use super::program::Fault;

/// Positions in a row: `start`, `start + step`, …, `count` of them, each the
/// sum of parts that stand one after another.
#[derive(Debug, Clone, Copy)]
pub struct PositionRun<'r> {
    pub start: &'r [i64],
    pub step: &'r [i64],
    pub count: u64,
}

impl PositionRun<'_> {
    /// Position number `i`, into `position`.
    pub fn position(&self, i: u64, position: &mut Vec<i64>) {
        position.clear();
        position.extend(self.start.iter().zip(self.step).map(|(&start, &step)| start + step * i as i64));
    }
}

/// Why the moves of a position could not be found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveFailure {
    pub reason: Reason,
    /// The clause, if one was being run.
    pub clause: Option<usize>,
    /// The variables that had been chosen.
    pub variables: Vec<i64>,
}

/// What went wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    Fault(Fault),
    /// A number that is negative or does not fit, and which of the targets it is.
    Outside {
        number: i128,
        target: usize,
    },
    /// The measures before and after the move.
    NotDecreasing {
        before: Vec<i64>,
        after: Vec<i64>,
        to: Vec<i64>,
    },
    /// A measure below 0 at a position that has a move.
    NegativeMeasure {
        /// Which of the measures it is.
        number: usize,
        value: i64,
    },
    TooManySteps,
}

/// Why the run of a position ended early.
enum Stop {
    Broken,
    Failed(Reason),
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Self {
        Stop::Failed(Reason::Fault(fault))
    }
}

/// Runs the moves of one position after another, reusing its memory.
pub struct Runner<'p> {
    plan: &'p RulePlan,
    registers: Vec<i64>,
    /// The registers in which the measure of a target is computed.
    behind: Vec<i64>,
    before: Vec<i64>,
    finder: Finder<'p>,
    forms: Vec<(i64, i64)>,
    start: Vec<i64>,
    step: Vec<i64>,
    target: Vec<i64>,
    steps_left: u64,
    steps_allowed: u64,
    depth: usize,
    /// Whether the whole condition is tested for every move, from left to right.
    plain: bool,
}

impl<'p> Runner<'p> {
    pub fn new(plan: &'p RulePlan) -> Self {
        Self {
            plan,
            registers: plan.code.registers(),
            behind: plan.code.registers(),
            before: Vec::new(),
            finder: Finder { code: &plan.code, spare: Vec::new() },
            forms: Vec::new(),
            start: Vec::new(),
            step: Vec::new(),
            target: Vec::new(),
            steps_left: 0,
            steps_allowed: 0,
            depth: 0,
            plain: false,
        }
    }

    /// Calls `each` for every run of moves of a canonical position, with at
    /// most this many tries. Says whether all were seen, or `each` broke off.
    pub fn moves(
        &mut self,
        position: &[i64],
        steps: u64,
        each: &mut impl FnMut(PositionRun<'_>) -> bool,
    ) -> Result<bool, Box<MoveFailure>> {
        // Tries of long rules count for more, so that the time is bounded too.
        self.steps_allowed = steps / self.plan.cost;
        self.steps_left = self.steps_allowed;
        self.registers[..position.len()].copy_from_slice(position);
        let plan = self.plan;
        self.before.clear();
        for &measure in &plan.decreasing {
            match plan.code.run(measure, &mut self.registers) {
                Ok(value) => self.before.push(value),
                Err(fault) => {
                    return Err(Box::new(MoveFailure {
                        reason: Reason::Fault(fault),
                        clause: None,
                        variables: Vec::new(),
                    }));
                }
            }
        }
        for (index, clause) in plan.clauses.iter().enumerate() {
            self.depth = 0;
            match self.clause(clause, each) {
                Ok(()) => {}
                Err(Stop::Broken) => return Ok(false),
                Err(Stop::Failed(reason)) => {
                    let variables = self.registers[plan.width..plan.width + self.depth].to_vec();
                    return Err(Box::new(MoveFailure { reason, clause: Some(index), variables }));
                }
            }
        }
        Ok(true)
    }

    /// What the moves of the last position took, in tries of short rules.
    pub fn steps_used(&self) -> u64 {
        (self.steps_allowed - self.steps_left) * self.plan.cost
    }

    /// The starting position of a size.
    pub fn start(&mut self, size: i64) -> Option<Result<Vec<i64>, Fault>> {
        let fragments = self.plan.start.as_ref()?;
        self.registers[self.plan.width] = size;
        Some(fragments.iter().map(|&fragment| self.plan.code.run(fragment, &mut self.registers)).collect())
    }

    /// Tests every part of the condition as early as possible. Where that
    /// fails, a part further left might have guarded the one that failed: then
    /// the condition is tested as it is written, and that is final. Moves that
    /// were seen before the failure are seen again, which does no harm.
    fn clause(&mut self, clause: &'p Steps, each: &mut impl FnMut(PositionRun<'_>) -> bool) -> Result<(), Stop> {
        self.plain = false;
        match self.early(clause, each) {
            Err(Stop::Failed(Reason::Fault(_))) => {}
            result => return result,
        }
        self.plain = true;
        self.depth = 0;
        self.level(clause, &clause.levels, each)
    }

    fn early(&mut self, clause: &'p Steps, each: &mut impl FnMut(PositionRun<'_>) -> bool) -> Result<(), Stop> {
        if let Some(guard) = clause.guard
            && self.plan.code.run(guard, &mut self.registers)? == 0
        {
            return Ok(());
        }
        self.level(clause, &clause.levels, each)
    }

    fn count_step(&mut self) -> Result<(), Stop> {
        match self.steps_left.checked_sub(1) {
            Some(left) => {
                self.steps_left = left;
                Ok(())
            }
            None => Err(Stop::Failed(Reason::TooManySteps)),
        }
    }

    fn level(
        &mut self,
        clause: &'p Steps,
        levels: &'p [VariableLevel],
        each: &mut impl FnMut(PositionRun<'_>) -> bool,
    ) -> Result<(), Stop> {
        let Some((level, deeper)) = levels.split_first() else {
            // Without variables nothing has tested the condition yet.
            if self.plain && clause.levels.is_empty() && clause.condition.is_some() {
                let truth = clause.condition.map(|condition| self.plan.code.run(condition, &mut self.registers));
                if truth.transpose()? == Some(0) {
                    return Ok(());
                }
            }
            return self.single(clause, each);
        };
        let low = self.plan.code.run(level.low, &mut self.registers)?;
        let high = self.plan.code.run(level.high, &mut self.registers)?;
        self.count_step()?;
        if low > high {
            return Ok(());
        }
        let mut intervals = self.finder.spare.pop().unwrap_or_default();
        let exact = match &level.solution {
            _ if self.plain => {
                intervals.clear();
                intervals.push((low, high));
                !deeper.is_empty()
            }
            Some(solution) => self.finder.find(solution, &mut self.registers, (low, high), &mut intervals),
            None => {
                intervals.clear();
                intervals.push((low, high));
                true
            }
        };
        let depth = self.depth;
        self.depth = depth + 1;
        let linear = clause.linear.as_ref().filter(|_| deeper.is_empty());
        let result = match linear {
            Some(forms) if self.evaluate(forms) => self.innermost(clause, level, &intervals, exact, each),
            _ => self.values(clause, level, deeper, &intervals, exact, each),
        };
        self.finder.spare.push(intervals);
        result?;
        self.depth = depth;
        Ok(())
    }

    /// The coefficients of linear targets, if they are known.
    fn evaluate(&mut self, forms: &[(super::program::CodeFragment, super::program::CodeFragment)]) -> bool {
        self.forms.clear();
        for &(coefficient, rest) in forms {
            let code = &self.plan.code;
            match (code.run(coefficient, &mut self.registers), code.run(rest, &mut self.registers)) {
                (Ok(coefficient), Ok(rest)) => self.forms.push((coefficient, rest)),
                _ => return false,
            }
        }
        true
    }

    /// Tries the values of a variable one by one.
    fn values(
        &mut self,
        clause: &'p Steps,
        level: &'p VariableLevel,
        deeper: &'p [VariableLevel],
        intervals: &[Interval],
        exact: bool,
        each: &mut impl FnMut(PositionRun<'_>) -> bool,
    ) -> Result<(), Stop> {
        for &(from, to) in intervals {
            for value in from..=to {
                self.count_step()?;
                self.registers[level.register] = value;
                if exact || self.passes(clause, level)? {
                    self.level(clause, deeper, each)?;
                }
            }
        }
        Ok(())
    }

    fn passes(&mut self, clause: &Steps, level: &VariableLevel) -> Result<bool, Stop> {
        match if self.plain { clause.condition } else { level.test } {
            Some(test) => Ok(self.plan.code.run(test, &mut self.registers)? != 0),
            None => Ok(true),
        }
    }

    /// The values of the innermost variable, whose targets are linear: whole
    /// intervals at once where nothing is left to be tested.
    fn innermost(
        &mut self,
        clause: &'p Steps,
        level: &'p VariableLevel,
        intervals: &[Interval],
        exact: bool,
        each: &mut impl FnMut(PositionRun<'_>) -> bool,
    ) -> Result<(), Stop> {
        for &(from, to) in intervals {
            if exact {
                self.count_step()?;
                self.emit(level.register, from, to, each)?;
                continue;
            }
            for value in from..=to {
                self.count_step()?;
                self.registers[level.register] = value;
                if self.passes(clause, level)? {
                    self.emit(level.register, value, value, each)?;
                }
            }
        }
        Ok(())
    }

    /// The run of the linear targets for an interval of the variable.
    fn emit(
        &mut self,
        register: usize,
        from: i64,
        to: i64,
        each: &mut impl FnMut(PositionRun<'_>) -> bool,
    ) -> Result<(), Stop> {
        self.start.clear();
        self.step.clear();
        for target in 0..self.forms.len() {
            let (c, r) = self.forms[target];
            let at = |v: i64| i128::from(c) * i128::from(v) + i128::from(r);
            let fits = |number: i128| (0..=i128::from(i64::MAX)).contains(&number);
            if !fits(at(from)) || !fits(at(to)) {
                // The first value that does not fit: from where it still fits on,
                // the number moves towards one bound by c per step.
                let room = if c < 0 { i128::from(r) } else { i128::from(i64::MAX) - i128::from(r) };
                let first = if fits(at(from)) { (room / i128::from(c.unsigned_abs()) + 1) as i64 } else { from };
                self.registers[register] = first;
                return Err(Stop::Failed(Reason::Outside { number: at(first), target }));
            }
            self.start.push(at(from) as i64);
            self.step.push(c);
        }
        self.registers[register] = from;
        // Targets below 2^63 bound the count, unless they are all the same.
        let all_equal = self.step.iter().all(|&step| step == 0);
        self.send(if all_equal { 1 } else { to.abs_diff(from) + 1 }, each)
    }

    /// The one move of variables that are all chosen.
    fn single(&mut self, clause: &'p Steps, each: &mut impl FnMut(PositionRun<'_>) -> bool) -> Result<(), Stop> {
        self.count_step()?;
        self.start.clear();
        for (target, &fragment) in clause.targets.iter().enumerate() {
            let number = self.plan.code.run(fragment, &mut self.registers)?;
            if number < 0 {
                return Err(Stop::Failed(Reason::Outside { number: number.into(), target }));
            }
            self.start.push(number);
        }
        self.step.clear();
        self.step.resize(self.start.len(), 0);
        self.send(1, each)
    }

    fn send(&mut self, count: u64, each: &mut impl FnMut(PositionRun<'_>) -> bool) -> Result<(), Stop> {
        if !self.before.is_empty() {
            self.check_decreasing(count)?;
        }
        match each(PositionRun { start: &self.start, step: &self.step, count }) {
            true => Ok(()),
            false => Err(Stop::Broken),
        }
    }

    /// Fails unless every part of every position of the run is less.
    fn check_decreasing(&mut self, count: u64) -> Result<(), Stop> {
        if let Some(number) = self.before.iter().position(|&value| value < 0) {
            return Err(Stop::Failed(Reason::NegativeMeasure { number, value: self.before[number] }));
        }
        if let Some(measure) = &self.plan.measure {
            // A linear measure is greatest at one of the ends.
            let less = |part: &[i64]| measure.at(part) < i128::from(self.before[0]);
            let ends = |(start, step): (&[i64], &[i64])| {
                let last: Vec<i64> = start.iter().zip(step).map(|(a, b)| a + b * (count - 1) as i64).collect();
                less(start) && less(&last)
            };
            let width = self.plan.width;
            if self.start.chunks(width).zip(self.step.chunks(width)).all(ends) {
                return Ok(());
            }
        }
        let mut position = std::mem::take(&mut self.target);
        for i in 0..count {
            self.count_step()?;
            PositionRun { start: &self.start, step: &self.step, count }.position(i, &mut position);
            for part in position.chunks_mut(self.plan.width) {
                part[..self.plan.sorted].sort_unstable();
                self.check_measure(part)?;
            }
        }
        self.target = position;
        Ok(())
    }

    fn check_measure(&mut self, part: &[i64]) -> Result<(), Stop> {
        self.behind[..part.len()].copy_from_slice(part);
        let mut after = Vec::new();
        for (&measure, &before) in self.plan.decreasing.iter().zip(&self.before) {
            let value = self.plan.code.run(measure, &mut self.behind)?;
            after.push(value);
            if value < before {
                return Ok(());
            }
            if value > before {
                break;
            }
        }
        Err(Stop::Failed(Reason::NotDecreasing { before: self.before.clone(), after, to: part.to_vec() }))
    }
}

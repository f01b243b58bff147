//! Dense tables: the value of every position in a box.
//!
//! Cells are settled in an order that respects the moves: by rows if that
//! does, otherwise in the order of `decreasing`. A run of moves becomes a walk
//! through the table with a fixed stride. Where order is irrelevant only
//! sorted positions are settled, and written to every place that means the
//! same, so that no option has to be sorted. Only a few long rows of such a
//! board are kept as they are, and their options are sorted.
//!
//! A game whose moves subtract vectors from one fixed set ("invariant" games:
//! Duchêne and Rigo 2010) is asked for its moves only once, in the corner of
//! the box: see [`Vectors`].

use super::grid::Grid;
use super::plan::RulePlan;
use super::run::{PositionRun, Runner};
use super::vectors::Vectors;
use super::{layers, strike};
use crate::{Budget, Clock, Limit};

/// What a table holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Contents {
    /// Grundy values.
    Values,
    /// Outcomes under normal play: 0 for P and 1 for N.
    Normal,
    /// Outcomes under misère play.
    Misere,
}

/// A cell that is not settled yet.
const UNSET: u32 = u32::MAX;

/// The values of all positions in a box.
pub struct Dense {
    grid: Grid,
    cells: Vec<u32>,
}

/// Why there is no table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Missed {
    /// A move makes this number of the position larger than its side.
    Outside { number: usize },
    /// The box, or the work for it, is over this limit of the budget.
    TooLarge(Limit),
    /// There is no order, or the rules fail.
    Other,
}

/// A table whose time was over, and how far it was.
#[derive(Debug)]
pub struct Late {
    pub limit: Limit,
    pub settled: usize,
    pub cells: usize,
}

/// The most tries for the moves of one position of a table.
const STEPS: u64 = 1 << 24;

impl Dense {
    /// The table up to a corner; missed if it is over the budget, if a move
    /// leaves the box or no order was found, or if the rules fail: then search
    /// has the last word. Fails when the time is over.
    pub fn build(
        plan: &RulePlan,
        corner: &[u64],
        goal: Contents,
        budget: Budget,
    ) -> Result<Result<Self, Missed>, Late> {
        let splits = plan.clauses.iter().any(|clause| clause.targets.len() > plan.width);
        // A sum of components is decided by their values, under normal play.
        if splits && goal != Contents::Values {
            return Ok(Err(Missed::Other));
        }
        let most = budget.bytes / 8;
        // Moves mostly leave a position below its corner when both are put in
        // order; if they do not, every order needs a cell.
        if let Some(folded) = Grid::folded(corner, plan.sorted, most)
            && let Ok(dense) = Self::of_box(plan, folded, goal, budget)?
        {
            return Ok(Ok(dense));
        }
        match Grid::new(corner, plan.sorted, most) {
            Some(full) => Self::of_box(plan, full, goal, budget),
            None => Ok(Err(Missed::TooLarge(Limit::Memory(budget.bytes)))),
        }
    }

    /// The table of a box.
    fn of_box(plan: &RulePlan, grid: Grid, goal: Contents, budget: Budget) -> Result<Result<Self, Missed>, Late> {
        if grid.cells as u64 > budget.positions {
            return Ok(Err(Missed::TooLarge(Limit::Positions(budget.positions))));
        }
        let (cells, clock) = (vec![UNSET; grid.cells], budget.clock());
        let mut builder = TableBuilder {
            plan,
            cells,
            seen: OptionValues::new(goal),
            grid,
            clock,
            late: None,
            missed: Missed::Other,
            too_much: Missed::TooLarge(Limit::Moves(budget.options)),
            work: 0,
            settled: 0,
        };
        // A look into the table costs a fraction of what a move costs a search.
        let most_work = budget.options.saturating_mul(16);
        let invariant = || Vectors::of(plan, &builder.grid, most_work, budget.bytes / 2, &mut builder.clock);
        // Vectors become walks, which a folded box has not.
        let vectors = (plan.invariant && !builder.grid.is_folded()).then(invariant).flatten();
        // The time may be over before a single cell is settled.
        if let Some(limit) = builder.clock.now() {
            return Err(Late { limit, settled: 0, cells: builder.grid.cells });
        }
        let done = match vectors {
            Some(vectors) => builder.by_vectors(&vectors, most_work),
            // What leaves the box by rows leaves it in any order.
            None => {
                builder.by_rows(most_work)
                    || (builder.missed == Missed::Other && builder.by_measure(most_work, budget.bytes))
            }
        };
        match builder.late {
            Some(limit) => Err(Late { limit, settled: builder.settled, cells: builder.grid.cells }),
            None if done => Ok(Ok(Dense { grid: builder.grid, cells: builder.cells })),
            None => Ok(Err(builder.missed)),
        }
    }

    /// The value of a canonical position, if it is in the box.
    pub fn value(&self, position: &[u64]) -> Option<u32> {
        let mut index = 0;
        for ((&x, &side), &stride) in position.iter().zip(&self.grid.sides).zip(&self.grid.strides) {
            if x >= side as u64 {
                return None;
            }
            index += x as usize * stride as usize;
        }
        Some(self.cells[index])
    }
}

struct TableBuilder<'p> {
    plan: &'p RulePlan,
    grid: Grid,
    cells: Vec<u32>,
    seen: OptionValues,
    clock: Clock,
    /// The limit of time that was met.
    late: Option<Limit>,
    /// Why the last cell was not settled.
    missed: Missed,
    /// What is missed by a table that takes too much work.
    too_much: Missed,
    work: u64,
    /// How many cells are settled, those of equal meaning counted once.
    settled: usize,
}

impl TableBuilder<'_> {
    /// Settles the cells row by row; fails where that is not their order.
    fn by_rows(&mut self, most_work: u64) -> bool {
        let mut runner = Runner::new(self.plan);
        let mut position = vec![0; self.grid.sides.len()];
        loop {
            if !self.settle(&mut runner, &mut position, most_work) {
                return false;
            }
            if !self.grid.advance(&mut position) {
                return true;
            }
        }
    }

    /// Settles the cells in the order of the measure that decreases.
    fn by_measure(&mut self, most_work: u64, most_bytes: u64) -> bool {
        let key_bytes = 96 + 8 * (self.plan.width + self.plan.decreasing.len()) as u64;
        let fits = self.grid.canonical_cells() as u64 * key_bytes <= most_bytes / 2;
        if self.plan.decreasing.is_empty() || self.late.is_some() || !fits {
            return false;
        }
        self.settled = 0;
        self.cells.fill(UNSET);
        let mut registers = self.plan.code.registers();
        let mut order: Vec<(Vec<i64>, Vec<i64>)> = Vec::new();
        let mut position = vec![0; self.grid.sides.len()];
        loop {
            registers[..position.len()].copy_from_slice(&position);
            let measures = self.plan.decreasing.iter().map(|&measure| self.plan.code.run(measure, &mut registers));
            let Ok(key) = measures.collect::<Result<Vec<i64>, _>>() else { return false };
            order.push((key, position.clone()));
            if self.is_late(32) {
                return false;
            }
            if !self.grid.advance(&mut position) {
                break;
            }
        }
        order.sort_unstable();
        let mut runner = Runner::new(self.plan);
        order.iter_mut().all(|(_, position)| self.settle(&mut runner, position, most_work))
    }

    /// Settles one cell from its options.
    fn settle(&mut self, runner: &mut Runner<'_>, position: &mut [i64], most_work: u64) -> bool {
        let Self { plan, grid, cells, seen, work, missed, .. } = self;
        let before = *work;
        *missed = Missed::Other;
        seen.begin();
        let all = runner.moves(position, STEPS, &mut |run| {
            *work += 16 + run.count;
            *work <= most_work && mark(grid, cells, seen, plan.width, run, missed) && !seen.is_decided()
        });
        if *work > most_work {
            *missed = self.too_much;
            return false;
        }
        let steps = runner.steps_used() + (*work - before) / 8;
        let all = all.is_ok_and(|all| all || self.seen.is_decided());
        if !all || self.is_late(16 + steps) {
            return false;
        }
        let value = self.seen.value();
        self.grid.write(&mut self.cells, position, value);
        self.settled += 1;
        true
    }

    fn by_vectors(&mut self, vectors: &Vectors, most_work: u64) -> bool {
        if self.seen.goal != Contents::Values {
            let stopped = strike::settle(&self.grid, &mut self.cells, vectors, self.seen.goal, &mut self.clock).err();
            (self.late, self.settled) = stopped.map_or((None, self.grid.cells), |(limit, cells)| (Some(limit), cells));
            return self.late.is_none();
        }
        let threads = layers::threads(&self.grid, vectors);
        if threads > 1 {
            let limits = (&self.clock, most_work);
            let stopped = layers::settle(&self.grid, &mut self.cells, vectors, self.seen.goal, threads, limits).err();
            if let Some(settled) = stopped {
                (self.late, self.settled, self.missed) = (self.clock.now(), settled, self.too_much);
            }
            return stopped.is_none();
        }
        let mut position = vec![0; self.grid.sides.len()];
        loop {
            let Self { grid, cells, seen, work, .. } = self;
            seen.begin();
            let looks = mark_vectors(grid, cells, vectors, seen, &position);
            *work += looks;
            if *work > most_work {
                self.missed = self.too_much;
                return false;
            }
            if self.is_late(4 + looks / 8) {
                return false;
            }
            self.settled += 1;
            let value = self.seen.value();
            self.grid.write(&mut self.cells, &mut position, value);
            if !self.grid.advance(&mut position) {
                return true;
            }
        }
    }

    fn is_late(&mut self, work: u64) -> bool {
        self.late = self.clock.after(work);
        self.late.is_some()
    }
}

/// Marks the values of all options of a position by the vectors of the game;
/// says how many there were, or how many lines were tried for them.
pub fn mark_vectors(grid: &Grid, cells: &[u32], vectors: &Vectors, seen: &mut OptionValues, position: &[i64]) -> u64 {
    let mut work = vectors.line_count();
    let origin = grid.index(position);
    vectors.each_walk(position, |offset, stride, count| {
        work += count as u64;
        let last = origin - offset;
        let first = last - stride * (count - 1);
        seen.mark_walk(&cells[first..=last], stride);
    });
    work
}

/// Marks the values of a run of options; fails where one is not settled.
fn mark(
    grid: &Grid,
    cells: &[u32],
    seen: &mut OptionValues,
    width: usize,
    run: PositionRun<'_>,
    missed: &mut Missed,
) -> bool {
    if run.start.len() == width && !grid.is_folded() {
        return mark_plain(grid, cells, seen, run, missed);
    }
    let mut position = Vec::with_capacity(run.start.len());
    (0..run.count).all(|i| {
        run.position(i, &mut position);
        let mut sum = 0;
        for part in position.chunks_mut(width) {
            grid.fold(part);
            if !grid.contains(part) {
                if grid.is_folded() {
                    // In no order of settling it would be inside.
                    *missed = Missed::Outside { number: 0 };
                }
                return false;
            }
            if cells[grid.index(part)] == UNSET {
                return false;
            }
            sum ^= cells[grid.index(part)];
        }
        seen.mark(sum);
        true
    })
}

fn mark_plain(grid: &Grid, cells: &[u32], seen: &mut OptionValues, run: PositionRun<'_>, missed: &mut Missed) -> bool {
    let inside = |i: usize| {
        // Both ends of a run are numbers below 2^63.
        let last = run.start[i] + run.step[i] * (run.count - 1) as i64;
        run.start[i] < grid.sides[i] && last < grid.sides[i]
    };
    if let Some(number) = (0..run.start.len()).find(|&i| !inside(i)) {
        *missed = Missed::Outside { number };
        return false;
    }
    let first = grid.index(run.start) as i64;
    let stride: i64 = run.step.iter().zip(&grid.strides).map(|(step, stride)| step * stride).sum();
    let last = first + stride * (run.count - 1) as i64;
    let (low, high) = (first.min(last) as usize, first.max(last) as usize);
    let stride = (stride.unsigned_abs() as usize).max(1);
    let walk = &cells[low..=high];
    if walk.iter().step_by(stride).any(|&value| value == UNSET) {
        return false;
    }
    seen.mark_walk(walk, stride);
    true
}

/// The values of the options of one position.
pub struct OptionValues {
    goal: Contents,
    /// For each value the number of the position in which it was seen last.
    stamps: Vec<u32>,
    stamp: u32,
    any: bool,
}

impl OptionValues {
    pub fn new(goal: Contents) -> Self {
        Self { goal, stamps: vec![0; 64], stamp: 0, any: false }
    }

    pub fn begin(&mut self) {
        self.stamp += 1;
        self.any = false;
    }

    /// Whether the outcome is decided whatever the other options are.
    fn is_decided(&self) -> bool {
        self.goal != Contents::Values && self.stamps[0] == self.stamp
    }

    fn mark(&mut self, value: u32) {
        self.any = true;
        self.make_room(value);
        self.stamps[value as usize] = self.stamp;
    }

    /// Makes room for all values up to this one.
    pub fn make_room(&mut self, value: u32) {
        if value as usize >= self.stamps.len() {
            self.stamps.resize((value as usize + 1).next_power_of_two(), 0);
        }
    }

    /// Marks every `stride`-th value. They are all settled, so that room for
    /// them has been made.
    fn mark_walk(&mut self, walk: &[u32], stride: usize) {
        self.any = true;
        let (stamps, stamp) = (&mut self.stamps[..], self.stamp);
        if stride == 1 {
            for &value in walk {
                stamps[value as usize] = stamp;
            }
        } else {
            for &value in walk.iter().step_by(stride) {
                stamps[value as usize] = stamp;
            }
        }
    }

    /// The value of the position whose options have been marked.
    pub fn value(&mut self) -> u32 {
        let value = match self.goal {
            Contents::Values => self.stamps.iter().position(|&stamp| stamp != self.stamp).unwrap_or(self.stamps.len()),
            Contents::Normal => usize::from(self.stamps[0] == self.stamp),
            Contents::Misere => usize::from(!self.any || self.stamps[0] == self.stamp),
        };
        self.make_room(value as u32);
        value as u32
    }
}

//! P-positions of rules in order, and who wins, where the moves are the same
//! everywhere: see [`super::lost`].
//!
//! The list is made in boxes that grow, each about twice as long as the one
//! before, so that all boxes together cost little more than the last, and the
//! first positions are there at once.

use super::game::RuleGame;
use super::grid::{Grid, first_side, next_order};
use super::growing::GrowingTable;
use super::lost::{Lost, bytes, settle};
use super::rays::{NoRays, Rays};
use crate::error::{Error, Result};
use crate::number::UBig;
use crate::solve::{Wanted, no_further, ordered_from};
use crate::{Analysis, Budget, Game, Hint, Limit, ListQuery, Moves, Play, Position, Rule, RuleExt, counted};

/// The most numbers of a position.
const MOST_NUMBERS: usize = 6;

/// How much longer, in eighths, a box may be than the one before: the first
/// that fits the budget.
const GROWTH: [u64; 4] = [16, 12, 10, 9];

impl RuleGame {
    /// Whether P-positions can be found by [`super::lost`], so long as the moves
    /// turn out to be few rays.
    pub(super) fn is_same_everywhere(&self) -> bool {
        let width = self.plan().width;
        self.plan().invariant && !self.is_sum() && !self.has_start() && (2..=MOST_NUMBERS).contains(&width)
    }

    /// Outcome and winning moves of a position; none if that takes another
    /// engine.
    pub(super) fn analysed_by_rays(&self, position: &[u64], play: Play, budget: Budget) -> Result<Option<Analysis>> {
        let corner =
            position.iter().map(|&x| i64::try_from(x).ok().filter(|&x| x < 1 << 31)).collect::<Option<Vec<i64>>>();
        let Some(corner) = corner.filter(|corner| self.is_same_everywhere() && corner.len() == self.plan().width)
        else {
            return Ok(None);
        };
        let Some(first) = self.first_rays() else { return Ok(None) };
        let mut clock = budget.clock();
        let over = |limit| Error::OverBudget {
            what: format!(
                "a list of the P-positions of {} up to {}",
                self.name(),
                (self as &dyn Game).position_of_words(position)
            ),
            limit,
            reached: String::new(),
            hint: Hint::NONE,
        };
        let mut rays = first.clone();
        let sides: Vec<i64> = corner.iter().map(|x| x + 1).collect();
        // What will not fit is not begun.
        if bytes(&rays, &sides).is_none_or(|bytes| bytes > budget.bytes) {
            return Ok(None);
        }
        if corner.iter().any(|&x| x as u64 >= first_side(corner.len())) {
            match rays.grow(self.plan(), &corner, &mut clock) {
                Ok(()) => {}
                Err(NoRays::Unfit) => return Ok(None),
                Err(NoRays::Late(limit)) => return Err(over(limit)),
            }
        }
        let lost = match settle(&rays, &sides, self.plan().sorted, play == Play::Misere, budget, &mut clock) {
            Ok(lost) => lost,
            Err(limit @ (Limit::Time(_) | Limit::Cancelled)) => return Err(over(limit)),
            Err(_) => return Ok(None),
        };
        Ok(Some(self.analysis(&rays, &lost, &corner)))
    }

    /// The moves in the first box, if they are few rays; found once.
    pub(super) fn first_rays(&self) -> Option<&Rays> {
        let found = || {
            let (mut rays, width) = (Rays::default(), self.plan().width);
            let corner = vec![first_side(width) as i64 - 1; width];
            let grown = rays.grow(self.plan(), &corner, &mut Budget::default().clock());
            grown.is_ok().then_some(rays)
        };
        if self.is_same_everywhere() { self.rays().get_or_init(found).as_ref() } else { None }
    }

    /// Whether it is known that all smaller positions can be reached, for every
    /// number can be made smaller alone.
    pub(super) fn reaches_all(&self) -> bool {
        let Some(rays) = self.first_rays() else { return false };
        let alone = |pile: usize| {
            rays.firsts().any(|first| first.iter().enumerate().all(|(i, &x)| (x == 1) == (i == pile) && x <= 1))
        };
        (0..self.plan().width).all(alone)
    }

    /// What the P-positions below a position say about it.
    fn analysis(&self, rays: &Rays, lost: &Lost, position: &[i64]) -> Analysis {
        let (game, sorted): (&dyn Game, usize) = (self, self.plan().sorted);
        let mut moves = Vec::new();
        let mut order = vec![0; position.len()];
        for found in lost.iter() {
            order.iter_mut().zip(found).for_each(|(x, &found)| *x = i64::from(found));
            if order == position {
                return Analysis::lost();
            }
            loop {
                let vector: Vec<i64> = position.iter().zip(&order).map(|(from, to)| from - to).collect();
                if vector.iter().all(|&d| d >= 0) && rays.contain(&vector) {
                    let words: Vec<u64> = found.iter().map(|&x| x.into()).collect();
                    moves.push(game.position_of_words(&words));
                    break;
                }
                if sorted < 2 || !next_order(&mut order[..sorted]) {
                    break;
                }
            }
        }
        Analysis::won(Moves::all(moves))
    }
}

/// The list of P-positions.
pub struct RuleListing<'g> {
    game: &'g RuleGame,
    query: ListQuery,
    rays: Rays,
    /// All numbers of the positions that were looked at are below this.
    side: u64,
    /// The P-positions of the last box.
    lost: Option<Lost>,
    /// The numbers of those that are not yet listed, the last first.
    ready: Vec<u32>,
    found: u64,
    /// How many positions were looked at before the first box without any.
    seen: u64,
    /// Another engine, once the moves are no longer few rays.
    other: Option<Box<dyn Iterator<Item = Result<Position>> + 'g>>,
}

impl<'g> RuleListing<'g> {
    pub fn new(game: &'g RuleGame, query: &ListQuery) -> Self {
        let query = ListQuery { budget: query.budget.started(), ..query.clone() };
        Self {
            game,
            query,
            rays: Rays::default(),
            side: 0,
            lost: None,
            ready: Vec::new(),
            found: 0,
            seen: 0,
            other: None,
        }
    }

    /// Fills `ready` from the next box.
    fn grow(&mut self) -> Result<()> {
        let mut limit = None;
        self.lost = None;
        for side in self.next_sides() {
            match self.settled(side) {
                Ok(lost) => {
                    self.take(lost, side);
                    return self.check_patience();
                }
                Err(NoRays::Unfit) => {
                    self.other = Some(self.by_other_engine()?);
                    return Ok(());
                }
                // A smaller step may fit.
                Err(NoRays::Late(found @ (Limit::Memory(_) | Limit::Positions(_)))) => limit = Some(found),
                Err(NoRays::Late(limit)) => return Err(self.over(limit)),
            }
        }
        Err(self.over(limit.unwrap_or(Limit::Memory(self.query.budget.bytes))))
    }

    fn over(&self, limit: Limit) -> Error {
        let largest = self.side.saturating_sub(1);
        let reached = match self.found {
            0 => String::new(),
            found => format!("{}, all with numbers up to {largest}", counted(found, "P-position")),
        };
        let what = format!("a list of the P-positions of {}", self.game.name());
        Error::OverBudget { what, limit, reached, hint: Hint::NONE }
    }

    /// The sides that the next box may have, the largest first.
    fn next_sides(&self) -> Vec<u64> {
        let mut sides = self.longer_sides();
        // After the largest number that is wanted the list ends.
        if let Some(largest) = self.query.largest {
            sides.iter_mut().for_each(|side| *side = (*side).min(largest.saturating_add(1)));
        }
        sides.dedup();
        sides
    }

    fn longer_sides(&self) -> Vec<u64> {
        if self.side == 0 {
            return vec![first_side(self.game.plan().width), 1];
        }
        let mut sides: Vec<u64> = GROWTH.iter().map(|eighths| (self.side * eighths / 8).max(self.side + 1)).collect();
        // A list grows about as fast as its box, or faster: then the end is not far.
        let end = u64::try_from(&self.query.end()).unwrap_or(u64::MAX);
        if self.found >= 16 && end > self.found {
            let enough = u128::from(self.side) * u128::from(end) / u128::from(self.found) * 17 / 16;
            let enough = u64::try_from(enough).unwrap_or(u64::MAX).max(sides[3]);
            if enough <= 3 * self.side {
                sides.retain(|&side| side < enough);
                sides.insert(0, enough);
            }
        }
        sides
    }

    fn settled(&mut self, side: u64) -> std::result::Result<Lost, NoRays> {
        let (plan, budget) = (self.game.plan(), self.query.budget);
        let mut clock = budget.clock();
        let side = i64::try_from(side).ok().filter(|&side| side < 1 << 31).ok_or(NoRays::Unfit)?;
        let sides = vec![side; plan.width];
        // What will not fit is not begun.
        if self.side > 0 && bytes(&self.rays, &sides).is_none_or(|bytes| bytes > budget.bytes) {
            return Err(NoRays::Late(Limit::Memory(budget.bytes)));
        }
        self.rays.grow(plan, &vec![side - 1; plan.width], &mut clock)?;
        let misere = self.query.play == Play::Misere;
        settle(&self.rays, &sides, plan.sorted, misere, budget, &mut clock).map_err(NoRays::Late)
    }

    /// Takes over what is new in a box.
    fn take(&mut self, lost: Lost, side: u64) {
        let largest = |number: &u32| lost.get(*number as usize).iter().copied().max().unwrap_or(0);
        self.ready = (0..lost.iter().count() as u32).filter(|number| u64::from(largest(number)) >= self.side).collect();
        // By rows they stand in the order of words already.
        self.ready.sort_unstable_by_key(|number| std::cmp::Reverse((largest(number), *number)));
        self.lost = Some(lost);
        self.found += self.ready.len() as u64;
        if !self.ready.is_empty() {
            self.seen = self.positions_below(side);
        }
        self.side = side;
    }

    fn positions_below(&self, side: u64) -> u64 {
        Grid::canonical_positions(side, self.game.plan().width, self.game.plan().sorted)
    }

    /// Some lists are finite, and nobody should wait forever.
    fn check_patience(&mut self) -> Result<()> {
        let patience = self.query.budget.positions.max(1);
        if !self.ready.is_empty() || self.positions_below(self.side) - self.seen < patience {
            return Ok(());
        }
        self.seen = self.positions_below(self.side);
        Err(no_further(patience))
    }

    /// The rest of the list by tables.
    fn by_other_engine(&self) -> Result<Box<dyn Iterator<Item = Result<Position>> + 'g>> {
        let mut growing = GrowingTable::new(self.game, self.query.play, self.query.budget);
        let wanted: Wanted<'g> = Box::new(move |position| growing.is_lost(position));
        let query = ListQuery { from: UBig::ZERO, ..self.query.clone() };
        ordered_from(self.game, &query, self.side, wanted)
    }
}

impl Iterator for RuleListing<'_> {
    type Item = Result<Position>;

    fn next(&mut self) -> Option<Result<Position>> {
        loop {
            if let Some(other) = &mut self.other {
                return other.next();
            }
            if let Some((number, lost)) = self.ready.pop().zip(self.lost.as_ref()) {
                let words: Vec<u64> = lost.get(number as usize).iter().map(|&x| x.into()).collect();
                return Some(Ok((self.game as &dyn Game).position_of_words(&words)));
            }
            if self.query.largest.is_some_and(|largest| self.side > largest) {
                return None;
            }
            if let Err(error) = self.grow() {
                return Some(Err(error));
            }
        }
    }
}

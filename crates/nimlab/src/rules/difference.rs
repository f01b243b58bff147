//! P-positions of games whose piles may grow, such as L1-Nim, from the list of
//! those before them.
//!
//! Every move takes a vector, and the rule says which: a position is lost if none of
//! the differences to the P-positions of smaller measure is allowed. All positions of a
//! measure are looked at together, in the order of the measure that `decreasing`
//! states, so that no table is needed: the moves would leave its box. Cost: for each
//! position a test for every P-position before it, in every order of its piles, until
//! one succeeds.

use super::ast::{Arith, Id};
use super::bounds::linear;
use super::ir::{Arena, Clause, Node, Register};
use super::plan::{Linear, RulePlan, Steps};
use super::run::Runner;
use crate::{Clock, Limit, Play};

/// For each clause which variable is taken from each pile.
pub type Takes = Vec<Vec<Option<usize>>>;

/// The variables that are taken from the piles, if the rules are of this kind:
/// some pile may grow, and still every move is proved to decrease the measure.
pub fn takes(arena: &mut Arena, clauses: &[Clause], width: usize, measure: Option<&Linear>) -> Option<Takes> {
    let measure = measure.filter(|measure| measure.coefficients.iter().all(|&c| c >= 1))?;
    let takes: Takes = clauses.iter().map(|clause| taken(arena, clause, width)).collect::<Option<_>>()?;
    let grows = clauses.iter().flat_map(|clause| &clause.variables);
    let grows = grows.filter(|variable| arena.constant(variable.low).is_none_or(|low| low < 0)).count() > 0;
    let proved = clauses.iter().zip(&takes).all(|(clause, takes)| decreases(arena, clause, takes, measure, width));
    (grows && proved).then_some(takes)
}

/// Which variable is taken from each pile: every variable from exactly one.
fn taken(arena: &Arena, clause: &Clause, width: usize) -> Option<Vec<Option<usize>>> {
    let [target] = &clause.parts[..] else { return None };
    let mut used = vec![false; clause.variables.len()];
    let mut takes = Vec::new();
    for (pile, &id) in target.iter().enumerate() {
        takes.push(match *arena.node(id) {
            Node::Var(register) if usize::from(register) == pile => None,
            Node::Arith(Arith::Sub, from, what) => match (arena.node(from), arena.node(what)) {
                (Node::Var(from), Node::Var(what)) if usize::from(*from) == pile && usize::from(*what) >= width => {
                    let variable = usize::from(*what) - width;
                    if std::mem::replace(&mut used[variable], true) {
                        return None;
                    }
                    Some(variable)
                }
                _ => return None,
            },
            _ => return None,
        });
    }
    used.iter().all(|&used| used).then_some(takes)
}

/// Whether the last variable's least value makes the measure less by a constant,
/// whatever the others are: Σ c·v ≥ 1.
fn decreases(arena: &mut Arena, clause: &Clause, takes: &[Option<usize>], measure: &Linear, width: usize) -> bool {
    let Some(last) = clause.variables.len().checked_sub(1) else { return false };
    let span = clause.span;
    let mut total: Option<Id> = None;
    for (pile, variable) in takes.iter().enumerate() {
        let Some(variable) = *variable else { continue };
        let coefficient = arena.add(Node::Const(measure.coefficients[pile]), span);
        let value = match variable == last {
            true => clause.variables[last].low,
            false => arena.add(Node::Var((width + variable) as Register), span),
        };
        let term = arena.add(Node::Arith(Arith::Mul, coefficient, value), span);
        total = Some(total.map_or(term, |sum| arena.add(Node::Arith(Arith::Add, sum, term), span)));
    }
    let Some(mut rest) = total else { return false };
    for register in 0..width + clause.variables.len() {
        match linear(arena, rest, register as Register) {
            Some((coefficient, without)) if arena.constant(coefficient) == Some(0) => rest = without,
            _ => return false,
        }
    }
    arena.constant(rest).is_some_and(|constant| constant >= 1)
}

/// The P-positions up to a measure.
pub struct DifferenceTable<'p> {
    plan: &'p RulePlan,
    takes: &'p Takes,
    measure: &'p Linear,
    play: Play,
    registers: Vec<i64>,
    /// Every order of the piles of every P-position, the last that succeeded first.
    orders: Vec<Vec<i64>>,
    /// The P-positions, sorted within each measure.
    found: std::collections::BTreeSet<Vec<i64>>,
    /// The first measure that has not been looked at.
    next: i64,
    clock: Clock,
}

/// Why there is no answer.
pub enum Unknown {
    /// The time is over, at this measure.
    Late(Limit, i64),
    /// The rules could not be evaluated: another engine says where.
    Failed,
}

impl<'p> DifferenceTable<'p> {
    pub fn new(plan: &'p RulePlan, play: Play, clock: Clock) -> Option<Self> {
        let (takes, measure) = (plan.takes.as_ref()?, plan.measure.as_ref()?);
        let (registers, orders, found) = (plan.code.registers(), Vec::new(), Default::default());
        Some(Self { plan, takes, measure, play, registers, orders, found, next: measure.constant, clock })
    }

    /// Whether a canonical position is lost.
    pub fn is_lost(&mut self, position: &[u64]) -> Result<bool, Unknown> {
        let position = position.iter().map(|&x| i64::try_from(x)).collect::<Result<Vec<i64>, _>>();
        let position = position.map_err(|_| Unknown::Failed)?;
        let measure = i64::try_from(self.measure.at(&position)).map_err(|_| Unknown::Failed)?;
        while self.next <= measure {
            self.layer()?;
        }
        Ok(self.found.contains(&position))
    }

    /// How many P-positions are known.
    pub fn count(&self) -> usize {
        self.found.len()
    }

    /// Looks at all positions of the next measure.
    fn layer(&mut self) -> Result<(), Unknown> {
        let mut lost = Vec::new();
        let mut position = vec![0; self.plan.width];
        self.fill(0, self.next - self.measure.constant, &mut position, &mut lost)?;
        for position in lost {
            let mut order = position.clone();
            loop {
                self.orders.push(order.clone());
                if self.plan.sorted < 2 || !super::grid::next_order(&mut order[..self.plan.sorted]) {
                    break;
                }
            }
            self.found.insert(position);
        }
        self.next += 1;
        Ok(())
    }

    /// All canonical positions whose numbers from `place` on have this measure.
    fn fill(
        &mut self,
        place: usize,
        left: i64,
        position: &mut Vec<i64>,
        lost: &mut Vec<Vec<i64>>,
    ) -> Result<(), Unknown> {
        let sorted = self.plan.sorted;
        let least = if place > 0 && place < sorted { position[place - 1] } else { 0 };
        let coefficient = self.measure.coefficients[place];
        if place + 1 == self.plan.width {
            if left % coefficient == 0 && left / coefficient >= least {
                position[place] = left / coefficient;
                if self.is_p(position)? {
                    lost.push(position.clone());
                }
            }
            return Ok(());
        }
        // Of sorted numbers with equal weights those after are no smaller.
        let behind = if place < sorted { (sorted - place) as i64 } else { 1 };
        for x in least..=left / coefficient / behind {
            position[place] = x;
            self.fill(place + 1, left - coefficient * x, position, lost)?;
        }
        Ok(())
    }

    fn is_p(&mut self, position: &[i64]) -> Result<bool, Unknown> {
        self.registers[..position.len()].copy_from_slice(position);
        let mut hit = None;
        for (i, order) in self.orders.iter().enumerate() {
            if self.takes.iter().zip(&self.plan.clauses).try_fold(false, |found, (takes, clause)| {
                Ok(found || is_move(self.plan, takes, clause, position, order, &mut self.registers)?)
            })? {
                hit = Some(i);
                break;
            }
        }
        let tests = hit.unwrap_or(self.orders.len()) as u64;
        if let Some(limit) = self.clock.after(1 + 8 * tests) {
            return Err(Unknown::Late(limit, self.next));
        }
        if let Some(i) = hit {
            // What leads to one position often leads to the next one too.
            self.orders.swap(i, i / 2);
            return Ok(false);
        }
        if self.play == Play::Normal {
            return Ok(true);
        }
        // Under misère play the end of the game is won.
        let any = Runner::new(self.plan).moves(position, u64::MAX, &mut |_| false);
        any.map(|none| !none).map_err(|_| Unknown::Failed)
    }
}

/// Whether a clause allows the move from a position, which is in the registers,
/// to another.
fn is_move(
    plan: &RulePlan,
    takes: &[Option<usize>],
    clause: &Steps,
    from: &[i64],
    to: &[i64],
    registers: &mut [i64],
) -> Result<bool, Unknown> {
    for (pile, variable) in takes.iter().enumerate() {
        let difference = from[pile] - to[pile];
        match variable {
            Some(variable) => registers[plan.width + variable] = difference,
            None if difference != 0 => return Ok(false),
            None => {}
        }
    }
    let mut run = |fragment| plan.code.run(fragment, registers).map_err(|_| Unknown::Failed);
    // The condition first: it fails most often. A range may speak of earlier
    // variables only, so that all may be set before any is tested.
    if let Some(condition) = clause.condition
        && run(condition)? == 0
    {
        return Ok(false);
    }
    for level in &clause.levels {
        let (low, high) = (run(level.low)?, run(level.high)?);
        let value = taken_by(takes, level.register - plan.width, from, to);
        if value < low || value > high {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The value of a variable: what is taken from its pile.
fn taken_by(takes: &[Option<usize>], variable: usize, from: &[i64], to: &[i64]) -> i64 {
    let pile = takes.iter().position(|taken| *taken == Some(variable)).unwrap_or(0);
    from[pile] - to[pile]
}

//! Which values of one variable satisfy a condition, without trying them.
//!
//! A condition is an and/or of comparisons. A comparison that is linear in
//! the variable is solved to an interval (or all but a point); products
//! against 0, absolute values, min, max and counts are first taken apart. What
//! cannot be solved counts as satisfied everywhere and makes the result
//! inexact: then each value is still tried. So a result that is not exact is
//! never too small, for `and` and `or` are monotone and `not` has been pushed
//! down to the comparisons.

use super::ast::{Arith, Cmp, Id};
use super::check::MAX_SIZE;
use super::ir::{Arena, Node, Register};
use super::program::{CodeFragment, CodeWriter};
use super::token::Span;

/// The values of a variable that satisfy a condition.
#[derive(Debug, Clone)]
pub enum Solution {
    /// Everything, as far as is known.
    Unknown,
    /// Everything or nothing: the condition does not use the variable.
    Guard(CodeFragment),
    /// coefficient·v + rest compares with 0.
    Linear {
        coefficient: CodeFragment,
        rest: CodeFragment,
        cmp: Cmp,
    },
    And(Vec<Solution>),
    Or(Vec<Solution>),
}

/// Above this many nodes nothing more is solved.
pub const MAX_NODES: usize = 300_000;

/// Solves a condition for a variable.
pub fn solution(arena: &mut Arena, writer: &mut CodeWriter, conditions: &[Id], variable: Register) -> Solution {
    let mut solver = Solver { arena, writer, variable, fuel: 400 };
    let list = conditions.iter().map(|&id| solver.solve(id, true)).collect();
    Solution::And(list)
}

struct Solver<'a> {
    arena: &'a mut Arena,
    writer: &'a mut CodeWriter,
    variable: Register,
    /// How many comparisons may still be taken apart.
    fuel: u32,
}

impl Solver<'_> {
    fn add(&mut self, node: Node) -> Id {
        self.arena.add(node, Span::default())
    }

    fn zero(&mut self) -> Id {
        self.add(Node::Const(0))
    }

    fn free(&self, id: Id) -> bool {
        !self.arena.mentions(id, self.variable)
    }

    /// The solution of a condition, or of its opposite.
    fn solve(&mut self, id: Id, holds: bool) -> Solution {
        if self.free(id) {
            let condition = if holds { id } else { self.add(Node::Not(id)) };
            return Solution::Guard(self.writer.fragment(self.arena, condition));
        }
        match self.arena.node(id).clone() {
            Node::Not(inner) => self.solve(inner, !holds),
            Node::And(list) => self.list(&list, holds, holds),
            Node::Or(list) => self.list(&list, holds, !holds),
            Node::Compare(cmp, a, b) => self.compare(if holds { cmp } else { cmp.opposite() }, a, b),
            _ => Solution::Unknown,
        }
    }

    fn list(&mut self, list: &[Id], holds: bool, all: bool) -> Solution {
        let list = list.iter().map(|&id| self.solve(id, holds)).collect();
        if all { Solution::And(list) } else { Solution::Or(list) }
    }

    fn compare(&mut self, cmp: Cmp, a: Id, b: Id) -> Solution {
        let Some(fuel) = self.fuel.checked_sub(1).filter(|_| self.arena.len() < MAX_NODES) else {
            return Solution::Unknown;
        };
        self.fuel = fuel;
        if let Some((coefficient, rest)) = self.difference(a, b) {
            if self.arena.size(coefficient) + self.arena.size(rest) > MAX_SIZE {
                return Solution::Unknown;
            }
            let coefficient = self.writer.fragment(self.arena, coefficient);
            let rest = self.writer.fragment(self.arena, rest);
            return Solution::Linear { coefficient, rest, cmp };
        }
        // Taken apart, one side could decide what the other cannot compute.
        if self.arena.is_partial(a) || self.arena.is_partial(b) {
            return Solution::Unknown;
        }
        let (node_a, node_b) = (self.arena.node(a).clone(), self.arena.node(b).clone());
        match (node_a, node_b) {
            (Node::Arith(Arith::Mul, p, q), Node::Const(0)) if matches!(cmp, Cmp::Eq | Cmp::Ne) => {
                let zero = self.zero();
                let factors = vec![self.compare(cmp, p, zero), self.compare(cmp, q, zero)];
                if cmp == Cmp::Eq { Solution::Or(factors) } else { Solution::And(factors) }
            }
            (Node::Const(0), Node::Arith(Arith::Mul, ..)) if matches!(cmp, Cmp::Eq | Cmp::Ne) => {
                self.compare(cmp, b, a)
            }
            (Node::Abs(inner), _) if self.free(b) => self.absolute(cmp, inner, b),
            (Node::Arith(op @ (Arith::Min | Arith::Max), p, q), _) => self.extreme(cmp, op, p, q, b),
            (_, Node::Abs(_) | Node::Arith(Arith::Min | Arith::Max, ..)) => self.compare(flipped(cmp), b, a),
            _ => self.counted(cmp, a, b),
        }
    }

    /// |e| against b: |e| = max(e, −e).
    fn absolute(&mut self, cmp: Cmp, inner: Id, b: Id) -> Solution {
        let negative = self.add(Node::Neg(inner));
        self.extreme(cmp, Arith::Max, inner, negative, b)
    }

    /// max(p, q) or min(p, q) against b.
    fn extreme(&mut self, cmp: Cmp, op: Arith, p: Id, q: Id, b: Id) -> Solution {
        let both = match (cmp, op) {
            (Cmp::Eq, _) => {
                return Solution::And(vec![self.extreme(Cmp::Le, op, p, q, b), self.extreme(Cmp::Ge, op, p, q, b)]);
            }
            (Cmp::Ne, _) => {
                return Solution::Or(vec![self.extreme(Cmp::Lt, op, p, q, b), self.extreme(Cmp::Gt, op, p, q, b)]);
            }
            (Cmp::Lt | Cmp::Le, Arith::Max) | (Cmp::Gt | Cmp::Ge, Arith::Min) => true,
            _ => false,
        };
        let sides = vec![self.compare(cmp, p, b), self.compare(cmp, q, b)];
        if both { Solution::And(sides) } else { Solution::Or(sides) }
    }

    /// A comparison of sums in which a counted condition speaks of the
    /// variable: it holds and counts 1, or it does not and counts 0.
    fn counted(&mut self, cmp: Cmp, a: Id, b: Id) -> Solution {
        let Some((indicator, condition)) = self.indicator(a).or_else(|| self.indicator(b)) else {
            return Solution::Unknown;
        };
        let mut cases = Vec::new();
        for holds in [true, false] {
            let one = self.add(Node::Const(i64::from(holds)));
            let (a, b) = (self.replaced(a, indicator, one), self.replaced(b, indicator, one));
            let comparison = match self.free(a) && self.free(b) {
                true => {
                    let condition = self.add(Node::Compare(cmp, a, b));
                    Solution::Guard(self.writer.fragment(self.arena, condition))
                }
                false => self.compare(cmp, a, b),
            };
            cases.push(Solution::And(vec![comparison, self.solve(condition, holds)]));
        }
        Solution::Or(cases)
    }

    /// A counted condition among the summands that uses the variable.
    fn indicator(&self, id: Id) -> Option<(Id, Id)> {
        match self.arena.node(id) {
            Node::Indicator(condition) if !self.free(id) => Some((id, *condition)),
            Node::Arith(Arith::Add | Arith::Sub, a, b) => self.indicator(*a).or_else(|| self.indicator(*b)),
            _ => None,
        }
    }

    /// A sum with one summand replaced.
    fn replaced(&mut self, id: Id, old: Id, new: Id) -> Id {
        match *self.arena.node(id) {
            _ if id == old => new,
            Node::Arith(op @ (Arith::Add | Arith::Sub), a, b) if !self.free(id) => {
                let (a, b) = (self.replaced(a, old, new), self.replaced(b, old, new));
                self.add(Node::Arith(op, a, b))
            }
            _ => id,
        }
    }

    /// a − b as coefficient·v + rest, if it is linear.
    fn difference(&mut self, a: Id, b: Id) -> Option<(Id, Id)> {
        let (ca, ra) = linear(self.arena, a, self.variable)?;
        let (cb, rb) = linear(self.arena, b, self.variable)?;
        Some((self.add(Node::Arith(Arith::Sub, ca, cb)), self.add(Node::Arith(Arith::Sub, ra, rb))))
    }
}

fn flipped(cmp: Cmp) -> Cmp {
    match cmp {
        Cmp::Lt => Cmp::Gt,
        Cmp::Le => Cmp::Ge,
        Cmp::Gt => Cmp::Lt,
        Cmp::Ge => Cmp::Le,
        same => same,
    }
}

/// An expression as coefficient·v + rest with both free of v, if it is linear.
pub fn linear(arena: &mut Arena, id: Id, variable: Register) -> Option<(Id, Id)> {
    let span = arena.span(id);
    let constant = |arena: &mut Arena, value| arena.add(Node::Const(value), span);
    if !arena.mentions(id, variable) {
        return Some((constant(arena, 0), id));
    }
    match *arena.node(id) {
        Node::Var(_) => Some((constant(arena, 1), constant(arena, 0))),
        Node::Neg(a) => {
            let (c, r) = linear(arena, a, variable)?;
            Some((arena.add(Node::Neg(c), span), arena.add(Node::Neg(r), span)))
        }
        Node::Arith(op @ (Arith::Add | Arith::Sub), a, b) => {
            let (ca, ra) = linear(arena, a, variable)?;
            let (cb, rb) = linear(arena, b, variable)?;
            Some((arena.add(Node::Arith(op, ca, cb), span), arena.add(Node::Arith(op, ra, rb), span)))
        }
        Node::Arith(Arith::Mul, a, b) => {
            let (inner, factor) = if arena.mentions(a, variable) { (a, b) } else { (b, a) };
            if arena.mentions(factor, variable) {
                return None;
            }
            let (c, r) = linear(arena, inner, variable)?;
            let times = |arena: &mut Arena, id| arena.add(Node::Arith(Arith::Mul, id, factor), span);
            Some((times(arena, c), times(arena, r)))
        }
        _ => None,
    }
}

//! Checked rules made ready to run: for every move clause, what to test
//! before any variable is chosen, how to find the values of each variable,
//! and the positions that come out, as linear functions of the innermost
//! variable where they are that.

use super::ast::{Arith, Cmp, Id};
use super::bounds::{Solution, linear, solution};
use super::difference::{Takes, takes};
use super::ir::{Arena, CheckedRules, Clause, Node, Register};
use super::program::{Code, CodeFragment, CodeWriter};
use super::token::Span;

/// Rules ready to run.
#[derive(Debug, Clone)]
pub struct RulePlan {
    pub code: Code,
    /// How many numbers a position has.
    pub width: usize,
    /// How many of them, from the first, are kept sorted.
    pub sorted: usize,
    pub clauses: Vec<Steps>,
    pub decreasing: Vec<CodeFragment>,
    pub decreasing_spans: Vec<Span>,
    /// The first expression after `decreasing`, if it is linear.
    pub measure: Option<Linear>,
    pub start: Option<Vec<CodeFragment>>,
    /// Whether every move subtracts a vector that is allowed or not whatever
    /// the position is, so long as nothing becomes negative.
    pub invariant: bool,
    /// Which variable is taken from each pile, in games whose piles may grow.
    pub takes: Option<Takes>,
    /// What a try costs: 1, or more where the code of a move is long.
    pub cost: u64,
}

/// A linear function of the position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Linear {
    pub coefficients: Vec<i64>,
    pub constant: i64,
}

impl Linear {
    /// The value at a position, which cannot overflow: 16 products of 64 bits.
    pub fn at(&self, position: &[i64]) -> i128 {
        let terms = self.coefficients.iter().zip(position).map(|(&c, &x)| i128::from(c).saturating_mul(x.into()));
        terms.fold(self.constant.into(), i128::saturating_add)
    }
}

/// One move clause.
#[derive(Debug, Clone)]
pub struct Steps {
    pub span: Span,
    pub names: Vec<String>,
    /// All that must hold, in the order of the text.
    pub condition: Option<CodeFragment>,
    /// What of it must hold before any variable is chosen.
    pub guard: Option<CodeFragment>,
    pub levels: Vec<VariableLevel>,
    /// The numbers of all parts, one part after another.
    pub targets: Vec<CodeFragment>,
    pub target_spans: Vec<Span>,
    /// The targets as coefficient·v + rest of the innermost variable v.
    pub linear: Option<Vec<(CodeFragment, CodeFragment)>>,
}

/// The choice of one variable.
#[derive(Debug, Clone)]
pub struct VariableLevel {
    pub register: usize,
    pub low: CodeFragment,
    pub high: CodeFragment,
    /// What must hold as soon as it is chosen.
    pub test: Option<CodeFragment>,
    /// The same, solved for the variable.
    pub solution: Option<Solution>,
}

/// The operations of an expression that count as one try.
const SHORT: u64 = 64;

/// Makes rules ready, unless their code would be too large.
pub fn plan(rule: &CheckedRules) -> Option<RulePlan> {
    let mut arena = rule.arena.clone();
    let width = rule.width();
    let variables = rule.clauses.iter().map(|clause| clause.variables.len()).max().unwrap_or(0);
    // The start clause has one variable, the size.
    let mut writer = CodeWriter::new(width + variables.max(1));
    let clauses = rule.clauses.iter().map(|clause| steps(&mut arena, &mut writer, clause, width)).collect();
    let fragments =
        |writer: &mut CodeWriter, ids: &[Id]| ids.iter().map(|&id| writer.fragment(&rule.arena, id)).collect();
    let decreasing: Vec<CodeFragment> = fragments(&mut writer, &rule.decreasing);
    let decreasing_spans = rule.decreasing.iter().map(|&id| rule.arena.span(id)).collect();
    let start = rule.start.as_ref().map(|tuple| fragments(&mut writer, tuple));
    let measure = rule.decreasing.first().and_then(|&id| linear_in_position(&mut arena, id, width, rule.sorted()));
    let takes = takes(&mut arena, &rule.clauses, width, measure.as_ref());
    // A measure that may be negative is looked at position by position.
    let never_negative = |measure: &Linear| measure.constant >= 0 && measure.coefficients.iter().all(|&c| c >= 0);
    let ends = decreasing.is_empty() || (decreasing.len() == 1 && measure.as_ref().is_some_and(never_negative));
    let invariant = ends && rule.clauses.iter().all(|clause| is_invariant(&rule.arena, clause, width));
    if writer.is_full() {
        return None;
    }
    let code = writer.finish();
    let cost = 1 + code.longest() as u64 / SHORT;
    Some(RulePlan {
        code,
        width,
        sorted: rule.sorted(),
        clauses,
        decreasing,
        decreasing_spans,
        measure,
        start,
        invariant,
        takes,
        cost,
    })
}

fn steps(arena: &mut Arena, writer: &mut CodeWriter, clause: &Clause, width: usize) -> Steps {
    let mut levels = Vec::new();
    for (i, variable) in clause.variables.iter().enumerate() {
        let register = width + i;
        let conditions: Vec<Id> = conditions_at(arena, clause, register + 1);
        levels.push(VariableLevel {
            register,
            low: writer.fragment(arena, variable.low),
            high: writer.fragment(arena, variable.high),
            test: joined(arena, writer, &conditions),
            solution: match conditions.is_empty() {
                true => None,
                false => Some(solution(arena, writer, &conditions, register as Register)),
            },
        });
    }
    let first = (0..=width).flat_map(|reach| conditions_at(arena, clause, reach)).collect::<Vec<Id>>();
    // In the order of the text, for a guard that was written first comes first.
    let first: Vec<Id> = clause.conditions.iter().copied().filter(|id| first.contains(id)).collect();
    let targets: Vec<Id> = clause.parts.concat();
    Steps {
        span: clause.span,
        names: clause.variables.iter().map(|variable| variable.name.clone()).collect(),
        condition: joined(arena, writer, &clause.conditions),
        guard: joined(arena, writer, &first),
        linear: innermost(arena, writer, &targets, width + clause.variables.len(), width),
        target_spans: targets.iter().map(|&id| arena.span(id)).collect(),
        targets: targets.iter().map(|&id| writer.fragment(arena, id)).collect(),
        levels,
    }
}

/// The conditions that use no register from `reach` on, but the last
/// one before it.
fn conditions_at(arena: &Arena, clause: &Clause, reach: usize) -> Vec<Id> {
    clause.conditions.iter().copied().filter(|&id| arena.reach(id) == reach).collect()
}

fn joined(arena: &mut Arena, writer: &mut CodeWriter, conditions: &[Id]) -> Option<CodeFragment> {
    let span = conditions.iter().map(|&id| arena.span(id)).reduce(Span::to)?;
    let id = arena.add(Node::And(conditions.to_vec()), span);
    Some(writer.fragment(arena, id))
}

/// The targets as linear functions of the innermost variable.
fn innermost(
    arena: &mut Arena,
    writer: &mut CodeWriter,
    targets: &[Id],
    registers: usize,
    width: usize,
) -> Option<Vec<(CodeFragment, CodeFragment)>> {
    if registers == width || arena.len() > super::bounds::MAX_NODES {
        return None;
    }
    let register = (registers - 1) as Register;
    let forms: Option<Vec<(Id, Id)>> = targets.iter().map(|&id| linear(arena, id, register)).collect();
    let small = |arena: &Arena, (c, r): &(Id, Id)| arena.size(*c) + arena.size(*r) <= super::check::MAX_SIZE;
    let forms = forms.filter(|forms| forms.iter().all(|form| small(arena, form)))?;
    Some(forms.iter().map(|&(c, r)| (writer.fragment(arena, c), writer.fragment(arena, r))).collect())
}

/// An expression as a linear function of the position, if it is one and does
/// not depend on the order of interchangeable numbers.
fn linear_in_position(arena: &mut Arena, id: Id, width: usize, sorted: usize) -> Option<Linear> {
    let mut rest = id;
    let mut coefficients = Vec::new();
    for register in 0..width {
        let (coefficient, without) = linear(arena, rest, register as Register)?;
        coefficients.push(arena.constant(coefficient)?);
        rest = without;
    }
    let symmetric = coefficients[..sorted].windows(2).all(|pair| pair[0] == pair[1]);
    let constant = arena.constant(rest)?;
    symmetric.then_some(Linear { coefficients, constant })
}

/// Whether a clause subtracts vectors: each number of the position stays or
/// loses a variable, each variable is bounded by every number that loses it,
/// and what else is demanded does not speak of the position.
fn is_invariant(arena: &Arena, clause: &Clause, width: usize) -> bool {
    let [target] = &clause.parts[..] else { return false };
    let variable = |i: usize| (width + i) as Register;
    // Which numbers of the position each variable is subtracted from, as bits.
    let mut losing: Vec<u64> = vec![0; clause.variables.len()];
    for (pile, &id) in target.iter().enumerate() {
        match *arena.node(id) {
            Node::Var(register) if usize::from(register) == pile => {}
            Node::Arith(Arith::Sub, from, what) => {
                let (Node::Var(from), Node::Var(what)) = (arena.node(from), arena.node(what)) else { return false };
                if usize::from(*from) != pile || usize::from(*what) < width {
                    return false;
                }
                losing[usize::from(*what) - width] |= 1 << pile;
            }
            _ => return false,
        }
    }
    let mut bounded: Vec<u64> = vec![0; clause.variables.len()];
    for (i, range) in clause.variables.iter().enumerate() {
        let low_is_good = arena.constant(range.low).is_some_and(|low| low >= 0);
        match least_of(arena, range.high, width) {
            Some(piles) if low_is_good && piles & !losing[i] == 0 => bounded[i] |= piles,
            _ => return false,
        }
    }
    for &id in &clause.conditions {
        let (small, large) = match *arena.node(id) {
            Node::Compare(Cmp::Le, a, b) => (a, b),
            Node::Compare(Cmp::Ge, a, b) => (b, a),
            _ => (id, id),
        };
        let bound = (0..clause.variables.len()).find(|&i| arena.node(small) == &Node::Var(variable(i)));
        let piles = bound.and_then(|i| Some((i, least_of(arena, large, width)?)));
        match piles {
            Some((i, piles)) if piles & !losing[i] == 0 => bounded[i] |= piles,
            _ if arena.mentions_below(id, width) => return false,
            _ => {}
        }
    }
    losing == bounded
}

/// The numbers of the position, as bits, of which something is the least, if
/// it is such a least number; what does not speak of the position may take part.
fn least_of(arena: &Arena, id: Id, width: usize) -> Option<u64> {
    match *arena.node(id) {
        Node::Var(register) if usize::from(register) < width => Some(1 << register),
        Node::Arith(Arith::Min, a, b) => Some(least_of(arena, a, width)? | least_of(arena, b, width)?),
        _ if !arena.mentions_below(id, width) => Some(0),
        _ => None,
    }
}

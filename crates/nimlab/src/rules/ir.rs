//! Checked rules: every name is a register, every parameter a number, every
//! node either a number or a condition. What the compiler works on.

use super::ast::{Arith, Cmp, Id, ParameterValue};
use super::number;
use super::token::Span;

/// A register that holds a number of the position or a variable of the move.
pub type Register = u16;

/// A number or a condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Node {
    Const(i64),
    Var(Register),
    Neg(Id),
    Abs(Id),
    Arith(Arith, Id, Id),
    /// 1 if the condition holds, otherwise 0.
    Indicator(Id),
    Truth(bool),
    Compare(Cmp, Id, Id),
    And(Vec<Id>),
    Or(Vec<Id>),
    Not(Id),
    Prime(Id),
    Divides(Id, Id),
}

/// The nodes of a rule, each with its place in the text.
#[derive(Debug, Clone, Default)]
pub struct Arena {
    nodes: Vec<Node>,
    spans: Vec<Span>,
    facts: Vec<Facts>,
}

/// What is known of a node from its making.
#[derive(Debug, Clone, Copy, Default)]
struct Facts {
    /// One bit for each register that it uses.
    registers: u32,
    /// How many nodes it has below it when nothing is shared.
    size: u32,
    /// Whether it can fail otherwise than by a number that is too large.
    partial: bool,
}

impl Arena {
    pub fn node(&self, id: Id) -> &Node {
        &self.nodes[id as usize]
    }

    pub fn span(&self, id: Id) -> Span {
        self.spans[id as usize]
    }

    pub fn constant(&self, id: Id) -> Option<i64> {
        match self.node(id) {
            Node::Const(value) => Some(*value),
            _ => None,
        }
    }

    /// Adds a node; arithmetic on constants is done at once where it can be.
    pub fn add(&mut self, node: Node, span: Span) -> Id {
        let node = self.folded(node);
        let facts = self.facts_of(&node);
        self.nodes.push(node);
        self.spans.push(span);
        self.facts.push(facts);
        self.nodes.len() as Id - 1
    }

    fn folded(&self, node: Node) -> Node {
        let value = match &node {
            Node::Neg(a) => self.constant(*a).and_then(i64::checked_neg),
            Node::Abs(a) => self.constant(*a).and_then(i64::checked_abs),
            Node::Arith(op, a, b) => match (self.constant(*a), self.constant(*b)) {
                (Some(a), Some(b)) => number::arith(*op, a, b).ok(),
                (Some(0), _) if *op == Arith::Add => return self.node(*b).clone(),
                (_, Some(0)) if matches!(op, Arith::Add | Arith::Sub) => return self.node(*a).clone(),
                (Some(1), _) if *op == Arith::Mul => return self.node(*b).clone(),
                (_, Some(1)) if *op == Arith::Mul => return self.node(*a).clone(),
                _ => None,
            },
            _ => None,
        };
        value.map_or(node, Node::Const)
    }

    fn facts_of(&self, node: &Node) -> Facts {
        let join = |facts: Facts, id: &Id| {
            let below = self.facts[*id as usize];
            Facts {
                registers: facts.registers | below.registers,
                size: facts.size.saturating_add(below.size),
                partial: facts.partial || below.partial,
            }
        };
        let partial = match node {
            Node::Arith(Arith::Div | Arith::Mod, _, by) => self.constant(*by).is_none_or(|by| by == 0),
            Node::Arith(Arith::Pow, ..) => true,
            _ => false,
        };
        let own = Facts { registers: 0, size: 1, partial };
        match node {
            Node::Const(_) | Node::Truth(_) => own,
            Node::Var(register) => Facts { registers: 1 << register, ..own },
            Node::Neg(a) | Node::Abs(a) | Node::Indicator(a) | Node::Not(a) | Node::Prime(a) => join(own, a),
            Node::Arith(_, a, b) | Node::Compare(_, a, b) | Node::Divides(a, b) => join(join(own, a), b),
            Node::And(list) | Node::Or(list) => list.iter().fold(own, join),
        }
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// How large the program of a node will be.
    pub fn size(&self, id: Id) -> usize {
        self.facts[id as usize].size as usize
    }

    /// Whether a node can fail otherwise than by a number that is too large.
    pub fn is_partial(&self, id: Id) -> bool {
        self.facts[id as usize].partial
    }

    /// Whether a node uses a register.
    pub fn mentions(&self, id: Id, register: Register) -> bool {
        self.facts[id as usize].registers >> register & 1 == 1
    }

    /// Whether a node uses any of the first registers.
    pub fn mentions_below(&self, id: Id, registers: usize) -> bool {
        self.facts[id as usize].registers.trailing_zeros() < registers as u32
    }

    /// The number of registers up to the highest that a node uses.
    pub fn reach(&self, id: Id) -> usize {
        (u32::BITS - self.facts[id as usize].registers.leading_zeros()) as usize
    }
}

/// A variable of a move with the range that it runs through.
#[derive(Debug, Clone)]
pub struct Variable {
    pub name: String,
    pub low: Id,
    pub high: Id,
}

/// One `move` clause.
#[derive(Debug, Clone)]
pub struct Clause {
    pub span: Span,
    /// They stand in the registers after the position, in this order.
    pub variables: Vec<Variable>,
    /// What must hold, all of it.
    pub conditions: Vec<Id>,
    /// The positions that the move leads to, as a sum.
    pub parts: Vec<Vec<Id>>,
}

/// Checked rules.
#[derive(Debug, Clone)]
pub struct CheckedRules {
    pub arena: Arena,
    pub title: Option<String>,
    /// The parameters with the values they have here.
    pub parameters: Vec<(String, ParameterValue)>,
    pub names: Vec<String>,
    pub symmetric: bool,
    pub tail: bool,
    pub clauses: Vec<Clause>,
    /// How many options the previous player may block before each move.
    pub blocked: u64,
    pub decreasing: Vec<Id>,
    /// The starting position of the size in the register after the position.
    pub start: Option<Vec<Id>>,
    pub example: Option<Vec<i64>>,
}

impl CheckedRules {
    /// How many numbers a position has.
    pub fn width(&self) -> usize {
        self.names.len()
    }

    /// How many of them are interchangeable.
    pub fn sorted(&self) -> usize {
        match self.symmetric {
            true => self.width() - usize::from(self.tail),
            false => 0,
        }
    }
}

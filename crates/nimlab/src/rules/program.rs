//! The machine: expressions as flat code on registers of 64 bits, checked.
//!
//! Registers hold the numbers of the position, then the variables of the
//! move, then intermediate results, then constants. `and` and `or` jump as
//! soon as they are decided, from left to right.

use super::ast::{Arith, Cmp, Id};
use super::ir::{Arena, Node, Register};
use super::number::{self, Refusal};
use super::token::Span;
use std::collections::HashMap;

/// One step of the machine: the first register is the target.
#[derive(Debug, Clone, Copy)]
enum Instruction {
    Arith(Arith, Register, Register, Register),
    Compare(Cmp, Register, Register, Register),
    Divides(Register, Register, Register),
    Prime(Register, Register),
    Neg(Register, Register),
    Abs(Register, Register),
    Not(Register, Register),
    Copy(Register, Register),
    JumpIfFalse(Register, u32),
    JumpIfTrue(Register, u32),
}

/// The code of one expression, by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CodeFragment(u32);

/// Where the code of a fragment stands, and which register it fills.
#[derive(Debug, Clone, Copy)]
struct Extent {
    start: u32,
    end: u32,
    result: Register,
}

/// A step that could not be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fault {
    pub refusal: Refusal,
    step: u32,
}

/// All code of a rule.
#[derive(Debug, Clone)]
pub struct Code {
    steps: Vec<Instruction>,
    spans: Vec<Span>,
    fragments: Vec<Extent>,
    /// What the registers hold at first.
    registers: Vec<i64>,
}

impl Code {
    /// Fresh registers with the constants in place.
    pub fn registers(&self) -> Vec<i64> {
        self.registers.clone()
    }

    /// How many steps the longest fragment has; a test for primes counts as
    /// many as it costs.
    pub fn longest(&self) -> usize {
        let steps = |extent: &Extent| &self.steps[extent.start as usize..extent.end as usize];
        let cost = |step: &Instruction| if matches!(step, Instruction::Prime(..)) { PRIME } else { 1 };
        self.fragments.iter().map(|extent| steps(extent).iter().map(cost).sum()).max().unwrap_or(0)
    }

    /// Where the step stands that could not be made.
    pub fn span(&self, fault: Fault) -> Span {
        self.spans[fault.step as usize]
    }

    /// The value of a fragment; a condition is 1 or 0.
    #[inline]
    pub fn run(&self, fragment: CodeFragment, registers: &mut [i64]) -> Result<i64, Fault> {
        let Extent { start, end, result } = self.fragments[fragment.0 as usize];
        let mut at = start;
        while at < end {
            let value = |register: Register| registers[usize::from(register)];
            let (target, result) = match self.steps[at as usize] {
                Instruction::Arith(op, d, a, b) => match number::arith(op, value(a), value(b)) {
                    Ok(result) => (d, result),
                    Err(refusal) => return Err(Fault { refusal, step: at }),
                },
                Instruction::Compare(cmp, d, a, b) => (d, i64::from(cmp.holds(value(a), value(b)))),
                Instruction::Divides(d, a, b) => (d, i64::from(number::divides(value(a), value(b)))),
                Instruction::Prime(d, a) => (d, i64::from(number::prime(value(a)))),
                Instruction::Neg(d, a) => match value(a).checked_neg() {
                    Some(result) => (d, result),
                    None => return Err(Fault { refusal: Refusal::Overflow, step: at }),
                },
                Instruction::Abs(d, a) => match value(a).checked_abs() {
                    Some(result) => (d, result),
                    None => return Err(Fault { refusal: Refusal::Overflow, step: at }),
                },
                Instruction::Not(d, a) => (d, 1 - value(a)),
                Instruction::Copy(d, a) => (d, value(a)),
                Instruction::JumpIfFalse(a, to) => {
                    at = if value(a) == 0 { to } else { at + 1 };
                    continue;
                }
                Instruction::JumpIfTrue(a, to) => {
                    at = if value(a) != 0 { to } else { at + 1 };
                    continue;
                }
            };
            registers[usize::from(target)] = result;
            at += 1;
        }
        Ok(registers[usize::from(result)])
    }
}

/// What a test for primes costs on average, in steps: most numbers have a small
/// divisor, and the others take some microseconds.
const PRIME: usize = 1024;

/// The most steps of all code, and the most constants.
pub const MAX_STEPS: usize = 300_000;
const MAX_CONSTANTS: usize = 30_000;

/// While code is written, constants stand in registers from here on; their
/// place is known only when everything is written.
const CONSTANTS: Register = 1 << 15;

/// Writes code.
pub struct CodeWriter {
    steps: Vec<Instruction>,
    spans: Vec<Span>,
    fragments: Vec<Extent>,
    constants: HashMap<i64, Register>,
    /// The registers of the position and the moves.
    variables: Register,
    /// The registers in use at most.
    most: Register,
    /// Whether there was more to write than is allowed.
    full: bool,
}

impl CodeWriter {
    /// For rules whose position and variables take this many registers.
    pub fn new(variables: usize) -> Self {
        let variables = variables as Register;
        Self {
            steps: Vec::new(),
            spans: Vec::new(),
            fragments: Vec::new(),
            constants: HashMap::new(),
            variables,
            most: variables,
            full: false,
        }
    }

    /// Whether there was more to write than is allowed: then the code is of no
    /// use.
    pub fn is_full(&self) -> bool {
        self.full
    }

    /// Writes an expression.
    pub fn fragment(&mut self, arena: &Arena, id: Id) -> CodeFragment {
        let start = self.steps.len() as u32;
        let result = self.write(arena, id, self.variables);
        self.fragments.push(Extent { start, end: self.steps.len() as u32, result });
        CodeFragment(self.fragments.len() as u32 - 1)
    }

    fn push(&mut self, step: Instruction, span: Span) {
        self.steps.push(step);
        self.spans.push(span);
    }

    /// Writes the code that leaves a node's value in the register that is
    /// returned; registers from `free` on may be overwritten.
    fn write(&mut self, arena: &Arena, id: Id, free: Register) -> Register {
        let span = arena.span(id);
        self.most = self.most.max(free + 1);
        self.full |= self.steps.len() > MAX_STEPS || self.constants.len() > MAX_CONSTANTS;
        if self.full {
            return free;
        }
        let step = match arena.node(id) {
            Node::Const(value) => return self.constant(*value),
            Node::Truth(truth) => return self.constant(i64::from(*truth)),
            Node::Var(register) => return *register,
            Node::Indicator(a) => return self.write(arena, *a, free),
            Node::Neg(a) => Instruction::Neg(free, self.write(arena, *a, free)),
            Node::Abs(a) => Instruction::Abs(free, self.write(arena, *a, free)),
            Node::Not(a) => Instruction::Not(free, self.write(arena, *a, free)),
            Node::Prime(a) => Instruction::Prime(free, self.write(arena, *a, free)),
            Node::Arith(op, a, b) => {
                let (a, b) = self.pair(arena, *a, *b, free);
                Instruction::Arith(*op, free, a, b)
            }
            Node::Compare(cmp, a, b) => {
                let (a, b) = self.pair(arena, *a, *b, free);
                Instruction::Compare(*cmp, free, a, b)
            }
            Node::Divides(a, b) => {
                let (a, b) = self.pair(arena, *a, *b, free);
                Instruction::Divides(free, a, b)
            }
            Node::And(list) => return self.list(arena, list, free, Instruction::JumpIfFalse),
            Node::Or(list) => return self.list(arena, list, free, Instruction::JumpIfTrue),
        };
        self.push(step, span);
        free
    }

    fn pair(&mut self, arena: &Arena, a: Id, b: Id, free: Register) -> (Register, Register) {
        let left = self.write(arena, a, free);
        // The left value must outlive the code of the right one.
        let above = if left == free { free + 1 } else { free };
        (left, self.write(arena, b, above))
    }

    fn list(&mut self, arena: &Arena, list: &[Id], free: Register, jump: fn(Register, u32) -> Instruction) -> Register {
        let mut jumps = Vec::new();
        for (i, &id) in list.iter().enumerate() {
            let register = self.write(arena, id, free);
            if register != free {
                self.push(Instruction::Copy(free, register), arena.span(id));
            }
            if i + 1 < list.len() {
                jumps.push(self.steps.len());
                self.push(jump(free, 0), arena.span(id));
            }
        }
        let end = self.steps.len() as u32;
        for at in jumps {
            self.steps[at] = jump(free, end);
        }
        free
    }

    fn constant(&mut self, value: i64) -> Register {
        let next = CONSTANTS + self.constants.len() as Register;
        *self.constants.entry(value).or_insert(next)
    }

    /// The finished code: constants move to their place after all others.
    pub fn finish(self) -> Code {
        let placing = Placing { constants_at: self.most };
        let mut registers = vec![0; usize::from(self.most) + self.constants.len()];
        for (value, register) in &self.constants {
            registers[usize::from(placing.register(*register))] = *value;
        }
        let place = |extent: &Extent| Extent { result: placing.register(extent.result), ..*extent };
        Code {
            steps: self.steps.iter().map(|&step| placing.step(step)).collect(),
            spans: self.spans,
            fragments: self.fragments.iter().map(place).collect(),
            registers,
        }
    }
}

/// Moves constants to the place after the other registers.
#[derive(Debug, Clone, Copy)]
struct Placing {
    constants_at: Register,
}

impl Placing {
    fn register(self, register: Register) -> Register {
        if register >= CONSTANTS { register - CONSTANTS + self.constants_at } else { register }
    }

    fn step(self, step: Instruction) -> Instruction {
        let at = |register| self.register(register);
        match step {
            Instruction::Arith(op, d, a, b) => Instruction::Arith(op, at(d), at(a), at(b)),
            Instruction::Compare(cmp, d, a, b) => Instruction::Compare(cmp, at(d), at(a), at(b)),
            Instruction::Divides(d, a, b) => Instruction::Divides(at(d), at(a), at(b)),
            Instruction::Prime(d, a) => Instruction::Prime(at(d), at(a)),
            Instruction::Neg(d, a) => Instruction::Neg(at(d), at(a)),
            Instruction::Abs(d, a) => Instruction::Abs(at(d), at(a)),
            Instruction::Not(d, a) => Instruction::Not(at(d), at(a)),
            Instruction::Copy(d, a) => Instruction::Copy(at(d), at(a)),
            Instruction::JumpIfFalse(a, to) => Instruction::JumpIfFalse(at(a), to),
            Instruction::JumpIfTrue(a, to) => Instruction::JumpIfTrue(at(a), to),
        }
    }
}

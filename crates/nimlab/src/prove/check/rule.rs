//! What the rules say, as formulas about linear forms: written from the meaning
//! of the language, apart from the translation that the prover uses.

use super::forms::{Form, Forms, Formula, plus};
use super::{Checked, Refused, ensure};
use crate::Meter;
use crate::rules::ir::{Arena, Clause, Node};
use crate::rules::{Arith, Cmp};

/// Reads the nodes of rules, each variable being a form.
pub struct Reader<'r> {
    arena: &'r Arena,
    /// What the registers hold: the position's numbers, then the variables.
    registers: &'r [Form],
    pub forms: &'r mut Forms,
    meter: &'r mut Meter,
}

/// A number by cases: when this holds, it is that form.
pub type Cases = Vec<(Formula, Form)>;

/// More cases than this are refused.
const MOST_CASES: usize = 1024;

const TOO_MANY: &str = "the rules have too many cases";

/// The memory of a formula or a form, for each of its parts.
const PART: u64 = 64;

impl<'r> Reader<'r> {
    pub fn new(arena: &'r Arena, registers: &'r [Form], forms: &'r mut Forms, meter: &'r mut Meter) -> Self {
        Self { arena, registers, forms, meter }
    }

    /// Asks for what is made of each case of one number with each of another.
    fn pair(&mut self, left: &Cases, right: &Cases) -> Checked<()> {
        let size = |cases: &Cases| cases.iter().map(|(when, _)| when.size()).sum::<u64>();
        let (one, two) = (left.len() as u64, right.len() as u64);
        let parts = one * size(right) + two * size(left) + one * two * (4 + self.registers.len() as u64);
        self.meter.take(2 * PART * parts)?;
        Ok(self.meter.tick(8 * parts)?)
    }

    fn constant(&self, value: i64) -> Form {
        let mut form = vec![0; self.registers.first().map_or(1, Vec::len)];
        if let Some(last) = form.last_mut() {
            *last = value;
        }
        form
    }

    /// That a clause has this move: its variables lie in their ranges and its
    /// conditions hold.
    pub fn allowed(&mut self, clause: &Clause, width: usize) -> Checked<Formula> {
        let mut all = Vec::new();
        for (variable, register) in clause.variables.iter().zip(&self.registers[width..]) {
            let own = vec![(Formula::truth(true), register.clone())];
            let (low, high) = (self.number(variable.low)?, self.number(variable.high)?);
            all.push(self.compared(Cmp::Le, &low, &own)?);
            all.push(self.compared(Cmp::Le, &own, &high)?);
        }
        for &condition in &clause.conditions {
            all.push(self.truth(condition)?);
        }
        Ok(Formula::All(all))
    }

    /// A number by cases.
    pub fn number(&mut self, id: u32) -> Checked<Cases> {
        let cases = match self.arena.node(id).clone() {
            Node::Const(value) => vec![(Formula::truth(true), self.constant(value))],
            Node::Var(register) => vec![(Formula::truth(true), self.registers[usize::from(register)].clone())],
            Node::Neg(a) => {
                let zero = self.constant(0);
                let negative = |(when, form): (Formula, Form)| Ok((when, plus(&zero, -1, &form)?));
                self.number(a)?.into_iter().map(negative).collect::<Checked<_>>()?
            }
            Node::Abs(a) => {
                let mut cases = Vec::new();
                for (when, form) in self.number(a)? {
                    let natural = self.forms.at_least_zero(form.clone())?;
                    let opposite = plus(&self.constant(0), -1, &form)?;
                    cases.push((Formula::All(vec![when.clone(), natural.clone()]), form));
                    cases.push((Formula::All(vec![when, natural.negated()]), opposite));
                }
                cases
            }
            Node::Indicator(condition) => {
                let holds = self.truth(condition)?;
                vec![(holds.clone(), self.constant(1)), (holds.negated(), self.constant(0))]
            }
            Node::Arith(op, a, b) => self.arithmetic(op, a, b)?,
            _ => return Err(Refused::new("the rules use a condition as a number")),
        };
        match cases.len() > MOST_CASES {
            true => Err(Refused::new(TOO_MANY)),
            false => Ok(cases),
        }
    }

    fn arithmetic(&mut self, op: Arith, a: u32, b: u32) -> Checked<Cases> {
        let not_linear = || Refused::new("the rules are not linear");
        let (left, right) = (self.number(a)?, self.number(b)?);
        ensure(left.len() * right.len() <= MOST_CASES, TOO_MANY)?;
        self.pair(&left, &right)?;
        let mut cases = Vec::new();
        for (one, x) in &left {
            for (two, y) in &right {
                let when = Formula::All(vec![one.clone(), two.clone()]);
                match op {
                    Arith::Add => cases.push((when, plus(x, 1, y)?)),
                    Arith::Sub => cases.push((when, plus(x, -1, y)?)),
                    Arith::Min | Arith::Max => {
                        let larger = self.forms.at_least_zero(plus(x, -1, y)?)?;
                        let (yes, no) = if op == Arith::Max { (x, y) } else { (y, x) };
                        cases.push((Formula::All(vec![when.clone(), larger.clone()]), yes.clone()));
                        cases.push((Formula::All(vec![when, larger.negated()]), no.clone()));
                    }
                    Arith::Mul => {
                        let times = |form: &Form| {
                            let (constant, terms) = form.split_last()?;
                            terms.iter().all(|&c| c == 0).then_some(*constant)
                        };
                        let product = match (times(x), times(y)) {
                            (Some(c), _) => plus(&self.constant(0), c, y)?,
                            (_, Some(c)) => plus(&self.constant(0), c, x)?,
                            _ => return Err(not_linear()),
                        };
                        cases.push((when, product));
                    }
                    Arith::Mod => {
                        let m = self.arena.constant(b).filter(|m| (1..=256).contains(m)).ok_or_else(not_linear)?;
                        self.meter.take(PART * m as u64 * (when.size() + 4 + self.registers.len() as u64))?;
                        for rest in 0..m {
                            let form = plus(x, -1, &self.constant(rest))?;
                            let multiple = self.forms.multiple(m, form)?;
                            cases.push((Formula::All(vec![when.clone(), multiple]), self.constant(rest)));
                        }
                    }
                    Arith::Div | Arith::Gcd | Arith::Xor | Arith::Pow => return Err(not_linear()),
                }
            }
        }
        Ok(cases)
    }

    /// When a comparison of two numbers holds.
    pub fn compared(&mut self, cmp: Cmp, left: &Cases, right: &Cases) -> Checked<Formula> {
        self.pair(left, right)?;
        let mut any = Vec::new();
        for (one, x) in left {
            for (two, y) in right {
                let (more, less) = (plus(x, -1, y)?, plus(y, -1, x)?);
                let holds = match cmp {
                    Cmp::Eq => self.forms.zero(more)?,
                    Cmp::Ne => self.forms.zero(more)?.negated(),
                    Cmp::Ge => self.forms.at_least_zero(more)?,
                    Cmp::Le => self.forms.at_least_zero(less)?,
                    Cmp::Lt => self.forms.at_least_zero(more)?.negated(),
                    Cmp::Gt => self.forms.at_least_zero(less)?.negated(),
                };
                any.push(Formula::All(vec![one.clone(), two.clone(), holds]));
            }
        }
        Ok(Formula::Any(any))
    }

    /// When a condition holds.
    pub fn truth(&mut self, id: u32) -> Checked<Formula> {
        Ok(match self.arena.node(id).clone() {
            Node::Truth(value) => Formula::truth(value),
            Node::Not(a) => self.truth(a)?.negated(),
            Node::And(list) => Formula::All(list.iter().map(|&part| self.truth(part)).collect::<Checked<_>>()?),
            Node::Or(list) => Formula::Any(list.iter().map(|&part| self.truth(part)).collect::<Checked<_>>()?),
            Node::Compare(cmp @ (Cmp::Eq | Cmp::Ne), a, b) if self.arena.constant(b) == Some(0) => {
                let zero = self.is_zero(a)?;
                if cmp == Cmp::Eq { zero } else { zero.negated() }
            }
            Node::Compare(cmp, a, b) => {
                let (left, right) = (self.number(a)?, self.number(b)?);
                self.compared(cmp, &left, &right)?
            }
            Node::Divides(a, b) => {
                let m = self.arena.constant(a).filter(|m| (1..=256).contains(m));
                let m = m.ok_or_else(|| Refused::new("the rules are not linear"))?;
                let mut any = Vec::new();
                for (when, form) in self.number(b)? {
                    any.push(Formula::All(vec![when, self.forms.multiple(m, form)?]));
                }
                Formula::Any(any)
            }
            _ => return Err(Refused::new("the rules are not linear")),
        })
    }

    /// When a number is 0; a product is if one of its factors is.
    fn is_zero(&mut self, id: u32) -> Checked<Formula> {
        if let Node::Arith(Arith::Mul, a, b) = *self.arena.node(id) {
            return Ok(Formula::Any(vec![self.is_zero(a)?, self.is_zero(b)?]));
        }
        let zero = vec![(Formula::truth(true), self.constant(0))];
        let number = self.number(id)?;
        self.compared(Cmp::Eq, &number, &zero)
    }
}

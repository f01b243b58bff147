//! From checked rules to linear moves: every move clause as a union of
//! conjunctions of linear conditions.
//!
//! Names 0 up to the number of piles are the numbers of the position; the names
//! after them are the variables of the move. `min`, `max`, `abs`, `count` and
//! `mod` by a constant become cases. A product is linear if a factor is constant;
//! that a product is 0 says that a factor is. Everything else is refused, with
//! the place where it stands.

use super::linear::{Form, Literal, Overflow};
use crate::automata::Name;
use crate::rules::ir::{Arena, CheckedRules, Clause, Node};
use crate::rules::{Arith, Cmp, Span};

/// Conditions that all hold.
pub type All = Vec<Literal>;

/// One way to move: what must hold, and where it leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Move {
    /// The clause of the rules that it comes from.
    pub clause: usize,
    /// How many variables the clause has.
    pub variables: usize,
    /// What must hold of position and variables.
    pub conditions: All,
    /// The numbers of the position that is reached, before they are sorted.
    pub option: Vec<Form>,
}

/// Rules whose conditions are linear.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinearRules {
    /// How many numbers a position has.
    pub width: usize,
    /// How many of them, the first ones, are sorted ascending.
    pub sorted: usize,
    /// All ways to move.
    pub moves: Vec<Move>,
    /// How many options may be blocked before each move.
    pub blocked: u64,
    /// What becomes smaller with every move, the first that changes: the forms
    /// of a position, by cases.
    pub measure: Vec<Form>,
}

/// What cannot be translated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotLinear {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub what: &'static str,
}

type Translated<T> = Result<T, NotLinear>;

/// More cases than this of one clause are refused.
const MOST_CASES: usize = 4096;

struct Translator<'r> {
    arena: &'r Arena,
}

/// Translates rules.
pub fn translate(rules: &CheckedRules) -> Translated<LinearRules> {
    let translator = Translator { arena: &rules.arena };
    let mut moves = Vec::new();
    for (number, clause) in rules.clauses.iter().enumerate() {
        moves.extend(translator.clause(number, clause, rules.width())?);
    }
    let mut measure = Vec::new();
    for &id in &rules.decreasing {
        match &translator.number(id)?[..] {
            [(conditions, form)] if conditions.is_empty() => measure.push(form.clone()),
            _ => return Err(translator.refuse(id, "a measure by cases")),
        }
    }
    if measure.is_empty() {
        let terms = (0..rules.width() as Name).map(|name| (name, 1)).collect();
        measure.push(Form { terms, constant: 0 });
    }
    let blocked = rules.blocked;
    Ok(LinearRules { width: rules.width(), sorted: rules.sorted(), moves, blocked, measure })
}

impl Translator<'_> {
    fn refuse(&self, id: u32, what: &'static str) -> NotLinear {
        NotLinear { span: self.arena.span(id), what }
    }

    fn exact<T>(&self, id: u32, value: Result<T, Overflow>) -> Translated<T> {
        value.map_err(|Overflow| self.refuse(id, "a number that is too large"))
    }

    fn clause(&self, number: usize, clause: &Clause, width: usize) -> Translated<Vec<Move>> {
        let [option] = &clause.parts[..] else {
            return Err(NotLinear { span: clause.span, what: "a move to several components" });
        };
        let mut ways: Vec<All> = vec![Vec::new()];
        for (index, variable) in clause.variables.iter().enumerate() {
            let name = Form::name((width + index) as Name);
            let low = self.number(variable.low)?;
            let high = self.number(variable.high)?;
            let low = self.compared(variable.low, &[(Vec::new(), name.clone())], &low, Cmp::Ge)?;
            let high = self.compared(variable.high, &[(Vec::new(), name)], &high, Cmp::Le)?;
            ways = both(&both(&ways, &low), &high);
        }
        for &condition in &clause.conditions {
            ways = both(&ways, &self.truth(condition, true)?);
            if ways.len() > MOST_CASES {
                return Err(self.refuse(condition, "a condition with too many cases"));
            }
        }
        let mut moves: Vec<(All, Vec<Form>)> = ways.into_iter().map(|way| (way, Vec::new())).collect();
        for &id in option {
            let cases = self.number(id)?;
            let mut longer = Vec::new();
            for (way, forms) in &moves {
                for (conditions, form) in &cases {
                    if let Some(all) = conjunction(way, conditions) {
                        longer.push((all, forms.iter().cloned().chain([form.clone()]).collect()));
                    }
                }
            }
            moves = longer;
        }
        if moves.len() > MOST_CASES {
            return Err(NotLinear { span: clause.span, what: "a move with too many cases" });
        }
        let variables = clause.variables.len();
        let make = |(conditions, option)| Move { clause: number, variables, conditions, option };
        Ok(moves.into_iter().map(make).collect())
    }

    /// A number, by cases.
    fn number(&self, id: u32) -> Translated<Vec<(All, Form)>> {
        match self.arena.node(id) {
            Node::Const(value) => Ok(vec![(Vec::new(), Form::constant(*value))]),
            Node::Var(register) => Ok(vec![(Vec::new(), Form::name(Name::from(*register)))]),
            Node::Neg(a) => self.each(id, *a, |form| form.times(-1)),
            Node::Abs(a) => {
                let cases = self.number(*a)?;
                let mut result = Vec::new();
                for (all, form) in cases {
                    let negative = self.exact(id, form.times(-1).and_then(|form| form.and_constant(-1)))?;
                    let opposite = self.exact(id, form.times(-1))?;
                    result.extend(conjunction(&all, &[Literal::AtLeast(form.clone())]).map(|all| (all, form)));
                    result.extend(conjunction(&all, &[Literal::AtLeast(negative)]).map(|all| (all, opposite)));
                }
                Ok(result)
            }
            Node::Indicator(condition) => {
                let yes = self.truth(*condition, true)?.into_iter().map(|all| (all, Form::constant(1)));
                let no = self.truth(*condition, false)?.into_iter().map(|all| (all, Form::constant(0)));
                Ok(yes.chain(no).collect())
            }
            Node::Arith(op, a, b) => self.arithmetic(id, *op, *a, *b),
            _ => Err(self.refuse(id, "this condition as a number")),
        }
    }

    fn each(&self, id: u32, of: u32, make: impl Fn(&Form) -> Result<Form, Overflow>) -> Translated<Vec<(All, Form)>> {
        let cases = self.number(of)?;
        cases.into_iter().map(|(all, form)| Ok((all, self.exact(id, make(&form))?))).collect()
    }

    fn arithmetic(&self, id: u32, op: Arith, a: u32, b: u32) -> Translated<Vec<(All, Form)>> {
        match (op, self.arena.constant(a), self.arena.constant(b)) {
            (Arith::Mul, Some(times), _) => return self.each(id, b, |form| form.times(times)),
            (Arith::Mul, _, Some(times)) => return self.each(id, a, |form| form.times(times)),
            (Arith::Mul, ..) => return Err(self.refuse(id, "a product of two variables")),
            (Arith::Mod, _, Some(m)) if m > 0 => return self.remainders(id, a, m),
            (Arith::Mod, ..) => return Err(self.refuse(id, "mod by something that is not a positive constant")),
            (Arith::Div, ..) => return Err(self.refuse(id, "a quotient")),
            (Arith::Gcd, ..) => return Err(self.refuse(id, "a greatest common divisor")),
            (Arith::Xor, ..) => return Err(self.refuse(id, "a nim-sum")),
            (Arith::Pow, ..) => return Err(self.refuse(id, "a power")),
            (Arith::Add | Arith::Sub | Arith::Min | Arith::Max, ..) => {}
        }
        let (left, right) = (self.number(a)?, self.number(b)?);
        let mut cases = Vec::new();
        for (one, x) in &left {
            for (two, y) in &right {
                let Some(all) = conjunction(one, two) else { continue };
                let difference = self.exact(id, x.minus(y))?;
                let smaller = self.exact(id, difference.times(-1).and_then(|form| form.and_constant(-1)))?;
                match op {
                    Arith::Add => cases.push((all, self.exact(id, x.plus(1, y))?)),
                    Arith::Sub => cases.push((all, difference)),
                    _ => {
                        let (large, small) = if op == Arith::Max { (x, y) } else { (y, x) };
                        cases
                            .extend(conjunction(&all, &[Literal::AtLeast(difference)]).map(|all| (all, large.clone())));
                        cases.extend(conjunction(&all, &[Literal::AtLeast(smaller)]).map(|all| (all, small.clone())));
                    }
                }
            }
        }
        match cases.len() > MOST_CASES {
            true => Err(self.refuse(id, "an expression with too many cases")),
            false => Ok(cases),
        }
    }

    fn remainders(&self, id: u32, of: u32, m: i64) -> Translated<Vec<(All, Form)>> {
        if m > 256 {
            return Err(self.refuse(id, "mod by a number above 256"));
        }
        let mut cases = Vec::new();
        for (all, form) in self.number(of)? {
            for rest in 0..m {
                let literal = Literal::Multiple(m, self.exact(id, form.and_constant(-rest))?);
                cases.extend(conjunction(&all, &[literal]).map(|all| (all, Form::constant(rest))));
            }
        }
        Ok(cases)
    }

    /// When a comparison of two numbers holds.
    fn compared(&self, id: u32, left: &[(All, Form)], right: &[(All, Form)], cmp: Cmp) -> Translated<Vec<All>> {
        let mut ways = Vec::new();
        for (one, x) in left {
            for (two, y) in right {
                let Some(all) = conjunction(one, two) else { continue };
                let more = self.exact(id, x.minus(y))?;
                let less = self.exact(id, more.times(-1))?;
                let strictly = |form: &Form| self.exact(id, form.and_constant(-1)).map(Literal::AtLeast);
                let literals = match cmp {
                    Cmp::Eq => vec![Literal::Zero(more)],
                    Cmp::Ne => vec![strictly(&more)?, strictly(&less)?],
                    Cmp::Lt => vec![strictly(&less)?],
                    Cmp::Le => vec![Literal::AtLeast(less)],
                    Cmp::Gt => vec![strictly(&more)?],
                    Cmp::Ge => vec![Literal::AtLeast(more)],
                };
                ways.extend(literals.into_iter().filter_map(|literal| conjunction(&all, &[literal])));
            }
        }
        Ok(ways)
    }

    /// When a condition holds, or does not: one way of several.
    fn truth(&self, id: u32, wanted: bool) -> Translated<Vec<All>> {
        let ways = match self.arena.node(id) {
            Node::Truth(value) => Ok(if *value == wanted { vec![Vec::new()] } else { Vec::new() }),
            Node::Not(a) => self.truth(*a, !wanted),
            Node::And(list) if wanted => self.all_of(list, true),
            Node::Or(list) if !wanted => self.all_of(list, false),
            Node::And(list) | Node::Or(list) => list
                .iter()
                .map(|&part| self.truth(part, wanted))
                .collect::<Translated<Vec<_>>>()
                .map(|ways| ways.concat()),
            Node::Compare(cmp, a, b) => {
                let cmp = if wanted { *cmp } else { cmp.opposite() };
                if let (Cmp::Eq | Cmp::Ne, Some(factors)) = (cmp, self.zero_product(*a, *b)) {
                    return self.factors(&factors, cmp);
                }
                self.compared(id, &self.number(*a)?, &self.number(*b)?, cmp)
            }
            Node::Divides(a, b) => {
                let m = self.arena.constant(*a).filter(|&m| m > 0);
                let m =
                    m.ok_or_else(|| self.refuse(id, "divisibility by something that is not a positive constant"))?;
                let cases = self.remainders(id, *b, m)?;
                let zero = |form: &Form| form.constant == 0;
                Ok(cases.into_iter().filter(|(_, form)| zero(form) == wanted).map(|(all, _)| all).collect())
            }
            Node::Prime(_) => Err(self.refuse(id, "a test for primes")),
            _ => Err(self.refuse(id, "a number as a condition")),
        }?;
        match ways.len() > MOST_CASES {
            true => Err(self.refuse(id, "a condition with too many cases")),
            false => Ok(ways),
        }
    }

    fn all_of(&self, list: &[u32], wanted: bool) -> Translated<Vec<All>> {
        let mut ways = vec![Vec::new()];
        for &part in list {
            ways = both(&ways, &self.truth(part, wanted)?);
            if ways.len() > MOST_CASES {
                return Err(self.refuse(part, "a condition with too many cases"));
            }
        }
        Ok(ways)
    }

    /// The factors of a product that is compared with 0.
    fn zero_product(&self, a: u32, b: u32) -> Option<Vec<u32>> {
        let product = match (self.arena.constant(a), self.arena.constant(b)) {
            (_, Some(0)) => a,
            (Some(0), _) => b,
            _ => return None,
        };
        let mut factors = Vec::new();
        let mut stack = vec![product];
        while let Some(id) = stack.pop() {
            match self.arena.node(id) {
                Node::Arith(Arith::Mul, x, y) => stack.extend([*y, *x]),
                _ => factors.push(id),
            }
        }
        (factors.len() > 1).then_some(factors)
    }

    fn factors(&self, factors: &[u32], cmp: Cmp) -> Translated<Vec<All>> {
        let zero = [(Vec::new(), Form::constant(0))];
        let mut ways = if cmp == Cmp::Eq { Vec::new() } else { vec![Vec::new()] };
        for &factor in factors {
            let this = self.compared(factor, &self.number(factor)?, &zero, cmp)?;
            match cmp {
                Cmp::Eq => ways.extend(this),
                _ => ways = both(&ways, &this),
            }
        }
        Ok(ways)
    }
}

/// Both hold: nothing if that is seen to be impossible.
fn conjunction(one: &[Literal], two: &[Literal]) -> Option<All> {
    let mut all = one.to_vec();
    for literal in two {
        // A variable of a move may be negative here: only constants decide.
        match literal.form().is_constant().then(|| literal.known()).flatten() {
            Some(true) => {}
            Some(false) => return None,
            None if all.contains(literal) => {}
            None => all.push(literal.clone()),
        }
    }
    Some(all)
}

/// One way of each.
fn both(left: &[All], right: &[All]) -> Vec<All> {
    left.iter().flat_map(|one| right.iter().filter_map(|two| conjunction(one, two))).collect()
}

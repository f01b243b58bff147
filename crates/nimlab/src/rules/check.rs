//! From the tree to checked rules: names become registers, parameters become
//! numbers, and every expression is proved to be a number or a condition
//! where one is needed, before anything runs.

use super::ast::{Arith, Expr, ExprKind, Id, MoveClause, ParameterValue, PlacedName, Program, Set, VariableRange};
use super::diagnostic::{Problem, ProblemKind, Unblocked};
use super::ir::{Arena, CheckedRules, Clause, Node, Register, Variable};
use super::token::Span;
use crate::error::nearest;
use std::collections::HashMap;

/// The functions of the language.
pub const FUNCTIONS: [&str; 9] = ["min", "max", "abs", "gcd", "xor", "pow", "count", "prime", "divides"];

/// A call of a function that works.
pub fn example_of(function: &str) -> String {
    let arguments = match function {
        "abs" => "x - y",
        "prime" => "k",
        "pow" => "2, k",
        "divides" => "k, n",
        "count" => "k > 0, l > 0",
        _ => "x, y",
    };
    format!("{function}({arguments})")
}

/// The most operations in one expression, when nothing is shared.
pub const MAX_SIZE: usize = 20_000;
/// The most nodes in all.
const MAX_NODES: usize = 200_000;

/// The most options that may be blocked.
const MAX_BLOCKED: i64 = 1000;

/// The most problems that are reported at once.
const MOST_PROBLEMS: usize = 8;

/// Checks a program, its parameters set to other values where `given` says so.
pub fn check(program: &Program, given: &[(String, ParameterValue)]) -> Result<CheckedRules, Vec<Problem>> {
    let mut checker = Checker {
        program,
        arena: Arena::default(),
        params: HashMap::new(),
        scope: Vec::new(),
        undeclared: Vec::new(),
        registers: 0,
        problems: Vec::new(),
    };
    checker.params(given);
    let rule = checker.rule();
    checker.problems.sort_by_key(|problem| problem.span.start);
    checker.problems.truncate(MOST_PROBLEMS);
    match checker.problems.is_empty() {
        true => Ok(CheckedRules { arena: checker.arena, ..rule }),
        false => Err(checker.problems),
    }
}

/// What is wrong with values that were given to parameters, each with the
/// number of the value.
pub fn check_given(program: &Program, given: &[(String, ParameterValue)]) -> Vec<(usize, ProblemKind)> {
    let mut found = Vec::new();
    for (i, (name, value)) in given.iter().enumerate() {
        let name = name.clone();
        let kind = match (program.params.iter().find(|param| param.name.text == name).map(|param| &param.value), value)
        {
            _ if given[..i].iter().any(|(known, _)| *known == name) => ProblemKind::ParameterTwice { name },
            (None, _) => {
                let known: Vec<String> = program.params.iter().map(|param| param.name.text.clone()).collect();
                let nearest = nearest(&name, known.iter().map(String::as_str));
                ProblemKind::UnknownParameter { name, nearest, known }
            }
            (Some(ParameterValue::Number(_)), ParameterValue::Set(_)) => {
                ProblemKind::ParameterIs { name, expected: "a number, but was given a set: write a number such as 2" }
            }
            (Some(ParameterValue::Set(_)), ParameterValue::Number(_)) => ProblemKind::ParameterIs {
                name,
                expected: "a set, but was given a number: write a set such as {2, 4, 7}",
            },
            (Some(_), ParameterValue::Set(members)) if members.is_empty() => ProblemKind::EmptySet,
            _ => continue,
        };
        found.push((i, kind));
    }
    found
}

/// What an expression is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Type {
    Number,
    Condition,
    /// Not known, because it is wrong; that is reported.
    Unknown,
}

struct Checker<'p> {
    program: &'p Program,
    arena: Arena,
    params: HashMap<String, ParameterValue>,
    /// The names that have registers now.
    scope: Vec<(String, Register)>,
    /// The variables of the move whose ranges are not read yet.
    undeclared: Vec<String>,
    registers: Register,
    problems: Vec<Problem>,
}

impl Checker<'_> {
    fn report(&mut self, kind: ProblemKind, span: Span) {
        self.problems.push(Problem { kind, span });
    }

    fn params(&mut self, given: &[(String, ParameterValue)]) {
        let program = self.program;
        for param in &program.params {
            if self.params.contains_key(&param.name.text) {
                self.taken(&param.name, "a parameter");
            }
            self.params.insert(param.name.text.clone(), param.value.clone());
        }
        for (name, value) in given {
            self.params.insert(name.clone(), value.clone());
        }
    }

    fn taken(&mut self, name: &PlacedName, by: &'static str) {
        self.report(ProblemKind::NameTaken { name: name.text.clone(), by }, name.span);
    }

    fn rule(&mut self) -> CheckedRules {
        let program = self.program;
        let names = program.state.as_ref().map_or(&[][..], |state| &state.names);
        if names.is_empty() {
            self.report(ProblemKind::Missing { clause: "state", example: "state x, y".into() }, Span::default());
        }
        for name in names {
            self.declare(name, "a number of the position");
        }
        let decreasing = program.decreasing.iter().map(|&id| self.number(id)).collect();
        let clauses: Vec<Clause> = program.moves.iter().map(|clause| self.clause(clause)).collect();
        if clauses.is_empty() {
            let end = program.state.as_ref().and_then(|state| state.names.last()).map(|name| name.span);
            let kind = ProblemKind::Missing { clause: "move", example: program.example_of_move(false) };
            self.report(kind, end.unwrap_or_default());
        }
        let start = program.start.as_ref().map(|start| {
            // Only the size is known here: there is no position yet.
            let scope = std::mem::take(&mut self.scope);
            let tuple = self.scoped(|checker| {
                checker.declare(&start.size, "in use");
                checker.tuple(&start.tuple, start.span)
            });
            self.scope = scope;
            tuple
        });
        let blocked = self.blocking();
        if let Some((numbers, span)) = &program.example
            && numbers.len() != names.len()
        {
            self.wrong_tuple(numbers.len(), *span);
        }
        CheckedRules {
            arena: Arena::default(),
            title: program.title.clone(),
            parameters: program
                .params
                .iter()
                .map(|param| {
                    let name = &param.name.text;
                    (name.clone(), self.params.get(name).unwrap_or(&param.value).clone())
                })
                .collect(),
            names: names.iter().map(|name| name.text.clone()).collect(),
            symmetric: program.state.as_ref().is_some_and(|state| state.symmetric),
            tail: program.state.as_ref().is_some_and(|state| state.tail),
            clauses,
            blocked,
            decreasing,
            start,
            example: program.example.as_ref().map(|(numbers, _)| numbers.clone()),
        }
    }

    /// How many options may be blocked.
    fn blocking(&mut self) -> u64 {
        let program = self.program;
        let Some(clause) = &program.blocking else { return 0 };
        // Positions and moves have no names here: only a constant will do.
        let scope = std::mem::take(&mut self.scope);
        let number = self.number(clause.number);
        self.scope = scope;
        let blocked = self.arena.constant(number).filter(|blocked| (0..=MAX_BLOCKED).contains(blocked));
        let refused = match &program.state {
            _ if blocked.is_none() => Some(Unblocked::Number { limit: MAX_BLOCKED }),
            // Nothing is blocked: the other clauses are as without it.
            _ if blocked == Some(0) => None,
            Some(state) if state.symmetric => Some(Unblocked::Symmetric),
            _ if program.moves.iter().any(|clause| clause.parts.len() > 1) => Some(Unblocked::Split),
            _ => None,
        };
        if let Some(reason) = refused {
            self.report(ProblemKind::Blocking { reason }, clause.span);
        }
        blocked.map_or(0, i64::unsigned_abs)
    }

    /// Gives a name the next register.
    fn declare(&mut self, name: &PlacedName, kind: &'static str) {
        let in_scope = self.scope.iter().any(|(known, _)| *known == name.text);
        let program = self.program;
        let param = program.params.iter().find(|param| param.name.text == name.text);
        match param {
            _ if in_scope => self.taken(name, kind),
            // The later of the two is the one that is wrong.
            Some(param) if param.name.span.start > name.span.start => self.taken(&param.name, kind),
            Some(_) => self.taken(name, "a parameter"),
            None => {}
        }
        self.scope.push((name.text.clone(), self.registers));
        self.registers += 1;
    }

    /// Runs a check whose names are forgotten after it.
    fn scoped<T>(&mut self, check: impl FnOnce(&mut Self) -> T) -> T {
        let (names, registers) = (self.scope.len(), self.registers);
        let found = check(self);
        self.scope.truncate(names);
        self.registers = registers;
        found
    }

    fn clause(&mut self, clause: &MoveClause) -> Clause {
        self.scoped(|checker| {
            let mut conditions = Vec::new();
            let mut variables = Vec::new();
            checker.undeclared = clause.ranges.iter().map(|(name, _)| name.text.clone()).collect();
            for (name, range) in &clause.ranges {
                let (low, high) = match range {
                    VariableRange::Between(low, high) => (checker.number(*low), checker.number(*high)),
                    VariableRange::In(set) => checker.set_range(set, &mut conditions),
                };
                checker.declare(name, "in use");
                checker.undeclared.remove(0);
                variables.push(Variable { name: name.text.clone(), low, high });
            }
            if let Some(condition) = clause.condition {
                let condition = checker.condition(condition);
                checker.conjuncts(condition, &mut conditions);
            }
            let parts = clause.parts.iter().map(|(tuple, span)| checker.tuple(tuple, *span)).collect();
            Clause { span: clause.span, variables, conditions, parts }
        })
    }

    /// Takes nested `and` apart.
    fn conjuncts(&self, condition: Id, list: &mut Vec<Id>) {
        match self.arena.node(condition) {
            Node::And(parts) => parts.iter().for_each(|&part| self.conjuncts(part, list)),
            _ => list.push(condition),
        }
    }

    /// A variable that runs through a set: from the least member to the
    /// greatest, with the condition that it is a member.
    fn set_range(&mut self, set: &Set, conditions: &mut Vec<Id>) -> (Id, Id) {
        let (members, span) = self.members(set);
        let low = self.folded(Arith::Min, members.clone(), span);
        let high = self.folded(Arith::Max, members.clone(), span);
        let register = self.registers;
        let variable = self.arena.add(Node::Var(register), span);
        conditions.push(self.one_of(variable, members, span));
        (low, high)
    }

    fn members(&mut self, set: &Set) -> (Vec<Id>, Span) {
        match set {
            Set::Listed(list, span) => (list.iter().map(|&id| self.number(id)).collect(), *span),
            Set::Named(name, span) => match self.params.get(name).cloned() {
                Some(ParameterValue::Set(members)) => {
                    (members.iter().map(|&member| self.arena.add(Node::Const(member), *span)).collect(), *span)
                }
                Some(ParameterValue::Number(_)) => {
                    self.report(ProblemKind::NeedsSet { name: name.clone() }, *span);
                    (vec![self.arena.add(Node::Const(0), *span)], *span)
                }
                None if self.scope.iter().any(|(known, _)| known == name) => {
                    self.report(ProblemKind::NeedsSet { name: name.clone() }, *span);
                    (vec![self.arena.add(Node::Const(0), *span)], *span)
                }
                None => {
                    self.unknown_name(name, *span);
                    (vec![self.arena.add(Node::Const(0), *span)], *span)
                }
            },
        }
    }

    fn one_of(&mut self, number: Id, members: Vec<Id>, span: Span) -> Id {
        if self.arena.len() + members.len() > MAX_NODES {
            self.report(ProblemKind::TooMany { what: "operations", limit: MAX_NODES }, span);
            return self.arena.add(Node::Truth(true), span);
        }
        let equal =
            |checker: &mut Self, member| checker.arena.add(Node::Compare(super::ast::Cmp::Eq, number, member), span);
        let list = members.into_iter().map(|member| equal(self, member)).collect();
        self.arena.add(Node::Or(list), span)
    }

    /// The numbers joined by an operation, as a tree of little depth.
    fn folded(&mut self, op: Arith, mut list: Vec<Id>, span: Span) -> Id {
        while list.len() > 1 {
            list = list
                .chunks(2)
                .map(|pair| match pair {
                    [a, b] => self.arena.add(Node::Arith(op, *a, *b), span),
                    _ => pair[0],
                })
                .collect();
        }
        list[0]
    }

    fn tuple(&mut self, tuple: &[Id], span: Span) -> Vec<Id> {
        let expected = self.program.state.as_ref().map_or(0, |state| state.names.len());
        if tuple.len() != expected && expected > 0 {
            self.wrong_tuple(tuple.len(), span);
        }
        tuple.iter().map(|&id| self.number(id)).collect()
    }

    fn wrong_tuple(&mut self, found: usize, span: Span) {
        let state = self.program.state.as_ref();
        let names: Vec<&str> =
            state.map_or(&[][..], |state| &state.names).iter().map(|name| name.text.as_str()).collect();
        let kind = ProblemKind::Tuple { names: names.join(", "), expected: names.len(), found };
        self.report(kind, span);
    }

    fn number(&mut self, id: Id) -> Id {
        let (node, found) = self.expr(id);
        if found == Type::Condition {
            let (found, hint) = match self.program.expr(id).kind {
                ExprKind::And(_) | ExprKind::Or(_) | ExprKind::Not(_) => ("a condition", COUNT_HINT),
                ExprKind::Compare(..) | ExprKind::In(..) => ("a comparison", COUNT_HINT),
                _ => ("a condition", COUNT_HINT),
            };
            self.report(ProblemKind::NeedsNumber { found, hint }, self.program.expr(id).span);
        }
        node
    }

    fn condition(&mut self, id: Id) -> Id {
        let (node, found) = self.expr(id);
        if found == Type::Number {
            self.report(ProblemKind::NeedsCondition { hint: "compare it: k > 0" }, self.program.expr(id).span);
        }
        node
    }

    fn expr(&mut self, id: Id) -> (Id, Type) {
        let (node, kind) = self.unbounded(id);
        if self.arena.size(node) > MAX_SIZE {
            let span = self.program.expr(id).span;
            self.report(ProblemKind::TooMany { what: "operations in one expression", limit: MAX_SIZE }, span);
            return (self.arena.add(Node::Const(0), span), kind);
        }
        (node, kind)
    }

    fn unbounded(&mut self, id: Id) -> (Id, Type) {
        let program = self.program;
        let Expr { kind, span, .. } = program.expr(id);
        let (node, kind) = match kind {
            ExprKind::Number(value) => (Node::Const(*value), Type::Number),
            ExprKind::Name(name) => self.name(name, *span),
            ExprKind::Negative(a) => (Node::Neg(self.number(*a)), Type::Number),
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.number(*a), self.number(*b));
                if matches!(op, Arith::Div | Arith::Mod) && self.arena.constant(b) == Some(0) {
                    self.report(ProblemKind::DivisionByZero, *span);
                }
                (Node::Arith(*op, a, b), Type::Number)
            }
            ExprKind::Compare(cmp, a, b) => (Node::Compare(*cmp, self.number(*a), self.number(*b)), Type::Condition),
            ExprKind::And(list) => (Node::And(self.conditions(list)), Type::Condition),
            ExprKind::Or(list) => (Node::Or(self.conditions(list)), Type::Condition),
            ExprKind::Not(a) => (Node::Not(self.condition(*a)), Type::Condition),
            ExprKind::In(a, set) => {
                let number = self.number(*a);
                let (members, _) = self.members(set);
                return (self.one_of(number, members, *span), Type::Condition);
            }
            ExprKind::Call(name, place, arguments) => return self.call(name, *place, arguments, *span),
        };
        (self.arena.add(node, *span), kind)
    }

    fn conditions(&mut self, list: &[Id]) -> Vec<Id> {
        list.iter().map(|&id| self.condition(id)).collect()
    }

    fn name(&mut self, name: &str, span: Span) -> (Node, Type) {
        if let Some((_, register)) = self.scope.iter().rev().find(|(known, _)| known == name) {
            return (Node::Var(*register), Type::Number);
        }
        match self.params.get(name) {
            Some(ParameterValue::Number(value)) => (Node::Const(*value), Type::Number),
            Some(ParameterValue::Set(_)) => {
                self.report(
                    ProblemKind::NeedsNumber { found: "a set", hint: "ask whether a number is in it: k in S" },
                    span,
                );
                (Node::Const(0), Type::Unknown)
            }
            None => {
                self.unknown_name(name, span);
                (Node::Const(0), Type::Unknown)
            }
        }
    }

    fn unknown_name(&mut self, name: &str, span: Span) {
        if let [variable, later @ ..] = &self.undeclared[..]
            && later.iter().any(|later| later == name)
        {
            let first = self.program.state.as_ref().and_then(|state| state.names.first());
            let first = first.map_or("x", |name| name.text.as_str());
            let example = format!("{name} in 0..{first}, {variable} in 0..{name}");
            return self.report(ProblemKind::NotYet { name: name.to_owned(), example }, span);
        }
        let mut known: Vec<String> = self.scope.iter().map(|(name, _)| name.clone()).collect();
        known.extend(self.program.params.iter().map(|param| param.name.text.clone()));
        let nearest = nearest(name, known.iter().map(String::as_str));
        self.report(ProblemKind::UnknownName { name: name.to_owned(), nearest, known }, span);
    }

    fn call(&mut self, name: &str, place: Span, arguments: &[Id], span: Span) -> (Id, Type) {
        let arguments: Vec<Id> = match name {
            "count" => self.conditions(arguments),
            _ if FUNCTIONS.contains(&name) => arguments.iter().map(|&id| self.number(id)).collect(),
            _ => {
                let nearest = nearest(name, FUNCTIONS);
                self.report(ProblemKind::UnknownFunction { name: name.to_owned(), nearest }, place);
                return (self.arena.add(Node::Const(0), span), Type::Unknown);
            }
        };
        let (fits, expected) = match name {
            "abs" | "prime" => (arguments.len() == 1, "one number"),
            "pow" | "divides" => (arguments.len() == 2, "two numbers"),
            "count" => (!arguments.is_empty(), "one condition or more"),
            _ => (!arguments.is_empty(), "one number or more"),
        };
        if !fits {
            self.report(ProblemKind::Arguments { function: name.to_owned(), expected, found: arguments.len() }, span);
            return (self.arena.add(Node::Const(0), span), Type::Unknown);
        }
        let fold = |checker: &mut Self, op| (checker.folded(op, arguments.clone(), span), Type::Number);
        match name {
            "min" => fold(self, Arith::Min),
            "max" => fold(self, Arith::Max),
            "gcd" => match arguments[..] {
                // gcd(a) = |a|, as gcd(a, 0) is.
                [a] => (self.arena.add(Node::Abs(a), span), Type::Number),
                _ => fold(self, Arith::Gcd),
            },
            "xor" => fold(self, Arith::Xor),
            "pow" => fold(self, Arith::Pow),
            "abs" => (self.arena.add(Node::Abs(arguments[0]), span), Type::Number),
            "prime" => (self.arena.add(Node::Prime(arguments[0]), span), Type::Condition),
            "divides" => (self.arena.add(Node::Divides(arguments[0], arguments[1]), span), Type::Condition),
            _ => {
                let ones =
                    arguments.iter().map(|&condition| self.arena.add(Node::Indicator(condition), span)).collect();
                (self.folded(Arith::Add, ones, span), Type::Number)
            }
        }
    }
}

const COUNT_HINT: &str = "count(…) turns conditions into a number";

//! Expressions, by precedence: `or`, `and`, `not`, comparisons, sums, products,
//! signs. Every node knows its depth, and none may be deeper than the limit.

use super::ast::{Arith, Cmp, Expr, ExprKind, Id, Set};
use super::check::FUNCTIONS;
use super::diagnostic::{Problem, ProblemKind};
use super::parse::{MAX_DEPTH, MAX_STATE, Parsed, Parser};
use super::token::{Keyword, Sign, Span, Token};

/// The most terms that are added up from left to right.
const LONG: usize = 16;

impl Parser {
    fn make(&mut self, kind: ExprKind, span: Span) -> Parsed<Id> {
        let below = |id: &Id| usize::from(self.program.expr(*id).depth);
        let deepest = match &kind {
            ExprKind::Number(_) | ExprKind::Name(_) => 0,
            ExprKind::Negative(a) | ExprKind::Not(a) => below(a),
            ExprKind::Binary(_, a, b) | ExprKind::Compare(_, a, b) => below(a).max(below(b)),
            ExprKind::And(list) | ExprKind::Or(list) | ExprKind::Call(_, _, list) => {
                list.iter().map(below).max().unwrap_or(0)
            }
            ExprKind::In(a, Set::Named(..)) => below(a),
            ExprKind::In(a, Set::Listed(list, _)) => list.iter().map(below).max().unwrap_or(0).max(below(a)),
        };
        if deepest >= MAX_DEPTH {
            return Err(Problem { kind: ProblemKind::TooDeep { limit: MAX_DEPTH }, span });
        }
        self.program.exprs.push(Expr { kind, span, depth: deepest as u16 + 1 });
        Ok(self.program.exprs.len() as Id - 1)
    }

    fn span_of(&self, from: Id, to: Id) -> Span {
        self.program.expr(from).span.to(self.program.expr(to).span)
    }

    /// Runs a reader one level deeper, within the limit.
    fn deeper(&mut self, read: impl FnOnce(&mut Self) -> Parsed<Id>) -> Parsed<Id> {
        if self.level >= MAX_DEPTH {
            return Err(Problem { kind: ProblemKind::TooDeep { limit: MAX_DEPTH }, span: self.span() });
        }
        self.level += 1;
        let found = read(self);
        self.level -= 1;
        found
    }

    pub(super) fn expression(&mut self) -> Parsed<Id> {
        self.deeper(|parser| parser.joined(Keyword::Or))
    }

    /// Operands joined by `or`, each of operands joined by `and`.
    fn joined(&mut self, keyword: Keyword) -> Parsed<Id> {
        let operand = |parser: &mut Self| match keyword {
            Keyword::Or => parser.joined(Keyword::And),
            _ => parser.negation(),
        };
        let first = operand(self)?;
        let mut list = vec![first];
        while self.takes_keyword(keyword) {
            list.push(operand(self)?);
        }
        if list.len() == 1 {
            return Ok(first);
        }
        let span = self.span_of(first, list[list.len() - 1]);
        self.make(if keyword == Keyword::Or { ExprKind::Or(list) } else { ExprKind::And(list) }, span)
    }

    fn negation(&mut self) -> Parsed<Id> {
        let start = self.span();
        if !self.takes_keyword(Keyword::Not) {
            return self.comparison();
        }
        let inner = self.deeper(Self::negation)?;
        let span = start.to(self.program.expr(inner).span);
        self.make(ExprKind::Not(inner), span)
    }

    /// `a`, `a < b`, `a < b <= c`, `a in {…}`.
    fn comparison(&mut self) -> Parsed<Id> {
        let first = self.sum()?;
        if self.peek() == &Token::Keyword(Keyword::Not) {
            return Err(Problem { kind: ProblemKind::NotBehind, span: self.span() });
        }
        if self.takes_keyword(Keyword::In) {
            let set = match self.set()? {
                Some(set) => set,
                None => {
                    let name = self.name("a set such as {2, 4, 7}")?;
                    Set::Named(name.text, name.span)
                }
            };
            let end = match &set {
                Set::Listed(_, span) | Set::Named(_, span) => *span,
            };
            let span = self.program.expr(first).span.to(end);
            return self.make(ExprKind::In(first, set), span);
        }
        let mut links = Vec::new();
        let mut left = first;
        while let Some(cmp) = comparison_sign(self.peek()) {
            self.advance();
            let right = self.sum()?;
            let span = self.span_of(left, right);
            links.push(self.make(ExprKind::Compare(cmp, left, right), span)?);
            left = right;
        }
        match links[..] {
            [] => Ok(first),
            [link] => Ok(link),
            _ => {
                let span = self.span_of(first, left);
                self.make(ExprKind::And(links), span)
            }
        }
    }

    fn sum(&mut self) -> Parsed<Id> {
        // Each term with whether it is subtracted.
        let mut terms = vec![(false, self.product()?)];
        loop {
            let minus = match self.peek() {
                Token::Sign(Sign::Plus) => false,
                Token::Sign(Sign::Minus) => true,
                _ => return self.summed(&terms),
            };
            self.advance();
            terms.push((minus, self.product()?));
        }
    }

    /// The sum of some terms, its first one counted as added: from left to
    /// right, but a long sum by halves, for it is not deep though it is long.
    fn summed(&mut self, terms: &[(bool, Id)]) -> Parsed<Id> {
        let (front, behind) = match terms {
            [(_, single)] => return Ok(*single),
            _ if terms.len() > LONG => terms.split_at(terms.len() / 2),
            _ => terms.split_at(terms.len() - 1),
        };
        let op = if front[0].0 == behind[0].0 { Arith::Add } else { Arith::Sub };
        let (left, right) = (self.summed(front)?, self.summed(behind)?);
        let span = self.span_of(left, right);
        self.make(ExprKind::Binary(op, left, right), span)
    }

    fn product(&mut self) -> Parsed<Id> {
        let mut left = self.factor()?;
        loop {
            let op = match self.peek() {
                Token::Sign(Sign::Times) => Arith::Mul,
                Token::Sign(Sign::Slash) => Arith::Div,
                Token::Keyword(Keyword::Mod) => Arith::Mod,
                _ => return Ok(left),
            };
            self.advance();
            let right = self.factor()?;
            let span = self.span_of(left, right);
            left = self.make(ExprKind::Binary(op, left, right), span)?;
        }
    }

    fn factor(&mut self) -> Parsed<Id> {
        let span = self.span();
        match self.peek().clone() {
            Token::Sign(Sign::Minus) => {
                self.advance();
                let inner = self.deeper(Self::factor)?;
                let span = span.to(self.program.expr(inner).span);
                self.make(ExprKind::Negative(inner), span)
            }
            Token::Sign(Sign::Open) => {
                self.advance();
                let inner = self.expression()?;
                self.sign(Sign::Close, "')'")?;
                Ok(inner)
            }
            Token::Number(number) => {
                self.advance();
                self.make(ExprKind::Number(number), span)
            }
            Token::Name(name) => {
                self.advance();
                // A position may follow a number where `->` is left out.
                let called = FUNCTIONS.contains(&name.as_str()) || !self.is_number(&name);
                match called && self.takes_sign(Sign::Open) {
                    true => self.call(name, span),
                    false => self.make(ExprKind::Name(name), span),
                }
            }
            _ => Err(self.expected("a number, a name or '('")),
        }
    }

    fn call(&mut self, name: String, start: Span) -> Parsed<Id> {
        let mut arguments = Vec::new();
        if self.peek() != &Token::Sign(Sign::Close) {
            arguments.push(self.expression()?);
            while self.takes_sign(Sign::Comma) {
                arguments.push(self.expression()?);
                self.at_most(arguments.len(), MAX_STATE, "arguments", start)?;
            }
        }
        let end = self.sign(Sign::Close, "',' or ')'")?;
        self.make(ExprKind::Call(name, start, arguments), start.to(end))
    }
}

fn comparison_sign(token: &Token) -> Option<Cmp> {
    match token {
        Token::Sign(Sign::Equal) => Some(Cmp::Eq),
        Token::Sign(Sign::Unequal) => Some(Cmp::Ne),
        Token::Sign(Sign::Less) => Some(Cmp::Lt),
        Token::Sign(Sign::LessEqual) => Some(Cmp::Le),
        Token::Sign(Sign::Greater) => Some(Cmp::Gt),
        Token::Sign(Sign::GreaterEqual) => Some(Cmp::Ge),
        _ => None,
    }
}

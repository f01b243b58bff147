//! From tokens to a tree: clauses by their first word, expressions in the file
//! `expression`. Depth and numbers of things are bounded, so that no text can
//! exhaust the stack or the memory.

use super::ast::{
    BlockingClause, ExprKind, Id, MoveClause, Param, ParameterValue, PlacedName, Program, Set, StartClause,
    StateClause, VariableRange,
};
use super::diagnostic::{Problem, ProblemKind};
use super::token::{Keyword, Sign, Span, Token, tokens};
use crate::error::nearest;

/// The deepest expression, in levels.
pub const MAX_DEPTH: usize = 100;
/// The most move clauses.
pub const MAX_MOVES: usize = 64;
/// The most variables of a move.
pub const MAX_RANGES: usize = 8;
/// The most numbers in a position.
pub const MAX_STATE: usize = 16;
/// The most parts that a move can split a position into.
pub const MAX_PARTS: usize = 8;
/// The most members of a set, parameters, or expressions after `decreasing`.
pub const MAX_LIST: usize = 256;

/// Reads a rule text.
pub fn parse(source: &str) -> Result<Program, Problem> {
    let mut parser = Parser::new(source)?;
    while parser.peek() != &Token::End {
        parser.clause()?;
    }
    Ok(parser.program)
}

/// Reads values of parameters: `a=3, S={2,4}`.
pub fn parse_assignments(source: &str) -> Result<Vec<(String, ParameterValue)>, Problem> {
    let mut parser = Parser::new(source)?;
    let mut list = Vec::new();
    while parser.peek() != &Token::End {
        if !list.is_empty() {
            parser.sign(Sign::Comma, "','")?;
        }
        let name = parser.name("a parameter such as a=3")?;
        parser.sign(Sign::Equal, "'=' and a value")?;
        if list.iter().any(|(known, _)| *known == name.text) {
            return Err(Problem { kind: ProblemKind::ParameterTwice { name: name.text }, span: name.span });
        }
        list.push((name.text, parser.value()?));
    }
    Ok(list)
}

pub(super) struct Parser {
    tokens: Vec<(Token, Span)>,
    next: usize,
    /// How deep the expression being read is.
    pub(super) level: usize,
    pub(super) program: Program,
    /// The clause being read; none in values of parameters.
    reading: Option<Keyword>,
    /// The variables of the move being read.
    variables: Vec<String>,
}

pub(super) type Parsed<T> = Result<T, Problem>;

impl Parser {
    fn new(source: &str) -> Parsed<Self> {
        let tokens = tokens(source)?;
        Ok(Self { tokens, next: 0, level: 0, program: Program::default(), reading: None, variables: Vec::new() })
    }

    pub(super) fn peek(&self) -> &Token {
        &self.tokens[self.next].0
    }

    pub(super) fn span(&self) -> Span {
        self.tokens[self.next].1
    }

    pub(super) fn advance(&mut self) -> Span {
        let span = self.span();
        // The end is never passed.
        self.next = (self.next + 1).min(self.tokens.len() - 1);
        span
    }

    pub(super) fn expected(&self, what: &'static str) -> Problem {
        self.expected_word(what, &[])
    }

    /// What was expected, where a name that was found may be a slip for one of
    /// some words.
    fn expected_word(&self, what: &'static str, words: &[&str]) -> Problem {
        let nearest = match self.peek() {
            Token::Name(name) => nearest(name, words.iter().copied()),
            _ => None,
        };
        let kind =
            ProblemKind::Expected { what, found: self.peek().shown(), nearest, example: self.example_of_clause() };
        Problem { kind, span: self.span() }
    }

    /// A clause that works, of the kind that is being read.
    fn example_of_clause(&self) -> String {
        match self.reading {
            Some(Keyword::Game) => "game \"Nim\"".into(),
            Some(Keyword::State) => "state x, y symmetric".into(),
            Some(Keyword::Param) => "param a = 2".into(),
            Some(Keyword::Blocking) => "blocking 1".into(),
            Some(Keyword::Decreasing) => "decreasing x + y".into(),
            Some(Keyword::Start) => "start n -> (n, 2 * n)".into(),
            Some(Keyword::Example) => "example 3,4".into(),
            Some(_) => self.program.example_of_move(true),
            None => "a=3, S={2,4}".into(),
        }
    }

    /// Whether a name is one of a number, which no bracket follows.
    pub(super) fn is_number(&self, name: &str) -> bool {
        let state = self.program.state.iter().flat_map(|state| &state.names);
        let params = self.program.params.iter().map(|param| &param.name);
        state.chain(params).any(|known| known.text == name) || self.variables.iter().any(|known| known == name)
    }

    pub(super) fn takes_sign(&mut self, sign: Sign) -> bool {
        let found = self.peek() == &Token::Sign(sign);
        if found {
            self.advance();
        }
        found
    }

    pub(super) fn takes_keyword(&mut self, keyword: Keyword) -> bool {
        let found = self.peek() == &Token::Keyword(keyword);
        if found {
            self.advance();
        }
        found
    }

    pub(super) fn sign(&mut self, sign: Sign, what: &'static str) -> Parsed<Span> {
        if self.peek() == &Token::Sign(sign) { Ok(self.advance()) } else { Err(self.expected(what)) }
    }

    pub(super) fn name(&mut self, what: &'static str) -> Parsed<PlacedName> {
        match self.peek().clone() {
            Token::Name(text) => Ok(PlacedName { text, span: self.advance() }),
            _ => Err(self.expected(what)),
        }
    }

    pub(super) fn at_most(&self, count: usize, limit: usize, what: &'static str, span: Span) -> Parsed<()> {
        if count <= limit { Ok(()) } else { Err(Problem { kind: ProblemKind::TooMany { what, limit }, span }) }
    }

    fn clause(&mut self) -> Parsed<()> {
        let span = self.span();
        let twice = |clause| Err(Problem { kind: ProblemKind::Twice { clause }, span });
        let keyword = match self.peek() {
            Token::Keyword(keyword) => *keyword,
            other => return Err(unknown_clause(other, span)),
        };
        self.reading = Some(keyword);
        match keyword {
            Keyword::Game if self.program.title.is_some() => twice("game"),
            Keyword::State if self.program.state.is_some() => twice("state"),
            Keyword::Blocking if self.program.blocking.is_some() => twice("blocking"),
            Keyword::Decreasing if !self.program.decreasing.is_empty() => twice("decreasing"),
            Keyword::Start if self.program.start.is_some() => twice("start"),
            Keyword::Example if self.program.example.is_some() => twice("example"),
            Keyword::Game => self.game(),
            Keyword::State => self.state(),
            Keyword::Param => self.param(),
            Keyword::Move => self.move_clause(),
            Keyword::Blocking => self.blocking(),
            Keyword::Decreasing => self.decreasing(),
            Keyword::Start => self.start(),
            Keyword::Example => self.example(),
            _ => Err(unknown_clause(&Token::Keyword(keyword), span)),
        }
    }

    fn game(&mut self) -> Parsed<()> {
        self.advance();
        match self.peek().clone() {
            Token::Text(title) => {
                self.advance();
                self.program.title = Some(title);
                Ok(())
            }
            _ => Err(self.expected("the game's name in quotes")),
        }
    }

    fn state(&mut self) -> Parsed<()> {
        let span = self.advance();
        let mut names = vec![self.name("a name for a number of the position")?];
        while self.takes_sign(Sign::Comma) {
            names.push(self.name("a name for a number of the position")?);
        }
        if matches!(self.peek(), Token::Name(_)) && !self.at_misspelt_clause() {
            return Err(self.expected_word("',', 'symmetric', '/' or a new clause", &["symmetric"]));
        }
        let symmetric = self.takes_keyword(Keyword::Symmetric);
        let tail = self.takes_sign(Sign::Slash);
        if tail {
            names.push(self.name("a name for the number after the slash")?);
        }
        self.at_most(names.len(), MAX_STATE, "numbers in a position", span)?;
        self.program.state = Some(StateClause { names, symmetric, tail });
        Ok(())
    }

    /// Whether the name that comes next was meant to begin a clause: it is near
    /// to such a word, or is followed by what continues such a clause.
    fn at_misspelt_clause(&self) -> bool {
        let Token::Name(name) = self.peek() else { return false };
        let words = Keyword::CLAUSES.into_iter().chain(["symmetric"]);
        let goes_on = self.tokens[self.next..].iter().find(|(token, _)| !matches!(token, Token::Name(_)));
        match nearest(name, words) {
            Some(word) => word != "symmetric",
            None => matches!(
                goes_on,
                Some((
                    Token::Keyword(Keyword::In)
                        | Token::Sign(Sign::Equal | Sign::Arrow)
                        | Token::Number(_)
                        | Token::Text(_),
                    _
                ))
            ),
        }
    }

    fn param(&mut self) -> Parsed<()> {
        let span = self.advance();
        let name = self.name("the parameter's name")?;
        self.sign(Sign::Equal, "'=' and a value")?;
        let value = self.value()?;
        self.program.params.push(Param { name, value });
        self.at_most(self.program.params.len(), MAX_LIST, "parameters", span)
    }

    fn value(&mut self) -> Parsed<ParameterValue> {
        let span = self.span();
        if !self.takes_sign(Sign::OpenSet) {
            return Ok(ParameterValue::Number(self.integer("a number such as 2, or a set such as {2, 4, 7},")?));
        }
        let mut members = Vec::new();
        while !self.takes_sign(Sign::CloseSet) {
            if !members.is_empty() {
                self.sign(Sign::Comma, "',' or '}'")?;
            }
            members.push(self.integer("a number")?);
            self.at_most(members.len(), MAX_LIST, "members in a set", span)?;
        }
        match members.is_empty() {
            true => Err(Problem { kind: ProblemKind::EmptySet, span }),
            false => Ok(ParameterValue::Set(members)),
        }
    }

    fn integer(&mut self, what: &'static str) -> Parsed<i64> {
        let negative = self.takes_sign(Sign::Minus);
        match *self.peek() {
            Token::Number(number) => {
                self.advance();
                Ok(if negative { -number } else { number })
            }
            _ => Err(self.expected(what)),
        }
    }

    fn move_clause(&mut self) -> Parsed<()> {
        let span = self.advance();
        self.variables.clear();
        let mut ranges = Vec::new();
        if matches!(self.peek(), Token::Name(_)) {
            ranges.push(self.range()?);
            while self.takes_sign(Sign::Comma) {
                ranges.push(self.range()?);
                self.at_most(ranges.len(), MAX_RANGES, "variables in a move", span)?;
            }
        }
        let condition = match self.takes_keyword(Keyword::Where) {
            true => Some(self.expression()?),
            false => None,
        };
        let (what, words): (_, &[&str]) = match (&ranges[..], condition) {
            ([], None) => ("a variable, 'where' or '->'", &["where"]),
            (_, None) => ("',', 'where' or '->'", &["where"]),
            (_, Some(_)) => ("'and', 'or' or '->'", &["and", "or"]),
        };
        if !self.takes_sign(Sign::Arrow) {
            return Err(self.expected_word(what, words));
        }
        let mut parts = vec![self.tuple()?];
        while self.takes_sign(Sign::Plus) {
            parts.push(self.tuple()?);
            self.at_most(parts.len(), MAX_PARTS, "parts in a sum", span)?;
        }
        self.program.moves.push(MoveClause { span, ranges, condition, parts });
        self.at_most(self.program.moves.len(), MAX_MOVES, "moves", span)
    }

    fn range(&mut self) -> Parsed<(PlacedName, VariableRange)> {
        let name = self.name("the name of a variable")?;
        self.variables.push(name.text.clone());
        if !self.takes_keyword(Keyword::In) {
            return Err(self.expected_word("'in' and a range such as 1..x", &["in"]));
        }
        if let Some(set) = self.set()? {
            return Ok((name, VariableRange::In(set)));
        }
        let low = self.expression()?;
        if !self.takes_sign(Sign::Range) {
            let ends = matches!(self.peek(), Token::Sign(Sign::Comma | Sign::Arrow) | Token::Keyword(Keyword::Where));
            if let (ExprKind::Name(set), true) = (&self.program.expr(low).kind, ends) {
                return Ok((name, VariableRange::In(Set::Named(set.clone(), self.program.expr(low).span))));
            }
            return Err(self.expected("'..' and the last number of the range"));
        }
        let high = self.expression()?;
        if self.peek() == &Token::Sign(Sign::Range) {
            return Err(Problem { kind: ProblemKind::ThreePartRange { variable: name.text }, span: self.span() });
        }
        Ok((name, VariableRange::Between(low, high)))
    }

    /// A set that is written out, if one begins here.
    pub(super) fn set(&mut self) -> Parsed<Option<Set>> {
        if self.peek() != &Token::Sign(Sign::OpenSet) {
            return Ok(None);
        }
        let start = self.advance();
        let mut members = Vec::new();
        while self.peek() != &Token::Sign(Sign::CloseSet) {
            if !members.is_empty() {
                self.sign(Sign::Comma, "',' or '}'")?;
            }
            members.push(self.expression()?);
            self.at_most(members.len(), MAX_LIST, "members in a set", start)?;
        }
        let span = start.to(self.advance());
        match members.is_empty() {
            true => Err(Problem { kind: ProblemKind::EmptySet, span }),
            false => Ok(Some(Set::Listed(members, span))),
        }
    }

    fn tuple(&mut self) -> Parsed<(Vec<Id>, Span)> {
        let start = self.sign(Sign::Open, "'(' and the position that is moved to")?;
        let mut numbers = vec![self.expression()?];
        while self.takes_sign(Sign::Comma) {
            numbers.push(self.expression()?);
            self.at_most(numbers.len(), MAX_STATE, "numbers in a position", start)?;
        }
        let end = self.sign(Sign::Close, "',' or ')'")?;
        Ok((numbers, start.to(end)))
    }

    fn blocking(&mut self) -> Parsed<()> {
        let span = self.advance();
        let number = self.expression()?;
        self.program.blocking = Some(BlockingClause { number, span: span.to(self.program.expr(number).span) });
        Ok(())
    }

    fn decreasing(&mut self) -> Parsed<()> {
        let span = self.advance();
        let mut listed = vec![self.expression()?];
        while self.takes_sign(Sign::Comma) {
            listed.push(self.expression()?);
            self.at_most(listed.len(), MAX_STATE, "expressions after 'decreasing'", span)?;
        }
        self.program.decreasing = listed;
        Ok(())
    }

    fn start(&mut self) -> Parsed<()> {
        self.advance();
        let size = self.name("a name for the size of the starting position")?;
        self.sign(Sign::Arrow, "'->' and the starting position")?;
        let (tuple, span) = self.tuple()?;
        self.program.start = Some(StartClause { size, tuple, span });
        Ok(())
    }

    fn example(&mut self) -> Parsed<()> {
        let mut span = self.advance();
        let mut numbers = Vec::new();
        loop {
            span = span.to(self.span());
            match *self.peek() {
                Token::Number(number) => numbers.push(number),
                _ => return Err(self.expected("a number")),
            }
            self.advance();
            self.at_most(numbers.len(), MAX_STATE, "numbers in a position", span)?;
            if !self.takes_sign(Sign::Comma) && !self.takes_sign(Sign::Slash) {
                break;
            }
        }
        self.program.example = Some((numbers, span));
        Ok(())
    }
}

fn unknown_clause(token: &Token, span: Span) -> Problem {
    let nearest = match token {
        Token::Name(name) => nearest(name, Keyword::CLAUSES),
        _ => None,
    };
    let place = match token {
        Token::Keyword(Keyword::Symmetric) => Some("it comes after the names: state x, y symmetric / t"),
        Token::Keyword(Keyword::Where) => Some("it comes before '->': move k in 1..x where k < 4 -> (x - k)"),
        _ => None,
    };
    Problem { kind: ProblemKind::UnknownClause { word: token.shown(), nearest, place }, span }
}

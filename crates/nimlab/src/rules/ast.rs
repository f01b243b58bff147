//! A rule text as a tree. The nodes of all expressions lie in one arena and
//! point to each other by number, so that no input can make a deep chain of
//! boxes; the parser bounds the depth.

use super::token::Span;

/// The number of an expression in the arena.
pub type Id = u32;

/// An expression with its place.
#[derive(Debug, Clone)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
    /// The length of the longest way down.
    pub depth: u16,
}

/// What an expression is.
#[derive(Debug, Clone)]
pub enum ExprKind {
    Number(i64),
    Name(String),
    Negative(Id),
    Binary(Arith, Id, Id),
    Compare(Cmp, Id, Id),
    And(Vec<Id>),
    Or(Vec<Id>),
    Not(Id),
    Call(String, Span, Vec<Id>),
    In(Id, Set),
}

/// An operation on two numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arith {
    Add,
    Sub,
    Mul,
    Div,
    Mod,
    Min,
    Max,
    Gcd,
    Xor,
    Pow,
}

/// A comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cmp {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl Cmp {
    /// The comparison that holds exactly where this one does not.
    pub fn opposite(self) -> Cmp {
        match self {
            Cmp::Eq => Cmp::Ne,
            Cmp::Ne => Cmp::Eq,
            Cmp::Lt => Cmp::Ge,
            Cmp::Le => Cmp::Gt,
            Cmp::Gt => Cmp::Le,
            Cmp::Ge => Cmp::Lt,
        }
    }

    /// Whether it holds.
    pub fn holds<T: Ord>(self, left: T, right: T) -> bool {
        match self {
            Cmp::Eq => left == right,
            Cmp::Ne => left != right,
            Cmp::Lt => left < right,
            Cmp::Le => left <= right,
            Cmp::Gt => left > right,
            Cmp::Ge => left >= right,
        }
    }
}

/// A set of numbers: written out, or a parameter.
#[derive(Debug, Clone)]
pub enum Set {
    Listed(Vec<Id>, Span),
    Named(String, Span),
}

/// A name with its place.
#[derive(Debug, Clone)]
pub struct PlacedName {
    pub text: String,
    pub span: Span,
}

/// `param NAME = VALUE`.
#[derive(Debug, Clone)]
pub struct Param {
    pub name: PlacedName,
    pub value: ParameterValue,
}

/// The value of a parameter.
///
/// ```
/// use nimlab::rules::{ParameterValue, compile};
/// let game = compile("state n  param S = {1, 3}  move k in S where k <= n -> (n - k)").unwrap();
/// assert_eq!(game.parameters()[0].1, ParameterValue::Set(vec![1, 3]));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ParameterValue {
    /// A number.
    Number(i64),
    /// A set of numbers.
    Set(Vec<i64>),
}

impl std::fmt::Display for ParameterValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ParameterValue::Number(number) => write!(f, "{number}"),
            ParameterValue::Set(members) => {
                let members: Vec<String> = members.iter().map(i64::to_string).collect();
                write!(f, "{{{}}}", members.join(","))
            }
        }
    }
}

/// What a variable of a move runs through.
#[derive(Debug, Clone)]
pub enum VariableRange {
    Between(Id, Id),
    In(Set),
}

/// `move RANGES where CONDITION -> (…) + (…)`.
#[derive(Debug, Clone)]
pub struct MoveClause {
    pub span: Span,
    pub ranges: Vec<(PlacedName, VariableRange)>,
    pub condition: Option<Id>,
    pub parts: Vec<(Vec<Id>, Span)>,
}

/// `state NAMES [symmetric] [/ NAME]`.
#[derive(Debug, Clone)]
pub struct StateClause {
    pub names: Vec<PlacedName>,
    pub symmetric: bool,
    pub tail: bool,
}

/// `start NAME -> (…)`.
#[derive(Debug, Clone)]
pub struct StartClause {
    pub size: PlacedName,
    pub tuple: Vec<Id>,
    pub span: Span,
}

/// `blocking NUMBER`, or the name of a parameter.
#[derive(Debug, Clone)]
pub struct BlockingClause {
    pub number: Id,
    pub span: Span,
}

/// A whole rule text.
#[derive(Debug, Clone, Default)]
pub struct Program {
    pub exprs: Vec<Expr>,
    pub title: Option<String>,
    pub state: Option<StateClause>,
    pub params: Vec<Param>,
    pub moves: Vec<MoveClause>,
    pub blocking: Option<BlockingClause>,
    pub decreasing: Vec<Id>,
    pub start: Option<StartClause>,
    pub example: Option<(Vec<i64>, Span)>,
}

impl Program {
    /// A move that works in these rules, with a condition or without. Where `k`
    /// is a number of the position, `t` is taken.
    pub fn example_of_move(&self, condition: bool) -> String {
        let names: Vec<&str> = match &self.state {
            Some(state) => state.names.iter().map(|name| name.text.as_str()).collect(),
            None => vec!["x"],
        };
        let rest: String = names[1..].iter().map(|name| format!(", {name}")).collect();
        let taken = if names.contains(&"k") { "t" } else { "k" };
        let condition = if condition { format!("where {taken} < 4 ") } else { String::new() };
        format!("move {taken} in 1..{0} {condition}-> ({0} - {taken}{rest})", names[0])
    }

    /// An expression by its number.
    pub fn expr(&self, id: Id) -> &Expr {
        &self.exprs[id as usize]
    }
}

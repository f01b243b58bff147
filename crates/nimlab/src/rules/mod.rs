//! The rule language: games that nobody has built in.
//!
//! A rule text says what a position is and which moves there are, as a paper
//! does; [`compile`] checks it and makes a [`RuleGame`] of it, which every
//! engine of [`crate::solve`] takes. The guide's chapter `docs/rules.md`
//! teaches the language.
//!
//! ```
//! use nimlab::{prelude::*, rules};
//! let game = rules::compile(
//!     "game \"Wythoff\"
//!      state x, y symmetric
//!      move k in 0..x, l in 0..y
//!        where k + l > 0 and (k = 0 or l = 0 or k = l)
//!        -> (x - k, y - l)",
//! ).unwrap();
//! let position = game.read("3,5").unwrap();
//! let answer = game.solve(&position).run().unwrap();
//! assert_eq!(answer.outcome, Outcome::P);
//! ```
//!
//! The pipeline, one file for each stage: tokens, tree (`parse`), checked rules
//! (`check`), code on registers with solved ranges (`program`, `bounds`,
//! `plan`), and the machine that runs the moves of a position (`run`). Rules
//! may come from anybody: size, depth and numbers of things are bounded, all
//! arithmetic is checked, and a position whose moves take too many tries is an
//! error.

mod answers;
mod ast;
mod blocked;
mod bounds;
mod check;
mod dense;
mod diagnostic;
mod difference;
mod expression;
mod failure;
mod game;
mod glance;
mod grid;
mod growing;
mod intervals;
pub(crate) mod ir;
mod layers;
mod listing;
mod lost;
#[cfg(test)]
mod naive;
mod number;
mod parse;
mod plan;
mod program;
mod rays;
mod recognise;
mod run;
mod strike;
mod token;
mod trial;
mod vectors;

pub use ast::ParameterValue;
pub(crate) use ast::{Arith, Cmp};
pub use diagnostic::{Diagnostics, Pointed};
pub use game::RuleGame;
pub use glance::Glance;
pub(crate) use grid::Grid;
pub use trial::Trial;

use diagnostic::{Problem, ProblemKind};
pub(crate) use token::Span;

/// The longest rule text, in bytes.
pub const MAX_SOURCE: usize = 64 << 10;

/// The game of a rule text.
///
/// ```
/// use nimlab::{prelude::*, rules::compile};
/// let game = compile("state n  move k in 1..3 where k <= n -> (n - k)").unwrap();
/// assert_eq!(game.solve(&game.read("20")?).run()?.outcome, Outcome::P);
/// let problems = compile("state n  move k in 1..m -> (n - k)").unwrap_err();
/// assert!(problems.to_string().contains("there is no name 'm'"));
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn compile(source: &str) -> Result<RuleGame, Diagnostics> {
    compile_with(source, &[])
}

/// What is wrong with a rule text, with the places: nothing if it is accepted.
/// Costs a few milliseconds at most, whatever the text is.
///
/// ```
/// let problems = nimlab::rules::problems("state n\nmove k in 1..m -> (n - k)");
/// let found = &problems[0];
/// assert_eq!((found.line, found.column, found.end_line, found.end_column), (2, 14, 2, 15));
/// assert_eq!(found.help.as_deref(), Some("did you mean 'n'?"));
/// assert!(nimlab::rules::problems("state n\nmove k in 1..n -> (n - k)").is_empty());
/// ```
pub fn problems(source: &str) -> Vec<Pointed> {
    compile(source).err().map_or_else(Vec::new, |found| found.problems())
}

/// The game of a rule text with some of its parameters set to other values.
///
/// ```
/// use nimlab::{RuleExt, rules::{self, ParameterValue}};
/// let rules = "state n  param S = {1, 2}  move k in S where k <= n -> (n - k)";
/// let game = rules::compile_with(rules, &[("S".into(), ParameterValue::Set(vec![2, 5]))]).unwrap();
/// assert_eq!(game.option_list(&[6]).unwrap(), [[1], [4]]);
/// ```
pub fn compile_with(source: &str, parameters: &[(String, ParameterValue)]) -> Result<RuleGame, Diagnostics> {
    let shown = |problems| Diagnostics::new(source, problems);
    if source.len() > MAX_SOURCE {
        let kind = ProblemKind::TooMany { what: "bytes", limit: MAX_SOURCE };
        return Err(Diagnostics::new("", vec![Problem { kind, span: Span::default() }]));
    }
    let program = parse::parse(source).map_err(|problem| shown(vec![problem]))?;
    let wrong = check::check_given(&program, parameters);
    if !wrong.is_empty() {
        return Err(Diagnostics::of_parameters(parameters, wrong));
    }
    let rule = check::check(&program, parameters).map_err(shown)?;
    let too_large = || {
        let kind = ProblemKind::TooMany { what: "operations in all moves", limit: program::MAX_STEPS };
        shown(vec![Problem { kind, span: Span::default() }])
    };
    RuleGame::new(source, &rule, parameters).ok_or_else(too_large)
}

/// The checked rules of a text that was accepted.
pub(crate) fn checked(source: &str, parameters: &[(String, ParameterValue)]) -> Option<ir::CheckedRules> {
    check::check(&parse::parse(source).ok()?, parameters).ok()
}

/// That something in a rule text is not linear, and where it stands.
pub(crate) fn not_linear(source: &str, span: Span, what: &'static str) -> Diagnostics {
    Diagnostics::new(source, vec![Problem { kind: ProblemKind::NotLinear { what }, span }])
}

/// That a move clause need not bring the game nearer to its end, and where it stands.
pub(crate) fn endless(source: &str, span: Span, rules: &ir::CheckedRules) -> Diagnostics {
    let stated = !rules.decreasing.is_empty();
    Diagnostics::new(source, vec![Problem { kind: ProblemKind::Endless { stated }, span }])
}

/// Reads the values of parameters as they are written after a game's name:
/// `a=3, S={2,4}`.
///
/// ```
/// use nimlab::rules::{parameters, ParameterValue};
/// let read = parameters("a=3, S={2,4}").unwrap();
/// assert_eq!(read, [("a".into(), ParameterValue::Number(3)), ("S".into(), ParameterValue::Set(vec![2, 4]))]);
/// ```
pub fn parameters(text: &str) -> Result<Vec<(String, ParameterValue)>, Diagnostics> {
    parse::parse_assignments(text).map_err(|problem| Diagnostics::in_parameters(text, vec![problem]))
}

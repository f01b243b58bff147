//! What is said when rules fail while they are played: the position, the move,
//! and the line of the rules.

use super::diagnostic::{Excerpt, TextPlace};
use super::game::{RuleGame, STEPS};
use super::number::Refusal;
use super::run::{MoveFailure, Reason};
use crate::Rule;
use crate::error::Error;
use crate::number::UBig;

impl RuleGame {
    /// The error of rules that fail at a position.
    pub(super) fn fail(&self, component: &[u64], problem: String) -> Error {
        Error::RulesFail { game: self.name(), position: self.written(component.iter().copied()), problem }
    }

    /// Numbers as a position of the game is written.
    fn written(&self, numbers: impl Iterator<Item = u64>) -> String {
        self.shape().as_it_lies(numbers.map(UBig::from).collect()).to_string()
    }

    /// A failure in words, with the line of the rules.
    pub(super) fn failed(&self, component: &[u64], failure: &MoveFailure) -> Error {
        let clause = failure.clause.map(|index| &self.plan().clauses[index]);
        let chosen: Vec<String> = clause
            .map(|clause| clause.names.iter().zip(&failure.variables).map(|(n, v)| format!("{n} = {v}")).collect())
            .unwrap_or_default();
        let chosen = if chosen.is_empty() { String::new() } else { format!(" with {}", chosen.join(", ")) };
        let from_line = clause
            .map(|clause| format!(" of line {}", TextPlace::of(self.source(), clause.span).line))
            .unwrap_or_default();
        let width = self.plan().width;
        let joined = |numbers: &[i64]| numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
        let (span, what) = match &failure.reason {
            Reason::Fault(fault) => {
                let what = match fault.refusal {
                    Refusal::Overflow => "this number is too large for 64 bits",
                    Refusal::DivisionByZero => "this divides by zero",
                    Refusal::NegativeExponent => "this power has a negative exponent",
                };
                (self.plan().code.span(*fault), format!("{what}{chosen}"))
            }
            Reason::Outside { number, target } => {
                let name = &self.state()[target % width];
                let what = if *number < 0 { "negative" } else { "too large for 63 bits" };
                let span = clause.map_or_else(Default::default, |clause| clause.target_spans[*target]);
                (span, format!("the move{chosen} would make {name} {what}: {number}"))
            }
            Reason::NotDecreasing { before, after, to } => (
                self.plan().decreasing_spans[after.len().saturating_sub(1).min(self.plan().decreasing_spans.len() - 1)],
                format!(
                    "the move{from_line}{chosen} to {} does not decrease what `decreasing` says: ({}) becomes ({}{})",
                    self.written(to.iter().map(|x| x.unsigned_abs())),
                    joined(before),
                    joined(after),
                    // The first number that becomes greater decides; no further one is computed.
                    if after.len() < before.len() { ", …" } else { "" }
                ),
            ),
            Reason::NegativeMeasure { number, value } => (
                self.plan().decreasing_spans[*number],
                format!("what `decreasing` says is negative here, {value}, and could decrease forever"),
            ),
            Reason::TooManySteps => (
                clause.map_or_else(Default::default, |clause| clause.span),
                format!("finding the moves takes more than {STEPS} tries{chosen}"),
            ),
        };
        self.fail(component, format!("{what}\n{}", Excerpt { source: self.source(), span }).trim_end().to_owned())
    }
}

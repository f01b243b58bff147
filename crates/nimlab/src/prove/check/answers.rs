//! Where a certificate has answers: what it has the steps of, the statement of the
//! induction about them, and that no plan leads from a set into itself.

use super::machine::{Machine, follows, none, without};
use super::{Base, Checked, Refused, ensure, placed};
use crate::Meter;
use crate::prove::certificate::{Automaton, Certificate, PlanText};
use crate::rules::ir::CheckedRules;

/// The plans whose steps are checked.
pub fn answers(certificate: &Certificate, rules: &CheckedRules, misere: bool) -> Checked<Vec<PlanText>> {
    ensure(!misere && rules.blocked == 0, "answers are not enough under misère play or where options may be blocked")?;
    ensure(certificate.together.is_empty(), "it has answers, and steps for blocked options besides")?;
    Ok(certificate.answers.clone())
}

/// That no position has two values, and that every position outside a set that has no
/// smaller value has an answer.
pub fn check_set(
    domain: &Machine,
    set: &Machine,
    smaller: &[Machine],
    answers: &[Machine],
    left: &[Machine],
    meter: &mut Meter,
) -> Checked<()> {
    let meter = &mut meter.scratch()?;
    let all: Vec<usize> = (0..set.tracks).collect();
    for other in smaller {
        let both = [domain.at(&all), set.at(&all), other.at(&all)];
        ensure(none(&both, set.tracks, meter)?, "a position has two values")?;
    }
    ensure(left.len() == answers.len(), "it has not the positions that are left after every answer")?;
    let mut rest = domain.clone();
    for other in smaller.iter().chain([set]) {
        rest = without(&rest, other, meter)?;
    }
    let mut rest = &rest;
    for (answer, left) in answers.iter().zip(left) {
        let meter = &mut meter.scratch()?;
        let lost = without(&without(rest, answer, meter)?, left, meter)?;
        ensure(lost.is_empty(), "a position without an answer is not left")?;
        rest = left;
    }
    ensure(none(&[rest.at(&all)], set.tracks, meter)?, "a position outside a set has no move into it")
}

impl Base<'_> {
    /// That a plan leads from no position of a set into it: the steps of the plan end in
    /// a fact that nothing satisfies.
    pub(super) fn check_contradiction(
        &self,
        plan: &PlanText,
        results: &[Automaton],
        set: &Machine,
        domain: &Machine,
        meter: &mut Meter,
    ) -> Checked<()> {
        ensure(results.len() == plan.steps.len(), "it has not the fact of every step")?;
        let meter = &mut meter.scratch()?;
        let constants = self.constants(plan)?;
        let position: Vec<u32> = (0..set.tracks as u32).collect();
        let read = plan.steps.iter().zip(results);
        let digits = self.numbers.digits();
        let read = read.map(|((_, _, names), text)| Machine::read(text, names.len(), digits, meter));
        let made = read.collect::<Checked<Vec<_>>>()?;
        let mut facts = self.leaves(plan, &constants, set)?;
        facts.extend([(set, position.clone()), (domain, position)]);
        let sorted = facts.len() - 1;
        for ((_, uses, names), result) in plan.steps.iter().zip(&made) {
            ensure(!uses.is_empty(), "a step uses no fact")?;
            let mut taken = Vec::new();
            for &index in uses {
                taken.push(facts.get(index).ok_or_else(|| Refused::new("a step uses a fact that is not there"))?);
            }
            // The tracks: what is kept, then what is forgotten.
            let mut order = names.clone();
            for name in taken.iter().flat_map(|(_, names)| names) {
                if !order.contains(name) {
                    order.push(*name);
                }
            }
            let mut parts = placed(&order, taken.iter().map(|(machine, names)| (*machine, &names[..])))?;
            // Earlier facts were derived from numbers.
            let derived = |name: &u32| uses.iter().any(|&index| index > sorted && facts[index].1.contains(name));
            parts
                .extend((0..order.len()).filter(|&track| !derived(&order[track])).map(|track| self.valid.at(&[track])));
            let so = follows(&parts, order.len(), result, meter)?;
            ensure(so, "a fact does not follow from the others")?;
            facts.push((result, names.clone()));
        }
        let Some((last, names)) = facts.last().filter(|_| !plan.steps.is_empty()) else {
            return Err(Refused::new("a plan has no contradiction"));
        };
        let all: Vec<usize> = (0..names.len()).collect();
        ensure(none(&[last.at(&all)], names.len(), meter)?, "a move leads from a set into itself")
    }
}

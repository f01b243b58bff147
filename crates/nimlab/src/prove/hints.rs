//! What a short certificate leaves out: the automata of the steps, and where options
//! may be blocked the steps of several plans together. They are computed again here, and
//! the checker does not believe them either.

use super::answers;
use super::blocking::together;
use super::certificate::{Automaton, Certificate, PlanText, SetText, results, steps_text};
use super::evaluate::{Leaves, Step};
use super::plan::{Leaf, Plan};
use crate::automata::{Arithmetic, Numbers, Relation};
use crate::error::Result;
use crate::rules::ir::CheckedRules;
use crate::{Budget, Meter};
use std::sync::Arc;

impl Certificate {
    /// The certificate without what can be computed again.
    ///
    /// ```
    /// use nimlab::prove::{Found, Goal, Subject, prove};
    /// let goal = Goal { play: nimlab::Play::Normal, value: 0, system: None, states: 1000 };
    /// let subject = Subject::named("wythoff", None)?;
    /// let Found::Proved(proved) = prove(&subject, &goal, nimlab::Budget::default(), &mut |_| {})? else { panic!() };
    /// let (theorem, certificate) = *proved;
    /// assert!(certificate.short().to_json().len() < certificate.to_json().len());
    /// assert_eq!(certificate.short().complete(nimlab::Budget::default())?, certificate);
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn short(&self) -> Certificate {
        let sets = self.sets.iter().map(|set| SetText {
            reached: Vec::new(),
            left: Vec::new(),
            inside: Vec::new(),
            ..set.clone()
        });
        let mut plans = self.plans.clone();
        if !self.answers.is_empty() {
            plans.iter_mut().for_each(|plan| plan.steps.clear());
        }
        Certificate { plans, sets: sets.collect(), together: Vec::new(), moves: Vec::new(), ..self.clone() }
    }

    /// The rules of the text, if it can be read.
    pub(super) fn checked_rules(&self) -> Option<CheckedRules> {
        let parameters = match self.parameters.as_str() {
            "" => Vec::new(),
            text => crate::rules::parameters(text).ok()?,
        };
        crate::rules::checked(&self.rules, &parameters)
    }

    /// The certificate with what a short one leaves out. What cannot be computed stays
    /// missing, and the checker says so.
    pub fn complete(&self, budget: Budget) -> Result<Certificate> {
        let misere = self.play == "misere";
        let missing = self.sets.iter().any(|set| set.reached.is_empty()) || (misere && self.moves.is_empty());
        let answered = !self.answers.is_empty();
        let evaluated = if answered { &self.answers } else { &self.plans };
        let Some(plans) = evaluated.iter().map(plan).collect::<Option<Vec<Plan>>>().filter(|_| missing) else {
            return Ok(self.clone());
        };
        let Ok(numbers) = Numbers::named(&self.system) else { return Ok(self.clone()) };
        let mut meter = budget.meter("the steps of a short certificate");
        let digits = numbers.digits();
        let mut leaves = Leaves::new(Arithmetic::of(numbers, &mut meter)?);
        let mut whole = self.clone();
        let Some(width) = self.plans.first().map(|plan| plan.option.len()) else { return Ok(whole) };
        let Some(rules) = self.checked_rules() else { return Ok(whole) };
        if plans.iter().any(|plan| plan.option.len() != width || rules.width() != width) {
            return Ok(whole);
        }
        let Some(all) = self.plans.iter().map(plan).collect::<Option<Vec<Plan>>>() else { return Ok(whole) };
        let plans = if answered { plans } else { together(&plans, width, rules.blocked)? };
        let domain = leaves.domain(width, rules.sorted(), &mut meter)?;
        let mut smaller = Vec::new();
        for set in &mut whole.sets {
            let Some(positions) = set.positions.relation(width, digits).map(Arc::new) else { return Ok(self.clone()) };
            smaller.push(positions.clone());
            if !set.reached.is_empty() {
                continue;
            }
            let made = steps(&plans, &positions, width, &mut leaves, &mut meter)?;
            set.reached = results(&made);
            if answered {
                let (_, below) = smaller.split_last().unwrap_or((&positions, &[]));
                let left = answers::left(&domain, &positions, below, &made, &mut meter)?;
                set.left = left.iter().map(Automaton::from).collect();
                let facts = all
                    .iter()
                    .map(|plan| answers::facts_inside(&mut leaves, plan, &positions, &domain, &mut meter))
                    .collect::<Result<Vec<_>>>()?;
                set.inside = results(&facts);
                // The steps are the same for every set.
                for (plan, facts) in whole.plans.iter_mut().zip(&facts).filter(|(plan, _)| plan.steps.is_empty()) {
                    plan.steps = steps_text(facts);
                }
            }
            if rules.blocked > 0 && whole.together.is_empty() {
                whole.together = made.iter().map(|steps| steps_text(steps)).collect();
            }
        }
        if misere && whole.moves.is_empty() {
            let all = Arc::new(leaves.arithmetic.all(width, &mut meter)?);
            whole.moves = results(&steps(&plans, &all, width, &mut leaves, &mut meter)?);
        }
        Ok(whole)
    }
}

fn steps(
    plans: &[Plan],
    set: &Arc<Relation>,
    width: usize,
    leaves: &mut Leaves,
    meter: &mut Meter,
) -> Result<Vec<Vec<Step>>> {
    plans.iter().map(|plan| leaves.evaluate(plan, set, width, meter)).collect()
}

/// A plan of a certificate, as far as its steps need it; `None` if it cannot be read.
pub(super) fn plan(text: &PlanText) -> Option<Plan> {
    let count = text.names.len();
    let leaf = |(word, parameter, names): &(String, u64, Vec<u32>)| {
        let (leaf, tracks) = match word.as_str() {
            "sum" => (Leaf::Sum, 3),
            "at-most" => (Leaf::AtMost, 2),
            "less" => (Leaf::Less, 2),
            "equal" => (Leaf::Equal, 2),
            "constant" => (Leaf::Constant(*parameter), 1),
            "multiple" if *parameter > 0 => (Leaf::Multiple(*parameter), 1),
            "set" => (Leaf::Set, text.option.len()),
            _ => return None,
        };
        let known = names.len() == tracks && names.iter().all(|&name| (name as usize) < count);
        known.then(|| (leaf, names.clone()))
    };
    let leaves = text.leaves.iter().map(leaf).collect::<Option<Vec<_>>>()?;
    let (names, option) = (vec![Default::default(); count], text.option.clone());
    let plan = Plan { clause: text.clause, names, variables: Vec::new(), option, leaves };
    let spoken = |name: u32| plan.leaves.iter().any(|(_, names)| names.contains(&name));
    let known = text.option.len() <= count && text.option.iter().all(|&name| (name as usize) < count);
    (known && (text.option.len() as u32..count as u32).all(spoken)).then_some(plan)
}

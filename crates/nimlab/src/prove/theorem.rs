//! The proof: whether a guess is the set of positions of a value.

use super::answers;
use super::blocking::together;
use super::evaluate::{Leaves, Step};
use super::options::Way;
use super::plan::{Plan, plans};
use super::translate::LinearRules;
use crate::automata::{Arithmetic, Letter, Relation};
use crate::error::Result;
use crate::{Meter, Play};
use std::sync::Arc;

/// The rules of a game as plans in a numeration system.
pub struct Setting {
    pub leaves: Leaves,
    width: usize,
    pub plans: Vec<Plan>,
    /// What is evaluated: the plans, or where options may be blocked, all ways to
    /// have more options in a set than can be blocked.
    pub together: Vec<Plan>,
    /// The positions: the sorted numbers ascending.
    pub domain: Relation,
    /// Under misère play: the steps of each plan to any position.
    pub moves: Vec<Vec<Step>>,
    /// The plans, read digit by digit, once they are needed.
    ways: Vec<Way>,
    rules: LinearRules,
    /// Where ways to move are too large: those that answer every position that is
    /// won. The first set of positions decides which.
    pub answers: Option<Vec<Plan>>,
    /// For each set that was proved by answers: the positions that are left after each.
    pub left: Vec<Vec<Relation>>,
    /// And for each plan, why it leads from no position of the set into the set.
    pub inside: Vec<Vec<Vec<Step>>>,
}

/// The most positions that are named where a proof fails.
const FAILURES: usize = 500;

/// The most options by one way that are named.
const OPTIONS: usize = 20;

/// The result of a proof.
#[derive(Debug)]
pub enum Tried {
    /// It holds: the steps of each plan, or of each answer.
    Holds(Vec<Vec<Step>>),
    /// Some positions where it fails, the shortest words first.
    Fails(Vec<Vec<Letter>>),
}

/// From this many piles on ways to move may be too large.
const MANY_PILES: usize = 3;

impl Setting {
    pub fn new(rules: &LinearRules, arithmetic: Arithmetic, play: Play, meter: &mut Meter) -> Result<Self> {
        let width = rules.width;
        let mut all = Vec::new();
        for way in &rules.moves {
            for plan in plans(way, width, rules.sorted)? {
                if !all.contains(&plan) {
                    all.push(plan);
                }
            }
        }
        let together = together(&all, width, rules.blocked)?;
        let mut leaves = Leaves::new(arithmetic);
        let domain = leaves.domain(width, rules.sorted, meter)?;
        let everything = Arc::new(leaves.arithmetic.all(width, meter)?);
        let mut moves = Vec::new();
        if play == Play::Misere {
            for plan in &all {
                moves.push(leaves.evaluate(plan, &everything, width, meter)?);
            }
        }
        let (rules, answers, left, inside) = (rules.clone(), None, Vec::new(), Vec::new());
        Ok(Self { leaves, width, plans: all, together, domain, moves, ways: Vec::new(), rules, answers, left, inside })
    }

    /// Words of options of a position that lie in a set.
    pub fn options_in(&mut self, set: &Arc<Relation>, word: &[Letter], meter: &mut Meter) -> Result<Vec<Vec<Letter>>> {
        if self.ways.is_empty() {
            for plan in &self.plans {
                self.ways.push(Way::of(plan, self.width, &mut self.leaves, meter)?);
            }
        }
        let mut found = Vec::new();
        for way in &self.ways {
            found.extend(way.options_in(set, word, OPTIONS, meter)?);
        }
        Ok(found)
    }

    /// Whether a set is that of the positions of value g, those of smaller values
    /// being known; under misère play and where options may be blocked, that of the
    /// P-positions.
    ///
    /// The positions of a set must have no move into it, or no more than can be blocked,
    /// and every other position of no smaller value must have one (or more than can be
    /// blocked). The first is asked way by way. For the second, the positions that each
    /// way leaves out are computed, and these sets are walked together: most branches end
    /// where one of them is empty.
    pub fn try_set(&mut self, set: &Arc<Relation>, smaller: &[Arc<Relation>], meter: &mut Meter) -> Result<Tried> {
        for lower in smaller {
            let both = Relation::shortest_few(&[&self.domain, set, lower], &[], FAILURES, meter)?;
            if !both.is_empty() {
                return Ok(Tried::Fails(both));
            }
        }
        if let Some(answers) = self.answers.clone() {
            return self.try_answers(&answers, set, smaller, meter);
        }
        let may_be_large = self.width >= MANY_PILES && self.rules.blocked == 0 && self.moves.is_empty();
        let (mut steps, mut large) = (Vec::new(), Vec::new());
        let mut without = vec![Relation::all_and_none(&[&self.domain], &[set], meter)?];
        for (index, plan) in self.together.iter().enumerate() {
            let done = match may_be_large {
                true => answers::evaluated(&mut self.leaves, plan, set, self.width, answers::ROOM, meter)?,
                false => Some(self.leaves.evaluate(plan, set, self.width, meter)?),
            };
            let Some(done) = done else {
                large.push(index);
                continue;
            };
            let into = last(&done);
            let inside = Relation::shortest_few(&[&self.domain, set, into], &[], FAILURES, meter)?;
            if !inside.is_empty() {
                return Ok(Tried::Fails(inside));
            }
            // A way that leads there from nowhere leaves everything out, and need not be walked.
            if into.states() > 0 && (into.accepts(0) || into.row(0).next().is_some()) {
                without.push(Relation::all_and_none(&[&self.domain], &[into], meter)?);
            }
            steps.push(done);
        }
        if !large.is_empty() {
            return self.find_answers(&large, steps, set, smaller, meter);
        }
        without.sort_by_key(Relation::states);
        let gaps: Vec<&Relation> = without.iter().collect();
        let smaller: Vec<&Relation> = smaller.iter().map(|lower| &**lower).collect();
        if self.moves.is_empty() {
            let gap = Relation::shortest_few(&gaps, &smaller, FAILURES, meter)?;
            return Ok(if gap.is_empty() { Tried::Holds(steps) } else { Tried::Fails(gap) });
        }
        // Misère play: a position without moves is won, and lies in no set.
        let from: Vec<&Relation> = self.moves.iter().map(|done| last(done)).collect();
        for some in &from {
            let all: Vec<&Relation> = gaps.iter().chain([some]).copied().collect();
            if let Some(word) = Relation::shortest(&all, &[], meter)? {
                return Ok(Tried::Fails(vec![word]));
            }
        }
        let end = Relation::shortest(&[&self.domain, set], &from, meter)?;
        Ok(end.map_or(Tried::Holds(steps), |word| Tried::Fails(vec![word])))
    }

    /// The same where some plans are too large, the others having these steps.
    fn find_answers(
        &mut self,
        large: &[usize],
        steps: Vec<Vec<Step>>,
        set: &Arc<Relation>,
        smaller: &[Arc<Relation>],
        meter: &mut Meter,
    ) -> Result<Tried> {
        let Some(inside) = self.contradictions(set, meter)? else { return Ok(Tried::Fails(Vec::new())) };
        let (mut exact, mut ways) = (Vec::new(), Vec::new());
        let mut steps = steps.into_iter();
        for (index, plan) in self.plans.iter().enumerate() {
            if large.contains(&index) {
                for way in &self.rules.moves {
                    if !ways.contains(&way) && plans(way, self.width, self.rules.sorted)?.contains(plan) {
                        ways.push(way);
                    }
                }
            } else if let Some(steps) = steps.next() {
                exact.push((plan.clone(), steps));
            }
        }
        let domain = (&self.domain, self.rules.sorted);
        let found = answers::chosen(&mut self.leaves, exact, &ways, set, smaller, domain, meter)?;
        let Some(found) = found else { return Ok(Tried::Fails(Vec::new())) };
        let (chosen, steps): (Vec<Plan>, Vec<Vec<Step>>) = found.into_iter().unzip();
        self.answered(chosen, steps, inside, (set, smaller), meter)
    }

    /// Why no plan leads from a position of a set into the set, if that is so.
    fn contradictions(&mut self, set: &Arc<Relation>, meter: &mut Meter) -> Result<Option<Vec<Vec<Step>>>> {
        let mut all = Vec::new();
        for plan in &self.plans {
            let facts = answers::facts_inside(&mut self.leaves, plan, set, &self.domain, meter)?;
            if !last(&facts).is_empty() {
                return Ok(None);
            }
            all.push(facts);
        }
        Ok(Some(all))
    }

    /// The same by answers that are known.
    fn try_answers(
        &mut self,
        answers: &[Plan],
        set: &Arc<Relation>,
        smaller: &[Arc<Relation>],
        meter: &mut Meter,
    ) -> Result<Tried> {
        let Some(inside) = self.contradictions(set, meter)? else { return Ok(Tried::Fails(Vec::new())) };
        let steps = answers.iter().map(|plan| self.leaves.evaluate(plan, set, self.width, meter));
        let steps = steps.collect::<Result<Vec<_>>>()?;
        self.answered(answers.to_vec(), steps, inside, (set, smaller), meter)
    }

    fn answered(
        &mut self,
        answers: Vec<Plan>,
        steps: Vec<Vec<Step>>,
        inside: Vec<Vec<Step>>,
        (set, smaller): (&Arc<Relation>, &[Arc<Relation>]),
        meter: &mut Meter,
    ) -> Result<Tried> {
        let left = answers::left(&self.domain, set, smaller, &steps, meter)?;
        if !left.last().is_some_and(Relation::is_empty) {
            return Ok(Tried::Fails(Vec::new()));
        }
        self.left.push(left);
        self.inside.push(inside);
        self.answers = Some(answers);
        Ok(Tried::Holds(steps))
    }
}

/// The result of the last step.
pub(super) fn last(steps: &[Step]) -> &Relation {
    match steps.last() {
        Some(step) => &step.result.relation,
        None => unreachable!("a plan has a last step"),
    }
}

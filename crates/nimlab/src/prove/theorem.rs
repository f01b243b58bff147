//! The proof: whether a guess is the set of positions of a value.

use super::blocking::together;
use super::evaluate::{Leaves, Step};
use super::plan::{Leaf, Plan, plans};
use super::translate::LinearRules;
use crate::automata::{Arithmetic, Letter, Name, Named, Relation};
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
}

/// What came of a proof.
#[derive(Debug)]
pub enum Tried {
    /// It holds: the steps of each plan.
    Holds(Vec<Vec<Step>>),
    /// A position where it fails.
    #[allow(dead_code)]
    Fails(Vec<Letter>),
}

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
        let names: Vec<Name> = (0..width as Name).collect();
        let everything = Arc::new(leaves.arithmetic.all(width, meter)?);
        let mut domain = Named::new(&everything, &names, meter)?;
        for name in 1..rules.sorted as Name {
            let at_most = leaves.relation(Leaf::AtMost, meter)?;
            domain = domain.and(&Named::new(&at_most, &[name - 1, name], meter)?, meter)?;
        }
        let domain = domain.in_order(&names);
        let mut moves = Vec::new();
        if play == Play::Misere {
            for plan in &all {
                moves.push(leaves.evaluate(plan, &everything, width, meter)?);
            }
        }
        Ok(Self { leaves, width, plans: all, together, domain, moves })
    }

    /// Whether a set is that of the positions of value g, those of smaller values
    /// being known; under misère play and where options may be blocked, that of the
    /// P-positions.
    ///
    /// The positions of a set must have no move into it, or no more than can be
    /// blocked, and every other position
    /// of no smaller value must have one. The first is asked move by move. For
    /// the second, what each way to move leaves out is computed, and these sets
    /// are walked together: most branches end where one of them is empty.
    pub fn try_set(&mut self, set: &Arc<Relation>, smaller: &[Arc<Relation>], meter: &mut Meter) -> Result<Tried> {
        for lower in smaller {
            if let Some(word) = Relation::shortest(&[&self.domain, set, lower], &[], meter)? {
                return Ok(Tried::Fails(word));
            }
        }
        let mut steps = Vec::new();
        let mut without = vec![Relation::all_and_none(&[&self.domain], &[set], meter)?];
        for plan in &self.together {
            let done = self.leaves.evaluate(plan, set, self.width, meter)?;
            let into = last(&done);
            if let Some(word) = Relation::shortest(&[&self.domain, set, into], &[], meter)? {
                return Ok(Tried::Fails(word));
            }
            // What leads there from nowhere leaves nothing out.
            if into.states() > 0 && (into.accepts(0) || into.row(0).next().is_some()) {
                without.push(Relation::all_and_none(&[&self.domain], &[into], meter)?);
            }
            steps.push(done);
        }
        without.sort_by_key(Relation::states);
        let gaps: Vec<&Relation> = without.iter().collect();
        let smaller: Vec<&Relation> = smaller.iter().map(|lower| &**lower).collect();
        if self.moves.is_empty() {
            let gap = Relation::shortest(&gaps, &smaller, meter)?;
            return Ok(gap.map_or(Tried::Holds(steps), Tried::Fails));
        }
        // Misère play: a position without moves is won, and lies in no set.
        let from: Vec<&Relation> = self.moves.iter().map(|done| last(done)).collect();
        for some in &from {
            let all: Vec<&Relation> = gaps.iter().chain([some]).copied().collect();
            if let Some(word) = Relation::shortest(&all, &[], meter)? {
                return Ok(Tried::Fails(word));
            }
        }
        let end = Relation::shortest(&[&self.domain, set], &from, meter)?;
        Ok(end.map_or(Tried::Holds(steps), Tried::Fails))
    }
}

/// What comes of the last step.
fn last(steps: &[Step]) -> &Relation {
    match steps.last() {
        Some(step) => &step.result.relation,
        None => unreachable!("a plan has a last step"),
    }
}

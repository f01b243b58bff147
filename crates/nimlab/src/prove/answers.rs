//! A proof by answers: where the positions with a move into a set are too many to be
//! computed exactly, it is enough to know some of them.
//!
//! That Z is the set of P-positions says two things. *No position of Z has a move into
//! Z*: this is asked of all ways to move, but nothing has to be projected away: both
//! positions and all numbers in between are read side by side, and a contradiction is
//! derived. *Every other position has one*: for this any choice of moves will do that
//! leaves no position without an answer. The ways to move that can be computed exactly
//! are such answers; and of a way that is too large, those moves that take everything, or
//! lead to numbers in one order, or besides meet one of its conditions with equality.
//! Such a move is as a rule determined by the position, so that its automaton is small.

use super::evaluate::{Leaves, Step};
use super::linear::{Literal, Overflow};
use super::plan::{Leaf, Plan, plans};
use super::theorem::last;
use super::translate::Move;
use crate::automata::{Name, Named, Relation};
use crate::error::{Error, Result};
use crate::{Limit, Meter};
use std::sync::Arc;

/// The memory that one way to move may take before it counts as too large.
pub const ROOM: u64 = 128 << 20;

/// And a part of one that is too large: only small parts are of use.
const PART: u64 = 48 << 20;

/// So many positions that are left decide which answer is next.
const WORDS: usize = 200;

/// A way to move with its steps into a set.
pub type Answer = (Plan, Vec<Step>);

/// The steps of a plan; `None` if they are too large.
pub fn evaluated(
    leaves: &mut Leaves,
    plan: &Plan,
    set: &Arc<Relation>,
    width: usize,
    room: u64,
    meter: &mut Meter,
) -> Result<Option<Vec<Step>>> {
    let mut part = meter.part(room);
    match leaves.evaluate(plan, set, width, &mut part) {
        Ok(steps) => {
            meter.take(part.taken())?;
            Ok(Some(steps))
        }
        Err(Error::OverBudget { limit: Limit::Room { .. }, .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Why a plan leads from no position of a set into the set: facts about its names, each
/// following from earlier ones, the last of which nothing satisfies if it is so.
///
/// The first facts are the relations of the plan, then that the position lies in the
/// set and that it is sorted. A fact that follows is what is left of several facts, all
/// of them holding, if some names are forgotten. First comes the pair: both positions
/// are in the set, which leaves few columns. Every other name is determined by the pair;
/// and one condition after the other, those of few names first, says which pairs are
/// left. The names that it speaks of are determined anew from these, for the fewer pairs
/// there are, the smaller the automata. The steps depend on the plan only, and not on the
/// set.
pub fn facts_inside(
    leaves: &mut Leaves,
    plan: &Plan,
    set: &Arc<Relation>,
    domain: &Relation,
    meter: &mut Meter,
) -> Result<Vec<Step>> {
    let position: Vec<Name> = (0..domain.tracks() as Name).collect();
    let mut facts = KnownFacts { all: Vec::new(), steps: Vec::new() };
    for (leaf, names) in &plan.leaves {
        let relation = if *leaf == Leaf::Set { set.clone() } else { leaves.relation(*leaf, meter)? };
        facts.all.push(Named::new(&relation, names, meter)?);
    }
    let inside = plan.leaves.iter().position(|(leaf, _)| *leaf == Leaf::Set).unwrap_or(0);
    facts.all.push(Named::new(set, &position, meter)?);
    facts.all.push(Named::new(&Arc::new(domain.clone()), &position, meter)?);
    let first = plan.leaves.len();
    let mut pair: Vec<Name> = position.iter().chain(&plan.option).copied().collect();
    pair.sort_unstable();
    pair.dedup();
    let mut left = facts.follows(&[first, first + 1, inside], &pair, meter)?;
    for condition in conditions(plan, inside, &pair) {
        // For each name that is determined: the fact that says what it is.
        let mut known: Vec<(Name, usize)> = Vec::new();
        for (name, leaf) in condition.determined {
            let kept: Vec<Name> = pair.iter().copied().chain([name]).collect();
            let fact = facts.follows(&about(plan, leaf, &known, left), &kept, meter)?;
            known.push((name, fact));
        }
        let uses = match condition.leaf {
            Some(leaf) => about(plan, leaf, &known, left),
            None => known.last().map_or_else(Vec::new, |&(_, fact)| vec![fact]),
        };
        left = facts.follows(&uses, &pair, meter)?;
    }
    facts.follows(&[left], &position, meter)?;
    Ok(facts.steps)
}

/// What is asked of a pair.
struct Determined {
    /// The names that the pair determines first, each by a leaf.
    determined: Vec<(Name, usize)>,
    /// What must hold of them; none if it is enough that they are there.
    leaf: Option<usize>,
}

/// The conditions of a plan on the pair of these names, those of few names first. What is
/// said of a name that is not determined is left out: the rest may do.
fn conditions(plan: &Plan, inside: usize, pair: &[Name]) -> Vec<Determined> {
    // Each name with the leaf that determines it from the pair and those before it.
    let mut determined: Vec<(Name, usize)> = Vec::new();
    let unknown = |leaf: usize, determined: &[(Name, usize)]| -> Vec<Name> {
        let is_known = |name: &Name| pair.contains(name) || determined.iter().any(|(other, _)| other == name);
        let mut unknown: Vec<Name> = plan.leaves[leaf].1.iter().copied().filter(|name| !is_known(name)).collect();
        unknown.sort_unstable();
        unknown.dedup();
        unknown
    };
    loop {
        let defines = |leaf: &usize| {
            let exact = matches!(plan.leaves[*leaf].0, Leaf::Sum | Leaf::Equal | Leaf::Constant(_));
            exact && unknown(*leaf, &determined).len() == 1
        };
        let Some(leaf) = (0..plan.leaves.len()).find(defines) else { break };
        determined.push((unknown(leaf, &determined)[0], leaf));
    }
    // Those that a leaf needs, in their order.
    let needed = |leaf: usize| {
        let mut wanted: Vec<usize> = vec![leaf];
        let mut needed: Vec<(Name, usize)> = Vec::new();
        for &(name, by) in determined.iter().rev() {
            if by != leaf && wanted.iter().any(|&leaf| plan.leaves[leaf].1.contains(&name)) {
                wanted.push(by);
                needed.insert(0, (name, by));
            }
        }
        needed
    };
    let mut all = Vec::new();
    for leaf in (0..plan.leaves.len()).filter(|&leaf| leaf != inside) {
        match determined.iter().find(|(_, by)| *by == leaf) {
            // A sum is always there, and a difference is not.
            Some(&(name, _)) => {
                let is_there = plan.leaves[leaf].0 == Leaf::Sum && plan.leaves[leaf].1[2] == name;
                if !is_there {
                    let determined = needed(leaf).into_iter().chain([(name, leaf)]).collect();
                    all.push(Determined { determined, leaf: None });
                }
            }
            None if unknown(leaf, &determined).is_empty() => {
                all.push(Determined { determined: needed(leaf), leaf: Some(leaf) });
            }
            None => {}
        }
    }
    all.sort_by_key(|condition| condition.determined.len());
    all
}

/// The facts that are needed to say what a leaf says of the pairs that are left.
fn about(plan: &Plan, leaf: usize, known: &[(Name, usize)], left: usize) -> Vec<usize> {
    let names = &plan.leaves[leaf].1;
    let mut uses: Vec<usize> = known.iter().filter(|(name, _)| names.contains(name)).map(|known| known.1).collect();
    if uses.is_empty() {
        uses.push(left);
    }
    uses.push(leaf);
    uses
}

/// Facts about the names of a plan.
struct KnownFacts {
    all: Vec<Named>,
    /// Those that follow from others, and how.
    steps: Vec<Step>,
}

impl KnownFacts {
    /// What follows from facts about these names.
    fn follows(&mut self, uses: &[usize], names: &[Name], meter: &mut Meter) -> Result<usize> {
        let mut joined = self.all[uses[0]].clone();
        for &fact in &uses[1..] {
            joined = joined.and(&self.all[fact], meter)?;
        }
        for name in joined.names.clone() {
            if !names.contains(&name) {
                joined = joined.there_is(name, meter)?;
            }
        }
        let result = joined.ascending();
        self.steps.push(Step { name: None, uses: uses.to_vec(), result: result.clone() });
        self.all.push(result);
        Ok(self.all.len() - 1)
    }
}

/// Parts of a way to move that may be small: its moves that take everything, then for
/// each order of the option's numbers those that lead to such an order, all of them and
/// those that meet a condition on several variables with equality.
pub fn narrowed(way: &Move, width: usize, sorted: usize) -> std::result::Result<Vec<Move>, Overflow> {
    let variables = |literal: &Literal| literal.form().terms.iter().filter(|term| term.0 as usize >= width).count();
    let mut tight: Vec<&Literal> = way
        .conditions
        .iter()
        .filter(|literal| matches!(literal, Literal::AtLeast(_)) && variables(literal) > 1)
        .collect();
    tight.sort_by_key(|literal| std::cmp::Reverse(variables(literal)));
    let nothing = way.option.iter().map(|number| Literal::Zero(number.clone())).collect();
    let equal = tight.into_iter().map(|literal| vec![Literal::Zero(literal.form().clone())]);
    let mut more: Vec<Vec<Literal>> = vec![nothing];
    for meets in std::iter::once(Vec::new()).chain(equal) {
        for order in orders(sorted) {
            let mut all = meets.clone();
            for pair in order.windows(2) {
                all.push(Literal::AtLeast(way.option[pair[1]].minus(&way.option[pair[0]])?));
            }
            more.push(all);
        }
    }
    let made = more.into_iter().map(|more: Vec<Literal>| {
        let conditions = way.conditions.iter().cloned().chain(more).collect();
        Move { conditions, ..way.clone() }
    });
    Ok(made.collect())
}

/// The orders of so many numbers.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let mut orders = vec![Vec::new()];
    for _ in 0..count {
        let longer = orders.iter().flat_map(|order: &Vec<usize>| {
            (0..count)
                .filter(|next| !order.contains(next))
                .map(move |next| order.iter().copied().chain([next]).collect())
        });
        orders = longer.collect();
    }
    orders
}

/// Answers for all positions outside a set and the smaller ones, of the exact ways and
/// of parts of those that are too large: next is always the one that answers the most
/// of the shortest positions that are left. `None` if positions are left in the end.
pub fn chosen(
    leaves: &mut Leaves,
    exact: Vec<Answer>,
    large: &[&Move],
    set: &Arc<Relation>,
    smaller: &[Arc<Relation>],
    (domain, sorted): (&Relation, usize),
    meter: &mut Meter,
) -> Result<Option<Vec<Answer>>> {
    let width = domain.tracks();
    let mut found = exact;
    for way in large {
        for part in narrowed(way, width, sorted)? {
            for plan in plans(&part, width, sorted)? {
                if found.iter().any(|(other, _)| *other == plan) {
                    continue;
                }
                if let Some(steps) = evaluated(leaves, &plan, set, width, PART, meter)? {
                    found.push((plan, steps));
                }
            }
        }
    }
    let mut gap = outside(domain, set, smaller, meter)?;
    let mut kept: Vec<Answer> = Vec::new();
    loop {
        let words = Relation::shortest_few(&[&gap], &[], WORDS, meter)?;
        if words.is_empty() {
            return Ok(Some(kept));
        }
        let answered =
            |(_, steps): &Answer| words.iter().filter(|word| last(steps).holds(word.iter().copied())).count();
        let best = (0..found.len())
            .max_by_key(|&place| (answered(&found[place]), std::cmp::Reverse(last(&found[place].1).states())));
        let Some(best) = best.filter(|&place| answered(&found[place]) > 0) else { return Ok(None) };
        let answer = found.swap_remove(best);
        gap = Relation::all_and_none(&[&gap], &[last(&answer.1)], meter)?;
        kept.push(answer);
    }
}

/// The positions that are left after each answer; in the end none, if every position is
/// answered.
pub fn left(
    domain: &Relation,
    set: &Arc<Relation>,
    smaller: &[Arc<Relation>],
    answers: &[Vec<Step>],
    meter: &mut Meter,
) -> Result<Vec<Relation>> {
    let mut gap = outside(domain, set, smaller, meter)?;
    let mut all = Vec::new();
    for steps in answers {
        gap = Relation::all_and_none(&[&gap], &[last(steps)], meter)?;
        all.push(gap.clone());
    }
    Ok(all)
}

fn outside(domain: &Relation, set: &Arc<Relation>, smaller: &[Arc<Relation>], meter: &mut Meter) -> Result<Relation> {
    let sets: Vec<&Relation> = smaller.iter().chain([set]).map(|set| &**set).collect();
    Relation::all_and_none(&[domain], &sets, meter)
}

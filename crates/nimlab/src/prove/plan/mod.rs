//! How one way to move becomes a relation: names for all numbers that are
//! needed, and simple relations between them, each of two or three names.
//!
//! A plan must keep automata small, so that few numbers are read at a time. What
//! decides is which numbers are given names. The option's numbers can stand for
//! the variables of the move, or beside them. And a condition such as
//! x − x′ = y − y′ can be said through k = x − x′ or through the difference
//! d = x − y, which the position and the option share; only the second lets the
//! option's numbers go one at a time. We try all choices and take the one whose elimination
//! reads the fewest numbers at a time. A difference has two signs, so that a plan may
//! become several, one for each case.

mod builder;
mod draft;

use super::linear::{Form, Overflow};
use super::translate::Move;
use crate::automata::Name;
use builder::{build, choices};
use draft::drafts;

/// A simple relation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Leaf {
    /// x + y = z.
    Sum,
    /// x ≤ y.
    AtMost,
    /// x < y.
    Less,
    /// x = y.
    Equal,
    /// x = c.
    Constant(u64),
    /// x is a multiple of m.
    Multiple(u64),
    /// The option lies in the set of positions in question.
    Set,
}

/// One way to move, as simple relations between names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// The clause of the rules that it comes from.
    pub clause: usize,
    /// What each name stands for: a form of the position's numbers and the
    /// variables of the move. The position's numbers are the first names.
    pub names: Vec<Form>,
    /// Each variable of the move as a form of names.
    pub variables: Vec<Form>,
    /// The names of the option's numbers.
    pub option: Vec<Name>,
    /// What must hold, all of it.
    pub leaves: Vec<(Leaf, Vec<Name>)>,
}

/// The plans of a way to move: together they say the same.
pub fn plans(way: &Move, width: usize, sorted: usize) -> Result<Vec<Plan>, Overflow> {
    let mut found = Vec::new();
    for draft in drafts(way, width)? {
        let mut best: Option<(u64, Vec<Plan>)> = None;
        for choice in choices(&draft) {
            for differences in [false, true] {
                if let Some(plans) = build(way, &draft, &choice, differences, width, sorted)? {
                    let cost = plans.iter().map(|plan| plan.cost(width)).fold(0u64, u64::saturating_add);
                    if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                        best = Some((cost, plans));
                    }
                }
            }
        }
        found.extend(best.map(|(_, plans)| plans).unwrap_or_default());
    }
    found.dedup();
    Ok(found)
}

impl Plan {
    /// The order in which names are eliminated, the narrowest first, each with the factors
    /// that speak of it. Factors are the leaves, then the result of each step.
    pub fn order(&self, width: usize) -> Vec<(Name, Vec<usize>)> {
        let mut factors: Vec<Option<Vec<Name>>> = self.leaves.iter().map(|(_, names)| Some(names.clone())).collect();
        let mut bound: Vec<Name> = (width as Name..self.names.len() as Name).collect();
        let mut order = Vec::new();
        let union = |factors: &[Option<Vec<Name>>], name: Name| {
            let mut names: Vec<Name> = Vec::new();
            for factor in factors.iter().flatten().filter(|factor| factor.contains(&name)) {
                names.extend(factor);
            }
            names.sort_unstable();
            names.dedup();
            names
        };
        while let Some(place) = (0..bound.len()).min_by_key(|&place| union(&factors, bound[place]).len()) {
            let name = bound.remove(place);
            let uses: Vec<usize> = (0..factors.len())
                .filter(|&index| factors[index].as_ref().is_some_and(|factor| factor.contains(&name)))
                .collect();
            let mut names = union(&factors, name);
            names.retain(|&other| other != name);
            uses.iter().for_each(|&index| factors[index] = None);
            factors.push(Some(names));
            order.push((name, uses));
        }
        order
    }

    /// What the elimination costs, roughly: it grows tenfold with each number
    /// that is read at the same time.
    fn cost(&self, width: usize) -> u64 {
        let mut names: Vec<Vec<Name>> = self.leaves.iter().map(|(_, names)| names.clone()).collect();
        let mut cost = 0u64;
        for (name, uses) in self.order(width) {
            let mut union: Vec<Name> = uses.iter().flat_map(|&index| names[index].clone()).collect();
            union.sort_unstable();
            union.dedup();
            cost = cost.saturating_add(10u64.saturating_pow(union.len() as u32));
            union.retain(|&other| other != name);
            names.push(union);
        }
        cost
    }
}

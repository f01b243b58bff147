//! Plans as automata: names are eliminated one at a time, each as soon as the relations
//! that speak of it are joined.

use super::plan::{Leaf, Plan};
use crate::Meter;
use crate::automata::{Arithmetic, Name, Named, Relation};
use crate::error::Result;
use std::collections::HashMap;
use std::sync::Arc;

/// One step: a name is eliminated.
#[derive(Debug, Clone)]
pub struct Step {
    /// The name; none in the last step, which joins what is left.
    pub name: Option<Name>,
    /// The factors that are joined: leaves, then results of steps.
    pub uses: Vec<usize>,
    /// The result, and the names on its tracks.
    pub result: Named,
}

/// The simple relations of a system, each made once.
#[derive(Debug)]
pub struct Leaves {
    pub arithmetic: Arithmetic,
    made: HashMap<Leaf, Arc<Relation>>,
}

impl Leaves {
    pub fn new(arithmetic: Arithmetic) -> Self {
        Self { arithmetic, made: HashMap::new() }
    }

    /// The positions of so many numbers, the first ones ascending.
    pub fn domain(&mut self, width: usize, sorted: usize, meter: &mut Meter) -> Result<Relation> {
        let names: Vec<Name> = (0..width as Name).collect();
        let mut domain = Named::new(&Arc::new(self.arithmetic.all(width, meter)?), &names, meter)?;
        for name in 1..sorted as Name {
            let at_most = self.relation(Leaf::AtMost, meter)?;
            domain = domain.and(&Named::new(&at_most, &[name - 1, name], meter)?, meter)?;
        }
        Ok(domain.in_order(&names))
    }

    /// The relation of a leaf that is not the set.
    pub fn relation(&mut self, leaf: Leaf, meter: &mut Meter) -> Result<Arc<Relation>> {
        if let Some(known) = self.made.get(&leaf) {
            return Ok(known.clone());
        }
        let this = &self.arithmetic;
        let made = match leaf {
            Leaf::Sum => this.sum.clone(),
            Leaf::Less => this.less.clone(),
            Leaf::Equal | Leaf::Set => this.equal(meter)?,
            Leaf::AtMost => {
                let all = Named::new(&this.any, &[0], meter)?.and(&Named::new(&this.any, &[1], meter)?, meter)?;
                let more = Named::new(&this.less, &[1, 0], meter)?.in_order(&[0, 1]);
                Arc::new(Relation::all_and_none(&[&all.in_order(&[0, 1])], &[&more], meter)?)
            }
            Leaf::Constant(c) => Arc::new(this.constant(c.into(), meter)?),
            Leaf::Multiple(m) => self.multiple(m, meter)?,
        };
        self.made.insert(leaf, made.clone());
        Ok(made)
    }

    /// x = m·t for a t, by doubling.
    fn multiple(&mut self, m: u64, meter: &mut Meter) -> Result<Arc<Relation>> {
        let sum = self.arithmetic.sum.clone();
        // Over (t, c·t), from c = 1 on.
        let mut times = Named::new(&self.arithmetic.equal(meter)?, &[0, 1], meter)?;
        for bit in (0..m.ilog2()).rev() {
            let double = times.and(&Named::new(&sum, &[1, 1, 2], meter)?, meter)?.there_is(1, meter)?;
            times = Named { relation: double.relation, names: vec![0, 1] };
            if m >> bit & 1 == 1 {
                let more = times.and(&Named::new(&sum, &[0, 1, 2], meter)?, meter)?.there_is(1, meter)?;
                times = Named { relation: more.relation, names: vec![0, 1] };
            }
        }
        Ok(times.there_is(0, meter)?.relation)
    }

    /// The positions from which a plan leads into a set, and the steps.
    pub fn evaluate(&mut self, plan: &Plan, set: &Arc<Relation>, width: usize, meter: &mut Meter) -> Result<Vec<Step>> {
        let mut factors = Vec::new();
        for (leaf, names) in &plan.leaves {
            let relation = if *leaf == Leaf::Set { set.clone() } else { self.relation(*leaf, meter)? };
            factors.push(Some(Named::new(&relation, names, meter)?));
        }
        let mut steps = Vec::new();
        for (name, uses) in plan.order(width) {
            let result = joined(&mut factors, &uses, meter)?.there_is(name, meter)?.ascending();
            factors.push(Some(result.clone()));
            steps.push(Step { name: Some(name), uses, result });
        }
        let rest: Vec<usize> = (0..factors.len()).filter(|&index| factors[index].is_some()).collect();
        let mut last = joined(&mut factors, &rest, meter)?;
        for name in 0..width as Name {
            if !last.names.contains(&name) {
                last = last.and(&Named::new(&self.arithmetic.any, &[name], meter)?, meter)?;
            }
        }
        let names: Vec<Name> = (0..width as Name).collect();
        let relation = last.in_order(&names).minimal(meter)?;
        steps.push(Step { name: None, uses: rest, result: Named { relation: Arc::new(relation), names } });
        Ok(steps)
    }
}

/// All of these factors hold, the smallest first.
fn joined(factors: &mut [Option<Named>], uses: &[usize], meter: &mut Meter) -> Result<Named> {
    let mut parts: Vec<Named> = uses.iter().filter_map(|&index| factors[index].take()).collect();
    parts.sort_by_key(|part| part.relation.states());
    let mut parts = parts.into_iter();
    let Some(mut all) = parts.next() else { unreachable!("a name that nothing speaks of is no name of a plan") };
    for part in parts {
        all = all.and(&part, meter)?;
    }
    Ok(all)
}

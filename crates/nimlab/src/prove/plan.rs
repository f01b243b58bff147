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

use super::linear::{Form, Literal, Overflow};
use super::translate::{All, Move};
use crate::automata::Name;
use std::collections::BTreeMap;

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

/// A conjunction in which every variable that is left is natural.
#[derive(Debug, Clone)]
struct Draft {
    conditions: All,
    option: Vec<Form>,
    /// Each variable of the move as a form of what is left.
    variables: Vec<Form>,
    /// The names of the variables that are left.
    left: Vec<Name>,
}

/// The widest condition that is cut into single values.
const WIDEST: i64 = 16;

/// The plans of a way to move: together they say the same.
pub fn plans(way: &Move, width: usize, sorted: usize) -> Result<Vec<Plan>, Overflow> {
    let mut found = Vec::new();
    for draft in drafts(way, width)? {
        let mut best: Option<(u64, Vec<Plan>)> = None;
        for choice in choices(&draft, width) {
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

/// Makes all variables natural, solves equations for variables, and cuts narrow
/// conditions into single values.
fn drafts(way: &Move, width: usize) -> Result<Vec<Draft>, Overflow> {
    let names: Vec<Name> = (width as Name..(width + way.variables) as Name).collect();
    let variables = names.iter().map(|&name| Form::name(name)).collect();
    let whole =
        Draft { conditions: way.conditions.clone(), option: way.option.clone(), variables, left: names.clone() };
    let mut drafts = vec![whole];
    for &name in &names {
        let natural = |draft: &Draft| {
            draft.conditions.iter().any(|literal| match literal {
                Literal::AtLeast(form) => form.terms == [(name, 1)] && form.constant <= 0,
                _ => false,
            })
        };
        let mut next = Vec::new();
        for draft in drafts {
            if !natural(&draft) {
                let mut negative = draft.clone();
                negative.substitute(name, &Form::name(name).times(-1)?)?;
                negative.conditions.push(Literal::AtLeast(Form::name(name).and_constant(-1)?));
                next.push(negative);
            }
            next.push(draft);
        }
        drafts = next;
    }
    let mut done = Vec::new();
    while let Some(mut draft) = drafts.pop() {
        if !draft.simplify()? {
            continue;
        }
        if let Some((name, form)) = draft.solvable()? {
            draft.substitute(name, &form)?;
            draft.left.retain(|&other| other != name);
            draft.conditions.push(Literal::AtLeast(form));
            drafts.push(draft);
        } else if let Some((literal, values)) = draft.narrow()? {
            for value in 0..=values {
                let mut case = draft.clone();
                case.conditions.push(Literal::Zero(literal.and_constant(-value)?));
                drafts.push(case);
            }
        } else {
            done.push(draft);
        }
    }
    Ok(done)
}

impl Draft {
    fn substitute(&mut self, name: Name, form: &Form) -> Result<(), Overflow> {
        for literal in &mut self.conditions {
            *literal = literal.with(name, form)?;
        }
        for other in self.option.iter_mut().chain(&mut self.variables) {
            *other = other.with(name, form)?;
        }
        Ok(())
    }

    /// Drops what always holds and what follows from another condition; false if
    /// something cannot hold.
    fn simplify(&mut self) -> Result<bool, Overflow> {
        self.conditions.iter_mut().for_each(|literal| *literal = literal.reduced());
        self.conditions.sort();
        self.conditions.dedup();
        if self.conditions.iter().any(|literal| literal.known() == Some(false)) {
            return Ok(false);
        }
        self.conditions.retain(|literal| literal.known().is_none());
        let mut index = 0;
        while index < self.conditions.len() {
            let follows = match &self.conditions[index] {
                Literal::AtLeast(form) => {
                    let others = self.conditions.iter().enumerate().filter(|(other, _)| *other != index);
                    let mut follows = false;
                    for (_, literal) in others {
                        follows |= match literal {
                            Literal::AtLeast(other) => form.minus(other)?.is_never_negative(),
                            Literal::Zero(other) => {
                                form.minus(other)?.is_never_negative() || form.plus(1, other)?.is_never_negative()
                            }
                            Literal::Multiple(..) => false,
                        };
                    }
                    follows
                }
                _ => false,
            };
            if follows {
                self.conditions.remove(index);
            } else {
                index += 1;
            }
        }
        Ok(true)
    }

    /// A variable with the form that an equation gives for it; if possible one that is
    /// seen to be natural.
    fn solvable(&self) -> Result<Option<(Name, Form)>, Overflow> {
        let mut found = None;
        for literal in &self.conditions {
            let Literal::Zero(form) = literal else { continue };
            for &name in &self.left {
                let c = form.of(name);
                if c == 1 || c == -1 {
                    let solved = form.with(name, &Form::default())?.times(-c)?;
                    if solved.is_never_negative() {
                        return Ok(Some((name, solved)));
                    }
                    found = found.or(Some((name, solved)));
                }
            }
        }
        Ok(found)
    }

    /// A form with a variable that lies between 0 and a small number.
    fn narrow(&self) -> Result<Option<(Form, i64)>, Overflow> {
        for (index, one) in self.conditions.iter().enumerate() {
            let Literal::AtLeast(form) = one else { continue };
            if !self.left.iter().any(|&name| form.of(name) != 0) {
                continue;
            }
            // A variable that has an upper bound lies between 0 and it.
            if let [(_, -1)] = form.terms[..]
                && form.constant <= WIDEST
            {
                return Ok(Some((form.clone(), form.constant)));
            }
            for two in &self.conditions[index + 1..] {
                let Literal::AtLeast(other) = two else { continue };
                let sum = form.plus(1, other)?;
                if sum.is_constant() && sum.constant <= WIDEST {
                    return Ok(Some((form.clone(), sum.constant)));
                }
            }
        }
        Ok(None)
    }
}

/// All choices: for each variable that is left, the number of the option that stands
/// for it, or none.
fn choices(draft: &Draft, width: usize) -> Vec<Vec<Option<usize>>> {
    let _ = width;
    let mut choices: Vec<Vec<Option<usize>>> = vec![Vec::new()];
    for _ in &draft.left {
        let longer = |choice: &Vec<Option<usize>>| {
            let free = (0..draft.option.len()).filter(|index| !choice.contains(&Some(*index)));
            let all: Vec<Option<usize>> = [None].into_iter().chain(free.map(Some)).collect();
            let choice = choice.clone();
            all.into_iter().map(move |next| choice.iter().copied().chain([next]).collect())
        };
        choices = choices.iter().flat_map(longer).collect();
    }
    choices
}

/// The plans of a draft under a choice; `None` if the choice cannot be made.
fn build(
    way: &Move,
    draft: &Draft,
    choice: &[Option<usize>],
    differences: bool,
    width: usize,
    sorted: usize,
) -> Result<Option<Vec<Plan>>, Overflow> {
    // Names: the position, the variables of the move, then the option.
    let mut draft = draft.clone();
    let mut forms: Vec<Form> = (0..(width + way.variables) as Name).map(Form::name).collect();
    for (name, variable) in (width..).zip(&way_signs(&draft, way, width)) {
        forms[name] = variable.clone();
    }
    let mut option: Vec<Name> = Vec::new();
    let mut equations = Vec::new();
    for (index, form) in draft.option.clone().iter().enumerate() {
        match form.as_name() {
            Some(name) if !choice.contains(&Some(index)) => option.push(name),
            _ => {
                let name = forms.len() as Name;
                forms.push(way.option[index].clone());
                option.push(name);
                if !choice.contains(&Some(index)) {
                    equations.push(Literal::Zero(form.minus(&Form::name(name))?));
                }
            }
        }
    }
    for (&name, index) in draft.left.clone().iter().zip(choice) {
        let Some(index) = *index else { continue };
        let form = &draft.option[index];
        let c = form.of(name);
        if c != 1 && c != -1 {
            return Ok(None);
        }
        // option = c·name + rest, so that name = c·(option − rest).
        let rest = form.with(name, &Form::default())?;
        let solved = Form::name(option[index]).minus(&rest)?.times(c)?;
        draft.substitute(name, &solved)?;
        for literal in &mut equations {
            *literal = literal.with(name, &solved)?;
        }
        draft.conditions.push(Literal::AtLeast(solved));
        draft.left.retain(|&other| other != name);
    }
    draft.conditions.extend(equations);
    if !draft.simplify()? {
        return Ok(Some(Vec::new()));
    }
    let mut plans = Vec::new();
    let mut signs = Vec::new();
    loop {
        let mut builder = PlanBuilder {
            names: forms.clone(),
            leaves: Vec::new(),
            known: BTreeMap::new(),
            signs,
            met: 0,
            positive: Vec::new(),
            impossible: false,
        };
        for literal in &draft.conditions {
            builder.literal(literal, differences, width)?;
        }
        builder.leaf(Leaf::Set, option.clone());
        let (met, mut next) = (builder.met, builder.signs.clone());
        if !builder.is_impossible(sorted)? {
            plans.push(builder.finish(way, &draft, &option, width));
        }
        // The next combination of signs.
        next.truncate(met);
        while next.pop_if(|sign| *sign).is_some() {}
        match next.last_mut() {
            Some(sign) => *sign = true,
            None => break,
        }
        signs = next;
    }
    Ok(Some(plans))
}

/// What stands for each variable's name in a draft: it or its opposite.
fn way_signs(draft: &Draft, way: &Move, width: usize) -> Vec<Form> {
    let sign = |index: usize| {
        let name = (width + index) as Name;
        let negative = draft.variables[index].of(name) == -1;
        Form { terms: vec![(name, if negative { -1 } else { 1 })], constant: 0 }
    };
    (0..way.variables).map(sign).collect()
}

struct PlanBuilder {
    names: Vec<Form>,
    leaves: Vec<(Leaf, Vec<Name>)>,
    /// Sums, differences and constants that have names already, by their forms
    /// of names.
    known: BTreeMap<Form, Name>,
    /// The signs of differences, in the order in which they are met.
    signs: Vec<bool>,
    met: usize,
    /// Names that are not 0: differences that have the second of their signs.
    positive: Vec<Name>,
    /// Whether the relations were seen to contradict each other.
    impossible: bool,
}

impl PlanBuilder {
    /// Whether it is seen that no sorted position has such a move.
    fn is_impossible(&self, sorted: usize) -> Result<bool, Overflow> {
        if self.impossible {
            return Ok(true);
        }
        for &name in &self.positive {
            for track in 1..sorted as Name {
                // d ≥ 1 and y − x ≥ 0, where d = x − y.
                let ascending = Form::name(track).minus(&Form::name(track - 1))?;
                if self.names[name as usize].plus(1, &ascending)?.is_constant() {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn leaf(&mut self, leaf: Leaf, names: Vec<Name>) {
        if !self.leaves.contains(&(leaf, names.clone())) {
            self.leaves.push((leaf, names));
        }
    }

    /// A form of names as a form of the position and the variables of the move.
    fn meaning(&self, form: &Form) -> Result<Form, Overflow> {
        form.terms
            .iter()
            .try_fold(Form::constant(form.constant), |sum, &(name, c)| sum.plus(c, &self.names[name as usize]))
    }

    fn new_name(&mut self, form: Form) -> Result<Name, Overflow> {
        let name = self.names.len() as Name;
        self.names.push(self.meaning(&form)?);
        self.known.insert(form, name);
        Ok(name)
    }

    fn number(&mut self, value: i64) -> Result<Name, Overflow> {
        let form = Form::constant(value);
        if let Some(&name) = self.known.get(&form) {
            return Ok(name);
        }
        let name = self.new_name(form)?;
        self.leaf(Leaf::Constant(value.unsigned_abs()), vec![name]);
        Ok(name)
    }

    /// The name of x + y.
    fn sum(&mut self, x: Name, y: Name) -> Result<Name, Overflow> {
        let form = Form::name(x).plus(1, &Form::name(y))?;
        if let Some(&name) = self.known.get(&form) {
            return Ok(name);
        }
        let name = self.new_name(form)?;
        self.leaf(Leaf::Sum, vec![x, y, name]);
        Ok(name)
    }

    /// The name of c·x, c being at least 1.
    fn times(&mut self, c: i64, x: Name) -> Result<Name, Overflow> {
        if c == 1 {
            return Ok(x);
        }
        let half = self.times(c / 2, x)?;
        let double = self.sum(half, half)?;
        if c % 2 == 0 { Ok(double) } else { self.sum(double, x) }
    }

    /// The names of the terms whose coefficients have this sign.
    fn terms(&mut self, form: &Form, sign: i64) -> Result<Vec<Name>, Overflow> {
        let terms: Vec<(Name, i64)> =
            form.terms.iter().map(|&(name, c)| (name, c * sign)).filter(|term| term.1 > 0).collect();
        terms.into_iter().map(|(name, c)| self.times(c, name)).collect()
    }

    /// The name of the sum of names, if there is any.
    fn total(&mut self, names: &[Name]) -> Result<Option<Name>, Overflow> {
        let Some((&first, rest)) = names.split_first() else { return Ok(None) };
        rest.iter().try_fold(first, |sum, &name| self.sum(sum, name)).map(Some)
    }

    /// A form without constant as a name with a sign.
    fn signed(&mut self, form: &Form) -> Result<Option<(i64, Name)>, Overflow> {
        let (more, less) = (self.terms(form, 1)?, self.terms(form, -1)?);
        let (more, less) = (self.total(&more)?, self.total(&less)?);
        let (Some(more), Some(less)) = (more, less) else {
            return Ok(more.map(|name| (1, name)).or(less.map(|name| (-1, name))));
        };
        // The first sign is that of the last name: piles are sorted.
        let ascends = form.terms.last().is_some_and(|term| term.1 > 0);
        let (sign, large, small) = if ascends { (1, more, less) } else { (-1, less, more) };
        let difference = Form::name(large).minus(&Form::name(small))?;
        let opposite = difference.times(-1)?;
        if let Some(&name) = self.known.get(&difference) {
            return Ok(Some((sign, name)));
        }
        if let Some(&name) = self.known.get(&opposite) {
            return Ok(Some((-sign, name)));
        }
        if self.met == self.signs.len() {
            self.signs.push(false);
        }
        self.met += 1;
        if self.signs[self.met - 1] {
            let name = self.new_name(opposite)?;
            self.leaf(Leaf::Sum, vec![large, name, small]);
            self.positive.push(name);
            Ok(Some((-sign, name)))
        } else {
            let name = self.new_name(difference)?;
            self.leaf(Leaf::Sum, vec![small, name, large]);
            Ok(Some((sign, name)))
        }
    }

    fn literal(&mut self, literal: &Literal, differences: bool, width: usize) -> Result<(), Overflow> {
        if let Literal::Multiple(m, form) = literal {
            let terms =
                form.terms.iter().map(|&(name, c)| (name, c.rem_euclid(*m))).filter(|term| term.1 > 0).collect();
            let natural = Form { terms, constant: 0 };
            let mut names = self.terms(&natural, 1)?;
            if form.constant.rem_euclid(*m) > 0 || names.is_empty() {
                names.push(self.number(form.constant.rem_euclid(*m))?);
            }
            let name = self.total(&names)?.unwrap_or(0);
            self.leaf(Leaf::Multiple(m.unsigned_abs()), vec![name]);
            return Ok(());
        }
        let form = literal.form();
        let exactly = matches!(literal, Literal::Zero(_));
        if differences && form.terms.len() > 2 {
            let part = |free: bool| {
                let terms = form.terms.iter().copied().filter(|&(name, _)| ((name as usize) < width) == free).collect();
                Form { terms, constant: 0 }
            };
            let (free, bound) = (part(true), part(false));
            if !free.is_constant() && !bound.is_constant() {
                let (free, bound) = (self.signed(&free)?, self.signed(&bound)?);
                let (Some((one, x)), Some((two, y))) = (free, bound) else { return Ok(()) };
                let joined = Form::constant(form.constant).plus(one, &Form::name(x))?.plus(two, &Form::name(y))?;
                return self.compare(&joined, exactly);
            }
        }
        self.compare(form, exactly)
    }

    /// That a form is 0, or at least 0, by sums of both sides.
    fn compare(&mut self, form: &Form, exactly: bool) -> Result<(), Overflow> {
        // For this look, names that are at least 1 count as natural numbers plus 1.
        let added = self.positive.iter().map(|&name| form.of(name)).sum();
        let seen = form.and_constant(added)?;
        let literal = if exactly { Literal::Zero(seen) } else { Literal::AtLeast(seen) };
        self.impossible |= literal.known() == Some(false);
        let (mut more, mut less) = (self.terms(form, 1)?, self.terms(form, -1)?);
        let c = form.constant;
        if !exactly && c == -1 && more.len() == 1 && less.len() == 1 {
            self.leaf(Leaf::Less, vec![less[0], more[0]]);
            return Ok(());
        }
        if c > 0 || more.is_empty() {
            more.push(self.number(c.max(0))?);
        }
        if c < 0 || less.is_empty() {
            less.push(self.number(-c.min(0))?);
        }
        if exactly && (more.len() == 1 || less.len() == 1) {
            // One side is a name: it is the sum of the other.
            let (whole, mut parts) = if more.len() == 1 { (more[0], less) } else { (less[0], more) };
            if parts.len() == 1 {
                self.leaf(Leaf::Equal, vec![whole, parts[0]]);
                return Ok(());
            }
            let last = parts.pop().unwrap_or(whole);
            if let Some(first) = self.total(&parts)? {
                self.leaf(Leaf::Sum, vec![first, last, whole]);
            }
            return Ok(());
        }
        if let (Some(more), Some(less)) = (self.total(&more)?, self.total(&less)?) {
            let (leaf, names) = if exactly { (Leaf::Equal, [more, less]) } else { (Leaf::AtMost, [less, more]) };
            self.leaf(leaf, names.to_vec());
        }
        Ok(())
    }

    /// The plan, with the names that nothing speaks of left out.
    fn finish(self, way: &Move, draft: &Draft, option: &[Name], width: usize) -> Plan {
        let mut used: Vec<Name> = (0..width as Name).collect();
        let spoken = self.leaves.iter().flat_map(|(_, names)| names.iter().copied());
        let others = draft.variables.iter().flat_map(|form| form.terms.iter().map(|term| term.0));
        for name in spoken.chain(others) {
            if !used.contains(&name) {
                used.push(name);
            }
        }
        used.sort_unstable();
        let number = |name: Name| used.iter().position(|&other| other == name).unwrap_or(0) as Name;
        let renamed = |form: &Form| {
            let terms = form.terms.iter().map(|&(name, c)| (number(name), c)).collect();
            Form { terms, constant: form.constant }
        };
        Plan {
            clause: way.clause,
            names: used.iter().map(|&name| self.names[name as usize].clone()).collect(),
            variables: draft.variables.iter().map(renamed).collect(),
            option: option.iter().map(|&name| number(name)).collect(),
            leaves: self
                .leaves
                .iter()
                .map(|(leaf, names)| (*leaf, names.iter().map(|&name| number(name)).collect()))
                .collect(),
        }
    }
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

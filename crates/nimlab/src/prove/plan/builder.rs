//! The plans of a draft: each number that its conditions speak of gets a name, and each
//! condition becomes simple relations between names.

use super::draft::Draft;
use super::{Leaf, Plan};
use crate::automata::Name;
use crate::prove::linear::{Form, Literal, Overflow};
use crate::prove::translate::Move;
use std::collections::BTreeMap;

/// All choices: for each variable that is left, the number of the option that stands
/// for it, or none.
pub fn choices(draft: &Draft) -> Vec<Vec<Option<usize>>> {
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
pub fn build(
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

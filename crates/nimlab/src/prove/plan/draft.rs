//! A way to move as conditions on natural numbers: variables that may be negative by
//! cases, those that an equation determines left out, narrow conditions cut into values.

use crate::automata::Name;
use crate::prove::linear::{Form, Literal, Overflow};
use crate::prove::translate::{All, Move};

/// A conjunction in which every variable that is left is natural.
#[derive(Debug, Clone)]
pub struct Draft {
    pub conditions: All,
    pub option: Vec<Form>,
    /// Each variable of the move as a form of what is left.
    pub variables: Vec<Form>,
    /// The names of the variables that are left.
    pub left: Vec<Name>,
}

/// The widest condition that is cut into single values.
const WIDEST: i64 = 16;

/// Makes all variables natural, solves equations for variables, and cuts narrow
/// conditions into single values.
pub fn drafts(way: &Move, width: usize) -> Result<Vec<Draft>, Overflow> {
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
    pub fn substitute(&mut self, name: Name, form: &Form) -> Result<(), Overflow> {
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
    pub fn simplify(&mut self) -> Result<bool, Overflow> {
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

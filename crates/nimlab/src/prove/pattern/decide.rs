//! The questions about a set, as automata. Each ends with a set of single numbers,
//! of which it is decided whether it is finite or repeats.

use super::{Occurrences, Shift};
use crate::automata::{Arithmetic, Letter, Name, Named, Numbers, Periodic, Relation};
use crate::error::Result;
use crate::prove::evaluate::Leaves;
use crate::prove::plan::Leaf;
use crate::prove::proved::Theorem;
use crate::{Budget, Meter};
use std::sync::Arc;

/// A set and what is needed to ask about it.
pub struct Decider<'t> {
    theorem: &'t Theorem,
    leaves: Leaves,
    /// The positions, in any order of the numbers that may change places.
    set: Named,
    budget: Budget,
}

/// The two numbers of a pair.
const X: Name = 0;
const Y: Name = 1;
/// A third number: another one in the place of x or y, or a shifted one.
const OTHER: Name = 2;
/// A difference or a correction.
const BETWEEN: Name = 3;

/// The most positions that are told one by one.
const FEW: usize = 12;

/// A correction beyond this is not bounded by a small number.
const CORRECTED: i64 = 40;

impl<'t> Decider<'t> {
    pub fn new(theorem: &'t Theorem, budget: Budget) -> Result<Self> {
        let meter = &mut budget.meter("the pattern of a theorem");
        let arithmetic = Arithmetic::of(theorem.numbers.clone(), meter)?;
        let width = theorem.names.len();
        let all = arithmetic.all(width, meter)?;
        let last: Vec<&Relation> = theorem.sets.last().map(|set| &**set).into_iter().chain([&all]).collect();
        let set = Relation::all_and_none(&last, &[], meter)?;
        let set = Named { relation: Arc::new(set), names: (0..width as Name).collect() };
        Ok(Self { theorem, leaves: Leaves::new(arithmetic), set, budget })
    }

    fn meter(&self) -> Meter {
        self.budget.meter("the pattern of a theorem")
    }

    fn arithmetic(&self) -> &Arithmetic {
        &self.leaves.arithmetic
    }

    fn numbers_of(&self, word: &[Letter]) -> Option<Vec<u128>> {
        self.theorem.numbers.apart(word, self.theorem.names.len())
    }

    /// The set with each of its positions once: the first numbers ascending.
    fn sorted(&mut self, meter: &mut Meter) -> Result<Named> {
        let mut set = self.set.clone();
        for name in 1..self.theorem.sorted as Name {
            let at_most = self.leaves.relation(Leaf::AtMost, meter)?;
            set = set.and(&Named::new(&at_most, &[name - 1, name], meter)?, meter)?;
        }
        Ok(set.ascending())
    }

    /// All positions, if they are few.
    pub fn only(&mut self) -> Result<Option<Vec<Vec<u128>>>> {
        let sorted = self.sorted(&mut self.meter())?;
        let Some(words) = sorted.relation.members(FEW) else { return Ok(None) };
        let mut positions = words.iter().map(|word| self.numbers_of(word)).collect::<Option<Vec<Vec<u128>>>>();
        if let Some(positions) = &mut positions {
            positions.sort_by_key(|position| (position.iter().sum::<u128>(), position.clone()));
        }
        Ok(positions)
    }

    /// How a set of heaps repeats.
    pub fn heaps(&mut self) -> Result<Option<Periodic>> {
        self.arithmetic().repeats(&self.set.relation, &mut self.meter())
    }

    /// y − x, or y less x with a digit 0 appended, if that is bounded.
    pub fn shift(&mut self) -> Result<Option<Shift>> {
        for digits in [0, 1] {
            if self.seems_bounded(digits) {
                let found = self.shift_by(digits)?;
                if found.is_some() {
                    return Ok(found);
                }
            }
        }
        Ok(None)
    }

    /// Whether the corrections of the first positions are small. What is decided
    /// afterwards does not rest on it.
    fn seems_bounded(&self, digits: usize) -> bool {
        let first = self.theorem.first_positions(100);
        first.iter().all(|position| {
            let correction = shifted(&self.theorem.numbers, position[0], digits)
                .and_then(|x| i64::try_from(position[1] as i128 - x as i128).ok());
            correction.is_some_and(|correction| correction.abs() <= CORRECTED)
        })
    }

    fn shift_by(&mut self, digits: usize) -> Result<Option<Shift>> {
        let meter = &mut self.meter();
        let sorted = self.sorted(meter)?;
        let appended = match digits {
            0 => self.arithmetic().equal(meter)?,
            _ => self.arithmetic().appended(meter)?,
        };
        let appended = Named::new(&appended, &[X, OTHER], meter)?;
        // A number without such a word would be left out of what follows.
        let every = appended.there_is(OTHER, meter)?;
        if Relation::shortest(&[&self.arithmetic().any], &[&every.relation], meter)?.is_some() {
            return Ok(None);
        }
        let both = sorted.and(&appended, meter)?;
        let pairs = both.there_is(X, meter)?;
        let mut shift = Shift { digits, corrections: Vec::new(), exceptions: Vec::new(), range: (i64::MAX, i64::MIN) };
        for (sign, names) in [(-1, [Y, BETWEEN, OTHER]), (1, [OTHER, BETWEEN, Y])] {
            let sum = Named::new(&self.arithmetic().sum.clone(), &names, meter)?;
            let corrections = pairs.and(&sum, meter)?.there_is(OTHER, meter)?.there_is(Y, meter)?;
            let Some(found) = self.arithmetic().finitely_many(&corrections.relation, 2 * CORRECTED as usize) else {
                return Ok(None);
            };
            for correction in found {
                if sign == 1 && correction == 0 && shift.corrections.contains(&0) {
                    continue;
                }
                let Ok(size) = i64::try_from(correction) else { return Ok(None) };
                shift.range = (shift.range.0.min(sign * size), shift.range.1.max(sign * size));
                // The positions with this correction: an exception, if there are few.
                let constant = Arc::new(self.arithmetic().constant(correction, meter)?);
                let with = sum.and(&Named::new(&constant, &[BETWEEN], meter)?, meter)?.there_is(BETWEEN, meter)?;
                let with = both.and(&with, meter)?.there_is(OTHER, meter)?.in_order(&[X, Y]);
                match with.members(2) {
                    Some(words) => {
                        let positions = words.iter().filter_map(|word| self.numbers_of(word));
                        shift.exceptions.extend(positions.filter_map(|pair| <[u128; 2]>::try_from(pair).ok()));
                    }
                    None => shift.corrections.push(sign * size),
                }
            }
        }
        shift.corrections.sort_unstable();
        // Position (0, 0) is met twice, once with each sign.
        shift.exceptions.sort_unstable();
        shift.exceptions.dedup();
        Ok(Some(shift))
    }

    /// How many positions a number is in.
    pub fn numbers(&mut self) -> Result<Option<Occurrences>> {
        let meter = &mut self.meter();
        let set = self.set.clone();
        self.occurrences(&set, X, Y, meter)
    }

    /// How often a difference y − x occurs.
    pub fn differences(&mut self) -> Result<Option<Occurrences>> {
        let meter = &mut self.meter();
        let sum = Named::new(&self.arithmetic().sum.clone(), &[X, BETWEEN, Y], meter)?;
        let differences = self.sorted(meter)?.and(&sum, meter)?.there_is(Y, meter)?;
        self.occurrences(&differences, BETWEEN, X, meter)
    }

    /// The numbers `of` beside which there is one number `beside`, or several.
    fn occurrences(&self, pairs: &Named, of: Name, beside: Name, meter: &mut Meter) -> Result<Option<Occurrences>> {
        let several = self.several(pairs, beside, meter)?;
        let Some(several) = self.arithmetic().finitely_many(&several.relation, FEW) else { return Ok(None) };
        let some = pairs.there_is(beside, meter)?;
        debug_assert_eq!(some.names, [of]);
        let some = self.arithmetic().repeats(&some.relation, meter)?;
        Ok(some.map(|some| Occurrences { some, several }))
    }

    /// What stands beside two different numbers of this name.
    fn several(&self, set: &Named, name: Name, meter: &mut Meter) -> Result<Named> {
        let other = set.names.iter().copied().max().unwrap_or(0).max(name) + 1;
        let less = Named::new(&self.arithmetic().less, &[name, other], meter)?;
        let smaller = set.and(&less, meter)?.there_is(name, meter)?;
        let renamed = set.names.iter().map(|&old| if old == name { other } else { old }).collect();
        smaller.and(&Named { relation: set.relation.clone(), names: renamed }, meter)?.there_is(other, meter)
    }

    /// Whether with (x, y) every (x, z) with a smaller z belongs to the set.
    pub fn all_below(&mut self) -> Result<bool> {
        let meter = &mut self.meter();
        let less = Named::new(&self.arithmetic().less.clone(), &[Y, OTHER], meter)?;
        let larger = Named { relation: self.set.relation.clone(), names: vec![X, OTHER] };
        let below = larger.and(&less, meter)?.there_is(OTHER, meter)?.in_order(&[X, Y]);
        Ok(Relation::shortest(&[&below], &[&self.set.relation], meter)?.is_none())
    }

    /// Whether all numbers but one determine the last one, and whether there always
    /// is one.
    pub fn completed(&mut self) -> Result<Option<bool>> {
        let meter = &mut self.meter();
        let set = self.set.clone();
        let last = self.theorem.names.len() as Name - 1;
        if !self.several(&set, last, meter)?.relation.is_empty() {
            return Ok(None);
        }
        let some = set.there_is(last, meter)?.ascending();
        let all = self.arithmetic().all(last as usize, meter)?;
        Ok(Some(Relation::shortest(&[&all], &[&some.relation], meter)?.is_none()))
    }
}

/// x with `digits` digits 0 appended.
pub fn shifted(numbers: &Numbers, x: u128, digits: usize) -> Option<u128> {
    let mut word = numbers.word(x, 0)?;
    word.extend(std::iter::repeat_n(0, digits));
    numbers.number(word.into_iter())
}

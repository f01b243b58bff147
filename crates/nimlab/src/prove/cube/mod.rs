//! The positions of a value in a box, for games of any number of piles whose rules
//! are linear: every position of the value strikes out all positions with a move
//! to it.
//!
//! The positions are met by a total that every move makes smaller. One that is not
//! struck out when it is met has no option of the value. Given the position q
//! that is reached, the variables of a move are known, and a way to move is a list of
//! linear conditions on the position p before it. Along a line, where one number runs
//! and the others stay, it is possible on an interval. So a position of the value costs a few
//! intervals on each line, bits are kept along the lines, and the whole costs the
//! number of positions of the value times the number of lines, where looking at
//! the options costs the square of the number of positions. What does not fit (a
//! variable that the option does not determine, or no total that every move makes
//! smaller) is refused, and plain search remains. What is found need not be right: it
//! only serves for a guess.

mod backwards;
mod layers;
mod moves;
mod strikes;

use super::linear::{Form, Literal};
use super::translate::{LinearRules, Move};
use crate::automata::Name;
use crate::error::Result;
use crate::{Meter, Play};
use backwards::Predecessors;
use layers::Layers;
use moves::CanMove;
use strikes::Struck;

/// Positions of a value, found in boxes that grow.
#[derive(Debug)]
pub struct Cube {
    width: usize,
    sorted: usize,
    play: Play,
    families: Vec<Predecessors>,
    /// Whether there is any move; asked only under misère play.
    moves: CanMove,
    /// What every number counts in the total.
    weights: Vec<u64>,
    /// Whether a move may make a number larger.
    grows: bool,
    /// Numbers below this were looked at.
    side: u64,
    /// The positions of each value in that box, number after number.
    found: Vec<Vec<u32>>,
}

/// The largest side of a box.
const SIDE: u64 = 1 << 20;

/// The most words of bits along the lines of one direction.
const WORDS: u64 = 1 << 26;

/// The largest weight of a number in a total.
const WEIGHT: u64 = 1 << 20;

impl Cube {
    /// The rules, ready to be followed backwards; `None` if they cannot be.
    pub fn new(rules: &LinearRules, play: Play) -> Option<Cube> {
        let width = rules.width;
        let grows = !rules.moves.iter().all(|way| never_grows(way, width));
        let weights = match &rules.measure[..] {
            // If some number becomes smaller and none grows, the total becomes smaller.
            _ if !grows => vec![1; width],
            [form] => {
                let weight = |name| u64::try_from(form.of(name)).ok().filter(|weight| (1..WEIGHT).contains(weight));
                (0..width as Name).map(weight).collect::<Option<Vec<u64>>>()?
            }
            _ => return None,
        };
        if weights[..rules.sorted].windows(2).any(|pair| pair[0] != pair[1]) {
            return None;
        }
        let families = Predecessors::all(rules)?;
        let (sorted, moves) = (rules.sorted, CanMove::new(rules).ok()?);
        Some(Cube { width, sorted, play, families, moves, weights, grows, side: 0, found: Vec::new() })
    }

    /// The positions of a value whose numbers are below a bound, the sorted ones
    /// ascending; under misère play value 0 stands for the P-positions. `None` if
    /// the box is too large.
    pub fn positions(&mut self, value: u64, side: u64, meter: &mut Meter) -> Result<Option<Vec<Vec<u64>>>> {
        if side > self.side {
            if self.words(side).is_none() {
                return Ok(None);
            }
            meter.give_back(self.found.iter().map(|found| 4 * found.capacity() as u64).sum());
            (self.side, self.found) = (side, Vec::new());
        }
        while self.found.len() as u64 <= value {
            let Some(found) = self.next_value(meter)? else { return Ok(None) };
            self.found.push(found);
        }
        let inside = self.found[value as usize]
            .chunks(self.width)
            .filter(|numbers| numbers.iter().all(|&number| u64::from(number) < side));
        Ok(Some(inside.map(|numbers| numbers.iter().map(|&number| number.into()).collect()).collect()))
    }

    /// The largest total in the box.
    fn total(&self, side: u64) -> u64 {
        side.saturating_sub(1).saturating_mul(self.weights.iter().sum())
    }

    /// Numbers below this are met on the way to the positions in the box.
    fn reach(&self, side: u64) -> u64 {
        match self.grows {
            true => 1 + self.weights.iter().map(|weight| self.total(side) / weight).max().unwrap_or(0),
            false => side,
        }
    }

    /// The words of bits along the lines of a direction; `None` if they are too
    /// many.
    fn words(&self, side: u64) -> Option<u64> {
        let reach = Some(self.reach(side)).filter(|&reach| reach <= SIDE)?;
        let lines = (1..self.width).try_fold(1u64, |lines, _| lines.checked_mul(reach));
        lines?.checked_mul(reach.div_ceil(64)).filter(|&words| words <= WORDS)
    }

    /// The positions of the next value, those of the smaller ones being known.
    fn next_value(&mut self, meter: &mut Meter) -> Result<Option<Vec<u32>>> {
        let Some(words) = self.words(self.side) else { return Ok(None) };
        let (reach, total) = (self.reach(self.side), self.total(self.side));
        let mut struck = Struck::new(self.width, reach, words);
        struck.add_direction(self.width - 1, meter)?;
        for family in &self.families {
            struck.add_direction(family.direction(), meter)?;
        }
        for numbers in self.found.iter().flat_map(|found| found.chunks(self.width)) {
            struck.strike_one(numbers);
        }
        let within = self.grows.then_some((&self.weights[..], total));
        let mut families: Vec<_> = self.families.iter().map(|family| family.inside(reach, within)).collect();
        let mut found = Vec::new();
        let mut layers = Layers::new(&self.weights, self.sorted, reach);
        for total in 0..=total {
            layers.begin(total);
            while let Some(position) = layers.next(meter)? {
                if struck.has(position) || (self.play == Play::Misere && !self.moves.from(position, meter)?) {
                    continue;
                }
                meter.reserve(&mut found, self.width)?;
                found.extend(position.iter().map(|&number| number as u32));
                for option in orders(position, self.sorted) {
                    for family in &mut families {
                        family.strike(&option, &mut struck, meter)?;
                    }
                }
            }
        }
        struck.forget(meter);
        Ok(Some(found))
    }
}

/// Whether a way to move is easily seen to make no number larger: what is taken from
/// each is 0, or a variable that is natural.
fn never_grows(way: &Move, width: usize) -> bool {
    let natural = |form: &Form| {
        form.is_never_negative()
            && form.terms.iter().all(|term| way.conditions.contains(&Literal::AtLeast(Form::name(term.0))))
    };
    let taken = |name: usize| Form::name(name as Name).minus(&way.option[name]);
    (0..width).all(|name| taken(name).is_ok_and(|form| natural(&form)))
}

/// The different orders of the first numbers of a sorted position.
pub fn orders(position: &[u64], sorted: usize) -> Vec<Vec<u64>> {
    let mut all = vec![position[..0].to_vec()];
    for place in 0..position.len() {
        let mut longer: Vec<Vec<u64>> = Vec::new();
        for order in all {
            match place < sorted {
                false => longer.push(order.iter().copied().chain([position[place]]).collect()),
                true => {
                    // Each number that is left, once.
                    let used = |number: u64| order.iter().filter(|&&other| other == number).count();
                    let there = |number: u64| position[..sorted].iter().filter(|&&other| other == number).count();
                    let mut numbers: Vec<u64> = position[..sorted].to_vec();
                    numbers.dedup();
                    numbers.retain(|&number| used(number) < there(number));
                    longer.extend(numbers.into_iter().map(|next| order.iter().copied().chain([next]).collect()));
                }
            }
        }
        all = longer;
    }
    all
}

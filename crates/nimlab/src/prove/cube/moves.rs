//! Whether a position has a move at all: whether linear conditions on the
//! variables of a move can hold.

use crate::Meter;
use crate::automata::Name;
use crate::error::Result;
use crate::prove::linear::{Form, Literal, Overflow};
use crate::prove::translate::LinearRules;

/// The ways to move of a game.
#[derive(Debug)]
pub struct CanMove {
    width: usize,
    /// For each way the number of its variables, and what must hold.
    ways: Vec<(usize, Vec<Literal>)>,
}

/// No variable is as large as this, for numbers in a box.
const FAR: i64 = 1 << 40;

/// How often bounds are made narrower before a number is tried.
const ROUNDS: usize = 8;

impl CanMove {
    pub fn new(rules: &LinearRules) -> std::result::Result<CanMove, Overflow> {
        let mut ways = Vec::new();
        for way in &rules.moves {
            let natural = way.option.iter().map(|form| Literal::AtLeast(form.clone()));
            ways.push((way.variables, way.conditions.iter().cloned().chain(natural).collect()));
        }
        Ok(CanMove { width: rules.width, ways })
    }

    /// Whether there is a move from a position.
    pub fn from(&self, position: &[u64], meter: &mut Meter) -> Result<bool> {
        for (variables, conditions) in &self.ways {
            let at = |literal: &Literal| {
                (0 as Name..).zip(position).try_fold(literal.clone(), |literal, (name, &number)| {
                    literal.with(name, &Form::constant(number as i64))
                })
            };
            let Ok(here) = conditions.iter().map(at).collect::<std::result::Result<Vec<_>, Overflow>>() else {
                continue;
            };
            let names = self.width as Name..(self.width + variables) as Name;
            if possible(&here, &mut names.map(|name| (name, -FAR, FAR)).collect(), meter)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// A variable with its bounds.
type Range = (Name, i64, i64);

/// Whether there are numbers between the bounds of which all conditions hold.
fn possible(conditions: &[Literal], ranges: &mut Vec<Range>, meter: &mut Meter) -> Result<bool> {
    meter.tick(10 * (1 + conditions.len() * ranges.len()) as u64)?;
    for _ in 0..ROUNDS {
        let before = ranges.clone();
        if !conditions.iter().all(|condition| narrow(condition, ranges)) {
            return Ok(false);
        }
        if before == *ranges {
            break;
        }
    }
    // The variable with the fewest numbers is tried.
    let open = ranges.iter().enumerate().filter(|(_, (_, low, high))| low < high);
    let Some((place, &(_, low, high))) = open.min_by_key(|(_, (_, low, high))| high - low) else {
        return Ok(conditions.iter().all(|condition| holds(condition, ranges)));
    };
    for number in low..=high {
        let mut fewer = ranges.clone();
        (fewer[place].1, fewer[place].2) = (number, number);
        if possible(conditions, &mut fewer, meter)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// A bound beyond all numbers is no bound.
fn clamped(bound: i128) -> i64 {
    bound.clamp(-2 * i128::from(FAR), 2 * i128::from(FAR)) as i64
}

/// Removes from the ranges what a condition forbids; false if nothing is left.
fn narrow(condition: &Literal, ranges: &mut [Range]) -> bool {
    let form = condition.form();
    let signs: &[i64] = match condition {
        Literal::AtLeast(_) => &[1],
        Literal::Zero(_) => &[1, -1],
        Literal::Multiple(..) => return true,
    };
    for sign in signs {
        // sign · form is at least 0: the most that it can be.
        let part = |&(name, low, high): &Range| {
            let times = i128::from(form.of(name) * sign);
            (times * i128::from(low)).max(times * i128::from(high))
        };
        let most = i128::from(form.constant * sign) + ranges.iter().map(part).sum::<i128>();
        if most < 0 {
            return false;
        }
        for range in ranges.iter_mut() {
            let times = i128::from(form.of(range.0) * sign);
            if times == 0 {
                continue;
            }
            let rest = most - part(range);
            // times · x ≥ −rest.
            match times > 0 {
                true => range.1 = range.1.max(clamped(-rest.div_euclid(times))),
                false => range.2 = range.2.min(clamped(rest.div_euclid(-times))),
            }
            if range.1 > range.2 {
                return false;
            }
        }
    }
    true
}

/// Whether a condition holds, every variable having one value.
fn holds(condition: &Literal, ranges: &[Range]) -> bool {
    let form = condition.form();
    let value = ranges.iter().map(|&(name, low, _)| i128::from(form.of(name)) * i128::from(low)).sum::<i128>();
    let value = value + i128::from(form.constant);
    match condition {
        Literal::AtLeast(_) => value >= 0,
        Literal::Zero(_) => value == 0,
        Literal::Multiple(m, _) => value.rem_euclid((*m).into()) == 0,
    }
}

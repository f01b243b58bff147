//! One way to move, followed backwards: the positions that reach a given one.
//!
//! The equations between a position, the variables of a move and the option determine
//! the variables. What remains are linear conditions on the numbers of the
//! position, which are chosen one after the other, each within the bounds that the
//! conditions leave; the last one runs over an interval.

use super::strikes::Struck;
use crate::Meter;
use crate::automata::Name;
use crate::error::Result;
use crate::prove::linear::{Form, Literal, Overflow};
use crate::prove::translate::{LinearRules, Move};

/// The positions that reach a position by one way to move.
#[derive(Debug, Clone)]
pub struct Predecessors {
    conditions: Vec<Constraint>,
    /// The numbers of a position in the order in which they are chosen; the last
    /// one runs along lines.
    order: Vec<usize>,
}

/// What is said of Σ pᵢxᵢ + Σ oᵢyᵢ + c, for a position x and an option y.
#[derive(Debug, Clone, PartialEq)]
struct Constraint {
    kind: Demand,
    position: Vec<i64>,
    option: Vec<i64>,
    constant: i64,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Demand {
    AtLeast,
    Zero,
    Multiple(i64),
}

/// Larger coefficients are refused, so that nothing overflows.
const LARGEST: i64 = 1 << 24;

impl Predecessors {
    /// All ways to move; `None` if the option does not determine a variable of one.
    pub fn all(rules: &LinearRules) -> Option<Vec<Predecessors>> {
        let mut all: Vec<Predecessors> = Vec::new();
        for way in &rules.moves {
            let conditions = conditions(way, rules).ok()??;
            // A way that asks for more than another one adds nothing.
            let asks_more =
                |one: &[Constraint], than: &[Constraint]| than.iter().all(|condition| one.contains(condition));
            if !all.iter().any(|known| asks_more(&conditions, &known.conditions)) {
                all.retain(|known| !asks_more(&known.conditions, &conditions));
                let order = order(&conditions, rules.width);
                all.push(Predecessors { conditions, order });
            }
        }
        Some(all)
    }

    /// The number that runs along the lines.
    pub fn direction(&self) -> usize {
        self.order[self.order.len() - 1]
    }

    /// The same for positions whose numbers are below a bound, and whose weighted
    /// total is at most a number.
    pub fn inside(&self, bound: u64, within: Option<(&[u64], u64)>) -> InBox {
        let mut conditions = self.conditions.clone();
        conditions.extend(within.map(|(weights, total)| Constraint {
            kind: Demand::AtLeast,
            position: weights.iter().map(|&weight| -(weight as i64)).collect(),
            option: vec![0; weights.len()],
            constant: total as i64,
        }));
        let last = bound as i64 - 1;
        let depths = 0..self.order.len();
        let rows = depths.map(|depth| {
            conditions
                .iter()
                .map(|condition| {
                    let later = || self.order[depth + 1..].iter().map(|&place| condition.position[place] * last);
                    let (least, most) = (later().map(|c| c.min(0)).sum(), later().map(|c| c.max(0)).sum());
                    Weighed { times: condition.position[self.order[depth]], least, most }
                })
                .collect()
        });
        let rows: Vec<Vec<Weighed>> = rows.collect();
        let sums = vec![vec![0; conditions.len()]; self.order.len() + 1];
        InBox { conditions, order: self.order.clone(), last, rows, sums, numbers: vec![0; self.order.len()] }
    }
}

/// The conditions on positions and options, with the variables eliminated; `None` if
/// one of them remains.
fn conditions(way: &Move, rules: &LinearRules) -> std::result::Result<Option<Vec<Constraint>>, Overflow> {
    let width = rules.width;
    let first_option = (width + way.variables) as Name;
    let mut literals = way.conditions.clone();
    for (name, form) in (first_option..).zip(&way.option) {
        literals.push(Literal::Zero(form.minus(&Form::name(name))?));
    }
    for name in width as Name..first_option {
        let tells = |literal: &&Literal| matches!(literal, Literal::Zero(form) if form.of(name).abs() == 1);
        let Some(literal) = literals.iter().find(tells).cloned() else {
            match literals.iter().any(|literal| literal.form().of(name) != 0) {
                true => return Ok(None),
                false => continue,
            }
        };
        let form = literal.form();
        let solved = form.with(name, &Form::default())?.times(-form.of(name))?;
        literals.retain(|other| *other != literal);
        for other in &mut literals {
            *other = other.with(name, &solved)?;
        }
    }
    for name in 1..rules.sorted as Name {
        literals.push(Literal::AtLeast(Form::name(name).minus(&Form::name(name - 1))?));
    }
    let mut conditions: Vec<Constraint> = Vec::new();
    for literal in literals {
        let form = literal.form();
        let of = |first: Name| (first..).take(width).map(|name| form.of(name)).collect::<Vec<i64>>();
        let (position, option) = (of(0), of(first_option));
        let large = |c: &i64| c.unsigned_abs() > LARGEST as u64;
        if position.iter().chain(&option).chain([&form.constant]).any(large) {
            return Ok(None);
        }
        let kind = match literal {
            Literal::AtLeast(_) if form.is_never_negative() => continue,
            Literal::AtLeast(_) => Demand::AtLeast,
            Literal::Zero(_) => Demand::Zero,
            Literal::Multiple(m, _) => Demand::Multiple(m),
        };
        let condition = Constraint { kind, position, option, constant: form.constant };
        if !conditions.contains(&condition) {
            conditions.push(condition);
        }
    }
    Ok(Some(conditions))
}

/// The order in which the numbers of a position are chosen. The last is the one
/// in the fewest equations, so that it runs far (of several such numbers, the last); the
/// others keep their order.
fn order(conditions: &[Constraint], width: usize) -> Vec<usize> {
    let equations = |place: usize| {
        conditions.iter().filter(|condition| condition.kind == Demand::Zero && condition.position[place] != 0).count()
    };
    let last = (0..width).rev().min_by_key(|&place| equations(place)).unwrap_or(0);
    let mut order: Vec<usize> = (0..width).filter(|&place| place != last).collect();
    order.push(last);
    order
}

/// A condition at a number: what it counts there, and what the numbers that are
/// chosen later may add.
#[derive(Debug, Clone, Copy)]
struct Weighed {
    times: i64,
    least: i64,
    most: i64,
}

/// A family in a box.
#[derive(Debug)]
pub struct InBox {
    conditions: Vec<Constraint>,
    order: Vec<usize>,
    /// The largest number.
    last: i64,
    /// For each number that is chosen, the conditions.
    rows: Vec<Vec<Weighed>>,
    /// What each condition has come to, before each number is chosen.
    sums: Vec<Vec<i64>>,
    numbers: Vec<u64>,
}

impl InBox {
    /// Strikes out all positions with such a move to an option.
    pub fn strike(&mut self, option: &[u64], struck: &mut Struck, meter: &mut Meter) -> Result<()> {
        for (sum, condition) in self.sums[0].iter_mut().zip(&self.conditions) {
            let of_option = condition.option.iter().zip(option).map(|(times, &number)| times * number as i64);
            *sum = condition.constant + of_option.sum::<i64>();
        }
        self.choose(0, struck, meter)
    }

    fn choose(&mut self, depth: usize, struck: &mut Struck, meter: &mut Meter) -> Result<()> {
        let Some((low, high)) = self.range(depth) else { return Ok(()) };
        let place = self.order[depth];
        if depth + 1 == self.order.len() {
            self.along(low, high, struck);
            return Ok(());
        }
        meter.tick((high - low + 1) as u64 * 2)?;
        let (before, after) = self.sums.split_at_mut(depth + 1);
        for (sum, (before, bound)) in after[0].iter_mut().zip(before[depth].iter().zip(&self.rows[depth])) {
            *sum = before + bound.times * low;
        }
        for number in low..=high {
            self.numbers[place] = number as u64;
            self.choose(depth + 1, struck, meter)?;
            for (sum, bound) in self.sums[depth + 1].iter_mut().zip(&self.rows[depth]) {
                *sum += bound.times;
            }
        }
        Ok(())
    }

    /// The numbers that the conditions leave here, whatever the later ones are.
    fn range(&self, depth: usize) -> Option<(i64, i64)> {
        let (mut low, mut high) = (0, self.last);
        let mut at_least = |times: i64, rest: i64| match times {
            // times · x + rest is at least 0.
            0 => high = if rest < 0 { -1 } else { high },
            1 => low = low.max(-rest),
            -1 => high = high.min(rest),
            2.. => low = low.max((-rest).div_euclid(times) + i64::from((-rest).rem_euclid(times) > 0)),
            _ => high = high.min(rest.div_euclid(-times)),
        };
        for ((condition, bound), sum) in self.conditions.iter().zip(&self.rows[depth]).zip(&self.sums[depth]) {
            match condition.kind {
                Demand::AtLeast => at_least(bound.times, sum + bound.most),
                Demand::Zero => {
                    at_least(bound.times, sum + bound.most);
                    at_least(-bound.times, -sum - bound.least);
                }
                Demand::Multiple(_) => {}
            }
        }
        (low <= high).then_some((low, high))
    }

    /// Strikes the positions of a line with the last number in an interval.
    fn along(&mut self, low: i64, high: i64, struck: &mut Struck) {
        let depth = self.order.len() - 1;
        let place = self.order[depth];
        let divisible = |number: i64| {
            self.conditions.iter().zip(&self.rows[depth]).zip(&self.sums[depth]).all(|((condition, bound), sum)| {
                match condition.kind {
                    Demand::Multiple(m) => (sum + bound.times * number).rem_euclid(m) == 0,
                    _ => true,
                }
            })
        };
        if self.conditions.iter().all(|condition| !matches!(condition.kind, Demand::Multiple(_))) {
            return struck.strike(place, &self.numbers, low as u64, high as u64);
        }
        for number in (low..=high).filter(|&number| divisible(number)) {
            struck.strike(place, &self.numbers, number as u64, number as u64);
        }
    }
}

//! Blocking: B options may be blocked, and a position is lost exactly if at most B of
//! its options are lost. So "more than B different options in the set" takes the place
//! of "an option in the set": an option for each of B + 1 plans, each of them after the
//! one before it in lexicographic order.
//!
//! *The order of the list.* Plans i₀, …, i_B count up like the digits of a number,
//! i_B the fastest; and for the same plans the places d₁, …, d_B count up in the same
//! way, d_c being the first number in which option c differs from option c − 1. *The names.*
//! The position's numbers are shared; then come the other names of plan i₀, those of
//! i₁, and so on. *The relations* are those of all plans; then, for c = 1, …, B, that
//! the numbers before place d_c are equal, and that the number at d_c is less in option
//! c − 1. With P plans and w numbers these are P^(B+1)·w^B ways.

use super::certificate::{Certificate, PlanText, plan_text};
use super::hints;
use super::plan::{Leaf, Plan};
use super::subject::Subject;
use crate::automata::Name;
use crate::error::{Error, Result};
use crate::solve::{MISERE, VALUES, only_outcomes};
use crate::{Hint, Play};

/// More ways than these are refused.
const MOST_WAYS: u128 = 4096;

/// All ways to have more than `blocked` different options in a set; the plans
/// themselves if nothing is blocked.
pub fn together(plans: &[Plan], width: usize, blocked: u64) -> Result<Vec<Plan>> {
    if blocked == 0 {
        return Ok(plans.to_vec());
    }
    let power = |base: usize, exponent: u64| {
        (base as u128).checked_pow(u32::try_from(exponent).unwrap_or(u32::MAX)).unwrap_or(u128::MAX)
    };
    let ways = power(plans.len(), blocked + 1).saturating_mul(power(width, blocked));
    if ways > MOST_WAYS {
        return Err(Error::TooLarge {
            what: format!("the number of ways to have {} options, more than can be blocked,", blocked + 1),
            given: ways.to_string(),
            limit: MOST_WAYS.to_string(),
            hint: Hint::NONE,
        });
    }
    let mut found = Vec::new();
    let mut chosen = vec![0; blocked as usize + 1];
    let mut places = vec![0; blocked as usize];
    while !plans.is_empty() {
        let copies: Vec<&Plan> = chosen.iter().map(|&plan| &plans[plan]).collect();
        found.push(joined(&copies, &places, width));
        if !count_up(&mut places, width) && !count_up(&mut chosen, plans.len()) {
            break;
        }
    }
    Ok(found)
}

/// Counts up, the last digit being the fastest; false after the last combination.
fn count_up(digits: &mut [usize], base: usize) -> bool {
    for digit in digits.iter_mut().rev() {
        *digit += 1;
        if *digit < base {
            return true;
        }
        *digit = 0;
    }
    false
}

/// Plans that share the position, with options that ascend.
fn joined(copies: &[&Plan], places: &[usize], width: usize) -> Plan {
    let mut whole = Plan { names: copies[0].names[..width].to_vec(), option: Vec::new(), ..copies[0].clone() };
    whole.variables.clear();
    whole.leaves.clear();
    let mut before: Option<Vec<Name>> = None;
    let mut order = Vec::new();
    for (number, copy) in copies.iter().enumerate() {
        let shift = whole.names.len() - width;
        let renamed = |name: Name| if (name as usize) < width { name } else { name + shift as Name };
        whole.names.extend_from_slice(&copy.names[width..]);
        let leaves = copy.leaves.iter();
        whole.leaves.extend(leaves.map(|(leaf, names)| (*leaf, names.iter().map(|&name| renamed(name)).collect())));
        let option: Vec<Name> = copy.option.iter().map(|&name| renamed(name)).collect();
        if let Some(before) = before {
            let place = places[number - 1];
            let pair = |place: usize| vec![before[place], option[place]];
            order.extend((0..place).map(|place| (Leaf::Equal, pair(place))));
            order.push((Leaf::Less, pair(place)));
        }
        before = Some(option);
    }
    whole.leaves.extend(order);
    whole
}

/// The plans whose steps a certificate has: its own, or several of them together.
/// `None` if its plans cannot be read.
pub fn evaluated(certificate: &Certificate, width: usize, blocked: u64) -> Option<Vec<PlanText>> {
    if blocked == 0 {
        return Some(certificate.plans.clone());
    }
    let plans = certificate.plans.iter().map(hints::plan).collect::<Option<Vec<Plan>>>()?;
    let ways = together(&plans, width, blocked).ok()?;
    let texts = ways.iter().zip(&certificate.together).map(|(way, steps)| {
        let text = plan_text(way, &[], width);
        PlanText { steps: steps.clone(), ..text }
    });
    (ways.len() == certificate.together.len()).then(|| texts.collect())
}

/// Refuses what is not defined where options may be blocked.
pub fn is_defined(subject: &Subject, play: Play, value: u64) -> Result<()> {
    let refused = |question| Err(only_outcomes(subject.name.clone(), question));
    match (play, value) {
        _ if subject.rules.blocked == 0 => Ok(()),
        (Play::Misere, _) => refused(MISERE),
        (Play::Normal, 0) => Ok(()),
        (Play::Normal, _) => refused(VALUES),
    }
}

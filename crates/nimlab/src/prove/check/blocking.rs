//! The plans whose steps a certificate has: its own, or where options may be blocked,
//! every way to have more options in a set than can be blocked. These ways are made
//! here from the plans alone, which have been compared with the rules; the certificate
//! only says in which steps the names are eliminated.

use super::{Checked, Refused, ensure};
use crate::Meter;
use crate::prove::certificate::{PlanText, StepText};
use crate::rules::ir::CheckedRules;

/// More ways than these are not followed.
const MOST_WAYS: usize = 4096;

/// The plans whose steps are checked, given that these plans are the rules, and the steps
/// of several plans together.
pub fn evaluated(
    plans: &[PlanText],
    given: &[Vec<StepText>],
    rules: &CheckedRules,
    meter: &mut Meter,
) -> Checked<Vec<PlanText>> {
    if rules.blocked == 0 {
        ensure(given.is_empty(), "it has steps for blocked options, and the rules block none")?;
        return Ok(plans.to_vec());
    }
    ensure(rules.sorted() == 0, "options that are the same up to order are not counted")?;
    let own_steps = plans.iter().any(|plan| !plan.steps.is_empty());
    ensure(!own_steps, "a plan has steps of its own, though options may be blocked")?;
    let width = rules.width();
    let ways = number_of_ways(plans.len(), width, rules.blocked);
    let ways = ways.ok_or_else(|| Refused::new("there are too many ways to have more options than can be blocked"))?;
    ensure(given.len() == ways, "it lacks the steps of some way to have more options than can be blocked")?;
    let made = (0..ways).zip(given).map(|(number, steps)| {
        let (chosen, places) = way(number, plans.len(), width, rules.blocked as usize);
        let text = side_by_side(plans, &chosen, &places, width);
        meter.take(96 * text.leaves.len() as u64 + 24 * text.names.len() as u64 + 256)?;
        Ok(PlanText { steps: steps.clone(), ..text })
    });
    made.collect()
}

/// P^(B+1)·w^B, if that is not too many.
fn number_of_ways(plans: usize, width: usize, blocked: u64) -> Option<usize> {
    let mut ways = plans;
    for _ in 0..blocked {
        // Without a plan, and so without an option, there is no way.
        if ways == 0 {
            return Some(0);
        }
        ways = ways.checked_mul(plans)?.checked_mul(width).filter(|&ways| ways <= MOST_WAYS)?;
    }
    Some(ways).filter(|&ways| ways <= MOST_WAYS)
}

/// The plans of a way and the places where each option differs from the one before
/// it: the digits of its number, the last place being the fastest.
fn way(mut number: usize, plans: usize, width: usize, blocked: usize) -> (Vec<usize>, Vec<usize>) {
    let mut digit = |base: usize| {
        let digit = number % base;
        number /= base;
        digit
    };
    let mut places: Vec<usize> = (0..blocked).map(|_| digit(width)).collect();
    let mut chosen: Vec<usize> = (0..=blocked).map(|_| digit(plans)).collect();
    places.reverse();
    chosen.reverse();
    (chosen, places)
}

/// Plans that share the position and nothing else. Before its place d, the numbers of
/// an option are those of the option before it; at d the earlier option's is less.
fn side_by_side(plans: &[PlanText], chosen: &[usize], places: &[usize], width: usize) -> PlanText {
    let mut names = width;
    let mut leaves = Vec::new();
    let mut options: Vec<Vec<u32>> = Vec::new();
    for &plan in chosen {
        let plan = &plans[plan];
        let own = |&name: &u32| if (name as usize) < width { name } else { name + (names - width) as u32 };
        leaves.extend(
            plan.leaves
                .iter()
                .map(|(leaf, of, names)| (leaf.clone(), *of, names.iter().map(own).collect::<Vec<u32>>())),
        );
        options.push(plan.option.iter().map(own).collect());
        names += plan.names.len() - width;
    }
    for (pair, &place) in options.windows(2).zip(places) {
        for (&one, &other) in pair[0].iter().zip(&pair[1]).take(place) {
            leaves.push(("equal".to_owned(), 0, vec![one, other]));
        }
        leaves.push(("less".to_owned(), 0, vec![pair[0][place], pair[1][place]]));
    }
    // What its names mean was checked before.
    let (names, variables, option, steps) = (vec![Vec::new(); names], Vec::new(), Vec::new(), Vec::new());
    PlanText { clause: 0, names, variables, option, leaves, steps }
}

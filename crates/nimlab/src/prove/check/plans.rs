//! That the plans of a certificate are the same as the rules, and that every move
//! makes a measure smaller: statements about linear forms, decided in binary.

use super::forms::{Form, Forms, Formula, plus};
use super::rule::{Cases, Reader};
use super::{Checked, Refused, ensure};
use crate::Meter;
use crate::prove::certificate::{Certificate, PlanText};
use crate::rules::Cmp;
use crate::rules::ir::{CheckedRules, Clause};

/// That the plans are the same as the rules, that these allow the answers, and that
/// every move makes the measure smaller.
pub fn check_plans(certificate: &Certificate, rules: &CheckedRules, meter: &mut Meter) -> Checked<()> {
    for plan in certificate.plans.iter().chain(&certificate.answers) {
        ensure(plan.clause < rules.clauses.len(), "a plan belongs to no clause")?;
    }
    for (number, clause) in rules.clauses.iter().enumerate() {
        let plans: Vec<&PlanText> = certificate.plans.iter().filter(|plan| plan.clause == number).collect();
        for moves in ClauseMoves::of(rules, clause)? {
            moves.check_covered(&plans, meter)?;
            moves.check_end(meter)?;
        }
        // Of answers it is enough that the rules allow them.
        let answers = certificate.answers.iter().filter(|plan| plan.clause == number);
        for plan in plans.into_iter().chain(answers) {
            check_plan(rules, clause, plan, meter)?;
        }
    }
    Ok(())
}

/// More names than these are refused.
const MOST_NAMES: usize = 256;

fn unit(length: usize, place: usize, value: i64) -> Form {
    let mut form = vec![0; length];
    form[place] = value;
    form
}

/// That the first numbers of the position ascend.
fn sorted(rules: &CheckedRules, forms: &mut Forms, length: usize) -> Checked<Vec<Formula>> {
    let step = |track: usize| plus(&unit(length, track, 1), -1, &unit(length, track - 1, 1));
    (1..rules.sorted()).map(|track| forms.at_least_zero(step(track)?)).collect()
}

/// That the rules allow what a plan says.
#[cfg(test)]
pub fn check_one(rules: &CheckedRules, plan: &PlanText, meter: &mut Meter) -> Checked<()> {
    let clause = rules.clauses.get(plan.clause).ok_or_else(|| Refused::new("a plan belongs to no clause"))?;
    check_plan(rules, clause, plan, meter)
}

/// What is said of the option of a move.
type ClaimOnOptions<'c> = dyn Fn(&[Cases], &mut Forms, &mut Meter) -> Checked<Formula> + 'c;

/// The moves of a clause whose variables have some signs.
struct ClauseMoves<'r> {
    rules: &'r CheckedRules,
    clause: &'r Clause,
    /// The numbers of the position, then the variables, by natural numbers.
    registers: Vec<Form>,
}

impl<'r> ClauseMoves<'r> {
    /// All moves of a clause. A variable whose range may begin below 0 may be negative: each
    /// combination of signs is a case.
    fn of(rules: &'r CheckedRules, clause: &'r Clause) -> Checked<Vec<ClauseMoves<'r>>> {
        ensure(clause.parts.len() == 1, "a move leads to several components")?;
        ensure(clause.variables.len() <= 8, "a clause has too many variables")?;
        let natural = |low: u32| rules.arena.constant(low).is_some_and(|low| low >= 0);
        let lows = clause.variables.iter().enumerate();
        let signed =
            lows.filter(|(_, variable)| !natural(variable.low)).fold(0u32, |bits, (place, _)| bits | 1 << place);
        let (width, numbers) = (rules.width(), rules.width() + clause.variables.len());
        let with = |signs: u32| {
            let sign = |place: usize| if place >= width && signs >> (place - width) & 1 == 1 { -1 } else { 1 };
            let registers = (0..numbers).map(|place| unit(numbers + 1, place, sign(place))).collect();
            ClauseMoves { rules, clause, registers }
        };
        Ok((0..1u32 << clause.variables.len()).filter(|signs| signs & !signed == 0).map(with).collect())
    }

    /// Whether something holds of all moves that the rules allow.
    fn all(&self, claim: &ClaimOnOptions<'_>, meter: &mut Meter) -> Checked<bool> {
        let (rules, numbers) = (self.rules, self.registers.len());
        // Often it does not matter that the position is sorted, and without that there are
        // fewer forms to follow.
        for ascending in [false, true].into_iter().filter(|ascending| !ascending || rules.sorted() > 1) {
            let (mut forms, meter) = (Forms::default(), &mut meter.scratch()?);
            let mut reader = Reader::new(&rules.arena, &self.registers, &mut forms, meter);
            let mut assumed = reader.allowed(self.clause, rules.width())?.parts();
            let option = self.clause.parts[0].iter().map(|&id| reader.number(id)).collect::<Checked<Vec<_>>>()?;
            let claimed = claim(&option, &mut forms, meter)?;
            if ascending {
                assumed.extend(sorted(rules, &mut forms, numbers + 1)?);
            }
            if forms.always(numbers, &assumed, &claimed, meter)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Every one of them is one of the plans.
    fn check_covered(&self, plans: &[&PlanText], meter: &mut Meter) -> Checked<()> {
        let of_a_plan = |option: &[Cases], forms: &mut Forms, _: &mut Meter| {
            let mut any = Vec::new();
            for plan in plans {
                let names = plan.names.iter().map(|form| substituted(form, &self.registers));
                let names = names.collect::<Checked<Vec<Form>>>()?;
                let mut all = vec![relations(plan, &names, forms)?];
                for form in &names {
                    all.push(forms.at_least_zero(form.clone())?);
                }
                all.push(reaches(plan, &names, option, forms)?);
                any.push(Formula::All(all));
            }
            Ok(Formula::Any(any))
        };
        ensure(self.all(&of_a_plan, meter)?, "a move of the rules is missing among the plans")
    }

    /// Every one of them makes the measure smaller.
    fn check_end(&self, meter: &mut Meter) -> Checked<()> {
        let smaller = |option: &[Cases], forms: &mut Forms, meter: &mut Meter| {
            shrinks(self.rules, &self.registers, option, forms, meter)
        };
        ensure(self.all(&smaller, meter)?, "a move does not make the measure smaller, or the measure is negative")
    }
}

/// That every move of a clause makes the measure smaller, which is never negative.
pub fn check_end(rules: &CheckedRules, clause: &Clause, meter: &mut Meter) -> Checked<()> {
    ClauseMoves::of(rules, clause)?.iter().try_for_each(|moves| moves.check_end(meter))
}

/// A form of registers or names as a form of what they stand for.
fn substituted(form: &[i64], meaning: &[Form]) -> Checked<Form> {
    let length = meaning.first().map_or(1, Vec::len);
    let (&constant, terms) = form.split_last().ok_or_else(|| Refused::new("a form is empty"))?;
    ensure(terms.len() == meaning.len(), "a form has the wrong number of coefficients")?;
    let start = unit(length, length - 1, constant);
    terms.iter().zip(meaning).try_fold(start, |sum, (&times, other)| plus(&sum, times, other))
}

/// That the simple relations of a plan hold, except that of the set.
fn relations(plan: &PlanText, names: &[Form], forms: &mut Forms) -> Checked<Formula> {
    let mut all = Vec::new();
    for (leaf, parameter, of) in &plan.leaves {
        let name = |place: usize| {
            let name = of.get(place).and_then(|&name| names.get(name as usize));
            name.ok_or_else(|| Refused::new("a relation of a plan speaks of a name that is not there"))
        };
        let (count, formula) = match leaf.as_str() {
            "sum" => (3, forms.zero(plus(&plus(name(0)?, 1, name(1)?)?, -1, name(2)?)?)?),
            "equal" => (2, forms.zero(plus(name(0)?, -1, name(1)?)?)?),
            "at-most" => (2, forms.at_least_zero(plus(name(1)?, -1, name(0)?)?)?),
            "less" => (2, forms.at_least_zero(plus(name(0)?, -1, name(1)?)?)?.negated()),
            "constant" => {
                let value = i64::try_from(*parameter).map_err(|_| Refused::new("a constant is too large"))?;
                let length = name(0)?.len();
                (1, forms.zero(plus(name(0)?, -1, &unit(length, length - 1, value))?)?)
            }
            "multiple" => {
                let m = i64::try_from(*parameter).map_err(|_| Refused::new("a constant is too large"))?;
                (1, forms.multiple(m, name(0)?.clone())?)
            }
            "set" => {
                // Not an assumption: of a plan that is never followed anything would be true.
                ensure(*of == plan.option, "a plan asks of other numbers than its option whether they are in the set")?;
                (plan.option.len(), Formula::truth(true))
            }
            _ => return Err(Refused::new("a plan has a relation that is not known")),
        };
        ensure(of.len() == count, "a relation of a plan has the wrong number of names")?;
        all.push(formula);
    }
    ensure(plan.leaves.iter().filter(|leaf| leaf.0 == "set").count() == 1, "a plan must lead into the set once")?;
    Ok(Formula::All(all))
}

/// That the option's names are the numbers of the option.
fn reaches(plan: &PlanText, names: &[Form], option: &[Cases], forms: &mut Forms) -> Checked<Formula> {
    ensure(plan.option.len() == option.len(), "an option of a plan has the wrong number of names")?;
    let mut all = Vec::new();
    for (&name, cases) in plan.option.iter().zip(option) {
        let name = names.get(name as usize).ok_or_else(|| Refused::new("an option's name is not there"))?;
        for (when, form) in cases {
            let same = forms.zero(plus(name, -1, form)?)?;
            all.push(when.clone().if_then(same));
        }
    }
    Ok(Formula::All(all))
}

/// For all natural names that satisfy the relations of a plan, the move that the plan
/// reads off them is allowed and reaches the option's names.
fn check_plan(rules: &CheckedRules, clause: &Clause, plan: &PlanText, meter: &mut Meter) -> Checked<()> {
    let (width, count) = (rules.width(), plan.names.len());
    ensure(count >= width, "a plan lacks the numbers of the position")?;
    ensure(plan.variables.len() == clause.variables.len(), "a plan lacks the variables of its clause")?;
    let (names, free) = solved(plan, count, meter)?;
    let mut registers = names[..width].to_vec();
    for form in &plan.variables {
        registers.push(substituted(form, &names)?);
    }
    let mut holds = false;
    for ascending in [false, true] {
        let (mut forms, meter) = (Forms::default(), &mut meter.scratch()?);
        let mut assumed = relations(plan, &names, &mut forms)?.parts();
        for form in &names {
            assumed.push(forms.at_least_zero(form.clone())?);
        }
        for track in (1..rules.sorted()).filter(|_| ascending) {
            assumed.push(forms.at_least_zero(plus(&names[track], -1, &names[track - 1])?)?);
        }
        let mut reader = Reader::new(&rules.arena, &registers, &mut forms, meter);
        let allowed = reader.allowed(clause, width)?;
        let option = clause.parts[0].iter().map(|&id| reader.number(id)).collect::<Checked<Vec<_>>>()?;
        let reached = reaches(plan, &names, &option, &mut forms)?;
        let claim = Formula::All(vec![allowed, reached]);
        holds = holds || forms.always(free, &assumed, &claim, meter)?;
    }
    ensure(holds, "a plan has a move that the rules do not allow")?;
    // The names of the position mean the numbers of the position.
    let numbers = width + clause.variables.len() + 1;
    let own = (0..width).all(|place| plan.names[place] == unit(numbers, place, 1));
    ensure(own, "the first names of a plan are not the position")
}

/// The names of a plan as forms of those that its equations leave free, and how many
/// these are. Natural names that satisfy the relations are the same as natural free
/// names for which all forms are natural and satisfy the relations.
fn solved(plan: &PlanText, count: usize, meter: &mut Meter) -> Checked<(Vec<Form>, usize)> {
    ensure(count <= MOST_NAMES, "a plan has too many names")?;
    let mut names: Vec<Form> = (0..count).map(|place| unit(count + 1, place, 1)).collect();
    for (leaf, parameter, of) in &plan.leaves {
        meter.tick((count * count) as u64)?;
        let name = |place: usize| of.get(place).and_then(|&name| names.get(name as usize));
        let equation = match (leaf.as_str(), name(0), name(1), name(2)) {
            ("sum", Some(x), Some(y), Some(z)) => plus(&plus(x, 1, y)?, -1, z)?,
            ("equal", Some(x), Some(y), _) => plus(x, -1, y)?,
            ("constant", Some(x), ..) => {
                let value = i64::try_from(*parameter).map_err(|_| Refused::new("a constant is too large"))?;
                plus(x, -1, &unit(count + 1, count, value))?
            }
            _ => continue,
        };
        let Some(place) = (0..count).rev().find(|&place| equation[place].abs() == 1) else { continue };
        let c = equation[place];
        for form in &mut names {
            // The equation is c·v + rest = 0 with c = ±1. Taken away c·t times, it
            // removes t·v.
            let times = form[place].checked_mul(-c).ok_or_else(|| Refused::new("a coefficient is too large"))?;
            *form = plus(form, times, &equation)?;
        }
    }
    let free: Vec<usize> = (0..count).filter(|&place| names.iter().any(|form| form[place] != 0)).collect();
    let short = |form: &Form| free.iter().map(|&place| form[place]).chain([form[count]]).collect();
    Ok((names.iter().map(short).collect(), free.len()))
}

/// That the measure of a position is not negative, and that of the option is less:
/// the first number that differs decides. This must hold however the numbers of the
/// option are sorted.
fn shrinks(
    rules: &CheckedRules,
    registers: &[Form],
    option: &[Cases],
    forms: &mut Forms,
    meter: &mut Meter,
) -> Checked<Formula> {
    let before = measure(rules, registers, forms, meter)?;
    // The option by cases.
    let mut cases: Vec<(Vec<Formula>, Vec<Form>)> = vec![Default::default()];
    for number in option {
        let longer = cases.iter().flat_map(|(when, forms)| {
            number.iter().map(move |(more, form)| {
                let when = when.iter().chain([more]).cloned().collect();
                (when, forms.iter().chain([form]).cloned().collect())
            })
        });
        ensure(cases.len() * number.len() <= 1024, "a move has too many cases")?;
        cases = longer.collect();
    }
    let mut all = Vec::new();
    for number in &before {
        for (when, form) in number {
            let natural = forms.at_least_zero(form.clone())?;
            all.push(when.clone().if_then(natural));
        }
    }
    for (when, numbers) in &cases {
        for order in orders(rules, &before)? {
            let sorted: Vec<Form> = order.iter().map(|&place| numbers[place].clone()).collect();
            let mut premise = when.clone();
            if !is_plain(rules, &before) {
                for track in 1..rules.sorted() {
                    premise.push(forms.at_least_zero(plus(&sorted[track], -1, &sorted[track - 1])?)?);
                }
            }
            let registers: Vec<Form> = sorted.into_iter().chain(registers[rules.width()..].iter().cloned()).collect();
            let after = measure(rules, &registers, forms, meter)?;
            let mut less = Vec::new();
            let mut equal = Vec::new();
            let mut reader = Reader::new(&rules.arena, &registers, forms, meter);
            for (after, before) in after.iter().zip(&before) {
                let mut this = equal.clone();
                this.push(reader.compared(Cmp::Lt, after, before)?);
                less.push(Formula::All(this));
                equal.push(reader.compared(Cmp::Eq, after, before)?);
            }
            all.push(Formula::All(premise).if_then(Formula::Any(less)));
        }
    }
    Ok(Formula::All(all))
}

/// What the rules say decreases, or the sum of all numbers.
fn measure(rules: &CheckedRules, registers: &[Form], forms: &mut Forms, meter: &mut Meter) -> Checked<Vec<Cases>> {
    let mut reader = Reader::new(&rules.arena, registers, forms, meter);
    if rules.decreasing.is_empty() {
        let zero = vec![0; registers[0].len()];
        let total = registers[..rules.width()].iter().try_fold(zero, |sum, form| plus(&sum, 1, form))?;
        return Ok(vec![vec![(Formula::truth(true), total)]]);
    }
    rules.decreasing.iter().map(|&id| reader.number(id)).collect()
}

/// Whether the measure is without cases and the same in whatever order the
/// sorted numbers come.
fn is_plain(rules: &CheckedRules, measure: &[Cases]) -> bool {
    let same = |form: &Form| form[..rules.sorted()].windows(2).all(|pair| pair[0] == pair[1]);
    measure.iter().all(|cases| cases.len() == 1 && same(&cases[0].1))
}

/// The orders that the numbers of an option may be sorted into.
fn orders(rules: &CheckedRules, measure: &[Cases]) -> Checked<Vec<Vec<usize>>> {
    let sorted = if is_plain(rules, measure) { 0 } else { rules.sorted() };
    ensure(sorted <= 5, "the measure of this many equal piles is not followed")?;
    let mut orders = vec![Vec::new()];
    for place in 0..rules.width() {
        orders = orders
            .into_iter()
            .flat_map(|order: Vec<usize>| {
                let free: Vec<usize> = match place < sorted {
                    true => (0..sorted).filter(|other| !order.contains(other)).collect(),
                    false => vec![place],
                };
                free.into_iter().map(move |next| order.iter().copied().chain([next]).collect())
            })
            .collect();
    }
    Ok(orders)
}

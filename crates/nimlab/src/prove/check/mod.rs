//! The checker of theorems. It shares nothing with the prover but the text of
//! the rules and the reading of numbers: it walks products of the automata of a
//! certificate, and learns and minimises nothing.
//!
//! # Why what it accepts is true
//!
//! *Numbers.* The valid words of the system, up to leading zeros, in the order
//! of the alphabet, are 0, 1, 2, … So x < y and x = c are known automata.
//!
//! *Addition.* S(y, y′) is checked to be y′ = y + 1: it implies y < y′, nothing
//! lies between, and every y has such a y′. Then A(x, 0, z) is checked to be
//! z = x; A(x, y, z) and A(x, y + 1, z + 1) to be the same; and A(x, y + 1, 0)
//! never to hold. By induction over y, A(x, y, z) says x + y = z. The multiples
//! of m are checked in the same way: 0 is one, none of 1, …, m − 1 is, and x is
//! one exactly if x + m is.
//!
//! *The rules.* A clause of the rules is a condition on the numbers p of a
//! position and the variables v of the move, and a position o(p, v) that is
//! reached. A plan i of the certificate has names with a meaning nᵢ(p, v) and
//! simple relations Rᵢ between names. Checked, for all sorted p and all v: if the
//! clause allows the move, then for some plan all names are natural, Rᵢ holds,
//! and the names of the option are o(p, v). And for every plan and all natural
//! names: if Rᵢ holds, then the move v that the plan reads off the names is
//! allowed and reaches the option's names. So p has a move into a set Z by that
//! clause exactly if for some plan there are names with Rᵢ and the option in Z.
//!
//! *The steps.* Each step joins the relations that speak of a name and leaves
//! the name out. What the certificate says comes of it is compared with what
//! does, all words being walked. A name goes only after everything that speaks
//! of it is joined, so the last step is the set Wᵢ of the positions from which
//! plan i leads into Z.
//!
//! *Induction.* Every allowed move makes a measure smaller, which is never
//! negative: so the game ends, and induction over moves is sound. Let Z₀, …,
//! Z_{g−1} be the positions of the values below g. Checked: no position of Z lies
//! in a Zᵢ or in a Wᵢ, and every other one lies in one of them. If this holds for
//! all options of p, then p in Z has no option of value g and, lying in no Zᵢ,
//! has value at least g, so exactly g; and p outside Z either lies in a Zᵢ or has
//! an option of value g, so not value g. Under misère play Z is checked to hold
//! no position without moves, and every position with moves outside Z to lie in a
//! Wᵢ. Sorted piles: Z is checked to be the same under exchange of neighbouring
//! piles, so that it does not matter that an option is sorted after a move.

mod forms;
mod machine;
mod rule;

use super::certificate::{Automaton, Certificate, KIND, PlanText};
use crate::automata::Numbers;
use crate::error::{Error, Result};
use crate::rules::Cmp;
use crate::rules::ir::{CheckedRules, Clause};
use crate::{Budget, Meter, counted};
use forms::{Form, Forms, Formula, plus};
use machine::{Machine, Placed, joined, none, product, without};
use rule::{Cases, Reader};

/// Why a certificate proves nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Refused {
    /// It is wrong.
    Wrong(String),
    /// It could not be checked.
    Failed(Error),
}

impl Refused {
    fn new(reason: impl Into<String>) -> Refused {
        Refused::Wrong(reason.into())
    }
}

impl From<Error> for Refused {
    fn from(error: Error) -> Refused {
        Refused::Failed(error)
    }
}

type Checked<T> = std::result::Result<T, Refused>;

/// What came of checking a certificate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It proves its theorem: what was checked, line by line.
    Proved(Vec<String>),
    /// It does not: why.
    Rejected(String),
}

/// Checks a certificate. Fails if it cannot be checked within the budget. What a
/// short certificate leaves out is computed again by [`Certificate::complete`],
/// and is believed as little as the rest.
pub fn check(certificate: &Certificate, budget: Budget) -> Result<Verdict> {
    let budget = budget.started();
    let certificate = certificate.complete(budget)?;
    let mut meter = budget.meter("the check of a theorem");
    match checked(&certificate, &mut meter) {
        Ok(lines) => Ok(Verdict::Proved(lines)),
        Err(Refused::Wrong(reason)) => Ok(Verdict::Rejected(reason)),
        Err(Refused::Failed(error)) => Err(error),
    }
}

fn ensure(holds: bool, reason: impl Into<String>) -> Checked<()> {
    if holds { Ok(()) } else { Err(Refused::new(reason)) }
}

fn checked(certificate: &Certificate, meter: &mut Meter) -> Checked<Vec<String>> {
    ensure(certificate.certificate == KIND, format!("it is not a '{KIND}'"))?;
    let rules = read_rules(certificate)?;
    let numbers = Numbers::named(&certificate.system).map_err(|error| Refused::new(error.to_string()))?;
    let misere = match certificate.play.as_str() {
        "normal" => false,
        "misere" => true,
        _ => return Err(Refused::new("its play is neither 'normal' nor 'misere'")),
    };
    let mut lines = Vec::new();
    let base = Base::read(certificate, &numbers, meter)?;
    lines.push(format!("addition in {}: an automaton of {} states adds", numbers.name(), certificate.sum.states.len()));
    check_plans(certificate, &rules, meter)?;
    let (clauses, plans) = (rules.clauses.len(), certificate.plans.len());
    let clauses = counted(clauses as u64, "move clause");
    lines.push(format!("the rules: {clauses}, the same as {} of simple relations", counted(plans as u64, "system")));
    lines.push("every move makes a natural measure smaller, so that the game ends".to_owned());
    let width = rules.width();
    let domain = base.domain(width, rules.sorted(), meter)?;
    let moves = match misere {
        // A move anywhere is a move into the set of all positions.
        true => Some(base.steps(certificate, &certificate.moves, &base.everything(width, meter)?, width, meter)?),
        false if certificate.moves.is_empty() => None,
        false => return Err(Refused::new("it has misère moves under normal play")),
    };
    ensure(!certificate.sets.is_empty(), "it claims nothing")?;
    ensure(!misere || certificate.sets.len() == 1, "under misère play it claims more than the P-positions")?;
    let mut smaller: Vec<Machine> = Vec::new();
    for (value, set) in (0u64..).zip(&certificate.sets) {
        ensure(set.value == value, "its values are not 0, 1, 2, …")?;
        let positions = Machine::read(&set.positions, width, numbers.digits())?;
        base.check_symmetric(&positions, rules.sorted(), meter)?;
        let reached = base.steps(certificate, &set.reached, &positions, width, meter)?;
        check_set(&domain, &positions, &smaller, &reached, moves.as_deref(), meter)?;
        lines.push(match misere {
            true => format!("the P-positions under misère play: {} states", set.positions.states.len()),
            false => format!("the positions of value {value}: {} states", set.positions.states.len()),
        });
        smaller.push(positions);
    }
    Ok(lines)
}

fn read_rules(certificate: &Certificate) -> Checked<CheckedRules> {
    let wrong = || Refused::new("its rules cannot be read");
    let parameters = match certificate.parameters.as_str() {
        "" => Vec::new(),
        text => crate::rules::parameters(text).map_err(|_| wrong())?,
    };
    crate::rules::compile_with(&certificate.rules, &parameters).map_err(|_| wrong())?;
    crate::rules::checked(&certificate.rules, &parameters).ok_or_else(wrong)
}

/// The simple relations.
struct Base<'n> {
    numbers: &'n Numbers,
    valid: Machine,
    equal: Machine,
    less: Machine,
    at_most: Machine,
    sum: Machine,
    multiples: Vec<(u64, Machine)>,
}

impl<'n> Base<'n> {
    /// Reads and checks addition and multiples.
    fn read(certificate: &Certificate, numbers: &'n Numbers, meter: &mut Meter) -> Checked<Self> {
        let digits = numbers.digits();
        let mut base = Base {
            numbers,
            valid: Machine::valid(numbers),
            equal: Machine::order(digits, true, false),
            less: Machine::order(digits, false, true),
            at_most: Machine::order(digits, true, true),
            sum: Machine::read(&certificate.sum, 3, digits)?,
            multiples: Vec::new(),
        };
        let successor = Machine::read(&certificate.successor, 2, digits)?;
        base.check_successor(&successor, meter)?;
        base.check_sum(&successor, meter)?;
        for (m, text) in &certificate.multiples {
            let machine = Machine::read(text, 1, digits)?;
            base.check_multiples(*m, &machine, meter)?;
            base.multiples.push((*m, machine));
        }
        Ok(base)
    }

    /// The machines, and that all tracks hold numbers.
    fn with_numbers<'m>(&'m self, parts: Vec<Placed<'m>>, tracks: usize) -> Vec<Placed<'m>> {
        parts.into_iter().chain((0..tracks).map(|track| self.valid.at(&[track]))).collect()
    }

    fn none(&self, parts: Vec<Placed<'_>>, tracks: usize, meter: &mut Meter) -> Checked<bool> {
        let all: Vec<Placed<'_>> = parts.into_iter().chain((0..tracks).map(|track| self.valid.at(&[track]))).collect();
        none(&all, tracks, meter)
    }

    fn everything(&self, tracks: usize, meter: &mut Meter) -> Checked<Machine> {
        joined(&self.with_numbers(Vec::new(), tracks), tracks, meter)
    }

    fn check_successor(&self, successor: &Machine, meter: &mut Meter) -> Checked<()> {
        let wrong = "its successor is not y = x + 1";
        let not_less = self.at_most.at(&[1, 0]);
        ensure(self.none(vec![successor.at(&[0, 1]), not_less], 2, meter)?, wrong)?;
        let between = vec![successor.at(&[0, 1]), self.less.at(&[0, 2]), self.less.at(&[2, 1])];
        ensure(self.none(between, 3, meter)?, wrong)?;
        let every = product(&self.with_numbers(vec![successor.at(&[0, 1])], 2), 2, &[0], meter)?;
        ensure(every.is_of(&self.valid, meter)?, wrong)
    }

    fn check_sum(&self, successor: &Machine, meter: &mut Meter) -> Checked<()> {
        let wrong = "its sum is not x + y = z";
        let zero = Machine::constant(self.numbers, 0)?;
        // A(x, 0, z) and z = x, over (x, z).
        let of_zero = self.with_numbers(vec![self.sum.at(&[0, 2, 1]), zero.at(&[2])], 3);
        let same = joined(&self.with_numbers(vec![self.equal.at(&[0, 1])], 2), 2, meter)?;
        ensure(product(&of_zero, 3, &[0, 1], meter)?.is_of(&same, meter)?, wrong)?;
        // A(x, y + 1, 0).
        let never = vec![self.sum.at(&[0, 1, 2]), zero.at(&[2]), zero.at(&[3]), self.less.at(&[3, 1])];
        ensure(self.none(never, 4, meter)?, wrong)?;
        // A(x, y, z) and not A(x, y + 1, z + 1), and the other way round.
        let not_sum = without(&self.everything(3, meter)?, &self.sum, meter)?;
        let (next, last) = ([0, 3, 4], [0, 1, 2]);
        for (yes, no) in [(last, next), (next, last)] {
            let apart = vec![self.sum.at(&yes), successor.at(&[1, 3]), successor.at(&[2, 4]), not_sum.at(&no)];
            ensure(self.none(apart, 5, meter)?, wrong)?;
        }
        Ok(())
    }

    fn check_multiples(&self, m: u64, machine: &Machine, meter: &mut Meter) -> Checked<()> {
        let wrong = || format!("its multiples of {m} are wrong");
        ensure(m >= 1, wrong())?;
        let (zero, step) = (Machine::constant(self.numbers, 0)?, Machine::constant(self.numbers, m)?);
        ensure(!self.none(vec![machine.at(&[0]), zero.at(&[0])], 1, meter)?, wrong())?;
        let below = vec![machine.at(&[0]), zero.at(&[1]), step.at(&[2]), self.less.at(&[1, 0]), self.less.at(&[0, 2])];
        ensure(self.none(below, 3, meter)?, wrong())?;
        let others = without(&self.everything(1, meter)?, machine, meter)?;
        for (one, two) in [(machine, &others), (&others, machine)] {
            let apart = vec![one.at(&[0]), step.at(&[1]), self.sum.at(&[0, 1, 2]), two.at(&[2])];
            ensure(self.none(apart, 3, meter)?, wrong())?;
        }
        Ok(())
    }

    /// The positions: numbers, the first ones ascending.
    fn domain(&self, width: usize, sorted: usize, meter: &mut Meter) -> Checked<Machine> {
        let order = (1..sorted).map(|track| self.at_most.at(&[track - 1, track])).collect();
        joined(&self.with_numbers(order, width), width, meter)
    }

    /// That a set does not change when neighbours among the first tracks change
    /// places.
    fn check_symmetric(&self, set: &Machine, sorted: usize, meter: &mut Meter) -> Checked<()> {
        let all: Vec<usize> = (0..set.tracks).collect();
        if sorted < 2 {
            return Ok(());
        }
        let others = without(&self.everything(set.tracks, meter)?, set, meter)?;
        for track in 1..sorted {
            let mut swapped = all.clone();
            swapped.swap(track - 1, track);
            let apart = vec![set.at(&all), others.at(&swapped)];
            ensure(self.none(apart, set.tracks, meter)?, "a set changes when equal piles change places")?;
        }
        Ok(())
    }

    /// Checks what comes of the steps of all plans, and returns the last of each:
    /// the positions from which a plan leads into the set, or anywhere.
    fn steps(
        &self,
        certificate: &Certificate,
        results: &[Vec<Automaton>],
        set: &Machine,
        width: usize,
        meter: &mut Meter,
    ) -> Checked<Vec<Machine>> {
        ensure(results.len() == certificate.plans.len(), "it has not the steps of every plan")?;
        let plans = certificate.plans.iter().zip(results);
        plans.map(|(plan, results)| self.plan_steps(plan, results, set, width, meter)).collect()
    }

    fn plan_steps(
        &self,
        plan: &PlanText,
        results: &[Automaton],
        set: &Machine,
        width: usize,
        meter: &mut Meter,
    ) -> Checked<Machine> {
        let digits = self.numbers.digits();
        ensure(results.len() == plan.steps.len(), "it has not the result of every step")?;
        let mut constants = Vec::new();
        for (leaf, parameter, _) in &plan.leaves {
            constants.push(match leaf.as_str() {
                "constant" => Some(Machine::constant(self.numbers, *parameter)?),
                _ => None,
            });
        }
        let read = plan.steps.iter().zip(results);
        let made =
            read.map(|((_, _, names), text)| Machine::read(text, names.len(), digits)).collect::<Checked<Vec<_>>>()?;
        // All relations that are still to be joined, with their names.
        let mut factors: Vec<Option<(&Machine, Vec<u32>)>> = Vec::new();
        for ((leaf, parameter, names), constant) in plan.leaves.iter().zip(&constants) {
            let machine = match (leaf.as_str(), constant) {
                ("set", _) => set,
                ("constant", Some(machine)) => machine,
                ("multiple", _) => self.multiple(*parameter)?,
                ("sum", _) => &self.sum,
                ("less", _) => &self.less,
                ("at-most", _) => &self.at_most,
                ("equal", _) => &self.equal,
                _ => return Err(Refused::new("a plan has a relation that is not known")),
            };
            ensure(machine.tracks == names.len(), "a relation of a plan has not its number of names")?;
            factors.push(Some((machine, names.clone())));
        }
        for ((gone, uses, names), result) in plan.steps.iter().zip(&made) {
            let last = gone.is_none();
            let mut taken = Vec::new();
            for &index in uses {
                let factor = factors.get_mut(index).and_then(Option::take);
                taken.push(factor.ok_or_else(|| Refused::new("a step uses a relation that is not there"))?);
            }
            let rest = factors.iter().flatten();
            let mentioned = |name: u32| rest.clone().any(|(_, names)| names.contains(&name));
            ensure(gone.is_none_or(|name| !mentioned(name)), "a name goes before everything about it is joined")?;
            ensure(!last || rest.count() == 0, "the last step leaves something out")?;
            // The tracks: what is left, then what goes.
            let order: Vec<u32> = names.iter().copied().chain(*gone).collect();
            let mut distinct = order.clone();
            distinct.sort_unstable();
            distinct.dedup();
            ensure(distinct.len() == order.len() && order.len() <= 60, "a step has a name twice, or too many")?;
            let place = |name: &u32| order.iter().position(|other| other == name);
            let mut parts = Vec::new();
            for (machine, names) in &taken {
                let tracks = names.iter().map(place).collect::<Option<Vec<usize>>>();
                let tracks = tracks.ok_or_else(|| Refused::new("a step loses a name"))?;
                parts.push(Placed { machine, tracks });
            }
            parts.extend((0..order.len()).map(|track| self.valid.at(&[track])));
            let kept: Vec<usize> = (0..names.len()).collect();
            let agrees = product(&parts, order.len(), &kept, meter)?.is_of(result, meter)?;
            ensure(agrees, "what comes of a step is not what the certificate says")?;
            factors.push(Some((result, names.clone())));
        }
        let position: Vec<u32> = (0..width as u32).collect();
        match (plan.steps.last(), made.last()) {
            (Some((None, _, names)), Some(machine)) if *names == position => Ok(machine.clone()),
            _ => Err(Refused::new("the last step of a plan is not about positions")),
        }
    }

    fn multiple(&self, m: u64) -> Checked<&Machine> {
        let found = self.multiples.iter().find(|(other, _)| *other == m);
        found.map(|(_, machine)| machine).ok_or_else(|| Refused::new("multiples of a number are missing"))
    }
}

/// The statement of the induction.
fn check_set(
    domain: &Machine,
    set: &Machine,
    smaller: &[Machine],
    reached: &[Machine],
    moves: Option<&[Machine]>,
    meter: &mut Meter,
) -> Checked<()> {
    let all: Vec<usize> = (0..set.tracks).collect();
    let place = |machine| Machine::at(machine, &all);
    for other in smaller {
        let both = [place(domain), place(set), place(other)];
        ensure(none(&both, set.tracks, meter)?, "a position has two values")?;
    }
    for from in reached {
        let both = [place(domain), place(set), place(from)];
        ensure(none(&both, set.tracks, meter)?, "a move leads from a set into itself")?;
    }
    // What lies neither in the set nor in a smaller one, and leads not into it.
    let mut gap = domain.clone();
    for other in reached.iter().chain([set]).chain(smaller) {
        gap = without(&gap, other, meter)?;
    }
    let Some(moves) = moves else {
        return ensure(gap.is_empty(), "a position outside a set has no move into it");
    };
    for from in moves {
        let both = [place(&gap), place(from)];
        ensure(none(&both, set.tracks, meter)?, "a position outside the set has no move into it")?;
    }
    let mut ends = domain.clone();
    for from in moves {
        ends = without(&ends, from, meter)?;
    }
    ensure(none(&[place(&ends), place(set)], set.tracks, meter)?, "a position of the set has no move")
}

/// That the plans are the same as the rules, and that every move makes the
/// measure smaller.
fn check_plans(certificate: &Certificate, rules: &CheckedRules, meter: &mut Meter) -> Checked<()> {
    for plan in &certificate.plans {
        ensure(plan.clause < rules.clauses.len(), "a plan belongs to no clause")?;
    }
    for (number, clause) in rules.clauses.iter().enumerate() {
        let plans: Vec<&PlanText> = certificate.plans.iter().filter(|plan| plan.clause == number).collect();
        // A variable whose range may begin below 0 may be negative: each
        // combination of signs is a case.
        ensure(clause.variables.len() <= 8, "a clause has too many variables")?;
        let natural = |low: u32| rules.arena.constant(low).is_some_and(|low| low >= 0);
        let lows = clause.variables.iter().enumerate();
        let signed =
            lows.filter(|(_, variable)| !natural(variable.low)).fold(0u32, |bits, (place, _)| bits | 1 << place);
        for signs in (0..1u32 << clause.variables.len()).filter(|signs| signs & !signed == 0) {
            check_clause(rules, clause, &plans, signs, meter)?;
        }
        for plan in plans {
            check_plan(rules, clause, plan, meter)?;
        }
    }
    Ok(())
}

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

/// Every allowed move, its variables having these signs, is one of the plans and
/// makes the measure smaller.
fn check_clause(
    rules: &CheckedRules,
    clause: &Clause,
    plans: &[&PlanText],
    signs: u32,
    meter: &mut Meter,
) -> Checked<()> {
    ensure(clause.parts.len() == 1, "a move leads to several components")?;
    let (width, count) = (rules.width(), clause.variables.len());
    let numbers = width + count;
    let sign = |place: usize| if place >= width && signs >> (place - width) & 1 == 1 { -1 } else { 1 };
    let registers: Vec<Form> = (0..numbers).map(|place| unit(numbers + 1, place, sign(place))).collect();
    // Often it does not matter that the position is sorted, and fewer forms are
    // to be followed without it.
    let mut holds = |claim: &dyn Fn(&[Cases], &mut Forms) -> Checked<Formula>| -> Checked<bool> {
        for ascending in [false, true].into_iter().filter(|ascending| !ascending || rules.sorted() > 1) {
            let mut forms = Forms::default();
            let mut reader = Reader::new(&rules.arena, &registers, &mut forms);
            let mut assumed = reader.allowed(clause, width)?.parts();
            let option = clause.parts[0].iter().map(|&id| reader.number(id)).collect::<Checked<Vec<_>>>()?;
            let claimed = claim(&option, &mut forms)?;
            if ascending {
                assumed.extend(sorted(rules, &mut forms, numbers + 1)?);
            }
            if forms.always(numbers, &assumed, &claimed, meter)? {
                return Ok(true);
            }
        }
        Ok(false)
    };
    let covered = holds(&|option, forms| {
        let mut any = Vec::new();
        for plan in plans {
            let names = plan.names.iter().map(|form| substituted(form, &registers)).collect::<Checked<Vec<Form>>>()?;
            let mut all = vec![relations(plan, &names, forms)?];
            for form in &names {
                all.push(forms.at_least_zero(form.clone())?);
            }
            all.push(reaches(plan, &names, option, forms)?);
            any.push(Formula::All(all));
        }
        Ok(Formula::Any(any))
    })?;
    ensure(covered, "a move of the rules is missing among the plans")?;
    let ends = holds(&|option, forms| shrinks(rules, &registers, option, forms))?;
    ensure(ends, "a move does not make the measure smaller, or the measure is negative")
}

/// A form of registers or names as a form of what they stand for.
fn substituted(form: &[i64], meaning: &[Form]) -> Checked<Form> {
    let length = meaning.first().map_or(1, Vec::len);
    let (&constant, terms) = form.split_last().ok_or_else(|| Refused::new("a form is empty"))?;
    ensure(terms.len() == meaning.len(), "a form has not its number of coefficients")?;
    let start = unit(length, length - 1, constant);
    terms.iter().zip(meaning).try_fold(start, |sum, (&times, other)| plus(&sum, times, other))
}

/// That the simple relations of a plan hold, but for the set.
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
            "set" => (plan.option.len(), Formula::truth(*of == plan.option)),
            _ => return Err(Refused::new("a plan has a relation that is not known")),
        };
        ensure(of.len() == count, "a relation of a plan has not its number of names")?;
        all.push(formula);
    }
    ensure(plan.leaves.iter().filter(|leaf| leaf.0 == "set").count() == 1, "a plan must lead into the set once")?;
    Ok(Formula::All(all))
}

/// That the option's names are the numbers of the option.
fn reaches(plan: &PlanText, names: &[Form], option: &[Cases], forms: &mut Forms) -> Checked<Formula> {
    ensure(plan.option.len() == option.len(), "an option of a plan has not its number of names")?;
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

/// Whatever natural names the relations of a plan hold of: the move that the
/// plan reads off them is allowed and reaches the option's names.
fn check_plan(rules: &CheckedRules, clause: &Clause, plan: &PlanText, meter: &mut Meter) -> Checked<()> {
    let (width, count) = (rules.width(), plan.names.len());
    ensure(count >= width, "a plan has not the numbers of the position")?;
    ensure(plan.variables.len() == clause.variables.len(), "a plan has not the variables of its clause")?;
    let (names, free) = solved(plan, count)?;
    let mut registers = names[..width].to_vec();
    for form in &plan.variables {
        registers.push(substituted(form, &names)?);
    }
    let mut holds = false;
    for ascending in [false, true] {
        let mut forms = Forms::default();
        let mut assumed = relations(plan, &names, &mut forms)?.parts();
        for form in &names {
            assumed.push(forms.at_least_zero(form.clone())?);
        }
        for track in (1..rules.sorted()).filter(|_| ascending) {
            assumed.push(forms.at_least_zero(plus(&names[track], -1, &names[track - 1])?)?);
        }
        let mut reader = Reader::new(&rules.arena, &registers, &mut forms);
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

/// The names of a plan as forms of as few of them as its equations leave free,
/// and how many these are. Natural names of which the relations hold are the
/// same as natural free ones for which all forms are natural and the relations
/// hold of them.
fn solved(plan: &PlanText, count: usize) -> Checked<(Vec<Form>, usize)> {
    let mut names: Vec<Form> = (0..count).map(|place| unit(count + 1, place, 1)).collect();
    for (leaf, parameter, of) in &plan.leaves {
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
            // c·v + rest = 0, so that v = −c·rest: c·v·t is taken away t times.
            let times = form[place];
            *form = plus(form, -times * c, &equation)?;
        }
    }
    let free: Vec<usize> = (0..count).filter(|&place| names.iter().any(|form| form[place] != 0)).collect();
    let short = |form: &Form| free.iter().map(|&place| form[place]).chain([form[count]]).collect();
    Ok((names.iter().map(short).collect(), free.len()))
}

/// That the measure of a position is not negative and that of the option is
/// less, the first number that differs deciding; whatever order the numbers of
/// the option are sorted into.
fn shrinks(rules: &CheckedRules, registers: &[Form], option: &[Cases], forms: &mut Forms) -> Checked<Formula> {
    let before = measure(rules, registers, forms)?;
    // The option by cases.
    let mut cases: Vec<(Vec<Formula>, Vec<Form>)> = vec![Default::default()];
    for number in option {
        let longer = cases.iter().flat_map(|(when, forms)| {
            number.iter().map(move |(more, form)| {
                let when = when.iter().chain([more]).cloned().collect();
                (when, forms.iter().chain([form]).cloned().collect())
            })
        });
        cases = longer.collect();
        ensure(cases.len() <= 1024, "a move has too many cases")?;
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
            let after = measure(rules, &registers, forms)?;
            let mut less = Vec::new();
            let mut equal = Vec::new();
            let mut reader = Reader::new(&rules.arena, &registers, forms);
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
fn measure(rules: &CheckedRules, registers: &[Form], forms: &mut Forms) -> Checked<Vec<Cases>> {
    let mut reader = Reader::new(&rules.arena, registers, forms);
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
    ensure(sorted <= 5, "the measure of so many equal piles is not followed")?;
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

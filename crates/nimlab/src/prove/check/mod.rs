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
//! the name out. The result that the certificate gives is compared with the
//! true one, all words being walked. A name goes only after everything that speaks
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
//!
//! *Blocking.* If the previous player may block B options before each move, a
//! position is lost exactly if at most B different options of it are lost: these are
//! blocked, and of more one is left. So Z is the set of the P-positions exactly if
//! every position of Z has at most B different options in Z, and every other one more
//! (by induction over moves again: options are lost exactly if they lie in Z). That
//! there are more than B of them says that there are o₀ < … < o_B in lexicographic
//! order, all of them options in Z; and o < o′ says that for some place d the numbers
//! before d are equal and that at d is less in o. By "The rules", o_c is an option in
//! Z exactly if for some plan i_c there are names with its relations and o_c among them.
//! So the statement is that for some plans i₀, …, i_B and places d₁, …, d_B there are
//! names of each plan, with its relations, such that o_{c−1} and o_c are equal before
//! d_c and less there: these ways are made from the plans by [`blocking`], each of
//! them, and take the place of the plans in "The steps" and in the statement of the
//! induction. The set is not asked for under exchange of piles, for `symmetric` and
//! `blocking` do not go together; nor are there values or misère play.
//!
//! *Answers.* Where a plan leads from too many positions, the certificate has answers:
//! more plans, of which only the second half of "The rules" is checked, that the rules
//! allow their moves. The last of their steps is the set Vⱼ of the positions from which
//! answer j leads into Z: all of them have a move into Z. In the induction this takes
//! the place of the Wᵢ where positions outside Z are asked for a move: with G₀ the
//! positions in no Zᵢ and not in Z, and Gⱼ the sets that the certificate calls left,
//! checked is that every position of Gⱼ₋₁ lies in Vⱼ or in Gⱼ, and that the last Gⱼ is
//! empty; so each of G₀ lies in some Vⱼ. That no position of Z has a move into Z is
//! derived for each plan: suppose that there are names with its relations, the position
//! being sorted and in Z, and the option in Z. These are the first facts. Each step has a
//! fact about some of the names, and checked is that it follows from earlier ones: all
//! columns of digits of which these hold are walked, and with them it. So it is true of the
//! supposed names. Nothing satisfies the last fact: so there are no such names. It does
//! not matter which facts a step uses, how often, or whether a fact says all that follows.
//! Answers are not for misère play, nor where options may be blocked.
//!
//! *The words.* The statement must be the sentence about the automaton of the
//! last set. If it names a game of the catalogue as the catalogue does, the rules must be
//! that game's own; any other name stands in quotes, after "the game of these rules".

mod answers;
mod blocking;
mod first_pile;
mod forms;
mod machine;
mod plans;
mod rule;

use super::certificate::{Automaton, Certificate, KIND, PlanText};
use super::proved::Theorem;
use super::subject::Subject;
use crate::automata::Numbers;
use crate::error::{Error, Result};
use crate::rules::ir::CheckedRules;
use crate::{Budget, Meter, counted};
use blocking::evaluated;
pub use first_pile::check_first_piles;
use machine::{Machine, Placed, joined, none, product, without};
use plans::{check_end, check_plans};

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

/// The result of checking a certificate.
///
/// ```
/// use nimlab::prove::{Certificate, THEOREMS, Verdict, check};
/// let known = THEOREMS.iter().find(|known| known.name == "wythoff").unwrap();
/// let mut certificate = Certificate::from_json(known.certificate)?;
/// certificate.statement.push('!');
/// let Verdict::Rejected(why) = check(&certificate, nimlab::Budget::default())? else { panic!() };
/// assert_eq!(why, "its statement is not what its automata say");
/// # Ok::<(), nimlab::Error>(())
/// ```
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
///
/// ```
/// use nimlab::prove::{Certificate, THEOREMS, Verdict, check};
/// let known = THEOREMS.iter().find(|known| known.name == "wythoff").unwrap();
/// let certificate = Certificate::from_json(known.certificate)?;
/// let Verdict::Proved(checked) = check(&certificate, nimlab::Budget::default())? else { panic!() };
/// assert!(checked[0].starts_with("addition in zeckendorf"));
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn check(certificate: &Certificate, budget: Budget) -> Result<Verdict> {
    let budget = budget.started();
    let mut meter = budget.meter("the check of a theorem");
    match checked(certificate, budget, &mut meter) {
        Ok(lines) => Ok(Verdict::Proved(lines)),
        Err(Refused::Wrong(reason)) => Ok(Verdict::Rejected(reason)),
        Err(Refused::Failed(error)) => Err(error),
    }
}

/// The first move clause of which it is not seen that it makes a natural measure smaller.
/// `prove` asks this before it begins.
pub(super) fn endless(rules: &CheckedRules, budget: Budget) -> Result<Option<usize>> {
    let mut meter = budget.meter("the proof that a game ends");
    for (number, clause) in rules.clauses.iter().enumerate() {
        match check_end(rules, clause, &mut meter) {
            Ok(()) => {}
            Err(Refused::Wrong(_)) => return Ok(Some(number)),
            Err(Refused::Failed(error)) => return Err(error),
        }
    }
    Ok(None)
}

fn ensure(holds: bool, reason: impl Into<String>) -> Checked<()> {
    if holds { Ok(()) } else { Err(Refused::new(reason)) }
}

/// The facts of a step, each on the tracks where `order` has its names. No name has two
/// tracks, and none is missing.
fn placed<'m, 'n>(order: &[u32], taken: impl Iterator<Item = (&'m Machine, &'n [u32])>) -> Checked<Vec<Placed<'m>>> {
    let mut distinct = order.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    ensure(distinct.len() == order.len() && order.len() <= 60, "a step has a name twice, or too many")?;
    let place = |name: &u32| order.iter().position(|other| other == name);
    taken
        .map(|(machine, names)| {
            let tracks = names.iter().map(place).collect::<Option<Vec<usize>>>();
            Ok(Placed { machine, tracks: tracks.ok_or_else(|| Refused::new("a step loses a name"))? })
        })
        .collect()
}

/// What a certificate claims, checked as far as its steps are not needed for that.
struct ClaimRead {
    rules: CheckedRules,
    numbers: Numbers,
    misere: bool,
}

/// Reads what is claimed, and checks that the words say it of the game that they name.
fn read_claim(certificate: &Certificate) -> Checked<ClaimRead> {
    ensure(certificate.certificate == KIND, format!("it is not a '{KIND}'"))?;
    let rules = read_rules(certificate)?;
    let numbers = Numbers::named(&certificate.system).map_err(|error| Refused::new(error.to_string()))?;
    let misere = match certificate.play.as_str() {
        "normal" => false,
        "misere" => true,
        _ => return Err(Refused::new("its play is neither 'normal' nor 'misere'")),
    };
    ensure(!certificate.sets.is_empty(), "it claims nothing")?;
    ensure(!misere || certificate.sets.len() == 1, "under misère play it claims more than the P-positions")?;
    let ascend = (0u64..).zip(&certificate.sets).all(|(value, set)| set.value == value);
    ensure(ascend, "its values are not 0, 1, 2, …")?;
    if rules.blocked > 0 {
        ensure(!misere, "misère play is not defined where options may be blocked")?;
        ensure(certificate.sets.len() == 1, "it claims values, and where options may be blocked there are none")?;
    }
    let said = Theorem::read(certificate).map(|theorem| theorem.statement());
    ensure(said.as_deref() == Some(&certificate.statement), "its statement is not what its automata say")?;
    if let Some((source, parameters)) = Subject::rules_of(&certificate.game) {
        let same = source == certificate.rules && parameters == certificate.parameters;
        ensure(same, format!("its rules are not those of {}", certificate.game))?;
    }
    Ok(ClaimRead { rules, numbers, misere })
}

/// Checks what does not need the steps: the plans, the sets by themselves, and addition.
fn check_claim<'c>(
    certificate: &Certificate,
    claim: &'c ClaimRead,
    meter: &mut Meter,
) -> Checked<(Vec<Machine>, Base<'c>)> {
    let ClaimRead { rules, numbers, .. } = claim;
    let mut sets: Vec<Machine> = Vec::new();
    for set in &certificate.sets {
        let positions = Machine::read(&set.positions, rules.width(), numbers.digits(), meter)?;
        check_symmetric(&positions, numbers, rules.sorted(), meter)?;
        sets.push(positions);
    }
    let base = Base::read(certificate, numbers, meter)?;
    check_plans(certificate, rules, meter)?;
    Ok((sets, base))
}

/// Whether a certificate is refused before anything is computed again, and why.
#[cfg(test)]
pub fn refused_at_once(certificate: &Certificate, budget: Budget) -> Result<Option<String>> {
    let mut meter = budget.started().meter("the first look at a theorem");
    match read_claim(certificate).and_then(|claim| check_claim(certificate, &claim, &mut meter).map(drop)) {
        Ok(()) => Ok(None),
        Err(Refused::Wrong(reason)) => Ok(Some(reason)),
        Err(Refused::Failed(error)) => Err(error),
    }
}

/// Whether a plan by itself is refused, and why.
#[cfg(test)]
pub fn plan_refused(certificate: &Certificate, plan: &PlanText, budget: Budget) -> Result<Option<String>> {
    let mut meter = budget.started().meter("a look at a plan");
    match read_claim(certificate).and_then(|claim| plans::check_one(&claim.rules, plan, &mut meter)) {
        Ok(()) => Ok(None),
        Err(Refused::Wrong(reason)) => Ok(Some(reason)),
        Err(Refused::Failed(error)) => Err(error),
    }
}

fn checked(certificate: &Certificate, budget: Budget, meter: &mut Meter) -> Checked<Vec<String>> {
    // What is wrong at first sight is found before anything is computed.
    let claim = read_claim(certificate)?;
    let (sets, base) = check_claim(certificate, &claim, meter)?;
    let ClaimRead { rules, numbers, misere } = &claim;
    let (misere, width) = (*misere, rules.width());
    let mut lines = Vec::new();
    lines.push(format!("addition in {}: an automaton of {} states adds", numbers.name(), certificate.sum.states.len()));
    let (clauses, plans) = (rules.clauses.len(), certificate.plans.len());
    let clauses = counted(clauses as u64, "move clause");
    lines.push(format!("the rules: {clauses}, the same as {} of simple relations", counted(plans as u64, "system")));
    lines.push("every move makes a natural measure smaller, so that the game ends".to_owned());
    // Of what was computed again, the steps and their results are taken, and nothing else.
    let whole = certificate.complete(budget.in_bytes(meter.room()))?;
    let plans = with_steps(&certificate.plans, &whole.plans)?;
    let answered = !certificate.answers.is_empty();
    let evaluated = match answered {
        true => answers::answers(certificate, rules, misere)?,
        false => evaluated(&plans, &whole.together, rules, meter)?,
    };
    if answered {
        let count = counted(evaluated.len() as u64, "system");
        lines.push(format!("answers: {count} of relations whose moves the rules allow"));
    }
    if rules.blocked > 0 {
        let (more, ways) = (counted(rules.blocked + 1, "different option"), counted(evaluated.len() as u64, "system"));
        lines.push(format!("{more}, more than can be blocked: the same as {ways} made of these"));
    }
    let domain = base.domain(width, rules.sorted(), meter)?;
    let moves = match misere {
        // A move anywhere is a move into the set of all positions.
        true => Some(base.steps(&evaluated, &whole.moves, &base.everything(width, meter)?, width, meter)?),
        false if whole.moves.is_empty() => None,
        false => return Err(Refused::new("it has misère moves under normal play")),
    };
    ensure(whole.sets.len() == sets.len(), "it lacks the steps of some set")?;
    for (value, set) in whole.sets.iter().enumerate() {
        let (smaller, positions) = (&sets[..value], &sets[value]);
        let states = certificate.sets[value].positions.states.len();
        // What is read and made for this set is needed for this set only.
        let meter = &mut meter.scratch()?;
        let reached = base.steps(&evaluated, &set.reached, positions, width, meter)?;
        if answered {
            ensure(set.inside.len() == plans.len(), "it has not the facts about every plan")?;
            for (plan, facts) in plans.iter().zip(&set.inside) {
                base.check_contradiction(plan, facts, positions, &domain, meter)?;
            }
            let left = set.left.iter().map(|text| Machine::read(text, width, numbers.digits(), meter));
            let left = left.collect::<Checked<Vec<_>>>()?;
            answers::check_set(&domain, positions, smaller, &reached, &left, meter)?;
        } else {
            let none = set.left.is_empty() && set.inside.is_empty();
            ensure(none, "a set has positions that are left or facts, and there are no answers")?;
            check_set(&domain, positions, smaller, &reached, moves.as_deref(), meter)?;
        }
        lines.push(match misere {
            true => format!("the P-positions under misère play: {states} states"),
            false if rules.blocked > 0 => format!("the P-positions: {states} states"),
            false => format!("the positions of value {value}: {states} states"),
        });
    }
    Ok(lines)
}

/// The plans of a certificate, with the steps of others.
fn with_steps(plans: &[PlanText], others: &[PlanText]) -> Checked<Vec<PlanText>> {
    ensure(plans.len() == others.len(), "it lacks the steps of some plan")?;
    let with = |(plan, other): (&PlanText, &PlanText)| PlanText { steps: other.steps.clone(), ..plan.clone() };
    Ok(plans.iter().zip(others).map(with).collect())
}

/// That a set does not change when neighbours among the first tracks change places.
fn check_symmetric(set: &Machine, numbers: &Numbers, sorted: usize, meter: &mut Meter) -> Checked<()> {
    if sorted < 2 {
        return Ok(());
    }
    let (meter, valid) = (&mut meter.scratch()?, Machine::valid(numbers));
    let all: Vec<usize> = (0..set.tracks).collect();
    let numbers: Vec<Placed<'_>> = all.iter().map(|&track| valid.at(&[track])).collect();
    let others = without(&joined(&numbers, set.tracks, meter)?, set, meter)?;
    for track in 1..sorted {
        let mut swapped = all.clone();
        swapped.swap(track - 1, track);
        let apart = [set.at(&all), others.at(&swapped)];
        ensure(none(&apart, set.tracks, meter)?, "a set changes when equal piles change places")?;
    }
    Ok(())
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
            sum: Machine::read(&certificate.sum, 3, digits, meter)?,
            multiples: Vec::new(),
        };
        let successor = Machine::read(&certificate.successor, 2, digits, meter)?;
        base.check_successor(&successor, meter)?;
        base.check_sum(&successor, meter)?;
        for (m, text) in &certificate.multiples {
            let machine = Machine::read(text, 1, digits, meter)?;
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
        ensure(every.agrees_with(&self.valid, meter)?, wrong)
    }

    fn check_sum(&self, successor: &Machine, meter: &mut Meter) -> Checked<()> {
        let meter = &mut meter.scratch()?;
        let wrong = "its sum is not x + y = z";
        let zero = Machine::constant(self.numbers, 0)?;
        // A(x, 0, z) and z = x, over (x, z).
        let of_zero = self.with_numbers(vec![self.sum.at(&[0, 2, 1]), zero.at(&[2])], 3);
        let same = joined(&self.with_numbers(vec![self.equal.at(&[0, 1])], 2), 2, meter)?;
        ensure(product(&of_zero, 3, &[0, 1], meter)?.agrees_with(&same, meter)?, wrong)?;
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
        let meter = &mut meter.scratch()?;
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

    /// Checks the results of the steps of all plans, and returns the last of each plan:
    /// the positions from which it leads into the set, or anywhere.
    fn steps(
        &self,
        plans: &[PlanText],
        results: &[Vec<Automaton>],
        set: &Machine,
        width: usize,
        meter: &mut Meter,
    ) -> Checked<Vec<Machine>> {
        ensure(results.len() == plans.len(), "it lacks the steps of some plan")?;
        plans.iter().zip(results).map(|(plan, results)| self.plan_steps(plan, results, set, width, meter)).collect()
    }

    /// The machines of the constants of a plan.
    fn constants(&self, plan: &PlanText) -> Checked<Vec<Option<Machine>>> {
        let constant = |(leaf, parameter, _): &(String, u64, Vec<u32>)| match leaf.as_str() {
            "constant" => Machine::constant(self.numbers, *parameter).map(Some),
            _ => Ok(None),
        };
        plan.leaves.iter().map(constant).collect()
    }

    /// The relations of a plan, each with its names.
    fn leaves<'m>(
        &'m self,
        plan: &PlanText,
        constants: &'m [Option<Machine>],
        set: &'m Machine,
    ) -> Checked<Vec<(&'m Machine, Vec<u32>)>> {
        let mut found = Vec::new();
        for ((leaf, parameter, names), constant) in plan.leaves.iter().zip(constants) {
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
            ensure(machine.tracks == names.len(), "a relation of a plan has the wrong number of names")?;
            found.push((machine, names.clone()));
        }
        Ok(found)
    }

    fn plan_steps(
        &self,
        plan: &PlanText,
        results: &[Automaton],
        set: &Machine,
        width: usize,
        outer: &mut Meter,
    ) -> Checked<Machine> {
        let meter = &mut outer.scratch()?;
        let digits = self.numbers.digits();
        ensure(results.len() == plan.steps.len(), "it has not the result of every step")?;
        let constants = self.constants(plan)?;
        let read = plan.steps.iter().zip(results);
        let read = read.map(|((_, _, names), text)| Machine::read(text, names.len(), digits, meter));
        let mut made = read.collect::<Checked<Vec<_>>>()?;
        // All relations that are still to be joined, with their names.
        let leaves = self.leaves(plan, &constants, set)?;
        let mut factors: Vec<Option<(&Machine, Vec<u32>)>> = leaves.into_iter().map(Some).collect();
        for ((gone, uses, names), result) in plan.steps.iter().zip(&made) {
            let last = gone.is_none();
            let stays = gone.is_some_and(|name| (name as usize) < width);
            ensure(!stays, "a step eliminates a number of the position")?;
            let mut taken = Vec::new();
            for &index in uses {
                let factor = factors.get_mut(index).and_then(Option::take);
                taken.push(factor.ok_or_else(|| Refused::new("a step uses a relation that is not there"))?);
            }
            let rest = factors.iter().flatten();
            let mentioned = |name: u32| rest.clone().any(|(_, names)| names.contains(&name));
            ensure(
                gone.is_none_or(|name| !mentioned(name)),
                "a name is eliminated before everything about it is joined",
            )?;
            ensure(!last || rest.count() == 0, "the last step leaves something out")?;
            // The tracks: what is left, then what goes.
            let order: Vec<u32> = names.iter().copied().chain(*gone).collect();
            let mut parts = placed(&order, taken.iter().map(|(machine, names)| (*machine, &names[..])))?;
            parts.extend((0..order.len()).map(|track| self.valid.at(&[track])));
            let kept: Vec<usize> = (0..names.len()).collect();
            let agrees = product(&parts, order.len(), &kept, meter)?.agrees_with(result, meter)?;
            ensure(agrees, "the result of a step is not what the certificate says")?;
            factors.push(Some((result, names.clone())));
        }
        let position: Vec<u32> = (0..width as u32).collect();
        match (plan.steps.last(), made.pop()) {
            (Some((None, _, names)), Some(machine)) if *names == position => {
                outer.take(machine.bytes())?;
                Ok(machine)
            }
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
    let meter = &mut meter.scratch()?;
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
    // What lies neither in the set nor in a smaller one, and has no move into it. All of
    // this is walked side by side: one after the other the machines would be far larger.
    let others = reached.iter().chain([set]).chain(smaller);
    let others = others.map(|other| without(domain, other, meter)).collect::<Checked<Vec<_>>>()?;
    let gap: Vec<Placed<'_>> = others.iter().map(place).collect();
    let Some(moves) = moves else {
        return ensure(none(&gap, set.tracks, meter)?, "a position outside a set has no move into it");
    };
    for from in moves {
        let both: Vec<Placed<'_>> = gap.iter().cloned().chain([place(from)]).collect();
        ensure(none(&both, set.tracks, meter)?, "a position outside the set has no move into it")?;
    }
    let mut ends = domain.clone();
    for from in moves {
        ends = without(&ends, from, meter)?;
    }
    ensure(none(&[place(&ends), place(set)], set.tracks, meter)?, "a position of the set has no move")
}

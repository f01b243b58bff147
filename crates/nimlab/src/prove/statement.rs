//! What a theorem rests on, as formulas that other provers can decide: that the
//! automata add, that the plans are the rules, that every move makes the measure
//! smaller, and the statement of the induction.
//!
//! What is said of the rules is said in binary, where addition needs no proof,
//! and holds of natural numbers however they are written. What is said of the
//! automata is said in the numeration system of the theorem.

use super::blocking::evaluated;
use super::certificate::{Automaton, Certificate, PlanText};
use super::linear::{Form, Literal, Overflow};
use super::subject::Subject;
use super::translate::Move;
use crate::automata::{Name, Numbers};
use crate::error::Result;
use crate::{Hint, counted, error::Error};

/// A simple relation between numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Simple {
    /// x + y = z.
    Sum,
    /// x ≤ y.
    AtMost,
    /// x < y.
    Less,
    /// x = y.
    Equal,
    /// y = x + 1.
    Follows,
    /// x = c.
    Constant(u64),
    /// x is a multiple of m.
    Multiple(u64),
    /// The position lies in the set of this number.
    Set(usize),
}

/// A formula about natural numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Formula {
    /// A relation holds of these names.
    Is(Simple, Vec<Name>),
    /// All hold.
    All(Vec<Formula>),
    /// One holds.
    Any(Vec<Formula>),
    /// It does not hold.
    Not(Box<Formula>),
    /// Either both hold or neither does.
    Iff(Box<(Formula, Formula)>),
    /// If the first holds, so does the second.
    Then(Box<(Formula, Formula)>),
    /// There are such numbers.
    Some(Vec<Name>, Box<Formula>),
}

/// A formula that holds of all numbers with these names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// What it says, in words.
    pub says: String,
    /// Whether it is about numbers in binary, and not in the theorem's system.
    pub binary: bool,
    /// The names.
    pub of: Vec<Name>,
    /// The formula.
    pub holds: Formula,
}

/// A theorem as formulas, with the automata that they speak of.
///
/// ```
/// use nimlab::prove::{Found, Goal, Statement, Subject, prove};
/// let goal = Goal { play: nimlab::Play::Normal, value: 0, system: None, states: 1000 };
/// let subject = Subject::named("wythoff", None)?;
/// let Found::Proved(proved) = prove(&subject, &goal, nimlab::Budget::default(), &mut |_| {})? else { panic!() };
/// let (_, certificate) = *proved;
/// let statement = Statement::new(&subject, &certificate)?;
/// assert!(statement.mona().contains("var2"));
/// assert!(statement.walnut().iter().any(|(path, _)| path == "Command Files/theorem.txt"));
/// # Ok::<(), nimlab::Error>(())
/// ```
pub struct Statement {
    pub(super) theorem: String,
    /// The names of the numbers of a position: those of the names 0, 1, …
    pub(super) position: Vec<String>,
    pub(super) numbers: Numbers,
    pub(super) successor: Automaton,
    pub(super) sum: Automaton,
    pub(super) multiples: Vec<(u64, Automaton)>,
    pub(super) sets: Vec<Automaton>,
    pub(super) claims: Vec<Claim>,
}

fn is(relation: Simple, names: &[Name]) -> Formula {
    Formula::Is(relation, names.to_vec())
}

/// That all hold; what always holds is left out.
fn all_of(list: impl IntoIterator<Item = Formula>) -> Formula {
    let parts = list.into_iter().flat_map(|part| match part {
        Formula::All(parts) => parts,
        other => vec![other],
    });
    Formula::All(parts.collect())
}

impl Formula {
    fn not(self) -> Formula {
        Formula::Not(Box::new(self))
    }

    fn then(self, other: Formula) -> Formula {
        match &self {
            Formula::All(list) if list.is_empty() => other,
            _ => Formula::Then(Box::new((self, other))),
        }
    }

    fn iff(self, other: Formula) -> Formula {
        Formula::Iff(Box::new((self, other)))
    }

    fn for_some(self, names: Vec<Name>) -> Formula {
        if names.is_empty() { self } else { Formula::Some(names, Box::new(self)) }
    }
}

impl Statement {
    /// The formulas of a certificate about a game.
    pub fn new(subject: &Subject, certificate: &Certificate) -> Result<Statement> {
        let numbers = Numbers::named(&certificate.system)?;
        let mut claims = addition();
        for (m, _) in &certificate.multiples {
            claims.extend(multiples(*m));
        }
        claims.extend(rules(subject, certificate)?);
        claims.extend(sets(subject, certificate)?);
        Ok(Statement {
            theorem: certificate.statement.clone(),
            position: subject.names().to_vec(),
            numbers,
            successor: certificate.successor.clone(),
            sum: certificate.sum.clone(),
            multiples: certificate.multiples.clone(),
            sets: certificate.sets.iter().map(|set| set.positions.clone()).collect(),
            claims,
        })
    }
}

/// That the automata add, by induction over y in x + y = z.
fn addition() -> Vec<Claim> {
    let (x, y, z, next, last) = (0, 1, 2, 3, 4);
    let claim = |says: &str, of: &[Name], holds| Claim { says: says.into(), binary: false, of: of.to_vec(), holds };
    let between = Formula::All(vec![is(Simple::Less, &[x, z]), is(Simple::Less, &[z, y])]).for_some(vec![z]);
    let after = Formula::All(vec![is(Simple::Less, &[x, y]), between.not()]);
    let zero = Formula::All(vec![is(Simple::Constant(0), &[y]), is(Simple::Sum, &[x, y, z])]).for_some(vec![y]);
    let steps = Formula::All(vec![is(Simple::Follows, &[y, next]), is(Simple::Follows, &[z, last])]);
    let same = is(Simple::Sum, &[x, y, z]).iff(is(Simple::Sum, &[x, next, last]));
    let nothing = Formula::All(vec![is(Simple::Sum, &[x, y, z]), is(Simple::Constant(0), &[z])]);
    vec![
        claim("what follows a number is the next one", &[x, y], is(Simple::Follows, &[x, y]).then(after)),
        claim("every number is followed by one", &[x], is(Simple::Follows, &[x, y]).for_some(vec![y])),
        claim("x + 0 = x", &[x, z], is(Simple::Equal, &[x, z]).iff(zero)),
        claim("x + y = 0 only if y = 0", &[x, y, z], nothing.then(is(Simple::Constant(0), &[y]))),
        claim("x + y = z exactly if x + (y + 1) = z + 1", &[x, y, z, next, last], steps.then(same)),
    ]
}

/// That the multiples of m are what they should be, by induction.
fn multiples(m: u64) -> Vec<Claim> {
    let (x, zero, step, sum) = (0, 1, 2, 3);
    let claim = |says: String, of: &[Name], holds| Claim { says, binary: false, of: of.to_vec(), holds };
    let among = [is(Simple::Constant(0), &[zero]), is(Simple::Constant(m), &[step])];
    let below = Formula::All(among.to_vec())
        .then(is(Simple::Less, &[x, step]).then(is(Simple::Multiple(m), &[x]).iff(is(Simple::Equal, &[x, zero]))));
    let added = Formula::All(vec![is(Simple::Constant(m), &[step]), is(Simple::Sum, &[x, step, sum])]);
    let same = is(Simple::Multiple(m), &[x]).iff(is(Simple::Multiple(m), &[sum]));
    vec![
        claim(format!("below {m} only 0 is a multiple of {m}"), &[x, zero, step], below),
        claim(format!("x is a multiple of {m} exactly if x + {m} is"), &[x, step, sum], added.then(same)),
    ]
}

/// That the first numbers ascend.
fn ascending(names: &[Name]) -> Formula {
    Formula::All(names.windows(2).map(|pair| is(Simple::AtMost, pair)).collect())
}

/// That the plans of each clause are its moves, and that these make the measure
/// smaller.
fn rules(subject: &Subject, certificate: &Certificate) -> Result<Vec<Claim>> {
    let rules = &subject.rules;
    let width = rules.width as Name;
    let position: Vec<Name> = (0..width).collect();
    let option: Vec<Name> = (width..2 * width).collect();
    let all: Vec<Name> = (0..2 * width).collect();
    let sorted = ascending(&position[..rules.sorted]);
    let mut claims = Vec::new();
    for clause in 0..subject.checked.clauses.len() {
        let ways = rules.moves.iter().filter(|way| way.clause == clause);
        let moves = Formula::Any(ways.map(|way| allowed(way, &option)).collect::<Result<_>>()?);
        let plans = certificate.plans.iter().filter(|plan| plan.clause == clause);
        let planned = Formula::Any(plans.map(|plan| whole(plan, &option)).collect::<Result<_>>()?);
        let number = clause + 1;
        claims.push(Claim {
            says: format!("the plans of move {number} are what the rules allow"),
            binary: true,
            of: all.clone(),
            holds: sorted.clone().then(moves.clone().iff(planned)),
        });
        let orders = orders(&rules.measure, rules.sorted, &option);
        let several = orders.len() > 1;
        for order in orders {
            let mut ends = vec![sorted.clone(), moves.clone()];
            // One order stands for all only if nothing is said of the order.
            if several {
                ends.push(ascending(&order[..rules.sorted]));
            }
            claims.push(Claim {
                says: format!("move {number} makes the measure smaller"),
                binary: true,
                of: all.clone(),
                holds: all_of(ends).then(shrinks(&rules.measure, &order)?),
            });
        }
    }
    Ok(claims)
}

/// The orders into which the numbers of an option may be sorted, as far as they
/// matter to the measure.
fn orders(measure: &[Form], sorted: usize, option: &[Name]) -> Vec<Vec<Name>> {
    let symmetric = |form: &Form| (1..sorted as Name).all(|name| form.of(name) == form.of(name - 1));
    let mut orders: Vec<Vec<Name>> = vec![Vec::new()];
    for place in 0..option.len() {
        let free = |order: &[Name]| -> Vec<Name> {
            if place >= sorted {
                return vec![option[place]];
            }
            option[..sorted].iter().copied().filter(|name| !order.contains(name)).collect()
        };
        let longer = orders
            .iter()
            .flat_map(|order| free(order).into_iter().map(|name| order.iter().copied().chain([name]).collect()));
        orders = longer.collect();
    }
    // The measure of one order is that of all.
    if measure.iter().all(symmetric) {
        orders.truncate(1);
    }
    orders
}

/// That the measure of the position is natural, and that of the option smaller.
fn shrinks(measure: &[Form], option: &[Name]) -> Result<Formula> {
    let mut words = NewNames::after(2 * option.len() as Name);
    let mut natural = Vec::new();
    let (mut less, mut equal) = (Vec::new(), Vec::new());
    for form in measure {
        natural.push(words.literal(&Literal::AtLeast(form.clone()))?);
        let terms = form.terms.iter().map(|&(name, c)| (option[name as usize], c)).collect();
        let change = form.minus(&Form { terms, constant: form.constant })?;
        let mut this = equal.clone();
        this.push(words.literal(&Literal::AtLeast(change.and_constant(-1)?))?);
        less.push(Formula::All(this));
        equal.push(words.literal(&Literal::Zero(change))?);
    }
    natural.push(Formula::Any(less));
    Ok(all_of(natural))
}

/// That a move leads from the position to the option.
fn allowed(way: &Move, option: &[Name]) -> Result<Formula> {
    let width = option.len() as Name;
    let mut words = NewNames::after(2 * width);
    // The variables come after the option; one that may be negative is the
    // difference of two numbers.
    let mut names = Vec::new();
    let mut forms = Vec::new();
    for variable in (width..).take(way.variables) {
        let natural = |literal: &Literal| match literal {
            Literal::AtLeast(form) => form.terms == [(variable, 1)] && form.constant <= 0,
            _ => false,
        };
        let name = words.fresh();
        names.push(name);
        let mut form = Form::name(name);
        if !way.conditions.iter().any(natural) {
            let other = words.fresh();
            names.push(other);
            form = form.minus(&Form::name(other))?;
        }
        forms.push(form);
    }
    let meant = |form: &Form| {
        let start = Form::constant(form.constant);
        form.terms.iter().try_fold(start, |sum, &(name, c)| match name.checked_sub(width) {
            None => sum.plus(c, &Form::name(name)),
            Some(variable) => sum.plus(c, &forms[variable as usize]),
        })
    };
    let mut all = Vec::new();
    for literal in &way.conditions {
        all.push(words.literal(&literal.of(meant(literal.form())?))?);
    }
    for (&name, form) in option.iter().zip(&way.option) {
        all.push(words.literal(&Literal::Zero(meant(form)?.minus(&Form::name(name))?))?);
    }
    Ok(all_of(all).for_some(names))
}

/// Linear conditions as simple relations, with new names for what is added up.
struct NewNames {
    next: Name,
}

/// A side of a comparison: its name, with what makes it up.
struct Side {
    name: Name,
    parts: Vec<Formula>,
    made: Vec<Name>,
}

impl Side {
    /// Gives the sum the name of another side, if it has a name of its own.
    fn become_of(&mut self, other: &Side) -> bool {
        match (self.made.last(), self.parts.last_mut()) {
            (Some(own), Some(Formula::Is(_, names))) if *own == self.name && other.made.is_empty() => {
                for name in names.iter_mut().filter(|name| **name == self.name) {
                    *name = other.name;
                }
                self.made.pop();
                true
            }
            _ => false,
        }
    }
}

impl NewNames {
    fn after(next: Name) -> NewNames {
        NewNames { next }
    }

    fn fresh(&mut self) -> Name {
        self.next += 1;
        self.next - 1
    }

    fn literal(&mut self, literal: &Literal) -> Result<Formula> {
        if let Some(known) = literal.known() {
            return Ok(if known { Formula::All(Vec::new()) } else { Formula::Any(Vec::new()) });
        }
        let form = literal.form();
        let relation = match literal {
            Literal::AtLeast(_) => Simple::AtMost,
            Literal::Zero(_) => Simple::Equal,
            Literal::Multiple(m, _) => {
                let times = self.fresh();
                let more = self.literal(&Literal::Zero(form.plus(*m, &Form::name(times))?))?;
                let less = self.literal(&Literal::Zero(form.plus(-*m, &Form::name(times))?))?;
                return Ok(Formula::Any(vec![more, less]).for_some(vec![times]));
            }
        };
        let (mut less, mut more) = (self.side(form, -1), self.side(form, 1));
        let together = relation == Simple::Equal && (less.become_of(&more) || more.become_of(&less));
        let parts = less.parts.into_iter().chain(more.parts);
        let compared = (!together).then(|| is(relation, &[less.name, more.name]));
        Ok(all_of(parts.chain(compared)).for_some(less.made.into_iter().chain(more.made).collect()))
    }

    /// The sum of the terms with this sign.
    fn side(&mut self, form: &Form, sign: i64) -> Side {
        let mut side = Side { name: 0, parts: Vec::new(), made: Vec::new() };
        let mut sum: Option<Name> = None;
        for &(name, c) in form.terms.iter().filter(|term| term.1.signum() == sign) {
            let product = self.times(c.unsigned_abs(), name, &mut side);
            sum = Some(self.added(sum, product, &mut side));
        }
        if form.constant.signum() == sign || sum.is_none() {
            let constant = self.fresh();
            let value = if form.constant.signum() == sign { form.constant.unsigned_abs() } else { 0 };
            side.made.push(constant);
            side.parts.push(is(Simple::Constant(value), &[constant]));
            sum = Some(self.added(sum, constant, &mut side));
        }
        side.name = sum.unwrap_or(0);
        side
    }

    fn added(&mut self, sum: Option<Name>, more: Name, side: &mut Side) -> Name {
        let Some(sum) = sum else { return more };
        let name = self.fresh();
        side.made.push(name);
        side.parts.push(is(Simple::Sum, &[sum, more, name]));
        name
    }

    /// c·x by doubling, c being at least 1.
    fn times(&mut self, c: u64, x: Name, side: &mut Side) -> Name {
        if c == 1 {
            return x;
        }
        let half = self.times(c / 2, x, side);
        let double = self.added(Some(half), half, side);
        if c.is_multiple_of(2) { double } else { self.added(Some(double), x, side) }
    }
}

fn broken(problem: &str) -> Error {
    Error::BadFile { kind: "certificate", problem: problem.to_owned(), hint: Hint::NONE }
}

/// A relation of a plan; that of the set is left out if the set is everything.
fn leaf((word, parameter, names): &(String, u64, Vec<Name>), set: Option<usize>) -> Result<Formula> {
    let relation = match word.as_str() {
        "sum" => Simple::Sum,
        "at-most" => Simple::AtMost,
        "less" => Simple::Less,
        "equal" => Simple::Equal,
        "constant" => Simple::Constant(*parameter),
        "multiple" => Simple::Multiple(*parameter),
        "set" => match set {
            Some(number) => Simple::Set(number),
            None => return Ok(Formula::All(Vec::new())),
        },
        _ => return Err(broken("a plan has a relation that is not known")),
    };
    Ok(is(relation, names))
}

/// That a plan leads from the position to the option, in one formula and in binary.
fn whole(plan: &PlanText, option: &[Name]) -> Result<Formula> {
    let width = option.len() as Name;
    let renamed = |name: Name| if name < width { name } else { name + width };
    let mut all = Vec::new();
    for (word, parameter, names) in &plan.leaves {
        let names: Vec<Name> = names.iter().map(|&name| renamed(name)).collect();
        all.push(match word.as_str() {
            // x = m·t.
            "multiple" => {
                let m = i64::try_from(*parameter).map_err(|_| Overflow)?;
                let form = Form::name(names.first().copied().unwrap_or(0));
                NewNames::after(plan.names.len() as Name + width).literal(&Literal::Multiple(m, form))?
            }
            _ => leaf(&(word.clone(), *parameter, names), None)?,
        });
    }
    for (&name, &of) in option.iter().zip(&plan.option) {
        all.push(is(Simple::Equal, &[name, renamed(of)]));
    }
    Ok(all_of(all).for_some((2 * width..plan.names.len() as Name + width).collect()))
}

/// The positions from which a plan leads into a set or anywhere. Its names are
/// eliminated one after the other, as in the certificate.
fn reached(plan: &PlanText, set: Option<usize>) -> Result<Formula> {
    let mut factors: Vec<Formula> = plan.leaves.iter().map(|part| leaf(part, set)).collect::<Result<_>>()?;
    for (gone, uses, _) in &plan.steps {
        let used = uses.iter().map(|&index| factors.get(index).cloned()).collect::<Option<Vec<Formula>>>();
        let used = used.ok_or_else(|| broken("a step uses a relation that is not there"))?;
        factors.push(all_of(used).for_some(gone.iter().copied().collect()));
    }
    factors.pop().ok_or_else(|| broken("a plan has no steps"))
}

/// The statement of the induction for each set.
fn sets(subject: &Subject, certificate: &Certificate) -> Result<Vec<Claim>> {
    let rules = &subject.rules;
    let position: Vec<Name> = (0..rules.width as Name).collect();
    let claim = |says: String, holds| Claim { says, binary: false, of: position.clone(), holds };
    let evaluated = evaluated(certificate, rules.width, rules.blocked);
    let evaluated = evaluated.ok_or_else(|| broken("it lacks the steps of some plan"))?;
    let mut claims = Vec::new();
    for set in 0..certificate.sets.len() {
        let inside = is(Simple::Set(set), &position);
        for track in 1..rules.sorted {
            let mut swapped = position.clone();
            swapped.swap(track - 1, track);
            let same = inside.clone().iff(is(Simple::Set(set), &swapped));
            claims.push(claim(format!("set {set} is the same with piles {track} and {} exchanged", track + 1), same));
        }
        let plans = |set: Option<usize>| {
            let each = evaluated.iter().map(|plan| reached(plan, set));
            Ok::<_, Error>(Formula::Any(each.collect::<Result<_>>()?))
        };
        let mut exactly: Vec<Formula> = (0..set).map(|smaller| is(Simple::Set(smaller), &position).not()).collect();
        exactly.push(plans(Some(set))?.not());
        let misere = certificate.play == "misere";
        if misere {
            exactly.push(plans(None)?);
        }
        let says = match misere {
            true => "a position lies in set 0 exactly if it has a move, but none into the set".to_owned(),
            false if rules.blocked > 0 => {
                let most = counted(rules.blocked, "different option");
                format!("a position lies in set 0 exactly if it has at most {most} in it")
            }
            false if set == 0 => "a position lies in set 0 exactly if it has no move into it".to_owned(),
            false => {
                format!("a position lies in set {set} exactly if it lies in no smaller one and has no move into it")
            }
        };
        let sorted = ascending(&position[..rules.sorted]);
        claims.push(claim(says, sorted.then(inside.iff(Formula::All(exactly)))));
    }
    Ok(claims)
}

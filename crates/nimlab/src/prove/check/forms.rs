//! Statements about linear forms of natural numbers, decided by reading all
//! numbers in binary, the most significant bit first.
//!
//! A form f = c₀ + Σ cᵢvᵢ is followed by F = Σ cᵢ⌊vᵢ/2ʲ⌋, which becomes
//! 2F + Σ cᵢbᵢ with the next bits. Let N be the sum of the sizes of the cᵢ below 0. Once
//! F ≥ N and F > 0, it stays so and grows no smaller: 2F + Σ cᵢbᵢ ≥ 2F − N ≥ F; and with
//! the sum P of the others the same holds of −F. So it is enough to know F up to
//! max(N, |c₀| + 1), and down to −max(P, |c₀| + 1): there the sign of f is known whatever
//! bits follow, and it is not 0. What is asked of f is then answered, and what is left of
//! the question speaks of fewer forms. A remainder is followed as it is. All
//! combinations of a question and the values of its forms that can be met are finitely
//! many: none is lost, and each is met with numbers that have those signs. So a statement
//! about signs holds of all natural numbers exactly if it holds of every combination.

use super::Refused;
use crate::Meter;
use crate::bits::{QuickMap, QuickSet};
use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

/// Coefficients of the numbers, then the constant.
pub type Form = Vec<i64>;

/// What is asked of a form: a sign times the sum with this number in the list of
/// sums, plus a constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Of {
    sum: usize,
    sign: i64,
    constant: i64,
}

/// A statement about forms.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Formula {
    /// The form is at least 0.
    AtLeast(Of),
    /// The form is 0.
    Zero(Of),
    /// The form is a multiple of this.
    Multiple(i64, Of),
    All(Vec<Formula>),
    Any(Vec<Formula>),
    Not(Box<Formula>),
}

impl Formula {
    pub fn truth(value: bool) -> Formula {
        if value { Formula::All(Vec::new()) } else { Formula::Any(Vec::new()) }
    }

    pub fn negated(self) -> Formula {
        Formula::Not(Box::new(self))
    }

    /// How many formulas it is made of.
    pub fn size(&self) -> u64 {
        match self {
            Formula::AtLeast(_) | Formula::Zero(_) | Formula::Multiple(..) => 1,
            Formula::All(list) | Formula::Any(list) => 1 + list.iter().map(Formula::size).sum::<u64>(),
            Formula::Not(part) => 1 + part.size(),
        }
    }

    /// The parts of a conjunction, those of its parts included; otherwise the formula
    /// itself.
    pub fn parts(self) -> Vec<Formula> {
        match self {
            Formula::All(list) => list.into_iter().flat_map(Formula::parts).collect(),
            Formula::Any(mut list) if list.len() == 1 => list.pop().map_or_else(Vec::new, Formula::parts),
            other => vec![other],
        }
    }

    /// Lists of which one holds altogether exactly if this holds, or exactly if it does
    /// not. Where there would be too many, they are fewer and less simple.
    fn cases(&self, holds: bool) -> Vec<Vec<Formula>> {
        let whole = || if holds { self.clone() } else { self.clone().negated() };
        match (self, holds) {
            (Formula::Not(part), _) => part.cases(!holds),
            (Formula::All(list), true) | (Formula::Any(list), false) => {
                let mut cases = vec![Vec::new()];
                for part in list {
                    let more = part.cases(holds);
                    if cases.len() * more.len() > MOST_CASES {
                        let part = if holds { part.clone() } else { part.clone().negated() };
                        cases.iter_mut().for_each(|case| case.push(part.clone()));
                        continue;
                    }
                    let longer = |case: &Vec<Formula>| {
                        let case = case.clone();
                        more.iter().map(move |more| case.iter().chain(more).cloned().collect())
                    };
                    cases = cases.iter().flat_map(longer).collect();
                }
                cases
            }
            (Formula::Any(list), true) | (Formula::All(list), false) => {
                let cases: Vec<Vec<Formula>> = list.iter().flat_map(|part| part.cases(holds)).collect();
                if cases.len() > MOST_CASES { vec![vec![whole()]] } else { cases }
            }
            _ => vec![vec![whole()]],
        }
    }

    /// The sums that it speaks of.
    fn sums(&self, found: &mut Vec<usize>) {
        match self {
            Formula::AtLeast(of) | Formula::Zero(of) | Formula::Multiple(_, of) => found.push(of.sum),
            Formula::All(list) | Formula::Any(list) => list.iter().for_each(|part| part.sums(found)),
            Formula::Not(part) => part.sums(found),
        }
    }

    /// That one holds if the other does.
    pub fn if_then(self, then: Formula) -> Formula {
        Formula::Any(vec![self.negated(), then])
    }
}

/// The sums Σ cᵢvᵢ of a statement, each once and up to its sign.
#[derive(Debug, Default)]
pub struct Forms {
    sums: Vec<Sum>,
    /// A common multiple of the numbers that remainders are taken by.
    modulus: i64,
}

/// A sum that is followed, the first coefficient that is not 0 being positive.
#[derive(Debug)]
struct Sum {
    coefficients: Vec<i64>,
    /// It is known between these two.
    low: i64,
    high: i64,
}

/// The most cases that are looked at one by one.
const MOST_CASES: usize = 64;
/// The largest coefficient or constant that is followed.
const LARGEST: i64 = 1 << 20;
/// The most numbers that are read at a time.
const MOST_NUMBERS: usize = 14;
/// The largest common multiple of all numbers that remainders are taken by.
const MOST_REMAINDERS: i64 = 1 << 12;

fn too_large() -> Refused {
    Refused::new("a number in the rules or the certificate is too large to be followed")
}

/// One form plus a multiple of another.
pub fn plus(one: &[i64], times: i64, two: &[i64]) -> Result<Form, Refused> {
    let sum = |(&x, &y): (&i64, &i64)| y.checked_mul(times).and_then(|more| x.checked_add(more)).ok_or_else(too_large);
    one.iter().zip(two).map(sum).collect()
}

impl Forms {
    fn of(&mut self, form: &[i64]) -> Result<Of, Refused> {
        let (&constant, terms) = form.split_last().ok_or_else(too_large)?;
        let size = terms.iter().try_fold(0i64, |sum, c| sum.checked_add(c.checked_abs()?)).ok_or_else(too_large)?;
        let bound = size.max(constant.checked_abs().ok_or_else(too_large)?);
        if bound > LARGEST {
            return Err(too_large());
        }
        let sign = terms.iter().find(|c| **c != 0).map_or(1, |c| c.signum());
        let same = |sum: &Sum| sum.coefficients.iter().zip(terms).all(|(x, y)| *x == y * sign);
        let known = self.sums.iter().position(same);
        let sum = known.unwrap_or_else(|| {
            let coefficients: Vec<i64> = terms.iter().map(|c| c * sign).collect();
            let up: i64 = coefficients.iter().filter(|c| **c > 0).sum();
            let down: i64 = coefficients.iter().filter(|c| **c < 0).sum();
            self.sums.push(Sum { coefficients, low: -up, high: -down });
            self.sums.len() - 1
        });
        let own = &mut self.sums[sum];
        (own.low, own.high) = (own.low.min(-constant.abs() - 1), own.high.max(constant.abs() + 1));
        Ok(Of { sum, sign, constant })
    }

    pub fn at_least_zero(&mut self, form: Form) -> Result<Formula, Refused> {
        Ok(Formula::AtLeast(self.of(&form)?))
    }

    pub fn zero(&mut self, form: Form) -> Result<Formula, Refused> {
        Ok(Formula::Zero(self.of(&form)?))
    }

    pub fn multiple(&mut self, m: i64, form: Form) -> Result<Formula, Refused> {
        if !(1..=LARGEST).contains(&m) {
            return Err(too_large());
        }
        let modulus = self.modulus.max(1);
        self.modulus = modulus / common(modulus, m) * m;
        if self.modulus > MOST_REMAINDERS {
            return Err(too_large());
        }
        Ok(Formula::Multiple(m, self.of(&form)?))
    }

    /// Whether a formula holds of all natural numbers of which every assumption does.
    ///
    /// The assumptions are taken apart into cases, and the formula into parts; and where a
    /// part says that one of several things holds, only those are looked at that a case
    /// needs: it is enough that some of them cover it.
    pub fn always(
        &self,
        numbers: usize,
        assumed: &[Formula],
        formula: &Formula,
        meter: &mut Meter,
    ) -> Result<bool, Refused> {
        if numbers > MOST_NUMBERS {
            return Err(Refused::new("a move of the rules or the certificate has too many numbers"));
        }
        let cases = Formula::All(assumed.to_vec()).cases(true);
        let parts = formula.clone().parts();
        for (case, part) in cases.iter().flat_map(|case| parts.iter().map(move |part| (case, part))) {
            let any = if let Formula::Any(list) = part { list } else { std::slice::from_ref(part) };
            let mut needed: Vec<bool> = vec![false; any.len()];
            loop {
                let some = any.iter().zip(&needed).filter(|(_, needed)| **needed).map(|(part, _)| part.clone());
                let Some(numbers) = self.exception(numbers, case, some.collect(), meter)? else { break };
                let more = (0..any.len()).find(|&part| !needed[part] && self.holds_of(&any[part], &numbers));
                match more {
                    Some(part) => needed[part] = true,
                    None if needed.iter().all(|needed| *needed) => return Ok(false),
                    // The numbers were too long to be known.
                    None => needed.fill(true),
                }
            }
        }
        Ok(true)
    }

    /// Natural numbers of which everything assumed holds and nothing else of this.
    fn exception(
        &self,
        numbers: usize,
        assumed: &[Formula],
        any: Vec<Formula>,
        meter: &mut Meter,
    ) -> Result<Option<Vec<i64>>, Refused> {
        // Numbers are looked for of which this holds.
        let against = Formula::All(assumed.iter().cloned().chain([Formula::Any(any).negated()]).collect());
        let mut search = FormSearch {
            forms: self,
            numbers,
            open: Vec::new(),
            known: HashMap::new(),
            left: QuickMap::default(),
            bytes: 0,
        };
        let zeros = vec![0; self.sums.len() * 2];
        let sums: Vec<usize> = (0..self.sums.len()).collect();
        let Some(begin) = search.number(self.left(&against, &sums, &zeros), meter)? else { return Ok(None) };
        let first = search.state(begin, &sums, &zeros);
        let mut known: QuickSet<Box<[i64]>> = QuickSet::default();
        let mut queue = VecDeque::from([(first.clone(), vec![0i64; numbers])]);
        known.insert(first);
        let mut next = Vec::new();
        let mut found = None;
        while let Some((state, read)) = queue.pop_front() {
            let question = search.open[state[0] as usize].clone();
            let values = &state[1..];
            if self.holds(&question.formula, &question.sums, values) {
                found = Some(read);
                break;
            }
            let count = question.sums.len();
            for (bits, column) in &question.columns {
                next.clear();
                next.push(state[0]);
                let mut is_decided = false;
                for (place, more) in column.iter().enumerate() {
                    let Sum { low, high, .. } = self.sums[question.sums[place]];
                    let value = (2 * values[place] + more).clamp(low, high);
                    is_decided |= value == low || value == high;
                    next.push(value);
                }
                if self.modulus > 1 {
                    for (place, more) in column.iter().enumerate() {
                        next.push((2 * values[count + place] + more).rem_euclid(self.modulus));
                    }
                }
                if known.contains(&next[..]) {
                    continue;
                }
                meter.take(24 * next.len() as u64 + 96)?;
                known.insert(next.as_slice().into());
                let longer = |(place, number): (usize, &i64)| number.saturating_mul(2) | (*bits as i64 >> place & 1);
                let read: Vec<i64> = read.iter().enumerate().map(longer).collect();
                if !is_decided {
                    queue.push_back((next.as_slice().into(), read));
                    continue;
                }
                let Some(number) = search.left(&next, meter)? else { continue };
                // Nothing may be answered by that: of a remainder only is it still asked.
                let less = search.state(number, &question.sums, &next[1..]);
                if less[..] == next[..] || !known.contains(&less[..]) {
                    meter.take(24 * less.len() as u64 + 96)?;
                    known.insert(less.clone());
                    queue.push_back((less, read));
                }
            }
            meter.tick(question.columns.len() as u64 * 8)?;
        }
        meter.give_back(known.iter().map(|state| 24 * state.len() as u64 + 96).sum());
        meter.give_back(search.bytes);
        Ok(found)
    }

    /// Whether a formula holds of numbers that are read to their end.
    fn holds(&self, formula: &Formula, sums: &[usize], values: &[i64]) -> bool {
        let place = |of: &Of| sums.binary_search(&of.sum).unwrap_or(0);
        let value = |of: &Of| values[place(of)] * of.sign + of.constant;
        match formula {
            Formula::AtLeast(of) => value(of) >= 0,
            Formula::Zero(of) => value(of) == 0,
            Formula::Multiple(m, of) => {
                let remainder = values.get(sums.len() + place(of)).copied().unwrap_or(0);
                (remainder * of.sign + of.constant).rem_euclid(*m) == 0
            }
            Formula::All(list) => list.iter().all(|part| self.holds(part, sums, values)),
            Formula::Any(list) => list.iter().any(|part| self.holds(part, sums, values)),
            Formula::Not(part) => !self.holds(part, sums, values),
        }
    }

    /// Whether a formula holds of these numbers.
    fn holds_of(&self, formula: &Formula, numbers: &[i64]) -> bool {
        let sums: Vec<usize> = (0..self.sums.len()).collect();
        let value = |sum: &Sum| {
            let terms = sum.coefficients.iter().zip(numbers).map(|(c, number)| c.saturating_mul(*number));
            terms.fold(0, i64::saturating_add)
        };
        let values: Vec<i64> = self.sums.iter().map(value).collect();
        let remainders = values.iter().map(|value| value.rem_euclid(self.modulus.max(1)));
        let all: Vec<i64> = values.iter().copied().chain(remainders).collect();
        self.holds(formula, &sums, &all)
    }

    /// What is left to ask when no further bits can change the sign of some sums.
    fn left(&self, formula: &Formula, sums: &[usize], values: &[i64]) -> Formula {
        let value = |of: &Of| values[sums.binary_search(&of.sum).unwrap_or(0)];
        let is_decided = |of: &Of| value(of) == self.sums[of.sum].low || value(of) == self.sums[of.sum].high;
        match formula {
            Formula::AtLeast(of) if is_decided(of) => Formula::truth(value(of) * of.sign > 0),
            Formula::Zero(of) if is_decided(of) => Formula::truth(false),
            Formula::All(list) => {
                let list: Vec<Formula> = list.iter().map(|part| self.left(part, sums, values)).collect();
                match list.contains(&Formula::truth(false)) {
                    true => Formula::truth(false),
                    false => Formula::All(list.into_iter().flat_map(Formula::parts).collect()),
                }
            }
            Formula::Any(list) => {
                let mut list: Vec<Formula> = list.iter().map(|part| self.left(part, sums, values)).collect();
                list.retain(|part| *part != Formula::truth(false));
                match list.contains(&Formula::truth(true)) {
                    true => Formula::truth(true),
                    false if list.len() == 1 => list.swap_remove(0),
                    false => Formula::Any(list),
                }
            }
            Formula::Not(part) => match self.left(part, sums, values) {
                Formula::All(list) if list.is_empty() => Formula::truth(false),
                Formula::Any(list) if list.is_empty() => Formula::truth(true),
                Formula::Not(part) => *part,
                other => other.negated(),
            },
            other => other.clone(),
        }
    }
}

/// What is left to ask of numbers of which some bits are read.
struct OpenQuestion {
    formula: Formula,
    /// The sums that it speaks of, ascending.
    sums: Vec<usize>,
    /// What each column of bits adds to each of them.
    columns: Vec<(usize, Box<[i64]>)>,
}

/// The questions that were met. A state is the number of a question with the values of the
/// sums that it speaks of, then their remainders.
struct FormSearch<'f> {
    forms: &'f Forms,
    numbers: usize,
    open: Vec<Rc<OpenQuestion>>,
    known: HashMap<Formula, i64>,
    /// A question, and for each of its sums whether it is decided and how: what is left to
    /// ask depends on nothing else.
    left: QuickMap<Box<[i64]>, Option<i64>>,
    /// The memory that the questions take.
    bytes: u64,
}

impl FormSearch<'_> {
    /// The number of the question that is left in a state, or `None` if it is answered with no.
    fn left(&mut self, state: &[i64], meter: &mut Meter) -> Result<Option<i64>, Refused> {
        let question = self.open[state[0] as usize].clone();
        let decided = |(&sum, &value): (&usize, &i64)| {
            let Sum { low, high, .. } = self.forms.sums[sum];
            i64::from(value == high) - i64::from(value == low)
        };
        let key: Box<[i64]> =
            [state[0]].into_iter().chain(question.sums.iter().zip(&state[1..]).map(decided)).collect();
        if let Some(&number) = self.left.get(&key) {
            return Ok(number);
        }
        let number = self.number(self.forms.left(&question.formula, &question.sums, &state[1..]), meter)?;
        let bytes = 8 * key.len() as u64 + 96;
        meter.take(bytes)?;
        self.bytes += bytes;
        self.left.insert(key, number);
        Ok(number)
    }

    /// The number of a question, or `None` if it is answered with no.
    fn number(&mut self, left: Formula, meter: &mut Meter) -> Result<Option<i64>, Refused> {
        if left == Formula::truth(false) {
            return Ok(None);
        }
        if let Some(&number) = self.known.get(&left) {
            return Ok(Some(number));
        }
        let mut own = Vec::new();
        left.sums(&mut own);
        let size = own.len() as u64;
        own.sort_unstable();
        own.dedup();
        let bytes = 256 * (size + 1) + (1u64 << self.numbers) * (8 * own.len() as u64 + 16);
        meter.take(bytes)?;
        self.bytes += bytes;
        let added = |bits: usize, sum: &Sum| -> i64 {
            (0..self.numbers).filter(|number| bits >> number & 1 == 1).map(|number| sum.coefficients[number]).sum()
        };
        let column = |bits| (bits, own.iter().map(|&sum| added(bits, &self.forms.sums[sum])).collect());
        let mut columns: Vec<(usize, Box<[i64]>)> = (0..1usize << self.numbers).map(column).collect();
        columns.sort_unstable_by(|one, two| one.1.cmp(&two.1));
        columns.dedup_by(|one, two| one.1 == two.1);
        let number = self.open.len() as i64;
        self.open.push(Rc::new(OpenQuestion { formula: left.clone(), sums: own, columns }));
        self.known.insert(left, number);
        Ok(Some(number))
    }

    /// The state of a question whose sums are among these.
    fn state(&self, number: i64, sums: &[usize], values: &[i64]) -> Box<[i64]> {
        let question = &self.open[number as usize];
        let place = |sum: &usize| sums.binary_search(sum).unwrap_or(0);
        let own = question.sums.iter().map(|sum| values[place(sum)]);
        let remainders = question.sums.iter().filter(|_| self.forms.modulus > 1);
        let remainders = remainders.map(|sum| values[sums.len() + place(sum)]);
        [number].into_iter().chain(own).chain(remainders).collect()
    }
}

fn common(mut a: i64, mut b: i64) -> i64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;

    /// Marsaglia's xorshift.
    struct Chance(u64);

    impl Chance {
        fn below(&mut self, bound: usize) -> usize {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            (self.0 >> 11) as usize % bound
        }
    }

    const NUMBERS: usize = 3;

    fn some_formula(forms: &mut Forms, depth: usize, chance: &mut Chance) -> Formula {
        let kind = chance.below(if depth == 0 { 4 } else { 8 });
        if kind > 4 {
            let parts = (0..1 + chance.below(3)).map(|_| some_formula(forms, depth - 1, chance)).collect();
            return match kind {
                5 => Formula::All(parts),
                6 => Formula::Any(parts),
                _ => Formula::All(parts).negated(),
            };
        }
        let mut form: Form = (0..NUMBERS).map(|_| [0, 0, 1, 1, -1, -1, 2, -2, 3][chance.below(9)]).collect();
        form.push(chance.below(9) as i64 - 4);
        let made = match kind {
            0 | 1 => forms.at_least_zero(form),
            2 => forms.zero(form),
            _ => forms.multiple(1 + chance.below(4) as i64, form),
        };
        made.expect("a small form")
    }

    /// Statements by chance: what is said to hold always holds of all small numbers, and
    /// what is not has nearly always an exception among them.
    #[test]
    fn what_is_said_to_hold_always_has_no_exception() -> crate::Result<()> {
        let chance = &mut Chance(123_456_789);
        let mut meter = Budget::default().meter("statements");
        let (mut counts, mut large) = ([0; 2], 0);
        for round in 0..1000 {
            let mut forms = Forms::default();
            let assumed: Vec<Formula> = (0..1 + chance.below(3)).map(|_| some_formula(&mut forms, 1, chance)).collect();
            // Often one that follows from them, or nearly.
            let claim = match chance.below(3) {
                0 => some_formula(&mut forms, 2, chance),
                _ => {
                    let other = some_formula(&mut forms, 1, chance);
                    Formula::Any(vec![Formula::All(assumed[..1 + chance.below(assumed.len())].to_vec()), other])
                }
            };
            let claim = if chance.below(4) == 0 { claim.if_then(some_formula(&mut forms, 1, chance)) } else { claim };
            let said = match forms.always(NUMBERS, &assumed, &claim, &mut meter) {
                Ok(said) => said,
                Err(refused) => panic!("{refused:?}"),
            };
            let side: i64 = if said { 8 } else { 20 };
            let mut small = (0..side.pow(NUMBERS as u32)).map(|at| [at % side, at / side % side, at / side / side]);
            let is_exception = |numbers: &[i64; NUMBERS]| {
                assumed.iter().all(|part| forms.holds_of(part, numbers)) && !forms.holds_of(&claim, numbers)
            };
            let exception = small.find(is_exception);
            assert!(!said || exception.is_none(), "round {round}: {assumed:?} => {claim:?}: {exception:?}");
            counts[usize::from(said)] += 1;
            large += usize::from(!said && exception.is_none());
        }
        // Few have large exceptions only.
        assert!(counts.iter().all(|&count| count > 200) && large < counts[0] / 10, "{counts:?} {large}");
        Ok(())
    }

    /// What is only asked of a remainder is followed on, however large the number is.
    #[test]
    fn a_remainder_is_followed_where_the_sign_is_known() {
        let mut meter = Budget::default().meter("statements");
        for m in 2..5 {
            let mut forms = Forms::default();
            // k ≥ 1 and x ≥ k do not say that 2x − k is a multiple of m.
            let assumed = [forms.at_least_zero(vec![0, 1, -1]), forms.at_least_zero(vec![1, -1, 0])];
            let assumed = assumed.map(|part| part.expect("a small form"));
            let claim = forms.multiple(m, vec![2, -1, 0]).expect("a small form");
            assert_eq!(forms.always(2, &assumed, &claim, &mut meter), Ok(false), "{m}");
        }
    }
}

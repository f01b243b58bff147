//! Statements about linear forms of natural numbers, decided by reading all
//! numbers in binary, the most significant bit first.
//!
//! A form f = c₀ + Σ cᵢvᵢ is followed by F = Σ cᵢ⌊vᵢ/2ʲ⌋, which becomes
//! 2F + Σ cᵢbᵢ with the next bits. With C = Σ|cᵢ|, once |F| > C it only grows in
//! size, keeping its sign: |2F + Σ cᵢbᵢ| ≥ 2|F| − C > |F|. So it is enough to know F up to max(C, |c₀|) + 1 in
//! size: the sign of f, and whether it is 0, is exact. A remainder is followed
//! as it is. All combinations that can be met are finitely many, and each is met
//! with numbers that have those signs: so a statement about signs holds of all
//! natural numbers exactly if it holds of every combination.

use super::Refused;
use crate::Meter;
use crate::bits::QuickSet;

/// Coefficients of the numbers, then the constant.
pub type Form = Vec<i64>;

/// What is asked of a form: a sign times the sum with this number in the list of
/// sums, plus a constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Of {
    sum: usize,
    sign: i64,
    constant: i64,
}

/// A statement about forms.
#[derive(Debug, Clone)]
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

    /// Everything that must hold for this to hold, as far as it is said at once.
    pub fn parts(self) -> Vec<Formula> {
        match self {
            Formula::All(list) => list.into_iter().flat_map(Formula::parts).collect(),
            Formula::Any(mut list) if list.len() == 1 => list.pop().map_or_else(Vec::new, Formula::parts),
            other => vec![other],
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
    /// Its size is known up to this.
    bound: i64,
}

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
            self.sums.push(Sum { coefficients: terms.iter().map(|c| c * sign).collect(), bound: 0 });
            self.sums.len() - 1
        });
        self.sums[sum].bound = self.sums[sum].bound.max(bound + 1);
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

    /// Whether a formula holds of all natural numbers of which every assumption
    /// does. Numbers of which an assumption can no longer hold, whatever bits
    /// follow, are left out.
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
        meter.take((1 << numbers) * (8 * self.sums.len() as u64 + 32))?;
        // What a column of bits adds to each sum.
        let added = |bits: usize, sum: &Sum| -> i64 {
            (0..numbers).filter(|number| bits >> number & 1 == 1).map(|number| sum.coefficients[number]).sum()
        };
        let columns: Vec<Vec<i64>> =
            (0..1usize << numbers).map(|bits| self.sums.iter().map(|sum| added(bits, sum)).collect()).collect();
        // The size of each sum, then its remainder if one is asked for.
        let count = self.sums.len();
        let remainders = if self.modulus > 1 { count } else { 0 };
        let lost = |state: &[i64]| {
            assumed.iter().any(|assumption| match assumption {
                Formula::AtLeast(of) => state[of.sum] * of.sign == -self.sums[of.sum].bound,
                Formula::Zero(of) => state[of.sum].abs() == self.sums[of.sum].bound,
                _ => false,
            })
        };
        let mut known: QuickSet<Box<[i64]>> = QuickSet::default();
        let mut stack: Vec<Box<[i64]>> = vec![vec![0; count + remainders].into()];
        known.insert(stack[0].clone());
        let mut next = vec![0; count + remainders];
        while let Some(state) = stack.pop() {
            if !self.holds(formula, &state) && assumed.iter().all(|assumption| self.holds(assumption, &state)) {
                return Ok(false);
            }
            for column in &columns {
                for (place, (sum, more)) in self.sums.iter().zip(column).enumerate() {
                    next[place] = (2 * state[place] + more).clamp(-sum.bound, sum.bound);
                    if remainders > 0 {
                        next[count + place] = (2 * state[count + place] + more).rem_euclid(self.modulus);
                    }
                }
                if !lost(&next) && !known.contains(&next[..]) {
                    meter.take(24 * next.len() as u64 + 96)?;
                    known.insert(next.as_slice().into());
                    stack.push(next.as_slice().into());
                }
            }
            meter.tick(columns.len() as u64 * 8)?;
        }
        meter.give_back(known.len() as u64 * (24 * next.len() as u64 + 96));
        meter.give_back((1 << numbers) * (8 * self.sums.len() as u64 + 32));
        Ok(true)
    }

    fn holds(&self, formula: &Formula, state: &[i64]) -> bool {
        let value = |of: &Of| state[of.sum] * of.sign + of.constant;
        match formula {
            Formula::AtLeast(of) => value(of) >= 0,
            Formula::Zero(of) => value(of) == 0,
            Formula::Multiple(m, of) => {
                let remainder = state.get(self.sums.len() + of.sum).copied().unwrap_or(0);
                (remainder * of.sign + of.constant).rem_euclid(*m) == 0
            }
            Formula::All(list) => list.iter().all(|part| self.holds(part, state)),
            Formula::Any(list) => list.iter().any(|part| self.holds(part, state)),
            Formula::Not(part) => !self.holds(part, state),
        }
    }
}

fn common(mut a: i64, mut b: i64) -> i64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

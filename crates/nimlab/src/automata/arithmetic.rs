//! Order and addition in a numeration system, as relations.
//!
//! x < y is the order of words. y = x + 1 says x < y and nothing between.
//! Addition is learned from examples and then proved: A(x, 0, z) exactly if
//! z = x; A(x, y, z) exactly if A(x, y + 1, z + 1); never A(x, y + 1, 0). By
//! induction over y these say A(x, y, z) exactly if x + y = z.

use super::learn::Learner;
use super::numbers::Numbers;
use super::operations::Named;
use super::relation::{Letter, Relation, State};
use crate::Hint;
use crate::Meter;
use crate::error::{Error, Result};
use std::sync::{Arc, Mutex, PoisonError};

/// A numeration system with its order and its addition.
///
/// ```
/// use nimlab::{Budget, automata::{Arithmetic, Numbers}};
/// let mut meter = Budget::default().meter("addition");
/// let zeckendorf = Arithmetic::of(Numbers::named("zeckendorf")?, &mut meter)?;
/// // 4 + 6 = 10, and not 11.
/// let word = |numbers| zeckendorf.numbers.side_by_side(numbers).unwrap();
/// assert!(zeckendorf.sum.holds(word(&[4, 6, 10])) && !zeckendorf.sum.holds(word(&[4, 6, 11])));
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Arithmetic {
    /// The words.
    pub numbers: Numbers,
    /// x, any number.
    pub any: Arc<Relation>,
    /// x < y.
    pub less: Arc<Relation>,
    /// y = x + 1.
    pub successor: Arc<Relation>,
    /// x + y = z.
    pub sum: Arc<Relation>,
}

/// The most rounds of learning an adder and the most states of one: beyond these
/// none is found.
const ROUNDS: usize = 200;
const MOST_STATES: usize = 3000;

impl Arithmetic {
    /// The order of a system, and its addition, learned and proved; kept for the
    /// next time.
    ///
    /// ```
    /// use nimlab::{Budget, automata::{Arithmetic, Numbers}};
    /// let binary = Arithmetic::of(Numbers::named("base:2")?, &mut Budget::default().meter("addition"))?;
    /// assert_eq!((binary.less.states(), binary.sum.states()), (2, 2));
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn of(numbers: Numbers, meter: &mut Meter) -> Result<Arithmetic> {
        static KEPT: Mutex<Vec<Arithmetic>> = Mutex::new(Vec::new());
        let kept = || KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = kept().iter().find(|known| known.numbers == numbers) {
            return Ok(known.clone());
        }
        let found = Self::found(numbers, meter)?;
        kept().push(found.clone());
        Ok(found)
    }

    /// The order of a system, and its addition, learned and proved.
    pub fn found(numbers: Numbers, meter: &mut Meter) -> Result<Arithmetic> {
        let name = numbers.name();
        Self::learned(numbers, meter).map_err(|error| match error {
            Error::OverBudget { limit, reached, hint, .. } => {
                let what = format!("the search for an automaton that adds in {name}");
                Error::OverBudget { what, limit, reached, hint }
            }
            other => other,
        })
    }

    fn learned(numbers: Numbers, meter: &mut Meter) -> Result<Arithmetic> {
        let any = Arc::new(numbers.valid().minimal(meter)?);
        let less = Arc::new(less(&numbers, &any, meter)?);
        let between = named(&less, &[0, 2], meter)?.and(&named(&less, &[2, 1], meter)?, meter)?.there_is(2, meter)?;
        let successor = Arc::new(Relation::all_and_none(&[&less], &[&between.in_order(&[0, 1])], meter)?);
        let mut this =
            Arithmetic { numbers, any, less, successor, sum: Arc::new(Relation::of_rows(3, 2, &[(false, vec![])])) };
        let numbers = this.numbers.clone();
        let teacher = |word: &[Letter]| match numbers.apart(word, 3).as_deref() {
            Some([x, y, z]) => x + y == *z,
            _ => false,
        };
        let mut learner = Learner::new(3, numbers.digits(), teacher);
        for _ in 0..ROUNDS {
            this.sum = Arc::new(learner.guess(meter)?);
            if this.sum.states() > MOST_STATES {
                break;
            }
            let wrong = this.wrong_sums(meter)?;
            if wrong.is_empty() {
                return Ok(this);
            }
            if !wrong.iter().any(|word| learner.correct(word)) {
                break;
            }
        }
        let (name, states) = (this.numbers.name(), this.sum.states());
        let reason = format!("no automaton with up to {states} states adds in {name}; the guess kept growing");
        let hint = Hint::from("without addition by an automaton nothing can be proved in this system; try another one");
        Err(Error::Undecided { reason, hint })
    }

    /// Words such that the adder is wrong about at least one of them; none if it
    /// is proved.
    fn wrong_sums(&self, meter: &mut Meter) -> Result<Vec<Vec<Letter>>> {
        let zero = Arc::new(self.constant(0, meter)?);
        let sum = named(&self.sum, &[0, 1, 2], meter)?;
        // A(x, 0, z) and z = x.
        let of_zero = sum.and(&named(&zero, &[1], meter)?, meter)?;
        let same = named(&self.any, &[0], meter)?
            .and(&named(&zero, &[1], meter)?, meter)?
            .and(&named(&self.equal(meter)?, &[0, 2], meter)?, meter)?;
        let (of_zero, same) = (of_zero.in_order(&[0, 1, 2]), same.in_order(&[0, 1, 2]));
        for (all, none) in [(&of_zero, &same), (&same, &of_zero)] {
            if let Some(word) = Relation::shortest(&[all], &[none], meter)? {
                return Ok(vec![word]);
            }
        }
        // A(x, y + 1, 0).
        let positive = named(&self.successor, &[3, 1], meter)?.there_is(3, meter)?;
        let never = sum.and(&positive, meter)?.and(&named(&zero, &[2], meter)?, meter)?.in_order(&[0, 1, 2]);
        if let Some(word) = Relation::shortest(&[&never], &[], meter)? {
            return Ok(vec![word]);
        }
        // A(x, y, z) and A(x, y + 1, z + 1), both over (x, y, z).
        let next = named(&self.sum, &[0, 3, 4], meter)?
            .and(&named(&self.successor, &[1, 3], meter)?, meter)?
            .there_is(3, meter)?
            .and(&named(&self.successor, &[2, 4], meter)?, meter)?
            .there_is(4, meter)?
            .in_order(&[0, 1, 2]);
        for (all, none) in [(&*self.sum, &next), (&next, &*self.sum)] {
            if let Some(word) = Relation::shortest(&[all], &[none], meter)? {
                let numbers = self.numbers.apart(&word, 3).unwrap_or_default();
                let later: Vec<u128> =
                    numbers.iter().enumerate().map(|(track, &n)| n + u128::from(track > 0)).collect();
                return Ok([Some(word), self.numbers.side_by_side(&later)].into_iter().flatten().collect());
            }
        }
        Ok(Vec::new())
    }

    /// All words of this many numbers side by side.
    ///
    /// ```
    /// use nimlab::{Budget, automata::{Arithmetic, Numbers}};
    /// let mut meter = Budget::default().meter("all pairs");
    /// let zeckendorf = Arithmetic::of(Numbers::named("zeckendorf")?, &mut meter)?;
    /// // The pairs of numbers with at most 3 digits: of 0 to 4.
    /// assert_eq!(zeckendorf.all(2, &mut meter)?.count(3).last(), Some(&25));
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn all(&self, numbers: usize, meter: &mut Meter) -> Result<Relation> {
        let mut all = named(&self.any, &[0], meter)?;
        for name in 1..numbers as u32 {
            all = all.and(&named(&self.any, &[name], meter)?, meter)?;
        }
        Ok(all.in_order(&(0..numbers as u32).collect::<Vec<_>>()))
    }

    /// x = y.
    ///
    /// ```
    /// use nimlab::{Budget, automata::{Arithmetic, Numbers}};
    /// let mut meter = Budget::default().meter("equality");
    /// let binary = Arithmetic::of(Numbers::named("base:2")?, &mut meter)?;
    /// let equal = binary.equal(&mut meter)?;
    /// assert!(equal.holds(binary.numbers.side_by_side(&[5, 5]).unwrap()));
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn equal(&self, meter: &mut Meter) -> Result<Arc<Relation>> {
        let digits = self.numbers.digits();
        let rows: Vec<(bool, Vec<(Letter, State)>)> = (0..self.any.states() as State)
            .map(|state| {
                let row = self.any.row(state).map(|(digit, target)| (digit * (digits + 1), target));
                (self.any.accepts(state), row.collect())
            })
            .collect();
        Ok(Arc::new(Relation::of_rows(2, digits, &rows).minimal(meter)?))
    }

    /// x = c.
    ///
    /// ```
    /// use nimlab::{Budget, automata::{Arithmetic, Numbers}};
    /// let mut meter = Budget::default().meter("a constant");
    /// let binary = Arithmetic::of(Numbers::named("base:2")?, &mut meter)?;
    /// assert_eq!(binary.finitely_many(&binary.constant(100, &mut meter)?, 5), Some(vec![100]));
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn constant(&self, c: u128, meter: &mut Meter) -> Result<Relation> {
        let word = self.numbers.word(c, 0).unwrap_or_default();
        let mut rows: Vec<(bool, Vec<(Letter, State)>)> = vec![(word.is_empty(), vec![(0, 0)])];
        for (place, &digit) in word.iter().enumerate() {
            rows[place].1.push((digit, place as State + 1));
            rows.push((place + 1 == word.len(), Vec::new()));
        }
        Relation::of_rows(1, self.numbers.digits(), &rows).minimal(meter)
    }
}

fn named(relation: &Arc<Relation>, names: &[u32], meter: &mut Meter) -> Result<Named> {
    Named::new(relation, names, meter)
}

/// x < y: equal digits, then a smaller one, then any.
fn less(numbers: &Numbers, any: &Arc<Relation>, meter: &mut Meter) -> Result<Relation> {
    let digits = numbers.digits();
    let row = |decided: bool| {
        let letters = (0..digits * digits).filter(move |letter| decided || letter % digits <= letter / digits);
        letters.map(|letter| (letter, State::from(decided || letter % digits < letter / digits))).collect()
    };
    let words = Arc::new(Relation::of_rows(2, digits, &[(false, row(false)), (true, row(true))]));
    let valid = named(any, &[0], meter)?.and(&named(any, &[1], meter)?, meter)?;
    Ok(named(&words, &[0, 1], meter)?.and(&valid, meter)?.in_order(&[0, 1]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;

    #[test]
    fn adders_are_found_and_proved() -> Result<()> {
        let systems = [("zeckendorf", 16), ("p:2", 16), ("p:3", 16), ("q:2", 16), ("base:2", 2), ("base:10", 2)];
        for (name, states) in systems {
            let mut meter = Budget::default().meter("an adder");
            let adder = Arithmetic::found(Numbers::named(name)?, &mut meter)?;
            assert_eq!(adder.sum.states(), states, "{name}");
            for x in 0..60 {
                for y in 0..60 {
                    for z in (0..130).filter(|z| z % 3 == 0 || *z == x + y) {
                        let word = adder.numbers.side_by_side(&[x, y, z]).unwrap_or_default();
                        assert_eq!(adder.sum.holds(word), x + y == z, "{name}: {x} + {y} = {z}");
                    }
                }
            }
        }
        Ok(())
    }

    #[test]
    fn relations_are_those_of_numbers() -> Result<()> {
        let mut meter = Budget::default().meter("relations");
        for name in ["zeckendorf", "p:3", "q:2", "base:3", "tribonacci"] {
            let numbers = Numbers::named(name)?;
            let any = Arc::new(numbers.valid().minimal(&mut meter)?);
            let less = Arc::new(less(&numbers, &any, &mut meter)?);
            for x in 0..50u128 {
                for y in 0..50 {
                    let word = numbers.side_by_side(&[x, y]).unwrap_or_default();
                    assert_eq!(less.holds(word), x < y, "{name}: {x} < {y}");
                }
            }
        }
        Ok(())
    }
}

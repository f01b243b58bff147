//! Sets of numbers that are simple enough for words: finitely many numbers, or
//! numbers that repeat with a period from somewhere on.
//!
//! A set is finite exactly if its automaton has no loop but the one of leading
//! zeros. It repeats with period p exactly if the numbers n of which only one of n
//! and n + p belongs to it are finitely many, and that is a set of the same kind. So
//! a period that shows among the first numbers is told only once it is proved.

use super::arithmetic::Arithmetic;
use super::operations::Named;
use super::relation::{Letter, Relation, State};
use crate::Meter;
use crate::error::Result;
use std::sync::Arc;

/// A set of numbers that repeats: a number n from `preperiod` on belongs to it
/// exactly if n + `period` does. Both are the least possible.
///
/// ```
/// use nimlab::automata::Periodic;
/// // 2, 5, 8, … and 0.
/// let set = Periodic { preperiod: 1, period: 3, before: vec![0], remainders: vec![2] };
/// assert_eq!((0..9).filter(|&number| set.contains(number)).collect::<Vec<_>>(), [0, 2, 5, 8]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Periodic {
    /// The number from which on it repeats.
    pub preperiod: u64,
    /// After how many numbers it repeats.
    pub period: u64,
    /// The numbers of the set below the preperiod.
    pub before: Vec<u64>,
    /// The remainders by the period of its numbers from the preperiod on,
    /// ascending. A finite set has none.
    pub remainders: Vec<u64>,
}

impl Periodic {
    /// Whether a number belongs to the set.
    ///
    /// ```
    /// use nimlab::automata::Periodic;
    /// let odd = Periodic { preperiod: 0, period: 2, before: vec![], remainders: vec![1] };
    /// assert!(odd.contains(7) && !odd.contains(10));
    /// ```
    pub fn contains(&self, number: u64) -> bool {
        match number < self.preperiod {
            true => self.before.binary_search(&number).is_ok(),
            false => self.remainders.binary_search(&(number % self.period)).is_ok(),
        }
    }

    /// Its density as a fraction in lowest terms.
    ///
    /// ```
    /// use nimlab::automata::Periodic;
    /// let third = Periodic { preperiod: 4, period: 6, before: vec![0], remainders: vec![1, 4] };
    /// assert_eq!(third.density(), (1, 3));
    /// ```
    pub fn density(&self) -> (u64, u64) {
        let members = self.remainders.len() as u64;
        let (mut a, mut b) = (members, self.period);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        (members / a, self.period / a)
    }
}

/// A period is looked for in this many numbers, after leaving out as many.
const LOOKED_AT: u64 = 2048;

/// The longest period that is looked for.
const LONGEST: u64 = 512;

/// The largest preperiod that is told.
const LATEST: u128 = 1 << 16;

impl Relation {
    /// All words that it holds of, without leading zeros, if there are at most
    /// `most` of them.
    ///
    /// ```
    /// use nimlab::{Budget, automata::{Arithmetic, Numbers}};
    /// let mut meter = Budget::default().meter("a constant");
    /// let binary = Arithmetic::of(Numbers::named("base:2")?, &mut meter)?;
    /// assert_eq!(binary.constant(5, &mut meter)?.members(9), Some(vec![vec![1, 0, 1]]));
    /// assert_eq!(binary.numbers.valid().members(9), None);
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn members(&self, most: usize) -> Option<Vec<Vec<Letter>>> {
        // Zeros that come first lead from the beginning to the beginning.
        let row = |state: State| {
            self.row(state).filter(move |&(letter, to)| (state, letter, to) != (0, 0, 0)).collect::<Vec<_>>()
        };
        // Kahn's algorithm: states without a way into them go, one after the other.
        let mut into = vec![0usize; self.states()];
        (0..self.states() as State).flat_map(row).for_each(|(_, to)| into[to as usize] += 1);
        let mut free: Vec<State> = (0..self.states() as State).filter(|&state| into[state as usize] == 0).collect();
        let mut gone = 0;
        while let Some(state) = free.pop() {
            gone += 1;
            for (_, to) in row(state) {
                into[to as usize] -= 1;
                if into[to as usize] == 0 {
                    free.push(to);
                }
            }
        }
        if gone < self.states() {
            return None;
        }
        let mut found: Vec<Vec<Letter>> = Vec::new();
        let mut stack: Vec<(State, Vec<Letter>)> = vec![(0, Vec::new())];
        while let Some((state, word)) = stack.pop() {
            // A word that cannot be continued is accepted, so that no way is followed in vain.
            if found.len() + stack.len() > most {
                return None;
            }
            for (letter, to) in row(state) {
                stack.push((to, word.iter().copied().chain([letter]).collect()));
            }
            if self.accepts(state) {
                found.push(word);
            }
        }
        (found.len() <= most).then_some(found)
    }
}

impl Arithmetic {
    /// s is x with a digit 0 appended.
    ///
    /// ```
    /// use nimlab::{Budget, automata::{Arithmetic, Numbers}};
    /// let mut meter = Budget::default().meter("a digit 0");
    /// let zeckendorf = Arithmetic::of(Numbers::named("zeckendorf")?, &mut meter)?;
    /// // 101 is 4, and 1010 is 7.
    /// assert!(zeckendorf.appended(&mut meter)?.holds(zeckendorf.numbers.side_by_side(&[4, 7]).unwrap()));
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn appended(&self, meter: &mut Meter) -> Result<Arc<Relation>> {
        let digits = self.numbers.digits();
        // The state is the digit of s that was read last: x shows it next.
        let row = |last: u32| (0..digits).map(|next| (last + digits * next, next)).collect();
        let rows: Vec<(bool, Vec<(Letter, State)>)> = (0..digits).map(|last| (last == 0, row(last))).collect();
        let words = Arc::new(Relation::of_rows(2, digits, &rows));
        let valid = Named::new(&self.any, &[0], meter)?.and(&Named::new(&self.any, &[1], meter)?, meter)?;
        Ok(Arc::new(Named::new(&words, &[0, 1], meter)?.and(&valid, meter)?.in_order(&[0, 1])))
    }

    /// The numbers of a set, ascending, if there are at most `most` of them.
    ///
    /// ```
    /// use nimlab::{Budget, automata::{Arithmetic, Numbers}};
    /// let mut meter = Budget::default().meter("a set");
    /// let binary = Arithmetic::of(Numbers::named("base:2")?, &mut meter)?;
    /// assert_eq!(binary.finitely_many(&binary.constant(9, &mut meter)?, 3), Some(vec![9]));
    /// assert_eq!(binary.finitely_many(binary.numbers.valid(), 3), None);
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn finitely_many(&self, set: &Relation, most: usize) -> Option<Vec<u128>> {
        let words = set.members(most)?;
        let mut numbers =
            words.into_iter().map(|word| self.numbers.number(word.into_iter())).collect::<Option<Vec<u128>>>()?;
        numbers.sort_unstable();
        Some(numbers)
    }

    /// How a set of numbers repeats, if it is seen to and proved.
    ///
    /// ```
    /// use nimlab::{Budget, automata::{Arithmetic, Numbers}};
    /// let mut meter = Budget::default().meter("all numbers");
    /// let binary = Arithmetic::of(Numbers::named("base:2")?, &mut meter)?;
    /// let all = binary.repeats(binary.numbers.valid(), &mut meter)?.unwrap();
    /// assert_eq!((all.preperiod, all.period, all.density()), (0, 1, (1, 1)));
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn repeats(&self, set: &Relation, meter: &mut Meter) -> Result<Option<Periodic>> {
        let contains = |number: u64| {
            let word = self.numbers.word(number.into(), 0);
            word.is_some_and(|word| set.holds(word))
        };
        let tail: Vec<bool> = (LOOKED_AT..2 * LOOKED_AT).map(contains).collect();
        meter.tick(20 * LOOKED_AT)?;
        let fits = |&period: &usize| tail[period..] == tail[..tail.len() - period];
        let Some(period) = (1..=LONGEST as usize).find(fits) else { return Ok(None) };
        // The numbers of which only one of n and n + p belongs to the set.
        let period = period as u64;
        let own = Named::new(&Arc::new(set.clone()), &[0], meter)?.and(&Named::new(&self.any, &[0], meter)?, meter)?;
        let constant = Arc::new(self.constant(period.into(), meter)?);
        let later = Named::new(&self.sum, &[0, 1, 2], meter)?
            .and(&Named::new(&constant, &[1], meter)?, meter)?
            .there_is(1, meter)?
            .and(&Named { relation: own.relation.clone(), names: vec![2] }, meter)?
            .there_is(2, meter)?;
        let mut preperiod = 0;
        for (yes, no) in [(&own, &later), (&later, &own)] {
            let different = Relation::all_and_none(&[&yes.relation], &[&no.relation], meter)?;
            let Some(numbers) = self.finitely_many(&different, LATEST as usize) else { return Ok(None) };
            preperiod = preperiod.max(numbers.last().map_or(0, |last| last + 1));
        }
        if preperiod > LATEST {
            return Ok(None);
        }
        let preperiod = preperiod as u64;
        meter.tick(20 * (preperiod + period))?;
        let round: Vec<bool> = (preperiod..preperiod + period).map(contains).collect();
        // Where p and a divisor are both periods, the divisor is one from the same
        // number on.
        let least = (1..=period as usize)
            .filter(|&part| round.len().is_multiple_of(part))
            .find(|&part| round[part..] == round[..round.len() - part])
            .unwrap_or(round.len()) as u64;
        let mut remainders: Vec<u64> =
            (preperiod..preperiod + least).filter(|&number| contains(number)).map(|number| number % least).collect();
        remainders.sort_unstable();
        let before = (0..preperiod).filter(|&number| contains(number)).collect();
        Ok(Some(Periodic { preperiod, period: least, before, remainders }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;
    use crate::automata::Numbers;

    const SYSTEMS: [&str; 6] = ["zeckendorf", "tribonacci", "p:2", "q:3", "base:2", "base:3"];

    #[test]
    fn a_zero_is_appended() -> Result<()> {
        let mut meter = Budget::default().meter("a test");
        for system in SYSTEMS {
            let arithmetic = Arithmetic::of(Numbers::named(system)?, &mut meter)?;
            let appended = arithmetic.appended(&mut meter)?;
            for x in 0..120 {
                let mut word = arithmetic.numbers.word(x, 0).expect("a small number");
                word.push(0);
                let longer = arithmetic.numbers.number(word.into_iter());
                for s in 0..400 {
                    let pair = arithmetic.numbers.side_by_side(&[x, s]).expect("small numbers");
                    assert_eq!(appended.holds(pair), longer == Some(s), "{system}: {x} and {s}");
                }
            }
        }
        Ok(())
    }

    /// Sets made of a preperiod and a period are found again; the squares of the
    /// system, which do not repeat, are not.
    #[test]
    fn sets_that_repeat_are_found_in_every_system() -> Result<()> {
        let mut meter = Budget::default().meter("a test");
        for system in SYSTEMS {
            let arithmetic = Arithmetic::of(Numbers::named(system)?, &mut meter)?;
            let cases: [(&[u64], u64, u64, &[u64]); 6] = [
                (&[], 0, 1, &[0]),
                (&[], 0, 3, &[0]),
                (&[], 0, 5, &[1, 4]),
                (&[0, 2], 7, 1, &[0]),
                (&[3], 4, 1, &[]),
                (&[1, 2], 6, 4, &[0, 1, 3]),
            ];
            for (before, preperiod, period, remainders) in cases {
                // The union of x = c and of x = r + p·t, from the preperiod on.
                let mut set: Option<Relation> = None;
                let mut join = |more: Relation, meter: &mut Meter| -> Result<()> {
                    let all = arithmetic.all(1, meter)?;
                    let outside = |set: &Relation, meter: &mut Meter| Relation::all_and_none(&[&all], &[set], meter);
                    set = Some(match &set {
                        None => more,
                        Some(set) => {
                            let neither =
                                Relation::all_and_none(&[&outside(set, meter)?, &outside(&more, meter)?], &[], meter)?;
                            outside(&neither, meter)?
                        }
                    });
                    Ok(())
                };
                for &number in before {
                    join(arithmetic.constant(number.into(), &mut meter)?, &mut meter)?;
                }
                for &remainder in remainders {
                    let first = (preperiod..).find(|number| number % period == remainder).expect("one of p numbers");
                    // t goes from 0 on: sum of p copies of t, and the first number.
                    let mut times = Named::new(&arithmetic.equal(&mut meter)?, &[0, 1], &mut meter)?;
                    for _ in 1..period {
                        let sum = Named::new(&arithmetic.sum, &[0, 1, 2], &mut meter)?;
                        let more = times.and(&sum, &mut meter)?.there_is(1, &mut meter)?;
                        times = Named { relation: more.relation, names: vec![0, 1] };
                    }
                    let constant = Arc::new(arithmetic.constant(first.into(), &mut meter)?);
                    let set = times
                        .there_is(0, &mut meter)?
                        .and(&Named::new(&arithmetic.sum, &[1, 2, 3], &mut meter)?, &mut meter)?
                        .and(&Named::new(&constant, &[2], &mut meter)?, &mut meter)?
                        .there_is(1, &mut meter)?
                        .there_is(2, &mut meter)?;
                    join((*set.relation).clone(), &mut meter)?;
                }
                let set = set.expect("no case is empty");
                let found = arithmetic.repeats(&set, &mut meter)?.expect("it repeats");
                let expected = Periodic { preperiod, period, before: before.to_vec(), remainders: remainders.to_vec() };
                assert_eq!(found, expected, "{system}");
                let few = arithmetic.finitely_many(&set, 10);
                let numbers = || before.iter().map(|&number| u128::from(number)).collect();
                assert_eq!(few, remainders.is_empty().then(numbers), "{system}: {expected:?}");
            }
            // The words 1, 10, 100, …
            let ones = Relation::of_rows(
                1,
                arithmetic.numbers.digits(),
                &[(false, vec![(0, 0), (1, 1)]), (true, vec![(0, 1)])],
            );
            assert_eq!(arithmetic.repeats(&ones, &mut meter)?, None, "{system}");
            assert_eq!(ones.members(1000), None);
        }
        Ok(())
    }
}

//! Learning a monoid from the outcomes of sums.
//!
//! This is Angluin's learner with the counterexamples of Rivest and Schapire, for a
//! machine that reads heaps in any order. A state is represented by the least sum found so far
//! and told from others by tests: sums that are put beside it. Whatever is learned is only a
//! guess, which [`super::closure`] proves or refutes.

use super::monoid::Monoid;
use super::words::{Word, joined, without};
use crate::bits::QuickMap;
use crate::error::Error;
use crate::meter::Meter;

/// Tells whether a sum of generators is lost.
pub(super) type Oracle<'a> = dyn FnMut(&[u32], &mut Meter) -> Learning<bool> + 'a;

/// Why nothing is learned any more.
#[derive(Debug)]
pub(super) enum Unlearned {
    Failed(Error),
    /// The outcomes rest on a rule that does not hold: its number.
    Wrong(usize),
}

impl From<Error> for Unlearned {
    fn from(error: Error) -> Self {
        Unlearned::Failed(error)
    }
}

pub(super) type Learning<T> = Result<T, Unlearned>;

/// The outcomes of a sum beside each test, as bits.
type TestRow = Vec<u64>;

/// What has been learned so far.
#[derive(Debug)]
pub(super) struct MonoidLearner {
    generators: Vec<u32>,
    tests: Vec<Word>,
    /// The sums that stand for states, and the state of each.
    states: Vec<Word>,
    /// The rows of all sums that were looked at, some shorter than the tests are now.
    rows: QuickMap<Word, (usize, TestRow)>,
    /// The state after each generator.
    steps: Vec<Vec<usize>>,
    /// The most states.
    most: usize,
}

impl MonoidLearner {
    /// A learner that begins with some states and tests, all of which it keeps.
    pub fn new(generators: Vec<u32>, tests: Vec<Word>, most: usize) -> Self {
        let empty = Word::default();
        let mut with_empty = vec![empty.clone()];
        with_empty.extend(tests.into_iter().filter(|test| !test.is_empty()));
        Self { generators, tests: with_empty, states: vec![empty], rows: QuickMap::default(), steps: Vec::new(), most }
    }

    /// The tests so far.
    pub fn tests(&self) -> &[Word] {
        &self.tests
    }

    /// The tests that were needed.
    pub fn into_tests(self) -> Vec<Word> {
        self.tests
    }

    fn row(&mut self, sum: &Word, asked: &mut Oracle<'_>, meter: &mut Meter) -> Learning<TestRow> {
        let (mut done, mut row) = match self.rows.remove(sum) {
            Some(known) => known,
            None => {
                meter.take(4 * sum.len() as u64 + 100)?;
                (0, TestRow::new())
            }
        };
        while done < self.tests.len() {
            if done.is_multiple_of(64) {
                row.push(0);
            }
            row[done / 64] |= u64::from(asked(&joined(sum, &self.tests[done]), meter)?) << (done % 64);
            done += 1;
        }
        self.rows.insert(sum.clone(), (done, row.clone()));
        Ok(row)
    }

    /// The monoid that the tests show so far.
    pub fn guess(&mut self, asked: &mut Oracle<'_>, meter: &mut Meter) -> Learning<Monoid> {
        loop {
            self.close(asked, meter)?;
            let Some(test) = self.disorder(asked, meter)? else { break };
            self.tests.push(test);
        }
        let lost: Vec<bool> = self.states.iter().map(|state| self.rows[state].1[0] & 1 == 1).collect();
        let step = |state: usize, place: usize| self.steps[state][place];
        Ok(Monoid::of_machine(self.generators.clone(), self.states.len(), step, |state| lost[state], meter)?)
    }

    /// Follows every generator from every state; what equals no state is a new one.
    fn close(&mut self, asked: &mut Oracle<'_>, meter: &mut Meter) -> Learning<()> {
        let mut of_row: QuickMap<TestRow, usize> = QuickMap::default();
        for state in 0..self.states.len() {
            let sum = self.states[state].clone();
            let row = self.row(&sum, asked, meter)?;
            of_row.insert(row, state);
        }
        self.steps.clear();
        let mut state = 0;
        while state < self.states.len() {
            let mut steps = Vec::with_capacity(self.generators.len());
            for place in 0..self.generators.len() {
                let sum = joined(&self.states[state], &[self.generators[place]]);
                let row = self.row(&sum, asked, meter)?;
                let next = *of_row.entry(row).or_insert(self.states.len());
                if next == self.states.len() {
                    if next >= self.most {
                        return Err(Error::undecided(format!("its order is above {}", self.most)).into());
                    }
                    self.states.push(sum);
                }
                steps.push(next);
            }
            self.steps.push(steps);
            state += 1;
        }
        Ok(())
    }

    /// A test that is missing, if two generators read in either order lead to different
    /// states. The states differ in a test, and so one of the steps on the two ways was
    /// wrong.
    fn disorder(&mut self, asked: &mut Oracle<'_>, meter: &mut Meter) -> Learning<Option<Word>> {
        let places = self.generators.len();
        for state in 0..self.states.len() {
            for (a, b) in (0..places).flat_map(|b| (0..b).map(move |a| (a, b))) {
                let ends = [(a, b), (b, a)].map(|(first, then)| self.steps[self.steps[state][first]][then]);
                if ends[0] == ends[1] {
                    continue;
                }
                let rows = ends.map(|end| &self.rows[&self.states[end]].1);
                let differs = |test: &usize| (rows[0][test / 64] ^ rows[1][test / 64]) >> (test % 64) & 1 == 1;
                let Some(test) = (0..self.tests.len()).find(differs) else { continue };
                let [x, y] = [a, b].map(|place| self.generators[place]);
                let whole = joined(&joined(&self.states[state], &[x, y]), &self.tests[test]);
                let truth = asked(&whole, meter)?;
                for (first, then) in [(a, y), (b, x)] {
                    let after = joined(&self.tests[test], &[then]);
                    let between = &self.states[self.steps[state][first]];
                    if asked(&joined(between, &after), meter)? != truth {
                        return Ok(Some(after));
                    }
                }
            }
        }
        Ok(None)
    }

    /// Learns from a sum whose outcome the guess gets wrong: a test is added. If the guess
    /// is right about it, nothing happens and the answer is false.
    pub fn learn_from(&mut self, sum: &Word, asked: &mut Oracle<'_>, meter: &mut Meter) -> Learning<bool> {
        let mut state = 0;
        let mut rest = sum.clone();
        let mut before = asked(sum, meter)?;
        while let Some(&heap) = rest.first() {
            let Some(place) = self.generators.iter().position(|generator| *generator == heap) else { return Ok(false) };
            state = self.steps[state][place];
            rest = without(&rest, 0);
            let after = asked(&joined(&self.states[state], &rest), meter)?;
            if after != before {
                self.tests.push(rest);
                return Ok(true);
            }
            before = after;
        }
        Ok(false)
    }
}

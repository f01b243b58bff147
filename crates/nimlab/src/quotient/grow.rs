//! The quotient heap by heap.
//!
//! The next heap is first tried as an element of the quotient there is. If it equals
//! none, it becomes a generator, and a monoid is learned from outcomes; the heaps that are not
//! generators stand for the words that they have equalled so far. The check of
//! [`super::closure`] then proves the monoid for all heaps, or finds a sum that it is wrong about.
//! Such a sum teaches the learner something, or shows that some heap no longer equals its
//! word beside the new one; then that heap becomes a generator too.

use super::bits::Elements;
use super::closure::{Closure, Effect};
use super::learn::{Learning, MonoidLearner, Unlearned};
use super::monoid::Monoid;
use super::outcomes::{HeapOptions, Outcomes, sorted};
use super::shorten::{Shortening, Shortenings};
use super::words::{self, Word, joined};
use crate::bits::QuickSet;
use crate::error::{Error, Result};
use crate::meter::Meter;
use crate::{HeapRule, Left};
use std::collections::VecDeque;
use std::ops::ControlFlow;

/// The quotient of the heaps from 0 up to some heap.
#[derive(Debug, Clone)]
pub(super) struct Grown {
    pub monoid: Monoid,
    /// The element of each heap.
    pub elements: Vec<u32>,
    closure: Closure,
    /// The tests that told the elements of the last monoid that was learned.
    tests: Vec<Word>,
}

impl Grown {
    /// The quotient of no heap.
    pub fn new() -> Self {
        let monoid = Monoid::trivial();
        Self { elements: Vec::new(), closure: Closure::new(&monoid), monoid, tests: Vec::new() }
    }

    /// How many heaps there are.
    pub fn heaps(&self) -> usize {
        self.elements.len()
    }

    /// Adds the next heap; the monoid has at most `most` elements. If that fails,
    /// nothing changes.
    pub fn add(&mut self, rule: &HeapRule, most: usize, meter: &mut Meter) -> Result<()> {
        let options = options_of(rule, self.heaps() as u32, meter)?;
        let (element, closure) = match self.as_element(&options, meter)? {
            Some(found) => found,
            None => return self.enlarge(rule, most, meter),
        };
        if let Some(closure) = closure {
            self.closure = closure;
        }
        meter.push(&mut self.elements, element)
    }

    /// The elements of what a heap can become.
    fn reached(monoid: &Monoid, elements: &[u32], options: &HeapOptions) -> Elements {
        let mut reached = Elements::none(monoid.order());
        for &[a, b, c] in options {
            let two = monoid.product(elements[a as usize], elements[b as usize]);
            // Few games leave three heaps.
            reached.insert(if c == 0 { two } else { monoid.product(two, elements[c as usize]) });
        }
        reached
    }

    /// The element that a heap with these options equals, if it equals any, and the closure
    /// with that heap if it has changed.
    fn as_element(&self, options: &HeapOptions, meter: &mut Meter) -> Result<Option<(u32, Option<Closure>)>> {
        if options.is_empty() {
            return Ok(Some((0, None)));
        }
        let monoid = &self.monoid;
        let wins = monoid.losing_beside(&Self::reached(monoid, &self.elements, options));
        for element in 0..monoid.order() as u32 {
            meter.tick(monoid.order() as u64)?;
            if !self.closure.allows(monoid, element, &wins) {
                continue;
            }
            if self.closure.covers(monoid, element, &wins) {
                return Ok(Some((element, None)));
            }
            let mut closure = self.closure.clone();
            if let Effect::Right = closure.add(monoid, self.heaps() as u32, element, &wins, meter)? {
                return Ok(Some((element, Some(closure))));
            }
        }
        Ok(None)
    }

    /// A larger quotient, in which the next heap is a generator.
    fn enlarge(&mut self, rule: &HeapRule, most: usize, meter: &mut Meter) -> Result<()> {
        let mut rules = Shortenings::of(&self.monoid, &self.elements, meter)?;
        let options =
            (0..=self.heaps() as u32).map(|heap| options_of(rule, heap, meter)).collect::<Result<Vec<_>>>()?;
        loop {
            match self.learn(&options, &rules, most, meter)? {
                Learned::Quotient(grown) => {
                    *self = *grown;
                    return Ok(());
                }
                Learned::Wrong(rule, weaker) => {
                    rules.0.remove(rule);
                    for rule in weaker {
                        if rules.once(&rule.long).is_none() {
                            let short = rules.fully(rule.short);
                            rules.0.push(Shortening::new(rule.long, short));
                        }
                    }
                }
            }
        }
    }

    /// Learns a quotient under some rules.
    fn learn(&self, options: &[HeapOptions], rules: &Shortenings, most: usize, meter: &mut Meter) -> Result<Learned> {
        let new = self.heaps() as u32;
        let settled = |sum: &[u32]| {
            let (monoid, elements) = (&self.monoid, &self.elements);
            let old = sum.last().is_none_or(|&largest| largest < new);
            let element = |product, &heap: &u32| monoid.product(product, elements[heap as usize]);
            old.then(|| monoid.is_lost(sum.iter().fold(0, element)))
        };
        let mut outcomes = Outcomes::new(options, &settled, rules);
        let generators = generators(rules, new);
        let mut learner = MonoidLearner::new(generators.clone(), self.tests.clone(), most);
        match learn_with(&mut learner, &mut outcomes, options, rules, meter) {
            Ok(grown) => Ok(Learned::Quotient(Box::new(grown))),
            Err(Unlearned::Failed(error)) => Err(error),
            Err(Unlearned::Wrong(rule)) => {
                let weaker = weaker(&rules.0[rule], rules, &generators, learner.into_tests(), &mut outcomes, meter)?;
                Ok(Learned::Wrong(rule, weaker))
            }
        }
    }
}

/// What was learned under some rules.
enum Learned {
    Quotient(Box<Grown>),
    /// The rule of this number does not hold, but what follows from it may.
    Wrong(usize, Vec<Shortening>),
}

/// Learns until the quotient is proved.
fn learn_with(
    learner: &mut MonoidLearner,
    outcomes: &mut Outcomes<'_>,
    options: &[HeapOptions],
    rules: &Shortenings,
    meter: &mut Meter,
) -> Learning<Grown> {
    loop {
        let monoid = learner.guess(&mut |sum, meter| outcomes.ask(sum, meter), meter)?;
        let elements: Vec<u32> =
            (0..options.len() as u32).map(|heap| monoid.of_word(&rules.fully([heap].into()))).collect();
        let (closure, wrong) = prove(&monoid, &elements, options, meter)?;
        let Some(wrong) = wrong else {
            let tests = learner.tests().to_vec();
            return Ok(Grown { monoid, elements, closure, tests });
        };
        // The sum or one of its options has another outcome than the guess says, or
        // one of them is shortened to something else.
        let mut suspects = vec![wrong.clone()];
        for place in words::different(&wrong) {
            let rest = words::without(&wrong, place);
            suspects.extend(options[wrong[place] as usize].iter().map(|left| joined(&rest, &sorted(left))));
        }
        let mut told = false;
        for suspect in &suspects {
            let ask = &mut |sum: &[u32], meter: &mut Meter| outcomes.ask(sum, meter);
            ask(suspect, meter)?;
            told = told || learner.learn_from(&rules.fully(suspect.clone()), ask, meter)?;
        }
        if !told {
            return Err(Error::undecided("its outcomes contradict each other").into());
        }
    }
}

/// What a rule that does not hold implies with some more heaps on both sides, where no
/// outcome beside the tests and the generators contradicts it.
fn weaker(
    wrong: &Shortening,
    rules: &Shortenings,
    generators: &[u32],
    mut beside: Vec<Word>,
    outcomes: &mut Outcomes<'_>,
    meter: &mut Meter,
) -> Result<Vec<Shortening>> {
    if wrong.long.len() == 1 {
        return Ok(Vec::new());
    }
    beside.extend(generators.iter().map(|&heap| [heap].into()));
    let with: Vec<u32> =
        generators.iter().copied().filter(|&heap| !rules.cancels(heap) || wrong.long.contains(&heap)).collect();
    let mut found: Vec<Shortening> = Vec::new();
    let mut next = VecDeque::from([wrong.clone()]);
    let mut seen = QuickSet::default();
    while let Some(rule) = next.pop_front() {
        for &heap in &with {
            let (long, short) = (joined(&rule.long, &[heap]), joined(&rule.short, &[heap]));
            let implied = found.iter().any(|known| words::has(&long, &known.long));
            if implied || !seen.insert(long.clone()) {
                continue;
            }
            let mut holds = true;
            for test in &beside {
                let [a, b] = [&long, &short].map(|sum| joined(sum, test));
                if outcomes.is_lost_by_options(&a, meter)? != outcomes.is_lost_by_options(&b, meter)? {
                    holds = false;
                    break;
                }
            }
            let rule = Shortening::new(long, short);
            if holds {
                found.push(rule);
            } else if rule.long.len() < LONGEST {
                next.push_back(rule);
            }
        }
    }
    Ok(found)
}

/// The longest sum that a weakened rule shortens.
const LONGEST: usize = 8;

/// The heaps that, by the rules, equal nothing shorter.
fn generators(rules: &Shortenings, largest: u32) -> Vec<u32> {
    (1..=largest).filter(|&heap| !rules.0.iter().any(|rule| rule.long[..] == [heap])).collect()
}

/// Whether the outcomes of all sums of heaps are what the monoid says; if not, a sum.
fn prove(
    monoid: &Monoid,
    elements: &[u32],
    options: &[HeapOptions],
    meter: &mut Meter,
) -> Result<(Closure, Option<Word>)> {
    let mut closure = Closure::new(monoid);
    for (heap, options) in options.iter().enumerate().filter(|(_, options)| !options.is_empty()) {
        let wins = monoid.losing_beside(&Grown::reached(monoid, elements, options));
        if let Effect::Wrong(sum) = closure.add(monoid, heap as u32, elements[heap], &wins, meter)? {
            return Ok((closure, Some(sum)));
        }
    }
    Ok((closure, None))
}

fn options_of(rule: &HeapRule, heap: u32, meter: &mut Meter) -> Result<HeapOptions> {
    let (mut options, mut failure) = (Vec::new(), None);
    let _ = rule.options(heap.into(), &mut |left| {
        let heaps = match left {
            Left::One(a) => [a, 0, 0],
            Left::Two(a, b) => [a, b, 0],
            Left::Three(a, b, c) => [a, b, c],
        };
        match meter.tick(1).and_then(|()| meter.push(&mut options, heaps.map(|heap| heap as u32))) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
        }
    });
    failure.map_or(Ok(options), Err)
}

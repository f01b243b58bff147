//! Rules that make sums lighter without changing their element.
//!
//! The weight of a heap of n is 2n − 1. Every move makes a sum lighter, a split too, and so
//! does every rule: a search that shortens what it meets comes to an end.

use super::monoid::Monoid;
use super::words::{self, Word, joined, less};
use crate::bits::QuickSet;
use crate::error::Result;
use crate::meter::Meter;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

fn weight(word: &[u32]) -> u64 {
    word.iter().map(|&heap| 2 * u64::from(heap) - 1).sum()
}

/// "This sum equals that shorter one, whatever is beside it": assumed, not known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Shortening {
    pub long: Word,
    pub short: Word,
    /// The heaps of the longer sum, for a quick look.
    heaps: u64,
}

impl Shortening {
    pub fn new(long: Word, short: Word) -> Self {
        let heaps = words::heaps(&long);
        Self { long, short, heaps }
    }
}

/// Shortenings, tried in their order.
#[derive(Debug, Clone, Default)]
pub(super) struct Shortenings(pub Vec<Shortening>);

impl Shortenings {
    /// The first rule that shortens a sum, and what it leaves.
    pub fn once(&self, word: &[u32]) -> Option<(usize, Word)> {
        let others = !words::heaps(word);
        let shortens = |rule: &Shortening| rule.heaps & others == 0 && words::has(word, &rule.long);
        let at = self.0.iter().position(shortens)?;
        Some((at, joined(&less(word, &self.0[at].long)?, &self.0[at].short)))
    }

    /// The rules that turn every sum of heaps of these elements into the lightest sum of the same
    /// element. Among equal weights the one of fewer heaps counts as lighter, then the one of
    /// smaller heaps.
    pub fn of(monoid: &Monoid, elements: &[u32], meter: &mut Meter) -> Result<Self> {
        // The first heap of an element is the lightest.
        let mut seen: QuickSet<u32> = [0].into_iter().collect();
        let letters: Vec<(u32, u32)> =
            (0..).zip(elements.iter().copied()).filter(|(_, element)| seen.insert(*element)).collect();
        let mut lightest: Vec<Option<Word>> = vec![None; monoid.order()];
        let mut order = Vec::new();
        let mut next = BinaryHeap::from([Reverse((0, 0, Word::default(), 0))]);
        while let Some(Reverse((_, _, word, element))) = next.pop() {
            if lightest[element as usize].is_some() {
                continue;
            }
            for &(heap, with) in letters.iter().filter(|(heap, _)| word.last().is_none_or(|last| last <= heap)) {
                meter.tick(8)?;
                let longer = joined(&word, &[heap]);
                next.push(Reverse((weight(&longer), longer.len(), longer, monoid.product(element, with))));
            }
            lightest[element as usize] = Some(word);
            order.push(element);
        }
        let word_of = |element: u32| lightest[element as usize].clone().unwrap_or_default();
        let mut rules: Vec<Shortening> = Vec::new();
        for (heap, &element) in (0..).zip(elements) {
            let word = word_of(element);
            if word[..] != [heap] {
                rules.push(Shortening::new([heap].into(), word));
            }
        }
        for element in order {
            let word = word_of(element);
            for &(heap, with) in letters.iter().filter(|(heap, _)| word.last().is_none_or(|last| last <= heap)) {
                meter.tick(rules.len() as u64)?;
                let (long, short) = (joined(&word, &[heap]), word_of(monoid.product(element, with)));
                if long != short && !rules.iter().any(|rule| words::has(&long, &rule.long)) {
                    rules.push(Shortening::new(long, short));
                }
            }
        }
        Ok(Self(rules))
    }

    /// A sum that no rule shortens.
    pub fn fully(&self, word: Word) -> Word {
        let mut word = word;
        while let Some((_, shorter)) = self.once(&word) {
            word = shorter;
        }
        word
    }

    /// Whether some power of a heap is shortened to nothing: then it can be cancelled, and a
    /// rule that does not hold still fails with that heap added on both sides.
    pub fn cancels(&self, heap: u32) -> bool {
        (2..=4).any(|power| self.fully(vec![heap; power].into()).is_empty())
    }
}

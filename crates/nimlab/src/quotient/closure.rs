//! Whether a monoid tells the outcome of every sum of heaps.
//!
//! Each heap h has an element Φ(h), and the element of a sum is the product. The monoid
//! is right if the lost elements are exactly those of the lost sums. By induction over
//! the moves that holds as soon as
//!
//! 1. no move leads from a lost element to a lost element, and
//! 2. every sum that has a move and whose element is not lost has a move to a lost one.
//!
//! The first is about a heap h, one of its options and the element of all other heaps,
//! and so about finitely many cases. For the second let W(X) be the set of elements z
//! such that a move in X makes X + Z lost for sums Z of element z. Then W(X + Y) consists of
//! the z with Φ(Y)·z in W(X) or Φ(X)·z in W(Y), so that the pairs (Φ(X), W(X)) of all sums
//! follow from those of single heaps, and the second condition says that 1 is in W(X) or
//! Φ(X) is lost. There are finitely many pairs. A pair need not be followed if another has
//! the same element and a smaller W, for then W stays smaller whatever is added.

use super::bits::Elements;
use super::monoid::Monoid;
use super::words::{Word, joined};
use crate::error::Result;
use crate::meter::Meter;

/// A sum of heaps, by what matters for other heaps beside it.
#[derive(Debug, Clone)]
struct SumClass {
    element: u32,
    /// The elements beside which a move in this sum wins.
    wins: Elements,
    /// The pair and the heap that it is made of; the heap is at least as large as the
    /// last one of that pair.
    made_of: (u32, u32),
    /// Whether another pair stands for it.
    covered: bool,
}

/// A kind of heaps: the element, and where a move in such a heap wins.
#[derive(Debug, Clone)]
struct Kind {
    heap: u32,
    element: u32,
    wins: Elements,
}

/// All pairs of the sums of some heaps that have moves.
#[derive(Debug, Clone)]
pub(super) struct Closure {
    pairs: Vec<SumClass>,
    of_element: Vec<Vec<u32>>,
    kinds: Vec<Kind>,
}

/// What a heap does to a monoid that was right without it.
#[derive(Debug)]
pub(super) enum Effect {
    Right,
    /// The outcome of this sum does not follow from the outcomes that its options
    /// are said to have.
    Wrong(Word),
}

impl Closure {
    /// The sum of no heap.
    pub fn new(monoid: &Monoid) -> Self {
        let order = monoid.order();
        let empty = SumClass { element: 0, wins: Elements::none(order), made_of: (0, 0), covered: false };
        let mut of_element = vec![Vec::new(); order];
        of_element[0].push(0);
        Self { pairs: vec![empty], of_element, kinds: Vec::new() }
    }

    /// Whether every sum of this heap and those before it has the outcome that its
    /// element says. The heap has moves; `wins` are the elements beside which one of them
    /// wins.
    pub fn add(
        &mut self,
        monoid: &Monoid,
        heap: u32,
        element: u32,
        wins: &Elements,
        meter: &mut Meter,
    ) -> Result<Effect> {
        let lost_beside = Elements::those(monoid.order(), |z| monoid.is_lost(monoid.product(element, z as u32)));
        if let Some(beside) = lost_beside.common(wins) {
            return Ok(Effect::Wrong(joined(monoid.word(beside), &[heap])));
        }
        if self.has_smaller(element, wins) {
            return Ok(Effect::Right);
        }
        self.kinds.push(Kind { heap, element, wins: wins.clone() });
        let new = self.kinds.len() - 1;
        let before = self.pairs.len();
        for pair in 0..before {
            if let Some(wrong) = self.join(monoid, pair, new, meter)? {
                return Ok(Effect::Wrong(wrong));
            }
        }
        let mut next = before;
        while next < self.pairs.len() {
            for kind in 0..self.kinds.len() {
                if let Some(wrong) = self.join(monoid, next, kind, meter)? {
                    return Ok(Effect::Wrong(wrong));
                }
            }
            next += 1;
        }
        Ok(Effect::Right)
    }

    fn has_smaller(&self, element: u32, wins: &Elements) -> bool {
        self.kinds.iter().any(|kind| kind.element == element && kind.wins.is_within(wins))
    }

    /// Whether a heap of this element and with these wins is right because another is.
    pub fn covers(&self, monoid: &Monoid, element: u32, wins: &Elements) -> bool {
        let lost = |z| monoid.is_lost(monoid.product(element, z));
        self.has_smaller(element, wins) && !wins.iter().any(lost)
    }

    /// Adds a heap of a kind to a pair; the sum, if it is wrong.
    fn join(&mut self, monoid: &Monoid, pair: usize, kind: usize, meter: &mut Meter) -> Result<Option<Word>> {
        let (from, with) = (&self.pairs[pair], &self.kinds[kind]);
        if from.covered {
            return Ok(None);
        }
        meter.tick(monoid.order() as u64 / 8 + 1)?;
        let element = monoid.product(from.element, with.element);
        let (left, right) = (monoid.products_with(with.element), monoid.products_with(from.element));
        let wins = Elements::those(monoid.order(), |z| from.wins.contains(left[z]) || with.wins.contains(right[z]));
        let made_of = (pair as u32, with.heap);
        if !monoid.is_lost(element) && !wins.contains(0) {
            return Ok(Some(joined(&self.sum(pair), &[made_of.1])));
        }
        // The empty sum covers others too: whatever is wrong beside them is wrong by itself.
        let known = &mut self.of_element[element as usize];
        if known.iter().any(|&other| self.pairs[other as usize].wins.is_within(&wins)) {
            return Ok(None);
        }
        meter.take(200 + monoid.order() as u64 / 8)?;
        for &other in known.iter().filter(|&&other| other > 0) {
            let other = &mut self.pairs[other as usize];
            other.covered = wins.is_within(&other.wins);
        }
        known.retain(|&other| !self.pairs[other as usize].covered);
        known.push(self.pairs.len() as u32);
        self.pairs.push(SumClass { element, wins, made_of, covered: false });
        Ok(None)
    }

    /// The sum of which a pair was made.
    fn sum(&self, mut pair: usize) -> Word {
        let mut heaps = Vec::new();
        while pair > 0 {
            let (before, heap) = self.pairs[pair].made_of;
            heaps.push(heap);
            pair = before as usize;
        }
        heaps.sort_unstable();
        heaps.into()
    }

    /// Whether one heap of this element and with these wins is right beside all sums so far:
    /// a quick look before [`Closure::add`].
    pub fn allows(&self, monoid: &Monoid, element: u32, wins: &Elements) -> bool {
        let beside = monoid.products_with(element);
        self.pairs.iter().filter(|pair| !pair.covered).all(|pair| {
            monoid.is_lost(beside[pair.element as usize]) || wins.contains(pair.element) || pair.wins.contains(element)
        })
    }
}

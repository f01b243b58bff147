//! Heap sequences: the Grundy values G(0), G(1), … of the heap games, their
//! periods with a proof, and certificates that a stranger can check.
//!
//! | game | values by | a heap costs | the period is proved by |
//! |---|---|---|---|
//! | `subtraction:S` | words of 64 heaps, value by value | a few instructions | equality over max(S) heaps |
//! | `allbut:S` | counting the excepted heaps | \|S\| steps | equality over 2·max + 1 heaps |
//! | `octal:CODE` | sparse space | about the number of rare heaps | Guy and Smith |
//! | `hex:CODE` | nim-sums of two heaps, as bits | a few steps for each smaller heap | the same for three heaps, and a theorem for values that grow |
//! | `grundy` | sparse space | about the number of rare heaps | nothing: it is open |
//! | a rule of your own | the definition | its moves | nothing |
//!
//! The source "Slides" is a Dutch lecture on subtraction and all-but games.

mod all_but;
pub(crate) mod certificate;
mod detect;
mod extend;
mod gather;
mod growth;
mod lanes;
mod look;
mod marks;
mod period;
mod places;
mod plain;
mod sparse;
mod split;
mod statistics;
mod subtraction;
mod sweep;
mod three;
mod triples;
mod verify;
mod verify_hex;
mod verify_octal;

pub use certificate::PeriodCertificate;
pub(crate) use detect::first_period;
pub use detect::observed_period;
pub use extend::Extensions;
pub use lanes::{LANES, SHORT_PERIOD, short_outcome_periods};
pub use period::{Period, PeriodTheorem, dotted};
pub use sparse::SparseSpace;
pub use statistics::{HeapStatistics, Occurrence, Record};
pub use sweep::{SetPeriod, Sweeper, outcome_period};
pub use triples::{End, LARGEST_OF_TRIPLE, TriplePeriod, Triples, is_mirrored};
pub use verify::{PeriodVerdict, verify, verify_with};
pub(crate) use verify::{not_by_rules, proper_divisors, values_are};

use crate::error::{Error, Result};
use crate::{Budget, Clock, HeapPattern, HeapRule, Hint, Limit, Term, counted};
use all_but::AllBut;
use look::differences;
use plain::Plain;
use sparse::Sparse;
use std::sync::Arc;
use subtraction::Subtraction;
use three::Three;

/// The most heaps that are ever computed: two or four bytes each.
pub const MOST_HEAPS: u64 = 1 << 30;

/// The Grundy values of a heap game, as far as they were needed, and its
/// period once it is proved.
///
/// ```
/// use nimlab::{catalogue, sequence::Sequence};
/// let mut kayles = Sequence::new(catalogue::heap_rule("kayles")?);
/// assert_eq!(kayles.first_values(8)?, [0, 1, 2, 3, 1, 4, 3, 2]);
/// let period = kayles.prove(1_000)?.unwrap();
/// assert_eq!((period.preperiod, period.period), (71, 12));
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Sequence {
    rule: HeapRule,
    /// A subtraction set with a common divisor is computed without it: each
    /// value stands for this many heaps.
    stretch: u64,
    engine: Engine,
    period: Option<Arc<Period>>,
    /// The number of values at which a period was last looked for.
    looked_at: usize,
    /// What computing may cost.
    budget: Option<Budget>,
}

#[derive(Debug, Clone)]
enum Engine {
    Subtraction(Box<Subtraction>),
    AllBut(AllBut),
    Sparse(Box<Sparse>),
    Three(Box<Three>),
    Plain(Plain),
    /// G(n) = n mod 3.
    ModThree,
}

/// What shows in the computed values but is not proved.
///
/// ```
/// use nimlab::{catalogue, sequence::Sequence};
/// let mut grundy = Sequence::new(catalogue::heap_rule("grundy")?);
/// grundy.extend_to(1_000)?;
/// let seen = grundy.observe();
/// assert!(seen.computed_to >= 999 && seen.period.is_none());
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Observation {
    /// The last heap that was computed.
    pub computed_to: u64,
    /// A preperiod and a period that the values computed so far seem to have.
    pub period: Option<(u64, u64)>,
    /// What they grow by from one period to the next.
    pub saltus: u64,
}

impl Sequence {
    /// The sequence of a rule, with nothing computed yet.
    ///
    /// ```
    /// use nimlab::{games::heaps, sequence::Sequence};
    /// assert_eq!(Sequence::new(heaps::grundy()).computed(), 0);
    /// ```
    pub fn new(rule: HeapRule) -> Self {
        let (engine, stretch) = match rule.pattern() {
            Some(HeapPattern::Take(set)) => {
                let divisor = set.gcd();
                (Engine::Subtraction(Box::new(Subtraction::new(set.divided_by(divisor)))), divisor)
            }
            Some(HeapPattern::TakePowersOfTwo) => (Engine::ModThree, 1),
            Some(HeapPattern::TakeAllBut(set)) => (Engine::AllBut(AllBut::new(set.clone())), 1),
            Some(HeapPattern::TakeByDigits(code)) => (Engine::Sparse(Box::new(Sparse::octal(code))), 1),
            Some(HeapPattern::TakeByHexDigits(code)) => (Engine::Three(Box::new(Three::new(code))), 1),
            Some(HeapPattern::SplitUnequally) => (Engine::Sparse(Box::new(Sparse::grundy())), 1),
            None => (Engine::Plain(Plain::default()), 1),
        };
        Self { rule, stretch, engine, period: None, looked_at: 0, budget: None }
    }

    /// Lets no call take more memory or time than a budget has, counted from
    /// now; what was computed before stays.
    ///
    /// ```
    /// use nimlab::{Budget, catalogue, sequence::Sequence};
    /// let mut sequence = Sequence::new(catalogue::heap_rule("grundy").unwrap());
    /// sequence.limit(Budget::default().in_bytes(1000));
    /// assert!(sequence.extend_to(40).is_ok());
    /// assert!(sequence.extend_to(1_000_000).is_err());
    /// ```
    pub fn limit(&mut self, budget: Budget) {
        self.budget = Some(budget.started());
    }

    /// The rule.
    ///
    /// ```
    /// use nimlab::{catalogue, sequence::Sequence};
    /// let kayles = Sequence::new(catalogue::heap_rule("kayles")?);
    /// assert_eq!(kayles.rule().to_string(), "octal:0.77");
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn rule(&self) -> &HeapRule {
        &self.rule
    }

    /// The proved period, if one has been proved.
    ///
    /// ```
    /// use nimlab::{catalogue, sequence::Sequence};
    /// let mut kayles = Sequence::new(catalogue::heap_rule("kayles")?);
    /// assert!(kayles.period().is_none());
    /// kayles.prove(10_000)?;
    /// assert_eq!(kayles.period().unwrap().period, 12);
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn period(&self) -> Option<&Arc<Period>> {
        self.period.as_ref()
    }

    /// How many heaps have been computed, from heap 0 on.
    ///
    /// ```
    /// use nimlab::{catalogue, sequence::Sequence};
    /// let mut kayles = Sequence::new(catalogue::heap_rule("kayles")?);
    /// kayles.extend_to(1000)?;
    /// assert!(kayles.computed() >= 1000);
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn computed(&self) -> u64 {
        match &self.engine {
            Engine::ModThree => u64::MAX,
            _ => (self.length() as u64).saturating_mul(self.stretch),
        }
    }

    /// How many values the engine holds.
    fn length(&self) -> usize {
        match &self.engine {
            Engine::Subtraction(engine) => engine.values().len(),
            Engine::AllBut(engine) => engine.values().len(),
            Engine::Sparse(engine) => engine.values().len(),
            Engine::Three(engine) => engine.values().len(),
            Engine::Plain(engine) => engine.values().len(),
            Engine::ModThree => 0,
        }
    }

    /// The value of a heap that has been computed.
    ///
    /// ```
    /// use nimlab::{catalogue, sequence::Sequence};
    /// let mut kayles = Sequence::new(catalogue::heap_rule("kayles")?);
    /// assert_eq!(kayles.get(5), None);
    /// kayles.extend_to(6)?;
    /// assert_eq!(kayles.get(5), Some(4));
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn get(&self, heap: u64) -> Option<u64> {
        if let Engine::ModThree = self.engine {
            return Some(heap % 3);
        }
        let at = usize::try_from(heap / self.stretch).ok()?;
        match &self.engine {
            Engine::Subtraction(engine) => engine.values().get(at).map(|&value| u64::from(value)),
            Engine::AllBut(engine) => engine.values().get(at).map(|&value| u64::from(value)),
            Engine::Sparse(engine) => engine.values().get(at).map(|&value| u64::from(value)),
            Engine::Three(engine) => engine.values().get(at).map(|&value| u64::from(value)),
            Engine::Plain(engine) => engine.values().get(at).map(|&value| u64::from(value)),
            Engine::ModThree => None,
        }
    }

    /// Computes the values of heaps 0 to `heaps` − 1.
    ///
    /// ```
    /// use nimlab::{catalogue, sequence::Sequence};
    /// let mut grundy = Sequence::new(catalogue::heap_rule("grundy")?);
    /// grundy.extend_to(100)?;
    /// assert!(grundy.computed() >= 100);
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn extend_to(&mut self, heaps: u64) -> Result<()> {
        self.extend_with(heaps, &|_, _| ())
    }

    /// [`Sequence::extend_to`], telling from time to time how many heaps are
    /// computed, and how many there will be.
    ///
    /// ```
    /// use nimlab::{catalogue, sequence::Sequence};
    /// let mut kayles = Sequence::new(catalogue::heap_rule("kayles")?);
    /// kayles.extend_with(1000, &|done, all| assert!(done <= all))?;
    /// assert!(kayles.computed() >= 1000);
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn extend_with(&mut self, heaps: u64, progress: &dyn Fn(u64, u64)) -> Result<()> {
        let length = heaps.div_ceil(self.stretch);
        if length > MOST_HEAPS {
            return Err(Error::TooLarge {
                what: format!("the number of heaps of {} to compute", self.rule),
                given: heaps.to_string(),
                limit: MOST_HEAPS.saturating_mul(self.stretch).to_string(),
                hint: Hint::new("larger heaps are answered where a period is proved", [Term::PERIOD]),
            });
        }
        let length = length as usize;
        let over = |limit, reached: usize| Error::OverBudget {
            what: format!("{} up to a heap of {}", self.rule, heaps.saturating_sub(1)),
            limit,
            reached: counted(reached as u64, "heap"),
            hint: Hint::NONE,
        };
        // The memory of a value, the search for a period included, and how many values are
        // computed between two looks at the clock.
        let (bytes, piece) = match &self.engine {
            Engine::Subtraction(_) => (6, 1 << 20),
            Engine::AllBut(_) => (24, 1 << 16),
            Engine::Sparse(_) => (16, 1 << 8),
            Engine::Three(_) => (24, 1 << 4),
            Engine::Plain(_) => (24, 1 << 4),
            Engine::ModThree => return Ok(()),
        };
        if let Some(budget) = self.budget
            && self.length() < length
            && length.saturating_mul(bytes) as u64 > budget.bytes
        {
            return Err(over(Limit::Memory(budget.bytes), self.length()));
        }
        let clock = self.budget.map(Budget::clock);
        while self.length() < length {
            if let Some(limit) = clock.as_ref().and_then(Clock::now) {
                return Err(over(limit, self.length()));
            }
            progress(self.computed(), heaps);
            let next = self.length().saturating_add(piece).min(length);
            if let Engine::Three(engine) = &self.engine {
                let most = self.budget.unwrap_or_default().bytes;
                if engine.bytes(next) > most {
                    return Err(over(Limit::Memory(most), self.length()));
                }
            }
            match &mut self.engine {
                Engine::Subtraction(engine) => engine.extend_to(next),
                Engine::AllBut(engine) => engine.extend_to(next),
                Engine::Sparse(engine) => engine.extend_to(next)?,
                Engine::Three(engine) => (engine.values().len()..next).for_each(|_| engine.next()),
                Engine::Plain(engine) => engine.extend_to(&self.rule, next)?,
                Engine::ModThree => {}
            }
        }
        Ok(())
    }

    /// The first `count` values: computed until a period is proved, and copied from
    /// there on.
    ///
    /// ```
    /// use nimlab::{catalogue, sequence::Sequence};
    /// let mut sequence = Sequence::new(catalogue::heap_rule("allbut:2,3,4").unwrap());
    /// assert_eq!(sequence.first_values(9).unwrap(), [0, 1, 0, 1, 0, 1, 2, 3, 2]);
    /// ```
    pub fn first_values(&mut self, count: usize) -> Result<Vec<u32>> {
        if let Some(period) = self.prove(count as u64)? {
            return Ok(period.first_values(count));
        }
        self.extend_to(count as u64)?;
        let stretch = self.stretch as usize;
        Ok(match &self.engine {
            Engine::Subtraction(engine) => {
                let each = engine.values().iter().map(|&value| u32::from(value));
                if stretch == 1 {
                    each.take(count).collect()
                } else {
                    each.flat_map(|value| std::iter::repeat_n(value, stretch)).take(count).collect()
                }
            }
            Engine::AllBut(engine) => engine.values()[..count].to_vec(),
            Engine::Sparse(engine) => engine.values()[..count].iter().map(|&value| u32::from(value)).collect(),
            Engine::Three(engine) => engine.values()[..count].to_vec(),
            Engine::Plain(engine) => engine.values()[..count].to_vec(),
            Engine::ModThree => (0..count).map(|heap| heap as u32 % 3).collect(),
        })
    }

    /// Looks for a period and its proof, using no heap beyond `max_heap` (of the
    /// set divided by its common divisor, if it has one), and stopping as soon
    /// as the proof is complete. `None` if there is none so far.
    ///
    /// ```
    /// use nimlab::{catalogue, sequence::Sequence};
    /// let mut set = Sequence::new(catalogue::heap_rule("subtraction:2,4,7")?);
    /// let period = set.prove(1_000)?.unwrap();
    /// assert_eq!((period.preperiod, period.period, period.saltus), (8, 3, 0));
    /// // Whether Grundy's game has a period is open.
    /// assert!(Sequence::new(catalogue::heap_rule("grundy")?).prove(1_000)?.is_none());
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn prove(&mut self, max_heap: u64) -> Result<Option<Arc<Period>>> {
        self.prove_with(max_heap, &|_, _| ())
    }

    /// [`Sequence::prove`], telling from time to time how many heaps are computed,
    /// and how many there will be at most.
    ///
    /// ```
    /// use nimlab::{catalogue, sequence::Sequence};
    /// let mut kayles = Sequence::new(catalogue::heap_rule("kayles")?);
    /// let period = kayles.prove_with(10_000, &|done, all| assert!(done <= all))?.unwrap();
    /// assert_eq!((period.preperiod, period.period), (71, 12));
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn prove_with(&mut self, max_heap: u64, progress: &dyn Fn(u64, u64)) -> Result<Option<Arc<Period>>> {
        if self.period.is_some() || PeriodTheorem::of(&self.rule).is_none() {
            return Ok(self.period.clone());
        }
        if let Some(HeapPattern::TakePowersOfTwo) = self.rule.pattern() {
            self.period = self.found((0, 3, 0), vec![0, 1, 2]);
            return Ok(self.period.clone());
        }
        let most = max_heap.saturating_add(1).min(MOST_HEAPS) as usize;
        let mut target = self.length().max(self.first_target()).min(most);
        loop {
            let all = (most as u64).saturating_mul(self.stretch);
            self.extend_with((target as u64).saturating_mul(self.stretch), &|done, _| progress(done, all))?;
            if self.length() > self.looked_at {
                self.looked_at = self.length();
                self.period = self.look_for_period(most)?;
            }
            if self.period.is_some() || target >= most {
                return Ok(self.period.clone());
            }
            target = self.next_target(target).min(most);
        }
    }

    /// What shows in the values computed so far without being proved.
    ///
    /// ```
    /// use nimlab::{catalogue, sequence::Sequence};
    /// let mut kayles = Sequence::new(catalogue::heap_rule("kayles")?);
    /// kayles.extend_to(200)?;
    /// assert_eq!(kayles.observe().period, Some((71, 12)));
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn observe(&self) -> Observation {
        let mut saltus = 0;
        let found = match &self.engine {
            Engine::Subtraction(engine) => observed_period(engine.values()),
            Engine::Sparse(engine) => observed_period(engine.values()),
            Engine::Plain(engine) => observed_period(engine.values()),
            Engine::AllBut(_) | Engine::Three(_) => {
                let values = match &self.engine {
                    Engine::AllBut(engine) => engine.values(),
                    Engine::Three(engine) => engine.values(),
                    _ => &[],
                };
                let found = observed_period(&differences(values));
                saltus = found.map_or(0, |(l, p)| u64::from(values[l + p].saturating_sub(values[l])));
                found
            }
            Engine::ModThree => Some((0, 3)),
        };
        Observation {
            computed_to: self.computed().saturating_sub(1),
            period: found.map(|(l, p)| (l as u64 * self.stretch, p as u64 * self.stretch)),
            saltus,
        }
    }

    /// What the sparse spaces in use look like; none for games that split no
    /// heaps.
    ///
    /// ```
    /// use nimlab::{catalogue, sequence::Sequence};
    /// let mut grundy = Sequence::new(catalogue::heap_rule("grundy")?);
    /// grundy.extend_to(2000)?;
    /// assert!(!grundy.sparse_spaces().is_empty());
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn sparse_spaces(&self) -> Vec<SparseSpace> {
        match &self.engine {
            Engine::Sparse(engine) => engine.spaces(),
            _ => Vec::new(),
        }
    }
}

//! Misère quotients of heap games (Plambeck 2005; Plambeck and Siegel 2008).
//!
//! Under misère play Grundy values do not add up. The *misère quotient* takes their place:
//! two sums of heaps are equivalent if they have the same outcome beside every sum, and the
//! classes form a commutative monoid Q, in which 1 is the class of no heap. The *P-portion*
//! is the set of the classes of lost sums, and the *pretending function* Φ gives the element
//! of each heap. So a sum is lost exactly if the product of the elements of its heaps is in
//! the P-portion.
//!
//! The quotient is computed heap by heap ([`Quotients`]). Each step ends with a finite check
//! that proves the outcome of every sum of the heaps so far (`closure.rs`), and elements are only
//! told apart by sums that were seen to differ: so the quotient up to heap n is exact.
//!
//! **The period.** What the check uses of a heap is its element and the set of the elements of its
//! options. So if heaps n and n + p have options of the same elements, Φ(n + p) = Φ(n) is right.
//! In an octal game in which at most t stones are taken, let Φ(n + p) = Φ(n) for
//! ℓ ≤ n < 2ℓ + p + t, where ℓ ≥ 1; then it holds for all n ≥ ℓ, with the same quotient (Plambeck
//! 2005), as for Grundy values by Guy and Smith: of two heaps that a move leaves of n or of n + p, the larger one
//! is large enough for its size to change by p. In a subtraction game max(S) consecutive heaps are enough.
//!
//! ```
//! use nimlab::{catalogue, quotient::Quotients};
//! let mut kayles = Quotients::new(catalogue::heap_rule("octal:0.77")?);
//! kayles.extend_to(13)?;
//! assert_eq!(kayles.quotient().order(), 24);
//! # Ok::<(), nimlab::Error>(())
//! ```

mod bits;
mod certificate;
mod closure;
mod grow;
mod joined;
mod learn;
mod monoid;
mod outcomes;
mod presentation;
mod shorten;
mod verify;
mod words;

pub use certificate::QuotientCertificate;
pub use joined::JoinedQuotients;
pub use presentation::{Equation, Presentation};
pub use verify::{QuotientVerdict, verify, verify_with};

use crate::error::{Error, Result};
use crate::number::UBig;
use crate::sequence::{PeriodTheorem, first_period};
use crate::{Budget, HeapPattern, HeapRule, Hint, Term};
use grow::Grown;
use monoid::Monoid;
use std::sync::Arc;

/// The most heaps of which a quotient is computed.
pub const MOST_HEAPS: u64 = 10_000;

/// The most elements of a quotient.
pub const MOST_ELEMENTS: usize = 10_000;

/// The misère quotients of the heaps of a game, for more and more heaps from 0 on.
///
/// ```
/// use nimlab::{catalogue, number::UBig, quotient::Quotients};
/// let mut game = Quotients::new(catalogue::heap_rule("octal:0.123")?);
/// game.extend_to(100)?;
/// // The period is proved, and so the element of every heap is known.
/// assert!(game.period().is_some() && game.covers(&UBig::from(10u8).pow(30)));
/// assert_eq!(game.quotient().order(), 20);
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Quotients {
    rule: HeapRule,
    grown: Grown,
    /// The quotient as it is shown, if it was asked for since it last changed.
    shown: Option<Arc<Quotient>>,
    period: Option<QuotientPeriod>,
    /// At how many heaps a period is looked for next.
    look_at: usize,
    /// Why it did not go on when it was last tried.
    stopped: Option<Stopped>,
}

/// Why a quotient was not computed further.
///
/// ```
/// use nimlab::{Budget, catalogue, quotient::Quotients};
/// let mut game = Quotients::new(catalogue::heap_rule("octal:0.77")?);
/// assert!(game.extend_with(100, Budget::default().in_bytes(20_000), &|_, _| {}).is_err());
/// let stopped = game.stopped().unwrap();
/// assert_eq!(stopped.heap, game.heaps());
/// assert!(stopped.may_go_on_with(Budget::default()));
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Stopped {
    /// The heap that was not reached.
    pub heap: u64,
    /// What happened there.
    pub error: Error,
    /// The budget that was not enough.
    budget: Budget,
}

impl Stopped {
    /// Whether a budget is larger than the one that was not enough.
    pub fn may_go_on_with(&self, budget: Budget) -> bool {
        budget.bytes > self.budget.bytes
            || budget.time.is_none_or(|time| self.budget.time.is_some_and(|had| time > had))
    }
}

/// A proved period of the pretending function: Φ(n + period) = Φ(n) for n ≥ preperiod, both least.
///
/// ```
/// use nimlab::{catalogue, quotient::Quotients};
/// let mut game = Quotients::new(catalogue::heap_rule("octal:0.123")?);
/// game.extend_to(100)?;
/// let period = game.period().unwrap();
/// assert_eq!((period.preperiod, period.period), (5, 5));
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuotientPeriod {
    /// The least preperiod.
    pub preperiod: u64,
    /// The least period.
    pub period: u64,
    /// The last heap that the proof needs.
    pub checked_to: u64,
}

impl Quotients {
    /// The quotients of a rule, none computed yet.
    ///
    /// ```
    /// use nimlab::{catalogue, quotient::Quotients};
    /// assert_eq!(Quotients::new(catalogue::heap_rule("octal:0.77")?).heaps(), 0);
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn new(rule: HeapRule) -> Self {
        Self { rule, grown: Grown::new(), shown: None, period: None, look_at: 8, stopped: None }
    }

    /// How many heaps are computed, from heap 0 on.
    ///
    /// ```
    /// use nimlab::{catalogue, quotient::Quotients};
    /// let mut kayles = Quotients::new(catalogue::heap_rule("octal:0.77")?);
    /// kayles.extend_to(13)?;
    /// assert_eq!(kayles.heaps(), 13);
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn heaps(&self) -> u64 {
        self.grown.heaps() as u64
    }

    /// The proved period, if there is one.
    pub fn period(&self) -> Option<QuotientPeriod> {
        self.period
    }

    /// Why it was not computed further, if it was tried.
    ///
    /// ```
    /// use nimlab::{catalogue, quotient::Quotients};
    /// let mut kayles = Quotients::new(catalogue::heap_rule("octal:0.77")?);
    /// kayles.extend_to(13)?;
    /// assert!(kayles.stopped().is_none());
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn stopped(&self) -> Option<&Stopped> {
        self.stopped.as_ref()
    }

    /// Whether the element of a heap is known.
    ///
    /// ```
    /// use nimlab::{catalogue, quotient::Quotients};
    /// let mut kayles = Quotients::new(catalogue::heap_rule("octal:0.77")?);
    /// kayles.extend_to(13)?;
    /// assert!(kayles.covers(&12u8.into()) && !kayles.covers(&100u8.into()));
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn covers(&self, heap: &UBig) -> bool {
        self.period.is_some() || *heap < UBig::from(self.heaps())
    }

    /// Computes heaps 0 to `heaps` − 1, or fewer if a period is proved before.
    ///
    /// ```
    /// use nimlab::{catalogue, quotient::Quotients};
    /// let mut kayles = Quotients::new(catalogue::heap_rule("octal:0.77")?);
    /// kayles.extend_to(13)?;
    /// assert_eq!(kayles.quotient().order(), 24);
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn extend_to(&mut self, heaps: u64) -> Result<()> {
        self.extend_with(heaps, Budget::default(), &|_, _| ())
    }

    /// [`Quotients::extend_to`] within a budget, telling how many heaps are done.
    ///
    /// ```
    /// use nimlab::{Budget, catalogue, quotient::Quotients};
    /// let mut kayles = Quotients::new(catalogue::heap_rule("octal:0.77")?);
    /// kayles.extend_with(10, Budget::default(), &|done, all| assert!(done <= all))?;
    /// assert_eq!(kayles.heaps(), 10);
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn extend_with(&mut self, heaps: u64, budget: Budget, progress: &dyn Fn(u64, u64)) -> Result<()> {
        if heaps > MOST_HEAPS {
            return Err(Error::TooLarge {
                what: format!("the number of heaps of {} to compute", self.rule),
                given: heaps.to_string(),
                limit: MOST_HEAPS.to_string(),
                hint: Hint::new("larger heaps are answered where a period is proved", [Term::PERIOD]),
            });
        }
        let what = format!("the misère quotient of {}", self.rule);
        let mut meter = budget.meter(what.clone());
        while self.heaps() < heaps && self.period.is_none() {
            progress(self.heaps(), heaps);
            let added = match self.heaps() + self.order() as u64 {
                outcomes if outcomes > budget.positions => Err(budget.too_many_positions(what.clone())),
                _ => self.grown.add(&self.rule, MOST_ELEMENTS, &mut meter),
            };
            if let Err(error) = added {
                let error = match error {
                    Error::OverBudget { what, limit, hint, .. } => Error::OverBudget {
                        what,
                        limit,
                        reached: format!("heap {} with {} elements", self.heaps().saturating_sub(1), self.order()),
                        hint,
                    },
                    other => other,
                };
                self.stopped = Some(Stopped { heap: self.heaps(), error: error.clone(), budget });
                return Err(error);
            }
            self.shown = None;
            self.stopped = None;
            if self.grown.heaps() >= self.look_at || self.heaps() == heaps {
                self.look_at = self.grown.heaps() + self.grown.heaps() / 16 + 4;
                self.period = self.look_for_period();
            }
        }
        Ok(())
    }

    /// Computes until the element of a heap is known, within a budget.
    ///
    /// ```
    /// use nimlab::{Budget, catalogue, quotient::Quotients};
    /// let mut kayles = Quotients::new(catalogue::heap_rule("octal:0.77")?);
    /// kayles.cover(&9u8.into(), Budget::default())?;
    /// assert!(kayles.covers(&9u8.into()));
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn cover(&mut self, heap: &UBig, budget: Budget) -> Result<()> {
        if self.covers(heap) {
            return Ok(());
        }
        let heaps = u64::try_from(heap).map_or(MOST_HEAPS, |heap| heap.saturating_add(1).min(MOST_HEAPS));
        self.extend_with(heaps, budget, &|_, _| ())?;
        if self.covers(heap) {
            return Ok(());
        }
        Err(Error::Undecided {
            reason: format!("no period of the misère quotient of {} is proved by {} heaps", self.rule, self.heaps()),
            hint: Hint::NONE,
        })
    }

    /// The number of elements so far.
    pub fn order(&self) -> usize {
        self.grown.monoid.order()
    }

    /// A period of what has been computed, if a theorem proves it.
    fn look_for_period(&self) -> Option<QuotientPeriod> {
        let theorem = theorem_of(&self.rule)?;
        let needed = |l: usize, p: usize| {
            let needed = theorem.values_needed(&self.rule, l as u64, p as u64);
            needed.and_then(|needed| usize::try_from(needed).ok()).unwrap_or(usize::MAX)
        };
        let (l, p) = first_period(&self.grown.elements, needed)?;
        Some(QuotientPeriod { preperiod: l as u64, period: p as u64, checked_to: needed(l, p) as u64 - 1 })
    }

    /// The quotient of the heaps so far.
    ///
    /// ```
    /// use nimlab::{catalogue, quotient::Quotients};
    /// let mut kayles = Quotients::new(catalogue::heap_rule("octal:0.77")?);
    /// kayles.extend_to(13)?;
    /// assert_eq!(kayles.quotient().pretending().len(), 13);
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn quotient(&mut self) -> Arc<Quotient> {
        let fresh = || Arc::new(Quotient::of(&self.rule, &self.grown, self.period));
        self.shown.get_or_insert_with(fresh).clone()
    }
}

/// The theorem about Grundy values whose proof holds for elements too.
pub(crate) fn theorem_of(rule: &HeapRule) -> Option<PeriodTheorem> {
    match rule.pattern() {
        Some(HeapPattern::Take(_) | HeapPattern::TakeByDigits(_)) => PeriodTheorem::of(rule),
        _ => None,
    }
}

/// The misère quotient of the heaps of a game up to some heap, or of all heaps.
///
/// ```
/// use nimlab::{catalogue, quotient::Quotients};
/// let mut game = Quotients::new(catalogue::heap_rule("octal:0.123")?);
/// game.extend_to(100)?;
/// let quotient = game.quotient();
/// // A sum is lost exactly if the product of its elements is in the P-portion.
/// let of = |heap: u8| quotient.element(&heap.into()).unwrap();
/// assert!(quotient.is_lost(of(1)) && quotient.is_lost(quotient.product(of(3), of(3))) == quotient.p_portion().contains(&quotient.product(of(3), of(3))));
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quotient {
    rule: HeapRule,
    monoid: Monoid,
    /// The element of each heap.
    pretending: Vec<u32>,
    period: Option<QuotientPeriod>,
}

impl Quotient {
    /// The quotient with as few generators as taking the smallest heaps first needs.
    fn of(rule: &HeapRule, grown: &Grown, period: Option<QuotientPeriod>) -> Self {
        let (monoid, number) = grown.monoid.with_generators(&grown.elements);
        let mut pretending: Vec<u32> = grown.elements.iter().map(|&old| number[old as usize]).collect();
        if let Some(period) = period {
            pretending.truncate(period.checked_to as usize + 1);
        }
        Self { rule: rule.clone(), monoid, pretending, period }
    }

    /// The game.
    ///
    /// ```
    /// use nimlab::{catalogue, quotient::Quotients};
    /// let mut game = Quotients::new(catalogue::heap_rule("octal:0.123")?);
    /// game.extend_to(100)?;
    /// let quotient = game.quotient();
    /// assert_eq!(quotient.rule().to_string(), "octal:0.123");
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn rule(&self) -> &HeapRule {
        &self.rule
    }

    /// How many elements it has. They are numbered by their names, the shortest first; element
    /// 0 is that of no heap.
    pub fn order(&self) -> usize {
        self.monoid.order()
    }

    /// The element of each heap that was computed, from heap 0 on.
    ///
    /// ```
    /// use nimlab::{catalogue, quotient::Quotients};
    /// let mut game = Quotients::new(catalogue::heap_rule("octal:0.123")?);
    /// game.extend_to(100)?;
    /// let quotient = game.quotient();
    /// // Heap 0 is 1, and so has the number 0.
    /// assert_eq!(quotient.pretending()[..2], [0, 1]);
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn pretending(&self) -> &[u32] {
        &self.pretending
    }

    /// The proved period, if there is one: then this is the quotient of all heaps.
    pub fn period(&self) -> Option<QuotientPeriod> {
        self.period
    }

    /// Whether sums of this element are lost for the player to move.
    ///
    /// ```
    /// use nimlab::{catalogue, quotient::Quotients};
    /// let mut game = Quotients::new(catalogue::heap_rule("octal:0.123")?);
    /// game.extend_to(100)?;
    /// let quotient = game.quotient();
    /// // The player who cannot move has won; a single stone must be taken, and that loses.
    /// assert!(!quotient.is_lost(0) && quotient.is_lost(1));
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn is_lost(&self, element: u32) -> bool {
        self.monoid.is_lost(element)
    }

    /// The elements of lost sums.
    ///
    /// ```
    /// use nimlab::{catalogue, quotient::Quotients};
    /// let mut game = Quotients::new(catalogue::heap_rule("octal:0.123")?);
    /// game.extend_to(100)?;
    /// let quotient = game.quotient();
    /// assert!(quotient.p_portion().iter().all(|&element| quotient.is_lost(element)));
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn p_portion(&self) -> Vec<u32> {
        (0..self.order() as u32).filter(|&element| self.is_lost(element)).collect()
    }

    /// The element of two sums together.
    ///
    /// ```
    /// use nimlab::{catalogue, quotient::Quotients};
    /// let mut game = Quotients::new(catalogue::heap_rule("octal:0.123")?);
    /// game.extend_to(100)?;
    /// let quotient = game.quotient();
    /// // Two heaps of one stone cancel.
    /// assert_eq!(quotient.product(1, 1), 0);
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn product(&self, a: u32, b: u32) -> u32 {
        self.monoid.product(a, b)
    }

    /// The element of a heap of any size, if it is known.
    ///
    /// ```
    /// use nimlab::{catalogue, number::UBig, quotient::Quotients};
    /// let mut game = Quotients::new(catalogue::heap_rule("octal:0.123")?);
    /// game.extend_to(100)?;
    /// let (quotient, period) = (game.quotient(), game.period().unwrap());
    /// let (near, far) = (UBig::from(50u8), UBig::from(50u8) + UBig::from(period.period) * UBig::from(10u8).pow(40));
    /// assert_eq!(quotient.element(&near), quotient.element(&far));
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn element(&self, heap: &UBig) -> Option<u32> {
        if let Some(&element) = usize::try_from(heap).ok().and_then(|heap| self.pretending.get(heap)) {
            return Some(element);
        }
        let QuotientPeriod { preperiod, period, .. } = self.period?;
        let place = u64::try_from((heap - UBig::from(preperiod)) % UBig::from(period)).unwrap_or(0) + preperiod;
        self.pretending.get(place as usize).copied()
    }

    /// Whether it is the quotient of Nim heaps up to some size: then the game is tame so far,
    /// and Grundy values decide as in misère Nim. Such a quotient has a and 1 with a² = 1, and
    /// all other elements are a group in which every square is the same e, with P-portion {a, e}.
    ///
    /// ```
    /// use nimlab::{catalogue, quotient::Quotients};
    /// let mut orders = ["subtraction:1,2", "octal:0.77"].map(|name| catalogue::heap_rule(name).map(Quotients::new));
    /// let [nim, kayles] = &mut orders;
    /// let (nim, kayles) = (nim.as_mut().unwrap(), kayles.as_mut().unwrap());
    /// nim.extend_to(13)?;
    /// kayles.extend_to(13)?;
    /// assert!(nim.quotient().is_tame() && !kayles.quotient().is_tame());
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn is_tame(&self) -> bool {
        let others = || 2..self.order() as u32;
        let lost = self.p_portion();
        match (self.order(), &lost[..]) {
            (1, []) => true,
            (2, [1]) => self.product(1, 1) == 0,
            (_, &[1, e]) => {
                let square = |x| self.product(x, x);
                self.product(1, 1) == 0
                    && others().all(|x| square(x) == e && self.product(x, e) == x && self.product(x, 1) > 1)
            }
            _ => false,
        }
    }
}

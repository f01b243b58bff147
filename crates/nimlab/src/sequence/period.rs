//! Periods, and the theorems by which a finite check proves them.

use crate::error::{Error, Result};
use crate::heap_rule::{HeapPattern, HeapRule};
use crate::number::{UBig, shown};
use std::fmt::Write;

/// Why equality over a finite range proves a period forever.
///
/// ```
/// use nimlab::{catalogue, sequence::PeriodTheorem};
/// assert_eq!(PeriodTheorem::of(&catalogue::heap_rule("kayles")?), Some(PeriodTheorem::GuySmith));
/// assert_eq!(PeriodTheorem::of(&catalogue::heap_rule("grundy")?), None);
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PeriodTheorem {
    /// A subtraction game: equality over max(S) consecutive heaps.
    SubtractionWindow,
    /// An all-but game: equality up to the saltus over 2·max + 1 consecutive heaps.
    AllButWindow,
    /// An octal game: equality from ℓ to 2ℓ + p + t − 1.
    GuySmith,
    /// A hexadecimal game: equality from ℓ to 3ℓ + 2p + t − 3.
    ThreeParts,
    /// A hexadecimal game whose values grow: equality up to the saltus, every smaller value made in a way that lasts.
    GrowingThreeParts,
    /// The powers of two: subtraction(1, 2), extended by the lemma of Winning Ways.
    PowersOfTwo,
}

impl PeriodTheorem {
    /// The theorem for a rule, if there is one; of a hexadecimal game that for saltus 0.
    pub fn of(rule: &HeapRule) -> Option<PeriodTheorem> {
        match rule.pattern() {
            Some(HeapPattern::Take(_)) => Some(PeriodTheorem::SubtractionWindow),
            Some(HeapPattern::TakePowersOfTwo) => Some(PeriodTheorem::PowersOfTwo),
            Some(HeapPattern::TakeAllBut(_)) => Some(PeriodTheorem::AllButWindow),
            Some(HeapPattern::TakeByDigits(_)) => Some(PeriodTheorem::GuySmith),
            Some(HeapPattern::TakeByHexDigits(_)) => Some(PeriodTheorem::ThreeParts),
            Some(HeapPattern::SplitUnequally) | None => None,
        }
    }

    /// The name by which the doors and certificates know it.
    pub fn name(self) -> &'static str {
        match self {
            PeriodTheorem::SubtractionWindow => "subtraction-window",
            PeriodTheorem::AllButWindow => "all-but-window",
            PeriodTheorem::GuySmith => "guy-smith",
            PeriodTheorem::ThreeParts => "three-parts",
            PeriodTheorem::GrowingThreeParts => "growing-three-parts",
            PeriodTheorem::PowersOfTwo => "powers-of-two",
        }
    }

    /// What it says, and where it is found.
    pub fn statement(self) -> &'static str {
        match self {
            PeriodTheorem::SubtractionWindow => {
                "If G(n + p) = G(n) for max(S) consecutive n from l on, then for all n >= l (Slides, corollary of theorem 7.33)."
            }
            PeriodTheorem::AllButWindow => {
                "With a the largest exception: if G(n + p) = G(n) + s for l <= n <= l + 2a, then for all n >= l (Slides, lemma 7.43)."
            }
            PeriodTheorem::GuySmith => {
                "With t the most stones a move can take: if G(n + p) = G(n) for l <= n < 2l + p + t, l >= 1, then for all n >= l (Guy and Smith 1956); l = 0 is checked as l = 1 and G(p) = G(0)."
            }
            PeriodTheorem::ThreeParts => {
                "With t the most stones a move can take: if G(n + p) = G(n) for l <= n < 3l + 2p + t - 2, l >= 1, then for all n >= l (as Guy and Smith, for three heaps); l = 0 is checked as l = 1 and G(p) = G(0)."
            }
            PeriodTheorem::GrowingThreeParts => {
                "If G(n + p) = G(n) + s from l to the end of the range, no option of heaps from l to l + p - 1 can get the value of its heap by adding periods, and in the last four periods every smaller value is made by a heap beside a rest whose value is below the largest power of two that divides 2s (the smallest values by a rest of two heaps from l on), then for all n >= l (proved in sequence::verify_hex; after Howse and Nowakowski 2004)."
            }
            PeriodTheorem::PowersOfTwo => {
                "subtraction(1,2) has G(n) = n mod 3, and no power of two is a multiple of 3, so that G(n) and G(n + 2^i) differ for all n and adding 2^i changes nothing (Slides, exercise 7.10 and the lemma of Winning Ways)."
            }
        }
    }

    /// How many values, from G(0) on, the theorem needs for a preperiod and a
    /// period; `None` if that is beyond 64 bits, or depends on the values.
    pub fn values_needed(self, rule: &HeapRule, preperiod: u64, period: u64) -> Option<u64> {
        let reach = preperiod.checked_add(period)?;
        match (self, rule.pattern()) {
            (PeriodTheorem::SubtractionWindow, Some(HeapPattern::Take(set))) => reach.checked_add(set.max()),
            (PeriodTheorem::AllButWindow, Some(HeapPattern::TakeAllBut(set))) => {
                reach.checked_add(set.max().checked_mul(2)?)?.checked_add(1)
            }
            (PeriodTheorem::GuySmith, Some(HeapPattern::TakeByDigits(code))) => {
                preperiod.max(1).checked_add(period)?.checked_mul(2)?.checked_add(code.most_taken())
            }
            (PeriodTheorem::ThreeParts, Some(HeapPattern::TakeByHexDigits(code))) => {
                let three = preperiod.max(1).checked_add(period)?.checked_mul(3)?;
                three.checked_add(code.most_taken())?.checked_sub(2)
            }
            (PeriodTheorem::PowersOfTwo, Some(HeapPattern::TakePowersOfTwo)) => reach.checked_add(2),
            _ => None,
        }
    }
}

/// A proved period: G(n + period) = G(n) + saltus for all n ≥ preperiod, with
/// the least preperiod and the least period.
///
/// ```
/// use nimlab::{catalogue, sequence::Sequence};
/// let mut set = Sequence::new(catalogue::heap_rule("subtraction:2,4,7")?);
/// let period = set.prove(1_000)?.unwrap();
/// assert_eq!((period.preperiod, period.period, period.checked_to), (8, 3, 17));
/// assert_eq!(period.value(&10u64.pow(18).into()), 2u8.into());
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Period {
    /// The game.
    pub rule: HeapRule,
    /// The least preperiod ℓ.
    pub preperiod: u64,
    /// The least period p.
    pub period: u64,
    /// The saltus s; 0 for all games but the all-but and the hexadecimal games.
    pub saltus: u64,
    /// The theorem that proves it.
    pub theorem: PeriodTheorem,
    /// The last heap whose value the proof uses.
    pub checked_to: u64,
    /// How many consecutive heaps share each of `values`: the common divisor of a
    /// subtraction set, otherwise 1.
    pub(crate) stretch: u64,
    /// One preperiod and one period of values, each once for `stretch` heaps.
    pub(crate) values: Vec<u32>,
}

impl Period {
    /// The value of a heap of any size.
    ///
    /// ```
    /// use nimlab::{catalogue, number::UBig, sequence::Sequence};
    /// let mut kayles = Sequence::new(catalogue::heap_rule("octal:0.77").unwrap());
    /// let period = kayles.prove(1_000).unwrap().unwrap();
    /// assert_eq!((period.preperiod, period.period), (71, 12));
    /// assert_eq!(period.value(&UBig::from(10u8).pow(100)), UBig::ONE);
    /// ```
    pub fn value(&self, heap: &UBig) -> UBig {
        let heap = &(heap / UBig::from(self.stretch));
        if let Some(&value) = usize::try_from(heap).ok().and_then(|heap| self.values.get(heap)) {
            return UBig::from(value);
        }
        let preperiod = self.preperiod / self.stretch;
        let period = UBig::from(self.period / self.stretch);
        let beyond = heap - UBig::from(preperiod);
        let rest = u64::try_from(&beyond % &period).unwrap_or(0);
        let value = UBig::from(self.values[(preperiod + rest) as usize]);
        if self.saltus == 0 { value } else { value + beyond / period * UBig::from(self.saltus) }
    }

    /// One preperiod and one period of values: G(0), …, G(ℓ + p − 1). Fails if
    /// they are too many to list.
    ///
    /// ```
    /// use nimlab::{catalogue, sequence::Sequence};
    /// let mut set = Sequence::new(catalogue::heap_rule("subtraction:2,4,7")?);
    /// let period = set.prove(1_000)?.unwrap();
    /// assert_eq!(period.values()?, [0, 0, 1, 1, 2, 2, 0, 3, 1, 0, 2]);
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn values(&self) -> Result<Vec<u32>> {
        let length = self.preperiod.saturating_add(self.period);
        if length > super::MOST_HEAPS {
            return Err(Error::TooLarge {
                what: "one preperiod and one period".into(),
                given: format!("{length} values"),
                limit: super::MOST_HEAPS.to_string(),
                hint: "single heaps of any size are answered".into(),
            });
        }
        Ok(self.first_values(length as usize))
    }

    /// The first `count` values.
    ///
    /// ```
    /// use nimlab::{catalogue, sequence::Sequence};
    /// let mut set = Sequence::new(catalogue::heap_rule("subtraction:2,4,7")?);
    /// let period = set.prove(1_000)?.unwrap();
    /// assert_eq!(period.first_values(14)[8..], [1, 0, 2, 1, 0, 2]);
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn first_values(&self, count: usize) -> Vec<u32> {
        let stretch = usize::try_from(self.stretch).unwrap_or(usize::MAX);
        let mut values = Vec::with_capacity(count);
        for &value in &self.values {
            values.extend(std::iter::repeat_n(value, stretch.min(count - values.len())));
        }
        let period = self.period as usize;
        while values.len() < count {
            if self.saltus == 0 {
                // The copies double, and each is a whole number of periods.
                let from = self.preperiod as usize;
                let copied = (values.len() - from).min(count - values.len());
                values.extend_from_within(from..from + copied);
            } else {
                let next = u64::from(values[values.len() - period]) + self.saltus;
                values.push(u32::try_from(next).unwrap_or(u32::MAX));
            }
        }
        values
    }

    /// The dotted notation of the Slides: dots over the first and the last
    /// value of the period, and the saltus at the end.
    ///
    /// ```
    /// use nimlab::{catalogue, sequence::Sequence};
    /// let mut set = Sequence::new(catalogue::heap_rule("subtraction:2,4,7")?);
    /// let period = set.prove(1_000)?.unwrap();
    /// assert_eq!(period.dotted()?, "001122031\u{307}02\u{307}");
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn dotted(&self) -> Result<String> {
        Ok(dotted(&self.values()?, self.preperiod as usize, self.saltus))
    }

    /// The proof in one sentence.
    ///
    /// ```
    /// use nimlab::{catalogue, sequence::Sequence};
    /// let mut set = Sequence::new(catalogue::heap_rule("subtraction:2,4,7")?);
    /// let period = set.prove(1_000)?.unwrap();
    /// assert!(period.proof().starts_with("G(n + 3) = G(n) was checked for 8 ≤ n ≤ 14"));
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn proof(&self) -> String {
        let (l, p) = (self.preperiod, self.period);
        let equal = if self.saltus == 0 {
            format!("G(n + {p}) = G(n)")
        } else {
            format!("G(n + {p}) = G(n) + {}", self.saltus)
        };
        match self.theorem {
            PeriodTheorem::PowersOfTwo => self.theorem.statement().into(),
            _ => {
                let last = self.checked_to - p;
                let divided = match self.stretch {
                    1 => String::new(),
                    g => format!(
                        " (all moves are multiples of {g}: the values are those of the set divided by {g}, each for {g} heaps)"
                    ),
                };
                let exception = match l {
                    0 => String::new(),
                    _ => format!("; the last exception is n = {}", l - 1),
                };
                format!(
                    "{equal} was checked for {l} ≤ n ≤ {last}{divided}, and so holds for all n ≥ {l}{exception}. {}",
                    self.theorem.statement()
                )
            }
        }
    }

    /// A sentence that says which of the listed values a heap has.
    pub fn place(&self, heap: &UBig) -> String {
        if *heap < UBig::from(self.preperiod) + UBig::from(self.period) {
            return format!("G({})", shown(heap));
        }
        let rest = (heap - UBig::from(self.preperiod)) % UBig::from(self.period) + UBig::from(self.preperiod);
        let jump = if self.saltus == 0 { "" } else { " and the saltus for each period between" };
        format!("G({}) = G({}){jump}", shown(heap), shown(&rest))
    }
}

/// Values with a dot over the first and the last one of the period. Values
/// above 9 are set apart by commas; then the dot stands over the last digit.
///
/// ```
/// use nimlab::sequence::dotted;
/// assert_eq!(dotted(&[0, 1, 2, 0], 1, 0), "01\u{307}20\u{307}");
/// assert_eq!(dotted(&[0, 1], 0, 2), "0\u{307}1\u{307}(+2)");
/// assert_eq!(dotted(&[0, 10], 1, 0), "0,10\u{307}");
/// ```
pub fn dotted(values: &[u32], preperiod: usize, saltus: u64) -> String {
    let separator = if values.iter().any(|&value| value > 9) { "," } else { "" };
    let mut text = String::new();
    for (heap, value) in values.iter().enumerate() {
        let dot = if heap == preperiod || heap + 1 == values.len() { "\u{307}" } else { "" };
        let between = if heap == 0 { "" } else { separator };
        // Writing into a string cannot fail.
        let _ = write!(text, "{between}{value}{dot}");
    }
    if saltus > 0 {
        let _ = write!(text, "(+{saltus})");
    }
    text
}

//! Looking for a period in the values computed so far, and whether they prove it.

use super::detect::{self, first_period};
use super::growth::Growth;
use super::{Engine, Period, PeriodTheorem, Sequence};
use crate::error::Result;
use crate::{HeapPattern, HexCode};
use std::sync::Arc;

impl Sequence {
    /// A little more than the least number of values with which a proof can be complete.
    pub(super) fn first_target(&self) -> usize {
        let reach = match self.rule.pattern() {
            Some(HeapPattern::Take(set)) => set.max() / self.stretch,
            Some(HeapPattern::TakeAllBut(set)) => set.max().saturating_mul(2),
            Some(HeapPattern::TakeByDigits(code)) => code.most_taken(),
            Some(HeapPattern::TakeByHexDigits(code)) => code.most_taken(),
            _ => 0,
        };
        usize::try_from(reach.saturating_mul(2).saturating_add(60)).unwrap_or(usize::MAX)
    }

    /// Where values are cheap, the length doubles before the next look; where
    /// they are expensive, it grows by an eighth.
    pub(super) fn next_target(&self, target: usize) -> usize {
        match self.engine {
            Engine::Sparse(_) | Engine::Three(_) | Engine::Plain(_) => target + target / 8 + 8,
            _ => target * 2,
        }
    }

    /// The period that the first `most` values prove, if they do.
    pub(super) fn look_for_period(&self, most: usize) -> Result<Option<Arc<Period>>> {
        if let (Engine::Three(engine), Some(HeapPattern::TakeByHexDigits(code))) = (&self.engine, self.rule.pattern()) {
            return self.period_of_three(engine.values(), code);
        }
        Ok(self.seen_period(most))
    }

    fn seen_period(&self, most: usize) -> Option<Arc<Period>> {
        match (&self.engine, self.rule.pattern()) {
            (Engine::Subtraction(engine), Some(HeapPattern::Take(set))) => {
                let (values, reach) = (engine.values(), (set.max() / self.stretch) as usize);
                // Words hold more heaps than were asked for.
                let values = &values[..values.len().min(most)];
                let (l, p) = if reach <= 64 {
                    detect::first_recurrence(values, reach)?
                } else {
                    first_period(values, |l, p| (l + p).saturating_add(reach))?
                };
                self.found((l, p, 0), values[..l + p].iter().map(|&value| u32::from(value)).collect())
            }
            (Engine::AllBut(engine), Some(HeapPattern::TakeAllBut(set))) => {
                let values = engine.values();
                let differences = differences(values);
                // A set may reach further than any list of heaps.
                let window = (set.max() as usize).saturating_mul(2);
                let (l, p) = first_period(&differences, |l, p| (l + p).saturating_add(window))?;
                let saltus = u64::from(values[l + p]) - u64::from(values[l]);
                self.found((l, p, saltus), values[..l + p].to_vec())
            }
            (Engine::Sparse(engine), Some(HeapPattern::TakeByDigits(code))) => {
                let (values, most_taken) = (engine.values(), code.most_taken() as usize);
                let (l, p) = first_period(values, |l, p| 2 * l.max(1) + 2 * p + most_taken)?;
                self.found((l, p, 0), values[..l + p].iter().map(|&value| u32::from(value)).collect())
            }
            _ => None,
        }
    }

    /// The period of a hexadecimal game, whose values may grow.
    fn period_of_three(&self, values: &[u32], code: &HexCode) -> Result<Option<Arc<Period>>> {
        let most_taken = code.most_taken() as usize;
        if let Some((l, p)) = first_period(values, |l, p| 3 * (l.max(1) + p) + most_taken - 2) {
            return Ok(self.found((l, p, 0), values[..l + p].to_vec()));
        }
        let differences = differences(values);
        let growth = |l: usize, p: usize| {
            let saltus = values.get(l + p)?.checked_sub(values[l]).filter(|&saltus| saltus > 0)?;
            Some(Growth { values, preperiod: l.max(1), period: p, saltus: saltus as usize })
        };
        // There is one value more than there are differences.
        let needed = |l, p| growth(l, p).map_or(usize::MAX, |growth| growth.needed(code) - 1);
        let Some((l, p)) = first_period(&differences, needed) else { return Ok(None) };
        let Some(growth) = growth(l, p) else { return Ok(None) };
        let mut meter = self.budget.unwrap_or_default().meter(format!("the proof of a period of {}", self.rule));
        if !growth.is_proved(code, &mut meter)? {
            return Ok(None);
        }
        let (theorem, checked_to) = (PeriodTheorem::GrowingThreeParts, growth.needed(code) as u64 - 1);
        Ok(Some(Arc::new(Period {
            rule: self.rule.clone(),
            preperiod: l as u64,
            period: p as u64,
            saltus: growth.saltus as u64,
            theorem,
            checked_to,
            stretch: 1,
            values: values[..l + p].to_vec(),
        })))
    }

    /// The period of l and p values of the engine.
    pub(super) fn found(&self, (l, p, saltus): (usize, usize, u64), values: Vec<u32>) -> Option<Arc<Period>> {
        let stretch = self.stretch;
        let preperiod = (l as u64).checked_mul(stretch)?;
        let period = (p as u64).checked_mul(stretch)?;
        let theorem = PeriodTheorem::of(&self.rule)?;
        let checked_to = theorem.values_needed(&self.rule, preperiod, period)? - 1;
        let rule = self.rule.clone();
        Some(Arc::new(Period { rule, preperiod, period, saltus, theorem, checked_to, stretch, values }))
    }
}

/// What each value is more than the one before.
pub(super) fn differences(values: &[u32]) -> Vec<i64> {
    values.windows(2).map(|pair| i64::from(pair[1]) - i64::from(pair[0])).collect()
}

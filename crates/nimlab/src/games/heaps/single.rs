//! The single heaps of one Grundy value, in order, by a proved period: without
//! going through the heaps between them, and with an end where there is one.

use crate::Position;
use crate::number::UBig;
use crate::sequence::Period;

/// The heaps of one value.
pub(super) struct HeapsOfValue {
    /// Those that occur once: before the period, or all of them where the
    /// values grow.
    once: Vec<UBig>,
    /// Those of the first period that occur again in every other.
    again: Vec<u64>,
    period: UBig,
}

impl HeapsOfValue {
    pub fn of(period: &Period, value: u64) -> Self {
        let count = (period.preperiod + period.period) as usize;
        let values = (0u64..).zip(period.first_values(count));
        let found = |range: std::ops::Range<u64>| {
            let values = values.clone();
            values.filter(move |(heap, g)| range.contains(heap) && u64::from(*g) == value).map(|(heap, _)| heap)
        };
        let first = period.preperiod..period.preperiod + period.period;
        let mut once: Vec<UBig> = found(0..period.preperiod).map(UBig::from).collect();
        let mut again = Vec::new();
        if period.saltus == 0 {
            again = found(first).collect();
        } else {
            // G(h + k·p) = G(h) + k·s: each heap of the first period meets a value at most once.
            for (heap, g) in values.clone().filter(|(heap, _)| first.contains(heap)) {
                let more = value.checked_sub(u64::from(g)).filter(|more| more % period.saltus == 0);
                once.extend(
                    more.map(|more| UBig::from(heap) + UBig::from(more / period.saltus) * UBig::from(period.period)),
                );
            }
            once.sort();
        }
        Self { once, again, period: UBig::from(period.period) }
    }

    /// Heap number n, from 0 on; `None` after the last.
    fn get(&self, n: &UBig) -> Option<UBig> {
        if let Some(heap) = usize::try_from(n).ok().and_then(|n| self.once.get(n)) {
            return Some(heap.clone());
        }
        if self.again.is_empty() {
            return None;
        }
        let n = n - UBig::from(self.once.len());
        let each = UBig::from(self.again.len());
        let at = usize::try_from(&(&n % &each)).ok()?;
        Some(UBig::from(self.again[at]) + n / each * &self.period)
    }

    /// The positions from number `from` on.
    pub fn positions(self, from: UBig) -> impl Iterator<Item = Position> {
        let mut next = from;
        std::iter::from_fn(move || {
            let heap = self.get(&next)?;
            next += UBig::ONE;
            Some(Position::new(vec![heap], false))
        })
    }
}

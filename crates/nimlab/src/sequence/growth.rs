//! Whether values that grow in arithmetic progressions so far do so forever: the finder's side of the
//! theorem about hexadecimal games. What it says and why it is right stands in
//! [`super::verify_hex`], which checks it in another way.
//!
//! Here both halves are tables. That no option has its heap's value is told by the largest sum of two
//! values for each total and each nim-sum of their last bits; that every smaller value is
//! made, by marking what each heap makes beside all rests of a small value.

use crate::Meter;
use crate::error::Result;
use crate::heap_code::HexCode;

/// A claim that G(n + p) = G(n) + s for all n ≥ l, where l ≥ 1 and s > 0.
pub(super) struct Growth<'v> {
    pub values: &'v [u32],
    pub preperiod: usize,
    pub period: usize,
    pub saltus: usize,
}

impl Growth<'_> {
    /// How many values the proof uses, for a code.
    pub fn needed(&self, code: &HexCode) -> usize {
        let (l, p, s) = (self.preperiod, 2 * self.period, 2 * self.saltus);
        let largest = |from: usize, to: usize| {
            let values = self.values.get(from..to.min(self.values.len())).unwrap_or(&[]);
            values.iter().max().map_or(0, |&value| value as usize)
        };
        let periods = largest(0, l) / s + largest(l, l + p) / s + 9;
        self.first_shown(l, periods, p, code).saturating_add(2 * p)
    }

    fn first_shown(&self, l: usize, periods: usize, p: usize, code: &HexCode) -> usize {
        (3 * l).saturating_add(periods.saturating_mul(p)).saturating_add(code.most_taken() as usize)
    }

    /// Whether it is proved by the values that are needed, which must be there.
    pub fn is_proved(&self, code: &HexCode, meter: &mut Meter) -> Result<bool> {
        Ok(self.no_option_has_the_value(code, meter)? && self.all_smaller_values_are_made(code, meter)?)
    }

    /// The value of any heap by the claim.
    fn value(&self, heap: usize) -> usize {
        let beyond = heap.saturating_sub(self.preperiod) / self.period;
        self.values[heap - beyond * self.period] as usize + beyond * self.saltus
    }

    fn no_option_has_the_value(&self, code: &HexCode, meter: &mut Meter) -> Result<bool> {
        let (l, p) = (self.preperiod, self.period);
        let bits = self.saltus.trailing_zeros();
        let last_bits = 2usize << bits;
        // For each total and each nim-sum modulo `last_bits`, the largest sum of values, with one heap
        // from l to l + p − 1 and the others up to there, from the first number on.
        let end = l + p;
        meter.take_for::<[Option<usize>; 6]>((end * last_bits) as u64)?;
        meter.take_for::<[usize; 3]>((l * l / 2) as u64)?;
        let none = vec![None; last_bits];
        let mut one = vec![none.clone(); end];
        for (heap, row) in one.iter_mut().enumerate().skip(l) {
            row[self.value(heap) % last_bits] = Some(self.value(heap));
        }
        // Two large heaps; two large heaps and one of any size.
        let (mut two, mut three) = (vec![none.clone(); 2 * end], vec![none; 3 * end]);
        self.add(&one, l..end, &mut two, meter)?;
        self.add(&two, 1..end, &mut three, meter)?;
        let fails = |sums: &[Vec<Option<usize>>], taken: usize| {
            sums.iter().enumerate().any(|(total, row)| {
                let value = self.value(total + taken);
                row[value % last_bits].is_some_and(|sum| sum >= value)
            })
        };
        // What stands beside one large heap: nothing, or small heaps.
        let mut beside = vec![(0, 0, 2u8)];
        beside.extend((1..l).map(|a| (a, self.value(a), 4)));
        for a in 1..l {
            beside.extend((a..l).map(|b| (a + b, self.value(a) ^ self.value(b), 8)));
        }
        beside.sort_unstable();
        beside.dedup();
        meter.tick((code.digits().len() * beside.len()) as u64 / 4 * self.period as u64)?;
        Ok(code.digits().iter().enumerate().all(|(taken, &digit)| {
            let of_one = |heap: usize| {
                beside.iter().filter(|(_, _, bit)| digit & bit != 0).any(|&(size, other, _)| {
                    let (own, whole) = (self.value(heap), self.value(heap + size + taken));
                    // own ⊕ other = own + other − 2·(own & other), where the last bits of own & other are known
                    // and the others may be anything below other.
                    let common = match (own + other).checked_sub(whole) {
                        Some(double) if double % 2 == 0 => double / 2,
                        _ => return false,
                    };
                    let known = (1usize << bits) - 1;
                    common & !other == 0 && (own & other & known) == common & known
                })
            };
            !((digit & 4 != 0 && fails(&two, taken))
                || (digit & 8 != 0 && fails(&three, taken))
                || (l..end).any(of_one))
        }))
    }

    /// Puts another heap beside those of a table.
    fn add(
        &self,
        table: &[Vec<Option<usize>>],
        heaps: std::ops::Range<usize>,
        sums: &mut [Vec<Option<usize>>],
        meter: &mut Meter,
    ) -> Result<()> {
        for (total, row) in table.iter().enumerate() {
            meter.tick((row.len() * heaps.len()) as u64 / 4)?;
            for (bits, &sum) in row.iter().enumerate() {
                let Some(sum) = sum else { continue };
                for heap in heaps.clone() {
                    let value = self.value(heap);
                    let place = &mut sums[total + heap][bits ^ (value % row.len())];
                    *place = (*place).max(Some(sum + value));
                }
            }
        }
        Ok(())
    }

    fn all_smaller_values_are_made(&self, code: &HexCode, meter: &mut Meter) -> Result<bool> {
        let (l, p, s) = (self.preperiod, 2 * self.period, 2 * self.saltus);
        let end = self.needed(code);
        let first = end - 2 * p;
        let unit = 1usize << s.trailing_zeros();
        let largest = (0..l).map(|heap| self.value(heap)).max().unwrap_or(0);
        let steady_below = s + (largest / unit + 1) * unit;
        // The nim-sums below the unit of two heaps with each total: any two, and two from l on.
        meter.take((2 * end * unit) as u64)?;
        let (mut any, mut steady) = (vec![vec![false; unit]; end], vec![vec![false; unit]; end]);
        for a in 1..end {
            meter.tick(end as u64)?;
            for b in a..end - a {
                let sum = self.value(a) ^ self.value(b);
                if sum < unit {
                    any[a + b][sum] = true;
                    steady[a + b][sum] |= a >= l;
                }
            }
        }
        for heap in first..end {
            meter.tick((code.digits().len() * heap * unit) as u64 / 4)?;
            let mut made = vec![false; self.value(heap).max(steady_below)];
            let mut make = |value: usize, is_steady: bool| {
                if value < made.len() && (is_steady || value >= steady_below) {
                    made[value] = true;
                }
            };
            for (taken, &digit) in code.digits().iter().enumerate().take_while(|(taken, _)| *taken < heap) {
                for small in (0..unit).filter(|&small| digit & 4 != 0 && steady[heap - taken][small]) {
                    make(small, true);
                }
                if digit & 2 != 0 && taken > 0 {
                    make(self.value(heap - taken), false);
                }
                for a in 1..heap - taken {
                    let rest = heap - taken - a;
                    if digit & 4 != 0 && self.value(rest) < unit {
                        make(self.value(a) ^ self.value(rest), false);
                    }
                    if digit & 8 != 0 {
                        for small in 0..unit {
                            if any[rest][small] {
                                make(self.value(a) ^ small, steady[rest][small]);
                            }
                        }
                    }
                }
            }
            if made.contains(&false) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

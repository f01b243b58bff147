//! Tables of pairs in machine words, as fast as memory takes them.
//!
//! nα advances by α with each row. We keep it in fixed point with 64 bits
//! behind the point: a row costs an addition with carry and two stores. Each
//! block starts from an exact value, so that after k rows the true fraction
//! exceeds ours by less than (k + 1)/2⁶⁴. The floor can therefore be wrong only
//! if our fraction is within that distance of 1; such a row (one in 2⁵⁰) is
//! recomputed exactly.

use crate::error::{Error, Result};
use crate::game::Rows;
use crate::number::{IBig, SquareRoot, UBig};
use crate::numeration::Beatty;

/// Rows between two exact starting values.
const BLOCK: u64 = 1 << 14;

/// The pairs (A_n, B_n) of normal play in machine words, from any row on.
#[derive(Debug, Clone)]
pub struct Table {
    beatty: Beatty,
    a: u64,
    /// The fraction of α, times 2⁶⁴, rounded down.
    step: u64,
}

impl Table {
    /// The table for a parameter.
    pub fn new(a: u64) -> Self {
        let beatty = Beatty::new(UBig::from(a));
        let step = scaled(&beatty, &UBig::ONE).1;
        Self { beatty, a, step }
    }

    /// The number of rows for which all numbers fit into 63 bits.
    pub fn rows(&self) -> u64 {
        // B_n < (a + 2)n.
        (1 << 63) / self.a.saturating_add(2)
    }

    /// Writes A_n and B_n for n = from, from + 1, … into two slices of the same
    /// length.
    ///
    /// ```
    /// use nimlab::games::wythoff::Table;
    /// let (mut lower, mut upper) = ([0; 4], [0; 4]);
    /// Table::new(2).fill(7, &mut lower, &mut upper).unwrap();
    /// assert_eq!((lower, upper), ([9, 11, 12, 14], [23, 27, 30, 34])); // Thesis-W, table 2
    /// ```
    pub fn fill(&self, from: u64, lower: &mut [u64], upper: &mut [u64]) -> Result<()> {
        let rows = lower.len().min(upper.len());
        self.check(from, rows)?;
        let mut n = from;
        for (lower, upper) in lower[..rows].chunks_mut(BLOCK as usize).zip(upper[..rows].chunks_mut(BLOCK as usize)) {
            self.fill_block(n, lower, upper);
            n += lower.len() as u64;
        }
        Ok(())
    }

    fn check(&self, from: u64, rows: usize) -> Result<()> {
        let limit = self.rows();
        if from.saturating_add(rows as u64) <= limit {
            return Ok(());
        }
        Err(Error::TooLarge {
            what: "this row for machine words".into(),
            given: format!("row {}", from.saturating_add(rows as u64)),
            limit: limit.to_string(),
            hint: "single positions of any number: nimlab cold wythoff --from 1e100 --count 1".into(),
        })
    }

    fn fill_block(&self, from: u64, lower: &mut [u64], upper: &mut [u64]) {
        let (mut whole, mut fraction) = scaled(&self.beatty, &UBig::from(from));
        let mut difference = from * self.a;
        let mut highest = 0;
        for (a, b) in lower.iter_mut().zip(upper.iter_mut()) {
            *a = whole;
            *b = whole + difference;
            highest = highest.max(fraction);
            let (sum, carry) = fraction.overflowing_add(self.step);
            fraction = sum;
            whole += 1 + u64::from(carry);
            difference += self.a;
        }
        if highest >= u64::MAX - BLOCK {
            self.fill_exactly(from, lower, upper);
        }
    }

    /// A block with a row too close to call, by square roots.
    #[cold]
    fn fill_exactly(&self, from: u64, lower: &mut [u64], upper: &mut [u64]) {
        for (n, (a, b)) in (from..).zip(lower.iter_mut().zip(upper.iter_mut())) {
            *a = scaled(&self.beatty, &UBig::from(n)).0;
            *b = *a + n * self.a;
        }
    }
}

/// ⌊nα·2⁶⁴⌋ as its whole part and its fraction.
///
/// With D = a² + 4, nα·2⁶⁴ = ((2 − a)n·2⁶⁴ + √(n²D·2¹²⁸)) / 2.
fn scaled(beatty: &Beatty, n: &UBig) -> (u64, u64) {
    let root = ((n.sqr() * (beatty.a().sqr() + UBig::from(4u8))) << 128usize).sqrt();
    let linear = (IBig::from(2u8) - IBig::from(beatty.a().clone())) * IBig::from(n << 64usize);
    let fixed = UBig::try_from((linear + IBig::from(root)) >> 1usize).unwrap_or_default();
    let fixed = u128::try_from(&fixed).unwrap_or(u128::MAX);
    ((fixed >> 64) as u64, fixed as u64)
}

/// The table as a stream of rows for writing out.
#[derive(Debug, Clone)]
pub struct Stream {
    table: Table,
    next: u64,
    lower: Vec<u64>,
    upper: Vec<u64>,
}

impl Stream {
    /// The rows from number `from` on.
    pub fn from(a: u64, from: u64) -> Self {
        Self { table: Table::new(a), next: from, lower: Vec::new(), upper: Vec::new() }
    }
}

impl Rows for Stream {
    fn fill(&mut self, rows: usize, block: &mut Vec<u64>) -> Result<()> {
        self.lower.resize(rows, 0);
        self.upper.resize(rows, 0);
        self.table.fill(self.next, &mut self.lower, &mut self.upper)?;
        self.next += rows as u64;
        block.clear();
        block.extend(self.lower.iter().zip(&self.upper).flat_map(|(&a, &b)| [a, b]));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_the_algebraic_formula_row_by_row() {
        for a in [1u64, 2, 3, 7, 1000, 1 << 40] {
            let beatty = Beatty::new(UBig::from(a));
            let table = Table::new(a);
            for from in [0, 1, 12_345, table.rows() / 3, table.rows() - 20_000] {
                let (mut lower, mut upper) = (vec![0; 20_000], vec![0; 20_000]);
                table.fill(from, &mut lower, &mut upper).unwrap();
                for k in (0..20_000).step_by(97).chain(16_380..16_390) {
                    let n = UBig::from(from + k as u64);
                    assert_eq!(UBig::from(lower[k]), beatty.lower(&n), "a = {a}, n = {n}");
                    assert_eq!(UBig::from(upper[k]), beatty.upper(&n), "a = {a}, n = {n}");
                }
            }
            assert!(table.fill(table.rows(), &mut [0], &mut [0]).is_err());
        }
    }

    #[test]
    fn a_block_too_close_to_call_is_filled_exactly() {
        let table = Table::new(2);
        let from = table.rows() - 100;
        let (mut lower, mut upper) = ([0; 100], [0; 100]);
        let (mut exact_lower, mut exact_upper) = ([0; 100], [0; 100]);
        table.fill(from, &mut lower, &mut upper).unwrap();
        table.fill_exactly(from, &mut exact_lower, &mut exact_upper);
        assert_eq!((lower, upper), (exact_lower, exact_upper));
    }
}

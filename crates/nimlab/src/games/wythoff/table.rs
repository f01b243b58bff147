//! Tables of pairs in machine words, as fast as memory takes them.
//!
//! nα advances by α with each row. We keep it in fixed point, 16 bits before
//! the point and 48 after it, counted from an exact value at the start of each
//! block: a row costs an addition, a shift and its two stores. Both the start
//! and α are rounded down, so that after k rows the true value exceeds ours by
//! less than (k + 1)/2⁴⁸. The floor can therefore be wrong only if adding one
//! block's worth of that error reaches the next whole number; a block with such
//! a row (one in 2²⁰) is recomputed exactly.
//!
//! What is left is the price of memory, and two things were measured to matter. A piece
//! of the lower column is written before the same piece of the upper one: storing to
//! each in turn is up to three times slower, and wider vectors than the compiler's own
//! then gain nothing. And a table in new memory costs more for its first touch than for
//! its numbers: see `memory.rs`. The record is in `benches/record/`.

use crate::error::{Error, Result};
use crate::number::{IBig, SquareRoot, UBig};
use crate::numeration::Beatty;
use crate::{Hint, Rows, Term, memory};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Rows between two exact starting values: α < 2, so that 2¹⁴ steps fit into
/// 16 bits before the point.
const BLOCK: u64 = 1 << 14;

/// Bits after the point.
const FRACTION: u32 = 48;

/// Rows of one column that are written before those of the other: 4 KiB.
const PIECE: usize = 512;

/// Rows that one thread takes at a time: 8 MiB of each column, a few huge pages.
const SHARE: usize = 1 << 20;

/// The pairs (A_n, B_n) of normal play in machine words, from any row on.
///
/// ```
/// use nimlab::games::wythoff::PairTable;
/// let (mut a, mut b) = ([0; 4], [0; 4]);
/// PairTable::new(1).fill(5, &mut a, &mut b)?;
/// assert_eq!((a, b), ([8, 9, 11, 12], [13, 15, 18, 20]));
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct PairTable {
    beatty: Beatty,
    a: u64,
    /// α·2⁴⁸, rounded down.
    step: u64,
}

impl PairTable {
    /// The table for a parameter.
    pub fn new(a: u64) -> Self {
        let beatty = Beatty::new(UBig::from(a));
        let step = packed(scaled(&beatty, &UBig::ONE));
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
    /// use nimlab::games::wythoff::PairTable;
    /// let (mut lower, mut upper) = ([0; 4], [0; 4]);
    /// PairTable::new(2).fill(7, &mut lower, &mut upper).unwrap();
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

    /// The first `rows` rows of the table for a ≥ 1 in new memory, A_n in the
    /// first column and B_n in the second, computed on all cores.
    ///
    /// Fails if the memory is not available; [`PairStream`] needs next to none.
    ///
    /// ```
    /// use nimlab::games::wythoff::PairTable;
    /// let (lower, upper) = PairTable::build(1, 5).unwrap();
    /// assert_eq!((lower, upper), (vec![0, 1, 3, 4, 6], vec![0, 2, 5, 7, 10])); // Thesis-W, table 1
    /// ```
    pub fn build(a: u64, rows: usize) -> Result<(Vec<u64>, Vec<u64>)> {
        let table = Self::new(a);
        table.check(0, rows)?;
        let (mut lower, mut upper) = (memory::zeros(rows)?, memory::zeros(rows)?);
        table.fill_on_all_cores(&mut lower, &mut upper)?;
        Ok((lower, upper))
    }

    /// [`PairTable::fill`] from row 0, in shares that the threads take in turn.
    fn fill_on_all_cores(&self, lower: &mut [u64], upper: &mut [u64]) -> Result<()> {
        let count = lower.len().div_ceil(SHARE);
        let threads = thread::available_parallelism().map_or(1, usize::from).min(count);
        if threads <= 1 {
            return self.fill(0, lower, upper);
        }
        let shares = Mutex::new((0u64..).step_by(SHARE).zip(lower.chunks_mut(SHARE).zip(upper.chunks_mut(SHARE))));
        let next = || shares.lock().unwrap_or_else(PoisonError::into_inner).next();
        let work = || -> Result<()> {
            while let Some((from, (lower, upper))) = next() {
                self.fill(from, lower, upper)?;
            }
            Ok(())
        };
        thread::scope(|scope| {
            for _ in 1..threads {
                // A thread that cannot be started leaves its work to the others.
                let _ = thread::Builder::new().spawn_scoped(scope, work);
            }
            work()
        })
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
            hint: Hint::new(
                "single positions of any number",
                [Term::POSITIONS, Term::game("wythoff"), Term::from("1e100"), Term::count(1)],
            ),
        })
    }

    fn fill_block(&self, from: u64, lower: &mut [u64], upper: &mut [u64]) {
        if !self.fill_fast(from, lower, upper) {
            self.fill_exactly(from, lower, upper);
        }
    }

    /// Fills a block by repeated addition; false if a row was too close to call.
    fn fill_fast(&self, from: u64, lower: &mut [u64], upper: &mut [u64]) -> bool {
        let (base, fraction) = scaled(&self.beatty, &UBig::from(from));
        let mut offset = packed((0, fraction));
        let mut difference = from * self.a;
        // Bits in which ours and the greatest possible true value differ.
        let mut doubt = 0;
        for (lower, upper) in lower.chunks_mut(PIECE).zip(upper.chunks_mut(PIECE)) {
            for a in lower.iter_mut() {
                *a = base + (offset >> FRACTION);
                doubt |= offset ^ (offset + BLOCK);
                offset += self.step;
            }
            for (a, b) in lower.iter().zip(upper) {
                *b = *a + difference;
                difference += self.a;
            }
        }
        doubt >> FRACTION == 0
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

/// A value that [`scaled`] gave, with 48 bits after the point.
fn packed((whole, fraction): (u64, u64)) -> u64 {
    whole << FRACTION | fraction >> (u64::BITS - FRACTION)
}

/// The table as a stream of rows for writing out.
///
/// ```
/// use nimlab::{Rows, games::wythoff::PairStream};
/// let mut block = Vec::new();
/// PairStream::from(1, 3).fill(2, &mut block)?;
/// assert_eq!(block, [4, 7, 6, 10]);
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct PairStream {
    table: PairTable,
    next: u64,
    lower: Vec<u64>,
    upper: Vec<u64>,
}

impl PairStream {
    /// The rows from number `from` on.
    pub fn from(a: u64, from: u64) -> Self {
        Self { table: PairTable::new(a), next: from, lower: Vec::new(), upper: Vec::new() }
    }
}

impl Rows for PairStream {
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
    use crate::numeration::System;

    #[test]
    fn a_table_is_the_algebraic_formula_row_by_row() {
        for a in [1u64, 2, 3, 7, 1000, 1 << 40] {
            let beatty = Beatty::new(UBig::from(a));
            let table = PairTable::new(a);
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

    /// The denominators q of the convergents of α come closest to whole
    /// numbers, and every other one from below: there the fast way must give
    /// up, and the table must be right all the same.
    #[test]
    fn a_block_too_close_to_call_is_filled_exactly() {
        for a in [1u64, 2, 3, 10] {
            let beatty = Beatty::new(UBig::from(a));
            let table = PairTable::new(a);
            let weights = System::q(UBig::from(a)).weights(100);
            let mut given_up = 0;
            for n in weights.iter().filter_map(|q| u64::try_from(q).ok()).filter(|&q| q > BLOCK && q < table.rows()) {
                for from in [n - 1000, n] {
                    let (mut lower, mut upper) = (vec![0; 1001], vec![0; 1001]);
                    given_up += u64::from(!table.fill_fast(from, &mut lower, &mut upper));
                    table.fill(from, &mut lower, &mut upper).unwrap();
                    for (n, (lower, upper)) in (from..).zip(lower.into_iter().zip(upper)) {
                        let exact = beatty.lower(&UBig::from(n));
                        assert_eq!(UBig::from(lower), exact, "a = {a}, n = {n}");
                        assert_eq!(UBig::from(upper), exact + UBig::from(a * n), "a = {a}, n = {n}");
                    }
                }
            }
            assert!(given_up >= 4, "a = {a}: {given_up}");
        }
    }

    #[test]
    fn a_block_is_filled_the_same_way_fast_and_exactly() {
        let table = PairTable::new(2);
        for from in [0, 1, 1 << 40, table.rows() - BLOCK] {
            let (mut fast, mut exact) = (vec![[0; BLOCK as usize]; 2], vec![[0; BLOCK as usize]; 2]);
            let [lower, upper] = &mut fast[..] else { unreachable!() };
            assert!(table.fill_fast(from, lower, upper));
            let [lower, upper] = &mut exact[..] else { unreachable!() };
            table.fill_exactly(from, lower, upper);
            assert_eq!(fast, exact);
        }
    }

    #[test]
    fn a_table_built_on_all_cores_is_the_one_filled_in_one_go() {
        let rows = 2 * SHARE + 12_345;
        let (mut lower, mut upper) = (vec![0; rows], vec![0; rows]);
        PairTable::new(3).fill(0, &mut lower, &mut upper).unwrap();
        assert_eq!(PairTable::build(3, rows).unwrap(), (lower, upper));
        assert_eq!(PairTable::build(3, 0).unwrap(), (vec![], vec![]));
    }

    #[test]
    fn a_table_that_does_not_fit_is_refused() {
        assert!(matches!(PairTable::build(1, 1 << 59), Err(Error::TooLarge { .. })));
        assert!(matches!(PairTable::build(1, usize::MAX), Err(Error::TooLarge { .. })));
    }
}

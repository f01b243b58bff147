//! A theorem about first piles, ready to be asked: positions of any size.
//!
//! On a diagonal of a plane there is at most one P-position. From N1 on the automaton
//! gives it; those of smaller differences have small numbers and are computed. So all
//! winning moves are found from the digits of a few numbers.

use super::certificate::{PilesCertificate, PlaneText};
use crate::automata::Numbers;
use crate::error::Result;
use crate::number::UBig;
use crate::numeration::Beatty;
use crate::solve::planes::{Planes, steps};
use crate::{Analysis, Budget, Meter, Position};
use std::sync::{Mutex, PoisonError};

/// A theorem about the first piles up to some number.
///
/// ```
/// let theorem = nimlab::prove::known_first_piles().unwrap();
/// assert!(theorem.statement().starts_with("Fraenkel's conjectures hold"));
/// ```
#[derive(Debug)]
pub struct FirstPiles {
    numbers: Numbers,
    planes: Vec<PlaneText>,
    /// The positions with small numbers, as far as they were needed.
    small: Mutex<Planes>,
}

/// A difference of the second and the third pile, which may be negative, with the
/// digits of its size.
struct Diagonal {
    is_negative: bool,
    size: UBig,
    word: Vec<u32>,
    /// The size with a digit 0 appended.
    appended: UBig,
}

impl FirstPiles {
    /// The theorem of a certificate. Nothing is checked but that it can be read.
    ///
    /// ```
    /// use nimlab::prove::{FirstPiles, KEPT_FIRST_PILES, PilesCertificate};
    /// let theorem = FirstPiles::read(&PilesCertificate::from_json(KEPT_FIRST_PILES)?).unwrap();
    /// assert_eq!(theorem.planes()[0].first_pile, 0);
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn read(certificate: &PilesCertificate) -> Option<FirstPiles> {
        let sound = |plane: &PlaneText| {
            let states = plane.states.len();
            let row = |row: &Vec<u32>| !row.is_empty() && row.iter().all(|&to| (to as usize) < states);
            states > 0 && plane.states.iter().all(|state| row(&state.1))
        };
        let numbers = Numbers::named(&certificate.system).ok()?;
        let all = !certificate.planes.is_empty() && certificate.planes.iter().all(sound);
        all.then(|| Self { numbers, planes: certificate.planes.clone(), small: Mutex::default() })
    }

    /// The largest first pile.
    ///
    /// ```
    /// let theorem = nimlab::prove::known_first_piles().unwrap();
    /// assert_eq!(theorem.largest() as usize + 1, theorem.planes().len());
    /// ```
    pub fn largest(&self) -> u64 {
        self.planes.len() as u64 - 1
    }

    /// What it says of each first pile.
    pub fn planes(&self) -> &[PlaneText] {
        &self.planes
    }

    /// The theorem in words.
    pub fn statement(&self) -> String {
        PilesCertificate::says(self.largest())
    }

    /// Runs a function on the planes up to m, which know all their P-positions with
    /// differences below N1 and a second pile up to y.
    fn with_small<T>(&self, m: u64, y: &UBig, budget: Budget, run: impl FnOnce(&Planes) -> Result<T>) -> Result<T> {
        let mut small = self.small.lock().unwrap_or_else(PoisonError::into_inner);
        let mut meter = budget.meter("the first positions of a plane");
        let most = self.planes[..=m as usize].iter().map(|plane| self.first_row(plane)).max().unwrap_or(0);
        let row = u64::try_from(y).map_or(most, |y| y.min(most));
        small.advance(m, row, &mut meter)?;
        run(&small)
    }

    /// No position with a difference below N1 has a larger second pile.
    fn first_row(&self, plane: &PlaneText) -> u64 {
        let offsets = plane.states.iter().filter_map(|state| state.0);
        (plane.n1 * 2).saturating_add_signed(offsets.max().unwrap_or(0)) + 1
    }

    /// The number B(n) of a difference n from N1 on; `None` below.
    fn smaller(&self, m: u64, of: &Diagonal) -> Option<UBig> {
        let plane = &self.planes[m as usize];
        let mut state = 0;
        for &digit in &of.word {
            state = *plane.states[state as usize].1.get(digit as usize)?;
        }
        let zeros = of.word.iter().rev().take_while(|&&digit| digit == 0).count();
        let even = !of.size.is_zero() && zeros.is_multiple_of(2);
        let shift = plane.states[state as usize].0? - i64::from(even);
        Some(moved(&of.appended, shift))
    }

    fn diagonal(&self, size: UBig, is_negative: bool, budget: Budget) -> Result<Diagonal> {
        let word = self.numbers.word_of(&size, budget)?;
        let longer = word.iter().copied().chain((!word.is_empty()).then_some(0)).collect();
        let appended = self.numbers.number_of(longer, budget)?;
        Ok(Diagonal { is_negative, size, word, appended })
    }

    /// The P-position (m, y, z) with z − y on a diagonal, if there is one.
    fn on_diagonal(&self, m: u64, of: &Diagonal, small: &Planes) -> Option<[UBig; 2]> {
        let known = || {
            let d = i64::try_from(&of.size).ok()?;
            small.on_diagonal(m, d).map(|(smaller, _)| UBig::from(smaller as u64))
        };
        let smaller = self.smaller(m, of).or_else(known)?;
        let larger = &smaller + &of.size;
        Some(if of.is_negative { [larger, smaller] } else { [smaller, larger] })
    }

    /// The partner of a number in plane m.
    fn partner(&self, m: u64, number: &UBig, small: &Planes, budget: Budget) -> Result<Option<UBig>> {
        if let Some(partner) = u64::try_from(number).ok().and_then(|number| small.partner(m, number)) {
            return Ok(Some(partner.into()));
        }
        let offsets = self.planes[m as usize].states.iter().filter_map(|state| state.0);
        let (least, most) = (offsets.clone().min().unwrap_or(0), offsets.max().unwrap_or(0));
        let golden = Beatty::new(UBig::ONE);
        for upper in [false, true] {
            // ⌊nφ⌋ or ⌊nφ²⌋ lies between these, and so n does.
            let over = |bound: UBig| {
                let bound = bound.max(UBig::ONE);
                if upper { golden.over_beta(&bound) } else { golden.over_alpha(&bound) }
            };
            let mut low = over(moved(number, -most)).max(self.planes[m as usize].n1.into());
            let mut high = over(moved(number, -least) + UBig::ONE) + UBig::ONE;
            while low <= high {
                let middle: UBig = (&low + &high) >> 1;
                let Some(smaller) = self.smaller(m, &self.diagonal(middle.clone(), false, budget)?) else { break };
                let larger = &smaller + &middle;
                let (own, partner) = if upper { (&larger, &smaller) } else { (&smaller, &larger) };
                match own.cmp(number) {
                    std::cmp::Ordering::Equal => return Ok(Some(partner.clone())),
                    std::cmp::Ordering::Less => low = middle + UBig::ONE,
                    std::cmp::Ordering::Greater if middle.is_zero() => break,
                    std::cmp::Ordering::Greater => high = middle - UBig::ONE,
                }
            }
        }
        Ok(None)
    }

    /// Outcome and all winning moves of a sorted position; `None` if its smallest
    /// pile is too large for the theorem.
    pub(crate) fn analyse(&self, position: &[UBig], budget: Budget) -> Result<Option<Analysis>> {
        let [m, y, z] = position else { return Ok(None) };
        let Some(m) = u64::try_from(m).ok().filter(|&m| m <= self.largest()) else { return Ok(None) };
        self.with_small(m, y, budget, |small| self.analysed(m, [y, z], small, budget)).map(Some)
    }

    fn analysed(&self, m: u64, [y, z]: [&UBig; 2], small: &Planes, budget: Budget) -> Result<Analysis> {
        let mut meter: Meter = budget.meter("the digits of a position");
        let d = z - y;
        let own = self.diagonal(d.clone(), false, budget)?;
        let beside = self.on_diagonal(m, &own, small);
        if beside.as_ref().is_some_and(|to| [&to[0], &to[1]] == [y, z]) {
            return Ok(Analysis::lost());
        }
        let mut moves: Vec<[UBig; 3]> = Vec::new();
        moves.extend(beside.filter(|to| to[0] < *y).map(|[y, z]| [m.into(), y, z]));
        moves.extend(self.partner(m, y, small, budget)?.filter(|to| to < z).map(|to| [m.into(), y.clone(), to]));
        moves.extend(self.partner(m, z, small, budget)?.filter(|to| to < y).map(|to| [m.into(), to, z.clone()]));
        for j in 0..m {
            let alone = self.on_diagonal(j, &own, small).filter(|to| [&to[0], &to[1]] == [y, z]);
            moves.extend(alone.map(|[y, z]| [j.into(), y, z]));
        }
        for step in -(m as i64)..=m as i64 {
            let taken = UBig::from(step.unsigned_abs());
            let diagonal = match step {
                ..0 => self.diagonal(&d + taken, false, budget)?,
                _ if d >= taken => self.diagonal(&d - taken, false, budget)?,
                _ => self.diagonal(taken - &d, true, budget)?,
            };
            for j in (0..m).filter(|j| steps(m - j).contains(&step)) {
                meter.tick(1 + diagonal.word.len() as u64)?;
                let Some([to_y, to_z]) = self.on_diagonal(j, &diagonal, small) else { continue };
                if to_y <= *y && to_z <= *z && (y - &to_y) ^ (z - &to_z) == UBig::from(m - j) {
                    moves.push([j.into(), to_y, to_z]);
                }
            }
        }
        let sorted = |mut to: [UBig; 3]| {
            to.sort_unstable();
            Position::new(to.to_vec(), false)
        };
        Ok(Analysis::by_moves(moves.into_iter().map(sorted).collect()))
    }

    /// The P-position number k of those with first pile m and a second pile of at
    /// least m, by the second pile; the first is number 0.
    pub(crate) fn position(&self, m: u64, k: &UBig, budget: Budget) -> Result<[UBig; 3]> {
        let n1 = self.planes[m as usize].n1;
        // The positions before the one of the difference N1.
        let first = self.with_small(m, &UBig::from(u64::MAX), budget, |small| {
            let pairs = small.pairs(m).into_iter().filter(|&(y, _)| y >= m);
            Ok(pairs.take_while(|&(y, z)| z - y != n1).collect::<Vec<_>>())
        })?;
        if let Some(&(y, z)) = usize::try_from(k).ok().and_then(|k| first.get(k)) {
            return Ok([m, y, z].map(UBig::from));
        }
        let n = k - UBig::from(first.len()) + UBig::from(n1);
        let y = self.smaller(m, &self.diagonal(n.clone(), false, budget)?).unwrap_or(UBig::ZERO);
        let z = &y + n;
        Ok([m.into(), y, z])
    }
}

/// A number plus another, which may be negative; never below 0.
fn moved(number: &UBig, by: i64) -> UBig {
    let size = UBig::from(by.unsigned_abs());
    match by {
        0.. => number + size,
        _ if *number >= size => number - size,
        _ => UBig::ZERO,
    }
}

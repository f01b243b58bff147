//! Lists of the P-positions of three piles: all of them by their largest pile, and
//! those with a given first pile by the next one.

use super::Fraenkel;
use crate::error::{Error, Result};
use crate::number::UBig;
use crate::prove::known_first_piles;
use crate::solve::planes::Planes;
use crate::solve::{one_by_one, ordered};
use crate::stream::Triple;
use crate::{List, ListQuery, Meter, Position, Rows};

/// The P-positions with a first pile, by the next one.
pub(super) fn beside<'g>(pile: u64, query: &ListQuery) -> Result<List<'g>> {
    one_by_one(query)?;
    let meter = query.budget.meter(format!("the list of P-positions of fraenkel:3 with first pile {pile}"));
    let mut beside = PlaneList { planes: Planes::default(), pile, next: pile, meter };
    for _ in 0..u64::try_from(&query.from).unwrap_or(0) {
        beside.next_position()?;
    }
    Ok(List::of_rows(3, beside, query))
}

/// The same by the theorem, from any number on.
pub(super) fn by_theorem<'g>(pile: u64, query: &ListQuery) -> Result<List<'g>> {
    let Some(theorem) = known_first_piles().filter(|theorem| pile <= theorem.largest()) else {
        return Err(Error::undecided(format!("no theorem about the first pile {pile} is kept")));
    };
    let (mut number, budget) = (query.from.clone(), query.budget);
    let positions = std::iter::from_fn(move || {
        let position = theorem.position(pile, &number, budget);
        number += UBig::ONE;
        Some(position.map(|numbers| Position::new(numbers.to_vec(), false)))
    });
    Ok(List::of_positions(positions, query))
}

/// The P-positions with a first pile.
struct PlaneList {
    planes: Planes,
    pile: u64,
    /// The next number that may be the second pile.
    next: u64,
    meter: Meter,
}

impl PlaneList {
    fn next_position(&mut self) -> Result<Triple> {
        loop {
            let y = self.next;
            self.planes.advance(self.pile, y, &mut self.meter)?;
            self.next += 1;
            if let Some(z) = self.planes.partner(self.pile, y).filter(|&z| z >= y) {
                return Ok([self.pile, y, z]);
            }
        }
    }
}

impl Rows for PlaneList {
    fn fill(&mut self, rows: usize, block: &mut Vec<u64>) -> Result<()> {
        block.clear();
        for _ in 0..rows {
            block.extend(self.next_position()?);
        }
        Ok(())
    }
}

/// All P-positions, by their largest pile.
pub(super) fn all<'g>(game: &'g Fraenkel, query: &ListQuery) -> Result<List<'g>> {
    let mut meter = query.budget.meter("the list of P-positions of fraenkel:3");
    let mut planes = Planes::default();
    let wanted = move |position: &[u64]| {
        let &[m, y, z] = position else { return Ok(false) };
        planes.advance(m, y, &mut meter)?;
        Ok(planes.partner(m, y) == Some(z))
    };
    ordered(game, query, Box::new(wanted))
}

//! Lists of the P-positions of three piles: all of them by their largest pile, and
//! those with a given first pile by the next one.

use super::Fraenkel;
use super::planes::Planes;
use crate::error::Result;
use crate::solve::ordered;
use crate::{List, ListQuery};

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

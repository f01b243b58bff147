//! Outcomes of a game that subtracts vectors, by striking out.
//!
//! Positions are taken in the order of rows. One that is not struck out has no
//! move to a P-position, so it is a P-position itself, and every position from
//! which a vector leads to it is struck out. That costs one look for each cell
//! and one mark for each P-position and vector, where filling a table of values
//! takes one look for each cell and vector: P-positions are few.

use super::dense::Contents;
use super::grid::Grid;
use super::vectors::Vectors;
use crate::{Clock, Limit};

/// Settles all canonical cells, 0 for P and 1 for N; stops when the time is
/// over, having settled this many.
pub fn settle(
    grid: &Grid,
    cells: &mut [u32],
    vectors: &Vectors,
    goal: Contents,
    clock: &mut Clock,
) -> Result<(), (Limit, usize)> {
    cells.fill(0);
    let mut position = vec![0; grid.sides.len()];
    let mut settled = 0;
    loop {
        let mut work = 1;
        if cells[grid.index(&position)] == 0 {
            if goal == Contents::Misere && !vectors.has_move(&position) {
                // Under misère play the end of the game is won.
                cells[grid.index(&position)] = 1;
            } else {
                work += strike(grid, cells, vectors, &mut position);
            }
        }
        settled += 1;
        if let Some(limit) = clock.after(work) {
            return Err((limit, settled));
        }
        if !grid.advance(&mut position) {
            return Ok(());
        }
    }
}

/// Strikes out what can be moved to a P-position in any order of its numbers.
fn strike(grid: &Grid, cells: &mut [u32], vectors: &Vectors, position: &mut [i64]) -> u64 {
    let mut work = 0;
    loop {
        let origin = grid.index(position);
        vectors.each_walk_from(position, &grid.sides, |offset, stride, count| {
            work += count as u64;
            let first = origin + offset;
            cells[first..=first + stride * (count - 1)].iter_mut().step_by(stride).for_each(|cell| *cell = 1);
        });
        if !grid.next_order(position) {
            return work;
        }
    }
}

//! A dense table on all cores, for games that subtract vectors.
//!
//! Every move takes something, so that the positions of one total depend only
//! on those of smaller totals: a layer is settled at once, its cells shared
//! out among the threads, and then written. This pays where a layer has enough
//! work to outweigh starting the threads, which takes some 20 µs each; the
//! benchmark `rules` shows where.

use super::dense::{Contents, OptionValues, mark_vectors};
use super::grid::Grid;
use super::vectors::Vectors;
use crate::Clock;

/// The looks into the table that make a layer worth sharing.
const WORTHWHILE: u64 = 200_000;

/// How many threads to use for a table: one if it is too small to share.
pub fn threads(grid: &Grid, vectors: &Vectors) -> usize {
    let layers: i64 = grid.sides.iter().sum();
    // About one vector in 2^n fits into a cell, and symmetry is not counted:
    // a guess that errs towards one thread.
    let width = grid.sides.len() as u32;
    let looks = (grid.canonical_cells() as u64).saturating_mul(vectors.count() >> width);
    match looks / layers.max(1) as u64 >= WORTHWHILE {
        true => std::thread::available_parallelism().map_or(1, usize::from).min(16),
        false => 1,
    }
}

/// Settles all cells layer by layer; stops when it is too late or too much,
/// having settled this many.
pub fn settle(
    grid: &Grid,
    cells: &mut [u32],
    vectors: &Vectors,
    goal: Contents,
    threads: usize,
    limits: (&Clock, u64),
) -> Result<(), usize> {
    let (clock, most_work) = limits;
    let mut seen: Vec<OptionValues> = (0..threads).map(|_| OptionValues::new(goal)).collect();
    let (mut largest, mut work, mut known) = (0, 0, 0);
    for layer in layers(grid) {
        let share = layer.len().div_ceil(threads).max(1);
        let table: &[u32] = cells;
        let mut shares = layer.chunks(share).zip(&mut seen).map(|(chunk, seen)| {
            let clock = clock.clone();
            move || {
                seen.make_room(largest);
                settle_chunk(grid, table, vectors, chunk, seen, clock)
            }
        });
        // One share is settled here: there may be no other threads.
        let own = shares.next();
        let settled: Vec<(Vec<u32>, u64)> = std::thread::scope(|scope| {
            let others: Vec<_> = shares.map(|share| scope.spawn(share)).collect();
            let own = own.map(|share| share());
            own.into_iter().chain(others.into_iter().map(|share| share.join().unwrap_or_default())).collect()
        });
        let found = settled.iter().map(|(values, _)| values.len()).sum::<usize>();
        known += found;
        work += settled.iter().map(|(_, work)| work).sum::<u64>();
        if found != layer.len() || work > most_work {
            return Err(known);
        }
        for (&index, &value) in layer.iter().zip(settled.iter().flat_map(|(values, _)| values)) {
            let mut position = grid.position(index as usize);
            grid.write(cells, &mut position, value);
            largest = largest.max(value);
        }
    }
    Ok(())
}

/// The values of some cells, fewer if the time is over, and the looks they took.
fn settle_chunk(
    grid: &Grid,
    cells: &[u32],
    vectors: &Vectors,
    chunk: &[u32],
    seen: &mut OptionValues,
    mut clock: Clock,
) -> (Vec<u32>, u64) {
    let mut work = 0;
    let mut values = Vec::with_capacity(chunk.len());
    for &index in chunk {
        let position = grid.position(index as usize);
        seen.begin();
        let looks = mark_vectors(grid, cells, vectors, seen, &position);
        if clock.after(4 + looks / 8).is_some() {
            break;
        }
        work += looks;
        values.push(seen.value());
    }
    (values, work)
}

/// The canonical cells by their totals.
fn layers(grid: &Grid) -> Vec<Vec<u32>> {
    let totals: i64 = grid.sides.iter().map(|side| side - 1).sum();
    let mut layers = vec![Vec::new(); totals as usize + 1];
    let mut position = vec![0; grid.sides.len()];
    loop {
        layers[position.iter().sum::<i64>() as usize].push(grid.index(&position) as u32);
        if !grid.advance(&mut position) {
            return layers;
        }
    }
}

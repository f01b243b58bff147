//! The P-positions of a box, row by row, for a game whose moves are rays and
//! single vectors.
//!
//! The last number of a position runs along a row, and a row is a set of bits:
//! those of the places that are struck out. A place that is not struck out when
//! all before it are settled has no move to a P-position and is one itself. A
//! ray passes from row to row, and strikes out the same places of each, further
//! along by its step: the rows that one ray passes share one set, its *track*,
//! which is shifted from each to the next. So a row costs a 64th of its length
//! for each ray, and a P-position one mark for each ray and vector.

use super::grid::next_order;
use super::rays::{Ray, Rays};
use crate::bits::QuickMap;
use crate::{Budget, Clock, Limit};

/// P-positions one after another, by rows.
#[derive(Debug)]
pub struct Lost {
    width: usize,
    numbers: Vec<u32>,
}

impl Lost {
    /// P-position number `i`.
    pub fn get(&self, i: usize) -> &[u32] {
        &self.numbers[i * self.width..(i + 1) * self.width]
    }

    pub fn iter(&self) -> impl Iterator<Item = &[u32]> {
        self.numbers.chunks_exact(self.width)
    }
}

/// No entry.
const NONE: u32 = u32::MAX;

/// A box whose rows are settled one after another.
struct BoxRows<'r> {
    sides: &'r [i64],
    /// How many numbers, from the first, are kept sorted.
    sorted: usize,
    rays: &'r Rays,
    tracks: Vec<Tracks<'r>>,
    /// For each row the last entry of its P-positions, in any order of their
    /// numbers.
    last: Vec<u32>,
    /// The place of a P-position in its row, and the entry before it.
    entries: Vec<(u32, u32)>,
    lost: Vec<u32>,
    /// What is struck out of the row at hand.
    struck: RowBits,
    /// From here on all places of the row are struck out.
    end: i64,
    /// Room for a row of bits.
    spare: Vec<u64>,
}

/// The P-positions in a box of these sides; the budget's memory and positions
/// are a limit on what is remembered. Fails at a limit.
pub fn settle(
    rays: &Rays,
    sides: &[i64],
    sorted: usize,
    misere: bool,
    budget: Budget,
    clock: &mut Clock,
) -> Result<Lost, Limit> {
    if bytes(rays, sides).is_none_or(|bytes| bytes > budget.bytes) {
        return Err(Limit::Memory(budget.bytes));
    }
    let mut rows = BoxRows::new(rays, sides, sorted);
    let left = budget.bytes - bytes(rays, sides).unwrap_or(0);
    let work = 4 + (sides[sides.len() - 1] as u64 / 64 + 1) * (rays.rays.len() as u64 + 1) / 8;
    let mut row = vec![0; sides.len() - 1];
    loop {
        let before = rows.entries.len();
        rows.settle_row(&mut row, misere);
        let found = (rows.entries.len() - before) as u64;
        if rows.remembered() > left {
            return Err(Limit::Memory(budget.bytes));
        }
        if rows.count() > budget.positions {
            return Err(Limit::Positions(budget.positions));
        }
        if let Some(limit) = clock.after(work + found * (1 + rays.singles.len() as u64)) {
            return Err(limit);
        }
        if !advance(&mut row, sides) {
            return Ok(Lost { width: sides.len(), numbers: rows.lost });
        }
    }
}

/// The bytes that a box takes besides its P-positions, if they can be counted:
/// one row of bits for each track, and for each ray while its vectors are read.
pub fn bytes(rays: &Rays, sides: &[i64]) -> Option<u64> {
    let (&length, outer) = sides.split_last()?;
    let rows = outer.iter().try_fold(1u64, |rows, &side| rows.checked_mul(side as u64))?;
    if rows >= u64::from(NONE) || length >= i64::from(NONE) {
        return None;
    }
    let track = (length as u64).div_ceil(64) * 8 + 64;
    let tracks = |ray: &Ray| {
        let inner = outer.iter().zip(&ray.step).map(|(side, step)| (side - step).max(0) as u64).product::<u64>();
        if ray.step[..outer.len()].iter().all(|&step| step == 0) { 1 } else { 1 + rows - inner }
    };
    let tracks = rays.rays.iter().map(tracks).sum::<u64>();
    tracks.checked_mul(track)?.checked_add(rows.checked_mul(4)?)?.checked_add(track)
}

/// The next row.
fn advance(row: &mut [i64], sides: &[i64]) -> bool {
    for (x, side) in row.iter_mut().zip(sides).rev() {
        if *x + 1 < *side {
            *x += 1;
            return true;
        }
        *x = 0;
    }
    false
}

impl<'r> BoxRows<'r> {
    fn new(rays: &'r Rays, sides: &'r [i64], sorted: usize) -> Self {
        let length = sides[sides.len() - 1];
        let rows: i64 = sides[..sides.len() - 1].iter().product();
        Self {
            sides,
            sorted,
            rays,
            tracks: rays.rays.iter().map(|ray| Tracks::new(ray, sides)).collect(),
            last: vec![NONE; rows as usize],
            entries: Vec::new(),
            lost: Vec::new(),
            struck: RowBits::new(length),
            end: length,
            spare: vec![0; (length as usize).div_ceil(64)],
        }
    }

    /// How many P-positions there are.
    fn count(&self) -> u64 {
        (self.lost.len() / self.sides.len()) as u64
    }

    /// The bytes of the P-positions, with the room that lists keep in reserve,
    /// and a number for each that puts them into order.
    fn remembered(&self) -> u64 {
        (8 * self.entries.capacity() + 4 * self.lost.capacity()) as u64 + 4 * self.count()
    }

    fn settle_row(&mut self, row: &mut [i64], misere: bool) {
        let length = self.sides[row.len()];
        let canonical = row[..self.sorted.min(row.len())].is_sorted();
        self.end = length;
        self.struck.clear();
        // In order, the last number is no smaller than the one before it.
        let first = if self.sorted > row.len() { row[row.len() - 1] } else { 0 };
        self.pass_tracks(row, first);
        // Of a row that holds no position in order only its tracks matter.
        if !canonical {
            return;
        }
        self.strike_from_before(row);
        let mut place = first;
        if misere {
            // Under misère play the end of the game is won.
            place = place.max(self.first_with_a_move(row));
        }
        while let Some(found) = self.struck.first_free(place, self.end) {
            self.add(row, found);
            place = found + 1;
        }
    }

    /// The entries of the row that lies a vector before this one.
    fn before(&self, row: &[i64], vector: &[i64]) -> u32 {
        let mut index = 0;
        for ((&x, &d), &side) in row.iter().zip(vector).zip(self.sides) {
            if d > x {
                return NONE;
            }
            index = index * side + x - d;
        }
        self.last[index as usize]
    }

    /// Brings the tracks of all rays to this row, and strikes out what they do
    /// from its first place on.
    fn pass_tracks(&mut self, row: &[i64], first: i64) {
        for (number, ray) in self.rays.rays.iter().enumerate() {
            if self.tracks[number].stays {
                continue;
            }
            let mut entry = self.before(row, &ray.from);
            let from = ray.from[row.len()];
            let mut marks = Vec::new();
            while entry != NONE {
                let (place, next) = self.entries[entry as usize];
                marks.push(i64::from(place) + from);
                entry = next;
            }
            let track = self.tracks[number].pass(row, &mut self.spare);
            for place in marks {
                track.insert(place);
            }
            if !track.empty {
                self.struck.join(track, first);
            }
        }
    }

    /// Strikes out what rays along the row and single vectors reach from the
    /// P-positions of other rows, and of this one in another order.
    fn strike_from_before(&mut self, row: &[i64]) {
        let rays = self.rays;
        let along = rays.rays.iter().zip(&self.tracks).filter(|(_, tracks)| tracks.stays);
        let along = along.map(|(ray, _)| (&ray.from, ray.step[row.len()]));
        let vectors: Vec<(&Vec<i64>, i64)> = along.chain(rays.singles.iter().map(|single| (single, 0))).collect();
        for (vector, step) in vectors {
            let mut entry = self.before(row, vector);
            while entry != NONE {
                let (place, next) = self.entries[entry as usize];
                self.strike(i64::from(place) + vector[row.len()], step);
                entry = next;
            }
        }
    }

    /// Strikes out a place, and those after it with this step.
    fn strike(&mut self, place: i64, step: i64) {
        match step {
            0 => self.struck.insert(place),
            1 => self.end = self.end.min(place),
            _ => (place..self.end).step_by(step as usize).for_each(|place| self.struck.insert(place)),
        }
    }

    /// The first place of a row from which anything can be taken.
    fn first_with_a_move(&self, row: &[i64]) -> i64 {
        let fits = |from: &&[i64]| from.iter().zip(row).all(|(from, x)| from <= x);
        self.rays.firsts().filter(fits).map(|from| from[row.len()]).min().unwrap_or(self.sides[row.len()])
    }

    /// Notes a P-position, in every order of its numbers, and strikes out what
    /// it does in its own row.
    fn add(&mut self, row: &mut [i64], place: i64) {
        let mut position = row.to_vec();
        position.push(place);
        self.lost.extend(position.iter().map(|&x| x as u32));
        loop {
            self.enter(&position);
            if self.sorted < 2 || !next_order(&mut position[..self.sorted]) {
                break;
            }
        }
        let rays = self.rays;
        for (number, ray) in rays.rays.iter().enumerate() {
            if ray.from[..row.len()].iter().all(|&x| x == 0) {
                let (first, tracks) = (place + ray.from[row.len()], &mut self.tracks[number]);
                let step = if tracks.stays { ray.step[row.len()] } else { 0 };
                if !tracks.stays {
                    tracks.current(row).insert(first);
                }
                self.strike(first, step);
            }
        }
        for single in rays.singles.iter().filter(|single| single[..row.len()].iter().all(|&x| x == 0)) {
            self.strike(place + single[row.len()], 0);
        }
    }

    /// Enters a P-position, or another order of one, into its row.
    fn enter(&mut self, position: &[i64]) {
        if position.iter().zip(self.sides).any(|(x, side)| x >= side) {
            return;
        }
        let outer = position.len() - 1;
        let row = position[..outer].iter().zip(self.sides).fold(0, |index, (x, side)| index * side + x);
        let before = std::mem::replace(&mut self.last[row as usize], self.entries.len() as u32);
        self.entries.push((position[outer] as u32, before));
    }
}

/// The tracks of one ray, each by the first row that it passes.
struct Tracks<'r> {
    step: &'r [i64],
    /// Whether the ray runs along its row.
    stays: bool,
    live: QuickMap<i64, RowBits>,
    sides: &'r [i64],
}

impl<'r> Tracks<'r> {
    fn new(ray: &'r Ray, sides: &'r [i64]) -> Self {
        let step = &ray.step[..];
        let stays = step[..sides.len() - 1].iter().all(|&step| step == 0);
        Self { step, stays, live: QuickMap::default(), sides }
    }

    /// The first row of the track that passes a row, by its number, and whether
    /// it is this one.
    fn head(&self, row: &[i64]) -> (i64, bool) {
        let passed = row.iter().zip(self.step).filter(|(_, step)| **step > 0).map(|(x, step)| x / step).min();
        let passed = passed.unwrap_or(0);
        let parts = row.iter().zip(self.step).zip(self.sides);
        (parts.fold(0, |index, ((x, step), side)| index * side + x - passed * step), passed == 0)
    }

    /// The track that passes a row, shifted to it from the row before.
    fn pass(&mut self, row: &[i64], spare: &mut Vec<u64>) -> &mut RowBits {
        let (head, first) = self.head(row);
        let (step, length) = (self.step[row.len()], self.sides[row.len()]);
        let track = self.live.entry(head).or_insert_with(|| RowBits::new(length));
        if !first && !track.empty {
            track.shift(step, spare);
        }
        track
    }

    /// The track that passes the row at hand.
    fn current(&mut self, row: &[i64]) -> &mut RowBits {
        let (head, _) = self.head(row);
        let length = self.sides[row.len()];
        self.live.entry(head).or_insert_with(|| RowBits::new(length))
    }
}

/// The places of a row, as bits.
#[derive(Debug, Clone)]
struct RowBits {
    words: Vec<u64>,
    length: i64,
    empty: bool,
}

impl RowBits {
    fn new(length: i64) -> Self {
        Self { words: vec![0; (length as usize).div_ceil(64)], length, empty: true }
    }

    fn clear(&mut self) {
        self.words.fill(0);
        self.empty = true;
    }

    /// Adds a place, unless it lies after the end of the row.
    fn insert(&mut self, place: i64) {
        if place < self.length {
            self.words[place as usize / 64] |= 1 << (place % 64);
            self.empty = false;
        }
    }

    /// Adds the places of another set, from about one on.
    fn join(&mut self, other: &RowBits, from: i64) {
        let first = from as usize / 64;
        self.words[first..].iter_mut().zip(&other.words[first..]).for_each(|(word, other)| *word |= other);
        self.empty = false;
    }

    /// Moves every place further along; `spare` is as long as the row, and its
    /// contents are lost. Out of place, so that several words go at once.
    fn shift(&mut self, by: i64, spare: &mut Vec<u64>) {
        if by == 0 {
            return;
        }
        let (whole, part) = ((by as usize / 64).min(self.words.len()), by % 64);
        let kept = &self.words[..self.words.len() - whole];
        spare[..whole].fill(0);
        let moved = &mut spare[whole..];
        match part {
            0 => moved.copy_from_slice(kept),
            _ => {
                if let (Some(moved), Some(kept)) = (moved.first_mut(), kept.first()) {
                    *moved = kept << part;
                }
                for (moved, pair) in moved.iter_mut().skip(1).zip(kept.windows(2)) {
                    *moved = pair[1] << part | pair[0] >> (64 - part);
                }
            }
        }
        std::mem::swap(&mut self.words, spare);
    }

    /// The first place from one on, before the end, that is not in the set.
    fn first_free(&self, from: i64, end: i64) -> Option<i64> {
        if from >= end {
            return None;
        }
        let mut word = from as usize / 64;
        let mut free = !self.words[word] & (u64::MAX << (from % 64));
        while free == 0 {
            word += 1;
            free = !*self.words.get(word)?;
        }
        let place = (word * 64) as i64 + i64::from(free.trailing_zeros());
        (place < end).then_some(place)
    }
}

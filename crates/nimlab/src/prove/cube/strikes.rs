//! Which positions of a box are struck out, as bits along lines of several
//! directions.

use crate::Meter;
use crate::error::Result;

/// A box with bits for its positions, once for each direction. A position is struck out
/// if any of its bits is set.
#[derive(Debug)]
pub struct Struck {
    width: usize,
    side: u64,
    /// The words of a direction.
    words: u64,
    /// For each direction that is used, the bits; those of a line follow each
    /// other, and its last word may have room.
    directions: Vec<Option<Vec<u64>>>,
}

impl Struck {
    pub fn new(width: usize, side: u64, words: u64) -> Self {
        Self { width, side, words, directions: vec![None; width] }
    }

    /// Makes room for lines in a direction.
    pub fn add_direction(&mut self, direction: usize, meter: &mut Meter) -> Result<()> {
        if self.directions[direction].is_none() {
            meter.take_for::<u64>(self.words)?;
            self.directions[direction] = Some(vec![0; self.words as usize]);
        }
        Ok(())
    }

    /// Gives the memory back.
    pub fn forget(self, meter: &mut Meter) {
        meter.give_back(8 * self.words * self.directions.iter().flatten().count() as u64);
    }

    /// The first word of the line through a position.
    fn line(&self, direction: usize, position: &[u64]) -> usize {
        let others = (0..self.width).filter(|&place| place != direction);
        let line = others.fold(0, |line, place| line * self.side + position[place]);
        (line * self.side.div_ceil(64)) as usize
    }

    /// Strikes the positions of a line whose number in its direction is at least `low` and
    /// at most `high`. The direction must have been added.
    pub fn strike(&mut self, direction: usize, position: &[u64], low: u64, high: u64) {
        let line = self.line(direction, position);
        let Some(bits) = &mut self.directions[direction] else { return };
        let (first, last) = (line + low as usize / 64, line + high as usize / 64);
        let (from, to) = (u64::MAX << (low % 64), u64::MAX >> (63 - high % 64));
        if first == last {
            bits[first] |= from & to;
            return;
        }
        bits[first] |= from;
        bits[first + 1..last].fill(u64::MAX);
        bits[last] |= to;
    }

    /// Strikes one position.
    pub fn strike_one(&mut self, position: &[u32]) {
        let numbers: Vec<u64> = position.iter().map(|&number| number.into()).collect();
        let last = self.width - 1;
        self.strike(last, &numbers, numbers[last], numbers[last]);
    }

    /// Whether a position is struck.
    pub fn has(&self, position: &[u64]) -> bool {
        let struck = |(direction, bits): (usize, &Option<Vec<u64>>)| {
            let Some(bits) = bits else { return false };
            let number = position[direction];
            bits[self.line(direction, position) + number as usize / 64] >> (number % 64) & 1 == 1
        };
        self.directions.iter().enumerate().rev().any(struck)
    }
}

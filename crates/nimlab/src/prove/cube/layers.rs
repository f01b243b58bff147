//! The positions of one total after another.

use crate::Meter;
use crate::error::Result;

/// Walks the positions whose numbers are below a bound and whose weighted total is
/// given, the sorted numbers ascending.
#[derive(Debug)]
pub struct Layers<'w> {
    weights: &'w [u64],
    sorted: usize,
    /// All numbers are below this.
    bound: u64,
    /// For each place the most that the numbers from there on can add.
    most: Vec<u64>,
    total: u64,
    position: Vec<u64>,
    /// Whether the layer has begun, and whether it has ended.
    begun: bool,
}

impl<'w> Layers<'w> {
    pub fn new(weights: &'w [u64], sorted: usize, bound: u64) -> Self {
        let mut most = vec![0; weights.len() + 1];
        for place in (0..weights.len()).rev() {
            most[place] = most[place + 1] + weights[place] * (bound - 1);
        }
        Self { weights, sorted, bound, most, total: 0, position: vec![0; weights.len()], begun: false }
    }

    /// Goes to the positions of a total.
    pub fn begin(&mut self, total: u64) {
        (self.total, self.begun) = (total, false);
    }

    /// What is left for the numbers from a place on.
    fn left(&self, place: usize) -> u64 {
        self.total
            - self.position[..place].iter().zip(self.weights).map(|(number, weight)| number * weight).sum::<u64>()
    }

    /// The next position of this total.
    pub fn next(&mut self, meter: &mut Meter) -> Result<Option<&[u64]>> {
        let width = self.weights.len();
        // The last number follows from the others; the one before it goes on.
        let mut place = match std::mem::replace(&mut self.begun, true) {
            false => {
                if !self.settle(0, 0) {
                    return Ok(None);
                }
                1
            }
            true => {
                let Some(place) = self.advance(width - 1) else { return Ok(None) };
                place + 1
            }
        };
        meter.tick(1)?;
        while place < width {
            let least = if place < self.sorted { self.position[place - 1] } else { 0 };
            place = match self.settle(place, least) {
                true => place + 1,
                false => match self.advance(place) {
                    Some(place) => place + 1,
                    None => return Ok(None),
                },
            };
            meter.tick(1)?;
        }
        Ok(Some(&self.position))
    }

    /// Sets a number to the least one, at least this, with which the others can
    /// make up the total.
    fn settle(&mut self, place: usize, least: u64) -> bool {
        let (left, weight) = (self.left(place), self.weights[place]);
        let needed = left.saturating_sub(self.most[place + 1]).div_ceil(weight);
        let number = needed.max(least);
        self.position[place] = number;
        let last = place + 1 == self.weights.len();
        // The sorted numbers that follow are no smaller, and count as much.
        let least = number * weight * self.sorted.saturating_sub(place).max(1) as u64;
        number < self.bound && least <= left && (!last || number * weight == left)
    }

    /// Adds one to the last number before a place that can still grow.
    fn advance(&mut self, place: usize) -> Option<usize> {
        (0..place).rev().find(|&place| {
            let next = self.position[place] + 1;
            self.settle(place, next)
        })
    }
}

//! Short lists of numbers, each kept once and known by its number: the states of
//! a product, or the sets of a subset construction.
//!
//! The lists lie one after the other in one vector, and a table with open
//! addressing finds them, so that a state costs its list and about ten bytes.

use crate::Meter;
use crate::error::Result;

/// Lists of numbers, numbered from 0 in the order in which they come.
#[derive(Debug, Default)]
pub struct Interner {
    numbers: Vec<u32>,
    ends: Vec<usize>,
    /// Numbers of lists plus one; 0 is free. The length is a power of two.
    table: Vec<u32>,
}

impl Interner {
    /// The list of a number.
    pub fn get(&self, number: usize) -> &[u32] {
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.numbers[start..self.ends[number]]
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The number of a list, new or known.
    pub fn number(&mut self, list: &[u32], meter: &mut Meter) -> Result<u32> {
        if self.ends.len() * 4 >= self.table.len() * 3 {
            self.grow(meter)?;
        }
        let mask = self.table.len() - 1;
        let mut place = hash(list) as usize & mask;
        loop {
            match self.table[place] {
                0 => break,
                known if self.get(known as usize - 1) == list => return Ok(known - 1),
                _ => place = (place + 1) & mask,
            }
        }
        meter.reserve(&mut self.numbers, list.len())?;
        self.numbers.extend_from_slice(list);
        meter.push(&mut self.ends, self.numbers.len())?;
        self.table[place] = self.ends.len() as u32;
        Ok(self.ends.len() as u32 - 1)
    }

    fn grow(&mut self, meter: &mut Meter) -> Result<()> {
        let size = (self.table.len() * 2).max(64);
        if size as u64 > 1 << 32 {
            // A state's number has 32 bits: there is no room for more.
            meter.take(u64::MAX)?;
        }
        meter.take_for::<u32>(size as u64)?;
        meter.give_back(4 * self.table.len() as u64);
        self.table = vec![0; size];
        for number in 0..self.ends.len() {
            let mut place = hash(self.get(number)) as usize & (size - 1);
            while self.table[place] != 0 {
                place = (place + 1) & (size - 1);
            }
            self.table[place] = number as u32 + 1;
        }
        Ok(())
    }

    /// Gives the memory back to the meter.
    pub fn forget(self, meter: &mut Meter) {
        meter.give_back((4 * self.numbers.capacity() + 8 * self.ends.capacity() + 4 * self.table.len()) as u64);
    }
}

/// A hash of a list: a product and a fold for each number.
pub fn hash(list: &[u32]) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let mixed = list.iter().fold(list.len() as u64, |mixed, &number| {
        let wide = u128::from(mixed ^ u64::from(number).wrapping_add(ODD)) * u128::from(ODD | 1);
        wide as u64 ^ (wide >> 64) as u64
    });
    mixed ^ mixed >> 29
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;

    #[test]
    fn a_list_has_one_number() -> Result<()> {
        let mut meter = Budget::default().meter("a test");
        let mut lists = Interner::default();
        for round in 0..2 {
            for number in 0..1000u32 {
                let list: Vec<u32> = (0..number % 7).chain([number]).collect();
                assert_eq!(lists.number(&list, &mut meter)?, number, "round {round}");
                assert_eq!(lists.get(number as usize), list);
            }
        }
        assert_eq!(lists.len(), 1000);
        lists.forget(&mut meter);
        assert_eq!(meter.room(), Budget::default().bytes);
        Ok(())
    }
}

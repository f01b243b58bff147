//! Boxes of positions: which cell of a table stands for which position, and the
//! canonical positions one after another.

/// A box of positions, each number below its side.
#[derive(Debug, Clone)]
pub struct Grid {
    pub sides: Vec<i64>,
    pub strides: Vec<i64>,
    /// How many numbers, from the first, are kept sorted.
    sorted: usize,
    /// Whether only positions in order have a cell: see [`Grid::folded`].
    folded: bool,
    pub cells: usize,
}

/// A folded box pays if the full one has this many times its cells, for its
/// options are looked up one by one.
const WORTH_FOLDING: usize = 4;

impl Grid {
    /// The box up to a corner, if it has no more than `most` cells. What is
    /// interchangeable is as large as the largest of them, so that every order
    /// of a position has a cell.
    pub fn new(corner: &[u64], sorted: usize, most: u64) -> Option<Self> {
        let mut sides = sides_up_to(corner)?;
        let largest = sides[..sorted].iter().copied().max().unwrap_or(0);
        sides[..sorted].fill(largest);
        Self::of_sides(sides, sorted, most)
    }

    /// The box of the positions that are in order and below a corner in order,
    /// such as a few long rows of a board. None if the full box is there and is
    /// not much larger.
    pub fn folded(corner: &[u64], sorted: usize, most: u64) -> Option<Self> {
        let mut sides = sides_up_to(corner)?;
        sides[..sorted].sort_unstable();
        let folded = Self { folded: true, ..Self::of_sides(sides, sorted, most)? };
        let full = Self::new(corner, sorted, most).map_or(usize::MAX, |full| full.cells);
        (sorted > 1 && full / WORTH_FOLDING >= folded.cells).then_some(folded)
    }

    fn of_sides(sides: Vec<i64>, sorted: usize, most: u64) -> Option<Self> {
        let mut strides = vec![1; sides.len()];
        let mut cells: i64 = 1;
        for (stride, side) in strides.iter_mut().zip(&sides).rev() {
            *stride = cells;
            cells = cells.checked_mul(*side).filter(|&cells| cells as u64 <= most && cells < 1 << 31)?;
        }
        Some(Self { sides, strides, sorted, folded: false, cells: cells as usize })
    }

    /// Whether only positions in order have a cell.
    pub fn is_folded(&self) -> bool {
        self.folded
    }

    /// Puts a position into the order in which it has a cell.
    pub fn fold(&self, position: &mut [i64]) {
        if self.folded {
            position[..self.sorted].sort_unstable();
        }
    }

    /// A box of any size that is only counted through.
    pub fn without_cells(side: u64, width: usize, sorted: usize) -> Self {
        let side = i64::try_from(side.max(1)).unwrap_or(i64::MAX);
        Self { sides: vec![side; width], strides: vec![0; width], sorted, folded: false, cells: 0 }
    }

    /// Where a position stands.
    pub fn index(&self, position: &[i64]) -> usize {
        position.iter().zip(&self.strides).map(|(x, stride)| x * stride).sum::<i64>() as usize
    }

    pub fn contains(&self, position: &[i64]) -> bool {
        position.iter().zip(&self.sides).all(|(x, side)| (0..*side).contains(x))
    }

    /// The canonical position after this one in the order of rows.
    pub fn advance(&self, position: &mut [i64]) -> bool {
        for i in (0..position.len()).rev() {
            if position[i] + 1 < self.sides[i] {
                position[i] += 1;
                let raised = position[i];
                for (j, x) in position.iter_mut().enumerate().skip(i + 1) {
                    *x = if i < self.sorted && j < self.sorted { raised } else { 0 };
                }
                return true;
            }
        }
        false
    }

    /// The position that stands at a place.
    pub fn position(&self, mut index: usize) -> Vec<i64> {
        let part = |stride: &i64| {
            let x = index / *stride as usize;
            index %= *stride as usize;
            x as i64
        };
        self.strides.iter().map(part).collect()
    }

    /// How many canonical positions a box of equal sides has.
    pub fn canonical_positions(side: u64, width: usize, sorted: usize) -> u64 {
        // Multisets of the sorted numbers, and any values of the others.
        let multisets = (1..=sorted as u128).fold(1u128, |count, i| count.saturating_mul(u128::from(side) + i - 1) / i);
        let others = u128::from(side).saturating_pow((width - sorted) as u32);
        multisets.saturating_mul(others).min(u128::from(u64::MAX)) as u64
    }

    /// How many canonical positions there are, roughly.
    pub fn canonical_cells(&self) -> usize {
        let orders = if self.folded { 1 } else { self.sorted.max(1) };
        (1..=orders).fold(self.cells, |cells, i| cells / i)
    }

    /// Writes a value to every place that means the position.
    pub fn write(&self, cells: &mut [u32], position: &mut [i64], value: u32) {
        if self.sorted < 2 || self.folded {
            cells[self.index(position)] = value;
            return;
        }
        // All orders of the sorted numbers, from the least to the greatest.
        loop {
            cells[self.index(position)] = value;
            if !next_order(&mut position[..self.sorted]) {
                break;
            }
        }
    }
}

impl Grid {
    /// The next order of the sorted numbers: see [`Grid::write`].
    pub fn next_order(&self, position: &mut [i64]) -> bool {
        self.sorted > 1 && next_order(&mut position[..self.sorted])
    }
}

fn sides_up_to(corner: &[u64]) -> Option<Vec<i64>> {
    corner.iter().map(|&x| i64::try_from(x).ok()?.checked_add(1)).collect()
}

/// The side of the first box of a list, which is small whatever the number of
/// numbers is: about 4096 cells, or 64.
pub fn first_side(width: usize) -> u64 {
    (2..64).find(|side: &u64| side.saturating_pow(width as u32) >= 4096).unwrap_or(64)
}

/// The next order of some numbers in the order of the dictionary; the first
/// order again, and `false`, after the last.
pub fn next_order(numbers: &mut [i64]) -> bool {
    let Some(i) = (1..numbers.len()).rev().find(|&i| numbers[i - 1] < numbers[i]) else {
        numbers.reverse();
        return false;
    };
    if let Some(j) = (i..numbers.len()).rev().find(|&j| numbers[j] > numbers[i - 1]) {
        numbers.swap(i - 1, j);
    }
    numbers[i..].reverse();
    true
}

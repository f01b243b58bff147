//! The plain versions, as one would write them down from the source.

/// Two columns: A_n and B_n.
pub type Columns = (Vec<u64>, Vec<u64>);

/// Thesis-W, listing 2: α and β in floating point, two vectors that grow.
pub fn algebraic(a: u32, rows: usize) -> Columns {
    let a = f64::from(a);
    let alpha = (2.0 - a + (a * a + 4.0).sqrt()) / 2.0;
    let beta = alpha + a;
    let (mut lower, mut upper) = (Vec::new(), Vec::new());
    for n in 0..rows {
        lower.push((alpha * n as f64).floor() as u64);
        upper.push((beta * n as f64).floor() as u64);
    }
    (lower, upper)
}

/// The same without floating point: a square root of 128 bits for each row,
/// exact for n·√(a² + 4) < 2⁶⁴.
pub fn exact(a: u32, rows: usize) -> Columns {
    let discriminant = u128::from(a) * u128::from(a) + 4;
    let (mut lower, mut upper) = (Vec::new(), Vec::new());
    for n in 0..rows as u128 {
        let root = (n * n * discriminant).isqrt();
        let first = (2 * n + root - u128::from(a) * n) / 2;
        lower.push(first as u64);
        upper.push((first + u128::from(a) * n) as u64);
    }
    (lower, upper)
}

/// The Grundy values of Wythoff's game on a square, cell by cell: one set of
/// used values for each row, column and diagonal, a low-water mark for each,
/// and the mex of their union.
pub fn board(side: usize) -> Vec<u16> {
    // No value exceeds the sum of the piles.
    let words = (2 * side).div_ceil(64) + 1;
    let mut columns = vec![Used::new(words); side];
    let mut diagonals = vec![Used::new(words); 2 * side];
    let mut cells = Vec::with_capacity(side * side);
    for x in 0..side {
        let mut row = Used::new(words);
        for y in 0..side {
            let (column, diagonal) = (&mut columns[y], &mut diagonals[side + y - x]);
            let start = row.low.max(column.low).max(diagonal.low);
            let mut word = start / 64;
            let mut bits = (1 << (start % 64)) - 1;
            let value = loop {
                bits |= row.bits[word] | column.bits[word] | diagonal.bits[word];
                if bits != u64::MAX {
                    break word * 64 + bits.trailing_ones() as usize;
                }
                bits = 0;
                word += 1;
            };
            for set in [&mut row, column, diagonal] {
                set.insert(value);
            }
            cells.push(value as u16);
        }
    }
    cells
}

/// Values used so far; all below the mark are.
#[derive(Clone)]
struct Used {
    bits: Vec<u64>,
    low: usize,
}

impl Used {
    fn new(words: usize) -> Self {
        Self { bits: vec![0; words], low: 0 }
    }

    fn insert(&mut self, value: usize) {
        self.bits[value / 64] |= 1 << (value % 64);
        if value == self.low {
            let mut word = value / 64;
            while self.bits[word] == u64::MAX {
                word += 1;
            }
            self.low = word * 64 + self.bits[word].trailing_ones() as usize;
        }
    }
}

/// The columns of the values 0 to g in the first rows of Wythoff's game, where they
/// lie on or right of the main diagonal: algorithm 2 of Thesis-A. In each row a value
/// goes to the first column that no smaller value of the row, no earlier column of
/// its own and no earlier difference of its own forbids. `marked` begins where all
/// smaller differences are used.
pub fn value_rows(g: usize, rows: usize, marked: bool) -> Vec<Vec<Option<u64>>> {
    let mut columns = vec![vec![false; 3 * rows + 8 * g + 64]; g + 1];
    let mut differences = columns.clone();
    let mut lowest = vec![0; g + 1];
    let mut found = Vec::with_capacity(rows);
    for x in 0..rows {
        let mut row: Vec<Option<u64>> = Vec::with_capacity(g + 1);
        for v in 0..=g {
            if columns[v][x] {
                row.push(None);
                continue;
            }
            let mut d = if marked { lowest[v] } else { 0 };
            while differences[v][d] || columns[v][x + d] || row.contains(&Some((x + d) as u64)) {
                d += 1;
            }
            columns[v][x + d] = true;
            differences[v][d] = true;
            while differences[v][lowest[v]] {
                lowest[v] += 1;
            }
            row.push(Some((x + d) as u64));
        }
        found.push(row);
    }
    found
}

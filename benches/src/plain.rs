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

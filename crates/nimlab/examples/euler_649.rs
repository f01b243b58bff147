//! Project Euler 649: M(10 000 019, 100) modulo 10⁹, and the samples.
#![expect(clippy::print_stdout, reason = "a program prints its answer")]

use nimlab::catalogue;
use nimlab::sequence::Sequence;

/// Ways to place coins, by the nim-sum of their heaps.
type Ways = [u128; 8];

fn joined(a: &Ways, b: &Ways, modulus: u128) -> Ways {
    let mut both = [0; 8];
    for (i, a) in a.iter().enumerate() {
        for (j, b) in b.iter().enumerate() {
            both[i ^ j] = (both[i ^ j] + a * b) % modulus;
        }
    }
    both
}

fn won(n: u64, coins: u32, modulus: u128) -> Result<u128, nimlab::Error> {
    let proved = Sequence::new(catalogue::heap_rule("subtraction:2,3,5,7")?).prove(1000)?;
    let period = proved.expect("every subtraction game has a period").values()?;
    let (whole, rest) = (n / period.len() as u64, n % period.len() as u64);
    let mut line = [0; 8];
    for (i, &value) in (0..).zip(&period) {
        line[value as usize] += u128::from(whole + u64::from(i < rest));
    }
    let square = joined(&line, &line, modulus);
    let none = [1, 0, 0, 0, 0, 0, 0, 0];
    let board = (0..coins).fold(none, |board, _| joined(&board, &square, modulus));
    Ok(board[1..].iter().sum::<u128>() % modulus)
}

fn main() -> Result<(), nimlab::Error> {
    for (n, coins) in [(3, 1), (3, 2), (9, 3), (10_000_019, 100)] {
        println!("M({n}, {coins}) = {} modulo 10^9", won(n, coins, 1_000_000_000)?);
    }
    Ok(())
}

//! Thesis-W, table 5: pairs of Wythoff's game with a = 2 for n up to 10³¹.
//!
//! The source has a slip. It took √2 as a floating-point number of 53 bits,
//! 6369051672525773/2⁵², which is larger than √2 by 10⁻¹⁶, and then multiplied
//! without further loss: every printed A is ⌊6369051672525773·n/2⁵²⌋. From
//! n = 87960930222080 on that is no longer ⌊√(2n²)⌋.

use crate::{analyse, game, printed_rows};
use nimlab::games::wythoff::algebraic::AlgebraicStrategy;
use nimlab::games::wythoff::arithmetic::ArithmeticStrategy;
use nimlab::games::wythoff::pairs::Strategy;
use nimlab::number::{SquareRoot, UBig, parse};
use nimlab::{Ask, Outcome, Play, RuleExt};

/// A printed row, and our value of A.
struct Row {
    n: UBig,
    printed: [UBig; 2],
    ours: UBig,
}

/// The rows before the slip and those from it on; in both our own values are
/// ⌊√(2n²)⌋ and that plus 2n, by either method.
fn rows() -> (Vec<Row>, Vec<Row>) {
    let table = printed_rows("thesis-w.toml", "table 5");
    assert_eq!(table.len(), 100);
    let first_wrong = UBig::from(87_960_930_222_080u64);
    let (algebraic, arithmetic) = (AlgebraicStrategy::new(UBig::from(2u8)), ArithmeticStrategy::new(UBig::from(2u8)));
    let read = |row: &Vec<String>| {
        let [n, a, b] = [0, 1, 2].map(|column| parse(&row[column]).unwrap());
        let ours = (UBig::from(2u8) * n.sqr()).sqrt();
        for pair in [algebraic.pair(&n).unwrap(), arithmetic.pair(&n).unwrap()] {
            assert_eq!(pair.lower, ours, "A of {n}");
            assert_eq!(pair.upper, &ours + UBig::from(2u8) * &n, "B of {n}");
        }
        Row { n, printed: [a, b], ours }
    };
    table.iter().map(read).partition(|row| row.n < first_wrong)
}

#[test]
fn the_rows_before_the_slip_are_exact() {
    let (right, _) = rows();
    assert_eq!(right.len(), 43);
    for row in right {
        assert_eq!(row.printed, [row.ours.clone(), &row.ours + UBig::from(2u8) * &row.n], "row {}", row.n);
    }
}

#[test]
fn from_the_slip_on_the_source_is_too_large_by_a_growing_amount() {
    let (_, wrong) = rows();
    let mut before = UBig::ZERO;
    for row in &wrong {
        let [a, b] = &row.printed;
        assert!(*a > row.ours, "row {}", row.n);
        let excess = a - &row.ours;
        assert_eq!(b - (&row.ours + UBig::from(2u8) * &row.n), excess, "row {}", row.n);
        assert!(excess >= before, "row {}", row.n);
        before = excess;
    }
    assert_eq!(wrong.len(), 57);
    assert_eq!(before, UBig::from(612_737_508_569_047u64));
}

#[test]
fn every_printed_row_is_a_multiple_of_a_rounded_root() {
    let (right, wrong) = rows();
    for row in right.iter().chain(&wrong) {
        let rounded = (UBig::from(6_369_051_672_525_773u64) * &row.n) >> 52usize;
        assert_eq!(row.printed[0], rounded, "row {}", row.n);
    }
}

#[test]
fn our_pairs_are_lost_and_the_printed_ones_of_the_slip_are_won() {
    let (right, wrong) = rows();
    let wythoff = game("wythoff:2");
    for row in right.iter().chain(&wrong) {
        let exact = [row.ours.clone(), &row.ours + UBig::from(2u8) * &row.n];
        let expected = if exact == row.printed { Outcome::P } else { Outcome::N };
        for method in ["algebraic", "arithmetic"] {
            let outcome = |numbers: &[UBig; 2]| {
                let position = wythoff.position(numbers.to_vec());
                analyse(&*wythoff, method, &position, Play::Normal).unwrap().outcome
            };
            assert_eq!(outcome(&exact), Outcome::P, "{} by {method}", row.n);
            assert_eq!(outcome(&row.printed), expected, "{} by {method}", row.n);
        }
    }
}

#[test]
fn lists_start_at_any_row_of_the_table() {
    let (right, wrong) = rows();
    let wythoff = game("wythoff:2");
    for row in right.iter().chain(&wrong) {
        for method in ["algebraic", "arithmetic"] {
            let mut list = wythoff.positions().from(row.n.clone()).count(1).method(method).run().unwrap();
            let lower = list.next().unwrap().unwrap().numbers()[0].clone();
            assert_eq!(lower, row.ours, "{} by {method}", row.n);
        }
    }
}

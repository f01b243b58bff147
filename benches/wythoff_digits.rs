//! P-positions of Wythoff's game with a = 2 near n = 10^1000000, by the
//! algebraic and the arithmetic strategy.
//!
//! `cargo bench -p nimlab-benches --bench wythoff_digits`; another number of
//! decimal digits goes after `--`.
#![allow(clippy::print_stdout)]

use nimlab::games::wythoff::algebraic::AlgebraicStrategy;
use nimlab::games::wythoff::arithmetic::ArithmeticStrategy;
use nimlab::games::wythoff::pairs::Strategy;
use nimlab::number::UBig;
use nimlab_benches::measure::{Case, by_turns};
use nimlab_benches::memory;

fn main() -> nimlab::Result<()> {
    let digits = std::env::args().find_map(|word| word.parse().ok()).unwrap_or(1_000_000);
    let n = UBig::from(10u8).pow(digits);
    let a = UBig::from(2u8);
    let (algebraic, arithmetic) = (AlgebraicStrategy::new(a.clone()), ArithmeticStrategy::new(a));
    let agree = algebraic.pair(&n)? == arithmetic.pair(&n)? && algebraic.locate(&n)? == arithmetic.locate(&n)?;
    println!("n = 10^{digits}, a = 2; both strategies agree: {agree}\n");
    let cases = vec![
        Case::new("arithmetic: pair number n", || arithmetic.pair(&n)),
        Case::new("arithmetic: the pair with a pile of n", || arithmetic.locate(&n)),
        Case::new("algebraic: pair number n", || algebraic.pair(&n)),
        Case::new("algebraic: the pair with a pile of n", || algebraic.locate(&n)),
    ];
    println!("{}", by_turns(cases, 5));
    if let Some(mib) = memory::peak_mib() {
        println!("most memory held: {mib} MiB");
    }
    Ok(())
}

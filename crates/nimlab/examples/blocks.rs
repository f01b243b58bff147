//! How many different blocks the three-pile lists have in natural numeration systems:
//! the table of `docs/results.md`. `cargo run --release -p nimlab --example blocks`, and
//! the most numbers to look at, if not a million.

#![allow(clippy::print_stdout, reason = "an example prints")]

use nimlab::automata::{Numbers, different_blocks};
use nimlab::games::wythoff3::{places::places, rule::Variant};
use nimlab::{Budget, number};

/// Thue and Morse's sequence, for comparison: an automaton of two states in base 2.
fn thue_morse(below: usize) -> Vec<u8> {
    (0..below).map(|n| (n.count_ones() % 2) as u8).collect()
}

fn main() -> nimlab::Result<()> {
    let below = std::env::args().nth(1).unwrap_or("1e6".into());
    let below = number::words(&[number::parse(&below)?], "the numbers")?[0] as usize;
    let mut meter = Budget::default().meter("the table of blocks");
    let mut lists = vec![("thue-morse".to_owned(), thue_morse(below))];
    for variant in Variant::ALL {
        lists.push((format!("wythoff3:{}", variant.word()), places(variant, below, &mut meter)?));
    }
    for system in ["base:2", "base:3", "zeckendorf", "tribonacci"] {
        let numbers = Numbers::named(system)?;
        println!("{}: last digits, prefixes, different blocks", numbers.name());
        for (name, letters) in &lists {
            print!("  {name:<20}");
            for count in different_blocks(letters, &numbers, &mut meter)? {
                print!(" {}:{}/{}", count.digits, count.different, count.prefixes);
            }
            println!();
        }
    }
    Ok(())
}

//! Small things that the computations of all sources use.

use super::{Computed, Result};
use crate::error::Error;
use nimlab::number::UBig;
use nimlab::sequence::{Period, Sequence};
use nimlab::solve::{Table, TableSize};
use nimlab::{Ask, HeapRule, catalogue};
use serde_json::{Number, Value, json};
use std::fmt::Display;
use std::sync::Arc;

/// A statement that holds, or where it fails.
pub fn claim(text: &str, counterexample: Option<impl Display>) -> Computed {
    match counterexample {
        None => Computed::new(text),
        Some(place) => Computed::new(format!("fails at {place}")),
    }
}

/// Of two formulas that the source may have meant, the one that holds and the
/// one that does not.
pub fn put_right(right: (&str, bool), printed: (&str, bool)) -> Computed {
    let said = |(text, holds): (&str, bool), expected: bool| {
        if holds == expected { text.to_owned() } else { format!("{text} {}", if holds { "holds" } else { "fails" }) }
    };
    Computed::new(said(right, true)).with_source_way(said(printed, false))
}

/// A whole number of any size as a JSON number.
pub fn number(number: &UBig) -> Value {
    Value::Number(Number::from_string_unchecked(number.to_string()))
}

/// A machine word as an integer of any size.
pub fn big(number: u64) -> UBig {
    UBig::from(number)
}

/// The first positions of a value by one method.
pub fn listed(game: &str, method: &str, value: u64, count: usize) -> Result<Vec<Vec<u64>>> {
    let game = catalogue::game(game)?;
    let list = game.positions().value(value).count(count as u64).method(method).run()?;
    Ok(list.map(|position| position?.words()).collect::<nimlab::Result<_>>()?)
}

/// The first P-positions by every method of a list, which must agree.
pub fn listed_by_all(game: &str, methods: &[&str], count: usize) -> Result<Vec<Vec<u64>>> {
    let mut lists = methods.iter().map(|method| listed(game, method, 0, count));
    let first = lists.next().unwrap_or_else(|| Ok(Vec::new()))?;
    for list in lists {
        if list? != first {
            return Err(Error::Methods { what: format!("the P-positions of {game}") });
        }
    }
    Ok(first)
}

/// The board of Grundy values of a game.
pub fn board(game: &str, side: u64) -> Result<Table> {
    Ok((catalogue::game(game)?).table(TableSize::Side(side)).run()?)
}

/// The rows of a board from the top down, each with its number in front.
pub fn printed_board(board: &Table, keep: impl Fn(u32) -> bool) -> Value {
    let row = |row: u64| {
        let cells = (0..board.columns).map(|column| board.value(row, column)).filter(|&value| keep(value));
        let cells: Vec<u64> = std::iter::once(row).chain(cells.map(u64::from)).collect();
        json!(cells)
    };
    Value::Array((0..board.rows).rev().map(row).collect())
}

/// The rule of a heap game.
pub fn rule(game: &str) -> Result<HeapRule> {
    Ok(catalogue::heap_rule(game)?)
}

/// The proved period of a heap game.
pub fn period(game: &str) -> Result<Arc<Period>> {
    let nothing = || Error::Computation { problem: format!("no period of {game} was proved") };
    Sequence::new(rule(game)?).prove(10_000_000)?.ok_or_else(nothing)
}

/// ⌊nφ⌋.
pub fn floor_phi(n: u64) -> u64 {
    ((5 * n * n).isqrt() + n) / 2
}

/// Where two lists differ first.
pub fn first_difference<T: PartialEq>(one: &[T], other: &[T]) -> Option<usize> {
    let differ = (0..one.len().min(other.len())).find(|&i| one[i] != other[i]);
    differ.or((one.len() != other.len()).then(|| one.len().min(other.len())))
}

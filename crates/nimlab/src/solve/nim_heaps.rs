//! Nim heaps: what the theorem of Sprague and Grundy makes of every sum of games.
//!
//! **Bouton's theorem** (Thesis-W, theorem 1). Under normal play some heaps are a
//! P-position exactly if their nim-sum, their sum in binary without carry, is 0. Under
//! misère play the same holds as long as some heap is above 1; when none is, an odd
//! number of heaps is lost. Linear in the length of the input.

use crate::explain::DigitRow;
use crate::number::{BitTest, UBig};
use crate::{Analysis, Budget, Moves, Play, Position};

/// The nim-sum of some heaps: their sum in binary without carry.
///
/// ```
/// use nimlab::{number::UBig, solve::nim_sum};
/// let heaps = [25u8, 14, 13].map(UBig::from);
/// assert_eq!(nim_sum(&heaps), UBig::from(26u8)); // Thesis-A, section 1.3
/// ```
pub fn nim_sum(heaps: &[UBig]) -> UBig {
    heaps.iter().fold(UBig::ZERO, |sum, heap| sum ^ heap)
}

/// Every winning move as (heap, stones left in it).
///
/// Normal play: heap x can be brought to x ⊕ s, s the nim-sum, where that is
/// less than x. Misère play is the same while two heaps above 1 remain; the
/// strategy changes when one is left, which is brought to 0 or 1, whichever leaves
/// an odd number of ones.
pub fn winning_reductions(heaps: &[UBig], play: Play) -> Vec<(usize, UBig)> {
    let large = heaps.iter().filter(|&heap| *heap > UBig::ONE).count();
    let ones = heaps.iter().filter(|heap| heap.is_one()).count();
    match (play, large) {
        (Play::Misere, 0) if ones % 2 == 0 => {
            (0..heaps.len()).filter(|&i| heaps[i].is_one()).map(|i| (i, UBig::ZERO)).collect()
        }
        (Play::Misere, 0) => Vec::new(),
        (Play::Misere, 1) => {
            let last = heaps.iter().position(|heap| *heap > UBig::ONE).expect("one heap above 1 was counted");
            vec![(last, UBig::from(u8::from(ones % 2 == 0)))]
        }
        _ => reductions_to_value(heaps, &UBig::ZERO),
    }
}

/// Every move to a position of the given nim-sum, as (heap, stones left in it).
pub fn reductions_to_value(heaps: &[UBig], value: &UBig) -> Vec<(usize, UBig)> {
    let change = nim_sum(heaps) ^ value;
    (0..heaps.len()).map(|i| (i, &heaps[i] ^ &change)).filter(|(i, left)| *left < heaps[*i]).collect()
}

/// Outcome and winning moves of Nim heaps.
pub fn analyse(heaps: &[UBig], play: Play, budget: Budget) -> Analysis {
    let moves = reduced(heaps, winning_reductions(heaps, play), budget);
    // Without stones nobody can move: lost under normal play, won under misère play.
    if play == Play::Misere && heaps.iter().all(UBig::is_zero) {
        return Analysis::won(Moves::all(Vec::new()));
    }
    if moves.list.is_empty() { Analysis::lost() } else { Analysis::won(moves) }
}

/// One of the reductions for each size of a heap: equal heaps lead to the same
/// position.
pub fn different(heaps: &[UBig], mut reductions: Vec<(usize, UBig)>) -> Vec<(usize, UBig)> {
    reductions.sort_by(|(a, _), (b, _)| heaps[*a].cmp(&heaps[*b]));
    reductions.dedup_by(|(a, _), (b, _)| heaps[*a] == heaps[*b]);
    reductions
}

/// The positions after the given reductions, each of another heap.
pub fn reduced(heaps: &[UBig], reductions: Vec<(usize, UBig)>, budget: Budget) -> Moves {
    let reductions = different(heaps, reductions);
    let from = Position::new(heaps.to_vec(), false);
    let after = |(heap, left): (usize, UBig)| {
        let mut after = heaps.to_vec();
        after[heap] = left;
        after.sort_unstable();
        Position::new(after, false)
    };
    Moves::first(reductions.into_iter().map(after), &from, budget)
}

/// Numbers in binary below each other, and below the line their nim-sum, with
/// this many digits each.
pub fn columns(heaps: &[UBig], sum: &UBig, width: usize) -> Vec<DigitRow> {
    let row = |number: &UBig, remark: &str| DigitRow {
        number: Some(number.clone()),
        digits: (0..width).rev().map(|bit| u64::from(number.bit(bit))).collect(),
        remark: remark.into(),
    };
    heaps.iter().map(|heap| row(heap, "")).chain([row(sum, "nim-sum")]).collect()
}

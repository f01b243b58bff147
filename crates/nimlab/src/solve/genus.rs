//! Misère Grundy values and Conway's genus (*On Numbers and Games*, chapter 12; *Winning Ways*,
//! chapter 13).
//!
//! The *misère Grundy value* of a position is 1 if it has no move, and otherwise the mex of those
//! of its options; it is 0 exactly if the player to move loses under misère play. It does not add
//! up, so that one more number is not enough for sums. The *genus* of X is its Grundy value g together
//! with the misère Grundy values m₀, m₁, m₂, … of X alone, of X beside a Nim heap of 2, beside two
//! of them, and so on: written g^m₀m₁m₂…, as far as the last two repeat for ever.
//!
//! **How they follow from those of the options.** Adding a Nim heap of 1 changes the last bit of a
//! misère Grundy value. So what X and i heaps of 2 can become has the values mᵢ of the options, and
//! mᵢ₋₁ and mᵢ₋₁ ⊕ 1, of one heap less and of a heap that is left with 1.
//!
//! **Where they repeat.** Let the options repeat from i on in the form mᵢ₊₁ = mᵢ ⊕ 2. The least block
//! of four numbers 4k to 4k + 3 in which they leave something free does so for every later i, in pairs
//! that change places. If the pair mᵢ₋₁, mᵢ₋₁ ⊕ 1 takes all of it, mᵢ lies elsewhere and
//! the next value in that block; from then on the least free number of the block that the pair
//! leaves is taken, and mᵢ₊₁ = mᵢ ⊕ 2. So X repeats at most three steps after its options.

use crate::bits::BitSet;
use std::fmt;

/// The genus of a position.
///
/// ```
/// use nimlab::{catalogue, prelude::*, solve::TableSize};
/// let kayles = catalogue::game("octal:0.77")?;
/// let table = kayles.table(TableSize::Side(6)).genera(&|_, _| std::ops::ControlFlow::Continue(()))?;
/// let words: Vec<String> = table.genera.iter().map(ToString::to_string).collect();
/// assert_eq!(words, ["0^120", "1^031", "2^20", "3^31", "1^031", "4^146"]);
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Genus {
    grundy: u32,
    /// At least two, of which the last two repeat.
    misere: Box<[u32]>,
}

impl Genus {
    /// The Grundy value.
    pub fn grundy(&self) -> u32 {
        self.grundy
    }

    /// The misère Grundy value.
    pub fn misere(&self) -> u32 {
        self.misere[0]
    }

    /// The misère Grundy value beside this many Nim heaps of 2.
    pub fn beside_twos(&self, twos: usize) -> u32 {
        let last = self.misere.len() - 2;
        self.misere[if twos < last { twos } else { last + (twos - last) % 2 }]
    }

    /// The misère Grundy values as they are written: the last two repeat.
    pub fn written(&self) -> &[u32] {
        &self.misere
    }

    /// The genus of a position with these options.
    pub(crate) fn of_options<'o>(options: impl Iterator<Item = &'o Genus> + Clone) -> Self {
        // What has no option is 0 under normal play and 1 under misère play.
        let settled = options.clone().map(|option| option.misere.len() - 2).max();
        let mut values: Vec<u32> = Vec::new();
        for twos in 0..settled.unwrap_or(0) + 6 {
            let mut seen = BitSet::new();
            let before = twos.checked_sub(1).map(|before| values[before]);
            let others = options.clone().map(|option| option.beside_twos(twos));
            for value in others.chain(before).chain(before.map(|value| value ^ 1)) {
                seen.insert(value.into());
            }
            values.push(if settled.is_none() && twos == 0 { 1 } else { seen.first_free(0) as u32 });
        }
        let mut seen = BitSet::new();
        options.for_each(|option| seen.insert(option.grundy.into()));
        Self::of_values(seen.first_free(0) as u32, values)
    }

    /// The genus with these values, of which the last two repeat.
    pub(super) fn of_values(grundy: u32, mut misere: Vec<u32>) -> Self {
        while let [.., a, _, c] = misere[..]
            && a == c
        {
            misere.pop();
        }
        Self { grundy, misere: misere.into() }
    }
}

impl fmt::Display for Genus {
    /// Such as `0^120`; with commas where a value has two digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let gap = if self.misere.iter().any(|&value| value > 9) { "," } else { "" };
        let words: Vec<String> = self.misere.iter().map(u32::to_string).collect();
        write!(f, "{}^{}", self.grundy, words.join(gap))
    }
}

/// The genera of a row or a rectangle of positions.
///
/// ```
/// use nimlab::{prelude::*, solve::TableSize};
/// let board = catalogue::game("wythoff")?.table(TableSize::Rectangle(2, 2)).genera(&|_, _| std::ops::ControlFlow::Continue(()))?;
/// assert_eq!((board.rows, board.columns, board.genera[0].to_string()), (2, 2, "0^120".into()));
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GenusTable {
    /// The game's name.
    pub game: String,
    /// What the rows are, such as `x`; empty if there is only one.
    pub row_label: String,
    /// What the columns are.
    pub column_label: String,
    /// Number of rows.
    pub rows: u64,
    /// Number of columns.
    pub columns: u64,
    /// The genera, row after row.
    pub genera: Vec<Genus>,
}

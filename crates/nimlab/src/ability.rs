//! What only some games can do: small traits that a game may offer the engines
//! through [`Game`](crate::Game).

use crate::answer::Moves;
use crate::budget::Budget;
use crate::error::Result;
use crate::number::UBig;
use crate::position::Position;

/// An oracle for Grundy values.
///
/// ```
/// use nimlab::{Budget, catalogue, solve};
/// let wythoff = catalogue::game("wythoff")?;
/// let mut values = solve::values(&*wythoff, &[9, 9], Budget::default());
/// assert_eq!(values.value(&[4, 4])?, 7);
/// # Ok::<(), nimlab::Error>(())
/// ```
pub trait Values {
    /// The Grundy value of a canonical position.
    fn value(&mut self, position: &[u64]) -> Result<u64>;
}

/// What theorems say of a Grundy value.
///
/// ```
/// use nimlab::{KnownValue, prelude::*};
/// let wythoff = catalogue::game("wythoff")?;
/// let known = |text| Ok::<_, nimlab::Error>(wythoff.known_values().unwrap().what_is_known(&wythoff.read(text)?, Budget::default()));
/// assert_eq!(known("9,14")?, KnownValue::Is(1u8.into()));
/// assert_eq!(known("1000,2000")?, KnownValue::AtLeast(2u8.into()));
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KnownValue {
    /// The value.
    Is(UBig),
    /// It is this or larger.
    AtLeast(UBig),
    /// Nothing.
    Nothing,
}

impl KnownValue {
    /// The value, if it is known.
    pub fn value(self) -> Option<UBig> {
        match self {
            Self::Is(value) => Some(value),
            Self::AtLeast(_) | Self::Nothing => None,
        }
    }
}

/// Theorems about Grundy values, for positions of any size.
///
/// ```
/// use nimlab::{number::UBig, prelude::*};
/// let nim = catalogue::game("nim")?;
/// let (known, position) = (nim.known_values().unwrap(), nim.read("3,4")?);
/// assert_eq!(known.grundy(&position, Budget::default()), Some(UBig::from(7u8)));
/// let to_two = known.moves_to_value(&position, &UBig::from(2u8), Budget::default()).unwrap();
/// assert_eq!(to_two.list[0].to_string(), "1,3");
/// # Ok::<(), nimlab::Error>(())
/// ```
pub trait KnownValues {
    /// What the values are known by, in a word.
    fn known_by(&self) -> &'static str {
        "theorem"
    }

    /// The Grundy value, where a theorem gives it.
    fn grundy(&self, _position: &Position, _budget: Budget) -> Option<UBig> {
        None
    }

    /// All that theorems say of the Grundy value.
    fn what_is_known(&self, position: &Position, budget: Budget) -> KnownValue {
        self.grundy(position, budget).map_or(KnownValue::Nothing, KnownValue::Is)
    }

    /// Every move to a position of the given Grundy value, where a theorem
    /// gives them.
    fn moves_to_value(&self, _position: &Position, _value: &UBig, _budget: Budget) -> Option<Moves> {
        None
    }

    /// The Nim heaps that this position is, literally (not only by value), so
    /// that it can be joined with others under misère play.
    fn nim_heaps(&self, _position: &Position) -> Option<Vec<UBig>> {
        None
    }
}

/// The moves of a game of two piles.
///
/// ```
/// use nimlab::{PairMoves, prelude::*};
/// assert_eq!(catalogue::game("r-wythoff")?.two_piles().unwrap().moves(), Some(PairMoves::LargerOrBoth));
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PairMoves {
    /// Take from either pile, or from both, amounts that differ by less than the
    /// width.
    Band {
        /// The width, from 1 on.
        width: u64,
    },
    /// Take from the larger pile, or the same amount from both.
    LargerOrBoth,
}

/// Two piles with moves that the engine of [`crate::solve::Board`] knows: then
/// large boards and the periods of their rows can be asked for.
///
/// ```
/// use nimlab::{PairMoves, TwoPiles};
/// struct Mine;
/// impl TwoPiles for Mine {
///     fn moves(&self) -> Option<PairMoves> { Some(PairMoves::Band { width: 3 }) }
/// }
/// assert_eq!(Mine.moves_on(10, 10, nimlab::Budget::default()), Mine.moves());
/// ```
pub trait TwoPiles {
    /// The moves on every board.
    fn moves(&self) -> Option<PairMoves>;

    /// The moves on a board of this many rows and columns only: a rule may have
    /// the moves of such a game without saying so.
    fn moves_on(&self, _rows: u64, _columns: u64, _budget: Budget) -> Option<PairMoves> {
        self.moves()
    }

    /// The moves in the rows up to this one and every column: what the period of
    /// a row is proved with.
    fn moves_up_to(&self, _row: u64, _budget: Budget) -> Option<PairMoves> {
        self.moves()
    }
}

//! A window of the board of a game of two piles, wherever it begins: what theorems say of
//! the Grundy values in it. No table of smaller positions is made, and so the numbers may
//! have any size.
//!
//! A cell costs what one position costs: for an automaton a step for each digit and value.

use crate::error::{Error, Result};
use crate::number::{BitTest, UBig};
use crate::solve::methods;
use crate::{Budget, Game, KnownValue, Outcome, Play, Position, Question, RuleExt};
use std::ops::ControlFlow;

/// The most memory and the most positions for a single cell: a method that needs more of
/// them makes a table, which far out would never end.
const CELL: (u64, u64) = (4 << 20, 1000);

/// What theorems say of the cells of a window.
///
/// ```
/// use nimlab::{Budget, Play, catalogue, number::UBig, solve::FarWindow};
/// use std::ops::ControlFlow;
/// let wythoff = catalogue::game("wythoff")?;
/// let corner = [1_000_000u32, 1_618_033].map(UBig::from);
/// let go_on = &mut |_, _| ControlFlow::Continue(());
/// let seen = FarWindow::of(&*wythoff, corner, [4, 3], Play::Normal, Budget::default(), go_on)?;
/// // (1 000 000, 1 618 034) is a P-position, and the theorem that is kept is about 0 and 1.
/// assert_eq!((seen.at(0, 1), seen.known.clone()), (Some(&UBig::ZERO), Some(UBig::from(1u8))));
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FarWindow {
    /// The first cell.
    pub corner: [UBig; 2],
    /// How many rows and columns.
    pub size: [u64; 2],
    /// Every cell with a value up to this one is told; `None` if every cell is.
    pub known: Option<UBig>,
    /// The cells, row after row; `None` for a value above `known`. Under misère play 0
    /// stands for a P-position.
    pub values: Vec<Option<UBig>>,
}

impl FarWindow {
    /// Asks the theorems of a game about every cell. Fails where a cell can only be decided
    /// by a table or a search.
    pub fn of(
        game: &dyn Game,
        corner: [UBig; 2],
        size: [u64; 2],
        play: Play,
        budget: Budget,
        progress: &mut dyn FnMut(u64, u64) -> ControlFlow<()>,
    ) -> Result<Self> {
        let [rows, columns] = size;
        let mut meter = budget.meter("a window of the board");
        // Each cell is a number, and large numbers lie elsewhere.
        let digits = corner.iter().map(UBig::bit_len).max().unwrap_or(0) as u64 / 8;
        meter.take(rows.saturating_mul(columns).saturating_mul(size_of::<Option<UBig>>() as u64 + digits))?;
        let mut asked = CellQuestion { game, play, known: None, budget };
        let mut values = Vec::with_capacity(usize::try_from(rows.saturating_mul(columns)).unwrap_or(0));
        for row in 0..rows {
            for column in 0..columns {
                meter.tick(1000)?;
                let cell = vec![&corner[0] + UBig::from(row), &corner[1] + UBig::from(column)];
                values.push(asked.value(&game.canonical_of(&game.read_numbers(cell)?))?);
            }
            if progress(row + 1, rows).is_break() {
                return Err(Error::undecided("nobody waits for the window any more"));
            }
        }
        Ok(Self { corner, size, known: asked.known, values })
    }

    /// The value of a cell, counted from the corner.
    pub fn at(&self, row: u64, column: u64) -> Option<&UBig> {
        let [rows, columns] = self.size;
        let place = (row < rows && column < columns).then(|| row * columns + column)?;
        self.values.get(usize::try_from(place).ok()?)?.as_ref()
    }
}

/// What is asked of every cell, and the largest value of which all cells are told.
struct CellQuestion<'g> {
    game: &'g dyn Game,
    play: Play,
    known: Option<UBig>,
    budget: Budget,
}

impl CellQuestion<'_> {
    /// The value of a position, if theorems give it; `known` falls where they do not.
    fn value(&mut self, position: &Position) -> Result<Option<UBig>> {
        let (bytes, positions) = CELL;
        let budget = Budget { bytes: bytes.min(self.budget.bytes), positions, ..self.budget };
        let told = match self.game.known_values() {
            Some(known) if self.play == Play::Normal => known.what_is_known(position, budget),
            _ => KnownValue::Nothing,
        };
        let up_to = match told {
            KnownValue::Is(value) => return Ok(Some(value)),
            KnownValue::AtLeast(least) if !least.is_zero() => least - UBig::ONE,
            _ if self.outcome(position, budget)? == Outcome::P => return Ok(Some(UBig::ZERO)),
            _ => UBig::ZERO,
        };
        if self.known.as_ref().is_none_or(|known| *known > up_to) {
            self.known = Some(up_to);
        }
        Ok(None)
    }

    /// Who wins, by the game's own methods and in little room.
    fn outcome(&self, position: &Position, budget: Budget) -> Result<Outcome> {
        for method in methods(self.game, Question::Solve(self.play)) {
            if method == self.game.reference() || self.game.positions_before(position) > UBig::from(CELL.1) {
                break;
            }
            if let Ok(analysis) = self.game.analyse(method, position, self.play, budget) {
                return Ok(analysis.outcome);
            }
            self.budget.meter("a window of the board").now()?;
        }
        Err(Error::NotAnswered {
            game: self.game.name(),
            question: format!("a window of the board at {}, where no theorem says who wins,", position.shown()),
            hint: "a game with a closed form, or with a theorem that was proved by machine: wythoff:2, r-wythoff, nim"
                .into(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::Chance;
    use crate::solve::TableSize;
    use crate::{Ask, catalogue};

    const GAMES: [&str; 7] = ["wythoff", "wythoff:2", "wythoff:7", "r-wythoff", "nim", "moore:2", "subtraction:2,4,7"];

    fn seen(game: &dyn Game, corner: [UBig; 2], size: [u64; 2], play: Play) -> Result<FarWindow> {
        FarWindow::of(game, corner, size, play, Budget::default(), &mut |_, _| ControlFlow::Continue(()))
    }

    /// What is told of near cells is what the table says, and what is not told is larger.
    #[test]
    fn near_windows_are_parts_of_the_table() -> Result<()> {
        for name in GAMES {
            let game = catalogue::game(name)?;
            let table = game.table(TableSize::Rectangle(40, 40)).run()?;
            for [x, y] in [[0u64, 0], [3, 11], [17, 5]] {
                let window = seen(&*game, [x.into(), y.into()], [20, 23], Play::Normal)?;
                for (row, column) in (0..20).flat_map(|row| (0..23).map(move |column| (row, column))) {
                    let value = UBig::from(table.values[((x + row) * 40 + y + column) as usize]);
                    let told = window.known.as_ref().is_none_or(|known| value <= *known);
                    assert_eq!(window.at(row, column), told.then_some(&value), "{name} ({}, {})", x + row, y + column);
                }
            }
        }
        Ok(())
    }

    /// Far cells against the outcome of each by the game itself, normal and misère.
    #[test]
    fn far_windows_say_what_solve_says() -> Result<()> {
        let mut chance = Chance::new(7);
        let mut lost = 0;
        for (name, play) in [
            ("wythoff", Play::Normal),
            ("wythoff:2", Play::Normal),
            ("wythoff:2", Play::Misere),
            ("wythoff:7", Play::Normal),
            ("r-wythoff", Play::Misere),
            ("nim", Play::Normal),
        ] {
            let game = catalogue::game(name)?;
            // Around a P-position far out, so that one at least lies in the window.
            let from = UBig::from(1_000_000 + chance.next() % 1000);
            let list = game.positions().play(play).from(from).heaps(2).count(1).run()?;
            for found in list {
                let [x, y]: [UBig; 2] = found?.numbers().to_vec().try_into().expect("two piles");
                let corner = [x - UBig::from(chance.next() % 8), y - UBig::from(chance.next() % 8)];
                let window = seen(&*game, corner.clone(), [8, 8], play)?;
                for (row, column) in (0..8u64).flat_map(|row| (0..8u64).map(move |column| (row, column))) {
                    let cell =
                        game.read_numbers(vec![&corner[0] + UBig::from(row), &corner[1] + UBig::from(column)])?;
                    let is_lost = game.solve(&cell).play(play).run()?.outcome == Outcome::P;
                    assert_eq!(window.at(row, column).is_some_and(UBig::is_zero), is_lost, "{name} {cell}");
                    lost += u32::from(is_lost);
                }
            }
        }
        assert!(lost >= 6, "{lost}");
        Ok(())
    }

    /// Numbers of forty digits; and a game of which nothing is known there.
    #[test]
    fn a_window_is_refused_where_only_a_table_would_do() -> Result<()> {
        let far: UBig = "1000000000000000000000000000000000000000".parse().expect("a number");
        let wythoff = catalogue::game("wythoff:3")?;
        assert!(seen(&*wythoff, [far.clone(), far.clone()], [3, 3], Play::Normal)?.known.is_some());
        for name in ["euclid", "grundy", "octal:0.007"] {
            let game = catalogue::game(name)?;
            if let Err(error) = seen(&*game, [far.clone(), far.clone()], [3, 3], Play::Normal) {
                assert!(error.to_string().contains("no theorem says who wins"), "{name}: {error}");
            }
        }
        let grundy = catalogue::game("grundy")?;
        assert!(seen(&*grundy, [far.clone(), far], [3, 3], Play::Normal).is_err());
        Ok(())
    }
}

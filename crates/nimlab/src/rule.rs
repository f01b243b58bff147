//! The rule of a game: what a position looks like, and what can be reached from
//! it. All that a game must tell.

use crate::error::Result;
use crate::number::UBig;
use crate::position::{Position, Shape};
use std::ops::ControlFlow;

/// What is done with each option of a position; a break ends the enumeration.
pub type Each<'e> = dyn FnMut(&[u64]) -> ControlFlow<()> + 'e;

/// The rule of a game. Three methods are required; they make a complete game
/// of your own, and everything can be asked of it:
///
/// ```
/// use nimlab::prelude::*;
/// use std::ops::ControlFlow;
///
/// struct Halving; // Take at most half of the stones.
/// impl Rule for Halving {
///     fn name(&self) -> String { "halving".into() }
///     fn shape(&self) -> Shape { Shape::piles(1) }
///     fn options(&self, piles: &[u64], each: &mut Each<'_>) -> ControlFlow<()> {
///         (piles[0].div_ceil(2)..piles[0]).try_for_each(|left| each(&[left]))
///     }
/// }
/// impl Game for Halving {}
///
/// let answer = Halving.solve(&Halving.read("12")?).run()?;
/// assert_eq!(answer.winning_moves.list[0].to_string(), "7");
/// let lost: Vec<String> = Halving.positions().count(5).run()?.map(|p| p.unwrap().to_string()).collect();
/// assert_eq!(lost, ["0", "1", "3", "7", "15"]);
/// assert!(Halving.check(20).run()?.agrees());
/// # Ok::<(), nimlab::Error>(())
/// ```
pub trait Rule: Send + Sync {
    /// The name with its parameters, such as `wythoff:2`.
    ///
    /// ```
    /// use nimlab::{Rule, catalogue};
    /// assert_eq!(catalogue::game("octal(0.77)")?.name(), "octal:0.77");
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    fn name(&self) -> String;

    /// What a position looks like.
    ///
    /// ```
    /// use nimlab::{Piles, Rule, catalogue};
    /// assert_eq!(catalogue::game("wythoff")?.shape().piles, Piles::Exactly(2));
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    fn shape(&self) -> Shape;

    /// The rule: calls `each` for every position that can be reached in one
    /// move, in canonical form, possibly more than once, until `each` breaks
    /// off. The definition that every method is compared with.
    ///
    /// ```
    /// use nimlab::{Rule, catalogue};
    /// use std::ops::ControlFlow;
    /// let mut found = Vec::new();
    /// let _ = catalogue::game("nim")?.options(&[1, 2], &mut |option| {
    ///     found.push(option.to_vec());
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(found.len(), 3);
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    fn options(&self, position: &[u64], each: &mut Each<'_>) -> ControlFlow<()>;

    /// A position that a newcomer can try, such as `17,29`.
    ///
    /// ```
    /// use nimlab::{Rule, catalogue};
    /// assert_eq!(catalogue::game("wythoff")?.example(), "17,29");
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    fn example(&self) -> String {
        self.shape().example()
    }

    /// A word for each number of a position with this many numbers.
    ///
    /// ```
    /// use nimlab::{Rule, catalogue};
    /// assert_eq!(catalogue::game("fibonacci")?.labels(2)[0], "stones");
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    fn labels(&self, count: usize) -> Vec<String> {
        self.shape().labels(count)
    }

    /// The names by which a player calls the numbers of a position (`width`,
    /// `height`). `None` where they are piles, which are called by their place.
    fn given_names(&self, _count: usize) -> Option<Vec<String>> {
        None
    }

    /// The same as [`Rule::options`], for rules that can fail, as those of a
    /// stranger can: what the engines call. A failure is never an end of the game.
    fn try_options(&self, position: &[u64], each: &mut Each<'_>) -> Result<ControlFlow<()>> {
        Ok(self.options(position, each))
    }

    /// Whether one move leads from a position to another, on numbers of any
    /// size, if the game can tell without going through its moves.
    ///
    /// ```
    /// use nimlab::prelude::*;
    /// let nim = catalogue::game("nim")?;
    /// assert_eq!(nim.can_move(&nim.read("3,1e30")?, &nim.read("3,7")?), Some(true));
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    fn can_move(&self, _from: &Position, _to: &Position) -> Option<bool> {
        None
    }

    /// The same of positions between which a move is known to lead: whether one
    /// leads there with every pile in its place. Piles that may be exchanged
    /// are sorted before a question is asked, but on a table they lie where
    /// they lie: Nim leads from (3, 5) to (2, 3) by taking 3 from the second
    /// pile, and not by taking from both. `None` if the game cannot tell.
    fn can_move_in_places(&self, _from: &Position, _to: &Position) -> Option<bool> {
        None
    }

    /// Brings the numbers of a position into canonical order.
    fn canonical(&self, numbers: &mut Vec<UBig>) {
        let shape = self.shape();
        if shape.interchangeable {
            let piles = numbers.len().saturating_sub(usize::from(shape.tail.is_some()));
            numbers[..piles].sort_unstable();
        }
    }

    /// Why some numbers are not a position, if the shape alone does not say so.
    fn problem_with(&self, _numbers: &[UBig]) -> Option<String> {
        None
    }

    /// The tail of a position that was written without one.
    fn default_tail(&self, _piles: &[UBig]) -> Option<UBig> {
        None
    }

    /// The starting position of a given size, for games that are played from
    /// special ones (Fibonacci Nim with n stones, Building Nim with n tokens).
    ///
    /// ```
    /// use nimlab::{Rule, catalogue};
    /// // Fibonacci Nim: all but one of the stones may be taken at first.
    /// assert_eq!(catalogue::game("fibonacci")?.start(20), Some(vec![20, 19]));
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    fn start(&self, _size: u64) -> Option<Vec<u64>> {
        None
    }

    /// How many of a position's options the previous player may block before a
    /// move; the blocks are forgotten when the move is made. Options are counted
    /// as positions, however many moves lead there. Where it is not 0 a position
    /// is lost exactly if at most so many of its options are, there are no Grundy
    /// values, and plain search is the only engine that answers.
    ///
    /// ```
    /// use nimlab::{Rule, catalogue};
    /// assert_eq!(catalogue::game("wythoff-blocking")?.blocked(), 1);
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    fn blocked(&self) -> u64 {
        0
    }

    /// Whether it is known that every game comes to an end.
    fn is_known_to_end(&self) -> bool {
        true
    }
}

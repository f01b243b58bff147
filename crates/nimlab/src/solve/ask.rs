//! Asking a game: each question starts with its name, gets what it needs, and
//! is run.

use super::{Check, Comparison, GenusTable, JudgedMoves, Listing, Table, TableRows, TableSize};
use crate::Game;
use crate::answer::{Analysis, Answer};
use crate::budget::Budget;
use crate::error::Result;
use crate::position::Position;
use crate::question::{Method, Play};

/// The questions. Every game answers them.
///
/// ```
/// use nimlab::prelude::*;
/// let wythoff = catalogue::game("wythoff:2")?;
/// let position = wythoff.read("17,29")?;
/// let answer = wythoff.solve(&position).method("arithmetic").run()?;
/// assert_eq!(answer.outcome, Outcome::N);
/// let moves: Vec<String> = answer.winning_moves.list.iter().map(Position::to_string).collect();
/// assert_eq!(moves, ["7,17", "8,20"]);
/// println!("{}", wythoff.explain(&answer));
/// # Ok::<(), nimlab::Error>(())
/// ```
pub trait Ask {
    /// The game that is asked.
    ///
    /// ```
    /// use nimlab::prelude::*;
    /// assert_eq!(catalogue::game("wythoff(2)")?.as_game().name(), "wythoff:2");
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    fn as_game(&self) -> &dyn Game;

    /// Who wins, and by which moves?
    ///
    /// ```
    /// use nimlab::prelude::*;
    /// let nim = catalogue::game("nim")?;
    /// let answer = nim.solve(&nim.read("3,4,5")?).run()?;
    /// assert_eq!(answer.winning_moves.list[0].to_string(), "1,4,5");
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    fn solve<'q>(&'q self, position: &'q Position) -> Solving<'q> {
        let (play, budget) = (Play::Normal, Budget::default());
        Solving { game: self.as_game(), position, play, method: None, budget, value: false }
    }

    /// Every move of a position, with what it leads to.
    ///
    /// ```
    /// use nimlab::prelude::*;
    /// let nim = catalogue::game("nim")?;
    /// let found = nim.moves(&nim.read("1,2")?).run()?;
    /// let list: Vec<String> = found.moves.iter().map(|one| format!("{} {}", one.to, one.outcome)).collect();
    /// assert_eq!(list, ["1,1 P", "0,1 N", "0,2 N"]);
    /// assert!(found.complete());
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    fn moves<'q>(&'q self, position: &'q Position) -> Judging<'q> {
        Judging { game: self.as_game(), position, play: Play::Normal, most: usize::MAX, budget: Budget::default() }
    }

    /// The P-positions in order, or those of a Grundy value.
    ///
    /// ```
    /// use nimlab::prelude::*;
    /// let nim = catalogue::game("nim")?;
    /// let lost: Vec<String> = nim.positions().count(3).run()?.map(|found| found.unwrap().to_string()).collect();
    /// assert_eq!(lost, ["0,0,0", "0,1,1", "0,2,2"]);
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    fn positions(&self) -> Listing<'_> {
        Listing::new(self.as_game())
    }

    /// A table of Grundy values.
    ///
    /// ```
    /// use nimlab::{prelude::*, solve::TableSize};
    /// let table = catalogue::game("wythoff")?.table(TableSize::Side(3)).run()?;
    /// assert_eq!(table.values, [0, 1, 2, 1, 2, 0, 2, 0, 1]);
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    fn table(&self, size: TableSize) -> Tabulating<'_> {
        Tabulating { game: self.as_game(), size, play: Play::Normal, budget: Budget::default() }
    }

    /// Every method of the game against plain search, over all positions whose
    /// numbers are below `size`.
    ///
    /// ```
    /// use nimlab::prelude::*;
    /// let wythoff = catalogue::game("wythoff:2")?;
    /// assert!(wythoff.check(12).run()?.agrees());
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    fn check(&self, size: u64) -> Checking<'_> {
        Checking { game: self.as_game(), size, heaps: 3, budget: Budget::default() }
    }

    /// Where this game and another differ, over all positions whose numbers are
    /// below `size`.
    ///
    /// ```
    /// use nimlab::prelude::*;
    /// let [nim, wythoff] = [catalogue::game("nim")?, catalogue::game("wythoff")?];
    /// let found = nim.compare(&*wythoff, 10).run()?;
    /// assert_eq!(found.first[0].position, [1, 1]);
    /// assert_eq!(found.first[0].values, Some([0, 2]));
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    fn compare<'q>(&'q self, other: &'q dyn Game, size: u64) -> Comparing<'q> {
        let (play, budget) = (Play::Normal, Budget::default());
        Comparing { games: [self.as_game(), other], size, heaps: None, play, budget }
    }
}

impl<G: Game> Ask for G {
    fn as_game(&self) -> &dyn Game {
        self
    }
}

impl Ask for dyn Game + '_ {
    fn as_game(&self) -> &dyn Game {
        self
    }
}

/// The parts that questions have in common: how the end counts, and what the
/// answer may cost.
macro_rules! common {
    (play) => {
        /// Under misère play: a player who cannot move has won.
        pub fn misere(self) -> Self {
            self.play(Play::Misere)
        }

        /// Under normal or misère play.
        pub fn play(self, play: Play) -> Self {
            Self { play, ..self }
        }
    };
    (budget) => {
        /// At no more than this cost.
        pub fn budget(self, budget: Budget) -> Self {
            Self { budget, ..self }
        }
    };
}

/// Who wins a position, and how: [`Ask::solve`].
///
/// ```
/// use nimlab::prelude::*;
/// let nim = catalogue::game("nim")?;
/// let position = nim.read("1,1,3")?;
/// // Under misère play three ones are left to the opponent.
/// let answer = nim.solve(&position).misere().budget(Budget::of_positions(1000)).run()?;
/// assert_eq!(answer.winning_moves.list[0].to_string(), "1,1,1");
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Clone, Copy)]
#[must_use = "a question is answered when it is run"]
pub struct Solving<'q> {
    pub(super) game: &'q dyn Game,
    pub(super) position: &'q Position,
    pub(super) play: Play,
    pub(super) method: Option<&'q str>,
    pub(super) budget: Budget,
    /// Whether the Grundy value is looked for even where that takes a search.
    pub(super) value: bool,
}

impl<'q> Solving<'q> {
    common!(play);
    common!(budget);

    /// By the method of this name; the fastest exact one otherwise.
    ///
    /// ```
    /// use nimlab::prelude::*;
    /// let wythoff = catalogue::game("wythoff")?;
    /// let position = wythoff.read("1,2")?;
    /// assert_eq!(wythoff.solve(&position).method("search").run()?.method, Method::SEARCH);
    /// assert!(wythoff.solve(&position).method("guess").run().is_err());
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn method(self, name: impl Into<Option<&'q str>>) -> Self {
        Self { method: name.into(), ..self }
    }

    /// With the Grundy value, even if only a search can find it. Otherwise it
    /// comes with the answer where a theorem gives it or the search is short.
    ///
    /// ```
    /// use nimlab::{number::UBig, prelude::*};
    /// let wythoff = catalogue::game("wythoff")?;
    /// let answer = wythoff.solve(&wythoff.read("4,4")?).with_value(true).run()?;
    /// assert_eq!(answer.grundy, Some(UBig::from(7u8)));
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn with_value(self, wanted: bool) -> Self {
        Self { value: wanted, ..self }
    }

    /// The answer. What is not a position of the game is refused, and piles in
    /// another order than the game keeps are put into that order.
    ///
    /// ```
    /// use nimlab::prelude::*;
    /// let nim = catalogue::game("nim")?;
    /// let answer = nim.solve(&Position::new([5u8, 3, 4].map(Into::into).to_vec(), false)).run()?;
    /// assert_eq!((answer.position.to_string(), answer.outcome), ("3,4,5".into(), Outcome::N));
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn run(self) -> Result<Answer> {
        let position = self.game.sound(self.position)?;
        super::solve(&Solving { position: &position, ..self })
    }

    /// The method, and the outcome and winning moves that it found, without a
    /// Grundy value.
    ///
    /// ```
    /// use nimlab::prelude::*;
    /// let wythoff = catalogue::game("wythoff")?;
    /// let (method, found) = wythoff.solve(&wythoff.read("1,2")?).analyse()?;
    /// assert_eq!((found.outcome, method.name()), (Outcome::P, "algebraic"));
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn analyse(self) -> Result<(Method, Analysis)> {
        let position = self.game.sound(self.position)?;
        super::decide(&Solving { position: &position, ..self })
    }
}

/// Every move of a position with its outcome: [`Ask::moves`].
///
/// ```
/// use nimlab::prelude::*;
/// let nim = catalogue::game("nim")?;
/// let position = nim.read("1,2")?;
/// assert_eq!(nim.moves(&position).misere().run()?.moves[0].to.to_string(), "0,1");
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Clone, Copy)]
#[must_use = "a question is answered when it is run"]
pub struct Judging<'q> {
    game: &'q dyn Game,
    position: &'q Position,
    play: Play,
    most: usize,
    budget: Budget,
}

impl Judging<'_> {
    common!(play);
    common!(budget);

    /// At most this many moves.
    ///
    /// ```
    /// use nimlab::prelude::*;
    /// let nim = catalogue::game("nim")?;
    /// let found = nim.moves(&nim.read("5,6,7")?).most(3).run()?;
    /// assert_eq!((found.moves.len(), found.complete()), (3, false));
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn most(self, most: usize) -> Self {
        Self { most, ..self }
    }

    /// The moves.
    pub fn run(self) -> Result<JudgedMoves> {
        super::moves::moves(self.game, self.position, self.play, self.most, self.budget)
    }

    /// The one move that leads to a position.
    ///
    /// ```
    /// use nimlab::prelude::*;
    /// let nim = catalogue::game("nim")?;
    /// let position = nim.read("1,2")?;
    /// assert!(nim.moves(&position).to(&nim.read("1,1")?)?.wins());
    /// assert!(nim.moves(&position).to(&nim.read("0,0")?).is_err());
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn to(self, to: &Position) -> Result<super::Judged> {
        super::moves::judge(self.game, self.position, to, self.play, self.budget)
    }
}

/// A table of Grundy values: [`Ask::table`].
///
/// ```
/// use nimlab::{prelude::*, solve::TableSize};
/// let kayles = catalogue::game("kayles")?;
/// let table = kayles.table(TableSize::Side(8)).budget(Budget::of_positions(1000)).run()?;
/// assert_eq!(table.values, [0, 1, 2, 3, 1, 4, 3, 2]);
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Clone, Copy)]
#[must_use = "a question is answered when it is run"]
pub struct Tabulating<'q> {
    game: &'q dyn Game,
    size: TableSize,
    play: Play,
    budget: Budget,
}

impl<'q> Tabulating<'q> {
    common!(play);
    common!(budget);

    /// The whole table.
    pub fn run(self) -> Result<Table> {
        super::table::table(self.game, self.size, self.play, self.budget)
    }

    /// The table row by row; `progress` is called as the work advances.
    ///
    /// ```
    /// use nimlab::{prelude::*, solve::TableSize};
    /// use std::ops::ControlFlow;
    /// let nim = catalogue::game("nim")?;
    /// let mut rows = nim.table(TableSize::Rectangle(2, 3)).rows(&|_done, _all| ControlFlow::Continue(()))?;
    /// let mut values = Vec::new();
    /// rows.each_piece(|_row, _column, cells| -> nimlab::Result<()> {
    ///     values.extend_from_slice(cells);
    ///     Ok(())
    /// })?;
    /// assert_eq!(values, [0, 1, 2, 1, 0, 3]);
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn rows(self, progress: &crate::OnProgress<'_>) -> Result<TableRows<'q>> {
        match self.play {
            Play::Normal => super::table::table_rows(self.game, self.size, self.budget, progress),
            Play::Misere => super::table::misere_rows(self.game, self.size, self.budget),
        }
    }

    /// The genus of each position, which says something about both kinds of play.
    ///
    /// ```
    /// use nimlab::{prelude::*, solve::TableSize};
    /// let nim = catalogue::game("nim")?;
    /// let table = nim.table(TableSize::Rectangle(2, 3)).genera(&|_, _| std::ops::ControlFlow::Continue(()))?;
    /// let words: Vec<String> = table.genera.iter().map(ToString::to_string).collect();
    /// assert_eq!(words, ["0^120", "1^031", "2^20", "1^031", "0^120", "3^31"]);
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn genera(self, progress: &crate::OnProgress<'_>) -> Result<GenusTable> {
        super::table::genera(self.game, self.size, self.budget, progress)
    }
}

/// Methods against plain search: [`Ask::check`].
///
/// ```
/// use nimlab::prelude::*;
/// let check = catalogue::game("nim")?.check(5).heaps(2).run()?;
/// assert!(check.agrees() && check.compared.iter().all(|one| one.differing == 0));
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Clone, Copy)]
#[must_use = "a question is answered when it is run"]
pub struct Checking<'q> {
    game: &'q dyn Game,
    size: u64,
    heaps: usize,
    budget: Budget,
}

impl Checking<'_> {
    common!(budget);

    /// With this many heaps, in games that take any number; 3 by default.
    pub fn heaps(self, heaps: usize) -> Self {
        Self { heaps, ..self }
    }

    /// What was compared, and whether it agrees.
    pub fn run(self) -> Result<Check> {
        super::check::check(self.game, self.size, self.heaps, self.budget)
    }
}

/// Two games side by side: [`Ask::compare`].
///
/// ```
/// use nimlab::prelude::*;
/// // Greedy Nim with one heap is Nim; with two it is not.
/// let [nim, greedy] = [catalogue::game("nim")?, catalogue::game("greedy")?];
/// assert!(nim.compare(&*greedy, 10).heaps(1).run()?.equal());
/// assert!(!nim.compare(&*greedy, 10).heaps(2).run()?.equal());
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Clone, Copy)]
#[must_use = "a question is answered when it is run"]
pub struct Comparing<'q> {
    games: [&'q dyn Game; 2],
    size: u64,
    heaps: Option<usize>,
    play: Play,
    budget: Budget,
}

impl Comparing<'_> {
    common!(play);
    common!(budget);

    /// With this many heaps, in games that take any number; by default 1 if both
    /// are sums of heaps, else 3.
    pub fn heaps(self, heaps: impl Into<Option<usize>>) -> Self {
        Self { heaps: heaps.into(), ..self }
    }

    /// Where they differ.
    pub fn run(self) -> Result<Comparison> {
        super::compare::compare(self.games, self.size, self.heaps, self.play, self.budget)
    }
}

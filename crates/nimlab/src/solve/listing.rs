//! Asking for positions in order: the question, and the ways in which its list is used.

use super::{Limits, Tally};
use crate::Game;
use crate::budget::Budget;
use crate::error::Result;
use crate::list::{List, ListQuery};
use crate::number::UBig;
use crate::question::{Method, Play};

/// Positions in order: [`Ask::positions`](super::Ask::positions).
///
/// ```
/// use nimlab::prelude::*;
/// let wythoff = catalogue::game("wythoff")?;
/// let far = wythoff.positions().misere().from(10u64.pow(18)).count(1).run()?.next().unwrap()?;
/// assert_eq!(far.to_string(), "1618033988749894848,2618033988749894848");
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Clone)]
#[must_use = "a question is answered when it is run"]
pub struct Listing<'q> {
    game: &'q dyn Game,
    query: ListQuery,
    method: Option<&'q str>,
}

impl<'q> Listing<'q> {
    pub(super) fn new(game: &'q dyn Game) -> Self {
        Self { game, query: ListQuery::default(), method: None }
    }

    /// Under misère play: a player who cannot move has won.
    pub fn misere(self) -> Self {
        self.play(Play::Misere)
    }

    /// Under normal or misère play.
    pub fn play(mut self, play: Play) -> Self {
        self.query.play = play;
        self
    }

    /// The positions of this Grundy value.
    ///
    /// ```
    /// use nimlab::prelude::*;
    /// let restricted = catalogue::game("r-wythoff")?;
    /// let twos: Vec<String> = restricted.positions().value(2).count(3).run()?.map(|found| found.unwrap().to_string()).collect();
    /// assert_eq!(twos, ["0,2", "1,1", "3,4"]);
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn value(mut self, value: u64) -> Self {
        self.query.value = value;
        self
    }

    /// From this number on; the first position is number 0.
    ///
    /// ```
    /// use nimlab::prelude::*;
    /// let wythoff = catalogue::game("wythoff")?;
    /// let pair = wythoff.positions().from(1000u64).run()?.next().unwrap()?;
    /// assert_eq!(pair.to_string(), "1618,2618");
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn from(mut self, number: impl Into<UBig>) -> Self {
        self.query.from = number.into();
        self
    }

    /// This many of them; 10 by default.
    pub fn count(mut self, count: u64) -> Self {
        self.query.count = count;
        self
    }

    /// With this many heaps, in games that take any number; 3 by default.
    ///
    /// ```
    /// use nimlab::prelude::*;
    /// let nim = catalogue::game("nim")?;
    /// assert_eq!(nim.positions().heaps(2).from(3u8).run()?.next().unwrap()?.to_string(), "3,3");
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn heaps(mut self, heaps: usize) -> Self {
        self.query.heaps = heaps;
        self
    }

    /// None with a number above this, or from a larger starting position.
    pub fn largest(mut self, largest: u64) -> Self {
        self.query.largest = Some(largest);
        self
    }

    /// Only those with this first pile, in games that list them so.
    ///
    /// ```
    /// use nimlab::prelude::*;
    /// let fraenkel = catalogue::game("fraenkel:3")?;
    /// let beside: Vec<String> = fraenkel.positions().first_pile(4).count(3).run()?.map(|p| p.unwrap().to_string()).collect();
    /// assert_eq!(beside, ["4,4,4", "4,5,15", "4,6,9"]);
    /// assert!(catalogue::game("nim")?.positions().first_pile(4).run().is_err());
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn first_pile(mut self, pile: u64) -> Self {
        self.query.first_pile = Some(pile);
        self
    }

    /// At no more than this cost.
    pub fn budget(mut self, budget: Budget) -> Self {
        self.query.budget = budget;
        self
    }

    /// All that is asked for at once.
    pub fn query(self, query: &ListQuery) -> Self {
        Self { query: query.clone(), ..self }
    }

    /// By the method of this name; the fastest one otherwise.
    pub fn method(self, name: impl Into<Option<&'q str>>) -> Self {
        Self { method: name.into(), ..self }
    }

    /// The list.
    pub fn run(self) -> Result<List<'q>> {
        super::list::list(self.game, self.method, &self.query)
    }

    /// How many positions there are and what their numbers add up to; with a
    /// bound, those whose largest number is at most that.
    ///
    /// ```
    /// use nimlab::prelude::*;
    /// // 0,0 and 1,2 and 3,5 and 4,7 and 6,10: Project Euler asks such questions.
    /// let wythoff = catalogue::game("wythoff")?;
    /// let (_, found) = wythoff.positions().tally(Some(10u8.into()))?;
    /// assert_eq!((found.count, found.sum), (5, 38u8.into()));
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn tally(self, most: Option<UBig>) -> Result<(Method, Tally)> {
        super::rows::tally(self.game, self.method, &self.query, most)
    }

    /// How many there are; by a theorem where the method has one, on numbers of
    /// any size.
    ///
    /// ```
    /// use nimlab::{number::UBig, prelude::*};
    /// // ⌊(N + 1)/φ²⌋ + 1 pairs of Wythoff's game have no number above N.
    /// let wythoff = catalogue::game("wythoff")?;
    /// let (_, found) = wythoff.positions().how_many(Some(UBig::from(10u8).pow(20)))?;
    /// assert_eq!(found.to_string(), "38196601125010515180");
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn how_many(self, most: Option<UBig>) -> Result<(Method, UBig)> {
        super::rows::count(self.game, self.method, &self.query, most)
    }

    /// What x/n and the differences of the list approach.
    ///
    /// ```
    /// use nimlab::prelude::*;
    /// let wythoff = catalogue::game("wythoff")?;
    /// let found = wythoff.positions().count(1001).limits()?;
    /// let last = found.ratios.last().unwrap();
    /// assert_eq!((last.n, last.ratios[0].as_str()), (1000, "1.618000000000"));
    /// assert_eq!(found.differences[0].least, Some(1));
    /// assert_eq!(found.differences[0].greatest, Some(2));
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn limits(self) -> Result<Limits> {
        super::limits::limits(self.game, self.method, &self.query)
    }
}

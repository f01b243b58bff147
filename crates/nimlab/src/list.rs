//! Lists of positions: what is asked for, and one iterator for all of them.

use crate::budget::Budget;
use crate::error::{Error, Result};
use crate::number::UBig;
use crate::position::{Position, Shape, Slashes};
use crate::question::{Method, Play, Question};
use std::fmt;

/// Which positions of a game to list.
///
/// ```
/// use nimlab::{ListQuery, prelude::*};
/// let query = ListQuery { count: 2, from: 1u8.into(), ..ListQuery::default() };
/// let pairs: Vec<String> =
///     catalogue::game("wythoff")?.positions().query(&query).run()?.map(|pair| pair.unwrap().to_string()).collect();
/// assert_eq!(pairs, ["1,2", "3,5"]);
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListQuery {
    /// Normal or misère play.
    pub play: Play,
    /// The Grundy value; 0 asks for the P-positions.
    pub value: u64,
    /// The number of the first position to list.
    pub from: UBig,
    /// How many will be asked for.
    pub count: u64,
    /// The number of heaps, for games that take any number.
    pub heaps: usize,
    /// The largest number of a position that is wanted, or the largest size of
    /// a starting position: a search ends after it. See
    /// [`crate::solve::Bound`].
    pub largest: Option<u64>,
    /// Only positions with this first pile, which is their smallest, by the next
    /// pile: of games that list them so. See [`crate::Game::lists_by_first_pile`].
    pub first_pile: Option<u64>,
    /// What the list may cost.
    pub budget: Budget,
}

impl Default for ListQuery {
    fn default() -> Self {
        Self {
            play: Play::Normal,
            value: 0,
            from: UBig::ZERO,
            count: 10,
            heaps: 3,
            largest: None,
            first_pile: None,
            budget: Budget::default(),
        }
    }
}

impl ListQuery {
    /// The question as such, which a game names its methods for.
    pub fn question(&self) -> Question {
        Question::List { play: self.play, value: self.value }
    }

    /// The number after the last one that will be asked for.
    pub fn end(&self) -> UBig {
        &self.from + UBig::from(self.count)
    }
}

/// A stream of rows of machine words.
///
/// ```
/// use nimlab::{List, ListQuery, Rows};
/// struct Doubles(u64); // (0, 0), (1, 2), (2, 4), …
/// impl Rows for Doubles {
///     fn fill(&mut self, rows: usize, block: &mut Vec<u64>) -> nimlab::Result<()> {
///         block.clear();
///         for n in self.0..self.0 + rows as u64 {
///             block.extend([n, 2 * n]);
///         }
///         self.0 += rows as u64;
///         Ok(())
///     }
/// }
/// let list = List::of_rows(2, Doubles(0), &ListQuery { count: 3, ..ListQuery::default() });
/// assert_eq!(list.last().unwrap()?.to_string(), "2,4");
/// # Ok::<(), nimlab::Error>(())
/// ```
pub trait Rows {
    /// Replaces the contents of `block` by the next `rows` rows, one after
    /// another. Where it fails, the block holds the rows before that. A list that
    /// has ended leaves the block empty.
    fn fill(&mut self, rows: usize, block: &mut Vec<u64>) -> Result<()>;
}

/// A row of a list: a position in machine words, or of any size.
///
/// ```
/// use nimlab::prelude::*;
/// let wythoff = catalogue::game("wythoff")?;
/// let mut list = wythoff.positions().from(3u8).run()?;
/// let row = list.next_row()?.unwrap();
/// assert_eq!((row.len(), row.number(1), row.to_string()), (2, 7u8.into(), "4,7".into()));
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Row<'r>(RowNumbers<'r>, Slashes);

#[derive(Debug, Clone, Copy)]
enum RowNumbers<'r> {
    Words(&'r [u64]),
    Position(&'r Position),
}

impl<'r> Row<'r> {
    /// How many numbers there are.
    #[allow(clippy::len_without_is_empty)]
    #[inline]
    pub fn len(self) -> usize {
        match self.0 {
            RowNumbers::Words(words) => words.len(),
            RowNumbers::Position(position) => position.numbers().len(),
        }
    }

    /// The numbers in machine words, if the list has them so.
    #[inline]
    pub fn words(self) -> Option<&'r [u64]> {
        match self.0 {
            RowNumbers::Words(words) => Some(words),
            RowNumbers::Position(_) => None,
        }
    }

    /// One of the numbers.
    pub fn number(self, place: usize) -> UBig {
        match self.0 {
            RowNumbers::Words(words) => UBig::from(words[place]),
            RowNumbers::Position(position) => position.numbers()[place].clone(),
        }
    }

    /// The position, with a copy of its numbers.
    pub fn position(self) -> Position {
        match self.0 {
            RowNumbers::Words(words) => Position::written(words.iter().map(|&word| UBig::from(word)).collect(), self.1),
            RowNumbers::Position(position) => position.clone(),
        }
    }
}

impl fmt::Display for Row<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            RowNumbers::Position(position) => position.fmt(f),
            RowNumbers::Words(words) => words.iter().enumerate().try_for_each(|(place, word)| {
                match (place, self.1.before(place, words.len())) {
                    (_, true) => write!(f, "/{word}"),
                    (0, false) => write!(f, "{word}"),
                    _ => write!(f, ",{word}"),
                }
            }),
        }
    }
}

/// Positions in order, one after another: as many as were asked for, unless the
/// list ends before. An iterator; [`List::next_row`] goes through it without a
/// copy of each position.
///
/// ```
/// use nimlab::prelude::*;
/// let wythoff = catalogue::game("wythoff")?;
/// let pairs: Vec<String> = wythoff.positions().count(4).run()?.map(|pair| pair.unwrap().to_string()).collect();
/// assert_eq!(pairs, ["0,0", "1,2", "3,5", "4,7"]);
/// # Ok::<(), nimlab::Error>(())
/// ```
pub struct List<'g> {
    source: ListSource<'g>,
    /// How many rows are still to come at most.
    left: u64,
    /// The method that makes the list.
    method: Method,
    /// How its rows are written.
    slashes: Slashes,
}

enum ListSource<'g> {
    Rows(RowBlocks<'g>),
    Positions { list: Box<dyn Iterator<Item = Result<Position>> + 'g>, current: Option<Position> },
}

/// Rows that are computed a block at a time.
struct RowBlocks<'g> {
    width: usize,
    rows: Box<dyn Rows + 'g>,
    block: Vec<u64>,
    /// Where the next row begins in the block.
    next: usize,
    /// How many rows the next block has: the first is short, for the list may be
    /// wanted for a few rows only.
    size: u64,
    /// What went wrong after the last row of the block.
    failure: Option<Error>,
}

/// Rows in the first block, and in a later one.
const FIRST_BLOCK: u64 = 64;
const BLOCK: u64 = 4096;

impl<'g> List<'g> {
    /// A list of rows of this many machine words: fast, in constant memory.
    pub fn of_rows(width: usize, rows: impl Rows + 'g, query: &ListQuery) -> Self {
        let blocks =
            RowBlocks { width, rows: Box::new(rows), block: Vec::new(), next: 0, size: FIRST_BLOCK, failure: None };
        Self { source: ListSource::Rows(blocks), left: query.count, method: Method::SEARCH, slashes: Slashes::None }
    }

    /// A list of positions of any size.
    pub fn of_positions(list: impl Iterator<Item = Result<Position>> + 'g, query: &ListQuery) -> Self {
        let source = ListSource::Positions { list: Box::new(list), current: None };
        Self { source, left: query.count, method: Method::SEARCH, slashes: Slashes::None }
    }

    /// The method that makes the list.
    pub fn method(&self) -> Method {
        self.method
    }

    /// The same list, made by this method for a game with positions of this shape.
    pub(crate) fn by(self, method: Method, shape: &Shape) -> Self {
        Self { method, slashes: shape.slashes(), ..self }
    }

    /// The same list, as long as its source.
    pub(crate) fn without_end(self) -> Self {
        Self { left: u64::MAX, ..self }
    }

    /// The next row, if there is one.
    #[inline]
    pub fn next_row(&mut self) -> Result<Option<Row<'_>>> {
        if !self.has_words() && !self.advance()? {
            return Ok(None);
        }
        self.left -= 1;
        Ok(match &mut self.source {
            ListSource::Rows(blocks) => Some(Row(RowNumbers::Words(blocks.take()), self.slashes)),
            ListSource::Positions { current, .. } => {
                current.as_ref().map(|position| Row(RowNumbers::Position(position), self.slashes))
            }
        })
    }

    /// The next rows, one after another in one piece, with the width of a row: as many
    /// as are there, if the list has machine words. Otherwise, and at the end, `None`,
    /// and [`List::next_row`] goes on.
    ///
    /// ```
    /// use nimlab::prelude::*;
    /// let wythoff = catalogue::game("wythoff")?;
    /// let mut list = wythoff.positions().count(3).run()?;
    /// assert_eq!(list.next_words()?, Some((2, &[0, 0, 1, 2, 3, 5][..])));
    /// assert_eq!(list.next_words()?, None);
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn next_words(&mut self) -> Result<Option<(usize, &[u64])>> {
        if !matches!(self.source, ListSource::Rows(_)) || !self.has_words() && !self.advance()? {
            return Ok(None);
        }
        let ListSource::Rows(blocks) = &mut self.source else { return Ok(None) };
        let first = blocks.next;
        let there = (blocks.block.len() - first) / blocks.width.max(1);
        let rows = usize::try_from(self.left).unwrap_or(usize::MAX).min(there);
        self.left -= rows as u64;
        blocks.next += rows * blocks.width;
        Ok(Some((blocks.width, &blocks.block[first..blocks.next])))
    }

    /// Whether the next row is there already, in a block of machine words.
    #[inline]
    fn has_words(&self) -> bool {
        self.left > 0 && matches!(&self.source, ListSource::Rows(blocks) if blocks.next < blocks.block.len())
    }

    /// Makes the next row, if there is one. After a failure nothing follows.
    fn advance(&mut self) -> Result<bool> {
        let made = match &mut self.source {
            _ if self.left == 0 => Ok(false),
            ListSource::Rows(blocks) => blocks.fill(self.left).map(|()| !blocks.block.is_empty()),
            ListSource::Positions { list, current } => list.next().transpose().map(|position| {
                *current = position;
                current.is_some()
            }),
        };
        if !matches!(made, Ok(true)) {
            self.left = 0;
        }
        made
    }

    /// The same list, which asks `may_go_on` now and then.
    pub(crate) fn watched(self, may_go_on: impl Fn() -> Result<()> + 'g) -> Self {
        let source = match self.source {
            ListSource::Rows(mut blocks) => {
                blocks.rows = Box::new(WatchedRows { rows: blocks.rows, may_go_on });
                ListSource::Rows(blocks)
            }
            ListSource::Positions { list, current } => {
                // What the list itself says of its end says more.
                let list = list.map(move |position| position.and_then(|found| may_go_on().map(|()| found)));
                ListSource::Positions { list: Box::new(list), current }
            }
        };
        Self { source, ..self }
    }
}

impl RowBlocks<'_> {
    /// Computes the next block.
    fn fill(&mut self, left: u64) -> Result<()> {
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        let result = self.rows.fill(self.size.min(left) as usize, &mut self.block);
        (self.next, self.size) = (0, BLOCK);
        match (result, self.block.is_empty()) {
            (Err(error), true) => Err(error),
            (result, _) => {
                self.failure = result.err();
                Ok(())
            }
        }
    }

    /// The next row of the block, which has one.
    #[inline]
    fn take(&mut self) -> &[u64] {
        let first = self.next;
        self.next += self.width;
        &self.block[first..self.next]
    }
}

struct WatchedRows<'g, F> {
    rows: Box<dyn Rows + 'g>,
    may_go_on: F,
}

impl<F: Fn() -> Result<()>> Rows for WatchedRows<'_, F> {
    fn fill(&mut self, rows: usize, block: &mut Vec<u64>) -> Result<()> {
        block.clear();
        (self.may_go_on)()?;
        self.rows.fill(rows, block)
    }
}

impl Iterator for List<'_> {
    type Item = Result<Position>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_row().transpose().map(|row| row.map(Row::position))
    }
}

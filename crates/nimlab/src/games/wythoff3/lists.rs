//! The lists of P-positions that are not in the sources: positive Nim by its
//! stream or its index arrays, Wytlex from its rule alone.

use super::rule::{Variant, differences};
use crate::Rows;
use crate::error::{Error, Result};
use crate::stream::Triple;
use crate::stream::positive::PositiveStream;
use crate::stream::positive::index::Index;

/// The list of P-positions from number 0 on, by one method.
pub(super) type TripleList = Box<dyn Iterator<Item = Result<Triple>>>;

/// Positive Nim's stream; short lists do not need to set it up.
pub(super) struct Streamed {
    first: Indexed,
    given: usize,
    stream: Option<PositiveStream>,
}

/// Positions that are given from the index arrays.
pub(super) const FEW: usize = 50_000;

impl Streamed {
    pub(super) fn new() -> Self {
        Self { first: Indexed::new(), given: 0, stream: None }
    }

    fn late(&mut self) -> Result<Triple> {
        let undecided = |error: std::io::Error| Error::undecided(error.to_string());
        if self.stream.is_none() {
            let mut stream = PositiveStream::new().map_err(undecided)?;
            for _ in 1..FEW {
                stream.next_position().map_err(undecided)?;
            }
            self.stream = Some(stream);
            self.first = Indexed::new();
        }
        match &mut self.stream {
            Some(stream) => stream.next_position().map_err(undecided),
            None => unreachable!("the stream was just made"),
        }
    }
}

impl Iterator for Streamed {
    type Item = Result<Triple>;

    fn next(&mut self) -> Option<Result<Triple>> {
        self.given += 1;
        if self.given <= FEW { self.first.next().map(Ok) } else { Some(self.late()) }
    }
}

/// Positive Nim by index arrays.
pub(super) struct Indexed {
    index: Index,
    row: Vec<Triple>,
}

impl Indexed {
    pub(super) fn new() -> Self {
        Self { index: Index::new(), row: Vec::new() }
    }
}

impl Iterator for Indexed {
    type Item = Triple;

    fn next(&mut self) -> Option<Triple> {
        while self.row.is_empty() {
            self.index.next_row(&mut self.row);
            self.row.reverse();
        }
        self.row.pop()
    }
}

/// Wytlex from its rule alone: positions in lexicographic order, each of which
/// is P if it reaches no earlier P-position. No two share their smallest pile,
/// for the larger could move to the smaller by keeping it.
#[derive(Debug, Default)]
pub(super) struct GreedyLex {
    found: Vec<Triple>,
    a: u64,
}

impl GreedyLex {
    /// Whether no third pile helps: an earlier P-position has a, b or b − a.
    fn is_hopeless(&self, a: u64, b: u64) -> bool {
        self.found.iter().any(|p| p.contains(&a) || p.contains(&b) || differences(p).contains(&(b - a)))
    }
}

impl Iterator for GreedyLex {
    type Item = Triple;

    fn next(&mut self) -> Option<Triple> {
        while self.found.iter().any(|p| p.contains(&self.a)) {
            self.a += 1;
        }
        let a = self.a;
        let b = (a..).find(|&b| !self.is_hopeless(a, b))?;
        let c = (b..).find(|&c| !self.found.iter().any(|p| Variant::Lex.can_move(&[a, b, c], p)))?;
        self.found.push([a, b, c]);
        self.a += 1;
        Some([a, b, c])
    }
}

/// A list as rows of words.
pub(super) struct ListRows {
    pub(super) list: TripleList,
}

impl Rows for ListRows {
    fn fill(&mut self, rows: usize, block: &mut Vec<u64>) -> Result<()> {
        block.clear();
        for _ in 0..rows {
            match self.list.next() {
                Some(position) => block.extend(position?),
                None => return Err(Error::undecided("the list has ended")),
            }
        }
        Ok(())
    }
}

//! Examples far beyond any list: the continuations of a prefix from a window of
//! rows. What they say is not proved, and need not be: a guess is.

use crate::Meter;
use crate::automata::{Continuations, Numbers, State, WordList};
use crate::error::Result;
use crate::solve::board::{FarRows, NOT_HERE, RowWindow};
use std::collections::HashMap;
use std::rc::Rc;

/// The positions of a value of two piles that are interchangeable, as words of any
/// length.
pub struct FarWords<'r> {
    rows: &'r mut FarRows,
    numbers: Numbers,
    value: usize,
    /// The words of a length that may follow in a state, in their order.
    following: HashMap<(State, usize), Rc<Vec<u128>>>,
    /// The rows that were looked at last.
    seen: HashMap<(u64, u64), Rc<RowWindow>>,
}

/// The most windows that are kept.
const KEPT: usize = 64;

/// How far a position's column may lie from where it is expected.
const SLACK: u64 = 200;

/// The numbers that begin with some digits: the first one and how many, and the
/// state after these digits.
struct Beginning {
    first: u64,
    count: u64,
    state: State,
}

impl Beginning {
    fn end(&self) -> u64 {
        self.first + self.count
    }
}

impl<'r> FarWords<'r> {
    pub fn new(rows: &'r mut FarRows, numbers: Numbers, value: u64) -> Self {
        Self { rows, numbers, value: value as usize, following: HashMap::new(), seen: HashMap::new() }
    }

    /// The words that may follow in a state, packed as letters of two numbers.
    fn following(&mut self, state: State, length: usize, bits: u32) -> Rc<Vec<u128>> {
        let valid = self.numbers.valid();
        let make = || {
            let mut words = Vec::new();
            let mut stack: Vec<(u128, State, usize)> = vec![(0, state, length)];
            while let Some((word, state, left)) = stack.pop() {
                if left == 0 {
                    if valid.accepts(state) {
                        words.push(word);
                    }
                    continue;
                }
                let from = stack.len();
                stack.extend(valid.row(state).map(|(digit, to)| (word << bits | u128::from(digit), to, left - 1)));
                stack[from..].reverse();
            }
            Rc::new(words)
        };
        self.following.entry((state, length)).or_insert_with(make).clone()
    }

    /// The numbers of a track that begin as a prefix does, with `more` digits left;
    /// `None` if there are none or they are too large.
    fn beginning(&self, digits: &[u32], more: usize) -> Option<Beginning> {
        let state = digits.iter().try_fold(0, |state, &digit| self.numbers.valid().step(state, digit))?;
        let whole = digits.iter().copied().chain(std::iter::repeat_n(0, more));
        let first = self.numbers.number(whole.collect::<Vec<_>>().into_iter())?;
        let first = u64::try_from(first).ok().filter(|&first| first < 1 << 60)?;
        Some(Beginning { first, count: self.numbers.after(state, more)?, state })
    }

    fn window(&mut self, start: u64, end: u64) -> Result<Option<Rc<RowWindow>>> {
        if let Some(known) = self.seen.get(&(start, end)) {
            return Ok(Some(known.clone()));
        }
        let Some(found) = self.rows.window(start, end)? else { return Ok(None) };
        if self.seen.len() >= KEPT {
            self.seen.clear();
        }
        let found = Rc::new(found);
        self.seen.insert((start, end), found.clone());
        Ok(Some(found))
    }
}

impl Continuations for FarWords<'_> {
    fn after(&mut self, prefix: u128, length: usize, more: usize, meter: &mut Meter) -> Result<Option<Vec<u128>>> {
        let digits = self.numbers.digits();
        let bits = WordList::bits(2, digits);
        let letters: Vec<u32> =
            (0..length).rev().map(|place| (prefix >> (bits * place as u32)) as u32 & ((1 << bits) - 1)).collect();
        let track = |track: u32| letters.iter().map(|letter| letter / digits.pow(track) % digits).collect::<Vec<_>>();
        let (Some(x), Some(y)) = (self.beginning(&track(0), more), self.beginning(&track(1), more)) else {
            return Ok(Some(Vec::new()));
        };
        let mut words = Vec::new();
        for (rows, columns, mirrored) in [(&x, &y, false), (&y, &x, true)] {
            // Where columns are expected: near the golden ratio times the row.
            let near = |row: u64| (u128::from(row) * 1_618_034 / 1_000_000) as u64;
            let (least, most) =
                (near(rows.first) - near(rows.first) / 1_000_000, near(rows.end()) + near(rows.end()) / 1_000_000);
            if columns.first > most.saturating_add(SLACK) || columns.end() + SLACK < least {
                continue;
            }
            let Some(window) = self.window(rows.first, rows.end())? else { return Ok(None) };
            let (of_row, of_column) =
                (self.following(rows.state, more, bits), self.following(columns.state, more, bits));
            meter.tick(rows.count)?;
            for (row, &column) in (rows.first..).zip(&window.columns[self.value]) {
                if column == NOT_HERE
                    || !(columns.first..columns.end()).contains(&column)
                    || (mirrored && row == column)
                {
                    continue;
                }
                let (one, two) = (of_row[(row - rows.first) as usize], of_column[(column - columns.first) as usize]);
                let (x, y) = if mirrored { (two, one) } else { (one, two) };
                words.push(x + u128::from(digits) * y);
            }
        }
        words.sort_unstable();
        Ok(Some(words))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::board::ValuePositions;
    use crate::{Budget, PairMoves};

    /// Continuations from windows against those in a list from the first row on.
    #[test]
    fn windows_say_what_a_list_says() -> Result<()> {
        let (numbers, below) = (Numbers::named("zeckendorf")?, 150_000);
        let mut meter = Budget::default().meter("a test");
        for moves in [PairMoves::LargerOrBoth, PairMoves::Band { width: 1 }] {
            let mut rows = FarRows::new(moves, 3, Budget::default())?.expect("these can be told");
            let mut whole = ValuePositions::new(moves, 3, Budget::default())?;
            let mut positions: Vec<[u64; 2]> = Vec::new();
            for row in 0..below {
                if let Some(column) = whole.next_row()?[3] {
                    positions.push([row, column]);
                }
            }
            let mut words = FarWords::new(&mut rows, numbers.clone(), 3);
            for &[x, y] in positions.iter().skip(50_000).step_by(7919) {
                for (x, y) in [(x, y), (y, x), (x, y + 1)] {
                    let word = numbers.side_by_side(&[x.into(), y.into()]).expect("small numbers");
                    for more in [0, 3, 8] {
                        let (head, tail) = word.split_at(word.len() - more);
                        let pack = |letters: &[u32]| {
                            letters.iter().fold(0u128, |word, &letter| word << 2 | u128::from(letter))
                        };
                        let found = words.after(pack(head), head.len(), more, &mut meter)?.expect("a window");
                        let expected = (x.min(y), x.max(y));
                        let listed = positions.binary_search(&[expected.0, expected.1]).is_ok();
                        assert_eq!(found.contains(&pack(tail)), listed, "{moves:?} {x},{y} {more}");
                        for &word in &found {
                            let letters = (0..more).rev().map(|place| (word >> (2 * place)) as u32 & 3);
                            let all: Vec<u32> = head.iter().copied().chain(letters).collect();
                            let Some([a, b]) =
                                numbers.apart(&all, 2).as_deref().and_then(|pair| <[u128; 2]>::try_from(pair).ok())
                            else {
                                panic!("{moves:?} {x},{y} {more}: not a pair");
                            };
                            let pair = [a.min(b) as u64, a.max(b) as u64];
                            assert!(positions.binary_search(&pair).is_ok() || pair[0] >= below, "{moves:?} {pair:?}");
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

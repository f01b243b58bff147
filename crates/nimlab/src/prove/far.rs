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
}

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
        Self { rows, numbers, value: value as usize, following: HashMap::new() }
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

    /// The digits of each number of a prefix, one after the other.
    fn tracks(&self, prefix: u128, length: usize) -> [Vec<u32>; 2] {
        let digits = self.numbers.digits();
        let bits = WordList::bits(2, digits);
        let letter = |place: usize| (prefix >> (bits * place as u32)) as u32 & ((1 << bits) - 1);
        [0, 1].map(|track| (0..length).rev().map(|place| letter(place) / digits.pow(track) % digits).collect())
    }

    /// The rows of the numbers that begin with these digits. Those that begin with
    /// one digit less are told with them: they will be asked for next.
    fn window_of(&mut self, digits: &[u32], more: usize, rows: &Beginning) -> Result<Option<Rc<RowWindow>>> {
        let longer = digits.split_last().and_then(|(_, shorter)| self.beginning(shorter, more + 1));
        let all = longer.as_ref().unwrap_or(rows);
        self.rows.covering(all.first, all.end())
    }
}

impl Continuations for FarWords<'_> {
    fn after(&mut self, prefix: u128, length: usize, more: usize, meter: &mut Meter) -> Result<Option<Vec<u128>>> {
        let digits = self.numbers.digits();
        let bits = WordList::bits(2, digits);
        let [of_x, of_y] = self.tracks(prefix, length);
        let (Some(x), Some(y)) = (self.beginning(&of_x, more), self.beginning(&of_y, more)) else {
            return Ok(Some(Vec::new()));
        };
        let mut words = Vec::new();
        for (rows, columns, track, mirrored) in [(&x, &y, &of_x, false), (&y, &x, &of_y, true)] {
            let (least, most) = (self.rows.column_of(rows.first), self.rows.column_of(rows.end()));
            if columns.first > most.saturating_add(self.rows.slack()) || columns.end() + self.rows.slack() < least {
                continue;
            }
            let Some(window) = self.window_of(track, more, rows)? else { return Ok(None) };
            let place = (rows.first - window.start) as usize;
            let here = &window.columns[self.value][place..place + rows.count as usize];
            let (of_row, of_column) =
                (self.following(rows.state, more, bits), self.following(columns.state, more, bits));
            meter.tick(rows.count)?;
            for (row, &column) in (rows.first..).zip(here) {
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
        let below = 150_000;
        let mut meter = Budget::default().meter("a test");
        for (moves, system) in [
            (PairMoves::LargerOrBoth, "zeckendorf"),
            (PairMoves::Band { width: 1 }, "zeckendorf"),
            (PairMoves::Band { width: 3 }, "p:3"),
        ] {
            let numbers = Numbers::named(system)?;
            let bits = WordList::bits(2, numbers.digits());
            let mut rows = FarRows::new(moves, 3, Budget::default())?;
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
                            letters.iter().fold(0u128, |word, &letter| word << bits | u128::from(letter))
                        };
                        let found = words.after(pack(head), head.len(), more, &mut meter)?.expect("a window");
                        let expected = (x.min(y), x.max(y));
                        let listed = positions.binary_search(&[expected.0, expected.1]).is_ok();
                        assert_eq!(found.contains(&pack(tail)), listed, "{moves:?} {x},{y} {more}");
                        for &word in &found {
                            let letters =
                                (0..more).rev().map(|place| (word >> (bits * place as u32)) as u32 & ((1 << bits) - 1));
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

//! Guesses from examples far beyond any list: windows of rows. What they say is not
//! proved, and need not be: the guess itself is.
//!
//! Only the words of positions (x, y) with x ≤ y are learned; the others are the same
//! with the numbers exchanged. So a guess has half the states and is symmetric.

use crate::Meter;
use crate::automata::{Letter, Name, Named, Numbers, Relation, Splitter, State, Teacher, WordList, mix};
use crate::bits::Chance;
use crate::error::Result;
use crate::solve::board::{FarRows, NOT_HERE};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

/// The positions of a value of two piles that are interchangeable, the smaller number
/// first, as words of any length.
pub struct FarWords<'r> {
    rows: &'r mut FarRows,
    numbers: Numbers,
    value: usize,
    /// The letters of the continuations that tell prefixes apart at once.
    depth: usize,
    /// The length of the longest words whose numbers can be told.
    longest: usize,
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

/// No number is larger.
const LARGEST: u64 = 1 << 60;

/// A guess is compared on numbers below this, for the words that tell states apart may
/// have to be longer.
const COMPARED: u64 = 1 << 36;

impl<'r> FarWords<'r> {
    fn new(rows: &'r mut FarRows, numbers: Numbers, value: u64, depth: usize) -> Self {
        let longest = (0..).take_while(|&length| numbers.below(length) < u128::from(LARGEST)).last().unwrap_or(0);
        Self { rows, numbers, value: value as usize, depth, longest, following: HashMap::new() }
    }

    /// The words that may follow in a state, packed as letters of two numbers.
    fn following(&mut self, state: State, length: usize) -> Rc<Vec<u128>> {
        let bits = WordList::bits(2, self.numbers.digits());
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

    /// The numbers that begin with some digits and have `more` of them after these;
    /// `None` if there are none or they are too large.
    fn beginning(&self, digits: &[u32], more: usize) -> Option<Beginning> {
        let state = digits.iter().try_fold(0, |state, &digit| self.numbers.valid().step(state, digit))?;
        let whole: Vec<u32> = digits.iter().copied().chain(std::iter::repeat_n(0, more)).collect();
        let first = self.numbers.number(whole.into_iter())?;
        let first = u64::try_from(first).ok().filter(|&first| first < LARGEST)?;
        Some(Beginning { first, count: self.numbers.after(state, more)?, state })
    }

    /// The digits of each number, one after the other.
    fn tracks(&self, word: &[Letter]) -> [Vec<u32>; 2] {
        let digits = self.numbers.digits();
        [1, digits].map(|low| word.iter().map(|letter| letter / low % digits).collect())
    }

    /// The same word with the numbers exchanged.
    fn exchanged(&self, word: &[Letter]) -> Vec<Letter> {
        let digits = self.numbers.digits();
        word.iter().map(|letter| letter / digits + letter % digits * digits).collect()
    }

    /// The rows among those of x in which the column may be one of those of y.
    fn shared(&self, x: &Beginning, y: &Beginning) -> std::ops::Range<u64> {
        // The first rows are irregular, and looked through at once.
        if self.rows.is_near(x.end()) {
            return x.first..x.end();
        }
        let slack = self.rows.slack();
        let from = self.rows.row_of(y.first).saturating_sub(slack).max(x.first);
        from..(self.rows.row_of(y.end()) + slack).min(x.end())
    }
}

impl Teacher for FarWords<'_> {
    fn longest(&self) -> usize {
        self.longest
    }

    fn holds(&mut self, word: &[Letter], _: &mut Meter) -> Result<Option<bool>> {
        let [x, y] = self.tracks(word).map(|digits| self.numbers.number(digits.into_iter()));
        let (Some(x), Some(y)) = (x, y) else { return Ok(Some(false)) };
        if x > y {
            return Ok(Some(false));
        }
        let (Ok(x), Ok(y)) = (u64::try_from(x), u64::try_from(y)) else { return Ok(None) };
        if y >= LARGEST {
            return Ok(None);
        }
        if !self.rows.is_near(x) && y.abs_diff(self.rows.column_of(x)) > self.rows.slack() {
            return Ok(Some(false));
        }
        let Some(window) = self.rows.covering(x, x + 1)? else { return Ok(None) };
        Ok(Some(window.columns[self.value][(x - window.start) as usize] == y))
    }

    fn signature(&mut self, prefix: &[Letter], meter: &mut Meter) -> Result<Option<Option<u128>>> {
        let [of_x, of_y] = self.tracks(prefix);
        let (mut one, mut two, mut alive) = (0, 0, false);
        // The longest first: what is computed for them answers the others.
        for more in (0..=self.depth).rev() {
            mix(&mut one, &mut two, more as u64);
            let (Some(x), Some(y)) = (self.beginning(&of_x, more), self.beginning(&of_y, more)) else { continue };
            let rows = self.shared(&x, &y);
            if rows.is_empty() || x.first >= y.end() {
                continue;
            }
            let Some(window) = self.rows.covering(rows.start, rows.end)? else { return Ok(None) };
            let of_row = self.following(x.state, more);
            let of_column = self.following(y.state, more);
            meter.tick(rows.end - rows.start)?;
            let columns = &window.columns[self.value];
            for row in rows {
                let column = columns[(row - window.start) as usize];
                if column != NOT_HERE && (y.first..y.end()).contains(&column) {
                    alive = true;
                    for word in [of_row[(row - x.first) as usize], of_column[(column - y.first) as usize]] {
                        mix(&mut one, &mut two, word as u64);
                        mix(&mut one, &mut two, (word >> 64) as u64);
                    }
                }
            }
        }
        Ok(Some(alive.then_some(u128::from(one) << 64 | u128::from(two))))
    }
}

/// A guess and what it is compared with.
pub struct FarGuess<'r> {
    words: FarWords<'r>,
    splitter: Splitter,
    chance: Chance,
}

/// How many windows without an error end the comparison: one for every 100 states, but
/// at least 4 and at most 300.
const QUIET: (usize, usize, usize) = (100, 4, 300);
/// The rows of each.
const ROWS: u64 = 2000;

impl<'r> FarGuess<'r> {
    /// The first guess; `None` if there are too many states or it cannot be told.
    pub fn new(
        rows: &'r mut FarRows,
        numbers: Numbers,
        (value, depth): (u64, usize),
        most: usize,
        told: &mut dyn FnMut(usize),
        meter: &mut Meter,
    ) -> Result<Option<Self>> {
        let alphabet = (2, numbers.digits());
        let mut words = FarWords::new(rows, numbers, value, depth);
        let splitter = Splitter::new(&mut words, alphabet, most, told, meter)?;
        Ok(splitter.map(|splitter| Self { words, splitter, chance: Chance::new(1) }))
    }

    /// How many states there are.
    pub fn states(&self) -> usize {
        self.splitter.states()
    }

    /// Splits states until windows at random places show nothing wrong; `None` if
    /// there are too many states or it cannot be told.
    pub fn settle(&mut self, told: &mut dyn FnMut(usize), meter: &mut Meter) -> Result<Option<()>> {
        let numbers = &self.words.numbers;
        let longest = (1..).take_while(|&length| numbers.below(length) < u128::from(COMPARED)).last().unwrap_or(1);
        let (each, least, most) = QUIET;
        let mut quiet = 0;
        while quiet < (self.states() / each).clamp(least, most) {
            let length = longest / 4 + (self.chance.next() % (longest as u64 * 3 / 4)) as usize;
            let start = self.chance.next() % self.words.numbers.below(length + 1) as u64;
            match self.compared(start, meter)? {
                None => return Ok(None),
                Some(false) => quiet += 1,
                Some(true) => quiet = 0,
            }
            told(self.states());
        }
        Ok(Some(()))
    }

    /// Compares the guess with the rows from one on, and corrects it; whether it was wrong.
    fn compared(&mut self, start: u64, meter: &mut Meter) -> Result<Option<bool>> {
        let Some(window) = self.words.rows.covering(start, start + ROWS)? else { return Ok(None) };
        let mut wrong = false;
        for row in start..start + ROWS {
            let column = window.columns[self.words.value][(row - window.start) as usize];
            meter.tick(100)?;
            if column == NOT_HERE {
                continue;
            }
            let Some(word) = self.words.numbers.side_by_side(&[row.into(), column.into()]) else { continue };
            if !self.splitter.holds(&word) {
                match self.splitter.correct(&mut self.words, &word, meter)? {
                    None => return Ok(None),
                    Some(changed) => wrong |= changed,
                }
            }
        }
        Ok(Some(wrong))
    }

    /// Takes a position at which the proof failed, with its options in the guess. If the
    /// guess is wrong about one of these, or about a position of the value that can be
    /// reached, states are split; whether that was so.
    pub fn refuted(&mut self, word: &[Letter], options: &[Vec<Letter>], meter: &mut Meter) -> Result<Option<bool>> {
        for word in [word].into_iter().chain(options.iter().map(|option| &option[..])) {
            // The guess may also be wrong about the word with the larger number first.
            for word in [word, &self.words.exchanged(word)] {
                match self.splitter.correct(&mut self.words, word, meter)? {
                    Some(false) => {}
                    other => return Ok(other),
                }
            }
        }
        // A position that could be reached was left out.
        let numbers = self.words.numbers.clone();
        let [x, y] = self.words.tracks(word).map(|digits| numbers.number(digits.into_iter()));
        let (Some(Ok(x)), Some(Ok(y))) = (x.map(u64::try_from), y.map(u64::try_from)) else { return Ok(Some(false)) };
        for (x, y) in self.words.rows.seen_from(x.min(y), x.max(y), self.words.value)? {
            let Some(word) = numbers.side_by_side(&[x.into(), y.into()]) else { continue };
            match self.splitter.correct(&mut self.words, &word, meter)? {
                Some(false) => {}
                other => return Ok(other),
            }
        }
        Ok(Some(false))
    }

    /// The guess, for positions in any order.
    pub fn guess(&self, meter: &mut Meter) -> Result<Relation> {
        let half = Arc::new(self.splitter.guess(meter)?);
        let names: [Name; 2] = [0, 1];
        let mirrored = Named::new(&half, &names, meter)?.in_order(&[1, 0]);
        Relation::either(&half, &mirrored, meter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::board::ValuePositions;
    use crate::{Budget, PairMoves};

    /// What windows say of words and their continuations, against a list from the first
    /// row on.
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
            let mut rows = FarRows::new(moves, 3, Budget::default())?;
            let mut whole = ValuePositions::new(moves, 3, Budget::default())?;
            let mut positions: Vec<[u64; 2]> = Vec::new();
            for row in 0..below {
                if let Some(column) = whole.next_row()?[3] {
                    positions.push([row, column]);
                }
            }
            let mut words = FarWords::new(&mut rows, numbers.clone(), 3, 5);
            let mut told = [0, 0];
            for &[x, y] in positions.iter().take_while(|place| place[0] < 149_000).skip(50_000).step_by(997) {
                for (x, y) in [(x, y), (y, x), (x, y + 1), (x + 1, y)] {
                    let word = numbers.side_by_side(&[x.into(), y.into()]).expect("small numbers");
                    let listed = positions.binary_search(&[x, y]).is_ok();
                    assert_eq!(words.holds(&word, &mut meter)?, Some(listed), "{moves:?} {x},{y}");
                    // A prefix has a continuation exactly if one is listed.
                    let prefix = &word[..word.len() - 5];
                    let signature = words.signature(prefix, &mut meter)?.expect("a window");
                    let ends = |length: usize, digit: u32| {
                        let whole: Vec<Letter> =
                            prefix.iter().copied().chain(std::iter::repeat_n(digit, length)).collect();
                        numbers.apart(&whole, 2)
                    };
                    let some = (0..=5).any(|length| {
                        let Some(first) = ends(length, 0) else { return false };
                        let count = |track: usize| {
                            let digits = numbers.digits().pow(track as u32);
                            let own = prefix.iter().map(|letter| letter / digits % numbers.digits());
                            let state = own.fold(0, |state, digit| numbers.valid().step(state, digit).unwrap_or(0));
                            u128::from(numbers.after(state, length).unwrap_or(0))
                        };
                        let rows = first[0]..first[0] + count(0);
                        let columns = first[1]..first[1] + count(1);
                        let from = positions.partition_point(|place| u128::from(place[0]) < rows.start);
                        let here = positions[from..].iter().take_while(|place| u128::from(place[0]) < rows.end);
                        here.into_iter().any(|place| columns.contains(&place[1].into()))
                    });
                    assert_eq!(signature.is_some(), some, "{moves:?} {x},{y}");
                    told[usize::from(some)] += 1;
                }
            }
            assert!(told.iter().all(|&count| count > 10), "{told:?}");
        }
        Ok(())
    }
}

//! What a guess is made from: all positions of a value in a box, as words.

use super::cube::{Cube, orders};
use super::followed::Followed;
use super::subject::Subject;
use crate::automata::{Numbers, WordList};
use crate::error::{Error, Result};
use crate::solve::board::{FarRows, ValuePositions};
use crate::{Ask, Budget, Hint, Limit, ListOrder, Meter, PairMoves, Play, RuleExt};
use std::collections::HashMap;

/// Who is asked for the positions of a value.
pub struct Examples<'s> {
    subject: &'s Subject,
    play: Play,
    /// For two piles, the positions of all values that were found row by row.
    rows: Option<ValueRows>,
    /// The rules followed backwards, where they can be.
    cube: Option<Cube>,
    /// Values that were searched for.
    known: HashMap<Vec<u64>, u64>,
    budget: Budget,
    meter: Meter,
}

/// The positions of all values, row by row.
struct ValueRows {
    positions: ValuePositions,
    /// The next row.
    next: u64,
    /// Values below this are not asked for again.
    least: u64,
    /// Row and column of each position, by value.
    found: Vec<Vec<(u32, u32)>>,
}

impl ValueRows {
    /// The positions of a value in the rows below a bound.
    fn of(&mut self, value: u64, below: u64, meter: &mut Meter) -> Result<&[(u32, u32)]> {
        while self.next < below {
            let columns = self
                .positions
                .next_row()
                .map_err(without_example)?
                .iter()
                .zip(&mut self.found)
                .skip(self.least as usize);
            for (column, found) in columns {
                // A column that does not fit is beyond all bounds.
                if let Some(column) = column.and_then(|column| u32::try_from(column).ok()) {
                    meter.push(found, (self.next as u32, column))?;
                }
            }
            self.next += 1;
        }
        Ok(&self.found[value as usize])
    }
}

/// The error without its example: one for a list does not help with a proof.
fn without_example(error: Error) -> Error {
    error.with_hint(Hint::NONE)
}

/// The most positions of a table.
const TABLE: u128 = 4_000_000;
/// The most positions that are searched one by one.
const SEARCHED: u128 = 100_000;
/// The most positions of a box where the rules are followed backwards.
const CUBE: u128 = 1 << 32;
/// The largest number of a list of P-positions of two piles.
const LISTED: u128 = 20_000;
/// The most rows of two piles, where a value has its place row by row.
const ROWS: u128 = 200_000_000;

impl<'s> Examples<'s> {
    /// Examples of the values up to a largest one.
    pub fn new(subject: &'s Subject, play: Play, value: u64, budget: Budget) -> Result<Self> {
        let meter = budget.meter("a list of examples");
        let piles = subject.game.two_piles().filter(|_| subject.piles() == 2 && play == Play::Normal);
        let rows = match piles.and_then(|piles| piles.moves()) {
            Some(moves) => Some(ValueRows {
                positions: ValuePositions::new(moves, value, budget).map_err(without_example)?,
                next: 0,
                least: 0,
                found: vec![Vec::new(); value as usize + 1],
            }),
            None => None,
        };
        // A cube knows no blocks.
        let blocks = subject.rules.blocked > 0;
        let cube = if rows.is_some() || blocks { None } else { Cube::new(&subject.rules, play) };
        Ok(Self { subject, play, rows, cube, known: HashMap::new(), budget, meter })
    }

    /// Rows of two piles arbitrarily far out, with the values up to one, for games in which
    /// we know how to compute them.
    pub fn far(&self, value: u64) -> Result<Option<FarRows>> {
        let piles = self.subject.game.two_piles().filter(|_| self.rows.is_some());
        match piles.and_then(|piles| piles.moves()) {
            Some(moves) => FarRows::new(moves, value, self.budget).map(Some).map_err(without_example),
            None => Ok(None),
        }
    }

    /// Rows of Wythoff's game with the values up to one, to be followed digit by digit.
    pub fn followed(&self, value: u64) -> Result<Option<Followed>> {
        let piles = self.subject.game.two_piles().filter(|_| self.rows.is_some());
        match piles.and_then(|piles| piles.moves()) {
            Some(PairMoves::Band { width: 1 }) => Followed::new(value, self.budget).map_err(without_example),
            _ => Ok(None),
        }
    }

    /// All positions of a value whose numbers have at most `length` digits, the
    /// sorted ones in every order; `None` if they are too many. Under misère
    /// play value 0 stands for the P-positions.
    pub fn list(&mut self, value: u64, numbers: &Numbers, length: usize) -> Result<Option<WordList>> {
        let (width, below) = (self.subject.piles(), numbers.below(length));
        let bits = WordList::bits(width, numbers.digits());
        let all = below.checked_pow(width as u32).unwrap_or(u128::MAX);
        if bits as usize * length > 127 {
            return Ok(None);
        }
        let lists = value == 0 && width == 2;
        let most = if self.rows.is_some() {
            ROWS * ROWS
        } else if lists {
            LISTED * LISTED
        } else if self.cube.is_some() {
            CUBE
        } else {
            TABLE
        };
        if all > most {
            return Ok(None);
        }
        let below = below as u64;
        let packed = numbers.packed(length, bits, &mut self.meter)?;
        let digits = u128::from(numbers.digits());
        let word = |position: &[u64]| {
            position.iter().rev().fold(0u128, |word, &number| word * digits + packed[number as usize])
        };
        let mut words = Vec::new();
        if let Some(rows) = &mut self.rows {
            for &(row, column) in rows.of(value, below, &mut self.meter)? {
                if u64::from(row.max(column)) < below {
                    self.meter.reserve(&mut words, 2)?;
                    words.push(word(&[row.into(), column.into()]));
                    if row != column {
                        words.push(word(&[column.into(), row.into()]));
                    }
                }
            }
        } else if let Some(positions) = self.listed(value, below, all)? {
            for position in positions {
                self.meter.reserve(&mut words, 2)?;
                words.push(word(&position));
                if self.subject.rules.sorted == 2 && position[0] != position[1] {
                    words.push(word(&[position[1], position[0]]));
                }
            }
        } else if let Some(cube) = &mut self.cube {
            let Some(positions) = cube.positions(value, below, &mut self.meter)? else { return Ok(None) };
            for position in positions {
                let orders = orders(&position, self.subject.rules.sorted);
                self.meter.reserve(&mut words, orders.len())?;
                words.extend(orders.iter().map(|position| word(position)));
            }
        } else {
            let subject = self.subject;
            let corner = vec![below - 1; width];
            let normal = self.play == Play::Normal;
            let mut table = normal.then(|| subject.game.board(&corner, self.budget)).flatten();
            if all > if table.is_some() { TABLE } else { SEARCHED } {
                return Ok(None);
            }
            let mut position = vec![0; width];
            loop {
                let mut canonical = position.clone();
                canonical[..subject.rules.sorted].sort_unstable();
                self.meter.tick(1)?;
                let found = match &mut table {
                    Some(table) => table.value(&canonical)?,
                    None => self.search(&canonical)?,
                };
                if found == value {
                    self.meter.push(&mut words, word(&position))?;
                }
                let Some(place) = position.iter().position(|&number| number + 1 < below) else { break };
                position[..place].fill(0);
                position[place] += 1;
            }
        }
        self.meter.give_back(16 * packed.capacity() as u64);
        words.sort_unstable();
        Ok(Some(WordList { tracks: width, digits: numbers.digits(), length, words }))
    }

    /// The P-positions of two piles, or where options may be blocked of any number of piles,
    /// with all numbers below a bound; `None` if they cannot be listed or a list is not
    /// worth it.
    fn listed(&mut self, value: u64, below: u64, all: u128) -> Result<Option<Vec<Vec<u64>>>> {
        if self.subject.rules.blocked > 0 {
            return self.subject.lost_with_blocks(below, self.budget);
        }
        if value > 0 || self.subject.piles() != 2 || all <= 10_000 {
            return Ok(None);
        }
        let game = &*self.subject.game;
        let Ok(mut list) = game.positions().play(self.play).count(2 * below + 2).budget(self.budget).run() else {
            return Ok(None);
        };
        let mut found = Vec::new();
        while let Some(row) = list.next_row()? {
            let Ok(position) = row.position().words() else { break };
            let (least, most) = (position.iter().min(), position.iter().max());
            let past = match game.list_order() {
                ListOrder::Largest => most,
                _ => least,
            };
            if past.is_some_and(|&number| number >= below) {
                break;
            }
            if most.is_some_and(|&number| number < below) && position.len() == 2 {
                self.meter.push(&mut found, position)?;
            }
        }
        Ok(Some(found))
    }

    /// Forgets the values below this: they will not be asked for again.
    pub fn forget_below(&mut self, least: u64) {
        let Some(rows) = &mut self.rows else { return };
        rows.least = least;
        for found in rows.found.iter_mut().take(least as usize) {
            self.meter.give_back(8 * found.capacity() as u64);
            *found = Vec::new();
        }
    }

    /// Gives the memory of a list back.
    pub fn forget(&mut self, list: &WordList) {
        self.meter.give_back(16 * list.words.capacity() as u64);
    }

    /// The value of a position by its definition; under misère play and where options
    /// may be blocked 0 if it is a P-position, otherwise 1.
    fn search(&mut self, position: &[u64]) -> Result<u64> {
        let mut stack = vec![position.to_vec()];
        while let Some(top) = stack.last() {
            if self.known.contains_key(top) {
                stack.pop();
                continue;
            }
            let options = self.subject.game.option_list(top)?;
            self.meter.tick(100 + 10 * options.len() as u64)?;
            let missing: Vec<Vec<u64>> =
                options.iter().filter(|option| !self.known.contains_key(*option)).cloned().collect();
            if missing.is_empty() {
                let mut values: Vec<u64> = options.iter().map(|option| self.known[option]).collect();
                let value = match self.play {
                    Play::Normal if self.subject.rules.blocked > 0 => {
                        let lost = values.iter().filter(|&&value| value == 0).count() as u64;
                        u64::from(lost > self.subject.rules.blocked)
                    }
                    Play::Normal => {
                        values.sort_unstable();
                        values.dedup();
                        (0..)
                            .zip(&values)
                            .find(|(index, value)| index != *value)
                            .map_or(values.len() as u64, |(index, _)| index)
                    }
                    Play::Misere => u64::from(values.is_empty() || values.contains(&0)),
                };
                self.meter.take(48 + 16 * top.len() as u64)?;
                self.known.insert(top.clone(), value);
                stack.pop();
            } else if stack.len() as u128 > SEARCHED {
                return Err(Error::OverBudget {
                    what: "a list of examples".into(),
                    limit: Limit::Positions(SEARCHED as u64),
                    reached: String::new(),
                    hint: Hint::NONE,
                });
            } else {
                stack.extend(missing);
            }
        }
        Ok(self.known[position])
    }
}

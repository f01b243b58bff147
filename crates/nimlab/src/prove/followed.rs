//! A guess for Wythoff's game that needs no examples: rows followed digit by digit.
//!
//! In Zeckendorf's system let n0 be the number whose word is that of n and a 0 behind it,
//! and n1 the one after it, where it exists. A position (x, y) with x ≤ y, of whatever
//! value, has y near x0. So the columns of the rows near n say in which rows near n0 a
//! value lies left of the main diagonal. In the other rows it goes to the first free
//! place, row by row. For that we must know which differences y − x were used before. How
//! many they are is known; with any guess about which, some rows later the places are
//! the same ones (that is Nivasch's conjecture of convergence, 2009; for value 2 of
//! Wythoff's game, 42 rows were enough in 64 million trials among the first 5·10⁸ rows).
//!
//! So a *window* of rows around n determines those around n0 and n1. If all is counted from
//! n and n0, there seem to be finitely many windows: 495 389 for value 2, no more than 51
//! digits deep. They are then the states of an automaton that reads the digits of x and
//! ends with y − x0, and few of them remain when it is minimised.
//!
//! From it we have the automaton of the pairs (x, y): with n a beginning of x and m one of
//! y, what the digits that follow will make of m − n0 is told by this difference and by
//! m0 − n00. For weights of Fibonacci numbers n00 = n0 + n, hence the next pair of
//! differences is known.
//!
//! **Nothing here is proved**, and need not be: the guess itself is.

use crate::automata::{Letter, Name, Named, Relation, State, mix};
use crate::error::Result;
use crate::solve::board::ValuePositions;
use crate::{Budget, Meter, PairMoves};
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

/// Rows before n in a window for value 2; smaller values have no more, larger ones more.
const BEFORE: usize = 110;
/// Rows after n.
const AFTER: usize = 20;
/// The first rows near n0 about which a window around n does not tell whether a value lies
/// left of the diagonal.
const UNKNOWN: usize = 14;
/// Rows below this are computed from the first one on, and each is a state of its own.
const FIRST: usize = 2000;
/// More windows are not followed.
const MOST: usize = 1_000_000;
/// A column y of row x is written as y − x0 + 20 in so many bits.
const BITS: u32 = 6;
const MIDDLE: i32 = 20;
/// What is written where a value lies left of the main diagonal.
const LEFT: u32 = (1 << BITS) - 1;
/// Columns beyond the first free place that are kept.
const REACH: u32 = 100;
/// The largest value whose rows fit into 32 bits.
const LARGEST: u64 = 4;

/// A row: the steps from x0 to (x + 1)0, which are 1 or 2, and above them the columns of
/// the values 0, 1, …
type RowCode = u32;

/// The column of a value as y − x0.
fn column(row: RowCode, value: usize) -> Option<i32> {
    let code = row >> (2 + BITS * value as u32) & LEFT;
    (code != LEFT).then_some(code as i32 - MIDDLE)
}

/// Some rows around n.
struct Window {
    rows: Vec<RowCode>,
    /// For each value, how many positions (x, y) with x ≤ y lie in rows before the first
    /// row r, less r0 − r.
    used: Vec<i32>,
}

impl Window {
    fn hash(&self) -> (u64, u64) {
        let (mut one, mut two) = (0, 0);
        self.rows.iter().for_each(|&row| mix(&mut one, &mut two, row.into()));
        self.used.iter().for_each(|&used| mix(&mut one, &mut two, used as u64));
        (one, two)
    }
}

/// The places of a value right of the diagonal, from the first free difference on.
#[derive(Clone, Copy)]
struct Free {
    /// The column of this difference in the current row.
    first: i32,
    /// The differences that are used, and the columns.
    differences: u128,
    columns: u128,
}

impl Free {
    /// Takes the first free place; `None` if it is too far.
    fn place(&mut self, smaller: &[i32]) -> Option<i32> {
        let near = smaller.iter().map(|&column| column - self.first).filter(|place| (0..128).contains(place));
        let taken = near.fold(self.differences | self.columns, |taken, place| taken | 1 << place);
        let place = taken.trailing_ones();
        if place >= REACH {
            return None;
        }
        let column = self.first + place as i32;
        self.differences |= 1 << place;
        self.columns |= 1 << place;
        let past = self.differences.trailing_ones();
        self.differences >>= past;
        self.columns >>= past;
        self.first += past as i32;
        Some(column)
    }

    fn next_row(&mut self) {
        self.first += 1;
        self.columns >>= 1;
    }
}

/// Rows of Wythoff's game with the values up to one.
pub struct Followed {
    values: usize,
    before: usize,
    /// The first rows: n0 for each n, and the column of each value.
    appended: Vec<i32>,
    first: Vec<Vec<Option<i32>>>,
    meter: Meter,
}

/// A state of the automaton: a first row, or a window.
enum Reached {
    First(usize),
    Far(Window),
}

impl Reached {
    fn bytes(&self) -> u64 {
        match self {
            Reached::First(_) => 100,
            Reached::Far(window) => 100 + 4 * (window.rows.capacity() + window.used.capacity()) as u64,
        }
    }
}

/// Where the digits lead, and the column, as y − x0, if they end here.
struct ColumnState {
    next: [Option<State>; 2],
    column: Option<i32>,
}

impl Followed {
    /// The rows of the values up to one; `None` if their columns do not fit.
    pub fn new(value: u64, budget: Budget) -> Result<Option<Self>> {
        if value > LARGEST {
            return Ok(None);
        }
        let values = value as usize + 1;
        let before = BEFORE * value.max(2) as usize / 2;
        // The first windows lie around numbers that are a first row with a digit behind it.
        let rows = 2 * FIRST + 2 * before;
        let mut meter = budget.meter("rows of examples");
        let mut positions = ValuePositions::new(PairMoves::Band { width: 1 }, value, budget)?;
        let mut first = vec![Vec::new(); values];
        let (mut appended, mut next) = (vec![0], 0);
        for row in 0..rows {
            for (columns, column) in first.iter_mut().zip(positions.next_row()?) {
                meter.push(columns, column.map(|column| column as i32))?;
            }
            // After n0 comes n1, if n ends in 0; that is, if n is some k0.
            let steps = if appended[next] == row as i32 { 2 } else { 1 };
            next += usize::from(steps == 2);
            let last = appended[row];
            meter.push(&mut appended, last + steps)?;
        }
        Ok(Some(Self { values, before, appended, first, meter }))
    }

    /// The positions of the last value, in any order, as they seem to be; `None` if there
    /// is no end of windows.
    pub fn guess(&mut self, told: &mut dyn FnMut(usize), meter: &mut Meter) -> Result<Option<Relation>> {
        let Some(states) = self.states(told)? else { return Ok(None) };
        let states = minimal(states, meter)?;
        let Some(half) = pairs(&states, meter)? else { return Ok(None) };
        let half = Arc::new(half);
        let names: [Name; 2] = [0, 1];
        let mirrored = Named::new(&half, &names, meter)?.in_order(&[1, 0]);
        Relation::either(&half, &mirrored, meter).map(Some)
    }

    fn length(&self) -> usize {
        self.before + 1 + AFTER
    }

    /// A row of its own and its columns, counted from some number; `None` if a column is
    /// not near.
    fn row(&self, steps: i32, appended: i32, columns: &[Option<i32>]) -> Option<RowCode> {
        let mut row = steps as u32;
        for (value, column) in columns.iter().enumerate() {
            let code = match column {
                None => LEFT,
                Some(column) => u32::try_from(column - appended + MIDDLE).ok().filter(|&code| code < LEFT)?,
            };
            row |= code << (2 + BITS * value as u32);
        }
        Some(row)
    }

    /// The window around one of the first rows.
    fn window(&self, row: usize) -> Option<Window> {
        let start = row - self.before;
        let used = |columns: &Vec<Option<i32>>| {
            columns[..start].iter().flatten().count() as i32 - self.appended[start] + start as i32
        };
        let rows = (start..start + self.length()).map(|x| {
            let columns: Vec<Option<i32>> = self.first.iter().map(|columns| columns[x]).collect();
            self.row(self.appended[x + 1] - self.appended[x], self.appended[x], &columns)
        });
        Some(Window { rows: rows.collect::<Option<_>>()?, used: self.first.iter().map(used).collect() })
    }

    /// The window around n0, or n1, from that around n.
    fn step(&mut self, window: &Window, digit: i32) -> Result<Option<Window>> {
        // The rows near n0, each as x − n0 and x0 − n00.
        let mut rows: Vec<(i32, i32)> = Vec::with_capacity(2 * window.rows.len());
        let back: i32 = window.rows[..self.before].iter().map(|&row| (row & 3) as i32).sum();
        let mut appended = -back;
        let mut left = vec![0u32; 2 * self.length() + 2 * LEFT as usize];
        let mut before = vec![0; self.values];
        for (index, &row) in window.rows.iter().enumerate() {
            let steps = (row & 3) as i32;
            let number = index as i32 - self.before as i32;
            // x00 = x0 + x, and x10 = x0 + x + 2.
            rows.push((appended, appended + number));
            if steps == 2 {
                rows.push((appended + 1, appended + number + 2));
            }
            for (value, before) in before.iter_mut().enumerate() {
                let Some(column) = column(row, value) else { continue };
                let place = appended + column + back;
                *before += i32::from(place < UNKNOWN as i32);
                if let Some(left) = usize::try_from(place).ok().and_then(|place| left.get_mut(place)) {
                    *left |= 1 << value;
                }
            }
            appended += steps;
        }
        self.meter.tick(2 * rows.len() as u64)?;
        // In each row before the first one that is known every value lies left of the
        // diagonal or right of it; on it, it counts twice, and each value is there once.
        let mut at = 0;
        while at + 1 < window.rows.len() && rows[UNKNOWN].0 >= self.appended_at(window, at + 1) - back {
            at += 1;
        }
        let mut used: Vec<i32> = (0..self.values)
            .map(|value| self.appended_at(window, at) - at as i32 - window.used[value] - before[value] + 1)
            .collect();
        let mut free: Vec<Free> =
            used.iter().map(|used| Free { first: rows[UNKNOWN].1 + used, differences: 0, columns: 0 }).collect();
        let first = digit - self.before as i32;
        let mut found = Window { rows: Vec::with_capacity(self.length()), used: Vec::new() };
        let (mut columns, mut placed) = (vec![None; self.values], Vec::with_capacity(self.values));
        for index in UNKNOWN..rows.len() - 1 {
            let (number, appended) = rows[index];
            let steps = rows[index + 1].1 - appended;
            if number == first {
                found.used = used.clone();
            }
            placed.clear();
            for value in 0..self.values {
                columns[value] = None;
                if left[(number + back) as usize] >> value & 1 == 0 {
                    let Some(column) = free[value].place(&placed) else { return Ok(None) };
                    placed.push(column);
                    columns[value] = Some(column);
                    used[value] += 1;
                }
                free[value].next_row();
                used[value] += 1 - steps;
            }
            if number >= first {
                let Some(row) = self.row(steps, appended, &columns) else { return Ok(None) };
                found.rows.push(row);
            }
            if found.rows.len() == self.length() {
                return Ok((!found.used.is_empty()).then_some(found));
            }
        }
        Ok(None)
    }

    /// x0 for a row of a window, counted from that of its first row.
    fn appended_at(&self, window: &Window, index: usize) -> i32 {
        window.rows[..index].iter().map(|&row| (row & 3) as i32).sum()
    }

    /// Follows all numbers from 0 on; `None` if there seem to be too many windows.
    fn states(&mut self, told: &mut dyn FnMut(usize)) -> Result<Option<Vec<ColumnState>>> {
        let value = self.values - 1;
        let mut states = Vec::new();
        let mut known: HashMap<(u64, u64), State> = HashMap::new();
        // Places whose numbers are given and whose digits have not been followed yet.
        let mut open = VecDeque::from([Reached::First(0)]);
        self.meter.take(Reached::First(0).bytes())?;
        let mut count = 1;
        while let Some(place) = open.pop_front() {
            self.meter.give_back(place.bytes());
            let (column, steps) = match &place {
                &Reached::First(row) => {
                    let here = self.first[value][row].map(|column| column - self.appended[row]);
                    (here, self.appended[row + 1] - self.appended[row])
                }
                Reached::Far(window) => {
                    let row = window.rows[self.before];
                    (column(row, value), (row & 3) as i32)
                }
            };
            let mut next = [None; 2];
            for digit in 0..steps {
                let place = match &place {
                    &Reached::First(row) => {
                        let row = (self.appended[row] + digit) as usize;
                        if row == 0 {
                            next[0] = Some(0);
                            continue;
                        }
                        match row < FIRST {
                            true => Reached::First(row),
                            false => match self.window(row) {
                                Some(window) => Reached::Far(window),
                                None => return Ok(None),
                            },
                        }
                    }
                    Reached::Far(window) => match self.step(window, digit)? {
                        Some(window) => Reached::Far(window),
                        None => return Ok(None),
                    },
                };
                let state = match &place {
                    Reached::First(_) => count,
                    Reached::Far(window) => *known.entry(window.hash()).or_insert(count),
                };
                next[digit as usize] = Some(state);
                if state == count {
                    count += 1;
                    // What is known of it stays; the window does not.
                    self.meter.take(50 + place.bytes())?;
                    open.push_back(place);
                }
            }
            self.meter.push(&mut states, ColumnState { next, column })?;
            if count as usize > MOST {
                return Ok(None);
            }
            if states.len().is_multiple_of(1 << 14) {
                told(states.len());
            }
        }
        Ok(Some(states))
    }
}

/// A letter for each column that ends a word, beside the digits.
const COLUMNS: u32 = 2;

/// The states with the same future together.
fn minimal(states: Vec<ColumnState>, meter: &mut Meter) -> Result<Vec<ColumnState>> {
    let end = states.len() as State;
    let bytes = 100 * states.len() as u64;
    meter.take(bytes)?;
    let row = |state: &ColumnState| {
        let digits = (0..).zip(state.next).filter_map(|(digit, to)| Some((digit, to?)));
        let column = state.column.map(|column| (COLUMNS + (column + MIDDLE) as Letter, end));
        (false, digits.chain(column).collect())
    };
    let rows: Vec<(bool, Vec<(Letter, State)>)> = states.iter().map(row).chain([(true, Vec::new())]).collect();
    drop(states);
    let Some(machine) = Relation::from_rows(1, COLUMNS + LEFT, &rows) else { return Ok(Vec::new()) };
    drop(rows);
    let machine = machine.minimal(meter)?;
    meter.give_back(bytes);
    let state = |state| {
        let column = machine.row(state).find(|&(letter, _)| letter >= COLUMNS);
        ColumnState {
            next: [0, 1].map(|digit| machine.step(state, digit)),
            column: column.map(|(letter, _)| (letter - COLUMNS) as i32 - MIDDLE),
        }
    };
    Ok((0..machine.states() as State).map(state).collect())
}

/// The pairs (x, y) with x ≤ y whose columns these are.
fn pairs(states: &[ColumnState], meter: &mut Meter) -> Result<Option<Relation>> {
    let columns = || states.iter().filter_map(|state| state.column);
    let (Some(least), Some(most)) = (columns().min(), columns().max()) else { return Ok(None) };
    // A state after the digits of n and m: that of n, whether m ends in 1, m − n0, m0 − n00.
    let begin = (0, 0, 0, 0);
    let mut known: HashMap<(State, u32, i32, i32), State> = HashMap::from([(begin, 0)]);
    let mut open = VecDeque::from([begin]);
    let mut rows = Vec::new();
    while let Some((state, last, difference, longer)) = open.pop_front() {
        let from = &states[state as usize];
        let mut row = Vec::new();
        for letter in 0..4 {
            let (x, y) = (letter % 2, letter / 2);
            let Some(to) = from.next[x as usize].filter(|_| (last, y) != (1, 1)) else { continue };
            let (one, two) = (x as i32, y as i32);
            // The digit 1 stands for 1, then for 2 and for 3.
            let next = (to, y, longer + two - 2 * one, difference + longer + 2 * two - 3 * one);
            // From farther away the digits that follow lead nowhere near.
            if (least - 3..=most + 3).contains(&next.2) {
                let count = known.len() as State;
                let number = *known.entry(next).or_insert(count);
                if number == count {
                    meter.take(60)?;
                    open.push_back(next);
                }
                row.push((letter, number));
            }
        }
        meter.tick(4)?;
        meter.take(24 + 8 * row.len() as u64)?;
        rows.push((from.column == Some(difference), row));
    }
    match Relation::from_rows(2, 2, &rows) {
        Some(pairs) => Ok(Some(pairs.minimal(meter)?)),
        None => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Play;
    use crate::automata::Numbers;
    use crate::prove::known;

    fn rows(value: u64) -> Result<Followed> {
        Ok(Followed::new(value, Budget::default())?.expect("columns that fit"))
    }

    #[test]
    fn a_window_leads_to_those_behind_its_digits() -> Result<()> {
        for value in [1, 2] {
            let mut followed = rows(value)?;
            for row in (FIRST / 2..FIRST).step_by(37) {
                let window = followed.window(row).expect("a window");
                for digit in 0..followed.appended[row + 1] - followed.appended[row] {
                    let next = followed.step(&window, digit)?.expect("a window");
                    let exact = followed.window((followed.appended[row] + digit) as usize).expect("a window");
                    assert_eq!(next.hash(), exact.hash(), "value {value}, {row} and {digit}");
                }
            }
        }
        Ok(())
    }

    /// The automaton of the columns against rows computed from the first one on.
    #[test]
    fn columns_that_are_followed_are_those_of_the_list() -> Result<()> {
        let states = rows(1)?.states(&mut |_| {})?.expect("an end of windows");
        let numbers = Numbers::named("zeckendorf")?;
        let mut list = ValuePositions::new(PairMoves::Band { width: 1 }, 1, Budget::default())?;
        for row in 0..100_000u64 {
            let column = list.next_row()?[1];
            let word = numbers.word(row.into(), 0).expect("a small number");
            let end = word.iter().try_fold(0, |state: State, &digit| states[state as usize].next[digit as usize]);
            let found = end.and_then(|state| states[state as usize].column);
            let longer = numbers.number(word.into_iter().chain([0]).collect::<Vec<_>>().into_iter());
            assert_eq!(found.map(|column| longer.map(|y| (y as i64 + i64::from(column)) as u64)), column.map(Some));
        }
        Ok(())
    }

    #[test]
    fn the_guess_for_value_1_is_what_is_proved() -> Result<()> {
        let mut meter = Budget::default().meter("a guess");
        let guess = rows(1)?.guess(&mut |_| {}, &mut meter)?.expect("a guess");
        let theorem = known("wythoff", Play::Normal).expect("a theorem");
        assert_eq!(guess, *theorem.sets[1]);
        Ok(())
    }

    #[test]
    fn values_whose_columns_do_not_fit_are_refused() -> Result<()> {
        assert!(Followed::new(LARGEST + 1, Budget::default())?.is_none());
        Ok(())
    }
}

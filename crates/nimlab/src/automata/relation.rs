//! A relation between numbers, as the automaton that reads their digits side by
//! side, the most significant first.
//!
//! All numbers are written with the same number of digits, and any number of
//! leading zeros may stand before them: a relation holds of a word exactly if it
//! holds of the word after a column of zeros. A *letter* is one column of digits;
//! its number is Σ dᵢ·bⁱ over the tracks i, where b is the number of digits. A
//! state keeps only the letters from which something can still be accepted. What
//! is missing leads to the dead state, which is not kept: in the numeration
//! systems that games need most columns are not valid, so that lists of letters
//! are several times shorter than full rows.

use super::intern::Interner;
use crate::Meter;
use crate::error::Result;

/// A state of an automaton. The first one is where reading begins.
pub type State = u32;

/// A column of digits, one for each track.
pub type Letter = u32;

/// A relation between numbers that an automaton recognises.
///
/// Relations that this module makes are minimal, and their states are numbered
/// in the order in which they are met: two of them are equal exactly if they
/// hold of the same numbers.
///
/// ```
/// use nimlab::{Budget, automata::{Arithmetic, Numbers}};
/// let binary = Arithmetic::of(Numbers::named("base:2")?, &mut Budget::default().meter("order"))?;
/// let less = &binary.less;
/// assert_eq!((less.tracks(), less.states()), (2, 2));
/// assert!(less.holds(binary.numbers.side_by_side(&[3, 5]).unwrap()));
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Relation {
    tracks: usize,
    digits: u32,
    /// Where the row of each state begins, and the end of the last.
    rows: Vec<usize>,
    /// The letters of all rows, ascending in each.
    letters: Vec<Letter>,
    targets: Vec<State>,
    accepting: Vec<bool>,
}

/// An automaton in the making: its states in the order of their numbers.
#[derive(Debug)]
pub(super) struct RowBuilder {
    relation: Relation,
}

impl RowBuilder {
    pub fn new(tracks: usize, digits: u32) -> Self {
        let relation =
            Relation { tracks, digits, rows: vec![0], letters: Vec::new(), targets: Vec::new(), accepting: Vec::new() };
        Self { relation }
    }

    /// Adds a letter to the row of the next state.
    pub fn letter(&mut self, letter: Letter, target: State, meter: &mut Meter) -> Result<()> {
        meter.push(&mut self.relation.letters, letter)?;
        meter.push(&mut self.relation.targets, target)
    }

    /// Ends the row of the next state.
    pub fn end(&mut self, accepting: bool, meter: &mut Meter) -> Result<()> {
        meter.push(&mut self.relation.accepting, accepting)?;
        let end = self.relation.letters.len();
        meter.push(&mut self.relation.rows, end)
    }

    pub fn finish(self) -> Relation {
        self.relation
    }
}

impl Relation {
    /// The number of numbers it is about.
    ///
    /// ```
    /// use nimlab::automata::Relation;
    /// // The even numbers in base 2: the state is the last digit.
    /// let even = Relation::from_rows(1, 2, &[(true, vec![(0, 0), (1, 1)]), (false, vec![(0, 0), (1, 1)])]).unwrap();
    /// assert_eq!(even.tracks(), 1);
    /// ```
    pub fn tracks(&self) -> usize {
        self.tracks
    }

    /// How many digits there are: 0 up to one less than this.
    ///
    /// ```
    /// use nimlab::automata::Relation;
    /// // The even numbers in base 2: the state is the last digit.
    /// let even = Relation::from_rows(1, 2, &[(true, vec![(0, 0), (1, 1)]), (false, vec![(0, 0), (1, 1)])]).unwrap();
    /// assert_eq!(even.digits(), 2);
    /// ```
    pub fn digits(&self) -> u32 {
        self.digits
    }

    /// The number of states, without the dead one. The empty relation has one.
    ///
    /// ```
    /// use nimlab::automata::Relation;
    /// // The even numbers in base 2: the state is the last digit.
    /// let even = Relation::from_rows(1, 2, &[(true, vec![(0, 0), (1, 1)]), (false, vec![(0, 0), (1, 1)])]).unwrap();
    /// assert_eq!(even.states(), 2);
    /// ```
    pub fn states(&self) -> usize {
        self.accepting.len()
    }

    /// The number of letters in all rows.
    ///
    /// ```
    /// use nimlab::automata::Relation;
    /// // The even numbers in base 2: the state is the last digit.
    /// let even = Relation::from_rows(1, 2, &[(true, vec![(0, 0), (1, 1)]), (false, vec![(0, 0), (1, 1)])]).unwrap();
    /// assert_eq!(even.size(), 4);
    /// ```
    pub fn size(&self) -> usize {
        self.letters.len()
    }

    /// The number of letters that there can be.
    ///
    /// ```
    /// use nimlab::automata::Relation;
    /// // The even numbers in base 2: the state is the last digit.
    /// let even = Relation::from_rows(1, 2, &[(true, vec![(0, 0), (1, 1)]), (false, vec![(0, 0), (1, 1)])]).unwrap();
    /// assert_eq!(even.alphabet(), 2);
    /// ```
    pub fn alphabet(&self) -> u64 {
        u64::from(self.digits).saturating_pow(self.tracks as u32)
    }

    /// Whether it holds of nothing.
    ///
    /// ```
    /// use nimlab::automata::Relation;
    /// // The even numbers in base 2: the state is the last digit.
    /// let even = Relation::from_rows(1, 2, &[(true, vec![(0, 0), (1, 1)]), (false, vec![(0, 0), (1, 1)])]).unwrap();
    /// assert!(!even.is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        !self.accepting.contains(&true)
    }

    /// Whether the word that leads to this state is accepted.
    ///
    /// ```
    /// use nimlab::automata::Relation;
    /// // The even numbers in base 2: the state is the last digit.
    /// let even = Relation::from_rows(1, 2, &[(true, vec![(0, 0), (1, 1)]), (false, vec![(0, 0), (1, 1)])]).unwrap();
    /// assert!(even.accepts(0) && !even.accepts(1));
    /// ```
    pub fn accepts(&self, state: State) -> bool {
        self.accepting[state as usize]
    }

    /// The letters of a state with where they lead, ascending.
    ///
    /// ```
    /// use nimlab::automata::Relation;
    /// // The even numbers in base 2: the state is the last digit.
    /// let even = Relation::from_rows(1, 2, &[(true, vec![(0, 0), (1, 1)]), (false, vec![(0, 0), (1, 1)])]).unwrap();
    /// assert_eq!(even.row(1).collect::<Vec<_>>(), [(0, 0), (1, 1)]);
    /// ```
    pub fn row(&self, state: State) -> impl ExactSizeIterator<Item = (Letter, State)> + '_ {
        let row = self.rows[state as usize]..self.rows[state as usize + 1];
        self.letters[row.clone()].iter().copied().zip(self.targets[row].iter().copied())
    }

    /// Where a letter leads; nowhere is the dead state.
    ///
    /// ```
    /// use nimlab::automata::Relation;
    /// // The even numbers in base 2: the state is the last digit.
    /// let even = Relation::from_rows(1, 2, &[(true, vec![(0, 0), (1, 1)]), (false, vec![(0, 0), (1, 1)])]).unwrap();
    /// assert_eq!(even.step(0, 1), Some(1));
    /// ```
    pub fn step(&self, state: State, letter: Letter) -> Option<State> {
        let row = self.rows[state as usize]..self.rows[state as usize + 1];
        let place = self.letters[row.clone()].binary_search(&letter).ok()?;
        Some(self.targets[row.start + place])
    }

    /// Whether it holds of a word.
    ///
    /// ```
    /// use nimlab::automata::Relation;
    /// // The even numbers in base 2: the state is the last digit.
    /// let even = Relation::from_rows(1, 2, &[(true, vec![(0, 0), (1, 1)]), (false, vec![(0, 0), (1, 1)])]).unwrap();
    /// assert!(even.holds([1, 1, 0]) && !even.holds([1, 1, 1]));
    /// ```
    pub fn holds(&self, word: impl IntoIterator<Item = Letter>) -> bool {
        let end = word.into_iter().try_fold(0, |state, letter| self.step(state, letter));
        end.is_some_and(|state| self.accepts(state))
    }

    /// The bytes that it takes.
    pub(super) fn bytes(&self) -> u64 {
        (8 * self.rows.capacity() + 4 * (self.letters.capacity() + self.targets.capacity()) + self.accepting.capacity())
            as u64
    }

    /// The relation with the same rows in which a letter is another one: the
    /// tracks in another order.
    pub(super) fn with_letters(mut self, tracks: usize, rename: impl Fn(Letter) -> Letter) -> Relation {
        self.tracks = tracks;
        let mut row: Vec<(Letter, State)> = Vec::new();
        for state in 0..self.states() {
            let places = self.rows[state]..self.rows[state + 1];
            row.clear();
            row.extend(self.row(state as State).map(|(letter, target)| (rename(letter), target)));
            row.sort_unstable();
            for (place, &(letter, target)) in places.zip(&row) {
                (self.letters[place], self.targets[place]) = (letter, target);
            }
        }
        self
    }

    /// An automaton from rows that are known to be as [`Relation::from_rows`]
    /// wants them.
    pub(super) fn of_rows(tracks: usize, digits: u32, states: &[(bool, Vec<(Letter, State)>)]) -> Relation {
        Self::from_rows(tracks, digits, states).unwrap_or_else(|| unreachable!("rows of our own are in order"))
    }

    /// An automaton from its rows, each with whether its state accepts; `None`
    /// if a letter or a state does not exist, a row does not ascend, or leading
    /// zeros would change what it says.
    ///
    /// ```
    /// use nimlab::automata::Relation;
    /// // The even numbers in base 2: the state is the last digit.
    /// let even = Relation::from_rows(1, 2, &[(true, vec![(0, 0), (1, 1)]), (false, vec![(0, 0), (1, 1)])]).unwrap();
    /// assert!(even.holds([1, 0]));
    /// // Leading zeros must change nothing.
    /// assert!(Relation::from_rows(1, 2, &[(true, vec![(1, 0)])]).is_none());
    /// ```
    pub fn from_rows(tracks: usize, digits: u32, states: &[(bool, Vec<(Letter, State)>)]) -> Option<Relation> {
        let mut relation = RowBuilder::new(tracks, digits).finish();
        let alphabet = relation.alphabet();
        for (accepting, row) in states {
            let ascending = row.windows(2).all(|pair| pair[0].0 < pair[1].0);
            let known = row.iter().all(|&(letter, to)| u64::from(letter) < alphabet && (to as usize) < states.len());
            if !ascending || !known {
                return None;
            }
            relation.accepting.push(*accepting);
            for &(letter, target) in row {
                relation.letters.push(letter);
                relation.targets.push(target);
            }
            relation.rows.push(relation.letters.len());
        }
        // Leading zeros lead back to the beginning, unless the relation is empty.
        let begins = relation.states() > 0 && (relation.step(0, 0) == Some(0) || relation.is_empty());
        begins.then_some(relation)
    }
}

/// Explores an automaton whose states are lists of numbers, from its first one.
/// For each state `row` emits letters, ascending, with the lists they lead to,
/// and says whether the state accepts.
pub(super) fn explore(
    tracks: usize,
    digits: u32,
    first: &[u32],
    meter: &mut Meter,
    mut row: impl FnMut(&[u32], &mut Emitted) -> bool,
) -> Result<Relation> {
    let mut known = Interner::default();
    let mut rows = RowBuilder::new(tracks, digits);
    let mut emitted = Emitted::default();
    known.number(first, meter)?;
    let mut next = 0;
    while next < known.len() {
        emitted.clear();
        let accepting = row(known.get(next), &mut emitted);
        meter.tick(1 + emitted.letters.len() as u64)?;
        for index in 0..emitted.letters.len() {
            let target = known.number(emitted.list(index), meter)?;
            rows.letter(emitted.letters[index], target, meter)?;
        }
        rows.end(accepting, meter)?;
        next += 1;
    }
    known.forget(meter);
    Ok(rows.finish())
}

/// The letters of a state that is being explored.
#[derive(Debug, Default)]
pub(super) struct Emitted {
    letters: Vec<Letter>,
    numbers: Vec<u32>,
    ends: Vec<usize>,
}

impl Emitted {
    fn clear(&mut self) {
        self.letters.clear();
        self.numbers.clear();
        self.ends.clear();
    }

    fn list(&self, index: usize) -> &[u32] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.numbers[start..self.ends[index]]
    }

    /// A letter, and the list of the state it leads to.
    pub fn emit(&mut self, letter: Letter, list: impl IntoIterator<Item = u32>) {
        self.letters.push(letter);
        self.numbers.extend(list);
        self.ends.push(self.numbers.len());
    }
}

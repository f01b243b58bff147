//! What is computed with relations: and, and not, there is, the shortest word.
//!
//! Every result is minimal. The tracks of a relation are given names, small
//! numbers, where several relations speak of the same numbers: [`Named`].

use super::intern::Interner;
use super::relation::{Letter, Relation, State, explore};
use crate::Meter;
use crate::error::Result;
use std::sync::Arc;

/// The name of a number that relations speak of.
pub type Name = u32;

/// The dead state of an automaton, where it matters.
const DEAD: u32 = u32::MAX;

/// A relation between numbers that have names.
///
/// ```
/// use nimlab::{Budget, automata::{Arithmetic, Named, Numbers}};
/// let mut meter = Budget::default().meter("the even numbers");
/// let binary = Arithmetic::of(Numbers::named("base:2")?, &mut meter)?;
/// // n is even: there is an x with x + x = n.
/// let even = Named::new(&binary.sum, &[1, 1, 0], &mut meter)?.there_is(1, &mut meter)?;
/// let repeats = binary.repeats(&even.relation, &mut meter)?.unwrap();
/// assert_eq!((repeats.period, repeats.remainders), (2, vec![0]));
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Named {
    /// The relation.
    pub relation: Arc<Relation>,
    /// The name of the number on each track, all different.
    pub names: Vec<Name>,
}

/// Digits of a letter, track by track.
pub fn digits_of(mut letter: Letter, digits: u32, tracks: usize) -> impl Iterator<Item = u32> {
    (0..tracks).map(move |_| {
        let digit = letter % digits;
        letter /= digits;
        digit
    })
}

/// The letter of digits, track by track.
pub fn letter_of(digits: u32, column: impl DoubleEndedIterator<Item = u32>) -> Letter {
    column.rev().fold(0, |letter, digit| letter * digits + digit)
}

impl Named {
    /// A relation between named numbers; two tracks may have the same name, and
    /// then hold the same number.
    ///
    /// ```
    /// use nimlab::{Budget, automata::{Arithmetic, Named, Numbers}};
    /// let mut meter = Budget::default().meter("a name twice");
    /// let binary = Arithmetic::of(Numbers::named("base:2")?, &mut meter)?;
    /// // x + x = x: only 0.
    /// let same = Named::new(&binary.sum, &[0, 0, 0], &mut meter)?;
    /// assert_eq!(binary.finitely_many(&same.relation, 5), Some(vec![0]));
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn new(relation: &Arc<Relation>, names: &[Name], meter: &mut Meter) -> Result<Named> {
        let mut distinct: Vec<Name> = Vec::new();
        names.iter().for_each(|name| {
            if !distinct.contains(name) {
                distinct.push(*name);
            }
        });
        if distinct.len() == names.len() {
            return Ok(Named { relation: relation.clone(), names: distinct });
        }
        let (digits, tracks) = (relation.digits(), relation.tracks());
        let merged = |letter: Letter| -> Option<Letter> {
            let column: Vec<u32> = digits_of(letter, digits, tracks).collect();
            let place = |name: &Name| names.iter().position(|other| other == name).unwrap_or(0);
            let agree = names.iter().zip(&column).all(|(name, &digit)| column[place(name)] == digit);
            agree.then(|| letter_of(digits, distinct.iter().map(|name| column[place(name)])))
        };
        let raw = explore(distinct.len(), digits, &[0], meter, |state, emitted| {
            let mut row: Vec<(Letter, State)> =
                relation.row(state[0]).filter_map(|(letter, target)| Some((merged(letter)?, target))).collect();
            row.sort_unstable();
            row.iter().for_each(|&(letter, target)| emitted.emit(letter, [target]));
            relation.accepts(state[0])
        })?;
        Ok(Named { relation: Arc::new(raw.minimised(meter)?), names: distinct })
    }

    /// Both hold.
    ///
    /// ```
    /// use nimlab::{Budget, automata::{Arithmetic, Named, Numbers}};
    /// use std::sync::Arc;
    /// let mut meter = Budget::default().meter("both");
    /// let binary = Arithmetic::of(Numbers::named("base:2")?, &mut meter)?;
    /// // x < y and y = 3, for x.
    /// let three = Named::new(&Arc::new(binary.constant(3, &mut meter)?), &[1], &mut meter)?;
    /// let below = Named::new(&binary.less, &[0, 1], &mut meter)?.and(&three, &mut meter)?.there_is(1, &mut meter)?;
    /// assert_eq!(binary.finitely_many(&below.relation, 5), Some(vec![0, 1, 2]));
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn and(&self, other: &Named, meter: &mut Meter) -> Result<Named> {
        let (joined, names) = self.joined(other, meter)?;
        Ok(Named { relation: Arc::new(joined.minimised(meter)?), names })
    }

    /// The product, not minimal.
    fn joined(&self, other: &Named, meter: &mut Meter) -> Result<(Relation, Vec<Name>)> {
        let (a, b) = (&*self.relation, &*other.relation);
        let digits = a.digits();
        let mut names = self.names.clone();
        names.extend(other.names.iter().filter(|name| !self.names.contains(name)));
        if u64::from(digits).saturating_pow(names.len() as u32) > 1 << 32 {
            // A letter has 32 bits: what is asked for cannot be had.
            meter.take(u64::MAX)?;
        }
        // A letter of a product is the letter of the first plus what the new
        // tracks of the second add to it; both must agree on the shared tracks.
        let weight = |name: &Name| digits.pow(names.iter().position(|other| other == name).unwrap_or(0) as u32);
        let parts = |letter: Letter, of: &[Name], with: &[Name]| -> (u32, u32) {
            let (mut shared, mut new) = (0, 0);
            for (digit, name) in digits_of(letter, digits, of.len()).zip(of) {
                match with.contains(name) {
                    true => shared += digit * weight(name),
                    false => new += digit * weight(name),
                }
            }
            (shared, new)
        };
        // The rows of the second, by what they ask of the shared tracks.
        let sorted = |relation: &Relation, of: &[Name], with: &[Name]| -> Vec<Vec<(u32, u32, State)>> {
            let states = 0..relation.states() as State;
            let row = |state| {
                let part = |(letter, target)| {
                    let (shared, new) = parts(letter, of, with);
                    (shared, new, target)
                };
                let mut row: Vec<_> = relation.row(state).map(part).collect();
                row.sort_unstable();
                row
            };
            states.map(row).collect()
        };
        meter.take(16 * (a.size() + b.size()) as u64)?;
        let left = sorted(a, &self.names, &other.names);
        let right = sorted(b, &other.names, &self.names);
        let mut row: Vec<(Letter, State, State)> = Vec::new();
        let raw = explore(names.len(), digits, &[0, 0], meter, |pair, emitted| {
            let (one, two) = (&left[pair[0] as usize], &right[pair[1] as usize]);
            row.clear();
            let mut from = 0;
            for group in one.chunk_by(|x, y| x.0 == y.0) {
                let shared = group[0].0;
                from += two[from..].partition_point(|&(other, ..)| other < shared);
                let end = from + two[from..].partition_point(|&(other, ..)| other == shared);
                for &(_, new, target) in group {
                    let letters = two[from..end].iter();
                    row.extend(letters.map(|&(_, more, other)| (shared + new + more, target, other)));
                }
                from = end;
            }
            row.sort_unstable();
            row.iter().for_each(|&(letter, one, two)| emitted.emit(letter, [one, two]));
            a.accepts(pair[0]) && b.accepts(pair[1])
        })?;
        meter.give_back(16 * (a.size() + b.size()) as u64);
        Ok((raw, names))
    }

    /// There is a number with this name for which it holds.
    ///
    /// ```
    /// use nimlab::{Budget, automata::{Arithmetic, Named, Numbers}};
    /// let mut meter = Budget::default().meter("the positive numbers");
    /// let binary = Arithmetic::of(Numbers::named("base:2")?, &mut meter)?;
    /// // y, where some x is less: all numbers but 0.
    /// let positive = Named::new(&binary.less, &[0, 1], &mut meter)?.there_is(0, &mut meter)?;
    /// assert_eq!(binary.repeats(&positive.relation, &mut meter)?.unwrap().preperiod, 1);
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn there_is(&self, name: Name, meter: &mut Meter) -> Result<Named> {
        let Some(track) = self.names.iter().position(|&other| other == name) else { return Ok(self.clone()) };
        let names: Vec<Name> = self.names.iter().copied().filter(|&other| other != name).collect();
        let relation = self.relation.project(track, meter)?;
        Ok(Named { relation: Arc::new(relation), names })
    }

    /// The same with its names ascending.
    pub fn ascending(&self) -> Named {
        let mut names = self.names.clone();
        names.sort_unstable();
        Named { relation: Arc::new(self.in_order(&names)), names }
    }

    /// The relation with its tracks in the order of these names.
    ///
    /// ```
    /// use nimlab::{Budget, automata::{Arithmetic, Named, Numbers}};
    /// let mut meter = Budget::default().meter("more than");
    /// let binary = Arithmetic::of(Numbers::named("base:2")?, &mut meter)?;
    /// let more = Named::new(&binary.less, &[0, 1], &mut meter)?.in_order(&[1, 0]);
    /// assert!(more.holds(binary.numbers.side_by_side(&[5, 3]).unwrap()));
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn in_order(&self, names: &[Name]) -> Relation {
        if self.names == names {
            return (*self.relation).clone();
        }
        let digits = self.relation.digits();
        let place: Vec<usize> =
            names.iter().map(|name| self.names.iter().position(|other| other == name).unwrap_or(0)).collect();
        let rename = |letter: Letter| {
            let column: Vec<u32> = digits_of(letter, digits, self.names.len()).collect();
            letter_of(digits, place.iter().map(|&track| column[track]))
        };
        (*self.relation).clone().with_letters(names.len(), rename)
    }
}

impl Relation {
    /// There is a number on this track for which it holds.
    ///
    /// ```
    /// use nimlab::{Budget, automata::{Arithmetic, Numbers}};
    /// let mut meter = Budget::default().meter("a track less");
    /// let binary = Arithmetic::of(Numbers::named("base:2")?, &mut meter)?;
    /// // x + y = z for some z: always.
    /// assert_eq!(binary.sum.project(2, &mut meter)?, binary.all(2, &mut meter)?);
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn project(&self, track: usize, meter: &mut Meter) -> Result<Relation> {
        let digits = self.digits();
        let low = digits.pow(track as u32);
        let without = |letter: Letter| letter % low + letter / (low * digits) * low;
        // The number that goes may be longer than the others: what can be read
        // before their first digits comes first.
        let mut first = vec![0];
        let mut next = 0;
        while next < first.len() {
            for (letter, target) in self.row(first[next]) {
                if without(letter) == 0 && !first.contains(&target) {
                    first.push(target);
                }
            }
            next += 1;
        }
        first.sort_unstable();
        let mut row: Vec<(Letter, State)> = Vec::new();
        let raw = explore(self.tracks() - 1, digits, &first, meter, |set, emitted| {
            row.clear();
            set.iter().for_each(|&state| row.extend(self.row(state).map(|(letter, to)| (without(letter), to))));
            row.sort_unstable();
            row.dedup();
            for group in row.chunk_by(|x, y| x.0 == y.0) {
                emitted.emit(group[0].0, group.iter().map(|&(_, target)| target));
            }
            set.iter().any(|&state| self.accepts(state))
        })?;
        raw.minimised(meter)
    }

    /// What all of these hold of, and none of those; the same tracks in all.
    ///
    /// ```
    /// use nimlab::{Budget, automata::{Arithmetic, Numbers, Relation}};
    /// let mut meter = Budget::default().meter("at least");
    /// let binary = Arithmetic::of(Numbers::named("base:2")?, &mut meter)?;
    /// let at_least = Relation::all_and_none(&[&binary.all(2, &mut meter)?], &[&binary.less], &mut meter)?;
    /// assert!(at_least.holds(binary.numbers.side_by_side(&[5, 5]).unwrap()));
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn all_and_none(all: &[&Relation], none: &[&Relation], meter: &mut Meter) -> Result<Relation> {
        let first = vec![0; all.len() + none.len()];
        let raw = explore(all[0].tracks(), all[0].digits(), &first, meter, |states, emitted| {
            step_all(all, none, states, |letter, next| emitted.emit(letter, next.iter().copied()));
            accepts_all(all, none, states)
        })?;
        raw.minimised(meter)
    }

    /// What one of these or both hold of; the same tracks in both.
    ///
    /// ```
    /// use nimlab::{Budget, automata::{Arithmetic, Numbers, Relation}};
    /// let mut meter = Budget::default().meter("at most");
    /// let binary = Arithmetic::of(Numbers::named("base:2")?, &mut meter)?;
    /// let at_most = Relation::either(&binary.less, &*binary.equal(&mut meter)?, &mut meter)?;
    /// assert!(at_most.holds(binary.numbers.side_by_side(&[3, 5]).unwrap()));
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn either(one: &Relation, other: &Relation, meter: &mut Meter) -> Result<Relation> {
        let row = |relation: &Relation, state: u32, row: &mut Vec<(Letter, State)>| {
            row.clear();
            if state != DEAD {
                row.extend(relation.row(state));
            }
        };
        let accepts = |relation: &Relation, state: u32| state != DEAD && relation.accepts(state);
        let (mut left, mut right) = (Vec::new(), Vec::new());
        let raw = explore(one.tracks(), one.digits(), &[0, 0], meter, |states, emitted| {
            row(one, states[0], &mut left);
            row(other, states[1], &mut right);
            let (mut i, mut j) = (0, 0);
            while i < left.len() || j < right.len() {
                let letter =
                    |row: &[(Letter, State)], place: usize| row.get(place).map_or(Letter::MAX, |entry| entry.0);
                let (a, b) = (letter(&left, i), letter(&right, j));
                let targets = [if a <= b { left[i].1 } else { DEAD }, if b <= a { right[j].1 } else { DEAD }];
                emitted.emit(a.min(b), targets);
                (i, j) = (i + usize::from(a <= b), j + usize::from(b <= a));
            }
            accepts(one, states[0]) || accepts(other, states[1])
        })?;
        raw.minimised(meter)
    }

    /// The shortest word that all of these hold of, and none of those, the least
    /// among equally short ones; the same tracks in all.
    ///
    /// ```
    /// use nimlab::{Budget, automata::{Arithmetic, Numbers, Relation}};
    /// let mut meter = Budget::default().meter("an example");
    /// let binary = Arithmetic::of(Numbers::named("base:2")?, &mut meter)?;
    /// let word = Relation::shortest(&[&binary.less], &[], &mut meter)?.unwrap();
    /// assert_eq!(binary.numbers.apart(&word, 2), Some(vec![0, 1]));
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn shortest(all: &[&Relation], none: &[&Relation], meter: &mut Meter) -> Result<Option<Vec<Letter>>> {
        Ok(Self::shortest_few(all, none, 1, meter)?.pop())
    }

    /// Words that all of these hold of, and none of those: at most `most`, the shortest
    /// first. If more than one is wanted, they lead through different states of the
    /// product.
    pub fn shortest_few(
        all: &[&Relation],
        none: &[&Relation],
        most: usize,
        meter: &mut Meter,
    ) -> Result<Vec<Vec<Letter>>> {
        let mut known = Interner::default();
        let mut came: Vec<(u32, Letter)> = Vec::new();
        known.number(&vec![0; all.len() + none.len()], meter)?;
        meter.push(&mut came, (0, 0))?;
        let mut next = 0;
        let mut ends = Vec::new();
        let mut emitted: Vec<(Letter, Vec<u32>)> = Vec::new();
        let steps = |states: &[u32], emitted: &mut Vec<(Letter, Vec<u32>)>| {
            emitted.clear();
            step_all(all, none, states, |letter, to| emitted.push((letter, to.to_vec())));
        };
        while next < known.len() && (most > 1 || ends.is_empty()) {
            let states = known.get(next).to_vec();
            if accepts_all(all, none, &states) {
                meter.push(&mut ends, next as u32)?;
            }
            steps(&states, &mut emitted);
            meter.tick(1 + emitted.len() as u64)?;
            for (letter, list) in &emitted {
                let number = known.number(list, meter)?;
                if number as usize == came.len() {
                    meter.push(&mut came, (next as u32, *letter))?;
                }
            }
            next += 1;
        }
        let before = |mut state: u32| {
            let mut word = Vec::new();
            while state != 0 {
                word.push(came[state as usize].1);
                state = came[state as usize].0;
            }
            word.reverse();
            word
        };
        let words = if most == 1 || ends.is_empty() {
            ends.into_iter().map(before).collect()
        } else {
            // The shortest way from each state to an end: its length, letter and target.
            let mut into: Vec<(u32, Letter, u32)> = Vec::new();
            for from in 0..known.len() {
                let states = known.get(from).to_vec();
                steps(&states, &mut emitted);
                meter.tick(1 + emitted.len() as u64)?;
                for (letter, list) in &emitted {
                    let to = known.number(list, meter)?;
                    meter.push(&mut into, (to, *letter, from as u32))?;
                }
            }
            into.sort_unstable();
            let mut onward: Vec<Option<(u32, Letter, u32)>> = vec![None; known.len()];
            ends.iter().for_each(|&end| onward[end as usize] = Some((0, 0, end)));
            let mut done = 0;
            while done < ends.len() {
                let to = ends[done];
                let length = onward[to as usize].map_or(0, |way| way.0);
                let from = into.partition_point(|entry| entry.0 < to);
                for &(_, letter, source) in into[from..].iter().take_while(|entry| entry.0 == to) {
                    let way = &mut onward[source as usize];
                    if way.is_none() {
                        *way = Some((length + 1, letter, to));
                        ends.push(source);
                    }
                }
                done += 1;
            }
            let mut words: Vec<Vec<Letter>> = Vec::new();
            for &middle in &ends {
                let (mut word, mut state) = (before(middle), middle);
                while let Some((1.., letter, to)) = onward[state as usize] {
                    word.push(letter);
                    state = to;
                }
                meter.tick(word.len() as u64)?;
                words.push(word);
            }
            meter.give_back(12 * into.capacity() as u64);
            words.sort_unstable_by(|one, two| (one.len(), one).cmp(&(two.len(), two)));
            words.dedup();
            // Some of all lengths: many short ones may have one cause.
            let step = words.len().div_ceil(most);
            words.into_iter().step_by(step).collect()
        };
        known.forget(meter);
        meter.give_back(8 * came.capacity() as u64);
        Ok(words)
    }

    /// How many words of each length up to this it holds of.
    ///
    /// ```
    /// use nimlab::automata::Numbers;
    /// // Zeckendorf's words: Fibonacci numbers.
    /// assert_eq!(Numbers::named("zeckendorf")?.valid().count(5), [1, 2, 3, 5, 8, 13]);
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn count(&self, length: usize) -> Vec<u128> {
        let mut at = vec![0u128; self.states()];
        at[0] = 1;
        let mut counts = Vec::new();
        for _ in 0..=length {
            counts.push(
                (0..self.states())
                    .filter(|&state| self.accepts(state as State))
                    .fold(0u128, |sum, state| sum.saturating_add(at[state])),
            );
            let mut next = vec![0u128; self.states()];
            for (state, &ways) in at.iter().enumerate().filter(|(_, ways)| **ways > 0) {
                for (_, target) in self.row(state as State) {
                    next[target as usize] = next[target as usize].saturating_add(ways);
                }
            }
            at = next;
        }
        counts
    }
}

fn accepts_all(all: &[&Relation], none: &[&Relation], states: &[u32]) -> bool {
    let (those, others) = states.split_at(all.len());
    all.iter().zip(those).all(|(relation, &state)| relation.accepts(state))
        && none.iter().zip(others).all(|(relation, &state)| state == DEAD || !relation.accepts(state))
}

/// The letters after which every relation of `all` is alive.
fn step_all(all: &[&Relation], none: &[&Relation], states: &[u32], mut emit: impl FnMut(Letter, &[u32])) {
    let (those, others) = states.split_at(all.len());
    // The shortest row leads.
    let lead = (0..all.len()).min_by_key(|&index| all[index].row(those[index]).len()).unwrap_or(0);
    let mut next = vec![DEAD; states.len()];
    'letters: for (letter, target) in all[lead].row(those[lead]) {
        for (index, (relation, &state)) in all.iter().zip(those).enumerate() {
            next[index] = match index == lead {
                true => target,
                false => match relation.step(state, letter) {
                    Some(target) => target,
                    None => continue 'letters,
                },
            };
        }
        for (index, (relation, &state)) in none.iter().zip(others).enumerate() {
            let to = if state == DEAD { None } else { relation.step(state, letter) };
            next[all.len() + index] = to.unwrap_or(DEAD);
        }
        emit(letter, &next);
    }
}

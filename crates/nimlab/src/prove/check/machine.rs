//! The checker's automata: tables, and products of them that are walked.
//!
//! Nothing is learned, minimised or kept. A machine reads the digits of several
//! numbers side by side, the most significant first; a letter that is not in a
//! row leads to the dead state.
//!
//! The memory of a machine that is read or made is asked of the meter and not given
//! back: whoever needs it for a while only asks a [`Meter::scratch`].

use super::{Checked, Refused, ensure};
use crate::Meter;
use crate::automata::Numbers;
use crate::bits::{QuickMap, QuickSet};
use crate::prove::certificate::Automaton;

/// An automaton as a table.
#[derive(Debug, Clone)]
pub struct Machine {
    pub tracks: usize,
    digits: u32,
    rows: Vec<Vec<(u32, u32)>>,
    accepting: Vec<bool>,
}

/// A machine, with the track on which each of its numbers stands.
#[derive(Debug, Clone)]
pub struct Placed<'m> {
    pub machine: &'m Machine,
    pub tracks: Vec<usize>,
}

/// The dead state, where it matters.
const DEAD: u32 = u32::MAX;

/// A column must be a letter of 32 bits.
const TOO_WIDE: &str = "the certificate reads too many numbers at a time";

/// Every number of a column must stand on a track of some machine.
const UNREAD: &str = "the certificate has a number that no relation mentions";

/// The memory of a row with so many letters.
fn row_bytes(letters: usize) -> u64 {
    8 * letters as u64 + 32
}

impl Machine {
    /// A machine of a certificate. It must be a table, and a column of zeros
    /// must lead from its start to its start: then it says the same of a word
    /// whatever zeros stand before it, and so speaks of numbers.
    pub fn read(text: &Automaton, tracks: usize, digits: u32, meter: &mut Meter) -> Checked<Machine> {
        let bad = |what: &str| Err(Refused::new(format!("an automaton of the certificate {what}")));
        let alphabet = u64::from(digits).saturating_pow(tracks as u32);
        let mut machine = Machine { tracks, digits, rows: Vec::new(), accepting: Vec::new() };
        for (accepting, row) in &text.states {
            let (pairs, rest) = row.as_chunks::<2>();
            if !rest.is_empty() || *accepting > 1 {
                return bad("has a state that is no list of letters and states");
            }
            meter.take(row_bytes(pairs.len()))?;
            meter.tick(1 + pairs.len() as u64)?;
            let row: Vec<(u32, u32)> = pairs.iter().map(|&[letter, target]| (letter, target)).collect();
            if row.windows(2).any(|pair| pair[0].0 >= pair[1].0) {
                return bad("has a row that does not ascend");
            }
            let known = |&(letter, to): &(u32, u32)| u64::from(letter) < alphabet && (to as usize) < text.states.len();
            if !row.iter().all(known) {
                return bad("leads to a state that is not there");
            }
            machine.rows.push(row);
            machine.accepting.push(*accepting == 1);
        }
        if machine.rows.is_empty() {
            return bad("has no state");
        }
        match machine.step(0, 0) == Some(0) || !machine.accepting.contains(&true) {
            true => Ok(machine),
            false => bad("does not take leading zeros for nothing"),
        }
    }

    fn build(tracks: usize, digits: u32, rows: Vec<Vec<(u32, u32)>>, accepting: Vec<bool>) -> Machine {
        Machine { tracks, digits, rows, accepting }
    }

    /// The valid words of a numeration system.
    pub fn valid(numbers: &Numbers) -> Machine {
        let states = 0..numbers.valid().states() as u32;
        let rows = states.clone().map(|state| numbers.valid().row(state).collect()).collect();
        let accepting = states.map(|state| numbers.valid().accepts(state)).collect();
        Self::build(1, numbers.digits(), rows, accepting)
    }

    /// How two words of the same length stand to each other: x = y, x < y or
    /// both, by the first digit that differs.
    pub fn order(digits: u32, equal: bool, less: bool) -> Machine {
        let letters = || (0..digits).flat_map(move |y| (0..digits).map(move |x| (x + y * digits, x, y)));
        let first = letters().filter_map(|(letter, x, y)| match x.cmp(&y) {
            std::cmp::Ordering::Equal => Some((letter, 0)),
            std::cmp::Ordering::Less if less => Some((letter, 1)),
            _ => None,
        });
        let second = letters().map(|(letter, ..)| (letter, 1));
        Self::build(2, digits, vec![first.collect(), second.collect()], vec![equal, less])
    }

    /// One number.
    pub fn constant(numbers: &Numbers, c: u64) -> Checked<Machine> {
        let too_large = || Refused::new("a constant of the certificate is too large");
        let word = numbers.word(c.into(), 0).ok_or_else(too_large)?;
        let mut rows = vec![vec![(0, 0)]];
        for (place, &digit) in (1u32..).zip(&word) {
            if let Some(row) = rows.last_mut() {
                row.push((digit, place));
            }
            rows.push(Vec::new());
        }
        let accepting = (0..=word.len()).map(|state| state == word.len()).collect();
        Ok(Self::build(1, numbers.digits(), rows, accepting))
    }

    fn step(&self, state: u32, letter: u32) -> Option<u32> {
        let row = &self.rows[state as usize];
        row.binary_search_by_key(&letter, |entry| entry.0).ok().map(|place| row[place].1)
    }

    /// Whether nothing is accepted, for a machine without states that lead nowhere.
    pub fn is_empty(&self) -> bool {
        !self.accepting[0] && self.rows[0].is_empty()
    }

    /// The memory that it takes.
    pub fn bytes(&self) -> u64 {
        self.rows.iter().map(|row| row_bytes(row.len())).sum()
    }

    /// The machine with its tracks at these places.
    pub fn at<'m>(&'m self, tracks: &[usize]) -> Placed<'m> {
        Placed { machine: self, tracks: tracks.to_vec() }
    }
}

/// Takes a column of digits with the states it leads to.
type Emit<'e> = dyn FnMut(&[Option<u32>], &[u32], &mut Meter) -> Checked<()> + 'e;

/// Emits every column of digits that all machines can read, with where they go. There may
/// be very many, so that the time is looked at here.
fn columns(
    parts: &[Placed<'_>],
    states: &[u32],
    column: &mut Vec<Option<u32>>,
    next: &mut Vec<u32>,
    meter: &mut Meter,
    emit: &mut Emit<'_>,
) -> Checked<()> {
    let Some(part) = parts.get(next.len()) else {
        ensure(!column.contains(&None), UNREAD)?;
        return emit(column, next, meter);
    };
    let digits = part.machine.digits;
    // If all of its digits are chosen there is one letter, which need not be looked for;
    // a letter of more than 32 bits is in no row.
    let chosen = part.tracks.iter().rev().try_fold(0u64, |letter, &track| {
        Some(letter.saturating_mul(digits.into()).saturating_add(column[track]?.into()))
    });
    if let Some(letter) = chosen {
        meter.tick(1)?;
        let letter = u32::try_from(letter).ok();
        if let Some(target) = letter.and_then(|letter| part.machine.step(states[next.len()], letter)) {
            next.push(target);
            columns(parts, states, column, next, meter, emit)?;
            next.pop();
        }
        return Ok(());
    }
    let row = &part.machine.rows[states[next.len()] as usize];
    meter.tick(1 + row.len() as u64)?;
    'letters: for &(letter, target) in row {
        let mut new = 0u64;
        let mut rest = letter;
        for &track in &part.tracks {
            let digit = rest % digits;
            rest /= digits;
            match column[track] {
                Some(other) if other != digit => {
                    (0..column.len()).filter(|track| new >> track & 1 == 1).for_each(|track| column[track] = None);
                    continue 'letters;
                }
                Some(_) => {}
                None => {
                    column[track] = Some(digit);
                    new |= 1 << track;
                }
            }
        }
        next.push(target);
        columns(parts, states, column, next, meter, emit)?;
        next.pop();
        (0..column.len()).filter(|track| new >> track & 1 == 1).for_each(|track| column[track] = None);
    }
    Ok(())
}

/// Lists of states, numbered in the order in which they come.
#[derive(Default)]
struct Known {
    numbers: QuickMap<Box<[u32]>, u32>,
    lists: Vec<Box<[u32]>>,
}

impl Known {
    fn number(&mut self, list: &[u32], meter: &mut Meter) -> Checked<u32> {
        if let Some(&number) = self.numbers.get(list) {
            return Ok(number);
        }
        meter.take(8 * list.len() as u64 + 80)?;
        let number = self.lists.len() as u32;
        self.numbers.insert(list.into(), number);
        self.lists.push(list.into());
        Ok(number)
    }

    fn forget(self, meter: &mut Meter) {
        meter.give_back(self.lists.iter().map(|list| 8 * list.len() as u64 + 80).sum());
    }
}

/// A product of machines: the letters of its rows are columns, cut down to some
/// tracks. Only states from which something is accepted are kept in rows.
pub struct Product {
    rows: Vec<Vec<(u32, u32)>>,
    accepting: Vec<bool>,
    /// The memory that it takes.
    bytes: u64,
}

/// The product of machines over `tracks` tracks, its letters made of those in `kept`.
pub fn product(parts: &[Placed<'_>], tracks: usize, kept: &[usize], meter: &mut Meter) -> Checked<Product> {
    let digits = parts[0].machine.digits;
    if u64::from(digits).saturating_pow(kept.len() as u32) > 1 << 32 {
        return Err(Refused::new(TOO_WIDE));
    }
    let mut known = Known::default();
    known.number(&vec![0; parts.len()], meter)?;
    let (mut rows, mut accepting) = (Vec::new(), Vec::new());
    let mut found: Vec<(u32, u32)> = Vec::new();
    let mut bytes = 0;
    while rows.len() < known.lists.len() {
        let states = known.lists[rows.len()].clone();
        found.clear();
        columns(parts, &states, &mut vec![None; tracks], &mut Vec::new(), meter, &mut |column, next, meter| {
            let letter = kept.iter().rev().fold(0, |letter, &track| letter * digits + column[track].unwrap_or(0));
            let target = known.number(next, meter)?;
            Ok(meter.push(&mut found, (letter, target))?)
        })?;
        meter.take(row_bytes(found.len()))?;
        bytes += row_bytes(found.len());
        rows.push(found.clone());
        accepting.push(parts.iter().zip(&states).all(|(part, &state)| part.machine.accepting[state as usize]));
    }
    known.forget(meter);
    meter.give_back(8 * found.capacity() as u64);
    let mut product = Product { rows, accepting, bytes };
    product.trim(meter)?;
    Ok(product)
}

impl Product {
    /// Leaves out what leads nowhere.
    fn trim(&mut self, meter: &mut Meter) -> Checked<()> {
        let meter = &mut meter.scratch()?;
        // Where each state is reached from, and two lists.
        meter.take(self.bytes + 8 * self.rows.len() as u64)?;
        let mut from: Vec<Vec<u32>> = vec![Vec::new(); self.rows.len()];
        for (state, row) in (0u32..).zip(&self.rows) {
            row.iter().for_each(|&(_, target)| from[target as usize].push(state));
            meter.tick(1 + row.len() as u64)?;
        }
        let mut live = self.accepting.clone();
        let mut stack: Vec<u32> = (0..live.len() as u32).filter(|&state| live[state as usize]).collect();
        while let Some(state) = stack.pop() {
            for &source in &from[state as usize] {
                if !std::mem::replace(&mut live[source as usize], true) {
                    stack.push(source);
                }
            }
        }
        self.rows.iter_mut().for_each(|row| row.retain(|&(_, target)| live[target as usize]));
        Ok(())
    }

    /// The product as a machine over `tracks` tracks, given that every letter leads to
    /// one place.
    fn into_machine(self, tracks: usize, digits: u32) -> Machine {
        let mut machine = Machine::build(tracks, digits, self.rows, self.accepting);
        machine.rows.iter_mut().for_each(|row| row.sort_unstable());
        machine
    }

    /// Whether a machine accepts exactly the words that some way through the
    /// product accepts: letters that leave tracks out lead to several places.
    /// The numbers that were left out may be longer than the others, so that
    /// columns of zeros may come first.
    pub fn agrees_with(self, machine: &Machine, outer: &mut Meter) -> Checked<bool> {
        let meter = &mut outer.scratch()?;
        meter.take(6 * self.rows.len() as u64)?;
        let mut first = vec![0u32];
        let mut is_first = vec![false; self.rows.len()];
        is_first[0] = true;
        let mut next = 0;
        while next < first.len() {
            let row = &self.rows[first[next] as usize];
            for &(_, target) in row.iter().filter(|(letter, _)| *letter == 0) {
                if !std::mem::replace(&mut is_first[target as usize], true) {
                    first.push(target);
                }
            }
            meter.tick(1 + row.len() as u64)?;
            next += 1;
        }
        first.sort_unstable();
        // The state of the machine, then the places in the product.
        let mut known = Known::default();
        known.number(&[&[0], &first[..]].concat(), meter)?;
        let mut done = 0;
        let mut moves: Vec<(u32, u32)> = Vec::new();
        while done < known.lists.len() {
            let list = known.lists[done].clone();
            let (state, set) = (list[0], &list[1..]);
            let accepted = set.iter().any(|&place| self.accepting[place as usize]);
            if accepted != (state != DEAD && machine.accepting[state as usize]) {
                return Ok(false);
            }
            moves.clear();
            meter.reserve(&mut moves, set.iter().map(|&place| self.rows[place as usize].len()).sum())?;
            set.iter().for_each(|&place| moves.extend(&self.rows[place as usize]));
            moves.sort_unstable();
            moves.dedup();
            meter.tick(4 + 2 * moves.len() as u64)?;
            let own: &[(u32, u32)] = if state == DEAD { &[] } else { &machine.rows[state as usize] };
            // A letter of the machine that the product cannot read must lead to
            // nothing that is accepted.
            let alone = own.iter().filter(|entry| moves.binary_search_by_key(&entry.0, |entry| entry.0).is_err());
            for &(_, target) in alone {
                known.number(&[target], meter)?;
            }
            for group in moves.chunk_by(|one, two| one.0 == two.0) {
                let target = own.binary_search_by_key(&group[0].0, |entry| entry.0).map_or(DEAD, |place| own[place].1);
                let list: Vec<u32> = [target].into_iter().chain(group.iter().map(|entry| entry.1)).collect();
                known.number(&list, meter)?;
            }
            done += 1;
        }
        outer.give_back(self.bytes);
        Ok(true)
    }
}

/// Whether a machine speaks of the first numbers wherever all parts speak of all of them.
/// The machine must be one that reads columns of zeros for nothing, so that the other
/// numbers may be longer.
pub fn follows(parts: &[Placed<'_>], tracks: usize, machine: &Machine, meter: &mut Meter) -> Checked<bool> {
    let digits = machine.digits;
    if u64::from(digits).saturating_pow(machine.tracks as u32) > 1 << 32 {
        return Err(Refused::new(TOO_WIDE));
    }
    // The states of the parts, then that of the machine.
    let begin: Box<[u32]> = vec![0; parts.len() + 1].into();
    let bytes = 8 * begin.len() as u64 + 64;
    let mut stack = vec![begin.clone()];
    let mut known: QuickSet<Box<[u32]>> = QuickSet::default();
    known.insert(begin);
    meter.take(bytes)?;
    let mut next = Vec::with_capacity(parts.len() + 1);
    while let Some(states) = stack.pop() {
        let state = states[parts.len()];
        let holds = |(part, &state): (&Placed<'_>, &u32)| part.machine.accepting[state as usize];
        if !(state != DEAD && machine.accepting[state as usize]) && parts.iter().zip(&states).all(holds) {
            return Ok(false);
        }
        columns(parts, &states, &mut vec![None; tracks], &mut Vec::new(), meter, &mut |column, targets, meter| {
            let digit = |track: usize| column[track].unwrap_or(0);
            let letter = (0..machine.tracks).rev().fold(0, |letter, track| letter * digits + digit(track));
            next.clear();
            next.extend_from_slice(targets);
            next.push(if state == DEAD { DEAD } else { machine.step(state, letter).unwrap_or(DEAD) });
            if !known.contains(&next[..]) {
                meter.take(bytes)?;
                known.insert(next.as_slice().into());
                stack.push(next.as_slice().into());
            }
            Ok(())
        })?;
    }
    meter.give_back(known.len() as u64 * bytes);
    Ok(true)
}

/// Whether there are no numbers of which all machines speak: all states that can be
/// reached side by side are looked at.
pub fn none(parts: &[Placed<'_>], tracks: usize, meter: &mut Meter) -> Checked<bool> {
    let mut known = Known::default();
    known.number(&vec![0; parts.len()], meter)?;
    let mut done = 0;
    while done < known.lists.len() {
        let states = known.lists[done].clone();
        if parts.iter().zip(&states).all(|(part, &state)| part.machine.accepting[state as usize]) {
            known.forget(meter);
            return Ok(false);
        }
        columns(parts, &states, &mut vec![None; tracks], &mut Vec::new(), meter, &mut |_, next, meter| {
            known.number(next, meter)?;
            Ok(())
        })?;
        done += 1;
    }
    known.forget(meter);
    Ok(true)
}

/// What a domain accepts and a machine does not, as a machine of the same tracks.
pub fn without(domain: &Machine, machine: &Machine, meter: &mut Meter) -> Checked<Machine> {
    let mut known = Known::default();
    known.number(&[0, 0], meter)?;
    let (mut rows, mut accepting) = (Vec::new(), Vec::new());
    let mut bytes = 0;
    while rows.len() < known.lists.len() {
        let (one, two) = (known.lists[rows.len()][0], known.lists[rows.len()][1]);
        let letters = domain.rows[one as usize].len();
        meter.take(row_bytes(letters))?;
        bytes += row_bytes(letters);
        let mut row = Vec::with_capacity(letters);
        for &(letter, target) in &domain.rows[one as usize] {
            let other = if two == DEAD { DEAD } else { machine.step(two, letter).unwrap_or(DEAD) };
            row.push((letter, known.number(&[target, other], meter)?));
        }
        meter.tick(1 + row.len() as u64)?;
        rows.push(row);
        accepting.push(domain.accepting[one as usize] && !(two != DEAD && machine.accepting[two as usize]));
    }
    known.forget(meter);
    let mut product = Product { rows, accepting, bytes };
    product.trim(meter)?;
    Ok(product.into_machine(domain.tracks, domain.digits))
}

/// What all machines accept, as a machine whose tracks are those in order.
pub fn joined(parts: &[Placed<'_>], tracks: usize, meter: &mut Meter) -> Checked<Machine> {
    let all: Vec<usize> = (0..tracks).collect();
    let digits = parts[0].machine.digits;
    Ok(product(parts, tracks, &all, meter)?.into_machine(tracks, digits))
}

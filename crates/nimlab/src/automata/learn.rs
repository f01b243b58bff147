//! Automata from examples.
//!
//! [`Learner`] asks a teacher about single words: Angluin's L* (1987), where a
//! counterexample gives one distinguishing suffix, found by bisection (Rivest
//! and Schapire 1993). [`from_list`] has the complete list of the words up to a
//! length: the state of a prefix is the set of its continuations in the list.
//!
//! What is learned is a guess. A proof must follow.

use super::relation::{Letter, Relation, RowBuilder, State};
use crate::Meter;
use crate::error::Result;
use std::collections::HashMap;

/// Learns a relation by asking about words.
#[derive(Debug)]
pub struct Learner<T> {
    tracks: usize,
    digits: u32,
    /// Whether the relation holds of a word.
    teacher: T,
    /// A word that leads to each state.
    access: Vec<Vec<Letter>>,
    /// Words that tell states apart.
    suffixes: Vec<Vec<Letter>>,
    /// What the teacher says of a state followed by each suffix.
    rows: HashMap<Vec<bool>, State>,
    /// Where each letter leads from each state.
    targets: Vec<Vec<State>>,
}

impl<T: FnMut(&[Letter]) -> bool> Learner<T> {
    /// Begins with the word of length 0 alone.
    pub fn new(tracks: usize, digits: u32, teacher: T) -> Self {
        let suffixes = vec![Vec::new()];
        Self { tracks, digits, teacher, access: Vec::new(), suffixes, rows: HashMap::new(), targets: Vec::new() }
    }

    fn row(&mut self, word: &[Letter]) -> Vec<bool> {
        let mut whole = word.to_vec();
        let mut row = Vec::with_capacity(self.suffixes.len());
        for suffix in &self.suffixes {
            whole.truncate(word.len());
            whole.extend(suffix);
            row.push((self.teacher)(&whole));
        }
        row
    }

    /// The state that a word leads to, a new one if need be.
    fn state(&mut self, word: &[Letter]) -> State {
        let row = self.row(word);
        let new = self.access.len() as State;
        let state = *self.rows.entry(row).or_insert(new);
        if state == new {
            self.access.push(word.to_vec());
        }
        state
    }

    /// The guess that fits everything that was asked.
    pub fn guess(&mut self, meter: &mut Meter) -> Result<Relation> {
        self.rows.clear();
        self.targets.clear();
        for (number, word) in std::mem::take(&mut self.access).into_iter().enumerate() {
            let state = self.state(&word);
            debug_assert_eq!(state as usize, number, "one more suffix tells no fewer states apart");
        }
        self.state(&[]);
        let letters = self.digits.pow(self.tracks as u32);
        let mut next = 0;
        while next < self.access.len() {
            let mut word = self.access[next].clone();
            let mut row = Vec::with_capacity(letters as usize);
            for letter in 0..letters {
                word.push(letter);
                row.push(self.state(&word));
                word.pop();
                meter.tick(100 * self.suffixes.len() as u64)?;
            }
            meter.take_for::<State>(u64::from(letters))?;
            self.targets.push(row);
            next += 1;
        }
        let mut rows = RowBuilder::new(self.tracks, self.digits);
        for (state, word) in self.access.clone().iter().enumerate() {
            for (letter, &target) in self.targets[state].iter().enumerate() {
                rows.letter(letter as Letter, target, meter)?;
            }
            let accepting = (self.teacher)(word);
            rows.end(accepting, meter)?;
        }
        rows.finish().minimised(meter)
    }

    /// Takes a word of which the last guess is wrong; says whether it was.
    pub fn correct(&mut self, word: &[Letter]) -> bool {
        let mut states = vec![0 as State];
        for &letter in word {
            states.push(self.targets[states[states.len() - 1] as usize][letter as usize]);
        }
        // What the teacher says if the first letters are replaced by the word
        // that leads to their state.
        let says = |this: &mut Self, length: usize| {
            let mut whole = this.access[states[length] as usize].clone();
            whole.extend(&word[length..]);
            (this.teacher)(&whole)
        };
        let truth = says(self, 0);
        let (mut low, mut high) = (0, word.len());
        if says(self, high) == truth {
            return false;
        }
        while high - low > 1 {
            let middle = low.midpoint(high);
            if says(self, middle) == truth { low = middle } else { high = middle }
        }
        self.suffixes.push(word[high..].to_vec());
        true
    }
}

/// All words of one length of a relation, packed: `bits` for each letter, the
/// first letter highest, ascending and without repetition. Shorter words are
/// those that begin with zeros.
#[derive(Debug, Clone)]
pub struct WordList {
    /// The number of numbers side by side.
    pub tracks: usize,
    /// How many digits there are.
    pub digits: u32,
    /// The length of the words.
    pub length: usize,
    /// The words.
    pub words: Vec<u128>,
}

/// What came of learning from a list.
#[derive(Debug)]
pub enum FromList {
    /// An automaton that fits the whole list.
    Guess(Relation),
    /// The list is too short: new states were still met at its end, this many in all.
    TooShort(usize),
    /// The list has more states than were allowed: so many were met, and longer words only
    /// tell more of them apart.
    TooMany(usize),
}

impl WordList {
    /// The bits of a letter.
    pub fn bits(tracks: usize, digits: u32) -> u32 {
        u64::BITS - (u64::from(digits).pow(tracks as u32) - 1).leading_zeros()
    }

    fn letters(&self) -> u32 {
        self.digits.pow(self.tracks as u32)
    }

    /// The words that begin with a prefix and have `more` letters after it.
    fn with(&self, prefix: u128, more: usize) -> &[u128] {
        let shift = Self::bits(self.tracks, self.digits) * more as u32;
        let from = self.words.partition_point(|&word| word < prefix << shift);
        let end = (prefix + 1).checked_shl(shift).filter(|end| end >> shift == prefix + 1);
        let words = &self.words[from..];
        match end {
            Some(end) => &words[..words.partition_point(|&word| word < end)],
            None => words,
        }
    }

    /// What tells a prefix from others: a hash of all its continuations of up to
    /// `depth` letters, and whether there is any.
    fn signature(&self, prefix: u128, depth: usize, meter: &mut Meter) -> Result<(u128, bool)> {
        let bits = Self::bits(self.tracks, self.digits);
        let (mut one, mut two, mut any) = (0u64, 0u64, false);
        for more in 0..=depth {
            let words = self.with(prefix, more);
            any |= !words.is_empty();
            let mask = (1u128 << (bits * more as u32)) - 1;
            mix(&mut one, &mut two, words.len() as u64);
            for &word in words {
                let rest = word & mask;
                mix(&mut one, &mut two, rest as u64);
                if bits as usize * more > 64 {
                    mix(&mut one, &mut two, (rest >> 64) as u64);
                }
            }
            meter.tick(20 + words.len() as u64)?;
        }
        Ok((u128::from(one) << 64 | u128::from(two), any))
    }

    /// The automaton whose states are told apart by continuations of up to
    /// `depth` letters.
    fn guess(&self, depth: usize, most: usize, meter: &mut Meter) -> Result<FromList> {
        let mut known: HashMap<u128, State> = HashMap::new();
        let mut prefixes: Vec<(u128, usize)> = vec![(0, 0)];
        known.insert(self.signature(0, depth, meter)?.0, 0);
        let mut rows = RowBuilder::new(self.tracks, self.digits);
        let mut next = 0;
        while next < prefixes.len() {
            let (prefix, length) = prefixes[next];
            if prefixes.len() > most {
                return Ok(FromList::TooMany(prefixes.len()));
            }
            if length + 1 + depth > self.length {
                return Ok(FromList::TooShort(prefixes.len()));
            }
            for letter in 0..self.letters() {
                let longer = prefix << Self::bits(self.tracks, self.digits) | u128::from(letter);
                let (signature, alive) = self.signature(longer, depth, meter)?;
                if alive {
                    let new = prefixes.len() as State;
                    let target = *known.entry(signature).or_insert(new);
                    if target == new {
                        // Leading zeros are no letters.
                        prefixes.push((longer, if longer == 0 { 0 } else { length + 1 }));
                    }
                    rows.letter(letter, target, meter)?;
                }
            }
            rows.end(!self.with(prefix, 0).is_empty(), meter)?;
            next += 1;
        }
        Ok(FromList::Guess(rows.finish().minimised(meter)?))
    }

    /// Whether a relation holds of exactly these words. Each word is read only from
    /// the letter at which it differs from the one before.
    fn is_of(&self, relation: &Relation) -> bool {
        let bits = Self::bits(self.tracks, self.digits);
        let mask = (1u128 << bits) - 1;
        if relation.count(self.length)[self.length] != self.words.len() as u128 {
            return false;
        }
        let mut states = vec![0 as State; self.length + 1];
        let mut last = None;
        for &word in &self.words {
            let different = last.map_or(u128::BITS, |last: u128| u128::BITS - (last ^ word).leading_zeros());
            let from = self.length - (different.div_ceil(bits) as usize).min(self.length);
            for place in from..self.length {
                let letter = (word >> (bits * (self.length - 1 - place) as u32) & mask) as Letter;
                match relation.step(states[place], letter) {
                    Some(state) => states[place + 1] = state,
                    None => return false,
                }
            }
            if !relation.accepts(states[self.length]) {
                return false;
            }
            last = Some(word);
        }
        true
    }

    /// Learns the automaton of a list, with at most `most` states: the
    /// continuations that tell states apart grow until the guess fits the list.
    pub fn learn(&self, most: usize, meter: &mut Meter) -> Result<FromList> {
        let mut met = 0;
        for depth in 1..self.length {
            match self.guess(depth, most, meter)? {
                FromList::TooMany(states) => return Ok(FromList::TooMany(states)),
                FromList::TooShort(states) => return Ok(FromList::TooShort(states.max(met))),
                FromList::Guess(guess) if self.is_of(&guess) => return Ok(FromList::Guess(guess)),
                FromList::Guess(guess) => met = guess.states(),
            }
        }
        Ok(FromList::TooShort(met))
    }
}

/// Mixes a number into a hash of two words.
pub fn mix(one: &mut u64, two: &mut u64, word: u64) {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    const OTHER: u64 = 0xd6e8_feb8_6659_fd93;
    let fold = |wide: u128| wide as u64 ^ (wide >> 64) as u64;
    *one = fold(u128::from(*one ^ word ^ ODD) * u128::from(ODD));
    *two = fold(u128::from(two.rotate_left(31) ^ word.wrapping_add(OTHER)) * u128::from(OTHER)).wrapping_add(word);
}

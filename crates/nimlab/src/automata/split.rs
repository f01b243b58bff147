//! Automata from a teacher, one state more for each word that was guessed wrongly.
//!
//! The states of a [`Splitter`] are told apart in two stages. The first is a
//! *signature*, all continuations of a prefix up to some length, which the teacher
//! gives at a stroke: it makes nearly all states. The second is a tree of suffixes
//! for each signature, empty at the beginning (Kearns and Vazirani 1994). A word that
//! is guessed wrongly gives a suffix that tells two prefixes of one state apart, found
//! by bisection (Rivest and Schapire 1993). That state alone is split, and only the
//! letters that lead to it are asked about again. A new suffix, with one letter more
//! before it, is at once held against the prefixes that lead one letter earlier.
//!
//! What is learned is a guess. A proof must follow.

use super::relation::{Letter, Relation, RowBuilder, State};
use crate::Meter;
use crate::error::Result;
use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

/// Someone who knows the words of a set. An answer is `None` where the teacher
/// cannot tell.
pub trait Teacher {
    /// The length of the longest words that it knows.
    fn longest(&self) -> usize;

    /// Whether a word belongs to the set.
    fn holds(&mut self, word: &[Letter], meter: &mut Meter) -> Result<Option<bool>>;

    /// A hash of all continuations of a prefix up to some length; `Some(None)` if there
    /// are none.
    fn signature(&mut self, prefix: &[Letter], meter: &mut Meter) -> Result<Option<Option<u128>>>;
}

/// The answer of a teacher; where there is none, the function returns `Ok(None)`.
macro_rules! told {
    ($asked:expr) => {
        match $asked? {
            Some(told) => told,
            None => return Ok(None),
        }
    };
}

/// A place in the trees.
type TreeNode = usize;

/// What a tree does with a prefix.
#[derive(Debug)]
enum Fork {
    /// It belongs to a state, or to the dead one.
    Leaf(Option<State>),
    /// What decides is whether the prefix with this suffix belongs to the set.
    Suffix(Rc<[Letter]>, [TreeNode; 2]),
}

/// One state.
#[derive(Debug)]
struct KnownState {
    /// A word that leads to it.
    access: Vec<Letter>,
    leaf: TreeNode,
    accepts: bool,
    /// Letters and where they lead, the dead state left out.
    row: Vec<(Letter, State)>,
    /// The states and letters that lead to it.
    into: Vec<(State, Letter)>,
}

/// A state, a letter, and a suffix after them about which the guess may be wrong.
type Doubt = (State, Letter, Rc<[Letter]>);

/// Learns a relation by splitting states.
#[derive(Debug)]
pub struct Splitter {
    tracks: usize,
    digits: u32,
    /// The most states.
    most: usize,
    /// The length of the longest word that leads to a state.
    longest: usize,
    places: Vec<KnownState>,
    forks: Vec<Fork>,
    /// The tree of each signature.
    trees: HashMap<u128, TreeNode>,
}

/// How many of the letters that lead to a state are asked about when a new suffix
/// after it is known.
const DOUBTS: usize = 64;

/// By how much the words that lead to states may grow.
const MARGIN: usize = 16;

/// The tree of prefixes without continuation.
const DEAD: TreeNode = 0;

impl Splitter {
    /// The first guess: what the signatures tell apart. `None` if the teacher cannot
    /// tell, or there are too many states.
    pub fn new(
        teacher: &mut dyn Teacher,
        (tracks, digits): (usize, u32),
        most: usize,
        told: &mut dyn FnMut(usize),
        meter: &mut Meter,
    ) -> Result<Option<Splitter>> {
        let forks = vec![Fork::Leaf(None)];
        let mut this = Splitter { tracks, digits, most, longest: 0, places: Vec::new(), forks, trees: HashMap::new() };
        if told!(this.sifted(teacher, &[], meter)) == DEAD {
            // The empty set has a first state nevertheless.
            this.add(Vec::new(), DEAD, false, meter)?;
        }
        let done = this.fill(teacher, 0, told, meter)?;
        Ok(done.map(|()| this))
    }

    /// How many states there are.
    pub fn states(&self) -> usize {
        self.places.len()
    }

    /// Where a letter leads.
    fn step(&self, state: State, letter: Letter) -> Option<State> {
        let row = &self.places[state as usize].row;
        row.binary_search_by_key(&letter, |entry| entry.0).ok().map(|place| row[place].1)
    }

    /// Whether the guess holds of a word.
    pub fn holds(&self, word: &[Letter]) -> bool {
        let end = word.iter().try_fold(0, |state, &letter| self.step(state, letter));
        end.is_some_and(|state| self.places[state as usize].accepts)
    }

    /// The leaf of a prefix, a new one if its signature is new.
    fn sifted(&mut self, teacher: &mut dyn Teacher, prefix: &[Letter], meter: &mut Meter) -> Result<Option<TreeNode>> {
        let mut node = match told!(teacher.signature(prefix, meter)) {
            None => DEAD,
            Some(signature) => match self.trees.get(&signature) {
                Some(&node) => node,
                None => {
                    let node = self.forks.len();
                    self.forks.push(Fork::Leaf(Some(self.places.len() as State)));
                    self.trees.insert(signature, node);
                    let accepts = told!(teacher.holds(prefix, meter));
                    self.add(prefix.to_vec(), node, accepts, meter)?;
                    return Ok(Some(node));
                }
            },
        };
        while let Fork::Suffix(suffix, ends) = &self.forks[node] {
            let word = [prefix, suffix].concat();
            let ends = *ends;
            node = ends[usize::from(told!(teacher.holds(&word, meter)))];
        }
        Ok(Some(node))
    }

    fn add(&mut self, access: Vec<Letter>, leaf: TreeNode, accepts: bool, meter: &mut Meter) -> Result<()> {
        meter.take(4 * access.len() as u64 + 160)?;
        self.longest = self.longest.max(access.len());
        self.places.push(KnownState { access, leaf, accepts, row: Vec::new(), into: Vec::new() });
        Ok(())
    }

    fn state_of(&self, leaf: TreeNode) -> Option<State> {
        match &self.forks[leaf] {
            Fork::Leaf(state) => *state,
            Fork::Suffix(..) => None,
        }
    }

    /// Finds the rows of the states from one on.
    fn fill(
        &mut self,
        teacher: &mut dyn Teacher,
        mut next: usize,
        told: &mut dyn FnMut(usize),
        meter: &mut Meter,
    ) -> Result<Option<()>> {
        while next < self.places.len() {
            if self.places.len() > self.most {
                return Ok(None);
            }
            for letter in 0..self.digits.pow(self.tracks as u32) {
                if (next, letter) == (0, 0) {
                    // Leading zeros are no letters.
                    self.lead(0, 0, Some(0), meter)?;
                    continue;
                }
                let mut word = self.places[next].access.clone();
                word.push(letter);
                let leaf = told!(self.sifted(teacher, &word, meter));
                self.lead(next as State, letter, self.state_of(leaf), meter)?;
            }
            next += 1;
            if next.is_multiple_of(256) {
                told(self.places.len());
            }
        }
        Ok(Some(()))
    }

    /// Makes a letter lead somewhere.
    fn lead(&mut self, from: State, letter: Letter, to: Option<State>, meter: &mut Meter) -> Result<()> {
        let row = &mut self.places[from as usize].row;
        let place = row.binary_search_by_key(&letter, |entry| entry.0);
        match (place, to) {
            (Ok(place), Some(to)) => {
                let old = std::mem::replace(&mut row[place].1, to);
                self.places[old as usize].into.retain(|&source| source != (from, letter));
            }
            (Ok(place), None) => {
                let (_, old) = row.remove(place);
                self.places[old as usize].into.retain(|&source| source != (from, letter));
            }
            (Err(place), Some(to)) => {
                meter.reserve(row, 1)?;
                row.insert(place, (letter, to));
            }
            (Err(_), None) => {}
        }
        match to {
            Some(to) => meter.push(&mut self.places[to as usize].into, (from, letter)),
            None => Ok(()),
        }
    }

    /// Whether a state's own word, followed by a suffix, belongs to the set.
    fn behind(
        &self,
        teacher: &mut dyn Teacher,
        state: Option<State>,
        suffix: &[Letter],
        meter: &mut Meter,
    ) -> Result<Option<bool>> {
        match state {
            None => Ok(Some(false)),
            Some(state) => teacher.holds(&[&self.places[state as usize].access, suffix].concat(), meter),
        }
    }

    /// Splits states until the guess is right about a word, as far as this can be told
    /// without words that are too long; whether anything changed.
    pub fn correct(&mut self, teacher: &mut dyn Teacher, word: &[Letter], meter: &mut Meter) -> Result<Option<bool>> {
        if word.is_empty() || word.len() > teacher.longest() {
            return Ok(Some(false));
        }
        let truth = told!(teacher.holds(word, meter));
        let mut changed = false;
        while self.holds(word) != truth {
            if self.places.len() > self.most {
                return Ok(None);
            }
            let Some(doubt) = told!(self.doubt(teacher, word, truth, meter)) else { break };
            if !told!(self.settle(teacher, doubt, meter)) {
                break;
            }
            changed = true;
        }
        Ok(Some(changed))
    }

    /// Where the guess goes wrong about a word; `Some(None)` if only words that are too
    /// long for the teacher could tell.
    fn doubt(
        &self,
        teacher: &mut dyn Teacher,
        word: &[Letter],
        truth: bool,
        meter: &mut Meter,
    ) -> Result<Option<Option<Doubt>>> {
        let mut states = vec![Some(0)];
        for &letter in word {
            let last = states[states.len() - 1];
            states.push(last.and_then(|state: State| self.step(state, letter)));
        }
        let length = |at: usize| {
            let access = states[at].map_or(0, |state| self.places[state as usize].access.len());
            access + word.len() - at
        };
        // With the first letters replaced by the word of their state, the answer is the
        // truth at first and the guess in the end. Short suffixes are looked for first:
        // they cost less from then on.
        let mut high = word.len();
        let mut low = high - 1;
        loop {
            if length(low) > teacher.longest() {
                return Ok(Some(None));
            }
            if low == 0 || told!(self.behind(teacher, states[low], &word[low..], meter)) == truth {
                break;
            }
            high = low;
            low = low.saturating_sub(word.len() - low);
        }
        while high - low > 1 {
            let middle = low.midpoint(high);
            if length(middle) > teacher.longest() {
                return Ok(Some(None));
            }
            match told!(self.behind(teacher, states[middle], &word[middle..], meter)) == truth {
                true => low = middle,
                false => high = middle,
            }
        }
        Ok(Some(states[low].map(|state| (state, word[low], Rc::from(&word[high..])))))
    }

    /// Looks into a doubt and those that follow; whether it was right.
    fn settle(&mut self, teacher: &mut dyn Teacher, first: Doubt, meter: &mut Meter) -> Result<Option<bool>> {
        let mut doubts = VecDeque::from([first]);
        let mut was_right = None;
        while let Some((from, letter, suffix)) = doubts.pop_front() {
            let right = told!(self.split(teacher, (from, letter, suffix), &mut doubts, meter));
            was_right.get_or_insert(right);
        }
        Ok(was_right)
    }

    /// Whether a letter leads from a state to the wrong place, as a suffix shows. If so,
    /// it is led to another state, a new one if need be.
    fn split(
        &mut self,
        teacher: &mut dyn Teacher,
        (from, letter, suffix): Doubt,
        doubts: &mut VecDeque<Doubt>,
        meter: &mut Meter,
    ) -> Result<Option<bool>> {
        if suffix.len() + self.longest + MARGIN > teacher.longest() {
            return Ok(Some(false));
        }
        let mut word = self.places[from as usize].access.clone();
        word.push(letter);
        let old = self.step(from, letter);
        let truth = told!(teacher.holds(&[&word[..], &suffix].concat(), meter));
        if told!(self.behind(teacher, old, &suffix, meter)) == truth {
            return Ok(Some(false));
        }
        let before = self.places.len();
        let leaf = told!(self.sifted(teacher, &word, meter));
        let found = self.state_of(leaf);
        if found != old {
            self.lead(from, letter, found, meter)?;
            return self.fill(teacher, before, &mut |_| {}, meter).map(|done| done.map(|()| true));
        }
        let new = before as State;
        let accepts = told!(teacher.holds(&word, meter));
        let mut ends = [self.forks.len(), self.forks.len() + 1];
        self.forks.extend([Fork::Leaf(old), Fork::Leaf(Some(new))]);
        if let Some(old) = old {
            self.places[old as usize].leaf = ends[0];
        }
        self.add(word, ends[1], accepts, meter)?;
        if !truth {
            ends.reverse();
        }
        self.forks[leaf] = Fork::Suffix(suffix.clone(), ends);
        meter.take(4 * suffix.len() as u64 + 160)?;
        // What leads to the old state may lead to the new one.
        let sources = old.map_or_else(Vec::new, |old| self.places[old as usize].into.clone());
        self.lead(from, letter, Some(new), meter)?;
        for &(source, letter) in sources.iter().filter(|&&source| source != (from, letter)) {
            let behind = [&[letter], &suffix[..]].concat();
            if told!(self.behind(teacher, Some(source), &behind, meter)) == truth {
                self.lead(source, letter, Some(new), meter)?;
            }
        }
        told!(self.fill(teacher, before, &mut |_| {}, meter));
        let mut left = DOUBTS;
        for &(source, letter) in sources.iter().chain([&(from, letter)]) {
            let longer: Rc<[Letter]> = [&[letter], &suffix[..]].concat().into();
            for &(earlier, letter) in self.places[source as usize].into.iter().take(left) {
                doubts.push_back((earlier, letter, longer.clone()));
                left -= 1;
            }
        }
        Ok(Some(true))
    }

    /// The guess as a relation.
    pub fn guess(&self, meter: &mut Meter) -> Result<Relation> {
        let mut rows = RowBuilder::new(self.tracks, self.digits);
        for place in &self.places {
            for &(letter, target) in &place.row {
                rows.letter(letter, target, meter)?;
            }
            rows.end(place.accepts, meter)?;
        }
        rows.finish().minimised(meter)
    }
}

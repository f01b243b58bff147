//! The smallest automaton of a relation: states from which nothing is accepted
//! go, then states that accept the same go together.
//!
//! **Minimising** refines two partitions at once, one of states and one of
//! transitions (Valmari and Lehtinen 2008, for automata whose dead state is not
//! kept). The classes of transitions begin as the letters. A class of
//! transitions tells its sources from all other states; a new class of states
//! tells the transitions into it from the others of their class. Of a class that
//! is cut the smaller part is the new one, so that every transition is looked at
//! O(log n) times: O(m log n) for m transitions, whatever the alphabet.

use super::relation::{Relation, RowBuilder, State};
use crate::Meter;
use crate::error::Result;

/// A partition of 0..n whose classes can be cut.
struct Partition {
    /// The elements, those of a class side by side, the marked ones first.
    elements: Vec<u32>,
    /// Where an element stands.
    places: Vec<u32>,
    class_of: Vec<u32>,
    /// The elements of each class: from, up to, and up to where they are marked.
    classes: Vec<(u32, u32, u32)>,
    /// Classes with a mark.
    touched: Vec<u32>,
}

impl Partition {
    fn new(size: usize, meter: &mut Meter) -> Result<Self> {
        meter.take_for::<[u32; 6]>(size as u64)?;
        let all: Vec<u32> = (0..size as u32).collect();
        Ok(Self {
            elements: all.clone(),
            places: all,
            class_of: vec![0; size],
            classes: vec![(0, size as u32, 0)],
            touched: Vec::new(),
        })
    }

    fn forget(self, meter: &mut Meter) {
        meter.give_back(24 * self.elements.len() as u64);
    }

    fn class(&self, class: usize) -> std::ops::Range<usize> {
        let (from, to, _) = self.classes[class];
        from as usize..to as usize
    }

    fn mark(&mut self, element: u32) {
        let class = self.class_of[element as usize];
        let (from, _, marked) = &mut self.classes[class as usize];
        let place = self.places[element as usize];
        if place < *marked {
            return;
        }
        if *marked == *from {
            self.touched.push(class);
        }
        let other = self.elements[*marked as usize];
        self.elements.swap(place as usize, *marked as usize);
        self.places[element as usize] = *marked;
        self.places[other as usize] = place;
        *marked += 1;
    }

    /// Cuts every class into its marked and its other elements.
    fn cut(&mut self) {
        while let Some(class) = self.touched.pop() {
            let (from, to, marked) = self.classes[class as usize];
            let (kept, new) = match (marked == to, marked - from <= to - marked) {
                (true, _) => ((from, to), None),
                (_, true) => ((marked, to), Some((from, marked))),
                (_, false) => ((from, marked), Some((marked, to))),
            };
            self.classes[class as usize] = (kept.0, kept.1, kept.0);
            if let Some((from, to)) = new {
                let number = self.classes.len() as u32;
                self.classes.push((from, to, from));
                for place in from..to {
                    self.class_of[self.elements[place as usize] as usize] = number;
                }
            }
        }
    }
}

impl Relation {
    /// The same relation with the fewest states; what was taken for this one is
    /// given back.
    pub(super) fn minimised(self, meter: &mut Meter) -> Result<Relation> {
        let minimal = self.minimal(meter)?;
        meter.give_back(self.bytes());
        Ok(minimal)
    }

    /// The same relation with the fewest states, numbered as they are met.
    ///
    /// ```
    /// use nimlab::{Budget, automata::Relation};
    /// // The even numbers in base 2, with the state after a 0 twice.
    /// let rows = [(true, vec![(0, 0), (1, 1)]), (false, vec![(0, 2), (1, 1)]), (true, vec![(0, 2), (1, 1)])];
    /// let even = Relation::from_rows(1, 2, &rows).unwrap();
    /// assert_eq!(even.minimal(&mut Budget::default().meter("states"))?.states(), 2);
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn minimal(&self, meter: &mut Meter) -> Result<Relation> {
        let live = self.live(meter)?;
        let count = self.states();
        if !live[0] {
            let mut rows = RowBuilder::new(self.tracks(), self.digits());
            rows.end(false, meter)?;
            return Ok(rows.finish());
        }
        // Transitions between live states, and those into each state.
        meter.take((self.size() as u64 + 1) * 16)?;
        let (mut letters, mut sources, mut targets) = (Vec::new(), Vec::new(), Vec::new());
        for state in (0..count as State).filter(|&state| live[state as usize]) {
            for (letter, target) in self.row(state).filter(|&(_, target)| live[target as usize]) {
                letters.push(letter);
                sources.push(state);
                targets.push(target);
            }
        }
        let into = Into::new(count, &targets);
        let mut states = Partition::new(count, meter)?;
        let mut moves = Partition::new(letters.len(), meter)?;
        moves.elements.sort_unstable_by_key(|&move_| letters[move_ as usize]);
        moves.classes.clear();
        for place in 0..letters.len() {
            let element = moves.elements[place];
            moves.places[element as usize] = place as u32;
            let new = place == 0 || letters[moves.elements[place - 1] as usize] != letters[element as usize];
            match moves.classes.last_mut() {
                Some(class) if !new => class.1 += 1,
                _ => moves.classes.push((place as u32, place as u32 + 1, place as u32)),
            }
            moves.class_of[element as usize] = moves.classes.len() as u32 - 1;
        }
        (0..count as State).filter(|&state| live[state as usize]).for_each(|state| states.mark(state));
        states.cut();
        (0..count as State).filter(|&state| self.accepts(state)).for_each(|state| states.mark(state));
        states.cut();
        // The first class of states needs no turn: the others tell it apart.
        let (mut next_states, mut next_moves) = (1, 0);
        while next_moves < moves.classes.len() {
            for place in moves.class(next_moves) {
                states.mark(sources[moves.elements[place] as usize]);
            }
            meter.tick(moves.class(next_moves).len() as u64)?;
            states.cut();
            next_moves += 1;
            while next_states < states.classes.len() {
                for place in states.class(next_states) {
                    let state = states.elements[place];
                    into.of(state).iter().for_each(|&move_| moves.mark(move_));
                    meter.tick(1 + into.of(state).len() as u64)?;
                }
                moves.cut();
                next_states += 1;
            }
        }
        let joined = self.joined(&states.class_of, &live, meter);
        moves.forget(meter);
        states.forget(meter);
        meter.give_back((self.size() as u64 + 1) * 16);
        joined
    }

    /// Which states are on a way from the first one to an accepting one.
    fn live(&self, meter: &mut Meter) -> Result<Vec<bool>> {
        let count = self.states();
        meter.take((count + self.size()) as u64 * 12)?;
        let mut reached = vec![false; count];
        let mut stack = vec![0];
        reached[0] = true;
        while let Some(state) = stack.pop() {
            for (_, target) in self.row(state) {
                if !std::mem::replace(&mut reached[target as usize], true) {
                    stack.push(target);
                }
            }
        }
        let (mut sources, mut targets) = (Vec::new(), Vec::new());
        for state in 0..count as State {
            for (_, target) in self.row(state) {
                sources.push(state);
                targets.push(target);
            }
        }
        let into = Into::new(count, &targets);
        let mut live = vec![false; count];
        stack.extend((0..count as State).filter(|&state| reached[state as usize] && self.accepts(state)));
        stack.iter().for_each(|&state| live[state as usize] = true);
        while let Some(state) = stack.pop() {
            for &move_ in into.of(state) {
                let source = sources[move_ as usize];
                if reached[source as usize] && !std::mem::replace(&mut live[source as usize], true) {
                    stack.push(source);
                }
            }
        }
        meter.tick((count + self.size()) as u64)?;
        meter.give_back((count + self.size()) as u64 * 12);
        Ok(live)
    }

    /// One state for each class, in the order in which they are met.
    fn joined(&self, class_of: &[u32], live: &[bool], meter: &mut Meter) -> Result<Relation> {
        const NONE: u32 = u32::MAX;
        let mut number = vec![NONE; self.states() + 1];
        let mut order = vec![0 as State];
        number[class_of[0] as usize] = 0;
        let mut rows = RowBuilder::new(self.tracks(), self.digits());
        let mut next = 0;
        while next < order.len() {
            let state = order[next];
            for (letter, target) in self.row(state).filter(|&(_, target)| live[target as usize]) {
                let known = &mut number[class_of[target as usize] as usize];
                if *known == NONE {
                    *known = order.len() as u32;
                    order.push(target);
                }
                rows.letter(letter, *known, meter)?;
            }
            rows.end(self.accepts(state), meter)?;
            next += 1;
        }
        Ok(rows.finish())
    }
}

/// The transitions into each state.
struct Into {
    starts: Vec<u32>,
    moves: Vec<u32>,
}

impl Into {
    fn new(states: usize, targets: &[State]) -> Self {
        let mut starts = vec![0u32; states + 1];
        targets.iter().for_each(|&target| starts[target as usize + 1] += 1);
        (0..states).for_each(|state| starts[state + 1] += starts[state]);
        let mut moves = vec![0u32; targets.len()];
        let mut free = starts.clone();
        for (move_, &target) in targets.iter().enumerate() {
            moves[free[target as usize] as usize] = move_ as u32;
            free[target as usize] += 1;
        }
        Self { starts, moves }
    }

    fn of(&self, state: State) -> &[u32] {
        &self.moves[self.starts[state as usize] as usize..self.starts[state as usize + 1] as usize]
    }
}

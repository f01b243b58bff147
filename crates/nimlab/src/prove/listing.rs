//! The positions of a value in order, from any number on.
//!
//! The automaton of a set of pairs says how many of them there are: from each state
//! as many as it accepts words. So the pair number n is found digit by digit, without
//! the pairs before it: first the digits of the smaller number, then those of the
//! larger one.

use super::evaluate::Leaves;
use super::plan::Leaf;
use super::search::Theorem;
use crate::automata::{Arithmetic, Numbers, Relation, State};
use crate::error::{Error, Result};
use crate::number::{BitTest, UBig};
use crate::{Budget, Hint, List, ListQuery, Meter, Position};

/// The positions of a value, by their smaller number.
pub(crate) struct PairsInOrder {
    numbers: Numbers,
    /// The pairs with the smaller number first.
    set: Relation,
    /// How many digits the larger number may have before the smaller one begins.
    lead: usize,
    /// The number of words of each length that are accepted, from each state.
    counts: Vec<Vec<UBig>>,
    /// The number of the next pair.
    next: UBig,
    /// The digits of the smaller number of the next pairs, if they are known.
    smaller: Option<Vec<u32>>,
    /// The states after each of these digits, some of them with the larger number's.
    reached: Vec<Vec<State>>,
    /// The larger numbers that are left beside it, the least last.
    larger: Vec<Vec<u32>>,
    budget: Budget,
    meter: Meter,
}

impl Theorem {
    /// A list of positions by this theorem.
    pub(crate) fn list<'g>(&self, query: &ListQuery) -> Result<List<'g>> {
        let mut pairs = self.pairs(query.value, &query.from, query.budget)?;
        Ok(List::of_positions(std::iter::from_fn(move || pairs.next_pair().transpose()), query))
    }

    /// The positions of a value from a number on. A position has two numbers; they
    /// stand in the order of the smaller one.
    pub(crate) fn pairs(&self, value: u64, from: &UBig, budget: Budget) -> Result<PairsInOrder> {
        let mut meter = budget.meter(format!("the list of positions of {}", self.game));
        let mut leaves = Leaves::new(Arithmetic::of(self.numbers.clone(), &mut meter)?);
        let sorted = leaves.relation(Leaf::AtMost, &mut meter)?;
        let set = Relation::all_and_none(&[&self.sets[value as usize], &sorted], &[], &mut meter)?;
        let Some(lead) = lead(&set) else {
            return Err(Error::NotAnswered {
                game: self.game.clone(),
                question: "positions in the order of their smaller number".into(),
                hint: Hint::from("beside some number there are infinitely many".to_owned()),
            });
        };
        let accepts = |state| UBig::from(u8::from(set.accepts(state as State)));
        let counts = vec![(0..set.states()).map(accepts).collect()];
        let (numbers, next) = (self.numbers.clone(), from.clone());
        let (smaller, reached, larger) = (None, Vec::new(), Vec::new());
        Ok(PairsInOrder { numbers, set, lead, counts, next, smaller, reached, larger, budget, meter })
    }
}

/// The most columns that can be read while the first number has not begun; `None`
/// if there is no end to it.
fn lead(set: &Relation) -> Option<usize> {
    let digits = set.digits();
    let before = |state: State| {
        set.row(state)
            .filter(move |&(letter, to)| letter % digits == 0 && (letter, state, to) != (0, 0, 0))
            .map(|(_, to)| to)
    };
    // Column after column: more of them than states would be a loop.
    let mut states = vec![0];
    for columns in 0..=set.states() {
        let mut next: Vec<State> = states.iter().flat_map(|&state| before(state)).collect();
        next.sort_unstable();
        next.dedup();
        if next.is_empty() {
            return Some(columns);
        }
        states = next;
    }
    None
}

impl PairsInOrder {
    /// The states after a column in which the first number has this digit.
    fn step(&self, states: &[State], digit: u32) -> Vec<State> {
        let digits = self.set.digits();
        let rows = states.iter().flat_map(|&state| self.set.row(state));
        let mut next: Vec<State> =
            rows.filter(|&(letter, _)| letter % digits == digit).map(|(_, target)| target).collect();
        next.sort_unstable();
        next.dedup();
        next
    }

    /// How many words of each length are accepted, up to this length.
    fn count_up_to(&mut self, length: usize) -> Result<()> {
        while self.counts.len() <= length {
            let last = &self.counts[self.counts.len() - 1];
            let sum = |state| self.set.row(state as State).map(|(_, to)| &last[to as usize]).sum();
            let next: Vec<UBig> = (0..self.set.states()).map(sum).collect();
            self.meter.take(next.iter().map(|count| count.bit_len() as u64 / 8 + 32).sum())?;
            self.meter.tick(next.len() as u64)?;
            self.counts.push(next);
        }
        Ok(())
    }

    /// How many pairs lie ahead of these states, each as often as it is reached.
    fn ahead(&self, reached: &[(State, UBig)], left: usize) -> UBig {
        reached.iter().map(|(state, ways)| ways * &self.counts[left][*state as usize]).sum()
    }

    /// The states after a column, with the number of ways to each.
    fn step_counted(&self, reached: &[(State, UBig)], digit: u32) -> Vec<(State, UBig)> {
        let digits = self.set.digits();
        let mut next: Vec<(State, UBig)> = Vec::new();
        for (state, ways) in reached {
            for (_, target) in self.set.row(*state).filter(|(letter, _)| letter % digits == digit) {
                match next.iter_mut().find(|(other, _)| *other == target) {
                    Some((_, sum)) => *sum += ways,
                    None => next.push((target, ways.clone())),
                }
            }
        }
        next
    }

    /// Goes to the smaller number of the next pair, by counting.
    fn seek(&mut self) -> Result<()> {
        let mut begun = vec![(0, UBig::ONE)];
        for _ in 0..self.lead {
            begun = self.step_counted(&begun, 0);
        }
        let mut length = 0;
        loop {
            self.count_up_to(length)?;
            if self.ahead(&begun, length) > self.next {
                break;
            }
            // A finite set has no more words however long they are.
            if length > 2 * self.set.states() + 2 && self.ahead(&begun, length) == self.ahead(&begun, length / 2) {
                self.smaller = None;
                return Ok(());
            }
            length += 1;
        }
        let mut left = self.next.clone();
        let mut word = vec![0; self.lead];
        for place in (0..length).rev() {
            self.meter.tick(1 + begun.len() as u64)?;
            for digit in 0..self.set.digits() {
                let after = self.step_counted(&begun, digit);
                let count = self.ahead(&after, place);
                if left < count {
                    word.push(digit);
                    begun = after;
                    break;
                }
                left -= count;
            }
        }
        self.reached = vec![vec![0]];
        for &digit in &word {
            let next = self.step(&self.reached[self.reached.len() - 1], digit);
            self.reached.push(next);
        }
        self.smaller = Some(word);
        self.beside();
        let skipped = usize::try_from(&left).unwrap_or(usize::MAX).min(self.larger.len());
        self.larger.truncate(self.larger.len() - skipped);
        Ok(())
    }

    /// All larger numbers beside the smaller one.
    fn beside(&mut self) {
        self.larger.clear();
        let Some(word) = &self.smaller else { return };
        let (digits, length) = (self.set.digits(), word.len());
        // From the end: the states from which the rest is accepted.
        let mut alive: Vec<Vec<State>> = vec![Vec::new(); length + 1];
        alive[length] = self.reached[length].iter().copied().filter(|&state| self.set.accepts(state)).collect();
        for place in (0..length).rev() {
            let leads = |state: &State| {
                let mut row = self.set.row(*state).filter(|(letter, _)| letter % digits == word[place]);
                row.any(|(_, to)| alive[place + 1].contains(&to))
            };
            alive[place] = self.reached[place].iter().copied().filter(leads).collect();
        }
        let mut larger: Vec<u32> = Vec::new();
        let mut stack: Vec<(usize, u32, State)> = Vec::new();
        stack.extend(alive[0].iter().map(|&state| (0, 0, state)));
        while let Some((place, digit, state)) = stack.pop() {
            larger.truncate(place.saturating_sub(1));
            if place > 0 {
                larger.push(digit);
            }
            if place == length {
                self.larger.push(larger.clone());
                continue;
            }
            // The least digit lies on top.
            let row = self
                .set
                .row(state)
                .filter(|(letter, to)| letter % digits == word[place] && alive[place + 1].contains(to));
            let from = stack.len();
            stack.extend(row.map(|(letter, to)| (place + 1, letter / digits, to)));
            stack[from..].sort_unstable_by_key(|&(_, digit, _)| std::cmp::Reverse(digit));
        }
        self.larger.reverse();
    }

    /// Goes to the next smaller number that has a pair, if it has as many digits.
    fn advance(&mut self) -> bool {
        let Some(mut word) = self.smaller.take() else { return false };
        let length = word.len();
        loop {
            match word.pop() {
                Some(digit) if word.len() >= self.lead => {
                    self.reached.truncate(word.len() + 1);
                    if self.append(&mut word, length, digit + 1) {
                        break;
                    }
                }
                _ => return false,
            }
        }
        while word.len() < length && self.append(&mut word, length, 0) {}
        self.smaller = Some(word);
        self.beside();
        true
    }

    /// Appends the least digit from here on that leads to a pair.
    fn append(&mut self, word: &mut Vec<u32>, length: usize, least: u32) -> bool {
        let left = length - word.len() - 1;
        for digit in least..self.set.digits() {
            let next = self.step(&self.reached[word.len()], digit);
            if next.iter().any(|&state| !self.counts[left][state as usize].is_zero()) {
                word.push(digit);
                self.reached.push(next);
                return true;
            }
        }
        false
    }

    /// The next pair; `None` if there are no more.
    pub fn next_pair(&mut self) -> Result<Option<Position>> {
        self.meter.tick(1 + self.reached.len() as u64)?;
        if self.larger.is_empty() && !self.advance() {
            self.seek()?;
        }
        let (Some(smaller), Some(larger)) = (&self.smaller, self.larger.pop()) else { return Ok(None) };
        self.next += UBig::ONE;
        let number = |word: Vec<u32>| self.numbers.number_of(word, self.budget);
        Ok(Some(Position::new(vec![number(smaller.clone())?, number(larger)?], false)))
    }
}

#[cfg(test)]
mod tests {
    use crate::prelude::*;

    /// Lists by theorem against those row by row, from several numbers on.
    #[test]
    fn pairs_by_theorem_are_those_row_by_row() -> crate::Result<()> {
        for (name, values) in [("wythoff", 0..2), ("wythoff:2", 0..5), ("wythoff:3", 0..4), ("r-wythoff", 0..6)] {
            let game = catalogue::game(name)?;
            for value in values {
                for from in [0u64, 1, 7, 88, 1000, 9999] {
                    let list = |method| -> crate::Result<Vec<String>> {
                        let mut list = game.positions().value(value).method(method).from(from).count(40).run()?;
                        let mut found = Vec::new();
                        while let Some(row) = list.next_row()? {
                            found.push(row.to_string());
                        }
                        Ok(found)
                    };
                    assert_eq!(list("automaton")?, list("recursive")?, "{name} {value} from {from}");
                }
            }
        }
        Ok(())
    }

    /// Far out: the positions have their value, and no move leads from one to another.
    #[test]
    fn far_pairs_have_their_value() -> crate::Result<()> {
        let game = catalogue::game("wythoff")?;
        let from = crate::number::UBig::from(10u8).pow(40);
        let mut list = game.positions().value(1).from(from).count(30).run()?;
        assert_eq!(list.method().name(), "automaton");
        let mut found = Vec::new();
        while let Some(row) = list.next_row()? {
            found.push(row.position().clone());
        }
        assert_eq!(found.len(), 30);
        for (index, one) in found.iter().enumerate() {
            assert_eq!(game.solve(one).run()?.grundy, Some(1u8.into()));
            for other in &found[index + 1..] {
                assert_eq!(game.can_move(other, one), Some(false));
            }
        }
        Ok(())
    }
}

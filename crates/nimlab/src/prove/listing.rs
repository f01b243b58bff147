//! The positions of a value in order, from any number on.
//!
//! The automaton of a set says how many positions there are: from each state as many as
//! it accepts words. So position number n is found digit by digit, without those before
//! it: first the digits of the number that the order goes by, the key, then everything
//! that stands beside it. The key is the smaller pile of a pair or the largest number.
//! Where positions are not sorted, the largest number is read beside the others.

use super::evaluate::Leaves;
use super::plan::Leaf;
use super::proved::Theorem;
use crate::automata::{Arithmetic, Name, Named, Numbers, Relation, State};
use crate::error::{Error, Result};
use crate::number::{BitTest, UBig};
use crate::{Budget, Hint, List, ListOrder, ListQuery, Meter, Position};
use std::sync::Arc;

/// Where the key of the order stands in a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum KeyPlace {
    First,
    Last,
    /// It is one of the other numbers.
    Apart,
}

/// The positions of a value in order.
struct InOrder {
    numbers: Numbers,
    key: KeyPlace,
    /// The positions, the key being the first number.
    set: Relation,
    /// How many digits the other numbers may have before the key begins.
    lead: usize,
    /// The number of words of each length that are accepted, from each state.
    counts: Vec<Vec<UBig>>,
    /// The number of the next position.
    next: UBig,
    /// The digits of the key of the next positions, if they are known.
    word: Option<Vec<u32>>,
    /// The states after each of these digits, some of them with those of the other numbers.
    reached: Vec<Vec<State>>,
    /// The letters of the other numbers that are left beside it, the least last.
    beside: Vec<Vec<u32>>,
    budget: Budget,
    meter: Meter,
}

impl Theorem {
    /// Whether positions can be listed in this order.
    pub(crate) fn can_list(&self, order: ListOrder) -> bool {
        let (width, sorted) = (self.names.len(), self.sorted);
        match order {
            ListOrder::Smallest => (width, sorted) == (2, 2),
            ListOrder::Largest => width == 1 || sorted < 2 || sorted == width,
            ListOrder::Total => false,
        }
    }

    /// A list of positions by this theorem.
    pub(crate) fn list<'g>(&self, query: &ListQuery, order: ListOrder) -> Result<List<'g>> {
        let mut found = self.in_order(query.value, order, &query.from, query.budget)?;
        let largest = query.largest.filter(|_| order == ListOrder::Largest).map(UBig::from);
        let within = move |position: &Result<Position>| match (position, &largest) {
            (Ok(position), Some(largest)) => position.numbers().iter().all(|number| number <= largest),
            _ => true,
        };
        Ok(List::of_positions(std::iter::from_fn(move || found.next_position().transpose()).take_while(within), query))
    }

    /// The positions of a value from a number on.
    fn in_order(&self, value: u64, order: ListOrder, from: &UBig, budget: Budget) -> Result<InOrder> {
        let mut meter = budget.meter(format!("the list of positions of {}", self.game));
        let (set, key) = self.by_key(&self.sets[value as usize], order, &mut meter)?;
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
        let (word, reached, beside) = (None, Vec::new(), Vec::new());
        Ok(InOrder { numbers, key, set, lead, counts, next, word, reached, beside, budget, meter })
    }

    /// The sorted positions of a set with the key of an order before the other numbers.
    fn by_key(&self, set: &Arc<Relation>, order: ListOrder, meter: &mut Meter) -> Result<(Relation, KeyPlace)> {
        let width = self.names.len() as Name;
        let mut leaves = Leaves::new(Arithmetic::of(self.numbers.clone(), meter)?);
        let domain = leaves.domain(width as usize, self.sorted, meter)?;
        let sorted = Arc::new(Relation::all_and_none(&[set, &domain], &[], meter)?);
        if width == 1 || order == ListOrder::Smallest {
            return Ok(((*sorted).clone(), KeyPlace::First));
        }
        let names: Vec<Name> = (0..width).collect();
        let named = Named::new(&sorted, &names, meter)?;
        if self.sorted == width as usize {
            let last_first: Vec<Name> = [width - 1].into_iter().chain(0..width - 1).collect();
            return Ok((named.in_order(&last_first), KeyPlace::Last));
        }
        // The largest of all numbers, as one more: it is one of them, and none is larger.
        let (at_most, equal) = (leaves.relation(Leaf::AtMost, meter)?, leaves.relation(Leaf::Equal, meter)?);
        let mut bounded = named;
        for name in 0..width {
            bounded = bounded.and(&Named::new(&at_most, &[name, width], meter)?, meter)?;
        }
        let key_first: Vec<Name> = [width].into_iter().chain(0..width).collect();
        let bounded = bounded.in_order(&key_first);
        let mut none = Vec::new();
        for name in 0..width {
            let mut same = Named::new(&equal, &[name, width], meter)?;
            for other in (0..width).filter(|other| *other != name) {
                same = same.and(&Named::new(&leaves.arithmetic.any, &[other], meter)?, meter)?;
            }
            none.push(same.in_order(&key_first));
        }
        let none: Vec<&Relation> = none.iter().collect();
        let larger = Relation::all_and_none(&[&bounded], &none, meter)?;
        Ok((Relation::all_and_none(&[&bounded], &[&larger], meter)?, KeyPlace::Apart))
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

impl InOrder {
    /// The states after a column in which the key has this digit.
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

    /// How many positions lie ahead of these states, each counted as often as it is
    /// reached.
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

    /// Goes to the key of the next position, by counting.
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
                self.word = None;
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
        self.word = Some(word);
        self.find_beside()?;
        let skipped = usize::try_from(&left).unwrap_or(usize::MAX).min(self.beside.len());
        self.beside.truncate(self.beside.len() - skipped);
        Ok(())
    }

    /// Everything that stands beside the key.
    fn find_beside(&mut self) -> Result<()> {
        self.meter.give_back(self.beside.capacity() as u64 * 24);
        self.beside = Vec::new();
        let Some(word) = &self.word else { return Ok(()) };
        let (digits, length) = (self.set.digits(), word.len());
        // Backwards: the states from which the rest is accepted.
        let mut alive: Vec<Vec<State>> = vec![Vec::new(); length + 1];
        alive[length] = self.reached[length].iter().copied().filter(|&state| self.set.accepts(state)).collect();
        for place in (0..length).rev() {
            let leads = |state: &State| {
                let mut row = self.set.row(*state).filter(|(letter, _)| letter % digits == word[place]);
                row.any(|(_, to)| alive[place + 1].contains(&to))
            };
            alive[place] = self.reached[place].iter().copied().filter(leads).collect();
        }
        let mut rest: Vec<u32> = Vec::new();
        let mut stack: Vec<(usize, u32, State)> = Vec::new();
        stack.extend(alive[0].iter().map(|&state| (0, 0, state)));
        while let Some((place, letter, state)) = stack.pop() {
            self.meter.tick(1)?;
            rest.truncate(place.saturating_sub(1));
            if place > 0 {
                rest.push(letter);
            }
            if place == length {
                self.meter.push(&mut self.beside, rest.clone())?;
                continue;
            }
            let row = self
                .set
                .row(state)
                .filter(|(letter, to)| letter % digits == word[place] && alive[place + 1].contains(to));
            stack.extend(row.map(|(letter, to)| (place + 1, letter / digits, to)));
        }
        // By the first of the numbers, then by the next; the least stands last.
        let others = self.set.tracks() - 1;
        let digit = |track: usize| move |letter: &u32| letter / digits.pow(track as u32) % digits;
        self.beside.sort_unstable_by(|one, two| {
            let by = |track| two.iter().map(digit(track)).cmp(one.iter().map(digit(track)));
            (0..others).map(by).find(|order| order.is_ne()).unwrap_or(std::cmp::Ordering::Equal)
        });
        Ok(())
    }

    /// Goes to the next key that has a position, if it has as many digits.
    fn advance(&mut self) -> Result<bool> {
        let Some(mut word) = self.word.take() else { return Ok(false) };
        let length = word.len();
        loop {
            match word.pop() {
                Some(digit) if word.len() >= self.lead => {
                    self.reached.truncate(word.len() + 1);
                    if self.append(&mut word, length, digit + 1) {
                        break;
                    }
                }
                _ => return Ok(false),
            }
        }
        while word.len() < length && self.append(&mut word, length, 0) {}
        self.word = Some(word);
        self.find_beside()?;
        Ok(true)
    }

    /// Appends the least digit from here on that leads to a position.
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

    /// The next position; `None` if there are no more.
    fn next_position(&mut self) -> Result<Option<Position>> {
        self.meter.tick(1 + self.reached.len() as u64)?;
        if self.beside.is_empty() && !self.advance()? {
            self.seek()?;
        }
        let (Some(word), Some(rest)) = (&self.word, self.beside.pop()) else { return Ok(None) };
        self.next += UBig::ONE;
        let (digits, others) = (self.set.digits(), self.set.tracks() - 1);
        let mut position = Vec::new();
        for track in 0..others {
            let power = digits.pow(track as u32);
            let word = rest.iter().map(|letter| letter / power % digits).collect();
            position.push(self.numbers.number_of(word, self.budget)?);
        }
        match self.key {
            KeyPlace::First => position.insert(0, self.numbers.number_of(word.clone(), self.budget)?),
            KeyPlace::Last => position.push(self.numbers.number_of(word.clone(), self.budget)?),
            KeyPlace::Apart => {}
        }
        Ok(Some(Position::new(position, false)))
    }
}

#[cfg(test)]
mod tests {
    use crate::number::UBig;
    use crate::prelude::*;
    use crate::prove::THEOREMS;
    use crate::solve::Search;
    use crate::{Budget, ListQuery, Values};

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

    /// The positions of a list, as they are written.
    fn listed(
        game: &dyn Game,
        (play, value): (Play, u64),
        method: Option<&str>,
        (from, count): (UBig, u64),
    ) -> crate::Result<Vec<String>> {
        let mut list = game.positions().play(play).value(value).method(method).from(from).count(count).run()?;
        let mut found = Vec::new();
        while let Some(row) = list.next_row()? {
            found.push(row.to_string());
        }
        Ok(found)
    }

    /// Lists of all rule files with theorems: as they come from the rule, in its order.
    #[test]
    fn lists_of_rules_by_theorem_are_those_from_the_rule() -> crate::Result<()> {
        let mut told = 0;
        for known in &THEOREMS {
            let Ok(Some(game)) = catalogue::rule_game(known.game) else { continue };
            let theorem = known.theorem().expect("a theorem");
            let large = theorem.names.len() > 2;
            for value in 0..=theorem.value().min(2) {
                let asked = (known.play, value);
                for from in if large { vec![0u64, 3] } else { vec![0, 1, 7, 31] } {
                    let range = (UBig::from(from), if large { 3 } else { 12 });
                    let by_theorem = listed(&game, asked, Some("automaton"), range.clone())?;
                    let expected = match value {
                        0 => {
                            let method = if game.blocked() > 0 { "search" } else { "table" };
                            listed(&game, asked, Some(method), range)?
                        }
                        // Value by value from the rule.
                        _ => {
                            let mut values = Search::for_values(&game, Budget::default());
                            let query = ListQuery { value, count: from + 12, ..ListQuery::default() };
                            let wanted = move |position: &[u64]| Ok(values.value(position)? == value);
                            let list = crate::solve::ordered(&game, &query, Box::new(wanted))?;
                            let after = list.skip(from as usize).take(12);
                            after.map(|found| Ok(found?.to_string())).collect::<crate::Result<Vec<_>>>()?
                        }
                    };
                    assert_eq!(by_theorem, expected, "{} {asked:?} from {from}", known.name);
                    told += 1;
                }
                // Far out the numbers go on one by one, and a bound ends the list.
                let far = UBig::from(10u8).pow(30);
                let ten = listed(&game, asked, None, (far.clone(), 10));
                match ten {
                    Ok(ten) if !ten.is_empty() => {
                        assert_eq!(ten.len(), 10, "{}", known.name);
                        assert_eq!(ten[4..], listed(&game, asked, None, (far + UBig::from(4u8), 6))?, "{}", known.name);
                    }
                    // A set may be finite.
                    Ok(_) => {}
                    Err(error) => panic!("{}: {error}", known.name),
                }
                let mut few = game.positions().play(known.play).value(value).method("automaton").largest(9).run()?;
                while let Some(row) = few.next_row()? {
                    assert!(row.position().words()?.iter().all(|&number| number <= 9), "{}", known.name);
                }
            }
        }
        assert!(told > 100, "{told}");
        Ok(())
    }

    /// Far out: the positions have their value, and no move leads from one to another.
    #[test]
    fn far_pairs_have_their_value() -> crate::Result<()> {
        let game = catalogue::game("wythoff")?;
        let from = UBig::from(10u8).pow(40);
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

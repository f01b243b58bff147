//! Moves by a theorem: the options of a position of any size that lie in one of
//! its sets.
//!
//! A way to move is a list of simple relations between the position's numbers,
//! the option's and some in between. With the position's digits given, we read
//! these relations side by side, digit by digit, and try every digit for the other
//! numbers. Few combinations of states stay alive, so that the time is proportional to
//! the number of digits.

use super::evaluate::Leaves;
use super::plan::{Leaf, Plan, plans};
use super::proved::Theorem;
use crate::automata::{Arithmetic, Letter, Name, Relation, State, digits_of, letter_of};
use crate::error::Result;
use crate::number::UBig;
use crate::{Analysis, Budget, Meter, Moves, Position};
use std::collections::HashMap;
use std::sync::Arc;

/// A way to move as relations between names; the first names are the numbers of
/// the position.
#[derive(Debug, Clone)]
pub(super) struct Way {
    /// How many names there are.
    names: usize,
    /// The names of the option's numbers.
    option: Vec<Name>,
    /// The relations, each with the names on its tracks. The place of the set is
    /// empty.
    factors: Vec<(Option<Arc<Relation>>, Vec<Name>)>,
}

/// A coefficient or constant of a rule is below 2^64, and few of them are added.
const ROOM: usize = 70;

/// Digits before a word for numbers that are a little larger than those of a position.
const SHORT_ROOM: usize = 6;

/// One column: the states it begins with, the letter of the option, and where it
/// leads.
type Column = (u32, Letter, u32);

impl Theorem {
    /// Outcome and winning moves of a position of any size.
    ///
    /// ```
    /// use nimlab::{Budget, Outcome, Play, Position, number::UBig, prove};
    /// let theorem = prove::known("wythoff", Play::Normal).unwrap();
    /// let position = Position::new([5u8, 8].map(UBig::from).to_vec(), false);
    /// let found = theorem.analyse(&position, Budget::default())?;
    /// assert_eq!(found.outcome, Outcome::N);
    /// assert_eq!(found.winning_moves.list[0].to_string(), "3,5");
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn analyse(&self, position: &Position, budget: Budget) -> Result<Analysis> {
        Ok(match self.value_of(position.numbers(), budget)? {
            Some(0) => Analysis::lost(),
            _ => Analysis::won(self.moves_to_value(position, 0, budget)?),
        })
    }

    /// Every move from a position of any size to positions of a value that the
    /// theorem is about.
    ///
    /// ```
    /// use nimlab::{Budget, Play, Position, number::UBig, prove};
    /// let wythoff = prove::known("wythoff", Play::Normal).unwrap();
    /// let position = Position::new([0u8, 9].map(UBig::from).to_vec(), false);
    /// let moves = wythoff.moves_to_value(&position, 1, Budget::default())?;
    /// assert_eq!(moves.list[0].to_string(), "0,1");
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn moves_to_value(&self, position: &Position, value: u64, budget: Budget) -> Result<Moves> {
        let mut meter = budget.meter(format!("the moves of {} at {}", self.game, position.shown()));
        let listed = Moves::listed(position, budget);
        let set = &self.sets[value as usize];
        let words = self.words_of(position.numbers(), budget)?;
        let mut found = Vec::new();
        for way in self.ways(&mut meter)? {
            let columns = way.columns(set, &words, &mut meter)?;
            for word in option_words(&columns, listed + 1, &mut meter)? {
                let mut numbers = Vec::new();
                for track in 0..self.names.len() {
                    let power = set.digits().pow(track as u32);
                    let digits = word.iter().map(|&letter| letter / power % set.digits()).collect();
                    numbers.push(self.numbers.number_of(digits, budget)?);
                }
                numbers[..self.sorted].sort_unstable();
                found.push(position.with(numbers));
            }
        }
        found.sort_unstable();
        found.dedup();
        Ok(match found.len() <= listed {
            true => Moves::all(found),
            false => {
                found.truncate(listed);
                Moves::some(found, None)
            }
        })
    }

    /// The digits of numbers, one column after the other, with room for larger
    /// numbers before them.
    fn words_of(&self, numbers: &[UBig], budget: Budget) -> Result<Vec<Vec<u32>>> {
        let words = numbers.iter().map(|number| self.numbers.word_of(number, budget)).collect::<Result<Vec<_>>>()?;
        let room = self.numbers.word_of(&(UBig::ONE << ROOM), budget)?.len();
        let length = room + words.iter().map(Vec::len).max().unwrap_or(0);
        let digit = |word: &Vec<u32>, place: usize| (place + word.len()).checked_sub(length).map_or(0, |at| word[at]);
        Ok((0..length).map(|place| words.iter().map(|word| digit(word, place)).collect()).collect())
    }

    /// The ways to move, made once.
    fn ways(&self, meter: &mut Meter) -> Result<&[Way]> {
        if let Some(known) = self.ways.get() {
            return Ok(known);
        }
        let mut leaves = Leaves::new(Arithmetic::of(self.numbers.clone(), meter)?);
        let mut ways = Vec::new();
        for way in &self.rules.moves {
            for plan in plans(way, self.rules.width, self.rules.sorted)? {
                ways.push(Way::of(&plan, self.rules.width, &mut leaves, meter)?);
            }
        }
        Ok(self.ways.get_or_init(|| ways))
    }
}

impl Way {
    /// A plan of a game of this many piles.
    pub fn of(plan: &Plan, width: usize, leaves: &mut Leaves, meter: &mut Meter) -> Result<Way> {
        let mut factors = Vec::new();
        for (leaf, names) in &plan.leaves {
            let relation = if *leaf == Leaf::Set { None } else { Some(leaves.relation(*leaf, meter)?) };
            factors.push((relation, names.clone()));
        }
        // The relation with the most numbers of the position has the fewest letters to try.
        let given = |names: &[Name]| names.iter().filter(|&&name| (name as usize) < width).count();
        factors.sort_by_key(|(_, names)| names.len() - given(names));
        Ok(Way { names: plan.names.len(), option: plan.option.clone(), factors })
    }

    /// The words of options of a position that lie in a set, at most `most` of them.
    pub fn options_in(
        &self,
        set: &Arc<Relation>,
        word: &[Letter],
        most: usize,
        meter: &mut Meter,
    ) -> Result<Vec<Vec<Letter>>> {
        let column = |letter| digits_of(letter, set.digits(), set.tracks()).collect();
        let words: Vec<Vec<u32>> = std::iter::repeat_n(0, SHORT_ROOM).chain(word.iter().copied()).map(column).collect();
        option_words(&self.columns(set, &words, meter)?, most, meter)
    }

    /// All columns of digits that lead from the position's first digit to the end.
    fn columns(&self, set: &Arc<Relation>, words: &[Vec<u32>], meter: &mut Meter) -> Result<Vec<Vec<Column>>> {
        let relations: Vec<(&Relation, &[Name])> =
            self.factors.iter().map(|(relation, names)| (&**relation.as_ref().unwrap_or(set), &names[..])).collect();
        let mut columns: Vec<Vec<Column>> = Vec::new();
        let mut states: Vec<Vec<State>> = vec![vec![0; relations.len()]];
        let mut digits: Vec<Option<u32>> = vec![None; self.names];
        for given in words {
            let mut numbered: HashMap<Vec<State>, u32> = HashMap::new();
            let mut column = Vec::new();
            for (from, before) in (0u32..).zip(&states) {
                digits.fill(None);
                digits.iter_mut().zip(given).for_each(|(digit, &given)| *digit = Some(given));
                meter.tick(relations.len() as u64)?;
                let mut reached = Vec::new();
                read(&relations, before, &mut digits, &mut Vec::new(), &mut |digits, after| {
                    let option = self.option.iter().map(|&name| digits[name as usize].unwrap_or(0));
                    reached.push((letter_of(set.digits(), option), after.to_vec()));
                });
                for (letter, after) in reached {
                    let next = numbered.len() as u32;
                    let to = *numbered.entry(after).or_insert(next);
                    meter.push(&mut column, (from, letter, to))?;
                }
            }
            columns.push(column);
            states = vec![Vec::new(); numbered.len()];
            numbered.into_iter().for_each(|(state, number)| states[number as usize] = state);
        }
        let accepts =
            |state: &Vec<State>| relations.iter().zip(state).all(|((relation, _), &state)| relation.accepts(state));
        let mut alive: Vec<bool> = states.iter().map(accepts).collect();
        for column in columns.iter_mut().rev() {
            column.retain(|&(_, _, to)| alive.get(to as usize) == Some(&true));
            alive = vec![false; column.iter().map(|&(from, ..)| from as usize + 1).max().unwrap_or(0)];
            column.iter().for_each(|&(from, ..)| alive[from as usize] = true);
            column.sort_unstable();
            column.dedup();
            meter.tick(1)?;
        }
        Ok(columns)
    }
}

/// Is called with the digits that are chosen and the states that follow.
type EachColumn<'e> = dyn FnMut(&[Option<u32>], &[State]) + 'e;

/// Reads one digit in every relation: each way to choose the digits that are not
/// given, with the states that follow.
fn read(
    relations: &[(&Relation, &[Name])],
    before: &[State],
    digits: &mut [Option<u32>],
    after: &mut Vec<State>,
    each: &mut EachColumn<'_>,
) {
    let Some((relation, names)) = relations.get(after.len()) else { return each(digits, after) };
    // If all of its digits are given there is one letter, which need not be looked for.
    let given =
        names.iter().rev().try_fold(0, |letter, &name| Some(letter * relation.digits() + digits[name as usize]?));
    if let Some(letter) = given {
        if let Some(target) = relation.step(before[after.len()], letter) {
            after.push(target);
            read(relations, before, digits, after, each);
            after.pop();
        }
        return;
    }
    let kept: Vec<Option<u32>> = names.iter().map(|&name| digits[name as usize]).collect();
    for (letter, target) in relation.row(before[after.len()]) {
        let column = digits_of(letter, relation.digits(), names.len());
        let agrees =
            names.iter().zip(column).all(|(&name, digit)| *digits[name as usize].get_or_insert(digit) == digit);
        if agrees {
            after.push(target);
            read(relations, before, digits, after, each);
            after.pop();
        }
        names.iter().zip(&kept).for_each(|(&name, kept)| digits[name as usize] = *kept);
    }
}

/// The different words of options along the columns, at most `most` of them.
fn option_words(columns: &[Vec<Column>], most: usize, meter: &mut Meter) -> Result<Vec<Vec<Letter>>> {
    let mut found = Vec::new();
    let mut word = Vec::new();
    // The places of all states that a word leads to, with its last letter.
    let mut stack: Vec<(usize, Letter, Vec<u32>)> = vec![(0, 0, vec![0])];
    while let Some((place, letter, states)) = stack.pop() {
        word.truncate(place.saturating_sub(1));
        if place > 0 {
            word.push(letter);
        }
        let Some(column) = columns.get(place) else {
            meter.take(4 * word.len() as u64)?;
            found.push(word.clone());
            if found.len() >= most {
                break;
            }
            continue;
        };
        let mut next: Vec<(Letter, u32)> = Vec::new();
        for &state in &states {
            let from = column.partition_point(|&(from, ..)| from < state);
            let edges = column[from..].iter().take_while(|&&(from, ..)| from == state);
            next.extend(edges.map(|&(_, letter, to)| (letter, to)));
        }
        next.sort_unstable();
        next.dedup();
        meter.tick(1 + next.len() as u64)?;
        for group in next.chunk_by(|x, y| x.0 == y.0) {
            stack.push((place + 1, group[0].0, group.iter().map(|&(_, to)| to).collect()));
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use crate::prove::{Certificate, THEOREMS};
    use crate::{Budget, Play, Position, RuleExt, rules};

    /// Every theorem that is kept, against its rules, in a box.
    #[test]
    fn the_moves_of_a_theorem_are_those_of_the_rules() -> Result<(), Box<dyn std::error::Error>> {
        for known in &THEOREMS {
            let theorem = known.theorem().ok_or(known.name)?;
            let certificate = Certificate::from_json(known.certificate)?;
            let parameters = if certificate.parameters.is_empty() {
                Vec::new()
            } else {
                rules::parameters(&certificate.parameters)?
            };
            let game = rules::compile_with(&certificate.rules, &parameters).map_err(|problems| problems.to_string())?;
            let width = theorem.names.len();
            let side: u64 = match width {
                1 => 60,
                2 => 14,
                3 => 6,
                _ => 4,
            };
            for index in 0..side.pow(width as u32) {
                let words: Vec<u64> = (0..width as u32).map(|pile| index / side.pow(pile) % side).collect();
                if !words[..theorem.sorted].is_sorted() {
                    continue;
                }
                let position = game.position_of_words(&words);
                let options: Vec<Position> =
                    game.option_list(&words)?.iter().map(|option| game.position_of_words(option)).collect();
                for value in 0..=theorem.value().min(2) {
                    let found = theorem.moves_to_value(&position, value, Budget::default())?;
                    let mut expected = Vec::new();
                    for option in &options {
                        if theorem.value_of(option.numbers(), Budget::default())? == Some(value) {
                            expected.push(option.clone());
                        }
                    }
                    expected.sort_unstable();
                    expected.dedup();
                    assert_eq!(found.list, expected, "{} {position} to {value}", known.name);
                    assert!(found.complete);
                }
                let lost = theorem.value_of(position.numbers(), Budget::default())? == Some(0);
                assert_eq!(
                    theorem.analyse(&position, Budget::default())?.winning_moves.list.is_empty(),
                    lost || (options.is_empty() && theorem.play == Play::Misere)
                );
            }
        }
        Ok(())
    }
}

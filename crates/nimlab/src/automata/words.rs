//! A numeration system given by the words that no number contains, such as
//! `words:01/111`: the digits, then what is forbidden. A forbidden word that ends
//! in `$` is forbidden at the end of a number only.
//!
//! The automaton keeps the longest end of what was read with which a forbidden word
//! begins. A forbidden word must not begin with 0: then leading zeros change
//! nothing, as every system of [`super::Numbers`] needs.

use super::relation::{Letter, Relation, State};
use crate::error::{Error, Result};

/// The digits, in this order.
const DIGITS: &str = "0123456789abcdefghijklmnopqrstuvwxyz";

/// The most letters of all forbidden words together.
const MOST_LETTERS: usize = 200;

/// What is forbidden.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Forbidden {
    digits: u32,
    /// Forbidden anywhere.
    anywhere: Vec<Vec<u32>>,
    /// Forbidden at the end of a number.
    last: Vec<Vec<u32>>,
}

impl Forbidden {
    /// Reads `01/111`, the part of a name after `words:`.
    pub fn read(text: &str) -> Result<Forbidden> {
        let refused = |expected: &str| Error::BadParameters {
            game: "words".into(),
            given: text.to_owned(),
            expected: expected.to_owned(),
            example: "words:01/111".into(),
        };
        let (digits, forbidden) = text.split_once('/').unwrap_or((text, ""));
        if !(2..=DIGITS.len()).contains(&digits.len()) || !DIGITS.starts_with(digits) {
            return Err(refused("takes all digits in order, 01 or 012 and so on, then / and forbidden words"));
        }
        if forbidden.len() > MOST_LETTERS {
            return Err(refused("takes forbidden words of at most 200 letters in all"));
        }
        let count = digits.len() as u32;
        let mut this = Forbidden { digits: count, anywhere: Vec::new(), last: Vec::new() };
        for word in forbidden.split(',').filter(|_| !forbidden.is_empty()) {
            let plain = word.strip_suffix('$');
            let read = |letter: char| letter.to_digit(36).filter(|&digit| digit < count && !letter.is_uppercase());
            let letters: Option<Vec<u32>> = plain.unwrap_or(word).chars().map(read).collect();
            match letters {
                Some(letters) if letters.first().is_some_and(|&first| first > 0) => {
                    if plain.is_some() { &mut this.last } else { &mut this.anywhere }.push(letters);
                }
                Some(letters) if !letters.is_empty() => {
                    return Err(refused(
                        "takes forbidden words that do not begin with 0, because zeros before a number must not change it",
                    ));
                }
                _ => return Err(refused("takes forbidden words of its digits, with commas between them")),
            }
        }
        for list in [&mut this.anywhere, &mut this.last] {
            list.sort();
            list.dedup();
        }
        match this.valid().is_some() {
            true => Ok(this),
            false => Err(refused("takes forbidden words that leave infinitely many numbers")),
        }
    }

    /// What stands after `words:` in the name of the system.
    pub fn name(&self) -> String {
        let words: Vec<String> = self.written().collect();
        let digits = &DIGITS[..self.digits as usize];
        if words.is_empty() { digits.to_owned() } else { format!("{digits}/{}", words.join(",")) }
    }

    fn written(&self) -> impl Iterator<Item = String> + '_ {
        let word = |word: &Vec<u32>| word.iter().filter_map(|&digit| DIGITS.chars().nth(digit as usize)).collect();
        let anywhere = self.anywhere.iter().map(word);
        anywhere.chain(self.last.iter().map(move |letters| format!("{}$", word(letters) as String)))
    }

    /// The valid words; `None` if they are finitely many, up to leading zeros.
    pub fn valid(&self) -> Option<Relation> {
        // The states: all beginnings of forbidden words that are not forbidden.
        let mut states: Vec<&[u32]> = vec![&[]];
        let ends_in = |list: &[Vec<u32>], word: &[u32]| list.iter().any(|other| word.ends_with(other));
        for word in self.anywhere.iter().chain(&self.last) {
            for length in 1..=word.len() {
                let begun = &word[..length];
                let forbidden = (1..=length).any(|end| ends_in(&self.anywhere, &word[..end]));
                if !forbidden && !states.contains(&begun) {
                    states.push(begun);
                }
            }
        }
        let step = |state: &[u32], digit: u32| -> Option<usize> {
            let word: Vec<u32> = state.iter().copied().chain([digit]).collect();
            if ends_in(&self.anywhere, &word) {
                return None;
            }
            (0..=word.len()).find_map(|from| states.iter().position(|state| *state == &word[from..]))
        };
        let targets: Vec<Vec<(Letter, usize)>> = states
            .iter()
            .map(|state| (0..self.digits).filter_map(|digit| Some((digit, step(state, digit)?))).collect())
            .collect();
        let accepts: Vec<bool> = states.iter().map(|state| !ends_in(&self.last, state)).collect();
        // A state from which no number can be reached is left out.
        let mut live = accepts.clone();
        for _ in 0..states.len() {
            for state in 0..states.len() {
                live[state] |= targets[state].iter().any(|&(_, to)| live[to]);
            }
        }
        let kept: Vec<usize> = (0..states.len()).filter(|&state| live[state]).collect();
        let number = |state: usize| kept.iter().position(|&other| other == state);
        let row = |&state: &usize| {
            let row = targets[state].iter().filter_map(|&(digit, to)| Some((digit, number(to)? as State)));
            (accepts[state], row.collect())
        };
        let rows: Vec<(bool, Vec<(Letter, State)>)> = kept.iter().map(row).collect();
        has_a_loop(&rows).then(|| Relation::from_rows(1, self.digits, &rows))?
    }
}

/// Whether there are infinitely many numbers: whether there is a loop besides that of
/// the zeros before a number. From every state a number can be reached.
fn has_a_loop(rows: &[(bool, Vec<(Letter, State)>)]) -> bool {
    let mut ends = vec![false; rows.len()];
    let leading = |state: usize, (letter, to): (Letter, State)| state == 0 && letter == 0 && to == 0;
    // A state from which every way ends lies in no loop. As many rounds as there are
    // states find them all.
    for _ in 0..rows.len() {
        for (state, (_, row)) in rows.iter().enumerate() {
            ends[state] = row.iter().all(|&(letter, to)| leading(state, (letter, to)) || ends[to as usize]);
        }
    }
    ends.contains(&false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automata::Numbers;

    /// By the definition: no forbidden word anywhere, none of the others at the end.
    fn is_valid(word: &[u32], anywhere: &[&[u32]], last: &[&[u32]]) -> bool {
        !anywhere.iter().any(|other| word.windows(other.len()).any(|part| part == *other))
            && !last.iter().any(|other| word.ends_with(other))
    }

    #[test]
    fn the_numbers_of_a_system_are_its_valid_words_in_order() -> Result<()> {
        type Case = (&'static str, u32, &'static [&'static [u32]], &'static [&'static [u32]]);
        let cases: [Case; 7] = [
            ("words:01", 2, &[], &[]),
            ("words:01/11", 2, &[&[1, 1]], &[]),
            ("words:01/101,1111", 2, &[&[1, 0, 1], &[1, 1, 1, 1]], &[]),
            ("words:012/22", 3, &[&[2, 2]], &[]),
            ("words:012/21,22,2$", 3, &[&[2, 1], &[2, 2]], &[&[2]]),
            ("words:0123/3,12", 4, &[&[3], &[1, 2]], &[]),
            ("words:012/1202,120,2$,10$", 3, &[&[1, 2, 0, 2], &[1, 2, 0]], &[&[2], &[1, 0]]),
        ];
        for (name, digits, anywhere, last) in cases {
            let numbers = Numbers::named(name)?;
            let mut next = 0;
            for index in 0..digits.pow(7) {
                let word: Vec<u32> = (0..7).rev().map(|place| index / digits.pow(place) % digits).collect();
                let number = is_valid(&word, anywhere, last).then(|| {
                    next += 1;
                    next - 1
                });
                assert_eq!(numbers.number(word.iter().copied()), number, "{name}: {word:?}");
            }
        }
        Ok(())
    }

    #[test]
    fn the_same_words_are_the_same_numbers() -> Result<()> {
        let pairs = [
            ("words:01/11", "zeckendorf"),
            ("words:01/111", "tribonacci"),
            ("words:012/21,22", "p:2"),
            ("words:012/21,22,2$", "q:2"),
            ("words:012", "base:3"),
        ];
        for (one, two) in pairs {
            let (one, two) = (Numbers::named(one)?, Numbers::named(two)?);
            for number in (0..3000).chain([1 << 90]) {
                assert_eq!(one.word(number, 0), two.word(number, 0));
            }
            let large = (crate::number::UBig::ONE << 700) + crate::number::UBig::from(5u8);
            let budget = crate::Budget::default();
            assert_eq!(one.word_of(&large, budget)?, two.word_of(&large, budget)?);
            assert_eq!(one.number_of(two.word_of(&large, budget)?, budget)?, large);
        }
        Ok(())
    }

    #[test]
    fn what_gives_no_numbers_is_refused() {
        for (name, says) in [
            ("words:", "all digits in order"),
            ("words:0", "all digits in order"),
            ("words:10/11", "all digits in order"),
            ("words:013/11", "all digits in order"),
            ("words:01/011", "do not begin with 0"),
            ("words:01/0", "do not begin with 0"),
            ("words:01/0$", "do not begin with 0"),
            ("words:01/12", "words of its digits"),
            ("words:01/11,,101", "words of its digits"),
            ("words:01/$", "words of its digits"),
            ("words:01/1", "infinitely many"),
            ("words:01/1$,10$,100", "infinitely many"),
            ("words:012/1,20,21,22", "infinitely many"),
            ("words:01/10", "too few numbers"),
        ] {
            let Err(error) = Numbers::named(name) else { panic!("{name}") };
            assert!(error.to_string().contains(says), "{name}: {error}");
        }
        assert!(Numbers::named(&format!("words:01/{}", "1".repeat(2000))).is_err());
        // More than 2^128 words of so many digits.
        assert!(Numbers::named(&format!("words:01/{}", "1".repeat(200))).is_ok());
        assert!(Numbers::named(&format!("words:0123456789abcdefghijklmnopqrstuvwxyz/{}", "1".repeat(60))).is_ok());
    }

    #[test]
    fn a_name_is_read_as_it_is_written() -> Result<()> {
        for name in ["words:01", "words:01/11", "words:012/21,22,2$", "words:0123456789a/a9,aa"] {
            assert_eq!(Numbers::named(name)?.name(), name);
        }
        assert_eq!(Numbers::named("words:012/22,21,22")?.name(), "words:012/21,22");
        assert_eq!(Numbers::named("words:012/22")?.title(), "digits in the system words:012/22");
        Ok(())
    }
}

//! Numbers as words: a numeration system given by its valid words, and nothing
//! else.
//!
//! The valid words, up to leading zeros, in the order of the alphabet, are 0, 1,
//! 2, … by definition. So x < y is an automaton with two states, and the number
//! of a word is found by counting the words before it. In base b all words are
//! valid; Zeckendorf's have no two ones side by side; in the p-system with
//! parameter a (Thesis-W, section 4.3) a digit a is followed by 0, and in the
//! q-system besides the last digit is less than a. In all of them this order is
//! that of the numbers that the digits stand for. Any other system is given by the
//! words that its numbers do not contain ([`super::words`]).

use super::operations::letter_of;
use super::relation::{Letter, Relation, State};
use super::words::Forbidden;
use crate::error::{Error, Result};
use crate::number::{BitTest, UBig};
use crate::numeration::{Representation, System};
use crate::{Budget, Meter};
use std::fmt;

/// A numeration system by its valid words.
///
/// ```
/// use nimlab::automata::Numbers;
/// let zeckendorf = Numbers::named("zeckendorf")?;
/// // 12 = 8 + 3 + 1
/// assert_eq!(zeckendorf.word(12, 0), Some(vec![1, 0, 1, 0, 1]));
/// assert_eq!(zeckendorf.number([1, 0, 1, 0, 1].into_iter()), Some(12));
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Numbers {
    name: SystemName,
    valid: Relation,
    /// For each length, the number of valid words from each state, as long as it
    /// fits into 127 bits.
    counts: Vec<Vec<u128>>,
}

/// Which system it is.
#[derive(Debug, Clone, PartialEq, Eq)]
enum SystemName {
    Zeckendorf,
    Tribonacci,
    P(u32),
    Q(u32),
    Base(u32),
    Words(Forbidden),
}

impl fmt::Display for SystemName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SystemName::Zeckendorf => f.write_str("zeckendorf"),
            SystemName::Tribonacci => f.write_str("tribonacci"),
            SystemName::P(a) => write!(f, "p:{a}"),
            SystemName::Q(a) => write!(f, "q:{a}"),
            SystemName::Base(b) => write!(f, "base:{b}"),
            SystemName::Words(forbidden) => write!(f, "words:{}", forbidden.name()),
        }
    }
}

/// The largest digit that a system may have.
const MOST: u32 = 36;

/// A system must have 2^126 numbers of at most this many digits. Where numbers grow
/// more slowly than that, no small automaton adds: a sum would have far more digits
/// than its parts.
const LONGEST: usize = 4096;

impl Numbers {
    /// The system of this name: `zeckendorf`, `tribonacci`, `p:2`, `q:2`,
    /// `base:2`, or by the words that no number contains: `words:01/111`.
    ///
    /// ```
    /// use nimlab::automata::Numbers;
    /// let numbers = Numbers::named("words:012/22")?;
    /// let words: Vec<_> = (6..9).filter_map(|number| numbers.word(number, 0)).collect();
    /// assert_eq!(words, [[2, 0], [2, 1]].map(|word| word.to_vec()).into_iter().chain([vec![1, 0, 0]]).collect::<Vec<_>>());
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn named(name: &str) -> Result<Numbers> {
        if let Some(text) = name.strip_prefix("words:") {
            return Self::of(SystemName::Words(Forbidden::read(text)?));
        }
        let parameter = |text: &str, least: u32| text.parse().ok().filter(|a| (least..=MOST).contains(a));
        let known = match name.split_once(':') {
            None if name == "zeckendorf" => Some(SystemName::Zeckendorf),
            None if name == "tribonacci" => Some(SystemName::Tribonacci),
            Some(("p", text)) => {
                parameter(text, 1).map(|a| if a == 1 { SystemName::Zeckendorf } else { SystemName::P(a) })
            }
            Some(("q", text)) => parameter(text, 2).map(SystemName::Q),
            Some(("base", text)) => parameter(text, 2).map(SystemName::Base),
            _ => None,
        };
        let unknown = || Error::UnknownWord {
            kind: "numeration system",
            given: name.to_owned(),
            nearest: None,
            known: ["zeckendorf", "tribonacci", "p:2", "q:2", "base:2", "words:012/22"].map(str::to_owned).to_vec(),
        };
        known.ok_or_else(unknown).and_then(Self::of)
    }

    fn of(name: SystemName) -> Result<Numbers> {
        type Row = (bool, Vec<(Letter, State)>);
        let (digits, states): (u32, Vec<Row>) = match &name {
            SystemName::Zeckendorf => (2, vec![(true, vec![(0, 0), (1, 1)]), (true, vec![(0, 0)])]),
            SystemName::Tribonacci => {
                (2, vec![(true, vec![(0, 0), (1, 1)]), (true, vec![(0, 0), (1, 2)]), (true, vec![(0, 0)])])
            }
            &SystemName::P(a) => {
                let all = (0..a).map(|digit| (digit, 0)).chain([(a, 1)]).collect();
                (a + 1, vec![(true, all), (true, vec![(0, 0)])])
            }
            // The last digit is less than a: a word must not end after an a.
            &SystemName::Q(a) => {
                let all = (0..a).map(|digit| (digit, 0)).chain([(a, 1)]).collect();
                (a + 1, vec![(true, all), (false, vec![(0, 0)])])
            }
            &SystemName::Base(b) => (b, vec![(true, (0..b).map(|digit| (digit, 0)).collect())]),
            SystemName::Words(forbidden) => match forbidden.valid() {
                Some(valid) => return Self::new(name, valid),
                None => unreachable!("what was read has infinitely many words"),
            },
        };
        let valid = Relation::of_rows(1, digits, &states);
        Self::new(name, valid)
    }

    fn new(name: SystemName, valid: Relation) -> Result<Numbers> {
        let accepts = |state| u128::from(valid.accepts(state as State));
        let mut counts: Vec<Vec<u128>> = vec![(0..valid.states()).map(accepts).collect()];
        loop {
            let last = &counts[counts.len() - 1];
            let sum =
                |state| valid.row(state as State).try_fold(0u128, |sum, (_, to)| sum.checked_add(last[to as usize]));
            let next: Option<Vec<u128>> = (0..valid.states()).map(sum).collect();
            match next.filter(|next| next[0] < 1 << 126) {
                Some(_) if counts.len() > LONGEST => {
                    return Err(Error::undecided(format!(
                        "{name} has too few numbers of {LONGEST} digits to add in it"
                    )));
                }
                Some(next) => counts.push(next),
                None => return Ok(Self { name, valid, counts }),
            }
        }
    }

    /// Its name.
    ///
    /// ```
    /// use nimlab::automata::Numbers;
    /// assert_eq!(Numbers::named("p:2")?.name(), "p:2");
    /// // The p-system with parameter 1 is Zeckendorf's.
    /// assert_eq!(Numbers::named("p:1")?.name(), "zeckendorf");
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn name(&self) -> String {
        self.name.to_string()
    }

    /// Its digits in words: `Zeckendorf digits`.
    ///
    /// ```
    /// use nimlab::automata::Numbers;
    /// assert_eq!(Numbers::named("base:2")?.title(), "binary digits");
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn title(&self) -> String {
        match &self.name {
            SystemName::Zeckendorf => "Zeckendorf digits".into(),
            SystemName::Tribonacci => "Tribonacci digits".into(),
            SystemName::P(a) => format!("digits in the p-system with parameter {a}"),
            SystemName::Q(a) => format!("digits in the q-system with parameter {a}"),
            SystemName::Base(2) => "binary digits".into(),
            SystemName::Base(b) => format!("digits in base {b}"),
            SystemName::Words(_) => format!("digits in the system {}", self.name),
        }
    }

    /// The valid words.
    ///
    /// ```
    /// use nimlab::automata::Numbers;
    /// let zeckendorf = Numbers::named("zeckendorf")?;
    /// assert!(zeckendorf.valid().holds([1, 0, 1]) && !zeckendorf.valid().holds([1, 1]));
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn valid(&self) -> &Relation {
        &self.valid
    }

    /// How many digits there are.
    ///
    /// ```
    /// assert_eq!(nimlab::automata::Numbers::named("base:10")?.digits(), 10);
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn digits(&self) -> u32 {
        self.valid.digits()
    }

    /// The longest words whose number is found in machine words.
    ///
    /// ```
    /// assert!(nimlab::automata::Numbers::named("base:2")?.longest() > 100);
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn longest(&self) -> usize {
        self.counts.len() - 1
    }

    /// How many words of this length may follow in a state of [`Numbers::valid`],
    /// if it is a machine word.
    ///
    /// ```
    /// use nimlab::automata::Numbers;
    /// let zeckendorf = Numbers::named("zeckendorf")?;
    /// let after_one = zeckendorf.valid().step(0, 1).unwrap();
    /// // After a 1: 00 and 01.
    /// assert_eq!((zeckendorf.after(0, 2), zeckendorf.after(after_one, 2)), (Some(3), Some(2)));
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn after(&self, state: State, length: usize) -> Option<u64> {
        self.counts.get(length).and_then(|counts| u64::try_from(counts[state as usize]).ok())
    }

    /// How many numbers have words of this length: 0 up to one less than this.
    ///
    /// ```
    /// use nimlab::automata::Numbers;
    /// assert_eq!(Numbers::named("base:2")?.below(10), 1024);
    /// assert_eq!(Numbers::named("zeckendorf")?.below(5), 13);
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn below(&self, length: usize) -> u128 {
        self.counts[length.min(self.longest())][0]
    }

    /// The number of a word; `None` if it is not valid or too long.
    ///
    /// ```
    /// use nimlab::automata::Numbers;
    /// let zeckendorf = Numbers::named("zeckendorf")?;
    /// assert_eq!(zeckendorf.number([1, 0, 0, 0].into_iter()), Some(5));
    /// assert_eq!(zeckendorf.number([1, 1].into_iter()), None);
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn number(&self, word: impl ExactSizeIterator<Item = u32>) -> Option<u128> {
        let mut left = word.len();
        let (mut state, mut number) = (0, 0);
        for digit in word {
            left -= 1;
            if left > self.longest() {
                // Only zeros may stand so far to the left.
                (digit == 0).then_some(())?;
                continue;
            }
            let before = self.valid.row(state).take_while(|&(other, _)| other < digit);
            number += before.map(|(_, target)| self.counts[left][target as usize]).sum::<u128>();
            state = self.valid.step(state, digit)?;
        }
        self.valid.accepts(state).then_some(number)
    }

    /// The digits of a number, with zeros before them up to `least` digits; `None` if
    /// it is too large.
    ///
    /// ```
    /// use nimlab::automata::Numbers;
    /// assert_eq!(Numbers::named("base:2")?.word(5, 4), Some(vec![0, 1, 0, 1]));
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn word(&self, mut number: u128, least: usize) -> Option<Vec<u32>> {
        let length = (0..=self.longest()).find(|&length| self.counts[length][0] > number)?;
        let mut word = vec![0; least.saturating_sub(length)];
        let mut state = 0;
        for left in (0..length).rev() {
            let (digit, target) = self.valid.row(state).find(|&(_, target)| {
                let words = self.counts[left][target as usize];
                let here = number < words;
                if !here {
                    number -= words;
                }
                here
            })?;
            word.push(digit);
            state = target;
        }
        Some(word)
    }

    /// The digits of a number of any size, the most significant first.
    ///
    /// ```
    /// use nimlab::{Budget, automata::Numbers, number::UBig};
    /// let word = Numbers::named("zeckendorf")?.word_of(&UBig::from(12u8), Budget::default())?;
    /// assert_eq!(word, [1, 0, 1, 0, 1]);
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn word_of(&self, number: &UBig, budget: Budget) -> Result<Vec<u32>> {
        if let Some(word) = u128::try_from(number).ok().and_then(|number| self.word(number, 0)) {
            return Ok(word);
        }
        let Some(system) = self.weighted() else {
            let SystemName::Base(base) = &self.name else { return self.greedy(number, budget) };
            let text = number.in_radix(*base as u8).to_string();
            return Ok(text.chars().filter_map(|digit| digit.to_digit(*base)).collect());
        };
        let mut digits = system.small_digits(std::slice::from_ref(number), budget)?.unwrap_or_default();
        let digits = digits.pop().unwrap_or_default();
        Ok(digits.into_iter().rev().map(u32::from).skip_while(|&digit| digit == 0).collect())
    }

    /// The digits of several numbers of any size side by side, the least significant first.
    pub(crate) fn words_of(&self, numbers: &[UBig], budget: Budget) -> Result<Vec<Vec<u8>>> {
        if let Some(system) = self.weighted()
            && let Some(words) = system.small_digits(numbers, budget)?
        {
            return Ok(words);
        }
        let word = |number| {
            let word = self.word_of(number, budget)?;
            // No digit is above 36.
            Ok(word.into_iter().rev().map(|digit| digit as u8).collect())
        };
        numbers.iter().map(word).collect()
    }

    /// The p- or q-system that it is, if it is one.
    fn weighted(&self) -> Option<System> {
        match &self.name {
            SystemName::Zeckendorf => Some(System::p(UBig::ONE)),
            SystemName::P(a) => Some(System::p((*a).into())),
            SystemName::Q(a) => Some(System::q((*a).into())),
            SystemName::Base(_) | SystemName::Tribonacci | SystemName::Words(_) => None,
        }
    }

    /// The number of a word of any length.
    ///
    /// ```
    /// use nimlab::{Budget, automata::Numbers, number::UBig};
    /// let number = Numbers::named("zeckendorf")?.number_of(vec![1, 0, 1, 0, 1], Budget::default())?;
    /// assert_eq!(number, UBig::from(12u8));
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn number_of(&self, word: Vec<u32>, budget: Budget) -> Result<UBig> {
        if let Some(number) = self.number(word.iter().copied()) {
            return Ok(number.into());
        }
        let Some(system) = self.weighted() else { return self.counted(&word, budget) };
        system.interpret(&Representation::new(word.into_iter().rev().map(UBig::from).collect()))
    }

    /// How many words stand before a word, by counting: quadratic.
    fn counted(&self, word: &[u32], budget: Budget) -> Result<UBig> {
        let mut meter = budget.meter("the number of a word");
        let accepts = |state| UBig::from(u8::from(self.valid.accepts(state)));
        let mut counts: Vec<UBig> = (0..self.valid.states() as State).map(accepts).collect();
        // The states before each digit; then from the last digit on.
        let mut states = vec![0];
        for &digit in word {
            let state = self.valid.step(states[states.len() - 1], digit);
            states.push(state.ok_or_else(|| Error::undecided(format!("a word breaks the rules of {}", self.name())))?);
        }
        let mut number = UBig::ZERO;
        for (&state, &digit) in states.iter().zip(word).rev() {
            meter.tick(1 + word.len() as u64 / 64)?;
            let before = self.valid.row(state).take_while(|&(other, _)| other < digit);
            number += before.map(|(_, target)| &counts[target as usize]).sum::<UBig>();
            let sum = |state| self.valid.row(state).map(|(_, to)| &counts[to as usize]).sum::<UBig>();
            counts = (0..self.valid.states() as State).map(sum).collect();
        }
        Ok(number)
    }

    /// The digits by counting the words of each length: quadratic.
    fn greedy(&self, number: &UBig, budget: Budget) -> Result<Vec<u32>> {
        let mut meter = budget.meter("the digits of a number");
        let accepts = |state| UBig::from(u8::from(self.valid.accepts(state)));
        let mut counts: Vec<Vec<UBig>> = vec![(0..self.valid.states() as State).map(accepts).collect()];
        while counts[counts.len() - 1][0] <= *number {
            let last = &counts[counts.len() - 1];
            let sum = |state| self.valid.row(state).map(|(_, to)| &last[to as usize]).sum::<UBig>();
            let next: Vec<UBig> = (0..self.valid.states() as State).map(sum).collect();
            meter.take(next.iter().map(|count| count.bit_len() as u64 / 8 + 32).sum())?;
            meter.tick(1 + number.bit_len() as u64 / 64)?;
            counts.push(next);
        }
        let (mut state, mut left, mut word) = (0, number.clone(), Vec::new());
        for words in counts[..counts.len() - 1].iter().rev() {
            for (digit, target) in self.valid.row(state).collect::<Vec<_>>() {
                let count = &words[target as usize];
                if left < *count {
                    word.push(digit);
                    state = target;
                    break;
                }
                left -= count;
            }
            meter.tick(1 + number.bit_len() as u64 / 64)?;
        }
        Ok(word)
    }

    /// The word of several numbers side by side; `None` if one is too large.
    ///
    /// ```
    /// use nimlab::automata::Numbers;
    /// // 101 and 011 in columns: the letters are 1 + 2·0, 0 + 2·1 and 1 + 2·1.
    /// assert_eq!(Numbers::named("base:2")?.side_by_side(&[5, 3]), Some(vec![1, 2, 3]));
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn side_by_side(&self, numbers: &[u128]) -> Option<Vec<Letter>> {
        let words = numbers.iter().map(|&number| self.word(number, 0)).collect::<Option<Vec<_>>>()?;
        let length = words.iter().map(Vec::len).max().unwrap_or(0);
        let digit = |word: &Vec<u32>, place: usize| (place + word.len()).checked_sub(length).map_or(0, |at| word[at]);
        Some((0..length).map(|place| letter_of(self.digits(), words.iter().map(|word| digit(word, place)))).collect())
    }

    /// The words of 0, 1, 2, … up to this length, packed: `bits` for each digit, the
    /// first one highest.
    pub fn packed(&self, length: usize, bits: u32, meter: &mut Meter) -> Result<Vec<u128>> {
        let all = self.below(length) as usize;
        let mut words = Vec::new();
        meter.reserve(&mut words, all)?;
        // Depth first; the smallest digit lies on top.
        let mut stack: Vec<(u128, State, usize)> = vec![(0, 0, length)];
        while let Some((word, state, left)) = stack.pop() {
            if left == 0 {
                if self.valid.accepts(state) {
                    words.push(word);
                }
                continue;
            }
            let from = stack.len();
            stack.extend(self.valid.row(state).map(|(digit, to)| (word << bits | u128::from(digit), to, left - 1)));
            stack[from..].reverse();
            meter.tick(1)?;
        }
        Ok(words)
    }

    /// The numbers of a word of several side by side; `None` if one is not valid
    /// or too large.
    ///
    /// ```
    /// use nimlab::automata::Numbers;
    /// assert_eq!(Numbers::named("base:2")?.apart(&[1, 2, 3], 2), Some(vec![5, 3]));
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn apart(&self, word: &[Letter], tracks: usize) -> Option<Vec<u128>> {
        let digits = self.digits();
        let track = |track: usize| word.iter().map(move |&letter| letter / digits.pow(track as u32) % digits);
        (0..tracks).map(|number| self.number(track(number))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_the_order_of_the_alphabet_are_the_numbers() -> Result<()> {
        for name in ["zeckendorf", "tribonacci", "p:2", "p:3", "q:2", "q:4", "base:2", "base:10"] {
            let numbers = Numbers::named(name)?;
            let words: Vec<Vec<u32>> = (0..2000).filter_map(|number| numbers.word(number, 20)).collect();
            assert!(words.is_sorted() && words.windows(2).all(|pair| pair[0] != pair[1]), "{name}");
            for (number, word) in words.iter().enumerate() {
                assert_eq!(numbers.number(word.iter().copied()), Some(number as u128), "{name}");
            }
            assert_eq!(numbers.below(0), 1);
            let large = (1 << 100) + 12345;
            let word = numbers.word(large, 0).unwrap_or_default();
            assert_eq!(numbers.number(word.iter().copied()), Some(large), "{name}");
        }
        for name in ["zeckendorf", "tribonacci", "p:3", "q:2", "base:10", "base:3"] {
            let numbers = Numbers::named(name)?;
            let budget = Budget::default();
            // Beyond the machine words it goes on as within them.
            let (small, large) = ((1u128 << 120) + 7, (UBig::ONE << 1000) + UBig::from(12345u16));
            assert_eq!(numbers.word_of(&small.into(), budget)?, numbers.word(small, 0).unwrap_or_default(), "{name}");
            assert_eq!(numbers.word_of(&large, budget)?, numbers.greedy(&large, budget)?, "{name}");
            for number in [small.into(), large, UBig::ZERO] {
                let word = numbers.word_of(&number, budget)?;
                assert_eq!(numbers.counted(&word, budget)?, number, "{name}");
                assert_eq!(numbers.number_of(word, budget)?, number, "{name}");
            }
        }
        assert_eq!(Numbers::named("zeckendorf")?.word(12, 0), Some(vec![1, 0, 1, 0, 1]));
        assert_eq!(Numbers::named("zeckendorf")?.number([1, 1].into_iter()), None);
        assert_eq!(Numbers::named("p:2")?.word(7, 0), Some(vec![1, 0, 0]));
        assert_eq!(Numbers::named("base:2")?.side_by_side(&[5, 1]), Some(vec![1, 0, 3]));
        assert_eq!(Numbers::named("base:2")?.apart(&[1, 0, 3], 2), Some(vec![5, 1]));
        Ok(())
    }
}

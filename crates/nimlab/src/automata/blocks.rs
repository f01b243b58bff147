//! The least number of states that an automaton needs to tell, from the digits of n,
//! the letter at place n of a given sequence.
//!
//! The numbers whose words begin with the same prefix and have m more digits are an
//! interval, and the sequence has a block there. If an automaton tells the letter of
//! every number from its digits, then two prefixes that lead to the same state have the
//! same blocks for every m. So there are at least as many states as different blocks, for
//! each m that a finite piece of the sequence knows. A sequence that is automatic in the
//! system has bounded counts; where they grow as fast as the number of prefixes, the
//! piece shows no sign of an automaton.
//!
//! Blocks are numbered from the shortest on: a block is the list of its parts, one for
//! each next digit, and equal lists have equal numbers. Nothing is hashed away. The cost
//! is about twice the length of the piece, in numbers of 4 bytes.

use super::numbers::Numbers;
use super::relation::State;
use crate::Meter;
use crate::error::Result;
use std::collections::HashMap;

/// The different blocks of one length.
///
/// ```
/// use nimlab::{Budget, automata::{Numbers, different_blocks}};
/// let all_alike = vec![0; 1000];
/// let mut meter = Budget::default().meter("blocks");
/// let counts = different_blocks(&all_alike, &Numbers::named("base:2")?, &mut meter)?;
/// assert!(counts.iter().all(|count| count.different == 1));
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlockCount {
    /// The digits that follow a prefix.
    pub digits: usize,
    /// The prefixes whose blocks lie within the piece.
    pub prefixes: usize,
    /// How many different blocks they have: an automaton has at least that many states.
    pub different: usize,
}

/// A prefix: the state of the system behind it, and the number of its block.
type PrefixBlock = (State, u32);

/// Counts the different blocks of a piece of a sequence, the letters of 0, 1, 2, …, for
/// all numbers of digits that it knows.
///
/// ```
/// use nimlab::{Budget, automata::{Numbers, different_blocks}};
/// // Thue and Morse: the parity of the binary digits, an automaton of two states.
/// let letters: Vec<u8> = (0..1024u32).map(|n| (n.count_ones() % 2) as u8).collect();
/// let mut meter = Budget::default().meter("blocks");
/// let counts = different_blocks(&letters, &Numbers::named("base:2")?, &mut meter)?;
/// assert_eq!(counts.iter().map(|count| count.different).max(), Some(2));
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn different_blocks(letters: &[u8], numbers: &Numbers, meter: &mut Meter) -> Result<Vec<BlockCount>> {
    let fits = |&length: &usize| numbers.below(length) <= letters.len() as u128;
    let length = (0..=numbers.longest()).take_while(fits).last().unwrap_or(0);
    // Below each prefix stand the prefixes with one digit more, in the same order.
    let mut states: Vec<Vec<State>> = vec![vec![0]];
    for _ in 0..length {
        let mut next = Vec::new();
        for &state in &states[states.len() - 1] {
            for (_, target) in numbers.valid().row(state) {
                meter.push(&mut next, target)?;
            }
        }
        meter.tick(next.len() as u64)?;
        states.push(next);
    }
    let mut blocks: Vec<u32> = Vec::new();
    let mut rest = letters.iter();
    for &state in &states[length] {
        // A word that is no number has no letter.
        let letter =
            if numbers.valid().accepts(state) { rest.next().map_or(0, |&letter| 1 + u32::from(letter)) } else { 0 };
        meter.push(&mut blocks, letter)?;
    }
    let mut counts = vec![count(&states[length], &blocks, 0, meter)?];
    for digits in 1..=length {
        let mut parts = blocks.iter();
        let mut known: HashMap<Vec<PrefixBlock>, u32> = HashMap::new();
        let mut wider = Vec::new();
        let above = &states[length - digits];
        meter.reserve(&mut wider, above.len())?;
        let mut block: Vec<PrefixBlock> = Vec::new();
        for &state in above {
            block.clear();
            block.extend(numbers.valid().row(state).zip(&mut parts).map(|((_, target), &part)| (target, part)));
            let number = match known.get(&block) {
                Some(&number) => number,
                None => {
                    meter.take(64 + 8 * block.len() as u64)?;
                    let number = known.len() as u32;
                    known.insert(block.clone(), number);
                    number
                }
            };
            wider.push(number);
        }
        meter.tick(4 * above.len() as u64)?;
        counts.push(count(above, &wider, digits, meter)?);
        meter.give_back(
            4 * blocks.capacity() as u64 + known.keys().map(|block| 64 + 8 * block.len() as u64).sum::<u64>(),
        );
        blocks = wider;
    }
    Ok(counts)
}

/// The different pairs of a state of the system and a block: words that are valid behind
/// one prefix and not behind another tell them apart too.
fn count(states: &[State], blocks: &[u32], digits: usize, meter: &mut Meter) -> Result<BlockCount> {
    let most = blocks.iter().max().map_or(0, |&most| most as usize + 1);
    let kinds = states.iter().max().map_or(0, |&most| most as usize + 1);
    meter.take((most * kinds) as u64)?;
    let mut seen = vec![false; most * kinds];
    states.iter().zip(blocks).for_each(|(&state, &block)| seen[state as usize * most + block as usize] = true);
    meter.give_back((most * kinds) as u64);
    Ok(BlockCount { digits, prefixes: states.len(), different: seen.iter().filter(|&&seen| seen).count() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;
    use std::collections::HashSet;

    /// Blocks as slices of the sequence, from the words of the numbers alone.
    fn by_definition(letters: &[u8], numbers: &Numbers, length: usize, digits: usize) -> BlockCount {
        let valid = numbers.valid();
        let all = numbers.below(length) as usize;
        let mut blocks: HashMap<Vec<u32>, Vec<(Vec<u32>, u8)>> = HashMap::new();
        for (number, &letter) in letters[..all].iter().enumerate() {
            let word = numbers.word(number as u128, length).expect("a small number");
            let (prefix, rest) = word.split_at(length - digits);
            blocks.entry(prefix.to_vec()).or_default().push((rest.to_vec(), letter));
        }
        let state = |word: &[u32]| word.iter().try_fold(0, |state, &digit| valid.step(state, digit));
        let different: HashSet<_> = blocks.iter().map(|(prefix, block)| (state(prefix), block.clone())).collect();
        BlockCount { digits, prefixes: blocks.len(), different: different.len() }
    }

    #[test]
    fn blocks_are_those_of_the_words() -> Result<()> {
        let mut random = 0x9e37_79b9_7f4a_7c15_u64;
        let mut below = |bound: u64| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            (random >> 20) % bound
        };
        for system in ["base:2", "base:3", "zeckendorf", "tribonacci", "p:2"] {
            let numbers = Numbers::named(system)?;
            for kinds in [1, 2, 3] {
                let length = 7;
                // A little more than the words of this length, which is not looked at.
                let all = numbers.below(length) as u64
                    + below(numbers.below(length + 1) as u64 - numbers.below(length) as u64);
                let repeats = 1 + below(9);
                let letters: Vec<u8> =
                    (0..all).map(|n| if n % repeats == 0 { 0 } else { below(kinds) as u8 }).collect();
                let counts = different_blocks(&letters, &numbers, &mut Budget::default().meter("blocks"))?;
                assert_eq!(counts.len(), length + 1);
                for count in counts {
                    assert_eq!(count, by_definition(&letters, &numbers, length, count.digits), "{system} {kinds}");
                }
            }
        }
        Ok(())
    }

    #[test]
    fn an_automaton_has_at_least_as_many_states() -> Result<()> {
        // The smaller numbers of Wythoff's pairs, in Zeckendorf's system: those whose word
        // ends in an even number of zeros. Its smallest automaton has three states.
        let mut letters = [2u8; 20_000];
        for n in 0u64.. {
            let a = (n + (5 * n * n).isqrt()) / 2;
            let Some(letter) = letters.get_mut(a as usize) else { break };
            *letter = 1;
        }
        let numbers = Numbers::named("zeckendorf")?;
        let counts = different_blocks(&letters, &numbers, &mut Budget::default().meter("blocks"))?;
        let most = counts.iter().map(|count| count.different).max();
        assert!(most.is_some_and(|most| (3..=6).contains(&most)), "{most:?}");
        let binary = different_blocks(&letters, &Numbers::named("base:2")?, &mut Budget::default().meter("blocks"))?;
        assert!(binary.iter().any(|count| count.different > 100), "{binary:?}");
        Ok(())
    }

    #[test]
    fn what_does_not_fit_is_refused() -> Result<()> {
        let numbers = Numbers::named("base:2")?;
        let few = Budget::default().in_bytes(1000);
        assert!(different_blocks(&[0; 4096], &numbers, &mut few.meter("blocks")).is_err());
        assert_eq!(different_blocks(&[], &numbers, &mut few.meter("blocks"))?.len(), 1);
        Ok(())
    }
}

//! What is computed with automata, against plain definitions on all short words;
//! and learning, against automata that are known.

use super::learn::Learner;
use super::*;
use crate::error::Result;
use crate::{Budget, Meter};
use std::collections::BTreeSet;
use std::sync::Arc;

fn meter() -> Meter {
    Budget::default().meter("a test")
}

/// Numbers by chance, the same ones every time (Marsaglia's xorshift).
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as u32 % bound
    }
}

/// The rows of a random automaton, which need not be minimal or trim; leading zeros
/// lead back to its beginning.
fn rows(chance: &mut Chance, tracks: usize, digits: u32, states: u32) -> Vec<(bool, Vec<(Letter, State)>)> {
    let letters = digits.pow(tracks as u32);
    let dense = 1 + chance.below(4);
    (0..states)
        .map(|state| {
            let row = (0..letters).filter_map(|letter| match (state, letter) {
                (0, 0) => Some((0, 0)),
                _ => (chance.below(4) < dense).then(|| (letter, chance.below(states))),
            });
            let row = row.collect();
            (chance.below(3) == 0, row)
        })
        .collect()
}

fn relation(chance: &mut Chance, tracks: usize, digits: u32, states: u32) -> Relation {
    let rows = rows(chance, tracks, digits, states);
    Relation::from_rows(tracks, digits, &rows).expect("the rows are in order")
}

/// All words of a length.
fn all_words(letters: u32, length: usize) -> Vec<Vec<Letter>> {
    let mut words = vec![Vec::new()];
    for _ in 0..length {
        let longer = |word: Vec<Letter>| {
            (0..letters).map(move |letter| word.iter().copied().chain([letter]).collect::<Vec<Letter>>())
        };
        words = words.into_iter().flat_map(longer).collect();
    }
    words
}

fn digit(letter: Letter, digits: u32, track: usize) -> u32 {
    letter / digits.pow(track as u32) % digits
}

/// The number of states by Myhill and Nerode: how many different sets of continuations
/// the prefixes of words have, the empty set left out. Continuations no longer than the
/// number of states tell all apart.
fn slow_count(relation: &Relation) -> usize {
    let states = relation.states() as State;
    let letters = relation.alphabet() as u32;
    // Which states accept what follows, word by word, from the shortest on: classes
    // of states, cut until no letter tells two of a class apart (Moore 1956).
    let dead = states;
    let step = |state: State, letter| if state == dead { dead } else { relation.step(state, letter).unwrap_or(dead) };
    let mut classes: Vec<usize> =
        (0..=states).map(|state| usize::from(state < dead && relation.accepts(state))).collect();
    loop {
        let next: Vec<Vec<usize>> = (0..=states)
            .map(|state| {
                let own = [classes[state as usize]];
                own.into_iter().chain((0..letters).map(|letter| classes[step(state, letter) as usize])).collect()
            })
            .collect();
        let distinct: BTreeSet<&Vec<usize>> = next.iter().collect();
        let numbered: Vec<&Vec<usize>> = distinct.into_iter().collect();
        let cut: Vec<usize> = next.iter().map(|row| numbered.binary_search(&row).expect("it is there")).collect();
        let before: BTreeSet<usize> = classes.iter().copied().collect();
        let same = numbered.len() == before.len();
        classes = cut;
        if same {
            break;
        }
    }
    let mut met = BTreeSet::from([0]);
    let mut stack = vec![0];
    while let Some(state) = stack.pop() {
        for (_, to) in relation.row(state) {
            if met.insert(to) {
                stack.push(to);
            }
        }
    }
    let mut live: BTreeSet<usize> = met.iter().map(|&state| classes[state as usize]).collect();
    live.remove(&classes[dead as usize]);
    // The empty relation is kept with one state.
    live.len().max(1)
}

#[test]
fn minimal_automata_are_those_of_the_definition() -> Result<()> {
    let chance = &mut Chance(88_172_645_463_325_252);
    for round in 0..1500 {
        let (tracks, digits) = [(1, 2), (1, 3), (2, 2), (3, 2)][round % 4];
        let states = 1 + chance.below(9);
        let original = relation(chance, tracks, digits, states);
        let minimal = original.minimal(&mut meter())?;
        assert_eq!(minimal.states(), slow_count(&original), "round {round}: {original:?}");
        for length in 0..=4 {
            for word in all_words(original.alphabet() as u32, length.min(if tracks == 3 { 3 } else { 4 })) {
                assert_eq!(minimal.holds(word.clone()), original.holds(word.clone()), "round {round}, {word:?}");
            }
        }
        // Numbered as they are met: equal relations are the same automaton, whatever
        // the numbers of the states were.
        let mut order: Vec<State> = (1..states).collect();
        for place in (1..order.len()).rev() {
            order.swap(place, chance.below(place as u32 + 1) as usize);
        }
        order.insert(0, 0);
        let place = |state: State| order.iter().position(|&other| other == state).expect("it is there") as State;
        let renumbered: Vec<(bool, Vec<(Letter, State)>)> = order
            .iter()
            .map(|&state| {
                (original.accepts(state), original.row(state).map(|(letter, to)| (letter, place(to))).collect())
            })
            .collect();
        let renumbered = Relation::from_rows(tracks, digits, &renumbered).expect("the rows are in order");
        assert_eq!(renumbered.minimal(&mut meter())?, minimal, "round {round}");
    }
    Ok(())
}

#[test]
fn products_are_those_of_all_short_words() -> Result<()> {
    let chance = &mut Chance(362_436_069);
    for round in 0..300 {
        let digits = 2 + chance.below(2);
        let (one, two) = (relation(chance, 2, digits, 5), relation(chance, 2, digits, 5));
        let mut meter = meter();
        let (one, two) = (Arc::new(one.minimal(&mut meter)?), Arc::new(two.minimal(&mut meter)?));
        // R(a, b) and S(c, a), over (a, b, c).
        let both = Named::new(&one, &[0, 1], &mut meter)?.and(&Named::new(&two, &[2, 0], &mut meter)?, &mut meter)?;
        let both = both.in_order(&[0, 1, 2]);
        let pair = |word: &[Letter], tracks: [usize; 2]| -> Vec<Letter> {
            word.iter().map(|&l| digit(l, digits, tracks[0]) + digits * digit(l, digits, tracks[1])).collect()
        };
        for word in all_words(digits.pow(3), if digits == 2 { 4 } else { 2 }) {
            let expected = one.holds(pair(&word, [0, 1])) && two.holds(pair(&word, [2, 0]));
            assert_eq!(both.holds(word.clone()), expected, "round {round}, {word:?}");
        }
        // R(a, a).
        let same = Named::new(&one, &[7, 7], &mut meter)?;
        for word in all_words(digits, 6) {
            let doubled: Vec<Letter> = word.iter().map(|&digit| digit + digits * digit).collect();
            assert_eq!(same.relation.holds(word), one.holds(doubled), "round {round}");
        }
        // R, S and not T; and its shortest word, the least of them.
        let three = relation(chance, 2, digits, 4);
        let some = Relation::all_and_none(&[&one, &two], &[&three], &mut meter)?;
        let shortest = Relation::shortest(&[&one, &two], &[&three], &mut meter)?;
        let mut first = None;
        for length in 0..=4 {
            let mut count = 0;
            for word in all_words(digits.pow(2), length) {
                let expected = one.holds(word.clone()) && two.holds(word.clone()) && !three.holds(word.clone());
                assert_eq!(some.holds(word.clone()), expected, "round {round}, {word:?}");
                count += u128::from(expected);
                if expected && first.is_none() {
                    first = Some(word);
                }
            }
            assert_eq!(some.count(4)[length], count, "round {round}");
        }
        match &first {
            Some(_) => assert_eq!(shortest, first, "round {round}"),
            None => assert!(shortest.is_none_or(|word| word.len() > 4), "round {round}"),
        }
    }
    Ok(())
}

#[test]
fn projections_are_those_of_all_short_words() -> Result<()> {
    let chance = &mut Chance(521_288_629);
    for round in 0..400 {
        let tracks = 2 + round % 2;
        let states = 1 + chance.below(4);
        let original = relation(chance, tracks, 2, states).minimal(&mut meter())?;
        let track = chance.below(tracks as u32) as usize;
        let projected = original.project(track, &mut meter())?;
        // The number that goes may be longer than the others, but by no more digits
        // than there are states: a longer one would repeat a state.
        let longer = original.states();
        let length = if tracks == 2 { 4 } else { 2 };
        for word in all_words(2u32.pow(tracks as u32 - 1), length) {
            let padded: Vec<Letter> = std::iter::repeat_n(0, longer).chain(word.iter().copied()).collect();
            let is_there = all_words(2, padded.len()).into_iter().any(|gone| {
                let low = 2u32.pow(track as u32);
                let with = padded.iter().zip(gone).map(|(&kept, gone)| kept % low + low * gone + kept / low * low * 2);
                original.holds(with)
            });
            assert_eq!(projected.holds(word.clone()), is_there, "round {round}, {word:?}");
        }
    }
    Ok(())
}

#[test]
fn members_are_all_words_of_finite_relations() -> Result<()> {
    let chance = &mut Chance(123_456_789);
    let mut finite = 0;
    for round in 0..2000 {
        let states = 1 + chance.below(5);
        let original = relation(chance, 1, 2, states).minimal(&mut meter())?;
        // A word with more letters than there are states repeats one; of infinitely
        // many words one has no more than twice as many.
        let mut long = (original.states() + 1..=2 * original.states()).flat_map(|length| all_words(2, length));
        let is_finite = !long.any(|word| word.first() != Some(&0) && original.holds(word));
        let words: BTreeSet<Vec<Letter>> = (0..=original.states())
            .flat_map(|length| all_words(2, length))
            .filter(|word| word.first() != Some(&0) && original.holds(word.clone()))
            .collect();
        let found = original.members(100).map(BTreeSet::from_iter);
        assert_eq!(found, is_finite.then_some(words.clone()), "round {round}: {original:?}");
        if is_finite && !words.is_empty() {
            finite += 1;
            assert_eq!(original.members(words.len() - 1), None);
        }
    }
    assert!(finite > 100, "{finite}");
    Ok(())
}

/// L* ends with the minimal automaton of what it asks about, counterexamples being
/// the shortest words on which a guess is wrong.
#[test]
fn questions_about_words_find_the_automaton() -> Result<()> {
    let chance = &mut Chance(987_654_321);
    for round in 0..300 {
        let (tracks, digits) = [(1, 2), (2, 2), (1, 3)][round % 3];
        let states = 1 + chance.below(12);
        let known = relation(chance, tracks, digits, states).minimal(&mut meter())?;
        let mut learner = Learner::new(tracks, digits, |word: &[Letter]| known.holds(word.iter().copied()));
        let mut rounds = 0;
        loop {
            let guess = learner.guess(&mut meter())?;
            assert!(guess.states() <= known.states(), "round {round}");
            let wrong = Relation::shortest(&[&guess], &[&known], &mut meter())?.or(Relation::shortest(
                &[&known],
                &[&guess],
                &mut meter(),
            )?);
            let Some(wrong) = wrong else {
                assert_eq!(guess, known, "round {round}");
                assert!(!learner.correct(&[0]), "round {round}: nothing is wrong any more");
                break;
            };
            assert!(learner.correct(&wrong), "round {round}: {wrong:?}");
            rounds += 1;
            // The dead state is one more.
            assert!(rounds <= known.states() + 1, "round {round}: every counterexample finds a state");
        }
    }
    Ok(())
}

/// Words packed as in a list.
fn packed(word: &[Letter], bits: u32) -> u128 {
    word.iter().fold(0, |packed, &letter| packed << bits | u128::from(letter))
}

/// All words of one length of a known automaton give it back if they are long enough;
/// if not, the guess fits the list and nothing more is claimed.
#[test]
fn lists_of_words_give_the_automaton_back() -> Result<()> {
    let chance = &mut Chance(192_837_465);
    let (mut found, mut ended) = (0, 0);
    for round in 0..300 {
        let (tracks, digits) = [(1, 2), (2, 2), (1, 3)][round % 3];
        let states = 1 + chance.below(7);
        let known = relation(chance, tracks, digits, states).minimal(&mut meter())?;
        let bits = WordList::bits(tracks, digits);
        let length = if tracks == 2 { 6 } else { 10 };
        let words: Vec<u128> = all_words(digits.pow(tracks as u32), length)
            .into_iter()
            .filter(|word| known.holds(word.clone()))
            .map(|word| packed(&word, bits))
            .collect();
        let list = WordList { tracks, digits, length, words };
        match list.learn(100, &mut meter())? {
            // A guess holds of the words of the list and of no other ones as long.
            FromList::Guess(guess) => {
                let same = all_words(digits.pow(tracks as u32), length)
                    .into_iter()
                    .all(|word| guess.holds(word.clone()) == known.holds(word));
                assert!(same, "round {round}");
                found += u32::from(guess == known);
                // Two automata of so few states differ on a word that is as short.
                if 2 * known.states().max(guess.states()) + 2 <= length {
                    assert_eq!(guess, known, "round {round}");
                }
            }
            FromList::TooShort(states) => assert!(states > 0, "round {round}"),
            FromList::TooMany(states) => panic!("round {round}: {states} of at most {}", known.states()),
        }
        // That there are more states than are allowed is never said wrongly.
        let most = chance.below(7) as usize;
        if let FromList::TooMany(states) = list.learn(most, &mut meter())? {
            assert!(most < states && states <= known.states(), "round {round}: {states}");
            ended += 1;
        }
    }
    assert!(found > 150 && ended > 50, "{found} {ended}");
    Ok(())
}

/// An automaton that answers a [`Splitter`], with signatures of a few letters.
struct Known {
    relation: Relation,
    depth: usize,
    asked: usize,
}

impl Teacher for Known {
    fn longest(&self) -> usize {
        1000
    }

    fn holds(&mut self, word: &[Letter], _: &mut Meter) -> Result<Option<bool>> {
        self.asked += 1;
        Ok(Some(self.relation.holds(word.iter().copied())))
    }

    fn signature(&mut self, prefix: &[Letter], _: &mut Meter) -> Result<Option<Option<u128>>> {
        let (mut one, mut two, mut alive) = (0, 0, false);
        for length in 0..=self.depth {
            for word in all_words(self.relation.alphabet() as u32, length) {
                let holds = self.relation.holds(prefix.iter().copied().chain(word));
                alive |= holds;
                mix(&mut one, &mut two, holds.into());
            }
        }
        Ok(Some(alive.then_some(u128::from(one) << 64 | u128::from(two))))
    }
}

/// Whatever the signatures leave open is split by words that are guessed wrongly.
#[test]
fn states_are_split_until_the_guess_is_the_automaton() -> Result<()> {
    let chance = &mut Chance(564_738_291);
    let (mut split, mut exact) = (0, 0);
    for round in 0..400 {
        let (tracks, digits) = [(1, 2), (1, 3), (2, 2)][round % 3];
        let states = 1 + chance.below(12);
        let relation = relation(chance, tracks, digits, states).minimal(&mut meter())?;
        let mut known = Known { relation, depth: round % 2, asked: 0 };
        let begun = Splitter::new(&mut known, (tracks, digits), 1000, &mut |_| {}, &mut meter())?;
        let Some(mut splitter) = begun else { panic!("round {round}: too many states") };
        let first = splitter.states();
        loop {
            let guess = splitter.guess(&mut meter())?;
            let more = Relation::shortest_few(&[&guess], &[&known.relation], 5, &mut meter())?;
            let less = Relation::shortest_few(&[&known.relation], &[&guess], 5, &mut meter())?;
            let Some(word) = more.iter().chain(&less).next() else {
                assert_eq!(guess, known.relation, "round {round}");
                break;
            };
            for word in more.iter().chain(&less) {
                splitter.correct(&mut known, word, &mut meter())?;
                assert_eq!(splitter.holds(word), known.relation.holds(word.iter().copied()), "round {round}");
            }
            assert_eq!(splitter.correct(&mut known, word, &mut meter())?, Some(false), "round {round}");
        }
        // Not one state more than there are, but for the first one of an empty relation.
        assert!(splitter.states() <= known.relation.states() + 1, "round {round}");
        split += usize::from(splitter.states() > first);
        exact += usize::from(splitter.states() == first);
    }
    assert!(split > 100 && exact > 20, "{split} {exact}");
    Ok(())
}

/// Words through different states of a product: each is in the difference, the first is
/// the shortest, and they are all different.
#[test]
fn few_words_are_in_the_difference_and_begin_with_the_shortest() -> Result<()> {
    let chance = &mut Chance(918_273_645);
    let mut several = 0;
    for round in 0..300 {
        let (tracks, digits) = [(1, 2), (1, 3), (2, 2)][round % 3];
        let mut any = || relation(chance, tracks, digits, 8).minimal(&mut meter());
        let (one, two) = (any()?, any()?);
        let few = Relation::shortest_few(&[&one], &[&two], 6, &mut meter())?;
        assert_eq!(few.first(), Relation::shortest(&[&one], &[&two], &mut meter())?.as_ref(), "round {round}");
        for (place, word) in few.iter().enumerate() {
            assert!(one.holds(word.iter().copied()) && !two.holds(word.iter().copied()), "round {round}");
            assert!(!few[..place].contains(word), "round {round}");
        }
        assert!(few.len() <= 6);
        several += usize::from(few.len() > 1);
    }
    assert!(several > 100, "{several}");
    Ok(())
}

/// One or the other, against the words of both.
#[test]
fn either_holds_of_the_words_of_both() -> Result<()> {
    let chance = &mut Chance(192_837_465);
    for round in 0..200 {
        let (tracks, digits) = [(1, 2), (1, 3), (2, 2)][round % 3];
        let (one, two) = (relation(chance, tracks, digits, 6), relation(chance, tracks, digits, 6));
        let either = Relation::either(&one, &two, &mut meter())?;
        for length in 0..5 {
            for word in all_words(digits.pow(tracks as u32), length) {
                let expected = one.holds(word.clone()) || two.holds(word.clone());
                assert_eq!(either.holds(word.clone()), expected, "round {round}: {word:?}");
            }
        }
        assert_eq!(either, either.minimal(&mut meter())?, "round {round}");
    }
    Ok(())
}

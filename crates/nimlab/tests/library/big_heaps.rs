//! Fibonacci Nim, Nim, Moore's, Greedy and Building Nim, and the values of
//! ℛ-Wythoff, on numbers that no search reaches.

use crate::big_numbers::number;
use crate::{analyse, big, game};
use nimlab::games::r_wythoff::RWythoff;
use nimlab::number::UBig;
use nimlab::{Ask, Budget, Moves, Outcome, Play, Position, RuleExt};
use proptest::prelude::*;

/// Zeckendorf's sum by taking the largest Fibonacci number, smallest part first.
fn parts(stones: &UBig) -> Vec<UBig> {
    let mut fibonacci = vec![UBig::ONE, UBig::from(2u8)];
    while fibonacci[fibonacci.len() - 1] <= *stones {
        let next = &fibonacci[fibonacci.len() - 1] + &fibonacci[fibonacci.len() - 2];
        fibonacci.push(next);
    }
    let mut rest = stones.clone();
    let mut parts = Vec::new();
    for part in fibonacci.into_iter().rev() {
        if part <= rest {
            rest -= &part;
            parts.push(part);
        }
    }
    parts.reverse();
    parts
}

/// Stones and a limit: anything, or near the sum of a few smallest parts.
fn fibonacci_positions() -> impl Strategy<Value = (UBig, UBig)> {
    let near = (number(), 0..400usize, 0..3u8).prop_map(|(stones, count, more)| {
        let few = parts(&stones).into_iter().take(count).fold(UBig::ZERO, |sum, part| sum + part);
        let most = few + UBig::from(more);
        (stones, if most.is_zero() { most } else { most - UBig::ONE })
    });
    // Parts that lie close together, where a sum of some of them decides.
    let dense = (prop::collection::vec(2..=4usize, 1..200), number()).prop_map(|(gaps, most)| {
        let mut weights = vec![UBig::ONE, UBig::from(2u8)];
        let mut place = 0;
        let mut stones = UBig::ONE;
        for gap in gaps {
            place += gap;
            while weights.len() <= place {
                let next = &weights[weights.len() - 1] + &weights[weights.len() - 2];
                weights.push(next);
            }
            stones += &weights[place];
        }
        (stones, most)
    });
    prop_oneof![(number(), number()), near, dense]
}

/// How many heaps were lowered between two sorted positions; none if some
/// heap would have had to grow.
fn lowered(from: &[UBig], to: &[UBig]) -> Option<usize> {
    let mut left = to.to_vec();
    let mut missing = Vec::new();
    for heap in from {
        match left.iter().position(|other| other == heap) {
            Some(place) => drop(left.remove(place)),
            None => missing.push(heap),
        }
    }
    let fits = from.len() == to.len() && missing.iter().zip(&left).all(|(heap, after)| after < *heap);
    fits.then_some(missing.len())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    /// A position is lost if its smallest part is above what may be taken; a
    /// move wins if it leaves such a position, which only sums of smallest
    /// parts can do.
    #[test]
    fn fibonacci_moves_on_big_heaps_are_legal_win_and_are_all((stones, most) in fibonacci_positions()) {
        let game = game("fibonacci");
        let lost = |stones: &UBig, most: &UBig| parts(stones).first().is_none_or(|part| part > most);
        let position = game.position(vec![stones.clone(), most.clone()]);
        let analysis = analyse(&*game, "closed-form", &position, Play::Normal).unwrap();
        prop_assert_eq!(analysis.outcome == Outcome::P, lost(&stones, &most));
        let mut expected = Vec::new();
        let mut taken = UBig::ZERO;
        for part in parts(&stones) {
            taken += part;
            let after = vec![&stones - &taken, UBig::from(2u8) * &taken];
            if taken <= most && lost(&after[0], &after[1]) {
                expected.push(game.position(after));
            }
        }
        expected.sort_unstable();
        for to in &analysis.winning_moves.list {
            let [left, next] = to.numbers() else { unreachable!("two numbers") };
            prop_assert!(*left < stones);
            let taken = &stones - left;
            prop_assert!(taken <= most && *next == UBig::from(2u8) * &taken);
            prop_assert!(lost(left, next));
        }
        prop_assert_eq!(analysis.winning_moves.list, expected);
    }

    #[test]
    fn misere_fibonacci_is_normal_play_with_a_stone_less((stones, most) in fibonacci_positions()) {
        let (stones, most) = (stones + UBig::ONE, most + UBig::ONE);
        let game = game("fibonacci");
        let solve = |stones: &UBig, play| {
            let position = game.position(vec![stones.clone(), most.clone()]);
            analyse(&*game, "closed-form", &position, play).unwrap()
        };
        let (misere, normal) = (solve(&stones, Play::Misere), solve(&(&stones - UBig::ONE), Play::Normal));
        prop_assert_eq!(misere.outcome, normal.outcome);
        let taken = |list: &[Position]| list.iter().map(|to| to.numbers()[1].clone()).collect::<Vec<_>>();
        prop_assert_eq!(taken(&misere.winning_moves.list), taken(&normal.winning_moves.list));
    }

    #[test]
    fn nim_on_big_heaps(heaps in prop::collection::vec(number(), 1..6)) {
        let game = game("nim");
        let sum = |heaps: &[UBig]| heaps.iter().fold(UBig::ZERO, |sum, heap| sum ^ heap);
        let position = game.position(heaps.clone());
        let analysis = analyse(&*game, "closed-form", &position, Play::Normal).unwrap();
        prop_assert_eq!(analysis.outcome == Outcome::P, sum(&heaps).is_zero());
        prop_assert_eq!(analysis.winning_moves.list.is_empty(), analysis.outcome == Outcome::P);
        for to in &analysis.winning_moves.list {
            prop_assert!(sum(to.numbers()).is_zero());
            prop_assert_eq!(lowered(position.numbers(), to.numbers()), Some(1));
        }
    }

    /// Moore's theorem, column by column, on heaps beyond every search.
    #[test]
    fn moore_on_large_heaps(heaps in prop::collection::vec(0..4096u64, 1..=4), k in 1..=3usize) {
        let game = game(&format!("moore:{k}"));
        let divisible = |heaps: &[UBig]| (0..12).all(|bit| {
            let ones = heaps.iter().filter(|heap| (u64::try_from(*heap).unwrap() >> bit) & 1 == 1);
            ones.count() % (k + 1) == 0
        });
        let position = game.position_of_words(&heaps);
        let analysis = analyse(&*game, "closed-form", &position, Play::Normal).unwrap();
        prop_assert_eq!(analysis.outcome == Outcome::P, divisible(position.numbers()));
        prop_assert_eq!(analysis.winning_moves.list.is_empty(), analysis.outcome == Outcome::P);
        for to in &analysis.winning_moves.list {
            prop_assert!(divisible(to.numbers()));
            prop_assert!(lowered(position.numbers(), to.numbers()).is_some_and(|changed| (1..=k).contains(&changed)));
        }
    }

    /// Greedy Nim: lost exactly if the largest heap occurs an even number of
    /// times; so every move that is listed must leave it so.
    #[test]
    fn greedy_on_big_heaps(heap in number(), next in number(), times in 1..4usize, next_times in 0..3usize) {
        prop_assume!(!heap.is_zero());
        let game = game("greedy");
        let even = |heaps: &[UBig]| {
            let largest = heaps.iter().max().unwrap();
            largest.is_zero() || heaps.iter().filter(|heap| *heap == largest).count() % 2 == 0
        };
        let next = next % &heap;
        let heaps = [vec![heap; times], vec![next; next_times]].concat();
        let position = game.position(heaps);
        let answer = game.solve(&position).method("closed-form").run().unwrap();
        prop_assert_eq!(answer.outcome == Outcome::P, even(position.numbers()));
        prop_assert_eq!(answer.winning_moves.list.is_empty(), answer.outcome == Outcome::P);
        prop_assert_eq!(answer.winning_moves.complete, answer.winning_moves.list.len() < Moves::LISTED);
        for to in answer.winning_moves.list.iter().step_by(997) {
            prop_assert!(even(to.numbers()));
            prop_assert_eq!(lowered(position.numbers(), to.numbers()), Some(1));
            prop_assert!(to.numbers().iter().filter(|heap| *heap == position.numbers().last().unwrap()).count() < times);
        }
    }

    /// Building Nim with an odd total: whoever begins Nim wins it, so that every
    /// placement wins while the tokens left are even.
    #[test]
    fn building_with_an_odd_total_of_any_size(stacks in prop::collection::vec(number(), 1..5), tokens in number()) {
        let total = stacks.iter().fold(tokens.clone(), |total, stack| total + stack);
        let one = UBig::from(u8::from((&total % UBig::from(2u8)).is_zero()));
        let tokens = tokens + UBig::from(2u8) + one;
        let game = game(&format!("building:{}", stacks.len()));
        let position = game.position([stacks.clone(), vec![tokens.clone()]].concat());
        for play in [Play::Normal, Play::Misere] {
            let total = stacks.iter().fold(tokens.clone(), |total, stack| total + stack);
            prop_assume!(total > big(stacks.len() as u64));
            let answer = game.solve(&position).play(play).method("closed-form").run().unwrap();
            let begins = (&tokens % UBig::from(2u8)).is_zero();
            prop_assert_eq!(answer.outcome == Outcome::N, begins);
            let mut distinct = stacks.clone();
            distinct.sort_unstable();
            distinct.dedup();
            prop_assert_eq!(answer.winning_moves.list.len(), if begins { distinct.len() } else { 0 });
        }
    }

    /// Theorems 6 to 8 both ways: from the number to the position, and from the
    /// position back to its value.
    #[test]
    fn small_values_of_r_wythoff_are_recognised_on_big_piles(n in number(), sequence in 0..4usize, length in 0..600usize) {
        let (game, rule) = (game("r-wythoff"), RWythoff::new());
        let known = |position: &Position| game.known_values().unwrap().grundy(position, Budget::default());
        let mut member = [[10u8, 17], [11, 18], [12, 20], [15, 24]][sequence].map(UBig::from);
        for _ in 0..length {
            let next = &member[0] + &member[1];
            member = [std::mem::take(&mut member[1]), next];
        }
        let distance = if (length % 2 == 0) != (sequence == 3) { 2u8 } else { 4 };
        let [m, _] = member;
        let (at_two, at_zero) = (rule.of_value(2, &m).unwrap(), rule.of_value(0, &m).unwrap());
        prop_assert_eq!(&at_zero.0 - &at_two.0, UBig::from(distance));
        for n in [n + UBig::from(10u8), m] {
            for value in 0..=2 {
                let (a, b) = rule.of_value(value, &n).unwrap();
                prop_assert_eq!(&b - &a, n.clone());
                prop_assert_eq!(known(&game.position(vec![a, b])), Some(big(value)));
            }
            // Five below the P-position of the same diagonal lies none of them.
            let (a, b) = rule.of_value(0, &n).unwrap();
            let below = game.position(vec![a - UBig::from(5u8), b - UBig::from(5u8)]);
            prop_assert!(known(&below).is_none_or(|value| value > big(2)));
        }
    }
}

//! Wythoff's game on numbers that no table reaches, each answer compared with the rule or
//! against a test by squaring that uses nothing of the methods.

use crate::{analyse, big, game};
use nimlab::games::wythoff::algebraic::AlgebraicStrategy;
use nimlab::games::wythoff::arithmetic::ArithmeticStrategy;
use nimlab::games::wythoff::misere::Misere;
use nimlab::games::wythoff::pairs::Strategy as PairStrategy;
use nimlab::games::wythoff::recursive;
use nimlab::number::{IBig, UBig};
use nimlab::{Ask, Game, Outcome, Play, Position, RuleExt};
use proptest::prelude::*;

/// Numbers of up to 300 digits, of every length.
pub fn number() -> impl Strategy<Value = UBig> {
    prop::collection::vec(any::<u8>(), 0..=124).prop_map(|bytes| UBig::from_le_bytes(&bytes))
}

/// Parameters: small ones, words, and beyond.
fn parameter() -> impl Strategy<Value = UBig> {
    prop_oneof![
        4 => (1..=12u64).prop_map(UBig::from),
        1 => (1..=u64::MAX).prop_map(UBig::from),
        1 => number().prop_map(|a| a + UBig::ONE),
    ]
}

/// Whether x ≤ nα, that is 2x + (a − 2)n ≤ n√(a² + 4), decided by squaring.
fn at_most_n_alpha(a: &UBig, n: &UBig, x: &UBig) -> bool {
    let left =
        IBig::from(2u8) * IBig::from(x.clone()) + (IBig::from(a.clone()) - IBig::from(2u8)) * IBig::from(n.clone());
    let right = n.sqr() * (a.sqr() + UBig::from(4u8));
    left < IBig::ZERO || left.sqr() <= right
}

/// Whether (x, y), x ≤ y, is (⌊nα⌋, ⌊nα⌋ + an) for some n.
fn is_pair(a: &UBig, x: &UBig, y: &UBig) -> bool {
    let difference = y - x;
    let n = &difference / a;
    (difference % a).is_zero() && at_most_n_alpha(a, &n, x) && !at_most_n_alpha(a, &n, &(x + UBig::ONE))
}

/// The rule of Wythoff's game for unordered piles.
fn is_legal(a: &UBig, from: &[UBig], to: &[UBig]) -> bool {
    let fits = |to: [&UBig; 2]| {
        if to[0] > &from[0] || to[1] > &from[1] {
            return false;
        }
        let (k, l) = (&from[0] - to[0], &from[1] - to[1]);
        let apart = if k > l { &k - &l } else { &l - &k };
        k.is_zero() != l.is_zero() || (!k.is_zero() && !l.is_zero() && apart < *a)
    };
    fits([&to[0], &to[1]]) || fits([&to[1], &to[0]])
}

/// Positions at random and positions near a pair, where mistakes would be.
fn positions() -> impl Strategy<Value = (UBig, [UBig; 2])> {
    let anywhere = (parameter(), number(), number()).prop_map(|(a, x, y)| (a, [x, y]));
    let near = (parameter(), number(), 0..5u8, 0..5u8, any::<bool>()).prop_map(|(a, n, more_x, more_y, swap)| {
        let pair = AlgebraicStrategy::new(a.clone()).pair(&n).expect("the algebraic method has no limit");
        let piles = [pair.lower + UBig::from(more_x), pair.upper + UBig::from(more_y)];
        let [x, y] = piles;
        (a, if swap { [y, x] } else { [x, y] })
    });
    let between = (parameter(), number(), number()).prop_map(|(a, n, less)| {
        let pair = AlgebraicStrategy::new(a.clone()).pair(&n).expect("the algebraic method has no limit");
        let y = &pair.upper - (less % (&pair.upper + UBig::ONE));
        (a, [pair.lower, y])
    });
    prop_oneof![anywhere, near, between]
}

fn wythoff(a: &UBig) -> Box<dyn Game> {
    game(&format!("wythoff:{a}"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_closed_methods_agree_and_their_moves_are_legal_and_win((a, piles) in positions()) {
        let game = wythoff(&a);
        let position = game.position(piles.to_vec());
        let by = |method| analyse(&*game, method, &position, Play::Normal).unwrap();
        let analysis = by("algebraic");
        prop_assert_eq!(&analysis, &by("arithmetic"));
        let [x, y] = position.numbers() else { unreachable!("two piles") };
        let lost = is_pair(&a, x, y);
        prop_assert_eq!(analysis.outcome == Outcome::P, lost);
        prop_assert_eq!(analysis.winning_moves.list.is_empty(), lost);
        prop_assert!(analysis.winning_moves.complete);
        for to in &analysis.winning_moves.list {
            let to = to.numbers();
            prop_assert!(to[0] <= to[1]);
            prop_assert!(is_legal(&a, position.numbers(), to));
            prop_assert!(is_pair(&a, &to[0], &to[1]));
        }
    }

    #[test]
    fn pairs_of_big_number_are_found_from_their_number_and_from_either_pile(a in parameter(), n in number()) {
        let (algebraic, arithmetic) = (AlgebraicStrategy::new(a.clone()), ArithmeticStrategy::new(a.clone()));
        let pair = algebraic.pair(&n).unwrap();
        prop_assert_eq!(&pair, &arithmetic.pair(&n).unwrap());
        prop_assert!(is_pair(&a, &pair.lower, &pair.upper));
        prop_assert_eq!(&pair.upper - &pair.lower, &a * &n);
        for x in [&pair.lower, &pair.upper] {
            prop_assert_eq!(&algebraic.locate(x).unwrap(), &pair);
            prop_assert_eq!(&arithmetic.locate(x).unwrap(), &pair);
        }
    }

    #[test]
    fn all_three_strategies_agree_where_a_table_reaches(
        a in prop_oneof![1..=20u64, 1..=10_000u64],
        x in 0..5000u64,
        y in 0..5000u64,
    ) {
        let game = wythoff(&big(a));
        let position = game.position_of_words(&[x, y]);
        let by = |method| analyse(&*game, method, &position, Play::Normal).unwrap();
        let recursive = by("recursive");
        prop_assert_eq!(&by("algebraic"), &recursive);
        prop_assert_eq!(&by("arithmetic"), &recursive);
    }

    #[test]
    fn lists_may_begin_anywhere(a in parameter(), from in prop_oneof![number(), (0..1u64 << 40).prop_map(UBig::from)]) {
        let game = wythoff(&a);
        for method in ["algebraic", "arithmetic"] {
            let list = game.positions().from(from.clone()).count(5).method(method).run().unwrap();
            let rows: Vec<Vec<UBig>> = list.map(|row| row.unwrap().numbers().to_vec()).collect();
            prop_assert_eq!(rows.len(), 5);
            for (more, row) in (0..5u8).zip(&rows) {
                prop_assert!(is_pair(&a, &row[0], &row[1]));
                prop_assert_eq!(&row[1] - &row[0], &a * (&from + UBig::from(more)));
            }
        }
    }

    #[test]
    fn big_answers_are_explained((a, piles) in positions(), misere in any::<bool>()) {
        let game = wythoff(&a);
        let position = game.position(piles.to_vec());
        let play = if misere { Play::Misere } else { Play::Normal };
        let answer = game.solve(&position).play(play).run().unwrap();
        prop_assert!(!game.explain(&answer).to_string().is_empty());
    }

    #[test]
    fn misere_pairs_are_the_recursive_ones(a in 1..=60u64, n in 0..6000usize) {
        let (lower, upper) = recursive::Pairs::new(a, Play::Misere).nth(n).unwrap();
        let closed = Misere::new(big(a));
        let pair = closed.pair(&big(n as u64)).unwrap();
        prop_assert_eq!((&pair.lower, &pair.upper), (&big(lower), &big(upper)));
        prop_assert_eq!(&closed.locate(&big(lower)).unwrap(), &pair);
        prop_assert_eq!(&closed.locate(&big(upper)).unwrap(), &pair);
    }

    #[test]
    fn misere_answers_are_the_recursive_ones(a in prop_oneof![1..=20u64, 1..=10_000u64], x in 0..3000u64, y in 0..3000u64) {
        let game = wythoff(&big(a));
        let position = game.position_of_words(&[x, y]);
        let by = |method| analyse(&*game, method, &position, Play::Misere).unwrap();
        prop_assert_eq!(by("algebraic"), by("recursive"));
    }

    #[test]
    fn big_misere_moves_are_legal_and_win((a, piles) in positions()) {
        let game = wythoff(&a);
        let position = game.position(piles.to_vec());
        let outcome = |position: &Position| {
            analyse(&*game, "algebraic", position, Play::Misere).unwrap()
        };
        let analysis = outcome(&position);
        let end = position.numbers()[1].is_zero();
        prop_assert_eq!(analysis.winning_moves.list.is_empty(), end || analysis.outcome == Outcome::P);
        for to in &analysis.winning_moves.list {
            prop_assert!(is_legal(&a, position.numbers(), to.numbers()));
            prop_assert_eq!(outcome(to).outcome, Outcome::P);
        }
        // For a = 1 only the first pairs are others than in normal play.
        if a.is_one() && position.numbers()[0] > UBig::from(2u8) {
            prop_assert_eq!(analysis.outcome == Outcome::P, is_pair(&a, &position.numbers()[0], &position.numbers()[1]));
        }
    }

    #[test]
    fn r_wythoff_on_big_piles_has_the_outcomes_of_wythoff_and_its_own_moves(n in number(), more in number(), near in any::<bool>()) {
        let pair = AlgebraicStrategy::new(UBig::ONE).pair(&n).unwrap();
        let y = if near { pair.upper + (more % UBig::from(3u8)) } else { more };
        let game = game("r-wythoff");
        let position = game.position(vec![pair.lower, y]);
        let analysis = analyse(&*game, "algebraic", &position, Play::Normal).unwrap();
        let [x, y] = position.numbers() else { unreachable!("two piles") };
        prop_assert_eq!(analysis.outcome == Outcome::P, is_pair(&UBig::ONE, x, y));
        prop_assert_eq!(analysis.winning_moves.list.is_empty(), analysis.outcome == Outcome::P);
        for to in &analysis.winning_moves.list {
            let [lower, upper] = to.numbers() else { unreachable!("two piles") };
            let from_larger = (lower == x && upper < y) || (upper == x && lower < y);
            let same = lower < x && y - x == upper - lower;
            prop_assert!(from_larger || same);
            prop_assert!(is_pair(&UBig::ONE, lower, upper));
        }
    }
}

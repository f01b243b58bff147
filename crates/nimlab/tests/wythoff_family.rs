//! The rule files of Wythoff's family and the theorems about them: each is
//! found, proved, checked again from its certificate, and compared with the
//! values by the definition.

use nimlab::number::UBig;
use nimlab::prove::{self, Found, Goal, Subject, Verdict, check, prove};
use nimlab::{Ask, Budget, Play, catalogue};

/// A theorem: the game, the play, the largest value, the system and the states
/// of each value.
type Row = (&'static str, Play, u64, &'static str, &'static [usize]);

const NORMAL: Play = Play::Normal;
const MISERE: Play = Play::Misere;

const THEOREMS: &[Row] = &[
    ("wythoff-adjoined", NORMAL, 0, "zeckendorf", &[7]),
    ("wythoff-adjoined", MISERE, 0, "zeckendorf", &[13]),
    ("wythoff-adjoined(p=1,q=3)", NORMAL, 0, "zeckendorf", &[7]),
    ("wythoff-adjoined(p=1,q=3)", MISERE, 0, "zeckendorf", &[41]),
    ("wythoff-blocking", NORMAL, 0, "zeckendorf", &[73]),
    ("wythoff-blocking(b=2)", NORMAL, 0, "base:2", &[7]),
    ("wythoff-bounded", NORMAL, 1, "base:2", &[7, 7]),
    ("wythoff-bounded", MISERE, 0, "base:2", &[7]),
    ("wythoff-bounded(d=3)", NORMAL, 0, "base:2", &[17]),
    ("wythoff-diagonals", NORMAL, 0, "zeckendorf", &[7]),
    ("wythoff-diagonals", MISERE, 0, "zeckendorf", &[52]),
    ("wythoff-extended", NORMAL, 1, "zeckendorf", &[7, 5]),
    ("wythoff-extended", MISERE, 0, "zeckendorf", &[5]),
    ("wythoff-minimum", NORMAL, 0, "zeckendorf", &[19]),
    ("wythoff-odd", NORMAL, 1, "base:2", &[6, 10]),
    ("wythoff-odd", MISERE, 0, "base:2", &[10]),
    ("wythoff-ratio", NORMAL, 1, "base:2", &[7, 13]),
    ("wythoff-ratio", MISERE, 0, "base:2", &[13]),
    ("wythoff-square(t=1)", NORMAL, 0, "zeckendorf", &[6]),
    ("wythoff-st", NORMAL, 0, "words:012/22", &[9]),
    ("wythoff-terminal", NORMAL, 0, "zeckendorf", &[5]),
    ("wythoff-terminal", MISERE, 0, "zeckendorf", &[22]),
    ("wythoff-terminal(t=2)", NORMAL, 0, "zeckendorf", &[28]),
];

#[test]
fn the_theorems_about_wythoffs_family_are_proved_and_checked() {
    for &(name, play, value, system, states) in THEOREMS {
        let goal = Goal { play, value, system: Some(system.into()), states: 1000 };
        let subject = Subject::named(name, None).unwrap();
        let Found::Proved(proved) = prove(&subject, &goal, Budget::default(), &mut |_| {}).unwrap() else {
            panic!("{name}, {play:?}: nothing is proved")
        };
        let (theorem, certificate) = *proved;
        assert_eq!(theorem.sets.iter().map(|set| set.states()).collect::<Vec<_>>(), states, "{name}, {play:?}");
        assert!(matches!(check(&certificate, Budget::default()).unwrap(), Verdict::Proved(_)), "{name}, {play:?}");
        let game = catalogue::game(name).unwrap();
        let asked = game.positions().play(play).count(8);
        let mut list = if value > 0 { asked.value(value) } else { asked }.run().unwrap();
        let mut first = theorem.first_positions(30);
        first.sort_by_key(|position| (position.iter().max().copied(), position.clone()));
        for position in first.iter().take(8) {
            let row = list.next_row().unwrap().unwrap();
            let same: Vec<u128> = row.position().words().unwrap().iter().map(|&number| u128::from(number)).collect();
            assert_eq!(*position, same, "{name}, {play:?}");
        }
    }
}

/// The P-positions are where the letters of the Tribonacci word stand.
#[test]
fn the_tribonacci_game_has_the_positions_of_the_tribonacci_word() {
    let mut word = vec![0];
    while word.len() < 10_000 {
        let next = word.iter().flat_map(|&letter| [0, letter + 1].into_iter().take(if letter == 2 { 1 } else { 2 }));
        word = next.collect();
    }
    let places = |letter: usize| (1u64..).zip(word.clone()).filter(move |pair| pair.1 == letter).map(|pair| pair.0);
    let game = catalogue::game("tribonacci").unwrap();
    let mut list = game.positions().count(6).run().unwrap();
    assert_eq!(list.next_row().unwrap().unwrap().position().to_string(), "0,0,0");
    for ((a, b), c) in places(0).zip(places(1)).zip(places(2)).take(5) {
        assert_eq!(list.next_row().unwrap().unwrap().position().to_string(), format!("{a},{b},{c}"));
    }
    // And by the theorem, far beyond what can be searched; what lies beside them is won.
    let theorem = prove::known("tribonacci", Play::Normal).unwrap();
    let is_lost =
        |position: [u64; 3]| theorem.value_of(&position.map(UBig::from), Budget::default()).unwrap() == Some(0);
    for ((a, b), c) in places(0).zip(places(1)).zip(places(2)) {
        assert!(is_lost([a, b, c]) && is_lost([c, a, b]), "{a},{b},{c}");
        for beside in [[a - 1, b, c], [a, b + 1, c], [a, b, c - 1], [a + 1, b + 1, c + 1], [a, c, c]] {
            assert!(!is_lost(beside), "{beside:?}");
        }
    }
}

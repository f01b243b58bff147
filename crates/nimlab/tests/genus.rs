//! Misère Grundy values and genera against the definition: a search over positions with Nim heaps of 2
//! beside them, which knows no theorem.

use nimlab::prelude::*;
use nimlab::solve::{Genus, Search, TableSize};
use std::collections::HashMap;
use std::ops::ControlFlow;

/// The definition: a position of a game beside Nim heaps.
struct Plain<'g> {
    game: &'g dyn Game,
    known: HashMap<(Vec<u64>, Vec<u64>), u64>,
}

impl Plain<'_> {
    fn misere(&mut self, position: &[u64], nim: &[u64]) -> u64 {
        let state = (position.to_vec(), nim.to_vec());
        if let Some(&known) = self.known.get(&state) {
            return known;
        }
        let mut options = Vec::new();
        let _ = self.game.options(position, &mut |option| {
            options.push((option.to_vec(), nim.to_vec()));
            ControlFlow::Continue(())
        });
        for at in 0..nim.len() {
            for left in 0..nim[at] {
                let mut after = nim.to_vec();
                after[at] = left;
                after.retain(|&heap| heap > 0);
                after.sort_unstable();
                options.push((position.to_vec(), after));
            }
        }
        let values: Vec<u64> = options.iter().map(|(position, nim)| self.misere(position, nim)).collect();
        let value = if values.is_empty() { 1 } else { (0..).find(|value| !values.contains(value)).unwrap() };
        self.known.insert(state, value);
        value
    }
}

fn genera(name: &str, size: TableSize) -> Vec<Genus> {
    let game = catalogue::game(name).unwrap();
    game.table(size).genera(&|_, _| ControlFlow::Continue(())).unwrap().genera
}

fn words(name: &str, heaps: u64) -> String {
    genera(name, TableSize::Side(heaps)).iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn genera_are_what_search_beside_real_heaps_of_two_says() {
    let heaps = [
        ("octal:0.77", 11),
        ("octal:0.07", 13),
        ("octal:0.123", 14),
        ("octal:4.56", 9),
        ("octal:0.26", 11),
        ("grundy", 13),
        ("subtraction:2,5", 16),
        ("subtraction:1,4,10", 16),
        ("allbut:2", 10),
    ];
    for (name, count) in heaps {
        let game = catalogue::game(name).unwrap();
        let mut plain = Plain { game: &*game, known: HashMap::new() };
        let mut search = Search::for_genera(&*game, Budget::default());
        let listed = genera(name, TableSize::Side(count));
        for heap in 0..count {
            let genus = search.genus(&[heap]).unwrap().clone();
            assert_eq!(genus, listed[heap as usize], "{name} {heap}");
            for twos in 0..7 {
                let value = plain.misere(&[heap], &vec![2; twos]);
                assert_eq!(u64::from(genus.beside_twos(twos)), value, "{name} {heap} beside {twos}: {genus}");
            }
            let normal = nimlab::solve::grundy(&*game, &game.position(vec![heap.into()]), Budget::default()).unwrap();
            assert_eq!(normal, genus.grundy().into(), "{name} {heap}");
        }
    }
    for name in ["nim", "wythoff", "r-wythoff", "euclid"] {
        let game = catalogue::game(name).unwrap();
        let mut plain = Plain { game: &*game, known: HashMap::new() };
        let board = genera(name, TableSize::Rectangle(6, 6));
        for (place, genus) in (0..36u64).zip(&board) {
            let mut position = vec![place / 6, place % 6];
            position.sort_unstable();
            for twos in 0..5 {
                let value = plain.misere(&position, &vec![2; twos]);
                assert_eq!(u64::from(genus.beside_twos(twos)), value, "{name} {position:?} beside {twos}");
            }
        }
    }
}

#[test]
fn misere_values_are_the_first_numbers_of_the_genera_and_0_where_misere_play_is_lost() {
    for name in ["octal:0.77", "octal:0.123", "grundy", "subtraction:2,5", "fibonacci", "wythoff", "building:2"] {
        let game = catalogue::game(name).unwrap();
        let table = game.table(TableSize::Side(12)).misere().run().unwrap();
        let found: Vec<u32> = genera(name, TableSize::Side(12)).iter().map(Genus::misere).collect();
        assert_eq!(table.values, found, "{name}");
        if table.rows > 1 || table.column_label != "heap" {
            continue;
        }
        let mut search = Search::for_outcomes(&*game, Play::Misere, Budget::default());
        for heap in 0..12 {
            let lost = search.outcome(&[heap]).unwrap() == Outcome::P;
            assert_eq!(table.value(0, heap) == 0, lost, "{name} {heap}");
        }
    }
}

/// More heaps than are left to search: their quotient beside Nim heaps is small.
const BY_QUOTIENT: [(&str, u64); 4] =
    [("octal:0.123", 1000), ("octal:0.75", 300), ("octal:4.3", 60), ("octal:0.51", 60)];

#[test]
fn a_quotient_beside_nim_heaps_has_the_genera_of_search() {
    for (name, heaps) in BY_QUOTIENT {
        let game = catalogue::game(name).unwrap();
        let mut search = Search::for_genera(&*game, Budget::default());
        let listed = genera(name, TableSize::Side(heaps));
        for heap in 0..20 {
            assert_eq!(&listed[heap as usize], search.genus(&[heap]).unwrap(), "{name} {heap}");
        }
        let misere = game.table(TableSize::Side(heaps)).misere().run().unwrap().values;
        assert_eq!(misere, listed.iter().map(Genus::misere).collect::<Vec<_>>(), "{name}");
        let normal = game.table(TableSize::Side(heaps)).run().unwrap().values;
        assert_eq!(normal, listed.iter().map(Genus::grundy).collect::<Vec<_>>(), "{name}");
    }
}

#[test]
fn heaps_that_no_search_reaches_have_the_outcomes_that_their_genera_say() {
    // 0.123 has the Nim heaps of 1 and 2 among its own, as heaps of 1 and 3, and a quotient of its own.
    let game = catalogue::game("octal:0.123").unwrap();
    let listed = genera("octal:0.123", TableSize::Side(1000));
    assert_eq!([1, 3].map(|heap| listed[heap].to_string()), ["1^031", "2^20"]);
    for (heap, genus) in (0u64..).zip(&listed).step_by(13) {
        for twos in 0..4 {
            for one in 0..2u64 {
                let position = [vec![heap.into(), one.into()], vec![3u8.into(); twos]].concat();
                let lost = game.solve(&game.position(position)).misere().run().unwrap().outcome == Outcome::P;
                let value = u64::from(genus.beside_twos(twos));
                assert_eq!(lost, value == one, "{heap} beside {twos} heaps of 3 and {one}");
            }
        }
    }
}

#[test]
fn nim_heaps_have_the_tame_genera() {
    assert_eq!(words("subtraction:1,2,3,4,5", 6), "0^120 1^031 2^20 3^31 4^46 5^57");
    // Two Nim heaps of 2 are the tame 0 that is not the end, and with a 1 beside them the tame 1.
    assert_eq!(genera("nim", TableSize::Rectangle(3, 3))[8].to_string(), "0^02");
    let game = catalogue::game("nim").unwrap();
    let mut search = Search::for_genera(&*game, Budget::default());
    assert_eq!(search.genus(&[1, 2, 2]).unwrap().to_string(), "1^13");
    assert_eq!(search.genus(&[3, 9]).unwrap().to_string(), "10^10,8");
}

#[test]
fn what_does_not_fit_a_budget_is_refused() {
    let game = catalogue::game("octal:0.77").unwrap();
    let table = |budget: Budget| game.table(TableSize::Side(40)).budget(budget);
    let tell: &nimlab::OnProgress<'_> = &|_, _| ControlFlow::Continue(());
    let error = table(Budget::of_positions(1000)).genera(tell).unwrap_err().to_string();
    assert!(error.contains("1000"), "{error}");
    assert!(table(Budget::of_positions(1000)).misere().run().is_err());
    assert!(table(Budget::default().in_bytes(1 << 16)).genera(tell).is_err());
    assert!(table(Budget::of_positions(10)).genera(tell).is_err());
}

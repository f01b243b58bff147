//! The boards, algorithms and theorems of Thesis-A, chapters 1 and 2.

use crate::{big, game, listed, printed_words};
use nimlab::PairMoves;
use nimlab::games::r_wythoff::RWythoff;
use nimlab::games::wythoff::recursive;
use nimlab::solve::board::ValuePositions;
use nimlab::solve::{Table, TableSize, grundy};
use nimlab::{Ask, Budget, Play, RuleExt};
use std::collections::HashSet;

/// The lines of a printed board: the row a, then its cells. The rows count
/// down to 0.
fn lines(label: &str) -> Vec<(u64, Vec<u32>)> {
    let rows = printed_words("thesis-a.toml", label);
    let lines: Vec<(u64, Vec<u32>)> =
        rows.iter().map(|row| (row[0], row[1..].iter().map(|&cell| cell as u32).collect())).collect();
    let rows: Vec<u64> = lines.iter().map(|line| line.0).collect();
    assert_eq!(rows, (0..lines.len() as u64).rev().collect::<Vec<_>>());
    lines
}

fn board(name: &str, side: u64) -> Table {
    game(name).table(TableSize::Side(side)).run().unwrap()
}

fn row_of(board: &Table, row: u64) -> Vec<u32> {
    (0..board.columns).map(|column| board.value(row, column)).collect()
}

#[test]
fn table_1_2_is_the_board_of_wythoff() {
    let printed = lines("table 1.2");
    let board = board("wythoff", 14);
    assert_eq!(printed.len(), 14);
    for (row, cells) in printed {
        assert_eq!(row_of(&board, row), cells, "row {row}");
    }
}

#[test]
fn table_2_1_is_the_board_of_r_wythoff() {
    let printed = lines("table 2.1");
    let board = board("r-wythoff", 14);
    assert_eq!(printed.len(), 14);
    for (row, cells) in printed {
        assert_eq!(row_of(&board, row), cells, "row {row}");
    }
}

/// Single questions must give the same values as the boards.
#[test]
fn every_cell_of_tables_1_2_and_2_1_by_itself() {
    for (name, label) in [("wythoff", "table 1.2"), ("r-wythoff", "table 2.1")] {
        let game = game(name);
        for (row, cells) in lines(label) {
            for (column, value) in (0..).zip(cells) {
                let position = game.position(vec![big(row), big(column)]);
                let found = grundy(&*game, &position, Budget::default()).unwrap();
                assert_eq!(found, big(value.into()), "{name} ({row},{column})");
            }
        }
    }
}

#[test]
fn table_2_2_shows_the_values_0_1_and_2_of_r_wythoff() {
    let printed = lines("table 2.2");
    let board = board("r-wythoff", 22);
    assert_eq!(printed.len(), 22);
    for (row, cells) in printed {
        let mut small = row_of(&board, row);
        small.retain(|&value| value <= 2);
        assert_eq!(small, cells, "row {row}");
    }
}

/// Algorithm 1 as the text says it, with the set of all numbers seen.
#[test]
fn algorithm_1_table_1_1_and_formula_1_2_agree() {
    let mut seen = HashSet::new();
    let mut pairs = Vec::new();
    for k in 0..400u64 {
        let p = (0..).find(|p| !seen.contains(p)).unwrap();
        seen.extend([p, p + k]);
        pairs.push(vec![p, p + k]);
    }
    assert_eq!(pairs[..13], printed_words("thesis-a.toml", "table 1.1"));
    for method in ["algebraic", "arithmetic", "recursive"] {
        assert_eq!(listed("wythoff", Some(method), Play::Normal, 0, 400), pairs, "{method}");
    }
    assert_eq!(recursive::Pairs::new(1, Play::Normal).take(400).map(|(a, b)| vec![a, b]).collect::<Vec<_>>(), pairs);
    // (1.2): ⌊kφ⌋ and ⌊kφ²⌋; in this range floating point is good enough.
    let phi = (1.0 + 5f64.sqrt()) / 2.0;
    for (k, pair) in pairs.iter().enumerate().skip(1) {
        assert_eq!(pair[..], [(k as f64 * phi) as u64, (k as f64 * phi * phi) as u64], "k = {k}");
    }
}

/// A g-algorithm as the text says it; `keeps_columns` is step 2(c), which
/// algorithm 2 has and algorithm 3 has not.
fn algorithm(g: usize, rows: u64, keeps_columns: bool) -> Vec<Vec<(u64, u64)>> {
    let mut layers: Vec<Vec<(u64, u64)>> = Vec::new();
    for _ in 0..=g {
        let mut layer: Vec<(u64, u64)> = Vec::new();
        loop {
            let occurs = |number: u64| layer.iter().any(|&(a, b)| a == number || b == number);
            let p = (0..).find(|&p| !occurs(p)).unwrap();
            if p >= rows {
                break;
            }
            let d = (0..)
                .find(|&d| {
                    let taken = layers.iter().any(|smaller| smaller.contains(&(p, p + d)));
                    let on_diagonal = layer.iter().any(|&(a, b)| b - a == d);
                    !(taken || on_diagonal || keeps_columns && occurs(p + d))
                })
                .unwrap();
            layer.push((p, p + d));
        }
        layers.push(layer);
    }
    layers
}

#[test]
fn algorithm_2_lists_the_values_of_wythoff() {
    let layers = algorithm(8, 60, true);
    let board = board("wythoff", 60);
    for (g, layer) in layers.iter().enumerate() {
        let rows: Vec<Vec<u64>> = layer.iter().map(|&(a, b)| vec![a, b]).collect();
        assert_eq!(listed("wythoff", Some("recursive"), Play::Normal, g as u64, rows.len()), rows, "g = {g}");
        for &(a, b) in layer.iter().filter(|position| position.1 < 60) {
            assert_eq!(board.value(a, b), g as u32, "({a},{b})");
        }
    }
}

#[test]
fn algorithm_3_lists_the_values_of_r_wythoff() {
    let layers = algorithm(8, 60, false);
    let board = board("r-wythoff", 60);
    for (g, layer) in layers.iter().enumerate() {
        let rows: Vec<Vec<u64>> = layer.iter().map(|&(a, b)| vec![a, b]).collect();
        assert_eq!(listed("r-wythoff", Some("recursive"), Play::Normal, g as u64, rows.len()), rows, "g = {g}");
        for &(a, b) in layer.iter().filter(|position| position.1 < 60) {
            assert_eq!(board.value(a, b), g as u32, "({a},{b})");
        }
    }
}

/// Theorem 3 says that every row of Wythoff's board holds every value exactly
/// once, theorem 4 that every row of ℛ-Wythoff's holds it at least once. A box
/// shows that for the values whose places lie inside; none may occur twice in a
/// row of Wythoff.
#[test]
fn theorems_3_and_4_hold_over_a_box() {
    let (wythoff, r_wythoff) = (board("wythoff", 100), board("r-wythoff", 100));
    for row in 0..30 {
        let values = row_of(&wythoff, row);
        assert_eq!(values.iter().collect::<HashSet<_>>().len(), values.len(), "row {row}");
        let r_values = row_of(&r_wythoff, row);
        for g in 0..30 {
            assert!(values.contains(&g), "{g} in row {row} of Wythoff");
            assert!(r_values.contains(&g), "{g} in row {row} of ℛ-Wythoff");
        }
    }
}

/// Theorem 5: every diagonal of ℛ-Wythoff holds every value exactly once.
#[test]
fn theorem_5_holds_over_a_box() {
    let board = board("r-wythoff", 150);
    for diagonal in 0..20 {
        let values: Vec<u32> = (0..150 - diagonal).map(|row| board.value(row, row + diagonal)).collect();
        assert_eq!(values.iter().collect::<HashSet<_>>().len(), values.len(), "diagonal {diagonal}");
        for g in 0..20 {
            assert!(values.contains(&g), "{g} on diagonal {diagonal}");
        }
    }
}

/// Theorems 6, 7 and 8 as printed, but with m_{k+2} = m_{k+1} + m_k, for which
/// lemma 1 prints m¹₂ = 27.
#[test]
fn theorems_6_7_and_8_are_the_closed_forms() {
    let floor = |n: u64| ((5 * n * n).isqrt() + n) / 2;
    let mut distances = vec![3; 2000];
    for (sequence, start) in [[10, 17], [11, 18], [12, 20], [15, 24]].into_iter().enumerate() {
        let [mut m, mut next] = start;
        for k in 0.. {
            if m >= distances.len() {
                break;
            }
            assert_eq!(distances[m], 3, "lemma 1: the sequences are disjoint");
            distances[m] = if (k % 2 == 0) != (sequence == 3) { 2 } else { 4 };
            [m, next] = [next, m + next];
            assert!(sequence != 0 || k != 1 || m == 27);
        }
    }
    let game = RWythoff::new();
    let first = |theorem: &str| -> Vec<(u64, u64)> {
        printed_words("thesis-a.toml", theorem).iter().map(|row| (row[0], row[1])).collect()
    };
    let (first_ones, first_twos) = (first("theorem 7"), first("theorem 8"));
    for (n, &distance) in distances.iter().enumerate() {
        let below = |back: u64| (floor(n as u64) - back, floor(n as u64) + n as u64 - back);
        let ones = first_ones.get(n).copied().unwrap_or_else(|| below(1));
        let twos = first_twos.get(n).copied().unwrap_or_else(|| below(distance));
        for (value, (a, b)) in [(0, below(0)), (1, ones), (2, twos)] {
            assert_eq!(game.of_value(value, &big(n as u64)), Some((big(a), big(b))), "value {value}, n = {n}");
        }
    }
}

#[test]
fn the_closed_forms_are_what_algorithm_3_lists() {
    let game = RWythoff::new();
    for value in 0..=2 {
        let mut algorithm = ValuePositions::new(PairMoves::LargerOrBoth, value, Budget::default()).unwrap();
        for n in 0..20_000 {
            let (a, b) = algorithm.next_position().unwrap();
            assert_eq!(game.of_value(value, &big(n)), Some((big(a), big(b))), "value {value}, n = {n}");
        }
    }
}

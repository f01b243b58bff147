//! Positions of a given Grundy value, and tables of values.

use crate::naive::{self, Naive};
use crate::{game, listed};
use nimlab::solve::board::ValuePositions;
use nimlab::solve::{Board, TableSize};
use nimlab::{Ask, Budget, PairMoves, Play, Values};
use proptest::prelude::*;

fn board(a: u64, rows: u64, columns: u64) -> Board {
    Board::build(PairMoves::Band { width: a }, rows, columns, &|_, _| std::ops::ControlFlow::Continue(())).unwrap()
}

/// The positions (x, y), x ≤ y, of a value on a board, by ascending x.
fn on_board(board: &mut Board, side: u64, g: u64) -> Vec<(u64, u64)> {
    let cells = (0..side).flat_map(|x| (x..side).map(move |y| (x, y)));
    cells.filter(|&(x, y)| board.value(&[x, y]).unwrap() == g).collect()
}

#[test]
fn algorithm_2_lists_what_the_board_shows() {
    const SIDE: u64 = 90;
    for a in 1..=4 {
        let mut board = board(a, SIDE, SIDE);
        for g in 0..=12 {
            let mut algorithm = ValuePositions::new(PairMoves::Band { width: a }, g, Budget::default()).unwrap();
            let found: Vec<(u64, u64)> = std::iter::repeat_with(|| algorithm.next_position().unwrap())
                .take_while(|position| position.0 < SIDE)
                .collect();
            assert!(found.is_sorted(), "a = {a}, g = {g}");
            let inside: Vec<(u64, u64)> = found.into_iter().filter(|position| position.1 < SIDE).collect();
            assert_eq!(inside, on_board(&mut board, SIDE, g), "a = {a}, g = {g}");
        }
    }
}

#[test]
fn a_board_holds_the_mex_of_its_options() {
    for a in [1, 2, 3, 5, 12, 40] {
        let mut naive = Naive::new(naive::wythoff(a.into()));
        let mut board = board(a, 18, 22);
        for x in 0..=17 {
            for y in 0..=21 {
                assert_eq!(board.value(&[x, y]).unwrap(), naive.value(&[x.min(y), x.max(y)]), "a = {a}, ({x},{y})");
            }
        }
        assert!(board.value(&[0, 22]).is_err() && board.value(&[18, 18]).is_err());
    }
}

/// Values above 0 are listed by ascending smaller pile for the Wythoff games,
/// and by ascending larger pile for every other.
#[test]
fn lists_of_a_value_are_complete() {
    let side = 16;
    for (name, rule) in
        [("wythoff:3", naive::wythoff(3)), ("r-wythoff", naive::r_wythoff()), ("greedy", naive::greedy())]
    {
        let mut naive = Naive::new(rule);
        for g in 0..=5 {
            let by_smaller = name != "greedy";
            let game = game(name);
            let list = game.positions().value(g).count(1000).heaps(2).run().unwrap();
            let mut found = Vec::new();
            for row in list.map(|row| row.unwrap().words().unwrap()) {
                if row[usize::from(!by_smaller)] >= side {
                    break;
                }
                if row[1] < side {
                    found.push(row);
                }
            }
            let mut expected: Vec<Vec<u64>> = (0..side)
                .flat_map(|x| (x..side).map(move |y| vec![x, y]))
                .filter(|cell| naive.value(cell) == g)
                .collect();
            if !by_smaller {
                expected.sort_by_key(|cell| (cell[1], cell[0]));
            }
            assert_eq!(found, expected, "{name}, value {g}");
        }
    }
}

#[test]
fn starting_positions_of_the_games_that_have_them() {
    let fibonacci: Vec<u64> = listed("fibonacci", None, Play::Normal, 0, 12).into_iter().map(|row| row[0]).collect();
    assert_eq!(fibonacci, [0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144]);
    for stacks in 1..=4 {
        let name = format!("building:{stacks}");
        let mut naive = Naive::new(naive::building());
        for play in [Play::Normal, Play::Misere] {
            let lost: Vec<Vec<u64>> = (0..=7u64)
                .map(|tokens| vec![0; stacks].into_iter().chain([tokens]).collect::<Vec<u64>>())
                .filter(|start| !naive.wins(start, play == Play::Misere))
                .collect();
            for method in ["table", "search"] {
                assert_eq!(listed(&name, Some(method), play, 0, lost.len()), lost, "{name}, {play} play, by {method}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    /// Rectangles of any proportion, wider than high or higher than wide.
    #[test]
    fn tables_are_right_cell_by_cell(rows in 1..12u64, columns in 1..12u64, which in 0..6usize) {
        let (name, rule) = match which {
            0 => ("nim", naive::nim()),
            1 => ("moore:2", naive::moore(2)),
            2 => ("greedy", naive::greedy()),
            3 => ("wythoff", naive::wythoff(1)),
            4 => ("wythoff:3", naive::wythoff(3)),
            _ => ("r-wythoff", naive::r_wythoff()),
        };
        let mut naive = Naive::new(rule);
        let table = game(name).table(TableSize::Rectangle(rows, columns)).run().unwrap();
        prop_assert_eq!((table.rows, table.columns), (rows, columns));
        for row in 0..rows {
            for column in 0..columns {
                let value = naive.value(&[row.min(column), row.max(column)]);
                prop_assert_eq!(u64::from(table.value(row, column)), value, "{} ({},{})", name, row, column);
            }
        }
    }

    #[test]
    fn tables_of_one_row_are_right(side in 1..12u64) {
        let fibonacci = game("fibonacci").table(TableSize::Side(side)).run().unwrap();
        let building = game("building:2").table(TableSize::Side(side)).run().unwrap();
        let nim = game("nim").table(TableSize::Side(side)).run().unwrap();
        let (mut f, mut b) = (Naive::new(naive::fibonacci()), Naive::new(naive::building()));
        for n in 0..side {
            prop_assert_eq!(u64::from(fibonacci.value(0, n)), f.value(&[n, n.saturating_sub(1)]));
            prop_assert_eq!(u64::from(building.value(0, n)), b.value(&[0, 0, n]));
            prop_assert_eq!(u64::from(nim.value(0, n)), n);
        }
    }

    #[test]
    fn fibonacci_tables_of_stones_and_limit_are_right(rows in 1..20u64, columns in 1..20u64) {
        let table = game("fibonacci").table(TableSize::Rectangle(rows, columns)).run().unwrap();
        let mut naive = Naive::new(naive::fibonacci());
        for stones in 0..rows {
            for most in 0..columns {
                prop_assert_eq!(u64::from(table.value(stones, most)), naive.value(&[stones, most]));
            }
        }
    }
}

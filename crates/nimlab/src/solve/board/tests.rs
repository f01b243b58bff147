//! Boards against the definition.

use super::*;
use crate::bits::mex;
use proptest::prelude::*;

/// The mex over all options, position after position.
fn plain(moves: PairMoves, rows: u64, columns: u64) -> Vec<u32> {
    let mut values = vec![0u64; (rows * columns) as usize];
    let mut reached = Vec::new();
    for x in 0..rows {
        for y in 0..columns {
            let at = |x: u64, y: u64| values[(x * columns + y) as usize];
            match moves {
                PairMoves::Band { width: a } => {
                    reached.extend((0..x).map(|to| at(to, y)));
                    reached.extend((0..y).map(|to| at(x, to)));
                    for k in 1..=x {
                        reached.extend((1..=y).filter(|l| k.abs_diff(*l) < a).map(|l| at(x - k, y - l)));
                    }
                }
                PairMoves::LargerOrBoth => {
                    if x >= y {
                        reached.extend((0..x).map(|to| at(to, y)));
                    }
                    if y >= x {
                        reached.extend((0..y).map(|to| at(x, to)));
                    }
                    reached.extend((1..=x.min(y)).map(|k| at(x - k, y - k)));
                }
            }
            values[(x * columns + y) as usize] = mex(reached.drain(..));
        }
    }
    values.into_iter().map(|value| value as u32).collect()
}

fn built(moves: PairMoves, rows: u64, columns: u64) -> Board {
    Board::build(moves, rows, columns, &|_, _| ControlFlow::Continue(())).unwrap()
}

fn whole(board: &Board, rows: u64, columns: u64) -> Vec<u32> {
    let mut cells = Vec::new();
    board.fill_rows(0, rows, columns, &mut cells).unwrap();
    cells
}

#[test]
fn every_board_is_what_the_definition_says() {
    let games = (1..=5).chain([9, 70, 1000]).map(|a| PairMoves::Band { width: a }).chain([PairMoves::LargerOrBoth]);
    for moves in games {
        for (rows, columns) in [(150, 150), (1, 200), (3, 140), (64, 65), (130, 64), (200, 20)] {
            let expected = plain(moves, rows, columns);
            assert_eq!(whole(&built(moves, rows, columns), rows, columns), expected, "{moves:?} {rows}x{columns}");
        }
    }
}

#[test]
fn a_board_on_several_threads_is_what_the_definition_says() {
    for moves in [PairMoves::Band { width: 1 }, PairMoves::Band { width: 3 }, PairMoves::LargerOrBoth] {
        let cells = whole(&built(moves, 700, 700), 700, 700);
        // The smaller board is its corner; the plain one would take too long.
        let corner: Vec<u32> = cells.chunks(700).take(300).flat_map(|row| &row[..300]).copied().collect();
        assert_eq!(corner, plain(moves, 300, 300));
        assert_eq!(mex_of_all_options(moves, &cells, 700), None);
    }
}

/// The first of some cells far out whose value is not the mex of its options.
fn mex_of_all_options(moves: PairMoves, cells: &[u32], side: u64) -> Option<(u64, u64)> {
    let at = |x: u64, y: u64| u64::from(cells[(x * side + y) as usize]);
    let wrong = |&(x, y): &(u64, u64)| {
        let mut reached: Vec<u64> = Vec::new();
        reached.extend((0..y).map(|to| at(x, to)));
        let a = match moves {
            PairMoves::Band { width: a } => {
                reached.extend((0..x).map(|to| at(to, y)));
                a
            }
            PairMoves::LargerOrBoth => 1,
        };
        for k in 1..=x {
            let near = (k + 1).saturating_sub(a).max(1)..=(k + a - 1).min(y);
            reached.extend(near.map(|l| at(x - k, y - l)));
        }
        mex(reached) != at(x, y)
    };
    (0..side).step_by(23).flat_map(|x| (x + 1..side).step_by(17).map(move |y| (x, y))).find(wrong)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn rows_of_any_board_can_be_read_in_any_pieces(
        a in 0u64..6, rows in 1u64..90, columns in 1u64..90, first in 0u64..90, count in 1u64..40, width in 1u64..90,
    ) {
        let moves = if a == 0 { PairMoves::LargerOrBoth } else { PairMoves::Band { width: a } };
        let board = built(moves, rows, columns);
        let (first, width) = (first.min(rows - 1), width.min(columns));
        let count = count.min(rows - first);
        let mut cells = Vec::new();
        board.fill_rows(first, count, width, &mut cells).unwrap();
        let side = rows.max(columns);
        let expected = plain(moves, side, side);
        for row in 0..count {
            for column in 0..width {
                let value = expected[((first + row) * side + column) as usize];
                prop_assert_eq!(cells[(row * width + column) as usize], value);
                prop_assert_eq!(board.get(first + row, column), Some(value));
            }
        }
    }
}

#[test]
fn a_long_row_costs_little_and_wide_cells_hold_large_values() {
    let board = built(PairMoves::Band { width: 1 }, 1, 100_000);
    assert_eq!(board.get(0, 99_999), Some(99_999));
    assert!(matches!(board.cells, Cells::Wide(_)));
    let narrow = built(PairMoves::Band { width: 2 }, 2, 65_535);
    assert!(matches!(narrow.cells, Cells::Narrow(_)));
    let wide = built(PairMoves::Band { width: 2 }, 2, 65_536);
    assert!(matches!(wide.cells, Cells::Wide(_)));
    assert!((0..65_535).all(|y| narrow.get(1, y) == wide.get(1, y)));
}

#[test]
fn a_board_can_be_stopped_and_nothing_beyond_it_is_answered() {
    let stopped = Board::build(PairMoves::LargerOrBoth, 300, 300, &|_, _| ControlFlow::Break(()));
    assert!(matches!(stopped, Err(Error::Undecided { .. })));
    let mut board = built(PairMoves::LargerOrBoth, 3, 5);
    assert!(board.value(&[3, 5]).is_err());
    assert!(board.value(&[3, 3]).is_err());
    assert!(board.value(&[4, 2]).is_ok());
    assert!(board.fill_rows(1, 3, 5, &mut Vec::new()).is_err());
    assert!(Board::bytes(u64::MAX, u64::MAX).0 > 1 << 60);
}

#[test]
fn a_board_is_stopped_within_a_bounded_number_of_cells() {
    // A block of values has 51 200 places here, more than three times what is allowed.
    let (rows, columns) = (1_600, 2_000);
    let most = (LOOK_EVERY * ROWS * BLOCK) as u64;
    for stop_at in [0, 1, 500_000, 1_500_000] {
        let told = Mutex::new(Vec::new());
        let tell = |done, all| {
            assert_eq!(all, cells_of(rows, columns));
            told.lock().unwrap().push(done);
            if done >= stop_at { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let board = build::<u16>(PairMoves::Band { width: 2 }, rows, columns, 1, &tell);
        assert!(matches!(board, Err(Error::Undecided { .. })), "{stop_at}");
        let told = told.into_inner().unwrap();
        assert!(told.windows(2).all(|pair| pair[1] - pair[0] <= most), "{stop_at}");
        assert!(told[told.len() - 1] <= stop_at + most, "{stop_at}");
        assert_eq!(told.iter().filter(|&&done| done >= stop_at).count(), 1, "nothing is done after the break");
    }
}

#[test]
fn all_threads_of_a_board_end_when_one_is_told_to() {
    let calls = AtomicUsize::new(0);
    // There is a call for every 16 384 cells at least, and so more than a hundred.
    let tell = |_, _| match calls.fetch_add(1, Ordering::Relaxed) {
        0..50 => ControlFlow::Continue(()),
        _ => ControlFlow::Break(()),
    };
    assert!(build::<u16>(PairMoves::Band { width: 1 }, 2_000, 2_000, 3, &tell).is_err());
    // Each of the others may have been about to call.
    assert!(calls.into_inner() <= 53);
}

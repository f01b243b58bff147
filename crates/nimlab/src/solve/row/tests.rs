//! Periods of rows against long boards, and certificates against changes.

use super::super::board::Board;
use super::*;
use crate::sequence::PeriodVerdict;
use std::ops::ControlFlow;

fn proved(moves: PairMoves, row: u64) -> RowPeriod {
    match row_period(moves, row, 1_000_000, Budget::default(), &|_, _| ()).unwrap() {
        RowAnswer::Proved(period) => period,
        RowAnswer::Open(seen) => panic!("{moves:?}, row {row}: {seen:?}"),
    }
}

fn games() -> [(PairMoves, &'static str); 5] {
    [
        (PairMoves::Band { width: 1 }, "wythoff"),
        (PairMoves::Band { width: 2 }, "wythoff:2"),
        (PairMoves::Band { width: 3 }, "wythoff:3"),
        (PairMoves::Band { width: 5 }, "wythoff:5"),
        (PairMoves::LargerOrBoth, "r-wythoff"),
    ]
}

/// The least preperiod for a period, as far as some values go.
fn least_preperiod(over: &[i64], p: usize) -> usize {
    (0..over.len() - p).rev().find(|&b| over[b] != over[b + p]).map_or(0, |b| b + 1)
}

#[test]
fn every_proved_period_is_the_least_that_a_long_board_shows() {
    const COLUMNS: u64 = 9000;
    for (moves, name) in games() {
        let board = Board::build(moves, 9, COLUMNS, &|_, _| ControlFlow::Continue(())).unwrap();
        for row in 0..9 {
            let found = proved(moves, row);
            let values: Vec<u32> = (0..COLUMNS).map(|b| board.get(row, b).unwrap()).collect();
            let over: Vec<i64> = (0..).zip(&values).map(|(b, &value)| i64::from(value) - b).collect();
            let (l, p) = (found.preperiod as usize, found.period as usize);
            assert_eq!(found.values, values[..l + p], "{name}, row {row}");
            assert_eq!(least_preperiod(&over, p), l, "{name}, row {row}");
            // No shorter period shows in the last third of the row.
            let tail = &over[over.len() * 2 / 3..];
            assert!(
                (1..p).all(|shorter| (0..tail.len() - shorter).any(|b| tail[b] != tail[b + shorter])),
                "{name}, row {row}"
            );
        }
    }
}

#[test]
fn the_first_rows_of_wythoff() {
    let found: Vec<(u64, u64)> = (0..10)
        .map(|row| proved(PairMoves::Band { width: 1 }, row))
        .map(|found| (found.preperiod, found.period))
        .collect();
    let expected = [(0, 1), (0, 3), (0, 3), (8, 6), (9, 12), (27, 24), (37, 12), (92, 24), (102, 24), (127, 24)];
    assert_eq!(found, expected);
}

#[test]
fn nothing_is_proved_before_a_state_comes_back() {
    for max_column in [0, 1, 5, 100, 400] {
        let answer = row_period(PairMoves::Band { width: 1 }, 12, max_column, Budget::default(), &|_, _| ()).unwrap();
        let RowAnswer::Open(seen) = answer else { panic!("row 12 cannot be proved within {max_column} columns") };
        assert_eq!(seen.computed_to, max_column);
    }
    for (moves, row) in [(PairMoves::Band { width: 1 << 40 }, 1), (PairMoves::LargerOrBoth, 1 << 40)] {
        assert!(row_period(moves, row, 100, Budget::default(), &|_, _| ()).is_err());
    }
}

#[test]
fn a_certificate_is_confirmed_and_any_altered_claim_rejected() {
    for (moves, name) in games() {
        for row in [1, 2, 5, 6] {
            let good = RowCertificate::of(name, &proved(moves, row));
            assert_eq!(RowCertificate::from_json(&good.to_json().unwrap()).unwrap(), good);
            assert!(RowCertificate::is_one(&good.to_json().unwrap()));
            assert_eq!(verify_row(&good, Budget::default()).unwrap(), PeriodVerdict::Proved, "{name}, row {row}");
            for bad in altered(&good) {
                assert!(matches!(verify_row(&bad, Budget::default()).unwrap(), PeriodVerdict::Rejected(_)), "{bad:?}");
            }
        }
    }
}

/// The certificate with one thing changed, or with a claim that is true but
/// not the least.
fn altered(good: &RowCertificate) -> Vec<RowCertificate> {
    let value = |b: u64| {
        let (l, p) = (good.preperiod, good.period);
        let at = if b < l { b } else { l + (b - l) % p };
        good.values[at as usize] + (b - at)
    };
    let listed = |count: u64| (0..count).map(value).collect::<Vec<u64>>();
    let (l, p) = (good.preperiod, good.period);
    let mut wrong_value = good.values.clone();
    wrong_value[(l + p) as usize / 2] += 1;
    vec![
        RowCertificate { game: "wythoff:4".into(), ..good.clone() },
        RowCertificate { row: good.row + 3, ..good.clone() },
        RowCertificate { preperiod: l + 1, values: listed(l + 1 + p), ..good.clone() },
        RowCertificate { preperiod: l.wrapping_sub(1), values: listed((l + p).saturating_sub(1)), ..good.clone() },
        RowCertificate { period: 2 * p, saltus: 2 * p, values: listed(l + 2 * p), ..good.clone() },
        RowCertificate { period: p + 1, saltus: p + 1, values: listed(l + p + 1), ..good.clone() },
        RowCertificate { saltus: 0, ..good.clone() },
        RowCertificate { period: 0, ..good.clone() },
        RowCertificate { values: wrong_value, ..good.clone() },
        RowCertificate { values: listed(l + p - 1), ..good.clone() },
        RowCertificate { theorem: "guy-smith".into(), ..good.clone() },
        RowCertificate { state: good.state + 1, ..good.clone() },
        RowCertificate { state: 0, distance: 1, ..good.clone() },
        RowCertificate { distance: 2 * good.distance, ..good.clone() },
        RowCertificate { distance: good.distance + 1, ..good.clone() },
    ]
    .into_iter()
    .filter(|bad| bad != good)
    .collect()
}

#[test]
fn a_certificate_that_asks_for_too_much_is_neither_confirmed_nor_rejected() {
    let good = RowCertificate::of("wythoff", &proved(PairMoves::Band { width: 1 }, 3));
    let far = RowCertificate { state: 1 << 50, ..good.clone() };
    assert!(verify_row(&far, Budget::default()).is_err());
    assert!(matches!(
        verify_row(&RowCertificate { game: "nim".into(), ..good }, Budget::default()).unwrap(),
        PeriodVerdict::Rejected(_)
    ));
}

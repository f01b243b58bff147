//! Windows far out against `solve`, cell by cell, and rows with their certificates.

use nimlab::Budget;
use nimlab::sequence::PeriodVerdict;
use nimlab::solve::row::{RowCertificate, verify_row};
use nimlab_api::{Asked, WorkToken, answer};
use serde_json::{Value, json};
use std::time::Duration;

fn asked(path: &str, body: &Value) -> Result<Value, (u16, String)> {
    let token = WorkToken::alone(Duration::from_secs(60), 1 << 28);
    let reply =
        answer(path, Asked::Body(body.to_string().as_bytes()), &token).map_err(|failure| failure.into_parts())?;
    Ok(serde_json::from_slice(reply.body()).unwrap())
}

/// A number of a test, from a seed.
fn scattered(seed: u64, below: u64) -> u64 {
    (seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20) % below
}

#[test]
fn random_cells_of_far_windows_are_what_solve_says() {
    let mut told = [0, 0];
    for (game, misere) in
        [("wythoff", false), ("wythoff:2", false), ("wythoff:9", true), ("r-wythoff", false), ("nim", false)]
    {
        // Beside a P-position, so that there is one to be seen.
        let query = json!({"game": game, "from": 1_500_000, "count": 1, "heaps": 2, "misere": misere});
        let near = asked("cold", &query).unwrap()["positions"][0]["position"].clone();
        let corner = [near[0].as_u64().unwrap() - 5, near[1].as_u64().unwrap() - 7];
        let size = 24;
        let window = asked("window", &json!({"game": game, "corner": corner, "rows": size, "misere": misere})).unwrap();
        let known = window["known"].as_u64();
        for n in 0..60 {
            let [i, j] = if n == 0 { [5, 7] } else { [scattered(2 * n, size), scattered(2 * n + 1, size)] };
            let position = [corner[0] + i, corner[1] + j];
            let solved = asked("solve", &json!({"game": game, "position": position, "misere": misere})).unwrap();
            let cell = &window["values"][i as usize][j as usize];
            assert_eq!(cell == 0, solved["outcome"] == "P", "{game} {position:?}");
            told[usize::from(cell == 0)] += 1;
            if !misere && let Some(value) = solved["grundy"].as_u64() {
                let expected = if known.is_none_or(|known| value <= known) { json!(value) } else { Value::Null };
                assert_eq!(*cell, expected, "{game} {position:?}");
            }
        }
    }
    assert!(told[0] > 100 && told[1] >= 5, "{told:?}");
}

#[test]
fn a_window_from_the_corner_is_the_table() {
    for game in ["wythoff:3", "r-wythoff", "moore:2", "subtraction:2,4,7", "wythoff-odd"] {
        let table = asked("table", &json!({"game": game, "rows": 30})).unwrap();
        let window = asked("window", &json!({"game": game, "corner": [0, 0], "rows": 30})).unwrap();
        let known = window["known"].as_u64().unwrap_or(u64::MAX);
        for (row, cells) in table["values"].as_array().unwrap().iter().enumerate() {
            for (column, value) in cells.as_array().unwrap().iter().enumerate() {
                let told = &window["values"][row][column];
                let expected = if value.as_u64().unwrap() <= known { value } else { &Value::Null };
                assert_eq!(told, expected, "{game} ({row}, {column})");
            }
        }
    }
}

#[test]
fn what_cannot_be_told_far_out_is_refused() {
    for (body, wanted) in [
        (json!({"game": "grundy", "corner": [1_000_000, 1_000_000]}), "no theorem says who wins"),
        (json!({"game": "wythoff3:l1", "corner": [1, 2]}), "cannot be asked of wythoff3:l1"),
        (json!({"game": "wythoff", "corner": [1, 2, 3]}), "not a cell of a board"),
        (json!({"game": "wythoff"}), "not a cell of a board"),
        (json!({"game": "wythoff", "corner": [0, 0], "rows": 257}), "out of range"),
        (json!({"game": "wythoff", "corner": ["1e300", 0]}), "301 digits"),
    ] {
        let (status, text) = asked("window", &body).unwrap_err();
        assert!((400..500).contains(&status) && text.contains(wanted), "{body}: {status} {text}");
    }
}

#[test]
fn the_certificate_of_a_row_is_verified_by_other_code() {
    for (game, row) in [("wythoff", 7), ("wythoff:2", 3), ("r-wythoff", 6)] {
        let found = asked("row", &json!({"game": game, "row": row})).unwrap();
        assert_eq!((&found["proved"], &found["row"]), (&json!(true), &json!(row)), "{game}");
        let certificate = RowCertificate::from_json(&found["certificate"].to_string()).unwrap();
        assert_eq!((&*certificate.game, json!(certificate.period)), (game, found["period"].clone()));
        assert_eq!(verify_row(&certificate, Budget::default()).unwrap(), PeriodVerdict::Proved, "{game}");
        let mut altered = certificate;
        altered.period += 1;
        assert_ne!(verify_row(&altered, Budget::default()).unwrap(), PeriodVerdict::Proved, "{game}");
    }
    let seen = asked("row", &json!({"game": "nim", "row": 3})).unwrap();
    assert_eq!((&seen["proved"], seen["observed"]["period"].as_u64()), (&json!(false), Some(4)));
    let open = asked("row", &json!({"game": "wythoff", "row": 30, "max_column": 100})).unwrap();
    assert_eq!((&open["proved"], &open["certificate"]), (&json!(false), &Value::Null));
}

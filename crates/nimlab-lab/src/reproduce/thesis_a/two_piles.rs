//! What chapters 1 and 2 of Thesis-A are compared with: boards, algorithms 2
//! and 3, and theorems 6 to 8 on ℛ-Wythoff.

use super::super::decimal::{of_scaled, root_of};
use super::super::tools::{board, claim, floor_phi, listed, put_right};
use super::super::{Computed, Result, Shared};
use nimlab::number::IBig;
use nimlab::solve::search;
use nimlab::{Ask, Budget, Outcome, Play, RuleExt, catalogue};
use serde_json::json;
use std::collections::BTreeSet;

/// The first heap of Nim whose player cannot win by taking all.
pub fn one_heap_fails() -> Result<Option<u64>> {
    let nim = catalogue::game("nim")?;
    for coins in 1..=200u64 {
        let position = nim.read(&coins.to_string())?;
        let answer = nim.solve(&position).method("closed-form").analyse()?.1;
        if !answer.winning_moves.list.contains(&nim.read("0")?) {
            return Ok(Some(coins));
        }
    }
    Ok(None)
}

/// The first heaps up to a bound that are not cold exactly where it is claimed, by search.
pub fn nim_fails(heaps: u32, most: u64, cold: impl Fn(&[u64]) -> bool) -> Result<Option<String>> {
    let nim = catalogue::game("nim")?;
    for number in 0..(most + 1).pow(heaps) {
        let sizes: Vec<u64> = (0..heaps).map(|i| number / (most + 1).pow(i) % (most + 1)).collect();
        // The order of the heaps does not matter.
        if sizes.is_sorted() {
            let answer = search(&*nim, &nim.position_of_words(&sizes), Play::Normal, Budget::default())?;
            if (answer.outcome == Outcome::P) != cold(&sizes) {
                return Ok(Some(format!("{sizes:?}")));
            }
        }
    }
    Ok(None)
}

/// The first cold cells of Wythoff's board, by the smaller pile.
pub fn first_cold(count: usize) -> Result<Computed> {
    let board = board("wythoff", 20)?;
    let cells = (0..20).flat_map(|x| (0..20).map(move |y| [x, y]));
    let mut cold: Vec<[u64; 2]> = cells.filter(|&[x, y]| board.value(x, y) == 0).collect();
    cold.sort_by_key(|&[x, y]| (x.min(y), x));
    Ok(Computed::new(json!(cold[..count])))
}

/// The lines through (0,0), and those through (1,2) and (2,1), as the sets of
/// rows, columns and diagonals on which these are the only cold cells.
pub fn warm_lines() -> Result<Computed> {
    const SIDE: i64 = 150;
    let board = board("wythoff", SIDE as u64)?;
    let cold: Vec<[i64; 2]> = (0..SIDE)
        .flat_map(|x| (0..SIDE).map(move |y| [x, y]))
        .filter(|&[x, y]| board.value(x as u64, y as u64) == 0)
        .collect();
    // Row, column and diagonal of a cell: numbers that only its own lines share.
    let lines = |cells: &[[i64; 2]]| -> [BTreeSet<i64>; 3] {
        let alone = |of: fn(&[i64; 2]) -> i64| -> BTreeSet<i64> {
            let own: BTreeSet<i64> = cells.iter().map(of).collect();
            own.into_iter().filter(|line| cold.iter().all(|cell| of(cell) != *line || cells.contains(cell))).collect()
        };
        [alone(|cell| cell[0]), alone(|cell| cell[1]), alone(|cell| cell[1] - cell[0])]
    };
    let said = |lines: [BTreeSet<i64>; 3]| {
        let named = ["row", "column", "diagonal"].into_iter().zip(lines).map(|(name, numbers)| {
            let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
            let more = if numbers.len() == 1 { "" } else { "s" };
            format!("{name}{more} {}", numbers.join(" and "))
        });
        named.collect::<Vec<_>>().join(", ")
    };
    Ok(Computed::new(json!([said(lines(&[[0, 0]])), said(lines(&[[1, 2], [2, 1]]))])))
}

/// The first cell of every value below 100 by its smaller pile, which is a row of the board.
pub fn first_of_every_value(game: &str) -> Result<Computed> {
    let board = board(game, 150)?;
    let first =
        |value: u32| (0..150).flat_map(|x| (x..150).map(move |y| (x, y))).find(|&(x, y)| board.value(x, y) == value);
    let wrong = (0..100).find(|&value| first(value) != Some((0, u64::from(value))));
    Ok(claim("(0,g)", wrong.map(|value| format!("g = {value}"))))
}

/// The first k below `count` at which the positions of a value are not
/// (⌊kφ⌋, ⌊kφ²⌋) less a distance.
pub fn against_floors(
    game: &str,
    method: &str,
    value: u64,
    count: usize,
    distance: impl Fn(u64) -> u64,
) -> Result<Option<u64>> {
    let rows = listed(game, method, value, count)?;
    // Where nothing is claimed yet, the row itself is taken.
    let wrong = |(k, row): (u64, &Vec<u64>)| {
        let lower = floor_phi(k).checked_sub(distance(k));
        let claimed = value == 0 || distance(k) > 0;
        (claimed && (lower != Some(row[0]) || row[1] != row[0] + k)).then_some(k)
    };
    Ok((0..).zip(&rows).find_map(wrong))
}

/// A line of a board that can be looked at.
pub type LineOf = fn(u64, u64) -> (u64, u64);

/// The cells of a column.
pub fn column(column: u64, i: u64) -> (u64, u64) {
    (i, column)
}

/// The cells of a diagonal.
pub fn diagonal(diagonal: u64, i: u64) -> (u64, u64) {
    (i, i + diagonal)
}

/// How often the values up to 30 occur in the lines up to 30 of a board, which
/// is so large that all places lie inside.
pub fn occurrences(game: &str, line: LineOf) -> Result<Computed> {
    let board = board(game, 150)?;
    let (mut least, mut most) = (usize::MAX, 0);
    for at in 0..30 {
        let cells: Vec<u32> = (0..120).map(|i| line(at, i)).map(|(x, y)| board.value(x, y)).collect();
        for value in 0..30 {
            let count = cells.iter().filter(|&&cell| cell == value).count();
            (least, most) = (least.min(count), most.max(count));
        }
    }
    Ok(Computed::new(match (least, most) {
        (1, 1) => "exactly once".to_owned(),
        (1, _) => "at least once".to_owned(),
        _ => format!("{least} to {most} times"),
    }))
}

/// The first value up to a bound for which the game's algorithm does not list
/// what a board of 120 × 120 shows.
pub fn algorithm_fails(game: &str, largest: u64) -> Result<Option<String>> {
    let board = board(game, 120)?;
    for value in 0..=largest {
        let rows = listed(game, "recursive", value, 120)?;
        let inside: Vec<(u64, u64)> = rows.iter().map(|row| (row[0], row[1])).filter(|row| row.1 < 120).collect();
        let cells = (0..120).flat_map(|x| (x..120).map(move |y| (x, y)));
        let shown: Vec<(u64, u64)> = cells.filter(|&(x, y)| u64::from(board.value(x, y)) == value).collect();
        if inside != shown {
            return Ok(Some(format!("value {value}")));
        }
    }
    Ok(None)
}

/// Rows and columns of the heat plots.
pub fn size(game: &str) -> Result<Computed> {
    let board = board(game, 200)?;
    let rows = board.iter_rows().filter(|row| row.len() as u64 == board.columns).count();
    Ok(Computed::new(json!([rows, board.columns])))
}

/// The positions of a value in ℛ-Wythoff by algorithm 3.
pub fn listed_values(value: u64, count: usize) -> Result<Vec<Vec<u64>>> {
    listed("r-wythoff", "recursive", value, count)
}

/// The first positions of a value in ℛ-Wythoff.
pub fn first_of_value(value: u64, count: usize) -> Result<Computed> {
    Ok(Computed::new(json!(listed_values(value, count)?)))
}

/// The sets of the proof of theorem 7.
pub fn proof_of_theorem_7(_: &Shared) -> Result<Computed> {
    let (zeros, ones) = (listed_values(0, 4)?, listed_values(1, 5)?);
    let all =
        |rows: &[Vec<u64>], less: i64| -> BTreeSet<i64> { rows.iter().flatten().map(|&x| x as i64 - less).collect() };
    let differences: BTreeSet<u64> = ones[..4].iter().map(|row| row[1] - row[0]).collect();
    Ok(Computed::new(json!([all(&ones[..4], 0), all(&zeros, 1), differences, ones[4]])))
}

/// The first two numbers of the four sequences of theorem 8.
const STARTS: [[u64; 2]; 4] = [[10, 17], [11, 18], [12, 20], [15, 24]];

/// The first numbers of the four sequences, by the recurrence that holds.
pub fn sequences() -> [Vec<u64>; 4] {
    STARTS.map(|start| sequence(start, 12, |m| m[0] + m[1]))
}

fn sequence([m0, m1]: [u64; 2], count: usize, next: impl Fn([u64; 2]) -> u64) -> Vec<u64> {
    let mut sequence = vec![m0, m1];
    while sequence.len() < count {
        let [.., a, b] = sequence[..] else { break };
        sequence.push(next([a, b]));
    }
    sequence
}

/// Whether theorem 8 with a given recurrence gives what algorithm 3 lists.
pub fn theorem_8_holds(next: impl Fn([u64; 2]) -> u64) -> Result<bool> {
    let rows = listed_values(2, 20_000)?;
    let mut distances = vec![3; rows.len()];
    for (which, start) in STARTS.into_iter().enumerate() {
        for (k, m) in sequence(start, 24, &next).into_iter().enumerate() {
            if let Some(distance) = distances.get_mut(m as usize) {
                *distance = if (k % 2 == 0) == (which < 3) { 2 } else { 4 };
            }
        }
    }
    Ok((10..rows.len())
        .all(|n| rows[n][0] == floor_phi(n as u64) - distances[n] && rows[n][1] == rows[n][0] + n as u64))
}

/// Position number n of value 2.
pub fn of_value_2(n: u64) -> Result<[u64; 2]> {
    let game = nimlab::games::r_wythoff::RWythoff::new();
    let found = game.of_value(2, &n.into()).map(|(a, b)| nimlab::number::words(&[a, b], "a pile")).transpose()?;
    Ok(found.map_or([0; 2], |words| [words[0], words[1]]))
}

/// The numbers below 2000 that some pairs from number 10 on leave out.
pub fn left_out(pair: impl Fn(u64) -> Result<[u64; 2]>) -> Result<Computed> {
    let mut seen = vec![0; 2000];
    for n in 10..2000 {
        for number in pair(n)? {
            if let Some(count) = seen.get_mut(number as usize) {
                *count += 1;
            }
        }
    }
    if let Some(twice) = seen.iter().position(|&count| count > 1) {
        return Ok(claim("", Some(format!("{twice}, which occurs twice"))));
    }
    let out: Vec<usize> = (0..2000).filter(|&number| seen[number] == 0).collect();
    Ok(Computed::new(json!(out)))
}

/// The set of numbers that S leaves out, against two formulas for it.
pub fn complement_of_s() -> Result<Computed> {
    let left_out = left_out(|n| Ok([floor_phi(n) - 3, floor_phi(n) + n - 3]))?.value;
    let by_formula = |less: u64| -> BTreeSet<u64> {
        (0..10).flat_map(|n| [floor_phi(n), floor_phi(n) + n]).filter_map(|number| number.checked_sub(less)).collect()
    };
    Ok(put_right(
        ("floor(n phi) - 3, floor(n phi^2) - 3, with the numbers below 0 left out", json!(by_formula(3)) == left_out),
        ("floor(n phi), floor(n phi^2)", json!(by_formula(0)) == left_out),
    ))
}

/// For each of the four sequences, what M' has and M lacks, and the other way
/// round, for numbers so small that both are complete there.
pub fn exchanges() -> Result<Computed> {
    let mut exchanged = Vec::new();
    for m in sequences() {
        let floors: BTreeSet<u64> = m.iter().flat_map(|&n| [floor_phi(n) - 3, floor_phi(n) + n - 3]).collect();
        let mut shifted = BTreeSet::new();
        for &n in &m {
            shifted.extend(of_value_2(n)?);
        }
        let bound = floor_phi(m[m.len() - 1]) - 10;
        let only = |one: &BTreeSet<u64>, other: &BTreeSet<u64>| -> Vec<u64> {
            one.difference(other).copied().filter(|&number| number < bound).collect()
        };
        exchanged.push([only(&shifted, &floors), only(&floors, &shifted)].concat());
    }
    Ok(Computed::new(json!(exchanged)))
}

/// The constants c_2 = x − y/√5 of the four sequences, and 1/√5.
pub fn constants() -> Computed {
    let scaled = |[m0, m1]: [u64; 2]| {
        // 2x = m_0 and 2y = 2m_1 − m_0; y/√5 = √(4y²/20).
        let doubled = 2 * m1 - m0;
        let x = IBig::from(m0) * super::super::decimal::ten(super::super::decimal::SCALE) / IBig::from(2);
        x - root_of(doubled * doubled, 20)
    };
    let decimals = STARTS.map(scaled).into_iter().chain([root_of(1, 5)]);
    Computed::new(json!(decimals.map(|number| of_scaled(&number, 3)).collect::<Vec<_>>()))
}

/// M_1 has ⌊m_k φ⌋ − 3 and ⌊m_k φ²⌋ − 3 by turns; its fifth number is that of m_2.
pub fn fifth_of_m1() -> Result<Computed> {
    let [m, ..] = sequences();
    let all: Vec<u64> = m.iter().flat_map(|&m| [floor_phi(m) - 3, floor_phi(m) + m - 3]).collect();
    let named = |k: usize, less: u64| m[k] - less == all[4];
    Ok(put_right(("m[3] - 4", named(3, 4)), ("m[4] - 2", named(4, 2))))
}

use super::index::Index;
use super::statistics::PositiveStatistics;
use super::*;
use crate::games::wythoff3::rule::Variant;
use crate::stream::sampling::Sampling;

/// By the rule alone: a position is P if no earlier P-position can be reached.
fn brute_force(size: u64) -> Vec<Triple> {
    let mut found: Vec<Triple> = Vec::new();
    for a in 0..size {
        for b in a..size {
            for c in b..size {
                let position = [a, b, c];
                if !found.iter().any(|earlier| Variant::Positive.can_move(&position, earlier)) {
                    found.push(position);
                }
            }
        }
    }
    found
}

fn indexed(count: usize) -> Vec<Triple> {
    let (mut index, mut row) = (Index::new(), Vec::new());
    while row.len() < count {
        index.next_row(&mut row);
    }
    row.truncate(count);
    row
}

#[test]
fn the_index_gives_what_the_rule_gives_in_a_box() {
    let expected = brute_force(130);
    let mut found = indexed(500);
    found.retain(|position| position[2] < 130);
    assert_eq!(found, expected);
}

#[test]
fn the_stream_equals_the_index() {
    let expected = indexed(1_000_000);
    let mut stream = PositiveStream::new().unwrap();
    for (n, position) in expected.iter().enumerate().skip(1) {
        assert_eq!(stream.next_position().unwrap(), *position, "number {n}");
    }
}

#[test]
fn every_repeated_number_is_found() {
    let count = 600_000;
    let positions = indexed(count + 1);
    let mut statistics = PositiveStatistics::new(Sampling::for_steps(count as u64));
    for &position in &positions[1..] {
        statistics.observe(position);
    }
    let mut numbers: Vec<u64> = positions[1..].iter().flatten().copied().collect();
    numbers.sort_unstable();
    let mut repeated: Vec<u64> = numbers.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
    repeated.dedup();
    let mut found: Vec<u64> = statistics.repeated.iter().map(|repetition| repetition.number).collect();
    found.sort_unstable();
    assert_eq!(found, repeated);
    assert_eq!(found[..3], [786, 1094, 1595]);
    for repetition in &statistics.repeated {
        for n in [repetition.before, repetition.again] {
            assert!(positions[n as usize].contains(&repetition.number), "{repetition:?}");
        }
    }
    let shared = positions[1..].windows(2).filter(|pair| pair[0][0] == pair[1][0]).count();
    assert_eq!(statistics.shared, shared as u64);
    let different: std::collections::BTreeSet<[i64; 3]> =
        positions.windows(2).map(|pair| [0, 1, 2].map(|i| pair[1][i] as i64 - pair[0][i] as i64)).collect();
    assert!(statistics.differences().into_keys().eq(different));
}

/// All P-positions with c < size by the rule alone, in another way: each found
/// one marks every position from which it can be reached.
fn marked_cube(size: usize) -> Vec<Triple> {
    let mut marked = vec![0u64; size * size * size / 64 + 1];
    let mut found = Vec::new();
    for a in 0..size {
        for b in a..size {
            for c in b..size {
                let place = (a * size + b) * size + c;
                if marked[place / 64] >> (place % 64) & 1 == 0 {
                    found.push([a as u64, b as u64, c as u64]);
                    mark_from(&mut marked, size, [a, b, c]);
                }
            }
        }
    }
    found
}

fn mark_from(marked: &mut [u64], size: usize, p: [usize; 3]) {
    let mut mark = |mut position: [usize; 3]| {
        position.sort_unstable();
        let place = (position[0] * size + position[1]) * size + position[2];
        marked[place / 64] |= 1 << (place % 64);
    };
    for [i, j, k] in [[0, 1, 2], [1, 0, 2], [2, 0, 1]] {
        for x in p[j]..size {
            for y in p[k]..size {
                mark([p[i], x, y]);
            }
        }
        for more in 0..size - p[j].max(p[k]) {
            for x in p[i]..size {
                mark([x, p[j] + more, p[k] + more]);
            }
        }
    }
}

/// The first two P-positions that share a number refute the partition. They
/// and all before them are found here by the rule alone.
#[test]
fn the_number_1094_occurs_in_two_positions() {
    let size = 1095;
    let cube = marked_cube(size);
    let mut found = indexed(1_000);
    found.retain(|position| position[2] < size as u64);
    assert_eq!(found, cube);
    let with: Vec<Triple> = cube.into_iter().filter(|position| position.contains(&1094)).collect();
    assert_eq!(with, [[441, 783, 1094], [443, 782, 1094]]);
}

/// Bits as they come and rows of every kind: in the game itself some of them
/// are met once in 10⁸ rows only.
#[test]
fn quick_rows_equal_slow_rows_on_boards_of_random_bits() {
    let mut seed = 1u64;
    let mut random = move || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed >> 11
    };
    for round in 0..300 {
        let marks = [1_000_000 + random() % 64, 800_000 + random() % 64, 700_000 + random() % 64];
        let [mut third, mut spans] = [PagedBits::new(), PagedBits::new()];
        let (of_third, of_spans) = (random() % 40 + 10, random() % 30 + 10);
        for at in 0..6000 {
            for (is_third, from, percent) in [
                (true, marks[0], 49),
                (true, marks[0] + marks[1], of_third),
                (false, marks[1], of_spans),
                (false, marks[2], of_spans),
            ] {
                let bits = if is_third { &mut third } else { &mut spans };
                if random() % 100 < percent {
                    bits.insert(from + at).unwrap();
                }
            }
        }
        let found = [true, false].map(|quick| {
            let mut board = PairBoard::new();
            board.begin(marks, &[], &mut third, &mut spans).unwrap();
            let ended = if quick { board.rows() } else { board.slow_rows() };
            (board.found().to_vec(), ended.is_ok())
        });
        // The two may stop at different places, but never differ before.
        let both = found[0].0.len().min(found[1].0.len());
        assert!(both > 500 || !found[0].1 || !found[1].1, "round {round}: only {both} positions");
        assert_eq!(found[0].0[..both], found[1].0[..both], "round {round}");
    }
}

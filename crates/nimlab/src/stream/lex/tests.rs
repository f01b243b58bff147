use super::statistics::{LexStatistics, difference};
use super::*;
use crate::stream::sampling::Sampling;

/// Akiyama's simplified algorithm on three plain arrays.
pub(crate) fn plain(steps: usize) -> Vec<Triple> {
    let size = 6 * steps + 64;
    let (mut f, mut t, mut z) = (vec![false; size], vec![false; size], vec![false; size]);
    let (mut m, mut d) = (1, 1);
    let mut positions = Vec::new();
    for _ in 0..steps {
        let kappa = match (t[m + d], z[d + 1]) {
            (false, _) => 0,
            (true, false) => 1,
            (true, true) => 2,
        };
        let (b, c) = (m + d + kappa, m + 2 * d + kappa);
        positions.push([m as u64, b as u64, c as u64]);
        for place in [b, c] {
            f[place] = true;
        }
        t[c] = true;
        for place in [d, d + kappa, 2 * d + kappa] {
            z[place] = true;
        }
        m += 1;
        while f[m] {
            m += 1;
        }
        d += 1;
        while z[d] {
            d += 1;
        }
    }
    positions
}

fn run(steps: u64) -> (LexStream, LexStatistics) {
    let mut stream = LexStream::new();
    let mut statistics = LexStatistics::new(Sampling::for_steps(steps));
    stream.run(steps, &mut statistics, &mut |_, _| true).unwrap();
    (stream, statistics)
}

#[test]
fn the_fast_stream_equals_the_plain_one_in_blocks_of_any_size() {
    let expected = plain(300_000);
    for most in [1, 7, 100, STEPS as u64] {
        let mut stream = LexStream::new();
        let mut at = 0;
        while at < expected.len() {
            let block = stream.next_block(most).unwrap();
            for position in block.positions().take(expected.len() - at) {
                assert_eq!(position, expected[at], "number {} in blocks of {most}", at + 1);
                at += 1;
            }
        }
    }
}

#[test]
fn two_threads_give_the_statistics_of_the_plain_stream() {
    let steps = 400_000;
    let (_, statistics) = run(steps as u64);
    let positions = plain(steps);
    assert_eq!(statistics.last, positions[steps - 1]);
    let mut before = [0; 3];
    let mut histogram = [0; 64];
    let mut first = [0; 64];
    for (n, position) in (1..).zip(&positions) {
        let change = [0, 1, 2].map(|i| position[i] - before[i]);
        let key = (0..64).find(|&key| difference(key) == change).expect("corollary 4");
        if histogram[key] == 0 {
            first[key] = n;
        }
        histogram[key] += 1;
        before = *position;
    }
    assert_eq!(statistics.histogram, histogram);
    assert_eq!(statistics.first, first);
    for sample in &statistics.samples {
        assert_eq!(sample.position, positions[sample.n as usize - 1]);
        let so_far = &positions[..sample.n as usize];
        let kappa = [0, 1, 2].map(|k| so_far.iter().filter(|[a, b, c]| 2 * b - a - c == k).count() as u64);
        assert_eq!(sample.kappa, kappa);
        if sample.n < 100_000 {
            let next = positions[sample.n as usize];
            let above = so_far.iter().flat_map(|p| [p[1], p[2]]).filter(|&number| number > next[0]).count();
            assert_eq!(sample.w, above as u64, "|W| at {}", sample.n);
            let differences: std::collections::BTreeSet<u64> =
                so_far.iter().flat_map(|[a, b, c]| [b - a, c - b, c - a]).collect();
            let above = differences.iter().filter(|&&number| number > next[2] - next[1]).count();
            assert_eq!(sample.z, above as u64, "|Z| at {}", sample.n);
        }
    }
}

#[test]
fn the_printed_numbers_of_both_sources_are_met() {
    let (_, statistics) = run(3_199_999);
    // Thesis-A: exceptions among the first 3 200 000, (0, 0, 0) included.
    let exceptions: u64 = printed("thesis-a", "section 3.2, exceptions");
    assert_eq!(statistics.kappa[1] + statistics.kappa[2], exceptions);
    assert_eq!(statistics.differences(2)[&12], printed::<[u64; 2]>("thesis-a", "section 3.2, twelve")[0]);
    // Corollary 4: all 56 differences, and where each first occurs.
    let found: Vec<u64> = statistics.first.iter().copied().filter(|&n| n > 0).collect();
    assert_eq!(found, printed::<Vec<u64>>("akiyama", "corollary 4"));
    for key in 0..64 {
        let (j, k) = (key >> 2 & 3, key & 3usize);
        assert_eq!(statistics.first[key] > 0, j.abs_diff(k) <= 2);
    }
}

/// What a source prints under a label.
fn printed<T: serde::de::DeserializeOwned>(file: &str, label: &str) -> T {
    let path = format!("{}/../nimlab-lab/testdata/{file}.toml", env!("CARGO_MANIFEST_DIR"));
    let data: toml::Table = toml::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let items = data["items"].as_array().unwrap();
    let item = items.iter().find(|item| item["label"].as_str() == Some(label)).unwrap_or_else(|| panic!("{label}"));
    item["printed"].clone().try_into().unwrap()
}

#[test]
fn single_positions_and_the_frequency_of_akiyama_are_met() {
    let position = |n: usize| Positions::new().nth(n);
    let example: [Triple; 3] = printed("akiyama", "corollary 4, example");
    assert_eq!([position(26184), position(26185)], [Some(example[0]), Some(example[1])]);
    let (_, statistics) = run(500_000);
    assert_eq!(statistics.kappa[0] * 10_000 / 500_000, 7993);
}

#[test]
fn a_run_that_is_interrupted_gives_the_same() {
    let (_, expected) = run(200_000);
    let mut stream = LexStream::new();
    let mut statistics = LexStatistics::new(expected.sampling);
    let mut left = 3;
    while statistics.steps < 200_000 {
        left = (left * 7 + 1) % 23;
        let mut blocks = left;
        stream
            .run(200_000, &mut statistics, &mut |_, _| {
                blocks -= 1;
                blocks > 0
            })
            .unwrap();
    }
    assert_eq!(statistics, expected);
}

#[test]
fn memory_stays_below_five_and_a_quarter_bits_a_step() {
    let (stream, _) = run(20_000_000);
    let bits = stream.bytes() as f64 * 8.0 / 20e6;
    assert!(bits < 5.2 + 16.0 * 8.0 * 131_072.0 / 20e6, "{bits} bits a step");
}

#[test]
fn plain_arithmetic_packs_like_the_newer_instructions() {
    let mut stream = LexStream::new();
    for most in [4096, 4096, 4096, 4096, 4096, 4096, 4096, 4096, 4096, 1, 77, 1024, 1025, 4096] {
        let block = stream.next_block(most).unwrap();
        let [mut one, mut other] = [BlockOutput::new(), BlockOutput::new()];
        dispatch::pack(block, &mut Maps::new(), &mut one);
        kernel::pack(block, &mut Maps::new(), &mut other, kernel::highest_bits);
        for (one, other) in [(one.second, other.second), (one.third, other.third), (one.sums, other.sums)] {
            assert_eq!((one.word, one.used()), (other.word, other.used()));
        }
    }
}

#[test]
fn the_plain_chain_makes_the_same_steps_as_the_newer_instructions() {
    let mut random = 0x1234_5678_9abc_def1_u64;
    let mut bits = |sparse: u32| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (0..sparse).fold(u64::MAX, |bits, turn| bits & random.rotate_left(17 * turn))
    };
    for round in 0..50 {
        let third = std::array::from_fn(|_| bits(2));
        // Of the numbers from D on, no two neighbours are used.
        let used = std::array::from_fn(|_| bits(1) & 0x5555_5555_5555_5555);
        let mut blocks = [LexBlock::new(), LexBlock::new()];
        for block in &mut blocks {
            block.steps = STEPS - round;
            (0..).zip(&mut block.m).for_each(|(i, m)| *m = i * 15 / 8);
        }
        let [one, other] = &mut blocks;
        dispatch::chain(&third, &used, 5, 10, one);
        kernel::chain(&third, &used, 5, 10, other, kernel::step);
        assert_eq!((&one.d, &one.kappa), (&other.d, &other.kappa));
    }
}

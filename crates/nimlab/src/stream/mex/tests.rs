use super::statistics::{MexStatistics, StepCounts};
use super::*;
use crate::stream::sampling::Sampling;
use std::collections::BTreeSet;

const BOTH: [MexRule; 2] = [MexRule::Wytlex, MexRule::L1];

/// The algorithms on three plain arrays.
pub(crate) fn plain(rule: MexRule, steps: usize) -> Vec<Triple> {
    let size = 6 * steps + 64;
    let (mut n, mut t, mut z) = (vec![false; size], vec![false; size], vec![false; size]);
    let (mut m, mut d) = (1, 1);
    let mut positions = Vec::new();
    for _ in 0..steps {
        let (a, kappa) = match (t[m + d], z[d + 1]) {
            (false, _) => (m, 0),
            (true, false) => (m, 1),
            (true, true) if rule == MexRule::L1 && !n[m + 1] => (m + 1, 0),
            (true, true) => (m, 2),
        };
        let (b, c) = (a + d + kappa, a + 2 * d + kappa);
        positions.push([a as u64, b as u64, c as u64]);
        for place in [a, b, c] {
            n[place] = true;
        }
        t[c] = true;
        for place in [d, d + kappa, 2 * d + kappa] {
            z[place] = true;
        }
        while n[m] {
            m += 1;
        }
        while z[d] {
            d += 1;
        }
    }
    positions
}

fn run(rule: MexRule, steps: u64) -> (MexStream, MexStatistics) {
    let mut stream = MexStream::new(rule);
    let mut statistics = MexStatistics::new(rule, Sampling::for_steps(steps));
    stream.run(steps, &mut statistics, &mut |_, _| true).unwrap();
    (stream, statistics)
}

#[test]
fn the_fast_stream_equals_the_plain_one_in_blocks_of_any_size() {
    for rule in BOTH {
        let expected = plain(rule, 300_000);
        for most in [1, 7, 100, STEPS as u64] {
            let mut stream = MexStream::new(rule);
            let mut at = 0;
            while at < expected.len() {
                let block = stream.next_block(most).unwrap();
                for position in block.positions().take(expected.len() - at) {
                    assert_eq!(position, expected[at], "{rule:?} number {} in blocks of {most}", at + 1);
                    at += 1;
                }
            }
        }
    }
}

/// The differences of a list that begins behind (0, 0, 0), and where each first occurs.
fn steps_of(positions: &[Triple]) -> StepCounts {
    let mut found = StepCounts::new();
    let mut before = [0; 3];
    for (n, position) in (1..).zip(positions) {
        let step = [0, 1, 2].map(|i| position[i] as i64 - before[i] as i64);
        found.entry(step).or_default().add(1, n);
        before = *position;
    }
    found
}

#[test]
fn two_threads_give_the_statistics_of_the_plain_list() {
    for rule in BOTH {
        // The last step counts, whatever its type: those around a pair are tried.
        let longest = 400_000;
        let positions = plain(rule, longest);
        let pair = positions.windows(2).rposition(|pair| pair[1][0] < pair[0][0]).map_or(longest - 5, |at| at + 1);
        for steps in [pair - 1, pair, pair + 1, pair + 2, pair + 3] {
            let (_, statistics) = run(rule, steps as u64);
            assert_eq!(statistics.last, positions[steps - 1]);
            assert_eq!(statistics.steps_by_number(), steps_of(&positions[..steps]), "{rule:?} up to {steps}");
            let mut by_first = positions.clone();
            by_first.sort_unstable();
            assert_eq!(statistics.steps_by_first(), steps_of(&by_first[..steps]), "{rule:?} up to {steps}");
        }
        let (_, statistics) = run(rule, longest as u64);
        assert!(statistics.samples.len() > 150);
        let skipping = skipping(&positions);
        for sample in &statistics.samples {
            assert_eq!(sample.position, positions[sample.n as usize - 1]);
            let so_far = &positions[..sample.n as usize];
            let kappa = [0, 1, 2].map(|k| so_far.iter().filter(|[a, b, c]| 2 * b - a - c == k).count() as u64);
            let skips = skipping[..sample.n as usize].iter().filter(|&&skips| skips).count() as u64;
            assert_eq!((sample.kappa, sample.skips), (kappa, skips), "{rule:?} at {}", sample.n);
            if sample.n < 20_000 {
                let numbers: BTreeSet<u64> = so_far.iter().flatten().copied().chain([0]).collect();
                let differences: BTreeSet<u64> =
                    so_far.iter().flat_map(|[a, b, c]| [b - a, c - b, c - a]).chain([0]).collect();
                let free = [&numbers, &differences].map(|taken| (0..).find(|number| !taken.contains(number)).unwrap());
                assert_eq!(sample.free(), free, "{rule:?} at {}", sample.n);
                assert_eq!(sample.w, numbers.range(free[0]..).count() as u64, "|W| at {}", sample.n);
                assert_eq!(sample.z, differences.range(free[1]..).count() as u64, "|Z| at {}", sample.n);
            }
        }
    }
}

/// Which steps leave the least free number out.
fn skipping(positions: &[Triple]) -> Vec<bool> {
    let mut taken = BTreeSet::new();
    let mut m = 1;
    let skips = positions.iter().map(|&position| {
        let skips = position[0] != m;
        taken.extend(position);
        while taken.remove(&m) {
            m += 1;
        }
        skips
    });
    skips.collect()
}

#[test]
fn l1_nim_has_the_steps_of_theorem_2_and_where_they_begin() {
    let (_, statistics) = run(MexRule::L1, 2_300_000);
    let (by_number, by_first) = (statistics.steps_by_number(), statistics.steps_by_first());
    let keys = |steps: &StepCounts| steps.keys().copied().collect::<BTreeSet<_>>();
    assert_eq!(keys(&by_number), steps_by_number_of_theorem_2());
    assert_eq!(keys(&by_first), steps_by_first_of_theorem_2());
    assert_eq!((by_number.len(), by_first.len()), (79, 107));
    let latest = by_number.iter().max_by_key(|(_, seen)| seen.first).unwrap();
    assert_eq!((latest.0, latest.1.first), (&[5, 9, 13], 2_221_124));
    assert_eq!(by_first[&[1, -1, -3]].count, statistics.pairs.skips);
    // All steps together lead from (0, 0, 0) to the last position, by total.
    let sum = [0, 1, 2].map(|i| by_number.iter().map(|(step, seen)| step[i] * seen.count as i64).sum::<i64>());
    assert_eq!(sum.map(|part| part as u64), statistics.last);
    // Totals grow from each position to the next.
    assert!(by_number.keys().all(|step| step.iter().sum::<i64>() > 0));
}

/// κ and σ of the types 0, 1, 2 and s.
const TYPES: [[i64; 2]; 4] = [[0, 0], [1, 0], [2, 0], [0, 1]];

/// From a type to the next where M grows by `mu` and D by `delta`.
fn step([kappa, skips]: [i64; 2], [next_kappa, next_skips]: [i64; 2], mu: i64, delta: i64) -> [i64; 3] {
    let (by_kappa, by_skips) = (next_kappa - kappa, next_skips - skips);
    [mu + by_skips, mu + delta + by_kappa + by_skips, mu + 2 * delta + by_kappa + by_skips]
}

/// What the formulas of theorem 2 allow, in the order of totals.
fn steps_by_number_of_theorem_2() -> BTreeSet<[i64; 3]> {
    let mut steps = BTreeSet::from([step(TYPES[3], TYPES[0], 0, 2)]);
    for (kind, (mus, deltas)) in [(1..=6, 1..=2), (1..=5, 2..=3), (2..=5, 3..=4)].into_iter().enumerate() {
        for (mu, delta) in mus.flat_map(|mu| deltas.clone().map(move |delta| (mu, delta))) {
            steps.extend(TYPES.map(|next| step(TYPES[kind], next, mu, delta)));
        }
    }
    steps
}

/// The same in lexicographic order: a pair begins with D + 2 and ends with D.
fn steps_by_first_of_theorem_2() -> BTreeSet<[i64; 3]> {
    let mut steps = BTreeSet::from([[1, -1, -3]]);
    // M and D, seen from the last position, and its κ.
    let mut onward = |mu: i64, delta: i64, kappa: i64| {
        steps.extend([0, 1, 2].map(|next| step([kappa, 0], [next, 0], mu, delta)));
        steps.insert(step([kappa, 0], [0, 0], mu, delta + 2));
    };
    for (kappa, (mus, deltas)) in [(1..=5, 1..=2), (1..=5, 2..=3), (2..=5, 3..=4)].into_iter().enumerate() {
        for (mu, delta) in mus.flat_map(|mu| deltas.clone().map(move |delta| (mu, delta))) {
            onward(mu, delta, kappa as i64);
        }
    }
    // The last position of a pair is (M + 1, M + 1 + D, M + 1 + 2D).
    for (mu, delta) in (2..=6).flat_map(|mu| [3, 4].map(|delta| (mu, delta))) {
        onward(mu - 1, delta, 0);
    }
    steps
}

#[test]
fn the_printed_numbers_of_both_sources_are_met() {
    let (_, statistics) = run(MexRule::Wytlex, 3_199_999);
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
        assert_eq!(statistics.first[64 + key % 16], 0);
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
    let position = |n: usize| Positions::new(MexRule::Wytlex).nth(n);
    let example: [Triple; 3] = printed("akiyama", "corollary 4, example");
    assert_eq!([position(26184), position(26185)], [Some(example[0]), Some(example[1])]);
    let (_, statistics) = run(MexRule::Wytlex, 500_000);
    assert_eq!(statistics.kappa[0] * 10_000 / 500_000, 7993);
}

#[test]
fn a_run_that_is_interrupted_gives_the_same() {
    for rule in BOTH {
        let (_, expected) = run(rule, 200_000);
        let mut stream = MexStream::new(rule);
        let mut statistics = MexStatistics::new(rule, expected.sampling);
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
}

#[test]
fn memory_stays_below_five_and_a_quarter_bits_a_step() {
    for rule in BOTH {
        let (stream, _) = run(rule, 20_000_000);
        let bits = stream.bytes() as f64 * 8.0 / 20e6;
        assert!(bits < 5.2 + 16.0 * 8.0 * 131_072.0 / 20e6, "{bits} bits a step");
    }
}

#[test]
fn plain_arithmetic_packs_like_the_newer_instructions() {
    let mut stream = MexStream::new(MexRule::Wytlex);
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
        let input = ChainInput { third: &third, t_offset: 5, used: &used, z_offset: 10 };
        for rule in BOTH {
            let mut blocks = [MexBlock::new(rule), MexBlock::new(rule)];
            for block in &mut blocks {
                block.steps = STEPS - round;
                block.held = round % 2 == 1;
                (0..).zip(&mut block.a).for_each(|(i, a)| *a = i * 15 / 8);
            }
            let [one, other] = &mut blocks;
            if rule == MexRule::L1 {
                dispatch::skipping_chain(input, one);
                kernel::skipping_chain(input, other);
            } else {
                dispatch::chain(input, one);
                kernel::chain::<{ kernel::GROUP }>(input, other, |_, d, y, windows| kernel::step(d, y, windows));
            }
            assert_eq!((&one.d, &one.kappa, &one.skip), (&other.d, &other.kappa, &other.skip));
        }
    }
}

//! What Akiyama's theorems 1 to 3 are compared with.

use super::super::thesis_a::from_rule;
use super::super::tools::{first_difference, listed, listed_by_all, put_right};
use super::super::{Computed, Result};
use nimlab::games::wythoff3::rule::Variant;
use nimlab::stream::Triple;
use serde_json::json;
use std::collections::BTreeSet;

/// How often the numbers from 1 up to a bound occur.
pub fn occurrences(numbers: impl Iterator<Item = u64>, bound: u64) -> Computed {
    let mut counts = vec![0u8; bound as usize];
    for number in numbers.filter(|&number| number < bound) {
        counts[number as usize] = counts[number as usize].saturating_add(1);
    }
    match counts[1..].iter().position(|&count| count != 1) {
        None => Computed::new("exactly once"),
        Some(at) => Computed::new(format!("{} times for {}", counts[at + 1], at + 1)),
    }
}

fn triples(rows: &[Vec<u64>]) -> Vec<Triple> {
    rows.iter().map(|row| [row[0], row[1], row[2]]).collect()
}

/// The last P-position that L1-Nim and positive Nim have in common, and the
/// next of each.
pub fn where_they_part() -> Result<Computed> {
    let l1 = triples(&listed("wythoff3:l1", "stream", 0, 40)?);
    let positive = triples(&listed_by_all("wythoff3:positive", &["stream", "table"], 40)?);
    let plain = from_rule(Variant::Positive, 130);
    let at = first_difference(&l1, &positive).unwrap_or(0);
    // By total and by smallest pile the order is the same as far as this goes.
    if plain.get(..=at) != positive.get(..=at) {
        return Err(crate::error::Error::Methods { what: "positive Nim".into() });
    }
    Ok(Computed::new(json!([l1[at - 1], positive[at], l1[at]])))
}

/// Theorem 1 from the rules: Wytlex's list against the mex algorithm, and where
/// L1-Nim's parts from it, for totals up to 155. The source takes both for one.
pub fn theorem_1() -> Result<Computed> {
    let mex = triples(&listed("wythoff3:lex", "mex", 0, 200)?);
    let lex = triples(&listed("wythoff3:lex", "table", 0, 200)?);
    let of_wytlex = if lex == mex { "those of the mex algorithm" } else { "others" };
    let l1 = from_rule(Variant::L1, 155);
    let at = first_difference(&l1, &mex[..l1.len()]);
    let parts = at.map(|at| (l1[at], mex[at]));
    let found = json!({
        "Wytlex": of_wytlex, "L1_parts_at": at,
        "L1_rule": parts.map(|parts| parts.0), "algorithm": parts.map(|parts| parts.1),
    });
    Ok(Computed::new(found).with_source_way(of_wytlex))
}

/// F_n and D_n: all numbers and all differences of v(0) to v(n).
struct Sets {
    f: BTreeSet<u64>,
    d: BTreeSet<u64>,
}

impl Sets {
    fn new() -> Self {
        Self { f: BTreeSet::new(), d: BTreeSet::new() }
    }

    fn add(&mut self, [a, b, c]: Triple) {
        self.f.extend([a, b, c]);
        self.d.extend([b - a, c - b, c - a]);
    }

    fn mex(&self) -> [u64; 2] {
        [&self.f, &self.d].map(|set| (0..).zip(set).find(|(i, n)| i != *n).map_or(set.len() as u64, |(i, _)| i))
    }
}

/// The sets of the example for one n.
pub fn sets(n: usize) -> Result<Computed> {
    let mut sets = Sets::new();
    for position in triples(&listed("wythoff3:lex", "mex", 0, n + 1)?) {
        sets.add(position);
    }
    let [f, d] = sets.mex();
    let within = |set: &BTreeSet<u64>, from, to| set.range(from..to).copied().collect::<Vec<u64>>();
    let end = u64::MAX;
    Ok(Computed::new(json!([f, d, within(&sets.f, f, f + d), within(&sets.f, f + d, end), within(&sets.d, d, end)])))
}

/// Whether the interval from Mex(F) to Mex(F) + Mex(D), without its end or
/// with it, holds nothing that the second set of the example lists again.
pub fn intervals() -> Result<Computed> {
    let list = triples(&listed("wythoff3:lex", "mex", 0, 15)?);
    let apart = |with_end: bool| {
        (11..=14).all(|n| {
            let mut sets = Sets::new();
            list[..=n].iter().for_each(|&position| sets.add(position));
            let [f, d] = sets.mex();
            let end = if with_end { f + d + 1 } else { f + d };
            sets.f.range(f..end).chain(sets.f.range(f + d..)).count() == sets.f.range(f..).count()
        })
    };
    Ok(put_right(("[Mex F, Mex F + Mex D)", apart(false)), ("[Mex F, Mex F + Mex D]", apart(true))))
}

/// Walks through the sets for n = 0, 1, … up to the last position but one.
fn walk(positions: &[Triple], mut each: impl FnMut(&Sets, [u64; 2])) {
    let mut sets = Sets::new();
    let [mut f, mut d] = [0, 0];
    for &position in &positions[..positions.len() - 1] {
        sets.add(position);
        // What lies below the mex is not needed any more.
        while sets.f.remove(&f) {
            f += 1;
        }
        while sets.d.remove(&d) {
            d += 1;
        }
        each(&sets, [f, d]);
    }
}

fn gap(set: &BTreeSet<u64>, from: u64) -> u64 {
    let far: Vec<u64> = set.range(from..).copied().collect();
    far.windows(2).map(|pair| pair[1] - pair[0]).min().unwrap_or(u64::MAX)
}

/// a[n] to d[n] as the least numbers that occur.
pub fn theorem_2(positions: &[Triple]) -> Computed {
    let least =
        |step: &dyn Fn(&Triple, &Triple) -> u64| positions.windows(2).map(|pair| step(&pair[0], &pair[1])).min();
    let a = [0, 1, 2].map(|i| least(&|one, other| other[i] - one[i]));
    let b = least(&|one, other| other[2] - other[0] - (one[2] - one[0]));
    let (mut c, mut d) = (u64::MAX, u64::MAX);
    walk(positions, |sets, [f_mex, d_mex]| {
        c = c.min(gap(&sets.d, d_mex));
        d = d.min(gap(&sets.f, f_mex + d_mex));
    });
    Computed::new(json!([a[0], a[1], a[2], b, c, d]))
}

/// (7): the longest run in F_n between Mex(F_n) and Mex(F_n) + Mex(D_n).
pub fn longest_run(positions: &[Triple]) -> Computed {
    let mut longest = 0;
    walk(positions, |sets, [f, d]| {
        let mut run = 0;
        let mut before = None;
        for &number in sets.f.range(f..f + d) {
            run = if before == Some(number - 1) { run + 1 } else { 1 };
            before = Some(number);
            longest = longest.max(run);
        }
    });
    Computed::new(longest)
}

/// Which form vanishes exactly if κ(n) = 0, with κ by its definition from F_n
/// and D_n: that of v(n + 1), for κ(n) is a part of it. With the sign alone put
/// right, that of v(n) is another.
pub fn remark_after_16(positions: &[Triple]) -> Computed {
    let mut zero = Vec::new();
    walk(positions, |sets, [f, d]| zero.push(!sets.f.contains(&(f + d))));
    let vanishes = |ahead: usize, sign: i64| {
        zero.iter().zip(&positions[ahead..]).all(|(&zero, &[a, b, c])| {
            let form = a as i64 - 2 * b as i64 + sign * c as i64;
            (form == 0) == zero
        })
    };
    let right = vanishes(1, 1) && !vanishes(0, 1);
    put_right(("v1(n+1) - 2 v2(n+1) + v3(n+1)", right), ("v1(n) - 2 v2(n) - v3(n)", vanishes(0, -1)))
}

/// (8) to (11): the steps of v₁, v₂, v₃ and of Mex(D) = v₃ − v₂.
pub fn steps(positions: &[Triple]) -> Computed {
    let mut steps: [BTreeSet<u64>; 4] = Default::default();
    for pair in positions.windows(2) {
        for i in 0..3 {
            steps[i].insert(pair[1][i] - pair[0][i]);
        }
        steps[3].insert(pair[1][2] - pair[1][1] - (pair[0][2] - pair[0][1]));
    }
    Computed::new(json!(steps))
}

/// The blocks of figure 2: their length and how many there are from 0 up to 504 999.
pub fn blocks(positions: &[Triple]) -> Computed {
    let blocks: Vec<&[Triple]> = positions[..505_000].chunks(5000).collect();
    let share = |block: &&[Triple]| block.iter().filter(|[a, b, c]| b - a == c - b).count();
    let shares: Vec<usize> = blocks.iter().map(share).collect();
    let [least, most] = [shares.iter().min(), shares.iter().max()].map(|count| count.copied().unwrap_or(0));
    let note = format!(
        "the frequencies lie between {} and {}",
        super::super::decimal::rounded(&least.into(), &5000.into(), 4),
        super::super::decimal::rounded(&most.into(), &5000.into(), 4)
    );
    Computed::new(json!([blocks[0].len(), blocks.len()])).with_note(note)
}

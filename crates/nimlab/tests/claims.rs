//! Every claim about the periods of small games, true and false: exactly the
//! true ones are accepted.
//!
//! What is true is decided here by the slow definition: the rule of each game is
//! written once more, its values are computed far beyond the claims, and a
//! claim is true if it is seen to hold there and no smaller one does. The
//! verifier is given the claim in every form, with the right and with other
//! theorems, ranges, values and states.
//!
//! The tests make some millions of claims. `NIMLAB_CLAIMS=4 cargo test --test
//! claims` makes each bound about four times as large, for an hour rather than
//! for seconds.

#![allow(clippy::print_stdout, reason = "the number of claims is told")]

use nimlab::Budget;
use nimlab::sequence::{PeriodCertificate, PeriodVerdict, verify};
use nimlab::solve::row::{RowCertificate, verify_row};
use std::collections::{BTreeMap, BTreeSet};

/// What the row theorem compares: for each row the values that are missing, and
/// the values of the cells from which a column is reached diagonally.
type State = (Vec<BTreeSet<i64>>, BTreeMap<(u64, u64), i64>);

/// How much larger than usual the bounds are.
fn scale() -> u64 {
    std::env::var("NIMLAB_CLAIMS").ok().and_then(|text| text.parse().ok()).unwrap_or(1)
}

fn mex(values: impl IntoIterator<Item = u64>) -> u64 {
    let values: BTreeSet<u64> = values.into_iter().collect();
    (0..).find(|value| !values.contains(value)).unwrap()
}

/// A heap game as this test knows it.
struct Heaps {
    name: String,
    theorem: &'static str,
    /// What the range of the theorem adds to ℓ + p, or for octal games to
    /// 2·max(ℓ, 1) + 2p.
    reach: u64,
    values: Vec<u64>,
}

impl Heaps {
    fn new(
        name: String,
        theorem: &'static str,
        reach: u64,
        far: u64,
        options: impl Fn(u64, &[u64]) -> Vec<u64>,
    ) -> Self {
        let mut values = Vec::new();
        for heap in 0..far {
            values.push(mex(options(heap, &values)));
        }
        Self { name, theorem, reach, values }
    }

    fn subtraction(set: &[u64], far: u64) -> Self {
        let name = format!("subtraction:{}", joined(set));
        Self::new(name, "subtraction-window", set[set.len() - 1], far, |heap, values| {
            set.iter().filter(|&&s| s <= heap).map(|s| values[(heap - s) as usize]).collect()
        })
    }

    fn all_but(set: &[u64], far: u64) -> Self {
        let name = format!("allbut:{}", joined(set));
        Self::new(name, "all-but-window", 2 * set[set.len() - 1] + 1, far, |heap, values| {
            (1..=heap).filter(|s| !set.contains(s)).map(|s| values[(heap - s) as usize]).collect()
        })
    }

    fn powers_of_two(far: u64) -> Self {
        Self::new("subtraction:1,2,4,...".into(), "powers-of-two", 2, far, |heap, values| {
            (0..20).map(|i| 1 << i).filter(|s| *s <= heap).map(|s| values[(heap - s) as usize]).collect()
        })
    }

    /// The digits of the code, the one before the point first.
    fn octal(digits: [u64; 4], far: u64) -> Self {
        let [front, first, second, third] = digits;
        let most = (0..4).rev().find(|&place| digits[place] > 0).unwrap() as u64;
        let name = format!("octal:{front}.{first}{second}{third}");
        Self::new(name, "guy-smith", most, far, |heap, values| {
            let mut reached = Vec::new();
            for (taken, digit) in (0..=heap).zip(digits) {
                let left = heap - taken;
                // 1 is in the digit if nothing may be left, 2 one heap, 4 two heaps.
                if digit % 2 == 1 && left == 0 {
                    reached.push(0);
                }
                if digit / 2 % 2 == 1 && left > 0 {
                    reached.push(values[left as usize]);
                }
                if digit / 4 == 1 {
                    reached.extend((1..left).map(|part| values[part as usize] ^ values[(left - part) as usize]));
                }
            }
            reached
        })
    }

    /// The digits of a hexadecimal code, the one before the point first. What three heaps make is
    /// put together from what two make, and that is all that is clever here.
    fn hexadecimal(digits: [u64; 3], far: u64) -> Self {
        let [front, first, second] = digits;
        let most = (0..3).rev().find(|&place| digits[place] > 0).unwrap() as u64;
        let name = format!("hex:{front:x}.{first:x}{second:x}");
        let mut game = Self { name, theorem: "three-parts", reach: most, values: Vec::new() };
        let mut two: Vec<Vec<u64>> = Vec::new();
        for heap in 0..far {
            let values = &game.values;
            let pairs: BTreeSet<u64> = (1..heap).map(|a| values[a as usize] ^ values[(heap - a) as usize]).collect();
            two.push(pairs.into_iter().collect());
            let mut reached = vec![false; 4 * far as usize];
            for (taken, digit) in (0..=heap).zip(digits) {
                let left = heap - taken;
                if taken > 0 && (digit % 2 == 1 && left == 0 || digit / 2 % 2 == 1 && left > 0) {
                    reached[values[left as usize] as usize] = true;
                }
                if digit / 4 % 2 == 1 {
                    two[left as usize].iter().for_each(|&sum| reached[sum as usize] = true);
                }
                if digit / 8 == 1 {
                    for a in 1..left {
                        let own = values[a as usize];
                        two[(left - a) as usize].iter().for_each(|&sum| reached[(own ^ sum) as usize] = true);
                    }
                }
            }
            game.values.push(reached.iter().position(|&reached| !reached).unwrap() as u64);
        }
        game
    }

    fn holds(&self, l: u64, p: u64, s: u64) -> bool {
        let far = self.values.len() as u64;
        (l..far - p).all(|n| self.values[(n + p) as usize] == self.values[n as usize] + s)
    }

    /// The least preperiod and period and their saltus, if they are so small that
    /// the values show them many times over.
    fn truth(&self) -> Option<(u64, u64, u64)> {
        let far = self.values.len() as u64;
        let late = far / 2;
        let growth = |p: u64| self.values[(late + p) as usize].checked_sub(self.values[late as usize]);
        let p = (1..far / 8).find(|&p| growth(p).is_some_and(|s| self.holds(late, p, s)))?;
        let s = growth(p)?;
        let l = (0..=late).find(|&l| self.holds(l, p, s))?;
        Some((l, p, s))
    }

    /// The theorem that proves a saltus.
    fn theorem(&self, s: u64) -> &'static str {
        match self.theorem {
            "three-parts" if s > 0 => "growing-three-parts",
            theorem => theorem,
        }
    }

    /// The last heap that the theorem needs.
    fn last(&self, l: u64, p: u64, s: u64) -> u64 {
        match self.theorem(s) {
            "guy-smith" => 2 * l.max(1) + 2 * p + self.reach - 1,
            "three-parts" => (3 * l.max(1) + 3 * p + self.reach).saturating_sub(3),
            "growing-three-parts" if p > 0 => {
                let first = l.max(1);
                let value = |n: u64| match n.checked_sub(l) {
                    Some(beyond) => self.values[(l + beyond % p) as usize] + beyond / p * s,
                    None => self.values[n as usize],
                };
                let small = (0..first).map(value).max().unwrap();
                let large = (first..first + 2 * p).map(value).max().unwrap();
                3 * first + (small / (2 * s) + large / (2 * s) + 11) * 2 * p + self.reach - 1
            }
            _ => l + p + self.reach - 1,
        }
    }

    fn claim(&self, l: u64, p: u64, s: u64) -> PeriodCertificate {
        PeriodCertificate {
            game: self.name.clone(),
            preperiod: l,
            period: p,
            saltus: s,
            values: self.values[..(l + p) as usize].to_vec(),
            theorem: self.theorem(s).into(),
            first: 0,
            last: self.last(l, p, s),
        }
    }

    /// Whether a claim is true and its proof complete.
    fn is_true(&self, truth: Option<(u64, u64, u64)>, claimed: &PeriodCertificate) -> bool {
        let (l, p) = (claimed.preperiod, claimed.period);
        truth == Some((l, p, claimed.saltus))
            && claimed.values.len() as u64 == l + p
            && claimed.values[..] == self.values[..(l + p) as usize]
            && claimed.theorem == self.theorem(claimed.saltus)
            && claimed.first == 0
            && claimed.last == self.last(l, p, claimed.saltus)
    }

    /// Makes every claim within the bounds, and counts them: all, and those accepted.
    fn try_all(&self, bounds: Bounds) -> Counts {
        let truth = self.truth();
        let mut counts = Counts::default();
        let mut pairs: Vec<(u64, u64)> =
            (0..=bounds.preperiod).flat_map(|l| (0..=bounds.period).map(move |p| (l, p))).collect();
        // The neighbourhood of the true claim, wherever that is.
        if let Some((l, p, _)) = truth {
            let near = (l.saturating_sub(2)..=l + 2).flat_map(|l| (p.saturating_sub(2)..=p + 2).map(move |p| (l, p)));
            pairs.extend(
                near.chain([(l, 2 * p), (l + p, p), (l, 3 * p)])
                    .filter(|(l, p)| *l > bounds.preperiod || *p > bounds.period),
            );
        }
        let far = self.values.len() as u64;
        for (l, p) in pairs.into_iter().filter(|(l, p)| l + p < far) {
            let true_saltus = truth.map_or(0, |(_, _, s)| s);
            let saltus: BTreeSet<u64> = (0..=bounds.saltus).chain([true_saltus, 2 * true_saltus]).collect();
            for s in saltus {
                let plain = self.claim(l, p, s);
                for claimed in altered(plain, bounds.wide || truth == Some((l, p, s))) {
                    self.try_one(truth, &claimed, &mut counts);
                }
            }
        }
        // Every list of small values, for the shortest claims.
        for length in 1..=bounds.lists {
            for number in 0..3u64.pow(length as u32) {
                let values: Vec<u64> = (0..length).map(|place| number / 3u64.pow(place as u32) % 3).collect();
                for l in 0..length {
                    for s in 0..=1 {
                        let plain = self.claim(l, length - l, s);
                        self.try_one(truth, &PeriodCertificate { values: values.clone(), ..plain }, &mut counts);
                    }
                }
            }
        }
        counts.games += 1;
        if truth.is_some() {
            assert!(counts.accepted > 0, "{}: the true claim {truth:?} was not accepted", self.name);
        }
        counts
    }

    fn try_one(&self, truth: Option<(u64, u64, u64)>, claimed: &PeriodCertificate, counts: &mut Counts) {
        let accepted = matches!(verify(claimed, Budget::default()), Ok(PeriodVerdict::Proved));
        assert_eq!(accepted, self.is_true(truth, claimed), "{claimed:?}; true is {truth:?}");
        counts.claims += 1;
        counts.accepted += u64::from(accepted);
    }
}

fn joined(set: &[u64]) -> String {
    set.iter().map(u64::to_string).collect::<Vec<_>>().join(",")
}

/// A claim in the right form and in wrong ones.
fn altered(plain: PeriodCertificate, every: bool) -> Vec<PeriodCertificate> {
    let mut all = vec![plain.clone()];
    let mut wrong_end = plain.values.clone();
    if let Some(last) = wrong_end.last_mut() {
        *last += 1;
        all.push(PeriodCertificate { values: wrong_end, ..plain.clone() });
    }
    if !every {
        return all;
    }
    for at in 0..plain.values.len() {
        for other in [0, 1, plain.values[at] + 1, u64::MAX] {
            let mut values = plain.values.clone();
            values[at] = other;
            all.push(PeriodCertificate { values, ..plain.clone() });
        }
    }
    for length in [0, plain.values.len().saturating_sub(1), plain.values.len() + 1, 2 * plain.values.len()] {
        let mut values = plain.values.clone();
        values.resize(length, 0);
        all.push(PeriodCertificate { values, ..plain.clone() });
    }
    let theorems = [
        "subtraction-window",
        "all-but-window",
        "guy-smith",
        "three-parts",
        "growing-three-parts",
        "powers-of-two",
        "row-state",
        "",
    ];
    for theorem in theorems {
        all.push(PeriodCertificate { theorem: theorem.into(), ..plain.clone() });
        // The claim that the other theorem would make of it.
        for last in [plain.preperiod + plain.period, 2 * (plain.preperiod + plain.period)] {
            all.push(PeriodCertificate { theorem: theorem.into(), last, ..plain.clone() });
        }
    }
    for last in [0, plain.last.saturating_sub(1), plain.last + 1, plain.preperiod + plain.period, u64::MAX] {
        all.push(PeriodCertificate { last, ..plain.clone() });
    }
    all.push(PeriodCertificate { first: 1, ..plain.clone() });
    all.push(PeriodCertificate { first: plain.preperiod, ..plain.clone() });
    all.push(PeriodCertificate { period: 0, ..plain.clone() });
    all.push(PeriodCertificate { preperiod: u64::MAX, ..plain.clone() });
    all.push(PeriodCertificate { period: u64::MAX, ..plain.clone() });
    all.push(PeriodCertificate { saltus: u64::MAX, ..plain });
    all
}

#[derive(Clone, Copy)]
struct Bounds {
    preperiod: u64,
    period: u64,
    saltus: u64,
    /// The longest list of which every one is tried.
    lists: u64,
    /// Whether every claim is made in every form, or only the true one.
    wide: bool,
}

#[derive(Default, Debug)]
struct Counts {
    games: u64,
    claims: u64,
    accepted: u64,
}

impl Counts {
    fn add(&mut self, more: &Counts) {
        self.games += more.games;
        self.claims += more.claims;
        self.accepted += more.accepted;
    }
}

/// The sets of numbers up to a bound.
fn sets(max: u64) -> impl Iterator<Item = Vec<u64>> {
    (1u64..1 << max).map(move |mask| (1..=max).filter(|s| mask >> (s - 1) & 1 == 1).collect())
}

#[test]
fn of_all_claims_about_subtraction_games_exactly_the_true_ones_are_accepted() {
    let scale = scale();
    let mut counts = Counts::default();
    let bounds = Bounds { preperiod: 8 * scale, period: 18 * scale, saltus: 2, lists: 4, wide: scale > 1 };
    for set in sets(8) {
        counts.add(&Heaps::subtraction(&set, 600 + 100 * scale).try_all(bounds));
    }
    counts.add(&Heaps::powers_of_two(400).try_all(Bounds { lists: 5, wide: true, ..bounds }));
    // One true claim for each game, once as every list of it.
    assert!(counts.games == 256 && counts.accepted >= 256, "{counts:?}");
    println!("{counts:?}");
}

#[test]
fn of_all_claims_about_all_but_games_exactly_the_true_ones_are_accepted() {
    let scale = scale();
    let mut counts = Counts::default();
    let bounds = Bounds { preperiod: 6 * scale, period: 16 * scale, saltus: 8 * scale, lists: 4, wide: scale > 1 };
    for set in sets(6 + scale.min(2)) {
        counts.add(&Heaps::all_but(&set, 500).try_all(bounds));
    }
    assert!(counts.accepted >= counts.games, "{counts:?}");
    println!("{counts:?}");
}

#[test]
fn of_all_claims_about_octal_games_exactly_the_true_ones_are_accepted() {
    let scale = scale();
    let mut counts = Counts::default();
    let bounds = Bounds { preperiod: 5 * scale, period: 12 * scale, saltus: 2, lists: 3, wide: scale > 1 };
    for number in 0..2 * 8u64.pow(3) {
        let digits = [number / 512 * 4, number / 64 % 8, number / 8 % 8, number % 8];
        if digits != [0, 0, 0, 0] {
            counts.add(&Heaps::octal(digits, 400).try_all(bounds));
        }
    }
    assert_eq!(counts.games, 1023);
    assert!(counts.accepted > 500, "{counts:?}");
    println!("{counts:?}");
}

/// Of the codes with one digit after the point, and some of those with two, every growth that shows is
/// proved; with three digits there are some that are not, such as that of 0.209.
#[test]
fn of_all_claims_about_hexadecimal_games_exactly_the_true_ones_are_accepted() {
    let scale = scale();
    let (mut counts, mut growing) = (Counts::default(), 0);
    let bounds = Bounds { preperiod: 4 * scale, period: 7 * scale, saltus: 4, lists: 3, wide: scale > 1 };
    for number in 0..16u64.pow(3) {
        let digits = [number / 256, number / 16 % 16, number % 16];
        let [front, _, second] = digits;
        let asked = second == 0 || number % (17 / scale).max(1) == 0;
        if front % 4 == 0 && asked && digits[1..] != [0, 0] && digits.iter().any(|&digit| digit >= 8) {
            let game = Heaps::hexadecimal(digits, 140 + 60 * scale);
            growing += u64::from(game.truth().is_some_and(|(_, _, s)| s > 0));
            counts.add(&game.try_all(bounds));
        }
    }
    assert!(counts.games > 90 && growing > 25 && counts.accepted > 60, "{growing}, {counts:?}");
    println!("{growing} grow, {counts:?}");
}

/// Rows of a board of two piles as this test knows them.
struct Rows {
    name: String,
    a: u64,
    restricted: bool,
    board: Vec<Vec<u64>>,
}

impl Rows {
    fn new(name: &str, a: u64, restricted: bool, rows: u64, columns: u64) -> Self {
        let mut board: Vec<Vec<u64>> = vec![Vec::new(); rows as usize];
        for b in 0..columns {
            for i in 0..rows {
                let mut reached = BTreeSet::new();
                // From one pile any number; in the restricted game only from the larger.
                if !restricted || b >= i {
                    reached.extend(board[i as usize].iter().copied());
                }
                if !restricted || i >= b {
                    reached.extend((0..i).map(|above| board[above as usize][b as usize]));
                }
                for k in 1..=i {
                    for l in 1..=b {
                        if k.abs_diff(l) < a {
                            reached.insert(board[(i - k) as usize][(b - l) as usize]);
                        }
                    }
                }
                board[i as usize].push(mex(reached));
            }
        }
        Self { name: name.into(), a, restricted, board }
    }

    fn columns(&self) -> u64 {
        self.board[0].len() as u64
    }

    /// The state before a column, as the theorem defines it.
    fn state(&self, r: u64, b: u64) -> State {
        let less = |value: u64| value as i64 - b as i64;
        let missing = |row: &Vec<u64>| {
            let there: BTreeSet<u64> = row[..b as usize].iter().copied().collect();
            // Beyond b + 64 nothing is there.
            assert!(there.iter().all(|&value| value < b + 64));
            (0..b + 64).filter(|value| !there.contains(value)).map(less).collect()
        };
        let missing = self.board[..=r as usize].iter().map(missing).collect();
        let near = (0..r).flat_map(|i| (1..=r - i + self.a - 1).map(move |l| (i, l)));
        let near = near.map(|(i, l)| ((i, l), less(self.board[i as usize][(b - l) as usize])));
        (missing, near.collect())
    }

    fn edge(&self, r: u64) -> u64 {
        match (self.restricted, r) {
            (true, r) => r + 1,
            (false, 0) => 0,
            (false, r) => r + self.a - 1,
        }
    }

    /// Everything that a true certificate says of a row.
    fn truth(&self, r: u64) -> RowCertificate {
        let far = self.columns();
        let row = &self.board[r as usize];
        let over = |b: u64| row[b as usize] as i64 - b as i64;
        let holds = |l: u64, p: u64| (l..far - p).all(|b| over(b + p) == over(b));
        let p = (1..far / 8).find(|&p| holds(far / 2, p)).expect("the period shows");
        let l = (0..far).find(|&l| holds(l, p)).unwrap();
        let late = self.state(r, far / 2);
        let distance = (1..far / 4).find(|d| self.state(r, far / 2 + d) == late).expect("the state comes back");
        let c = (self.edge(r)..far / 2).find(|&c| self.state(r, c) == self.state(r, c + distance)).unwrap();
        self.claim(r, l, p, p, c, distance)
    }

    fn claim(&self, r: u64, l: u64, p: u64, s: u64, c: u64, distance: u64) -> RowCertificate {
        RowCertificate {
            game: self.name.clone(),
            row: r,
            preperiod: l,
            period: p,
            saltus: s,
            values: self.board[r as usize][..(l + p) as usize].to_vec(),
            theorem: "row-state".into(),
            state: c,
            distance,
        }
    }
}

/// Tries a claim about a row.
fn try_row(truth: &RowCertificate, claimed: &RowCertificate, counts: &mut Counts) {
    let accepted = matches!(verify_row(claimed, Budget::default()), Ok(PeriodVerdict::Proved));
    assert_eq!(accepted, claimed == truth, "{claimed:?}; true is {truth:?}");
    counts.claims += 1;
    counts.accepted += u64::from(accepted);
}

#[test]
fn of_all_claims_about_rows_exactly_the_true_ones_are_accepted() {
    let scale = scale();
    let mut counts = Counts::default();
    for (name, a, restricted) in [
        ("wythoff", 1, false),
        ("wythoff:2", 2, false),
        ("wythoff:3", 3, false),
        ("wythoff:4", 4, false),
        ("r-wythoff", 1, true),
    ] {
        let rows = Rows::new(name, a, restricted, 5, 900);
        for r in 0..5 {
            let truth = rows.truth(r);
            counts.games += 1;
            let (near, wide) = (1 + scale, 5 * scale);
            let around = |x: u64, by: u64| x.saturating_sub(by)..=x + by;
            // All claims around the true one.
            for l in around(truth.preperiod, near) {
                for p in around(truth.period, near) {
                    for s in [0, 1, p, p + 1] {
                        for c in around(truth.state, near) {
                            for distance in around(truth.distance, near) {
                                try_row(&truth, &rows.claim(r, l, p, s, c, distance), &mut counts);
                            }
                        }
                    }
                }
            }
            // All small periods with the true state, and all small states with the true period.
            for x in 0..=6 * wide {
                for y in 0..=4 * wide {
                    let (l, p, c, d) = (truth.preperiod, truth.period, truth.state, truth.distance);
                    for s in [0, y] {
                        try_row(&truth, &rows.claim(r, x, y, s, c, d), &mut counts);
                    }
                    try_row(&truth, &rows.claim(r, l, p, p, x, y), &mut counts);
                }
            }
            // The true claim in every wrong form.
            for at in 0..truth.values.len() {
                for other in [0, truth.values[at] + 1, u64::MAX] {
                    let mut values = truth.values.clone();
                    values[at] = other;
                    try_row(&truth, &RowCertificate { values, ..truth.clone() }, &mut counts);
                }
            }
            for theorem in ["guy-smith", "subtraction-window", ""] {
                try_row(&truth, &RowCertificate { theorem: theorem.into(), ..truth.clone() }, &mut counts);
            }
            for other in [0, 1, 7, 1 << 12, u64::MAX] {
                for claimed in [
                    RowCertificate { row: other, ..truth.clone() },
                    RowCertificate { preperiod: other, ..truth.clone() },
                    RowCertificate { period: other, ..truth.clone() },
                    RowCertificate { saltus: other, ..truth.clone() },
                    RowCertificate { state: other, ..truth.clone() },
                    RowCertificate { distance: other, ..truth.clone() },
                    RowCertificate { state: other, distance: other, ..truth.clone() },
                ] {
                    try_row(&truth, &claimed, &mut counts);
                }
            }
        }
    }
    assert!(counts.games == 25 && counts.accepted >= 25, "{counts:?}");
    println!("{counts:?}");
}

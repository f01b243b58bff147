//! What a run of L1-Nim has found, with what is proved of each of the five properties of
//! Wythoff's game that Akiyama asks for (`docs/l1-nim.md`).

use super::limits::RatioLimits;
use super::report::{
    Finding, RunReport, Share, differences_json, finding, is_power_of_ten, limits_line, measured_json,
};
use nimlab::stream::mex::statistics::{MexSample, MexStatistics, StepCounts};
use serde_json::{Value, json};

/// How many steps theorem 2 of `docs/l1-nim.md` allows, by total and lexicographically.
const STEPS: [usize; 2] = [79, 107];

fn first_json(steps: &StepCounts) -> Vec<Value> {
    steps.iter().map(|(step, seen)| json!({ "difference": step, "n": seen.first })).collect()
}

fn steps_line(order: &str, steps: &StepCounts, all: usize) -> String {
    let latest = steps.iter().max_by_key(|(_, seen)| seen.first);
    let last = latest.map_or(String::new(), |(step, seen)| {
        let [a, b, c] = step;
        format!("; the last of them, ({a}, {b}, {c}), first at n = {}", seen.first)
    });
    format!("{order}: {} of the {all} that are possible{last}", steps.len())
}

fn share_json(share: &Share) -> Value {
    json!({
        "share": share.all,
        "blocks": share.scatter.map(|scatter| scatter.blocks),
        "scatter": share.scatter.map(|scatter| scatter.deviation),
        "standard_error": share.scatter.map(|scatter| scatter.error),
    })
}

fn share_line(what: &str, share: &Share, block: u64) -> String {
    let blocks = share.scatter.map_or(String::new(), |scatter| {
        format!(
            "; in {} blocks of {block} numbers it scatters by {:.2e}, a standard error of {:.2e}",
            scatter.blocks, scatter.deviation, scatter.error
        )
    });
    format!("{what}: {:.9}{blocks}", share.all)
}

/// What each of the five properties of Wythoff's game comes to.
fn properties(by_number: usize, by_first: usize) -> [(&'static str, &'static str, String); 5] {
    let [most, most_first] = STEPS;
    [
        ("mex algorithm", "proved", "the one that this list was made with".into()),
        (
            "finite difference",
            "proved",
            format!(
                "at most {most} steps by total and {most_first} in lexicographic order; {by_number} and {by_first} occur here"
            ),
        ),
        (
            "partition",
            "proved",
            "no number occurred twice here, and no difference: the run would have stopped with an error".into(),
        ),
        (
            "substitutive structure",
            "not decided",
            "no finite computation can refute it; nothing found supports it".into(),
        ),
        (
            "linear structure",
            "consistent as far as computed",
            "it is proved to be the question whether the share ω of κ > 0 has a limit".into(),
        ),
    ]
}

/// They are known where a sample was taken.
fn sample_lines(sample: &MexSample, steps: u64) -> Vec<String> {
    let of = if sample.n < steps { ", the last sample" } else { "" };
    let n = sample.n as f64;
    let [m, d] = sample.free();
    vec![
        format!("at n = {}{of}: the least free number is {m}, the least free difference {d}", sample.n),
        format!(
            "above them {} numbers are taken ({:.6} n), and {} differences ({:.6} n)",
            sample.w,
            sample.w as f64 / n,
            sample.z,
            sample.z as f64 / n
        ),
    ]
}

pub fn of_l1(game: &str, statistics: &MexStatistics) -> RunReport {
    let measured = RatioLimits::measured(statistics.steps, statistics.last);
    let omega = Share::omega(statistics);
    let taken = Share::of(statistics, |[_, ones, twos], skips| ones + twos + skips);
    let cubic = RatioLimits::from_share(omega.all);
    let one_over_gamma = 1.0 / measured.gamma;
    let (by_number, by_first) = (statistics.steps_by_number(), statistics.steps_by_first());
    let growth = by_number.keys().map(|step| step.iter().sum::<i64>());
    let growth = [growth.clone().min().unwrap_or(0), growth.max().unwrap_or(0)];
    let properties = properties(by_number.len(), by_first.len());
    let sample = statistics.samples.last();
    let block = statistics.sampling.interval;
    let json = json!({
        "game": game,
        "steps": statistics.steps,
        "order": "total",
        "last": statistics.last,
        "kappa": statistics.kappa,
        "skips": statistics.pairs.skips,
        "differences": differences_json(statistics),
        "first_occurrence": first_json(&by_number),
        "first_occurrence_lexicographic": first_json(&by_first),
        "totals_grow_by": growth,
        "repeated": [],
        "repeated_count": 0,
        "limits": measured_json(&measured, omega.all, &cubic),
        "shares": {
            "block": block,
            "kappa_positive": share_json(&omega),
            "m_plus_d_taken": share_json(&taken),
            "one_over_gamma": one_over_gamma,
        },
        "sizes": sample.map(|sample| json!({
            "n": sample.n,
            "free_number": sample.free()[0],
            "free_difference": sample.free()[1],
            "w": sample.w,
            "z": sample.z,
        })),
        "properties": properties
            .iter()
            .map(|(property, verdict, why)| json!({ "property": property, "verdict": verdict, "why": why }))
            .collect::<Vec<_>>(),
    });
    let [a, b, c] = statistics.last;
    let [k0, k1, k2] = statistics.kappa;
    let skips = statistics.pairs.skips;
    let mut shares = vec![
        share_line("share ω of κ > 0", &omega, block),
        share_line("share of the steps where M + D is taken", &taken, block),
        format!("1/γ from c/n: {one_over_gamma:.9}; the latter differs by {:+.9}", taken.all - one_over_gamma),
    ];
    for sample in statistics.samples.iter().filter(|sample| is_power_of_ten(sample.n)) {
        let n = sample.n as f64;
        let ones_and_twos = sample.kappa[1] + sample.kappa[2];
        shares.push(format!(
            "n = {:<14}  ω {:.9}  M + D taken {:.9}  1/γ {:.9}",
            sample.n,
            ones_and_twos as f64 / n,
            (ones_and_twos + sample.skips) as f64 / n,
            n / sample.position[2] as f64
        ));
    }
    let findings: Vec<Finding> = vec![
        finding(
            format!("{game}: P-positions 0 to {} by their total", statistics.steps),
            vec![
                format!("the last is ({a}, {b}, {c})"),
                format!("κ = 0, 1, 2: {k0}, {k1}, {k2} times; of type s, with κ = 0: {skips}"),
                format!(
                    "no two totals are equal: each is larger than the one before it by {} to {}",
                    growth[0], growth[1]
                ),
            ],
        ),
        finding(
            "Limits of v/n",
            vec![
                limits_line("measured, v(n)/n", &measured),
                limits_line("Theorem 13 with ω", &cubic),
                format!(
                    "measured minus Theorem 13: α {:+.2e}, β {:+.2e}, γ {:+.2e}; 1/α + 1/β + 1/γ − 1 = {:+.2e}",
                    measured.alpha - cubic.alpha,
                    measured.beta - cubic.beta,
                    measured.gamma - cubic.gamma,
                    measured.residual()
                ),
            ],
        ),
        finding("Shares", shares),
        finding(
            "Steps between neighbours",
            vec![
                steps_line("by total", &by_number, STEPS[0]),
                steps_line("in lexicographic order", &by_first, STEPS[1]),
            ],
        ),
        finding(
            "Numbers and differences still free",
            sample.map(|sample| sample_lines(sample, statistics.steps)).unwrap_or_default(),
        ),
        finding(
            "The five properties of Wythoff's game",
            properties.iter().map(|(property, verdict, why)| format!("{property}: {verdict}; {why}")).collect(),
        ),
    ];
    RunReport { json, findings }
}

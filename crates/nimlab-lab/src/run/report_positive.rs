//! What a run of positive Nim has found, with a verdict on each of the five
//! properties of Wythoff's game that Akiyama asks for.

use super::limits::RatioLimits;
use super::report::{RunReport, counts, finding, limits_line};
use nimlab::stream::positive::statistics::PositiveStatistics as Positive;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The most repeated numbers in the JSON: the smallest ones. All of them are in
/// `repeated.parquet`.
const LISTED: usize = 1000;

/// What each of the five properties of Wythoff's game comes to.
fn properties(statistics: &Positive) -> Vec<(&'static str, &'static str, String)> {
    let n = statistics.steps;
    let partition = match statistics.repeated.iter().min_by_key(|found| found.again) {
        Some(first) => (
            "refuted by this example",
            format!(
                "the number {} occurs in the P-positions number {} and {}; {} numbers occur more than once up to number {n}",
                first.number,
                first.before,
                first.again,
                statistics.repeated.len()
            ),
        ),
        None => ("consistent as far as computed", format!("no number occurs twice up to number {n}")),
    };
    let differences = statistics.differences();
    let newest = differences.values().map(|seen| seen.first).max().unwrap_or(0);
    let extreme = |i: usize| {
        let parts = || differences.keys().map(move |change| change[i]);
        format!("{} to {}", parts().min().unwrap_or(0), parts().max().unwrap_or(0))
    };
    let (settled, moved) = settle(statistics);
    vec![
        (
            "mex algorithm",
            "open",
            "the list was computed in nearly linear time, but by more than the mex of numbers and differences; no computation can refute that some mex algorithm exists".into(),
        ),
        (
            "finite difference",
            "not decided",
            format!(
                "{} different differences up to number {n}, the newest first at number {newest}; first piles change by {}, second by {}, third by {}. {}, which no finite computation can turn into a proof either way",
                differences.len(),
                extreme(0),
                extreme(1),
                extreme(2),
                if newest > n / 10 { "New ones still occur" } else { "None is new since" }
            ),
        ),
        ("partition", partition.0, partition.1),
        (
            "substitutive structure",
            "not decided",
            "no finite computation can refute it; nothing was found that supports it".into(),
        ),
        (
            "linear structure",
            if settled { "consistent as far as computed" } else { "too early to say" },
            moved,
        ),
    ]
}

/// Whether the quotients moved by less than a hundredth in the last decade, and
/// how far.
fn settle(statistics: &Positive) -> (bool, String) {
    let last = RatioLimits::measured(statistics.steps, statistics.last);
    let before = statistics.samples.iter().rfind(|sample| sample.n <= statistics.steps / 10);
    match before {
        Some(sample) => {
            let then = RatioLimits::measured(sample.n, sample.position);
            let moved = [last.alpha - then.alpha, last.beta - then.beta, last.gamma - then.gamma];
            let settled = moved.iter().all(|moved| moved.abs() < 0.01);
            let [alpha, beta, gamma] = moved;
            let verb = if settled { "settle" } else { "still move" };
            let text = format!(
                "the quotients {verb}: from n = {} to {} α moved by {alpha:.1e}, β by {beta:.1e}, γ by {gamma:.1e}",
                sample.n, statistics.steps
            );
            (settled, text)
        }
        None => (false, "there are too few samples".into()),
    }
}

pub fn of_positive(game: &str, statistics: &Positive) -> RunReport {
    let measured = RatioLimits::measured(statistics.steps, statistics.last);
    let differences = statistics.differences();
    let along = |i: usize| {
        let mut counted: BTreeMap<i64, u64> = BTreeMap::new();
        for (change, seen) in &differences {
            *counted.entry(change[i]).or_insert(0) += seen.count;
        }
        counts(&counted)
    };
    let first: Vec<Value> =
        differences.iter().map(|(change, seen)| json!({ "difference": change, "n": seen.first })).collect();
    let mut repeated: Vec<u64> = statistics.repeated.iter().map(|found| found.number).collect();
    repeated.sort_unstable();
    let properties = properties(statistics);
    let n = statistics.steps.max(1) as f64;
    let json = json!({
        "game": game,
        "steps": statistics.steps,
        "last": statistics.last,
        "kappa": statistics.kappa,
        "differences": { "a": along(0), "b": along(1), "c": along(2) },
        "first_occurrence": first,
        "repeated": &repeated[..repeated.len().min(LISTED)],
        "repeated_count": repeated.len(),
        "limits": {
            "alpha": measured.alpha,
            "beta": measured.beta,
            "gamma": measured.gamma,
            "delta": measured.delta,
            "residual": measured.residual(),
        },
        "shared_smallest": statistics.shared,
        "most_with_one_smallest": statistics.most_in_row,
        "properties": properties
            .iter()
            .map(|(property, verdict, why)| json!({ "property": property, "verdict": verdict, "why": why }))
            .collect::<Vec<_>>(),
    });
    let [a, b, c] = statistics.last;
    let findings = vec![
        finding(
            format!("{game}: P-positions 0 to {} in lexicographic order", statistics.steps),
            vec![format!("the last is ({a}, {b}, {c})")],
        ),
        finding(
            "Limits of v/n",
            vec![
                limits_line("measured, v(n)/n", &measured),
                format!("1/α + 1/β + 1/γ − 1 = {:+.6}", measured.residual()),
            ],
        ),
        finding(
            "Repeated numbers",
            vec![
                format!(
                    "{} numbers occur in more than one P-position ({:.6} per position)",
                    repeated.len(),
                    repeated.len() as f64 / n
                ),
                "all of them, with the P-positions: repeated.parquet in the directory of the finished run".into(),
                format!(
                    "P-positions that share their smallest pile with the one before: {} ({:.6} per position); at most {} share one",
                    statistics.shared,
                    statistics.shared as f64 / n,
                    statistics.most_in_row
                ),
            ],
        ),
        finding(
            "The five properties of Wythoff's game",
            properties.iter().map(|(property, verdict, why)| format!("{property}: {verdict}; {why}")).collect(),
        ),
    ];
    RunReport { json, findings }
}

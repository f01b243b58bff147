//! What a run has found: as JSON, and as sentences that say no more than the
//! numbers do.

use super::RunStatistics;
use super::limits::{RatioLimits, Scatter};
use nimlab::stream::lex::statistics::{LexStatistics as Lex, difference};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// A heading with some lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// What it is about.
    pub title: String,
    /// What was found.
    pub lines: Vec<String>,
}

/// What a run has found.
#[derive(Debug, Clone)]
pub struct RunReport {
    pub(super) json: Value,
    pub(super) findings: Vec<Finding>,
}

impl RunReport {
    /// The report of some statistics.
    pub fn new(game: &str, statistics: &RunStatistics) -> Self {
        match statistics {
            RunStatistics::Lex(statistics) => of_lex(game, statistics),
            RunStatistics::Positive(statistics) => super::report_positive::of_positive(game, statistics),
        }
    }

    /// One JSON value.
    pub fn json(&self) -> &Value {
        &self.json
    }

    /// The findings in order.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// Everything as text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for finding in &self.findings {
            text.push_str(&finding.title);
            text.push('\n');
            for line in &finding.lines {
                text.push_str("  ");
                text.push_str(line);
                text.push('\n');
            }
        }
        text
    }
}

pub(super) fn finding(title: impl Into<String>, lines: Vec<String>) -> Finding {
    Finding { title: title.into(), lines }
}

pub(super) fn counts<K: ToString>(counts: &BTreeMap<K, u64>) -> Value {
    Value::Object(counts.iter().map(|(key, count)| (key.to_string(), json!(count))).collect::<Map<_, _>>())
}

fn limits_json(limits: &RatioLimits) -> Value {
    json!({ "alpha": limits.alpha, "beta": limits.beta, "gamma": limits.gamma, "delta": limits.delta })
}

pub(super) fn limits_line(name: &str, limits: &RatioLimits) -> String {
    format!("{name:<19}  α {:.9}  β {:.9}  γ {:.9}  δ {:.9}", limits.alpha, limits.beta, limits.gamma, limits.delta)
}

/// How far the share of κ > 0 is from 1/γ, against the scatter of blocks.
struct Assumption16 {
    share: f64,
    expected: f64,
    scatter: Option<Scatter>,
    block: u64,
}

/// With fewer blocks their scatter says nothing.
const LEAST_BLOCKS: usize = 20;

impl Assumption16 {
    fn of(statistics: &Lex) -> Self {
        let n = statistics.steps.max(1) as f64;
        let expected = n / statistics.last[2].max(1) as f64;
        let interval = statistics.sampling.interval;
        let at: Vec<[u64; 3]> =
            statistics.samples.iter().filter(|sample| sample.n.is_multiple_of(interval)).map(|s| s.kappa).collect();
        let frequencies: Vec<f64> =
            at.windows(2).map(|pair| 1.0 - (pair[1][0] - pair[0][0]) as f64 / interval as f64).collect();
        let share = (statistics.kappa[1] + statistics.kappa[2]) as f64 / n;
        Self { share, expected, scatter: Scatter::of(&frequencies), block: interval }
    }

    fn deviation(&self) -> f64 {
        self.share - self.expected
    }

    fn verdict(&self) -> &'static str {
        let Some(scatter) = self.scatter.filter(|scatter| scatter.blocks >= LEAST_BLOCKS) else {
            return "too few blocks to say";
        };
        match self.deviation().abs() / scatter.error.max(f64::EPSILON) {
            errors if errors > 10.0 => "does not survive",
            errors if errors < 3.0 => "survives",
            _ => "not decided",
        }
    }

    fn json(&self) -> Value {
        json!({
            "share": self.share,
            "one_over_gamma": self.expected,
            "deviation": self.deviation(),
            "block": self.block,
            "blocks": self.scatter.map(|scatter| scatter.blocks),
            "scatter": self.scatter.map(|scatter| scatter.deviation),
            "standard_error": self.scatter.map(|scatter| scatter.error),
            "verdict": self.verdict(),
        })
    }

    fn lines(&self, statistics: &Lex) -> Vec<String> {
        let mut lines = vec![format!(
            "share of κ > 0: {:.9}; 1/γ from v₃/n: {:.9}; deviation {:+.9}",
            self.share,
            self.expected,
            self.deviation()
        )];
        if let Some(scatter) = &self.scatter {
            lines.push(format!(
                "{} blocks of {} numbers: mean {:.9}, scatter from block to block {:.2e}, standard error of the mean {:.2e}",
                scatter.blocks, self.block, scatter.mean, scatter.deviation, scatter.error
            ));
            lines.push(format!(
                "the deviation is {:.0} times the scatter of one block and {:.0} times the standard error",
                self.deviation().abs() / scatter.deviation,
                self.deviation().abs() / scatter.error
            ));
        }
        lines.push(match self.verdict() {
            "does not survive" => {
                "verdict: assumption (16) does not survive this experiment. Unless the share drifts back by this \
                                   amount beyond the range computed, the limits differ from those of Theorem 4."
                    .into()
            }
            "survives" => {
                "verdict: assumption (16) survives as far as computed: the deviation is below three standard errors"
                    .into()
            }
            "not decided" => {
                "verdict: not decided: the deviation is between three and ten standard errors; more steps may decide"
                    .into()
            }
            _ => format!("verdict: too few blocks to say, fewer than {LEAST_BLOCKS}"),
        });
        for sample in statistics.samples.iter().filter(|sample| is_power_of_ten(sample.n)) {
            let n = sample.n as f64;
            let share = 1.0 - sample.kappa[0] as f64 / n;
            let expected = n / sample.position[2] as f64;
            lines.push(format!(
                "n = {:<14} share {share:.9}  1/γ {expected:.9}  deviation {:+.9}",
                sample.n,
                share - expected
            ));
        }
        lines
    }
}

fn is_power_of_ten(number: u64) -> bool {
    number >= 1000 && 10u64.checked_pow(number.ilog10()) == Some(number)
}

fn of_lex(game: &str, statistics: &Lex) -> RunReport {
    let measured = RatioLimits::measured(statistics.steps, statistics.last);
    let assumption = Assumption16::of(statistics);
    let cubic = RatioLimits::from_share(assumption.share);
    let predicted = RatioLimits::predicted();
    let first: Vec<Value> = (0..64)
        .filter(|&key| statistics.first[key] > 0)
        .map(|key| json!({ "difference": difference(key), "n": statistics.first[key] }))
        .collect();
    let sizes = statistics.samples.last().map(|sample| json!({ "n": sample.n, "w": sample.w, "z": sample.z }));
    let json = json!({
        "game": game,
        "steps": statistics.steps,
        "last": statistics.last,
        "kappa": statistics.kappa,
        "differences": {
            "a": counts(&statistics.differences(0)),
            "b": counts(&statistics.differences(1)),
            "c": counts(&statistics.differences(2)),
        },
        "first_occurrence": first,
        "repeated": [],
        "repeated_count": 0,
        "limits": {
            "alpha": measured.alpha,
            "beta": measured.beta,
            "gamma": measured.gamma,
            "delta": measured.delta,
            "omega": assumption.share,
            "residual": measured.residual(),
            "theorem_13": limits_json(&cubic),
            "theorem_4": limits_json(&predicted),
            "assumption_16": assumption.json(),
        },
        "sizes": sizes,
    });
    let [a, b, c] = statistics.last;
    let [k0, k1, k2] = statistics.kappa;
    let found = first_count(statistics);
    let mut sizes = Vec::new();
    if let Some(sample) = statistics.samples.last() {
        let n = sample.n as f64;
        sizes.push(format!(
            "at n = {}: |W| = {} ({:.6} n), |Z| = {} ({:.6} n)",
            sample.n,
            sample.w,
            sample.w as f64 / n,
            sample.z,
            sample.z as f64 / n
        ));
    }
    let findings = vec![
        finding(
            format!("{game}: v(0) to v({}) of Akiyama's algorithm", statistics.steps),
            vec![
                "these are the P-positions of Wytlex(3); those of L1-Nim are others from number 14 on".into(),
                format!("the last is ({a}, {b}, {c})"),
                format!("κ = 0, 1, 2: {k0}, {k1}, {k2} times"),
            ],
        ),
        finding(
            "Limits of v/n",
            vec![
                limits_line("measured, v(n)/n", &measured),
                limits_line("Theorem 13 with ω", &cubic),
                limits_line("Theorem 4 with (16)", &predicted),
                format!(
                    "ω {:.9}, measured; residual 1/α + 1/β + 1/γ − 1 = {:+.2e}",
                    assumption.share,
                    measured.residual()
                ),
                format!(
                    "measured minus Theorem 13: α {:+.2e}, γ {:+.2e}; measured minus Theorem 4: α {:+.2e}, γ {:+.2e}",
                    measured.alpha - cubic.alpha,
                    measured.gamma - cubic.gamma,
                    measured.alpha - predicted.alpha,
                    measured.gamma - predicted.gamma
                ),
            ],
        ),
        finding("Assumption (16)", assumption.lines(statistics)),
        finding("Differences", vec![found]),
        finding("Sizes of W and Z", sizes),
    ];
    RunReport { json, findings }
}

fn first_count(statistics: &Lex) -> String {
    let occurring = statistics.first.iter().filter(|&&n| n > 0).count();
    let latest = statistics.first.iter().max().copied().unwrap_or(0);
    format!("differences of corollary 4 that occur: {occurring} of 56; the last of them first at n = {latest}")
}

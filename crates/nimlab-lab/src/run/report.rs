//! What a run has found: as JSON, and as sentences that say no more than the
//! numbers do.

use super::RunStatistics;
use super::limits::{RatioLimits, Scatter};
use nimlab::stream::mex::MexRule;
use nimlab::stream::mex::statistics::{MexStatistics as Mex, difference};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// A heading with some lines.
///
/// ```
/// use nimlab::games::wythoff3::rule::Variant;
/// use nimlab_lab::{figures::ThreePiles, run::RunReport};
/// let counted = ThreePiles::compute(Variant::L1, 1000)?;
/// let report = RunReport::new(&counted.game, &counted.statistics);
/// assert!(report.findings().iter().all(|finding| !finding.title.is_empty() && !finding.lines.is_empty()));
/// # Ok::<(), nimlab_lab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// What it is about.
    pub title: String,
    /// What was found.
    pub lines: Vec<String>,
}

/// What a run has found.
///
/// ```
/// use nimlab::games::wythoff3::rule::Variant;
/// use nimlab_lab::{figures::ThreePiles, run::RunReport};
/// let counted = ThreePiles::compute(Variant::Positive, 1000)?;
/// let report = RunReport::new(&counted.game, &counted.statistics);
/// assert_eq!(report.json()["steps"], 1000);
/// assert!(report.text().contains("P-positions 0 to 1000"));
/// # Ok::<(), nimlab_lab::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct RunReport {
    pub(super) json: Value,
    pub(super) findings: Vec<Finding>,
}

impl RunReport {
    /// The report of some statistics.
    pub fn new(game: &str, statistics: &RunStatistics) -> Self {
        match statistics {
            RunStatistics::Mex(statistics) if statistics.rule == MexRule::L1 => {
                super::report_l1::of_l1(game, statistics)
            }
            RunStatistics::Mex(statistics) => of_wytlex(game, statistics),
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

pub(super) fn limits_json(limits: &RatioLimits) -> Value {
    json!({ "alpha": limits.alpha, "beta": limits.beta, "gamma": limits.gamma, "delta": limits.delta })
}

pub(super) fn limits_line(name: &str, limits: &RatioLimits) -> String {
    format!("{name:<19}  α {:.9}  β {:.9}  γ {:.9}  δ {:.9}", limits.alpha, limits.beta, limits.gamma, limits.delta)
}

/// The limits that were measured, with those that theorem 13 makes of the share ω.
pub(super) fn measured_json(measured: &RatioLimits, omega: f64, cubic: &RatioLimits) -> Value {
    let mut object = limits_json(measured);
    object["omega"] = json!(omega);
    object["residual"] = json!(measured.residual());
    object["theorem_13"] = limits_json(cubic);
    object
}

/// How often each difference of neighbours occurred, for each of the three coordinates.
pub(super) fn differences_json(statistics: &Mex) -> Value {
    let [a, b, c] = [0, 1, 2].map(|coordinate| counts(&statistics.differences(coordinate)));
    json!({ "a": a, "b": b, "c": c })
}

/// The share of a kind of step among the first n, and its scatter from block to block.
pub(super) struct Share {
    pub all: f64,
    pub scatter: Option<Scatter>,
}

impl Share {
    /// The share of what `count` makes of κ and of the number of steps of type s.
    pub fn of(statistics: &Mex, count: impl Fn([u64; 3], u64) -> u64) -> Self {
        let interval = statistics.sampling.interval;
        let at = statistics.samples.iter().filter(|sample| sample.n.is_multiple_of(interval));
        let at: Vec<u64> = at.map(|sample| count(sample.kappa, sample.skips)).collect();
        let blocks: Vec<f64> = at.windows(2).map(|pair| (pair[1] - pair[0]) as f64 / interval as f64).collect();
        let all = count(statistics.kappa, statistics.pairs.skips) as f64 / statistics.steps.max(1) as f64;
        Self { all, scatter: Scatter::of(&blocks) }
    }

    /// The share of κ > 0.
    pub fn omega(statistics: &Mex) -> Self {
        Self::of(statistics, |[_, ones, twos], _| ones + twos)
    }
}

/// How far the share of κ > 0 is from 1/γ, against the scatter of blocks.
struct Assumption16 {
    share: Share,
    expected: f64,
    block: u64,
}

/// With fewer blocks their scatter says nothing.
const LEAST_BLOCKS: usize = 20;

impl Assumption16 {
    fn of(statistics: &Mex) -> Self {
        let expected = statistics.steps.max(1) as f64 / statistics.last[2].max(1) as f64;
        Self { share: Share::omega(statistics), expected, block: statistics.sampling.interval }
    }

    fn deviation(&self) -> f64 {
        self.share.all - self.expected
    }

    fn verdict(&self) -> &'static str {
        let Some(scatter) = self.share.scatter.filter(|scatter| scatter.blocks >= LEAST_BLOCKS) else {
            return "too few blocks to say";
        };
        match self.deviation().abs() / scatter.error.max(f64::EPSILON) {
            errors if errors > 10.0 => "does not survive",
            errors if errors < 3.0 => "survives",
            _ => "not decided",
        }
    }

    fn json(&self) -> Value {
        let scatter = self.share.scatter;
        json!({
            "share": self.share.all,
            "one_over_gamma": self.expected,
            "deviation": self.deviation(),
            "block": self.block,
            "blocks": scatter.map(|scatter| scatter.blocks),
            "scatter": scatter.map(|scatter| scatter.deviation),
            "standard_error": scatter.map(|scatter| scatter.error),
            "verdict": self.verdict(),
        })
    }

    fn lines(&self, statistics: &Mex) -> Vec<String> {
        let mut lines = vec![format!(
            "share of κ > 0: {:.9}; 1/γ from v₃/n: {:.9}; deviation {:+.9}",
            self.share.all,
            self.expected,
            self.deviation()
        )];
        if let Some(scatter) = &self.share.scatter {
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

pub(super) fn is_power_of_ten(number: u64) -> bool {
    number >= 1000 && 10u64.checked_pow(number.ilog10()) == Some(number)
}

fn of_wytlex(game: &str, statistics: &Mex) -> RunReport {
    let measured = RatioLimits::measured(statistics.steps, statistics.last);
    let assumption = Assumption16::of(statistics);
    let cubic = RatioLimits::from_share(assumption.share.all);
    let predicted = RatioLimits::predicted();
    let first: Vec<Value> = (0..64)
        .filter(|&key| statistics.first[key] > 0)
        .map(|key| json!({ "difference": difference(key), "n": statistics.first[key] }))
        .collect();
    let sizes = statistics.samples.last().map(|sample| json!({ "n": sample.n, "w": sample.w, "z": sample.z }));
    let mut limits = measured_json(&measured, assumption.share.all, &cubic);
    limits["theorem_4"] = limits_json(&predicted);
    limits["assumption_16"] = assumption.json();
    let json = json!({
        "game": game,
        "steps": statistics.steps,
        "last": statistics.last,
        "kappa": statistics.kappa,
        "differences": differences_json(statistics),
        "first_occurrence": first,
        "repeated": [],
        "repeated_count": 0,
        "limits": limits,
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
                    assumption.share.all,
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

fn first_count(statistics: &Mex) -> String {
    let occurring = statistics.first.iter().filter(|&&n| n > 0).count();
    let latest = statistics.first.iter().max().copied().unwrap_or(0);
    format!("differences of corollary 4 that occur: {occurring} of 56; the last of them first at n = {latest}")
}

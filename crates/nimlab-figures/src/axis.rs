//! Axes: from values to places, and where ticks stand and what they say.

/// How values become lengths.
///
/// ```
/// use nimlab_figures::{Axis, Scale};
/// assert_eq!(Axis::new("n", 1.0, 1e6).logarithmic().scale, Scale::Logarithmic);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// Equal differences are equal lengths.
    Linear,
    /// Equal quotients are equal lengths.
    Logarithmic,
}

/// Where the ticks stand.
///
/// ```
/// use nimlab_figures::{Axis, Ticks};
/// let axis = Axis::new("who moved", 0.0, 2.0).ticks(vec![(1.0, "A".into())]);
/// assert_eq!(axis.ticks, Ticks::At(vec![(1.0, "A".into())]));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub enum Ticks {
    /// At round numbers.
    Round,
    /// At whole round numbers.
    Whole,
    /// At these values, with these labels.
    At(Vec<(f64, String)>),
}

/// An axis.
///
/// ```
/// use nimlab_figures::Axis;
/// let axis = Axis::new("n", 1.0, 1000.0).logarithmic();
/// assert!((axis.part(10.0) - 1.0 / 3.0).abs() < 1e-9);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Axis {
    /// What it shows, with its unit.
    pub label: String,
    /// The value at its beginning.
    pub from: f64,
    /// The value at its end.
    pub to: f64,
    /// How values become lengths.
    pub scale: Scale,
    /// Where the ticks stand.
    pub ticks: Ticks,
}

/// What is drawn along an axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Marks {
    /// The label, with the unit of the ticks.
    pub label: String,
    /// Values with their labels.
    pub major: Vec<(f64, String)>,
    /// Values of ticks without a label.
    pub minor: Vec<f64>,
}

/// From here on ticks count thousands, millions and so on.
const LARGE: f64 = 20_000.0;

impl Axis {
    /// A linear axis with ticks at round numbers.
    pub fn new(label: impl Into<String>, from: f64, to: f64) -> Self {
        // An axis without length would put everything nowhere.
        let to = if to > from { to } else { from + 1.0 };
        Self { label: label.into(), from, to, scale: Scale::Linear, ticks: Ticks::Round }
    }

    /// The same with ticks at whole numbers only.
    pub fn whole(self) -> Self {
        Self { ticks: Ticks::Whole, ..self }
    }

    /// The same with ticks at these values.
    pub fn ticks(self, ticks: Vec<(f64, String)>) -> Self {
        Self { ticks: Ticks::At(ticks), ..self }
    }

    /// The same with a logarithmic scale; both ends must be above 0.
    pub fn logarithmic(self) -> Self {
        let from = if self.from > 0.0 { self.from } else { self.to.min(1.0) / 10.0 };
        Self { scale: Scale::Logarithmic, from, ..self }
    }

    /// Where a value is: 0 at the beginning, 1 at the end.
    pub fn part(&self, value: f64) -> f64 {
        match self.scale {
            Scale::Linear => (value - self.from) / (self.to - self.from),
            Scale::Logarithmic => {
                let value = value.max(f64::MIN_POSITIVE);
                (value / self.from).ln() / (self.to / self.from).ln()
            }
        }
    }

    /// Label and ticks for an axis on which about `count` labels have room.
    pub fn marks(&self, count: usize) -> Marks {
        let inside = |value: &f64| (-1e-9..=1.0 + 1e-9).contains(&self.part(*value));
        match (&self.ticks, self.scale) {
            (Ticks::At(ticks), _) => {
                let major = ticks.iter().filter(|(value, _)| inside(value)).cloned().collect();
                Marks { label: self.label.clone(), major, minor: Vec::new() }
            }
            (_, Scale::Logarithmic) => self.decades(count),
            (ticks, Scale::Linear) => {
                let mut step = round_step((self.to - self.from) / count.max(1) as f64);
                if *ticks == Ticks::Whole {
                    step = step.max(1.0);
                }
                let (unit, word) = match self.from.abs().max(self.to.abs()) {
                    most if most >= LARGE * 1e6 => (1e9, "billions"),
                    most if most >= LARGE * 1e2 => (1e6, "millions"),
                    most if most >= LARGE => (1e3, "thousands"),
                    _ => (1.0, ""),
                };
                let first = (self.from / step - 1e-9).ceil() as i64;
                let values = (first..).map(|i| i as f64 * step).take_while(|value| *value <= self.to + step * 1e-9);
                let major = values.map(|value| (value, number(value / unit, step / unit))).collect();
                Marks { label: with_unit(&self.label, word), major, minor: Vec::new() }
            }
        }
    }

    /// Labels at powers of ten, ticks at their multiples.
    fn decades(&self, count: usize) -> Marks {
        let [low, high] = [self.from.log10(), self.to.log10()];
        let [first, last] = [(low - 1e-9).ceil() as i32, (high + 1e-9).floor() as i32];
        let every = (last - first).max(0) / count.max(1) as i32 + 1;
        let labelled = |power: &i32| power.rem_euclid(every) == 0;
        let mut major: Vec<(f64, String)> =
            (first..=last).filter(labelled).map(|power| (10f64.powi(power), power_of_ten(power))).collect();
        let mut minor = Vec::new();
        for power in first - 1..=last {
            let multiples: &[f64] = if every == 1 { &[2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0] } else { &[] };
            minor.extend(multiples.iter().map(|digit| digit * 10f64.powi(power)));
            if !labelled(&power) {
                minor.push(10f64.powi(power));
            }
        }
        minor.retain(|value| (0.0..=1.0).contains(&self.part(*value)));
        if major.len() < 2 {
            // Less than a decade: the multiples must speak for themselves.
            let step = |value: f64| 10f64.powf(value.log10().floor());
            let spoken = minor.iter().filter(|value| [2.0, 5.0].contains(&(**value / step(**value) + 1e-9).floor()));
            major.extend(spoken.map(|&value| (value, number(value, step(value)))).collect::<Vec<_>>());
            major.sort_by(|a, b| a.0.total_cmp(&b.0));
        }
        Marks { label: self.label.clone(), major, minor }
    }
}

/// A label with what its ticks count: `n (millions)`, `a (millions of stones)`.
fn with_unit(label: &str, word: &str) -> String {
    match label.strip_suffix(')').and_then(|label| label.rsplit_once(" (")) {
        _ if word.is_empty() => label.to_owned(),
        Some((name, unit)) => format!("{name} ({word} of {unit})"),
        None => format!("{label} ({word})"),
    }
}

/// The least of 1, 2, 5, 10, … that is not below a step.
fn round_step(least: f64) -> f64 {
    let power = 10f64.powf(least.log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|digit| digit * power).find(|step| *step >= least * 0.999).unwrap_or(power)
}

fn power_of_ten(power: i32) -> String {
    match power {
        0 => "1".into(),
        1 => "10".into(),
        _ => format!("10{}", power.to_string().chars().map(superscript).collect::<String>()),
    }
}

fn superscript(letter: char) -> char {
    match letter.to_digit(10) {
        Some(digit) => ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'][digit as usize],
        None => '⁻',
    }
}

/// A number with as many decimals as a step needs.
fn number(value: f64, step: f64) -> String {
    let decimals = (0..12).find(|&decimals| {
        let scaled = step * 10f64.powi(decimals);
        (scaled - scaled.round()).abs() < 1e-6 * scaled.max(1e-9) + 1e-9
    });
    let decimals = decimals.unwrap_or(12) as usize;
    let text = format!("{value:.decimals$}");
    // No minus sign before a zero, and the typographical one before others.
    match text.strip_prefix('-') {
        Some(rest) if rest.chars().all(|letter| matches!(letter, '0' | '.')) => rest.to_owned(),
        Some(rest) => format!("−{rest}"),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(axis: &Axis, count: usize) -> Vec<String> {
        axis.marks(count).major.into_iter().map(|(_, label)| label).collect()
    }

    #[test]
    fn ticks_stand_at_round_numbers_within_the_axis() {
        assert_eq!(labels(&Axis::new("", 0.0, 10.0), 5), ["0", "2", "4", "6", "8", "10"]);
        assert_eq!(labels(&Axis::new("", 0.795, 0.812), 4), ["0.795", "0.800", "0.805", "0.810"]);
        assert_eq!(labels(&Axis::new("", -1.0, 1.0), 4), ["−1.0", "−0.5", "0.0", "0.5", "1.0"]);
        assert_eq!(labels(&Axis::new("", -0.5, 3.5).whole(), 40), ["0", "1", "2", "3"]);
    }

    #[test]
    fn large_numbers_are_counted_in_thousands_and_millions() {
        let axis = Axis::new("n", 0.0, 3_200_000.0);
        assert_eq!(labels(&axis, 4), ["0", "1", "2", "3"]);
        assert_eq!(axis.marks(4).label, "n (millions)");
        assert_eq!(Axis::new("n", 0.0, 50_000.0).marks(5).label, "n (thousands)");
        assert_eq!(Axis::new("a (stones)", 0.0, 1e7).marks(5).label, "a (millions of stones)");
        assert_eq!(Axis::new("a (stones)", 0.0, 10.0).marks(5).label, "a (stones)");
        assert_eq!(labels(&Axis::new("n", 0.0, 50_000.0), 5), ["0", "10", "20", "30", "40", "50"]);
    }

    #[test]
    fn logarithmic_axes_are_labelled_at_powers_of_ten() {
        let axis = Axis::new("n", 10.0, 3_200_000.0).logarithmic();
        assert_eq!(labels(&axis, 9), ["10", "10²", "10³", "10⁴", "10⁵", "10⁶"]);
        assert_eq!(labels(&Axis::new("t", 0.001, 1.0).logarithmic(), 9), ["10⁻³", "10⁻²", "10⁻¹", "1"]);
        assert_eq!(labels(&Axis::new("t", 2.0, 7.0).logarithmic(), 9), ["2", "5"]);
        assert!((axis.part(10.0) - 0.0).abs() < 1e-12 && (axis.part(3_200_000.0) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn an_axis_without_length_gets_one() {
        let axis = Axis::new("n", 5.0, 5.0);
        assert!(axis.part(5.0).is_finite() && axis.to > axis.from);
    }
}

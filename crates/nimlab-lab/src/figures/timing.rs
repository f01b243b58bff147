//! The time that the three strategies for Wythoff's game take to list n
//! P-positions (Thesis-W, figures 5 to 9). The times are measured here and
//! now, so that no two figures are alike; from a file of measurements the
//! figure is the same every time.

use crate::error::{Error, Result};
use crate::export::{Cell, Columns, Exporter, TableSource};
use csv::{ReaderBuilder, Trim};
use nimlab::{Ask, Game, ListQuery};
use nimlab_figures::{Axis, Colour, Figure, Layer, Panel, PanelShape};
use std::time::Instant;

/// The three strategies.
pub const STRATEGIES: [&str; 3] = ["recursive", "algebraic", "arithmetic"];

/// The time for one list.
///
/// ```
/// use nimlab_lab::figures::Measurement;
/// let measured = Measurement { strategy: "recursive".into(), n: 10, milliseconds: 0.022 };
/// assert!(measured.milliseconds < 1.0);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Measurement {
    /// The strategy.
    pub strategy: String,
    /// How many P-positions were listed.
    pub n: u64,
    /// The time in milliseconds.
    pub milliseconds: f64,
}

impl Measurement {
    /// Whether it is a time of this strategy, here or elsewhere: what follows
    /// a comma says where.
    pub(super) fn is_of(&self, strategy: &str) -> bool {
        self.base() == strategy
    }

    fn base(&self) -> &str {
        self.strategy.split(", ").next().unwrap_or_default()
    }
}

/// A strategy is not asked for more once a list took this many milliseconds.
const LONG: f64 = 1500.0;

/// Measures the strategies for 10, 20, 40, … up to `most` P-positions, as in
/// table 4 of Thesis-W; short times are the least of several.
///
/// ```
/// use nimlab_lab::figures::measure;
/// let found = measure(&*nimlab::catalogue::game("wythoff")?, &["recursive"], 20)?;
/// assert_eq!(found.iter().map(|measured| measured.n).collect::<Vec<_>>(), [10, 20]);
/// # Ok::<(), nimlab_lab::Error>(())
/// ```
pub fn measure(game: &dyn Game, strategies: &[&str], most: u64) -> Result<Vec<Measurement>> {
    let mut found = Vec::new();
    for &strategy in strategies {
        for n in std::iter::successors(Some(10u64), |n| n.checked_mul(2)).take_while(|&n| n <= most) {
            let mut milliseconds = list(game, strategy, n)?;
            let mut spent = milliseconds;
            for repeated in 1..20 {
                if spent > 30.0 && (repeated >= 3 || spent > 1000.0) {
                    break;
                }
                let again = list(game, strategy, n)?;
                spent += again;
                milliseconds = milliseconds.min(again);
            }
            found.push(Measurement { strategy: strategy.into(), n, milliseconds });
            if milliseconds > LONG {
                break;
            }
        }
    }
    Ok(found)
}

/// Lists n P-positions; says how many milliseconds it took.
fn list(game: &dyn Game, strategy: &str, n: u64) -> Result<f64> {
    let started = Instant::now();
    let query = ListQuery { count: n, heaps: 2, ..ListQuery::default() };
    let mut list = game.positions().query(&query).method(strategy).run()?;
    while let Some(row) = list.next_row()? {
        std::hint::black_box(row);
    }
    Ok(started.elapsed().as_secs_f64() * 1000.0)
}

/// Measurements as a table.
pub struct Measurements<'m>(pub &'m [Measurement]);

const NAMES: [&str; 3] = ["strategy", "n", "milliseconds"];

impl TableSource for Measurements<'_> {
    fn tell(&mut self, to: &mut dyn Exporter) -> Result<()> {
        Columns::new(NAMES.map(str::to_owned).to_vec()).begin(to)?;
        for Measurement { strategy, n, milliseconds } in self.0 {
            to.cells(&[Cell::Text(strategy), Cell::Word(*n), Cell::Text(&format!("{milliseconds:.6}"))])?;
            to.end_row()?;
        }
        Ok(())
    }
}

/// Measurements from comma-separated values with the header
/// `strategy,n,milliseconds`.
///
/// ```
/// use nimlab_lab::figures::measurements_from_csv;
/// let found = measurements_from_csv("strategy,n,milliseconds\nrecursive,10,0.022\nrecursive,20,0.05\n").unwrap();
/// assert_eq!((found[0].n, found[0].milliseconds), (10, 0.022));
/// ```
pub fn measurements_from_csv(text: &str) -> Result<Vec<Measurement>> {
    let wrong = |line: u64, problem: &str| Error::Request {
        problem: format!("line {line} of the measurements: {problem}"),
        hint: "expected is the header strategy,n,milliseconds and rows such as recursive,10,0.022".into(),
    };
    let mut reader =
        ReaderBuilder::new().has_headers(false).flexible(true).trim(Trim::All).from_reader(text.as_bytes());
    let mut records = reader.records();
    match records.next() {
        Some(Ok(header)) if header == NAMES[..] => {}
        _ => return Err(wrong(1, "the header is missing")),
    }
    let mut found = Vec::new();
    for record in records {
        let record = record.map_err(|error| wrong(error.position().map_or(1, |at| at.line()), "it is not CSV"))?;
        let number = record.position().map_or(1, |at| at.line());
        let words: Vec<&str> = record.iter().collect();
        let [strategy, n, milliseconds] = words[..] else { return Err(wrong(number, "a row has three values")) };
        let n = n.parse::<u64>().ok().filter(|&n| n > 0).ok_or_else(|| wrong(number, "n is a whole number above 0"))?;
        let milliseconds = milliseconds
            .parse::<f64>()
            .ok()
            .filter(|time| time.is_finite() && *time > 0.0)
            .ok_or_else(|| wrong(number, "milliseconds are a number above 0"))?;
        found.push(Measurement { strategy: strategy.to_owned(), n, milliseconds });
    }
    if found.len() < 2 {
        return Err(wrong(2, "at least two measurements are needed"));
    }
    Ok(found)
}

/// The times of the strategies, both axes logarithmic.
///
/// ```
/// use nimlab_lab::figures::{measurements_from_csv, timing};
/// let kept = measurements_from_csv("strategy,n,milliseconds\nrecursive,10,0.022\nrecursive,20,0.05\n")?;
/// assert!(timing(&kept, "Wythoff's game")?.svg()?.starts_with("<svg"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn timing(measurements: &[Measurement], title: &str) -> Result<Figure> {
    let values = |of: fn(&Measurement) -> f64| {
        let values = measurements.iter().map(of).filter(|value| *value > 0.0);
        values.fold((f64::MAX, f64::MIN_POSITIVE), |(low, high), value| (low.min(value), high.max(value)))
    };
    let (least, most) = values(|measurement| measurement.n as f64);
    let (fast, slow) = values(|measurement| measurement.milliseconds);
    let x = Axis::new("P-positions n", least / 1.3, most * 1.3).logarithmic();
    let y = Axis::new("time (ms)", fast / 1.5, slow * 1.5).logarithmic();
    let mut panel = Panel::new(x, y).shaped(PanelShape::Ratio(0.75));
    let (mut names, mut bases): (Vec<&str>, Vec<&str>) = Default::default();
    for measurement in measurements {
        for (list, name) in [(&mut names, measurement.strategy.as_str()), (&mut bases, measurement.base())] {
            if !list.contains(&name) {
                list.push(name);
            }
        }
    }
    let colours = [Colour::VERMILION, Colour::BLUE, Colour::GREEN, Colour::ORANGE, Colour::PURPLE, Colour::BLACK];
    let lines = [Layer::line, Layer::dashed, Layer::dotted];
    for name in names {
        let base = bases.iter().position(|base| name.starts_with(base)).unwrap_or(0);
        let (colour, line) = (colours[base % colours.len()], lines[base % lines.len()]);
        let mut points: Vec<[f64; 2]> = measurements
            .iter()
            .filter(|measurement| measurement.strategy == name)
            .map(|measurement| [measurement.n as f64, measurement.milliseconds])
            .collect();
        points.sort_by(|a, b| a[0].total_cmp(&b[0]));
        // Times from elsewhere are paler and have no discs.
        panel = match bases.contains(&name) {
            true => panel.with(line(points.clone(), colour).named(name)).with(Layer::discs(points, 2.0, colour)),
            false => panel.with(line(points, colour.with_opacity(120)).named(name)),
        };
    }
    Ok(Figure::new(title).with(panel))
}

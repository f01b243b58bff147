//! Where the figures of three piles get their numbers: from the streams, run
//! for this many steps, or from the directory of a run.

use super::example;
use crate::error::{Error, Result};
use crate::run::{self, RunStatistics};
use nimlab::games::wythoff3::rule::Variant;
use nimlab::stream::mex::statistics::MexStatistics;
use nimlab::stream::mex::{MexRule, MexStream, Positions};
use nimlab::stream::positive::{self, PositiveStream};
use nimlab::stream::sampling::Sampling;
use nimlab::{Hint, Term};
use std::path::Path;

/// As many P-positions as Thesis-A computed.
pub fn default_steps() -> u64 {
    3_200_000
}

/// The most steps that a figure computes by itself.
const MOST_STEPS: u64 = 1_000_000_000;

/// The statistics of a three-pile game.
///
/// ```
/// use nimlab::games::wythoff3::rule::Variant;
/// use nimlab_lab::figures::ThreePiles;
/// let counted = ThreePiles::compute(Variant::L1, 1000)?;
/// assert_eq!((counted.game.as_str(), counted.steps()), ("wythoff3:l1", 1000));
/// # Ok::<(), nimlab_lab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ThreePiles {
    /// The game's name.
    pub game: String,
    /// What was counted.
    pub statistics: RunStatistics,
}

impl ThreePiles {
    /// The statistics of the P-positions up to number `steps`.
    ///
    /// ```
    /// use nimlab::games::wythoff3::rule::Variant;
    /// use nimlab_lab::figures::ThreePiles;
    /// let data = ThreePiles::compute(Variant::L1, 1000).unwrap();
    /// assert_eq!(data.steps(), 1000);
    /// ```
    pub fn compute(variant: Variant, steps: u64) -> Result<Self> {
        check(steps)?;
        let sampling = Sampling::for_steps(steps);
        let stopped = |cause| Error::System { what: "the stream has stopped".into(), cause, kept: String::new() };
        let statistics = match variant {
            Variant::L1 | Variant::Lex => {
                let rule = rule_of(variant);
                let mut statistics = MexStatistics::new(rule, sampling);
                MexStream::new(rule).run(steps, &mut statistics, &mut |_, _| true).map_err(stopped)?;
                RunStatistics::Mex(Box::new(statistics))
            }
            Variant::Positive => {
                let mut statistics = positive::statistics::PositiveStatistics::new(sampling);
                let mut stream = PositiveStream::new().map_err(stopped)?;
                for _ in 0..steps {
                    statistics.observe(stream.next_position().map_err(stopped)?);
                }
                RunStatistics::Positive(Box::new(statistics))
            }
        };
        Ok(Self { game: format!("wythoff3:{}", variant.word()), statistics })
    }

    /// The statistics of a run, as far as it has come.
    pub fn of_run(folder: &Path) -> Result<Self> {
        let (game, statistics) = run::statistics(folder)?;
        Ok(Self { game, statistics })
    }

    /// The number of the last position.
    pub fn steps(&self) -> u64 {
        match &self.statistics {
            RunStatistics::Mex(statistics) => statistics.steps,
            RunStatistics::Positive(statistics) => statistics.steps,
        }
    }

    /// The last position.
    pub(super) fn last(&self) -> [u64; 3] {
        match &self.statistics {
            RunStatistics::Mex(statistics) => statistics.last,
            RunStatistics::Positive(statistics) => statistics.last,
        }
    }

    /// The samples: number and position.
    pub(super) fn samples(&self) -> Vec<(u64, [u64; 3])> {
        match &self.statistics {
            RunStatistics::Mex(statistics) => statistics.samples.iter().map(|s| (s.n, s.position)).collect(),
            RunStatistics::Positive(statistics) => statistics.samples.iter().map(|s| (s.n, s.position)).collect(),
        }
    }

    /// The statistics of a list by mex, for what is only counted there.
    pub(super) fn mex(&self, figure: &'static str) -> Result<&MexStatistics> {
        match &self.statistics {
            RunStatistics::Mex(statistics) => Ok(statistics),
            RunStatistics::Positive(_) => Err(Error::Request {
                problem: format!(
                    "{figure} is for L1-Nim and Wytlex(3), where κ = 2b − a − c is 0, 1 or 2, not for {}",
                    self.game
                ),
                hint: example(figure, "wythoff3:lex", []),
            }),
        }
    }
}

/// The algorithm of a game that has one.
fn rule_of(variant: Variant) -> MexRule {
    if variant == Variant::L1 { MexRule::L1 } else { MexRule::Wytlex }
}

/// Fails if this many steps are too many for a figure.
pub(super) fn check(steps: u64) -> Result<()> {
    if (1..=MOST_STEPS).contains(&steps) {
        return Ok(());
    }
    Err(Error::Request {
        problem: format!("a figure computes from 1 to {MOST_STEPS} steps, and {steps} were asked for"),
        hint: Hint::new(
            "for more, run first, and then draw from its directory",
            [Term::RUN, Term::game("wythoff3:lex"), Term::steps("1e10"), Term::dir("lex")],
        ),
    })
}

/// The P-positions of a game from number 0 on, about `most` of the numbers 0
/// to `steps` at equal distances, and that distance.
pub(super) fn positions(variant: Variant, steps: u64, most: u64) -> Result<(Vec<[u64; 3]>, u64)> {
    check(steps)?;
    let every = steps.div_ceil(most);
    let stopped = |cause| Error::System { what: "the stream has stopped".into(), cause, kept: String::new() };
    let mut kept = Vec::new();
    match variant {
        Variant::L1 | Variant::Lex => {
            kept.extend(Positions::new(rule_of(variant)).take(steps as usize + 1).step_by(every as usize));
        }
        Variant::Positive => {
            kept.push([0; 3]);
            let mut stream = PositiveStream::new().map_err(stopped)?;
            for n in 1..=steps {
                let position = stream.next_position().map_err(stopped)?;
                if n.is_multiple_of(every) {
                    kept.push(position);
                }
            }
        }
    }
    Ok((kept, every))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::{differences, exceptions, kappa, limits};
    use nimlab::games::wythoff3::by_total::ByTotal;

    /// The two lists part at number 14, and so do their figures.
    #[test]
    fn the_figures_of_l1_nim_are_of_its_own_list() {
        let [l1, lex] = [Variant::L1, Variant::Lex].map(|variant| ThreePiles::compute(variant, 14).unwrap());
        assert_eq!((l1.last(), lex.last()), ([27, 50, 73], [26, 51, 74]));
        let data = ThreePiles::compute(Variant::L1, 2000).unwrap();
        assert_eq!(data.last(), ByTotal::default().nth(2000).unwrap());
        let data = ThreePiles::compute(Variant::L1, 20_000).unwrap();
        for figure in [limits(&data), differences(&data), exceptions(&data), kappa(&data)] {
            let figure = figure.unwrap();
            assert!(figure.title.ends_with(" wythoff3:l1"), "{}", figure.title);
        }
        let data = ThreePiles::compute(Variant::Positive, 2000).unwrap();
        let told = exceptions(&data).unwrap_err().to_string();
        assert!(told.contains("not for wythoff3:positive") && told.contains("exceptions, wythoff3:lex"), "{told}");
    }
}

//! The five sources: their names, and where their data and computations are.

use super::{ItemCheck, akiyama, handout, slides, thesis_a, thesis_w};
use crate::error::{Error, Result};
use nimlab::{Hint, Term};

/// A source.
///
/// ```
/// use nimlab_lab::reproduce::Source;
/// assert_eq!(Source::named("handout")?.name(), Source::Handout.name());
/// assert!(Source::named("hand").is_err());
/// # Ok::<(), nimlab_lab::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Source {
    /// A Dutch bachelor thesis on Wythoff's game, ℛ-Wythoff and Akiyama's Nim.
    ThesisA,
    /// Marija Mijailović, Igra nim, master thesis, Belgrade 2020.
    ThesisW,
    /// Shigeki Akiyama, 3 dimensional Wythoff Nim.
    Akiyama,
    /// Dutch lecture slides on subtraction and all-but games.
    Slides,
    /// A Dutch school handout on Fibonacci Nim.
    Handout,
}

impl Source {
    /// Every source.
    pub const ALL: [Source; 5] = [Source::ThesisA, Source::ThesisW, Source::Akiyama, Source::Slides, Source::Handout];

    /// The short name.
    pub fn name(self) -> &'static str {
        match self {
            Source::ThesisA => "Thesis-A",
            Source::ThesisW => "Thesis-W",
            Source::Akiyama => "Akiyama",
            Source::Slides => "Slides",
            Source::Handout => "Handout",
        }
    }

    /// What it is: author, title and year, as far as our copy of it tells them.
    pub fn citation(self) -> &'static str {
        match self {
            Source::ThesisA => {
                "a Dutch bachelor thesis on Wythoff's game, ℛ-Wythoff and Akiyama's Nim (our copy has no title page: author and year unknown)"
            }
            Source::ThesisW => {
                "Marija Mijailović, Igra nim (The game of Nim), master thesis, University of Belgrade, 2020, in Serbian"
            }
            Source::Akiyama => "Shigeki Akiyama, 3 dimensional Wythoff Nim (undated, after September 2024)",
            Source::Slides => {
                "Dutch lecture slides on subtraction and all-but games (our copy has no title page: author and year unknown)"
            }
            Source::Handout => {
                "Nim, a Dutch school handout on Fibonacci Nim with a calculator program (author and year unknown)"
            }
        }
    }

    /// The source of a name, in letters of any size.
    ///
    /// ```
    /// use nimlab_lab::reproduce::Source;
    /// assert_eq!(Source::named("thesis-w").unwrap(), Source::ThesisW);
    /// assert!(Source::named("thesis").unwrap_err().to_string().contains("thesis-w"));
    /// ```
    pub fn named(name: &str) -> Result<Source> {
        Source::ALL.into_iter().find(|source| source.name().eq_ignore_ascii_case(name.trim())).ok_or_else(|| {
            let known: Vec<String> = Source::ALL.iter().map(|source| source.name().to_lowercase()).collect();
            Error::Request {
                problem: format!(
                    "there is no source '{}'; there are {}",
                    nimlab::number::shorten(name),
                    known.join(", ")
                ),
                hint: Hint::example([Term::Ask("reproduce"), Term::Name("thesis-w")]),
            }
        })
    }

    /// The text of the file of what it prints.
    pub fn printed(self) -> &'static str {
        match self {
            Source::ThesisA => include_str!("../../testdata/thesis-a.toml"),
            Source::ThesisW => include_str!("../../testdata/thesis-w.toml"),
            Source::Akiyama => include_str!("../../testdata/akiyama.toml"),
            Source::Slides => include_str!("../../testdata/slides.toml"),
            Source::Handout => include_str!("../../testdata/handout.toml"),
        }
    }

    /// How its items are computed.
    pub(super) fn checks(self) -> &'static [ItemCheck] {
        match self {
            Source::ThesisA => thesis_a::CHECKS,
            Source::ThesisW => thesis_w::CHECKS,
            Source::Akiyama => akiyama::CHECKS,
            Source::Slides => slides::CHECKS,
            Source::Handout => handout::CHECKS,
        }
    }
}

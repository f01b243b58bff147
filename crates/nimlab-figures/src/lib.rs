//! # A figure in, SVG or PNG out
//!
//! A [`Figure`] says what is to be seen: panels with axes and layers of data.
//! One layout turns it into a scene of a few kinds of shapes,
//! and two small renderers write that as SVG for papers and as PNG for slides,
//! so that both look the same. Nothing depends on the machine: the font is
//! built in, numbers are written in one way, and equal figures give equal
//! bytes. The crate knows nothing of games.
//!
//! ```
//! use nimlab_figures::{Axis, Colour, Figure, Layer, Panel};
//!
//! let squares = (0..=10).map(|n| [f64::from(n), f64::from(n * n)]).collect();
//! let panel = Panel::new(Axis::new("n", 0.0, 10.0), Axis::new("n²", 0.0, 100.0))
//!     .with(Layer::line(squares, Colour::BLUE).named("squares"));
//! let figure = Figure::new("Squares").with(panel);
//! assert!(figure.svg().unwrap().starts_with("<svg"));
//! assert!(figure.png().unwrap().starts_with(b"\x89PNG"));
//! ```

mod axis;
mod colour;
mod error;
mod figure;
pub mod graph;
mod layers;
mod layout;
mod legend;
mod raster;
mod scene;
pub mod space;
mod svg;
mod text;

pub use axis::{Axis, Scale, Ticks};
pub use colour::{Colour, ColourScale};
pub use error::{Error, Result};
pub use figure::{Cells, Figure, ImageFormat, Layer, Mark, Panel, PanelShape};
pub use scene::Pen;

/// The example of the gallery is run as well.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/figures.md")]
struct Gallery;

/// So is that of the package's page.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
